//! Where a channel is served, and what is known of that.

use serde_json::Value as Json;

use super::super::MOST_NAMED;
use super::super::facts::shown;
use super::super::header::{Server, variable_line};
use super::super::markup::{code, labelled, paragraph, separated, text};
use super::{external_docs, tags};
use crate::api::ApiDescription;
use crate::api::asyncapi::server_address;
use crate::api::operation::{stated_text, text as text_of};
use crate::api::words::Words;
use crate::page::ast::Node;

/// Most servers of a channel.
const MAX_SERVERS: usize = 50;

/// The servers of a channel, with their names: those that it names, else all.
pub(in super::super) fn own_servers<'a>(
    description: &'a ApiDescription,
    channel: &Json,
) -> Vec<(&'a str, &'a Json)> {
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

pub(super) fn protocol_of(server: &Json) -> String {
    text_of(server, "protocol").unwrap_or_else(|| "wss".to_owned())
}

/// Whether a channel is a path on its server: that of a broker is a topic.
pub(super) fn is_reached_by_address(protocol: &str) -> bool {
    ["ws", "wss", "http", "https"].iter().any(|known| protocol.eq_ignore_ascii_case(known))
}

/// A server with its address and what is known of it.
pub(super) fn server(
    description: &ApiDescription,
    (name, written): (&str, &Json),
    words: &Words,
) -> Option<Server> {
    let mut url = server_address(written, &protocol_of(written))?;
    let version = text_of(written, "protocolVersion");
    let mut lines: Vec<Node> =
        version.map(|version| labelled(&words.protocol_version, [version])).into_iter().collect();
    for (name, variable) in written.get("variables").and_then(Json::as_object).into_iter().flatten() {
        let variable = description.resolve(variable);
        let default = stated_text(variable, "default");
        if let Some(default) = &default {
            url = url.replace(&format!("{{{name}}}"), default);
        }
        lines.push(variable_line(name, default.as_deref(), variable, words));
    }
    lines.extend(settings(description, written, words));
    lines.extend(tags(description, &[written], words));
    lines.extend(external_docs(description, &[written]));
    let described = text_of(written, "description").or_else(|| text_of(written, "title"));
    let url = url.trim_end_matches('/').to_owned();
    let described = Some(described.unwrap_or_else(|| name.to_owned()));
    Some(Server { url, description: described, variables: lines })
}

/// What protocols add to a server, each in a line.
fn settings(description: &ApiDescription, server: &Json, words: &Words) -> Vec<Node> {
    let written = server.get("bindings").and_then(|written| description.resolve(written).as_object());
    let mut lines = Vec::new();
    for (protocol, binding) in written.into_iter().flatten().take(MOST_NAMED) {
        let settings = description.resolve(binding).as_object().into_iter().flatten();
        let settings = settings.filter(|(key, _)| *key != "bindingVersion").take(MOST_NAMED);
        let values = separated(settings.map(|(key, value)| code(format!("{key} = {}", shown(value)))));
        if !values.is_empty() {
            let title = Words::with(&words.protocol_settings, protocol);
            lines.push(paragraph([text(&title), text(" \u{b7} ")].into_iter().chain(values).collect()));
        }
    }
    lines
}
