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
