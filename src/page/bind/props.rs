//! What a snippet or a component is given: its attributes, its children, and values from JSON files.

use crate::page::ast::{Attribute, AttributeValue, Node, Value};
use crate::page::expression::children_value;

/// Attributes and children as the names that a snippet or a component sees.
pub(super) fn props(attributes: Vec<Attribute>, children: Vec<Node>) -> Vec<(String, Value)> {
    let mut props: Vec<(String, Value)> = attributes
        .into_iter()
        .filter_map(|attribute| match attribute.value {
            AttributeValue::Value(value) => Some((attribute.name, value)),
            AttributeValue::Expression(_) => None,
        })
        .collect();
    let all = Value::Object(props.clone());
    if !children.is_empty() {
        props.push(("children".to_owned(), children_value(children)));
    }
    props.push(("props".to_owned(), all));
    props
}

/// `{word}` in a snippet's code, for text props (behaviour 9).
pub(super) fn fill_code(code: &str, locals: &[(String, Value)]) -> String {
    let mut code = code.to_owned();
    for (name, value) in locals {
        if let Some(text) = value.as_text() {
            code = code.replace(&format!("{{{name}}}"), &text);
        }
    }
    code
}

/// A parsed JSON file as a value.
pub(super) fn json_value(value: serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(value) => Value::Bool(value),
        serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::String(text) => Value::String(text),
        serde_json::Value::Array(items) => Value::Array(items.into_iter().map(json_value).collect()),
        serde_json::Value::Object(entries) => {
            Value::Object(entries.into_iter().map(|(key, value)| (key, json_value(value))).collect())
        }
    }
}
