//! Where something of a description stands in its text: by its place in JSON, else by the keys that lead to it.

use std::cell::OnceCell;
use std::sync::Arc;

use serde_json::Value;

use super::outline::Outline;
use crate::api::ApiTarget;
use crate::api::operation::plain;
use crate::text::{SourceText, Span};

/// Most keys of one name beside each other that are looked at for a value.
const MAX_ALIKE: usize = 100;

/// The places of one text.
pub struct Places<'a> {
    pub(super) source: &'a SourceText,
    /// Whether the text is the JSON that was read, so that places in one are places in the other.
    is_json: bool,
    outline: OnceCell<Outline>,
}

impl<'a> Places<'a> {
    /// `json` is what was read of the source, or what was made of it.
    pub(super) fn of(source: &'a SourceText, json: &Arc<str>) -> Self {
        let is_json = Arc::ptr_eq(&source.text, json) || source.text == *json;
        Self { source, is_json, outline: OnceCell::new() }
    }

    /// Those of a text that is known alone.
    pub fn written(source: &'a SourceText) -> Self {
        Self { source, is_json: false, outline: OnceCell::new() }
    }

    fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.source.text))
    }

    /// Where a chain of keys stands, or as much of it as there is.
    pub fn of_keys(&self, keys: &[&str]) -> Option<Span> {
        self.outline().find(&self.source.text, keys)
    }

    /// The value of a key that stands below a chain of keys: of several, the first that is this one.
    pub(super) fn of_value(&self, keys: &[&str], (key, value): (&str, &Value)) -> Option<Span> {
        let first = self.of_keys(keys);
        // No key tells one member of a list from another.
        let alike =
            |around: &Option<Span>| around.and_then(|at| self.outline().next_alike(&self.source.text, at));
        let mut all = std::iter::successors(Some(first), |around| alike(around).map(Some)).take(MAX_ALIKE);
        // What YAML writes in other words than JSON: `yes`, or a number with another form.
        all.find_map(|around| self.value_in(around, (key, value))).or_else(|| {
            let with_key: Vec<&str> = keys.iter().copied().chain(std::iter::once(key)).collect();
            self.of_keys(&with_key)
        })
    }

    /// The first value of a key below another one that is this one.
    fn value_in(&self, around: Option<Span>, (key, value): (&str, &Value)) -> Option<Span> {
        let from = around.map_or(0, |span| span.end as usize);
        let end = around.map(|around| self.outline().end_of(&self.source.text, around));
        let rest = self.source.text.get(from..end.unwrap_or(self.source.text.len()))?;
        let written = plain(value);
        rest.match_indices(key).find_map(|(at, _)| {
            let after = rest[at + key.len()..].trim_start_matches(['"', '\'']).trim_start();
            let said = beginning(after.strip_prefix(':')?);
            let at = said
                .match_indices(&written)
                .map(|(at, _)| at)
                .find(|at| is_word(said, *at, written.len()))?;
            let start = from + (rest.len() - after.len()) + 1 + at;
            Some(Span::new(start, start + written.len()))
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

/// Where what a page shows begins in a description, of whose text this is the outline.
pub fn place_of(text: &str, outline: &Outline, target: &ApiTarget) -> Option<Span> {
    let keys: &[&str] = match target {
        ApiTarget::Operation { method, path } => &["paths", path, method],
        ApiTarget::Webhook { name } => &["webhooks", name],
        ApiTarget::Channel { id } => &["channels", id],
        ApiTarget::Model { name } => &["schemas", name],
        ApiTarget::Tag { .. } | ApiTarget::Graphql { .. } | ApiTarget::Schema { .. } => return None,
    };
    let found = outline.find(text, keys)?;
    let name = text.get(found.start as usize..found.end as usize);
    (name == keys.last().copied()).then_some(found)
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
