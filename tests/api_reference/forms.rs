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
    assert!(text.contains("Next: nextOne"), "{text}");
    assert!(text.contains("Found by its anchor."), "{text}");
}
