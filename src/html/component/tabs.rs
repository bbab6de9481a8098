//! Tabs and Tab (CMP-09). All panels are in the HTML; the inactive ones are hidden only when scripts run.

use crate::page::ast::Node;

use super::super::escape::{Html, Writer};
use super::super::icon;
use super::super::render::{Feature, Render};
use super::{Component, check_props, parts, title};

/// A set of tabs.
pub(super) fn tabs(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    cx.uses(Feature::Tabs);
    let element = component.element;
    let children = parts(component.children);
    let tabs: Vec<Tab<'_>> = children.iter().filter_map(|node| tab(node, cx)).collect();
    if tabs.is_empty() {
        return cx.nodes(out, component.children);
    }
    let wanted = element.text_prop("defaultTabIndex").and_then(|index| index.trim().parse::<usize>().ok());
    let active = wanted.filter(|index| *index < tabs.len()).unwrap_or(0);
    // Anything between the tabs is kept, in front of them.
    for node in children.iter().filter(|node| !is_tab(node)) {
        cx.node(out, node);
    }
    out.open("div").attr("class", &component.class("tabs"));
    let synced = element.prop("sync").is_none() || element.flag("sync");
    out.opt_attr("data-sync", (!synced).then_some("false"));
    out.opt_flag("data-border-bottom", element.flag("borderBottom"));
    out.open("ul").attr("role", "tablist").attr("data-component-part", "tabs-list");
    for (index, tab) in tabs.iter().enumerate() {
        let (selected, focus) = if index == active { ("true", "0") } else { ("false", "-1") };
        out.open("li").attr("role", "tab").attr("class", "tab").attr("id", &tab.id);
        out.attr("aria-controls", &panel_id(&tab.id)).attr("aria-selected", selected).attr("tabindex", focus);
        out.attr("data-component-part", "tab-button");
        if let Some(own) = icon::of(tab.component.element, "tab-icon", tab.component.span) {
            icon::render(out, &own, cx);
        }
        out.raw(&tab.title).close("li");
    }
    out.close("ul");
    for (index, tab) in tabs.iter().enumerate() {
        out.open("div").attr("role", "tabpanel").attr("id", &panel_id(&tab.id));
        out.attr("aria-labelledby", &tab.id).attr("data-title", &tab.name).attr("tabindex", "0");
        out.attr("data-component-part", "tab-content").opt_flag("data-hidden", index != active);
        cx.nodes(out, tab.component.children);
        out.close("div");
    }
    out.close("div");
}

/// A tab outside tabs: its content.
pub(super) fn stray(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    cx.warn(
        "tab-outside-tabs",
        "`<Tab>` stands outside `<Tabs>`".to_owned(),
        "put it into `<Tabs>`; its content is shown as it is".to_owned(),
        component.span,
    );
    cx.nodes(out, component.children);
}

struct Tab<'n> {
    component: Component<'n>,
    id: String,
    title: Html,
    /// The title as plain text: what synchronised tabs compare.
    name: String,
}

/// Whether a node is a tab.
pub(super) fn is_tab(node: &Node) -> bool {
    node.element().is_some_and(|element| element.name == "Tab")
}

fn tab<'n>(node: &'n Node, cx: &mut Render<'_>) -> Option<Tab<'n>> {
    let component = Component::of(node).filter(|_| is_tab(node))?;
    check_props(component.element, node, cx);
    let value = component.element.prop("title").filter(|value| value.truthy());
    let (title, name) = match value {
        Some(value) => (title(value, cx), value.plain_text()),
        None => {
            cx.warn(
                "tab-without-title",
                "`<Tab>` has no title".to_owned(),
                "add title=\"…\"".to_owned(),
                component.span,
            );
            (Html::trusted("Tab Title"), "Tab Title".to_owned())
        }
    };
    let id = component.id().unwrap_or_else(|| cx.fresh_id("tab"));
    Some(Tab { component, id, title, name })
}

fn panel_id(id: &str) -> String {
    format!("panel-{id}")
}
