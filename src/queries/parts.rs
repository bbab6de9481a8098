//! What a page is made from, by name: to explain why it is made again. Nothing here is remembered by queries; the
//! parts of a page that is written go to the store, under the key that it is written under.

use super::body::{Origin, body_keys};
use super::page::PartsAround;
use super::surroundings::Surroundings;
use super::{PageKey, body, page, page_origin};
use crate::db::{Db, Project};
use crate::encoding::{decode, encode};
use crate::explain::{Part, Parts};
use crate::hash::{ContentHash, KeyHasher};

/// All that a page's bytes depend on.
pub fn page_parts<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Parts {
    let around = page::around(db, project, page).map(|around| page::parts_around(db, page, &around));
    let origin = page_origin(db, page);
    let origin = Origin { slug: page.slug(db), origin: origin.as_ref() };
    all(db, project, &origin, body_keys(db, page).markup, around.iter().flatten())
}

/// Puts the parts of a page that is written under `key` into the store, with what is around it.
pub(super) fn record<'db>(
    db: &'db dyn Db,
    project: Project,
    page: PageKey<'db>,
    key: ContentHash,
    around: page::Around,
    parts: PartsAround,
) {
    let origin = page_origin(db, page);
    let origin = Origin { slug: page.slug(db), origin: origin.as_ref() };
    record_parts(db, project, &origin, body_keys(db, page).markup, &parts, key);
    Surroundings::of(db, page, around, parts).record(db, key);
}

/// Whether [`record`] has nothing to add to the store.
pub fn is_recorded(db: &dyn Db, key: ContentHash) -> bool {
    !db.keeps() || db.is_stored(stored_under(key))
}

/// Puts the parts of a page that is written under `key` into the store.
pub(super) fn record_parts(
    db: &dyn Db,
    project: Project,
    page: &Origin<'_>,
    markup: ContentHash,
    around: &PartsAround,
    key: ContentHash,
) {
    db.store(stored_under(key), &encode(&all(db, project, page, markup, around.iter())));
}

fn all<'p>(
    db: &dyn Db,
    project: Project,
    page: &Origin<'_>,
    markup: ContentHash,
    around: impl Iterator<Item = &'p (Part, ContentHash)>,
) -> Parts {
    let mut parts = body::parts(db, project, page);
    parts.push((Part::Body, markup));
    parts.extend(around.cloned());
    parts
}

/// The parts of a page that was written under `key`.
pub fn recorded(db: &dyn Db, key: ContentHash) -> Option<Parts> {
    db.stored(stored_under(key)).and_then(|bytes| decode(&bytes))
}

fn stored_under(key: ContentHash) -> ContentHash {
    KeyHasher::new("parts").part(key.as_bytes()).finish()
}
