//! What a field row says of its type and its values.

use serde_json::{Value, json};

use super::{description, get, site};

/// The Markdown of the page of one operation that answers with these fields.
fn rows(fields: Value) -> String {
    let schema = json!({ "type": "object", "properties": fields });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({}))).build();
    built.assert_no_problems();
    built.html("api-reference/a.md").to_owned()
}

#[test]
fn oas_42_values_of_several_types_and_tuples_say_what_they_hold() {
    let text = rows(json!({
        "mixed": { "enum": [1, "two", true, null] },
        "nothing": { "const": null },
        "point": { "type": "array", "prefixItems": [{ "type": "number" }, { "type": "string" }], "items": false },
        "long": { "type": "array", "prefixItems": [{}, {}, {}, {}, {}, {}, {}] },
    }));
    for row in [
        r"| `mixed` | `enum<integer> \| enum<string> \| enum<boolean> \| null` |",
        "| `nothing` | `null` |",
        "| `point` | `[number, string]` |",
        "| `point[1]` | `string` |",
        "| `long` | `any[]` |",
        "| `long[6]` | `any` |",
    ] {
        assert!(text.contains(row), "{row}: {text}");
    }
}

#[test]
fn oas_42_a_field_that_may_not_be_there_has_no_row() {
    let text = rows(json!({ "here": { "type": "object", "properties": { "gone": false, "kept": true } } }));
    assert!(text.contains("| `here.kept` | `any` |") && !text.contains("`here.gone`"), "{text}");
    assert!(text.contains("Must not have: `gone`"), "{text}");
    // The example has none either.
    assert!(text.contains("\"kept\"") && !text.contains("\"gone\""), "{text}");
}

#[test]
fn oas_25_descriptions_of_values_are_markdown() {
    let schema = json!({ "type": "object", "properties": {
        "power": { "type": "string", "enum": ["on", "off", "list"], "x-enumDescriptions": {
            "on": "It is **on**", "off": "See [the rest](/index).\n\nIt *rests*.", "list": "- one\n- two" } },
    } });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({}))).build();
    built.assert_no_problems();
    let page = built.html("api-reference/a/index.html");
    assert!(page.contains("</code>: It is <strong>on</strong></li>"), "{page}");
    assert!(page.contains(">the rest</a>. It <em>rests</em>."), "{page}");
    let text = built.html("api-reference/a.md");
    assert!(text.contains("`on`: It is **on**") && text.contains("`off`: See [the rest](/"), "{text}");
    // Blocks have no room in a line.
    assert!(built.text("api-reference/a/index.html").contains("- one"), "{page}");
}

#[test]
fn oas_48_the_pill_for_what_may_be_null_is_there_in_both_versions() {
    let fields = json!({
        "old": { "type": "string", "nullable": true },
        "new": { "type": ["string", "null"] },
        "never": { "type": "string", "nullable": false },
    });
    let schema = json!({ "type": "object", "properties": fields });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({})))
        .with_config(json!({
            "api": { "params": { "post": ["nullable"] } },
            "navigation": { "groups": [
                { "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": "openapi.json" } ] },
        }))
        .build();
    let text = built.html("api-reference/a.md");
    for row in [
        r"| `old` | `string \| null`, nullable |",
        r"| `new` | `string \| null`, nullable |",
        "| `never` | `string` |",
    ] {
        assert!(text.contains(row), "{row}: {text}");
    }
}

#[test]
fn oas_42_each_example_of_a_field_is_shown_once_and_long_ones_take_no_room() {
    let long = "x".repeat(300);
    let umlauts = "ä".repeat(150);
    let all = rows(json!({
        "same": { "type": "string", "examples": ["a", "a", "b", "a"] },
        "late": { "type": "string", "examples": [long, long, long, long, long, "short"] },
        "wide": { "type": "string", "example": umlauts },
    }));
    let (all, _) = all.split_once("## Request example").expect("a table and samples");
    assert!(all.contains("Examples: `\"a\"`, `\"b\"`") && !all.contains("`\"b\"`,"), "{all}");
    assert!(all.contains("Example: `\"short\"`") && !all.contains("xxx"), "{all}");
    assert!(all.contains(&umlauts), "{all}");
}

#[test]
fn oas_42_a_value_that_is_null_is_one_of_the_values() {
    let schema = json!({ "type": "object", "properties": {
        "order": { "type": ["string", "null"], "enum": [null, "asc", "desc"] },
        "meant": { "enum": ["a", null], "x-enumDescriptions": { "a": "First.", "null": "None of them." } },
    } });
    let mut item = get("A", schema);
    item["get"]["parameters"] =
        json!([{ "name": "order", "in": "query", "required": true, "schema": { "enum": [null, "asc"] } }]);
    let built = site(&description(json!({ "/a": item }), json!({}))).build();
    let page = built.html("api-reference/a.md");
    assert!(page.contains("Available options: `null`, `asc`, `desc`"), "{page}");
    assert!(page.contains("`null`: None of them."), "{page}");
    // What is made up is a value that says something.
    assert!(page.contains("order=asc"), "{page}");
}

#[test]
fn oas_47_what_a_condition_forbids_is_told_as_such() {
    let schema = json!({ "type": "object",
        "properties": { "k": { "enum": ["a", "b"] }, "v": { "type": "string" }, "w": { "type": "string" }, "x": { "type": "string" } },
        "if": { "properties": { "k": { "const": "a" } } },
        "then": { "properties": { "v": false }, "minProperties": 2 },
        "else": { "properties": { "w": false } },
        "dependentSchemas": { "v": { "properties": { "x": false } } } });
    let text = description(json!({ "/a": get("A", schema) }), json!({}));
    let text = site(&text).build().html("api-reference/a.md").to_owned();
    for part in ["Must not have: `v`", "Must not have: `w`", "Must not have: `x`", "at least 2 properties"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("(`any`)"), "{text}");
}

#[test]
fn oas_42_values_of_several_types_are_told_apart() {
    let fields = json!({ "e": { "enum": ["1", 1, "null", null] }, "n": { "enum": ["a", null] }, "z": { "enum": ["null", null] },
        "x": { "not": { "enum": ["1", 1] } } });
    let text = rows(fields);
    for part in
        ["`\"1\"`, `1`, `\"null\"`, `null`", "`a`, `null`", "`\"null\"`, `null`", "Must not be: `\"1\"`, `1`"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn oas_42_facts_in_a_cell_are_lines_and_say_whose_they_are() {
    let inner =
        json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": "number", "minimum": 0 } });
    let fields = json!({ "mat": { "type": "array", "minItems": 1, "items": inner },
        "m": { "type": "object", "propertyNames": { "format": "uuid" } } });
    let text = rows(fields);
    let expected = "Allowed: `at least 1 item`<br />Allowed for each item: `exactly 2 items` (`number[]`)<br />\
                    Allowed for each item: `x ≥ 0` (`number`)";
    assert!(text.contains(expected) && text.contains("Names: `uuid`"), "{text}");
}
