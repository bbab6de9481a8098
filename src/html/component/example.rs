//! RequestExample, ResponseExample and Panel: out of the flow, into the right column (CMP-16, CMP-17).

use super::super::escape::{Html, Writer};
use super::super::render::Render;
use super::{Component, code};
use crate::text::Span;

pub(super) fn request(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let html = example(component, "request-example", &cx.labels.request, cx);
    if cx.state.in_panel {
        out.raw(&html);
    } else if cx.found.aside.request.is_none() {
        cx.found.aside.request = Some(html);
    } else {
        repeated(component, cx);
    }
}

pub(super) fn response(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let html = example(component, "response-example", &cx.labels.response, cx);
    if cx.state.in_panel {
        out.raw(&html);
    } else if cx.found.aside.response.is_none() {
        cx.found.aside.response = Some(html);
    } else {
        repeated(component, cx);
    }
}

/// Replaces the column of the table of contents. One in another is opened, a second one is left out.
pub(super) fn panel(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    if cx.state.in_panel {
        repeated(component, cx);
        return cx.nodes(out, component.children);
    }
    if cx.found.aside.panel.is_some() {
        return repeated(component, cx);
    }
    cx.state.in_panel = true;
    let content = cx.piece(component.children);
    cx.state.in_panel = false;
    let mut panel = Writer::new();
    panel.open("div").attr("class", &component.class("panel")).attr("id", "panel").raw(&content).close("div");
    cx.found.aside.panel = Some(panel.finish());
}

fn example(component: &Component<'_>, id: &str, unnamed: &str, cx: &mut Render<'_>) -> Html {
    let mut out = Writer::new();
    out.open("div").attr("class", &component.class(id)).attr("id", id);
    code::tabbed(&mut out, component, "code-group", unnamed, cx);
    out.close("div");
    out.finish()
}

fn repeated(component: &Component<'_>, cx: &mut Render<'_>) {
    // Made from a description: the author's stands in place of it.
    if component.span == Span::default() {
        return;
    }
    let name = &component.element.name;
    cx.warn(
        "repeated-aside",
        format!("a page shows one `<{name}>`, and this is another one"),
        format!("move its content into the first `<{name}>`"),
        component.span,
    );
}
