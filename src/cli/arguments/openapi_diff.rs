//! `docs openapi-diff`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text};

/// `docs openapi-diff` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenapiDiffArguments {
    /// The path of the old description.
    pub old: String,
    pub new: String,
    /// Whether JSON is printed instead of text.
    pub json: bool,
    /// Whether a breaking change is a failure.
    pub strict: bool,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "openapi-diff",
    aliases: &[],
    summary: "Tell what differs between two OpenAPI descriptions, and what breaks",
    help: HELP,
    parse,
};

/// Help for `docs openapi-diff`.
const HELP: &str = "\
Tell what differs between two OpenAPI descriptions for those who call the API: operations that came and went, and in the
others what a call may or must be, and what may come back. Words are not compared.

Usage: docs openapi-diff OLD NEW [OPTIONS]

Arguments:
  OLD              The description as it was
  NEW              The description as it is

Options:
      --json       Print JSON instead of text
      --strict     Exit code 1 when a change breaks calls
  -h, --help       This help

A change breaks calls when what was right to send may be refused, or when something may be missing in what comes back.
A new value of an enumeration in an answer does not count as one.
A page with the same is `openapi-changes: OLD NEW` in its front matter.

Exit codes: 0 told, 1 a file that cannot be read, or --strict and a breaking change, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let (mut files, mut json, mut strict) = (Vec::new(), false, false);
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("json") => json = true,
            Long("strict") => strict = true,
            Value(given) if files.len() < 2 => files.push(given.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    let Ok([old, new]) = <[String; 2]>::try_from(files) else {
        return Err("`docs openapi-diff` needs the paths of two descriptions".to_owned());
    };
    Ok(Parsed::Run(Command::OpenapiDiff(OpenapiDiffArguments { old, new, json, strict })))
}
