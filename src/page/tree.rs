//! Pairs opening and closing tags into elements.
//!
//! The same builder serves the blocks of a page, the blocks of a list item and the words of a
//! paragraph. A tag without a partner is a diagnostic and costs only itself: its content stays.

use super::ast::{Node, NodeKind};
use super::jsx::{self, Tag, TagKind};
use super::markdown::element_node;
use super::paragraph::paragraph_parts;
use crate::diagnostic::{Diagnostic, did_you_mean, push_limited};
use crate::text::{SourceText, Span};

/// Deepest nesting of elements.
const MAX_DEPTH: usize = 100;

/// What a tree is built from.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Node(Node),
    Tag(Tag),
    /// The words of a paragraph whose tags are not paired yet, and its place.
    Paragraph(Vec<Part>, Span),
}

/// Collects parts in document order.
pub struct TreeBuilder<'a> {
    source: &'a SourceText,
    /// True for blocks: elements become block level ones.
    flow: bool,
    open: Vec<(Tag, Vec<Node>)>,
    done: Vec<Node>,
}

impl<'a> TreeBuilder<'a> {
    /// A builder for inline content.
    pub fn new(source: &'a SourceText) -> Self {
        Self { source, flow: false, open: Vec::new(), done: Vec::new() }
    }

    /// A builder for blocks.
    pub fn blocks(source: &'a SourceText) -> Self {
        Self { flow: true, ..Self::new(source) }
    }

    /// True while an element is open whose content must stay as written.
    pub fn is_open(&self, name: &str) -> bool {
        self.open.last().is_some_and(|(tag, _)| tag.name == name)
    }

    /// Adds one part.
    pub fn push(&mut self, part: Part, diagnostics: &mut Vec<Diagnostic>) {
        match part {
            Part::Node(node) => self.node(node),
            Part::Paragraph(words, span) => {
                for part in paragraph_parts(words, span, self.source, diagnostics) {
                    self.push(part, diagnostics);
                }
            }
            Part::Tag(tag) => match tag.kind {
                TagKind::SelfClosing => {
                    let node = element_node(&tag, tag.span, self.flow, Vec::new());
                    self.node(node);
                }
                TagKind::Open if self.open.len() >= MAX_DEPTH => {
                    push_limited(diagnostics, || {
                        Diagnostic::error(
                            "nesting-too-deep",
                            format!("`<{}>` is nested too deeply", tag.name),
                        )
                        .at(self.source, tag.span)
                        .hint(format!("use at most {MAX_DEPTH} levels"))
                    });
                }
                TagKind::Open => self.open.push((tag, Vec::new())),
                TagKind::Close => self.close(&tag, diagnostics),
            },
        }
    }

    /// The finished nodes; elements that were never closed are reported and their content kept.
    pub fn finish(mut self, diagnostics: &mut Vec<Diagnostic>) -> Vec<Node> {
        while let Some((tag, children)) = self.open.pop() {
            self.give_up(&tag, children, diagnostics);
        }
        self.done
    }

    fn node(&mut self, node: Node) {
        match self.open.last_mut() {
            Some((_, children)) => children.push(node),
            None => self.done.push(node),
        }
    }

    fn close(&mut self, closing: &Tag, diagnostics: &mut Vec<Diagnostic>) {
        let Some(partner) = self.open.iter().rposition(|(tag, _)| tag.name == closing.name) else {
            if !jsx::is_void(&closing.name) {
                let shown = format!("</{}>", closing.name);
                let open = self.open.iter().rev().take(8).map(|(tag, _)| tag.name.as_str());
                let meant = did_you_mean(&closing.name, open);
                push_limited(diagnostics, || {
                    let hint = match meant {
                        Some(name) => format!("did you mean `</{name}>`?"),
                        None => "remove it, or add the opening tag".to_owned(),
                    };
                    Diagnostic::error("stray-closing-tag", format!("`{shown}` closes nothing"))
                        .at(self.source, closing.span)
                        .hint(hint)
                });
            }
            return;
        };
        while self.open.len() > partner + 1 {
            if let Some((tag, children)) = self.open.pop() {
                self.close_with_parent(&tag, children, closing, diagnostics);
            }
        }
        if let Some((tag, mut children)) = self.open.pop() {
            let span = Span { start: tag.span.start, end: closing.span.end };
            if let Some(text) = verbatim(&tag, closing, self.source) {
                let inside = Span { start: tag.span.end, end: closing.span.start };
                children = vec![Node::text(text, inside)];
            } else if self.flow {
                unwrap_text(&mut children);
                if tag.name == "details" {
                    free_summary(&mut children);
                }
            }
            let node = element_node(&tag, span, self.flow, children);
            self.node(node);
        }
    }

    /// An element that is still open where its parent ends: a block ends there, too.
    fn close_with_parent(
        &mut self,
        tag: &Tag,
        mut children: Vec<Node>,
        parent: &Tag,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if !self.flow {
            return self.give_up(tag, children, diagnostics);
        }
        let line = self.source.position(parent.span.start).line;
        self.unclosed(tag, diagnostics, || {
            format!(
                "add `</{}>` before the `</{}>` in line {line}, or end the tag with `/>`",
                tag.name, parent.name
            )
        });
        unwrap_text(&mut children);
        let span = Span { start: tag.span.start, end: parent.span.start };
        let node = element_node(tag, span, true, children);
        self.node(node);
    }

    /// An element that never ends: its content stays. In a sentence the tag was most likely meant as text, as
    /// in `Option<String>`, so that is what readers get.
    fn give_up(&mut self, tag: &Tag, children: Vec<Node>, diagnostics: &mut Vec<Diagnostic>) {
        self.unclosed(tag, diagnostics, || {
            format!("add `</{0}>`, end the tag with `/>`, or write `\\<{0}>` for text", tag.name)
        });
        let written = self.source.text.get(tag.span.start as usize..tag.span.end as usize);
        if let Some(written) = written.filter(|_| !self.flow && tag.attributes.is_empty()) {
            self.node(Node::text(written, tag.span));
        }
        children.into_iter().for_each(|child| self.node(child));
    }

    fn unclosed(&self, tag: &Tag, diagnostics: &mut Vec<Diagnostic>, hint: impl FnOnce() -> String) {
        push_limited(diagnostics, || {
            Diagnostic::error("unclosed-element", format!("`<{}>` is never closed", tag.name))
                .at(self.source, tag.span)
                .hint(hint())
        });
    }
}

/// A closing tag that closes nothing, behind an element of its name that is never closed: the two are one
/// problem, because a list item, a quote or a paragraph ends between them.
pub fn connect(diagnostics: &mut [Diagnostic]) {
    let name = |diagnostic: &Diagnostic| diagnostic.message.split_once('>').map(|(name, _)| name.to_owned());
    let mut open: Vec<(String, u32, usize)> = Vec::new();
    let mut order: Vec<usize> = (0..diagnostics.len()).collect();
    let place = |diagnostic: &Diagnostic| diagnostic.location.as_ref().map(|at| (at.line, at.column));
    order.sort_by_key(|index| diagnostics.get(*index).and_then(place));
    for index in order {
        let Some(diagnostic) = diagnostics.get(index) else { continue };
        let (Some(shown), Some((line, _))) = (name(diagnostic), place(diagnostic)) else { continue };
        match diagnostic.code {
            "unclosed-element" => open.push((shown.replace("`<", ""), line, index)),
            "stray-closing-tag" => {
                let closing = shown.replace("`</", "");
                let Some(at) = open.iter().rposition(|(name, _, _)| *name == closing) else { continue };
                let (name, opened, partner) = open.remove(at);
                let within = "an element ends in the list item, quote or paragraph in which it begins";
                if let Some(closing) = diagnostics.get_mut(index) {
                    closing.hint = Some(format!("`<{name}>` in line {opened} is not open here: {within}"));
                }
                if let Some(opening) = diagnostics.get_mut(partner) {
                    opening.hint =
                        Some(format!("the `</{name}>` in line {line} does not close it: {within}"));
                }
            }
            _ => {}
        }
    }
}

/// The source between two tags, for components whose content is text and not Markdown, unless it is one
/// expression (behaviour 8).
fn verbatim(open: &Tag, close: &Tag, source: &SourceText) -> Option<String> {
    let inside = || source.text.get(open.span.end as usize..close.span.start as usize);
    match open.name.as_str() {
        "Prompt" | "Latex" | "Mermaid" => inside().filter(|text| !is_expression(text.trim())).map(dedent),
        _ => None,
    }
}

/// True for text that is one pair of braces.
fn is_expression(text: &str) -> bool {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at > 0 && at + c.len_utf8() == text.len();
        }
    }
    false
}

/// Takes away the indentation that all lines share, and blank lines around them. What stands on the line of
/// the opening tag has none.
fn dedent(text: &str) -> String {
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let lines: Vec<&str> = text.lines().collect();
    let shared = lines.iter().skip(1).filter(|line| !line.trim().is_empty()).map(indent).min();
    let shared = shared.unwrap_or_default();
    let line = |(at, line): (usize, &&str)| {
        let cut = if at == 0 { indent(line) } else { shared.min(indent(line)) };
        line.get(cut..).unwrap_or_default().trim_end().to_owned()
    };
    let lines: Vec<String> = lines.iter().enumerate().map(line).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Blank text between block level elements means nothing.
fn unwrap_text(children: &mut Vec<Node>) {
    children.retain(|node| !is_blank(node));
}

/// Whether a node is text of nothing but blanks.
pub fn is_blank(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Text(text) if text.trim().is_empty())
}

/// A summary that begins the same paragraph as the text below it comes out of it: browsers take only a child of
/// `details` as its summary.
fn free_summary(children: &mut Vec<Node>) {
    let Some(paragraph) = children.first_mut().filter(|first| first.kind == NodeKind::Paragraph) else {
        return;
    };
    let Some(at) = paragraph.children.iter().position(|node| !is_blank(node)) else { return };
    let first = paragraph.children.get(at).and_then(Node::element);
    if first.is_none_or(|element| element.name != "summary") {
        return;
    }
    let summary = paragraph.children.remove(at);
    paragraph.children.drain(..at);
    if let Some(Node { kind: NodeKind::Text(text), .. }) = paragraph.children.first_mut() {
        *text = text.trim_start().to_owned();
    }
    children.insert(0, summary);
}
