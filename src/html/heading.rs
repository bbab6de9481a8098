//! Headings: the link that shows on hover, and the other ids that links land on: in GitHub's style, as ids once were, and as
//! authors write them.

use std::collections::BTreeSet;

use crate::page::ast::{Node, NodeKind};
use crate::page::heading::{heading_slug, uncleaned_slug};
use crate::text::Span;

use super::escape::Writer;
use super::labels::fill;
use super::render::{Feature, HeadingAnchors, Render};

/// Whether a heading gets its hover link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Shown,
    Hidden,
}

/// A Markdown heading.
pub(super) fn markdown(out: &mut Writer, level: u8, id: Option<&str>, node: &Node, cx: &mut Render<'_>) {
    let tag = tag(level);
    // Sections of a generated page have a name in style sheets (CSS-05). Headings of its description have no id.
    let is_made = node.span == Span::default() && cx.found.features.contains(&Feature::Api);
    let is_section = level == 2 && is_made && id.is_some();
    let class = is_section.then_some("api-section-heading api-section-title");
    out.open(tag).opt_attr("id", id).opt_attr("class", class);
    let text = node.plain_text();
    marks(out, id, &text, Anchor::Shown, cx);
    written_aliases(out, id, node, &text, cx);
    cx.inline(out, &node.children);
    out.close(tag);
}

/// `h1` … `h6`.
pub(super) fn tag(level: u8) -> &'static str {
    match level {
        0 | 1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    }
}

/// What stands at the start of a heading beside its text: both are empty elements, so the heading's text
/// stays what the author wrote.
pub(super) fn marks(out: &mut Writer, id: Option<&str>, text: &str, anchor: Anchor, cx: &mut Render<'_>) {
    if cx.state.in_link {
        return;
    }
    let alias = github_alias(text, cx);
    let Some(id) = id.filter(|id| !id.is_empty()) else { return };
    id.clone_into(&mut cx.state.section);
    for alias in [alias, uncleaned_alias(text, cx)].into_iter().flatten() {
        out.open("span").attr("id", &alias).attr("class", "heading-alias").close("span");
    }
    if anchor == Anchor::Shown && cx.anchors == HeadingAnchors::Shown {
        let label = fill(&cx.labels.heading_anchor, text.trim());
        out.open("a").attr("class", "heading-anchor").attr("href", &fragment(id)).attr("aria-label", &label);
        out.close("a");
    }
}

/// The ids that authors give when they write a link by hand: without the badges of a heading and its quotation marks, and with a
/// hyphen for `_` (TXT-01).
fn written_aliases(out: &mut Writer, id: Option<&str>, node: &Node, text: &str, cx: &mut Render<'_>) {
    if cx.state.in_link || id.is_none_or(str::is_empty) {
        return;
    }
    let bare = without_badges(node).replace(['“', '”', '‘', '’'], "");
    let slug = heading_slug(&bare);
    let hyphened = slug.replace('_', "-");
    let others = [(bare != text).then_some(slug), Some(hyphened)].into_iter().flatten();
    for alias in others.filter(|alias| !alias.is_empty()) {
        if cx.state.ids.insert(alias.clone()) {
            out.open("span").attr("id", &alias).attr("class", "heading-alias").close("span");
        }
    }
}

fn without_badges(node: &Node) -> String {
    let is_text = |node: &&Node| {
        node.element().is_none_or(|element| !matches!(element.name.as_str(), "Badge" | "sup" | "sub"))
    };
    let text: String = node.children.iter().filter(is_text).map(Node::plain_text).collect();
    text.trim().to_owned()
}

/// `#id` as a URL: what may not stand in a fragment is encoded, letters of any script are not.
pub(super) fn fragment(id: &str) -> String {
    let mut out = String::with_capacity(id.len() + 1);
    out.push('#');
    for c in id.chars() {
        match c {
            ' ' | '"' | '<' | '>' | '`' | '#' | '%' => out.push_str(&format!("%{:02X}", c as u32)),
            c => out.push(c),
        }
    }
    out
}

/// Collects every id that the nodes will have.
pub(super) fn collect_ids(nodes: &[Node], ids: &mut BTreeSet<String>) {
    let mut open: Vec<&Node> = nodes.iter().collect();
    while let Some(node) = open.pop() {
        match &node.kind {
            NodeKind::Heading { id: Some(id), .. } => {
                ids.insert(id.clone());
            }
            NodeKind::Element(element) => {
                ids.extend(element.id.clone());
                ids.extend(element.text_prop("id"));
            }
            _ => {}
        }
        open.extend(&node.children);
    }
}

/// The id GitHub would give; `None` when the page has it already. Repeats are counted as GitHub does.
fn github_alias(text: &str, cx: &mut Render<'_>) -> Option<String> {
    let base = github_slug(text);
    let mut slug = base.clone();
    while cx.state.aliases.contains_key(&slug) {
        let repeats = cx.state.aliases.entry(base.clone()).or_default();
        *repeats += 1;
        slug = format!("{base}-{repeats}");
    }
    cx.state.aliases.insert(slug.clone(), 0);
    (!slug.is_empty() && cx.state.ids.insert(slug.clone())).then_some(slug)
}

/// The id before it was cleaned; `None` when the page has it already.
fn uncleaned_alias(text: &str, cx: &mut Render<'_>) -> Option<String> {
    uncleaned_slug(text).filter(|slug| cx.state.ids.insert(slug.clone()))
}

/// Lower case, letters, digits, `-` and `_` kept, each space a hyphen.
fn github_slug(text: &str) -> String {
    text.trim()
        .chars()
        .flat_map(char::to_lowercase)
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .collect()
}
