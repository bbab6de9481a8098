//! Types in words: `string<uuid>`, `enum<string>`, `object[]`, `string | null` (behaviour 10.4, OAS-42).

use serde_json::Value;

use super::{MAX_MERGE_DEPTH, Schema, reference_name};
use crate::api::ApiDescription;

/// Most alternatives that a type names.
const MAX_NAMED_TYPES: usize = 8;
/// Most schemas and parts of them that are looked at for one type label.
const MAX_LABELLED_SCHEMAS: usize = 600;

/// Most places of a tuple that a label names.
const MAX_NAMED_PLACES: usize = 6;
/// Longest label of a tuple, characters.
const LONGEST_TUPLE: usize = 80;

/// Most members of one choice that a label looks at.
const MAX_LABELLED_MEMBERS: usize = 100;

/// Keywords that only a value of one type has, in the order in which they tell.
const TELLING: [(&str, &[&str]); 4] = [
    (
        "object",
        &["properties", "additionalProperties", "patternProperties", "minProperties", "maxProperties"],
    ),
    ("array", &["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]),
    ("string", &["pattern", "minLength", "maxLength", "contentMediaType", "contentEncoding"]),
    ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
];

/// What the making of one label has met.
struct Walk<'a> {
    /// How much more may be looked at.
    budget: usize,
    /// References whose label is being made.
    open: Vec<&'a str>,
}

impl<'a> Schema<'a> {
    /// The types without `null`; guessed from other keywords when none is written.
    pub fn types(&self) -> Vec<&'a str> {
        match self.keyword("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect()
            }
            _ if !self.properties.is_empty() => vec!["object"],
            _ => match (self.keyword("const"), self.enumerated()) {
                (Some(value), _) => type_of(value).into_iter().collect(),
                (None, Some(values)) if values.iter().any(|value| !value.is_null()) => types_of(values),
                _ => self.guessed_type().into_iter().collect(),
            },
        }
    }

    fn guessed_type(&self) -> Option<&'static str> {
        if !self.choices.is_empty() {
            return None;
        }
        let telling = TELLING.iter().find(|(_, keys)| keys.iter().any(|key| self.keyword(key).is_some()));
        match (telling, self.text("format")) {
            (Some((name, _)), _) => Some(name),
            (None, Some("int32" | "int64")) => Some("integer"),
            (None, Some("float" | "double" | "decimal")) => Some("number"),
            (None, Some(_)) => Some("string"),
            (None, None) => None,
        }
    }

    /// Whether the value is a file: a binary string (behaviour 10.4).
    pub fn is_file(&self) -> bool {
        // Version 2.0 has a type of its own.
        if self.types() == ["file"] {
            return true;
        }
        if self.types() != ["string"] {
            return false;
        }
        let is_binary_media = || self.text("contentMediaType").is_some_and(is_binary_media_type);
        self.text("format") == Some("binary")
            || (is_binary_media() && self.keyword("contentEncoding").is_none())
    }

    /// The type in words.
    pub fn type_label(&self, description: &'a ApiDescription) -> String {
        self.label_at(description, 0, &mut Walk { budget: MAX_LABELLED_SCHEMAS, open: Vec::new() })
    }

    fn label_at(&self, description: &'a ApiDescription, depth: usize, walk: &mut Walk<'a>) -> String {
        // A list of itself would have no end; it is called by its name.
        if let Some(open) = self.identity().iter().find(|reference| walk.open.contains(reference)) {
            return reference_name(open).to_owned();
        }
        let before = walk.open.len();
        walk.open.extend(self.identity());
        let label = self.closed_label(description, depth, walk);
        walk.open.truncate(before);
        label
    }

    fn closed_label(&self, description: &'a ApiDescription, depth: usize, walk: &mut Walk<'a>) -> String {
        // What is merged is work, too.
        walk.budget = walk.budget.saturating_sub(1 + self.merged);
        let depth = if walk.budget == 0 { MAX_MERGE_DEPTH } else { depth };
        let mut labels: Vec<String> = Vec::new();
        let mut add = |label: String| {
            if !labels.contains(&label) {
                labels.push(label);
            }
        };
        let types = self.types();
        let by_members = !self.choices.is_empty() && self.properties.is_empty() && types != ["object"];
        if depth < MAX_MERGE_DEPTH && by_members {
            for member in self.alternatives().take(MAX_LABELLED_MEMBERS) {
                let label = self.member(description, member).label_at(description, depth + 1, walk);
                split_label(&label).into_iter().for_each(|part| add(part.to_owned()));
            }
            // Members that only limit (`anyOf: [{required: [a]}, …]`) say nothing about the type.
            if labels.iter().all(|label| label == "any") && !types.is_empty() {
                labels.clear();
            }
        }
        if labels.is_empty() {
            let mut add = |label: String| labels.push(label);
            types.iter().for_each(|name| add(self.single_label(description, name, depth, walk)));
            if types.is_empty() && !self.is_only_null() {
                add("any".to_owned());
            }
        }
        let has_null = labels.iter().any(|label| label == "null");
        labels.retain(|label| label != "null");
        if labels.len() > MAX_NAMED_TYPES {
            labels.truncate(MAX_NAMED_TYPES);
            labels.push("…".to_owned());
        }
        if has_null || self.allows_null() || self.is_only_null() {
            labels.push("null".to_owned());
        }
        labels.join(" | ")
    }

    fn is_only_null(&self) -> bool {
        match self.keyword("type") {
            Some(name) => name.as_str() == Some("null"),
            None => {
                self.keyword("const").is_some_and(Value::is_null) || self.enumerated().is_some_and(are_null)
            }
        }
    }

    fn single_label(
        &self,
        description: &'a ApiDescription,
        name: &str,
        depth: usize,
        walk: &mut Walk<'a>,
    ) -> String {
        if self.enumerated().is_some() && !matches!(name, "array" | "object") {
            return format!("enum<{name}>");
        }
        match name {
            "array" if self.keyword("prefixItems").is_some() => self.tuple_label(description, depth, walk),
            "array" => {
                let item = match self.items() {
                    [] => "any".to_owned(),
                    _ if depth >= MAX_MERGE_DEPTH => "any".to_owned(),
                    items => Schema::of(description, items).label_at(description, depth + 1, walk),
                };
                if item.contains(" | ") { format!("({item})[]") } else { format!("{item}[]") }
            }
            "file" => "file".to_owned(),
            _ if self.is_file() => "file".to_owned(),
            "string" | "integer" | "number" => match self.text("format") {
                Some(format) => format!("{name}<{format}>"),
                None => name.to_owned(),
            },
            name => name.to_owned(),
        }
    }

    /// A list whose places differ: `[string, integer]`, with further items `[string, ...integer[]]`.
    fn tuple_label(&self, description: &'a ApiDescription, depth: usize, walk: &mut Walk<'a>) -> String {
        let places = self.keyword("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        // Items behind so many do not tell what the list holds, and all of them take the room of a line.
        if places.is_empty() || places.len() > MAX_NAMED_PLACES || depth >= MAX_MERGE_DEPTH {
            return "any[]".to_owned();
        }
        let mut named: Vec<String> = Vec::with_capacity(places.len() + 1);
        for place in places {
            named.push(Schema::of(description, &[place]).label_at(description, depth + 1, walk));
        }
        if !self.items().is_empty() {
            let item = Schema::of(description, self.items()).label_at(description, depth + 1, walk);
            let item = if item.contains(" | ") { format!("({item})") } else { item };
            named.push(format!("...{item}[]"));
        }
        let label = format!("[{}]", named.join(", "));
        if label.chars().count() > LONGEST_TUPLE { "any[]".to_owned() } else { label }
    }
}

/// The type of a value; `null` has none.
fn type_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::String(_) => Some("string"),
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_i64() || number.is_u64() => Some("integer"),
        Value::Number(_) => Some("number"),
        Value::Object(_) => Some("object"),
        Value::Array(_) => Some("array"),
        Value::Null => None,
    }
}

/// The types of values, in their order; whole numbers among others are numbers as these are.
fn types_of(values: &[&Value]) -> Vec<&'static str> {
    let mut types: Vec<&'static str> = Vec::new();
    for name in values.iter().filter_map(|value| type_of(value)) {
        if !types.contains(&name) {
            types.push(name);
        }
    }
    if types.contains(&"number") {
        types.retain(|name| *name != "integer");
    }
    types
}

/// Whether there are values and all of them are `null`.
fn are_null(values: &[&Value]) -> bool {
    !values.is_empty() && values.iter().all(|value| value.is_null())
}

/// The alternatives of a type label, without those within brackets.
fn split_label(label: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, byte) in label.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 && at >= start && label[at..].starts_with(" | ") => {
                parts.push(&label[start..at]);
                start = at + 3;
            }
            _ => {}
        }
    }
    parts.push(&label[start..]);
    parts
}

/// A media type without its parameters, in lower case.
pub fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or("").trim().to_ascii_lowercase()
}

/// Whether what a media type names is bytes rather than text.
pub fn is_binary_media_type(name: &str) -> bool {
    let essence = essence(name);
    let (family, kind) = essence.split_once('/').unwrap_or((&essence, ""));
    match family {
        "image" => !kind.starts_with("svg"),
        "audio" | "video" | "font" => true,
        "application" => {
            matches!(kind, "octet-stream" | "pdf" | "zip" | "gzip" | "x-tar" | "msgpack" | "wasm")
                || kind.starts_with("vnd.openxmlformats")
        }
        _ => false,
    }
}
