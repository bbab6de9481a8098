//! Rules of descriptions of channels.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Check;
use crate::api::ApiDescription;
use crate::api::operation::text;
use crate::api::reference::names_in;

pub(super) fn rules(check: &mut Check<'_>) {
    servers(check);
    addresses(check);
    operations(check);
}

/// Whatever stands in braces in the address of a server is a variable of it.
fn servers(check: &mut Check<'_>) {
    let servers = check.description.root.get("servers").and_then(Value::as_object);
    for (name, written) in servers.into_iter().flatten() {
        let server = check.description.resolve(written);
        let variables = server.get("variables").and_then(Value::as_object);
        let addresses = ["url", "host", "pathname"].into_iter().filter_map(|key| text(server, key));
        let mut told = BTreeSet::new();
        for address in addresses {
            for used in names_in(&address) {
                let is_known = variables.is_some_and(|variables| variables.contains_key(used));
                if !is_known && told.insert(used.to_owned()) {
                    let message =
                        format!("`{{{used}}}` in the address of the server `{name}` is no variable of it");
                    check.tell(message, "add it to `variables` of the server", &["servers", name]);
                }
            }
        }
    }
}

/// The parameters of an address are those of its channel.
fn addresses(check: &mut Check<'_>) {
    let description = check.description;
    for channel in &description.channels {
        let Some(value) = description.entry("channels", &channel.id) else { continue };
        let value = description.resolve(value);
        let keys = ["channels", channel.id.as_str()];
        let parameters = value.get("parameters").and_then(Value::as_object);
        let used: BTreeSet<&str> = names_in(&channel.address).collect();
        let called = &channel.id;
        for name in &used {
            if !parameters.is_some_and(|parameters| parameters.contains_key(*name)) {
                let message =
                    format!("`{{{name}}}` in the address of the channel `{called}` is no parameter of it");
                check.tell(message, "add it to `parameters` of the channel", &keys);
            }
        }
        // Where the address is not known, nobody knows what is in it.
        let others = parameters.into_iter().flatten().filter(|_| !channel.address.is_empty());
        for (name, _) in others.filter(|(name, _)| !used.contains(name.as_str())) {
            let message = format!("the address of the channel `{called}` has no `{{{name}}}`");
            let hint = "remove the parameter, or add it to the address";
            check.tell(message, hint, &["channels", called, "parameters", name]);
        }
    }
}

/// Operations have a channel, and messages of that channel.
fn operations(check: &mut Check<'_>) {
    let description = check.description;
    for (id, operation) in description.section("operations").filter(|(id, _)| !id.starts_with("x-")) {
        let operation = description.resolve(operation);
        if operation.get("channel").is_none() {
            let message = format!("the operation `{id}` has no `channel`, so it is shown nowhere");
            check.tell(message, "refer to its channel", &["operations", id]);
        }
        messages(check, (id, "operation"), operation, &["operations", id]);
        if let Some(reply) = operation.get("reply").map(|reply| description.resolve(reply)) {
            messages(check, (id, "reply to the operation"), reply, &["operations", id, "reply"]);
        }
    }
}

/// The messages of an operation or a reply are some of those of its channel.
fn messages(check: &mut Check<'_>, (id, part): (&str, &str), owner: &Value, keys: &[&str]) {
    let channel = owner.get("channel").and_then(|channel| channel.get("$ref")?.as_str());
    let listed = owner.get("messages").and_then(Value::as_array).into_iter().flatten();
    let named = listed.filter_map(|message| message.get("$ref")?.as_str());
    let Some(channel) = channel else { return };
    for message in named.filter(|message| !is_of(check.description, channel, message)) {
        let text = format!("`{message}` of the {part} `{id}` is no message of its channel");
        let hint = format!("refer to it in the channel: `{channel}/messages/NAME`");
        check.tell(text, &hint, &[keys, &["messages"]].concat());
    }
}

/// Whether a reference leads to a message of a channel. References that lead nowhere are told of elsewhere.
fn is_of(description: &ApiDescription, channel: &str, message: &str) -> bool {
    let Some((owner, _)) = message.rsplit_once("/messages/") else {
        return description.target(message).is_none();
    };
    let same =
        |one: &Value, other: &Value| std::ptr::eq(description.resolve(one), description.resolve(other));
    owner == channel
        || match (description.target(owner), description.target(channel)) {
            (Some(one), Some(other)) => same(one, other),
            _ => description.target(message).is_none(),
        }
}
