//! The files of another system with others over them: what is being typed in an editor, a configuration that is only
//! tried, the tree of an earlier commit.
//!
//! What lies over the disk is read, listed and copied as if it were there, and what is hidden is not there. Nothing of
//! it is ever written; everything else goes to the system below.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{
    Append, DirEntry, EntryName, FileKind, Links, Metadata, ReadAt, Request, System, SystemError, Utf8Path,
    Utf8PathBuf, notices,
};

/// A system whose files are those of another one, but for those that lie over them.
#[derive(Debug)]
pub struct Overlay {
    inner: Arc<dyn System>,
    over: Mutex<Files>,
}

/// Files by their paths; `None` hides what the disk has.
type Files = BTreeMap<Utf8PathBuf, Option<Arc<[u8]>>>;

/// What is over a path.
enum Over {
    /// The system below answers.
    Nothing,
    Bytes(Arc<[u8]>),
    Hidden,
}

impl Overlay {
    /// Nothing lies over the disk yet.
    pub fn new(inner: Arc<dyn System>) -> Self {
        Self { inner, over: Mutex::default() }
    }

    /// Puts a text over a file, or takes it away.
    pub fn set(&self, path: &Utf8Path, text: Option<String>) {
        match text {
            Some(text) => self.put(path, text.into_bytes()),
            None => {
                self.files().remove(path);
            }
        }
    }

    /// Puts bytes over a file.
    pub fn put(&self, path: &Utf8Path, bytes: Vec<u8>) {
        self.files().insert(path.to_owned(), Some(bytes.into()));
    }

    /// From now on there is no such file.
    pub fn hide(&self, path: &Utf8Path) {
        self.files().insert(path.to_owned(), None);
    }

    /// The text over a file.
    pub fn text(&self, path: &Utf8Path) -> Option<String> {
        match self.over(path) {
            Over::Bytes(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Over::Nothing | Over::Hidden => None,
        }
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.over.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn over(&self, path: &Utf8Path) -> Over {
        match self.files().get(path) {
            None => Over::Nothing,
            Some(None) => Over::Hidden,
            Some(Some(bytes)) => Over::Bytes(bytes.clone()),
        }
    }

    /// What lies below a folder: the names of its entries, and what they are.
    fn listed(&self, folder: &Utf8Path) -> BTreeMap<String, FileKind> {
        let files = self.files();
        let below = files.range(folder.to_owned()..).take_while(|(path, _)| path.starts_with(folder));
        let there = below.filter(|(_, bytes)| bytes.is_some());
        let entry = |path: &Utf8PathBuf| {
            let mut names = path.strip_prefix(folder).ok()?.components();
            let name = names.next()?.as_str().to_owned();
            Some((name, if names.next().is_some() { FileKind::Directory } else { FileKind::File }))
        };
        there.filter_map(|(path, _)| entry(path)).collect()
    }
}

fn missing(action: &'static str, path: &Utf8Path) -> SystemError {
    SystemError::new(ErrorKind::NotFound, action, path)
}

/// What nobody saved so far.
fn unsaved(kind: FileKind, size: usize) -> Metadata {
    Metadata { kind, size: size as u64, modified_ns: 0, changed_ns: 0, inode: 0 }
}

impl System for Overlay {
    fn read(&self, path: &Utf8Path) -> Result<Vec<u8>, SystemError> {
        match self.over(path) {
            Over::Nothing => self.inner.read(path),
            Over::Bytes(bytes) => Ok(bytes.to_vec()),
            Over::Hidden => Err(missing("read", path)),
        }
    }

    fn read_pieces(&self, path: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        match self.over(path) {
            Over::Nothing => self.inner.read_pieces(path, each),
            Over::Bytes(bytes) => {
                each(&bytes);
                Ok(())
            }
            Over::Hidden => Err(missing("read", path)),
        }
    }

    fn metadata(&self, path: &Utf8Path, links: Links) -> Result<Metadata, SystemError> {
        match (self.over(path), self.inner.metadata(path, links)) {
            (Over::Hidden, _) if self.listed(path).is_empty() => Err(missing("look at", path)),
            (Over::Hidden, _) => Ok(unsaved(FileKind::Directory, 0)),
            (Over::Bytes(bytes), Ok(found)) => {
                Ok(Metadata { kind: FileKind::File, size: bytes.len() as u64, ..found })
            }
            (Over::Bytes(bytes), Err(error)) if error.is_missing() => {
                Ok(unsaved(FileKind::File, bytes.len()))
            }
            (Over::Nothing, Err(error)) if error.is_missing() && !self.listed(path).is_empty() => {
                Ok(unsaved(FileKind::Directory, 0))
            }
            (_, found) => found,
        }
    }

    fn read_dir(&self, path: &Utf8Path) -> Result<Vec<DirEntry>, SystemError> {
        let mut over = self.listed(path);
        let mut entries = match self.inner.read_dir(path) {
            Err(error) if error.is_missing() && !over.is_empty() => Vec::new(),
            found => found?,
        };
        entries.retain_mut(|entry| {
            let EntryName::Text(name) = &entry.name else { return true };
            if matches!(self.over(&path.join(name)), Over::Hidden) {
                // A folder may lie over it.
                return false;
            }
            if over.remove(name) == Some(FileKind::File) {
                entry.kind = FileKind::File;
            }
            true
        });
        entries.extend(over.into_iter().map(|(name, kind)| DirEntry { name: EntryName::Text(name), kind }));
        Ok(entries)
    }

    fn canonicalize(&self, path: &Utf8Path) -> Result<Utf8PathBuf, SystemError> {
        self.inner.canonicalize(path)
    }

    fn write(&self, path: &Utf8Path, bytes: &[u8]) -> Result<(), SystemError> {
        self.inner.write(path, bytes)
    }

    fn copy(&self, from: &Utf8Path, to: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        match self.over(from) {
            Over::Nothing => self.inner.copy(from, to, each),
            Over::Bytes(bytes) => {
                each(&bytes);
                self.inner.write(to, &bytes)
            }
            Over::Hidden => Err(missing("copy", from)),
        }
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

    fn monotonic(&self) -> Duration {
        self.inner.monotonic()
    }

    fn unix_time(&self) -> Duration {
        self.inner.unix_time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::memory::MemorySystem;

    fn names(system: &dyn System, folder: &str) -> Vec<(String, FileKind)> {
        let entries = system.read_dir(Utf8Path::new(folder)).expect("a folder");
        let mut names: Vec<(String, FileKind)> = entries
            .into_iter()
            .filter_map(|entry| match entry.name {
                EntryName::Text(name) => Some((name, entry.kind)),
                EntryName::NotUtf8(_) => None,
            })
            .collect();
        names.sort_by(|one, other| one.0.cmp(&other.0));
        names
    }

    #[test]
    fn what_lies_over_the_disk_is_there_and_what_is_hidden_is_not() {
        let disk = Arc::new(MemorySystem::new());
        for (path, text) in [("/p/a.mdx", "a"), ("/p/b.mdx", "b"), ("/p/c", "file"), ("/p/d/x.mdx", "x")] {
            disk.create_dir_all(Utf8Path::new(path).parent().expect("a folder")).expect("a folder");
            disk.write(Utf8Path::new(path), text.as_bytes()).expect("a file");
        }
        let over = Overlay::new(disk.clone());
        let at = Utf8Path::new;
        over.put(at("/p/a.mdx"), b"other".to_vec());
        over.hide(at("/p/b.mdx"));
        // A folder where a file is, a file where a folder is, and a folder where nothing is.
        over.hide(at("/p/c"));
        over.put(at("/p/c/y.mdx"), b"y".to_vec());
        over.hide(at("/p/d/x.mdx"));
        over.put(at("/p/d"), b"d".to_vec());
        over.put(at("/p/e/f/z.mdx"), b"z".to_vec());
        let listed = names(&over, "/p");
        let listed: Vec<(&str, FileKind)> =
            listed.iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
        let (file, folder) = (FileKind::File, FileKind::Directory);
        assert_eq!(listed, [("a.mdx", file), ("c", folder), ("d", file), ("e", folder)]);
        assert_eq!(names(&over, "/p/c"), [("y.mdx".to_owned(), file)]);
        assert_eq!(names(&over, "/p/e"), [("f".to_owned(), folder)]);
        assert_eq!(over.read(at("/p/a.mdx")).expect("bytes"), b"other");
        assert!(over.read(at("/p/b.mdx")).expect_err("hidden").is_missing());
        assert!(over.metadata(at("/p/b.mdx"), Links::Follow).expect_err("hidden").is_missing());
        let kind = |path: &str| over.metadata(at(path), Links::Follow).expect("there").kind;
        assert_eq!(["/p/a.mdx", "/p/c", "/p/d", "/p/e/f"].map(kind), [file, folder, file, folder]);
        over.copy(at("/p/a.mdx"), at("/q"), &mut |_| {}).expect("a copy");
        assert_eq!(disk.read(at("/q")).expect("bytes"), b"other");
        assert_eq!(disk.read(at("/p/a.mdx")).expect("bytes"), b"a", "nothing is written through");
    }
}
