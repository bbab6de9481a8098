//! A link by reference, `[text][label]`, whose label no line of the page defines: readers see its brackets.
//!
//! Brackets stand for other things, too: an index, a kind and a part in a log, words that may be left out. So it is only
//! told on a page that has such lines, or of words that are followed by a single one.

use super::Page;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::text::Span;

/// Longer labels are none.
const MOST_BYTES: usize = 200;
/// How many labels of a page are compared with one that it does not have: each with each would be the square of its size.
const MOST_COMPARED: usize = 200;

/// Tells of such links in a text.
pub(super) fn check(span: Span, page: &mut Page<'_>) {
    let written = page.written(span);
    let meant = written.match_indices("][").filter_map(|(middle, _)| {
        let (text, label) = reference(written, middle)?;
        let start = span.start as usize + middle - text.len() - 1;
        let end = start + text.len() + label.len() + 4;
        let (before, after) = (page.source.text.get(..start)?, page.source.text.get(end..)?);
        let found = (Span::new(start, end), text.to_owned(), label.to_owned());
        stands_alone(before, after).then_some(found)
    });
    let meant: Vec<(Span, String, String)> = meant.collect();
    for (place, text, label) in meant {
        let labels = page.labels();
        let is_phrase = text.trim().contains(' ') && !label.contains(' ');
        if labels.is_empty() && !is_phrase {
            continue;
        }
        let hint = match did_you_mean(&label, labels.iter().take(MOST_COMPARED).map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("add a line `[{label}]: https://…`, or write `[{text}](https://…)`"),
        };
        let message =
            format!("`[{text}][{label}]` is shown as it stands: no line says where `{label}` leads");
        page.tell(Diagnostic::note("undefined-reference", message).hint(hint), place);
    }
}

/// The text and the label around a `][`, when both are words.
fn reference(written: &str, middle: usize) -> Option<(&str, &str)> {
    let (_, text) = written.get(..middle)?.rsplit_once('[')?;
    let (label, _) = written.get(middle + 2..)?.split_once(']')?;
    let is_word = |words: &&str| {
        words.len() <= MOST_BYTES
            && words.contains(char::is_alphabetic)
            && !words.starts_with('^')
            && !words.contains(['[', ']', '\\', '`', '<', '{', '|', '=', '\n'])
    };
    [text, label].iter().all(is_word).then_some((text, label))
}

/// Whether brackets are part of nothing around them, such as an index of a name.
fn stands_alone(before: &str, after: &str) -> bool {
    let mut next = after.chars();
    let is_end = match next.next() {
        Some('.' | ':') => next.next().is_none_or(char::is_whitespace),
        Some(c) => !c.is_alphanumeric() && !"[({".contains(c),
        None => true,
    };
    let is_start = |c: char| c.is_whitespace() || "!(\"'“,;:*_—".contains(c);
    is_end && before.chars().next_back().is_none_or(is_start)
}

/// The labels that lines of a page define.
pub(super) fn labels(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.trim_start_matches([' ', '>', '\t']).strip_prefix('['));
    let labels = lines.filter_map(|line| line.split_once("]:")).map(|(label, _)| label);
    let is_label =
        |label: &&str| !label.starts_with('^') && !label.contains(['[', ']']) && label.len() <= MOST_BYTES;
    labels.filter(is_label).map(str::to_owned).collect()
}
