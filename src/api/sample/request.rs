//! The request that the samples of an operation make: method, address, headers and body, from parameters with
//! their styles, the first security requirement, and the examples of behaviour 10.4.
//!
//! A value that nobody states stays a placeholder, and so does every secret. Optional parameters are part of the
//! request when the description gives them a value and `api.examples.defaults` asks for `all` (OAS-56).

use serde_json::{Map, Value};

use super::literal::{is_plain_block, must_be_named};
use super::style::{Escape, Shape, Style, escaped, plain};
use super::xml;
use crate::api::example::{self, Detail};
use crate::api::operation::{is_true, plain as as_text, text};
use crate::api::request::{self, Credential, NamedBody, Parameter, Place, Security};
use crate::api::schema::{Direction, Schema};
use crate::api::{ApiDescription, Operation};
use crate::config::api::ExampleDefaults;

/// The server of a description that names none, or only a path (RFC 2606).
pub const NO_SERVER: &str = "https://api.example.com";
/// The name of a file that the reader brings.
pub const EXAMPLE_FILE: &str = "example-file";

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

/// What is sent.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleBody {
    None,
    Json {
        media_type: String,
        value: Value,
        /// The value as it is sent: most languages write it so.
        text: String,
    },
    /// `application/x-www-form-urlencoded`, not encoded yet.
    Form(Vec<(String, String)>),
    Multipart(Vec<Part>),
    Text {
        media_type: String,
        text: String,
    },
    /// A file as it is.
    File {
        media_type: String,
    },
}

/// One part of a multipart body.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub name: String,
    pub content: PartContent,
    /// Only when it is not what a library says by itself.
    pub media_type: Option<String>,
}

/// What a part holds.
#[derive(Clone, Debug, PartialEq)]
pub enum PartContent {
    Text(String),
    /// A file of the reader.
    File,
}

/// What stands between parts that a program writes itself. In lower case: browsers write types so.
pub const BOUNDARY: &str = "boundary-7f3a9c";

impl Part {
    /// What stands before the content: names, type, and an empty line.
    pub fn head(&self) -> String {
        let name = self.name.replace('"', "%22").replace(['\r', '\n'], " ");
        let (file, usual) = match self.content {
            PartContent::File => (format!("; filename=\"{EXAMPLE_FILE}\""), Some("application/octet-stream")),
            PartContent::Text(_) => (String::new(), None),
        };
        let kind = self.media_type.as_deref().or(usual);
        let kind = kind.map(|kind| format!("Content-Type: {kind}\r\n")).unwrap_or_default();
        format!("Content-Disposition: form-data; name=\"{name}\"{file}\r\n{kind}\r\n")
    }
}

/// Whether some part says the type of its text.
pub fn has_typed_texts(parts: &[Part]) -> bool {
    parts.iter().any(|part| part.media_type.is_some() && matches!(part.content, PartContent::Text(_)))
}

/// A form as it is sent, piece by piece, for libraries that say types of files only and give all that has one a name: a
/// server would take a text for a file. `text` writes a text of the language, `file` what stands for the example file
/// behind the text of its head.
pub fn written_form(parts: &[Part], text: fn(&str) -> String, file: &dyn Fn(&str) -> String) -> Vec<String> {
    let piece = |part: &Part| {
        let head = format!("--{BOUNDARY}\r\n{}", part.head());
        match &part.content {
            PartContent::File => file(&text(&head)),
            PartContent::Text(value) => text(&format!("{head}{value}\r\n")),
        }
    };
    let end = text(&format!("--{BOUNDARY}--\r\n"));
    parts.iter().map(piece).chain([end]).collect()
}

/// The type of such a form.
pub fn written_type() -> String {
    format!("multipart/form-data; boundary={BOUNDARY}")
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
            let Some(value) = parameter.sample(description) else { continue };
            let (value, shape) = shape_of(&parameter, value);
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
        made.url = address(request::server(description, operation), &path, &query);
        made
    }

    fn add_header(&mut self, name: &str, value: &str) {
        // Who sends a body says what it is; OpenAPI ignores such parameters, too.
        if !name.eq_ignore_ascii_case("content-type") && !name.is_empty() {
            self.headers.push((header_text(name), header_text(value)));
        }
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

impl SampleBody {
    fn json(media_type: String, value: Value) -> Self {
        let text = json_text(&value);
        Self::Json { media_type, value, text }
    }

    /// The type of the body; a library names that of parts, with what stands between them.
    pub fn media_type(&self) -> Option<&str> {
        match self {
            Self::None | Self::Multipart(_) => None,
            Self::Form(_) => Some("application/x-www-form-urlencoded"),
            Self::Json { media_type, .. } | Self::Text { media_type, .. } | Self::File { media_type } => {
                Some(media_type)
            }
        }
    }

    /// The body as text, when it is sent as it is written.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Json { text, .. } | Self::Text { text, .. } => Some(text),
            _ => None,
        }
    }

    /// A form as it is sent.
    pub fn encoded_form(fields: &[(String, String)]) -> String {
        let pairs = fields.iter().map(|(name, value)| {
            format!("{}={}", escaped(name, Escape::Reserved), escaped(value, Escape::Reserved))
        });
        pairs.collect::<Vec<_>>().join("&")
    }
}

/// JSON over several lines. What would have to be named in a program is named in the JSON, where all can read it.
fn json_text(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    if is_plain_block(&text) {
        return text;
    }
    text.chars().fold(String::with_capacity(text.len() + 16), |mut out, c| {
        match c != '\n' && must_be_named(c) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
        out
    })
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

/// A header cannot hold lines.
fn header_text(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// How a parameter is written; one with `content` is JSON.
fn shape_of(parameter: &Parameter<'_>, value: Value) -> (Value, Shape) {
    let written = parameter.written;
    let in_address = matches!(parameter.place, Place::Path | Place::Query | Place::Cookie);
    let escape = match in_address {
        false => Escape::Nothing,
        true if is_true(written.get("allowReserved")) => Escape::Separators,
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
    (value, written_shape(written, usual, escape))
}

/// How a parameter writes a value, as in `sort=a|b` or `;sort=a,b`; what an address escapes stands as it is, but for spaces.
pub(in crate::api) fn written_as(parameter: &Parameter<'_>, value: Value) -> String {
    let (value, shape) = shape_of(parameter, value);
    let is_spaced = shape.style == Style::SpaceDelimited;
    let shape = Shape { escape: if is_spaced { Escape::Reserved } else { Escape::Nothing }, ..shape };
    if matches!(parameter.place, Place::Path | Place::Header) {
        return shape.inline(parameter.name, &value);
    }
    let pairs = shape.pairs(parameter.name, &value).into_iter();
    pairs.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

/// `style` and `explode` as written, or as they are without.
fn written_shape(written: &Value, usual: Style, escape: Escape) -> Shape {
    let style = text(written, "style").and_then(|name| Style::named(&name)).unwrap_or(usual);
    let explode = written.get("explode").and_then(Value::as_bool).unwrap_or(style == Style::Form);
    Shape { style, explode, escape }
}

/// What stands for a body: what is stated, else what the schema gives.
fn sample_of(description: &ApiDescription, media: &Value, defaults: ExampleDefaults) -> Option<Value> {
    let detail = match defaults {
        ExampleDefaults::All => Detail::All,
        ExampleDefaults::Required => Detail::Required,
    };
    example::stated(description, media)
        .or_else(|| example::with_detail(description, example::schema_of(media)?, Direction::Request, detail))
}

/// The text of a body that is neither JSON nor a form.
pub fn body_text(
    description: &ApiDescription,
    (media_type, media): (&str, &Value),
    defaults: ExampleDefaults,
) -> Option<String> {
    let sample = sample_of(description, media, defaults);
    match body_of(description, (media_type, media), sample, defaults) {
        SampleBody::Text { text, .. } => Some(text),
        _ => None,
    }
}

fn body_of(
    description: &ApiDescription,
    (media_type, media): (&str, &Value),
    sample: Option<Value>,
    defaults: ExampleDefaults,
) -> SampleBody {
    let essence = media_type.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    let typed =
        || if media_type.contains('*') { "application/json".to_owned() } else { media_type.to_owned() };
    if essence.starts_with("multipart/") {
        return SampleBody::Multipart(parts(description, media, sample.as_ref(), defaults));
    }
    if essence == "application/x-www-form-urlencoded" {
        return match sample.map(parsed) {
            Some(Value::String(text)) => SampleBody::Text { media_type: essence, text },
            sample => SampleBody::Form(form(media, sample)),
        };
    }
    // Nothing is said of what it holds: it is no file because of that.
    let sample = sample.or_else(|| {
        let is_unsaid = example::is_json(media_type) && example::schema_of(media).is_none();
        is_unsaid.then(|| Value::Object(Map::new()))
    });
    let Some(sample) = sample else { return SampleBody::File { media_type: binary_type(&essence) } };
    if example::is_json(media_type) {
        return SampleBody::json(typed(), parsed(sample));
    }
    match sample {
        Value::String(text) => SampleBody::Text { media_type: media_type.to_owned(), text },
        value if essence.contains("xml") => {
            let text = xml::document(description, media.get("schema"), &value);
            SampleBody::Text { media_type: media_type.to_owned(), text }
        }
        value if essence.starts_with("text/") => {
            SampleBody::Text { media_type: media_type.to_owned(), text: plain(&value) }
        }
        value if is_lines(&essence) => {
            SampleBody::Text { media_type: media_type.to_owned(), text: lines(&value) }
        }
        value => SampleBody::json(media_type.to_owned(), value),
    }
}

/// Whether each line is a JSON document of its own.
fn is_lines(essence: &str) -> bool {
    ["ndjson", "jsonl", "json-lines", "jsonlines"].iter().any(|name| essence.ends_with(name))
}

/// One line for each item.
fn lines(value: &Value) -> String {
    let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    items.iter().map(|item| format!("{item}\n")).collect()
}

/// Whether a body that may be left out has something that a call without it would lack.
fn must_say(description: &ApiDescription, media: &Value) -> bool {
    let schema = media.get("schema").map(|schema| Schema::of(description, &[schema]));
    example::stated(description, media).is_some() || schema.is_some_and(|schema| !schema.required.is_empty())
}

/// Authors often state a JSON document as text.
fn parsed(sample: Value) -> Value {
    let document = sample.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    document.filter(|value| value.is_object() || value.is_array()).unwrap_or(sample)
}

fn binary_type(essence: &str) -> String {
    if essence.is_empty() || essence.contains('*') {
        "application/octet-stream".to_owned()
    } else {
        essence.to_owned()
    }
}

/// The fields of a form with the styles of `encoding`; members that are objects are JSON unless it says otherwise.
fn form(media: &Value, sample: Option<Value>) -> Vec<(String, String)> {
    let fields = match sample {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let mut pairs = Vec::new();
    for (name, value) in &fields {
        let encoding = media.get("encoding").and_then(|encodings| encodings.get(name));
        if encoding.is_some_and(is_styled) || !holds_objects(value) {
            let shape = written_shape(encoding.unwrap_or(&Value::Null), Style::Form, Escape::Nothing);
            pairs.extend(shape.pairs(name, value));
        } else {
            pairs.push((name.clone(), value.to_string()));
        }
    }
    pairs
}

fn holds_objects(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().any(|item| item.is_object() || item.is_array()),
        _ => false,
    }
}

/// The parts of a multipart body: those of the schema, then what only the example has.
fn parts(
    description: &ApiDescription,
    media: &Value,
    sample: Option<&Value>,
    defaults: ExampleDefaults,
) -> Vec<Part> {
    let schema = media.get("schema").map(|schema| Schema::of(description, &[schema])).unwrap_or_default();
    let mut parts = Vec::new();
    let encoding_of = |name: &str| media.get("encoding")?.get(name);
    let value_parts = |name: &str, value: &Value, media_type: Option<String>| match encoding_of(name) {
        Some(written) if styles_parts(description) && is_styled(written) => {
            let pairs = written_shape(written, Style::Form, Escape::Nothing).pairs(name, value);
            let part = |(name, text)| Part { name, content: PartContent::Text(text), media_type: None };
            pairs.into_iter().map(part).collect()
        }
        _ => parts_of(name, value, media_type),
    };
    let encoding = |name: &str| {
        let written = encoding_of(name)?;
        Some(text(written, "contentType")?.split(',').next()?.trim().to_owned())
            .filter(|name| !name.contains('*'))
    };
    for (name, definitions) in &schema.properties {
        let property = Schema::of(description, definitions);
        let item = (!property.items().is_empty()).then(|| Schema::of(description, property.items()));
        let is_wanted = defaults == ExampleDefaults::All || schema.required.contains(name);
        if property.is_file() || item.is_some_and(|item| item.is_file()) {
            if is_wanted && !property.is_left_out(Direction::Request) {
                let name = (*name).to_owned();
                parts.push(Part { media_type: encoding(&name), name, content: PartContent::File });
            }
        } else if let Some(value) = sample.and_then(|sample| sample.get(name)) {
            parts.extend(value_parts(name, value, encoding(name)));
        }
    }
    let more = sample.and_then(Value::as_object).into_iter().flatten();
    for (name, value) in more.filter(|(name, _)| !schema.properties.iter().any(|(other, _)| other == name)) {
        parts.extend(value_parts(name, value, encoding(name)));
    }
    parts
}

/// Whether `style` and `explode` say how a part is written: version 3.0 has them for forms of the other kind alone.
pub(in crate::api) fn styles_parts(description: &ApiDescription) -> bool {
    !description.version.starts_with("3.0")
}

fn is_styled(encoding: &Value) -> bool {
    ["style", "explode"].iter().any(|key| encoding.get(*key).is_some())
}

/// A list is one part for each of its items; what holds others is JSON.
fn parts_of(name: &str, value: &Value, media_type: Option<String>) -> Vec<Part> {
    let part = |value: &Value| match value {
        Value::Object(_) | Value::Array(_) => Part {
            name: name.to_owned(),
            content: PartContent::Text(value.to_string()),
            media_type: Some(media_type.clone().unwrap_or_else(|| "application/json".to_owned())),
        },
        value => Part {
            name: name.to_owned(),
            content: PartContent::Text(plain(value)),
            media_type: media_type.clone(),
        },
    };
    match value {
        Value::Array(items) => items.iter().map(part).collect(),
        value => vec![part(value)],
    }
}
