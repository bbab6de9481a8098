//! What only newer versions of OpenAPI say.

use docs::api::generated_pages;
use docs::api::load::load_description;
use docs::text::SourcePath;
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

#[test]
fn oas_3_2_tags_have_summaries_and_parents() {
    let of =
        |tag: &str| json!({ "get": { "summary": format!("About {tag}"), "tags": [tag], "responses": {} } });
    let root = |version: &str| {
        json!({ "openapi": version, "info": { "title": "T", "version": "1" },
        "tags": [{ "name": "b", "summary": "Books" }, { "name": "n", "summary": "Novels", "parent": "b" },
            { "name": "s", "parent": "n" }, { "name": "x", "parent": "y" }, { "name": "y", "parent": "x" }],
        "paths": { "/n": of("n"), "/b": of("b"), "/s": of("s"), "/x": of("x") } })
    };
    let groups = |version: &str| {
        let text = root(version).to_string();
        let (found, _) = load_description(&SourcePath::new("a.json"), &text);
        let pages = generated_pages(&found.expect("a description"), None);
        let group =
            |group: docs::api::GeneratedGroup| format!("{} > {}", group.above.join(" > "), group.name);
        pages.groups.into_iter().map(group).collect::<Vec<_>>()
    };
    assert_eq!(groups("3.2.0"), ["Books > Novels", " > Books", "Books > Novels > s", " > x"]);
    assert_eq!(groups("3.1.0"), [" > n", " > b", " > s", " > x"]);
    let built = site(&root("3.2.0").to_string()).build();
    built.assert_no_problems();
    // The addresses are those of the tags, and a group has its own pages before those below it.
    let text = built.html("api-reference/x/about-x/index.html");
    let order = ["Books", "About b", "Novels", "About n", "About s"];
    let places: Vec<Option<usize>> = order.iter().map(|words| text.find(&format!(">{words}<"))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
}

#[test]
fn oas_3_2_the_summary_of_an_answer_and_the_default_of_a_discriminator_are_told() {
    let one = |name: &str| json!({ "type": "object", "properties": { "k": { "type": "string" }, name: { "type": "integer" } } });
    let schema = json!({ "oneOf": [{ "$ref": "#/components/schemas/C" }, { "$ref": "#/components/schemas/D" }],
        "discriminator": { "propertyName": "k", "mapping": { "dog": "#/components/schemas/D" }, "defaultMapping": "D" } });
    let answer = json!({ "summary": "The animal", "description": "With all of it.", "content": { "application/json": { "schema": schema } } });
    let text = page(
        json!({ "get": { "summary": "A", "responses": { "200": answer } } }),
        json!({ "components": { "schemas": { "C": one("c"), "D": one("d") } } }),
    );
    assert!(text.contains("The animal\n\nWith all of it.") && text.contains("Default: `dog`"), "{text}");
}

#[test]
fn oas_3_2_parts_have_types_by_their_places() {
    let schema = json!({ "type": "array", "prefixItems": [{ "type": "object", "properties": { "a": { "type": "integer" } } }, {}] });
    let media = json!({ "schema": schema, "prefixEncoding": [{ "contentType": "application/fhir+json" }, { "contentType": "image/png" }],
        "itemEncoding": { "contentType": "text/plain" } });
    let body = json!({ "content": { "multipart/mixed": media } });
    let text = page(json!({ "put": { "summary": "A", "requestBody": body, "responses": {} } }), json!({}));
    let said = "Parts: `[0]: application/fhir+json`, `[1]: image/png`, `[]: text/plain`";
    for part in [said, "type=application/fhir+json", "@example-file;type=image/png"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let item = json!({ "itemSchema": { "type": "object", "properties": { "z": { "type": "integer" } } },
        "itemEncoding": { "contentType": "application/json" } });
    let body = json!({ "content": { "multipart/mixed": item } });
    let text = page(json!({ "put": { "summary": "A", "requestBody": body, "responses": {} } }), json!({}));
    assert!(text.contains("{\\\"z\\\":123}"), "{text}");
}

#[test]
fn oas_41_headers_of_parts_are_shown() {
    let schema = json!({ "type": "object", "properties": { "meta": { "type": "object", "properties": { "a": { "type": "string" } } } } });
    let header = json!({ "required": true, "description": "Of the part.", "schema": { "type": "string" } });
    let media = json!({ "schema": schema, "encoding": { "meta": { "contentType": "application/json", "headers": { "X-Part": header } } } });
    let body = json!({ "content": { "multipart/form-data": media } });
    let text = page(json!({ "post": { "summary": "A", "requestBody": body, "responses": {} } }), json!({}));
    assert!(
        text.contains("meta: Headers")
            && text.contains("| `X-Part` | `string` | header | yes | Of the part. |"),
        "{text}"
    );
}

#[test]
fn oas_08_what_is_said_of_a_path_is_said_of_methods_without_words() {
    let with = |operation: Value| {
        page(
            json!({ "summary": "Path summary", "description": "Path description", "get": operation }),
            json!({}),
        )
    };
    let text = with(json!({ "summary": "A", "responses": {} }));
    assert!(text.contains("Path description") && !text.contains("Path summary"), "{text}");
    let text = with(json!({ "summary": "A", "description": "Own", "responses": {} }));
    assert!(text.contains("Own") && !text.contains("Path description"), "{text}");
    let root = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "webhooks": {
        "newBook": { "summary": "A book came", "post": { "responses": {} } } } });
    let built = site(&root.to_string()).build();
    built.assert_no_problems();
    assert!(built.html("api-reference/newbook.md").contains("A book came"));
}
