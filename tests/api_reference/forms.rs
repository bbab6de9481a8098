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
    assert!(text.contains("data: {\"token\":\"<string>\"}"), "{text}");
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

/// What JSON Schema calls a resource has an address, and a tree of a kind that others extend has a dynamic anchor.
#[test]
fn oas_48_schemas_with_addresses_and_dynamic_anchors_are_found() {
    let tree = json!({ "$id": "https://x.example/tree", "type": "object", "$defs": {
        "leaf": { "type": "string", "description": "Where it ends." } },
        "properties": { "leaf": { "$ref": "#/$defs/leaf" }, "kids": { "type": "array", "items": { "$ref": "#" } } } });
    let dynamic = json!({ "$dynamicAnchor": "T", "type": "object", "properties": {
        "word": { "type": "string", "description": "Of a dynamic one." },
        "children": { "type": "array", "items": { "$dynamicRef": "#T" } } } });
    let both = json!({ "type": "object", "properties": {
        "tree": { "$ref": "https://x.example/tree" }, "dyn": { "$ref": "#/components/schemas/Dyn" } } });
    let components = json!({ "schemas": { "Tree": tree, "Dyn": dynamic } });
    let text = page(get("A", both), components);
    assert!(text.contains("Where it ends.") && text.contains("Of a dynamic one."), "{text}");
    assert_eq!(text.matches("object[]").count(), 2, "{text}");
    // The same in a file that the description refers to.
    let own = json!({ "$id": "https://x.example/own", "$defs": { "leaf": { "type": "integer", "description": "Found in it." } },
        "components": { "B": { "$id": "sub", "$defs": { "c": { "type": "string", "description": "In the inner one." } },
            "type": "object", "properties": { "c": { "$ref": "#/$defs/c" }, "d": { "$ref": "own#/$defs/leaf" } } } } });
    let description =
        description(json!({ "/a": get("A", json!({ "$ref": "./own.json#/components/B" })) }), json!({}));
    let built = site(&description).file("own.json", &own.to_string()).build();
    built.assert_no_problems();
    let text = built.html("api-reference/a.md");
    assert!(text.contains("In the inner one.") && text.contains("Found in it."), "{text}");
}

#[test]
fn oas_48_an_edit_of_a_schema_with_an_address_reaches_who_names_it() {
    let text = |word: &str| {
        let tree = json!({ "$id": "https://x.example/tree", "type": "string", "description": word });
        let operation = get(
            "A",
            json!({ "type": "object", "properties": { "t": { "$ref": "https://x.example/tree" } } }),
        );
        description(
            json!({ "/a": operation, "/b": get("B", json!({ "type": "string" })) }),
            json!({ "schemas": { "Tree": tree } }),
        )
    };
    let mut site = site(&text("Oak"));
    assert!(site.build().html("api-reference/a.md").contains("Oak"));
    site.edit("openapi.json", &text("Elm"));
    let built = site.build();
    assert!(built.html("api-reference/a.md").contains("Elm"));
    built.assert_clean();
}

/// A reference object may say other words than what it names (3.1).
#[test]
fn oas_33_words_beside_the_reference_to_an_example_count() {
    let mut operation = get("A", json!({}));
    operation["get"]["responses"]["200"]["content"]["application/json"] = json!({ "schema": { "type": "string" }, "examples": {
        "p": { "$ref": "#/components/examples/Q" }, "q": { "$ref": "#/components/examples/Q", "summary": "Over" } } });
    operation["get"]["parameters"] = json!([{ "name": "x", "in": "query", "schema": { "type": "string" }, "examples": {
        "p": { "$ref": "#/components/examples/Q", "description": "Beside" }, "q": { "$ref": "#/components/examples/R", "summary": "Nearer" } } }]);
    let components = json!({ "examples": { "Q": { "summary": "Original", "value": "one" }, "R": { "summary": "Farther", "value": "two" } } });
    let text = page(operation, components);
    assert!(text.contains("Over") && text.contains("Original") && text.contains("Nearer"), "{text}");
    assert!(!text.contains("Farther"), "{text}");
}

#[test]
fn oas_42_a_default_of_null_is_shown() {
    let schema = json!({ "type": "object", "properties": {
        "a": { "type": ["string", "null"], "default": null }, "b": { "type": "integer", "default": 0 } } });
    let text = page(get("A", schema), json!({}));
    assert!(text.contains("default: `null`") || text.contains("| `null` |"), "{text}");
}

/// Said of all that no part of a schema speaks of: for a reader that is what further properties and items are.
#[test]
fn oas_47_what_is_not_evaluated_is_told_like_what_is_further() {
    let schema = json!({ "type": "object", "properties": {
        "map": { "allOf": [{ "type": "object", "properties": { "known": { "type": "string" } } }],
            "unevaluatedProperties": { "type": "integer", "description": "Of any name." } },
        "open": { "type": "object", "additionalProperties": { "type": "string" }, "unevaluatedProperties": false },
        "closed": { "type": "array", "prefixItems": [{ "type": "string" }], "unevaluatedItems": false },
        "rest": { "type": "array", "prefixItems": [{ "type": "string" }], "unevaluatedItems": { "type": "integer" } },
    } });
    let mut operation = get("A", schema.clone());
    operation["get"]["requestBody"] = json!({ "content": { "application/json": { "schema": schema } } });
    let text = page(operation, json!({}));
    assert!(text.contains("{key}") && text.contains("Of any name."), "{text}");
    assert!(!text.contains("No further properties."), "{text}");
    assert_eq!(text.matches("No further items.").count(), 2, "{text}");
    assert_eq!(text.matches("[string, ...integer[]]").count(), 2, "{text}");
}
