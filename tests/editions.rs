//! Languages and versions: what readers and search engines see of them.

use docs::db::Settings;
use docs::engine::check::External;
use serde_json::{Value, json};

use crate::search::found_pages;
use crate::site::{Built, Site};

fn settings() -> Settings {
    Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() }
}

/// English and German have both pages, Arabic only one.
fn languages() -> Site {
    Site::new()
        .with_config(json!({
            "navigation": { "languages": [
                { "language": "de", "pages": ["de/start", "de/more"] },
                { "language": "en", "default": true, "groups": [{ "group": "G", "pages": ["start", "more"] }],
                  "banner": { "content": "English only" } },
                { "language": "ar", "pages": ["ar/start"] },
                { "language": "cn", "pages": ["cn/start"] },
                { "language": "jp", "hidden": true, "pages": ["jp/start"] },
            ] },
            "banner": { "content": "For all" },
            "footer": { "links": [{ "header": "F", "items": [{ "label": "All", "href": "https://e.x/all" }] }] },
        }))
        .file("start.mdx", "# Start\n\n## Part\n\n<Note>x</Note>\n\n## Part 2\n")
        .file("more.mdx", "# More")
        .file("de/start.mdx", "# Anfang\n\n## Teil\n\n<Note>x</Note>\n\n<ParamField path=\"a\" required>b</ParamField>\n\n## Teil 2\n")
        .file("de/more.mdx", "# Mehr")
        .file("ar/start.mdx", "# بداية")
        .file("cn/start.mdx", "# 开始\n\n```js\nlet a\n```\n")
        .file("jp/start.mdx", "# 開始\n\n## A\n\n## B\n")
        .settings(settings())
}

#[test]
fn nav_13_i18n_01_the_switcher_keeps_the_page() {
    let built = languages().build();
    let html = built.html("de/more/index.html");
    let item = |lang: &str, href: &str| format!("href=\"{href}\" lang=\"{lang}\" hreflang=\"{lang}\"");
    assert!(html.contains(&item("en", "/more")), "{html}");
    assert!(html.contains(
        "href=\"/de/more\" aria-current=\"true\" data-active=\"true\" lang=\"de\" hreflang=\"de\""
    ));
    assert!(html.contains(&item("ar", "/ar/start")), "its landing page");
    assert!(html.contains("العربية") && html.contains("Deutsch") && html.contains("简体中文"));
    assert!(!html.contains("日本語"), "hidden");
}

#[test]
fn seo_08_a_version_that_nobody_looks_after_is_kept_out_of_search_engines_alone() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "versions": [
            { "version": "v2", "pages": ["index", "both"] },
            { "version": "v1", "noindex": true, "groups": [{ "group": "G", "pages": ["v1/old", "both"] }] },
        ] } }))
        .file("index.mdx", "# Start")
        .file("both.mdx", "# Both")
        .file("v1/old.mdx", "# Old")
        .settings(settings());
    let built = site.build();
    built.assert_no_problems();
    let noindex = "<meta name=\"robots\" content=\"noindex\">";
    let listed =
        |built: &Built| ["/old", "/both"].map(|page| built.html("sitemap.xml").contains(&format!("{page}<")));
    assert!(built.html("v1/old/index.html").contains(noindex));
    assert!(!built.html("both/index.html").contains(noindex), "it is of the current version, too");
    assert_eq!(listed(&built), [false, true]);
    assert!(!built.html("llms.txt").contains("old.md"));
    assert!(found_pages(&built).contains("/v1/old"), "who reads it searches in it");
    built.assert_clean();
    site.edit_config(|config| config["navigation"]["versions"][1]["noindex"] = json!(false));
    let built = site.build();
    assert!(!built.html("v1/old/index.html").contains(noindex));
    assert_eq!(listed(&built), [true, true]);
    built.assert_clean();
}

#[test]
fn i18n_02_interface_texts_are_in_the_language_of_the_page() {
    let mut site = languages();
    let built = site.build();
    let german = built.html("de/start/index.html");
    for text in
        ["Auf dieser Seite", "Zum Hauptinhalt springen", "Weiter", "erforderlich", "Hinweis", "Link zu Teil"]
    {
        assert!(german.contains(text), "{text}");
    }
    let english = built.html("start/index.html");
    assert!(english.contains("On this page") && !english.contains("Auf dieser"));
    assert!(built.html("cn/start/index.html").contains("复制代码"));
    assert!(built.html("jp/start/index.html").contains("このページの内容"));
    built.assert_clean();
    // Another language for the same page changes its body.
    site.edit_config(|config| config["navigation"]["languages"][0]["language"] = json!("fr"));
    let built = site.build();
    assert!(built.html("de/start/index.html").contains("Remarque"));
    built.assert_clean();
    site.edit("de/start.mdx", "# Anfang\n\n<Note>anders</Note>\n\n## Teil\n\n## Teil 2\n");
    let built = site.build_once();
    assert!(built.html("de/start/index.html").contains("Remarque"));
    built.assert_clean();
}

#[test]
fn i18n_03_language_and_direction() {
    let built = languages().build();
    for (path, start) in [
        ("de/start/index.html", "<html lang=\"de\" data"),
        ("start/index.html", "<html lang=\"en\" data"),
        ("ar/start/index.html", "<html lang=\"ar\" dir=\"rtl\""),
        ("cn/start/index.html", "<html lang=\"zh-Hans\" data"),
        ("jp/start/index.html", "<html lang=\"ja\" data"),
    ] {
        assert!(built.html(path).contains(start), "{path}");
    }
}

fn alternates(built: &Built, path: &str) -> Vec<String> {
    let html = built.html(path);
    let links = html.split("<link rel=\"alternate\" href=\"").skip(1);
    links
        .filter_map(|link| {
            let (href, rest) = link.split_once('"')?;
            let lang = rest.strip_prefix(" hreflang=\"")?.split('"').next()?;
            Some(format!("{lang} {href}"))
        })
        .collect()
}

#[test]
fn i18n_04_alternates_of_pages_that_exist() {
    let built = languages().build();
    let more = ["de https://e.x/de/more", "en https://e.x/more", "x-default https://e.x/more"];
    assert_eq!(alternates(&built, "more/index.html"), more);
    assert_eq!(alternates(&built, "de/more/index.html"), more);
    assert_eq!(alternates(&built, "ar/start/index.html").len(), 5);
    let sitemap = built.html("sitemap.xml");
    let entry = "<loc>https://e.x/de/more</loc><xhtml:link rel=\"alternate\" hreflang=\"de\" \
                 href=\"https://e.x/de/more\"/><xhtml:link rel=\"alternate\" hreflang=\"en\" \
                 href=\"https://e.x/more\"/><xhtml:link rel=\"alternate\" hreflang=\"x-default\" \
                 href=\"https://e.x/more\"/></url>";
    assert!(sitemap.contains(entry), "{sitemap}");
}

#[test]
fn i18n_04_a_page_that_no_list_has_names_no_other() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "pages": ["index", "changes"] }, { "language": "ja", "pages": ["ja/index"] } ] } }))
        .file("index.mdx", "# Home")
        .file("changes.mdx", "# Changes")
        .file("ja/index.mdx", "# Home")
        .file("ja/changes.mdx", "# Changes")
        .settings(settings());
    let built = site.build();
    assert_eq!(alternates(&built, "ja/changes/index.html"), Vec::<String>::new());
    assert_eq!(alternates(&built, "changes/index.html"), Vec::<String>::new());
    assert_eq!(alternates(&built, "ja/index.html").len(), 3);
}

#[test]
fn i18n_07_navbar_footer_and_banner_of_a_language() {
    let built = languages().build();
    assert!(built.html("start/index.html").contains("English only"));
    assert!(built.html("de/start/index.html").contains("For all"));
}

fn versions(entries: &Value) -> Site {
    Site::new()
        .with_config(json!({ "navigation": { "versions": entries } }))
        .file("v1/index.mdx", "# One")
        .file("v1/setup.mdx", "# Setup one")
        .file("v1/gone.mdx", "# Gone")
        .file("v2/index.mdx", "# Two")
        .file("v2/setup.mdx", "# Setup two")
        .file("v2/tools/new.mdx", "# New")
        .settings(settings())
}

fn two_versions() -> Site {
    versions(&json!([
        { "version": "v2", "default": true, "tag": "Latest", "groups": [
            { "group": "G", "pages": ["v2/index", "v2/setup"] }, { "group": "T", "pages": ["v2/tools/new"] },
        ] },
        { "version": "v1", "groups": [{ "group": "G", "pages": ["v1/index", "v1/setup", "v1/gone"] }] },
        { "version": "v0", "hidden": true, "pages": ["v0/index"] },
    ]))
}

#[test]
fn ver_01_versions_have_a_default_a_tag_and_may_be_hidden() {
    let built = two_versions().build();
    let html = built.html("v1/index.html");
    assert!(html.contains("nav-dropdown-versions") && html.contains(">Latest<") && !html.contains(">v0<"));
}

#[test]
fn ver_02_switching_keeps_the_page_or_goes_near() {
    let built = two_versions().build();
    let html = built.html("v1/setup/index.html");
    assert!(html.contains("class=\"nav-dropdown-item\" href=\"/v2/setup\""), "{html}");
    let gone = built.html("v1/gone/index.html");
    assert!(gone.contains("class=\"nav-dropdown-item\" href=\"/v2\""), "the group's first page");
    assert!(gone.contains("Not in v2"));
    assert!(!html.contains("Not in v2"));
    // An entry that has nothing else below its name.
    assert!(built.html("v2/tools/new/index.html").contains("Not in v1"));
}

/// A guide has no counterpart among the pages of a description only because its name is that of an operation, and where
/// those lie says nothing of where guides do.
#[test]
fn ver_02_a_guide_is_no_operation() {
    let operation = |name: &str| json!({ "get": { "summary": name, "responses": {} } });
    let description = json!({ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
        "paths": { "/webhooks": operation("Webhooks"), "/users": operation("Users") } });
    let mut site = versions(&json!([
        { "version": "v2", "default": true, "tabs": [
            { "tab": "Guides", "pages": ["v2/intro"] }, { "tab": "API", "openapi": "o.json" },
        ] },
        { "version": "v1", "pages": ["v1/intro", "v1/webhooks"] },
    ]))
    .file("o.json", &description.to_string());
    for page in ["v1/intro", "v1/webhooks", "v2/intro"] {
        site = site.file(&format!("{page}.mdx"), "---\ntitle: T\n---\nText.");
    }
    let built = site.build();
    let leads = |page: &str, to: &str| {
        let html = built.html(&format!("{page}/index.html"));
        assert!(html.contains(&format!("class=\"nav-dropdown-item\" href=\"/{to}\"")), "{page}: {html}");
    };
    leads("v1/intro", "v2/intro");
    leads("v2/intro", "v1/intro");
    leads("v1/webhooks", "v2/intro");
    leads("api-reference/webhooks", "v1/intro");
}

#[test]
fn ver_02_of_a_version_elsewhere_nobody_knows_what_it_has() {
    let built = versions(&json!([
        { "version": "v2", "pages": ["v2/index", "v2/setup"] },
        { "version": "v0", "href": "https://old.example.com" },
    ]))
    .build();
    let html = built.html("v2/setup/index.html");
    assert!(html.contains("href=\"https://old.example.com\"") && !html.contains("Not in v0"), "{html}");
}

/// Folders need not be named like what lies in them, and the default often lies at the root.
#[test]
fn i18n_01_ver_02_folders_with_names_of_their_own() {
    let site = |kind: &str, label: &str, first: &str, second: &str, folder: &str| {
        let pages = |folder: &str| ["guide/a", "guide/b", "index"].map(|page| format!("{folder}{page}"));
        let mut site = Site::new()
            .with_config(json!({ "navigation": { kind: [
                { label: first, "default": true, "pages": pages("") },
                { label: second, "pages": pages(folder) },
            ] } }))
            .settings(settings());
        for folder in ["", folder] {
            for page in pages(folder) {
                site = site.file(&format!("{page}.mdx"), "---\ntitle: T\n---\nText.");
            }
        }
        site.build()
    };
    for (code, folder) in
        [("pt-BR", "pt-br/"), ("zh-Hant", "zh-hant/"), ("jp", "ja/"), ("fr", "docs/french/")]
    {
        let built = site("languages", "language", "en", code, folder);
        let (own, other) =
            (built.html("guide/a/index.html"), built.html(&format!("{folder}guide/a/index.html")));
        assert!(
            own.contains(&format!("class=\"nav-dropdown-item\" href=\"/{folder}guide/a\"")),
            "{code}: {own}"
        );
        assert!(other.contains("class=\"nav-dropdown-item\" href=\"/guide/a\""), "{code}: {other}");
        for html in [&own, &other] {
            assert!(
                html.contains(&format!("href=\"https://e.x/{folder}guide/a\" hreflang=")),
                "{code}: {html}"
            );
        }
    }
    let built = site("versions", "version", "v2.0", "v1.0", "v1/");
    assert!(!built.html("guide/a/index.html").contains("Not in v1.0"));
    let old = built.html("v1/guide/a/index.html");
    assert!(old.contains("<link rel=\"canonical\" href=\"https://e.x/guide/a\">"), "{old}");
}

#[test]
fn nav_18_a_page_in_no_navigation_is_of_the_default_edition() {
    let built = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "fr", "pages": ["fr/a"] },
            { "language": "en", "default": true, "versions": [
                { "version": "v1.0", "pages": ["v1/a"] },
                { "version": "v2.0", "default": true, "pages": ["a"] },
            ] },
        ] } }))
        .file("fr/a.mdx", "# A")
        .file("v1/a.mdx", "# A")
        .file("a.mdx", "# A")
        .file("orphan.mdx", "# Orphan")
        .build();
    let html = built.html("orphan/index.html");
    assert!(html.contains("<html lang=\"en\"") && !html.contains("latest version"), "{html}");
    assert!(built.html("v1/a/index.html").contains("latest version"));
}

#[test]
fn ver_02_who_goes_to_a_version_without_the_page_stays_in_language_and_tab() {
    let languages = |version: &str, more: &[&str]| {
        let language = |code: &str| {
            let page = |name: &str| format!("{code}/{version}/{name}");
            let guides: Vec<String> =
                std::iter::once("start").chain(more.iter().copied()).map(page).collect();
            json!({ "language": code, "tabs": [
                { "tab": format!("Guides {code}"), "pages": guides },
                { "tab": format!("API {code}"), "pages": [page("api"), page(&format!("only-{version}"))] },
            ] })
        };
        json!({ "version": version, "languages": [language("en"), language("fr")] })
    };
    let mut site = Site::new().with_config(
        json!({ "navigation": { "versions": [languages("v2", &["extra"]), languages("v1", &[])] } }),
    );
    for (code, version, name) in ["en", "fr"].into_iter().flat_map(|code| {
        ["v1", "v2"].into_iter().flat_map(move |version| {
            ["start", "extra", "api", "only-v1", "only-v2"].into_iter().map(move |name| (code, version, name))
        })
    }) {
        site = site.file(&format!("{code}/{version}/{name}.mdx"), "---\ntitle: T\n---\nText.\n");
    }
    let built = site.build();
    let leads = |page: &str, to: &str| {
        let html = built.html(page);
        assert!(
            html.contains(&format!("<a class=\"nav-dropdown-item\" href=\"/{to}\">")),
            "{page} to {to}: {html}"
        );
        assert!(!page.starts_with("en") || html.contains("Not in v1"), "{page}");
    };
    leads("fr/v2/extra/index.html", "fr/v1/start");
    leads("fr/v2/only-v2/index.html", "fr/v1/api");
    leads("en/v2/only-v2/index.html", "en/v1/api");
}

#[test]
fn nav_14_versions_that_are_links_have_a_default_too() {
    let built = Site::new()
        .with_config(json!({ "navigation": {
            "global": { "versions": [
                { "version": "v9", "href": "https://9.example.com" },
                { "version": "v8", "default": true, "href": "https://8.example.com" },
            ] },
            "pages": ["index"],
        } }))
        .file("index.mdx", "# Start")
        .build();
    let html = built.html("index.html");
    let shown = html.split("nav-dropdown-versions").nth(1).and_then(|rest| rest.split("</summary>").next());
    assert!(shown.is_some_and(|shown| shown.contains(">v8<") && !shown.contains(">v9<")), "{html}");
}

/// A page in whose place another one counts has no translations: those would not name it.
#[test]
fn i18n_04_seo_08_pages_of_old_versions_have_no_alternates() {
    let version = |folder: &str, version: &str, pages: &[&str]| {
        let pages: Vec<String> = pages.iter().map(|page| format!("{folder}{page}")).collect();
        json!({ "version": version, "pages": pages })
    };
    let built = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "versions": [version("", "v2", &["d"]), version("v1/", "v1", &["d"])] },
            { "language": "fr", "versions": [version("fr/", "v2", &["d"]), version("fr/v1/", "v1", &["other"])] },
        ] } }))
        .file("d.mdx", "# D")
        .file("v1/d.mdx", "# D")
        .file("fr/d.mdx", "# D")
        .file("fr/v1/other.mdx", "# O")
        .settings(settings())
        .build();
    assert_eq!(alternates(&built, "v1/d/index.html"), [""; 0]);
    let both = ["en https://e.x/d", "fr https://e.x/fr/d", "x-default https://e.x/d"];
    assert_eq!(alternates(&built, "d/index.html"), both);
    assert_eq!(alternates(&built, "fr/d/index.html"), both);
}

#[test]
fn ver_03_pages_of_an_old_version_say_so() {
    let mut site = two_versions();
    let built = site.build();
    let notice = "<div class=\"page-notice\" role=\"note\">You are reading v1. The latest version is v2. \
                  <a href=\"/v2/setup\">Go to the latest version</a></div>";
    assert!(built.html("v1/setup/index.html").contains(notice));
    assert!(!built.html("v2/setup/index.html").contains("page-notice"));
    site.edit_config(|config| {
        config["navigation"]["versions"][0]["default"] = json!(false);
        config["navigation"]["versions"][1]["default"] = json!(true);
    });
    let built = site.build();
    assert!(!built.html("v2/setup/index.html").contains("page-notice"), "a newer one is not old");
    built.assert_clean();
}

#[test]
fn ver_04_canonical_is_the_current_version() {
    let built = two_versions().build();
    let canonical = |path: &str| {
        let html = built.html(path);
        html.split("<link rel=\"canonical\" href=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned)
    };
    assert_eq!(canonical("v1/setup/index.html").as_deref(), Some("https://e.x/v2/setup"));
    assert_eq!(canonical("v1/gone/index.html").as_deref(), Some("https://e.x/v1/gone"));
    assert_eq!(canonical("v2/setup/index.html").as_deref(), Some("https://e.x/v2/setup"));
    // Search engines are told of what counts.
    let sitemap = built.html("sitemap.xml");
    assert!(
        !sitemap.contains("/v1/setup<") && sitemap.contains("/v1/gone<") && sitemap.contains("/v2/setup<")
    );
}

#[test]
fn ver_05_versions_languages_products_and_tabs_nest() {
    let tabs = |folder: &str| {
        json!([
            { "tab": "Guide", "pages": [format!("{folder}/a")] },
            { "tab": "API", "pages": [format!("{folder}/b")] },
        ])
    };
    let mut site = Site::new().with_config(json!({ "navigation": { "languages": [
        { "language": "en", "products": [
            { "product": "X", "versions": [{ "version": "2", "tabs": tabs("en/x/2") }, { "version": "1", "tabs": tabs("en/x/1") }] },
            { "product": "Y", "tabs": tabs("en/y") },
        ] },
        { "language": "es", "products": [
            { "product": "X", "versions": [{ "version": "2", "tabs": tabs("es/x/2") }, { "version": "1", "tabs": tabs("es/x/1") }] },
            { "product": "Y", "tabs": tabs("es/y") },
        ] },
    ] } }));
    for folder in ["en/x/2", "en/x/1", "en/y", "es/x/2", "es/x/1", "es/y"] {
        for page in ["a", "b"] {
            site = site.file(&format!("{folder}/{page}.mdx"), &format!("# {folder} {page}"));
        }
    }
    let built = site.build();
    let html = built.html("en/x/1/b/index.html");
    let once =
        |part: &str| assert_eq!(html.matches(part).count(), 2, "{part}: in the header and in the drawer");
    once("nav-dropdown-versions\"");
    once("nav-dropdown nav-dropdown-languages\"");
    assert_eq!(html.matches("class=\"nav-tabs-item\"").count(), 2);
    for href in ["/es/x/1/b", "/en/x/2/b", "/en/x/1/a"] {
        assert!(html.contains(&format!("href=\"{href}\"")), "{href}");
    }
    assert!(!built.html("en/y/a/index.html").contains("nav-dropdown-versions"));
}

/// A link that names no language leads to the reader's, wherever that has the page: what exists is found out anew after
/// every edit, by a new process too.
#[test]
fn i18n_09_txt_05_links_lead_to_the_language_of_the_page() {
    let text = "---\ntitle: A\n---\n\n[b](/b?x#y) [c](/c) [d](/fr/b) [home](/) [file](/data.json) [own](/es/b)\n\n<Card title=\"B\" href=\"/b\">b</Card>\n";
    let plain = |title: &str| format!("---\ntitle: {title}\n---\n\n## Y\n");
    let mut site = Site::new()
        .config(json!({
            "theme": "mint", "name": "N", "colors": { "primary": "#0d9373" }, "links": { "localize": true },
            "navigation": { "languages": [
                { "language": "en", "pages": ["index", "a", "b", "c"] },
                { "language": "es", "pages": ["es/index", "es/a", "es/b"] },
                { "language": "fr", "fallback": "default", "pages": ["fr/index", "fr/a", "fr/b"] },
            ] },
        }))
        .file("a.mdx", text)
        .file("es/a.mdx", text)
        .file("fr/a.mdx", text)
        .file("data.json", "{}");
    for page in ["index", "b", "c", "es/index", "es/b"] {
        site = site.file(&format!("{page}.mdx"), &plain(page));
    }
    let built = site.build();
    built.assert_clean();
    let links = |built: &Built, page: &str| -> Vec<String> {
        let body = built.body(page).to_owned();
        let after = body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        after.filter(|url| url.starts_with('/')).map(str::to_owned).collect()
    };
    let english = ["/b?x#y", "/c", "/fr/b", "/", "/data.json", "/es/b", "/b"];
    let spanish = ["/es/b?x#y", "/c", "/fr/b", "/es", "/data.json", "/es/b", "/es/b"];
    // What stands in for a missing translation is a page like others; French has no index, so its home is the site's.
    let french = ["/fr/b?x#y", "/c", "/fr/b", "/fr", "/data.json", "/es/b", "/fr/b"];
    assert_eq!(links(&built, "a/index.html"), english);
    assert_eq!(links(&built, "es/a/index.html"), spanish);
    assert_eq!(links(&built, "fr/a/index.html"), french);
    assert!(built.html("es/a.md").contains("[b](/es/b?x#y)"), "{}", built.html("es/a.md"));
    built.assert_no_problems();

    site.edit("es/c.mdx", &plain("c"));
    site.edit_config(|config| {
        config["navigation"]["languages"][1]["pages"] = json!(["es/index", "es/a", "es/b", "es/c"])
    });
    let built = site.build();
    built.assert_clean();
    assert!(links(&built, "es/a/index.html").contains(&"/es/c".to_owned()));
    site.remove("es/c.mdx");
    site.edit_config(|config| {
        config["navigation"]["languages"][1]["pages"] = json!(["es/index", "es/a", "es/b"])
    });
    site.forget();
    let built = site.build_once();
    built.assert_clean();
    assert_eq!(links(&built, "es/a/index.html"), spanish);
    site.edit("es/a.mdx", &text.replace("[c](/c)", "[b again](/b)"));
    site.forget();
    let built = site.build_once();
    built.assert_clean();
    assert_eq!(links(&built, "es/a/index.html")[1], "/es/b");
    assert_eq!(built.query("navigation"), 0, "the short way of a new process");
}

#[test]
fn i18n_09_check_tells_links_that_leave_the_language() {
    let text = "---\ntitle: A\ndescription: D\n---\n\n[b](/b) [same](/es/b) [only](/c) [gone](/x) [out](https://o.x) [English](/a)\n";
    let page = "---\ntitle: B\ndescription: D\n---\n\nText.\n";
    let mut site = Site::new()
        .config(json!({
            "theme": "mint", "name": "N", "colors": { "primary": "#0d9373" },
            "navigation": { "languages": [
                { "language": "en", "pages": ["a", "b", "c"] },
                { "language": "es", "pages": ["es/a", "es/b"] },
            ] },
        }))
        .file("a.mdx", page)
        .file("b.mdx", page)
        .file("c.mdx", page)
        .file("es/a.mdx", text)
        .file("es/b.mdx", page);
    let told = |site: &mut Site| -> Vec<String> {
        let report = site.check(External::Trusted);
        let told = report.diagnostics.iter().filter(|problem| problem.code == "link-leaves-language");
        told.map(|problem| problem.message.clone()).collect()
    };
    let found = told(&mut site);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("`/b`") && found[0].contains("`/es/b`"), "{found:?}");
    site.edit_config(|config| config["links"] = json!({ "localize": true }));
    assert_eq!(told(&mut site), Vec::<String>::new());
}

/// A language in the root has folders of its own, which are not those of the language.
#[test]
fn i18n_09_a_folder_of_a_language_in_the_root_is_none_of_languages() {
    let page = "---\ntitle: T\ndescription: D\n---\n\n[l](/logging)\n";
    let mut site = Site::new().config(json!({
        "theme": "mint", "name": "N", "colors": { "primary": "#0d9373" },
        "navigation": { "languages": [
            { "language": "en", "pages": ["index", "logging", "gateway/logging", "gateway/trouble"] },
            { "language": "zh-Hans", "pages": ["cn/index", "cn/logging", "cn/other"] },
        ] },
    }));
    for path in
        ["index", "logging", "gateway/logging", "gateway/trouble", "cn/index", "cn/logging", "cn/other"]
    {
        site = site.file(&format!("{path}.mdx"), page);
    }
    let report = site.check(External::Trusted);
    let left = report.diagnostics.iter().filter(|problem| problem.code == "link-leaves-language");
    let left: Vec<_> = left.filter_map(|problem| Some(problem.location.as_ref()?.path.as_str())).collect();
    assert!(left.iter().all(|path| path.starts_with("cn/")) && left.contains(&"cn/other.mdx"), "{left:?}");
    site.edit_config(|config| config["links"] = json!({ "localize": true }));
    let built = site.build();
    assert!(built.body("gateway/trouble/index.html").contains("href=\"/logging\""));
    assert!(built.body("cn/other/index.html").contains("href=\"/cn/logging\""));
    built.assert_clean();
}

/// A page that is only like one of another language is not the same as it where that one has a page of its own.
#[test]
fn i18n_01_pages_of_languages_lead_back_to_each_other() {
    let mut site = Site::new().config(json!({
        "theme": "mint", "name": "N", "colors": { "primary": "#0d9373" },
        "navigation": { "languages": [
            { "language": "en", "pages": ["index", "start", "tools/tts", "clawhub/index", "en/a1/only", "v1/only"] },
            { "language": "zh-Hans", "pages": ["zh-CN/index", "zh-CN/start", "zh-CN/tts", "zh-CN/tools/tts", "a1/only", "w1/only"] },
        ] },
    }));
    for path in ["index", "start", "tools/tts", "clawhub/index", "en/a1/only", "v1/only"] {
        site = site.file(&format!("{path}.mdx"), "# T");
    }
    for path in ["zh-CN/index", "zh-CN/start", "zh-CN/tts", "zh-CN/tools/tts", "a1/only", "w1/only"] {
        site = site.file(&format!("{path}.mdx"), "# T");
    }
    let built = site.settings(settings()).build();
    let has =
        |page: &str, other: &str| alternates(&built, page).contains(&format!("zh-Hans https://e.x/{other}"));
    assert!(has("index.html", "zh-CN"), "{:?}", alternates(&built, "index.html"));
    assert!(has("tools/tts/index.html", "zh-CN/tools/tts") && has("v1/only/index.html", "w1/only"));
    for page in ["clawhub/index.html", "zh-CN/tts/index.html"] {
        assert_eq!(alternates(&built, page), Vec::<String>::new(), "{page}");
    }
}
