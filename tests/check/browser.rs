//! The check against what a browser does: anchors letter by letter, and addresses outside of the text of pages.

use docs::engine::check::External;
use serde_json::json;

use super::{OF_LINKS, page, told};
use crate::site::Site;

#[test]
fn diag_01_an_anchor_is_an_id_letter_by_letter() {
    // Ids lose emoji and some punctuation when they are made. A browser makes none of an address.
    let text = "## 🚀 Launch\n\n## Why (not)\n\n\
                [1](#🚀-launch)\n[2](#-launch)\n[3](#%F0%9F%9A%80-launch)\n[4](#why-(not))\n[5](#why-not)\n[6](#launch)";
    let mut site = Site::new().file("index.mdx", &page("", text));
    let report = site.check(External::Trusted);
    assert_eq!(
        told(&report, &OF_LINKS),
        [
            "broken-anchor index.mdx:10 this page has no anchor `#🚀-launch`",
            "broken-anchor index.mdx:12 this page has no anchor `#🚀-launch`",
            "broken-anchor index.mdx:13 this page has no anchor `#why-(not)`",
            "broken-anchor index.mdx:15 this page has no anchor `#launch`",
        ]
    );
    let hints = report.diagnostics.iter().filter(|problem| problem.code == "broken-anchor");
    let hints: Vec<&str> = hints.filter_map(|problem| problem.hint.as_deref()).collect();
    let expected =
        ["`#-launch`", "`#-launch`", "`#why-not`", "`#-launch`"].map(|id| format!("did you mean {id}?"));
    assert_eq!(hints, expected);
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
