//! The disk with texts of an editor over it: what is being typed counts, not what was last saved.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::hash::ContentHash;
use crate::system::{
    Append, DirEntry, EntryName, FileKind, Links, Metadata, ReadAt, Request, System, SystemError, Utf8Path,
    Utf8PathBuf, notices,
};

/// A system whose files are those of another one, but for the texts that are open.
#[derive(Debug)]
pub struct Overlay {
    inner: Arc<dyn System>,
    open: Mutex<BTreeMap<Utf8PathBuf, String>>,
}

impl Overlay {
    /// Nothing is open yet.
    pub fn new(inner: Arc<dyn System>) -> Self {
        Self { inner, open: Mutex::default() }
    }

    /// Puts a text over a file, or takes it away.
    pub fn set(&self, path: &Utf8Path, text: Option<String>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        match text {
            Some(text) => open.insert(path.to_owned(), text),
            None => open.remove(path),
        };
    }

    /// The text of an open file.
    pub fn text(&self, path: &Utf8Path) -> Option<String> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    fn read_only(&self, path: &Utf8Path) -> SystemError {
        SystemError::new(ErrorKind::ReadOnlyFilesystem, "write", path)
    }
}

/// Reading is over the texts. Writing goes to the disk below only for what is remembered: nothing else is written here.
impl System for Overlay {
    fn read(&self, path: &Utf8Path) -> Result<Vec<u8>, SystemError> {
        self.text(path).map_or_else(|| self.inner.read(path), |text| Ok(text.into_bytes()))
    }

    fn read_pieces(&self, path: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        match self.text(path) {
            Some(text) => {
                each(text.as_bytes());
                Ok(())
            }
            None => self.inner.read_pieces(path, each),
        }
    }

    fn metadata(&self, path: &Utf8Path, links: Links) -> Result<Metadata, SystemError> {
        match (self.inner.metadata(path, links), self.text(path)) {
            (Ok(found), Some(text)) => Ok(Metadata { size: text.len() as u64, ..found }),
            // Nobody saved it so far.
            (Err(error), Some(text)) if error.is_missing() => Ok(Metadata {
                kind: FileKind::File,
                size: text.len() as u64,
                modified_ns: 0,
                changed_ns: 0,
                inode: 0,
            }),
            (found, _) => found,
        }
    }

    fn read_dir(&self, path: &Utf8Path) -> Result<Vec<DirEntry>, SystemError> {
        let mut entries = self.inner.read_dir(path)?;
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        for name in open.keys().filter(|file| file.parent() == Some(path)).filter_map(|file| file.file_name())
        {
            let name = EntryName::Text(name.to_owned());
            if entries.iter().all(|entry| entry.name != name) {
                entries.push(DirEntry { name, kind: FileKind::File });
            }
        }
        Ok(entries)
    }

    fn canonicalize(&self, path: &Utf8Path) -> Result<Utf8PathBuf, SystemError> {
        self.inner.canonicalize(path)
    }

    fn write(&self, path: &Utf8Path, bytes: &[u8]) -> Result<(), SystemError> {
        self.inner.write(path, bytes)
    }

    fn copy(&self, _: &Utf8Path, to: &Utf8Path, _: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        Err(self.read_only(to))
    }

    fn append(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
        self.inner.append(path)
    }

    fn create(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
        self.inner.create(path)
    }

    fn open_read(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, SystemError> {
        self.inner.open_read(path)
    }

    fn create_dir(&self, path: &Utf8Path) -> Result<(), SystemError> {
        self.inner.create_dir(path)
    }

    fn remove_file(&self, path: &Utf8Path) -> Result<(), SystemError> {
        self.inner.remove_file(path)
    }

    fn remove_dir(&self, path: &Utf8Path) -> Result<(), SystemError> {
        self.inner.remove_dir(path)
    }

    fn watch(&self, listener: notices::Listener) -> Result<Box<dyn notices::Watch>, SystemError> {
        self.inner.watch(listener)
    }

    fn fetch(&self, request: &Request<'_>) -> Result<Vec<u8>, SystemError> {
        self.inner.fetch(request)
    }

    fn git(&self, directory: &Utf8Path, arguments: &[&str]) -> Result<Vec<u8>, SystemError> {
        self.inner.git(directory, arguments)
    }

    fn env_var(&self, name: &str) -> Option<String> {
        self.inner.env_var(name)
    }

    fn arguments(&self) -> Vec<String> {
        self.inner.arguments()
    }

    fn current_dir(&self) -> Result<Utf8PathBuf, SystemError> {
        self.inner.current_dir()
    }

    fn program(&self) -> Option<ContentHash> {
        self.inner.program()
    }

    fn monotonic(&self) -> Duration {
        self.inner.monotonic()
    }

    fn unix_time(&self) -> Duration {
        self.inner.unix_time()
    }
}
