//! Channels: what each operation has to do with messages, and what it asks for.

use serde_json::{Value, json};

use super::events::built;

/// The page of the only channel as Markdown.
fn page(description: &Value) -> String {
    let built = built(description);
    built.assert_no_problems();
    built.html("api-reference/websockets/all.md").to_owned()
}

/// A description with one channel of these messages.
fn described(messages: Value, operations: Value) -> Value {
    let mut operations = operations;
    for operation in operations.as_object_mut().into_iter().flat_map(|all| all.values_mut()) {
        operation["channel"] = json!({ "$ref": "#/channels/all" });
    }
    json!({
        "asyncapi": "3.0.0", "info": { "title": "E", "version": "1" },
        "channels": { "all": { "address": "all", "messages": messages } }, "operations": operations,
    })
}

#[test]
fn asy_02_what_one_operation_asks_for_is_not_asked_of_the_others() {
    let scheme = |name: &str| json!([{ "$ref": format!("#/components/securitySchemes/{name}") }]);
    let text = json!({ "m": { "payload": { "type": "string" } } });
    let mut root = described(text, json!({ "one": { "action": "send" }, "two": { "action": "receive" } }));
    root["servers"] = json!({ "s": { "host": "b.test", "protocol": "mqtt", "security": scheme("up") } });
    root["components"] = json!({ "securitySchemes": { "up": { "type": "userPassword" }, "oa": { "type": "http", "scheme": "bearer" } } });
    root["operations"]["one"]["security"] = scheme("oa");
    let apart = page(&root);
    assert!(apart.contains("<br />Operation: `one` |"), "{apart}");
    let (_, receive) = apart.split_once("## Receive").expect("the other direction");
    assert!(receive.contains("Operation: `one`\n\nAuthorizations\n\n- `oa`"), "{apart}");
    assert_eq!(apart.matches("- `oa`").count(), 1, "{apart}");
    assert!(!apart.contains("One of"), "{apart}");
    // What all of them ask for is asked for by the channel.
    root["operations"]["two"]["security"] = scheme("oa");
    let shared = page(&root);
    assert!(shared.contains("http: oa") && !shared.contains("Operation:"), "{shared}");
    assert!(!shared.contains("Authorizations\n\n- "), "{shared}");
}

#[test]
fn asy_01_credentials_that_are_needed_together_are_named_together() {
    let operation = |security: Value| json!({ "operationId": "say", "security": security, "message": { "payload": { "type": "string" } } });
    let mut root = json!({
        "asyncapi": "2.6.0", "info": { "title": "E", "version": "1" },
        "channels": { "all": { "publish": operation(json!([{ "key": [], "up": [] }, { "cert": [] }, {}])) } },
        "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "user" }, "up": { "type": "userPassword" }, "cert": { "type": "X509" } } },
    });
    let alone = page(&root);
    assert!(alone.contains("One of: `key & up`, `cert`, `none`"), "{alone}");
    root["channels"]["all"]["subscribe"] = json!({ "message": { "payload": { "type": "string" } } });
    let both = page(&root);
    assert!(!both.contains("One of:"), "{both}");
    assert!(both.contains("Authorizations\n\n- `key & up`\n- `cert`\n- none"), "{both}");
    root["channels"]["all"]["publish"]["security"] = json!([{ "key": [], "up": [] }]);
    root["channels"]["all"]["subscribe"]["security"] = json!([{ "key": [], "up": [] }]);
    assert!(!page(&root).contains("One of:"));
}

#[test]
fn asy_02_operations_lead_to_their_messages() {
    let text = json!({ "type": "string" });
    let named = |names: &[&str]| -> Value {
        names.iter().map(|name| json!({ "$ref": format!("#/channels/all/messages/{name}") })).collect()
    };
    let messages = json!({ "a": { "title": "A msg", "payload": text }, "b": { "payload": text }, "err": { "title": "Send", "payload": text } });
    let operations = json!({
        "askA": { "action": "receive", "messages": named(&["a", "err"]), "reply": { "channel": { "$ref": "#/channels/all" }, "messages": named(&["err", "b"]) } },
        "askB": { "action": "receive", "messages": named(&["b"]) },
        "askAll": { "action": "receive" },
    });
    let root = described(messages, operations);
    let page = page(&root);
    for line in [
        "Operation: `askA`\n\nMessages: [`A msg`](/api-reference/websockets/all#a-msg), [`Send`](/api-reference/websockets/all#send-2)\n",
        "Operation: `askB`\n\nMessages: [`b`](/api-reference/websockets/all#b)\n",
        "Operation: `askAll`\n\nMessages: [`A msg`](/api-reference/websockets/all#a-msg), [`b`](/api-reference/websockets/all#b), [`Send`](/api-reference/websockets/all#send-2)\n",
        "Reply: [`Send`](/api-reference/websockets/all#send-2), [`b`](/api-reference/websockets/all#b)\n",
    ] {
        assert!(page.contains(line), "{line}: {page}");
    }
    // One that goes both ways is shown twice, and each has its id.
    let html = built(&root).html("api-reference/websockets/all/index.html").to_owned();
    for id in ["send", "receive", "a-msg", "send-2", "b", "send-3", "b-2"] {
        assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}: {html}");
    }
}

/// With one operation, or one message, it is plain which belong together.
#[test]
fn asy_02_what_is_plain_about_messages_is_not_said() {
    let text = json!({ "type": "string" });
    let several = described(
        json!({ "a": { "payload": text }, "b": { "payload": text } }),
        json!({ "ask": { "action": "receive" } }),
    );
    assert!(!page(&several).contains("Messages:"));
    let one = json!({ "action": "receive" });
    let single = described(json!({ "a": { "payload": text } }), json!({ "ask": one, "tell": one }));
    assert!(!page(&single).contains("Messages:"));
}

/// Which of two that say something of one thing is right depends on the version.
#[test]
fn asy_02_bindings_of_traits_are_joined_with_those_of_their_owner() {
    let text = json!({ "type": "string" });
    let own = json!({ "mqtt": { "qos": 1, "lastWill": { "topic": "a", "retain": true } }, "kafka": { "groupId": { "type": "string", "enum": ["g"] } } });
    let first = json!({ "bindings": { "mqtt": { "qos": 0, "lastWill": { "topic": "b", "qos": 2 }, "retain": true } } });
    let last = json!({ "bindings": { "mqtt": { "qos": 2 }, "kafka": { "groupId": { "description": "The group." } } } });
    let operation = json!({ "action": "send", "bindings": own, "traits": [first, last] });
    let newer = page(&described(json!({ "m": { "payload": text } }), json!({ "say": operation })));
    assert_eq!(newer.matches("mqtt settings").count(), 1, "{newer}");
    for part in ["qos: `1`", "{\"topic\":\"a\",\"qos\":2,\"retain\":true}", "retain: `true`", "The group."] {
        assert!(newer.contains(part), "{part}: {newer}");
    }
    assert_eq!(newer.matches("`groupId`").count(), 1, "{newer}");
    let older = page(&json!({
        "asyncapi": "2.6.0", "info": { "title": "E", "version": "1" },
        "channels": { "all": { "publish": { "bindings": own, "traits": [first, last], "message": { "payload": text } } } },
    }));
    assert!(older.contains("qos: `2`") && older.contains("\"topic\":\"b\""), "{older}");
}

#[test]
fn asy_02_examples_are_written_as_messages_are_sent() {
    let schema =
        json!({ "type": "object", "xml": { "name": "em" }, "properties": { "x": { "type": "integer" } } });
    let example = json!([{ "name": "first", "summary": "The first one", "payload": { "x": 1 } }]);
    let text = json!({ "type": "string" });
    let mut root = described(
        json!({
            "a": { "contentType": "application/xml", "payload": schema, "examples": example },
            "b": { "traits": [{ "contentType": "application/json" }], "payload": text },
            "c": { "payload": text },
            "d": { "payload": text, "examples": [{ "name": "d", "headers": { "h": 1 }, "payload": "hello" }] },
        }),
        json!({ "say": { "action": "send" } }),
    );
    root["defaultContentType"] = json!("text/plain");
    let page = page(&root);
    for block in [
        "```xml title=\"a: The first one\"\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<em>\n  <x>1</x>\n</em>\n```",
        "```json title=\"b\"\n\"<string>\"\n```",
        "```text title=\"c\"\n<string>\n```",
        "```json title=\"d \u{b7} Headers\"\n{\n  \"h\": 1\n}\n```",
        "```text title=\"d\"\nhello\n```",
    ] {
        assert!(page.contains(block), "{block}: {page}");
    }
}

#[test]
fn asy_02_what_is_known_of_servers_channels_and_operations_is_shown() {
    let docs = |name: &str| json!({ "url": format!("https://docs.test/{name}") });
    let payload = json!({ "type": "object", "externalDocs": docs("schema"), "properties": { "x": { "type": "integer" } } });
    let mut root = described(
        json!({ "a": { "payload": payload } }),
        json!({ "say": { "action": "send", "externalDocs": { "$ref": "#/components/externalDocs/o" } } }),
    );
    root["components"] = json!({ "externalDocs": { "o": docs("operation") } });
    root["servers"] = json!({ "s": {
        "host": "b.test", "protocol": "mqtt", "protocolVersion": "5.0", "tags": [{ "name": "live" }],
        "bindings": { "mqtt": { "cleanSession": true, "keepAlive": 60, "bindingVersion": "0.2.0" }, "ws": { "bindingVersion": "0.1.0" } },
    } });
    root["channels"]["all"]["summary"] = json!("In short");
    root["channels"]["all"]["description"] = json!("At length");
    let text = page(&root);
    for part in [
        "- `mqtt://b.test`: s\n  - Protocol version: `5.0`\n  - mqtt settings \u{b7} `cleanSession = true`, `keepAlive = 60`\n  - Tags: `live`\n",
        "In short\n\nAt length\n",
        "<https://docs.test/operation>",
        "<https://docs.test/schema>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    root["channels"]["all"]["description"] = json!("In short, and at length");
    assert!(!page(&root).contains("In short\n"));
}
