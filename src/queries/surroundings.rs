//! What is around the body of a page, in the store: so that a process that only finds other words in a page makes
//! it without knowing the rest of the site.
//!
//! Trail and sidebar are shared by many pages and lie there by themselves. Nothing here is remembered by queries.

use serde::{Deserialize, Serialize};

use super::body::Origin;
use super::page::{Around, PartsAround, key_of_parts, put_together};
use super::*;
use crate::encoding::{decode, encode};
use crate::site::place::Trail;

/// What is around a page's body.
#[derive(Serialize, Deserialize)]
pub struct Surroundings {
    around: Around,
    parts: PartsAround,
    trail: ContentHash,
    /// `None` for a page without a sidebar.
    sidebar: Option<ContentHash>,
    #[serde(skip)]
    fragment: Arc<SidebarFragment>,
}

impl Surroundings {
    /// As the site is now.
    pub(super) fn of<'db>(db: &'db dyn Db, page: PageKey<'db>, around: Around, parts: PartsAround) -> Self {
        let sidebar = super::sidebars::fragment_of_page(db, page, &around.place);
        let (sidebar, fragment) =
            sidebar.map_or_else(Default::default, |(key, fragment)| (Some(key), fragment));
        Self { trail: around.place.trail.key, around, parts, sidebar, fragment }
    }

    /// As they were when a page was written under `key`.
    pub fn recorded(db: &dyn Db, key: ContentHash) -> Option<Self> {
        let mut found: Self = decode(&db.stored(stored_under("surroundings", key))?)?;
        let trail: Trail = decode(&db.stored(stored_under("trail", found.trail))?)?;
        found.around.place.trail = Arc::new(Trail { key: found.trail, ..trail });
        if let Some(sidebar) = found.sidebar {
            found.fragment = Arc::new(decode(&db.stored(stored_under("fragment", sidebar))?)?);
        }
        Some(found)
    }

    /// Puts them into the store, for the page that is written under `key`.
    pub fn record(&self, db: &dyn Db, key: ContentHash) {
        db.store(stored_under("surroundings", key), &encode(self));
        let trail = stored_under("trail", self.trail);
        if !db.is_stored(trail) {
            db.store(trail, &encode(&*self.around.place.trail));
        }
        if let Some(sidebar) = self.sidebar.map(|sidebar| stored_under("fragment", sidebar))
            && !db.is_stored(sidebar)
        {
            db.store(sidebar, &encode(&*self.fragment));
        }
    }

    /// The key of the page with a body of this markup.
    pub fn key(&self, markup: ContentHash) -> ContentHash {
        key_of_parts(markup, &self.parts)
    }

    /// The key of its Markdown file with this text; `None` when it has none.
    pub fn export_key(&self, text: ContentHash) -> Option<ContentHash> {
        self.around.has_export.then(|| super::exports::key_of(text, &self.around.caption))
    }

    /// Its Markdown file with the text of these keys; `None` when the store lost it.
    pub fn export(&self, db: &dyn Db, body: BodyKeys) -> Option<String> {
        Some(super::exports::file_of(&self.around.caption, &db.stored_export(body.export)?))
    }

    /// Its line in the list for language models, with this beginning of its text.
    pub fn list_line(&self, db: &dyn Db, slug: &Slug, summary: Option<String>) -> String {
        super::llms::line_of(db, slug, (&self.around.caption, self.around.has_export), summary)
    }

    /// The key of its feeds with these entries; `None` when it has none.
    pub fn feed_key(&self, db: &dyn Db, slug: &Slug, body: BodyKeys) -> Option<ContentHash> {
        body.feed.map(|entries| super::feeds::key_of(db, entries, &self.around.feed(slug)))
    }

    /// Its feeds with the entries of these keys; `None` when the store lost them.
    pub fn feeds(&self, db: &dyn Db, slug: &Slug, body: BodyKeys) -> Option<[String; 3]> {
        let entries: Vec<crate::feed::Entry> = decode(&db.stored(body.feed?)?)?;
        Some(super::feeds::texts_of(db, &entries, &self.around.feed(slug)))
    }

    /// The bytes of the page with the body of these keys, which are recorded under its key; `None` when the store
    /// lost the body.
    pub fn page(&self, db: &dyn Db, page: &Origin<'_>, body: BodyKeys) -> Option<String> {
        let project = Project::get(db);
        let sidebar =
            if self.sidebar.is_some() { self.fragment.for_page(page.slug) } else { Html::default() };
        let markup = db.stored_body(body.markup)?;
        let (view, language) = put_together(db, project, (page.slug, None), &self.around, sidebar, &markup);
        let html = templates(db, project).0.render_page(&shell(db, language), &view);
        let key = self.key(body.markup);
        super::parts::record_parts(db, project, page, body.markup, &self.parts, key);
        self.record(db, key);
        Some(html)
    }
}

fn stored_under(kind: &str, key: ContentHash) -> ContentHash {
    KeyHasher::new(kind).part(key.as_bytes()).finish()
}
