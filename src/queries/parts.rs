//! What a page is made from, by name: to explain why it is made again. Nothing here is remembered by queries; the
//! parts of a page that is written go to the store, under the key that it is written under.

use super::{PageKey, body, page};
use crate::db::{Db, Project};
use crate::encoding::{decode, encode};
use crate::explain::Parts;
use crate::hash::{ContentHash, KeyHasher};

/// All that a page's bytes depend on.
pub fn page_parts<'db>(db: &'db dyn Db, project: Project, key: PageKey<'db>) -> Parts {
    let mut parts = body::parts(db, project, key);
    parts.extend(page::key_parts(db, project, key).into_iter().flatten());
    parts
}

/// Puts the parts of a page that is written under `key` into the store.
pub fn record<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>, key: ContentHash) {
    if db.keeps() {
        db.store(stored_under(key), &encode(&page_parts(db, project, page)));
    }
}

/// The parts of a page that was written under `key`.
pub fn recorded(db: &dyn Db, key: ContentHash) -> Option<Parts> {
    db.stored(stored_under(key)).and_then(|bytes| decode(&bytes))
}

fn stored_under(key: ContentHash) -> ContentHash {
    KeyHasher::new("parts").part(key.as_bytes()).finish()
}
