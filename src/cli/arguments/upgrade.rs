//! `docs upgrade`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text};

/// `docs upgrade` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpgradeArguments {
    /// Where `mint.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub effect: Effect,
    pub existing: Existing,
}

/// Whether a command changes files or tells what it would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    #[default]
    Write,
    /// `--dry-run`.
    Show,
}

/// What happens to files that are there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    #[default]
    Kept,
    /// `--force`.
    Replaced,
}

/// Name and help.
pub(super) const WORDS: Words =
    Words { name: "upgrade", aliases: &[], summary: "Make a docs.json of a mint.json", help: HELP, parse };

/// Help for `docs upgrade`.
const HELP: &str = "\
Make a docs.json of a mint.json, the older configuration.

Usage: docs upgrade [DIR] [OPTIONS]

Tells where every field went, what was left out and why, whether the result is valid, and whether navigation and site
have the same pages before and after, at the same addresses, those made from API descriptions among them. mint.json
stays as it is: delete it when you have looked at docs.json.

Arguments:
  [DIR]        Folder with mint.json [default: here, then docs/]

Options:
      --dry-run    Print docs.json instead of writing it
      --force      Replace a docs.json that is there, and go on when mint.json is not valid
  -h, --help       This help

Exit codes: 0 done, 1 nothing was written, or docs.json wants mending by hand, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = UpgradeArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("dry-run") => options.effect = Effect::Show,
            Long("force") => options.existing = Existing::Replaced,
            Value(path) if options.dir.is_none() => {
                options.dir = Some(path.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Upgrade(options)))
}
