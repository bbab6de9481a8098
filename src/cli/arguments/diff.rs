//! `docs diff`.

use lexopt::prelude::*;

use super::{Command, Detail, Parsed, Words, text, value};

/// `docs diff` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiffArguments {
    /// What to compare with; `None`: the last commit.
    pub since: Option<String>,
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    /// Where to write the page.
    pub html: Option<String>,
    /// Where to write the text for a comment.
    pub markdown: Option<String>,
    /// Address of the new state, without a slash at its end.
    pub preview: Option<String>,
    pub switches: Vec<DiffSwitch>,
    pub detail: Detail,
    /// Where results are kept between builds.
    pub cache_dir: Option<String>,
}

/// What is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffSwitch {
    Json,
    Strict,
}

impl DiffArguments {
    /// Whether it was given.
    pub fn has(&self, switch: DiffSwitch) -> bool {
        self.switches.contains(&switch)
    }
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "diff",
    aliases: &[],
    summary: "Tell what readers will see change since a commit",
    help: HELP,
    parse,
};

/// Help for `docs diff`.
const HELP: &str = "\
Tell what readers will see change since a commit: pages with their lines, addresses that lead nowhere now, files, and
problems that there were not before. For a look before publishing, and for reviews.

Usage: docs diff [COMMIT] [DIR] [OPTIONS]

Arguments:
  [COMMIT]               Commit, branch or tag to compare with: the newest commit that it has in common with yours
                         [default: HEAD, so what is not committed yet]
  [DIR]                  Folder with docs.json [default: here, then docs/]

Options:
      --html FILE        Write a page with every changed line to FILE
      --markdown FILE    Write a table for a comment below a pull request to FILE
      --preview URL      Where the new state can be seen: pages in both lead there
      --json             Print JSON instead of text
      --strict           Exit code 1 when an address leads nowhere now, or there is a new problem
  -q, --quiet            Print nothing but errors
      --cache-dir DIR    Where results are kept between builds [default: .docs/cache beside docs.json]
  -h, --help             This help

What earlier builds left in the cache is used, and no site is written. A clone needs the commits that it is asked for:
in a CI service, fetch them first (`fetch-depth: 0`).

Exit codes: 0 told, 1 with --strict when something needs a look, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = DiffArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("html") => options.html = Some(value(&mut parser)?),
            Long("markdown") => options.markdown = Some(value(&mut parser)?),
            Long("preview") => options.preview = Some(value(&mut parser)?.trim_end_matches('/').to_owned()),
            Long("json") => options.switches.push(DiffSwitch::Json),
            Long("strict") => options.switches.push(DiffSwitch::Strict),
            Short('q') | Long("quiet") => options.detail = Detail::Quiet,
            Long("cache-dir") => options.cache_dir = Some(value(&mut parser)?),
            Value(word) if options.since.is_none() => {
                options.since = Some(word.to_string_lossy().into_owned());
            }
            Value(dir) if options.dir.is_none() => options.dir = Some(dir.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Diff(options)))
}
