//! The sections of a long page in files of their own, put in place (AI-12).

use super::Reuse;
use super::write::{ExportFile, origin, put};
use crate::db::{Database, Project};
use crate::output::{Output, WantedFile};
use crate::queries::PageKey;
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
    for ExportFile { path, .. } in
        known.iter().filter(|known| made.iter().all(|made| made.path != known.path))
    {
        // Something else may lie there by now.
        let folder = path.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
        if !is_taken(db, Project::get(db), folder, path) {
            output.remove(path);
        }
    }
    made.into()
}
