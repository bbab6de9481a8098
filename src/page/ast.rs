//! Our own syntax tree of a page: what every later stage reads.
//!
//! `page::parse` makes it (expressions and attributes still as written), `page::bind` evaluates it (no
//! expression, import or spread is left), `page::outline` gives ids, and `html` renders it. Nothing here
//! knows Markdown's grammar, JavaScript or HTML.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::text::{SourcePath, Span};

/// One node with its children in document order.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands in the text it was written in (a snippet's node: in the snippet).
    pub span: Span,
    /// Children; empty for leaves.
    pub children: Vec<Node>,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// A paragraph of inline nodes.
    Paragraph,
    /// A heading; `id` is the custom id until `outline`, the final one after it (`None`: no id).
    Heading {
        level: u8,
        id: Option<String>,
    },
    /// Text after smart punctuation.
    Text(String),
    Emphasis,
    Strong,
    Strikethrough,
    InlineCode(String),
    /// A fenced block: language as written, rest of the info string, code without the last line break.
    CodeBlock {
        lang: Option<String>,
        meta: String,
        code: String,
    },
    /// Display math, TeX.
    MathBlock(String),
    /// Inline math, TeX.
    InlineMath(String),
    Link {
        url: String,
        title: Option<String>,
    },
    Image {
        url: String,
        title: Option<String>,
        alt: String,
    },
    /// `start` is set for ordered lists; `loose` lists keep the paragraphs of their items.
    List {
        start: Option<u32>,
        loose: bool,
    },
    /// `checked` is set for task items.
    ListItem {
        checked: Option<bool>,
    },
    BlockQuote,
    Table {
        align: Vec<Align>,
    },
    TableRow {
        header: bool,
    },
    TableCell,
    ThematicBreak,
    LineBreak,
    FootnoteReference {
        label: String,
    },
    FootnoteDefinition {
        label: String,
    },
    /// A JSX element: a component or an HTML element.
    Element(Element),
    /// Nodes without an element of their own (`<>…</>`, an evaluated expression, an expanded snippet).
    Fragment,
    /// `{…}` as written, without the braces. Gone after `bind`.
    Expression(String),
    /// A block that could not be parsed: its source. Rendered as nothing; a diagnostic names it.
    Broken(String),
}

/// Alignment of a table column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    None,
    Left,
    Center,
    Right,
}

/// A JSX element. Its children are the node's children.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// As written, for example `Card`, `Tree.Folder`, `div`. Those of generated pages are parts of this program.
    pub name: NodeName,
    /// In source order; a later one of the same name wins.
    pub attributes: Vec<Attribute>,
    /// True for block level, false inside a paragraph.
    pub flow: bool,
    /// The id that `outline` gave (headings, tabs, accordions, steps, updates, fields).
    pub id: Option<String>,
    /// Made by code of the author, not written: a heading among such is none of the page (behaviour 6.4).
    pub drawn: bool,
}

/// The name of an element or an attribute: a part of this program, or what an author wrote. Generated pages have
/// thousands of the former, which are not copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeName(Cow<'static, str>);

impl NodeName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for NodeName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for NodeName {
    fn from(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }
}

impl From<String> for NodeName {
    fn from(name: String) -> Self {
        Self(Cow::Owned(name))
    }
}

impl PartialEq<str> for NodeName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for NodeName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

/// One attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// The name, or empty for a spread (`{...x}`), which is gone after `bind`.
    pub name: NodeName,
    /// The value.
    pub value: AttributeValue,
    /// Where it stands.
    pub span: Span,
}

/// An attribute's value before and after evaluation.
#[derive(Clone, Debug, PartialEq)]
pub enum AttributeValue {
    /// `{…}` as written, without the braces. Gone after `bind`.
    Expression(String),
    /// A known value; a bare attribute is `true`.
    Value(Value),
}

/// A JavaScript value, as far as a static page needs it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    Array(Vec<Value>),
    /// In insertion order.
    Object(Vec<(String, Value)>),
    /// JSX as a value.
    Nodes(Vec<Node>),
    /// A function, as its source text. Only `page::expression` can call it.
    Function(Box<Function>),
}

/// A function written in a page or snippet: its source, and the names it can see.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// `({ a }) => …` or `function X(a) {…}`.
    pub source: String,
    /// Local values captured where it was written.
    pub locals: Arc<Vec<(String, Value)>>,
    /// The file whose top-level names it sees.
    pub module: SourcePath,
}

impl Node {
    /// A node with children.
    pub fn new(kind: NodeKind, span: Span, children: Vec<Node>) -> Self {
        Self { kind, span, children }
    }

    /// A leaf.
    pub fn leaf(kind: NodeKind, span: Span) -> Self {
        Self { kind, span, children: Vec::new() }
    }

    /// A text leaf.
    pub fn text(text: impl Into<String>, span: Span) -> Self {
        Self::leaf(NodeKind::Text(text.into()), span)
    }

    /// Forgets where the node and all below it stand.
    pub fn displace(&mut self) {
        self.span = Span::default();
        self.children.iter_mut().for_each(Self::displace);
    }

    /// The element, if it is one.
    pub fn element(&self) -> Option<&Element> {
        match &self.kind {
            NodeKind::Element(element) => Some(element),
            _ => None,
        }
    }

    /// The text a reader sees: text and inline code joined, images, math and icons left out.
    pub fn plain_text(&self) -> String {
        let mut out = String::new();
        self.push_plain_text(&mut out);
        out
    }

    fn push_plain_text(&self, out: &mut String) {
        match &self.kind {
            NodeKind::Text(text) | NodeKind::InlineCode(text) => out.push_str(text),
            NodeKind::LineBreak => out.push(' '),
            _ => self.children.iter().for_each(|child| child.push_plain_text(out)),
        }
    }
}

impl Element {
    /// The evaluated value of an attribute; `None` when absent or `undefined`.
    pub fn prop(&self, name: &str) -> Option<&Value> {
        self.attributes.iter().rev().find(|attribute| attribute.name == name).and_then(|attribute| {
            match &attribute.value {
                AttributeValue::Value(Value::Undefined) | AttributeValue::Expression(_) => None,
                AttributeValue::Value(value) => Some(value),
            }
        })
    }

    /// The attribute as text: strings and numbers; `None` for anything else.
    pub fn text_prop(&self, name: &str) -> Option<String> {
        self.prop(name).and_then(Value::as_text)
    }

    /// The attribute as a list of texts; one text is a list of one.
    pub fn list_prop(&self, name: &str) -> Vec<String> {
        match self.prop(name) {
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_text).collect(),
            Some(value) => value.as_text().filter(|text| !text.is_empty()).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// The attribute as a name: a text, or that of JSX, such as a link.
    pub fn name_prop(&self, name: &str) -> Option<String> {
        match self.prop(name)? {
            Value::Nodes(nodes) => Some(nodes.iter().map(Node::plain_text).collect()),
            value => value.as_text(),
        }
    }

    /// The attribute that names a parameter, which says where it travels, and the name: the first of them, whatever the order in
    /// which they are written (CMP-14).
    pub fn parameter_name(&self) -> Option<(&'static str, String)> {
        const PLACES: [&str; 5] = ["query", "path", "body", "header", "cookie"];
        PLACES.into_iter().find_map(|place| Some((place, self.name_prop(place)?)))
    }

    /// The name of a parameter or of a field of a response.
    pub fn field_name(&self) -> Option<String> {
        self.parameter_name().map(|(_, name)| name).or_else(|| self.name_prop("name"))
    }

    /// The attribute as the text that a reader sees: as [`Element::text_prop`], and that of JSX.
    pub fn plain_prop(&self, name: &str) -> Option<String> {
        self.prop(name).filter(|value| value.truthy()).map(Value::plain_text)
    }

    /// The attribute as a switch: bare, `true` and any text but `"false"` are on; absent, `false`, `0` and `null` off.
    pub fn flag(&self, name: &str) -> bool {
        match self.prop(name) {
            None => false,
            Some(Value::String(text)) => text != "false",
            Some(value) => value.truthy(),
        }
    }
}

impl Value {
    /// The words of a value that is a paragraph.
    pub fn line(&self) -> &[Node] {
        match self {
            Value::Nodes(nodes) => match nodes.as_slice() {
                [Node { kind: NodeKind::Paragraph, children, .. }] => children,
                nodes => nodes,
            },
            _ => &[],
        }
    }

    /// A member of an object.
    pub fn member(&self, name: &str) -> Option<&Value> {
        let Value::Object(entries) = self else { return None };
        entries.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// Strings and numbers as text, as JSX prints them.
    pub fn as_text(&self) -> Option<String> {
        match self {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(format_number(*number)),
            _ => None,
        }
    }

    /// The text that a reader sees of a value that is shown: nothing for switches and functions.
    pub fn plain_text(&self) -> String {
        match self {
            Value::Nodes(nodes) => nodes.iter().map(Node::plain_text).collect(),
            Value::Array(items) => items.iter().map(Value::plain_text).collect(),
            other => other.as_text().unwrap_or_default(),
        }
    }

    /// JavaScript's truth.
    pub fn truthy(&self) -> bool {
        match self {
            Value::Undefined | Value::Null => false,
            Value::Bool(value) => *value,
            Value::Number(number) => *number != 0.0 && !number.is_nan(),
            Value::String(text) => !text.is_empty(),
            _ => true,
        }
    }
}

/// A number as JavaScript prints it, for the range that documents use.
pub fn format_number(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else if number == 0.0 {
        // Minus nothing, too.
        "0".to_owned()
    } else if number == number.trunc() && number.abs() < 1e21 {
        format!("{number:.0}")
    } else {
        format!("{number}")
    }
}

/// The addresses of all links among nodes, in their order: those of Markdown and of elements.
pub fn links_in(nodes: &[Node]) -> Vec<String> {
    let mut found = Vec::new();
    for node in nodes {
        match &node.kind {
            NodeKind::Link { url, .. } => found.push(url.clone()),
            NodeKind::Element(element) => found.extend(element.text_prop("href")),
            _ => {}
        }
        found.append(&mut links_in(&node.children));
    }
    found
}
