//! Files that are none of the site's own and that others name (see [`crate::source::named`]): found out from the heads of
//! pages, then looked at like all others. What is imported may import more, so this is done again until nothing is new.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Engine;
use super::scan::Listed;
use crate::db::Change;
use crate::queries::sources::named_files;
use crate::source::category::{FileCategory, category};
use crate::source::named::Named;
use crate::system::Links;
use crate::system::walk::{ScannedFile, hash_files};
use crate::text::SourcePath;

/// Files of the kinds that are read only because others name them, as one look at the disk found them.
#[derive(Default)]
struct Look {
    listed: BTreeMap<SourcePath, ScannedFile>,
    /// Those that were read since and are still wanted: a chain of imports is as many rounds as it has files.
    there: BTreeSet<SourcePath>,
}

impl Engine {
    /// The files that are read because others name them, for who watches the disk.
    pub fn named(&self) -> Named {
        self.named.clone()
    }

    /// Whether the files name others than those that were looked at.
    pub(super) fn has_other_named(&self) -> bool {
        named_files(&self.db, self.project) != self.named.get()
    }

    /// Looks at the files that others name, and at those that these name, until none is new.
    pub(super) fn read_named(&mut self) {
        while self.has_other_named() && !self.is_cancelled() {
            self.follow_named();
        }
    }

    /// Looks at these files in place of those that were named until now.
    pub(super) fn look_at_named(&mut self, wanted: Arc<BTreeSet<SourcePath>>) {
        // Before the look: who watches tells of what happens after it.
        self.named.set(wanted.clone());
        let mut look = if wanted.is_empty() { Look::default() } else { self.look() };
        self.take(&wanted, &mut look);
    }

    /// Follows what files name, with one look at the disk for all of them.
    fn follow_named(&mut self) {
        let first = named_files(&self.db, self.project);
        self.named.set(first.clone());
        let mut look = if first.is_empty() { Look::default() } else { self.look() };
        let mut wanted = first.clone();
        loop {
            self.take(&wanted, &mut look);
            let next = named_files(&self.db, self.project);
            if next == wanted || self.is_cancelled() {
                break;
            }
            self.named.set(next.clone());
            wanted = next;
        }
        // A file that came after the look and before it was named: nobody who watches told of it.
        let is_late = |path: &SourcePath| {
            !look.there.contains(path)
                && self.system.metadata(&self.root.join(path.as_str()), Links::Keep).is_ok()
        };
        if wanted.difference(&first).any(is_late) {
            self.look_at_named(wanted);
        }
    }

    /// Tells the database of those files of a look that are wanted, and only of them.
    fn take(&mut self, wanted: &BTreeSet<SourcePath>, look: &mut Look) {
        // One that is let go may be wanted again, when its name was in a file that changed beside the look.
        look.there.retain(|path| wanted.contains(path));
        let new = wanted.difference(&look.there).filter_map(|path| look.listed.get(path).cloned());
        let new: Vec<ScannedFile> = new.collect();
        let hashes = hash_files(&*self.system, &self.root, &new, &());
        let known = self.project.files(&self.db);
        let mut changes = Vec::new();
        for (file, hash) in new.into_iter().zip(hashes) {
            match hash {
                Ok(hash) => {
                    look.there.insert(file.path.clone());
                    if known.get(&file.path).is_none_or(|known| known.hash(&self.db) != hash) {
                        let category = category(&file.path);
                        changes.push(Change::Present { path: file.path, category, hash });
                    }
                }
                Err(problem) => self.scanned.push(problem),
            }
        }
        let is_gone =
            |path: &&SourcePath| category(path) == FileCategory::Unpublished && !look.there.contains(*path);
        changes.extend(known.keys().filter(is_gone).cloned().map(Change::Absent));
        self.apply(changes);
    }

    fn look(&self) -> Look {
        let Listed { files, .. } = self.list_tree();
        let files = files.into_iter().filter(|file| category(&file.path) == FileCategory::Unpublished);
        Look { listed: files.map(|file| (file.path.clone(), file)).collect(), there: BTreeSet::new() }
    }
}
