//! What the site as a whole is put together from: the sitemap, the redirects, what links can lead to.

use super::*;
use crate::config::navigation::DivisionKind;
use crate::html::feed_links::SITE_FEEDS;
use crate::html::page_meta::is_kept_out;
use crate::html::search_view::SEARCH_PAGE;
use crate::html::site_view::language_tag;
use crate::site::llms::{ALL_TEXTS, LIST, ROBOTS, WELL_KNOWN_LIST};
use crate::site::navigation::Navigation;
use crate::site::navigation::listing::Listed;
use crate::site::visibility::Visibility;

/// What links may lead to on every site, besides its pages and files.
const MADE_FILES: &[&str] = &[
    LIST,
    ALL_TEXTS,
    WELL_KNOWN_LIST,
    ROBOTS,
    SEARCH_PAGE,
    // With the address of the site, which a deployed one has.
    "sitemap.xml",
    "404",
    "404.html",
];

/// [`MADE_FILES`], and what this site has besides.
pub(super) fn made_files(db: &dyn Db, project: Project) -> Vec<&'static str> {
    let mut made = MADE_FILES.to_vec();
    if metadata(db, project).changes {
        made.extend(SITE_FEEDS);
    }
    if matches!(&*glossary_setting(db, project), Some(crate::config::publishing::Glossary::Terms(_))) {
        made.push(glossary::GLOSSARY_PAGE);
    }
    if super::favicons::favicon(db, &look(db, project)).is_some() {
        made.push("favicon.ico");
    }
    made
}

/// What links can lead to. Kept because every page is checked against it, and no page's content is in it.
#[salsa::tracked(returns(clone))]
pub fn link_targets(db: &dyn Db, project: Project) -> Arc<LinkTargets> {
    db.ran("link_targets", &"");
    let targets = LinkTargets::new(
        site_pages(db, project).keys().cloned().collect(),
        published_files(db, project),
        stubs::leading_addresses(db, project),
        redirects(db, project),
        addresses(db, project).clone(),
        made_files(db, project),
    );
    let pages = site_pages(db, project);
    let generated = pages.iter().filter(|(_, origin)| !matches!(origin, PageOrigin::File(_)));
    let generated = generated.map(|(slug, _)| slug.clone()).collect();
    let mut unknown = api::unknown_folders(db, project);
    unknown.extend(graphql::unknown_schema_folders(db, project));
    let ignore = sources::ignore_rules(db, project);
    Arc::new(targets.with_unknown(unknown).with_generated(generated).with_ignored(ignore.text()))
}

/// The files of the sitemap; none without the site's address.
pub(super) fn sitemap(db: &dyn Db, project: Project) -> Vec<SitemapFile> {
    let settings = project.settings(db);
    let Some(site) = &settings.site_url else { return Vec::new() };
    let navigation = navigation(db, project);
    let has = |kind| {
        let mut divisions = navigation.0.containers.iter().flat_map(|container| &container.divisions);
        divisions.any(|division| division.kind == kind)
    };
    let (has_languages, has_versions) = (has(DivisionKind::Language), has(DivisionKind::Version));
    let url = |slug: &Slug| format!("{site}{}", addresses(db, project).page_url(slug));
    let (index, seo) = (page_index(db, project), seo(db, project));
    // What a page tells robots is not contradicted here.
    let is_listed = |slug: &Slug| {
        let own = index.page(slug.as_str()).map(|page| &page.rare);
        let canonical = own.and_then(|own| own.canonical.as_deref()).filter(|address| !address.is_empty());
        let is_own = |address: &str| address.trim_end_matches('/') == url(slug).trim_end_matches('/');
        canonical.is_none_or(is_own) && (own.is_some_and(|own| own.has_robots) || !is_kept_out(&seo, slug))
    };
    // Of several versions the current one counts (SEO-08).
    let counts = |slug: &Slug| {
        is_listed(slug) && (!has_versions || find_place(&navigation.0, slug).canonical().is_none())
    };
    let alternates = |slug: &Slug| -> Vec<(String, String)> {
        if !has_languages {
            return Vec::new();
        }
        let place = find_place(&navigation.0, slug);
        let tag = |code: Option<&str>| code.map_or_else(|| "x-default".to_owned(), language_tag);
        place.translations().into_iter().map(|(code, slug)| (tag(code), url(slug))).collect()
    };
    let pages = site_pages(db, project);
    // A generated page is one of many that a description makes: of those a commit may have changed any.
    let day = |slug: &Slug| match pages.get(slug) {
        Some(PageOrigin::File(file)) => file.day(db).map(|day| day.iso()),
        _ => None,
    };
    let entries: Vec<SitemapEntry> = indexed_pages(db, project)
        .into_iter()
        .filter(counts)
        .map(|slug| SitemapEntry { url: url(&slug), lastmod: day(&slug), alternates: alternates(&slug) })
        .collect();
    write_sitemap(&entries, &format!("{site}{}", settings.addresses.base))
}

/// Pages that are meant to be found.
pub(super) fn indexed_pages(db: &dyn Db, project: Project) -> Vec<Slug> {
    pages_where(db, project, |visibility| visibility.sitemap).collect()
}

/// Pages of whose visibility `is_wanted` holds, in the order of their slugs.
pub(super) fn pages_where(
    db: &dyn Db,
    project: Project,
    is_wanted: impl Fn(&Visibility) -> bool,
) -> impl Iterator<Item = Slug> {
    let indexing = match seo(db, project).indexing {
        crate::config::publishing::Indexing::All => Indexing::All,
        crate::config::publishing::Indexing::Navigable => Indexing::Navigable,
    };
    let index = page_index(db, project);
    let navigation = navigation(db, project);
    let is_found = |(slug, origin): &(&Slug, &PageOrigin)| {
        let flags = match origin {
            PageOrigin::File(_) => index.page(slug.as_str()).map(PageFlags::from).unwrap_or_default(),
            PageOrigin::Generated(page) => PageFlags::from(&**page),
            // Its own address is that of the page that it shows.
            PageOrigin::StandIn(_) => return false,
        };
        let listed = navigation.0.places.occurrences(slug.as_str()).first().map(|listed| listed.state);
        is_wanted(&visibility(flags, listed, indexing))
    };
    let found: Vec<Slug> =
        site_pages(db, project).iter().filter(is_found).map(|(slug, _)| slug.clone()).collect();
    found.into_iter()
}

/// The same pages as readers come across them, each with its first place in the navigation; behind them those that
/// have none.
pub(super) fn in_reading_order<'n>(
    db: &dyn Db,
    project: Project,
    navigation: &'n Navigation,
    is_wanted: impl Fn(&Visibility) -> bool,
) -> Vec<(Slug, Option<&'n Listed>)> {
    let mut left: BTreeSet<Slug> = pages_where(db, project, is_wanted).collect();
    let listed = navigation.places.in_reading_order().into_iter();
    let mut pages: Vec<_> =
        listed.filter_map(|listed| Some((left.take(&listed.slug)?, Some(listed)))).collect();
    pages.extend(left.into_iter().map(|slug| (slug, None)));
    pages
}

/// The redirects with their places in the configuration.
pub(super) fn placed_redirects(db: &dyn Db, project: Project) -> Vec<Redirect> {
    let parsed = config(db, project);
    let mut places = parsed.places.redirects.iter();
    let mut place = |source: &str| {
        // What could not be read has a place and is no redirect.
        let mut ahead = places.clone();
        let (_, found) = ahead.find(|(text, _)| text == source)?;
        places = ahead;
        Some(found.clone())
    };
    let list = redirect_list(db, project).into_iter().zip(&parsed.config.redirects);
    list.map(|(redirect, written)| Redirect { location: place(&written.source), ..redirect }).collect()
}

/// The routes that are redirected even where a page has them. Kept: the list of pages is made anew with every other head.
#[salsa::tracked(returns(clone))]
pub(super) fn replaced_routes(db: &dyn Db, project: Project) -> Arc<BTreeMap<String, Option<String>>> {
    db.ran("replaced_routes", &"");
    let redirects = redirects(db, project);
    if redirects.sources().next().is_none() {
        return Arc::default();
    }
    let mut named = BTreeSet::new();
    written_navigation(db, project).each_page(&mut |path| {
        named.insert(Slug::of_entry(path).route().to_owned());
    });
    Arc::new(redirects.replaced_routes(&named))
}

/// The redirects, from the base path on: an author may have written it before them. Unless the project has a folder of that
/// name, which they may mean.
pub(super) fn redirect_list(db: &dyn Db, project: Project) -> Vec<Redirect> {
    let parsed = config(db, project);
    // What the configuration says of addresses is nothing to redirects.
    let addresses = &project.settings(db).addresses;
    let has_folder = !addresses.base.is_empty()
        && project.files(db).keys().any(|path| addresses.below_base(path.as_str()).is_some());
    let own = |written: &str| {
        let inner = written.strip_prefix('/').and_then(|path| addresses.below_base(path));
        inner.filter(|_| !has_folder).map_or_else(|| written.to_owned(), |inner| format!("/{inner}"))
    };
    parsed
        .config
        .redirects
        .iter()
        .map(|redirect| Redirect {
            source: own(&redirect.source),
            destination: own(&redirect.destination),
            permanence: if redirect.permanent { Permanence::Permanent } else { Permanence::Temporary },
            location: None,
        })
        .collect()
}
