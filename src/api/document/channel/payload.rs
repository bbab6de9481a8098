//! What a message carries: its schema, and examples of it.
//!
//! Of schemas of other kinds than JSON Schema, such as Avro and Protobuf, no fields are read: they are shown as they are
//! written, and no example is made of them.

use serde_json::Value as Json;

use super::super::example_block;
use super::super::markup::code_block;
use super::traits::with_traits;
use crate::api::asyncapi::{is_json_schema, is_message, says_schema};
use crate::api::operation::text as text_of;
use crate::api::schema::Direction;
use crate::api::words::Words;
use crate::api::{ApiDescription, example};
use crate::page::ast::Node;

const JSON: &str = "application/json";
/// Longest schema that is shown, in bytes.
const LONGEST: usize = 50_000;

/// A schema with the name of its format.
pub(super) struct Foreign<'a> {
    format: String,
    schema: &'a Json,
}

impl<'a> Foreign<'a> {
    /// The payload or the headers of a message, when they are described in another way. Version 3 has the name of the
    /// format around the schema, version 2 beside the payload.
    pub(super) fn of(description: &'a ApiDescription, message: &'a Json, part: &str) -> Option<Self> {
        let written = description.resolve(message.get(part)?);
        let (format, schema) = match (text_of(written, "schemaFormat"), written.get("schema")) {
            (Some(format), Some(schema)) => (format, description.resolve(schema)),
            _ if part == "payload" => (text_of(message, "schemaFormat")?, written),
            _ => return None,
        };
        (!is_json_schema(&format)).then_some(Self { format, schema })
    }

    /// The schema under the name of its format; nothing when it is too long.
    pub(super) fn block(&self) -> Option<Node> {
        let (language, text) = match self.schema {
            Json::String(text) if self.format.contains("protobuf") => ("protobuf", text.clone()),
            Json::String(text) => ("text", text.clone()),
            schema => ("json", example::printed(schema, JSON)),
        };
        (text.len() <= LONGEST).then(|| code_block(language, &self.format, text.trim_end().to_owned()))
    }
}

/// An example made from the payload.
fn generated(description: &ApiDescription, message: &Json) -> Option<Json> {
    if Foreign::of(description, message, "payload").is_some() {
        return None;
    }
    let schema = plain_schema(description, message.get("payload")?);
    example::generated(description, schema, Direction::Response)
}

/// Version 3 may wrap a schema together with the name of its format; and where somebody names a message, its payload
/// is meant.
pub(super) fn plain_schema<'a>(description: &'a ApiDescription, schema: &'a Json) -> &'a Json {
    let resolved = description.resolve(schema);
    match resolved.get("schema") {
        // The name of the format may be missing.
        Some(inner) if resolved.get("schemaFormat").is_some() || !says_schema(resolved) => inner,
        _ if is_message(resolved) => resolved.get("payload").unwrap_or(schema),
        _ => schema,
    }
}

/// An example of a message.
pub(super) struct Example {
    pub(super) title: String,
    pub(super) headers: Option<Json>,
    pub(super) payload: Option<Json>,
}

impl Example {
    /// The headers and what is sent, as blocks: that is written as its media type is.
    pub(super) fn blocks(self, description: &ApiDescription, message: &Json, words: &Words) -> Vec<Node> {
        let headers = self.headers.map(|headers| {
            let title = format!("{} \u{b7} {}", self.title, words.headers);
            example_block(description, (JSON, None), &title, &headers)
        });
        let payload = self.payload.map(|payload| {
            let media_type = media_type(description, message);
            let schema = message.get("payload").map(|schema| plain_schema(description, schema));
            example_block(description, (&media_type, schema), &self.title, &payload)
        });
        headers.into_iter().chain(payload).collect()
    }
}

/// What a message is sent as, by itself or as all of a description are.
fn media_type(description: &ApiDescription, message: &Json) -> String {
    let owners = with_traits(description, message);
    let usual = || text_of(&description.root, "defaultContentType");
    let own = owners.iter().find_map(|owner| text_of(owner, "contentType"));
    own.or_else(usual).unwrap_or_else(|| JSON.to_owned())
}

/// The examples that a message or its traits state, each with its name. Where none of them says what is sent, that is
/// made from the payload.
pub(super) fn examples_of(description: &ApiDescription, name: &str, message: &Json) -> Vec<Example> {
    let owners = with_traits(description, message);
    let written = owners.iter().find_map(|owner| owner.get("examples")?.as_array()).into_iter().flatten();
    let stated: Vec<&Json> = written
        .map(|written| description.resolve(written))
        .filter(|written| written.get("payload").or_else(|| written.get("headers")).is_some())
        .collect();
    let are_several = stated.len() > 1;
    let title = |index: usize, written: &Json| {
        let label = text_of(written, "summary").or_else(|| text_of(written, "name"));
        match label.filter(|label| label.trim() != name.trim()) {
            Some(label) => format!("{name}: {label}"),
            None if are_several => format!("{name} {}", index + 1),
            None => name.to_owned(),
        }
    };
    let mut examples: Vec<Example> = stated
        .iter()
        .enumerate()
        .map(|(index, written)| {
            let part = |key: &str| written.get(key).map(|value| description.whole_data(value));
            Example { title: title(index, written), headers: part("headers"), payload: part("payload") }
        })
        .collect();
    if !examples.iter().any(|made| made.payload.is_some())
        && let Some(payload) = generated(description, message)
    {
        match examples.first_mut() {
            Some(first) => first.payload = Some(payload),
            None => examples.push(Example { title: name.to_owned(), headers: None, payload: Some(payload) }),
        }
    }
    examples
}
