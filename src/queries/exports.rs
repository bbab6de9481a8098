//! The Markdown file beside each page: its key and its text (AI-01). Neither is remembered by queries: the text
//! lies in the store under the key of the body, beside the markup and without it, and to hash a title is cheaper
//! than to remember that it was hashed.
//!
//! A title is part of its own page's text and of no other, so that what a file is made from is the key of the
//! text and its caption, and nothing of the rest of the site.

use std::collections::HashSet;

use super::page::{Caption, caption};
use super::*;
use crate::export::page_text;
use crate::text::OutPath;

/// Pages without a Markdown file beside them, because something else lies at its address. Kept: it is asked of
/// every page, and looks at all of them.
#[salsa::tracked(returns(clone))]
pub fn lost_exports(db: &dyn Db, project: Project) -> Arc<BTreeSet<Slug>> {
    db.ran("lost_exports", &"");
    let addresses = &project.settings(db).addresses;
    let pages = site_pages(db, project);
    let files = published_files(db, project);
    let stubs = redirect_stubs(db, project);
    let of_pages = pages.keys().chain(stubs.iter().map(|(slug, _)| slug));
    let of_pages = of_pages.map(|slug| addresses.page_file(slug));
    let files = files.iter().map(|path| OutPath::new(path.as_str())).chain(of_pages);
    let mut lost = lost(pages.keys().map(|slug| (slug, addresses.export_file(slug))), files);
    // The text of a page that shows another one lies beside that.
    lost.extend(page_index(db, project).stand_ins().keys().cloned());
    Arc::new(lost)
}

/// The key of a page's Markdown file; `None` when it has none, because its address is taken.
pub fn export_key<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<ContentHash> {
    if lost_exports(db, Project::get(db)).contains(page.slug(db)) {
        return None;
    }
    file_key(db, page)
}

/// The key of a page's Markdown, whatever lies at its address.
pub(super) fn file_key<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<ContentHash> {
    Some(key_of(body::body_keys(db, page).export, &caption(db, Project::get(db), page)?))
}

/// The Markdown file of a page.
pub fn export_text<'db>(db: &'db dyn Db, page: PageKey<'db>) -> String {
    let project = Project::get(db);
    let Some(caption) = caption(db, project, page) else { return String::new() };
    file_of(&caption, &body::export(db, project, page))
}

/// The key of a file with this text below its caption.
pub(super) fn key_of(text: ContentHash, caption: &Caption) -> ContentHash {
    KeyHasher::new("export file").part(text.as_bytes()).value(caption).finish()
}

/// The file with this text below its caption.
pub(super) fn file_of(caption: &Caption, text: &str) -> String {
    page_text(&caption.title, caption.shown_description(), &caption.instructions, text)
}

/// Pages whose Markdown file would lie where another file or folder does, or an earlier page's. Names are compared
/// as a disk that ignores letter case would.
pub(super) fn lost<'p>(
    pages: impl Iterator<Item = (&'p Slug, OutPath)>,
    others: impl Iterator<Item = OutPath>,
) -> BTreeSet<Slug> {
    let mut taken: HashSet<String> = HashSet::new();
    for path in others {
        let folded = folded(path.as_str());
        // Only what is called like a Markdown file can be in the way: such a file, or a folder of that name.
        for (at, _) in folded.match_indices(".md") {
            let end = at + ".md".len();
            if matches!(folded.as_bytes().get(end), None | Some(b'/')) {
                taken.insert(folded[..end].to_owned());
            }
        }
    }
    pages
        .filter(|(_, path)| !taken.insert(folded(path.as_str()).into_owned()))
        .map(|(slug, _)| slug.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ai_01_other_files_win() {
        let pages = ["a", "b", "c/d", "E", "index", "index/index"].map(Slug::new);
        let addresses = crate::text::Addresses::default();
        let others = ["a.md", "b.md/index.html", "x/c/d.md", "e.MD"].map(OutPath::new);
        let lost = lost(pages.iter().map(|slug| (slug, addresses.export_file(slug))), others.into_iter());
        assert_eq!(lost, ["E", "a", "b", "index/index"].map(Slug::new).into());
    }
}
