//! `docs mv`: what leads to a page leads to it afterwards, and nothing else changes.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::{Ran, run};

/// Writes the example site into a folder.
fn example(folder: &Path) {
    for (path, bytes) in crate::site::Site::example().sources() {
        write(folder, &path, bytes);
    }
}

fn write(folder: &Path, path: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, bytes).expect("a file");
}

/// Problems of a build by code, and the pages of its output.
fn built(folder: &Path) -> (BTreeMap<String, usize>, Vec<String>) {
    let ran = run(folder, &["build", "--json"]);
    let report: Value = serde_json::from_str(&ran.out).expect("a report");
    let mut codes = BTreeMap::new();
    for problem in report["diagnostics"].as_array().into_iter().flatten() {
        *codes.entry(problem["code"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
    }
    let sitemap = std::fs::read_to_string(folder.join("dist/llms.txt")).unwrap_or_default();
    (codes, sitemap.lines().map(str::to_owned).collect())
}

fn moved(folder: &Path, arguments: &[&str]) -> Ran {
    let ran = run(folder, arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder").flatten() {
            let path = entry.path();
            let name = path.strip_prefix(folder).expect("below").to_string_lossy().into_owned();
            if name.starts_with("dist") || name.starts_with(".docs") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(
                    name,
                    String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned(),
                );
            }
        }
    }
    found
}

#[test]
fn cli_08_moves_bring_no_new_problem() {
    let folder = TempDir::new().expect("a folder");
    example(folder.path());
    let (before, _) = built(folder.path());
    for arguments in [
        ["mv", "quickstart", "start/first-steps"],
        ["mv", "guides/", "how-to"],
        ["mv", "images", "pictures/all"],
        ["mv", "snippets", "parts/shared"],
        ["mv", "/how-to", "learn/"],
    ] {
        moved(folder.path(), &arguments);
        if arguments[1] == "snippets" {
            // Outside of `snippets/` these are snippets only because pages import them.
            moved(folder.path(), &["mv", "parts/shared", "snippets"]);
        }
        let (after, _) = built(folder.path());
        assert_eq!(after, before, "{arguments:?}");
    }
    assert!(folder.path().join("dist/learn/how-to").is_dir());
    assert!(folder.path().join("dist/start/first-steps/index.html").exists());
    // The first address leads on.
    assert!(folder.path().join("dist/quickstart/index.html").exists());
    let stub = std::fs::read_to_string(folder.path().join("dist/quickstart/index.html")).expect("a redirect");
    assert!(stub.contains("/start/first-steps"), "{stub}");
}

#[test]
fn cli_08_back_and_forth_is_where_it_was() {
    let folder = TempDir::new().expect("a folder");
    example(folder.path());
    let before = files(folder.path());
    moved(folder.path(), &["mv", "guides", "how-to/all", "--no-redirect"]);
    assert_ne!(files(folder.path()), before);
    moved(folder.path(), &["mv", "how-to/all", "guides", "--no-redirect"]);
    let after = files(folder.path());
    for (path, text) in &before {
        assert_eq!(after.get(path), Some(text), "{path}");
    }
    assert_eq!(after.len(), before.len());
}

#[test]
fn cli_08_only_addresses_change() {
    let folder = TempDir::new().expect("a folder");
    let write = |path: &str, text: &str| write(folder.path(), path, text);
    write(
        "docs.json",
        "{\n  // The site.\n  \"theme\": \"mint\", \"name\": \"A\",\n  \"colors\": { \"primary\": \"#166534\" },\n  \"navigation\": {\n    \"pages\": [\n      \"index\", \"a\", // first\n      \"/b\",\n    ]\n  },\n  \"banner\": { \"content\": \"[New](/a)\" },\n  \"redirects\": [\n    { \"source\": \"/old\", \"destination\": \"/a#x\" }\n  ]\n}\n",
    );
    write("index.mdx", "---\ntitle: Home\n---\r\n\r\n[A](/a)   [B](b.mdx)\r\n");
    write("a.mdx", "---\ntitle: A\n---\n\n## X\n\n[B](./b)\n");
    write("b.mdx", "---\ntitle: B\n---\n\n[A](./a \"to a\")\n");
    let shown = moved(folder.path(), &["mv", "a", "deep/c", "--dry-run"]);
    assert!(shown.out.contains("-[A](./a \"to a\")\n+[A](./deep/c \"to a\")"), "{}", shown.out);
    assert!(folder.path().join("a.mdx").exists());
    moved(folder.path(), &["rename", "a.mdx", "deep/c.mdx"]);
    let now = files(folder.path());
    assert_eq!(
        now["docs.json"],
        "{\n  // The site.\n  \"theme\": \"mint\", \"name\": \"A\",\n  \"colors\": { \"primary\": \"#166534\" },\n  \"navigation\": {\n    \"pages\": [\n      \"index\", \"deep/c\", // first\n      \"/b\",\n    ]\n  },\n  \"banner\": { \"content\": \"[New](/deep/c)\" },\n  \"redirects\": [\n    { \"source\": \"/old\", \"destination\": \"/deep/c#x\" },\n    { \"source\": \"/a\", \"destination\": \"/deep/c\" }\n  ]\n}\n"
    );
    assert_eq!(now["index.mdx"], "---\ntitle: Home\n---\r\n\r\n[A](/deep/c)   [B](b.mdx)\r\n");
    assert_eq!(now["deep/c.mdx"], "---\ntitle: A\n---\n\n## X\n\n[B](../b)\n");
    assert_eq!(now["b.mdx"], "---\ntitle: B\n---\n\n[A](./deep/c \"to a\")\n");
    // Back: the redirect that led away from what is a page again is gone.
    moved(folder.path(), &["mv", "deep/c", "a"]);
    let config = &files(folder.path())["docs.json"];
    assert!(config.contains("{ \"source\": \"/old\", \"destination\": \"/a#x\" },\n    { \"source\": \"/deep/c\", \"destination\": \"/a\" }\n  ]"), "{config}");
    assert!(!config.contains("\"source\": \"/a\""), "{config}");
    assert!(!folder.path().join("deep").exists());
    assert_eq!(
        built(folder.path()).0.keys().collect::<Vec<_>>(),
        ["config-comment", "config-trailing-comma"]
    );
}

#[test]
fn cli_08_what_is_in_the_way_stays() {
    let folder = TempDir::new().expect("a folder");
    example(folder.path());
    let before = files(folder.path());
    for (arguments, message) in [
        (["mv", "quickstart", "concepts"], "`concepts.mdx` is there already"),
        (["mv", "quickstrat", "x"], "did you mean `quickstart`?"),
        (["mv", "guides", "guides/deep"], "cannot move into itself"),
        (["mv", "../x", "y"], "is outside of the project"),
        (["mv", "docs.json", "y.json"], "stays where it is"),
    ] {
        let ran = run(folder.path(), &arguments);
        assert_eq!(ran.code, 1, "{arguments:?}");
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    assert_eq!(files(folder.path()), before);
}

#[test]
fn cli_08_descriptions_and_snippets_find_each_other_afterwards() {
    let folder = TempDir::new().expect("a folder");
    let write = |path: &str, text: &str| write(folder.path(), path, text);
    write(
        "docs.json",
        "{\n  \"theme\": \"mint\", \"name\": \"A\", \"colors\": { \"primary\": \"#166534\" },\n  \"navigation\": { \"pages\": [\"index\", \"home\", \"api/open.yaml GET /pets\"] }\n}\n",
    );
    write(
        "api/open.yaml",
        "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /pets:\n    get:\n      summary: Pets\n      responses:\n        '200':\n          description: Fine\n          content:\n            application/json:\n              schema:\n                $ref: parts/pet.json#/Pet\n",
    );
    write("api/parts/pet.json", "{ \"Pet\": { \"type\": \"object\", \"title\": \"Pet\" } }\n");
    write("index.mdx", "---\ntitle: First\n---\n\nText.\n");
    write("home.mdx", "---\ntitle: Home\n---\n\nimport Part from './snippets/part.mdx'\n\n<Part />\n");
    write("snippets/part.mdx", "import Inner from './inner.mdx'\n\n<Inner /> [Home](/home)\n");
    write("snippets/inner.mdx", "Inner.\n");
    let (before, _) = built(folder.path());
    for arguments in [
        ["mv", "api/parts/pet.json", "schemas/pet.json"],
        ["mv", "api/open.yaml", "descriptions/v1/open.yaml"],
        ["mv", "snippets/inner.mdx", "snippets/deep/inner.mdx"],
        ["mv", "snippets/part.mdx", "snippets/other/part.mdx"],
        ["mv", "home", "start/home"],
    ] {
        moved(folder.path(), &arguments);
        assert_eq!(built(folder.path()).0, before, "{arguments:?}");
    }
    let now = files(folder.path());
    assert!(now["descriptions/v1/open.yaml"].contains("$ref: ../../schemas/pet.json#/Pet\n"));
    assert!(now["docs.json"].contains("\"descriptions/v1/open.yaml GET /pets\""), "{}", now["docs.json"]);
    assert_eq!(
        now["snippets/other/part.mdx"],
        "import Inner from '../deep/inner.mdx'\n\n<Inner /> [Home](/start/home)\n"
    );
    assert!(now["start/home.mdx"].contains("from '../snippets/other/part.mdx'"), "{}", now["start/home.mdx"]);
}

#[test]
fn cli_08_15_what_had_no_address_gets_no_redirect_and_the_common_form_stays() {
    let folder = TempDir::new().expect("a folder");
    let write = |path: &str, text: &str| write(folder.path(), path, text);
    let long = "a-page-with-a-name-that-is-as-long-as-names-become-when-they-say-everything";
    write(
        "docs.json",
        &format!(
            "{{\"theme\":\"mint\",\"name\":\"A\",\"colors\":{{\"primary\":\"#166534\"}},\"navigation\":{{\"pages\":[\"index\",\
             \"guides/a\",\"guides/{long}\"]}},\"search\":{{\"prompt\":\"Ask\"}},\"seo\":{{\"paths\":[{{\"path\":\"guides\",\"metatags\":{{\"robots\":\"all\"}}}}]}},\"interaction\":{{\"drilldown\":true}}}}"
        ),
    );
    write("index.mdx", "---\ntitle: Home\n---\n\nimport Part from \"/guides/parts/s.mdx\"\n\n<Part />\n");
    write("guides/a.mdx", "---\ntitle: A\n---\n\nA.\n");
    write(&format!("guides/{long}.mdx"), "---\ntitle: B\n---\n\nB.\n");
    write("guides/parts/s.mdx", "Shared.\n");
    write("guides/draft.mdx", "---\ntitle: Draft\n---\n\nNot yet.\n");
    write(".mintignore", "draft.mdx\n");
    moved(folder.path(), &["format"]);
    let told = moved(folder.path(), &["mv", "guides", "manual"]);
    assert!(told.out.contains("2 redirects added"), "{}", told.out);
    let config = std::fs::read_to_string(folder.path().join("docs.json")).expect("docs.json");
    assert!(config.contains("\"path\": \"manual\""), "{config}");
    assert!(config.contains("\"source\": \"/guides/a\"") && !config.contains("parts/s"), "{config}");
    assert!(!config.contains("draft"), "{config}");
    moved(folder.path(), &["format", "--check"]);
    // Into a list that is there already.
    moved(folder.path(), &["mv", "manual/a", "manual/b"]);
    moved(folder.path(), &["format", "--check"]);
    let (problems, _) = built(folder.path());
    assert!(!problems.contains_key("broken-link"), "{problems:?}");
    // A redirect of a snippet, from before, does not come to lead to itself.
    let old = config_text(folder.path()).replace(
        "\"redirects\": [",
        "\"redirects\": [\n    { \"source\": \"/guides/parts/s\", \"destination\": \"/manual/parts/s\" },",
    );
    write("docs.json", &old);
    moved(folder.path(), &["mv", "manual", "guides"]);
    moved(folder.path(), &["format", "--check"]);
    let config = config_text(folder.path());
    assert!(!config.contains("parts/s"), "{config}");
}

#[test]
fn cli_08_links_in_a_description_follow() {
    let folder = TempDir::new().expect("a folder");
    let write = |path: &str, text: &str| write(folder.path(), path, text);
    write(
        "docs.json",
        "{\"theme\":\"mint\",\"name\":\"A\",\"colors\":{\"primary\":\"#166534\"},\"navigation\":{\"pages\":[\"index\",\"f/a\",\"f/sub/p\"]}}",
    );
    write(
        "index.mdx",
        "---\ntitle: See [a](/f/a)\ndescription: \"See [a](/f/a) and [sub](/f/sub/p#x), f/a\"\n---\n\nText [a](/f/a)\n",
    );
    write(
        "f/a.mdx",
        "---\ntitle: A\ndescription: >-\n  Of many words,\n\n  [up](../index) and [own](./sub/p)\n---\n\nA.\n",
    );
    write("f/sub/p.mdx", "---\ntitle: P\n---\n\n## X\n");
    moved(folder.path(), &["mv", "f", "g/h"]);
    let now = files(folder.path());
    assert_eq!(
        now["index.mdx"],
        "---\ntitle: See [a](/f/a)\ndescription: \"See [a](/g/h/a) and [sub](/g/h/sub/p#x), f/a\"\n---\n\nText [a](/g/h/a)\n"
    );
    assert!(now["g/h/a.mdx"].contains("[up](../../index) and [own](./sub/p)"), "{}", now["g/h/a.mdx"]);
    let (problems, _) = built(folder.path());
    assert!(!problems.contains_key("broken-link"), "{problems:?}");
}

fn config_text(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("docs.json")).expect("docs.json")
}
