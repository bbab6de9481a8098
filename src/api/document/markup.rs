//! Short constructors for the nodes of a generated page. None of them stands in a text, so all spans are empty.

use crate::api::words::{ENGLISH, Words};
use crate::page::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use crate::page::heading::heading_slug;
use crate::text::Span;

pub(super) const NOWHERE: Span = Span { start: 0, end: 0 };

/// A section heading.
pub(super) fn section(words: &Words, title: Word) -> Node {
    known_heading(2, words, title)
}

/// One of the words.
pub(super) type Word = fn(&Words) -> &String;

/// A heading of the program. Its id is that of the English one, so that links and the playground find it in every
/// language.
pub(super) fn known_heading(level: u8, words: &Words, title: Word) -> Node {
    let (own, english) = (title(words), title(&ENGLISH));
    let id = (own != english).then(|| heading_slug(english));
    Node::new(NodeKind::Heading { level, id }, NOWHERE, vec![text(own)])
}

/// A heading.
pub(super) fn heading(level: u8, title: &str) -> Node {
    Node::new(NodeKind::Heading { level, id: None }, NOWHERE, vec![text(title)])
}

/// A text.
pub(super) fn text(text: &str) -> Node {
    Node::text(text, NOWHERE)
}

/// A piece of code in a line.
pub(super) fn code(text: impl Into<String>) -> Node {
    Node::leaf(NodeKind::InlineCode(text.into()), NOWHERE)
}

/// A paragraph.
pub(super) fn paragraph(children: Vec<Node>) -> Node {
    Node::new(NodeKind::Paragraph, NOWHERE, children)
}

/// Nodes of a line with commas between them.
pub(super) fn separated(nodes: impl Iterator<Item = Node>) -> Vec<Node> {
    let mut line = Vec::new();
    for node in nodes {
        if !line.is_empty() {
            line.push(text(", "));
        }
        line.push(node);
    }
    line
}

/// Facts below what they are about.
pub(super) fn field_facts(facts: Vec<Node>) -> Node {
    element("div", vec![("className", string("field-facts"))], facts)
}

/// A list of lines.
pub(super) fn list(lines: impl Iterator<Item = Vec<Node>>) -> Node {
    let item = |line| Node::new(NodeKind::ListItem { checked: None }, NOWHERE, vec![paragraph(line)]);
    Node::new(NodeKind::List { start: None, loose: false }, NOWHERE, lines.map(item).collect())
}

/// A value with what is said of it.
pub(super) fn explained(value: impl Into<String>, meaning: Option<&str>) -> Vec<Node> {
    let mut line = vec![code(value)];
    if let Some(meaning) = meaning.filter(|meaning| !meaning.is_empty()) {
        line.extend([text(": "), inline_markdown(meaning)]);
    }
    line
}

/// `label` and then values in code, separated by commas.
pub(super) fn labelled(label: &str, values: impl IntoIterator<Item = String>) -> Node {
    let mut children = vec![text(label)];
    for (index, value) in values.into_iter().enumerate() {
        let separator = if index > 0 {
            ", "
        } else if label.is_empty() {
            ""
        } else {
            " "
        };
        children.push(text(separator));
        children.push(code(value));
    }
    paragraph(children)
}

/// A sentence with one thing in its only place.
pub(super) fn sentence(words: &str, thing: Node) -> Vec<Node> {
    let (before, after) = words.split_once("{}").unwrap_or((words, ""));
    vec![text(before), thing, text(after)]
}

/// A link.
pub(super) fn link(url: &str, children: Vec<Node>) -> Node {
    Node::new(NodeKind::Link { url: url.to_owned(), title: None }, NOWHERE, children)
}

/// A block of code with a title.
pub(super) fn code_block(lang: &str, title: &str, code: String) -> Node {
    let kind = NodeKind::CodeBlock { lang: Some(lang.to_owned()), meta: title.to_owned(), code };
    Node::leaf(kind, NOWHERE)
}

/// An element with known attributes; those without a value are left out.
pub(super) fn element(
    name: &'static str,
    attributes: Vec<(&'static str, Option<Value>)>,
    children: Vec<Node>,
) -> Node {
    let attributes = attributes
        .into_iter()
        .filter_map(|(name, value)| {
            Some(Attribute { name: name.into(), value: AttributeValue::Value(value?), span: NOWHERE })
        })
        .collect();
    Node::new(
        NodeKind::Element(Element { name: name.into(), attributes, flow: true, id: None, drawn: false }),
        NOWHERE,
        children,
    )
}

/// A text attribute.
pub(super) fn string(text: impl Into<String>) -> Option<Value> {
    Some(Value::String(text.into()))
}

/// An attribute that is read as Markdown, with a text that is none: a media type, the name of a type.
pub(super) fn literal(written: &str) -> Option<Value> {
    let is_mark = |c: char| c.is_ascii_punctuation() && !"/-.+;=".contains(c);
    match written.contains(is_mark) {
        true => Some(Value::Nodes(vec![text(written)])),
        false => string(written),
    }
}

/// An attribute of several texts; absent without any.
pub(super) fn strings(texts: Vec<String>) -> Option<Value> {
    (!texts.is_empty()).then(|| Value::Array(texts.into_iter().map(Value::String).collect()))
}

/// A switch that is either on or absent.
pub(super) fn switch(on: bool) -> Option<Value> {
    on.then_some(Value::Bool(true))
}

/// Markdown source that stands in a line of a paragraph: its blocks are none.
pub(super) fn inline_markdown(source: &str) -> Node {
    element("Markdown", vec![("source", string(source)), ("role", string(IN_LINE))], Vec::new())
}

/// Whether a node is the Markdown that stands in a line.
pub fn is_in_line(element: &Element) -> bool {
    element.name == "Markdown" && element.text_prop("role").as_deref() == Some(IN_LINE)
}

/// The role of Markdown that stands in a line.
const IN_LINE: &str = "line";

/// Markdown source that the renderer parses.
pub(super) fn markdown(source: &str) -> Node {
    element("Markdown", vec![("source", string(source))], Vec::new())
}
