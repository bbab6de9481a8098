//! What the form of the playground needs to know of an operation or a channel (PLAY-01 to PLAY-09): servers,
//! credentials, parameters and bodies with their schemas, references resolved.
//!
//! The data stand in the page as JSON that nothing reads until the form is opened: a file beside each page would cost
//! a request when it is opened, and every build an output more. They are small, as texts that the page shows are not
//! said again, and bounded: what lies deeper is edited as JSON.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::handwritten::PLACEHOLDER;
use super::operation::text;
use super::request::{self, Parameter};
use super::sample::{self, Language};
use super::schema::{Direction, Discriminator, Schema};
use super::{ApiDescription, Operation, OperationKind, example};
use crate::config::api::{Api, ExampleDefaults, PlaygroundDisplay};

mod channel;
mod servers;

pub use channel::channel_data;
pub use servers::server_addresses;
use servers::{server, servers};

/// Most schemas in the data of one page.
const MAX_SCHEMAS: usize = 400;
/// Most parts and fields of schemas that are looked at for it, those included that are left out.
const MAX_WORK: usize = 20_000;
/// Deepest nesting of schemas.
const MAX_DEPTH: usize = 8;
/// Most members of a choice that are offered.
const MAX_MEMBERS: usize = 200;
/// Most values of a list that are offered: countries, currencies, time zones. Of more, any text is taken.
const MAX_VALUES: usize = 1_000;
/// Most choices of one member each that lie in one another.
const MAX_WRAPPED: usize = 16;
/// Largest example that is put into the form, in bytes.
const MAX_VALUE: usize = 8_000;

/// What the form can write its request in.
const WRITTEN: [Language; 5] =
    [Language::Curl, Language::Python, Language::JavaScript, Language::Node, Language::TypeScript];

/// Keywords that decide which values are right.
const CHECKED: &[&str] = &[
    "format",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
];

/// Keywords that are either true or not worth a word: what is to be marked, and what is not to be kept.
const MARKED: &[&str] = &["deprecated", "writeOnly"];

/// Whether a page of an operation has a form; without one its address can be copied (PLAY-01).
pub fn is_offered(settings: &Api, operation: &Operation) -> bool {
    // Nobody calls a webhook from here.
    operation.kind == OperationKind::Path
        && matches!(settings.playground.display, PlaygroundDisplay::Interactive | PlaygroundDisplay::Auth)
}

/// The value of `playground` in front matter.
pub fn named(name: &str) -> Option<PlaygroundDisplay> {
    Some(match name {
        "interactive" => PlaygroundDisplay::Interactive,
        "simple" => PlaygroundDisplay::Simple,
        "none" => PlaygroundDisplay::None,
        "auth" => PlaygroundDisplay::Auth,
        _ => return None,
    })
}

/// The data of an operation: as deep as all of it fits alike.
pub fn operation_data(description: &ApiDescription, operation: &Operation, settings: &Api) -> Value {
    let mut data = Value::Null;
    for deepest in (1..=MAX_DEPTH).rev() {
        let mut form = Form::new(description, settings, deepest);
        data = data_at(&mut form, operation, settings);
        if !form.is_full() {
            break;
        }
    }
    data
}

fn data_at(form: &mut Form<'_>, operation: &Operation, settings: &Api) -> Value {
    let description = form.description;
    let options = request::security(description, operation);
    let credentials: Vec<_> = options.iter().flat_map(|option| option.credentials.clone()).collect();
    let parameters: Vec<Value> = request::sent_parameters(description, operation, &credentials)
        .iter()
        .filter(|parameter| {
            !parameter.name.eq_ignore_ascii_case("content-type") || parameter.place != request::Place::Header
        })
        .map(|parameter| form.parameter(parameter))
        .collect();
    let mut schemes = Map::new();
    for credential in &credentials {
        if let Some(scheme) = scheme(description, &credential.scheme) {
            schemes.insert(credential.scheme.clone(), scheme);
        }
    }
    let security: Vec<Vec<&str>> = options
        .iter()
        .map(|option| option.credentials.iter().map(|credential| credential.scheme.as_str()).collect())
        .collect();
    let mut data = json!({
        "method": operation.method.to_uppercase(),
        "path": operation.path,
        "servers": servers(description, operation),
    });
    let body = request::body(description, operation);
    let body = body.map(|body| {
        let media: Vec<Value> = body.media.iter().map(|(name, media)| form.media(name, media)).collect();
        json!({ "required": body.required, "media": media })
    });
    let members = [
        ("parameters", (!parameters.is_empty()).then_some(Value::Array(parameters))),
        ("security", (!security.is_empty()).then(|| json!(security))),
        ("schemes", (!schemes.is_empty()).then_some(Value::Object(schemes))),
        ("body", body),
        ("proxy", (!settings.playground.proxy).then_some(json!(false))),
        ("credentials", settings.playground.credentials.then_some(json!(true))),
        ("languages", sample_languages(settings)),
    ];
    add(&mut data, members);
    data
}

/// What the form writes its request in, as the site orders it; of the others it knows nothing. Without a choice of the
/// site it has its own (OAS-55).
fn sample_languages(settings: &Api) -> Option<Value> {
    settings
        .examples
        .languages
        .as_ref()
        .filter(|names| names.iter().any(|name| Language::named(name).is_some()))?;
    let chosen = sample::languages(&settings.examples).into_iter();
    let known = chosen.filter(|language| WRITTEN.contains(language));
    Some(json!(known.map(Language::label).collect::<Vec<_>>()))
}

struct Form<'a> {
    description: &'a ApiDescription,
    prefill: bool,
    defaults: ExampleDefaults,
    schemas: usize,
    work: usize,
    deepest: usize,
    /// Whether what is described is sent as JSON, which has no place for the bytes of a file.
    is_json: bool,
    open: Vec<&'a str>,
}

impl<'a> Form<'a> {
    fn new(description: &'a ApiDescription, settings: &Api, deepest: usize) -> Self {
        Self {
            description,
            prefill: settings.examples.prefill,
            defaults: settings.examples.defaults,
            schemas: 0,
            work: 0,
            deepest,
            is_json: false,
            open: Vec::new(),
        }
    }

    /// Whether nothing more has room.
    fn is_full(&self) -> bool {
        self.schemas > MAX_SCHEMAS || self.work > MAX_WORK
    }

    /// Parts as one schema, counted.
    fn merge(&mut self, parts: &[&'a Value]) -> Schema<'a> {
        let schema = Schema::of(self.description, parts);
        self.work += schema.merged + schema.properties.len();
        schema
    }

    fn parameter(&mut self, parameter: &Parameter<'a>) -> Value {
        let written = parameter.written;
        let mut made = json!({ "in": parameter.place.attribute(), "name": parameter.name });
        let stated = self.prefill.then(|| parameter.stated_example(self.description)).flatten();
        let members = [
            ("required", parameter.required.then_some(json!(true))),
            ("deprecated", written.get("deprecated").filter(|flag| **flag == json!(true)).cloned()),
            ("style", text(written, "style").map(Value::String)),
            ("explode", written.get("explode").filter(|value| value.is_boolean()).cloned()),
            ("reserved", parameter.keeps_reserved(self.description).then_some(json!(true))),
            ("json", written.get("content").is_some().then_some(json!(true))),
            ("value", stated.filter(is_small)),
            ("schema", parameter.schema.map(|schema| self.schema(&[schema], 0))),
        ];
        add(&mut made, members);
        made
    }

    fn media(&mut self, name: &str, media: &'a Value) -> Value {
        self.is_json =
            example::is_json(name) && !(name == "*/*" && request::is_file(self.description, name, media));
        let mut made = json!({ "type": name });
        let schema = match request::is_unsaid_file(name, example::schema_of(media)) {
            true => Some(json!({ "type": "string", "format": "binary" })),
            false => media.get("schema").map(|schema| self.schema(&[schema], 0)),
        };
        let stated = self.prefill.then(|| example::stated(self.description, media)).flatten();
        // What has no fields is a text, and stands here as in the sample.
        let is_known = stated.is_some() || schema.as_ref().is_some_and(has_value);
        let text = (self.prefill && is_known && !has_fields(name)).then(|| {
            sample::body::body_text(self.description, (name, media), self.defaults).map(Value::String)
        });
        let has_styles = !name.starts_with("multipart/") || sample::body::styles_parts(self.description);
        let encoding = media.get("encoding").and_then(Value::as_object).map(|encodings| {
            let kept = encodings.iter().map(|(name, encoding)| {
                let keys: &[&str] = match has_styles {
                    true => &["contentType", "style", "explode"],
                    false => &["contentType"],
                };
                let kept =
                    keys.iter().filter_map(|key| Some(((*key).to_owned(), encoding.get(*key)?.clone())));
                (name.clone(), Value::Object(kept.collect()))
            });
            Value::Object(kept.collect())
        });
        let members = [
            ("schema", schema),
            ("encoding", encoding),
            ("examples", self.named_examples(media)),
            ("value", text.flatten().or(stated).filter(is_small)),
        ];
        add(&mut made, members);
        made
    }

    /// Named examples to choose from, where there are several.
    fn named_examples(&self, media: &'a Value) -> Option<Value> {
        let mut room = MAX_VALUE;
        let written = media.get("examples").filter(|examples| examples.is_object());
        let all = written.map(|_| example::choices(self.description, media, Direction::Request));
        let fit = all.into_iter().flatten().filter_map(|one| {
            room = room.checked_sub(one.value.to_string().len())?;
            Some(json!({ "name": one.label?, "value": one.value }))
        });
        let fit: Vec<Value> = fit.collect();
        (fit.len() > 1).then_some(Value::Array(fit))
    }

    /// A schema without references; `{}` where it is cut, so that the form has JSON there.
    fn schema(&mut self, parts: &[&'a Value], depth: usize) -> Value {
        if self.is_full() {
            return json!({});
        }
        let schema = self.merge(parts);
        self.merged(&schema, depth)
    }

    fn merged(&mut self, schema: &Schema<'a>, depth: usize) -> Value {
        let repeats = schema.identity().iter().any(|reference| self.open.contains(reference));
        if repeats || depth > self.deepest {
            return json!({});
        }
        self.schemas += 1;
        if self.schemas > MAX_SCHEMAS {
            return json!({});
        }
        let before = self.open.len();
        self.open.extend(schema.identity());
        let made = self.members(schema, depth);
        self.open.truncate(before);
        made
    }

    fn members(&mut self, outer: &Schema<'a>, depth: usize) -> Value {
        let inner = self.only_members(outer);
        if inner.iter().any(|schema| schema.identity().iter().any(|reference| self.open.contains(reference)))
        {
            return json!({});
        }
        self.open.extend(inner.iter().flat_map(|schema| schema.identity()));
        let layers: Vec<&Schema<'a>> = std::iter::once(outer).chain(&inner).collect();
        let mut made = self.limits(&layers);
        let schema = inner.last().unwrap_or(outer);
        let discriminator = Discriminator::of(schema);
        let (choices, are_children) = self.choices(schema, discriminator.as_ref());
        // What all of them have is asked for once: below the choice.
        let children = choices.iter().flatten().filter(|_| are_children);
        let fields: Vec<BTreeSet<&str>> =
            children.map(|child| child.schema.properties.iter().map(|(known, _)| *known).collect()).collect();
        let in_members = |name: &str| !fields.is_empty() && fields.iter().all(|all| all.contains(name));
        let own: Vec<_> = schema.properties.iter().filter(|(name, _)| !in_members(name)).collect();
        let mut alternatives = choices.into_iter().map(|members| self.alternatives(members, depth));
        if let Some(first) = alternatives.next() {
            // Whoever chooses in one of them has said nothing of the others.
            let others: Vec<Value> = alternatives.map(|members| json!({ "oneOf": members })).collect();
            made.insert("oneOf".to_owned(), first);
            made.extend((!others.is_empty()).then(|| ("also".to_owned(), json!(others))));
            let property = discriminator.map(|chosen| chosen.property);
            made.extend(property.map(|property| ("discriminator".to_owned(), json!(property))));
        }
        let mut required: Vec<&str> = Vec::new();
        let mut properties = Map::new();
        for (name, definitions) in own {
            if self.is_full() {
                // The field is there, of what kind is not told.
                properties.insert((*name).to_owned(), json!({}));
                continue;
            }
            let below = self.merge(definitions);
            if below.is_left_out(Direction::Request) {
                continue;
            }
            if schema.required.contains(name) {
                required.push(name);
            }
            properties.insert((*name).to_owned(), self.merged(&below, depth + 1));
        }
        if !required.is_empty() {
            made.insert("required".to_owned(), json!(required));
        }
        if !properties.is_empty() {
            made.insert("properties".to_owned(), Value::Object(properties));
        }
        match schema.keyword("additionalProperties") {
            Some(Value::Bool(true)) => drop(made.insert("additionalProperties".to_owned(), json!({}))),
            Some(below @ Value::Object(_)) => {
                let below = self.schema(&[below], depth + 1);
                made.insert("additionalProperties".to_owned(), below);
            }
            _ => {}
        }
        if !schema.items().is_empty() {
            let items = self.schema(schema.items(), depth + 1);
            made.insert("items".to_owned(), items);
        }
        if let Some(items) = schema.keyword("prefixItems").and_then(Value::as_array) {
            let items: Vec<Value> = items.iter().map(|item| self.schema(&[item], depth + 1)).collect();
            made.insert("prefixItems".to_owned(), Value::Array(items));
        }
        Value::Object(made)
    }

    /// `oneOf` with a name for each, and the value of the discriminator that means it.
    fn alternatives(&mut self, members: Vec<Member<'a>>, depth: usize) -> Value {
        let made = members.into_iter().map(|Member { title, value, schema }| {
            let mut made = json!({ "title": title });
            let below = (!self.is_full()).then(|| {
                self.work += schema.merged + schema.properties.len();
                self.merged(&schema, depth + 1)
            });
            add(&mut made, [("value", value.map(Value::String)), ("schema", below)]);
            made
        });
        Value::Array(made.collect())
    }

    /// What a schema is, that is nothing but a choice of one: as generators write what may be `null`. The last is the
    /// one that says what it is.
    fn only_members(&mut self, schema: &Schema<'a>) -> Vec<Schema<'a>> {
        let mut found: Vec<Schema<'a>> = Vec::new();
        while found.len() < MAX_WRAPPED {
            let Some(only) = only_member(found.last().unwrap_or(schema)) else { break };
            let only = self.merge(&[only]);
            found.push(only);
        }
        found
    }

    /// Types, limits and values; what stands nearer is right.
    fn limits(&self, layers: &[&Schema<'a>]) -> Map<String, Value> {
        let mut made = Map::new();
        let keyword =
            |key: &str| layers.iter().find_map(|schema| schema.keyword(key)).filter(|value| is_small(value));
        let types = layers.iter().rev().map(|schema| schema.types()).find(|types| !types.is_empty());
        match types.as_deref() {
            None => {}
            Some([one]) => drop(made.insert("type".to_owned(), json!(one))),
            Some(several) => drop(made.insert("type".to_owned(), json!(several))),
        }
        if layers.iter().any(|schema| schema.allows_null()) {
            made.insert("nullable".to_owned(), json!(true));
        }
        let checked = CHECKED.iter().filter_map(|key| Some(((*key).to_owned(), keyword(key)?.clone())));
        made.extend(checked);
        let marked = MARKED.iter().filter(|key| keyword(key) == Some(&Value::Bool(true)));
        made.extend(marked.map(|key| ((*key).to_owned(), json!(true))));
        let is_file = layers.iter().any(|schema| schema.is_file());
        if is_file && !self.is_json {
            made.insert("type".to_owned(), json!("string"));
            made.insert("format".to_owned(), json!("binary"));
        } else if is_file || keyword("contentEncoding").is_some_and(|value| value == "base64") {
            made.insert("format".to_owned(), json!("byte"));
        }
        if let Some(values) = layers.iter().find_map(|schema| schema.enumerated()) {
            let small: Vec<&&Value> = values.iter().filter(|value| is_small(value)).collect();
            if small.len() <= MAX_VALUES && small.len() == values.len() {
                made.insert("enum".to_owned(), json!(small));
            }
        }
        made.extend(keyword("default").map(|value| ("default".to_owned(), value.clone())));
        let hint = keyword(PLACEHOLDER).filter(|hint| hint.is_string());
        made.extend(hint.map(|hint| ("placeholder".to_owned(), hint.clone())));
        if self.prefill {
            // The first of several values is what few calls mean.
            let given = || layers.iter().find_map(|schema| example::given_value(schema)).cloned();
            let value = keyword("x-default").cloned().or_else(given);
            made.extend(value.filter(is_small).map(|value| ("value".to_owned(), value)));
        }
        made
    }

    /// The members of each choice, one for each value that names it; `true` when they are what extends the schema.
    fn choices(
        &self,
        schema: &Schema<'a>,
        discriminator: Option<&Discriminator<'a>>,
    ) -> (Vec<Vec<Member<'a>>>, bool) {
        let named =
            |value: String, schema: Schema<'a>| Member { title: value.clone(), value: Some(value), schema };
        let mut choices = Vec::new();
        for choice in &schema.choices {
            let mut members = Vec::new();
            for alternative in &choice.members {
                let own = schema.member(self.description, alternative);
                let values = discriminator
                    .map(|chosen| chosen.values_of(self.description, alternative, &own))
                    .unwrap_or_default();
                if values.is_empty() {
                    members.push(Member { title: own.name(self.description), value: None, schema: own });
                } else {
                    members.extend(values.into_iter().map(|value| named(value, own.clone())));
                }
            }
            choices.push(members);
        }
        if !choices.is_empty() {
            return (choices, false);
        }
        let children = discriminator.into_iter().flat_map(|chosen| chosen.children(self.description, schema));
        // A base may be one of its own.
        let children = children.filter(|(_, child)| !is_same(child, schema));
        let children: Vec<Member<'a>> =
            children.take(MAX_MEMBERS).map(|(value, child)| named(value, child)).collect();
        (if children.is_empty() { Vec::new() } else { vec![children] }, true)
    }
}

/// The only member of the only choice of a schema that says nothing else of what it holds.
fn only_member<'a>(schema: &Schema<'a>) -> Option<&'a Value> {
    let [choice] = schema.choices.as_slice() else { return None };
    let [only] = choice.members.as_slice() else { return None };
    let is_bare = schema.properties.is_empty()
        && schema.items().is_empty()
        && ["additionalProperties", "prefixItems", "discriminator"]
            .iter()
            .all(|key| schema.keyword(key).is_none());
    is_bare.then_some(*only)
}

/// One member of a choice.
struct Member<'a> {
    title: String,
    /// What the discriminator says when it is meant.
    value: Option<String>,
    schema: Schema<'a>,
}

/// Whether both are what one name stands for.
fn is_same(one: &Schema<'_>, other: &Schema<'_>) -> bool {
    one.identity().iter().any(|reference| other.identity().contains(reference))
}

/// Whether the form asks for each part of a body of a kind by itself.
fn has_fields(media_type: &str) -> bool {
    example::is_json(media_type)
        || media_type.starts_with("multipart/")
        || media_type.starts_with("application/x-www-form-urlencoded")
}

/// Whether a schema of the form has a value, or anything in it.
fn has_value(schema: &Value) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    let choices = schema.get("oneOf").and_then(Value::as_array);
    schema.get("value").is_some()
        || ["items", "additionalProperties"].iter().filter_map(|key| schema.get(key)).any(has_value)
        || properties.into_iter().flat_map(Map::values).any(has_value)
        || choices.into_iter().flatten().filter_map(|choice| choice.get("schema")).any(has_value)
}

fn is_small(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() <= MAX_VALUE,
        Value::Array(_) | Value::Object(_) => value.to_string().len() <= MAX_VALUE,
        _ => true,
    }
}

fn add<const N: usize>(object: &mut Value, members: [(&str, Option<Value>); N]) {
    if let Some(object) = object.as_object_mut() {
        object.extend(members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
    }
}

/// A security scheme as far as a form needs it.
fn scheme(description: &ApiDescription, name: &str) -> Option<Value> {
    let written = description.root.get("components")?.get("securitySchemes")?.get(name)?;
    let written = description.resolve(written);
    let mut made = json!({});
    let flows = written.get("flows").and_then(Value::as_object).map(|flows| {
        let flows = flows.iter().filter(|(_, flow)| flow.is_object()).map(|(name, flow)| {
            let keys = ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"];
            let mut kept: Map<String, Value> =
                keys.iter().filter_map(|key| Some(((*key).to_owned(), flow.get(*key)?.clone()))).collect();
            let scopes = flow.get("scopes").and_then(Value::as_object);
            let scopes: Vec<&String> =
                scopes.into_iter().flatten().map(|(scope, _)| scope).take(MAX_VALUES).collect();
            kept.insert("scopes".to_owned(), json!(scopes));
            (name.clone(), Value::Object(kept))
        });
        Value::Object(flows.collect())
    });
    let string = |key: &str| text(written, key).map(Value::String);
    add(
        &mut made,
        [
            ("type", string("type")),
            ("scheme", string("scheme")),
            ("in", string("in")),
            ("name", string("name")),
            ("openIdConnectUrl", string("openIdConnectUrl")),
            ("flows", flows),
            ("value", written.get("x-default").cloned().filter(is_small)),
        ],
    );
    Some(made)
}
