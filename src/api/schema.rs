//! JSON Schema as fields show it: references followed, `allOf` merged, types in words (behaviour 10.4).
//!
//! A [`Schema`] borrows from the description and copies nothing, so that a large description stays cheap.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::ApiDescription;

/// How far `allOf` and `$ref` chains and type words are followed.
const MAX_MERGE_DEPTH: usize = 16;
/// Most alternatives that a type names.
const MAX_NAMED_TYPES: usize = 8;

/// Most schemas that are looked at for one type label.
const MAX_LABELLED_SCHEMAS: usize = 200;

/// Whether a schema describes what is sent or what comes back: read-only fields are left out of requests,
/// write-only ones out of responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Request,
    Response,
}

/// One schema after merging.
#[derive(Clone, Debug, Default)]
pub struct Schema<'a> {
    /// Keywords; the outermost value of each wins.
    keywords: Vec<(&'a str, &'a Value)>,
    /// Properties in written order, each with all its definitions, the outermost first.
    pub properties: Vec<(&'a str, Vec<&'a Value>)>,
    /// Names of required properties.
    pub required: BTreeSet<&'a str>,
    /// The `$ref`s that were followed; meeting one of them again below is a recursion.
    pub references: Vec<&'a str>,
}

impl<'a> Schema<'a> {
    /// Merges the parts of one schema; usually there is one.
    pub fn of(description: &'a ApiDescription, parts: &[&'a Value]) -> Self {
        let mut schema = Self::default();
        for part in parts {
            schema.merge(description, part, 0);
        }
        schema
    }

    fn merge(&mut self, description: &'a ApiDescription, value: &'a Value, depth: usize) {
        let Some(object) = value.as_object().filter(|_| depth < MAX_MERGE_DEPTH) else { return };
        for (key, value) in object {
            if !matches!(key.as_str(), "$ref" | "allOf" | "properties" | "required")
                && self.keyword(key).is_none()
            {
                self.keywords.push((key, value));
            }
        }
        if let Some(names) = object.get("required").and_then(Value::as_array) {
            self.required.extend(names.iter().filter_map(Value::as_str));
        }
        // What stands here wins over what a part says, but is listed after it.
        let inherited = std::mem::take(&mut self.properties);
        if let Some(reference) = object.get("$ref").and_then(Value::as_str)
            && !self.references.contains(&reference)
        {
            self.references.push(reference);
            let target = description.resolve_once(value);
            if let Some(target) = target {
                self.merge(description, target, depth + 1);
            }
        }
        for part in object.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.merge(description, part, depth + 1);
        }
        if let Some(properties) = object.get("properties").and_then(Value::as_object) {
            self.add_properties(properties);
        }
        let below = std::mem::replace(&mut self.properties, inherited);
        if self.properties.is_empty() {
            self.properties = below;
            return;
        }
        for (name, definitions) in below {
            match self.properties.iter_mut().find(|(other, _)| *other == name) {
                Some((_, known)) => known.extend(definitions),
                None => self.properties.push((name, definitions)),
            }
        }
    }

    fn add_properties(&mut self, properties: &'a Map<String, Value>) {
        if self.properties.is_empty() {
            // Keys of one object differ, so nothing has to be searched.
            self.properties = properties.iter().map(|(name, value)| (name.as_str(), vec![value])).collect();
            return;
        }
        for (name, definition) in properties {
            match self.properties.iter_mut().find(|(other, _)| other == name) {
                Some((_, known)) => known.insert(0, definition),
                None => self.properties.push((name, vec![definition])),
            }
        }
    }

    /// The value of a keyword.
    pub fn keyword(&self, key: &str) -> Option<&'a Value> {
        self.keywords.iter().find(|(other, _)| *other == key).map(|(_, value)| *value)
    }

    /// A keyword whose value is text.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.keyword(key).and_then(Value::as_str).filter(|text| !text.is_empty())
    }

    /// Whether a keyword is `true`.
    pub fn flag(&self, key: &str) -> bool {
        self.keyword(key).and_then(Value::as_bool) == Some(true)
    }

    /// Whether the schema is left out in this direction.
    pub fn is_left_out(&self, direction: Direction) -> bool {
        match direction {
            Direction::Request => self.flag("readOnly"),
            Direction::Response => self.flag("writeOnly"),
        }
    }

    /// The members of `oneOf`, else of `anyOf`, without the one that is only `null`.
    pub fn alternatives(&self) -> Vec<&'a Value> {
        let members = ["oneOf", "anyOf"].into_iter().find_map(|key| self.keyword(key)?.as_array());
        members.into_iter().flatten().filter(|member| !is_null(member)).collect()
    }

    /// Whether `null` is allowed: `nullable`, a `null` type, or a `null` alternative.
    pub fn allows_null(&self) -> bool {
        let in_types = self
            .keyword("type")
            .and_then(Value::as_array)
            .is_some_and(|types| types.iter().any(|name| name.as_str() == Some("null")));
        let in_members = ["oneOf", "anyOf"]
            .into_iter()
            .filter_map(|key| self.keyword(key)?.as_array())
            .flatten()
            .any(is_null);
        self.flag("nullable") || in_types || in_members
    }

    /// The types without `null`; guessed from other keywords when none is written.
    pub fn types(&self) -> Vec<&'a str> {
        match self.keyword("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect()
            }
            _ => self.guessed_type().into_iter().collect(),
        }
    }

    fn guessed_type(&self) -> Option<&'static str> {
        if !self.properties.is_empty() || self.keyword("additionalProperties").is_some_and(Value::is_object) {
            return Some("object");
        }
        if self.keyword("items").is_some() || self.keyword("prefixItems").is_some() {
            return Some("array");
        }
        let known = self.keyword("const").or_else(|| self.keyword("enum")?.get(0))?;
        match known {
            Value::String(_) => Some("string"),
            Value::Bool(_) => Some("boolean"),
            Value::Number(number) if number.is_i64() || number.is_u64() => Some("integer"),
            Value::Number(_) => Some("number"),
            _ => None,
        }
    }

    /// Whether the value is a file: a binary string.
    pub fn is_file(&self) -> bool {
        let media = self.text("contentMediaType").is_some_and(|media| media == "application/octet-stream");
        self.types() == ["string"] && (self.text("format") == Some("binary") || media)
    }

    /// The type in words: `string<uuid>`, `enum<string>`, `object[]`, `string | null`.
    pub fn type_label(&self, description: &'a ApiDescription) -> String {
        self.label_at(description, 0, &mut { MAX_LABELLED_SCHEMAS })
    }

    fn label_at(&self, description: &'a ApiDescription, depth: usize, budget: &mut usize) -> String {
        *budget = budget.saturating_sub(1);
        let depth = if *budget == 0 { MAX_MERGE_DEPTH } else { depth };
        let mut labels: Vec<String> = Vec::new();
        let mut add = |label: String| {
            if !labels.contains(&label) {
                labels.push(label);
            }
        };
        let alternatives = self.alternatives();
        if depth < MAX_MERGE_DEPTH && !alternatives.is_empty() && self.properties.is_empty() {
            for member in &alternatives {
                let label = Schema::of(description, &[member]).label_at(description, depth + 1, budget);
                label.split(" | ").for_each(|part| add(part.to_owned()));
            }
        } else {
            let types = self.types();
            types.iter().for_each(|name| add(self.single_label(description, name, depth, budget)));
            if types.is_empty() && !self.is_only_null() {
                add("any".to_owned());
            }
        }
        if labels.len() > MAX_NAMED_TYPES {
            labels.truncate(MAX_NAMED_TYPES);
            labels.push("…".to_owned());
        }
        labels.retain(|label| label != "null");
        if self.allows_null() || self.is_only_null() {
            labels.push("null".to_owned());
        }
        labels.join(" | ")
    }

    fn is_only_null(&self) -> bool {
        self.keyword("type").is_some_and(|name| name.as_str() == Some("null"))
    }

    fn single_label(
        &self,
        description: &'a ApiDescription,
        name: &str,
        depth: usize,
        budget: &mut usize,
    ) -> String {
        if self.keyword("enum").is_some_and(Value::is_array) && name != "array" {
            return format!("enum<{name}>");
        }
        match name {
            "array" => {
                let item = match self.keyword("items") {
                    Some(item) if depth < MAX_MERGE_DEPTH => {
                        Schema::of(description, &[item]).label_at(description, depth + 1, budget)
                    }
                    _ => "any".to_owned(),
                };
                if item.contains(" | ") { format!("({item})[]") } else { format!("{item}[]") }
            }
            _ if self.is_file() => "file".to_owned(),
            "string" | "integer" | "number" => match self.text("format") {
                Some(format) => format!("{name}<{format}>"),
                None => name.to_owned(),
            },
            name => name.to_owned(),
        }
    }

    /// A name for this schema among alternatives: its title, the name it is defined under, or its type.
    pub fn name(&self, description: &'a ApiDescription) -> String {
        let defined = || self.references.first().and_then(|reference| reference.rsplit('/').next());
        match self.text("title").or_else(defined) {
            Some(name) => name.to_owned(),
            None => self.type_label(description),
        }
    }

    /// The limits on a value, each in a few characters: `x ≥ 1`, `1 to 50 characters`, `matches ^a+$`.
    pub fn constraints(&self) -> Vec<String> {
        let number = |key: &str| self.keyword(key).filter(|value| value.is_number()).map(Value::to_string);
        let mut constraints = Vec::new();
        let bounds = [("minimum", "exclusiveMinimum", "≥", ">"), ("maximum", "exclusiveMaximum", "≤", "<")];
        for (key, exclusive, sign, strict_sign) in bounds {
            // Version 3.0 has a flag beside the bound, 3.1 a second bound.
            if let Some(bound) = number(exclusive) {
                constraints.push(format!("x {strict_sign} {bound}"));
            }
            if let Some(bound) = number(key) {
                let sign = if self.flag(exclusive) { strict_sign } else { sign };
                constraints.push(format!("x {sign} {bound}"));
            }
        }
        if let Some(factor) = number("multipleOf") {
            constraints.push(format!("multiple of {factor}"));
        }
        let ranges = [
            ("minLength", "maxLength", "characters"),
            ("minItems", "maxItems", "items"),
            ("minProperties", "maxProperties", "properties"),
        ];
        for (low, high, unit) in ranges {
            match (number(low), number(high)) {
                (Some(low), Some(high)) if low == high => constraints.push(format!("exactly {low} {unit}")),
                (Some(low), Some(high)) => constraints.push(format!("{low} to {high} {unit}")),
                (Some(low), None) if low != "0" => constraints.push(format!("at least {low} {unit}")),
                (None, Some(high)) => constraints.push(format!("at most {high} {unit}")),
                _ => {}
            }
        }
        if self.flag("uniqueItems") {
            constraints.push("no item twice".to_owned());
        }
        if let Some(pattern) = self.text("pattern") {
            constraints.push(format!("matches {pattern}"));
        }
        constraints
    }
}

/// Whether a schema allows nothing but `null`.
fn is_null(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(name)) => name == "null",
        Some(Value::Array(names)) => {
            !names.is_empty() && names.iter().all(|name| name.as_str() == Some("null"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::load::load_description;
    use crate::text::SourcePath;

    fn label(schema: Value) -> String {
        let root = json!({
            "openapi": "3.1.0",
            "paths": {},
            "components": { "schemas": {
                "Pet": { "type": "object", "properties": { "id": { "type": "string" } } },
                "Base": { "required": ["id"], "properties": { "id": { "type": "integer" }, "at": {} } },
                "Subject": schema
            } }
        });
        let (description, _) = load_description(&SourcePath::new("a.json"), &root.to_string());
        let Some(description) = description else { return String::new() };
        let subject = description.root.pointer("/components/schemas/Subject").unwrap_or(&Value::Null);
        Schema::of(&description, &[subject]).type_label(&description)
    }

    #[test]
    fn types_are_named_in_words() {
        let cases = [
            (json!({ "type": "string", "format": "uuid" }), "string<uuid>"),
            (json!({ "enum": ["a", "b"] }), "enum<string>"),
            (json!({ "type": "array", "items": { "$ref": "#/components/schemas/Pet" } }), "object[]"),
            (json!({ "type": ["string", "null"] }), "string | null"),
            (json!({ "type": "integer", "nullable": true }), "integer | null"),
            (
                json!({ "oneOf": [{ "type": "string" }, { "type": "object" }, { "type": "null" }] }),
                "string | object | null",
            ),
            (json!({ "type": "array", "items": { "type": ["string", "number"] } }), "(string | number)[]"),
            (json!({ "type": "string", "format": "binary" }), "file"),
            (json!({ "type": "array", "items": { "type": "array", "items": {} } }), "any[][]"),
            (json!({ "allOf": [{ "$ref": "#/components/schemas/Base" }] }), "object"),
            (json!({}), "any"),
            (json!(true), "any"),
        ];
        for (schema, expected) in cases {
            assert_eq!(label(schema.clone()), expected, "{schema}");
        }
    }
}
