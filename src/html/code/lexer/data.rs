//! Formats for data and settings: JSON, TOML, INI, dotenv.

use super::cursor::{Cursor, is_word};
use crate::html::code::tokens::TokenClass::{self, *};

/// JSON with all that its dialects allow: comments, single quotes, keys without quotes.
pub(super) fn json(code: &mut Cursor) {
    while !code.at_end() {
        match code.peek() {
            _ if code.blanks() => {}
            quote @ (b'"' | b'\'') => {
                let key = json_string_is_key(code.rest(), quote);
                quoted(code, quote, if key { Property } else { String });
            }
            b'/' if code.ahead(1) == b'/' => {
                code.skip_line();
                code.push(Comment);
            }
            b'/' if code.ahead(1) == b'*' => {
                code.bump(2);
                code.skip_past("*/");
                code.push(Comment);
            }
            b'0'..=b'9' => code.number(),
            b'-' | b'+' if code.ahead(1).is_ascii_digit() => {
                code.bump(1);
                code.number();
            }
            b'#' => {
                code.skip_line();
                code.push(Comment);
            }
            byte if is_word(byte) || byte == b'$' => {
                code.bump(1);
                code.skip_while(is_word);
                let class = match code.pending() {
                    "true" | "false" | "null" | "NaN" | "Infinity" | "undefined" => Constant,
                    _ if code.after_spaces() == b':' => Property,
                    _ => Plain,
                };
                code.push(class);
            }
            _ => code.take(1, Plain),
        }
    }
}

/// A string is a key when a colon follows it.
fn json_string_is_key(rest: &[u8], quote: u8) -> bool {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match *byte {
            b'\\' => at += 1,
            b'\n' => return false,
            byte if byte == quote => {
                let after = rest.get(at + 1..).unwrap_or_default();
                return after.iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b':');
            }
            _ => {}
        }
        at += 1;
    }
    false
}

/// A string on one line, with escapes, in `class`.
pub(super) fn quoted(code: &mut Cursor, quote: u8, class: TokenClass) {
    code.bump(1);
    loop {
        code.skip_while(|byte| byte != quote && byte != b'\\' && byte != b'\n');
        match code.peek() {
            b'\\' if code.ahead(1) != b'\n' => {
                code.push(class);
                let len = if code.ahead(1) == b'u' { 6 } else { 2 };
                let word = (2..len).take_while(|at| code.ahead(*at).is_ascii_hexdigit()).count();
                code.take(2 + word, Escape);
            }
            byte if byte == quote => return code.take(1, class),
            b'\\' => code.bump(1),
            _ => return code.push(class),
        }
    }
}

/// TOML.
pub(super) fn toml(code: &mut Cursor) {
    let mut value = false;
    let mut depth = 0usize;
    while !code.at_end() {
        value &= !(code.peek() == b'\n' && depth == 0);
        match code.peek() {
            _ if code.blanks() => value &= depth > 0 || !code.first_on_line(),
            b'#' => {
                code.skip_line();
                code.push(Comment);
            }
            b'[' if !value && depth == 0 && code.first_on_line() => {
                code.skip_while(|byte| byte == b'[');
                code.push(Plain);
                while !matches!(code.peek(), b']' | b'\n' | 0) {
                    code.skip_while(|byte| !matches!(byte, b']' | b'\n' | b'.'));
                    code.push(Property);
                    code.skip_while(|byte| byte == b'.');
                    code.push(Plain);
                }
            }
            b'"' | b'\'' => toml_string(code, value),
            b'=' => {
                value = true;
                code.take(1, Plain);
            }
            b'[' => {
                depth += 1;
                code.take(1, Plain);
            }
            b']' => {
                depth = depth.saturating_sub(1);
                code.take(1, Plain);
            }
            b'{' | b',' => {
                // In a table on one line the next word is a key.
                value = depth > 0 && code.peek() == b',';
                code.take(1, Plain);
            }
            byte if is_word(byte) || byte == b'-' => {
                code.skip_while(|byte| is_word(byte) || matches!(byte, b'-' | b'+' | b':'));
                let class = match code.pending() {
                    _ if !value && matches!(code.after_spaces(), b'=' | b'.') => Property,
                    "true" | "false" => Constant,
                    word if word.starts_with(|first: char| first.is_ascii_digit() || first == '-') => Number,
                    _ => Plain,
                };
                code.push(class);
            }
            b'.' if code.ahead(1).is_ascii_digit() && value => code.take(1, Number),
            _ => code.take(1, Plain),
        }
    }
}

fn toml_string(code: &mut Cursor, value: bool) {
    for marks in ["\"\"\"", "'''"] {
        if code.starts(marks) {
            code.bump(3);
            code.skip_past(marks);
            return code.push(String);
        }
    }
    let quote = code.peek();
    quoted(code, quote, if value { String } else { Property });
}

/// Lines of `key = value`: INI, properties, systemd units.
pub(super) fn ini(code: &mut Cursor) {
    settings(code, Property, String);
}

/// Lines of `KEY=value`.
pub(super) fn dotenv(code: &mut Cursor) {
    settings(code, Variable, String);
}

fn settings(code: &mut Cursor, key: TokenClass, value: TokenClass) {
    while !code.at_end() {
        match code.peek() {
            _ if code.blanks() => {}
            b'#' | b';' => {
                code.skip_line();
                code.push(Comment);
            }
            b'[' => {
                code.take(1, Plain);
                code.skip_while(|byte| !matches!(byte, b']' | b'\n'));
                code.push(Property);
                code.skip_line();
                code.push(Plain);
            }
            _ => {
                if code.starts("export ") {
                    code.take(7, Storage);
                }
                code.skip_while(|byte| !matches!(byte, b'=' | b':' | b'\n'));
                code.push(if matches!(code.peek(), b'=' | b':') { key } else { Plain });
                if matches!(code.peek(), b'=' | b':') {
                    code.take(1, Operator);
                    setting(code, value);
                }
            }
        }
    }
}

/// The value after the sign, to the end of the line.
fn setting(code: &mut Cursor, class: TokenClass) {
    code.skip_while(|byte| matches!(byte, b' ' | b'\t'));
    code.push(Plain);
    match code.peek() {
        quote @ (b'"' | b'\'') => quoted(code, quote, class),
        _ => {
            code.skip_while(|byte| !matches!(byte, b'\n' | b'#'));
            while code.peek() == b'#' && !matches!(code.before(), b' ' | b'\t') {
                code.bump(1);
                code.skip_while(|byte| !matches!(byte, b'\n' | b'#'));
            }
            let class = match code.pending().trim() {
                "true" | "false" | "yes" | "no" | "on" | "off" => Constant,
                word if !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit() || b == b'.') => Number,
                _ => class,
            };
            code.push(class);
        }
    }
    if code.after_spaces() == b'#' {
        code.skip_while(|byte| byte == b' ' || byte == b'\t');
        code.push(Plain);
        code.skip_line();
        code.push(Comment);
    }
    code.skip_line();
    code.push(Plain);
}
