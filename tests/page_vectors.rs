//! Pages against recorded answers: ids, headings and tables of contents.

use docs::page::ast::{Node, NodeKind};
use docs::page::bind::{Loader, bind};
use docs::page::heading::{custom_id, heading_slug};
use docs::page::outline::{HeadingIds, TocEntry, outline};
use docs::page::punctuation::smart_text;
use docs::page::variables::substitute;
use docs::page::{Document, parse_document};
use docs::text::{SourcePath, SourceText};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::vectors::vectors;

struct NoFiles;

impl Loader for NoFiles {
    fn document(&self, _: &SourcePath) -> Option<Arc<Document>> {
        None
    }
    fn text(&self, _: &SourcePath) -> Option<Arc<str>> {
        None
    }
}

/// The ids of a page in the order of the text, and its table of contents.
fn outlined(mdx: &str) -> (Vec<String>, Vec<TocEntry>) {
    let text = docs::page::clean_text(mdx);
    let document = parse_document(SourceText::new(SourcePath::new("page.mdx"), text));
    let mode = document.front_matter.text("mode");
    let headings = match mode.as_deref() {
        Some("custom" | "frame") => HeadingIds::Omitted,
        _ => HeadingIds::Given,
    };
    let mut nodes = bind(&document, &NoFiles).nodes;
    let toc = outline(&mut nodes, headings);
    (ids(&nodes), toc)
}

fn ids(nodes: &[Node]) -> Vec<String> {
    let mut found = Vec::new();
    for node in nodes {
        found.extend(match &node.kind {
            NodeKind::Heading { id, .. } => id.clone(),
            NodeKind::Element(element) => element.id.clone(),
            _ => None,
        });
        found.append(&mut ids(&node.children));
    }
    found
}

fn toc_json(entries: &[TocEntry]) -> Value {
    entries
        .iter()
        .map(|entry| json!({"title": entry.title, "slug": entry.id, "depth": entry.depth, "children": toc_json(&entry.children)}))
        .collect()
}

fn without(value: &Value, key: &str) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| without(item, key)).collect(),
        Value::Object(map) => map
            .iter()
            .filter(|(name, _)| *name != key)
            .map(|(name, item)| (name.clone(), without(item, key)))
            .collect(),
        value => value.clone(),
    }
}

#[test]
fn txt_01_heading_ids_agree_with_the_reference() {
    for case in vectors("heading-ids").unwrap_or_default() {
        let Some(expected) = case["id"].as_str() else { continue };
        let (ids, _) = outlined(&format!("## {}\n", case["title"].as_str().unwrap()));
        assert_eq!(ids, [expected], "{case}");
    }
}

#[test]
fn documents_agree_in_ids_and_toc() {
    for case in ["heading-docs", "mdx-cases"].into_iter().flat_map(|name| vectors(name).unwrap_or_default()) {
        let out = if case["out"].is_object() { &case["out"] } else { &case };
        if out["error"].is_string() || !out["ids"].is_array() {
            continue;
        }
        let (ids, toc) = outlined(case["mdx"].as_str().unwrap());
        assert_eq!(json!(ids), out["ids"], "{case}");
        assert_eq!(toc_json(&toc), without(&out["toc"], "viewId"), "{case}");
    }
}

#[test]
fn slugs_of_odd_titles() {
    assert_eq!(heading_slug(&smart_text("What's new?")), "what’s-new");
    assert_eq!(heading_slug("🚀 Launch"), "-launch");
    assert_eq!(heading_slug("Read/write access"), "read/write-access");
    assert_eq!(custom_id(" Custom ID! "), "Custom-ID");
}

#[test]
fn variables_agree_with_the_reference() {
    for case in vectors("variables").unwrap_or_default() {
        let variables: BTreeMap<String, String> = serde_json::from_value(case["variables"].clone()).unwrap();
        assert_eq!(
            &*substitute(SourceText::new(SourcePath::new("a.mdx"), case["in"].as_str().unwrap()), &variables)
                .text,
            case["out"].as_str().unwrap(),
            "{case}"
        );
    }
}
