//! `docs format`.

use lexopt::prelude::*;

use super::{Command, Effect, Parsed, Words, text};

/// `docs format` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatArguments {
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub effect: Effect,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "format",
    aliases: &["fmt"],
    summary: "Put docs.json and the front matter of pages into a common form",
    help: HELP,
    parse,
};

/// Help for `docs format`.
const HELP: &str = "\
Put docs.json and the front matter of pages into a common form: two spaces of indentation, keys in the order of the
reference, title and description first. What they mean stays the same; what cannot be formatted without a loss, such
as a docs.json with comments, stays as it is.

Usage: docs format [DIR] [OPTIONS]

Arguments:
  [DIR]        Folder with docs.json [default: here, then docs/]

Options:
      --check  Write nothing, and name the files that are not in this form
  -h, --help   This help

Exit codes: 0 done, 1 with --check: some files are not in this form, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = FormatArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("check") => options.effect = Effect::Show,
            Value(path) if options.dir.is_none() => {
                options.dir = Some(path.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Format(options)))
}
