//! The conventions of good pages (specification, *Page authoring conventions*; DIAG-07): what makes a page that builds
//! hard to read, to hear or to trust.
//!
//! Looks at what its author wrote, nothing evaluated: what stands in braces is taken as right. A build does not ask
//! this; `docs check` does.

mod alternatives;
mod references;
mod secrets;
mod structure;
pub mod terms;

use super::Document;
use super::admonition;
use super::ast::{Element, Node, NodeKind};
use crate::diagnostic::Diagnostic;
use crate::text::{SourceText, Span};
use serde::Serialize;
use structure::Outline;
use terms::Terms;

/// Changes when a rule does: results are kept under it.
pub const VERSION: u32 = 5;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Part {
    Page,
    /// A piece of pages: it has no title, and its headings follow others.
    Snippet,
}

/// All that a file could do better.
pub fn check_conventions(document: &Document, part: Part, terms: &Terms) -> Vec<Diagnostic> {
    let mut page = Page { source: &document.source, labels: None, found: Vec::new() };
    let mut outline = None;
    if let Some(span) = admonition::first_unread(&document.nodes, &document.source) {
        let problem =
            Diagnostic::note("admonition-as-text", "a callout of another tool is shown as text here");
        page.tell(
            problem.hint(
                "write a component such as `<Note>`, or set `markdown.admonitions` in docs.json to true",
            ),
            Span::new(span.start as usize, span.start as usize + 1),
        );
    }
    if part == Part::Page {
        structure::front_matter(document, &mut page);
        structure::ids(document, &mut page);
        outline = Some(Outline::of(document));
    }
    for node in &document.nodes {
        visit(node, terms, &mut outline, &mut page);
    }
    page.found
}

/// A page while it is looked at.
struct Page<'a> {
    source: &'a SourceText,
    /// What its lines define, once somebody has asked.
    labels: Option<Vec<String>>,
    found: Vec<Diagnostic>,
}

impl Page<'_> {
    /// Notes a problem at a place.
    fn tell(&mut self, problem: Diagnostic, span: Span) {
        self.found.push(problem.at(self.source, span));
    }

    /// The labels that lines of the page define.
    fn labels(&mut self) -> &[String] {
        self.labels.get_or_insert_with(|| references::labels(&self.source.text))
    }

    /// What stands there.
    fn written(&self, span: Span) -> &str {
        self.source.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

/// Parsing has bounded how deep nodes nest.
fn visit(node: &Node, terms: &Terms, outline: &mut Option<Outline>, page: &mut Page<'_>) {
    match &node.kind {
        NodeKind::Heading { level, .. } => {
            if let Some(outline) = outline {
                outline.heading(*level, node.span, page);
            }
        }
        NodeKind::List { start: None, .. } => structure::list(node, page),
        NodeKind::Table { .. } => structure::table(node, page),
        NodeKind::CodeBlock { .. } | NodeKind::InlineCode(_) => secrets::check(node.span, page),
        NodeKind::Text(_) => {
            terms::check(node.span, terms, page);
            references::check(node.span, page);
        }
        NodeKind::Image { alt, .. } => alternatives::image(alt, node.span, page),
        NodeKind::Link { .. } => alternatives::link(node, page),
        NodeKind::Element(element) => {
            alternatives::element(element, node, page);
            if let Some(outline) = outline {
                outline.element(element);
            }
        }
        _ => {}
    }
    for child in &node.children {
        visit(child, terms, outline, page);
    }
}

/// Whether an element has an attribute, or may have it because it takes over those of a value.
fn may_have(element: &Element, names: &[&str]) -> bool {
    element.attributes.iter().any(|attribute| {
        attribute.name.is_empty() || names.iter().any(|name| attribute.name.eq_ignore_ascii_case(name))
    })
}
