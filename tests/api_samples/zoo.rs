//! A description with every kind of request, and what each must send.

use serde_json::{Value, json};

/// A text that no quotes of any language hold by themselves.
pub(super) const HARD: &str = "it's \"q\" \\n ${x} #{y} $(z) `b` %s {{t}} ??/ é 漢 🎈\nline two\r\n\ttab <a&b> \"\"\" ''' @@ \u{1}\u{2028} end";

pub(super) fn description(server: &str) -> Value {
    let body = |media: &str, content: Value| json!({ "required": true, "content": { media: content } });
    let string = |example: &str| json!({ "type": "string", "example": example });
    let colors = json!({ "type": "array", "items": { "type": "string" }, "example": ["blue", "b c", "d&e"] });
    let size = json!({ "type": "object", "example": { "w": 1, "h": 2 } });
    let parameter = |name: &str, place: &str, schema: &Value, more: Value| {
        let mut parameter = json!({ "name": name, "in": place, "required": true, "schema": schema });
        parameter.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        parameter
    };
    let nothing = || json!({});
    let secured = |scheme: &str| json!({ "get": { "security": [{ scheme: [] }], "responses": {} } });
    json!({
        "openapi": "3.0.3", "info": { "title": "Zoo", "version": "1" }, "servers": [{ "url": server }],
        "paths": {
            "/plain": { "get": { "responses": {} } },
            "/gone/{id}": { "delete": { "parameters": [parameter("id", "path", &string("a/b c?#é"), nothing())], "responses": {} } },
            "/head": { "head": { "responses": {} } },
            "/options": { "options": { "responses": {} } },
            "/query": { "get": { "responses": {}, "parameters": [
                parameter("q", "query", &string("a b&c=d+e/ü?"), nothing()),
                parameter("color", "query", &colors, nothing()),
                parameter("joined", "query", &colors, json!({ "explode": false })),
                parameter("spaced", "query", &colors, json!({ "style": "spaceDelimited", "explode": false })),
                parameter("piped", "query", &colors, json!({ "style": "pipeDelimited", "explode": false })),
                parameter("size", "query", &size, json!({ "style": "deepObject" })),
                parameter("expand", "query", &colors, json!({ "style": "deepObject" })),
                parameter("spread", "query", &size, nothing()),
                parameter("path", "query", &string("/a/b:c"), json!({ "allowReserved": true })),
                { "name": "filter", "in": "query", "required": true, "content": { "application/json": { "example": { "a": [1, "x y"] } } } }
            ] } },
            "/styles/{simple}/{label}/{matrix}": { "get": { "responses": {}, "parameters": [
                parameter("simple", "path", &colors, nothing()),
                parameter("label", "path", &colors, json!({ "style": "label", "explode": true })),
                parameter("matrix", "path", &size, json!({ "style": "matrix", "explode": true }))
            ] } },
            "/headers": { "get": { "responses": {}, "parameters": [
                parameter("X-List", "header", &json!({ "type": "array", "items": {}, "example": ["a", "b"] }), nothing()),
                parameter("X-Text", "header", &string("it's \"q\" $HOME `x` \\"), nothing()),
                parameter("session", "cookie", &string("abc"), nothing()),
                parameter("theme", "cookie", &string("dark"), nothing())
            ] } },
            "/json": { "post": { "responses": {}, "requestBody": body("application/json", json!({ "example": {
                "text": HARD, "empty": {}, "none": [], "null": null, "yes": true, "no": false, "int": 42, "float": 1.5,
                "list": [1, [2, "three"], { "a": "b" }], "#key $x": { "deep": { "deeper": "value" } }
            } })) } },
            "/json/scalar": { "put": { "responses": {}, "requestBody": body("application/json", json!({ "example": "just a text" })) } },
            "/json/large": { "patch": { "responses": {}, "requestBody": body("application/merge-patch+json", json!({ "example": { "id": 12345678901234567890_u64 } })) } },
            "/form": { "post": { "responses": {}, "requestBody": body("application/x-www-form-urlencoded", json!({
                "example": { "name": "A & B = C+D é", "tags": ["x", "y z"], "size": { "w": 1 }, "raw": { "a": 1 } },
                "encoding": { "size": { "style": "deepObject", "explode": true } }
            })) } },
            "/multipart": { "post": { "responses": {}, "requestBody": body("multipart/form-data", json!({
                "schema": { "type": "object", "properties": {
                    "title": string("it's; @home \"x\""), "tags": { "type": "array", "items": { "type": "string" }, "example": ["a", "b"] },
                    "upload": { "type": "string", "format": "binary" },
                    "picture": { "type": "string", "format": "binary" },
                    "rows": { "type": "array", "items": { "type": "object" }, "example": [{ "a": 1 }, { "a": 2 }] },
                    "meta": { "type": "object", "properties": { "k": string("v;w \"z\"") } }
                } },
                "encoding": { "picture": { "contentType": "image/png" } }
            })) } },
            "/related": { "post": { "responses": {}, "requestBody": body("multipart/related", json!({
                "schema": { "type": "object", "properties": {
                    "meta": { "type": "object", "properties": { "k": string("v;w \"z\"") } }, "note": string("it's é"),
                    "ids": { "type": "array", "items": { "type": "string" }, "example": ["a", "b"] }
                } },
                "encoding": { "ids": { "contentType": "application/json" } }
            })) } },
            "/asked": { "get": { "responses": {}, "requestBody": body("application/json", json!({ "example": { "q": "é", "n": [1] } })) } },
            "/lines": { "post": { "responses": {}, "requestBody": body("application/x-ndjson", json!({ "example": [{ "a": 1 }, { "a": "b" }] })) } },
            "/table": { "post": { "responses": {}, "requestBody": body("text/csv", json!({ "example": [{ "a": 1, "b": "x, \"y\"" }, { "a": 2 }] })) } },
            "/range": { "post": { "responses": {}, "requestBody": body("text/*", json!({ "example": "hi" })) } },
            "/text": { "post": { "responses": {}, "requestBody": body("text/plain", json!({ "example": HARD })) } },
            "/text/at": { "post": { "responses": {}, "requestBody": body("text/plain", json!({ "example": "@file\n  indented" })) } },
            "/xml": { "post": { "responses": {}, "requestBody": body("application/xml", json!({ "schema": { "$ref": "#/components/schemas/Pet" } })) } },
            "/binary": { "put": { "responses": {}, "requestBody": body("image/png", json!({ "schema": { "type": "string", "format": "binary" } })) } },
            "/auth/bearer": secured("bearer"), "/auth/basic": secured("basic"), "/auth/digest": secured("digest"),
            "/auth/header": secured("header"), "/auth/query": secured("query"), "/auth/cookie": secured("cookie"),
            "/auth/oauth": secured("oauth")
        },
        "components": {
            "schemas": { "Pet": { "type": "object", "xml": { "name": "pet" }, "properties": {
                "id": { "type": "integer", "example": 3, "xml": { "attribute": true } },
                "name": string("<Tom & \"Co\">"),
                "tags": { "type": "array", "xml": { "wrapped": true }, "items": { "type": "string", "example": "a", "xml": { "name": "tag" } } }
            } } },
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" }, "basic": { "type": "http", "scheme": "basic" },
                "digest": { "type": "http", "scheme": "digest" },
                "header": { "type": "apiKey", "in": "header", "name": "X-Key" },
                "query": { "type": "apiKey", "in": "query", "name": "key" },
                "cookie": { "type": "apiKey", "in": "cookie", "name": "session" },
                "oauth": { "type": "oauth2", "flows": {} }
            }
        }
    })
}

/// What the file of the reader holds.
pub(super) const FILE: &[u8] = b"\x00\x01file\r\n--\xff";

/// Operations whose requests are compared, each with what is sent: method, address with its query decoded, headers
/// that must be there, and the body.
pub(super) fn expected() -> Vec<Expected> {
    let of = |path, method, address| Expected { path, method, address, headers: &[], body: Body::None };
    let json_type: &[(&str, &str)] = &[("content-type", "application/json")];
    let text_type: &[(&str, &str)] = &[("content-type", "text/plain")];
    vec![
        of("/plain", "GET", "/plain"),
        of("/gone/{id}", "DELETE", "/gone/a%2Fb%20c%3F%23%C3%A9"),
        of("/head", "HEAD", "/head"),
        of("/options", "OPTIONS", "/options"),
        of(
            "/query",
            "GET",
            "/query?q=a b&c=d+e/ü?|color=blue|color=b c|color=d&e|joined=blue,b c,d&e|spaced=blue b c d&e|\
             piped=blue¦b c¦d&e|size[w]=1|size[h]=2|expand[]=blue|expand[]=b c|expand[]=d&e|w=1|h=2|path=/a/b:c|filter={\"a\":[1,\"x y\"]}",
        ),
        of("/styles/{simple}/{label}/{matrix}", "GET", "/styles/blue,b%20c,d%26e/.blue.b%20c.d%26e/;w=1;h=2"),
        Expected {
            headers: &[
                ("x-list", "a,b"),
                ("x-text", "it's \"q\" $HOME `x` \\"),
                ("cookie", "session=abc; theme=dark"),
            ],
            ..of("/headers", "GET", "/headers")
        },
        Expected {
            headers: json_type,
            body: Body::Json(json!({
                "text": HARD, "empty": {}, "none": [], "null": null, "yes": true, "no": false, "int": 42, "float": 1.5,
                "list": [1, [2, "three"], { "a": "b" }], "#key $x": { "deep": { "deeper": "value" } }
            })),
            ..of("/json", "POST", "/json")
        },
        Expected {
            headers: json_type,
            body: Body::Json(json!("just a text")),
            ..of("/json/scalar", "PUT", "/json/scalar")
        },
        Expected {
            headers: &[("content-type", "application/merge-patch+json")],
            body: Body::Json(json!({ "id": 12345678901234567890_u64 })),
            ..of("/json/large", "PATCH", "/json/large")
        },
        Expected {
            headers: &[("content-type", "application/x-www-form-urlencoded")],
            body: Body::Form(&["name=A & B = C+D é", "tags=x", "tags=y z", "size[w]=1", "raw={\"a\":1}"]),
            ..of("/form", "POST", "/form")
        },
        Expected {
            body: Body::Parts(&[
                ("title", "", "", b"it's; @home \"x\""),
                ("tags", "", "", b"a"),
                ("tags", "", "", b"b"),
                ("upload", "example-file", "", FILE),
                ("picture", "example-file", "image/png", FILE),
                ("rows", "", "application/json", b"{\"a\":1}"),
                ("rows", "", "application/json", b"{\"a\":2}"),
                ("meta", "", "application/json", b"{\"k\":\"v;w \\\"z\\\"\"}"),
            ]),
            ..of("/multipart", "POST", "/multipart")
        },
        Expected {
            headers: &[("content-type", "multipart/related;")],
            body: Body::Parts(&[
                ("meta", "", "application/json", b"{\"k\":\"v;w \\\"z\\\"\"}"),
                ("note", "", "", b"it's \xc3\xa9"),
                ("ids", "", "application/json", b"\"a\""),
                ("ids", "", "application/json", b"\"b\""),
            ]),
            ..of("/related", "POST", "/related")
        },
        Expected {
            headers: json_type,
            body: Body::Json(json!({ "q": "é", "n": [1] })),
            ..of("/asked", "GET", "/asked")
        },
        Expected {
            headers: &[("content-type", "application/x-ndjson")],
            body: Body::Text("{\"a\":1}\n{\"a\":\"b\"}\n"),
            ..of("/lines", "POST", "/lines")
        },
        Expected {
            headers: &[("content-type", "text/csv")],
            body: Body::Text("a,b\n1,\"x, \"\"y\"\"\"\n2,\n"),
            ..of("/table", "POST", "/table")
        },
        Expected { headers: text_type, body: Body::Text("hi"), ..of("/range", "POST", "/range") },
        Expected { headers: text_type, body: Body::Text(HARD), ..of("/text", "POST", "/text") },
        Expected {
            headers: text_type,
            body: Body::Text("@file\n  indented"),
            ..of("/text/at", "POST", "/text/at")
        },
        Expected {
            headers: &[("content-type", "application/xml")],
            body: Body::Text(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pet id=\"3\">\n  <name>&lt;Tom &amp; &quot;Co&quot;&gt;</name>\n  <tags>\n    <tag>a</tag>\n  </tags>\n</pet>\n",
            ),
            ..of("/xml", "POST", "/xml")
        },
        Expected {
            headers: &[("content-type", "image/png")],
            body: Body::Bytes(FILE),
            ..of("/binary", "PUT", "/binary")
        },
        Expected {
            headers: &[("authorization", "Bearer <token>")],
            ..of("/auth/bearer", "GET", "/auth/bearer")
        },
        Expected {
            headers: &[("authorization", "Basic <encoded-value>")],
            ..of("/auth/basic", "GET", "/auth/basic")
        },
        Expected { headers: &[("x-key", "<api-key>")], ..of("/auth/header", "GET", "/auth/header") },
        Expected { headers: &[("cookie", "session=<api-key>")], ..of("/auth/cookie", "GET", "/auth/cookie") },
        Expected {
            headers: &[("authorization", "Bearer <token>")],
            ..of("/auth/oauth", "GET", "/auth/oauth")
        },
        of("/auth/query", "GET", "/auth/query?key=<api-key>"),
    ]
}

pub(super) struct Expected {
    pub path: &'static str,
    pub method: &'static str,
    /// Path as sent, then pairs of the query between bars; a bar in a value is written `¦`.
    pub address: &'static str,
    /// A value that ends in `;` is the beginning of one.
    pub headers: &'static [(&'static str, &'static str)],
    pub body: Body,
}

pub(super) enum Body {
    None,
    Json(Value),
    Form(&'static [&'static str]),
    /// Name, file name, type (empty: any) and content.
    Parts(&'static [(&'static str, &'static str, &'static str, &'static [u8])]),
    Text(&'static str),
    Bytes(&'static [u8]),
}
