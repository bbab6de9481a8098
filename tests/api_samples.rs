//! Code samples: golden texts, and samples that are run against a server that writes down what it is asked.

use std::collections::BTreeMap;

use docs::api::load::load_description;
use docs::api::sample::{self, Language};
use docs::api::{ApiDescription, Operation};
use docs::config::api::{ApiExamples, ExampleDefaults};
use docs::diagnostic::Severity;
use docs::text::SourcePath;
use serde_json::{Value, json};

use crate::site::Site;

mod bodies;
pub(crate) mod recorder;
mod run;
mod zoo;

fn load(root: &Value) -> ApiDescription {
    let (description, diagnostics) = load_description(&SourcePath::new("api.json"), &root.to_string());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    description.unwrap()
}

fn operation<'d>(description: &'d ApiDescription, path: &str) -> &'d Operation {
    description.operations.iter().find(|operation| operation.path == path).unwrap()
}

fn code(description: &ApiDescription, path: &str, language: Language) -> String {
    let examples =
        ApiExamples { languages: Some(vec![language.name().to_owned()]), ..ApiExamples::default() };
    let samples = sample::samples(description, operation(description, path), &examples);
    samples.into_iter().next().unwrap().code
}

#[test]
fn oas_55_every_language_has_its_aliases() {
    let aliases = [
        (Language::Curl, vec!["bash", "curl", "sh", "shell"]),
        (Language::Python, vec!["python", "py"]),
        (Language::JavaScript, vec!["javascript", "js", "JavaScript"]),
        (Language::Node, vec!["node", "nodejs"]),
        (Language::Php, vec!["php"]),
        (Language::Go, vec!["go", "golang"]),
        (Language::Java, vec!["java"]),
        (Language::Ruby, vec!["ruby", "rb"]),
        (Language::PowerShell, vec!["powershell"]),
        (Language::Swift, vec!["swift"]),
        (Language::CSharp, vec!["csharp", "c#"]),
        (Language::DotNet, vec!["dotnet", ".net"]),
        (Language::TypeScript, vec!["typescript", "ts"]),
        (Language::C, vec!["c"]),
        (Language::Cpp, vec!["c++", "cpp"]),
        (Language::Kotlin, vec!["kotlin", "kt"]),
        (Language::Rust, vec!["rust", "rs"]),
        (Language::Dart, vec!["dart", "flutter"]),
    ];
    assert_eq!(aliases.len(), Language::all().count());
    for (language, names) in aliases {
        names.iter().for_each(|name| assert_eq!(Language::named(name), Some(language), "{name}"));
        assert_eq!(Language::named(language.name()), Some(language));
    }
}

/// All samples of all kinds of requests, in one file for each language.
#[test]
fn oas_58_golden_samples() {
    let description = load(&zoo::description("https://api.example.com/v1"));
    for language in Language::all() {
        let mut text = String::new();
        for operation in &description.operations {
            text.push_str(&format!("--- {} {}\n", operation.method.to_uppercase(), operation.path));
            text.push_str(&code(&description, &operation.path, language));
            text.push_str("\n\n");
        }
        let file = format!(
            "{}/fixtures/samples/{}.txt",
            env!("CARGO_MANIFEST_DIR"),
            language.name().replace("++", "pp")
        );
        if std::env::var_os("DOCS_UPDATE").is_some() {
            std::fs::create_dir_all(std::path::Path::new(&file).parent().unwrap()).unwrap();
            std::fs::write(&file, &text).unwrap();
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            expected == text,
            "{file} differs: DOCS_UPDATE=1 cargo test golden, and look at the difference"
        );
    }
}

#[test]
fn oas_58_no_language_sends_another_method() {
    let root = json!({
        "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
        "paths": { "/t": { "trace": { "responses": { "200": { "description": "ok" } } } } },
    });
    let description = load(&root);
    for language in Language::all() {
        let code = code(&description, "/t", language);
        assert!(code.to_uppercase().contains("TRACE"), "{language:?}: {code}");
    }
}

/// A `get` of a path with these parameters.
fn reading(path: &str, parameters: Value) -> ApiDescription {
    load(&json!({
        "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
        "paths": { path: { "get": { "parameters": parameters, "responses": {} } } },
    }))
}

#[test]
fn oas_58_a_path_that_nobody_filled_in_is_asked_for_as_it_stands() {
    let parameters =
        json!([{ "name": "type", "in": "path", "required": true, "schema": { "type": "string" } }]);
    let description = reading("/search/{type}.json", parameters);
    let of = |language| code(&description, "/search/{type}.json", language);
    let curl = of(Language::Curl);
    assert!(curl.contains("'https://a.example/search/{type}.json' \\\n  --globoff"), "{curl}");
    for language in [Language::Java, Language::Ruby] {
        let code = of(language);
        assert!(code.contains("\"https://a.example/search/%7Btype%7D.json\""), "{code}");
    }
}

#[test]
fn oas_56_a_parameter_that_may_be_null_is_left_out_rather_than_empty() {
    let schema = json!({ "type": ["string", "null"], "enum": ["a", "b", null], "default": null });
    let first = json!({ "type": ["string", "null"], "enum": [null, "z"] });
    let parameters = json!([
        { "name": "en", "in": "query", "schema": schema },
        { "name": "must", "in": "query", "required": true, "schema": first },
    ]);
    let description = reading("/list", parameters);
    for language in [Language::Curl, Language::Python, Language::Go] {
        let code = code(&description, "/list", language);
        assert!(code.contains("https://a.example/list?must=z"), "{code}");
    }
}

#[test]
fn oas_58_a_path_without_its_slash_makes_an_address() {
    let mut description = json!({
        "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example/v1" }],
        "paths": { "pets": { "get": { "responses": {} } } },
    });
    let of = |root: &Value| {
        let (description, _) = load_description(&SourcePath::new("api.json"), &root.to_string());
        code(&description.unwrap(), "pets", Language::Curl)
    };
    assert!(of(&description).contains("https://a.example/v1/pets'"), "{}", of(&description));
    description["servers"] = json!([{ "url": "https://a.example/" }]);
    assert!(of(&description).contains("https://a.example/pets'"), "{}", of(&description));
}

#[test]
fn play_08_no_sample_of_fetch_asks_for_what_it_never_sends() {
    let description = load(&json!({
        "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
        "paths": { "/t": { "trace": { "responses": {} } } },
    }));
    for language in [Language::JavaScript, Language::Node, Language::TypeScript] {
        assert_eq!(code(&description, "/t", language), "// fetch sends no TRACE requests.");
    }
}

fn api_site(root: &Value, api: Value) -> Site {
    let mut settings = json!({ "openapi": "api.json" });
    settings.as_object_mut().unwrap().extend(api.as_object().cloned().unwrap_or_default());
    let config = json!({
        "name": "Docs", "theme": "mint", "colors": { "primary": "#000000" }, "api": settings,
        "navigation": { "pages": ["index"], "groups": [{ "group": "API", "openapi": "api.json" }] },
    });
    Site::new()
        .file("docs.json", &config.to_string())
        .file("index.mdx", "---\ntitle: Home\n---\n")
        .file("api.json", &root.to_string())
}

fn small() -> Value {
    json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "servers": [{ "url": "https://api.test" }],
        "paths": { "/pets": {
            "get": { "summary": "List", "x-codeSamples": [
                { "lang": "Python", "label": "SDK", "source": "sdk.list()" },
                { "lang": "Python", "label": "Async SDK", "source": "await sdk.list()" },
                { "lang": "go" }
            ] },
            "post": { "summary": "Add", "requestBody": { "required": true, "content": { "application/json": { "schema": {
                "type": "object", "required": ["name"],
                "properties": {
                    "name": { "type": "string" }, "id": { "type": "integer", "readOnly": true },
                    "age": { "type": "integer", "example": 7 }
                }
            } } } } }
        } }
    })
}

/// The titles of the samples of a page.
fn titles(html: &str) -> Vec<String> {
    let aside = html.split("id=\"request-example\"").nth(1).unwrap_or_default();
    let bar = aside.split("</ul>").next().unwrap_or_default();
    let tabs = bar.split("<li role=\"tab\"").skip(1).filter_map(|tab| tab.split_once('>'));
    tabs.map(|(_, tab)| tab.split('<').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn oas_55_languages_are_the_usual_ones_or_those_of_the_configuration() {
    let built = api_site(&small(), json!({})).build();
    let usual = ["cURL", "Python", "JavaScript", "PHP", "Go", "Java", "Ruby"];
    assert_eq!(titles(built.html("api-reference/add/index.html")), usual);
    let api = json!({ "examples": { "languages": ["rs", "c#", "bash", "curl"] } });
    let built = api_site(&small(), api).build();
    assert_eq!(titles(built.html("api-reference/add/index.html")), ["Rust", "C#", "cURL"]);
}

#[test]
fn oas_55_diag_05_a_language_that_has_no_samples_is_told_and_left_out() {
    let built = api_site(&small(), json!({ "examples": { "languages": ["pyhton", "go", "Zig"] } })).build();
    assert_eq!(titles(built.html("api-reference/add/index.html")), ["Go"]);
    let told: Vec<_> = built.diagnostics().iter().filter(|told| told.code == "config-bad-value").collect();
    let said = |at: usize| format!("{} ({})", told[at].message, told[at].hint.as_deref().unwrap_or_default());
    assert_eq!(told.len(), 2, "{:?}", built.problems());
    assert_eq!(
        said(0),
        "`api.examples.languages[0]`: no samples are made in \"pyhton\" (did you mean \"python\"?)"
    );
    assert!(said(1).contains("\"Zig\" (there are bash, python, "), "{}", said(1));
    assert!(told.iter().all(|told| told.severity == Severity::Warning && told.location.is_some()));
}

#[test]
fn oas_28_samples_of_the_description_come_first() {
    let api = json!({ "examples": { "languages": ["bash", "python"] } });
    let built = api_site(&small(), api).build();
    assert_eq!(titles(built.html("api-reference/list/index.html")), ["SDK", "Async SDK", "cURL", "Python"]);
}

#[test]
fn oas_57_without_autogenerate_only_samples_of_the_description_are_left() {
    let built = api_site(&small(), json!({ "examples": { "autogenerate": false } })).build();
    assert_eq!(titles(built.html("api-reference/list/index.html")), ["SDK", "Async SDK"]);
    assert!(!built.html("api-reference/add/index.html").contains("request-example"));
}

#[test]
fn oas_56_defaults_say_whether_optional_fields_are_sent() {
    let description = load(&small());
    let add = description.operations.iter().find(|operation| operation.method == "post").unwrap();
    let of = |defaults| {
        let examples =
            ApiExamples { languages: Some(vec!["curl".to_owned()]), defaults, ..ApiExamples::default() };
        sample::samples(&description, add, &examples).remove(0).code
    };
    let all = of(ExampleDefaults::All);
    assert!(all.contains("\"age\": 7") && all.contains("\"name\"") && !all.contains("\"id\""), "{all}");
    let required = of(ExampleDefaults::Required);
    assert!(!required.contains("age") && required.contains("\"name\""), "{required}");
}

#[test]
fn oas_55_the_settings_are_a_slice() {
    let mut site = api_site(&small(), json!({ "examples": { "languages": ["bash"] } }));
    site.build();
    let other = site.source("docs.json").replace("\"Docs\"", "\"Other\"");
    site.edit("docs.json", &other);
    let renamed = site.build();
    assert_eq!(renamed.query("render_body"), 0, "{:?}", renamed.query_lines());
    let other = site.source("docs.json").replace("\"bash\"", "\"go\"");
    site.edit("docs.json", &other);
    let built = site.build();
    // Both operations, and not the page without one.
    assert_eq!(built.query("render_body"), 2, "{:?}", built.query_lines());
    built.assert_clean();
}

#[test]
fn oas_58_secrets_are_placeholders() {
    let description = load(&zoo::description("https://api.example.com"));
    let expected = BTreeMap::from([
        ("/auth/bearer", "--header 'Authorization: Bearer <token>'"),
        ("/auth/basic", "--header 'Authorization: Basic <encoded-value>'"),
        ("/auth/header", "--header 'X-Key: <api-key>'"),
        ("/auth/query", "--url 'https://api.example.com/auth/query?key=<api-key>'"),
        ("/auth/cookie", "--cookie 'session=<api-key>'"),
        ("/auth/digest", "--digest \\\n  --user '<username>:<password>'"),
        ("/auth/oauth", "--header 'Authorization: Bearer <token>'"),
    ]);
    for (path, part) in expected {
        let code = code(&description, path, Language::Curl);
        assert!(code.contains(part), "{path}: {code}");
    }
}
