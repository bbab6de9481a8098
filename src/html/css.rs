//! Style sheets, read piece by piece: what stands in a comment, a string or an address is no sign of a rule. No parser:
//! those who look at a sheet change a few places of it and leave the rest byte for byte.

pub mod elements;
pub mod urls;

/// What stands at a place of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Comment,
    /// With its quotes.
    Quoted,
    /// `url(…)`, in quotes or without.
    Address,
    /// Any other character, or one that is escaped.
    Other,
}

/// The piece at the start of `css`, with its length in bytes; `None` at the end, or when what begins here does not end.
pub(super) fn first(css: &str) -> Option<(Piece, usize)> {
    if let Some(comment) = css.strip_prefix("/*") {
        return Some((Piece::Comment, comment.find("*/")? + 4));
    }
    if let Some(url) = css.strip_prefix("url(") {
        return Some((Piece::Address, "url(".len() + end_of_url(url)? + 1));
    }
    match css.chars().next()? {
        '\\' => Some((Piece::Other, 1 + css[1..].chars().next()?.len_utf8())),
        quote @ ('"' | '\'') => Some((Piece::Quoted, quoted_length(css, quote)?)),
        other => Some((Piece::Other, other.len_utf8())),
    }
}

/// Where the `)` of an address is that has just begun. One in quotes may hold others, as pictures in the address do; one
/// without may hold quotes and semicolons.
fn end_of_url(url: &str) -> Option<usize> {
    let start = url.len() - url.trim_start().len();
    let quote = url[start..].chars().next().filter(|c| matches!(c, '"' | '\''));
    let quoted = quote.and_then(|quote| quoted_length(&url[start..], quote));
    let from = quoted.map_or(0, |length| start + length);
    url[from..].find(')').map(|end| from + end)
}

/// Length of the string at the start, which ends in its line.
fn quoted_length(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return None,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Piece, first};

    #[test]
    fn pieces_end_where_browsers_end_them() {
        let of = |css| first(css).map(|(piece, length)| (piece, &css[..length]));
        assert_eq!(of("/* a */ b"), Some((Piece::Comment, "/* a */")));
        assert_eq!(of(r#"'a "\' b' c"#), Some((Piece::Quoted, r#"'a "\' b'"#)));
        assert_eq!(of("url( \"a)b\" ) c"), Some((Piece::Address, "url( \"a)b\" )")));
        assert_eq!(of("url(a;b') c"), Some((Piece::Address, "url(a;b')")));
        assert_eq!(of("\\é{"), Some((Piece::Other, "\\é")));
        assert_eq!(of("é{"), Some((Piece::Other, "é")));
        for broken in ["", "/* a", "'a\n'", "url(a", "\\"] {
            assert_eq!(of(broken), None, "{broken}");
        }
    }
}
