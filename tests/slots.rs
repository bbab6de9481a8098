//! What a project puts on all its pages: `slots/` (CSS-10).

use serde_json::json;

use crate::site::{Built, Site};

fn slot<'b>(built: &'b Built, page: &str, class: &str) -> &'b str {
    let html = built.html(page);
    let rest = html.split(&format!("{class} prose\">")).nth(1);
    rest.and_then(|rest| rest.split("</div>").next()).unwrap_or_default()
}

#[test]
fn css_10_slots_stand_on_every_page_and_are_no_pages() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "other"] } }))
        .file("index.mdx", "---\ntitle: Start\n---\n\n## Help\n")
        .file("other.mdx", "---\ntitle: Other\n---\n\nText.\n")
        .file("custom.mdx", "---\ntitle: Landing\nmode: custom\n---\n\nText.\n");
    let before = site.build();
    assert!(!before.html("index.html").contains("slot"));
    site.edit("slots/sidebar-top.mdx", "[Status](https://status.example.com)\n");
    site.edit("slots/content-bottom.mdx", "## Help\n\nAsk **us**. <Badge color=\"green\">new</Badge>\n");
    site.edit("slots/footer.mdx", "import Line from '/snippets/line.mdx'\n\n<Line />\n");
    site.edit("snippets/line.mdx", "Made by hand.\n");
    let built = site.build();
    built.assert_no_problems();
    for page in ["index.html", "other/index.html"] {
        assert!(slot(&built, page, "sidebar-slot").contains("https://status.example.com"), "{page}");
        assert!(slot(&built, page, "content-slot").contains("<strong>us</strong>"), "{page}");
        assert!(slot(&built, page, "footer-slot").contains("Made by hand."), "{page}");
        // What their components look like is there, too.
        assert!(built.html(page).contains("/_docs/badge."), "{page}");
    }
    // A heading of theirs takes no id from one of the page.
    assert_eq!(built.html("index.html").matches("id=\"help\"").count(), 1);
    assert!(!built.html("custom/index.html").contains("content-slot"));
    assert!(!built.files().keys().any(|path| path.starts_with("slots/")), "they are no pages");
    built.assert_clean();
    // An edit is on every page, and so is one of what they import.
    site.edit("slots/sidebar-top.mdx", "Other words.\n");
    let built = site.build();
    assert!(slot(&built, "other/index.html", "sidebar-slot").contains("Other words."));
    built.assert_clean();
    site.edit("snippets/line.mdx", "Made by machine.\n");
    let built = site.build();
    assert!(slot(&built, "other/index.html", "footer-slot").contains("Made by machine."));
    built.assert_clean();
    site.remove("slots/content-bottom.mdx");
    let built = site.build();
    assert!(!built.html("index.html").contains("content-slot"));
    built.assert_clean();
}

#[test]
fn css_10_a_language_has_slots_of_its_own() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "pages": ["index"] }, { "language": "de", "pages": ["de/index"] },
            { "language": "fr", "pages": ["fr/index"] },
        ] } }))
        .file("index.mdx", "# Start")
        .file("de/index.mdx", "# Anfang")
        .file("fr/index.mdx", "# Accueil")
        .file("slots/footer.mdx", "For all.")
        .file("slots/de/footer.mdx", "Für alle.");
    let built = site.build();
    assert!(slot(&built, "index.html", "footer-slot").contains("For all."));
    assert!(slot(&built, "de/index.html", "footer-slot").contains("Für alle."));
    assert!(slot(&built, "fr/index.html", "footer-slot").contains("For all."));
    built.assert_clean();
}

#[test]
fn css_10_what_is_wrong_in_a_slot_is_told_with_its_place() {
    let mut site = Site::new().file("index.mdx", "# Start").file("slots/footer.mdx", "Text\n\n<Nothing />\n");
    let built = site.build();
    let [problem] = built.diagnostics() else { panic!("{:#?}", built.problems()) };
    let place = problem.location.as_ref().expect("a place");
    assert_eq!((problem.code, place.path.as_str(), place.line), ("unknown-component", "slots/footer.mdx", 3));
    built.assert_clean();
}

#[test]
fn css_10_links_of_a_slot_are_checked_as_others_are() {
    let text =
        "[There](/other#part) [top](#top) [gone](/oter)\n\n![](/none.svg) <a href=\"/other#prt\">x</a>\n";
    let mut site = Site::new()
        .file("index.mdx", "# Start")
        .file("other.mdx", "# Other\n\n## Part\n")
        .file("slots/footer.mdx", text);
    let told = |built: &Built| -> Vec<String> {
        let line = |problem: &docs::diagnostic::Diagnostic| {
            let at = problem.location.as_ref().expect("a place");
            format!("{} {}:{}:{}", problem.code, at.path.as_str(), at.line, at.column)
        };
        built.diagnostics().iter().map(line).collect()
    };
    let built = site.build();
    let expected = [
        "broken-link slots/footer.mdx:1:34",
        "broken-link slots/footer.mdx:3:1",
        "broken-anchor slots/footer.mdx:3:16",
    ];
    assert_eq!(told(&built), expected, "{:?}", built.problems());
    built.assert_clean();
    site.edit("other.mdx", "# Other\n\n## Prt\n");
    let built = site.build();
    assert_eq!(told(&built).first().map(String::as_str), Some("broken-anchor slots/footer.mdx:1:1"));
    built.assert_clean();
    site.remove("slots/footer.mdx");
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
}

#[test]
fn css_10_what_a_slot_and_a_page_need_is_loaded_once() {
    let tree =
        "<Tree>\n  <Tree.File name=\"a\" />\n</Tree>\n\n<Accordion title=\"More\">\nText.\n</Accordion>\n";
    let files = |slot: &str| Site::new().file("index.mdx", tree).file("slots/footer.mdx", slot).build();
    let loaded = |built: &Built| -> Vec<String> {
        let html = built.html("index.html");
        let head = html.split("</head>").next().unwrap_or_default();
        let is_asset = |tag: &&str| {
            tag.starts_with("<link rel=\"stylesheet\"") || tag.starts_with("<script type=\"module\"")
        };
        let mut tags: Vec<String> = head.lines().filter(is_asset).map(str::to_owned).collect();
        tags.sort();
        tags
    };
    let (plain, same) = (files("Text.\n"), files(tree));
    assert!(loaded(&plain).iter().any(|tag| tag.contains("components")), "{:?}", loaded(&plain));
    assert_eq!(loaded(&same), loaded(&plain));
    same.assert_clean();
}
