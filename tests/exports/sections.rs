//! Long pages whose sections have Markdown files of their own (AI-12).

use docs::db::Settings;
use serde_json::json;

use crate::site::{Site, ways};

/// A section of so many tokens.
fn section(title: &str, tokens: usize) -> String {
    format!("## {title}\n\n{}\n\n", "text ".repeat(tokens * 4 / 5))
}

#[test]
fn ai_12_a_long_page_has_its_sections_in_files_of_their_own() {
    let settings = Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() };
    let head = "---\ntitle: Long [one]\ndescription: All of it\n---\n\nAbove.\n\n";
    let long = format!("{head}{}{}", section("First `part`", 6_000), section("Second", 7_000));
    let mut site = Site::new()
        .settings(settings)
        .with_config(
            json!({ "markdown": { "sections": true }, "navigation": { "pages": ["index", "guides/long"] } }),
        )
        .file("index.mdx", &format!("---\ntitle: Home\n---\n\n{}", section("Only", 2_000)))
        .file("guides/long.mdx", &long);
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
    let whole = built.html("guides/long.md");
    assert!(
        whole.starts_with(
            "# Long [one]\n\n> All of it\n\nThis page is long: about 14000 tokens. Each of its sections is a page, too:\n\n\
             - [First `part`](https://e.x/guides/long/first-part.md): about 6100 tokens\n\
             - [Second](https://e.x/guides/long/second.md): about 7100 tokens\n\nAbove.\n\n## First `part`\n\ntext"
        ),
        "{}",
        &whole[..600]
    );
    let count = |text: &str| text.matches("text").count();
    let all = count(&long);
    // The page, what is made of all pages, and the sections together have every word.
    assert_eq!(count(whole), all);
    let sections = ["first-part", "second"].map(|name| built.html(&format!("guides/long/{name}.md")));
    assert_eq!(sections.iter().map(|text| count(text)).sum::<usize>(), all);
    assert!(sections[0].starts_with(
        "# First `part`\n\n> A section of [Long \\[one\\]](https://e.x/guides/long.md)\n\ntext"
    ));
    assert_eq!(count(built.html("llms-full.txt")), all + 1_600);
    assert!(!built.files().keys().any(|path| path.starts_with("index/")), "a page of usual length has none");
    // What the site is found by is the page.
    assert!(!built.html("llms.txt").contains("second.md"));
}

#[test]
fn ai_12_pages_and_files_of_the_project_stay_where_they_are() {
    let long = format!("---\ntitle: Long\n---\n\n{}{}", section("First", 6_000), section("Second", 7_000));
    let mut site = Site::new()
        .with_config(json!({ "markdown": { "sections": true }, "navigation": { "pages": ["index", "long", "long/first"] } }))
        .file("index.mdx", "Home.")
        .file("long.mdx", &long)
        .file("long/first.mdx", "---\ntitle: Mine\n---\n\nWords.\n");
    let built = site.build();
    built.assert_clean();
    assert!(built.html("long/first.md").starts_with("# Mine"));
    assert!(
        built.html("long.md").contains("/long/second.md")
            && !built.html("long.md").contains("/long/first.md")
    );
    // A page that goes leaves the place to the section, and one that comes takes it.
    site.remove("long/first.mdx");
    let built = site.build();
    built.assert_clean();
    assert!(
        built.html("long/first.md").starts_with("# First")
            && built.html("long.md").contains("/long/first.md")
    );
    site.edit("long/second.mdx", "---\ntitle: Other\n---\n\nWords.\n");
    let built = site.update(&["long/second.mdx"]);
    built.assert_clean();
    assert!(
        built.html("long/second.md").starts_with("# Other")
            && !built.html("long.md").contains("/long/second.md")
    );
    site.edit("long/first.md", "---\ntitle: File\n---\n\nWords.\n");
    let built = site.build();
    built.assert_clean();
    assert!(built.html("long/first.md").starts_with("# File"));
}

#[test]
fn ai_12_sections_that_are_gone_are_gone() {
    let page = |sections: &[(&str, usize)]| {
        let sections: String = sections.iter().map(|(title, tokens)| section(title, *tokens)).collect();
        format!("---\ntitle: Long\n---\n\n{sections}")
    };
    let courses = ways(&["long.mdx"]);
    for course in courses {
        let mut site = Site::new()
            .with_config(
                json!({ "markdown": { "sections": true }, "navigation": { "pages": ["index", "long"] } }),
            )
            .file("index.mdx", "Home.")
            .file("long.mdx", &page(&[("One", 500)]));
        site.build_once();
        for (sections, names) in [
            (vec![("One", 6_000), ("Two", 6_000)], vec!["one", "two"]),
            (vec![("One", 6_000), ("Three", 6_000)], vec!["one", "three"]),
            (vec![("One", 7_000), ("Three", 6_000)], vec!["one", "three"]),
            (vec![("One", 100)], vec![]),
        ] {
            site.edit("long.mdx", &page(&sections));
            let built = course(&mut site);
            built.assert_clean();
            let files =
                built.files().keys().filter_map(|path| path.strip_prefix("long/")?.strip_suffix(".md"));
            assert_eq!(files.collect::<Vec<_>>(), names);
        }
    }
}
