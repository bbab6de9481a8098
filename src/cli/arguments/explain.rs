//! `docs explain`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, build, text};

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "explain",
    aliases: &[],
    summary: "Tell what a problem means, or why a page would be made again",
    help: HELP,
    parse,
};

/// Help for `docs explain`.
const HELP: &str = "\
Tell what a problem means, or why a page or another file of the output would be made again by the next build.

Usage: docs explain CODE
       docs explain PATH [DIR] [OPTIONS]

Arguments:
  CODE                   What stands in brackets before a message, such as broken-link
  PATH                   An output (guides/a/index.html), a page (guides/a) or its source (guides/a.mdx)
  [DIR]                  Folder with docs.json [default: here, then docs/]

Options: those of `docs build` that say what is built: --out, --base, --site-url, --url-style,
--include-restricted, --jobs. Nothing is written.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    match parser.next().map_err(text)? {
        Some(Short('h') | Long("help")) => Ok(Parsed::Print(HELP.to_owned())),
        Some(Value(path)) => match build::parse(parser)? {
            Parsed::Run(Command::Build(options)) => {
                Ok(Parsed::Run(Command::Explain(path.to_string_lossy().into_owned(), options)))
            }
            _ => Ok(Parsed::Print(HELP.to_owned())),
        },
        Some(other) => Err(other.unexpected().to_string()),
        None => Err("`docs explain` needs the path of an output, a page or a source".to_owned()),
    }
}
