//! What is seen has words for those who hear it (behaviour 17).

use super::{Page, may_have};
use crate::diagnostic::Diagnostic;
use crate::page::ast::{Element, Node, NodeKind};
use crate::text::Span;

/// An image of Markdown says what it shows.
pub(super) fn image(alt: &str, span: Span, page: &mut Page<'_>) {
    if alt.trim().is_empty() {
        missing_alt(span, page);
    }
}

/// A link has a text.
pub(super) fn link(node: &Node, page: &mut Page<'_>) {
    if !node.children.iter().any(says_something) {
        link_without_text(node.span, page);
    }
}

/// The same for elements of HTML. `alt=""` says that there is nothing to say.
pub(super) fn element(element: &Element, node: &Node, page: &mut Page<'_>) {
    let named = ["aria-label", "aria-labelledby", "title"];
    match element.name.as_str() {
        "img" if !may_have(element, &["alt", "aria-label", "aria-hidden", "role"]) => {
            missing_alt(opening(node, page), page);
        }
        "iframe" if !may_have(element, &named) && !may_have(element, &["aria-hidden"]) => {
            let problem = Diagnostic::note("frame-without-title", "this frame has no `title`");
            page.tell(
                problem.hint("say what is in it: `title=\"…\"` is read out before it is entered"),
                opening(node, page),
            );
        }
        "a" if may_have(element, &["href"])
            && !may_have(element, &named)
            && !may_have(element, &["aria-hidden", "children", "dangerouslySetInnerHTML"])
            && !node.children.iter().any(says_something) =>
        {
            link_without_text(opening(node, page), page);
        }
        _ => {}
    }
}

fn missing_alt(span: Span, page: &mut Page<'_>) {
    let problem = Diagnostic::note("missing-alt", "this image has no alternative text");
    page.tell(problem.hint("say what it shows; an image that only decorates has `alt=\"\"`"), span);
}

fn link_without_text(span: Span, page: &mut Page<'_>) {
    let problem = Diagnostic::note("link-without-text", "this link has no text");
    page.tell(problem.hint("write where it leads"), span);
}

/// Whether something of a node is read out, or may be.
fn says_something(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Text(text) | NodeKind::InlineCode(text) => !text.trim().is_empty(),
        NodeKind::Image { alt, .. } => !alt.trim().is_empty(),
        NodeKind::Expression(text) => {
            let text = text.trim();
            !(text.is_empty()
                || text.starts_with("/*") && text.ends_with("*/")
                || matches!(text, "\" \"" | "' '"))
        }
        NodeKind::InlineMath(_) | NodeKind::FootnoteReference { .. } => true,
        NodeKind::Element(element) => match element.name.as_str() {
            "img" => {
                element.text_prop("alt").is_none_or(|alt| !alt.trim().is_empty())
                    && may_have(element, &["alt"])
            }
            // An icon or a picture: whether it says something stands in it.
            "svg" | "Icon" => {
                may_have(element, &["aria-label", "label", "title"])
                    || node.children.iter().any(says_something)
            }
            "br" | "hr" => false,
            // A component may show anything.
            name if name.starts_with(|c: char| c.is_ascii_uppercase()) => true,
            _ => may_have(element, &["aria-label"]) || node.children.iter().any(says_something),
        },
        _ => node.children.iter().any(says_something),
    }
}

/// The opening tag of an element.
pub(super) fn opening(node: &Node, page: &Page<'_>) -> Span {
    let written = page.written(node.span);
    let end = node.children.first().map(|child| child.span.start).filter(|start| *start > node.span.start);
    let length = end.map_or(written.len(), |end| (end - node.span.start) as usize);
    let length = written.get(..length).map_or(0, |tag| tag.lines().next().unwrap_or("").trim_end().len());
    Span { start: node.span.start, end: node.span.start + length as u32 }
}
