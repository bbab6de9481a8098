//! Whether the pages are the same before and after: those that the groups of a `mint.json` list, and those that the
//! navigation of a `docs.json` lists as the build reads it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::config::json::MAXIMUM_DEPTH;
use crate::config::navigation::{Group, Level, PageEntry, page_path};

/// What one side has and the other has not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub lost: Vec<String>,
    pub new: Vec<String>,
}

/// Compares the pages of a `mint.json` with those of a navigation.
pub fn difference(mint: &Value, navigation: &Level) -> Difference {
    let (before, after) = (listed(mint), shown(navigation));
    Difference {
        lost: before.difference(&after).cloned().collect(),
        new: after.difference(&before).cloned().collect(),
    }
}

/// The pages that a `mint.json` lists.
pub fn listed(mint: &Value) -> BTreeSet<String> {
    let mut pages = BTreeSet::new();
    for group in mint.get("navigation").and_then(Value::as_array).into_iter().flatten() {
        list(group, 0, &mut pages);
    }
    pages
}

fn list(entry: &Value, depth: usize, pages: &mut BTreeSet<String>) {
    if let Some(page) = entry.as_str() {
        pages.insert(address(page));
    }
    for entry in entry.get("pages").and_then(Value::as_array).into_iter().flatten() {
        if depth < MAXIMUM_DEPTH {
            list(entry, depth + 1, pages);
        }
    }
    pages.remove("");
}

/// The pages that a navigation lists.
pub fn shown(navigation: &Level) -> BTreeSet<String> {
    let mut pages = BTreeSet::new();
    level(navigation, &mut pages);
    pages
}

// The configuration's own limit of nesting bounds these.
fn level(navigation: &Level, pages: &mut BTreeSet<String>) {
    navigation.groups.iter().for_each(|inner| group(inner, pages));
    navigation.pages.iter().for_each(|inner| entry(inner, pages));
    navigation.divisions().for_each(|division| level(&division.level, pages));
}

fn group(of: &Group, pages: &mut BTreeSet<String>) {
    pages.extend(of.root.as_deref().map(address));
    of.pages.iter().for_each(|inner| entry(inner, pages));
}

fn entry(of: &PageEntry, pages: &mut BTreeSet<String>) {
    match of {
        PageEntry::Page { path, .. } => drop(pages.insert(address(path))),
        PageEntry::Group(inner) => group(inner, pages),
    }
}

/// A page string without what does not change the page's address.
fn address(page: &str) -> String {
    page_path(page).trim_end_matches('/').to_owned()
}
