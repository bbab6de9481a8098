//! CSS and its relatives SCSS and Less.

use super::cursor::{Cursor, is_word};
use super::data::quoted;
use crate::html::code::tokens::TokenClass::*;

/// Style sheets.
pub(super) fn css(code: &mut Cursor) {
    let mut depth = 0usize;
    // True between the colon of a declaration and its end.
    let mut value = false;
    while !code.at_end() {
        let byte = code.peek();
        match byte {
            _ if code.blanks() => {}
            b'/' if code.ahead(1) == b'*' => {
                code.bump(2);
                code.skip_past("*/");
                code.push(Comment);
            }
            b'/' if code.ahead(1) == b'/' && code.first_on_line() => {
                code.skip_line();
                code.push(Comment);
            }
            b'"' | b'\'' => quoted(code, byte, String),
            b'{' => {
                depth += 1;
                value = false;
                code.take(1, Plain);
            }
            b'}' => {
                depth = depth.saturating_sub(1);
                value = false;
                code.take(1, Plain);
            }
            b';' => {
                value = false;
                code.take(1, Plain);
            }
            b'@' => {
                code.skip_while(is_name_or_at);
                code.push(Keyword);
                value = true;
            }
            b'!' => {
                code.bump(1);
                code.skip_while(is_word);
                code.push(Keyword);
            }
            b'$' => {
                code.bump(1);
                code.skip_while(is_name);
                code.push(Variable);
            }
            b'#' if value && code.ahead(1).is_ascii_hexdigit() => {
                code.bump(1);
                code.skip_while(is_word);
                code.push(Number);
            }
            b'.' | b'#' if !value && is_name(code.ahead(1)) => {
                code.take(1, Plain);
                code.skip_while(is_name);
                code.push(Attribute);
            }
            b'0'..=b'9' => number(code),
            b'-' | b'.' if code.ahead(1).is_ascii_digit() => number(code),
            byte if is_name(byte) => {
                code.skip_while(is_name);
                let next = code.peek();
                let custom = code.pending().starts_with("--");
                let class = match code.after_spaces() {
                    _ if next == b'(' => Function,
                    b':' if custom && !value => Property,
                    _ if custom => Variable,
                    b':' if !value && depth > 0 && is_declaration(code.rest()) => Property,
                    _ if value => Constant,
                    _ => Tag,
                };
                value |= !value && code.after_spaces() == b':' && is_declaration(code.rest());
                code.push(class);
            }
            b'*' if !value => code.take(1, Tag),
            b'>' | b'+' | b'~' | b'*' | b'=' | b'&' => code.take(1, Operator),
            _ => code.take(1, Plain),
        }
    }
}

fn is_name(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

fn is_name_or_at(byte: u8) -> bool {
    is_name(byte) || byte == b'@'
}

fn number(code: &mut Cursor) {
    code.bump(1);
    code.skip_while(|byte| is_word(byte) || matches!(byte, b'.' | b'%'));
    code.push(Number);
}

/// True when `;` or `}` comes before `{`: a declaration, not a selector like `a:hover`.
fn is_declaration(rest: &[u8]) -> bool {
    rest.iter().take(200).find(|byte| matches!(byte, b';' | b'{' | b'}' | b'\n')) != Some(&b'{')
}
