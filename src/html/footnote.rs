//! Footnotes: numbered references, and the notes at the end of the page. Ids follow the convention of
//! GitHub's renderer, so that links into notes stay valid.

use std::collections::BTreeMap;

use crate::page::ast::{Node, NodeKind};

use super::escape::Writer;
use super::heading::fragment;
use super::labels::fill;
use super::render::Render;

/// What the page says about its notes.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    definitions: BTreeMap<String, Vec<Node>>,
    /// Labels in the order of their first reference, with the number of references.
    referenced: Vec<(String, u32)>,
    /// Where a label stands among them.
    numbers: BTreeMap<String, usize>,
    /// How many of them are printed.
    printed: usize,
}

/// Collects the definitions; the first of a label wins.
pub(super) fn collect(nodes: &[Node], footnotes: &mut Footnotes) {
    let mut found: Vec<(String, &Node)> = Vec::new();
    let mut open: Vec<&Node> = nodes.iter().rev().collect();
    while let Some(node) = open.pop() {
        if let NodeKind::FootnoteDefinition { label } = &node.kind {
            found.push((normalised(label), node));
        }
        open.extend(node.children.iter().rev());
    }
    for (label, node) in found {
        footnotes.definitions.entry(label).or_insert_with(|| node.children.clone());
    }
}

/// A reference in the text. One without a definition is printed as written.
pub(super) fn reference(out: &mut Writer, label: &str, cx: &mut Render<'_>) {
    let key = normalised(label);
    let notes = &mut cx.state.footnotes;
    if !notes.definitions.contains_key(&key) {
        out.text(&format!("[^{label}]"));
        return;
    }
    let next = notes.referenced.len();
    let index = *notes.numbers.entry(key.clone()).or_insert(next);
    if index == next {
        notes.referenced.push((key.clone(), 0));
    }
    let Some((_, count)) = notes.referenced.get_mut(index) else { return };
    *count += 1;
    let (id, number) = (reference_id(&key, *count), (index + 1).to_string());
    if cx.state.in_link {
        out.open("sup").text(&number).close("sup");
        return;
    }
    out.open("sup").open("a").attr("href", &fragment(&note_id(&key))).attr("id", &id);
    out.attr("class", "footnote-ref").attr("role", "doc-noteref").attr("aria-describedby", "footnote-label");
    out.text(&number).close("a").close("sup");
}

/// The notes that were referred to since the last call.
pub(super) fn section(out: &mut Writer, cx: &mut Render<'_>) {
    if cx.state.footnotes.printed >= cx.state.footnotes.referenced.len() {
        return;
    }
    out.open("section").attr("class", "footnotes").attr("role", "doc-endnotes");
    out.open("h2").attr("id", "footnote-label").attr("class", "visually-hidden");
    out.text(&cx.labels.footnotes).close("h2").open("ol");
    // A note may refer to another one, which then comes at the end of this list.
    while let Some((key, _)) = cx.state.footnotes.referenced.get(cx.state.footnotes.printed).cloned() {
        cx.state.footnotes.printed += 1;
        let number = cx.state.footnotes.printed;
        let content = cx.state.footnotes.definitions.get(&key).cloned().unwrap_or_default();
        out.open("li").attr("id", &note_id(&key)).attr("value", &number.to_string());
        match content.split_last() {
            Some((last, before)) if last.kind == NodeKind::Paragraph => {
                cx.nodes(out, before);
                out.open("p");
                cx.nodes(out, &last.children);
                out.text(" ");
                back_links(out, &key, number, cx);
                out.close("p");
            }
            _ => {
                cx.nodes(out, &content);
                back_links(out, &key, number, cx);
            }
        }
        out.close("li");
    }
    out.close("ol").close("section").newline();
}

fn back_links(out: &mut Writer, key: &str, number: usize, cx: &Render<'_>) {
    let count = cx.state.footnotes.referenced.get(number - 1).map_or(1, |(_, count)| *count);
    for reference in 1..=count {
        let name = if reference == 1 { number.to_string() } else { format!("{number}-{reference}") };
        out.open("a").attr("href", &fragment(&reference_id(key, reference))).attr("class", "footnote-back");
        out.attr("role", "doc-backlink")
            .attr("aria-label", &fill(&cx.labels.back_to_reference, &name))
            .text("↩");
        if reference > 1 {
            out.open("sup").text(&reference.to_string()).close("sup");
        }
        out.close("a");
    }
}

/// Labels match without regard to case and to runs of white space.
fn normalised(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn note_id(key: &str) -> String {
    format!("user-content-fn-{}", key.replace(' ', "-"))
}

fn reference_id(key: &str, count: u32) -> String {
    let suffix = if count == 1 { String::new() } else { format!("-{count}") };
    format!("user-content-fnref-{}{suffix}", key.replace(' ', "-"))
}
