//! The example site: without a warning, and every page within reach.

use std::collections::{BTreeMap, BTreeSet};

use crate::html;
use crate::site::{Built, Site};

#[test]
fn it_builds_without_a_warning() {
    let built = Site::example().build();
    // It has diagrams, and what draws them is nothing to keep in this repository.
    assert_eq!(built.codes(), ["diagrams-not-fetched"]);
    assert!(built.report.pages >= 30, "{} pages", built.report.pages);
    built.assert_clean();
}

#[test]
fn every_page_is_within_reach_of_the_home_page() {
    let mut site = Site::example();
    let built = site.build();
    let reached = crawl(&built, "index.html");
    let pages: BTreeSet<&str> = built
        .files()
        .keys()
        .map(String::as_str)
        .filter(|path| path.ends_with(".html") && !path.ends_with("404.html"))
        .collect();
    // A page that names another address stands in the sidebar as a link to that address; one page is in no
    // sidebar and one is hidden on purpose; a redirect is there for links of the past; and authorization servers lead
    // back to one.
    let elsewhere = |path: &str| {
        let source = format!("{}.mdx", path.trim_end_matches("/index.html"));
        site.sources().get(&source).is_some_and(|bytes| String::from_utf8_lossy(bytes).contains("\nurl: "))
    };
    let expected = |path: &str| {
        ["thank-you/index.html", "guides/field-notes/index.html", "_docs/oauth.html"].contains(&path)
            || built.html(path).contains("http-equiv=\"refresh\"")
            || elsewhere(path)
    };
    let lost: Vec<&str> =
        pages.into_iter().filter(|path| !reached.contains_key(*path) && !expected(path)).collect();
    assert!(lost.is_empty(), "no link leads to {lost:?}");
}

#[test]
fn out_01_every_link_of_the_output_leads_to_a_file_and_an_id() {
    let built = Site::example().build();
    let ids: BTreeMap<&str, BTreeSet<String>> = built
        .files()
        .keys()
        .filter(|path| path.ends_with(".html"))
        .map(|path| {
            let page = html::parse(built.html(path));
            let ids = page.all(|element| element.attribute("id").is_some());
            (
                path.as_str(),
                ids.iter().filter_map(|element| element.attribute("id").map(str::to_owned)).collect(),
            )
        })
        .collect();
    let mut broken = BTreeSet::new();
    for path in ids.keys() {
        let page = html::parse(built.html(path));
        page.walk(&mut |element| {
            let address = ["href", "src", "poster"].iter().find_map(|name| element.attribute(name));
            let Some(address) =
                address.filter(|address| address.starts_with(['/', '#']) && !address.starts_with("//"))
            else {
                return;
            };
            let (route, fragment) = address.split_once('#').unwrap_or((address, ""));
            let target = if route.is_empty() { Some((*path).to_owned()) } else { file_of(&built, route) };
            match target {
                None => drop(broken.insert(format!("{path}: {address}"))),
                Some(target) => {
                    let known =
                        ids.get(target.as_str()).is_none_or(|ids| ids.contains(&html::decode(fragment)));
                    if !fragment.is_empty() && !known {
                        broken.insert(format!("{path}: {address}"));
                    }
                }
            }
        });
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn ids_are_unique_on_every_page() {
    let built = Site::example().build();
    for path in built.files().keys().filter(|path| path.ends_with(".html")) {
        let page = html::parse(built.html(path));
        let mut seen = BTreeSet::new();
        page.walk(&mut |element| {
            if let Some(id) = element.attribute("id") {
                assert!(seen.insert(id.to_owned()), "{path}: `{id}` twice");
            }
        });
    }
}

/// The file that a server would send for a route.
pub fn file_of(built: &Built, route: &str) -> Option<String> {
    let route = route.split('?').next().unwrap_or("").trim_start_matches('/');
    let trimmed = route.trim_end_matches('/');
    let candidates = [
        route.to_owned(),
        format!("{trimmed}/index.html").trim_start_matches('/').to_owned(),
        format!("{trimmed}.html"),
    ];
    candidates.into_iter().find(|path| built.files().contains_key(path))
}

/// Pages that can be reached by links, each with the page that led there.
fn crawl(built: &Built, start: &str) -> BTreeMap<String, String> {
    let mut reached = BTreeMap::from([(start.to_owned(), String::new())]);
    let mut open = vec![start.to_owned()];
    while let Some(path) = open.pop() {
        for link in html::parse(built.html(&path)).all(|element| element.name == "a") {
            let address = link.attribute("href").unwrap_or("");
            let route = address.split('#').next().unwrap_or("");
            if !route.starts_with('/') {
                continue;
            }
            if let Some(target) = file_of(built, route)
                && target.ends_with(".html")
                && !reached.contains_key(&target)
            {
                reached.insert(target.clone(), path.clone());
                open.push(target);
            }
        }
    }
    reached
}
