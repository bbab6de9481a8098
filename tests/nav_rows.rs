//! The containers of the navigation as readers get them: plain HTML that works without scripts.

use docs::db::Settings;
use serde_json::{Value, json};

use crate::html::parse;
use crate::site::{Built, Site};

fn site(navigation: &Value, pages: &[&str]) -> Site {
    let mut site = Site::new().with_config(json!({ "navigation": navigation }));
    for page in pages {
        let title = page.rsplit('/').next().unwrap_or(page).to_uppercase();
        site = site.file(
            &format!("{page}.mdx"),
            &format!("---\ntitle: {title}\ndescription: About {page}.\n---\nText.\n"),
        );
    }
    site
}

fn html<'b>(built: &'b Built, page: &str) -> &'b str {
    built.html(&if page == "index" { "index.html".to_owned() } else { format!("{page}/index.html") })
}

fn sidebar(built: &Built, page: &str) -> String {
    let html = html(built, page);
    let from = html.find("<nav id=\"sidebar-content\"").expect("a sidebar");
    html[from..].split("</aside>").next().unwrap_or_default().to_owned()
}

/// The list of tabs in the header.
fn tabs(built: &Built, page: &str) -> String {
    let html = html(built, page);
    html.split("<nav class=\"nav-tabs\"")
        .nth(1)
        .and_then(|rest| rest.split("</nav>").next())
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn nav_01_pages_are_links_and_tolerate_how_they_are_written() {
    let mut site = site(&json!({ "pages": ["index", "/a", "b.mdx", "gone"] }), &["index", "a", "b"]);
    site.edit("a.mdx", "---\ntitle: A\nsidebarTitle: Short\nicon: star\ntag: NEW\ndeprecated: true\n---\n");
    let built = site.build();
    let sidebar = sidebar(&built, "index");
    assert!(
        sidebar.contains("href=\"/a\"") && sidebar.contains(">Short<") && sidebar.contains("sidebar-icon")
    );
    assert!(sidebar.contains(">NEW<") && sidebar.contains("nav-deprecated-pill"), "{sidebar}");
    assert!(sidebar.contains("href=\"/b\"") && sidebar.contains("sidebar-missing"));
    assert_eq!(built.codes(), ["nav-page-missing", "nav-page-name"]);
}

#[test]
fn nav_02_03_groups_open_where_the_page_is() {
    let inner = |expanded: bool| json!({ "group": "Inner", "expanded": expanded, "pages": ["b"] });
    let navigation = |expanded| json!({ "groups": [{ "group": "Top", "icon": "star", "tag": "T", "pages": ["index", inner(expanded)] }] });
    let built = site(&navigation(false), &["index", "b"]).build();
    assert!(sidebar(&built, "index").contains("<details><summary"));
    assert!(sidebar(&built, "b").contains("<details open><summary"));
    assert!(sidebar(&built, "index").contains("sidebar-group-header"));
    let built = site(&navigation(true), &["index", "b"]).build();
    assert!(sidebar(&built, "index").contains("<details open><summary"));
}

#[test]
fn nav_04_the_root_of_a_group_is_its_title() {
    let navigation = json!({ "groups": [
        { "group": "Top", "root": "top", "pages": ["index", { "group": "Inner", "root": "inner", "pages": ["b"] }] },
    ] });
    let built = site(&navigation, &["index", "b", "top", "inner"]).build();
    let html = sidebar(&built, "index");
    assert!(html.contains("class=\"sidebar-root\" href=\"/top\">Top</a>"), "{html}");
    assert!(html.contains("class=\"sidebar-row sidebar-link\" href=\"/inner\""));
    let tree = parse(&html);
    for summary in tree.all(|element| element.name == "summary") {
        assert!(summary.all(|inner| inner.name == "a").is_empty(), "a link inside a control");
    }
}

#[test]
fn nav_05_hidden_groups_are_not_shown() {
    let navigation = json!({ "groups": [
        { "group": "Shown", "pages": ["index"] }, { "group": "Secret", "hidden": true, "pages": ["b"] },
    ] });
    let built = site(&navigation, &["index", "b"]).build();
    assert!(!sidebar(&built, "index").contains("Secret"));
    assert!(html(&built, "b").contains("noindex"));
}

#[test]
fn nav_06_chr_11_root_pages_list_what_is_below_them() {
    let navigation = |style: &str| {
        json!({ "directory": style, "groups": [{ "group": "Top", "root": "top", "pages": [
        "a", { "group": "Inner", "root": "inner", "icon": "star", "pages": ["b"] },
        { "group": "Plain", "directory": "none", "root": "plain", "pages": ["c"] },
    ] }] })
    };
    let pages = ["index", "a", "b", "c", "top", "inner", "plain"];
    let mut site = site(&navigation("card"), &pages);
    let built = site.build();
    let top = html(&built, "top");
    assert!(
        top.contains(
            "<div class=\"directory columns\" data-cols=\"2\"><a class=\"card directory-card\" data-link href=\"/a\">"
        ),
        "{top}"
    );
    assert!(top.contains(">About a.<") && top.contains("href=\"/inner\"") && top.contains(">Inner<"));
    assert!(html(&built, "inner").contains("class=\"directory"), "inherited");
    for page in ["plain", "a", "index"] {
        assert!(!html(&built, page).contains("class=\"directory"), "{page}");
    }
    built.assert_clean();
    // What it shows of other pages follows them.
    site.edit("a.mdx", "---\ntitle: Other\ndescription: New words.\n---\n");
    let built = site.update(&["a.mdx"]);
    assert!(html(&built, "top").contains("New words.") && html(&built, "top").contains("Other"));
    built.assert_clean();
    site.edit_config(|config| config["navigation"] = navigation("accordion"));
    let built = site.build_once();
    let top = html(&built, "top");
    assert!(
        top.contains("<div class=\"directory\"><ul><li class=\"directory-page\"><a href=\"/a\">Other</a> — New words.</li>"),
        "{top}"
    );
    assert!(top.contains("<li class=\"directory-group\"><details><summary><a href=\"/inner\">Inner</a> — About inner.</summary><ul>"));
    built.assert_clean();
}

#[test]
fn nav_07_tabs_lead_to_their_first_page() {
    let navigation = json!({ "tabs": [
        { "tab": "Guide", "icon": "star", "groups": [{ "group": "G", "hidden": true, "pages": ["h"] }, { "group": "A", "pages": ["index", "a"] }] },
        { "tab": "API", "pages": ["b"] },
        { "tab": "Blog", "href": "https://blog.example.com" },
        { "tab": "No", "hidden": true, "pages": ["c"] },
    ] });
    let built = site(&navigation, &["index", "a", "b", "c", "h"]).build();
    let bar = tabs(&built, "a");
    assert!(bar.contains("href=\"/\" aria-current=\"true\" data-active=\"true\""), "{bar}");
    assert!(bar.contains("href=\"/b\"") && !bar.contains(">No<") && bar.contains("tab-icon"));
    assert!(
        bar.contains("href=\"https://blog.example.com\" rel=\"noreferrer\"") && bar.contains("external-mark")
    );
    assert_eq!(bar.matches("data-active").count(), 1);
}

/// Of tabs that lie in a tab one is the page's, and the one around them is marked, too.
#[test]
fn nav_07_a_tab_around_the_current_one_is_marked() {
    let inner = json!([{ "tab": "In", "pages": ["index", "a"] }, { "tab": "Too", "pages": ["b"] }]);
    let navigation = json!({ "tabs": [{ "tab": "Out", "tabs": inner }, { "tab": "Other", "pages": ["c"] }] });
    let mut site = site(&navigation, &["index", "a", "b", "c"]);
    let built = site.build();
    let marked = |page: &str| -> Vec<String> {
        let bar = tabs(&built, page);
        let links = bar.split("<a class=\"nav-tabs-item\"").skip(1).filter_map(|link| link.split_once('>'));
        let name = |rest: &str| rest.split('<').next().unwrap_or_default().to_owned();
        let mark = |link: &str| {
            link.split_once("data-active=\"").map(|(_, rest)| rest.trim_end_matches('"').to_owned())
        };
        links.filter_map(|(link, rest)| Some(format!("{} {}", name(rest), mark(link)?))).collect()
    };
    assert_eq!(marked("a"), ["Out around", "In true"]);
    assert_eq!(marked("b"), ["Out around", "Too true"]);
    assert_eq!(marked("c"), ["Other true"]);
    assert_eq!(tabs(&built, "b").matches("aria-current").count(), 1);
    site.edit("b.mdx", "Other words.\n");
    site.build().assert_clean();
}

#[test]
fn nav_08_menus_are_disclosures() {
    let navigation = json!({ "tabs": [
        { "tab": "Products", "menu": [
            { "item": "One", "icon": "star", "description": "First", "pages": ["index", "a"] },
            { "item": "Two", "groups": [{ "group": "G", "pages": ["b"] }] },
            { "item": "Out", "href": "https://e.x" },
        ] },
        { "tab": "API", "pages": ["c"] },
    ] });
    let built = site(&navigation, &["index", "a", "b", "c"]).build();
    for page in ["a", "c"] {
        let bar = tabs(&built, page);
        assert!(bar.contains("<details class=\"nav-menu\"><summary"), "{bar}");
        for text in ["href=\"/\"", "href=\"/b\"", "href=\"https://e.x\"", ">First<"] {
            assert!(bar.contains(text), "{page}: {text}\n{bar}");
        }
    }
    assert!(tabs(&built, "a").contains("href=\"/\" aria-current=\"true\" data-active=\"true\""));
    // An item with groups is a column of them.
    assert!(
        tabs(&built, "a")
            .contains("<ul class=\"nav-dropdown-groups\"><li><a class=\"nav-dropdown-item\" href=\"/b\">G</a></li></ul></li>")
    );
    assert!(sidebar(&built, "b").contains("href=\"/b\"") && !sidebar(&built, "b").contains("href=\"/a\""));
}

#[test]
fn nav_09_anchors_have_tiles_and_may_lead_away() {
    let navigation = json!({ "anchors": [
        { "anchor": "Docs", "icon": "book", "color": { "light": "#ff0000", "dark": "#00ff00" }, "pages": ["index"] },
        { "anchor": "API", "icon": "code", "pages": ["b"] },
        { "anchor": "Chat", "icon": "discord", "href": "https://chat.example.com" },
        { "anchor": "No", "hidden": true, "href": "https://e.x" },
    ] });
    let built = site(&navigation, &["index", "b"]).build();
    let html = sidebar(&built, "index");
    assert!(html.contains("--tile-light:#ff0000;--tile-dark:#00ff00"), "{html}");
    assert!(html.contains("href=\"/b\"") && html.contains("nav-anchor-tile") && !html.contains(">No<"));
    assert!(
        html.contains("href=\"https://chat.example.com\" rel=\"noreferrer\"")
            && html.contains("external-mark")
    );
    assert!(!html.contains(">B</span></a></li>"), "the section of the other anchor is on its own pages");
}

#[test]
fn nav_09_an_icon_of_one_colour_can_be_seen_in_both_modes() {
    let tile = |color: serde_json::Value| {
        let navigation =
            json!({ "anchors": [{ "anchor": "A", "icon": "github", "color": color, "pages": ["index"] }] });
        let built = site(&navigation, &["index"]).build();
        let html = sidebar(&built, "index");
        let start = html.find("--tile-light").expect("a colour");
        html[start..].split('"').next().unwrap_or_default().to_owned()
    };
    // Nearly black: another shade on dark ground.
    let black = tile(json!({ "light": "#171515", "dark": "#171515" }));
    assert!(
        black.starts_with("--tile-light:#171515;--tile-dark:#") && !black.ends_with("#171515"),
        "{black}"
    );
    assert_eq!(tile(json!({ "light": "#ff9900" })), "--tile-light:#ff9900;--tile-dark:#ff9900");
    let white = tile(json!({ "dark": "#ffffff" }));
    assert!(white.ends_with("--tile-dark:#ffffff") && !white.starts_with("--tile-light:#ffffff"), "{white}");
    // Who writes both means both.
    assert_eq!(
        tile(json!({ "light": "#eeeeee", "dark": "#111111" })),
        "--tile-light:#eeeeee;--tile-dark:#111111"
    );
}

#[test]
fn nav_10_11_dropdowns_and_products_are_one_control_each() {
    let navigation = json!({ "products": [
        { "product": "x", "name": "Product X", "icon": "star", "description": "The first", "dropdowns": [
            { "dropdown": "Guide", "icon": "book", "description": "Read", "pages": ["index"] },
            { "dropdown": "API", "pages": ["b"] },
        ] },
        { "product": "Y", "pages": ["c"] },
    ] });
    let built = site(&navigation, &["index", "b", "c"]).build();
    let page = html(&built, "index");
    assert!(
        page.contains("nav-dropdown-products-selector")
            && page.contains("Product X")
            && page.contains(">The first<")
    );
    let sidebar = sidebar(&built, "index");
    assert!(
        sidebar.contains("nav-dropdown-dropdowns")
            && sidebar.contains(">Read<")
            && sidebar.contains("href=\"/b\"")
    );
    assert!(!html(&built, "c").contains("nav-dropdown-dropdowns"));
}

#[test]
fn nav_10_outside_of_all_dropdowns_none_looks_chosen() {
    let navigation = json!({
        "dropdowns": [
            { "dropdown": "Guide", "icon": "book", "description": "Read", "pages": ["b"] },
            { "dropdown": "API", "pages": ["c"] },
        ],
        "pages": ["index"],
    });
    let built = site(&navigation, &["index", "b", "c"]).build();
    let trigger = |page: &str| {
        let sidebar = sidebar(&built, page);
        let (_, control) = sidebar.split_once("nav-dropdown-dropdowns").expect("a control");
        control.split("</summary>").next().unwrap_or_default().to_owned()
    };
    let inside = trigger("b");
    assert!(inside.contains("title\">Guide</span>") && inside.contains(">Read<"), "{inside}");
    let outside = trigger("index");
    assert!(outside.contains("title\">Section</span>"), "{outside}");
    assert!(!outside.contains("Guide") && !outside.contains(">Read<"), "{outside}");
    assert!(!sidebar(&built, "index").contains("nav-dropdown-item\" href=\"/b\" aria-current"));
}

#[test]
fn nav_12_a_level_with_versions_and_tabs_shows_one_bar() {
    let version = |folder: &str| {
        json!([
            { "tab": "Guides", "pages": [format!("{folder}/a")] }, { "tab": "API", "pages": [format!("{folder}/b")] },
        ])
    };
    let navigation = json!({
        "versions": [{ "version": "v2", "default": true, "tabs": version("v2") }, { "version": "v1", "tabs": version("v1") }],
        "tabs": [{ "tab": "Guides", "pages": ["v2/a"] }, { "tab": "Rest", "pages": ["c"] }],
    });
    let built = site(&navigation, &["index", "v2/a", "v2/b", "v1/a", "v1/b", "c"]).build();
    let bar = tabs(&built, "v1/a");
    assert_eq!(bar.matches("class=\"nav-tabs-item\"").count(), 2, "{bar}");
    assert!(bar.contains("href=\"/v1/b\"") && !bar.contains("Rest"));
    assert!(tabs(&built, "c").contains("Rest"));
}

#[test]
fn nav_14_global_entries_are_on_every_page() {
    let navigation = json!({
        "tabs": [{ "tab": "A", "pages": ["index"] }, { "tab": "B", "pages": ["b"] }],
        "global": {
            "anchors": [{ "anchor": "Forum", "href": "https://forum.example.com", "icon": "star" }],
            "tabs": [{ "tab": "Status", "href": "https://status.example.com" }],
            "languages": [{ "language": "es", "href": "https://es.example.com" }],
            "versions": [{ "version": "v0", "href": "https://v0.example.com" }, { "version": "no", "hidden": true, "href": "https://no.example.com" }],
            "dropdowns": [{ "dropdown": "More", "href": "https://more.example.com" }],
        },
    });
    let built = site(&navigation, &["index", "b"]).build();
    for page in ["index", "b"] {
        assert!(sidebar(&built, page).contains("https://forum.example.com"));
        assert!(tabs(&built, page).contains("https://status.example.com"));
        for entry in ["https://es.example.com", "https://v0.example.com", "https://more.example.com"] {
            assert!(html(&built, page).contains(entry), "{entry}");
        }
        assert!(!html(&built, page).contains("https://no.example.com"));
    }
}

#[test]
fn nav_17_a_page_in_two_places_has_one_address_and_the_first_trail() {
    let navigation = json!({ "tabs": [{ "tab": "A", "pages": ["index", "both"] }, { "tab": "B", "pages": ["b", "both"] }] });
    let built = site(&navigation, &["index", "b", "both"]).build();
    assert!(tabs(&built, "both").contains("href=\"/\" aria-current=\"true\""));
    assert_eq!(built.files().keys().filter(|path| path.ends_with("both/index.html")).count(), 1);
}

#[test]
fn nav_18_a_page_that_is_not_listed_shows_the_nearest_sidebar() {
    let navigation =
        json!({ "tabs": [{ "tab": "A", "pages": ["index"] }, { "tab": "B", "pages": ["guides/b"] }] });
    let built = site(&navigation, &["index", "guides/b", "guides/unlisted"]).build();
    assert!(sidebar(&built, "guides/unlisted").contains("href=\"/guides/b\""));
}

#[test]
fn nav_18_the_home_page_is_near_to_no_page_in_particular() {
    let navigation =
        json!({ "tabs": [{ "tab": "A", "pages": ["zebra"] }, { "tab": "B", "pages": ["integrations/x"] }] });
    let built = site(&navigation, &["index", "zebra", "integrations/x"]).build();
    assert!(sidebar(&built, "index").contains("href=\"/zebra\""));
}

#[test]
fn nav_18_a_folder_is_not_near_to_another_that_begins_like_it() {
    let navigation = json!({ "languages": [
        { "language": "en", "pages": ["index", "guides/a"] },
        { "language": "fr", "pages": ["fr/index", "fr/guides/a"] },
    ] });
    let pages =
        ["index", "guides/a", "fr/index", "fr/guides/a", "fa/index", "fa/guides/a", "fr/guides/unlisted"];
    let built = site(&navigation, &pages).build();
    for page in ["fa", "fa/guides/a"] {
        assert!(sidebar(&built, page).contains("href=\"/guides/a\""), "{page}");
        assert!(built.html(&format!("{page}/index.html")).contains("<html lang=\"en\""), "{page}");
    }
    assert!(sidebar(&built, "fr/guides/unlisted").contains("href=\"/fr/guides/a\""));
}

#[test]
fn nav_20_the_sidebar_is_made_of_links_and_disclosures() {
    let navigation =
        json!({ "groups": [{ "group": "G", "pages": ["index", { "group": "I", "pages": ["b"] }] }] });
    let built = site(&navigation, &["index", "b"]).build();
    let html = sidebar(&built, "index");
    assert!(html.starts_with("<nav id=\"sidebar-content\" aria-label=\"Navigation\""));
    assert!(html.contains("aria-current=\"page\"") && html.contains("<summary"));
}

#[test]
fn nav_21_previous_and_next_stay_in_their_section() {
    let navigation = json!({ "tabs": [
        { "tab": "A", "groups": [{ "group": "G", "pages": ["index", { "group": "I", "pages": ["a"] }] }, { "group": "H", "pages": ["c"] }] },
        { "tab": "B", "pages": ["b"] },
    ] });
    let mut site = site(&navigation, &["index", "a", "b", "c"]);
    let built = site.build();
    let page = html(&built, "a");
    assert!(
        page.contains("class=\"pagination-prev\" rel=\"prev\" href=\"/\"")
            && page.contains("class=\"pagination-next\" rel=\"next\" href=\"/c\"")
    );
    assert!(
        !html(&built, "c").contains("pagination-next") && !html(&built, "b").contains("id=\"pagination\"")
    );
    site.edit("a.mdx", "---\ntitle: A\nhideFooterPagination: true\n---\n");
    assert!(!html(&site.build(), "a").contains("id=\"pagination\""));
}

#[test]
fn nav_22_breadcrumbs_and_structured_data() {
    let navigation =
        json!({ "tabs": [{ "tab": "Guide", "groups": [{ "group": "Start", "pages": ["index", "a"] }] }] });
    let settings = Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() };
    for eyebrows in ["section", "breadcrumbs"] {
        let built = site(&navigation, &["index", "a"])
            .with_config(json!({ "styling": { "eyebrows": eyebrows } }))
            .settings(settings.clone())
            .build();
        let page = html(&built, "a");
        let json = page
            .split("<script type=\"application/ld+json\">")
            .nth(1)
            .and_then(|rest| rest.split("</script>").next());
        let data: Value = serde_json::from_str(json.expect("structured data")).expect("JSON");
        let graph = data["@graph"].as_array().expect("a graph");
        let data = graph.iter().find(|node| node["@type"] == "BreadcrumbList").expect("the way");
        let items = data["itemListElement"].as_array().expect("a list");
        let names: Vec<&str> = items.iter().filter_map(|item| item["name"].as_str()).collect();
        assert_eq!(names, ["Guide", "Start", "A"]);
        assert_eq!(items[2]["item"], "https://e.x/a");
        assert_eq!(page.contains("<nav aria-label=\"Breadcrumbs\">"), eyebrows == "breadcrumbs");
        assert_eq!(page.contains("<p class=\"eyebrow\">Start</p>"), eyebrows == "section");
    }
}

#[test]
fn nav_22_a_tab_and_its_group_of_the_same_name_are_one_breadcrumb() {
    let groups = json!([
        { "group": "Guide", "pages": ["index", { "group": "More", "pages": ["a"] }] },
    ]);
    let built = site(&json!({ "tabs": [{ "tab": "Guide", "groups": groups }] }), &["index", "a"])
        .with_config(json!({ "styling": { "eyebrows": "breadcrumbs" } }))
        .build();
    let crumbs = |page: &str| {
        let html = html(&built, page);
        html.split("breadcrumb-item\">").skip(1).map(|item| item.contains("Guide")).collect::<Vec<_>>()
    };
    assert_eq!(crumbs("a"), [true, false]);
    assert!(crumbs("index").is_empty() && html(&built, "index").contains("<p class=\"eyebrow\">Guide</p>"));
}

#[test]
fn nav_25_pills_of_pages() {
    let api = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {
        "/things": { "delete": { "summary": "Remove", "deprecated": true, "responses": {} }, "get": { "summary": "List", "responses": {} } },
    } });
    let mut site = site(
        &json!({ "openapi": "api.json", "pages": ["index", "GET /things", "DELETE /things"] }),
        &["index"],
    );
    site.edit("api.json", &api.to_string());
    site.edit("index.mdx", "---\ntitle: I\ntag: BETA\n---\n");
    let built = site.build();
    let html = sidebar(&built, "index");
    assert!(
        html.contains("data-method=\"get\">GET<") && html.contains("data-method=\"delete\">DEL<"),
        "{html}"
    );
    assert!(html.contains("nav-deprecated-pill") && html.contains(">BETA<"));
}

#[test]
fn nav_15_sources_of_pages_that_are_not_read_are_told_as_such() {
    let sdk = json!({ "tab": "SDK", "pages": ["index"], "sdk": { "format": "typedoc" } });
    // A schema stands on a tab, nowhere else.
    let group = json!({ "group": "G", "pages": ["index"], "graphql": "schema.graphql" });
    let built = site(&json!({ "tabs": [sdk, { "tab": "T", "groups": [group] }] }), &["index"]).build();
    let told = |code: &str| -> Vec<&str> {
        let all = built.diagnostics().iter().filter(|diagnostic| diagnostic.code == code);
        all.map(|diagnostic| diagnostic.message.as_str()).collect()
    };
    let unsupported = told("config-unsupported-key");
    assert_eq!(unsupported.len(), 1, "{:?}", built.problems());
    assert!(unsupported[0].ends_with("pages from the documentation of code are not made"), "{unsupported:?}");
    assert_eq!(told("config-legacy-key").len(), 1, "{:?}", built.problems());
    assert!(!built.problems().iter().any(|problem| problem.contains("config-unknown-key")));
}

/// A product, dropdown or tab with languages of its own is entered in the language of the reader.
#[test]
fn nav_11_i18n_01_another_product_is_entered_in_the_language_of_the_reader() {
    let navigation = json!({ "products": [
        { "product": "X", "languages": [
            { "language": "en", "pages": ["index"] },
            { "language": "de", "pages": ["x/de/a"] },
        ] },
        { "product": "Y", "languages": [
            { "language": "en", "tabs": [{ "tab": "T", "pages": ["y/a"] }] },
            { "language": "de", "tabs": [{ "tab": "T", "pages": ["y/de/b"] }] },
        ] },
        { "product": "Z", "pages": ["z"] },
    ] });
    let pages = ["index", "x/de/a", "y/a", "y/de/b", "z"];
    let mut site = site(&navigation, &pages);
    let built = site.build();
    let leads = |page: &str, to: &str| html(&built, page).contains(&format!("href=\"{to}\""));
    assert!(leads("x/de/a", "/y/de/b") && !leads("x/de/a", "/y/a") && leads("x/de/a", "/z"));
    assert!(leads("index", "/y/a") && !leads("index", "/y/de/b"));
    assert!(leads("y/de/b", "/x/de/a"));
    built.assert_clean();
    site.edit_config(|config| config["navigation"]["products"][1]["languages"][1]["hidden"] = json!(true));
    let built = site.build();
    assert!(html(&built, "x/de/a").contains("href=\"/y/a\""));
    built.assert_clean();
}

/// A group with nothing to see below it is not shown by its name alone; an entry without a file is something to see.
#[test]
fn nav_01_groups_without_anything_to_show_are_not_shown() {
    let navigation = json!({ "groups": [
        { "group": "Full", "pages": ["index", { "group": "Inner", "pages": [] }] },
        { "group": "Empty", "pages": [] },
        { "group": "Secret", "pages": ["hidden", { "group": "Deep", "pages": ["hidden"] }] },
        { "group": "Root", "root": "b", "pages": [] },
        { "group": "Planned", "pages": ["soon"] },
    ] });
    let mut site =
        site(&navigation, &["index", "b"]).file("hidden.mdx", "---\ntitle: Hidden\nhidden: true\n---\n");
    let built = site.build();
    let shown = |built: &Built, name: &str| sidebar(built, "index").contains(&format!(">{name}<"));
    for (name, should) in [
        ("Full", true),
        ("Inner", false),
        ("Empty", false),
        ("Secret", false),
        ("Deep", false),
        ("Root", true),
        ("Planned", true),
    ] {
        assert_eq!(shown(&built, name), should, "{name}");
    }
    built.assert_clean();
    site.edit("hidden.mdx", "---\ntitle: Hidden\n---\n");
    let built = site.build();
    assert!(shown(&built, "Secret") && shown(&built, "Deep"));
    built.assert_clean();
}

#[test]
fn nav_11_the_menu_of_a_product_is_in_its_list() {
    let navigation = json!({ "products": [
        { "product": "Alpha", "menu": [{ "item": "A1", "pages": ["index"] }, { "item": "A2", "pages": ["a2"] }] },
        { "product": "Beta", "pages": ["b"] },
    ] });
    let built = site(&navigation, &["index", "a2", "b"]).build();
    built.assert_no_problems();
    assert!(
        html(&built, "b").contains("<a class=\"nav-dropdown-item\" href=\"/a2\">A2</a>"),
        "{}",
        html(&built, "b")
    );
    let own = "<a class=\"nav-dropdown-item\" href=\"/a2\" aria-current=\"true\" data-active=\"true\">A2";
    assert!(html(&built, "a2").contains(own), "{}", html(&built, "a2"));
}

/// A tab is a way to somewhere: what has only hidden pages, or none at all, is no tab.
#[test]
fn nav_07_tabs_that_lead_nowhere_are_left_out() {
    let navigation = json!({ "tabs": [
        { "tab": "First", "pages": ["index"] },
        { "tab": "Veiled", "pages": ["veiled"] },
        { "tab": "Nothing" },
        { "tab": "Both", "menu": [{ "item": "Item", "pages": ["m"] }], "groups": [{ "group": "G", "pages": ["own"] }] },
    ] });
    let built = site(&navigation, &["index", "m", "own"])
        .file("veiled.mdx", "---\ntitle: Veiled\nhidden: true\n---\nText.\n")
        .build();
    assert_eq!(built.codes(), ["config-doubtful-value"]);
    let start = html(&built, "index");
    assert!(!start.contains(">Veiled<") && !start.contains(">Nothing<"), "{start}");
    assert!(html(&built, "veiled").contains(">Veiled</span>"), "where the reader is, is shown");
    // Pages beside a menu are one of its entries.
    assert!(start.contains("<a class=\"nav-dropdown-item\" href=\"/own\">"), "{start}");
}

#[test]
fn nav_01_a_page_that_is_imported_is_told_to_be_a_snippet() {
    let mut site = site(&json!({ "pages": ["index", "a", "b"] }), &["index", "a", "b"]);
    site.edit("b.mdx", "import A from \"/a.mdx\"\n\n<A />\n");
    let built = site.build();
    let problems = built.problems();
    assert_eq!(built.codes(), ["nav-page-missing"], "{problems:?}");
    assert!(problems[0].contains("`b.mdx` imports `a.mdx`: what is imported is a snippet"), "{problems:?}");
    built.assert_clean();
    site.edit("b.mdx", "# B\n");
    site.build().assert_no_problems();
}
