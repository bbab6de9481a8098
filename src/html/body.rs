//! The body of one page: evaluate, outline, render.
//!
//! What comes out is cut in two: [`Body`] is the markup, which is large and only the page itself needs;
//! [`PageFacts`] is small and all that the rest of the site may look at.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Location};
use crate::hash::{ContentHash, KeyHasher};
use crate::page::Document;
use crate::page::ast::{Node, NodeKind};
use crate::page::bind::{Loader, bind};
use crate::page::outline::{HeadingIds, TocEntry, outline};
use crate::site::links::{LinkKind, PageLink};
use crate::text::{Addresses, Slug};

use super::escape::Html;
use super::render::{Feature, HeadingAnchors, Lookups, Render, render_nodes};

/// The markup of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    pub html: Html,
    /// The line that names an API operation; it stands below the title.
    pub endpoint: Option<Html>,
    /// The column beside the text, when the page fills it itself.
    pub aside: Option<Html>,
    pub toc: Vec<TocEntry>,
    pub features: BTreeSet<Feature>,
}

/// What other parts of the site read of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageFacts {
    /// Every id that a link may name, aliases included.
    pub ids: Arc<[String]>,
    /// Links and media as written.
    pub links: Arc<[PageLink]>,
    /// Problems of the page itself.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a body is made of.
pub struct BodyInput<'a> {
    pub document: &'a Document,
    /// Nodes of an API operation that follow the page's own.
    pub operation: Vec<Node>,
    pub slug: &'a Slug,
    pub addresses: &'a Addresses,
    pub headings: HeadingIds,
}

/// Renders a page's body.
pub fn render_body(input: BodyInput<'_>, loader: &dyn Loader, lookups: &dyn Lookups) -> (Body, PageFacts) {
    let bound = bind(input.document, loader);
    let mut diagnostics = input.document.diagnostics.clone();
    diagnostics.extend(bound.diagnostics);
    let mut nodes = bound.nodes;
    // The operation's header stands first, its fields after what the author wrote.
    let mut operation = input.operation.into_iter().peekable();
    if operation
        .peek()
        .is_some_and(|node| node.element().is_some_and(|element| element.name == "ApiEndpoint"))
    {
        nodes.splice(0..0, operation.by_ref().take(1));
    }
    nodes.extend(operation);
    let outline = outline(&mut nodes, input.headings);
    let source = &input.document.source;
    let mut cx = Render::new(input.addresses, input.slug, source, lookups);
    if input.headings == HeadingIds::Omitted {
        cx.anchors = HeadingAnchors::Hidden;
    }
    let is_endpoint = |node: &Node| node.element().is_some_and(|element| element.name == "ApiEndpoint");
    let (endpoint, content) = nodes.split_at(usize::from(nodes.first().is_some_and(is_endpoint)));
    let endpoint = (!endpoint.is_empty()).then(|| render_nodes(endpoint, &mut cx));
    let html = render_nodes(content, &mut cx);
    let found = cx.found;
    diagnostics.extend(found.diagnostics);
    let mut ids = outline.ids;
    nodes.iter().for_each(|node| explicit_ids(node, &mut ids));
    ids.extend(aliases(html.as_str()));
    ids.sort();
    ids.dedup();
    let links = found.links.into_iter().map(|link| PageLink {
        target: link.href,
        kind: LinkKind::Link,
        location: Location::at(source, link.span),
    });
    let resources = found.resources.into_iter().map(|resource| PageLink {
        target: resource.src,
        kind: LinkKind::Media,
        location: Location::at(source, resource.span),
    });
    let facts = PageFacts { ids: ids.into(), links: links.chain(resources).collect(), diagnostics };
    let aside = (!found.aside.is_empty()).then(|| found.aside.html());
    (Body { html, endpoint, aside, toc: outline.toc, features: found.features }, facts)
}

impl Body {
    /// The hash of all that a page's HTML takes from its body.
    pub fn key(&self) -> ContentHash {
        let mut key = KeyHasher::new("body");
        key.part(self.html.as_str().as_bytes());
        key.part(self.endpoint.as_ref().map_or("", Html::as_str).as_bytes());
        key.part(self.aside.as_ref().map_or("", Html::as_str).as_bytes());
        toc_key(&self.toc, &mut key);
        for feature in &self.features {
            key.part(format!("{feature:?}").as_bytes());
        }
        key.finish()
    }
}

fn toc_key(entries: &[TocEntry], key: &mut KeyHasher) {
    for entry in entries {
        key.part(entry.id.as_bytes()).part(entry.title.as_bytes()).part(&[entry.depth]);
        toc_key(&entry.children, key);
        key.part(b"/");
    }
}

/// `id="…"` that authors put on elements.
fn explicit_ids(node: &Node, ids: &mut Vec<String>) {
    if let NodeKind::Element(element) = &node.kind {
        ids.extend(element.text_prop("id"));
        ids.extend(element.text_prop("name").filter(|_| element.name == "a"));
    }
    node.children.iter().for_each(|child| explicit_ids(child, ids));
}

/// Ids that only the renderer knows: heading aliases and footnotes.
fn aliases(html: &str) -> impl Iterator<Item = String> + '_ {
    html.match_indices(" id=\"").filter_map(|(at, mark)| {
        let rest = &html[at + mark.len()..];
        rest.find('"').map(|end| crate::page::jsx::decode_entities(&rest[..end]))
    })
}
