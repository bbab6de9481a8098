//! Redirect pages: where each lies and where it leads.
//!
//! A redirect page is a file in a folder of its own, so it needs an address that no other file of the output has:
//! nobody can put a folder where `llms.txt` lies. Files win; a redirect that lost is told with the list.

use super::*;
use crate::html::page_meta::redirect_canonical;
use crate::html::site_view::ASSET_FOLDER;
use crate::html::template::render_redirect_stub;
use crate::site::links::FEED_NAMES;
use crate::site::llms::FOLDER as TEXTS_FOLDER;
use crate::text::{OutPath, UrlStyle};

/// Most ids of operations that have redirect pages. A description with more of them would fill a host with small files
/// (Cloudflare takes 20,000 in all): the script of the 404 page follows those, from the lists that it looks in anyway.
const MOST_ALIAS_PAGES: usize = 500;

/// What the ids of operations lead to (OAS-07). Kept: it is equal after nearly every edit of a description.
#[salsa::tracked(returns(clone))]
pub fn operation_aliases(db: &dyn Db, project: Project) -> Arc<BTreeMap<String, Slug>> {
    db.ran("operation_aliases", &"");
    let navigation = navigation(db, project);
    if navigation.0.generated.iter().all(|page| page.alias.is_none()) {
        return Arc::default();
    }
    let pages = site_pages(db, project);
    let folders = folders(db, project);
    let redirects = redirects(db, project);
    let made = whole::made_files(db, project);
    let routes = pages.keys().map(Slug::route).chain(folders.keys().map(String::as_str)).chain(made);
    let taken: BTreeSet<String> = routes.map(|route| folded(route).into_owned()).collect();
    let is_other = |path: &str| redirects.find(path).is_some() || in_the_way(db, project, path).is_some();
    Arc::new(operation_pages(&navigation.0.generated, &taken, &is_other))
}

/// All addresses that lead on to a page without being written anywhere: folders, and ids of operations.
pub(super) fn leading_addresses(db: &dyn Db, project: Project) -> Arc<BTreeMap<String, Slug>> {
    let folders = folders(db, project);
    let aliases = operation_aliases(db, project);
    if aliases.is_empty() {
        return folders;
    }
    let both = folders.iter().chain(aliases.iter());
    Arc::new(both.map(|(address, page)| (address.clone(), page.clone())).collect())
}

/// Whether the 404 page leads to operations by their ids, and no pages do.
pub fn has_many_aliases(db: &dyn Db, project: Project) -> bool {
    operation_aliases(db, project).len() > MOST_ALIAS_PAGES
}

/// Redirect pages, for exact redirects, for folders and for ids of operations.
#[salsa::tracked(returns(clone))]
pub fn redirect_stubs(db: &dyn Db, project: Project) -> Arc<Vec<(Slug, String)>> {
    db.ran("redirect_stubs", &"");
    let pages = site_pages(db, project);
    let addresses = addresses(db, project);
    let mut stubs = hosting::redirect_plan(db, project).stubs.clone();
    stubs.retain(|(slug, _)| in_the_way(db, project, slug.as_str()).is_none());
    if addresses.style == UrlStyle::File {
        // The file of `/old.html` is that of `/old`.
        for (slug, _) in &mut stubs {
            if let Some(name) = slug.as_str().strip_suffix(".html") {
                *slug = Slug::new(name);
            }
        }
    }
    stubs.extend(
        folders(db, project).iter().map(|(folder, page)| (Slug::new(folder), addresses.page_url(page))),
    );
    // A file would hide what a host is told about the home page.
    let has_rule = redirects(db, project).names("/");
    if let Some(first) = first_page(&navigation(db, project).0).filter(|_| !has_rule) {
        stubs.push((Slug::new("index"), addresses.page_url(first)));
    }
    let aliases = operation_aliases(db, project);
    let few = aliases.iter().filter(|_| !has_many_aliases(db, project));
    stubs.extend(few.map(|(alias, page)| (Slug::new(alias), addresses.page_url(page))));
    // An address that differs from another only in letter case is one file on many disks: the page, or the
    // first of the redirects, has it.
    let mut taken: BTreeSet<String> = pages.keys().map(|slug| folded(slug.route()).into_owned()).collect();
    stubs.retain(|(slug, _)| taken.insert(folded(slug.route()).into_owned()));
    // `/a.html/b` below `/a`, where pages are called `a.html`.
    let files: BTreeSet<OutPath> = stubs.iter().map(|(slug, _)| addresses.page_file(slug)).collect();
    stubs.retain(|(slug, _)| {
        let file = addresses.page_file(slug);
        above(file.as_str()).all(|folder| !files.contains(&OutPath::new(folder)))
    });
    Arc::new(stubs)
}

/// What is told when nothing is where readers come first (PG-02). A configuration that cannot be read has said why.
pub(super) fn home_is_missing(db: &dyn Db, project: Project) -> Option<Diagnostic> {
    let pages = site_pages(db, project);
    let is_there = pages.contains_key(&Slug::new("index"))
        || redirects(db, project).names("/")
        || first_page(&navigation(db, project).0).is_some();
    let is_unread = config(db, project).diagnostics.iter().any(|told| told.severity == Severity::Error);
    if is_there || is_unread || pages.is_empty() {
        return None;
    }
    let message = "there is nothing at `/`: the navigation shows no page, and none is called index";
    let place = Location::file(&SourcePath::new(CONFIG_FILE));
    Some(
        Diagnostic::warning("home-is-missing", message)
            .located(place)
            .hint("list a page in `navigation` that is not hidden, or write index.mdx"),
    )
}

/// The page of a redirect at the address of `slug`. What search engines are told is as in the head of the page that
/// it leads to (RED-03).
pub fn redirect_page(db: &dyn Db, project: Project, slug: &Slug, target: &str) -> String {
    let settings = project.settings(db);
    let canonical =
        redirect_canonical(target, &seo(db, project), settings.site_url.as_deref(), addresses(db, project));
    render_redirect_stub(target, &canonical, languages::of_home(db, project, slug).as_deref())
}

/// The file of the output that has the address of a redirect, or lies where a folder for it would have to be.
pub(super) fn in_the_way(db: &dyn Db, project: Project, source: &str) -> Option<String> {
    let path = source.trim_matches('/');
    // Nearly every source is the address of a page that was: no file is called like that.
    let may_be = |name: &str| name.contains('.') || name.starts_with('_');
    let names = || above(path).chain([path]);
    let published = published_files(db, project);
    let found = match may_be(path) {
        true => names().find(|name| is_file(db, project, name)),
        false => names().find(|name| published.contains(*name)),
    };
    found.filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Whether a file of the output has this path, which may differ in letter case.
fn is_file(db: &dyn Db, project: Project, path: &str) -> bool {
    let name = folded(path);
    let addresses = addresses(db, project);
    let pages = site_pages(db, project);
    let is_made = whole::made_files(db, project).contains(&&*name) && name.contains('.');
    let is_of_sitemap = name.starts_with("sitemap-") && name.ends_with(".xml") && !name.contains('/');
    let is_below = |folder: &str| name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    if is_made || is_of_sitemap || is_below(ASSET_FOLDER) || is_below(TEXTS_FOLDER) {
        return true;
    }
    // The home page is there, or a page that leads on to the first one.
    if *name == *"index.html" || name.ends_with("/404.html") {
        return true;
    }
    let host = hosting::redirect_plan(db, project);
    if host.host_files.iter().any(|file| folded(file) == name) {
        return true;
    }
    let of_page = |slug: &str| {
        pages.contains_key(&Slug::new(slug)) || pages.contains_key(&Slug::new(&format!("{slug}/index")))
    };
    let (folder, last) = path.rsplit_once('/').unwrap_or(("", path));
    let page = match addresses.style {
        UrlStyle::Directory => (last == "index.html").then_some(folder),
        UrlStyle::File => path.strip_suffix(".html"),
    };
    // The Markdown beside a page gives way: a redirect at its address is the author's wish (AI-01).
    let is_page = page.is_some_and(of_page);
    // Which pages have feeds is known only with their bodies; one that is no page has none.
    is_page
        || (FEED_NAMES.contains(&last) && of_page(folder))
        || published_files(db, project).iter().any(|file| folded(file.as_str()) == name)
}

/// The folders above a path, the outermost first.
fn above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').filter_map(|(at, _)| path.get(..at))
}
