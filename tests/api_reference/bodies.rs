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

/// A member of a choice that only limits or describes is of the kind that stands around it.
#[test]
fn oas_45_members_without_a_type_have_the_one_around_them() {
    let fields = json!({
        "number": { "type": "integer", "oneOf": [{ "minimum": 0, "maximum": 5 }, { "minimum": 10, "maximum": 20 }] },
        "text": { "type": "string", "oneOf": [
            { "title": "A", "description": "one" }, { "title": "B", "description": "two" }] },
        "switch": { "type": "boolean", "oneOf": [{ "description": "x" }, { "description": "y" }] },
        "list": { "type": "array", "items": { "type": "string" }, "anyOf": [{ "minItems": 1 }, { "maxItems": 5 }] },
        "day": { "type": "string", "format": "date", "oneOf": [{ "pattern": "^2" }, { "description": "other" }] },
    });
    let body = json!({ "required": true, "content": { "application/json": {
        "schema": { "type": "object", "properties": fields } } } });
    let text = page(taking(body), json!({}));
    for (name, label) in [
        ("number", "integer"),
        ("text", "string"),
        ("switch", "boolean"),
        ("list", "`string[]`"),
        ("day", "`string<date>`"),
    ] {
        let row = text.lines().find(|line| line.contains(&format!("`{name}`"))).expect(name);
        assert!(row.contains(label) && !row.contains("`any") && !row.contains(" | number"), "{name}: {row}");
    }
    for line in [
        "\"number\": 2,",
        "\"text\": \"<string>\"",
        "\"switch\": true",
        "\"list\": [\n    \"<string>\"\n  ]",
        "\"day\": \"2023-12-25\"",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn oas_49_what_a_child_says_of_a_field_of_its_base_is_in_the_example() {
    let schemas = json!({
        "Pet": {
            "type": "object",
            "required": ["kind"],
            "properties": { "kind": { "type": "string" }, "size": { "type": "integer" }, "only": { "type": "string" } },
            "discriminator": { "propertyName": "kind", "mapping": { "cat": "#/components/schemas/Cat" } },
        },
        "Cat": { "allOf": [
            { "$ref": "#/components/schemas/Pet" },
            { "properties": { "size": { "example": 5 }, "only": { "enum": ["one"] } } },
        ] },
    });
    let body =
        json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } });
    let text = page(taking(body), json!({ "schemas": schemas }));
    let example = "{\n  \"kind\": \"cat\",\n  \"size\": 5,\n  \"only\": \"one\"\n}";
    assert!(text.contains(example), "{text}");
}

#[test]
fn oas_49_large_whole_numbers_have_no_exponent() {
    let size = json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": 9_223_372_036_854_775_807_i64 });
    let body = json!({ "content": { "application/json": {
        "schema": { "type": "object", "properties": { "size": size } } } } });
    let text = page(taking(body), json!({}));
    assert!(text.contains("\"size\": 461168601842738790"), "{text}");
}

#[test]
fn oas_58_nothing_is_sent_as_such() {
    let body = json!({ "required": true, "content": { "application/json": {
        "schema": { "type": "object", "nullable": true }, "example": null } } });
    let built = site(&description(json!({ "/a": taking(body) }), json!({}))).build();
    // Of Python alone it is a text.
    assert!(built.html("api-reference/a/index.html").contains("\"null\"</span>, "));
}

#[test]
fn oas_41_names_in_tabs_are_no_markdown() {
    let form =
        |name: &str| json!({ "schema": { "type": "object", "properties": { name: { "type": "string" } } } });
    let content = json!({ "*/*": form("a"), "application/json;x=*;y=*": form("b"), "text/__x__": form("c") });
    let built = site(&description(json!({ "/a": taking(json!({ "content": content })) }), json!({}))).build();
    let html = built.html("api-reference/a/index.html");
    for title in [">*/*</li>", ">application/json;x=*;y=*</li>", ">text/__x__</li>"] {
        assert!(html.contains(title), "{title}");
    }
    let text = built.html("api-reference/a.md");
    assert!(text.contains("# \\*/\\*\n"), "{text}");
}

#[test]
fn oas_43_headers_of_answers_are_there_however_large_the_page_is() {
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["responses"]["200"]["headers"] =
        json!({ "X-Left": { "schema": { "type": "integer" }, "description": "Calls that are left." } });
    // More than a page shows: its deepest fields are left out.
    let mut schema = json!({ "type": "string" });
    for depth in 0..4 {
        let fields: serde_json::Map<String, Value> =
            (0..12).map(|at| (format!("field_{depth}_{at}"), schema.clone())).collect();
        schema = json!({ "type": "object", "properties": fields });
    }
    operation["get"]["responses"]["200"]["content"]["application/json"]["schema"] = schema;
    let built = site(&description(json!({ "/a": operation }), json!({}))).build();
    assert!(built.html("api-reference/a.md").contains("Calls that are left."));
}

#[test]
fn oas_40_servers_and_their_variables_are_described_in_markdown() {
    let mut text: Value =
        serde_json::from_str(&description(json!({ "/a": get("A", json!({})) }), json!({}))).expect("JSON");
    text["servers"] = json!([
        { "url": "https://{place}.e.x", "description": "Use `prod` **only**", "variables": {
            "place": { "default": "eu", "enum": ["eu", "us_east_1"], "description": "The `region`" } } },
    ]);
    let built = site(&text.to_string()).build();
    let html = built.html("api-reference/a/index.html");
    assert!(html.contains("Use <code>prod</code> <strong>only</strong>"), "{html}");
    // In the list of the playground they are words.
    assert!(html.contains("\"description\":\"Use prod only\""), "{html}");
    assert!(html.contains("<li>{place} = eu (one of eu, us_east_1): The <code>region</code></li>"), "{html}");
    let text = built.html("api-reference/a.md");
    assert!(text.contains("Use `prod` **only**") && text.contains("The `region`"), "{text}");
}

#[test]
fn oas_53_what_tells_operations_of_one_path_apart_is_not_sent() {
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["parameters"] =
        json!([{ "name": "Action", "in": "query", "required": true, "schema": { "const": "Go" } }]);
    let built = site(&description(json!({ "/#Action=Go": operation }), json!({}))).build();
    let text = built.html("api-reference/a.md");
    assert!(text.contains("/?Action=Go'"), "{text}");
}

#[test]
fn oas_16_a_summary_of_blanks_is_none() {
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["summary"] = json!("  ");
    let built = site(&description(json!({ "/two": operation }), json!({}))).build();
    assert!(built.html("api-reference/get-two/index.html").contains("<h1"));
}

#[test]
fn oas_60_what_is_asked_over_http_does_not_go_to_a_socket() {
    let description = json!({ "swagger": "2.0", "info": { "title": "A", "version": "1" }, "host": "e.x",
        "schemes": ["wss", "https", "http"], "paths": { "/a": get("A", json!({})) } });
    let built = site(&description.to_string()).build();
    let text = built.html("api-reference/a.md");
    assert!(text.contains("`GET https://e.x/a`") && !text.contains("wss://"), "{text}");
}

/// What stands in the row of a list is an example of the list.
#[test]
fn oas_49_an_example_of_the_items_is_shown_as_a_list() {
    let schema = json!({ "type": "object", "properties": {
        "tags": { "type": "array", "items": { "type": "string", "example": "wild" } },
        "all": { "type": "array", "items": { "type": "string", "example": ["a", "b"] } },
        "both": { "type": "array", "items": { "type": "string", "example": "one" }, "example": ["one", "two"] },
        "places": { "type": "array", "items": { "type": "array", "items": { "type": "number" }, "example": [1, 2] } },
    } });
    let text = page(taking(json!({ "content": { "application/json": { "schema": schema } } })), json!({}));
    for line in [
        "Example: `[\"wild\"]`",
        "Example: `[\"a\",\"b\"]`",
        "Example: `[[1,2]]`",
        "Example: `[\"one\",\"two\"]`",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    // One of the items is among those of the list.
    assert!(!text.contains("`[\"one\"]`"), "{text}");
}

#[test]
fn oas_48_a_body_that_may_be_null_says_so() {
    let fields = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let components = json!({ "schemas": { "P": fields } });
    let body = |schema: Value| taking(json!({ "content": { "application/json": { "schema": schema } } }));
    let reference = json!({ "anyOf": [{ "$ref": "#/components/schemas/P" }, { "type": "null" }] });
    assert!(page(body(reference), components.clone()).contains("`object | null`"));
    let types = json!({ "type": ["object", "null"], "properties": { "a": { "type": "string" } } });
    assert!(page(body(types), json!({})).contains("`object | null`"));
    let plain = page(body(json!({ "$ref": "#/components/schemas/P" })), components);
    assert!(!plain.contains("null"), "{plain}");
}

#[test]
fn oas_49_numbers_are_those_that_are_written() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "number", "example": 12e45 } } });
    let text = page(taking(json!({ "content": { "application/json": { "schema": schema } } })), json!({}));
    assert!(!text.contains("1.1999"), "{text}");
}
