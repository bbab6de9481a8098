//! Elements of HTML: those that have a Markdown form get it, boxes are what is in them, and what only a browser
//! can show is a link to it or left out.

use crate::page::ast::{Element, Node, NodeKind, Value};
use crate::page::jsx::decode_entities;

use super::block::stands_alone;
use super::writer::Start;
use super::{Export, Links, table};

/// An element that stands by itself.
pub(super) fn block(cx: &mut Export<'_>, element: &Element, node: &Node) {
    if is_hidden(element) {
        return;
    }
    let children = &node.children;
    if let Some(level) = heading_level(element) {
        return cx.heading(level, |cx| content(cx, element, children));
    }
    match element.name.as_str() {
        "hr" => cx.rule(),
        "ul" => cx.list(None, is_loose(children), &items(children)),
        "ol" => {
            let start = element.text_prop("start").and_then(|start| start.trim().parse().ok());
            cx.list(Some(start.unwrap_or(1)), is_loose(children), &items(children));
        }
        "blockquote" => cx.quote(|cx| cx.blocks(children)),
        "pre" => preformatted(cx, children),
        "table" => table::element(cx, children),
        "details" => details(cx, children),
        "dt" => {
            cx.line(|cx| cx.bold(|cx| cx.inlines(children, Some('*'))));
        }
        "figcaption" | "caption" => {
            cx.line(|cx| cx.emphasis(children, Some(' ')));
        }
        "p" if !children.iter().any(stands_alone) => {
            cx.paragraph(children);
        }
        "a" => cx.paragraph(std::slice::from_ref(node)),
        name if is_media(name) => cx.paragraph(std::slice::from_ref(node)),
        name if is_silent(name) => {}
        _ => match raw_text(element) {
            Some(text) => {
                cx.line(|cx| cx.out.text(&text, Some(' ')));
            }
            None => cx.blocks(children),
        },
    }
}

/// An element in a line.
pub(super) fn inline(cx: &mut Export<'_>, element: &Element, node: &Node, after: Option<char>) {
    if is_hidden(element) {
        return;
    }
    let children = &node.children;
    match element.name.as_str() {
        "br" => cx.out.hard_break(),
        "img" => {
            let src = element.text_prop("src").unwrap_or_default();
            cx.image(
                &src,
                element.text_prop("title").as_deref(),
                &element.text_prop("alt").unwrap_or_default(),
            );
        }
        "a" => match element.text_prop("href") {
            Some(href) => anchor(cx, &href, element, children),
            None => content(cx, element, children),
        },
        "b" | "strong" => cx.strong(children, after),
        "i" | "em" | "cite" | "dfn" => cx.emphasis(children, after),
        "code" | "tt" | "samp" => match plain(children) {
            Some(text) => cx.out.code(&text),
            None => cx.inlines(children, after),
        },
        name @ ("kbd" | "sub" | "sup") => {
            cx.out.raw(&format!("<{name}>"));
            cx.inlines(children, Some('<'));
            cx.out.raw(&format!("</{name}>"));
        }
        "q" => {
            cx.out.raw("“");
            cx.inlines(children, Some('”'));
            cx.out.raw("”");
        }
        "hr" | "wbr" => {}
        "ul" | "ol" => table::list_in_line(cx, element, children),
        name if is_media(name) => media(cx, element, children),
        name if is_silent(name) => {}
        _ if node_is_block(node) => {
            cx.out.space();
            content(cx, element, children);
            cx.out.space();
        }
        _ => content_before(cx, element, children, after),
    }
}

fn node_is_block(node: &Node) -> bool {
    stands_alone(node)
}

fn content(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    content_before(cx, element, children, Some(' '));
}

/// Children, or the text of `dangerouslySetInnerHTML`.
fn content_before(cx: &mut Export<'_>, element: &Element, children: &[Node], after: Option<char>) {
    match raw_text(element) {
        Some(text) => cx.out.text(&text, after),
        None => cx.inlines(children, after),
    }
}

fn anchor(cx: &mut Export<'_>, href: &str, element: &Element, children: &[Node]) {
    let url = cx.link_url(href).filter(|url| !url.is_empty());
    let Some(url) = url.filter(|_| cx.links == Links::Written) else { return content(cx, element, children) };
    let name = element.plain_prop("aria-label").or_else(|| element.plain_prop("title"));
    let title =
        element.text_prop("title").filter(|_| children.iter().any(|child| !child.plain_text().is_empty()));
    let start = cx.out.mark();
    cx.link_to(&url, title.as_deref(), |cx| cx.one_line(|cx| content(cx, element, children)));
    let written = cx.out.take(&start);
    if written.trim().is_empty() {
        // A link that is only a picture for the eyes may have a name for others.
        if let Some(name) = name {
            cx.link_to(&url, None, |cx| cx.out.text(&name, Some(']')));
        }
    } else {
        cx.out.raw(&written);
    }
}

/// What a browser plays or embeds, as a link to it.
fn media(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let of = |element: &Element| ["src", "data"].iter().find_map(|name| element.text_prop(name));
    let inner = || children.iter().filter_map(Node::element).find_map(of);
    let Some(url) = of(element).or_else(inner).and_then(|src| cx.resource_url(&src)) else { return };
    let name = ["title", "aria-label"].iter().find_map(|name| element.plain_prop(name));
    let name = name.unwrap_or_else(|| {
        match element.name.as_str() {
            "video" => "Video",
            "audio" => "Audio",
            _ => "Embedded content",
        }
        .to_owned()
    });
    if cx.links == Links::Text {
        return cx.out.text(&name, Some(' '));
    }
    cx.link_to(&url, None, |cx| cx.out.text(&name, Some(']')));
}

fn preformatted(cx: &mut Export<'_>, children: &[Node]) {
    let code = children.iter().find_map(|child| child.element().filter(|element| element.name == "code"));
    let class = code.and_then(|code| code.text_prop("className").or_else(|| code.text_prop("class")));
    let language = class.as_deref().and_then(|class| {
        class.split_whitespace().find_map(|word| word.strip_prefix("language-").map(str::to_owned))
    });
    let mut text = String::new();
    children.iter().for_each(|child| push_text(child, &mut text));
    let text = text.trim_matches('\n');
    if !text.trim().is_empty() {
        cx.out.fence(language.as_deref().unwrap_or_default(), text);
    }
}

fn push_text(node: &Node, out: &mut String) {
    match &node.kind {
        NodeKind::Text(text) | NodeKind::InlineCode(text) | NodeKind::CodeBlock { code: text, .. } => {
            out.push_str(text);
        }
        NodeKind::LineBreak => out.push('\n'),
        NodeKind::Element(element) if element.name == "br" => out.push('\n'),
        _ => node.children.iter().for_each(|child| push_text(child, out)),
    }
}

/// A disclosure stays one.
fn details(cx: &mut Export<'_>, children: &[Node]) {
    let is_summary = |node: &&Node| node.element().is_some_and(|element| element.name == "summary");
    let summary = children.iter().find(is_summary);
    cx.out.begin(Start::Apart);
    cx.out.raw("<details>");
    if let Some(summary) = summary {
        cx.out.line_break();
        cx.out.raw("<summary>");
        table::between_tags(cx, &summary.children, "</summary>");
    }
    for part in children.split(|node| is_summary(&node)) {
        cx.blocks(part);
    }
    cx.out.begin(Start::Apart);
    cx.out.raw("</details>");
}

/// The items of a list; a list holds nothing else, but what it holds is kept.
fn items(children: &[Node]) -> Vec<Node> {
    let mut found = Vec::with_capacity(children.len());
    push_items(children, &mut found, 0);
    found
}

fn push_items(children: &[Node], found: &mut Vec<Node>, depth: u32) {
    for child in children {
        let opens = matches!(child.kind, NodeKind::Fragment | NodeKind::Paragraph);
        if opens && depth < 64 && child.children.iter().any(|inner| inner.element().is_some()) {
            push_items(&child.children, found, depth + 1);
            continue;
        }
        match child.element().filter(|element| element.name == "li") {
            Some(item) if is_hidden(item) => {}
            Some(_) => {
                let kind = NodeKind::ListItem { checked: None };
                found.push(Node::new(kind, child.span, child.children.clone()));
            }
            None => found.push(child.clone()),
        }
    }
}

/// Items with several paragraphs stand apart.
fn is_loose(children: &[Node]) -> bool {
    children.iter().any(|item| {
        let paragraphs = item.children.iter().filter(|child| match &child.kind {
            NodeKind::Paragraph => true,
            NodeKind::Element(element) => element.name == "p",
            _ => false,
        });
        paragraphs.count() > 1
    })
}

/// The level of `h1` … `h6`.
pub(super) fn heading_level(element: &Element) -> Option<u8> {
    match element.name.as_str() {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        "h5" => Some(5),
        "h6" => Some(6),
        _ => None,
    }
}

fn is_media(name: &str) -> bool {
    matches!(name, "video" | "audio" | "iframe" | "object" | "embed")
}

/// True for a player or an embedded page that is not part of a sentence.
pub(super) fn is_shown_apart(node: &Node) -> bool {
    node.element().is_some_and(|element| element.flow && is_media(&element.name))
}

/// What has no text for readers.
fn is_silent(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "template"
            | "noscript"
            | "svg"
            | "math"
            | "canvas"
            | "input"
            | "select"
            | "textarea"
            | "source"
            | "track"
            | "link"
            | "meta"
            | "base"
            | "title"
            | "datalist"
            | "progress"
            | "meter"
            | "colgroup"
            | "col"
    )
}

/// True for what no reader sees, and for the second one of two that are for one colour mode each. What has the attribute
/// `hidden` is there for who reads the text: a page draws it otherwise, or not at all.
pub(super) fn is_hidden(element: &Element) -> bool {
    if element.attributes.is_empty() {
        return false;
    }
    if let Some(Value::Object(styles)) = element.prop("style")
        && styles.iter().any(|(name, value)| name == "display" && value.as_text().as_deref() == Some("none"))
    {
        return true;
    }
    let class = element.text_prop("className").or_else(|| element.text_prop("class"));
    let Some(class) = class else { return false };
    let mut words = class.split_whitespace();
    words.clone().any(|word| word == "hidden") && words.any(|word| word.starts_with("dark:"))
}

/// The text of nodes that hold nothing but text.
fn plain(children: &[Node]) -> Option<String> {
    let is_text =
        |node: &Node| matches!(node.kind, NodeKind::Text(_) | NodeKind::InlineCode(_) | NodeKind::Paragraph);
    fn all(children: &[Node], test: &dyn Fn(&Node) -> bool) -> bool {
        children.iter().all(|node| test(node) && all(&node.children, test))
    }
    all(children, &is_text).then(|| children.iter().map(Node::plain_text).collect())
}

/// The text of markup that an author wrote as such.
fn raw_text(element: &Element) -> Option<String> {
    let markup = element.prop("dangerouslySetInnerHTML")?.member("__html")?.as_text()?;
    let mut text = String::with_capacity(markup.len());
    let mut rest = markup.as_str();
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let Some((tag, after)) = tag.split_once('>') else { break };
        let name =
            tag.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        rest = after;
        if matches!(name, "script" | "style") && !tag.starts_with('/') {
            rest =
                after.split_once("</").map_or("", |(_, end)| end.split_once('>').map_or("", |(_, end)| end));
        } else if crate::html::element::names::element_kind(name)
            != Some(crate::html::element::names::ElementKind::Inline)
        {
            text.push(' ');
        }
    }
    text.push_str(rest);
    Some(decode_entities(&text).split_whitespace().collect::<Vec<_>>().join(" "))
}
