//! `docs cache`, and where results are kept.

use lexopt::prelude::*;

use super::{Command, Format, Parsed, Words, text, value};

/// Which store, as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CachePlace {
    /// `None`: the one in the project.
    pub dir: Option<String>,
    /// Most bytes; `None`: the default.
    pub size: Option<u64>,
}

/// `docs cache` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheArguments {
    pub action: CacheAction,
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub place: CachePlace,
    pub format: Format,
}

/// What to do with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheAction {
    Stats,
    Verify,
    Gc,
    Clear,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "cache",
    aliases: &[],
    summary: "Look at, check or empty what earlier builds remember",
    help: HELP,
    parse,
};

/// Help for `docs cache`.
const HELP: &str = "\
Look at, check or empty what earlier builds remember.

Usage: docs cache <ACTION> [DIR] [OPTIONS]

Actions:
  stats    How much is in it
  verify   Read everything and report what is damaged
  gc       Drop what is damaged, and what is over the size, least recently used first
  clear    Drop everything

Arguments:
  [DIR]                  Folder with docs.json [default: here, then docs/]

Options:
      --cache-dir DIR    The cache itself [default: .docs/cache beside docs.json]
      --cache-size SIZE  Size to keep with gc, such as 500MB or 2GiB [default: 2GiB]
      --json             Print one JSON object instead of text
  -h, --help             This help

Exit codes: 0 done, 1 damaged or unusable, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut action = None;
    let mut dir = None;
    let mut place = CachePlace::default();
    let mut format = Format::Text;
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("cache-dir") => place.dir = Some(value(&mut parser)?),
            Long("cache-size") => place.size = Some(size(&value(&mut parser)?)?),
            Long("json") => format = Format::Json,
            Value(name) if action.is_none() => action = Some(cache_action(&name.to_string_lossy())?),
            Value(path) if dir.is_none() => dir = Some(path.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    let Some(action) = action else {
        return Err("`docs cache`: expected `stats`, `verify`, `gc` or `clear`".to_owned());
    };
    Ok(Parsed::Run(Command::Cache(CacheArguments { action, dir, place, format })))
}

fn cache_action(name: &str) -> Result<CacheAction, String> {
    match name {
        "stats" => Ok(CacheAction::Stats),
        "verify" => Ok(CacheAction::Verify),
        "gc" => Ok(CacheAction::Gc),
        "clear" => Ok(CacheAction::Clear),
        other => Err(format!("`docs cache {other}`: expected `stats`, `verify`, `gc` or `clear`")),
    }
}

/// Bytes from `500MB`, `2GiB`, `1.5 GB` or a number alone.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`--cache-size {text}`: expected a size such as `500MB` or `2GiB`");
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        _ => return Err(wrong()),
    };
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(unit).ok_or_else(wrong);
    }
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * unit as f64;
    if bytes.is_finite() && bytes < 1e18 { Ok(bytes as u64) } else { Err(wrong()) }
}
