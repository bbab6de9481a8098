//! The only door to disk, clock, arguments and environment.
//!
//! Every other module gets its outside world as `&dyn System`: [`os::OsSystem`] in the program,
//! [`memory::MemorySystem`] in tests. Failures are values that name the path and the operation. The lint
//! table in `clippy.toml` forbids going around this door. Nothing here knows what a page is.

use std::fmt;
use std::io;
use std::time::Duration;

pub use camino::{Utf8Path, Utf8PathBuf};

pub mod fault;
mod http;
pub mod memory;
pub mod notices;
pub mod os;
pub mod overlay;
pub mod walk;

/// Takes the bytes of a file piece by piece.
pub type PieceSink<'a> = dyn FnMut(&[u8]) + 'a;

/// What the program may ask of its surroundings.
pub trait System: Send + Sync + fmt::Debug {
    /// The whole content of a regular file. Anything else (a pipe, a device) is refused, never read.
    fn read(&self, path: &Utf8Path) -> Result<Vec<u8>, SystemError>;

    /// Hands the content of a regular file to `each` piece by piece, for files of any size.
    fn read_pieces(&self, path: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError>;

    /// What is at `path`.
    fn metadata(&self, path: &Utf8Path, links: Links) -> Result<Metadata, SystemError>;

    /// The entries of a directory, in no particular order.
    fn read_dir(&self, path: &Utf8Path) -> Result<Vec<DirEntry>, SystemError>;

    /// The absolute path with every symbolic link resolved.
    fn canonicalize(&self, path: &Utf8Path) -> Result<Utf8PathBuf, SystemError>;

    /// Replaces the file in one step: readers see the old bytes or the new ones, never a part. The bytes go
    /// to a temporary file in the same directory (see [`is_temporary`]) that is then renamed. A symbolic
    /// link at `path` is replaced, not followed.
    fn write(&self, path: &Utf8Path, bytes: &[u8]) -> Result<(), SystemError>;

    /// Writes where `path` leads, for files that somebody named: through a symbolic link, which stays, and into a pipe
    /// or a device such as `/dev/stdout`. A regular file is replaced as by [`System::write`].
    fn write_through(&self, path: &Utf8Path, bytes: &[u8]) -> Result<(), SystemError> {
        let is_link = self.metadata(path, Links::Keep).is_ok_and(|found| found.kind == FileKind::Link);
        match is_link.then(|| self.canonicalize(path)) {
            Some(Ok(target)) => self.write(&target, bytes),
            _ => self.write(path, bytes),
        }
    }

    /// Like [`System::write`] for bytes that `fill` hands over piece by piece: of what would be among the largest things
    /// in memory, no more than a piece is there at once.
    fn write_pieces(
        &self,
        path: &Utf8Path,
        fill: &mut dyn FnMut(&mut PieceSink<'_>),
    ) -> Result<(), SystemError> {
        let mut bytes = Vec::new();
        fill(&mut |piece| bytes.extend_from_slice(piece));
        self.write(path, &bytes)
    }

    /// Like [`System::write`] with the content of another regular file, whose pieces are shown to `each`.
    fn copy(&self, from: &Utf8Path, to: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError>;

    /// Opens a file for adding at its end, creating it when missing, and holds it: while it is open another
    /// process gets an error of kind `ResourceBusy`. The hold ends with the process, however that ends.
    fn append(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError>;

    /// Creates a file that was not there and holds it like [`System::append`]. Whatever is at `path`, be it a
    /// link to nothing, is an error of kind `AlreadyExists`.
    fn create(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError>;

    /// Opens a regular file for reading anywhere in it. Where the operating system can, it stays readable
    /// when its name is removed.
    fn open_read(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, SystemError>;

    /// Creates one directory whose parent exists.
    fn create_dir(&self, path: &Utf8Path) -> Result<(), SystemError>;

    /// Removes a file or a symbolic link (never what it points to).
    fn remove_file(&self, path: &Utf8Path) -> Result<(), SystemError>;

    /// Removes an empty directory.
    fn remove_dir(&self, path: &Utf8Path) -> Result<(), SystemError>;

    /// Begins to tell `listener` about changes in the directories that are named to the result.
    fn watch(&self, listener: notices::Listener) -> Result<Box<dyn notices::Watch>, SystemError> {
        drop(listener);
        Err(SystemError::new(io::ErrorKind::Unsupported, "watch", Utf8Path::new("")))
    }

    /// Downloads a file. Only `docs fetch` does; a build never. An answer that is no success is an error of kind
    /// `NotFound`.
    fn fetch(&self, request: &Request<'_>) -> Result<Vec<u8>, SystemError> {
        Err(SystemError::new(io::ErrorKind::Unsupported, "fetch", Utf8Path::new(request.url)))
    }

    /// The status that a server answers a request for a page with, over redirects. Only `docs check --external` asks.
    fn status(&self, request: &Request<'_>) -> Result<u16, SystemError> {
        Err(SystemError::new(io::ErrorKind::Unsupported, "ask", Utf8Path::new(request.url)))
    }

    /// Sends a request and hands back the answer as it comes; redirects are answers. Only the playground's proxy of
    /// `docs dev` does.
    fn exchange(&self, message: &Message) -> Result<Reply, SystemError> {
        Err(SystemError::new(io::ErrorKind::Unsupported, "ask", Utf8Path::new(&message.url)))
    }

    /// Opens an address in the browser of whoever sits in front of the machine.
    fn open_address(&self, address: &str) -> Result<(), SystemError> {
        Err(SystemError::new(io::ErrorKind::Unsupported, "open", Utf8Path::new(address)))
    }

    /// Bytes that nobody can guess; never for a result of the build.
    fn random(&self) -> [u8; 32] {
        [0; 32]
    }

    /// What `git` prints when it is run in a directory. No git, no repository and a failure are errors.
    fn git(&self, directory: &Utf8Path, arguments: &[&str]) -> Result<Vec<u8>, SystemError> {
        let _ = arguments;
        Err(SystemError::new(io::ErrorKind::Unsupported, "run git in", directory))
    }

    /// An environment variable; `None` when unset or not UTF-8.
    fn env_var(&self, name: &str) -> Option<String>;

    /// The arguments after the program's name; those that are not UTF-8 are shown with replacement
    /// characters.
    fn arguments(&self) -> Vec<String>;

    /// The directory that relative paths start from.
    fn current_dir(&self) -> Result<Utf8PathBuf, SystemError>;

    /// Where the running program is, links resolved; `None` when that is not known.
    fn executable(&self) -> Option<Utf8PathBuf> {
        None
    }

    /// Time since an arbitrary start, never going back: for durations.
    fn monotonic(&self) -> Duration;

    /// Time since 1970-01-01 UTC: for dates shown to people, never for a result of the build.
    fn unix_time(&self) -> Duration;

    /// Creates a directory and all that are missing above it.
    fn create_dir_all(&self, path: &Utf8Path) -> Result<(), SystemError> {
        match self.metadata(path, Links::Follow) {
            Ok(found) if found.kind == FileKind::Directory => return Ok(()),
            Ok(_) => return Err(SystemError::new(io::ErrorKind::NotADirectory, "create", path)),
            Err(_) => {}
        }
        if let Some(parent) = path.parent().filter(|parent| !parent.as_str().is_empty()) {
            self.create_dir_all(parent)?;
        }
        match self.create_dir(path) {
            Err(error) if error.kind == io::ErrorKind::AlreadyExists => Ok(()),
            other => other,
        }
    }

    /// Reads a text file; `None` when it does not exist. A byte order mark is dropped, bytes that are not
    /// UTF-8 are an error of kind `InvalidData`.
    fn read_text(&self, path: &Utf8Path) -> Result<Option<String>, SystemError> {
        let bytes = match self.read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let text = String::from_utf8(bytes)
            .map_err(|_| SystemError::new(io::ErrorKind::InvalidData, "read as UTF-8 text", path))?;
        Ok(Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
    }
}

/// What to download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// Its address, with `https://` or `http://`.
    pub url: &'a str,
    /// The program that the other side is told about.
    pub user_agent: &'a str,
    /// A longer answer is an error.
    pub most_bytes: u64,
}

/// A request to a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// What a server answers.
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Box<dyn io::Read + Send>,
}

/// A file that is open for adding at its end.
pub trait Append: Send + Sync {
    /// Adds `bytes` with one write.
    fn append(&mut self, bytes: &[u8]) -> Result<(), SystemError>;
}

/// A file that is open for reading anywhere in it, by any thread.
pub trait ReadAt: Send + Sync {
    /// Fills `bytes` from `offset` on; a file that ends before that is an error.
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<(), SystemError>;

    /// Its length now.
    fn size(&self) -> Result<u64, SystemError>;
}

/// Whether the last segment of a path may be a symbolic link that is looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Tell about the link's target.
    Follow,
    /// Tell about the link itself.
    Keep,
}

/// What kind of thing a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A pipe, socket or device.
    Special,
}

/// What is known of a path without opening it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// What it is.
    pub kind: FileKind,
    /// Size in bytes.
    pub size: u64,
    /// Last change of the content in nanoseconds since 1970; 0 when the file system does not tell.
    pub modified_ns: i64,
    /// Last change of the content or of anything else that is known of the file, which no program can set;
    /// 0 when the file system does not tell.
    pub changed_ns: i64,
    /// The number of the file in its file system; 0 when there is none.
    pub inode: u64,
}

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirEntry {
    /// The name.
    pub name: EntryName,
    /// What it is, links not followed.
    pub kind: FileKind,
}

/// A file name as the disk has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryName {
    /// An ordinary name.
    Text(String),
    /// A name that is not UTF-8, with replacement characters, only for showing.
    NotUtf8(String),
}

/// A failed operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemError {
    /// The operating system's reason.
    pub kind: io::ErrorKind,
    /// What was tried, as a verb: `read`, `write` …
    pub operation: &'static str,
    /// On which path.
    pub path: Utf8PathBuf,
    /// The reason in words.
    pub reason: String,
}

impl SystemError {
    /// A failure described by its kind alone.
    pub fn new(kind: io::ErrorKind, operation: &'static str, path: &Utf8Path) -> Self {
        Self { kind, operation, path: path.to_owned(), reason: kind.to_string() }
    }

    /// A failure that the operating system reported.
    pub fn from_io(error: &io::Error, operation: &'static str, path: &Utf8Path) -> Self {
        Self { kind: error.kind(), operation, path: path.to_owned(), reason: error.to_string() }
    }

    /// True when nothing is at the path.
    pub fn is_missing(&self) -> bool {
        matches!(self.kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
    }
}

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} `{}`: {}", self.operation, self.path, self.reason)
    }
}

impl std::error::Error for SystemError {}

/// How the names of temporary files begin.
const TEMPORARY_PREFIX: &str = ".docs-tmp-";

/// The name of a temporary file: unique per process and use.
pub(crate) fn temporary_name(process: u32, number: u64) -> String {
    format!("{TEMPORARY_PREFIX}{process}-{number}")
}

/// True for the name of a temporary file of [`System::write`] that a killed process left behind.
pub fn is_temporary(name: &str) -> bool {
    name.strip_prefix(TEMPORARY_PREFIX).and_then(|rest| rest.split_once('-')).is_some_and(
        |(process, number)| {
            !process.is_empty()
                && !number.is_empty()
                && process.bytes().chain(number.bytes()).all(|byte| byte.is_ascii_digit())
        },
    )
}
