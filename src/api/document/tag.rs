//! The body of a tag's overview: what the description says of it, and its operations as a table of links.

use super::markup::{NOWHERE, code, element, link, string, text};
use super::page_description;
use crate::api::words::Words;
use crate::api::{ApiDescription, Operation, OperationKind};
use crate::page::ast::{Align, Node, NodeKind};

/// The body of the overview (OAS-53). Links name operations as links of descriptions do: whoever shows the body knows
/// their pages.
pub fn document(description: &ApiDescription, tag: &str, words: &Words) -> Vec<Node> {
    let mut nodes: Vec<Node> =
        description.tag_descriptions.get(tag).map(|text| page_description(text)).into_iter().collect();
    nodes.extend(operations_table(description.operations_of(tag), words, |it| Some(it.link())));
    nodes
}

/// Operations with the links to them that `link` knows; `None` when there are none.
pub(super) fn operations_table<'a>(
    operations: impl Iterator<Item = &'a Operation>,
    words: &Words,
    link: impl Fn(&Operation) -> Option<String>,
) -> Option<Node> {
    let head = row(true, [&words.method, &words.path, &words.summary].map(|title| vec![text(title)]));
    let rows: Vec<Node> =
        std::iter::once(head).chain(operations.map(|it| operation_row(it, link(it)))).collect();
    (rows.len() > 1).then(|| Node::new(NodeKind::Table { align: vec![Align::None; 3] }, NOWHERE, rows))
}

/// How an operation is called, as pages show it.
pub(super) fn method_pill(operation: &Operation) -> Node {
    let is_webhook = operation.kind == OperationKind::Webhook;
    let method = if is_webhook { "WEBHOOK".to_owned() } else { operation.method.to_uppercase() };
    let attributes = vec![("className", string("method-pill")), ("data-method", string(method.as_str()))];
    let mut pill = element("span", attributes, vec![text(&method)]);
    if let NodeKind::Element(element) = &mut pill.kind {
        element.flow = false;
    }
    pill
}

fn operation_row(operation: &Operation, to: Option<String>) -> Node {
    let title = text(&operation.title);
    let title = match to {
        Some(to) => link(&format!("#{to}"), vec![title]),
        None => title,
    };
    let struck = |nodes: Vec<Node>| match operation.deprecated {
        true => vec![Node::new(NodeKind::Strikethrough, NOWHERE, nodes)],
        false => nodes,
    };
    row(false, [vec![method_pill(operation)], struck(vec![code(operation.path.as_str())]), vec![title]])
}

/// A row of a table.
pub(super) fn row(is_head: bool, cells: [Vec<Node>; 3]) -> Node {
    let cells = cells.into_iter().map(|nodes| Node::new(NodeKind::TableCell, NOWHERE, nodes));
    Node::new(NodeKind::TableRow { header: is_head }, NOWHERE, cells.collect())
}
