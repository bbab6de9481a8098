//! Schemas as field rows: `ParamField` and `ResponseField` with nested rows in `Expandable` (OAS-42, OAS-43).

use serde_json::Value as Json;

use super::markup::{code, element, labelled, markdown, paragraph, string, switch, text};
use crate::api::ApiDescription;
use crate::api::schema::{Direction, Schema};
use crate::page::ast::{Node, NodeKind, Value};
use crate::text::Span;

/// Deepest nesting of field rows.
const MAX_DEPTH: usize = 8;
/// No further row begins beyond this number of nodes; with the largest row the page stays below 5,000.
const MAX_NODES: usize = 4_500;
/// Most values of an enumeration that are listed.
const MAX_ENUM_VALUES: usize = 60;
/// Most alternatives that are listed at one place.
const MAX_ALTERNATIVES: usize = 30;

/// Most characters of a value in a line.
const MAX_SHOWN_CHARACTERS: usize = 200;

/// Which element a row is, and what its name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    /// `ParamField` with this attribute: `path`, `query`, `header`, `cookie`, `body`.
    Parameter(&'static str),
    /// `ResponseField`.
    Response,
}

/// One row before it is built.
pub(super) struct Row<'a, 'b> {
    pub(super) kind: RowKind,
    pub(super) name: &'b str,
    pub(super) required: bool,
    pub(super) deprecated: bool,
    /// Wins over the description of the schema.
    pub(super) description: Option<&'b str>,
    pub(super) parts: Vec<&'a Json>,
    /// Stated beside the schema; the schema's own example wins.
    pub(super) example: Option<Json>,
}

/// Builds the rows of one page under one budget.
pub(super) struct Rows<'a> {
    description: &'a ApiDescription,
    nodes: usize,
    /// References that are being expanded.
    open: Vec<&'a str>,
    /// Whether something was left out for its size.
    cut: bool,
}

impl<'a> Rows<'a> {
    pub(super) fn new(description: &'a ApiDescription) -> Self {
        Self { description, nodes: 0, open: Vec::new(), cut: false }
    }

    /// The description that the rows are about.
    pub(super) fn description(&self) -> &'a ApiDescription {
        self.description
    }

    /// Whether the page was cut.
    pub(super) fn was_cut(&self) -> bool {
        self.cut
    }

    /// Counts nodes that were built elsewhere.
    pub(super) fn count(&mut self, nodes: &[Node]) {
        self.nodes += nodes.iter().map(size).sum::<usize>();
    }

    /// The rows of a body or a message: one for each property of an object, else one row for the whole value,
    /// named `name`.
    pub(super) fn of_value(
        &mut self,
        kind: RowKind,
        direction: Direction,
        name: &str,
        schema: &'a Json,
        required: Requirement,
    ) -> Vec<Node> {
        let merged = Schema::of(self.description, &[schema]);
        let is_plain_object = !merged.properties.is_empty() && merged.keyword("items").is_none();
        if !is_plain_object {
            let parts = vec![schema];
            let required = required == Requirement::Required;
            let row =
                Row { kind, name, required, deprecated: false, description: None, parts, example: None };
            return self.row(&row, direction, 0).into_iter().collect();
        }
        let before = self.open.len();
        self.open.extend(&merged.references);
        let mut nodes = Vec::new();
        if let Some(description) = merged.text("description") {
            nodes.push(self.counted(markdown(description)));
        }
        nodes.extend(self.properties(kind, direction, &merged, 0));
        nodes.extend(self.alternatives(kind, direction, &merged, 0));
        self.open.truncate(before);
        nodes
    }

    /// One row with everything below it; `None` when the page is full.
    pub(super) fn row(&mut self, row: &Row<'a, '_>, direction: Direction, depth: usize) -> Option<Node> {
        if self.nodes >= MAX_NODES {
            self.cut = true;
            return None;
        }
        let schema = Schema::of(self.description, &row.parts);
        let mut children = Vec::new();
        if let Some(description) = row.description.or_else(|| schema.text("description")) {
            children.push(self.counted(markdown(description)));
        }
        let example = scalar_example(&schema).or(row.example.as_ref()).filter(|value| is_scalar(value));
        children.extend(self.facts(&schema, example));
        let recursive = schema.references.iter().any(|reference| self.open.contains(reference));
        if recursive {
            let note = paragraph(vec![
                text("Has the same fields as "),
                code(schema.name(self.description)),
                text(" above."),
            ]);
            children.push(self.counted(note));
        } else {
            let before = self.open.len();
            self.open.extend(&schema.references);
            children.extend(self.below(row.kind, direction, &schema, depth));
            self.open.truncate(before);
        }
        let name = string(row.name);
        let (element_name, name_attribute) = match row.kind {
            RowKind::Parameter(place) => ("ParamField", place),
            RowKind::Response => ("ResponseField", "name"),
        };
        let placeholder = example.filter(|_| row.kind != RowKind::Response);
        let attributes = vec![
            (name_attribute, name),
            ("type", string(schema.type_label(self.description))),
            ("required", switch(row.required)),
            ("deprecated", switch(row.deprecated || schema.flag("deprecated"))),
            ("default", schema.keyword("default").and_then(default_text)),
            ("placeholder", placeholder.map(|value| Value::String(shown(value)))),
        ];
        self.nodes += 1;
        Some(element(element_name, attributes, children))
    }

    /// What the value of a row contains: properties, items, alternatives.
    fn below(&mut self, kind: RowKind, direction: Direction, schema: &Schema<'a>, depth: usize) -> Vec<Node> {
        let mut rows = self.properties(kind, direction, schema, depth + 1);
        rows.extend(self.tuple(kind, direction, schema, depth + 1));
        let mut nodes = Vec::new();
        if !rows.is_empty() {
            self.nodes += 1;
            nodes.push(element("Expandable", vec![("title", string("child attributes"))], rows));
        }
        nodes.extend(self.alternatives(kind, direction, schema, depth + 1));
        if let Some(item) = schema.keyword("items").filter(|item| item.is_object()) {
            // Lists in lists share one row, so the nesting is counted here too.
            let item = Schema::of(self.description, &[item]);
            let known = item.references.iter().any(|reference| self.open.contains(reference));
            if depth < MAX_DEPTH && !known {
                let before = self.open.len();
                self.open.extend(&item.references);
                nodes.extend(self.facts(&item, scalar_example(&item)));
                nodes.extend(self.below(kind, direction, &item, depth + 1));
                self.open.truncate(before);
            }
        }
        nodes
    }

    fn properties(
        &mut self,
        kind: RowKind,
        direction: Direction,
        schema: &Schema<'a>,
        depth: usize,
    ) -> Vec<Node> {
        let additional = schema.keyword("additionalProperties").filter(|value| value.is_object());
        let patterns = schema.keyword("patternProperties").and_then(Json::as_object);
        if schema.properties.is_empty() && additional.is_none() && patterns.is_none() {
            return Vec::new();
        }
        if depth > MAX_DEPTH {
            self.cut = true;
            return Vec::new();
        }
        let mut rows = Vec::new();
        for (name, definitions) in &schema.properties {
            let merged = Schema::of(self.description, definitions);
            if merged.is_left_out(direction) {
                continue;
            }
            let required = schema.required.contains(name);
            let parts = definitions.clone();
            let row =
                Row { kind, name, required, deprecated: false, description: None, parts, example: None };
            rows.extend(self.row(&row, direction, depth));
        }
        for (pattern, definition) in patterns.into_iter().flatten() {
            rows.extend(self.row(&optional(kind, &format!("/{pattern}/"), definition), direction, depth));
        }
        if let Some(definition) = additional {
            rows.extend(self.row(&optional(kind, "{key}", definition), direction, depth));
        }
        rows
    }

    fn tuple(&mut self, kind: RowKind, direction: Direction, schema: &Schema<'a>, depth: usize) -> Vec<Node> {
        let Some(items) = schema.keyword("prefixItems").and_then(Json::as_array) else { return Vec::new() };
        if depth > MAX_DEPTH {
            self.cut = true;
            return Vec::new();
        }
        let numbered = items.iter().take(MAX_ALTERNATIVES).enumerate();
        numbered
            .filter_map(|(index, item)| {
                self.row(&optional(kind, &format!("[{index}]"), item), direction, depth)
            })
            .collect()
    }

    /// The members of `oneOf` or `anyOf`, when they say more than the type of the row does.
    fn alternatives(
        &mut self,
        kind: RowKind,
        direction: Direction,
        schema: &Schema<'a>,
        depth: usize,
    ) -> Vec<Node> {
        let members = schema.alternatives();
        if depth > MAX_DEPTH || self.nodes >= MAX_NODES {
            self.cut |= !members.is_empty();
            return Vec::new();
        }
        let single = members.len() == 1;
        let mut options = Vec::new();
        for member in members.into_iter().take(MAX_ALTERNATIVES) {
            let merged = Schema::of(self.description, &[member]);
            if merged.references.iter().any(|reference| self.open.contains(reference)) {
                continue;
            }
            // Counted even when it turns out to be empty, so that nested options stay within the budget.
            self.nodes += 1;
            let before = self.open.len();
            self.open.extend(&merged.references);
            let mut children = Vec::new();
            if let Some(description) = merged.text("description") {
                children.push(self.counted(markdown(description)));
            }
            children.extend(self.facts(&merged, scalar_example(&merged)));
            children.extend(self.properties(kind, direction, &merged, depth));
            if merged.properties.is_empty() {
                children.extend(self.below(kind, direction, &merged, depth));
            } else {
                children.extend(self.alternatives(kind, direction, &merged, depth + 1));
            }
            self.open.truncate(before);
            if single {
                return children;
            }
            let title = format!("option {}: {}", options.len() + 1, merged.name(self.description));
            options
                .push((children.is_empty(), element("Expandable", vec![("title", string(title))], children)));
        }
        if options.iter().all(|(is_empty, _)| *is_empty) {
            return Vec::new();
        }
        let label =
            if schema.keyword("oneOf").is_some() { "One of these options:" } else { "Any of these options:" };
        let chosen = schema.keyword("discriminator").and_then(|value| value.get("propertyName")?.as_str());
        let label = match chosen {
            Some(name) => paragraph(vec![text(label), text(" chosen by "), code(name)]),
            None => paragraph(vec![text(label)]),
        };
        let label = self.counted(label);
        std::iter::once(label).chain(options.into_iter().map(|(_, option)| option)).collect()
    }

    /// Values and limits in short paragraphs.
    fn facts(&mut self, schema: &Schema<'a>, example: Option<&Json>) -> Vec<Node> {
        let mut nodes = Vec::new();
        if let Some(values) =
            schema.keyword("enum").and_then(Json::as_array).filter(|values| !values.is_empty())
        {
            nodes.push(self.enumeration(schema, values));
        }
        if let Some(value) = schema.keyword("const") {
            nodes.push(self.counted(labelled("Always", [shown(value)])));
        }
        let constraints = schema.constraints();
        if !constraints.is_empty() {
            nodes.push(self.counted(labelled("Allowed:", constraints)));
        }
        if let Some(example) = example {
            nodes.push(self.counted(labelled("Example:", [shown(example)])));
        }
        nodes
    }

    fn enumeration(&mut self, schema: &Schema<'a>, values: &[Json]) -> Node {
        let described = ["x-mint-enum", "x-enumDescriptions", "x-enum-descriptions"]
            .into_iter()
            .find_map(|key| schema.keyword(key)?.as_object());
        let listed = values.iter().take(MAX_ENUM_VALUES);
        let node = match described {
            Some(described) => {
                let items = listed.map(|value| {
                    let mut line = vec![code(shown(value))];
                    if let Some(meaning) = described.get(&shown(value)).and_then(Json::as_str) {
                        line.push(text(&format!(": {meaning}")));
                    }
                    let kind = NodeKind::ListItem { checked: None };
                    Node::new(kind, Span::default(), vec![paragraph(line)])
                });
                let items = items.collect();
                Node::new(NodeKind::List { start: None, loose: false }, Span::default(), items)
            }
            None => labelled("Available options:", listed.map(shown)),
        };
        if values.len() > MAX_ENUM_VALUES {
            self.cut = true;
        }
        self.counted(node)
    }

    fn counted(&mut self, node: Node) -> Node {
        self.nodes += size(&node);
        node
    }
}

/// Whether a value must be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Requirement {
    Required,
    Optional,
}

fn optional<'a, 'b>(kind: RowKind, name: &'b str, definition: &'a Json) -> Row<'a, 'b> {
    Row {
        kind,
        name,
        required: false,
        deprecated: false,
        description: None,
        parts: vec![definition],
        example: None,
    }
}

fn size(node: &Node) -> usize {
    1 + node.children.iter().map(size).sum::<usize>()
}

/// The schema's example, when it fits in a line.
fn scalar_example<'a>(schema: &Schema<'a>) -> Option<&'a Json> {
    schema.keyword("example").or_else(|| schema.keyword("examples")?.get(0)).filter(|value| is_scalar(value))
}

fn is_scalar(value: &Json) -> bool {
    !value.is_object() && !value.is_array()
}

/// A default as the attribute has it; long or empty ones say nothing.
fn default_text(value: &Json) -> Option<Value> {
    match value {
        Json::Null => None,
        Json::Bool(flag) => Some(Value::Bool(*flag)),
        Json::Number(number) => number.as_f64().map(Value::Number),
        Json::String(text) => Some(Value::String(text.clone())),
        other => Some(Value::String(other.to_string())).filter(|_| other.to_string().len() <= 80),
    }
}

/// A value in a line: text without quotes, anything else as JSON.
fn shown(value: &Json) -> String {
    let text = match value {
        Json::String(text) if text.is_empty() => "\"\"".to_owned(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(MAX_SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
