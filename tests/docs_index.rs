//! The index of all pages for programs: what is in it, and what an edit costs.

use docs::db::Settings;
use docs::hash::sha256::hex_digest;
use serde_json::{Value, json};

use crate::appearance::history;
use crate::site::{Built, Site, ways};

fn page(title: &str, text: &str) -> String {
    format!("---\ntitle: {title}\n---\n\n{text}\n")
}

fn site() -> Site {
    let settings = Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() };
    Site::new().settings(settings).with_config(json!({ "markdown": { "index": true } }))
}

fn index(built: &Built) -> Value {
    serde_json::from_str(built.html("docs-index.json")).expect("JSON")
}

/// The pages of all files.
fn pages(built: &Built) -> Vec<Value> {
    let list = |value: &Value| value["pages"].as_array().expect("pages").clone();
    let first = index(built);
    let mut all = list(&first);
    for file in first["more"].as_array().expect("more") {
        let path = file.as_str().expect("an address").trim_start_matches('/');
        all.extend(list(&serde_json::from_str(built.html(path)).expect("JSON")));
    }
    all
}

#[test]
fn ai_11_every_page_is_there_with_its_headings_its_size_and_its_hash() {
    let text = "Words.\n\n## First\n\n<ParamField path=\"id\" type=\"string\">Which.</ParamField>\n\n### Below\n\nMore.";
    let mut site = site()
        .with_config(json!({ "navigation": { "versions": [
            { "version": "v2", "pages": ["index", "hidden", "quiet"] },
            { "version": "v1", "pages": ["v1/index"] },
        ] } }))
        .file("index.mdx", &("---\ntitle: Home\ndescription: What it is\n---\n\n".to_owned() + text))
        .file("v1/index.mdx", &page("Old", "Words."))
        .file("hidden.mdx", "---\ntitle: Hidden\nhidden: true\n---\n\nWords.\n")
        .file("quiet.mdx", "---\ntitle: Quiet\nnoindex: true\n---\n\nWords.\n")
        .file("loose.mdx", &page("Loose", "In no menu."));
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
    let markdown = built.html("index.md");
    let first = index(&built);
    assert_eq!(
        first,
        json!({
            "schema": 1,
            "name": "Test",
            "description": null,
            "url": "https://e.x",
            "pages": [{
                "url": "https://e.x/",
                "markdown": "https://e.x/index.md",
                "title": "Home",
                "description": "What it is",
                "language": null,
                "version": "v2",
                "modified": null,
                "hash": format!("sha256-{}", hex_digest(markdown.as_bytes())),
                "tokens": markdown.len().div_ceil(4),
                "headings": [
                    { "level": 2, "id": "first", "title": "First" },
                    { "level": 3, "id": "below", "title": "Below" },
                ],
            }, first["pages"][1]],
            "more": [],
        })
    );
    assert_eq!(
        (&first["pages"][1]["url"], &first["pages"][1]["version"]),
        (&json!("https://e.x/v1"), &json!("v1"))
    );
    // Who does not ask for it has none.
    site.edit_config(|config| config["markdown"] = json!({}));
    let built = site.build();
    built.assert_clean();
    assert!(!built.files().contains_key("docs-index.json"));
}

#[test]
fn ai_11_an_edit_makes_the_line_of_its_page_again() {
    let name = |number: usize| format!("g{}/p{}", number / 20, number % 20);
    let names: Vec<String> = (0..600).map(name).collect();
    let mut site = site().with_config(json!({ "navigation": { "pages": names } }));
    for number in 0..600 {
        let text = page(&format!("Page {number}"), "## Part\n\nCommon words.");
        site = site.file(&format!("{}.mdx", name(number)), &text);
    }
    let built = site.build();
    built.assert_clean();
    assert_eq!((built.query("listing_line"), pages(&built).len()), (600, 600));
    assert!(index(&built)["more"].as_array().is_some_and(|more| more.len() > 1));
    let parts = |built: &Built| -> Vec<(String, Vec<u8>)> {
        let parts = built.files().iter().filter(|(path, _)| path.starts_with("_index/"));
        parts.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
    };
    let before = parts(&built);
    let courses = ways(&["g0/p7.mdx"]);
    for (number, course) in courses.into_iter().enumerate() {
        site.build_once();
        site.edit("g0/p7.mdx", &page("Page 7", &format!("## Other {number}\n\nWords.")));
        let built = course(&mut site);
        built.assert_clean();
        assert_eq!(built.query("listing_line"), 1, "course {number}");
        let all = pages(&built);
        let edited = all.iter().find(|page| page["url"] == "https://e.x/g0/p7").expect("the page");
        assert_eq!(
            edited["headings"],
            json!([{ "level": 2, "id": format!("other-{number}"), "title": format!("Other {number}") }])
        );
        let same = parts(&built).iter().filter(|part| before.contains(part)).count();
        assert_eq!(same, before.len() - 1, "one file is another");
    }
    site.edit("g0/p7.mdx", "---\ntitle: Renamed\n---\n\nWords.\n");
    let built = site.update(&["g0/p7.mdx"]);
    built.assert_clean();
    assert!(pages(&built).iter().any(|page| page["title"] == "Renamed"));
    // A page that goes moves it into one file.
    for number in 450..600 {
        site.remove(&format!("{}.mdx", name(number)));
    }
    let built = site.build();
    built.assert_clean();
    assert_eq!((pages(&built).len(), parts(&built).len()), (450, 0));
}

#[test]
fn ai_11_a_file_of_the_project_stays_and_days_are_those_of_commits() {
    let mut site = site().file("index.mdx", &page("Home", "One.")).file("docs-index.json", "{}");
    assert_eq!(site.build().html("docs-index.json"), "{}");
    site.edit("index.mdx", &page("Home", "Two."));
    let built = site.update(&["index.mdx"]);
    built.assert_clean();
    assert_eq!(built.html("docs-index.json"), "{}");
    site.remove("docs-index.json");
    let built = site.build();
    built.assert_clean();
    assert_eq!((&pages(&built)[0]["title"], &pages(&built)[0]["modified"]), (&json!("Home"), &Value::Null));
    let day = |built: &Built| pages(built)[0]["modified"].as_str().map(str::to_owned);
    history(&site, 'a', "false", &["other.mdx"], &["index.mdx"]);
    let built = site.build();
    built.assert_clean();
    assert_eq!(day(&built).as_deref(), Some("2020-01-02"));
    let courses = ways(&["index.mdx"]);
    for (number, course) in courses.into_iter().enumerate() {
        let (commit, before) = [('b', 'c'), ('d', 'e'), ('f', '1')][number];
        history(&site, before, "false", &["other.mdx"], &["index.mdx"]);
        site.build_once();
        // Nothing else is another one.
        history(&site, commit, "false", &["index.mdx"], &[]);
        let built = course(&mut site);
        built.assert_clean();
        assert_eq!(day(&built).as_deref(), Some("2026-05-06"), "course {number}");
    }
}
