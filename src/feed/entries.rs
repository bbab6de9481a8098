//! The entries of a page: its `Update` components, as readers see them.

use crate::export::{ExportInput, body_text};
use crate::page::ast::{Element, Node, Value};
use crate::source::history::Day;

use super::Entry;
use super::date::day_in;

/// Deeper than any page, as in `html`.
const MAX_DEPTH: u32 = 120;

/// The entries among bound nodes, in the order of the page; those without any title are left out.
pub fn entries(input: &ExportInput<'_>) -> Vec<Entry> {
    let mut found = Vec::new();
    collect(input, input.nodes, 0, &mut found);
    found
}

fn collect(input: &ExportInput<'_>, nodes: &[Node], depth: u32, found: &mut Vec<Entry>) {
    for node in nodes {
        match node.element().filter(|element| element.name == "Update") {
            Some(element) => found.extend(entry(input, element, &node.children)),
            None if depth < MAX_DEPTH => collect(input, &node.children, depth + 1, found),
            None => {}
        }
    }
}

fn entry(input: &ExportInput<'_>, element: &Element, children: &[Node]) -> Option<Entry> {
    let said = |name: &str| {
        element.plain_prop(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let for_feeds = |name: &str| {
        let Some(Value::Object(fields)) = element.prop("rss") else { return None };
        let (_, value) = fields.iter().rev().find(|(field, _)| field == name)?;
        Some(value.plain_text().trim().to_owned()).filter(|text| !text.is_empty())
    };
    let (label, description) = (said("label"), said("description"));
    let written = [for_feeds("date"), said("date"), label.clone(), description.clone()];
    let day: Option<Day> = written.iter().flatten().find_map(|text| day_in(text));
    let text = body_text(&ExportInput { nodes: children, ..*input });
    let text = match &description {
        // It stands beside the label, where feeds have no place for it.
        Some(description) if Some(description) != label.as_ref() => {
            format!("{}\n\n{text}", escaped(description))
        }
        _ => text,
    };
    Some(Entry {
        id: element.id.clone(),
        title: for_feeds("title").or(label)?,
        day,
        summary: for_feeds("description"),
        tags: element.list_prop("tags"),
        text,
        page: None,
    })
}

/// Plain text as Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            out.push('\\');
        }
        out.push(if c == '\n' { ' ' } else { c });
    }
    out
}
