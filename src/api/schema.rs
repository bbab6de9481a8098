//! JSON Schema as fields show it: references followed, `allOf` merged, alternatives in order (behaviour 10.4).
//!
//! A [`Schema`] borrows from the description and copies nothing, so that a large description stays cheap. Its
//! type in words is in `label`, its limits in `constraints`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ApiDescription;

mod constraints;
mod definitions;
mod discriminator;
mod label;
mod merge;

use self::merge::{Above, Bond, Layer, Null};
pub use definitions::Definitions;
pub use discriminator::Discriminator;
pub use label::{essence, is_binary_media_type};

/// How far `allOf` and `$ref` chains are followed.
const MAX_MERGE_DEPTH: usize = 16;
/// Most schemas that one merge looks at.
const MAX_MERGED: usize = 400;

/// Whether a schema describes what is sent or what comes back: read-only fields are left out of requests,
/// write-only ones out of responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Direction {
    Request,
    Response,
}

/// `oneOf` or `anyOf` of a schema, without the member that is only `null`.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    pub kind: ChoiceKind,
    pub members: Vec<&'a Value>,
    /// Whether it came with what the schema includes (`allOf`).
    is_included: bool,
}

/// How many of the members hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    One,
    Any,
}

/// One schema after merging.
#[derive(Clone, Debug, Default)]
pub struct Schema<'a> {
    /// What is said once; of several values the one that holds.
    said: Layer<'a>,
    /// Properties in written order, each with all its definitions, the nearest first.
    pub properties: Vec<(&'a str, Definitions<'a>)>,
    /// Names of required properties.
    pub required: BTreeSet<&'a str>,
    /// Every `oneOf` and `anyOf` that was met.
    pub choices: Vec<Choice<'a>>,
    /// The `$ref`s that name this schema itself.
    own_references: Vec<&'a str>,
    /// All `$ref`s that were followed.
    references: Vec<&'a str>,
    /// The objects that it was merged from, the nearest first; none for one that a reference names.
    pub definitions: Vec<&'a Value>,
    /// How many objects were merged.
    pub merged: usize,
}

impl<'a> Schema<'a> {
    /// Merges the parts of one schema, the nearest first; usually there is one.
    pub fn of(description: &'a ApiDescription, parts: &[&'a Value]) -> Self {
        let mut schema = Self { definitions: parts.to_vec(), ..Self::default() };
        for (index, part) in parts.iter().enumerate() {
            let nearer = std::mem::take(&mut schema.properties);
            let layer = schema.merge(description, part, 0, Bond::Itself);
            let found = std::mem::replace(&mut schema.properties, nearer);
            schema.join(found, |known, farther| known.put_behind(farther));
            match index {
                0 => schema.said = layer,
                _ => schema.said.over(layer, Above::Sibling),
            }
        }
        schema.leave_out_made_choices();
        schema
    }

    /// The schema that a reference names; `None` when it leads nowhere.
    pub fn referenced(description: &'a ApiDescription, reference: &'a str) -> Option<Self> {
        let target = description.target(reference)?;
        let mut schema =
            Self { own_references: vec![reference], references: vec![reference], ..Self::default() };
        schema.said = schema.merge(description, target, 0, Bond::Itself);
        schema.leave_out_made_choices();
        Some(schema)
    }

    /// A base may be chosen from the children that include it (`Pet: {oneOf: [Cat, Dog]}`, `Cat: {allOf: [Pet, …]}`).
    /// Who is at a child has chosen, and is not asked again.
    fn leave_out_made_choices(&mut self) {
        if self.properties.is_empty() {
            return;
        }
        let (references, definitions) = (&self.references, &self.definitions);
        let is_this = |member: &&Value| match member.get("$ref").and_then(Value::as_str) {
            Some(reference) => references.contains(&reference),
            None => definitions.iter().any(|definition| std::ptr::eq(*definition, *member)),
        };
        self.choices.retain(|choice| !choice.is_included || !choice.members.iter().any(is_this));
    }

    fn merge(
        &mut self,
        description: &'a ApiDescription,
        value: &'a Value,
        depth: usize,
        bond: Bond,
    ) -> Layer<'a> {
        let Some(object) = value.as_object().filter(|_| depth < MAX_MERGE_DEPTH && self.merged < MAX_MERGED)
        else {
            return Layer::default();
        };
        let mut layer = Layer::of(description, object, bond);
        self.merged += 1;
        let (mut reference, mut parts, mut properties) = (None, &[][..], None);
        for (key, value) in object {
            match key.as_str() {
                "$ref" => reference = value.as_str(),
                "allOf" => parts = value.as_array().map_or(parts, Vec::as_slice),
                "properties" => properties = Some(value),
                "required" => {
                    self.required.extend(value.as_array().into_iter().flatten().filter_map(Value::as_str))
                }
                // Long lists of values are work, too.
                "enum" => self.merged += value.as_array().map_or(0, Vec::len) / 16,
                // Values with their meanings are no choice between schemas.
                "oneOf" | "anyOf" if !layer.is_enumerated_by(value) => self.add_choice(key, value, bond),
                _ => {}
            }
        }
        // What stands here wins over what a part says, but is listed after it.
        let earlier = std::mem::take(&mut self.properties);
        let mut below: Option<Layer<'a>> = None;
        if let Some(reference) = reference
            && !self.references.contains(&reference)
        {
            self.references.push(reference);
            if bond == Bond::Itself {
                self.own_references.push(reference);
            }
            let target = description.target(reference);
            below = target.map(|target| self.merge(description, target, depth + 1, bond));
        }
        // A member that only describes (`{allOf: [{$ref}, {description}]}`) makes no union.
        let is_single = parts.iter().filter(|part| is_substantial(part)).count() <= 1;
        let inside = match bond {
            _ if !is_single || properties.is_some() => Bond::Member,
            Bond::Itself => Bond::Wrapped,
            bond => bond,
        };
        for part in parts {
            let mut later = self.merge(description, part, depth + 1, inside);
            if let Some(below) = below.take() {
                later.over(below, Above::Sibling);
            }
            below = Some(later);
        }
        if let Some(below) = below {
            layer.over(below, Above::Owner);
        }
        if let Some(properties) = properties.and_then(Value::as_object) {
            self.add_properties(properties);
        }
        let later = std::mem::replace(&mut self.properties, earlier);
        self.join(later, |known, nearer| known.put_before(nearer));
        layer
    }

    /// Adds properties behind those that are known; `join` says which definition of the same one comes first.
    fn join(
        &mut self,
        properties: Vec<(&'a str, Definitions<'a>)>,
        join: impl Fn(&mut Definitions<'a>, &[&'a Value]),
    ) {
        if self.properties.is_empty() {
            self.properties = properties;
            return;
        }
        for (name, definitions) in properties {
            match self.properties.iter_mut().find(|(other, _)| *other == name) {
                Some((_, known)) => join(known, &definitions),
                None => self.properties.push((name, definitions)),
            }
        }
    }

    fn add_choice(&mut self, key: &str, value: &'a Value, bond: Bond) {
        let Some(members) = value.as_array() else { return };
        let members: Vec<&Value> = members.iter().filter(|member| !is_null(member)).collect();
        if !members.is_empty() {
            let kind = if key == "oneOf" { ChoiceKind::One } else { ChoiceKind::Any };
            self.choices.push(Choice { kind, members, is_included: bond != Bond::Itself });
        }
    }

    fn add_properties(&mut self, properties: &'a Map<String, Value>) {
        // A text at `$ref` is no field: it leads to fields that are not there.
        let properties = properties.iter().filter(|(name, value)| !value.is_string() || *name != "$ref");
        if self.properties.is_empty() {
            // Keys of one object differ, so nothing has to be searched.
            let of_name = |(name, value): (&'a String, &'a Value)| (name.as_str(), Definitions::One(value));
            self.properties = properties.map(of_name).collect();
            return;
        }
        for (name, definition) in properties {
            match self.properties.iter_mut().find(|(other, _)| other == name) {
                Some((_, known)) => known.put_before(&[definition]),
                None => self.properties.push((name, Definitions::One(definition))),
            }
        }
    }

    /// Whether a property is defined.
    pub fn defines(&self, name: &str) -> bool {
        self.properties.iter().any(|(known, _)| *known == name)
    }

    /// The names of all properties.
    pub fn names(&self) -> BTreeSet<&'a str> {
        self.properties.iter().map(|(name, _)| *name).collect()
    }

    /// What this schema is called by: meeting one of these again below is a recursion. A schema without a name of
    /// its own is known by what it includes.
    pub fn identity(&self) -> &[&'a str] {
        if self.own_references.is_empty() { &self.references } else { &self.own_references }
    }

    /// All references that were followed.
    pub fn references(&self) -> &[&'a str] {
        &self.references
    }

    /// The references that name the schema itself.
    pub fn own_references(&self) -> &[&'a str] {
        &self.own_references
    }

    /// The reference that says all that this schema has inside: its own, or the one that it only describes in other
    /// words.
    pub fn whole_reference(&self, description: &'a ApiDescription) -> Option<&'a str> {
        if let Some(own) = self.own_references.first() {
            return Some(own);
        }
        let wrapped = *self.references.first()?;
        let other = Self::referenced(description, wrapped)?;
        let is_same = other.properties == self.properties
            && other.choices.len() == self.choices.len()
            && other.said.items == self.said.items
            && ["additionalProperties", "patternProperties", "prefixItems", "if", "dependentSchemas"]
                .iter()
                .all(|key| other.keyword(key) == self.keyword(key));
        is_same.then_some(wrapped)
    }

    /// `discriminator` of what the schema includes: the property says that it is this one of all that do.
    pub fn included_discriminator(&self) -> Option<&'a Value> {
        self.said.included_discriminator
    }

    /// The value of a keyword.
    pub fn keyword(&self, key: &str) -> Option<&'a Value> {
        self.said.keyword(key)
    }

    /// Whether no other keywords than these are said, besides `required`, fields and choices.
    pub fn says_no_more_than(&self, keywords: &[&str]) -> bool {
        self.said.keywords.iter().all(|(key, _)| keywords.contains(key))
    }

    /// The values of `enum`: those that every part allows.
    pub fn enumerated(&self) -> Option<&[&'a Value]> {
        self.said.enumerated.as_deref()
    }

    /// `enum` as it stands beside the lists that tell something of its places, such as `x-enum-varnames`.
    pub fn enumerated_places(&self) -> &'a [Value] {
        self.said.places.unwrap_or_default()
    }

    /// The members that are the values of the enumeration one by one: each may have a title and a description.
    pub fn enumerated_members(&self) -> &'a [Value] {
        self.said.members.unwrap_or_default()
    }

    /// What is said of the items of a list: parts of one schema.
    pub fn items(&self) -> &[&'a Value] {
        &self.said.items
    }

    /// Examples of the members of `allOf`, each of which has a part of the whole.
    pub fn partial_examples(&self) -> &[&'a Value] {
        &self.said.partial
    }

    /// A keyword whose value is text.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.keyword(key).and_then(Value::as_str).filter(|text| !text.is_empty())
    }

    /// Whether a keyword is `true`.
    pub fn flag(&self, key: &str) -> bool {
        self.keyword(key).and_then(Value::as_bool) == Some(true)
    }

    /// Whether no value is right: one of its definitions is `false`.
    pub fn is_forbidden(&self) -> bool {
        self.definitions.iter().any(|definition| matches!(definition, Value::Bool(false)))
    }

    /// Whether the schema is left out in this direction.
    pub fn is_left_out(&self, direction: Direction) -> bool {
        match direction {
            _ if self.is_forbidden() => true,
            Direction::Request => self.flag("readOnly"),
            Direction::Response => self.flag("writeOnly"),
        }
    }

    /// The members of all choices: each of them may stand for the whole.
    pub fn alternatives(&self) -> impl Iterator<Item = &'a Value> + '_ {
        self.choices.iter().flat_map(|choice| choice.members.iter().copied())
    }

    /// A member of a choice. One that only limits or describes has the form of what stands around it.
    pub fn member(&self, description: &'a ApiDescription, member: &'a Value) -> Self {
        let mut own = Self::of(description, &[member]);
        if own.is_formless_beside(self) {
            own.said.over(self.said.form(), Above::Owner);
        }
        own
    }

    /// Whether a member says nothing of its form, and what stands around it does. The fields of an object are shown
    /// beside its choices.
    pub fn is_formless_beside(&self, around: &Self) -> bool {
        around.keyword("type").is_some()
            && around.types() != ["object"]
            && self.keyword("type").is_none()
            && self.properties.is_empty()
            && self.choices.is_empty()
            && self.items().is_empty()
            && self.enumerated().is_none()
            && self.keyword("const").is_none()
    }

    /// Whether `null` is allowed: `nullable`, a `null` type, or a `null` alternative. Without a type, values tell it.
    pub fn allows_null(&self) -> bool {
        let is_value = || self.enumerated().is_some_and(|values| values.iter().any(|value| value.is_null()));
        self.said.null.map_or_else(is_value, |said| said > Null::Denied)
    }

    /// A name for this schema among alternatives: its title, the name it is defined under, or its type.
    pub fn name(&self, description: &'a ApiDescription) -> String {
        let first = |references: &[&'a str]| references.first().map(|reference| reference_name(reference));
        let included = || self.said.member_title.or_else(|| first(&self.references));
        if let Some(name) = self.text("title").or_else(|| first(&self.own_references)).or_else(included) {
            return name.to_owned();
        }
        self.name_by_items(description).unwrap_or_else(|| self.type_label(description))
    }

    /// A list of something that has a name: `Pet[]`.
    fn name_by_items(&self, description: &'a ApiDescription) -> Option<String> {
        if self.types() != ["array"] || self.keyword("prefixItems").is_some() || self.items().is_empty() {
            return None;
        }
        let item = Schema::of(description, self.items());
        let name =
            item.text("title").or_else(|| item.own_references.first().map(|name| reference_name(name)))?;
        Some(format!("{name}[]"))
    }
}

/// What a reference calls its target: the last part of it, without the extension of a file.
pub fn reference_name(reference: &str) -> &str {
    let name = reference.trim_end_matches('#').rsplit(['/', '#']).next().unwrap_or(reference);
    let extensions = [".json", ".yaml", ".yml"];
    extensions.iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(name)
}

/// Whether a schema allows nothing but `null`. Among members, generators for version 3.0 write `{nullable: true}` for it.
fn is_null(schema: &Value) -> bool {
    let only_nullable = |object: &Map<String, Value>| {
        object.get("nullable") == Some(&Value::Bool(true))
            && object.keys().all(|key| matches!(key.as_str(), "nullable" | "title" | "description"))
    };
    if schema.as_object().is_some_and(only_nullable) {
        return true;
    }
    match schema.get("type") {
        Some(Value::String(name)) => name == "null",
        Some(Value::Array(names)) => {
            !names.is_empty() && names.iter().all(|name| name.as_str() == Some("null"))
        }
        _ => schema.get("const").is_some_and(Value::is_null) || schema.get("enum").is_some_and(only_null),
    }
}

fn only_null(values: &Value) -> bool {
    values.as_array().is_some_and(|values| !values.is_empty() && values.iter().all(Value::is_null))
}

/// Whether a part says something about the form of a value.
fn is_substantial(part: &Value) -> bool {
    part.as_object().is_some_and(says_form)
}

/// The same of an object.
fn says_form(part: &Map<String, Value>) -> bool {
    const SAYS_NOTHING: [&str; 8] =
        ["description", "nullable", "deprecated", "readOnly", "writeOnly", "default", "example", "title"];
    part.keys().any(|key| !SAYS_NOTHING.contains(&key.as_str()))
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
        let subject = description.target("#/components/schemas/Subject").unwrap_or(&Value::Null);
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
            (
                json!({ "enum": [1, "two", true, null] }),
                "enum<integer> | enum<string> | enum<boolean> | null",
            ),
            (json!({ "enum": [1, 2.5] }), "enum<number>"),
            (json!({ "type": "string", "enum": ["a", null] }), "enum<string>"),
            (json!({ "const": null }), "null"),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": ["integer", "null"] }] }),
                "[string, integer | null]",
            ),
            (
                json!({ "prefixItems": [{ "type": "string" }], "items": { "type": ["integer", "null"] } }),
                "[string, ...(integer | null)[]]",
            ),
            (
                json!({ "oneOf": [
                    { "type": "array", "items": { "type": ["string", "null"] } }, { "type": ["string", "null"] }] }),
                "(string | null)[] | string | null",
            ),
        ];
        for (schema, expected) in cases {
            assert_eq!(label(schema.clone()), expected, "{schema}");
        }
    }
}
