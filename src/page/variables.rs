//! `{{name}}` in page text, from `variables` of `docs.json` (CFG-07, behaviour 9).
//!
//! Replacement works on the source, so it reaches code, attributes and front matter alike. A value is text: its braces
//! are held back from what reads the page, and put back into what was read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::ast::{AttributeValue, Node, NodeKind, Value};
use super::{Document, frontmatter};
use crate::diagnostic::{Diagnostic, did_you_mean, push_limited};
use crate::text::{SourceText, Span};

/// What stands for the braces of a value while a page is read: characters that no text may have.
const HELD: [(char, char); 2] = [('{', '\u{fdd0}'), ('}', '\u{fdd1}')];

/// Replaces every known `{{name}}`; unknown ones stay as they are.
pub fn substitute(source: SourceText, variables: &BTreeMap<String, String>) -> SourceText {
    let text = source.text.clone();
    if variables.is_empty() || !text.contains("{{") {
        return source;
    }
    let mut out = String::with_capacity(text.len());
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find("{{") {
        out.push_str(&text[at..at + found]);
        let start = at + found;
        let after = &text[start + 2..];
        let value = braced(after).and_then(|(name, end)| Some((variables.get(name)?, end)));
        match value {
            Some((value, end)) => {
                let from = out.len();
                let value = without_tags(value);
                out.push_str(&HELD.iter().fold(value, |value, (brace, held)| match value.contains(*brace) {
                    true => value.replace(*brace, held.encode_utf8(&mut [0; 4])),
                    false => value,
                }));
                at = start + 2 + end + 2;
                pieces.push((Span::new(from, out.len()), Span::new(start, at)));
            }
            None => {
                out.push_str("{{");
                at = start + 2;
            }
        }
    }
    out.push_str(&text[at..]);
    source.filled(out, pieces)
}

/// A piece of a page with the braces of values in their places.
pub fn released(text: &str) -> Cow<'_, str> {
    let is_held = |c: char| HELD.iter().any(|(_, held)| *held == c);
    if !text.contains(is_held) {
        return Cow::Borrowed(text);
    }
    let brace = |c: char| HELD.iter().find(|(_, held)| *held == c).map_or(c, |(brace, _)| *brace);
    Cow::Owned(text.chars().map(brace).collect())
}

fn release(text: &mut String) {
    if let Cow::Owned(released) = released(text) {
        *text = released;
    }
}

/// Puts the braces of values back into fields of front matter.
pub fn release_fields(fields: &mut Map<String, Json>) {
    fn put_back(value: &mut Json) {
        match value {
            Json::String(text) => release(text),
            Json::Array(items) => items.iter_mut().for_each(put_back),
            Json::Object(fields) => release_fields(fields),
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }
    fields.values_mut().for_each(put_back);
}

/// Puts the braces of values back into the nodes of a page.
pub fn release_nodes(nodes: &mut [Node]) {
    for node in nodes {
        match &mut node.kind {
            NodeKind::Text(text)
            | NodeKind::InlineCode(text)
            | NodeKind::MathBlock(text)
            | NodeKind::InlineMath(text)
            | NodeKind::Expression(text)
            | NodeKind::Broken(text)
            | NodeKind::FootnoteReference { label: text }
            | NodeKind::FootnoteDefinition { label: text } => release(text),
            NodeKind::CodeBlock { lang, meta, code } => {
                lang.iter_mut().for_each(release);
                release(meta);
                release(code);
            }
            NodeKind::Link { url, title } => {
                release(url);
                title.iter_mut().for_each(release);
            }
            NodeKind::Image { url, title, alt } => {
                release(url);
                release(alt);
                title.iter_mut().for_each(release);
            }
            NodeKind::Heading { id, .. } => id.iter_mut().for_each(release),
            NodeKind::Element(element) => {
                for attribute in &mut element.attributes {
                    match &mut attribute.value {
                        AttributeValue::Expression(text) | AttributeValue::Value(Value::String(text)) => {
                            release(text);
                        }
                        AttributeValue::Value(_) => {}
                    }
                }
            }
            _ => {}
        }
        release_nodes(&mut node.children);
    }
}

/// Where a name in double braces stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Front matter, an attribute, an address.
    Value,
    /// Code, where double braces are often those of a language.
    Code,
}

/// What is told of names in double braces that no variable has, where nobody else does: in front matter, attributes
/// and addresses, and in code, where a variable is called nearly so. In text they are an expression without a value.
pub fn unknown(document: &Document, variables: &BTreeMap<String, String>) -> Vec<Diagnostic> {
    let text = &*document.source.text;
    let mut told = Vec::new();
    if variables.is_empty() || !text.contains("{{") {
        return told;
    }
    let (_, body) = frontmatter::split(&document.source, &mut Vec::new());
    let mut places = vec![(Span { start: 0, end: body.start }, Place::Value)];
    collect_places(&document.nodes, &mut places);
    places.sort_by_key(|(place, _)| place.start);
    let mut places = places.iter().peekable();
    // How far those go that have begun.
    let (mut values, mut codes) = (0, 0);
    let mut at = 0;
    while let Some(found) = text[at..].find("{{") {
        let start = at + found;
        at = start + 2;
        let Some((name, end)) = braced(&text[at..]) else { continue };
        let span = Span::new(start, at + end + 2);
        while let Some((place, kind)) = places.next_if(|(place, _)| place.start <= span.start) {
            let reach = if *kind == Place::Value { &mut values } else { &mut codes };
            *reach = place.end.max(*reach);
        }
        let is_value = span.end <= values;
        if !is_value && span.end > codes {
            continue;
        }
        let meant = did_you_mean(name, variables.keys().map(String::as_str));
        if !is_value && meant.is_none() {
            continue;
        }
        push_limited(&mut told, || {
            let written = &text[start..at + end + 2];
            let message = format!("no variable is called `{name}`, so `{written}` stays as it is");
            Diagnostic::warning("unknown-variable", message).at(&document.source, span).hint(match meant {
                Some(meant) => format!("did you mean `{{{{{meant}}}}}`?"),
                None => format!("add `{name}` to `variables` in docs.json"),
            })
        });
    }
    told
}

/// The places below nodes whose double braces are told of here.
fn collect_places(nodes: &[Node], places: &mut Vec<(Span, Place)>) {
    let is_open = |text: &str| text.contains("{{");
    for node in nodes {
        match &node.kind {
            NodeKind::InlineCode(_) | NodeKind::CodeBlock { .. } => places.push((node.span, Place::Code)),
            // Behind its text: what stands there is told of as text, or below.
            NodeKind::Link { url, title } if is_open(url) || title.as_deref().is_some_and(is_open) => {
                let text = node.children.last().map(|last| last.span.end);
                // An address that is its own text has nothing behind it.
                let start = text.filter(|end| *end < node.span.end).unwrap_or(node.span.start);
                places.push((Span { start, ..node.span }, Place::Value));
            }
            NodeKind::Image { .. } => places.push((node.span, Place::Value)),
            NodeKind::Element(element) => {
                let texts = element.attributes.iter().filter(|attribute| {
                    matches!(&attribute.value, AttributeValue::Value(Value::String(text)) if is_open(text))
                });
                places.extend(texts.map(|attribute| (attribute.span, Place::Value)));
            }
            _ => {}
        }
        collect_places(&node.children, places);
    }
}

/// The name that the text behind two braces begins with, and where the braces behind it stand.
fn braced(after: &str) -> Option<(&str, usize)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
    let end = after.find(|c| !is_part(c))?;
    let (inner, rest) = after.split_at(end);
    let name = inner.trim_matches(' ');
    (rest.starts_with("}}") && !name.is_empty() && !name.contains(' ')).then_some((name, end))
}

/// A value without HTML tags; `script` and `style` go with their content.
fn without_tags(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('<') {
        let tag = &rest[at..];
        let is_tag = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let Some(end) = tag.find('>').filter(|_| is_tag) else {
            out.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        };
        out.push_str(&rest[..at]);
        let name = tag[1..end].split([' ', '/', '\n']).next().unwrap_or("").to_ascii_lowercase();
        rest = &tag[end + 1..];
        if matches!(name.as_str(), "script" | "style") {
            let close = format!("</{name}");
            let lower = rest.to_ascii_lowercase();
            rest = match lower.find(&close).and_then(|at| lower[at..].find('>').map(|end| at + end + 1)) {
                Some(after) => &rest[after..],
                None => "",
            };
        }
    }
    out.push_str(rest);
    out
}
