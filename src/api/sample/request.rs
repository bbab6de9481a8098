//! The request that the samples of an operation make: method, address, headers and body, from parameters with
//! their styles, the first security requirement, and the examples of behaviour 10.4.
//!
//! A value that nobody states stays a placeholder, and so does every secret. Optional parameters are part of the
//! request when the description gives them a value and `api.examples.defaults` asks for `all` (OAS-56).

use serde_json::{Map, Value, json};

use super::body::{SampleBody, body_of, must_say, sample_of};
use super::style::{Escape, Shape, Style, escaped};
use crate::api::example;
use crate::api::operation::{plain as as_text, text};
use crate::api::request::{self, Credential, NamedBody, Parameter, Place, Security};
use crate::api::schema::{Direction, Schema};
use crate::api::{ApiDescription, Operation};
use crate::config::api::ExampleDefaults;

/// The server of a description that names none, or only a path (RFC 2606).
pub const NO_SERVER: &str = "https://api.example.com";
/// A request. Names and values of headers have no control characters; query and path are percent-encoded, but for
/// placeholders.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleRequest {
    /// In upper case.
    pub method: String,
    /// The whole address.
    pub url: String,
    /// Without cookies and the type of the body.
    pub headers: Vec<(String, String)>,
    pub cookies: Vec<(String, String)>,
    /// True when the credentials need an exchange that a header alone cannot do (digest).
    pub digest: bool,
    pub body: SampleBody,
}

impl SampleRequest {
    /// The request of an operation.
    pub fn of(description: &ApiDescription, operation: &Operation, defaults: ExampleDefaults) -> Self {
        let mut made = Self::without_body(description, operation, defaults);
        if let Some(body) = request::body(description, operation)
            && let Some((media_type, media)) = request::preferred(&body.media)
            && (body.required || defaults == ExampleDefaults::All || must_say(description, media))
        {
            let sample = sample_of(description, media, defaults);
            made.body = body_of(description, (media_type, media), sample, defaults);
        }
        made
    }

    /// The same with another body.
    pub(super) fn with_body(
        self,
        description: &ApiDescription,
        body: &NamedBody<'_>,
        defaults: ExampleDefaults,
    ) -> Self {
        let media = (body.media_type, body.media);
        let sample = match body.is_stated {
            true => Some(body.value.clone()),
            false => sample_of(description, body.media, defaults),
        };
        Self { body: body_of(description, media, sample, defaults), ..self }
    }

    /// The same without its body.
    pub(super) fn without_body(
        description: &ApiDescription,
        operation: &Operation,
        defaults: ExampleDefaults,
    ) -> Self {
        let mut path = operation.path.clone();
        let mut query: Vec<(String, String)> = Vec::new();
        let mut made = Self {
            method: header_text(&operation.method.to_uppercase()),
            url: String::new(),
            headers: Vec::new(),
            cookies: Vec::new(),
            digest: false,
            body: SampleBody::None,
        };
        let credentials: Vec<Credential> = request::security(description, operation)
            .into_iter()
            .take(1)
            .flat_map(|o| o.credentials)
            .collect();
        let parameters = request::sent_parameters(description, operation, &credentials);
        for credential in credentials {
            match credential.place {
                Place::Query => query.push((credential.name, credential.placeholder)),
                Place::Cookie => made.cookies.push((credential.name, credential.placeholder)),
                Place::Header | Place::Path if credential.kind == Security::Digest => made.digest = true,
                Place::Header | Place::Path => made.add_header(&credential.name, &credential.placeholder),
            }
        }
        for parameter in parameters {
            let is_said = || defaults == ExampleDefaults::All && parameter.is_worth_saying(description);
            if !parameter.required && !is_said() {
                continue;
            }
            // A placeholder in the path says more than an invented value does.
            if parameter.place == Place::Path && !parameter.has_stated_value(description) {
                continue;
            }
            let Some(value) =
                parameter.sample(description).or_else(|| parameter.required.then(example::anything))
            else {
                continue;
            };
            let value =
                if parameter.required { with_a_member(description, &parameter, value) } else { value };
            let (value, shape) = shape_of(description, &parameter, value);
            match parameter.place {
                Place::Path => {
                    let filled = shape.inline(parameter.name, &value);
                    path = path.replace(&format!("{{{}}}", parameter.name), &filled);
                }
                Place::Query => query.extend(shape.pairs(parameter.name, &value)),
                Place::Header => made.add_header(parameter.name, &shape.inline(parameter.name, &value)),
                Place::Cookie => made.cookies.extend(shape.pairs(parameter.name, &value)),
            }
        }
        if let Some(query) = request::query_document(description, operation)
            && (query.required || defaults == ExampleDefaults::All && query.is_worth_saying(description))
            && let Some(value) = query.sample(description)
        {
            let between = if path.contains('?') { '&' } else { '?' };
            path = format!("{path}{between}{}", escaped(&value.to_string(), Escape::Reserved));
        }
        made.url = address(request::server(description, operation), &path, &query);
        made
    }

    fn add_header(&mut self, name: &str, value: &str) {
        // Who sends a body says what it is; OpenAPI ignores such parameters, too.
        if !name.eq_ignore_ascii_case("content-type") && !name.is_empty() {
            self.headers.push((header_text(name), header_text(value)));
        }
    }

    /// Whether it has a body that many libraries do not send with its method.
    pub(super) fn has_refused_body(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD") && self.body != SampleBody::None
    }

    /// All headers that a library does not add by itself: cookies, and the type of the body unless it is made of
    /// parts.
    pub fn all_headers(&self) -> Vec<(String, String)> {
        let mut headers = self.headers.clone();
        if self.digest {
            headers.push(("Authorization".to_owned(), "Digest <credentials>".to_owned()));
        }
        headers.extend(self.cookie_header());
        headers.extend(self.body.media_type().map(|name| ("Content-Type".to_owned(), header_text(name))));
        headers
    }

    /// The address for a library that takes no placeholder: with these characters as `%XX`, so that a program whose
    /// reader has not filled in everything asks the server rather than stop at the address.
    pub fn url_without(&self, refused: &str) -> String {
        self.url.chars().fold(String::with_capacity(self.url.len()), |mut out, c| {
            match refused.contains(c) {
                true => out.push_str(&crate::text::encode_part(c.encode_utf8(&mut [0; 4]), "")),
                false => out.push(c),
            }
            out
        })
    }

    /// The cookies as one header.
    pub fn cookie_header(&self) -> Option<(String, String)> {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!cookies.is_empty()).then(|| ("Cookie".to_owned(), header_text(&cookies.join("; "))))
    }
}

/// Server, path and query as one address.
fn address(server: Option<String>, path: &str, query: &[(String, String)]) -> String {
    let server = match server {
        Some(server) if server.contains("://") => server,
        Some(server) if server.starts_with("//") => format!("https:{server}"),
        Some(server) if !server.is_empty() => format!("{NO_SERVER}/{}", server.trim_start_matches('/')),
        _ => NO_SERVER.to_owned(),
    };
    // What stands behind `#` tells operations of one path apart, and is never sent.
    let path = path.split('#').next().unwrap_or_default();
    let pairs: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let between = match (pairs.is_empty(), path.contains('?')) {
        (true, _) => "",
        (false, true) => "&",
        (false, false) => "?",
    };
    // Some descriptions write paths without the slash that they begin with.
    let slash = if path.is_empty() || path.starts_with(['/', '?', '#']) { "" } else { "/" };
    let address = format!("{server}{slash}{path}{between}{}", pairs.join("&"));
    let is_bad = |c: char| c.is_control() || c.is_whitespace() || matches!(c, '"' | '\\' | '`');
    address.chars().fold(String::new(), |mut out, c| {
        match is_bad(c) {
            true => out.push_str(&crate::text::encode_part(c.encode_utf8(&mut [0; 4]), "")),
            false => out.push(c),
        }
        out
    })
}

/// An object without members leaves nothing in an address: a parameter that must be there has one of its kind.
fn with_a_member(description: &ApiDescription, parameter: &Parameter<'_>, value: Value) -> Value {
    let is_empty = value.as_object().is_some_and(Map::is_empty);
    if !is_empty || parameter.place == Place::Path || parameter.written.get("content").is_some() {
        return value;
    }
    let schema = parameter.schema.map(|schema| Schema::of(description, &[schema])).unwrap_or_default();
    let member = schema.keyword("additionalProperties").filter(|schema| schema.is_object());
    let member = member.and_then(|schema| example::generated(description, schema, Direction::Request));
    json!({ "<key>": member.unwrap_or_else(example::anything) })
}

/// A header cannot hold lines.
fn header_text(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// How a parameter is written; one with `content` is JSON.
fn shape_of(description: &ApiDescription, parameter: &Parameter<'_>, value: Value) -> (Value, Shape) {
    let written = parameter.written;
    let in_address = matches!(parameter.place, Place::Path | Place::Query | Place::Cookie);
    let escape = match in_address {
        false => Escape::Nothing,
        true if parameter.keeps_reserved(description) => Escape::Separators,
        true => Escape::Reserved,
    };
    let usual = match parameter.place {
        Place::Path | Place::Header => Style::Simple,
        Place::Query | Place::Cookie => Style::Form,
    };
    if written.get("content").is_some() {
        let text = as_text(&value);
        return (Value::String(text), Shape { style: usual, explode: false, escape });
    }
    let parts: Vec<&Value> = parameter.schema.into_iter().collect();
    (joined_within(description, &parts, value, 0), written_shape(written, usual, escape))
}

/// Deepest lists within each other that are written as one text.
const MAX_LISTS: usize = 4;

/// Lists within a list as text: version 2.0 says what stands between their items.
fn joined_within(description: &ApiDescription, parts: &[&Value], value: Value, depth: usize) -> Value {
    let Value::Array(items) = value else { return value };
    let schema = Schema::of(description, parts);
    let inner = Schema::of(description, schema.items());
    let between = match inner.text("collectionFormat") {
        Some("ssv") => " ",
        Some("tsv") => "\t",
        Some("pipes") => "|",
        Some(_) => ",",
        None => return Value::Array(items),
    };
    let joined = |item: Value| match joined_within(description, schema.items(), item, depth + 1) {
        Value::Array(parts) if depth < MAX_LISTS => {
            Value::String(parts.iter().map(as_text).collect::<Vec<_>>().join(between))
        }
        item => item,
    };
    items.into_iter().map(joined).collect()
}

/// How a parameter writes a value, as in `sort=a|b` or `;sort=a,b`; what an address escapes stands as it is, but for spaces.
pub(in crate::api) fn written_as(
    description: &ApiDescription,
    parameter: &Parameter<'_>,
    value: Value,
) -> String {
    let (value, shape) = shape_of(description, parameter, value);
    let is_spaced = shape.style == Style::SpaceDelimited;
    let shape = Shape { escape: if is_spaced { Escape::Reserved } else { Escape::Nothing }, ..shape };
    if matches!(parameter.place, Place::Path | Place::Header) {
        return shape.inline(parameter.name, &value);
    }
    let pairs = shape.pairs(parameter.name, &value).into_iter();
    pairs.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

/// `style` and `explode` as written, or as they are without.
pub(super) fn written_shape(written: &Value, usual: Style, escape: Escape) -> Shape {
    let style = text(written, "style").and_then(|name| Style::named(&name)).unwrap_or(usual);
    let explode = written.get("explode").and_then(Value::as_bool).unwrap_or(style == Style::Form);
    Shape { style, explode, escape }
}
