//! Places of pages, and the parts of the navigation where the specification asks for more than the recording.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use docs::api::ApiCatalog;
use docs::api::load::load_description;
use docs::config::navigation::{ApiSource, DivisionKind};
use docs::site::folders::folder_pages;
use docs::site::navigation::{
    Link, Navigation, NavigationInput, SidebarItem, first_page, resolve_navigation,
};
use docs::site::page_index::{PageIndex, PageSummary};
use docs::site::place::{Fit, page_place};
use docs::site::redirects::{Permanence, Redirect, Redirects};
use docs::text::{Slug, SourcePath};
use serde_json::{Value, json};

use super::reading::read_level;

fn site(navigation: Value, pages: &[&str]) -> Navigation {
    let summaries =
        pages.iter().map(|page| Arc::new(PageSummary::new(SourcePath::new(&format!("{page}.mdx")))));
    let pages = PageIndex::new(summaries.collect(), Vec::new());
    let apis: BTreeMap<SourcePath, Arc<ApiCatalog>> = BTreeMap::new();
    let level = read_level(&navigation);
    resolve_navigation(&NavigationInput {
        level: &level,
        pages: &pages,
        apis: &apis,
        api_openapi: &[],
        has_overviews: false,
        restricted: docs::site::navigation::RestrictedPages::LeftOut,
        addresses: &docs::text::Addresses::default(),
    })
    .0
}

#[test]
fn neighbours_skip_hidden_pages_and_stay_in_the_sidebar() {
    let nav = site(
        json!({"tabs": [
            {"tab": "A", "groups": [
                {"group": "G", "root": "a/index", "pages": ["a/index", "a/one", "nope"]},
                {"group": "H", "hidden": true, "pages": ["a/two"]},
                {"group": "I", "pages": ["a/three"]}]},
            {"tab": "B", "pages": ["b/one"]}]}),
        &["a/index", "a/one", "a/two", "a/three", "b/one"],
    );
    let place = |slug: &str| page_place(&nav, &Slug::new(slug));
    let names = |slug: &str| {
        let place = place(slug);
        (place.previous.map(|n| n.slug.to_string()), place.next.map(|n| n.slug.to_string()))
    };
    assert_eq!(names("a/index"), (None, Some("a/one".to_owned())));
    assert_eq!(names("a/one"), (Some("a/index".to_owned()), Some("a/three".to_owned())));
    assert_eq!(names("a/two"), (None, None));
    assert_eq!(names("b/one"), (None, None));
    assert_eq!(place("a/one").section_id.as_deref(), Some("a"));
    assert_eq!(place("a/one").eyebrow(), Some("G"));
    let tabs = place("b/one").trail.switcher(DivisionKind::Tab).cloned().expect("tabs");
    assert_eq!(tabs.active, Some(1));
    assert!(Arc::ptr_eq(&tabs.items, &place("a/one").trail.switcher(DivisionKind::Tab).expect("tabs").items));
}

#[test]
fn an_unlisted_page_gets_the_section_with_the_longest_prefix() {
    let nav = site(
        json!({"tabs": [{"tab": "A", "pages": ["a/one"]}, {"tab": "B", "pages": ["b/x/one", "b/one"]}]}),
        &["a/one", "b/one", "b/x/one", "b/x/two", "zzz"],
    );
    let place = page_place(&nav, &Slug::new("b/x/two"));
    assert_eq!((place.section_id.as_deref(), place.listed), (Some("b"), None));
    assert!(place.breadcrumbs.is_empty() && place.next.is_none());
    assert_eq!(page_place(&nav, &Slug::new("zzz")).section_id.as_deref(), Some("a"));
}

#[test]
fn counterparts_in_other_languages_and_versions() {
    let nav = site(
        json!({"languages": [
            {"language": "en", "versions": [
                {"version": "v2", "default": true, "groups": [{"group": "Start", "pages": ["v2/intro", "v2/new"]}]},
                {"version": "v1", "groups": [{"group": "Start", "pages": ["v1/first", "v1/intro"]}]}]},
            {"language": "es", "pages": ["es/v2/intro"]},
            {"language": "fr", "hidden": true, "pages": ["fr/v2/intro"]},
            {"language": "de", "href": "https://de.example.com"}]}),
        &["v2/intro", "v2/new", "v1/first", "v1/intro", "es/v2/intro", "fr/v2/intro"],
    );
    let seen = |slug: &str| -> Vec<(String, String, Fit)> {
        let place = page_place(&nav, &Slug::new(slug));
        let link = |link: Option<Link>| match link {
            Some(Link::Page(slug)) => slug.to_string(),
            Some(Link::Url(url)) => url,
            None => String::new(),
        };
        place.counterparts.into_iter().map(|c| (c.label, link(c.link), c.fit)).collect()
    };
    let row = |label: &str, link: &str, fit| (label.to_owned(), link.to_owned(), fit);
    assert_eq!(
        seen("v2/intro"),
        [
            row("en", "v2/intro", Fit::Current),
            row("es", "es/v2/intro", Fit::SamePage),
            row("de", "https://de.example.com", Fit::Division),
            row("v2", "v2/intro", Fit::Current),
            row("v1", "v1/intro", Fit::SamePage),
        ]
    );
    let new = seen("v2/new");
    assert_eq!(new[1], row("es", "es/v2/intro", Fit::Division));
    assert_eq!(new[4], row("v1", "v1/first", Fit::Group));
    assert_eq!(seen("es/v2/intro")[0], row("en", "v2/intro", Fit::SamePage));
}

#[test]
fn mixed_children_are_all_kept() {
    let nav = site(
        json!({"pages": ["p"], "groups": [{"group": "G", "pages": ["g"]}], "tabs": [{"tab": "T", "pages": ["t"]}],
               "global": {"tabs": [{"tab": "X", "href": "https://e.x"}, {"tab": "Y", "hidden": true, "href": "/y"}]}}),
        &["p", "g", "t"],
    );
    let all: BTreeSet<String> = nav.places.all().iter().map(|listed| listed.slug.to_string()).collect();
    assert_eq!(all.into_iter().collect::<Vec<_>>(), ["g", "p", "t"]);
    let place = page_place(&nav, &Slug::new("p"));
    let tabs = place.trail.switcher(DivisionKind::Tab).cloned().expect("tabs");
    let names: Vec<(&str, bool)> = tabs.iter().map(|(tab, active)| (tab.name.as_str(), active)).collect();
    assert_eq!(names, [("T", false), ("X", false)]);
    assert_eq!(place.next, None);
    assert_eq!(place.previous.map(|n| n.slug.to_string()), Some("g".to_owned()));
}

#[test]
fn folders_without_a_page_lead_to_their_first_page() {
    let nav = site(
        json!({"pages": ["a/b/two", "a/one", "c/index", "d/x", "e/f", {"group": "H", "hidden": true, "pages": ["h/x"]}]}),
        &["a/b/two", "a/one", "c/index", "d/x", "d", "e/f", "h/x"],
    );
    let redirects = Redirects::new(&[Redirect {
        source: "/e".to_owned(),
        destination: "/d".to_owned(),
        permanence: Permanence::Permanent,
        location: None,
    }]);
    let folders = folder_pages(&nav, &redirects, ["a/b/two", "a/one", "c", "d/x", "d", "e/f", "h/x"]);
    let found: Vec<(&str, &str)> =
        folders.iter().map(|(folder, page)| (folder.as_str(), page.as_str())).collect();
    assert_eq!(found, [("a", "a/b/two"), ("a/b", "a/b/two")]);
}

fn api_site(navigation: Value, api_openapi: &[&str]) -> (Navigation, Vec<String>) {
    let document = |title: &str, paths: Value| {
        json!({"openapi": "3.1.0", "info": {"title": title, "version": "1"}, "paths": paths}).to_string()
    };
    let operation = |summary: &str, tag: &str| json!({"summary": summary, "tags": [tag], "responses": {}});
    let files = [
        (
            "one.json",
            document(
                "One",
                json!({"/a": {"get": operation("Read a", "t"), "post": operation("Make a", "t")}}),
            ),
        ),
        (
            "two.json",
            document(
                "Two",
                json!({"/b": {"get": operation("Read b", "u")}, "/a2": {"get": operation("Read a", "t")}}),
            ),
        ),
    ];
    let mut apis = BTreeMap::new();
    for (path, text) in files {
        let path = SourcePath::new(path);
        let description = load_description(&path, &text).0.expect("a description");
        apis.insert(path, description.catalog.clone());
    }
    let pages = PageIndex::new(vec![Arc::new(PageSummary::new(SourcePath::new("intro.mdx")))], Vec::new());
    let sources: Vec<ApiSource> = api_openapi
        .iter()
        .map(|source| ApiSource { source: (*source).to_owned(), directory: None })
        .collect();
    let level = read_level(&navigation);
    let input = NavigationInput {
        level: &level,
        pages: &pages,
        apis: &apis,
        api_openapi: &sources,
        has_overviews: false,
        restricted: docs::site::navigation::RestrictedPages::LeftOut,
        addresses: &docs::text::Addresses::default(),
    };
    let (nav, diagnostics) = resolve_navigation(&input);
    (nav, diagnostics.into_iter().map(|diagnostic| diagnostic.code.to_owned()).collect())
}

fn generated(nav: &Navigation) -> Vec<&str> {
    nav.generated.iter().map(|page| page.slug.as_str()).collect()
}

#[test]
fn nav_15_openapi_on_the_root_with_several_files() {
    let (nav, codes) = api_site(json!({"openapi": ["one.json", "/two.json"], "pages": ["intro"]}), &[]);
    assert_eq!(codes, Vec::<String>::new());
    // Two operations never share an address, even across files.
    let expected = [
        "api-reference/t/read-a",
        "api-reference/t/make-a",
        "api-reference/u/read-b",
        "api-reference/t/read-a-1",
    ];
    assert_eq!(generated(&nav), expected);
    assert_eq!(first_page(&nav).map(Slug::as_str), Some("intro"));
    let place = page_place(&nav, &Slug::new("intro"));
    assert_eq!(place.next.map(|next| next.title), Some("Read a".to_owned()));
}

#[test]
fn nav_15_16_oas_09_listed_operations_replace_the_full_list_of_their_level() {
    let navigation = json!({"tabs": [{"tab": "API", "openapi": "one.json", "groups": [
        {"group": "G", "pages": ["get /a/", "GET /a", "GET /b"]}]}]});
    let (nav, codes) = api_site(navigation, &[]);
    assert_eq!(generated(&nav), ["api-reference/t/read-a"]);
    assert_eq!(codes, ["api-operation-not-found"]);
    let SidebarItem::Group(group) = &nav.sections[0].entries[0] else { panic!("a group") };
    assert_eq!(group.items.len(), 3);
    let SidebarItem::Page(broken) = &group.items[2] else { panic!("a page") };
    assert_eq!((broken.link.clone(), broken.title.as_str()), (None, "B"));
}

#[test]
fn nav_16_operations_of_the_api_section_can_be_listed() {
    let navigation = json!({"pages": ["GET /b", "GET /nope", "three.json GET /x", "missing/page"]});
    let (nav, codes) = api_site(navigation.clone(), &["one.json", "two.json"]);
    assert_eq!(generated(&nav), ["api-reference/u/read-b"]);
    assert_eq!(codes, ["api-operation-not-found", "api-description-missing", "nav-page-missing"]);
    let (_, codes) = api_site(navigation, &[]);
    assert_eq!(
        codes,
        ["nav-page-missing", "nav-page-missing", "api-description-missing", "nav-page-missing"]
    );
}

#[test]
fn inexact_names_are_understood() {
    let pages =
        ["a/one", "a/index"].map(|page| Arc::new(PageSummary::new(SourcePath::new(&format!("{page}.mdx")))));
    let pages = PageIndex::new(pages.to_vec(), vec![Slug::new("secret")]);
    let apis: BTreeMap<SourcePath, Arc<ApiCatalog>> = BTreeMap::new();
    let level = read_level(&json!({"pages": ["/a/one/", "a/one.mdx", "a", "A/One", "secret"]}));
    let input = NavigationInput {
        level: &level,
        pages: &pages,
        apis: &apis,
        api_openapi: &[],
        has_overviews: false,
        restricted: docs::site::navigation::RestrictedPages::LeftOut,
        addresses: &docs::text::Addresses::default(),
    };
    let (nav, diagnostics) = resolve_navigation(&input);
    let seen: Vec<(&str, String)> =
        diagnostics.iter().map(|d| (d.code, d.hint.clone().unwrap_or_default())).collect();
    assert_eq!(
        seen,
        [
            ("nav-page-name", "write `a/one`".to_owned()),
            ("nav-page-name", "write `a/index`".to_owned()),
            ("nav-page-missing", "did you mean `a/one`?".to_owned()),
        ]
    );
    assert_eq!(nav.sections[0].entries.len(), 4);
}

#[test]
fn hidden_divisions_are_listed_only_when_active() {
    let nav = site(
        json!({"tabs": [
            {"tab": "A", "pages": ["a"]},
            {"tab": "H", "hidden": true, "pages": ["h"]},
            {"tab": "M", "menu": [{"item": "I", "pages": ["i"]}, {"item": "J", "pages": ["j"]}]}]}),
        &["a", "h", "i", "j"],
    );
    let tabs = |slug: &str| -> Vec<(String, bool)> {
        let place = page_place(&nav, &Slug::new(slug));
        let tabs = place.trail.switcher(DivisionKind::Tab).cloned().expect("tabs");
        tabs.iter().map(|(tab, active)| (tab.name.clone(), active)).collect()
    };
    let row = |name: &str, active| (name.to_owned(), active);
    assert_eq!(tabs("a"), [row("A", true), row("M", false)]);
    assert_eq!(tabs("h"), [row("A", false), row("H", true), row("M", false)]);
    let place = page_place(&nav, &Slug::new("j"));
    assert_eq!(place.trail.active_menu_item, Some(1));
    assert_eq!(place.breadcrumbs.iter().map(|crumb| crumb.name.as_str()).collect::<Vec<_>>(), ["M", "J"]);
    let tabs = place.trail.switcher(DivisionKind::Tab).cloned().expect("tabs");
    assert_eq!((tabs.active, tabs.items[1].menu.len()), (Some(1), 2));
    assert_eq!(tabs.items[1].link, Some(Link::Page(Slug::new("i"))));
}
