//! One lexer for the many languages that look like C, driven by a table for each.
//!
//! It knows comments, strings with code in them, numbers, listed words, calls, names after words like
//! `class`, and parameters of functions that are being declared. It does not parse: what needs more than
//! the words around a place stays plain.

use super::cursor::{Cursor, is_word};
use super::words::{Words, is_capitalised, is_constant_name};
use crate::html::code::tokens::TokenClass::{self, *};

/// Strings in code in strings are followed this deep.
const MAX_DEPTH: usize = 64;

/// What a language is made of.
pub(super) struct Grammar {
    /// Signs that begin a comment to the end of the line.
    pub(super) line_comments: &'static [&'static str],
    /// Signs around a comment.
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// Kinds of strings; the first that fits is taken.
    pub(super) strings: &'static [Quote],
    /// Words with a class of their own.
    pub(super) words: Words,
    /// Words before a name that they declare, with the class of that name.
    pub(super) declarations: Words,
    /// Letter case of words.
    pub(super) case: Case,
    /// The class of a capitalised word.
    pub(super) capitalised: TokenClass,
    /// Signs of operators.
    pub(super) operators: &'static str,
    /// Signs before a name, with the class of both: `@Test`, `$x`, `:symbol`.
    pub(super) sigils: &'static [(&'static str, TokenClass)],
    /// Where parameters of a declared function are.
    pub(super) parameters: Parameters,
    /// The class of `name` in `name: value`.
    pub(super) labels: TokenClass,
}

/// How words are compared.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Case {
    /// Letter by letter.
    Sensitive,
    /// The lists are in lower case and match any case.
    Insensitive,
}

/// Where the name of a parameter is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Parameters {
    /// Not looked for.
    None,
    /// `name Type` after a bracket or comma.
    First,
    /// `name: Type`.
    BeforeColon,
    /// `Type name`.
    Last,
}

/// A kind of string.
pub(super) struct Quote {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// Whether a backslash is a sign of its own.
    pub(super) escapes: Escapes,
    /// Signs around code in the string.
    pub(super) hole: Option<(&'static str, u8)>,
    /// Where it ends when the closing sign is missing.
    pub(super) lines: Lines,
    pub(super) class: TokenClass,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Escapes {
    None,
    Backslash,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Lines {
    One,
    Many,
}

/// Code in a string: the bracket that ends it, how many like it are open, and the string.
struct Hole {
    quote: &'static Quote,
    end: u8,
    open: usize,
}

/// What the words before mean for the next one.
#[derive(Default)]
struct State {
    /// The class that a declaring word gives to the next name.
    next_name: Option<TokenClass>,
    /// A function was just named, so the next bracket holds parameters.
    named: bool,
    /// How deep this place is in the brackets of parameters.
    parameters: usize,
    /// The class of the word before, for `Type name`.
    previous: TokenClass,
    /// Brackets of generics.
    generics: usize,
}

impl Grammar {
    pub(super) fn lex(&self, code: &mut Cursor) {
        let mut state = State::default();
        let mut holes: Vec<Hole> = Vec::new();
        while !code.at_end() {
            let byte = code.peek();
            if code.blanks() || self.comment(code) {
                continue;
            }
            if let Some(quote) = self.strings.iter().find(|quote| code.starts(quote.open)) {
                code.bump(quote.open.len());
                string(code, quote, &mut holes);
                state.previous = String;
            } else if byte.is_ascii_digit() {
                code.number();
                state.previous = Number;
            } else if is_word(byte) {
                self.word(code, &mut state);
            } else if !self.sigil(code, &mut state) {
                self.sign(code, byte, &mut state, &mut holes);
            }
        }
    }

    fn comment(&self, code: &mut Cursor) -> bool {
        if self.line_comments.iter().any(|sign| code.starts(sign)) {
            code.skip_line();
        } else {
            match self.block_comment {
                Some((open, close)) if code.starts(open) => {
                    code.bump(open.len());
                    code.skip_past(close);
                }
                _ => return false,
            }
        }
        code.push(Comment);
        true
    }

    fn word(&self, code: &mut Cursor, state: &mut State) {
        let after_dot = code.before() == b'.';
        let word = code.word();
        let lower;
        let known = if self.case == Case::Insensitive {
            lower = word.to_ascii_lowercase();
            lower.as_str()
        } else {
            word
        };
        let next = code.peek();
        let listed = if after_dot && self.case == Case::Sensitive { None } else { self.words.class(known) };
        let parameter = state.parameters == 1 && listed.is_none() && !after_dot;
        let expected = state.next_name.take();
        let class = match (expected, listed) {
            (Some(class), None) => {
                state.named = class == Function;
                if class == Function && next == b'.' { Plain } else { class }
            }
            (_, Some(class)) => class,
            _ if parameter && self.is_parameter(code, state) => Parameter,
            _ if next == b'(' => {
                state.named = self.parameters == Parameters::Last
                    && matches!(state.previous, Type | Storage)
                    && !after_dot;
                Function
            }
            _ if next == b'!' && matches!(code.ahead(1), b'(' | b'[' | b'{') => {
                code.bump(1);
                Function
            }
            _ if next == b':' && code.ahead(1) != b':' && self.labels != Plain && state.generics == 0 => {
                code.bump(1);
                self.labels
            }
            _ if is_constant_name(word) && self.capitalised != Plain => Constant,
            _ if is_capitalised(word) => self.capitalised,
            _ => Plain,
        };
        if class == Storage || class == Keyword {
            state.next_name = self.declarations.class(known);
        }
        if class == Variable && next == b'.' {
            // `def self.name`
            state.next_name = expected;
        }
        state.previous = class;
        code.push(class);
    }

    fn is_parameter(&self, code: &Cursor, state: &State) -> bool {
        match self.parameters {
            Parameters::None => false,
            Parameters::First => state.previous == Plain && matches!(code.peek(), b' ' | b',' | b')'),
            Parameters::BeforeColon => code.peek() == b':',
            Parameters::Last => {
                matches!(state.previous, Type | Storage) && matches!(code.after_spaces(), b',' | b')' | b'=')
            }
        }
    }

    fn sigil(&self, code: &mut Cursor, state: &mut State) -> bool {
        for (sign, class) in self.sigils {
            let first = code.ahead(sign.len());
            if code.starts(sign) && (is_word(first) && !first.is_ascii_digit()) {
                if *sign == ":" && (is_word(code.before()) || code.before() == b':') {
                    continue;
                }
                code.bump(sign.len());
                code.skip_while(is_word);
                if *sign == "'" && code.peek() == b'\'' {
                    // `'a'` is a character, `'a` a lifetime.
                    code.take(1, String);
                    state.previous = String;
                    return true;
                }
                code.push(*class);
                state.previous = *class;
                return true;
            }
        }
        false
    }

    fn sign(&self, code: &mut Cursor, byte: u8, state: &mut State, holes: &mut Vec<Hole>) {
        if let Some(hole) = holes.last_mut() {
            if byte == hole.end && hole.open == 0 {
                let quote = hole.quote;
                holes.pop();
                code.take(1, Escape);
                return string(code, quote, holes);
            }
            match byte {
                b'{' | b'(' if byte == hole.end - 1 || byte + 2 == hole.end => hole.open += 1,
                _ if byte == hole.end => hole.open -= 1,
                _ => {}
            }
        }
        match byte {
            b'(' => {
                state.parameters += usize::from(state.parameters > 0 || state.named);
                state.named = false;
                state.next_name = None;
                state.previous = Plain;
            }
            b')' => state.parameters = state.parameters.saturating_sub(1),
            b'{' | b';' => *state = State::default(),
            b'<' if is_word(code.before()) && self.capitalised != Plain => {
                state.generics += 1;
                return code.take(1, Plain);
            }
            b'>' if state.generics > 0 && !matches!(code.before(), b'-' | b'=') => {
                state.generics -= 1;
                return code.take(1, Plain);
            }
            _ => {}
        }
        if self.operators.as_bytes().contains(&byte) {
            return code.take(1, Operator);
        }
        if matches!(byte, b',' | b')') {
            state.previous = Plain;
        }
        code.take(1, Plain);
    }
}

/// The rest of a string, up to its end or to code in it.
fn string(code: &mut Cursor, quote: &'static Quote, holes: &mut Vec<Hole>) {
    let end = quote.close.bytes().next().unwrap_or(0);
    let hole = quote.hole.filter(|_| holes.len() < MAX_DEPTH);
    let mark = hole.and_then(|(open, _)| open.bytes().next()).unwrap_or(end);
    let escapes = quote.escapes == Escapes::Backslash;
    loop {
        code.skip_while(|byte| {
            byte != end && byte != mark && byte != b'\\' && (byte != b'\n' || quote.lines == Lines::Many)
        });
        if code.at_end() || code.peek() == b'\n' {
            return code.push(quote.class);
        }
        if let Some((open, close)) = hole.filter(|(open, _)| code.starts(open)) {
            code.push(quote.class);
            code.take(open.len(), Escape);
            return holes.push(Hole { quote, end: close, open: 0 });
        }
        if code.starts(quote.close) {
            return code.take(quote.close.len(), quote.class);
        }
        if escapes && code.peek() == b'\\' && code.ahead(1) != b'\n' {
            code.push(quote.class);
            code.bump(2);
            code.push(Escape);
        } else if mark == b'$' && code.peek() == b'$' && is_word(code.ahead(1)) {
            code.push(quote.class);
            code.bump(1);
            code.word();
            code.push(Variable);
        } else {
            code.bump(1);
        }
    }
}
