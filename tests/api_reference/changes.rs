//! What differs between two descriptions (OAS-54): on a page, and from the command line.

use docs::api::changes::{Change, changes};
use docs::api::load::load_description;
use docs::text::SourcePath;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{changed, get, site};
use crate::authoring::run;

/// A description with an operation that has everything, a removed one, and a webhook.
fn base() -> Value {
    let content = |schema: Value| json!({ "application/json": { "schema": schema } });
    let to = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
        "servers": [{ "url": "https://a.example/" }],
        "paths": { "/pets/{id}": { "post": {
            "summary": "Change a pet",
            "parameters": [
                { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
                { "name": "limit", "in": "query", "schema": { "type": "integer", "maximum": 100, "default": 10 } },
                { "name": "X-Trace", "in": "header", "schema": { "type": "string" } },
            ],
            "security": [{ "key": [] }, { "oauth": ["read"] }],
            "requestBody": { "content": content(to("Pet")) },
            "responses": {
                "200": { "description": "", "headers": { "X-Left": {} }, "content": content(json!({ "type": "array", "items": to("Pet") })) },
                "404": { "description": "" },
            },
            "callbacks": { "done": { "{$request.query.url}": { "post": {
                "requestBody": { "content": content(json!({ "type": "object", "properties": { "ok": { "type": "boolean" } } })) },
                "responses": {},
            } } } },
        } } },
        "webhooks": { "born": { "post": {
            "requestBody": { "content": content(json!({ "type": "object", "properties": { "at": { "type": "string" } }, "required": ["at"] })) },
            "responses": {},
        } } },
        "components": { "securitySchemes": {
            "key": { "type": "apiKey", "in": "header", "name": "X-Key" }, "oauth": { "type": "oauth2", "flows": {} },
        }, "schemas": {
            "Pet": { "type": "object", "required": ["name"], "properties": {
                "id": { "type": "string", "readOnly": true },
                "name": { "type": "string", "maxLength": 20 },
                "kind": { "type": "string", "enum": ["cat", "dog"] },
                "owner": to("Owner"),
                "near": { "type": "array", "items": to("Pet") },
            } },
            "Owner": { "type": "object", "properties": { "id": { "type": "string" } } },
        } },
    })
}

/// The differences to a description that was changed, each in a line; `!` breaks calls.
fn told(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut new = base();
    change(&mut new);
    let read = |value: &Value| {
        load_description(&SourcePath::new("a.json"), &value.to_string()).0.expect("a description")
    };
    let (old, new) = (read(&base()), read(&new));
    let changes = changes(&old, &new);
    let line = |change: &Change| {
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "–".to_owned());
        let keyword = change.keyword.map(|keyword| format!(" {keyword}")).unwrap_or_default();
        let mark = if change.breaks { "! " } else { "" };
        format!("{mark}{}{keyword}: {} → {}", change.place, value(&change.before), value(&change.after))
    };
    let of = |mark: &str, operations: &[&docs::api::Operation]| -> Vec<String> {
        operations.iter().map(|it| format!("{mark} {} {}", it.method, it.path)).collect()
    };
    let mut lines = [of("-", &changes.removed), of("+", &changes.added)].concat();
    lines.extend(changes.shared.iter().map(line));
    lines.extend(changes.changed.iter().flat_map(|(_, all)| all).map(line));
    assert_eq!(changes.is_empty(), lines.is_empty());
    assert_eq!(changes.breaks(), lines.iter().any(|line| line.starts_with(['!', '-'])));
    lines
}

fn pet(root: &mut Value) -> &mut Value {
    &mut root["components"]["schemas"]["Pet"]["properties"]
}

fn post(root: &mut Value) -> &mut Value {
    &mut root["paths"]["/pets/{id}"]["post"]
}

#[test]
fn oas_54_words_are_no_change_and_neither_is_another_name_for_the_same() {
    assert_eq!(told(|_| {}), Vec::<String>::new());
    let words = told(|root| {
        pet(root)["name"]["description"] = json!("What it is called.");
        post(root)["summary"] = json!("Change one");
        root["info"]["version"] = json!("2");
        root["servers"][0]["url"] = json!("https://a.example");
    });
    assert_eq!(words, Vec::<String>::new());
    let renamed = told(|root| {
        let mut item = root["paths"]["/pets/{id}"].take();
        item["post"]["parameters"][0]["name"] = json!("petId");
        item["post"]["parameters"][2]["name"] = json!("x-trace");
        root["paths"] = json!({ "/pets/{petId}/": item });
    });
    assert_eq!(renamed, Vec::<String>::new());
}

#[test]
fn oas_54_operations_come_and_go() {
    let moved = told(|root| {
        let item = root["paths"]["/pets/{id}"].take();
        root["paths"] = json!({ "/pets/{id}": { "x-excluded": true, "get": {} }, "/animals/{id}": item });
    });
    assert_eq!(moved, ["- post /pets/{id}", "+ post /animals/{id}"]);
    let servers = told(|root| root["servers"] = json!([{ "url": "https://b.example" }]));
    assert_eq!(servers, ["! server: https://a.example → –", "server: – → https://b.example"]);
    assert_eq!(told(|root| post(root)["deprecated"] = json!(true)), [" deprecated: false → true"]);
}

#[test]
fn oas_54_what_is_sent() {
    type Case = (fn(&mut Value), &'static [&'static str]);
    let cases: &[Case] = &[
        (
            |root| drop(post(root)["parameters"].as_array_mut().map(Vec::pop)),
            &["! header X-Trace: string → –"],
        ),
        (
            |root| {
                let new = json!({ "name": "sort", "in": "query", "schema": { "type": "string" } });
                let must = json!({ "name": "tenant", "in": "cookie", "required": true, "schema": { "type": "string" } });
                post(root)["parameters"].as_array_mut().expect("a list").extend([new, must]);
            },
            &["! cookie tenant: – → string, required", "query sort: – → string"],
        ),
        (
            |root| post(root)["parameters"][1]["required"] = json!(true),
            &["! query limit required: false → true"],
        ),
        (
            |root| post(root)["parameters"][1]["schema"]["maximum"] = json!(50),
            &["! query limit maximum: 100 → 50"],
        ),
        (
            |root| post(root)["parameters"][1]["schema"]["maximum"] = json!(500),
            &["query limit maximum: 100 → 500"],
        ),
        (
            |root| post(root)["parameters"][1]["schema"]["default"] = json!(20),
            &["query limit default: 10 → 20"],
        ),
        (
            |root| post(root)["parameters"][1]["schema"]["type"] = json!("number"),
            &["query limit type: integer → number"],
        ),
        (
            |root| post(root)["parameters"][1]["schema"]["type"] = json!("string"),
            &["! query limit type: integer → string"],
        ),
        (
            |root| post(root)["parameters"][1]["style"] = json!("pipeDelimited"),
            &["! query limit style: – → pipeDelimited"],
        ),
        (|root| post(root)["requestBody"]["required"] = json!(true), &["! body required: false → true"]),
        (
            |root| drop(post(root).as_object_mut().map(|it| it.remove("requestBody"))),
            &["! body: application/json → –"],
        ),
        (
            |root| {
                let form = post(root)["requestBody"]["content"]["application/json"].take();
                post(root)["requestBody"]["content"] = json!({ "application/xml": form });
            },
            &["! body: application/json → –", "body: – → application/xml"],
        ),
        (|root| post(root)["security"] = json!([{ "key": [] }]), &["! security: oauth (read) → –"]),
        (|root| post(root)["security"] = json!([]), &["security: key / oauth (read) → –"]),
        (
            |root| post(root)["security"].as_array_mut().expect("a list").push(json!({ "basic": [] })),
            &["security: – → basic"],
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(told(*change), *expected);
    }
}

#[test]
fn oas_54_what_is_sent_and_comes_back_is_read_in_its_direction() {
    type Case = (fn(&mut Value), &'static [&'static str]);
    let cases: &[Case] = &[
        // Who sends a name may be refused, who reads one may rely on no more than before.
        (
            |root| pet(root)["name"]["maxLength"] = json!(10),
            &["! body name maxLength: 20 → 10", "200 [].name maxLength: 20 → 10"],
        ),
        (
            |root| pet(root)["kind"]["enum"] = json!(["cat", "bird"]),
            &["! body kind enum: dog → bird", "200 [].kind enum: dog → bird"],
        ),
        (
            |root| pet(root)["name"]["type"] = json!(["string", "null"]),
            &["! 200 [].name nullable: false → true", "body name nullable: false → true"],
        ),
        // What is read-only is sent by nobody.
        (|root| drop(pet(root).as_object_mut().map(|all| all.remove("id"))), &["! 200 [].id: string → –"]),
        (
            |root| root["components"]["schemas"]["Pet"]["required"] = json!([]),
            &["! 200 [].name required: true → false", "body name required: true → false"],
        ),
        (
            |root| root["components"]["schemas"]["Owner"]["required"] = json!(["id"]),
            &["! body owner.id required: false → true", "200 [].owner.id required: false → true"],
        ),
        (
            |root| pet(root)["owner"] = json!({ "type": "string", "format": "uuid" }),
            &[
                "! body owner type: object → string",
                "! body owner format: – → uuid",
                "! body owner.id: string → –",
                "! 200 [].owner type: object → string",
                "! 200 [].owner.id: string → –",
                "200 [].owner format: – → uuid",
            ],
        ),
        (
            |root| drop(post(root)["responses"].as_object_mut().map(|all| all.remove("404"))),
            &["response: 404 → –"],
        ),
        (
            |root| post(root)["responses"]["200"]["headers"] = json!({ "X-Next": {} }),
            &["! 200 header: X-Left → –", "200 header: – → X-Next"],
        ),
        // What the service sends by itself comes back, too.
        (
            |root| {
                let sent = &mut root["webhooks"]["born"]["post"]["requestBody"];
                sent["content"]["application/json"]["schema"]["required"] = json!([]);
            },
            &["! body at required: true → false"],
        ),
        (
            |root| {
                let called = &mut post(root)["callbacks"]["done"]["{$request.query.url}"]["post"];
                called["requestBody"]["content"]["application/json"]["schema"]["properties"] =
                    json!({ "at": { "type": "string" } });
            },
            &["! callback done body ok: boolean → –", "callback done body at: – → string"],
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(told(*change), *expected);
    }
}

#[test]
fn oas_54_members_are_compared_by_their_names() {
    let members = |more: &[&str]| {
        let object = |name: &str| json!({ "type": "object", "properties": { name: { "type": "string" } }, "required": [name] });
        let all: Vec<Value> = ["a", "b"].iter().chain(more).map(|name| object(name)).collect();
        json!({ "oneOf": all })
    };
    let of = |schema: Value| {
        let mut root = base();
        root["paths"] = json!({ "/a": get("A", schema) });
        load_description(&SourcePath::new("a.json"), &root.to_string()).0.expect("a description")
    };
    let (old, same, more) = (of(members(&[])), of(members(&[])), of(members(&["c"])));
    assert!(changes(&old, &same).is_empty());
    let found = changes(&old, &more);
    let all: Vec<&Change> = found.changed.iter().flat_map(|(_, all)| all).collect();
    assert!(
        matches!(all.as_slice(), [Change { before: None, after: Some(name), breaks: false, .. }] if name == "object #3"),
        "{all:?}"
    );
}

#[test]
fn oas_54_schemas_in_circles_and_in_many_forms_have_an_end() {
    let deep = |text: &str| {
        let schemas = (0..40).map(|number| {
            let next = json!({ "$ref": format!("#/components/schemas/S{}", (number + 1) % 40) });
            let own = json!({ "type": "object", "properties": { "a": next, "b": next, "c": next, "t": { "type": text } } });
            (format!("S{number}"), own)
        });
        let mut root = base();
        root["components"]["schemas"] = Value::Object(schemas.collect());
        root["paths"] = json!({ "/a": get("A", json!({ "$ref": "#/components/schemas/S0" })) });
        load_description(&SourcePath::new("a.json"), &root.to_string()).0.expect("a description")
    };
    let (old, new) = (deep("string"), deep("integer"));
    let changes = changes(&old, &new);
    let all: Vec<&Change> = changes.changed.iter().flat_map(|(_, all)| all).collect();
    assert!(all.len() > 100 && all.len() <= 300, "{}", all.len());
}

#[test]
fn oas_54_a_page_tells_what_differs_and_leads_to_the_operations() {
    let mut next = base();
    let first = next.to_string();
    pet(&mut next)["name"]["maxLength"] = json!(10);
    next["paths"]["/owners"] = get("List <owners>", json!({ "type": "string" }));
    let mut site = site(&next.to_string())
        .file("old/v1.json", &first)
        .file(
            "changes.mdx",
            "---\ntitle: Changes\nopenapi-changes: /old/v1.json openapi.json\n---\n\nBy hand.\n",
        )
        .file("other.mdx", "# Other\n");
    let built = site.build();
    built.assert_no_problems();
    let page = built.html("changes.md");
    let order = [
        "By hand.",
        "## Breaking changes",
        "### Change a pet",
        "[`/pets/{id}`](/api-reference/change-a-pet)",
        "| `body name` maxLength | `20` | `10` |",
        "## Added",
        "[List \\<owners>](/api-reference/list-",
        "## Other changes",
        "| `200 [].name` maxLength | `20` | `10` |",
    ];
    let places = order.map(|part| page.find(part));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} {page}");
    let html = built.html("changes/index.html");
    assert!(html.contains("id=\"breaking-changes\"") && html.contains("List &lt;owners&gt;"), "{html}");

    // An edit of either reaches it, and words alone do not change it.
    pet(&mut next)["name"]["description"] = json!("Words.");
    site.edit("openapi.json", &next.to_string());
    let worded = site.build();
    assert!(!changed(&built, &worded).contains(&"changes/index.html"), "{:?}", changed(&built, &worded));
    worded.assert_clean();
    site.edit("old/v1.json", &next.to_string());
    let same = site.build_once();
    assert!(same.html("changes.md").contains("There are no differences."), "{}", same.html("changes.md"));
    same.assert_clean();
    // Without the old one there is nothing to compare with.
    site.remove("old/v1.json");
    let lost = site.build();
    assert_eq!(lost.codes(), ["api-operation-not-found"], "{:?}", lost.problems());
    assert!(lost.html("changes.md").contains("By hand."));
    lost.assert_clean();
    site.edit("old/v1.json", "{\"openapi\": \"3.1.0\", \"paths\": [");
    let broken = site.build();
    let codes = ["api-description-syntax", "api-operation-not-found"];
    assert_eq!(broken.codes(), codes, "{:?}", broken.problems());
    broken.assert_clean();
}

#[test]
fn oas_54_the_command_line_tells_the_same() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, value: &Value| {
        std::fs::write(folder.path().join(name), value.to_string()).expect("a file");
    };
    let mut new = base();
    write("old.json", &new);
    pet(&mut new)["name"]["maxLength"] = json!(10);
    new["paths"]["/owners"] = get("List owners", json!({ "type": "string" }));
    write("new.json", &new);
    let diff = |arguments: &[&str]| run(folder.path(), &[&["openapi-diff"], arguments].concat());
    let told = diff(&["old.json", "new.json"]);
    let expected = "Breaking changes\n  POST /pets/{id}\n    body name maxLength: 20 → 10\n\nAdded\n  GET /owners\n\n\
                    Other changes\n  POST /pets/{id}\n    200 [].name maxLength: 20 → 10\n";
    assert_eq!((told.code, told.out.as_str()), (0, expected), "{}", told.err);
    assert_eq!(diff(&["old.json", "new.json", "--strict"]).code, 1);
    // Back again it is looser where it was stricter, and an operation is gone.
    let back = diff(&["new.json", "old.json", "--json", "--strict"]);
    let json: Value = serde_json::from_str(&back.out).expect("JSON");
    assert_eq!((back.code, &json["breaking"], &json["removed"]), (1, &json!(true), &json!(["GET /owners"])));
    let first = json!({ "place": "body name", "keyword": "maxLength", "before": "10", "after": "20", "breaks": false });
    assert_eq!(
        json["changed"],
        json!([{ "operation": "POST /pets/{id}", "changes": [first, json["changed"][0]["changes"][1]] }])
    );
    let same = diff(&["old.json", "old.json", "--strict"]);
    assert_eq!((same.code, same.out.as_str()), (0, "There are no differences.\n"));
    write(
        "none.json",
        &json!({ "asyncapi": "3.0.0", "info": { "title": "T", "version": "1" }, "channels": { "a": { "address": "a" } } }),
    );
    let wrong = diff(&["none.json", "nowhere.json"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("`none.json` is no OpenAPI description"), "{}", wrong.err);
    assert!(wrong.err.contains("there is no file `nowhere.json`"), "{}", wrong.err);
    assert_eq!(diff(&["old.json"]).code, 2);
}
