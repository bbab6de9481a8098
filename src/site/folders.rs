//! Addresses of folders that have no page of their own, such as `/api-reference`.
//!
//! Authors link to them, and hosted sites answer with the first page of the folder; a static site needs a small
//! page there that leads on.

use std::collections::BTreeMap;

use crate::site::navigation::Navigation;
use crate::site::redirects::Redirects;
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

/// The folders above a page, the nearest first.
fn folders_of(slug: &Slug) -> impl Iterator<Item = &str> {
    let first = slug.as_str().rsplit_once('/').map(|(folder, _)| folder);
    std::iter::successors(first, |folder| folder.rsplit_once('/').map(|(above, _)| above))
}
