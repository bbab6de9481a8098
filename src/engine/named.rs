//! Files that are none of the site's own and that others name (see [`crate::source::named`]): found out from the heads of
//! pages, then looked at like all others. What is imported may import more, so this is done again until nothing is new.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Engine;
use super::scan::Listed;
use crate::db::Change;
use crate::queries::sources::named_files;
use crate::source::category::{FileCategory, category};
use crate::source::named::Named;
use crate::system::walk::{ScannedFile, hash_files};
use crate::text::SourcePath;

/// Rounds of files that name others.
const MOST_ROUNDS: usize = 16;

impl Engine {
    /// The files that are read because others name them, for who watches the disk.
    pub fn named(&self) -> Named {
        self.named.clone()
    }

    /// Whether the files name others than those that were looked at.
    pub(super) fn has_other_named(&self) -> bool {
        named_files(&self.db, self.project) != self.named.get()
    }

    /// Looks at the files that others name.
    pub(super) fn read_named(&mut self) {
        for _ in 0..MOST_ROUNDS {
            let wanted = named_files(&self.db, self.project);
            if wanted == self.named.get() || self.is_cancelled() {
                return;
            }
            self.look_at_named(wanted);
        }
    }

    /// Looks at these files in place of those that were named until now.
    pub(super) fn look_at_named(&mut self, wanted: Arc<BTreeSet<SourcePath>>) {
        // Before the look: who watches tells of what happens after it.
        self.named.set(wanted.clone());
        let listed = if wanted.is_empty() { Vec::new() } else { self.list_named() };
        let hashes = hash_files(&*self.system, &self.root, &listed, &());
        let known = self.project.files(&self.db);
        let mut changes = Vec::new();
        let mut there = BTreeSet::new();
        for (file, hash) in listed.into_iter().zip(hashes) {
            match hash {
                Ok(hash) => {
                    there.insert(file.path.clone());
                    if known.get(&file.path).is_none_or(|known| known.hash(&self.db) != hash) {
                        let category = category(&file.path);
                        changes.push(Change::Present { path: file.path, category, hash });
                    }
                }
                Err(problem) => self.scanned.push(problem),
            }
        }
        let is_gone =
            |path: &&SourcePath| category(path) == FileCategory::Unpublished && !there.contains(*path);
        changes.extend(known.keys().filter(is_gone).cloned().map(Change::Absent));
        self.apply(changes);
    }

    fn list_named(&self) -> Vec<ScannedFile> {
        let Listed { mut files, .. } = self.list_files();
        files.retain(|file| category(&file.path) == FileCategory::Unpublished);
        files
    }
}
