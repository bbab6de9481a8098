//! A page is made: its key first, and its bytes when nothing that is there was made under that key.
//!
//! What is around the body of a page is the costly part of its key, and needed again for its bytes. No query keeps it:
//! for all pages of a large site that would be more than anything else.

use std::cell::{Cell, OnceCell};

use super::body::{body_keys, markup};
use super::page::{Around, PartsAround, around, key_of_parts, parts_around, put_together};
use super::*;

/// A page that is about to be made. What is around its body is asked for once, when it is needed first.
pub struct Making<'db> {
    db: &'db dyn Db,
    project: Project,
    page: PageKey<'db>,
    key: ContentHash,
    found: OnceCell<Option<Found>>,
}

impl<'db> Making<'db> {
    /// A page to be written under `key`, as [`page_key`] found it.
    pub fn new(db: &'db dyn Db, project: Project, page: PageKey<'db>, key: ContentHash) -> Self {
        Self { db, project, page, key, found: OnceCell::new() }
    }

    fn found(&self) -> Option<&Found> {
        let Self { db, project, page, .. } = *self;
        // All that it says is in the key, so under this key it is what it is now.
        let is_this = |(key, slug, _): &(ContentHash, Slug, Found)| *key == self.key && slug == page.slug(db);
        let known = || FOUND.take().filter(is_this).map(|(.., found)| found);
        self.found.get_or_init(|| known().or_else(|| Found::now(db, project, page))).as_ref()
    }

    /// The bytes of the page; none for an address that no page has.
    pub fn html(&self) -> String {
        let Self { db, project, page, .. } = *self;
        db.ran("page_html", page.slug(db));
        let Some(Found { around, .. }) = self.found() else { return String::new() };
        let sidebar = super::sidebars::of_page(db, page, &around.place);
        let body = markup(db, project, page);
        let (view, language) = put_together(db, project, (page.slug(db), None), around, sidebar, &body);
        templates(db, project).0.render_page(&shell(db, language), &view)
    }

    /// Puts what it was made from into the store.
    pub fn record(self) {
        if self.db.keeps() && self.found().is_some() {
            let Self { db, project, page, key, found } = self;
            let found = found.into_inner().flatten();
            found.into_iter().for_each(|Found { around, parts }| {
                super::parts::record(db, project, page, key, around, parts);
            });
        }
    }
}

thread_local! {
    /// What is around the page whose key this thread found last. It is made right after that, on the same thread.
    static FOUND: Cell<Option<(ContentHash, Slug, Found)>> = const { Cell::new(None) };
}

/// What is around a page, and the parts of its key that come of it.
struct Found {
    around: Around,
    parts: PartsAround,
}

impl Found {
    fn now<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Option<Self> {
        let around = around(db, project, page)?;
        let parts = parts_around(db, page, &around);
        Some(Self { around, parts })
    }
}

/// The hash of all that a page's bytes depend on; what [`put_together`] reads is in one of the parts.
pub(super) fn key<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> ContentHash {
    let Some(found) = Found::now(db, project, page) else { return ContentHash::default() };
    let key = key_of_parts(body_keys(db, page).markup, &found.parts);
    FOUND.set(Some((key, page.slug(db).clone(), found)));
    key
}
