//! What the site knows of each page, and finding a page by the name that an author wrote.
//!
//! Look-up ignores one leading and one trailing slash and is case-sensitive (behaviour 4.2). Suggestions for
//! names that match nothing are bounded in work, because a broken navigation can have thousands of them.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::config::containers::LANGUAGES;
use crate::config::navigation::Icon;
use crate::diagnostic::did_you_mean;
use crate::text::{Slug, SourcePath};

/// The small part of a page that the whole site may look at; it comes from the front matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageSummary {
    pub slug: Slug,
    pub path: SourcePath,
    /// `title` as written. Without it an API page takes its operation's summary, others the slug's title.
    pub title: Option<String>,
    pub sidebar_title: Option<String>,
    pub description: Option<String>,
    pub deprecated: bool,
    pub hidden: Option<bool>,
    pub noindex: bool,
    pub searchable: Option<bool>,
    /// `hideApiMarker`: no method label in the sidebar.
    pub hide_api_marker: bool,
    /// `hideFooterPagination`: no previous and next links.
    pub hide_footer_pagination: bool,
    pub rare: Rare,
}

/// What few pages say of themselves. The summaries of all pages are in memory together, so one that says nothing of
/// it pays one word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rare(Option<Box<RareFields>>);

/// What may be in [`Rare`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RareFields {
    pub icon: Option<Icon>,
    pub tag: Option<String>,
    /// The navigation entry is a link to this address instead of to the page (PG-06).
    pub url: Option<String>,
    pub mode: Option<String>,
    /// `openapi: FILE METHOD /path`.
    pub openapi: Option<String>,
    /// `asyncapi: FILE channel`.
    pub asyncapi: Option<String>,
    /// `openapi-schema: FILE Name`.
    pub schema: Option<String>,
    /// `api: METHOD URL`.
    pub api: Option<String>,
    pub keywords: Vec<String>,
    /// Hundredths by which it counts in the search.
    pub boost: Option<u32>,
    /// `version` of the front matter.
    pub version: Option<String>,
    /// `canonical`: the address that counts for search engines.
    pub canonical: Option<String>,
    /// Whether it has `robots` of its own.
    pub has_robots: bool,
    /// `related`: links that stand below the page.
    pub related: Vec<Related>,
    /// `related: false`: none stand there.
    pub without_related: bool,
}

/// A link of `related`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// Its text; without one it has the title of the page that it leads to.
    pub title: Option<String>,
    pub href: String,
}

static NOTHING: RareFields = RareFields {
    icon: None,
    tag: None,
    url: None,
    mode: None,
    openapi: None,
    asyncapi: None,
    schema: None,
    api: None,
    keywords: Vec::new(),
    boost: None,
    version: None,
    canonical: None,
    has_robots: false,
    related: Vec::new(),
    without_related: false,
};

impl Deref for Rare {
    type Target = RareFields;

    fn deref(&self) -> &RareFields {
        self.0.as_deref().unwrap_or(&NOTHING)
    }
}

impl From<RareFields> for Rare {
    fn from(fields: RareFields) -> Self {
        Self((fields != NOTHING).then(|| Box::new(fields)))
    }
}

impl PageSummary {
    /// The summary of a page without front matter.
    pub fn new(path: SourcePath) -> Self {
        Self {
            slug: Slug::of_page(&path),
            path,
            title: None,
            sidebar_title: None,
            description: None,
            deprecated: false,
            hidden: None,
            noindex: false,
            searchable: None,
            hide_api_marker: false,
            hide_footer_pagination: false,
            rare: Rare::default(),
        }
    }
}

/// How a written name met a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// As it should be.
    Exact,
    /// The name ends in `.mdx` or `.md` (NAV-01).
    WithExtension,
    /// The name is a folder with an `index` page.
    FolderIndex,
}

/// All published pages, sorted by slug.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageIndex {
    pages: Vec<Arc<PageSummary>>,
    withheld: Vec<Slug>,
    stand_ins: BTreeMap<Slug, Slug>,
    snippets: BTreeMap<Slug, Snippet>,
    /// By the routes that they would have.
    redirected: BTreeMap<String, SourcePath>,
}

/// A file beside the pages that is none, because another one imports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    pub path: SourcePath,
    /// The first file that imports it, where that is known.
    pub importer: Option<SourcePath>,
}

impl PageIndex {
    /// An index of `pages`. `withheld` are pages that exist but are not published, such as those with `groups`:
    /// a navigation entry for one of them is dropped without a word. Of two pages with the same slug the one
    /// whose path comes first is kept.
    pub fn new(mut pages: Vec<Arc<PageSummary>>, mut withheld: Vec<Slug>) -> Self {
        pages.sort_by(|a, b| (&a.slug, &a.path).cmp(&(&b.slug, &b.path)));
        pages.dedup_by(|later, earlier| later.slug == earlier.slug);
        withheld.sort();
        Self { pages, withheld, ..Self::default() }
    }

    /// The index with files that would be pages if nothing imported them.
    pub fn with_snippets(self, snippets: Vec<Snippet>) -> Self {
        let snippets = snippets.into_iter().map(|snippet| (Slug::of_page(&snippet.path), snippet)).collect();
        Self { snippets, ..self }
    }

    /// The index with pages whose addresses are redirected, each with the route of this site that its readers are sent to. Where
    /// there is nothing written at that, or below it, the page stays.
    pub fn with_redirected(self, pages: &[(Arc<PageSummary>, Option<&str>)]) -> Self {
        if pages.is_empty() {
            return self;
        }
        let is_there = |end: &str| {
            let below = format!("{end}/");
            let at = self.pages.partition_point(|page| page.slug.as_str() < below.as_str());
            let is_folder = self.pages.get(at).is_some_and(|page| page.slug.as_str().starts_with(&below));
            end.is_empty() || is_folder || self.page(end).is_some()
        };
        let (gone, kept): (Vec<_>, Vec<_>) = pages.iter().partition(|(_, end)| end.is_none_or(is_there));
        let redirected =
            gone.into_iter().map(|(page, _)| (page.slug.route().to_owned(), page.path.clone())).collect();
        let pages = self.pages.iter().chain(kept.into_iter().map(|(page, _)| page)).cloned().collect();
        Self { snippets: self.snippets, redirected, ..Self::new(pages, self.withheld) }
    }

    /// The index with pages that stand in for others: for each its slug, and that of the page that it shows (I18N-05).
    pub fn with_stand_ins(&self, stand_ins: BTreeMap<Slug, Slug>) -> Self {
        let shown = |(slug, original): (&Slug, &Slug)| {
            Some(Arc::new(PageSummary { slug: slug.clone(), ..self.page(original.as_str())?.clone() }))
        };
        let pages = self.pages.iter().cloned().chain(stand_ins.iter().filter_map(shown)).collect();
        let (snippets, redirected) = (self.snippets.clone(), self.redirected.clone());
        Self { stand_ins, snippets, redirected, ..Self::new(pages, self.withheld.clone()) }
    }

    /// Pages that exist but are not published.
    pub fn withheld(&self) -> &[Slug] {
        &self.withheld
    }

    /// For each page that stands in for another one: the page that it shows.
    pub fn stand_ins(&self) -> &BTreeMap<Slug, Slug> {
        &self.stand_ins
    }

    /// All pages in the order of their slugs.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<PageSummary>> {
        self.pages.iter()
    }

    /// Number of pages.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there is no page.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The page with exactly this slug.
    pub fn page(&self, slug: &str) -> Option<&PageSummary> {
        let at = self.pages.binary_search_by(|page| page.slug.as_str().cmp(slug)).ok()?;
        self.pages.get(at).map(|page| &**page)
    }

    /// The page that a navigation entry names.
    pub fn named(&self, written: &str) -> Option<(&PageSummary, Match)> {
        let name = trim_slashes(written);
        if let Some(page) = self.page(name) {
            return Some((page, Match::Exact));
        }
        if let Some(page) =
            name.strip_suffix(".mdx").or(name.strip_suffix(".md")).and_then(|stem| self.page(stem))
        {
            return Some((page, Match::WithExtension));
        }
        if name.is_empty() {
            return None;
        }
        self.page(&format!("{name}/index")).map(|page| (page, Match::FolderIndex))
    }

    /// Whether `written` names a page that exists but is not published.
    pub fn is_withheld(&self, written: &str) -> bool {
        let name = trim_slashes(written);
        self.withheld.binary_search_by(|slug| slug.as_str().cmp(name)).is_ok()
    }

    /// The file that `written` names and that is no page because another one imports it.
    pub fn snippet(&self, written: &str) -> Option<&Snippet> {
        self.snippets.get(trim_slashes(written))
    }

    /// The file of a page with this route, which is not published because it is redirected.
    pub fn redirected(&self, route: &str) -> Option<&SourcePath> {
        self.redirected.get(route)
    }

    /// Slugs that `written` was probably meant to be, the best first, at most three.
    pub fn nearest(&self, written: &str) -> Vec<&str> {
        let name = trim_slashes(written);
        nearest_slug(name, self.pages.iter().map(|page| page.slug.as_str()))
    }
}

/// Up to three of `slugs` that are near `name`: equal but for letter case, then those with the same last
/// segment, then the one in the same folder with the nearest spelling.
pub fn nearest_slug<'a>(name: &str, slugs: impl Iterator<Item = &'a str> + Clone) -> Vec<&'a str> {
    let mut found: Vec<&str> = slugs.clone().filter(|slug| slug.eq_ignore_ascii_case(name)).take(3).collect();
    let (folder, last) = split_last(name);
    let is_named = |slug: &&str| !last.is_empty() && split_last(slug).1.eq_ignore_ascii_case(last);
    // A page that moved is still in its language, even if another one has it at the old place.
    let is_own = |slug: &&str| language_folder(slug) == language_folder(name);
    let has_own = slugs.clone().filter(is_named).any(|slug| is_own(&slug));
    let same_last = |slug: &&str| is_named(slug) && (is_own(slug) || !has_own);
    // Of several, those that agree in more segments from the end are meant.
    let most = slugs.clone().filter(same_last).map(|slug| shared_tail(slug, name)).max().unwrap_or(0);
    for slug in slugs.clone().filter(same_last).filter(|slug| shared_tail(slug, name) == most) {
        if found.len() == 3 {
            return found;
        }
        if !found.contains(&slug) {
            found.push(slug);
        }
    }
    if found.is_empty() && last.len() <= 200 {
        // Comparing spellings is slow: only names of one folder and of a similar length are compared.
        let beside = slugs.filter(|slug| {
            let (other, name) = split_last(slug);
            other.eq_ignore_ascii_case(folder) && name.len().abs_diff(last.len()) <= (last.len() / 3).max(1)
        });
        let near = did_you_mean(last, beside.clone().map(|slug| split_last(slug).1));
        found.extend(near.and_then(|near| beside.clone().find(|slug| split_last(slug).1 == near)));
    }
    found
}

/// The first folder of a path when it is a language: `en`, `pt-BR`.
fn language_folder(path: &str) -> Option<&str> {
    let (first, _) = path.split_once('/')?;
    LANGUAGES.iter().any(|code| code.eq_ignore_ascii_case(first)).then_some(first)
}

/// Segments that two paths share, counted from the end.
fn shared_tail(one: &str, other: &str) -> usize {
    let pairs = one.rsplit('/').zip(other.rsplit('/'));
    pairs.take_while(|(one, other)| one.eq_ignore_ascii_case(other)).count()
}

/// The folder and the last segment.
fn split_last(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// Without one leading and one trailing slash.
fn trim_slashes(path: &str) -> &str {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.strip_suffix('/').unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_moved_is_looked_for_in_its_language_first() {
        let slugs = ["en/guides/start", "fr/old/start", "guides/start", "pt-BR/old/start", "zh/old/start"];
        let near = |name| nearest_slug(name, slugs.into_iter());
        assert_eq!(near("en/old/start"), ["en/guides/start"]);
        assert_eq!(near("old/start"), ["guides/start"]);
        assert_eq!(near("pt-BR/start"), ["pt-BR/old/start"]);
        // In a language without one, those of all others.
        assert_eq!(near("ko/old/start"), ["fr/old/start", "pt-BR/old/start", "zh/old/start"]);
    }
}
