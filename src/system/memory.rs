//! A file system in memory, for tests: exact, fast, and able to fail on demand.
//!
//! It knows files, directories, symbolic links, special files and files that may not be read. Its clock
//! moves by one microsecond per change. [`MemorySystem::reverse_listings`] changes the order of listings
//! and [`MemorySystem::fail_after`] makes every change from the n-th on fail, as a full disk does.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{
    Append, DirEntry, EntryName, FileKind, Links, Metadata, ReadAt, Request, System, SystemError, Utf8Path,
    Utf8PathBuf,
};

/// How many links one path may go through.
const MAX_LINKS: usize = 40;

/// A file system, an environment and a clock in memory. Clones share their content.
#[derive(Clone, Debug, Default)]
pub struct MemorySystem {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    nodes: BTreeMap<Utf8PathBuf, Node>,
    variables: BTreeMap<String, String>,
    /// What is downloaded from where.
    answers: BTreeMap<String, Vec<u8>>,
    /// What git prints for a command.
    history: BTreeMap<String, Vec<u8>>,
    /// How often it ran which command.
    git_runs: BTreeMap<String, usize>,
    clock: i64,
    reversed: bool,
    changes_left: Option<(usize, ErrorKind)>,
    changes: usize,
    /// The number of the last new file.
    inodes: u64,
    /// Files that are open for adding.
    held: BTreeSet<Utf8PathBuf>,
}

#[derive(Clone, Debug)]
enum Node {
    File { bytes: Vec<u8>, modified_ns: i64, changed_ns: i64, inode: u64 },
    Unreadable,
    Directory,
    Link(Utf8PathBuf),
    Special,
}

impl MemorySystem {
    /// An empty file system.
    pub fn new() -> Self {
        Self::default()
    }

    /// Files given as (absolute path, content); the directories above them are made.
    pub fn with_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let system = Self::new();
        for (path, content) in files {
            system.place_file(path, content.as_bytes());
        }
        system
    }

    /// Puts a file in place, without counting as a change.
    pub fn place_file(&self, path: &str, bytes: &[u8]) {
        let mut state = self.lock();
        let node = state.file(bytes.to_vec());
        state.place(path, node);
    }

    /// Lets time pass.
    pub fn advance(&self, time: Duration) {
        self.lock().clock += i64::try_from(time.as_nanos()).unwrap_or(i64::MAX);
    }

    /// Puts a symbolic link in place. A relative `target` counts from the link's directory.
    pub fn place_link(&self, path: &str, target: &str) {
        self.lock().place(path, Node::Link(target.into()));
    }

    /// Puts a pipe in place.
    pub fn place_special(&self, path: &str) {
        self.lock().place(path, Node::Special);
    }

    /// Puts a file in place that may not be read.
    pub fn place_unreadable(&self, path: &str) {
        self.lock().place(path, Node::Unreadable);
    }

    /// Changes a file whose time of the last change of content stays what it was.
    pub fn swap_file(&self, path: &str, content: &[u8]) {
        let mut state = self.lock();
        let now = state.tick();
        match state.nodes.get_mut(Utf8Path::new(path)) {
            Some(Node::File { bytes, changed_ns, .. }) => {
                *bytes = content.to_vec();
                *changed_ns = now;
            }
            _ => {
                let node = state.file(content.to_vec());
                state.place(path, node);
            }
        }
    }

    /// Removes a directory with all that is in it.
    pub fn remove_all(&self, path: &str) {
        let path = Utf8Path::new(path);
        self.lock().nodes.retain(|node, _| !node.starts_with(path));
    }

    /// Puts an empty directory in place.
    pub fn place_directory(&self, path: &str) {
        self.lock().place(path, Node::Directory);
    }

    /// Says what is to be downloaded from an address.
    pub fn set_answer(&self, url: &str, bytes: &[u8]) {
        self.lock().answers.insert(url.to_owned(), bytes.to_vec());
    }

    /// Says what git prints for a command such as `log`.
    pub fn set_history(&self, command: &str, answer: &[u8]) {
        self.lock().history.insert(command.to_owned(), answer.to_vec());
    }

    /// What git prints, by command.
    pub fn histories(&self) -> BTreeMap<String, Vec<u8>> {
        self.lock().history.clone()
    }

    /// How often git ran a command.
    pub fn git_runs(&self, command: &str) -> usize {
        self.lock().git_runs.get(command).copied().unwrap_or(0)
    }

    /// Sets an environment variable.
    pub fn set_variable(&self, name: &str, value: &str) {
        self.lock().variables.insert(name.to_owned(), value.to_owned());
    }

    /// Lists directories from Z to A from now on.
    pub fn reverse_listings(&self) {
        self.lock().reversed = true;
    }

    /// Lets `count` more changes succeed and fails every later one with `kind`.
    pub fn fail_after(&self, count: usize, kind: ErrorKind) {
        self.lock().changes_left = Some((count, kind));
    }

    /// Ends what [`MemorySystem::fail_after`] began.
    pub fn heal(&self) {
        self.lock().changes_left = None;
    }

    /// How many changes were made through [`System`] so far.
    pub fn changes(&self) -> usize {
        self.lock().changes
    }

    /// Every file below `directory` with its content, links not followed.
    pub fn files_below(&self, directory: &str) -> BTreeMap<String, Vec<u8>> {
        let directory = Utf8Path::new(directory);
        let state = self.lock();
        let files = state.nodes.iter().filter_map(|(path, node)| match node {
            Node::File { bytes, .. } => {
                Some((path.strip_prefix(directory).ok()?.as_str().to_owned(), bytes.clone()))
            }
            _ => None,
        });
        files.collect()
    }

    fn hold(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
        let mut state = self.lock();
        let (path, _) = state.found(path, Links::Follow, "write")?;
        if !state.held.insert(path.clone()) {
            return Err(SystemError::new(ErrorKind::ResourceBusy, "write", &path));
        }
        drop(state);
        Ok(Box::new(MemoryAppend { system: self.clone(), path }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn tick(&mut self) -> i64 {
        self.clock += 1_000;
        self.clock
    }

    /// A new file.
    fn file(&mut self, bytes: Vec<u8>) -> Node {
        let now = self.tick();
        self.inodes += 1;
        Node::File { bytes, modified_ns: now, changed_ns: now, inode: self.inodes }
    }

    fn place(&mut self, path: &str, node: Node) {
        let path = Utf8Path::new(path);
        for parent in path.ancestors().skip(1).filter(|parent| !parent.as_str().is_empty()) {
            self.nodes.entry(parent.to_owned()).or_insert(Node::Directory);
        }
        self.nodes.insert(path.to_owned(), node);
    }

    /// Counts a change, or fails it.
    fn change(&mut self, operation: &'static str, path: &Utf8Path) -> Result<(), SystemError> {
        if let Some((left, kind)) = &mut self.changes_left {
            match left.checked_sub(1) {
                Some(fewer) => *left = fewer,
                None => return Err(SystemError::new(*kind, operation, path)),
            }
        }
        self.changes += 1;
        Ok(())
    }

    /// The place that `path` means once links are resolved (the last segment only with `Follow`).
    fn resolve(
        &self,
        path: &Utf8Path,
        links: Links,
        operation: &'static str,
    ) -> Result<Utf8PathBuf, SystemError> {
        let mut pending: Vec<String> = path.as_str().split('/').rev().map(str::to_owned).collect();
        let mut at = Utf8PathBuf::from("/");
        let mut followed = 0;
        while let Some(segment) = pending.pop() {
            match segment.as_str() {
                "" | "." => continue,
                ".." => {
                    at.pop();
                    continue;
                }
                name => at.push(name),
            }
            let last = pending.iter().all(String::is_empty);
            if let Some(Node::Link(target)) = self.nodes.get(&at)
                && (!last || links == Links::Follow)
            {
                followed += 1;
                if followed > MAX_LINKS {
                    return Err(SystemError::new(ErrorKind::Other, operation, path));
                }
                at = if target.is_absolute() {
                    "/".into()
                } else {
                    at.parent().map_or("/".into(), Utf8Path::to_owned)
                };
                pending.extend(target.as_str().split('/').rev().map(str::to_owned));
            }
        }
        Ok(at)
    }

    fn found(
        &self,
        path: &Utf8Path,
        links: Links,
        operation: &'static str,
    ) -> Result<(Utf8PathBuf, &Node), SystemError> {
        let at = self.resolve(path, links, operation)?;
        if at == Utf8Path::new("/") {
            return Ok((at, &Node::Directory));
        }
        match self.nodes.get(&at) {
            Some(node) => Ok((at, node)),
            None => Err(SystemError::new(ErrorKind::NotFound, operation, path)),
        }
    }

    fn has_children(&self, directory: &Utf8Path) -> bool {
        self.nodes.range(directory.to_owned()..).nth(1).is_some_and(|(path, _)| path.starts_with(directory))
    }

    fn store(&mut self, path: &Utf8Path, bytes: Vec<u8>) -> Result<(), SystemError> {
        self.change("write", path)?;
        let at = self.resolve(path, Links::Keep, "write")?;
        let parent = at.parent().unwrap_or(Utf8Path::new("/"));
        match self.found(parent, Links::Follow, "write")?.1 {
            Node::Directory => {}
            _ => return Err(SystemError::new(ErrorKind::NotADirectory, "write", path)),
        }
        if matches!(self.nodes.get(&at), Some(Node::Directory)) {
            return Err(SystemError::new(ErrorKind::IsADirectory, "write", path));
        }
        let node = self.file(bytes);
        self.nodes.insert(at, node);
        Ok(())
    }

    fn content(&self, path: &Utf8Path) -> Result<&[u8], SystemError> {
        match self.found(path, Links::Follow, "read")?.1 {
            Node::File { bytes, .. } => Ok(bytes),
            Node::Unreadable => Err(SystemError::new(ErrorKind::PermissionDenied, "read", path)),
            Node::Directory => Err(SystemError::new(ErrorKind::IsADirectory, "read", path)),
            Node::Special | Node::Link(_) => Err(SystemError::new(ErrorKind::InvalidInput, "read", path)),
        }
    }
}

impl System for MemorySystem {
    fn read(&self, path: &Utf8Path) -> Result<Vec<u8>, SystemError> {
        self.lock().content(path).map(<[u8]>::to_vec)
    }

    fn read_pieces(&self, path: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        self.read(path)?.chunks(1000).for_each(each);
        Ok(())
    }

    fn metadata(&self, path: &Utf8Path, links: Links) -> Result<Metadata, SystemError> {
        let state = self.lock();
        let (_, node) = state.found(path, links, "look at")?;
        let (size, modified_ns, changed_ns, inode) = match node {
            Node::File { bytes, modified_ns, changed_ns, inode } => {
                (bytes.len() as u64, *modified_ns, *changed_ns, *inode)
            }
            _ => (0, 0, 0, 0),
        };
        Ok(Metadata { kind: kind(node), size, modified_ns, changed_ns, inode })
    }

    fn read_dir(&self, path: &Utf8Path) -> Result<Vec<DirEntry>, SystemError> {
        let state = self.lock();
        let (at, node) = state.found(path, Links::Follow, "list")?;
        if !matches!(node, Node::Directory) {
            return Err(SystemError::new(ErrorKind::NotADirectory, "list", path));
        }
        let below = state.nodes.range(at.clone()..).take_while(|(path, _)| path.starts_with(&at));
        let children = below.filter(|(path, _)| path.parent() == Some(&at));
        let mut entries: Vec<DirEntry> = children
            .filter_map(|(path, node)| {
                Some(DirEntry { name: EntryName::Text(path.file_name()?.to_owned()), kind: kind(node) })
            })
            .collect();
        if state.reversed {
            entries.reverse();
        }
        Ok(entries)
    }

    fn canonicalize(&self, path: &Utf8Path) -> Result<Utf8PathBuf, SystemError> {
        Ok(self.lock().found(path, Links::Follow, "resolve")?.0)
    }

    fn write(&self, path: &Utf8Path, bytes: &[u8]) -> Result<(), SystemError> {
        self.lock().store(path, bytes.to_vec())
    }

    fn copy(&self, from: &Utf8Path, to: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        let bytes = self.read(from)?;
        each(&bytes);
        self.lock().store(to, bytes)
    }

    fn append(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
        if self.metadata(path, Links::Follow).is_err() {
            self.write(path, b"")?;
        }
        self.hold(path)
    }

    fn create(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
        if self.metadata(path, Links::Keep).is_ok() {
            return Err(SystemError::new(ErrorKind::AlreadyExists, "write", path));
        }
        self.write(path, b"")?;
        self.hold(path)
    }

    fn open_read(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, SystemError> {
        self.lock().content(path)?;
        Ok(Box::new(MemoryRead { system: self.clone(), path: path.to_owned() }))
    }

    fn create_dir(&self, path: &Utf8Path) -> Result<(), SystemError> {
        let mut state = self.lock();
        state.change("create the directory", path)?;
        let at = state.resolve(path, Links::Keep, "create the directory")?;
        if state.nodes.contains_key(&at) {
            return Err(SystemError::new(ErrorKind::AlreadyExists, "create the directory", path));
        }
        let parent = at.parent().unwrap_or(Utf8Path::new("/"));
        match state.found(parent, Links::Follow, "create the directory")?.1 {
            Node::Directory => {}
            _ => return Err(SystemError::new(ErrorKind::NotADirectory, "create the directory", path)),
        }
        state.nodes.insert(at, Node::Directory);
        Ok(())
    }

    fn remove_file(&self, path: &Utf8Path) -> Result<(), SystemError> {
        let mut state = self.lock();
        state.change("remove", path)?;
        let (at, node) = state.found(path, Links::Keep, "remove")?;
        if matches!(node, Node::Directory) {
            return Err(SystemError::new(ErrorKind::IsADirectory, "remove", path));
        }
        state.nodes.remove(&at);
        Ok(())
    }

    fn remove_dir(&self, path: &Utf8Path) -> Result<(), SystemError> {
        let mut state = self.lock();
        state.change("remove the directory", path)?;
        let (at, node) = state.found(path, Links::Keep, "remove the directory")?;
        if !matches!(node, Node::Directory) {
            return Err(SystemError::new(ErrorKind::NotADirectory, "remove the directory", path));
        }
        if state.has_children(&at) {
            return Err(SystemError::new(ErrorKind::DirectoryNotEmpty, "remove the directory", path));
        }
        state.nodes.remove(&at);
        Ok(())
    }

    fn fetch(&self, request: &Request<'_>) -> Result<Vec<u8>, SystemError> {
        let url = Utf8Path::new(request.url);
        let answer = self.lock().answers.get(request.url).cloned();
        answer.ok_or_else(|| SystemError::new(ErrorKind::NotFound, "fetch", url))
    }

    fn status(&self, request: &Request<'_>) -> Result<u16, SystemError> {
        Ok(self.fetch(request).map_or(404, |_| 200))
    }

    fn git(&self, directory: &Utf8Path, arguments: &[&str]) -> Result<Vec<u8>, SystemError> {
        let mut state = self.lock();
        let found = state.history.iter().find(|(command, _)| arguments.contains(&command.as_str()));
        let Some((command, answer)) = found.map(|(command, answer)| (command.clone(), answer.clone())) else {
            return Err(SystemError::new(ErrorKind::NotFound, "run git in", directory));
        };
        *state.git_runs.entry(command).or_default() += 1;
        Ok(answer)
    }

    fn env_var(&self, name: &str) -> Option<String> {
        self.lock().variables.get(name).cloned()
    }

    fn arguments(&self) -> Vec<String> {
        Vec::new()
    }

    fn current_dir(&self) -> Result<Utf8PathBuf, SystemError> {
        Ok("/".into())
    }

    fn monotonic(&self) -> Duration {
        Duration::from_nanos(self.lock().clock.unsigned_abs())
    }

    fn unix_time(&self) -> Duration {
        self.monotonic()
    }
}

struct MemoryAppend {
    system: MemorySystem,
    path: Utf8PathBuf,
}

impl Append for MemoryAppend {
    fn append(&mut self, bytes: &[u8]) -> Result<(), SystemError> {
        let mut state = self.system.lock();
        state.change("write", &self.path)?;
        let modified = state.tick();
        // When its name was removed, what is added goes with it.
        if let Some(Node::File { bytes: content, modified_ns, changed_ns, .. }) =
            state.nodes.get_mut(&self.path)
        {
            content.extend_from_slice(bytes);
            *modified_ns = modified;
            *changed_ns = modified;
        }
        Ok(())
    }
}

impl Drop for MemoryAppend {
    fn drop(&mut self) {
        self.system.lock().held.remove(&self.path);
    }
}

/// A file that is open for reading; unlike on a disk it is gone with its name.
struct MemoryRead {
    system: MemorySystem,
    path: Utf8PathBuf,
}

impl ReadAt for MemoryRead {
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<(), SystemError> {
        let state = self.system.lock();
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let found = state.content(&self.path)?.get(start..).and_then(|rest| rest.get(..bytes.len()));
        let found = found.ok_or_else(|| SystemError::new(ErrorKind::UnexpectedEof, "read", &self.path))?;
        bytes.copy_from_slice(found);
        Ok(())
    }

    fn size(&self) -> Result<u64, SystemError> {
        Ok(self.system.lock().content(&self.path)?.len() as u64)
    }
}

fn kind(node: &Node) -> FileKind {
    match node {
        Node::File { .. } | Node::Unreadable => FileKind::File,
        Node::Directory => FileKind::Directory,
        Node::Link(_) => FileKind::Link,
        Node::Special => FileKind::Special,
    }
}
