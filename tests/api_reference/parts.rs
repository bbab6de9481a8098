//! Schemas that have no room in the pages of operations: each has a file of its own, which all of them share.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::size::tree;
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

/// Operations that all show one schema with `wide` others, each of which has 260 fields, and the first of them
/// leads back to itself. `word` is in the description of a field of the last; the operations are called by their number.
fn wide(operations: usize, wide: usize, word: &str) -> String {
    let mut schemas = Map::new();
    let mut fields = Map::new();
    for number in 0..wide {
        let name = format!("Wide{number}");
        fields.insert(format!("w{number}"), reference(&name));
        let mut own = strings("f", 260);
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
    let built = site(&wide(3, 20, "Nothing.")).build();
    built.assert_no_problems();
    let page = "api-reference/operation-0/index.html";
    let html = built.html(page);
    assert!(!html.contains("does not show every") && html.contains("<details class=\"expandable api-part\""));
    assert!(html.contains("data-row=\"body-w3\"") && html.contains("data-row=\"response-w3\""));
    assert!(html.contains("/_docs/api-parts."), "the script that opens them");
    // One for each schema and side, whatever the number of operations.
    let files = linked(&built, page);
    assert_eq!(files.len(), 40, "{files:?}");
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
    for (html, ids) in [(sent, 262), (back, 263)] {
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
    assert!(built.html(&file).starts_with("# Wide1\n") && built.html(&file).contains("`f259`"));
    // No list of pages has them.
    let lists = ["sitemap.xml", "llms.txt"].into_iter().filter_map(|path| built.files().get(path));
    for list in lists {
        assert!(!String::from_utf8_lossy(list).contains(FOLDER));
    }
}

#[test]
fn oas_43_a_link_to_a_field_in_a_file_of_its_own_leads_there() {
    let mut site = site(&wide(1, 20, "Nothing."));
    let page = "/api-reference/operation-0";
    site.edit("index.mdx", &format!("[Field]({page}#body-w3-f1), [inside]({page}#body-w0-again-f1)"));
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
    site.edit("index.mdx", &format!("[Field]({page}#body-x3-f1)"));
    let built = site.build();
    assert_eq!(built.codes(), ["broken-anchor"], "{:?}", built.problems());
    built.assert_clean();
}

#[test]
fn oas_43_an_edited_schema_is_the_matter_of_its_files() {
    let mut site = site(&wide(3, 20, "Nothing."));
    let first = site.build();
    site.edit("openapi.json", &wide(3, 20, "Something."));
    let edited = site.build();
    let pages = changed(&first, &edited);
    assert_eq!(pages.len(), 2, "{pages:?}");
    assert!(pages.iter().all(|path| path.starts_with("_docs/api/wide19-")), "{pages:?}");
    edited.assert_clean();
    // A new process knows as much, with and without an edit.
    site.edit("openapi.json", &wide(3, 20, "Once more."));
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
    site.edit("openapi.json", &wide(3, 0, "Once more."));
    let small = site.build();
    assert!(parts(&small).is_empty(), "{:?}", parts(&small));
    small.assert_clean();
    site.edit("openapi.json", &wide(3, 20, "Once more."));
    let large = site.build();
    assert_eq!(parts(&large), parts(&words));
    large.assert_clean();
    // A part that was lost or changed by someone is made again.
    let lost = parts(&large).first().map(|path| (*path).to_owned()).expect("a part");
    site.edit("openapi.json", &wide(2, 20, "Once more."));
    let fewer = site.build_once();
    assert!(parts(&fewer).contains(lost.as_str()));
    fewer.assert_clean();
}

#[test]
fn oas_43_the_page_of_a_schema_leads_to_its_parts() {
    let mut site = site(&wide(1, 20, "Nothing."))
        .file("all.mdx", "---\ntitle: All\nopenapi-schema: openapi.json All\n---\n");
    site.edit_config(|config| {
        config["navigation"] = json!({ "groups": [{ "group": "Start", "pages": ["index", "all"] }] });
    });
    let built = site.build();
    assert_eq!(linked(&built, "all/index.html").len(), 20);
    assert_eq!(parts(&built).len(), 20);
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

/// The pages of parts that can be come to from `page`.
fn reached(built: &Built, page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![page.to_owned()];
    while let Some(page) = left.pop() {
        for part in linked(built, &page) {
            if found.insert(part.clone()) {
                left.push(part);
            }
        }
    }
    found
}

/// How many leaves of a tree stand on `page` and on the pages of its parts.
fn leaves(built: &Built, page: &str) -> usize {
    let on = |path: &str| built.html(path).matches("A leaf.").count();
    reached(built, page).iter().map(|path| on(path)).sum::<usize>() + on(page)
}

#[test]
fn oas_43_a_schema_without_a_name_has_a_file_of_its_own() {
    let text = description(json!({ "/a": get("A", tree("f", 6, 5)) }), json!({}));
    let mut site = site(&text);
    let built = site.build();
    built.assert_no_problems();
    let page = "api-reference/a/index.html";
    assert!(!built.html(page).contains("does not show every"));
    let files = reached(&built, page);
    assert_eq!(files, parts(&built).into_iter().map(str::to_owned).collect());
    // Every one of the 7,776 leaves is somewhere, and once.
    assert_eq!(leaves(&built, page), 6 * 6 * 6 * 6 * 6, "{files:?}");
    // They are called like the field.
    assert!(files.iter().any(|path| path.starts_with("_docs/api/f")), "{files:?}");
    // What is edited deep inside is the matter of its file.
    site.edit("openapi.json", &text.replacen("A leaf.", "A flower.", 1));
    let edited = site.build();
    assert!(
        changed(&built, &edited).iter().all(|path| path.starts_with(FOLDER)),
        "{:?}",
        changed(&built, &edited)
    );
    assert_eq!(changed(&built, &edited).len(), 1);
    edited.assert_clean();
}

#[test]
fn oas_43_a_schema_without_a_name_in_another_file_has_a_file_of_its_own() {
    let whole = json!({ "type": "object", "properties": { "a/b": tree("f", 6, 5) } });
    let mut site = site(&description(json!({ "/a": get("A", json!({ "$ref": "s/big.json" })) }), json!({})))
        .file("s/big.json", &whole.to_string());
    let built = site.build();
    built.assert_no_problems();
    let page = "api-reference/a/index.html";
    assert!(!built.html(page).contains("does not show every"));
    assert_eq!(leaves(&built, page), 6 * 6 * 6 * 6 * 6);
    site.edit("s/big.json", &whole.to_string().replacen("A leaf.", "A flower.", 1));
    let edited = site.build();
    assert_eq!(changed(&built, &edited).len(), 1, "{:?}", changed(&built, &edited));
    edited.assert_clean();
}

#[test]
fn oas_43_a_parameter_of_a_path_has_a_file_of_its_own() {
    let filter = json!({ "name": "filter", "in": "query", "schema": tree("f", 6, 5) });
    let mut item = get("A", json!({ "type": "string" }));
    item["parameters"] = json!([filter]);
    // The path may be in another file.
    let whole = description(json!({ "/a": item }), json!({}));
    let apart = site(&description(json!({ "/a": { "$ref": "paths/a.json" } }), json!({})))
        .file("paths/a.json", &item.to_string());
    for mut site in [site(&whole), apart] {
        let built = site.build();
        built.assert_no_problems();
        let page = "api-reference/a/index.html";
        assert!(!built.html(page).contains("does not show every"));
        assert_eq!(leaves(&built, page), 6 * 6 * 6 * 6 * 6);
    }
}

#[test]
fn oas_44_a_choice_of_many_shows_all_of_them() {
    let mut schemas = Map::new();
    for number in 0..120 {
        let own = json!({ "type": "object", "title": format!("Event number {number}"),
            "properties": { format!("only{number}"): { "type": "string" } } });
        schemas.insert(format!("Event{number}"), own);
    }
    let named: Vec<Value> = (0..120).map(|number| reference(&format!("Event{number}"))).collect();
    let unnamed: Vec<Value> = schemas.values().cloned().collect();
    for members in [named, unnamed] {
        let all = json!({ "schemas": schemas });
        let built = site(&description(json!({ "/a": get("A", json!({ "oneOf": members })) }), all)).build();
        built.assert_no_problems();
        let page = built.html("api-reference/a/index.html");
        assert!(!page.contains("does not show every") && page.contains("One of these:"), "{page}");
        let files = linked(&built, "api-reference/a/index.html");
        assert_eq!(files.len(), 120);
        assert!(page.contains("Event number 119"), "{page}");
        assert!(files.iter().any(|path| built.html(path).contains("only119")));
    }
}

#[test]
fn oas_43_a_body_of_more_fields_than_a_page_has_room_for_is_a_file() {
    let fields =
        (0..1_200).map(|number| (format!("f{number}"), json!({ "type": "string", "description": "Text." })));
    let schema = json!({ "type": "object", "properties": Value::Object(fields.collect()) });
    let built = site(&description(json!({ "/a": get("A", schema) }), json!({}))).build();
    built.assert_no_problems();
    let page = "api-reference/a/index.html";
    assert!(!built.html(page).contains("does not show every"));
    let files = linked(&built, page);
    assert_eq!(files.len(), 1, "{files:?}");
    let html = built.html(files.first().expect("a part"));
    assert!(html.contains("id=\"fields-f1199\"") && !html.contains("does not show every"));
}

#[test]
fn oas_43_the_page_of_a_part_leads_back() {
    let mut site = site(&wide(2, 20, "Nothing."));
    site.edit_config(|config| {
        config["navigation"] = json!({ "groups": [
            { "group": "Start", "pages": ["index"] },
            { "group": "The interface", "openapi": "openapi.json" },
        ] });
    });
    let built = site.build();
    for part in parts(&built) {
        let html = built.html(part);
        assert!(html.contains("<h1 id=\"page-title\">Wide"), "{html}");
        let (_, trail) = html.split_once("breadcrumb-list").expect("a trail");
        let (trail, _) = trail.split_once("</ol>").expect("its end");
        assert!(trail.contains("href=\"/\"") && trail.contains("The interface"), "{trail}");
        assert!(trail.contains("<a href=\"/api-reference/operation-0\">Operation 0</a>"), "{trail}");
    }
    // A page of another name comes after the other one, which is the way back now.
    site.edit("openapi.json", &wide(2, 20, "Nothing.").replace("Operation 0", "Operation one"));
    let edited = site.build();
    assert!(edited.html(parts(&edited).first().expect("a part")).contains(">Operation 1</a>"));
    edited.assert_clean();
}

#[test]
fn oas_43_a_new_title_of_a_page_is_in_its_parts() {
    let page = |title: &str| format!("---\ntitle: {title}\nopenapi-schema: openapi.json All\n---\n");
    let mut site = site(&wide(1, 20, "Nothing.")).file("all.mdx", &page("All"));
    site.edit_config(|config| {
        config["navigation"] = json!({ "groups": [{ "group": "Start", "pages": ["index", "all"] }] });
    });
    site.build();
    site.edit("all.mdx", &page("Everything"));
    let edited = site.build();
    assert!(edited.html(parts(&edited).first().expect("a part")).contains(">Everything</a>"));
    edited.assert_clean();
    site.edit("all.mdx", &page("Nothing"));
    let again = site.build_once();
    assert!(again.html(parts(&again).first().expect("a part")).contains(">Nothing</a>"));
    again.assert_clean();
}

#[test]
fn ai_05_the_texts_of_all_pages_have_all_parts() {
    let mut site = site(&wide(2, 20, "Something special."));
    let built = site.build();
    let text = built.html("llms-full.txt");
    assert!(
        text.contains("Something special.") && text.contains("\n# Wide19\n\nSource: /_docs/api/wide19-"),
        "{text}"
    );
    // Once for each side, whatever the number of operations.
    assert_eq!(text.matches("\n# Wide19\n").count(), 2);
    site.edit("openapi.json", &wide(2, 20, "Something else."));
    let edited = site.build();
    assert!(edited.html("llms-full.txt").contains("Something else."));
    edited.assert_clean();
    // Words of a page are put beside them.
    site.edit("index.mdx", "# Home\n\nOther words.\n");
    let words = site.build_once();
    let text = words.html("llms-full.txt");
    assert!(text.contains("Something else.") && text.contains("Other words."));
    words.assert_clean();
}

#[test]
fn ai_05_texts_follow_when_a_page_leads_to_parts() {
    let mut site = site(&wide(1, 20, "Something special.")).file("all.mdx", "---\ntitle: All\n---\n");
    site.edit_config(|config| {
        config["navigation"] = json!({ "groups": [{ "group": "Start", "pages": ["index", "all"] }] });
    });
    assert!(!site.build().html("llms-full.txt").contains("Something special."));
    site.edit("all.mdx", "---\ntitle: All\nopenapi-schema: openapi.json All\n---\n");
    let built = site.build();
    assert!(built.html("llms-full.txt").contains("Something special."));
    built.assert_clean();
    site.edit("all.mdx", "---\ntitle: All\n---\n");
    let without = site.build();
    assert!(!without.html("llms-full.txt").contains("Something special."));
    without.assert_clean();
}

#[test]
fn i18n_02_parts_are_in_the_language_of_their_page() {
    let group = |group: &str, openapi: Value| json!({ "group": group, "openapi": openapi });
    let mut site = site(&wide(1, 20, "Nothing.")).file("fr/index.mdx", "# Accueil\n");
    site.edit_config(|config| {
        config["navigation"] = json!({ "languages": [
            { "language": "en", "groups": [{ "group": "Start", "pages": ["index"] }, group("API", json!("openapi.json"))] },
            { "language": "fr", "groups": [{ "group": "Début", "pages": ["fr/index"] },
                group("API", json!({ "source": "openapi.json", "directory": "fr/api" }))] },
        ] });
    });
    let built = site.build();
    let page = built.files().keys().map(|path| path.as_str());
    let page = page.filter(|path| path.starts_with("fr/api/") && path.ends_with("operation-0/index.html"));
    let page: Vec<&str> = page.collect();
    let french = linked(&built, page.first().expect("a page"));
    assert_eq!(french.len(), 40, "{french:?}");
    assert!(french.iter().all(|path| path.starts_with("_docs/api/fr/")), "{french:?}");
    let html = built.html(french.first().expect("a part"));
    assert!(html.contains("<html lang=\"fr\""), "{html}");
    let english = linked(&built, "api-reference/operation-0/index.html");
    assert!(english.iter().all(|path| !path.starts_with("_docs/api/fr/")));
    assert!(built.html(english.first().expect("a part")).contains("<html lang=\"en\""));
    assert_eq!(parts(&built).len(), 80);
    built.assert_clean();
}

#[test]
fn oas_43_the_element_of_a_part_is_none_of_an_author() {
    let part = "<ApiPart name=\"A\" source=\"openapi.json\" reference=\"#/components/schemas/All\" side=\"request\" />";
    let built = site(&wide(1, 1, "Nothing.")).file("index.mdx", &format!("# Home\n\n{part}\n")).build();
    let problems = built.problems();
    assert!(
        problems.iter().any(|problem| problem.contains("unknown-component") && problem.contains("ApiPart")),
        "{problems:?}"
    );
    assert!(
        !built.html("index.html").contains("_docs/api/") && !built.html("index.md").contains("_docs/api/")
    );
}
