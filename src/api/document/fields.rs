//! Schemas as field rows: `ParamField` and `ResponseField` with nested rows in `Expandable` (OAS-42, OAS-43).
//!
//! A row says its type, then its description, then its facts (`facts`), then what is below it: properties, items,
//! and the members that it is chosen from (`choices`). Every row has an id that says where it stands:
//! `body-owner-name`, `response-pets-items-id`, `body-one-of-0-url`.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value as Json;

use super::facts::Owner;
use super::known::{Known, Schemas};
use super::located::Located;
use super::markup::{code_block, element, field_facts, labelled, string, strings, switch};
use super::repeats::{Alike, Places};
use super::room::{Part, SIDES, Share};
use crate::api::ApiDescription;
use crate::api::example::Stated;
use crate::api::operation::plain;
use crate::api::schema::{Direction, Schema};
use crate::api::words::Words;
use crate::config::api::{Api, Expanded};
use crate::hash::tables::HashSet;
use crate::page::ast::{Node, NodeKind, Value};
use crate::page::heading::{IdCounter, field_part};
use crate::text::Span;

/// Deepest nesting of field rows.
pub(super) const MAX_DEPTH: usize = 16;
/// Longest default that is shown as a pill; `html::component::field` has the same.
const LONGEST_DEFAULT: usize = 60;
/// Longest default that is shown in a line.
const LONGEST_LINE: usize = 200;
/// Most members of one list: of alternatives, of the places of a tuple.
pub(super) const MAX_LISTED: usize = 50;

/// The id of all that stands in a draft and can be led to; nothing that an author writes is called so.
pub(super) const DRAFTED: &str = "\u{3}";

/// What stands in a draft in place of anything.
pub(super) fn mark() -> Node {
    Node::leaf(NodeKind::ThematicBreak, Span::default())
}

/// Which element a row is, and what its name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    /// `ParamField` with this attribute: `path`, `query`, `header`, `cookie`, `body`.
    Parameter(&'static str),
    /// `ResponseField`.
    Response,
}

/// Where rows stand.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) kind: RowKind,
    pub(super) direction: Direction,
    /// The id that those of the rows begin with.
    pub(super) id: String,
    /// The names of the fields around: `owner.`; empty at the top.
    pub(super) path: String,
    pub(super) depth: usize,
}

impl Place {
    pub(super) fn new(kind: RowKind, direction: Direction, id: &str) -> Self {
        Self { kind, direction, id: id.to_owned(), path: String::new(), depth: 0 }
    }

    /// The same place with more in its id.
    pub(super) fn with_id(&self, more: &str) -> Self {
        Self { id: format!("{}-{more}", self.id), ..self.clone() }
    }

    /// One level deeper.
    pub(super) fn deeper(&self) -> Self {
        Self { depth: self.depth + 1, ..self.clone() }
    }

    /// One level deeper, among what belongs to the value that stands here.
    fn below(&self) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self { path: format!("{}{dot}", self.path), ..self.deeper() }
    }
}

/// One row before it is built.
#[derive(Default)]
pub(super) struct Row<'a, 'b> {
    pub(super) name: &'b str,
    pub(super) required: bool,
    /// Wins over what the schema says.
    pub(super) deprecated: Option<bool>,
    /// Wins over the description of the schema.
    pub(super) description: Option<&'b str>,
    pub(super) parts: Vec<&'a Json>,
    /// Stated beside the schema; they win over the schema's own.
    pub(super) examples: Vec<Stated>,
    /// What is to be known beside the schema: how a list or an object is written in a call.
    pub(super) fact: Option<Node>,
    /// Stands for the type when the schema has none to tell.
    pub(super) type_label: Option<&'b str>,
}

/// Builds the rows of one page under one budget.
pub(super) struct Rows<'a> {
    pub(super) description: &'a ApiDescription,
    pub(super) settings: &'a Api,
    pub(super) words: &'a Words,
    pub(super) part: Part,
    pub(super) shares: [Share; SIDES],
    /// Rows that may stand a level deeper than the form has it.
    pub(super) spare: usize,
    pub(super) work: usize,
    pub(super) places: Places<'a>,
    /// Where schemas without a name stand.
    pub(super) located: Rc<RefCell<Located<'a>>>,
    pub(super) schemas: Rc<RefCell<Schemas<'a>>>,
    /// Whether this only counts: what takes the room of a page is then no more than a mark.
    pub(super) is_draft: bool,
    pub(super) ids: IdCounter,
    /// Ids that elements of the page have.
    pub(super) anchors: HashSet<String>,
    /// Whether something was left out for its size.
    pub(super) cut: bool,
}

impl<'a> Rows<'a> {
    /// The schema with these definitions.
    pub(super) fn schema(&self, parts: &[&'a Json]) -> Rc<Known<'a>> {
        self.schemas.borrow_mut().of(parts)
    }

    /// An id that no other row of the page has.
    pub(super) fn id(&mut self, place: &Place, name: &str) -> String {
        if self.is_draft {
            return DRAFTED.to_owned();
        }
        let part = field_part(name);
        let part = if part.is_empty() { "field" } else { &part };
        self.anchor(&format!("{}-{part}", place.id))
    }

    /// An id that no other element of the page has, for one that gets it.
    pub(super) fn anchor(&mut self, id: &str) -> String {
        if self.is_draft {
            return DRAFTED.to_owned();
        }
        let id = self.ids.repeated(id);
        self.anchors.insert(id.clone());
        id
    }

    /// The rows of a body or a message: one for each property of an object, else one row for the whole value,
    /// named `name`.
    pub(super) fn of_value(
        &mut self,
        place: &Place,
        name: &str,
        schema: &'a Json,
        need: Requirement,
    ) -> Vec<Node> {
        self.of_schema(place, name, (&[schema], self.schema(&[schema])), need)
    }

    /// The same for a schema that is merged already.
    pub(super) fn of_schema(
        &mut self,
        place: &Place,
        name: &str,
        (parts, merged): (&[&'a Json], Rc<Known<'a>>),
        need: Requirement,
    ) -> Vec<Node> {
        if self.is_whole_apart(&merged)
            && let Some(reference) = self.part_reference(&merged, usize::MAX)
        {
            return vec![self.part(&reference, place.direction, &place.id, None)];
        }
        let is_object =
            !merged.properties.is_empty() || merged.types() == ["object"] || is_open_choice(&merged);
        if !is_object || !merged.items().is_empty() {
            let required = need == Requirement::Required;
            let row = Row { name, required, parts: parts.to_vec(), ..Row::default() };
            return self.row(&row, place).into_iter().collect();
        }
        let (whole, target) = self.whole(&place.id);
        let mut nodes: Vec<Node> = target.into_iter().collect();
        if let Some(description) = merged.text("description") {
            nodes.push(self.text_of(description));
        }
        if merged.allows_null() {
            // Its rows tell what an object has, and nothing of what may come in its place.
            nodes.extend(super::quiet("", vec![merged.type_label(self.description).to_owned()]));
        }
        let shown = (whole.as_str(), place.direction, place.depth);
        let rows = self.within(&merged, shown, |rows| {
            let mut nodes = rows.facts_of_object(&merged);
            nodes.extend(rows.properties(&merged, place));
            nodes.extend(rows.choices(&merged, place));
            nodes.extend(rows.conditions(&merged, place));
            nodes
        });
        if rows.is_empty() {
            // An object about which nothing is said.
            let row = Row {
                name,
                required: need == Requirement::Required,
                parts: parts.to_vec(),
                ..Row::default()
            };
            return self.row(&row, place).into_iter().collect();
        }
        nodes.extend(rows);
        nodes
    }

    /// One row with everything below it; `None` when the page is full.
    pub(super) fn row(&mut self, row: &Row<'a, '_>, place: &Place) -> Option<Node> {
        if !self.has_room(place.depth) {
            return None;
        }
        let schema = self.schema(&row.parts);
        Some(self.row_of(row, &schema, place))
    }

    /// The same for a row whose schema is merged already, and for which there is room.
    fn row_of(&mut self, row: &Row<'a, '_>, schema: &Known<'a>, place: &Place) -> Node {
        self.work += schema.merged;
        let id = self.id(place, row.name);
        let mut children = Vec::new();
        if let Some(description) = row.description.or_else(|| schema.text("description")) {
            children.push(self.text_of(description));
        }
        let default = self.default_of(schema);
        children.extend(default.and_then(|it| long_default(it, self.words)).map(|node| self.counted(node)));
        children.extend(self.facts(schema, &row.examples, Owner::Value));
        children.extend(row.fact.clone().map(|fact| self.counted(field_facts(vec![fact]))));
        let depth = place.depth + 1;
        match self.elsewhere(Alike::Value, schema, place.direction, depth) {
            Some(elsewhere) => {
                children.push(self.same_fields(Alike::Value, schema, elsewhere, &id));
                let inner = self.inside(row.name, &id, place);
                children.extend(self.beyond(schema, &inner));
            }
            None => {
                let inner = self.inside(row.name, &id, place);
                let shown = (id.as_str(), place.direction, depth);
                children.extend(self.within(schema, shown, |rows| rows.below(schema, &inner)));
            }
        }
        self.use_row();
        if self.is_draft {
            return mark();
        }
        let (element_name, name_attribute) = match place.kind {
            RowKind::Parameter(place) => ("ParamField", place),
            RowKind::Response => ("ResponseField", "name"),
        };
        let label = schema.type_label(self.description);
        let label = row.type_label.filter(|_| label == "any").unwrap_or(label);
        let attributes = vec![
            (name_attribute, string(row.name)),
            ("id", string(id)),
            ("parent", (!place.path.is_empty()).then(|| Value::String(place.path.clone()))),
            ("type", string(label)),
            ("required", switch(row.required)),
            ("deprecated", switch(row.deprecated.unwrap_or_else(|| schema.flag("deprecated")))),
            ("default", default.and_then(default_value)),
            ("pre", strings(extension_labels(schema, "pre"))),
            ("post", strings(self.labels_after(schema, place.direction))),
        ];
        element(element_name, attributes, children)
    }

    /// Where what is in a row stands.
    fn inside(&self, name: &str, id: &str, place: &Place) -> Place {
        let path = if self.is_draft { ".".to_owned() } else { format!("{}{name}", place.path) };
        Place { id: id.to_owned(), path, kind: place.kind, ..*place }
    }

    /// The default of a value: its own, or that of the only thing that it may be beside `null`.
    fn default_of(&self, schema: &Known<'a>) -> Option<&'a Json> {
        schema.keyword("default").or_else(|| {
            let mut members = schema.alternatives();
            let only = members.next().filter(|_| members.next().is_none())?;
            self.schema(&[only]).keyword("default")
        })
    }

    /// Labels after the name: read-only and write-only, those of `api.params.post`, those of the schema (OAS-24).
    fn labels_after(&self, schema: &Schema<'a>, direction: Direction) -> Vec<String> {
        let mut labels = Vec::new();
        let (keyword, label) = match direction {
            Direction::Request => ("writeOnly", &self.words.write_only),
            Direction::Response => ("readOnly", &self.words.read_only),
        };
        if schema.flag(keyword) {
            labels.push(label.clone());
        }
        for key in &self.settings.params.post {
            match schema.keyword(key) {
                // Both versions have a way to say it.
                _ if key == "nullable" => {
                    labels.extend(schema.allows_null().then(|| key.clone()));
                }
                Some(Json::Bool(true)) => labels.push(key.clone()),
                Some(Json::String(text)) if !text.is_empty() => labels.push(text.clone()),
                Some(Json::Number(number)) => labels.push(format!("{key}: {number}")),
                _ => {}
            }
        }
        labels.extend(extension_labels(schema, "post"));
        labels
    }

    /// What a schema adds to the one around it, whose fields it has as well: that is all that is said of it where the
    /// others are led to.
    fn beyond(&mut self, schema: &Known<'a>, place: &Place) -> Option<Node> {
        let is_name =
            |only: &Json| only.as_object().is_some_and(|it| it.len() == 1 && it.contains_key("$ref"));
        let is_plain = matches!(schema.definitions.as_slice(), [only] if is_name(only));
        let around = if is_plain { None } else { self.open_around(schema) }?;
        let around = Known::new(Schema::referenced(self.description, around)?);
        let inner = place.below();
        let rows = self.properties_beside(Some(&around), schema, &inner);
        self.disclosure(rows)
    }

    /// What the value of a row contains: properties, items, alternatives.
    pub(super) fn below(&mut self, schema: &Known<'a>, place: &Place) -> Vec<Node> {
        let inner = place.below();
        let mut rows = self.properties(schema, &inner);
        rows.extend(self.tuple(schema, &inner));
        let mut nodes: Vec<Node> = self.disclosure(rows).into_iter().collect();
        nodes.extend(self.choices(schema, &inner));
        nodes.extend(self.conditions(schema, &inner));
        if !schema.items().is_empty() {
            let item = self.schema(schema.items());
            // Lists in lists share one row, so the nesting is counted here too.
            let depth = place.depth + 2;
            if let Some(elsewhere) = self.elsewhere(Alike::Items, &item, place.direction, depth) {
                let id = format!("{}-items", place.id);
                nodes.push(self.same_fields(Alike::Items, &item, elsewhere, &id));
                nodes.extend(self.beyond(&item, &place.with_id("items").deeper()));
            } else if place.depth < MAX_DEPTH {
                let inner = place.with_id("items").deeper();
                let id = self.row_id(&place.id);
                let known = item.text("description").filter(|text| schema.text("description") != Some(text));
                nodes.extend(known.map(|text| self.text_of(text)));
                let has_example = ["example", "examples"].iter().any(|key| schema.keyword(key).is_some());
                let is_nested = !item.items().is_empty() || place.id.ends_with("-items");
                nodes.extend(self.facts(&item, &[], Owner::Item { has_example, is_nested }));
                let shown = (id.as_str(), place.direction, depth);
                nodes.extend(self.within(&item, shown, |rows| rows.below(&item, &inner)));
            }
        }
        // What a text holds, when that is described, too.
        if let Some(content) = schema.keyword("contentSchema").filter(|content| content.is_object())
            && place.depth < MAX_DEPTH
        {
            let content = self.schema(&[content]);
            let inner = place.with_id("content").deeper();
            let shown = (inner.id.as_str(), place.direction, place.depth + 2);
            nodes.extend(self.within(&content, shown, |rows| rows.below(&content, &inner)));
        }
        nodes
    }

    /// The id of the row that lists in lists, which have ids without elements, stand in.
    fn row_id(&self, id: &str) -> String {
        let mut row = id;
        while !self.anchors.contains(row) {
            let Some(outer) = row.strip_suffix("-items") else { return id.to_owned() };
            row = outer;
        }
        row.to_owned()
    }

    /// Rows behind a click: in the HTML even when closed (OAS-43).
    pub(super) fn disclosure(&mut self, rows: Vec<Node>) -> Option<Node> {
        if rows.is_empty() {
            return None;
        }
        self.use_nodes(1);
        if self.is_draft {
            return Some(mark());
        }
        let open = self.settings.params.expanded == Expanded::All;
        Some(element("Expandable", vec![("defaultOpen", switch(open))], rows))
    }

    /// The properties of an object, named or by pattern.
    pub(super) fn properties(&mut self, schema: &Known<'a>, place: &Place) -> Vec<Node> {
        self.properties_beside(None, schema, place)
    }

    /// The same without what is known from a schema around it.
    pub(super) fn properties_beside(
        &mut self,
        around: Option<&Known<'a>>,
        schema: &Known<'a>,
        place: &Place,
    ) -> Vec<Node> {
        let additional = schema.keyword("additionalProperties").filter(|value| says_something(value));
        let patterns = schema.keyword("patternProperties").and_then(Json::as_object);
        if schema.properties.is_empty() && additional.is_none() && patterns.is_none() {
            return Vec::new();
        }
        if !self.has_room(place.depth) {
            return Vec::new();
        }
        let mut rows = Vec::new();
        for (name, definitions) in &schema.properties {
            if !self.has_room(place.depth) {
                break;
            }
            let required = schema.required.contains(name);
            if around.is_some_and(|around| {
                around.property(name).is_some_and(|known| is_same(known, definitions))
                    && around.required.contains(name) == required
            }) {
                continue;
            }
            let merged = self.schema(definitions);
            if merged.is_left_out(place.direction) {
                continue;
            }
            let row = self.row_of(&Row { name, required, ..Row::default() }, &merged, place);
            // Of a draft, all that matters is whether there is one.
            if !self.is_draft || rows.is_empty() {
                rows.push(row);
            }
        }
        for name in self.undefined(around, schema) {
            // It is one of the further ones, of which something may be said.
            let parts = additional.filter(|value| value.is_object()).into_iter().collect();
            rows.extend(self.row(&Row { name, required: true, parts, ..Row::default() }, place));
        }
        for (pattern, definition) in patterns.into_iter().flatten() {
            let name = format!("/{pattern}/");
            rows.extend(self.row(&Row { name: &name, parts: vec![definition], ..Row::default() }, place));
        }
        if let Some(definition) = additional {
            rows.extend(self.row(&Row { name: "{key}", parts: vec![definition], ..Row::default() }, place));
        }
        rows
    }

    /// The names that an object requires and that nothing on it defines.
    fn undefined(&self, around: Option<&Known<'a>>, schema: &Known<'a>) -> Vec<&'a str> {
        // What only limits the values around it is told in words, and patterns are not compared.
        if schema.properties.is_empty() || schema.keyword("patternProperties").is_some() {
            return Vec::new();
        }
        let is_missing = |name: &&str| schema.property(name).is_none();
        let missing = schema.required.iter().copied().filter(is_missing).take(MAX_LISTED);
        let is_unknown = |name: &&str| {
            around.is_none_or(|around| around.property(name).is_none() && !around.required.contains(name))
        };
        let mut names: Vec<&str> = missing.filter(is_unknown).collect();
        if !names.is_empty() {
            let members = schema.alternatives().take(MAX_LISTED).map(|member| self.schema(&[member]));
            let members: Vec<Rc<Known<'a>>> = members.collect();
            names.retain(|name| !members.iter().any(|member| member.property(name).is_some()));
        }
        names
    }

    /// The places of a tuple.
    fn tuple(&mut self, schema: &Known<'a>, place: &Place) -> Vec<Node> {
        let Some(items) = schema.keyword("prefixItems").and_then(Json::as_array) else { return Vec::new() };
        if !self.has_room(place.depth) {
            return Vec::new();
        }
        let numbered = items.iter().take(MAX_LISTED).enumerate();
        numbered
            .filter_map(|(index, item)| {
                let name = format!("[{index}]");
                self.row(&Row { name: &name, parts: vec![item], ..Row::default() }, place)
            })
            .collect()
    }
}

/// Whether a value must be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Requirement {
    Required,
    Optional,
}

/// Whether a schema is nothing but a choice among objects, so that it needs no row of its own.
fn is_open_choice(schema: &Schema<'_>) -> bool {
    !schema.choices.is_empty()
        && schema.types().is_empty()
        && schema.alternatives().any(|member| {
            member.get("$ref").is_some()
                || member.get("properties").is_some()
                || member.get("allOf").is_some()
        })
}

/// Whether a property has one and the same definitions.
fn is_same(one: &[&Json], other: &[&Json]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| std::ptr::eq(*one, *other))
}

/// Whether further properties are allowed by name.
fn says_something(schema: &Json) -> bool {
    schema.is_object() || *schema == Json::Bool(true)
}

/// `x-mint.pre` and `x-mint.post`: one label or a list of them.
fn extension_labels(schema: &Schema<'_>, key: &str) -> Vec<String> {
    let Some(written) = schema.keyword("x-mint").and_then(|extension| extension.get(key)) else {
        return Vec::new();
    };
    let one = std::slice::from_ref(written);
    let all = written.as_array().map_or(one, Vec::as_slice);
    all.iter().filter_map(Json::as_str).map(str::to_owned).collect()
}

fn is_large(number: &serde_json::Number) -> bool {
    let size = number.as_i64().map(i64::unsigned_abs).or(number.as_u64());
    size.is_some_and(|size| size > 1 << 53)
}

/// A default as the attribute has it; empty ones say nothing, long ones have a line of their own.
fn default_value(value: &Json) -> Option<Value> {
    match value {
        Json::Null => Some(Value::String("null".to_owned())),
        Json::Bool(flag) => Some(Value::Bool(*flag)),
        // Larger ones are not what they were as a number of JavaScript.
        Json::Number(number) if is_large(number) => Some(Value::String(number.to_string())),
        Json::Number(number) => number.as_f64().map(Value::Number),
        other => Some(Value::String(plain(other))).filter(|_| !is_long(other)),
    }
}

/// Whether a default is too long for a pill.
fn is_long(value: &Json) -> bool {
    plain(value).chars().count() > LONGEST_DEFAULT
}

/// A default that is too long for a pill: in a line, or in a block when it is much or has lines of its own.
fn long_default(value: &Json, words: &Words) -> Option<Node> {
    if !is_long(value) {
        return None;
    }
    let text = plain(value);
    let is_line = !text.contains('\n') && text.chars().count() <= LONGEST_LINE;
    let nodes = match value {
        _ if is_line => vec![labelled(&words.default_line, [text])],
        Json::String(_) => vec![labelled(&words.default_line, []), code_block("text", "", text)],
        value => {
            let printed = crate::api::example::printed(value, "application/json");
            vec![labelled(&words.default_line, []), code_block("json", "", printed)]
        }
    };
    Some(field_facts(nodes))
}
