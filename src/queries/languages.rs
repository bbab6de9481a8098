//! The navigation as written, and the language of pages, which bodies may know before the navigation is resolved.

use super::*;
use crate::config::navigation::DivisionKind;
use crate::html::site_view::language_tag;
use crate::site::languages::Languages;
use crate::site::navigation::{Link, first_page};
use crate::site::place::Fit;
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

/// The page at `/`, where the file of another one leads on to the first page.
const HOME: &str = "index";

/// Where the home page may lead by the language of a reader's browser, when `slug` is the home page and the site asks for
/// that (I18N-08).
pub(super) fn of_home(db: &dyn Db, project: Project, slug: &Slug) -> Option<Arc<str>> {
    if slug.as_str() == HOME { home_languages(db, project) } else { None }
}

/// For each language of the home page its tag, its code, the address there and the folder of its pages, as
/// `themes/base/language.js` reads them: the home page's own first. `None` unless the site asks for it, and with one language.
#[salsa::tracked(returns(clone))]
pub(super) fn home_languages(db: &dyn Db, project: Project) -> Option<Arc<str>> {
    db.ran("home_languages", &"");
    if !interaction(db, project).browser_language || home_is_redirected(db, project) {
        return None;
    }
    let home = Slug::new(HOME);
    let navigation = navigation(db, project);
    let has_page = site_pages(db, project).contains_key(&home);
    let shown = if has_page { home } else { first_page(&navigation.0)?.clone() };
    let place = find_place(&navigation.0, &shown);
    let (all, addresses) = (languages(db, project), addresses(db, project));
    let mut found = Vec::new();
    for counterpart in place.counterparts.iter().filter(|found| found.kind == DivisionKind::Language) {
        let Some(Link::Page(slug)) = &counterpart.link else { continue };
        let code = &counterpart.label;
        let folder = all.folder_of(slug).map_or_else(String::new, |folder| addresses.path_url(folder));
        let language = [language_tag(code), code.clone(), addresses.page_url(slug), folder];
        let at = if counterpart.fit == Fit::Current { 0 } else { found.len() };
        found.insert(at, language);
    }
    let has_choice = found.len() > 1;
    has_choice.then(|| serde_json::to_string(&found).ok().map(Arc::from)).flatten()
}

/// Where the logo leads on the pages of a language: to its folder, when it has one. Known without the resolved navigation,
/// which a page that is made again from the store does without.
pub(super) fn home_of_language(db: &dyn Db, project: Project, code: Option<&str>) -> String {
    let languages = languages(db, project);
    let folder = code.filter(|code| !languages.is_default(code)).and_then(|code| languages.home_of(code));
    addresses(db, project).path_url(folder.unwrap_or_default())
}

/// Whether a rule of the project leads on from `/`: a host follows it before any script runs.
fn home_is_redirected(db: &dyn Db, project: Project) -> bool {
    redirects(db, project).names("/") && !site_pages(db, project).contains_key(&Slug::new(HOME))
}

/// What keeps the home page from leading to the reader's language.
pub(super) fn home_problem(db: &dyn Db, project: Project) -> Option<Diagnostic> {
    if !interaction(db, project).browser_language || !home_is_redirected(db, project) {
        return None;
    }
    let message = "`/` is redirected, so it cannot lead to the language of the reader's browser";
    let hint =
        "take this redirect out: without a page of its own, `/` leads to the first page of the navigation";
    let place = problems::place_of(db, "source", "/");
    Some(Diagnostic::warning("home-is-redirected", message).located(place).hint(hint))
}
