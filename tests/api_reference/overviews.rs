//! A page for each tag: its description and its operations (OAS-53).

use serde_json::{Value, json};

use super::{get, site};

fn tagged(summary: &str, tag: &str) -> Value {
    let mut item = get(summary, json!({ "type": "string" }));
    item["get"]["tags"] = json!([tag]);
    item
}

fn text(first: &str, words: &str) -> String {
    let mut paths = json!({
        "/big|pets/{id}": tagged(first, "Big pets"),
        "/operation/list": tagged("List <all>", "Big pets"),
        "/hidden": tagged("Hidden one", "Big pets"),
        "/shops": tagged("Shops", "Shops"),
        "/free": get("Free", json!({ "type": "string" })),
    });
    paths["/hidden"]["get"]["x-hidden"] = json!(true);
    paths["/operation/list"]["get"]["deprecated"] = json!(true);
    // Its page has the address that the overview of the tag would have.
    paths["/untagged"] = get("Shops", json!({}));
    let tags = json!([{ "name": "Big pets", "description": words }]);
    json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": paths, "tags": tags })
        .to_string()
}

const SOME: &str = "Pets of *some* size. See [the tag](#tag/Big-pets).";

fn config(overviews: bool) -> Value {
    json!({ "api": { "overviews": overviews }, "navigation": { "groups": [
        { "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": "openapi.json" },
    ] } })
}

#[test]
fn oas_53_tags_have_overviews_where_they_are_asked_for() {
    let mut site = site(&text("Get a pet", SOME)).with_config(config(true));
    let built = site.build();
    built.assert_no_problems();
    let page = built.html("api-reference/big-pets.md");
    assert!(page.starts_with("# Big pets\n"), "{page}");
    assert!(page.contains("Pets of *some* size. See [the tag](/api-reference/big-pets)."), "{page}");
    assert!(
        page.contains("| GET | `/big\\|pets/{id}` | [Get a pet](/api-reference/big-pets/get-a-pet) |"),
        "{page}"
    );
    assert!(
        page.contains("/api-reference/big-pets/list-%3Call%3E) |") && page.contains("~~`/operation/list`~~"),
        "{page}"
    );
    assert!(!page.contains("Hidden one") && !page.contains("Shops"), "{page}");
    let html = built.html("api-reference/big-pets/index.html");
    assert!(html.contains("<em>some</em>") && html.contains("data-method=\"GET\""), "{html}");
    // The page of an operation keeps its address.
    assert!(built.html("api-reference/shops.md").contains("`GET /untagged`"));
    assert!(built.html("api-reference/shops-1.md").contains("[Shops](/api-reference/shops/shops)"));
    assert!(!built.files().contains_key("api-reference/free/index/index.html"));
    // The header of the group leads there.
    let home = built.html("index.html");
    assert!(home.contains("href=\"/api-reference/big-pets\""), "{home}");

    // What an overview does not show is no matter of it.
    site.edit(
        "openapi.json",
        &text("Get a pet", SOME).replace("\"type\":\"string\"", "\"type\":\"integer\""),
    );
    let other = site.build();
    assert!(!super::changed(&built, &other).contains(&"api-reference/big-pets/index.html"));
    other.assert_clean();
    // Another summary moves the page and reaches the table.
    site.edit("openapi.json", &text("Read a pet", "Changed."));
    let moved = site.build();
    let page = moved.html("api-reference/big-pets.md");
    assert!(
        page.contains("[Read a pet](/api-reference/big-pets/read-a-pet)") && page.contains("Changed."),
        "{page}"
    );
    moved.assert_clean();
}

#[test]
fn oas_53_without_being_asked_nothing_is_added() {
    let built = site(&text("Get a pet", SOME)).with_config(config(false)).build();
    built.assert_no_problems();
    assert_eq!(built.report.pages, 7);
    assert!(
        built.html("api-reference/big-pets/index.html").contains("url=/api-reference/big-pets/get-a-pet")
    );
}
