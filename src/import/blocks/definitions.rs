//! Lists of definitions, as Python's Markdown knows them: a term, and below it what begins with a colon.

use super::super::inline::convert;
use super::{Blocks, heading, is_entry};

/// Most lines of terms above a definition. Every line may be the first, and all would look through those behind it.
const MOST_TERMS: usize = 50;

impl Blocks<'_, '_> {
    /// Writes a list of definitions that begins here as `<dl>`; the number of lines that it took.
    pub(super) fn definitions(&mut self, rest: &[String], number: usize) -> Option<usize> {
        let mut at = 0;
        terms(rest)?;
        self.block("<dl>");
        while let Some((count, first)) = rest.get(at..).and_then(terms) {
            for (offset, term) in rest[at..at + count].iter().enumerate() {
                self.cx.line = number + at + offset;
                let term = convert(term.trim(), self.cx);
                self.block(&format!("<dt>{term}</dt>"));
            }
            at += first;
            loop {
                let (body, taken) = body(&rest[at..]);
                self.wrapped("", "<dd>", "</dd>", &body, number + at);
                at += taken;
                let blank = rest[at..].iter().take_while(|line| line.trim().is_empty()).count();
                if rest.get(at + blank).is_none_or(|line| definition(line).is_none()) {
                    // What follows a blank line may be another term.
                    at += if rest.get(at + blank..).and_then(terms).is_some() { blank } else { 0 };
                    break;
                }
                at += blank;
            }
        }
        self.block("</dl>");
        Some(at)
    }
}

/// How many lines of terms there are, and where the first definition begins.
fn terms(rest: &[String]) -> Option<(usize, usize)> {
    let is_term = |line: &&String| {
        let trimmed = line.trim_start();
        !trimmed.is_empty()
            && line.len() - trimmed.len() < 4
            && !trimmed.starts_with([':', '|', '>', '<', '`', '~', '!', '=', '?'])
            && heading(trimmed).is_none()
            && !is_entry(trimmed)
    };
    let count = rest.iter().take(MOST_TERMS).take_while(is_term).count();
    let blank = usize::from(rest.get(count).is_some_and(|line| line.trim().is_empty()));
    let first = count + blank;
    (count > 0 && rest.get(first).is_some_and(|line| definition(line).is_some())).then_some((count, first))
}

/// What a line defines: `:   text`.
fn definition(line: &str) -> Option<&str> {
    let trimmed = line.trim_start_matches(' ');
    let text = trimmed.strip_prefix(':')?.strip_prefix(' ')?;
    (line.len() - trimmed.len() < 4 && !text.trim().is_empty()).then(|| text.trim_start())
}

/// The lines of the definition that begins here, moved to the left, and how many those are.
fn body(rest: &[String]) -> (Vec<String>, usize) {
    let first = rest.first().and_then(|line| definition(line)).unwrap_or_default();
    let mut lines = vec![first.to_owned()];
    for line in rest.iter().skip(1) {
        let is_blank = line.trim().is_empty();
        let is_inside = line.starts_with("    ") || line.starts_with('\t');
        // A line at the left goes on with the paragraph before it.
        let goes_on = lines.last().is_some_and(|last| !last.trim().is_empty()) && definition(line).is_none();
        if !(is_blank || is_inside || goes_on) {
            break;
        }
        let moved = line.strip_prefix("    ").or(line.strip_prefix('\t')).unwrap_or(line);
        lines.push(moved.to_owned());
    }
    while lines.last().is_some_and(|last| last.trim().is_empty()) {
        lines.pop();
    }
    let taken = lines.len();
    (lines, taken)
}
