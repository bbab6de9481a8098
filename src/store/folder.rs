//! The directory of a store: which files in it are ours, and how they are called.

use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::sync::Arc;

use rayon::prelude::*;

use super::pack::{Head, Pack};
use super::writer::Writer;
use crate::hash::KeyHasher;
use crate::system::{
    Append, EntryName, FileKind, Links, System, SystemError, Utf8Path, Utf8PathBuf, is_temporary,
};

/// How names of packs end.
const SUFFIX: &str = ".pack";
/// Hexadecimal digits in the names that we give.
const NAME_LENGTH: usize = 32;
/// Held by whoever merges or removes packs.
const LOCK_FILE: &str = "lock";
const IGNORE_FILE: &str = ".gitignore";
const TAG_FILE: &str = "CACHEDIR.TAG";
/// The first line is prescribed by <https://bford.info/cachedir/>.
const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
    # Results of earlier builds, kept by `docs`. May be deleted at any time.\n";

/// The directory of a store.
pub struct Folder {
    pub system: Arc<dyn System>,
    pub path: Utf8PathBuf,
}

impl Folder {
    pub fn new(system: Arc<dyn System>, path: Utf8PathBuf) -> Self {
        Self { system, path }
    }

    /// Makes the directory with what belongs there, and tries whether it can be written.
    pub fn prepare(&self) -> Result<(), SystemError> {
        self.system.create_dir_all(&self.path)?;
        for (name, text) in [(IGNORE_FILE, "*\n"), (TAG_FILE, TAG)] {
            let path = self.path.join(name);
            if self.system.metadata(&path, Links::Keep).is_err() {
                self.system.write(&path, text.as_bytes())?;
            }
        }
        match self.lock() {
            Err(error) if error.kind != ErrorKind::ResourceBusy => Err(error),
            _ => Ok(()),
        }
    }

    /// Takes the right to remove files, or tells that another process has it.
    pub fn lock(&self) -> Result<Box<dyn Append>, SystemError> {
        let path = self.path.join(LOCK_FILE);
        match self.system.metadata(&path, Links::Keep) {
            Ok(found) if found.kind == FileKind::File => self.system.append(&path),
            Ok(found) if found.kind == FileKind::Directory => {
                Err(SystemError::new(ErrorKind::IsADirectory, "write", &path))
            }
            Ok(_) => {
                // A link that somebody planted would lead elsewhere.
                self.system.remove_file(&path)?;
                self.system.create(&path)
            }
            Err(_) => match self.system.create(&path) {
                // Another process was faster; whether it is a file is seen the next time.
                Err(error) if error.kind == ErrorKind::AlreadyExists => {
                    Err(SystemError::new(ErrorKind::ResourceBusy, "write", &path))
                }
                other => other,
            },
        }
    }

    /// Names and sizes of all files that are called like packs, sorted by name.
    pub fn names(&self) -> Result<Vec<(String, u64)>, SystemError> {
        let mut names = Vec::new();
        for name in self.files()? {
            if name.ends_with(SUFFIX)
                && let Ok(found) = self.system.metadata(&self.path.join(&name), Links::Keep)
            {
                names.push((name, found.size));
            }
        }
        names.sort();
        Ok(names)
    }

    /// Temporary files that a killed process left.
    pub fn leftovers(&self) -> Vec<String> {
        self.files().unwrap_or_default().into_iter().filter(|name| is_temporary(name)).collect()
    }

    fn files(&self) -> Result<Vec<String>, SystemError> {
        let entries = self.system.read_dir(&self.path)?;
        let files = entries.into_iter().filter(|entry| entry.kind == FileKind::File);
        let texts = files.filter_map(|entry| match entry.name {
            EntryName::Text(name) => Some(name),
            EntryName::NotUtf8(_) => None,
        });
        Ok(texts.collect())
    }

    /// All packs of all programs, sorted by age and name.
    pub fn packs(&self) -> Result<Vec<Pack>, SystemError> {
        let names = self.names()?;
        let mut packs: Vec<Pack> = names.into_par_iter().filter_map(|(name, _)| self.open(name)).collect();
        packs.sort_by(|a, b| (a.head.generation, &a.name).cmp(&(b.head.generation, &b.name)));
        Ok(packs)
    }

    /// Opens one file; `None` when it is no pack.
    pub fn open(&self, name: String) -> Option<Pack> {
        let file = self.system.open_read(&self.path.join(&name)).ok()?;
        Pack::open(name, file)
    }

    /// Whether a file that is called like a pack is one, or was.
    pub fn is_ours(&self, name: &str) -> bool {
        let stem = name.strip_suffix(SUFFIX).unwrap_or_default();
        let named = stem.len() == NAME_LENGTH && stem.bytes().all(|byte| byte.is_ascii_hexdigit());
        named || self.open(name.to_owned()).is_some()
    }

    /// Whether a process writes to the file at this moment.
    pub fn is_held(&self, name: &str) -> bool {
        let path: &Utf8Path = &self.path.join(name);
        let is_file = self.system.metadata(path, Links::Keep).is_ok_and(|found| found.kind == FileKind::File);
        is_file && self.system.append(path).is_err()
    }

    pub fn remove(&self, name: &str) -> Result<(), SystemError> {
        self.system.remove_file(&self.path.join(name))
    }

    /// Begins a new pack.
    pub fn create(&self, head: Head) -> Result<Writer, SystemError> {
        Writer::create(&*self.system, &self.path, head, || self.name())
    }

    /// A name that no other process on any machine gives.
    fn name(&self) -> String {
        let time = self.system.unix_time().as_nanos();
        // Seeded by the operating system, and different at each call.
        let chance = RandomState::new().hash_one(time);
        let more = RandomState::new().hash_one(chance);
        let hash = KeyHasher::new("pack").value(&(time, chance, more, std::process::id())).finish();
        format!("{}{SUFFIX}", hash.to_hex().get(..NAME_LENGTH).unwrap_or_default())
    }
}
