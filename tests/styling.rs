//! What `styling` and `icons` choose reaches every page that shows it, and a build after an edit leaves what a
//! clean build would.

use serde_json::{Value, json};

use crate::site::Site;

fn site() -> Site {
    let page = "---\ntitle: One\nicon: house\n---\n\n<Card title=\"C\" icon=\"gear\">x</Card>\n\n\
                ```js a.js\nlet a = 1\n```\n\n$$\nx^2\n$$\n";
    Site::new()
        .with_config(json!({"navigation": {"groups": [
            {"group": "G", "icon": "book", "pages": ["index", {"group": "H", "icon": "star", "pages": ["two"]}]},
        ]}}))
        .file("index.mdx", page)
        .file("two.mdx", "# Two\n\n<Steps><Step title=\"S\" icon=\"heart\">x</Step></Steps>\n")
        .file("three.mdx", "No icon.\n")
        .file("theme.json", "{\"colors\": {\"editor.background\": \"#123456\", \"editor.foreground\": \"#fedcba\"}}")
}

/// Makes the edits one after another; each changes some file of the output.
#[track_caller]
fn each_is_tracked(key: &str, values: &[Value]) {
    let mut site = site();
    let mut before = site.build().files().clone();
    for value in values {
        site.edit_config(|config| config[key] = value.clone());
        let built = site.build();
        built.assert_clean();
        let after = built.files().clone();
        assert!(before != after, "{key} {value} changes nothing");
        before = after;
    }
}

#[test]
fn eng_styling_is_tracked() {
    each_is_tracked(
        "styling",
        &[
            json!({"eyebrows": "breadcrumbs"}),
            json!({"eyebrows": "section"}),
            json!({"codeblocks": "dark"}),
            json!({"codeblocks": {"theme": {"light": "github-light", "dark": "dracula"}}}),
            json!({"codeblocks": {"theme": "theme.json"}}),
            json!({"latex": false}),
            json!({"latex": true}),
            json!({}),
        ],
    );
}

#[test]
fn eng_the_icon_library_is_tracked() {
    each_is_tracked(
        "icons",
        &[json!({"library": "lucide"}), json!({"library": "tabler"}), json!({"library": "fontawesome"})],
    );
}

#[test]
fn eng_pages_keep_their_bytes_when_a_style_sheet_of_the_project_changes() {
    let mut site = site().file("style.css", "a {}\n");
    site.build();
    site.edit("style.css", "b {}\n");
    let built = site.build();
    assert_eq!((built.report.pages_written, built.html("style.css")), (0, "b {}\n"));
    built.assert_clean();
    // A new one is named in every page.
    site.edit("css/more.css", "c {}\n");
    let built = site.build();
    assert!(built.html("two/index.html").contains("href=\"/css/more.css\""));
    built.assert_clean();
    site.remove("css/more.css");
    let built = site.build();
    assert!(!built.html("two/index.html").contains("more.css"));
    built.assert_clean();
}
