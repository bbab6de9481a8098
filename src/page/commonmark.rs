//! The short cut for Markdown that holds nothing but CommonMark, tables and task lists.
//!
//! Most chunks of most pages have no JSX, no expression, no math and no bare address. Those go through
//! pulldown-cmark, which is many times faster than the parser in `markdown`; a test holds both against each
//! other. Whatever is not certain to come out the same is refused here, and nothing is lost but time.
//! The only module that names pulldown-cmark.

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use super::ast::{Align, Node, NodeKind};
use super::markdown::{Definitions, Labels, is_false_link};
use super::mask;
use crate::text::Span;

/// Parses a chunk; `None` when it has to go the long way.
pub fn parse_plain(chunk: &str, base: usize, definitions: &Definitions) -> Option<Vec<Node>> {
    if !is_plain(chunk) || (definitions.labels() == Labels::Some && chunk.contains('[')) {
        return None;
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut builder = Builder { base, open: Vec::new(), done: Vec::new() };
    for (event, range) in Parser::new_ext(chunk, options).into_offset_iter() {
        builder.event(event, Span::new(range.start, range.end))?;
    }
    // A destination that was none after all leaves its address in the text, a link its brackets, a table its lines: the
    // long way tells of them.
    let is_left =
        |text: &str| text.contains("://") || is_false_link(text) || text.contains('|') && text.contains("--");
    let left = builder.done.iter().any(|node| any_text(node, &is_left));
    (builder.open.is_empty() && !left).then_some(builder.done)
}

/// Whether both parsers read the chunk alike.
fn is_plain(chunk: &str) -> bool {
    // Syntax that only the other parser knows, or reads differently.
    if chunk.bytes().any(|byte| matches!(byte, b'<' | b'{' | b'$' | b'\t' | b'\r' | 0..=8)) {
        return false;
    }
    // Bare addresses become links; footnotes are not CommonMark.
    if chunk.contains("www.") || chunk.contains('@') || chunk.contains("[^") || has_bare_address(chunk) {
        return false;
    }
    if is_ragged_table(chunk) || mask::has_bold(chunk) {
        return false;
    }
    chunk.lines().all(|line| {
        let content = mask::strip_containers(line);
        let blanks = line.len() - line.trim_start_matches(' ').len();
        // Indented code does not exist here; deep lists are left to the slow way as well.
        blanks < 4
            && !content.starts_with(['~', '`', '='])
            && !content.starts_with("    ")
            && !marker_gap_is_wide(line)
            && !is_unlikely_marker(content)
    })
}

/// `http://…` that is not the destination of a link.
fn has_bare_address(chunk: &str) -> bool {
    chunk.match_indices("://").any(|(at, _)| {
        let scheme = chunk[..at].bytes().rev().take_while(u8::is_ascii_alphabetic).count();
        !chunk[..at - scheme].ends_with("](")
    })
}

/// A table with rows of unequal length: one parser fills and cuts them, the other keeps them.
fn is_ragged_table(chunk: &str) -> bool {
    if !chunk.contains('|') {
        return false;
    }
    let bars = |line: &str| {
        let line = line.trim();
        let inner = line.strip_prefix('|').unwrap_or(line);
        let inner = inner.strip_suffix('|').filter(|rest| !rest.ends_with('\\')).unwrap_or(inner);
        inner.replace("\\|", "").matches('|').count()
    };
    let mut counts = chunk.lines().filter(|line| line.contains('|')).map(bars);
    let first = counts.next();
    counts.any(|count| Some(count) != first)
}

fn any_text(node: &Node, test: &dyn Fn(&str) -> bool) -> bool {
    match &node.kind {
        NodeKind::Text(text) => test(text),
        _ => node.children.iter().any(|child| any_text(child, test)),
    }
}

/// Four and more blanks after a list marker begin indented code in CommonMark.
fn marker_gap_is_wide(line: &str) -> bool {
    let mut rest = line.trim_start();
    loop {
        let after = if let Some(after) = rest.strip_prefix('>') {
            after
        } else if let Some((_, after)) = mask::list_marker(rest) {
            &rest[after..]
        } else {
            return false;
        };
        if after.starts_with("   ") || after.trim().is_empty() {
            return true;
        }
        rest = after.trim_start();
    }
}

/// A line that might be a definition (`[a]: b`) or an underline of a heading.
fn is_unlikely_marker(content: &str) -> bool {
    (content.starts_with('[') && content.contains("]:"))
        || (content.starts_with('-') && content.trim_end().bytes().all(|byte| byte == b'-'))
}

struct Builder {
    base: usize,
    open: Vec<(Frame, Span, Vec<Node>)>,
    done: Vec<Node>,
}

/// An element whose end has not come yet.
enum Frame {
    Paragraph,
    Heading(u8),
    BlockQuote,
    List { start: Option<u32> },
    Item { checked: Option<bool> },
    Table(Vec<Align>),
    Row { header: bool },
    Cell,
    Emphasis,
    Strong,
    Strikethrough,
    Link { url: String, title: Option<String> },
    Image { url: String, title: Option<String> },
    Code,
}

impl Builder {
    fn event(&mut self, event: Event<'_>, span: Span) -> Option<()> {
        let span = span.shifted(self.base);
        match event {
            Event::Start(tag) => self.start(tag, span)?,
            Event::End(end) => self.end(end, span)?,
            Event::Text(text) => self.text(&text, span),
            Event::Code(code) => self.push(Node::leaf(NodeKind::InlineCode(code.into_string()), span)),
            Event::SoftBreak => self.text("\n", span),
            Event::HardBreak => self.push(Node::leaf(NodeKind::LineBreak, span)),
            Event::Rule => self.push(Node::leaf(NodeKind::ThematicBreak, span)),
            Event::TaskListMarker(done) => {
                for (frame, _, _) in self.open.iter_mut().rev() {
                    if let Frame::Item { checked } = frame {
                        *checked = Some(done);
                        break;
                    }
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn start(&mut self, tag: Tag<'_>, span: Span) -> Option<()> {
        let frame = match tag {
            Tag::Paragraph => Frame::Paragraph,
            Tag::Heading { level, .. } => Frame::Heading(heading_level(level)),
            Tag::BlockQuote(_) => Frame::BlockQuote,
            Tag::List(start) => {
                let start = match start {
                    Some(number) => Some(u32::try_from(number).ok()?),
                    None => None,
                };
                Frame::List { start }
            }
            Tag::Item => Frame::Item { checked: None },
            Tag::Table(align) => Frame::Table(align.into_iter().map(convert_align).collect()),
            Tag::TableHead => Frame::Row { header: true },
            Tag::TableRow => Frame::Row { header: false },
            Tag::TableCell => Frame::Cell,
            Tag::Emphasis => Frame::Emphasis,
            Tag::Strong => Frame::Strong,
            Tag::Strikethrough => Frame::Strikethrough,
            Tag::Link { link_type: LinkType::Inline, dest_url, title, .. } => {
                Frame::Link { url: dest_url.into_string(), title: optional(title.into_string()) }
            }
            Tag::Image { link_type: LinkType::Inline, dest_url, title, .. } => {
                Frame::Image { url: dest_url.into_string(), title: optional(title.into_string()) }
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(_)) => Frame::Code,
            _ => return None,
        };
        // Code in containers and anything that is not listed goes the long way.
        if matches!(frame, Frame::Code) {
            return None;
        }
        self.open.push((frame, span, Vec::new()));
        Some(())
    }

    fn end(&mut self, end: TagEnd, _: Span) -> Option<()> {
        let (frame, span, mut children) = self.open.pop()?;
        let kind = match frame {
            Frame::Paragraph => {
                trim_end(&mut children);
                NodeKind::Paragraph
            }
            Frame::Heading(level) => NodeKind::Heading { level, id: None },
            Frame::BlockQuote => NodeKind::BlockQuote,
            Frame::List { start } => {
                let loose = children.iter().any(|item| {
                    item.children
                        .iter()
                        .any(|child| child.kind == NodeKind::Paragraph && child.span != item.span)
                        && is_loose(item)
                });
                children.iter_mut().for_each(wrap_item);
                NodeKind::List { start, loose }
            }
            Frame::Item { checked } => NodeKind::ListItem { checked },
            Frame::Table(align) => NodeKind::Table { align },
            Frame::Row { header } => NodeKind::TableRow { header },
            Frame::Cell => NodeKind::TableCell,
            Frame::Emphasis => NodeKind::Emphasis,
            Frame::Strong => NodeKind::Strong,
            Frame::Strikethrough => NodeKind::Strikethrough,
            Frame::Link { url, title } => NodeKind::Link { url, title },
            Frame::Image { url, title } => {
                let alt = children.iter().map(Node::plain_text).collect();
                children.clear();
                NodeKind::Image { url, title, alt }
            }
            Frame::Code => return None,
        };
        let _ = end;
        self.push(Node::new(kind, span, children));
        Some(())
    }

    /// Adds text, joined to the text before it: the other parser gives one node for a run of text.
    fn text(&mut self, text: &str, span: Span) {
        let siblings = match self.open.last_mut() {
            Some((_, _, children)) => children,
            None => &mut self.done,
        };
        if let Some(Node { kind: NodeKind::Text(before), span: before_span, .. }) = siblings.last_mut() {
            before.push_str(text);
            before_span.end = span.end;
            return;
        }
        siblings.push(Node::text(text, span));
    }

    fn push(&mut self, node: Node) {
        match self.open.last_mut() {
            Some((_, _, children)) => children.push(node),
            None => self.done.push(node),
        }
    }
}

/// pulldown-cmark leaves out the paragraphs of tight items; a loose item has them.
fn is_loose(item: &Node) -> bool {
    item.children.iter().any(|child| child.kind == NodeKind::Paragraph)
}

/// Gives the words of a tight item the paragraph that the other parser gives them.
fn wrap_item(item: &mut Node) {
    let mut wrapped: Vec<Node> = Vec::new();
    let mut words: Vec<Node> = Vec::new();
    let flush = |words: &mut Vec<Node>, wrapped: &mut Vec<Node>| {
        if let (Some(first), Some(last)) = (words.first(), words.last()) {
            let span = Span { start: first.span.start, end: last.span.end };
            let mut children = std::mem::take(words);
            trim_end(&mut children);
            wrapped.push(Node::new(NodeKind::Paragraph, span, children));
        }
    };
    for child in item.children.drain(..) {
        if is_inline(&child.kind) {
            words.push(child);
        } else {
            flush(&mut words, &mut wrapped);
            wrapped.push(child);
        }
    }
    flush(&mut words, &mut wrapped);
    item.children = wrapped;
}

fn is_inline(kind: &NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Text(_)
            | NodeKind::InlineCode(_)
            | NodeKind::LineBreak
            | NodeKind::Emphasis
            | NodeKind::Strong
            | NodeKind::Strikethrough
            | NodeKind::Link { .. }
            | NodeKind::Image { .. }
    )
}

fn trim_end(children: &mut [Node]) {
    if let Some(Node { kind: NodeKind::Text(text), .. }) = children.last_mut() {
        text.truncate(text.trim_end_matches([' ', '\n']).len());
    }
}

fn optional(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

fn heading_level(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn convert_align(align: Alignment) -> Align {
    match align {
        Alignment::None => Align::None,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}
