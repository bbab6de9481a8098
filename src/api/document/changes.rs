//! The body of a page that tells what differs between two descriptions (OAS-54).

use super::markup::{NOWHERE, code, heading, link, paragraph, section, text};
use super::tag::{method_pill, operations_table, row};
use crate::api::Operation;
use crate::api::changes::{Change, Changes};
use crate::api::words::Words;
use crate::page::ast::{Align, Node, NodeKind};

/// What breaks calls, what came and went, and what else is different. Links name operations as links of the new
/// description do.
pub fn document(changes: &Changes<'_>, words: &Words) -> Vec<Node> {
    if changes.is_empty() {
        return vec![paragraph(vec![text(&words.no_differences)])];
    }
    let mut nodes = differing(changes, words, true);
    if !nodes.is_empty() {
        nodes.insert(0, section(words, |words| &words.breaking_changes));
    }
    // A page that is gone has no link.
    if let Some(table) = operations_table(changes.removed.iter().copied(), words, |_| None) {
        nodes.extend([section(words, |words| &words.removed), table]);
    }
    if let Some(table) = operations_table(changes.added.iter().copied(), words, |it| Some(it.link())) {
        nodes.extend([section(words, |words| &words.added), table]);
    }
    let others = differing(changes, words, false);
    if !others.is_empty() {
        nodes.push(section(words, |words| &words.other_changes));
        nodes.extend(others);
    }
    nodes
}

/// The operations with changes of this kind, each with a table of them.
fn differing(changes: &Changes<'_>, words: &Words, breaking: bool) -> Vec<Node> {
    let table = |all: &[Change]| table_of(all.iter().filter(|change| change.breaks == breaking), words);
    let mut nodes: Vec<Node> = table(&changes.shared).into_iter().collect();
    for (operation, all) in &changes.changed {
        if let Some(table) = table(all) {
            nodes.extend([heading(3, &operation.title), line_of(operation), table]);
        }
    }
    nodes
}

/// What an operation is called at, and the way to its page.
fn line_of(operation: &Operation) -> Node {
    let path = link(&format!("#{}", operation.link()), vec![code(operation.path.as_str())]);
    paragraph(vec![method_pill(operation), text(" "), path])
}

fn table_of<'a>(changes: impl Iterator<Item = &'a Change>, words: &Words) -> Option<Node> {
    let head = row(true, [&words.fields, &words.before, &words.after].map(|title| vec![text(title)]));
    let rows: Vec<Node> = std::iter::once(head).chain(changes.map(row_of)).collect();
    (rows.len() > 1).then(|| Node::new(NodeKind::Table { align: vec![Align::None; 3] }, NOWHERE, rows))
}

fn row_of(change: &Change) -> Node {
    let mut place: Vec<Node> =
        [change.place.as_str()].into_iter().filter(|it| !it.is_empty()).map(code).collect();
    if let Some(keyword) = change.keyword {
        let space = (!place.is_empty()).then(|| text(" "));
        place.extend(space);
        place.push(text(keyword));
    }
    let value = |value: &Option<String>| match value.as_deref() {
        Some(value) if !value.is_empty() => vec![code(value)],
        _ => vec![text("–")],
    };
    row(false, [place, value(&change.before), value(&change.after)])
}
