//! What no schema can say, and references that lead to themselves: told where they stand.

use docs::api::check::check;
use docs::api::load::load_description;
use docs::diagnostic::{Diagnostic, Severity};
use docs::text::{SourcePath, SourceText};
use serde_json::json;

use super::{description, get, site};
use crate::site::Site;

const TEXT: &str = "\
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /a/{x}:
    get:
      summary: A
      parameters:
        - {name: x, in: path, required: true, schema: {type: string}}
        - name: y
          in: query
          schema:
            type: integr
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Pet'}
components:
  parameters:
    schema: {name: q, in: query, required: true, schema: {type: boolean}, example: {type: none, required: yes}}
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name:
          type: strng
          required: yes
        type: {type: [string, none]}
        required: {type: string}
        kind: {$ref: '#/components/schemas/One'}
    One:
      $ref: '#/components/schemas/Two'
    Two:
      $ref: '#/components/schemas/One'
    Tree:
      type: object
      properties:
        below: {$ref: '#/components/schemas/Tree'}
";

fn told(text: &str) -> Vec<(String, u32, u32, Severity)> {
    let built = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] },
            { "group": "API", "openapi": "openapi.yaml" },
        ] } }))
        .file("index.mdx", "# Home\n")
        .file("openapi.yaml", text)
        .build();
    let place = |problem: &Diagnostic| {
        let at = problem.location.as_ref().expect("a place");
        assert!(problem.hint.is_some() && at.path.as_str() == "openapi.yaml", "{problem:?}");
        (problem.message.clone(), at.line, at.column, problem.severity)
    };
    built.diagnostics().iter().map(place).collect()
}

#[test]
fn oas_04_what_no_schema_can_say_is_told_at_its_place() {
    let circle = "`#/components/schemas/One` leads to `#/components/schemas/Two`, then to \
                  `#/components/schemas/One`: nothing defines it";
    let expected = [
        ("`integr` is no type of a schema", 12, 19, Severity::Warning),
        ("`strng` is no type of a schema", 28, 17, Severity::Warning),
        ("`required: yes` says nothing in a schema, so it is left out", 29, 21, Severity::Warning),
        ("`none` is no type of a schema", 30, 31, Severity::Warning),
        (circle, 34, 7, Severity::Warning),
    ];
    let expected: Vec<(String, u32, u32, Severity)> = expected
        .into_iter()
        .map(|(message, line, column, severity)| (message.to_owned(), line, column, severity))
        .collect();
    assert_eq!(told(TEXT), expected);
    let right = TEXT
        .replace("integr\n", "integer\n")
        .replace("strng", "string")
        .replace("          required: yes\n", "")
        .replace("[string, none]", "[string, 'null']")
        .replace("$ref: '#/components/schemas/One'\n    Tree", "type: string\n    Tree");
    assert_eq!(told(&right), []);
}

#[test]
fn oas_04_of_the_members_of_a_list_the_wrong_one_is_told() {
    let lines = "        - name: x\n          in: path\n          required: true\n          schema:\n            type: string\n";
    let text = TEXT.replace("        - {name: x, in: path, required: true, schema: {type: string}}\n", lines);
    let first = told(&text).first().map(|(message, line, column, _)| (message.clone(), *line, *column));
    assert_eq!(first, Some(("`integr` is no type of a schema".to_owned(), 16, 19)));
}

#[test]
fn oas_04_what_no_schema_can_say_has_its_place_in_json() {
    let text = "{\n  \"openapi\": \"3.1.0\", \"info\": {\"title\": \"A\", \"version\": \"1\"},\n  \"paths\": {\"/a\": {\"get\": {\"summary\": \"A\", \"responses\": {}}}},\n  \
                \"components\": {\"schemas\": {\n    \"A\": {\"required\": true, \"items\": [{\"type\": 3}]}\n  }}\n}\n";
    let built = Site::new().file("index.mdx", "# Home\n").file("openapi.json", text).build();
    let places: Vec<(u32, u32)> = built
        .diagnostics()
        .iter()
        .filter_map(|problem| problem.location.as_ref())
        .map(|at| (at.line, at.column))
        .collect();
    assert_eq!(built.codes(), ["api-schema-invalid"]);
    assert_eq!(places, [(5, 23), (5, 48)], "{:?}", built.problems());
}

#[test]
fn oas_04_names_that_other_languages_have_for_a_type_are_understood() {
    let schema = |name: &str| json!({ "type": "object", "properties": { "one": { "type": name } } });
    let hint = |name: &str| {
        let built = site(&description(json!({ "/a": get("A", schema(name)) }), json!({}))).build();
        let told: Vec<String> =
            built.diagnostics().iter().filter_map(|problem| problem.hint.clone()).collect();
        told.join("\n")
    };
    assert_eq!(hint("decimal"), "write `number`");
    assert_eq!(hint("datetime"), "write `string`, and beside it `format: date-time`");
    assert_eq!(hint("Int"), "write `integer`");
    assert_eq!(hint("any"), "write no `type` where any value is right");
    assert_eq!(hint("strin"), "did you mean `string`?");
}

#[test]
fn oas_04_keys_that_stand_twice_are_told() {
    let found = |name: &str, text: &str| {
        let built = Site::new()
            .with_config(json!({ "navigation": { "groups": [{ "group": "API", "openapi": name }] } }))
            .file("index.mdx", "# Home\n")
            .file(name, text)
            .build();
        let all = built.diagnostics().iter().filter(|told| told.code == "api-key-twice");
        all.map(|told| told.location.as_ref().map_or((0, 0), |at| (at.line, at.column))).collect::<Vec<_>>()
    };
    let text = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths:\n  /a:\n    get: {responses: {}}\n  \
                /b: {}\n  /a:\n    post: {responses: {}}\n";
    assert_eq!(found("api.yaml", text), [(7, 3)]);
    let field = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n    A:\n      \
                 properties:\n        id: {type: string}\n        id: {type: integer}\n";
    assert_eq!(found("api.yaml", field), [(9, 9)]);
    let text = r#"{"openapi": "3.0.0", "info": {"title": "A", "version": "1"}, "paths": {
  "/a": {"get": {"responses": {}}},
  "/a": {"post": {"responses": {}}, "put": {"responses": {}}, "put": {"responses": {}}}
}}"#;
    assert_eq!(found("api.json", text), [(3, 3), (3, 63)]);
}

const CHANNELS: &str = "\
asyncapi: 3.0.0
info: {title: A, version: '1'}
servers: {s: {host: '{x}.b.test:{port}', protocol: kafka, variables: {port: {default: '1'}}}}
channels:
  c:
    address: a/{id}
    parameters: {other: {enum: [a]}}
    messages:
      a:
        payload:
          type: strin
        headers: {type: object, properties: {h: {type: nteger}}}
        examples: [{payload: {type: what}}]
      payload: {payload: {schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema: {type: record}}}
  unsaid: {parameters: {free: {}}, messages: {m: {$ref: '#/components/messages/M'}}}
operations:
  op: {action: send, channel: {$ref: '#/channels/c'}, messages: [{$ref: '#/channels/c/messages/a'}]}
  op2: {action: send, channel: {$ref: '#/channels/c'}, messages: [{$ref: '#/components/messages/M'}]}
  op3: {channel: {$ref: '#/channels/c'}, reply: {channel: {$ref: '#/channels/unsaid'}, messages: [{$ref: '#/channels/c/messages/a'}]}}
  op4: {action: receive}
components: {messages: {M: {payload: {type: object, required: yes}}}}
";

fn told_of_channels(text: &str) -> Vec<String> {
    let path = SourcePath::new("events.yaml");
    let (description, problems) = load_description(&path, text);
    let source = SourceText::new(path, text);
    let more = description.iter().flat_map(|description| check(description, &source));
    let all: Vec<Diagnostic> = problems.into_iter().chain(more).collect();
    let line = |problem: &Diagnostic| {
        format!("{} {}", problem.location.as_ref().map_or(0, |place| place.line), problem.message)
    };
    all.iter().map(line).collect()
}

#[test]
fn asy_02_what_descriptions_of_channels_say_wrong_is_told() {
    let expected = [
        "11 `strin` is no type of a schema",
        "12 `nteger` is no type of a schema",
        "21 `required: yes` says nothing in a schema, so it is left out",
        "19 the operation `op3` does not say whether it sends or receives: `action`",
        "3 `{x}` in the address of the server `s` is no variable of it",
        "5 `{id}` in the address of the channel `c` is no parameter of it",
        "7 the address of the channel `c` has no `{other}`",
        "18 `#/components/messages/M` of the operation `op2` is no message of its channel",
        "19 `#/channels/c/messages/a` of the reply to the operation `op3` is no message of its channel",
        "20 the operation `op4` has no `channel`, so it is shown nowhere",
    ];
    assert_eq!(told_of_channels(CHANNELS), expected);
}

/// A schema that a message in another format refers to is none of ours.
#[test]
fn asy_02_shared_schemas_of_other_formats_are_not_wrong() {
    let text = |format: &str| {
        format!(
            "asyncapi: 2.6.0\ninfo: {{title: A, version: '1'}}\nchannels:\n  c:\n    subscribe:\n      message:\n        \
             schemaFormat: {format}\n        payload: {{$ref: '#/components/schemas/R'}}\ncomponents:\n  schemas:\n    \
             R: {{type: record, fields: []}}\n"
        )
    };
    assert!(told_of_channels(&text("application/vnd.apache.avro;version=1.9.0")).is_empty());
    let told = told_of_channels(&text("application/vnd.aai.asyncapi;version=2.6.0"));
    assert_eq!(told, ["11 `record` is no type of a schema"]);
}
