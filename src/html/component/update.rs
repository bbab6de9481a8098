//! Update: an entry of a change log (CMP-18).

use crate::page::ast::Value;

use super::super::escape::{Html, Writer};
use super::super::heading::fragment;
use super::super::labels::fill;
use super::super::render::{Feature, Render};
use super::{Component, inline_markdown};

/// The code of an entry that nothing names.
pub const UPDATE_WITHOUT_LABEL: &str = "update-without-label";

/// A label with tags and description beside the content.
pub(super) fn update(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    cx.uses(Feature::Update);
    let element = component.element;
    let id = component.id();
    let label = element.plain_prop("label").unwrap_or_default();
    if label.trim().is_empty() {
        cx.warn(
            UPDATE_WITHOUT_LABEL,
            "`<Update>` has no label".to_owned(),
            "add label=\"…\": it names the entry and its link".to_owned(),
            component.span,
        );
    }
    let tags = element.list_prop("tags");
    out.open("div").attr("class", &component.class("update update-container")).opt_attr("id", id.as_deref());
    let joined = serde_json::Value::from(tags.clone()).to_string();
    out.opt_attr("data-tags", (!tags.is_empty()).then_some(joined.as_str()));
    out.open("div").attr("class", "update-head").attr("data-component-part", "update-header");
    if !label.is_empty() {
        out.open("div").attr("class", "update-label").attr("data-component-part", "update-label");
        if let Some(id) = &id {
            let name = fill(&cx.labels.heading_anchor, &label);
            out.open("a")
                .attr("class", "heading-anchor")
                .attr("href", &fragment(id))
                .attr("aria-label", &name);
            out.close("a");
        }
        let shown = element.prop("label").map(|value| label_html(value, cx)).unwrap_or_default();
        out.raw(&shown).close("div");
    }
    if !tags.is_empty() {
        out.open("div").attr("class", "update-tags").attr("data-component-part", "update-tag-list");
        for tag in &tags {
            out.open("div").attr("class", "update-tag").attr("data-component-part", "update-tag").text(tag);
            out.close("div");
        }
        out.close("div");
    }
    if let Some(value) = element.prop("description").filter(|value| value.truthy()) {
        let text = inline_markdown(value, cx);
        out.open("div").attr("class", "update-description").attr("data-component-part", "update-description");
        out.raw(&text).close("div");
    }
    out.close("div");
    out.open("div").attr("class", "update-content").attr("data-component-part", "update-content");
    cx.nodes(out, component.children);
    out.close("div").close("div");
}

/// A label is a version or a date, never Markdown (`v1_0`), unless it is written as JSX.
fn label_html(value: &Value, cx: &mut Render<'_>) -> Html {
    match value {
        Value::Nodes(_) => cx.within_link(|cx| inline_markdown(value, cx)),
        other => Html::text(&other.plain_text()),
    }
}
