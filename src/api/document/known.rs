//! Schemas as one page knows them: a page is tried in several forms, and what is found out about a schema is the same
//! in each of them.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

use serde_json::Value as Json;

use super::choices::{Alternatives, Variant};
use crate::api::ApiDescription;
use crate::api::schema::{Definitions, Schema};
use crate::hash::tables::HashMap;

/// Most that is kept for one page, in objects and properties of its schemas: some tens of megabytes.
const MAX_KEPT: usize = 200_000;

/// A schema, with what is found out about it when it is needed.
pub(super) struct Known<'a> {
    schema: Schema<'a>,
    /// Whether other tries get this very one.
    is_kept: bool,
    label: OnceCell<String>,
    whole: OnceCell<Option<&'a str>>,
    properties: OnceCell<BTreeMap<&'a str, usize>>,
    /// How many nodes its facts are, without an example from beside it.
    pub(super) facts: OnceCell<usize>,
}

impl<'a> Known<'a> {
    pub(super) fn new(schema: Schema<'a>) -> Self {
        Self {
            schema,
            is_kept: false,
            label: OnceCell::new(),
            whole: OnceCell::new(),
            properties: OnceCell::new(),
            facts: OnceCell::new(),
        }
    }

    /// [`Schema::type_label`].
    pub(super) fn type_label(&self, description: &'a ApiDescription) -> &str {
        self.label.get_or_init(|| self.schema.type_label(description))
    }

    /// [`Schema::whole_reference`].
    pub(super) fn whole_reference(&self, description: &'a ApiDescription) -> Option<&'a str> {
        *self.whole.get_or_init(|| self.schema.whole_reference(description))
    }

    /// The definitions of a property.
    pub(super) fn property(&self, name: &str) -> Option<&Definitions<'a>> {
        let named = |(at, (name, _)): (usize, &(&'a str, Definitions<'a>))| (*name, at);
        let places =
            self.properties.get_or_init(|| self.schema.properties.iter().enumerate().map(named).collect());
        places.get(name).and_then(|at| self.schema.properties.get(*at)).map(|(_, definitions)| definitions)
    }

    /// How much is kept with it.
    fn weight(&self) -> usize {
        let members: usize = self.schema.choices.iter().map(|choice| choice.members.len()).sum();
        // It takes the room of some properties by itself.
        8 + self.schema.merged + 2 * self.schema.properties.len() + members
    }
}

impl<'a> Deref for Known<'a> {
    type Target = Schema<'a>;

    fn deref(&self) -> &Schema<'a> {
        &self.schema
    }
}

/// The schemas of one page.
pub(super) struct Schemas<'a> {
    description: &'a ApiDescription,
    /// Those that are no more than a reference.
    by_reference: HashMap<&'a str, Rc<Known<'a>>>,
    /// By the place of their only definition in memory.
    by_object: HashMap<*const Json, Rc<Known<'a>>>,
    /// By those of all definitions.
    by_objects: HashMap<Vec<*const Json>, Rc<Known<'a>>>,
    /// What the schemas that are kept are chosen from, by their place in memory.
    choices: HashMap<*const Known<'a>, Rc<Vec<Alternatives<'a>>>>,
    kept: usize,
}

impl<'a> Schemas<'a> {
    pub(super) fn new(description: &'a ApiDescription) -> Self {
        Self {
            description,
            by_reference: HashMap::new(),
            by_object: HashMap::new(),
            by_objects: HashMap::new(),
            choices: HashMap::new(),
            kept: 0,
        }
    }

    /// The schema with these definitions.
    pub(super) fn of(&mut self, parts: &[&'a Json]) -> Rc<Known<'a>> {
        let key = Key::of(parts);
        let known = match &key {
            Key::Reference(reference) => self.by_reference.get(reference),
            Key::Object(place) => self.by_object.get(place),
            Key::Objects(places) => self.by_objects.get(places),
        };
        if let Some(known) = known {
            return Rc::clone(known);
        }
        let mut known = Known::new(Schema::of(self.description, parts));
        known.is_kept = self.has_room(known.weight());
        let known = Rc::new(known);
        if known.is_kept {
            let same = Rc::clone(&known);
            match key {
                Key::Reference(reference) => self.by_reference.insert(reference, same),
                Key::Object(place) => self.by_object.insert(place, same),
                Key::Objects(places) => self.by_objects.insert(places, same),
            };
        }
        known
    }

    /// Takes room for what is kept.
    fn has_room(&mut self, weight: usize) -> bool {
        let has_room = self.kept + weight <= MAX_KEPT;
        self.kept += if has_room { weight } else { 0 };
        has_room
    }

    /// What a schema is chosen from, as far as it is known.
    pub(super) fn choices(&self, schema: &Known<'a>) -> Option<Rc<Vec<Alternatives<'a>>>> {
        self.choices.get(&std::ptr::from_ref(schema)).map(Rc::clone)
    }

    /// Keeps what a schema is chosen from. They are not kept in the schema: that may be one of its own members.
    pub(super) fn keep_choices(&mut self, schema: &Known<'a>, choices: &Rc<Vec<Alternatives<'a>>>) {
        let own = |variant: &Variant<'a>| if variant.schema.is_kept { 1 } else { variant.schema.weight() };
        let weight = choices.iter().flat_map(|choice| &choice.variants).map(own).sum();
        if schema.is_kept && self.has_room(weight) {
            self.choices.insert(std::ptr::from_ref(schema), Rc::clone(choices));
        }
    }
}

/// What a schema is found by.
enum Key<'a> {
    /// It says nothing else, so it is one schema wherever it stands.
    Reference(&'a str),
    Object(*const Json),
    Objects(Vec<*const Json>),
}

impl<'a> Key<'a> {
    fn of(parts: &[&'a Json]) -> Self {
        let [only] = parts else {
            return Self::Objects(parts.iter().map(|part| std::ptr::from_ref(*part)).collect());
        };
        let entries = only.as_object().filter(|entries| entries.len() == 1);
        match entries.and_then(|entries| entries.get("$ref")?.as_str()) {
            Some(reference) => Self::Reference(reference),
            None => Self::Object(std::ptr::from_ref(*only)),
        }
    }
}
