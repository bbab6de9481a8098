//! The stored form of values: the one place that names postcard.
//!
//! Compact and without names: a value can only be read as the type that was written, which the key of the
//! store sees to. Bytes that are something else are no value, never an error.

mod base64;
mod deflate;
mod percent;

pub use base64::base64;
pub use deflate::{deflate, inflate};
pub use percent::percent_decoded;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::hash::ContentHash;

/// The bytes of a value; empty when it cannot be written, which [`decode`] reads as no value.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).unwrap_or_default()
}

/// The value of bytes that [`encode`] gave.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    (rest.is_empty() && !bytes.is_empty()).then_some(value)
}

/// The bytes of a file of its own with one value; `magic` names the kind and changes with the format.
pub fn seal<T: Serialize + ?Sized>(magic: &[u8; 8], value: &T) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend_from_slice(ContentHash::default().as_bytes());
    let head = bytes.len();
    let mut bytes = postcard::to_extend(value, bytes).unwrap_or_default();
    if let Some(hash) = bytes.get(head..).map(ContentHash::of) {
        bytes[magic.len()..head].copy_from_slice(hash.as_bytes());
    }
    bytes
}

/// The value of a file that [`seal`] gave; `None` for anything else, torn and flipped bytes included.
pub fn unseal<T: DeserializeOwned>(magic: &[u8; 8], bytes: &[u8]) -> Option<T> {
    let (hash, body) = bytes.strip_prefix(magic)?.split_first_chunk::<32>()?;
    if hash != ContentHash::of(body).as_bytes() {
        return None;
    }
    decode(body)
}
