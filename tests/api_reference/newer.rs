//! What only newer versions of OpenAPI say.

use serde_json::{Value, json};

use super::site;

/// The Markdown of the page of the operation at `/a`, of a description of version 3.2 with more at its top.
fn page(operation: Value, more: Value) -> String {
    let mut root =
        json!({ "openapi": "3.2.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": operation } });
    root.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
    let built = site(&root.to_string()).build();
    built.assert_no_problems();
    built.html("api-reference/a.md").to_owned()
}

#[test]
fn oas_41_a_requirement_may_be_the_address_of_a_scheme() {
    let operation = json!({ "get": { "summary": "A", "responses": {},
        "security": [{ "#/components/securitySchemes/key": [] }, { "other": [] }] } });
    let scheme = |name: &str| json!({ "type": "apiKey", "in": "header", "name": name });
    let schemes = json!({ "key": scheme("X-Key"), "other": scheme("X-Other") });
    let text = page(operation, json!({ "components": { "securitySchemes": schemes } }));
    for part in ["X-Key: <api-key>", "One of: `key`, `other`"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn oas_3_2_a_stream_is_shown_as_what_comes() {
    let item = |properties: Value| json!({ "itemSchema": { "type": "object", "properties": properties } });
    let events = item(
        json!({ "event": { "type": "string", "example": "add" }, "data": { "type": "string", "example": "one\ntwo" } }),
    );
    let operation = |media: &str, content: Value| json!({ "get": { "summary": "A", "responses": { "200": { "description": "ok", "content": { media: content } } } } });
    let text = page(operation("text/event-stream", events), json!({}));
    for part in ["A stream of these, one after the other.", "```text", "event: add\ndata: one\ndata: two\n"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // What an event carries may be all that is described.
    let text = page(operation("text/event-stream", item(json!({ "z": { "type": "integer" } }))), json!({}));
    assert!(text.contains("data: {\"z\":123}\n"), "{text}");
    for media in ["application/jsonl", "application/json-seq"] {
        let text = page(operation(media, item(json!({ "z": { "type": "integer" } }))), json!({}));
        assert!(text.contains("A stream of these") && text.contains("{\"z\":123}\n"), "{text}");
    }
}
