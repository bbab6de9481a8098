//! Sites with nothing but a `mint.json`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use crate::site::{Site, ways};
use crate::upgrade::{mint, run};

/// Files of a folder below `folder`, with their bytes.
fn written(folder: &std::path::Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(open) = folders.pop() {
        for entry in std::fs::read_dir(open).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => drop(files.insert(path.clone(), std::fs::read(path).expect("a file"))),
            }
        }
    }
    files
}

#[test]
fn a_site_with_nothing_but_mint_json_is_built_as_after_the_upgrade() {
    let text = mint(json!({
        "tabs": [{ "name": "API", "url": "api" }],
        "topbarLinks": [{ "name": "Gone", "url": "/gone" }],
    }));
    let text = format!("{text:#}");
    let pages = ["intro.mdx", "quick.md", "api/one.mdx", "api/two.mdx"];
    let mut files = vec![("mint.json", text.as_str())];
    files.extend(pages.map(|page| (page, "# Page\n")));
    let (folder, code, _, err) = run(&files, &["build"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("`docs upgrade` writes a docs.json"), "{err}");
    assert!(!folder.path().join("docs.json").exists());
    // What is wrong is told of the file that is there.
    let line = 1 + text.lines().position(|line| line.contains("/gone")).expect("the link");
    assert!(err.contains(&format!("mint.json:{line}:")) && !err.contains("docs.json:"), "{err}");
    let before = written(&folder.path().join("dist"));
    assert!(before.keys().any(|path| path.ends_with("api/one/index.html")), "{before:?}");
    let again = |arguments: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_docs")).args(arguments).current_dir(folder.path()).output();
        assert!(output.expect("the program").status.success());
    };
    again(&["upgrade"]);
    again(&["build", "--no-cache"]);
    assert!(before == written(&folder.path().join("dist")));
}

#[test]
fn a_mint_json_that_is_not_valid_is_told_of_a_build() {
    let text =
        mint(json!({ "versions": [{ "name": "1", "default": true }, { "name": "2", "default": true }] }));
    let (_, code, _, err) = run(&[("mint.json", &text.to_string())], &["build"]);
    assert_eq!(code, 1);
    assert!(err.contains("config-"), "{err}");
    for text in ["{", "", "[]", "{}"] {
        let (_, code, _, err) = run(&[("mint.json", text)], &["build"]);
        assert_eq!(code, 1, "{text}");
        assert!(err.contains("mint.json") && !err.contains("docs.json:"), "{text}: {err}");
    }
}

/// Each fault once, where it stands in the file that is there.
#[test]
fn what_is_not_valid_in_mint_json_is_told_at_its_place() {
    let text = mint(json!({
        "colors": { "primary": "green" },
        "navigation": [{ "group": "Start", "pages": ["intro"] }, { "group": "None", "pages": [] }],
    }));
    let text = format!("{text:#}");
    let line = |words: &str| 1 + text.lines().position(|line| line.contains(words)).expect("a line");
    let (_, code, _, err) = run(&[("mint.json", &text), ("intro.mdx", "x"), ("f.svg", "<svg/>")], &["build"]);
    assert_eq!(code, 1);
    assert_eq!(err.matches("error[").count(), 2, "{err}");
    for (field, line) in [("colors.primary", line("green")), ("navigation[1].pages", line("\"pages\": []"))] {
        let told = format!("error[config-legacy-file]: `{field}` in `mint.json`");
        let after = err.split(&told).nth(1).unwrap_or_else(|| panic!("{told}: {err}"));
        let place = format!("--> mint.json:{line}:");
        assert!(after.lines().nth(1).is_some_and(|line| line.contains(&place)), "{place}: {err}");
    }
}

/// Fields are called as in the file that is there, where they only moved.
#[test]
fn what_is_doubtful_in_mint_json_has_the_name_of_its_author() {
    let text = mint(json!({
        "topbarLinks": [{ "name": "Here", "url": "https://e.x" }, { "name": "Gone", "url": "/gone" }],
        "navigation": [{ "group": "Start", "pages": ["intro"] }, { "group": "", "pages": ["quick"] }],
    }));
    let text = format!("{text:#}");
    let files = [("mint.json", text.as_str()), ("intro.mdx", "x"), ("quick.mdx", "x"), ("f.svg", "<svg/>")];
    let (_, _, _, err) = run(&files, &["check"]);
    let line = |words: &str| 1 + text.lines().position(|line| line.contains(words)).expect("a line");
    for (field, line) in
        [("topbarLinks[1].url", line("/gone")), ("navigation[1].group", line("\"group\": \"\""))]
    {
        let told = format!("[config-doubtful-value]: `{field}`: ");
        let after = err.split(&told).nth(1).unwrap_or_else(|| panic!("{told}: {err}"));
        let place = format!("--> mint.json:{line}:");
        assert!(after.lines().nth(1).is_some_and(|line| line.contains(&place)), "{place}: {err}");
    }
    assert!(!err.contains("`navigation.") && !err.contains("`navbar."), "{err}");
    // A group that became several is one that its author wrote.
    let text = mint(json!({
        "tabs": [{ "name": "More", "url": "quick" }],
        "navigation": [{ "group": "Start", "pages": ["intro"] }, { "group": "", "pages": ["quick", "other"] }],
    }));
    let text = format!("{text:#}");
    let pages = [("intro.mdx", "x"), ("quick.mdx", "x"), ("other.mdx", "x"), ("f.svg", "<svg/>")];
    let files: Vec<(&str, &str)> = [("mint.json", text.as_str())].into_iter().chain(pages).collect();
    let (_, _, _, err) = run(&files, &["check"]);
    let told = err.split("`navigation[1].group`: \"\" is no title").nth(1).expect("the group");
    let line = 1 + text.lines().position(|line| line.contains("\"group\": \"\"")).expect("a line");
    assert!(told.contains(&format!("--> mint.json:{line}:")), "{err}");
    assert_eq!(err.matches("is no title").count(), 1, "{err}");
}

#[test]
fn a_command_that_changes_docs_json_names_the_upgrade() {
    let text = mint(json!({})).to_string();
    for command in [&["format"] as &[&str], &["rules"], &["mv", "intro.mdx", "other.mdx"]] {
        let (folder, code, _, err) = run(&[("mint.json", &text), ("intro.mdx", "x")], command);
        assert_ne!(code, 0, "{command:?}");
        assert!(err.contains("`docs upgrade` makes a docs.json of it"), "{command:?}: {err}");
        assert!(folder.path().join("intro.mdx").exists());
    }
}

/// Another word in the navigation, a page more, and the file that takes its place: each as a clean build has it.
#[test]
fn edits_of_mint_json_are_seen() {
    let config = |group: &str, pages: &[&str]| {
        mint(json!({ "navigation": [{ "group": group, "pages": pages }] })).to_string()
    };
    let newer = r##"{"name": "Newer", "theme": "mint", "colors": {"primary": "#166534"},
        "navigation": {"pages": ["intro"]}}"##;
    for build in ways(&["mint.json", "docs.json", "quick.mdx"]) {
        let first = config("First", &["intro"]);
        let mut site = Site::new().file("mint.json", &first).file("intro.mdx", "# Page\n");
        site.remove("docs.json");
        site.build().assert_clean();
        site.edit("mint.json", &config("Other", &["intro"]));
        let built = build(&mut site);
        built.assert_clean();
        assert!(built.html("intro/index.html").contains("Other"));
        site.edit("quick.mdx", "# Quick\n");
        site.edit("mint.json", &config("Other", &["intro", "quick"]));
        build(&mut site).assert_clean();
        site.edit("docs.json", newer);
        let built = build(&mut site);
        built.assert_clean();
        assert!(built.html("intro/index.html").contains("Newer"));
        site.remove("docs.json");
        build(&mut site).assert_clean();
    }
}
