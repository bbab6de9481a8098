//! Texts of the interface as a project words them: `i18n/LANGUAGE.json`.

use serde_json::json;

use crate::site::Site;

fn site() -> Site {
    Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "pages": ["index"] },
            { "language": "de", "pages": ["de/index"] },
            { "language": "cn", "pages": ["cn/index"] },
        ] } }))
        .file("index.mdx", "# Start\n\n<Note>n</Note>\n")
        .file("de/index.mdx", "# Anfang\n\n<Note>n</Note>\n\n```js\na\n```\n")
        .file("cn/index.mdx", "# Start\n")
}

#[test]
fn i18n_02_a_project_words_texts_itself() {
    let own = r#"{ "interface": { "skip_to_content": "Hinein" }, "labels": { "note": "Merke" }, "code": { "copy": "Ab" } }"#;
    let mut site = site();
    let before = site.build();
    site.edit("i18n/de.json", own);
    let built = site.build();
    assert!(built.codes().is_empty(), "{:?}", built.codes());
    let html = built.html("de/index.html");
    assert!(html.contains("Hinein") && html.contains("Merke") && html.contains("\"Ab\""), "{html}");
    assert!(html.contains("Auf dieser Seite") || html.contains("Kopiert"), "the rest is the program's");
    assert_eq!(built.html("index.html"), before.html("index.html"), "other languages are as they were");
    assert!(!built.files().contains_key("i18n/de.json"), "it is no file of the site");
    built.assert_clean();
    site.edit("i18n/de.json", &own.replace("Merke", "Achtung"));
    let built = site.build();
    assert!(built.html("de/index.html").contains("Achtung"));
    built.assert_clean();
    site.remove("i18n/de.json");
    let built = site.build();
    assert_eq!(built.html("de/index.html"), before.html("de/index.html"));
    built.assert_clean();
}

#[test]
fn i18n_02_english_and_tags_have_files_too() {
    let built = site()
        .file("i18n/en.json", r#"{ "labels": { "note": "Mind" } }"#)
        .file("i18n/zh-Hans.json", r#"{ "interface": { "skip_to_content": "X-Y-Z" } }"#)
        .build();
    assert!(built.html("index.html").contains("Mind"));
    assert!(built.html("cn/index.html").contains("X-Y-Z"));
    // A site in one language has it, too.
    let built = Site::new()
        .file("index.mdx", "<Note>n</Note>")
        .file("i18n/en.json", r#"{ "labels": { "note": "Mind" } }"#)
        .build();
    assert!(built.html("index.html").contains("Mind"));
    built.assert_clean();
}

#[test]
fn i18n_02_what_cannot_be_used_is_told() {
    let own = r#"{ "interface": { "skip_to_contents": "a", "not_in_version": "b", "menu": 1 }, "lables": {}, "code": [] }"#;
    let built = site().file("i18n/de.json", own).file("i18n/dee.json", "{}").build();
    let codes = ["text-not-usable", "text-placeholders", "unknown-language", "unknown-text"];
    assert_eq!(built.codes(), codes);
    let hints: Vec<String> = built.diagnostics().iter().filter_map(|problem| problem.hint.clone()).collect();
    let all = hints.join("\n");
    assert!(
        all.contains("`skip_to_content`") && all.contains("`labels`") && all.contains("i18n/de.json"),
        "{all}"
    );
    built.assert_clean();
    assert!(!site().file("i18n/de.json", "{").build().codes().is_empty());
    // Data of the project under other names are published as ever.
    let built = site().file("i18n/messages.json", "{}").build();
    assert!(built.files().contains_key("i18n/messages.json"));
}

#[test]
fn i18n_02_pages_tell_scripts_their_texts() {
    let built = site().build();
    assert!(built.html("index.html").contains("data-link=\"Link copied\""));
    let german = built.html("de/index.html");
    assert!(german.contains("data-done=\"Kopiert\"") && german.contains("data-link=\"Link kopiert\""));
    assert!(german.contains("data-keys=\"Tastenkürzel\""));
}

#[test]
fn i18n_02_api_pages_are_in_the_language_of_the_page() {
    let api = json!({
        "openapi": "3.0.0",
        "info": { "title": "A", "version": "1" },
        "components": { "securitySchemes": { "k": { "type": "apiKey", "name": "X", "in": "header" } } },
        "paths": { "/users": { "post": {
            "summary": "Add", "security": [{ "k": [] }],
            "description": "Available options: all.\n\n## Body\n\nWords.",
            "parameters": [{ "name": "sort", "in": "query", "schema": { "type": "string", "enum": ["up", "down"] } }],
            "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": { "age": { "type": "integer", "minimum": 3, "example": 7 } } } },
                "multipart/form-data": { "schema": { "type": "object" }, "encoding": { "a": { "contentType": "image/png" } } } } },
            "responses": { "200": { "description": "ok", "links": { "Next": { "operationId": "nextOne" } } } },
        } } },
    });
    let tab = |directory: &str| json!([{ "group": "API", "openapi": { "source": "api.json", "directory": directory } }]);
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "groups": tab("en") }, { "language": "de", "groups": tab("de") },
            { "language": "es", "groups": tab("es") },
        ] } }))
        .file("api.json", &api.to_string());
    let built = site.build();
    let heading = |html: &str, id: &str| -> String {
        let rest = html.split(&format!(" id=\"{id}\"")).nth(1).unwrap_or_else(|| panic!("no {id}: {html}"));
        let rest = rest.split("</h2>").next().unwrap_or("");
        rest.rsplit('>').next().unwrap_or("").to_owned()
    };
    let (english, german) = (built.html("en/add/index.html"), built.html("de/add/index.html"));
    for (id, first, second) in [
        ("authorizations", "Authorizations", "Autorisierung"),
        ("query-parameters", "Query Parameters", "Abfrageparameter"),
        ("response", "Response", "Antwort"),
    ] {
        assert_eq!((heading(english, id).as_str(), heading(german, id).as_str()), (first, second));
    }
    assert!(english.contains("<p>Available options: <code>up</code>") && english.contains("<p>Example: "));
    assert!(german.contains("<p>Mögliche Werte: <code>up</code>") && german.contains("<p>Beispiel: "));
    assert!(english.contains("<p>Parts: ") && german.contains("<p>Teile: ") && !german.contains("Parts:"));
    assert!(built.html("es/add/index.html").contains("<p>Enlaces"));
    // What authors wrote stays as it is, and is no section of the page.
    assert!(german.contains("<h2>Body</h2>"), "{german}");
    assert!(german.contains("Available options: all.") && german.contains("Body</h2>"), "{german}");
    assert!(built.html("de/add.md").contains("## Abfrageparameter"));
    // A project has its own words.
    site.edit("i18n/de.json", "{ \"labels\": { \"query_parameters\": \"In der Adresse\" } }");
    let built = site.build();
    built.assert_clean();
    assert_eq!(heading(built.html("de/add/index.html"), "query-parameters"), "In der Adresse");
}
