//! The menu of a page for work with assistants.

use docs::db::Settings;
use serde_json::{Value, json};

use crate::site::Site;

fn site(contextual: Value) -> Site {
    Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "a"] }, "contextual": contextual }))
        .file("index.mdx", "---\ntitle: Home\n---\n\n## Part\n\nText.\n\n## Other\n")
        .file("a.mdx", "---\ntitle: A\ncontextual:\n  options: []\n---\n\nText.\n")
}

fn with_address(site: Site) -> Site {
    site.settings(Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() })
}

fn menu(html: &str) -> String {
    let Some(at) = html.find("<div class=\"page-menu\"") else { return String::new() };
    let rest = &html[at..];
    rest[..rest.find("</div>").expect("an end")].to_owned()
}

#[test]
fn ctx_01_ctx_05_ctx_10_the_first_option_is_the_action_and_the_others_are_a_list() {
    let mut site =
        with_address(site(json!({ "options": ["copy", "view", "chatgpt", "claude", "perplexity"] })));
    let built = site.build();
    built.assert_no_problems();
    let menu = menu(built.html("index.html"));
    assert!(menu.starts_with("<div class=\"page-menu\" id=\"page-context-menu\" data-page=\"/\" data-markdown=\"/index.md\"><button type=\"button\" id=\"page-context-menu-button\" data-act=\"copy\">"), "{menu}");
    let (first, list) = menu.split_once("<details>").expect("a list");
    assert!(first.contains("Copy page") && list.contains("<summary aria-label=\"Page actions\">"), "{menu}");
    assert!(list.contains("<a href=\"/index.md\" target=\"_blank\""), "{list}");
    let asked = "Read%20https%3A%2F%2Fe.x%2Findex.md%20and%20answer%20questions%20about%20it.";
    for address in [
        "https://chatgpt.com/?hints=search&amp;q=",
        "https://claude.ai/new?q=",
        "https://www.perplexity.ai/search?q=",
    ] {
        assert!(list.contains(&format!("href=\"{address}{asked}\"")), "{list}");
    }
    // A page has its own word.
    assert!(!built.html("a/index.html").contains("page-menu"));
    built.assert_clean();
    site.edit_config(|config| {
        config.as_object_mut().expect("an object").remove("contextual");
    });
    let built = site.build();
    assert!(!built.html("index.html").contains("page-menu"));
    built.assert_clean();
}

#[test]
fn ctx_01_every_entry_of_the_list_says_in_a_line_what_it_does() {
    let options = ["copy", "view", "claude", "mcp", "add-mcp", "cursor", "vscode", "download-pdf"];
    let mut site = with_address(site(json!({ "options": options })));
    site.edit_config(|config| config["mcp"] = json!({ "url": "https://e.x/mcp" }));
    let built = site.build();
    built.assert_no_problems();
    let menu = menu(built.html("index.html"));
    let (first, list) = menu.split_once("<details>").expect("a list");
    assert!(!first.contains("<small>"), "beside the title there is no room: {first}");
    assert_eq!((list.matches("<li>").count(), list.matches("<small>").count()), (7, 7), "{list}");
    assert!(list.contains("View as Markdown<small>This page as plain text</small></span></a>"), "{list}");
    // Their pictures are in the script, which knows the links to assistants by how they begin.
    let script = built.files().iter().find(|(path, _)| path.starts_with("_docs/site.")).expect("a script").1;
    assert!(String::from_utf8_lossy(script).contains("[href*=\"=Read%20\"]"));
    assert!(list.contains("https://claude.ai/new?q=Read%20") && !list.contains("<svg"), "{list}");
    // In the language of the page.
    site.edit_config(|config| {
        config["navigation"] = json!({ "languages": [{ "language": "de", "pages": ["index", "a"] }] });
    });
    let built = site.build();
    assert!(built.html("index.html").contains("<small>Fragen zu dieser Seite stellen</small>"));
    built.assert_clean();
}

#[test]
fn perf_07_what_every_page_has_costs_no_file_of_its_own() {
    let asks_for = |html: &str, stem: &str| html.contains(&format!("=\"/_docs/{stem}."));
    let mut site = site(json!({ "options": ["copy"] }));
    site.edit_config(|config| config["feedback"] = json!({ "thumbs": true }));
    let built = site.build();
    let html = built.html("index.html");
    assert!(!asks_for(html, "page-menu") && !asks_for(html, "feedback"), "{html}");
    let of = |start: &str, end: &str| {
        let found = built.files().iter().find(|(path, _)| path.starts_with(start) && path.ends_with(end));
        String::from_utf8_lossy(found.expect("a file").1).into_owned()
    };
    // What only a script shows has its looks from that script.
    assert!(
        of("_docs/style-", ".css").contains(".page-menu") && of("_docs/site.", ".js").contains(".page-menu")
    );
    assert!(of("_docs/site.", ".js").contains(".feedback-thumbs:not([hidden])"));
    built.assert_clean();
    // A page's own menu on a site without brings what it needs.
    site.edit_config(|config| {
        config.as_object_mut().expect("an object").remove("contextual");
    });
    site.edit("index.mdx", "---\ncontextual:\n  options: [copy]\n---\n\nText.");
    let built = site.build();
    assert!(asks_for(built.html("index.html"), "page-menu"), "{}", built.html("index.html"));
    built.assert_clean();
}

#[test]
fn ctx_04_ctx_06_a_server_is_only_named_when_there_is_one() {
    let options = json!(["copy", "mcp", "cursor", "vscode", "add-mcp"]);
    let mut site = site(json!({ "options": options }));
    let built = site.build();
    assert_eq!(built.codes(), ["menu-without-server"]);
    assert!(built.problems()[0].contains("`mcp`, `cursor`, `vscode`, `add-mcp`"), "{:?}", built.problems());
    let without = menu(built.html("index.html"));
    assert!(without.contains("data-act=\"copy\"") && !without.contains("<details>"), "{without}");
    site.edit_config(|config| config["mcp"] = json!({ "url": "https://e.x/mcp" }));
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
    let menu = menu(built.html("index.html"));
    assert!(menu.contains("data-act=\"text\" data-value=\"https://e.x/mcp\""), "{menu}");
    assert!(menu.contains("data-value=\"npx add-mcp https://e.x/mcp\""), "{menu}");
    assert!(menu.contains("href=\"cursor://anysphere.cursor-deeplink/mcp/install?name=Test&amp;config=eyJ1cmwiOiJodHRwczovL2UueC9tY3AifQ%3D%3D\""), "{menu}");
    assert!(menu.contains("href=\"vscode:mcp/install?%7B%22name%22%3A%22Test%22%2C%22url%22%3A%22https%3A%2F%2Fe.x%2Fmcp%22%7D\""), "{menu}");
}

#[test]
fn ctx_08_ctx_09_entries_of_the_site_are_filled_in() {
    let own = json!({ "title": "Ask <us>", "description": "By mail", "icon": "star",
        "href": { "base": "https://ask.e.x/new", "query": [{ "key": "q", "value": "About $path: $page" }] } });
    let script = json!({ "title": "Bad", "description": "x", "href": "javascript:alert(1)" });
    let mut site = with_address(site(json!({ "options": [own, script], "display": "toc" })));
    let built = site.build();
    let html = built.html("index.html");
    let menu = menu(html);
    assert!(
        menu.contains("href=\"https://ask.e.x/new?q=About%20%3A%20https%3A%2F%2Fe.x%2Findex.md\""),
        "{menu}"
    );
    assert!(menu.contains("data-template=\"https://ask.e.x/new?q=About%20%3A%20$page\""), "{menu}");
    assert!(menu.contains("Ask &lt;us&gt;<small>By mail</small>") && menu.contains("<svg"), "{menu}");
    assert!(!menu.contains("javascript"), "{menu}");
    // Below the table of contents it is a plain list.
    assert!(!menu.contains("<details>") && html.find("page-menu\"") > html.find("table-of-contents-content"));
}

#[test]
fn fm_10_a_page_has_its_own_menu_none_or_that_of_the_site() {
    let page = |menu: &str| format!("---\ntitle: A\ncontextual: {menu}\n---\n\nText.\n");
    let mut site = site(json!({ "options": ["copy"] }));
    site.edit("a.mdx", &page("{ options: [view] }"));
    let built = site.build();
    built.assert_no_problems();
    let own = menu(built.html("a/index.html"));
    assert!(own.contains("href=\"/a.md\"") && !own.contains("data-act=\"copy\""), "{own}");
    site.edit("a.mdx", &page("{ options: [] }"));
    let built = site.build();
    built.assert_no_problems();
    assert_eq!(menu(built.html("a/index.html")), "");
    // What is no menu is told, and the site's stands there.
    for wrong in [
        "{ options: [copy, telegraph] }",
        "{ display: toc }",
        "[copy]",
        "copy",
        "{ options: [{ title: Only }] }",
    ] {
        site.edit("a.mdx", &page(wrong));
        let built = site.build();
        assert!(menu(built.html("a/index.html")).contains("data-act=\"copy\""), "{wrong}");
        assert_eq!(built.problems().len(), 1, "{wrong}: {:?}", built.problems());
        assert!(
            built.problems()[0].starts_with("front-matter-value a.mdx:3 "),
            "{wrong}: {:?}",
            built.problems()
        );
        built.assert_clean();
    }
}

#[test]
fn ctx_07_newer_actions_are_links_or_print_and_descriptions_stand_on_their_pages() {
    let options = ["copy", "download-pdf", "download-spec", "grok", "aistudio", "devin"];
    let api = json!({ "openapi": "3.0.0", "info": { "title": "A", "version": "1" }, "paths": { "/users": { "get": { "summary": "List users", "responses": {} } } } });
    let mut site = with_address(site(json!({ "options": options }))).file("api.json", &api.to_string());
    site.edit_config(|config| config["navigation"]["pages"] = json!(["index", "a", "GET /users"]));
    site.edit_config(|config| config["api"] = json!({ "openapi": "api.json" }));
    let built = site.build();
    built.assert_no_problems();
    let (page, operation) =
        (menu(built.html("index.html")), menu(built.html("api-reference/list-users/index.html")));
    for menu in [&page, &operation] {
        assert!(menu.contains("<button type=\"button\" data-act=\"print\">"), "{menu}");
    }
    let asked = "Read%20https%3A%2F%2Fe.x%2Findex.md%20and%20answer%20questions%20about%20it.";
    for address in [
        "https://grok.com/?q=",
        "https://aistudio.google.com/prompts/new_chat?prompt=",
        "https://app.devin.ai/?prompt=",
    ] {
        assert!(page.contains(&format!("href=\"{address}{asked}\"")), "{page}");
    }
    assert!(operation.contains("href=\"/api.json\" download>") && !page.contains("api.json"), "{operation}");
}

#[test]
fn ctx_07_entries_that_lead_nowhere_are_left_out_and_told() {
    let options = ["assistant", "copy", "devin-desktop", "devin-mcp", "windsurf", "mcp"];
    let mut site = site(json!({ "options": options }));
    let built = site.build();
    assert_eq!(built.codes(), ["menu-without-server", "menu-without-service"]);
    let told = built.problems().join("\n");
    assert!(told.contains("without `assistant`, `devin-desktop`, `devin-mcp`, `windsurf`:"), "{told}");
    let menu = menu(built.html("index.html"));
    assert!(menu.contains("data-act=\"copy\"") && !menu.contains("<details>"), "{menu}");
    site.edit_config(|config| config["contextual"] = json!({ "options": ["copy"] }));
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
}
