//! The body of a sample request: as JSON, as a form, in parts, as another text, or a file.
//!
//! What is written in a program is for the languages; here stands what is sent.

use serde_json::{Map, Value};

use super::literal::{is_plain_block, must_be_named};
use super::request::written_shape;
use super::style::{Escape, Style, escaped, plain};
use super::xml;
use crate::api::ApiDescription;
use crate::api::example::{self, Detail};
use crate::api::operation::text;
use crate::api::request;
use crate::api::schema::{Direction, Schema, essence, is_binary_media_type};
use crate::config::api::ExampleDefaults;

/// The name of a file that the reader brings.
pub const EXAMPLE_FILE: &str = "example-file";
/// What stands for the content of a file in a text.
const FILE_CONTENT: &str = "<file>";

/// What a part of a form is.
const FIELD: &str = "form-data";
/// The kind of parts that forms are sent in.
const FORM: &str = "multipart/form-data";
/// How deep alternatives of a part are looked at for a file, and how many of each.
const MAX_CHOICES: usize = 3;
const MAX_MEMBERS: usize = 20;

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
    /// `multipart/form-data`, which libraries write.
    Multipart(Vec<Part>),
    /// Parts of another kind, such as `multipart/related`, and all of them as one text: few libraries write them.
    Parts {
        media_type: String,
        parts: Vec<Part>,
        text: String,
    },
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
        self.head_as(FIELD)
    }

    fn head_as(&self, disposition: &str) -> String {
        let name = self.name.replace('"', "%22").replace(['\r', '\n'], " ");
        let (file, usual) = match self.content {
            PartContent::File => (format!("; filename=\"{EXAMPLE_FILE}\""), Some("application/octet-stream")),
            PartContent::Text(_) => (String::new(), None),
        };
        let kind = self.media_type.as_deref().or(usual);
        let kind = kind.map(|kind| format!("Content-Type: {kind}\r\n")).unwrap_or_default();
        if name.is_empty() {
            return format!("{kind}\r\n");
        }
        format!("Content-Disposition: {disposition}; name=\"{name}\"{file}\r\n{kind}\r\n")
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
    pieces(parts, FIELD, text, file)
}

fn pieces(
    parts: &[Part],
    disposition: &str,
    text: fn(&str) -> String,
    file: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let piece = |part: &Part| {
        let head = format!("--{BOUNDARY}\r\n{}", part.head_as(disposition));
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
    format!("{FORM}; boundary={BOUNDARY}")
}

impl SampleBody {
    fn json(media_type: String, value: Value) -> Self {
        let text = json_text(&value);
        Self::Json { media_type, value, text }
    }

    /// Parts of a kind that is no form. What a file holds is for the reader to put there.
    fn in_parts(kind: &str, parts: Vec<Part>) -> Self {
        let file = |head: &str| format!("{head}{FILE_CONTENT}\r\n");
        let text = pieces(&parts, "attachment", str::to_owned, &file).concat();
        Self::Parts { media_type: format!("{kind}; boundary={BOUNDARY}"), parts, text }
    }

    /// The type of the body; a library names that of parts, with what stands between them.
    pub fn media_type(&self) -> Option<&str> {
        match self {
            Self::None | Self::Multipart(_) => None,
            Self::Form(_) => Some("application/x-www-form-urlencoded"),
            Self::Json { media_type, .. }
            | Self::Parts { media_type, .. }
            | Self::Text { media_type, .. }
            | Self::File { media_type } => Some(media_type),
        }
    }

    /// The body as text, when it is sent as it is written.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Json { text, .. } | Self::Parts { text, .. } | Self::Text { text, .. } => Some(text),
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

/// What stands for a body: what is stated, else what the schema gives.
pub(super) fn sample_of(
    description: &ApiDescription,
    media: &Value,
    defaults: ExampleDefaults,
) -> Option<Value> {
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

pub(super) fn body_of(
    description: &ApiDescription,
    (media_type, media): (&str, &Value),
    sample: Option<Value>,
    defaults: ExampleDefaults,
) -> SampleBody {
    let media_type = within(media_type);
    let essence = essence(&media_type);
    if essence.starts_with("multipart/") {
        // Of a stream, the sample is one of its items.
        let sample = match sample {
            Some(item) if example::is_stream(media) && !item.is_array() => Some(Value::Array(vec![item])),
            sample => sample,
        };
        let parts = parts(description, media, sample.as_ref(), defaults);
        return match essence == FORM {
            true => SampleBody::Multipart(parts),
            false => SampleBody::in_parts(&essence, parts),
        };
    }
    if essence == "application/x-www-form-urlencoded" {
        return match sample.map(parsed) {
            Some(Value::String(text)) => SampleBody::Text { media_type: essence, text },
            sample => SampleBody::Form(form(media, sample)),
        };
    }
    // Nothing is said of what it holds: it is no file because of that.
    let sample = sample.or_else(|| {
        let is_unsaid = example::is_json(&media_type) && example::schema_of(media).is_none();
        is_unsaid.then(|| Value::Object(Map::new()))
    });
    // Where something is known to send, nobody looks at the schema.
    let is_unknown =
        |sample: &Value| example::is_placeholder(sample) && request::is_file(description, &media_type, media);
    let Some(sample) = sample.filter(|sample| !is_unknown(sample)) else {
        return SampleBody::File { media_type: file_type(description, media, media_type) };
    };
    if example::is_json(&media_type) {
        let schema = example::schema_of(media).filter(|_| sample.is_string());
        let is_text = schema.is_some_and(|schema| Schema::of(description, &[schema]).types() == ["string"]);
        return SampleBody::json(media_type, if is_text { sample } else { parsed(sample) });
    }
    match sample {
        Value::String(text) => SampleBody::Text { media_type, text },
        value if essence.contains("xml") => {
            let text = xml::document(description, media.get("schema"), &value);
            SampleBody::Text { media_type, text }
        }
        value => match example::items_as_text(&value, &media_type) {
            Some(text) => SampleBody::Text { media_type, text },
            // The bytes of other forms are for a program to make.
            None if is_binary_form(&essence) => SampleBody::File { media_type },
            None if essence.starts_with("text/") => SampleBody::Text { media_type, text: plain(&value) },
            None => SampleBody::json(media_type, value),
        },
    }
}

/// Whether a media type writes values as bytes.
fn is_binary_form(essence: &str) -> bool {
    let kind = essence.rsplit(['/', '+', '.', '-']).next().unwrap_or_default();
    matches!(kind, "cbor" | "msgpack" | "messagepack" | "protobuf" | "avro" | "bson" | "thrift" | "parquet")
        || is_binary_media_type(essence)
}

/// The usual type of those that a range such as `text/*` names: a request says one type. Files have ranges of their own.
fn within(media_type: &str) -> String {
    match media_type.split_once('*') {
        None => media_type.to_owned(),
        Some(("multipart/", _)) => FORM.to_owned(),
        Some(("text/", _)) => "text/plain".to_owned(),
        Some((_, suffix)) if suffix.starts_with('+') => format!("application/{}", &suffix[1..]),
        Some(("" | "application/", _)) => "application/json".to_owned(),
        Some(_) => media_type.to_owned(),
    }
}

/// The type of a file: of a range, the one that the schema names, if any.
fn file_type(description: &ApiDescription, media: &Value, media_type: String) -> String {
    if !media_type.is_empty() && !media_type.contains('*') {
        return media_type;
    }
    let schema = media.get("schema").map(|schema| Schema::of(description, &[schema]));
    let named = schema.as_ref().and_then(|schema| schema.text("contentMediaType"));
    named.unwrap_or("application/octet-stream").to_owned()
}

/// Whether a body that may be left out has something that a call without it would lack.
pub(super) fn must_say(description: &ApiDescription, media: &Value) -> bool {
    let schema = media.get("schema").map(|schema| Schema::of(description, &[schema]));
    example::stated(description, media).is_some() || schema.is_some_and(|schema| !schema.required.is_empty())
}

/// Authors often state a JSON document as text.
fn parsed(sample: Value) -> Value {
    let document = sample.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    document.filter(|value| value.is_object() || value.is_array()).unwrap_or(sample)
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
        let is_json = encoding.and_then(content_type).is_some_and(|kind| example::is_json(&kind));
        if encoding.is_some_and(is_styled) || !is_json && !holds_objects(value) {
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
    let encoding = |name: &str| encoding_of(name).and_then(content_type);
    for (name, definitions) in &schema.properties {
        let property = Schema::of(description, definitions);
        let is_wanted = defaults == ExampleDefaults::All || schema.required.contains(name);
        let value = sample.and_then(|sample| sample.get(name));
        let says_nothing = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        let is_unsaid = value.is_none_or(says_nothing);
        let file = holds_file(description, &property, if is_unsaid { MAX_CHOICES } else { 0 });
        if let Some(file) = file {
            if is_wanted && !property.is_left_out(Direction::Request) {
                let named = file.text("contentMediaType").map(str::to_owned);
                let (name, media_type) = ((*name).to_owned(), encoding(name).or(named));
                parts.push(Part { media_type, name, content: PartContent::File });
            }
        } else if let Some(value) = value {
            parts.extend(value_parts(name, value, encoding(name)));
        }
    }
    if let Some(Value::Array(items)) = sample {
        let placed = media.get("prefixEncoding").and_then(Value::as_array);
        for (at, item) in items.iter().enumerate() {
            let own = placed.and_then(|placed| placed.get(at)).or_else(|| media.get("itemEncoding"));
            let media_type = own.and_then(content_type);
            let is_file = example::is_placeholder(item)
                && media_type.as_deref().is_some_and(|name| is_binary_form(&essence(name)));
            match is_file {
                true => parts.push(Part { name: String::new(), content: PartContent::File, media_type }),
                false => parts.extend(parts_of("", item, media_type)),
            }
        }
    }
    let more = sample.and_then(Value::as_object).into_iter().flatten();
    for (name, value) in more.filter(|(name, _)| !schema.properties.iter().any(|(other, _)| other == name)) {
        parts.extend(value_parts(name, value, encoding(name)));
    }
    parts
}

/// What says that a property is a file, or a list of files; also in its alternatives, so many of them deep.
fn holds_file<'a>(
    description: &'a ApiDescription,
    property: &Schema<'a>,
    depth: usize,
) -> Option<Schema<'a>> {
    if property.is_file() {
        return Some(property.clone());
    }
    let item = (!property.items().is_empty()).then(|| Schema::of(description, property.items()));
    let below = || {
        let members = property.alternatives().take(if depth > 0 { MAX_MEMBERS } else { 0 });
        let mut members = members.map(|member| property.member(description, member));
        members.find_map(|member| holds_file(description, &member, depth - 1))
    };
    item.filter(Schema::is_file).or_else(below)
}

/// The type that an encoding names first.
fn content_type(encoding: &Value) -> Option<String> {
    Some(text(encoding, "contentType")?.split(',').next()?.trim().to_owned())
        .filter(|name| !name.contains('*'))
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
            content: PartContent::Text(match media_type.as_deref().is_some_and(example::is_json) {
                true => value.to_string(),
                false => plain(value),
            }),
            media_type: media_type.clone(),
        },
    };
    match value {
        Value::Array(items) => items.iter().map(part).collect(),
        value => vec![part(value)],
    }
}
