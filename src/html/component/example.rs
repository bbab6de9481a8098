//! RequestExample, ResponseExample and Panel: out of the flow, into the right column (CMP-16, CMP-17).

use super::super::escape::{Html, Writer};
use super::super::render::{Feature, Render};
use super::tabs::is_tab;
use super::{Component, code, parts};
use crate::page::ast::{Node, Value};
use crate::text::Span;

pub(super) fn request(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let is_first = cx.found.aside.request.is_none();
    let html = example(component, "request-example", &cx.labels.request, is_first, cx);
    if cx.state.in_panel {
        out.raw(&html);
    } else if is_first {
        cx.found.aside.request = Some(html);
    } else if repeated(component, cx) {
        out.raw(&html);
    }
}

pub(super) fn response(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let is_first = cx.found.aside.response.is_none();
    let html = example(component, "response-example", &cx.labels.api.response, is_first, cx);
    if cx.state.in_panel {
        out.raw(&html);
    } else if is_first {
        cx.found.aside.response = Some(html);
    } else if repeated(component, cx) {
        out.raw(&html);
    }
}

/// Replaces the column of the table of contents. One in another is opened, a second one stays in the text.
pub(super) fn panel(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    if cx.state.in_panel || cx.found.aside.panel.is_some() {
        if repeated(component, cx) {
            cx.nodes(out, component.children);
        }
        return;
    }
    cx.state.in_panel = true;
    let content = cx.piece(component.children);
    cx.state.in_panel = false;
    let mut panel = Writer::new();
    panel.open("div").attr("class", &component.class("panel")).attr("id", "panel").raw(&content).close("div");
    cx.found.aside.panel = Some(panel.finish());
}

/// The first one of a page has the id, unless a heading has it.
fn example(
    component: &Component<'_>,
    name: &str,
    unnamed: &str,
    is_first: bool,
    cx: &mut Render<'_>,
) -> Html {
    let mut out = Writer::in_room();
    let has_id = is_first && cx.state.ids.insert(name.to_owned());
    out.open("div").attr("class", &component.class(name)).opt_attr("id", has_id.then_some(name));
    match is_choice(component.children) {
        true => choice(&mut out, component, unnamed, cx),
        false => code::tabbed(&mut out, component, "code-group", unnamed, repeats(component), cx),
    }
    out.close("div");
    out.take()
}

/// Groups of samples under a menu: one group for each example of a body. What is chosen here has no name that other
/// tabs know.
fn choice(out: &mut Writer, component: &Component<'_>, unnamed: &str, cx: &mut Render<'_>) {
    cx.uses(Feature::CodeGroup);
    let tabs: Vec<Component<'_>> = parts(component.children).into_iter().filter_map(Component::of).collect();
    let tabs: Vec<(Component<'_>, String, String)> = tabs
        .into_iter()
        .map(|tab| {
            let name = tab.element.prop("title").map(Value::plain_text).unwrap_or_default();
            (tab, name, cx.fresh_id("panel-example"))
        })
        .collect();
    out.open("div").attr("class", "code-group").flag("data-dropdown");
    code::menu(out, tabs.iter().map(|(_, name, _)| name.as_str()));
    out.open("ul").attr("role", "tablist").attr("data-sync", "false");
    for (index, (_, name, panel)) in tabs.iter().enumerate() {
        code::open_tab(out, index, panel);
        out.text(name).close("li");
    }
    out.close("ul");
    for (index, (tab, name, panel)) in tabs.iter().enumerate() {
        code::open_panel(out, index, name, panel);
        code::tabbed(out, tab, "code-group", unnamed, repeats(component), cx);
        out.close("div");
    }
    out.close("div");
}

/// Where the samples begin that say what those before them say, as a generated page tells it.
fn repeats(component: &Component<'_>) -> usize {
    match component.element.prop("exported") {
        Some(Value::Number(count)) => *count as usize,
        _ => usize::MAX,
    }
}

/// Whether all that an example holds is tabs with titles.
fn is_choice(children: &[Node]) -> bool {
    let nodes = parts(children);
    let is_titled =
        |node: &Node| node.element().and_then(|tab| tab.prop("title")).is_some_and(|title| title.truthy());
    !nodes.is_empty() && nodes.into_iter().all(|node| is_tab(node) && is_titled(node))
}

/// Whether one that comes after the first is shown: in the text, where it is written.
fn repeated(component: &Component<'_>, cx: &mut Render<'_>) -> bool {
    // Made from a description: the author's stands in place of it.
    if component.span == Span::default() {
        return false;
    }
    let name = &component.element.name;
    cx.warn(
        "repeated-aside",
        format!("a page has one `<{name}>` beside its text, so this one stays in the text"),
        format!("move its content into the first `<{name}>`"),
        component.span,
    );
    true
}
