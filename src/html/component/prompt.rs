//! Prompt: a text to copy into an assistant (CMP-26). Its content is shown as Markdown source.

use crate::page::ast::{Node, NodeKind, Value};
use crate::text::encode_part;

use super::super::escape::{UrlUse, Writer};
use super::super::icon;
use super::super::render::{Feature, Render};
use super::{Component, inline_markdown};

/// Longer links are refused by the editor.
const LONGEST_LINK: usize = 8_000;

/// A description, the text, and a button that copies it.
pub(super) fn prompt(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    cx.uses(Feature::Prompt);
    let element = component.element;
    let actions: Vec<String> = match element.prop("actions") {
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_text).collect(),
        Some(value) => value.as_text().into_iter().collect(),
        None => vec!["copy".to_owned()],
    };
    let text = source(component.children);
    let text = text.trim_matches('\n');
    out.open("div").attr("class", &component.class("prompt")).attr("data-actions", &actions.join(" "));
    out.open("div").attr("class", "prompt-head").attr("data-component-part", "prompt-header");
    if let Some(own) = icon::of(element, "prompt-icon", component.span) {
        icon::render(out, &own, cx);
    }
    if let Some(value) = element.prop("description").filter(|value| value.truthy()) {
        let text = inline_markdown(value, cx);
        out.open("div").attr("class", "prompt-description").attr("data-component-part", "prompt-description");
        out.raw(&text).close("div");
    }
    out.open("button").attr("type", "button").attr("class", "prompt-copy-button");
    out.attr("aria-label", &cx.labels.copy_prompt).close("button");
    let url = format!("https://cursor.com/link/prompt?text={}", encode_part(text, ""));
    if actions.iter().any(|action| action == "cursor") && url.len() <= LONGEST_LINK && !cx.state.in_link {
        out.open("a").attr("class", "prompt-cursor-button").url_attr("href", &url, UrlUse::Link);
        out.attr("target", "_blank").attr("rel", "noreferrer").text(&cx.labels.open_in_cursor).close("a");
    }
    out.close("div");
    out.open("pre")
        .attr("class", "prompt-text")
        .attr("data-component-part", "prompt-content")
        .attr("tabindex", "0");
    out.text(text).close("pre").close("div");
}

/// The text that is copied.
pub(crate) fn source(children: &[Node]) -> String {
    match children {
        [Node { kind: NodeKind::Text(text), .. }] => bullets(text),
        children => markdown(children),
    }
}

/// The author's text. Marks of lists become stars, as everywhere that a page's Markdown is written out; code
/// between fences and lines that are rules stay.
fn bullets(text: &str) -> String {
    let mut fence: Option<&str> = None;
    let line = |line: &str| {
        let trimmed = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        let is_rule = trimmed.chars().all(|c| matches!(c, '-' | '+' | ' '));
        match trimmed.strip_prefix(['-', '+']).filter(|rest| rest.starts_with(' ')) {
            Some(rest) if fence.is_none() && mark.is_none() && !is_rule => {
                format!("{}*{rest}", &line[..line.len() - trimmed.len()])
            }
            _ => line.to_owned(),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The source of nodes that come from an expression, written out as plain Markdown.
fn markdown(children: &[Node]) -> String {
    let mut out = String::new();
    blocks(children, "", &mut out, 0);
    out
}

fn blocks(children: &[Node], indent: &str, out: &mut String, depth: u32) {
    if depth > 60 {
        return;
    }
    let mut first = true;
    for child in children {
        if matches!(&child.kind, NodeKind::Text(text) if text.trim().is_empty()) {
            continue;
        }
        let starts_block = super::is_block_node(child);
        if starts_block && !first {
            out.push_str("\n\n");
            out.push_str(indent);
        }
        first = false;
        block(child, indent, out, depth);
    }
}

fn block(node: &Node, indent: &str, out: &mut String, depth: u32) {
    let children = &node.children;
    match &node.kind {
        NodeKind::Heading { level, .. } => {
            out.push_str(&"#".repeat(usize::from((*level).clamp(1, 6))));
            out.push(' ');
            inlines(children, indent, out, depth);
        }
        NodeKind::CodeBlock { lang, meta, code } => {
            let info = [lang.as_deref().unwrap_or(""), meta.as_str()].join(" ");
            let fence = if code.contains("```") { "````" } else { "```" };
            let body = code.replace('\n', &format!("\n{indent}"));
            out.push_str(&format!("{fence}{}\n{indent}{body}\n{indent}{fence}", info.trim()));
        }
        NodeKind::MathBlock(tex) => out.push_str(&format!("$$\n{indent}{tex}\n{indent}$$")),
        NodeKind::List { start, loose } => {
            for (number, item) in (start.unwrap_or(0)..).zip(children) {
                if number > start.unwrap_or(0) {
                    out.push_str(if *loose { "\n\n" } else { "\n" });
                    out.push_str(indent);
                }
                let mark = start.map_or_else(|| "* ".to_owned(), |_| format!("{number}. "));
                out.push_str(&mark);
                let inner = format!("{indent}{}", " ".repeat(mark.len()));
                list_item(item, *loose, &inner, out, depth + 1);
            }
        }
        NodeKind::BlockQuote => {
            out.push_str("> ");
            blocks(children, &format!("{indent}> "), out, depth + 1);
        }
        NodeKind::ThematicBreak => out.push_str("***"),
        NodeKind::Paragraph => inlines(children, indent, out, depth),
        NodeKind::Table { .. } => {
            for (index, row) in children.iter().enumerate() {
                if index > 0 {
                    out.push('\n');
                    out.push_str(indent);
                }
                let cells: Vec<String> =
                    row.children.iter().map(|cell| cell.plain_text().replace('|', "\\|")).collect();
                out.push_str(&format!("| {} |", cells.join(" | ")));
                if index == 0 {
                    out.push_str(&format!("\n{indent}|{}", " --- |".repeat(cells.len())));
                }
            }
        }
        NodeKind::Fragment | NodeKind::Element(_) if super::is_block_node(node) => {
            blocks(children, indent, out, depth + 1);
        }
        _ => inline(node, indent, out, depth),
    }
}

fn list_item(item: &Node, loose: bool, indent: &str, out: &mut String, depth: u32) {
    if let NodeKind::ListItem { checked: Some(checked) } = item.kind {
        out.push_str(if checked { "[x] " } else { "[ ] " });
    }
    for (index, child) in item.children.iter().enumerate() {
        if index > 0 {
            out.push_str(if loose { "\n\n" } else { "\n" });
            out.push_str(indent);
        }
        if depth < 60 {
            block(child, indent, out, depth + 1);
        }
    }
}

fn inlines(children: &[Node], indent: &str, out: &mut String, depth: u32) {
    if depth < 100 {
        children.iter().for_each(|child| inline(child, indent, out, depth + 1));
    }
}

fn inline(node: &Node, indent: &str, out: &mut String, depth: u32) {
    let mut wrapped = |before: &str, after: &str| {
        out.push_str(before);
        inlines(&node.children, indent, out, depth);
        out.push_str(after);
    };
    match &node.kind {
        NodeKind::Text(text) => out.push_str(text),
        NodeKind::InlineCode(code) => out.push_str(&format!("`{code}`")),
        NodeKind::InlineMath(tex) => out.push_str(&format!("${tex}$")),
        NodeKind::Image { url, alt, .. } => out.push_str(&format!("![{alt}]({url})")),
        NodeKind::LineBreak => out.push_str(&format!("\n{indent}")),
        NodeKind::FootnoteReference { label } => out.push_str(&format!("[^{label}]")),
        NodeKind::Emphasis => wrapped("*", "*"),
        NodeKind::Strong => wrapped("**", "**"),
        NodeKind::Strikethrough => wrapped("~~", "~~"),
        NodeKind::Link { url, .. } => wrapped("[", &format!("]({url})")),
        _ => wrapped("", ""),
    }
}
