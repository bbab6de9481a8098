//! The links that pages name as `related` (FM-11), with the titles of the pages that they lead to; and those that are
//! found for the others, by the words of heads: what a page says in its text is no matter of another one.

use super::languages::page_language;
use super::texts::texts_of;
use super::*;
use crate::config::navigation::{DivisionKind, Icon};
use crate::html::icon::configured;
use crate::html::link::{Target, localized, resolve_link};
use crate::html::related::{RelatedLink, related};
use crate::search::words::words;
use crate::site::page_index::PageSummary;
use crate::site::similar::{Described, similar};

/// Links that are shown, as with the original.
const MOST: usize = 10;
/// Of those that are found.
const MOST_FOUND: usize = 5;

/// The pages that are found for each, for a site that asks for them. Kept: one look at all heads makes all lists.
#[salsa::tracked(returns(clone))]
fn similar_pages(db: &dyn Db, project: Project) -> Arc<BTreeMap<Slug, Vec<Slug>>> {
    db.ran("similar_pages", &"");
    let navigation = navigation(db, project);
    let pages = site_pages(db, project);
    let described = |slug: Slug| {
        let Some(PageOrigin::File(file)) = pages.get(&slug) else { return None };
        let label = file.label(db).as_ref()?;
        let mut found = BTreeMap::new();
        let mut add = |text: &str, weight: u32| {
            words(text, |word| {
                if !word.is_stop() {
                    *found.entry(word.text.to_owned()).or_insert(0) += weight;
                }
            });
        };
        add(label.title.as_deref().unwrap_or_default(), 3);
        label.rare.keywords.iter().for_each(|keyword| add(keyword, 3));
        add(label.description.as_deref().unwrap_or_default(), 1);
        add(slug.route(), 1);
        let trail = navigation.0.places.trail(slug.as_str());
        let label = |kind| trail.label(kind).map(str::to_owned);
        let scope = (label(DivisionKind::Language), label(DivisionKind::Version));
        Some(Described { slug, scope, words: found })
    };
    let all: Vec<Described> = whole::indexed_pages(db, project).into_iter().filter_map(described).collect();
    Arc::new(similar(&all, MOST_FOUND))
}

/// Those of one page. The firewall between the lists and the page.
#[salsa::tracked(returns(clone))]
fn similar_to<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Arc<[Slug]> {
    db.ran("similar_to", page.slug(db));
    let lists = similar_pages(db, Project::get(db));
    lists.get(page.slug(db)).map(|list| list.as_slice().into()).unwrap_or_default()
}

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
    let mut links: Vec<RelatedLink> = links.collect();
    if links.is_empty() && metadata(db, project).related && !head.rare.without_related {
        let found = similar_to(db, PageKey::new(db, slug.clone()));
        links.extend(found.iter().filter_map(|page| {
            let label = page::label(db, project, page)?;
            let icon = label.icon.as_deref().and_then(picture);
            Some(RelatedLink { title: label.title, icon, href: addresses(db, project).page_url(page) })
        }));
    }
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
