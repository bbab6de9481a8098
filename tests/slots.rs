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
