//! Which elements a browser knows by what is directly around them or inside them: parts of tables, lists and drawings.
//! Where these stand nothing else may, so an island has no elements of its own there. And which elements show only what
//! is written, so that the script in a browser can make them itself.

use crate::page::ast::{AttributeValue, Element, Node, NodeKind};
use crate::page::expression::is_inline;

/// Elements that hold nothing but their parts: a parser moves anything else out of them, or drops it.
const OF_PARTS: &[&str] = &[
    "audio", "colgroup", "datalist", "dl", "math", "menu", "ol", "optgroup", "picture", "select", "svg",
    "table", "tbody", "tfoot", "thead", "tr", "ul", "video",
];
/// Elements that mean something directly inside another one only.
const PARTS: &[&str] = &[
    "caption",
    "col",
    "colgroup",
    "dd",
    "dt",
    "figcaption",
    "legend",
    "li",
    "optgroup",
    "option",
    "source",
    "summary",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "track",
];
/// Elements that a site writes in its own way, with what it knows of them.
const OF_THE_SITE: &[&str] = &[
    "audio", "embed", "h1", "h2", "h3", "h4", "h5", "h6", "iframe", "img", "object", "picture", "pre",
    "script", "style", "template", "textarea", "video",
];
/// Attributes with an address, which a site resolves.
const ADDRESSES: &[&str] =
    &["action", "background", "cite", "data", "formaction", "href", "ping", "poster", "src", "srcset"];

/// Whether only parts may stand directly inside; `in_drawing` is true below `svg` and `math`.
pub(super) fn holds_parts(name: &str, in_drawing: bool) -> bool {
    is_drawing(name, in_drawing) || OF_PARTS.binary_search(&name).is_ok()
}

/// Whether what stands inside is part of a drawing.
pub(super) fn is_drawing(name: &str, in_drawing: bool) -> bool {
    matches!(name, "svg" | "math") || in_drawing && name != "foreignObject"
}

/// Whether the element is nothing without the one around it.
pub(super) fn is_part(name: &str) -> bool {
    PARTS.binary_search(&name).is_ok()
}

/// Whether an element that holds parts only has an island among them, at any depth of such elements.
pub(super) fn has_island_among_parts(node: &Node) -> bool {
    fn among(nodes: &[Node], in_drawing: bool) -> bool {
        nodes.iter().any(|node| match &node.kind {
            NodeKind::Fragment | NodeKind::Paragraph => among(&node.children, in_drawing),
            NodeKind::Element(element) if element.name == super::decode::ISLAND => true,
            NodeKind::Element(element) => {
                let name = element.name.as_str();
                holds_parts(name, in_drawing) && among(&node.children, is_drawing(name, in_drawing))
            }
            _ => false,
        })
    }
    node.element().is_some_and(|element| holds_parts(&element.name, false))
        && among(std::slice::from_ref(node), false)
}

/// Whether a browser makes the same of it as the site does: elements and words, without addresses.
pub(super) fn is_plain(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Text(_) => true,
        NodeKind::Element(element) => {
            let name = element.name.as_str();
            is_markup(name)
                && OF_THE_SITE.binary_search(&name).is_err()
                && (name != "p" || node.children.iter().all(is_words))
                && element.attributes.iter().all(|attribute| {
                    let name = attribute.name.to_ascii_lowercase();
                    let name = name.strip_prefix("xlink").map_or(&*name, |name| name.trim_start_matches(':'));
                    !name.starts_with("on")
                        && !matches!(name, "ref" | "dangerouslysetinnerhtml")
                        && (ADDRESSES.binary_search(&name).is_err() || is_of_the_drawing(&attribute.value))
                })
                && node.children.iter().all(is_plain)
        }
        _ => false,
    }
}

/// A name of HTML rather than that of a component.
pub(super) fn is_markup(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains('.') && !name.starts_with("docs-")
}

fn is_words(node: &Node) -> bool {
    node.element().is_none_or(|element: &Element| is_inline(&element.name))
}

/// `#gradient`: something that stands in the same page.
fn is_of_the_drawing(value: &AttributeValue) -> bool {
    matches!(value, AttributeValue::Value(value) if value.as_text().is_some_and(|text| text.starts_with('#')))
}
