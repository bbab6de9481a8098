//! Marks of quotes in front of the lines that a tag or an expression goes on in: they are no part of it.

use std::borrow::Cow;

/// The chunk with blanks for the `>` of each line that goes on a quote, as many as the quote's first line has. Everything
/// else keeps its place: a `>` that ends a tag stands behind these.
pub fn unquoted(chunk: &str) -> Cow<'_, str> {
    let mut out: Option<Vec<u8>> = None;
    let mut depth = 0;
    let mut at = 0;
    for line in chunk.split_inclusive('\n') {
        let marks: Vec<usize> = marks(line).collect();
        match marks.len() {
            _ if depth > 0 && !marks.is_empty() => {
                let out = out.get_or_insert_with(|| chunk.as_bytes().to_vec());
                marks.iter().take(depth).for_each(|mark| out[at + mark] = b' ');
            }
            count => depth = count,
        }
        at += line.len();
    }
    // Only single bytes of ASCII were replaced.
    out.and_then(|out| String::from_utf8(out).ok()).map_or(chunk.into(), Cow::Owned)
}

/// Where the marks are that a line begins with.
fn marks(line: &str) -> impl Iterator<Item = usize> {
    line.bytes()
        .enumerate()
        .take_while(|(_, byte)| matches!(byte, b'>' | b' ' | b'\t'))
        .filter(|(_, byte)| *byte == b'>')
        .map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::unquoted;

    #[test]
    fn marks_behind_those_of_the_first_line_end_tags() {
        assert_eq!(unquoted("> <a\n>   b\n>  >\n> c"), "> <a\n    b\n   >\n  c");
        assert_eq!(unquoted("> > <a\n> > b"), "> > <a\n    b");
        assert_eq!(unquoted("<Card\n  title\n>\ntext"), "<Card\n  title\n>\ntext");
    }
}
