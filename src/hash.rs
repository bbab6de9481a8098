//! blake3 content hashes: the one place that names the crate.
//!
//! Everything remembered in this program is remembered under such a hash. A [`KeyHasher`] frames each
//! part by its length, so that two different lists of parts never hash alike.

pub mod sha256;
pub mod tables;

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::encoding::encode;

/// The blake3 hash of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// Hashes `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// Hashes `bytes` so that nobody gets the same hash without `key`.
    pub fn keyed(key: &[u8; 32], bytes: &[u8]) -> Self {
        Self(*blake3::keyed_hash(key, bytes).as_bytes())
    }

    /// The hash with these bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 raw bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// All 64 hexadecimal digits.
    pub fn to_hex(self) -> String {
        hex(&self.0)
    }

    /// The first 10 hexadecimal digits, for file names.
    pub fn short(self) -> String {
        hex(&self.0[..5])
    }

    /// Reads what [`ContentHash::to_hex`] wrote; `None` for anything else.
    pub fn from_hex(text: &str) -> Option<Self> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != 32 || !rest.is_empty() {
            return None;
        }
        let (mut bytes, mut seen) = ([0; 32], 0);
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            let (high, low) = (DIGITS[usize::from(*high)], DIGITS[usize::from(*low)]);
            seen |= high | low;
            *byte = high << 4 | low;
        }
        (seen < NO_DIGIT).then_some(Self(bytes))
    }
}

// As one piece: what is stored is full of hashes, and a derived implementation hands over byte after byte.
impl Serialize for ContentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = ContentHash;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the 32 bytes of a hash")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<ContentHash, E> {
                bytes.try_into().map(ContentHash).map_err(|_| E::invalid_length(bytes.len(), &self))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
        text.extend([digit(byte >> 4), digit(byte & 15)]);
    }
    text
}

/// What is no hexadecimal digit in [`DIGITS`]: above all of them, in a bit that none has.
const NO_DIGIT: u8 = 0x80;

/// The values of hexadecimal digits, without capitals. The record of a large output holds half a million hashes.
const DIGITS: [u8; 256] = {
    let mut digits = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        digits[b"0123456789abcdef"[value] as usize] = value as u8;
        value += 1;
    }
    digits
};

/// The [`ContentHash`] of bytes that come piece by piece.
#[derive(Default)]
pub struct ContentHasher(blake3::Hasher);

impl ContentHasher {
    /// Adds the next piece.
    pub fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// The hash of all pieces so far: the same as [`ContentHash::of`] their whole.
    pub fn finish(&self) -> ContentHash {
        ContentHash(*self.0.finalize().as_bytes())
    }
}

/// Builds one hash from several parts.
#[derive(Default)]
pub struct KeyHasher(blake3::Hasher);

impl KeyHasher {
    /// Starts a key of the given kind; the kind keeps keys of different queries apart.
    pub fn new(kind: &str) -> Self {
        let mut hasher = Self::default();
        hasher.part(kind.as_bytes());
        hasher
    }

    /// Adds one part.
    pub fn part(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// Adds a value as one part.
    pub fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> &mut Self {
        self.part(&encode(value))
    }

    /// The hash of all parts so far.
    pub fn finish(&self) -> ContentHash {
        ContentHash(*self.0.finalize().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_hexadecimal_is_read_again_and_nothing_else() {
        for bytes in [[0; 32], [0xff; 32], std::array::from_fn(|at| at as u8 * 8 + 5)] {
            let hash = ContentHash::from_bytes(bytes);
            let text = hash.to_hex();
            assert_eq!(ContentHash::from_hex(&text), Some(hash));
            for wrong in ["g", "A", "/", ":", "`", "\u{e9}", ""] {
                for at in [0, 31, 62, 63] {
                    let mut other = text.clone();
                    other.replace_range(at..=at, wrong);
                    assert_eq!(ContentHash::from_hex(&other), None, "{other}");
                }
            }
        }
    }
}
