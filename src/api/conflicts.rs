//! Parts of an `allOf` that contradict each other, so that no value is right for all of them (OAS-46).
//!
//! Narrower parts are no conflict, and neither are words. Told is what stands in different parts of one `allOf`: what
//! contradicts itself within a part is told where that part stands. Schemas are read for this and not kept.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::ApiDescription;
use super::load::Report;
use super::source::PartId;
use crate::diagnostic::Diagnostic;

/// Deepest nesting that is looked at: of schemas in a part, of fields in each other, of `allOf` and references.
const MAX_NESTING: usize = 60;
const MAX_FIELDS: usize = 3;
const MAX_CHAIN: usize = 12;
/// Most schemas that are looked at.
const MAX_SCHEMAS: usize = 100_000;
/// Most bytes of parts that are read for it.
const MAX_BYTES: usize = 8 << 20;
/// Most conflicts that are told.
const MAX_TOLD: usize = 50;
/// Longer lists of values are not compared.
const MAX_VALUES: usize = 1_000;

/// Pairs of limits of which the first may not be above the second.
const LIMITS: [(&str, &str); 4] = [
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
];
/// What holds values and no schemas.
const DATA: [&str; 6] = ["example", "examples", "default", "enum", "const", "value"];

/// Tells about all conflicts of a description.
pub(super) fn report(description: &ApiDescription, report: &mut Report<'_>) {
    let mut found = Vec::new();
    let mut search = Search { description, schemas: 0, bytes: 0, found: &mut found };
    search.part(0, &mut Vec::new());
    for (message, keys) in found {
        let diagnostic = Diagnostic::warning("api-schema-conflict", message)
            .hint("a value has to fit all parts of `allOf`: correct one of them, or use `oneOf`");
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        report.add(diagnostic, &keys);
    }
}

/// What a schema says of its values; `None` where it says nothing.
#[derive(Clone, Default)]
struct Facts<'a> {
    types: Option<BTreeSet<&'a str>>,
    values: Option<Vec<&'a Value>>,
    /// The highest lower limit and the lowest upper one of each pair.
    limits: [(Option<f64>, Option<f64>); LIMITS.len()],
    fields: BTreeMap<&'a str, Facts<'a>>,
}

impl<'a> Facts<'a> {
    /// What holds when both are said.
    fn meet(&mut self, other: Self) {
        self.types = match (self.types.take(), other.types) {
            (Some(ours), Some(theirs)) => Some(ours.intersection(&theirs).copied().collect()),
            (ours, theirs) => ours.or(theirs),
        };
        self.values = match (self.values.take(), other.values) {
            (Some(ours), Some(theirs)) => {
                Some(ours.into_iter().filter(|value| theirs.contains(value)).collect())
            }
            (ours, theirs) => ours.or(theirs),
        };
        for ((low, high), (other_low, other_high)) in self.limits.iter_mut().zip(other.limits) {
            *low = [*low, other_low].into_iter().flatten().reduce(f64::max);
            *high = [*high, other_high].into_iter().flatten().reduce(f64::min);
        }
        for (name, facts) in other.fields {
            self.fields.entry(name).or_default().meet(facts);
        }
    }

    /// What one object says by itself.
    fn own(schema: &'a Value) -> Self {
        let mut facts = Self::default();
        let types: BTreeSet<&str> = match schema.get("type") {
            Some(Value::String(name)) => BTreeSet::from([name.as_str()]),
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => BTreeSet::new(),
        };
        let mut types: BTreeSet<&str> = types.into_iter().filter(|name| *name != "null").collect();
        if types.contains("number") {
            types.insert("integer");
        }
        facts.types = (!types.is_empty()).then_some(types);
        let listed = schema.get("enum").and_then(Value::as_array);
        let values: Vec<&Value> = match (listed, schema.get("const")) {
            (Some(values), _) if values.len() <= MAX_VALUES => values.iter().collect(),
            (None, Some(only)) => vec![only],
            _ => Vec::new(),
        };
        let values: Vec<&Value> = values.into_iter().filter(|value| !value.is_null()).collect();
        facts.values = (!values.is_empty()).then_some(values);
        for ((low, high), slot) in LIMITS.iter().zip(&mut facts.limits) {
            let number = |key: &str| schema.get(key).and_then(Value::as_f64);
            *slot = (number(low), number(high));
        }
        facts
    }
}

struct Search<'a, 'f> {
    description: &'a ApiDescription,
    schemas: usize,
    bytes: usize,
    found: &'f mut Vec<(String, Vec<String>)>,
}

impl<'a> Search<'a, '_> {
    /// Looks through a part of the description and those below.
    fn part(&mut self, part: PartId, keys: &mut Vec<String>) {
        let document = self.description.main();
        let entries = document.entries(part);
        if entries.is_empty() {
            let text = document.slice(part);
            if !text.contains("\"allOf\"") || self.bytes + text.len() > MAX_BYTES {
                return;
            }
            self.bytes += text.len();
            if let Some(value) = document.read(part) {
                self.value(&value, keys, false, 0);
            }
            return;
        }
        for (name, entry) in entries {
            keys.push(name.to_string());
            self.part(*entry, keys);
            keys.pop();
        }
    }

    /// Looks for every `allOf` of a value; of one that is itself a part of another the other tells.
    fn value(&mut self, value: &Value, keys: &mut Vec<String>, is_part: bool, depth: usize) {
        if depth > MAX_NESTING || self.schemas > MAX_SCHEMAS {
            return;
        }
        if !is_part && value.get("allOf").is_some_and(Value::is_array) {
            let members = self.members(value);
            keys.push("allOf".to_owned());
            self.compare(&members, "", keys);
            keys.pop();
        }
        match value {
            Value::Object(map) => {
                for (key, below) in map {
                    if DATA.contains(&key.as_str()) || key.starts_with("x-") {
                        continue;
                    }
                    keys.push(key.clone());
                    match below {
                        Value::Array(items) => {
                            let is_part = key == "allOf";
                            items.iter().for_each(|item| self.value(item, keys, is_part, depth + 1));
                        }
                        below => self.value(below, keys, false, depth + 1),
                    }
                    keys.pop();
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.value(item, keys, false, depth + 1)),
            _ => {}
        }
    }

    /// What each part of an `allOf` says, those of its parts included; what stands around it is one of them.
    fn members<'v>(&mut self, schema: &'v Value) -> Vec<Facts<'v>>
    where
        'a: 'v,
    {
        let mut members = vec![self.own(schema, &mut Vec::new(), 0)];
        if let Some(target) = self.description.resolve_once(schema) {
            members.push(self.whole(target, &mut Vec::new(), 0, 1));
        }
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            members.push(self.whole(part, &mut Vec::new(), 0, 1));
        }
        members
    }

    /// What an object says without what it includes.
    fn own<'v>(&mut self, schema: &'v Value, open: &mut Vec<&'v str>, level: usize) -> Facts<'v>
    where
        'a: 'v,
    {
        let mut facts = Facts::own(schema);
        let fields = schema.get("properties").and_then(Value::as_object).filter(|_| level < MAX_FIELDS);
        for (name, field) in fields.into_iter().flatten() {
            let below = self.whole(field, open, level + 1, 1);
            facts.fields.insert(name, below);
        }
        facts
    }

    /// What a schema says with all that it includes.
    fn whole<'v>(
        &mut self,
        schema: &'v Value,
        open: &mut Vec<&'v str>,
        level: usize,
        depth: usize,
    ) -> Facts<'v>
    where
        'a: 'v,
    {
        self.schemas += 1;
        if depth > MAX_CHAIN || self.schemas > MAX_SCHEMAS {
            return Facts::default();
        }
        let mut facts = self.own(schema, open, level);
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str)
            && !open.contains(&reference)
            && let Some(target) = self.description.target(reference)
        {
            open.push(reference);
            let below = self.whole(target, open, level, depth + 1);
            facts.meet(below);
            open.pop();
        }
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let below = self.whole(part, open, level, depth + 1);
            facts.meet(below);
        }
        facts
    }

    /// Tells what no value can be for all members.
    fn compare(&mut self, members: &[Facts<'_>], field: &str, keys: &[String]) {
        let subject = match field {
            "" => "nothing fits all parts of this `allOf`".to_owned(),
            field => format!("`{field}` fits no value in all parts of this `allOf`"),
        };
        if let Some(reason) =
            type_conflict(members).or_else(|| value_conflict(members)).or_else(|| limit_conflict(members))
        {
            if self.found.len() < MAX_TOLD {
                self.found.push((format!("{subject}: {reason}"), keys.to_vec()));
            }
            return;
        }
        let names: BTreeSet<&str> = members.iter().flat_map(|facts| facts.fields.keys().copied()).collect();
        for name in names {
            let of_field: Vec<Facts<'_>> =
                members.iter().filter_map(|facts| facts.fields.get(name).cloned()).collect();
            if of_field.len() > 1 {
                let path = if field.is_empty() { name.to_owned() } else { format!("{field}.{name}") };
                self.compare(&of_field, &path, keys);
            }
        }
    }
}

/// Types that have nothing in common.
fn type_conflict(members: &[Facts<'_>]) -> Option<String> {
    let all = members.iter().filter_map(|facts| facts.types.as_ref()).filter(|types| !types.is_empty());
    let all: Vec<&BTreeSet<&str>> = all.collect();
    let common = all
        .iter()
        .skip(1)
        .fold((*all.first()?).clone(), |common, types| common.intersection(types).copied().collect());
    if !common.is_empty() {
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    for types in all {
        // A number includes whole ones.
        let is_told = |name: &&&str| !(**name == "integer" && types.contains("number"));
        let listed: Vec<&str> = types.iter().filter(is_told).copied().collect();
        let listed = format!("`{}`", listed.join("` or `"));
        if !names.contains(&listed) {
            names.push(listed);
        }
    }
    Some(format!("it would be {} at the same time", names.join(" and ")))
}

/// Lists of values that have nothing in common.
fn value_conflict(members: &[Facts<'_>]) -> Option<String> {
    let all = members.iter().filter_map(|facts| facts.values.as_ref()).filter(|values| !values.is_empty());
    let all: Vec<&Vec<&Value>> = all.collect();
    let (first, others) = all.split_first()?;
    let is_common = |value: &&&Value| others.iter().all(|values| values.contains(*value));
    if first.iter().any(|value| is_common(&value)) {
        return None;
    }
    let shown = |values: &[&Value]| {
        let listed: Vec<String> = values.iter().take(4).map(|value| format!("`{value}`")).collect();
        format!("{}{}", listed.join(", "), if values.len() > 4 { ", …" } else { "" })
    };
    let lists: Vec<String> = all.iter().map(|values| shown(values)).collect();
    Some(format!("the values {} have none in common", lists.join(" and ")))
}

/// A lower limit above an upper one.
fn limit_conflict(members: &[Facts<'_>]) -> Option<String> {
    LIMITS.iter().enumerate().find_map(|(at, (low, high))| {
        let limits = || members.iter().map(|facts| facts.limits.get(at).copied().unwrap_or_default());
        let own = limits().any(|limit| matches!(limit, (Some(low), Some(high)) if low > high));
        let lowest = limits().filter_map(|(low, _)| low).reduce(f64::max)?;
        let highest = limits().filter_map(|(_, high)| high).reduce(f64::min)?;
        (lowest > highest && !own).then(|| format!("`{low}` {lowest} is above `{high}` {highest}"))
    })
}
