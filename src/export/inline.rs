//! Nodes in a line: text and its marks, links, pictures, formulas. Blocks that stand in a line by mistake are
//! written as their text.

use crate::html::node::is_blank;
use crate::page::ast::{Node, NodeKind};

use super::writer::Place;
use super::{Export, Links, MAX_DEPTH, component, element, table};

/// So many nodes before and behind an icon tell whether it stands in a text.
const NEAR: usize = 32;

impl Export<'_> {
    /// Writes nodes in a line. `after` is the character that follows the last of them.
    pub(super) fn inlines(&mut self, nodes: &[Node], after: Option<char>) {
        let mut after_paragraph = false;
        for (number, node) in nodes.iter().enumerate() {
            let is_paragraph = node.kind == NodeKind::Paragraph || self.is_box_in_cell(node);
            if is_paragraph && after_paragraph {
                self.out.hard_break();
            }
            after_paragraph |= is_paragraph;
            self.inline_among(nodes, number, after);
        }
    }

    /// Whether a node holds paragraphs in a cell, where nothing but a line break tells them from those before.
    fn is_box_in_cell(&self, node: &Node) -> bool {
        let is_box = node.element().is_some_and(|element| element.name == "div");
        let first = || node.children.iter().find(|child| !is_blank(child));
        self.out.place == Place::Cell && is_box && first().is_some_and(|it| it.kind == NodeKind::Paragraph)
    }

    /// Writes the node of this number. `after` is the character that follows the last of them.
    pub(super) fn inline_among(&mut self, nodes: &[Node], number: usize, after: Option<char>) {
        let Some((node, next)) = nodes.get(number..).and_then(<[Node]>::split_first) else { return };
        let after = next.iter().find_map(first_character).or(after);
        match self.said_by_icon(nodes, number) {
            Some(name) => self.out.text(&name, after),
            None => self.inline(node, after),
        }
    }

    /// The name of an icon that says something: one that stands like a word in the middle of a text, one that is explained
    /// (`= …`), and one behind the text of a cell. Beside a text it is an ornament.
    fn said_by_icon(&self, nodes: &[Node], number: usize) -> Option<String> {
        let name = nodes.get(number).and_then(icon_name)?;
        let is_text = |node: &&Node| !node.plain_text().trim().is_empty();
        let is_in_line = |node: &&Node| first_character(node) != Some('\n');
        let (before, from) = nodes.split_at(number);
        let has_before = before.iter().rev().take(NEAR).take_while(is_in_line).any(|node| is_text(&node));
        let next = from.iter().skip(1).take(NEAR).take_while(is_in_line).find(is_text);
        let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let is_apart = is_blank(self.out.before()) && is_blank(from.get(1).and_then(first_character));
        let is_said = match next {
            Some(next) => is_apart && (has_before || next.plain_text().trim_start().starts_with('=')),
            None => is_apart && has_before && self.out.place == Place::Cell,
        };
        is_said.then_some(name)
    }

    fn inline(&mut self, node: &Node, after: Option<char>) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        let children = &node.children;
        match &node.kind {
            NodeKind::Text(text) => self.out.text(text, after),
            NodeKind::Emphasis => self.emphasis(children, after),
            NodeKind::Strong => self.strong(children, after),
            NodeKind::Strikethrough => self.wrapped(children, after, "~~", "del"),
            NodeKind::InlineCode(code) | NodeKind::CodeBlock { code, .. } => self.out.code(code),
            NodeKind::InlineMath(tex) => self.math(tex, "$"),
            NodeKind::MathBlock(tex) => self.math(tex, "$$"),
            NodeKind::Link { url, title } => self.link(url, title.as_deref(), children),
            NodeKind::Image { url, title, alt } => self.image(url, title.as_deref(), alt),
            NodeKind::LineBreak => self.out.hard_break(),
            NodeKind::FootnoteReference { label } => {
                if self.links == Links::Written {
                    self.out.raw(&format!("[^{label}]"));
                }
            }
            NodeKind::Element(found) => match component::find(&found.name) {
                Some(form) => self.component_inline(form, found, node, after),
                None => element::inline(self, found, node, after),
            },
            NodeKind::Paragraph | NodeKind::Fragment => self.inlines(children, after),
            NodeKind::List { start, .. } => table::markdown_list_in_line(self, *start, children),
            NodeKind::FootnoteDefinition { .. } | NodeKind::Expression(_) | NodeKind::Broken(_) => {}
            _ => self.spaced(children),
        }
        self.depth -= 1;
    }

    /// Blocks in a line are words apart from what is around them.
    pub(super) fn spaced(&mut self, children: &[Node]) {
        self.out.space();
        self.inlines(children, Some(' '));
        self.out.space();
    }

    pub(super) fn strong(&mut self, children: &[Node], after: Option<char>) {
        if std::mem::replace(&mut self.in_strong, true) {
            return self.inlines(children, after);
        }
        self.wrapped(children, after, "**", "strong");
        self.in_strong = false;
    }

    pub(super) fn emphasis(&mut self, children: &[Node], after: Option<char>) {
        if std::mem::replace(&mut self.in_emphasis, true) {
            return self.inlines(children, after);
        }
        self.wrapped(children, after, "*", "em");
        self.in_emphasis = false;
    }

    /// Text between marks, or between tags where the marks would not be read as such: beside a word they need
    /// another word.
    fn wrapped(&mut self, children: &[Node], after: Option<char>, mark: &str, tag: &str) {
        let start = self.out.mark_before();
        self.inlines(children, mark.chars().next());
        let inner = self.out.take(&start);
        self.wrap(&inner, after, mark, tag);
    }

    fn wrap(&mut self, inner: &str, after: Option<char>, mark: &str, tag: &str) {
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_mark = |c: Option<char>| c.is_some_and(|c| !c.is_alphanumeric() && !c.is_whitespace());
        let before = self.out.before();
        let (first, last) = (inner.chars().next(), inner.chars().next_back());
        let unclear = (is_mark(first) && is_word(before))
            || (is_mark(last) && is_word(after))
            || (before.is_some() && before == mark.chars().next());
        if unclear {
            self.out.wrap(inner, &format!("<{tag}>"), &format!("</{tag}>"));
        } else {
            self.out.wrap(inner, mark, mark);
        }
    }

    /// What `write` writes, in bold: a label.
    pub(super) fn bold(&mut self, write: impl FnOnce(&mut Self)) {
        let start = self.out.mark_before();
        let outer = std::mem::replace(&mut self.in_strong, true);
        write(self);
        self.in_strong = outer;
        let inner = self.out.take(&start);
        self.wrap(&inner, Some(' '), "**", "strong");
    }

    pub(super) fn math(&mut self, tex: &str, mark: &str) {
        let tex = tex.trim().split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
        if tex.is_empty() {
            return;
        }
        // A bar would end the cell; TeX has a word for it.
        let tex = match self.out.place {
            Place::Cell => tex.replace("\\|", "\\Vert ").replace('|', "\\vert "),
            _ => tex,
        };
        self.out.raw(&format!("{mark}{tex}{mark}"));
    }

    pub(super) fn link(&mut self, href: &str, title: Option<&str>, children: &[Node]) {
        let url = self.link_url(href).filter(|url| self.links == Links::Written && !url.is_empty());
        let Some(url) = url else { return self.inlines(children, Some(' ')) };
        if let [Node { kind: NodeKind::Text(text), .. }] = children
            && *text == url
            && title.is_none()
            && url.contains("://")
            && !url.contains(|c: char| c.is_whitespace() || c.is_control() || "<>{}$`\\|".contains(c))
        {
            return self.out.raw(&format!("<{url}>"));
        }
        self.link_to(&url, title, |cx| cx.inlines(children, Some(']')));
    }

    /// A link with a text that `write` writes; without one there is no link.
    pub(super) fn link_to(&mut self, url: &str, title: Option<&str>, write: impl FnOnce(&mut Self)) {
        let start = self.out.mark_before();
        self.out.link_text = Some(start.length);
        let in_link = std::mem::replace(&mut self.out.in_link, true);
        let links = std::mem::replace(&mut self.links, Links::Text);
        // Links hold pictures, but no other links.
        write(self);
        self.out.in_link = in_link;
        self.links = links;
        self.out.link_text = None;
        let inner = self.out.take(&start);
        let text = inner.trim();
        if text.is_empty() {
            return;
        }
        if inner.starts_with([' ', '\n']) {
            self.out.space();
        }
        self.out.open_link();
        self.out.raw(text);
        self.out.close_link(url, title);
        if inner.ends_with([' ', '\n']) {
            self.out.space();
        }
    }

    pub(super) fn image(&mut self, src: &str, title: Option<&str>, alt: &str) {
        // The same picture for the other colours of the page.
        if src.ends_with("#gh-dark-mode-only") {
            return;
        }
        let Some(url) = self.resource_url(src) else { return };
        self.out.raw("![");
        let in_link = std::mem::replace(&mut self.out.in_link, true);
        let place = self.out.place;
        if place == Place::Paragraph {
            self.out.place = Place::Line;
        }
        self.out.text(alt.trim(), Some(']'));
        self.out.place = place;
        self.out.in_link = in_link;
        self.out.close_link(&url, title);
    }
}

/// The first character that a node writes, as far as it is known.
fn first_character(node: &Node) -> Option<char> {
    match &node.kind {
        NodeKind::Text(text) => text.chars().next(),
        NodeKind::Emphasis | NodeKind::Strong => Some('*'),
        NodeKind::Strikethrough => Some('~'),
        NodeKind::InlineCode(_) | NodeKind::CodeBlock { .. } => Some('`'),
        NodeKind::InlineMath(_) | NodeKind::MathBlock(_) => Some('$'),
        NodeKind::Link { .. } | NodeKind::FootnoteReference { .. } => Some('['),
        NodeKind::Image { .. } => Some('!'),
        NodeKind::LineBreak => Some('\n'),
        NodeKind::Element(element) if element.name == "br" => Some('\n'),
        NodeKind::Fragment | NodeKind::Element(_) => node.children.iter().find_map(first_character),
        _ => None,
    }
}

/// What an icon is called that has no other name and nothing in it.
fn icon_name(node: &Node) -> Option<String> {
    let element = node.element().filter(|element| element.name == "Icon" && node.children.is_empty())?;
    let name = element.text_prop("icon").filter(|_| component::icon_label(element).is_none())?;
    // Drawings and addresses are no names.
    (!name.is_empty() && !name.contains(['/', '<', '.'])).then_some(name)
}
