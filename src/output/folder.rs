//! The directories inside the output directory: made once, and never a symbolic link.
//!
//! A link that somebody planted in place of a directory would lead writing and deleting out of the output
//! directory, so each directory is looked at once in a build before anything in it is touched.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::system::{FileKind, Links, System, SystemError, Utf8PathBuf};

/// The directories that are known to be real in this build.
#[derive(Debug)]
pub struct Folders {
    root: Utf8PathBuf,
    real: Mutex<HashSet<String>>,
}

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
        Self { root, real: Mutex::default() }
    }

    /// Forgets everything, because a new build begins or a directory was removed.
    pub fn forget(&self) {
        self.known().clear();
    }

    /// Whether `folder` is a real directory all the way from the root.
    pub fn check(&self, system: &dyn System, folder: &str) -> Result<(), Obstacle> {
        self.walk(folder, |part| self.look(system, part))
    }

    /// Makes `folder` and the directories above it.
    pub fn make(&self, system: &dyn System, folder: &str) -> Result<(), Obstacle> {
        if !self.known().contains("") {
            system.create_dir_all(&self.root).map_err(Obstacle::Failed)?;
            self.known().insert(String::new());
        }
        self.walk(folder, |part| match self.look(system, part) {
            Err(Obstacle::Missing) => match system.create_dir(&self.root.join(part)) {
                Err(error) if error.kind != ErrorKind::AlreadyExists => Err(Obstacle::Failed(error)),
                // Another thread may have made it; or somebody something else.
                Err(_) => self.look(system, part),
                Ok(()) => Ok(()),
            },
            other => other,
        })
    }

    /// Applies `step` to each unknown directory from the top down to `folder`.
    fn walk(&self, folder: &str, step: impl Fn(&str) -> Result<(), Obstacle>) -> Result<(), Obstacle> {
        if folder.is_empty() || self.known().contains(folder) {
            return Ok(());
        }
        let ends = folder.match_indices('/').map(|(end, _)| end).chain([folder.len()]);
        for part in ends.map(|end| &folder[..end]) {
            if !self.known().contains(part) {
                step(part)?;
                self.known().insert(part.to_owned());
            }
        }
        Ok(())
    }

    fn look(&self, system: &dyn System, part: &str) -> Result<(), Obstacle> {
        match system.metadata(&self.root.join(part), Links::Keep) {
            Ok(found) if found.kind == FileKind::Directory => Ok(()),
            Ok(found) => Err(Obstacle::InTheWay(part.to_owned(), found.kind)),
            Err(error) if error.is_missing() => Err(Obstacle::Missing),
            Err(error) => Err(Obstacle::Failed(error)),
        }
    }

    fn known(&self) -> MutexGuard<'_, HashSet<String>> {
        self.real.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The folder that the file at `path` is in; empty for the root.
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
