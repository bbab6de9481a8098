//! The servers that a form offers, and the addresses of all of them.

use serde_json::{Map, Value, json};

use super::{MAX_MEMBERS, add};
use crate::api::operation::{scalar_text, stated_text, text};
use crate::api::{ApiDescription, Operation};
use crate::page::description::plain_text;

/// Most addresses of servers.
const MAX_ADDRESSES: usize = 1_000;

/// The servers of the operation, its path or the document, with their variables.
pub(super) fn servers(description: &ApiDescription, operation: &Operation) -> Vec<Value> {
    let Some((item, value)) = description.written(operation) else { return Vec::new() };
    let servers = [value, item, &description.root].into_iter().find_map(|owner| {
        owner.get("servers").and_then(Value::as_array).filter(|servers| !servers.is_empty())
    });
    servers.into_iter().flatten().filter_map(|written| server(written, text(written, "url")?)).collect()
}

/// The addresses of all servers of a description, for who must know them all; with every value of a variable that
/// has a list, else its default.
pub fn server_addresses(description: &ApiDescription) -> Vec<String> {
    let mut lists: Vec<&Value> = description.root.get("servers").into_iter().collect();
    for operation in &description.operations {
        let Some((item, value)) = description.written(operation) else { continue };
        lists.extend(item.get("servers").into_iter().chain(value.get("servers")));
    }
    let mut addresses = Vec::new();
    for written in lists.into_iter().filter_map(Value::as_array).flatten() {
        let Some(url) = text(written, "url") else { continue };
        let mut urls = vec![url];
        for (name, variable) in written.get("variables").and_then(Value::as_object).into_iter().flatten() {
            let listed = variable.get("enum").and_then(Value::as_array).into_iter().flatten();
            let mut values: Vec<String> = listed.filter_map(scalar_text).take(MAX_MEMBERS).collect();
            values.extend(stated_text(variable, "default"));
            if values.is_empty() || !urls.iter().any(|url| url.contains(&format!("{{{name}}}"))) {
                continue;
            }
            urls = values
                .iter()
                .flat_map(|value| urls.iter().map(move |url| url.replace(&format!("{{{name}}}"), value)))
                .take(MAX_ADDRESSES)
                .collect();
        }
        addresses.extend(urls);
        if addresses.len() > MAX_ADDRESSES {
            break;
        }
    }
    addresses
}

/// One server with its variables, under an address.
pub(super) fn server(written: &Value, url: String) -> Option<Value> {
    let mut made = json!({ "url": url.trim_end_matches('/') });
    let variables: Map<String, Value> = written
        .get("variables")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, variable)| {
            let mut kept = json!({});
            let values = variable.get("enum").filter(|values| values.is_array());
            add(
                &mut kept,
                [("default", stated_text(variable, "default").map(Value::String)), ("enum", values.cloned())],
            );
            (name.clone(), kept)
        })
        .collect();
    add(
        &mut made,
        [
            // An entry of a list to choose from has no markup.
            ("description", text(written, "description").map(|said| Value::String(plain_text(&said)))),
            ("variables", (!variables.is_empty()).then_some(Value::Object(variables))),
        ],
    );
    Some(made)
}
