//! Two schemas of one value: what it may be now that it might not be before, and the other way round.

use serde_json::Value;

use super::{Change, required};
use crate::api::ApiDescription;
use crate::api::operation::plain;
use crate::api::schema::{Direction, Schema};

/// How deep values are compared.
const MAX_DEPTH: usize = 16;
/// Most schemas of one operation that are compared: the same ones again and again would have no end.
const MAX_COMPARED: usize = 4_000;
/// Most differences of one operation that are told.
const MAX_CHANGES: usize = 300;
/// Most members of a choice that are compared.
const MAX_MEMBERS: usize = 200;
/// Most values of an enumeration that are named.
const MAX_VALUES: usize = 12;

/// Limits that let less through when they are larger.
const LOWER: [&str; 5] = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
/// Limits that let less through when they are smaller.
const UPPER: [&str; 5] = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
/// Rules: any other one refuses what was right.
const RULES: [&str; 4] = ["pattern", "multipleOf", "uniqueItems", "const"];

/// Where something stands: what is sent or comes back, and a value inside of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Spot {
    root: String,
    path: String,
}

impl Spot {
    /// Something that is sent or comes back, below what has it.
    pub(super) fn within(&self, root: &str) -> Self {
        let is_first = self.root.is_empty();
        Self {
            root: if is_first { root.to_owned() } else { format!("{} {root}", self.root) },
            ..Self::default()
        }
    }

    /// A property of what stands here.
    fn below(&self, name: &str) -> Self {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Self { root: self.root.clone(), path }
    }

    /// What stands here, as an item or as one of several that it may be.
    pub(super) fn as_one(&self, which: &str) -> Self {
        let space = if self.path.is_empty() || which == ITEM { "" } else { " " };
        Self { root: self.root.clone(), path: format!("{}{space}{which}", self.path) }
    }

    fn text(&self) -> String {
        let space = if self.root.is_empty() || self.path.is_empty() { "" } else { " " };
        format!("{}{space}{}", self.root, self.path)
    }
}

/// How an item of a list is written.
const ITEM: &str = "[]";

/// The comparison of one operation.
pub(super) struct Compare<'a> {
    pub(super) old: &'a ApiDescription,
    pub(super) new: &'a ApiDescription,
    changes: Vec<Change>,
    /// Pairs of references whose schemas are being compared.
    open: Vec<(&'a str, &'a str)>,
    depth: usize,
    compared: usize,
}

impl<'a> Compare<'a> {
    pub(super) fn new(old: &'a ApiDescription, new: &'a ApiDescription) -> Self {
        Self { old, new, changes: Vec::new(), open: Vec::new(), depth: 0, compared: 0 }
    }

    /// All that was noted, what breaks first.
    pub(super) fn finish(mut self) -> Vec<Change> {
        self.changes.sort_by_key(|change| !change.breaks);
        self.changes
    }

    pub(super) fn note(&mut self, change: Change) {
        if self.changes.len() < MAX_CHANGES && !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    /// Notes what came or went as a whole.
    pub(super) fn came_or_went(
        &mut self,
        place: &Spot,
        (before, after): (Option<String>, Option<String>),
        breaks: bool,
    ) {
        self.note(Change { place: place.text(), keyword: None, before, after, breaks });
    }

    /// Notes a switch, if it is another way now.
    pub(super) fn switched(
        &mut self,
        place: &Spot,
        keyword: &'static str,
        was: bool,
        is: bool,
        breaks: bool,
    ) {
        let (before, after) = (Some(was.to_string()), Some(is.to_string()));
        if was != is {
            self.note(Change { place: place.text(), keyword: Some(keyword), before, after, breaks });
        }
    }

    /// Notes the value of a keyword, if it is another one now.
    pub(super) fn reworded(
        &mut self,
        place: &Spot,
        keyword: &'static str,
        was: Option<&Value>,
        is: Option<&Value>,
        breaks: bool,
    ) {
        let (before, after) = (was.map(plain), is.map(plain));
        if was != is {
            self.note(Change { place: place.text(), keyword: Some(keyword), before, after, breaks });
        }
    }

    /// Compares the definitions of one value.
    pub(super) fn schemas(
        &mut self,
        place: &Spot,
        (old, new): (&[&'a Value], &[&'a Value]),
        direction: Direction,
    ) {
        self.compared += 1;
        if self.depth >= MAX_DEPTH || self.compared > MAX_COMPARED {
            return;
        }
        let (was, is) = (Schema::of(self.old, old), Schema::of(self.new, new));
        let pair = (was.own_references().first().copied(), is.own_references().first().copied());
        if let (Some(old), Some(new)) = pair {
            // The same down to its last part, or compared already by who asks.
            if self.old.reference_key(old) == self.new.reference_key(new) || self.open.contains(&(old, new)) {
                return;
            }
            self.open.push((old, new));
        }
        self.depth += 1;
        self.types(place, &was, &is, direction);
        self.values(place, &was, &is, direction);
        self.limits(place, &was, &is, direction);
        self.properties(place, &was, &is, direction);
        self.choices(place, &was, &is, direction);
        if !was.items().is_empty() && !is.items().is_empty() {
            self.schemas(&place.as_one(ITEM), (was.items(), is.items()), direction);
        }
        self.others(place, &was, &is, direction);
        self.depth -= 1;
        if let (Some(_), Some(_)) = pair {
            self.open.pop();
        }
    }

    fn types(&mut self, place: &Spot, was: &Schema<'a>, is: &Schema<'a>, direction: Direction) {
        let (old, new) = (was.types(), is.types());
        let is_among = |one: &&str, others: &[&str]| {
            others.is_empty() || others.contains(one) || *one == "integer" && others.contains(&"number")
        };
        let holds = |narrow: &[&str], wide: &[&str]| {
            (!narrow.is_empty() || wide.is_empty()) && narrow.iter().all(|one| is_among(one, wide))
        };
        if !holds(&old, &new) || !holds(&new, &old) {
            let fits = if direction == Direction::Request { holds(&old, &new) } else { holds(&new, &old) };
            let label =
                |types: &[&str]| Some(if types.is_empty() { "any".to_owned() } else { types.join(" | ") });
            self.note(Change {
                place: place.text(),
                keyword: Some("type"),
                before: label(&old),
                after: label(&new),
                breaks: !fits,
            });
        }
        let (old, new) = (was.keyword("format"), is.keyword("format"));
        let is_stricter = match direction {
            Direction::Request => new.is_some(),
            Direction::Response => old.is_some(),
        };
        self.reworded(place, "format", old, new, is_stricter);
        let (old, new) = (was.allows_null(), is.allows_null());
        self.switched(place, "nullable", old, new, new == (direction == Direction::Response));
    }

    /// `enum`, and what is taken where nothing is said.
    fn values(&mut self, place: &Spot, was: &Schema<'a>, is: &Schema<'a>, direction: Direction) {
        let lacking = |some: Option<&[&'a Value]>, others: Option<&[&'a Value]>| {
            let others = others.unwrap_or_default();
            let own: Vec<&Value> =
                some.unwrap_or_default().iter().copied().filter(|value| !others.contains(value)).collect();
            (!own.is_empty()).then(|| listed(&own))
        };
        let (before, after) =
            (lacking(was.enumerated(), is.enumerated()), lacking(is.enumerated(), was.enumerated()));
        if before.is_some() || after.is_some() {
            // Who reads answers has to live with values that come; who sends has to know that one went.
            let is_new_list = was.enumerated().is_none() && is.enumerated().is_some();
            let is_lost = before.is_some() && is.enumerated().is_some();
            let breaks = direction == Direction::Request && (is_lost || is_new_list);
            self.note(Change { place: place.text(), keyword: Some("enum"), before, after, breaks });
        }
        self.reworded(place, "default", was.keyword("default"), is.keyword("default"), false);
        self.switched(place, "deprecated", was.flag("deprecated"), is.flag("deprecated"), false);
    }

    fn limits(&mut self, place: &Spot, was: &Schema<'a>, is: &Schema<'a>, direction: Direction) {
        for (limits, is_lower) in [(LOWER, true), (UPPER, false)] {
            for keyword in limits {
                let (old, new) = (was.keyword(keyword), is.keyword(keyword));
                let is_tighter = match (old.and_then(Value::as_f64), new.and_then(Value::as_f64)) {
                    (Some(old), Some(new)) if is_lower => new > old,
                    (Some(old), Some(new)) => new < old,
                    (_, new) => new.is_some(),
                };
                self.reworded(place, keyword, old, new, is_tighter && direction == Direction::Request);
            }
        }
        for keyword in RULES {
            let (old, new) = (was.keyword(keyword), is.keyword(keyword));
            let breaks =
                new.is_some_and(|rule| rule != &Value::Bool(false)) && direction == Direction::Request;
            self.reworded(place, keyword, old, new, breaks);
        }
    }

    fn properties(&mut self, place: &Spot, was: &Schema<'a>, is: &Schema<'a>, direction: Direction) {
        let shown_in = |description: &'a ApiDescription, schema: &Schema<'a>| {
            let kept = schema
                .properties
                .iter()
                .filter(|(_, definitions)| !Schema::of(description, definitions).is_left_out(direction));
            kept.cloned().collect::<Vec<_>>()
        };
        let (old, new) = (shown_in(self.old, was), shown_in(self.new, is));
        let is_request = direction == Direction::Request;
        for (name, definitions) in &old {
            if !new.iter().any(|(other, _)| other == name) {
                let label = Schema::of(self.old, definitions).type_label(self.old);
                self.came_or_went(&place.below(name), (Some(label), None), true);
            }
        }
        for (name, definitions) in &new {
            let place = place.below(name);
            let is_required = is.required.contains(name);
            let schema = Schema::of(self.new, definitions);
            let Some((_, before)) = old.iter().find(|(other, _)| other == name) else {
                let label = required(schema.type_label(self.new), is_required && is_request);
                self.came_or_went(&place, (None, Some(label)), is_required && is_request);
                continue;
            };
            // What has a default may still be left out.
            let breaks = is_required == is_request && !(is_request && schema.keyword("default").is_some());
            self.switched(&place, "required", was.required.contains(name), is_required, breaks);
            self.schemas(&place, (before, definitions), direction);
        }
    }

    /// Members of `oneOf` and `anyOf`, by their names; of several with one name the first is the first.
    fn choices(&mut self, place: &Spot, was: &Schema<'a>, is: &Schema<'a>, direction: Direction) {
        let named = |description: &'a ApiDescription, schema: &Schema<'a>| -> Vec<(String, &'a Value)> {
            let mut named: Vec<(String, &'a Value)> = Vec::new();
            for member in schema.alternatives().take(MAX_MEMBERS) {
                let name = Schema::of(description, &[member]).name(description);
                let others =
                    named.iter().filter(|(other, _)| other.split(" #").next() == Some(&name)).count();
                let name = if others == 0 { name } else { format!("{name} #{}", others + 1) };
                named.push((name, member));
            }
            named
        };
        let (old, new) = (named(self.old, was), named(self.new, is));
        if old.is_empty() || new.is_empty() {
            return;
        }
        for (name, _) in old.iter().filter(|(name, _)| !new.iter().any(|(other, _)| other == name)) {
            let went = (Some(name.clone()), None);
            self.came_or_went(place, went, direction == Direction::Request);
        }
        for (name, member) in &new {
            match old.iter().find(|(other, _)| other == name) {
                Some((_, before)) => {
                    self.schemas(&place.as_one(&format!("({name})")), (&[*before], &[*member]), direction);
                }
                None => self.came_or_went(place, (None, Some(name.clone())), false),
            }
        }
    }

    /// Properties that are not listed.
    fn others(&mut self, place: &Spot, was: &Schema<'a>, is: &Schema<'a>, direction: Direction) {
        const OTHERS: &str = "additionalProperties";
        let (old, new) = (was.keyword(OTHERS), is.keyword(OTHERS));
        let schema = |value: Option<&'a Value>| value.filter(|value| value.is_object());
        if let (Some(old), Some(new)) = (schema(old), schema(new)) {
            return self.schemas(&place.below("*"), (&[old], &[new]), direction);
        }
        let allowed = |value: Option<&Value>| value != Some(&Value::Bool(false));
        let breaks = !allowed(new) && direction == Direction::Request;
        self.switched(place, OTHERS, allowed(old), allowed(new), breaks);
    }
}

/// Values in a line.
fn listed(values: &[&Value]) -> String {
    let mut listed: Vec<String> = values.iter().take(MAX_VALUES).map(|value| plain(value)).collect();
    if values.len() > MAX_VALUES {
        listed.push("…".to_owned());
    }
    listed.join(", ")
}

/// What the type of a schema is called.
pub(super) fn label(description: &ApiDescription, schema: Option<&Value>) -> Option<String> {
    let label = schema.map(|schema| Schema::of(description, &[schema]).type_label(description));
    label.or_else(|| Some("any".to_owned()))
}
