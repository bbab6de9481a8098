//! The type words of `ParamField` and `ResponseField` as schemas (behaviour 11). Descriptions that write such a word
//! where a type of JSON Schema belongs are told what it means.

use serde_json::{Value, json};

/// Deepest nesting of a type.
const MAX_DEPTH: usize = 16;

/// The schema of a type word; one that is not known allows anything.
pub(in crate::api) fn schema_of_type(word: &str) -> Value {
    schema_at(word, 0)
}

/// A value as its type has it: attributes are texts, whatever they say (`default="5"`).
pub(super) fn typed(schema: &Value, value: Value) -> Value {
    let Some(text) = value.as_str().filter(|_| !allows(schema, "string")) else { return value };
    let meant = match text.trim() {
        // As other languages write them.
        "True" => Some(Value::Bool(true)),
        "False" => Some(Value::Bool(false)),
        "None" => Some(Value::Null),
        text => serde_json::from_str(text).ok(),
    };
    let meant = meant.filter(|meant| match meant {
        Value::Null => allows(schema, "null"),
        Value::Bool(_) => allows(schema, "boolean"),
        Value::Number(number) => allows(schema, "number") || (!number.is_f64() && allows(schema, "integer")),
        Value::String(_) => false,
        Value::Array(_) => allows(schema, "array"),
        Value::Object(_) => allows(schema, "object"),
    });
    meant.unwrap_or(value)
}

/// Whether a type is one of those of a schema.
fn allows(schema: &Value, name: &str) -> bool {
    let members = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten();
    schema.get("type").and_then(Value::as_str) == Some(name)
        || members.into_iter().any(|member| allows(member, name))
}

fn schema_at(word: &str, depth: usize) -> Value {
    let word = word.trim();
    if depth > MAX_DEPTH || word.is_empty() {
        return json!({});
    }
    let parts = alternatives(word);
    // As TypeScript has values: `'a' | 'b'`.
    let values: Option<Vec<&str>> = parts.iter().map(|part| quoted(part)).collect();
    if let Some(values) = values.filter(|values| !values.is_empty()) {
        return json!({ "type": "string", "enum": values });
    }
    if parts.len() > 1 {
        return json!({ "anyOf": parts.iter().map(|part| schema_at(part, depth + 1)).collect::<Vec<_>>() });
    }
    if let Some(item) = word.strip_suffix("[]") {
        let item = item.strip_prefix('(').and_then(|item| item.strip_suffix(')')).unwrap_or(item);
        return json!({ "type": "array", "items": schema_at(item, depth + 1) });
    }
    let (name, inner) = match word.split_once(['<', '[']) {
        Some((name, rest)) => (name, Some(rest.trim_end_matches(['>', ']']))),
        None => (word, None),
    };
    match name.trim().to_ascii_lowercase().as_str() {
        "array" | "arr" | "list" | "tuple" | "set" | "sequence" => {
            json!({ "type": "array", "items": inner.map_or_else(|| json!({}), |inner| schema_at(inner, depth + 1)) })
        }
        "enum" => inner.map_or_else(|| json!({ "type": "string" }), |inner| schema_at(inner, depth + 1)),
        "optional" => inner.map_or_else(|| json!({}), |inner| schema_at(inner, depth + 1)),
        "string" | "str" | "text" | "char" | "varchar" => match inner {
            Some(format) => json!({ "type": "string", "format": format }),
            None => json!({ "type": "string" }),
        },
        format @ ("date" | "uuid" | "email" | "password" | "uri") => {
            json!({ "type": "string", "format": format })
        }
        "guid" => json!({ "type": "string", "format": "uuid" }),
        "datetime" | "date-time" | "timestamp" => json!({ "type": "string", "format": "date-time" }),
        "url" => json!({ "type": "string", "format": "uri" }),
        "int" | "integer" | "int32" | "int64" | "long" | "short" | "bigint" | "uint" => {
            json!({ "type": "integer" })
        }
        "num" | "number" | "float" | "double" | "decimal" | "numeric" | "real" => json!({ "type": "number" }),
        "bool" | "boolean" => json!({ "type": "boolean" }),
        "obj" | "object" | "dict" | "map" | "record" | "hash" => json!({ "type": "object" }),
        "file" | "binary" | "blob" => json!({ "type": "string", "format": "binary" }),
        "null" | "none" => json!({ "type": "null" }),
        _ => json!({}),
    }
}

/// What stands in quotes.
fn quoted(word: &str) -> Option<&str> {
    let word = word.trim();
    ['\'', '"'].into_iter().find_map(|mark| word.strip_prefix(mark)?.strip_suffix(mark))
}

/// The alternatives of a union, without those within brackets.
fn alternatives(word: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, c) in word.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.extend(word.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(word.get(start..));
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fm_05_texts_of_attributes_are_what_their_types_say() {
        let cases = [
            ("integer", "5", json!(5)),
            ("int | null", "None", json!(null)),
            ("boolean", "True", json!(true)),
            ("string[]", "[\"a\"]", json!(["a"])),
            ("object", "{}", json!({})),
            ("string", "5", json!("5")),
            ("integer | string", "5", json!("5")),
            ("integer", "many", json!("many")),
            ("", "5", json!("5")),
        ];
        for (word, text, value) in cases {
            assert_eq!(typed(&schema_of_type(word), json!(text)), value, "{word} {text}");
        }
    }

    #[test]
    fn words_become_schemas() {
        let cases = [
            ("str", json!({ "type": "string" })),
            ("string<uuid>", json!({ "type": "string", "format": "uuid" })),
            ("int[]", json!({ "type": "array", "items": { "type": "integer" } })),
            ("array<bool>", json!({ "type": "array", "items": { "type": "boolean" } })),
            ("List[str]", json!({ "type": "array", "items": { "type": "string" } })),
            ("string | null", json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] })),
            ("'a' | \"b\"", json!({ "type": "string", "enum": ["a", "b"] })),
            ("enum<'a' | 'b'>", json!({ "type": "string", "enum": ["a", "b"] })),
            ("Widget", json!({})),
            ("", json!({})),
        ];
        for (word, schema) in cases {
            assert_eq!(schema_of_type(word), schema, "{word}");
        }
    }
}
