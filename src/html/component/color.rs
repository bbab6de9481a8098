//! Color, Color.Row and Color.Item: swatches (CMP-24).

use crate::page::ast::Value;

use super::super::element::style::safe_color;
use super::super::escape::Writer;
use super::super::labels::fill;
use super::super::render::{Feature, Render};
use super::{Component, title};

/// A set of swatches.
pub(super) fn palette(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    cx.uses(Feature::Color);
    let variant = component.element.text_prop("variant").filter(|variant| variant == "table");
    out.open("div").attr("class", &component.class("color"));
    out.attr("data-variant", variant.as_deref().unwrap_or("compact"));
    cx.nodes(out, component.children);
    out.close("div");
}

/// A titled row of swatches.
pub(super) fn row(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    out.open("div").attr("class", &component.class("color-row"));
    if let Some(value) = component.element.prop("title").filter(|value| value.truthy()) {
        let text = title(value, cx);
        out.open("div").attr("class", "color-row-title").attr("data-component-part", "color-row-title");
        out.raw(&text).close("div");
    }
    out.open("div").attr("class", "color-row-items");
    cx.nodes(out, component.children);
    out.close("div").close("div");
}

/// One colour, or one for each mode.
pub(super) fn item(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let values: Vec<String> = match element.prop("value") {
        Some(Value::Object(entries)) => entries.iter().filter_map(|(_, value)| value.as_text()).collect(),
        Some(value) => value.as_text().into_iter().collect(),
        None => Vec::new(),
    };
    out.open("div").attr("class", &component.class("color-item"));
    for value in &values {
        out.open("button").attr("type", "button").attr("class", "color-swatch").attr("data-copy", value);
        out.attr("aria-label", &fill(&cx.labels.copy, value));
        if let Some(color) = safe_color(value) {
            out.attr("style", &format!("background-color:{color}"));
        }
        out.close("button");
    }
    if let Some(name) = element.text_prop("name") {
        out.open("div").attr("class", "color-name").text(&name).close("div");
    }
    for value in &values {
        out.open("div").attr("class", "color-value").text(value).close("div");
    }
    out.close("div");
}
