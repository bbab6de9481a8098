//! One record of a pack: a key and its value, compressed when that helps, and a check that ties both to the
//! program that wrote them.
//!
//! ```text
//! key 32 | check 16 | stored length u32 | length u32 | checksum of the 56 bytes before 8 | stored bytes
//! ```
//! The check is the xxh3 of the stored bytes with a seed made of the length and of `key XOR schema`: a value under
//! another key, of another program, or with a flipped bit does not pass. It is taken of what is stored, a fifth of the
//! value, and before anything is made of it. It finds accidents; nobody is kept from writing a store of his own by it,
//! as by no other sum whose keys lie in the program. The checksum lets a scan tell where a torn file ends.
//! Pure functions; the one place that names lz4_flex and xxhash_rust.

use std::cell::RefCell;

use lz4_flex::block::{CompressTable, compress_into_with_table};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128_with_seed};

use crate::hash::ContentHash;

/// Bytes before the stored value.
pub const HEADER: usize = 64;
/// Values beyond this are not stored.
const MAX_VALUE: usize = 256 << 20;
/// Shorter values are not worth compressing.
const MIN_COMPRESSED: usize = 96;
/// The most that one byte of lz4 can stand for.
const MAX_RATIO: usize = 255;

/// Room that a thread keeps for what it compresses.
const MAX_ROOM: usize = 1 << 20;

/// From so many bytes on lz4 remembers places in numbers of four bytes instead of two.
const LARGE: usize = u16::MAX as usize;

/// What a thread keeps for the next value. Of most a page's worth of new memory costs more than the compression.
#[derive(Default)]
struct Workplace {
    room: Vec<u8>,
    small: CompressTable,
    large: Option<CompressTable>,
}

thread_local! {
    static WORKPLACE: RefCell<Workplace> = RefCell::default();
}

/// The head of a record.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    pub key: ContentHash,
    check: [u8; 16],
    stored: u32,
    raw: u32,
}

impl Header {
    /// Length of the whole record.
    pub fn record_length(&self) -> u32 {
        self.stored.saturating_add(HEADER as u32)
    }

    /// Reads a header; `None` when its checksum is wrong.
    pub fn decode(bytes: &[u8], schema: &ContentHash) -> Option<Self> {
        let bytes: &[u8; HEADER] = bytes.first_chunk()?;
        let (body, checksum) = bytes.split_at(HEADER - 8);
        let header = Self::fields(bytes);
        (header_checksum(body, schema) == checksum && header.stored as usize <= MAX_VALUE).then_some(header)
    }

    fn fields(bytes: &[u8; HEADER]) -> Self {
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let mut key = [0; 32];
        key.copy_from_slice(&bytes[..32]);
        let mut check = [0; 16];
        check.copy_from_slice(&bytes[32..48]);
        Self { key: ContentHash::from_bytes(key), check, stored: number(48), raw: number(52) }
    }
}

/// Whether a value is tried to be made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    On,
    Off,
}

/// The record of a value; `None` when the value is too large.
pub fn encode(
    schema: &ContentHash,
    key: ContentHash,
    value: &[u8],
    compression: Compression,
) -> Option<Vec<u8>> {
    if value.len() > MAX_VALUE {
        return None;
    }
    let compressed = match compression {
        Compression::On => compress(value),
        Compression::Off => None,
    };
    let stored = compressed.as_deref().unwrap_or(value);
    let length = value.len() as u32;
    let mut record = Vec::with_capacity(HEADER + stored.len());
    record.extend_from_slice(key.as_bytes());
    record.extend_from_slice(&check(schema, key, length, stored));
    record.extend_from_slice(&(stored.len() as u32).to_le_bytes());
    record.extend_from_slice(&length.to_le_bytes());
    let checksum = header_checksum(&record, schema);
    record.extend_from_slice(&checksum);
    record.extend_from_slice(stored);
    Some(record)
}

/// The value of a whole record, if it is the one of `key`, unharmed.
pub fn decode(schema: &ContentHash, key: ContentHash, record: &[u8]) -> Option<Vec<u8>> {
    let (header, stored) = record.split_first_chunk::<HEADER>()?;
    let header = Header::fields(header);
    if header.key != key
        || header.stored as usize != stored.len()
        || header.check != check(schema, key, header.raw, stored)
    {
        return None;
    }
    if header.raw == header.stored { Some(stored.to_vec()) } else { expand(stored, header.raw as usize) }
}

/// The key of a whole record that is unharmed.
pub fn verified(schema: &ContentHash, record: &[u8]) -> Option<ContentHash> {
    let key = Header::decode(record, schema)?.key;
    decode(schema, key, record).map(|_| key)
}

/// A smaller form of `value`, if there is one worth it.
pub fn compress(value: &[u8]) -> Option<Vec<u8>> {
    if value.len() < MIN_COMPRESSED {
        return None;
    }
    let most = lz4_flex::block::get_maximum_output_size(value.len());
    let most_useful = value.len() - value.len() / 16;
    if most > MAX_ROOM {
        let compressed = lz4_flex::block::compress(value);
        return (compressed.len() < most_useful).then_some(compressed);
    }
    WORKPLACE.with_borrow_mut(|Workplace { room, small, large }| {
        if room.len() < most {
            room.resize(most, 0);
        }
        let table = match value.len() >= LARGE {
            true => large.get_or_insert_with(CompressTable::large),
            false => small,
        };
        let length = compress_into_with_table(value, room, table).ok()?;
        room.get(..length).filter(|compressed| compressed.len() < most_useful).map(<[u8]>::to_vec)
    })
}

/// What [`compress`] was given; `None` when it was something else.
pub fn expand(stored: &[u8], length: usize) -> Option<Vec<u8>> {
    // A damaged length must not ask for memory that no value could fill.
    if length > MAX_VALUE || length / MAX_RATIO > stored.len() {
        return None;
    }
    lz4_flex::block::decompress(stored, length).ok().filter(|value| value.len() == length)
}

fn check(schema: &ContentHash, key: ContentHash, length: u32, stored: &[u8]) -> [u8; 16] {
    let mut of = [0; 36];
    of.iter_mut().zip(key.as_bytes()).zip(schema.as_bytes()).for_each(|((byte, a), b)| *byte = a ^ b);
    of[32..].copy_from_slice(&length.to_le_bytes());
    xxh3_128_with_seed(stored, xxh3_64(&of)).to_le_bytes()
}

fn header_checksum(body: &[u8], schema: &ContentHash) -> [u8; 8] {
    (xxh3_64(body) ^ xxh3_64(schema.as_bytes())).to_le_bytes()
}

/// The first bytes of a hash.
pub fn beginning<const N: usize>(hash: &ContentHash) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.iter_mut().zip(hash.as_bytes()).for_each(|(byte, from)| *byte = *from);
    bytes
}
