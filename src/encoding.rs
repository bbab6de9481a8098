//! The stored form of values: the one place that names postcard.
//!
//! Compact and without names: a value can only be read as the type that was written, which the key of the
//! store sees to. Bytes that are something else are no value, never an error.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The bytes of a value; empty when it cannot be written, which [`decode`] reads as no value.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).unwrap_or_default()
}

/// The value of bytes that [`encode`] gave.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    (rest.is_empty() && !bytes.is_empty()).then_some(value)
}
