//! Parts of a description that only some readers may see: fields, parameters, members of choices and schemas with
//! `x-mint.groups`. A static site cannot keep anybody out, so they are taken out of the text before anything reads it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::operation::groups_of;
use super::pointer::pointer;

/// Whom a site is published for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Everybody: what has `groups` is left out.
    All,
    /// Those whom the host lets in.
    Known,
}

/// Keys whose members are parts by name.
const NAMED: [&str; 2] = ["properties", "patternProperties"];
/// Keys whose members are parts in a list.
const LISTED: [&str; 4] = ["oneOf", "anyOf", "allOf", "parameters"];
/// Keys whose values are data, whatever they look like.
const DATA: [&str; 5] = ["example", "examples", "default", "enum", "const"];

/// The JSON of a description without such parts, and how many there were; `None` when there are none, or all `readers`
/// may see them.
pub(super) fn without_restricted(json: &str, readers: Readers) -> Option<(String, usize)> {
    // Few descriptions have any, and most are large.
    if readers == Readers::Known || !json.contains("\"x-mint\"") || !json.contains("\"groups\"") {
        return None;
    }
    let mut root: Value = serde_json::from_str(json).ok()?;
    let count = take_out(&mut root);
    (count > 0).then(|| (root.to_string(), count))
}

/// Takes such parts out; how many there were. Operations and channels stay, with what they say of themselves.
pub(super) fn take_out(root: &mut Value) -> usize {
    let mut taker = Taker { references: BTreeSet::new(), count: 0 };
    for path in [&["components", "schemas"][..], &["definitions"][..]] {
        let schemas = root.pointer_mut(pointer(path).trim_start_matches('#')).and_then(Value::as_object_mut);
        for (name, schema) in schemas.into_iter().flatten().filter(|(_, schema)| is_restricted(schema)) {
            taker.references.insert(pointer(&[path, &[name.as_str()]].concat()));
            taker.count += 1;
            // What still refers to it shows that there is something.
            *schema = Value::Object(Map::new());
        }
    }
    taker.walk(root);
    taker.count
}

fn is_restricted(value: &Value) -> bool {
    groups_of(value).next().is_some()
}

struct Taker {
    /// What refers to a schema that was taken out.
    references: BTreeSet<String>,
    count: usize,
}

impl Taker {
    fn walk(&mut self, value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.walk(item)),
            Value::Object(object) => {
                self.take(object);
                let parts = object.iter_mut().filter(|(key, _)| !DATA.contains(&key.as_str()));
                parts.for_each(|(_, part)| self.walk(part));
            }
            _ => {}
        }
    }

    fn take(&mut self, object: &mut Map<String, Value>) {
        let mut names: Vec<String> = Vec::new();
        for key in NAMED {
            let Some(parts) = object.get_mut(key).and_then(Value::as_object_mut) else { continue };
            parts.retain(|name, part| {
                let is_left = !self.is_taken(part);
                if !is_left {
                    names.push(name.clone());
                }
                is_left
            });
        }
        self.count += names.len();
        if let Some(required) = object.get_mut("required").and_then(Value::as_array_mut) {
            required
                .retain(|name| !name.as_str().is_some_and(|name| names.iter().any(|taken| taken == name)));
        }
        for key in LISTED {
            let Some(parts) = object.get_mut(key).and_then(Value::as_array_mut) else { continue };
            let before = parts.len();
            parts.retain(|part| !self.is_taken(part));
            self.count += before - parts.len();
        }
        if let Some(mapping) = object.get_mut("mapping").and_then(Value::as_object_mut) {
            mapping
                .retain(|_, target| !target.as_str().is_some_and(|target| self.references.contains(target)));
        }
    }

    fn is_taken(&self, part: &Value) -> bool {
        let reference = part.get("$ref").and_then(Value::as_str);
        is_restricted(part) || reference.is_some_and(|reference| self.references.contains(reference))
    }
}
