//! Where a chunk of Markdown that is too long for the parser may be cut, and how its pieces become one again.
//!
//! Tags need no care: those of a paragraph are paired when all of its words are there. What the parser itself pairs
//! must not be cut: marks of emphasis, brackets, code.

use super::container::Container;
use super::{LONGEST_CHUNK, Line, Scanner, is_delimiter_row, is_drawn, is_heading_or_rule};
use crate::page::ast::{Node, NodeKind};
use crate::page::jsx::{self, Patience};
use crate::page::mask::{code_span_end, is_plain_markdown};
use crate::page::tree::Part;
use crate::text::Span;

/// A list or quote that goes on longer than this without a place to cut is cut where it stands.
pub(super) const LONGEST_CONTAINER: usize = 256 * 1024;
/// The same for a paragraph.
const LONGEST_PARAGRAPH: usize = 64 * 1024;
/// How far an end is looked for, bytes.
const REACH: usize = 4 * 1024;
/// Most marks that are followed at the same time: nobody closes more.
const MOST_OPEN: usize = 64;

impl Scanner<'_> {
    /// Whether what goes on from the line `first` may be cut at `end`, before `line`.
    pub(super) fn is_seam(
        &mut self,
        (first, end): (Line, usize),
        line: Line,
        container: Container,
        is_table: bool,
        openings: &mut Openings,
    ) -> bool {
        let content = self.content(line);
        let length = end - first.start;
        if container.is_some() {
            let begins_anew = || container.begins_anew(content, line.indent, &self.text[..end]);
            return length > LONGEST_CONTAINER || line.indent <= first.indent && begins_anew();
        }
        if is_table || is_heading_or_rule(self.text, end) {
            return true;
        }
        let is_plain = is_plain_markdown(self.source);
        let are_closed = openings.are_closed(self.text, end, is_plain, &mut self.patience);
        // What is drawn below a line makes a heading or a table of it, but of none with thousands of columns: the
        // parser's time grows with the cube of their number.
        let is_row = || length - self.text[first.start..end].rfind('\n').unwrap_or(0) < LONGEST_CHUNK;
        let is_drawn = is_drawn(content) || is_delimiter_row(content) && is_row();
        (are_closed || length > LONGEST_PARAGRAPH) && !is_drawn
    }
}

/// Follows what is open in a paragraph, from line to line.
pub(super) struct Openings {
    pos: usize,
    open: Vec<Opening>,
}

#[derive(PartialEq)]
enum Opening {
    Bracket,
    /// A run of marks of emphasis: which mark, and how many.
    Marks(u8, usize),
}

impl Openings {
    /// For a paragraph that begins at `start`.
    pub(super) fn new(start: usize) -> Self {
        Self { pos: start, open: Vec::new() }
    }

    /// Whether nothing is open at `end`, the end of a line.
    pub(super) fn are_closed(
        &mut self,
        text: &str,
        end: usize,
        is_plain: bool,
        patience: &mut Patience,
    ) -> bool {
        let text = &text[..text.floor_char_boundary(end + REACH)];
        let bytes = text.as_bytes();
        while self.pos < end {
            let pos = self.pos;
            let piece = match bytes[pos] {
                b'\\' => Some(pos + 2),
                b'`' => Some(code_span_end(bytes, pos)),
                b'<' => jsx::parse_tag(text, pos, patience).map(|tag| tag.span.end as usize),
                b'{' if !is_plain => jsx::expression_end(text, pos, patience),
                b'[' => {
                    self.begin(Opening::Bracket);
                    None
                }
                b']' => {
                    self.close(&Opening::Bracket);
                    None
                }
                b'*' | b'_' | b'~' => Some(self.marks(bytes, pos)),
                _ => None,
            };
            self.pos = piece.unwrap_or(pos + 1);
        }
        self.open.is_empty() && self.pos <= end
    }

    fn begin(&mut self, opening: Opening) {
        if self.open.len() < MOST_OPEN {
            self.open.push(opening);
        }
    }

    fn close(&mut self, opening: &Opening) -> bool {
        let partner = self.open.iter().rposition(|open| open == opening);
        self.open.truncate(partner.unwrap_or(self.open.len()));
        partner.is_some()
    }

    /// Reads a run of marks; one past it.
    fn marks(&mut self, bytes: &[u8], pos: usize) -> usize {
        let mark = bytes[pos];
        let length = bytes[pos..].iter().take_while(|byte| **byte == mark).count();
        let is_blank = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let is_letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
        let before = pos.checked_sub(1).and_then(|at| bytes.get(at));
        let after = bytes.get(pos + length);
        let is_text = mark == b'_' && is_letter(before) && is_letter(after);
        let marks = Opening::Marks(mark, length);
        let closes = !is_text && !is_blank(before) && self.close(&marks);
        if !closes && !is_text && !is_blank(after) {
            self.begin(marks);
        }
        pos + length
    }
}

/// The parts of a chunk that goes on from `last`, with what was cut made one.
pub(super) fn joined(last: Part, next: Vec<Part>) -> Vec<Part> {
    let mut next = next.into_iter();
    let mut parts = match next.next() {
        Some(first) => join(last, first),
        None => vec![last],
    };
    parts.extend(next);
    parts
}

fn join(last: Part, first: Part) -> Vec<Part> {
    match (words(last), words(first)) {
        (Ok((mut words, span)), Ok((more, to))) => {
            words.push(Part::Node(Node::text("\n", to)));
            words.extend(more);
            vec![Part::Paragraph(words, Span { start: span.start, end: to.end })]
        }
        (Err(Part::Node(mut last)), Err(Part::Node(first))) => match append(&mut last, first) {
            None => vec![Part::Node(last)],
            Some(first) => vec![Part::Node(last), Part::Node(first)],
        },
        (last, first) => [last, first].map(|part| part.map_or_else(|part| part, paragraph)).into(),
    }
}

/// The words of a paragraph and its place; anything else comes back.
fn words(part: Part) -> Result<(Vec<Part>, Span), Part> {
    match part {
        Part::Paragraph(words, span) => Ok((words, span)),
        Part::Node(node) if node.kind == NodeKind::Paragraph => {
            Ok((node.children.into_iter().map(Part::Node).collect(), node.span))
        }
        part => Err(part),
    }
}

fn paragraph((words, span): (Vec<Part>, Span)) -> Part {
    Part::Paragraph(words, span)
}

/// Adds what a block holds to the one before it; comes back where the two are no halves of one.
fn append(last: &mut Node, mut next: Node) -> Option<Node> {
    match (&mut last.kind, &next.kind) {
        (NodeKind::List { start, loose }, NodeKind::List { start: other, loose: more })
            if start.is_some() == other.is_some() =>
        {
            *loose |= more;
        }
        (NodeKind::Table { .. }, NodeKind::Table { .. }) => {}
        (NodeKind::BlockQuote, NodeKind::BlockQuote) => {
            // A list in it may be cut as well.
            if let Some(inner) = last.children.last_mut().filter(|inner| is_list(inner))
                && next.children.first().is_some_and(is_list)
            {
                let more = append(inner, next.children.remove(0));
                last.children.extend(more);
            }
        }
        _ => return Some(next),
    }
    last.span.end = next.span.end;
    last.children.append(&mut next.children);
    None
}

fn is_list(node: &Node) -> bool {
    matches!(node.kind, NodeKind::List { .. })
}
