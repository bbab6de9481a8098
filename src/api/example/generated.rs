//! Values that are made from a schema, as small as what it asks for allows.

use serde_json::{Map, Value, json};

use super::numbers::{Rounding, number_example};
use super::{ANYTHING, is_json, is_placeholder, known_value, text_example};
use crate::api::ApiDescription;
use crate::api::schema::{Direction, Discriminator, Schema};

/// Deepest nesting of a generated example: lists of objects as deep as a page shows fields. Deeper ones are mostly
/// indentation, in each language of the samples. What has no room is tried again with less depth, so that what lies
/// deepest is left out and not what comes last.
const DEPTHS: [usize; 7] = [32, 16, 10, 7, 4, 2, 1];
/// Most values of one generated example.
const MAX_VALUES: usize = 20_000;
/// Most schemas and parts of them that are looked at for it.
const MAX_WORK: usize = 200_000;

/// An example made from a schema; `None` for a file.
pub fn generated(description: &ApiDescription, schema: &Value, direction: Direction) -> Option<Value> {
    with_detail(description, schema, direction, Detail::All)
}

/// The same for what is no text when it is `null`: the default of a parameter that is left out says nothing of one that
/// is sent.
pub fn generated_text(description: &ApiDescription, schema: &Value) -> Option<Value> {
    made(description, schema, (Direction::Request, Detail::All, true))
}

/// How much of a schema a generated example has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    All,
    /// Only required properties (OAS-56).
    Required,
}

/// [`generated`], with a choice of the properties.
pub fn with_detail(
    description: &ApiDescription,
    schema: &Value,
    direction: Direction,
    detail: Detail,
) -> Option<Value> {
    made(description, schema, (direction, detail, false))
}

fn made(
    description: &ApiDescription,
    schema: &Value,
    (direction, detail, is_text): (Direction, Detail, bool),
) -> Option<Value> {
    let mut value = None;
    for deepest in DEPTHS {
        let mut generator = Generator {
            description,
            direction,
            detail,
            is_text,
            deepest,
            values: 0,
            work: 0,
            ends: 0,
            open: Vec::new(),
        };
        value = generator.value(&[schema], 0);
        if !generator.is_full() {
            break;
        }
    }
    value
}

struct Generator<'a> {
    description: &'a ApiDescription,
    direction: Direction,
    detail: Detail,
    /// Whether the whole is written as text, so that `null` is no value.
    is_text: bool,
    deepest: usize,
    values: usize,
    work: usize,
    /// How many objects lack what they have to have, since it contains them.
    ends: usize,
    /// References that are being expanded.
    open: Vec<&'a str>,
}

impl<'a> Generator<'a> {
    /// Whether nothing more has room.
    fn is_full(&self) -> bool {
        self.values > MAX_VALUES || self.work > MAX_WORK
    }

    /// `None`: a file, beyond the limits, or a recursion, which ends where it can be left out.
    fn value(&mut self, parts: &[&'a Value], depth: usize) -> Option<Value> {
        if depth > self.deepest || self.is_full() {
            return None;
        }
        let schema = self.merge(parts);
        self.value_of(&schema, depth)
    }

    /// The same of a member of a choice.
    fn member(&mut self, around: &Schema<'a>, member: &'a Value, depth: usize) -> Option<Value> {
        let schema = self.counted(around.member(self.description, member));
        self.value_of(&schema, depth)
    }

    /// Parts as one schema, counted.
    fn merge(&mut self, parts: &[&'a Value]) -> Schema<'a> {
        self.counted(Schema::of(self.description, parts))
    }

    fn counted(&mut self, schema: Schema<'a>) -> Schema<'a> {
        self.work += schema.merged + schema.properties.len();
        schema
    }

    fn value_of(&mut self, schema: &Schema<'a>, depth: usize) -> Option<Value> {
        if depth > self.deepest || self.is_full() || schema.is_file() {
            return None;
        }
        let is_value = |known: &Value| depth > 0 || !self.is_text || !known.is_null();
        if let Some(known) = known_value(schema).filter(is_value) {
            self.values += size(&known);
            return Some(known);
        }
        self.values += 1;
        if self.is_open(schema) {
            return None;
        }
        let before = self.open.len();
        self.open.extend(schema.identity());
        let value = self.by_type(schema, depth);
        self.open.truncate(before);
        value
    }

    fn is_open(&self, schema: &Schema<'a>) -> bool {
        schema.identity().iter().any(|reference| self.open.contains(reference))
    }

    /// Whether a schema, or all that it is chosen from, is being expanded.
    fn is_endless(&self, schema: &Schema<'a>) -> bool {
        let is_open = |member: &'a Value| self.is_open(&Schema::of(self.description, &[member]));
        self.is_open(schema) || (!schema.choices.is_empty() && schema.alternatives().all(is_open))
    }

    fn by_type(&mut self, schema: &Schema<'a>, depth: usize) -> Option<Value> {
        if !schema.choices.is_empty() {
            return self.chosen(schema, depth);
        }
        match schema.types().first().copied() {
            Some("object") => Some(Value::Object(self.object(schema, depth))),
            Some("array") => self.array(schema, depth),
            Some("string") => self.document(schema, depth).or_else(|| Some(json!(text_example(schema)))),
            Some("boolean") => Some(Value::Bool(true)),
            Some("integer") => Some(number_example(schema, Rounding::Whole)),
            Some("number") => Some(number_example(schema, Rounding::None)),
            // `nullable` alone says nothing of what else it may be.
            _ if schema.allows_null() && !["nullable", "x-nullable"].iter().any(|key| schema.flag(key)) => {
                Some(Value::Null)
            }
            _ if schema.text("type") == Some("null") => Some(Value::Null),
            _ => Some(json!(ANYTHING)),
        }
    }

    /// The text of a JSON document whose content is described.
    fn document(&mut self, schema: &Schema<'a>, depth: usize) -> Option<Value> {
        let content = schema.keyword("contentSchema").filter(|content| content.is_object())?;
        let is_json = schema.text("contentMediaType").is_some_and(is_json);
        let value = self.value(&[content], depth + 1).filter(|_| is_json)?;
        Some(Value::String(value.to_string()))
    }

    /// The first member of each choice that is no recursion, together with what stands beside them.
    fn chosen(&mut self, schema: &Schema<'a>, depth: usize) -> Option<Value> {
        let mut whole = None;
        let mut has_value = false;
        let beside = !schema.properties.is_empty() || schema.types() == ["object"];
        let mut object = if beside { self.object(schema, depth) } else { Map::new() };
        for choice in &schema.choices {
            let mut members = choice.members.iter().copied();
            let is_closed = |member: &&'a Value| !self.is_open(&Schema::of(self.description, &[*member]));
            let member = members.find(is_closed).or_else(|| choice.members.first().copied())?;
            let value = self.member(schema, member, depth + 1);
            has_value |= value.is_some();
            match value {
                Some(Value::Object(more)) => {
                    for (name, value) in more {
                        let known = object.entry(name).or_insert(Value::Null);
                        // What a member says is better than what stands for nothing.
                        if known.is_null() || is_placeholder(known) {
                            *known = value;
                        }
                    }
                }
                value => whole = whole.or(value),
            }
            if let Some(chosen) = Discriminator::of(schema) {
                let member_schema = Schema::of(self.description, &[member]);
                // What the member made of it as one of those of its base is another name for it.
                let is_made =
                    |known: &Value| is_placeholder(known) || self.is_unsaid(&member_schema, chosen.property);
                if let Some(known) = object.get_mut(chosen.property).filter(|known| is_made(known))
                    && let Some(value) =
                        chosen.values_of(self.description, member, &member_schema).into_iter().next()
                {
                    *known = Value::String(value);
                }
            }
        }
        // A member that only limits the properties around it has no value of its own.
        if object.is_empty() && !beside {
            has_value.then(|| whole.unwrap_or(Value::Object(object)))
        } else {
            Some(Value::Object(object))
        }
    }

    /// Whether nothing states the value of a property.
    fn is_unsaid(&self, schema: &Schema<'a>, name: &str) -> bool {
        let mut own = schema.properties.iter().filter(|(own, _)| *own == name);
        let is_said = own.any(|(_, all)| known_value(&Schema::of(self.description, all)).is_some());
        !is_said && known_value(schema).is_none() && schema.partial_examples().is_empty()
    }

    fn array(&mut self, schema: &Schema<'a>, depth: usize) -> Option<Value> {
        let places =
            schema.keyword("prefixItems").and_then(Value::as_array).filter(|items| !items.is_empty());
        if let Some(places) = places {
            return Some(places.iter().filter_map(|item| self.value(&[item], depth + 1)).collect());
        }
        let items = schema.items();
        if items.is_empty() {
            let is_closed = schema.keyword("items") == Some(&Value::Bool(false));
            return Some(if is_closed { json!([]) } else { json!([ANYTHING]) });
        }
        // One, however many it has to have; none of what contains itself.
        let before = self.ends;
        let item = self.value(items, depth + 1).filter(|_| self.ends == before);
        self.ends = before;
        Some(item.into_iter().collect())
    }

    fn object(&mut self, schema: &Schema<'a>, depth: usize) -> Map<String, Value> {
        let mut object = Map::new();
        for (name, definitions) in &schema.properties {
            let is_unwanted = self.detail == Detail::Required && !schema.required.contains(name);
            if is_unwanted || depth >= self.deepest || self.is_full() {
                continue;
            }
            let property = self.merge(definitions);
            if property.is_left_out(self.direction) {
                continue;
            }
            let before = self.ends;
            let mut value = self.value_of(&property, depth + 1);
            if schema.required.contains(name) {
                // What contains itself must end somewhere.
                if value.is_none() && self.is_endless(&property) {
                    value = Some(self.end_of(&property, depth));
                }
            } else if self.ends > before {
                self.ends = before;
                continue;
            }
            if let Some(value) = value {
                object.insert((*name).to_owned(), value);
            }
        }
        if let Some((property, value, child)) = self.first_child(schema) {
            // The value names a child, so its fields are there as well.
            if !self.is_open(&child) {
                let before = self.open.len();
                self.open.extend(child.identity());
                // It says more of the fields that both have.
                object.extend(self.object(&child, depth));
                self.open.truncate(before);
            }
            if let Some(known) = object.get_mut(property).filter(|known| is_placeholder(known)) {
                *known = Value::String(value);
            }
        }
        if let Some(base) = Discriminator::included_in(schema)
            && let Some(known) = object.get_mut(base.property).filter(|known| is_placeholder(known))
            && let Some(name) = schema.whole_reference(self.description)
            && let Some(value) =
                base.values_of_reference(self.description, Some(name), schema).into_iter().next()
        {
            *known = Value::String(value);
        }
        // Members of `allOf` have examples of their parts.
        for (name, value) in schema.partial_examples().iter().filter_map(|part| part.as_object()).flatten() {
            if let Some(known) = object.get_mut(name) {
                *known = value.clone();
            }
        }
        object
    }

    /// What stands for a required value that contains itself: the form of it, unless it may be something else.
    fn end_of(&mut self, schema: &Schema<'a>, depth: usize) -> Value {
        if schema.allows_null() {
            return Value::Null;
        }
        let is_closed = |member: &&'a Value| !self.is_open(&Schema::of(self.description, &[*member]));
        let other = schema.alternatives().find(is_closed);
        if let Some(value) = other.and_then(|member| self.member(schema, member, depth + 1)) {
            return value;
        }
        self.ends += usize::from(!schema.required.is_empty());
        json!({})
    }

    /// What stands for a base whose discriminator is not said otherwise: its property, the value, the child.
    fn first_child(&self, base: &Schema<'a>) -> Option<(&'a str, String, Schema<'a>)> {
        let chosen = Discriminator::of(base).filter(|_| base.choices.is_empty())?;
        let (_, property) = base.properties.iter().find(|(name, _)| *name == chosen.property)?;
        if known_value(&Schema::of(self.description, property)).is_some() {
            return None;
        }
        let (value, child) = chosen.children(self.description, base).next()?;
        Some((chosen.property, value, child))
    }
}

/// How many values a value has.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(fields) => fields.values().map(size).sum(),
        _ => 0,
    }
}
