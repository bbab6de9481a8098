//! Bytes in letters: the one place that names the base64 package.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The standard form, with `=` at its end.
pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}
