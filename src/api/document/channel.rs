//! The page body of an AsyncAPI channel, versions 2 and 3 (behaviour 10.5, ASY-02).

use serde_json::Value as Json;

use self::exchange::{Exchange, exchanges};
use super::facts::{external_link, shown};
use super::fields::{Place, Requirement, Row, RowKind, Rows};
use super::header::{Endpoint, Server, endpoint, variable_line};
use super::located::roots_at;
use super::markup::{code_block, element, heading, labelled, markdown, paragraph, section, string, text};
use super::page_description;
use super::room::Part;
use crate::api::asyncapi::{binding_property, server_address};
use crate::api::operation::text as text_of;
use crate::api::pointer::pointer;
use crate::api::schema::Direction;
use crate::api::{ApiDescription, Channel, example, playground};
use crate::config::api::Api;
use crate::page::ast::Node;
use crate::page::heading::field_part;

mod exchange;
mod security;

/// Most messages that one page shows.
const MAX_MESSAGES: usize = 200;
/// Most messages that the form of the playground offers.
const MAX_FORM_MESSAGES: usize = 30;
/// Most servers of a channel.
const MAX_SERVERS: usize = 50;

pub(super) fn document(description: &ApiDescription, channel: &Channel, settings: &Api) -> Vec<Node> {
    let written = description.entry("channels", &channel.id);
    let value = written.map_or(&Json::Null, |value| description.resolve(value));
    let exchanges = exchanges(description, channel, value);
    let servers = own_servers(description, value);
    let mut head = endpoint(&Endpoint {
        method: &channel.protocol,
        path: &channel.address,
        servers: servers.iter().filter_map(|(name, written)| server(name, written)).collect(),
        is_full: settings.url.as_deref() == Some("full"),
        deprecated: channel.deprecated,
        badges: Vec::new(),
        form: form(description, channel, value, &exchanges, settings),
    });
    head.extend(channel.description.as_deref().map(page_description));
    if channel.address.is_empty() {
        head.push(paragraph(vec![text("The address is known only when the program runs.")]));
    }
    head.extend(value.get("externalDocs").and_then(external_link));
    let servers = servers.iter().map(|(_, written)| *written);
    head.extend(security::authorizations(description, servers, &exchanges));
    let roots = roots_at(description, &pointer(&["channels", &channel.id]));
    let (mut nodes, is_cut) = Rows::fitted(description, settings, (roots, head), &|rows| {
        let mut nodes = parameters(rows, value);
        nodes.extend(bindings(rows, value, "binding"));
        for exchange in &exchanges {
            rows.begin(if exchange.is_received { Part::Response } else { Part::Request });
            nodes.extend(exchange_nodes(rows, exchange));
        }
        nodes
    });
    if is_cut {
        nodes.push(super::cut_note(description));
    }
    for (name, is_received) in [("RequestExample", false), ("ResponseExample", true)] {
        let blocks: Vec<Node> = exchanges
            .iter()
            .filter(|exchange| exchange.is_received == is_received)
            .flat_map(|exchange| exchange.messages.iter().take(MAX_MESSAGES))
            .flat_map(|(name, message)| message_examples(description, name, message))
            .collect();
        if !blocks.is_empty() {
            nodes.push(element(name, Vec::new(), blocks));
        }
    }
    nodes
}

/// The data of the form that connects to the channel (ASY-03), with examples of what may be sent.
fn form(
    description: &ApiDescription,
    channel: &Channel,
    value: &Json,
    exchanges: &[Exchange<'_>],
    settings: &Api,
) -> Option<Json> {
    // Those that the reader sends first; some descriptions take the side of their clients, so the others, too.
    let (received, sent): (Vec<&Exchange<'_>>, Vec<&Exchange<'_>>) =
        exchanges.iter().partition(|exchange| exchange.is_received);
    let mut messages: Vec<(String, Json)> = Vec::new();
    for (name, message) in sent.into_iter().chain(received).flat_map(|exchange| &exchange.messages) {
        if messages.len() < MAX_FORM_MESSAGES
            && let Some(example) = example_of(description, message)
            && !messages.contains(&(name.clone(), example.clone()))
        {
            messages.push((name.clone(), example));
        }
    }
    let operations: Vec<&Json> =
        exchanges.iter().flat_map(|exchange| &exchange.operations).copied().collect();
    playground::channel_data(description, channel, value, &messages, &operations, settings)
}

/// The first example of a message.
fn example_of(description: &ApiDescription, message: &Json) -> Option<Json> {
    let written = message.get("examples").and_then(Json::as_array).into_iter().flatten();
    let stated =
        written.map(|written| description.resolve(written)).find_map(|written| written.get("payload"));
    stated.cloned().or_else(|| {
        let schema = plain_schema(description, message.get("payload")?);
        example::generated(description, schema, Direction::Response)
    })
}

/// One direction: what its operations say, then the messages.
fn exchange_nodes<'a>(rows: &mut Rows<'a>, exchange: &Exchange<'a>) -> Vec<Node> {
    let mut nodes = vec![section(exchange.title)];
    for operation in &exchange.operations {
        let owners = with_traits(rows.description, operation);
        nodes.extend(words(&owners));
        let mut facts = Vec::new();
        facts.extend(said(&owners, "operationId").map(|id| labelled("Operation:", [shown(id)])));
        facts.extend(tags(rows.description, &owners));
        nodes.extend(quiet(facts));
        nodes.extend(reply(rows.description, operation));
    }
    rows.count(&nodes);
    for operation in &exchange.operations {
        nodes.extend(bindings(rows, operation, "operation"));
    }
    for (name, message) in exchange.messages.iter().take(MAX_MESSAGES) {
        nodes.extend(message_nodes(rows, name, message));
    }
    nodes
}

/// An operation or a message, and its traits: what these say stands in where it says nothing itself.
fn with_traits<'a>(description: &'a ApiDescription, owner: &'a Json) -> Vec<&'a Json> {
    let traits = owner.get("traits").and_then(Json::as_array).into_iter().flatten();
    std::iter::once(owner).chain(traits.map(|part| description.resolve(part))).collect()
}

fn said<'a>(owners: &[&'a Json], key: &str) -> Option<&'a Json> {
    owners.iter().find_map(|owner| owner.get(key))
}

/// The summary, and the description when it says more.
fn words(owners: &[&Json]) -> Vec<Node> {
    let said = |key: &str| owners.iter().find_map(|owner| text_of(owner, key));
    let (summary, description) = (said("summary"), said("description"));
    let repeats = |summary: &String| {
        let summary = summary.trim().trim_end_matches('.');
        description.as_deref().is_some_and(|text| text.trim_start().starts_with(summary))
    };
    let summary = summary.filter(|summary| !repeats(summary));
    summary.iter().chain(&description).map(|text| markdown(text)).collect()
}

/// The names of the tags.
fn tags(description: &ApiDescription, owners: &[&Json]) -> Option<Node> {
    let written = said(owners, "tags")?.as_array()?.iter().map(|tag| description.resolve(tag));
    let names: Vec<String> = written.filter_map(|tag| text_of(tag, "name")).collect();
    (!names.is_empty()).then(|| labelled("Tags:", names))
}

/// Facts below a description.
fn quiet(facts: Vec<Node>) -> Option<Node> {
    (!facts.is_empty()).then(|| element("div", vec![("className", string("field-facts"))], facts))
}

/// Where the reply to an operation comes from, and what it is: it may be the matter of another channel.
fn reply<'a>(description: &'a ApiDescription, operation: &'a Json) -> Vec<Node> {
    let Some(reply) = operation.get("reply").map(|reply| description.resolve(reply)) else {
        return Vec::new();
    };
    let mut nodes = Vec::new();
    if let Some(address) = reply.get("address").map(|address| description.resolve(address)) {
        nodes.extend(address.get("location").map(|location| labelled("Replies go to:", [shown(location)])));
        nodes.extend(text_of(address, "description").as_deref().map(markdown));
    }
    if let Some(written) = reply.get("channel") {
        let channel = description.resolve(written);
        let named = || written.get("$ref")?.as_str()?.rsplit('/').next().map(str::to_owned);
        let address = text_of(channel, "address").or_else(named).map(|name| name.replace("~1", "/"));
        nodes.extend(address.map(|address| labelled("Replies come over:", [address])));
    }
    let messages = reply.get("messages").and_then(Json::as_array).into_iter().flatten();
    let names: Vec<String> =
        messages.take(MAX_MESSAGES).map(|message| exchange::named_message(description, message).0).collect();
    if !names.is_empty() {
        nodes.push(labelled("Reply:", names));
    }
    nodes
}

fn message_nodes<'a>(rows: &mut Rows<'a>, name: &str, message: &'a Json) -> Vec<Node> {
    let description = rows.description;
    let owners = with_traits(description, message);
    let said = |key: &str| said(&owners, key);
    let mut nodes = vec![heading(3, name)];
    nodes.extend(words(&owners));
    let mut facts = Vec::new();
    // What it is called in programs, when its title is another.
    let called = said("name")
        .or_else(|| said("messageId"))
        .map(shown)
        .filter(|called| !called.eq_ignore_ascii_case(name));
    facts.extend(called.map(|called| labelled("Name:", [called])));
    facts.extend(said("contentType").map(|media| labelled("Content type:", [shown(media)])));
    facts.extend(tags(description, &owners));
    if let Some(correlation) = said("correlationId").map(|id| description.resolve(id)) {
        facts.extend(correlation.get("location").map(|at| labelled("Correlation id:", [shown(at)])));
        facts.extend(text_of(correlation, "description").as_deref().map(markdown));
    }
    nodes.extend(quiet(facts));
    rows.count(&nodes);
    for owner in &owners {
        nodes.extend(bindings(rows, owner, "message"));
    }
    let id = format!("message-{}", field_part(name));
    let has_headers = said("headers").is_some();
    for (part, title) in [("headers", "Headers"), ("payload", "Payload")] {
        let Some(schema) = said(part).map(|schema| plain_schema(description, schema)) else { continue };
        if has_headers {
            nodes.push(rows.counted(heading(4, title)));
        }
        let place = Place::new(RowKind::Response, Direction::Response, &format!("{id}-{part}"));
        nodes.extend(rows.of_value(&place, part, schema, Requirement::Optional));
    }
    nodes
}

/// Version 3 may wrap a schema together with the name of its format.
fn plain_schema<'a>(description: &'a ApiDescription, schema: &'a Json) -> &'a Json {
    let resolved = description.resolve(schema);
    let says_more = ["type", "properties", "oneOf", "anyOf", "allOf", "items", "enum"]
        .iter()
        .any(|key| resolved.get(key).is_some());
    match resolved.get("schema") {
        // The name of the format may be missing.
        Some(inner) if resolved.get("schemaFormat").is_some() || !says_more => inner,
        _ => schema,
    }
}

/// The examples that a message states, else one that is made from its payload.
fn message_examples(description: &ApiDescription, name: &str, message: &Json) -> Vec<Node> {
    let written = message.get("examples").and_then(Json::as_array).into_iter().flatten();
    let stated: Vec<(Option<String>, &Json)> = written
        .map(|written| description.resolve(written))
        .filter_map(|written| {
            let label = text_of(written, "summary").or_else(|| text_of(written, "name"));
            Some((label, written.get("payload")?))
        })
        .collect();
    let printed = |value: &Json| example::printed(value, "application/json");
    if stated.is_empty() {
        let Some(schema) = message.get("payload").map(|schema| plain_schema(description, schema)) else {
            return Vec::new();
        };
        let value = example::generated(description, schema, Direction::Response);
        return value.map(|value| code_block("json", name, printed(&value))).into_iter().collect();
    }
    let are_several = stated.len() > 1;
    let title = |index: usize, label: Option<String>| match label {
        Some(label) if are_several => format!("{name}: {label}"),
        None if are_several => format!("{name} {}", index + 1),
        _ => name.to_owned(),
    };
    let blocks = stated.into_iter().enumerate();
    blocks.map(|(index, (label, value))| code_block("json", &title(index, label), printed(value))).collect()
}

/// The parameters of the address.
fn parameters<'a>(rows: &mut Rows<'a>, value: &'a Json) -> Vec<Node> {
    let place = Place::new(RowKind::Parameter("path"), Direction::Request, "parameter");
    let mut fields = Vec::new();
    for (name, parameter) in value.get("parameters").and_then(Json::as_object).into_iter().flatten() {
        let parameter = rows.description.resolve(parameter);
        // Version 2 has a schema inside, in version 3 the parameter is a plain text with an `enum`.
        let schema = parameter.get("schema").unwrap_or(parameter);
        let described = text_of(parameter, "description");
        let row = Row {
            name,
            required: true,
            description: described.as_deref(),
            parts: vec![schema],
            type_label: Some("string"),
            ..Row::default()
        };
        fields.extend(rows.row(&row, &place));
    }
    if fields.is_empty() {
        return Vec::new();
    }
    std::iter::once(section("Path Parameters")).chain(fields).collect()
}

/// What protocols add: query and headers of a WebSocket as fields, everything else by name.
fn bindings<'a>(rows: &mut Rows<'a>, owner: &'a Json, id: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    let Some(written) = owner.get("bindings") else { return nodes };
    for (protocol, binding) in rows.description.resolve(written).as_object().into_iter().flatten() {
        let binding = rows.description.resolve(binding);
        let mut facts = Vec::new();
        let mut fields = Vec::new();
        for (key, value) in binding.as_object().into_iter().flatten() {
            let field = match key.as_str() {
                "bindingVersion" => continue,
                "query" => Some(("Query Parameters", "query")),
                "headers" => Some(("Headers", "header")),
                _ => None,
            };
            match field {
                Some((title, attribute)) if value.is_object() => {
                    // Those of a message stand below its name.
                    nodes.push(if id == "binding" { section(title) } else { heading(4, title) });
                    let place =
                        Place::new(RowKind::Parameter(attribute), Direction::Request, &format!("{id}-{key}"));
                    nodes.extend(binding_rows(rows, &place, key, value));
                }
                // Some settings are schemas: `key` and `groupId` of Kafka.
                _ if is_schema(value) => {
                    let place =
                        Place::new(RowKind::Response, Direction::Request, &format!("{id}-{protocol}"));
                    let row = Row { name: key, parts: vec![value], ..Row::default() };
                    fields.extend(rows.row(&row, &place.deeper()));
                }
                _ => facts.push(labelled(&format!("{key}:"), [shown(value)])),
            }
        }
        let mut inner = Vec::new();
        if !facts.is_empty() {
            inner.push(rows.counted(element("div", vec![("className", string("field-facts"))], facts)));
        }
        inner.extend(fields);
        if !inner.is_empty() {
            let title = format!("{protocol} settings");
            nodes.push(element("Expandable", vec![("title", string(title))], inner));
        }
    }
    nodes
}

/// The parameters of a connection.
fn binding_rows<'a>(rows: &mut Rows<'a>, place: &Place, key: &str, value: &'a Json) -> Vec<Node> {
    let schema = rows.schema(&[value]);
    let is_plain =
        schema.properties.iter().all(|(_, written)| binding_property(written).len() == written.len());
    if is_plain {
        return rows.of_value(place, key, value, Requirement::Optional);
    }
    let properties = schema.properties.iter().filter_map(|(name, written)| {
        let required = schema.required.contains(name);
        rows.row(&Row { name, required, parts: binding_property(written), ..Row::default() }, place)
    });
    properties.collect()
}

/// Whether a setting is a schema.
fn is_schema(value: &Json) -> bool {
    let has_type = || value.get("type").is_some_and(|name| name.is_string() || name.is_array());
    value.is_object()
        && (has_type() || ["properties", "$ref", "enum"].iter().any(|key| value.get(key).is_some()))
}

/// The servers of a channel, with their names: those that it names, else all.
pub(super) fn own_servers<'a>(description: &'a ApiDescription, channel: &Json) -> Vec<(&'a str, &'a Json)> {
    let Some(all) = description.root.get("servers").and_then(Json::as_object) else { return Vec::new() };
    let own = channel.get("servers").and_then(Json::as_array);
    let is_own = |name: &str| {
        own.is_none_or(|own| {
            own.iter().any(|written| {
                let referenced = written.get("$ref").and_then(Json::as_str);
                written.as_str().or(referenced).is_some_and(|text| text.rsplit('/').next() == Some(name))
            })
        })
    };
    let servers = all.iter().filter(|(name, _)| is_own(name)).take(MAX_SERVERS);
    servers.map(|(name, written)| (name.as_str(), description.resolve(written))).collect()
}

/// A server with its address and variables.
fn server(name: &str, written: &Json) -> Option<Server> {
    let protocol = text_of(written, "protocol").unwrap_or_else(|| "wss".to_owned());
    let mut url = server_address(written, &protocol)?;
    let mut variables = Vec::new();
    for (name, variable) in written.get("variables").and_then(Json::as_object).into_iter().flatten() {
        let default = text_of(variable, "default");
        if let Some(default) = &default {
            url = url.replace(&format!("{{{name}}}"), default);
        }
        variables.push(variable_line(name, default.as_deref(), variable));
    }
    let described = text_of(written, "description").or_else(|| text_of(written, "title"));
    let url = url.trim_end_matches('/').to_owned();
    Some(Server { url, description: Some(described.unwrap_or_else(|| name.to_owned())), variables })
}
