//! Who may connect to a channel: what its servers and its operations ask for, versions 2 and 3.

use serde_json::Value as Json;

use super::super::markup::{element, field_facts, labelled, markdown, section, string};
use super::super::security::scheme_facts;
use super::exchange::Exchange;
use crate::api::ApiDescription;
use crate::api::operation::text as text_of;
use crate::api::words::Words;
use crate::page::ast::Node;
use crate::page::heading::{IdCounter, field_part};

/// Most schemes that one page shows.
const MAX_SCHEMES: usize = 50;

/// A scheme with the scopes that are asked for.
struct Asked<'a> {
    name: String,
    scheme: &'a Json,
    scopes: Vec<&'a str>,
}

/// The section about credentials; nothing without any.
pub(super) fn authorizations<'a>(
    description: &'a ApiDescription,
    servers: impl Iterator<Item = &'a Json>,
    exchanges: &[Exchange<'a>],
    words: &Words,
) -> Vec<Node> {
    let operations = exchanges.iter().flat_map(|exchange| &exchange.operations).map(|(_, written)| *written);
    let mut all: Vec<Asked<'a>> = Vec::new();
    let mut choices: Vec<Vec<String>> = Vec::new();
    // What one of several servers asks for, and another does not.
    let mut servers_ask: Vec<Vec<String>> = Vec::new();
    let servers = servers.map(|server| (true, server));
    for (is_server, owner) in servers.chain(operations.map(|operation| (false, operation))) {
        let listed = owner.get("security").and_then(Json::as_array).into_iter().flatten();
        let found: Vec<Asked<'a>> = listed.flat_map(|written| asked(description, written)).collect();
        let names: Vec<String> = found.iter().map(|asked| asked.name.clone()).collect();
        if is_server && !names.is_empty() && !servers_ask.contains(&names) {
            servers_ask.push(names);
        } else if !is_server && names.len() > 1 && !choices.contains(&names) {
            choices.push(names);
        }
        for asked in found {
            match all.iter_mut().find(|known| known.name == asked.name) {
                Some(known) => {
                    let scopes = asked.scopes.into_iter();
                    let more: Vec<&str> = scopes.filter(|scope| !known.scopes.contains(scope)).collect();
                    known.scopes.extend(more);
                }
                None => all.push(asked),
            }
        }
    }
    let mut of_servers: Vec<String> = Vec::new();
    for name in servers_ask.into_iter().flatten() {
        if !of_servers.contains(&name) {
            of_servers.push(name);
        }
    }
    if of_servers.len() > 1 {
        choices.insert(0, of_servers);
        choices.dedup();
    }
    all.truncate(MAX_SCHEMES);
    if all.is_empty() {
        return Vec::new();
    }
    let mut nodes = vec![section(words, |words| &words.authorizations)];
    nodes.extend(choices.into_iter().map(|names| labelled(&words.one_of, names)));
    let mut ids = IdCounter::default();
    nodes.extend(all.iter().map(|asked| field(asked, words, &mut ids)));
    nodes
}

/// A requirement: names with scopes in version 2, a scheme or a reference to one in version 3.
fn asked<'a>(description: &'a ApiDescription, written: &'a Json) -> Vec<Asked<'a>> {
    if let Some(reference) = written.get("$ref").and_then(Json::as_str) {
        let name = reference.rsplit('/').next().unwrap_or(reference).to_owned();
        let scheme = description.resolve(written);
        return vec![Asked { name, scheme, scopes: scopes(scheme.get("scopes")) }];
    }
    if let Some(kind) = text_of(written, "type") {
        return vec![Asked { name: kind, scheme: written, scopes: scopes(written.get("scopes")) }];
    }
    let schemes = description.root.get("components").and_then(|parts| parts.get("securitySchemes"));
    let named = written.as_object().into_iter().flatten().filter_map(|(name, wanted)| {
        let scheme = description.resolve(schemes?.get(name)?);
        Some(Asked { name: name.clone(), scheme, scopes: scopes(Some(wanted)) })
    });
    named.collect()
}

fn scopes(written: Option<&Json>) -> Vec<&str> {
    written.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect()
}

fn field(asked: &Asked<'_>, words: &Words, ids: &mut IdCounter) -> Node {
    let scheme = asked.scheme;
    let kind = text_of(scheme, "type").unwrap_or_default();
    let http = text_of(scheme, "scheme").unwrap_or_default().to_lowercase();
    let place = match text_of(scheme, "in").as_deref() {
        Some("query") => "query",
        Some("header") => "header",
        Some("cookie") => "cookie",
        _ => "name",
    };
    let named = || text_of(scheme, "name").unwrap_or_else(|| asked.name.clone());
    let (place, name, said) = match (kind.as_str(), http.as_str()) {
        ("http", "bearer") => ("header", "Authorization".to_owned(), words.bearer_value.as_str()),
        ("http", "basic") => ("header", "Authorization".to_owned(), words.basic_value.as_str()),
        ("http", _) => ("header", "Authorization".to_owned(), words.credentials.as_str()),
        ("oauth2" | "openIdConnect", _) => (place, named(), words.access_token.as_str()),
        ("userPassword", _) => (place, named(), words.user_password.as_str()),
        ("plain" | "scramSha256" | "scramSha512" | "gssapi", _) => (place, named(), words.sasl.as_str()),
        ("apiKey", _) => match text_of(scheme, "in").as_deref() {
            Some("user") => (place, named(), words.api_key_user.as_str()),
            Some("password") => (place, named(), words.api_key_password.as_str()),
            _ => (place, named(), words.api_key.as_str()),
        },
        ("httpApiKey", _) => (place, named(), words.api_key.as_str()),
        ("X509", _) => (place, named(), words.certificate.as_str()),
        _ => (place, named(), ""),
    };
    let described = text_of(scheme, "description").unwrap_or_else(|| said.to_owned());
    let mut children: Vec<Node> = Vec::new();
    if !described.is_empty() {
        children.push(markdown(&described));
    }
    let facts = scheme_facts(scheme, &asked.scopes, words);
    if !facts.is_empty() {
        children.push(field_facts(facts));
    }
    let id = ids.repeated(&format!("authorization-{}", field_part(&asked.name)));
    let label = if name == asked.name { kind } else { format!("{kind}: {}", asked.name) };
    let attributes = vec![(place, string(name)), ("id", string(id)), ("type", string(label))];
    element("ParamField", attributes, children)
}
