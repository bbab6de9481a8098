//! The feed of all pages: which came and which were changed, by the commits of their files (LOG-04). For sites that ask for it.
//!
//! It shows titles, descriptions and days, and no words of pages: an edit of words is none of its matter.

use super::texts::texts_of;
use super::*;
use crate::feed::{Entry, FeedInput, write_feeds};
use crate::html::feed_links::{SITE_FEEDS, site_links};
use crate::html::site_view::language_tag;

/// Most pages of the feed.
const NEWEST: usize = 50;

/// Its files; none for a site that does not ask. Those that the project has itself are left out. Kept: it looks at the
/// heads of all pages, which no edit of words changes.
#[salsa::tracked(returns(clone))]
pub fn changes_feeds(db: &dyn Db, project: Project) -> Arc<Vec<(String, String)>> {
    if !metadata(db, project).changes {
        return Arc::default();
    }
    db.ran("changes_feeds", &"");
    let addresses = addresses(db, project);
    let settings = project.settings(db);
    let pages = site_pages(db, project);
    // What comes from a description, and what stands in for a page, has no file of its own.
    let dated = |slug: Slug| match pages.get(&slug) {
        Some(PageOrigin::File(file)) => Some((file.day(db)?, file.came(db), slug)),
        _ => None,
    };
    let mut changed: Vec<_> = whole::indexed_pages(db, project).into_iter().filter_map(dated).collect();
    changed.sort_by(|(one, _, own), (other, _, others)| other.cmp(one).then_with(|| own.cmp(others)));
    changed.truncate(NEWEST);
    let entry = |(day, came, slug): (_, Option<_>, Slug)| {
        let caption = page::caption(db, project, PageKey::new(db, slug.clone()))?;
        Some(Entry {
            title: caption.name().to_owned(),
            day: Some(day),
            tags: vec![if came == Some(day) { "added" } else { "changed" }.to_owned()],
            text: caption.description().unwrap_or_default().to_owned(),
            page: Some(addresses.page_url(&slug)),
            ..Entry::default()
        })
    };
    let entries: Vec<Entry> = changed.into_iter().filter_map(entry).collect();
    let home = Slug::new("index");
    let place = own_pages::first_place(db, project, &home);
    let code = place.language();
    let texts = write_feeds(&FeedInput {
        title: &texts_of(db, code).interface.changes,
        description: identity(db, project).description.as_deref().unwrap_or(""),
        site_name: &identity(db, project).name,
        language: &language_tag(code.unwrap_or("en")),
        site: settings.site_url.as_deref().unwrap_or(""),
        page: &addresses.page_url(&home),
        feeds: &SITE_FEEDS.map(|file| addresses.path_url(file)),
        entries: &entries,
        day: None,
    });
    let published = published_files(db, project);
    let files = SITE_FEEDS.iter().map(|file| (*file).to_owned()).zip(texts);
    Arc::new(files.filter(|(file, _)| !published.contains(file.as_str())).collect())
}

/// What the head of every page says of it.
pub(super) fn links(db: &dyn Db, project: Project, code: Option<&str>) -> Html {
    let text = texts_of(db, code);
    let title = format!("{} - {}", text.interface.changes, identity(db, project).name);
    site_links(&title, addresses(db, project))
}
