//! The YAML block at the top of a page (behaviour 5). All fields are kept; those with a meaning have
//! accessors.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::diagnostic::Diagnostic;
use crate::text::{SourceText, Span};
use crate::yaml::parse_yaml;

/// Front matter as a map in source order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct FrontMatter {
    /// Every field, known or not.
    pub fields: Map<String, Value>,
}

/// The stored form, which needs no tags for the types of values: JSON.
impl From<FrontMatter> for String {
    fn from(front: FrontMatter) -> Self {
        Value::Object(front.fields).to_string()
    }
}

/// What is no JSON object is no front matter.
impl From<String> for FrontMatter {
    fn from(json: String) -> Self {
        Self { fields: serde_json::from_str(&json).unwrap_or_default() }
    }
}

impl FrontMatter {
    /// A field as text: strings, and numbers and booleans as written. Empty text counts as absent.
    pub fn text(&self, name: &str) -> Option<String> {
        let text = match self.fields.get(name)? {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Bool(value) => value.to_string(),
            _ => return None,
        };
        (!text.is_empty()).then_some(text)
    }

    /// A field as a switch; `"true"` and `"false"` count too.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.fields.get(name)? {
            Value::Bool(value) => Some(*value),
            Value::String(text) if text == "true" => Some(true),
            Value::String(text) if text == "false" => Some(false),
            _ => None,
        }
    }

    /// A field as a list of texts; one text is split at commas.
    pub fn list(&self, name: &str) -> Vec<String> {
        match self.fields.get(name) {
            Some(Value::Array(items)) => {
                items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
            }
            Some(Value::String(text)) => {
                text.split(',').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Splits a file into its front matter and the span of its body.
pub fn split(source: &SourceText, diagnostics: &mut Vec<Diagnostic>) -> (FrontMatter, Span) {
    let text = &*source.text;
    let whole = Span::new(0, text.len());
    let Some(first) = text.split_inclusive('\n').next().filter(|line| line.trim_end() == "---") else {
        return (FrontMatter::default(), whole);
    };
    let start = first.len();
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if line.trim_end() == "---" {
            let body = Span::new(at + line.len(), text.len());
            return (read(source, Span::new(start, at), diagnostics), body);
        }
        at += line.len();
    }
    diagnostics.push(
        Diagnostic::error("unclosed-front-matter", "the front matter is never closed")
            .at(source, Span::new(0, 3))
            .hint("add a line `---` after its last field"),
    );
    (FrontMatter::default(), Span::new(start, text.len()))
}

fn read(source: &SourceText, span: Span, diagnostics: &mut Vec<Diagnostic>) -> FrontMatter {
    let yaml = &source.text[span.start as usize..span.end as usize];
    match parse_yaml(yaml) {
        Ok(Value::Object(fields)) => FrontMatter { fields },
        Ok(Value::Null) => FrontMatter::default(),
        Ok(_) => {
            diagnostics.push(
                Diagnostic::error("invalid-front-matter", "the front matter is not a list of fields")
                    .at(source, span)
                    .hint("write `title: …` and `description: …`, one field a line"),
            );
            FrontMatter { fields: simple_fields(yaml) }
        }
        Err(error) => {
            let line_start: usize =
                yaml.split_inclusive('\n').take((error.line as usize).saturating_sub(1)).map(str::len).sum();
            let at = span.start as usize
                + (line_start + (error.column as usize).saturating_sub(1)).min(yaml.len());
            diagnostics.push(
                Diagnostic::error(
                    "invalid-front-matter",
                    format!("the front matter is not valid YAML: {}", error.message),
                )
                .at(source, Span::new(at, at + 1))
                .hint("put a value that holds `: ` or begins with a special character in quotes"),
            );
            FrontMatter { fields: simple_fields(yaml) }
        }
    }
}

/// What can still be read of broken YAML: lines of the form `key: value`, so that the page keeps its title.
fn simple_fields(yaml: &str) -> Map<String, Value> {
    let mut fields = Map::new();
    for line in yaml.lines() {
        let Some((key, value)) = line.split_once(':') else { continue };
        let fits =
            !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':'));
        if !fits {
            continue;
        }
        let value = value.trim().trim_matches(|c| c == '"' || c == '\'');
        let value = match value {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            text => Value::String(text.to_owned()),
        };
        fields.insert(key.to_owned(), value);
    }
    fields
}
