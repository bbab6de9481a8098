//! `docs openapi-check`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text};

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "openapi-check",
    aliases: &[],
    summary: "Check an OpenAPI or AsyncAPI description",
    help: HELP,
    parse,
};

/// Help for `docs openapi-check`.
const HELP: &str = "\
Check an OpenAPI or AsyncAPI description.

Usage: docs openapi-check FILE

Tells what is wrong with the file and those that it refers to, with the places.

Exit codes: 0 nothing that keeps it from being shown, 1 errors, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut path = None;
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            // The original asks for it to read a description of this machine.
            Long("local-schema") => {}
            Value(given) if path.is_none() => path = Some(given.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    path.map(|path| Parsed::Run(Command::OpenapiCheck(path)))
        .ok_or_else(|| "`docs openapi-check` needs the path of a description".to_owned())
}
