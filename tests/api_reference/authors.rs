//! What descriptions of others hold that no specification tells them to.

use serde_json::{Value, json};

use super::{description, get, site};
use crate::site::Site;

/// An operation whose answer has an example.
fn with_example(mut item: Value, example: Value) -> Value {
    item["get"]["responses"]["200"]["content"]["application/json"]["example"] = example;
    item
}

#[test]
fn oas_41_words_that_were_said_of_the_operation_are_not_repeated_for_its_body() {
    let mut item = get(
        "Made",
        json!({ "type": "object", "description": "Another.", "properties": { "id": { "type": "string" } } }),
    );
    item["get"]["description"] = json!("Sent when it is made.");
    item["post"] = item["get"].clone();
    item["post"]["summary"] = json!("Sent");
    item["post"]["requestBody"] = json!({ "content": { "application/json": { "schema": {
        "type": "object", "description": "Sent when it is made.\n", "properties": { "name": { "type": "string" } } } } } });
    let built = site(&description(json!({ "/made": item }), json!({}))).build();
    built.assert_no_problems();
    let page = built.html("api-reference/sent.md");
    assert_eq!(page.matches("Sent when it is made.").count(), 1, "{page}");
    assert!(page.contains("Another.") && page.contains("`name`"), "{page}");
}

#[test]
fn oas_44_members_without_names_are_called_by_the_value_that_tells_them_apart() {
    let member = |kind: &str, more: &str| json!({ "type": "object", "properties": { "id": { "type": "string" }, "kind": { "enum": [kind] }, more: { "type": "string" } } });
    let named = json!({ "oneOf": [member("oauth", "token"), member("key", "secret")] });
    // Nothing tells these apart.
    let alike = json!({ "oneOf": [member("same", "one"), member("same", "two")] });
    let paths = json!({ "/named": get("Named", named), "/alike": get("Alike", alike) });
    let built = site(&description(paths, json!({}))).build();
    built.assert_no_problems();
    let titles = |name: &str| {
        let page = built.html(&format!("api-reference/{name}/index.html"));
        let panels = page.split("schema-choice").nth(1).unwrap().split("data-title=\"").skip(1);
        panels.map(|rest| rest.split('"').next().unwrap().to_owned()).take(2).collect::<Vec<_>>()
    };
    assert_eq!(titles("named"), ["oauth", "key"]);
    assert_eq!(titles("alike"), ["object 1", "object 2"]);
}

#[test]
fn oas_41_what_a_scope_gives_is_markdown() {
    let mut item = get("Read", json!({}));
    item["get"]["security"] = json!([{ "login": ["api"] }]);
    let flow = json!({ "authorizationUrl": "https://a.test", "tokenUrl": "https://a.test/token", "scopes": { "api": "All below `/v1/*`, see [there](https://a.test/scopes)." } });
    let schemes = json!({ "securitySchemes": { "login": { "type": "oauth2", "flows": { "authorizationCode": flow } } } });
    let built = site(&description(json!({ "/read": item }), schemes)).build();
    built.assert_no_problems();
    let page = built.html("api-reference/read/index.html");
    assert!(page.contains(": All below <code>/v1/*</code>, see <a"), "{page}");
}

#[test]
fn asy_02_parameters_of_a_connection_may_have_their_schema_inside() {
    let chat = json!({ "asyncapi": "2.6.0", "info": { "title": "Chat", "version": "1" },
        "servers": { "own": { "url": "wss://api.test", "protocol": "wss" } },
        "channels": { "/chat": { "bindings": { "ws": { "query": { "type": "object", "required": ["room"], "properties": {
            "room": { "description": "Which one.", "schema": { "type": "string", "enum": ["red", "blue"] } },
            "plain": { "type": "integer" },
        } } } }, "publish": { "message": { "payload": { "type": "string" } } } } } });
    let built = Site::new()
        .with_config(json!({ "navigation": { "groups": [{ "group": "Start", "pages": ["index"] }, { "group": "Chat", "asyncapi": "chat.json" }] } }))
        .file("index.mdx", "# Home\n")
        .file("chat.json", &chat.to_string())
        .build();
    built.assert_no_problems();
    let name = built.files().keys().find(|name| name.ends_with("/chat.md")).unwrap();
    let page = built.html(name);
    let row = page.lines().find(|line| line.contains("`room`")).unwrap_or_default();
    assert!(row.contains("enum<string>") && row.contains("Which one.") && row.contains("yes"), "{page}");
    assert!(page.contains("| `plain` | `integer`"), "{page}");
    let html = built.html(&name.replace(".md", "/index.html"));
    let data = html
        .split("class=\"playground-data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script").next())
        .unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(
        data["parameters"][1]["schema"]["enum"]
            .as_array()
            .map(Vec::len)
            .max(data["parameters"][0]["schema"]["enum"].as_array().map(Vec::len)),
        Some(2),
        "{data}"
    );
}

#[test]
fn oas_49_an_example_may_be_written_as_a_reference() {
    let whole = |name: &str| {
        let size = json!({ "type": "object", "default": { "$ref": "#/components/schemas/Size/example" } });
        let item = get("Users", json!({ "type": "object", "properties": { "size": size } }));
        let item = with_example(
            item,
            json!({
                "users": [{ "$ref": "#/components/examples/Ann/value" }, { "$ref": "#/components/examples/Bob" }],
                "elsewhere": { "$ref": "https://a.test/v2/Users/1" },
            }),
        );
        let examples = json!({ "Ann": { "value": { "name": name } }, "Bob": { "summary": "B", "value": { "name": "Bob" } } });
        let schemas = json!({ "Size": { "type": "object", "example": { "width": 3 } } });
        description(json!({ "/users": item }), json!({ "examples": examples, "schemas": schemas }))
    };
    let mut site = site(&whole("Ann"));
    let built = site.build();
    built.assert_no_problems();
    let page = built.html("api-reference/users.md");
    for part in ["\"name\": \"Ann\"", "\"name\": \"Bob\"", "{\"width\":3}", "\"https://a.test/v2/Users/1\""] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("\"summary\"") && !page.contains("#/components"), "{page}");
    site.edit("openapi.json", &whole("Anna"));
    let edited = site.build();
    assert!(edited.html("api-reference/users.md").contains("\"Anna\""));
    edited.assert_clean();
}

#[test]
fn oas_49_an_example_that_refers_to_itself_or_to_too_much_is_what_the_author_wrote() {
    let again = json!({ "again": { "$ref": "#/components/examples/Circle/value" } });
    let mut examples = json!({ "Circle": { "value": again.clone() }, "Level0": { "value": ["end"] } });
    for level in 1..30 {
        let below = json!({ "$ref": format!("#/components/examples/Level{}", level - 1) });
        examples[format!("Level{level}")] = json!({ "value": [below.clone(), below] });
    }
    let circle = with_example(get("Circle", json!({ "type": "object" })), again);
    let many = json!([{ "$ref": "#/components/examples/Level29" }]);
    let many = with_example(get("Many", json!({ "type": "array", "items": {} })), many);
    let paths = json!({ "/circle": circle, "/many": many });
    let built = site(&description(paths, json!({ "examples": examples }))).build();
    built.assert_no_problems();
    assert!(
        built.html("api-reference/circle.md").contains("\"$ref\": \"#/components/examples/Circle/value\"")
    );
    assert!(built.html("api-reference/many.md").contains("\"$ref\": \"#/components/examples/Level29\""));
}

#[test]
fn oas_28_samples_may_stand_in_files_of_their_own() {
    let mut item = get("Users", json!({ "type": "object" }));
    item["get"]["x-codeSamples"] = json!([
        { "$ref": "samples/curl.yaml" },
        { "$ref": "#/components/x-samples/Python" },
        { "lang": "PHP", "source": { "$ref": "samples/users.php" } },
    ]);
    let python = json!({ "lang": "python", "source": "users.list()" });
    let components = json!({ "x-samples": { "Python": python } });
    let built = site(&description(json!({ "/users": item }), components))
        .file("samples/curl.yaml", "lang: cURL\nsource: |-\n  curl https://a.test/users\n")
        .file("samples/users.php", "<?php echo 1;\n")
        .build();
    built.assert_no_problems();
    let page = built.html("api-reference/users.md");
    assert!(page.contains("curl https://a.test/users") && page.contains("users.list()"), "{page}");
}

#[test]
fn oas_51_a_webhook_may_be_called_like_a_keyword() {
    let whole = |words: &str| {
        let made =
            json!({ "type": "object", "properties": { "id": { "type": "string", "description": words } } });
        let body = json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Made" } } } });
        let hook = json!({ "post": { "summary": "Made", "requestBody": body, "responses": {} } });
        json!({
            "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
            "webhooks": { "default": hook }, "components": { "schemas": { "Made": made } },
        })
        .to_string()
    };
    let mut site = site(&whole("What it is."));
    let built = site.build();
    built.assert_no_problems();
    assert!(built.html("api-reference/made.md").contains("What it is."));
    site.edit("openapi.json", &whole("What it was."));
    let edited = site.build();
    assert!(edited.html("api-reference/made.md").contains("What it was."));
    edited.assert_clean();
}

#[test]
fn oas_49_a_long_text_that_is_named_often_stays_with_its_author() {
    let item = |name: &str, often: usize| {
        let item = get(name, json!({ "type": "array", "items": { "type": "string" } }));
        with_example(item, json!(vec![json!({ "$ref": "#/components/examples/Long" }); often]))
    };
    let examples = json!({ "examples": { "Long": { "value": "x".repeat(10_000) } } });
    let paths = json!({ "/once": item("Once", 1), "/often": item("Often", 1_000) });
    let built = site(&description(paths, examples)).build();
    built.assert_no_problems();
    let page = |name: &str| built.html(&format!("api-reference/{name}.md"));
    assert!(page("once").contains("xxxx") && !page("once").contains("#/components"));
    assert!(page("often").contains("#/components/examples/Long") && !page("often").contains("xxxx"));
}
