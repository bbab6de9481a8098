//! Maps and lists that are written as one reference: `paths: {$ref: paths.yaml}`, `properties: {$ref: "#/…"}`.
//!
//! A description refers to single things. Who keeps one in many files refers to all of a kind at once, and tools that
//! bundle follow every `$ref`. So each entry of such a map becomes a reference of its own before the text is cut into
//! parts: it is known by the place where it stands, and what it refers to is seen from there. What refers to nothing
//! stays as it is written, and is told like any other.

use serde_json::{Map, Value, json};

use super::Others;
use crate::api::ApiKind;
use crate::api::pointer::escaped;
use crate::api::source::{Document, Key, key_of};

/// Deepest nesting that is looked at.
const MAX_NESTING: usize = 120;
/// Most entries that are made.
const MAX_ENTRIES: usize = 100_000;
/// What holds no references, so that nobody looks for any.
const COPIED: [&str; 4] = ["required", "tags", "security", "servers"];

/// A text with all entries where they belong; `None` when nothing has to be done.
pub(super) fn entry_by_entry(document: &Document, kind: ApiKind, others: &Others<'_>) -> Option<String> {
    // `headers: {$ref}` of a message is a schema.
    if !document.has_held || kind != ApiKind::OpenApi {
        return None;
    }
    let mut root: Value = serde_json::from_str(document.json()).ok()?;
    let mut made = 0;
    Writer { document, others, made: &mut made }.within(&mut root, false, 0);
    (made > 0).then(|| root.to_string())
}

struct Writer<'a> {
    document: &'a Document,
    others: &'a Others<'a>,
    made: &'a mut usize,
}

impl Writer<'_> {
    /// `has_names` when the keys are names that somebody chose.
    fn within(&mut self, value: &mut Value, has_names: bool, depth: usize) {
        if depth > MAX_NESTING {
            return;
        }
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.within(item, false, depth + 1)),
            Value::Object(object) => {
                for (key, below) in object {
                    let kind = if has_names { Key::Other } else { key_of(key) };
                    if kind.holds()
                        && let Some(held) = self.held(key, below)
                    {
                        *below = held;
                    }
                    match kind {
                        Key::Data | Key::Samples | Key::Mapping => continue,
                        Key::Examples if below.is_array() => continue,
                        _ => {}
                    }
                    let has_names = matches!(kind, Key::Names | Key::Examples) && below.is_object();
                    self.within(below, has_names, depth + 1);
                }
            }
            _ => {}
        }
    }

    /// What a map or a list refers to, and what it says beside that.
    fn held(&mut self, key: &str, value: &Value) -> Option<Value> {
        let written = value.as_object()?;
        let reference = self.document.whole_reference(written.get("$ref")?.as_str()?)?;
        let (place, found) = self.others.placed(&reference)?;
        let entries = match found {
            _ if *self.made > MAX_ENTRIES => return None,
            found @ Value::Array(_) if COPIED.contains(&key) => found,
            Value::Array(items) => {
                let entry = |(at, item)| self.entry(&place, &format!("{at}"), item);
                Value::Array(items.into_iter().enumerate().map(entry).collect())
            }
            Value::Object(map) => {
                let entries = map.into_iter().map(|(name, item)| {
                    let entry = self.entry(&place, &name, item);
                    (name, entry)
                });
                let mut entries: Map<String, Value> = entries.collect();
                let own = written.iter().filter(|(name, _)| *name != "$ref");
                entries.extend(own.map(|(name, own)| (name.clone(), own.clone())));
                Value::Object(entries)
            }
            _ => return None,
        };
        *self.made += 1 + entries.as_array().map_or(0, Vec::len) + entries.as_object().map_or(0, Map::len);
        Some(entries)
    }

    /// A reference to an entry; what is no object cannot be referred to.
    fn entry(&self, place: &str, name: &str, item: Value) -> Value {
        if !item.is_object() || name.starts_with("x-") {
            return item;
        }
        let (base, pointer) = place.split_once('#').unwrap_or((place, ""));
        // Seen from another file, the description itself is a file, too.
        let main = self.others.main.path();
        let base = match base {
            "" if !self.document.base().is_empty() => format!("/{main}"),
            base => base.to_owned(),
        };
        json!({ "$ref": format!("{base}#{}/{}", pointer.trim_end_matches('/'), escaped(name)) })
    }
}
