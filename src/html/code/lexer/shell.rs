//! Commands for a shell: bash, sh, zsh.

use std::collections::VecDeque;
use std::sync::LazyLock;

use super::cursor::{Cursor, is_word};
use super::words::Words;
use crate::html::code::tokens::TokenClass::*;

/// Commands in strings in commands are followed this deep.
const MAX_DEPTH: usize = 64;

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        (
            Keyword,
            "if then fi for in do done while until case esac else elif break continue return select time [ [[ ! {",
        ),
        (Storage, "export local declare readonly typeset function"),
    ])
});

/// What is open around a command.
#[derive(PartialEq)]
enum Open {
    /// `(` or `$(`.
    Round,
    /// `$(` in a string.
    InString,
}

/// A document that begins on the next line.
struct Here<'a> {
    end: &'a str,
    indented: bool,
}

/// What a line begins with.
#[derive(Clone, Copy, PartialEq)]
enum Lines {
    Commands,
    Instructions,
}

/// Shell commands.
pub(super) fn shell(code: &mut Cursor) {
    read(code, Lines::Commands);
}

/// A Dockerfile: instructions, and commands after some of them.
pub(super) fn docker(code: &mut Cursor) {
    read(code, Lines::Instructions);
}

fn read(code: &mut Cursor, lines: Lines) {
    let mut fresh = true;
    let mut open: Vec<Open> = Vec::new();
    let mut here: VecDeque<Here> = VecDeque::new();
    // True where the name of a command is expected.
    let mut command = true;
    while !code.at_end() {
        let byte = code.peek();
        let word_start = matches!(code.before(), b' ' | b'\t' | b'\n' | b'(' | b'`' | b'|' | b';' | b'&');
        match byte {
            b'\n' => {
                code.take(1, Plain);
                command = true;
                fresh = true;
                while let Some(document) = here.pop_front() {
                    here_document(code, &document);
                }
            }
            b' ' | b'\t' => {
                code.skip_while(|byte| matches!(byte, b' ' | b'\t'));
                code.push(Plain);
            }
            b'#' if word_start => {
                code.skip_line();
                code.push(Comment);
            }
            b'\\' if code.ahead(1) == b'\n' => {
                code.bump(2);
                code.push(Plain);
            }
            b'\\' => code.take(2, Escape),
            b'"' => {
                code.bump(1);
                string(code, &mut open);
                command &= open.last() == Some(&Open::InString);
            }
            b'\'' => {
                code.bump(1);
                code.skip_past("'");
                code.push(String);
                command = false;
            }
            b'$' if matches!(code.ahead(1), b'\'') => code.take(1, Plain),
            b'$' => {
                command = variable(code, &mut open, Open::Round);
            }
            b'<' if code.starts("<<") && code.ahead(2) != b'<' => {
                if let Some(document) = here_sign(code) {
                    here.push_back(document);
                }
            }
            b')' => {
                command = false;
                if open.pop() == Some(Open::InString) {
                    code.take(1, Plain);
                    string(code, &mut open);
                } else {
                    code.take(1, Plain);
                }
            }
            b'(' => {
                if open.len() < MAX_DEPTH {
                    open.push(Open::Round);
                }
                command = true;
                code.take(1, Plain);
            }
            b'`' => {
                command = true;
                code.take(1, Plain);
            }
            b'|' | b'&' | b';' => {
                command = byte != b'&' || code.before() != b'>';
                code.skip_while(|byte| matches!(byte, b'|' | b'&' | b';'));
                code.push(Operator);
            }
            b'<' | b'>' | b'*' | b'?' | b'=' => code.take(1, Operator),
            b'~' if word_start => {
                code.take(1, Variable);
                code.skip_while(|byte| is_word(byte) || matches!(byte, b'/' | b'.' | b'-'));
                code.push(if command { Function } else { Plain });
                command = false;
            }
            b'-' if word_start && !command => option(code),
            _ if fresh && lines == Lines::Instructions && byte.is_ascii_alphabetic() => {
                fresh = false;
                let name = code.word();
                command = ["RUN", "CMD", "ENTRYPOINT", "ONBUILD", "HEALTHCHECK"].contains(&name);
                code.push(Keyword);
            }
            _ if lines == Lines::Instructions && code.starts("AS ") => code.take(2, Keyword),
            _ => command = word(code, command),
        }
    }
}

/// `-f` or `--flag`.
fn option(code: &mut Cursor) {
    code.skip_while(|byte| byte == b'-');
    code.push(Plain);
    code.skip_while(|byte| is_word(byte) || byte == b'-');
    code.push(Parameter);
    if code.peek() == b'=' {
        code.take(1, Operator);
    }
}

/// A word; returns true when a command may follow it.
fn word(code: &mut Cursor, command: bool) -> bool {
    let letter =
        |byte| is_word(byte) || matches!(byte, b'.' | b'/' | b'-' | b':' | b'@' | b'+' | b'%' | b',');
    code.skip_while(letter);
    let text = code.pending();
    if text.is_empty() {
        code.skip_while(|byte| matches!(byte, b'[' | b']' | b'!' | b'{' | b'}'));
        let text = code.pending();
        if text.is_empty() {
            code.bump(1);
            code.push(Plain);
            return false;
        }
        let test = matches!(text, "[" | "[[" | "!" | "]" | "]]")
            && (command || text.starts_with(']'))
            && matches!(code.peek(), b' ' | b'\n' | b';' | 0);
        code.push(if test { Keyword } else { Plain });
        return command && matches!(code.pending(), "" | "{" | "!");
    }
    let name = text.bytes().all(is_word);
    if name && code.peek() == b'=' || code.starts("+=") {
        code.push(Plain);
        code.bump(1);
        code.take(usize::from(code.peek() == b'='), Operator);
        if command {
            code.skip_while(letter);
            code.push(String);
        }
        return command;
    }
    let listed = WORDS.class(text);
    let class = match listed {
        Some(class) if command => class,
        Some(Keyword) if matches!(text, "in" | "do" | "then") => Keyword,
        _ if command => Function,
        _ => Plain,
    };
    code.push(class);
    class == Storage || class == Keyword && !matches!(text, "for" | "case" | "in" | "select")
}

/// `$name`, `${…}`, `$(`; returns true when a command follows.
fn variable(code: &mut Cursor, open: &mut Vec<Open>, kind: Open) -> bool {
    match code.ahead(1) {
        b'(' if open.len() < MAX_DEPTH => {
            open.push(kind);
            code.take(2, Plain);
            true
        }
        b'{' => {
            code.skip_while(|byte| !matches!(byte, b'}' | b'\n' | b'"'));
            if code.peek() == b'}' {
                code.bump(1);
            }
            code.push(Variable);
            false
        }
        byte if is_word(byte) => {
            code.bump(1);
            if byte.is_ascii_digit() {
                code.bump(1);
            } else {
                code.word();
            }
            code.push(Variable);
            false
        }
        b'?' | b'!' | b'@' | b'*' | b'#' | b'$' | b'-' => {
            code.take(2, Variable);
            false
        }
        _ => {
            code.take(1, Plain);
            false
        }
    }
}

/// The rest of a string in double quotes, up to its end or to a command in it.
fn string(code: &mut Cursor, open: &mut Vec<Open>) {
    loop {
        code.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'$'));
        match code.peek() {
            b'"' => return code.take(1, String),
            b'\\' if matches!(code.ahead(1), b'"' | b'\\' | b'$' | b'`') => {
                code.push(String);
                code.take(2, Escape);
            }
            b'\\' => code.bump(1),
            b'$' if is_word(code.ahead(1)) || matches!(code.ahead(1), b'{' | b'(' | b'?' | b'@' | b'!') => {
                code.push(String);
                if variable(code, open, Open::InString) {
                    return;
                }
            }
            b'$' => code.bump(1),
            _ => return code.push(String),
        }
    }
}

/// `<<EOF`: what ends the document.
fn here_sign<'a>(code: &mut Cursor<'a>) -> Option<Here<'a>> {
    code.bump(2);
    let indented = code.peek() == b'-';
    code.bump(usize::from(indented));
    code.skip_while(|byte| byte == b' ');
    let quoted = matches!(code.peek(), b'\'' | b'"');
    code.push(Operator);
    code.bump(usize::from(quoted));
    let end = code.word();
    code.bump(usize::from(quoted && code.peek() != b'\n'));
    code.push(Keyword);
    (!end.is_empty()).then_some(Here { end, indented })
}

fn here_document(code: &mut Cursor, document: &Here) {
    while !code.at_end() {
        code.push(String);
        if document.indented {
            code.skip_while(|byte| byte == b'\t');
        }
        let line = code.rest();
        if let Some(after) = line.strip_prefix(document.end.as_bytes())
            && matches!(after.first(), None | Some(b'\n'))
        {
            return code.take(document.end.len(), Keyword);
        }
        code.skip_line();
        code.bump(1);
    }
    code.push(String);
}
