//! HTML and XML.

use super::css::css;
use super::cursor::{Cursor, is_word};
use super::script::{Elements, script};
use crate::html::code::tokens::TokenClass::*;

/// HTML or XML.
pub(super) fn markup(code: &mut Cursor) {
    while !code.at_end() {
        if code.blanks() {
            continue;
        }
        match code.peek() {
            b'<' if code.starts("<!--") => {
                code.skip_past("-->");
                code.push(Comment);
            }
            b'<' if code.starts("<![CDATA[") => {
                code.take(3, Plain);
                code.take(5, Keyword);
                code.take(1, Plain);
                code.skip_past("]]>");
                code.push(String);
            }
            b'<' if code.starts("<!") => {
                code.take(2, Plain);
                code.skip_while(is_word);
                code.push(Keyword);
                code.skip_while(|byte| byte != b'>');
                code.push(Constant);
            }
            b'<' if is_word(code.ahead(1)) || matches!(code.ahead(1), b'/' | b'?' | b'>') => element(code),
            b'&' => {
                code.bump(1);
                code.skip_while(|byte| is_word(byte) || byte == b'#');
                let whole = code.peek() == b';';
                code.bump(usize::from(whole));
                code.push(if whole { Constant } else { Plain });
            }
            _ => {
                code.bump(1);
                code.skip_while(|byte| !matches!(byte, b'<' | b'&'));
                code.push(Plain);
            }
        }
    }
}

fn element(code: &mut Cursor) {
    code.bump(1);
    let closing = code.peek() == b'/';
    code.skip_while(|byte| matches!(byte, b'/' | b'?'));
    code.push(Plain);
    code.skip_while(is_name);
    let name = code.pending();
    code.push(Tag);
    while !code.at_end() {
        match code.peek() {
            _ if code.blanks() => {}
            b'>' => {
                code.take(1, Plain);
                break;
            }
            b'<' => return,
            quote @ (b'"' | b'\'') => {
                code.bump(1);
                code.skip_while(|byte| byte != quote);
                code.bump(1);
                code.push(String);
            }
            b'=' => {
                code.take(1, Plain);
                if is_name(code.peek()) {
                    code.skip_while(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'>'));
                    code.push(String);
                }
            }
            byte if is_name(byte) => {
                code.skip_while(is_name);
                code.push(Attribute);
            }
            _ => code.take(1, Plain),
        }
    }
    if closing {
        return;
    }
    if name.eq_ignore_ascii_case("script") {
        code.embed("</script", |code| script(code, Elements::None));
    } else if name.eq_ignore_ascii_case("style") {
        code.embed("</style", css);
    }
}

fn is_name(byte: u8) -> bool {
    is_word(byte) || matches!(byte, b'-' | b':' | b'.' | b'@')
}
