//! The navigation as written, and the language of pages, which bodies may know before the navigation is resolved.

use super::*;
use crate::site::languages::Languages;
use crate::site::stand_ins::completed;

/// The navigation as written, with that of the default language where a language has none of its own. A firewall, too.
#[salsa::tracked(returns(clone))]
pub fn written_navigation(db: &dyn Db, project: Project) -> Arc<Level> {
    db.ran("written_navigation", &"");
    completed(&config(db, project).config.navigation)
}

/// Which page is in which language, as far as `docs.json` says.
#[salsa::tracked(returns(clone))]
pub(super) fn languages(db: &dyn Db, project: Project) -> Arc<Languages> {
    db.ran("languages", &"");
    Arc::new(Languages::of(&written_navigation(db, project)))
}

/// The language of the texts in a page's body. Sites in one language, which most are, remember nothing for it.
pub(super) fn page_language<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<String> {
    if languages(db, Project::get(db)).is_empty() { None } else { language_of_page(db, page) }
}

/// The language that the schemas in files of their own have that a page leads to; `None` for that of the site.
pub(super) fn part_language<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<String> {
    page_language(db, page).filter(|code| !languages(db, Project::get(db)).is_default(code))
}

/// A path from the root, as a page in the folder of a language means it.
#[salsa::interned(debug, revisions = usize::MAX)]
pub struct LocalizedLink<'db> {
    #[returns(ref)]
    pub folder: String,
    #[returns(ref)]
    pub path: String,
}

/// The page in the language of `own` that stands for a path from the root which names no language. That of a page with a
/// file: a body knows files, and no navigation.
pub(super) fn localized_page(db: &dyn Db, own: &Slug, path: &str) -> Option<Slug> {
    let folder = language_folder(db, PageKey::new(db, own.clone()))?;
    page_of_link(db, LocalizedLink::new(db, folder, path.to_owned()))
}

/// The firewall between the list of languages and those who have the link.
#[salsa::tracked(returns(clone))]
fn page_of_link<'db>(db: &'db dyn Db, link: LocalizedLink<'db>) -> Option<Slug> {
    db.ran("page_of_link", link.path(db));
    let languages = languages(db, Project::get(db));
    let page = languages.below(link.folder(db), link.path(db))?;
    let is_file = |name: String| lookup(db, &SourcePath::new(&name)).is_some();
    let names = [page.clone(), format!("{page}/index")];
    let found = names.into_iter().find(|page| {
        is_file(format!("{page}.mdx")) || is_file(format!("{page}.md")) || languages.is_completed(page)
    });
    found.map(|page| Slug::new(&page))
}

/// The folder of a page's language. The firewall between the list of languages and a page.
#[salsa::tracked(returns(clone))]
fn language_folder<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<String> {
    languages(db, Project::get(db)).folder_of(page.slug(db)).map(str::to_owned)
}

/// The firewall between the list of languages and a page.
#[salsa::tracked(returns(clone))]
fn language_of_page<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<String> {
    languages(db, Project::get(db)).of_page(page.slug(db)).map(str::to_owned)
}
