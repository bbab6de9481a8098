//! Markdown nodes as HTML. Elements and components go on to their own modules.

use crate::page::ast::{Node, NodeKind};

use super::component;
use super::element::{self, names};
use super::escape::{UrlUse, Writer, is_safe_url};
use super::render::{Feature, Render};
use super::{footnote, heading, image, list, math, table};

/// Key caps that are marked in inline code, so that themes can give them a readable font (behaviour 6.2).
const KEY_SYMBOLS: &[char] = &[
    '⌘', '⌥', '⌃', '⇧', '⌫', '⌦', '↩', '↵', '⏎', '⎋', '⇥', '⇤', '⇪', '␣', '⌤', '⌧', '⎇', '⏏', '⇞', '⇟', '↖',
    '↘',
];

/// Renders one node.
pub(super) fn render(out: &mut Writer, node: &Node, cx: &mut Render<'_>) {
    let children = &node.children;
    match &node.kind {
        NodeKind::Paragraph => paragraph(out, children, cx),
        NodeKind::Heading { level, id } => heading::markdown(out, *level, id.as_deref(), node, cx),
        NodeKind::Text(text) => {
            out.text(text);
        }
        NodeKind::Emphasis => wrap(out, "em", children, cx),
        NodeKind::Strong => wrap(out, "strong", children, cx),
        NodeKind::Strikethrough => wrap(out, "del", children, cx),
        NodeKind::InlineCode(code) => {
            out.open("code").opt_flag("data-symbols", code.contains(KEY_SYMBOLS)).text(code).close("code");
        }
        NodeKind::CodeBlock { lang, meta, code } => {
            component::code::fence(out, lang.as_deref(), meta, code, node.span, cx);
        }
        NodeKind::MathBlock(tex) => math_node(out, tex, math::Display::Block, node, cx),
        NodeKind::InlineMath(tex) => math_node(out, tex, math::Display::Inline, node, cx),
        NodeKind::Link { url, title } => link(out, url, title.as_deref(), node, cx),
        NodeKind::Image { url, title, alt } => {
            image::markdown(out, url, title.as_deref(), alt, node.span, cx)
        }
        NodeKind::List { start, loose } => list::render(out, *start, *loose, children, cx),
        // Only a list gives its items their form; one that stands alone comes from an expression.
        NodeKind::ListItem { .. } => wrap(out, "li", children, cx),
        NodeKind::BlockQuote => wrap(out, "blockquote", children, cx),
        NodeKind::Table { align } => table::render(out, align, children, cx),
        NodeKind::TableRow { .. } => wrap(out, "tr", children, cx),
        NodeKind::TableCell => wrap(out, "td", children, cx),
        NodeKind::ThematicBreak => {
            out.void("hr");
        }
        NodeKind::LineBreak => {
            out.void("br").newline();
        }
        NodeKind::FootnoteReference { label } => footnote::reference(out, label, cx),
        NodeKind::Element(element) => {
            element::render(out, element, node, cx);
            // Two badges below each other are two words. Inside another element JSX drops the line break, and
            // pages rely on that: links with a dot between them touch it.
            if cx.is_outermost() && element.flow && !is_block(node) {
                out.newline();
            }
        }
        NodeKind::Fragment => {
            cx.nodes(out, children);
            // What stands for a block of the page does not run into the next one.
            if cx.is_outermost() && !is_block(node) {
                out.newline();
            }
        }
        NodeKind::FootnoteDefinition { .. } | NodeKind::Expression(_) | NodeKind::Broken(_) => {}
    }
}

/// True for a node that may not stand inside a `p` element.
pub(crate) fn is_block(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Text(_)
        | NodeKind::InlineCode(_)
        | NodeKind::InlineMath(_)
        | NodeKind::Image { .. }
        | NodeKind::LineBreak
        | NodeKind::FootnoteReference { .. }
        | NodeKind::FootnoteDefinition { .. }
        | NodeKind::Expression(_)
        | NodeKind::Broken(_) => false,
        NodeKind::Emphasis
        | NodeKind::Strong
        | NodeKind::Strikethrough
        | NodeKind::Link { .. }
        | NodeKind::Fragment => node.children.iter().any(is_block),
        NodeKind::Element(element) => match names::element_kind(&element.name) {
            Some(names::ElementKind::Block) => true,
            Some(names::ElementKind::Inline) => node.children.iter().any(is_block),
            Some(_) => false,
            None => component::is_block(&element.name).unwrap_or_else(|| node.children.iter().any(is_block)),
        },
        _ => true,
    }
}

/// True for text that is only white space.
pub(crate) fn is_blank(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Text(text) if text.trim().is_empty())
}

/// A `p` element may hold inline content only: a paragraph of blocks is no paragraph, a mixed one becomes a
/// `div`, because a browser would end the `p` at the first block.
fn paragraph(out: &mut Writer, children: &[Node], cx: &mut Render<'_>) {
    if children.iter().all(is_blank) {
        return;
    }
    if !children.iter().any(is_block) {
        wrap(out, "p", children, cx);
    } else if children.iter().all(|child| is_block(child) || is_blank(child)) {
        cx.nodes(out, children);
    } else {
        out.open("div").attr("class", "paragraph");
        cx.nodes(out, children);
        out.close("div");
    }
}

fn wrap(out: &mut Writer, tag: &'static str, children: &[Node], cx: &mut Render<'_>) {
    out.open(tag);
    cx.nodes(out, children);
    out.close(tag);
}

fn link(out: &mut Writer, url: &str, title: Option<&str>, node: &Node, cx: &mut Render<'_>) {
    if cx.state.in_link {
        return cx.nodes(out, &node.children);
    }
    let link = cx.link(url, node.span);
    if !is_safe_url(url, UrlUse::Link) {
        unsafe_link(url, node, cx);
    } else if matches!(url.trim(), "" | "mailto:" | "tel:") {
        cx.warn(
            "link-without-address",
            "this link has no address".to_owned(),
            "write where it leads between the parentheses".to_owned(),
            node.span,
        );
    }
    out.open("a").attr("class", "link").url_attr("href", &link.url, UrlUse::Link).opt_attr("title", title);
    cx.within_link(|cx| cx.nodes(out, &node.children));
    out.close("a");
}

/// Tells the author that a link was taken out.
pub(super) fn unsafe_link(url: &str, node: &Node, cx: &mut Render<'_>) {
    let shown: String = url.chars().take(40).collect();
    let is_data = shown.trim_start().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    let why = if is_data { "holds data, which browsers open from no page," } else { "would run code" };
    cx.warn(
        "unsafe-url",
        format!("the link `{shown}` {why} and is left out"),
        "write an address that starts with https://, / or #".to_owned(),
        node.span,
    );
}

fn math_node(out: &mut Writer, tex: &str, display: math::Display, node: &Node, cx: &mut Render<'_>) {
    cx.uses(Feature::Math);
    component::code::math(out, tex, display, node.span, cx);
}
