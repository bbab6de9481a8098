//! `{{name}}` in page text, from `variables` of `docs.json` (CFG-07, behaviour 9).
//!
//! Replacement works on the source, so it reaches code, attributes and front matter alike.

use std::collections::BTreeMap;

use crate::text::{SourceText, Span};

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
        let value = after.find("}}").and_then(|end| Some((variables.get(name(&after[..end])?)?, end)));
        match value {
            Some((value, end)) => {
                let from = out.len();
                out.push_str(&without_tags(value));
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

fn name(inner: &str) -> Option<&str> {
    let trimmed = inner.trim_matches(' ');
    let fits = !trimmed.is_empty()
        && trimmed.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    fits.then_some(trimmed)
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
