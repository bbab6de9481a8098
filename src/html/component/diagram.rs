//! Mermaid and Latex (CMP-25, CMP-28).

use crate::page::ast::{Node, NodeKind};

use super::super::escape::Writer;
use super::super::math::Display;
use super::super::render::{Feature, Render};
use super::{Component, code};

/// `<Mermaid chart="…">` or with the source as children.
pub(super) fn mermaid(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let chart = element.text_prop("chart").unwrap_or_else(|| raw_text(component.children));
    let actions = element.prop("actions").map(|_| element.flag("actions"));
    source(out, &chart, element.text_prop("placement").as_deref(), actions, cx);
}

/// A diagram as its source, which is also its text alternative.
pub(super) fn source(
    out: &mut Writer,
    chart: &str,
    placement: Option<&str>,
    actions: Option<bool>,
    cx: &mut Render<'_>,
) {
    cx.uses(Feature::Mermaid);
    out.open("pre").attr("class", "mermaid").opt_attr("data-placement", placement);
    out.opt_attr("data-actions", actions.map(|on| if on { "true" } else { "false" }));
    out.attr("tabindex", "0").text(chart.trim_matches('\n')).close("pre");
}

/// `<Latex>`: display math.
pub(super) fn latex(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let tex = raw_text(component.children);
    code::math(out, tex.trim(), Display::Block, component.span, cx);
}

/// The source text in children: text, code and formulas as written.
fn raw_text(children: &[Node]) -> String {
    let mut out = String::new();
    for child in children {
        match &child.kind {
            NodeKind::CodeBlock { code, .. } | NodeKind::InlineCode(code) => out.push_str(code),
            NodeKind::MathBlock(tex) | NodeKind::InlineMath(tex) | NodeKind::Text(tex) => out.push_str(tex),
            NodeKind::LineBreak => out.push('\n'),
            NodeKind::Paragraph if !out.is_empty() => {
                out.push_str("\n\n");
                out.push_str(&raw_text(&child.children));
            }
            _ => out.push_str(&raw_text(&child.children)),
        }
    }
    out
}
