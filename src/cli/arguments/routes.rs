//! `docs routes`.

use super::{Command, Parsed, Words, build, text};

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "routes",
    aliases: &[],
    summary: "Record the addresses of all pages, to be told when one is lost",
    help: HELP,
    parse,
};

/// Help for `docs routes`.
const HELP: &str = "\
Record the addresses of all pages in routes.lock, beside docs.json.

Usage: docs routes [DIR] [OPTIONS]

Arguments:
  [DIR]                  Folder with docs.json [default: here, then docs/]

As long as the file is there, `docs build`, `docs check` and `docs dev` tell when one of its addresses leads nowhere,
and which page it may be now. Run it when pages are published, and commit the file. Addresses are added only: to give
one up, delete its line.

Options: those of `docs build` that say what is built, such as --include-restricted.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    // Help is its own; everything else is read as for a build.
    let rest: Vec<std::ffi::OsString> = parser.raw_args().map_err(text)?.collect();
    if rest.iter().any(|word| word == "--help" || word == "-h") {
        return Ok(Parsed::Print(HELP.to_owned()));
    }
    match build::parse(lexopt::Parser::from_args(rest))? {
        Parsed::Run(Command::Build(options)) => Ok(Parsed::Run(Command::Routes(options))),
        other => Ok(other),
    }
}
