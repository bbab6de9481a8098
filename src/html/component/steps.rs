//! Steps and Step (CMP-11). The number is drawn by the style sheet: a reader's list already counts.

use super::super::escape::Writer;
use super::super::heading::{self, Anchor};
use super::super::icon;
use super::super::render::Render;
use super::{Component, check_props, parts, title};

/// A numbered procedure.
pub(super) fn steps(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let inherited = component.element.text_prop("titleSize");
    out.open("div").attr("class", &component.class("steps")).attr("role", "list");
    let mut number = 0;
    for node in parts(component.children) {
        match Component::of(node).filter(|child| child.element.name == "Step") {
            Some(child) => {
                check_props(child.element, node, cx);
                number += 1;
                step(out, &child, number, inherited.as_deref(), cx);
            }
            // A list has nothing but items.
            None => {
                let between = cx.piece(std::slice::from_ref(node));
                if !between.is_empty() {
                    out.open("div").attr("class", "step-between").attr("role", "listitem");
                    out.raw(&between).close("div");
                }
            }
        }
    }
    out.close("div");
}

/// A step outside steps: shown as a list of one. With a number of its own it is meant so: sites make it a part of a
/// component.
pub(super) fn stray(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    if component.element.prop("stepNumber").is_none() {
        cx.warn(
            "step-outside-steps",
            "`<Step>` stands outside `<Steps>`".to_owned(),
            "put the steps of one procedure into `<Steps>`".to_owned(),
            component.span,
        );
    }
    out.open("div").attr("class", "steps").attr("role", "list");
    step(out, component, 1, None, cx);
    out.close("div");
}

fn step(
    out: &mut Writer,
    component: &Component<'_>,
    number: u32,
    inherited: Option<&str>,
    cx: &mut Render<'_>,
) {
    let element = component.element;
    let own = element.text_prop("titleSize");
    let tag = match own.as_deref().or(inherited) {
        Some("h2") => "h2",
        Some("h3") => "h3",
        Some("h4") => "h4",
        _ => "p",
    };
    let number = element.text_prop("stepNumber").unwrap_or_else(|| number.to_string());
    out.open("div").attr("class", &component.class("step")).attr("role", "listitem");
    out.open("div").attr("class", "step-line").attr("data-component-part", "step-line").close("div");
    out.open("div").attr("data-component-part", "step-number").open("div").attr("class", "step-marker");
    // Beside an icon it is shown when there is no picture of the icon's name.
    out.attr("data-number", &number);
    if let Some(own) = icon::of(element, "step-icon", component.span) {
        icon::render(out, &own, cx);
    }
    out.close("div").close("div");
    out.open("div").attr("class", "step-body");
    if let Some(value) = element.prop("title").filter(|value| value.truthy()) {
        let id = component.id();
        let text = title(value, cx);
        out.open(tag).attr("class", "step-title").opt_attr("id", id.as_deref());
        out.attr("data-component-part", "step-title");
        if tag != "p" {
            let anchor = if element.flag("noAnchor") { Anchor::Hidden } else { Anchor::Shown };
            heading::marks(out, id.as_deref(), &value.plain_text(), anchor, cx);
        }
        out.raw(&text).close(tag);
    }
    out.open("div").attr("class", "step-content").attr("data-component-part", "step-content");
    cx.nodes(out, component.children);
    out.close("div").close("div").close("div");
}
