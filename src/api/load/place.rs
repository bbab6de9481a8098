//! Where something of a description stands in its text: exactly in JSON, by looking for its keys in YAML.

use std::sync::Arc;

use crate::text::{SourceText, Span};

/// The places of one text.
pub(super) struct Places<'a> {
    pub(super) source: &'a SourceText,
    /// Whether the text is the JSON that was read, so that places in one are places in the other.
    is_json: bool,
}

impl<'a> Places<'a> {
    /// `json` is what was read of the source, or what was made of it.
    pub(super) fn of(source: &'a SourceText, json: &Arc<str>) -> Self {
        Self { source, is_json: Arc::ptr_eq(&source.text, json) || source.text == *json }
    }

    /// Where a chain of keys stands.
    pub(super) fn of_keys(&self, keys: &[&str]) -> Option<Span> {
        locate(&self.source.text, keys)
    }

    /// A place in the JSON.
    pub(super) fn of_json(&self, (start, end): (usize, usize)) -> Option<Span> {
        self.is_json.then(|| Span::new(start, end))
    }

    /// A reference: its place in JSON, else the first time that it is written.
    pub(super) fn of_reference(&self, place: (usize, usize), reference: &str) -> Option<Span> {
        self.of_json(place).or_else(|| {
            let at = self.source.text.find(reference)?;
            Some(Span::new(at, at + reference.len()))
        })
    }
}

/// Where a chain of keys probably stands: each key is searched after the one before.
fn locate(text: &str, keys: &[&str]) -> Option<Span> {
    let mut from = 0;
    let mut span = None;
    for key in keys {
        let rest = text.get(from..)?;
        let found = rest.match_indices(key).find(|(at, _)| {
            let before = rest[..*at].chars().next_back();
            let after =
                rest[at + key.len()..].trim_start_matches(['"', '\'']).trim_start_matches([' ', '\t']);
            after.starts_with(':')
                && before.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '{' | ','))
        });
        let (at, _) = found?;
        span = Some(Span::new(from + at, from + at + key.len()));
        from += at + key.len();
    }
    span
}
