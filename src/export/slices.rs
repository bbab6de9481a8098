//! A long page in pieces, for who reads only the beginning of a long text (AI-12): its sections by themselves, in files
//! of their own, and a list of them at the top of the page's Markdown. The page itself stays whole.
//!
//! A piece is a section of the second level; one that is still too long has its own sections in pieces. What stands above
//! the first heading is at the top of the page anyway.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::hash::ContentHash;
use crate::page::heading::plain_slug;
use crate::site::llms::tokens;

/// Tokens of a text that is read to its end.
const LONG: usize = 10_000;
/// Pieces of which some are small enough to be joined.
const MOST: usize = 40;
/// Deepest level of a heading that a piece begins with.
const DEEPEST: usize = 6;

/// A section in a file of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slice {
    /// The name of its file, without ending.
    pub name: String,
    /// The heading, as it stands in the Markdown.
    pub title: String,
    /// How deep it stands below the page: 0 for sections of the page.
    pub depth: u8,
    /// The hash of its text.
    pub hash: ContentHash,
    /// Where its heading begins.
    from: usize,
    /// Where its text is: below its heading, for one section.
    start: usize,
    end: usize,
}

impl Slice {
    /// Its text, of that of the page.
    pub fn text<'t>(&self, page: &'t str) -> &'t str {
        page.get(self.start..self.end).unwrap_or_default().trim_start_matches('\n')
    }

    fn tokens(&self) -> usize {
        tokens(self.end - self.start)
    }
}

/// Whether a text has pieces.
pub fn is_long(text: &str) -> bool {
    tokens(text.len()) > LONG && !slices(text).is_empty()
}

/// A heading of a text.
struct Heading<'t> {
    level: usize,
    title: &'t str,
    /// Where its line begins, and where it ends.
    from: usize,
    to: usize,
}

/// The pieces of a text, in order.
pub fn slices(text: &str) -> Vec<Slice> {
    let mut found = Vec::new();
    let mut names = BTreeSet::new();
    add(&headings(text), (2, 0), text.len(), &mut names, &mut found);
    if found.len() > MOST {
        found = joined(found);
    }
    for slice in &mut found {
        slice.hash = ContentHash::of(slice.text(text).as_bytes());
    }
    found
}

/// Adds the sections of a level, up to `end`. Where there are none of it, those of the next one stand in.
fn add(
    headings: &[Heading<'_>],
    (level, depth): (usize, u8),
    end: usize,
    names: &mut BTreeSet<String>,
    found: &mut Vec<Slice>,
) {
    if level > DEEPEST || headings.is_empty() {
        return;
    }
    let first: Vec<usize> =
        (0..headings.len()).filter(|at| headings.get(*at).is_some_and(|own| own.level <= level)).collect();
    if first.is_empty() {
        return add(headings, (level + 1, depth), end, names, found);
    }
    for (number, at) in first.iter().enumerate() {
        let Some(heading) = headings.get(*at) else { continue };
        let next = first.get(number + 1).copied();
        let until = next.and_then(|next| headings.get(next)).map_or(end, |next| next.from);
        let mut slice = Slice {
            name: free_name(heading.title, names),
            title: heading.title.to_owned(),
            depth,
            hash: ContentHash::default(),
            from: heading.from,
            start: heading.to,
            end: until,
        };
        let below = headings.get(at + 1..next.unwrap_or(headings.len())).unwrap_or_default();
        let mut deeper = Vec::new();
        if slice.tokens() > LONG {
            add(below, (level + 1, depth + 1), until, names, &mut deeper);
        }
        // What its own sections have stands there.
        if let Some(first) = deeper.first().and_then(|first| below.iter().find(|own| own.to == first.start)) {
            slice.end = first.from;
        }
        found.push(slice);
        found.append(&mut deeper);
    }
}

/// Small neighbours together: a change log has hundreds of sections. Where one begins is told by its title, so that a new
/// entry at the top leaves the others as they are.
fn joined(slices: Vec<Slice>) -> Vec<Slice> {
    let mut all: Vec<Slice> = Vec::new();
    for slice in slices {
        let begins = ContentHash::of(slice.title.as_bytes()).as_bytes()[0].is_multiple_of(16);
        match all.last_mut() {
            Some(last)
                if !begins && last.depth == slice.depth && tokens(slice.end - last.from) < LONG / 2 =>
            {
                let first = last.title.split(" … ").next().unwrap_or_default();
                last.title = format!("{first} … {}", slice.title);
                (last.start, last.end) = (last.from, slice.end);
            }
            _ => all.push(slice),
        }
    }
    all
}

/// A name that no other piece has, also for a disk that does not know letter case.
fn free_name(title: &str, names: &mut BTreeSet<String>) -> String {
    let name = plain_slug(title).to_lowercase();
    let name = if name.is_empty() || name == "index" { "section".to_owned() } else { name };
    let mut free = name.clone();
    let mut number = 2;
    while !names.insert(free.clone()) {
        free = format!("{name}-{number}");
        number += 1;
    }
    free
}

/// The headings of a text that the exporter wrote: lines outside of code.
fn headings(text: &str) -> Vec<Heading<'_>> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let to = from + line.len();
        let trimmed = line.trim();
        let marks = trimmed.len() - trimmed.trim_start_matches(['`', '~']).len();
        match fence {
            Some(open) => {
                if trimmed.starts_with(open) && trimmed.len() == marks {
                    fence = None;
                }
            }
            None if marks >= 3 => fence = trimmed.get(..marks),
            None => {
                let level = line.len() - line.trim_start_matches('#').len();
                if (1..=DEEPEST).contains(&level)
                    && let Some(title) = line.get(level..).and_then(|rest| rest.strip_prefix(' '))
                    && !title.trim().is_empty()
                {
                    found.push(Heading { level, title: title.trim(), from, to });
                }
            }
        }
        from = to;
    }
    found
}

/// What stands at the top of a long page: its pieces with their addresses, and how long each is.
pub fn table<'s>(text: &str, pieces: impl Iterator<Item = (&'s Slice, String)>) -> String {
    let mut out =
        format!("This page is long: {} tokens. Each of its sections is a page, too:\n\n", about(text.len()));
    for (slice, url) in pieces {
        let indent = "  ".repeat(slice.depth.into());
        let title = slice.title.replace('[', "\\[").replace(']', "\\]");
        out.push_str(&format!("{indent}- [{title}]({url}): {} tokens\n", about(slice.end - slice.start)));
    }
    out
}

/// A number of tokens that an edit of a word leaves alone.
fn about(bytes: usize) -> String {
    let tokens = tokens(bytes);
    let step = if tokens >= 10_000 { 1_000 } else { 100 };
    format!("about {}", tokens.div_ceil(step) * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, u8, usize)> {
        slices(text)
            .into_iter()
            .map(|slice| (slice.name.clone(), slice.depth, slice.text(text).len()))
            .collect()
    }

    #[test]
    fn ai_12_sections_are_pieces_and_long_ones_are_cut() {
        let long = "word ".repeat(12_000);
        let text = format!(
            "Intro.\n\n## One\n\nFirst.\n\n```md\n## No heading\n```\n\n## Two `x`\n\nAbove.\n\n### Deep\n\n{long}\n\n### Deep\n\nLast.\n\n## One\n\nAgain.\n"
        );
        assert_eq!(
            told(&text),
            [
                ("one".to_owned(), 0, "First.\n\n```md\n## No heading\n```\n\n".len()),
                ("two-x".to_owned(), 0, "Above.\n\n".len()),
                ("deep".to_owned(), 1, long.len() + 2),
                ("deep-2".to_owned(), 1, "Last.\n\n".len()),
                ("one-2".to_owned(), 0, "Again.\n".len()),
            ]
        );
        assert!(is_long(&text) && !is_long("## One\n\nShort.\n") && !is_long(&long));
    }

    #[test]
    fn ai_12_many_small_sections_are_pieces_together() {
        let entry = |number: usize| format!("## v{number}\n\n{}\n\n", "text ".repeat(300));
        let log = |newest: usize| (0..newest).rev().map(entry).collect::<String>();
        let (text, later) = (log(240), log(241));
        let pieces = slices(&text);
        assert!((10..80).contains(&pieces.len()), "{}", pieces.len());
        let all: String = pieces
            .iter()
            .map(|slice| if slice.title.contains('…') { String::new() } else { format!("## {}\n\n", slice.title) } + slice.text(&text))
            .collect();
        assert_eq!(all, text);
        assert!(pieces[0].title.starts_with("v239 … v"), "{}", pieces[0].title);
        let same =
            slices(&later).iter().filter(|slice| pieces.iter().any(|own| own.hash == slice.hash)).count();
        assert!(same >= pieces.len() - 1, "a new entry leaves the others alone: {same} of {}", pieces.len());
    }

    #[test]
    fn ai_12_no_word_of_a_section_is_lost() {
        let part = |name: &str| format!("## {name}\n\n{}\n\n", "text ".repeat(3_000));
        let text: String = ["A", "B", "C", "index"].map(part).concat();
        let all: String = slices(&text)
            .iter()
            .map(|slice| format!("## {}\n\n{}", slice.title, slice.text(&text)))
            .collect();
        assert_eq!(all, text);
        assert_eq!(slices(&text)[3].name, "section");
    }
}
