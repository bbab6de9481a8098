//! Where schemas without a name stand: what a file of their own is called by. Looked up by the objects themselves, in
//! the named schemas around them and in the operation, and only for pages that have no room for all they show.

use std::collections::{BTreeSet, HashMap, VecDeque};

use serde_json::Value as Json;

use crate::api::resolve::MAX_STEPS;
use crate::api::{ApiDescription, Operation, part, pointer};

/// Most objects that are looked at for one page.
const MAX_OBJECTS: usize = 100_000;
/// Most definitions of one schema: beyond that their combinations would be too many.
const MAX_DEFINITIONS: usize = 4;

/// What a page is about, with the references to it.
pub(super) type Roots<'a> = Vec<(String, &'a Json)>;

/// What stands at a reference, or at several that [`part::joined`] put together.
pub(super) fn roots_at<'a>(description: &'a ApiDescription, reference: &str) -> Roots<'a> {
    part::split(reference).filter_map(|one| Some((one.to_owned(), description.target(one)?))).collect()
}

/// An operation, then what its path says for all operations, which is a value of its own.
pub(super) fn roots_of<'a>(description: &'a ApiDescription, operation: &Operation) -> Roots<'a> {
    let Some((item, value)) = description.written(operation) else { return Vec::new() };
    let path = followed(description, pointer::pointer(&[description.section_of(operation), &operation.path]));
    let own = followed(description, format!("{path}/{}", pointer::escaped(&operation.method)));
    vec![(own, value), (path, item)]
}

/// The reference to what is meant at a place, which may be a reference itself.
fn followed(description: &ApiDescription, reference: String) -> String {
    let mut current = reference;
    for _ in 0..MAX_STEPS {
        match description.reference_at(&current).filter(|next| description.target(next).is_some()) {
            Some(next) => current = whole(next),
            None => break,
        }
    }
    current
}

/// The references of objects, as far as they were needed.
pub(super) struct Located<'a> {
    description: &'a ApiDescription,
    /// What the page is about.
    roots: Roots<'a>,
    /// Bases that were looked through.
    known: BTreeSet<String>,
    /// By the place in memory: the object itself is what is looked for, and not one that is equal to it.
    references: HashMap<*const Json, String>,
    /// Whether the page is that of a schema which is said in several places: those below it are not.
    is_joined: bool,
}

impl<'a> Located<'a> {
    pub(super) fn new(description: &'a ApiDescription, roots: Roots<'a>, is_joined: bool) -> Self {
        Self { description, roots, known: BTreeSet::new(), references: HashMap::new(), is_joined }
    }

    /// The reference to a schema with these definitions, which stand in one of the `bases` or in what the page is
    /// about.
    pub(super) fn reference(&mut self, definitions: &[&'a Json], bases: &[&'a str]) -> Option<String> {
        let most = if self.is_joined { 1 } else { MAX_DEFINITIONS };
        if definitions.len() > most {
            return None;
        }
        let found: Option<Vec<String>> =
            definitions.iter().map(|definition| self.one(definition, bases)).collect();
        part::joined(&found?)
    }

    fn one(&mut self, definition: &'a Json, bases: &[&'a str]) -> Option<String> {
        let wanted = std::ptr::from_ref(definition);
        for base in bases.iter().rev() {
            if let Some(value) = self.description.target(base) {
                self.look_through(base, value, false);
            }
            if let Some(found) = self.references.get(&wanted) {
                return Some(found.clone());
            }
        }
        for (root, value) in std::mem::take(&mut self.roots) {
            self.look_through(&root, value, true);
        }
        self.references.get(&wanted).cloned()
    }

    /// Notes the objects below a reference, the nearest first; of an operation also those of what it refers to that is
    /// no schema.
    fn look_through(&mut self, base: &str, value: &'a Json, follows: bool) {
        if !self.known.insert(base.to_owned()) {
            return;
        }
        let mut left = VecDeque::from([(whole(base), value)]);
        while let Some((reference, value)) = left.pop_front() {
            if self.references.len() >= MAX_OBJECTS {
                return;
            }
            let escapes = reference.contains('%');
            match value {
                Json::Object(entries) => {
                    if let Some(to) =
                        entries.get("$ref").and_then(Json::as_str).filter(|to| follows && !is_schema(to))
                        && self.known.insert(to.to_owned())
                        && let Some(target) = self.description.target(to)
                    {
                        left.push_back((whole(to), target));
                    }
                    let below = entries.iter().filter(|(_, below)| below.is_object() || below.is_array());
                    left.extend(
                        below.map(|(name, below)| (format!("{reference}/{}", escaped(name, escapes)), below)),
                    );
                    self.references.insert(std::ptr::from_ref(value), reference);
                }
                Json::Array(items) => {
                    let below =
                        items.iter().enumerate().filter(|(_, below)| below.is_object() || below.is_array());
                    left.extend(below.map(|(at, below)| (format!("{reference}/{at}"), below)));
                }
                _ => {}
            }
        }
    }
}

/// A reference with the mark that a pointer follows.
fn whole(reference: &str) -> String {
    if reference.contains('#') { reference.to_owned() } else { format!("{reference}#") }
}

/// The name of an entry in a pointer.
fn escaped(name: &str, is_encoded: bool) -> String {
    let name = pointer::escaped(name);
    if is_encoded { name.replace('%', "%25") } else { name }
}

fn is_schema(reference: &str) -> bool {
    ["/schemas/", "/definitions/", "/$defs/"].iter().any(|folder| reference.contains(folder))
}
