//! Files that are no part of the site by themselves and are read because others name them: TypeScript that a page
//! imports, program text that it shows.
//!
//! All other files of their kind are never opened, so that a site inside a repository of programs costs no more than
//! one beside it. Those who watch the disk hold the same set as the engine, which says what is in it.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

use super::category::{FileCategory, category};
use crate::text::SourcePath;

/// What an import adds to a path to get the text of the file.
pub const RAW: &str = "?raw";

/// The files that others name, shared: all clones hold the same set.
#[derive(Clone, Debug, Default)]
pub struct Named(Arc<RwLock<Arc<BTreeSet<SourcePath>>>>);

impl Named {
    /// The files as they are now.
    pub fn get(&self) -> Arc<BTreeSet<SourcePath>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Says which files these are.
    pub fn set(&self, files: Arc<BTreeSet<SourcePath>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = files;
    }

    /// Whether a file counts as one of the project: by its name, or because another one names it.
    pub fn is_source(&self, path: &SourcePath) -> bool {
        category(path) != FileCategory::Unpublished || self.get().contains(path)
    }
}

/// The file behind an import: without `?raw`.
pub fn without_query(path: &SourcePath) -> SourcePath {
    path.as_str().strip_suffix(RAW).map_or_else(|| path.clone(), SourcePath::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_hold_the_same() {
        let (named, path) = (Named::default(), SourcePath::new("src/a.rs"));
        let other = named.clone();
        assert!(!other.is_source(&path) && other.is_source(&SourcePath::new("a.mdx")));
        named.set(Arc::new([path.clone()].into()));
        assert!(other.is_source(&path));
    }

    #[test]
    fn a_query_is_no_part_of_the_path() {
        assert_eq!(without_query(&SourcePath::new("a.md?raw")).as_str(), "a.md");
        assert_eq!(without_query(&SourcePath::new("a.md")).as_str(), "a.md");
    }
}
