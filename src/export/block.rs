//! Blocks: paragraphs, headings, lists, quotes, code; and the sections that components become.

use crate::html::code::CodeBlock;
use crate::html::component::package_blocks;
use crate::html::node::{is_blank, is_block};
use crate::page::ast::{Node, NodeKind};

use super::writer::{Last, Place, Start};
use super::{Export, MAX_DEPTH, component, element, table};

impl Export<'_> {
    /// Writes nodes where blocks may stand. What stands between two blocks in a line is a paragraph.
    pub(super) fn blocks(&mut self, nodes: &[Node]) {
        let mut rest = nodes;
        while let Some(node) = rest.first() {
            if !stands_alone(node) {
                let ends = |node: &Node| stands_alone(node) || element::is_shown_apart(node);
                let length = rest.iter().position(ends).unwrap_or(rest.len()).max(1);
                let (line, others) = rest.split_at(length);
                self.paragraph(line);
                rest = others;
            } else if component::is_field(node) {
                let is_part = |node: &Node| component::is_field(node) || is_blank(node);
                let length = rest.iter().position(|node| !is_part(node)).unwrap_or(rest.len());
                let (fields, others) = rest.split_at(length);
                component::fields(self, fields);
                rest = others;
            } else {
                self.block(node);
                rest = rest.get(1..).unwrap_or_default();
            }
        }
    }

    fn block(&mut self, node: &Node) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        let children = &node.children;
        match &node.kind {
            NodeKind::Paragraph if children.iter().any(stands_alone) => self.blocks(children),
            NodeKind::Paragraph => self.paragraph(children),
            NodeKind::Heading { level, .. } => self.heading(*level, |cx| cx.inlines(children, Some(' '))),
            NodeKind::CodeBlock { lang, meta, code } => self.code(lang.as_deref(), meta, code),
            NodeKind::MathBlock(tex) => self.display_math(tex),
            NodeKind::List { start, loose } => self.list(*start, *loose, children),
            NodeKind::BlockQuote => self.quote(|cx| cx.blocks(children)),
            NodeKind::Table { align } => table::markdown(self, align, children),
            NodeKind::ThematicBreak => self.rule(),
            NodeKind::FootnoteDefinition { label } => {
                self.out.begin(Start::Apart);
                let outer = self.out.enter(&format!("[^{label}]: "), "    ");
                self.out.tight = false;
                self.blocks(children);
                self.out.leave(&outer);
            }
            NodeKind::Element(found) => match component::find(&found.name) {
                Some(form) => self.component_block(form, found, node),
                None => element::block(self, found, node),
            },
            // A link or emphasis around blocks.
            NodeKind::Link { .. } => self.paragraph(std::slice::from_ref(node)),
            _ => self.blocks(children),
        }
        self.depth -= 1;
    }

    pub(super) fn paragraph(&mut self, nodes: &[Node]) {
        if nodes.iter().all(is_blank) {
            return;
        }
        let block = self.out.block(Start::Apart);
        let place = std::mem::replace(&mut self.out.place, Place::Paragraph);
        for (number, node) in nodes.iter().enumerate() {
            self.inline_among(nodes, number, Some(' '));
            // Two badges below each other are two words; inside another element JSX drops the line break.
            if self.depth == 0 && node.element().is_some_and(|element| element.flow) {
                self.out.space();
            }
        }
        self.out.place = place;
        self.out.end(&block);
    }

    /// A paragraph of one line that `write` writes.
    pub(super) fn line(&mut self, write: impl FnOnce(&mut Self)) -> bool {
        let block = self.out.block(Start::Apart);
        self.one_line(write);
        self.out.end(&block)
    }

    /// What `write` writes, without line breaks.
    pub(super) fn one_line(&mut self, write: impl FnOnce(&mut Self)) {
        let place = self.out.place;
        if place == Place::Paragraph {
            self.out.place = Place::Line;
        }
        write(self);
        self.out.place = place;
    }

    /// A heading of the author's, or one that a component gives.
    pub(super) fn heading(&mut self, level: u8, write: impl FnOnce(&mut Self)) {
        let level = level.saturating_add(self.shift).clamp(1, 6);
        if self.write_heading(level, write) && !self.out.is_nested() {
            self.level = level;
        }
    }

    fn write_heading(&mut self, level: u8, write: impl FnOnce(&mut Self)) -> bool {
        let group = self.out.group;
        if group.is_some_and(|group| level <= group) {
            self.out.group = None;
        }
        let block = self.out.block(if self.out.tight { Start::Joined } else { Start::Apart });
        let start = self.out.mark();
        self.one_line(write);
        let text = self.out.take(&start);
        if !text.trim().is_empty() {
            self.out.heading(&format!("{} ", "#".repeat(usize::from(level))), &text);
        }
        let written = self.out.end(&block);
        if !written {
            self.out.group = group;
        }
        written
    }

    /// A part of the page with a title, such as a tab: a heading one level below the one it stands under, or a bold
    /// label where no heading fits.
    pub(super) fn section(
        &mut self,
        title: impl FnOnce(&mut Self),
        content: impl FnOnce(&mut Self),
        inner: &[Node],
    ) {
        if self.out.is_nested() || self.level >= 6 {
            self.line(|cx| cx.bold(title));
            return content(self);
        }
        let level = self.level + 1;
        if !self.write_heading(level, title) {
            return content(self);
        }
        let outer = (self.level, self.shift);
        self.level = level;
        let top = inner.iter().filter_map(top_heading).min();
        self.shift = top.map_or(0, |top| (level + 1).saturating_sub(top));
        content(self);
        (self.level, self.shift) = outer;
        self.out.group = Some(level);
    }

    pub(super) fn rule(&mut self) {
        self.out.group = None;
        self.out.begin(Start::Apart);
        // With other marks the line of a list item would be a rule as a whole.
        self.out.raw(if self.out.is_nested() { "___" } else { "---" });
    }

    pub(super) fn quote(&mut self, content: impl FnOnce(&mut Self)) {
        let block = self.out.block(Start::Apart);
        let start = self.out.mark();
        let outer = self.out.enter("> ", "> ");
        self.out.tight = false;
        let level = self.level;
        content(self);
        self.level = level;
        let is_empty = self.out.is_fresh();
        self.out.leave(&outer);
        if is_empty {
            self.out.take(&start);
        }
        self.out.end(&block);
    }

    pub(super) fn list(&mut self, start: Option<u32>, loose: bool, items: &[Node]) {
        let mark = self.list_mark(start.is_some());
        let joined = self.out.tight && start.unwrap_or(1) == 1 && self.out.last == Last::Other;
        let mut number = start.unwrap_or(1);
        let mut first = true;
        for item in items {
            if is_blank(item) {
                continue;
            }
            let start = match (std::mem::take(&mut first), loose) {
                (true, _) if joined => Start::Joined,
                (false, false) => Start::Joined,
                _ => Start::Apart,
            };
            let sign = if start_is_number(mark) { format!("{number}{mark} ") } else { format!("{mark} ") };
            number = number.saturating_add(1);
            self.item(start, &sign, |cx| {
                cx.out.tight = !loose;
                match item.kind {
                    NodeKind::ListItem { checked } => {
                        match checked {
                            Some(true) => cx.out.raw("[x] "),
                            Some(false) => cx.out.raw("[ ] "),
                            None => {}
                        }
                        cx.blocks(&item.children);
                    }
                    _ => cx.blocks(std::slice::from_ref(item)),
                }
            });
        }
        if !first {
            self.out.last = Last::List(mark);
        }
    }

    /// A mark that differs from that of a list just before.
    pub(super) fn list_mark(&self, ordered: bool) -> char {
        let (usual, other) = if ordered { ('.', ')') } else { ('-', '*') };
        match self.out.last {
            Last::List(mark) | Last::Entries(mark) if mark == usual => other,
            _ => usual,
        }
    }

    /// One item of a list.
    pub(super) fn item(&mut self, start: Start, sign: &str, content: impl FnOnce(&mut Self)) {
        self.out.begin(start);
        let outer = self.out.enter(sign, &" ".repeat(sign.len()));
        let level = self.level;
        content(self);
        self.level = level;
        self.out.leave(&outer);
    }

    /// An entry of a list that grows while its kind goes on: cards, files.
    pub(super) fn entry(&mut self, content: impl FnOnce(&mut Self)) {
        self.entry_after(Start::Joined, content);
    }

    /// An entry that follows another one in this distance.
    pub(super) fn entry_after(&mut self, distance: Start, content: impl FnOnce(&mut Self)) {
        let (start, mark) = match self.out.last {
            Last::Entries(mark) => (distance, mark),
            _ if self.out.tight => (Start::Joined, self.list_mark(false)),
            _ => (Start::Apart, self.list_mark(false)),
        };
        self.item(start, &format!("{mark} "), content);
        self.out.last = Last::Entries(mark);
    }

    /// A block of code with its language and its title.
    pub(super) fn code(&mut self, lang: Option<&str>, meta: &str, code: &str) {
        if meta.split_whitespace().any(|word| word == "npm2yarn") {
            return self.blocks(&package_blocks(code));
        }
        self.code_block(&CodeBlock::read(lang, meta, code));
    }

    pub(super) fn code_block(&mut self, block: &CodeBlock) {
        let language = block.meta.language.as_deref().unwrap_or_default();
        if language.eq_ignore_ascii_case("math") {
            return self.display_math(block.text());
        }
        let title = block.meta.title.replace('"', "'");
        let info = match (language, title.trim()) {
            (language, "") => language.to_owned(),
            ("", title) => format!("text title=\"{title}\""),
            (language, title) => format!("{language} title=\"{title}\""),
        };
        self.out.fence(&info, block.text());
    }

    pub(super) fn display_math(&mut self, tex: &str) {
        let tex = tex.trim();
        if tex.is_empty() {
            return;
        }
        self.out.begin(Start::Apart);
        self.out.raw("$$");
        self.out.line_break();
        self.out.lines(&tex.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n"));
        self.out.line_break();
        self.out.raw("$$");
    }
}

/// True for a node that is no part of a line.
pub(super) fn stands_alone(node: &Node) -> bool {
    match &node.kind {
        NodeKind::FootnoteDefinition { .. } => true,
        NodeKind::Element(element) if element.name == "hr" => true,
        _ => is_block(node),
    }
}

fn start_is_number(mark: char) -> bool {
    matches!(mark, '.' | ')')
}

/// The highest level of the author's headings in a node.
fn top_heading(node: &Node) -> Option<u8> {
    match &node.kind {
        NodeKind::Heading { level, .. } => Some((*level).clamp(1, 6)),
        NodeKind::Element(element) => {
            element::heading_level(element).or_else(|| node.children.iter().filter_map(top_heading).min())
        }
        NodeKind::Text(_) | NodeKind::Paragraph => None,
        _ => node.children.iter().filter_map(top_heading).min(),
    }
}
