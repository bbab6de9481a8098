//! `docs explain CODE`: every code has a text, and every text a code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use docs::diagnostic::codes;
use tempfile::TempDir;

use super::run;

/// Names of functions whose first text is a code, and other places where codes stand.
const MAKERS: &[&str] = &[
    "::error",
    "::warning",
    "::note",
    "warn",
    "report",
    "problem",
    "left_out",
    "error",
    "note",
    "push",
    "warning",
    "add",
    "invalid",
    "broken",
    "tell",
    "fail",
    "repeated",
];

/// Kebab-case words that stand where codes do and are none.
const NOT_CODES: &[&str] = &["x-hidden", "font-awesome"];

fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && !path.components().any(|part| part.as_os_str() == "codes")
            {
                let text = std::fs::read_to_string(&path).expect("a source");
                found.push((path, text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()));
            }
        }
    }
    found
}

/// Codes that are used in a source.
fn used(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices('"') {
        let Some(word) = text[at + 1..].split('"').next() else { continue };
        let is_kebab = word.contains('-')
            && word.split('-').all(|part| {
                !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
            });
        if !is_kebab || NOT_CODES.contains(&word) {
            continue;
        }
        let before = text[..at].trim_end();
        let after = text[at + word.len() + 2..].trim_start();
        let is_made = before.strip_suffix('(').is_some_and(|name| {
            let is_tuple = name.ends_with(|c: char| c.is_whitespace()) && after.starts_with(", format!");
            is_tuple || MAKERS.iter().any(|maker| name.ends_with(maker))
        });
        let is_message = after.strip_prefix(',').is_some_and(|rest| rest.trim_start().starts_with("format!"))
            && before.ends_with('(');
        if is_made || is_message || before.ends_with(".code =") || before.ends_with("let code =") {
            found.insert(word.to_owned());
        }
    }
    found
}

#[test]
fn diag_09_every_code_is_explained() {
    let sources = sources();
    let known: BTreeSet<&str> = codes::all().map(|code| code.code).collect();
    let missing: BTreeSet<String> = sources
        .iter()
        .flat_map(|(_, text)| used(text))
        .filter(|code| !known.contains(code.as_str()))
        .collect();
    assert!(missing.is_empty(), "these have no text in src/diagnostic/codes/: {missing:?}");
    let stale: Vec<&&str> = known
        .iter()
        .filter(|code| !sources.iter().any(|(_, text)| text.contains(&format!("\"{code}\""))))
        .collect();
    assert!(stale.is_empty(), "no source uses these any more: {stale:?}");
    assert_eq!(known.len(), codes::all().count(), "a code stands twice");
    assert!(known.len() > 140, "the search finds too few: {}", known.len());
    for code in codes::all() {
        for text in [code.means, code.fix] {
            assert!(text.ends_with('.') && text.len() > 5, "{}: {text}", code.code);
        }
        assert!(!code.example.is_empty(), "{}", code.code);
    }
}

#[test]
fn diag_09_explain_tells_of_codes_and_pages() {
    let folder = TempDir::new().expect("a folder");
    let ran = run(folder.path(), &["explain", "broken-link"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("broken-link\n\nA link or image leads to nothing"), "{}", ran.out);
    let ran = run(folder.path(), &["explain", "config-syntax", "--json"]);
    assert!(ran.out.starts_with("{\"code\":\"config-syntax\""), "{}", ran.out);
    run(folder.path(), &["new"]);
    assert_eq!(run(folder.path(), &["explain", "quickstart"]).code, 0);
    let ran = run(folder.path(), &["explain", "broken-lnk"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("did you mean the code `broken-link`?"), "{}", ran.err);
}
