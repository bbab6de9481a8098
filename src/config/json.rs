//! JSON text as a tree that knows its places: every value and every key keeps its file and byte range.
//!
//! Comments and trailing commas are tolerated with one warning per file (CFG-05). Splitting over several
//! files is `reference`; what the values mean is `check`.

use std::collections::HashMap;
use std::ops::Range;

use jsonc_parser::ast::{ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::tokens::Token;
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::conflict::conflict_or;
use crate::text::{SourceText, Span};

/// How deep a configuration may nest before the rest is left out.
pub const MAXIMUM_DEPTH: usize = 100;

/// A byte range in one of the files of the configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Index into the list of loaded files.
    pub source: usize,
    /// Where in that file.
    pub span: Span,
}

/// A value and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json {
    /// What it is.
    pub value: JsonValue,
    /// Where it is written.
    pub place: Place,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonValue {
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(String),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<Member>),
    /// A value that could not be had and was already reported; never reported again.
    Broken,
}

/// One key of an object with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The key.
    pub key: String,
    /// Where the key is written.
    pub place: Place,
    /// The value.
    pub value: Json,
}

impl Json {
    /// The value of a key, when this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.members().iter().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The keys of an object; empty for anything else.
    pub fn members(&self) -> &[Member] {
        match &self.value {
            JsonValue::Object(members) => members,
            _ => &[],
        }
    }

    /// The elements of an array; empty for anything else.
    pub fn elements(&self) -> &[Json] {
        match &self.value {
            JsonValue::Array(elements) => elements,
            _ => &[],
        }
    }

    /// The text, when this is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            JsonValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value without its places. What could not be had is `null`.
    pub fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        match &self.value {
            JsonValue::Null | JsonValue::Broken => Value::Null,
            JsonValue::Bool(value) => Value::Bool(*value),
            JsonValue::Number(text) => serde_json::from_str(text).unwrap_or(Value::Null),
            JsonValue::Text(text) => Value::String(text.clone()),
            JsonValue::Array(elements) => elements.iter().map(Json::to_value).collect(),
            JsonValue::Object(members) => {
                let entries = members.iter().map(|member| (member.key.clone(), member.value.to_value()));
                Value::Object(entries.collect())
            }
        }
    }

    /// The kind of value with its article, as messages name it.
    pub fn kind(&self) -> &'static str {
        match self.value {
            JsonValue::Null => "null",
            JsonValue::Bool(_) => "a boolean",
            JsonValue::Number(_) => "a number",
            JsonValue::Text(_) => "a string",
            JsonValue::Array(_) => "an array",
            JsonValue::Object(_) => "an object",
            JsonValue::Broken => "nothing",
        }
    }
}

/// Parses one file. `None` when its text is not JSON; the reason is in the diagnostics then.
pub fn parse(file: &SourceText, source: usize) -> (Option<Json>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let collect = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
    let parsed = match parse_to_ast(&file.text, &collect, &tolerant()) {
        Ok(parsed) => parsed,
        Err(error) => {
            let whole = Span::new(0, file.text.len());
            return (None, vec![conflict_or(file, whole, || syntax_error(file, &error))]);
        }
    };
    let Some(value) = parsed.value else {
        let empty = Diagnostic::error("config-syntax", format!("{} is empty", file.path)).in_file(&file.path);
        return (None, vec![empty.hint(MINIMAL)]);
    };
    let tokens: Vec<(&Token, Range<usize>)> = parsed
        .tokens
        .iter()
        .flatten()
        .map(|token| (&token.token, token.range.start..token.range.end))
        .collect();
    diagnostics.extend(extensions(file, &tokens));
    let mut conversion = Conversion { file, source, diagnostics };
    let json = conversion.value(value, 0);
    (Some(json), conversion.diagnostics)
}

/// The smallest configuration, as a hint shows it (specification, *What the service does* 4).
pub const MINIMAL: &str = "the smallest configuration is {\"theme\": \"mint\", \"name\": \"My docs\", \
     \"colors\": {\"primary\": \"#16A34A\"}, \"navigation\": {\"pages\": [\"index\"]}}";

fn tolerant() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn syntax_error(file: &SourceText, error: &ParseError) -> Diagnostic {
    use ParseErrorKind::*;
    let range = error.range();
    let what = match error.kind() {
        ExpectedComma => "a comma is missing here".to_owned(),
        UnterminatedObject => "this `{` is never closed".to_owned(),
        UnterminatedArray => "this `[` is never closed".to_owned(),
        UnexpectedCloseBrace | UnexpectedCloseBracket => {
            "a value or a closing bracket is missing here".to_owned()
        }
        NestingDepthExceeded => "the values nest too deeply".to_owned(),
        other => {
            let text = other.to_string();
            let mut letters = text.chars();
            letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or(text)
        }
    };
    // An unterminated value is reported as a whole: its first character is the place to look at.
    let end = if matches!(error.kind(), UnterminatedObject | UnterminatedArray) {
        range.start + 1
    } else {
        range.end
    };
    Diagnostic::error("config-syntax", format!("{} is not valid JSON: {what}", file.path))
        .at(file, Span::new(range.start, end))
        .hint("look for a missing comma, quote or bracket at this place or just before it")
}

/// One warning for the first comment and one for the first trailing comma.
fn extensions(file: &SourceText, tokens: &[(&Token, Range<usize>)]) -> Vec<Diagnostic> {
    let is_comment = |token: &Token| matches!(token, Token::CommentLine(_) | Token::CommentBlock(_));
    let mut found = Vec::new();
    if let Some((_, range)) = tokens.iter().find(|(token, _)| is_comment(token)) {
        found.push(
            Diagnostic::warning("config-comment", format!("{} contains comments", file.path))
                .at(file, Span::new(range.start, range.end))
                .hint("comments are read over here, but JSON has none and other tools may reject the file"),
        );
    }
    let solid: Vec<_> = tokens.iter().filter(|(token, _)| !is_comment(token)).collect();
    let trailing = solid.windows(2).find_map(|pair| match pair {
        [(Token::Comma, range), (Token::CloseBrace | Token::CloseBracket, _)] => Some(range),
        _ => None,
    });
    if let Some(range) = trailing {
        found.push(
            Diagnostic::warning("config-trailing-comma", format!("{} contains a trailing comma", file.path))
                .at(file, Span::new(range.start, range.end))
                .hint("remove the comma before the closing bracket: other tools may reject the file"),
        );
    }
    found
}

struct Conversion<'a> {
    file: &'a SourceText,
    source: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Conversion<'_> {
    fn place(&self, start: usize, end: usize) -> Place {
        Place { source: self.source, span: Span::new(start, end) }
    }

    fn value(&mut self, value: Value, depth: usize) -> Json {
        let range = value.range();
        let place = self.place(range.start, range.end);
        let value = match value {
            Value::NullKeyword(_) => JsonValue::Null,
            Value::BooleanLit(literal) => JsonValue::Bool(literal.value),
            Value::NumberLit(literal) => JsonValue::Number(literal.value.to_owned()),
            Value::StringLit(literal) => JsonValue::Text(literal.value.into_owned()),
            Value::Array(_) | Value::Object(_) if depth >= MAXIMUM_DEPTH => {
                self.diagnostics.push(too_deep(self.file, place.span));
                JsonValue::Broken
            }
            Value::Array(array) => JsonValue::Array(
                array.elements.into_iter().map(|element| self.value(element, depth + 1)).collect(),
            ),
            Value::Object(object) => JsonValue::Object(self.members(object.properties, depth)),
        };
        Json { value, place }
    }

    fn members(&mut self, properties: Vec<ObjectProp>, depth: usize) -> Vec<Member> {
        let mut members: Vec<Member> = Vec::with_capacity(properties.len());
        let mut positions: HashMap<String, usize> = HashMap::new();
        for property in properties {
            let range = property.name.range();
            let place = self.place(range.start, range.end);
            let key = property.name.into_string();
            let member = Member { key: key.clone(), place, value: self.value(property.value, depth + 1) };
            match positions.get(&key).and_then(|at| members.get_mut(*at)) {
                Some(earlier) => {
                    self.diagnostics.push(
                        Diagnostic::warning(
                            "config-duplicate-key",
                            format!("the key `{key}` is written twice"),
                        )
                        .at(self.file, place.span)
                        .hint("the last one counts: remove the others"),
                    );
                    *earlier = member;
                }
                None => {
                    positions.insert(key, members.len());
                    members.push(member);
                }
            }
        }
        members
    }
}

/// The problem of a value below [`MAXIMUM_DEPTH`].
pub fn too_deep(file: &SourceText, span: Span) -> Diagnostic {
    Diagnostic::error("config-too-deep", format!("the values nest more than {MAXIMUM_DEPTH} levels deep"))
        .at(file, span)
        .hint("what is below is left out: flatten the structure")
}
