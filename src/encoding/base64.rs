//! Bytes in letters: the one place that names the base64 package.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

/// The standard form, with `=` at its end.
pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// The bytes behind the form that addresses and tokens use, without `=` at its end.
pub fn base64_url_decoded(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}
