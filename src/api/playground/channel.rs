//! The form of a channel (ASY-03): where a browser can open a socket, with which parameters and keys, and what to say.

use serde_json::{Map, Value, json};

use super::{Form, MAX_DEPTH, add, is_small, server};
use crate::api::asyncapi::{RequiredScheme, binding_property, required_schemes, server_address};
use crate::api::operation::text;
use crate::api::schema::Schema;
use crate::api::{ApiDescription, Channel};
use crate::config::api::{Api, PlaygroundDisplay};

/// Most ways to be let in that are offered.
const MAX_OPTIONS: usize = 20;

/// The data of a channel: where to connect, and messages to begin with.
pub fn channel_data(
    description: &ApiDescription,
    channel: &Channel,
    written: &Value,
    messages: &[(String, Value)],
    operations: &[&Value],
    settings: &Api,
) -> Option<Value> {
    if !matches!(settings.playground.display, PlaygroundDisplay::Interactive | PlaygroundDisplay::Auth) {
        return None;
    }
    let mut form = Form::new(description, settings, MAX_DEPTH);
    let written_servers = usable_servers(description, written);
    let servers: Vec<Value> =
        written_servers.iter().filter_map(|(written, url)| server(written, url.clone())).collect();
    if servers.is_empty() {
        return None;
    }
    let mut parameters: Vec<Value> = Vec::new();
    for (name, parameter) in written.get("parameters").and_then(Value::as_object).into_iter().flatten() {
        let parameter = description.resolve(parameter);
        let schema = parameter.get("schema").unwrap_or(parameter);
        let mut made =
            json!({ "in": "path", "name": name, "required": true, "schema": form.schema(&[schema], 0) });
        add(&mut made, [("value", usual_value(description, &[schema]))]);
        parameters.push(made);
    }
    let binding = written.get("bindings").and_then(|bindings| description.resolve(bindings).get("ws"));
    for (key, place) in [("query", "query"), ("headers", "header")] {
        let Some(schema) = binding.and_then(|binding| description.resolve(binding).get(key)) else {
            continue;
        };
        let schema = Schema::of(description, &[schema]);
        for (name, definitions) in &schema.properties {
            let required = schema.required.contains(name);
            let definitions = binding_property(definitions);
            let mut parameter = json!({ "in": place, "name": name, "schema": form.schema(&definitions, 0) });
            let value = usual_value(description, &definitions);
            add(&mut parameter, [("required", required.then_some(json!(true))), ("value", value)]);
            parameters.push(parameter);
        }
    }
    let messages: Vec<Value> =
        messages.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    let mut data = json!({
        "socket": true, "method": "WSS", "path": channel.address, "servers": servers, "parameters": parameters, "messages": messages,
    });
    let servers = written_servers.iter().map(|(written, _)| *written);
    let (security, schemes) = security(description, servers.clone(), operations);
    let owners = servers.chain(operations.iter().copied());
    let asked = owners.filter_map(|owner| owner.get("security")?.as_array()).flatten();
    // Who signs in by a header is told that a browser cannot.
    if asked.take(MAX_OPTIONS).any(|written| needs_header(description, written)) {
        add(&mut data, [("unsent", Some(json!(true)))]);
    }
    if !security.is_empty() {
        add(&mut data, [("security", Some(json!(security))), ("schemes", Some(Value::Object(schemes)))]);
    }
    Some(data)
}

/// The value that a parameter has when nobody says another.
fn usual_value(description: &ApiDescription, definitions: &[&Value]) -> Option<Value> {
    Schema::of(description, definitions).keyword("default").filter(|value| is_small(value)).cloned()
}

/// What is asked for of that which a browser can send with a handshake: keys in the address. Each option is one of the
/// servers together with one of the operations.
fn security<'a>(
    description: &'a ApiDescription,
    servers: impl Iterator<Item = &'a Value>,
    operations: &[&'a Value],
) -> (Vec<Vec<String>>, Map<String, Value>) {
    let mut schemes = Map::new();
    let mut options_of = |owners: &mut dyn Iterator<Item = &'a Value>| {
        let mut options: Vec<Vec<String>> = Vec::new();
        let listed = owners.filter_map(|owner| owner.get("security")?.as_array()).flatten();
        for written in listed.take(MAX_OPTIONS) {
            let keys = query_keys(description, written);
            let names: Vec<String> = keys.iter().map(|(name, _)| name.clone()).collect();
            schemes.extend(keys);
            if !names.is_empty() && !options.contains(&names) {
                options.push(names);
            }
        }
        options
    };
    let mut servers = servers;
    let of_servers = options_of(&mut servers);
    let of_operations = options_of(&mut operations.iter().copied());
    if of_servers.is_empty() || of_operations.is_empty() {
        return ([of_servers, of_operations].concat(), schemes);
    }
    let mut options: Vec<Vec<String>> = Vec::new();
    for server in &of_servers {
        for operation in &of_operations {
            let more = operation.iter().filter(|name| !server.contains(name));
            let both: Vec<String> = server.iter().chain(more).cloned().collect();
            if options.len() < MAX_OPTIONS && !options.contains(&both) {
                options.push(both);
            }
        }
    }
    (options, schemes)
}

/// Whether a requirement names what goes into a header of the handshake.
fn needs_header(description: &ApiDescription, written: &Value) -> bool {
    required_schemes(description, written).iter().any(|RequiredScheme { scheme, .. }| {
        let kind = text(scheme, "type").unwrap_or_default();
        match kind.as_str() {
            "httpApiKey" | "apiKey" => text(scheme, "in").is_some_and(|place| place == "header"),
            kind => matches!(kind, "http" | "oauth2" | "openIdConnect"),
        }
    })
}

/// The keys in the address that one requirement names.
fn query_keys(description: &ApiDescription, written: &Value) -> Vec<(String, Value)> {
    let of_scheme = |name: &str, scheme: &Value| {
        let kind = text(scheme, "type")?;
        let is_key = matches!(kind.as_str(), "apiKey" | "httpApiKey");
        if !is_key || text(scheme, "in")? != "query" {
            return None;
        }
        let key = text(scheme, "name").unwrap_or_else(|| name.to_owned());
        let mut made = json!({ "type": "apiKey", "in": "query", "name": key });
        add(&mut made, [("value", scheme.get("x-default").cloned().filter(is_small))]);
        Some((name.to_owned(), made))
    };
    let schemes = required_schemes(description, written);
    schemes.iter().filter_map(|one| of_scheme(&one.name, one.scheme)).collect()
}

/// Servers of a channel that a browser can open a socket to, with their addresses.
fn usable_servers<'a>(description: &'a ApiDescription, channel: &'a Value) -> Vec<(&'a Value, String)> {
    let all = description.root.get("servers").and_then(Value::as_object);
    let named: Vec<&Value> = channel
        .get("servers")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|written| match written {
            // Version 2 has names, version 3 references.
            Value::String(name) => all?.get(name),
            written => Some(written),
        })
        .collect();
    let servers =
        if named.is_empty() { all.into_iter().flatten().map(|(_, server)| server).collect() } else { named };
    servers
        .into_iter()
        .map(|written| description.resolve(written))
        .filter_map(|written| {
            let protocol = text(written, "protocol").unwrap_or_else(|| "wss".to_owned());
            let protocol = match protocol.as_str() {
                "ws" | "http" => "ws",
                "wss" | "https" => "wss",
                _ => return None,
            };
            Some((written, server_address(written, protocol)?))
        })
        .collect()
}
