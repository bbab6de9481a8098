//! What protocols add to a channel, an operation or a message.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::super::facts::shown;
use super::super::fields::{Place, Requirement, Row, RowKind, Rows};
use super::super::markup::{Word, element, field_facts, known_heading, labelled, string};
use super::traits::patched;
use crate::api::asyncapi::binding_property;
use crate::api::schema::Direction;
use crate::api::words::Words;
use crate::page::ast::Node;

/// Query and headers of a WebSocket as fields, everything else by name. What traits say of a protocol is joined with what
/// their owner says.
pub(super) fn bindings<'a>(rows: &mut Rows<'a>, owners: &[&'a Json], id: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    let description = rows.description;
    let written = owners.iter().filter_map(|owner| owner.get("bindings"));
    for (protocol, said) in by_key(written.map(|written| description.resolve(written))) {
        let mut facts = Vec::new();
        let mut fields = Vec::new();
        for (key, values) in by_key(said.into_iter().map(|binding| description.resolve(binding))) {
            let field: Option<(Word, _)> = match key {
                "bindingVersion" => continue,
                "query" => Some((|words| &words.query_parameters, "query")),
                "headers" => Some((|words| &words.headers, "header")),
                _ => None,
            };
            let Some(value) = patched(&values) else { continue };
            match field {
                Some((title, attribute)) if value.is_object() => {
                    // Those of a message stand below its name.
                    nodes.push(known_heading(if id == "binding" { 2 } else { 4 }, rows.words, title));
                    let place =
                        Place::new(RowKind::Parameter(attribute), Direction::Request, &format!("{id}-{key}"));
                    nodes.extend(binding_rows(rows, &place, key, &values));
                }
                // Some settings are schemas: `key` and `groupId` of Kafka.
                _ if is_schema(&value) => {
                    let place =
                        Place::new(RowKind::Response, Direction::Request, &format!("{id}-{protocol}"));
                    let parts = values.into_iter().filter(|value| value.is_object()).collect();
                    let row = Row { name: key, parts, ..Row::default() };
                    fields.extend(rows.row(&row, &place.deeper()));
                }
                _ => facts.push(labelled(&format!("{key}:"), [shown(&value)])),
            }
        }
        let mut inner = Vec::new();
        if !facts.is_empty() {
            inner.push(rows.counted(field_facts(facts)));
        }
        inner.extend(fields);
        if !inner.is_empty() {
            let title = Words::with(&rows.words.protocol_settings, protocol);
            nodes.push(element("Expandable", vec![("title", string(title))], inner));
        }
    }
    nodes
}

/// The entries of several objects, those of one name together.
fn by_key<'a>(objects: impl Iterator<Item = &'a Json>) -> Vec<(&'a str, Vec<&'a Json>)> {
    let mut all: Vec<(&str, Vec<&Json>)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (key, value) in objects.filter_map(Json::as_object).flatten() {
        let place = *places.entry(key).or_insert(all.len());
        match all.get_mut(place) {
            Some((_, values)) => values.push(value),
            None => all.push((key, vec![value])),
        }
    }
    all
}

/// The parameters of a connection.
fn binding_rows<'a>(rows: &mut Rows<'a>, place: &Place, key: &str, values: &[&'a Json]) -> Vec<Node> {
    let schema = rows.schema(values);
    let is_plain =
        schema.properties.iter().all(|(_, written)| binding_property(written).len() == written.len());
    if is_plain {
        return rows.of_schema(place, key, (values, schema), Requirement::Optional);
    }
    let properties = schema.properties.iter().filter_map(|(name, written)| {
        let required = schema.required.contains(name);
        rows.row(&Row { name, required, parts: binding_property(written), ..Row::default() }, place)
    });
    properties.collect()
}

/// Whether a setting is a schema.
fn is_schema(value: &Json) -> bool {
    let has_type = || value.get("type").is_some_and(|name| name.is_string() || name.is_array());
    value.is_object()
        && (has_type() || ["properties", "$ref", "enum"].iter().any(|key| value.get(key).is_some()))
}
