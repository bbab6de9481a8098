//! What is said of an import: what went where, what was left out and why, what should be looked at.

use std::collections::{BTreeMap, HashSet};

/// Kinds of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// It is in the new site; the text says where.
    Mapped,
    /// It is not there; the text says why.
    Dropped,
    /// It is there, but means something else or should be looked at.
    Review,
}

/// What became of something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    pub outcome: Outcome,
    /// A file with a line, or a field of the configuration.
    pub place: String,
    pub text: String,
}

/// The same of several places is said once, with the first of them.
const SHOWN: usize = 3;

/// Collects notes.
#[derive(Debug, Default)]
pub struct Notes {
    list: Vec<Note>,
}

impl Notes {
    pub fn mapped(&mut self, place: impl Into<String>, text: impl Into<String>) {
        self.add(Outcome::Mapped, place.into(), text.into());
    }

    pub fn dropped(&mut self, place: impl Into<String>, text: impl Into<String>) {
        self.add(Outcome::Dropped, place.into(), text.into());
    }

    pub fn review(&mut self, place: impl Into<String>, text: impl Into<String>) {
        self.add(Outcome::Review, place.into(), text.into());
    }

    fn add(&mut self, outcome: Outcome, place: String, text: String) {
        self.list.push(Note { outcome, place, text });
    }

    /// Forgets what was said since a mark.
    pub fn reset(&mut self, mark: usize) {
        self.list.truncate(mark);
    }

    pub fn mark(&self) -> usize {
        self.list.len()
    }

    /// All of them, each once; what was said of many places is there once for the first few, with their number.
    pub fn finish(self) -> Vec<Note> {
        let mut places: BTreeMap<(Outcome, String), Vec<String>> = BTreeMap::new();
        let mut order = Vec::new();
        let mut told = HashSet::new();
        for note in self.list {
            if !told.insert(note.clone()) {
                continue;
            }
            let Note { outcome, place, text } = note;
            let key = (outcome, text);
            let known = places.entry(key.clone()).or_default();
            if known.is_empty() {
                order.push(key);
            }
            known.push(place);
        }
        let together = order.into_iter().filter_map(|key| {
            let places = places.remove(&key)?;
            let more = places.len().saturating_sub(SHOWN);
            let mut place = places.into_iter().take(SHOWN).collect::<Vec<_>>().join(", ");
            if more > 0 {
                place.push_str(&format!(" and {more} more"));
            }
            Some(Note { outcome: key.0, place, text: key.1 })
        });
        let mut all: Vec<Note> = together.collect();
        all.sort_by_key(|note| note.outcome);
        all
    }
}

/// A number of pages.
pub(crate) fn pages(number: impl Into<u64>) -> String {
    match number.into() {
        1 => "1 page".to_owned(),
        number => format!("{number} pages"),
    }
}
