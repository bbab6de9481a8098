//! A page for each schema: its fields and what uses it (OAS-50, `api.schemas`).

use serde_json::{Value, json};

use super::{changed, get, site};
use crate::site::Site;

fn to(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// A description in which pets have owners, and an answer of another operation names none of them.
fn text(change: impl FnOnce(&mut Value)) -> String {
    let mut paths = json!({
        "/pets": get("List pets", json!({ "type": "array", "items": to("Pet") })),
        "/owners/{id}": get("Get an owner", to("Owner")),
        "/hidden": get("Hidden one", to("Secret")),
        "/kept": get("Kept", to("Kept back")),
        "/lost": get("Lost", to("Not There")),
        "/free": get("Free", json!({ "type": "string" })),
    });
    paths["/hidden"]["get"]["x-hidden"] = json!(true);
    paths["/kept"]["get"]["x-excluded"] = json!(true);
    paths["/owners/{id}"]["get"]["responses"]["404"] = json!({ "$ref": "#/components/responses/Missing" });
    let id = |words: &str| json!({ "type": "string", "description": words });
    let mut root = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": paths,
        "components": {
            "schemas": {
                "Pet": { "type": "object", "description": "Has an [owner](#/components/schemas/Owner).",
                    "properties": { "id": id("Of the pet."), "owner": to("Owner"), "near": to("Pet") } },
                "Owner": { "type": "object", "properties": { "id": id("Of <somebody>.") } },
                "Problem": { "type": "object", "deprecated": true, "properties": { "code": { "type": "integer" } } },
                "Secret": { "type": "object", "properties": { "owner": to("Owner") } },
                "Kept back": { "type": "object" },
                "Unused": { "type": "object" },
                "Animal": { "type": "object", "discriminator": { "propertyName": "kind" }, "properties": { "kind": { "type": "string" } } },
                "Cat": { "allOf": [to("Animal"), { "type": "object", "properties": { "lives": { "type": "integer" } } }] },
            },
            "responses": { "Missing": { "description": "None.", "content": { "application/json": { "schema": to("Problem") } } } },
        } });
    change(&mut root);
    root.to_string()
}

fn config(schemas: bool) -> Value {
    json!({ "api": { "schemas": schemas }, "navigation": { "groups": [
        { "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": "openapi.json" },
    ] } })
}

fn pages(built: &crate::site::Built) -> Vec<&str> {
    let pages = built.files().keys().filter_map(|path| path.strip_suffix(".md"));
    pages.filter_map(|path| path.strip_prefix("api-reference/schemas/")).collect()
}

#[test]
fn oas_50_schemas_have_pages_where_they_are_asked_for() {
    let mut site = site(&text(|_| {})).with_config(config(true));
    let built = site.build();
    assert_eq!(built.codes(), ["api-reference-broken"], "{:?}", built.problems());
    // Those of what is not listed, and of what nothing uses, have none.
    assert_eq!(pages(&built), ["owner", "pet", "problem"]);
    let pet = built.html("api-reference/schemas/pet.md");
    assert!(
        pet.starts_with("# Pet\n") && pet.contains("Has an [owner](/api-reference/schemas/owner)."),
        "{pet}"
    );
    assert!(pet.contains("| `id` | `string` |") && pet.contains("\"near\": "), "{pet}");
    let used = pet.split("## Used by").nth(1).unwrap_or_default();
    assert!(used.contains("| GET | `/pets` | [List pets](/api-reference/list-pets) |"), "{pet}");
    assert!(!used.contains("`Pet`") && !used.contains("owners"), "{pet}");
    let owner = built.html("api-reference/schemas/owner.md");
    assert!(owner.contains("[Get an owner](/api-reference/get-an-owner)"), "{owner}");
    assert!(owner.contains("[`Pet`](/api-reference/schemas/pet)") && !owner.contains("Secret"), "{owner}");
    // By way of a response that several operations could share.
    let problem = built.html("api-reference/schemas/problem.md");
    assert!(problem.contains("[Get an owner](/api-reference/get-an-owner)"), "{problem}");
    let home = built.html("index.html");
    let group = home.split(">Schemas<").nth(1).unwrap_or_default();
    let places =
        ["pet", "owner", "problem"].map(|name| group.find(&format!("/api-reference/schemas/{name}\"")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{group}");
    let html = built.html("api-reference/schemas/owner/index.html");
    assert!(html.contains("Of &lt;somebody&gt;.") && html.contains("id=\"schema-id\""), "{html}");

    // What a page does not show is no matter of it.
    site.edit("openapi.json", &text(|root| root["paths"]["/free"]["get"]["description"] = json!("Other.")));
    let other = site.build();
    assert!(
        changed(&built, &other).iter().all(|path| !path.contains("schemas/")),
        "{:?}",
        changed(&built, &other)
    );
    other.assert_clean();
    // Another title of an operation reaches those that it uses, another field the schema that has it.
    let renamed = text(|root| {
        root["paths"]["/pets"]["get"]["summary"] = json!("All pets");
        root["components"]["schemas"]["Owner"]["properties"]["name"] = json!({ "type": "string" });
    });
    site.edit("openapi.json", &renamed);
    let edited = site.build();
    assert!(edited.html("api-reference/schemas/pet.md").contains("[All pets](/api-reference/all-pets)"));
    assert!(edited.html("api-reference/schemas/owner.md").contains("| `name` |"));
    edited.assert_clean();
    // One that nothing uses any more has no page.
    site.edit("openapi.json", &text(|root| root["paths"]["/owners/{id}"]["get"]["x-hidden"] = json!(true)));
    let fewer = site.build();
    assert_eq!(pages(&fewer), ["owner", "pet"]);
    fewer.assert_clean();
}

#[test]
fn oas_50_a_base_brings_what_extends_it() {
    let cats = |root: &mut Value| root["paths"]["/free"] = get("Animals", to("Animal"));
    let built = site(&text(cats)).with_config(config(true)).build();
    assert_eq!(pages(&built), ["animal", "cat", "owner", "pet", "problem"]);
    let animal = built.html("api-reference/schemas/animal.md");
    assert!(animal.contains("[`Cat`](/api-reference/schemas/cat)"), "{animal}");
}

#[test]
fn oas_50_schemas_in_files_of_their_own_have_pages() {
    let mut paths = json!({ "/a": get("A", json!({ "$ref": "./schemas/pet.json" })) });
    paths["/b"] = get("B", json!({ "$ref": "#/components/schemas/Owner" }));
    let schemas = json!({ "Pet": { "$ref": "schemas/pet.json" }, "Owner": { "$ref": "schemas/owner.json" } });
    let description = json!({ "openapi": "3.0.3", "info": { "title": "T", "version": "1" }, "paths": paths,
        "components": { "schemas": schemas } });
    let pet = json!({ "type": "object", "description": "A pet.", "properties": { "owner": { "$ref": "owner.json" } } });
    let built = Site::new()
        .with_config(config(true))
        .file("index.mdx", "Start.\n")
        .file("openapi.json", &description.to_string())
        .file("schemas/pet.json", &pet.to_string())
        .file(
            "schemas/owner.json",
            &json!({ "type": "object", "properties": { "id": { "type": "string" } } }).to_string(),
        )
        .build();
    built.assert_no_problems();
    assert_eq!(pages(&built), ["owner", "pet"]);
    let owner = built.html("api-reference/schemas/owner.md");
    assert!(
        owner.contains("[B](/api-reference/b)") && owner.contains("[`Pet`](/api-reference/schemas/pet)"),
        "{owner}"
    );
    assert!(built.html("api-reference/schemas/pet.md").contains("A pet.\n"));
    built.assert_clean();
}

#[test]
fn oas_50_without_being_asked_no_schema_has_a_page() {
    let built = site(&text(|_| {})).with_config(config(false)).build();
    assert!(pages(&built).is_empty());
}
