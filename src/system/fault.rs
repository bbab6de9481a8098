//! A system that fails or dies on demand: test equipment, on only while `DOCS_FAULT` is set.
//!
//! ```text
//! DOCS_FAULT=kill@write:17     the process dies at the 17th write, before anything of it is on disk
//! DOCS_FAULT=tear@write:17     … when the first half of it is
//! DOCS_FAULT=kill@rename:3     … when all of it is in a temporary file that was not renamed
//! DOCS_FAULT=enospc@write:17   the 17th write fails, because no space is left
//! DOCS_FAULT=eio@any:5+        every change from the 5th on fails
//! DOCS_FAULT=emfile@read:9     the 9th file cannot be opened
//! ```
//!
//! Operations: `write` (contents put in place, copied or added), `rename` (of those, the ones that replace a
//! file), `create` (directories), `remove`, `any` (all of these), `read`. Without the variable the real
//! system is used directly, so that nothing is paid.

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{
    Append, DirEntry, Links, Message, Metadata, ReadAt, Reply, Request, System, SystemError, Utf8Path,
    Utf8PathBuf, notices, temporary_name,
};

/// The variable that asks for faults.
pub const FAULT_VARIABLE: &str = "DOCS_FAULT";

/// `system` itself, or one that fails as its environment asks.
pub fn wrapped(system: Arc<dyn System>) -> Result<Arc<dyn System>, String> {
    match system.env_var(FAULT_VARIABLE) {
        None => Ok(system),
        Some(text) => {
            let fault = Fault::parse(&text).ok_or_else(|| {
                format!("`{FAULT_VARIABLE}={text}`: expected a fault such as `enospc@write:17`")
            })?;
            Ok(Arc::new(FaultySystem {
                inner: system,
                state: Arc::new(State { fault, count: AtomicU64::new(0) }),
            }))
        }
    }
}

/// What happens when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fault {
    effect: Effect,
    operation: Operation,
    /// From 1.
    number: u64,
    lasting: Lasting,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Kill,
    Tear,
    Fail(ErrorKind, &'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Write,
    Rename,
    Create,
    Remove,
    Any,
    Read,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lasting {
    Once,
    FromThen,
}

impl Fault {
    fn parse(text: &str) -> Option<Self> {
        let (effect, rest) = text.split_once('@')?;
        let (operation, number) = rest.split_once(':')?;
        let effect = match effect {
            "kill" => Effect::Kill,
            "tear" => Effect::Tear,
            "enospc" => Effect::Fail(ErrorKind::StorageFull, "No space left on device (os error 28)"),
            "eio" => Effect::Fail(ErrorKind::Other, "Input/output error (os error 5)"),
            "emfile" => Effect::Fail(ErrorKind::Other, "Too many open files (os error 24)"),
            "erofs" => Effect::Fail(ErrorKind::ReadOnlyFilesystem, "Read-only file system (os error 30)"),
            _ => return None,
        };
        let operation = match operation {
            "write" => Operation::Write,
            "rename" => Operation::Rename,
            "create" => Operation::Create,
            "remove" => Operation::Remove,
            "any" => Operation::Any,
            "read" => Operation::Read,
            _ => return None,
        };
        let lasting = if number.ends_with('+') { Lasting::FromThen } else { Lasting::Once };
        let number = number.trim_end_matches('+').parse().ok()?;
        Some(Self { effect, operation, number, lasting })
    }
}

#[derive(Debug)]
struct State {
    fault: Fault,
    count: AtomicU64,
}

impl State {
    /// The effect, if it is this operation's turn.
    fn hits(&self, operations: &[Operation]) -> Option<Effect> {
        let wanted = self.fault.operation;
        let any = wanted == Operation::Any && !operations.contains(&Operation::Read);
        if !any && !operations.contains(&wanted) {
            return None;
        }
        let number = self.count.fetch_add(1, Ordering::SeqCst) + 1;
        let hit = match self.fault.lasting {
            Lasting::Once => number == self.fault.number,
            Lasting::FromThen => number >= self.fault.number,
        };
        hit.then_some(self.fault.effect)
    }

    /// For operations that happen at once or not at all.
    fn before(&self, operation: Operation, verb: &'static str, path: &Utf8Path) -> Result<(), SystemError> {
        match self.hits(&[operation]) {
            None => Ok(()),
            Some(Effect::Kill | Effect::Tear) => die(),
            Some(Effect::Fail(kind, reason)) => Err(failure(kind, reason, verb, path)),
        }
    }
}

/// The death of the process: no handler, no destructor and no buffer of any thread has a last word.
fn die() -> ! {
    std::process::abort()
}

fn failure(kind: ErrorKind, reason: &str, verb: &'static str, path: &Utf8Path) -> SystemError {
    SystemError { reason: reason.to_owned(), ..SystemError::new(kind, verb, path) }
}

#[derive(Debug)]
struct FaultySystem {
    inner: Arc<dyn System>,
    state: Arc<State>,
}

impl FaultySystem {
    /// Before a file is replaced by `bytes`: what an unlucky process leaves of it.
    fn replacing(&self, path: &Utf8Path, bytes: &mut dyn FnMut() -> Vec<u8>) -> Result<(), SystemError> {
        let Some(effect) = self.state.hits(&[Operation::Write, Operation::Rename]) else { return Ok(()) };
        let renaming = self.state.fault.operation == Operation::Rename;
        match effect {
            Effect::Fail(kind, reason) => return Err(failure(kind, reason, "write", path)),
            Effect::Kill if !renaming => die(),
            Effect::Kill | Effect::Tear => {}
        }
        let bytes = bytes();
        let part = if effect == Effect::Tear { &bytes[..bytes.len() / 2] } else { &bytes[..] };
        // A number that the process itself does not reach.
        let temporary = path.with_file_name(temporary_name(std::process::id(), u64::MAX));
        if let Ok(mut file) = self.inner.append(&temporary) {
            let _ = file.append(part);
        }
        die()
    }
}

impl System for FaultySystem {
    fn read(&self, path: &Utf8Path) -> Result<Vec<u8>, SystemError> {
        self.state.before(Operation::Read, "read", path)?;
        self.inner.read(path)
    }

    fn read_pieces(&self, path: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        self.state.before(Operation::Read, "read", path)?;
        self.inner.read_pieces(path, each)
    }

    fn open_read(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, SystemError> {
        self.state.before(Operation::Read, "read", path)?;
        self.inner.open_read(path)
    }

    fn metadata(&self, path: &Utf8Path, links: Links) -> Result<Metadata, SystemError> {
        self.inner.metadata(path, links)
    }

    fn read_dir(&self, path: &Utf8Path) -> Result<Vec<DirEntry>, SystemError> {
        self.inner.read_dir(path)
    }

    fn canonicalize(&self, path: &Utf8Path) -> Result<Utf8PathBuf, SystemError> {
        self.inner.canonicalize(path)
    }

    fn write(&self, path: &Utf8Path, bytes: &[u8]) -> Result<(), SystemError> {
        self.replacing(path, &mut || bytes.to_vec())?;
        self.inner.write(path, bytes)
    }

    fn copy(&self, from: &Utf8Path, to: &Utf8Path, each: &mut dyn FnMut(&[u8])) -> Result<(), SystemError> {
        self.replacing(to, &mut || self.inner.read(from).unwrap_or_default())?;
        self.inner.copy(from, to, each)
    }

    fn append(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
        self.state.before(Operation::Create, "write", path)?;
        let file = self.inner.append(path)?;
        Ok(Box::new(FaultyAppend { file, path: path.to_owned(), state: self.state.clone() }))
    }

    fn create(&self, path: &Utf8Path) -> Result<Box<dyn Append>, SystemError> {
        self.state.before(Operation::Create, "write", path)?;
        let file = self.inner.create(path)?;
        Ok(Box::new(FaultyAppend { file, path: path.to_owned(), state: self.state.clone() }))
    }

    fn watch(&self, listener: notices::Listener) -> Result<Box<dyn notices::Watch>, SystemError> {
        self.inner.watch(listener)
    }

    fn create_dir(&self, path: &Utf8Path) -> Result<(), SystemError> {
        self.state.before(Operation::Create, "create the directory", path)?;
        self.inner.create_dir(path)
    }

    fn remove_file(&self, path: &Utf8Path) -> Result<(), SystemError> {
        self.state.before(Operation::Remove, "remove", path)?;
        self.inner.remove_file(path)
    }

    fn remove_dir(&self, path: &Utf8Path) -> Result<(), SystemError> {
        self.state.before(Operation::Remove, "remove the directory", path)?;
        self.inner.remove_dir(path)
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

    fn executable(&self) -> Option<Utf8PathBuf> {
        self.inner.executable()
    }

    fn fetch(&self, request: &Request<'_>) -> Result<Vec<u8>, SystemError> {
        self.inner.fetch(request)
    }

    fn status(&self, request: &Request<'_>) -> Result<u16, SystemError> {
        self.inner.status(request)
    }

    fn exchange(&self, message: &Message) -> Result<Reply, SystemError> {
        self.inner.exchange(message)
    }

    fn open_address(&self, address: &str) -> Result<(), SystemError> {
        self.inner.open_address(address)
    }

    fn random(&self) -> [u8; 32] {
        self.inner.random()
    }

    fn git(&self, directory: &Utf8Path, arguments: &[&str]) -> Result<Vec<u8>, SystemError> {
        self.inner.git(directory, arguments)
    }

    fn monotonic(&self) -> Duration {
        self.inner.monotonic()
    }

    fn unix_time(&self) -> Duration {
        self.inner.unix_time()
    }
}

struct FaultyAppend {
    file: Box<dyn Append>,
    path: Utf8PathBuf,
    state: Arc<State>,
}

impl Append for FaultyAppend {
    fn append(&mut self, bytes: &[u8]) -> Result<(), SystemError> {
        match self.state.hits(&[Operation::Write]) {
            None => self.file.append(bytes),
            Some(Effect::Fail(kind, reason)) => Err(failure(kind, reason, "write", &self.path)),
            Some(Effect::Kill) => die(),
            Some(Effect::Tear) => {
                let _ = self.file.append(&bytes[..bytes.len() / 2]);
                die()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::memory::MemorySystem;

    fn faulty(text: &str) -> (MemorySystem, Arc<dyn System>) {
        let system = MemorySystem::with_files([("/a", "a")]);
        system.set_variable(FAULT_VARIABLE, text);
        let faulty = wrapped(Arc::new(system.clone())).expect("a fault");
        (system, faulty)
    }

    #[test]
    fn the_nth_change_fails() {
        let (system, faulty) = faulty("enospc@any:2");
        faulty.write(Utf8Path::new("/b"), b"b").expect("the first");
        let error = faulty.create_dir(Utf8Path::new("/c")).expect_err("the second");
        assert_eq!(error.kind, ErrorKind::StorageFull);
        assert!(error.to_string().contains("`/c`") && error.to_string().contains("No space left"), "{error}");
        faulty.create_dir(Utf8Path::new("/c")).expect("the third");
        faulty.read(Utf8Path::new("/a")).expect("reading is no change");
        assert_eq!(system.files_below("/").len(), 2);
    }

    #[test]
    fn from_the_nth_read_on_all_fail() {
        let (_, faulty) = faulty("emfile@read:2+");
        assert!(faulty.read(Utf8Path::new("/a")).is_ok());
        for _ in 0..3 {
            assert!(faulty.read(Utf8Path::new("/a")).is_err());
        }
        assert!(faulty.write(Utf8Path::new("/b"), b"").is_ok());
    }

    #[test]
    fn nonsense_is_refused_and_nothing_is_wrapped_without_the_variable() {
        for text in ["", "kill", "kill@write", "kill@write:x", "boom@write:1", "kill@nothing:1"] {
            let system = MemorySystem::new();
            system.set_variable(FAULT_VARIABLE, text);
            assert!(wrapped(Arc::new(system)).is_err(), "{text}");
        }
        let plain: Arc<dyn System> = Arc::new(MemorySystem::new());
        assert!(Arc::ptr_eq(&plain, &wrapped(plain.clone()).expect("itself")));
    }
}
