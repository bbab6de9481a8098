//! Lists and task lists.

use crate::page::ast::{Node, NodeKind};

use super::escape::Writer;
use super::node::is_block;
use super::render::Render;

/// A bullet or ordered list. Tight lists lose the paragraphs of their items.
pub(super) fn render(out: &mut Writer, start: Option<u32>, loose: bool, items: &[Node], cx: &mut Render<'_>) {
    let tag = if start.is_some() { "ol" } else { "ul" };
    let has_tasks = items.iter().any(|item| matches!(item.kind, NodeKind::ListItem { checked: Some(_) }));
    out.open(tag);
    if let Some(start) = start.filter(|start| *start != 1) {
        out.attr("start", &start.to_string());
    }
    if has_tasks {
        out.attr("class", "contains-task-list");
    }
    for item in items {
        match item.kind {
            NodeKind::ListItem { checked } => list_item(out, checked, loose, &item.children, cx),
            _ => cx.node(out, item),
        }
    }
    out.close(tag);
}

fn list_item(out: &mut Writer, checked: Option<bool>, loose: bool, children: &[Node], cx: &mut Render<'_>) {
    out.open("li");
    if let Some(checked) = checked {
        let label = if checked { &cx.labels.task_done } else { &cx.labels.task_open };
        out.attr("class", "task-list-item");
        out.void("input").attr("type", "checkbox").opt_flag("checked", checked).flag("disabled");
        out.attr("aria-label", label).text(" ");
    }
    if loose {
        cx.nodes(out, children);
    } else {
        tight(out, children, cx);
    }
    out.close("li");
}

fn tight(out: &mut Writer, children: &[Node], cx: &mut Render<'_>) {
    for child in children {
        let plain = child.kind == NodeKind::Paragraph && !child.children.iter().any(is_block);
        if plain {
            cx.nodes(out, &child.children);
        } else {
            cx.node(out, child);
        }
    }
}
