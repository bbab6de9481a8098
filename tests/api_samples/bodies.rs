//! What a body of each kind is in a sample.

use docs::api::sample::Language;
use serde_json::{Value, json};

use super::{code, load};

/// The command for an operation that takes this content.
fn taking(content: Value) -> String {
    let description = load(&json!({
        "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
        "paths": { "/a": { "post": { "requestBody": { "required": true, "content": content }, "responses": {} } } },
    }));
    code(&description, "/a", Language::Curl)
}

#[test]
fn oas_58_a_file_that_is_one_of_several_things_is_a_part() {
    let file = json!({ "type": "string", "format": "binary" });
    let properties = json!({
        "either": { "anyOf": [file, { "type": "string" }] },
        "maybe": { "anyOf": [file, { "type": "null" }] },
        "many": { "anyOf": [{ "type": "array", "items": file }, { "type": "null" }] },
        "text": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
        "picture": { "type": "string", "contentMediaType": "image/png" },
        "bytes": { "type": "string", "contentMediaType": "image/png", "contentEncoding": "base64" },
    });
    let code = taking(json!({ "multipart/form-data": { "schema": {
        "type": "object", "properties": properties, "required": ["either", "maybe", "many", "text", "picture", "bytes"],
    } } }));
    for part in [
        "'either=@example-file'",
        "'maybe=@example-file'",
        "'many=@example-file'",
        "--form-string 'text=<string>'",
        "'picture=@example-file;type=image/png'",
        "'bytes=aSDinaTvuI8gbWludGxpZnk='",
    ] {
        assert!(code.contains(part), "{part}: {code}");
    }
}

#[test]
fn oas_58_bytes_of_which_nothing_is_said_are_a_file() {
    for (media_type, schema) in [
        ("application/octet-stream", json!({ "type": "string" })),
        ("image/png", json!({ "type": "string" })),
        ("application/gzip", json!({})),
    ] {
        let code = taking(json!({ media_type: { "schema": schema } }));
        assert!(code.ends_with("--data-binary '@example-file'"), "{code}");
    }
    let said =
        taking(json!({ "application/octet-stream": { "schema": { "type": "string" }, "example": "abc" } }));
    assert!(said.ends_with("--data 'abc'"), "{said}");
}

#[test]
fn oas_58_a_range_of_types_is_one_type_in_a_request() {
    let text = json!({ "schema": { "type": "string", "example": "hi" } });
    let object = json!({ "schema": { "type": "object", "xml": { "name": "a" }, "example": { "b": 1 } } });
    let picture = json!({ "schema": { "type": "string", "contentMediaType": "image/png" } });
    for (range, media, kind) in [
        ("text/*", &text, "text/plain"),
        ("application/*+xml", &object, "application/xml"),
        ("application/*", &object, "application/json"),
        ("*/*", &object, "application/json"),
        ("image/*", &picture, "image/png"),
        ("audio/*", &json!({}), "application/octet-stream"),
    ] {
        let code = taking(json!({ range: media }));
        assert!(code.contains(&format!("'Content-Type: {kind}'")), "{range}: {code}");
    }
}

#[test]
fn oas_50_prefixes_of_xml_stand_without_a_namespace_of_their_own() {
    let schema = json!({
        "type": "object", "xml": { "prefix": "soap", "namespace": "urn:s", "name": "Envelope" },
        "properties": {
            "Body": { "type": "object", "xml": { "prefix": "soap" }, "properties": {
                "plain": { "type": "integer", "example": 1 },
                "list": { "type": "array", "items": { "type": "integer", "example": 2, "xml": { "prefix": "x" } } },
            } },
        },
    });
    let code = taking(json!({ "application/xml": { "schema": schema } }));
    for line in [
        "<soap:Envelope xmlns:soap=\"urn:s\">",
        "  <soap:Body>",
        "    <plain>1</plain>",
        "    <x:list>2</x:list>",
    ] {
        assert!(code.contains(&format!("\n{line}\n")), "{line}: {code}");
    }
}

#[test]
fn oas_58_a_form_holds_json_where_its_encoding_says_so() {
    let code = taking(json!({ "application/x-www-form-urlencoded": {
        "example": { "ids": ["a", "b"], "names": ["c", "d"] },
        "encoding": { "ids": { "contentType": "application/json" } },
    } }));
    assert!(code.contains("'ids=[\"a\",\"b\"]'") && code.contains("'names=c'"), "{code}");
}

#[test]
fn oas_58_parts_of_a_list_have_no_names() {
    let code = taking(json!({ "multipart/mixed": { "schema": {
        "type": "array", "items": { "type": "object", "properties": { "a": { "type": "integer", "example": 1 } } },
    } } }));
    assert!(code.contains("'Content-Type: multipart/mixed'"), "{code}");
    assert!(code.ends_with("--form '=\"{\\\"a\\\":1}\";type=application/json'"), "{code}");
}

#[test]
fn oas_58_what_a_call_must_say_stands_in_its_address() {
    let object = |more: Value| {
        let mut schema = json!({ "type": "object" });
        schema.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        schema
    };
    let description = super::reading(
        "/a",
        json!([
            { "name": "map", "in": "query", "required": true, "style": "deepObject",
              "schema": object(json!({ "minProperties": 1, "additionalProperties": { "type": "integer", "example": 3 } })) },
            { "name": "filter", "in": "query", "required": true, "schema": object(json!({})) },
            { "name": "unsaid", "in": "query", "required": true },
            { "name": "free", "in": "query" },
        ]),
    );
    let code = code(&description, "/a", Language::Curl);
    assert!(code.contains("/a?map%5B%3Ckey%3E%5D=3&<key>=<any>&unsaid=<any>'"), "{code}");
}

#[test]
fn oas_58_a_query_that_is_one_document_is_sent_as_it_is() {
    let description = load(&json!({
        "openapi": "3.2.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
        "paths": { "/a": { "get": { "responses": {}, "parameters": [
            { "name": "whole", "in": "querystring", "content": { "application/json": { "example": { "a": 1 } } } },
        ] } } },
    }));
    assert!(code(&description, "/a", Language::Curl).contains("/a?%7B%22a%22:1%7D'"));
}

#[test]
fn oas_58_what_a_library_refuses_to_send_is_said() {
    let description = load(&json!({
        "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
        "paths": { "/a": { "get": { "responses": {}, "requestBody": {
            "required": true, "content": { "application/json": { "example": { "q": 1 } } },
        } } } },
    }));
    for (language, library) in
        [(Language::JavaScript, "fetch"), (Language::Kotlin, "OkHttp"), (Language::Swift, "URLSession")]
    {
        assert_eq!(
            code(&description, "/a", language),
            format!("// {library} sends no body with GET requests."),
            "{language:?}"
        );
    }
    assert!(code(&description, "/a", Language::Node).contains("from 'node:https'"));
}

#[test]
fn oas_12_lists_of_version_2_have_between_items_what_their_format_says() {
    let list = |place: &str, format: &str| {
        json!({ "name": "l", "in": place, "required": true, "type": "array", "items": { "type": "string" },
            "collectionFormat": format, "x-example": ["q", "w"] })
    };
    let description = load(&json!({
        "swagger": "2.0", "info": { "title": "A", "version": "1" }, "host": "a.example", "schemes": ["https"],
        "paths": {
            "/h": { "get": { "parameters": [list("header", "pipes")], "responses": {} } },
            "/p/{l}": { "get": { "parameters": [list("path", "pipes")], "responses": {} } },
            "/f": { "post": { "consumes": ["multipart/form-data"], "parameters": [list("formData", "csv")], "responses": {} } },
            "/m": { "post": { "consumes": ["multipart/form-data"], "parameters": [list("formData", "multi")], "responses": {} } },
        },
    }));
    for (path, sent) in [
        ("/h", "--header 'l: q|w'"),
        ("/p/{l}", "/p/q%7Cw'"),
        ("/f", "--form 'l=q,w'"),
        ("/m", "--form 'l=q' \\\n  --form 'l=w'"),
    ] {
        let code = code(&description, path, Language::Curl);
        assert!(code.contains(sent), "{sent}: {code}");
    }
}

#[test]
fn oas_56_a_part_of_a_path_is_filled_in_where_all_of_it_is_stated() {
    let number = |more: Value| {
        let mut schema = json!({ "type": "integer" });
        schema.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        schema
    };
    let point = |y: Value| {
        json!([{ "name": "m", "in": "path", "required": true, "style": "matrix", "explode": true, "schema": {
            "type": "object", "properties": { "x": number(json!({ "example": 1 })), "y": number(y) },
        } }])
    };
    let sent = |y: Value| code(&super::reading("/a{m}", point(y)), "/a{m}", Language::Curl);
    assert!(sent(json!({ "default": 2 })).contains("/a;x=1;y=2'"));
    assert!(sent(json!({})).contains("/a{m}'"));
}

#[test]
fn oas_58_a_text_that_looks_like_a_document_is_a_text() {
    let code =
        taking(json!({ "application/json": { "schema": { "type": "string" }, "example": "{\"a\": 1}" } }));
    assert!(code.ends_with("--data '\"{\\\"a\\\": 1}\"'"), "{code}");
}

#[test]
fn oas_58_only_a_query_keeps_reserved_signs_before_version_3_2() {
    let root = |version: &str| {
        json!({
            "openapi": version, "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
            "paths": { "/a/{p}": { "get": { "responses": {}, "parameters": [
                { "name": "p", "in": "path", "required": true, "allowReserved": true, "schema": { "type": "string" }, "example": "x/y" },
                { "name": "q", "in": "query", "required": true, "allowReserved": true, "schema": { "type": "string" }, "example": "x/y" },
            ] } } },
        })
    };
    for (version, address) in [("3.1.0", "/a/x%2Fy?q=x/y'"), ("3.2.0", "/a/x/y?q=x/y'")] {
        let code = code(&load(&root(version)), "/a/{p}", Language::Curl);
        assert!(code.contains(address), "{version}: {code}");
    }
}

#[test]
fn oas_58_forms_of_bytes_are_files() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "integer" } } });
    for media_type in ["application/cbor", "application/senml+cbor", "application/x-protobuf"] {
        let code = taking(json!({ media_type: { "schema": schema } }));
        assert!(code.contains("--data-binary '@example-file'"), "{code}");
    }
}

#[test]
fn oas_01_lists_within_lists_travel_as_version_2_says() {
    let items = json!({ "type": "array", "collectionFormat": "pipes", "items": { "type": "string" }, "example": ["x", "y"] });
    let description = load(
        &json!({ "swagger": "2.0", "info": { "title": "T", "version": "1" }, "host": "a.example",
        "paths": { "/a": { "get": { "responses": {}, "parameters": [
            { "name": "nested", "in": "query", "required": true, "type": "array", "collectionFormat": "csv", "items": items }] } } } }),
    );
    let code = code(&description, "/a", Language::Curl);
    assert!(code.contains("nested=x%7Cy'"), "{code}");
}

#[test]
fn oas_58_browsers_send_the_cookies_that_they_have() {
    let parameters = json!([{ "name": "session", "in": "cookie", "required": true, "schema": { "type": "string", "example": "abc" } }]);
    let description = super::reading("/a", parameters);
    for language in [Language::JavaScript, Language::TypeScript] {
        let code = code(&description, "/a", language);
        assert!(
            code.contains("document.cookie = 'session=abc';") && code.contains("credentials: 'include'"),
            "{code}"
        );
        assert!(!code.contains("Cookie:"), "{code}");
    }
    assert!(code(&description, "/a", Language::Node).contains("Cookie: 'session=abc'"));
}
