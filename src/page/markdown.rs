//! The fence around the `markdown` crate: one chunk of Markdown in, our nodes out.
//!
//! The crate is given chunks without JSX (see `mask`), one at a time, inside [`panics::catch`]: what it
//! cannot read costs that chunk and is a diagnostic. No other module names the crate.

use markdown::mdast;
use markdown::{Constructs, ParseOptions};

use super::ast::{Align, Attribute, AttributeValue, Element, Node, NodeKind, Value};
use super::commonmark;
use super::jsx::Patience;
use super::mask::{self, Masked, Piece, unmask};
use super::tree::{Part, TreeBuilder};
use crate::diagnostic::{Diagnostic, push_limited};
use crate::panics;
use crate::text::{SourceText, Span};

mod beginnings;
mod definitions;
mod nesting;
mod problems;

pub use definitions::{Definitions, Labels, LinkDefinition};
pub use problems::{is_false_link, unclosed_code_block};

use beginnings::Beginnings;
use nesting::nesting;

/// Deepest nesting of quotes and lists that is read.
const MAX_NESTING: usize = 60;

/// Parses the chunk `span` of `source` into parts of the block level: nodes, and tags whose partner may
/// stand in another chunk.
///
/// `delimiters` is the delimiter row of a long table that began in an earlier chunk: the chunk holds more of
/// its rows.
pub fn parse_chunk(
    source: &SourceText,
    span: Span,
    delimiters: Option<Span>,
    definitions: &Definitions,
    patience: &mut Patience,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Part> {
    let chunk = &source.text[span.start as usize..span.end as usize];
    if nesting(chunk) > MAX_NESTING {
        push_limited(diagnostics, || {
            Diagnostic::error("nesting-too-deep", "this block nests quotes or lists too deeply to be read")
                .at(source, Span::new(span.start as usize, span.start as usize + 1))
                .hint(format!("use at most {MAX_NESTING} levels"))
        });
        return vec![Part::Node(Node::leaf(NodeKind::Broken(chunk.to_owned()), span))];
    }
    // Directives in lists are tags.
    let has_directives = source.has_admonitions() && chunk.contains(":::");
    if delimiters.is_none()
        && !has_directives
        && (!mask::is_flooded(chunk) || mask::floods_with_links(chunk))
        && let Some(nodes) = commonmark::parse_plain(chunk, span.start as usize, definitions)
    {
        return nodes.into_iter().map(Part::Node).collect();
    }
    parse_masked(source, span, delimiters, definitions, patience, diagnostics)
}

/// Parses a chunk the long way, whatever it holds; paragraphs are whole.
pub fn parse_any(
    source: &SourceText,
    span: Span,
    definitions: &Definitions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Node> {
    let mut patience = Patience::new(source.text.len());
    let mut builder = TreeBuilder::blocks(source);
    for part in parse_masked(source, span, None, definitions, &mut patience, diagnostics) {
        builder.push(part, diagnostics);
    }
    builder.finish(diagnostics)
}

fn parse_masked(
    source: &SourceText,
    span: Span,
    delimiters: Option<Span>,
    definitions: &Definitions,
    patience: &mut Patience,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Part> {
    let chunk = &source.text[span.start as usize..span.end as usize];
    let masked = mask::mask(source, span, definitions, patience, diagnostics);
    let mut text = delimiters
        .map(|row| table_head(&source.text[row.start as usize..row.end as usize]))
        .unwrap_or_default();
    let shift = text.len();
    let (beginnings, replaced) = Beginnings::replaced(&masked.text, delimiters.is_some());
    text.push_str(&replaced);
    definitions::draw_rules(&mut text);
    text.push_str(&definitions.appendix(chunk));
    let parsed = panics::catch(|| markdown::to_mdast(&text, &options()));
    let problem = match parsed {
        Ok(Ok(mdast::Node::Root(root))) => {
            let masked = &masked;
            let mut converter =
                Converter { source, span, shift, beginnings, masked, definitions, diagnostics };
            return converter.blocks(root.children);
        }
        Ok(Ok(_)) => "unexpected result of the parser".to_owned(),
        Ok(Err(message)) => message.reason,
        Err(_) => "the Markdown parser gave up on it".to_owned(),
    };
    push_limited(diagnostics, || {
        Diagnostic::error("unreadable-markdown", format!("this block could not be read: {problem}"))
            .at(source, span)
    });
    vec![Part::Node(Node::leaf(NodeKind::Broken(chunk.to_owned()), span))]
}

fn options() -> ParseOptions {
    ParseOptions {
        constructs: Constructs {
            autolink: false,
            code_indented: false,
            html_flow: false,
            html_text: false,
            math_flow: true,
            math_text: false,
            mdx_expression_flow: true,
            mdx_expression_text: true,
            ..Constructs::gfm()
        },
        gfm_strikethrough_single_tilde: true,
        ..ParseOptions::gfm()
    }
}

/// A header row that stands for the real one, and the delimiter row below it.
fn table_head(delimiters: &str) -> String {
    let row = delimiters.trim();
    let cells = row.trim_start_matches('|').trim_end_matches('|').split('|').count();
    format!("|{}\n{row}\n", "x|".repeat(cells))
}

/// A row that ends early has empty cells up to the last column (GFM 4.10).
fn fill_up(row: &mut Node, columns: usize) {
    let end = Span::new(row.span.end as usize, row.span.end as usize);
    let missing = columns.saturating_sub(row.children.len());
    row.children.extend((0..missing).map(|_| Node::leaf(NodeKind::TableCell, end)));
}

struct Converter<'a> {
    source: &'a SourceText,
    span: Span,
    /// Length of what was put in front of the chunk.
    shift: usize,
    beginnings: Beginnings,
    masked: &'a Masked,
    definitions: &'a Definitions,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Converter<'_> {
    fn offset(&self, node: &mdast::Node) -> usize {
        node.position().map_or(0, |position| self.restored(position.start.offset))
    }

    /// The place in the masked chunk of one in the text that was parsed.
    fn restored(&self, offset: usize) -> usize {
        self.beginnings.restored(offset.saturating_sub(self.shift))
    }

    fn node_span(&self, node: &mdast::Node) -> Span {
        let base = self.span.start as usize;
        node.position().map_or(self.span, |position| {
            let at = |offset: usize| base + self.restored(offset).min(self.masked.text.len());
            Span::new(at(position.start.offset), at(position.end.offset))
        })
    }

    /// Block level children as parts; definitions that were only appended are dropped.
    fn blocks(&mut self, children: Vec<mdast::Node>) -> Vec<Part> {
        let mut parts = Vec::new();
        for child in children {
            if self.offset(&child) >= self.masked.text.len() && !self.masked.text.is_empty() {
                continue;
            }
            self.block(child, &mut parts);
        }
        parts
    }

    /// Block level children of a container inside the chunk, with their tags paired.
    fn nested(&mut self, children: Vec<mdast::Node>) -> Vec<Node> {
        let mut builder = TreeBuilder::new(self.source);
        for part in self.blocks(children) {
            builder.push(part, self.diagnostics);
        }
        builder.finish(self.diagnostics)
    }

    fn block(&mut self, node: mdast::Node, parts: &mut Vec<Part>) {
        let span = self.node_span(&node);
        let offset = self.offset(&node);
        let kind_and_children = match node {
            mdast::Node::Paragraph(paragraph) => {
                problems::check_false_table(self.source, span, self.diagnostics);
                return parts.push(Part::Paragraph(self.inline(paragraph.children), span));
            }
            mdast::Node::Heading(heading) => {
                let id = self
                    .masked
                    .heading_ids
                    .iter()
                    .find(|(at, _)| *at == offset || (offset < *at && *at < offset + 4))
                    .map(|(_, id)| id.clone());
                let children = self.inline_nodes(heading.children);
                (NodeKind::Heading { level: heading.depth, id }, children)
            }
            mdast::Node::ThematicBreak(_) => (NodeKind::ThematicBreak, Vec::new()),
            mdast::Node::Blockquote(quote) => (NodeKind::BlockQuote, self.nested(quote.children)),
            mdast::Node::List(list) => {
                let loose = list.spread
                    || list
                        .children
                        .iter()
                        .any(|item| matches!(item, mdast::Node::ListItem(item) if item.spread));
                let start = list.ordered.then(|| list.start.unwrap_or(1));
                let items = list
                    .children
                    .into_iter()
                    .map(|item| {
                        let span = self.node_span(&item);
                        let (checked, children) = match item {
                            mdast::Node::ListItem(item) => (item.checked, self.nested(item.children)),
                            other => (None, self.nested(vec![other])),
                        };
                        Node::new(NodeKind::ListItem { checked }, span, children)
                    })
                    .collect();
                (NodeKind::List { start, loose }, items)
            }
            mdast::Node::Code(code) => {
                problems::check_fence(self.source, span, self.diagnostics);
                let kind = NodeKind::CodeBlock {
                    lang: code.lang.map(|lang| unmask(&lang)),
                    meta: code.meta.map(|meta| unmask(&meta)).unwrap_or_default(),
                    code: unmask(&code.value),
                };
                (kind, Vec::new())
            }
            mdast::Node::Math(math) => (NodeKind::MathBlock(unmask(&math.value)), Vec::new()),
            mdast::Node::FootnoteDefinition(definition) => {
                let label = definition.label.unwrap_or(definition.identifier);
                (NodeKind::FootnoteDefinition { label }, self.nested(definition.children))
            }
            mdast::Node::Table(table) => {
                let align = table.align.iter().map(convert_align).collect();
                let rows = table.children.into_iter().enumerate();
                // The header of a continued table only stands for the real one.
                let rows = rows.skip(usize::from(self.shift > 0));
                let mut rows: Vec<Node> = rows.map(|(index, row)| self.row(row, index == 0)).collect();
                problems::check_rows(self.source, table.align.len(), &rows, self.diagnostics);
                rows.iter_mut().for_each(|row| fill_up(row, table.align.len()));
                (NodeKind::Table { align }, rows)
            }
            mdast::Node::Definition(_) => return,
            mdast::Node::MdxFlowExpression(_) => {
                match self.placeholder(offset, span) {
                    // Math and addresses are words of a paragraph, also when they stand alone.
                    Some(Part::Node(node)) if !matches!(node.kind, NodeKind::Expression(_)) => {
                        parts.push(Part::Paragraph(vec![Part::Node(node)], span));
                    }
                    part => parts.extend(part),
                }
                return;
            }
            inline => {
                return parts.push(Part::Paragraph(self.inline(vec![inline]), span));
            }
        };
        let (kind, children) = kind_and_children;
        parts.push(Part::Node(Node::new(kind, span, children)));
    }

    fn row(&mut self, row: mdast::Node, header: bool) -> Node {
        let span = self.node_span(&row);
        let cells = match row {
            mdast::Node::TableRow(row) => row.children,
            other => vec![other],
        };
        let cells = cells
            .into_iter()
            .map(|cell| {
                let span = self.node_span(&cell);
                let children = match cell {
                    mdast::Node::TableCell(cell) => cell.children,
                    other => vec![other],
                };
                let children = self.inline_nodes(children);
                Node::new(NodeKind::TableCell, span, children)
            })
            .collect();
        Node::new(NodeKind::TableRow { header }, span, cells)
    }

    /// Inline content where tags must pair among themselves.
    fn inline_nodes(&mut self, children: Vec<mdast::Node>) -> Vec<Node> {
        let mut builder = TreeBuilder::new(self.source);
        for part in self.inline(children) {
            builder.push(part, self.diagnostics);
        }
        builder.finish(self.diagnostics)
    }

    fn inline(&mut self, children: Vec<mdast::Node>) -> Vec<Part> {
        let mut parts = Vec::with_capacity(children.len());
        for child in children {
            self.inline_one(child, &mut parts);
        }
        parts
    }

    fn inline_one(&mut self, node: mdast::Node, parts: &mut Vec<Part>) {
        let mut span = self.node_span(&node);
        let offset = self.offset(&node);
        let (kind, children) = match node {
            mdast::Node::Text(text) => {
                let mut value = unmask(&text.value);
                // What keeps an address and a tag behind it apart belongs to neither.
                if self.masked.is_guard((span.end - self.span.start) as usize) && value.ends_with('<') {
                    value.pop();
                    span.end -= 1;
                }
                if value.is_empty() {
                    return;
                }
                if value.contains("](") {
                    problems::check_false_links(self.source, span, self.diagnostics);
                }
                (NodeKind::Text(value), Vec::new())
            }
            mdast::Node::Emphasis(node) => (NodeKind::Emphasis, self.inline_children(node.children)),
            mdast::Node::Strong(node) => (NodeKind::Strong, self.inline_children(node.children)),
            mdast::Node::Delete(node) => (NodeKind::Strikethrough, self.inline_children(node.children)),
            mdast::Node::InlineCode(code) => (NodeKind::InlineCode(unmask(&code.value)), Vec::new()),
            mdast::Node::Break(_) => (NodeKind::LineBreak, Vec::new()),
            mdast::Node::Link(link) => {
                let url = unmask(&link.url);
                let title = link.title.map(|title| unmask(&title));
                (NodeKind::Link { url, title }, self.inline_children(link.children))
            }
            mdast::Node::Image(image) => {
                let title = image.title.map(|title| unmask(&title));
                (NodeKind::Image { url: unmask(&image.url), title, alt: unmask(&image.alt) }, Vec::new())
            }
            mdast::Node::FootnoteReference(reference) => {
                let label = reference.label.unwrap_or(reference.identifier);
                (NodeKind::FootnoteReference { label }, Vec::new())
            }
            mdast::Node::MdxTextExpression(_) | mdast::Node::MdxFlowExpression(_) => {
                parts.extend(self.placeholder(offset, span));
                return;
            }
            // The crate reports a reference only where its definition is known.
            mdast::Node::LinkReference(reference) => {
                let (url, title) = self.definition(&reference.identifier);
                (NodeKind::Link { url, title }, self.inline_children(reference.children))
            }
            mdast::Node::ImageReference(reference) => {
                let (url, title) = self.definition(&reference.identifier);
                (NodeKind::Image { url, title, alt: unmask(&reference.alt) }, Vec::new())
            }
            _ => return,
        };
        parts.push(Part::Node(Node::new(kind, span, children)));
    }

    fn inline_children(&mut self, children: Vec<mdast::Node>) -> Vec<Node> {
        let mut builder = TreeBuilder::new(self.source);
        for part in self.inline(children) {
            builder.push(part, self.diagnostics);
        }
        builder.finish(self.diagnostics)
    }

    fn definition(&self, identifier: &str) -> (String, Option<String>) {
        let known = self
            .definitions
            .by_identifier
            .get(identifier)
            .and_then(|index| self.definitions.links.get(*index));
        known.map_or((String::new(), None), |link| (link.url.clone(), link.title.clone()))
    }

    fn placeholder(&mut self, offset: usize, span: Span) -> Option<Part> {
        let (_, piece_span, piece) = self.masked.piece_at(offset)?;
        let span = if piece_span.end > piece_span.start { *piece_span } else { span };
        Some(match piece {
            Piece::Tag(tag) => Part::Tag(tag.clone()),
            Piece::Expression(source) => Part::Node(Node::leaf(NodeKind::Expression(source.clone()), span)),
            Piece::Math(tex) => Part::Node(Node::leaf(NodeKind::InlineMath(tex.clone()), span)),
            Piece::Sign(sign) => Part::Node(Node::text(sign.to_string(), span)),
            Piece::Comment => return None,
            Piece::Autolink(url) => {
                let target = if url.contains(':') { url.clone() } else { format!("mailto:{url}") };
                let text = Node::text(url.clone(), span);
                Part::Node(Node::new(NodeKind::Link { url: target, title: None }, span, vec![text]))
            }
        })
    }
}

/// Reads one definition; `None` when the text is anything else or more.
pub fn parse_definition(line: &str) -> Option<LinkDefinition> {
    let parsed = panics::catch(|| markdown::to_mdast(line, &options())).ok()?.ok()?;
    match parsed.children()?.as_slice() {
        [mdast::Node::Definition(definition)] => Some(LinkDefinition {
            line: line.to_owned(),
            identifier: definition.identifier.clone(),
            url: definition.url.clone(),
            title: definition.title.clone(),
        }),
        _ => None,
    }
}

fn convert_align(align: &mdast::AlignKind) -> Align {
    match align {
        mdast::AlignKind::Left => Align::Left,
        mdast::AlignKind::Right => Align::Right,
        mdast::AlignKind::Center => Align::Center,
        mdast::AlignKind::None => Align::None,
    }
}

/// An element node of a tag with its children.
pub fn element_node(tag: &super::jsx::Tag, span: Span, flow: bool, children: Vec<Node>) -> Node {
    if tag.name.is_empty() {
        return Node::new(NodeKind::Fragment, span, children);
    }
    let element = Element {
        name: tag.name.clone().into(),
        attributes: tag.attributes.clone(),
        flow,
        id: None,
        drawn: false,
    };
    Node::new(NodeKind::Element(element), span, children)
}

/// An attribute with a plain text value, for nodes that are made rather than read.
pub fn text_attribute(name: &str, value: impl Into<String>) -> Attribute {
    Attribute {
        name: name.to_owned().into(),
        value: AttributeValue::Value(Value::String(value.into())),
        span: Span::default(),
    }
}
