//! The real operating system behind [`System`].
//!
//! The one place that may call `std::fs`, `std::env` and the clocks.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this is the door to the operating system"
)]

use std::cell::Cell;
use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::process;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::hash::ContentHasher;

use super::{
    Append, DirEntry, EntryName, FileKind, Links, Message, Metadata, PieceSink, ReadAt, Reply, Request,
    System, SystemError, Utf8Path, Utf8PathBuf, http, notices, temporary_name,
};

/// How much of a large file is in memory at once.
const PIECE: usize = 256 * 1024;

thread_local! {
    /// Where [`System::read_pieces`] puts what it reads.
    static PIECES: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The operating system.
#[derive(Debug)]
pub struct OsSystem {
    started: Instant,
}

/// Numbers the temporary files of this process, whichever [`OsSystem`] makes them.
static TEMPORARY: AtomicU64 = AtomicU64::new(0);

impl OsSystem {
    /// Starts the monotonic clock.
    #[expect(clippy::new_without_default, reason = "starting a clock should be visible")]
    pub fn new() -> Self {
        Self { started: Instant::now() }
    }
}

/// What to do before the process ends on request.
static ON_INTERRUPT: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// How long that may take.
const PATIENCE: Duration = Duration::from_millis(900);

/// Makes Ctrl-C, SIGTERM and SIGHUP end the process with the exit code 130. What is half written lies in
/// temporary files, which the next build removes. The only place that names the ctrlc crate.
pub fn exit_on_interrupt() {
    // A handler that is there already (another copy of this library) ends the process as well.
    let _ = ctrlc::set_handler(|| {
        let prepare = ON_INTERRUPT.lock().ok().and_then(|mut prepare| prepare.take());
        if let Some(prepare) = prepare {
            // A request: the process ends by itself, unless something holds it up.
            prepare();
            std::thread::spawn(|| {
                std::thread::sleep(PATIENCE);
                process::exit(130);
            });
        } else {
            process::exit(130);
        }
    });
}

/// Asks `prepare` to bring the process to its end when it is interrupted; a second interrupt ends it at
/// once.
pub fn before_interrupt(prepare: impl FnOnce() + Send + 'static) {
    if let Ok(mut slot) = ON_INTERRUPT.lock() {
        *slot = Some(Box::new(prepare));
    }
}

impl System for OsSystem {
    fn read(&self, path: &Utf8Path) -> Result<Vec<u8>, SystemError> {
        let (mut file, size) = open(path)?;
        let length = usize::try_from(size).unwrap_or_default();
        let mut bytes = Vec::with_capacity(length);
        if length < PIECE {
            let mut piece = PIECES.take();
            piece.resize(PIECE, 0);
            let read = file.read(&mut piece);
            bytes.extend_from_slice(&piece[..*read.as_ref().unwrap_or(&0)]);
            PIECES.set(piece);
            match read {
                Ok(read) if is_whole(size, read) => return Ok(bytes),
                Err(error) if error.kind() != ErrorKind::Interrupted => {
                    return Err(SystemError::from_io(&error, "read", path));
                }
                _ => {}
            }
        }
        // Not from `file` itself: that would look at its size and position once more.
        file.take(u64::MAX).read_to_end(&mut bytes).map_err(failed("read", path))?;
        Ok(bytes)
    }

    fn read_pieces(&self, path: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        let (mut file, size) = open(path)?;
        // A thread that hashes a hundred thousand files takes its memory once. `each` may read another file.
        let mut piece = PIECES.take();
        piece.resize(PIECE, 0);
        let result = loop {
            match file.read(&mut piece) {
                Ok(0) => break Ok(()),
                Ok(length) => {
                    each(&piece[..length]);
                    if is_whole(size, length) {
                        break Ok(());
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break Err(SystemError::from_io(&error, "read", path)),
            }
        };
        PIECES.set(piece);
        result
    }

    fn metadata(&self, path: &Utf8Path, links: Links) -> Result<Metadata, SystemError> {
        let found = match links {
            Links::Follow => fs::metadata(path),
            Links::Keep => fs::symlink_metadata(path),
        }
        .map_err(failed("look at", path))?;
        let modified_ns = found.modified().map_or(0, nanoseconds);
        let (changed_ns, inode) = identity(&found);
        Ok(Metadata { kind: kind(found.file_type()), size: found.len(), modified_ns, changed_ns, inode })
    }

    fn read_dir(&self, path: &Utf8Path) -> Result<Vec<DirEntry>, SystemError> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path).map_err(failed("list", path))? {
            let entry = entry.map_err(failed("list", path))?;
            // A file that vanished since the listing began is no entry.
            let Ok(file_type) = entry.file_type() else { continue };
            let name = match entry.file_name().into_string() {
                Ok(name) => EntryName::Text(name),
                Err(name) => EntryName::NotUtf8(name.to_string_lossy().into_owned()),
            };
            entries.push(DirEntry { name, kind: kind(file_type) });
        }
        Ok(entries)
    }

    fn canonicalize(&self, path: &Utf8Path) -> Result<Utf8PathBuf, SystemError> {
        let found = fs::canonicalize(path).map_err(failed("resolve", path))?;
        Utf8PathBuf::from_path_buf(found)
            .map_err(|_| SystemError::new(ErrorKind::InvalidData, "resolve to a UTF-8 path", path))
    }

    fn write(&self, path: &Utf8Path, bytes: &[u8]) -> Result<(), SystemError> {
        replace(path, |file| file.write_all(bytes))
    }

    fn write_through(&self, path: &Utf8Path, bytes: &[u8]) -> Result<(), SystemError> {
        match fs::metadata(path) {
            Ok(found) if kind(found.file_type()) == FileKind::Special => {
                let written = fs::OpenOptions::new().write(true).open(path);
                written.and_then(|mut file| file.write_all(bytes)).map_err(failed("write", path))
            }
            Ok(_) => self.canonicalize(path).and_then(|target| self.write(&target, bytes)),
            Err(_) => self.write(path, bytes),
        }
    }

    fn write_pieces(
        &self,
        path: &Utf8Path,
        fill: &mut dyn FnMut(&mut PieceSink<'_>),
    ) -> Result<(), SystemError> {
        replace(path, |file| {
            let mut file = io::BufWriter::with_capacity(PIECE, file);
            let mut written = Ok(());
            fill(&mut |piece| {
                if written.is_ok() {
                    written = file.write_all(piece);
                }
            });
            written.and_then(|()| file.flush())
        })
    }

    fn copy(&self, from: &Utf8Path, to: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        let mut written = Ok(());
        let mut read = Ok(());
        replace(to, |file| {
            read = self.read_pieces(from, &mut |piece| {
                if written.is_ok() {
                    each(piece);
                    written = file.write_all(piece);
                }
            });
            // Any error keeps the half-copied file from being renamed; which one is told below.
            if read.is_err() {
                Err(io::Error::from(ErrorKind::Other))
            } else {
                std::mem::replace(&mut written, Ok(()))
            }
        })
        .map_err(|error| read.err().unwrap_or(error))
    }

    fn append(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
        held(fs::OpenOptions::new().append(true).create(true), path)
    }

    fn create(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
        held(fs::OpenOptions::new().append(true).create_new(true), path)
    }

    fn open_read(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, SystemError> {
        let (file, _) = open(path)?;
        Ok(Box::new(OsRead { file, path: path.to_owned() }))
    }

    fn create_dir(&self, path: &Utf8Path) -> Result<(), SystemError> {
        fs::create_dir(path).map_err(failed("create the directory", path))
    }

    fn remove_file(&self, path: &Utf8Path) -> Result<(), SystemError> {
        fs::remove_file(path).map_err(failed("remove", path))
    }

    fn remove_dir(&self, path: &Utf8Path) -> Result<(), SystemError> {
        fs::remove_dir(path).map_err(failed("remove the directory", path))
    }

    fn watch(&self, listener: notices::Listener) -> Result<Box<dyn notices::Watch>, SystemError> {
        notices::start(listener)
    }

    fn fetch(&self, request: &Request<'_>) -> Result<Vec<u8>, SystemError> {
        http::fetch(request)
    }

    fn status(&self, request: &Request<'_>) -> Result<u16, SystemError> {
        http::status(request)
    }

    fn exchange(&self, message: &Message) -> Result<Reply, SystemError> {
        http::exchange(message)
    }

    fn open_address(&self, address: &str) -> Result<(), SystemError> {
        let program = if cfg!(target_os = "macos") {
            "open"
        } else if cfg!(windows) {
            "explorer"
        } else {
            "xdg-open"
        };
        let mut command = process::Command::new(program);
        command.arg(address).stdin(process::Stdio::null());
        command.stdout(process::Stdio::null()).stderr(process::Stdio::null());
        let mut child = command.spawn().map_err(failed("open", Utf8Path::new(address)))?;
        // Nobody waits for it, but somebody has to take its end note.
        std::thread::spawn(move || child.wait());
        Ok(())
    }

    fn random(&self) -> [u8; 32] {
        // The keys of these come from the operating system.
        let mut hasher = ContentHasher::default();
        for _ in 0..4 {
            let state = std::collections::hash_map::RandomState::new();
            hasher.update(&std::hash::BuildHasher::hash_one(&state, process::id()).to_le_bytes());
            hasher.update(&std::hash::BuildHasher::hash_one(&state, "token").to_le_bytes());
        }
        *hasher.finish().as_bytes()
    }

    fn git(&self, directory: &Utf8Path, arguments: &[&str]) -> Result<Vec<u8>, SystemError> {
        let mut command = process::Command::new("git");
        // A repository that belongs to somebody else is refused by git itself, and nothing is written to it.
        command.current_dir(directory).args(arguments).env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
        command.stdin(process::Stdio::null()).stderr(process::Stdio::null());
        let output = command.output().map_err(failed("run git in", directory))?;
        if output.status.success() {
            Ok(output.stdout)
        } else {
            Err(SystemError::new(ErrorKind::Other, "run git in", directory))
        }
    }

    fn env_var(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn arguments(&self) -> Vec<String> {
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect()
    }

    fn executable(&self) -> Option<Utf8PathBuf> {
        let path = Utf8PathBuf::from_path_buf(std::env::current_exe().ok()?).ok()?;
        self.canonicalize(&path).ok().or(Some(path))
    }

    fn current_dir(&self) -> Result<Utf8PathBuf, SystemError> {
        let here = Utf8Path::new(".");
        let found = std::env::current_dir().map_err(failed("find the current directory", here))?;
        Utf8PathBuf::from_path_buf(found)
            .map_err(|_| SystemError::new(ErrorKind::InvalidData, "use the current directory", here))
    }

    fn monotonic(&self) -> Duration {
        self.started.elapsed()
    }

    fn unix_time(&self) -> Duration {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
    }
}

struct OsAppend {
    file: fs::File,
    path: Utf8PathBuf,
}

impl Append for OsAppend {
    fn append(&mut self, bytes: &[u8]) -> Result<(), SystemError> {
        self.file.write_all(bytes).map_err(failed("write", &self.path))
    }
}

/// How often a file is opened again that was removed between being opened and being held.
const MOST_REMOVALS: usize = 100;

/// Opens a file and holds it.
fn held(options: &fs::OpenOptions, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
    for _ in 0..MOST_REMOVALS {
        let file = options.open(path).map_err(failed("write", path))?;
        // A file system without locks is no reason not to build.
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            break;
        }
        // Who held it may have removed it before it let go: holding a file without a name keeps nobody out.
        let (of_file, of_path) = (file.metadata(), fs::symlink_metadata(path));
        if let (Ok(of_file), Ok(of_path)) = (of_file, of_path)
            && identity(&of_file).1 == identity(&of_path).1
        {
            return Ok(Box::new(OsAppend { file, path: path.to_owned() }));
        }
    }
    Err(SystemError {
        reason: "another process is writing there".to_owned(),
        ..SystemError::new(ErrorKind::ResourceBusy, "write", path)
    })
}

struct OsRead {
    file: fs::File,
    path: Utf8PathBuf,
}

impl ReadAt for OsRead {
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<(), SystemError> {
        let mut done = 0;
        while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
            match read_some(&self.file, rest, offset.saturating_add(done as u64)) {
                Ok(0) => return Err(SystemError::new(ErrorKind::UnexpectedEof, "read", &self.path)),
                Ok(length) => done += length,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(SystemError::from_io(&error, "read", &self.path)),
            }
        }
        Ok(())
    }

    fn size(&self) -> Result<u64, SystemError> {
        self.file.metadata().map(|found| found.len()).map_err(failed("look at", &self.path))
    }
}

#[cfg(unix)]
fn read_some(file: &fs::File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_some(file: &fs::File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, offset)
}

/// Fills a temporary file beside `path` and renames it there. On failure the temporary file is removed
/// and what was at `path` is untouched.
fn replace(path: &Utf8Path, fill: impl FnOnce(&mut fs::File) -> io::Result<()>) -> Result<(), SystemError> {
    let number = TEMPORARY.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_file_name(temporary_name(process::id(), number));
    // `create_new`: a link that somebody planted under this name is not followed.
    let mut file = match fs::OpenOptions::new().write(true).create_new(true).open(&temporary) {
        Ok(file) => file,
        Err(error) => return Err(SystemError::from_io(&error, "write", path)),
    };
    let filled = fill(&mut file);
    drop(file);
    let done = filled.and_then(|()| fs::rename(&temporary, path));
    done.map_err(|error| {
        // Nothing can be done about a failure here; a later build sweeps the file away.
        let _ = fs::remove_file(&temporary);
        SystemError::from_io(&error, "write", path)
    })
}

/// Opens a regular file and tells its size. A pipe would be waited for, and a device may never end.
fn open(path: &Utf8Path) -> Result<(fs::File, u64), SystemError> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    // Looking at it before would take as long again, and it may become a pipe in between.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let file = options.open(path).map_err(failed("read", path))?;
    let found = file.metadata().map_err(failed("read", path))?;
    match kind(found.file_type()) {
        FileKind::Special => Err(SystemError {
            reason: "it is a pipe, a socket or a device, not a regular file".to_owned(),
            ..SystemError::new(ErrorKind::InvalidInput, "read", path)
        }),
        _ => Ok((file, found.len())),
    }
}

/// Whether a file of this `size` is at its end after its first `read` bytes: asking once more takes as long as reading
/// a page. The room was larger, so that there would have been more if the file had grown meanwhile.
fn is_whole(size: u64, read: usize) -> bool {
    read > 0 && read < PIECE && size == read as u64
}

fn kind(file_type: fs::FileType) -> FileKind {
    if file_type.is_file() {
        FileKind::File
    } else if file_type.is_dir() {
        FileKind::Directory
    } else if file_type.is_symlink() {
        FileKind::Link
    } else {
        FileKind::Special
    }
}

/// When anything of the file changed, and its number.
#[cfg(unix)]
fn identity(found: &fs::Metadata) -> (i64, u64) {
    use std::os::unix::fs::MetadataExt;
    let changed_ns = found.ctime().saturating_mul(1_000_000_000).saturating_add(found.ctime_nsec());
    (changed_ns, found.ino())
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> (i64, u64) {
    (0, 0)
}

fn nanoseconds(time: SystemTime) -> i64 {
    let saturated = |duration: Duration| i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => saturated(after),
        Err(before) => -saturated(before.duration()),
    }
}

fn failed(operation: &'static str, path: &Utf8Path) -> impl FnOnce(io::Error) -> SystemError {
    move |error| SystemError::from_io(&error, operation, path)
}
