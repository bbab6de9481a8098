//! Components that other parts of the program write, and the JSX forms of Markdown (CMP-28).

use crate::page::ast::{Node, Value};

use super::super::escape::Writer;
use super::super::heading::{self, Anchor};
use super::super::playground;
use super::super::render::{Feature, Render};
use super::Component;

/// `<MDX>` and wrappers without a look of their own.
pub(super) fn children(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    cx.nodes(out, component.children);
}

/// `<Heading level={2} id>`.
pub(super) fn heading(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let level = element.text_prop("level").and_then(|level| level.trim_start_matches('h').parse().ok());
    let tag = heading::tag(level.unwrap_or(2));
    let id = component.id();
    let text: String = component.children.iter().map(Node::plain_text).collect();
    let class = element.text_prop("className").or_else(|| element.text_prop("class"));
    out.open(tag).opt_attr("id", id.as_deref()).opt_attr("class", class.as_deref());
    let anchor = if element.flag("noAnchor") { Anchor::Hidden } else { Anchor::Shown };
    heading::marks(out, id.as_deref(), &text, anchor, cx);
    cx.inline(out, component.children);
    out.close(tag);
}

/// `<Markdown source="…">`: Markdown that comes from data, such as the descriptions of an API.
pub(super) fn markdown(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    match component.element.prop("source") {
        Some(Value::String(source)) => {
            let nodes = cx.lookups.markdown(source);
            cx.nodes(out, &nodes);
        }
        Some(Value::Nodes(nodes)) => cx.nodes(out, nodes),
        _ => cx.nodes(out, component.children),
    }
}

/// `<ApiEndpoint method path server>`: the line that names an operation.
pub(super) fn api_endpoint(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let method = element.text_prop("method").unwrap_or_default().to_ascii_uppercase();
    let server = element.text_prop("server").unwrap_or_default();
    cx.uses(Feature::Field);
    out.open("div").attr("class", &component.class("api-endpoint"));
    if !method.is_empty() {
        out.open("span")
            .attr("class", "method-pill")
            .attr("data-method", &method)
            .text(&method)
            .close("span");
    }
    out.open("code").attr("class", "api-endpoint-url");
    if !server.is_empty() {
        out.open("span")
            .attr("class", "api-endpoint-server")
            .text(server.trim_end_matches('/'))
            .close("span");
    }
    path(out, &element.text_prop("path").unwrap_or_default());
    out.close("code");
    trial(out, component, cx);
    cx.nodes(out, component.children);
    out.close("div");
}

/// The button that opens the playground, and the data of its form (PLAY-01, PLAY-02); or one that copies the address.
fn trial(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let button = |out: &mut Writer, class: &str, label: &str| {
        out.open("button").attr("type", "button").attr("class", class).attr("aria-haspopup", "dialog");
        out.text(label).close("button");
    };
    if let Some(data) = element.text_prop("playground") {
        cx.uses(Feature::Playground);
        button(out, "try-it", &cx.labels.try_it);
        out.raw(&playground::data(&data, cx.playground));
    } else if let Some(address) = element.text_prop("copied") {
        out.open("button").attr("type", "button").attr("class", "try-it").attr("data-copy", &address);
        out.text(&cx.labels.copy_address).close("button");
    }
}

/// A path whose `{parameters}` stand out.
fn path(out: &mut Writer, path: &str) {
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, tail)) = after.split_once('}') else { break };
        out.text(before)
            .open("span")
            .attr("class", "path-parameter")
            .text(&format!("{{{name}}}"))
            .close("span");
        rest = tail;
    }
    out.text(rest);
}
