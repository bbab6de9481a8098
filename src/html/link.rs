//! What an address written in a page means, and how it is written in HTML (behaviour 6.3).
//!
//! Pure text work: nothing here looks at files or at the list of pages. Whether a target exists is asked
//! later, from the targets that rendering collects.

use std::borrow::Cow;

use crate::encoding::percent_decoded;
use crate::text::{Addresses, Slug, SourcePath, encode_path, has_scheme, literal};

/// A resolved link: what stands in `href`, and what it points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// For the `href` attribute; not yet escaped.
    pub url: String,
    /// What it points at.
    pub target: Target,
}

/// What a link points at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Another site: `http:`, `https:` or `//host`.
    External,
    /// Any other scheme: `mailto:`, `tel:` …
    Scheme,
    /// This page; the id without `#`, empty for the page itself.
    Anchor(String),
    /// A page or file of this site: a root-relative path without leading slash, decoded, as readers reach
    /// it (no `.mdx`, no trailing `/index`), and the id behind `#` when there is one.
    Internal { path: String, anchor: Option<String> },
    /// A path without `/`, `./` or `../` in front that names no file. It is left as it is; link checks read it from
    /// the root.
    Bare { path: String, anchor: Option<String> },
}

impl Target {
    /// True for links that leave the site for another one.
    pub fn is_external(&self) -> bool {
        matches!(self, Target::External)
    }
}

/// A file that a page shows: an image, a video, an embedded page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// For the `src` attribute; not yet escaped.
    pub url: String,
    /// The project file, when it is one.
    pub path: Option<SourcePath>,
}

/// An `href` from the root as a page in another language means it: the page of its own language, if `find` knows one for
/// the path of the page, without leading slash and as readers reach it (I18N-09).
pub fn localized<'h>(href: &'h str, find: &dyn Fn(&str) -> Option<Slug>) -> Cow<'h, str> {
    let trimmed = href.trim();
    if !trimmed.starts_with('/') || trimmed.starts_with("//") {
        return Cow::Borrowed(href);
    }
    let (path, suffix) = split_suffix(trimmed);
    let path = resolve_dots(path);
    let found = find(percent_decoded(page_path(path.trim_end_matches('/'))).as_ref());
    match found {
        Some(page) => Cow::Owned(format!("/{}{suffix}", encode_path(&literal(page.route())))),
        None => Cow::Borrowed(href),
    }
}

/// An `href` from the root without the base path that its author wrote before it: elements that other builders leave as
/// they are have it in their links. `is_there` tells whether the site has something at a path, without leading slash and as
/// readers reach it ([`Addresses::without_base`]).
pub fn without_base<'h>(
    href: &'h str,
    addresses: &Addresses,
    is_there: &dyn Fn(&str) -> bool,
) -> Cow<'h, str> {
    let rooted = href.trim().strip_prefix('/').filter(|rest| !rest.starts_with('/'));
    let Some(rooted) = rooted.filter(|_| !addresses.base.is_empty()) else {
        return Cow::Borrowed(href);
    };
    let (path, suffix) = split_suffix(rooted);
    let full = resolve_dots(path);
    let is_there = |path: &str| is_there(&percent_decoded(page_path(path).trim_end_matches('/')));
    match addresses.without_base(&full, &is_there) {
        Some(inner) => Cow::Owned(format!("/{inner}{suffix}")),
        None => Cow::Borrowed(href),
    }
}

/// Resolves an `href` written in `page`. `exists` tells whether a project file exists; it decides only about paths
/// without `/`, `./` or `../` in front, which are seen from the page's folder or from the root.
pub fn resolve_link(
    href: &str,
    page: &Slug,
    addresses: &Addresses,
    exists: &dyn Fn(&SourcePath) -> bool,
) -> Link {
    let href = href.trim();
    if let Some(target) = outside(href) {
        return Link { url: href.to_owned(), target };
    }
    let (path, suffix) = split_suffix(href);
    let anchor = suffix.split_once('#').map(|(_, id)| percent_decoded(id).into_owned());
    if path.is_empty() {
        return Link { url: href.to_owned(), target: Target::Anchor(anchor.unwrap_or_default()) };
    }
    let Some(full) = from_root(path, page).or_else(|| bare(path, page, exists)) else {
        let target = Target::Bare { path: percent_decoded(page_path(path)).into_owned(), anchor };
        return Link { url: format!("{}{suffix}", encode_path(path)), target };
    };
    let route = page_path(&full);
    let url = format!("{}{suffix}", addresses.link_url(route));
    Link {
        url,
        target: Target::Internal { path: percent_decoded(route.trim_matches('/')).into_owned(), anchor },
    }
}

/// Resolves the `src` of an image, video, source or frame written in `page`. `exists` tells whether a
/// project file exists; it decides about the same paths as for links, and about those that begin with the base path.
pub fn resolve_resource(
    src: &str,
    page: &Slug,
    addresses: &Addresses,
    exists: &dyn Fn(&SourcePath) -> bool,
) -> Resource {
    let src = src.trim();
    let (path, suffix) = split_suffix(src);
    if path.is_empty() || outside(src).is_some() {
        return Resource { url: src.to_owned(), path: None };
    }
    let rooted = |full: &str| Resource {
        url: format!("{}{suffix}", addresses.path_url(full)),
        path: Some(SourcePath::new(&percent_decoded(full))),
    };
    if let Some(full) = from_root(path, page) {
        let is_rooted = path.starts_with('/');
        let inner = addresses.without_base(&full, &|path| is_rooted && is_written(path, exists));
        return rooted(inner.unwrap_or(&full));
    }
    let beside = resolve_dots(&format!("{}/{path}", directory(page)));
    [beside, resolve_dots(path)]
        .into_iter()
        .find(|full| exists(&SourcePath::new(&percent_decoded(full))))
        .map_or_else(
            || Resource { url: format!("{}{suffix}", encode_path(path)), path: None },
            |full| rooted(&full),
        )
}

/// The target of an address that leaves the site; `None` for a path or `#id`.
fn outside(href: &str) -> Option<Target> {
    if href.starts_with("//") {
        return Some(Target::External);
    }
    let (scheme, _) = href.split_once(':').filter(|_| has_scheme(href))?;
    let web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    Some(if web { Target::External } else { Target::Scheme })
}

/// Splits before the first `?` or `#`.
fn split_suffix(href: &str) -> (&str, &str) {
    href.split_at(href.find(['?', '#']).unwrap_or(href.len()))
}

/// The path from the root without leading slash; `None` for a bare one.
fn from_root(path: &str, page: &Slug) -> Option<String> {
    if let Some(rooted) = path.strip_prefix('/') {
        return Some(resolve_dots(rooted));
    }
    let dotted = path == "." || path == ".." || path.starts_with("./") || path.starts_with("../");
    dotted.then(|| resolve_dots(&format!("{}/{path}", directory(page))))
}

/// What a bare path names: a page or a file beside the page, or one from the root.
fn bare(path: &str, page: &Slug, exists: &dyn Fn(&SourcePath) -> bool) -> Option<String> {
    let beside = resolve_dots(&format!("{}/{path}", directory(page)));
    [beside, resolve_dots(path)].into_iter().find(|full| is_written(full, exists))
}

/// Whether a path names a file of the project, or a page that is one.
fn is_written(full: &str, exists: &dyn Fn(&SourcePath) -> bool) -> bool {
    let route = percent_decoded(page_path(full).trim_end_matches('/'));
    let pages = ["mdx", "md"]
        .into_iter()
        .flat_map(|extension| [format!("{route}.{extension}"), format!("{route}/index.{extension}")]);
    [percent_decoded(full).into_owned()].into_iter().chain(pages).any(|file| exists(&SourcePath::new(&file)))
}

/// The folder of the page's file.
fn directory(page: &Slug) -> &str {
    page.as_str().rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Resolves `.` and `..` segments; a trailing slash is kept, `..` stays at the root.
fn resolve_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                kept.pop();
            }
            name => kept.push(name),
        }
    }
    let mut out = kept.join("/");
    if path.ends_with('/') && !out.is_empty() {
        out.push('/');
    }
    out
}

/// A page's path as readers reach it: no `.md`, `.mdx`, no trailing `index`. The skill beside the configuration is a file, never a
/// page (behaviour 1.2).
fn page_path(path: &str) -> &str {
    if path.eq_ignore_ascii_case("skill.md") {
        return path;
    }
    let path = path.strip_suffix(".mdx").or_else(|| path.strip_suffix(".md")).unwrap_or(path);
    if path == "index" { "" } else { path.strip_suffix("/index").unwrap_or(path) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::UrlStyle;

    #[test]
    fn the_base_path_may_stand_before_what_is_there() {
        let exists = |path: &SourcePath| path.as_str() == "img/x.png";
        let is_there = |path: &str| ["a", "", "docs/b", "b", "moved"].contains(&path);
        let addresses = Addresses::new("/docs", UrlStyle::Directory);
        let url = |href: &str| {
            let href = without_base(href, &addresses, &is_there);
            resolve_link(&href, &Slug::new("a"), &addresses, &exists).url
        };
        for (href, wanted) in [
            ("/docs/a#x", "/docs/a#x"),
            ("/docs", "/docs/"),
            ("/docs/b", "/docs/docs/b"),
            ("/docs/a.mdx?b", "/docs/a?b"),
            ("/docs/moved", "/docs/moved"),
            ("/docs/missing", "/docs/docs/missing"),
            ("/docsa", "/docs/docsa"),
            ("./docs/a", "/docs/docs/a"),
            ("/a", "/docs/a"),
        ] {
            assert_eq!(url(href), wanted, "{href}");
        }
        let picture = resolve_resource("/docs/img/x.png", &Slug::new("a"), &addresses, &exists);
        assert_eq!(
            (picture.url.as_str(), picture.path.as_ref().map(SourcePath::as_str)),
            ("/docs/img/x.png", Some("img/x.png"))
        );
    }

    fn url(href: &str, page: &str, base: &str) -> String {
        resolve_link(href, &Slug::new(page), &Addresses::new(base, UrlStyle::Directory), &|path| {
            ["a/near.mdx", "far/index.md", "a/b.c.md", "top.pdf"].contains(&path.as_str())
        })
        .url
    }

    #[test]
    fn resolves_what_pages_write() {
        for (href, page, expected) in [
            ("./x", "page", "/x"),
            ("../y.mdx", "page", "/y"),
            ("/z#h", "page", "/z#h"),
            ("./a/index.md", "page", "/a"),
            ("./k?v=1#h", "a/b/c", "/a/b/k?v=1#h"),
            ("../k", "a/b/c", "/a/k"),
            ("./", "a/b", "/a/"),
            ("./index", "page", "/"),
            ("mailto:a@b.c", "page", "mailto:a@b.c"),
            ("#q", "page", "#q"),
            ("x", "a/b", "x"),
            ("near#h", "a/b", "/a/near#h"),
            ("near.mdx", "a/b", "/a/near"),
            ("far/", "a/b", "/far/"),
            ("b.c.md", "a/b", "/a/b.c"),
            ("top.pdf", "a/b", "/top.pdf"),
            ("a/near", "a/b", "/a/near"),
            ("/files/a.pdf", "page", "/files/a.pdf"),
            ("//cdn.x/y", "page", "//cdn.x/y"),
            ("", "page", ""),
        ] {
            assert_eq!(url(href, page, ""), expected, "{href} in {page}");
        }
        assert_eq!(url("/z", "p", "docs"), "/docs/z");
        assert_eq!(url("https://a.b/c.md", "p", "docs"), "https://a.b/c.md");
    }

    #[test]
    fn targets_are_decoded() {
        let link = resolve_link("./a%20b#c", &Slug::new("d/e"), &Addresses::default(), &|_| false);
        assert_eq!(link.url, "/d/a%20b#c");
        assert_eq!(link.target, Target::Internal { path: "d/a b".into(), anchor: Some("c".into()) });
    }

    #[test]
    fn bare_images_are_found_beside_the_page() {
        let exists = |path: &SourcePath| path.as_str() == "g/img/a b.png";
        let found = resolve_resource(
            "img/a%20b.png",
            &Slug::new("g/p"),
            &Addresses::new("d", UrlStyle::File),
            &exists,
        );
        assert_eq!(found.url, "/d/g/img/a%20b.png");
        let missing = resolve_resource("x.png", &Slug::new("g/p"), &Addresses::default(), &exists);
        assert_eq!(missing, Resource { url: "x.png".into(), path: None });
    }
}
