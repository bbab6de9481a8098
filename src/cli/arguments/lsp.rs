//! `docs lsp`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, text};

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "lsp",
    aliases: &[],
    summary: "Answer an editor: problems as you type, completion, hover, definitions, renaming",
    help: HELP,
    parse,
};

const HELP: &str = "\
Answer an editor over standard input and output, by the Language Server Protocol: problems as you type, also those of
other files; completion of pages, anchors, components, attributes, icons and keys of docs.json; what a link, component
or key is; where it is defined; renaming a page with everything that leads to it.

Usage: docs lsp [DIR]

Editors start it. For Neovim: vim.lsp.start({ name = 'docs', cmd = { 'docs', 'lsp' }, root_dir = … })

Arguments:
  [DIR]                  Folder with docs.json [default: the workspace of the editor, then its docs/]

Options:
      --stdio            Accepted, as editors like to say it
  -h, --help             This help
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut dir = None;
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("stdio") => {}
            Value(path) if dir.is_none() => dir = Some(path.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Lsp(dir)))
}
