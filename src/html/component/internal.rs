//! Components that other parts of the program write, and the JSX forms of Markdown (CMP-28).

use crate::page::ast::{Node, Value};

use super::super::escape::Writer;
use super::super::heading::{self, Anchor};
use super::super::labels::fill;
use super::super::playground;
use super::super::render::{Feature, Render};
use super::Component;
use super::accordion::caret;

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

/// `<ApiEndpoint method path server full apart badges servers>`: the line that names an operation, and where it is
/// served (OAS-40). What a broker calls a topic is `apart` and no part of its address.
pub(super) fn api_endpoint(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let method = element.text_prop("method").unwrap_or_default().to_ascii_uppercase();
    let server = element.text_prop("server").unwrap_or_default();
    let server = server.trim_end_matches('/');
    let address = element.text_prop("path").unwrap_or_default();
    let is_apart = element.flag("apart");
    let is_full = element.flag("full") && !is_apart;
    cx.uses(Feature::Field);
    cx.uses(Feature::Api);
    out.open("div").attr("class", &component.class("api-endpoint"));
    if !method.is_empty() {
        out.open("span")
            .attr("class", "method-pill")
            .attr("data-method", &method)
            .text(&method)
            .close("span");
    }
    out.open("code").attr("class", "api-endpoint-url");
    if is_full && !server.is_empty() {
        out.open("span").attr("class", "api-endpoint-server").text(server).close("span");
    }
    path(out, &address);
    out.close("code");
    if let Some(Value::Array(badges)) = element.prop("badges") {
        for badge in badges {
            out.open("span").attr("class", "field-pill").text(&badge.plain_text()).close("span");
        }
    }
    if !address.is_empty() {
        let label = fill(&cx.labels.copy, &address);
        out.open("button").attr("type", "button").attr("class", "api-endpoint-copy");
        let copied = whole_address(if is_apart { "" } else { server }, &address);
        out.attr("data-copy", &copied).attr("aria-label", &label).close("button");
    }
    trial(out, component, cx);
    cx.nodes(out, component.children);
    out.close("div");
    match element.prop("servers") {
        Some(Value::Array(servers)) => server_list(out, servers, cx),
        _ if !server.is_empty() && !is_full => {
            out.open("p").attr("class", "api-server").open("code").text(server).close("code").close("p");
        }
        _ => {}
    }
}

/// The address of a path on a server; addresses of channels have no slash of their own.
pub(crate) fn whole_address(server: &str, path: &str) -> String {
    let server = server.trim_end_matches('/');
    let slash = if server.is_empty() || path.is_empty() || path.starts_with('/') { "" } else { "/" };
    format!("{server}{slash}{path}")
}

/// Several servers, or one with something to know about it.
fn server_list(out: &mut Writer, servers: &[Value], cx: &mut Render<'_>) {
    let text = |server: &Value, name: &str| server.member(name).map(Value::plain_text).unwrap_or_default();
    let Some(first) = servers.first() else { return };
    out.open("details").attr("class", "api-servers");
    out.open("summary").raw(&caret()).open("code").text(&text(first, "url")).close("code");
    if servers.len() > 1 {
        out.open("span").attr("class", "field-pill").text(&format!("+{}", servers.len() - 1)).close("span");
    }
    out.close("summary").open("ul");
    for server in servers {
        out.open("li").open("code").text(&text(server, "url")).close("code");
        let described = server.member("description").map_or(&[][..], Value::line);
        if !described.is_empty() {
            out.text(" ").open("span");
            cx.inline(out, described);
            out.close("span");
        }
        if let Some(Value::Array(lines)) = server.member("variables")
            && !lines.is_empty()
        {
            out.open("ul");
            for line in lines {
                out.open("li");
                cx.inline(out, line.line());
                out.close("li");
            }
            out.close("ul");
        }
        out.close("li");
    }
    out.close("ul").close("details");
}

/// The button that opens the playground, and the data of its form (PLAY-01, PLAY-02).
fn trial(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let Some(data) = component.element.text_prop("playground") else { return };
    out.open("button")
        .attr("type", "button")
        .attr("class", "try-it tryit-button")
        .attr("aria-haspopup", "dialog");
    out.text(&cx.labels.try_it).close("button");
    out.raw(&playground::data(&data, cx.playground));
}

/// A path whose `{parameters}` stand out.
fn path(out: &mut Writer, path: &str) {
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, tail)) = after.split_once('}') else { break };
        steps(out, before, rest.len() == path.len());
        out.open("span").attr("class", "path-parameter").text(&format!("{{{name}}}")).close("span");
        rest = tail;
    }
    steps(out, rest, rest.len() == path.len());
}

/// A part of a path, which lines may break before a slash only, and not before the first.
fn steps(out: &mut Writer, part: &str, is_first: bool) {
    for (number, step) in part.split('/').enumerate() {
        if number > 0 {
            if !(is_first && number == 1 && part.starts_with('/')) {
                out.void("wbr");
            }
            out.text("/");
        }
        out.text(step);
    }
}
