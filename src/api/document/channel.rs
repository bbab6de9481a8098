//! The page body of an AsyncAPI channel, versions 2 and 3 (behaviour 10.5, ASY-02).

use serde_json::Value as Json;

use self::bindings::bindings;
use self::exchange::{Exchange, Message, Operation, exchanges};
use self::payload::{Foreign, examples_of, plain_schema};
use self::security::Security;
use self::servers::{is_reached_by_address, protocol_of, server};
use self::traits::{said, with_traits};
use super::facts::{external_link, shown};
use super::fields::{Place, Requirement, Row, RowKind, Rows};
use super::header::{Endpoint, endpoint};
use super::located::roots_at;
use super::markup::{
    Word, code, element, field_facts, heading, known_heading, labelled, link, markdown, paragraph, section,
    separated, text,
};
use super::room::Part;
use super::{MOST_NAMED, Manner, page_description};
use crate::api::operation::text as text_of;
use crate::api::pointer::{pointer, unescaped};
use crate::api::reference::names_in;
use crate::api::schema::Direction;
use crate::api::words::{ENGLISH, Words};
use crate::api::{ApiDescription, Channel, playground};
use crate::config::api::Api;
use crate::page::ast::{Node, NodeKind};
use crate::page::heading::field_part;

mod bindings;
mod exchange;
mod payload;
mod security;
mod servers;
mod traits;

pub(super) use self::servers::own_servers;

/// Most messages that one page shows.
const MAX_MESSAGES: usize = 200;
/// Most messages that the form of the playground offers.
const MAX_FORM_MESSAGES: usize = 30;

pub(super) fn document(description: &ApiDescription, channel: &Channel, manner: Manner<'_>) -> Vec<Node> {
    let Manner { settings, words } = manner;
    let written = description.entry("channels", &channel.id);
    let value = written.map_or(&Json::Null, |value| description.resolve(value));
    let exchanges = exchanges(description, channel, value, words);
    let servers = own_servers(description, value);
    let mut head = endpoint(&Endpoint {
        method: channel.protocol.as_deref().unwrap_or_default(),
        path: &channel.address,
        servers: servers
            .iter()
            .filter_map(|(name, written)| server(description, (name, written), words))
            .collect(),
        is_full: settings.url.as_deref() == Some("full"),
        is_apart: servers.first().is_some_and(|(_, written)| !is_reached_by_address(&protocol_of(written))),
        deprecated: channel.deprecated,
        badges: Vec::new(),
        form: form(description, channel, value, &exchanges, settings),
    });
    let summary = summary(&[value], &channel.title);
    head.extend(summary.filter(|said| channel.description.as_ref() != Some(said)).as_deref().map(markdown));
    head.extend(channel.description.as_deref().map(page_description));
    if channel.address.is_empty() {
        head.push(paragraph(vec![text(&words.address_unknown)]));
    }
    head.extend(external_docs(description, &[value]));
    let servers = servers.iter().map(|(_, written)| *written);
    let security = Security::of(description, servers, &exchanges);
    head.extend(security.section(words));
    let roots = roots_at(description, &pointer(&["channels", &channel.id]));
    let (mut nodes, is_cut) = Rows::fitted(description, manner, (roots, head), &|rows| {
        let mut nodes = parameters(rows, value, &channel.address);
        nodes.extend(bindings(rows, &[value], "binding"));
        for exchange in &exchanges {
            rows.begin(if exchange.is_received { Part::Response } else { Part::Request });
            nodes.extend(exchange_nodes(rows, (exchange, &exchanges), &security));
        }
        nodes
    });
    if is_cut {
        nodes.push(super::cut_note(description, words));
    }
    for (name, is_received) in [("RequestExample", false), ("ResponseExample", true)] {
        let blocks: Vec<Node> = exchanges
            .iter()
            .filter(|exchange| exchange.is_received == is_received)
            .flat_map(|exchange| exchange.messages.iter().take(MAX_MESSAGES))
            .flat_map(|message| {
                let examples = examples_of(description, &message.name, message.written).into_iter();
                examples.flat_map(|made| made.blocks(description, message.written, words))
            })
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
    // Those that the reader sends; where there are none, the description takes the side of its clients.
    let has_sent = exchanges.iter().any(|exchange| !exchange.is_received && !exchange.messages.is_empty());
    let offered = exchanges.iter().filter(|exchange| exchange.is_received != has_sent);
    let mut messages: Vec<(String, Json)> = Vec::new();
    for message in offered.flat_map(|exchange| &exchange.messages) {
        let all = examples_of(description, &message.name, message.written).into_iter();
        for made in all.filter_map(|made| Some((made.title, made.payload?))) {
            if messages.len() < MAX_FORM_MESSAGES && !messages.contains(&made) {
                messages.push(made);
            }
        }
    }
    let operations: Vec<&Json> = exchanges
        .iter()
        .flat_map(|exchange| &exchange.operations)
        .map(|operation| operation.written)
        .collect();
    playground::channel_data(description, channel, value, &messages, &operations, settings)
}

/// One direction: what its operations say, then the messages.
fn exchange_nodes<'a>(
    rows: &mut Rows<'a>,
    (exchange, all): (&Exchange<'a>, &[Exchange<'a>]),
    security: &Security<'_>,
) -> Vec<Node> {
    let mut nodes = vec![section(rows.words, exchange.title)];
    nodes.extend(exchange.side.map(|side| paragraph(vec![text(side(rows.words))])));
    // Among several, an operation is told by its name.
    let are_several = exchange.operations.len() > 1;
    for operation in &exchange.operations {
        let owners = with_traits(rows.description, operation.written);
        nodes.extend(described(&owners, ""));
        let mut facts = Vec::new();
        let asked = security.of_operation(operation, rows.words);
        let is_told = are_several || operation.is_named || !asked.is_empty();
        let name = operation.name.clone().filter(|_| is_told);
        facts.extend(name.map(|name| labelled(&rows.words.operation, [name])));
        facts.extend(own_messages(exchange, operation, rows.words));
        facts.extend(tags(rows.description, &owners, rows.words));
        facts.extend(asked);
        facts.extend(external_docs(rows.description, &owners));
        nodes.extend((!facts.is_empty()).then(|| field_facts(facts)));
        nodes.extend(reply(rows, operation.written, all));
    }
    rows.count(&nodes);
    for operation in &exchange.operations {
        nodes.extend(bindings(rows, &with_traits(rows.description, operation.written), "operation"));
    }
    for message in exchange.messages.iter().take(MAX_MESSAGES) {
        nodes.extend(message_nodes(rows, message));
    }
    nodes
}

/// Which of the messages of a direction an operation has, where that is not plain.
fn own_messages(exchange: &Exchange<'_>, operation: &Operation<'_>, words: &Words) -> Option<Node> {
    let own = &operation.messages;
    let is_plain = exchange.operations.len() == 1 && own.len() >= exchange.messages.len();
    if is_plain || own.is_empty() || exchange.messages.len() == 1 {
        return None;
    }
    let named = own.iter().filter_map(|at| {
        let message = exchange.messages.get(*at)?;
        Some(named(&message.name, Some(message).filter(|_| *at < MAX_MESSAGES)))
    });
    Some(paragraph(listed(&words.operation_messages, named.take(MOST_NAMED), own.len(), words)))
}

/// The name of a message, which leads to where it is shown.
fn named(name: &str, shown: Option<&Message<'_>>) -> Node {
    let name = code(name);
    match shown {
        Some(message) => link(&format!("#{}", message.id), vec![name]),
        None => name,
    }
}

/// Some of a number of names, behind a label.
fn listed(label: &str, names: impl Iterator<Item = Node>, count: usize, words: &Words) -> Vec<Node> {
    let mut line = vec![text(label), text(" ")];
    line.extend(separated(names));
    if count > MOST_NAMED {
        let more = Words::with(&words.and_more, &(count - MOST_NAMED).to_string());
        line.extend([text(" "), text(&more)]);
    }
    line
}

/// The title and the summary, and the description when it says more; not what the name above says already.
fn described(owners: &[&Json], name: &str) -> Vec<Node> {
    let said = |key: &str| owners.iter().find_map(|owner| text_of(owner, key));
    let (summary, description) = (summary(owners, name), said("description"));
    // What a message is called stands above.
    let title = said("title").filter(|title| name.is_empty() && summary.as_ref() != Some(title));
    let title = title.filter(|title| !is_begun_with(description.as_deref(), title));
    title.iter().chain(&summary).chain(&description).map(|text| markdown(text)).collect()
}

/// The summary, where neither the name above nor the description says it.
fn summary(owners: &[&Json], name: &str) -> Option<String> {
    let said = |key: &str| owners.iter().find_map(|owner| text_of(owner, key));
    let summary = said("summary").filter(|summary| summary.trim() != name.trim());
    summary.filter(|summary| !is_begun_with(said("description").as_deref(), summary))
}

/// Whether a description begins with what is said above it.
fn is_begun_with(description: Option<&str>, said: &str) -> bool {
    let said = said.trim().trim_end_matches('.');
    description.is_some_and(|text| text.trim_start().starts_with(said))
}

/// What of the same is described elsewhere.
fn external_docs(description: &ApiDescription, owners: &[&Json]) -> Option<Node> {
    said(owners, "externalDocs").and_then(|written| external_link(description.resolve(written)))
}

/// The names of the tags.
fn tags(description: &ApiDescription, owners: &[&Json], words: &Words) -> Option<Node> {
    let written = said(owners, "tags")?.as_array()?.iter().map(|tag| description.resolve(tag));
    let names: Vec<String> = written.filter_map(|tag| text_of(tag, "name")).collect();
    (!names.is_empty()).then(|| labelled(&words.tags, names))
}

/// Where the reply to an operation comes from, and what it is: it may be the matter of another channel.
fn reply<'a>(rows: &Rows<'a>, operation: &'a Json, exchanges: &[Exchange<'a>]) -> Vec<Node> {
    let (description, words) = (rows.description, rows.words);
    let Some(reply) = operation.get("reply").map(|reply| description.resolve(reply)) else {
        return Vec::new();
    };
    let mut nodes = Vec::new();
    if let Some(address) = reply.get("address").map(|address| description.resolve(address)) {
        nodes.extend(address.get("location").map(|location| labelled(&words.replies_to, [shown(location)])));
        nodes.extend(text_of(address, "description").as_deref().map(markdown));
    }
    if let Some(written) = reply.get("channel") {
        let channel = description.resolve(written);
        let named = || written.get("$ref")?.as_str()?.rsplit('/').next().map(unescaped);
        // What is known of other channels than these two is no matter of this page.
        let reference = written.get("$ref").and_then(Json::as_str);
        let id = reference.and_then(|to| to.strip_prefix("#/channels/")).map(unescaped);
        let tells = |address: &String| address.contains(char::is_alphanumeric);
        let label = text_of(channel, "title").or_else(|| text_of(channel, "address").filter(tells));
        let label = label.or_else(|| id.clone()).or_else(named).map(code);
        if let Some(label) = label {
            let led = id.map(|id| link(&format!("#channel/{id}"), vec![label.clone()]));
            nodes.push(paragraph(vec![text(&words.replies_over), text(" "), led.unwrap_or(label)]));
        }
    }
    let messages = reply.get("messages").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    if !messages.is_empty() {
        let names = messages.iter().take(MOST_NAMED).map(|message| {
            let (name, written) = exchange::named_message(description, message, words);
            let shown = exchanges.iter().flat_map(|exchange| exchange.messages.iter().take(MAX_MESSAGES));
            let mut same = shown.filter(|known| std::ptr::eq(known.written, written) && known.name == name);
            named(&name, same.next())
        });
        nodes.push(paragraph(listed(&words.reply, names, messages.len(), words)));
    }
    nodes
}

fn message_nodes<'a>(rows: &mut Rows<'a>, shown_as: &Message<'a>) -> Vec<Node> {
    let (description, words) = (rows.description, rows.words);
    let (name, message) = (shown_as.name.as_str(), shown_as.written);
    let owners = with_traits(description, message);
    let said = |key: &str| said(&owners, key);
    let is_unnamed = shown_as.is_unnamed(words);
    let mut title = match is_unnamed {
        true => known_heading(3, words, |words| &words.message),
        false => heading(3, name),
    };
    if shown_as.id != shown_as.plain_id(words)
        && let NodeKind::Heading { id, .. } = &mut title.kind
    {
        *id = Some(shown_as.id.clone());
    }
    let mut nodes = vec![title];
    nodes.extend(described(&owners, name));
    let mut facts = Vec::new();
    // What it is called in programs, when its title is another.
    let called = said("name")
        .or_else(|| said("messageId"))
        .map(shown)
        .filter(|called| !called.eq_ignore_ascii_case(name));
    facts.extend(called.map(|called| labelled(&words.message_name, [called])));
    facts.extend(said("contentType").map(|media| labelled(&words.content_type, [shown(media)])));
    facts.extend(tags(rows.description, &owners, rows.words));
    if let Some(correlation) = said("correlationId").map(|id| description.resolve(id)) {
        facts.extend(correlation.get("location").map(|at| labelled(&words.correlation_id, [shown(at)])));
        facts.extend(text_of(correlation, "description").as_deref().map(markdown));
    }
    facts.extend(external_docs(description, &owners));
    nodes.extend((!facts.is_empty()).then(|| field_facts(facts)));
    rows.count(&nodes);
    let before = nodes.len();
    nodes.extend(bindings(rows, &owners, "message"));
    let is_heading = |node: &Node| matches!(node.kind, NodeKind::Heading { .. });
    let has_bound_headers = nodes.iter().skip(before).any(is_heading);
    let id = format!("message-{}", field_part(if is_unnamed { &ENGLISH.message } else { name }));
    // Below the headers, the payload needs a heading of its own.
    let has_headers = has_bound_headers || said("headers").is_some();
    let parts: [(&str, Word); 2] = [("headers", |words| &words.headers), ("payload", |words| &words.payload)];
    for (part, title) in parts {
        // What traits say of headers is joined with what the message says; of payloads there is one.
        let most = if part == "headers" { owners.len() } else { 1 };
        let schemas = owners.iter().filter_map(|owner| owner.get(part)).take(most);
        let schemas: Vec<&Json> = schemas.map(|schema| plain_schema(description, schema)).collect();
        if schemas.is_empty() {
            continue;
        }
        if has_headers {
            nodes.push(rows.counted(known_heading(4, words, title)));
        }
        if let Some(foreign) = owners.iter().find_map(|owner| Foreign::of(description, owner, part)) {
            let block = foreign.block();
            nodes.extend(block.map(|block| rows.counted(block)));
            continue;
        }
        let place = Place::new(RowKind::Response, Direction::Response, &format!("{id}-{part}"));
        let merged = rows.schema(&schemas);
        nodes.extend(rows.of_schema(&place, part, (&schemas, merged), Requirement::Optional));
    }
    nodes
}

/// The parameters of the address, and behind them those that it has no place for: where these are is said of each.
fn parameters<'a>(rows: &mut Rows<'a>, value: &'a Json, address: &str) -> Vec<Node> {
    let of_address = |name: &str| names_in(address).any(|known| known == name);
    let all: Vec<_> = value.get("parameters").and_then(Json::as_object).into_iter().flatten().collect();
    let (in_path, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, _)| of_address(name));
    let mut nodes = Vec::new();
    for (listed, kind, title) in [
        (in_path, RowKind::Parameter("path"), (|words| &words.path_parameters) as Word),
        (others, RowKind::Response, |words| &words.variables),
    ] {
        let fields = parameter_fields(rows, &listed, kind);
        if !fields.is_empty() {
            nodes.push(section(rows.words, title));
            nodes.extend(fields);
        }
    }
    nodes
}

fn parameter_fields<'a>(rows: &mut Rows<'a>, listed: &[(&'a String, &'a Json)], kind: RowKind) -> Vec<Node> {
    let place = Place::new(kind, Direction::Request, "parameter");
    let is_in_path = matches!(kind, RowKind::Parameter(_));
    let mut fields = Vec::new();
    for (name, parameter) in listed {
        let parameter = rows.description.resolve(parameter);
        // Version 2 has a schema inside, in version 3 the parameter is a plain text with an `enum`.
        let schema = parameter.get("schema").unwrap_or(parameter);
        let described = text_of(parameter, "description");
        let row = Row {
            name,
            required: is_in_path,
            description: described.as_deref(),
            parts: vec![schema],
            type_label: Some("string"),
            fact: text_of(parameter, "location").map(|location| labelled("", [location])),
            ..Row::default()
        };
        fields.extend(rows.row(&row, &place));
    }
    fields
}
