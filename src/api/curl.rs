//! The sample call of an operation as a `curl` command.

use serde_json::Value;

use super::example;
use super::request::{self, Body, Place};
use super::schema::{Direction, Schema};
use super::{ApiDescription, Operation};
use crate::text::encode_part;

/// The command, ready for a POSIX shell. Optional parameters are used only when the description gives them a
/// value.
pub(super) fn curl_command(description: &ApiDescription, operation: &Operation) -> String {
    let mut path = operation.path.clone();
    let mut query: Vec<String> = Vec::new();
    let mut headers: Vec<(String, String)> = Vec::new();
    let mut cookies: Vec<String> = Vec::new();
    if let Some(option) = request::security(description, operation).into_iter().next() {
        for credential in option.credentials {
            match credential.place {
                Place::Query => query.push(format!("{}={}", credential.name, credential.placeholder)),
                Place::Cookie => cookies.push(format!("{}={}", credential.name, credential.placeholder)),
                Place::Header | Place::Path => headers.push((credential.name, credential.placeholder)),
            }
        }
    }
    for parameter in request::parameters(description, operation) {
        if !parameter.required && !parameter.has_stated_value(description) {
            continue;
        }
        let Some(sample) = parameter.sample(description) else { continue };
        match parameter.place {
            // A placeholder says more than an invented value does.
            Place::Path if !parameter.has_stated_value(description) => {}
            Place::Path => path = path.replace(&format!("{{{}}}", parameter.name), &encoded(&plain(&sample))),
            Place::Query => query.extend(query_pairs(parameter.name, &sample)),
            Place::Header => headers.push((parameter.name.to_owned(), plain(&sample))),
            Place::Cookie => cookies.push(format!("{}={}", parameter.name, plain(&sample))),
        }
    }
    let server = request::server(description, operation).unwrap_or_default();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let mut lines = vec![
        format!("curl --request {}", operation.method.to_uppercase()),
        format!("--url {}", quoted(&format!("{server}{path}{query}"))),
    ];
    lines.extend(
        headers.iter().map(|(name, value)| format!("--header {}", quoted(&format!("{name}: {value}")))),
    );
    if !cookies.is_empty() {
        lines.push(format!("--cookie {}", quoted(&cookies.join("; "))));
    }
    if let Some(body) = request::body(description, operation) {
        lines.extend(body_lines(description, &body));
    }
    lines.join(" \\\n  ")
}

fn body_lines(description: &ApiDescription, body: &Body<'_>) -> Vec<String> {
    let Some((media_type, media)) = preferred(&body.media) else { return Vec::new() };
    let sample = example::stated_or_generated(description, media, Direction::Request);
    if media_type.starts_with("multipart/") {
        return form_fields(description, media, sample.as_ref())
            .into_iter()
            .map(|(name, value)| format!("--form {}", quoted(&format!("{name}={value}"))))
            .collect();
    }
    if media_type == "application/x-www-form-urlencoded" {
        let fields = form_fields(description, media, sample.as_ref());
        return fields
            .into_iter()
            .map(|(name, value)| format!("--data-urlencode {}", quoted(&format!("{name}={value}"))))
            .collect();
    }
    let mut lines = vec![format!("--header {}", quoted(&format!("Content-Type: {media_type}")))];
    match sample {
        Some(sample) => lines.push(format!("--data {}", quoted(&example::printed(&sample, media_type)))),
        None => lines.push("--data-binary '@file'".to_owned()),
    }
    lines
}

/// The fields of a form; a file is written `@file`.
fn form_fields(description: &ApiDescription, media: &Value, sample: Option<&Value>) -> Vec<(String, String)> {
    let schema = media.get("schema").map(|schema| Schema::of(description, &[schema])).unwrap_or_default();
    let mut fields = Vec::new();
    for (name, definitions) in &schema.properties {
        let property = Schema::of(description, definitions);
        let item = property.keyword("items").map(|item| Schema::of(description, &[item]));
        if property.is_file() || item.is_some_and(|item| item.is_file()) {
            fields.push(((*name).to_owned(), "@file".to_owned()));
        } else if let Some(value) = sample.and_then(|sample| sample.get(name)) {
            fields.push(((*name).to_owned(), plain(value)));
        }
    }
    fields
}

/// JSON when it is offered, else the first media type.
pub(super) fn preferred<'a>(media: &[(&'a str, &'a Value)]) -> Option<(&'a str, &'a Value)> {
    media.iter().find(|(name, _)| example::is_json(name)).or_else(|| media.first()).copied()
}

/// `a=1&a=2` for a list, `a=1` for anything else.
fn query_pairs(name: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().map(|item| format!("{name}={}", encoded(&plain(item)))).collect(),
        value => vec![format!("{name}={}", encoded(&plain(value)))],
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A value in a query or a path. `<` and `>` stay: they mark what is to be filled in.
fn encoded(text: &str) -> String {
    encode_part(text, "<>:,")
}

/// In single quotes for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_cannot_be_left() {
        assert_eq!(quoted("it's; rm"), "'it'\\''s; rm'");
    }
}
