//! A pack: a file of records with an index at its end, as it is read.
//!
//! ```text
//! head: magic 8 | schema 32 | generation u64 | checksum 16
//! records, then an index, then more records, then another index …
//! index: a record under INDEX_KEY with (beginning of the key u64, offset u32, length u32) sorted, and
//! trailer: magic 8 | offset of the index u32 | offset of the index before it u32, or 0 | checksum 16
//! ```
//! A file that does not end with a trailer (its writer was killed, or still writes) is scanned as far as
//! its records are whole. Nothing in a pack depends on its name or place.

use std::sync::atomic::{AtomicU64, Ordering};

use super::record::{self, HEADER, Header, beginning};
use crate::encoding::decode;
use crate::hash::ContentHash;
use crate::system::ReadAt;

/// Length of the head of a file.
pub const HEAD: usize = 64;
/// Length of what follows an index.
pub const TRAILER: usize = 32;
/// Bytes of one record in an index.
const ENTRY: usize = 16;
/// Changes with the format: files of another one are not ours.
const MAGIC: &[u8; 8] = b"docspak1";
const TRAILER_MAGIC: &[u8; 8] = b"docsend1";
/// No value has this key: it is no hash of anything.
const INDEX_KEY: [u8; 32] = *b"index of the records before this";
/// How much of a file without an index is in memory while it is scanned.
const WINDOW: usize = 1 << 20;
/// Longer chains of indexes are scanned instead.
const MAX_INDEXES: usize = 100_000;

/// Where a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The beginning of its key.
    pub prefix: u64,
    pub offset: u32,
    pub length: u32,
}

/// The part of a key that an index knows.
pub fn prefix(key: ContentHash) -> u64 {
    u64::from_le_bytes(beginning(&key))
}

/// Whose a pack is, and how recent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub schema: ContentHash,
    /// Packs that were begun or used later have higher numbers.
    pub generation: u64,
}

impl Head {
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(self.schema.as_bytes());
        bytes.extend_from_slice(&self.generation.to_le_bytes());
        let checksum: [u8; 16] = beginning(&ContentHash::of(&bytes));
        bytes.extend_from_slice(&checksum);
        bytes
    }

    fn decode(bytes: &[u8; HEAD]) -> Option<Self> {
        let (body, checksum) = bytes.split_at(HEAD - 16);
        let right: [u8; 16] = beginning(&ContentHash::of(body));
        let schema = ContentHash::from_bytes(*body.get(8..)?.first_chunk()?);
        let generation = u64::from_le_bytes(*body.get(40..)?.first_chunk()?);
        (body.starts_with(MAGIC) && right == checksum).then_some(Self { schema, generation })
    }

    /// The head of an open file.
    pub fn read(file: &dyn ReadAt) -> Option<Self> {
        let mut bytes = [0; HEAD];
        file.read_at(0, &mut bytes).ok()?;
        Self::decode(&bytes)
    }
}

/// An index with its trailer, to be written at `offset`.
pub fn index(entries: &[Entry], offset: u32, previous: u32, schema: &ContentHash) -> Option<Vec<u8>> {
    let mut sorted = entries.to_vec();
    sorted.sort_unstable();
    let mut body = Vec::with_capacity(sorted.len() * ENTRY);
    for entry in sorted {
        body.extend_from_slice(&entry.prefix.to_le_bytes());
        body.extend_from_slice(&entry.offset.to_le_bytes());
        body.extend_from_slice(&entry.length.to_le_bytes());
    }
    let key = ContentHash::from_bytes(INDEX_KEY);
    let mut bytes = record::encode(schema, key, &body, record::Compression::Off)?;
    let at = bytes.len();
    bytes.extend_from_slice(TRAILER_MAGIC);
    bytes.extend_from_slice(&offset.to_le_bytes());
    bytes.extend_from_slice(&previous.to_le_bytes());
    let checksum: [u8; 16] = beginning(&ContentHash::keyed(schema.as_bytes(), &bytes[at..]));
    bytes.extend_from_slice(&checksum);
    Some(bytes)
}

/// A file of records, open for reading.
pub struct Pack {
    pub name: String,
    pub head: Head,
    pub size: u64,
    /// Whether the file ended with an index.
    pub shape: Shape,
    file: Box<dyn ReadAt>,
    /// Sorted.
    entries: Vec<Entry>,
    used: Marks,
    damaged: Marks,
}

/// How a file ended when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Whole,
    /// Its writer was killed or still writes, or it is damaged.
    Torn,
}

impl Pack {
    /// Opens a pack of any program; `None` when it is none.
    pub fn open(name: String, file: Box<dyn ReadAt>) -> Option<Self> {
        let head = Head::read(&*file)?;
        let size = file.size().ok()?;
        let (mut entries, shape) = match indexed(&*file, size, &head.schema) {
            Some(entries) => (entries, Shape::Whole),
            None => (scanned(&*file, size, &head.schema), Shape::Torn),
        };
        entries.sort_unstable();
        entries.shrink_to_fit();
        Some(Self::new(name, head, size, shape, file, entries))
    }

    /// A pack whose sorted entries are known.
    pub fn new(
        name: String,
        head: Head,
        size: u64,
        shape: Shape,
        file: Box<dyn ReadAt>,
        entries: Vec<Entry>,
    ) -> Self {
        let (used, damaged) = (Marks::new(entries.len()), Marks::new(entries.len()));
        Self { name, head, size, shape, file, entries, used, damaged }
    }

    /// The place of a key in the index, if it is there and not known to be damaged.
    pub fn find(&self, key: ContentHash) -> Option<usize> {
        let prefix = prefix(key);
        // Keys are hashes: where one lies in the order is nearly known.
        let count = self.entries.len();
        let guess = ((u128::from(prefix) * count as u128) >> 64) as usize;
        let is_before = |at: usize| self.entries.get(at).is_some_and(|entry| entry.prefix < prefix);
        let mut step = 32;
        let (mut low, mut high) = (guess, guess);
        if is_before(guess) {
            while is_before(high) {
                low = high;
                high = high.saturating_add(step).min(count);
                step *= 2;
            }
        } else {
            while low > 0 && !is_before(low) {
                high = low;
                low = low.saturating_sub(step);
                step *= 2;
            }
        }
        let window = self.entries.get(low..high.saturating_add(1).min(count))?;
        let first = low + window.partition_point(|entry| entry.prefix < prefix);
        let same = self.entries.get(first..)?.iter().take_while(|entry| entry.prefix == prefix).count();
        (first..first + same).find(|at| !self.damaged.has(*at))
    }

    /// Whether a key that begins so is at this place of the index, and not known to be damaged.
    pub fn is_at(&self, prefix: u64, at: usize) -> bool {
        self.entries.get(at).is_some_and(|entry| entry.prefix == prefix) && !self.damaged.has(at)
    }

    /// The value at a place of the index. What is not there unharmed is marked and not found again.
    pub fn value(&self, at: usize, key: ContentHash) -> Option<Vec<u8>> {
        let value = self.record(at).and_then(|record| record::decode(&self.head.schema, key, &record));
        if value.is_none() {
            self.damaged.set(at);
        }
        value
    }

    /// The bytes of the record at a place of the index.
    pub fn record(&self, at: usize) -> Option<Vec<u8>> {
        let entry = self.entries.get(at)?;
        if u64::from(entry.offset) + u64::from(entry.length) > self.size {
            return None;
        }
        let mut bytes = vec![0; entry.length as usize];
        self.file.read_at(u64::from(entry.offset), &mut bytes).ok()?;
        Some(bytes)
    }

    /// Notes that this run needs the record.
    pub fn mark_used(&self, at: usize) {
        self.used.set(at);
    }

    /// Notes that this run wrote all records.
    pub fn mark_all_used(&self) {
        self.used.set_all();
    }

    pub fn is_used(&self, at: usize) -> bool {
        self.used.has(at)
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether this run needed a good part of the records.
    pub fn is_much_used(&self) -> bool {
        let count = self.used.count();
        count > 0 && count >= self.entries.len() / 4
    }
}

/// The key under which the run that wrote a pack notes which other packs it used.
pub fn uses_key() -> ContentHash {
    ContentHash::of(b"packs that the run used")
}

impl Pack {
    /// Names of packs that the run which wrote this one used.
    pub fn uses(&self) -> Vec<String> {
        let key = uses_key();
        let found = self.find(key).and_then(|at| self.value(at, key));
        found.and_then(|value| decode(&value)).unwrap_or_default()
    }
}

/// One bit for each record.
struct Marks(Vec<AtomicU64>);

impl Marks {
    fn new(count: usize) -> Self {
        Self((0..count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word.load(Ordering::Relaxed) >> (at % 64) & 1 == 1)
    }

    fn set(&self, at: usize) {
        if let Some(word) = self.0.get(at / 64)
            && !self.has(at)
        {
            word.fetch_or(1 << (at % 64), Ordering::Relaxed);
        }
    }

    fn set_all(&self) {
        self.0.iter().for_each(|word| word.store(u64::MAX, Ordering::Relaxed));
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.load(Ordering::Relaxed).count_ones() as usize).sum()
    }
}

/// The entries of all indexes of a file that ends with one.
fn indexed(file: &dyn ReadAt, size: u64, schema: &ContentHash) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut end = u32::try_from(size).ok()?;
    for _ in 0..MAX_INDEXES {
        let trailer_at = end.checked_sub(TRAILER as u32)?;
        let mut trailer = [0; TRAILER];
        file.read_at(u64::from(trailer_at), &mut trailer).ok()?;
        let (body, checksum) = trailer.split_at(16);
        let right: [u8; 16] = beginning(&ContentHash::keyed(schema.as_bytes(), body));
        if right != checksum || !body.starts_with(TRAILER_MAGIC) {
            return None;
        }
        let at = u32::from_le_bytes(*body.get(8..)?.first_chunk()?);
        let previous = u32::from_le_bytes(*body.get(12..)?.first_chunk()?);
        let mut block = vec![0; trailer_at.checked_sub(at)? as usize];
        file.read_at(u64::from(at), &mut block).ok()?;
        let body = record::decode(schema, ContentHash::from_bytes(INDEX_KEY), &block)?;
        let (rows, _) = body.as_chunks::<ENTRY>();
        entries.reserve(rows.len());
        entries.extend(rows.iter().map(|row| {
            let [a, b, c, d, e, f, g, h, offset @ .., i, j, k, l] = *row;
            Entry {
                prefix: u64::from_le_bytes([a, b, c, d, e, f, g, h]),
                offset: u32::from_le_bytes(offset),
                length: u32::from_le_bytes([i, j, k, l]),
            }
        }));
        if previous == 0 {
            return Some(entries);
        }
        // The index before is a record, and its trailer follows it.
        let mut header = [0; HEADER];
        file.read_at(u64::from(previous), &mut header).ok()?;
        let header = Header::decode(&header, schema)?;
        let before = previous.checked_add(header.record_length())?.checked_add(TRAILER as u32)?;
        // Offsets fall, so the chain ends.
        end = Some(before).filter(|before| *before <= at)?;
    }
    None
}

/// The entries of all records up to where the file is torn.
fn scanned(file: &dyn ReadAt, size: u64, schema: &ContentHash) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut window = Window { file, size, start: 0, bytes: Vec::new() };
    let mut offset = HEAD as u64;
    while let Some(header) = window.at(offset, HEADER).and_then(|bytes| Header::decode(bytes, schema)) {
        let end = offset + u64::from(header.record_length());
        if end > size {
            break;
        }
        if *header.key.as_bytes() == INDEX_KEY {
            offset = end + TRAILER as u64;
            continue;
        }
        let Ok(at) = u32::try_from(offset) else { break };
        entries.push(Entry { prefix: prefix(header.key), offset: at, length: header.record_length() });
        offset = end;
    }
    entries
}

/// A moving piece of a file.
struct Window<'a> {
    file: &'a dyn ReadAt,
    size: u64,
    start: u64,
    bytes: Vec<u8>,
}

impl Window<'_> {
    fn at(&mut self, offset: u64, length: usize) -> Option<&[u8]> {
        let end = offset.checked_add(length as u64)?;
        if offset < self.start || end > self.start + self.bytes.len() as u64 {
            let wanted = self.size.checked_sub(offset)?.min(WINDOW as u64) as usize;
            self.bytes.resize(wanted, 0);
            self.start = offset;
            self.file.read_at(offset, &mut self.bytes).ok()?;
        }
        let start = (offset - self.start) as usize;
        self.bytes.get(start..start.checked_add(length)?)
    }
}
