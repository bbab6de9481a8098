//! What a page says of a call beside its fields: order of responses, examples of every form, credentials that are sent
//! once, what `x-mint` and front matter change.

use serde_json::{Value, json};

use super::{description, get, site};
use crate::site::{Built, Site};

fn media(media_type: &str, media: Value) -> Value {
    json!({ "description": "", "content": { media_type: media } })
}

#[test]
fn oas_45_examples_carry_the_value_that_names_the_member() {
    let schemas = json!({
        "Cat": { "type": "object", "properties": { "kind": { "type": "string" }, "lives": { "type": "integer" } } },
        "Dog": { "type": "object", "properties": { "kind": { "type": "string" } } },
        "Pet": {
            "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
            "discriminator": { "propertyName": "kind", "mapping": { "tabby": "Cat", "poodle": "Dog" } },
        },
        "Base": { "type": "object", "properties": { "kind": { "type": "string" } },
            "discriminator": { "propertyName": "kind", "mapping": { "short": "Cat", "long": "#/components/schemas/Dog" } } },
        // What is called the same elsewhere is data.
        "Data": { "type": "object", "example": { "mapping": { "a": "Cat" } } },
    });
    let shown = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let paths = json!({ "/pet": get("Pet", shown("Pet")), "/base": get("Base", shown("Base")), "/data": get("Data", shown("Data")) });
    let built = site(&description(paths, json!({ "schemas": schemas }))).build();
    assert!(built.html("api-reference/pet.md").contains("\"kind\": \"tabby\""));
    let base = built.html("api-reference/base.md");
    assert!(
        base.contains("### short") && base.contains("`lives`") && base.contains("\"kind\": \"short\""),
        "{base}"
    );
    assert!(built.html("api-reference/data.md").contains("\"a\": \"Cat\""));
}

#[test]
fn oas_49_every_form_of_an_answer_that_is_described_is_shown() {
    let mut item = get("Talk", json!({ "type": "object", "properties": { "a": { "type": "string" } } }));
    let operation = &mut item["get"];
    operation["responses"]["200"]["content"]["text/event-stream"] =
        json!({ "examples": { "stream": { "summary": "Stream", "value": "data: one" } } });
    operation["responses"]["200"]["content"]["text/plain"] = json!({ "schema": { "type": "string" } });
    operation["responses"]["201"] = media("audio/mpeg", json!({ "example": "https://e.x/a.mp3" }));
    operation["responses"]["202"] = media(
        "application/xml",
        json!({ "schema": { "type": "object", "xml": { "name": "note" }, "properties": { "to": { "type": "string" } } } }),
    );
    let mut posted = json!({ "summary": "Say", "responses": {} });
    posted["requestBody"] = json!({ "content": { "application/json": { "examples": {
        "one": { "summary": "First", "value": { "n": 1 } }, "two": { "summary": "Second", "value": { "n": 2 } } } } } });
    item["post"] = posted;
    let built = site(&description(json!({ "/talk": item }), json!({}))).build();
    let page = built.html("api-reference/talk/index.html");
    assert!(page.contains("data: one") && page.contains("200 text/event-stream"), "{page}");
    assert!(!page.contains("200 text/plain"));
    assert!(page.contains("<audio") && page.contains("src=\"https://e.x/a.mp3\""), "{page}");
    assert!(built.html("api-reference/talk.md").contains("<note>"));
    let said = built.html("api-reference/say.md");
    assert!(said.contains("First") && said.contains("Second") && said.contains("\"n\": 2"), "{said}");
}

#[test]
fn oas_41_responses_stand_in_the_order_of_their_statuses() {
    let mut item = get("Order", json!({ "type": "string" }));
    item["get"]["responses"] =
        json!({ "default": {}, "422": {}, "4XX": {}, "200": media("text/plain", json!({})), "404": {} });
    for (_, response) in item["get"]["responses"].as_object_mut().expect("responses") {
        response["description"] = json!("Said.");
    }
    let built = site(&description(json!({ "/order": item }), json!({}))).build();
    let page = built.html("api-reference/order.md");
    let at =
        |status: &str| page.find(&format!("### {status}\n")).unwrap_or_else(|| panic!("{status} in {page}"));
    let places = ["200", "404", "422", "4XX", "default"].map(at);
    assert!(places.is_sorted(), "{page}");
}

#[test]
fn oas_58_a_credential_is_sent_once() {
    let mut item = get("Secret", json!({ "type": "string" }));
    item["get"]["security"] = json!([{ "key": [] }]);
    item["get"]["parameters"] = json!([
        { "name": "X-Key", "in": "header", "required": true, "schema": { "type": "string" } },
        { "name": "x-key", "in": "query", "required": true, "schema": { "type": "string" } },
    ]);
    let components =
        json!({ "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "x-key" } } });
    let built = site(&description(json!({ "/secret": item }), components)).build();
    let page = built.html("api-reference/secret.md");
    let sample = &page[page.find("curl ").expect("a sample")..];
    assert_eq!((sample.matches("x-key").count(), sample.matches("X-Key").count()), (2, 0), "{sample}");
}

#[test]
fn oas_56_what_a_body_requires_is_in_a_short_sample() {
    let body = |schema: Value| json!({ "content": { "application/json": { "schema": schema } } });
    let needy = json!({ "type": "object", "required": ["r"], "properties": { "r": { "type": "string" }, "o": { "type": "string" } } });
    let free = json!({ "type": "object", "properties": { "o": { "type": "string" } } });
    let post = |summary: &str, schema: Value| json!({ "post": { "summary": summary, "responses": {}, "requestBody": body(schema) } });
    let paths = json!({ "/needy": post("Needy", needy), "/free": post("Free", free) });
    let built = site(&description(paths, json!({})))
        .with_config(json!({ "api": { "examples": { "defaults": "required" } } }))
        .build();
    let needy = built.html("api-reference/needy.md");
    assert!(needy.contains("--data") && needy.contains("\"r\": ") && !needy.contains("\"o\": "), "{needy}");
    assert!(!built.html("api-reference/free.md").contains("--data"));
}

#[test]
fn oas_20_metadata_is_front_matter() {
    let mut paths = json!({});
    for (path, metadata) in [
        ("/plain", json!({})),
        ("/quiet", json!({ "noindex": true, "hideApiMarker": true, "mode": "wide" })),
        ("/own", json!({ "description": "In **other** words." })),
        ("/secret", json!({ "groups": ["admin"] })),
    ] {
        let mut item = get(path.trim_start_matches('/'), json!({}));
        item["get"]["description"] = json!("What the operation says.");
        item["get"]["x-mint"] = json!({ "metadata": metadata });
        paths[path] = item;
    }
    paths["/grouped"] = get("grouped", json!({}));
    paths["/grouped"]["get"]["x-mint"] = json!({ "groups": ["admin"] });
    let built = site(&description(paths, json!({}))).build();
    assert_eq!(built.codes(), ["page-withheld"], "{:?}", built.problems());
    let quiet = built.html("api-reference/quiet/index.html");
    assert!(quiet.contains("content=\"noindex\"") && quiet.contains("data-page-mode=\"wide\""), "{quiet}");
    let home = built.html("index.html");
    assert_eq!(home.matches("method-nav-pill").count(), 2, "{home}");
    assert!(!built.html("llms.txt").contains("quiet") && built.html("llms.txt").contains("plain"));
    let own = built.html("api-reference/own/index.html");
    assert!(own.contains("name=\"description\" content=\"In other words.\""), "{own}");
    assert!(own.contains("<strong>other</strong>") && !own.contains("What the operation says."), "{own}");
    assert!(!built.files().keys().any(|path| path.contains("secret") || path.contains("grouped")));
    assert!(!home.contains("secret") && !home.contains("grouped"));
}

#[test]
fn oas_08_a_page_that_shows_an_operation_has_its_description_unless_it_has_its_own() {
    let mut item = get("Shown", json!({}));
    item["get"]["description"] = json!("What the operation says.");
    let mut site = site(&description(json!({ "/shown": item }), json!({})))
        .file("a.mdx", "---\ntitle: A\nopenapi: GET /shown\n---\n")
        .file("b.mdx", "---\ntitle: B\ndescription: My words.\nopenapi: GET /shown\n---\n");
    site.edit_config(|config| config["navigation"] = json!({ "pages": ["index", "a", "b"] }));
    let built = site.build();
    let (a, b) = (built.html("a/index.html"), built.html("b/index.html"));
    assert!(a.contains("name=\"description\" content=\"What the operation says.\""), "{a}");
    assert!(
        a.contains("What the operation says.</p>") || a.contains("What the operation says.</div>"),
        "{a}"
    );
    assert!(b.contains("My words.") && !b.contains("What the operation says."), "{b}");
    built.assert_clean();
}

#[test]
fn oas_26_a_hidden_operation_that_the_navigation_names_is_not_shown_there() {
    let mut item = get("Hidden one", json!({}));
    item["get"]["x-hidden"] = json!(true);
    let mut site = site(&description(json!({ "/hid": item, "/seen": get("Seen", json!({})) }), json!({})));
    site.edit_config(|config| {
        config["navigation"] =
            json!({ "openapi": "openapi.json", "pages": ["index", "GET /hid", "GET /seen"] });
    });
    let built = site.build();
    built.assert_no_problems();
    let home = built.html("index.html");
    assert!(home.contains("Seen") && !home.contains("id one") && !home.contains("GET /hid"), "{home}");
    assert!(built.files().contains_key("api-reference/hidden-one/index.html"));
}

/// The words of docs.json that the first problem is about.
fn named(site: &Site, built: &Built) -> String {
    let problems = built.diagnostics();
    let place = problems[0].location.as_ref().expect("a place");
    let config = site.source("docs.json");
    let line = config.lines().nth(place.line as usize - 1).expect("a line");
    line.chars().skip(place.column as usize - 1).take(place.length as usize).collect()
}

#[test]
fn oas_04_a_description_without_operations_is_told() {
    let mut site = site(&description(json!({ "/here": get("Here", json!({})) }), json!({})))
        .file("empty.json", &description(json!({}), json!({})));
    site.edit_config(|config| {
        config["navigation"] = json!({ "groups": [
            { "group": "Guide", "pages": ["index"] },
            { "group": "Here", "openapi": "openapi.json" },
            { "group": "None", "openapi": "empty.json" },
        ] });
    });
    let built = site.build();
    assert_eq!(built.codes(), ["api-description-empty"], "{:#?}", built.problems());
    assert_eq!(named(&site, &built), "\"empty.json\"");
    site.edit_config(|config| config["navigation"]["groups"][2]["openapi"] = json!("gone.json"));
    let built = site.build();
    assert_eq!(built.codes(), ["api-description-missing"], "{:#?}", built.problems());
    assert_eq!(named(&site, &built), "\"gone.json\"");
    // Who names its parts by hand wants no pages of it.
    site.edit("empty.json", &description(json!({}), json!({ "schemas": { "A": { "type": "string" } } })));
    site.edit_config(|config| config["api"] = json!({ "openapi": ["openapi.json", "empty.json"] }));
    site.edit_config(|config| config["navigation"] = json!({ "pages": ["index", "a"] }));
    site.edit("a.mdx", "---\ntitle: A\nopenapi-schema: empty.json A\n---\n");
    let built = site.build();
    assert_eq!(built.codes(), Vec::<&str>::new(), "{:#?}", built.problems());
    built.assert_clean();
}

#[test]
fn oas_04_front_matter_that_names_nothing_is_told() {
    let mut site = site(&description(json!({ "/here": get("Here", json!({})) }), json!({})))
        .file("a.mdx", "---\ntitle: A\nopenapi: GET /nope\n---\n")
        .file("b.mdx", "---\ntitle: B\nopenapi-schema: Nope\n---\n")
        .file("c.mdx", "---\ntitle: C\nopenapi: GET /here\n---\n");
    let built = site.build();
    let told: Vec<String> =
        built.problems().into_iter().filter(|text| text.contains("api-operation")).collect();
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told.iter().any(|text| text.contains("a.mdx:3 ")), "{told:#?}");
    // What appears makes it right.
    site.edit(
        "openapi.json",
        &description(
            json!({ "/here": get("Here", json!({})), "/nope": get("Nope", json!({})) }),
            json!({ "schemas": { "Nope": { "type": "string" } } }),
        ),
    );
    let built = site.build();
    assert!(!built.codes().contains(&"api-operation-not-found"), "{:#?}", built.problems());
    built.assert_clean();
    // Nobody knows what is in a description that was not fetched, until another one is named.
    site.edit("b.mdx", "---\ntitle: B\nopenapi-schema: Far\n---\n");
    assert!(site.build().codes().contains(&"api-operation-not-found"));
    site.edit_config(|config| {
        let url = "https://api.example.com/openapi.json";
        config["api"] = json!({ "openapi": ["openapi.json", url] });
    });
    let built = site.build();
    assert!(!built.codes().contains(&"api-operation-not-found"), "{:#?}", built.problems());
    built.assert_clean();
    site.edit("b.mdx", "---\ntitle: B\nopenapi-schema: openapi.json Far\n---\n");
    assert!(site.build().codes().contains(&"api-operation-not-found"));
}

#[test]
fn oas_01_shared_answers_of_version_2_are_shown() {
    let text = json!({
        "swagger": "2.0", "info": { "title": "T", "version": "1" }, "produces": ["application/json"],
        "responses": { "Shared": { "description": "All alike.", "schema": { "type": "object", "properties": { "id": { "type": "string" } } } } },
        "paths": {
            "/a": { "get": { "summary": "A", "responses": { "200": { "$ref": "#/responses/Shared" } } } },
            "/f": { "get": { "summary": "F", "responses": { "200": { "description": "", "schema": { "type": "file" } } } } },
        },
    });
    let built = site(&text.to_string()).build();
    let page = built.html("api-reference/a.md");
    assert!(
        page.contains("All alike.") && page.contains("| `id` |") && page.contains("\"id\": \"<string>\""),
        "{page}"
    );
    assert!(!built.html("api-reference/f.md").contains("<any>"));
}

#[test]
fn oas_01_an_operation_of_version_2_has_schemes_of_its_own() {
    let text = json!({
        "swagger": "2.0", "info": { "title": "T", "version": "1" }, "host": "a.test", "basePath": "/v1", "schemes": ["https"],
        "paths": {
            "/own": { "get": { "summary": "Own", "responses": {}, "schemes": ["http"] } },
            "/none": { "get": { "summary": "None", "responses": {}, "schemes": [] } },
        },
    });
    let built = site(&text.to_string()).build();
    let page = built.html("api-reference/own.md");
    assert!(page.contains("http://a.test/v1/own") && !page.contains("https://"), "{page}");
    assert!(built.html("api-reference/none.md").contains("https://a.test/v1/none"));
}

#[test]
fn oas_45_what_a_bare_name_leads_to_is_part_of_the_page() {
    let whole = |field: &str| {
        let inline = json!({
            "type": "object", "properties": { "kind": { "type": "string" } },
            "discriminator": { "propertyName": "kind", "mapping": { "d": "zoo.Dog", "c": "Cat" } },
        });
        let schemas = json!({
            "zoo.Dog": { "type": "object", "properties": { field: { "type": "boolean" } } },
            "Cat": { "type": "object", "properties": { "lives": { "type": "integer" } } },
        });
        description(json!({ "/a": get("Inline", inline) }), json!({ "schemas": schemas }))
    };
    let mut site = site(&whole("barks"));
    let first = site.build();
    first.assert_no_problems();
    assert!(first.html("api-reference/inline.md").contains("`barks`"));
    site.edit("openapi.json", &whole("howls"));
    let edited = site.build();
    assert!(edited.html("api-reference/inline.md").contains("`howls`"));
    edited.assert_clean();
}

#[test]
fn oas_49_the_body_of_a_sample_is_chosen_by_the_name_of_its_example() {
    let mut item = get("Make", json!({}));
    item["post"] = item["get"].take();
    item.as_object_mut().unwrap().remove("get");
    let examples = json!({
        "cat": { "summary": "A cat", "value": { "name": "Tom" } },
        "dog": { "value": { "name": "Rex" } },
        "one": { "summary": "The same", "value": { "name": "Ida" } },
        "two": { "summary": "The same", "value": { "name": "Eva" } },
    });
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    let xml = json!({ "schema": schema, "example": "<pet>Max</pet>" });
    let content =
        json!({ "application/xml": xml, "application/json": { "schema": schema, "examples": examples } });
    item["post"]["requestBody"] = json!({ "content": content });
    let built = site(&description(json!({ "/pets": item }), json!({}))).build();
    built.assert_no_problems();
    let page = built.html("api-reference/make/index.html");
    let example =
        page.split("id=\"request-example\"").nth(1).unwrap().split("id=\"response-example\"").next().unwrap();
    // A menu of the names, and in each of them all languages.
    let names = example.split("</ul>").next().unwrap();
    assert!(names.contains("data-sync=\"false\""), "{names}");
    let names: Vec<&str> =
        names.split("tabindex").skip(1).filter_map(|tab| tab.split(['>', '<']).nth(1)).collect();
    assert_eq!(names, ["A cat", "dog", "one", "two", "application/xml"]);
    assert_eq!(example.matches("data-title=\"Python\"").count(), 5);
    // The text of the page has one sample of each, and they are not said twice.
    let text = built.html("api-reference/make.md");
    for (name, value) in [("A cat", "Tom"), ("dog", "Rex"), ("one", "Ida"), ("two", "Eva")] {
        assert!(text.contains(&format!("### {name}\n")), "{text}");
        assert_eq!(text.matches(&format!("\"name\": \"{value}\"")).count(), 1, "{text}");
    }
    assert!(text.contains("### application/xml") && text.contains("<pet>Max</pet>"), "{text}");
    assert!(!text.contains("```python"), "{text}");
}

#[test]
fn oas_28_bodies_stand_in_the_text_where_samples_are_of_their_author() {
    let mut item = get("Make", json!({}));
    item["get"]["x-codeSamples"] = json!([{ "lang": "bash", "source": "tool make" }]);
    let examples = json!({ "cat": { "value": { "name": "Tom" } }, "dog": { "value": { "name": "Rex" } } });
    item["get"]["requestBody"] = json!({ "content": { "application/json": { "examples": examples } } });
    let built = site(&description(json!({ "/pets": item }), json!({}))).build();
    let text = built.html("api-reference/make.md");
    assert!(
        text.contains("title=\"cat\"") && text.contains("title=\"dog\"") && text.contains("tool make"),
        "{text}"
    );
}

#[test]
fn oas_49_the_nearest_example_is_right_in_either_form() {
    let schemas = json!({ "Name": { "type": "string", "example": "far" } });
    let near = json!({ "$ref": "#/components/schemas/Name", "examples": ["near"] });
    let body = json!({ "type": "object", "properties": { "name": near } });
    let built = site(&description(json!({ "/a": get("A", body) }), json!({ "schemas": schemas }))).build();
    let page = built.html("api-reference/a.md");
    assert!(page.contains("\"name\": \"near\"") && !page.contains("far"), "{page}");
}

#[test]
fn oas_45_an_example_of_a_base_has_the_fields_of_the_child_that_it_names() {
    let base = json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" }, "near": { "$ref": "#/components/schemas/Animal" } },
        "discriminator": { "propertyName": "kind", "mapping": { "own": "#/components/schemas/Animal", "tabby": "#/components/schemas/Cat" } } });
    let child = |field: &str| json!({ "allOf": [{ "$ref": "#/components/schemas/Animal" }, { "type": "object", "properties": { field: { "type": "integer" } } }] });
    let mut plain = base.clone();
    plain["discriminator"] = json!({ "propertyName": "kind" });
    let page = |base: &Value| {
        let schemas = json!({ "Animal": base, "Cat": child("lives"), "Dog": child("barks") });
        let paths = json!({ "/a": get("A", json!({ "$ref": "#/components/schemas/Animal" })) });
        let built = site(&description(paths, json!({ "schemas": schemas }))).build();
        built.html("api-reference/a.md").split("## Response example").nth(1).unwrap().to_owned()
    };
    let example = page(&plain);
    assert!(example.contains("\"kind\": \"Cat\"") && example.contains("\"lives\": 123"), "{example}");
    // A child that is used itself says that it is this one.
    let schemas = json!({ "Animal": base, "Cat": child("lives") });
    let paths = json!({ "/a": get("A", json!({ "$ref": "#/components/schemas/Cat" })) });
    let built = site(&description(paths, json!({ "schemas": schemas }))).build();
    let cat = built.html("api-reference/a.md");
    assert!(cat.contains("\"kind\": \"tabby\""), "{cat}");
    // The base itself has none of them.
    let example = page(&base);
    assert!(example.contains("\"kind\": \"own\"") && !example.contains("\"lives\""), "{example}");
}
