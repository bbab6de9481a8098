//! Addresses made of ids of operations, which lead to their pages (OAS-07).

use serde_json::{Value, json};

use super::{description, get, site};

fn with_id(summary: &str, id: &str) -> Value {
    let mut item = get(summary, json!({ "type": "string" }));
    item["get"]["operationId"] = json!(id);
    item
}

#[test]
fn oas_07_an_operation_is_found_by_its_id() {
    let mut tagged = with_id("List all pets", "listPets");
    tagged["get"]["tags"] = json!(["Pets"]);
    let paths = json!({
        "/a": tagged,
        "/b": with_id("Of many parts", "repos/list.all"),
        // Nothing leads to itself, over a page or over a folder.
        "/c": with_id("ping", "Ping"),
        "/d": with_id("Folder", "pets"),
        "/e": with_id("First of two", "twice"),
        "/f": with_id("Second of two", "twice"),
        "/g": with_id("Gone elsewhere", "moved"),
        "/h": with_id("Taken", "logo.svg"),
        "/i": with_id("Odd", "{ odd }"),
    });
    let text = description(paths.clone(), json!({}));
    let config = json!({
        "navigation": { "groups": [{ "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": "openapi.json" }] },
        "redirects": [{ "source": "/api-reference/moved*", "destination": "/" }],
    });
    let mut site = site(&text)
        .with_config(config)
        .file("index.mdx", "---\ntitle: Home\ndescription: D\n---\n\n[By id](/api-reference/listPets)\n")
        .file("api-reference/logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    let built = site.build();
    built.assert_no_problems();
    let leads = |id: &str, to: &str| {
        built.html(&format!("api-reference/{id}/index.html")).contains(&format!("href=\"{to}\""))
    };
    assert!(leads("listPets", "/api-reference/pets/list-all-pets"));
    assert!(leads("repos/list.all", "/api-reference/of-many-parts"));
    assert!(leads("twice", "/api-reference/first-of-two"));
    // The folder's page is what it was.
    assert!(leads("pets", "/api-reference/pets/list-all-pets"));
    let files = built.files();
    for none in ["moved", "logo.svg", "{ odd }", "Ping"] {
        assert!(!files.contains_key(&format!("api-reference/{none}/index.html")), "{none}");
    }
    assert!(built.html("api-reference/ping/index.html").contains("<h1"));
    // No list has them.
    assert!(!built.html("llms.txt").contains("listPets"));

    // A summary that is worded anew moves the page, and the id leads there.
    let mut moved = paths;
    moved["/a"]["get"]["summary"] = json!("All the pets");
    site.edit("openapi.json", &description(moved, json!({})));
    let edited = site.build();
    assert!(edited.html("api-reference/listPets/index.html").contains("/api-reference/pets/all-the-pets\""));
    edited.assert_clean();
}

#[test]
fn oas_07_many_ids_cost_no_file_each() {
    let whole = |words: &str| {
        let paths = (0..501).map(|number| {
            let mut item = with_id(&format!("Operation {number}"), &format!("run{number}"));
            item["get"]["description"] = json!(if number == 7 { words } else { "Same" });
            (format!("/p{number}"), item)
        });
        description(Value::Object(paths.collect()), json!({}))
    };
    let mut site = site(&whole("First"))
        .file("index.mdx", "---\ntitle: Home\ndescription: D\n---\n\n[By id](/api-reference/run7)\n");
    let built = site.build();
    // A link to one is as good as ever.
    built.assert_no_problems();
    assert!(!built.files().contains_key("api-reference/run7/index.html"));
    let lists = built.files().keys().filter(|path| path.starts_with("_docs/paths."));
    let lists: String = lists.map(|path| built.html(path)).collect();
    assert!(lists.contains("api-reference/operation-7\t/api-reference/run7\n"), "{lists}");
    site.edit("openapi.json", &whole("Second"));
    let edited = site.build();
    assert_eq!(edited.query("render_body"), 1, "{:#?}", edited.query_lines());
    assert_eq!(super::changed(&built, &edited), ["api-reference/operation-7/index.html"]);
    edited.assert_clean();
}
