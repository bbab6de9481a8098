//! Addresses without a page of their own that lead on to one: folders such as `/api-reference`, and ids of operations
//! such as `/api-reference/createPet`.
//!
//! Authors link to folders, and hosted sites answer with the first page of the folder; a static site needs a small
//! page there that leads on. An operation keeps its id when its summary, and with that its page's address, is worded
//! anew: what other programs link to is the id.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::GeneratedPage;
use crate::site::navigation::Navigation;
use crate::site::redirects::Redirects;
use crate::source::collision::folded;
use crate::text::Slug;

/// Route of each folder that is neither a page of `routes` nor redirected → its first page in reading order.
/// Hidden pages and pages that are listed nowhere do not count.
pub fn folder_pages<'a>(
    navigation: &Navigation,
    redirects: &Redirects,
    routes: impl IntoIterator<Item = &'a str>,
) -> BTreeMap<String, Slug> {
    let mut folders: BTreeMap<String, Slug> = BTreeMap::new();
    for listed in navigation.places.in_reading_order().into_iter().filter(|listed| listed.flat.is_some()) {
        for folder in folders_of(&listed.slug) {
            if !folders.contains_key(folder) {
                folders.insert(folder.to_owned(), listed.slug.clone());
            }
        }
    }
    for route in routes {
        folders.remove(route);
    }
    folders.retain(|folder, _| redirects.find(folder).is_none());
    folders
}

/// The address of each `operationId` → the page of the operation (OAS-07). Whatever else has the address wins: `taken`
/// has routes in folded letter case, `is_other` knows the rest. Of several operations with one id the first has it.
pub fn operation_pages(
    generated: &[GeneratedPage],
    taken: &BTreeSet<String>,
    is_other: &dyn Fn(&str) -> bool,
) -> BTreeMap<String, Slug> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut found = BTreeMap::new();
    for page in generated {
        let Some(alias) = page.alias.as_ref().map(Slug::route) else { continue };
        let name = folded(alias).into_owned();
        if !taken.contains(&name) && seen.insert(name) && !is_other(alias) {
            found.insert(alias.to_owned(), page.slug.clone());
        }
    }
    found
}

/// The folders above a page, the nearest first.
fn folders_of(slug: &Slug) -> impl Iterator<Item = &str> {
    let first = slug.as_str().rsplit_once('/').map(|(folder, _)| folder);
    std::iter::successors(first, |folder| folder.rsplit_once('/').map(|(above, _)| above))
}
