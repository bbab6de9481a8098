//! The files that a description refers to.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::held::entry_by_entry;
use super::{FileName, Files, Report};
use crate::api::ApiKind;
use crate::api::resolve::MAX_STEPS;
use crate::api::source::{Document, Json, with_plain_references};

/// Most other files of one description.
const MAX_FILES: usize = 5_000;
/// Most bytes of all of them together.
const MAX_FILE_BYTES: usize = 128 << 20;

/// The files that a description refers to, as far as they are looked into before it is read.
pub(super) struct Others<'a> {
    pub(super) main: &'a Document,
    files: &'a dyn Files,
    read: RefCell<BTreeMap<String, Option<Arc<Document>>>>,
}

impl<'a> Others<'a> {
    pub(super) fn of(main: &'a Document, files: &'a dyn Files) -> Self {
        Self { main, files, read: RefCell::default() }
    }

    /// What a reference names, however many others lead to it.
    pub(super) fn named(&self, reference: &str) -> Option<Value> {
        self.placed(reference).map(|(_, found)| found)
    }

    /// The same, and the reference that names it itself.
    pub(super) fn placed(&self, reference: &str) -> Option<(String, Value)> {
        let mut current = reference.to_owned();
        for _ in 0..MAX_STEPS {
            let (base, pointer) = current.split_once('#').unwrap_or((&current, ""));
            let found = match base {
                "" => self.main.target(pointer)?.clone(),
                base => self.document(base)?.target(pointer)?.clone(),
            };
            match found.get("$ref").and_then(Value::as_str) {
                Some(next) => current = next.to_owned(),
                None => return Some((current, found)),
            }
        }
        None
    }

    fn document(&self, base: &str) -> Option<Arc<Document>> {
        if let Some(known) = self.read.borrow().get(base) {
            return known.clone();
        }
        let (name, main) = (FileName::of(base), self.main.path());
        // What is wrong with a file is told when all of them are read.
        let json = self.files.json(&name).ok();
        let read = json.and_then(|json| Json::of(json).ok());
        let read = read.map(|json| Document::new(base, name.path(main), main, json));
        let read = read.map(Arc::new);
        self.read.borrow_mut().insert(base.to_owned(), read.clone());
        read
    }
}

/// The description and every file that it refers to, however far.
pub(super) fn with_files(
    main: Document,
    kind: ApiKind,
    files: &dyn Files,
    report: &mut Report<'_>,
) -> Vec<Arc<Document>> {
    let main = Arc::new(main);
    let path = main.path().clone();
    let others = Others::of(&main, files);
    let mut documents = vec![main.clone()];
    let mut seen = BTreeSet::new();
    let mut nowhere = BTreeSet::new();
    let mut next = 0;
    let mut bytes = 0;
    'all: while let Some(document) = documents.get(next).cloned() {
        next += 1;
        let needed = document.references().map(|reference| (reference, true));
        let wanted = document.data_elsewhere().map(|reference| (reference, false));
        for ((place, reference), is_needed) in needed.chain(wanted) {
            let Some((base, _)) = reference.split_once('#').filter(|(base, _)| !base.is_empty()) else {
                continue;
            };
            let name = FileName::of(base);
            if !seen.insert(name.clone()) {
                continue;
            }
            let at = (&*document, place);
            if documents.len() > MAX_FILES || bytes > MAX_FILE_BYTES {
                let limit = match documents.len() > MAX_FILES {
                    true => format!("{MAX_FILES} files"),
                    false => format!("{} MB of other files", MAX_FILE_BYTES >> 20),
                };
                report.too_many_files(&name, at, &limit);
                break 'all;
            }
            let read = |json: Arc<str>| {
                Some(Document::new(base, name.path(&path), &path, Json::of(plain(json, base)).ok()?))
            };
            match files.json(&name).inspect(|json| bytes += json.len()) {
                Ok(json) => match read(json).and_then(|found| match entry_by_entry(&found, kind, &others) {
                    Some(text) => read(text.into()),
                    None => Some(found),
                }) {
                    Some(found) => documents.push(Arc::new(found)),
                    None => report.file_problem(None, &name, at, "it cannot be read"),
                },
                // An example may well be the text of a reference.
                Err(_) if !is_needed => {
                    nowhere.insert(base.to_owned());
                }
                Err(problem) => report.file_problem(problem, &name, at, "there is no such file"),
            }
        }
    }
    if !nowhere.is_empty() {
        let nowhere = Arc::new(nowhere);
        documents.iter().for_each(|document| document.without_files(nowhere.clone()));
    }
    documents
}

/// A file that a description refers to, or the description itself, with references that are pointers.
pub(super) fn plain(json: Arc<str>, base: &str) -> Arc<str> {
    with_plain_references(&json, base.trim_start_matches('/')).map_or(json, Into::into)
}
