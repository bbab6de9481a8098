//! The pages of a long change log that have its older entries (LOG-03): which there are, their keys and their bytes. Nothing
//! here is remembered by queries: how many a page has is carried with the key of its body, and all of them follow its key.

use super::*;
use crate::html::archive::archive_slug;

/// The pages of a page's older entries, the newest first. Where something else lies at the address of one there are none,
/// and the page shows all of its entries.
pub fn archive_pages<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Vec<Slug> {
    // What comes from a description has no entries, and asks for no body.
    if matches!(page_origin(db, page), Some(PageOrigin::Generated(_))) {
        return Vec::new();
    }
    let count = body::body_keys(db, page).archives as usize;
    let pages: Vec<Slug> = (0..count).map(|number| archive_slug(page.slug(db), number, count)).collect();
    let project = Project::get(db);
    let addresses = addresses(db, project);
    let is_taken = |slug: &Slug| {
        let folder = slug.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
        page_origin(db, PageKey::new(db, slug.clone())).is_some()
            || exports::is_taken(db, project, folder, &addresses.page_file(slug))
    };
    if pages.iter().any(is_taken) { Vec::new() } else { pages }
}

/// The key of one of them, from that of the page.
pub fn archive_key(page: ContentHash, number: usize) -> ContentHash {
    KeyHasher::new("page of older entries").part(page.as_bytes()).value(&number).finish()
}

/// The bytes of one of them.
pub fn archive_html<'db>(db: &'db dyn Db, page: PageKey<'db>, number: usize) -> String {
    db.ran("archive_html", page.slug(db));
    let project = Project::get(db);
    let Some(around) = page::around(db, project, page) else { return String::new() };
    let sidebar = sidebars::of_page(db, page, &around.place);
    let body = body::markup(db, project, page);
    let of = (page.slug(db), Some(number));
    let (view, language) = page::put_together(db, project, of, &around, sidebar, &body);
    templates(db, project).0.render_page(&shell(db, language), &view)
}
