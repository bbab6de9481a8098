//! Whether the pages are the same before and after: those that the groups of a `mint.json` list, and those that the
//! navigation of a `docs.json` lists as the build reads it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::settings::is_external;
use crate::config::json::MAXIMUM_DEPTH;
use crate::config::navigation::{Level, page_path};

/// A `docs.json` that shows just what a `mint.json` shows, read from it without the mapping of the upgrade: its groups,
/// its descriptions, and nothing of its order or looks. A site with it has the addresses of the old one.
pub fn read_as_it_is(mint: &Value) -> Value {
    let groups = mint.get("navigation").and_then(Value::as_array).into_iter().flatten();
    let groups: Vec<Value> = groups.filter_map(|group| as_it_is(group, 0)).collect();
    let mut tabs = vec![json!({ "tab": "Pages", "groups": groups })];
    for division in
        ["tabs", "anchors"].iter().flat_map(|list| mint.get(list).and_then(Value::as_array)).flatten()
    {
        let url = division.get("url").and_then(Value::as_str);
        if let Some(openapi) = division.get("openapi") {
            // Its pages are below its own address, unless it has none or that leads elsewhere.
            let openapi = match openapi.as_str().zip(url.filter(|url| !is_external(url))) {
                Some((source, url)) => json!({ "source": source.trim_start_matches('/'), "directory": url }),
                None => openapi.clone(),
            };
            tabs.push(json!({ "tab": format!("Description {}", tabs.len()), "openapi": openapi }));
        }
    }
    let mut docs = json!({
        "theme": "mint", "name": "Before", "colors": { "primary": "#000000" }, "navigation": { "tabs": tabs },
    });
    if let Some(openapi) = mint.get("openapi") {
        docs["api"] = json!({ "openapi": openapi });
    }
    docs
}

fn as_it_is(entry: &Value, depth: usize) -> Option<Value> {
    if entry.is_string() {
        return Some(entry.clone());
    }
    let pages = entry.get("pages")?.as_array()?.iter().filter(|_| depth < MAXIMUM_DEPTH);
    let pages: Vec<Value> = pages.filter_map(|page| as_it_is(page, depth + 1)).collect();
    let mut group = json!({ "group": "Group", "pages": pages });
    if let Some(openapi) = entry.get("openapi") {
        group["openapi"] = openapi.clone();
    }
    Some(group)
}

/// What one side has and the other has not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub lost: Vec<String>,
    pub new: Vec<String>,
}

/// Compares the pages of a `mint.json` with those of a navigation.
pub fn difference(mint: &Value, navigation: &Level) -> Difference {
    let (before, after) = (listed(mint), shown(navigation));
    Difference {
        lost: before.difference(&after).cloned().collect(),
        new: after.difference(&before).cloned().collect(),
    }
}

/// The pages that a `mint.json` lists.
pub fn listed(mint: &Value) -> BTreeSet<String> {
    let mut pages = BTreeSet::new();
    for group in mint.get("navigation").and_then(Value::as_array).into_iter().flatten() {
        list(group, 0, &mut pages);
    }
    pages
}

fn list(entry: &Value, depth: usize, pages: &mut BTreeSet<String>) {
    if let Some(page) = entry.as_str() {
        pages.insert(address(page));
    }
    for entry in entry.get("pages").and_then(Value::as_array).into_iter().flatten() {
        if depth < MAXIMUM_DEPTH {
            list(entry, depth + 1, pages);
        }
    }
    pages.remove("");
}

/// The pages that a navigation lists.
pub fn shown(navigation: &Level) -> BTreeSet<String> {
    let mut pages = BTreeSet::new();
    navigation.each_page(&mut |path| pages.extend([address(path)]));
    pages
}

/// A page string without what does not change the page's address.
fn address(page: &str) -> String {
    page_path(page).trim_end_matches('/').to_owned()
}
