//! Sidebars of more than two hundred entries: pages carry a slice, the whole is one page of the section.

use std::collections::{BTreeMap, BTreeSet};

use docs::db::Settings;
use docs::text::{Addresses, UrlStyle};
use serde_json::{Value, json};

use crate::html::{Element, parse};
use crate::site::{Built, Site};

const SECTION: &str = "_docs/nav/main/index.html";

/// A site whose navigation is `groups`, with all pages that it names, titled by their names.
fn site(groups: Value) -> Site {
    let mut site = Site::new();
    let mut pages = BTreeSet::new();
    names(&groups, &mut pages);
    site.edit_config(|config| config["navigation"] = json!({ "groups": groups }));
    for page in pages {
        site.edit(&format!("{page}.mdx"), &format!("---\ntitle: Title of {page}\n---\n\nText.\n"));
    }
    site
}

fn names(value: &Value, pages: &mut BTreeSet<String>) {
    match value {
        Value::String(name) => drop(pages.insert(name.clone())),
        Value::Array(items) => items.iter().for_each(|item| names(item, pages)),
        Value::Object(group) => {
            ["pages", "root"].iter().filter_map(|key| group.get(*key)).for_each(|value| names(value, pages));
        }
        _ => {}
    }
}

fn group(name: &str, pages: Vec<Value>) -> Value {
    json!({ "group": name, "pages": pages })
}

fn pages(prefix: &str, count: usize) -> Vec<Value> {
    (0..count).map(|number| json!(format!("{prefix}/p{number:04}"))).collect()
}

/// A flat list and a tree of groups.
fn large(flat: usize, groups: usize, each: usize) -> Value {
    let mut all = vec![group("Flat", pages("flat", flat))];
    let inner =
        (0..groups).map(|number| group(&format!("Group {number}"), pages(&format!("g{number}"), each)));
    all.push(group("Tree", inner.collect()));
    Value::Array(all)
}

/// The links of the sidebar of a page.
fn sidebar_links(html: &str) -> Vec<String> {
    let start = html.find("<nav id=\"sidebar-content\"").expect("a sidebar");
    let end = start + html[start..].find("</nav>").expect("its end");
    let nav = parse(&html[start..end + 6]);
    hrefs(&nav)
}

fn hrefs(root: &Element) -> Vec<String> {
    let links = root.all(|element| element.name == "a");
    links.into_iter().filter_map(|link| link.attribute("href")).map(str::to_owned).collect()
}

fn changed(before: &Built, after: &Built) -> BTreeSet<String> {
    let paths = before.files().keys().chain(after.files().keys());
    let differs = paths.filter(|path| before.files().get(*path) != after.files().get(*path));
    differs.filter(|path| path.ends_with(".html")).cloned().collect()
}

/// Pages with `text` in their own HTML.
fn showing(built: &Built, text: &str) -> BTreeSet<String> {
    let files = built.files().iter().filter(|(path, _)| path.ends_with(".html"));
    files
        .filter(|(_, bytes)| std::str::from_utf8(bytes).is_ok_and(|html| html.contains(text)))
        .map(|(path, _)| path.clone())
        .collect()
}

#[test]
fn eng_04_perf_05_pages_are_small_and_marked() {
    let built = site(large(1500, 50, 30)).build();
    built.assert_no_problems();
    for (path, current) in [("flat/p0000", "flat"), ("flat/p0777", "flat"), ("g31/p0007", "g31")] {
        let html = built.html(&format!("{path}/index.html"));
        assert!(html.len() < 60_000, "{path}: {} bytes", html.len());
        let links = sidebar_links(html);
        assert!(links.len() <= 205, "{path}: {} links", links.len());
        assert!(
            links.contains(&format!("/{path}"))
                && links.iter().any(|link| link.starts_with(&format!("/{current}/")))
        );
        let active = format!("active\" aria-current=\"page\" data-active=\"true\" href=\"/{path}\"");
        assert_eq!(html.matches(&active).count(), 1, "{path}");
        assert_eq!(html.matches("/_docs/nav.").count(), 1, "one script");
    }
    // The groups beside the current one are links.
    let html = built.html("g31/p0007/index.html");
    assert!(html.contains(">Group 12</span>") && !html.contains("href=\"/g12/"));
    assert_eq!(html.matches("<details open>").count(), 1);
    // The page of the section is no page for search engines.
    let section = built.html(SECTION);
    assert!(section.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(!section.contains("/_docs/nav."), "no script that would load it once more");
}

/// The values of an attribute of the tags that begin with `tag`.
fn values<'h>(html: &'h str, tag: &str, attribute: &str) -> Vec<&'h str> {
    let start = format!(" {attribute}=\"");
    let tags = html.split(tag).skip(1).filter_map(|rest| rest.split_once('>')).map(|(inside, _)| inside);
    tags.filter_map(|inside| inside.split_once(&start)?.1.split_once('"')).map(|(value, _)| value).collect()
}

/// From the home page by plain links, fragments included, to every page.
#[track_caller]
fn assert_reachable(built: &Built, addresses: &Addresses, start: &str) {
    let mut by_url: BTreeMap<String, String> = BTreeMap::new();
    for path in built.files().keys().filter(|path| path.ends_with(".html") && *path != "_docs/oauth.html") {
        let route = path.trim_end_matches("index.html").trim_end_matches(".html");
        by_url.insert(format!("{}/{route}", addresses.base), path.clone());
        by_url.insert(format!("{}/{}", addresses.base, route.trim_end_matches('/')), path.clone());
    }
    let mut seen: BTreeSet<String> = [start.to_owned()].into();
    let mut open = vec![start.to_owned()];
    let mut ids: BTreeMap<&String, Vec<&str>> = BTreeMap::new();
    while let Some(path) = open.pop() {
        let html = built.html(&path);
        // Not by the pager: it leads through every page whatever the sidebar holds.
        let pager = html.find("<nav id=\"pagination\"").unwrap_or(html.len());
        let end = html[pager..].find("</nav>").map_or(html.len(), |end| pager + end + 6);
        let html = [&html[..pager], &html[end..]].concat();
        for link in values(&html, "<a ", "href") {
            let (url, fragment) = link.split_once('#').unwrap_or((link, ""));
            if url.is_empty() || url.contains("://") {
                continue;
            }
            let target = by_url.get(url).unwrap_or_else(|| panic!("{path} links to {link}"));
            if !fragment.is_empty() {
                let ids = ids.entry(target).or_insert_with(|| values(built.html(target), "<", "id"));
                assert_eq!(ids.iter().filter(|id| **id == fragment).count(), 1, "{path} links to {link}");
            }
            if seen.insert(target.clone()) {
                open.push(target.clone());
            }
        }
    }
    let is_page =
        |path: &String| !path.ends_with("404.html") && !built.html(path).contains("http-equiv=\"refresh\"");
    let missed: BTreeSet<&String> =
        by_url.values().filter(|path| !seen.contains(*path) && is_page(path)).collect();
    assert!(missed.is_empty(), "out of reach: {missed:?}");
}

#[test]
fn eng_04_perf_05_out_11_every_page_is_reached_by_plain_links() {
    let tree = json!([
        group("Flat", pages("flat", 330)),
        { "group": "Roots", "root": "roots", "pages": [
            { "group": "One", "root": "one", "expanded": true, "pages": pages("one", 120) },
            { "group": "Same", "pages": pages("two", 20) },
            { "group": "Same", "pages": pages("three", 20) },
            { "group": "Empty", "pages": [] },
        ] },
        group("Many", (0..210).map(|n| group(&format!("G{n}"), pages(&format!("m{n}"), 1))).collect()),
    ]);
    for (base, style) in [("/docs", UrlStyle::Directory), ("", UrlStyle::File)] {
        let addresses = Addresses::new(base, style);
        let settings = Settings { addresses: addresses.clone(), ..Settings::default() };
        let built = site(tree.clone()).settings(settings).build();
        let start = addresses.page_file(&docs::text::Slug::new("flat/p0000"));
        assert_reachable(&built, &addresses, start.as_str());
        let page = built.html(addresses.page_file(&docs::text::Slug::new("m77/p0000")).as_str());
        assert!(page.contains(&format!("href=\"{base}/_docs/nav/main/#nav-")));
        let script = built.files().keys().find(|path| path.starts_with("_docs/nav.")).expect("the script");
        assert!(page.contains(&format!("src=\"{base}/{script}\"")));
    }
}

#[test]
fn eng_04_a_title_reaches_the_pages_that_show_it_and_the_section() {
    let mut site = site(large(400, 20, 10));
    let mut before = site.build();
    for (round, page) in ["flat/p0150", "g7/p0003", "flat/p0099"].into_iter().enumerate() {
        for hinted in [false, true] {
            let file = format!("{page}.mdx");
            let title = format!("Renamed {round} {hinted}");
            site.edit(&file, &format!("---\ntitle: {title}\n---\n\nText.\n"));
            let after = if hinted { site.update(&[&file]) } else { site.build() };
            let shown = showing(&after, &title);
            assert_eq!(changed(&before, &after), shown, "{title}");
            assert!(shown.contains(SECTION) && shown.len() <= 102, "{} files", shown.len());
            assert!(after.query("sidebar_slice") <= 2, "{:?}", after.queries());
            after.assert_clean();
            before = after;
        }
    }
    // Words of a page: the page.
    site.edit("flat/p0150.mdx", "---\ntitle: Renamed 0 true\n---\n\nOther words.\n");
    let after = site.update(&["flat/p0150.mdx"]);
    assert_eq!(changed(&before, &after), ["flat/p0150/index.html".to_owned()].into());
    assert_eq!(after.query("section_page") + after.query("sidebar_slice"), 0);
}

#[test]
fn perf_05_a_section_of_two_hundred_entries_is_whole() {
    // A group and its pages: two hundred entries in all.
    let built = site(json!([group("All", pages("a", 199))])).build();
    assert!(!built.files().keys().any(|path| path.starts_with("_docs/nav")), "{:?}", built.files().keys());
    let html = built.html("a/p0100/index.html");
    assert_eq!(sidebar_links(html).len(), 199);
    assert!(!html.contains("id=\"nav-") && !html.contains("sidebar-all"));
    let built = site(json!([group("All", pages("a", 200))])).build();
    assert!(built.files().contains_key(SECTION));
}

#[test]
fn the_file_goes_when_the_section_shrinks() {
    let mut site = site(json!([group("All", pages("a", 260))]));
    let before = site.build();
    assert!(before.files().contains_key(SECTION));
    site.edit_config(|config| config["navigation"] = json!({ "groups": [group("All", pages("a", 100))] }));
    let after = site.build();
    assert!(!after.files().keys().any(|path| path.starts_with("_docs/nav")));
    after.assert_clean();
    site.edit_config(|config| config["navigation"] = json!({ "groups": [group("All", pages("a", 260))] }));
    let after = site.update(&["docs.json"]);
    assert!(after.files().contains_key(SECTION));
    after.assert_clean();
    // A page that is hidden: one entry less, and so on until the section is small.
    for number in 0..61 {
        let file = format!("a/p{number:04}.mdx");
        site.edit(&file, "---\ntitle: T\nhidden: true\n---\n\nText.\n");
        if number == 55 {
            site.build();
        } else if number > 55 {
            let after = site.update(&[&file]);
            assert_eq!(after.files().contains_key(SECTION), number < 60, "{number}");
        }
    }
    site.build().assert_clean();
}

#[test]
fn deep_groups_are_open_down_to_the_page() {
    let mut deep = group("Level 25", pages("deep", 140));
    for level in (0..25).rev() {
        let mut items = pages(&format!("l{level}"), 30);
        items.push(deep);
        items.extend(pages(&format!("m{level}"), 30));
        deep = group(&format!("Level {level}"), items);
    }
    let built = site(json!([deep])).build();
    let html = built.html("deep/p0139/index.html");
    let links = sidebar_links(html);
    for level in 0..=25 {
        assert!(html.contains(&format!(">Level {level}</span>")), "level {level}");
    }
    let pages = links.iter().filter(|link| !link.contains("/_docs/")).count();
    assert!(pages <= 200 && links.contains(&"/deep/p0000".to_owned()), "{} links", links.len());
    assert!(html.len() < 60_000, "{}", html.len());
    assert!(built.html(SECTION).contains("href=\"/deep/p0077\""));
}

#[test]
fn hidden_and_unlisted_pages_have_the_sidebar_of_their_place() {
    let mut site = site(large(300, 10, 10));
    site.edit("flat/p0150.mdx", "---\ntitle: Secret\nhidden: true\n---\n\nText.\n");
    site.edit("alone.mdx", "---\ntitle: Alone\n---\n\nText.\n");
    let built = site.build();
    let html = built.html("flat/p0150/index.html");
    let links = sidebar_links(html);
    assert!(links.contains(&"/flat/p0149".to_owned()) && !links.contains(&"/flat/p0150".to_owned()));
    assert!(!built.html(SECTION).contains("Secret"));
    let links = sidebar_links(built.html("alone/index.html"));
    assert!(links.len() < 10 && links.contains(&"/_docs/nav/main/".to_owned()), "{links:?}");
}

#[test]
fn each_section_has_its_own_page_and_the_sitemap_has_none() {
    let mut site = site(json!([group("All", pages("a", 250))]));
    for page in pages("b", 250) {
        site.edit(&format!("{}.mdx", page.as_str().expect("a name")), "---\ntitle: B\n---\n\nText.\n");
    }
    site.edit_config(|config| {
        config["navigation"] = json!({ "tabs": [
            { "tab": "First", "pages": pages("a", 250) },
            { "tab": "Second tab", "pages": pages("b", 250) },
        ] });
    });
    let settings = Settings { site_url: Some("https://example.com".to_owned()), ..Settings::default() };
    let built = site.settings(settings).build();
    let first = built.html("_docs/nav/first/index.html");
    assert!(first.contains("href=\"/a/p0249\"") && !first.contains("href=\"/b/p0249\""));
    assert!(first.contains("<title>First - Test</title>"));
    assert!(built.html("b/p0001/index.html").contains("/_docs/nav/second-tab/"));
    assert!(!built.html("sitemap.xml").contains("_docs"));
}
