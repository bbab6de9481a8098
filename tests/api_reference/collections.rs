//! The Postman collection beside a description (PLAY-12).

use serde_json::{Value, json};

use super::site;

fn text(summary: &str) -> String {
    let id = json!({ "name": "id", "in": "path", "required": true, "description": "Which one.", "schema": { "type": "string" } });
    let body =
        |media: &str, schema: Value| json!({ "required": true, "content": { media: { "schema": schema } } });
    let tagged = |summary: &str, more: Value| {
        let mut operation = json!({ "summary": summary, "tags": ["Pets"], "responses": {} });
        operation.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        operation
    };
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Zoo", "version": "1", "description": "All of it." },
        "servers": [{ "url": "https://{region}.example.com/v1/", "variables": { "region": { "default": "eu" } } }],
        "security": [{ "token": [] }],
        "tags": [{ "name": "Pets", "x-group": "The pets" }],
        "paths": {
            "/pets/{id}": {
                "get": tagged(summary, json!({ "parameters": [id, { "name": "q", "in": "query", "example": "a b", "schema": { "type": "string" } }], "description": "Words." })),
                "put": tagged("Change a pet", json!({ "parameters": [id], "requestBody": body("application/json", json!({ "type": "object", "properties": { "name": { "type": "string", "example": "Tom" } } })), "security": [{ "key": [] }] })),
            },
            "/upload": { "post": tagged("Upload", json!({ "requestBody": body("multipart/form-data", json!({ "type": "object", "required": ["file"], "properties": { "file": { "type": "string", "format": "binary" } } })), "security": [{ "login": [] }] })) },
            "/files/{name}.{kind}": { "get": { "summary": "File", "tags": ["Pets"], "responses": {} } },
            "/open": { "get": { "summary": "Open", "security": [], "responses": {}, "servers": [{ "url": "https://other.example.com" }] } },
            "/secret": { "get": { "summary": "Secret", "x-excluded": true, "responses": {} } },
        },
        "webhooks": { "made": { "post": { "summary": "Made", "responses": {} } } },
        "components": { "securitySchemes": {
            "token": { "type": "http", "scheme": "bearer" }, "login": { "type": "http", "scheme": "basic" },
            "key": { "type": "apiKey", "in": "query", "name": "api_key" },
        } },
    })
    .to_string()
}

#[test]
fn play_12_a_collection_lies_beside_a_description_where_it_is_asked_for() {
    let config = |postman: bool| {
        json!({ "api": { "postman": postman }, "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": "openapi.json" },
        ] } })
    };
    let link = "---\ntitle: Home\ndescription: D\n---\n\n[Postman](/openapi.postman.json)\n";
    let mut site = site(&text("Get a pet")).file("index.mdx", link).with_config(config(true));
    let built = site.build();
    built.assert_no_problems();
    let made: Value = serde_json::from_str(built.html("openapi.postman.json")).unwrap();
    assert_eq!(made["info"]["name"], "Zoo");
    assert!(made["info"]["schema"].as_str().unwrap().contains("v2.1.0"));
    assert!(!made.to_string().contains("Secret") && !made.to_string().contains("\"Made\""), "{made}");
    let names = |items: &Value| -> Vec<String> {
        items.as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&made["item"]), ["The pets", "API Reference"]);
    let pets = &made["item"][0]["item"];
    assert_eq!(names(pets), ["Get a pet", "Change a pet", "Upload", "File"]);
    let get = &pets[0]["request"];
    assert_eq!(get["url"]["raw"], "{{baseUrl}}/pets/:id?q=a%20b");
    assert_eq!(get["url"]["path"], json!(["pets", ":id"]));
    assert_eq!(get["url"]["variable"], json!([{ "key": "id", "value": "", "description": "Which one." }]));
    assert_eq!(
        get["auth"],
        json!({ "type": "bearer", "bearer": [{ "key": "token", "value": "{{bearerToken}}", "type": "string" }] })
    );
    assert_eq!((&get["description"], &get["header"]), (&json!("Words."), &json!([])));
    let put = &pets[1]["request"];
    assert_eq!(put["auth"]["type"], "apikey");
    assert_eq!(put["url"]["raw"], "{{baseUrl}}/pets/:id");
    assert_eq!(put["body"]["mode"], "raw");
    assert!(put["body"]["raw"].as_str().unwrap().contains("\"Tom\""));
    let upload = &pets[2]["request"];
    assert_eq!(
        (&upload["auth"]["type"], &upload["body"]["formdata"][0]["type"]),
        (&json!("basic"), &json!("file"))
    );
    assert_eq!(pets[3]["request"]["url"]["raw"], "{{baseUrl}}/files/{{name}}.{{kind}}");
    let open = &made["item"][1]["item"][0]["request"];
    assert_eq!(
        (&open["auth"]["type"], &open["url"]["raw"]),
        (&json!("noauth"), &json!("https://other.example.com/open"))
    );
    let variables = made["variable"].to_string();
    for name in [
        "baseUrl",
        "https://eu.example.com/v1\"",
        "bearerToken",
        "apiKey",
        "username",
        "password",
        "\"kind\"",
    ] {
        assert!(variables.contains(name), "{name}: {variables}");
    }
    // It follows the description.
    site.edit("openapi.json", &text("Read a pet"));
    let edited = site.build();
    assert!(edited.html("openapi.postman.json").contains("Read a pet"));
    edited.assert_clean();
    // A file of the author's has its place.
    site.edit("openapi.postman.json", "{}");
    let own = site.build();
    assert_eq!(own.html("openapi.postman.json"), "{}");
    own.assert_clean();
    site.remove("openapi.postman.json");
    site.edit(
        "docs.json",
        &site
            .source("docs.json")
            .replace("\"postman\": true", "\"postman\": false")
            .replace("\"postman\":true", "\"postman\":false"),
    );
    let without = site.build();
    assert!(!without.files().contains_key("openapi.postman.json"));
    assert_eq!(without.codes(), ["broken-link"]);
    without.assert_clean();
}
