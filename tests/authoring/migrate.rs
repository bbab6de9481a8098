//! `docs migrate-mdx`: pages of operations go into the description, and their addresses stay.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::run;

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn problems(folder: &Path) -> Vec<String> {
    let report: Value = serde_json::from_str(&run(folder, &["build", "--json"]).out).expect("a report");
    report["diagnostics"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|problem| problem["message"].to_string())
        .collect()
}

const CONFIG: &str = r##"{
  "theme": "mint", "name": "A", "colors": { "primary": "#166534" },
  "navigation": { "groups": [{ "group": "API", "pages": ["index", "api/list", "api/send", "api/Odd"] }] }
}
"##;

const YAML: &str = "openapi: 3.1.0\ninfo: { title: A, version: \"1\" }\npaths:\n  # messages\n  /messages:\n    get:\n      summary: List\n      responses:\n        \"200\": { description: All. }\n    post:\n      responses:\n        \"201\": { description: Sent. }\n    delete:\n      responses:\n        \"204\": { description: Gone. }\n";

fn project(description: &str, text: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let at = folder.path();
    write(at, "docs.json", CONFIG);
    write(at, "index.mdx", "---\ntitle: Home\n---\n\n[List](/api/list)\n");
    write(
        at,
        "api/list.mdx",
        &format!(
            "---\ntitle: \"All: messages\"\ndescription: D\nopenapi: \"{description} GET /messages\"\n---\n\nBefore **it**.\n\n<Note>Mind.</Note>\n"
        ),
    );
    write(at, "api/send.mdx", &format!("---\ntitle: Send\nopenapi: {description} post /messages\n---\n"));
    write(at, "api/Odd.mdx", &format!("---\ntitle: Odd\nopenapi: {description} DELETE /messages\n---\n"));
    write(at, description, text);
    folder
}

#[test]
fn migrate_mdx_moves_pages_and_keeps_addresses() {
    let json = serde_json::to_string_pretty(&docs::yaml::parse_yaml(YAML).expect("YAML")).expect("JSON");
    for (description, text) in [("openapi.yaml", YAML), ("spec/openapi.json", json.as_str())] {
        let folder = project(description, text);
        let at = folder.path();
        assert_eq!(problems(at), Vec::<String>::new());
        let dry = run(at, &["migrate-mdx", "--dry-run"]);
        assert!(dry.out.ends_with("2 pages would be moved\n"), "{}", dry.out);
        assert!(at.join("api/list.mdx").exists());
        let ran = run(at, &["migrate-mdx"]);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains("api/Odd.mdx stays: its address has capital letters"), "{}", ran.err);
        assert!(!at.join("api/list.mdx").exists() && at.join("api/Odd.mdx").exists());
        let config = std::fs::read_to_string(at.join("docs.json")).expect("docs.json");
        assert!(
            config.contains(&format!(
                "\"index\", \"{description} GET /messages\", \"{description} POST /messages\""
            )),
            "{config}"
        );
        assert_eq!(
            problems(at),
            Vec::<String>::new(),
            "{}",
            std::fs::read_to_string(at.join(description)).expect("it")
        );
        let page = std::fs::read_to_string(at.join("dist/api/list/index.html")).expect("the page");
        assert!(
            page.contains("All: messages")
                && page.contains("Before <strong>it</strong>")
                && page.contains("Mind.")
        );
        assert!(at.join("dist/api/send/index.html").exists());
        if description.ends_with("yaml") {
            assert!(std::fs::read_to_string(at.join(description)).expect("it").contains("  # messages\n"));
        }
    }
}

/// What stands in braces on one line takes one more field; where more lines would have to change, the place is told.
#[test]
fn migrate_mdx_tells_where_a_description_cannot_be_changed() {
    let head = "openapi: 3.1.0\ninfo: { title: A, version: \"1\" }\n";
    let on_one_line = format!(
        "{head}paths:\n  /messages:\n    get: {{ summary: List, responses: {{ \"200\": {{ description: All. }} }} }}\n    post: {{ responses: {{}} }} # sent\n    delete:\n      responses: {{}}\n"
    );
    let folder = project("openapi.yaml", &on_one_line);
    let ran = run(folder.path(), &["migrate-mdx"]);
    assert!(ran.out.contains("api/list.mdx → openapi.yaml GET /messages"), "{}{}", ran.out, ran.err);
    // Behind the brace is a comment.
    assert!(
        ran.err.contains("api/send.mdx stays: openapi.yaml:6: `post` stands in braces there"),
        "{}",
        ran.err
    );
    let text = std::fs::read_to_string(folder.path().join("openapi.yaml")).expect("the description");
    let read = docs::yaml::parse_yaml(&text).expect("YAML");
    let list = &read["paths"]["/messages"]["get"];
    assert_eq!((&list["summary"], &list["x-mint"]["href"]), (&"List".into(), &"/api/list".into()), "{text}");
    for (paths, told) in [
        (
            "paths: { /messages: { get: { responses: {} } } }\n",
            "openapi.yaml:3: `paths` stands in braces there",
        ),
        (
            "paths:\n  \"/messages\": {\n    get: { responses: {} } }\n",
            "openapi.yaml:4: `/messages` stands in braces there",
        ),
        (
            "x: &all { responses: {} }\npaths:\n  /messages:\n    get: *all\n",
            "openapi.yaml:6: `get` has the mark `*all` there",
        ),
    ] {
        let folder = project("openapi.yaml", &format!("{head}{paths}"));
        let before = std::fs::read_to_string(folder.path().join("openapi.yaml")).expect("the description");
        let ran = run(folder.path(), &["migrate-mdx"]);
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains(&format!("api/list.mdx stays: {told}")), "{told}: {}", ran.err);
        assert!(folder.path().join("api/list.mdx").exists());
        let after = std::fs::read_to_string(folder.path().join("openapi.yaml")).expect("the description");
        assert_eq!(before, after);
    }
}
