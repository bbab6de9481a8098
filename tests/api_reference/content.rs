//! What pages say of parameters, bodies, responses and schemas: golden files of a description with every keyword, and
//! the rules one by one.

use docs::api::load::load_description;
use docs::api::{document, example, schema};
use docs::config::api::Api;
use docs::text::SourcePath;
use serde_json::{Value, json};

use super::{description, get, site};
use crate::site::{Site, assert_golden, fixtures};

/// The pages of a description in `fixtures/descriptions` as Markdown, one after the other.
fn golden(name: &str, key: &str) {
    let folder = fixtures().join("descriptions");
    let text = std::fs::read_to_string(folder.join(format!("{name}.yaml"))).expect("a description");
    let built = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] },
            { "group": "API", key: "api.yaml" },
        ] } }))
        .file("index.mdx", "# Home\n")
        .file("api.yaml", &text)
        .build();
    built.assert_no_problems();
    let mut all = String::new();
    for path in built.files().keys().filter(|path| path.starts_with("api-reference/")) {
        if path.ends_with(".md") {
            all.push_str(&format!("<!-- {path} -->\n{}\n", built.html(path)));
            crate::html::parse(built.body(&path.replace(".md", "/index.html")));
        }
    }
    assert_golden(&folder.join(format!("{name}.md")), &all);
}

#[test]
fn oas_42_the_zoo_has_every_keyword() {
    golden("zoo", "openapi");
}

#[test]
fn asy_02_channels_have_messages_bindings_and_servers() {
    golden("events", "asyncapi");
}

/// The example that is generated for a schema.
fn example_of(schema: Value) -> Value {
    let schemas = json!({
        "Subject": schema,
        "Node": { "type": "object", "properties": {
            "value": { "type": "integer" }, "children": { "type": "array", "items": { "$ref": "#/components/schemas/Node" } } } },
        "Base": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } } },
    });
    let text = description(json!({}), json!({ "schemas": schemas }));
    let (found, _) = load_description(&SourcePath::new("a.json"), &text);
    let found = found.expect("a description");
    let subject = found.target("#/components/schemas/Subject").expect("a schema");
    example::generated(&found, subject, schema::Direction::Response).unwrap_or(json!("nothing"))
}

#[test]
fn oas_49_examples_are_generated_by_the_rules() {
    let cases = [
        (json!({ "type": "string", "format": "date" }), json!("2023-12-25")),
        (json!({ "type": "string", "format": "date-time" }), json!("2023-11-07T05:31:56Z")),
        (json!({ "type": "string", "format": "email" }), json!("jsmith@example.com")),
        (json!({ "type": "string", "format": "uuid" }), json!("3c90c3cc-0d44-4b50-8888-8dd25736052a")),
        (json!({ "type": "string", "format": "byte" }), json!("aSDinaTvuI8gbWludGxpZnk=")),
        (json!({ "type": "string", "format": "uri" }), json!("<string>")),
        (json!({ "type": "string" }), json!("<string>")),
        (json!({ "type": "boolean" }), json!(true)),
        (json!({ "type": "integer" }), json!(123)),
        (json!({ "type": "integer", "minimum": 1, "maximum": 100 }), json!(50)),
        (json!({ "type": "number", "minimum": 1, "maximum": 2 }), json!(1.5)),
        (json!({ "type": "number", "minimum": 7 }), json!(8)),
        (json!({ "type": "number", "maximum": 10 }), json!(9)),
        (json!({ "type": "number", "maximum": 500 }), json!(123)),
        (json!({ "enum": ["b", "a"] }), json!("b")),
        (json!({ "type": "string", "enum": ["b"], "default": "a", "example": "c" }), json!("c")),
        (json!({ "type": "string", "default": "a", "const": "b" }), json!("a")),
        (json!({ "type": "string", "examples": ["e", "f"] }), json!("e")),
        (json!({}), json!("<any>")),
        (json!({ "type": "array", "items": { "type": "integer" } }), json!([123])),
        (json!({ "type": "object" }), json!({})),
        (json!({ "type": "object", "additionalProperties": { "type": "string" } }), json!({})),
        (json!({ "type": "null" }), json!(null)),
        (json!({ "type": ["string", "null"] }), json!("<string>")),
        (
            json!({ "type": "object", "properties": {
                "f": { "type": "string", "format": "binary" }, "w": { "type": "string", "writeOnly": true }, "s": { "type": "string" } } }),
            json!({ "s": "<string>" }),
        ),
        (json!({ "$ref": "#/components/schemas/Node" }), json!({ "value": 123, "children": [] })),
        (
            json!({ "allOf": [{ "$ref": "#/components/schemas/Base" }, { "properties": { "x": { "type": "boolean" } } }] }),
            json!({ "kind": "<string>", "x": true }),
        ),
        (json!({ "oneOf": [{ "type": "integer" }, { "type": "string" }] }), json!(123)),
        (json!({ "anyOf": [{ "type": "null" }, { "type": "string" }] }), json!("<string>")),
        (
            json!({ "type": "object", "properties": { "a": { "type": "integer" } }, "oneOf": [
                { "properties": { "b": { "type": "integer" } } }, { "properties": { "c": { "type": "integer" } } }] }),
            json!({ "a": 123, "b": 123 }),
        ),
    ];
    for (schema, expected) in cases {
        assert_eq!(example_of(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn oas_49_only_numbers_follow_the_limits_of_their_schemas() {
    let cases = [
        (json!({ "type": "string", "minLength": 20 }), json!("<string>")),
        (json!({ "type": "string", "maxLength": 3, "pattern": "^a" }), json!("<string>")),
        (json!({ "type": "array", "items": { "type": "integer" }, "minItems": 2 }), json!([123])),
        (
            json!({ "type": "array", "items": { "enum": ["a", "b"] }, "minItems": 2, "uniqueItems": true }),
            json!(["a"]),
        ),
        (json!({ "type": "array" }), json!(["<any>"])),
        (json!({ "type": "array", "items": true }), json!(["<any>"])),
        (json!({ "type": "array", "items": false }), json!([])),
        (json!({ "nullable": true }), json!("<any>")),
        (json!({ "nullable": true, "description": "Whatever." }), json!("<any>")),
        (json!({ "oneOf": [{ "type": "null" }] }), json!(null)),
        (json!({ "type": "integer", "exclusiveMinimum": 0, "maximum": 1 }), json!(1)),
        // The next step after what the rule gives, where that is none.
        (json!({ "type": "integer", "minimum": 10, "multipleOf": 5 }), json!(10)),
        (json!({ "type": "integer", "multipleOf": 10 }), json!(120)),
        (json!({ "type": "integer", "minimum": 125, "maximum": 130, "multipleOf": 64 }), json!(128)),
        (
            json!({ "type": "number", "minimum": 0.2, "maximum": 0.4, "multipleOf": 0.1 }),
            json!((0.2 + 0.4) / 2.0),
        ),
    ];
    for (schema, expected) in cases {
        assert_eq!(example_of(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn oas_49_an_example_has_all_properties_however_many_and_deep() {
    let mut schema = json!({ "type": "string" });
    for _ in 0..15 {
        schema = json!({ "type": "array", "items": { "type": "object", "properties": { "a": schema } } });
    }
    let text = example_of(schema).to_string();
    assert!(text.contains("<string>"), "{text}");
    let fields: serde_json::Map<String, Value> =
        (0..5_000).map(|number| (format!("f{number}"), json!({ "type": "string" }))).collect();
    let made = example_of(json!({ "type": "object", "properties": fields }));
    assert_eq!(made.as_object().map(serde_json::Map::len), Some(5_000));
}

#[test]
fn oas_49_what_has_no_room_is_cut_at_its_depth() {
    let reference = |level: u32| json!({ "$ref": format!("#/components/schemas/S{level}") });
    let mut schemas = json!({ "S30": { "type": "string" } });
    for level in 0..30 {
        let below = reference(level + 1);
        schemas[format!("S{level}")] =
            json!({ "type": "object", "required": ["b"], "properties": { "a": below, "b": below } });
    }
    let text = description(json!({}), json!({ "schemas": schemas }));
    let (found, _) = load_description(&SourcePath::new("a.json"), &text);
    let found = found.expect("a description");
    let made = example::generated(&found, &reference(0), schema::Direction::Response).expect("an example");
    assert!(made.to_string().len() < 100_000, "{}", made.to_string().len());
    assert_eq!(made["a"]["a"]["a"], made["b"]["b"]["b"]);
}

#[test]
fn oas_49_what_contains_itself_ends_where_its_schema_allows_it() {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let schemas = json!({
        "Optional": { "type": "object", "properties": { "id": { "type": "integer" }, "next": reference("Optional") } },
        "Required": { "type": "object", "required": ["next"], "properties": { "next": reference("Required") } },
        "Nullable": { "type": "object", "required": ["next"],
            "properties": { "next": { "oneOf": [reference("Nullable"), { "type": "null" }] } } },
        "Filter": { "oneOf": [
            { "type": "object", "properties": { "not": reference("Filter") } }, reference("Leaf") ] },
        "Leaf": { "type": "object", "properties": { "field": { "type": "string" } } },
        "Value": { "type": "array", "items": { "oneOf": [reference("Value"), { "type": "integer" }] } },
    });
    let text = description(json!({}), json!({ "schemas": schemas }));
    let (found, _) = load_description(&SourcePath::new("a.json"), &text);
    let found = found.expect("a description");
    let example = |name: &str| example::generated(&found, &reference(name), schema::Direction::Response);
    assert_eq!(example("Optional"), Some(json!({ "id": 123 })));
    assert_eq!(example("Required"), Some(json!({ "next": {} })));
    assert_eq!(example("Nullable"), Some(json!({ "next": null })));
    assert_eq!(example("Value"), Some(json!([123])));
    assert_eq!(example("Filter"), Some(json!({})));
}

#[test]
fn oas_49_named_examples_are_choices() {
    let mut item = get("Named", json!({ "type": "string" }));
    item["get"]["responses"]["200"]["content"]["application/json"]["examples"] = json!({
        "cat": { "summary": "A cat", "value": { "name": "Tom" } },
        "dog": { "value": { "name": "Rex" } },
        "far": { "externalValue": "https://files.test/x.json" },
    });
    let built = site(&description(json!({ "/a": item }), json!({}))).build();
    let page = built.html("api-reference/named.md");
    assert!(
        page.contains("```json title=\"200 A cat\"") && page.contains("```json title=\"200 dog\""),
        "{page}"
    );
    assert!(!page.contains("title=\"200 far\""), "{page}");
}

#[test]
fn oas_45_variants_are_named_by_the_value_of_the_discriminator() {
    let schemas = json!({
        "Cat": { "type": "object", "properties": { "kind": { "type": "string" }, "lives": { "type": "integer" } } },
        "Dog": { "type": "object", "properties": { "kind": { "type": "string" }, "barks": { "type": "boolean" } } },
        "Pet": {
            "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
            "discriminator": { "propertyName": "kind", "mapping": { "tabby": "#/components/schemas/Cat", "poodle": "Dog" } },
        },
    });
    let paths = json!({ "/pet": get("Pet", json!({ "$ref": "#/components/schemas/Pet" })) });
    let built = site(&description(paths, json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/pet.md");
    assert!(
        page.contains("### tabby") && page.contains("### poodle") && page.contains("by `kind`"),
        "{page}"
    );
}

#[test]
fn oas_40_the_line_has_the_server_when_it_is_asked_for() {
    let text = json!({
        "openapi": "3.1.0",
        "info": { "title": "T", "version": "1" },
        "servers": [{ "url": "https://{region}.api.test/", "variables": { "region": { "default": "eu", "enum": ["eu", "us"] } } }],
        "paths": { "/a/{id}": get("A", json!({})) },
    });
    let mut site = site(&text.to_string());
    let built = site.build();
    assert!(built.html("api-reference/a/index.html").contains("{region} = eu (one of eu, us)"));
    assert!(!built.html("api-reference/a/index.html").contains("class=\"api-endpoint-server\""));
    site.edit_config(|config| config["api"] = json!({ "url": "full", "params": { "expanded": "all" } }));
    let full = site.build();
    assert!(
        full.html("api-reference/a/index.html")
            .contains("<span class=\"api-endpoint-server\">https://eu.api.test</span>")
    );
    full.assert_clean();
}

#[test]
fn oas_24_pills_come_from_settings_and_schemas() {
    let schema = json!({ "type": "object", "properties": {
        "a": { "type": "string", "nullable": true, "x-internal": true, "x-mint": { "pre": ["beta"], "post": ["paid"] } } } });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({})))
        .with_config(json!({ "api": { "params": { "post": ["x-internal", "nullable"] } } }))
        .build();
    let page = built.html("api-reference/a.md");
    assert!(page.contains("`string \\| null`, beta, x-internal, nullable, paid"), "{page}");
}

#[test]
fn oas_43_ids_say_where_a_field_stands_and_are_unique() {
    let schema = json!({ "type": "object", "properties": {
        "userId": { "type": "string" },
        "allowedNumbers": { "type": "array", "items": { "type": "object", "properties": { "number": { "type": "string" } } } },
        "user_id": { "type": "string" },
    } });
    let mut item = get("Ids", schema.clone());
    item["post"] = json!({ "summary": "Make", "requestBody": { "content": { "application/json": { "schema": schema } } },
        "parameters": [{ "name": "x-api-version", "in": "header", "schema": { "type": "string" } }] });
    let built = site(&description(json!({ "/a": item }), json!({}))).build();
    let page = built.html("api-reference/make/index.html");
    for id in
        ["parameter-x-api-version", "body-user-id", "body-user-id-1", "body-allowed-numbers-items-number"]
    {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(
        built.html("api-reference/ids/index.html").contains("id=\"response-allowed-numbers-items-number\"")
    );
}

#[test]
fn oas_43_a_large_page_shows_all_fields_of_the_top() {
    let wide = |depth: usize| -> Value {
        let mut schema =
            json!({ "type": "object", "properties": { "leaf": { "type": "string", "description": "x" } } });
        for _ in 0..depth {
            let fields = (0..8).map(|number| (format!("f{number}"), schema.clone()));
            schema = json!({ "type": "object", "properties": Value::Object(fields.collect()) });
        }
        schema
    };
    let mut fields: serde_json::Map<String, Value> =
        (0..30).map(|number| (format!("top{number}"), wide(2))).collect();
    fields.insert("last".to_owned(), json!({ "type": "string" }));
    let text =
        description(json!({ "/a": get("A", json!({ "type": "object", "properties": fields })) }), json!({}));
    let (found, _) = load_description(&SourcePath::new("a.json"), &text);
    let found = found.expect("a description");
    let nodes = document::operation_document(
        &found,
        &found.operations[0],
        document::Manner::english(&Api::default()),
    );
    let shown = format!("{nodes:?}");
    assert!(shown.contains("\"last\"") && shown.contains("\"top29\""));
    // What is below them is in files of their own.
    assert!(!shown.contains("does not show every") && shown.contains("schema part"));
}

#[test]
fn oas_43_a_field_called_example_has_an_id_of_its_own() {
    let schema = json!({ "type": "object", "properties": {
        "example": { "type": "string" }, "content": { "type": "string" } } });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({}))).build();
    let page = built.html("api-reference/a/index.html");
    for id in ["response-example", "response-example-1", "response-content"] {
        assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
}
