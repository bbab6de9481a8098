//! What links show of the pages that they lead to, in place: a small file for each page (CMP-32).

use rayon::prelude::*;

use super::Reuse;
use super::write::{Keys, PageFile, Site};
use crate::db::Database;
use crate::hash::ContentHash;
use crate::output::WantedFile;
use crate::queries::PageKey;
use crate::queries::previews::{has_previews, preview_file, preview_text};

/// Those of `pages`, for a site that asks for them.
pub(super) fn write(site: &Site<'_>, pages: &[PageFile], before: &Keys) -> Keys {
    let Site { db, project, output, reuse, .. } = *site;
    if !has_previews(db, project) {
        return Keys::new();
    }
    let put = |db: &mut Database, page: &PageFile| {
        if db.cancellation().is_requested() {
            return None;
        }
        let path = preview_file(db, project, &page.slug);
        let text = preview_text(db, PageKey::new(db, page.slug.clone()))?;
        let key = ContentHash::of(text.as_bytes());
        if before.get(&path) != Some(&key) {
            let file = WantedFile { path: path.clone(), key, origin: None };
            if reuse == Reuse::On && output.is_current(&path, key) {
                output.keep(&file);
            } else {
                output.write(&file, text.as_bytes());
            }
        }
        Some((path, key))
    };
    pages.par_iter().map_with(db.clone(), put).flatten().collect()
}
