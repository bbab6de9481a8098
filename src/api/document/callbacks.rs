//! Requests that the service sends in return: `callbacks` (OAS-41).

use serde_json::Value as Json;

use super::fields::{Place, Requirement, RowKind, Rows};
use super::markup::{code, element, known_heading, markdown, paragraph, string, text};
use super::{media_section, response_tabs};
use crate::api::Operation;
use crate::api::operation::text as text_of;
use crate::api::reference::METHODS;
use crate::api::request::{body_of, responses_of};
use crate::api::schema::Direction;
use crate::page::ast::Node;

/// Most callbacks of one operation.
const MAX_CALLBACKS: usize = 50;

/// The callbacks, each behind a click.
pub(super) fn section(rows: &mut Rows<'_>, operation: &Operation) -> Vec<Node> {
    let description = rows.description;
    let written = description.written(operation).and_then(|(_, value)| value.get("callbacks")?.as_object());
    let mut nodes = Vec::new();
    for (name, callback) in written.into_iter().flatten().take(MAX_CALLBACKS) {
        let items = description.resolve(callback).as_object().into_iter().flatten();
        for (address, item) in items.filter(|(address, _)| !address.starts_with("x-")) {
            let item = description.resolve(item);
            for method in METHODS {
                let Some(value) = item.get(method).map(|value| description.resolve(value)) else { continue };
                let children = request(rows, name, method, address, value);
                nodes.push(element("Expandable", vec![("title", string(name.as_str()))], children));
            }
        }
    }
    if nodes.is_empty() {
        return nodes;
    }
    std::iter::once(known_heading(2, rows.words, |words| &words.callbacks)).chain(nodes).collect()
}

fn request<'a>(rows: &mut Rows<'a>, name: &str, method: &str, address: &str, value: &'a Json) -> Vec<Node> {
    let mut nodes = vec![paragraph(vec![code(method.to_uppercase()), text(" "), code(address)])];
    let described = text_of(value, "description").or_else(|| text_of(value, "summary"));
    nodes.extend(described.as_deref().map(markdown));
    rows.count(&nodes);
    let id = format!("callback-{}", crate::page::heading::field_part(name));
    if let Some(body) = body_of(rows.description, value) {
        let place = Place::new(RowKind::Response, Direction::Request, &id).deeper();
        nodes.extend(body.description.as_deref().map(markdown));
        nodes.extend(media_section(rows, &place, &body.media, Requirement::Optional));
    }
    let responses = responses_of(rows.description, value);
    if !responses.is_empty() {
        nodes.push(paragraph(vec![text(&rows.words.expected_response)]));
        nodes.extend(response_tabs(rows, &responses, &format!("{id}-response"), &|_| false));
    }
    nodes
}
