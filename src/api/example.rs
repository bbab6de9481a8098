//! Example values: those that a description states, else generated from schemas (behaviour 10.4).

mod items;

pub use items::items_as_text;

use serde_json::{Map, Number, Value, json};

use super::ApiDescription;
use super::operation::text;
use super::schema::{Direction, Discriminator, Schema};

/// Deepest nesting of a generated example: lists of objects as deep as a page shows fields. Deeper ones are mostly
/// indentation, in each language of the samples. What has no room is tried again with less depth, so that what lies
/// deepest is left out and not what comes last.
const DEPTHS: [usize; 7] = [32, 16, 10, 7, 4, 2, 1];
/// Most values of one generated example.
const MAX_VALUES: usize = 20_000;
/// Most schemas and parts of them that are looked at for it.
const MAX_WORK: usize = 200_000;
/// What stands for any text.
const TEXT: &str = "<string>";
/// What stands for anything.
const ANYTHING: &str = "<any>";
/// Most named examples of one body.
const MAX_NAMED: usize = 50;

/// One example of a body, as readers choose it.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedExample {
    /// Its `summary`, when no other has the same, else its name; `None` when there is only one without a name.
    pub label: Option<String>,
    pub value: Value,
}

/// The examples of a media type object: all named ones that have a value, else `example`, else one generated
/// from `schema` (OAS-49). Empty when there is nothing to show.
pub fn choices(description: &ApiDescription, owner: &Value, direction: Direction) -> Vec<NamedExample> {
    let written = owner.get("examples").and_then(Value::as_object).into_iter().flatten();
    let summaries: Vec<String> =
        written.filter_map(|(_, written)| words(description, written, "summary")).collect();
    // Nobody can choose between two of one name.
    let is_only = |summary: &String| summaries.iter().filter(|other| *other == summary).count() == 1;
    let named: Vec<NamedExample> = owner
        .get("examples")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter_map(|(name, written)| {
            let value = value_of(description.resolve(written)).map(|value| description.whole_data(value))?;
            let label = words(description, written, "summary").filter(|summary| is_only(summary));
            Some(NamedExample { label: Some(label.unwrap_or_else(|| name.clone())), value })
        })
        .take(MAX_NAMED)
        .collect();
    if !named.is_empty() {
        return named;
    }
    let one = stated_or_generated(description, owner, direction);
    one.map(|value| NamedExample { label: None, value }).into_iter().collect()
}

/// What is said of an example: beside the reference to it, else where it stands.
fn words(description: &ApiDescription, written: &Value, key: &str) -> Option<String> {
    text(written, key).or_else(|| text(description.resolve(written), key))
}

/// The example of a media type object, or of a parameter: the first named one with a value, else `example`,
/// else one generated from `schema`. `None` when there is nothing to show.
pub fn stated_or_generated(
    description: &ApiDescription,
    owner: &Value,
    direction: Direction,
) -> Option<Value> {
    stated(description, owner).or_else(|| generated(description, schema_of(owner)?, direction))
}

/// The schema of a media type; version 3.2 describes the items of a stream, one of which is an example.
pub fn schema_of(owner: &Value) -> Option<&Value> {
    owner.get("schema").or_else(|| owner.get("itemSchema"))
}

/// The example that is written in `examples` or `example`, which version 2.0 has only as `x-example`.
pub fn stated(description: &ApiDescription, owner: &Value) -> Option<Value> {
    first_stated(description, owner, 1).pop().map(|stated| stated.value)
}

/// An example beside a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Stated {
    pub value: Value,
    /// What its author says of it.
    pub said: Option<String>,
}

/// All that are written there, in their order.
pub fn all_stated(description: &ApiDescription, owner: &Value) -> Vec<Stated> {
    first_stated(description, owner, MAX_NAMED)
}

fn first_stated(description: &ApiDescription, owner: &Value, most: usize) -> Vec<Stated> {
    let named = |named| {
        let said = |key| words(description, named, key);
        Some((value_of(description.resolve(named))?, said("summary").or_else(|| said("description"))))
    };
    let listed: Vec<(&Value, Option<String>)> = match owner.get("examples") {
        Some(Value::Object(all)) => all.values().filter_map(named).take(most).collect(),
        Some(Value::Array(listed)) => listed.iter().take(most).map(|value| (value, None)).collect(),
        _ => Vec::new(),
    };
    let one = || owner.get("example").or_else(|| owner.get("x-example")).map(|value| (value, None));
    let written = if listed.is_empty() { one().into_iter().collect() } else { listed };
    written.into_iter().map(|(value, said)| Stated { value: description.whole_data(value), said }).collect()
}

/// The value of a named example.
fn value_of(named: &Value) -> Option<&Value> {
    named.get("value").or_else(|| named.get("dataValue"))
}

/// An example made from a schema; `None` for a file.
pub fn generated(description: &ApiDescription, schema: &Value, direction: Direction) -> Option<Value> {
    with_detail(description, schema, direction, Detail::All)
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
    let mut value = None;
    for deepest in DEPTHS {
        let mut generator =
            Generator { description, direction, detail, deepest, values: 0, work: 0, open: Vec::new() };
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
    deepest: usize,
    values: usize,
    work: usize,
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
        if let Some(known) = known_value(schema) {
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
        // One, however many it has to have.
        Some(self.value(items, depth + 1).into_iter().collect())
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
            let value = self.value_of(&property, depth + 1);
            // What contains itself must end somewhere, and the form of what is there is right.
            let ended =
                || (schema.required.contains(name) && self.is_endless(&property)).then(|| end_of(&property));
            if let Some(value) = value.or_else(ended) {
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

/// What stands for a value of which nothing is known.
pub fn anything() -> Value {
    json!(ANYTHING)
}

/// Whether a value stands for any text or anything.
pub fn is_placeholder(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text == TEXT || text == ANYTHING)
}

/// The value that a schema states: [`given_value`], else the first of `enum` that is not `null`.
pub fn known_value(schema: &Schema<'_>) -> Option<Value> {
    let listed = || {
        let values = schema.enumerated()?;
        values.iter().find(|value| !value.is_null()).or(values.first()).copied()
    };
    given_value(schema).or_else(listed).cloned()
}

/// The one value that a schema gives: `example`, `examples`, `default`, `const`.
pub fn given_value<'a>(schema: &Schema<'a>) -> Option<&'a Value> {
    schema
        .keyword("example")
        .or_else(|| match schema.keyword("examples")? {
            Value::Array(examples) => examples.first(),
            _ => None,
        })
        .or_else(|| schema.keyword("default"))
        .or_else(|| schema.keyword("const"))
}

/// What stands for a required value that contains itself.
fn end_of(schema: &Schema<'_>) -> Value {
    if schema.allows_null() { Value::Null } else { json!({}) }
}

/// How many values a value has.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(fields) => fields.values().map(size).sum(),
        _ => 0,
    }
}

/// What stands for a text: bytes that are written as one have the example of `byte`.
fn text_example(schema: &Schema<'_>) -> &'static str {
    match (schema.text("format"), schema.text("contentEncoding")) {
        (None, Some("base64")) => string_example(Some("byte")),
        (None, Some("base64url")) => string_example(Some("byte")).trim_end_matches('='),
        (format, _) => string_example(format),
    }
}

/// The values are those that readers of other references know (behaviour 10.4): nothing but the format decides.
pub(super) fn string_example(format: Option<&str>) -> &'static str {
    match format {
        Some("date") => "2023-12-25",
        Some("date-time") => "2023-11-07T05:31:56Z",
        Some("email") => "jsmith@example.com",
        Some("uuid") => "3c90c3cc-0d44-4b50-8888-8dd25736052a",
        Some("ipv4") => "127.0.0.1",
        Some("ipv6") => "2606:4700:3108::ac42:2835",
        Some("byte") => "aSDinaTvuI8gbWludGxpZnk=",
        _ => TEXT,
    }
}

enum Rounding {
    Whole,
    None,
}

/// A bound of a number.
#[derive(Clone, Copy)]
struct Bound {
    at: f64,
    /// Whether it is itself excluded.
    is_strict: bool,
}

impl Bound {
    fn of(schema: &Schema<'_>, key: &str, exclusive: &str) -> Option<Self> {
        let number = |key: &str| schema.keyword(key).and_then(Value::as_f64);
        let plain = number(key).map(|at| Self { at, is_strict: schema.flag(exclusive) });
        plain.or_else(|| number(exclusive).map(|at| Self { at, is_strict: true }))
    }

    /// Whether a number is on the right side of it.
    fn allows(self, number: f64, side: f64) -> bool {
        (number - self.at) * side > 0.0 || (number == self.at && !self.is_strict)
    }
}

/// The middle of both bounds, one inside a single bound, else 123; moved to a number that the limits allow when that is
/// not one.
fn number_example(schema: &Schema<'_>, rounding: Rounding) -> Value {
    let low = Bound::of(schema, "minimum", "exclusiveMinimum");
    let high = Bound::of(schema, "maximum", "exclusiveMaximum");
    let number = match (low, high) {
        (Some(low), Some(high)) => (low.at + high.at) / 2.0,
        (Some(low), None) => low.at + 1.0,
        (None, Some(high)) if high.at <= 123.0 => high.at - 1.0,
        _ => 123.0,
    };
    let is_whole = matches!(rounding, Rounding::Whole);
    let number = match rounding {
        Rounding::Whole => number.floor(),
        Rounding::None => number,
    };
    let is_allowed = |number: f64| {
        low.is_none_or(|low| low.allows(number, 1.0)) && high.is_none_or(|high| high.allows(number, -1.0))
    };
    let step = match (schema.keyword("multipleOf").and_then(Value::as_f64), rounding) {
        (Some(step), _) if step > 0.0 => Some(step),
        (_, Rounding::Whole) => Some(1.0),
        (_, Rounding::None) => None,
    };
    let is_step = |step: f64| ((number / step).round() - number / step).abs() < 1e-9;
    let number = match step {
        Some(step) if !is_allowed(number) || !is_step(step) => {
            let below = (number / step).floor();
            [below * step, (below + 1.0) * step].into_iter().find(|number| is_allowed(*number))
        }
        _ => None,
    }
    .unwrap_or(number);
    // Beyond 9e15 there are more numbers than decimals tell apart, and a whole one still has no exponent.
    if number == number.trunc() && (number.abs() < 9e15 || is_whole && number.abs() < i64::MAX as f64) {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or_else(|| json!(123), Value::Number)
}

/// An example as text for a code block: JSON for JSON media types, text as it is for others.
pub fn printed(example: &Value, media_type: &str) -> String {
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap_or_default();
    let Some(text) = example.as_str() else {
        return items_as_text(example, media_type).unwrap_or_else(|| pretty(example));
    };
    if !is_json(media_type) {
        return text.to_owned();
    }
    // Authors often state a JSON document as text.
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_object() || value.is_array() => pretty(&value),
        _ => pretty(example),
    }
}

/// Whether a media type is JSON: `application/json`, `application/problem+json`, `*/*`.
pub fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case("application/json") || essence.ends_with("+json") || essence == "*/*"
}
