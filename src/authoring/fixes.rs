//! Corrections of sources that are safe to make: an address that means the same and reads better, one whose page has
//! moved as a redirect or the history of the files says, a comment that MDX does not know (CLI-07).
//!
//! A correction is found by its place and must find there what it replaces: what a file says otherwise than the check
//! read it (a variable, a list of addresses) stays as it is.

use super::edits::TextEdit;
use crate::diagnostic::{Diagnostic, Location};
use crate::site::links::better::{BetterAddress, Reason, better_address};
use crate::site::links::{LinkTargets, PageLink, PageLinks};
use crate::source::renames::Renames;

/// A correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Where it is; only the first line of it is looked at.
    pub place: Location,
    pub kind: FixKind,
}

/// What is corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixKind {
    /// This address becomes a better one.
    Address(String, BetterAddress),
    /// A comment of HTML becomes one of MDX.
    Comment,
}

/// Addresses of a page that could be better; `places` are those of its links.
pub fn address_fixes(
    page: PageLinks<'_>,
    places: &[Location],
    targets: &LinkTargets,
    renames: &Renames,
) -> Vec<Fix> {
    let fix = |(link, place): (&PageLink, &Location)| {
        let better = better_address(page, link, targets, renames)?;
        Some(Fix { place: place.clone(), kind: FixKind::Address(link.target.clone(), better) })
    };
    page.links.iter().zip(places).filter_map(fix).collect()
}

/// What else is safe to correct among problems.
pub fn problem_fixes(problems: &[Diagnostic]) -> Vec<Fix> {
    let comments = problems.iter().filter(|problem| problem.code == "html-comment");
    let places = comments.filter_map(|problem| problem.location.clone());
    places.map(|place| Fix { place, kind: FixKind::Comment }).collect()
}

/// The corrections as edits of the text of their file; those that do not fit it are left out.
pub fn edits<'f>(text: &str, fixes: &'f [Fix]) -> Vec<(&'f FixKind, Vec<TextEdit>)> {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut starts = vec![mark];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let mut edits = Vec::new();
    for fix in fixes {
        let line = (fix.place.line as usize).checked_sub(1).and_then(|line| starts.get(line).copied());
        let of_fix = line.map(|start| fix.edits(text, start)).filter(|edits| !edits.is_empty());
        edits.extend(of_fix.map(|of_fix| (&fix.kind, of_fix)));
    }
    edits
}

impl FixKind {
    /// What it is, for one and for several.
    pub fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::Address(_, better) => match better.reason {
                Reason::Rooted => ("address from the root", "addresses from the root"),
                Reason::Redirected => ("redirected address", "redirected addresses"),
                Reason::Renamed => ("address of a renamed page", "addresses of renamed pages"),
            },
            Self::Comment => ("comment", "comments"),
        }
    }
}

impl Fix {
    /// Its edits of a text with the line that begins at `line`. None when the text is not as expected.
    fn edits(&self, text: &str, line: usize) -> Vec<TextEdit> {
        let edit = |at: usize, length: usize, new: &str| TextEdit::new(at..at + length, new);
        let rest = text.get(line..).unwrap_or("");
        let width = rest.find('\n').unwrap_or(rest.len());
        let written = rest.get(..width).unwrap_or("");
        let byte =
            |column: u32| written.char_indices().nth(column as usize).map_or(written.len(), |(at, _)| at);
        let (from, to) = (
            byte(self.place.column.saturating_sub(1)),
            byte(self.place.column.saturating_sub(1) + self.place.length),
        );
        match &self.kind {
            FixKind::Address(old, new) => {
                let marked = written.get(from..to).unwrap_or("");
                // The mark may be the address alone.
                let whole = |at: &usize| {
                    let before = written.get(..from + at).and_then(|text| text.chars().next_back());
                    let behind = written.get(from + at + old.len()..).and_then(|text| text.chars().next());
                    before.is_some_and(|c| matches!(c, '(' | '"' | '\'' | '<' | ' ' | '`'))
                        && behind.is_none_or(|c| matches!(c, ')' | '"' | '\'' | '>' | ' ' | '`'))
                };
                let found: Vec<usize> =
                    marked.match_indices(old.as_str()).map(|(at, _)| at).filter(whole).collect();
                // The text of a link may be its address; that stands first.
                let found =
                    found.into_iter().rfind(|at| !marked.get(..*at).is_some_and(|text| text.ends_with(' ')));
                found.map(|at| edit(line + from + at, old.len(), &new.address)).into_iter().collect()
            }
            FixKind::Comment => {
                let Some(comment) = text.get(line + from..).filter(|rest| rest.starts_with("<!--")) else {
                    return Vec::new();
                };
                let Some(end) = comment.find("-->") else { return Vec::new() };
                if comment.get(4..end).is_none_or(|inner| inner.contains("*/")) {
                    return Vec::new();
                }
                let start = line + from;
                vec![edit(start, 4, "{/*"), edit(start + end, 3, "*/}")]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::edits::apply;
    use super::*;
    use crate::text::{SourcePath, SourceText, Span};

    fn fixed(text: &str, marked: &str, kind: FixKind) -> String {
        let source = SourceText::new(SourcePath::new("a.mdx"), text);
        let at = text.find(marked).expect("the marked piece");
        let place = Location::at(&source, Span::new(at, at + marked.len()));
        let fixes = [Fix { place, kind }];
        let edits: Vec<TextEdit> = edits(text, &fixes).into_iter().flat_map(|(_, edits)| edits).collect();
        apply(text, &edits)
    }

    #[test]
    fn addresses_are_replaced_where_they_are_addresses() {
        let address = |old: &str, new: &str| {
            let better = BetterAddress { address: new.to_owned(), reason: Reason::Rooted };
            FixKind::Address(old.to_owned(), better)
        };
        let link = "é [./b.md](./b.md) [x](./b.md)";
        assert_eq!(fixed(link, "[./b.md](./b.md)", address("./b.md", "/b")), "é [./b.md](/b) [x](./b.md)");
        let card = "\r\n<Card title=\"b\" href=\"b\">\r\n";
        assert_eq!(
            fixed(card, "<Card title=\"b\" href=\"b\">", address("b", "/g/b")),
            "\r\n<Card title=\"b\" href=\"/g/b\">\r\n"
        );
        assert_eq!(fixed("[x](./{{v}})", "[x](./{{v}})", address("./1", "/1")), "[x](./{{v}})");
    }

    #[test]
    fn comments_become_those_of_mdx() {
        assert_eq!(fixed("a <!-- b\nc --> d", "<!-- b\nc -->", FixKind::Comment), "a {/* b\nc */} d");
        assert_eq!(fixed("<!-- */ -->", "<!-- */ -->", FixKind::Comment), "<!-- */ -->");
    }
}
