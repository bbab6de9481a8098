//! Tables: with bars where every cell is a line, as HTML where cells hold blocks or span others.

use crate::html::node::is_blank;
use crate::page::ast::{Align, Element, Node, NodeKind};

use super::Export;
use super::block::stands_alone;
use super::component::icon_label;
use super::writer::{Place, Start};

/// A table of any origin.
struct Table<'n> {
    /// Rows of the head, which a Markdown table has one of.
    head: Vec<Vec<Cell<'n>>>,
    body: Vec<Vec<Cell<'n>>>,
    align: &'n [Align],
}

struct Cell<'n> {
    children: &'n [Node],
    /// `colspan` and `rowspan`, where they are not 1.
    spans: Vec<(&'static str, String)>,
    is_head: bool,
}

/// A Markdown table.
pub(super) fn markdown(cx: &mut Export<'_>, align: &[Align], rows: &[Node]) {
    let (mut head, mut body) = (Vec::new(), Vec::new());
    for row in rows {
        let is_head = matches!(row.kind, NodeKind::TableRow { header: true });
        let columns = if align.is_empty() { row.children.len() } else { align.len() };
        let cells = row.children.iter().take(columns);
        let cells = cells.map(|cell| Cell { children: &cell.children, spans: Vec::new(), is_head }).collect();
        if is_head { head.push(cells) } else { body.push(cells) }
    }
    write(cx, &Table { head, body, align });
}

/// The content of a `table` element.
pub(super) fn element(cx: &mut Export<'_>, children: &[Node]) {
    let mut table = Table { head: Vec::new(), body: Vec::new(), align: &[] };
    let mut others = Vec::new();
    collect(children, Section::Open, &mut table, &mut others, 0);
    for other in others {
        cx.blocks(std::slice::from_ref(other));
    }
    // A first row of nothing but heads is a head.
    if table.head.is_empty() && table.body.first().is_some_and(|row| row.iter().all(|cell| cell.is_head)) {
        table.head.push(table.body.remove(0));
    }
    write(cx, &table);
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Open,
    Head,
}

fn collect<'n>(
    nodes: &'n [Node],
    section: Section,
    table: &mut Table<'n>,
    others: &mut Vec<&'n Node>,
    depth: u32,
) {
    for node in nodes {
        let name = node.element().map(|element| element.name.as_str());
        match (&node.kind, name) {
            _ if depth > 64 => {}
            (_, Some("thead")) => collect(&node.children, Section::Head, table, others, depth + 1),
            (NodeKind::Fragment | NodeKind::Paragraph, _) | (_, Some("tbody" | "tfoot")) => {
                collect(&node.children, section, table, others, depth + 1);
            }
            (_, Some("tr")) => {
                let mut cells = Vec::new();
                collect_cells(&node.children, &mut cells, 0);
                match section {
                    Section::Head => table.head.push(cells),
                    Section::Open => table.body.push(cells),
                }
            }
            _ if is_blank(node) => {}
            _ => others.push(node),
        }
    }
}

fn collect_cells<'n>(nodes: &'n [Node], cells: &mut Vec<Cell<'n>>, depth: u32) {
    for node in nodes {
        match (&node.kind, node.element()) {
            (_, Some(element)) if matches!(element.name.as_str(), "td" | "th") => {
                let span = |name: &'static str, jsx: &str| {
                    let written = element.text_prop(name).or_else(|| element.text_prop(jsx))?;
                    let number: u32 = written.trim().parse().ok()?;
                    (number != 1).then(|| (name, number.to_string()))
                };
                let spans = [span("colspan", "colSpan"), span("rowspan", "rowSpan")];
                cells.push(Cell {
                    children: &node.children,
                    spans: spans.into_iter().flatten().collect(),
                    is_head: element.name == "th",
                });
            }
            (NodeKind::Fragment | NodeKind::Paragraph, _) if depth < 64 => {
                collect_cells(&node.children, cells, depth + 1);
            }
            _ => {}
        }
    }
}

fn write(cx: &mut Export<'_>, table: &Table<'_>) {
    let rows = || table.head.iter().chain(&table.body);
    let columns = rows().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return;
    }
    let plain =
        table.head.len() <= 1 && rows().flatten().all(|cell| cell.spans.is_empty() && fits(cell.children));
    if !plain {
        return as_html(cx, table);
    }
    let none = Vec::new();
    cx.bars(columns, table.align, |cx, at| {
        if let Some(cell) = table.head.first().unwrap_or(&none).get(at) {
            cx.cell(cell.children);
        }
    });
    for row in &table.body {
        cx.row(columns, |cx, at| {
            if let Some(cell) = row.get(at) {
                cx.cell(cell.children);
            }
        });
    }
}

impl Export<'_> {
    /// Begins a table: its head and the line below it.
    pub(super) fn bars(&mut self, columns: usize, align: &[Align], head: impl FnMut(&mut Self, usize)) {
        self.out.begin(Start::Apart);
        self.row_content(columns, head);
        self.out.line_break();
        self.out.raw("|");
        for column in 0..columns {
            self.out.raw(match align.get(column) {
                Some(Align::Left) => " :-- |",
                Some(Align::Center) => " :-: |",
                Some(Align::Right) => " --: |",
                _ => " --- |",
            });
        }
    }

    /// One more row.
    pub(super) fn row(&mut self, columns: usize, cells: impl FnMut(&mut Self, usize)) {
        self.out.line_break();
        self.row_content(columns, cells);
    }

    fn row_content(&mut self, columns: usize, mut cell: impl FnMut(&mut Self, usize)) {
        self.out.raw("|");
        let place = std::mem::replace(&mut self.out.place, Place::Cell);
        for column in 0..columns {
            self.out.raw(" ");
            cell(self, column);
            self.out.trim_line();
            self.out.raw(" |");
        }
        self.out.place = place;
    }

    /// The content of a cell: paragraphs are lines of it, lists are HTML in a line.
    pub(super) fn cell(&mut self, children: &[Node]) {
        let start = self.out.mark();
        self.inlines(children, Some(' '));
        let text = self.out.take(&start);
        if text.trim().is_empty() {
            // A tick is all that some cells say.
            let mut names = Vec::new();
            children.iter().for_each(|child| icon_names(child, &mut names));
            self.out.text(&names.join(", "), Some(' '));
        } else {
            self.out.raw(text.trim());
        }
    }
}

fn icon_names(node: &Node, names: &mut Vec<String>) {
    if let Some(element) = node.element()
        && element.name == "Icon"
    {
        names.extend(icon_label(element).or_else(|| element.text_prop("icon")));
    }
    node.children.iter().for_each(|child| icon_names(child, names));
}

/// Whether nodes can stand in one line of a cell.
pub(super) fn fits(children: &[Node]) -> bool {
    children.iter().all(|child| match &child.kind {
        NodeKind::Paragraph | NodeKind::Fragment => fits(&child.children),
        NodeKind::List { .. } | NodeKind::ListItem { .. } => fits(&child.children),
        NodeKind::Element(element) => {
            let is_box = matches!(element.name.as_str(), "div" | "p" | "ul" | "ol" | "li" | "center");
            if is_box { fits(&child.children) } else { !stands_alone(child) }
        }
        _ => !stands_alone(child),
    })
}

/// A list in a line, where only HTML can say it.
pub(super) fn list_in_line(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    if cx.out.place != Place::Cell {
        return cx.spaced(children);
    }
    in_line(cx, &element.name, children);
}

/// A Markdown list in a line.
pub(super) fn markdown_list_in_line(cx: &mut Export<'_>, start: Option<u32>, children: &[Node]) {
    if cx.out.place != Place::Cell {
        return cx.spaced(children);
    }
    in_line(cx, if start.is_some() { "ol" } else { "ul" }, children);
}

fn in_line(cx: &mut Export<'_>, tag: &str, children: &[Node]) {
    cx.out.raw(&format!("<{tag}>"));
    for child in children.iter().filter(|child| !is_blank(child)) {
        cx.out.raw("<li>");
        cx.inlines(if holds_item(child) { &child.children } else { std::slice::from_ref(child) }, Some('<'));
        cx.out.raw("</li>");
    }
    cx.out.raw(&format!("</{tag}>"));
}

fn holds_item(node: &Node) -> bool {
    matches!(node.kind, NodeKind::ListItem { .. })
        || node.element().is_some_and(|element| element.name == "li")
}

/// Tags on lines of their own, and Markdown between empty lines, which every parser reads as such.
fn as_html(cx: &mut Export<'_>, table: &Table<'_>) {
    cx.out.begin(Start::Apart);
    cx.out.raw("<table>");
    for (tag, rows) in [("thead", &table.head), ("tbody", &table.body)] {
        if rows.is_empty() {
            continue;
        }
        tag_line(cx, &format!("<{tag}>"));
        for row in rows {
            tag_line(cx, "<tr>");
            for cell in row {
                let name = if cell.is_head { "th" } else { "td" };
                let spans: String =
                    cell.spans.iter().map(|(span, count)| format!(" {span}=\"{count}\"")).collect();
                tag_line(cx, &format!("<{name}{spans}>"));
                between_tags(cx, cell.children, &format!("</{name}>"));
            }
            tag_line(cx, "</tr>");
        }
        tag_line(cx, &format!("</{tag}>"));
    }
    tag_line(cx, "</table>");
}

/// What stands between two tags. In a line with them it would not be read as Markdown, so only bare words are.
pub(super) fn between_tags(cx: &mut Export<'_>, children: &[Node], close: &str) {
    let start = cx.out.mark();
    if fits(children) {
        let place = std::mem::replace(&mut cx.out.place, Place::Line);
        cx.cell(children);
        cx.out.place = place;
    }
    let text = cx.out.take(&start);
    if !text.contains(|c: char| c.is_ascii_punctuation() && !".,;:!?()'\"-/%+=".contains(c)) && fits(children)
    {
        cx.out.raw(&text);
    } else {
        cx.blocks(children);
        cx.out.begin(Start::Apart);
    }
    cx.out.raw(close);
}

fn tag_line(cx: &mut Export<'_>, tag: &str) {
    cx.out.line_break();
    cx.out.raw(tag);
}

/// True for the parts of a table.
pub(super) fn is_part(name: &str) -> bool {
    matches!(name, "thead" | "tbody" | "tfoot" | "tr" | "colgroup" | "caption")
}
