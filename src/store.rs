//! Results that outlive the process: a content-addressed store in a folder of packs.
//!
//! A key is the hash of everything that a value depends on, so a value is either right or not there. Values
//! are verified when they are read. Nothing that is wrong with the folder is an error: what cannot be read is
//! not there, what cannot be written is kept in memory. Several processes may use one folder: each writes a
//! pack of its own and reads those of the others. The folder may be moved, and two become one when the packs
//! of one are copied into the other.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::system::{
    Append, EntryName, FileKind, Links, ReadAt, System, SystemError, Utf8Path, Utf8PathBuf, is_temporary,
};

mod collect;
pub mod pack;

use pack::{Entry, Pack};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 20;
/// Bytes that are kept in memory when there is a folder that cannot be written to.
const MEMORY_LIMIT: usize = 256 << 20;
/// What keeps the folder out of version control, and tells backup programs that it can be made again.
const MARKS: [(&str, &str); 2] = [
    (".gitignore", "*\n"),
    ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# Made by docs; it may be deleted.\n"),
];

/// The store. Shared by all threads.
pub struct Store {
    folder: Option<Folder>,
    packs: RwLock<Vec<Arc<Pack>>>,
    own: Mutex<Own>,
    /// Keys whose record turned out to be damaged.
    damaged: Mutex<HashSet<ContentHash>>,
    counts: Counts,
}

struct Folder {
    system: Arc<dyn System>,
    directory: Utf8PathBuf,
    schema: ContentHash,
    limit: u64,
}

/// What this process added.
#[derive(Default)]
struct Own {
    /// The pack that is being written; `None` before the first value, and for ever when `in_memory`.
    writer: Option<Writer>,
    /// Records that no file has.
    memory: HashMap<ContentHash, Box<[u8]>>,
    memory_size: usize,
    in_memory: bool,
    /// Told once.
    problem: Option<Diagnostic>,
}

struct Writer {
    path: Utf8PathBuf,
    file: Box<dyn Append>,
    reader: Option<Box<dyn ReadAt>>,
    /// Bytes in the file.
    written: u64,
    /// Bytes that follow.
    buffer: Vec<u8>,
    index: HashMap<ContentHash, (u64, u32)>,
}

#[derive(Default)]
struct Counts {
    hits: AtomicU64,
    misses: AtomicU64,
    added: AtomicU64,
}

/// What this process did with the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Statistics {
    /// Values that were asked for and there.
    pub hits: u64,
    /// Values that were asked for and not there.
    pub misses: u64,
    /// Values that were added.
    pub added: u64,
}

impl Store {
    /// Opens the store in `directory`. `schema` is the hash of the program: values of another one are not
    /// seen. A folder that cannot be used is a warning.
    pub fn open(
        system: Arc<dyn System>,
        directory: &Utf8Path,
        limit: u64,
        schema: ContentHash,
    ) -> (Self, Vec<Diagnostic>) {
        let folder = Folder { system, directory: directory.to_owned(), schema, limit };
        let problem = folder.prepare().err().map(|error| unwritable(directory, &error));
        let packs = folder.packs();
        let ours = packs.into_iter().filter(|pack| pack.schema == schema).map(Arc::new).collect();
        let own = Own { in_memory: problem.is_some(), ..Own::default() };
        (Self::with(Some(folder), ours, own), problem.into_iter().collect())
    }

    /// A store without folder: values live as long as the process.
    pub fn memory() -> Self {
        Self::with(None, Vec::new(), Own { in_memory: true, ..Own::default() })
    }

    fn with(folder: Option<Folder>, packs: Vec<Arc<Pack>>, own: Own) -> Self {
        Self {
            folder,
            packs: RwLock::new(packs),
            own: Mutex::new(own),
            damaged: Mutex::default(),
            counts: Counts::default(),
        }
    }

    /// Whether values go to disk, so that large ones need not be kept elsewhere.
    pub fn is_persistent(&self) -> bool {
        self.folder.is_some()
    }

    /// The value of a key.
    pub fn get(&self, key: ContentHash) -> Option<Vec<u8>> {
        let found = self.find(key);
        let count = if found.is_some() { &self.counts.hits } else { &self.counts.misses };
        count.fetch_add(1, Ordering::Relaxed);
        found
    }

    /// Whether there is a value for a key, without reading it.
    pub fn contains(&self, key: ContentHash) -> bool {
        let own = self.lock();
        if own.memory.contains_key(&key)
            || own.writer.as_ref().is_some_and(|writer| writer.index.contains_key(&key))
        {
            return true;
        }
        drop(own);
        self.in_packs(key) && !lock(&self.damaged).contains(&key)
    }

    /// Adds a value. One that is there already is left alone.
    pub fn put(&self, key: ContentHash, value: &[u8]) {
        if value.len() > pack::MAX_VALUE || self.contains(key) {
            return;
        }
        self.counts.added.fetch_add(1, Ordering::Relaxed);
        let record = pack::encode(key, value);
        let mut own = self.lock();
        if !own.in_memory
            && let Some(folder) = &self.folder
            && own.writer.as_ref().is_none_or(|writer| writer.written < folder.limit)
        {
            match own.write(folder, key, &record) {
                Ok(()) => return,
                Err(error) => own.give_up(folder, &error),
            }
        }
        let bounded = self.folder.is_some();
        own.remember(key, record, bounded);
    }

    /// Hands what was added to the operating system. Nothing is lost without it but time.
    pub fn save(&self) -> Option<Diagnostic> {
        let mut own = self.lock();
        if let (Some(folder), Some(writer)) = (&self.folder, &mut own.writer)
            && let Err(error) = writer.flush(folder)
        {
            own.give_up(folder, &error);
        }
        own.problem.take()
    }

    /// What was done since the store was opened.
    pub fn statistics(&self) -> Statistics {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let Counts { hits, misses, added } = &self.counts;
        Statistics { hits: read(hits), misses: read(misses), added: read(added) }
    }

    fn find(&self, key: ContentHash) -> Option<Vec<u8>> {
        let own = self.lock();
        let record = match own.memory.get(&key) {
            Some(record) => Some(record.to_vec()),
            None => own.writer.as_ref().and_then(|writer| writer.record(key)),
        };
        drop(own);
        if let Some(record) = record {
            return pack::decode(&record).filter(|(found, _)| *found == key).map(|(_, value)| value);
        }
        let packs = self.packs.read().unwrap_or_else(PoisonError::into_inner);
        let found = packs.iter().find_map(|pack| pack.get(key));
        if found.is_none() && packs.iter().any(|pack| pack.contains(key)) {
            lock(&self.damaged).insert(key);
        }
        found
    }

    fn in_packs(&self, key: ContentHash) -> bool {
        self.packs.read().unwrap_or_else(PoisonError::into_inner).iter().any(|pack| pack.contains(key))
    }

    fn lock(&self) -> MutexGuard<'_, Own> {
        lock(&self.own)
    }
}

/// The end of the process: the own pack gets its index, and the folder is kept within its bounds. A process
/// that is killed leaves a pack without index, which is read all the same.
impl Drop for Store {
    fn drop(&mut self) {
        let Some(folder) = &self.folder else { return };
        let packs = std::mem::take(&mut *self.packs.write().unwrap_or_else(PoisonError::into_inner));
        let mut own = self.lock();
        if own.in_memory {
            return;
        }
        collect::collect(folder, &packs, &mut own);
        if let Some(writer) = own.writer.take() {
            // What cannot be written is not there.
            let _ = writer.seal(folder);
        }
    }
}

impl Folder {
    /// Makes the folder.
    fn prepare(&self) -> Result<(), SystemError> {
        self.system.create_dir_all(&self.directory)?;
        for (name, text) in MARKS {
            let path = self.directory.join(name);
            if self.system.metadata(&path, Links::Keep).is_err() {
                self.system.write(&path, text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// All packs that can be read, the largest first.
    fn packs(&self) -> Vec<Pack> {
        let mut packs: Vec<Pack> =
            self.files("pack").iter().filter_map(|path| Pack::open(&*self.system, path)).collect();
        packs.sort_by(|a, b| (b.size, &a.path).cmp(&(a.size, &b.path)));
        packs
    }

    /// The files of the folder with this extension, sorted; links are none.
    fn files(&self, extension: &str) -> Vec<Utf8PathBuf> {
        let entries = self.system.read_dir(&self.directory).unwrap_or_default();
        let mut names: BTreeSet<String> = BTreeSet::new();
        for entry in entries {
            if let (EntryName::Text(name), FileKind::File) = (entry.name, entry.kind)
                && name.rsplit_once('.').is_some_and(|(_, found)| found == extension)
                && !is_temporary(&name)
            {
                names.insert(name);
            }
        }
        names.into_iter().map(|name| self.directory.join(name)).collect()
    }

    /// A new pack under a name that no other process has.
    fn create(&self) -> Result<Writer, SystemError> {
        let mut number = 0u32;
        loop {
            let path = self.directory.join(format!("open-{number}.pack"));
            number += 1;
            if self.system.metadata(&path, Links::Keep).is_ok() {
                continue;
            }
            let file = match self.system.append(&path) {
                Ok(file) => file,
                // Another process was faster.
                Err(error) if error.kind == std::io::ErrorKind::ResourceBusy => continue,
                Err(error) => return Err(error),
            };
            // It may have been faster, and already be done.
            if self.system.metadata(&path, Links::Keep)?.size > 0 {
                continue;
            }
            let buffer = pack::header(self.schema);
            return Ok(Writer { path, file, reader: None, written: 0, buffer, index: HashMap::new() });
        }
    }
}

impl Own {
    fn write(&mut self, folder: &Folder, key: ContentHash, record: &[u8]) -> Result<(), SystemError> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(folder.create()?),
        };
        let offset = writer.written + writer.buffer.len() as u64;
        writer.buffer.extend_from_slice(record);
        writer.index.insert(key, (offset, record.len() as u32));
        if writer.buffer.len() >= BUFFER { writer.flush(folder) } else { Ok(()) }
    }

    /// The disk refuses: what is not on it stays in memory.
    fn give_up(&mut self, folder: &Folder, error: &SystemError) {
        self.in_memory = true;
        self.problem = Some(unwritable(&folder.directory, error));
        let Some(writer) = &mut self.writer else { return };
        let start = writer.written;
        let buffer = std::mem::take(&mut writer.buffer);
        let unwritten: Vec<(ContentHash, Vec<u8>)> = writer
            .index
            .extract_if(|_, (offset, _)| *offset >= start)
            .filter_map(|(key, (offset, length))| {
                let from = (offset - start) as usize;
                Some((key, buffer.get(from..from + length as usize)?.to_vec()))
            })
            .collect();
        for (key, record) in unwritten {
            self.remember(key, record, true);
        }
    }

    fn remember(&mut self, key: ContentHash, record: Vec<u8>, bounded: bool) {
        self.memory_size += record.len();
        if bounded && self.memory_size > MEMORY_LIMIT {
            self.memory.clear();
            self.memory_size = record.len();
        }
        self.memory.insert(key, record.into_boxed_slice());
    }
}

impl Writer {
    fn record(&self, key: ContentHash) -> Option<Vec<u8>> {
        let (offset, length) = *self.index.get(&key)?;
        if let Some(from) = offset.checked_sub(self.written) {
            let from = from as usize;
            return self.buffer.get(from..from + length as usize).map(<[u8]>::to_vec);
        }
        let mut record = vec![0; length as usize];
        self.reader.as_ref()?.read_at(offset, &mut record).ok()?;
        Some(record)
    }

    fn flush(&mut self, folder: &Folder) -> Result<(), SystemError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        self.file.append(&self.buffer)?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        self.reader = Some(folder.system.open_read(&self.path)?);
        Ok(())
    }

    /// Writes the index and gives the pack the name of its content.
    fn seal(mut self, folder: &Folder) -> Result<(), SystemError> {
        let entry = |(key, (offset, length)): (&ContentHash, &(u64, u32))| Entry {
            prefix: pack::prefix(*key),
            offset: *offset,
            length: *length,
        };
        let footer = pack::footer(self.index.iter().map(entry).collect());
        let name = ContentHash::of(&footer).short();
        self.buffer.extend_from_slice(&footer);
        self.flush(folder)?;
        folder.system.rename(&self.path, &folder.directory.join(format!("{name}.pack")))
    }
}

fn unwritable(directory: &Utf8Path, error: &SystemError) -> Diagnostic {
    Diagnostic::warning(
        "cache-unusable",
        format!("the cache `{directory}` cannot be written: {}; this build goes on without it", error.reason),
    )
    .hint("make it writable, or choose another place with `--cache-dir`")
}

/// A poisoned lock only means that a panic was caught elsewhere; what it guards is complete at all times.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
