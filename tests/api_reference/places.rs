//! Where problems of a description are told.

use docs::api::check::{check, lost_parts};
use docs::api::load::load_description;
use docs::diagnostic::Diagnostic;
use docs::text::{SourcePath, SourceText};
use serde_json::json;

use super::site;

#[test]
fn oas_04_problems_of_version_2_have_their_places_in_json() {
    let answer = |name: &str| json!({ "200": { "description": "ok", "schema": { "$ref": format!("#/definitions/{name}") } } });
    let root = json!({
        "swagger": "2.0", "info": { "title": "T", "version": "1" }, "host": "e.x",
        "paths": { "/a": { "get": { "summary": "A", "responses": answer("Good") } },
            "/b": { "post": { "summary": "B", "responses": answer("Missing") } } },
        "definitions": { "Good": { "type": "object", "properties": { "a": { "type": "strng" } } } },
    });
    let text = format!("{root:#}");
    let line = |words: &str| text.lines().position(|line| line.contains(words)).map_or(0, |at| at + 1);
    let problems = site(&text).build().problems();
    for (place, told) in [(line("Missing"), "does not exist"), (line("strng"), "`strng` is no type")] {
        let place = format!("openapi.json:{place} ");
        assert!(
            problems.iter().any(|problem| problem.contains(told) && problem.contains(&place)),
            "{place}: {problems:?}"
        );
    }
}

#[test]
fn oas_04_a_problem_of_a_method_is_not_told_at_that_of_a_callback() {
    let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get:\n      operationId: g\n      callbacks:\n        \
                cb:\n          '{$request.query.u}':\n            post:\n              responses: {'200': {description: ok}}\n      \
                responses: {'200': {description: ok}}\n    post:\n      operationId: g\n      responses: {'200': {description: ok}}\n";
    let source = SourceText::new(SourcePath::new("openapi.yaml"), text);
    let (description, _) = load_description(&source.path, text);
    let problems = check(&description.expect("a description"), &source);
    let told = problems.iter().find(|problem| problem.message.contains("another operation is called"));
    assert_eq!(told.and_then(|told| told.location.as_ref()).map(|place| place.line), Some(13));
}

#[test]
fn oas_04_what_pages_do_without_is_told_to_those_who_ask() {
    let text = "openapi: 3.2.0\ninfo: {title: T, version: '1'}\ntags: [{name: a, parent: zz}, {name: a}]\npaths:\n  /a:\n    get:\n      \
                operationId: g\n      parameters:\n      - {name: z, in: query, schema: {type: string}, content: {a/b: {}}}\n      \
                - {name: w, in: query}\n      responses:\n        '200':\n          description: ok\n          links:\n            \
                L: {operationId: nope}\n            M: {operationId: g}\ncomponents:\n  securitySchemes:\n    \
                s: {type: apiKey, in: body, name: x}\n    t: {type: http}\n    o: {type: oauth2, flows: {implicit: {scopes: {}}}}\n    \
                fine: {type: http, scheme: bearer}\n";
    let source = SourceText::new(SourcePath::new("openapi.yaml"), text);
    let (description, problems) = load_description(&source.path, text);
    let description = description.expect("a description");
    assert_eq!(problems, []);
    let problems = check(&description, &source);
    let line = |problem: &Diagnostic| problem.location.as_ref().map_or(0, |place| place.line);
    let told: Vec<String> =
        problems.iter().map(|problem| format!("{} {}", line(problem), problem.message)).collect();
    let expected = [
        "15 the link `L` of GET /a names an operation `nope`, which there is not",
        "8 the parameter `z` of GET /a has both `schema` and `content`",
        "8 the parameter `w` of GET /a has neither `schema` nor `content`",
        "3 the parent of the tag `a` is `zz`, which is no tag",
        "3 the tag `a` is described twice",
        "19 the key of the security scheme `s` is in `body`, which is no place",
        "20 the security scheme `t` has no `scheme`",
        "21 the flow `implicit` of the security scheme `o` has no `authorizationUrl`",
    ];
    assert_eq!(told, expected);
    assert_eq!(lost_parts(&description, &source), []);
}

#[test]
fn oas_04_a_description_is_looked_through_once_for_the_links_of_all_its_pages() {
    let link = |number: usize| json!({ "get": { "summary": format!("Ask {number}"), "description": format!("See [it](/nowhere-{number})."), "responses": {} } });
    let paths: serde_json::Map<_, _> = (0..9).map(|number| (format!("/a{number}"), link(number))).collect();
    let root = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": paths });
    let text = format!("{root:#}");
    let mut site = site(&text);
    let problems = site.build().problems();
    let lines: Vec<usize> =
        text.lines().enumerate().filter(|(_, line)| line.contains("nowhere")).map(|(at, _)| at + 1).collect();
    assert_eq!((problems.len(), lines.len()), (9, 9), "{problems:?}");
    for line in lines {
        assert!(problems.iter().any(|told| told.contains(&format!("openapi.json:{line} "))), "{problems:?}");
    }
    assert_eq!(site.ran("description_outline"), 1);
}
