//! Changes to a text at known places, and how they are shown before they are made.

use std::ops::Range;

/// Puts `new` in place of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    pub range: Range<usize>,
    pub new: String,
}

impl TextEdit {
    /// An edit.
    pub fn new(range: Range<usize>, new: impl Into<String>) -> Self {
        Self { range, new: new.into() }
    }
}

/// The text with all edits made. Of edits that overlap the first counts; one that does not fit the text is left out.
pub fn apply(text: &str, edits: &[TextEdit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in sorted(edits) {
        if edit.range.start < at {
            continue;
        }
        let (Some(before), Some(_)) = (text.get(at..edit.range.start), text.get(edit.range.clone())) else {
            continue;
        };
        out.push_str(before);
        out.push_str(&edit.new);
        at = edit.range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// The lines that edits change, as a diff.
pub fn diff(path: &str, text: &str, edits: &[TextEdit]) -> String {
    let mut out = format!("--- {path}\n+++ {path}\n");
    let edits = sorted(edits);
    let line_start =
        |at: usize| text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line_end =
        |at: usize| text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end);
    let mut rest = edits.as_slice();
    while let Some((first, _)) = rest.split_first() {
        let (start, mut end) = (line_start(first.range.start), line_end(first.range.end));
        // Edits whose lines touch are one piece.
        let mut together = 1;
        while let Some(next) = rest.get(together).filter(|next| next.range.start <= end) {
            end = line_end(next.range.end);
            together += 1;
        }
        let (piece, more) = rest.split_at(together);
        rest = more;
        let old = text.get(start..end).unwrap_or_default();
        let moved: Vec<TextEdit> = piece
            .iter()
            .map(|edit| TextEdit::new(edit.range.start - start..edit.range.end - start, edit.new.clone()))
            .collect();
        let new = apply(old, &moved);
        let number = text.get(..start).unwrap_or_default().matches('\n').count() + 1;
        let lines: (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
        // Lines at both ends that stay are left out.
        let same = lines.0.iter().zip(&lines.1).take_while(|(old, new)| old == new).count();
        let shorter = lines.0.len().min(lines.1.len()) - same;
        let backwards = lines.0.iter().rev().zip(lines.1.iter().rev());
        let tail = backwards.take(shorter).take_while(|(old, new)| old == new).count();
        out.push_str(&format!("@@ {path}:{} @@\n", number + same));
        for (sign, lines) in [('-', &lines.0), ('+', &lines.1)] {
            for line in lines.iter().take(lines.len() - tail).skip(same) {
                out.push_str(&format!("{sign}{line}\n"));
            }
        }
    }
    out
}

fn sorted(edits: &[TextEdit]) -> Vec<&TextEdit> {
    let mut all: Vec<&TextEdit> = edits.iter().collect();
    all.sort_by_key(|edit| (edit.range.start, edit.range.end));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_in_order_and_shown() {
        let text = "one\ntwo three\nfour\n";
        let edits = [TextEdit::new(8..13, "3"), TextEdit::new(4..7, "2"), TextEdit::new(18..18, "\nfive")];
        assert_eq!(apply(text, &edits), "one\n2 3\nfour\nfive\n");
        let told = "--- a\n+++ a\n@@ a:2 @@\n-two three\n+2 3\n@@ a:4 @@\n+five\n";
        assert_eq!(diff("a", text, &edits), told);
        assert_eq!(apply("ä", &[TextEdit::new(1..2, "x")]), "ä");
    }
}
