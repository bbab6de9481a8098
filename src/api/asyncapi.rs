//! The channels of an AsyncAPI document and the pages they make (behaviour 10.5).

use serde_json::Value;

use super::load::Report;
use super::malformed::MALFORMED;
use super::operation::{extension, is_excluded, is_true, scalar_text, text, with_extension};
use super::schema::reference_name;
use super::{ApiCatalog, ApiDescription, ApiTarget, Channel, GeneratedPage, Visibility, document, slug};
use crate::diagnostic::{Diagnostic, did_you_mean};

/// The label of what browsers connect to.
const SOCKET: &str = "WSS";
/// Name of the group of channels without tags.
const UNTAGGED_GROUP: &str = "Websockets";

/// Reads `channels` in file order.
pub(super) fn channels(description: &ApiDescription, report: &mut Report<'_>) -> Vec<Channel> {
    let document = description.main();
    let written = document.entry(0, "channels").map_or(&[][..], |part| document.entries(part));
    let mut channels = Vec::new();
    for (id, part) in written.iter().filter(|(id, _)| !id.starts_with("x-")) {
        let value = document.value(*part).map_or(&Value::Null, |value| description.resolve(value));
        if value.is_object() {
            channels.push(channel(description, id, value));
        } else {
            let diagnostic =
                Diagnostic::error("api-part-invalid", format!("channel `{id}` must be an object"))
                    .hint("this channel is left out; the rest is read");
            report.add(diagnostic, &["channels", id]);
        }
    }
    malformed_messages(description, report);
    unknown_actions(description, report);
    if channels.is_empty() {
        let diagnostic = Diagnostic::error("api-empty", format!("{} has no channels", description.path))
            .hint("add `channels`, or remove the reference to this file");
        report.add(diagnostic, &["asyncapi"]);
    }
    channels
}

/// Whether something says what a schema says.
pub(super) fn says_schema(value: &Value) -> bool {
    const SAID: [&str; 7] = ["type", "properties", "oneOf", "anyOf", "allOf", "items", "enum"];
    SAID.iter().any(|key| value.get(key).is_some())
}

/// Whether the name of a format is one of JSON Schema.
pub(super) fn is_json_schema(format: &str) -> bool {
    const KNOWN: [&str; 4] = ["asyncapi", "schema+json", "schema+yaml", "openapi"];
    let format = format.to_lowercase();
    KNOWN.iter().any(|known| format.contains(known))
}

/// A scheme that a security requirement names.
pub(super) struct RequiredScheme<'a> {
    pub(super) name: String,
    pub(super) scheme: &'a Value,
    /// What is asked for of it, as written.
    pub(super) scopes: Option<&'a Value>,
}

/// The schemes of one requirement: by names with scopes in version 2, itself or by a reference in version 3.
pub(super) fn required_schemes<'a>(
    description: &'a ApiDescription,
    written: &'a Value,
) -> Vec<RequiredScheme<'a>> {
    let resolved = description.resolve(written);
    let called = written.get("$ref").and_then(Value::as_str).map(reference_name);
    let kind = || text(resolved, "type");
    if let Some(name) = called.map(str::to_owned).or_else(kind) {
        return vec![RequiredScheme { name, scheme: resolved, scopes: resolved.get("scopes") }];
    }
    let schemes = description.root.get("components").and_then(|parts| parts.get("securitySchemes"));
    let named = resolved.as_object().into_iter().flatten().filter_map(|(name, scopes)| {
        let scheme = description.resolve(schemes?.get(name)?);
        Some(RequiredScheme { name: name.clone(), scheme, scopes: Some(scopes) })
    });
    named.collect()
}

/// Whether something is a message, and no schema.
pub(super) fn is_message(value: &Value) -> bool {
    value.get("payload").is_some() && !says_schema(value)
}

/// Tells of messages that name another message where the schema of their payload belongs.
fn malformed_messages(description: &ApiDescription, report: &mut Report<'_>) {
    let document = description.main();
    let mut look = |keys: &[&str], name: &str, message: &Value| {
        let payload = message.get("payload").filter(|payload| is_message(description.resolve(payload)));
        let Some(named) = payload.and_then(|payload| payload.get("$ref")?.as_str()) else { return };
        let message = format!("the payload of the message `{name}` is `{named}`, which is a message, too");
        let hint =
            "a payload is a schema: refer to that of the message, or to the message instead of this one";
        let keys = [keys, &[name, "payload"]].concat();
        report.add(Diagnostic::warning(MALFORMED, message).hint(hint), &keys);
    };
    for (id, part) in document.entry(0, "channels").map_or(&[][..], |part| document.entries(part)) {
        let messages = document.value(*part).and_then(|value| value.get("messages")?.as_object());
        for (name, message) in messages.into_iter().flatten() {
            look(&["channels", id, "messages"], name, message);
        }
    }
    let shared = document.entry(0, "components").and_then(|part| document.entry(part, "messages"));
    for (name, part) in shared.map_or(&[][..], |part| document.entries(part)) {
        if let Some(message) = document.read(*part) {
            look(&["components", "messages"], name, &message);
        }
    }
}

/// Tells of operations that neither send nor receive.
fn unknown_actions(description: &ApiDescription, report: &mut Report<'_>) {
    const ACTIONS: [&str; 2] = ["send", "receive"];
    let document = description.main();
    let operations = document.entry(0, "operations").map_or(&[][..], |part| document.entries(part));
    for (id, part) in operations.iter().filter(|(id, _)| !id.starts_with("x-")) {
        let Some(operation) = document.value(*part).map(|value| description.resolve(value)) else { continue };
        let Some(written) = operation.get("action") else {
            let message = format!("the operation `{id}` does not say whether it sends or receives: `action`");
            let hint = "write `action: send` or `action: receive`; it is shown as if it was sent";
            report.add(Diagnostic::warning(MALFORMED, message).hint(hint), &["operations", id]);
            continue;
        };
        if ACTIONS.iter().any(|known| written == known) {
            continue;
        }
        let shown = scalar_text(written).unwrap_or_else(|| written.to_string());
        let hint = match did_you_mean(&shown, ACTIONS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write `send` or `receive`; it is shown as if it was sent".to_owned(),
        };
        let message = format!("`{shown}` is no action of an operation");
        report.add_value(
            Diagnostic::warning(MALFORMED, message).hint(hint),
            &["operations", id],
            "action",
            written,
        );
    }
}

/// The definitions of a property of a `ws` binding. Some write it like a parameter, with its schema inside.
pub(super) fn binding_property<'a>(definitions: &[&'a Value]) -> Vec<&'a Value> {
    let is_wrapper =
        |written: &Value| !["type", "$ref", "enum"].iter().any(|key| written.get(*key).is_some());
    let inner = definitions.iter().filter(|written| is_wrapper(written));
    let inner = inner.filter_map(|written| written.get("schema").filter(|schema| schema.is_object()));
    definitions.iter().copied().chain(inner).collect()
}

/// The address of a server: `url` in version 2, `host` and `pathname` in version 3.
pub(super) fn server_address(written: &Value, protocol: &str) -> Option<String> {
    match text(written, "url") {
        Some(url) if url.contains("://") => Some(url),
        Some(url) => Some(format!("{protocol}://{url}")),
        None => {
            let path = text(written, "pathname").unwrap_or_default();
            let between = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
            Some(format!("{protocol}://{}{between}{path}", text(written, "host")?))
        }
    }
}

/// The page of one channel.
pub(super) fn page(description: &ApiCatalog, channel: &Channel, directory: Option<&str>) -> GeneratedPage {
    let page = GeneratedPage {
        slug: slug::page_slug(directory, &channel.folder, &channel.file_name),
        alias: None,
        title: channel.title.clone(),
        sidebar_title: None,
        description: Some(channel.description.clone().unwrap_or_default()),
        source: description.path.clone(),
        target: ApiTarget::Channel { id: channel.id.clone() },
        method_label: channel.protocol.clone(),
        deprecated: channel.deprecated,
        visibility: if channel.x_hidden { Visibility::Unlisted } else { Visibility::Listed },
        metadata: Default::default(),
        groups: Vec::new(),
    };
    with_extension(page, &channel.x_mint)
}

fn channel(description: &ApiDescription, id: &str, value: &Value) -> Channel {
    // Channels of version 2 have none: their operations do.
    let owners = [Some(value), value.get("subscribe"), value.get("publish")].into_iter().flatten();
    let tags = owners.filter_map(|owner| owner.get("tags")?.as_array()).flatten();
    let tag = tags
        .map(|tag| description.resolve(tag))
        .find_map(|tag| text(tag, "name").or_else(|| scalar_text(tag)))
        .filter(|tag| !tag.is_empty());
    let group = tag.unwrap_or_else(|| UNTAGGED_GROUP.to_owned());
    let title = text(value, "title");
    let file_name = slug::clean_file_name(title.as_deref().unwrap_or(id)).unwrap_or_default();
    Channel {
        id: id.to_owned(),
        address: match value.get("address") {
            Some(Value::Null) => String::new(),
            // In version 2 the name of a channel is its address; later, one that is not written is not known before the
            // program runs.
            None if !description.version.starts_with("2.") => String::new(),
            _ => text(value, "address").unwrap_or_else(|| id.to_owned()),
        },
        description: text(value, "description").or_else(|| text(value, "summary")),
        deprecated: is_true(value.get("deprecated")),
        x_hidden: is_true(value.get("x-hidden")),
        x_excluded: is_excluded(value),
        x_mint: extension(&[value]),
        folder: slug::clean_file_name(&group).unwrap_or_default(),
        title: title.unwrap_or_else(|| slug::identifier_title(id)),
        group,
        file_name,
        protocol: protocol(description, value),
    }
}

/// What the servers of a channel speak: a WebSocket, unless all of them are something else. Where no server says it, what
/// its bindings are for; a channel may be served by whoever reads the description.
fn protocol(description: &ApiDescription, channel: &Value) -> Option<String> {
    let servers = document::channel_servers(description, channel);
    let mut spoken =
        servers.filter_map(|server| text(server, "protocol")).map(|name| label(&name)).peekable();
    match spoken.peek().is_some() {
        true => first_of(spoken),
        false => first_of(bound_protocols(description, channel).into_iter().map(|name| label(&name))),
    }
}

/// The protocol that stands for all.
fn first_of(mut labels: impl Iterator<Item = String>) -> Option<String> {
    let first = labels.next()?;
    let has_socket = first == SOCKET || labels.any(|label| label == SOCKET);
    Some(if has_socket { SOCKET.to_owned() } else { first })
}

/// What a protocol is called beside the title of a page.
fn label(protocol: &str) -> String {
    let protocol = protocol.to_ascii_lowercase();
    if matches!(protocol.as_str(), "ws" | "wss" | "http" | "https") {
        return SOCKET.to_owned();
    }
    let plain = protocol.trim_start_matches("secure-").trim_end_matches("-secure");
    let plain = ["amqp", "mqtt", "stomp"]
        .into_iter()
        .find(|name| plain.strip_prefix(name) == Some("s"))
        .unwrap_or(plain);
    plain.to_ascii_uppercase()
}

/// The protocols that a channel, or an operation in it, has bindings for.
fn bound_protocols(description: &ApiDescription, channel: &Value) -> Vec<String> {
    let owners = [Some(channel), channel.get("subscribe"), channel.get("publish")].into_iter().flatten();
    let bindings = owners.filter_map(|owner| description.resolve(owner).get("bindings"));
    let named = bindings.filter_map(|written| description.resolve(written).as_object());
    named.flat_map(|named| named.keys().filter(|name| !name.starts_with("x-")).cloned()).collect()
}
