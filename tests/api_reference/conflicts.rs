//! What in a description contradicts itself: parts of `allOf`, and a navigation that lists an operation twice.

use docs::api::load::load_description;
use docs::diagnostic::Severity;
use docs::text::SourcePath;
use serde_json::{Value, json};

use super::{description, get};
use crate::site::Site;

/// What is told of a schema, beside others that it may refer to.
fn told(schema: Value) -> Vec<String> {
    let schemas = json!({
        "Subject": schema,
        "Text": { "type": "string" },
        "Base": { "type": "object", "properties": {
            "size": { "type": "integer", "minimum": 10 }, "kind": { "enum": ["a", "b"] }, "text": { "$ref": "#/components/schemas/Text" },
            "inner": { "type": "object", "properties": { "x": { "type": "boolean" } } } } },
    });
    let (_, problems) = load_description(
        &SourcePath::new("a.json"),
        &description(json!({ "/a": {} }), json!({ "schemas": schemas })),
    );
    problems
        .into_iter()
        .filter(|problem| problem.code == "api-schema-conflict")
        .map(|problem| {
            assert!(problem.location.is_some_and(|place| place.line > 0));
            assert_eq!(problem.severity, Severity::Warning);
            problem.message
        })
        .collect()
}

#[test]
fn oas_46_parts_that_contradict_each_other_are_told() {
    let with =
        |more: Value| json!({ "allOf": [{ "$ref": "#/components/schemas/Base" }, { "properties": more }] });
    for (schema, words) in [
        (
            json!({ "allOf": [{ "type": "string" }, { "type": "integer" }] }),
            "it would be `string` and `integer`",
        ),
        (
            json!({ "allOf": [{ "$ref": "#/components/schemas/Base" }, { "$ref": "#/components/schemas/Text" }] }),
            "`object` and `string`",
        ),
        (json!({ "type": "array", "allOf": [{ "type": "object" }] }), "`array` and `object`"),
        (with(json!({ "size": { "type": "string" } })), "`size` fits no value"),
        (with(json!({ "text": { "type": ["number", "null"] } })), "`text` fits no value"),
        (
            with(json!({ "inner": { "properties": { "x": { "type": "string" } } } })),
            "`inner.x` fits no value",
        ),
        (
            with(json!({ "kind": { "enum": ["c"] } })),
            "the values `\"a\"`, `\"b\"` and `\"c\"` have none in common",
        ),
        (with(json!({ "size": { "maximum": 5 } })), "`minimum` 10 is above `maximum` 5"),
        (
            json!({ "type": "object", "properties": { "deep": { "allOf": [{ "maxLength": 3 }, { "minLength": 4 }] } } }),
            "`minLength` 4",
        ),
    ] {
        let problems = told(schema.clone());
        assert!(matches!(&problems[..], [one] if one.contains(words)), "{schema}: {problems:?}");
    }
}

#[test]
fn oas_46_what_is_only_narrower_is_not() {
    let with =
        |more: Value| json!({ "allOf": [{ "$ref": "#/components/schemas/Base" }, { "properties": more }] });
    for schema in [
        with(json!({ "size": { "type": "number", "minimum": 20, "maximum": 30 } })),
        with(json!({ "kind": { "enum": ["b"] }, "text": { "description": "Words.", "maxLength": 5 } })),
        with(json!({ "kind": { "const": "a" }, "other": { "type": "string" } })),
        json!({ "allOf": [{ "$ref": "#/components/schemas/Text" }, { "nullable": true }, { "type": ["string", "null"] }] }),
        json!({ "allOf": [{ "oneOf": [{ "type": "string" }, { "type": "integer" }] }, { "type": "string" }] }),
        // Alternatives contradict each other by nature, and what is said once contradicts nothing.
        json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] }),
        json!({ "type": "integer", "minimum": 10, "maximum": 5 }),
        json!({ "type": "object", "example": { "allOf": [{ "type": "string" }, { "type": "integer" }] } }),
        json!({ "allOf": [{ "$ref": "#/components/schemas/Subject" }, { "type": "object" }] }),
    ] {
        assert_eq!(told(schema.clone()), Vec::<String>::new(), "{schema}");
    }
}

#[test]
fn oas_09_an_operation_is_listed_once_by_a_level() {
    let site = |pages: Value, other: Value| {
        Site::new()
            .with_config(json!({ "navigation": { "groups": [
                { "group": "API", "openapi": "openapi.json", "pages": pages },
                { "group": "Other", "openapi": "openapi.json", "pages": other },
            ] } }))
            .file("index.mdx", "# Home\n")
            .file("own.mdx", "---\ntitle: Own\nopenapi: GET /a\n---\n")
            .file(
                "openapi.json",
                &description(json!({ "/a": get("A", json!({})), "/b": get("B", json!({})) }), json!({})),
            )
            .build()
    };
    let built = site(json!(["index", "own", { "group": "More", "pages": ["GET /a"] }]), json!([]));
    let twice = built.diagnostics().iter().find(|problem| problem.code == "api-operation-twice");
    let twice = twice.unwrap_or_else(|| panic!("{:?}", built.problems()));
    assert_eq!(twice.severity, Severity::Error);
    assert!(
        twice.location.as_ref().is_some_and(|place| place.path.as_str() == "docs.json" && place.line > 0)
    );
    let apart = [
        (json!(["index", "own", "GET /b"]), json!(["GET /a"])),
        (json!(["index", "GET /a", "GET /a", "GET /b"]), json!(["own"])),
    ];
    for (pages, other) in apart {
        let built = site(pages, other);
        assert!(!built.codes().contains(&"api-operation-twice"), "{:?}", built.problems());
    }
}

#[test]
fn oas_23_an_operation_for_some_readers_is_told_like_a_page() {
    let mut secret = get("A", json!({}));
    secret["get"]["x-mint"] = json!({ "groups": ["admin"] });
    let mut site = super::site(&description(json!({ "/a": secret, "/b": get("B", json!({})) }), json!({})));
    let built = site.build();
    let told: Vec<&str> = built
        .diagnostics()
        .iter()
        .filter(|problem| problem.code == "page-withheld")
        .map(|problem| problem.message.as_str())
        .collect();
    assert_eq!(told, ["`GET /a` of openapi.json has `groups`, so it is left out of the site"]);
    assert!(!built.files().contains_key("api-reference/a/index.html"));
}
