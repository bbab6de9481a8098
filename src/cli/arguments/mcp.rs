//! `docs mcp`.

use std::net::IpAddr;

use lexopt::prelude::*;

use super::dev::host;
use super::{Command, Parsed, Words, text, value};

/// `docs mcp` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct McpArguments {
    /// A project, or a site that was built; `None`: here, then `docs/`.
    pub dir: Option<String>,
    /// Where results are kept between builds.
    pub cache_dir: Option<String>,
    /// `--http`: where to listen; `None` is standard input.
    pub http: Option<Http>,
}

/// Where a server for assistants listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Http {
    pub port: u16,
    /// `--host`: an address other than this machine's own.
    pub host: Option<IpAddr>,
    /// `--allow-host`: names that may be asked for besides.
    pub names: Vec<String>,
}

impl Default for Http {
    fn default() -> Self {
        Self { port: PORT, host: None, names: Vec::new() }
    }
}

/// Where it listens unless told otherwise.
const PORT: u16 = 3040;

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
Let assistants search and read the site: a server of the Model Context Protocol, on standard input and output or over
HTTP.

Usage: docs mcp [DIR] [OPTIONS]

Arguments:
  [DIR]                  Folder with docs.json, or one that `docs build` wrote [default: here, then docs/]

Options:
      --http             Answer at http://localhost:3040/mcp instead of on standard output
  -p, --port PORT        Where to listen; the next free one when it is taken [default: 3040]
      --host [ADDRESS]   Let other machines in, too [default: only this one]
      --allow-host NAME  One more name by which the server, and pages that ask it, may be called
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
            // Each of them says that it is to listen.
            Long("http") => {
                options.http.get_or_insert_default();
            }
            Short('p') | Long("port") => {
                let text = value(&mut parser)?;
                let port = text
                    .parse()
                    .map_err(|_| format!("`--port {text}`: expected a number from 0 to 65535"))?;
                options.http.get_or_insert_default().port = port;
            }
            Long("host") => {
                let host = host(&mut parser)?;
                options.http.get_or_insert_default().host = Some(host);
            }
            Long("allow-host") => {
                let name = value(&mut parser)?.to_ascii_lowercase();
                options.http.get_or_insert_default().names.push(name);
            }
            Value(dir) if options.dir.is_none() => options.dir = Some(dir.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Mcp(options)))
}
