//! How ready a built site is for programs that read it: `docs score` (CLI-13).
//!
//! Looks at the files as a host would serve them, not at sources: what is told holds for whoever asks the site. Each
//! check is so many of so many, and all of them weigh the same.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::encoding::percent_decoded;

/// Longest text of a page, tokens, unless another limit is given.
pub const MOST_TOKENS: usize = 25_000;
/// Bytes of Markdown that are about one token.
const TOKEN: usize = 4;
/// What stands in a page's head as the address of its Markdown.
const MARKDOWN_LINK: &str = "type=\"text/markdown\"";
/// Most addresses that one check names.
const MOST_NAMED: usize = 3;

/// What a file of HTML says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The file.
    pub file: String,
    /// Its address below the root of the site, without slashes at its ends.
    pub route: String,
    has_canonical: bool,
    has_description: bool,
    /// The address of its Markdown, as written.
    markdown: Option<String>,
}

/// All that is looked at.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Every file.
    pub files: BTreeSet<String>,
    pub pages: Vec<Page>,
    /// Files of Markdown beside pages, with their size in bytes.
    pub markdown: Vec<(String, usize)>,
    /// `llms.txt` and what it is cut into.
    pub llms: Vec<String>,
    pub robots: Option<String>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// A name for programs.
    pub name: &'static str,
    /// What is asked, for people.
    pub asks: &'static str,
    pub right: usize,
    pub all: usize,
    /// Some of those that are not right.
    pub wrong: Vec<String>,
    /// What to do about them.
    pub hint: &'static str,
}

impl Check {
    /// Whether there is nothing to do.
    pub fn is_right(&self) -> bool {
        self.right == self.all
    }

    fn of<'a>(
        (name, asks, hint): (&'static str, &'static str, &'static str),
        asked: impl IntoIterator<Item = (&'a str, bool)>,
    ) -> Self {
        let mut check = Self { name, asks, right: 0, all: 0, wrong: Vec::new(), hint };
        for (what, is_right) in asked {
            check.all += 1;
            if is_right {
                check.right += 1;
            } else if check.wrong.len() < MOST_NAMED {
                check.wrong.push(what.to_owned());
            }
        }
        check
    }
}

/// Reads a file of HTML; `None` for one that nobody should find: redirects, the search, what must not be indexed.
pub fn page(file: &str, html: &str) -> Option<Page> {
    let head = html.split("</head>").next().unwrap_or(html);
    let name = file.rsplit('/').next().unwrap_or(file);
    let tags: Vec<&str> = head.split('<').collect();
    let has = |parts: [&str; 2]| tags.iter().any(|tag| parts.iter().all(|part| tag.contains(part)));
    let is_page = head.trim_start().get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"));
    if !is_page || name == "404.html" || has(["name=\"robots\"", "noindex"]) || has(["http-equiv", "refresh"])
    {
        return None;
    }
    let link = tags.iter().find(|tag| tag.contains(MARKDOWN_LINK));
    let markdown = link.and_then(|tag| Some(tag.split_once("href=\"")?.1.split('"').next()?.to_owned()));
    let route = file.strip_suffix(".html").unwrap_or(file);
    let route = if route == "index" { "" } else { route.strip_suffix("/index").unwrap_or(route) };
    Some(Page {
        file: file.to_owned(),
        route: route.to_owned(),
        has_canonical: has(["rel=\"canonical\"", "href="]),
        has_description: has(["name=\"description\"", "content="]),
        markdown,
    })
}

/// The Markdown of a page.
fn markdown_file(page: &Page) -> String {
    if page.route.is_empty() { "index.md".to_owned() } else { format!("{}.md", page.route) }
}

/// All checks, in the order in which they are told.
pub fn checks(site: &Site, most_tokens: usize) -> Vec<Check> {
    let base = base(site);
    let there = |name: &str| site.files.contains(name);
    let of_pages = |is_right: &dyn Fn(&Page) -> bool| {
        site.pages.iter().map(|page| (page.file.as_str(), is_right(page))).collect::<Vec<_>>()
    };
    let listed: Vec<&str> = site.llms.iter().flat_map(|text| addresses(text)).collect();
    let leads = |address: &str| leads(site, &base, address);
    let is_open = site.robots.as_deref().is_some_and(is_open);
    let limited = site.markdown.iter().map(|(file, size)| (file.as_str(), size / TOKEN <= most_tokens));
    vec![
        Check::of(
            (
                "llms-txt",
                "llms.txt and llms-full.txt are there",
                "build with `docs build`, which writes them",
            ),
            ["llms.txt", "llms-full.txt"].map(|name| (name, there(name))),
        ),
        Check::of(
            (
                "llms-links",
                "what llms.txt lists is there",
                "correct your own llms.txt, or leave it to the build",
            ),
            listed.into_iter().filter_map(|address| Some((address, leads(address)?))),
        ),
        Check::of(
            ("markdown", "each page lies there as Markdown", "remove what stands in its place"),
            of_pages(&|page| there(&markdown_file(page))),
        ),
        Check::of(
            ("markdown-link", "each page names its Markdown", "leave the head of pages as the theme has it"),
            of_pages(&|page| page.markdown.is_some()),
        ),
        Check::of(
            ("markdown-size", "no page is longer than programs read", "cut it into several pages"),
            limited,
        ),
        Check::of(
            ("canonical", "each page names its address", "build with `--site-url https://docs.example.com`"),
            of_pages(&|page| page.has_canonical),
        ),
        Check::of(
            ("description", "each page says what it is about", "write a `description` into its front matter"),
            of_pages(&|page| page.has_description),
        ),
        Check::of(
            ("robots", "robots.txt lets programs in", "take `Disallow: /` out of robots.txt"),
            [("robots.txt", is_open)],
        ),
        Check::of(
            ("sitemap", "sitemap.xml is there", "build with `--site-url https://docs.example.com`"),
            [("sitemap.xml", there("sitemap.xml"))],
        ),
    ]
}

/// All checks together: 100 when each is right, rounded down.
pub fn score(checks: &[Check]) -> usize {
    let asked: Vec<&Check> = checks.iter().filter(|check| check.all > 0).collect();
    let parts: usize = asked.iter().map(|check| check.right * 100_000 / check.all).sum();
    parts / asked.len().max(1) / 1_000
}

/// The path that stands before all addresses of the site, without a slash at its end.
fn base(site: &Site) -> String {
    let of = |page: &Page| {
        let address = percent_decoded(path(page.markdown.as_deref()?)).into_owned();
        address.strip_suffix(&markdown_file(page)).map(|base| base.trim_end_matches('/').to_owned())
    };
    site.pages.iter().find_map(of).unwrap_or_default()
}

/// An address without scheme, host, query and hash.
fn path(address: &str) -> &str {
    let rest = match address.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
        None => address,
    };
    rest.split(['?', '#']).next().unwrap_or("")
}

/// Whether a file or a page is at an address; `None` for one outside of the site.
fn leads(site: &Site, base: &str, address: &str) -> Option<bool> {
    let address = percent_decoded(path(address)).into_owned();
    let rest = address.strip_prefix(base)?;
    let name = rest.strip_prefix('/')?.trim_end_matches('/');
    let forms =
        [name.to_owned(), format!("{name}.html"), format!("{name}/index.html"), format!("{name}index.html")];
    Some(forms.iter().any(|form| site.files.contains(form)))
}

/// The addresses of Markdown that a list of pages names: `- [title](address)`.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let entries = text.lines().filter(|line| line.trim_start().starts_with("- ["));
    entries.filter_map(|line| line.split_once("](")?.1.split(')').next()).filter(|address| {
        let path = path(address);
        path.starts_with('/') && path.ends_with(".md")
    })
}

/// Whether `robots.txt` keeps nobody out of everything.
fn is_open(text: &str) -> bool {
    let mut is_for_all = false;
    let mut is_open = true;
    for line in text.lines() {
        let Some((key, value)) = line.split_once(':') else { continue };
        match key.trim().to_ascii_lowercase().as_str() {
            "user-agent" => is_for_all = value.trim() == "*",
            "disallow" if is_for_all && value.trim() == "/" => is_open = false,
            _ => {}
        }
    }
    is_open
}

/// The result for programs.
pub fn told_as_json(checks: &[Check]) -> Value {
    let checks_told: Vec<Value> = checks
        .iter()
        .map(|check| {
            json!({ "name": check.name, "right": check.right, "all": check.all, "wrong": check.wrong,
                "hint": (!check.is_right()).then_some(check.hint) })
        })
        .collect();
    json!({ "score": score(checks), "checks": checks_told })
}

/// The result as lines of `name`, how many are right, and what is wrong, with tabs between them.
pub fn told_plainly(checks: &[Check]) -> String {
    let line =
        |check: &Check| format!("{}\t{}/{}\t{}\n", check.name, check.right, check.all, check.wrong.join(" "));
    format!("score\t{}\t\n{}", score(checks), checks.iter().map(line).collect::<String>())
}

/// The result for people.
pub fn told_as_table(checks: &[Check]) -> String {
    let count = |check: &Check| format!("{}/{}", check.right, check.all);
    let width = checks.iter().map(|check| count(check).len()).max().unwrap_or(0);
    let mut out = String::new();
    for check in checks.iter().filter(|check| check.all > 0) {
        let mark = if check.is_right() { "✓" } else { "✗" };
        out.push_str(&format!("{mark} {:>width$}  {}\n", count(check), check.asks));
        if !check.is_right() {
            let more = check.all - check.right - check.wrong.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let indent = " ".repeat(width + 4);
            out.push_str(&format!(
                "{indent}{}{more}\n{indent}hint: {}\n",
                check.wrong.join(", "),
                check.hint
            ));
        }
    }
    out.push_str(&format!("\nScore: {} of 100\n", score(checks)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cli_13_robots_are_let_in_unless_all_is_forbidden_to_all() {
        assert!(is_open("User-agent: *\nAllow: /\n") && is_open("User-agent: bad\nDisallow: /\n"));
        assert!(is_open("User-agent: *\nDisallow: /private\n"));
        assert!(!is_open("User-agent: *\nDisallow: /\n"));
    }

    #[test]
    fn cli_13_the_score_is_that_of_all_checks_together() {
        let check = |right, all| Check { name: "a", asks: "a", right, all, wrong: Vec::new(), hint: "" };
        assert_eq!(score(&[check(1, 1), check(3, 3)]), 100);
        assert_eq!(score(&[check(1, 1), check(2, 3), check(0, 0)]), 83);
        assert_eq!(score(&[check(999, 1000)]), 99);
        assert_eq!(score(&[]), 0);
    }
}
