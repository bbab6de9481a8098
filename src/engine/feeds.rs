//! The feeds of a page with a change log, put in place (LOG-02).

use super::Reuse;
use super::write::{FeedFiles, origin, put};
use crate::db::{Database, Project};
use crate::html::feed_links::feed_files;
use crate::output::{Output, WantedFile};
use crate::queries::{self, PageKey};
use crate::text::{OutPath, Slug};

/// Where the feeds of a page lie; files of the project win.
pub(super) fn own_feeds(db: &Database, slug: &Slug) -> Vec<OutPath> {
    let published = queries::published_files(db, Project::get(db));
    feed_files(slug).into_iter().filter(|path| !published.contains(path.as_str())).collect()
}

/// The feeds of a page, put in place.
pub(super) fn feeds(
    (output, reuse): (&Output, Reuse),
    db: &Database,
    page: PageKey<'_>,
    known: Option<&FeedFiles>,
) -> Option<Box<FeedFiles>> {
    let Some(key) = queries::feeds::feed_key(db, page) else {
        if let Some(known) = known {
            let own = own_feeds(db, page.slug(db));
            known.paths.iter().filter(|path| own.contains(path)).for_each(|path| output.remove(path));
        }
        return None;
    };
    let slug = page.slug(db);
    let paths = own_feeds(db, slug);
    if known.is_none_or(|known| known.key != key || known.paths != paths) {
        let texts = std::cell::LazyCell::new(|| queries::feeds::feed_texts(db, page).unwrap_or_default());
        for (name, text) in feed_files(slug).iter().zip(0..) {
            if let Some(path) = paths.iter().find(|path| *path == name) {
                let file = WantedFile { path: path.clone(), key, origin: origin(db, slug) };
                put((output, reuse), db, &file, || texts.get(text).cloned().unwrap_or_default());
            }
        }
    }
    Some(Box::new(FeedFiles { paths, key }))
}
