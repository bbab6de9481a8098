//! What becomes of the words of a paragraph: one node, or what stands in it when that is blocks.

use super::ast::{Node, NodeKind};
use super::expression;
use super::jsx::{Tag, TagKind};
use super::tree::{Part, TreeBuilder, is_blank as is_blank_text};
use crate::diagnostic::{Diagnostic, push_limited};
use crate::text::{SourceText, Span};

/// A paragraph as parts. One that holds only tags, expressions and blanks is no paragraph (MDX's
/// "unravel"); a tag that pairs with another block is handed up.
pub fn paragraph_parts(
    inline: Vec<Part>,
    span: Span,
    source: &SourceText,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Part> {
    if let Some(math) = display_math(&inline, source) {
        return vec![Part::Node(math)];
    }
    let unmatched = unmatched_tags(&inline);
    let are_tags = inline.iter().all(|part| is_blank(part) || matches!(part, Part::Tag(_)));
    if are_tags && inline.iter().find(|part| !is_blank(part)).is_some_and(is_close) {
        // `</Tab><Tab title="B">`: what is closed and what is opened is of other blocks.
        return inline.into_iter().filter(|part| !is_blank(part)).collect();
    }
    let mut inline = inline;
    let mut trailing = Vec::new();
    while inline.len().checked_sub(1).is_some_and(|last| unmatched.contains(&last) && is_close(&inline[last]))
    {
        trailing.extend(inline.pop());
    }
    let leading = inline
        .iter()
        .enumerate()
        .take_while(|(index, part)| unmatched.contains(index) && !is_close(part))
        .count();
    let alone = inline.iter().chain(&trailing).all(|part| is_blank(part) || matches!(part, Part::Tag(_)));
    let mut parts = Vec::new();
    for part in inline.drain(..leading) {
        if let Part::Tag(tag) = &part
            && !alone
            && !begins_html(tag, source)
        {
            push_limited(diagnostics, || {
                Diagnostic::warning(
                    "tag-spans-blocks",
                    format!("`<{}>` opens in a paragraph and closes in another block", tag.name),
                )
                .at(source, tag.span)
                .hint("put the opening and the closing tag on lines of their own")
            });
        }
        parts.push(part);
    }
    let only_pieces = inline.iter().any(|part| !is_blank(part))
        && inline.iter().all(|part| is_blank(part) || is_piece(part));
    let mut builder = TreeBuilder::new(source);
    for part in inline {
        builder.push(part, diagnostics);
    }
    let nodes = builder.finish(diagnostics);
    let unravels = only_pieces
        || (nodes.iter().any(|node| matches!(node.kind, NodeKind::Element(_)))
            && nodes.iter().all(|node| {
                matches!(node.kind, NodeKind::Element(_) | NodeKind::Expression(_)) || is_blank_text(node)
            }));
    if unravels {
        for mut node in nodes {
            if is_blank_text(&node) {
                continue;
            }
            if let NodeKind::Element(element) = &mut node.kind {
                element.flow = true;
            }
            parts.push(Part::Node(node));
        }
    } else if !nodes.is_empty() {
        parts.push(Part::Node(Node::new(NodeKind::Paragraph, span, nodes)));
    }
    parts.extend(trailing.into_iter().rev());
    parts
}

/// Whether a tag begins a block of HTML as Markdown without JSX has it, where `<details><summary>…</summary>`, a blank
/// line and text below are usual.
fn begins_html(tag: &Tag, source: &SourceText) -> bool {
    source.path.extension() == "md"
        && tag.name.starts_with(|c: char| c.is_ascii_lowercase())
        && !expression::is_inline(&tag.name)
}

/// Display math inside a list item or a quote: a paragraph of nothing but `$$` on lines of their own.
fn display_math(inline: &[Part], source: &SourceText) -> Option<Node> {
    let mut parts = inline.iter().filter(|part| !is_blank(part));
    let (Some(Part::Node(node)), None) = (parts.next(), parts.next()) else { return None };
    let NodeKind::InlineMath(tex) = &node.kind else { return None };
    let written = source.text.get(node.span.start as usize..node.span.end as usize)?;
    let display = written.starts_with("$$") && written.trim_start_matches('$').starts_with('\n');
    display.then(|| Node::leaf(NodeKind::MathBlock(tex.clone()), node.span))
}

fn is_close(part: &Part) -> bool {
    matches!(part, Part::Tag(tag) if tag.kind == TagKind::Close)
}

fn is_piece(part: &Part) -> bool {
    matches!(part, Part::Tag(_))
        || matches!(part, Part::Node(node) if matches!(node.kind, NodeKind::Expression(_)))
}

fn is_blank(part: &Part) -> bool {
    matches!(part, Part::Node(node) if is_blank_text(node))
}

/// Indices of tags without a partner among their siblings.
fn unmatched_tags(parts: &[Part]) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut unmatched = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Part::Tag(tag) = part else { continue };
        match tag.kind {
            TagKind::Open => open.push(index),
            TagKind::SelfClosing => {}
            TagKind::Close => {
                let partner = open
                    .iter()
                    .rposition(|at| matches!(&parts[*at], Part::Tag(other) if other.name == tag.name));
                match partner {
                    Some(at) => unmatched.extend(open.drain(at..).skip(1)),
                    None => unmatched.push(index),
                }
            }
        }
    }
    unmatched.extend(open);
    unmatched
}
