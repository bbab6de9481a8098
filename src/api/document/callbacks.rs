//! Requests that the service sends in return: `callbacks` (OAS-41).

use serde_json::Value as Json;

use super::fields::{Place, Requirement, RowKind, Rows};
use super::markup::{code, element, known_heading, markdown, paragraph, string, text};
use super::parameters::{parameter_rows, title_of};
use super::{media_section, payloads, response_tabs, security};
use crate::api::Operation;
use crate::api::example;
use crate::api::operation::{is_true, text as text_of};
use crate::api::reference::METHODS;
use crate::api::request::{self, Body, body_of, parameters_in, preferred, responses_of};
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
                let children = request(rows, name, (method, address), (item, value));
                nodes.push(element("Expandable", vec![("title", string(name.as_str()))], children));
            }
        }
    }
    if nodes.is_empty() {
        return nodes;
    }
    std::iter::once(known_heading(2, rows.words, |words| &words.callbacks)).chain(nodes).collect()
}

fn request<'a>(
    rows: &mut Rows<'a>,
    name: &str,
    (method, address): (&str, &str),
    (item, value): (&'a Json, &'a Json),
) -> Vec<Node> {
    let mut nodes = vec![paragraph(vec![code(method.to_uppercase()), text(" "), code(address)])];
    if is_true(value.get("deprecated")) {
        nodes.push(paragraph(vec![text(&rows.words.is_deprecated)]));
    }
    let said = ["summary", "description"].map(|key| text_of(value, key).filter(|said| said.trim() != name));
    nodes.extend(said.iter().flatten().map(|said| markdown(said)));
    nodes.extend(security::of_callback(rows.description, value, rows.words));
    rows.count(&nodes);
    let id = format!("callback-{}", crate::page::heading::field_part(name));
    let parameters = parameters_in(rows.description, item, value);
    for place in request::Place::ALL {
        let kind = RowKind::Parameter(place.attribute());
        let at = Place::new(kind, Direction::Response, &format!("{id}-{}", place.attribute())).deeper();
        let fields = parameter_rows(rows, &at, place, &parameters);
        if !fields.is_empty() {
            nodes.push(rows.counted(paragraph(vec![text(title_of(place)(rows.words))])));
            nodes.extend(fields);
        }
    }
    if let Some(body) = body_of(rows.description, value) {
        let place = Place::new(RowKind::Response, Direction::Response, &id).deeper();
        nodes.extend(body.description.as_deref().map(markdown));
        nodes.extend(media_section(rows, (&place, "body"), &body.media, Requirement::Optional));
        nodes.extend(stated_payloads(rows, &body));
    }
    let responses = responses_of(rows.description, value);
    if !responses.is_empty() {
        nodes.push(paragraph(vec![text(&rows.words.expected_response)]));
        nodes.extend(response_tabs(rows, &responses, &format!("{id}-response"), &|_| false));
    }
    nodes
}

/// The examples that the author gives of what is sent.
fn stated_payloads(rows: &mut Rows<'_>, body: &Body<'_>) -> Vec<Node> {
    let is_stated =
        preferred(&body.media).is_some_and(|(_, media)| example::stated(rows.description, media).is_some());
    if !is_stated {
        return Vec::new();
    }
    let blocks = payloads(rows.description, body, rows.words);
    rows.count(&blocks);
    blocks
}
