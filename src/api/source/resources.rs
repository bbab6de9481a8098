//! References of JSON Schema that no pointer from the root answers, written as such pointers (draft 2020-12, 8.2).
//!
//! A schema with `$id` is a resource of its own: `#…` in it begins at it, and other schemas may name it by that address.
//! `$dynamicRef` leads to the schema with that `$dynamicAnchor`. All others who read a description know pointers alone,
//! so those are put in the place of such references before the text is cut into parts. What is found nowhere stays as
//! it is written.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::pointer;
use super::scan::{Key, key_of};
use super::{joined_address, percent_decoded, relative_path};
use crate::text::bytes::find;
use crate::text::{SourcePath, has_scheme};

/// What keys begin with of which one has to be there.
const KEYS: [&str; 2] = ["\"$id\"", "\"$dynamic"];

/// A text with plain references; `None` when it has no others. `base` is where it lies: an address, or a path.
pub fn with_plain_references(text: &str, base: &str) -> Option<String> {
    if !KEYS.iter().any(|key| find(text.as_bytes(), key.as_bytes()).is_some()) {
        return None;
    }
    let mut root: Value = serde_json::from_str(text).ok()?;
    let base = root.get("$self").and_then(Value::as_str).unwrap_or(base);
    let around = Around { base: base.to_owned(), resource: String::new(), dynamic: Vec::new() };
    let mut found = Found::default();
    found.resources.insert(without_fragment(base).to_owned(), String::new());
    each_schema(&root, &around, &mut |at, schema, around| found.note(at, schema, around));
    let mut edits = Vec::new();
    each_schema(&root, &around, &mut |at, schema, around| {
        if let Some((key, reference)) = reference_of(schema)
            && let Some(target) = found.target(&root, reference, key == DYNAMIC, around)
            && (reference != target || key == DYNAMIC)
        {
            edits.push((at.to_owned(), key, target));
        }
        let mapping = schema.get("discriminator").and_then(|found| found.get("mapping")?.as_object());
        for (name, reference) in mapping.into_iter().flatten() {
            let Some(reference) = reference.as_str().filter(|text| text.contains(['#', '/', '.'])) else {
                continue;
            };
            if let Some(target) = found.target(&root, reference, false, around) {
                edits.push((format!("{at}/discriminator/mapping"), name.as_str(), target));
            }
        }
    });
    let edits: Vec<(String, String, String)> =
        edits.into_iter().map(|(at, key, target)| (at, key.to_owned(), target)).collect();
    if edits.is_empty() {
        return None;
    }
    for (at, key, target) in edits {
        let Some(Value::Object(object)) = root.pointer_mut(&at) else { continue };
        let key = if key == DYNAMIC { "$ref" } else { key.as_str() };
        object.insert(key.to_owned(), Value::String(target));
        if key == "$ref" {
            object.shift_remove(DYNAMIC);
        }
    }
    Some(root.to_string())
}

const DYNAMIC: &str = "$dynamicRef";

/// The reference of a schema; of both kinds the plain one counts.
fn reference_of(schema: &Map<String, Value>) -> Option<(&'static str, &str)> {
    let of = |key: &'static str| Some((key, schema.get(key)?.as_str()?));
    of("$ref").or_else(|| of(DYNAMIC))
}

/// What a schema stands in.
#[derive(Clone)]
struct Around {
    /// The address that references start from.
    base: String,
    /// The pointer to the resource.
    resource: String,
    /// The dynamic anchors of the schemas around it, the nearest last, with their pointers.
    dynamic: Vec<(String, String)>,
}

/// What references can name.
#[derive(Default)]
struct Found {
    /// Pointers of resources by their addresses.
    resources: BTreeMap<String, String>,
    /// Pointers of anchors by their resources and names.
    anchors: BTreeMap<(String, String), String>,
    /// The first dynamic anchor of each name.
    dynamic: BTreeMap<String, String>,
}

impl Found {
    fn note(&mut self, at: &str, schema: &Map<String, Value>, around: &Around) {
        let text = |key: &str| schema.get(key).and_then(Value::as_str);
        if around.resource == at && text("$id").is_some() {
            self.resources.entry(without_fragment(&around.base).to_owned()).or_insert_with(|| at.to_owned());
        }
        let older = text("$id").and_then(|id| id.strip_prefix('#'));
        for name in [text("$anchor"), text("$dynamicAnchor"), older].into_iter().flatten() {
            let key = (around.resource.clone(), name.to_owned());
            self.anchors.entry(key).or_insert_with(|| at.to_owned());
        }
        if let Some(name) = text("$dynamicAnchor") {
            self.dynamic.entry(name.to_owned()).or_insert_with(|| at.to_owned());
        }
    }

    /// The pointer from the root that a reference means.
    fn target(&self, root: &Value, reference: &str, is_dynamic: bool, around: &Around) -> Option<String> {
        let (file, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let resource = match file {
            "" => &around.resource,
            file => self.resources.get(without_fragment(&joined(&around.base, file)))?,
        };
        // What leads from the root of the text is a pointer already.
        if file.is_empty()
            && resource.is_empty()
            && (fragment.is_empty() || fragment.starts_with('/'))
            && !is_dynamic
        {
            return None;
        }
        let pointer = |fragment: &str| {
            let whole = format!("{resource}{fragment}");
            root.pointer(&whole).is_some().then_some(whole)
        };
        let found = if fragment.is_empty() || fragment.starts_with('/') {
            pointer(fragment).or_else(|| pointer(&percent_decoded(fragment)?))
        } else {
            let nearest = around.dynamic.iter().rev().find(|(name, _)| name == fragment && is_dynamic);
            let nearest = nearest.filter(|_| file.is_empty()).map(|(_, at)| at);
            let known = nearest.or_else(|| self.anchors.get(&(resource.clone(), fragment.to_owned())));
            known.or_else(|| self.dynamic.get(fragment).filter(|_| is_dynamic)).cloned()
        };
        Some(format!("#{}", found?))
    }
}

/// Takes a schema, with its pointer and what it stands in.
type Each<'e, 'v> = &'e mut dyn FnMut(&str, &'v Map<String, Value>, &Around);

/// Calls `each` with all schemas, and whatever else has the form of one, with their pointers and what they stand in.
fn each_schema<'v>(root: &'v Value, around: &Around, each: Each<'_, 'v>) {
    walk(root, &mut String::new(), around, false, each);
}

/// `has_names` when the keys are names that somebody chose.
fn walk<'v>(value: &'v Value, at: &mut String, around: &Around, has_names: bool, each: Each<'_, 'v>) {
    let object = match value {
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                below((&number.to_string(), item), at, around, false, each);
            }
            return;
        }
        Value::Object(object) => object,
        _ => return,
    };
    if has_names {
        for (key, value) in object {
            below((&pointer::escaped(key), value), at, around, false, each);
        }
        return;
    }
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let mut own = None;
    if let Some(id) = text("$id").filter(|id| !id.starts_with('#')) {
        let base = joined(&around.base, id);
        own = Some(Around { base, resource: at.clone(), dynamic: Vec::new() });
    }
    if let Some(name) = text("$dynamicAnchor") {
        own.get_or_insert_with(|| around.clone()).dynamic.push((name.to_owned(), at.clone()));
    }
    let around = own.as_ref().unwrap_or(around);
    each(at, object, around);
    for (key, value) in object {
        let has_names = match key_of(key) {
            Key::Data | Key::Samples | Key::Mapping => continue,
            Key::Examples if value.is_array() => continue,
            Key::Examples | Key::Names => value.is_object(),
            Key::Other | Key::Reference | Key::Held | Key::List | Key::Words => false,
        };
        below((&pointer::escaped(key), value), at, around, has_names, each);
    }
}

/// The same for an entry.
fn below<'v>(
    (key, value): (&str, &'v Value),
    at: &mut String,
    around: &Around,
    has_names: bool,
    each: Each<'_, 'v>,
) {
    let length = at.len();
    at.push('/');
    at.push_str(key);
    walk(value, at, around, has_names, each);
    at.truncate(length);
}

/// The address that another one names, seen from it.
fn joined(base: &str, reference: &str) -> String {
    if has_scheme(reference) {
        return reference.to_owned();
    }
    match base {
        base if base.contains("://") => joined_address(base, reference),
        // Nothing is seen from a name.
        base if has_scheme(base) => reference.to_owned(),
        base => relative_path(&SourcePath::new(base), reference).to_string(),
    }
}

fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schemas(schemas: Value) -> Value {
        let text = json!({ "components": { "schemas": schemas } }).to_string();
        let plain = with_plain_references(&text, "openapi.json").unwrap_or(text);
        let mut root: Value = serde_json::from_str(&plain).unwrap_or_default();
        root["components"]["schemas"].take()
    }

    #[test]
    fn a_schema_with_an_address_is_a_resource() {
        let found = schemas(json!({
            "Tree": { "$id": "https://x.example/tree", "$defs": { "leaf": { "$anchor": "L", "type": "string" } }, "properties": {
                "a": { "$ref": "#/$defs/leaf" }, "b": { "$ref": "#" }, "c": { "$ref": "#L" }, "d": { "$ref": "other" },
                "e": { "$ref": "#/components/schemas/Other" }, "$id": { "type": "string" } } },
            "Other": { "$id": "https://x.example/other", "example": { "$id": "https://x.example/no", "$ref": "#" } },
            "Use": { "allOf": [{ "$ref": "https://x.example/tree#/$defs/leaf" }, { "$ref": "https://x.example/no" }],
                "discriminator": { "mapping": { "t": "https://x.example/tree", "u": "Use" } } },
        }));
        let tree = "#/components/schemas/Tree";
        let of = |name: &str| found["Tree"]["properties"][name]["$ref"].clone();
        assert_eq!(of("a"), format!("{tree}/$defs/leaf"));
        assert_eq!(of("b"), tree);
        assert_eq!(of("c"), format!("{tree}/$defs/leaf"));
        assert_eq!(of("d"), "#/components/schemas/Other");
        assert_eq!(of("e"), "#/components/schemas/Other");
        assert_eq!(found["Other"]["example"]["$ref"], "#");
        assert_eq!(found["Use"]["allOf"][0]["$ref"], format!("{tree}/$defs/leaf"));
        assert_eq!(found["Use"]["allOf"][1]["$ref"], "https://x.example/no");
        assert_eq!(found["Use"]["discriminator"]["mapping"], json!({ "t": tree, "u": "Use" }));
    }

    #[test]
    fn relative_addresses_are_seen_from_what_they_stand_in() {
        let found = schemas(json!({
            "A": { "$id": "schemas/a.json", "properties": { "b": { "$ref": "b.json" } } },
            "B": { "$id": "schemas/b.json" },
            "C": { "$ref": "schemas/b.json" },
            "D": { "$id": "urn:x:d", "items": { "$ref": "urn:x:d" } },
        }));
        assert_eq!(found["A"]["properties"]["b"]["$ref"], "#/components/schemas/B");
        assert_eq!(found["C"]["$ref"], "#/components/schemas/B");
        assert_eq!(found["D"]["items"]["$ref"], "#/components/schemas/D");
    }

    #[test]
    fn a_dynamic_reference_leads_to_the_nearest_anchor_of_its_name() {
        let found = schemas(json!({
            "First": { "$dynamicAnchor": "T", "properties": { "x": { "$dynamicRef": "#T", "description": "X" } } },
            "Second": { "$dynamicAnchor": "T", "properties": { "x": { "$dynamicRef": "#T" } } },
            "Own": { "$id": "https://x.example/own", "properties": { "x": { "$dynamicRef": "#T" }, "y": { "$dynamicRef": "#/properties/x" } } },
            "Plain": { "items": { "$ref": "#T" } },
        }));
        assert_eq!(
            found["First"]["properties"]["x"],
            json!({ "$ref": "#/components/schemas/First", "description": "X" })
        );
        assert_eq!(found["Second"]["properties"]["x"]["$ref"], "#/components/schemas/Second");
        assert_eq!(found["Own"]["properties"]["x"]["$ref"], "#/components/schemas/First");
        assert_eq!(found["Own"]["properties"]["y"]["$ref"], "#/components/schemas/Own/properties/x");
        assert_eq!(found["Plain"]["items"]["$ref"], "#/components/schemas/First");
    }
}
