//! Operations that take what a response holds: `links` (OAS-41).

use serde_json::Value as Json;

use super::MOST_NAMED;
use super::facts::shown;
use super::header::server;
use super::markup::{NOWHERE, code, field_facts, inline_markdown, link, paragraph, text};
use crate::api::ApiDescription;
use crate::api::operation::text as text_of;
use crate::api::pointer::unescaped;
use crate::api::request::Response;
use crate::api::words::Words;
use crate::encoding::percent_decoded;
use crate::page::ast::{Node, NodeKind};

/// The links, quietly: each with its operation, what it says, and what the operation is given.
pub(super) fn list(response: &Response<'_>, description: &ApiDescription, words: &Words) -> Option<Node> {
    let links = response.links.into_iter().flatten().take(MOST_NAMED);
    let items: Vec<Node> =
        links.map(|(name, written)| item(name, description.resolve(written), words)).collect();
    if items.is_empty() {
        return None;
    }
    let list = Node::new(NodeKind::List { start: None, loose: false }, NOWHERE, items);
    let label = paragraph(vec![text(&words.links)]);
    Some(field_facts(vec![label, list]))
}

fn item(name: &str, written: &Json, words: &Words) -> Node {
    let mut line = Vec::new();
    match operation_of(written) {
        Some((label, url)) => {
            // Many call a link as the operation is called.
            if label != name {
                line.extend([code(name), text(": ")]);
            }
            let label = code(label);
            line.push(url.map_or_else(|| label.clone(), |url| link(&url, vec![label.clone()])));
        }
        None => line.push(code(name)),
    }
    let parameters = written.get("parameters").and_then(Json::as_object).into_iter().flatten();
    let body = written.get("requestBody").map(|value| ("requestBody", value));
    let given = parameters.map(|(name, value)| (name.as_str(), value)).chain(body);
    for (at, (name, value)) in given.take(MOST_NAMED).enumerate() {
        line.push(text(if at == 0 { " \u{b7} " } else { ", " }));
        line.push(code(format!("{name} = {}", shown(value))));
    }
    if let Some(server) = written.get("server").and_then(|written| server(written, words)) {
        line.extend([text(" \u{b7} "), code(server.url)]);
        line.extend(server.description.iter().flat_map(|said| [text(": "), inline_markdown(said)]));
    }
    if let Some(said) = text_of(written, "description") {
        line.extend([text(" \u{2013} "), inline_markdown(&said)]);
    }
    Node::new(NodeKind::ListItem { checked: None }, NOWHERE, vec![paragraph(line)])
}

/// What the operation of a link is called, and where it is when the description has it. Who shows the body knows its
/// page, as for links of the description.
fn operation_of(written: &Json) -> Option<(String, Option<String>)> {
    if let Some(id) = text_of(written, "operationId") {
        let url = format!("#operation/{id}");
        return Some((id, Some(url)));
    }
    let reference = text_of(written, "operationRef")?;
    let steps: Vec<&str> =
        reference.strip_prefix("#/paths/").into_iter().flat_map(|rest| rest.split('/')).collect();
    let [path, method] = steps.as_slice() else { return Some((reference, None)) };
    let path = unescaped(&percent_decoded(path));
    Some((format!("{} {path}", method.to_uppercase()), Some(format!("#operation/{method} {path}"))))
}
