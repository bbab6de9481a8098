//! What a request proves itself with: the requirements of an operation and the credentials that they name.

use serde_json::Value;

use super::Place;
use crate::api::operation::text;
use crate::api::{ApiDescription, Operation};

/// One way to authenticate: all of its credentials are needed. Empty: none is.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::api) struct SecurityOption {
    pub(in crate::api) credentials: Vec<Credential>,
}

/// One credential of a request.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::api) struct Credential {
    /// Name of the scheme in the description.
    pub(in crate::api) scheme: String,
    pub(in crate::api) kind: Security,
    pub(in crate::api) place: Place,
    /// Name of the header, query parameter or cookie.
    pub(in crate::api) name: String,
    /// What to put there in a sample call: `Bearer <token>`.
    pub(in crate::api) placeholder: String,
    /// What the description says of it.
    pub(in crate::api) description: Option<String>,
}

/// How a credential is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Security {
    ApiKey,
    Basic,
    Bearer,
    Digest,
    OAuth2,
    OpenIdConnect,
    /// Another scheme of HTTP.
    Other,
}

/// The security requirements of the operation, else of the document.
pub(in crate::api) fn security(description: &ApiDescription, operation: &Operation) -> Vec<SecurityOption> {
    let Some((_, value)) = description.written(operation) else { return Vec::new() };
    let all = requirements(description, value);
    alternatives(all.map(|requirement| schemes_of(description, requirement)))
        .into_iter()
        .map(|names| SecurityOption {
            credentials: names.into_iter().filter_map(|name| credential(description, name)).collect(),
        })
        .collect()
}

/// The security requirements of an operation as written, else those of the document.
pub(in crate::api) fn requirements<'a>(
    description: &'a ApiDescription,
    value: &'a Value,
) -> impl Iterator<Item = &'a serde_json::Map<String, Value>> {
    let written = value.get("security").or_else(|| description.root.get("security"));
    written.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

/// The names of the schemes of a requirement.
pub(in crate::api) fn schemes_of<'a>(
    description: &ApiDescription,
    requirement: &'a serde_json::Map<String, Value>,
) -> Vec<&'a str> {
    requirement.keys().map(|key| scheme_named(&description.root, key)).collect()
}

/// The scheme that a key of a requirement means: from version 3.2 on it may be the address of one, when no scheme has it
/// for its name.
pub(in crate::api) fn scheme_named<'k>(root: &Value, key: &'k str) -> &'k str {
    let known = root.pointer("/components/securitySchemes");
    let is_known = |name: &str| known.is_some_and(|known| known.get(name).is_some());
    let named = || {
        let (base, pointer) = key.split_once('#')?;
        let is_here = base.is_empty() || root.get("$self").and_then(Value::as_str) == Some(base);
        pointer.strip_prefix("/components/securitySchemes/").filter(|name| is_here && is_known(name))
    };
    if is_known(key) { key } else { named().unwrap_or(key) }
}

/// The schemes of each requirement, once: generators write the same one for each part of a program that asks for it.
pub(in crate::api) fn alternatives<'a>(all: impl Iterator<Item = Vec<&'a str>>) -> Vec<Vec<&'a str>> {
    let mut once: Vec<Vec<&str>> = Vec::new();
    for names in all {
        if !once.contains(&names) {
            once.push(names);
        }
    }
    once
}

fn credential(description: &ApiDescription, scheme: &str) -> Option<Credential> {
    let written = description.root.get("components")?.get("securitySchemes")?.get(scheme)?;
    let written = description.resolve(written);
    let described = text(written, "description");
    let authorization = |kind: Security, placeholder: &str| Credential {
        scheme: scheme.to_owned(),
        kind,
        place: Place::Header,
        name: "Authorization".to_owned(),
        placeholder: placeholder.to_owned(),
        description: described.clone(),
    };
    Some(match written.get("type").and_then(Value::as_str)? {
        "apiKey" => {
            let name = text(written, "name")?;
            let place = Place::of(written.get("in")?.as_str()?)?;
            Credential {
                scheme: scheme.to_owned(),
                kind: Security::ApiKey,
                place,
                description: described,
                name,
                placeholder: "<api-key>".to_owned(),
            }
        }
        "http" => match written_scheme(written).to_lowercase().as_str() {
            "basic" => authorization(Security::Basic, "Basic <encoded-value>"),
            "bearer" => authorization(Security::Bearer, "Bearer <token>"),
            "digest" => authorization(Security::Digest, "Digest <credentials>"),
            _ => authorization(Security::Other, &format!("{} <credentials>", written_scheme(written))),
        },
        kind @ ("oauth2" | "openIdConnect") => authorization(
            if kind == "oauth2" { Security::OAuth2 } else { Security::OpenIdConnect },
            "Bearer <token>",
        ),
        _ => return None,
    })
}

/// The scheme of HTTP as its author writes it.
fn written_scheme(written: &Value) -> String {
    text(written, "scheme").unwrap_or_default()
}
