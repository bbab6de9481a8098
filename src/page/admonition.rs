//! Callouts in the writing of other tools: `> [!NOTE]` of GitHub and `:::note Title` of Docusaurus, VitePress and
//! Starlight (MDX-11).
//!
//! They are read where a site asks for them (`markdown.admonitions`): elsewhere they are the text that they are
//! (behaviour 8). Both become the components that pages write as `<Note>`, so no later stage knows of them. A quote is
//! changed when it has been parsed. The lines of a directive are found before, as pairs, and stand for an opening and a closing
//! tag; a line without a partner, or of an unknown kind, stays the text that it is.

use std::collections::BTreeSet;

use super::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use super::jsx::{Tag, TagKind};
use super::mask::{opening_fence, strip_containers};
use crate::diagnostic::{Diagnostic, did_you_mean, push_limited};
use crate::text::{SourceText, Span};

/// Kinds that a message proposes.
const USUAL: [&str; 9] =
    ["note", "info", "tip", "important", "success", "warning", "caution", "danger", "details"];

/// Deepest nesting of directives.
const DEEPEST: usize = 64;

/// The component that shows a kind of callout of another tool, in any case of letters.
pub fn callout(kind: &str) -> Option<&'static str> {
    Some(match kind.to_ascii_lowercase().as_str() {
        "note" | "secondary" | "seealso" | "abstract" | "summary" | "tldr" | "example" | "quote" | "cite" => {
            "Note"
        }
        "info" | "todo" | "important" | "question" | "help" | "faq" | "information" => "Info",
        "tip" | "hint" => "Tip",
        "success" | "check" | "done" => "Check",
        "warning" | "caution" | "attention" => "Warning",
        "danger" | "error" | "failure" | "fail" | "missing" | "bug" => "Danger",
        _ => return None,
    })
}

/// Makes callouts of the quotes below `nodes`, written in `source`, that begin with `[!NOTE]`. What follows on that line
/// is the title.
pub fn callouts_of_quotes(nodes: &mut [Node], source: &SourceText) {
    if !source.has_admonitions() || !source.text.contains("[!") {
        return;
    }
    for node in nodes {
        callouts_of_quotes(&mut node.children, source);
        if let Some(line) = FirstLine::of(node, &source.text) {
            node.kind = NodeKind::Element(line.take_out(node));
        }
    }
}

/// The first place below `nodes`, the page that `source` is, where such a callout is written and not read as one.
pub fn first_unread(nodes: &[Node], source: &SourceText) -> Option<Span> {
    if source.has_admonitions() {
        return None;
    }
    let lines = colon_lines(&source.text);
    let opening = |(open, _)| lines.get(open).filter(|line: &&ColonLine<'_>| line.component().is_some());
    let directive = pair(&lines).into_iter().filter_map(opening).map(|line| line.span(0));
    let quote = if source.text.contains("[!") { first_quote(nodes, &source.text) } else { None };
    directive.chain(quote).min_by_key(|span| span.start)
}

fn first_quote(nodes: &[Node], written: &str) -> Option<Span> {
    nodes.iter().find_map(|node| match FirstLine::of(node, written) {
        Some(_) => Some(node.span),
        None => first_quote(&node.children, written),
    })
}

/// The line with which a quote says that it is a callout.
struct FirstLine {
    component: &'static str,
    title: String,
    /// What the text that it stands in says below it; `None` when it is the whole of that text.
    below: Option<String>,
    /// Nodes that are the line when it is a whole text: that, and the break behind it.
    nodes: usize,
}

impl FirstLine {
    fn of(quote: &Node, written: &str) -> Option<Self> {
        let paragraph = quote.children.first().filter(|first| first.kind == NodeKind::Paragraph);
        let paragraph = paragraph.filter(|_| quote.kind == NodeKind::BlockQuote)?;
        let first = paragraph.children.first()?;
        // An escaped bracket is a bracket.
        let before = written.get(..first.span.start as usize).unwrap_or_default();
        let NodeKind::Text(text) = &first.kind else { return None };
        let (kind, rest) = text.strip_prefix("[!").filter(|_| !before.ends_with('\\'))?.split_once(']')?;
        let component = callout(kind)?;
        // Obsidian's `[!note]-` begins folded.
        let rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        let (title, below, nodes) = match (rest.split_once('\n'), paragraph.children.get(1)) {
            (Some((title, below)), _) => (title, Some(below.to_owned()), 0),
            (None, None) => (rest, None, 1),
            (None, Some(next)) if next.kind == NodeKind::LineBreak => (rest, None, 2),
            // The line goes on with more than text: a title cannot.
            (None, Some(_)) => return None,
        };
        Some(Self { component, title: title.trim().to_owned(), below, nodes })
    }

    /// Takes the line out of its quote; the element that this becomes.
    fn take_out(self, quote: &mut Node) -> Element {
        if let Some(paragraph) = quote.children.first_mut() {
            match (self.below, paragraph.children.first_mut().map(|first| &mut first.kind)) {
                (Some(below), Some(NodeKind::Text(text))) => *text = below,
                _ => drop(paragraph.children.drain(..self.nodes)),
            }
            if paragraph.children.is_empty() {
                quote.children.remove(0);
            }
        }
        let attributes = titled(&self.title, quote.span);
        Element { name: self.component.into(), attributes, flow: true, id: None, drawn: false }
    }
}

/// The directives in a part of a page.
pub struct Directives<'a> {
    source: &'a SourceText,
    /// Where the part begins.
    base: usize,
    lines: Vec<ColonLine<'a>>,
    /// Numbers of lines that open with those that close them.
    pairs: Vec<(usize, usize)>,
}

impl<'a> Directives<'a> {
    /// Those in the part `span` of a page, none where the site does not ask for them.
    pub fn of(source: &'a SourceText, span: Span) -> Self {
        let base = span.start as usize;
        let text = if source.has_admonitions() { &source.text[base..span.end as usize] } else { "" };
        let lines = colon_lines(text);
        let pairs = pair(&lines);
        Self { source, base, lines, pairs }
    }

    /// Their lines as tags that open and close, in their order.
    pub fn tags(&self) -> Vec<Tag> {
        let of_pair = |(open, close): &(usize, usize)| {
            let (open, close) = (self.lines.get(*open)?, self.lines.get(*close)?);
            let name = open.component()?;
            let tag = |line: &ColonLine<'_>, kind, attributes| Tag {
                name: name.to_owned(),
                kind,
                attributes,
                span: line.span(self.base),
            };
            let attributes = titled(open.title(), open.span(self.base));
            Some([tag(open, TagKind::Open, attributes), tag(close, TagKind::Close, Vec::new())])
        };
        let mut tags: Vec<Tag> = self.pairs.iter().filter_map(of_pair).flatten().collect();
        tags.sort_by_key(|tag| tag.span.start);
        tags
    }

    /// What is wrong with them.
    pub fn problems(&self, diagnostics: &mut Vec<Diagnostic>) {
        let paired: BTreeSet<usize> = self.pairs.iter().map(|(open, _)| *open).collect();
        for (at, line) in self.lines.iter().enumerate().filter(|(_, line)| !line.kind.is_empty()) {
            let (source, place) = (self.source, line.span(self.base));
            match (paired.contains(&at), line.component()) {
                (true, None) => push_limited(diagnostics, || unknown(line.kind).at(source, place)),
                (false, Some(_)) => push_limited(diagnostics, || unclosed(line.kind).at(source, place)),
                _ => {}
            }
        }
    }
}

fn unknown(kind: &str) -> Diagnostic {
    let message = format!("`:::{kind}` is no kind of callout, so its lines are shown as text");
    Diagnostic::warning("unknown-directive", message).hint(match did_you_mean(kind, USUAL) {
        Some(kind) => format!("did you mean `:::{kind}`?"),
        None => format!("write one of {}, or a component", USUAL.join(", ")),
    })
}

fn unclosed(kind: &str) -> Diagnostic {
    let message = format!("`:::{kind}` is never closed, so it is shown as text");
    Diagnostic::warning("unclosed-directive", message).hint("add a line `:::` after it")
}

/// The directive whose line has its content at `at`.
pub fn directive_at(directives: &[Tag], at: usize) -> Option<&Tag> {
    let index = directives.binary_search_by_key(&at, |tag| tag.span.start as usize).ok()?;
    directives.get(index)
}

/// A line that begins with three colons or more.
struct ColonLine<'a> {
    start: usize,
    end: usize,
    colons: usize,
    /// `note`; empty for a line that closes.
    kind: &'a str,
    /// What follows the kind.
    rest: &'a str,
}

impl<'a> ColonLine<'a> {
    fn span(&self, base: usize) -> Span {
        Span::new(base + self.start, base + self.end)
    }

    fn is_details(&self) -> bool {
        self.kind.eq_ignore_ascii_case("details")
    }

    /// The component that it opens.
    fn component(&self) -> Option<&'static str> {
        if self.is_details() { Some("Accordion") } else { callout(self.kind) }
    }

    /// `:::note Title`, `:::note[Title]` or `:::note{title="Title"}`.
    fn title(&self) -> &'a str {
        let rest = self.rest.trim();
        let title = if rest.starts_with('{') {
            let value = rest.split_once("title=\"").and_then(|(_, value)| value.split_once('"'));
            value.map_or("", |(title, _)| title)
        } else {
            without_brackets(rest)
        };
        if title.is_empty() && self.is_details() { "Details" } else { title }
    }
}

/// The lines of directives outside of code.
fn colon_lines(text: &str) -> Vec<ColonLine<'_>> {
    let mut found = Vec::new();
    if !text.contains(":::") {
        return found;
    }
    let mut fence: Option<(u8, usize)> = None;
    let mut next = 0;
    for line in text.split_inclusive('\n') {
        let start = next;
        next += line.len();
        let content = strip_containers(line.trim_end());
        if let Some((mark, length)) = fence {
            if content.len() >= length && content.bytes().all(|byte| byte == mark) {
                fence = None;
            }
            continue;
        }
        fence = opening_fence(content);
        let words = content.trim_start_matches(':');
        let colons = content.len() - words.len();
        if colons < 3 {
            continue;
        }
        let words = words.trim_start();
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let (kind, rest) = words.split_at(words.find(|c| !is_name(c)).unwrap_or(words.len()));
        // `:::{.note}` of other tools opens something, too, but nothing with a name.
        let kind = if kind.is_empty() && !rest.is_empty() { "?" } else { kind };
        let end = start + line.trim_end().len();
        found.push(ColonLine { start: end - content.len(), end, colons, kind, rest });
    }
    found
}

/// Opening and closing lines that belong together: a line closes the innermost of no more colons than it has.
fn pair(lines: &[ColonLine<'_>]) -> Vec<(usize, usize)> {
    let mut open: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if !line.kind.is_empty() {
            open.push(at);
            continue;
        }
        let fits = |open: &usize| lines.get(*open).is_some_and(|opening| opening.colons <= line.colons);
        // Looked for among the innermost alone: a page of openings without an end stays cheap.
        let innermost = open.len().saturating_sub(DEEPEST);
        if let Some(partner) = open.iter().skip(innermost).rposition(fits) {
            pairs.extend(open.get(innermost + partner).map(|opening| (*opening, at)));
            open.truncate(innermost + partner);
        }
    }
    pairs
}

/// The title that follows a kind, which may stand in brackets.
pub fn without_brackets(title: &str) -> &str {
    title.strip_prefix('[').and_then(|rest| rest.rsplit_once(']')).map_or(title, |(title, _)| title)
}

fn titled(title: &str, span: Span) -> Vec<Attribute> {
    if title.is_empty() {
        return Vec::new();
    }
    let value = AttributeValue::Value(Value::String(title.to_owned()));
    vec![Attribute { name: "title".into(), value, span }]
}
