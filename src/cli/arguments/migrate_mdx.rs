//! `docs migrate-mdx`.

use lexopt::prelude::*;

use super::{Command, Effect, Parsed, Words, text};

/// `docs migrate-mdx` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MigrateArguments {
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub effect: Effect,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "migrate-mdx",
    aliases: &[],
    summary: "Move pages of operations into the API description",
    help: HELP,
    parse,
};

/// Help for `docs migrate-mdx`.
const HELP: &str = "\
Move pages that show an operation (`openapi: \"FILE METHOD /path\"` in their front matter) into the API description.

Usage: docs migrate-mdx [DIR] [OPTIONS]

Their fields and text become `x-mint` of the operation, the navigation names the operation, and the page is deleted.
Addresses stay. A page that cannot be moved without a loss stays, and it is told why.

Arguments:
  [DIR]        Folder with docs.json [default: here, then docs/]

Options:
      --dry-run  Tell what would be moved
  -h, --help     This help

Exit codes: 0 done, 1 some pages stay, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = MigrateArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("dry-run") => options.effect = Effect::Show,
            Value(path) if options.dir.is_none() => {
                options.dir = Some(path.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::MigrateMdx(options)))
}
