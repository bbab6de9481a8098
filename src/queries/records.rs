//! What records for a search engine elsewhere are made of (SRCH-14). Nothing is kept: their pages are those of the
//! site's own index, and the engine remembers the keys of what was made of them.

use super::search::{ChunkKey, chunk_listing, search_scopes};
use super::*;
use crate::hash::ContentHash;
use crate::html::site_view::language_tag;
use crate::search::chunk::Entry;
use crate::search::passages::sections;
use crate::search::records::Frame;

/// What the records of each index have in common; empty for a site without.
pub fn record_frames(db: &dyn Db, project: Project) -> Vec<Frame> {
    let Some(engine) = chrome(db, project).search.records else { return Vec::new() };
    let site = project.settings(db).site_url.clone().unwrap_or_default();
    let home = &identity(db, project).name;
    let scopes = search_scopes(db, project);
    let frame = |scope: &search::Scope| Frame {
        engine,
        site: site.clone(),
        home: home.clone(),
        language: language_tag(scope.language.as_deref().unwrap_or("en")),
        version: scope.version.clone(),
    };
    scopes.iter().map(frame).collect()
}

/// The pages of a chunk, with what records say of them, and the keys of their markup.
pub fn record_pages<'db>(db: &'db dyn Db, key: ChunkKey<'db>) -> Vec<(Slug, Entry, ContentHash)> {
    let listed = chunk_listing(db, key).into_iter();
    let markup = |(slug, entry): (Slug, Entry)| {
        let markup = body::body_keys(db, PageKey::new(db, slug.clone())).markup;
        (slug, entry, markup)
    };
    listed.map(markup).collect()
}

/// The records of a page.
pub fn page_records(db: &dyn Db, frame: &Frame, slug: &Slug, entry: &Entry) -> String {
    db.ran("page_records", slug);
    let body = body::markup(db, Project::get(db), PageKey::new(db, slug.clone()));
    frame.records(entry, &sections(&body))
}

/// The same of a page whose markup is in the store; `None` when it is lost.
pub fn stored_records(db: &dyn Db, frame: &Frame, entry: &Entry, markup: ContentHash) -> Option<String> {
    db.ran("page_records", &entry.url);
    Some(frame.records(entry, &sections(&*db.stored_body(markup)?)))
}
