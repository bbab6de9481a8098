//! What lines begin with, where the parser would read it wrong: it is given something else in place of it, and places are
//! counted back.
//!
//! Tabs, as in components and lists of authors whose editors write them: the parser takes a tab for one column where a
//! list begins and for four where it goes on, so such lists would nest in themselves. It is given blanks. In code blocks
//! only the indentation of the block itself is replaced: what is behind it is code.
//!
//! Rows of a table that have no bar in front and begin with code, a tag or another piece: the parser looks for a block
//! there and ends the table. It is given the bar.

use std::borrow::Cow;

use super::problems::is_delimiter;
use crate::page::mask::opening_fence;

/// What was done to the lines of a chunk.
#[derive(Default)]
pub struct Beginnings {
    /// For each line where it begins in the new text and in the old one, and how much longer the new text is behind its
    /// beginning.
    lines: Vec<(usize, usize, usize)>,
}

impl Beginnings {
    /// The text with other beginnings; `in_table` when its first line is a row.
    pub fn replaced(text: &str, mut in_table: bool) -> (Self, Cow<'_, str>) {
        let has_tab =
            |line: &str| line[..line.len() - line.trim_start_matches([' ', '\t']).len()].contains('\t');
        let has_tabs = text.contains('\t') && text.lines().any(has_tab);
        let has_odd_row = text.contains('|') && text.lines().any(is_odd_row);
        if !has_tabs && !has_odd_row {
            return (Self::default(), text.into());
        }
        let mut out = String::with_capacity(text.len() * 2);
        let mut lines = Vec::new();
        let mut code: Option<Code> = None;
        let (mut at, mut above) = (0, "");
        for line in text.split_inclusive('\n') {
            let start = out.len();
            let limit = code.as_ref().map_or(usize::MAX, |code| code.indent);
            let (columns, rest) = indentation(line, limit);
            out.extend(std::iter::repeat_n(' ', columns));
            out.extend((in_table && code.is_none() && is_odd_row(rest)).then_some('|'));
            let rest_at = at + line.len() - rest.len();
            lines.push((start, at, out.len() - rest_at));
            out.push_str(rest);
            at += line.len();
            code = match code {
                Some(code) if code.is_closed_by(rest) => None,
                Some(code) => Some(code),
                None => Code::opened_by(rest, columns),
            };
            let is_delimiter = is_delimiter(rest.trim()) && above.contains('|');
            in_table = code.is_none() && (is_delimiter || in_table && !rest.trim().is_empty());
            above = rest;
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

/// Whether a line, were it a row, would begin with what may begin a block.
fn is_odd_row(line: &str) -> bool {
    let content = line.trim_start_matches([' ', '\t']);
    content.starts_with(['`', '~', '{', '$'])
        && content.contains('|')
        && !content.starts_with("$$")
        && opening_fence(content).is_none()
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
    use super::Beginnings;

    #[test]
    fn places_are_counted_back() {
        let text = "\t\t- a\n\n\t\t  b\n \n- c\n\t```\n\t\tx\n\t```\n\td";
        let (beginnings, longer) = Beginnings::replaced(text, false);
        assert_eq!(longer, "        - a\n\n          b\n \n- c\n    ```\n    \tx\n    ```\n    d");
        for (at, character) in longer.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            assert!(text[beginnings.restored(at)..].starts_with(character), "{at}");
        }
        assert_eq!(beginnings.restored(longer.len()), text.len());
        let (none, same) = Beginnings::replaced("- a\n- b\tc", false);
        assert_eq!((same.as_ref(), none.restored(5)), ("- a\n- b\tc", 5));
    }

    #[test]
    fn rows_that_begin_like_a_block_get_their_bar() {
        let text = "`a` | 1\n\nH | I\n--- | ---\n`a` | 1\n  {  } | 2\n``` | 3\n```\n`b` | 4\n";
        let (beginnings, longer) = Beginnings::replaced(text, false);
        assert_eq!(longer, "`a` | 1\n\nH | I\n--- | ---\n|`a` | 1\n  |{  } | 2\n``` | 3\n```\n`b` | 4\n");
        let bars = longer.find("{  }").unwrap_or_default();
        assert!(text[beginnings.restored(bars)..].starts_with("{  } | 2"));
        assert_eq!(Beginnings::replaced("`a` | 1", true).1, "|`a` | 1");
    }
}
