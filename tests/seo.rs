//! What pages tell search engines and networks.

use docs::db::Settings;
use docs::diagnostic::Diagnostic;
use docs::site::hosting::Host;
use serde_json::{Value, json};

use crate::appearance::history;
use crate::search::found_pages;
use crate::site::{Built, Site};

fn site(seo: Value) -> Site {
    Site::new()
        .settings(Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() })
        .with_config(json!({ "seo": seo, "navigation": { "groups": [{ "group": "Guide", "pages": ["index", "guides/a", "guides/deep/b"] }] } }))
        .file("index.mdx", "---\ntitle: Home\ndescription: The first\n---\n\nText.\n")
        .file("guides/a.mdx", "---\ntitle: A\n\"og:title\": Own\nauthor: Me\n---\n\nText.\n")
        .file("guides/deep/b.mdx", "---\ntitle: B\nnoindex: true\n---\n\nText.\n")
        .file("loose.mdx", "---\ntitle: Loose\n---\n\nText.\n")
}

/// All values of a meta tag.
fn metas(built: &Built, page: &str, name: &str) -> Vec<String> {
    let html = built.html(page);
    let starts =
        [format!("<meta name=\"{name}\" content=\""), format!("<meta property=\"{name}\" content=\"")];
    let found = starts.iter().flat_map(|start| html.split(start.as_str()).skip(1));
    found.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

fn graph(built: &Built, page: &str) -> Value {
    let html = built.html(page);
    let json = html
        .split("<script type=\"application/ld+json\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    serde_json::from_str(json.unwrap_or("null")).expect("JSON")
}

#[test]
fn seo_01_descriptions_are_plain_text_where_nothing_shows_markup() {
    let mut site = Site::new()
        .settings(docs::db::Settings {
            site_url: Some("https://e.x".to_owned()),
            ..docs::db::Settings::default()
        })
        .file(
            "index.mdx",
            "---\ntitle: Home\ndescription: \"See **this**<br/>and [`that`](/x_y).\"\n---\n\nText.\n",
        );
    let built = site.build();
    let page = built.html("index.html");
    for name in ["name=\"description\"", "property=\"og:description\"", "name=\"twitter:description\""] {
        assert!(page.contains(&format!("<meta {name} content=\"See this and that.\">")), "{name}: {page}");
    }
    assert!(page.contains("<strong>this</strong>"));
    assert!(built.html("index.md").contains("**this**"));
    assert!(built.html("llms.txt").contains("See this and that."));
    built.assert_clean();
}

#[test]
fn seo_01_what_is_said_nearest_to_the_page_wins() {
    let mut site = site(json!({
        "metatags": { "og:title": "General", "og:image": "/all.png", "author": "Team", "robots": "max-snippet:50", "google-site-verification": "key" },
        "paths": [
            { "path": "guides", "metatags": { "og:image": "/guides.png", "twitter:site": "@guides" } },
            { "path": "guides/deep", "metatags": { "og:image": "/deep.png" } },
        ],
    }));
    let built = site.build();
    built.assert_clean();
    let expected = [
        ("index.html", "og:title", vec!["General"]),
        ("guides/a/index.html", "og:title", vec!["Own"]),
        ("index.html", "og:image", vec!["https://e.x/all.png"]),
        ("guides/a/index.html", "og:image", vec!["https://e.x/guides.png"]),
        ("guides/deep/b/index.html", "og:image", vec!["https://e.x/deep.png"]),
        ("guides/deep/b/index.html", "twitter:site", vec!["@guides"]),
        ("index.html", "twitter:site", vec![]),
        ("index.html", "author", vec!["Team"]),
        ("guides/a/index.html", "author", vec!["Me"]),
        ("index.html", "description", vec!["The first"]),
        ("index.html", "og:url", vec!["https://e.x/"]),
        ("index.html", "robots", vec!["max-snippet:50"]),
        ("guides/deep/b/index.html", "robots", vec!["noindex"]),
        ("index.html", "google-site-verification", vec!["key"]),
        ("404.html", "google-site-verification", vec!["key"]),
        ("404.html", "og:title", vec![]),
    ];
    for (page, name, values) in expected {
        assert_eq!(metas(&built, page, name), values, "{page}: {name}");
    }
    // Another tag reaches pages.
    site.edit_config(|config| config["seo"]["metatags"]["og:title"] = json!("Other"));
    let built = site.build();
    assert_eq!(metas(&built, "index.html", "og:title"), ["Other"]);
    built.assert_clean();
}

#[test]
fn seo_01_every_head_names_site_and_program_and_the_size_of_pictures_that_are_drawn() {
    let mut site = site(json!({}));
    site.edit_config(|config| config["thumbnails"] = json!({}));
    let built = site.build();
    for page in ["index.html", "404.html"] {
        assert_eq!(metas(&built, page, "application-name"), ["Test"], "{page}");
        assert_eq!(metas(&built, page, "generator"), ["docs"], "{page}");
    }
    let size = |built: &Built, page: &str| {
        [metas(built, page, "og:image:width").concat(), metas(built, page, "og:image:height").concat()]
    };
    assert_eq!(size(&built, "index.html"), ["1200", "630"]);
    built.assert_clean();
    // What is written wins, and the size of another picture is not known.
    site.edit("index.mdx", "---\ntitle: Home\n\"og:image\": https://e.x/own.png\n---\n\nText.\n");
    site.edit("guides/a.mdx", "---\ntitle: A\n\"og:image:width\": 600\n---\n\nText.\n");
    site.edit_config(|config| {
        config["seo"] = json!({
            "metatags": { "generator": "Us" },
            "paths": [{ "path": "guides", "metatags": { "application-name": "Guides" } }],
        });
    });
    let built = site.build();
    assert_eq!(size(&built, "index.html"), ["", ""]);
    assert_eq!(size(&built, "guides/a/index.html"), ["600", "630"]);
    for (page, name) in [("index.html", "Test"), ("guides/a/index.html", "Guides")] {
        assert_eq!(metas(&built, page, "application-name"), [name], "{page}");
        assert_eq!(metas(&built, page, "generator"), ["Us"], "{page}");
    }
    built.assert_clean();
}

#[test]
fn seo_02_the_canonical_address_has_the_beginning_that_is_said() {
    let built = site(json!({ "metatags": { "canonical": "https://main.e.x/" } })).build();
    assert!(
        built
            .html("guides/a/index.html")
            .contains("<link rel=\"canonical\" href=\"https://main.e.x/guides/a\">")
    );
    assert_eq!(metas(&built, "guides/a/index.html", "canonical"), Vec::<String>::new());
    // It may be said with the base path, and is not the longer for that.
    let settings = || Settings {
        addresses: docs::text::Addresses::new("/docs", docs::text::UrlStyle::Directory),
        ..Settings::default()
    };
    for written in ["https://main.e.x", "https://main.e.x/docs", "https://main.e.x/docs/"] {
        let built = site(json!({ "metatags": { "canonical": written } })).settings(settings()).build();
        let html = built.html("guides/a/index.html");
        assert!(
            html.contains("<link rel=\"canonical\" href=\"https://main.e.x/docs/guides/a\">"),
            "{written}"
        );
    }
}

#[test]
fn seo_06_structured_data_is_a_graph_without_empty_fields() {
    let profiles = ["https://a.x/us", "", "https://b.x"];
    let us = json!({ "name": "Us", "url": "https://us.x", "logo": "", "sameAs": profiles });
    let mut site = site(json!({ "organization": us }));
    let built = site.build();
    let data = graph(&built, "index.html");
    let nodes = data["@graph"].as_array().expect("nodes");
    let kinds: Vec<&str> = nodes.iter().filter_map(|node| node["@type"].as_str()).collect();
    assert_eq!(kinds, ["Organization", "WebSite", "WebPage", "BreadcrumbList", "TechArticle"]);
    assert_eq!((&nodes[0]["name"], &nodes[0]["sameAs"]), (&json!("Us"), &json!([profiles[0], profiles[2]])));
    assert!(nodes[0].get("logo").is_none());
    // A logo of the site has its whole address there.
    site.edit_config(|config| config["seo"]["organization"]["logo"] = json!("/logo.svg"));
    site.edit("logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    assert_eq!(graph(&site.build(), "index.html")["@graph"][0]["logo"], "https://e.x/logo.svg");
    assert_eq!((&nodes[2]["url"], &nodes[2]["description"]), (&json!("https://e.x/"), &json!("The first")));
    assert_eq!(nodes[2]["isPartOf"]["@id"], nodes[1]["@id"]);
    assert_eq!(nodes[2]["breadcrumb"]["@id"], nodes[3]["@id"]);
    assert_eq!(nodes[4]["publisher"]["@id"], nodes[0]["@id"]);
    // Pages that are not to be found say where they stand, and no more.
    assert_eq!(graph(&built, "guides/deep/b/index.html")["@type"], "BreadcrumbList");
    assert_eq!(graph(&built, "loose/index.html"), Value::Null);
}

/// Sidebar, search, sitemap, `noindex`, lists for language models, as features 4.4 has them; then what is not said
/// there: parents and both at once.
#[test]
fn fm_04_srch_16_seo_03_the_visibility_matrix_holds_in_every_list() {
    let page = |more: &str| format!("---\ntitle: T\n{more}---\n\nText.\n");
    let rows = [
        ("normal", "", "yes yes yes no yes", "yes yes yes no yes"),
        ("hidden", "hidden: true\n", "no no no yes no", "no yes yes no yes"),
        ("loose", "", "no no no no no", "no yes yes no yes"),
        ("loose-hidden", "hidden: true\n", "no no no yes no", "no yes yes no yes"),
        ("noindex", "noindex: true\n", "yes no no yes no", "yes no no yes no"),
        ("unsearchable", "searchable: false\n", "yes no yes no yes", "yes no yes no yes"),
        ("in-group", "", "no yes yes no yes", "no yes yes no yes"),
        ("in-group-hidden", "hidden: true\n", "no no no yes no", "no yes yes no yes"),
        ("in-group-shown", "hidden: false\n", "no yes yes no yes", "no yes yes no yes"),
        ("in-tab", "", "no yes yes no yes", "no yes yes no yes"),
        ("in-secret", "", "no no no yes no", "no yes yes no yes"),
        ("in-quiet", "", "yes no yes no yes", "yes no yes no yes"),
        ("in-quiet-found", "searchable: true\n", "yes yes yes no yes", "yes yes yes no yes"),
    ];
    let navigation = json!({ "tabs": [
        { "tab": "Guide", "groups": [
            { "group": "G", "pages": ["index", "normal", "hidden", "noindex", "unsearchable"] },
            { "group": "Found", "hidden": true, "searchable": true, "pages": ["in-group", "in-group-hidden", "in-group-shown"] },
            { "group": "Secret", "hidden": true, "pages": ["in-secret"] },
            { "group": "Quiet", "searchable": false, "pages": ["in-quiet", "in-quiet-found"] },
        ] },
        { "tab": "T", "hidden": true, "searchable": true, "pages": ["in-tab"] },
    ] });
    for indexing in ["navigable", "all"] {
        let mut site = site(json!({ "indexing": indexing })).with_config(json!({ "navigation": navigation }));
        for (name, front, _, _) in rows {
            site.edit(&format!("{name}.mdx"), &page(front));
        }
        let built = site.build();
        let sidebar =
            built.html("normal/index.html").split("id=\"sidebar-content\"").nth(1).expect("a sidebar");
        let sidebar = sidebar.split("</nav>").next().unwrap_or("");
        let (sitemap, llms, full) =
            (built.html("sitemap.xml"), built.html("llms.txt"), built.html("llms-full.txt"));
        let found = found_pages(&built);
        for (name, _, navigable, all) in rows {
            let html = built.html(&format!("{name}/index.html"));
            let seen = [
                sidebar.contains(&format!("href=\"/{name}\"")),
                found.contains(&format!("/{name}")),
                sitemap.contains(&format!("<loc>https://e.x/{name}</loc>")),
                html.contains("<meta name=\"robots\" content=\"noindex\">"),
                llms.contains(&format!("(https://e.x/{name}.md)")),
            ];
            assert_eq!(seen[4], full.contains(&format!("Source: https://e.x/{name}\n")), "{name}");
            let row = seen.map(|seen| if seen { "yes" } else { "no" }).join(" ");
            assert_eq!(row, if indexing == "all" { all } else { navigable }, "{name}, {indexing}");
        }
        built.assert_clean();
    }
}

#[test]
fn seo_04_the_sitemap_tells_the_day_of_the_last_commit() {
    let sitemap = |built: &Built, page: &str| {
        let entry = format!("<loc>https://e.x/{page}</loc>");
        let rest = built.html("sitemap.xml").split(entry.as_str()).nth(1).expect("an entry").to_owned();
        rest.split("</url>").next().unwrap_or("").to_owned()
    };
    let mut site = site(json!({}));
    let built = site.build();
    assert_eq!(
        (sitemap(&built, "guides/a").as_str(), built.html("sitemap.xml").contains("lastmod")),
        ("", false)
    );
    history(&site, 'a', "false", &["index.mdx"], &["index.mdx", "guides/a.mdx"]);
    let built = site.build();
    assert_eq!(sitemap(&built, ""), "<lastmod>2026-05-06</lastmod>");
    assert_eq!(sitemap(&built, "guides/a"), "<lastmod>2020-01-02</lastmod>");
    built.assert_clean();
    // Words that nobody committed have no day, and ask nothing of the site.
    site.edit("guides/a.mdx", "---\ntitle: A\n\"og:title\": Own\nauthor: Me\n---\n\nOther words.\n");
    let built = site.update(&["guides/a.mdx"]);
    assert_eq!(
        (built.query("sitemap"), sitemap(&built, "guides/a").as_str()),
        (0, "<lastmod>2020-01-02</lastmod>")
    );
    // Another process goes on from there, also after the commit.
    site.build_once();
    site.edit("guides/a.mdx", "---\ntitle: A\n---\n\nMore words.\n");
    let built = site.build_once();
    assert_eq!(sitemap(&built, "guides/a"), "<lastmod>2020-01-02</lastmod>");
    built.assert_clean();
    history(&site, 'b', "false", &["guides/a.mdx"], &["index.mdx"]);
    let built = site.build_once();
    assert_eq!(sitemap(&built, "guides/a"), "<lastmod>2026-05-06</lastmod>");
    built.assert_clean();
    // Of a clone without the older commits nothing is said, and nobody is bothered.
    history(&site, 'c', "true", &["index.mdx"], &["guides/a.mdx"]);
    let built = site.build();
    assert_eq!((sitemap(&built, "guides/a").as_str(), built.codes()), ("", vec![]));
}

#[test]
fn seo_04_a_sitemap_of_the_project_stands_alone() {
    let mut site = site(json!({})).file("sitemap.xml", "<mine/>");
    let built = site.build();
    assert_eq!(built.html("sitemap.xml"), "<mine/>");
    built.assert_clean();
}

#[test]
fn fm_01_a_title_with_a_type_is_a_text() {
    for title in ["Array<T>", "<id> and more", "List<String> of x", "A: <short title> & more"] {
        let built =
            Site::new().file("index.mdx", &format!("---\ntitle: \"{title}\"\n---\n\nText.\n")).build();
        let escaped = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let html = built.html("index.html");
        assert!(html.contains(&format!("<h1 id=\"page-title\">{escaped}</h1>")), "{title}");
        assert!(html.contains(&format!("<title>{escaped} - ")), "{title}");
    }
}

#[test]
fn fm_01_references_to_characters_are_read_whatever_stands_beside_them() {
    for more in ["", " and **more**"] {
        let text =
            format!("---\ntitle: Q&amp;A\ndescription: Ann&eacute; R&D &lt;1&gt;{more}\n---\n\nText.\n");
        let built = Site::new().file("index.mdx", &text).build();
        let html = built.html("index.html");
        assert!(html.contains("<h1 id=\"page-title\">Q&amp;A</h1>"), "{html}");
        assert!(html.contains("<title>Q&amp;A - Test</title>"), "{html}");
        assert!(html.contains("Anné R&amp;D &lt;1&gt;"), "{html}");
        let meta = format!(
            "<meta name=\"description\" content=\"Anné R&amp;D &lt;1&gt;{}\">",
            more.replace('*', "")
        );
        assert!(html.contains(&meta), "{html}");
    }
}

#[test]
fn fm_01_markup_of_a_title_is_shown_above_the_text_and_nowhere_else() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "type", "next"] } }))
        .file("index.mdx", "---\ntitle: \"The `code` of *it*\"\n---\n\nText.\n")
        .file("type.mdx", "---\ntitle: Array<T>\n---\n\nText.\n")
        .file("next.mdx", "---\ntitle: snake_case * 2\n---\n\nText.\n");
    let built = site.build();
    let page = built.html("index.html");
    assert!(page.contains("<h1 id=\"page-title\">The <code>code</code> of <em>it</em></h1>"), "{page}");
    assert!(page.contains("<title>The code of it - Test</title>"), "{page}");
    assert!(page.contains("<meta property=\"og:title\" content=\"The code of it\">"), "{page}");
    assert!(page.contains("<span class=\"sidebar-label\">The code of it</span>"), "{page}");
    // What may be a type, or is no markup, stays as it is written.
    assert!(built.html("type/index.html").contains("<title>Array&lt;T&gt; - Test</title>"));
    assert!(built.html("next/index.html").contains("<title>snake_case * 2 - Test</title>"));
    assert!(built.html("type/index.html").contains("The code of it"), "the page before it");
    site.edit("index.mdx", "---\ntitle: \"The `other` code\"\n---\n\nText.\n");
    let built = site.build();
    assert!(built.html("type/index.html").contains("<span class=\"sidebar-label\">The other code</span>"));
    built.assert_clean();
}

#[test]
fn pg_01_canonical_addresses_end_with_a_slash_when_asked() {
    let told = |seo: Value| {
        let built = site(seo).build();
        built.assert_clean();
        let page = built.html("guides/a/index.html").to_owned();
        let address = page.split("rel=\"canonical\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
        let at = built.html("sitemap.xml").contains("/guides/a/</loc>");
        (address.expect("an address").to_owned(), at)
    };
    let (plain, in_sitemap) = told(json!({}));
    assert!(plain.ends_with("/guides/a") && !in_sitemap, "{plain}");
    let (with_slash, in_sitemap) = told(json!({ "trailingSlash": true }));
    assert!(with_slash == format!("{plain}/") && in_sitemap, "{with_slash}");
}

/// `a.html` is at `/a`; no host answers for `/a/`.
#[test]
fn pg_01_no_slash_is_told_where_pages_are_files() {
    let addresses = docs::text::Addresses::new("", docs::text::UrlStyle::File);
    let settings = Settings { addresses, site_url: Some("https://e.x".to_owned()), ..Settings::default() };
    let mut site = site(json!({ "trailingSlash": true }))
        .with_config(json!({ "redirects": [{ "source": "/old", "destination": "/guides/a" }] }))
        .settings(settings);
    let built = site.build();
    let page = built.html("guides/a.html");
    assert!(page.contains("rel=\"canonical\" href=\"https://e.x/guides/a\""), "{page}");
    assert!(built.html("old.html").contains("rel=\"canonical\" href=\"https://e.x/guides/a\""));
    assert!(built.html("sitemap.xml").contains("/guides/a</loc>"), "{}", built.html("sitemap.xml"));
    assert!(!page.contains("e.x/guides/a/"), "{page}");
    built.assert_clean();
}

/// A link without the slash would cost every reader a redirect on the host that adds it.
#[test]
fn pg_01_links_to_pages_end_with_a_slash_and_those_to_files_do_not() {
    let page = "---\ntitle: A\n---\n\n[b](/guides/b?x=1#y) [same](#y) [beside](./b.md) [file](/data.json) \
                [v](/v1.2) [out](https://o.x/b)\n\n<Card title=\"C\" href=\"/guides/b\">c</Card>\n";
    let config = json!({
        "theme": "mint", "name": "N", "colors": { "primary": "#0d9373" },
        "navigation": { "pages": ["index", "guides/a", "guides/b"] },
        "navbar": { "links": [{ "label": "B", "href": "/guides/b" }] },
        "redirects": [
            { "source": "/old", "destination": "/guides/b" },
            { "source": "/was/:x", "destination": "/v/:x" },
            { "source": "/one/*", "destination": "/guides/b#y" },
        ],
        "seo": { "trailingSlash": true },
    });
    let mut site = Site::new()
        .config(config)
        .file("index.mdx", "---\ntitle: I\n---\n")
        .file("guides/a.mdx", page)
        .file("guides/b.mdx", "---\ntitle: B\n---\n\n## Y\n")
        .file("data.json", "{}");
    let built = site.build();
    let html = built.html("guides/a/index.html");
    for link in [
        "href=\"/guides/b/?x=1#y\"",
        "href=\"#y\"",
        "href=\"/data.json\"",
        "href=\"/v1.2/\"",
        "href=\"https://o.x/b\"",
        "href=\"/guides/a/\"",
    ] {
        assert!(html.contains(link), "{link}\n{html}");
    }
    assert!(!html.contains("href=\"/guides/b\""), "{html}");
    assert!(!html.contains("href=\"/guides/a\""), "{html}");
    assert!(built.html("guides/a.md").contains("(/guides/b/?x=1#y)"));
    assert!(built.html("old/index.html").contains("/guides/b/"));
    // The address of a page without the setting is as ever, and both ways lead to the same bytes.
    site.edit_config(|config| config["seo"]["trailingSlash"] = json!(false));
    let built = site.build();
    built.assert_clean();
    assert!(built.html("guides/a/index.html").contains("href=\"/guides/b\""));
    assert!(
        !built.html("guides/a/index.html").contains("href=\"/guides/b/\""),
        "slashed as written is cleaned"
    );
    site.edit_config(|config| config["seo"]["trailingSlash"] = json!(true));
    site.build().assert_clean();
}

/// The slash is that of this site's addresses.
#[test]
fn pg_01_redirects_end_with_a_slash_where_they_lead_to_pages_of_this_site() {
    let mut site = site(json!({ "trailingSlash": true }))
        .with_config(json!({ "redirects": [
            { "source": "/a", "destination": "/guides/a" },
            { "source": "/out", "destination": "https://o.x/b" },
            { "source": "/all/*", "destination": "/guides/a#part" },
            { "source": "/away/*", "destination": "https://o.x/c" },
            { "source": "/was/:slug*", "destination": "/guides/:slug*" },
        ] }))
        .settings(Settings { host: Host::Netlify, ..Settings::default() });
    let built = site.build();
    let rules = built.html("_redirects").to_owned();
    let to: Vec<&str> = rules.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    for address in ["/guides/a/", "https://o.x/b", "/guides/a/#part", "https://o.x/c"] {
        assert!(to.contains(&address), "{address}\n{rules}");
    }
    assert!(!rules.contains("o.x/b/") && !rules.contains("o.x/c/"), "{rules}");
    built.assert_clean();
}

#[test]
fn pg_01_seo_06_structured_data_names_the_address_that_counts() {
    let built = site(json!({ "trailingSlash": true })).build();
    let data = graph(&built, "guides/a/index.html");
    let nodes = data["@graph"].as_array().expect("nodes");
    let node = |kind: &str| nodes.iter().find(|node| node["@type"] == kind).expect("a node");
    assert_eq!(node("WebPage")["url"], "https://e.x/guides/a/");
    assert_eq!(node("WebPage")["@id"], "https://e.x/guides/a/#webpage");
    assert_eq!(node("TechArticle")["mainEntityOfPage"]["@id"], "https://e.x/guides/a/#webpage");
    let way = node("BreadcrumbList")["itemListElement"].as_array().expect("the way");
    assert_eq!(way.last().expect("the page")["item"], "https://e.x/guides/a/");
    assert_eq!(graph(&built, "index.html")["@graph"][1]["url"], "https://e.x/");
}

#[test]
fn nav_22_seo_06_a_way_has_no_name_twice_and_none_without_a_word() {
    let groups = json!([{ "group": "Guides", "pages": ["guides/a"] }, { "group": "", "pages": ["index"] }]);
    let navigation = json!({ "tabs": [{ "tab": "Guides", "groups": groups }] });
    let built = site(json!({})).with_config(json!({ "navigation": navigation })).build();
    for page in ["guides/a/index.html", "index.html"] {
        let data = graph(&built, page);
        let nodes = data["@graph"].as_array().expect("nodes");
        let way = nodes.iter().find(|node| node["@type"] == "BreadcrumbList").expect("the way");
        let names: Vec<&str> = way["itemListElement"]
            .as_array()
            .expect("names")
            .iter()
            .filter_map(|it| it["name"].as_str())
            .collect();
        assert_eq!(names.len(), 2, "{page}: {names:?}");
        assert_eq!(names[0], "Guides");
    }
}

#[test]
fn pg_06_a_page_that_is_a_link_elsewhere_is_one_in_the_navigation_and_is_not_found_itself() {
    let mut site = site(json!({}))
        .with_config(json!({ "navigation": { "pages": ["index", "out"] } }))
        .file("out.mdx", "---\ntitle: Status\nurl: https://status.e.x/now\n---\n");
    let built = site.build();
    let page = built.html("index.html");
    assert!(page.contains("href=\"https://status.e.x/now\""), "{page}");
    assert!(!page.contains("href=\"/out\""), "{page}");
    assert!(!built.html("sitemap.xml").contains("/out") && !built.html("llms.txt").contains("/out"));
    assert!(!found_pages(&built).contains("/out"));
    // Who has its address is sent on.
    let out = built.html("out/index.html");
    assert!(out.contains(
        "<noscript><meta http-equiv=\"refresh\" content=\"0; url=https://status.e.x/now\"></noscript>"
    ));
    assert!(out.contains("location.replace") && !out.contains("id=\"navbar\""), "{out}");
    site.edit("out.mdx", "---\ntitle: Status\nurl: /guides/a\n---\n");
    let built = site.build();
    assert!(built.html("out/index.html").contains("<a href=\"/guides/a\">"));
    built.assert_clean();
    // One that leads to itself stays a page.
    site.edit("out.mdx", "---\ntitle: Status\nurl: /out/\n---\n\nHere.\n");
    let built = site.build();
    assert!(built.text("out/index.html").contains("Here."));
    built.assert_clean();
    site.edit("out.mdx", "---\ntitle: Status\n---\n");
    let built = site.build();
    assert!(
        built.html("index.html").contains("href=\"/out\"") && built.html("sitemap.xml").contains("/out<")
    );
    built.assert_clean();
}

#[test]
fn seo_04_robots_of_the_front_matter_keep_a_page_out_of_lists() {
    let built = site(json!({}))
        .with_config(json!({ "navigation": { "pages": ["index", "away"] } }))
        .file("away.mdx", "---\ntitle: Away\nrobots: \"NoIndex, nofollow\"\n---\n\nText.\n")
        .build();
    assert!(built.html("away/index.html").contains("<meta name=\"robots\" content=\"NoIndex, nofollow\">"));
    assert!(!built.html("sitemap.xml").contains("/away") && !built.html("llms.txt").contains("/away"));
}

/// An address without a path is a place of the page itself.
#[test]
fn pg_06_a_page_does_not_send_its_readers_to_itself() {
    let mut site = site(json!({}))
        .with_config(json!({ "navigation": { "pages": ["index", "guides/a"] } }))
        .file("index.mdx", "---\ntitle: Home\n---\n\n[A](/guides/a)\n");
    for url in ["?x=1", "#part", "' ?x=1#part'"] {
        site.edit(
            "guides/a.mdx",
            &format!("---\ntitle: A\nurl: \"{}\"\n---\n\n## Part\n\nHere.\n", url.trim_matches('\'')),
        );
        let built = site.build();
        let page = built.html("guides/a/index.html");
        assert!(built.text("guides/a/index.html").contains("Here."), "{url}: {page}");
        assert!(!page.contains("http-equiv=\"refresh\"") && !page.contains("noindex"), "{url}: {page}");
        // Other pages lead there, and search engines find it.
        assert!(
            built.html("index.html").contains("href=\"/guides/a\"><span"),
            "{}",
            built.html("index.html")
        );
        assert!(built.html("sitemap.xml").contains("/guides/a</loc>"));
        assert_eq!(built.problems(), [""; 0]);
        built.assert_clean();
    }
}

#[test]
fn pg_06_red_03_a_page_that_is_a_link_names_the_whole_address() {
    let mut site = site(json!({}))
        .with_config(json!({ "navigation": { "pages": ["index", "guides/a", "out"] } }))
        .file("out.mdx", "---\ntitle: Out\nurl: /guides/a#part\n---\n");
    let canonical = |built: &Built, page: &str| {
        let html = built.html(page);
        let found = html.split("rel=\"canonical\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
        found.expect("an address").to_owned()
    };
    let built = site.build();
    assert_eq!(canonical(&built, "out/index.html"), "https://e.x/guides/a");
    assert!(built.html("out/index.html").contains("url=/guides/a#part\""), "the reader stays on this host");
    for seo in [json!({ "metatags": { "canonical": "https://main.e.x/" } }), json!({ "trailingSlash": true })]
    {
        site.edit_config(|config| config["seo"] = seo);
        let built = site.build();
        assert_eq!(canonical(&built, "out/index.html"), canonical(&built, "guides/a/index.html"));
        built.assert_clean();
    }
    site.edit("out.mdx", "---\ntitle: Out\nurl: https://status.e.x/now\n---\n");
    let built = site.build();
    assert_eq!(canonical(&built, "out/index.html"), "https://status.e.x/now");
    built.assert_clean();
}

#[test]
fn fm_06_07_words_and_tags_of_the_front_matter() {
    let mut site = site(json!({ "metatags": { "og:image": "/all.png", "robots": "max-snippet:50" } }));
    site.edit(
        "index.mdx",
        "---\ntitle: Home\nkeywords: [zebra, two words]\ncanonical: https://other.x/home\nrobots: noarchive\n\"og:title\": In networks\n\
         \"og:image\": /own.png\n\"twitter:site\": \"@me\"\n---\n\nText.\n",
    );
    let built = site.build();
    for (name, value) in [
        ("keywords", "zebra, two words"),
        ("robots", "noarchive"),
        ("og:title", "In networks"),
        ("og:url", "https://other.x/home"),
        ("twitter:site", "@me"),
    ] {
        assert_eq!(metas(&built, "index.html", name), [value], "{name}");
    }
    assert_eq!(metas(&built, "index.html", "og:image"), ["https://e.x/own.png"]);
    let html = built.html("index.html");
    assert!(html.contains("<link rel=\"canonical\" href=\"https://other.x/home\">"), "{html}");
    // Who searches finds the words; who reads does not see them.
    assert!(!built.text("index.html").contains("zebra"));
    assert!(built.html("guides/a/index.html").contains("content=\"max-snippet:50\""));
    built.assert_clean();
}

#[test]
fn seo_05_robots_allow_all_and_name_the_sitemap_where_the_address_is_known() {
    let mut site = site(json!({}));
    assert_eq!(
        site.build().html("robots.txt"),
        "User-agent: *\nAllow: /\n\nSitemap: https://e.x/sitemap.xml\n"
    );
    // A site that may lie anywhere names nothing that would have to be whole.
    site = site.settings(Settings::default());
    site.forget();
    let built = site.build();
    assert_eq!(built.html("robots.txt"), "User-agent: *\nAllow: /\n");
    assert!(!built.files().contains_key("sitemap.xml"));
    let page = built.html("guides/a/index.html");
    assert!(!page.contains("rel=\"canonical\"") && !page.contains("og:url"), "{page}");
    // The project's own stands in for it.
    let built = site.file("robots.txt", "User-agent: me\n").build();
    assert_eq!(built.html("robots.txt"), "User-agent: me\n");
}

#[test]
fn seo_07_networks_are_told_whole_addresses_of_pictures() {
    let pages = |site: Site| {
        let navigation = json!({ "pages": ["index", "guides/a", "guides/deep/b", "guides/c"] });
        site.with_config(json!({ "navigation": navigation, "seo": {
            "metatags": { "twitter:image": "images/all.png", "og:image:alt": "/no address" },
            "paths": [{ "path": "guides/deep", "metatags": { "og:video": "//cdn.x/b.mp4" } }],
        } }))
        .file("index.mdx", "---\ntitle: Home\n\"og:image\": /own.png?v=1\n---\n\nText.\n")
        .file("guides/a.mdx", "---\ntitle: A\n\"og:image\": ../images/a b.png\n---\n\nText.\n")
        .file("guides/deep/b.mdx", "---\ntitle: B\n\"og:image\": https://cdn.x/b.png\n---\n\nText.\n")
        .file("guides/c.mdx", "---\ntitle: C\n\"twitter:image\": ./c.png\n---\n\nText.\n")
    };
    let addresses = docs::text::Addresses::new("/docs", docs::text::UrlStyle::Directory);
    let settings = |site_url: Option<&str>| Settings {
        addresses: addresses.clone(),
        site_url: site_url.map(str::to_owned),
        ..Settings::default()
    };
    for (site_url, start) in [(Some("https://e.x"), "https://e.x/docs"), (None, "/docs")] {
        let built = pages(Site::new().settings(settings(site_url))).build();
        for (page, name, value) in [
            ("index.html", "og:image", format!("{start}/own.png?v=1")),
            ("index.html", "twitter:image", format!("{start}/images/all.png")),
            ("index.html", "og:image:alt", "/no address".to_owned()),
            ("guides/a/index.html", "og:image", format!("{start}/images/a%20b.png")),
            ("guides/deep/b/index.html", "og:image", "https://cdn.x/b.png".to_owned()),
            ("guides/deep/b/index.html", "og:video", "//cdn.x/b.mp4".to_owned()),
            ("guides/c/index.html", "twitter:image", format!("{start}/guides/c.png")),
        ] {
            assert_eq!(metas(&built, page, name), [value], "{page}: {name}");
        }
    }
}

#[test]
fn seo_04_the_sitemap_lists_what_pages_want_listed() {
    let listed = |built: &Built| -> Vec<String> {
        let text = built.html("sitemap.xml");
        let listed = text.split("<loc>").skip(1).filter_map(|rest| rest.split('<').next());
        listed.map(str::to_owned).collect()
    };
    let mut site = site(json!({ "paths": [{ "path": "guides", "metatags": { "robots": "noindex" } }] }));
    let built = site.build();
    assert_eq!(listed(&built), ["https://e.x/"]);
    site.edit("guides/a.mdx", "---\ntitle: A\nrobots: index\n---\n\nText.\n");
    let built = site.build();
    assert_eq!(listed(&built), ["https://e.x/guides/a", "https://e.x/"]);
    site.edit("guides/a.mdx", "---\ntitle: A\nrobots: all\ncanonical: https://other.x/a\n---\n\nText.\n");
    let built = site.build();
    assert_eq!(listed(&built), ["https://e.x/"]);
    built.assert_clean();
}

#[test]
fn seo_01_a_description_of_the_configuration_is_told_to_networks_too() {
    let built = site(json!({ "metatags": { "description": "All of it" } })).build();
    for name in ["description", "og:description", "twitter:description"] {
        assert_eq!(metas(&built, "guides/a/index.html", name), ["All of it"], "{name}");
        assert_eq!(metas(&built, "index.html", name), ["The first"], "{name}");
    }
}

/// What an operation says of itself may be as long as a page. Its author wrote it for readers of the page.
#[test]
fn seo_01_what_an_operation_says_at_length_is_told_in_short() {
    let long = "It lists every pet of the shop. ".repeat(40);
    let api = json!({
        "openapi": "3.1.0",
        "info": { "title": "Pets", "version": "1" },
        "paths": { "/pets": { "get": { "summary": "List pets", "description": long } } }
    });
    let built = Site::new()
        .settings(Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() })
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Guide", "pages": ["index"] }, { "group": "API", "openapi": "api.json" }
        ] } }))
        .file("index.mdx", &format!("---\ntitle: Home\ndescription: \"{}\"\n---\n\nText.\n", long.trim()))
        .file("api.json", &api.to_string())
        .build();
    for name in ["description", "og:description", "twitter:description"] {
        assert_eq!(metas(&built, "index.html", name), [long.trim()], "{name}");
        let [told] = &metas(&built, "api-reference/list-pets/index.html", name)[..] else { panic!("{name}") };
        assert!(
            told.len() <= 303 && told.starts_with("It lists every pet") && told.ends_with('…'),
            "{name}: {told}"
        );
    }
}

#[test]
fn seo_01_there_is_one_viewport() {
    let usual = "width=device-width, initial-scale=1";
    for (seo, expected) in
        [(json!({}), usual), (json!({ "metatags": { "viewport": "width=900" } }), "width=900")]
    {
        let built = site(seo).build();
        for page in ["index.html", "404.html", "search/index.html"] {
            assert_eq!(metas(&built, page, "viewport"), [expected], "{page}");
        }
    }
}

#[test]
fn seo_02_the_path_of_a_site_is_told_once() {
    let settings = |site_url: &str, base: &str| Settings {
        site_url: Some(site_url.to_owned()),
        addresses: docs::text::Addresses::new(base, docs::text::UrlStyle::Directory),
        ..Settings::default()
    };
    let codes = |site_url, base| site(json!({})).settings(settings(site_url, base)).build().codes();
    assert_eq!(codes("https://e.x", "/sub"), Vec::<&str>::new());
    for (address, base) in [("https://e.x/sub", ""), ("https://e.x/a", "/b")] {
        assert_eq!(codes(address, base), ["site-url-path"], "{address} {base}");
    }
}

#[test]
fn seo_01_a_path_of_no_page_is_told() {
    let paths = json!({ "paths": [{ "path": "guide", "metatags": { "author": "A" } }, { "path": "guides/deep", "metatags": { "author": "B" } }] });
    let built = site(paths).build();
    assert_eq!(built.codes(), ["seo-path-missing"], "{:?}", built.problems());
    assert!(built.problems()[0].contains("`seo.paths` names `guide`"), "{:?}", built.problems());
}

#[test]
fn oas_01_a_description_in_the_settings_that_is_not_there_is_told() {
    let mut site = site(json!({}));
    site.edit_config(|config| config["api"] = json!({ "openapi": "/nope.json", "asyncapi": ["no.yaml"] }));
    let built = site.build();
    assert_eq!(built.codes(), ["api-description-missing"], "{:?}", built.problems());
    assert_eq!(built.problems().len(), 2, "{:?}", built.problems());
    let is_placed = |problem: &Diagnostic| problem.location.as_ref().is_some_and(|at| at.line > 0);
    assert!(built.diagnostics().iter().all(is_placed), "{:?}", built.problems());
}

#[test]
fn oas_01_a_file_in_the_settings_that_is_no_description_is_told() {
    let mut site = site(json!({}))
        .file("data.json", "{ \"a\": 1 }")
        .file("half.yaml", "openapi: 3.1.0\npaths: [\n")
        .file("notes.txt", "-");
    site.edit_config(|config| {
        config["api"] =
            json!({ "openapi": ["data.json", "half.yaml", "notes.txt"], "asyncapi": "data.json" });
    });
    let built = site.build();
    let told: Vec<(&str, &str)> = built
        .diagnostics()
        .iter()
        .filter(|problem| problem.code == "api-description-unreadable")
        .map(|problem| {
            (problem.message.as_str(), problem.location.as_ref().map_or("", |at| at.path.as_str()))
        })
        .collect();
    let [data, half, notes, again] = told[..] else { panic!("{:?}", built.problems()) };
    assert!(data.0.contains("`data.json` cannot be read: it does not say which kind"), "{data:?}");
    assert!(half.0.contains("`half.yaml` cannot be read: "), "{half:?}");
    assert_eq!(notes.0, "`notes.txt` is no API description");
    assert_eq!(again.0, data.0);
    assert!(told.iter().all(|(_, place)| *place == "docs.json"), "{told:?}");
    // A navigation that names it says it where it is wrong, and that is enough.
    site.edit_config(|config| {
        config["api"] = json!({ "openapi": "data.json" });
        config["navigation"] = json!({ "groups": [{ "group": "A", "openapi": "data.json" }] });
    });
    let codes = site
        .build()
        .diagnostics()
        .iter()
        .filter(|problem| problem.code == "api-description-unreadable")
        .count();
    assert_eq!(codes, 1);
}
