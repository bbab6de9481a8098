//! Files are taken away: those that are no longer wanted, and what a build that was broken off left behind.

use super::{MANIFEST_FILE, Output, report};
use crate::output::folder::parent;
use crate::system::{EntryName, FileKind, Links, is_temporary};
use crate::text::OutPath;

impl Output {
    /// Whether somebody has cleared the directory since this process wrote it, as far as the record and one of the files
    /// tell. What was noted there went with it, so the next build notes its own.
    pub fn was_cleared(&self, witness: Option<&OutPath>) -> bool {
        let manifest = self.directory.join(MANIFEST_FILE);
        let has_record = self.system.metadata(&manifest, Links::Keep).is_ok();
        let mut state = self.lock();
        let is_lost = state.manifest.is_some() && !has_record;
        if is_lost {
            (state.manifest, state.saved_ns, state.journal) = (None, None, None);
        }
        drop(state);
        is_lost || witness.is_some_and(|witness| self.regular_file(witness).is_none())
    }

    /// Deletes a file of ours and forgets it; a failure is told and the file stays known.
    pub(super) fn delete(&self, path: &OutPath) {
        if self.delete_file(path) {
            self.lock().summary.deleted += 1;
        }
    }

    /// True when a file was deleted. What stands in its place without being ours stays.
    pub(super) fn delete_file(&self, path: &OutPath) -> bool {
        let deleted = self.regular_file(path).is_some();
        if deleted && let Err(error) = self.system.remove_file(&self.directory.join(path.as_str())) {
            self.lock().problems.add(report::delete_failed(path, &error));
            return false;
        }
        self.lock().ledger.forget(path);
        self.onlooker.iter().for_each(|onlooker| onlooker.gone(path));
        if deleted {
            self.remove_empty_folders(parent(path.as_str()));
        }
        deleted
    }

    pub(super) fn remove_empty_folders(&self, mut folder: &str) {
        // A folder that is not empty refuses, which is the wanted answer.
        while !folder.is_empty() && self.system.remove_dir(&self.directory.join(folder)).is_ok() {
            self.folders.forget();
            folder = parent(folder);
        }
    }

    /// Removes temporary files, files that an unfinished rename left under two names, and empty folders.
    pub(super) fn tidy_up(&self, ours: &[OutPath], shadows: &[OutPath]) {
        for shadow in shadows {
            if self.regular_file(shadow).is_some() {
                let _ = self.system.remove_file(&self.directory.join(shadow.as_str()));
            }
        }
        let paths = ours.iter().chain(shadows).map(OutPath::as_str);
        let mut folders: Vec<&str> =
            paths.flat_map(|path| path.match_indices('/').map(|(end, _)| &path[..end])).collect();
        folders.push("");
        folders.sort_unstable();
        folders.dedup();
        // From the deepest up, so that folders of empty folders go, too.
        for folder in folders.into_iter().rev() {
            if self.folders.check(&*self.system, folder).is_err() {
                continue;
            }
            let disk = self.directory.join(folder);
            for entry in self.system.read_dir(&disk).unwrap_or_default() {
                if let EntryName::Text(name) = &entry.name
                    && entry.kind == FileKind::File
                    && is_temporary(name)
                {
                    let _ = self.system.remove_file(&disk.join(name));
                }
            }
            self.remove_empty_folders(folder);
        }
    }
}
