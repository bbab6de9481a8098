//! The YAML block at the top of a page (behaviour 5). All fields are kept; those with a meaning have
//! accessors.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::variables::release_fields;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::conflict::conflict_or;
use crate::text::{SourceText, Span, has_scheme};
use crate::yaml::parse_yaml;

pub mod format;
pub mod problems;

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

    /// `url`, where the page is a link to something else (PG-06): an address with a scheme, or a path from the root. What
    /// is neither would lead to another place from each page; there, sites note for themselves where the page is.
    pub fn elsewhere(&self) -> Option<String> {
        self.text("url").filter(|url| url.starts_with('/') || has_scheme(url))
    }

    /// Whether a field is written and holds no text.
    pub fn is_empty_text(&self, name: &str) -> bool {
        matches!(self.fields.get(name), Some(Value::String(text)) if text.trim().is_empty())
    }

    /// The links of `related` with the texts that they have of their own (FM-11): `- /path`, or `- Title: /path`.
    pub fn related(&self) -> Vec<(Option<String>, String)> {
        let Some(Value::Array(items)) = self.fields.get("related") else { return Vec::new() };
        let text =
            |value: &Value| value.as_str().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let links = items.iter().flat_map(|item| match item {
            Value::Object(titled) => {
                titled.iter().filter_map(|(title, href)| Some((Some(title.clone()), text(href)?))).collect()
            }
            plain => text(plain).map(|href| (None, href)).into_iter().collect::<Vec<_>>(),
        });
        links.collect()
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
            Some(Value::Array(items)) => items
                .iter()
                .filter_map(|item| match item {
                    Value::String(text) => Some(text.clone()),
                    Value::Number(_) | Value::Bool(_) => Some(item.to_string()),
                    _ => None,
                })
                .collect(),
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
    // Blank lines in front of it are a slip, and nothing else can be meant.
    let blank = text.len() - text.trim_start_matches([' ', '\t', '\n']).len();
    let above = text[..blank].rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[above..].split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| line.trim_end() == "---") else {
        diagnostics.extend(problems::other_dashes(source));
        return (FrontMatter::default(), whole);
    };
    let start = above + first.len();
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if line.trim_end() == "---" {
            if above > 0 {
                if !problems::has_field(&text[start..at]) {
                    return (FrontMatter::default(), whole);
                }
                diagnostics.push(problems::not_at_top(source, above, "remove the blank lines above it"));
            } else if text[start..at].trim().is_empty()
                && let Some(end) = repeated(text, at + line.len())
            {
                diagnostics.push(problems::not_at_top(source, at, "remove the `---` above it"));
                let below = text[end..].find('\n').map_or(text.len(), |length| end + length + 1);
                let fields = Span::new(at + line.len(), end);
                return (read(source, fields, diagnostics), Span::new(below, text.len()));
            }
            let body = Span::new(at + line.len(), text.len());
            return (read(source, Span::new(start, at), diagnostics), body);
        }
        at += line.len();
    }
    // Without an end, dashes with a blank line below them are a rule: no field is there to lose.
    let below = text[start..].lines().next().unwrap_or_default();
    if above > 0 || below.trim().is_empty() {
        return (FrontMatter::default(), whole);
    }
    unclosed(source, start, diagnostics)
}

/// Where the fields end that stand right below an empty block: a tool put its own dashes above those of the page.
fn repeated(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        match line.trim_end() {
            "---" => return (at > start).then_some(at),
            "" => return None,
            _ if at == start && !problems::has_field(line) => return None,
            _ => at += line.len(),
        }
    }
    None
}

/// Without its end the front matter goes as far as lines look like fields, so that the page keeps its title.
fn unclosed(source: &SourceText, start: usize, diagnostics: &mut Vec<Diagnostic>) -> (FrontMatter, Span) {
    let text = &*source.text;
    let mut end = start;
    for line in text[start..].split_inclusive('\n') {
        let continues = line.starts_with([' ', '\t', '#']) && end > start;
        if line.trim().is_empty() || !(continues || problems::has_field(line)) {
            break;
        }
        end += line.len();
    }
    diagnostics.push(
        Diagnostic::error("unclosed-front-matter", "the front matter is never closed")
            .at(source, Span::new(0, 3))
            .hint("add a line `---` after its last field"),
    );
    let fields =
        if end > start { read(source, Span::new(start, end), diagnostics) } else { FrontMatter::default() };
    (fields, Span::new(end, text.len()))
}

fn read(source: &SourceText, span: Span, diagnostics: &mut Vec<Diagnostic>) -> FrontMatter {
    let yaml = &source.text[span.start as usize..span.end as usize];
    let parsed = parse_yaml(yaml)
        .or_else(|error| parse_yaml(&indent_strings(yaml).ok_or(error.clone())?).map_err(|_| error));
    match parsed {
        Ok(Value::Object(mut fields)) => {
            keep_as_written(&mut fields, yaml);
            release_fields(&mut fields);
            let front_matter = FrontMatter { fields };
            problems::check(source, span, &front_matter, diagnostics);
            front_matter
        }
        Ok(Value::Null) => FrontMatter::default(),
        Ok(_) => {
            diagnostics.push(
                Diagnostic::error("invalid-front-matter", "the front matter is not a list of fields")
                    .at(source, Span::new(span.start as usize, (span.end as usize).saturating_sub(1)))
                    .hint("write `title: …` and `description: …`, one field a line"),
            );
            FrontMatter { fields: simple_fields(yaml) }
        }
        Err(error) => {
            diagnostics.push(conflict_or(source, span, || problems::unreadable(source, span, &error)));
            FrontMatter { fields: simple_fields(yaml) }
        }
    }
}

/// Numbers that are names become texts: `version: 2.10` is not `2.1`, nor `tag: 007` the number 7.
fn keep_as_written(fields: &mut Map<String, Value>, yaml: &str) {
    for (name, value) in fields.iter_mut().filter(|(name, value)| value.is_number() && *name != "boost") {
        let mut lines = yaml.lines().rev();
        let written = lines.find_map(|line| line.strip_prefix(name.as_str())?.trim_start().strip_prefix(':'));
        let written = written.and_then(|text| text.split(" #").next()).unwrap_or_default().trim();
        let read = value.to_string();
        if written.starts_with(|c: char| c.is_ascii_digit() || c == '-') && written != read {
            *value = Value::String(written.to_owned());
        }
    }
}

/// The text with the further lines of quoted values moved to the right, which other readers of front matter do
/// not ask for; `None` when there are none.
fn indent_strings(yaml: &str) -> Option<String> {
    let mut out = String::with_capacity(yaml.len() + 16);
    let mut open: Option<char> = None;
    let mut moved = false;
    for line in yaml.split_inclusive('\n') {
        let value = match open {
            Some(_) => {
                moved |= !line.starts_with([' ', '\t']);
                out.push(' ');
                line
            }
            None => line.split_once(": ").map_or("", |(_, value)| value.trim_start()),
        };
        out.push_str(line);
        let (quote, inside) = match open {
            Some(quote) => (quote, value),
            None => match value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
                Some(quote) => (quote, &value[1..]),
                None => continue,
            },
        };
        open = (!inside.replace("\\\"", "").contains(quote)).then_some(quote);
    }
    (moved && open.is_none()).then_some(out)
}

/// The line of a field in a page's front matter.
pub fn field_span(source: &SourceText, name: &str) -> Option<Span> {
    let mut at = 0;
    for (number, line) in source.text.split_inclusive('\n').enumerate() {
        match line.trim_end() {
            "---" if number > 0 => return None,
            text if text.split_once(':').is_some_and(|(key, _)| key == name) => {
                return Some(Span::new(at, at + text.len()));
            }
            _ => at += line.len(),
        }
    }
    None
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
    release_fields(&mut fields);
    fields
}
