//! `docs mcp`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text, value};

/// `docs mcp` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct McpArguments {
    /// A project, or a site that was built; `None`: here, then `docs/`.
    pub dir: Option<String>,
    /// Where results are kept between builds.
    pub cache_dir: Option<String>,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "mcp",
    aliases: &[],
    summary: "Let assistants search and read the site",
    help: HELP,
    parse,
};

/// Help for `docs mcp`.
const HELP: &str = "\
Let assistants search and read the site: a server of the Model Context Protocol on standard input and output.

Usage: docs mcp [DIR] [OPTIONS]

Arguments:
  [DIR]                  Folder with docs.json, or one that `docs build` wrote [default: here, then docs/]

Options:
      --cache-dir DIR    Where results are kept between builds [default: .docs/cache beside docs.json]
  -h, --help             This help

Tools: search, read_page and list_pages, with filters for languages and versions. Of a project they answer as its files
are when they are asked. To be named in the settings of an assistant, such as
  { \"mcpServers\": { \"docs\": { \"command\": \"docs\", \"args\": [\"mcp\", \"/path/to/docs\"] } } }
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = McpArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("cache-dir") => options.cache_dir = Some(value(&mut parser)?),
            Value(dir) if options.dir.is_none() => options.dir = Some(dir.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Mcp(options)))
}
