//! Tree, Tree.Folder, Tree.File and FileTree (CMP-23). Folders are native disclosures inside a tree.

use crate::page::ast::{Node, NodeKind};

use super::super::escape::Writer;
use super::super::render::{Feature, Render};
use super::{Component, parts};

/// Deepest level that is shown.
const MAX_LEVEL: u32 = 60;

/// A tree of files, written as components or as a Markdown list.
pub(super) fn tree(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    cx.uses(Feature::Tree);
    out.open("ul").attr("class", &component.class("tree")).attr("role", "tree");
    items(out, component.children, 1, cx);
    out.close("ul");
}

/// A file or folder outside a tree: a tree of its own.
pub(super) fn stray(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let name = &component.element.name;
    cx.warn(
        "tree-item-outside-tree",
        format!("`<{name}>` stands outside `<Tree>`"),
        "put it into `<Tree>`".to_owned(),
        component.span,
    );
    cx.uses(Feature::Tree);
    out.open("ul").attr("class", "tree").attr("role", "tree");
    element_item(out, component, 1, cx);
    out.close("ul");
}

/// What one row shows.
struct Row {
    name: String,
    highlighted: bool,
}

/// Whether a folder can be opened and closed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Folder {
    Open,
    Closed,
    Fixed,
}

fn items(out: &mut Writer, children: &[Node], level: u32, cx: &mut Render<'_>) {
    if level > MAX_LEVEL {
        return;
    }
    for node in parts(children) {
        match &node.kind {
            NodeKind::List { .. } => {
                for item in &node.children {
                    list_item(out, item, level, cx);
                }
            }
            NodeKind::Element(_) => match Component::of(node) {
                Some(child) if is_item(&child.element.name) => {
                    element_item(out, &child, level, cx);
                }
                _ => {
                    out.open("li").attr("role", "none");
                    cx.node(out, node);
                    out.close("li");
                }
            },
            _ => {
                out.open("li").attr("role", "none");
                cx.node(out, node);
                out.close("li");
            }
        }
    }
}

fn is_item(name: &str) -> bool {
    matches!(name, "Tree.Folder" | "Tree.File" | "FileTree.Folder" | "FileTree.File")
}

fn element_item(out: &mut Writer, component: &Component<'_>, level: u32, cx: &mut Render<'_>) {
    let element = component.element;
    let name = element.text_prop("name").unwrap_or_default();
    let row = Row { name: name.trim_end_matches('/').to_owned(), highlighted: element.flag("highlight") };
    if element.name.ends_with(".File") {
        return file(out, &row, level);
    }
    let openable = element.prop("openable").is_none() || element.flag("openable");
    let state = match (openable, element.flag("defaultOpen")) {
        (false, _) => Folder::Fixed,
        (true, true) => Folder::Open,
        (true, false) => Folder::Closed,
    };
    folder(out, &row, state, level, cx, |out, cx| items(out, component.children, level + 1, cx));
}

/// An item of a Markdown list: a folder when its name ends with a slash or a list follows.
fn list_item(out: &mut Writer, item: &Node, level: u32, cx: &mut Render<'_>) {
    let (lists, name): (Vec<&Node>, Vec<&Node>) =
        item.children.iter().partition(|child| matches!(child.kind, NodeKind::List { .. }));
    let plain: String = name.iter().map(|node| node.plain_text()).collect();
    let highlighted = name.iter().any(|node| holds_strong(node));
    let text = plain.trim();
    let is_folder = text.ends_with('/') || !lists.is_empty();
    let row = Row { name: text.strip_suffix('/').unwrap_or(text).to_owned(), highlighted };
    if !is_folder {
        return file(out, &row, level);
    }
    folder(out, &row, Folder::Open, level, cx, |out, cx| {
        for list in lists {
            items(out, std::slice::from_ref(list), level + 1, cx);
        }
    });
}

fn holds_strong(node: &Node) -> bool {
    node.kind == NodeKind::Strong || node.children.iter().any(holds_strong)
}

fn file(out: &mut Writer, row: &Row, level: u32) {
    out.open("li").attr("class", "tree-file").attr("role", "treeitem").attr("aria-level", &level.to_string());
    out.opt_flag("data-highlight", row.highlighted);
    out.open("div").attr("class", "tree-name").text(&row.name).close("div").close("li");
}

fn folder(
    out: &mut Writer,
    row: &Row,
    state: Folder,
    level: u32,
    cx: &mut Render<'_>,
    content: impl FnOnce(&mut Writer, &mut Render<'_>),
) {
    let expanded = if state == Folder::Closed { "false" } else { "true" };
    out.open("li")
        .attr("class", "tree-folder")
        .attr("role", "treeitem")
        .attr("aria-level", &level.to_string());
    out.attr("aria-expanded", expanded).opt_flag("data-highlight", row.highlighted);
    let (outer, inner) = if state == Folder::Fixed { ("div", "div") } else { ("details", "summary") };
    out.open(outer).attr("class", "tree-branch").opt_flag("open", state == Folder::Open);
    out.open(inner).attr("class", "tree-name").text(&row.name).close(inner);
    out.open("ul").attr("role", "group");
    content(out, cx);
    out.close("ul").close(outer).close("li");
}
