//! `docs schema`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text};

/// Name and help.
pub(super) const WORDS: Words =
    Words { name: "schema", aliases: &[], summary: "Print the JSON Schema of docs.json", help: HELP, parse };

/// Help for `docs schema`.
const HELP: &str = "Print the JSON Schema (draft 2020-12) of docs.json.\n\nUsage: docs schema\n";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    match parser.next().map_err(text)? {
        None => Ok(Parsed::Run(Command::Schema)),
        Some(Short('h') | Long("help")) => Ok(Parsed::Print(HELP.to_owned())),
        Some(other) => Err(other.unexpected().to_string()),
    }
}
