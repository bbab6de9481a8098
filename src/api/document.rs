//! Page bodies of operations and channels, built from our syntax tree.
//!
//! A body uses the components that authors use (`ParamField`, `Expandable`, `Tabs` …), and two of its own:
//! `ApiEndpoint` (attributes `method`, `path`, `server`) and `Markdown` (attribute `source`: Markdown of the
//! description that the renderer parses; `role="description"` marks the description of the operation itself).
//! `x-mint.content` is not part of the body: the caller parses it like a page and puts it before.

use std::rc::Rc;

use serde_json::Value as Json;

use self::fields::{Place as RowPlace, Requirement, Row, RowKind, Rows};
use self::known::Known;
pub use self::markup::is_in_line;
use self::markup::{
    code, code_block, element, labelled, link, literal, markdown, paragraph, section, sentence, string,
    switch, text,
};
use self::parameters::parameter_section;
use self::room::Part;
use super::handwritten::Handwritten;
use super::request::{self, Body, Form, Place, Response};
use super::schema::Direction;
use super::words::{ENGLISH, Words};
use super::{ApiDescription, Channel, Operation, OperationKind, example, part, sample};
use crate::config::api::Api;
use crate::page::ast::{Element, Node, NodeKind, Value};
use crate::page::description::plain_text;
use crate::source::category::is_of_tools;
use crate::text::encode_path;

mod callbacks;
mod changes;
mod channel;
mod choices;
mod facts;
mod fields;
mod graphql;
mod header;
mod known;
mod links;
mod located;
mod markup;
mod model;
mod parameters;
mod repeats;
mod room;
mod security;
mod tag;

pub use changes::document as changes_document;
pub use graphql::document as graphql_document;
pub use model::{document as model_document, fields as schema_document};
pub use tag::document as tag_document;

/// Most samples that stand under tabs; more are in a menu.
const MOST_SAMPLE_TABS: usize = 3;
/// Most examples of responses that stand under tabs; more are in a menu.
const MOST_EXAMPLE_TABS: usize = 5;

/// How pages are made: what the site says about them, and the words of their language.
#[derive(Clone, Copy)]
pub struct Manner<'a> {
    pub settings: &'a Api,
    pub words: &'a Words,
}

impl<'a> Manner<'a> {
    /// In English.
    pub fn english(settings: &'a Api) -> Self {
        Self { settings, words: &ENGLISH }
    }
}

/// The body of an operation's page (OAS-40 to OAS-49). At most 5,000 nodes.
pub fn operation_document(
    description: &ApiDescription,
    operation: &Operation,
    manner: Manner<'_>,
) -> Vec<Node> {
    let mut head = header::operation(description, operation, manner);
    head.extend(operation.description.as_deref().map(page_description));
    head.extend(header::external_docs(description, operation));
    if operation.kind == OperationKind::Path {
        head.extend(security::authorizations(description, operation, manner.words));
    }
    let about = (located::roots_of(description, operation), head);
    let (mut nodes, is_cut) =
        Rows::fitted(description, manner, about, &|rows| operation_rows(rows, operation));
    // Generators say of the body of a webhook what they said of the webhook.
    if let Some(said) = operation.description.as_deref() {
        nodes.retain(|node| is_page_description(node) || !is_markdown(node, said));
    }
    if is_cut {
        nodes.push(cut_note(description, manner.words));
    }
    nodes.extend(request_example(description, operation, manner));
    nodes.extend(response_example(description, operation));
    nodes
}

/// Whether a node is this text of the description.
fn is_markdown(node: &Node, source: &str) -> bool {
    let says = |element: &Element| element.text_prop("source").is_some_and(|own| own.trim() == source.trim());
    node.element().is_some_and(|element| element.name == "Markdown" && says(element))
}

/// The fields of a schema that has no room in the pages that show it.
pub fn part_document(
    description: &ApiDescription,
    reference: &str,
    direction: Direction,
    manner: Manner<'_>,
) -> Vec<Node> {
    let (kind, side) = match direction {
        Direction::Request => (RowKind::Parameter("body"), Part::Request),
        Direction::Response => (RowKind::Response, Part::Response),
    };
    let place = RowPlace::new(kind, direction, part::FIELDS);
    let (mut nodes, is_cut) = Rows::fitted_part(description, manner, reference, &|rows| {
        rows.begin(side);
        rows.anchors.insert(part::FIELDS.to_owned());
        let Some((parts, schema)) = part::definitions(description, reference) else { return Vec::new() };
        let schema = Rc::new(Known::new(schema));
        rows.of_schema(&place, part::FIELDS, (&parts, schema), Requirement::Optional)
    });
    if is_cut {
        nodes.push(cut_note(description, manner.words));
    }
    nodes
}

/// Says that a page was cut for its size, and where the rest is.
fn cut_note(description: &ApiDescription, words: &Words) -> Node {
    let name = text(&words.description_file);
    let file = match description.main().address() {
        Some(address) => link(address, vec![name]),
        // It is not published.
        None if is_of_tools(&description.path) => name,
        None => link(&encode_path(&format!("/{}", description.path)), vec![name]),
    };
    paragraph(sentence(&words.not_all_fields, file))
}

/// What a page that is written by hand gets besides its own text: the line with method and path, and a sample where
/// the author has none (behaviour 11).
pub fn handwritten_document(page: &Handwritten, nodes: &[Node], manner: Manner<'_>) -> Vec<Node> {
    let Some(operation) = page.operation() else { return Vec::new() };
    let description = &page.description;
    let mut added = header::operation(description, operation, manner);
    if !has_element(nodes, "RequestExample", 0) {
        added.extend(request_example(description, operation, manner));
    }
    if !has_element(nodes, "ResponseExample", 0) {
        added.extend(response_example(description, operation));
    }
    added
}

/// What is made of a description, without the examples that the author's own text has in place of it.
pub fn beside_own(mut made: Vec<Node>, own: &[Node]) -> Vec<Node> {
    for name in ["RequestExample", "ResponseExample"] {
        if has_element(own, name, 0) {
            made.retain(|node| node.element().is_none_or(|element| element.name != name));
        }
    }
    made
}

fn has_element(nodes: &[Node], name: &str, depth: usize) -> bool {
    nodes.iter().any(|node| {
        node.element().is_some_and(|element| element.name == name)
            || (depth < 16 && has_element(&node.children, name, depth + 1))
    })
}

/// Parameters, body, responses and callbacks.
fn operation_rows(rows: &mut Rows<'_>, operation: &Operation) -> Vec<Node> {
    let description = rows.description;
    let mut nodes = Vec::new();
    let parameters = request::parameters(description, operation);
    for place in Place::ALL {
        nodes.extend(parameter_section(rows, place, &parameters));
    }
    if let Some(body) = request::body(description, operation) {
        nodes.extend(body_section(rows, &body, request::direction_of(operation.kind)));
        // Where the samples of the call do not have them to choose from.
        let is_asked = !rows.is_draft && operation.kind == OperationKind::Path;
        if is_asked && !offers_bodies(description, operation, rows.settings) {
            nodes.extend(named_bodies(description, operation));
        }
    }
    nodes.extend(response_section(rows, &request::responses(description, operation)));
    rows.begin(Part::Rest);
    nodes.extend(callbacks::section(rows, operation));
    nodes
}

/// The body of a channel's page.
pub fn channel_document(description: &ApiDescription, channel: &Channel, manner: Manner<'_>) -> Vec<Node> {
    channel::document(description, channel, manner)
}

/// The servers of a channel as written: those that it names, else all.
pub(super) fn channel_servers<'a>(
    description: &'a ApiDescription,
    channel: &serde_json::Value,
) -> impl Iterator<Item = &'a Json> {
    channel::own_servers(description, channel).into_iter().map(|(_, written)| written)
}

/// Whether a node is the description of the operation or channel itself.
pub fn is_page_description(node: &Node) -> bool {
    let has_role = |element: &Element| element.text_prop("role").as_deref() == Some("description");
    node.element().is_some_and(|element| element.name == "Markdown" && has_role(element))
}

/// The description of the operation or channel itself.
fn page_description(source: &str) -> Node {
    element("Markdown", vec![("source", string(source)), ("role", string("description"))], Vec::new())
}

fn body_section<'a>(rows: &mut Rows<'a>, body: &Body<'a>, direction: Direction) -> Vec<Node> {
    let mut nodes = vec![section(rows.words, |words| &words.body)];
    nodes.extend(body.description.as_deref().map(markdown));
    let requirement = if body.required { Requirement::Required } else { Requirement::Optional };
    let place = RowPlace::new(RowKind::Parameter("body"), direction, "body");
    nodes.extend(media_section(rows, (&place, "body"), &body.media, requirement));
    nodes
}

/// The examples of a body, when there are several.
fn named_bodies(description: &ApiDescription, operation: &Operation) -> Option<Node> {
    let bodies = request::named_bodies(description, operation).into_iter().filter(|body| body.is_stated);
    let blocks: Vec<Node> = bodies
        .map(|body| {
            example_block(description, (body.media_type, body.media.get("schema")), &body.label, &body.value)
        })
        .collect();
    let dropdown = switch(blocks.len() > MOST_EXAMPLE_TABS);
    (!blocks.is_empty()).then(|| element("CodeGroup", vec![("dropdown", dropdown)], blocks))
}

/// A value of a media type as a block of code.
fn example_block(
    description: &ApiDescription,
    (media_type, schema): (&str, Option<&Json>),
    title: &str,
    value: &Json,
) -> Node {
    if media_type.contains("xml") && !value.is_string() {
        let text = sample::xml::document(description, schema, value);
        return code_block("xml", title, text);
    }
    code_block(language_of(media_type, value), title, example::printed(value, media_type))
}

/// The fields of a body, which is called `whole` where it is no object: media types with one and the same schema together,
/// different ones in tabs.
fn media_section<'a>(
    rows: &mut Rows<'a>,
    (place, whole): (&RowPlace, &str),
    media: &[(&'a str, &'a Json)],
    requirement: Requirement,
) -> Vec<Node> {
    let mut by_schema: Vec<(Option<&'a Json>, Vec<&'a str>)> = Vec::new();
    for (name, media) in media {
        let schema = example::schema_of(media);
        match by_schema.iter_mut().find(|(other, _)| *other == schema) {
            Some((_, names)) => names.push(name),
            None => by_schema.push((schema, vec![name])),
        }
    }
    let in_tabs = by_schema.len() > 1;
    let mut parts: Vec<(String, Vec<Node>)> = Vec::new();
    for (schema, names) in by_schema {
        let title = names.join(", ");
        let is_file = names.iter().all(|name| request::is_unsaid_file(name, schema));
        // A tab has the names as its title.
        let mut nodes = if in_tabs { Vec::new() } else { vec![media_types(&names)] };
        let those = || media.iter().filter(|(name, _)| names.contains(name));
        nodes.extend(part_types(those(), rows.words));
        for (_, media) in those() {
            nodes.extend(header::part_headers(rows, media));
        }
        nodes.extend(examples_elsewhere(rows, those().map(|(_, media)| *media)));
        if those().any(|(_, media)| example::is_stream(media)) {
            nodes.push(paragraph(vec![text(&rows.words.in_a_stream)]));
        }
        match schema {
            Some(schema) if !is_file => {
                nodes.extend(rows.of_value(place, whole, schema, requirement));
            }
            _ if is_file => {
                let required = requirement == Requirement::Required;
                let described = schema.and_then(|schema| schema.get("description")?.as_str());
                let row = Row {
                    name: whole,
                    required,
                    description: described.filter(|text| !text.is_empty()),
                    type_label: Some("file"),
                    ..Row::default()
                };
                nodes.extend(rows.row(&row, place));
            }
            _ => {}
        }
        parts.push((title, nodes));
    }
    tabs(parts)
}

/// Links to the examples that are not part of the description.
fn examples_elsewhere<'m>(rows: &Rows<'_>, media: impl Iterator<Item = &'m Json>) -> Option<Node> {
    let mut all: Vec<example::Elsewhere> = Vec::new();
    for one in media.flat_map(|media| example::elsewhere(rows.description, media)) {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    let label = if all.len() == 1 { &rows.words.example } else { &rows.words.examples };
    let mut line = vec![text(label)];
    for (index, example::Elsewhere { label, address }) in all.iter().enumerate() {
        line.push(text(if index == 0 { " " } else { ", " }));
        if facts::is_web(address) {
            line.push(link(address, vec![text(&plain_text(label))]));
        } else {
            line.extend([text(&plain_text(label)), text(" "), code(address.as_str())]);
        }
    }
    (!all.is_empty()).then(|| paragraph(line))
}

/// The names of the media types, quietly.
fn media_types(names: &[&str]) -> Node {
    let names = labelled("", names.iter().map(|name| (*name).to_owned()));
    element("div", vec![("className", string("media-types"))], vec![names])
}

/// Most values of a quiet line.
const MOST_NAMED: usize = 50;

/// What the parts of a form are sent as, quietly: those with a name, then those that have a place.
fn part_types<'m, 'a: 'm>(
    media: impl Iterator<Item = &'m (&'a str, &'a Json)>,
    words: &Words,
) -> Option<Node> {
    let mut parts: Vec<String> = Vec::new();
    for (_, media) in media {
        for (name, part) in request::encodings(media) {
            if let Some(kind) = part.get("contentType").and_then(Json::as_str) {
                let said = format!("{name}: {kind}");
                if !parts.contains(&said) {
                    parts.push(said);
                }
            }
        }
    }
    parts.truncate(MOST_NAMED);
    quiet(&words.parts, parts)
}

/// A line that is not in the way; nothing without values.
fn quiet(label: &str, values: Vec<String>) -> Option<Node> {
    (!values.is_empty())
        .then(|| element("div", vec![("className", string("media-types"))], vec![labelled(label, values)]))
}

fn response_section<'a>(rows: &mut Rows<'a>, responses: &[Response<'a>]) -> Vec<Node> {
    if responses.is_empty() {
        return Vec::new();
    }
    // What is looked for is what comes back when all went well; without such a response, the first one.
    let succeeds = |response: &Response<'_>| response.status.starts_with('2');
    let any_succeeds = responses.iter().any(succeeds);
    let first = responses.first().map(|response| response.status);
    let is_main = |response: &Response<'_>| match any_succeeds {
        true => succeeds(response),
        false => Some(response.status) == first,
    };
    let mut nodes = vec![section(rows.words, |words| &words.response)];
    nodes.extend(response_tabs(rows, responses, "response", &is_main));
    nodes
}

/// The responses under their statuses; `is_main` tells which are what the page is about.
fn response_tabs<'a>(
    rows: &mut Rows<'a>,
    responses: &[Response<'a>],
    id: &str,
    is_main: &dyn Fn(&Response<'_>) -> bool,
) -> Vec<Node> {
    let place = RowPlace::new(RowKind::Response, Direction::Response, id);
    let parts = responses.iter().map(|response| {
        rows.begin(if is_main(response) { Part::Response } else { Part::Rest });
        let summary = response.summary.as_deref().map(|summary| paragraph(vec![text(summary)]));
        let described = response.description.as_deref().map(markdown);
        let mut nodes: Vec<Node> = summary.into_iter().chain(described).collect();
        rows.count(&nodes);
        nodes.extend(header::response_headers(rows, response));
        nodes.extend(media_section(rows, (&place, "response"), &response.media, Requirement::Optional));
        nodes.extend(links::list(response, rows.description, rows.words));
        nodes.extend(response.media.iter().filter_map(|media| played_example(rows.description, *media)));
        (response.status.to_owned(), nodes)
    });
    let parts: Vec<(String, Vec<Node>)> = parts.collect();
    let mut nodes = Vec::new();
    if let [(status, _)] = parts.as_slice() {
        nodes.push(element(
            "div",
            vec![("className", string("media-types"))],
            vec![paragraph(vec![code(status.as_str())])],
        ));
    }
    nodes.extend(tabs(parts));
    nodes
}

/// A sound, a picture or a film that is stated as an address, as what it is (OAS-49).
fn played_example(description: &ApiDescription, (media_type, media): (&str, &Json)) -> Option<Node> {
    let stated = example::stated(description, media)?;
    let address = stated
        .as_str()
        .filter(|text| ["https://", "http://", "data:", "/"].iter().any(|begin| text.starts_with(begin)))?;
    let source = ("src", string(address));
    let controls = ("controls", Some(Value::Bool(true)));
    match media_type.split('/').next()? {
        "image" => Some(element("img", vec![source, ("alt", string(media_type))], Vec::new())),
        "audio" => Some(element("audio", vec![source, controls], Vec::new())),
        "video" => Some(element("video", vec![source, controls], Vec::new())),
        _ => None,
    }
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
        .map(|(title, nodes)| element("Tab", vec![("title", literal(&title))], nodes))
        .collect();
    vec![element("Tabs", vec![("sync", Some(Value::Bool(false)))], tabs)]
}

/// The samples that the description has, then the generated ones; a webhook shows its payload.
fn request_example(description: &ApiDescription, operation: &Operation, manner: Manner<'_>) -> Option<Node> {
    let Manner { settings, words } = manner;
    if let Some(choice) = named_requests(description, operation, settings) {
        return Some(choice);
    }
    let mut blocks = code_samples(description, operation);
    let written = blocks.len();
    match operation.kind {
        OperationKind::Path => {
            let titles: Vec<String> = blocks.iter().filter_map(title_of).collect();
            let samples = sample::samples(description, operation, &settings.examples).into_iter();
            // One that the description has under the same title is the better one.
            let samples =
                samples.filter(|sample| !titles.iter().any(|title| title == sample.language.label()));
            blocks.extend(samples.map(sample_block));
        }
        OperationKind::Webhook => {
            blocks.extend(payloads(description, &request::body(description, operation)?, words));
        }
    }
    let dropdown = switch(blocks.len() > MOST_SAMPLE_TABS);
    // The page's Markdown has what the author wrote, or one generated sample: others say the same.
    let exported = match operation.kind {
        OperationKind::Path => written.max(1),
        OperationKind::Webhook => blocks.len(),
    };
    let attributes = vec![("dropdown", dropdown), ("exported", Some(Value::Number(exported as f64)))];
    (!blocks.is_empty()).then(|| element("RequestExample", attributes, blocks))
}

/// What the service sends by itself: what is stated, else one that is made.
fn payloads(description: &ApiDescription, body: &Body<'_>, words: &Words) -> Vec<Node> {
    let Some((media_type, media)) = request::preferred(&body.media) else { return Vec::new() };
    let examples = example::choices(description, media, Direction::Response).into_iter();
    let block = |example: example::NamedExample| {
        let title = example.label.as_deref().unwrap_or(&words.payload);
        example_block(description, (media_type, media.get("schema")), title, &example.value)
    };
    examples.map(block).collect()
}

/// Whether the samples of a call are those of each body: what an author wrote for the call as a whole is not.
fn offers_bodies(description: &ApiDescription, operation: &Operation, settings: &Api) -> bool {
    operation.kind == OperationKind::Path
        && settings.examples.autogenerate
        && code_samples(description, operation).is_empty()
}

/// A choice of the bodies that a description has examples of, each with its samples (OAS-49).
fn named_requests(description: &ApiDescription, operation: &Operation, settings: &Api) -> Option<Node> {
    if !offers_bodies(description, operation, settings) {
        return None;
    }
    let named = sample::named_samples(description, operation, &settings.examples);
    let tabs: Vec<Node> = named
        .into_iter()
        .map(|(label, samples)| {
            let attributes =
                vec![("title", string(label)), ("dropdown", switch(samples.len() > MOST_SAMPLE_TABS))];
            element("Tab", attributes, samples.into_iter().map(sample_block).collect())
        })
        .collect();
    let attributes = vec![("exported", Some(Value::Number(1.0)))];
    (!tabs.is_empty()).then(|| element("RequestExample", attributes, tabs))
}

fn sample_block(sample: sample::Sample) -> Node {
    code_block(sample.language.fence(), sample.language.label(), sample.code)
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
    let samples = value.get("x-codeSamples").or_else(|| value.get("x-code-samples"));
    samples
        .and_then(|samples| description.resolve(samples).as_array())
        .into_iter()
        .flatten()
        .filter_map(|sample| {
            let sample = description.resolve(sample);
            let lang = sample.get("lang")?.as_str()?;
            let source = sample.get("source")?.as_str()?;
            let known = sample::Language::named(lang);
            let label = known.map_or(lang, |known| known.label());
            let label = sample.get("label").and_then(Json::as_str).unwrap_or(label);
            let fence = known.map_or(lang.to_lowercase(), |known| known.fence().to_owned());
            Some(code_block(&fence, label, source.trim_end().to_owned()))
        })
        .collect()
}

/// The examples of each status that has a body: named ones under their summaries (OAS-49).
fn response_example(description: &ApiDescription, operation: &Operation) -> Option<Node> {
    let mut blocks: Vec<Node> = Vec::new();
    for response in &request::responses(description, operation) {
        for form in request::forms(description, &response.media) {
            let Form { media_type, media, is_preferred, .. } = form;
            let examples = form.examples(description, Direction::Response);
            let are_several = examples.len() > 1;
            for example in examples {
                let mut title = response.status.to_owned();
                if !is_preferred {
                    title.push_str(&format!(" {media_type}"));
                }
                if let Some(label) = example.label.filter(|_| are_several) {
                    title.push_str(&format!(" {label}"));
                }
                let schema = media.get("schema");
                blocks.push(example_block(description, (media_type, schema), &title, &example.value));
            }
        }
    }
    let dropdown = switch(blocks.len() > MOST_EXAMPLE_TABS);
    (!blocks.is_empty()).then(|| element("ResponseExample", vec![("dropdown", dropdown)], blocks))
}

/// The language of an example of a media type.
fn language_of(media_type: &str, example: &Json) -> &'static str {
    match media_type {
        name if example::is_json(name) => "json",
        name if name.contains("xml") && example.is_string() => "xml",
        name if name.contains("html") && example.is_string() => "html",
        name if !name.contains("json") && example::items_as_text(example, name).is_some() => "text",
        _ if example.is_string() => "text",
        _ => "json",
    }
}
