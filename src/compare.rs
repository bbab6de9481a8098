//! What a change does to a site: two states of it, as a host would serve them, side by side (OUT-10).
//!
//! Pages are compared by their Markdown, so that what is told is what readers read, and not how it is marked up. Pure:
//! looking at the two states is the work of `cli::diff`. [`told`] says it on a terminal, as Markdown and as JSON, [`view`]
//! as a page.

pub mod lines;
pub mod told;
pub mod view;

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;

use lines::{Hunk, hunks};

/// One state of the site.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Pages by their addresses below the root, such as `guides/a`.
    pub pages: BTreeMap<String, Page>,
    /// Published files that are no pages, with the hash of their bytes.
    pub files: BTreeMap<String, ContentHash>,
    /// The Markdown of pages that [`differing`] names, by address.
    pub texts: BTreeMap<String, String>,
    /// Addresses of the other state's pages that lead on to others in this one.
    pub redirects: BTreeSet<String>,
    pub problems: Vec<Diagnostic>,
}

/// What a page depends on: two that have the same are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// All of it.
    pub whole: ContentHash,
    /// Its words.
    pub text: ContentHash,
}

/// What happened to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    New,
    Changed,
    /// Its words are at another address now.
    Moved {
        from: String,
        redirect: Redirect,
    },
    Gone(Redirect),
}

/// Whether who asks for an old address is led on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirect {
    There,
    Missing,
}

/// A page whose words are others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageChange {
    /// Where it is, or was: `/guides/a`.
    pub address: String,
    pub title: String,
    pub fate: Fate,
    /// Lines that came and went.
    pub added: usize,
    pub removed: usize,
    pub hunks: Vec<Hunk>,
}

/// All that is different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Sorted by address.
    pub pages: Vec<PageChange>,
    /// Pages with the same words in other surroundings: navigation, header, look.
    pub reframed: usize,
    /// Pictures, downloads and the like.
    pub files: Files,
    /// Problems that there were not before.
    pub new_problems: Vec<Diagnostic>,
    /// How many there are no more.
    pub solved: usize,
}

/// Files that are no pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    pub new: Vec<String>,
    pub changed: Vec<String>,
    pub gone: Vec<String>,
}

impl Comparison {
    /// How many pages have this fate.
    pub fn count(&self, is_it: fn(&Fate) -> bool) -> usize {
        self.pages.iter().filter(|page| is_it(&page.fate)).count()
    }
}

impl PageChange {
    /// Whether an address leads nowhere now.
    pub fn is_lost(&self) -> bool {
        matches!(self.fate, Fate::Gone(Redirect::Missing) | Fate::Moved { redirect: Redirect::Missing, .. })
    }
}

/// Pages of a state that the other has not, or has with other words: their texts are asked for.
pub fn differing<'a>(one: &'a State, other: &State) -> BTreeSet<&'a str> {
    let differs = |(address, page): &(&String, &Page)| {
        other.pages.get(*address).is_none_or(|other| other.text != page.text)
    };
    one.pages.iter().filter(differs).map(|(address, _)| address.as_str()).collect()
}

/// Compares two states.
pub fn compare(before: &State, after: &State) -> Comparison {
    let mut pages: Vec<PageChange> = Vec::new();
    let mut gone: BTreeMap<&str, &str> = BTreeMap::new();
    // Another key is not always another text.
    let mut same = 0;
    for (address, text) in &before.texts {
        match after.texts.get(address) {
            Some(now) if now == text => same += 1,
            Some(now) => pages.push(changed(address, text, now)),
            None => {
                gone.insert(address, text);
            }
        }
    }
    // Where nothing but the address is another one, a page was moved.
    let mut left: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    gone.iter().for_each(|(address, text)| left.entry(text).or_default().push(address));
    for (address, text) in after.texts.iter().filter(|(address, _)| !before.texts.contains_key(*address)) {
        let from = left.get_mut(text.as_str()).and_then(Vec::pop);
        let fate = match from {
            Some(from) => {
                gone.remove(from);
                Fate::Moved { from: format!("/{from}"), redirect: redirect(from, after) }
            }
            None => Fate::New,
        };
        let mut page = whole(address, text, fate, 0);
        if page.fate == Fate::New {
            (page.hunks, page.added, _) = hunks("", text);
        }
        pages.push(page);
    }
    for (address, text) in gone {
        pages.push(whole(address, text, Fate::Gone(redirect(address, after)), text.lines().count()));
    }
    pages.sort_by(|one, other| one.address.cmp(&other.address));
    let (new_problems, solved) = problems(before, after);
    let reframed = same + reframed(before, after);
    Comparison { pages, reframed, files: files(before, after), new_problems, solved }
}

/// The first heading.
fn title(text: &str) -> String {
    let heading = text.lines().find_map(|line| line.strip_prefix("# "));
    heading.unwrap_or_default().trim().to_owned()
}

fn changed(address: &str, before: &str, after: &str) -> PageChange {
    let (hunks, added, removed) = hunks(before, after);
    PageChange {
        address: format!("/{address}"),
        title: title(after),
        fate: Fate::Changed,
        added,
        removed,
        hunks,
    }
}

fn whole(address: &str, text: &str, fate: Fate, removed: usize) -> PageChange {
    let (address, title) = (format!("/{address}"), title(text));
    PageChange { address, title, fate, added: 0, removed, hunks: Vec::new() }
}

fn redirect(address: &str, after: &State) -> Redirect {
    if after.redirects.contains(address) { Redirect::There } else { Redirect::Missing }
}

/// Pages that differ, and whose words do not.
fn reframed(before: &State, after: &State) -> usize {
    let framed = before.pages.iter().filter(|(address, page)| {
        let now = after.pages.get(*address);
        now.is_some_and(|now| now.text == page.text && now.whole != page.whole)
    });
    framed.count()
}

fn files(before: &State, after: &State) -> Files {
    let others = |one: &State, other: &State, differs: fn(&ContentHash, Option<&ContentHash>) -> bool| {
        let found = one.files.iter().filter(|(file, hash)| differs(hash, other.files.get(*file)));
        found.map(|(file, _)| file.clone()).collect()
    };
    Files {
        new: others(after, before, |_, old| old.is_none()),
        changed: others(after, before, |now, old| old.is_some_and(|old| old != now)),
        gone: others(before, after, |_, now| now.is_none()),
    }
}

/// Problems that are new, and how many of the old ones are gone. A problem that only stands in another line, or in more of
/// them, is neither.
fn problems(before: &State, after: &State) -> (Vec<Diagnostic>, usize) {
    let what = |problem: &Diagnostic| {
        let file = problem.location.as_ref().map(|location| location.path.as_str().to_owned());
        (problem.code, file, problem.without_number().to_owned())
    };
    let mut left: BTreeMap<_, usize> = BTreeMap::new();
    before.problems.iter().for_each(|problem| *left.entry(what(problem)).or_default() += 1);
    let is_new = |problem: &&Diagnostic| match left.get_mut(&what(problem)) {
        Some(number) if *number > 0 => {
            *number -= 1;
            false
        }
        _ => true,
    };
    let new = after.problems.iter().filter(is_new).cloned().collect();
    (new, left.values().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_in_more_places_is_no_new_one() {
        let state = |messages: &[&str]| State {
            problems: messages.iter().map(|message| Diagnostic::warning("unknown-icon", *message)).collect(),
            ..State::default()
        };
        let told = |before: &[&str], after: &[&str]| {
            let found = compare(&state(before), &state(after));
            (found.new_problems.len(), found.solved)
        };
        assert_eq!(told(&["no icon `a`"], &["no icon `a`; so it is in 2 more places"]), (0, 0));
        assert_eq!(told(&["a pro icon; this site has 3 more such cases"], &["a pro icon"]), (0, 0));
        assert_eq!(told(&["no icon `a`", "no icon `b`"], &["no icon `a`", "no icon `c`"]), (1, 1));
        assert_eq!(told(&["no icon `a`"], &["no icon `a`", "no icon `a`"]), (1, 0));
    }
}
