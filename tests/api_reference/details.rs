//! What readers have to know of a call beside its fields: how values are written, what is needed, what is sent to them.

use docs::diagnostic::Diagnostic;
use docs::engine::check::External;
use serde_json::{Value, json};

use super::{description, get, site};
use crate::site::Site;

/// The Markdown of the page of an operation.
fn page(operation: Value, components: Value) -> String {
    let built = site(&description(json!({ "/a": operation }), components)).build();
    built.assert_no_problems();
    built.html("api-reference/a.md").to_owned()
}

/// The Markdown of the page of the channel `c`.
fn channel_page(root: &Value) -> String {
    let built = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] }, { "group": "E", "asyncapi": "events.json" }] } }))
        .file("index.mdx", "# Home\n")
        .file("events.json", &root.to_string())
        .build();
    built.html("api-reference/websockets/c.md").to_owned()
}

fn with_parameters(parameters: Value) -> Value {
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["parameters"] = parameters;
    operation
}

/// An operation that answers with an object of these properties.
fn answering(properties: Value) -> Value {
    get("A", json!({ "type": "object", "properties": properties }))
}

#[test]
fn oas_42_how_a_list_or_an_object_is_written_is_told() {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let object = json!({ "type": "object", "properties": { "gt": { "type": "integer" } } });
    let cases = [
        ("query", &list, json!({}), None),
        ("query", &list, json!({ "explode": false }), Some("p=a,b")),
        ("query", &list, json!({ "style": "pipeDelimited", "explode": false }), Some("p=a|b")),
        ("query", &list, json!({ "style": "spaceDelimited", "explode": false }), Some("p=a%20b")),
        ("query", &object, json!({ "style": "deepObject", "explode": true }), Some("p[key]=value")),
        ("query", &object, json!({ "explode": false }), Some("p=key,value")),
        ("query", &object, json!({}), None),
        ("header", &list, json!({}), Some("a,b")),
        ("header", &object, json!({ "explode": true }), Some("key=value")),
        ("cookie", &list, json!({ "explode": false }), Some("p=a,b")),
        ("query", &json!({ "type": "string" }), json!({ "explode": false }), None),
    ];
    for (place, schema, style, expected) in cases {
        let mut parameter = json!({ "name": "p", "in": place, "schema": schema });
        parameter.as_object_mut().expect("an object").extend(style.as_object().cloned().unwrap_or_default());
        let text = page(with_parameters(json!([parameter.clone()])), json!({}));
        let told = text.split("Encoded as: `").nth(1).and_then(|rest| rest.split('`').next());
        assert_eq!(told.map(|told| told.replace("\\|", "|")).as_deref(), expected, "{parameter}");
    }
    let word = json!({ "type": "string" });
    for (schema, style, explode, expected) in [
        (&list, "matrix", false, ";p=a,b"),
        (&list, "matrix", true, ";p=a;p=b"),
        (&list, "label", true, ".a.b"),
        (&list, "label", false, ".a,b"),
        (&word, "matrix", false, ";p=value"),
        (&word, "label", false, ".value"),
    ] {
        let parameter = json!({ "name": "p", "in": "path", "required": true, "style": style, "explode": explode, "schema": schema });
        let operation = with_parameters(json!([parameter]));
        let built = site(&description(json!({ "/a/{p}": operation }), json!({}))).build();
        let text = built.html("api-reference/a.md");
        assert!(text.contains(&format!("Encoded as: `{expected}`")), "{text}");
    }
    let whole =
        json!([{ "name": "p", "in": "query", "content": { "application/json": { "schema": object } } }]);
    let text = page(with_parameters(whole), json!({}));
    assert!(text.contains("Encoded as: `application/json`"), "{text}");
}

#[test]
fn oas_49_what_is_said_of_an_example_of_a_parameter_stands_beside_it() {
    let examples = json!({
        "one": { "summary": "The first", "value": "v1" },
        "two": { "$ref": "#/components/examples/Two" },
        "three": { "value": "v3" },
    });
    let parameters =
        json!([{ "name": "p", "in": "query", "schema": { "type": "string" }, "examples": examples }]);
    let components = json!({ "examples": { "Two": { "description": "With **weight**.", "value": "v2" } } });
    let text = page(with_parameters(parameters), components);
    for part in ["`\"v1\"`: The first", "`\"v2\"`: With **weight**.", "`\"v3\"`"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn oas_44_members_that_only_require_are_one_sentence() {
    let of = |kind: &str, members: Value| {
        let mut schema = json!({ "type": "object", "properties": { "x": { "type": "string" }, "y": { "type": "string" }, "z": { "type": "string" } } });
        schema[kind] = members;
        page(answering(json!({ "own": schema })), json!({}))
    };
    let required = |names: &[&str]| json!({ "required": names });
    let text = of("anyOf", json!([required(&["x"]), required(&["y"])]));
    assert!(text.contains("At least one of these fields is required: `x`, `y`"), "{text}");
    assert!(!text.contains("any 1") && !text.contains("Any of these"), "{text}");
    let text = of("oneOf", json!([required(&["x"]), required(&["y", "z"])]));
    assert!(text.contains("Exactly one of these fields is required: `x`, `y + z`"), "{text}");
    // A member that says more has a place of its own.
    let text = of("oneOf", json!([required(&["x"]), { "required": ["y"], "description": "By hand." }]));
    assert!(text.contains("By hand.") && !text.contains("Exactly one"), "{text}");
}

#[test]
fn oas_44_a_reference_that_may_be_null_says_its_words_once() {
    let own = json!({ "description": "The same words", "anyOf": [{ "$ref": "#/components/schemas/Part" }, { "type": "null" }] });
    let part = json!({ "type": "object", "description": "The same words", "properties": { "n": { "type": "integer" } } });
    let text = page(answering(json!({ "a": own })), json!({ "schemas": { "Part": part } }));
    assert_eq!(text.matches("The same words").count(), 1, "{text}");
}

#[test]
fn oas_47_what_a_list_contains_is_named_by_its_value() {
    let of = |item: Value| page(answering(json!({ "a": { "type": "array", "contains": item } })), json!({}));
    let text = of(json!({ "const": "admin" }));
    assert!(text.contains("Contains at least 1 of `admin`"), "{text}");
    let text = of(json!({ "enum": ["a", 2] }));
    assert!(text.contains("Contains at least 1 of `a`, `2`"), "{text}");
}

#[test]
fn oas_42_values_that_nobody_sees_are_written_out() {
    let text = page(answering(json!({ "a": { "enum": ["\r\n", "\t", "", " x", "a b"] } })), json!({}));
    let expected = "Available options: `\"\\r\\n\"`, `\"\\t\"`, `\"\"`, `\" x\"`, `a b`";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn oas_41_only_scopes_that_are_needed_are_listed() {
    let flows = json!({ "clientCredentials": { "tokenUrl": "https://a.example/token", "scopes": { "read": "Reads", "write": "Writes" } } });
    let schemes = json!({ "securitySchemes": { "o": { "type": "oauth2", "flows": flows }, "d": { "type": "http", "scheme": "DPoP" } } });
    let of = |security: Value| {
        let mut operation = get("A", json!({ "type": "string" }));
        operation["get"]["security"] = security;
        page(operation, schemes.clone())
    };
    let text = of(json!([{ "o": ["read"] }]));
    assert!(text.contains("`read`: Reads") && !text.contains("Writes"), "{text}");
    let text = of(json!([{ "o": [] }]));
    assert!(text.contains("https://a.example/token") && !text.contains("Scopes"), "{text}");
    let text = of(json!([{ "d": [] }]));
    assert!(text.contains("Authorization: DPoP <credentials>"), "{text}");
}

#[test]
fn oas_51_what_the_service_sends_is_read_as_what_comes_back() {
    let schema = json!({ "type": "object", "properties": {
        "id": { "type": "string", "readOnly": true }, "secret": { "type": "string", "writeOnly": true } } });
    let body = json!({ "content": { "application/json": { "schema": schema } } });
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["callbacks"] = json!({ "done": { "{$request.query.url}": { "post": {
        "summary": "Tells that it is done", "description": "Sent **once**.",
        "parameters": [{ "name": "X-Signature", "in": "header", "required": true, "description": "Made with your key.", "schema": { "type": "string" } }],
        "requestBody": { "content": { "application/json": { "schema": schema, "example": { "id": "from the author" } } } },
        "responses": { "200": { "description": "ok" } },
    } } } });
    let webhook = json!({ "post": { "requestBody": body, "responses": {} }, "put": { "responses": {} } });
    let root = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": operation }, "webhooks": { "born": webhook } });
    let built = site(&root.to_string()).build();
    let born = built.html("api-reference/born.md");
    // The page is that of the first method, which has no body.
    assert!(!born.contains("`id`"), "{born}");
    assert_eq!(built.codes(), ["api-part-invalid"], "{:?}", built.problems());
    assert!(
        built.problems()[0].contains("webhook `born` is sent in several ways, and only `put` has a page")
    );
    let mut one = root;
    one["webhooks"]["born"].as_object_mut().expect("an object").remove("put");
    let built = site(&one.to_string()).build();
    built.assert_no_problems();
    let born = built.html("api-reference/born.md");
    assert!(
        born.contains("`id`") && !born.contains("secret") && born.contains("\"id\": \"<string>\""),
        "{born}"
    );
    let call = built.html("api-reference/a.md");
    for part in [
        "Tells that it is done",
        "Sent **once**.",
        "X-Signature",
        "Made with your key.",
        "`id`",
        "from the author",
    ] {
        assert!(call.contains(part), "{part}: {call}");
    }
    assert!(!call.contains("secret"), "{call}");
}

#[test]
fn oas_40_every_server_stands_in_the_text_of_a_page() {
    let mut root: Value =
        serde_json::from_str(&description(json!({ "/a": get("A", json!({})) }), json!({}))).expect("JSON");
    root["servers"] = json!([
        { "url": "https://{r}.x.example", "description": "Production", "variables": { "r": { "default": "eu", "enum": ["eu", "us"], "description": "Where" } } },
        { "url": "https://sandbox.x.example" },
    ]);
    root["paths"]["/a"]["get"]["x-badges"] = json!([{ "name": "Early" }]);
    let built = site(&root.to_string()).build();
    let text = built.html("api-reference/a.md");
    let parts = [
        "`GET https://eu.x.example/a` (Early)",
        "- `https://eu.x.example`: Production",
        "  - \\{r} = eu (one of eu, us): Where",
        "- `https://sandbox.x.example`\n",
    ];
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// The name of a single server is nothing to tell; a sentence is what a page shows, too.
#[test]
fn oas_40_what_is_said_of_the_only_server_stands_in_the_text_of_a_page() {
    let text = |said: &str| {
        let mut root: Value =
            serde_json::from_str(&description(json!({ "/a": get("A", json!({})) }), json!({})))
                .expect("JSON");
        root["servers"] = json!([{ "url": "https://x.example", "description": said }]);
        site(&root.to_string()).build().html("api-reference/a.md").to_owned()
    };
    let told = text("Production (live data). Needs an *active* subscription.");
    let line = "- `https://x.example`: Production (live data). Needs an *active* subscription.\n";
    assert!(told.contains(line), "{told}");
    assert!(!text("Production API server").contains("- `https://x.example`"));
}

#[test]
fn asy_02_servers_that_ask_for_different_credentials_are_a_choice() {
    let server = |host: &str, scheme: &str| json!({ "host": host, "protocol": "kafka", "security": [{ "$ref": format!("#/components/securitySchemes/{scheme}") }] });
    let root = json!({
        "asyncapi": "3.0.0", "info": { "title": "T", "version": "1" },
        "servers": { "one": server("a", "scram"), "two": server("b", "certificate") },
        "channels": { "c": { "address": "c", "messages": { "m": { "payload": { "type": "string" } } } } },
        "components": { "securitySchemes": { "scram": { "type": "scramSha256" }, "certificate": { "type": "X509" } } },
    });
    let text = channel_page(&root);
    assert!(text.contains("One of: `scram`, `certificate`"), "{text}");
}

/// A description in lines, and the number of the first one with these words.
fn in_lines(paths: Value, words: &str) -> (String, u32) {
    let root = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": paths });
    let text = format!("{root:#}");
    let line = text.lines().position(|line| line.contains(words)).expect("a line");
    (text, line as u32 + 1)
}

#[test]
fn oas_04_security_that_is_not_defined_is_told_where_it_is_asked_for() {
    let calling = |security: Value| json!({ "get": { "security": security, "responses": {} } });
    let paths = json!({ "/a": calling(json!([{ "nope": [] }])), "/b": calling(json!([{ "nope": [] }, {}])) });
    let (text, line) = in_lines(paths, "\"security\"");
    let built = site(&text).build();
    assert_eq!(built.codes(), ["api-part-invalid"], "{:?}", built.problems());
    let expected = format!("openapi.json:{line} the security scheme `nope` is not defined");
    assert!(built.problems()[0].contains(&expected), "{:?}", built.problems());
}

#[test]
fn oas_04_what_is_left_out_is_told_by_check() {
    let parameters = json!([
        { "name": "lost", "schema": { "type": "string" } },
        { "name": "q", "in": "query", "description": "first" },
        { "name": "q", "in": "query" },
    ]);
    let paths = json!({ "/a": { "get": { "parameters": parameters, "responses": {} } } });
    let (text, at) = in_lines(paths, "\"parameters\"");
    let report = site(&text).check(External::Trusted);
    let line = |problem: &Diagnostic| {
        format!("{} {}", problem.location.as_ref().map_or(0, |place| place.line), problem.message)
    };
    let lost = report.diagnostics.iter().filter(|problem| problem.code == "api-part-invalid");
    let told: Vec<String> = lost.map(line).collect();
    let expected = [
        format!("{at} GET /a has two parameters `q` in `query`, of which the last is shown"),
        format!("{at} the parameter `lost` of GET /a does not say where it is: `in`"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn asy_02_headers_of_a_trait_stand_beside_those_of_the_message() {
    let header = |name: &str, words: &str| json!({ "type": "object", "properties": { name: { "type": "string", "description": words } } });
    let message = json!({ "headers": header("own", "Of the message."), "payload": { "type": "object" },
        "traits": [{ "headers": header("shared", "Of the trait.") }],
        "externalDocs": { "url": "https://more.example", "description": "More of it" } });
    let root = json!({ "asyncapi": "3.0.0", "info": { "title": "T", "version": "1" },
        "channels": { "c": { "address": "c", "messages": { "m": message } } } });
    let text = channel_page(&root);
    for part in ["Of the message.", "Of the trait.", "[More of it](https://more.example)"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn oas_04_problems_of_texts_in_other_files_are_told_there() {
    let paths = json!({ "/a": get("A", json!({ "$ref": "parts/pet.yaml#/Pet" })) });
    let part = "Pet:\n  type: object\n  properties:\n    q:\n      type: string\n      description: Look at [it](./missing-page).\n";
    let mut site = site(&description(paths, json!({}))).file("parts/pet.yaml", part);
    let built = site.build();
    assert_eq!(built.codes(), ["broken-link"], "{:?}", built.problems());
    assert!(built.problems()[0].contains("parts/pet.yaml:6 "), "{:?}", built.problems());
    built.assert_clean();
    site.edit("parts/pet.yaml", &format!("# One line more.\n{part}"));
    let moved = site.build();
    assert!(moved.problems()[0].contains("parts/pet.yaml:7 "), "{:?}", moved.problems());
    moved.assert_clean();
}

#[test]
fn oas_45_children_that_a_mapping_leaves_out_are_chosen_by_their_names() {
    let child = |base: &str, name: &str| {
        json!({ "allOf": [{ "$ref": format!("#/components/schemas/{base}") },
            { "type": "object", "properties": { name: { "type": "string" } } }] })
    };
    let of = |mapping: Value| {
        let base = json!({ "type": "object", "required": ["kind"], "discriminator": { "propertyName": "kind", "mapping": mapping },
            "properties": { "kind": { "type": "string" } } });
        let schemas = json!({ "Pet": base, "Cat": child("Pet", "purrs"), "Dog": child("Pet", "barks"), "Puppy": child("Dog", "chews") });
        page(get("A", json!({ "$ref": "#/components/schemas/Pet" })), json!({ "schemas": schemas }))
    };
    let text = of(json!({ "dog": "Dog" }));
    assert!(
        ["dog", "Cat", "purrs", "barks"].iter().all(|part| text.contains(part)) && !text.contains("chews"),
        "{text}"
    );
    // What lies between the base and a child of its mapping is no child to choose.
    let text = of(json!({ "cat": "#/components/schemas/Cat", "puppy": "#/components/schemas/Puppy" }));
    assert!(["cat", "puppy", "chews"].iter().all(|part| text.contains(part)), "{text}");
    assert!(!text.contains("Dog"), "{text}");
}

#[test]
fn oas_47_what_a_text_holds_is_described_where_the_schema_says_it() {
    let content = json!({ "$ref": "#/components/schemas/Inner" });
    let own = json!({ "type": "string", "contentMediaType": "application/json", "contentSchema": content });
    let inner = json!({ "type": "object", "properties": { "deep": { "type": "integer", "description": "Far inside." } } });
    let text = page(answering(json!({ "doc": own })), json!({ "schemas": { "Inner": inner } }));
    assert!(text.contains("Content: `application/json`") && text.contains("Far inside."), "{text}");
    assert!(text.contains(r#""doc": "{\"deep\":123}""#), "{text}");
    // One that holds itself has an end.
    let circle = json!({ "type": "string", "contentMediaType": "application/json", "contentSchema": { "$ref": "#/components/schemas/Circle" } });
    let text = page(
        answering(json!({ "doc": { "$ref": "#/components/schemas/Circle" } })),
        json!({ "schemas": { "Circle": circle } }),
    );
    assert!(text.contains("`doc"), "{text}");
}

#[test]
fn asy_02_parameters_that_the_address_has_no_place_for_are_none_of_its_path() {
    let root = json!({ "asyncapi": "3.0.0", "info": { "title": "T", "version": "1" },
        "channels": { "c": { "address": "/c/{room}", "messages": { "m": { "payload": { "type": "string" } } }, "parameters": {
            "room": { "description": "Which one.", "location": "$message.header#/room" },
            "model": { "description": "What answers.", "location": "$message.payload#/model", "enum": ["a"] } } } } });
    let text = channel_page(&root);
    let parts: Vec<&str> = text.split("## ").collect();
    let section = |title: &str| *parts.iter().find(|part| part.starts_with(title)).expect("a section");
    let (path, others) = (section("Path Parameters"), section("Variables"));
    assert!(
        path.contains("`room`") && path.contains("`$message.header#/room`") && !path.contains("`model`"),
        "{text}"
    );
    assert!(others.contains("`model`") && others.contains("`$message.payload#/model`"), "{text}");
    assert!(others.contains("Available options: `a`") && !others.contains("| yes |"), "{text}");
}

#[test]
fn oas_58_styles_of_parts_are_those_of_their_version() {
    let schema = json!({ "type": "object", "properties": {
        "a": { "type": "array", "items": { "type": "string" } }, "o": { "type": "object" } } });
    let encoding = json!({ "a": { "style": "form", "explode": false }, "o": { "style": "deepObject", "explode": true } });
    let media =
        json!({ "schema": schema, "example": { "a": ["p", "q"], "o": { "r": 1 } }, "encoding": encoding });
    let operation = json!({ "post": { "summary": "A", "requestBody": { "content": { "multipart/form-data": media } }, "responses": {} } });
    let of = |version: &str| {
        let root = json!({ "openapi": version, "info": { "title": "T", "version": "1" }, "paths": { "/a": operation } });
        let built = site(&root.to_string()).build();
        built.html("api-reference/a.md").to_owned()
    };
    let new = of("3.1.0");
    assert!(new.contains("'a=p,q'") && new.contains("'o[r]=1'"), "{new}");
    // Version 3.0 has styles for forms of the other kind alone.
    let old = of("3.0.3");
    assert!(old.contains("'a=p'") && old.contains("'a=q'") && old.contains("application/json"), "{old}");
}

/// What is said of a page elsewhere is a line of words in a link; what a callback needs and a scheme is, is told.
#[test]
fn oas_41_smaller_facts_are_told() {
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["externalDocs"] =
        json!({ "url": "https://e.x/docs", "description": "Read **all** of `it`" });
    operation["get"]["security"] = json!([{ "old": [] }, { "new": [] }]);
    operation["get"]["callbacks"] = json!({ "done": { "{$request.query.url}": { "post": {
        "deprecated": true, "security": [{ "signed": [] }, { "old": [], "new": [] }, {}],
        "responses": { "200": { "description": "Yes" } } } } } });
    operation["get"]["responses"]["200"]["links"] = json!({ "Next": { "operationId": "nextOne",
        "server": { "url": "https://{r}.e.x/v1/", "description": "The **other** one", "variables": { "r": { "default": "eu" } } } } });
    let text = page(
        operation,
        json!({ "securitySchemes": {
            "old": { "type": "apiKey", "in": "header", "name": "X-Old", "deprecated": true },
            "new": { "type": "apiKey", "in": "header", "name": "X-New" },
            "signed": { "type": "apiKey", "in": "header", "name": "X-Sign", "description": "A *signature* of ours." },
        } }),
    );
    assert!(text.contains("[Read all of it](https://e.x/docs)"), "{text}");
    assert!(text.contains("This is deprecated."), "{text}");
    for line in ["`signed`: A *signature* of ours.", "`old & new`", "- none"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.contains("`nextOne` · `https://eu.e.x/v1`: The **other** one"), "{text}");
    let old = text.lines().find(|line| line.contains("`X-Old`")).expect("the older scheme");
    let new = text.lines().find(|line| line.contains("`X-New`")).expect("the newer scheme");
    assert!(old.contains("Deprecated.") && !new.contains("Deprecated."), "{old}\n{new}");
}
