//! Page bodies of operations and channels, built from our syntax tree.
//!
//! A body uses the components that authors use (`ParamField`, `Expandable`, `Tabs` …), and two of its own:
//! `ApiEndpoint` (attributes `method`, `path`, `server`) and `Markdown` (attribute `source`: Markdown of the
//! description that the renderer parses; `role="description"` marks the description of the operation itself).
//! `x-mint.content` is not part of the body: the caller parses it like a page and puts it before.

use serde_json::Value as Json;

use self::fields::{Requirement, Row, RowKind, Rows};
use self::markup::{code, code_block, element, labelled, markdown, paragraph, section, string, switch, text};
use super::request::{self, Body, Parameter, Place, Response, SecurityOption};
use super::schema::Direction;
use super::{ApiDescription, Channel, Operation, OperationKind, example, playground, sample};
use crate::config::api::{Api, PlaygroundDisplay};
use crate::page::ast::{Node, NodeKind, Value};

mod channel;
mod fields;
mod markup;

/// Most samples that stand under tabs; more are in a menu.
const MOST_TABS: usize = 3;
/// Says that a page was cut for its size.
const CUT_NOTE: &str = "This page does not show every nested field. The description file has all of them.";

/// The body of an operation's page (OAS-40 to OAS-49). At most 5,000 nodes.
pub fn operation_document(description: &ApiDescription, operation: &Operation, settings: &Api) -> Vec<Node> {
    let mut rows = Rows::new(description);
    let is_webhook = operation.kind == OperationKind::Webhook;
    let method = if is_webhook { "WEBHOOK".to_owned() } else { operation.method.to_uppercase() };
    let server = if is_webhook { None } else { request::server(description, operation) };
    let shown = playground::display(settings, operation, server.as_deref());
    let form = matches!(shown, PlaygroundDisplay::Interactive | PlaygroundDisplay::Auth)
        .then(|| playground::operation_data(description, operation, settings));
    let copied = (shown == PlaygroundDisplay::Simple)
        .then(|| format!("{}{}", server.as_deref().unwrap_or_default(), operation.path));
    let mut nodes =
        vec![endpoint(&method, &operation.path, server, operation.deprecated, Trial { form, copied })];
    nodes.extend(operation.description.as_deref().map(page_description));

    let security = if is_webhook { Vec::new() } else { request::security(description, operation) };
    nodes.extend(authorizations(&security));
    rows.count(&nodes);
    let parameters = request::parameters(description, operation);
    for place in Place::ALL {
        nodes.extend(parameter_section(&mut rows, place, &parameters));
    }
    if let Some(body) = request::body(description, operation) {
        nodes.extend(body_section(&mut rows, &body));
    }
    nodes.extend(response_section(&mut rows, &request::responses(description, operation)));
    if rows.was_cut() {
        nodes.push(paragraph(vec![text(CUT_NOTE)]));
    }
    nodes.extend(request_example(description, operation, settings));
    nodes.extend(response_example(description, operation));
    nodes
}

/// The body of a channel's page.
pub fn channel_document(description: &ApiDescription, channel: &Channel) -> Vec<Node> {
    channel::document(description, channel)
}

/// What the line of an operation offers: a form, or its address to copy.
#[derive(Default)]
struct Trial {
    form: Option<Json>,
    copied: Option<String>,
}

/// The line with method and path.
fn endpoint(method: &str, path: &str, server: Option<String>, deprecated: bool, trial: Trial) -> Node {
    let attributes = vec![
        ("method", string(method)),
        ("path", string(path)),
        ("server", server.map(Value::String)),
        ("deprecated", switch(deprecated)),
        ("playground", trial.form.map(|form| Value::String(form.to_string()))),
        ("copied", trial.copied.map(Value::String)),
    ];
    element("ApiEndpoint", attributes, Vec::new())
}

/// The description of the operation or channel itself.
fn page_description(source: &str) -> Node {
    element("Markdown", vec![("source", string(source)), ("role", string("description"))], Vec::new())
}

fn authorizations(options: &[SecurityOption]) -> Vec<Node> {
    let mut fields: Vec<Node> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let optional = options.iter().any(|option| option.credentials.is_empty());
    for credential in options.iter().flat_map(|option| &option.credentials) {
        if seen.contains(&credential.scheme.as_str()) {
            continue;
        }
        seen.push(&credential.scheme);
        let attributes = vec![
            (credential.place.attribute(), string(credential.name.as_str())),
            ("type", string("string")),
            ("required", switch(!optional)),
            ("placeholder", string(credential.placeholder.as_str())),
        ];
        fields.push(element("ParamField", attributes, vec![markdown(&credential.description)]));
    }
    if fields.is_empty() {
        return Vec::new();
    }
    let mut nodes = vec![section("Authorizations")];
    if options.len() > 1 {
        nodes.push(labelled("One of:", options.iter().map(SecurityOption::title)));
    }
    nodes.extend(fields);
    nodes
}

fn parameter_section<'a>(rows: &mut Rows<'a>, place: Place, parameters: &[Parameter<'a>]) -> Vec<Node> {
    let title = match place {
        Place::Path => "Path Parameters",
        Place::Query => "Query Parameters",
        Place::Header => "Headers",
        Place::Cookie => "Cookies",
    };
    let fields: Vec<Node> = parameters
        .iter()
        .filter(|parameter| parameter.place == place)
        .filter_map(|parameter| {
            let row = Row {
                kind: RowKind::Parameter(place.attribute()),
                name: parameter.name,
                required: parameter.required,
                deprecated: parameter.deprecated,
                description: parameter.description.as_deref(),
                parts: parameter.schema.into_iter().collect(),
                example: parameter.stated_example(rows.description()),
            };
            rows.row(&row, Direction::Request, 0)
        })
        .collect();
    if fields.is_empty() {
        return Vec::new();
    }
    std::iter::once(section(title)).chain(fields).collect()
}

fn body_section<'a>(rows: &mut Rows<'a>, body: &Body<'a>) -> Vec<Node> {
    let mut nodes = vec![section("Body")];
    nodes.extend(body.description.as_deref().map(markdown));
    let requirement = if body.required { Requirement::Required } else { Requirement::Optional };
    nodes.extend(media_section(
        rows,
        RowKind::Parameter("body"),
        Direction::Request,
        &body.media,
        requirement,
    ));
    nodes
}

/// The fields of a body: media types with one and the same schema together, different ones in tabs.
fn media_section<'a>(
    rows: &mut Rows<'a>,
    kind: RowKind,
    direction: Direction,
    media: &[(&'a str, &'a Json)],
    requirement: Requirement,
) -> Vec<Node> {
    let mut by_schema: Vec<(Option<&'a Json>, Vec<String>)> = Vec::new();
    for (name, media) in media {
        let schema = media.get("schema");
        match by_schema.iter_mut().find(|(other, _)| *other == schema) {
            Some((_, names)) => names.push((*name).to_owned()),
            None => by_schema.push((schema, vec![(*name).to_owned()])),
        }
    }
    let whole = if direction == Direction::Request { "body" } else { "response" };
    let in_tabs = by_schema.len() > 1;
    let mut parts: Vec<(String, Vec<Node>)> = Vec::new();
    for (schema, names) in by_schema {
        let title = names.join(", ");
        // A tab has the names as its title.
        let mut nodes = if in_tabs { Vec::new() } else { vec![labelled("Media type:", names)] };
        if let Some(schema) = schema {
            nodes.extend(rows.of_value(kind, direction, whole, schema, requirement));
        }
        parts.push((title, nodes));
    }
    tabs(parts)
}

fn response_section<'a>(rows: &mut Rows<'a>, responses: &[Response<'a>]) -> Vec<Node> {
    if responses.is_empty() {
        return Vec::new();
    }
    let kind = RowKind::Response;
    let parts = responses.iter().map(|response| {
        let mut nodes: Vec<Node> = response.description.as_deref().map(markdown).into_iter().collect();
        nodes.extend(media_section(rows, kind, Direction::Response, &response.media, Requirement::Optional));
        (response.status.to_owned(), nodes)
    });
    let parts: Vec<(String, Vec<Node>)> = parts.collect();
    let mut nodes = vec![section("Response")];
    if let [(status, _)] = parts.as_slice() {
        nodes.push(paragraph(vec![code(status.as_str())]));
    }
    nodes.extend(tabs(parts));
    nodes
}

/// Several parts as tabs; a single one as it is.
fn tabs(mut parts: Vec<(String, Vec<Node>)>) -> Vec<Node> {
    if parts.len() == 1 {
        return parts.pop().map(|(_, nodes)| nodes).unwrap_or_default();
    }
    if parts.is_empty() {
        return Vec::new();
    }
    let tabs = parts
        .into_iter()
        .map(|(title, nodes)| element("Tab", vec![("title", string(title))], nodes))
        .collect();
    vec![element("Tabs", vec![("sync", Some(Value::Bool(false)))], tabs)]
}

/// The samples that the description has, then the generated call; a webhook shows its payload.
fn request_example(description: &ApiDescription, operation: &Operation, settings: &Api) -> Option<Node> {
    let mut blocks = code_samples(description, operation);
    match operation.kind {
        OperationKind::Path => {
            let titles: Vec<String> = blocks.iter().filter_map(title_of).collect();
            let samples = sample::samples(description, operation, &settings.examples).into_iter();
            // One that the description has under the same title is the better one.
            let samples =
                samples.filter(|sample| !titles.iter().any(|title| title == sample.language.label()));
            blocks.extend(
                samples
                    .map(|sample| code_block(sample.language.fence(), sample.language.label(), sample.code)),
            );
        }
        OperationKind::Webhook => {
            let body = request::body(description, operation)?;
            let (media_type, media) = request::preferred(&body.media)?;
            let payload = example::stated_or_generated(description, media, Direction::Request)?;
            blocks.push(code_block("json", "Payload", example::printed(&payload, media_type)));
        }
    }
    let dropdown = (blocks.len() > MOST_TABS).then_some(Value::Bool(true));
    (!blocks.is_empty()).then(|| element("RequestExample", vec![("dropdown", dropdown)], blocks))
}

fn title_of(block: &Node) -> Option<String> {
    match &block.kind {
        NodeKind::CodeBlock { meta, .. } => Some(meta.clone()),
        _ => None,
    }
}

/// `x-codeSamples`; members without language or source are left out (OAS-28).
fn code_samples(description: &ApiDescription, operation: &Operation) -> Vec<Node> {
    let Some((_, value)) = description.written(operation) else { return Vec::new() };
    let samples = value.get("x-codeSamples").or_else(|| value.get("x-code-samples")).and_then(Json::as_array);
    samples
        .into_iter()
        .flatten()
        .filter_map(|sample| {
            let lang = sample.get("lang")?.as_str()?;
            let source = sample.get("source")?.as_str()?;
            let label = sample.get("label").and_then(Json::as_str).unwrap_or(lang);
            Some(code_block(&lang.to_lowercase(), label, source.trim_end().to_owned()))
        })
        .collect()
}

/// One example for each status that has a body.
fn response_example(description: &ApiDescription, operation: &Operation) -> Option<Node> {
    let blocks: Vec<Node> = request::responses(description, operation)
        .iter()
        .filter_map(|response| {
            let (media_type, media) = request::preferred(&response.media)?;
            let example = example::stated_or_generated(description, media, Direction::Response)?;
            let lang = match media_type {
                name if example::is_json(name) => "json",
                name if name.contains("xml") => "xml",
                name if name.contains("html") => "html",
                _ if example.is_string() => "text",
                _ => "json",
            };
            Some(code_block(lang, response.status, example::printed(&example, media_type)))
        })
        .collect();
    (!blocks.is_empty()).then(|| element("ResponseExample", Vec::new(), blocks))
}
