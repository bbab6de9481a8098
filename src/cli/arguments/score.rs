//! `docs score`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text, value};
use crate::score::MOST_TOKENS;

/// `docs score` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreArguments {
    /// The built site; `None`: `dist`.
    pub folder: Option<String>,
    pub format: ScoreFormat,
    /// Longest text of a page.
    pub most_tokens: usize,
    /// Less than this is a failure.
    pub least: Option<usize>,
}

/// How the result is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreFormat {
    #[default]
    Table,
    Plain,
    Json,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "score",
    aliases: &[],
    summary: "How ready a built site is for assistants and other programs",
    help: HELP,
    parse,
};

/// Help for `docs score`.
const HELP: &str = "\
Tell how ready a built site is for assistants and other programs that read it.

Usage: docs score [FOLDER] [OPTIONS]

Arguments:
  [FOLDER]               A folder that `docs build` wrote [default: dist]

Options:
      --format FORMAT    table, plain (lines with tabs) or json [default: table]
      --most-tokens N    Longest Markdown of a page, about four bytes a token [default: 25000]
      --least N          End with 1 when the score, of 100, is less
  -h, --help             This help

Looks at llms.txt, robots.txt and sitemap.xml, at the Markdown of each page and its length, and at what the head of
each page says. Nothing is sent anywhere.

Exit codes: 0 looked, 1 no built site, or less than --least, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = ScoreArguments {
        folder: None,
        format: ScoreFormat::default(),
        most_tokens: MOST_TOKENS,
        least: None,
    };
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("format") => {
                options.format = match value(&mut parser)?.as_str() {
                    "table" => ScoreFormat::Table,
                    "plain" => ScoreFormat::Plain,
                    "json" => ScoreFormat::Json,
                    other => return Err(format!("`--format {other}`: expected `table`, `plain` or `json`")),
                }
            }
            Long("most-tokens") => options.most_tokens = number("--most-tokens", &value(&mut parser)?)?,
            Long("least") => options.least = Some(number("--least", &value(&mut parser)?)?),
            Value(folder) if options.folder.is_none() => {
                options.folder = Some(folder.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Score(options)))
}

fn number(option: &str, text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{option} {text}`: expected a number"))
}
