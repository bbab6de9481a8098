//! YAML: keys, scalars, block scalars, anchors.

use super::cursor::Cursor;
use super::data::quoted;
use crate::html::code::tokens::TokenClass::{self, *};

/// Longer lines are not searched for a key.
const MAX_KEY: usize = 200;

/// YAML.
pub(super) fn yaml(code: &mut Cursor) {
    let mut flow = 0usize;
    // The indent of the line that holds the present value.
    let mut indent = 0;
    while !code.at_end() {
        if code.blanks() {
            continue;
        }
        if code.first_on_line() {
            indent = code.column();
            if indent == 0 && (code.starts("---") || code.starts("...")) {
                code.take(3, Plain);
                continue;
            }
        }
        match code.peek() {
            b'#' if matches!(code.before(), b' ' | b'\t' | b'\n') => {
                code.skip_line();
                code.push(Comment);
            }
            b'-' if matches!(code.ahead(1), b' ' | b'\n' | 0) => code.take(1, Plain),
            b'?' | b':' if matches!(code.ahead(1), b' ' | b'\n' | 0) => code.take(1, Plain),
            b'[' | b'{' => {
                flow += 1;
                code.take(1, Plain);
            }
            b']' | b'}' => {
                flow = flow.saturating_sub(1);
                code.take(1, Plain);
            }
            b',' if flow > 0 => code.take(1, Plain),
            b'&' | b'*' if super::cursor::is_word(code.ahead(1)) => {
                code.skip_while(|byte| !matches!(byte, b' ' | b'\n' | b',' | b']' | b'}'));
                code.push(Variable);
            }
            b'!' => {
                code.skip_while(|byte| !matches!(byte, b' ' | b'\n'));
                code.push(Storage);
            }
            b'|' | b'>' if flow == 0 => block_scalar(code, indent),
            b'%' if indent == 0 && code.first_on_line() => {
                code.skip_line();
                code.push(Keyword);
            }
            quote @ (b'"' | b'\'') => {
                let key = key_len(code.rest(), flow > 0).is_some();
                scalar_in_quotes(code, quote, if key { Property } else { String });
            }
            _ => plain_scalar(code, flow > 0),
        }
    }
}

fn scalar_in_quotes(code: &mut Cursor, quote: u8, class: TokenClass) {
    if quote == b'"' {
        return quoted(code, quote, class);
    }
    code.bump(1);
    code.skip_while(|byte| byte != b'\'' && byte != b'\n');
    while code.starts("''") {
        code.bump(2);
        code.skip_while(|byte| byte != b'\'' && byte != b'\n');
    }
    if code.peek() == b'\'' {
        code.bump(1);
    }
    code.push(class);
}

/// `|` or `>` and all lines that are deeper than the line of the sign.
fn block_scalar(code: &mut Cursor, indent: usize) {
    code.skip_while(|byte| matches!(byte, b'|' | b'>' | b'+' | b'-' | b'0'..=b'9'));
    code.push(Keyword);
    code.skip_while(|byte| byte == b' ');
    code.push(Plain);
    if code.peek() == b'#' {
        code.skip_line();
        code.push(Comment);
    }
    code.skip_line();
    loop {
        let line = code.rest().get(1..).unwrap_or_default();
        let depth = line.iter().take_while(|byte| **byte == b' ').count();
        let inside = depth > indent || matches!(line.get(depth), Some(b'\n'));
        if line.is_empty() || !inside {
            return code.push(String);
        }
        code.bump(1);
        code.skip_line();
    }
}

/// The length of a key that begins here.
fn key_len(rest: &[u8], flow: bool) -> Option<usize> {
    let mut quote = 0;
    for (at, byte) in rest.iter().enumerate().take(MAX_KEY) {
        match *byte {
            b'\n' => return None,
            b'"' | b'\'' if at == 0 => quote = *byte,
            byte if quote != 0 => quote = if byte == quote { 0 } else { quote },
            b'#' if at > 0 && matches!(rest.get(at - 1), Some(b' ')) => return None,
            b',' | b'{' | b'}' | b'[' | b']' if flow => return None,
            b':' if matches!(rest.get(at + 1), None | Some(b' ' | b'\n')) => return Some(at),
            _ => {}
        }
    }
    None
}

fn plain_scalar(code: &mut Cursor, flow: bool) {
    if let Some(len) = key_len(code.rest(), flow) {
        code.take(len, Property);
        return code.take(1, Plain);
    }
    loop {
        code.bump(1);
        code.skip_while(|byte| !matches!(byte, b'\n' | b'#' | b',' | b']' | b'}'));
        match code.peek() {
            b'#' if !matches!(code.before(), b' ' | b'\t') => {}
            b',' | b']' | b'}' if !flow => {}
            _ => break,
        }
    }
    let class = scalar_class(code.pending().trim_end());
    code.push(class);
}

fn scalar_class(text: &str) -> TokenClass {
    match text {
        "true" | "false" | "null" | "~" | "True" | "False" | "yes" | "no" | "on" | "off" | "Null" => Constant,
        _ => {
            let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
            let number = digits.starts_with(|first: char| first.is_ascii_digit())
                && digits.parse::<f64>().is_ok() | digits.starts_with("0x");
            if number { Number } else { String }
        }
    }
}
