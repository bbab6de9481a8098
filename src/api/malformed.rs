//! Schemas that say what none can say: a type that there is not, or a `required` that is no list. Readers would see the
//! word of a type that means nothing, and no mark at a field that has to be there.
//!
//! Schemas are read for this and not kept, and only where the text has something that may be wrong.

use serde_json::{Map, Value};

use super::asyncapi::{is_json_schema, is_message, says_schema};
use super::handwritten::schema_of_type;
use super::load::Report;
use super::operation::plain;
use super::source::PartId;
use super::{ApiDescription, ApiKind};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::text::bytes::places;

/// The code of what is told here.
pub const MALFORMED: &str = "api-schema-invalid";

/// The types of JSON Schema.
const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "null"];
/// What is written where any value is right.
const ANY: [&str; 2] = ["any", "mixed"];
/// What descriptions of version 2.0 call a file.
const FILE: &str = "file";
/// Deepest nesting that is looked at.
const MAX_NESTING: usize = 60;
/// Most bytes of parts that are read for it.
const MAX_BYTES: usize = 8 << 20;
/// Most schemas that are told about.
const MAX_TOLD: usize = 50;

/// What parameters, headers and bodies have, and schemas do not.
const OF_PARAMETERS: [&str; 3] = ["\"in\"", "\"schema\"", "\"content\""];
/// What holds values and no schemas.
const DATA: [&str; 6] = ["example", "examples", "default", "enum", "const", "value"];
/// What holds schemas by name, within a schema.
const NAMED_SCHEMAS: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// What holds a schema or a list of some, within a schema.
const SCHEMAS: [&str; 14] = [
    "items",
    "additionalItems",
    "unevaluatedItems",
    "prefixItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "allOf",
    "oneOf",
    "anyOf",
    "not",
    "if",
    "then",
];
/// What holds other parts of a description by name.
const NAMED: [&str; 8] =
    ["parameters", "responses", "headers", "content", "requestBodies", "callbacks", "encoding", "pathItems"];

/// What a message and the settings of a protocol say with a schema.
const CARRIED: [&str; 3] = ["payload", "headers", "query"];
/// What holds other parts of a description of channels by name.
const NAMED_OF_CHANNELS: [&str; 2] = ["parameters", "messages"];

/// Tells about all such schemas of a description.
pub(super) fn report(description: &ApiDescription, report: &mut Report<'_>) {
    let is_of_channels = description.kind == ApiKind::AsyncApi;
    // What a message in another format refers to is no schema of this kind, wherever it stands.
    let formats = values(description.main().slice(0), "\"schemaFormat\"");
    let mut named = formats.filter_map(|(_, rest)| rest.strip_prefix('"')?.split('"').next());
    let has_foreign = is_of_channels && named.any(|format| !is_json_schema(format));
    let mut search =
        Search { description, is_of_channels, has_foreign, bytes: 0, keys: Vec::new(), found: Vec::new() };
    search.part(0);
    for found in search.found {
        let keys: Vec<&str> = found.keys.iter().map(String::as_str).collect();
        report.add_value(found.diagnostic, &keys, found.key, &found.value);
    }
}

struct Found {
    diagnostic: Diagnostic,
    /// Where the schema stands.
    keys: Vec<String>,
    key: &'static str,
    value: Value,
}

struct Search<'a> {
    description: &'a ApiDescription,
    is_of_channels: bool,
    /// Whether some of its schemas are of another kind.
    has_foreign: bool,
    bytes: usize,
    keys: Vec<String>,
    found: Vec<Found>,
}

impl Search<'_> {
    /// Looks through a part of the description and those below.
    fn part(&mut self, part: PartId) {
        let document = self.description.main();
        let entries = document.entries(part);
        if entries.is_empty() {
            let text = document.slice(part);
            if self.bytes + text.len() > MAX_BYTES || !may_be_wrong(text) {
                return;
            }
            self.bytes += text.len();
            let Some(value) = document.read(part) else { return };
            let keys: Vec<&str> = self.keys.iter().map(String::as_str).collect();
            match keys.as_slice() {
                ["components", "schemas", _] if self.has_foreign => {}
                ["components", "schemas", _] if self.is_of_channels => self.carried(None, &value, 0),
                ["components", "schemas", _] | ["definitions" | "$defs", _] => self.schema(&value, 0),
                _ => self.element(&value, 0),
            }
            return;
        }
        for (name, entry) in entries {
            self.within(name, |search| search.part(*entry));
        }
    }

    fn within(&mut self, key: &str, look: impl FnOnce(&mut Self)) {
        self.keys.push(key.to_owned());
        look(self);
        self.keys.pop();
    }

    /// Anything but a schema.
    fn element(&mut self, value: &Value, depth: usize) {
        if depth > MAX_NESTING {
            return;
        }
        match value {
            Value::Object(map) => {
                for (key, below) in said(map) {
                    self.within(key, |search| match below {
                        below if key == "schema" => search.schema(below, depth + 1),
                        below if search.is_of_channels && CARRIED.contains(&key) => {
                            let format = map.get("schemaFormat").filter(|_| key == "payload");
                            search.carried(format, below, depth + 1);
                        }
                        Value::Object(named) if search.holds_named(key) => {
                            for (name, below) in named {
                                search.within(name, |search| search.element(below, depth + 1));
                            }
                        }
                        below => search.element(below, depth + 1),
                    });
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.element(item, depth + 1)),
            _ => {}
        }
    }

    fn holds_named(&self, key: &str) -> bool {
        let names = if self.is_of_channels { NAMED_OF_CHANNELS.as_slice() } else { NAMED.as_slice() };
        names.contains(&key)
    }

    /// A schema that may have the name of its format beside it or around it.
    fn carried(&mut self, format: Option<&Value>, value: &Value, depth: usize) {
        let format = value.get("schemaFormat").or(format).and_then(Value::as_str);
        if format.is_some_and(|format| !is_json_schema(format)) {
            return;
        }
        match value.get("schema") {
            Some(inner) if value.get("schemaFormat").is_some() || !says_schema(value) => {
                self.within("schema", |search| search.schema(inner, depth + 1));
            }
            _ if is_message(value) => self.element(value, depth + 1),
            _ => self.schema(value, depth),
        }
    }

    fn schema(&mut self, value: &Value, depth: usize) {
        let Some(map) = value.as_object().filter(|_| depth <= MAX_NESTING) else { return };
        self.types(map);
        if let Some(written) = map.get("required").filter(|written| !written.is_array()) {
            let message =
                format!("`required: {}` says nothing in a schema, so it is left out", plain(written));
            let hint = "the schema of the object around it lists the names of the fields that are required: `required: [name]`";
            self.tell(message, hint.to_owned(), "required", written);
        }
        for (key, below) in said(map) {
            self.within(key, |search| match below {
                Value::Object(named) if NAMED_SCHEMAS.contains(&key) => {
                    for (name, below) in named {
                        search.within(name, |search| search.schema(below, depth + 1));
                    }
                }
                Value::Array(members) if SCHEMAS.contains(&key) => {
                    members.iter().for_each(|member| search.schema(member, depth + 1));
                }
                below if SCHEMAS.contains(&key) || key == "else" => search.schema(below, depth + 1),
                _ => {}
            });
        }
    }

    fn types(&mut self, map: &Map<String, Value>) {
        let Some(written) = map.get("type") else { return };
        let names = written.as_array().map_or(std::slice::from_ref(written), Vec::as_slice);
        let is_file = |name: &str| name == FILE && self.description.version.starts_with("2.");
        let is_known =
            |name: &&Value| name.as_str().is_some_and(|name| TYPES.contains(&name) || is_file(name));
        let Some(wrong) = names.iter().find(|name| !is_known(name)) else { return };
        let name = wrong.as_str().unwrap_or_default();
        // As other languages call them.
        let meant = schema_of_type(name);
        let meant = |key: &str| meant.get(key).and_then(Value::as_str);
        let hint = match (meant("type"), meant("format")) {
            (Some(kind), Some(format)) => format!("write `{kind}`, and beside it `format: {format}`"),
            (Some(kind), None) => format!("write `{kind}`"),
            _ if ANY.iter().any(|any| any.eq_ignore_ascii_case(name)) => {
                "write no `type` where any value is right".to_owned()
            }
            _ => match did_you_mean(name, TYPES.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write one of {}", TYPES.map(|name| format!("`{name}`")).join(", ")),
            },
        };
        self.tell(format!("`{}` is no type of a schema", plain(wrong)), hint, "type", wrong);
    }

    fn tell(&mut self, message: String, hint: String, key: &'static str, value: &Value) {
        if self.found.len() < MAX_TOLD {
            let diagnostic = Diagnostic::warning(MALFORMED, message).hint(hint);
            self.found.push(Found { diagnostic, keys: self.keys.clone(), key, value: value.clone() });
        }
    }
}

/// The entries of an object that are neither data nor somebody's own.
fn said(map: &Map<String, Value>) -> impl Iterator<Item = (&str, &Value)> {
    let entries = map.iter().map(|(key, value)| (key.as_str(), value));
    entries.filter(|(key, _)| !DATA.contains(key) && !key.starts_with("x-"))
}

/// Whether a text has a type that is not known, or a `required` that is no list. Those of parameters are none either:
/// most are told by what stands beside them, between the same braces, so that little is read that has no fault.
fn may_be_wrong(text: &str) -> bool {
    let is_known = |rest: &str| {
        let name = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
        name.is_some_and(|name| TYPES.contains(&name))
    };
    // Where the braces end that were looked between.
    let mut seen = 0;
    let mut is_no_parameter = |at: usize| {
        if at < seen {
            return false;
        }
        let (before, after) = text.split_at(at);
        let begin = before[seen..].rfind(['{', '}']).map_or(seen, |brace| seen + brace);
        seen = at + after.find(['{', '}']).unwrap_or(after.len());
        !OF_PARAMETERS.iter().any(|key| values(&text[begin..seen], key).next().is_some())
    };
    let mut required = values(text, "\"required\"").filter(|(_, rest)| !rest.starts_with('['));
    values(text, "\"type\"").any(|(_, rest)| !is_known(rest)) || required.any(|(at, _)| is_no_parameter(at))
}

/// Where a key in quotes stands, wherever that is, and what follows it.
fn values<'t>(text: &'t str, key: &'static str) -> impl Iterator<Item = (usize, &'t str)> {
    places(text.as_bytes(), key.as_bytes()).filter_map(move |at| {
        let rest = text[at + key.len()..].trim_start().strip_prefix(':')?;
        Some((at, rest.trim_start()))
    })
}
