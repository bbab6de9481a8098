//! The description of all fields as a JSON Schema (draft 2020-12), for editors (CFG-02).
//!
//! It accepts what the build tolerates: unknown keys where they are only warned about, and
//! `{"$ref": "./file.json"}` in the place of any object or array.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::containers::ROOT_LEVEL;
use super::fields::ROOT;
use super::form::{Form, THEMES};
use super::schema::{Field, Object, Presence, Rule, Shape, Unique, Unknown};

/// The JSON Schema of `docs.json`.
pub fn json_schema() -> Value {
    let mut definitions = BTreeMap::new();
    define(&ROOT, &mut definitions);
    let mut sorted = Map::new();
    sorted.insert(
        "reference".to_owned(),
        json!({
            "description": "The content of another JSON file; other keys override those of the file.",
            "type": "object",
            "required": ["$ref"],
            "properties": {"$ref": {"type": "string"}},
        }),
    );
    sorted
        .extend(definitions.into_iter().map(|(name, schema)| (name.to_owned(), schema.unwrap_or_default())));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "docs.json",
        "description": "Configuration of a documentation site.",
        "$ref": "#/$defs/docs",
        "$defs": sorted,
    })
}

/// Definitions by name; `None` for one that is being written.
type Definitions = BTreeMap<&'static str, Option<Value>>;

fn define(object: &'static Object, definitions: &mut Definitions) {
    if definitions.contains_key(object.name) {
        return;
    }
    definitions.insert(object.name, None);
    let mut properties = Map::new();
    for field in object.fields {
        properties.insert(field.key.to_owned(), property(field, definitions));
    }
    let required: Vec<&str> = object
        .fields
        .iter()
        .filter(|field| field.presence == Presence::Required)
        .map(|field| field.key)
        .collect();
    let mut schema = json!({"type": "object", "properties": properties});
    if let Some(schema) = schema.as_object_mut() {
        if !required.is_empty() {
            schema.insert("required".to_owned(), json!(required));
        }
        if object.unknown == Unknown::Refused {
            schema.insert("additionalProperties".to_owned(), json!(false));
        }
        rules(object, schema);
        if std::ptr::eq(object, &ROOT_LEVEL) {
            let kinds = ROOT_LEVEL.fields.iter().filter(|field| !matches!(field.key, "global" | "directory"));
            let kinds: Vec<Value> = kinds.map(|field| json!({"required": [field.key]})).collect();
            schema.insert("anyOf".to_owned(), Value::Array(kinds));
        }
    }
    definitions.insert(object.name, Some(schema));
}

fn rules(object: &Object, schema: &mut Map<String, Value>) {
    let mut dependent: Map<String, Value> = Map::new();
    for rule in object.rules {
        match rule {
            Rule::Needs(key, other) => match dependent.get_mut(*key).and_then(Value::as_array_mut) {
                Some(list) => list.push(json!(other)),
                None => drop(dependent.insert((*key).to_owned(), json!([other]))),
            },
            Rule::RequiredUnlessType(key, kinds) => {
                schema.insert(
                    "if".to_owned(),
                    json!({"properties": {"type": {"enum": kinds}}, "required": ["type"]}),
                );
                schema.insert("else".to_owned(), json!({"required": [key]}));
            }
            Rule::Repository
            | Rule::OnlyInTheme(..)
            | Rule::NotToBeHad(..)
            | Rule::NotApplied(..)
            | Rule::LeadsSomewhere => {}
        }
    }
    if !dependent.is_empty() {
        schema.insert("dependentRequired".to_owned(), Value::Object(dependent));
    }
}

fn property(field: &Field, definitions: &mut Definitions) -> Value {
    let mut schema = Map::new();
    schema.insert("description".to_owned(), json!(field.about));
    if let Some(default) = field.default.and_then(|text| serde_json::from_str::<Value>(text).ok()) {
        schema.insert("default".to_owned(), default);
    }
    if let Value::Object(keywords) = shape(&field.shape, definitions) {
        schema.extend(keywords);
    }
    Value::Object(schema)
}

fn shape(shape: &Shape, definitions: &mut Definitions) -> Value {
    match shape {
        Shape::Text(form) => text(*form),
        Shape::Choice(choices) => json!({"type": "string", "enum": choices}),
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Number => json!({"type": "number"}),
        Shape::Object(object) => {
            define(object, definitions);
            or_reference(json!({"$ref": format!("#/$defs/{}", object.name)}))
        }
        Shape::List(list) => {
            let mut schema = Map::new();
            schema.insert("type".to_owned(), json!("array"));
            schema.insert("items".to_owned(), self::shape(&list.item, definitions));
            if list.min > 0 {
                schema.insert("minItems".to_owned(), json!(list.min));
            }
            if let Some(max) = list.max {
                schema.insert("maxItems".to_owned(), json!(max));
            }
            if matches!(list.unique, Unique::Text) {
                schema.insert("uniqueItems".to_owned(), json!(true));
            }
            or_reference(Value::Object(schema))
        }
        Shape::Map(map) => {
            let value = self::shape(&map.value, definitions);
            if map.keys.is_empty() {
                return or_reference(json!({"type": "object", "additionalProperties": value}));
            }
            let properties: Map<String, Value> =
                map.keys.iter().map(|key| ((*key).to_owned(), value.clone())).collect();
            or_reference(json!({"type": "object", "properties": properties, "additionalProperties": false}))
        }
        Shape::Either(shapes) => {
            let alternatives: Vec<Value> =
                shapes.iter().map(|shape| self::shape(shape, definitions)).collect();
            json!({"anyOf": alternatives})
        }
    }
}

/// A reference to another file, or `schema`.
fn or_reference(schema: Value) -> Value {
    json!({"if": {"$ref": "#/$defs/reference"}, "then": true, "else": schema})
}

fn text(form: Form) -> Value {
    match form {
        Form::Any | Form::Address | Form::SampleLanguage => json!({"type": "string"}),
        Form::Title => json!({"type": "string", "minLength": 1}),
        Form::Least(count) => json!({"type": "string", "minLength": count}),
        Form::Name => json!({"type": "string", "pattern": "\\S"}),
        Form::Color => json!({"type": "string", "pattern": "^#([a-fA-F0-9]{6}|[a-fA-F0-9]{3})$"}),
        Form::Url => json!({"type": "string", "format": "uri", "pattern": "^[a-zA-Z][a-zA-Z0-9+.-]*:"}),
        Form::Link | Form::ExternalLink => {
            json!({"type": "string", "pattern": "^(/|#|[a-zA-Z][a-zA-Z0-9+.-]*:)"})
        }
        Form::FooterLink => json!({"type": "string", "pattern": "^(/($|[^/])|#|[a-zA-Z][a-zA-Z0-9+.-]*:)"}),
        Form::Id(least) => json!({"type": "string", "minLength": least}),
        Form::HostAddress => json!({"type": "string"}),
        Form::Service => json!({"type": "string", "format": "uri", "pattern": "^https://"}),
        Form::Prefix(prefix) => json!({"type": "string", "pattern": format!("^{prefix}")}),
        Form::Host => json!({"type": "string", "pattern": "^(?!https://)"}),
        Form::ConsentScript => {
            json!({"type": "string", "pattern": "^https://."})
        }
        Form::Description => {
            json!({"type": "string", "pattern": "^(https?://|(?![a-zA-Z][a-zA-Z0-9+.-]*://)\\s*\\S)"})
        }
        Form::Schema => {
            json!({"type": "string", "pattern": "^(https://|(?![a-zA-Z][a-zA-Z0-9+.-]*://)\\s*\\S)"})
        }
        Form::Folder => json!({"type": "string", "pattern": "^[^/\\s?#\\\\]+(/[^/\\s?#\\\\]+)*$"}),
        Form::Icon => json!({"type": "string", "pattern": "^(?!fa-)"}),
        Form::CodeTheme => {
            let names = json!({"type": "string", "enum": super::code_themes::NAMES});
            json!({"anyOf": [names, {"type": "string", "pattern": "\\.json$"}]})
        }
        Form::Theme => {
            json!({"type": "string", "enum": THEMES.iter().chain(&["luma", "sequoia"]).collect::<Vec<_>>()})
        }
    }
}
