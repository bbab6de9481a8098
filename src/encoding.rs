//! The stored form of values: the one place that names postcard.
//!
//! Compact and without names: a value can only be read as the type that was written, which the key of the
//! store sees to. Bytes that are something else are no value, never an error.

mod base64;
mod deflate;
mod gzip;
mod latin1;
mod percent;
mod utf16;

pub use base64::{base64, base64_url_decoded};
pub use deflate::{deflate, inflate};
pub use gzip::gzip;
pub use latin1::{latin1_decoded, latin1_encoded};
pub use percent::percent_decoded;
pub use utf16::utf16_decoded;

use std::cell::RefCell;
use std::io::{self, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hash::{ContentHash, ContentHasher};

/// Bytes that are handed over at once, where a value is written piece by piece.
const PIECE: usize = 64 << 10;
/// Room that a thread keeps for what it writes.
const MOST_ROOM: usize = 1 << 20;

thread_local! {
    static ROOM: RefCell<Vec<u8>> = RefCell::default();
}

/// The bytes of a value; empty when it cannot be written, which [`decode`] reads as no value.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).unwrap_or_default()
}

/// Hands the same bytes to `read`, for a large value of which they are not kept: new memory for those of a page costs
/// more than writing them.
pub fn encoded<T: Serialize + ?Sized, R>(value: &T, read: impl FnOnce(&[u8]) -> R) -> R {
    let mut room = ROOM.take();
    room.clear();
    let bytes = postcard::to_extend(value, room).unwrap_or_default();
    let read = read(&bytes);
    if bytes.capacity() <= MOST_ROOM {
        ROOM.set(bytes);
    }
    read
}

/// The value of bytes that [`encode`] gave.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    (rest.is_empty() && !bytes.is_empty()).then_some(value)
}

/// Bytes that are written and read as one piece: a list is handed over byte after byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&[u8]>::deserialize(deserializer).map(|bytes| Self(bytes.to_vec()))
    }
}

/// A list that is made while it is written.
pub struct Sequence<F>(pub F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Sequence<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// The bytes of a file of its own with one value; `magic` names the kind and changes with the format.
pub fn seal<T: Serialize + ?Sized>(magic: &[u8; 8], value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    seal_pieces(magic, value, &mut |piece| bytes.extend_from_slice(piece));
    bytes
}

/// Hands the same bytes to `each`, piece by piece: the value's, then their hash.
pub fn seal_pieces<T: Serialize + ?Sized>(magic: &[u8; 8], value: &T, each: &mut dyn FnMut(&[u8])) {
    each(magic);
    let mut hash = ContentHasher::default();
    // Values are written in a few bytes at a time.
    let mut pieces = io::BufWriter::with_capacity(PIECE, Pieces { hash: &mut hash, each });
    let written = postcard::to_io(value, &mut pieces).is_ok() && pieces.flush().is_ok();
    drop(pieces);
    // What cannot be written has no hash, and is no value for who reads it.
    if written {
        each(hash.finish().as_bytes());
    }
}

/// What postcard writes to.
struct Pieces<'p> {
    hash: &'p mut ContentHasher,
    each: &'p mut dyn FnMut(&[u8]),
}

impl io::Write for Pieces<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.hash.update(piece);
        (self.each)(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The value of a file that [`seal`] gave; `None` for anything else, torn and flipped bytes included.
pub fn unseal<T: DeserializeOwned>(magic: &[u8; 8], bytes: &[u8]) -> Option<T> {
    let (body, hash) = bytes.strip_prefix(magic)?.split_last_chunk::<32>()?;
    if hash != ContentHash::of(body).as_bytes() {
        return None;
    }
    decode(body)
}
