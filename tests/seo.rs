//! What pages tell search engines and networks.

use docs::db::Settings;
use serde_json::{Value, json};

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
        ("index.html", "og:image", vec!["/all.png"]),
        ("guides/a/index.html", "og:image", vec!["/guides.png"]),
        ("guides/deep/b/index.html", "og:image", vec!["/deep.png"]),
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
fn seo_02_the_canonical_address_has_the_beginning_that_is_said() {
    let built = site(json!({ "metatags": { "canonical": "https://main.e.x/" } })).build();
    assert!(
        built
            .html("guides/a/index.html")
            .contains("<link rel=\"canonical\" href=\"https://main.e.x/guides/a\">")
    );
    assert_eq!(metas(&built, "guides/a/index.html", "canonical"), Vec::<String>::new());
}

#[test]
fn seo_06_structured_data_is_a_graph_without_empty_fields() {
    let mut site = site(json!({ "organization": { "name": "Us", "url": "https://us.x", "logo": "" } }));
    let built = site.build();
    let data = graph(&built, "index.html");
    let nodes = data["@graph"].as_array().expect("nodes");
    let kinds: Vec<&str> = nodes.iter().filter_map(|node| node["@type"].as_str()).collect();
    assert_eq!(kinds, ["Organization", "WebSite", "WebPage", "BreadcrumbList", "TechArticle"]);
    assert_eq!(nodes[0]["name"], "Us");
    assert!(nodes[0].get("logo").is_none());
    assert_eq!((&nodes[2]["url"], &nodes[2]["description"]), (&json!("https://e.x/"), &json!("The first")));
    assert_eq!(nodes[2]["isPartOf"]["@id"], nodes[1]["@id"]);
    assert_eq!(nodes[2]["breadcrumb"]["@id"], nodes[3]["@id"]);
    assert_eq!(nodes[4]["publisher"]["@id"], nodes[0]["@id"]);
    // Pages that are not to be found say where they stand, and no more.
    assert_eq!(graph(&built, "guides/deep/b/index.html")["@type"], "BreadcrumbList");
    assert_eq!(graph(&built, "loose/index.html"), Value::Null);
}
