//! Pages and forms that are too large: the deepest levels go first, and what is sent keeps its room.

use docs::api::load::load_description;
use docs::api::{document, playground};
use docs::config::api::Api;
use docs::text::SourcePath;
use serde_json::{Value, json};

use super::{description, get, site};

/// An object with `width` fields on each of `depth` levels, none of which has a name.
pub fn tree(prefix: &str, width: usize, depth: usize) -> Value {
    let mut schema = json!({ "type": "string", "description": "A leaf." });
    for level in (0..depth).rev() {
        let fields = (0..width).map(|number| (format!("{prefix}{level}x{number}"), schema.clone()));
        schema = json!({ "type": "object", "properties": Value::Object(fields.collect()) });
    }
    schema
}

fn with_body(response: Value, body: Value) -> String {
    let mut item = get("Large", response);
    item["post"] = item["get"].take();
    item.as_object_mut().expect("an object").remove("get");
    item["post"]["requestBody"] = json!({ "content": { "application/json": { "schema": body } } });
    description(json!({ "/a": item }), json!({}))
}

#[test]
fn oas_43_a_large_response_leaves_the_request_its_room() {
    let text = with_body(tree("out", 8, 4), tree("in", 4, 3));
    let built = site(&text).build();
    let page = built.html("api-reference/large/index.html");
    // 84 fields are sent; all of them are there. Of 4,680 that come back the first levels are, and the way to the
    // others.
    assert!(
        page.contains("in2x3") && page.matches("id=\"body-in").count() == 84,
        "{}",
        page.matches("id=\"body-in").count()
    );
    assert!(page.contains("-out1x7\"") && !page.contains("-out3x0\""));
    assert!(
        !page.contains("does not show every") && page.contains("class=\"expandable api-part\""),
        "{page}"
    );
    // The other way round.
    let built = site(&with_body(tree("out", 4, 3), tree("in", 8, 4))).build();
    let page = built.html("api-reference/large/index.html");
    assert!(page.contains("out2x3") && page.contains("-in1x7\"") && !page.contains("-in3x0\""));
    // What fits is not cut.
    let small = site(&with_body(tree("out", 4, 3), tree("in", 4, 3))).build();
    let page = small.html("api-reference/large/index.html");
    assert!(page.contains("out2x3") && page.contains("in2x3") && !page.contains("does not show every"));
}

#[test]
fn oas_43_a_side_that_was_stopped_gets_what_the_other_leaves() {
    // Twice the same schema is sent, so that the request becomes half as large when it shows it once. By then the
    // response has been told to stay as small as both of them together had to be.
    let fields = |prefix: &str, count: usize| {
        let leaf = |number: usize| {
            (format!("{prefix}{number}"), json!({ "type": "string", "description": "A leaf." }))
        };
        json!({ "type": "object", "properties": Value::Object((0..count).map(leaf).collect()) })
    };
    let named = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let body = json!({ "type": "object", "properties": { "one": named("Sent"), "other": named("Sent") } });
    let answer =
        json!({ "type": "object", "properties": { "big": named("Back"), "last": { "type": "string" } } });
    let mut item = get("Large", answer);
    item["post"] = item["get"].take();
    item.as_object_mut().expect("an object").remove("get");
    item["post"]["requestBody"] = json!({ "content": { "application/json": { "schema": body } } });
    let schemas = json!({ "Sent": fields("in", 80), "Back": fields("out", 180) });
    let built = site(&description(json!({ "/a": item }), json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/large/index.html");
    assert!(!page.contains("does not show every"));
    assert!(page.contains("id=\"response-last\"") && page.contains("id=\"response-big-out179\""));
}

#[test]
fn oas_43_all_fields_of_a_level_are_cut_alike() {
    let fields = (0..3).map(|number| (format!("top{number}"), tree("f", 6, 4)));
    let text = with_body(
        json!({ "type": "string" }),
        json!({ "type": "object", "properties": Value::Object(fields.collect()) }),
    );
    let (found, _) = load_description(&SourcePath::new("a.json"), &text);
    let found = found.expect("a description");
    let nodes = format!(
        "{:?}",
        document::operation_document(
            &found,
            &found.operations[0],
            document::Manner::english(&Api::default())
        )
    );
    let counts: Vec<usize> =
        (0..3).map(|number| nodes.matches(&format!("\"body-top{number}-")).count()).collect();
    assert!(counts.iter().all(|count| *count == counts[0] && *count >= 42), "{counts:?}");
}

#[test]
fn oas_43_deep_fields_are_shown_where_there_is_room() {
    // Lists count twice.
    let mut schema = json!({ "type": "object", "properties": { "leaf": { "type": "string" } } });
    for level in (0..7).rev() {
        let items = json!({ "type": "array", "items": schema });
        schema = json!({ "type": "object", "properties": { format!("list{level}"): items } });
    }
    let built = site(&description(json!({ "/a": get("Deep", schema) }), json!({}))).build();
    let page = built.html("api-reference/deep/index.html");
    assert!(page.contains("list6-items-leaf\"") && !page.contains("does not show every"), "{page}");
    assert!(built.html("api-reference/deep.md").contains("list6[].leaf`"));
    built.assert_no_problems();
}

/// Descriptions of a chain of named schemas, the last of which is also at the top, beside much else.
fn with_chain(depth: usize) -> String {
    let mut schemas = serde_json::Map::new();
    for level in 0..depth {
        let next = json!({ "$ref": format!("#/components/schemas/Level{}", level + 1) });
        let level_schema = json!({ "type": "object", "properties": { "next": next } });
        schemas.insert(format!("Level{level}"), level_schema);
    }
    let mut last = tree("last", 3, 3);
    last["properties"]["made"] = json!({ "type": "string", "readOnly": true });
    schemas.insert(format!("Level{depth}"), last);
    // So large that it is shown once only.
    schemas.insert("Wide".to_owned(), tree("wide", 6, 2));
    let mut fields = serde_json::Map::new();
    fields.insert("chain".to_owned(), json!({ "$ref": "#/components/schemas/Level0" }));
    for number in 0..20 {
        fields.insert(format!("wide{number}"), json!({ "$ref": "#/components/schemas/Wide" }));
    }
    fields.insert("near".to_owned(), json!({ "$ref": format!("#/components/schemas/Level{depth}") }));
    let schema = json!({ "type": "object", "properties": fields });
    let mut item = get("Large", schema.clone());
    item["post"] = item["get"].take();
    item.as_object_mut().expect("an object").remove("get");
    item["post"]["requestBody"] = json!({ "content": { "application/json": { "schema": schema } } });
    description(json!({ "/a": item }), json!({ "schemas": schemas }))
}

#[test]
fn oas_43_a_repeated_schema_is_shown_where_it_is_nearest_to_the_top() {
    // Six levels down, its own fields would be too deep to be shown.
    let text = with_chain(6);
    let mut site = site(&text);
    let built = site.build();
    let page = built.html("api-reference/large/index.html");
    assert!(!page.contains("does not show every"), "{page}");
    for side in ["body", "response"] {
        assert_eq!(page.matches(&format!("id=\"{side}-near-last0x2-last1x2-last2x2\"")).count(), 1);
        let below = format!(
            "Has the same fields as <a class=\"link\" href=\"#{side}-near\"><code>Level6</code></a> below."
        );
        assert!(page.contains(&below), "{page}");
        let above = format!(
            "Has the same fields as <a class=\"link\" href=\"#{side}-wide0\"><code>Wide</code></a> above."
        );
        assert_eq!(page.matches(&above).count(), 19);
    }
    // What comes back is not what is sent.
    assert!(page.contains("id=\"response-near-made\"") && !page.contains("id=\"body-near-made\""));
    assert!(built.html("api-reference/large.md").contains("last2x2"));
    // The page of an edited description is the page of a clean build.
    let edited = text.replace("\"wide1x5\"", "\"wide1x5new\"");
    assert_ne!(text, edited);
    site.edit("openapi.json", &edited);
    let built = site.build();
    assert!(built.html("api-reference/large/index.html").contains("wide1x5new"));
    built.assert_clean();
}

/// An object with text fields of these names.
fn flat(name: &str, count: usize) -> serde_json::Value {
    let fields = (0..count).map(|number| (format!("{name}{number}"), json!({ "type": "string" })));
    json!({ "type": "object", "properties": serde_json::Map::from_iter(fields) })
}

#[test]
fn oas_43_what_is_sent_does_not_depend_on_the_room_of_what_comes_back() {
    let thing = json!({ "$ref": "#/components/schemas/Thing" });
    let inner = json!({ "type": "object", "properties": { "t": thing.clone() } });
    let mut fields = serde_json::Map::new();
    fields.insert("x".to_owned(), json!({ "type": "object", "properties": { "inner": inner } }));
    for number in 0..12 {
        fields.insert(format!("w{number}"), json!({ "$ref": "#/components/schemas/Big" }));
    }
    let body = |schema| json!({ "content": { "application/json": { "schema": schema } } });
    let answers = (0..40).map(|number| (format!("o{number}"), flat("f", 60)));
    let answer = json!({ "type": "object", "properties": serde_json::Map::from_iter(answers) });
    let called =
        json!({ "post": { "requestBody": body(json!({ "type": "object", "properties": { "t": thing } })) } });
    let mut item = get("Large", answer);
    item["post"] = item["get"].take();
    item.as_object_mut().expect("an object").remove("get");
    item["post"]["requestBody"] = body(json!({ "type": "object", "properties": fields }));
    item["post"]["callbacks"] = json!({ "cb": { "{$request.body#/url}": called } });
    let schemas = json!({ "Thing": flat("alpha", 2), "Big": flat("big", 60) });
    let built = site(&description(json!({ "/a": item }), json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/large/index.html");
    assert!(page.contains("id=\"body-x-inner-t-alpha0\""), "{page}");
    assert!(!page.contains("which are not on this page"));
}

#[test]
fn oas_43_a_condition_stays_when_its_fields_are_shown_elsewhere() {
    let card = json!({ "$ref": "#/components/schemas/Card" });
    let first = json!({
        "type": "object",
        "properties": { "kind": { "type": "string" } },
        "if": { "properties": { "kind": { "const": "card" } } },
        "then": card.clone(),
    });
    let wrap = json!({ "type": "object", "properties": { "big": { "$ref": "#/components/schemas/Big" } } });
    let mut fields = serde_json::Map::new();
    fields.insert("first".to_owned(), first);
    for number in 0..40 {
        fields.insert(format!("w{number}"), json!({ "$ref": "#/components/schemas/Wrap" }));
    }
    fields.insert("card".to_owned(), card);
    let schemas = json!({ "Card": flat("digit", 3), "Wrap": wrap, "Big": flat("big", 60) });
    let schema = json!({ "type": "object", "properties": fields });
    let built =
        site(&description(json!({ "/a": get("Large", schema) }), json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/large/index.html");
    assert!(page.contains("id=\"response-card-digit0\""), "{page}");
    assert!(page.contains("attributes if kind is"), "{page}");
    let leads =
        "Has the same fields as <a class=\"link\" href=\"#response-card\"><code>Card</code></a> below.";
    assert!(page.contains(leads), "{page}");
}

/// The elements that a browser makes of a page: what stands in `noscript` is text to it, and a script is one.
fn elements(page: &str) -> usize {
    let mut rest = page.to_owned();
    for name in ["noscript", "script", "style"] {
        let begin = format!("<{name}");
        let mut pieces = rest.split(begin.as_str());
        let mut kept = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            kept += "<x>";
            kept += piece.split_once(&format!("</{name}>")).map_or("", |(_, behind)| behind);
        }
        rest = kept;
    }
    rest.match_indices('<')
        .filter(|(at, _)| rest[at + 1..].starts_with(|c: char| c.is_ascii_lowercase()))
        .count()
}

/// An object with `count` fields that say as much as those of real descriptions do.
fn told(name: &str, count: usize) -> Value {
    let fields = (0..count).map(|number| {
        let field = json!({ "type": "string", "minLength": 1, "maxLength": 32, "example": format!("{name}-{number}"),
            "description": "What it is, with a [link](https://a.test) and `code`." });
        (format!("{name}{number}"), field)
    });
    json!({ "type": "object", "properties": serde_json::Map::from_iter(fields) })
}

/// An operation whose body has `count` schemas with names, each with `width` fields, and that answers in six ways.
fn with_schemas(count: usize, width: usize) -> String {
    let named = |number: usize| json!({ "$ref": format!("#/components/schemas/S{number}") });
    let fields = |prefix: &str| -> Value {
        let fields = (0..count).map(|number| (format!("{prefix}{number}"), named(number)));
        json!({ "type": "object", "properties": serde_json::Map::from_iter(fields) })
    };
    let schemas = (0..count).map(|number| (format!("S{number}"), told(&format!("s{number}x"), width)));
    let mut item = get("Large", fields("out"));
    item["post"] = item["get"].take();
    item.as_object_mut().expect("an object").remove("get");
    item["post"]["requestBody"] = json!({ "content": { "application/json": { "schema": fields("in") } } });
    for status in ["400", "401", "403", "404", "500"] {
        item["post"]["responses"][status] =
            json!({ "description": "", "content": { "application/json": { "schema": told("fault", 4) } } });
    }
    description(json!({ "/a": item }), json!({ "schemas": serde_json::Map::from_iter(schemas) }))
}

#[test]
fn oas_43_a_page_has_fewer_than_5000_elements() {
    for (count, width) in [(12, 40), (40, 30), (4, 120), (60, 8)] {
        let built = site(&with_schemas(count, width)).build();
        let page = built.html("api-reference/large/index.html");
        let rows = page.matches("<div class=\"field\"").count();
        assert!(elements(page) < 5_000, "{count} of {width}: {} elements, {rows} rows", elements(page));
        assert!(rows <= 300, "{count} of {width}: {rows} rows");
        // Every field of the first level of every section is there, and the way to all others.
        let last = count - 1;
        for id in [format!("body-in{last}"), format!("response-out{last}"), "response-fault3".to_owned()] {
            assert!(page.contains(&format!("id=\"{id}\"")), "{count} of {width}: {id}");
        }
        assert!(!page.contains("does not show every") && page.contains("api-part"), "{count} of {width}");
    }
}

#[test]
fn oas_43_of_the_level_behind_the_last_one_there_is_what_has_room() {
    let text = with_schemas(30, 20);
    let mut site = site(&text);
    let built = site.build();
    let page = built.html("api-reference/large/index.html");
    let rows = page.matches("<div class=\"field\"").count();
    assert!(rows > 150 && rows <= 300, "{rows}");
    // In the order of the page, each of them as a whole.
    assert!(page.contains("id=\"body-in0-s0x19\"") && page.contains("data-row=\"body-in29\""), "{page}");
    let shown: Vec<bool> =
        (0..30).map(|number| page.contains(&format!("id=\"body-in{number}-s{number}x0\""))).collect();
    assert!(shown.is_sorted_by(|one, next| one >= next), "{shown:?}");
    // An edit that takes room from the others gives the page of a clean build.
    site.edit("openapi.json", &text.replace("\"s0x19\"", "\"s0x19new\""));
    let edited = site.build();
    assert!(edited.html("api-reference/large/index.html").contains("body-in0-s0x19new"));
    edited.assert_clean();
}

#[test]
fn oas_43_of_responses_that_have_no_room_the_last_ones_are_files() {
    let mut item = get("Large", told("first", 60));
    for status in 400..408 {
        item["get"]["responses"][status.to_string()] = json!({ "description": "", "content": { "application/json": {
            "schema": { "$ref": format!("#/components/schemas/F{status}") } } } });
    }
    let schemas = (400..408).map(|status| (format!("F{status}"), told(&format!("f{status}x"), 60)));
    let schemas = serde_json::Map::from_iter(schemas);
    let built = site(&description(json!({ "/a": item }), json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/large/index.html");
    assert!(elements(page) < 5_000, "{}", elements(page));
    assert!(page.contains("id=\"response-first59\"") && page.contains("id=\"response-f400x59\""), "{page}");
    assert!(page.contains("api-part") && !page.contains("id=\"response-f407x59\""), "{page}");
    assert!(!page.contains("does not show every"));
}

/// What comes back when all went well has the room before what comes back otherwise, wherever the description has it.
#[test]
fn oas_43_errors_take_no_room_of_the_response() {
    let of_error = |status: u32| {
        let codes: Vec<String> = (0..65).map(|number| format!("code_{status}_{number}")).collect();
        json!({ "type": "object", "properties": {
            "code": { "type": "string", "enum": codes }, "inner": tree(&format!("e{status}y"), 5, 2) } })
    };
    let payment = json!({ "type": "object", "properties": Value::Object(
        (0..24).map(|at| (format!("paid{at}"), tree(&format!("p{at}y"), 4, 2))).collect()) });
    let mut item = get(
        "Pay",
        json!({ "type": "object", "properties": { "data": { "$ref": "#/components/schemas/Payment" } } }),
    );
    for status in 400..408 {
        item["get"]["responses"][status.to_string()] =
            json!({ "description": "", "content": { "application/json": { "schema": of_error(status) } } });
    }
    let mut site = site(&description(json!({ "/a": item }), json!({ "schemas": { "Payment": payment } })));
    let built = site.build();
    let page = built.html("api-reference/pay/index.html");
    assert!(elements(page) < 5_000, "{}", elements(page));
    // All of the payment, and how its fields begin; of the errors what is left.
    for at in [0, 23] {
        assert!(page.contains(&format!("id=\"response-data-paid{at}-p{at}y0x3\"")), "{at}: {page}");
    }
    assert!(page.contains("api-part") && !page.contains("does not show every"));
}

#[test]
fn oas_58_a_large_sample_that_says_what_others_say_is_no_element_until_it_is_chosen() {
    let value = serde_json::Map::from_iter(
        (0..120).map(|number| (format!("key{number}"), json!([number, "x", true]))),
    );
    let mut item = get("Large", json!({ "type": "string" }));
    item["post"] = item["get"].take();
    item.as_object_mut().expect("an object").remove("get");
    item["post"]["requestBody"] = json!({ "content": { "application/json": { "example": value } } });
    let built = site(&description(json!({ "/a": item }), json!({}))).build();
    let page = built.html("api-reference/large/index.html");
    assert!(elements(page) < 1_500, "{}", elements(page));
    // The first sample is there, the others are where no script runs and for who chooses them.
    let panels: Vec<&str> = page.split("role=\"tabpanel\"").skip(1).take(7).collect();
    let is_waiting =
        |panel: &&str| panel.contains("><noscript class=\"code-waiting\"><div class=\"code-block\"");
    assert_eq!(
        panels.iter().map(is_waiting).collect::<Vec<_>>(),
        [false, true, true, true, true, true, true]
    );
    assert!(panels[1].contains("key119"), "{}", panels[1]);
    // Small ones are elements.
    let small =
        site(&description(json!({ "/a": get("Small", json!({ "type": "string" })) }), json!({}))).build();
    assert!(!small.html("api-reference/small/index.html").contains("code-waiting"));
}

#[test]
fn play_02_the_form_of_a_large_body_has_all_fields_of_the_top() {
    let mut body = tree("in", 8, 4);
    body["properties"]["last"] = json!({ "type": "integer" });
    let (found, _) = load_description(&SourcePath::new("a.json"), &with_body(json!({}), body));
    let found = found.expect("a description");
    let data = playground::operation_data(&found, &found.operations[0], &Api::default());
    let schema = &data["body"]["media"][0]["schema"]["properties"];
    assert_eq!(schema["last"]["type"], "integer", "{schema}");
    assert_eq!(schema["in0x7"]["properties"]["in1x7"]["type"], "object");
}

#[test]
fn oas_42_long_defaults_and_files_say_what_they_are() {
    let long = "word ".repeat(20);
    let lines = "first line\nsecond line ".repeat(8);
    let list: Vec<String> = (0..60).map(|number| format!("value-{number}")).collect();
    let schema = json!({ "type": "object", "properties": {
        "long": { "type": "string", "default": long.trim() },
        "lines": { "type": "string", "default": lines.trim() },
        "list": { "type": "array", "items": { "type": "string" }, "default": list },
        "short": { "type": "string", "default": "few" },
    } });
    let mut item = get("A", schema);
    item["get"]["responses"]["201"] = json!({ "description": "", "content": { "image/png": {
        "schema": { "type": "string", "format": "binary", "description": "The picture itself." } } } });
    let built = site(&description(json!({ "/a": item }), json!({}))).build();
    let page = built.html("api-reference/a/index.html");
    assert!(page.contains(&format!("Default: <code>{}</code>", long.trim())), "{page}");
    assert!(page.contains("second line first line\nsecond line"), "{page}");
    assert!(page.contains("value-59"), "{page}");
    assert_eq!(page.matches("field-default-label").count(), 1, "{page}");
    assert!(page.contains("The picture itself."), "{page}");
}

#[test]
fn oas_03_many_small_files_are_read() {
    let count = 700;
    let fields =
        (0..count).map(|number| (format!("f{number}"), json!({ "$ref": format!("s/{number}.json") })));
    let schema = json!({ "type": "object", "properties": Value::Object(fields.collect()) });
    let mut site = site(&description(json!({ "/a": get("A", schema) }), json!({})));
    for number in 0..count {
        site = site.file(&format!("s/{number}.json"), "{\"type\": \"integer\"}");
    }
    let built = site.build();
    built.assert_no_problems();
    // They are more than a page has rows.
    let texts = built.files().keys().map(|path| path.as_str()).filter(|path| path.ends_with(".md"));
    assert_eq!(texts.map(|path| built.html(path).matches("`integer`").count()).sum::<usize>(), count);
}

#[test]
fn oas_42_long_lists_of_values_leave_room_for_fields() {
    let values: Vec<String> = (0..1_200).map(|number| format!("zone-{number}")).collect();
    let fields =
        (0..6).map(|number| (format!("f{number}"), json!({ "type": "string", "enum": values }))).collect();
    let schema = json!({ "type": "object", "properties": Value::Object(fields) });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({}))).build();
    let page = built.html("api-reference/a/index.html");
    assert!(page.contains("f5") && page.contains("zone-999") && page.contains("And 200 more."), "{page}");
    assert!(page.contains("1160 more options") && !page.contains("does not show every"), "{page}");
}
