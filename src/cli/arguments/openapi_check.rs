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
    match parser.next().map_err(text)? {
        Some(Short('h') | Long("help")) => Ok(Parsed::Print(HELP.to_owned())),
        Some(Value(path)) => match parser.next().map_err(text)? {
            None => Ok(Parsed::Run(Command::OpenapiCheck(path.to_string_lossy().into_owned()))),
            Some(other) => Err(other.unexpected().to_string()),
        },
        Some(other) => Err(other.unexpected().to_string()),
        None => Err("`docs openapi-check` needs the path of a description".to_owned()),
    }
}
