//! Which lines of a text are others, with the words in them. The only module that names the similar crate.

use similar::{ChangeTag, TextDiff};

/// Lines that stay the same around those that do not.
const AROUND: usize = 2;
/// Longer texts are compared by their length alone: time grows with the square of what differs.
const LONGEST: usize = 200_000;

/// Lines that stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    pub lines: Vec<Line>,
}

/// One line of either text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub kind: Kind,
    /// Its text in pieces; `true` marks those that are other words than in the line on the other side.
    pub pieces: Vec<(bool, String)>,
}

/// Which text a line is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Same,
    Added,
    Removed,
}

/// Where two texts differ, and how many lines came and went.
pub fn hunks(before: &str, after: &str) -> (Vec<Hunk>, usize, usize) {
    if before.len().max(after.len()) > LONGEST {
        return (Vec::new(), after.lines().count(), before.lines().count());
    }
    let diff = TextDiff::from_lines(before, after);
    let mut all = Vec::new();
    let (mut added, mut removed) = (0, 0);
    for group in diff.grouped_ops(AROUND) {
        let mut lines = Vec::new();
        // No limit of time: what is told would depend on the machine.
        for change in group.iter().flat_map(|op| diff.iter_inline_changes_deadline(op, None)) {
            let kind = match change.tag() {
                ChangeTag::Equal => Kind::Same,
                ChangeTag::Insert => Kind::Added,
                ChangeTag::Delete => Kind::Removed,
            };
            added += usize::from(kind == Kind::Added);
            removed += usize::from(kind == Kind::Removed);
            let pieces = change.iter_strings_lossy();
            let pieces =
                pieces.map(|(is_other, text)| (is_other, text.trim_end_matches(['\n', '\r']).to_owned()));
            lines.push(Line { kind, pieces: pieces.filter(|(_, text)| !text.is_empty()).collect() });
        }
        all.push(Hunk { lines });
    }
    (all, added, removed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_differ_are_marked() {
        let (hunks, added, removed) =
            hunks("# A\n\nSend a GET request.\n\nEnd.\n", "# A\n\nSend a POST request.\n\nEnd.\n");
        assert_eq!((hunks.len(), added, removed), (1, 1, 1));
        let marked = |kind: Kind| -> Vec<String> {
            let lines = hunks[0].lines.iter().filter(|line| line.kind == kind);
            lines.flat_map(|line| &line.pieces).filter(|(is, _)| *is).map(|(_, text)| text.clone()).collect()
        };
        assert_eq!(marked(Kind::Removed), ["GET"]);
        assert_eq!(marked(Kind::Added), ["POST"]);
        assert!(marked(Kind::Same).is_empty());
    }

    #[test]
    fn very_long_texts_are_counted() {
        let long = "word\n".repeat(50_000);
        assert_eq!(hunks(&long, "word\n"), (Vec::new(), 1, 50_000));
    }
}
