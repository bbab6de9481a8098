//! Lines that are indented with tabs, as in components and lists of authors whose editors write them.
//!
//! The parser takes a tab for one column where a list begins and for four where it goes on, so such lists would nest in
//! themselves. It is given blanks in their place, and places are counted back. In code blocks only the indentation
//! of the block itself is replaced: what is behind it is code.

use std::borrow::Cow;

use crate::page::mask::opening_fence;

/// What was done to the lines of a chunk.
#[derive(Default)]
pub struct Indentation {
    /// For each line where it begins in the new text and in the old one, and how much longer the new text is behind its
    /// indentation.
    lines: Vec<(usize, usize, usize)>,
}

impl Indentation {
    /// The text with blanks in place of the tabs that its lines begin with.
    pub fn replaced(text: &str) -> (Self, Cow<'_, str>) {
        let has_tab =
            |line: &str| line[..line.len() - line.trim_start_matches([' ', '\t']).len()].contains('\t');
        if !text.contains('\t') || !text.lines().any(has_tab) {
            return (Self::default(), text.into());
        }
        let mut out = String::with_capacity(text.len() * 2);
        let mut lines = Vec::new();
        let mut code: Option<Code> = None;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let start = out.len();
            let limit = code.as_ref().map_or(usize::MAX, |code| code.indent);
            let (columns, rest) = indentation(line, limit);
            out.extend(std::iter::repeat_n(' ', columns));
            let rest_at = at + line.len() - rest.len();
            lines.push((start, at, out.len() - rest_at));
            out.push_str(rest);
            at += line.len();
            code = match code {
                Some(code) if code.is_closed_by(rest) => None,
                Some(code) => Some(code),
                None => Code::opened_by(rest, columns),
            };
        }
        (Self { lines }, out.into())
    }

    /// The place in the old text of one in the new text.
    pub fn restored(&self, offset: usize) -> usize {
        let line = self.lines.partition_point(|(start, ..)| *start <= offset);
        match line.checked_sub(1).and_then(|line| self.lines.get(line)) {
            Some((_, start, longer)) => offset.saturating_sub(*longer).max(*start),
            None => offset,
        }
    }
}

/// How many columns a line is indented, at most `limit`, and what follows.
fn indentation(line: &str, limit: usize) -> (usize, &str) {
    let mut columns = 0;
    for (at, byte) in line.bytes().enumerate() {
        let next = match byte {
            b' ' => columns + 1,
            b'\t' => columns + 4 - columns % 4,
            _ => return (columns, &line[at..]),
        };
        if next > limit {
            return (columns, &line[at..]);
        }
        columns = next;
    }
    (columns, "")
}

/// A code block that is open.
struct Code {
    indent: usize,
    mark: u8,
    length: usize,
}

impl Code {
    fn opened_by(rest: &str, indent: usize) -> Option<Self> {
        opening_fence(rest).map(|(mark, length)| Self { indent, mark, length })
    }

    fn is_closed_by(&self, rest: &str) -> bool {
        let rest = rest.trim();
        rest.len() >= self.length && rest.bytes().all(|byte| byte == self.mark)
    }
}

#[cfg(test)]
mod tests {
    use super::Indentation;

    #[test]
    fn places_are_counted_back() {
        let text = "\t\t- a\n\n\t\t  b\n \n- c\n\t```\n\t\tx\n\t```\n\td";
        let (indentation, longer) = Indentation::replaced(text);
        assert_eq!(longer, "        - a\n\n          b\n \n- c\n    ```\n    \tx\n    ```\n    d");
        for (at, character) in longer.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            assert!(text[indentation.restored(at)..].starts_with(character), "{at}");
        }
        assert_eq!(indentation.restored(longer.len()), text.len());
        let (none, same) = Indentation::replaced("- a\n- b\tc");
        assert_eq!((same.as_ref(), none.restored(5)), ("- a\n- b\tc", 5));
    }
}
