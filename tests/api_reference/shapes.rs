//! What older versions, other media types and authors' own parts of a page are made of; and what is kept to some readers.

use docs::db::{Restricted, Settings};
use serde_json::{Value, json};

use super::{description, get, site};
use crate::site::Site;

/// The Markdown of the page of an operation.
fn page(operation: Value, components: Value) -> String {
    let built = site(&description(json!({ "/a": operation }), components)).build();
    built.html("api-reference/a.md").to_owned()
}

fn post(media: &str, schema: Value) -> Value {
    json!({ "post": { "summary": "A", "responses": {}, "servers": [{ "url": "https://a.test" }],
        "requestBody": { "required": true, "content": { media: { "schema": schema } } } } })
}

#[test]
fn oas_01_forms_of_swagger_travel_as_it_says() {
    let field = |name: &str, more: Value| {
        let mut field = json!({ "name": name, "in": "formData", "type": "string" });
        field.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        field
    };
    let list = |format: &str| json!({ "type": "array", "items": { "type": "string" }, "default": ["a", "b"], "collectionFormat": format });
    let text = json!({
        "swagger": "2.0", "info": { "title": "T", "version": "1" }, "host": "a.test",
        "paths": { "/a": { "post": { "summary": "A", "responses": {},
            "consumes": ["application/x-www-form-urlencoded", "multipart/form-data"],
            "parameters": [field("tags", list("csv")), field("pipes", list("pipes")), field("name", json!({ "x-example": "Rex" }))] } } },
    });
    let mut site = site(&text.to_string());
    let built = site.build();
    let page = built.html("api-reference/a.md");
    for part in ["tags=a,b", "pipes=a|b", "name=Rex", "multipart/form-data"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // A file needs the form that has a place for it.
    let file = text
        .to_string()
        .replace("\"name\":\"name\",", "\"name\":\"name\",\"required\":true,")
        .replace("\"x-example\":\"Rex\"", "\"x\":1");
    site.edit("openapi.json", &file.replacen("\"type\":\"string\",\"x\":1", "\"type\":\"file\"", 1));
    let built = site.build();
    let page = built.html("api-reference/a.md");
    assert!(page.contains("multipart/form-data") && !page.contains("urlencoded"), "{page}");
}

#[test]
fn oas_58_lines_of_json_are_lines() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "integer" }, "b": { "type": "string", "example": "x" } } });
    let text = page(post("application/x-ndjson", schema), json!({}));
    assert!(text.contains("{\"a\":123,\"b\":\"x\"}"), "{text}");
}

#[test]
fn oas_58_namespaces_of_xml_are_declared_once() {
    let schema = json!({ "type": "object", "xml": { "name": "thing", "namespace": "http://x.test/ns", "prefix": "t" }, "properties": {
        "name": { "type": "string", "xml": { "namespace": "http://x.test/ns", "prefix": "t", "name": "name" } },
        "other": { "type": "string", "xml": { "namespace": "http://x.test/other" } } } });
    let text = page(post("application/xml", schema), json!({}));
    assert!(text.contains("<t:thing xmlns:t=\"http://x.test/ns\">"), "{text}");
    assert!(
        text.contains("<t:name><string></t:name>") || text.contains("<t:name>&lt;string&gt;</t:name>"),
        "{text}"
    );
    assert!(text.contains("<other xmlns=\"http://x.test/other\">"), "{text}");
}

#[test]
fn oas_41_a_certificate_is_in_no_part_of_a_request() {
    let mut operation = get("A", json!({ "type": "string" }));
    operation["get"]["security"] = json!([{ "tls": [] }]);
    let schemes = json!({ "securitySchemes": { "tls": { "type": "mutualTLS" } } });
    let built = site(&description(json!({ "/a": operation }), schemes)).build();
    let page = built.html("api-reference/a.md");
    assert!(
        page.contains("`tls`") && !page.contains("In: header") && !page.contains("header, required"),
        "{page}"
    );
    assert!(!built.html("api-reference/a/index.html").contains("data-location=\"header\""));
}

#[test]
fn md_api_examples_of_the_author_stand_in_place_of_those_that_are_made() {
    let own = "---\ntitle: Own\ndescription: D\nopenapi: GET /a\n---\n\n<RequestExample>\n```bash Mine\nmine --now\n```\n</RequestExample>\n";
    let mut root: Value =
        serde_json::from_str(&description(json!({ "/a": get("A", json!({ "type": "string" })) }), json!({})))
            .unwrap();
    root["servers"] = json!([{ "url": "https://a.test" }]);
    let built = site(&root.to_string()).file("index.mdx", own).build();
    let text = built.html("index.md");
    assert!(text.contains("mine --now") && !text.contains("curl "), "{text}");
}

#[test]
fn oas_23_oas_52_what_has_groups_is_in_no_published_copy() {
    let mut kept = get("Kept", json!({}));
    kept["get"]["x-mint"] = json!({ "groups": ["admin"] });
    let paths = json!({ "/open": get("Open", json!({})), "/kept": kept });
    let mut site = site(&description(paths.clone(), json!({})));
    let built = site.build();
    assert_eq!(built.codes(), ["page-withheld"]);
    let served: Value = serde_json::from_str(built.html("openapi.json")).expect("JSON");
    assert!(served["paths"].get("/open").is_some() && served["paths"].get("/kept").is_none(), "{served}");
    built.assert_clean();
    // What is said of all paths is said of each.
    let mut all = paths;
    all["x-mint"] = json!({ "groups": ["admin"] });
    site.edit("openapi.json", &description(all, json!({})));
    let built = site.build();
    assert!(!built.files().contains_key("api-reference/open/index.html"));
    assert!(!built.html("openapi.json").contains("/open"), "{}", built.html("openapi.json"));
    built.assert_clean();
    let text = site.source("openapi.json").to_owned();
    let known = Settings { restricted: Restricted::Included, ..Settings::default() };
    let built = super::site(&text).settings(known).build();
    assert!(built.files().contains_key("api-reference/open/index.html"));
    assert!(built.html("openapi.json").contains("/kept"));
}

#[test]
fn oas_23_parts_that_have_groups_are_left_out_and_told_once() {
    let kept = |schema: Value| {
        let mut schema = schema;
        schema["x-mint"] = json!({ "groups": ["admin"] });
        schema
    };
    let text = json!({ "type": "string" });
    let schemas = json!({
        "Secret": kept(json!({ "type": "object", "properties": { "inner": text } })),
        "Plain": { "type": "object", "required": ["hidden", "shown"], "properties": {
            "shown": text, "hidden": kept(text.clone()), "secret": { "$ref": "#/components/schemas/Secret" },
            "choice": { "oneOf": [kept(json!({ "type": "integer", "title": "Number" })), { "type": "boolean" }] } } },
    });
    let mut operation = get("A", json!({ "$ref": "#/components/schemas/Plain" }));
    operation["get"]["parameters"] = json!([{ "name": "q", "in": "query", "schema": text }, kept(json!({ "name": "z", "in": "query", "schema": text }))]);
    let whole = description(json!({ "/a": operation }), json!({ "schemas": schemas }));
    let mut site = site(&whole);
    let built = site.build();
    assert_eq!(built.codes(), ["api-part-withheld"]);
    let page = built.html("api-reference/a.md").to_owned();
    for file in [page.as_str(), built.html("openapi.json")] {
        assert!(file.contains("shown") && !file.contains("hidden") && !file.contains("inner"), "{file}");
        assert!(!file.contains("Number") && !file.contains("secret") && !file.contains("`z`"), "{file}");
    }
    built.assert_clean();
    let known = Settings { restricted: Restricted::Included, ..Settings::default() };
    let built = super::site(&whole).settings(known).build();
    built.assert_no_problems();
    let page = built.html("api-reference/a.md");
    assert!(page.contains("`hidden`") && page.contains("`z`"), "{page}");
    assert_eq!(built.html("openapi.json"), whole);
    site.edit("openapi.json", &whole.replace("\"groups\":[\"admin\"]", "\"groups\":[]"));
    let built = site.build();
    built.assert_no_problems();
    assert!(built.html("api-reference/a.md").contains("`hidden`"));
    built.assert_clean();
}

#[test]
fn oas_50_a_page_of_a_schema_without_a_title_has_its_name() {
    let schemas = json!({ "UserAccount": { "type": "object", "properties": { "a": { "type": "string" } } } });
    let built = site(&description(json!({ "/a": get("A", json!({})) }), json!({ "schemas": schemas })))
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index", "schema1"] }, { "group": "API", "openapi": "openapi.json" } ] } }))
        .file("schema1.mdx", "---\nopenapi-schema: openapi.json UserAccount\n---\n")
        .build();
    let page = built.html("schema1/index.html");
    assert!(page.contains("UserAccount</h1>") || page.contains(">UserAccount<"), "{page}");
    assert!(!built.html("index.html").contains(">Schema1<"));
}

#[test]
fn oas_20_front_matter_of_all_operations_may_stand_in_info() {
    let whole = |label: &str| {
        let mut root: Value = serde_json::from_str(&description(
            json!({ "/a": get("A", json!({})), "/b": get("B", json!({})) }),
            json!({}),
        ))
        .unwrap();
        root["info"]["x-mint"] = json!({ "metadata": { "tag": label } });
        root["paths"]["/b"]["x-mint"] = json!({ "metadata": { "tag": "OWN" } });
        root.to_string()
    };
    let mut site = site(&whole("BETA"));
    let built = site.build();
    let sidebar = built.html("api-reference/a/index.html").to_owned();
    assert!(sidebar.contains("BETA") && sidebar.contains("OWN"));
    site.edit("openapi.json", &whole("GAMMA"));
    let built = site.build();
    assert!(built.html("api-reference/a/index.html").contains("GAMMA"));
    built.assert_clean();
}

#[test]
fn play_12_a_collection_has_names_in_paths_and_a_variable_for_each_key() {
    let id = json!({ "name": "id", "in": "path", "required": true, "description": "Which.", "example": 42, "schema": { "type": "integer" } });
    let mut operation = get("A", json!({}));
    operation["get"]["parameters"] = json!([id]);
    operation["get"]["security"] = json!([{ "first": [], "second": [], "third": [] }]);
    operation["get"]["servers"] = json!([{ "url": "https://a.test" }]);
    let key = |name: &str, place: &str| json!({ "type": "apiKey", "in": place, "name": name });
    let schemes = json!({ "securitySchemes": { "first": key("X-K1", "header"), "second": key("X-K2", "header"), "third": key("k3", "query") } });
    let built = site(&description(json!({ "/u/{id}": operation }), schemes))
        .with_config(json!({ "api": { "postman": true }, "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": "openapi.json" } ] } }))
        .build();
    let made: Value = serde_json::from_str(built.html("openapi.postman.json")).unwrap();
    let request = &made["item"][0]["request"];
    assert_eq!(request["url"]["path"], json!(["u", ":id"]));
    assert_eq!(request["url"]["variable"], json!([{ "key": "id", "value": "42", "description": "Which." }]));
    assert_eq!(request["header"], json!([{ "key": "X-K2", "value": "{{second}}" }]));
    assert_eq!(request["url"]["query"], json!([{ "key": "k3", "value": "{{third}}" }]));
    assert_eq!(request["auth"]["apikey"][1]["value"], "{{first}}");
    let variables = made["variable"].to_string();
    assert!(["first", "second", "third"].iter().all(|name| variables.contains(name)), "{variables}");
}

#[test]
fn asy_02_traits_and_protocols_of_messages_are_shown_under_their_names() {
    let chat = json!({
        "asyncapi": "2.6.0", "info": { "title": "C", "version": "1" }, "servers": { "a": { "url": "chat.test", "protocol": "wss" } },
        "channels": { "room": { "publish": {
            "traits": [{ "bindings": { "kafka": { "clientId": "my-client" } } }],
            "message": { "name": "say", "traits": [{ "examples": [{ "name": "one", "payload": { "text": "first" } }, { "name": "two", "payload": { "text": "second" } }] }],
                "bindings": { "http": { "headers": { "type": "object", "properties": { "Trailer": { "type": "string" } } } } },
                "payload": { "type": "object", "properties": { "text": { "type": "string" } } } } } } },
    });
    let built = Site::new()
        .with_config(json!({ "navigation": { "groups": [{ "group": "Start", "pages": ["index"] }, { "group": "Chat", "asyncapi": "chat.json" }] } }))
        .file("index.mdx", "# Home\n")
        .file("chat.json", &chat.to_string())
        .build();
    let page = built.html("api-reference/websockets/room.md");
    assert!(page.contains("my-client"), "{page}");
    let payload = page.find("#### Payload").unwrap_or_else(|| panic!("{page}"));
    assert!(page[..payload].contains("`Trailer`") && page[payload..].contains("`text`"), "{page}");
    let html = built.html("api-reference/websockets/room/index.html");
    // Each of them can be sent.
    assert!(html.contains("say: one") && html.contains("\"text\":\"second\""), "{html}");
}

#[test]
fn oas_02_overlays_are_told_to_have_no_effect() {
    let source = json!({ "source": "openapi.json", "overlays": ["o.yaml"] });
    let built = site(&description(json!({ "/a": get("A", json!({})) }), json!({})))
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": source } ] } }))
        .build();
    assert_eq!(built.codes(), ["config-unsupported-key"]);
}
