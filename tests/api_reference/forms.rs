//! What newer versions and rare keywords say about what is sent: whole queries, streams, parts of forms, closed objects,
//! links, anchors.

use serde_json::{Value, json};

use super::{description, get, site};

/// The Markdown of the page of an operation.
fn page(operation: Value, components: Value) -> String {
    let built = site(&description(json!({ "/a": operation }), components)).build();
    built.assert_no_problems();
    built.html("api-reference/a.md").to_owned()
}

#[test]
fn oas_3_2_the_fields_of_a_whole_query_are_parameters() {
    let mut operation = get("A", json!({ "type": "string" }));
    let schema = json!({ "type": "object", "required": ["q"], "properties": {
        "q": { "type": "string", "example": "cats", "description": "What is looked for." }, "limit": { "type": "integer", "minimum": 1, "maximum": 9 } } });
    operation["get"]["parameters"] = json!([{ "name": "all", "in": "querystring",
        "content": { "application/x-www-form-urlencoded": { "schema": schema } } }]);
    let text = page(operation.clone(), json!({}));
    assert!(text.contains("What is looked for.") && text.contains("`limit`"), "{text}");
    assert!(text.contains("/a?q=cats"), "{text}");
    // What is no form is shown and not sent.
    operation["get"]["parameters"] = json!([{ "name": "filter", "in": "querystring",
        "content": { "application/json": { "schema": { "type": "object", "description": "A filter." } } } }]);
    let text = page(operation, json!({}));
    assert!(text.contains("`filter`") && text.contains("A filter.") && !text.contains("?filter"), "{text}");
}

#[test]
fn oas_3_2_an_item_of_a_stream_is_an_example() {
    let mut operation = get("A", json!({}));
    let schema = json!({ "type": "object", "properties": { "token": { "type": "string" } } });
    operation["get"]["responses"]["200"]["content"] =
        json!({ "text/event-stream": { "itemSchema": schema } });
    let text = page(operation, json!({}));
    assert!(text.contains("\"token\": \"<string>\""), "{text}");
}

#[test]
fn oas_47_closed_objects_parts_links_and_anchors_are_shown() {
    let schema = json!({ "type": "object", "additionalProperties": false, "properties": {
        "file": { "type": "string", "format": "binary" },
        "inner": { "type": "object", "unevaluatedProperties": false, "properties": { "x": { "$ref": "#Named" } } } } });
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["requestBody"] = json!({ "content": { "multipart/form-data": {
        "schema": schema, "encoding": { "file": { "contentType": "image/png, image/jpeg" } } } } });
    operation["get"]["responses"]["200"]["links"] = json!({ "Next": { "operationId": "nextOne" } });
    let named = json!({ "type": "object", "properties": {
        "y": { "$anchor": "Named", "type": "integer", "description": "Found by its anchor." } } });
    let text = page(operation, json!({ "schemas": { "Holder": named } }));
    assert_eq!(text.matches("No further properties.").count(), 2, "{text}");
    assert!(text.contains("file: image/png, image/jpeg"), "{text}");
    // The description has no such operation.
    assert!(text.contains("- `Next`: `nextOne`"), "{text}");
    assert!(text.contains("Found by its anchor."), "{text}");
}

#[test]
fn oas_41_links_of_responses_lead_to_pages_and_say_what_is_given() {
    let text = |summary: &str| {
        let mut make = get("Make", json!({ "type": "object" }));
        make["get"]["responses"]["200"]["links"] = json!({
            "getIt": { "operationId": "getOne", "description": "go **there**", "parameters": { "id": "$response.body#/id" } },
            "other": { "operationRef": "#/paths/~1things~1{id}/get" },
            "away": { "operationRef": "https://elsewhere.test/api.json#/paths/~1x/get" },
        });
        let mut read = get(summary, json!({ "type": "string" }));
        read["get"]["operationId"] = json!("getOne");
        let paths = json!({ "/make": make, "/things/{id}": read });
        json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": paths }).to_string()
    };
    let config = json!({ "navigation": { "groups": [
        { "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": "openapi.json" },
    ] } });
    let mut site = super::site(&text("Read one")).with_config(config);
    let built = site.build();
    let page = built.html("api-reference/make.md");
    for part in [
        "- `getIt`: [`getOne`](/api-reference/read-one) · `id = $response.body#/id` – go **there**",
        "- `other`: [`GET /things/{id}`](/api-reference/read-one)",
        "- `away`: `https://elsewhere.test/api.json#/paths/~1x/get`",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // The page that is led to may move.
    site.edit("openapi.json", &text("Read it"));
    let moved = site.build();
    assert!(moved.html("api-reference/make.md").contains("(/api-reference/read-it)"));
    moved.assert_clean();
}
