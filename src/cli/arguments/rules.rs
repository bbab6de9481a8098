//! `docs rules`.

use lexopt::prelude::*;

use super::{Command, Existing, Parsed, Words, text, value};

/// `docs rules` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesArguments {
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    /// `--out`: another folder for the rules.
    pub out: Option<String>,
    pub existing: Existing,
}

/// Name and help.
pub(super) const WORDS: Words =
    Words { name: "rules", aliases: &[], summary: "Write rules for writing assistants", help: HELP, parse };

/// Help for `docs rules`.
const HELP: &str = "\
Write rules for writing assistants: how pages are written, and which components there are.

Usage: docs rules [DIR] [OPTIONS]

The files go to .cursor/rules beside docs.json. Run again, they are made anew; those that somebody edited stay.

Arguments:
  [DIR]          Folder with docs.json [default: here, then docs/]

Options:
      --out DIR  Another folder for the rules
      --force    Replace edited files, too
  -h, --help     This help

Exit codes: 0 done, 1 edited files were left as they are or there is no docs.json, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = RulesArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("out" | "output") => options.out = Some(value(&mut parser)?),
            Long("force") => options.existing = Existing::Replaced,
            Value(path) if options.dir.is_none() => {
                options.dir = Some(path.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Rules(options)))
}
