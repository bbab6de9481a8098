//! Schemas that have no room in the pages of operations: each has a file of its own, which all of them share.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{changed, description, get, site};
use crate::site::Built;

const FOLDER: &str = "_docs/api/";

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn strings(name: &str, count: usize) -> Map<String, Value> {
    let text = json!({ "type": "string", "description": "Text." });
    (0..count).map(|number| (format!("{name}{number}"), text.clone())).collect()
}

/// Operations that all show one schema with `wide` others, each of which has a hundred fields, and the first of them
/// leads back to itself. `word` is in the description of a field of the last; the operations are called by their number.
fn wide(operations: usize, wide: usize, word: &str) -> String {
    let mut schemas = Map::new();
    let mut fields = Map::new();
    for number in 0..wide {
        let name = format!("Wide{number}");
        fields.insert(format!("w{number}"), reference(&name));
        let mut own = strings("f", 100);
        own.insert("word".to_owned(), json!({ "type": "string", "description": "Nothing." }));
        own.insert("made".to_owned(), json!({ "type": "string", "readOnly": true }));
        if number == 0 {
            own.insert("again".to_owned(), reference("Wide0"));
        }
        if number + 1 == wide {
            own["word"]["description"] = json!(word);
        }
        schemas.insert(name, json!({ "type": "object", "properties": own }));
    }
    schemas.insert("All".to_owned(), json!({ "type": "object", "properties": fields }));
    let paths = (0..operations).map(|number| {
        let mut item = get(&format!("Operation {number}"), reference("All"));
        item["post"] = item["get"].take();
        item.as_object_mut().expect("an object").remove("get");
        let body = json!({ "content": { "application/json": { "schema": reference("All") } } });
        item["post"]["requestBody"] = body;
        (format!("/p{number}"), item)
    });
    description(Value::Object(paths.collect()), json!({ "schemas": schemas }))
}

/// The pages of parts.
fn parts(built: &Built) -> BTreeSet<&str> {
    let paths = built.files().keys().map(String::as_str);
    paths.filter(|path| path.starts_with(FOLDER) && path.ends_with(".html")).collect()
}

/// The pages of parts that `page` links to.
fn linked(built: &Built, page: &str) -> BTreeSet<String> {
    let html = built.html(page);
    let links = html.split("<p class=\"api-part-link\"><a href=\"/").skip(1);
    links.filter_map(|rest| Some(format!("{}/index.html", rest.split_once('"')?.0))).collect()
}

#[test]
fn oas_43_a_schema_without_room_has_a_file_of_its_own() {
    let built = site(&wide(3, 40, "Nothing.")).build();
    built.assert_no_problems();
    let page = "api-reference/operation-0/index.html";
    let html = built.html(page);
    assert!(!html.contains("does not show every") && html.contains("<details class=\"expandable api-part\""));
    assert!(html.contains("data-row=\"body-w3\"") && html.contains("data-row=\"response-w3\""));
    assert!(html.contains("/_docs/api-parts."), "the script that opens them");
    // One for each schema and side, whatever the number of operations.
    let files = linked(&built, page);
    assert_eq!(files.len(), 80, "{files:?}");
    assert_eq!(files, parts(&built).into_iter().map(str::to_owned).collect());
    assert_eq!(files, linked(&built, "api-reference/operation-2/index.html"));
    let of = |name: &str, readonly: bool| {
        let found = files.iter().find(|path| {
            path.contains(&format!("/{name}-")) && built.html(path).contains("id=\"fields-made\"") == readonly
        });
        found.map(String::as_str).unwrap_or_else(|| panic!("{name} is in {files:?}"))
    };
    // Each is a page of its own with all the fields; what is sent is not what comes back.
    let sent = built.html(of("wide0", false));
    let back = built.html(of("wide0", true));
    for (html, ids) in [(sent, 102), (back, 103)] {
        assert_eq!(html.matches("id=\"fields-").count(), ids);
        assert!(html.contains("<div id=\"fields\">") && html.contains("<title>Wide0 - "));
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"));
        // What contains itself ends by a link.
        assert!(html.contains("Has the same fields as <a class=\"link\" href=\"#fields\">"), "{html}");
    }
    // The Markdown leads there as well.
    let text = built.html("api-reference/operation-0.md");
    let file = of("wide1", true).replace("/index.html", ".md");
    assert!(text.contains(&format!("[`Wide1`](/{file})")), "{text}");
    assert!(built.html(&file).starts_with("# Wide1\n") && built.html(&file).contains("`f99`"));
    // No list of pages has them.
    let lists = ["sitemap.xml", "llms.txt"].into_iter().filter_map(|path| built.files().get(path));
    for list in lists {
        assert!(!String::from_utf8_lossy(list).contains(FOLDER));
    }
}

#[test]
fn oas_43_an_edited_schema_is_the_matter_of_its_files() {
    let mut site = site(&wide(3, 40, "Nothing."));
    let first = site.build();
    site.edit("openapi.json", &wide(3, 40, "Something."));
    let edited = site.build();
    let pages = changed(&first, &edited);
    assert_eq!(pages.len(), 2, "{pages:?}");
    assert!(pages.iter().all(|path| path.starts_with("_docs/api/wide39-")), "{pages:?}");
    edited.assert_clean();
    // A new process knows as much, with and without an edit.
    site.edit("openapi.json", &wide(3, 40, "Once more."));
    let again = site.build_once();
    assert_eq!(changed(&edited, &again).len(), 2);
    again.assert_clean();
    let same = site.build_once();
    assert_eq!(same.written(), 0);
    same.assert_clean();
    site.edit("index.mdx", "# Home\n\nOther words.\n");
    let words = site.build_once();
    assert_eq!(changed(&same, &words), ["index.html"]);
    words.assert_clean();
    // What has room again has no file.
    site.edit("openapi.json", &wide(3, 4, "Once more."));
    let small = site.build();
    assert!(parts(&small).is_empty(), "{:?}", parts(&small));
    small.assert_clean();
    site.edit("openapi.json", &wide(3, 40, "Once more."));
    let large = site.build();
    assert_eq!(parts(&large), parts(&words));
    large.assert_clean();
    // A part that was lost or changed by someone is made again.
    let lost = parts(&large).first().map(|path| (*path).to_owned()).expect("a part");
    site.edit("openapi.json", &wide(2, 40, "Once more."));
    let fewer = site.build_once();
    assert!(parts(&fewer).contains(lost.as_str()));
    fewer.assert_clean();
}

#[test]
fn oas_43_the_page_of_a_schema_leads_to_its_parts() {
    let mut site = site(&wide(1, 40, "Nothing."))
        .file("all.mdx", "---\ntitle: All\nopenapi-schema: openapi.json All\n---\n");
    site.edit_config(|config| {
        config["navigation"] = json!({ "groups": [{ "group": "Start", "pages": ["index", "all"] }] });
    });
    let built = site.build();
    assert_eq!(linked(&built, "all/index.html").len(), 40);
    assert_eq!(parts(&built).len(), 40);
    // Without the schema they go.
    site.edit("all.mdx", "---\ntitle: All\n---\n");
    let none = site.build();
    assert!(parts(&none).is_empty(), "{:?}", parts(&none));
    none.assert_clean();
    site.edit("all.mdx", "---\ntitle: All\nopenapi-schema: openapi.json All\n---\n");
    let again = site.build_once();
    assert_eq!(parts(&again), parts(&built));
    again.assert_clean();
}
