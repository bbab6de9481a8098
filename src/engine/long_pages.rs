//! What long pages have in files of their own, put in place: sections of their Markdown (AI-12), and the older entries of
//! change logs (LOG-03).

use super::Reuse;
use super::write::{ExportFile, origin, put};
use crate::db::{Database, Project};
use crate::hash::ContentHash;
use crate::output::{Output, WantedFile};
use crate::queries::PageKey;
use crate::queries::addresses;
use crate::queries::archives::{archive_html, archive_key, archive_pages};
use crate::queries::exports::{is_taken, slice_key, slice_text, slices as sections};

/// The sections of a long page, put in place; those that it had before and has no more are removed.
pub(super) fn slices(
    (output, reuse): (&Output, Reuse),
    db: &Database,
    page: PageKey<'_>,
    known: &[ExportFile],
) -> Box<[ExportFile]> {
    let mut made = Vec::new();
    for (slice, path) in sections(db, page) {
        let Some(key) = slice_key(db, page, &slice) else { continue };
        let now = ExportFile { path, key };
        if !known.contains(&now) {
            let file = WantedFile { path: now.path.clone(), key, origin: origin(db, page.slug(db)) };
            put((output, reuse), db, &file, || slice_text(db, page, &slice).unwrap_or_default());
        }
        made.push(now);
    }
    remove_others(output, db, known, &made);
    made.into()
}

/// The pages of the older entries of a page that is written under `key`, put in place; those that it has no more are removed.
pub(super) fn archives(
    (output, reuse): (&Output, Reuse),
    db: &Database,
    (page, key): (PageKey<'_>, ContentHash),
    known: &[ExportFile],
) -> Box<[ExportFile]> {
    let mut made = Vec::new();
    for (number, slug) in archive_pages(db, page).iter().enumerate() {
        let path = addresses(db, Project::get(db)).page_file(slug);
        let now = ExportFile { path, key: archive_key(key, number) };
        if !known.contains(&now) {
            let file = WantedFile { path: now.path.clone(), key: now.key, origin: origin(db, page.slug(db)) };
            put((output, reuse), db, &file, || archive_html(db, page, number));
        }
        made.push(now);
    }
    remove_others(output, db, known, &made);
    made.into()
}

/// Removes what was known and is not made any more.
fn remove_others(output: &Output, db: &Database, known: &[ExportFile], made: &[ExportFile]) {
    for ExportFile { path, .. } in
        known.iter().filter(|known| made.iter().all(|made| made.path != known.path))
    {
        // Something else may lie there by now.
        let folder = path.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
        if !is_taken(db, Project::get(db), folder, path) {
            output.remove(path);
        }
    }
}
