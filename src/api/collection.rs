//! A description as a collection of requests for other programs: Postman's format 2.1, which Insomnia, Bruno and Hoppscotch
//! read as well (PLAY-12, `api.postman`).
//!
//! One request for each operation, in folders as the navigation has groups. Requests are those of the samples, with
//! variables for the server and for credentials: who imports it fills them in once.

use serde_json::{Map, Value, json};

use super::request::{self, Credential, Place, Security};
use super::sample::body::{PartContent, SampleBody};
use super::sample::request::SampleRequest;
use super::{ApiDescription, ApiKind, Operation, OperationKind, generated_pages};
use crate::config::api::ExampleDefaults;
use crate::hash::ContentHash;
use crate::text::SourcePath;

/// The schema that says what this is.
const SCHEMA: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/// Where the collection of a description lies: `openapi.yaml` has `openapi.postman.json`.
pub fn collection_path(description: &SourcePath) -> SourcePath {
    let path = description.as_str();
    let stem = match path.rfind('.').filter(|at| !path[*at..].contains('/')) {
        Some(at) => &path[..at],
        None => path,
    };
    SourcePath::new(&format!("{stem}.postman.json"))
}

/// The collection; `None` for a description without requests.
pub fn collection(description: &ApiDescription, defaults: ExampleDefaults) -> Option<String> {
    if description.kind != ApiKind::OpenApi {
        return None;
    }
    let mut variables = Map::new();
    let mut folders: Vec<(String, Vec<Value>)> = Vec::new();
    for group in generated_pages(description, None).groups {
        let mut items = Vec::new();
        for page in group.pages.iter().filter(|page| !page.is_restricted()) {
            let Ok(super::Found::Operation(operation)) = description.find(&page.target) else { continue };
            // Nobody calls a webhook.
            if operation.kind == OperationKind::Path {
                items.push(item(description, operation, defaults, &mut variables));
            }
        }
        if !items.is_empty() {
            folders.push((group.name, items));
        }
    }
    let items = match folders.as_mut_slice() {
        [] => return None,
        [(_, only)] => std::mem::take(only),
        _ => folders.into_iter().map(|(name, items)| json!({ "name": name, "item": items })).collect(),
    };
    let mut info = json!({ "name": description.title, "schema": SCHEMA });
    if let Some(text) = description.root.pointer("/info/description").and_then(Value::as_str) {
        info["description"] = json!(text);
    }
    // The same description has the same one, so that an import replaces the last.
    info["_postman_id"] = json!(identity(description.path.as_str()));
    let variables: Vec<Value> = variables
        .into_iter()
        .map(|(key, value)| json!({ "key": key, "value": value, "type": "string" }))
        .collect();
    let collection = json!({ "info": info, "item": items, "variable": variables });
    serde_json::to_string(&collection).ok().map(|text| text + "\n")
}

fn item(
    description: &ApiDescription,
    operation: &Operation,
    defaults: ExampleDefaults,
    variables: &mut Map<String, Value>,
) -> Value {
    let sample = SampleRequest::of(description, operation, defaults);
    let options = request::security(description, operation);
    let credential = options.first().and_then(|option| option.credentials.first());
    // What the credential says of itself is not a header any more.
    let auth = credential.and_then(|credential| auth(description, credential, variables));
    let is_of_auth =
        |name: &str| auth.is_some() && credential.is_some_and(|own| own.name.eq_ignore_ascii_case(name));
    // Postman has one credential for each request; further ones are headers and parts of the query.
    let others: Vec<&Credential> = options
        .first()
        .into_iter()
        .flat_map(|option| &option.credentials)
        .skip(usize::from(auth.is_some()))
        .collect();
    let mut filled_in = |place: Place, name: &str, value: &str| {
        let is_it = |own: &&&Credential| own.place == place && own.name.eq_ignore_ascii_case(name);
        let variable = others.iter().find(is_it).and_then(|own| variable_of(description, own));
        let Some(variable) = variable else { return value.to_owned() };
        variables.entry(&variable).or_insert_with(|| json!(""));
        let start = if name.eq_ignore_ascii_case("authorization") { "Bearer " } else { "" };
        format!("{start}{{{{{variable}}}}}")
    };
    let mut headers: Vec<Value> = sample
        .headers
        .iter()
        .filter(|(name, _)| !is_of_auth(name))
        .map(|(name, value)| json!({ "key": name, "value": filled_in(Place::Header, name, value) }))
        .collect();
    let query: Vec<(String, String)> = pairs_of(&sample.url)
        .map(|(name, value)| (name.to_owned(), filled_in(Place::Query, name, value)))
        .collect();
    headers.extend(sample.cookie_header().map(|(name, value)| json!({ "key": name, "value": value })));
    headers.extend(sample.body.media_type().map(|value| json!({ "key": "Content-Type", "value": value })));
    let server = request::server(description, operation).unwrap_or_default();
    let query = query
        .iter()
        .filter(|(name, _)| {
            let own = credential.filter(|_| auth.is_some());
            own.is_none_or(|own| own.place != Place::Query || own.name != *name)
        })
        .collect();
    let url = url(description, operation, &sample, &server, query, variables);
    let mut made = json!({ "method": sample.method, "header": headers, "url": url });
    if let Some(text) = operation.description.as_deref().or(operation.summary.as_deref()) {
        made["description"] = json!(text);
    }
    if let Some(body) = body(&sample.body) {
        made["body"] = body;
    }
    made["auth"] = auth.unwrap_or_else(|| json!({ "type": "noauth" }));
    json!({ "name": operation.title, "request": made, "response": [] })
}

/// The address in parts. Placeholders of the path are variables of the request.
fn url(
    description: &ApiDescription,
    operation: &Operation,
    sample: &SampleRequest,
    server: &str,
    query: Vec<&(String, String)>,
    variables: &mut Map<String, Value>,
) -> Value {
    let address = sample.url.split_once('?').map_or(sample.url.as_str(), |(address, _)| address);
    let server = server.trim_end_matches('/');
    let path = address.strip_prefix(server).filter(|_| !server.is_empty());
    // Operations may have servers of their own: those stand in the request.
    let shared = request::shared_server(description).unwrap_or_default();
    let is_shared = shared.trim_end_matches('/') == server || !server.contains("://");
    let (base, path) = match path {
        Some(path) if is_shared => {
            variables.entry("baseUrl").or_insert_with(|| json!(server));
            ("{{baseUrl}}".to_owned(), path)
        }
        Some(path) => (server.to_owned(), path),
        None => {
            let start = address.find("://").map_or(0, |at| at + 3);
            let end = address[start..].find('/').map_or(address.len(), |at| start + at);
            (address[..end].to_owned(), &address[end..])
        }
    };
    let parameters = request::parameters(description, operation);
    let about = |name: &str| {
        let parameter = parameters.iter().find(|parameter| parameter.name == name)?;
        parameter.written.get("description")?.as_str()
    };
    let mut named: Vec<Value> = Vec::new();
    let filled: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let written: Vec<&str> = operation.path.split('/').filter(|segment| !segment.is_empty()).collect();
    // The sample has the values of examples where the path has names.
    let written = if written.len() == filled.len() { written } else { filled.clone() };
    let segments: Vec<String> = written
        .into_iter()
        .zip(filled)
        .map(|(segment, filled)| match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some(name) if !name.contains(['{', '}']) => {
                let value = if filled == segment { "" } else { filled };
                let mut variable = json!({ "key": name, "value": value });
                if let Some(about) = about(name) {
                    variable["description"] = json!(about);
                }
                named.push(variable);
                format!(":{name}")
            }
            _ => with_variables(filled, variables),
        })
        .collect();
    let pairs: Vec<Value> =
        query.iter().map(|(name, value)| json!({ "key": name, "value": value })).collect();
    let asked: Vec<String> = pairs
        .iter()
        .map(|pair| {
            format!("{}={}", pair["key"].as_str().unwrap_or(""), pair["value"].as_str().unwrap_or(""))
        })
        .collect();
    let mark = if asked.is_empty() { "" } else { "?" };
    let raw = format!("{base}/{}{mark}{}", segments.join("/"), asked.join("&"));
    let mut url = json!({ "raw": raw, "host": [base], "path": segments });
    if !pairs.is_empty() {
        url["query"] = json!(pairs);
    }
    if !named.is_empty() {
        url["variable"] = json!(named);
    }
    url
}

/// The names and values of a query, as they are written.
fn pairs_of(url: &str) -> impl Iterator<Item = (&str, &str)> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// The variable that a token or key is filled in by; where there are several keys, each has its own.
fn variable_of(description: &ApiDescription, credential: &Credential) -> Option<String> {
    let schemes = description.root.pointer("/components/securitySchemes").and_then(Value::as_object);
    let is_key =
        |scheme: &&Value| description.resolve(scheme).get("type").is_some_and(|kind| kind == "apiKey");
    match credential.kind {
        Security::Bearer | Security::OAuth2 | Security::OpenIdConnect => Some("bearerToken".to_owned()),
        Security::ApiKey if schemes.into_iter().flat_map(Map::values).filter(is_key).count() > 1 => {
            Some(credential.scheme.clone())
        }
        Security::ApiKey => Some("apiKey".to_owned()),
        Security::Basic | Security::Digest | Security::Other => None,
    }
}

/// A part of the path that is more than a parameter: its parameters are variables of the collection.
fn with_variables(segment: &str, variables: &mut Map<String, Value>) -> String {
    let mut out = String::with_capacity(segment.len());
    let mut rest = segment;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else { break };
        out.push_str(before);
        out.push_str(&format!("{{{{{name}}}}}"));
        variables.entry(name).or_insert_with(|| json!(""));
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// How the request says who sends it; `None` for what is a header like any other.
fn auth(
    description: &ApiDescription,
    credential: &Credential,
    variables: &mut Map<String, Value>,
) -> Option<Value> {
    let key = variable_of(description, credential).unwrap_or_default();
    let mut variable = |name: &str| {
        variables.entry(name).or_insert_with(|| json!(""));
        format!("{{{{{name}}}}}")
    };
    let pair = |key: &str, value: String| json!({ "key": key, "value": value, "type": "string" });
    Some(match credential.kind {
        Security::Bearer | Security::OAuth2 | Security::OpenIdConnect => {
            json!({ "type": "bearer", "bearer": [pair("token", variable(&key))] })
        }
        Security::Basic | Security::Digest => {
            let kind = if matches!(credential.kind, Security::Basic) { "basic" } else { "digest" };
            let (user, password) = (variable("username"), variable("password"));
            json!({ "type": kind, kind: [pair("username", user), pair("password", password)] })
        }
        Security::ApiKey if matches!(credential.place, Place::Header | Place::Query) => {
            let place = if credential.place == Place::Query { "query" } else { "header" };
            let value = variable(&key);
            let name = credential.name.clone();
            json!({ "type": "apikey", "apikey": [pair("key", name), pair("value", value), pair("in", place.to_owned())] })
        }
        Security::ApiKey | Security::Other => return None,
    })
}

fn body(body: &SampleBody) -> Option<Value> {
    let pair = |(name, value): &(String, String)| json!({ "key": name, "value": value, "type": "text" });
    Some(match body {
        SampleBody::None => return None,
        SampleBody::Json { .. } => {
            json!({ "mode": "raw", "raw": body.text()?, "options": { "raw": { "language": "json" } } })
        }
        SampleBody::Text { text, .. } | SampleBody::Parts { text, .. } => {
            json!({ "mode": "raw", "raw": text })
        }
        SampleBody::Form(fields) => {
            json!({ "mode": "urlencoded", "urlencoded": fields.iter().map(pair).collect::<Vec<_>>() })
        }
        SampleBody::Multipart(parts) => {
            let parts = parts.iter().map(|part| {
                let mut made = match &part.content {
                    PartContent::Text(text) => json!({ "key": part.name, "value": text, "type": "text" }),
                    PartContent::File => json!({ "key": part.name, "src": [], "type": "file" }),
                };
                if let Some(media_type) = &part.media_type {
                    made["contentType"] = json!(media_type);
                }
                made
            });
            json!({ "mode": "formdata", "formdata": parts.collect::<Vec<_>>() })
        }
        SampleBody::File { .. } => json!({ "mode": "file", "file": {} }),
    })
}

/// A hash in the form of a UUID.
fn identity(name: &str) -> String {
    let bytes = *ContentHash::of(format!("postman collection {name}").as_bytes()).as_bytes();
    let hex: String = bytes.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..32])
}
