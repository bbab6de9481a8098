//! The API reference as sites see it: descriptions with their files, pages in proportion to edits, what is published.

use std::io::ErrorKind;

use docs::hash::ContentHash;
use docs::remote::fetch::{Fetch, Known};
use docs::remote::{RemoteSource, copy_path};
use serde_json::{Value, json};

use crate::site::{Built, Site};

mod aliases;
mod authors;
mod bodies;
mod calls;
mod changes;
mod collections;
mod conflicts;
mod content;
mod details;
mod events;
mod examples;
mod forms;
mod generators;
mod held;
mod hostile;
mod listing;
mod malformed;
mod merging;
mod messages;
mod models;
mod names;
mod newer;
mod overviews;
mod parts;
mod places;
mod rows;
mod shapes;
mod size;
mod types;
mod words;

/// A description with these paths and components.
fn description(paths: Value, components: Value) -> String {
    let info = json!({ "title": "Test", "version": "1" });
    json!({ "openapi": "3.1.0", "info": info, "paths": paths, "components": components }).to_string()
}

/// A site whose navigation is the operations of `openapi.json`, and the home page.
fn site(description: &str) -> Site {
    Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] },
            { "group": "API", "openapi": "openapi.json" },
        ] } }))
        .file("index.mdx", "# Home\n")
        .file("openapi.json", description)
}

fn get(summary: &str, schema: Value) -> Value {
    let response = json!({ "description": "", "content": { "application/json": { "schema": schema } } });
    json!({ "get": { "summary": summary, "responses": { "200": response } } })
}

fn changed<'b>(before: &'b Built, after: &'b Built) -> Vec<&'b str> {
    let paths = after.files().keys().filter(|path| before.files().get(*path) != after.files().get(*path));
    paths.map(String::as_str).filter(|path| path.ends_with(".html")).collect()
}

#[test]
fn oas_05_an_edited_operation_is_the_matter_of_one_page() {
    let operation = |number: usize, words: &str| {
        let mut item = get(&format!("Operation {number}"), json!({ "$ref": "#/components/schemas/Shared" }));
        item["get"]["responses"]["404"] = json!({ "description": words });
        item
    };
    let whole = |words: &str, shared: &str| {
        let paths = (0..40).map(|number| {
            (format!("/p{number}"), operation(number, if number == 7 { words } else { "Nothing" }))
        });
        let schemas = json!({ "Shared": { "type": "string", "description": shared } });
        description(Value::Object(paths.collect()), json!({ "schemas": schemas }))
    };
    let mut site = site(&whole("Nothing", "All"));
    let first = site.build();
    first.assert_no_problems();
    assert_eq!(first.report.pages, 41);
    site.edit("openapi.json", &whole("Gone", "All"));
    let edited = site.build();
    assert_eq!(edited.query("render_body"), 1, "{:#?}", edited.query_lines());
    assert_eq!(edited.query("navigation"), 0, "{:#?}", edited.query_lines());
    assert_eq!(changed(&first, &edited), ["api-reference/operation-7/index.html"]);
    edited.assert_clean();
    // What all of them show is all pages' matter.
    site.edit("openapi.json", &whole("Gone", "Every"));
    let shared = site.build();
    assert_eq!(shared.query("render_body"), 40);
    shared.assert_clean();
    // A new process knows as much.
    site.edit("openapi.json", &whole("Back", "Every"));
    let again = site.build_once();
    assert_eq!(again.query("render_body"), 1, "{:#?}", again.query_lines());
    again.assert_clean();
}

/// Nobody waits for the copy of a large description to see what was written in it.
#[test]
fn oas_05_the_page_of_an_edited_operation_is_there_before_the_copy_of_its_file() {
    let whole = |words: &str| {
        description(json!({ "/a": get("A", json!({ "type": "string", "description": words })) }), json!({}))
    };
    let written = (0..200).find_map(|count| {
        let mut site = site(&whole("Before"));
        site.build();
        site.edit("openapi.json", &whole("Behind"));
        site.system().0.fail_after(count, ErrorKind::StorageFull);
        let built = site.update(&["openapi.json"]);
        let files = ["api-reference/a/index.html", "openapi.json"];
        let written = files.map(|file| String::from_utf8_lossy(&built.files()[file]).contains("Behind"));
        written.contains(&true).then_some(written)
    });
    assert_eq!(written, Some([true, false]));
}

#[test]
fn oas_03_references_lead_into_other_files_and_back() {
    let paths = json!({
        "/pets": get("Pets", json!({ "type": "array", "items": { "$ref": "./schemas/pet.yaml#/Pet" } })),
        "/owners": get("Owners", json!({ "$ref": "schemas/owner.json" })),
        "/plain": get("Plain", json!({ "type": "string" })),
        "/item": { "$ref": "paths/item.yaml" },
    });
    let shared = json!({ "schemas": { "Id": { "type": "string", "format": "uuid" } } });
    let mut site = site(&description(paths, shared))
        .file(
            "schemas/pet.yaml",
            "Pet:\n  type: object\n  properties:\n    id: {$ref: '../openapi.json#/components/schemas/Id'}\n    \
             owner: {$ref: 'owner.json'}\n    friends: {type: array, items: {$ref: '#/Pet'}}\n",
        )
        .file(
            "schemas/owner.json",
            r#"{"type": "object", "title": "Owner", "properties": {"pets": {"type": "array", "items":
                {"$ref": "pet.yaml#/Pet"}}, "name": {"type": "string"}}}"#,
        )
        .file("paths/item.yaml", "get:\n  summary: Item\n  responses: {'200': {description: Fine}}\n");
    let first = site.build();
    first.assert_no_problems();
    let pets = first.html("api-reference/pets.md");
    assert!(
        pets.contains("| `response[].id` | `string<uuid>` |")
            && pets.contains("| `response[].owner` | `object` |"),
        "{pets}"
    );
    assert!(pets.contains("Each has the same fields as [`Pet`]"), "{pets}");
    assert!(first.html("api-reference/item.md").contains("Fine"));
    let owner = site.source("schemas/owner.json").replace("\"name\"", "\"fullName\"");
    site.edit("schemas/owner.json", &owner);
    let edited = site.build();
    assert_eq!(
        changed(&first, &edited),
        ["api-reference/owners/index.html", "api-reference/pets/index.html"]
    );
    edited.assert_clean();
    // A file that is gone is told about where it is named, and costs what it would have shown.
    site.remove("schemas/owner.json");
    let gone = site.build();
    assert!(
        gone.problems().iter().any(|problem| problem.contains("schemas/owner.json")),
        "{:?}",
        gone.problems()
    );
    assert!(gone.text("api-reference/plain/index.html").contains("string"));
    gone.assert_clean();
}

#[test]
fn eng_07_oas_02_descriptions_at_addresses_are_used_when_they_were_fetched() {
    let url = "https://files.test/api/openapi.json";
    let schema = "https://files.test/api/common/pet.json";
    let paths = json!({ "/pets": get("Pets", json!({ "$ref": "common/pet.json" })) });
    let text = description(paths, json!({}));
    let mut site = Site::new().file("index.mdx", "# Home\n").with_config(json!({ "navigation": { "groups": [
        { "group": "Start", "pages": ["index"] },
        { "group": "API", "openapi": url },
    ] } }));
    let built = site.build();
    assert_eq!(built.codes(), ["remote-description"]);
    assert!(built.diagnostics()[0].hint.as_deref().unwrap_or("").contains("docs fetch"));
    let (system, root) = site.system();
    system.set_answer(url, text.as_bytes());
    system.set_answer(schema, br#"{"type": "object", "properties": {"fetched": {"type": "boolean"}}}"#);
    let fetch = Fetch { system, root, font_service: "https://fonts.test", scripts: &[], known: Known::Kept };
    let wanted = [RemoteSource::Description(url.to_owned()), RemoteSource::Description(schema.to_owned())];
    assert_eq!(fetch.run(&wanted).problems, []);
    assert!(site.sources().contains_key(copy_path(ContentHash::of(text.as_bytes())).as_str()));
    let fetched = site.build();
    fetched.assert_no_problems();
    assert!(fetched.text("api-reference/pets/index.html").contains("fetched"));
    fetched.assert_clean();
}

#[test]
fn oas_52_what_is_excluded_is_not_published_either() {
    let mut hidden = get("Hidden", json!({}));
    hidden["get"]["x-internal"] = json!(true);
    let paths = json!({ "/open": get("Open", json!({})), "/hidden": hidden });
    let mut site = site(&description(paths, json!({})));
    let built = site.build();
    built.assert_no_problems();
    let served: Value = serde_json::from_str(built.html("openapi.json")).expect("JSON");
    assert!(served["paths"].get("/open").is_some() && served["paths"].get("/hidden").is_none());
    assert!(!built.files().contains_key("api-reference/hidden/index.html"));
    built.assert_clean();
    let shown = site.source("openapi.json").replace("\"x-internal\":true", "\"x-internal\":false");
    site.edit("openapi.json", &shown);
    let built = site.build();
    assert_eq!(built.html("openapi.json"), shown);
    assert!(built.files().contains_key("api-reference/hidden/index.html"));
    built.assert_clean();
}

#[test]
fn fm_05_oas_50_a_page_shows_a_schema() {
    let schemas = json!({ "Pet": { "type": "object", "required": ["id"], "properties": {
        "id": { "type": "string", "format": "uuid" }, "tags": { "type": "array", "items": { "type": "string" } } } } });
    let paths = json!({ "/a": get("A", json!({})) });
    let mut site = site(&description(paths, json!({ "schemas": schemas })))
        .file("index.mdx", "---\ntitle: Pet\nopenapi-schema: openapi.json Pet\n---\n\nWhat a pet is.\n");
    let built = site.build();
    built.assert_no_problems();
    let page = built.html("index.md");
    assert!(page.contains("What a pet is.") && page.contains("| `id` | `string<uuid>` | yes |"), "{page}");
    assert!(page.contains("\"tags\": ["), "{page}");
    site.edit("openapi.json", &site.source("openapi.json").replace("\"tags\"", "\"labels\""));
    let edited = site.build();
    assert!(edited.html("index.md").contains("labels"));
    edited.assert_clean();
}

#[test]
fn fm_05_oas_07_pages_by_front_matter_follow_their_operation_only() {
    let paths = |words: &str| {
        let mut item = get("Shown", json!({}));
        item["get"]["description"] = json!(words);
        json!({ "/shown": item, "/other": get("Other", json!({})) })
    };
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "other"] } }))
        .file("index.mdx", "---\nopenapi: get /shown\n---\n\nMore words.\n")
        .file("other.mdx", "---\nopenapi: openapi.json GET /other\n---\n")
        .file("openapi.json", &description(paths("One"), json!({})));
    let first = site.build();
    first.assert_no_problems();
    assert!(first.html("index.html").contains("<title>Shown"));
    assert!(first.text("index.html").contains("More words."));
    site.edit("openapi.json", &description(paths("Two"), json!({})));
    let edited = site.build();
    assert_eq!(changed(&first, &edited), ["index.html"]);
    assert_eq!(edited.query("render_body"), 1, "{:#?}", edited.query_lines());
    edited.assert_clean();
}

#[test]
fn oas_07_a_page_names_a_description_in_a_folder_by_its_file_name() {
    let built = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "v2/other"] } }))
        .file("index.mdx", "---\nopenapi: api.json GET /second\n---\n")
        .file("v2/other.mdx", "---\nopenapi: api GET /second\n---\n")
        .file("v1/api.json", &description(json!({ "/first": get("First", json!({})) }), json!({})))
        .file("v2/api.json", &description(json!({ "/second": get("Second", json!({})) }), json!({})))
        .build();
    built.assert_no_problems();
    assert!(built.html("index.html").contains("<title>Second"));
    assert!(built.html("v2/other/index.html").contains("<title>Second"));
}

#[test]
fn fm_05_mdx_api_pages_have_their_line_and_samples() {
    let mut site = Site::new()
        .with_config(json!({ "api": { "mdx": { "server": "https://api.test", "auth": { "method": "bearer" } } } }))
        .file(
            "index.mdx",
            "---\ntitle: Make\napi: POST /users/{id}\n---\n\n<ParamField body=\"name\" type=\"string\" required />\n\n\
             <ResponseField name=\"ok\" type=\"bool\" />\n",
        );
    let built = site.build();
    built.assert_no_problems();
    let page = built.html("index.md");
    assert!(page.contains("`POST https://api.test/users/{id}`"), "{page}");
    assert!(page.contains("Bearer <token>") && page.contains("\"name\": \"<string>\""), "{page}");
    assert!(page.contains("\"ok\": true"), "{page}");
    site.edit_config(|config| config["api"]["mdx"]["server"] = json!("https://other.test"));
    let edited = site.build();
    assert!(edited.html("index.md").contains("https://other.test/users"));
    edited.assert_clean();
}

/// Of several descriptions with such an operation nobody knows which one is meant.
#[test]
fn a_description_that_is_not_there_is_told_as_such() {
    let one = description(json!({ "/": get("First", json!({})) }), json!({}));
    let mut site = site(&one)
        .file("two.json", &description(json!({ "/": get("Second", json!({})) }), json!({})))
        .file("a.mdx", "---\ntitle: A\nopenapi: /tow.json GET /\n---\n")
        .file("b.mdx", "---\ntitle: B\nopenapi: /something/else.json GET /\n---\n");
    let built = site.build();
    let told = format!("{:?}", built.diagnostics());
    assert!(
        told.contains("`openapi: /tow.json GET /` names an API description that this project does not have"),
        "{told}"
    );
    assert!(told.contains("did you mean `/two.json`?") && !told.contains("has it: write"), "{told}");
    assert!(told.contains("write the path of the file from the root of the project"), "{told}");
    built.assert_clean();
    // With one description left there is no doubt.
    site.remove("two.json");
    let built = site.build();
    let told = format!("{:?}", built.diagnostics());
    assert_eq!(told.matches("has it: write `openapi: /").count(), 2, "{told}");
    built.assert_clean();
}

#[test]
fn a_page_may_name_its_description_from_its_own_folder() {
    let built = site(&description(json!({ "/other": get("Other", json!({})) }), json!({})))
        .file(
            "api/spec.json",
            &description(json!({ "/items": get("List items", json!({ "type": "string" })) }), json!({})),
        )
        .file("api/pages/items.mdx", "---\ntitle: Items\nopenapi: ../spec.json GET /items\n---\n")
        .file("api/near.mdx", "---\nopenapi: ./spec.json GET /items\n---\n")
        .file("api/pages/gone.mdx", "---\ntitle: Gone\nopenapi: ./spec.json GET /items\n---\n")
        .file("api/post.mdx", "---\ntitle: Post\nopenapi: post /items\n---\n")
        .file("api/zoned.mdx", "---\ntitle: Zoned\nopenapi: get /v1/items\n---\n")
        .build();
    let problems = built.problems();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert!(problems[0].starts_with("api-operation-not-found api/pages/gone.mdx"), "{problems:?}");
    assert!(problems[1].starts_with("api-operation-not-found api/post.mdx"), "{problems:?}");
    let hint = format!("{:?}", built.diagnostics());
    assert!(hint.contains("`api/spec.json` has it: write `openapi: /api/spec.json GET /items`"), "{hint}");
    assert!(hint.contains("`api/spec.json` has another one: write `openapi: GET /items`"), "{hint}");
    assert!(hint.contains("did you mean `openapi: GET /items`, which `api/spec.json` has?"), "{hint}");
    built.assert_clean();
    for page in ["api/pages/items.md", "api/near.md"] {
        assert!(built.html(page).contains("/items`"), "{}", built.html(page));
    }
}

#[test]
fn a_page_of_an_operation_at_its_address_is_what_it_is_for() {
    let paths = json!({ "/users": get("List users", json!({})), "/teams": get("List teams", json!({})) });
    let file = |reference: &str| format!("---\nopenapi: {reference}\n---\n\nOwn words.\n");
    let built = site(&description(paths.clone(), json!({})))
        .file("api-reference/list-users.mdx", &file("get /users"))
        .build();
    built.assert_no_problems();
    assert!(built.text("api-reference/list-users/index.html").contains("Own words."));
    assert!(built.html("index.html").contains("href=\"/api-reference/list-users\""));
    // One of another operation hides it.
    let built = site(&description(paths, json!({})))
        .file("api-reference/list-users.mdx", &file("get /teams"))
        .build();
    assert_eq!(built.codes(), ["api-page-replaced"]);
}

#[test]
fn link_05_places_of_a_page_whose_description_is_not_there_are_not_judged() {
    let site = |description: &str| {
        Site::new()
            .with_config(json!({ "api": { "openapi": description }, "navigation": { "pages": ["index", "create", "written"] } }))
            .file("create.mdx", "---\ntitle: Create\nopenapi: post /orders\n---\n")
            .file("written.mdx", "---\ntitle: Written\n---\n\n## One\n")
            .file("index.mdx", "[size](/create#body-size) [two](/written#two)\n")
    };
    let judged =
        |built: &Built| built.diagnostics().iter().filter(|told| told.code == "broken-anchor").count();
    // Nobody knows what stands in a description that has not been fetched.
    assert_eq!(judged(&site("https://api.e.x/openapi.json").build()), 1);
    let known = r#"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/orders":{"post":{"responses":{"200":{"description":"ok"}}}}}}"#;
    assert_eq!(judged(&site("openapi.json").file("openapi.json", known).build()), 2);
}
