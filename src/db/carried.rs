//! What queries found out of files, set into the inputs that the rest of the site reads.
//!
//! The values of many files are set in one revision. Each setter of salsa begins one of its own, in which every query
//! clears what it kept for the one before (2 µs), and there are seven values for each page of a site.

use std::sync::Arc;

use salsa::plumbing::ZalsaDatabase;
use salsa::plumbing::input::Configuration;

use super::crossing::{BodyKeys, Crossing, TextKey};
use super::{Database, Project, SourceFile};
use crate::hash::ContentHash;
use crate::site::file_head::{FileHead, Structure};
use crate::site::page_index::PageSummary;
use crate::source::history::{Day, Days};

impl Database {
    /// Carries heads of files over the firewall.
    pub fn carry_heads(&mut self, heads: &[(SourceFile, FileHead)]) -> Crossing {
        let mut crossing = Crossing::default();
        let mut values = Vec::new();
        for (file, head) in heads {
            if file.label(self).as_ref() != Some(&head.label) {
                values.push((*file, Value::Label(head.label.clone())));
                crossing.label = true;
            }
            if file.structure(self).as_ref() != Some(&head.structure) {
                values.push((*file, Value::Structure(head.structure.clone())));
                crossing.structure = true;
            }
        }
        self.set(values);
        crossing
    }

    /// Carries the keys of bodies of pages over the firewall; what is new of each page.
    pub fn carry_bodies<T>(&mut self, bodies: Vec<(T, SourceFile, BodyKeys)>) -> Vec<(T, Crossing)> {
        let mut values = Vec::new();
        let crossed = |(page, file, keys)| (page, self.body_values(file, &keys, &mut values));
        let crossings = bodies.into_iter().map(crossed).collect();
        self.set(values);
        crossings
    }

    fn body_values(
        &self,
        file: SourceFile,
        keys: &BodyKeys,
        values: &mut Vec<(SourceFile, Value)>,
    ) -> Crossing {
        let markup = file.markup(self) != keys.markup;
        let facts = file.facts(self) != keys.facts;
        let feed = file.feed(self) != keys.feed;
        let mut crossing = Crossing {
            // Whether a page has feeds decides about links to them.
            facts: facts || file.feed(self).is_some() != keys.feed.is_some(),
            search: file.search(self) != keys.search,
            export: file.export(self) != keys.text_key(),
            ..Crossing::default()
        };
        crossing.body = markup || feed || crossing.facts || crossing.search || crossing.export;
        let new = [
            (markup, Value::Markup(keys.markup)),
            (crossing.export, Value::Export(keys.text_key())),
            (feed, Value::Feed(keys.feed)),
            (crossing.search, Value::Search(keys.search)),
            (facts, Value::Facts(keys.facts)),
        ];
        values.extend(new.into_iter().filter(|(is_new, _)| *is_new).map(|(_, value)| (file, value)));
        crossing
    }

    /// Says when files were last changed, and when they came; those that are not named have no day.
    pub fn set_days(&mut self, project: Project, days: &Days) {
        let mut values = Vec::new();
        for (path, file) in project.files(self).iter() {
            let day = days.last.get(path).copied();
            if file.day(self) != day {
                values.push((*file, Value::Day(day)));
            }
            let came = days.first.get(path).copied();
            if file.came(self) != came {
                values.push((*file, Value::Came(came)));
            }
        }
        self.set(values);
    }

    /// Sets values of files, all in one revision.
    fn set(&mut self, values: Vec<(SourceFile, Value)>) {
        if values.is_empty() {
            return;
        }
        let (files, runtime) = SourceFile::ingredient_mut(self.zalsa_mut());
        for (file, value) in values {
            // Each keeps the durability that the file began with.
            files.set_field(runtime, file, value.field(), None, |fields| value.put(fields));
        }
    }
}

/// A field of a file with what it becomes.
enum Value {
    Structure(Arc<Structure>),
    Label(Arc<PageSummary>),
    Markup(ContentHash),
    Facts(ContentHash),
    Export(TextKey),
    Search(ContentHash),
    Feed(Option<ContentHash>),
    Day(Option<Day>),
    Came(Option<Day>),
}

impl Value {
    /// Where it stands in [`SourceFile`].
    fn field(&self) -> usize {
        match self {
            Self::Structure(_) => 3,
            Self::Label(_) => 4,
            Self::Markup(_) => 5,
            Self::Facts(_) => 6,
            Self::Export(_) => 7,
            Self::Search(_) => 8,
            Self::Feed(_) => 9,
            Self::Day(_) => 10,
            Self::Came(_) => 11,
        }
    }

    fn put(self, fields: &mut <SourceFile as Configuration>::Fields) {
        match self {
            Self::Structure(value) => fields.3 = Some(value),
            Self::Label(value) => fields.4 = Some(value),
            Self::Markup(value) => fields.5 = value,
            Self::Facts(value) => fields.6 = value,
            Self::Export(value) => fields.7 = value,
            Self::Search(value) => fields.8 = value,
            Self::Feed(value) => fields.9 = value,
            Self::Day(value) => fields.10 = value,
            Self::Came(value) => fields.11 = value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_where_the_file_has_them() {
        // The numbers of `Value::field`, from 0.
        let [_, _, _, rest @ ..] = SourceFile::FIELD_DEBUG_NAMES else { panic!("other fields") };
        let expected = ["structure", "label", "markup", "facts", "export", "search", "feed", "day", "came"];
        assert_eq!(rest, expected);
    }
}
