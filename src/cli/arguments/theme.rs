//! `docs theme`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text};

/// `docs theme` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeArguments {
    pub action: ThemeAction,
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
}

/// What to do with templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThemeAction {
    /// Print the names.
    List,
    /// Write a copy of the one with this name into the project.
    Eject(String),
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "theme",
    aliases: &[],
    summary: "Take over a template of the site's theme",
    help: HELP,
    parse,
};

/// Help for `docs theme`.
const HELP: &str = "\
Take over a template of the site's theme.

Usage: docs theme list [DIR]
       docs theme eject NAME [DIR]

`eject` writes the theme's template NAME (such as footer) to theme/NAME.html in the project. From then on that file is
used in its place; `docs build --watch` sees its edits. Without the file, the theme's own is used again.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut words = Vec::new();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Value(word) => words.push(word.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    let mut words = words.into_iter();
    let action = match words.next().as_deref() {
        Some("list") => ThemeAction::List,
        Some("eject") => match words.next() {
            Some(name) => ThemeAction::Eject(name),
            None => return Err("`docs theme eject` needs the name of a template".to_owned()),
        },
        _ => return Err("`docs theme`: expected `list` or `eject NAME`".to_owned()),
    };
    let arguments = ThemeArguments { action, dir: words.next() };
    match words.next() {
        Some(more) => Err(format!("`docs theme`: there is one word too many, `{more}`")),
        None => Ok(Parsed::Run(Command::Theme(arguments))),
    }
}
