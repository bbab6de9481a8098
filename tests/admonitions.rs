//! Callouts in the writing of other tools are the components of the same meaning, where a site asks for them (MDX-11).

use docs::engine::check::External;
use serde_json::json;

use crate::site::{Built, Site};

fn site(text: &str) -> Site {
    Site::new().with_config(json!({ "markdown": { "admonitions": true } })).file("index.mdx", text)
}

fn built(text: &str) -> Built {
    site(text).build()
}

/// Asserts that a page comes out, without a problem, as one that is written with components.
#[track_caller]
fn same(written: &str, components: &str) {
    let (found, meant) = (built(written), built(components));
    assert!(found.diagnostics().is_empty(), "{written}\n{:#?}", found.problems());
    assert_eq!(found.body("index.html"), meant.body("index.html"), "{written}");
    assert_eq!(found.html("index.md"), meant.html("index.md"), "{written}");
}

/// The code and line of each problem.
fn told(built: &Built) -> Vec<String> {
    let line = |at: &docs::diagnostic::Location| at.line;
    built
        .diagnostics()
        .iter()
        .map(|problem| format!("{} {}", problem.code, problem.location.as_ref().map_or(0, line)))
        .collect()
}

#[test]
fn mdx_11_alerts_of_github_are_callouts() {
    let kinds = [
        ("NOTE", "Note"),
        ("TIP", "Tip"),
        ("IMPORTANT", "Info"),
        ("WARNING", "Warning"),
        ("CAUTION", "Warning"),
        ("danger", "Danger"),
        ("success", "Check"),
    ];
    for (kind, name) in kinds {
        same(
            &format!("> [!{kind}]\n> Some *words*.\n>\n> - one\n> - two\n"),
            &format!("<{name}>\nSome *words*.\n\n- one\n- two\n</{name}>\n"),
        );
    }
}

#[test]
fn mdx_11_an_alert_may_be_apart_from_its_text_and_have_a_title() {
    same("> [!NOTE]\n>\n> Text.\n", "<Note>\nText.\n</Note>\n");
    same("> [!NOTE]  \n> Text {1 + 1}.\n", "<Note>\nText {1 + 1}.\n</Note>\n");
    same("> [!tip]- Folded elsewhere\n> Text.\n", "<Tip title=\"Folded elsewhere\">\nText.\n</Tip>\n");
    same("> [!NOTE]\n> <Badge>New</Badge> text.\n", "<Note>\n<Badge>New</Badge> text.\n</Note>\n");
    same("- item\n\n  > [!NOTE]\n  > Text.\n", "- item\n\n  <Note>\n  Text.\n  </Note>\n");
    same(
        "<Card title=\"c\">\n> [!NOTE]\n> Text.\n</Card>\n",
        "<Card title=\"c\">\n<Note>\nText.\n</Note>\n</Card>\n",
    );
}

#[test]
fn mdx_11_other_quotes_stay_quotes() {
    for quote in [
        "> [!OTHER]\n> Text.\n",
        "> Text [!NOTE]\n",
        "> [!NOTE] `code` and *more*\n",
        "> \\[!NOTE]\n> Text.\n",
    ] {
        let built = built(quote);
        assert!(built.body("index.html").contains("<blockquote"), "{quote}");
        assert!(built.diagnostics().is_empty(), "{quote}");
    }
    let code = built("```md\n> [!NOTE]\n> Text.\n```\n");
    assert!(code.text("index.html").contains("[!NOTE]"));
}

#[test]
fn mdx_11_directives_are_callouts() {
    same(":::note\nSome *words*.\n:::\n", "<Note>\nSome *words*.\n</Note>\n");
    same(":::note\n\nSome *words*.\n\n:::\n\nAfter.\n", "<Note>\nSome *words*.\n</Note>\n\nAfter.\n");
    same("Before.\n:::tip\nText.\n:::\nAfter.\n", "Before.\n\n<Tip>\nText.\n</Tip>\n\nAfter.\n");
    for titled in [
        ":::warning Take `care`",
        ":::warning[Take `care`]",
        "::: warning Take `care`",
        ":::warning{title=\"Take `care`\"}",
    ] {
        same(&format!("{titled}\n\nText.\n\n:::\n"), "<Warning title=\"Take `care`\">\nText.\n</Warning>\n");
    }
    same(
        ":::details More\n\n```js\n:::note\n```\n\n:::\n",
        "<Accordion title=\"More\">\n```js\n:::note\n```\n</Accordion>\n",
    );
    same(":::info\n- a\n- b\n:::\n", "<Info>\n- a\n- b\n</Info>\n");
}

#[test]
fn mdx_11_directives_nest_and_stand_in_elements_and_lists() {
    same(
        "::::note\n\nOut.\n\n:::danger\nIn.\n:::\n\n::::\n",
        "<Note>\nOut.\n\n<Danger>\nIn.\n</Danger>\n</Note>\n",
    );
    same(
        "<Steps>\n  <Step title=\"One\">\n    :::tip\n    Text.\n    :::\n  </Step>\n</Steps>\n",
        "<Steps>\n  <Step title=\"One\">\n    <Tip>\n    Text.\n    </Tip>\n  </Step>\n</Steps>\n",
    );
    same(
        "1. One\n\n   :::tip Title\n   Text.\n   :::\n\n2. Two\n",
        "1. One\n\n   <Tip title=\"Title\">\n   Text.\n   </Tip>\n\n2. Two\n",
    );
    same("> :::note\n> Text.\n> :::\n", "> <Note>\n> Text.\n> </Note>\n");
}

#[test]
fn mdx_11_what_is_no_directive_is_text_and_told() {
    let open = built("# Title\n\n:::note\nText.\n\nRest.\n");
    assert_eq!(told(&open), ["unclosed-directive 3"]);
    assert!(open.text("index.html").contains(":::note"), "{}", open.text("index.html"));
    let unknown = built(":::nite\nText.\n:::\n");
    assert_eq!(told(&unknown), ["unknown-directive 1"]);
    assert_eq!(unknown.diagnostics()[0].hint.as_deref(), Some("did you mean `:::note`?"));
    assert!(unknown.text("index.html").contains(":::nite"));
    for text in ["A :::note in words.\n", "`:::note`\n", "```\n:::note\n```\n", "::: \n"] {
        let built = built(text);
        assert!(built.diagnostics().is_empty(), "{text} {:?}", built.problems());
    }
}

#[test]
fn mdx_11_an_edit_of_a_directive_is_as_a_clean_build() {
    let mut site = site(":::note\nText.\n:::\n").file("b.mdx", "# B\n\n> [!NOTE]\n> Text.\n");
    site.build();
    for text in
        [":::note Title\nText.\n:::\n", ":::note Title\nText.\n", "> [!TIP]\n> Text.\n", "> [!TIP\n> Text.\n"]
    {
        site.edit("index.mdx", text);
        site.build().assert_clean();
    }
    for on in [false, true] {
        site.edit_config(|config| config["markdown"]["admonitions"] = json!(on));
        let built = site.build();
        assert_eq!(built.body("b/index.html").contains("callout"), on);
        built.assert_clean();
    }
}

#[test]
fn mdx_11_without_being_asked_for_they_are_text_and_a_check_says_so() {
    let text = "# A\n\n> [!NOTE]\n> Text.\n\n:::tip\nMore.\n:::\n";
    let mut site = Site::new().file("index.mdx", text);
    let built = site.build();
    assert_eq!(built.text("index.html"), "A\n[!NOTE] Text.\n:::tip More. :::");
    assert!(built.diagnostics().is_empty(), "{:?}", built.problems());
    let mut site = Site::new().file("index.mdx", text);
    let report = site.check(External::Trusted);
    let found: Vec<String> = report
        .diagnostics
        .iter()
        .filter(|problem| problem.code == "admonition-as-text")
        .map(|problem| problem.location.as_ref().map_or(0, |at| at.line).to_string())
        .collect();
    assert_eq!(found, ["3"]);
}
