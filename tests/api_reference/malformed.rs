//! What no schema can say, and references that lead to themselves: told where they stand.

use docs::diagnostic::{Diagnostic, Severity};
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
