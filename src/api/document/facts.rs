//! What a schema says besides its type and its description: values, limits, examples. Short paragraphs (OAS-42, 47).

use serde_json::Value as Json;

use super::fields::{Rows, mark};
use super::known::Known;
use super::markup::{
    code, element, explained, field_facts, inline_markdown, labelled, link, list, paragraph, sentence,
    string, text,
};
use super::room::size;
use crate::api::example::Stated;
use crate::api::operation::plain;
use crate::api::schema::Schema;
use crate::api::words::{Words, filled};
use crate::page::ast::Node;
use crate::page::description::plain_text;

/// Examples of one value that are shown.
const MOST_EXAMPLES: usize = 5;
/// Values of an enumeration that are shown at once; more are behind a click.
const SHOWN_VALUES: usize = 40;
/// Most values of an enumeration that are listed at all.
const MAX_VALUES: usize = 1_000;
/// Most characters of a value in a line.
const MAX_SHOWN_CHARACTERS: usize = 200;

/// Whose facts stand in a row: those of the items of a list stand in the row of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// The value of the row.
    Value,
    /// Each item of it. An example of the list shows one of an item, too. Where lists are within each other, it is said
    /// of which items something is.
    Item { has_example: bool, is_nested: bool },
}

impl Owner {
    fn limit_label(self, words: &Words) -> &str {
        match self {
            Self::Value => &words.allowed,
            Self::Item { .. } => &words.allowed_items,
        }
    }

    fn value_label(self, words: &Words) -> &str {
        match self {
            Self::Value => &words.allowed_value,
            Self::Item { .. } => &words.allowed_item_value,
        }
    }
}

impl<'a> Rows<'a> {
    /// The facts of a schema. `examples` are stated beside it.
    pub(super) fn facts(&mut self, schema: &Known<'a>, examples: &[Stated], owner: Owner) -> Option<Node> {
        if !self.is_draft {
            let facts = self.all_facts(schema, examples, owner);
            return facts.map(|facts| self.counted(facts));
        }
        let measured = || self.all_facts(schema, examples, owner).as_ref().map_or(0, size);
        let size = if examples.is_empty() { *schema.facts.get_or_init(measured) } else { measured() };
        self.use_nodes(size);
        (size > 0).then(mark)
    }

    fn all_facts(&self, schema: &Schema<'a>, stated: &[Stated], owner: Owner) -> Option<Node> {
        let mut nodes = Vec::new();
        let values = schema.enumerated().filter(|values| !values.is_empty());
        if let Some(values) = values {
            nodes.extend(self.enumeration(schema, values));
        }
        if let Some(value) = schema.keyword("const") {
            nodes.push(labelled(owner.value_label(self.words), [shown(value)]));
        }
        let constraints = schema.constraints(self.words);
        if !constraints.is_empty() {
            let mut limits = labelled(owner.limit_label(self.words), constraints);
            if matches!(owner, Owner::Item { is_nested: true, .. }) {
                limits.children.extend([text(" ("), code(schema.type_label(self.description)), text(")")]);
            }
            nodes.push(limits);
        }
        nodes.extend(self.rules(schema));
        let media = schema.text("contentMediaType").filter(|_| !schema.is_file());
        if let Some(media) = media {
            let encoded = schema.text("contentEncoding").map(str::to_owned);
            nodes.push(labelled(&self.words.content, std::iter::once(media.to_owned()).chain(encoded)));
        } else if let Some(encoding) = schema.text("contentEncoding") {
            nodes.push(labelled(&self.words.encoded_as, [encoding.to_owned()]));
        }
        if !matches!(owner, Owner::Item { has_example: true, .. }) {
            nodes.extend(examples(schema, stated, owner, self.words).into_iter().flatten());
        }
        nodes.extend(schema.keyword("externalDocs").and_then(external_link));
        (!nodes.is_empty()).then(|| field_facts(nodes))
    }

    /// The facts of an object that has no row of its own.
    pub(super) fn facts_of_object(&mut self, schema: &Schema<'a>) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        let constraints = schema.constraints(self.words);
        if !constraints.is_empty() {
            nodes.push(labelled(&self.words.allowed, constraints));
        }
        nodes.extend(self.rules(schema));
        nodes.extend(schema.keyword("externalDocs").and_then(external_link));
        if nodes.is_empty() {
            return nodes;
        }
        vec![self.counted(field_facts(nodes))]
    }

    /// Rules that are sentences rather than limits.
    fn rules(&self, schema: &Schema<'a>) -> Vec<Node> {
        let mut nodes = Vec::new();
        if let Some(not) = schema.keyword("not") {
            nodes.extend(self.exclusion(not));
        }
        if let Some(names) = schema.keyword("propertyNames") {
            let names = Schema::of(self.description, &[names]);
            let listed = names.enumerated().into_iter().flatten().map(|value| shown(value));
            let format = names.text("format").map(str::to_owned);
            let rules = listed.take(SHOWN_VALUES).chain(format).chain(names.constraints(self.words));
            let rules: Vec<String> = rules.collect();
            if !rules.is_empty() {
                nodes.push(labelled(&self.words.property_names, rules));
            }
        }
        for key in ["dependentRequired", "dependencies"] {
            for (name, needed) in schema.keyword(key).and_then(Json::as_object).into_iter().flatten() {
                let Some(needed) = needed.as_array().filter(|needed| !needed.is_empty()) else { continue };
                let mut words = sentence(&self.words.needs_these, code(name.as_str()));
                push_values(&mut words, needed.iter().map(shown));
                nodes.push(paragraph(words));
            }
        }
        if let Some(item) = schema.keyword("contains") {
            let item = Schema::of(self.description, &[item]);
            let values = item.enumerated().into_iter().flatten().copied().chain(item.keyword("const"));
            let mut labels: Vec<String> = values.take(SHOWN_VALUES).map(shown).collect();
            if labels.is_empty() {
                labels.push(item.type_label(self.description));
                labels.extend(item.constraints(self.words));
            }
            let number = |key: &str| schema.keyword(key).and_then(Json::as_u64);
            let count = match (number("minContains"), number("maxContains")) {
                (low, Some(high)) => {
                    let (low, high) = (low.unwrap_or(1).to_string(), high.to_string());
                    filled(&self.words.contains_between, &[("low", &low), ("high", &high)])
                }
                (low, None) => Words::with(&self.words.contains_at_least, &low.unwrap_or(1).to_string()),
            };
            nodes.push(labelled(&count, labels));
        }
        let is_forbidden = |definition: &&Json| matches!(definition, Json::Bool(false));
        let forbidden = schema.properties.iter().filter(|(_, all)| all.iter().any(is_forbidden));
        let forbidden: Vec<String> =
            forbidden.take(SHOWN_VALUES).map(|(name, _)| (*name).to_owned()).collect();
        if !forbidden.is_empty() {
            nodes.push(labelled(&self.words.must_not_have, forbidden));
        }
        let closed = |key: &str| schema.keyword(key) == Some(&Json::Bool(false));
        if closed("items") && schema.keyword("prefixItems").is_some() {
            nodes.push(paragraph(vec![text(&self.words.no_further_items)]));
        }
        if closed("additionalProperties") {
            nodes.push(paragraph(vec![text(&self.words.no_further_properties)]));
        }
        nodes
    }

    /// `not` as a sentence (OAS-47).
    fn exclusion(&self, not: &'a Json) -> Option<Node> {
        let schema = Schema::of(self.description, &[not]);
        let values = schema.enumerated().into_iter().flatten().copied();
        let values: Vec<&Json> = values.chain(schema.keyword("const")).collect();
        if !values.is_empty() {
            let shown = shown_among(&values);
            return Some(labelled(&self.words.must_not_be, values.into_iter().map(shown)));
        }
        if !schema.required.is_empty() && schema.properties.is_empty() {
            let names = schema.required.iter().map(|name| (*name).to_owned());
            return Some(labelled(&self.words.must_not_have_all, names));
        }
        let constraints = schema.constraints(self.words);
        if !constraints.is_empty() {
            return Some(labelled(&self.words.must_not_hold, constraints));
        }
        let name = schema.name(self.description);
        (name != "any").then(|| labelled(&self.words.must_not_be_type, [name]))
    }

    /// The values of an enumeration, as pills or, when they are described, as a list.
    fn enumeration(&self, schema: &Schema<'a>, values: &[&Json]) -> Vec<Node> {
        let meanings = Meanings::of(schema);
        let known = values.len().min(MAX_VALUES);
        let left_out = values.len() - known;
        let values = &values[..known];
        let (first, more) = values.split_at(values.len().min(SHOWN_VALUES));
        let mut nodes = Vec::new();
        let shown = shown_among(values);
        if meanings.is_empty() {
            nodes.push(labelled(&self.words.available_options, first.iter().map(|value| shown(value))));
        } else {
            nodes.push(paragraph(vec![text(&self.words.available_options)]));
            nodes.push(meanings.list(first, shown));
        }
        if !more.is_empty() {
            let rest = match meanings.is_empty() {
                // Pills of hundreds of countries would take the room of the fields.
                true => paragraph(vec![text(&joined(more, shown))]),
                false => meanings.list(more, shown),
            };
            let mut rest = vec![rest];
            if left_out > 0 {
                rest.push(paragraph(vec![text(&Words::with(&self.words.and_more, &left_out.to_string()))]));
            }
            let title = Words::with(&self.words.more_options, &(more.len() + left_out).to_string());
            nodes.push(element("Expandable", vec![("title", string(title))], rest));
        }
        nodes
    }
}

/// Values as one text.
fn joined(values: &[&Json], shown: fn(&Json) -> String) -> String {
    values.iter().map(|value| shown(value)).collect::<Vec<_>>().join(", ")
}

/// What the values of an enumeration mean: by value or by place (OAS-25).
struct Meanings<'a> {
    by_value: Option<&'a serde_json::Map<String, Json>>,
    by_place: Option<&'a Vec<Json>>,
    names: Option<&'a Vec<Json>>,
    places: &'a [Json],
    /// Members that are a value each, with a title and a description.
    members: &'a [Json],
}

impl<'a> Meanings<'a> {
    fn of(schema: &Schema<'a>) -> Self {
        let keys = ["x-mint-enum", "x-enumDescriptions", "x-enum-descriptions", "x-enum-description"];
        let by_value = keys.into_iter().find_map(|key| schema.keyword(key)?.as_object());
        let by_place = keys.into_iter().find_map(|key| schema.keyword(key)?.as_array());
        let names = ["x-enum-varnames", "x-enumNames", "x-enum-names"];
        let names = names.into_iter().find_map(|key| schema.keyword(key)?.as_array());
        Self {
            by_value,
            by_place,
            names,
            places: schema.enumerated_places(),
            members: schema.enumerated_members(),
        }
    }

    fn is_empty(&self) -> bool {
        let is_described =
            |member: &Json| ["title", "description"].iter().any(|key| member.get(key).is_some());
        self.by_value.is_none()
            && self.by_place.is_none()
            && self.names.is_none()
            && !self.members.iter().any(is_described)
    }

    fn list(&self, values: &[&Json], shown: fn(&Json) -> String) -> Node {
        list(values.iter().map(|value| {
            let place = self.places.iter().position(|other| other == *value);
            let mut line = vec![code(shown(value))];
            let member = self.members.iter().find(|member| member.get("const") == Some(*value));
            let said = |key: &str| member.and_then(|member| member.get(key)?.as_str());
            let name = self.names.and_then(|names| names.get(place?)?.as_str()).or_else(|| said("title"));
            if let Some(name) = name.filter(|name| *name != shown(value)) {
                line.push(text(" "));
                line.push(code(name));
            }
            let by_value = self.by_value.and_then(|meanings| meanings.get(&plain(value))?.as_str());
            let meaning =
                by_value.or_else(|| self.by_place.and_then(|meanings| meanings.get(place?)?.as_str()));
            let meaning = meaning.or_else(|| said("description"));
            if let Some(meaning) = meaning.filter(|meaning| !meaning.is_empty()) {
                line.push(text(": "));
                line.push(inline_markdown(meaning));
            }
            line
        }))
    }
}

/// The examples of a value that fit in a line.
fn examples(schema: &Schema<'_>, beside: &[Stated], owner: Owner, words: &Words) -> Option<Vec<Node>> {
    let plain = |value| (value, None);
    let all: Vec<(&Json, Option<&str>)> = match (schema.keyword("example"), schema.keyword("examples")) {
        _ if !beside.is_empty() => beside.iter().map(|it| (&it.value, it.said.as_deref())).collect(),
        (Some(own), _) => vec![plain(own)],
        (None, Some(Json::Array(listed))) => listed.iter().map(plain).collect(),
        _ => return None,
    };
    let mut shown: Vec<(String, Option<&str>)> = Vec::new();
    for (value, said) in all.into_iter().filter(|(value, _)| !value.is_null()) {
        if shown.len() == MOST_EXAMPLES {
            break;
        }
        // The row is that of the list. Some authors state a list as an example of its items.
        let is_item = owner != Owner::Value && (!value.is_array() || schema.types() == ["array"]);
        let value = if is_item { format!("[{value}]") } else { value.to_string() };
        let fits = value.chars().nth(MAX_SHOWN_CHARACTERS).is_none();
        if fits && !shown.iter().any(|(known, _)| *known == value) {
            shown.push((value, said));
        }
    }
    let label = match shown.len() {
        0 => return None,
        1 => &words.example,
        _ => &words.examples,
    };
    if shown.iter().all(|(_, said)| said.is_none()) {
        return Some(vec![labelled(label, shown.into_iter().map(|(value, _)| value))]);
    }
    let lines = list(shown.into_iter().map(|(value, said)| explained(value, said)));
    Some(vec![paragraph(vec![text(label)]), lines])
}

/// `externalDocs` as a link.
pub(super) fn external_link(written: &Json) -> Option<Node> {
    let url = written.get("url")?.as_str().filter(|url| is_web(url))?;
    // It is in the link, where no other one may stand.
    let label = written.get("description").and_then(Json::as_str).map(plain_text);
    let label = label.filter(|label| !label.is_empty());
    Some(paragraph(vec![link(url, vec![text(label.as_deref().unwrap_or(url))])]))
}

/// Whether an address is one of the web.
pub(super) fn is_web(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

fn push_values(words: &mut Vec<Node>, values: impl Iterator<Item = String>) {
    for (index, value) in values.enumerate() {
        words.push(text(if index == 0 { " " } else { ", " }));
        words.push(code(value));
    }
}

/// How values of one list are shown: texts in quotes where they stand among others that may look like them.
fn shown_among(values: &[&Json]) -> fn(&Json) -> String {
    let is_other = |value: &&Json| !value.is_string() && !value.is_null();
    let has_null = values.iter().any(|value| value.is_null());
    let is_mixed = values.iter().any(|value| value.is_string()) && values.iter().any(is_other);
    match is_mixed || has_null && values.iter().any(|value| value.as_str() == Some("null")) {
        true => quoted,
        false => shown,
    }
}

/// The same with quotes around text.
fn quoted(value: &Json) -> String {
    cut(value.to_string())
}

/// A value in a line: text without quotes where they tell nothing, anything else as JSON.
pub(super) fn shown(value: &Json) -> String {
    let is_seen = |text: &&String| {
        !text.is_empty() && text.trim().len() == text.len() && !text.contains(char::is_control)
    };
    cut(value.as_str().map(str::to_owned).filter(|text| is_seen(&text)).unwrap_or_else(|| value.to_string()))
}

fn cut(text: String) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
