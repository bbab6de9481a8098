//! Schemas with a name of their own (`$anchor`), which references may lead to.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::pointer;
use super::{Document, PartId};

/// The key that gives the name.
const ANCHOR: &str = "\"$anchor\"";

impl Document {
    /// The pointer to the schema that an anchor names; `None` for a pointer, and for one that there is not.
    pub(super) fn anchored(&self, anchor: &str) -> Option<&str> {
        if anchor.is_empty() || anchor.starts_with('/') {
            return None;
        }
        let known = self.anchors.get_or_init(|| {
            let mut found = BTreeMap::new();
            if self.text.contains(ANCHOR) {
                self.find_anchors(0, &mut String::new(), &mut found);
            }
            found
        });
        known.get(anchor).map(String::as_str)
    }

    fn find_anchors(&self, part: PartId, at: &mut String, found: &mut BTreeMap<String, String>) {
        fn of_value(value: &Value, at: &mut String, found: &mut BTreeMap<String, String>) {
            if let Some(anchor) = value.get("$anchor").and_then(Value::as_str) {
                found.entry(anchor.to_owned()).or_insert_with(|| at.clone());
            }
            let length = at.len();
            let entries: Vec<(String, &Value)> = match value {
                Value::Object(map) => {
                    map.iter().map(|(key, below)| (pointer::escaped(key).to_string(), below)).collect()
                }
                Value::Array(items) => {
                    items.iter().enumerate().map(|(index, below)| (index.to_string(), below)).collect()
                }
                _ => return,
            };
            for (key, below) in entries.into_iter().filter(|(_, below)| below.is_object() || below.is_array())
            {
                at.push('/');
                at.push_str(&key);
                of_value(below, at, found);
                at.truncate(length);
            }
        }
        if !self.slice(part).contains(ANCHOR) {
            return;
        }
        let entries = self.entries(part);
        if entries.is_empty() {
            // A part is nested no deeper than the parser of values goes.
            if let Some(value) = self.read(part) {
                of_value(&value, at, found);
            }
            return;
        }
        let length = at.len();
        for (name, entry) in entries {
            at.push('/');
            at.push_str(&pointer::escaped(name));
            self.find_anchors(*entry, at, found);
            at.truncate(length);
        }
    }
}
