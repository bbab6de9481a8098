//! The Markdown file beside each page: its key and its text (AI-01). Neither is remembered by queries: the text
//! lies in the store under the key of the body, beside the markup and without it, and to hash a title is cheaper
//! than to remember that it was hashed.
//!
//! A title is part of its own page's text and of no other, so that what a file is made from is the key of the
//! text and its caption, and nothing of the rest of the site.

use std::collections::HashSet;

use super::page::{Caption, caption};
use super::*;
use crate::db::BodyKeys;
use crate::encoding::{decode, encode};
use crate::export::page_text;
use crate::export::slices::{Slice, slices as text_slices, table};
use crate::text::OutPath;

/// Pages without a Markdown file beside them, because something else lies at its address. Kept: it is asked of
/// every page, and looks at all of them.
#[salsa::tracked(returns(clone))]
pub fn lost_exports(db: &dyn Db, project: Project) -> Arc<BTreeSet<Slug>> {
    db.ran("lost_exports", &"");
    let addresses = addresses(db, project);
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
pub fn file_key<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<ContentHash> {
    let key = key_of(body::body_keys(db, page).export, &caption(db, Project::get(db), page)?);
    let pieces = slices(db, page);
    if pieces.is_empty() {
        return Some(key);
    }
    let urls: Vec<&OutPath> = pieces.iter().map(|(_, path)| path).collect();
    let settings = Project::get(db).settings(db);
    let mut with = KeyHasher::new("export file with pieces");
    Some(with.part(key.as_bytes()).value(&(urls, &settings.site_url, &settings.addresses.base)).finish())
}

/// The Markdown file of a page.
pub fn export_text<'db>(db: &'db dyn Db, page: PageKey<'db>) -> String {
    let project = Project::get(db);
    let Some(caption) = caption(db, project, page) else { return String::new() };
    let text = body::export(db, project, page);
    let pieces = slices(db, page);
    if pieces.is_empty() {
        return file_of(&caption, &text);
    }
    let pieces = pieces.iter().map(|(slice, path)| (slice, address(db, project, path.as_str())));
    file_of(&caption, &format!("{}\n{text}", table(&text, pieces)))
}

/// A full address, where that of the site is known.
fn address(db: &dyn Db, project: Project, path: &str) -> String {
    let settings = project.settings(db);
    format!("{}{}", settings.site_url.as_deref().unwrap_or(""), addresses(db, project).path_url(path))
}

/// The sections of a long page that have files of their own, and where (AI-12): not where something else lies.
pub fn slices<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Vec<(Slice, OutPath)> {
    let BodyKeys { is_long, export, .. } = body::body_keys(db, page);
    let project = Project::get(db);
    if !is_long || !*sections_apart(db, project) || lost_exports(db, project).contains(page.slug(db)) {
        return Vec::new();
    }
    let key = KeyHasher::new("pieces of a text").part(export.as_bytes()).finish();
    let found = db.stored(key).and_then(|bytes| decode(&bytes)).filter(|_| !db.is_verifying());
    let all: Vec<Slice> = found.unwrap_or_else(|| {
        let made = text_slices(&body::export(db, project, page));
        db.store(key, &encode(&made));
        made
    });
    let own = addresses(db, project).export_file(page.slug(db));
    let folder = own.as_str().trim_end_matches(".md");
    let files = all.into_iter().map(|slice| {
        let path = OutPath::new(&format!("{folder}/{}.md", slice.name));
        (slice, path)
    });
    files.filter(|(_, path)| !is_taken(db, project, folder, path)).collect()
}

/// Whether something else lies at the path of a piece, or in its way. A piece lies in the folder of its page.
pub fn is_taken(db: &dyn Db, project: Project, folder: &str, path: &OutPath) -> bool {
    let addresses = addresses(db, project);
    let published = published_files(db, project);
    let is_it = |other: &str| {
        let other = folded(other);
        let own = folded(path.as_str());
        other == own || other.strip_prefix(&*own).is_some_and(|rest| rest.starts_with('/'))
    };
    let below = format!("{folder}/");
    let is_below = |text: &str| text.starts_with(&below);
    let is_near = |text: &str| text.starts_with(folder);
    let mut files = published.range(SourcePath::new(folder)..).take_while(|path| is_near(path.as_str()));
    let pages = site_pages(db, project);
    let pages =
        pages.range(Slug::new(folder)..).map(|(slug, _)| slug).take_while(|slug| is_near(slug.as_str()));
    let stubs = redirect_stubs(db, project);
    let mut others = pages.chain(stubs.iter().map(|(slug, _)| slug)).filter(|slug| is_below(slug.as_str()));
    published.contains(folder)
        || files.any(|file| is_it(file.as_str()))
        || others.any(|slug| {
            is_it(addresses.export_file(slug).as_str()) || is_it(addresses.page_file(slug).as_str())
        })
}

/// The file of a piece, and its key.
pub fn slice_key<'db>(db: &'db dyn Db, page: PageKey<'db>, slice: &Slice) -> Option<ContentHash> {
    let project = Project::get(db);
    let caption = caption(db, project, page)?;
    let own = own_address(db, project, page);
    let mut key = KeyHasher::new("file of a piece");
    Some(key.part(slice.hash.as_bytes()).value(&(&slice.title, &caption, own)).finish())
}

/// The file of a piece: its heading, where it is from, and its text.
pub fn slice_text<'db>(db: &'db dyn Db, page: PageKey<'db>, slice: &Slice) -> Option<String> {
    let project = Project::get(db);
    let caption = caption(db, project, page)?;
    let own = own_address(db, project, page);
    let from = format!("A section of [{}]({own})", caption.name().replace('[', "\\[").replace(']', "\\]"));
    let text = body::export(db, project, page);
    Some(page_text(&slice.title, Some(&from), &caption.instructions, slice.text(&text)))
}

/// The full address of the page's whole text.
fn own_address<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> String {
    let site = project.settings(db).site_url.as_deref().unwrap_or("");
    format!("{site}{}", addresses(db, project).export_url(page.slug(db)))
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
