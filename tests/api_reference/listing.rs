//! Which pages a description has, where they stand, and what its authors say about them beyond the specification.

use docs::db::{Restricted, Settings};
use serde_json::{Value, json};

use super::{description, get, site};
use crate::site::Site;

fn tagged(summary: &str, tags: &[&str]) -> Value {
    json!({ "summary": summary, "tags": tags, "responses": {} })
}

/// The order is that of the product's own navigation, as recorded: groups by their first operation.
#[test]
fn oas_06_groups_come_with_their_first_operation_and_keep_the_address_of_their_tag() {
    let whole = json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
        "tags": [{ "name": "Beta Pets" }, { "name": "alpha", "x-group": "First of all" }, { "name": "unused" }],
        "paths": {
            "/z": { "get": tagged("Zed", &["alpha"]) },
            "/b": { "delete": tagged("Remove", &["Beta Pets", "alpha"]), "get": tagged("List", &["Beta Pets"]) },
            "/u": { "get": tagged("Untagged", &[]) },
            "/e": { "get": tagged("Undeclared", &["other"]) },
            "/y": { "get": tagged("Ypsilon", &["alpha"]) },
        },
    });
    let built = site(&whole.to_string()).build();
    built.assert_no_problems();
    let page = built.html("index.html");
    let at = |words: &str| page.find(&format!(">{words}<")).unwrap_or_else(|| panic!("{words}: {page}"));
    let order = [
        "First of all",
        "Zed",
        "Ypsilon",
        "Beta Pets",
        "List",
        "Remove",
        "API Reference",
        "Untagged",
        "other",
    ];
    assert!(order.map(at).is_sorted(), "{:?}", order.map(at));
    assert!(!page.contains(">unused<"));
    for path in
        ["alpha/zed", "alpha/ypsilon", "beta-pets/list", "beta-pets/remove", "untagged", "other/undeclared"]
    {
        assert!(built.files().contains_key(&format!("api-reference/{path}/index.html")), "{path}");
    }
}

#[test]
fn oas_09_operations_that_are_listed_stand_among_pages_and_no_others_do() {
    let paths =
        json!({ "/a": get("Alpha", json!({})), "/b": get("Beta", json!({})), "/c": get("Gamma", json!({})) });
    let mut site =
        site(&description(paths, json!({}))).file("guide.mdx", "---\ntitle: Guide\n---\n\nWords.\n");
    site.edit_config(|config| {
        config["navigation"] = json!({ "groups": [{ "group": "API", "openapi": "openapi.json", "pages": [
            "index", "get /c", "guide", { "group": "Inner", "pages": ["GET /a"] } ] }] });
    });
    let built = site.build();
    built.assert_no_problems();
    let home = built.html("index.html");
    let at = |words: &str| home.find(&format!(">{words}<")).unwrap_or_else(|| panic!("{words}: {home}"));
    assert!(["Gamma", "Guide", "Inner", "Alpha"].map(at).is_sorted());
    assert!(!home.contains(">Beta<") && !built.files().contains_key("api-reference/beta/index.html"));
    // One that is not there is told with those that are.
    site.edit_config(|config| config["navigation"]["groups"][0]["pages"][1] = json!("GET /nope"));
    let built = site.build();
    assert_eq!(built.codes(), ["api-operation-not-found"]);
    assert!(built.diagnostics()[0].hint.as_deref().is_some_and(|hint| hint.contains("/a, /b, /c")));
}

#[test]
fn oas_21_content_of_an_author_stands_before_what_is_generated() {
    let mut item = get("Sent", json!({ "type": "string" }));
    item["get"]["x-mint"] = json!({ "content": "<Note>Before **all** of it.</Note>\n\n## Prelude\n\nTwo and two are {2 + 2}.\n" });
    // What the operation says of itself stands below the title, whatever its author adds.
    item["get"]["description"] = json!("It sends.");
    let mut site = site(&description(json!({ "/a": item }), json!({})));
    site.edit("by-hand.mdx", "---\ntitle: Own\nopenapi: GET /a\n---\n\nWords of the page.\n");
    let built = site.build();
    built.assert_no_problems();
    let own = built.html("by-hand.md");
    let at = |words: &str| own.find(words).unwrap_or_else(|| panic!("{words}: {own}"));
    assert!(["It sends.", "Words of the page.", "## Response"].map(at).is_sorted(), "{own}");
    let page = built.html("api-reference/sent/index.html");
    assert!(page.contains("Before <strong>all</strong> of it.") && page.contains("id=\"prelude\""), "{page}");
    let text = built.html("api-reference/sent.md");
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    assert!(
        ["It sends.", "Before **all**", "## Prelude", "Two and two are 4.", "## Response"]
            .map(at)
            .is_sorted(),
        "{text}"
    );
}

#[test]
fn oas_22_a_page_has_the_address_that_its_operation_asks_for() {
    let mut item = get("Moved", json!({}));
    item["get"]["tags"] = json!(["things"]);
    item["get"]["x-mint"] = json!({ "href": "/Custom/place" });
    let built = site(&description(json!({ "/a": item }), json!({}))).build();
    built.assert_no_problems();
    assert!(built.html("custom/place/index.html").contains("Moved"));
    assert!(built.files().contains_key("custom/place.md"));
    assert!(built.html("index.html").contains("href=\"/custom/place\""));
    assert!(!built.files().keys().any(|path| path.starts_with("api-reference/things/moved")));
}

#[test]
fn oas_23_operations_of_some_groups_are_published_when_that_is_asked_for() {
    let mut paths = json!({ "/all": get("All", json!({})), "/some": get("Some", json!({})) });
    paths["/some"]["get"]["x-mint"] = json!({ "groups": ["admin"] });
    let text = description(paths, json!({}));
    let usual = site(&text).build();
    assert!(usual.files().contains_key("api-reference/all/index.html"));
    assert!(!usual.files().keys().any(|path| path.starts_with("api-reference/some")));
    assert!(!usual.html("llms.txt").contains("Some") && !usual.html("index.html").contains(">Some<"));
    let asked =
        site(&text).settings(Settings { restricted: Restricted::Included, ..Settings::default() }).build();
    assert!(asked.html("index.html").contains(">Some<"));
    assert!(asked.files().contains_key("api-reference/some/index.html"));
}

#[test]
fn oas_25_values_have_descriptions_and_names() {
    let schema = json!({ "type": "object", "properties": {
        "power": { "type": "string", "enum": ["on", "off"], "x-mint-enum": { "on": "It runs", "off": "It rests" } },
        "list": { "type": "string", "enum": ["a", "b"], "x-mint-enum": ["The first", "The second"] },
        "level": { "type": "integer", "enum": [1, 2], "x-enumDescriptions": { "1": "Calm", "2": "Wild" },
            "x-enum-varnames": ["LOW", "HIGH"] },
    } });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({}))).build();
    built.assert_no_problems();
    let text = built.html("api-reference/a.md");
    for value in [
        "`on`: It runs",
        "`off`: It rests",
        "`a`: The first",
        "`b`: The second",
        "`1` `LOW`: Calm",
        "`2` `HIGH`: Wild",
    ] {
        assert!(text.contains(value), "{value}: {text}");
    }
    let page = built.text("api-reference/a/index.html");
    assert!(page.contains("It rests") && page.contains("Wild"), "{page}");
}

#[test]
fn oas_48_what_may_be_null_looks_the_same_in_both_versions() {
    let rows = |version: &str, fields: Value| {
        let paths = json!({ "/a": get("A", json!({ "type": "object", "properties": fields })) });
        let parts = json!({ "schemas": { "Far": { "type": "object", "properties": { "deep": { "type": "string" } } } } });
        let text = description(paths, parts).replace("\"3.1.0\"", &format!("\"{version}\""));
        let built = site(&text).build();
        built.assert_no_problems();
        let text = built.html("api-reference/a.md");
        text.lines().filter(|line| line.starts_with("| `")).map(str::to_owned).collect::<Vec<_>>()
    };
    let items = json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] });
    let far = json!({ "$ref": "#/components/schemas/Far" });
    let old = rows(
        "3.0.3",
        json!({
            "text": { "type": "string", "nullable": true },
            "many": { "type": "array", "nullable": true, "items": items },
            "kind": { "type": "string", "nullable": true, "enum": ["a", "b", null] },
            "far": { "nullable": true, "allOf": [far] },
        }),
    );
    let new = rows(
        "3.1.0",
        json!({
            "text": { "type": ["string", "null"] },
            "many": { "type": ["array", "null"], "items": { "type": ["string", "integer"] } },
            "kind": { "type": ["string", "null"], "enum": ["a", "b", null] },
            "far": { "anyOf": [far, { "type": "null" }] },
        }),
    );
    assert_eq!(old, new);
    assert!(old[0].contains("`string \\| null`") && old.len() == 5, "{old:#?}");
}

#[test]
fn oas_42_a_parameter_shows_all_examples_that_it_is_given() {
    let mut item = get("A", json!({}));
    item["get"]["parameters"] = json!([
        { "name": "named", "in": "query", "schema": { "type": "string", "example": "of the schema" },
            "examples": { "one": { "summary": "First", "value": "aa" }, "two": { "$ref": "#/components/examples/Two" } } },
        { "name": "single", "in": "query", "schema": { "type": "string" }, "example": "cc" },
    ]);
    let components = json!({ "examples": { "Two": { "value": "bb" } } });
    let built = site(&description(json!({ "/a": item }), components)).build();
    built.assert_no_problems();
    let text = built.html("api-reference/a.md");
    assert!(
        text.contains("`\"aa\"`: First") && text.contains("`\"bb\"`") && text.contains("Example: `\"cc\"`"),
        "{text}"
    );
    assert!(!text.contains("of the schema"), "{text}");
    // A sample sends the first one.
    assert!(text.contains("?named=aa&single=cc"), "{text}");
}

#[test]
fn oas_27_the_alias_of_excluded_makes_no_page() {
    let mut item = get("Gone", json!({}));
    item["get"]["x-internal"] = json!(true);
    let built =
        site(&description(json!({ "/gone": item, "/here": get("Here", json!({})) }), json!({}))).build();
    assert_eq!(built.report.pages, 2);
}

#[test]
fn oas_31_a_tab_of_nothing_but_groups_of_tags_leads_to_the_first_page() {
    let tagged =
        |tag: &str| json!({ "get": { "summary": format!("Of {tag}"), "tags": [tag], "responses": {} } });
    let whole = json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
        "paths": { "/a": tagged("alpha"), "/b": tagged("beta") },
        "x-tagGroups": [{ "name": "All", "tags": ["beta", "alpha"] }],
    });
    let built = Site::new()
        .with_config(json!({ "navigation": { "tabs": [
            { "tab": "Guides", "pages": ["guide"] }, { "tab": "Calls", "openapi": "openapi.json" },
        ] } }))
        .file("guide.mdx", "Words.\n")
        .file("openapi.json", &whole.to_string())
        .build();
    built.assert_no_problems();
    let page = built.html("guide/index.html");
    let tab = page.split("Calls").next().and_then(|before| before.rsplit("<a ").next());
    assert!(tab.is_some_and(|tab| tab.contains("href=\"/api-reference/beta/of-beta\"")), "{tab:?}");
}
