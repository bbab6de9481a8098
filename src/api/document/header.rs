//! The top of a page: the line with method and path, servers, links out of the description; headers of responses.

use serde_json::Value as Json;

use super::Manner;
use super::facts::external_link;
use super::fields::{Place, Row, RowKind, Rows};
use super::markup::{element, inline_markdown, paragraph, string, strings, switch, text};
use crate::api::operation::{stated_text, text as text_of};
use crate::api::request::{self, Response};
use crate::api::schema::Direction;
use crate::api::words::Words;
use crate::api::{ApiDescription, Operation, OperationKind, playground};
use crate::page::ast::{Node, Value};
use crate::page::heading::field_part;

/// Most servers that a page names.
const MAX_SERVERS: usize = 50;
/// Most parts of a form whose headers are shown.
const MAX_PARTS: usize = 50;

/// The line with method and path, and the servers where there is something to choose (OAS-40).
pub(super) fn operation(
    description: &ApiDescription,
    operation: &Operation,
    manner: Manner<'_>,
) -> Vec<Node> {
    let settings = manner.settings;
    let is_webhook = operation.kind == OperationKind::Webhook;
    let method = if is_webhook { "WEBHOOK".to_owned() } else { operation.method.to_uppercase() };
    let servers = if is_webhook { Vec::new() } else { servers(description, operation, manner.words) };
    let written = description.written(operation).map(|(_, value)| value);
    let has_form = playground::is_offered(settings, operation) && !servers.is_empty();
    endpoint(&Endpoint {
        form: has_form.then(|| playground::operation_data(description, operation, settings)),
        method: &method,
        path: &operation.path,
        servers,
        is_full: settings.url.as_deref() == Some("full"),
        is_apart: false,
        deprecated: operation.deprecated,
        badges: written.map(badges).unwrap_or_default(),
    })
}

/// What the line of a page says.
pub(super) struct Endpoint<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    pub(super) servers: Vec<Server>,
    /// Whether the address of the server stands before the path.
    pub(super) is_full: bool,
    /// Whether the path is no part of an address on the server.
    pub(super) is_apart: bool,
    pub(super) deprecated: bool,
    pub(super) badges: Vec<String>,
    /// The data of the playground (PLAY-01).
    pub(super) form: Option<Json>,
}

/// A server as readers choose it.
pub(super) struct Server {
    /// With the defaults of its variables.
    pub(super) url: String,
    pub(super) description: Option<String>,
    /// Its variables and what else is known of it, each in a line.
    pub(super) variables: Vec<Node>,
}

/// The line as a node.
pub(super) fn endpoint(endpoint: &Endpoint<'_>) -> Vec<Node> {
    let first = endpoint.servers.first().map(|server| Value::String(server.url.clone()));
    let attributes = vec![
        ("method", string(endpoint.method)),
        ("path", string(endpoint.path)),
        ("server", first),
        ("full", switch(endpoint.is_full)),
        ("apart", switch(endpoint.is_apart)),
        ("deprecated", switch(endpoint.deprecated)),
        ("badges", strings(endpoint.badges.clone())),
        ("servers", server_list(&endpoint.servers)),
        ("playground", endpoint.form.as_ref().map(|form| Value::String(form.to_string()))),
    ];
    vec![element("ApiEndpoint", attributes, Vec::new())]
}

/// The servers as a value of the element; absent when there is nothing to say beyond the first address.
fn server_list(servers: &[Server]) -> Option<Value> {
    let says_more = |server: &Server| server.description.is_some() || !server.variables.is_empty();
    if servers.len() < 2 && !servers.iter().any(says_more) {
        return None;
    }
    let described = |said: &String| paragraph(vec![inline_markdown(said)]);
    let line = |line: &Node| Value::Nodes(vec![line.clone()]);
    let list = servers.iter().map(|server| {
        let text = |text: &str| Value::String(text.to_owned());
        Value::Object(vec![
            ("url".to_owned(), text(&server.url)),
            ("description".to_owned(), Value::Nodes(server.description.iter().map(described).collect())),
            ("variables".to_owned(), Value::Array(server.variables.iter().map(line).collect())),
        ])
    });
    Some(Value::Array(list.collect()))
}

/// The servers of the operation, its path or the document (behaviour 10.4).
fn servers(description: &ApiDescription, operation: &Operation, words: &Words) -> Vec<Server> {
    let Some((item, value)) = description.written(operation) else { return Vec::new() };
    let written = [value, item, &description.root].into_iter().find_map(|owner| {
        owner.get("servers").and_then(Json::as_array).filter(|servers| !servers.is_empty())
    });
    written.into_iter().flatten().take(MAX_SERVERS).filter_map(|written| server(written, words)).collect()
}

/// A server with the defaults of its variables.
pub(super) fn server(written: &Json, words: &Words) -> Option<Server> {
    let mut url = text_of(written, "url")?;
    let mut variables = Vec::new();
    for (name, variable) in written.get("variables").and_then(Json::as_object).into_iter().flatten() {
        let default = stated_text(variable, "default");
        if let Some(default) = &default {
            url = url.replace(&format!("{{{name}}}"), default);
        }
        variables.push(variable_line(name, default.as_deref(), variable, words));
    }
    let url = url.trim_end_matches('/').to_owned();
    let description = text_of(written, "description").or_else(|| text_of(written, "name"));
    Some(Server { url, description, variables })
}

/// A variable of a server in a line.
pub(super) fn variable_line(name: &str, default: Option<&str>, variable: &Json, words: &Words) -> Node {
    let mut line = format!("{{{name}}}");
    if let Some(default) = default.filter(|default| !default.is_empty()) {
        line.push_str(&format!(" = {default}"));
    }
    let values: Vec<&str> = variable
        .get("enum")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    if !values.is_empty() {
        line.push_str(&format!(" ({})", Words::with(&words.one_of_values, &values.join(", "))));
    }
    let described = text_of(variable, "description").map(|said| [text(": "), inline_markdown(&said)]);
    paragraph(std::iter::once(text(&line)).chain(described.into_iter().flatten()).collect())
}

/// Labels beside the method: `x-badges`, `x-stability` and its aliases (OAS-32).
fn badges(value: &Json) -> Vec<String> {
    let mut badges: Vec<String> = Vec::new();
    for badge in value.get("x-badges").and_then(Json::as_array).into_iter().flatten() {
        badges.extend(badge.as_str().map(str::to_owned).or_else(|| text_of(badge, "name")));
    }
    for key in ["x-stability", "x-scalar-stability", "x-fern-availability", "x-stability-level"] {
        badges.extend(text_of(value, key).filter(|stability| stability != "stable"));
    }
    badges.dedup();
    badges
}

/// `externalDocs` of the operation.
pub(super) fn external_docs(description: &ApiDescription, operation: &Operation) -> Option<Node> {
    external_link(description.written(operation)?.1.get("externalDocs")?)
}

/// The headers of a response, as rows behind a click.
pub(super) fn response_headers<'a>(rows: &mut Rows<'a>, response: &Response<'a>) -> Option<Node> {
    let place = Place::new(RowKind::Response, Direction::Response, "header");
    let title = rows.words.response_headers.clone();
    header_fields(rows, &place, response.headers, &title)
}

/// The headers of the parts of a form, as rows behind a click for each part.
pub(super) fn part_headers<'a>(rows: &mut Rows<'a>, media: &'a Json) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (name, encoding) in request::encodings(media).into_iter().take(MAX_PARTS) {
        let Some(headers) = encoding.get("headers").and_then(Json::as_object) else { continue };
        let id = format!("part-{}-header", field_part(&name));
        let place = Place::new(RowKind::Parameter("header"), Direction::Request, &id);
        let title = format!("{name}: {}", rows.words.headers);
        nodes.extend(header_fields(rows, &place, Some(headers), &title));
    }
    nodes
}

fn header_fields<'a>(
    rows: &mut Rows<'a>,
    place: &Place,
    headers: Option<&'a serde_json::Map<String, Json>>,
    title: &str,
) -> Option<Node> {
    let mut fields = Vec::new();
    for (name, written) in headers.into_iter().flatten() {
        // A header of this name is what the media types say.
        if name.eq_ignore_ascii_case("content-type") {
            continue;
        }
        let header = rows.description.resolve(written);
        let in_content = || header.get("content")?.as_object()?.values().next()?.get("schema");
        let described = text_of(header, "description");
        // Version 2.0 has the type beside the description.
        let schema = header.get("schema").or_else(in_content).or_else(|| header.get("type").map(|_| header));
        let row = Row {
            name,
            required: header.get("required") == Some(&Json::Bool(true)),
            deprecated: header.get("deprecated").and_then(Json::as_bool),
            description: described.as_deref(),
            parts: schema.into_iter().collect(),
            examples: crate::api::example::all_stated(rows.description, header),
            type_label: None,
            fact: None,
        };
        fields.extend(rows.row(&row, place));
    }
    if fields.is_empty() {
        return None;
    }
    // The fields are counted already.
    rows.use_nodes(1);
    Some(element("Expandable", vec![("title", string(title))], fields))
}
