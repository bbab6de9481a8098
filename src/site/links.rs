//! The link check: links, images and anchors of all pages against what the site really has (behaviour 16).
//!
//! It works on small facts about pages and never guesses in favour of a report: what cannot be known, such as
//! the pages of a description that was not fetched, is taken as right. External links are not looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Location, did_you_mean};
use crate::encoding::percent_decoded;
use crate::hash::{ContentHash, KeyHasher};
use crate::page::heading::{FRAME_IDS, clean};
use crate::site::page_index::nearest_slug;
use crate::site::redirects::{Redirects, is_internal, split_suffix};
use crate::source::ignore_rules::IgnoreRules;
use crate::text::{Addresses, Slug, SourcePath, UrlStyle, has_scheme};

pub mod better;
mod resolve;
pub mod spellings;

use resolve::{Target, path_of, resolve};

/// Names of the feeds beside a page with a change log.
pub const FEED_NAMES: [&str; 3] = ["rss.xml", "atom.xml", "feed.json"];

/// What the check reads of one page.
#[derive(Clone, Copy, Debug)]
pub struct PageLinks<'a> {
    pub slug: &'a Slug,
    /// The file whose folder relative links start from.
    pub path: &'a SourcePath,
    pub links: &'a [PageLink],
}

/// A link or image as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageLink {
    pub target: String,
    pub kind: LinkKind,
}

/// What a target is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LinkKind {
    /// `href`.
    Link,
    /// `src` of a picture or film.
    Media,
    /// `src` of a frame, which may show a page.
    Frame,
}

/// What the site has for links to lead to. It changes when pages and files come and go, not with their
/// content.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkTargets {
    /// All pages, sorted by route.
    pages: Vec<Slug>,
    /// Files of the output that are not pages.
    files: Arc<BTreeSet<SourcePath>>,
    /// Folders and ids of operations that lead on to a page, by route; see [`crate::site::folders`].
    folders: Arc<BTreeMap<String, Slug>>,
    redirects: Arc<Redirects>,
    /// With the base path, which authors may write in links.
    addresses: Addresses,
    /// What every site has besides: lists for machines, the search.
    made: BTreeSet<String>,
    /// Folders below which descriptions that were not fetched may have pages.
    unknown: BTreeSet<String>,
    /// Pages without a file of their own.
    generated: BTreeSet<Slug>,
    /// The lines that say what is left out of the site.
    ignore: String,
}

/// A link that leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenLink {
    /// The problem, without place: that of a link moves with every word before it.
    pub problem: Diagnostic,
    /// Number of the link among those of the page.
    pub link: usize,
    /// The root-relative path that does not exist; `None` when only the anchor is missing.
    pub missing: Option<String>,
    /// Whether it leads to an unknown place of its own page, and nothing there is named like that.
    pub is_lost_place: bool,
}

impl BrokenLink {
    /// What is told of it at its place, with what its author probably meant.
    pub fn told(&self, place: Location, near: Option<String>) -> Diagnostic {
        // Nobody who writes a description gives headings of its pages ids.
        let is_described = self.is_lost_place && !matches!(place.path.extension().as_str(), "mdx" | "md");
        let problem = self.problem.clone().located(place);
        match near {
            Some(hint) => problem.hint(hint),
            None if is_described => problem.hint(
                "a text of a description names an operation by `#operation/ID`, a tag by `#tag/NAME`, and any page by `/path`",
            ),
            None => problem,
        }
    }
}

/// The ids of a page, aliases included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownIds {
    pub ids: Arc<[String]>,
    /// What ids begin with that are on the page, too, and not known one by one.
    pub prefixes: Arc<[String]>,
}

/// What bodies of other pages say.
#[derive(Clone, Copy)]
pub struct Bodies<'a> {
    /// The ids of a page that an anchor can name; `None` when they are not known.
    pub ids: &'a dyn Fn(&Slug) -> Option<KnownIds>,
    /// Whether a page has feeds.
    pub has_feed: &'a dyn Fn(&Slug) -> bool,
}

/// Checks an address of the configuration, which is seen from the root.
pub fn check_address(
    address: &str,
    config: &SourcePath,
    targets: &LinkTargets,
    bodies: Bodies<'_>,
) -> Option<BrokenLink> {
    let links = [PageLink { target: address.to_owned(), kind: LinkKind::Link }];
    let page = PageLinks { slug: &Slug::new("index"), path: config, links: &links };
    check_links(page, targets, bodies).into_iter().next()
}

/// Checks one page, in the order of its links.
pub fn check_links(page: PageLinks<'_>, targets: &LinkTargets, bodies: Bodies<'_>) -> Vec<BrokenLink> {
    let links = page.links.iter().enumerate();
    let check =
        |(number, link)| Some(BrokenLink { link: number, ..check_link(page, link, targets, bodies)? });
    links.filter_map(check).collect()
}

impl LinkTargets {
    /// Targets of a site.
    pub fn new(
        mut pages: Vec<Slug>,
        files: Arc<BTreeSet<SourcePath>>,
        folders: Arc<BTreeMap<String, Slug>>,
        redirects: Arc<Redirects>,
        addresses: Addresses,
        made: Vec<&'static str>,
    ) -> Self {
        let made = made.into_iter().map(str::to_owned).collect();
        pages.sort_by(|a, b| a.route().cmp(b.route()));
        let (unknown, generated) = (BTreeSet::new(), BTreeSet::new());
        let ignore = String::new();
        Self { pages, files, folders, redirects, addresses, made, unknown, generated, ignore }
    }

    /// Says which files are left out, as far as `.mintignore` does.
    pub fn with_ignored(self, ignore: &str) -> Self {
        Self { ignore: ignore.to_owned(), ..self }
    }

    /// Says which of the pages have no file of their own: a bare link does not find them while it is rendered.
    pub fn with_generated(self, generated: BTreeSet<Slug>) -> Self {
        Self { generated, ..self }
    }

    /// Takes what is below these folders for there: nobody can tell.
    pub fn with_unknown(self, unknown: BTreeSet<String>) -> Self {
        Self { unknown, ..self }
    }

    fn may_be(&self, path: &str) -> bool {
        self.unknown
            .iter()
            .any(|folder| path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/')))
    }

    /// Whether a path, from the root and decoded, is that of a page, of a file of the project or of a folder that leads
    /// on to a page.
    pub fn has(&self, path: &str) -> bool {
        self.has_own(path) || self.folders.contains_key(path.trim_matches('/'))
    }

    fn has_page(&self, route: &str) -> bool {
        self.pages.binary_search_by(|page| page.route().cmp(route)).is_ok()
    }

    /// The same without folders: nothing is lost where a redirect takes their place.
    pub fn has_own(&self, path: &str) -> bool {
        let path = path.trim_matches('/');
        self.has_page(path) || self.files.contains(&SourcePath::new(path))
    }

    /// Whether a path, from the root and decoded, leads to something without being redirected.
    pub fn answers(&self, path: &str) -> bool {
        let path = SourcePath::new(path);
        self.page(path.as_str()).is_some() || self.is_other(&path)
    }

    /// Whether a path is that of a file, or of a folder that leads on to a page.
    fn is_other(&self, path: &SourcePath) -> bool {
        self.is_file(path) || self.is_folder(path.as_str()) || self.feed(path.as_str()).is_some()
    }

    /// Whether a path is that of a file that is no page, feeds aside.
    fn is_file(&self, path: &SourcePath) -> bool {
        self.files.contains(path) || self.made.contains(path.as_str()) && path.as_str().contains('.')
    }

    /// Whether a path leads on to something: a folder with pages, a page that every site has, or what may be there.
    fn is_folder(&self, path: &str) -> bool {
        let folder = path.strip_suffix("/index").unwrap_or(path);
        let is_made = self.made.contains(path) && !path.contains('.');
        self.folders.contains_key(folder) || is_made || self.may_be(path)
    }

    /// The page whose feed has this path, if it has feeds.
    fn feed(&self, path: &str) -> Option<&Slug> {
        let (page, name) = path.rsplit_once('/').unwrap_or(("", path));
        match self.page(page).filter(|_| FEED_NAMES.contains(&name))? {
            Target::Page(page) => Some(page),
            _ => None,
        }
    }

    /// Where a redirected path leads; `None` for one that is not redirected.
    fn redirected(&self, path: &SourcePath) -> Option<Target<'_>> {
        let first = self.redirects.find(path.as_str())?.destination;
        let end = self.redirects.follow(path.as_str(), &|route| self.answers(route));
        let Some(end) = end else { return Some(Target::Gone(first)) };
        if !is_internal(&end) {
            return Some(Target::Other);
        }
        let (address, suffix) = split_suffix(&end);
        let path = SourcePath::new(&percent_decoded(address));
        Some(match self.page(path.as_str()) {
            // The redirect says where on the page.
            Some(Target::Page(_)) if suffix.contains('#') => Target::Other,
            Some(Target::Page(found)) => Target::Moved(found),
            Some(found) => found,
            None if self.is_other(&path) => Target::Other,
            None => Target::Gone(end),
        })
    }

    /// The hash of all targets.
    pub fn key(&self) -> ContentHash {
        let mut key = KeyHasher::new("link targets");
        key.value(&self.pages).value(&*self.files).value(&*self.folders);
        key.part(self.redirects.key().as_bytes()).part(self.addresses.base.as_bytes()).value(&self.unknown);
        key.value(&self.made).value(&self.generated).value(&self.ignore);
        key.value(&(self.addresses.style == UrlStyle::File));
        key.finish()
    }

    /// Why a link to a missing path leads nowhere, or what its author probably meant. Reads all names: ask it for few
    /// paths.
    pub fn suggestion(&self, missing: &str) -> Option<String> {
        let left_out = IgnoreRules::new(&self.ignore).hint_of_page(missing);
        left_out.or_else(|| self.nearest(missing, self.redirects.sources()))
    }

    /// [`LinkTargets::suggestion`] for the destination of a redirect: never what is redirected itself.
    pub fn destination_suggestion(&self, missing: &str) -> Option<String> {
        self.nearest(missing, std::iter::empty())
    }

    fn nearest<'a>(
        &'a self,
        missing: &str,
        redirected: impl Iterator<Item = &'a str> + Clone,
    ) -> Option<String> {
        let name = missing.trim_end_matches(".mdx").trim_end_matches(".md");
        let is_file = missing.rsplit('/').next().unwrap_or("").contains('.') && name == missing;
        let made = || self.made.iter().map(String::as_str);
        let near = match is_file {
            true => nearest_slug(missing, self.files.iter().map(SourcePath::as_str).chain(made())),
            false => {
                let redirected = redirected.map(|source| source.trim_start_matches('/'));
                let pages = self.pages.iter().map(Slug::route);
                let near = nearest_slug(name, pages);
                let others = || self.folders.keys().map(String::as_str).chain(redirected).chain(made());
                if near.is_empty() { nearest_slug(name, others()) } else { near }
            }
        };
        let names: Vec<String> = near.iter().map(|route| format!("`/{route}`")).collect();
        (!names.is_empty()).then(|| format!("did you mean {}?", names.join(" or ")))
    }

    /// The page that an address on a page leads to.
    pub fn page_at(&self, page: PageLinks<'_>, address: &str) -> Option<Slug> {
        let address = address.trim();
        if is_external(address) {
            return None;
        }
        match resolve(page, address.split(['?', '#']).next().unwrap_or(""), self) {
            Target::Page(found) | Target::Moved(found) => Some(found.clone()),
            _ => None,
        }
    }

    /// The file of the project that an address on a page names.
    pub fn file_at(&self, page: PageLinks<'_>, address: &str) -> Option<SourcePath> {
        let address = address.trim();
        let path =
            address.split(['?', '#']).next().filter(|path| !path.is_empty() && !is_external(address))?;
        let path = path_of(page, &percent_decoded(path), self);
        self.files.contains(&path).then_some(path)
    }

    /// The page of a path without leading and trailing slash, with or without `index` and extension.
    fn page(&self, path: &str) -> Option<Target<'_>> {
        // The names of the files that readers get: `a/index.html` or `a.html`.
        let is_in_folder = self.addresses.style == UrlStyle::Directory;
        let is_file = match self.addresses.style {
            UrlStyle::Directory => path == "index.html" || path.ends_with("/index.html"),
            UrlStyle::File => true,
        };
        let html = path.strip_suffix(".html").filter(|_| is_file);
        let candidates = [Some(path), path.strip_suffix(".mdx"), path.strip_suffix(".md"), html];
        candidates.into_iter().flatten().find_map(|candidate| {
            let route =
                if candidate == "index" { "" } else { candidate.strip_suffix("/index").unwrap_or(candidate) };
            // Where `/a` is the file `a.html`, nothing lies at `a/index.html`.
            if Some(candidate) == html && route != candidate && !route.is_empty() && !is_in_folder {
                return None;
            }
            // The home page always answers: it leads to the first page when there is no `index`.
            let found = self.pages.binary_search_by(|page| page.route().cmp(route)).ok();
            match found.and_then(|at| self.pages.get(at)) {
                Some(page) => Some(Target::Page(page)),
                None => route.is_empty().then_some(Target::Other),
            }
        })
    }
}

fn check_link(
    page: PageLinks<'_>,
    link: &PageLink,
    targets: &LinkTargets,
    bodies: Bodies<'_>,
) -> Option<BrokenLink> {
    let target = link.target.trim();
    if target.is_empty() || is_external(target) {
        return None;
    }
    let (address, hash) =
        target.split_once('#').map_or((target, None), |(address, hash)| (address, Some(hash)));
    let address = address.split('?').next().unwrap_or("");
    let what = if link.kind == LinkKind::Media { "the file" } else { "the link" };
    let found = |problem| BrokenLink { problem, link: 0, missing: None, is_lost_place: false };
    let broken = |hint: &str| {
        let problem = Diagnostic::warning("broken-link", format!("{what} `{target}` leads nowhere"));
        Some(found(problem.hint(hint.to_owned())))
    };
    let mut moved = None;
    let end = match resolve(page, address, targets) {
        Target::Page(_) | Target::Moved(_) if link.kind == LinkKind::Media && !address.is_empty() => {
            let message = format!("the file `{target}` is a page, which no picture or film can be");
            let hint = "name a file of the project; to show a page, use an `<iframe>`".to_owned();
            return Some(found(Diagnostic::warning("broken-link", message).hint(hint)));
        }
        Target::Page(end) => end,
        Target::Moved(end) => {
            moved = Some(end);
            end
        }
        Target::Feed(page) if !(bodies.has_feed)(page) => {
            return broken("that page has no feed: only a page with `<Update>` has one");
        }
        Target::Other | Target::Feed(_) => return None,
        Target::Gone(end) => {
            let hint = format!("it is redirected to `{end}`, which does not exist or leads back to it");
            return broken(&hint);
        }
        Target::Missing(_, Some(why)) => return broken(&why),
        Target::Missing(path, None) => {
            let hint = match link.kind {
                LinkKind::Link | LinkKind::Frame => "there is no page, file or redirect of that name",
                LinkKind::Media => "there is no such file in the project",
            };
            return broken(hint).map(|broken| BrokenLink { missing: Some(path), ..broken });
        }
    };
    let wanted = percent_decoded(hash?);
    // `#` and `#top` are the top of the page; `:~:` begins a text fragment.
    let wanted = wanted.split(":~:").next().unwrap_or("");
    if wanted.is_empty() || wanted == "top" {
        return None;
    }
    // There is no file of the address that is redirected: whoever looks for the heading needs the other name.
    let on = match moved {
        _ if address.is_empty() => "this page".to_owned(),
        Some(end) => format!("`/{}`, where `{address}` is redirected to,", end.route()),
        None => format!("`{address}`"),
    };
    let problem = check_anchor(&on, wanted, &(bodies.ids)(end)?)?;
    if problem.hint.is_some() {
        return Some(found(problem));
    }
    let hint = "use the id of a heading of that page; below `####` only those have one that say it: ";
    let problem = problem.hint(format!("{hint}`##### Title {{#{wanted}}}`"));
    Some(BrokenLink { is_lost_place: address.is_empty(), ..found(problem) })
}

fn check_anchor(on: &str, wanted: &str, known: &KnownIds) -> Option<Diagnostic> {
    let KnownIds { ids, prefixes } = known;
    if prefixes.iter().any(|prefix| wanted.starts_with(prefix.as_str())) {
        return None;
    }
    // Lines of code are named after the id of their block, as `themes/base/lines.js` reads it.
    let wanted = without_lines(wanted);
    // The way to something inside of something: `outer:inner`.
    let innermost = wanted.rsplit(':').next().unwrap_or(wanted);
    // As the original compares them. What headings' ids are cleaned of is in their aliases, so that such links arrive.
    let cleaned = clean(wanted);
    let is_wanted = |id: &str| id == wanted || id == innermost || clean(id) == cleaned;
    if FRAME_IDS.contains(&wanted) || ids.iter().any(|id| *id == wanted || is_wanted(&percent_decoded(id))) {
        return None;
    }
    let problem = Diagnostic::warning("broken-anchor", format!("{on} has no anchor `#{wanted}`"));
    // What other tools keep of a name, ids here may end before: letters of another script, what stands in brackets.
    let begins =
        |id: &&str| id.len() > 3 && wanted.strip_prefix(*id).is_some_and(|rest| rest.starts_with('-'));
    let all = || ids.iter().map(String::as_str).take(2_000);
    let near = did_you_mean(wanted, all()).or_else(|| all().filter(begins).max_by_key(|id| id.len()));
    Some(match near {
        Some(near) => problem.hint(format!("did you mean `#{near}`?")),
        None => problem,
    })
}

/// What names a place on a page without the lines of code there: `code-run:L3-L5` is in `code-run` (CODE-15).
fn without_lines(wanted: &str) -> &str {
    let Some((block, lines)) = wanted.rsplit_once(":L") else { return wanted };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    if is_number(first) && is_number(last.trim_start_matches('L')) { block } else { wanted }
}

/// Anything with a scheme or a host.
fn is_external(target: &str) -> bool {
    target.starts_with("//") || has_scheme(target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::redirects::{Permanence, Redirect};

    fn codes(target: &str) -> Vec<String> {
        let redirect = |source: &str| Redirect {
            source: source.to_owned(),
            destination: "/guides/start".to_owned(),
            permanence: Permanence::Permanent,
            location: None,
        };
        let pages = ["guides/start", "guides/my page", "guides/index", "api-reference/pets/list"];
        let targets = LinkTargets::new(
            pages.map(Slug::new).to_vec(),
            Arc::new([SourcePath::new("images/a.png"), SourcePath::new("guides/b.png")].into()),
            Arc::new([("api-reference".to_owned(), Slug::new("api-reference/pets/list"))].into()),
            Arc::new(Redirects::new(&[redirect("/old/:slug*")])),
            Addresses::new("/docs", UrlStyle::Directory),
            vec!["llms.txt"],
        )
        .with_unknown(["reference/far".to_owned()].into())
        .with_generated([Slug::new("api-reference/pets/list")].into());
        let ids = |slug: &Slug| {
            let ids: &[&str] = match slug.as_str() {
                "guides/start" => &["intro", "what’s-new", "日本語"],
                "guides/my page" => &["a/b-testing"],
                "guides/index" => &[],
                _ => return None,
            };
            let ids = ids.iter().map(|id| (*id).to_owned()).collect();
            Some(KnownIds { ids, prefixes: ["body-pet-".to_owned()].into() })
        };
        let link = PageLink { target: target.to_owned(), kind: LinkKind::Link };
        let (slug, path) = (Slug::new("guides/start"), SourcePath::new("guides/start.mdx"));
        let page = PageLinks { slug: &slug, path: &path, links: &[link] };
        let told = |broken: BrokenLink| {
            let near = broken.missing.as_deref().and_then(|missing| targets.suggestion(missing));
            format!("{}: {}", broken.problem.code, near.or(broken.problem.hint).unwrap_or_default())
        };
        let bodies = Bodies { ids: &ids, has_feed: &|slug| slug.as_str() == "guides/index" };
        check_links(page, &targets, bodies).into_iter().map(told).collect()
    }

    #[test]
    fn what_exists_is_not_reported() {
        for target in [
            "/",
            "/guides/start",
            "/guides/start/",
            "/guides",
            "/guides/index",
            "guides/start",
            "./start.mdx#intro",
            "/guides/my%20page#a%2Fb-testing",
            "../images/a.png",
            "b.png",
            "/old/x/y",
            "https://e.x",
            "mailto:a@b.c",
            "//cdn.x/y",
            "data:image/png;base64,x",
            "#intro",
            "#top",
            "#",
            "?tab=1#intro",
            "#what%E2%80%99s-new",
            "#日本語",
            "#%E6%97%A5%E6%9C%AC%E8%AA%9E",
            "/api-reference/pets/list#anything",
            "/guides/start.md",
            "tel:+1",
            "#intro:~:text=x",
            "/api-reference/",
            "/reference/far/things/list#x",
            "#body-pet-name",
        ] {
            assert_eq!(codes(target), Vec::<String>::new(), "{target}");
        }
    }

    #[test]
    fn what_is_missing_is_reported_with_the_nearest_name() {
        assert_eq!(codes("/guide/start"), ["broken-link: did you mean `/guides/start`?"]);
        assert_eq!(codes("./strat"), ["broken-link: did you mean `/guides/start`?"]);
        assert_eq!(codes("/Guides/Start"), ["broken-link: did you mean `/guides/start`?"]);
        assert_eq!(codes("/old"), ["broken-link: there is no page, file or redirect of that name"]);
        assert_eq!(codes("/images/b.png"), ["broken-link: did you mean `/guides/b.png`?"]);
        assert_eq!(codes("#intor"), ["broken-anchor: did you mean `#intro`?"]);
        assert_eq!(codes("../../../x").len(), 1);
        assert_eq!(codes("/llms.tx"), ["broken-link: did you mean `/llms.txt`?"]);
        assert_eq!(codes("/api-refrence"), ["broken-link: did you mean `/api-reference`?"]);
    }

    #[test]
    fn what_a_browser_does_not_find_is_reported_with_the_reason() {
        for (target, reason) in [
            ("/images/a.png/", "no file has a `/` behind its name: write `/images/a.png`"),
            ("/llms.txt/", "no file has a `/` behind its name: write `/llms.txt`"),
            ("/guides/start.md/", "no file has a `/` behind its name: write `/guides/start.md`"),
            ("\\guides\\start", "a browser takes no `\\` for a `/`: write `/guides/start`"),
            (
                "api-reference/pets/list",
                "without a `/` in front a browser looks for it beside the page: write `/api-reference/pets/list`",
            ),
            ("llms.txt", "without a `/` in front a browser looks for it beside the page: write `/llms.txt`"),
            ("/guides/start/rss.xml", "that page has no feed: only a page with `<Update>` has one"),
        ] {
            assert_eq!(codes(target), [format!("broken-link: {reason}")], "{target}");
        }
        assert_eq!(codes("/guides/rss.xml"), Vec::<String>::new());
        assert_eq!(codes("/docs/api-reference/pets/list"), Vec::<String>::new());
        assert_eq!(
            codes("/docs/guides/start#intro"),
            Vec::<String>::new(),
            "the base path is not put there twice"
        );
    }
}
