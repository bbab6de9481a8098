//! `docs import`.

use lexopt::prelude::*;

use super::{Command, Effect, Existing, Parsed, Words, text, value};
use crate::import::Kind;

/// `docs import` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportArguments {
    /// What the project was made for; `None`: what its files say.
    pub kind: Option<Kind>,
    /// Where it is; `None`: here.
    pub dir: Option<String>,
    /// Where the site goes.
    pub out: Option<String>,
    pub effect: Effect,
    pub existing: Existing,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "import",
    aliases: &[],
    summary: "Make a site of one that another generator builds",
    help: HELP,
    parse,
};

/// Help for `docs import`.
const HELP: &str = "\
Make a docs.json and pages of a project that was made for another generator.

Usage: docs import [KIND] [DIR] --out DIR [OPTIONS]

Navigation, pages, admonitions, tabs, code titles, links, pictures and redirects are taken over, and addresses stay what
they are, or are redirected. Tells what went where, what was left out and why. The project stays as it is. Its
configuration is evaluated in a sandbox: it may read files of the project, and has no network and no packages that it
imports.

Arguments:
  [KIND]         docusaurus, mkdocs, vitepress, starlight, mdbook or gitbook [default: what the files say]
  [DIR]          Folder of the project, or one above it [default: here]

Options:
      --out DIR  Where the site goes: a folder that is empty, or not there
      --dry-run  Tell what would be written, and write nothing
      --force    Write into a folder that is not empty; files of the same names are replaced
  -h, --help     This help

Exit codes: 0 done, 1 nothing was written, or docs.json wants mending by hand, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = ImportArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("out" | "output") => options.out = Some(value(&mut parser)?),
            Long("dry-run") => options.effect = Effect::Show,
            Long("force") => options.existing = Existing::Replaced,
            Value(word) if options.dir.is_none() => {
                let word = word.to_string_lossy().into_owned();
                match Kind::ALL.into_iter().find(|kind| kind.name() == word) {
                    Some(kind) if options.kind.is_none() => options.kind = Some(kind),
                    _ => options.dir = Some(word),
                }
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    if options.out.is_none() && options.effect == Effect::Write {
        return Err("`docs import`: say with `--out DIR` where the site goes".to_owned());
    }
    Ok(Parsed::Run(Command::Import(options)))
}
