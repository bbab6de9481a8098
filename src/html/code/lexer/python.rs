//! Python.

use std::sync::LazyLock;

use super::cursor::{Cursor, is_word};
use super::words::{Words, is_constant_name};
use crate::html::code::tokens::TokenClass::{self, *};

/// Code in strings in code is followed this deep; brackets are counted this deep.
const MAX_DEPTH: usize = 64;

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        (
            Keyword,
            "import from def await return if in for as class with raise else try except or yield not pass elif and assert is lambda finally while continue break del match case",
        ),
        (Storage, "async global nonlocal"),
        (Type, "str int dict list float bool bytes tuple set frozenset object type complex bytearray"),
        (Constant, "None True False NotImplemented Ellipsis"),
        (Variable, "self cls __name__ __file__ __class__ __doc__"),
    ])
});

/// An open bracket.
enum Bracket {
    /// `[`, `{`, or `(` that is not a call.
    Group,
    Call,
    /// Parameters of `def`.
    Parameters,
    /// What a class inherits.
    Bases,
    /// Code in a string.
    Hole(Quotes),
}

/// A string with code in it.
#[derive(Clone, Copy)]
struct Quotes {
    mark: u8,
    triple: bool,
    raw: bool,
    format: bool,
}

/// Python.
pub(super) fn python(code: &mut Cursor) {
    let mut brackets: Vec<Bracket> = Vec::new();
    // The word before: `def`, `class`, or nothing that matters.
    let mut declared = "";
    // The last sign, to know where a parameter begins.
    let mut sign = 0u8;
    while !code.at_end() {
        let byte = code.peek();
        if code.blanks() {
            continue;
        }
        match byte {
            b'#' => {
                code.skip_line();
                code.push(Comment);
            }
            b'"' | b'\'' => quotes(code, "", &mut brackets),
            b'@' if code.first_on_line() => {
                code.bump(1);
                while is_word(code.peek()) || code.peek() == b'.' {
                    code.skip_while(is_word);
                    code.push(Function);
                    code.skip_while(|byte| byte == b'.');
                    code.push(Plain);
                }
                if code.peek() == b'(' {
                    brackets.push(Bracket::Call);
                    code.take(1, Plain);
                }
            }
            b'0'..=b'9' => code.number(),
            byte if is_word(byte) => {
                let after_dot = code.before() == b'.';
                let word = code.word();
                if matches!(code.peek(), b'"' | b'\'') && word.len() <= 2 && is_prefix(word) {
                    quotes(code, word, &mut brackets);
                    continue;
                }
                let class = word_class(code, word, after_dot, declared, brackets.last(), sign);
                declared = match (word, declared) {
                    ("def" | "class", _) => word,
                    (_, "def") => "(def",
                    (_, "class") => "(class",
                    _ => "",
                };
                code.push(class);
                sign = if class == Parameter || class == Plain { 0 } else { sign };
                if code.peek() == b'(' {
                    brackets.push(match declared {
                        "(def" => Bracket::Parameters,
                        "(class" => Bracket::Bases,
                        _ => Bracket::Call,
                    });
                    declared = "";
                    sign = b'(';
                    code.take(1, Plain);
                }
            }
            b'(' | b'[' | b'{' => {
                brackets.push(if declared == "(def" { Bracket::Parameters } else { Bracket::Group });
                sign = byte;
                code.take(1, Plain);
            }
            b')' | b']' | b'}' => match brackets.pop() {
                Some(Bracket::Hole(open)) if byte == b'}' => {
                    code.take(1, Escape);
                    string(code, open, String, &mut brackets);
                }
                other => {
                    brackets.extend(other.filter(|bracket| matches!(bracket, Bracket::Hole(_))));
                    code.take(1, Plain);
                }
            },
            b':' | b'!' if matches!(brackets.last(), Some(Bracket::Hole(_))) && code.ahead(1) != b'=' => {
                code.skip_while(|byte| !matches!(byte, b'{' | b'}' | b'"' | b'\'' | b'\n'));
                code.push(Constant);
            }
            b'.' if code.starts("...") => code.take(3, Constant),
            b'+' | b'-' | b'*' | b'/' | b'%' | b'=' | b'<' | b'>' | b'!' | b'|' | b'&' | b'^' | b'~' => {
                code.take(1, Operator);
            }
            b'@' => code.take(1, Operator),
            _ => {
                sign = if byte == b',' { byte } else { 0 };
                code.take(1, Plain);
            }
        }
    }
}

fn is_prefix(word: &str) -> bool {
    word.bytes().all(|byte| matches!(byte, b'r' | b'R' | b'b' | b'B' | b'f' | b'F' | b'u' | b'U' | b't'))
}

fn word_class(
    code: &Cursor,
    word: &str,
    after_dot: bool,
    declared: &str,
    bracket: Option<&Bracket>,
    sign: u8,
) -> TokenClass {
    let next = code.peek();
    let soft = matches!(word, "match" | "case" | "type")
        && (next != b' ' || matches!(code.after_spaces(), b'=' | b'.' | b',' | b')'));
    let keyword_argument = next == b'=' && code.ahead(1) != b'=';
    match (declared, bracket) {
        ("def", _) => return Function,
        ("class", _) => return Type,
        (_, Some(Bracket::Call)) if keyword_argument && !after_dot => return Parameter,
        (_, Some(Bracket::Parameters)) if matches!(sign, b'(' | b',') => return Parameter,
        (_, Some(Bracket::Bases)) if !after_dot && !keyword_argument => return Type,
        _ => {}
    }
    if !after_dot
        && !soft
        && let Some(class) = WORDS.class(word)
    {
        return class;
    }
    if !after_dot && (word.ends_with("Error") || word == "Exception") {
        return Type;
    }
    match next {
        b'(' => Function,
        _ if is_constant_name(word) => Constant,
        _ => Plain,
    }
}

/// A string whose prefix was read.
fn quotes(code: &mut Cursor, prefix: &str, brackets: &mut Vec<Bracket>) {
    let mark = code.peek();
    let triple = code.ahead(1) == mark && code.ahead(2) == mark;
    let has = |letters: [char; 2]| prefix.contains(letters);
    let open = Quotes {
        mark,
        triple,
        raw: has(['r', 'R']),
        format: has(['f', 'F']) && brackets.len() < MAX_DEPTH || prefix.contains('t'),
    };
    let statement = prefix.is_empty() && triple && code.first_on_line() && brackets.is_empty();
    code.push(Storage);
    let key = matches!(brackets.last(), Some(Bracket::Group)) && !triple && is_key(code.rest(), mark);
    code.bump(if triple { 3 } else { 1 });
    let class = if statement {
        Comment
    } else if key {
        Property
    } else {
        String
    };
    string(code, open, class, brackets);
}

/// A string is a key when a colon follows it.
fn is_key(rest: &[u8], mark: u8) -> bool {
    let mut at = 1;
    while let Some(byte) = rest.get(at).filter(|byte| **byte != b'\n') {
        match *byte {
            b'\\' => at += 1,
            byte if byte == mark => {
                let after = rest.get(at + 1..).unwrap_or_default();
                return after.iter().find(|byte| **byte != b' ') == Some(&b':');
            }
            _ => {}
        }
        at += 1;
    }
    false
}

/// The rest of a string, up to its end or to code in it.
fn string(code: &mut Cursor, open: Quotes, class: TokenClass, brackets: &mut Vec<Bracket>) {
    loop {
        code.skip_while(|byte| !matches!(byte, b'\\' | b'\n' | b'{' | b'}') && byte != open.mark);
        match code.peek() {
            0 if code.at_end() => return code.push(class),
            b'\n' if open.triple => code.bump(1),
            b'\n' => return code.push(class),
            b'\\' if open.raw || class == Comment || code.ahead(1) == b'\n' => code.bump(2),
            b'\\' => {
                code.push(class);
                code.take(2, Escape);
            }
            b'{' | b'}' if open.format && code.ahead(1) == code.peek() => {
                code.push(class);
                code.take(2, Escape);
            }
            b'{' if open.format => {
                code.push(class);
                code.take(1, Escape);
                return brackets.push(Bracket::Hole(open));
            }
            byte if byte == open.mark => {
                if !open.triple {
                    return code.take(1, class);
                }
                if code.ahead(1) == byte && code.ahead(2) == byte {
                    return code.take(3, class);
                }
                code.bump(1);
            }
            _ => code.bump(1),
        }
    }
}
