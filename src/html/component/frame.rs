//! Frame, and its other name Example (CMP-12).

use super::super::escape::Writer;
use super::super::render::Render;
use super::{Component, inline_markdown};

/// A box around media: hint, media, caption.
pub(super) fn frame(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    out.open("figure").attr("class", &component.class("frame"));
    if let Some(value) = element.prop("hint").filter(|value| value.truthy()) {
        let text = inline_markdown(value, cx);
        out.open("div")
            .attr("class", "frame-hint")
            .attr("data-component-part", "frame-hint")
            .raw(&text)
            .close("div");
    }
    out.open("div").attr("class", "frame-content").attr("data-component-part", "frame-content");
    cx.nodes(out, component.children);
    out.close("div");
    if let Some(value) = element.prop("caption").filter(|value| value.truthy()) {
        let text = inline_markdown(value, cx);
        out.open("figcaption").attr("class", "frame-caption").attr("data-component-part", "frame-caption");
        out.raw(&text).close("figcaption");
    }
    out.close("figure");
}
