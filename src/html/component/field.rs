//! ParamField, Param and ResponseField (CMP-14, CMP-15).

use crate::page::ast::{Value, format_number};

use super::super::escape::{Html, Writer};
use super::super::heading::fragment;
use super::super::labels::fill;
use super::super::render::{Feature, Render};
use super::{Component, inline_markdown};

/// Longest default value that is shown as a pill.
const LONGEST_DEFAULT: usize = 60;

/// A request parameter; the attribute that holds its name says where it travels.
pub(super) fn param(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let (location, name) = match element.parameter_name() {
        Some((location, name)) => (Some(location), Some(name)),
        None => (None, element.name_prop("name")),
    };
    if name.is_none() {
        cx.warn(
            "field-without-name",
            format!("`<{}>` has no name", element.name),
            "name it with one of query, path, body, header or cookie, for example query=\"limit\"".to_owned(),
            component.span,
        );
    }
    field(out, component, name.as_deref().unwrap_or(""), location, cx);
}

/// A field of a response.
pub(super) fn response(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let name = component.element.name_prop("name");
    if name.is_none() {
        cx.warn(
            "field-without-name",
            "`<ResponseField>` has no name".to_owned(),
            "add name=\"…\"".to_owned(),
            component.span,
        );
    }
    field(out, component, name.as_deref().unwrap_or(""), None, cx);
}

fn field(
    out: &mut Writer,
    component: &Component<'_>,
    name: &str,
    location: Option<&str>,
    cx: &mut Render<'_>,
) {
    cx.uses(Feature::Field);
    let element = component.element;
    let id = component.id();
    out.open("div").attr("class", &component.class("field")).opt_attr("id", id.as_deref());
    out.open("div").attr("class", "field-head").attr("data-component-part", "field-header");
    pills(out, element.prop("pre"), cx);
    out.open("div").attr("class", "field-name").attr("data-component-part", "field-name");
    if let Some(id) = id.as_deref().filter(|_| !cx.state.in_link) {
        let label = fill(&cx.labels.heading_anchor, name);
        out.open("a").attr("class", "heading-anchor").attr("href", &fragment(id)).attr("aria-label", &label);
        out.close("a");
    }
    // The names of the fields around it, on pages of an API.
    if let Some(parent) = element.text_prop("parent").filter(|parent| !parent.is_empty()) {
        out.open("span").attr("class", "field-parent").text(&parent).close("span");
    }
    let written = element.prop(location.unwrap_or("name"));
    match written.filter(|value| matches!(value, Value::Nodes(_))) {
        Some(value) => out.raw(&inline_markdown(value, cx)),
        None => out.text(name),
    };
    out.close("div");
    if let Some(value) = element.prop("type").filter(|value| value.truthy()) {
        let text = type_text(value, cx);
        pill(out, "field-type", &text);
    }
    if let Some(location) = location {
        out.open("div")
            .attr("class", "field-pill field-location")
            .attr("data-location", location)
            .close("div");
    }
    if element.flag("required") {
        pill(out, "field-required", &Html::text(&cx.labels.required));
    }
    if element.flag("deprecated") {
        pill(out, "field-deprecated", &Html::text(&cx.labels.deprecated));
    }
    if let Some(text) = element.prop("default").and_then(default_text) {
        let mut label = Writer::new();
        label
            .open("span")
            .attr("class", "field-default-label")
            .text(&cx.labels.default)
            .close("span")
            .text(&text);
        pill(out, "field-default", &label.finish());
    }
    pills(out, element.prop("post"), cx);
    out.close("div");
    if !component.children.is_empty() {
        out.open("div").attr("class", "field-content").attr("data-component-part", "field-content");
        cx.nodes(out, component.children);
        out.close("div");
    }
    out.close("div");
}

/// A type is a word of a schema, never Markdown (`string[]`, `a_b`), unless it is written as JSX.
fn type_text(value: &Value, cx: &mut Render<'_>) -> Html {
    match value {
        Value::Nodes(_) => inline_markdown(value, cx),
        other => Html::text(&other.plain_text()),
    }
}

fn pill(out: &mut Writer, kind: &str, content: &Html) {
    out.open("div")
        .attr("class", &format!("field-pill {kind}"))
        .attr("data-component-part", &format!("{kind}-pill"));
    out.raw(content).close("div");
}

/// `pre` and `post`: a list of labels, or one.
fn pills(out: &mut Writer, value: Option<&Value>, cx: &mut Render<'_>) {
    let one = value.map(std::slice::from_ref).unwrap_or_default();
    let all = match value {
        Some(Value::Array(items)) => items.as_slice(),
        _ => one,
    };
    for item in all.iter().filter(|item| item.truthy()) {
        let text = type_text(item, cx);
        pill(out, "field-info", &text);
    }
}

/// A default as it is shown: strings bare, anything else as JSON, and only when it is short.
pub(crate) fn default_text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        Value::String(text) => text.clone(),
        other => json(other, 0)?,
    };
    (text.chars().count() <= LONGEST_DEFAULT).then_some(text)
}

/// JSON of a plain value; `None` for functions and JSX, and for nested collections.
fn json(value: &Value, depth: u32) -> Option<String> {
    match value {
        Value::Null => Some("null".to_owned()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(number) => Some(format_number(*number)),
        Value::String(text) => Some(serde_json::Value::from(text.as_str()).to_string()),
        Value::Array(items) if depth == 0 => {
            let items = items.iter().map(|item| json(item, 1)).collect::<Option<Vec<_>>>()?;
            Some(format!("[{}]", items.join(",")))
        }
        Value::Object(entries) if depth == 0 => {
            let entry = |(name, value): &(String, Value)| {
                Some(format!("{}:{}", serde_json::Value::from(name.as_str()), json(value, 1)?))
            };
            Some(format!("{{{}}}", entries.iter().map(entry).collect::<Option<Vec<_>>>()?.join(",")))
        }
        _ => None,
    }
}
