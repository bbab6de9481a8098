//! JavaScript and TypeScript, with or without JSX.

use std::sync::LazyLock;

use super::cursor::{Cursor, is_word};
use super::data::quoted;
use super::words::{Words, is_capitalised, is_constant_name};
use crate::html::code::tokens::TokenClass::{self, *};

/// Templates and elements in each other are followed this deep.
const MAX_DEPTH: usize = 64;

/// How far the lexer looks ahead for the arrow after parameters.
const MAX_PARAMETERS: usize = 240;

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        (
            Keyword,
            "await from import new if return export try as catch for of throw else yield instanceof case break finally while continue switch default in typeof delete do void satisfies is keyof infer asserts debugger with",
        ),
        (
            Storage,
            "const interface async type class function private extends let constructor enum readonly protected public static get set declare namespace abstract implements var module override",
        ),
        (Constant, "true false null undefined NaN Infinity"),
        (Variable, "this super arguments process globalThis"),
        (
            Type,
            "console window document string number boolean any unknown never object bigint symbol Promise Error Date Record Map Set Array Buffer Partial Omit Pick",
        ),
    ])
});

/// Whether `<a>` is an element.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Elements {
    Allowed,
    None,
}

/// What is open.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    /// Statements.
    Block,
    /// `key: value`.
    Object,
    /// Members of an interface or type.
    Members,
    /// Names in `import { a }` or `const { a } =`.
    Names(TokenClass),
    Round,
    Parameters,
    Square,
    /// `${` in a template.
    Template,
    /// `{` in an element.
    Hole,
    /// Between `<a` and `>`.
    Tag,
    /// Between `<a>` and `</a>`.
    Children,
}

struct Script {
    open: Vec<Open>,
    /// The sign or word before: zero after a value, `w` after a keyword.
    sign: u8,
    /// The last keyword of this statement that matters for names.
    word: &'static str,
    /// True where names are types.
    types: bool,
    /// Angle brackets of types.
    angles: usize,
    elements: Elements,
}

/// JavaScript or TypeScript.
pub(super) fn script(code: &mut Cursor, elements: Elements) {
    let mut script = Script { open: Vec::new(), sign: b';', word: "", types: false, angles: 0, elements };
    while !code.at_end() {
        match script.open.last() {
            Some(Open::Children) => script.children(code),
            Some(Open::Tag) => script.tag(code),
            _ => script.code(code),
        }
    }
}

impl Script {
    fn top(&self) -> Open {
        self.open.last().copied().unwrap_or(Open::Block)
    }

    fn code(&mut self, code: &mut Cursor) {
        let byte = code.peek();
        if byte == b'\n' && self.sign == 0 && matches!(self.top(), Open::Block | Open::Members) {
            self.types = false;
            self.word = "";
            self.sign = b';';
        }
        if code.blanks() {
            return;
        }
        match byte {
            b'/' if code.ahead(1) == b'/' => {
                code.skip_line();
                code.push(Comment);
            }
            b'/' if code.ahead(1) == b'*' => {
                code.bump(2);
                code.skip_past("*/");
                code.push(Comment);
            }
            b'"' | b'\'' => {
                let key = self.at_key() && string_is_key(code.rest());
                quoted(code, byte, if key { Property } else { String });
                self.sign = 0;
            }
            b'`' => {
                code.bump(1);
                self.template(code);
            }
            b'0'..=b'9' => {
                code.number();
                self.sign = 0;
            }
            b'@' if is_word(code.ahead(1)) => {
                code.bump(1);
                code.skip_while(is_word);
                code.push(Function);
            }
            _ if is_word(byte) || byte == b'$' || byte == b'#' => self.word(code),
            b'<' if self.is_element(code) => self.element(code),
            b'/' if self.sign != 0 && regexp_len(code.rest()).is_some() => {
                code.bump(regexp_len(code.rest()).unwrap_or(1));
                code.push(Regexp);
                self.sign = 0;
            }
            b'{' | b'(' | b'[' => self.open(code, byte),
            b'}' | b')' | b']' => self.close(code, byte),
            _ => self.sign(code, byte),
        }
    }

    fn at_key(&self) -> bool {
        matches!(self.top(), Open::Object | Open::Members) && matches!(self.sign, b'{' | b',' | b';')
    }

    fn word(&mut self, code: &mut Cursor) {
        let after_dot = code.before() == b'.' && self.sign == b'.';
        code.bump(1);
        code.skip_while(|byte| is_word(byte) || byte == b'$');
        let word = code.pending();
        let next = code.peek();
        let after = code.after_spaces();
        let key = self.at_key() && (after == b':' || after == b'?' && code.ahead(1) == b':');
        let listed = if after_dot || key { None } else { WORDS.class(word) };
        let listed = listed.filter(|class| match (word, class) {
            ("type" | "get" | "set" | "of" | "from" | "as" | "is" | "module" | "namespace" | "static", _) => {
                !matches!(after, b'=' | b'(' | b',' | b')' | b'.' | b';' | b':' | b'?')
            }
            (
                "string" | "number" | "boolean" | "any" | "unknown" | "never" | "object" | "bigint"
                | "symbol",
                _,
            ) => self.types || self.angles > 0,
            (_, Type) => self.types || self.sign == b'n' || next != b'(',
            _ => true,
        });
        let class = match listed {
            _ if key && self.top() == Open::Members => Plain,
            _ if key => Property,
            Some(Keyword) if word == "void" && (self.types || self.angles > 0) => Type,
            Some(class) => class,
            None => self.name(code, word, after_dot),
        };
        if let Some(Keyword | Storage) = listed {
            self.keyword(word);
        } else {
            self.sign = 0;
        }
        code.push(class);
    }

    fn keyword(&mut self, word: &str) {
        self.sign = b'w';
        match word {
            "return" => self.sign = b'=',
            "const" | "function" | "class" | "interface" | "type" | "enum" | "import" | "let" | "var"
            | "namespace" => {
                self.word = match word {
                    "const" => "const",
                    "function" => "function",
                    "import" => "import",
                    "let" | "var" => "let",
                    "enum" => "enum",
                    "class" => "class",
                    "namespace" => "namespace",
                    _ => "interface",
                };
                self.types = false;
                self.sign = b'd';
            }
            "new" => self.sign = b'n',
            "as" | "extends" | "implements" | "satisfies" | "keyof" => {
                self.types = !matches!(self.top(), Open::Names(_)) && self.word != "import";
            }
            "default" => self.types = false,
            _ => {}
        }
    }

    /// The class of a word that is not listed.
    fn name(&mut self, code: &Cursor, word: &str, after_dot: bool) -> TokenClass {
        let next = code.peek();
        let declares = self.sign == b'd';
        match (self.word, self.top()) {
            _ if after_dot => {}
            ("function", _) if declares || self.sign == b'*' => return Function,
            ("class" | "interface" | "enum" | "namespace", _) if declares => return Type,
            ("const", _) if declares => {
                return if declares_function(code.rest()) { Function } else { Constant };
            }
            (_, Open::Names(class)) if !matches!(code.after_spaces(), b':') => return class,
            (_, Open::Parameters) if matches!(self.sign, b'(' | b',' | b'.') => return Parameter,
            _ => {}
        }
        if self.types || self.angles > 0 {
            return if next == b'(' { Function } else { Type };
        }
        if next == b'('
            || next == b'`'
            || next == b'?' && code.starts("?.(")
            || next == b'<' && is_call(code.rest())
        {
            return Function;
        }
        if code.after_spaces() == b'=' && !after_dot && is_arrow(code.rest()) {
            return Parameter;
        }
        match word {
            _ if is_constant_name(word) => Constant,
            // The members on the way: `products` of `client.products.list`.
            _ if after_dot && next == b'.' => Property,
            _ if self.sign == b'n' && is_capitalised(word) => Function,
            _ => Plain,
        }
    }

    fn open(&mut self, code: &mut Cursor, byte: u8) {
        let open = match byte {
            b'[' if self.sign == b'd' && self.word == "const" => Open::Names(Constant),
            b'[' => Open::Square,
            b'(' if self.sign == b'd' && self.word == "function" => Open::Parameters,
            b'(' if self.has_parameters(code) => Open::Parameters,
            b'(' => Open::Round,
            _ => match (self.word, self.top()) {
                ("import", _) => Open::Names(Plain),
                ("const", _) if self.sign == b'd' => Open::Names(Constant),
                ("let", _) if self.sign == b'd' => Open::Names(Plain),
                (_, Open::Parameters) if matches!(self.sign, b'(' | b',') => Open::Names(Parameter),
                ("interface" | "enum", _) => Open::Members,
                _ if self.types => Open::Members,
                _ if matches!(self.sign, b'=' | b'(' | b',' | b':' | b'[' | b'?' | b'|' | b'&') => {
                    Open::Object
                }
                _ => Open::Block,
            },
        };
        if byte == b'{' {
            self.types = false;
            self.angles = 0;
        }
        if matches!(self.word, "interface" | "enum" | "class" | "function") && byte == b'{' {
            self.word = "";
        }
        self.open.push(open);
        self.sign = byte;
        code.take(1, Plain);
    }

    fn close(&mut self, code: &mut Cursor, byte: u8) {
        let open = self.open.pop();
        match open {
            Some(Open::Template) if byte == b'}' => {
                code.take(1, Escape);
                return self.template(code);
            }
            Some(Open::Hole) if byte == b'}' => code.take(1, Escape),
            Some(Open::Template | Open::Hole) => {
                self.open.extend(open);
                code.take(1, Plain);
            }
            _ => code.take(1, Plain),
        }
        if byte != b']' {
            self.types = self.types && byte == b')' && open != Some(Open::Parameters);
        }
        let block = open == Some(Open::Block) && byte == b'}';
        self.sign = if block { b';' } else { 0 };
        if block {
            self.word = "";
        }
    }

    fn sign(&mut self, code: &mut Cursor, byte: u8) {
        let before = self.sign;
        self.sign = byte;
        match byte {
            b'=' if code.ahead(1) == b'>' => {
                self.types = false;
                self.sign = b'>';
                code.take(2, Operator);
            }
            b'.' if code.starts("...") => code.take(3, Operator),
            b'.' => code.take(1, Plain),
            b';' | b',' => {
                self.types &= byte == b',' && self.angles > 0;
                if byte == b';' {
                    self.word = "";
                    self.angles = 0;
                }
                code.take(1, Plain);
            }
            b':' if matches!(self.top(), Open::Object | Open::Names(_)) => {
                code.take(1, Plain);
            }
            b':' => {
                let typed = before == 0 && !self.types;
                self.types |= typed && self.word != "?";
                if self.word == "?" {
                    self.word = "";
                }
                code.take(1, Operator);
            }
            b'<' if self.types || is_word(code.before()) && is_generic(code.rest()) => {
                self.angles += 1;
                code.take(1, Plain);
            }
            b'>' if self.angles > 0 => {
                self.angles -= 1;
                self.sign = 0;
                code.take(1, Plain);
            }
            b'=' => {
                self.types = self.word == "interface";
                code.take(1, Operator);
            }
            b'?' if code.ahead(1) == b'.' => {
                code.take(2, Plain);
                self.sign = b'.';
            }
            b'?' if code.ahead(1) == b':' => {
                self.types = true;
                code.take(2, Operator);
            }
            b'?' if !matches!(code.ahead(1), b'?' | b'(' | b')' | b',') && !self.types => {
                self.word = "?";
                code.take(1, Operator);
            }
            b'+' | b'-' if code.ahead(1) == byte => {
                self.sign = if before == 0 { 0 } else { byte };
                code.take(2, Operator);
            }
            b'!' if before == 0 && code.ahead(1) != b'=' => {
                self.sign = 0;
                code.take(1, Operator);
            }
            b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'!' | b'&' | b'|' | b'^' | b'~' | b'?' => {
                code.take(1, Operator);
            }
            _ => code.take(1, Plain),
        }
    }

    /// True when the bracket that opens here holds parameters: an arrow or body follows it.
    fn has_parameters(&self, code: &Cursor) -> bool {
        let mut depth = 0usize;
        let rest = code.rest();
        for (at, byte) in rest.iter().enumerate().take(MAX_PARAMETERS) {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b';' | b'`' => return false,
                _ => {}
            }
            if depth == 0 {
                let after = rest.get(at + 1..).unwrap_or_default().trim_ascii_start();
                let line = after.get(..after.len().min(80)).unwrap_or_default();
                let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
                let method = self.sign == 0
                    && is_word(code.before())
                    && matches!(self.top(), Open::Block | Open::Object);
                return line.starts_with(b"=>")
                    || line.starts_with(b":") && line.windows(2).any(|pair| pair == b"=>")
                    || method && (line.starts_with(b"{") || line.starts_with(b":") && line.ends_with(b"{"));
            }
        }
        false
    }

    /// The rest of a template, up to its end or to code in it.
    fn template(&mut self, code: &mut Cursor) {
        loop {
            code.skip_while(|byte| !matches!(byte, b'`' | b'\\' | b'$'));
            match code.peek() {
                b'\\' => {
                    code.push(String);
                    code.take(2, Escape);
                }
                b'$' if code.ahead(1) == b'{' && self.open.len() < MAX_DEPTH => {
                    code.push(String);
                    code.take(2, Escape);
                    self.open.push(Open::Template);
                    self.sign = b'(';
                    return;
                }
                b'$' => code.bump(1),
                _ => {
                    code.bump(1);
                    self.sign = 0;
                    return code.push(String);
                }
            }
        }
    }

    fn is_element(&self, code: &Cursor) -> bool {
        let first = code.ahead(1);
        let follows = first.is_ascii_alphabetic() || first == b'>';
        let generic = code.rest().iter().skip(1).find(|byte| !is_word(**byte)) == Some(&b',');
        let place = !matches!(self.sign, 0 | b'n') && !self.types;
        self.elements == Elements::Allowed && follows && place && !generic && self.open.len() < MAX_DEPTH
    }

    /// `<a`, `</a` or `<>`.
    fn element(&mut self, code: &mut Cursor) {
        code.bump(1);
        let closing = code.peek() == b'/';
        code.bump(usize::from(closing));
        code.push(Plain);
        code.skip_while(|byte| is_word(byte) || matches!(byte, b'-' | b'.' | b':'));
        code.push(Tag);
        if closing && self.open.last() == Some(&Open::Children) {
            self.open.pop();
            code.skip_while(|byte| matches!(byte, b' ' | b'\n'));
            code.bump(usize::from(code.peek() == b'>'));
            code.push(Plain);
            self.sign = 0;
        } else {
            self.open.push(Open::Tag);
        }
    }

    fn tag(&mut self, code: &mut Cursor) {
        match code.peek() {
            _ if code.blanks() => {}
            b'>' => {
                code.take(1, Plain);
                self.open.pop();
                self.open.push(Open::Children);
            }
            b'/' if code.ahead(1) == b'>' => {
                code.take(2, Plain);
                self.open.pop();
                self.sign = 0;
            }
            b'/' if code.ahead(1) == b'/' => {
                code.skip_line();
                code.push(Comment);
            }
            b'{' => self.hole(code),
            quote @ (b'"' | b'\'') => {
                code.bump(1);
                code.skip_while(|byte| byte != quote);
                code.bump(1);
                code.push(String);
            }
            b'=' => code.take(1, Operator),
            byte if is_word(byte) => {
                code.skip_while(|byte| is_word(byte) || matches!(byte, b'-' | b':'));
                code.push(Attribute);
            }
            _ => code.take(1, Plain),
        }
    }

    fn children(&mut self, code: &mut Cursor) {
        match code.peek() {
            _ if code.blanks() => {}
            b'{' => self.hole(code),
            b'<' if self.open.len() < MAX_DEPTH || code.ahead(1) == b'/' => self.element(code),
            _ => {
                code.bump(1);
                code.skip_while(|byte| !matches!(byte, b'{' | b'<'));
                code.push(Plain);
            }
        }
    }

    fn hole(&mut self, code: &mut Cursor) {
        code.take(1, Escape);
        self.open.push(Open::Hole);
        self.sign = b'(';
    }
}

fn string_is_key(rest: &[u8]) -> bool {
    let quote = rest.first().copied().unwrap_or(0);
    let len = rest.iter().skip(1).position(|byte| *byte == quote || *byte == b'\n').unwrap_or(rest.len());
    rest.get(len + 2..).unwrap_or_default().iter().find(|byte| **byte != b' ') == Some(&b':')
}

/// The length of a regular expression on this line.
fn regexp_len(rest: &[u8]) -> Option<usize> {
    let mut class = false;
    let mut at = 1;
    loop {
        match *rest.get(at).filter(|_| at < 1_000)? {
            b'\n' => return None,
            b'\\' if rest.get(at + 1) != Some(&b'\n') => at += 1,
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => break,
            _ => {}
        }
        at += 1;
    }
    let flags = rest.get(at + 1..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_lowercase());
    Some(at + 1 + flags.count())
}

/// `=>` follows.
fn is_arrow(rest: &[u8]) -> bool {
    rest.trim_ascii_start().starts_with(b"=>")
}

/// ` = (…) =>`, ` = async`, ` = function` follow.
fn declares_function(rest: &[u8]) -> bool {
    let line = rest.iter().take(160).take_while(|byte| **byte != b'\n').copied().collect::<Vec<u8>>();
    let Some(value) = line.trim_ascii_start().strip_prefix(b"=") else { return false };
    let value = value.trim_ascii_start();
    let arrow = value.windows(2).any(|pair| pair == b"=>");
    value.starts_with(b"function") || value.starts_with(b"async ") || value.starts_with(b"(") && arrow
}

/// `<T>(` follows: a call with types.
fn is_call(rest: &[u8]) -> bool {
    generic_len(rest).is_some_and(|len| rest.get(len) == Some(&b'('))
}

fn is_generic(rest: &[u8]) -> bool {
    generic_len(rest).is_some()
}

/// The length of `<…>` when it holds only types.
fn generic_len(rest: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in rest.iter().enumerate().take(120) {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b' ' | b',' | b'.' | b'|' | b'[' | b']' | b'\'' | b'"' | b'&' | b'{' | b'}' | b':' => {}
            byte if is_word(*byte) => {}
            _ => return None,
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}
