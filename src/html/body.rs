//! The body of one page: evaluate, outline, render.
//!
//! What comes out is cut in two: [`Body`] is the markup, which is large and only the page itself needs;
//! [`PageFacts`] is small and all that the rest of the site may look at.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::api::document::{Manner, handwritten_document, is_in_line, is_page_description};
use crate::api::handwritten::written_by_hand;
use crate::api::model;
use crate::api::part::{SchemaPart, field_prefixes};
use crate::config::api::Api;
use crate::config::navigation::Icon;
use crate::diagnostic::Diagnostic;
use crate::hash::{ContentHash, KeyHasher};
use crate::page::Document;
use crate::page::ast::{AttributeValue, Node, NodeKind, Value, links_in};
use crate::page::bind::{Loader, Place, bind};
use crate::page::frontmatter::{FrontMatter, field_span};
use crate::page::glossary::{Glossary, mark};
use crate::page::outline::{HeadingIds, TocEntry, outline};
use crate::site::links::{KnownIds, LinkKind, PageLink};
use crate::text::{Addresses, Slug};

use super::archive::{Archives, cut, render as render_archives};
use super::escape::Html;
use super::icon;
use super::page_assets;
use super::render::{Feature, HeadingAnchors, Lookups, Render, ResourceKind, render_nodes};
use super::texts::Texts;
use super::utility;

/// The markup of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Body {
    pub html: Arc<Html>,
    /// What follows when it is a long change log.
    pub archives: Option<Box<Archives>>,
    /// The line that names an API operation; it stands below the title.
    pub endpoint: Option<Html>,
    /// The column beside the text, when the page fills it itself.
    pub aside: Option<Arc<Html>>,
    pub toc: Vec<TocEntry>,
    /// What the page says around its text.
    pub front_matter: FrontMatter,
    pub features: BTreeSet<Feature>,
    /// The style sheet of the utility classes that the page uses.
    pub utilities: String,
    /// The code of the page's islands.
    pub script: Option<Arc<str>>,
    /// Where the links of [`PageFacts::links`] stand.
    pub link_places: Vec<Place>,
}

impl Body {
    /// Bytes of the markup, about what it takes in memory.
    pub fn size(&self) -> usize {
        self.parts().map(|part| part.as_str().len()).sum()
    }

    /// Its markup, in the order of reading.
    pub fn parts(&self) -> impl Iterator<Item = &Html> {
        let older = self.archives.iter().flat_map(|archives| archives.parts.iter().map(|part| &part.html));
        let after = self.archives.iter().map(|archives| &archives.after);
        self.endpoint.iter().chain([&*self.html]).chain(older).chain(after).chain(self.aside.as_deref())
    }
}

/// What other parts of the site read of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFacts {
    /// Every id that a link may name, aliases included.
    pub ids: Arc<[String]>,
    /// What other ids begin with: those of fields in files of their own, and any (an empty text) where an API description
    /// that the page shows was not to be had.
    pub id_prefixes: Arc<[String]>,
    /// Links and media as written.
    pub links: Arc<[PageLink]>,
    /// What a content security policy has to allow for its scripts, besides what all pages have.
    pub scripts: Arc<[String]>,
    /// Its first paragraph, when it has no description of its own.
    pub summary: Option<String>,
    /// Schemas that it has no room for: each has a file of its own.
    pub parts: Arc<[SchemaPart]>,
}

/// What a body is made of.
pub struct BodyInput<'a> {
    pub document: &'a Document,
    /// The page's own, or what its API description says.
    pub front_matter: &'a FrontMatter,
    /// Nodes of an API operation that follow the page's own.
    pub operation: Vec<Node>,
    /// What the site says about API pages, for one that is written by hand.
    pub api: Option<&'a Api>,
    pub slug: &'a Slug,
    pub addresses: &'a Addresses,
    pub headings: HeadingIds,
    /// In the page's language.
    pub texts: &'a Texts,
    /// The terms that are explained.
    pub glossary: Option<&'a Glossary>,
}

/// A rendered page: what it shows, what it says to the rest of the site, and the nodes of both, for other forms of
/// the page.
pub struct Rendered {
    pub body: Body,
    pub facts: PageFacts,
    pub nodes: Vec<Node>,
    /// The terms of the glossary that it has.
    pub terms: Vec<String>,
}

/// Renders a page's body. The diagnostics are those of the page itself.
pub fn render_body(
    input: BodyInput<'_>,
    loader: &dyn Loader,
    lookups: &dyn Lookups,
) -> (Rendered, Vec<Diagnostic>) {
    let bound = bind(input.document, loader);
    let origins = bound.origins;
    let mut diagnostics = input.document.diagnostics.clone();
    diagnostics.extend(bound.diagnostics);
    let mut nodes = bound.nodes;
    let terms = input.glossary.map(|glossary| mark(&mut nodes, glossary, &input.texts.interface.glossary));
    // The operation's header and what it says of itself stand first, its fields after what the author wrote.
    let by_hand = input.api.and_then(|settings| {
        let page = written_by_hand(&input.document.source.path, input.front_matter, &nodes, settings)?;
        let manner = Manner { settings, words: &input.texts.labels.api };
        Some(handwritten_document(&page, &nodes, manner))
    });
    let mut operation = by_hand.unwrap_or(input.operation);
    read_markdown(&mut operation, lookups);
    let is_endpoint = |node: &Node| node.element().is_some_and(|element| element.name == "ApiEndpoint");
    let described = operation.iter().position(is_page_description).map(|at| at + 1);
    let first = described.unwrap_or(usize::from(operation.first().is_some_and(is_endpoint)));
    let fields = operation.split_off(first);
    nodes.splice(0..0, operation);
    nodes.extend(fields);
    let toc = outline(&mut nodes, input.headings);
    let source = &input.document.source;
    let mut cx = Render::new(input.addresses, input.slug, source, lookups);
    cx.origins = Some(&origins);
    cx.labels = &input.texts.labels;
    cx.code_labels = input.texts.code.clone();
    cx.playground = &input.texts.playground;
    if input.headings == HeadingIds::Omitted {
        cx.anchors = HeadingAnchors::Hidden;
    }
    let (endpoint, content) = nodes.split_at(usize::from(nodes.first().is_some_and(is_endpoint)));
    let endpoint = (!endpoint.is_empty()).then(|| render_nodes(endpoint, &mut cx));
    // The code of an island is for one page.
    let cut = cut(content).filter(|_| input.headings == HeadingIds::Given && bound.script.is_none());
    let (html, archives) = match cut {
        Some(cut) => {
            let (html, archives) = render_archives(content, &cut, &mut cx);
            (html, Some(Box::new(archives)))
        }
        None => (render_nodes(content, &mut cx), None),
    };
    let mut found = cx.found;
    if !found.aside.is_empty() {
        found.features.insert(Feature::Aside);
    }
    if bound.script.is_some() {
        found.features.insert(Feature::Island);
    }
    diagnostics.extend(found.diagnostics);
    if let Some(icon) = Icon::read(&input.front_matter.fields) {
        let problems = icon::configured(&icon, &source.path, input.addresses, lookups).1;
        let place = field_span(source, "icon");
        diagnostics.extend(problems.into_iter().map(|problem| match place {
            Some(span) => problem.at(source, span),
            None => problem,
        }));
    }
    let mut ids = Vec::new();
    nodes.iter().for_each(|node| anchor_names(node, &mut ids));
    let mut links: Vec<(PageLink, Place)> = Vec::new();
    let mut add = |target: String, kind, span| {
        let place = origins.place(source, span, &target);
        links.push((PageLink { target, kind }, place));
    };
    found.links.into_iter().for_each(|link| add(link.href, LinkKind::Link, link.span));
    for media in found.resources {
        let kind = if media.kind == ResourceKind::Embedded { LinkKind::Frame } else { LinkKind::Media };
        add(media.src, kind, media.span);
    }
    for (key, kind, target) in head_links(input.front_matter, lookups) {
        add(target, kind, field_span(source, key).unwrap_or_default());
    }
    let (links, link_places): (Vec<PageLink>, Vec<Place>) = links.into_iter().unzip();
    let aside = (!found.aside.is_empty()).then(|| Arc::new(found.aside.html()));
    let front_matter = input.front_matter.clone();
    let mut body = Body {
        html: html.into(),
        archives,
        endpoint,
        aside,
        toc,
        front_matter,
        features: found.features,
        script: bound.script.map(Arc::from),
        utilities: String::new(),
        link_places,
    };
    // What a link may name is what the page really has.
    body.utilities = body.utility_sheet(&mut ids);
    ids.sort();
    ids.dedup();
    let facts = PageFacts {
        ids: ids.into(),
        id_prefixes: field_prefixes(&nodes).into(),
        links: links.into(),
        scripts: page_assets::script_sources(&body),
        summary: None,
        parts: SchemaPart::in_nodes(&nodes).into(),
    };
    (Rendered { body, facts, nodes, terms: terms.unwrap_or_default() }, diagnostics)
}

impl Body {
    /// The style sheet of its classes, and of those that its islands may set when the page is read; also finds the ids
    /// of its text.
    fn utility_sheet(&self, ids: &mut Vec<String>) -> String {
        let mut classes = BTreeSet::new();
        for html in self.parts() {
            utility::classes_in_html(html.as_str(), &mut classes, ids);
        }
        if let Some(script) = &self.script {
            utility::classes_in_script(script, &mut classes);
        }
        utility::sheet(&classes)
    }

    /// The hash of all that a page's HTML takes from its body.
    pub fn key(&self) -> ContentHash {
        let mut key = KeyHasher::new("body");
        key.part(self.html.as_str().as_bytes());
        key.part(self.endpoint.as_ref().map_or("", Html::as_str).as_bytes());
        key.part(self.aside.as_ref().map_or("", |html| html.as_str()).as_bytes());
        key.part(self.script.as_deref().unwrap_or("").as_bytes());
        if let Some(archives) = &self.archives {
            key.value(archives);
        }
        toc_key(&self.toc, &mut key);
        key.part(String::from(self.front_matter.clone()).as_bytes());
        key.part(self.utilities.as_bytes());
        key.value(&self.link_places);
        for feature in &self.features {
            key.part(format!("{feature:?}").as_bytes());
        }
        key.finish()
    }
}

impl PageFacts {
    /// The ids that a link may name.
    pub fn known_ids(&self) -> KnownIds {
        KnownIds { ids: self.ids.clone(), prefixes: self.id_prefixes.clone() }
    }

    /// Whether `other` has other links, ids and first words at most.
    pub fn is_alike_but_for_words(&self, other: &Self) -> bool {
        let Self { ids: _, id_prefixes: _, links: _, scripts, summary: _, parts } = self;
        (scripts, parts) == (&other.scripts, &other.parts)
    }

    /// The hash of all facts.
    pub fn key(&self) -> ContentHash {
        KeyHasher::new("facts").value(self).finish()
    }
}

fn toc_key(entries: &[TocEntry], key: &mut KeyHasher) {
    for entry in entries {
        key.part(entry.id.as_bytes()).part(entry.title.as_bytes()).part(&[entry.depth]);
        toc_key(&entry.children, key);
        key.part(b"/");
    }
}

/// Reads the Markdown of an API description once: the page shows it, and its other forms do.
fn read_markdown(nodes: &mut [Node], lookups: &dyn Lookups) {
    for node in nodes {
        let is_page_description = is_page_description(node);
        lead_to_page(node, lookups);
        leave_out_dead_link(node);
        if let NodeKind::Element(element) = &mut node.kind
            && element.name == "Markdown"
        {
            let stands_in_line = is_in_line(element);
            let source = element.attributes.iter_mut().find(|attribute| attribute.name == "source");
            if let Some(attribute) = source
                && let AttributeValue::Value(Value::String(text)) = &attribute.value
            {
                let mut read = lookups.description(text);
                lead_to_pages(&mut read, lookups);
                if stands_in_line {
                    read = line_of(read).unwrap_or_else(|| vec![Node::text(text, node.span)]);
                }
                // No heading of a text is larger than those of the page around it.
                lower_headings(&mut read, if is_page_description { PAGE_LEVEL } else { FIELD_LEVEL });
                attribute.value = AttributeValue::Value(Value::Nodes(read));
            }
        }
        if let NodeKind::Element(element) = &mut node.kind
            && element.name == "ApiEndpoint"
        {
            for attribute in &mut element.attributes {
                if let AttributeValue::Value(value) = &mut attribute.value {
                    read_in_value(value, lookups);
                }
            }
        }
        read_markdown(&mut node.children, lookups);
        if matches!(node.kind, NodeKind::Paragraph) && node.children.iter().any(is_line) {
            let children = std::mem::take(&mut node.children);
            node.children = children.into_iter().flat_map(read_line).collect();
        }
    }
}

/// The same of what stands in an attribute.
fn read_in_value(value: &mut Value, lookups: &dyn Lookups) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| read_in_value(item, lookups)),
        Value::Object(entries) => entries.iter_mut().for_each(|(_, value)| read_in_value(value, lookups)),
        Value::Nodes(nodes) => read_markdown(nodes, lookups),
        _ => {}
    }
}

/// The nodes of a text that is one line of words; `None` when it has lists, code or other blocks.
fn line_of(blocks: Vec<Node>) -> Option<Vec<Node>> {
    let mut line = Vec::new();
    for block in blocks {
        if !matches!(block.kind, NodeKind::Paragraph) {
            return None;
        }
        if !line.is_empty() {
            line.push(Node::text(" ", block.span));
        }
        line.extend(block.children);
    }
    Some(line)
}

fn is_line(node: &Node) -> bool {
    node.element().is_some_and(is_in_line)
}

/// What was read of Markdown that stands in a line; any other node as it is.
fn read_line(node: Node) -> Vec<Node> {
    match node.element().filter(|element| is_in_line(element)).and_then(|element| element.prop("source")) {
        Some(Value::Nodes(nodes)) => nodes.clone(),
        _ => vec![node],
    }
}

/// Links to another part of the description lead to its page. Where it has none they stay as they are.
fn lead_to_pages(nodes: &mut [Node], lookups: &dyn Lookups) {
    for node in nodes {
        lead_to_page(node, lookups);
        lead_to_pages(&mut node.children, lookups);
    }
}

fn lead_to_page(node: &mut Node, lookups: &dyn Lookups) {
    if let NodeKind::Link { url, .. } = &mut node.kind
        && let Some(link) = url.strip_prefix('#')
        && (["operation/", "channel/", "tag/"].iter().any(|kind| link.starts_with(kind))
            || model::linked(link).is_some())
        && let Some(page) = lookups.described_page(link)
    {
        *url = format!("/{}", page.route());
    }
}

/// What a generated page links is words where the navigation has no page of the operation: nobody can correct the link.
fn leave_out_dead_link(node: &mut Node) {
    if let NodeKind::Link { url, .. } = &node.kind
        && ["#operation/", "#channel/", "#schema/"].iter().any(|kind| url.starts_with(kind))
        && let Some(words) = node.children.pop()
    {
        *node = words;
    }
}

/// Highest heading of the description of an operation: that of its sections.
const PAGE_LEVEL: u8 = 2;
/// Highest heading within a section: that of what has a name in it is 3.
const FIELD_LEVEL: u8 = 4;

/// Moves all headings down by as much as the highest needs.
fn lower_headings(nodes: &mut [Node], level: u8) {
    fn highest(nodes: &[Node]) -> u8 {
        let own = |node: &Node| match node.kind {
            NodeKind::Heading { level, .. } => level,
            _ => u8::MAX,
        };
        nodes.iter().map(|node| own(node).min(highest(&node.children))).min().unwrap_or(u8::MAX)
    }
    fn lower(nodes: &mut [Node], by: u8) {
        for node in nodes {
            if let NodeKind::Heading { level, .. } = &mut node.kind {
                *level = level.saturating_add(by).min(6);
            }
            lower(&mut node.children, by);
        }
    }
    let by = level.saturating_sub(highest(nodes));
    if by > 0 {
        lower(nodes, by);
    }
}

/// The links that the front matter holds, with their keys: what the entry of the navigation leads to, what is related,
/// and those of the description.
fn head_links(front: &FrontMatter, lookups: &dyn Lookups) -> Vec<(&'static str, LinkKind, String)> {
    let link = |key: &'static str| move |target| (key, LinkKind::Link, target);
    let mut found: Vec<_> = front.elsewhere().map(link("url")).into_iter().collect();
    found.extend(front.related().into_iter().map(|(_, href)| link("related")(href)));
    if let Some(text) = front.text("description").filter(|text| text.contains("](") || text.contains("href"))
    {
        found.extend(links_in(&lookups.markdown(&text)).into_iter().map(link("description")));
    }
    // Other sites read these: only what begins at the root of this one is a place in it.
    let of_this_site = |target: &String| target.starts_with('/') && !target.starts_with("//");
    found.extend(front.text("canonical").filter(of_this_site).map(link("canonical")));
    let pictures = ["og:image", "twitter:image"].into_iter();
    found.extend(
        pictures.filter_map(|key| Some((key, LinkKind::Media, front.text(key).filter(of_this_site)?))),
    );
    found
}

/// `<a name="…">`, as anchors once were.
fn anchor_names(node: &Node, names: &mut Vec<String>) {
    match node.element() {
        Some(element) if element.name == "a" => names.extend(element.text_prop("name")),
        // What is for other readers is not on the page.
        Some(element)
            if element.name == "Visibility" && element.text_prop("for").as_deref() != Some("humans") =>
        {
            return;
        }
        _ => {}
    }
    node.children.iter().for_each(|child| anchor_names(child, names));
}
