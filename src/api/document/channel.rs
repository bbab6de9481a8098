//! The page body of an AsyncAPI channel, versions 2 and 3 (behaviour 10.5).

use serde_json::Value as Json;

use super::fields::{Requirement, Row, RowKind, Rows};
use super::markup::{code_block, element, heading, markdown, paragraph, section, text};
use super::{CUT_NOTE, Trial, endpoint, page_description};
use crate::api::operation::text as text_of;
use crate::api::schema::Direction;
use crate::api::{ApiDescription, Channel, example, playground};
use crate::page::ast::Node;

/// Most messages that the form of the playground offers.
const MAX_FORM_MESSAGES: usize = 30;
/// Most messages that one page shows.
const MAX_MESSAGES: usize = 200;

pub(super) fn document(description: &ApiDescription, channel: &Channel) -> Vec<Node> {
    let mut rows = Rows::new(description);
    let form = playground::channel_data(description, channel, &sendable(description, channel));
    let trial = Trial { form, copied: None };
    let mut nodes = vec![endpoint("WSS", &channel.address, server(description), channel.deprecated, trial)];
    nodes.extend(channel.description.as_deref().map(page_description));
    rows.count(&nodes);
    let written = description.root.get("channels").and_then(|channels| channels.get(&channel.id));
    let Some(value) = written.map(|value| description.resolve(value)) else { return nodes };

    nodes.extend(parameters(&mut rows, description, value));
    for (title, key, place) in [("Query Parameters", "query", "query"), ("Headers", "headers", "header")] {
        let schema = value.get("bindings").and_then(|b| description.resolve(b).get("ws")?.get(key));
        if let Some(schema) = schema {
            nodes.push(section(title));
            let kind = RowKind::Parameter(place);
            nodes.extend(rows.of_value(kind, Direction::Request, key, schema, Requirement::Optional));
        }
    }
    let (mut sent, mut received) = (Vec::new(), Vec::new());
    for exchange in exchanges(description, channel, value) {
        nodes.push(section(exchange.title));
        for (name, message) in exchange.messages.iter().take(MAX_MESSAGES) {
            nodes.extend(message_nodes(&mut rows, description, name, message));
            if let Some(block) = message_example(description, name, message) {
                if exchange.is_received { received.push(block) } else { sent.push(block) }
            }
        }
    }
    if rows.was_cut() {
        nodes.push(paragraph(vec![text(CUT_NOTE)]));
    }
    for (name, blocks) in [("RequestExample", sent), ("ResponseExample", received)] {
        if !blocks.is_empty() {
            nodes.push(element(name, Vec::new(), blocks));
        }
    }
    nodes
}

/// Examples of the messages that a client may send, for the form of the playground.
fn sendable(description: &ApiDescription, channel: &Channel) -> Vec<(String, Json)> {
    let written = description.root.get("channels").and_then(|channels| channels.get(&channel.id));
    let Some(value) = written.map(|value| description.resolve(value)) else { return Vec::new() };
    let exchanges = exchanges(description, channel, value);
    // A description of a server says `receive` of what its clients send; one of a client says `send`.
    let messages = exchanges.iter().flat_map(|exchange| &exchange.messages).take(MAX_FORM_MESSAGES);
    messages.filter_map(|(name, message)| Some((name.clone(), example_of(description, message)?))).collect()
}

/// Messages that go one way.
struct Exchange<'a> {
    title: &'static str,
    is_received: bool,
    messages: Vec<(String, &'a Json)>,
}

/// Groups the messages by direction, in the words of the description: version 2 has `publish` and `subscribe`
/// in the channel, version 3 has operations that name the channel.
fn exchanges<'a>(description: &'a ApiDescription, channel: &Channel, value: &'a Json) -> Vec<Exchange<'a>> {
    let mut exchanges = vec![
        Exchange { title: "Send", is_received: false, messages: Vec::new() },
        Exchange { title: "Receive", is_received: true, messages: Vec::new() },
        Exchange { title: "Publish", is_received: false, messages: Vec::new() },
        Exchange { title: "Subscribe", is_received: true, messages: Vec::new() },
        Exchange { title: "Messages", is_received: true, messages: Vec::new() },
    ];
    let mut add = |at: usize, messages: Vec<(String, &'a Json)>| {
        for (name, message) in messages {
            if let Some(exchange) = exchanges.get_mut(at)
                && !exchange.messages.iter().any(|(other, _)| *other == name)
            {
                exchange.messages.push((name, message));
            }
        }
    };
    let named: Vec<(String, &Json)> = messages_of_channel(description, value);
    let pointer = format!("#/channels/{}", channel.id.replace('~', "~0").replace('/', "~1"));
    let operations = description.root.get("operations").and_then(Json::as_object);
    let mut has_operation = false;
    for operation in
        operations.into_iter().flat_map(|map| map.values()).map(|value| description.resolve(value))
    {
        let names_channel = operation.get("channel").is_some_and(|reference| {
            reference.get("$ref").and_then(Json::as_str) == Some(&pointer)
                || std::ptr::eq(description.resolve(reference), value)
        });
        if !names_channel {
            continue;
        }
        has_operation = true;
        let chosen = operation.get("messages").and_then(Json::as_array).map(|messages| {
            messages.iter().map(|message| named_message(description, message)).collect::<Vec<_>>()
        });
        let at = if operation.get("action").and_then(Json::as_str) == Some("receive") { 1 } else { 0 };
        add(at, chosen.unwrap_or_else(|| named.clone()));
    }
    for (key, at) in [("publish", 2), ("subscribe", 3)] {
        if let Some(message) =
            value.get(key).and_then(|operation| description.resolve(operation).get("message"))
        {
            has_operation = true;
            let members = description.resolve(message).get("oneOf").and_then(Json::as_array);
            let messages = match members {
                Some(members) => members.iter().map(|message| named_message(description, message)).collect(),
                None => vec![named_message(description, message)],
            };
            add(at, messages);
        }
    }
    if !has_operation {
        add(4, named);
    }
    exchanges.retain(|exchange| !exchange.messages.is_empty());
    exchanges
}

fn messages_of_channel<'a>(description: &'a ApiDescription, value: &'a Json) -> Vec<(String, &'a Json)> {
    let messages = value.get("messages").and_then(Json::as_object);
    messages
        .into_iter()
        .flatten()
        .map(|(key, message)| {
            let message = description.resolve(message);
            (message_title(message).unwrap_or_else(|| key.clone()), message)
        })
        .collect()
}

/// A message with its name: its title or name, else the last part of the reference to it.
fn named_message<'a>(description: &'a ApiDescription, written: &'a Json) -> (String, &'a Json) {
    let message = description.resolve(written);
    let referenced = || written.get("$ref")?.as_str()?.rsplit('/').next().map(str::to_owned);
    (message_title(message).or_else(referenced).unwrap_or_else(|| "Message".to_owned()), message)
}

fn message_title(message: &Json) -> Option<String> {
    text_of(message, "title").or_else(|| text_of(message, "name"))
}

fn message_nodes<'a>(
    rows: &mut Rows<'a>,
    description: &'a ApiDescription,
    name: &str,
    message: &'a Json,
) -> Vec<Node> {
    let mut nodes = vec![heading(3, name)];
    let described = text_of(message, "description").or_else(|| text_of(message, "summary"));
    nodes.extend(described.as_deref().map(markdown));
    rows.count(&nodes);
    let parts = [("headers", message.get("headers")), ("payload", message.get("payload"))];
    for (name, schema) in parts {
        if let Some(schema) = schema.map(|schema| plain_schema(description, schema)) {
            nodes.extend(rows.of_value(
                RowKind::Response,
                Direction::Response,
                name,
                schema,
                Requirement::Optional,
            ));
        }
    }
    nodes
}

/// Version 3 may wrap a schema together with the name of its format.
fn plain_schema<'a>(description: &'a ApiDescription, schema: &'a Json) -> &'a Json {
    let resolved = description.resolve(schema);
    match (resolved.get("schemaFormat"), resolved.get("schema")) {
        (Some(_), Some(inner)) => inner,
        _ => schema,
    }
}

fn message_example(description: &ApiDescription, name: &str, message: &Json) -> Option<Node> {
    let payload = example_of(description, message)?;
    Some(code_block("json", name, example::printed(&payload, "application/json")))
}

fn example_of(description: &ApiDescription, message: &Json) -> Option<Json> {
    let stated = message.get("examples").and_then(Json::as_array).and_then(|examples| {
        examples.iter().map(|value| description.resolve(value)).find_map(|value| value.get("payload"))
    });
    match stated {
        Some(payload) => Some(payload.clone()),
        None => {
            let schema = plain_schema(description, message.get("payload")?);
            example::generated(description, schema, Direction::Response)
        }
    }
}

fn parameters<'a>(rows: &mut Rows<'a>, description: &'a ApiDescription, value: &'a Json) -> Vec<Node> {
    let written = value.get("parameters").and_then(Json::as_object);
    let fields: Vec<Node> = written
        .into_iter()
        .flatten()
        .filter_map(|(name, parameter)| {
            let parameter = description.resolve(parameter);
            // Version 2 has a schema inside, in version 3 the parameter is a plain text with an `enum`.
            let schema = parameter.get("schema").unwrap_or(parameter);
            let described = text_of(parameter, "description");
            let row = Row {
                kind: RowKind::Parameter("path"),
                name,
                required: true,
                deprecated: false,
                description: described.as_deref(),
                parts: vec![schema],
                example: None,
            };
            rows.row(&row, Direction::Request, 0)
        })
        .collect();
    if fields.is_empty() {
        return Vec::new();
    }
    std::iter::once(section("Path Parameters")).chain(fields).collect()
}

/// The first server: `url` in version 2, `protocol`, `host` and `pathname` in version 3.
fn server(description: &ApiDescription) -> Option<String> {
    let servers = description.root.get("servers")?.as_object()?;
    let server = description.resolve(servers.values().next()?);
    let protocol = text_of(server, "protocol").unwrap_or_else(|| "wss".to_owned());
    let url = match text_of(server, "url") {
        Some(url) if url.contains("://") => url,
        Some(url) => format!("{protocol}://{url}"),
        None => {
            let host = text_of(server, "host")?;
            format!("{protocol}://{host}{}", text_of(server, "pathname").unwrap_or_default())
        }
    };
    Some(url.trim_end_matches('/').to_owned())
}
