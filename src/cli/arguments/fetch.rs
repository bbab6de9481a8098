//! `docs fetch`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, site_url, text, value};

/// `docs fetch` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FetchArguments {
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    /// `--refresh`: what is pinned is asked for anew.
    pub refresh: bool,
    /// `--font-service`: `None`: Google Fonts.
    pub font_service: Option<String>,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "fetch",
    aliases: &[],
    summary: "Download and pin fonts, API descriptions and what draws diagrams",
    help: HELP,
    parse,
};

/// Help for `docs fetch`.
const HELP: &str = "\
Download the fonts and API descriptions that docs.json names and what draws diagrams, and pin them. A build downloads
nothing by itself.

Usage: docs fetch [DIR] [OPTIONS]

Copies go to .docs/remote, and docs.lock beside docs.json says which file came from where, by the hash of its
content: both belong into version control. The site then serves fonts and Mermaid itself (pages with diagrams load
Mermaid from a public address otherwise). What is pinned stays as it is:
run again, `docs fetch` restores copies that are missing and refuses files that changed on the other side.

Arguments:
  [DIR]                   Folder with docs.json [default: here, then docs/]

Options:
      --refresh           Take what is there now, whatever is pinned
      --font-service URL  Where families named without a `source` come from
                          [default: https://fonts.googleapis.com]
  -h, --help              This help

Exit codes: 0 done, 1 something cannot be had or differs, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = FetchArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("refresh") => options.refresh = true,
            Long("font-service") => options.font_service = Some(site_url(&value(&mut parser)?)?),
            Value(path) if options.dir.is_none() => {
                options.dir = Some(path.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Fetch(options)))
}
