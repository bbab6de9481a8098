//! A pack that is being written by this process: its file is new, held, and only ever grows.
//!
//! Records gather in a buffer and can be read from the start. After a failed write nothing more is written,
//! because the file may be torn there; what the buffer holds stays readable.

use std::collections::HashMap;
use std::io::ErrorKind;

use super::pack::{self, Entry, Head, Pack, Shape, prefix};
use crate::hash::ContentHash;
use crate::system::{Append, ReadAt, System, SystemError, Utf8Path};

/// Bytes that gather before they are written.
const BUFFER: usize = 256 * 1024;
/// Tries to find a name that is free.
const NAMES: usize = 100;

/// A pack in the making.
pub struct Writer {
    name: String,
    head: Head,
    file: Box<dyn Append>,
    reader: Box<dyn ReadAt>,
    /// Bytes that are in the file.
    written: u32,
    buffer: Vec<u8>,
    /// Offset and length of every record.
    places: HashMap<u64, (u32, u32)>,
    /// Records since the last index.
    fresh: Vec<Entry>,
    /// Offset of the last index, or 0.
    previous: u32,
    failed: Option<SystemError>,
}

impl Writer {
    /// Begins a file under a new name from `names`.
    pub fn create(
        system: &dyn System,
        directory: &Utf8Path,
        head: Head,
        mut names: impl FnMut() -> String,
    ) -> Result<Self, SystemError> {
        let mut tries = 0;
        let (name, mut file) = loop {
            let name = names();
            tries += 1;
            match system.create(&directory.join(&name)) {
                Err(error) if error.kind == ErrorKind::AlreadyExists && tries < NAMES => {}
                Err(error) if error.kind == ErrorKind::ResourceBusy && tries < NAMES => {
                    // Somebody looked at the file at this very moment. It is empty.
                    let _ = system.remove_file(&directory.join(name));
                }
                result => break (name, result?),
            }
        };
        let bytes = head.encode();
        let opened = file.append(&bytes).and_then(|()| system.open_read(&directory.join(&name)));
        let reader = match opened {
            Ok(reader) => reader,
            Err(error) => {
                // It holds nothing; when it cannot be removed either, it does no harm.
                let _ = system.remove_file(&directory.join(&name));
                return Err(error);
            }
        };
        Ok(Self {
            reader,
            name,
            head,
            file,
            written: bytes.len() as u32,
            buffer: Vec::new(),
            places: HashMap::new(),
            fresh: Vec::new(),
            previous: 0,
            failed: None,
        })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Length of the file with all that is put.
    pub fn size(&self) -> u64 {
        u64::from(self.written) + self.buffer.len() as u64
    }

    /// Adds a record. After a failure nothing is added.
    pub fn put(&mut self, key: ContentHash, record: &[u8]) -> Result<(), SystemError> {
        self.put_prefix(prefix(key), record)
    }

    /// Adds a record whose key begins so.
    pub fn put_prefix(&mut self, prefix: u64, record: &[u8]) -> Result<(), SystemError> {
        self.check()?;
        let offset = u32::try_from(self.size()).unwrap_or(u32::MAX);
        let length = u32::try_from(record.len()).unwrap_or(u32::MAX);
        // Room for the index stays: offsets are 32 bits wide.
        if offset.checked_add(length).is_none_or(|end| end > u32::MAX / 2) {
            return Ok(());
        }
        self.buffer.extend_from_slice(record);
        self.places.insert(prefix, (offset, length));
        self.fresh.push(Entry { prefix, offset, length });
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    pub fn contains(&self, key: ContentHash) -> bool {
        self.places.contains_key(&prefix(key))
    }

    /// The bytes of a record.
    pub fn record(&self, key: ContentHash) -> Option<Vec<u8>> {
        let (offset, length) = *self.places.get(&prefix(key))?;
        let length = length as usize;
        if let Some(at) = offset.checked_sub(self.written) {
            let record = self.buffer.get(at as usize..)?.get(..length)?;
            return Some(record.to_vec());
        }
        let mut bytes = vec![0; length];
        self.reader.read_at(u64::from(offset), &mut bytes).ok()?;
        Some(bytes)
    }

    /// Forgets a record that turned out to be damaged.
    pub fn forget(&mut self, key: ContentHash) {
        self.places.remove(&prefix(key));
    }

    /// Writes what is in the buffer.
    pub fn flush(&mut self) -> Result<(), SystemError> {
        self.check()?;
        if self.buffer.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.append(&self.buffer) {
            self.failed = Some(error.clone());
            return Err(error);
        }
        self.written += self.buffer.len() as u32;
        self.buffer.clear();
        Ok(())
    }

    /// Writes everything and an index, so that others find it at once.
    pub fn save(&mut self) -> Result<(), SystemError> {
        self.flush()?;
        if self.fresh.is_empty() {
            return Ok(());
        }
        let at = self.written;
        let Some(index) = pack::index(&self.fresh, at, self.previous, &self.head.schema) else {
            return Ok(());
        };
        self.buffer = index;
        let done = self.flush();
        if done.is_ok() {
            self.fresh.clear();
            self.previous = at;
            // An index can be large, and nothing else is in the buffer then.
            self.buffer = Vec::new();
        }
        done
    }

    /// Ends the file and gives it for reading. What could not be written is not in it.
    pub fn finish(mut self) -> (Pack, Result<(), SystemError>) {
        let saved = self.save();
        let size = u64::from(self.written);
        let mut entries: Vec<Entry> = self
            .places
            .into_iter()
            .map(|(prefix, (offset, length))| Entry { prefix, offset, length })
            .collect();
        entries.sort_unstable();
        (Pack::new(self.name, self.head, size, Shape::Whole, self.reader, entries), saved)
    }

    fn check(&self) -> Result<(), SystemError> {
        match &self.failed {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }
}
