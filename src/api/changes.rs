//! What differs between two descriptions of one API, for those who call it (OAS-54): operations that came and went, and
//! in the others what a call may or must be now, and what may come back.
//!
//! Words are not compared: a better description is no change of the API. A change breaks when a call that was right may
//! be refused now, or when something that an answer had may be missing. What the service sends by itself (webhooks,
//! callbacks) is read the other way round.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use self::schema::{Compare, Spot, label};
use super::operation::is_true;
use super::reference::{names_in, without_names};
use super::request::{Parameter, Place, direction_of, parameters_in, requirements, scheme_named};
use super::schema::Direction;
use super::{ApiDescription, Operation, OperationKind};

mod schema;

/// All differences.
#[derive(Debug, Default)]
pub struct Changes<'a> {
    /// Operations of the old description, in its order.
    pub removed: Vec<&'a Operation>,
    /// Operations of the new one, in its order.
    pub added: Vec<&'a Operation>,
    /// Operations of the new one that differ, in its order.
    pub changed: Vec<(&'a Operation, Vec<Change>)>,
    /// What is said for all operations.
    pub shared: Vec<Change>,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What differs: `query limit`, `body owner.name`, `200 items[].id`.
    pub place: String,
    /// The keyword that says something else; `None` for what came or went as a whole.
    pub keyword: Option<&'static str>,
    /// `None`: there was none.
    pub before: Option<String>,
    /// `None`: there is none.
    pub after: Option<String>,
    /// Whether who calls the API has to do something.
    pub breaks: bool,
}

impl Changes<'_> {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty() && self.changed.is_empty() && self.shared.is_empty()
    }

    /// Whether any of them breaks a call.
    pub fn breaks(&self) -> bool {
        let mut all = self.changed.iter().flat_map(|(_, changes)| changes).chain(&self.shared);
        !self.removed.is_empty() || all.any(|change| change.breaks)
    }
}

/// Compares two descriptions. Operations without a page (`x-excluded`) are nobody's.
pub fn changes<'a>(old: &'a ApiDescription, new: &'a ApiDescription) -> Changes<'a> {
    let of = |description: &'a ApiDescription| {
        description.catalog.operations.iter().filter(|operation| !operation.x_excluded)
    };
    let before: BTreeMap<_, _> = of(old).map(|operation| (key(operation), operation)).collect();
    let after: BTreeMap<_, _> = of(new).map(|operation| (key(operation), operation)).collect();
    let mut changes = Changes {
        removed: of(old).filter(|operation| !after.contains_key(&key(operation))).collect(),
        added: of(new).filter(|operation| !before.contains_key(&key(operation))).collect(),
        changed: Vec::new(),
        shared: servers(&old.root, &new.root),
    };
    for operation in of(new) {
        let Some(was) = before.get(&key(operation)) else { continue };
        let found = of_operation((old, was), (new, operation));
        if !found.is_empty() {
            changes.changed.push((operation, found));
        }
    }
    changes
}

/// What makes two operations the same one: the names of parameters in a path are none of it.
fn key(operation: &Operation) -> (OperationKind, &str, String) {
    (operation.kind, &operation.method, without_names(operation.path.trim_end_matches('/')))
}

fn of_operation<'a>(
    (old, was): (&'a ApiDescription, &'a Operation),
    (new, now): (&'a ApiDescription, &'a Operation),
) -> Vec<Change> {
    let (Some(before), Some(after)) = (old.written(was), new.written(now)) else { return Vec::new() };
    let mut compare = Compare::new(old, new);
    compare.switched(&Spot::default(), "deprecated", was.deprecated, now.deprecated, false);
    let renamed: BTreeMap<&str, &str> = names_in(&was.path).zip(names_in(&now.path)).collect();
    compare.call(&Spot::default(), (before, after), direction_of(now.kind), &renamed);
    compare.security((old, before.1), (new, after.1));
    compare.finish()
}

/// The same in the other direction.
fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Request => Direction::Response,
        Direction::Response => Direction::Request,
    }
}

/// A path item and an operation in it.
type Written<'a> = (&'a Value, &'a Value);

impl<'a> Compare<'a> {
    /// All that is sent and comes back, below `place`; `direction` is that of what is sent.
    fn call(
        &mut self,
        place: &Spot,
        (before, after): (Written<'a>, Written<'a>),
        direction: Direction,
        renamed: &BTreeMap<&str, &str>,
    ) {
        self.parameters(place, before, after, direction, renamed);
        let body = |written: &'a Value, description: &'a ApiDescription| {
            written.get("requestBody").map(|body| description.resolve(body))
        };
        let bodies = (body(before.1, self.old), body(after.1, self.new));
        self.body(&place.within("body"), bodies, direction);
        self.responses(place, before.1, after.1, opposite(direction));
        self.callbacks(place, before.1, after.1, direction);
    }

    fn parameters(
        &mut self,
        place: &Spot,
        before: Written<'a>,
        after: Written<'a>,
        direction: Direction,
        renamed: &BTreeMap<&str, &str>,
    ) {
        let was = parameters_in(self.old, before.0, before.1);
        let is = parameters_in(self.new, after.0, after.1);
        let is_same = |old: &Parameter<'a>, new: &Parameter<'a>| {
            let is_named = match old.place {
                Place::Path => renamed.get(old.name).copied().unwrap_or(old.name) == new.name,
                Place::Header => old.name.eq_ignore_ascii_case(new.name),
                _ => old.name == new.name,
            };
            old.place == new.place && is_named
        };
        let called = |parameter: &Parameter<'_>| {
            place.within(&format!("{} {}", parameter.place.attribute(), parameter.name))
        };
        for old in &was {
            if !is.iter().any(|new| is_same(old, new)) {
                self.came_or_went(&called(old), (label(self.old, old.schema), None), true);
            }
        }
        for new in &is {
            let place = called(new);
            let Some(old) = was.iter().find(|old| is_same(old, new)) else {
                let label = label(self.new, new.schema).map(|label| required(label, new.required));
                self.came_or_went(&place, (None, label), new.required && direction == Direction::Request);
                continue;
            };
            let breaks = new.required == (direction == Direction::Request);
            self.switched(&place, "required", old.required, new.required, breaks);
            let (was, is) = (old.deprecated == Some(true), new.deprecated == Some(true));
            self.switched(&place, "deprecated", was, is, false);
            for keyword in ["style", "explode"] {
                self.reworded(&place, keyword, old.written.get(keyword), new.written.get(keyword), true);
            }
            if let (Some(old), Some(new)) = (old.schema, new.schema) {
                self.schemas(&place, (&[old], &[new]), direction);
            }
        }
    }

    /// A body as a whole, and what it is in each form.
    fn body(&mut self, place: &Spot, both: (Option<&'a Value>, Option<&'a Value>), direction: Direction) {
        let is_required = |body: &Value| is_true(body.get("required"));
        let is_request = direction == Direction::Request;
        match both {
            (Some(old), Some(new)) => {
                let (was, is) = (is_required(old), is_required(new));
                self.switched(place, "required", was, is, is == is_request);
                self.content(place, (old, new), direction);
            }
            (Some(old), None) => {
                self.came_or_went(place, (Some(forms(old).join(", ")), None), true);
            }
            (None, Some(new)) => {
                let label = required(forms(new).join(", "), is_required(new));
                self.came_or_went(place, (None, Some(label)), is_request && is_required(new));
            }
            (None, None) => {}
        }
    }

    /// The forms of a body or an answer.
    fn content(&mut self, place: &Spot, (old, new): (&'a Value, &'a Value), direction: Direction) {
        let (was, is) = (entries(old, "content"), entries(new, "content"));
        for name in was.keys().filter(|name| !is.contains_key(*name)) {
            self.came_or_went(place, (Some((*name).to_owned()), None), true);
        }
        for (name, new) in &is {
            let Some(old) = was.get(name) else {
                self.came_or_went(place, (None, Some((*name).to_owned())), false);
                continue;
            };
            let schema =
                |media: &'a Value, description: &'a ApiDescription| description.resolve(media).get("schema");
            if let (Some(old), Some(new)) = (schema(old, self.old), schema(new, self.new)) {
                // One form needs no name.
                let place = if is.len() > 1 { place.as_one(&format!("({name})")) } else { place.clone() };
                self.schemas(&place, (&[old], &[new]), direction);
            }
        }
    }

    fn responses(&mut self, place: &Spot, old: &'a Value, new: &'a Value, direction: Direction) {
        let (was, is) = (entries(old, "responses"), entries(new, "responses"));
        for status in was.keys().filter(|status| !is.contains_key(*status)) {
            let is_success = status.starts_with('2');
            self.came_or_went(&place.within("response"), (Some((*status).to_owned()), None), is_success);
        }
        for (status, new) in &is {
            let Some(old) = was.get(status) else {
                self.came_or_went(&place.within("response"), (None, Some((*status).to_owned())), false);
                continue;
            };
            let (old, new) = (self.old.resolve(old), self.new.resolve(new));
            let place = place.within(status);
            let (had, has) = (entries(old, "headers"), entries(new, "headers"));
            for name in had.keys().filter(|name| !has.contains_key(*name)) {
                self.came_or_went(&place.within("header"), (Some((*name).to_owned()), None), true);
            }
            for name in has.keys().filter(|name| !had.contains_key(*name)) {
                self.came_or_went(&place.within("header"), (None, Some((*name).to_owned())), false);
            }
            self.content(&place, (old, new), direction);
        }
    }

    /// What the service calls meanwhile.
    fn callbacks(&mut self, place: &Spot, old: &'a Value, new: &'a Value, direction: Direction) {
        let (was, is) = (entries(old, "callbacks"), entries(new, "callbacks"));
        for name in was.keys().filter(|name| !is.contains_key(*name)) {
            self.came_or_went(&place.within("callback"), (Some((*name).to_owned()), None), true);
        }
        for (name, new) in &is {
            let Some(old) = was.get(name) else {
                self.came_or_went(&place.within("callback"), (None, Some((*name).to_owned())), false);
                continue;
            };
            let place = place.within(&format!("callback {name}"));
            let (old, new) = (self.old.resolve(old), self.new.resolve(new));
            for (expression, new) in new.as_object().into_iter().flatten() {
                let Some(old) = old.get(expression) else { continue };
                let (old, new) = (self.old.resolve(old), self.new.resolve(new));
                for (method, new_call) in new.as_object().into_iter().flatten() {
                    let Some(old_call) = old.get(method).filter(|call| call.is_object()) else { continue };
                    // One in another would be none that anybody writes.
                    if new_call.get("callbacks").is_none() {
                        let both = ((old, old_call), (new, new_call));
                        self.call(&place, both, opposite(direction), &BTreeMap::new());
                    }
                }
            }
        }
    }

    /// Who may call.
    fn security(&mut self, (old, was): (&ApiDescription, &Value), (new, is): (&ApiDescription, &Value)) {
        let (was, is) = (ways_in(old, was), ways_in(new, is));
        let only = |ways: &[String], others: &[String]| {
            let own: Vec<&str> =
                ways.iter().filter(|way| !others.contains(way)).map(String::as_str).collect();
            (!own.is_empty()).then(|| own.join(" / "))
        };
        let (before, after) = (only(&was, &is), only(&is, &was));
        if before.is_none() && after.is_none() {
            return;
        }
        let open = |ways: &[String]| ways.is_empty() || ways.iter().any(|way| way == "{}");
        let breaks = !open(&is) && (open(&was) || before.is_some());
        self.note(Change { place: "security".to_owned(), keyword: None, before, after, breaks });
    }
}

/// What came, and whether a call has to have it.
fn required(label: String, is_required: bool) -> String {
    if is_required { label + ", required" } else { label }
}

/// The entries of an object in an object, without extensions.
fn entries<'a>(value: &'a Value, key: &str) -> BTreeMap<&'a str, &'a Value> {
    let object = value.get(key).and_then(Value::as_object);
    let entries = object.into_iter().flatten().map(|(name, value)| (name.as_str(), value));
    entries.filter(|(name, _)| !name.starts_with("x-")).collect()
}

/// The names of the forms of a body.
fn forms(body: &Value) -> Vec<&str> {
    entries(body, "content").into_keys().collect()
}

/// The ways to be let in, each as `scheme (scopes) + scheme`; `{}` needs nothing.
fn ways_in(description: &ApiDescription, operation: &Value) -> Vec<String> {
    let mut ways: Vec<String> = requirements(description, operation)
        .map(|requirement| {
            let schemes = requirement.iter().map(|(key, scopes)| {
                let scheme = scheme_named(&description.root, key);
                let scopes: Vec<&str> =
                    scopes.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                if scopes.is_empty() {
                    scheme.to_owned()
                } else {
                    format!("{scheme} ({})", scopes.join(", "))
                }
            });
            let schemes: Vec<String> = schemes.collect();
            if schemes.is_empty() { "{}".to_owned() } else { schemes.join(" + ") }
        })
        .collect();
    ways.sort();
    ways.dedup();
    ways
}

/// Servers of the whole description.
fn servers(old: &Value, new: &Value) -> Vec<Change> {
    let urls = |root: &Value| -> Vec<String> {
        let servers = root.get("servers").and_then(Value::as_array).into_iter().flatten();
        servers
            .filter_map(|server| Some(server.get("url")?.as_str()?.trim_end_matches('/').to_owned()))
            .collect()
    };
    let (was, is) = (urls(old), urls(new));
    let change = |before: Option<&String>, after: Option<&String>| Change {
        place: "server".to_owned(),
        keyword: None,
        before: before.cloned(),
        after: after.cloned(),
        breaks: before.is_some(),
    };
    let gone = was.iter().filter(|url| !is.contains(url)).map(|url| change(Some(url), None));
    gone.chain(is.iter().filter(|url| !was.contains(url)).map(|url| change(None, Some(url)))).collect()
}
