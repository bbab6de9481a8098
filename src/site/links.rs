//! The link check: links, images and anchors of all pages against what the site really has (behaviour 16).
//!
//! It works on small facts about pages and never guesses in favour of a report: what cannot be known, such as
//! the ids of a generated API page, is taken as right. External links are not looked at.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Location, did_you_mean};
use crate::site::page_index::nearest_slug;
use crate::site::redirects::Redirects;
use crate::text::{Slug, SourcePath};

/// Suggesting names reads all routes, so only this many different broken targets get one.
const MAX_SUGGESTIONS: usize = 200;

/// What the check reads of one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLinks {
    pub slug: Slug,
    pub path: SourcePath,
    pub links: Arc<[PageLink]>,
    /// Every id that an anchor can name, aliases included; `None` when they are not known.
    pub ids: Option<Arc<[String]>>,
}

/// A link or image as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    pub target: String,
    pub kind: LinkKind,
    pub location: Location,
}

/// What a target is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// `href`.
    Link,
    /// `src`.
    Media,
}

/// What the site has besides the pages that are checked.
#[derive(Clone, Copy)]
pub struct LinkTargets<'a> {
    /// Pages without facts of their own, such as generated API pages.
    pub other_pages: &'a [Slug],
    /// Files of the output that are not pages.
    pub files: &'a BTreeSet<SourcePath>,
    /// Folders that lead on to a page, by route; see [`crate::site::folders`].
    pub folders: &'a BTreeMap<String, Slug>,
    pub redirects: &'a Redirects,
    /// The base path, which authors may write in links; empty or `/segment…`.
    pub base: &'a str,
}

/// Checks all pages. Diagnostics are in the order of the pages and of the links in them.
pub fn check_links(pages: &[PageLinks], targets: &LinkTargets<'_>) -> Vec<Diagnostic> {
    let site = LinkIndex::new(pages, targets.other_pages);
    let mut hints = Hints::default();
    let mut problems = Vec::new();
    for page in pages {
        problems
            .extend(page.links.iter().filter_map(|link| check_link(page, link, &site, targets, &mut hints)));
    }
    problems
}

/// Route → ids of the page; `None` for a page with unknown ids.
#[derive(Debug, Default)]
struct LinkIndex<'a> {
    routes: BTreeMap<&'a str, Option<&'a [String]>>,
}

impl<'a> LinkIndex<'a> {
    fn new(pages: &'a [PageLinks], others: &'a [Slug]) -> Self {
        let mut routes: BTreeMap<&str, Option<&[String]>> =
            others.iter().map(|slug| (slug.route(), None)).collect();
        routes.extend(pages.iter().map(|page| (page.slug.route(), page.ids.as_deref())));
        Self { routes }
    }

    /// The page of a path without leading and trailing slash, with or without `index` and extension.
    fn page(&self, path: &str) -> Option<Option<&'a [String]>> {
        let candidates =
            [Some(path), path.strip_suffix(".mdx"), path.strip_suffix(".md"), path.strip_suffix(".html")];
        candidates.into_iter().flatten().find_map(|path| {
            let route = if path == "index" { "" } else { path.strip_suffix("/index").unwrap_or(path) };
            // The home page always answers: it leads to the first page when there is no `index`.
            self.routes.get(route).copied().or_else(|| route.is_empty().then_some(None))
        })
    }
}

/// Suggestions, remembered by target: a link in a snippet is broken on every page.
#[derive(Default)]
struct Hints {
    by_target: BTreeMap<String, Option<Arc<str>>>,
}

enum Outcome<'a> {
    /// A page, with its ids when they are known.
    Page(Option<&'a [String]>),
    /// A file, a redirect: nothing to say about anchors.
    Other,
    /// The root-relative path that does not exist.
    Missing(String),
}

fn check_link(
    page: &PageLinks,
    link: &PageLink,
    site: &LinkIndex<'_>,
    targets: &LinkTargets<'_>,
    hints: &mut Hints,
) -> Option<Diagnostic> {
    let target = link.target.trim();
    if target.is_empty() || is_external(target) {
        return None;
    }
    let (address, hash) =
        target.split_once('#').map_or((target, None), |(address, hash)| (address, Some(hash)));
    let address = address.split('?').next().unwrap_or("");
    let ids = match resolve(page, address, site, targets) {
        Outcome::Page(ids) => ids,
        Outcome::Other => return None,
        Outcome::Missing(path) => {
            let what = match link.kind {
                LinkKind::Link => "the link",
                LinkKind::Media => "the file",
            };
            let problem = Diagnostic::warning("broken-link", format!("{what} `{target}` leads nowhere"));
            let hint = hints.for_path(&path, site, targets).unwrap_or_else(|| match link.kind {
                LinkKind::Link => "there is no page, file or redirect of that name".into(),
                LinkKind::Media => "there is no such file in the project".into(),
            });
            return Some(problem.hint(hint.to_string()).located(link.location.clone()));
        }
    };
    let (hash, ids) = (hash?, ids?);
    check_anchor(address, hash, ids).map(|problem| problem.located(link.location.clone()))
}

fn resolve<'a>(
    page: &PageLinks,
    address: &str,
    site: &LinkIndex<'a>,
    targets: &LinkTargets<'_>,
) -> Outcome<'a> {
    if address.is_empty() {
        return match site.routes.get(page.slug.route()) {
            Some(ids) => Outcome::Page(*ids),
            None => Outcome::Other,
        };
    }
    let decoded = decode(address);
    let rooted = SourcePath::checked(&decoded);
    let relative = page.path.resolve(&decoded);
    // `./x` and `../x` are seen from the page's folder; a bare `x` from the root, and from the folder as a
    // browser would.
    let readings = match (decoded.starts_with('/'), decoded.starts_with('.')) {
        (true, _) => [rooted, without_base(&decoded, targets.base)],
        (false, true) => [relative, None],
        (false, false) => [rooted, relative],
    };
    for path in readings.iter().flatten() {
        if let Some(ids) = site.page(path.as_str()) {
            return Outcome::Page(ids);
        }
        let folder = path.as_str().strip_suffix("/index").unwrap_or(path.as_str());
        let is_file = targets.files.contains(path) || targets.folders.contains_key(folder);
        if is_file || targets.redirects.find(path.as_str()).is_some() {
            return Outcome::Other;
        }
    }
    match readings.into_iter().flatten().next() {
        Some(path) => Outcome::Missing(path.as_str().to_owned()),
        None => Outcome::Missing(decoded.into_owned()),
    }
}

fn without_base(path: &str, base: &str) -> Option<SourcePath> {
    let rest = path
        .strip_prefix(base)
        .filter(|rest| !base.is_empty() && (rest.is_empty() || rest.starts_with('/')))?;
    SourcePath::checked(rest)
}

fn check_anchor(address: &str, hash: &str, ids: &[String]) -> Option<Diagnostic> {
    let wanted = decode(hash);
    // `#` and `#top` are the top of the page; `:~:` begins a text fragment.
    let wanted = wanted.split(":~:").next().unwrap_or("");
    if wanted.is_empty() || wanted == "top" {
        return None;
    }
    let cleaned = clean_id(wanted);
    if ids.iter().any(|id| *id == wanted || decode(id) == wanted || clean_id(&decode(id)) == cleaned) {
        return None;
    }
    let page = if address.is_empty() { "this page".to_owned() } else { format!("`{address}`") };
    let problem = Diagnostic::warning("broken-anchor", format!("{page} has no anchor `#{wanted}`"));
    Some(match did_you_mean(wanted, ids.iter().map(String::as_str).take(2_000)) {
        Some(near) => problem.hint(format!("did you mean `#{near}`?")),
        None => problem.hint("use the id of a heading of that page"),
    })
}

impl Hints {
    fn for_path(&mut self, path: &str, site: &LinkIndex<'_>, targets: &LinkTargets<'_>) -> Option<Arc<str>> {
        if let Some(hint) = self.by_target.get(path) {
            return hint.clone();
        }
        if self.by_target.len() >= MAX_SUGGESTIONS {
            return None;
        }
        let name = path.trim_end_matches(".mdx").trim_end_matches(".md");
        let is_file = path.rsplit('/').next().unwrap_or("").contains('.') && name == path;
        let near = match is_file {
            true => nearest_slug(path, targets.files.iter().map(SourcePath::as_str)),
            false => nearest_slug(name, site.routes.keys().copied()),
        };
        let names: Vec<String> = near.iter().map(|route| format!("`/{route}`")).collect();
        let hint = (!names.is_empty()).then(|| Arc::from(format!("did you mean {}?", names.join(" or "))));
        self.by_target.insert(path.to_owned(), hint.clone());
        hint
    }
}

/// Anything with a scheme or a host.
fn is_external(target: &str) -> bool {
    if target.starts_with("//") {
        return true;
    }
    let Some((scheme, _)) = target.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// The last step of making a heading id (behaviour 6.4, step 4).
fn clean_id(id: &str) -> String {
    id.chars()
        .filter(|c| {
            let punctuation =
                matches!(c, '?' | ',' | ';' | ':' | '!' | '\'' | '"' | '(' | ')' | '[' | ']' | '{' | '}');
            let emoji =
                matches!(*c, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{200d}');
            !punctuation && !emoji
        })
        .collect()
}

/// Percent-decodes; what is no valid encoding of UTF-8 stays as it is.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digit = |offset: usize| bytes.get(at + offset).and_then(|digit| (*digit as char).to_digit(16));
        match (byte, digit(1), digit(2)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::redirects::{Permanence, Redirect};

    fn codes(target: &str) -> Vec<String> {
        let path = SourcePath::new("guides/start.mdx");
        let link =
            PageLink { target: target.to_owned(), kind: LinkKind::Link, location: Location::file(&path) };
        let ids = |ids: &[&str]| Some(ids.iter().map(|id| (*id).to_owned()).collect());
        let page = |slug: &str, ids, links| PageLinks {
            slug: Slug::new(slug),
            path: SourcePath::new(&format!("{slug}.mdx")),
            links: Vec::into(links),
            ids,
        };
        let pages = [
            page("guides/start", ids(&["intro", "what’s-new", "日本語"]), vec![link]),
            page("guides/my page", ids(&["a/b-testing"]), Vec::new()),
            page("guides/index", ids(&[]), Vec::new()),
        ];
        let redirect = |source: &str| Redirect {
            source: source.to_owned(),
            destination: "/guides/start".to_owned(),
            permanence: Permanence::Permanent,
            location: None,
        };
        let targets = LinkTargets {
            other_pages: &[Slug::new("api-reference/pets/list")],
            files: &BTreeSet::from([SourcePath::new("images/a.png"), SourcePath::new("guides/b.png")]),
            folders: &BTreeMap::from([("api-reference".to_owned(), Slug::new("api-reference/pets/list"))]),
            redirects: &Redirects::new(&[redirect("/old/:slug*")]),
            base: "/docs",
        };
        let problems = check_links(&pages, &targets);
        problems.into_iter().map(|p| format!("{}: {}", p.code, p.hint.unwrap_or_default())).collect()
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
            "/docs/guides/start",
            "/guides/start.md",
            "tel:+1",
            "#intro:~:text=x",
            "/docs",
            "/api-reference/",
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
    }
}
