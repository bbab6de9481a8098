//! Examples that are written as they travel (`serializedValue` of version 3.2), as the values that they say.

use serde_json::{Map, Value};

use crate::api::ApiDescription;
use crate::api::schema::Schema;
use crate::encoding::percent_decoded;

/// A body or a header: a JSON document is the value of it, anything else is text.
pub(super) fn of_text(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// A parameter: its name stands before the value in a query and a cookie, and lists and objects are in one text.
pub(super) fn of_parameter(description: &ApiDescription, parameter: &Value, text: &str) -> Value {
    let of = |key: &str| parameter.get(key).and_then(Value::as_str).unwrap_or_default();
    if parameter.get("content").is_some() {
        return of_text(&percent_decoded(text));
    }
    let schema = parameter.get("schema").map(|schema| Schema::of(description, &[schema]));
    let kind = schema.as_ref().and_then(|schema| schema.types().first().copied()).unwrap_or_default();
    let is_named = matches!(of("in"), "query" | "cookie");
    let text = if is_named { text.trim_start_matches('?') } else { text };
    let (between, beginning) = match of("style") {
        "spaceDelimited" => (" ", ""),
        "pipeDelimited" => ("|", ""),
        "label" if parameter.get("explode") == Some(&Value::Bool(true)) => (".", "."),
        "label" => (",", "."),
        "matrix" => (",", ";"),
        _ => (",", ""),
    };
    let text = text.strip_prefix(beginning).unwrap_or(text);
    let pairs: Vec<(&str, &str)> = match is_named || beginning == ";" {
        true => {
            text.split(['&', ';']).map(|pair| pair.trim().split_once('=').unwrap_or(("", pair))).collect()
        }
        false => Vec::new(),
    };
    let own: Vec<&str> =
        pairs.iter().filter(|(key, _)| *key == of("name")).map(|(_, value)| *value).collect();
    match (own.as_slice(), kind) {
        // An object whose members are pairs of their own.
        ([], "object") if pairs.iter().all(|(key, _)| !key.is_empty()) && !pairs.is_empty() => {
            let member = |key: &str| match key.split_once('[') {
                Some((_, inner)) => percent_decoded(inner.trim_end_matches(']')).into_owned(),
                None => percent_decoded(key).into_owned(),
            };
            let decoded = pairs.iter().map(|(key, value)| (percent_decoded(key), value));
            Value::Object(decoded.map(|(key, value)| (member(&key), scalar("", value))).collect())
        }
        ([], _) => parts(text, kind, between),
        ([only], _) => parts(only, kind, between),
        (several, _) => several.iter().map(|value| scalar("", value)).collect(),
    }
}

/// A list or an object whose parts stand in one text, or a text.
fn parts(text: &str, kind: &str, between: &str) -> Value {
    if !matches!(kind, "array" | "object") {
        return scalar(kind, text);
    }
    // The sign between the parts may be encoded itself, and those that belong to a part are when it is not.
    let decoded = percent_decoded(text);
    let text = if text.contains(between) { text } else { &decoded };
    let parts: Vec<&str> = text.split(between).collect();
    if kind == "array" {
        return parts.iter().map(|part| scalar("", part)).collect();
    }
    let mut object = Map::new();
    let is_exploded = parts.iter().all(|part| part.contains('='));
    let members: Vec<(&str, &str)> = match is_exploded {
        true => parts.iter().filter_map(|part| part.split_once('=')).collect(),
        false => parts.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect(),
    };
    object.extend(members.into_iter().map(|(name, value)| (name.to_owned(), scalar("", value))));
    Value::Object(object)
}

/// One part; where the schema says what it is, as that.
fn scalar(kind: &str, text: &str) -> Value {
    let text = percent_decoded(text);
    let is_other = matches!(kind, "integer" | "number" | "boolean");
    let known = is_other.then(|| serde_json::from_str(&text).ok()).flatten();
    known.unwrap_or_else(|| Value::String(text.into_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::load::load_description;
    use crate::text::SourcePath;

    #[test]
    fn oas_3_2_a_parameter_is_read_as_it_travels() {
        let root = json!({ "openapi": "3.2.0", "info": {}, "paths": {} });
        let (description, _) = load_description(&SourcePath::new("a.json"), &root.to_string());
        let description = description.expect("a description");
        let read = |place: &str, style: &str, kind: &str, text: &str| {
            let parameter = json!({ "name": "q", "in": place, "style": style, "explode": true, "schema": { "type": kind } });
            of_parameter(&description, &parameter, text)
        };
        for (place, style, kind, text, expected) in [
            ("query", "form", "array", "q=a&q=b%20c", json!(["a", "b c"])),
            ("query", "form", "array", "q=a,b", json!(["a", "b"])),
            ("query", "pipeDelimited", "array", "q=a%7Cb", json!(["a", "b"])),
            ("query", "form", "object", "R=100&G=200", json!({ "R": "100", "G": "200" })),
            ("query", "deepObject", "object", "q%5BR%5D=100", json!({ "R": "100" })),
            ("query", "form", "integer", "q=5", json!(5)),
            ("query", "form", "string", "a%26b", json!("a&b")),
            ("path", "simple", "object", "R=1,G=2", json!({ "R": "1", "G": "2" })),
            ("path", "label", "array", ".a.b", json!(["a", "b"])),
            ("path", "matrix", "array", ";q=a;q=b", json!(["a", "b"])),
            ("header", "simple", "string", "a, b", json!("a, b")),
        ] {
            assert_eq!(read(place, style, kind, text), expected, "{place} {style} {kind} {text}");
        }
    }
}
