//! `docs new`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text, unknown_value, value};
use crate::authoring::starter::Template;
use crate::config::look::Theme;

/// `docs new` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewArguments {
    /// Where the site goes; `None`: here.
    pub dir: Option<String>,
    pub theme: Theme,
    /// `None`: the name of the folder.
    pub name: Option<String>,
    pub template: Template,
    /// Replaces what is there.
    pub force: bool,
}

/// Name and help.
pub(super) const WORDS: Words =
    Words { name: "new", aliases: &["init"], summary: "Write a small site to begin with", help: HELP, parse };

/// Help for `docs new`.
const HELP: &str = "\
Write a small site to begin with: pages, an API reference, a changelog, and rules for writing assistants.

Usage: docs new [DIR] [OPTIONS]

Nothing is overwritten without --force: when one of the files is there, nothing is written at all.

Arguments:
  [DIR]             Where it goes [default: here]

Options:
      --theme NAME  mint, maple, palm, willow, linden, almond or aspen [default: mint]
      --template NAME  full: guides, an API reference and a changelog; minimal: one page [default: full]
      --name NAME   What the site is called [default: the name of the folder]
      --force       Replace files of these names that are there
  -h, --help        This help

Exit codes: 0 done, 1 something is in the way, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options =
        NewArguments { dir: None, theme: Theme::Mint, name: None, template: Template::Full, force: false };
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("theme") => options.theme = theme(&value(&mut parser)?)?,
            Long("template") => options.template = template(&value(&mut parser)?)?,
            Long("force") => options.force = true,
            Long("name") => options.name = Some(value(&mut parser)?),
            Value(path) if options.dir.is_none() => {
                options.dir = Some(path.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::New(options)))
}

fn theme(name: &str) -> Result<Theme, String> {
    let known = Theme::ALL.into_iter().find(|theme| theme.name() == name);
    known.ok_or_else(|| unknown_value("theme", name, Theme::ALL.map(Theme::name)))
}

fn template(name: &str) -> Result<Template, String> {
    let known = Template::ALL.into_iter().find(|template| template.name() == name);
    known.ok_or_else(|| unknown_value("template", name, Template::ALL.map(Template::name)))
}
