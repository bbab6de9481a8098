//! What one run works out and a later one need not: values under the hash of all that they depend on.
//!
//! The values lie in append-only packs ([`pack`]) in one directory that any number of processes share, and
//! that may be copied, merged file by file with another one, or deleted at any time. Nothing that is wrong
//! with it is an error: a value that is not there unharmed is a miss. Values of another program are never
//! found. This module knows nothing of pages.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::diagnostic::Diagnostic;
use crate::encoding::encode;
use crate::hash::ContentHash;
use crate::system::{System, SystemError, Utf8Path};

use folder::Folder;
use memory::Memory;
use pack::Head;
use packs::Packs;
use record::Compression;
use writer::Writer;

mod folder;
pub mod inspect;
mod memory;
mod pack;
mod packs;
mod record;
mod upkeep;
mod writer;

/// A file beside the packs: where the last process stopped.
pub const STANDING_FILE: &str = "standing";

/// A content-addressed store, shared by threads.
pub struct Store {
    disk: Option<Disk>,
    state: RwLock<State>,
    counters: Counters,
}

struct Disk {
    folder: Folder,
    limit: u64,
    /// What new packs begin with.
    head: Head,
}

#[derive(Default)]
struct State {
    packs: Packs,
    own: Option<Writer>,
    /// Used instead of `own` without a disk, and after a failed write.
    memory: Memory,
    /// Whether there is something to save.
    fresh: bool,
    failed: Option<Failure>,
    /// The packs that `own` says this run used.
    noted: Vec<u8>,
}

/// A write that failed: from then on values are kept in memory.
struct Failure {
    error: SystemError,
    told: bool,
}

#[derive(Default)]
struct Counters {
    hits: AtomicU64,
    misses: AtomicU64,
    puts: AtomicU64,
    bytes_read: AtomicU64,
    bytes_put: AtomicU64,
}

/// What a process did with the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Statistics {
    pub hits: u64,
    pub misses: u64,
    /// Values that were not there yet.
    pub puts: u64,
    /// Bytes of values that were read, before compression.
    pub bytes_read: u64,
    /// Bytes of values that were put, before compression.
    pub bytes_put: u64,
}

impl Store {
    /// Opens or makes the store in `directory`, which should not grow beyond `limit` bytes. `schema` tells
    /// the running program: values of another one are not found. Never fails: what cannot be read is not
    /// there, and where nothing can be written new values are kept in memory.
    pub fn open(
        system: Arc<dyn System>,
        directory: &Utf8Path,
        limit: u64,
        schema: ContentHash,
    ) -> (Self, Vec<Diagnostic>) {
        let folder = Folder::new(system, directory.to_owned());
        let prepared = folder.prepare();
        let Ok(packs) = folder.packs() else {
            let problem = prepared.err().map(|error| unusable(directory, &error));
            return (Self::memory(), problem.into_iter().collect());
        };
        let newest = packs.iter().map(|pack| pack.head.generation).max().unwrap_or(0);
        let packs = packs.into_iter().filter(|pack| pack.head.schema == schema).map(Arc::new);
        let packs = Packs::new(packs.collect());
        let failed = prepared.err().map(|error| Failure { error, told: true });
        let problems = failed.iter().map(|failure| unusable(directory, &failure.error)).collect();
        let store = Self {
            disk: Some(Disk { folder, limit, head: Head { schema, generation: newest.saturating_add(1) } }),
            state: RwLock::new(State { packs, failed, ..State::default() }),
            counters: Counters::default(),
        };
        (store, problems)
    }

    /// A store without a disk.
    pub fn memory() -> Self {
        Self { disk: None, state: RwLock::default(), counters: Counters::default() }
    }

    /// The value of `key`, if it is there unharmed.
    pub fn get(&self, key: ContentHash) -> Option<Vec<u8>> {
        let value = self.value(key);
        match &value {
            Some(value) => {
                self.counters.hits.fetch_add(1, Ordering::Relaxed);
                self.counters.bytes_read.fetch_add(value.len() as u64, Ordering::Relaxed);
            }
            None => {
                self.counters.misses.fetch_add(1, Ordering::Relaxed);
            }
        }
        value
    }

    /// Whether a value of `key` should be there; it is not looked at.
    pub fn contains(&self, key: ContentHash) -> bool {
        let state = self.asked();
        if state.own.as_ref().is_some_and(|own| own.contains(key)) || state.memory.contains(key) {
            return true;
        }
        let found = state.packs.find(key, |pack, at| {
            pack.mark_used(at);
            Some(())
        });
        found.is_some()
    }

    /// Keeps `value`, unless a readable value of `key` is there.
    pub fn put(&self, key: ContentHash, value: &[u8]) {
        self.put_as(key, value, Compression::On);
    }

    /// The same of a value that is small for what it holds: no time is spent on making it smaller.
    pub fn put_dense(&self, key: ContentHash, value: &[u8]) {
        self.put_as(key, value, Compression::Off);
    }

    fn put_as(&self, key: ContentHash, value: &[u8], compression: Compression) {
        if self.contains(key) && self.value(key).is_some() {
            return;
        }
        self.counters.puts.fetch_add(1, Ordering::Relaxed);
        self.counters.bytes_put.fetch_add(value.len() as u64, Ordering::Relaxed);
        let record = match &self.disk {
            Some(disk) => record::encode(&disk.head.schema, key, value, compression),
            None => None,
        };
        let mut state = self.write();
        match (&self.disk, record) {
            (Some(disk), Some(record)) if state.failed.is_none() => {
                // Another thread may have been faster.
                if !state.own.as_ref().is_some_and(|own| own.contains(key))
                    && let Err(error) = disk.put(&mut state, key, &record)
                {
                    state.failed = Some(Failure { error, told: false });
                    state.memory.put(key, value);
                }
            }
            _ => state.memory.put(key, value),
        }
    }

    /// Makes what was put visible to other processes and safe from the end of this one, and keeps the
    /// directory below its limit. Gives a warning the first time that it fails.
    pub fn save(&self) -> Option<Diagnostic> {
        let disk = self.disk.as_ref()?;
        let mut state = self.write();
        if std::mem::take(&mut state.fresh) && state.failed.is_none() {
            if let Err(error) = disk.save(&mut state) {
                state.failed = Some(Failure { error, told: false });
            } else {
                upkeep::tidy(disk, &mut state);
            }
        }
        let failure = state.failed.as_mut().filter(|failure| !failure.told)?;
        failure.told = true;
        Some(unusable(&disk.folder.path, &failure.error))
    }

    /// Whether values outlive the process.
    pub fn is_persistent(&self) -> bool {
        self.disk.is_some()
    }

    /// What this process did so far.
    pub fn statistics(&self) -> Statistics {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let counters = &self.counters;
        Statistics {
            hits: of(&counters.hits),
            misses: of(&counters.misses),
            puts: of(&counters.puts),
            bytes_read: of(&counters.bytes_read),
            bytes_put: of(&counters.bytes_put),
        }
    }

    fn value(&self, key: ContentHash) -> Option<Vec<u8>> {
        let state = self.asked();
        if let Some(disk) = &self.disk {
            let found = state.packs.find(key, |pack, at| {
                let value = pack.value(at, key)?;
                pack.mark_used(at);
                Some(value)
            });
            if found.is_some() {
                return found;
            }
            if let Some(own) = &state.own
                && own.contains(key)
            {
                let value =
                    own.record(key).and_then(|record| record::decode(&disk.head.schema, key, &record));
                if value.is_some() {
                    return value;
                }
                drop(state);
                let mut state = self.write();
                state.own.iter_mut().for_each(|own| own.forget(key));
                return state.memory.get(key);
            }
        }
        state.memory.get(key)
    }

    /// The state, for a question.
    fn asked(&self) -> RwLockReadGuard<'_, State> {
        let state = self.read();
        if !state.packs.needs_table() {
            return state;
        }
        drop(state);
        let mut state = self.write();
        // Another thread may have been faster.
        if state.packs.needs_table() {
            state.packs.make_table();
        }
        drop(state);
        self.read()
    }

    // A poisoned lock only means that a panic was caught elsewhere; the state is whole at all times.
    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Disk {
    fn put(&self, state: &mut State, key: ContentHash, record: &[u8]) -> Result<(), SystemError> {
        let own = match &mut state.own {
            Some(own) => own,
            none => none.insert(self.folder.create(self.head)?),
        };
        state.fresh = true;
        own.put(key, record)?;
        if own.size() < self.pack_size() {
            return Ok(());
        }
        // Full: the next record begins a new file.
        self.save(state)?;
        state.noted.clear();
        if let Some(own) = state.own.take() {
            let (pack, saved) = own.finish();
            pack.mark_all_used();
            state.packs.push(Arc::new(pack));
            saved?;
        }
        Ok(())
    }

    fn save(&self, state: &mut State) -> Result<(), SystemError> {
        let State { packs, own: Some(own), noted, .. } = state else { return Ok(()) };
        let used: Vec<&str> =
            packs.iter().filter(|pack| pack.is_much_used()).map(|pack| pack.name.as_str()).collect();
        let note = encode(&used);
        if !used.is_empty() && *noted != note {
            let key = pack::uses_key();
            if let Some(record) = record::encode(&self.head.schema, key, &note, Compression::On) {
                own.put(key, &record)?;
            }
            *noted = note;
        }
        own.save()
    }

    /// Packs do not grow much beyond this: it is the step in which the store shrinks.
    fn pack_size(&self) -> u64 {
        (self.limit / 32).clamp(16 << 10, 64 << 20)
    }
}

fn unusable(directory: &Utf8Path, error: &SystemError) -> Diagnostic {
    Diagnostic::warning(
        "cache-unusable",
        format!("the cache `{directory}` cannot be written: {}", error.reason),
    )
    .hint("the build is right all the same, the next one takes longer; `--cache-dir` names another folder")
}
