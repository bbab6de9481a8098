//! Which values a sample sends, and which forms of a body have an example.

use serde_json::{Value, json};

use super::{description, get, site};
use crate::site::Site;

/// The Markdown of the page of an operation.
fn page(operation: Value, components: Value) -> String {
    let built = site(&description(json!({ "/a": operation }), components)).build();
    built.assert_no_problems();
    built.html("api-reference/a.md").to_owned()
}

/// An operation with this body.
fn taking(body: Value) -> Value {
    json!({ "post": { "summary": "A", "requestBody": body, "responses": { "204": { "description": "ok" } } } })
}

#[test]
fn oas_56_what_nobody_states_and_nobody_needs_is_not_sent() {
    let values = json!({ "type": "string", "enum": ["asc", "desc"] });
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["parameters"] = json!([
        { "name": "free", "in": "query", "schema": values },
        { "name": "needed", "in": "query", "required": true, "schema": values },
        { "name": "usual", "in": "query", "schema": { "type": "string", "enum": ["x", "y"], "default": "y" } },
        { "name": "only", "in": "query", "schema": { "type": "string", "enum": ["v1"] } },
        { "name": "shown", "in": "query", "schema": values, "example": "desc" },
    ]);
    let text = page(operation, json!({}));
    assert!(text.contains("?needed=asc&usual=y&only=v1&shown=desc'"), "{text}");
}

#[test]
fn oas_49_each_form_of_an_answer_that_holds_something_else_has_an_example() {
    let events = json!({ "type": "object", "properties": { "delta": { "type": "string" } } });
    let whole = json!({ "type": "object", "properties": { "text": { "type": "string" } } });
    let mut operation = get("A", whole.clone());
    operation["get"]["responses"]["200"]["content"] = json!({
        "text/event-stream": { "schema": events },
        "application/json": { "schema": whole },
        "application/vnd.a+json": { "schema": whole },
        "text/plain": { "schema": { "type": "string" } },
    });
    let text = page(operation, json!({}));
    let titles: Vec<&str> =
        text.split("title=\"").skip(2).filter_map(|rest| rest.split('"').next()).collect();
    // The same in another form, and a text that nobody knows, say nothing.
    assert_eq!(titles, ["200", "200 text/event-stream"], "{text}");
}

#[test]
fn oas_49_each_form_of_a_body_that_holds_something_else_has_its_samples() {
    let photo = json!({ "type": "object", "properties": {
        "photo": { "type": "string", "format": "binary" }, "note": { "type": "string", "default": "hi" } } });
    let json = json!({ "type": "object", "properties": { "url": { "type": "string", "format": "uri" } } });
    let content =
        json!({ "multipart/form-data": { "schema": photo }, "application/json": { "schema": json } });
    let text = page(taking(json!({ "required": true, "content": content })), json!({}));
    let (first, second) = text.split_once("### multipart/form-data\n\n```").expect("two forms");
    assert!(
        first.contains("### application/json") && first.contains("--data '{\n  \"url\": \"<string>\"\n}'"),
        "{text}"
    );
    assert!(second.contains("--form 'photo=@example-file'") && second.contains("note=hi"), "{text}");
    // One and the same thing in two forms is one body.
    let content = json!({ "application/json": { "schema": json }, "application/xml": { "schema": json } });
    let text = page(taking(json!({ "content": content })), json!({}));
    assert!(text.contains("--data '{\n  \"url\"") && !text.contains("### application"), "{text}");
}

#[test]
fn oas_58_json_of_which_nothing_is_said_is_no_file() {
    let text = page(taking(json!({ "required": true, "content": { "application/json": {} } })), json!({}));
    assert!(text.contains("--data '{}'") && !text.contains("example-file"), "{text}");
    let text = page(taking(json!({ "content": { "application/octet-stream": {} } })), json!({}));
    assert!(text.contains("@example-file"), "{text}");
}

#[test]
fn oas_45_the_value_of_a_choice_is_the_one_that_its_mapping_says() {
    let cat = json!({ "allOf": [{ "$ref": "#/components/schemas/Pet" }, { "type": "object", "properties": { "lives": { "type": "integer" } } }] });
    let components = json!({ "schemas": {
        "Pet": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } },
            "discriminator": { "propertyName": "kind" } },
        "Cat": cat,
    } });
    let body = json!({ "oneOf": [{ "$ref": "#/components/schemas/Cat" }],
        "discriminator": { "propertyName": "kind", "mapping": { "kitty": "#/components/schemas/Cat" } } });
    let body = json!({ "required": true, "content": { "application/json": { "schema": body } } });
    let text = page(taking(body), components.clone());
    assert!(text.contains("\"kind\": \"kitty\""), "{text}");
    let mut stated = components;
    stated["schemas"]["Pet"]["properties"]["kind"]["example"] = json!("cat");
    let body = json!({ "oneOf": [{ "$ref": "#/components/schemas/Cat" }],
        "discriminator": { "propertyName": "kind", "mapping": { "kitty": "#/components/schemas/Cat" } } });
    let body = json!({ "required": true, "content": { "application/json": { "schema": body } } });
    assert!(page(taking(body), stated).contains("\"kind\": \"cat\""));
}

#[test]
fn oas_42_a_default_beside_null_is_shown() {
    let long = "word ".repeat(20);
    let operation = get(
        "A",
        json!({ "type": "object", "properties": {
        "a": { "anyOf": [{ "type": "integer", "default": 5 }, { "type": "null" }] },
        "b": { "anyOf": [{ "type": "string", "default": long }, { "type": "null" }] },
        "c": { "anyOf": [{ "type": "integer", "default": 7 }, { "type": "string" }] },
    } }),
    );
    let text = page(operation, json!({}));
    assert!(text.contains("default: `5`") || text.contains("| `5` |"), "{text}");
    assert!(text.contains("Default: `word word"), "{text}");
    // That of one of several is not that of the whole.
    assert!(!text.contains("default: `7`"), "{text}");
}

#[test]
fn oas_43_what_is_added_to_a_schema_that_is_inside_of_itself_is_shown() {
    let node = json!({ "type": "object", "properties": {
        "name": { "type": "string" },
        "child": { "allOf": [{ "$ref": "#/components/schemas/Node" },
            { "type": "object", "required": ["extra"], "properties": { "extra": { "type": "integer" } } }] },
        "plain": { "$ref": "#/components/schemas/Node" },
        "strict": { "allOf": [{ "$ref": "#/components/schemas/Node" }, { "required": ["name"] }] },
        "many": { "type": "array", "items": { "$ref": "#/components/schemas/Node", "properties": { "only": {} } } },
    } });
    let built = site(&description(
        json!({ "/a": get("A", json!({ "$ref": "#/components/schemas/Node" })) }),
        json!({ "schemas": { "Node": node } }),
    ))
    .build();
    let body = built.html("api-reference/a/index.html");
    for id in ["response-child-extra", "response-strict-name", "response-many-items-only"] {
        assert!(body.contains(&format!("id=\"{id}\"")), "{id}: {body}");
    }
    for id in ["response-child-name", "response-plain-name", "response-strict-child"] {
        assert!(!body.contains(&format!("id=\"{id}\"")), "{id}: {body}");
    }
    let text = built.html("api-reference/a.md");
    assert!(
        text.contains("`child.extra` | `integer` | yes") || text.contains("- `extra` (`integer`, required)"),
        "{text}"
    );
}

#[test]
fn oas_40_labels_have_no_markup_of_summaries() {
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["summary"] = json!("Get `x_y` **now**");
    let other = get("B of list_all<T>", json!({ "type": "string" }));
    let built = site(&description(json!({ "/a": operation, "/b": other }), json!({}))).build();
    let page = built.html("api-reference/b-of-list_all<t>/index.html");
    assert!(page.contains("pagination-title\">Get x_y now</span>") && !page.contains("Get `x_y`"), "{page}");
    assert!(page.contains("B of list_all&lt;T&gt;"), "{page}");
}

#[test]
fn ai_06_what_is_sent_and_what_comes_back_are_two_tables() {
    let built = Site::new()
        .file("index.mdx", "---\ntitle: A\napi: POST https://a.example/v1/things/{id}?x=1#top\n---\n<ParamField body=\"a\" type=\"string\">\n  A\n</ParamField>\n<ResponseField name=\"b\" type=\"string\">\n  B\n</ResponseField>\n")
        .build();
    let text = built.html("index.md");
    assert_eq!(text.matches("| Name | Type |").count(), 2, "{text}");
    // What an author wrote behind the path is a part of the call.
    assert!(text.contains("/v1/things/{id}?x=1'") && !text.contains("#top"), "{text}");
}
