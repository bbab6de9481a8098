//! Positions of the protocol, lines and UTF-16 units from 0, and byte offsets; addresses of files and paths.

use serde_json::{Value, json};

use crate::diagnostic::Location;
use crate::encoding::percent_decoded;
use crate::system::{Utf8Path, Utf8PathBuf};
use crate::text::encode_path;

/// The byte that a position names; the end of the line, or of the text, when it lies behind that.
pub(super) fn offset(text: &str, position: &Value) -> usize {
    let number = |name: &str| position.get(name).and_then(Value::as_u64).unwrap_or(0) as usize;
    let mut start = 0;
    for _ in 0..number("line") {
        match text.get(start..).and_then(|rest| rest.find('\n')) {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = text.get(start..).unwrap_or("").split('\n').next().unwrap_or("");
    let mut units = 0;
    for (at, c) in line.char_indices() {
        if units >= number("character") {
            return start + at;
        }
        units += c.len_utf16();
    }
    start + line.trim_end_matches('\r').len()
}

/// The position of a byte.
pub(super) fn position(text: &str, offset: usize) -> Value {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or("").encode_utf16().count();
    json!({ "line": line, "character": column })
}

/// The range between two bytes.
pub(super) fn range(text: &str, start: usize, end: usize) -> Value {
    json!({ "start": position(text, start), "end": position(text, end) })
}

/// The range of a problem; the first character of the file when it has no line.
pub(super) fn range_of(place: &Location) -> Value {
    let line = place.line.saturating_sub(1);
    let units = |from: usize, count: usize| {
        place.excerpt.chars().skip(from).take(count).map(char::len_utf16).sum::<usize>()
    };
    let column = place.start_in_excerpt();
    let start = place.skipped as usize + units(0, column);
    let end = start + units(column, place.length as usize);
    json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } })
}

/// The path that an address of a file names.
pub(super) fn path(uri: &str) -> Option<Utf8PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = percent_decoded(path).into_owned();
    // `/C:/docs` is a path of Windows.
    let drive = decoded.as_bytes().get(2) == Some(&b':');
    Some(Utf8PathBuf::from(if drive { decoded.trim_start_matches('/') } else { &decoded }))
}

/// The address of a file.
pub(super) fn uri(path: &Utf8Path) -> String {
    let path = encode_path(&path.as_str().replace('\\', "/"));
    if path.starts_with('/') { format!("file://{path}") } else { format!("file:///{path}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_units_of_utf_16() {
        let text = "a\n🦀é x\r\n";
        for (line, character, byte) in
            [(0, 0, 0), (0, 9, 1), (1, 0, 2), (1, 2, 6), (1, 3, 8), (1, 99, 10), (7, 0, 12)]
        {
            assert_eq!(
                offset(text, &json!({ "line": line, "character": character })),
                byte,
                "{line}:{character}"
            );
        }
        assert_eq!(position(text, 8), json!({ "line": 1, "character": 3 }));
    }

    #[test]
    fn addresses_and_paths() {
        assert_eq!(path("file:///a%20b/c.mdx").as_deref(), Some(Utf8Path::new("/a b/c.mdx")));
        assert_eq!(path("file:///C%3A/a").as_deref(), Some(Utf8Path::new("C:/a")));
        assert_eq!(uri(Utf8Path::new("/a b/c.mdx")), "file:///a%20b/c.mdx");
        assert_eq!(path("untitled:1"), None);
    }
}
