//! Generated examples end and are exact, and stated ones are shown in whatever way they are written.

use docs::api::example;
use docs::api::load::load_description;
use docs::api::schema::Direction;
use docs::text::SourcePath;
use serde_json::{Value, json};

use super::{description, site};

/// The example that is made for a schema among others.
fn made(schema: Value, others: Value) -> Value {
    let mut schemas = others;
    schemas["Subject"] = schema;
    let text = description(json!({}), json!({ "schemas": schemas }));
    let (found, _) = load_description(&SourcePath::new("a.json"), &text);
    let found = found.expect("a description");
    let subject = found.target("#/components/schemas/Subject").expect("a schema");
    example::generated(&found, subject, Direction::Response).unwrap_or(json!("nothing"))
}

fn check(cases: &[(Value, Value)]) {
    for (schema, expected) in cases {
        assert_eq!(made(schema.clone(), json!({})), *expected, "{schema}");
    }
}

#[test]
fn oas_49_what_contains_itself_ends_where_nothing_is_missing() {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let schemas = json!({
        "Msg": { "type": "object", "required": ["chat"], "properties": { "chat": reference("Chat") } },
        "Chat": { "type": "object", "required": ["id"], "properties": {
            "id": { "type": "integer" }, "pinned": reference("Msg"), "all": { "type": "array", "items": reference("Msg") } } },
        "Not": { "type": "object", "required": ["of"], "properties": { "of": reference("Expr") } },
        "Word": { "type": "string" },
        "Expr": { "oneOf": [reference("Not"), reference("Word")] },
    });
    assert_eq!(made(reference("Chat"), schemas.clone()), json!({ "id": 123, "all": [] }));
    assert_eq!(made(reference("Msg"), schemas.clone()), json!({ "chat": { "id": 123, "all": [] } }));
    assert_eq!(made(reference("Expr"), schemas), json!({ "of": "<string>" }));
}

#[test]
fn oas_49_large_whole_numbers_are_exact() {
    check(&[
        (json!({ "type": "integer", "minimum": 9007199254740993i64 }), json!(9007199254740994i64)),
        (
            json!({ "type": "integer", "exclusiveMinimum": 9007199254740993i64, "maximum": 9007199254740994i64 }),
            json!(9007199254740994i64),
        ),
        (
            json!({ "type": "integer", "minimum": 1, "multipleOf": 9007199254740993i64 }),
            json!(9007199254740993i64),
        ),
        (
            json!({ "type": "integer", "minimum": 18446744073709551614u64, "maximum": u64::MAX }),
            json!(18446744073709551614u64),
        ),
    ]);
}

fn page(operation: Value) -> String {
    let root =
        json!({ "openapi": "3.2.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": operation } });
    let built = site(&root.to_string()).build();
    built.assert_no_problems();
    built.html("api-reference/a.md").to_owned()
}

#[test]
fn oas_49_examples_are_shown_that_are_written_as_they_travel() {
    let schema = json!({ "type": "object", "properties": { "z": { "type": "integer" } } });
    let examples = json!({ "two": { "summary": "Two", "serializedValue": "{\"k\":\"D\"}" } });
    let parameter = json!({ "name": "q", "in": "query", "required": true, "schema": { "type": "array", "items": { "type": "string" } },
        "examples": { "x": { "serializedValue": "q=one&q=two" } } });
    let answer = json!({ "description": "ok", "content": { "application/json": { "schema": schema, "examples": examples } } });
    let text =
        page(json!({ "get": { "summary": "A", "parameters": [parameter], "responses": { "200": answer } } }));
    for part in ["q=one&q=two", "\"k\": \"D\"", "Example: `[\"one\",\"two\"]`"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn oas_49_examples_elsewhere_are_links() {
    let examples = json!({ "a": { "summary": "All of it", "externalValue": "https://e.example/x.json" }, "b": { "externalValue": "./b.json" } });
    let answer = json!({ "description": "ok", "content": { "application/json": { "schema": { "type": "object" }, "examples": examples } } });
    let text = page(json!({ "get": { "summary": "A", "responses": { "200": answer } } }));
    assert!(text.contains("Examples: [All of it](https://e.example/x.json), b `./b.json`"), "{text}");
}

#[test]
fn oas_58_a_parameter_that_may_be_null_is_sent_as_text() {
    let parameter = json!({ "name": "nul", "in": "query", "required": true, "schema": { "type": ["string", "null"], "default": null } });
    let text = page(json!({ "get": { "summary": "A", "parameters": [parameter], "responses": {} } }));
    assert!(text.contains("nul=<string>"), "{text}");
}

#[test]
fn oas_47_what_a_list_contains_is_told_with_its_limits() {
    let schema =
        json!({ "type": "array", "contains": { "type": "integer", "minimum": 5 }, "minContains": 2 });
    let answer = json!({ "description": "ok", "content": { "application/json": { "schema": schema } } });
    let text = page(json!({ "get": { "summary": "A", "responses": { "200": answer } } }));
    assert!(text.contains("Contains at least 2 of `integer`, `x ≥ 5`"), "{text}");
}
