//! What a snippet or a component is given: its attributes, its children, and values from JSON files.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::page::ast::{Attribute, AttributeValue, Node, Value};
use crate::page::expression::{Problem, children_value};
use crate::text::Span;

use super::{Binder, Context};

/// Most names that one expression of a snippet may use without being given them.
const MOST_UNSET: usize = 16;

impl Binder<'_> {
    /// The value of an expression without an engine. What a snippet was not given is undefined in it (behaviour 9), as it
    /// is for an engine; a page was given nothing.
    pub(super) fn value(&mut self, source: &str, span: Span, cx: &Context<'_>) -> Result<Value, Problem> {
        let mut value = self.evaluator.evaluate(source, &cx.names, cx.in_page(span));
        if !matches!(value, Err(Problem::Unbound(_))) {
            return value;
        }
        let mut names = cx.names.clone();
        for _ in 0..MOST_UNSET {
            let Err(Problem::Unbound(name)) = &value else { break };
            let is_in_snippet = self.expanding.len() > 1;
            let is_opaque = self.files.get(&names.module).is_some_and(|file| file.opaque.contains_key(name));
            let was_set = names.locals.iter().any(|(known, _)| known == name);
            // A name that is not here is one of code that this calls.
            if !source.contains(name.as_str()) || is_opaque || was_set || !is_in_snippet && name != "props" {
                break;
            }
            if source.trim() == name {
                self.unset(name, span, cx);
            }
            let unset = if name == "props" { Value::Object(Vec::new()) } else { Value::Undefined };
            Arc::make_mut(&mut names.locals).push((name.clone(), unset));
            value = self.evaluator.evaluate(source, &names, cx.in_page(span));
        }
        value
    }

    /// Tells of a name alone, which shows nothing then; an expression may ask whether it was given.
    fn unset(&self, name: &str, span: Span, cx: &Context<'_>) {
        let message = format!("this snippet is not given `{name}`, so `{{{name}}}` shows nothing");
        self
            .report(Diagnostic::warning("unbound-name", message).located(self.located(span, cx)).hint(format!(
            "give it where the snippet is used, as in `{name}=\"…\"`; for braces as text write `\\{{{name}}}`"
        )));
    }
}

/// Attributes and children as the names that a snippet or a component sees.
pub(super) fn props(attributes: Vec<Attribute>, children: Vec<Node>) -> Vec<(String, Value)> {
    let mut props: Vec<(String, Value)> = attributes
        .into_iter()
        .filter_map(|attribute| match attribute.value {
            AttributeValue::Value(value) => Some((attribute.name.to_string(), value)),
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
