//! Example values: those that a description states, else generated from schemas (behaviour 10.4).

mod generated;
mod items;
mod numbers;
mod serialized;

pub use generated::{Detail, generated, generated_text, with_detail};
pub use items::items_as_text;

use std::borrow::Cow;

use serde_json::{Value, json};

use super::ApiDescription;
use super::operation::text;
use super::schema::{Direction, Schema};

/// What stands for any text.
const TEXT: &str = "<string>";
/// What stands for anything.
const ANYTHING: &str = "<any>";
/// Most named examples of one body.
const MAX_NAMED: usize = 50;

/// One example of a body, as readers choose it.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedExample {
    /// Its `summary`, when no other has the same, else its name; `None` when there is only one without a name.
    pub label: Option<String>,
    pub value: Value,
}

/// The examples of a media type object: all named ones that have a value, else `example`, else one generated
/// from `schema` (OAS-49). Empty when there is nothing to show.
pub fn choices(description: &ApiDescription, owner: &Value, direction: Direction) -> Vec<NamedExample> {
    let written = owner.get("examples").and_then(Value::as_object).into_iter().flatten();
    let summaries: Vec<String> =
        written.filter_map(|(_, written)| words(description, written, "summary")).collect();
    // Nobody can choose between two of one name.
    let is_only = |summary: &String| summaries.iter().filter(|other| *other == summary).count() == 1;
    let named: Vec<NamedExample> = owner
        .get("examples")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter_map(|(name, written)| {
            let value = value_of(description, owner, description.resolve(written))?;
            let value = description.whole_data(&value);
            let label = words(description, written, "summary").filter(|summary| is_only(summary));
            Some(NamedExample { label: Some(label.unwrap_or_else(|| name.clone())), value })
        })
        .take(MAX_NAMED)
        .collect();
    if !named.is_empty() {
        return named;
    }
    let one = stated_or_generated(description, owner, direction);
    one.map(|value| NamedExample { label: None, value }).into_iter().collect()
}

/// What is said of an example: beside the reference to it, else where it stands.
fn words(description: &ApiDescription, written: &Value, key: &str) -> Option<String> {
    text(written, key).or_else(|| text(description.resolve(written), key))
}

/// The example of a media type object, or of a parameter: the first named one with a value, else `example`,
/// else one generated from `schema`. `None` when there is nothing to show.
pub fn stated_or_generated(
    description: &ApiDescription,
    owner: &Value,
    direction: Direction,
) -> Option<Value> {
    stated(description, owner).or_else(|| generated(description, schema_of(owner)?, direction))
}

/// The schema of a media type; version 3.2 describes the items of a stream, one of which is an example.
pub fn schema_of(owner: &Value) -> Option<&Value> {
    owner.get("schema").or_else(|| owner.get("itemSchema"))
}

/// Whether a media type describes items of which one comes after the other.
pub fn is_stream(owner: &Value) -> bool {
    owner.get("schema").is_none() && owner.get("itemSchema").is_some()
}

/// The example that is written in `examples` or `example`, which version 2.0 has only as `x-example`.
pub fn stated(description: &ApiDescription, owner: &Value) -> Option<Value> {
    first_stated(description, owner, 1).pop().map(|stated| stated.value)
}

/// An example beside a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Stated {
    pub value: Value,
    /// What its author says of it.
    pub said: Option<String>,
}

/// All that are written there, in their order.
pub fn all_stated(description: &ApiDescription, owner: &Value) -> Vec<Stated> {
    first_stated(description, owner, MAX_NAMED)
}

fn first_stated(description: &ApiDescription, owner: &Value, most: usize) -> Vec<Stated> {
    let named = |named| {
        let said = |key| words(description, named, key);
        let value = value_of(description, owner, description.resolve(named))?;
        Some((value, said("summary").or_else(|| said("description"))))
    };
    let plain = |value| (Cow::Borrowed(value), None);
    let listed: Vec<(Cow<'_, Value>, Option<String>)> = match owner.get("examples") {
        Some(Value::Object(all)) => all.values().filter_map(named).take(most).collect(),
        Some(Value::Array(listed)) => listed.iter().take(most).map(plain).collect(),
        _ => Vec::new(),
    };
    let one = || owner.get("example").or_else(|| owner.get("x-example")).map(plain);
    let written = if listed.is_empty() { one().into_iter().collect() } else { listed };
    written.into_iter().map(|(value, said)| Stated { value: description.whole_data(&value), said }).collect()
}

/// The value of a named example of a media type or a parameter.
fn value_of<'a>(description: &ApiDescription, owner: &Value, named: &'a Value) -> Option<Cow<'a, Value>> {
    if let Some(value) = named.get("value").or_else(|| named.get("dataValue")) {
        return Some(Cow::Borrowed(value));
    }
    let text = named.get("serializedValue")?.as_str()?;
    Some(Cow::Owned(match owner.get("in") {
        Some(_) => serialized::of_parameter(description, owner, text),
        None => serialized::of_text(text),
    }))
}

/// An example that lies elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Elsewhere {
    /// What its author says of it, else its name.
    pub label: String,
    pub address: String,
}

/// The named examples of which only the address is written.
pub fn elsewhere(description: &ApiDescription, owner: &Value) -> Vec<Elsewhere> {
    let named = owner.get("examples").and_then(Value::as_object).into_iter().flatten();
    named
        .filter_map(|(name, written)| {
            let found = description.resolve(written);
            let address = text(found, "externalValue")?;
            let is_here = value_of(description, owner, found).is_some();
            let said = |key| words(description, written, key);
            let label = said("summary").or_else(|| said("description")).unwrap_or_else(|| name.clone());
            (!is_here).then_some(Elsewhere { label, address })
        })
        .take(MAX_NAMED)
        .collect()
}

/// What stands for a value of which nothing is known.
pub fn anything() -> Value {
    json!(ANYTHING)
}

/// Whether a value stands for any text or anything.
pub fn is_placeholder(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text == TEXT || text == ANYTHING)
}

/// The value that a schema states: [`given_value`], else the first of `enum` that is not `null`.
pub fn known_value(schema: &Schema<'_>) -> Option<Value> {
    let listed = || {
        let values = schema.enumerated()?;
        values.iter().find(|value| !value.is_null()).or(values.first()).copied()
    };
    given_value(schema).or_else(listed).cloned()
}

/// The one value that a schema gives: `example`, `examples`, `default`, `const`.
pub fn given_value<'a>(schema: &Schema<'a>) -> Option<&'a Value> {
    schema
        .keyword("example")
        .or_else(|| match schema.keyword("examples")? {
            Value::Array(examples) => examples.first(),
            _ => None,
        })
        .or_else(|| schema.keyword("default"))
        .or_else(|| schema.keyword("const"))
}

/// What stands for a text: bytes that are written as one have the example of `byte`.
fn text_example(schema: &Schema<'_>) -> &'static str {
    match (schema.text("format"), schema.text("contentEncoding")) {
        (None, Some("base64")) => string_example(Some("byte")),
        (None, Some("base64url")) => string_example(Some("byte")).trim_end_matches('='),
        (format, _) => string_example(format),
    }
}

/// The values are those that readers of other references know (behaviour 10.4): nothing but the format decides.
pub(super) fn string_example(format: Option<&str>) -> &'static str {
    match format {
        Some("date") => "2023-12-25",
        Some("date-time") => "2023-11-07T05:31:56Z",
        Some("email") => "jsmith@example.com",
        Some("uuid") => "3c90c3cc-0d44-4b50-8888-8dd25736052a",
        Some("ipv4") => "127.0.0.1",
        Some("ipv6") => "2606:4700:3108::ac42:2835",
        Some("byte") => "aSDinaTvuI8gbWludGxpZnk=",
        _ => TEXT,
    }
}

/// An example as text for a code block: JSON for JSON media types, text as it is for others.
pub fn printed(example: &Value, media_type: &str) -> String {
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap_or_default();
    let Some(text) = example.as_str() else {
        return items_as_text(example, media_type).unwrap_or_else(|| pretty(example));
    };
    if !is_json(media_type) {
        return text.to_owned();
    }
    // Authors often state a JSON document as text.
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_object() || value.is_array() => pretty(&value),
        _ => pretty(example),
    }
}

/// Whether a media type is JSON: `application/json`, `application/problem+json`, `*/*`.
pub fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case("application/json") || essence.ends_with("+json") || essence == "*/*"
}
