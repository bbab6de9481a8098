//! The links that pages name as `related` (FM-11), with the titles of the pages that they lead to.

use super::languages::page_language;
use super::texts::texts_of;
use super::*;
use crate::config::navigation::Icon;
use crate::html::icon::configured;
use crate::html::link::{Target, localized, resolve_link};
use crate::html::related::{RelatedLink, related};
use crate::site::page_index::PageSummary;

/// Links that are shown, as with the original.
const MOST: usize = 10;

/// The pages that name a page as related, by that page. Kept: an edited title is shown by these too. It reads the shape
/// of heads only, as the navigation does.
#[salsa::tracked(returns(clone))]
pub fn relating_pages(db: &dyn Db, project: Project) -> Arc<BTreeMap<Slug, Vec<Slug>>> {
    db.ran("relating_pages", &"");
    let mut relating: BTreeMap<Slug, Vec<Slug>> = BTreeMap::new();
    for page in page_index(db, project).iter() {
        for link in &page.rare.related {
            if let (_, Some(shown)) = target(db, project, &page.slug, &link.href) {
                relating.entry(shown).or_default().push(page.slug.clone());
            }
        }
    }
    Arc::new(relating)
}

/// The list below a page whose head this is.
pub(super) fn related_html(
    db: &dyn Db,
    project: Project,
    (slug, head): (&Slug, &PageSummary),
    files: &ProjectFiles<'_>,
) -> Option<Html> {
    let picture =
        |icon: &Icon| configured(icon, &SourcePath::new(CONFIG_FILE), addresses(db, project), files).0;
    let links = head.rare.related.iter().take(MOST).map(|link| {
        let (href, page) = target(db, project, slug, &link.href);
        let label = page.as_ref().and_then(|page| page::label(db, project, page));
        let own = || {
            page.as_ref()
                .and_then(|page| Some(page::caption(db, project, PageKey::new(db, page.clone()))?.title))
        };
        let icon = label.as_ref().and_then(|label| label.icon.as_deref()).and_then(picture);
        let title = link.title.clone().or_else(|| label.map(|label| label.title)).or_else(own);
        RelatedLink { title: title.unwrap_or_else(|| plain(&link.href)), icon, href }
    });
    let links: Vec<RelatedLink> = links.collect();
    if links.is_empty() {
        return None;
    }
    let language = page_language(db, PageKey::new(db, slug.clone()));
    related(&texts_of(db, language.as_deref()).interface.related, links)
}

/// The address of a link of a page, and the page that it leads to.
fn target(db: &dyn Db, project: Project, slug: &Slug, href: &str) -> (String, Option<Slug>) {
    let in_language = |path: &str| {
        let is_asked = addresses(db, project).localize;
        if is_asked { languages::localized_page(db, slug, path) } else { None }
    };
    let link = resolve_link(&localized(href, &in_language), slug, addresses(db, project), &|_| false);
    let page = match &link.target {
        Target::Internal { path, .. } | Target::Bare { path, .. } => [path.clone(), format!("{path}/index")]
            .into_iter()
            .map(|path| Slug::new(&path))
            .find(|page| page_origin(db, PageKey::new(db, page.clone())).is_some()),
        _ => None,
    };
    (link.url, page)
}

/// An address as readers know it.
fn plain(href: &str) -> String {
    href.trim_start_matches("https://").trim_start_matches("http://").trim_matches('/').to_owned()
}
