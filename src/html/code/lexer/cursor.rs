//! A place in the code and the tokens before it: what every lexer here reads and writes with.
//!
//! Lexers move [`Cursor::at`] and then [`Cursor::push`] a class for everything since the last push, so the
//! lengths always add up. All bytes above ASCII count as letters; a stop is never inside a character.

use crate::html::code::tokens::{Token, TokenClass, Tokens, finish_line, push_token};
use crate::text::bytes::first_near;

/// A longer line is not coloured (behaviour 7).
const MAX_LINE_CHARACTERS: usize = 1_000;

/// The code, where the lexer is, and what it has found.
pub(super) struct Cursor<'a> {
    code: &'a str,
    bytes: &'a [u8],
    /// The next byte to read.
    at: usize,
    /// The first byte without a class.
    from: usize,
    /// Where the line of `from` begins.
    line_from: usize,
    line: Vec<Token>,
    lines: Vec<Vec<Token>>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(code: &'a str) -> Self {
        let lines = Vec::with_capacity(code.len() / 32 + 1);
        Self { code, bytes: code.as_bytes(), at: 0, from: 0, line_from: 0, line: Vec::new(), lines }
    }

    /// The tokens; what was not pushed is plain.
    pub(super) fn finish(mut self) -> Tokens {
        self.at = self.bytes.len();
        self.push(TokenClass::Plain);
        self.end_line(self.at);
        while self.lines.last().is_some_and(Vec::is_empty) {
            self.lines.pop();
        }
        Tokens { lines: self.lines }
    }

    /// Runs a lexer on the code before the next `end`, found in any letter case.
    pub(super) fn embed(&mut self, end: &str, lexer: impl FnOnce(&mut Self)) {
        let rest = self.rest();
        let end = end.as_bytes();
        let len = rest.windows(end.len().max(1)).position(|part| part.eq_ignore_ascii_case(end));
        let whole = self.bytes;
        self.bytes = whole.get(..self.at + len.unwrap_or(rest.len())).unwrap_or(whole);
        lexer(self);
        self.at = self.bytes.len();
        self.push(TokenClass::Plain);
        self.bytes = whole;
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The next byte; zero at the end.
    pub(super) fn peek(&self) -> u8 {
        self.ahead(0)
    }

    /// The byte after `count` others; zero at the end.
    pub(super) fn ahead(&self, count: usize) -> u8 {
        self.bytes.get(self.at + count).copied().unwrap_or(0)
    }

    /// The byte before this place; a line break at the start.
    pub(super) fn before(&self) -> u8 {
        self.at.checked_sub(1).and_then(|at| self.bytes.get(at)).copied().unwrap_or(b'\n')
    }

    /// The bytes that are still to be read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// True when `text` is still to come.
    pub(super) fn rest_contains(&self, text: &str) -> bool {
        self.code.get(self.at..).is_some_and(|rest| rest.contains(text))
    }

    pub(super) fn starts(&self, prefix: &str) -> bool {
        // The first byte decides nearly always.
        prefix.bytes().next() == Some(self.peek()) && self.rest().starts_with(prefix.as_bytes())
    }

    /// Moves over `count` bytes and to the end of a character.
    pub(super) fn bump(&mut self, count: usize) {
        self.at = (self.at + count).min(self.bytes.len());
        while !self.code.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    pub(super) fn skip_while(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|byte| belongs(*byte)) {
            self.at += 1;
        }
        self.bump(0);
    }

    /// To the next line break.
    pub(super) fn skip_line(&mut self) {
        self.skip_while(|byte| byte != b'\n');
    }

    /// Behind the next `end`, or to the end of the code.
    pub(super) fn skip_past(&mut self, end: &str) {
        let Some(first) = end.bytes().next() else { return };
        loop {
            self.skip_while(|byte| byte != first);
            if self.at_end() {
                return;
            }
            if self.starts(end) {
                return self.bump(end.len());
            }
            self.bump(1);
        }
    }

    /// Moves over blanks and line breaks, which never have a class of their own.
    pub(super) fn blanks(&mut self) -> bool {
        if !matches!(self.peek(), b' ' | b'\n' | b'\t' | b'\r') {
            return false;
        }
        self.skip_while(|byte| matches!(byte, b' ' | b'\n' | b'\t' | b'\r'));
        self.push(TokenClass::Plain);
        true
    }

    /// Moves over a word and returns it.
    pub(super) fn word(&mut self) -> &'a str {
        let from = self.at;
        self.skip_while(is_word);
        self.code.get(from..self.at).unwrap_or_default()
    }

    /// What was read since the last push.
    pub(super) fn pending(&self) -> &'a str {
        self.code.get(self.from..self.at).unwrap_or_default()
    }

    /// The first byte after blanks on this line.
    pub(super) fn after_spaces(&self) -> u8 {
        self.rest().iter().copied().find(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(0)
    }

    /// True when only blanks are before this place on its line.
    pub(super) fn first_on_line(&self) -> bool {
        let line = self.bytes.get(self.line_from..self.at).unwrap_or_default();
        line.len() <= 200 && line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\n'))
    }

    /// The column of this place.
    pub(super) fn column(&self) -> usize {
        self.at.saturating_sub(self.line_from)
    }

    /// Pushes a number that begins here.
    pub(super) fn number(&mut self) {
        loop {
            self.skip_while(is_word);
            let digit_follows = self.ahead(1).is_ascii_digit();
            let exponent = matches!(self.before(), b'e' | b'E') && !self.pending().starts_with("0x");
            match self.peek() {
                b'.' if digit_follows => self.bump(1),
                b'+' | b'-' if exponent && digit_follows => self.bump(1),
                _ => break,
            }
        }
        self.push(TokenClass::Number);
    }

    /// Gives everything since the last push this class. Blanks take the class before them.
    pub(super) fn push(&mut self, class: TokenClass) {
        while let Some(bytes) = self.bytes.get(self.from..self.at).filter(|bytes| !bytes.is_empty()) {
            let len = first_near(b'\n', bytes);
            let piece = bytes.get(..len.unwrap_or(bytes.len())).unwrap_or_default();
            let blank = piece.iter().all(u8::is_ascii_whitespace);
            let class = match self.line.last() {
                Some(last) if blank => last.class,
                None if blank => TokenClass::Plain,
                _ => class,
            };
            push_token(&mut self.line, class, piece.len());
            self.from += piece.len();
            if len.is_some() {
                self.end_line(self.from);
                self.from += 1;
                self.line_from = self.from;
            }
        }
    }

    /// Moves over `count` bytes and pushes them.
    pub(super) fn take(&mut self, count: usize, class: TokenClass) {
        self.bump(count);
        self.push(class);
    }

    fn end_line(&mut self, end: usize) {
        let text = self.code.get(self.line_from..end).unwrap_or_default();
        let too_long = text.len() > MAX_LINE_CHARACTERS && text.chars().nth(MAX_LINE_CHARACTERS).is_some();
        let tokens = if too_long { Vec::new() } else { finish_line(self.line.as_slice().to_vec()) };
        self.lines.push(tokens);
        self.line.clear();
    }
}

/// True for the bytes of words in nearly all languages.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
