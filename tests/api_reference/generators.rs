//! What generators of descriptions write: enumerations one value at a time, `null` in ways of their own, media types
//! by the handful.

use serde_json::{Value, json};

use super::{description, get, site};

/// The Markdown of the page of a response with this schema.
fn page(schema: Value, components: Value) -> String {
    let text = description(json!({ "/a": get("A", schema) }), json!({ "schemas": components }));
    site(&text).build().html("api-reference/a.md").to_owned()
}

#[test]
fn oas_25_values_one_by_one_are_an_enumeration_with_their_meanings() {
    let kinds = json!({ "type": "integer", "format": "int32", "oneOf": [
        { "title": "TEXT", "const": 0, "description": "Words." },
        { "title": "VOICE", "const": 2, "description": "Sounds." },
    ] });
    let schema = json!({ "type": "object", "properties": {
        "kind": { "$ref": "#/components/schemas/Kind" },
        "size": { "anyOf": [{ "const": 10 }, { "const": 20 }, { "const": null }] },
        "one": { "type": "integer", "enum": [2], "allOf": [{ "$ref": "#/components/schemas/Kind" }] },
        "choice": { "oneOf": [{ "const": 1 }, { "type": "string" }] },
    } });
    let page = page(schema, json!({ "Kind": kinds }));
    assert!(page.contains("`kind` (`enum<integer>`)") && page.contains("`0` `TEXT`: Words."), "{page}");
    assert!(page.contains("`size` (`enum<integer> | null`)"), "{page}");
    assert!(page.contains("Available options: `10`, `20`, `null`\n"), "{page}");
    let one = page.split("`one` (").nth(1).unwrap_or("");
    let one = one.split("`choice`").next().unwrap_or("");
    assert!(one.contains("`2` `VOICE`: Sounds.") && !one.contains("TEXT"), "{page}");
    assert!(page.contains("`choice` (`integer | string`)"), "{page}");
    assert!(page.contains("\"kind\": 0") && page.contains("\"size\": 10"), "{page}");
    assert!(!page.contains("One of these:\n\n  **TEXT**"), "{page}");
}

#[test]
fn oas_48_a_member_that_is_only_nullable_is_null() {
    let schema = json!({ "type": "object", "properties": {
        "filter": { "anyOf": [{ "$ref": "#/components/schemas/Filter" }, { "nullable": true }] },
        "id": { "anyOf": [{ "type": "string" }, { "type": "integer" }, { "nullable": true, "description": "None." }] },
        "free": { "nullable": true },
    } });
    let filter = json!({ "type": "object", "properties": { "must": { "type": "string" } } });
    let page = page(schema, json!({ "Filter": filter }));
    assert!(page.contains("| `filter` | `object \\| null` |"), "{page}");
    assert!(page.contains("| `filter.must` | `string` |"), "{page}");
    assert!(page.contains("| `id` | `string \\| integer \\| null` |"), "{page}");
    assert!(page.contains("| `free` | `any \\| null` |"), "{page}");
}

#[test]
fn oas_44_members_that_are_lists_are_called_by_their_items() {
    let member =
        |name: &str| json!({ "type": "array", "items": { "$ref": format!("#/components/schemas/{name}") } });
    let schema =
        json!({ "type": "object", "properties": { "all": { "oneOf": [member("Cat"), member("Dog")] } } });
    let animal = |key: &str| json!({ "type": "object", "properties": { key: { "type": "string" } } });
    let page = page(schema, json!({ "Cat": animal("claws"), "Dog": animal("tail") }));
    assert!(page.contains("**Cat[]**") && page.contains("**Dog[]**"), "{page}");
}

#[test]
fn oas_42_no_lower_limit_is_none() {
    let schema = json!({ "type": "object", "properties": {
        "a": { "type": "string", "minLength": 0, "maxLength": 200 },
        "b": { "type": "array", "items": { "type": "string" }, "minItems": 0, "maxItems": 0 },
        "c": { "type": "string", "minLength": 0 },
    } });
    let page = page(schema, json!({}));
    assert!(page.contains("`at most 200 characters`") && page.contains("`exactly 0 items`"), "{page}");
    assert!(!page.contains("0 to") && !page.contains("at least"), "{page}");
}

#[test]
fn oas_42_lists_that_may_be_null_have_items_in_tables() {
    let item = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
    let schema = json!({ "type": "object", "properties": {
        "rows": { "type": ["array", "null"], "items": item }, "lines": { "type": "array", "items": item } } });
    let page = page(schema, json!({}));
    assert!(page.contains("| `rows[].id` |") && page.contains("| `lines[].id` |"), "{page}");
}

#[test]
fn oas_58_of_several_kinds_of_json_the_plain_one_is_sent() {
    let media = json!({ "schema": { "type": "object", "properties": { "n": { "type": "string" } } } });
    let content: Value =
        ["application/json-patch+json", "text/json", "application/json", "application/*+json"]
            .map(|name| (name.to_owned(), media.clone()))
            .into_iter()
            .collect();
    let operation = json!({ "summary": "A", "requestBody": { "content": content }, "responses": { "200": { "description": "" } } });
    let built = site(&description(json!({ "/a": { "post": operation } }), json!({}))).build();
    let page = built.html("api-reference/a.md");
    assert!(
        page.contains("Content-Type: application/json'") && !page.contains("Type: application/json-patch"),
        "{page}"
    );
}

#[test]
fn oas_01_a_description_in_yaml_may_stand_away_from_the_margin() {
    let text = "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      summary: A\n      description: |\n        One.\n\n        \
                - two\n      responses:\n        \"200\":\n          description: fine\n  /b:\n    get:\n      summary: 3\n";
    let moved: String = text.lines().map(|line| format!("  {line}\n")).collect();
    let pages = |text: &str| {
        let mut site = site("").file("openapi.yaml", text);
        site.remove("openapi.json");
        site.edit_config(|config| config["navigation"]["groups"][1]["openapi"] = json!("openapi.yaml"));
        let built = site.build();
        built.assert_no_problems();
        ["a", "3"].map(|page| built.html(&format!("api-reference/{page}.md")).to_owned())
    };
    let expected = pages(text);
    assert!(expected[0].contains("- two"), "{expected:?}");
    assert_eq!(pages(&format!("---\n{moved}")), expected);
}
