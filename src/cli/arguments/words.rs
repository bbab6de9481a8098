//! `docs completions`, `docs man`, `docs version` and `docs update`: words about the program itself.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text, version};
use crate::cli::words::{SHELLS, completions, manual};
use crate::diagnostic::did_you_mean;

pub(super) const COMPLETIONS: Words = Words {
    name: "completions",
    aliases: &[],
    summary: "Print what completes words in a shell",
    help: "\
Print what completes commands and options in a shell.

Usage: docs completions bash|zsh|fish|powershell

  bash        docs completions bash > ~/.local/share/bash-completion/completions/docs
  zsh         docs completions zsh > \"${fpath[1]}/_docs\"
  fish        docs completions fish > ~/.config/fish/completions/docs.fish
  powershell  docs completions powershell >> $PROFILE
",
    parse: parse_completions,
};

pub(super) const MAN: Words = Words {
    name: "man",
    aliases: &[],
    summary: "Print the manual page",
    help: "Print the manual page of docs.\n\nUsage: docs man > /usr/local/share/man/man1/docs.1\n",
    parse: |parser| nothing_more(parser, &MAN, || Parsed::Print(manual())),
};

pub(super) const VERSION: Words = Words {
    name: "version",
    aliases: &["v"],
    summary: "Print the version",
    help: "Print the version of docs, as `docs --version` does.\n\nUsage: docs version\n",
    parse: |parser| nothing_more(parser, &VERSION, || Parsed::Print(version())),
};

pub(super) const UPDATE: Words = Words {
    name: "update",
    aliases: &[],
    summary: "Tell how this copy was installed and how to update it",
    help: "\
Tell how this copy of docs was installed and which command updates it. Nothing is changed, and nothing is asked over
the network.

Usage: docs update
",
    parse: |parser| nothing_more(parser, &UPDATE, || Parsed::Run(Command::Update)),
};

fn parse_completions(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let shells = SHELLS.join("`, `");
    match parser.next().map_err(text)? {
        Some(Short('h') | Long("help")) => Ok(Parsed::Print(COMPLETIONS.help.to_owned())),
        Some(Value(shell)) => {
            let shell = shell.to_string_lossy();
            let script =
                completions(&shell).ok_or_else(|| match did_you_mean(&shell, SHELLS.iter().copied()) {
                    Some(near) => format!("`docs completions {shell}`: did you mean `{near}`?"),
                    None => format!("`docs completions {shell}`: expected `{shells}`"),
                })?;
            match parser.next().map_err(text)? {
                None => Ok(Parsed::Print(script)),
                Some(other) => Err(other.unexpected().to_string()),
            }
        }
        Some(other) => Err(other.unexpected().to_string()),
        None => Err(format!("`docs completions` needs a shell: `{shells}`")),
    }
}

fn nothing_more(
    mut parser: lexopt::Parser,
    words: &Words,
    answer: impl FnOnce() -> Parsed,
) -> Result<Parsed, String> {
    match parser.next().map_err(text)? {
        None => Ok(answer()),
        Some(Short('h') | Long("help")) => Ok(Parsed::Print(words.help.to_owned())),
        Some(other) => Err(other.unexpected().to_string()),
    }
}
