//! Where something of a description stands in its text: exactly in JSON, by looking for its keys in YAML.

use std::sync::Arc;

use serde_json::Value;

use crate::api::ApiTarget;
use crate::api::operation::plain;
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

    /// The value of a key that stands below a chain of keys: of several, the first that is this one.
    pub(super) fn of_value(&self, keys: &[&str], (key, value): (&str, &Value)) -> Option<Span> {
        let around = locate(&self.source.text, keys);
        let from = around.map_or(0, |span| span.end as usize);
        let rest = self.source.text.get(from..)?;
        let written = plain(value);
        let found = rest.match_indices(key).find_map(|(at, _)| {
            let after = rest[at + key.len()..].trim_start_matches(['"', '\'']).trim_start();
            let said = beginning(after.strip_prefix(':')?);
            let at = said
                .match_indices(&written)
                .map(|(at, _)| at)
                .find(|at| is_word(said, *at, written.len()))?;
            let start = from + (rest.len() - after.len()) + 1 + at;
            Some(Span::new(start, start + written.len()))
        });
        // What YAML writes in other words than JSON: `yes`, or a number with another form.
        found.or_else(|| {
            let with_key: Vec<&str> = keys.iter().copied().chain(std::iter::once(key)).collect();
            locate(&self.source.text, &with_key)
        })
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

/// Where what a page shows probably begins in the text of its description.
pub fn place_of(source: &SourceText, target: &ApiTarget) -> Option<Span> {
    let keys: [&str; 3] = match target {
        ApiTarget::Operation { method, path } => ["paths", path, method],
        ApiTarget::Webhook { name } => return locate(&source.text, &["webhooks", name]),
        ApiTarget::Channel { id } => return locate(&source.text, &["channels", id]),
        ApiTarget::Model { name } => return locate(&source.text, &["schemas", name]),
        ApiTarget::Tag { .. } | ApiTarget::Graphql { .. } | ApiTarget::Schema { .. } => return None,
    };
    locate(&source.text, &keys)
}

/// What follows a key in its line; of a list that begins in the next one, some lines more.
fn beginning(text: &str) -> &str {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let more = if matches!(first.trim(), "" | "[") { lines.take(8).map(str::len).sum() } else { 0 };
    text.get(..first.len() + more).unwrap_or_default()
}

/// Whether a piece of a text is a word of it.
pub fn is_word(text: &str, at: usize, length: usize) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let before = text[..at].chars().next_back();
    let after = text[at + length..].chars().next();
    !before.is_some_and(is_part) && !after.is_some_and(is_part)
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
