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

/// The firewall between the list of languages and a page.
#[salsa::tracked(returns(clone))]
fn language_of_page<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<String> {
    languages(db, Project::get(db)).of_page(page.slug(db)).map(str::to_owned)
}
