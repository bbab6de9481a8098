//! The words of API pages in other languages: one description that makes a page say all of them.

use std::collections::BTreeMap;

use docs::api::words::ENGLISH;
use docs::html::texts::texts;
use serde_json::{Value, json};

use crate::site::{Built, Site};

/// What no page of these descriptions says: only pages that have no room for all do, and sidebars.
const SELDOM: [&str; 9] = [
    "not_all_fields",
    "description_file",
    "same_below",
    "items_same_below",
    "queries",
    "mutations",
    "subscriptions",
    "types",
    "schemas",
];

/// Every keyword that says something in words.
const SCHEMAS: &str = r##"{
    "Node": { "type": "object", "properties": {
        "again": { "$ref": "#/components/schemas/Node" },
        "list": { "type": "array", "items": { "$ref": "#/components/schemas/Node" } }
    } },
    "Cat": { "type": "object", "properties": { "kind": { "type": "string" }, "c": { "type": "string" } } },
    "Dog": { "type": "object", "properties": { "kind": { "type": "string" }, "d": { "type": "string" } } },
    "All": { "type": "object", "minProperties": 1, "additionalProperties": false, "required": ["b1"], "properties": {
        "a1": { "type": "string", "minLength": 1, "maxLength": 1, "writeOnly": true, "examples": ["x", "y"] },
        "a2": { "type": "string", "minLength": 2, "maxLength": 5, "pattern": "^q$", "readOnly": true },
        "a3": { "type": "array", "minItems": 1, "maxItems": 1, "uniqueItems": true,
            "items": { "type": "string", "minLength": 4, "const": "k" } },
        "a4": { "type": "array", "maxItems": 9, "items": { "type": "integer", "multipleOf": 3, "minimum": 1 } },
        "a5": { "type": "object", "maxProperties": 1, "propertyNames": { "pattern": "^n" }, "properties": { "no": false } },
        "a6": { "type": "string", "example": "e" },
        "a7": { "type": "string", "contentEncoding": "base32" },
        "a8": { "type": "string", "contentMediaType": "text/css" },
        "b1": { "type": "integer" },
        "b2": { "type": "string", "const": "k" },
        "b3": { "type": "array", "contains": { "type": "string" }, "minContains": 2, "maxContains": 3 },
        "b4": { "type": "array", "contains": { "type": "string" } },
        "b5": { "not": { "enum": ["u"] } },
        "b6": { "not": { "required": ["u", "w"] } },
        "b7": { "not": { "minLength": 3 } },
        "b8": { "not": { "type": "boolean" } },
        "b9": { "type": "array", "prefixItems": [{ "type": "string" }], "items": false },
        "c1": { "type": "object", "dependentRequired": { "p": ["q"] }, "minProperties": 2,
            "properties": { "p": { "type": "string" }, "q": { "type": "string" } } },
        "c2": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }] },
        "c3": { "anyOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }] },
        "c4": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
            "discriminator": { "propertyName": "kind" } },
        "c5": { "$ref": "#/components/schemas/Node" },
        "c6": { "type": "object", "properties": { "p": { "type": "string" }, "q": { "type": "string" } },
            "if": { "properties": { "p": { "enum": ["u", "w"] }, "q": { "minLength": 2 } } },
            "then": { "required": ["q"] },
            "else": { "properties": { "r": { "type": "string" } } },
            "dependentSchemas": { "p": { "properties": { "s": { "type": "string" } } } } },
        "c7": { "type": "object", "properties": { "p": { "type": "string" } },
            "if": { "properties": { "p": { "type": "integer" } } }, "then": { "required": ["p"] } },
        "c8": { "type": "object", "properties": { "p": { "type": "string" } },
            "if": { "required": ["p"] }, "then": { "properties": { "t": { "type": "string" } } } },
        "d1": { "type": "object", "properties": { "p": { "type": "string" }, "q": { "type": "string" } },
            "anyOf": [{ "required": ["p"] }, { "required": ["q"] }] },
        "d2": { "type": "object", "properties": { "p": { "type": "string" }, "q": { "type": "string" } },
            "oneOf": [{ "required": ["p"] }, { "required": ["q"] }] },
        "c9": { "type": "object", "properties": { "p": { "type": "string" } },
            "if": {}, "then": { "properties": { "t": { "type": "string" } } } }
    } }
}"##;

fn schemas() -> Value {
    let mut schemas: Value = serde_json::from_str(SCHEMAS).expect("schemas");
    let all = &mut schemas["All"]["properties"];
    all["a6"]["default"] = json!("d".repeat(90));
    all["b1"]["enum"] = (0..1_200).collect();
    schemas
}

fn openapi() -> String {
    let http = |scheme: &str| json!({ "type": "http", "scheme": scheme });
    let flow = json!({ "authorizationUrl": "https://a.test/1", "tokenUrl": "https://a.test/2", "refreshUrl": "https://a.test/3", "scopes": { "s1": "" } });
    let kinds = ["authorizationCode", "clientCredentials", "implicit", "password", "deviceAuthorization"];
    let flows: Value = kinds.map(|kind| (kind.to_owned(), flow.clone())).into_iter().collect();
    let needed: Vec<Value> = ["s0", "s1", "s2", "s3", "s4", "s5", "s6"]
        .map(|name| json!({ name: if name == "s5" { vec!["s1"] } else { vec![] } }))
        .into();
    let body = json!({ "content": {
        "application/json": { "schema": { "$ref": "#/components/schemas/All" } },
        "application/jsonl": { "itemSchema": { "type": "object", "properties": { "u": { "type": "string" } } } },
        "multipart/form-data": { "schema": { "type": "object" }, "encoding": { "a": { "contentType": "image/png" } } },
    } });
    let parameters = ["path", "query", "header", "cookie"].map(
        |place| json!({ "name": format!("x{place}"), "in": place, "required": place == "path", "schema": { "type": "string" } }),
    );
    json!({
        "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
        "servers": [{ "url": "https://{h}.test", "variables": { "h": { "default": "u", "enum": ["u", "w"] } } }],
        "tags": [{ "name": "t", "description": "d" }],
        "components": { "schemas": schemas(), "securitySchemes": {
            "s0": { "type": "apiKey", "name": "X", "in": "header" },
            "s1": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
            "s2": http("basic"), "s3": http("digest"), "s4": http("hoba"),
            "s5": { "type": "oauth2", "flows": flows, "oauth2MetadataUrl": "https://a.test/4" },
            "s6": { "type": "mutualTLS" },
        } },
        "paths": { "/u/{xpath}": { "post": {
            "tags": ["t"], "summary": "Uu", "parameters": parameters, "requestBody": body,
            "security": needed.into_iter().chain([json!({})]).collect::<Vec<_>>(),
            "responses": { "200": { "description": "ok",
                "headers": { "X-A": { "schema": { "type": "string" } } },
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/All" } } },
                "links": { "Next": { "operationId": "n" } } } },
            "callbacks": { "cb": { "{$request.body#/u}": { "post": { "responses": { "200": { "description": "ok" } } } } } },
        } } },
        "webhooks": { "hook": { "post": {
            "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": { "u": { "type": "string" } } } } } },
            "responses": { "200": { "description": "ok" } } } } },
    })
    .to_string()
}

/// Version 3 with all directions but those of version 2.
fn asyncapi(version: u8) -> String {
    let text = json!({ "type": "string" });
    let kinds = [
        json!({ "type": "http", "scheme": "bearer" }),
        json!({ "type": "http", "scheme": "basic" }),
        json!({ "type": "http", "scheme": "hoba" }),
        json!({ "type": "oauth2", "flows": {} }),
        json!({ "type": "userPassword" }),
        json!({ "type": "plain" }),
        json!({ "type": "apiKey", "in": "user" }),
        json!({ "type": "apiKey", "in": "password" }),
        json!({ "type": "httpApiKey", "name": "X-Q", "in": "header" }),
        json!({ "type": "X509" }),
    ];
    let message = json!({ "payload": { "type": "object", "properties": { "u": text } }, "headers": { "type": "object", "properties": { "v": text } },
        "contentType": "application/json", "tags": [{ "name": "g" }], "correlationId": { "location": "$message.header#/v" },
        "bindings": { "kafka": { "key": "k" } } });
    let mut named = message.clone();
    named["name"] = json!("inCode");
    named["title"] = json!("Mm");
    let schemes: serde_json::Map<String, Value> =
        kinds.into_iter().enumerate().map(|(number, kind)| (format!("k{number}"), kind)).collect();
    if version == 2 {
        let needed: Vec<Value> = schemes.keys().map(|name| json!({ name.as_str(): [] })).collect();
        return json!({ "asyncapi": "2.6.0", "info": { "title": "B", "version": "1" },
            "servers": { "s": { "url": "b.test", "protocol": "kafka", "protocolVersion": "3", "security": needed } },
            "components": { "securitySchemes": schemes },
            "channels": { "two": { "publish": { "operationId": "o", "message": message }, "subscribe": { "message": named } } } })
        .to_string();
    }
    let channel = |name: &str| json!({ "$ref": format!("#/channels/{name}") });
    let reference = |name: &str| json!({ "$ref": format!("#/channels/{name}/messages/m") });
    json!({ "asyncapi": "3.0.0", "info": { "title": "C", "version": "1" },
        "channels": { "one": { "address": "one", "messages": { "m": named, "n": { "name": "n", "payload": { "type": "string" } } } },
            "back": { "address": "back", "messages": { "m": named } },
            "mute": { "address": null, "messages": { "m": named } } },
        "operations": {
            "doSend": { "action": "receive", "channel": channel("one"), "messages": [reference("one")],
                "reply": { "address": { "location": "$message.header#/v" }, "channel": channel("back"), "messages": [reference("back")] } },
            "doMore": { "action": "receive", "channel": channel("one"), "messages": [{ "$ref": "#/channels/one/messages/n" }] },
            "doReceive": { "action": "send", "channel": channel("one"), "messages": [reference("one")] },
        } })
    .to_string()
}

const GRAPHQL: &str = r#"
schema { query: Asked mutation: Done subscription: Told }
type Asked { q(i: I!): O, gone: Int @deprecated, old: Int @deprecated(reason: "Zz.") }
type Done { m: Int }
type Told { s: Int }
interface N { id: ID! }
type O implements N { id: ID!, f(a: Int): E }
input I @oneOf { a: Int }
enum E { V }
scalar D @specifiedBy(url: "https://d.test")
"#;

fn built() -> Built {
    let api = |code: &str| {
        let graph = json!({ "source": "g.graphql", "directory": format!("{code}/g") });
        let groups = json!([
        { "group": "A", "openapi": { "source": "a.json", "directory": format!("{code}/a") } },
        { "group": "B", "asyncapi": { "source": "b.json", "directory": format!("{code}/b") } },
        { "group": "C", "asyncapi": { "source": "c.json", "directory": format!("{code}/c") } },
        { "group": "D", "pages": [format!("{code}/changes"), format!("{code}/same")] },
        ]);
        json!({ "language": code, "tabs": [{ "tab": "R", "groups": groups }, { "tab": "G", "graphql": graph }] })
    };
    let languages = ["en", "de", "ja", "ar"].map(api);
    let compared = |limits: Value| {
        let parameter = |(name, limit): (&String, &Value)| json!({ "name": name, "in": "query", "schema": { "type": "integer", "maximum": limit } });
        let parameters: Vec<Value> = limits.as_object().into_iter().flatten().map(parameter).collect();
        let get = json!({ "get": { "parameters": parameters, "responses": {} } });
        let own = if limits.get("a") == Some(&json!(2)) { "/before" } else { "/after" };
        json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { own: get, "/both": get } })
            .to_string()
    };
    let page = |files: &str| format!("---\ntitle: 1\nopenapi-changes: {files}\n---\n");
    let site = ["en", "de", "ja", "ar"].iter().fold(Site::new(), |site, code| {
        site.file(&format!("{code}/changes.mdx"), &page("x.json y.json"))
            .file(&format!("{code}/same.mdx"), &page("x.json x.json"))
    });
    site.file("x.json", &compared(json!({ "a": 2, "b": 2 })))
        .file("y.json", &compared(json!({ "a": 1, "b": 3 })))
        .with_config(json!({ "navigation": { "languages": languages }, "api": { "overviews": true, "schemas": true } }))
        .file("a.json", &openapi())
        .file("b.json", &asyncapi(2))
        .file("c.json", &asyncapi(3))
        .file("g.graphql", GRAPHQL)
        .build()
}

/// The texts between the tags of the pages of a language, and all of them together.
fn said(built: &Built, code: &str) -> (Vec<String>, String) {
    let mut texts = Vec::new();
    for path in built.files().keys().map(|path| path.as_str()) {
        let is_page = path.ends_with("/index.html") && !path.starts_with("_docs/");
        if !is_page || !path.starts_with(&format!("{code}/")) {
            continue;
        }
        let html = built.html(path);
        let content = html.split("<h1").nth(1).unwrap_or(html);
        let content = content.split("<footer").next().unwrap_or(content);
        texts.extend(content.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| {
            text.replace("&#39;", "'").replace("&amp;", "&").replace("&gt;", ">").replace("&lt;", "<")
        }));
    }
    let all = texts.concat();
    (texts, all)
}

fn table(words: &docs::api::words::Words) -> BTreeMap<String, String> {
    serde_json::from_value(serde_json::to_value(words).expect("values")).expect("texts")
}

/// Whether pages say a text, whatever stands in its places.
fn is_said(text: &str, (texts, all): &(Vec<String>, String)) -> bool {
    let text = text.replace('`', "");
    if !text.contains('{') {
        let is_word = |said: &String| {
            let said = said.trim();
            said == text || said.ends_with(&format!(" {text}")) || said.starts_with(&format!("{text} "))
        };
        return if text.contains(' ') { all.contains(&text) } else { texts.iter().any(is_word) };
    }
    let parts: Vec<&str> =
        text.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after)).collect();
    let mut from = all.match_indices(parts[0]).map(|(at, first)| &all[at + first.len()..]);
    from.any(|mut rest| {
        parts[1..].iter().all(|part| match rest.get(..rest.len().min(200)).unwrap_or(rest).find(part) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
    })
}

#[test]
fn i18n_02_no_word_of_an_api_page_is_left_in_english() {
    let built = built();
    assert!(built.codes().is_empty(), "{:?}", built.problems());
    let english = table(&ENGLISH);
    let pages = said(&built, "en");
    let unsaid: Vec<&String> = english
        .iter()
        .filter(|(key, text)| !SELDOM.contains(&key.as_str()) && !is_said(text, &pages))
        .map(|(key, _)| key)
        .collect();
    assert!(unsaid.is_empty(), "the English pages do not say {unsaid:?}");
    for code in ["de", "ja", "ar"] {
        let own = table(&texts(Some(code)).labels.api);
        let pages = said(&built, code);
        for (key, text) in &english {
            if SELDOM.contains(&key.as_str()) {
                continue;
            }
            // Words of Japanese have no spaces around them.
            let is_own = pages.1.contains(&own[key]) || is_said(&own[key], &pages);
            assert!(is_own, "{code} does not say {key}: {}", own[key]);
            // A text of a few letters between values is part of many others.
            let letters = text
                .split('{')
                .map(|part| part.split('}').next_back().unwrap_or("").trim().len())
                .sum::<usize>();
            if own[key] != *text && letters > 3 {
                assert!(!is_said(text, &pages), "{code} says {key} in English: {text}");
            }
        }
    }
    // The ids are the same everywhere, those of messages without a name, too.
    for page in ["b/websockets/two/index.html", "a/t/uu/index.html"] {
        let ids = |code: &str| -> Vec<String> {
            let html = built.html(&format!("{code}/{page}"));
            let ids = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
            ids.map(str::to_owned).collect()
        };
        let german = ids("de");
        // A heading that stands there twice has an alias, which is made of its words.
        let lost = ids("en").into_iter().filter(|id| !german.contains(id) && !id.ends_with("-1"));
        let lost: Vec<String> = lost.collect();
        assert!(lost.is_empty(), "{page}: {lost:?}");
    }
    let export = built.html("ja/a/t/uu.md");
    assert!(export.contains("他のプロパティはありません。") && !export.contains("No further"), "{export}");
}
