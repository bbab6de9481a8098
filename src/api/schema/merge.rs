//! Several schemas as one: a schema, what its `$ref` names, and the members of its `allOf` (OAS-46).
//!
//! A value must satisfy all of them, so limits are the narrowest, values are those of all lists, and `null` is right
//! where nobody objects. Words are another matter: what stands nearest to the schema is right, its own before those
//! of a member, and those of a later member before those of an earlier one.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{is_null, says_form};
use crate::api::ApiDescription;

/// Of several bounds the largest holds.
const LOWER: [&str; 6] =
    ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"];
/// Of several bounds the smallest holds.
const UPPER: [&str; 6] =
    ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"];
/// What one says of a value is true of it.
const FLAGS: [&str; 4] = ["readOnly", "writeOnly", "deprecated", "uniqueItems"];
/// Longer lists of values are not compared.
const MAX_COMPARED: usize = 1_000;
/// Bounds, and the flag that version 3.0 has beside them.
const BOUNDS: [(&str, &str); 2] = [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")];
/// Values that a member of several has for itself: as objects they are only a part of the whole.
const EXAMPLES: [&str; 4] = ["example", "examples", "default", "x-default"];
/// What says of which kind a value is.
const FORM: [&str; 6] = ["type", "format", "items", "prefixItems", "contentMediaType", "contentEncoding"];
/// The forms of an example.
const EXAMPLE: [&str; 2] = ["example", "examples"];
/// Lists beside `enum` that say something of each of its places.
const BY_PLACE: [&str; 7] = [
    "x-enum-varnames",
    "x-enumNames",
    "x-enum-names",
    "x-mint-enum",
    "x-enumDescriptions",
    "x-enum-descriptions",
    "x-enum-description",
];

/// How a part belongs to the schema that is merged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bond {
    /// It is the schema, or what its `$ref` names.
    Itself,
    /// The only member of `allOf`: a wrapper around it.
    Wrapped,
    /// One of several members of `allOf`.
    Member,
}

/// How what lies above belongs to what lies below.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Above {
    /// It stands around it, and means what it says.
    Owner,
    /// It is another member, which comes later.
    Sibling,
}

/// What is said of all that nothing else speaks of. A reader sees all parts as one, so it is what the older keyword says
/// of a schema without parts.
const UNEVALUATED: [(&str, &str); 2] =
    [("unevaluatedProperties", "additionalProperties"), ("unevaluatedItems", "items")];

/// The keywords of a schema, without those that have a place of their own in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer<'a> {
    pub(super) keywords: Vec<(&'a str, &'a Value)>,
    /// The values of `enum`.
    pub(super) enumerated: Option<Vec<&'a Value>>,
    /// `enum` beside the lists that tell something of its places.
    pub(super) places: Option<&'a [Value]>,
    /// The members of `oneOf` or `anyOf` that are these values, each of which may be described.
    pub(super) members: Option<&'a [Value]>,
    /// What is said of the items, the nearest first.
    pub(super) items: Vec<&'a Value>,
    /// Examples of members, each of which has a part of the whole; later ones are better.
    pub(super) partial: Vec<&'a Value>,
    /// The discriminator of a member.
    pub(super) included_discriminator: Option<&'a Value>,
    /// The title of a member.
    pub(super) member_title: Option<&'a str>,
    /// Whether `null` is allowed, when something is said of it.
    pub(super) null: Option<Null>,
}

/// What is said of `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Null {
    Denied,
    Allowed,
    /// By a part that says nothing of a form: `allOf: [{$ref}, {nullable: true}]` is there for this alone.
    Wanted,
}

impl<'a> Layer<'a> {
    /// What one object says.
    pub(super) fn of(description: &'a ApiDescription, object: &'a Map<String, Value>, bond: Bond) -> Self {
        let mut layer = Self::default();
        let is_member = bond == Bond::Member;
        for (key, value) in object {
            let value = if EXAMPLES.contains(&key.as_str()) { description.data(value) } else { value };
            match key.as_str() {
                "$ref" | "allOf" | "properties" | "required" | "oneOf" | "anyOf" => continue,
                // It chooses among all that include the member, not among those of the whole.
                "discriminator" if is_member => {
                    layer.included_discriminator = Some(value);
                    continue;
                }
                // The name of another schema.
                "title" if is_member => {
                    layer.member_title = value.as_str();
                    continue;
                }
                key if is_member && EXAMPLES.contains(&key) && is_object(value) => {
                    layer.partial.extend(one_of(key, value));
                    continue;
                }
                "items" if value.is_object() => layer.items.push(value),
                "enum" => layer.enumerated = value.as_array().map(|values| values.iter().collect()),
                _ => {}
            }
            layer.keywords.push((key, value));
        }
        for (key, older) in UNEVALUATED {
            if let Some(value) = object.get(key).filter(|_| !object.contains_key(older)) {
                layer.items.extend((older == "items" && value.is_object()).then_some(value));
                layer.keywords.push((older, value));
            }
        }
        if layer.enumerated.is_some()
            && BY_PLACE.iter().any(|key| object.get(*key).is_some_and(Value::is_array))
        {
            layer.places = object.get("enum").and_then(Value::as_array).map(Vec::as_slice);
        }
        if layer.enumerated.is_none()
            && let Some(members) = ["oneOf", "anyOf"].iter().find_map(|key| only_values(object.get(*key)?))
        {
            layer.enumerated = Some(members.iter().filter_map(|member| member.get("const")).collect());
            layer.members = Some(members);
        }
        layer.null = null_of(object);
        layer
    }

    /// What kind of value it is, without its limits.
    pub(super) fn form(&self) -> Self {
        let is_form = |(key, _): &&(&str, &Value)| FORM.contains(key);
        Self {
            keywords: self.keywords.iter().filter(is_form).copied().collect(),
            items: self.items.clone(),
            ..Self::default()
        }
    }

    /// Whether these members were taken for an enumeration.
    pub(super) fn is_enumerated_by(&self, members: &Value) -> bool {
        let members = members.as_array().map(Vec::as_slice);
        members.is_some_and(|members| self.members.is_some_and(|own| std::ptr::eq(own, members)))
    }

    /// The value of a keyword.
    pub(super) fn keyword(&self, key: &str) -> Option<&'a Value> {
        self.keywords.iter().find(|(other, _)| *other == key).map(|(_, value)| *value)
    }

    /// Adds what lies below.
    pub(super) fn over(&mut self, mut below: Self, above: Above) {
        for (bound, strict) in BOUNDS {
            let number = |layer: &Self| layer.keyword(bound).filter(|value| value.is_number());
            let (Some(ours), Some(theirs)) = (number(self), number(&below)) else { continue };
            // A flag belongs to its bound.
            if ours != theirs {
                let loser = if is_better(bound, ours, theirs) { &mut *self } else { &mut below };
                loser.keywords.retain(|(key, value)| *key != strict || !value.is_boolean());
            }
        }
        let has_example = EXAMPLE.iter().any(|key| self.keyword(key).is_some());
        for (key, theirs) in below.keywords {
            // Both say the same thing in two forms, so what is nearest is said in either.
            if has_example && EXAMPLE.contains(&key) {
                continue;
            }
            match self.keywords.iter_mut().find(|(other, _)| *other == key) {
                None => self.keywords.push((key, theirs)),
                Some((_, ours)) if is_better(key, ours, theirs) => *ours = theirs,
                Some(_) => {}
            }
        }
        self.enumerated = match (self.enumerated.take(), below.enumerated) {
            (Some(ours), Some(theirs)) => Some(match above {
                Above::Owner => common(ours, &theirs),
                Above::Sibling => common(theirs, &ours),
            }),
            (ours, theirs) => ours.or(theirs),
        };
        self.places = self.places.or(below.places);
        self.members = self.members.or(below.members);
        self.items.extend(below.items);
        self.partial.splice(0..0, below.partial);
        self.member_title = self.member_title.or(below.member_title);
        self.included_discriminator = self.included_discriminator.or(below.included_discriminator);
        self.null = match (self.null, below.null, above) {
            (Some(Null::Wanted), Some(_), Above::Sibling) | (Some(_), Some(Null::Wanted), Above::Sibling) => {
                Some(Null::Wanted)
            }
            (Some(ours), Some(theirs), Above::Sibling) => Some(ours.min(theirs)),
            (ours, theirs, _) => ours.or(theirs),
        };
    }
}

/// What an object says of `null`: yes before no. `enum` and `const` say it by their type alone, as readers of version
/// 3.0 do.
fn null_of(object: &Map<String, Value>) -> Option<Null> {
    let has_form = says_form(object);
    let said = |is_allowed| if is_allowed { Null::Allowed } else { Null::Denied };
    let says = |(key, value): (&String, &Value)| match key.as_str() {
        "oneOf" | "anyOf" => value.as_array()?.iter().any(is_null).then_some(Null::Allowed),
        "nullable" | "x-nullable" => match value.as_bool()? {
            true if !has_form => Some(Null::Wanted),
            is_allowed => Some(said(is_allowed)),
        },
        "type" => match value {
            Value::Array(names) => Some(said(names.iter().any(|name| name.as_str() == Some("null")))),
            name => (name.as_str() != Some("null")).then_some(Null::Denied),
        },
        _ => None,
    };
    object.iter().filter_map(says).max()
}

/// Members that are one value each, and say no more of it than what it means.
fn only_values(members: &Value) -> Option<&[Value]> {
    const MEANING: [&str; 6] = ["const", "title", "description", "type", "format", "deprecated"];
    let is_value = |member: &Value| {
        member.as_object().is_some_and(|member| {
            let is_simple = member.get("const").is_some_and(|value| !value.is_object() && !value.is_array());
            is_simple && member.keys().all(|key| MEANING.contains(&key.as_str()) || key.starts_with("x-"))
        })
    };
    let members = members.as_array().filter(|members| members.len() > 1)?;
    members.iter().all(is_value).then_some(members)
}

/// Whether the second value holds where both are said.
fn is_better(key: &str, ours: &Value, theirs: &Value) -> bool {
    if FLAGS.contains(&key) || ours.is_boolean() && BOUNDS.iter().any(|(_, strict)| *strict == key) {
        return *theirs == Value::Bool(true);
    }
    let numbers = || Some((ours.as_f64()?, theirs.as_f64()?));
    match key {
        key if LOWER.contains(&key) => numbers().is_some_and(|(ours, theirs)| theirs > ours),
        key if UPPER.contains(&key) => numbers().is_some_and(|(ours, theirs)| theirs < ours),
        "type" => match (ours, theirs) {
            (Value::String(ours), Value::String(theirs)) => ours == "number" && theirs == "integer",
            (Value::Array(_), Value::String(_)) => true,
            (Value::Array(ours), Value::Array(theirs)) => theirs.len() < ours.len(),
            _ => false,
        },
        _ => false,
    }
}

/// The values that stand in both lists, in the order of the first. Lists that contradict each other tell nothing.
fn common<'a>(first: Vec<&'a Value>, second: &[&'a Value]) -> Vec<&'a Value> {
    if first.len() + second.len() > MAX_COMPARED {
        return first;
    }
    let texts: BTreeSet<&str> = second.iter().filter_map(|value| value.as_str()).collect();
    let others: Vec<&Value> = second.iter().filter(|value| !value.is_string()).copied().collect();
    let is_known = |value: &Value| match value.as_str() {
        Some(text) => texts.contains(text),
        None => others.contains(&value),
    };
    let both: Vec<&Value> = first.iter().filter(|value| is_known(value)).copied().collect();
    if both.is_empty() { first } else { both }
}

/// Whether an example is an object, which has a part of the whole.
fn is_object(value: &Value) -> bool {
    value.is_object() || value.as_array().is_some_and(|values| values.first().is_some_and(Value::is_object))
}

/// The example that a keyword states; a default is none.
fn one_of<'a>(key: &str, value: &'a Value) -> Option<&'a Value> {
    match key {
        "example" => Some(value),
        "examples" => value.get(0),
        _ => None,
    }
    .filter(|value| value.is_object())
}
