//! Who may send a request: the credentials of every scheme, and which of them are needed together (OAS-41).

use serde_json::{Map, Value as Json};

use super::markup::{
    code, element, explained, field_facts, labelled, link, list, markdown, paragraph, section, string,
    strings, switch, text,
};
use crate::api::operation::{is_true, text as text_of};
use crate::api::request::{self, Credential, Security};
use crate::api::words::Words;
use crate::api::{ApiDescription, Operation};
use crate::page::ast::Node;
use crate::page::heading::{IdCounter, field_part};

/// Most scopes that are listed.
const MAX_SCOPES: usize = 100;

/// The section about credentials; nothing without any.
pub(super) fn authorizations(
    description: &ApiDescription,
    operation: &Operation,
    words: &Words,
) -> Vec<Node> {
    let options = request::security(description, operation);
    let Some((_, value)) = description.written(operation) else { return Vec::new() };
    let written: Vec<_> = request::requirements(description, value).collect();
    let names = written.iter().map(|requirement| request::schemes_of(description, requirement));
    let all = request::alternatives(names);
    let is_needed = |scheme: &str| all.iter().all(|option| option.contains(&scheme));
    let mut ids = IdCounter::default();
    let mut fields: Vec<Node> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for &scheme in all.iter().flatten() {
        if seen.contains(&scheme) {
            continue;
        }
        seen.push(scheme);
        let credential =
            options.iter().flat_map(|option| &option.credentials).find(|known| known.scheme == scheme);
        let scopes: Vec<&str> = written
            .iter()
            .flat_map(|requirement| requirement.iter())
            .filter(|(key, _)| request::scheme_named(&description.root, key) == scheme)
            .filter_map(|(_, scopes)| scopes.as_array())
            .flatten()
            .filter_map(Json::as_str)
            .collect();
        let Some(declared) = scheme_of(description, scheme) else { continue };
        let facts = scheme_facts(declared, &scopes, words);
        // Where there is a choice, each says which of the names it is.
        let label = (all.len() > 1).then_some(scheme);
        let described = match credential {
            Some(known) => credential_text(known, words),
            None => scheme_text(declared, words),
        };
        let is_old = is_true(declared.get("deprecated"));
        let about = (described, is_needed(scheme), is_old, facts);
        fields.push(field((scheme, label), credential, about, &mut ids));
    }
    if fields.is_empty() {
        return Vec::new();
    }
    let mut nodes = vec![section(words, |words| &words.authorizations)];
    if all.len() > 1 {
        // A scheme without a credential of its own, such as a certificate, is named too.
        let titles = all
            .iter()
            .map(|names| if names.is_empty() { words.no_credentials.clone() } else { names.join(" & ") });
        nodes.push(labelled(&words.one_of, titles));
    }
    nodes.extend(fields);
    nodes
}

/// What the service sends to prove who it is, in a line for each possibility. Only what is said of this request counts:
/// what is said of all of them is about those that the service gets.
pub(super) fn of_callback(description: &ApiDescription, value: &Json, words: &Words) -> Vec<Node> {
    let written = value.get("security").and_then(Json::as_array).into_iter().flatten();
    let names = written.filter_map(Json::as_object).map(|needed| request::schemes_of(description, needed));
    let all = request::alternatives(names);
    if all.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let said = |name: &str| {
        let declared = scheme_of(description, name);
        declared.map(|declared| scheme_text(declared, words)).unwrap_or_default()
    };
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    asked_list(&all.into_iter().map(names).collect::<Vec<_>>(), words, said)
}

/// What one of many requests asks for, in a line for each possibility, and what is said of each scheme.
pub(super) fn asked_list(all: &[Vec<String>], words: &Words, said: impl Fn(&str) -> String) -> Vec<Node> {
    let line = |names: &Vec<String>| match names.as_slice() {
        [] => vec![text(&words.no_credentials)],
        [only] => explained(only.as_str(), Some(&said(only))),
        names => vec![code(names.join(" & "))],
    };
    vec![paragraph(vec![text(&words.authorizations)]), list(all.iter().map(line))]
}

fn field(
    (scheme, label): (&str, Option<&str>),
    credential: Option<&Credential>,
    (described, is_needed, is_old, facts): (String, bool, bool, Vec<Node>),
    ids: &mut IdCounter,
) -> Node {
    let (place, name, kind) = match credential {
        Some(known) => (known.place.attribute(), known.name.clone(), "string"),
        // A certificate stands in no part of a request.
        None => ("name", scheme.to_owned(), "certificate"),
    };
    let mut children = Vec::new();
    if !described.is_empty() {
        children.push(markdown(&described));
    }
    if !facts.is_empty() {
        children.push(field_facts(facts));
    }
    let id = ids.repeated(&format!("authorization-{}", field_part(&name)));
    let attributes = vec![
        (place, string(name)),
        ("id", string(id)),
        ("type", string(kind)),
        ("required", switch(is_needed)),
        ("deprecated", switch(is_old)),
        ("post", strings(label.map(str::to_owned).into_iter().collect())),
        ("placeholder", credential.and_then(|known| string(known.placeholder.as_str()))),
    ];
    element("ParamField", attributes, children)
}

/// What a description says of a credential, else what its kind is.
fn credential_text(credential: &Credential, words: &Words) -> String {
    if let Some(described) = &credential.description {
        return described.clone();
    }
    match credential.kind {
        Security::ApiKey => Words::with(&words.api_key_as, &credential.name),
        Security::Basic => words.basic.clone(),
        Security::Bearer => words.bearer.clone(),
        Security::Digest => words.digest.clone(),
        Security::Other => words.credentials.clone(),
        Security::OAuth2 | Security::OpenIdConnect => words.access_token_value.clone(),
    }
}

/// The same of a scheme that no request has a place for.
fn scheme_text(written: &Json, words: &Words) -> String {
    let is_certificate = || text_of(written, "type").as_deref() == Some("mutualTLS");
    let own = text_of(written, "description");
    own.or_else(|| is_certificate().then(|| words.certificate_asked.clone())).unwrap_or_default()
}

fn scheme_of<'a>(description: &'a ApiDescription, scheme: &str) -> Option<&'a Json> {
    let written = description.root.get("components")?.get("securitySchemes")?.get(scheme)?;
    Some(description.resolve(written))
}

/// Flows and addresses of a scheme, and the scopes that are needed: what else there is is no matter of the page.
pub(super) fn scheme_facts(written: &Json, needed: &[&str], words: &Words) -> Vec<Node> {
    let mut nodes = Vec::new();
    if let Some(format) = text_of(written, "bearerFormat") {
        nodes.push(labelled(&words.token_format, [format]));
    }
    nodes.extend(address("OpenID Connect:", written, "openIdConnectUrl"));
    nodes.extend(address(&words.metadata, written, "oauth2MetadataUrl"));
    let mut scopes: Vec<(&str, &str)> = Vec::new();
    for (name, flow) in written.get("flows").and_then(Json::as_object).into_iter().flatten() {
        let title = match name.as_str() {
            "authorizationCode" => &words.flow_code,
            "clientCredentials" => &words.flow_client,
            "implicit" => &words.flow_implicit,
            "password" => &words.flow_password,
            "deviceAuthorization" => &words.flow_device,
            _ => continue,
        };
        nodes.push(paragraph(vec![text(&Words::with(&words.flow, title))]));
        nodes.extend(address(&words.authorize_at, flow, "authorizationUrl"));
        nodes.extend(address(&words.authorize_at, flow, "deviceAuthorizationUrl"));
        nodes.extend(address(&words.token_from, flow, "tokenUrl"));
        nodes.extend(address(&words.refresh_at, flow, "refreshUrl"));
        for (scope, meaning) in flow_scopes(flow).into_iter().flatten() {
            if !scopes.iter().any(|(known, _)| known == scope) {
                scopes.push((scope, meaning.as_str().unwrap_or("")));
            }
        }
    }
    if !needed.is_empty() {
        let meaning =
            |scope: &&str| scopes.iter().find(|(known, _)| known == scope).map_or("", |known| known.1);
        let mut wanted: Vec<(&str, &str)> = needed.iter().map(|scope| (*scope, meaning(scope))).collect();
        wanted.dedup();
        nodes.push(paragraph(vec![text(&words.scopes)]));
        nodes.push(scope_list(&wanted));
    }
    nodes
}

/// Version 3 of AsyncAPI calls the scopes that a flow may give by another name.
fn flow_scopes(flow: &Json) -> Option<&Map<String, Json>> {
    ["scopes", "availableScopes"].iter().find_map(|key| flow.get(*key)?.as_object())
}

fn address(label: &str, owner: &Json, key: &str) -> Option<Node> {
    let url = text_of(owner, key)?;
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    let shown = if is_web { link(&url, vec![text(&url)]) } else { code(url.as_str()) };
    Some(paragraph(vec![text(&format!("{label} ")), shown]))
}

fn scope_list(scopes: &[(&str, &str)]) -> Node {
    list(scopes.iter().take(MAX_SCOPES).map(|(scope, meaning)| explained(*scope, Some(*meaning))))
}
