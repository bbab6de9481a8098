//! One pack: a file of records, written once, with an index at its end.
//!
//! ```text
//! header   magic, the schema that its values belong to
//! record   check, key, hash of the value, stored length, length before compression, bytes      (any number)
//! index    key prefix, offset, length of each record, sorted by prefix
//! footer   number of records, hash of the index, magic
//! ```
//!
//! A pack without its end (its writer was killed, or is still at work) is read record by record up to the
//! tear. Whatever is wrong with a pack costs the records that it concerns: every value is verified by hash,
//! and every record says for itself which key it is for.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::hash::ContentHash;
use crate::system::{ReadAt, System, Utf8Path, Utf8PathBuf};

/// First bytes of a pack; the digit is the version of the format.
const MAGIC: &[u8; 12] = b"docs pack 1\n";
const END: &[u8; 12] = b"docs packed\n";
/// Bytes of the header.
pub const HEADER: usize = MAGIC.len() + 32;
/// Bytes of a record without its value.
pub const RECORD: usize = 4 + 32 + 16 + 4 + 4;
const ENTRY: usize = 8 + 8 + 4;
const FOOTER: usize = 8 + 32 + END.len();
/// No value is larger; a length beyond it is damage.
pub const MAX_VALUE: usize = 1 << 30;

/// A pack that is open for reading.
pub struct Pack {
    pub path: Utf8PathBuf,
    pub schema: ContentHash,
    pub size: u64,
    /// Sorted by prefix.
    entries: Vec<Entry>,
    /// One bit an entry: asked for by this process.
    used: Vec<AtomicU64>,
    file: Box<dyn ReadAt>,
    /// Whether its end is there.
    pub sealed: bool,
}

/// Where a record lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The first eight bytes of the key.
    pub prefix: u64,
    pub offset: u64,
    /// Of the whole record, in bytes.
    pub length: u32,
}

impl Pack {
    /// Opens a pack; `None` for a file that is none.
    pub fn open(system: &dyn System, path: &Utf8Path) -> Option<Self> {
        let file = system.open_read(path).ok()?;
        let size = file.size();
        let mut header = [0; HEADER];
        file.read_at(0, &mut header).ok()?;
        let schema = header.strip_prefix(MAGIC)?;
        let schema = ContentHash::from_bytes(schema.try_into().ok()?);
        let index = read_index(&*file, size);
        let sealed = index.is_some();
        let entries = index.unwrap_or_else(|| scan(&*file, size));
        let used = (0..entries.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Some(Self { path: path.to_owned(), schema, size, entries, used, file, sealed })
    }

    /// Number of records.
    pub fn records(&self) -> usize {
        self.entries.len()
    }

    /// Whether there may be a record for a key: other keys with the same beginning are very rare.
    pub fn contains(&self, key: ContentHash) -> bool {
        let prefix = prefix(key);
        self.entries.binary_search_by_key(&prefix, |entry| entry.prefix).is_ok()
    }

    /// The value of a key, verified, and noted as used.
    pub fn get(&self, key: ContentHash) -> Option<Vec<u8>> {
        let prefix = prefix(key);
        let start = self.entries.partition_point(|entry| entry.prefix < prefix);
        let same = self.entries.get(start..)?.iter().take_while(|entry| entry.prefix == prefix);
        for (number, entry) in same.enumerate() {
            let Some(record) = self.record(entry) else { continue };
            if let Some((found, value)) = decode(&record)
                && found == key
            {
                let at = start + number;
                if let Some(bits) = self.used.get(at / 64) {
                    bits.fetch_or(1 << (at % 64), Ordering::Relaxed);
                }
                return Some(value);
            }
        }
        None
    }

    /// All records with whether this process asked for them.
    pub fn entries(&self) -> impl Iterator<Item = (&Entry, bool)> {
        self.entries.iter().enumerate().map(|(at, entry)| {
            let bits = self.used.get(at / 64).map_or(0, |bits| bits.load(Ordering::Relaxed));
            (entry, bits >> (at % 64) & 1 == 1)
        })
    }

    /// The bytes of a record as they lie in the file.
    pub fn record(&self, entry: &Entry) -> Option<Vec<u8>> {
        if entry.offset.checked_add(u64::from(entry.length))? > self.size {
            return None;
        }
        let mut record = vec![0; entry.length as usize];
        self.file.read_at(entry.offset, &mut record).ok()?;
        Some(record)
    }
}

/// The first bytes of a pack.
pub fn header(schema: ContentHash) -> Vec<u8> {
    [MAGIC.as_slice(), schema.as_bytes()].concat()
}

/// The end of a pack with these records.
pub fn footer(mut entries: Vec<Entry>) -> Vec<u8> {
    entries.sort_unstable_by_key(|entry| (entry.prefix, entry.offset));
    let mut out = Vec::with_capacity(entries.len() * ENTRY + FOOTER);
    for entry in &entries {
        out.extend_from_slice(&entry.prefix.to_le_bytes());
        out.extend_from_slice(&entry.offset.to_le_bytes());
        out.extend_from_slice(&entry.length.to_le_bytes());
    }
    let hash = ContentHash::of(&out);
    out.extend_from_slice(&(entries.len() as u64).to_le_bytes());
    out.extend_from_slice(hash.as_bytes());
    out.extend_from_slice(END);
    out
}

/// A record; values that compression makes smaller are compressed.
pub fn encode(key: ContentHash, value: &[u8]) -> Vec<u8> {
    let packed = (value.len() >= 96).then(|| lz4_flex::compress(value));
    let packed = packed.filter(|packed| packed.len() + packed.len() / 16 < value.len());
    let (stored, full) = match &packed {
        Some(packed) => (packed.as_slice(), value.len() as u32),
        None => (value, 0),
    };
    let mut record = Vec::with_capacity(RECORD + stored.len());
    record.extend_from_slice(&[0; 4]);
    record.extend_from_slice(key.as_bytes());
    record.extend_from_slice(&ContentHash::of(value).as_bytes()[..16]);
    record.extend_from_slice(&(stored.len() as u32).to_le_bytes());
    record.extend_from_slice(&full.to_le_bytes());
    let check = check(&record);
    record[..4].copy_from_slice(&check);
    record.extend_from_slice(stored);
    record
}

/// The key and the value of a record; `None` when anything is wrong with it.
pub fn decode(record: &[u8]) -> Option<(ContentHash, Vec<u8>)> {
    let head = Head::of(record)?;
    let stored = record.get(RECORD..)?;
    if stored.len() != head.stored {
        return None;
    }
    let value = match head.full {
        0 => stored.to_vec(),
        full => lz4_flex::decompress(stored, full).ok()?,
    };
    (ContentHash::of(&value).as_bytes()[..16] == head.hash).then_some((head.key, value))
}

/// The fields before the bytes of a record.
struct Head {
    key: ContentHash,
    hash: [u8; 16],
    stored: usize,
    full: usize,
}

impl Head {
    fn of(record: &[u8]) -> Option<Self> {
        let head = record.get(..RECORD)?;
        if head[..4] != check(head) {
            return None;
        }
        let number = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?) as usize);
        let (stored, full) = (number(52)?, number(56)?);
        if stored > MAX_VALUE || full > MAX_VALUE {
            return None;
        }
        Some(Self {
            key: ContentHash::from_bytes(head.get(4..36)?.try_into().ok()?),
            hash: head.get(36..52)?.try_into().ok()?,
            stored,
            full,
        })
    }
}

/// The first bytes of the hash of a record's other fields.
fn check(record: &[u8]) -> [u8; 4] {
    let hash = ContentHash::of(record.get(4..RECORD).unwrap_or_default());
    let bytes = hash.as_bytes();
    [bytes[0], bytes[1], bytes[2], bytes[3]]
}

/// What a key is sorted by.
pub fn prefix(key: ContentHash) -> u64 {
    let bytes = key.as_bytes();
    u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
}

fn read_index(file: &dyn ReadAt, size: u64) -> Option<Vec<Entry>> {
    let at = size.checked_sub(FOOTER as u64)?;
    let mut footer = [0; FOOTER];
    file.read_at(at, &mut footer).ok()?;
    let rest = footer.strip_suffix(END.as_slice())?;
    let (count, hash) = rest.split_at_checked(8)?;
    let count = usize::try_from(u64::from_le_bytes(count.try_into().ok()?)).ok()?;
    let length = count.checked_mul(ENTRY)?;
    let start = at.checked_sub(length as u64)?;
    let mut bytes = vec![0; length];
    file.read_at(start, &mut bytes).ok()?;
    if ContentHash::of(&bytes).as_bytes().as_slice() != hash {
        return None;
    }
    let entry = |bytes: &[u8]| {
        Some(Entry {
            prefix: u64::from_le_bytes(bytes.get(..8)?.try_into().ok()?),
            offset: u64::from_le_bytes(bytes.get(8..16)?.try_into().ok()?),
            length: u32::from_le_bytes(bytes.get(16..20)?.try_into().ok()?),
        })
    };
    bytes.chunks_exact(ENTRY).map(entry).collect()
}

/// The records of a pack without index, up to the first that is damaged.
fn scan(file: &dyn ReadAt, size: u64) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut offset = HEADER as u64;
    let mut head = [0; RECORD];
    while file.read_at(offset, &mut head).is_ok() {
        let Some(found) = Head::of(&head) else { break };
        let length = RECORD + found.stored;
        if offset + length as u64 > size {
            break;
        }
        entries.push(Entry { prefix: prefix(found.key), offset, length: length as u32 });
        offset += length as u64;
    }
    entries.sort_unstable_by_key(|entry| (entry.prefix, entry.offset));
    entries
}
