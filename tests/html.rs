//! A small reader of the HTML that we write: a tree of elements and text, and what a reader sees of it.
//!
//! It knows void and raw-text elements and nothing about mending: our output is well formed, and an end tag
//! that does not fit is a failure.

/// An element or the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Element(Element),
    Text(String),
}

const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
const RAW: &[&str] = &["script", "style"];

/// Elements that stand in a line of text.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em", "i", "img", "ins",
    "kbd", "label", "mark", "math", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "svg", "time",
    "u", "var", "wbr", "button",
];

/// Parses a document or a part of one.
pub fn parse(html: &str) -> Element {
    let mut open = vec![Element::default()];
    let mut rest = html;
    while !rest.is_empty() {
        let Some(at) = rest.find('<') else {
            push_text(&mut open, rest);
            break;
        };
        push_text(&mut open, &rest[..at]);
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
        } else if rest.starts_with("<!") {
            rest = rest.split_once('>').map_or("", |(_, after)| after);
        } else if let Some(end) = rest.strip_prefix("</") {
            let (name, after) = end.split_once('>').expect("a whole end tag");
            close(&mut open, name.trim());
            rest = after;
        } else {
            let (element, after, closed) = start_tag(&rest[1..]);
            rest = after;
            let name = element.name.clone();
            open.push(element);
            if closed || VOID.contains(&name.as_str()) {
                close(&mut open, &name);
            } else if RAW.contains(&name.as_str()) {
                let end = format!("</{name}>");
                let (text, after) = rest.split_once(end.as_str()).unwrap_or_else(|| panic!("no {end}"));
                last(&mut open).children.push(Node::Text(text.to_owned()));
                close(&mut open, &name);
                rest = after;
            }
        }
    }
    assert_eq!(
        open.len(),
        1,
        "`{}` is not closed in {html}",
        open.last().map_or("", |element| &element.name)
    );
    open.remove(0)
}

fn last(open: &mut [Element]) -> &mut Element {
    open.last_mut().expect("the root is always open")
}

fn push_text(open: &mut [Element], text: &str) {
    if !text.is_empty() {
        last(open).children.push(Node::Text(decode(text)));
    }
}

fn close(open: &mut Vec<Element>, name: &str) {
    let element = open.pop().expect("an open element");
    assert_eq!(element.name, name, "an end tag does not fit: {element:?}");
    last(open).children.push(Node::Element(element));
}

fn start_tag(text: &str) -> (Element, &str, bool) {
    let end = text.find(|c: char| c.is_whitespace() || c == '>' || c == '/').expect("a whole tag");
    let mut element = Element { name: text[..end].to_owned(), ..Element::default() };
    let mut rest = text[end..].trim_start();
    loop {
        if let Some(after) = rest.strip_prefix("/>") {
            return (element, after, true);
        }
        if let Some(after) = rest.strip_prefix('>') {
            return (element, after, false);
        }
        let end =
            rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>')).expect("a whole attribute");
        let name = rest[..end].trim_end_matches('/').to_owned();
        rest = rest[end..].trim_start();
        let value = match rest.strip_prefix('=') {
            Some(value) => {
                let value = value.trim_start();
                let (text, after) = match value.strip_prefix('"') {
                    Some(quoted) => quoted.split_once('"').expect("a closed value"),
                    None => value.split_at(
                        value.find(|c: char| c.is_whitespace() || c == '>').expect("a whole value"),
                    ),
                };
                rest = after.trim_start();
                decode(text)
            }
            None => String::new(),
        };
        element.attributes.push((name, value));
    }
}

/// Character references that our own output has, and numbers.
pub fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let reference = rest.find(';').filter(|end| *end < 10).map(|end| &rest[1..end]);
        let decoded = reference.and_then(|name| match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "nbsp" => Some('\u{a0}'),
            _ => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix('x') {
                    Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                    None => number.parse().ok()?,
                };
                char::from_u32(code)
            }
        });
        match (decoded, reference) {
            (Some(c), Some(name)) => {
                out.push(c);
                rest = &rest[name.len() + 2..];
            }
            _ => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Runs of white space as one space.
pub fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Element {
    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether the class list has a name.
    pub fn has_class(&self, name: &str) -> bool {
        self.attribute("class").is_some_and(|classes| classes.split_whitespace().any(|class| class == name))
    }

    /// The children that are elements.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// Visits every element below, in the order of the text.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Element)) {
        for element in self.elements() {
            visit(element);
            element.walk(visit);
        }
    }

    /// All elements below for which `accept` holds.
    pub fn all(&self, accept: impl Fn(&Element) -> bool) -> Vec<&Element> {
        let mut found = Vec::new();
        self.walk(&mut |element| {
            if accept(element) {
                found.push(element);
            }
        });
        found
    }

    /// All text below, as it is.
    pub fn raw_text(&self) -> String {
        let mut out = String::new();
        for child in &self.children {
            match child {
                Node::Text(text) => out.push_str(text),
                Node::Element(element) => out.push_str(&element.raw_text()),
            }
        }
        out
    }

    /// Removes elements below for which `unwanted` holds.
    pub fn prune(&mut self, unwanted: &dyn Fn(&Element) -> bool) {
        self.children.retain(|child| !matches!(child, Node::Element(element) if unwanted(element)));
        for child in &mut self.children {
            if let Node::Element(element) = child {
                element.prune(unwanted);
            }
        }
    }

    /// The blocks of text in reading order, white space squeezed. Controls and pictures say nothing here.
    pub fn blocks(&self) -> Vec<String> {
        let mut blocks = vec![String::new()];
        self.collect(&mut blocks);
        blocks.iter().map(|block| squeeze(block)).filter(|block| !block.is_empty()).collect()
    }

    fn collect(&self, blocks: &mut Vec<String>) {
        for child in &self.children {
            match child {
                Node::Text(text) => last_block(blocks).push_str(text),
                Node::Element(element) => match element.name.as_str() {
                    "script" | "style" | "svg" => {}
                    "br" => last_block(blocks).push(' '),
                    "math" => last_block(blocks).push_str(&element.raw_text()),
                    name if INLINE.contains(&name) => element.collect(blocks),
                    _ => {
                        blocks.push(String::new());
                        element.collect(blocks);
                        blocks.push(String::new());
                    }
                },
            }
        }
    }
}

fn last_block(blocks: &mut [String]) -> &mut String {
    blocks.last_mut().expect("never empty")
}
