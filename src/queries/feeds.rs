//! The feeds of a page with a change log: their key and their texts (LOG-02). As for its Markdown neither is remembered
//! by queries: the entries lie in the store under the key of the body, and to put them together is cheap.

use super::page::Caption;
use super::*;
use crate::feed::{Entry, FeedInput, write_feeds};
use crate::html::feed_links::feed_urls;
use crate::html::site_view::language_tag;
use crate::source::history::Day;

/// What the feeds of a page are made from, besides its entries.
pub(super) struct FeedOf<'a> {
    pub slug: &'a Slug,
    pub caption: &'a Caption,
    /// The code of its language.
    pub language: Option<&'a str>,
    pub day: Option<Day>,
}

/// The key of a page's feeds; `None` when it has none.
pub fn feed_key<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<ContentHash> {
    let entries = own_entries(db, page)?;
    let around = page::around(db, Project::get(db), page)?;
    Some(key_of(db, entries, &around.feed(page.slug(db))))
}

/// The texts of a page's feeds.
pub fn feed_texts<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<[String; 3]> {
    let project = Project::get(db);
    own_entries(db, page)?;
    let around = page::around(db, project, page)?;
    Some(texts_of(db, &body::feed_entries(db, project, page), &around.feed(page.slug(db))))
}

/// The key of its entries. A page that shows another one has none of its own.
fn own_entries<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<ContentHash> {
    let entries = body::body_keys(db, page).feed?;
    (body::shown(db, page) == page).then_some(entries)
}

/// The key of feeds with these entries.
pub(super) fn key_of(db: &dyn Db, entries: ContentHash, of: &FeedOf<'_>) -> ContentHash {
    let project = Project::get(db);
    let mut key = KeyHasher::new("feeds");
    key.part(entries.as_bytes()).value(of.caption).value(&(of.slug, of.language, of.day));
    key.part(identity(db, project).name.as_bytes()).value(&project.settings(db).site_url);
    key.value(addresses(db, project)).finish()
}

/// Feeds with these entries.
pub(super) fn texts_of(db: &dyn Db, entries: &[Entry], of: &FeedOf<'_>) -> [String; 3] {
    let project = Project::get(db);
    let settings = project.settings(db);
    write_feeds(&FeedInput {
        title: of.caption.name(),
        description: of.caption.description().unwrap_or(""),
        site_name: &identity(db, project).name,
        language: &language_tag(of.language.unwrap_or("en")),
        site: settings.site_url.as_deref().unwrap_or(""),
        page: &addresses(db, project).page_url(of.slug),
        feeds: &feed_urls(of.slug, addresses(db, project)),
        entries,
        day: of.day,
    })
}
