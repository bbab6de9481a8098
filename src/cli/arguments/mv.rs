//! `docs mv`.

use lexopt::prelude::*;

use super::{Command, Effect, Parsed, Words, text, value};

/// `docs mv` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MvArguments {
    /// Page, folder or file, from the folder with `docs.json`.
    pub old: String,
    pub new: String,
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub effect: Effect,
    pub redirects: RedirectsArgument,
}

/// Whether old addresses lead on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RedirectsArgument {
    #[default]
    Added,
    /// `--no-redirect`.
    Omitted,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "mv",
    aliases: &["rename", "move"],
    summary: "Move a page, folder or file, with everything that leads to it",
    help: HELP,
    parse,
};

/// Help for `docs mv`.
const HELP: &str = "\
Move a page, folder or file, with everything that leads to it.

Usage: docs mv OLD NEW [OPTIONS]

Links and images in all pages, imports of snippets, and docs.json follow; readers of the old address are redirected.
Only the addresses change: formatting and comments stay as they are.

Arguments:
  OLD              What moves: guides/start (a page), guides/ (a folder), images/a.png; from the folder with docs.json
  NEW              Where it goes; a folder that is there, or an ending slash: into it

Options:
      --dir DIR      Folder with docs.json [default: here, then docs/]
      --dry-run      Show what would change
      --no-redirect  Add no redirects
  -h, --help         This help

Exit codes: 0 done, 1 it cannot be moved, 2 wrong usage.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = MvArguments::default();
    let mut places = Vec::new();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("dir") => options.dir = Some(value(&mut parser)?),
            Long("dry-run") => options.effect = Effect::Show,
            Long("no-redirect") => options.redirects = RedirectsArgument::Omitted,
            // The original's way to say that a file in the way may go. Nothing is ever overwritten here.
            Long("force") => {}
            Value(path) if places.len() < 2 => places.push(path.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    match <[String; 2]>::try_from(places) {
        Ok([old, new]) => Ok(Parsed::Run(Command::Mv(MvArguments { old, new, ..options }))),
        Err(_) => Err("`docs mv` needs what moves and where it goes: `docs mv OLD NEW`".to_owned()),
    }
}
