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
    let placement = element.text_prop("placement");
    let controls =
        Controls::new(placement.as_deref(), element.prop("actions").map(|_| element.flag("actions")));
    source(out, &chart, &controls, cx);
}

/// What an author says about the controls of a diagram.
pub(super) struct Controls {
    placement: Option<String>,
    /// Shown or not; when not said, only tall diagrams have them.
    shown: Option<bool>,
}

impl Controls {
    pub(super) fn new(placement: Option<&str>, shown: Option<bool>) -> Self {
        let known = ["top-left", "top-right", "bottom-left", "bottom-right"];
        let placement = placement.filter(|corner| known.contains(corner)).map(str::to_owned);
        Self { placement, shown }
    }
}

/// The source of a diagram, and the place where the browser draws it (CMP-25). The renderers that could draw it here
/// either need packages that are not under permissive licences or draw other than Mermaid does.
pub(super) fn source(out: &mut Writer, chart: &str, controls: &Controls, cx: &mut Render<'_>) {
    cx.uses(Feature::Mermaid);
    out.open("div").attr("class", "mermaid");
    out.opt_attr("data-placement", controls.placement.as_deref());
    out.opt_attr("data-actions", controls.shown.map(|shown| if shown { "true" } else { "false" }));
    // The box has a name because it can be scrolled by keyboard.
    out.open("div").attr("class", "mermaid-view").attr("tabindex", "0").attr("role", "group");
    out.attr("aria-label", &cx.labels.diagram).flag("hidden").close("div");
    if controls.shown != Some(false) {
        out.open("button").attr("type", "button").attr("class", "mermaid-enlarge");
        out.attr("aria-label", &cx.labels.enlarge).close("button");
    }
    out.open("pre")
        .attr("class", "mermaid-source")
        .attr("tabindex", "0")
        .text(chart.trim_matches('\n'))
        .close("pre");
    out.close("div");
}

/// `<Latex>`: display math.
pub(super) fn latex(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let tex = raw_text(component.children);
    code::math(out, tex.trim(), Display::Block, component.span, cx);
}

/// The source text in children: text, code and formulas as written.
pub(crate) fn raw_text(children: &[Node]) -> String {
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
