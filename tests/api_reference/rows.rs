//! Input, navigation and credentials, row by row.

use serde_json::json;

use super::{description, get, site};
use crate::site::Site;

#[test]
fn oas_30_tags_have_display_names() {
    let mut a = get("A", json!({}));
    a["get"]["tags"] = json!(["one"]);
    let mut b = get("B", json!({}));
    b["get"]["tags"] = json!(["two"]);
    let mut text: serde_json::Value =
        serde_json::from_str(&description(json!({ "/a": a, "/b": b }), json!({}))).expect("JSON");
    text["tags"] =
        json!([{ "name": "one", "x-group": "First" }, { "name": "two", "x-displayName": "Second" }]);
    let built = site(&text.to_string()).build();
    let page = built.html("api-reference/one/a/index.html");
    assert!(page.contains("First") && page.contains("Second"));
}

#[test]
fn oas_41_every_kind_of_credential_is_shown() {
    let schemes = json!({
        "key": { "type": "apiKey", "in": "query", "name": "api_key" },
        "basic": { "type": "http", "scheme": "basic" },
        "digest": { "type": "http", "scheme": "digest" },
        "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
        "oauth": { "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": "https://a.test/token", "scopes": { "read": "Reads" } } } },
        "oidc": { "type": "openIdConnect", "openIdConnectUrl": "https://a.test/.well-known" },
        "tls": { "type": "mutualTLS", "description": "Our certificate." },
    });
    let mut item = get("Secured", json!({}));
    item["get"]["security"] = json!([
        { "key": [] }, { "basic": [], "tls": [] }, { "digest": [] }, { "bearer": [] }, { "oauth": ["read"] }, { "oidc": [] }, {}
    ]);
    let built = site(&description(json!({ "/a": item }), json!({ "securitySchemes": schemes }))).build();
    built.assert_no_problems();
    let page = built.html("api-reference/secured.md");
    for part in [
        "One of: `key`, `basic & tls`, `digest`, `bearer`, `oauth`, `oidc`, `none`",
        "`api_key`",
        "Format: `JWT`",
        "Flow: Client credentials",
        "<https://a.test/token>",
        "`read`: Reads",
        "<https://a.test/.well-known>",
        "Our certificate.",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn oas_41_the_same_requirement_twice_is_no_choice() {
    let schemes = json!({ "key": { "type": "apiKey", "in": "header", "name": "X-Key" } });
    let mut item = get("Secured", json!({}));
    item["get"]["security"] = json!([{ "key": [] }, { "key": [] }]);
    let built = site(&description(json!({ "/a": item }), json!({ "securitySchemes": schemes }))).build();
    let page = built.html("api-reference/secured.md");
    assert!(page.contains("`X-Key`") && !page.contains("One of"), "{page}");
}

#[test]
fn oas_41_callbacks_and_headers_of_responses_are_shown() {
    let mut item = get("Called", json!({ "type": "string" }));
    item["get"]["responses"]["200"]["headers"] =
        json!({ "X-Left": { "description": "Calls left", "schema": { "type": "integer" } } });
    item["get"]["callbacks"] = json!({ "onDone": { "{$request.body#/url}": { "post": {
        "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": { "done": { "type": "boolean" } } } } } },
        "responses": { "204": { "description": "Thanks" } } } } } });
    let built = site(&description(json!({ "/a": item }), json!({}))).build();
    let page = built.html("api-reference/called.md");
    for part in
        ["## Callbacks", "`POST` `{$request.body#/url}`", "`done`", "Thanks", "`X-Left`", "Calls left"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn oas_01_version_2_and_3_2_are_read() {
    let old = json!({
        "swagger": "2.0", "info": { "title": "Old", "version": "1" }, "host": "a.test", "basePath": "/v1",
        "paths": { "/x": { "post": { "summary": "Old", "consumes": ["multipart/form-data"], "parameters": [
            { "name": "photo", "in": "formData", "type": "file", "required": true },
            { "$ref": "#/parameters/Shared" }],
            "responses": { "200": { "description": "ok", "schema": { "$ref": "#/definitions/Pet" } } } } } },
        "parameters": { "Shared": { "name": "q", "in": "query", "type": "integer" } },
        "definitions": { "Pet": { "type": "object", "properties": { "name": { "type": "string" } } } },
    });
    let built = site(&old.to_string()).build();
    built.assert_no_problems();
    let page = built.html("api-reference/old.md");
    assert!(
        page.contains("`photo` | `file`") && page.contains("`q` | `integer`") && page.contains("`name`"),
        "{page}"
    );
    assert!(page.contains("https://a.test/v1/x"), "{page}");
    let new = json!({
        "openapi": "3.2.0", "$self": "https://a.test/openapi.json", "info": { "title": "New", "version": "1" },
        "tags": [{ "name": "t", "kind": "nav", "parent": "p" }],
        "paths": { "/x": { "query": { "summary": "Unknown method" }, "get": { "summary": "Stream", "responses": { "200": {
            "summary": "Lines", "content": { "application/jsonl": { "itemSchema": { "type": "object", "properties": { "line": { "type": "string" } } } } } } } } } },
    });
    let built = site(&new.to_string()).build();
    built.assert_no_problems();
    assert!(built.html("api-reference/stream.md").contains("`line`"));
}

#[test]
fn oas_32_badges_and_stability_stand_beside_the_method() {
    let mut item = get("New", json!({}));
    item["get"]["x-stability"] = json!("beta");
    item["get"]["x-badges"] = json!([{ "name": "Fast" }, "Free"]);
    let built = site(&description(json!({ "/a": item }), json!({}))).build();
    let page = built.text("api-reference/new/index.html");
    let html = built.html("api-reference/new/index.html");
    assert!(["beta", "Fast", "Free"].iter().all(|badge| html.contains(&format!(">{badge}<"))), "{page}");
}

#[test]
fn asy_01_version_2_channels_are_pages() {
    let text = "asyncapi: 2.6.0\ninfo: {title: A, version: '1'}\nservers: {live: {url: a.test/ws, protocol: wss}}\nchannels:\n  \
                user/{id}/signedup:\n    parameters: {id: {description: Who, schema: {type: string, format: uuid}}}\n    \
                subscribe:\n      summary: You hear\n      message: {oneOf: [{name: one, payload: {type: object, properties: {a: {type: string}}}}, \
                {name: two, payload: {type: integer}}]}\n";
    let built = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] }, { "group": "Events", "asyncapi": "async.yaml" } ] } }))
        .file("index.mdx", "# Home\n")
        .file("async.yaml", text)
        .build();
    built.assert_no_problems();
    let path = built
        .files()
        .keys()
        .find(|path| path.starts_with("api-reference/") && path.ends_with(".md"))
        .cloned();
    let page = built.html(&path.expect("a page"));
    for part in
        ["wss://a.test/ws", "`id` | `string<uuid>`", "## Subscribe", "### one", "### two", "`a`", "You hear"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn oas_13_a_summary_as_long_as_a_paragraph_has_a_page() {
    let long = "Creates a model response ".repeat(20);
    let built =
        site(&description(json!({ "/long": get(long.trim(), json!({ "type": "string" })) }), json!({})))
            .build();
    assert!(built.problems().is_empty(), "{:#?}", built.problems());
    let page = built
        .files()
        .keys()
        .find(|path| path.starts_with("api-reference/creates-a-model") && path.ends_with(".html"));
    assert!(
        page.is_some_and(|path| path.split('/').all(|name| name.len() <= 220)),
        "{:?}",
        built.files().keys()
    );
}

#[test]
fn oas_01_yaml_may_use_one_response_everywhere() {
    let mut text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents:\n  responses:\n    Bad: &bad {description: Bad request}\npaths:\n".to_owned();
    for number in 0..300 {
        text += &format!("  /p{number}: {{get: {{summary: P {number}, responses: {{'400': *bad}}}}}}\n");
    }
    let mut site = site("{}").file("openapi.yaml", &text);
    site.remove("openapi.json");
    site.edit_config(|config| config["navigation"]["groups"][1]["openapi"] = json!("openapi.yaml"));
    let built = site.build();
    assert!(built.problems().is_empty(), "{:#?}", built.problems());
    assert!(built.html("api-reference/p-299/index.html").contains("Bad request"));
}

#[test]
fn oas_41_numbers_ids_and_folds_of_fields() {
    let schema = json!({ "type": "object", "properties": {
        "content": { "type": "string" },
        "share": { "type": "number", "maximum": 100.0, "example": 25.0 },
        "owner": { "anyOf": [{ "type": "object", "properties": { "deep": { "type": "string" } } }, { "type": "null" }] },
    } });
    let mut item = get("Save", json!({ "type": "string" }));
    item["get"]["requestBody"] = json!({ "content": { "application/json": { "schema": schema } } });
    item["post"] = item["get"].take();
    item.as_object_mut().expect("an object").remove("get");
    let built = site(&description(json!({ "/save": item }), json!({}))).build();
    let page = built.html("api-reference/save/index.html");
    assert_eq!(page.matches("id=\"body-content\"").count(), 1, "{page}");
    assert!(!page.contains("100.0") && !page.contains("25.0") && page.contains("100"), "{page}");
    let (before, _) = page.split_once("id=\"body-owner-deep\"").expect("the field inside");
    let fold = before.rfind("<details").expect("a fold");
    assert!(before.rfind("owner").is_some_and(|owner| owner < fold), "{before}");
}

#[test]
fn oas_02_lists_of_swagger_travel_as_it_says() {
    let list = |name: &str, format: Option<&str>| {
        let mut parameter = json!({ "name": name, "in": "query", "type": "array", "items": { "type": "integer" },
            "required": true, "x-example": [1, 2], "default": [1, 2] });
        if let Some(format) = format {
            parameter["collectionFormat"] = json!(format);
        }
        parameter
    };
    let text = json!({
        "swagger": "2.0", "info": { "title": "T", "version": "1" }, "host": "a.test", "schemes": ["http", "https"],
        "paths": { "/a": { "get": { "summary": "A", "responses": {},
            "parameters": [list("plain", None), list("many", Some("multi")), list("pipes", Some("pipes"))] } } },
    });
    let built = site(&text.to_string()).build();
    let page = built.html("api-reference/a.md");
    assert!(page.contains("plain=1,2") || page.contains("plain=1%2C2"), "{page}");
    assert!(page.contains("many=1&many=2"), "{page}");
    assert!(page.contains("pipes=1|2") || page.contains("pipes=1%7C2"), "{page}");
    assert!(built.html("api-reference/a/index.html").contains("https://a.test"));
}

#[test]
fn oas_01_examples_of_swagger_say_what_a_response_comes_as() {
    let text = json!({
        "swagger": "2.0", "info": { "title": "T", "version": "1" }, "host": "a.test",
        "definitions": { "Error": { "type": "object", "properties": { "message": { "type": "string" } } } },
        "paths": { "/export": { "get": { "summary": "Export", "produces": ["application/octet-stream"], "responses": {
            "200": { "description": "Fine", "schema": { "type": "file" } },
            "404": { "description": "Gone", "schema": { "$ref": "#/definitions/Error" },
                "examples": { "application/json": { "message": "No such container" } } },
            "409": { "description": "Busy", "examples": { "application/json": { "message": "In use" } } },
        } } } },
    });
    let built = site(&text.to_string()).build();
    built.assert_no_problems();
    let page = built.html("api-reference/export.md");
    let (_, gone) = page.split_once("### 404").expect("a status");
    let (gone, busy) = gone.split_once("### 409").expect("a status");
    assert!(gone.contains("`application/json`") && !gone.contains("octet-stream"), "{page}");
    assert!(busy.contains("`application/json`"), "{page}");
    assert!(page.contains("No such container") && page.contains("In use"), "{page}");
}

#[test]
fn oas_03_an_operation_may_be_a_file_of_its_own() {
    let paths = json!({
        "/clicks": { "get": { "$ref": "resources/list.yml" }, "parameters": [] },
        "/clicks/{id}": { "get": { "$ref": "resources/all.yml#/one" } },
    });
    let list = "summary: List clicks\ndescription: All of them.\ntags: [Clicks]\ndeprecated: true\n\
                responses: {'200': {$ref: 'answer.yml'}}\n";
    let config = json!({ "navigation": { "groups": [
        { "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": "spec/api.json" },
    ] } });
    let mut site = Site::new()
        .with_config(config)
        .file("index.mdx", "# Home\n")
        .file("spec/api.json", &description(paths, json!({})))
        .file("spec/resources/list.yml", list)
        .file("spec/resources/all.yml", "one:\n  summary: One click\n  tags: [Clicks]\n  responses: {}\n")
        .file("spec/resources/answer.yml", "description: A list of clicks.\n");
    let first = site.build();
    first.assert_no_problems();
    let page = first.html("api-reference/clicks/list-clicks.md");
    assert!(page.contains("# List clicks") && page.contains("All of them."), "{page}");
    assert!(page.contains("A list of clicks."), "{page}");
    assert!(first.html("api-reference/clicks/one-click.md").contains("# One click"));
    // What the list shows follows the other file.
    site.edit("spec/resources/list.yml", &list.replace("List clicks", "Every click"));
    let edited = site.build();
    assert!(edited.html("api-reference/clicks/every-click.md").contains("# Every click"));
    edited.assert_clean();
}

#[test]
fn oas_41_alternatives_of_credentials_are_told_apart() {
    let schemes = json!({
        "user": { "type": "http", "scheme": "bearer" },
        "admin": { "type": "http", "scheme": "bearer", "description": "The token of an administrator." },
    });
    let mut item = get("Secured", json!({}));
    item["get"]["security"] = json!([{ "user": [] }, { "admin": [] }]);
    let mut both = get("Both", json!({}));
    both["get"]["security"] = json!([{ "user": [], "admin": [] }]);
    let paths = json!({ "/a": item, "/b": both });
    let built = site(&description(paths, json!({ "securitySchemes": schemes }))).build();
    let page = built.html("api-reference/secured/index.html");
    assert!(page.contains("One of: <code>user</code>, <code>admin</code>"), "{page}");
    let labels: Vec<&str> = page.match_indices("field-info-pill").map(|(at, _)| &page[at..at + 30]).collect();
    assert!(labels.len() == 2 && labels[0].contains("user") && labels[1].contains("admin"), "{labels:?}");
    assert!(!built.html("api-reference/both/index.html").contains("field-info"));
}

#[test]
fn oas_01_the_method_of_version_3_2_and_parameters_of_other_files() {
    let mut item = get("Find", json!({}));
    item["query"] = json!({ "summary": "Ask", "responses": { "200": { "description": "" } } });
    let built = site(&description(json!({ "/find": item }), json!({}))).build();
    built.assert_no_problems();
    assert!(built.html("api-reference/ask.md").contains("`QUERY /find`"));
    let old = json!({
        "swagger": "2.0", "info": { "title": "Old", "version": "1" }, "host": "a.test",
        "paths": { "/x": { "get": { "summary": "Old", "responses": {}, "parameters": [
            { "$ref": "shared.json#/Limit" }, { "name": "q", "in": "query", "required": true, "type": "string", "x-example": "shoes" }] } } },
    });
    let shared = json!({ "Limit": { "name": "limit", "in": "query", "type": "integer", "maximum": 50, "description": "At most." } });
    let built = site(&old.to_string()).file("shared.json", &shared.to_string()).build();
    let page = built.html("api-reference/old.md");
    assert!(page.contains("`limit`") && page.contains("`integer`") && page.contains("x ≤ 50"), "{page}");
    assert!(page.contains("q=shoes"), "{page}");
}

#[test]
fn oas_08_words_of_a_description_are_read_as_its_authors_mean_them() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "description": "# Field\n\nx" } } });
    let mut item = get("Words", schema);
    item["get"]["description"] =
        json!("# Big\n\nFrom $5 to $x and $y$. Send {\"a\": \"b\"} as \"text\". See $$x^2$$.\n\n## Small");
    let built = site(&description(json!({ "/a": item }), json!({}))).build();
    let page = built.html("api-reference/words/index.html");
    assert!(page.contains("From $5 to $x and $y$. Send {\"a\": \"b\"} as “text”."), "{page}");
    assert_eq!(page.matches("<math").count(), 1);
    assert!(
        page.contains(">Big</h2>") && page.contains(">Small</h3>") && page.contains(">Field</h4>"),
        "{page}"
    );
}

#[test]
fn oas_03_bodies_of_version_2_may_be_in_other_files() {
    let old = json!({
        "swagger": "2.0", "info": { "title": "Old", "version": "1" }, "host": "a.test", "consumes": ["application/json"],
        "parameters": { "Far": { "$ref": "shared/all.json#/parameters/Photo" } },
        "paths": {
            "/x": { "put": { "summary": "Put", "parameters": [{ "$ref": "shared/all.json#/parameters/Body" }],
                "responses": { "200": { "$ref": "shared/all.json#/responses/Done" } } } },
            "/y": { "post": { "summary": "Send", "parameters": [{ "$ref": "#/parameters/Far" }], "responses": {} } },
            "/z": { "$ref": "shared/all.json#/paths/z" },
        },
    });
    let thing = json!({ "type": "object", "required": ["size"], "properties": { "size": { "type": "integer", "maximum": 7 } } });
    let shared = json!({
        "parameters": {
            "Body": { "name": "body", "in": "body", "required": true, "schema": { "$ref": "#/definitions/Thing" } },
            "Photo": { "$ref": "#/parameters/Picture" },
            "Picture": { "name": "picture", "in": "formData", "type": "file", "required": true },
        },
        "responses": { "Done": { "description": "It is done.", "schema": { "$ref": "#/definitions/Thing" } } },
        "definitions": { "Thing": thing },
        "paths": { "z": { "post": { "summary": "Elsewhere", "parameters": [{ "$ref": "#/parameters/Body" }], "responses": {} } } },
    });
    let mut site = site(&old.to_string()).file("shared/all.json", &shared.to_string());
    let built = site.build();
    built.assert_no_problems();
    let page = built.html("api-reference/put.md");
    assert!(page.contains("## Body") && page.contains("x ≤ 7") && page.contains("It is done."), "{page}");
    assert_eq!(page.matches("`size`").count(), 2, "{page}");
    assert!(page.contains("--data '{\n  \"size\": 6\n}'"), "{page}");
    let page = built.html("api-reference/send.md");
    assert!(page.contains("multipart/form-data") && page.contains("picture=@"), "{page}");
    assert!(built.html("api-reference/elsewhere.md").contains("x ≤ 7"));
    site.edit("shared/all.json", &shared.to_string().replace("\"maximum\":7", "\"maximum\":9"));
    let edited = site.build();
    assert!(edited.html("api-reference/put.md").contains("x ≤ 9"));
    edited.assert_clean();
}

#[test]
fn oas_31_groups_of_tags_stand_around_their_tags() {
    let tagged =
        |tag: &str| json!({ "get": { "summary": format!("Of {tag}"), "tags": [tag], "responses": {} } });
    let whole = json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
        "paths": { "/a": tagged("alpha"), "/b": tagged("beta"), "/c": tagged("gamma"), "/d": tagged("delta") },
        "tags": [{ "name": "beta", "x-displayName": "Second" }],
        "x-tagGroups": [{ "name": "Outer", "tags": ["gamma", "alpha"] }, { "name": "Empty", "tags": ["none"] }, { "name": "Other", "tags": ["beta"] }],
    });
    let built = site(&whole.to_string()).build();
    built.assert_no_problems();
    let page = built.html("index.html");
    let at = |words: &str| page.find(&format!(">{words}<")).unwrap_or_else(|| panic!("{words}: {page}"));
    let order = ["Outer", "gamma", "alpha", "Other", "Second", "delta"].map(at);
    assert!(order.is_sorted(), "{order:?}");
    assert!(!page.contains(">Empty<"));
    // What stands in a group of tags keeps its address.
    assert!(built.files().contains_key("api-reference/gamma/of-gamma/index.html"));
}

#[test]
fn oas_01_other_methods_of_version_3_2_have_pages() {
    let mut item = get("Find", json!({}));
    item["additionalOperations"] = json!({ "COPY": { "summary": "Copy it", "responses": { "201": { "description": "Copied." } },
        "parameters": [{ "name": "Destination", "in": "header", "required": true, "schema": { "type": "string" } }] } });
    let built = site(&description(json!({ "/find": item }), json!({}))).build();
    built.assert_no_problems();
    let page = built.html("api-reference/copy-it.md");
    assert!(
        page.contains("`COPY /find`") && page.contains("`Destination`") && page.contains("Copied."),
        "{page}"
    );
    assert!(page.contains("--request COPY"), "{page}");
}

#[test]
fn oas_42_what_is_required_without_a_definition_has_a_row() {
    let schemas = json!({
        "Base": { "type": "object", "properties": { "id": { "type": "string" } } },
        "Mixed": { "allOf": [{ "$ref": "#/components/schemas/Base" }],
            "required": ["id", "ghost"], "properties": { "own": { "type": "string" } } },
        "Typed": { "type": "object", "required": ["free"], "properties": { "one": { "type": "string" } },
            "additionalProperties": { "type": "integer" } },
        "Patterns": { "type": "object", "required": ["x-note"], "properties": { "one": { "type": "string" } },
            "patternProperties": { "^x-": { "type": "string" } } },
        "Either": { "type": "object", "required": ["a"], "properties": { "c": { "type": "string" } }, "oneOf": [
            { "title": "First", "required": ["a", "c", "z"], "properties": { "a": { "type": "string" } } },
            { "title": "Second", "properties": { "a": { "type": "integer" } } },
        ] },
    });
    let names = ["Mixed", "Typed", "Patterns", "Either"];
    let paths = names.map(|name| {
        let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
        (format!("/{name}"), get(name, reference))
    });
    let built = site(&description(paths.into_iter().collect(), json!({ "schemas": schemas }))).build();
    built.assert_no_problems();
    let rows = |name: &str| {
        let page = built.html(&format!("api-reference/{name}.md")).to_owned();
        page.lines().filter(|line| line.contains("`")).map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    let mixed = rows("mixed");
    assert!(mixed.contains("`ghost`") && mixed.matches("`id`").count() == 1, "{mixed}");
    assert!(mixed.contains("| `ghost` | `any` | yes |"), "{mixed}");
    let typed = rows("typed");
    assert!(typed.contains("| `free` | `integer` | yes |"), "{typed}");
    // A pattern says what it is.
    assert!(!rows("patterns").contains("`x-note`"));
    let either = rows("either");
    assert!(either.contains("Required: `c`") && either.contains("`z`"), "{either}");
    assert_eq!(either.matches("`a`").count(), 2, "{either}");
}

#[test]
fn oas_45_a_child_does_not_repeat_its_base() {
    let schemas = json!({
        "Pet": { "type": "object", "required": ["kind"],
            "properties": { "kind": { "type": "string" }, "nickname": { "type": "string" }, "age": { "type": "integer" } },
            "discriminator": { "propertyName": "kind", "mapping": { "cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog" } } },
        "Cat": { "allOf": [{ "$ref": "#/components/schemas/Pet" },
            { "required": ["age"], "properties": { "claws": { "type": "integer" } } }] },
        "Dog": { "allOf": [{ "$ref": "#/components/schemas/Pet" },
            { "properties": { "bark": { "type": "string" }, "kind": { "enum": ["dog"] } } }] },
    });
    let paths = json!({ "/pets": get("Pets", json!({ "$ref": "#/components/schemas/Pet" })) });
    let built = site(&description(paths, json!({ "schemas": schemas }))).build();
    built.assert_no_problems();
    let page = built.html("api-reference/pets.md");
    let rows = page.split("## Response").nth(1).unwrap_or_default();
    assert_eq!(rows.matches("`nickname`").count(), 1, "{rows}");
    // What a child says of them is new.
    assert_eq!(rows.matches("`age`").count(), 2, "{rows}");
    assert!(rows.contains("`claws`") && rows.contains("`bark`") && rows.contains("dog"), "{rows}");
}

#[test]
fn oas_03_a_reference_to_another_kind_of_file_is_told_as_that() {
    let schema = json!({ "$ref": "words.md" });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({})))
        .file("words.md", "# Words\n\n- a: b\n c\n")
        .build();
    let problems = built.problems().join("\n");
    assert!(problems.contains("words.md is neither JSON nor YAML"), "{problems}");
}

#[test]
fn oas_42_limits_of_items_are_those_of_the_items() {
    let schema = json!({ "type": "object", "properties": {
        "codes": { "type": "array", "minItems": 1, "maxItems": 3,
            "items": { "type": "string", "minLength": 2, "pattern": "^a" } },
        "ones": { "type": "array", "items": { "const": 1 } },
        "grid": { "type": "array", "items": { "type": "array", "maxItems": 2, "items": { "type": "integer", "maximum": 9 } } },
    } });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({}))).build();
    built.assert_no_problems();
    let page = built.html("api-reference/a.md");
    for told in [
        "Allowed: `1 to 3 items`",
        "Allowed for each item: `at least 2 characters`, `matches ^a`",
        "Allowed value of each item: `1`",
        "Allowed for each item: `at most 2 items`",
        "Allowed for each item: `x ≤ 9`",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
}

#[test]
fn oas_51_webhooks_of_version_3_0_are_an_extension() {
    let event = |words: &str| {
        let schema =
            json!({ "type": "object", "properties": { "id": { "type": "string", "description": words } } });
        json!({ "post": {
            "requestBody": { "content": { "application/json": { "schema": schema } } },
            "responses": { "200": { "description": "Taken." } },
        } })
    };
    let mut gone = event("Gone.");
    gone["post"]["x-excluded"] = json!(true);
    let mut text = json!({ "openapi": "3.0.3", "info": { "title": "Test", "version": "1" },
        "paths": { "/a": get("A", json!({})) },
        "x-webhooks": { "order-created": event("The order."), "order-gone": gone } });
    let built = site(&text.to_string()).build();
    built.assert_no_problems();
    assert_eq!(built.report.pages, 3);
    let page = built.html("api-reference/order-created.md");
    assert!(page.contains("The order."), "{page}");
    assert!(built.html("api-reference/order-created/index.html").contains("WEBHOOK"));
    // What is excluded has no page and is not published.
    let published = built.html("openapi.json");
    assert!(published.contains("order-created") && !published.contains("order-gone"), "{published}");
    // A page in the navigation, by its name.
    let by_name = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] },
            { "group": "API", "openapi": "openapi.json", "pages": ["webhook order-created"] },
        ] } }))
        .file("index.mdx", "# Home\n")
        .file("openapi.json", &text.to_string())
        .build();
    by_name.assert_no_problems();
    assert_eq!(by_name.report.pages, 2);
    assert!(by_name.html("api-reference/order-created.md").contains("The order."));
    // Where the specification has a place for them, that is the one.
    text["openapi"] = json!("3.1.0");
    text["webhooks"] = json!({ "order-paid": event("The payment.") });
    let newer = site(&text.to_string()).build();
    assert_eq!(newer.report.pages, 3);
    assert!(newer.html("api-reference/order-paid.md").contains("The payment."));
}

#[test]
fn oas_31_links_of_a_description_lead_to_its_pages() {
    let mut first = get("First", json!({}));
    first["get"]["tags"] = json!(["Big pets"]);
    first["get"]["operationId"] = json!("getFirst");
    let mut second = get(
        "Second",
        json!({ "type": "object", "properties": {
        "id": { "type": "string", "description": "What [the first](#operation/getFirst) gave." } } }),
    );
    second["get"]["tags"] = json!(["Big pets"]);
    second["get"]["operationId"] = json!("get second");
    second["get"]["description"] = json!(
        "See [z](#tag/Big-pets/GET/second), [a](#operation/getFirst), [b](#tag/Big-pets), [c](#tag/Big%20pets/operation/get%20second), \
         [d](#operation/nowhere), [e](#section/Start) and [f](#response)."
    );
    let paths = |first: &serde_json::Value| json!({ "/first": first, "/second": second });
    let mut site = site(&description(paths(&first), json!({})));
    let built = site.build();
    let page = built.html("api-reference/big-pets/second.md").to_owned();
    for link in [
        "[z](/api-reference/big-pets/second)",
        "[a](/api-reference/big-pets/first)",
        "[b](/api-reference/big-pets/first)",
        "[c](/api-reference/big-pets/second)",
        "[the first](/api-reference/big-pets/first)",
    ] {
        assert!(page.contains(link), "{link}: {page}");
    }
    // What has no page stays as it is, and so does what is on the page.
    for target in ["#operation/nowhere)", "#section/Start)", "#response)"] {
        assert!(page.contains(target), "{target}: {page}");
    }
    let told = built.report.diagnostics.iter().find(|problem| problem.message.contains("#section/Start"));
    let hint = told.and_then(|problem| problem.hint.as_deref()).unwrap_or_default();
    assert!(hint.contains("an operation by `#operation/ID`"), "{hint}");
    // Another address of the operation reaches those who link to it.
    first["get"]["summary"] = json!("Begin");
    site.edit("openapi.json", &description(paths(&first), json!({})));
    let moved = site.build();
    let page = moved.html("api-reference/big-pets/second.md");
    assert!(page.contains("[a](/api-reference/big-pets/begin)"), "{page}");
    moved.assert_clean();
    // A description that is shown in several places: the page beside the one that says it.
    let group = |name: &str| json!({ "group": name, "openapi": { "source": "openapi.json", "directory": format!("en/{name}") } });
    let twice = Site::new()
        .with_config(json!({ "navigation": { "groups": [{ "group": "Start", "pages": ["index"] }, group("one"), group("two")] } }))
        .file("index.mdx", "# Home\n")
        .file("openapi.json", &description(paths(&first), json!({})))
        .build();
    for place in ["one", "two"] {
        let page = twice.html(&format!("en/{place}/big-pets/second.md"));
        assert!(page.contains(&format!("[a](/en/{place}/big-pets/begin)")), "{page}");
    }
}
