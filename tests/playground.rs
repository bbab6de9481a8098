//! The playground as pages carry it: who gets a form, what its data say, how large they may be.

use std::time::Instant;

use serde_json::{Value, json};

use crate::site::{Built, Site};

fn description(operation: Value, components: Value) -> Value {
    json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "servers": [{ "url": "https://api.test/v1/" }],
        "paths": { "/things/{id}": { "post": operation } }, "components": components,
    })
}

fn site(root: &Value, api: Value) -> Site {
    let mut settings = json!({ "openapi": "api.json" });
    settings.as_object_mut().unwrap().extend(api.as_object().cloned().unwrap_or_default());
    let config = json!({
        "name": "Docs", "theme": "mint", "colors": { "primary": "#000000" }, "api": settings,
        "navigation": { "pages": ["index", "own", "by-hand"], "groups": [{ "group": "API", "openapi": "api.json" }] },
    });
    Site::new()
        .file("docs.json", &config.to_string())
        .file("index.mdx", "---\ntitle: Home\n---\n")
        .file("own.mdx", "---\ntitle: Own\nopenapi: POST /things/{id}\nplayground: none\n---\n")
        .file(
            "by-hand.mdx",
            "---\ntitle: By hand\napi: POST https://hand.test/users/{id}\nauthMethod: basic\n---\n\n\
             <ParamField query=\"limit\" type=\"int\" default=\"5\" placeholder=\"ten\" />\n\n\
             <ParamField body=\"name\" type=\"string\" required />\n",
        )
        .file("api.json", &root.to_string())
}

fn thing(more: Value) -> Value {
    let mut operation = json!({ "summary": "Make", "responses": {} });
    operation.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    operation
}

/// The data of the form of a page.
fn data(built: &Built, path: &str) -> Option<Value> {
    let html = built.html(&format!("{path}/index.html"));
    let text = html.split("class=\"playground-data\">").nth(1)?.split("</script").next()?;
    Some(serde_json::from_str(text).unwrap())
}

#[test]
fn play_01_the_configuration_and_the_page_decide() {
    let root = description(thing(json!({})), json!({}));
    for (display, has_form) in [("interactive", true), ("auth", true), ("simple", false), ("none", false)] {
        let built = site(&root, json!({ "playground": { "display": display } })).build();
        assert_eq!(data(&built, "api-reference/make").is_some(), has_form, "{display}");
        assert_eq!(data(&built, "own"), None);
    }
    let mut own = site(&root, json!({ "playground": { "display": "none" } }));
    own.edit("own.mdx", "---\ntitle: Own\nopenapi: POST /things/{id}\nplayground: interactive\n---\n");
    let built = own.build();
    assert!(data(&built, "own").is_some());
    // What is set later changes the pages of the API, and no others.
    own.edit("docs.json", &own.source("docs.json").replace("\"none\"", "\"interactive\""));
    let built = own.build();
    assert!(data(&built, "api-reference/make").is_some());
    assert!(built.query("render_body") <= 3, "{:?}", built.query_lines());
    built.assert_clean();
}

#[test]
fn play_01_without_a_server_there_is_nothing_to_send_to() {
    let mut root = description(thing(json!({})), json!({}));
    root.as_object_mut().unwrap().remove("servers");
    assert_eq!(data(&site(&root, json!({})).build(), "api-reference/make"), None);
}

#[test]
fn play_02_the_script_is_a_file_of_its_own_and_small() {
    let root = description(thing(json!({})), json!({}));
    let built = site(&root, json!({})).build();
    let name = built.files().keys().find(|name| name.starts_with("_docs/playground.")).unwrap();
    let size = miniz_oxide::deflate::compress_to_vec(&built.files()[name], 9).len();
    assert!(size < 45_000, "{size} bytes");
    let page = built.html("api-reference/make/index.html");
    // The script of every page names it, and loads it when a reader is about to press the button.
    assert!(!page.contains(name.as_str()) && page.contains("class=\"try-it tryit-button\""));
    let script = built.files().keys().find(|name| name.starts_with("_docs/site.")).unwrap();
    assert!(built.html(script).contains(name.trim_start_matches("_docs/")));
}

#[test]
fn oas_29_play_04_data_say_what_may_be_sent() {
    let body = json!({ "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } });
    let schema = json!({
        "type": "object", "required": ["name"],
        "properties": {
            "name": { "type": "string", "maxLength": 9, "description": "never said again" },
            "id": { "type": "string", "readOnly": true },
            "kind": { "type": ["string", "null"], "enum": ["a", "b"], "default": "b", "x-default": "a" },
            "key": { "type": "string", "writeOnly": true, "deprecated": true },
            "self": { "$ref": "#/components/schemas/A" }
        }
    });
    let root = description(thing(json!({ "requestBody": body })), json!({ "schemas": { "A": schema } }));
    let built = site(&root, json!({})).build();
    let form = data(&built, "api-reference/make").unwrap();
    assert_eq!(form["servers"], json!([{ "url": "https://api.test/v1" }]));
    assert_eq!((&form["proxy"], &form["credentials"]), (&Value::Null, &Value::Null));
    let own = &form["body"]["media"][0]["schema"];
    assert_eq!(own["required"], json!(["name"]));
    let expected = json!({
        "name": { "type": "string", "maxLength": 9 },
        "kind": { "type": "string", "nullable": true, "enum": ["a", "b"], "default": "b" },
        "key": { "type": "string", "writeOnly": true, "deprecated": true },
        "self": {}
    });
    assert_eq!(own["properties"], expected);
    // With `prefill`, values stand in the form; without, only defaults are shown as hints (OAS-57, OAS-29).
    let built = site(
        &root,
        json!({ "examples": { "prefill": true }, "playground": { "proxy": false, "credentials": true } }),
    )
    .build();
    let form = data(&built, "api-reference/make").unwrap();
    assert_eq!(form["body"]["media"][0]["schema"]["properties"]["kind"]["value"], "a");
    assert_eq!((&form["proxy"], &form["credentials"]), (&json!(false), &json!(true)));
}

#[test]
fn oas_29_play_05_schemes_have_what_a_reader_needs_to_sign_in() {
    let flow = json!({ "authorizationUrl": "https://id.test/a", "tokenUrl": "https://id.test/t", "scopes": { "read": "Read" } });
    let schemes = json!({ "securitySchemes": {
        "o": { "type": "oauth2", "flows": { "authorizationCode": flow } },
        "k": { "type": "apiKey", "in": "header", "name": "X-Key", "x-default": "demo" }
    } });
    let root = description(thing(json!({ "security": [{ "o": ["read"], "k": [] }, {}] })), schemes);
    let form = data(&site(&root, json!({})).build(), "api-reference/make").unwrap();
    assert_eq!(form["security"], json!([["o", "k"], []]));
    assert_eq!(form["schemes"]["k"]["value"], "demo");
    assert_eq!(form["schemes"]["o"]["flows"]["authorizationCode"]["scopes"], json!(["read"]));
}

#[test]
fn fm_05_play_05_pages_that_are_written_by_hand_have_the_same_form() {
    let root = description(thing(json!({})), json!({}));
    let form = data(&site(&root, json!({})).build(), "by-hand").unwrap();
    assert_eq!(form["servers"][0]["url"], "https://hand.test");
    assert_eq!(form["schemes"]["authorization"]["scheme"], "basic");
    let names: Vec<&str> =
        form["parameters"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["limit", "id"]);
    assert_eq!(form["parameters"][0]["schema"]["placeholder"], "ten");
    assert_eq!(form["body"]["media"][0]["schema"]["required"], json!(["name"]));
}

#[test]
fn play_02_data_are_small_whatever_a_description_holds() {
    let mut schemas = serde_json::Map::new();
    for level in 0..30 {
        let below = json!({ "$ref": format!("#/components/schemas/S{}", level + 1) });
        let properties: serde_json::Map<String, Value> =
            (0..6).map(|at| (format!("p{at}"), below.clone())).collect();
        schemas.insert(format!("S{level}"), json!({ "type": "object", "properties": properties }));
    }
    schemas.insert("S30".to_owned(), json!({ "type": "string", "enum": vec!["x"; 5_000] }));
    let body =
        json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/S0" } } } });
    let root = description(thing(json!({ "requestBody": body })), json!({ "schemas": schemas }));
    let started = Instant::now();
    let built = site(&root, json!({})).build();
    assert!(started.elapsed().as_secs() < 20);
    let size = data(&built, "api-reference/make").unwrap().to_string().len();
    assert!(size < 60_000, "{size} bytes");
}

#[test]
fn play_04_oas_48_what_may_be_null_has_the_form_of_what_it_is() {
    let schema = json!({ "type": "object", "properties": {
        "name": { "anyOf": [{ "type": "string", "maxLength": 3 }, { "type": "null" }] },
        "count": { "anyOf": [{ "type": "integer" }, { "type": "null" }], "default": 5 },
        "again": { "anyOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }] },
        "either": { "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] },
    } });
    let body =
        json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } });
    let root = description(thing(json!({ "requestBody": body })), json!({ "schemas": { "A": schema } }));
    let form = data(&site(&root, json!({})).build(), "api-reference/make").unwrap();
    let properties = &form["body"]["media"][0]["schema"]["properties"];
    assert_eq!(properties["name"], json!({ "type": "string", "nullable": true, "maxLength": 3 }));
    assert_eq!(properties["count"], json!({ "type": "integer", "nullable": true, "default": 5 }));
    assert_eq!(properties["again"], json!({}));
    assert_eq!(properties["either"]["oneOf"].as_array().unwrap().len(), 2);
}

#[test]
fn oas_57_a_body_that_is_a_text_is_filled_with_that_of_the_sample() {
    let named = |example: Value| json!({ "type": "object", "xml": { "name": "pet" }, "properties": { "name": { "type": "string", "example": example }, "value": { "type": "string" } } });
    let body = |media: &str, schema: Value| json!({ "content": { media: { "schema": schema } } });
    let form = |body: Value, prefill: bool| {
        let root = description(thing(json!({ "requestBody": body })), json!({}));
        let built = site(&root, json!({ "examples": { "prefill": prefill } })).build();
        let page = built.html("api-reference/make.md").to_owned();
        (data(&built, "api-reference/make").unwrap()["body"]["media"][0]["value"].clone(), page)
    };
    let (value, page) = form(body("application/xml", named(json!("Tom"))), true);
    let text = value.as_str().expect("a text");
    assert!(text.contains("<pet>") && text.contains("<name>Tom</name>"), "{text}");
    assert!(page.contains(text.trim_end()), "{page}");
    let stated = json!({ "content": { "application/xml": { "schema": named(json!("Tom")), "example": { "name": "Ann" } } } });
    assert!(form(stated, true).0.as_str().is_some_and(|text| text.contains("<name>Ann</name>")));
    // What nobody stated is no example, and without the setting nothing is filled in.
    let none = json!({ "type": "object", "properties": { "value": { "type": "string" } } });
    assert_eq!(form(body("application/xml", none), true).0, Value::Null);
    assert_eq!(form(body("application/xml", named(json!("Tom"))), false).0, Value::Null);
    assert_eq!(form(body("application/json", named(json!("Tom"))), true).0, Value::Null);
}

#[test]
fn play_04_named_examples_can_be_chosen_from() {
    let form = |examples: Value| {
        let body = json!({ "content": { "application/json": { "schema": { "type": "object" }, "examples": examples } } });
        let root = description(thing(json!({ "requestBody": body })), json!({}));
        data(&site(&root, json!({})).build(), "api-reference/make").unwrap()["body"]["media"][0]["examples"]
            .clone()
    };
    let large = json!({ "value": "x".repeat(9_000) });
    let examples =
        json!({ "a": { "summary": "First", "value": { "n": 1 } }, "b": { "value": { "n": 2 } }, "c": large });
    let expected = json!([{ "name": "First", "value": { "n": 1 } }, { "name": "b", "value": { "n": 2 } }]);
    assert_eq!(form(examples), expected);
    // One is none of several.
    assert_eq!(form(json!({ "a": { "value": 1 } })), Value::Null);
}

#[test]
fn play_04_files_are_those_of_the_page_and_json_has_none() {
    let properties = json!({
        "img": { "type": "string", "contentMediaType": "image/png" },
        "b64": { "type": "string", "contentMediaType": "application/octet-stream", "contentEncoding": "base64" },
    });
    let schema = json!({ "type": "object", "properties": properties });
    let content =
        json!({ "multipart/form-data": { "schema": schema }, "application/json": { "schema": schema } });
    let root = description(thing(json!({ "requestBody": { "content": content } })), json!({}));
    let form = data(&site(&root, json!({})).build(), "api-reference/make").unwrap();
    let format = |media: usize, name: &str| {
        form["body"]["media"][media]["schema"]["properties"][name]["format"].clone()
    };
    assert_eq!([format(0, "img"), format(0, "b64")], ["binary", "byte"]);
    assert_eq!([format(1, "img"), format(1, "b64")], ["byte", "byte"]);
}

#[test]
fn play_04_choices_beside_one_another_are_several() {
    let member =
        |name: &str| json!({ "title": name, "type": "object", "properties": { name: { "type": "string" } } });
    let schema = json!({ "allOf": [{ "oneOf": [member("a"), member("b")] }, { "oneOf": [member("c"), member("d")] }] });
    let body = json!({ "content": { "application/json": { "schema": schema } } });
    let root = description(thing(json!({ "requestBody": body })), json!({}));
    let form = data(&site(&root, json!({})).build(), "api-reference/make").unwrap();
    let schema = &form["body"]["media"][0]["schema"];
    assert_eq!([&schema["oneOf"][1]["title"], &schema["also"][0]["oneOf"][1]["title"]], ["b", "d"]);
}

#[test]
fn play_07_a_variable_may_be_empty() {
    let mut root = description(thing(json!({})), json!({}));
    root["servers"] =
        json!([{ "url": "https://api.test{base}", "variables": { "base": { "default": "" } } }]);
    let built = site(&root, json!({})).build();
    let page = built.html("api-reference/make.md");
    assert!(page.contains("https://api.test/things") && !page.contains("test{base}"), "{page}");
    let form = data(&built, "api-reference/make").unwrap();
    assert_eq!(form["servers"][0]["variables"]["base"], json!({ "default": "" }));
}

#[test]
fn play_02_no_text_of_a_description_becomes_markup() {
    let evil = "</script><script>alert(1)</script><!--<script>";
    let parameters = json!([{ "name": evil, "in": "query", "schema": { "enum": [evil], "default": evil, "pattern": evil } }]);
    let root = description(thing(json!({ "parameters": parameters })), json!({}));
    let built = site(&root, json!({})).build();
    let html = built.html("api-reference/make/index.html");
    assert!(!html.contains("<script>alert"), "a script got out");
    let form = data(&built, "api-reference/make").unwrap();
    assert_eq!(form["parameters"][0]["name"], evil);
}

/// A site with the channels of this description.
fn chats(description: &Value) -> Built {
    let config = json!({
        "name": "Docs", "theme": "mint", "colors": { "primary": "#000000" },
        "navigation": { "pages": ["index"], "groups": [{ "group": "Chat", "asyncapi": "chat.json" }] },
    });
    Site::new()
        .file("docs.json", &config.to_string())
        .file("index.mdx", "---\ntitle: Home\n---\n")
        .file("chat.json", &description.to_string())
        .build()
}

#[test]
fn asy_03_channels_have_servers_parameters_and_messages() {
    let chat = json!({
        "asyncapi": "2.6.0", "info": { "title": "Chat", "version": "1" },
        "servers": { "a": { "url": "chat.test/ws", "protocol": "wss" }, "b": { "url": "kafka.test", "protocol": "kafka" } },
        "channels": { "/rooms/{room}": {
            "parameters": { "room": { "schema": { "type": "string" } } },
            "bindings": { "ws": { "query": { "type": "object", "required": ["key"], "properties": { "key": { "type": "string" } } } } },
            "publish": { "message": { "name": "say", "payload": { "type": "object", "properties": { "text": { "type": "string", "example": "hi" } } } } }
        } }
    });
    let built = chats(&chat);
    let form = data(&built, "api-reference/websockets/rooms").unwrap();
    assert_eq!(form["servers"], json!([{ "url": "wss://chat.test/ws" }]));
    let names: Vec<(&str, &str)> = form["parameters"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| Some((one["in"].as_str()?, one["name"].as_str()?)))
        .collect();
    assert_eq!(names, [("path", "room"), ("query", "key")]);
    assert_eq!(form["messages"], json!([{ "name": "say", "value": { "text": "hi" } }]));
}

#[test]
fn asy_03_the_form_has_the_keys_that_a_browser_can_send_and_usual_values() {
    let form = |chat: Value| data(&chats(&chat), "api-reference/websockets/room").unwrap();
    let schemes = json!({
        "key": { "type": "httpApiKey", "in": "query", "name": "token" },
        "other": { "type": "apiKey", "in": "query", "name": "k" },
        "person": { "type": "userPassword" },
        "header": { "type": "httpApiKey", "in": "header", "name": "X" },
    });
    let third = form(json!({
        "asyncapi": "3.0.0", "info": { "title": "C", "version": "1" },
        "servers": { "main": { "host": "chat.test", "pathname": "v1", "protocol": "wss",
            "security": [{ "$ref": "#/components/securitySchemes/key" }, { "$ref": "#/components/securitySchemes/person" }] } },
        "channels": { "room": {
            "address": "rooms/{room}", "title": "Room", "parameters": { "room": { "default": "red", "enum": ["red", "blue"] } },
            "bindings": { "ws": { "query": { "type": "object", "properties": { "v": { "type": "integer", "default": 2 } } } } },
            "messages": { "say": { "payload": { "type": "string" } } } } },
        "operations": { "say": { "action": "receive", "channel": { "$ref": "#/channels/room" },
            "security": [{ "type": "apiKey", "in": "query", "name": "own" }] } },
        "components": { "securitySchemes": schemes },
    }));
    assert_eq!(third["servers"][0]["url"], "wss://chat.test/v1");
    assert_eq!(third["security"], json!([["key", "apiKey"]]));
    assert_eq!(third["schemes"]["key"], json!({ "type": "apiKey", "in": "query", "name": "token" }));
    assert_eq!(third["schemes"]["apiKey"]["name"], "own");
    let values: Vec<&Value> =
        third["parameters"].as_array().unwrap().iter().map(|one| &one["value"]).collect();
    assert_eq!(values, [&json!("red"), &json!(2)]);
    let second = |security: Value| {
        form(json!({
            "asyncapi": "2.6.0", "info": { "title": "C", "version": "1" },
            "servers": { "main": { "url": "wss://chat.test", "protocol": "wss", "security": security } },
            "channels": { "room": { "publish": { "message": { "payload": { "type": "string" } } } } },
            "components": { "securitySchemes": schemes },
        }))
    };
    assert_eq!(
        second(json!([{ "key": [], "other": [] }, { "person": [] }]))["security"],
        json!([["key", "other"]])
    );
    let by_header = second(json!([{ "person": [] }, { "header": [] }]));
    assert_eq!((&by_header["security"], &by_header["unsent"]), (&Value::Null, &json!(true)));
    assert_eq!(
        (&third["unsent"], &second(json!([{ "person": [] }]))["unsent"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn asy_03_messages_of_the_server_are_not_offered_beside_those_of_the_reader() {
    let names = |actions: &[&str]| {
        let named = |name: &&str| {
            (
                (*name).to_owned(),
                json!({ "name": name, "payload": { "type": "object", "properties": { "text": { "type": "string" } } } }),
            )
        };
        let operation = |name: &&str| {
            let message = json!({ "$ref": format!("#/channels/room/messages/{name}") });
            (
                (*name).to_owned(),
                json!({ "action": name, "channel": { "$ref": "#/channels/room" }, "messages": [message] }),
            )
        };
        let chat = json!({
            "asyncapi": "3.0.0", "info": { "title": "C", "version": "1" }, "servers": { "a": { "host": "chat.test", "protocol": "wss" } },
            "channels": { "room": { "address": "room", "title": "Room", "messages": actions.iter().map(named).collect::<serde_json::Map<_, _>>() } },
            "operations": actions.iter().map(operation).collect::<serde_json::Map<_, _>>(),
        });
        let form = data(&chats(&chat), "api-reference/websockets/room").unwrap();
        let messages = form["messages"].as_array().unwrap();
        messages.iter().map(|message| message["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&["send", "receive"]), ["receive"]);
    // A description that takes the side of its clients.
    assert_eq!(names(&["send"]), ["send"]);
}

#[test]
fn oas_45_the_form_of_a_base_has_its_children_by_the_values_that_name_them() {
    let base = |mapping: Value| {
        json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" }, "name": { "type": "string" } },
            "discriminator": { "propertyName": "kind", "mapping": mapping } })
    };
    let child = |field: &str| json!({ "allOf": [{ "$ref": "#/components/schemas/Pet" }, { "type": "object", "properties": { field: { "type": "integer" } } }] });
    let body =
        json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } });
    let own = |mapping: Value| {
        let schemas = json!({ "Pet": base(mapping), "Cat": child("lives"), "Dog": child("barks") });
        let root = description(thing(json!({ "requestBody": body })), json!({ "schemas": schemas }));
        data(&site(&root, json!({})).build(), "api-reference/make").unwrap()["body"]["media"][0]["schema"]
            .clone()
    };
    let mapped = own(
        json!({ "tabby": "#/components/schemas/Cat", "lion": "Cat", "poodle": "#/components/schemas/Dog" }),
    );
    let members = |schema: &Value| -> Vec<(String, String, bool)> {
        let members = schema["oneOf"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        members
            .map(|one| {
                (text(&one["title"]), text(&one["value"]), one["schema"]["properties"]["lives"].is_object())
            })
            .collect()
    };
    let named = |name: &str, is_cat: bool| (name.to_owned(), name.to_owned(), is_cat);
    assert_eq!(members(&mapped), [named("tabby", true), named("lion", true), named("poodle", false)]);
    assert_eq!(mapped["discriminator"], "kind");
    // What every child has is asked for with the child.
    assert_eq!(mapped["properties"], Value::Null);
    assert!(mapped["oneOf"][0]["schema"]["properties"]["name"].is_object());
    // Without a mapping, what extends the base.
    assert_eq!(members(&own(json!({}))), [named("Cat", true), named("Dog", false)]);
}
