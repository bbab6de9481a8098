//! Channels: credentials, replies, settings of protocols, and what is not a WebSocket.

use serde_json::{Value, json};

use crate::site::{Built, Site};

/// A site of one description of channels.
pub(super) fn built(description: &Value) -> Built {
    Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] },
            { "group": "API", "asyncapi": "events.json" },
        ] } }))
        .file("index.mdx", "# Home\n")
        .file("events.json", &description.to_string())
        .build()
}

#[test]
fn asy_02_version_3_shows_credentials_replies_and_settings() {
    let built = built(&json!({
        "asyncapi": "3.0.0", "info": { "title": "E", "version": "1" },
        "servers": { "broker": { "host": "k.test:9092", "protocol": "kafka-secure", "security": [
            { "$ref": "#/components/securitySchemes/sasl" },
            { "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": "https://a.test/token", "availableScopes": { "events": "All events" } } }, "scopes": ["events"] },
        ] } },
        "channels": {
            "orders": { "address": "orders.v1", "messages": { "order": { "$ref": "#/components/messages/Order" } } },
            "answers": { "address": null, "messages": { "answer": { "payload": { "type": "string" } } } },
            "unsaid": { "messages": { "answer": { "payload": { "type": "string" } } } },
        },
        "operations": { "ask": { "action": "receive", "channel": { "$ref": "#/channels/orders" },
            "reply": { "address": { "location": "$message.header#/replyTo", "description": "As asked." },
                "channel": { "$ref": "#/channels/answers" }, "messages": [{ "$ref": "#/channels/answers/messages/answer" }] } } },
        "components": {
            "securitySchemes": { "sasl": { "type": "scramSha256", "description": "Ask us for an account." } },
            "messages": { "Order": { "payload": { "type": "object", "properties": { "id": { "type": "integer" } } },
                "bindings": { "kafka": { "key": { "type": "string", "description": "The id of the shop.", "format": "uuid" }, "schemaIdLocation": "payload" } } } },
        },
    }));
    built.assert_no_problems();
    let page = built.html("api-reference/websockets/orders.md");
    for part in [
        "`KAFKA orders.v1`\n\n- `kafka-secure://k.test:9092`: broker\n",
        "## Authorizations",
        "One of: `sasl`, `oauth2`",
        "Ask us for an account.",
        "`events`: All events",
        "Replies go to: `$message.header#/replyTo`",
        "As asked.",
        "Replies come over: [`answers`](/api-reference/websockets/answers)",
        "Reply: `answer`",
        "The id of the shop.",
        "`string<uuid>`",
        "schemaIdLocation: `payload`",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let html = built.html("api-reference/websockets/orders/index.html");
    assert!(html.contains("data-copy=\"orders.v1\""), "{html}");
    assert!(html.contains("data-method=\"KAFKA\"") && !html.contains("data-method=\"WSS\""), "{html}");
    // An address that nobody knows yet is not the name of the channel.
    for name in ["answers", "unsaid"] {
        let page = built.html(&format!("api-reference/websockets/{name}.md"));
        assert!(page.contains("known only when the program runs"), "{page}");
        assert!(
            !page.contains(&format!("9092/{name}")) && !page.contains(&format!("`KAFKA {name}`")),
            "{page}"
        );
    }
}

#[test]
fn asy_01_version_2_shows_credentials_and_sockets() {
    let built = built(&json!({
        "asyncapi": "2.6.0", "info": { "title": "E", "version": "1" },
        "servers": {
            "live": { "url": "wss://a.test/v1", "protocol": "wss", "security": [{ "key": [] }] },
            "queue": { "url": "q.test", "protocol": "mqtts" },
        },
        "channels": {
            "both": { "subscribe": { "message": { "name": "tick", "payload": { "type": "integer" } } } },
            "queued": { "servers": ["queue"], "publish": { "message": { "name": "tock", "payload": { "type": "integer" },
                "bindings": { "mqtt": { "qos": 1 } } } } },
        },
        "components": { "securitySchemes": { "key": { "type": "httpApiKey", "in": "query", "name": "token" } } },
    }));
    built.assert_no_problems();
    let both = built.html("api-reference/websockets/both.md");
    assert!(
        both.contains("`WSS wss://a.test/v1/both`")
            && both.contains("## Authorizations")
            && both.contains("`token`"),
        "{both}"
    );
    let queued = built.html("api-reference/websockets/queued.md");
    assert!(queued.contains("`MQTT queued`\n\n- `mqtts://q.test`: queue\n"), "{queued}");
    assert!(!queued.contains("Authorizations") && queued.contains("qos"), "{queued}");
}

#[test]
fn asy_02_a_server_that_is_a_reference_is_followed_by_edits() {
    let text = |host: &str| {
        json!({
            "asyncapi": "3.0.0", "info": { "title": "E", "version": "1" },
            "servers": { "live": { "$ref": "#/components/servers/live" } },
            "channels": { "a": { "address": "a", "messages": { "m": { "payload": { "type": "string" } } } } },
            "components": { "servers": { "live": { "host": host, "protocol": "wss" } } },
        })
        .to_string()
    };
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [{ "group": "S", "pages": ["index"] }, { "group": "API", "asyncapi": "events.json" }] } }))
        .file("index.mdx", "# Home\n")
        .file("events.json", &text("one.test"));
    assert!(site.build().html("api-reference/websockets/a/index.html").contains("wss://one.test"));
    site.edit("events.json", &text("two.test"));
    let edited = site.build();
    assert!(edited.html("api-reference/websockets/a/index.html").contains("wss://two.test"));
    edited.assert_clean();
}

#[test]
fn nav_25_a_page_by_front_matter_says_what_its_channel_speaks() {
    let text = "asyncapi: 3.0.0\ninfo: {title: A, version: '1'}\nservers: {live: {host: a.test, protocol: mqtt}}\n\
                channels: {lights: {address: lights, messages: {m: {payload: {type: string}}}}}\n";
    let config = json!({ "navigation": { "groups": [{ "group": "Start", "pages": ["index", "lights"] }] } });
    let built = Site::new()
        .with_config(config)
        .file("index.mdx", "# Home\n")
        .file("lights.mdx", "---\ntitle: Lights\nasyncapi: asyncapi.yaml lights\n---\n")
        .file("asyncapi.yaml", text)
        .build();
    let page = built.html("index.html");
    assert!(page.contains(">MQTT<") && !page.contains(">WSS<"), "{page}");
}

#[test]
fn asy_01_version_2_says_what_its_operations_and_messages_are_called() {
    let built = built(&json!({
        "asyncapi": "2.6.0", "info": { "title": "E", "version": "1" },
        "channels": { "users": {
            "subscribe": {
                "operationId": "onUser", "summary": "Hear of users", "tags": [{ "name": "people" }],
                "traits": [{ "description": "Everything about them." }],
                "message": { "$ref": "#/components/messages/M" },
            },
            "publish": { "summary": "Tell", "description": "Tell. And more.", "message": { "messageId": "tell", "payload": {} } },
        } },
        "components": { "messages": { "M": {
            "name": "user.new", "title": "A new user", "summary": "Somebody came", "tags": [{ "name": "new" }, { "name": "user" }],
            "traits": [{ "description": "With a name." }], "payload": { "type": "string" },
        } } },
    }));
    built.assert_no_problems();
    let page = built.html("api-reference/people/users.md");
    for words in [
        "Hear of users\n\nEverything about them.",
        "`onUser`",
        "`people`",
        "### A new user\n\nSomebody came\n\nWith a name.",
        "`user.new`",
        "`new`",
        "`user`",
        "`tell`",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    // What the description begins with is not said twice.
    assert_eq!(page.matches("Tell").count(), 1, "{page}");
}

#[test]
fn oas_04_a_problem_in_a_text_of_a_description_has_its_place() {
    let text = |before: &str| {
        format!(
            "openapi: 3.1.0\ninfo: {{ title: T, version: '1' }}\n{before}paths:\n  /a:\n    get:\n      summary: A\n      \
             description: |\n        One\n\n        <Message>hi</Message>\n      responses: {{}}\n  /b:\n    get:\n      \
             summary: B\n      x-mint:\n        content: |\n          Hello\n\n          <Envelope />\n      responses: {{}}\n"
        )
    };
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [{ "group": "S", "pages": ["index", "own"] }, { "group": "API", "openapi": "api.yaml" }] } }))
        .file("index.mdx", "# Home\n")
        .file("own.mdx", "---\nopenapi: GET /a\n---\n")
        .file("api.yaml", &text(""));
    let places = |built: &Built| -> Vec<(String, u32, u32)> {
        let found = built.diagnostics().iter().filter(|problem| problem.code == "unknown-component");
        let found = found.filter_map(|problem| problem.location.clone());
        found.map(|place| (place.path.to_string(), place.line, place.column)).collect()
    };
    let expected =
        |more: u32| vec![("api.yaml".to_owned(), 10 + more, 9), ("api.yaml".to_owned(), 19 + more, 11)];
    assert_eq!(places(&site.build()), expected(0));
    // The pages stay as they are, and their places move.
    site.edit("api.yaml", &text("tags: []\n"));
    let edited = site.build();
    assert_eq!(places(&edited), expected(1));
    edited.assert_clean();
}

#[test]
fn asy_01_operations_of_version_2_group_their_channels() {
    let message = json!({ "payload": { "type": "integer" } });
    let built = built(&json!({
        "asyncapi": "2.6.0", "info": { "title": "E", "version": "1" },
        "channels": {
            "ticks": { "subscribe": { "tags": [{ "name": "Prices" }], "message": message } },
            "orders": { "publish": { "tags": [{ "$ref": "#/components/tags/trade" }], "message": message } },
            "rest": { "publish": { "message": message } },
        },
        "components": { "tags": { "trade": { "name": "Trade" } } },
    }));
    built.assert_no_problems();
    for path in ["prices/ticks", "trade/orders", "websockets/rest"] {
        built.html(&format!("api-reference/{path}/index.html"));
    }
}

#[test]
fn asy_02_schemas_of_other_formats_are_shown_as_they_are_written() {
    let avro = json!({ "type": "record", "name": "Order", "fields": [{ "name": "code", "type": "string" }] });
    let format = "application/vnd.apache.avro;version=1.9.0";
    let newer = built(&json!({
        "asyncapi": "3.0.0", "info": { "title": "E", "version": "1" },
        "channels": { "orders": { "address": "orders", "messages": {
            "order": { "title": "Order", "payload": { "schemaFormat": format, "schema": avro },
                "headers": { "type": "object", "properties": { "id": { "type": "string" } } } },
            "plain": { "title": "Plain", "payload": { "schemaFormat": "application/schema+json;version=draft-07",
                "schema": { "type": "object", "properties": { "size": { "type": "integer" } } } } },
            "proto": { "title": "Proto", "payload": { "schemaFormat": "application/vnd.google.protobuf;version=3",
                "schema": "message M {\n  string id = 1;\n}\n" } },
        } } },
    }));
    newer.assert_no_problems();
    let page = newer.html("api-reference/websockets/orders.md");
    assert!(
        page.contains(&format!("```json title=\"{format}\"")) && page.contains("\"type\": \"record\""),
        "{page}"
    );
    assert!(page.contains("```protobuf") && page.contains("string id = 1;"), "{page}");
    assert!(page.contains("| `size` | `integer` |") && page.contains("| `id` | `string` |"), "{page}");
    assert!(!page.contains("<any>") && !page.contains("| `payload` | `record` |"), "{page}");
    let older = built(&json!({
        "asyncapi": "2.6.0", "info": { "title": "E", "version": "1" },
        "channels": { "orders": { "subscribe": { "message": { "name": "order", "schemaFormat": format, "payload": avro } } } },
    }));
    let page = older.html("api-reference/websockets/orders.md");
    assert!(page.contains(&format!("```json title=\"{format}\"")) && !page.contains("<any>"), "{page}");
}

#[test]
fn asy_02_several_operations_of_a_channel_have_their_names() {
    let channel = json!({ "$ref": "#/channels/all" });
    let message = |name: &str| json!([{ "$ref": format!("#/channels/all/messages/{name}") }]);
    let operation = |name: &str| json!({ "action": "receive", "channel": channel, "summary": format!("Do {name}."), "messages": message(name) });
    let text = json!({ "type": "string" });
    let mut described = json!({
        "asyncapi": "3.0.0", "info": { "title": "E", "version": "1" },
        "channels": { "all": { "address": "all", "messages": {
            "one": { "title": "Number one", "summary": "Number one", "payload": text }, "two": { "title": "Two", "summary": "The other", "payload": text } } } },
        "operations": { "askOne": operation("one"), "askTwo": operation("two") },
    });
    let both = built(&described);
    let page = both.html("api-reference/websockets/all.md");
    assert!(page.contains("Operation: `askOne`") && page.contains("Operation: `askTwo`"), "{page}");
    assert!(page.contains("### Number one\n\n|") && page.contains("### Two\n\nThe other"), "{page}");
    if let Some(operations) = described["operations"].as_object_mut() {
        operations.remove("askTwo");
    }
    let alone = built(&described);
    let page = alone.html("api-reference/websockets/all.md");
    assert!(page.contains("Do one.") && !page.contains("askOne"), "{page}");
}

#[test]
fn asy_02_headings_say_whose_side_they_take() {
    let built = built(&json!({
        "asyncapi": "3.0.0", "info": { "title": "E", "version": "1" },
        "channels": { "room": { "address": "room", "messages": { "say": { "payload": { "type": "string" } }, "heard": { "payload": { "type": "string" } } } } },
        "operations": {
            "say": { "action": "receive", "channel": { "$ref": "#/channels/room" }, "messages": [{ "$ref": "#/channels/room/messages/say" }] },
            "heard": { "action": "send", "channel": { "$ref": "#/channels/room" }, "messages": [{ "$ref": "#/channels/room/messages/heard" }] },
        },
    }));
    let page = built.html("api-reference/websockets/room.md");
    assert!(page.contains("## Send\n\nYou send these messages to the service.\n\n### say"), "{page}");
    assert!(page.contains("## Receive\n\nThe service sends these messages to you.\n\n### heard"), "{page}");
}

#[test]
fn asy_01_the_protocol_is_shown_where_it_is_known() {
    let channel = |bindings: Value| json!({ "address": "a", "bindings": bindings, "messages": { "m": { "payload": { "type": "string" } } } });
    let text = |servers: Value, bindings: Value| {
        json!({
            "asyncapi": "3.0.0", "info": { "title": "E", "version": "1" }, "servers": servers,
            "channels": { "a": channel(bindings) },
        })
    };
    let cases = [
        (json!({}), json!({}), None),
        (json!({}), json!({ "kafka": { "topic": "a" } }), Some("KAFKA")),
        (json!({}), json!({ "ws": { "method": "GET" } }), Some("WSS")),
        (json!({ "one": { "host": "a.test", "protocol": "mqtt" } }), json!({ "ws": {} }), Some("MQTT")),
        (json!({ "one": { "host": "a.test" } }), json!({}), None),
    ];
    for (servers, bindings, label) in cases {
        let built = built(&text(servers.clone(), bindings));
        let page = built.html("api-reference/websockets/a/index.html");
        let head = page.split("class=\"api-endpoint\"").nth(1).expect("the line of the channel");
        let shown = head.split_once("data-method=\"").filter(|(before, _)| before.len() < 60);
        assert_eq!(shown.and_then(|(_, rest)| rest.split('"').next()), label, "{servers}: {head}");
        // Beside the title in the sidebar, too.
        assert_eq!(page.contains("method-nav-pill"), label.is_some(), "{servers}");
        let line = built.html("api-reference/websockets/a.md");
        assert!(
            line.contains(&format!("`{}", label.map(|label| format!("{label} ")).unwrap_or_default())),
            "{line}"
        );
    }
}

/// What is written in a wrong place or a wrong way is told, and shown as far as it can be.
#[test]
fn asy_02_slips_of_a_description_of_events_are_told() {
    let text = r##"{"asyncapi": "3.0.0", "info": {"title": "T", "version": "1"},
"channels": {"user/{userId}/x": {"messages": {"E": {"payload": {"$ref": "#/components/messages/E"}}}}, "trades": {"address": "t"}},
"operations": {"o": {"action": "sned", "channel": {"$ref": "#/channels/trades"}},
"p": {"action": "receive", "title": "Look at them", "summary": "All of them", "channel": {"$ref": "#/channels/trades"}}},
"components": {"messages": {"E": {"payload": {"type": "object", "properties": {"lives": {"type": "string"}}}}}}}"##;
    let mut site = Site::new().file("index.mdx", "# Home").file("ws.json", text);
    site.edit_config(|config| {
        config["navigation"] = json!({ "groups": [{ "group": "A", "pages": ["index"] }, { "group": "B", "asyncapi": "ws.json" }] });
    });
    let built = site.build();
    let lines: Vec<u32> =
        built.diagnostics().iter().filter_map(|told| Some(told.location.as_ref()?.line)).collect();
    assert_eq!((built.codes(), lines), (vec!["api-schema-invalid"], vec![2, 3]), "{:?}", built.problems());
    let user = built.html("api-reference/websockets/user-x/index.html");
    assert!(user.contains("User/{userId}/x") && user.contains("lives"), "{user}");
    let trades = built.text("api-reference/websockets/trades/index.html");
    assert!(trades.contains("Look at them\nAll of them"), "{trades}");
}

#[test]
fn asy_03_front_matter_that_names_no_channel_is_told_what_there_is() {
    let text = r##"{"asyncapi": "3.0.0", "info": {"title": "T", "version": "1"}, "channels": {"first": {}, "trades": {}}}"##;
    let mut site = Site::new().file("index.mdx", "# Home").file("ws.json", text);
    for (written, expected) in [
        ("ws.json trade", "`asyncapi: /ws.json trades`"),
        ("/ws.json", "`asyncapi: /ws.json first`"),
        ("wss.json trades", "`/ws.json`"),
        ("trade", "as in `/asyncapi.yaml trades`"),
    ] {
        site.edit("a.mdx", &format!("---\ntitle: A\nasyncapi: \"{written}\"\n---\n"));
        let built = site.build();
        assert_eq!(built.codes(), ["api-operation-not-found"], "{written}");
        let hint = built.diagnostics()[0].hint.clone().unwrap_or_default();
        assert!(hint.contains(expected), "{written}: {hint}");
    }
    site.edit("a.mdx", "---\ntitle: A\nasyncapi: \"ws.json trades\"\n---\n");
    site.build().assert_no_problems();
}

/// A channel has a page, and many have one and the same address.
#[test]
fn asy_02_the_channel_of_a_reply_is_a_link_and_headers_of_examples_are_shown() {
    let built = built(&json!({
        "asyncapi": "3.0.0", "info": { "title": "E", "version": "1" },
        "channels": {
            "ask/me": { "address": "/", "messages": { "question": {
                "payload": { "type": "object", "properties": { "id": { "type": "integer" } } },
                "examples": [
                    { "name": "one", "headers": { "trace": "t-1" }, "payload": { "id": 7 } },
                    { "name": "two", "headers": { "trace": "t-2" } },
                ] } } },
            "answers": { "address": "/", "messages": { "answer": { "payload": { "type": "string" },
                "examples": [{ "headers": { "only": "these" } }] } } },
        },
        "operations": {
            "ask": { "action": "receive", "channel": { "$ref": "#/channels/ask~1me" }, "reply": { "channel": { "$ref": "#/channels/answers" } } },
            "back": { "action": "receive", "channel": { "$ref": "#/channels/answers" }, "reply": { "channel": { "$ref": "#/channels/ask~1me" } } },
        },
    }));
    built.assert_no_problems();
    let page = |name: &str| built.html(&format!("api-reference/websockets/{name}.md")).to_owned();
    let ask = page("askme");
    assert!(ask.contains("Replies come over: [`answers`](/api-reference/websockets/answers)"), "{ask}");
    for part in [
        "question: one \u{b7} Headers",
        "\"trace\": \"t-1\"",
        "\"id\": 7",
        "question: two \u{b7} Headers",
        "\"t-2\"",
    ] {
        assert!(ask.contains(part), "{part}: {ask}");
    }
    let answers = page("answers");
    assert!(answers.contains("Replies come over: [`ask/me`](/api-reference/websockets/askme)"), "{answers}");
    // What is sent is made where only headers are stated.
    assert!(answers.contains("\"only\": \"these\"") && answers.contains("<string>"), "{answers}");
}
