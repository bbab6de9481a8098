//! Gives ids to headings and components and collects the table of contents (behaviour 6.4–6.6).

use std::collections::{BTreeMap, BTreeSet};

use super::ast::{Element, Node, NodeKind};
use super::heading::{self, IdCounter};

/// One entry of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TocEntry {
    /// What it links to.
    pub id: String,
    /// Plain text.
    pub title: String,
    /// Heading level 1–4; 1 for updates.
    pub depth: u8,
    /// The id of the tab or view it stands in.
    pub container: Option<String>,
    /// Deeper entries that follow a top entry.
    pub children: Vec<TocEntry>,
}

/// Whether headings get ids: not on blank canvases (`mode: custom`, `mode: frame`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadingIds {
    Given,
    Omitted,
}

/// Assigns ids in place, and gives the table of contents: two levels, depth 1 and 2 on top.
pub fn outline(nodes: &mut [Node], headings: HeadingIds) -> Vec<TocEntry> {
    let mut outliner = Outliner { headings, ..Outliner::default() };
    let mut explicit = BTreeSet::new();
    nodes.iter().for_each(|node| explicit_tab_ids(node, &mut explicit));
    explicit.iter().for_each(|id| outliner.tabs.reserve(id));
    outliner.explicit_tabs = explicit;
    let scope = Scope { listed: true, container: None, step_size: None };
    nodes.iter_mut().for_each(|node| outliner.node(node, &scope));
    let mut taken = outliner.counter;
    let mut renamed = BTreeMap::new();
    nodes.iter_mut().for_each(|node| keep_apart(node, &mut taken, &mut renamed));
    let mut toc = outliner.toc;
    for top in &mut toc {
        rename_container(top, &renamed);
        top.children.iter_mut().for_each(|child| rename_container(child, &renamed));
    }
    toc
}

fn rename_container(entry: &mut TocEntry, renamed: &BTreeMap<String, String>) {
    if let Some(new) = entry.container.as_ref().and_then(|id| renamed.get(id)) {
        entry.container = Some(new.clone());
    }
}

/// Tabs, accordions and views count by themselves (behaviour 6.5), so one may be called like a heading of the page. What
/// is told of that id then is the heading, which links from elsewhere know; the other gets a number.
fn keep_apart(node: &mut Node, taken: &mut IdCounter, renamed: &mut BTreeMap<String, String>) {
    if let NodeKind::Element(element) = &mut node.kind
        && ["Tab", "Accordion", "View"].contains(&element.name.as_str())
        && element.text_prop("id").is_none()
        && let Some(id) = &element.id
    {
        let free = taken.repeated(id);
        if free != *id {
            renamed.insert(element.id.replace(free.clone()).unwrap_or_default(), free);
        }
    }
    node.children.iter_mut().for_each(|child| keep_apart(child, taken, renamed));
}

fn explicit_tab_ids(node: &Node, ids: &mut BTreeSet<String>) {
    if let Some(element) = node.element()
        && element.name == "Tab"
        && let Some(id) = element.text_prop("id")
    {
        ids.insert(id);
    }
    node.children.iter().for_each(|child| explicit_tab_ids(child, ids));
}

#[derive(Clone)]
struct Scope {
    /// False inside what the table of contents leaves out.
    listed: bool,
    container: Option<String>,
    /// `titleSize` of the enclosing `Steps`.
    step_size: Option<String>,
}

struct Outliner {
    headings: HeadingIds,
    /// Headings, updates and titled steps count together.
    counter: IdCounter,
    tabs: IdCounter,
    explicit_tabs: BTreeSet<String>,
    accordions: IdCounter,
    fields: IdCounter,
    toc: Vec<TocEntry>,
}

impl Default for Outliner {
    fn default() -> Self {
        Self {
            headings: HeadingIds::Given,
            counter: IdCounter::default(),
            tabs: IdCounter::default(),
            explicit_tabs: BTreeSet::new(),
            accordions: IdCounter::default(),
            fields: IdCounter::default(),
            toc: Vec::new(),
        }
    }
}

impl Outliner {
    fn node(&mut self, node: &mut Node, scope: &Scope) {
        let text = match &node.kind {
            NodeKind::Heading { .. } => node.plain_text(),
            NodeKind::Element(element) if heading_level(element).is_some() => node.plain_text(),
            _ => String::new(),
        };
        let mut inner = scope.clone();
        match &mut node.kind {
            NodeKind::Heading { level, id } => {
                let depth = *level;
                *id = self.heading_id(&text, depth, id.as_deref().map(heading::custom_id));
                if let Some(id) = id.clone() {
                    self.list(id, &text, depth, scope);
                }
                return;
            }
            NodeKind::Element(element) => {
                if element.drawn && heading_level(element).is_some() {
                    // What code draws has the id that it gives, and counts for nothing else.
                    element.id = element.text_prop("id");
                    return;
                }
                if let Some(depth) = heading_level(element) {
                    let own = element.text_prop("id");
                    element.id = self.heading_id(&text, depth, own);
                    if let Some(id) = element.id.clone() {
                        self.list(id, &text, depth, scope);
                    }
                    return;
                }
                let fallback =
                    if element.name == "Accordion" { first_text(&node.children) } else { String::new() };
                self.component(element, &fallback, scope, &mut inner);
            }
            _ => {}
        }
        node.children.iter_mut().for_each(|child| self.node(child, &inner));
    }

    fn component(&mut self, element: &mut Element, fallback: &str, scope: &Scope, inner: &mut Scope) {
        let title = element.plain_prop("title").unwrap_or_default();
        let own = element.text_prop("id");
        match element.name.as_str() {
            "Tab" => {
                let id = match own {
                    Some(id) => id,
                    None => {
                        let title = if title.is_empty() { "Tab Title" } else { &title };
                        self.tabs.heading(&heading::heading_slug(title))
                    }
                };
                inner.container = Some(id.clone());
                element.id = Some(id);
            }
            "Accordion" | "View" => {
                let id = match own {
                    Some(id) => id,
                    None => {
                        // An accordion whose title is not text is called after its content.
                        let named = element.name == "View" || element.text_prop("title").is_some();
                        let slug = heading::plain_slug(if named { &title } else { "" });
                        let slug = if slug.is_empty() { heading::plain_slug(fallback) } else { slug };
                        if slug.is_empty() { String::new() } else { self.accordions.repeated(&slug) }
                    }
                };
                if element.name == "View" {
                    inner.container = Some(id.clone());
                } else {
                    inner.listed = false;
                }
                if !id.is_empty() {
                    element.id = Some(id);
                }
            }
            "AccordionGroup" | "Expandable" | "Prompt" => inner.listed = false,
            "Visibility" => {
                inner.listed = inner.listed && element.text_prop("for").as_deref() == Some("humans")
            }
            "Steps" => inner.step_size = element.text_prop("titleSize"),
            "Step" => {
                let size = element.text_prop("titleSize").or_else(|| scope.step_size.clone());
                let depth = match size.as_deref() {
                    Some("h2") => 2,
                    Some("h3") => 3,
                    _ => return,
                };
                let anchored = !element.flag("noAnchor");
                let id = match own {
                    Some(id) => Some(id),
                    None if anchored && !title.is_empty() => {
                        Some(self.counter.heading(&heading::heading_slug(&title)))
                    }
                    None => None,
                };
                if let Some(id) = id {
                    if anchored {
                        self.list(id.clone(), &title, depth, scope);
                    }
                    element.id = Some(id);
                }
            }
            "Update" => {
                inner.listed = false;
                let label = element.plain_prop("label").unwrap_or_default();
                let id = own.or_else(|| {
                    (!label.is_empty()).then(|| self.counter.heading(&heading::heading_slug(&label)))
                });
                if let Some(id) = id {
                    self.list(id.clone(), &label, 1, scope);
                    element.id = Some(id);
                }
            }
            "ParamField" | "Param" | "ResponseField" => {
                if let Some(id) = own.filter(|id| !id.is_empty()) {
                    element.id = Some(id);
                } else if let Some(name) = element.field_name() {
                    let id = self.fields.repeated(&heading::field_slug(&name));
                    element.id = Some(id);
                }
            }
            _ => {}
        }
    }

    fn heading_id(&mut self, text: &str, level: u8, custom: Option<String>) -> Option<String> {
        if self.headings == HeadingIds::Omitted {
            return None;
        }
        match custom.filter(|id| !id.is_empty()) {
            Some(id) => Some(self.counter.heading(&id)),
            None if level > 4 => None,
            None => {
                let slug = heading::heading_slug(text);
                (!slug.is_empty()).then(|| self.counter.heading(&slug))
            }
        }
    }

    fn list(&mut self, id: String, title: &str, depth: u8, scope: &Scope) {
        if !scope.listed || self.headings == HeadingIds::Omitted || depth > 4 {
            return;
        }
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let entry = TocEntry { id, title, depth, container: scope.container.clone(), children: Vec::new() };
        match self.toc.last_mut() {
            Some(top) if depth > 2 && top.depth <= 2 => top.children.push(entry),
            _ => self.toc.push(entry),
        }
    }
}

fn heading_level(element: &Element) -> Option<u8> {
    match element.name.as_str() {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        "Heading" => {
            let level = element
                .text_prop("level")
                .or_else(|| element.text_prop("as").map(|tag| tag.replace('h', "")));
            Some(level.and_then(|level| level.parse().ok()).unwrap_or(2))
        }
        _ => None,
    }
}

fn first_text(nodes: &[Node]) -> String {
    nodes.iter().map(Node::plain_text).find(|text| !text.trim().is_empty()).unwrap_or_default()
}
