//! A page as clean Markdown: what `/page.md`, a copied page and language models read (AI-01, AI-06).
//!
//! The input is what `html` renders: the bound nodes of a page, after variables, imports and JavaScript. Components
//! are flattened to the Markdown that says the same; what has no Markdown form is kept as HTML (tables with blocks
//! in their cells, `details`) or as its text. Links and pictures have the addresses that they have in the HTML. What
//! comes out is read the same by any CommonMark parser and by our own. Not here: where the text is kept
//! (`queries/exports`) and which file it is written to (`engine/write`).

use crate::html::escape::{UrlUse, is_safe_url};
use crate::html::link::{Target, resolve_resource};
use crate::html::render::{Lookups, link_of};
use crate::page::ast::{Node, Value};
use crate::site::llms::quoted_instructions;
use crate::text::{Addresses, Slug};

mod block;
mod component;
mod element;
mod inline;
pub mod slices;
mod table;
mod writer;

use writer::{Place, Start, Writer};

/// What a page's text is made of.
pub struct ExportInput<'a> {
    /// The bound nodes of the page.
    pub nodes: &'a [Node],
    pub slug: &'a Slug,
    pub addresses: &'a Addresses,
    pub lookups: &'a dyn Lookups,
}

/// The text of a page without its title; empty when there is none.
pub fn body_text(input: &ExportInput<'_>) -> String {
    let mut cx = Export {
        out: Writer::new(),
        slug: input.slug,
        addresses: input.addresses,
        lookups: input.lookups,
        level: 1,
        shift: 0,
        links: Links::Written,
        in_strong: false,
        in_emphasis: false,
        examples: Vec::new(),
        depth: 0,
    };
    cx.blocks(input.nodes);
    let examples = std::mem::take(&mut cx.examples);
    for example in &examples {
        cx.out.group = None;
        cx.out.begin(Start::Apart);
        cx.out.lines(example.trim_end());
    }
    cx.out.finish()
}

/// The whole file: title, description, what is asked of assistants, and text (AI-01). Titles are written in Markdown
/// by their authors.
pub fn page_text(title: &str, description: Option<&str>, asked: &[String], body: &str) -> String {
    let mut out = Writer::new();
    out.place = Place::Line;
    let mut said = |mark: &str, text: &str| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        out.begin(Start::Apart);
        if has_markup(&text) {
            return out.heading(mark, &text);
        }
        let start = out.mark();
        out.text(&text, Some(' '));
        let text = out.take(&start);
        out.heading(mark, &text);
    };
    said("# ", title);
    said("> ", description.unwrap_or_default());
    let mut text = out.finish();
    let asked = quoted_instructions(asked);
    if !asked.is_empty() && !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&asked);
    if !body.is_empty() && !text.is_empty() {
        text.push('\n');
    }
    text.push_str(body);
    text
}

/// Only texts that may hold Markdown are read as Markdown.
fn has_markup(text: &str) -> bool {
    text.contains(['`', '*', '_', '[', '<', '~'])
}

/// Deeper than any page, as in `html`.
const MAX_DEPTH: u32 = 120;

/// Whether links are written as such, or as their text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    Written,
    Text,
}

/// One page being written.
struct Export<'a> {
    out: Writer,
    slug: &'a Slug,
    addresses: &'a Addresses,
    lookups: &'a dyn Lookups,
    /// Level of the heading that the present text stands under.
    level: u8,
    /// What is added to the levels of the author's headings, so that they stay below that of a component.
    shift: u8,
    links: Links,
    in_strong: bool,
    in_emphasis: bool,
    /// Requests and responses, which the page shows beside its text: they stand at its end.
    examples: Vec<String>,
    depth: u32,
}

impl Export<'_> {
    /// The address of a link as the HTML of the page has it, from the root; `None` for one that runs code.
    fn link_url(&self, href: &str) -> Option<String> {
        let (_, link) = link_of(href, self.slug, self.addresses, self.lookups);
        if !is_safe_url(&link.url, UrlUse::Link) {
            return None;
        }
        Some(match link.target {
            // The text may be read somewhere else than below its page.
            Target::Anchor(_) => format!("{}{}", self.addresses.page_url(self.slug), link.url),
            // Link checks read it from the root, and so does whoever follows it from here.
            Target::Bare { path, .. } => {
                let suffix = link.url.find(['?', '#']).and_then(|at| link.url.get(at..)).unwrap_or_default();
                format!("{}{suffix}", self.addresses.path_url(&path))
            }
            _ => link.url,
        })
    }

    /// The address of a picture, a video or an embedded page.
    fn resource_url(&self, src: &str) -> Option<String> {
        let exists = |path: &_| self.lookups.file_exists(path);
        let url = resolve_resource(src, self.slug, self.addresses, &exists).url;
        (!url.is_empty() && is_safe_url(&url, UrlUse::Image)).then_some(url)
    }

    /// The nodes of a property in Markdown, as the HTML reads it.
    fn inline_value(&mut self, value: &Value) {
        match value {
            Value::String(text) if !crate::html::component::may_be_markdown(text) => {
                self.out.text(text, Some(' '));
            }
            Value::String(text) => {
                let nodes = crate::html::component::inline_nodes(text, self.lookups);
                self.inlines(&nodes, Some(' '));
            }
            Value::Nodes(nodes) => self.inlines(nodes, Some(' ')),
            Value::Array(items) => items.iter().for_each(|item| self.inline_value(item)),
            other => self.out.text(&other.as_text().unwrap_or_default(), Some(' ')),
        }
    }

    /// A title: one line, and links are their text.
    fn title(&mut self, value: &Value) {
        let place = std::mem::replace(&mut self.out.place, Place::Line);
        let links = std::mem::replace(&mut self.links, Links::Text);
        self.inline_value(value);
        self.links = links;
        self.out.place = place;
    }
}
