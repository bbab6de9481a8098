//! Descriptions that nobody writes on purpose: a finite page or a problem with a place, and nothing that runs.

use std::fmt::Write;

use docs::api::load::load_description;
use docs::api::{ApiDescription, document, generated_pages};
use docs::config::api::Api;
use docs::diagnostic::{Diagnostic, Severity};
use docs::text::SourcePath;
use serde_json::{Value, json};

use super::{description, get, site};
use crate::site::Site;

/// Loads a description and makes all its pages.
fn pages(path: &str, text: &str) -> (Option<ApiDescription>, Vec<Diagnostic>) {
    let (description, problems) = load_description(&SourcePath::new(path), text);
    if let Some(description) = &description {
        for operation in &description.operations {
            document::operation_document(description, operation, document::Manner::english(&Api::default()));
        }
        for channel in &description.channels {
            document::channel_document(description, channel, document::Manner::english(&Api::default()));
        }
        generated_pages(description, None);
    }
    (description, problems)
}

#[test]
fn oas_04_an_invalid_part_costs_one_operation_and_has_a_place() {
    let text = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /a:\n    get: {summary: A}\n  /b: 3\n  /c:\n    \
                get:\n      summary: C\n      requestBody: {$ref: '#/components/requestBodies/Nowhere'}\n";
    let (found, problems) = pages("a.yaml", text);
    assert_eq!(found.map(|found| found.operations.len()), Some(2));
    let places: Vec<(&str, u32)> = problems
        .iter()
        .map(|problem| (problem.code, problem.location.as_ref().map_or(0, |location| location.line)))
        .collect();
    assert_eq!(places, [("api-reference-broken", 10), ("api-part-invalid", 6)]);
}

#[test]
fn circles_and_fans_are_finite() {
    let mut schemas = json!({
        "A": { "$ref": "#/components/schemas/B" },
        "B": { "$ref": "#/components/schemas/A" },
        "Self": { "allOf": [{ "$ref": "#/components/schemas/Self" }], "properties": { "s": { "$ref": "#/components/schemas/Self" } } },
        "Or": { "oneOf": [{ "$ref": "#/components/schemas/Or" }, { "type": "object", "properties": { "o": { "$ref": "#/components/schemas/Or" } } }] },
        "List": { "type": "array", "items": { "$ref": "#/components/schemas/List" } },
    });
    // 2^30 ways through the properties, the members and the parts of it.
    for (kind, wrap) in [("p", "properties"), ("o", "oneOf"), ("l", "allOf")] {
        for level in 0..30 {
            let next = json!({ "$ref": format!("#/components/schemas/{kind}{}", level + 1) });
            schemas[format!("{kind}{level}")] = match wrap {
                "properties" => json!({ "type": "object", "properties": { "a": next, "b": next } }),
                wrap => {
                    json!({ wrap: [{ "properties": { "x": next } }, { "title": "t", "properties": { "y": next } }, next] })
                }
            };
        }
        schemas[format!("{kind}30")] = json!({ "type": "string" });
    }
    let names = ["A", "Self", "Or", "List", "p0", "o0", "l0"];
    let paths = names.map(|name| {
        (format!("/{name}"), get(name, json!({ "$ref": format!("#/components/schemas/{name}") })))
    });
    let text = description(Value::Object(paths.into_iter().collect()), json!({ "schemas": schemas }));
    let (found, _) = pages("a.json", &text);
    let found = found.expect("a description");
    for operation in &found.operations {
        let nodes =
            document::operation_document(&found, operation, document::Manner::english(&Api::default()));
        assert!(count(&nodes) < 20_000, "{}: {}", operation.path, count(&nodes));
    }
}

fn count(nodes: &[docs::page::ast::Node]) -> usize {
    nodes.iter().map(|node| 1 + count(&node.children)).sum()
}

#[test]
fn floods_are_refused_or_read() {
    let deep = format!("{{\"openapi\": \"3.1.0\", \"x\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let (found, problems) = pages("deep.json", &deep);
    assert!(found.is_none() && problems[0].location.is_some());
    let less = format!(
        "{{\"openapi\": \"3.1.0\", \"paths\": {{\"/a\": {{\"get\": {{\"x\": {}1{}}}}}, \"/b\": {{\"get\": {{}}}}}}}}",
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    let (found, problems) = pages("less.json", &less);
    assert_eq!(found.map(|found| found.operations.len()), Some(2));
    assert!(problems.iter().any(|problem| problem.code == "api-part-invalid" && problem.location.is_some()));
    let mut bomb = "openapi: 3.1.0\na0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for level in 1..12 {
        let previous = format!("*a{}", level - 1);
        let _ = writeln!(bomb, "a{level}: &a{level} [{}]", [previous.as_str(); 9].join(","));
    }
    let (found, problems) = pages("bomb.yaml", &bomb);
    assert!(found.is_none() && problems[0].location.is_some());
    let with_key = |length: usize| {
        let key = "k".repeat(length);
        format!(
            "{{\"openapi\": \"3.1.0\", \"paths\": {{\"/{key}\": {{\"get\": {{}}}}, \"/b\": {{\"get\": {{}}}}}}}}"
        )
    };
    assert_eq!(pages("key.json", &with_key(60_000)).0.map(|found| found.operations.len()), Some(2));
    for (path, text) in [
        ("key.json", with_key(5_000_000)),
        ("key.yaml", with_key(5_000_000)),
        ("key.yaml", format!("openapi: 3.1.0\npaths:\n  /{}:\n    get: {{}}\n", "k".repeat(5_000_000))),
        (
            "text.json",
            with_key(5).replace("3.1.0\"", &format!("3.1.0\", \"x\": \"{}\"", "t".repeat(9_000_000))),
        ),
        ("line.yaml", format!("openapi: 3.1.0\nx: {}\n", "t".repeat(9_000_000))),
    ] {
        let (found, problems) = pages(path, &text);
        assert!(found.is_none() && problems[0].location.is_some(), "{path}: {problems:?}");
    }
    let many: String = (0..400_000).map(|number| format!("\"/{number}\":1,")).collect();
    let (found, problems) =
        pages("many.json", &format!("{{\"openapi\": \"3.1.0\", \"paths\": {{{many}\"/z\": 1}}}}"));
    assert!(found.is_some() && problems.iter().any(|problem| problem.code == "api-too-large"));
}

/// Puts `text` in place of every text of a value, and of every name that an author chooses.
fn poisoned(value: &Value, text: &str) -> Value {
    match value {
        Value::String(_) => json!(text),
        Value::Array(items) => items.iter().map(|item| poisoned(item, text)).collect(),
        Value::Object(map) => Value::Object(
            map.iter()
                .map(|(key, value)| {
                    let is_kept = matches!(
                        key.as_str(),
                        "$ref"
                            | "type"
                            | "in"
                            | "openapi"
                            | "scheme"
                            | "format"
                            | "tags"
                            | "summary"
                            | "x-mint"
                    );
                    (key.clone(), if is_kept { value.clone() } else { poisoned(value, text) })
                })
                .collect(),
        ),
        other => other.clone(),
    }
}

#[test]
fn no_text_of_a_description_becomes_script() {
    let attacks = [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "\"><svg onload=alert(1)>",
        "[x](javascript:alert(1))",
        "</code></pre><script>alert(1)</script>",
        "{alert(1)}",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "`</script><script>alert(1)</script>`",
    ];
    let zoo = include_str!("../../fixtures/descriptions/zoo.yaml");
    let value = docs::yaml::parse_yaml(zoo).expect("YAML");
    for attack in attacks {
        let built = site(&poisoned(&value, attack).to_string()).build();
        for (path, bytes) in built.files().iter().filter(|(path, _)| path.starts_with("api-reference")) {
            let html = String::from_utf8_lossy(bytes);
            if !path.ends_with(".html") || !html.contains("id=\"content\"") {
                continue;
            }
            let tree = crate::html::parse(built.body(path));
            let bad = tree.all(|element| {
                element.name == "script"
                    || element.attributes.iter().any(|(name, value)| {
                        let value = value.trim().to_ascii_lowercase();
                        name.starts_with("on") || name == "srcdoc" || value.starts_with("javascript:")
                    })
            });
            assert!(bad.is_empty(), "{attack} in {path}: {:?}", bad.first().map(|element| &element.name));
        }
    }
}

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

/// Changes a value at a place that the dice choose.
fn mutate(value: &mut Value, dice: &mut Dice, depth: usize) {
    let odd = [
        json!(null),
        json!(-1),
        json!([]),
        json!({}),
        json!("x"),
        json!(true),
        json!({ "$ref": "#/components/schemas/Node" }),
        json!({ "$ref": "#" }),
        json!({ "$ref": "nowhere.yaml#/x" }),
        json!([[[]]]),
        json!(1e300),
        json!({ "allOf": [{}] }),
    ];
    match value {
        Value::Object(map) if !map.is_empty() && depth < 12 && dice.roll(6) > 0 => {
            let at = dice.roll(map.len());
            if dice.roll(12) == 0 {
                let key = map.keys().nth(at).cloned().unwrap_or_default();
                map.remove(&key);
            } else if let Some(inner) = map.values_mut().nth(at) {
                mutate(inner, dice, depth + 1);
            }
        }
        Value::Array(items) if !items.is_empty() && depth < 12 && dice.roll(6) > 0 => {
            let at = dice.roll(items.len());
            mutate(&mut items[at], dice, depth + 1);
        }
        other => *other = odd[dice.roll(odd.len())].clone(),
    }
}

#[test]
fn five_hundred_mutated_descriptions_are_read() {
    let sources = [
        include_str!("../../fixtures/descriptions/zoo.yaml"),
        include_str!("../../fixtures/descriptions/events.yaml"),
    ];
    let mut dice = Dice(7);
    for round in 0..500 {
        let mut value = docs::yaml::parse_yaml(sources[round % 2]).expect("YAML");
        for _ in 0..=dice.roll(6) {
            mutate(&mut value, &mut dice, 0);
        }
        let text = value.to_string();
        // Whole, and torn off somewhere.
        pages("a.json", &text);
        let mut end = dice.roll(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        pages("a.json", &text[..end]);
        pages("a.yaml", &text[..end]);
    }
}

#[test]
fn oas_04_a_description_that_cannot_be_read_is_one_error_at_its_place() {
    let cases = [
        ("openapi.json", "{\n  \"openapi\": \"3.1.0\",\n  \"paths\": }", 3, "cannot be read: "),
        ("openapi.json", "{\"openapi\": \"3.1.0\", \"info\": {", 1, "ends in the middle"),
        ("openapi.json", "", 1, "it does not say which kind of description it is"),
        ("openapi.json", "[1, 2, 3]", 1, "it does not say which kind of description it is"),
        ("openapi.yaml", "openapi: 3.1.0\na: &a [x, *a]\n", 2, "no end"),
        ("openapi.yaml", "openapi: 3.1.0\npaths:\n\t/a: {}\n", 3, "tab"),
    ];
    for (file, text, line, reason) in cases {
        let mut site = Site::new()
            .with_config(json!({ "navigation": { "groups": [
                { "group": "Start", "pages": ["index", format!("{file} GET /a")] },
                { "group": "API", "openapi": file },
            ] } }))
            .file("index.mdx", "# Home\n")
            .file(file, text);
        let built = site.build();
        let errors: Vec<&Diagnostic> =
            built.diagnostics().iter().filter(|problem| problem.code.starts_with("api-")).collect();
        let [error] = errors[..] else { panic!("{text}: {errors:#?}") };
        assert_eq!((error.code, error.severity), ("api-description-unreadable", Severity::Error));
        let location = error.location.as_ref().expect("a place");
        assert_eq!((location.path.as_str(), location.line), (file, line), "{error:?}");
        assert!(location.column > 0 && error.message.contains(reason), "{error:?}");
        assert!(error.hint.is_some());
        // What is corrected is read.
        site.edit(file, &description(json!({ "/a": get("A", json!({})) }), json!({})));
        site.build().assert_no_problems();
    }
    // One that nobody names is no error.
    let mut site = Site::new().file("index.mdx", "# Home\n").file("other.yaml", "openapi: 3.1.0\npaths: [\n");
    assert!(site.build().codes().iter().all(|code| *code != "api-description-unreadable"));
}

#[test]
fn a_text_with_more_markup_than_is_read_is_shown_as_it_is_written() {
    let flood = format!("{}the *end*", "*a* [x](y) ".repeat(5_000));
    let operation = |text: &str| {
        let mut item = get("A", json!({ "type": "string" }));
        item["get"]["description"] = json!(text);
        description(json!({ "/a": item }), json!({}))
    };
    let mut site = site(&operation(&flood));
    let built = site.build();
    let places: Vec<(&str, u32, u32)> = built
        .diagnostics()
        .iter()
        .filter_map(|problem| problem.location.as_ref().map(|at| (problem.code, at.line, at.column)))
        .collect();
    assert!(matches!(places[..], [("api-text-flooded", 1, column)] if column > 1), "{places:?}");
    let page = built.html("api-reference/a/index.html");
    assert!(page.contains("*a* [x](y) *a*") && page.contains("the *end*") && !page.contains("<em>"));
    assert!(built.html("api-reference/a.md").contains("end"));
    // A long one with little of it is Markdown.
    site.edit("openapi.json", &operation(&format!("{}the *end*", "word ".repeat(50_000))));
    let built = site.build();
    built.assert_no_problems();
    assert!(built.html("api-reference/a/index.html").contains("the <em>end</em>"));
}

#[test]
fn diag_01_a_problem_in_a_text_has_its_place_however_json_names_its_characters() {
    let place = |content: &str, write: &dyn Fn(String) -> String| {
        let mut item = get("A", json!({ "type": "string" }));
        item["get"]["x-mint"] = json!({ "content": content });
        let text = write(description(json!({ "/a": item }), json!({})));
        let built = site(&text).build();
        let found = built.diagnostics().iter().find(|problem| problem.code == "unknown-element");
        let at = found.and_then(|problem| problem.location.clone()).expect("a place");
        assert!(at.line == 1 && at.column > 1, "{at:?}");
        text.chars().skip(at.column as usize - 1).take(at.length as usize).collect::<String>()
    };
    let named = |text: String| {
        text.replace('\u{e9}', "\\u00E9").replace('\u{1f600}', "\\uD83D\\ude00").replace('<', "\\u003C")
    };
    assert_eq!(place("A <centre>b</centre>", &|text| text), "<centre>b</centre>");
    assert_eq!(
        place("A <centre>\u{e9}\t\"n\" \u{1f600}</centre>", &named),
        "\\u003Ccentre>\\u00E9\\t\\\"n\\\" \\uD83D\\ude00\\u003C/centre>"
    );
}

#[test]
fn oas_03_problems_of_other_files_have_their_places() {
    let main = json!({ "/a": get("A", json!({ "$ref": "sub/deep/s.yaml#/S" })) });
    let mut site = site(&description(main, json!({})))
        .file("sub/deep/s.yaml", "S:\n  properties:\n    a: { $ref: '#/Nowhere' }\n    b: { $ref: ../gone.yaml#/B }\n    c: { $ref: '../../../out.yaml#/C' }\n");
    let built = site.build();
    let found: Vec<(&str, &str, u32, u32)> = built
        .diagnostics()
        .iter()
        .filter_map(|problem| {
            let at = problem.location.as_ref()?;
            Some((problem.code, at.path.as_str(), at.line, at.column))
        })
        .collect();
    assert_eq!(
        found,
        [
            ("api-reference-broken", "sub/deep/s.yaml", 3, 17),
            ("api-reference-external", "sub/deep/s.yaml", 4, 16),
            ("api-reference-external", "sub/deep/s.yaml", 5, 17),
        ]
    );
    let outside = built.diagnostics().iter().find(|problem| problem.message.contains("out.yaml"));
    assert!(outside.is_some_and(|problem| problem.message.contains("outside of the project")), "{outside:?}");
}
