//! Note, Info, Tip, Warning, Check, Danger and Callout (CMP-01, CMP-02).

use super::super::element::style::safe_color;
use super::super::escape::Writer;
use super::super::icon;
use super::super::render::Render;
use super::{Component, title};

pub(super) fn note(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    callout(out, component, "note", &cx.labels.note, cx);
}

pub(super) fn info(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    callout(out, component, "info", &cx.labels.info, cx);
}

pub(super) fn tip(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    callout(out, component, "tip", &cx.labels.tip, cx);
}

pub(super) fn warning(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    callout(out, component, "warning", &cx.labels.warning, cx);
}

pub(super) fn check(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    callout(out, component, "check", &cx.labels.check, cx);
}

pub(super) fn danger(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    callout(out, component, "danger", &cx.labels.danger, cx);
}

/// `<Callout icon color type>`: one of the kinds by its `type`, else in its own colour and without a
/// picture of its own.
pub(super) fn custom(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    match component.element.text_prop("type").unwrap_or_default().to_ascii_lowercase().as_str() {
        "note" => note(out, component, cx),
        "info" => info(out, component, cx),
        "tip" => tip(out, component, cx),
        "warning" => warning(out, component, cx),
        "check" | "success" => check(out, component, cx),
        "danger" | "error" => danger(out, component, cx),
        _ => callout(out, component, "custom", "", cx),
    }
}

fn callout(
    out: &mut Writer,
    component: &Component<'_>,
    kind: &'static str,
    label: &str,
    cx: &mut Render<'_>,
) {
    let element = component.element;
    out.open("div").attr("class", &component.class("callout")).attr("data-callout-type", kind);
    out.attr("role", "note");
    if let Some(color) = element.text_prop("color").as_deref().and_then(safe_color) {
        out.attr("style", &format!("--callout-color:{color}"));
    }
    let own = icon::of(element, "callout-icon", component.span);
    if kind != "custom" {
        out.open("div")
            .attr("data-component-part", "callout-icon")
            .attr("role", "img")
            .attr("aria-label", label);
        match own {
            Some(own) => icon::render(out, &icon::Icon { part: None, ..own }, cx),
            None => {
                out.raw(&icon::callout(kind));
            }
        }
        out.close("div");
    } else if let Some(own) = own {
        out.open("div").attr("data-component-part", "callout-icon");
        icon::render(out, &icon::Icon { part: None, ..own }, cx);
        out.close("div");
    }
    out.open("div").attr("data-component-part", "callout-content");
    if let Some(value) = element.prop("title").filter(|value| value.truthy()) {
        let text = title(value, cx);
        out.open("div").attr("data-component-part", "callout-title").raw(&text).close("div");
    }
    cx.nodes(out, component.children);
    out.close("div").close("div");
}
