//! A project's files as a plain map: what the editor edits, before any of it is on a disk.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::site::{fixtures, folder};

/// Files by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The files of a project, and those that it began with.
#[derive(Clone)]
pub struct Sources {
    pub files: Files,
    original: Files,
}

impl Sources {
    /// The example site.
    pub fn example() -> Self {
        let original = folder(&fixtures().join("example"));
        Self { files: original.clone(), original }
    }

    /// The files as they were at first.
    pub fn original(&self) -> &Files {
        &self.original
    }

    pub fn edit(&mut self, path: &str, text: &str) {
        self.place(path, text.as_bytes());
    }

    pub fn place(&mut self, path: &str, bytes: &[u8]) {
        self.files.insert(path.to_owned(), bytes.to_vec());
    }

    pub fn remove(&mut self, path: &str) {
        self.files.remove(path);
    }

    pub fn rename(&mut self, from: &str, to: &str) {
        if let Some(bytes) = self.files.remove(from) {
            self.files.insert(to.to_owned(), bytes);
        }
    }

    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// The text of a file.
    pub fn source(&self, path: &str) -> String {
        let bytes = self.files.get(path).unwrap_or_else(|| panic!("no source `{path}`"));
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Changes `docs.json`. One that is broken or gone is brought back first.
    pub fn edit_config(&mut self, change: impl FnOnce(&mut Value)) {
        let parse = |files: &Files| serde_json::from_slice::<Value>(files.get("docs.json")?).ok();
        let mut config =
            parse(&self.files).or_else(|| parse(&self.original)).expect("the first docs.json is JSON");
        change(&mut config);
        self.edit("docs.json", &format!("{config:#}"));
    }
}
