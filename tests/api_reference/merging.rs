//! `allOf`: what several schemas say together, and how types that contain themselves are called.

use docs::api::load::load_description;
use docs::api::schema::{Direction, Schema};
use docs::api::words::ENGLISH;
use docs::api::{ApiDescription, example};
use docs::text::SourcePath;
use serde_json::{Value, json};

use super::{description, get, site};

fn loaded(schemas: Value) -> ApiDescription {
    let text = description(json!({}), json!({ "schemas": schemas }));
    load_description(&SourcePath::new("a.json"), &text).0.expect("a description")
}

/// What is said of `Subject` among these schemas.
fn with_subject<T>(subject: Value, ask: impl Fn(&ApiDescription, &Schema<'_>) -> T) -> T {
    let found = loaded(json!({
        "Subject": subject,
        "Base": { "type": "object", "title": "Base", "description": "The base.", "required": ["id"],
            "properties": { "id": { "type": "string", "maxLength": 50, "description": "An id.", "nullable": true } } },
        "Colour": { "type": "string", "enum": ["red", "green", "blue"], "description": "A colour.", "default": "red",
            "nullable": true },
    }));
    let subject = found.target("#/components/schemas/Subject").expect("a schema");
    ask(&found, &Schema::of(&found, &[subject]))
}

#[test]
fn oas_46_the_nearest_words_are_right() {
    let text = |subject: Value, key: &str| {
        with_subject(subject, |_, schema| schema.keyword(key).cloned().unwrap_or(Value::Null))
    };
    let base = json!({ "$ref": "#/components/schemas/Base" });
    let colour = json!({ "$ref": "#/components/schemas/Colour" });
    // A later member before an earlier one, what stands around them before all.
    let members = json!([base, { "description": "Later.", "properties": { "x": {} } }]);
    assert_eq!(text(json!({ "allOf": members }), "description"), "Later.");
    assert_eq!(text(json!({ "allOf": members, "description": "Own." }), "description"), "Own.");
    assert_eq!(text(json!({ "allOf": [base, { "properties": { "x": {} } }] }), "description"), "The base.");
    assert_eq!(
        text(json!({ "allOf": [colour, { "description": "Of the car." }] }), "description"),
        "Of the car."
    );
    assert_eq!(
        text(
            json!({ "allOf": [{ "$ref": "#/components/schemas/Colour", "description": "Beside." }] }),
            "description"
        ),
        "Beside."
    );
    assert_eq!(text(json!({ "allOf": [colour, { "default": "blue" }] }), "default"), "blue");
    assert_eq!(text(json!({ "allOf": [colour, { "maxLength": 4, "example": "blue" }] }), "example"), "blue");
    // The title of a member is the name of another schema.
    let name = |subject| with_subject(subject, |found, schema| schema.name(found));
    assert_eq!(name(json!({ "allOf": [base, { "title": "Own", "properties": { "x": {} } }] })), "Own");
    assert_eq!(
        name(json!({ "title": "Mine", "allOf": [base, { "title": "Own", "properties": { "x": {} } }] })),
        "Mine"
    );
}

#[test]
fn oas_46_limits_are_the_narrowest() {
    let member = |more: Value| {
        json!({ "allOf": [
        { "type": "number", "minimum": 1, "maximum": 10, "enum": [1, 2, 3, 4], "nullable": true, "readOnly": true }, more] })
    };
    let limits = |subject| with_subject(subject, |_, schema| schema.constraints(&ENGLISH));
    assert_eq!(
        limits(member(json!({ "minimum": 3, "exclusiveMinimum": true, "maximum": 20 }))),
        ["x > 3", "x ≤ 10"]
    );
    assert_eq!(limits(member(json!({ "minimum": 0, "exclusiveMinimum": true }))), ["x ≥ 1", "x ≤ 10"]);
    assert_eq!(
        limits(json!({ "allOf": [{ "minLength": 2 }, { "minLength": 5, "maxLength": 9 }], "maxLength": 7 })),
        ["5 to 7 characters"]
    );
    let values = |subject| {
        with_subject(subject, |_, schema| {
            schema.enumerated().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>()
        })
    };
    assert_eq!(values(member(json!({ "enum": [4, 9, 2] }))), ["2", "4"]);
    assert_eq!(values(member(json!({ "type": "integer" }))), ["1", "2", "3", "4"]);
    let label = |subject| with_subject(subject, |found, schema| schema.type_label(found));
    assert_eq!(label(member(json!({ "type": "integer" }))), "enum<integer>");
    // `null` is right where all allow it, or where the schema itself says so.
    assert_eq!(label(member(json!({ "nullable": true }))), "enum<number> | null");
    assert_eq!(label(member(json!({ "maximum": 5 }))), "enum<number> | null");
    // A member that is there for this alone says it of the others.
    let count = json!({ "type": "integer" });
    assert_eq!(label(json!({ "allOf": [count, { "nullable": true }] })), "integer | null");
    assert_eq!(
        label(json!({ "allOf": [{ "nullable": true, "description": "None yet." }, count] })),
        "integer | null"
    );
    assert_eq!(label(json!({ "allOf": [count, { "nullable": true, "minimum": 1 }] })), "integer");
    assert_eq!(
        label(json!({ "allOf": [{ "type": "string", "nullable": true }, { "nullable": false }] })),
        "string"
    );
    assert_eq!(
        label(json!({ "allOf": [{ "$ref": "#/components/schemas/Base" }], "nullable": true })),
        "object | null"
    );
    assert_eq!(
        label(json!({ "type": "string", "allOf": [{ "$ref": "#/components/schemas/Colour" }] })),
        "enum<string>"
    );
    assert!(with_subject(member(json!({ "deprecated": true })), |_, schema| {
        schema.flag("readOnly") && schema.flag("deprecated")
    }));
}

#[test]
fn oas_46_properties_and_items_are_merged_below() {
    let subject = json!({ "allOf": [
        { "$ref": "#/components/schemas/Base" },
        { "required": ["rows"], "properties": {
            "id": { "description": "The id of a car.", "maxLength": 20 },
            "rows": { "type": "array", "items": { "type": "object", "properties": { "a": { "type": "string" } } } } } },
        { "properties": { "rows": { "description": "Rows.", "items": { "properties": { "b": { "type": "integer" } } } } } },
    ] });
    with_subject(subject, |found, schema| {
        let names: Vec<&str> = schema.properties.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["id", "rows"]);
        assert_eq!(schema.required.iter().copied().collect::<Vec<_>>(), ["id", "rows"]);
        let id = Schema::of(found, &schema.properties[0].1);
        assert_eq!(
            (id.text("description"), id.constraints(&ENGLISH)),
            (Some("The id of a car."), vec!["at most 20 characters".to_owned()])
        );
        let rows = Schema::of(found, &schema.properties[1].1);
        assert_eq!(rows.text("description"), Some("Rows."));
        let item = Schema::of(found, rows.items());
        let mut names: Vec<&str> = item.properties.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        assert_eq!(names, ["a", "b"]);
    });
}

#[test]
fn oas_46_members_have_examples_of_their_parts() {
    let found = loaded(json!({ "Subject": { "allOf": [
        { "type": "object", "properties": { "id": { "type": "string" }, "n": { "type": "integer" } }, "example": { "id": "a-1", "n": 7, "gone": true } },
        { "type": "object", "properties": { "name": { "type": "string" } }, "example": { "name": "Rex", "n": 8 } },
    ] } }));
    let subject = found.target("#/components/schemas/Subject").expect("a schema");
    let made = example::generated(&found, subject, Direction::Response);
    assert_eq!(made, Some(json!({ "id": "a-1", "n": 8, "name": "Rex" })));
}

#[test]
fn oas_46_names_of_values_stay_with_their_values() {
    let schema = json!({ "type": "object", "properties": { "level": { "allOf": [
        { "type": "integer", "enum": [1, 2, 3], "x-enum-varnames": ["LOW", "MIDDLE", "HIGH"] }, { "enum": [3, 1] }] } } });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({}))).build();
    let page = built.html("api-reference/a.md");
    assert!(page.contains("`1` `LOW`") && page.contains("`3` `HIGH`") && !page.contains("MIDDLE"), "{page}");
}

#[test]
fn oas_47_types_that_contain_themselves_have_names() {
    let found = loaded(json!({
        "List": { "type": "array", "items": { "$ref": "#/components/schemas/List" } },
        "Json": { "oneOf": [{ "type": "string" }, { "type": "array", "items": { "$ref": "#/components/schemas/Json" } }] },
        "Tree": { "type": "object", "properties": {
            "rows": { "type": "array", "items": { "type": "array", "items": { "$ref": "#/components/schemas/Tree" } } } } },
    }));
    let label = |name: &str| {
        let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
        Schema::of(&found, &[&reference]).type_label(&found)
    };
    assert_eq!(label("List"), "List[]");
    assert_eq!(label("Json"), "string | Json[]");
    assert_eq!(label("Tree"), "object");
    // A row in lists of lists leads to the row that has the same fields.
    let schemas = json!({ "Tree": found.target("#/components/schemas/Tree").expect("a schema") });
    let wrapped = json!({ "type": "object", "properties": { "grid": {
        "type": "array", "items": { "type": "array", "items": { "$ref": "#/components/schemas/Tree" } } } } });
    let built = site(&description(json!({ "/a": get("A", wrapped) }), json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/a/index.html");
    assert!(page.contains("object[][]"), "{page}");
    assert!(
        page.contains("Each has the same fields as <a class=\"link\" href=\"#response-grid\">")
            || page.contains("href=\"#response-grid\"><code>Tree</code>"),
        "{page}"
    );
}

#[test]
fn oas_45_members_without_a_mapping_are_named_by_their_schemas() {
    let member = |field: &str| json!({ "type": "object", "properties": { "kind": { "type": "string" }, field: { "type": "integer" } } });
    let schemas = json!({
        "Cat": member("lives"), "Dog": member("barks"),
        "Pet": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
            "discriminator": { "propertyName": "kind" } },
    });
    let paths = json!({ "/pet": get("Pet", json!({ "$ref": "#/components/schemas/Pet" })) });
    let built = site(&description(paths, json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/pet.md");
    assert!(page.contains("### Cat") && page.contains("### Dog") && page.contains("by `kind`"), "{page}");
    assert!(page.contains("\"kind\": \"Cat\""), "{page}");
}

#[test]
fn oas_45_a_base_that_is_chosen_from_its_children_is_not_chosen_from_again_in_them() {
    let pet = json!({ "type": "object", "required": ["kind"],
        "properties": { "kind": { "type": "string" }, "name": { "type": "string" } },
        "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
        "discriminator": { "propertyName": "kind",
            "mapping": { "cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog" } } });
    let child = |field: &str| {
        let own = json!({ "type": "object", "properties": { field: { "type": "integer" } } });
        json!({ "allOf": [{ "$ref": "#/components/schemas/Pet" }, own] })
    };
    let schemas = json!({ "Pet": pet, "Cat": child("claws"), "Dog": child("tail") });
    let shown = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let paths = json!({ "/pet": get("Pet", shown("Pet")), "/cat": get("Cat", shown("Cat")) });
    let built = site(&description(paths, json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/pet.md");
    assert_eq!(page.matches("One of these").count(), 1, "{page}");
    let example = page.split("## Response example").nth(1).unwrap_or_default();
    assert!(example.contains("\"kind\": \"cat\"") && example.contains("\"claws\": 123"), "{example}");
    assert!(!example.contains("tail"), "{example}");
    let cat = built.html("api-reference/cat.md");
    assert!(!cat.contains("One of these") && cat.contains("`claws`") && !cat.contains("`tail`"), "{cat}");
}

#[test]
fn oas_45_the_only_child_of_a_base_is_told_by_its_name() {
    let base = json!({ "type": "object", "discriminator": { "propertyName": "kind" },
        "properties": { "kind": { "type": "string" } } });
    let own = json!({ "type": "object", "properties": { "hunts": { "type": "boolean" } } });
    let cat = json!({ "allOf": [{ "$ref": "#/components/schemas/Pet" }, own] });
    let schemas = json!({ "Pet": base, "Cat": cat });
    let paths = json!({ "/pet": get("Pet", json!({ "$ref": "#/components/schemas/Pet" })) });
    let built = site(&description(paths, json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/pet.md");
    let at = page.find("One of these, by `kind`:").unwrap_or_else(|| panic!("{page}"));
    assert!(page[at..].contains("### Cat") && page[at..].contains("`hunts`"), "{page}");
}

#[test]
fn oas_45_a_base_stands_for_what_extends_it() {
    let kind = json!({ "type": "object", "required": ["kind"], "discriminator": { "propertyName": "kind" },
        "properties": { "kind": { "type": "string" } } });
    let child = |field: &str| {
        let own = json!({ "type": "object", "properties": { field: { "type": "string" } } });
        json!({ "allOf": [{ "$ref": "#/components/schemas/Animal" }, own] })
    };
    let whole = |field: &str| {
        let schemas = json!({ "Animal": kind, "Cat": child("lives"), "Dog": child(field) });
        description(
            json!({ "/a": get("A", json!({ "$ref": "#/components/schemas/Animal" })),
                "/cat": get("Cat", json!({ "$ref": "#/components/schemas/Cat" })) }),
            json!({ "schemas": schemas }),
        )
    };
    let mut site = site(&whole("barks"));
    let built = site.build();
    built.assert_no_problems();
    let text = built.html("api-reference/a.md");
    assert!(
        text.contains("One of these, by `kind`:") && text.contains("### Cat") && text.contains("### Dog"),
        "{text}"
    );
    assert!(text.contains("`lives`") && text.contains("`barks`"), "{text}");
    let cat = built.html("api-reference/cat.md");
    assert!(cat.contains("`lives`") && !cat.contains("One of these"), "{cat}");
    // The page follows a schema that its own does not refer to.
    site.edit("openapi.json", &whole("growls"));
    let edited = site.build();
    assert!(edited.html("api-reference/a.md").contains("`growls`"));
    edited.assert_clean();
}
