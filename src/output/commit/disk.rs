//! What is in the output directory right now, and making room there.

use std::io::ErrorKind;

use super::Output;
use crate::hash::{ContentHash, ContentHasher};
use crate::output::folder::{Obstacle, parent};
use crate::output::manifest::Entry;
use crate::output::report::{self, Problem};
use crate::output::{Scope, WantedFile};
use crate::system::{FileKind, Links, Metadata, SystemError, Utf8Path};
use crate::text::OutPath;

impl Output {
    /// Whether the bytes that `entry` tells of are at `path`. Files older than `saved_ns` are believed by their size.
    pub(super) fn is_on_disk(&self, path: &OutPath, entry: &Entry, saved_ns: Option<i64>) -> bool {
        let Some((size, modified_ns)) = self.regular_file(path) else { return false };
        if size != entry.size {
            return false;
        }
        // A file of the manifest's own instant may have been changed after it, within the clock's grain.
        if saved_ns.is_some_and(|saved| modified_ns < saved) {
            return true;
        }
        let right = self.hash_on_disk(path) == Some(entry.content);
        if right {
            self.lock().refresh = true;
        }
        right
    }

    /// The size of a file when its bytes have this hash; `found` is what is at `path`.
    pub(super) fn size_of_equal(
        &self,
        (path, found): (&OutPath, &Metadata),
        content: ContentHash,
        size: Option<u64>,
    ) -> Option<u64> {
        let may_be_equal = found.kind == FileKind::File && size.is_none_or(|size| size == found.size);
        (may_be_equal && self.hash_on_disk(path)? == content).then_some(found.size)
    }

    /// Size and time of a regular file that is really inside the output directory.
    pub(super) fn regular_file(&self, path: &OutPath) -> Option<(u64, i64)> {
        let found = self.at(path).filter(|found| found.kind == FileKind::File)?;
        Some((found.size, found.modified_ns))
    }

    /// What is at `path` and really inside the output directory.
    pub(super) fn at(&self, path: &OutPath) -> Option<Metadata> {
        self.folders.check(&*self.system, parent(path.as_str())).ok()?;
        self.system.metadata(&self.directory.join(path.as_str()), Links::Keep).ok()
    }

    fn hash_on_disk(&self, path: &OutPath) -> Option<ContentHash> {
        let mut hasher = ContentHasher::default();
        let disk = self.directory.join(path.as_str());
        self.system.read_pieces(&disk, &mut |piece| hasher.update(piece)).ok()?;
        Some(hasher.finish())
    }

    pub(super) fn is_directory(&self, disk: &Utf8Path) -> bool {
        self.system.metadata(disk, Links::Keep).is_ok_and(|found| found.kind == FileKind::Directory)
    }

    /// Refuses when what was `found` where `file` must go is not ours: a file or a link.
    pub(super) fn refuse_foreign(&self, file: &WantedFile, found: &Metadata) -> Result<(), Problem> {
        // A directory may hold files of ours that are no longer wanted: seen to when writing.
        if found.kind == FileKind::Directory {
            return Ok(());
        }
        // Another process may have made it since this one read the manifest.
        self.mark(None)?;
        Err(report::blocked(file, file.path.as_str(), found.kind))
    }

    /// Makes the folder of `file`, moving things of ours out of its way.
    pub(super) fn make_folder(&self, file: &WantedFile) -> Result<(), Problem> {
        let folder = parent(file.path.as_str());
        // Each round removes one thing, and there are at most as many as segments.
        for _ in 0..=folder.split('/').count() {
            match self.folders.make(&*self.system, folder) {
                Ok(()) => return Ok(()),
                Err(Obstacle::Failed(error)) => return Err(report::write_failed(file, &error)),
                Err(Obstacle::Missing) => {
                    let path = self.directory.join(folder);
                    return Err(report::write_failed(
                        file,
                        &SystemError::new(ErrorKind::NotFound, "create", &path),
                    ));
                }
                Err(Obstacle::InTheWay(at, kind)) => {
                    let state = self.lock();
                    let stale_file = state.ledger.unwanted_at(&at).iter().any(|path| path.as_str() == at);
                    let stale_file = stale_file && state.scope == Scope::Whole && kind == FileKind::File;
                    // A link where we once made a directory hides our files; the link itself goes.
                    let hiding_link = kind == FileKind::Link && state.ledger.knows_below(&at);
                    let in_whole_build = state.scope == Scope::Whole;
                    drop(state);
                    if stale_file {
                        self.delete_file(&OutPath::new(&at));
                    } else if hiding_link && in_whole_build {
                        let removed = self.system.remove_file(&self.directory.join(&at));
                        removed.map_err(|error| report::write_failed(file, &error))?;
                    } else {
                        return Err(report::blocked(file, &at, kind));
                    }
                }
            }
        }
        Err(report::blocked(file, folder, FileKind::Special))
    }

    /// Removes our unwanted files below `folder`, and the directories that become empty.
    pub(super) fn clear_directory(&self, folder: &str) {
        let state = self.lock();
        let unwanted =
            if state.scope == Scope::Whole { state.ledger.unwanted_at(folder) } else { Vec::new() };
        drop(state);
        for path in unwanted {
            self.delete(&path);
        }
    }
}
