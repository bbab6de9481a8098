//! Reading an object so that no field is forgotten: what nobody asked for is told at the end.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Note, Outcome};
use crate::config::fields::ROOT;
use crate::config::schema::{Object, Shape};

/// Gathers notes.
#[derive(Default)]
pub struct Notes {
    notes: Vec<Note>,
}

impl Notes {
    /// The field is in `docs.json`, under this name or with this meaning.
    pub fn mapped(&mut self, field: impl Into<String>, to: impl Into<String>) {
        self.add(Outcome::Mapped, field.into(), to.into());
    }

    /// Somebody should look at it.
    pub fn review(&mut self, field: impl Into<String>, why: impl Into<String>) {
        self.add(Outcome::Review, field.into(), why.into());
    }

    /// The field is gone.
    pub fn dropped(&mut self, field: impl Into<String>, why: impl Into<String>) {
        self.add(Outcome::Dropped, field.into(), why.into());
    }

    /// `mint.json` is wrong.
    pub fn invalid(&mut self, field: impl Into<String>, why: impl Into<String>) {
        self.add(Outcome::Invalid, field.into(), why.into());
    }

    fn add(&mut self, outcome: Outcome, field: String, text: String) {
        let note = Note { outcome, field, text };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Takes over those of another list.
    pub fn append(&mut self, others: Self) {
        others.notes.into_iter().for_each(|note| self.add(note.outcome, note.field, note.text));
    }

    /// All of them, in the order of the configuration.
    pub fn finish(self) -> Vec<Note> {
        self.notes
    }
}

/// Why a field is left out that has no counterpart.
const NO_FIELD: &str = "docs.json has no such field";
/// Why one is left out that has one.
const NEW_FIELD: &str = "docs.json has this field, but mint.json had none of this name, so it meant nothing: write it into \
                         docs.json if you want it";

/// An object of `mint.json` that remembers which of its fields were read.
pub struct Source<'a> {
    /// Its name with a dot, such as `api.`; empty for the root.
    path: String,
    members: &'a Map<String, Value>,
    read: BTreeSet<String>,
}

impl<'a> Source<'a> {
    /// Reads an object; anything else is told.
    pub fn object(path: &str, value: &'a Value, notes: &mut Notes) -> Option<Self> {
        let path = if path.is_empty() { String::new() } else { format!("{path}.") };
        match value {
            Value::Object(members) => Some(Self { path, members, read: BTreeSet::new() }),
            _ if path.is_empty() => {
                notes.invalid("mint.json", "expected an object");
                None
            }
            _ => {
                notes.dropped(path.trim_end_matches('.'), "expected an object");
                None
            }
        }
    }

    /// The value of a field. Nothing and `null` are the same.
    pub fn read(&mut self, key: &str) -> Option<&'a Value> {
        self.read.insert(key.to_owned());
        self.members.get(key).filter(|value| !value.is_null())
    }

    /// The value of a field that is a text.
    pub fn text(&mut self, key: &str, notes: &mut Notes) -> Option<&'a str> {
        let value = self.read(key)?;
        self.fitting(key, value.as_str(), "a text", notes)
    }

    /// The value of a field that is `true` or `false`.
    pub fn flag(&mut self, key: &str, notes: &mut Notes) -> Option<bool> {
        let value = self.read(key)?;
        self.fitting(key, value.as_bool(), "`true` or `false`", notes)
    }

    /// The elements of a field that is a list.
    pub fn list(&mut self, key: &str, notes: &mut Notes) -> Option<&'a [Value]> {
        let value = self.read(key)?;
        self.fitting(key, value.as_array().map(Vec::as_slice), "a list", notes)
    }

    /// The object that a field is.
    pub fn child(&mut self, key: &str, notes: &mut Notes) -> Option<Source<'a>> {
        let value = self.read(key)?;
        Source::object(&self.name(key), value, notes)
    }

    fn fitting<T>(&self, key: &str, value: Option<T>, what: &str, notes: &mut Notes) -> Option<T> {
        if value.is_none() {
            notes.dropped(self.name(key), format!("expected {what}"));
        }
        value
    }

    /// The whole name of a field.
    pub fn name(&self, key: &str) -> String {
        format!("{}{key}", self.path)
    }

    /// Leaves a field out, when it is there.
    pub fn leave(&mut self, key: &str, why: &str, notes: &mut Notes) {
        if self.read(key).is_some() {
            notes.dropped(self.name(key), why);
        }
    }

    /// Tells which fields nobody read. `docs.json` may have an object of the same name, with fields that this one
    /// never had.
    pub fn finish(self, notes: &mut Notes) {
        match namesake(self.path.trim_end_matches('.')) {
            Some(object) => self.finish_as(object, notes),
            None => self.told(&|_| NO_FIELD, notes),
        }
    }

    /// The same of what becomes this object of `docs.json`.
    pub fn finish_as(self, object: &Object, notes: &mut Notes) {
        let is_new = |key: &str| object.fields.iter().any(|field| field.key == key);
        self.told(&|key| if is_new(key) { NEW_FIELD } else { NO_FIELD }, notes);
    }

    fn told(self, why: &dyn Fn(&str) -> &'static str, notes: &mut Notes) {
        for (key, value) in self.members {
            if !self.read.contains(key) && !value.is_null() {
                notes.dropped(format!("{}{key}", self.path), why(key));
            }
        }
    }
}

/// The object of `docs.json` with this name.
fn namesake(path: &str) -> Option<&'static Object> {
    path.split('.')
        .filter(|key| !key.is_empty())
        .try_fold(&ROOT, |object, key| object_of(&object.fields.iter().find(|field| field.key == key)?.shape))
}

fn object_of(shape: &'static Shape) -> Option<&'static Object> {
    match shape {
        Shape::Object(object) => Some(object),
        Shape::Either(shapes) => shapes.iter().find_map(object_of),
        _ => None,
    }
}
