//! Words that are written in one way: those of products, and a project's own.

use serde::Serialize;

use super::Page;
use crate::diagnostic::Diagnostic;
use crate::text::Span;

/// Names that their owners write otherwise. Only what is never right in a sentence.
const NAMES: &[(&str, &str)] = &[
    ("Github", "GitHub"),
    ("Gitlab", "GitLab"),
    ("Graphql", "GraphQL"),
    ("Javascript", "JavaScript"),
    ("Linkedin", "LinkedIn"),
    ("MacOS", "macOS"),
    ("NodeJS", "Node.js"),
    ("Nodejs", "Node.js"),
    ("Openapi", "OpenAPI"),
    ("Postgresql", "PostgreSQL"),
    ("Typescript", "TypeScript"),
    ("VSCode", "VS Code"),
    ("Vscode", "VS Code"),
    ("Youtube", "YouTube"),
];

/// What is written otherwise, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Terms {
    /// As it is found, and as it should be.
    pairs: Vec<(String, String)>,
}

impl Default for Terms {
    fn default() -> Self {
        let own = |(found, wanted): &(&str, &str)| ((*found).to_owned(), (*wanted).to_owned());
        Self { pairs: NAMES.iter().map(own).collect() }
    }
}

impl Terms {
    /// With a project's list: lines such as `sign-in: signin, log-in`, the wanted word first; `#` begins a remark. A
    /// line whose wanted word is one of ours takes that back.
    pub fn with_list(text: &str) -> Self {
        let mut terms = Self::default();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or("");
            let Some((wanted, found)) = line.split_once(':') else { continue };
            let wanted = wanted.trim();
            terms.pairs.retain(|(found, _)| found != wanted);
            for found in found.split(',').map(str::trim).filter(|found| !found.is_empty() && *found != wanted)
            {
                terms.pairs.retain(|(known, _)| known != found);
                terms.pairs.push((found.to_owned(), wanted.to_owned()));
            }
        }
        terms.pairs.sort();
        terms
    }
}

/// Tells of such words in a text at a place.
pub(super) fn check(span: Span, terms: &Terms, page: &mut Page<'_>) {
    let text = page.written(span);
    let mut found = Vec::new();
    for (word, wanted) in &terms.pairs {
        let places = text.match_indices(word.as_str()).filter(|(at, _)| stands_alone(text, *at, word.len()));
        found.extend(places.map(|(at, _)| (at, word.clone(), wanted.clone())));
        let Some(capital) = capitalised(word) else { continue };
        // A name in capitals is written so everywhere.
        let is_word = !wanted.chars().any(char::is_uppercase);
        let wanted =
            if is_word { capitalised(wanted).unwrap_or_else(|| wanted.clone()) } else { wanted.clone() };
        if capital == wanted || terms.pairs.iter().any(|(known, _)| *known == capital) {
            continue;
        }
        let whole = &page.source.text;
        let begins = |at: usize| begins_sentence(whole.get(..span.start as usize + at).unwrap_or(""));
        let places = text.match_indices(capital.as_str());
        let places = places.filter(|(at, _)| stands_alone(text, *at, capital.len()) && begins(*at));
        found.extend(places.map(|(at, _)| (at, capital.clone(), wanted.clone())));
    }
    found.sort_unstable();
    for (at, word, wanted) in found {
        let start = span.start as usize + at;
        let problem = Diagnostic::note("term", format!("`{word}` is written `{wanted}`"));
        page.tell(problem, Span::new(start, start + word.len()));
    }
}

/// A word as it begins a sentence; `None` when it is written so already.
fn capitalised(word: &str) -> Option<String> {
    let mut rest = word.chars();
    let first = rest.next().filter(|first| first.is_lowercase())?;
    Some(first.to_uppercase().chain(rest).collect())
}

/// Whether what follows a text is the beginning of a sentence, of a heading, an item or a cell. In the middle of a
/// sentence a capital makes a name.
fn begins_sentence(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or("");
    let bare = line.trim_end_matches([' ', '\t', '*', '_', '[', '"', '\'', '(', '“', '‘']);
    if let Some(last) = bare.chars().next_back() {
        let is_mark = bare.trim_start_matches([' ', '\t', '>', '#', '-', '+', '|']).is_empty();
        let is_number = bare
            .trim_start()
            .strip_suffix(['.', ')'])
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()));
        return is_mark || is_number || matches!(last, '.' | '!' | '?' | ':' | '>' | '|');
    }
    // The first word of a line goes on with the sentence of the line before, if there is one.
    let above = before.get(..before.len() - line.len()).unwrap_or("").strip_suffix('\n').unwrap_or("");
    let above = above.rsplit('\n').next().unwrap_or("").trim_end();
    above.is_empty()
        || above.trim_start().starts_with('#')
        || above.ends_with(['.', '!', '?', ':', '>', '|', '-'])
}

/// Whether it is a word of its own, and no part of a name, an address or a path.
fn stands_alone(text: &str, at: usize, length: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    let mut behind = text.get(at + length..).unwrap_or("").chars();
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '@' | '-' | '\\' | '#' | ':');
    let ends = match behind.next() {
        // The end of a sentence, not of a name such as `a.b`.
        Some('.') => behind.next().is_none_or(|c| !c.is_alphanumeric()),
        // `sign-in:` is a word with a colon behind it.
        Some(':') => behind.next().is_none_or(char::is_whitespace),
        Some(c) => !joins(c),
        None => true,
    };
    ends && before.is_none_or(|c| !joins(c) && c != '.')
}
