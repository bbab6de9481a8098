//! `docs export`.

use lexopt::prelude::*;

use super::{Command, Detail, Parsed, Words, text, value};

/// `docs export` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportArguments {
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub out: Option<String>,
    /// The same as one file.
    pub zip: Option<String>,
    /// Where results are kept between builds.
    pub cache_dir: Option<String>,
    pub detail: Detail,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "export",
    aliases: &[],
    summary: "Write the site as a folder that opens without a server",
    help: HELP,
    parse,
};

/// Help for `docs export`.
const HELP: &str = "\
Write the site as a folder that opens without a server.

Usage: docs export --offline [DIR] [OPTIONS]

Arguments:
  [DIR]                  Folder with docs.json [default: here, then docs/]

Options:
      --offline          Pages that open from a disk by a double click, with search, navigation and themes
      --out DIR          Where to write [default: offline]
      --zip FILE         Put the whole folder into one ZIP file, too
  -q, --quiet            Tell errors and warnings, and nothing else
  -v, --verbose          Tell every problem in full, and where the time went
      --cache-dir DIR    Where results are kept between builds [default: .docs/cache beside docs.json]
  -h, --help             This help

The home page is index.html. Analytics and the like are left out, and so is the script of diagrams where `docs fetch`
did not bring what draws them: readers see the text of those.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = ExportArguments::default();
    let mut is_offline = false;
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("offline") => is_offline = true,
            Long("out" | "output") => options.out = Some(value(&mut parser)?),
            Long("zip") => options.zip = Some(value(&mut parser)?),
            Short('q') | Long("quiet") => options.detail = Detail::Quiet,
            Short('v') | Long("verbose") => options.detail = Detail::Verbose,
            Long("cache-dir") => options.cache_dir = Some(value(&mut parser)?),
            Value(dir) if options.dir.is_none() => options.dir = Some(dir.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    if !is_offline {
        return Err("`docs export`: say `--offline`; for a site on a server there is `docs build`".to_owned());
    }
    Ok(Parsed::Run(Command::Export(options)))
}
