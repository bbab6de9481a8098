//! Lexers for the languages that most code in documentation is written in, written by hand: they read
//! some hundred times as fast as the grammars of `highlight` and give the same classes (CODE-01).
//!
//! They are no parsers. Each is linear in the code, keeps what is open on a stack of bounded depth, and
//! takes any text: an unclosed string or comment ends with the code.

use super::tokens::Tokens;
use cursor::Cursor;

mod css;
mod cursor;
mod data;
mod families;
mod grammar;
mod markup;
mod python;
mod script;
mod shell;
mod words;
mod yaml;

/// Whether there is a lexer for a language.
pub fn knows(language: &str) -> bool {
    lex(language, "").is_some()
}

/// The tokens of `code`; `None` when there is no lexer for this language. `language` is a canonical name.
pub fn lex(language: &str, code: &str) -> Option<Tokens> {
    let mut cursor = Cursor::new(code);
    let code = &mut cursor;
    match language {
        "shellscript" => shell::shell(code),
        "json" | "jsonc" | "json5" | "jsonl" => data::json(code),
        "yaml" => yaml::yaml(code),
        "toml" => data::toml(code),
        "ini" | "systemd" => data::ini(code),
        "dotenv" => data::dotenv(code),
        "docker" => shell::docker(code),
        "python" => python::python(code),
        "javascript" | "jsx" | "tsx" => script::script(code, script::Elements::Allowed),
        "typescript" => script::script(code, script::Elements::None),
        "html" | "xml" => markup::markup(code),
        "css" | "scss" | "less" => css::css(code),
        // A page with code in it: the grammar reads both.
        "php" if code.rest_contains("?>") => return None,
        _ => families::grammar(language)?.lex(code),
    }
    Some(cursor.finish())
}
