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
        if node.kind == NodeKind::BlockQuote
            && let Some(element) = callout_of_quote(node, &source.text)
        {
            node.kind = NodeKind::Element(element);
        }
    }
}

/// The first place below `nodes`, the page that `source` is, where such a callout is written and not read as one.
pub fn first_unread(nodes: &[Node], source: &SourceText) -> Option<Span> {
    if source.has_admonitions() {
        return None;
    }
    let lines = colon_lines(&source.text);
    let known =
        pair(&lines).into_iter().filter_map(|(open, _)| lines.get(open)).filter(|line| line.is_known());
    let directive = known.map(|line| line.span(0)).min_by_key(|span| span.start);
    let quote = if source.text.contains("[!") { first_quote(nodes, &source.text) } else { None };
    directive.into_iter().chain(quote).min_by_key(|span| span.start)
}

fn first_quote(nodes: &[Node], written: &str) -> Option<Span> {
    nodes.iter().find_map(|node| {
        let is_callout =
            node.kind == NodeKind::BlockQuote && callout_of_quote(&mut node.clone(), written).is_some();
        if is_callout { Some(node.span) } else { first_quote(&node.children, written) }
    })
}

/// The callout that a quote is, its first line taken out of it.
fn callout_of_quote(quote: &mut Node, written: &str) -> Option<Element> {
    let span = quote.span;
    let paragraph = quote.children.first_mut().filter(|first| first.kind == NodeKind::Paragraph)?;
    let ends = match paragraph.children.get(1) {
        None => 1,
        Some(Node { kind: NodeKind::LineBreak, .. }) => 2,
        // The line goes on with more than text: a title cannot.
        Some(_) => 0,
    };
    let first = paragraph.children.first_mut()?;
    // An escaped bracket is a bracket.
    let is_escaped = written.get(..first.span.start as usize).is_some_and(|before| before.ends_with('\\'));
    let NodeKind::Text(text) = &mut first.kind else { return None };
    let (kind, rest) = text.strip_prefix("[!").filter(|_| !is_escaped)?.split_once(']')?;
    let name = callout(kind)?;
    // Obsidian's `[!note]-` begins folded.
    let rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    let title = match rest.split_once('\n') {
        Some((title, body)) => {
            let title = title.trim().to_owned();
            *text = body.to_owned();
            title
        }
        None if ends == 0 => return None,
        None => {
            let title = rest.trim().to_owned();
            paragraph.children.drain(..ends);
            title
        }
    };
    if paragraph.children.is_empty() {
        quote.children.remove(0);
    }
    let attributes = titled(&title, span);
    Some(Element { name: name.to_owned(), attributes, flow: true, id: None, drawn: false })
}

/// The lines in the part `span` of a page that open and close directives, as tags, in their order.
pub fn directives(source: &SourceText, span: Span) -> Vec<Tag> {
    if !source.has_admonitions() {
        return Vec::new();
    }
    let base = span.start as usize;
    let lines = colon_lines(&source.text[base..span.end as usize]);
    let mut tags: Vec<Tag> = pair(&lines)
        .into_iter()
        .filter_map(|(open, close)| {
            let (open, close) = (lines.get(open)?, lines.get(close)?);
            let (name, attributes) = opening(open, base)?;
            let tag = |line: &ColonLine<'_>, kind, attributes| Tag {
                name: name.to_owned(),
                kind,
                attributes,
                span: line.span(base),
            };
            Some([tag(open, TagKind::Open, attributes), tag(close, TagKind::Close, Vec::new())])
        })
        .flatten()
        .collect();
    tags.sort_by_key(|tag| tag.span.start);
    tags
}

/// The directive whose line has its content at `at`.
pub fn directive_at(directives: &[Tag], at: usize) -> Option<&Tag> {
    let index = directives.binary_search_by_key(&at, |tag| tag.span.start as usize).ok()?;
    directives.get(index)
}

/// What is wrong with directives in the part `span` of a page.
pub fn directive_problems(source: &SourceText, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    if !source.has_admonitions() {
        return;
    }
    let lines = colon_lines(&source.text[span.start as usize..span.end as usize]);
    let paired: BTreeSet<usize> = pair(&lines).into_iter().map(|(open, _)| open).collect();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.kind.is_empty()) {
        let place = line.span(span.start as usize);
        let known = line.is_known();
        match paired.contains(&at) {
            true if known => {}
            true => push_limited(diagnostics, || {
                let meant = did_you_mean(line.kind, USUAL);
                Diagnostic::warning(
                    "unknown-directive",
                    format!("`:::{}` is no kind of callout, so its lines are shown as text", line.kind),
                )
                .at(source, place)
                .hint(match meant {
                    Some(kind) => format!("did you mean `:::{kind}`?"),
                    None => format!("write one of {}, or a component", USUAL.join(", ")),
                })
            }),
            false if known => push_limited(diagnostics, || {
                Diagnostic::warning(
                    "unclosed-directive",
                    format!("`:::{}` is never closed, so it is shown as text", line.kind),
                )
                .at(source, place)
                .hint("add a line `:::` after it")
            }),
            false => {}
        }
    }
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

impl ColonLine<'_> {
    fn span(&self, base: usize) -> Span {
        Span::new(base + self.start, base + self.end)
    }

    fn is_known(&self) -> bool {
        self.kind.eq_ignore_ascii_case("details") || callout(self.kind).is_some()
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

/// The component that a line opens: `:::note Title`, `:::note[Title]` or `:::note{title="Title"}`.
fn opening(line: &ColonLine<'_>, base: usize) -> Option<(&'static str, Vec<Attribute>)> {
    let rest = line.rest.trim();
    let bracketed = rest.strip_prefix('[').and_then(|rest| rest.rsplit_once(']')).map(|(title, _)| title);
    let named =
        || rest.split_once("title=\"").and_then(|(_, value)| value.split_once('"')).map(|(title, _)| title);
    let title = match bracketed {
        Some(title) => title,
        None if rest.starts_with('{') => named().unwrap_or_default(),
        None => rest,
    };
    if line.kind.eq_ignore_ascii_case("details") {
        let title = if title.is_empty() { "Details" } else { title };
        return Some(("Accordion", titled(title, line.span(base))));
    }
    Some((callout(line.kind)?, titled(title, line.span(base))))
}

fn titled(title: &str, span: Span) -> Vec<Attribute> {
    let value = AttributeValue::Value(Value::String(title.to_owned()));
    let title = Attribute { name: "title".to_owned(), value, span };
    if matches!(&title.value, AttributeValue::Value(value) if value.truthy()) {
        vec![title]
    } else {
        Vec::new()
    }
}
