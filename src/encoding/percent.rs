//! `%20` in addresses: the one place that names the percent-encoding package.

use std::borrow::Cow;

/// What `%xx` stands for; a text whose bytes would be no UTF-8 stays as it is.
pub fn percent_decoded(text: &str) -> Cow<'_, str> {
    percent_encoding::percent_decode_str(text).decode_utf8().unwrap_or(Cow::Borrowed(text))
}
