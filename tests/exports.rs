//! The Markdown of pages: it says what the HTML says, is read as it was meant, and costs what it changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use docs::db::Settings;
use docs::text::{Addresses, UrlStyle};
use rayon::prelude::*;
use serde_json::json;

use crate::html;
use crate::site::{Built, Site};

/// Every exported text by path.
fn exports(built: &Built) -> BTreeMap<String, String> {
    let exported = built.files().keys().filter(|path| path.ends_with(".md"));
    exported.map(|path| (path.clone(), built.html(path).to_owned())).collect()
}

/// A site whose pages are the exported texts of another.
fn again(exports: &BTreeMap<String, String>) -> Built {
    let mut site = Site::new();
    site.remove_if_there("docs.json");
    site.edit("docs.json", &json!({ "theme": "mint", "name": "Again", "colors": { "primary": "#166534" },
        "navigation": { "pages": ["index"] } }).to_string());
    for (path, text) in exports {
        // The suffix keeps names like `readme` pages.
        site.edit(&path.replace(".md", "-again.mdx"), &format!("---\ntitle: Again\n---\n\n{text}"));
    }
    site.build()
}

const HEAD: &str = "# Again\n\n";

/// Where a text that was read and written again differs from itself.
fn unstable(exports: &BTreeMap<String, String>, second: &Built) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in exports {
        // A page that says where it is names the other address the second time.
        let slug = path.trim_end_matches(".md");
        let written = second.html(&path.replace(".md", "-again.md"));
        let written = written.strip_prefix(HEAD).unwrap_or(written).replace(&format!("/{slug}-again#"), &format!("/{slug}#"));
        // Titles are not part of the text whose punctuation becomes typographic, until they are read as text; a list
        // with one long entry is a loose one.
        let plain = |text: &str| {
            let text = text.replace(['‘', '’'], "'").replace(['“', '”'], "\"").replace('—', "--").replace('…', "...");
            // Our parser makes one list of two that only differ in their mark.
            let text = text.replace("\n* ", "\n- ");
            text.lines().filter(|line| !matches!(line.trim(), "" | ">")).collect::<Vec<_>>().join("\n")
        };
        let (text, written) = (plain(text), plain(&written));
        if written != text {
            let pair = text.lines().zip(written.lines()).enumerate().find(|(_, (a, b))| a != b);
            let (line, (was, is)) = pair.unwrap_or((0, ("(another number of lines)", "")));
            found.push(format!("{path}:{}: {was:?} became {is:?}", line + 1));
        }
    }
    found
}

/// Words of the HTML of a page's text that are not in that of its exported text.
fn lost_words(first: &Built, second: &Built, exports: &BTreeMap<String, String>) -> Vec<String> {
    let mut found = Vec::new();
    for path in exports.keys() {
        let page = match path.as_str() {
            "index.md" => "index.html".to_owned(),
            path => path.replace(".md", "/index.html"),
        };
        let copy = path.replace(".md", "-again/index.html");
        let (Some(_), Some(_)) = (first.files().get(&page), second.files().get(&copy)) else {
            found.push(format!("{path}: there is no page"));
            continue;
        };
        let all = words(second.body(&copy));
        let has: BTreeSet<&String> = all.iter().collect();
        // Two links that touch are one word in the HTML.
        let run = all.concat();
        let is_lost = |word: &String| !has.contains(word) && !run.contains(word.as_str());
        let lost: Vec<String> = words(first.body(&page)).into_iter().filter(is_lost).collect();
        if !lost.is_empty() {
            found.push(format!("{path}: {}", lost.join(" ")));
        }
    }
    found
}

/// What readers see, without what only helps to operate the page.
fn words(body: &str) -> Vec<String> {
    let mut root = html::parse(body);
    root.prune(&|element| {
        let silent = ["svg", "math", "button", "script", "style", "select", "textarea", "template"];
        let operated = ["expandable-label", "mermaid-view", "footnotes", "view-title", "prompt-head", "math"];
        silent.contains(&element.name.as_str()) || operated.iter().any(|class| element.has_class(class))
    });
    let text = root.blocks().join(" ");
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[test]
fn ai_01_what_the_example_site_says_is_said_in_markdown() {
    let first = Site::example().build();
    let exports = exports(&first);
    assert!(exports.len() > 80, "{}", exports.len());
    let second = again(&exports);
    let unstable = unstable(&exports, &second);
    assert!(unstable.is_empty(), "{unstable:#?}");
    let lost = lost_words(&first, &second, &exports);
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn ai_01_what_real_sets_say_is_said_in_markdown() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&corpus) else {
        eprintln!("skipped: the real documentation sets are not on this machine");
        return;
    };
    let wanted = std::env::var("DOCS_CORPUS").unwrap_or_default();
    let mut sets: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("docs.json").is_file())
        .collect();
    sets.sort();
    let reports: Vec<String> = sets
        .par_iter()
        .filter_map(|set| {
            let name = set.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let mut site = Site::copy_of(set).jobs(1);
            let pages = site.sources().keys().filter(|path| path.ends_with(".mdx")).count();
            if wanted != "all" && (if wanted.is_empty() { pages > 60 } else { !name.contains(&wanted) }) {
                return None;
            }
            let first = site.build();
            let exports = exports(&first);
            let second = again(&exports);
            let mut found = unstable(&exports, &second);
            found.extend(lost_words(&first, &second, &exports).into_iter().map(|line| format!("LOST {line}")));
            Some(found.into_iter().map(|line| format!("{name}: {line}")).collect::<Vec<_>>())
        })
        .flatten()
        .collect();
    assert!(reports.is_empty(), "{} {reports:#?}", reports.len());
}

fn _unused() -> (Settings, Addresses, UrlStyle) {
    Default::default()
}
