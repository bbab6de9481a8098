//! The check against what a browser does: anchors letter by letter, and addresses outside of the text of pages.

use docs::engine::check::External;
use serde_json::json;

use super::{OF_LINKS, page, told};
use crate::site::Site;

#[test]
fn diag_01_an_anchor_is_an_id_letter_by_letter() {
    let text = "## 🚀 Launch\n\n## Why (not)\n\n## Step 2: go\n\n## log\n\n\
                [1](#why-(not))\n[2](#why-not)\n[3](#launch)\n[4](#log())\n[5](#step-2-go)\n[6](#Step-2-go)";
    let mut site = Site::new().file("index.mdx", &page("", text));
    let report = site.check(External::Trusted);
    assert_eq!(
        told(&report, &OF_LINKS),
        [
            "broken-anchor index.mdx:14 this page has no anchor `#why-(not)`",
            "broken-anchor index.mdx:16 this page has no anchor `#launch`",
            "broken-anchor index.mdx:17 this page has no anchor `#log()`",
            "broken-anchor index.mdx:19 this page has no anchor `#Step-2-go`",
        ]
    );
    let hints = report.diagnostics.iter().filter(|problem| problem.code == "broken-anchor");
    let hints: Vec<&str> = hints.filter_map(|problem| problem.hint.as_deref()).collect();
    let expected = [
        "did you mean `#why-not`?",
        "did you mean `#-launch`?",
        "use the id of a heading of that page",
        "did you mean `#step-2-go`?",
    ];
    assert_eq!(hints, expected);
}

#[test]
fn diag_01_anchors_with_what_ids_are_cleaned_of_are_there() {
    // As browsers copy them from sites whose ids have it.
    let text = "## 🚀 Launch\n\n## Step 2: go\n\n## Step 2: go\n\n## What's new?\n\n\
                [1](#🚀-launch)\n[2](#%F0%9F%9A%80-launch)\n[3](#step-2%3A-go)\n[4](#what%E2%80%99s-new?)";
    let mut site = Site::new().file("index.mdx", &page("", text));
    assert_eq!(told(&site.check(External::Trusted), &OF_LINKS), Vec::<String>::new());
    let html = site.build().html("index.html").to_owned();
    for id in ["🚀-launch", "step-2:-go", "what’s-new?"] {
        assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn diag_01_elements_in_texts_of_the_configuration_are_links() {
    let mut site = Site::new()
        .with_config(json!({
            "banner": { "content": "See [a](/gone-a), <a href=\"/gone-b\">b</a> and <a href=\"/index\">c</a>" },
        }))
        .file("index.mdx", &page("", "x"))
        .file("b.mdx", "---\ntitle: B\ndescription: See <a href=\"/gone-c\">c</a>\n---\n\nx\n");
    let report = site.check(External::Trusted);
    let told: Vec<String> = told(&report, &OF_LINKS)
        .into_iter()
        .filter_map(|line| Some(line.split_once("the link ")?.1.to_owned()))
        .collect();
    assert_eq!(told, ["`/gone-c` leads nowhere", "`/gone-a` leads nowhere", "`/gone-b` leads nowhere"]);
}

#[test]
fn diag_01_pictures_of_meta_tags_are_files_of_the_project() {
    let metatags = json!({
        "og:image": "/gone.png", "twitter:image": "https://a.b/gone.png", "og:image:url": "/a%20b.png?v=2",
        "og:title": "/gone.png", "og:image:secure_url": "//a.b/gone.png", "twitter:image:src": "gone.png",
    });
    let mut site = Site::new()
        .with_config(json!({
            "seo": { "metatags": metatags, "paths": [{ "path": "guides", "metatags": { "og:image": "/gone-2.png" } }] },
        }))
        .file("a b.png", "x")
        .file("index.mdx", &page("", "x"));
    let told = told(&site.check(External::Trusted), &["missing-image"]);
    let told: Vec<&str> = told.iter().filter_map(|line| Some(line.split_once("the ")?.1)).collect();
    assert_eq!(
        told,
        ["og:image `/gone.png` is not in the project", "og:image `/gone-2.png` is not in the project"]
    );
}
