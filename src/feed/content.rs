//! The text of an entry for programs that know no style sheet of ours: plain HTML with absolute addresses, and its
//! words alone.
//!
//! What comes in is Markdown of the export, in which components are flattened; elements that it kept are kept here when
//! they say something without styles and scripts.

use crate::html::escape::{UrlUse, Writer};
use crate::page::ast::{Align, Element, Node, NodeKind};
use crate::page::parse_fragment;

/// Deeper than any page, as in `html`.
const MAX_DEPTH: u32 = 120;

/// HTML elements that are kept, with these of their attributes.
const KEPT: &[&str] = &[
    "a",
    "abbr",
    "audio",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "picture",
    "pre",
    "q",
    "s",
    "samp",
    "small",
    "source",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "video",
];
const VOID: &[&str] = &["br", "hr", "img", "source"];
const ATTRIBUTES: &[&str] = &[
    "alt", "title", "width", "height", "colspan", "rowspan", "start", "datetime", "controls", "cite", "type",
];

/// A text in both forms.
pub(super) struct Content {
    pub html: String,
    pub plain: String,
}

/// Renders Markdown; addresses are made absolute for `page` of `site`.
pub(super) fn render(markdown: &str, site: &str, page: &str) -> Content {
    let nodes = parse_fragment(markdown);
    let mut cx = Render { out: Writer::new(), site, page, depth: 0, paragraphs: Paragraphs::Kept };
    cx.nodes(&nodes);
    let mut plain = Vec::new();
    blocks(&nodes, 0, &mut plain);
    Content { html: cx.out.finish().into_string().trim().to_owned(), plain: plain.join("\n\n") }
}

struct Render<'a> {
    out: Writer,
    site: &'a str,
    page: &'a str,
    depth: u32,
    /// In the items of the list that is written.
    paragraphs: Paragraphs,
}

/// Whether items keep their paragraphs; those of a tight list do not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paragraphs {
    Kept,
    Opened,
}

impl Render<'_> {
    fn nodes(&mut self, nodes: &[Node]) {
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            nodes.iter().for_each(|node| self.node(node));
            self.depth -= 1;
        }
    }

    fn within(&mut self, tag: &'static str, nodes: &[Node]) {
        self.out.open(tag);
        self.nodes(nodes);
        self.out.close(tag);
    }

    fn block(&mut self, tag: &'static str, nodes: &[Node]) {
        self.within(tag, nodes);
        self.out.newline();
    }

    fn node(&mut self, node: &Node) {
        let children = node.children.as_slice();
        match &node.kind {
            NodeKind::Paragraph => self.block("p", children),
            NodeKind::Heading { level, .. } => {
                let tags = ["h1", "h2", "h3", "h4", "h5", "h6"];
                self.block(tags.get(usize::from(level.saturating_sub(1))).unwrap_or(&"h6"), children);
            }
            NodeKind::Text(text) => {
                self.out.text(text);
            }
            NodeKind::Emphasis => self.within("em", children),
            NodeKind::Strong => self.within("strong", children),
            NodeKind::Strikethrough => self.within("del", children),
            NodeKind::InlineCode(code) | NodeKind::InlineMath(code) => {
                self.out.open("code").text(code).close("code");
            }
            NodeKind::CodeBlock { code, .. } | NodeKind::MathBlock(code) => {
                self.out.open("pre").open("code").text(code).close("code").close("pre").newline();
            }
            NodeKind::Link { url, title } => {
                let url = self.absolute(url);
                self.out.open("a").url_attr("href", &url, UrlUse::Link).opt_attr("title", title.as_deref());
                self.nodes(children);
                self.out.close("a");
            }
            NodeKind::Image { url, title, alt } => {
                let url = self.absolute(url);
                self.out.void("img").url_attr("src", &url, UrlUse::Image).attr("alt", alt);
                self.out.opt_attr("title", title.as_deref());
            }
            NodeKind::List { start, loose } => {
                let tag = if start.is_some() { "ol" } else { "ul" };
                let first = start.filter(|start| *start != 1).map(|start| start.to_string());
                self.out.open(tag).opt_attr("start", first.as_deref());
                let within = if *loose { Paragraphs::Kept } else { Paragraphs::Opened };
                let outer = std::mem::replace(&mut self.paragraphs, within);
                self.nodes(children);
                self.paragraphs = outer;
                self.out.close(tag).newline();
            }
            NodeKind::ListItem { checked } => {
                self.out.open("li").text(match checked {
                    Some(true) => "☑ ",
                    Some(false) => "☐ ",
                    None => "",
                });
                for child in children {
                    match child.kind {
                        NodeKind::Paragraph if self.paragraphs == Paragraphs::Opened => {
                            self.nodes(&child.children)
                        }
                        _ => self.nodes(std::slice::from_ref(child)),
                    }
                }
                self.out.close("li");
            }
            NodeKind::BlockQuote => self.block("blockquote", children),
            NodeKind::Table { align } => self.table(align, children),
            NodeKind::TableRow { .. } | NodeKind::TableCell | NodeKind::Fragment => self.nodes(children),
            NodeKind::ThematicBreak => {
                self.out.void("hr").newline();
            }
            NodeKind::LineBreak => {
                self.out.void("br");
            }
            NodeKind::FootnoteReference { label } => {
                self.out.open("sup").text(label).close("sup");
            }
            NodeKind::FootnoteDefinition { label } => {
                self.out.open("div").open("sup").text(label).close("sup");
                self.nodes(children);
                self.out.close("div");
            }
            NodeKind::Element(element) => self.element(element, children),
            NodeKind::Expression(_) | NodeKind::Broken(_) => {}
        }
    }

    fn table(&mut self, align: &[Align], rows: &[Node]) {
        self.out.open("table");
        for row in rows {
            let tag = if row.kind == (NodeKind::TableRow { header: true }) { "th" } else { "td" };
            self.out.open("tr");
            for (number, cell) in row.children.iter().enumerate() {
                let side = match align.get(number) {
                    Some(Align::Left) => Some("left"),
                    Some(Align::Center) => Some("center"),
                    Some(Align::Right) => Some("right"),
                    Some(Align::None) | None => None,
                };
                self.out.open(tag).opt_attr("align", side);
                self.nodes(&cell.children);
                self.out.close(tag);
            }
            self.out.close("tr");
        }
        self.out.close("table").newline();
    }

    fn element(&mut self, element: &Element, children: &[Node]) {
        let Some(name) = KEPT.iter().copied().find(|name| element.name == *name) else {
            return self.nodes(children);
        };
        self.out.open(name);
        for attribute in ATTRIBUTES.iter().copied() {
            self.out.opt_attr(attribute, element.text_prop(attribute).as_deref());
        }
        for (attribute, used_as) in
            [("href", UrlUse::Link), ("src", UrlUse::Image), ("poster", UrlUse::Image)]
        {
            if let Some(url) = element.text_prop(attribute) {
                let url = self.absolute(&url);
                self.out.url_attr(attribute, &url, used_as);
            }
        }
        if VOID.contains(&name) {
            return;
        }
        self.nodes(children);
        self.out.close(name);
    }

    fn absolute(&self, url: &str) -> String {
        let has_scheme = url.find(':').is_some_and(|at| !url[..at].contains(['/', '?', '#']));
        if has_scheme || url.starts_with("//") {
            url.to_owned()
        } else if url.starts_with('/') {
            format!("{}{url}", self.site)
        } else if url.starts_with(['#', '?']) || url.is_empty() {
            format!("{}{}{url}", self.site, self.page)
        } else {
            format!("{}{}/{url}", self.site, self.page.trim_end_matches('/'))
        }
    }
}

/// The words of each block, without code.
fn blocks(nodes: &[Node], depth: u32, found: &mut Vec<String>) {
    for node in nodes.iter().filter(|_| depth < MAX_DEPTH) {
        let is_inline = match &node.kind {
            NodeKind::CodeBlock { .. } | NodeKind::MathBlock(_) => continue,
            NodeKind::Paragraph | NodeKind::Heading { .. } | NodeKind::TableRow { .. } => true,
            NodeKind::ListItem { .. } => !node.children.iter().any(is_block),
            _ => !node.children.is_empty() && !node.children.iter().any(is_block),
        };
        if is_inline {
            let texts: Vec<String> = match &node.kind {
                NodeKind::TableRow { .. } => node.children.iter().map(Node::plain_text).collect(),
                _ => vec![node.plain_text()],
            };
            let text = texts.join(" | ").split_whitespace().collect::<Vec<_>>().join(" ");
            found.extend(Some(text).filter(|text| !text.is_empty()));
        } else {
            // Words before the first block of a loose item stand on their own.
            if let NodeKind::Text(text) = &node.kind {
                found.extend(Some(text.trim().to_owned()).filter(|text| !text.is_empty()));
            }
            blocks(&node.children, depth + 1, found);
        }
    }
}

fn is_block(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Paragraph
        | NodeKind::Heading { .. }
        | NodeKind::CodeBlock { .. }
        | NodeKind::MathBlock(_)
        | NodeKind::List { .. }
        | NodeKind::ListItem { .. }
        | NodeKind::BlockQuote
        | NodeKind::Table { .. }
        | NodeKind::TableRow { .. }
        | NodeKind::ThematicBreak
        | NodeKind::FootnoteDefinition { .. } => true,
        NodeKind::Element(element) => element.flow,
        NodeKind::Fragment => node.children.iter().any(is_block),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_02_addresses_are_absolute_and_nothing_runs() {
        let markdown = "See [a](/base/a#x), [b](#b), [c](c.png), [d](https://d.x) and [e](mailto:e@e.x).\n\n\
                        ![P](/img/p.png)\n\n<img src=\"/q.png\" onclick=\"x\" style=\"color:red\" />\n\n\
                        <script>alert(1)</script>\n\n[bad](javascript:alert)\n";
        let html = render(markdown, "https://e.x", "/base/log").html;
        for part in [
            "href=\"https://e.x/base/a#x\"",
            "href=\"https://e.x/base/log#b\"",
            "href=\"https://e.x/base/log/c.png\"",
            "href=\"https://d.x\"",
            "href=\"mailto:e@e.x\"",
            "<img src=\"https://e.x/img/p.png\" alt=\"P\">",
            "<img src=\"https://e.x/q.png\">",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
        assert!(!html.contains("alert") && !html.contains("style") && !html.contains("onclick"), "{html}");
    }

    #[test]
    fn log_02_summaries_are_words_without_code() {
        let markdown = "## New\n\nA **bold** `x` [link](/a).\n\n```js\ncode()\n```\n\n- one\n- two\n\n| A | B |\n|---|---|\n| 1 | 2 |\n";
        let content = render(markdown, "", "/log");
        assert_eq!(content.plain, "New\n\nA bold x link.\n\none\n\ntwo\n\nA | B\n\n1 | 2");
        let html = content.html;
        assert!(html.contains("<pre><code>code()"), "{html}");
        assert!(html.contains("<ul><li>one</li><li>two</li></ul>"), "{html}");
    }
}
