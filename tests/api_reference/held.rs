//! Maps and lists that are written as one reference, and examples in files of their own: descriptions in many files.

use serde_json::{Value, json};

use super::{description, get, site};
use crate::site::{Built, Site};

fn page<'b>(built: &'b Built, name: &str) -> &'b str {
    built.html(&format!("api-reference/{name}.md"))
}

fn codes(built: &Built) -> Vec<&str> {
    built.diagnostics().iter().map(|problem| problem.code).collect()
}

/// A description that says where its parts stand, one kind after the other.
fn in_files() -> Site {
    let root = json!({
        "openapi": "3.0.3", "info": { "title": "T", "version": "1" },
        "tags": { "$ref": "sub/tags.yaml" }, "servers": { "$ref": "sub/servers.yaml" }, "paths": { "$ref": "sub/paths.yaml" },
        "components": {
            "schemas": { "$ref": "sub/schemas.yaml" }, "securitySchemes": { "$ref": "sub/schemes.yaml" },
            "parameters": { "$ref": "sub/parameters.yaml", "own": { "name": "own", "in": "query", "schema": { "type": "string" } } },
        },
    });
    site(&root.to_string())
        .file("sub/tags.yaml", "- { name: one, x-group: Number One }\n")
        .file("sub/servers.yaml", "- { url: 'https://files.test/v1' }\n")
        .file("sub/schemes.yaml", "token: { type: http, scheme: bearer }\n")
        .file("sub/parameters.yaml", "limit: { name: limit, in: query, schema: { type: integer, default: 10 } }\nlist:\n  - { name: p, in: query, schema: { type: string } }\n")
        .file("sub/schemas.yaml", "Thing: { type: object, required: { $ref: required.yaml }, properties: { a: { type: string }, other: { $ref: '#/Other' } } }\nOther: { type: object, properties: { thing: { $ref: '#/Thing' }, n: { type: integer } } }\n")
        .file("sub/required.yaml", "- a\n")
        .file("sub/paths.yaml", "/one:\n  get:\n    summary: Get one\n    tags: [one]\n    security: [{ token: [] }]\n    parameters: [{ $ref: '../openapi.json#/components/parameters/limit' }, { $ref: '../openapi.json#/components/parameters/own' }]\n    responses: { 200: { description: ok, content: { application/json: { schema: { $ref: '../openapi.json#/components/schemas/Thing' } } } } }\n/two: { $ref: two.yaml }\n")
        .file("sub/two.yaml", "parameters: { $ref: 'parameters.yaml#/list' }\npost:\n  summary: Post two\n  tags: [one]\n  requestBody: { content: { $ref: content.yaml } }\n  responses: { 200: { description: ok, headers: { $ref: headers.yaml } } }\n")
        .file("sub/content.yaml", "application/json: { schema: { $ref: 'schemas.yaml#/Thing' } }\n")
        .file("sub/headers.yaml", "X-Rate: { schema: { type: integer } }\n")
}

#[test]
fn oas_03_all_of_a_kind_may_stand_in_a_file() {
    let mut site = in_files();
    let built = site.build();
    assert_eq!(codes(&built), [] as [&str; 0]);
    let one = page(&built, "one/get-one");
    for part in [
        "GET https://files.test/v1/one",
        "Bearer",
        "| `limit` | `integer` | query | `10` |",
        "| `own` |",
        "| `a` | `string` | yes |",
        "`other.n`",
    ] {
        assert!(one.contains(part), "{part}: {one}");
    }
    assert!(built.html("api-reference/one/get-one/index.html").contains("Number One"));
    let two = page(&built, "one/post-two");
    for part in ["| `p` | `string` | query |", "| `a` | `string` | body | yes |", "`X-Rate`"] {
        assert!(two.contains(part), "{part}: {two}");
    }
    // An edit of a file is an edit of the pages that show it.
    site.edit("sub/parameters.yaml", "limit: { name: limit, in: query, schema: { type: integer, default: 25 } }\nlist:\n  - { name: q, in: query, schema: { type: string } }\n");
    let built = site.build();
    assert!(page(&built, "one/get-one").contains("`25`"));
    assert!(page(&built, "one/post-two").contains("| `q` |"));
    site.edit("sub/required.yaml", "- other\n");
    assert!(page(&site.build(), "one/get-one").contains("| `other` | `object` | yes |"));
}

#[test]
fn oas_03_maps_and_lists_may_be_those_of_another_place() {
    let schema = |properties: Value| json!({ "type": "object", "properties": properties });
    let of = |reference: &str| json!({ "$ref": reference });
    let mut a = get("A", json!({ "allOf": of("#/x-all"), "required": ["one"] }));
    a["get"]["parameters"] = of("#/x-parameters");
    a["get"]["responses"]["200"]["content"]["application/json"]["examples"] = of("#/components/examples");
    let mut c =
        get("C", schema(json!({ "$ref": { "type": "string" }, "gone": schema(of("#/components/nothing")) })));
    c["get"]["responses"]["200"]["content"]["application/json"]["example"] =
        json!({ "$ref": "#/x-plain/text" });
    let root = description(
        json!({ "/a": a, "/b": { "get": { "summary": "B", "responses": of("#/components/responses") } }, "/c": c }),
        json!({
            "schemas": { "P": schema(json!({ "one": { "type": "string" }, "two": { "type": "integer" } })),
                "Q": schema(of("#/components/schemas/P/properties")) },
            "examples": { "E": { "value": { "one": "uno" } }, "F": { "summary": "Second", "value": { "one": "due" } } },
            "responses": { "200": { "description": "Shared ok" }, "404": { "description": "Shared none" } },
        }),
    );
    let mut root: Value = serde_json::from_str(&root).unwrap();
    root["x-parameters"] = json!([{ "name": "q", "in": "query", "schema": { "type": "string" } }]);
    root["x-all"] =
        json!([of("#/components/schemas/Q"), { "properties": { "three": { "type": "boolean" } } }]);
    let built = site(&root.to_string()).build();
    let page = |name| page(&built, name);
    for part in [
        "| `q` | `string` | query |",
        "| `one` | `string` | yes |",
        "| `two` | `integer` |",
        "| `three` | `boolean` |",
        "uno",
        "200 Second",
    ] {
        assert!(page("a").contains(part), "{part}: {}", page("a"));
    }
    assert!(page("b").contains("Shared ok") && page("b").contains("Shared none"), "{}", page("b"));
    // A field may be called so, and what leads nowhere is told.
    assert!(page("c").contains("| `$ref` | `string` |"), "{}", page("c"));
    assert_eq!(codes(&built), ["api-reference-broken"]);
}

#[test]
fn oas_04_a_reference_to_all_of_a_kind_that_leads_nowhere_is_told_once() {
    let mut a = get("A", json!({ "type": "object", "properties": { "$ref": "#/gone" } }));
    a["get"]["requestBody"] = json!({ "content": { "$ref": "gone.yaml" } });
    let b = json!({ "get": { "summary": "B", "responses": { "$ref": "#/gone/too" } } });
    let built = site(&description(json!({ "/a": a, "/b": b, "$ref": "paths.yaml" }), json!({}))).build();
    for name in ["a", "b"] {
        assert!(!page(&built, name).contains("$ref"), "{}", page(&built, name));
    }
    let mut told = codes(&built);
    told.sort_unstable();
    assert_eq!(
        told,
        ["api-reference-broken", "api-reference-broken", "api-reference-external", "api-reference-external"]
    );
}

#[test]
fn oas_49_examples_may_stand_in_files() {
    let mut post = get("A", json!({ "type": "object", "properties": { "id": { "type": "integer" } } }));
    let media = &mut post["get"]["responses"]["200"]["content"]["application/json"];
    media["examples"] = json!({ "one": { "value": { "$ref": "examples/one.json" } }, "two": { "$ref": "examples/all.yaml#/two" } });
    let mut other = get("B", json!({ "type": "object" }));
    other["get"]["responses"]["200"]["content"]["application/json"]["example"] =
        json!({ "$ref": "examples/all.yaml#/two/value", });
    // What is no file of values stays what it is.
    let plain = get("C", json!({ "type": "object", "example": { "$ref": "./address.json" } }));
    let mut site = site(&description(json!({ "/a": post, "/b": other, "/c": plain }), json!({})))
        .file("examples/one.json", "{ \"id\": 111 }")
        .file("examples/all.yaml", "two: { summary: Second, value: { id: 222 } }\n");
    let built = site.build();
    assert_eq!(codes(&built), [] as [&str; 0]);
    assert!(
        page(&built, "a").contains("\"id\": 111") && page(&built, "a").contains("\"id\": 222"),
        "{}",
        page(&built, "a")
    );
    assert!(page(&built, "b").contains("\"id\": 222"), "{}", page(&built, "b"));
    assert!(page(&built, "c").contains("\"$ref\": \"./address.json\""), "{}", page(&built, "c"));
    site.edit("examples/one.json", "{ \"id\": 333 }");
    assert!(page(&site.build(), "a").contains("\"id\": 333"));
}
