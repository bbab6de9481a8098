//! Links to the source of a page and to a new issue, and whether it was helpful (CFG-30, CHR-07, CHR-08).

use serde_json::{Value, json};

use crate::site::Site;

fn site(feedback: Value) -> Site {
    Site::new()
        .with_config(json!({ "feedback": feedback }))
        .file("index.mdx", "---\ntitle: Start & go\n---\n\nText.\n")
        .file("a b.md", "# Other")
}

fn href(html: &str, class: &str) -> Option<String> {
    let rest = html.split(&format!("<a class=\"{class}\" href=\"")).nth(1)?;
    rest.split('"').next().map(str::to_owned)
}

#[test]
fn chr_07_links_to_the_source_and_to_a_new_issue() {
    let feedback = json!({ "edits": true, "issues": true, "repository": "https://github.com/o/r.git", "directory": "/docs/" });
    let mut site = site(feedback);
    let built = site.build();
    assert_eq!(built.codes(), [""; 0]);
    let html = built.html("index.html");
    assert_eq!(
        href(html, "feedback-edit").as_deref(),
        Some("https://github.com/o/r/edit/main/docs/index.mdx")
    );
    assert_eq!(
        href(html, "feedback-issue").as_deref(),
        Some("https://github.com/o/r/issues/new?title=Start%20%26%20go&amp;body=docs%2Findex.mdx")
            .map(|text| text.replace("%2F", "/"))
            .as_deref()
    );
    assert!(html.contains("Suggest edits") && !html.contains("feedback-thumbs"));
    let other = href(built.html("a b/index.html"), "feedback-edit");
    assert_eq!(other.as_deref(), Some("https://github.com/o/r/edit/main/docs/a%20b.md"));
    built.assert_clean();
    // A page that is made from another file leads to that one.
    site.rename("a b.md", "a b.mdx");
    let built = site.build();
    assert!(
        href(built.html("a b/index.html"), "feedback-edit").is_some_and(|href| href.ends_with("a%20b.mdx"))
    );
    built.assert_clean();
    site.edit_config(|config| config["feedback"] = json!({}));
    let built = site.build();
    assert!(!built.html("index.html").contains("feedback"));
    built.assert_clean();
}

#[test]
fn chr_07_other_hosts_and_templates() {
    for (repository, edit) in [
        ("https://gitlab.com/o/r", "https://gitlab.com/o/r/-/edit/next/index.mdx"),
        ("https://git.example.org/o/r/", "https://git.example.org/o/r/_edit/next/index.mdx"),
    ] {
        let built = site(json!({ "edits": true, "repository": repository, "branch": "next" })).build();
        assert_eq!(href(built.html("index.html"), "feedback-edit").as_deref(), Some(edit));
    }
    let own = "https://review.example.org/{branch}?file={path}";
    let built = site(json!({ "edits": own, "issues": "javascript:alert(1)" })).build();
    let html = built.html("index.html");
    assert_eq!(
        href(html, "feedback-edit").as_deref(),
        Some("https://review.example.org/main?file=index.mdx")
    );
    assert_eq!(href(html, "feedback-issue"), None);
}

#[test]
fn chr_07_the_repository_of_the_header_is_taken_and_a_missing_one_is_told() {
    let mut site = site(json!({ "edits": true }));
    let built = site.build();
    assert_eq!(built.codes(), ["no-repository"]);
    assert!(!built.html("index.html").contains("feedback-"));
    site.edit_config(|config| {
        config["navbar"] = json!({ "primary": { "type": "github", "href": "https://github.com/o/r" } });
    });
    let built = site.build();
    assert_eq!(built.codes(), [""; 0]);
    assert!(href(built.html("index.html"), "feedback-edit").is_some());
    built.assert_clean();
}

#[test]
fn chr_08_a_question_that_telemetry_switches_off() {
    let mut site = site(json!({ "thumbs": true, "endpoint": "https://example.com/votes" }));
    let built = site.build();
    assert_eq!(built.codes(), [""; 0]);
    let html = built.html("index.html");
    assert!(
        html.contains("Was this page helpful?")
            && html.contains("data-endpoint=\"https://example.com/votes\"")
    );
    assert!(html.contains("data-thanks=\"Thanks for your feedback!\" data-endpoint"));
    for id in ["feedback-form", "feedback-form-input", "feedback-form-cancel", "feedback-form-submit"] {
        assert!(html.contains(&format!("id=\"{id}\"")), "{id}");
    }
    // Words that nobody would receive are not asked for.
    site.edit_config(|config| config["feedback"] = json!({ "thumbs": true }));
    let built = site.build();
    let html = built.html("index.html");
    assert!(html.contains("feedback-thumbs") && !html.contains("feedback-form"));
    built.assert_clean();
    site.edit_config(|config| config["integrations"] = json!({ "telemetry": { "enabled": false } }));
    let built = site.build();
    assert!(!built.html("index.html").contains("feedback"));
    built.assert_clean();
}

#[test]
fn cfg_30_older_names_are_told_and_wrong_values_are_no_reason_to_fail() {
    let built = site(json!({ "thumbsRating": true, "suggestEdit": true, "edits": 5 })).build();
    assert_eq!(built.report.count(docs::diagnostic::Severity::Error), 0);
    let hints: Vec<String> = built.diagnostics().iter().filter_map(|problem| problem.hint.clone()).collect();
    assert!(hints.iter().any(|hint| hint.contains("feedback.thumbs")), "{hints:?}");
    assert!(hints.iter().any(|hint| hint.contains("feedback.edits")), "{hints:?}");
    assert_eq!(site(json!(true)).build().report.count(docs::diagnostic::Severity::Error), 0);
}
