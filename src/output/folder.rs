//! The directories inside the output directory: made once, and never a symbolic link.
//!
//! A link that somebody planted in place of a directory would lead writing and deleting out of the output
//! directory, so each directory is looked at once in a build before anything in it is touched.

use std::io::ErrorKind;
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};

use crate::hash::tables::{HashMap, HashSet};
use crate::system::{EntryName, FileKind, Links, System, SystemError, Utf8PathBuf};

/// The directories that are known to be real in this build.
#[derive(Debug)]
pub struct Folders {
    root: Utf8PathBuf,
    known: RwLock<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Real directories.
    real: HashSet<String>,
    /// How many directories of this one were looked at.
    looked: HashMap<String, u32>,
}

/// From so many directories on in one, all that are in it are listed at once.
const LISTED_FROM: u32 = 4;

/// What is where a directory is expected.
#[derive(Debug)]
pub enum Obstacle {
    /// Nothing.
    Missing,
    /// Something else, at this path below the output directory.
    InTheWay(String, FileKind),
    /// The disk refuses.
    Failed(SystemError),
}

impl Folders {
    /// Knows nothing yet of the directory `root`.
    pub fn new(root: Utf8PathBuf) -> Self {
        Self { root, known: RwLock::default() }
    }

    /// Forgets everything, because a new build begins or a directory was removed.
    pub fn forget(&self) {
        *self.change() = Known::default();
    }

    /// Whether `folder` is a real directory all the way from the root.
    pub fn check(&self, system: &dyn System, folder: &str) -> Result<(), Obstacle> {
        self.walk(folder, |part| self.look(system, part))
    }

    /// Makes `folder` and the directories above it.
    pub fn make(&self, system: &dyn System, folder: &str) -> Result<(), Obstacle> {
        if !self.is_known("") {
            system.create_dir_all(&self.root).map_err(Obstacle::Failed)?;
            self.change().real.insert(String::new());
        }
        // Where there is something, it is looked at: mostly there is nothing, or it is known.
        self.walk(folder, |part| match system.create_dir(&self.root.join(part)) {
            Ok(()) => Ok(()),
            Err(error) => match self.look(system, part) {
                Err(Obstacle::Missing) if error.kind != ErrorKind::AlreadyExists => {
                    Err(Obstacle::Failed(error))
                }
                found => found,
            },
        })
    }

    /// Applies `step` to each unknown directory from the top down to `folder`.
    fn walk(&self, folder: &str, step: impl Fn(&str) -> Result<(), Obstacle>) -> Result<(), Obstacle> {
        if folder.is_empty() || self.is_known(folder) {
            return Ok(());
        }
        let ends = folder.match_indices('/').map(|(end, _)| end).chain([folder.len()]);
        for part in ends.map(|end| &folder[..end]) {
            if !self.is_known(part) {
                step(part)?;
                self.change().real.insert(part.to_owned());
            }
        }
        Ok(())
    }

    fn look(&self, system: &dyn System, part: &str) -> Result<(), Obstacle> {
        if self.counts(parent(part)) == LISTED_FROM {
            self.list(system, parent(part));
            if self.is_known(part) {
                return Ok(());
            }
        }
        match system.metadata(&self.root.join(part), Links::Keep) {
            Ok(found) if found.kind == FileKind::Directory => Ok(()),
            Ok(found) => Err(Obstacle::InTheWay(part.to_owned(), found.kind)),
            Err(error) if error.is_missing() => Err(Obstacle::Missing),
            Err(error) => Err(Obstacle::Failed(error)),
        }
    }

    /// Learns all directories in a directory that is real. One look tells of a hundred thousand.
    fn list(&self, system: &dyn System, folder: &str) {
        let directory = if folder.is_empty() { self.root.clone() } else { self.root.join(folder) };
        // Where it cannot be listed, each is looked at.
        let Ok(entries) = system.read_dir(&directory) else { return };
        let mut known = self.change();
        for entry in entries {
            if let (EntryName::Text(name), FileKind::Directory) = (entry.name, entry.kind) {
                known.real.insert(if folder.is_empty() { name } else { format!("{folder}/{name}") });
            }
        }
    }

    /// Counts one more look into a directory.
    fn counts(&self, folder: &str) -> u32 {
        let mut known = self.change();
        match known.looked.get_mut(folder) {
            Some(count) => {
                *count += 1;
                *count
            }
            None => {
                known.looked.insert(folder.to_owned(), 1);
                1
            }
        }
    }

    fn is_known(&self, folder: &str) -> bool {
        self.known.read().unwrap_or_else(PoisonError::into_inner).real.contains(folder)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Known> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The folder that the file at `path` is in; empty for the root.
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
