//! What Git leaves in a file where two changes do not fit together, until somebody chooses: files of every format have
//! it, and what their own parsers say of it helps nobody.

use super::Diagnostic;
use crate::text::bytes::find;
use crate::text::{SourceText, Span};

/// How its lines begin, in their order; the second is there on request.
const MARKS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// Two changes of the same lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Where its lines of marks begin.
    marks: Vec<usize>,
    /// Where the last of them ends.
    end: usize,
    is_told: bool,
}

/// All conflicts of a text, in order. One that does not end is none.
pub fn conflicts(text: &str) -> Vec<Conflict> {
    let mut found = Vec::new();
    let Some(first) = find(text.as_bytes(), MARKS[0].as_bytes()) else { return found };
    let mut at = text[..first].rfind('\n').map_or(0, |end| end + 1);
    let mut open: Option<(Vec<usize>, usize)> = None;
    for line in text[at..].split_inclusive('\n') {
        let rest =
            |mark: usize| line.strip_prefix(MARKS[mark]).map(|rest| rest.trim_end_matches(['\r', '\n']));
        let is_named = |mark: usize| rest(mark).is_some_and(|rest| rest.starts_with(' '));
        if is_named(0) {
            open = Some((vec![at], 0));
        } else if let Some((marks, last)) = &mut open {
            let next = match *last {
                0 if is_named(1) || rest(1) == Some("") => Some(1),
                0 | 1 if rest(2) == Some("") => Some(2),
                2 if is_named(3) || rest(3) == Some("") => Some(3),
                _ => None,
            };
            if let Some(next) = next {
                marks.push(at);
                *last = next;
            }
            if next == Some(3) {
                let marks = std::mem::take(marks);
                found.push(Conflict { marks, end: at + line.trim_end().len(), is_told: false });
                open = None;
            }
        }
        at += line.len();
    }
    found
}

impl Conflict {
    /// The one of `all` that has a line of marks which begins here.
    pub fn at(all: &mut [Self], start: usize) -> Option<&mut Self> {
        let behind =
            all.partition_point(|conflict| conflict.marks.first().is_some_and(|first| *first <= start));
        all[..behind].last_mut().filter(|conflict| conflict.marks.contains(&start))
    }

    /// Tells of it the first time it is met.
    pub fn problem_once(&mut self, source: &SourceText) -> Option<Diagnostic> {
        (!std::mem::replace(&mut self.is_told, true)).then(|| self.problem(source))
    }

    fn problem(&self, source: &SourceText) -> Diagnostic {
        let first = self.marks.first().copied().unwrap_or_default();
        let line = source.text[first..].lines().next().unwrap_or_default();
        let last = source.position(self.end as u32).line;
        Diagnostic::error("merge-conflict", format!("a merge conflict is left here, up to line {last}"))
            .at(source, Span::new(first, first + line.trim_end().len()))
            .hint("keep what is right, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`")
    }
}

/// What is wrong with a text that could not be read: the first conflict in the part `span`, else what its parser says.
pub fn conflict_or(source: &SourceText, span: Span, said: impl FnOnce() -> Diagnostic) -> Diagnostic {
    let inside = |conflict: &Conflict| {
        conflict.marks.first().is_some_and(|at| (span.start as usize..span.end as usize).contains(at))
    };
    conflicts(&source.text).into_iter().find(inside).map_or_else(said, |conflict| conflict.problem(source))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(text: &str) -> Vec<Vec<usize>> {
        conflicts(text).into_iter().map(|conflict| conflict.marks).collect()
    }

    #[test]
    fn a_conflict_has_all_of_its_marks_in_order() {
        let text = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\nd\n";
        assert_eq!(marks(text), [vec![2, 17, 27]]);
        assert_eq!(marks(&text.replace('\n', "\r\n")).len(), 1);
        assert_eq!(marks("<<<<<<< a\nb\n||||||| c\nd\n=======\ne\n>>>>>>> f")[0].len(), 4);
        assert_eq!(marks(&text.repeat(2)).len(), 2);
        for text in [
            "<<<<<<< HEAD\nb\n",
            "<<<<<<< HEAD\nb\n>>>>>>> x\n",
            "a\n=======\nc\n>>>>>>> x\n",
            "  <<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n",
            "<<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n",
        ] {
            assert_eq!(marks(text), Vec::<Vec<usize>>::new(), "{text}");
        }
    }
}
