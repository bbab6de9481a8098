//! Cuts a page into blocks and parses each alone.
//!
//! Lines are read top-down. Fences, display math, tags and expressions on lines of their own, `import`
//! and `export` are recognised here; everything else is a chunk of Markdown that ends where its
//! paragraph, list or quote ends. So the slow parser sees small texts, a bad block fails alone, and the
//! cost of a page grows with its length.

use super::admonition::{self, Directives};
use super::ast::{Node, NodeKind};
use super::expression;
use super::jsx::broken::{BrokenTag, read_broken};
use super::jsx::{self, Patience, Tag};
use super::markdown;
use super::mask::{self, code_span_end, is_heading, opening_fence};
use super::punctuation::smarten;
use super::tree::{Part, TreeBuilder, connect};
use crate::diagnostic::conflict::{Conflict, conflicts};
use crate::diagnostic::{Diagnostic, push_limited};
use crate::text::bytes::first;
use crate::text::{SourceText, Span};

mod container;
mod definitions;
mod seam;
mod statements;

use container::{Container, container_fence};
use definitions::definitions;
use seam::Openings;

/// Longest chunk of Markdown given to the parser as one. A longer table, list, quote or paragraph is cut at
/// a line end and put together again.
const LONGEST_CHUNK: usize = 16 * 1024;
/// The blocks of a page.
#[derive(Debug, Default)]
pub struct Blocks {
    /// Document order; elements hold their children.
    pub nodes: Vec<Node>,
    /// `import` and `export` statements, as they stand.
    pub modules: Vec<Span>,
}

/// Parses the part `span` of a source.
pub fn parse_blocks(source: &SourceText, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Blocks {
    let directives = Directives::of(source, span);
    let mut scanner = Scanner {
        source,
        text: &source.text[..span.end as usize],
        pos: span.start as usize,
        events: Vec::new(),
        module_allowed: true,
        patience: Patience::new(span.end as usize - span.start as usize),
        statement_patience: Patience::new(span.end as usize - span.start as usize),
        comments_open: false,
        math_open: false,
        join: Join::New,
        directives: directives.tags(),
        conflicts: conflicts(&source.text[..span.end as usize]),
    };
    scanner.run(diagnostics);
    directives.problems(diagnostics);
    let Scanner { events, mut patience, .. } = scanner;
    let definitions = definitions(source, &events);
    let mut builder = TreeBuilder::blocks(source);
    let mut modules = Vec::new();
    let mut cut = None;
    let mut events = events.into_iter().peekable();
    while let Some(event) = events.next() {
        match event {
            Event::Part(part) => builder.push(part, diagnostics),
            Event::Module(span) => modules.push(span),
            Event::Markdown(span, join) => {
                let rows = if let Join::Rows(delimiters) = join { Some(delimiters) } else { None };
                let mut parts =
                    markdown::parse_chunk(source, span, rows, &definitions, &mut patience, diagnostics);
                if let Some(last) = cut.take() {
                    parts = seam::joined(last, parts);
                }
                if matches!(events.peek(), Some(Event::Markdown(_, join)) if *join != Join::New) {
                    cut = parts.pop();
                }
                parts.into_iter().for_each(|part| builder.push(part, diagnostics));
            }
        }
    }
    let mut nodes = builder.finish(diagnostics);
    connect(diagnostics);
    admonition::callouts_of_quotes(&mut nodes, source);
    smarten(&mut nodes);
    Blocks { nodes, modules }
}

enum Event {
    Part(Part),
    Module(Span),
    Markdown(Span, Join),
}

/// How a chunk goes on from the one before it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Join {
    /// It begins something new.
    New,
    /// It holds the next lines of what was cut.
    Continued,
    /// It holds more rows of a table whose delimiter row stands here.
    Rows(Span),
}

/// Whether a line is a rule, the underline of a heading, or blank.
fn is_drawn(line: &str) -> bool {
    line.chars().all(|c| matches!(c, '-' | '=' | '*' | '_' | ' ' | '\t'))
}

struct Scanner<'a> {
    source: &'a SourceText,
    /// The whole file up to the end of the scanned part: offsets are the file's.
    text: &'a str,
    pos: usize,
    events: Vec<Event>,
    /// `import`/`export` start a block of their own only after a blank line or another block.
    module_allowed: bool,
    patience: Patience,
    /// For statements alone: one that never ends may not cost the page its long tags.
    statement_patience: Patience,
    /// No comment ends from here on.
    comments_open: bool,
    /// No formula ends from here on.
    math_open: bool,
    /// How the chunk that begins at `pos` goes on.
    join: Join,
    /// The lines that are directives, in their order.
    directives: Vec<Tag>,
    /// Marks of merges, which stand on lines of their own.
    conflicts: Vec<Conflict>,
}

/// One line: its bounds and where its content begins.
#[derive(Clone, Copy)]
struct Line {
    start: usize,
    /// Without the line break.
    end: usize,
    /// One past the line break.
    next: usize,
    content: usize,
    /// Columns before the content; a tab goes to the next multiple of four.
    indent: usize,
}

impl<'a> Scanner<'a> {
    fn run(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        while self.pos < self.text.len() {
            let line = self.line(self.pos);
            if line.content == line.end {
                self.pos = line.next;
                self.module_allowed = true;
                self.join = Join::New;
                continue;
            }
            if self.conflict(line, diagnostics) {
                continue;
            }
            if self.join != Join::New {
                self.markdown(line);
                continue;
            }
            let took = self.module(line, diagnostics)
                || self.fence(line, diagnostics)
                || self.math(line, diagnostics)
                || self.comment(line, diagnostics)
                || self.broken_code(line, diagnostics)
                || self.directive(line)
                || self.tags(line, diagnostics);
            if !took {
                self.markdown(line);
            }
        }
    }

    fn line(&self, start: usize) -> Line {
        let bytes = self.text.as_bytes();
        let end = first(b'\n', &bytes[start..]).map_or(bytes.len(), |at| start + at);
        let mut content = start;
        let mut indent = 0;
        while content < end {
            match bytes[content] {
                b' ' => indent += 1,
                b'\t' => indent += 4 - indent % 4,
                b'\r' => {}
                _ => break,
            }
            content += 1;
        }
        Line { start, end, next: (end + 1).min(bytes.len()), content, indent }
    }

    /// A line that a merge has left; what stands between such lines is read as it is.
    fn conflict(&mut self, line: Line, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let Some(conflict) = Conflict::at(&mut self.conflicts, line.start) else { return false };
        if let Some(problem) = conflict.problem_once(self.source) {
            push_limited(diagnostics, || problem);
        }
        self.pos = line.next;
        self.module_allowed = true;
        self.join = Join::New;
        true
    }

    fn content(&self, line: Line) -> &'a str {
        &self.text[line.content..line.end]
    }

    fn fence(&mut self, line: Line, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let Some((mark, length)) = opening_fence(self.content(line)) else { return false };
        let info = self.content(line)[length..].trim();
        let (lang, meta) = match info.split_once(char::is_whitespace) {
            Some((lang, meta)) => (lang, meta.trim()),
            None => (info, ""),
        };
        let mut code = String::new();
        let mut pos = line.next;
        let mut end = self.text.len();
        let mut first = true;
        let mut closed = false;
        while pos < self.text.len() {
            let inner = self.line(pos);
            let body = self.text[inner.content..inner.end].trim_end();
            if body.len() >= length && body.bytes().all(|byte| byte == mark) {
                end = inner.next;
                closed = true;
                break;
            }
            if !std::mem::take(&mut first) {
                code.push('\n');
            }
            code.push_str(strip_indent(&self.text[inner.start..inner.end], line.indent));
            pos = inner.next;
            if inner.end == self.text.len() {
                break;
            }
        }
        if !closed {
            let opening = Span::new(line.content, line.end);
            push_limited(diagnostics, || markdown::unclosed_code_block(self.source, opening));
        }
        let lang = (!lang.is_empty()).then(|| unescape_info(lang));
        let kind = NodeKind::CodeBlock { lang, meta: unescape_info(meta), code };
        self.push_node(Node::leaf(kind, Span::new(line.content, end)), end);
        true
    }

    /// `$$` on a line of its own, up to the next one.
    fn math(&mut self, line: Line, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let content = self.content(line).trim_end();
        let length = content.bytes().take_while(|byte| *byte == b'$').count();
        if length < 2 || content.len() != length || self.math_open {
            return false;
        }
        let mut pos = line.next;
        while pos < self.text.len() {
            let inner = self.line(pos);
            let body = self.text[inner.content..inner.end].trim_end();
            if body.len() >= length && body.bytes().all(|byte| byte == b'$') {
                let tex = self.text[line.next..inner.start].trim().to_owned();
                self.push_node(
                    Node::leaf(NodeKind::MathBlock(tex), Span::new(line.content, inner.end)),
                    inner.next,
                );
                return true;
            }
            pos = inner.next;
            if inner.end == self.text.len() {
                break;
            }
        }
        self.math_open = true;
        push_limited(diagnostics, || {
            Diagnostic::warning(
                "unclosed-formula",
                "the formula is never closed, so its `$$` is shown as text",
            )
            .at(self.source, Span::new(line.content, line.content + length))
            .hint("add a line `$$` after it, or write `\\$\\$`")
        });
        false
    }

    fn comment(&mut self, line: Line, diagnostics: &mut Vec<Diagnostic>) -> bool {
        if self.comments_open || !self.content(line).starts_with("<!--") {
            return false;
        }
        let Some(close) = self.text[line.content..].find("-->").map(|at| line.content + at + 3) else {
            self.comments_open = true;
            return false;
        };
        let rest = self.line(close);
        if rest.content != rest.end {
            return false;
        }
        mask::html_comment(self.source, Span::new(line.content, close), diagnostics);
        self.pos = rest.next;
        self.module_allowed = true;
        true
    }

    /// `:::note`, or the `:::` that closes it.
    fn directive(&mut self, line: Line) -> bool {
        let Some(tag) = admonition::directive_at(&self.directives, line.content) else { return false };
        self.events.push(Event::Part(Part::Tag(tag.clone())));
        self.pos = line.next;
        self.module_allowed = true;
        true
    }

    /// Tags and expressions that fill their lines.
    fn tags(&mut self, line: Line, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let Some((parts, broken, next)) = self.tag_line(line) else { return false };
        for problem in broken {
            push_limited(diagnostics, || mask::broken_tag(self.source, problem, 0));
        }
        for mut part in parts {
            if let Part::Tag(tag) = &mut part {
                mask::complete_void(tag, self.source, diagnostics);
            }
            self.events.push(Event::Part(part));
        }
        self.pos = next;
        self.module_allowed = true;
        true
    }

    /// Reads a line that holds nothing but tags and expressions: its parts, which of them are broken, and the
    /// next line's start.
    fn tag_line(&mut self, line: Line) -> Option<(Vec<Part>, Vec<BrokenTag>, usize)> {
        // Outside MDX nothing in braces counts but a comment.
        let is_plain = mask::is_plain_markdown(self.source);
        let starts: &[&str] = if is_plain { &["<", "{/*", "{ /*"] } else { &["<", "{"] };
        if !starts.iter().any(|start| self.text[line.content..].starts_with(start)) {
            return None;
        }
        let mut parts = Vec::new();
        let mut broken = Vec::new();
        let mut pos = line.content;
        loop {
            // Not a whole line at a time: a long one may hold very many tags.
            let bytes = self.text.as_bytes();
            pos += bytes[pos..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
            match bytes.get(pos).copied() {
                None => return Some((parts, broken, pos)),
                Some(b'\n') => return Some((parts, broken, pos + 1)),
                _ => {}
            }
            match bytes[pos] {
                b'<' => {
                    let tag = jsx::parse_tag(self.text, pos, &mut self.patience).or_else(|| {
                        let problem = read_broken(self.text, pos, &mut self.patience)?;
                        let tag = problem.tag.clone();
                        broken.push(problem);
                        Some(tag)
                    })?;
                    pos = tag.span.end as usize;
                    parts.push(Part::Tag(tag));
                }
                b'{' => {
                    let end = jsx::expression_end(self.text, pos, &mut self.patience)?;
                    let text: &'a str = self.text;
                    let inner = &text[pos + 1..end - 1];
                    if is_plain && !expression::is_comment(inner) || expression::check(inner).is_err() {
                        self.patience.spend(16 * (end - pos));
                        return None;
                    }
                    parts.push(Part::Node(Node::leaf(
                        NodeKind::Expression(inner.to_owned()),
                        Span::new(pos, end),
                    )));
                    pos = end;
                }
                _ => return None,
            }
        }
    }

    fn push_node(&mut self, node: Node, next: usize) {
        self.events.push(Event::Part(Part::Node(node)));
        self.pos = next;
        self.module_allowed = true;
    }

    /// A chunk of Markdown: from this line to where its last container ends.
    fn markdown(&mut self, first: Line) {
        let mut end = first.end;
        let mut next = first.next;
        let mut container = Container::of(self.content(first), first.indent);
        let mut after_blank = false;
        let mut open = first.start;
        let mut in_fence: Option<(u8, usize)> = container_fence(self.content(first));
        let join = std::mem::replace(&mut self.join, Join::New);
        let mut delimiters = if let Join::Rows(row) = join { Some(row) } else { None };
        let mut openings = Openings::new(first.start);
        while next < self.text.len() {
            let line = self.line(next);
            if line.content == line.end {
                after_blank = true;
                next = line.next;
                continue;
            }
            if Conflict::at(&mut self.conflicts, next).is_some() {
                break;
            }
            let content = self.content(line);
            // Behind a blank line another quote begins.
            let inside =
                container.holds(line.indent, content) && !(after_blank && container == Container::Quote);
            if let Some((mark, length)) = in_fence {
                // A fence in a container ends with its container at the latest.
                if inside && end - first.start <= seam::LONGEST_CONTAINER {
                    let body = content.trim_end().trim_start_matches(['>', ' ', '\t']);
                    if body.len() >= length && body.bytes().all(|byte| byte == mark) {
                        in_fence = None;
                    }
                    end = line.end;
                    next = line.next;
                    open = next;
                    after_blank = false;
                    continue;
                }
                in_fence = None;
            }
            if inside {
                in_fence = container_fence(content);
            } else if let Some(sibling) = container.sibling(content, line.indent) {
                container = sibling;
                in_fence = container_fence(content);
            } else if after_blank || statements::begins(content) && is_heading_or_rule(self.text, end) {
                break;
            } else if next >= open && self.interrupts(line) {
                // Only what looks like a tag or an expression may be the inside of another one.
                let is_piece = content.starts_with(['<', '{']) && !content.starts_with("<!--");
                open = if is_piece { self.open_piece(open, end) } else { end };
                if open <= next {
                    break;
                }
            }
            if after_blank {
                open = open.max(next);
            }
            let is_long = end - first.start > LONGEST_CHUNK;
            if is_long && self.is_seam((first, end), line, container, delimiters.is_some(), &mut openings) {
                self.join = delimiters.map_or(Join::Continued, Join::Rows);
                break;
            }
            if !container.is_some() && delimiters.is_none() && is_delimiter_row(content) {
                delimiters = Some(Span::new(line.content, line.end));
            }
            // A list or quote may begin right after a line of text.
            if !container.is_some() {
                container = Container::of(content, line.indent);
            }
            after_blank = false;
            end = line.end;
            next = line.next;
        }
        self.events.push(Event::Markdown(Span::new(first.start, end), join));
        self.pos = self.line(end).next.max(first.next);
        while self.join != Join::New && self.line(self.pos).content == self.line(self.pos).end {
            self.pos = self.line(self.pos).next;
        }
        self.module_allowed = is_heading_or_rule(self.text, end);
    }

    /// One past the expression or tag that begins in a paragraph and goes on behind `end`, the end of a line; at most
    /// one past `end` when there is none. No piece reaches over a blank line.
    fn open_piece(&mut self, start: usize, end: usize) -> usize {
        let limit = self.text.floor_char_boundary(end + LONGEST_CHUNK);
        let mut lines = self.text[end..limit].split_inclusive('\n');
        let first = lines.next().map_or(0, str::len);
        let rest: usize = lines.take_while(|line| !line.trim().is_empty()).map(str::len).sum();
        let text = &self.text[..end + first + rest];
        let is_plain = mask::is_plain_markdown(self.source);
        let mut pos = start;
        while pos < end {
            let piece = match text.as_bytes()[pos] {
                b'\\' => Some(pos + 2),
                b'`' => Some(code_span_end(&text.as_bytes()[..end], pos)),
                b'{' if !is_plain => self.open_expression(text, pos, end),
                b'<' => jsx::parse_tag(text, pos, &mut self.patience).map(|tag| tag.span.end as usize),
                _ => None,
            };
            pos = piece.unwrap_or(pos + 1);
        }
        pos
    }

    /// One past an expression; one that goes on behind `end` is read.
    fn open_expression(&mut self, text: &str, pos: usize, end: usize) -> Option<usize> {
        let close = jsx::expression_end(text, pos, &mut self.patience)?;
        if close <= end || expression::check(&text[pos + 1..close - 1]).is_ok() {
            return Some(close);
        }
        // Reading it costs more than finding its end.
        self.patience.spend(16 * (close - pos));
        None
    }

    /// Does this line end a paragraph and start a block that is not Markdown?
    fn interrupts(&mut self, line: Line) -> bool {
        let content = self.content(line);
        opening_fence(content).is_some()
            || (content.starts_with(['<', '{']) && self.tag_line(line).is_some())
            || content.trim_end() == "$$"
            || content.starts_with("<!--")
            || admonition::directive_at(&self.directives, line.content).is_some()
    }
}

/// Whether the line that ends at `end` is a block of its own, behind which another one begins.
fn is_heading_or_rule(text: &str, end: usize) -> bool {
    let line = text[..end].lines().next_back().unwrap_or_default().trim();
    is_heading(line) || line.len() > 2 && is_drawn(line)
}

/// `|---|:-:|`, the second line of a table.
fn is_delimiter_row(content: &str) -> bool {
    content.contains('|')
        && content.contains('-')
        && content.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// A line without up to `columns` columns of leading blanks.
fn strip_indent(line: &str, columns: usize) -> &str {
    let mut column = 0;
    let mut cut = 0;
    for byte in line.bytes() {
        if column >= columns {
            break;
        }
        match byte {
            b' ' => column += 1,
            b'\t' => column += 4 - column % 4,
            _ => break,
        }
        cut += 1;
    }
    line[cut..].trim_end_matches('\r')
}

/// Backslash escapes and character references of an info string.
fn unescape_info(info: &str) -> String {
    let mut out = String::with_capacity(info.len());
    let mut characters = info.chars().peekable();
    while let Some(c) = characters.next() {
        match (c, characters.peek()) {
            ('\\', Some(next)) if next.is_ascii_punctuation() => {}
            _ => out.push(c),
        }
    }
    jsx::decode_entities(&out)
}
