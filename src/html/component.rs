//! The built-in components: a table from name to function. A new one is one line here.
//!
//! Every component renders complete HTML that reads well without scripts; class names and
//! `data-component-part` are the public hooks of style sheets (behaviour 8, features 6 and 9).

use crate::api::part::PART_ELEMENT;
use crate::page::ast::{Element, Node, NodeKind, Value};
use crate::page::glossary::TERM;
use crate::text::Span;

use super::escape::{Html, Writer};
use super::node::{is_blank, is_block as is_block_node};
use super::render::{Lookups, Render};

mod accordion;
mod callout;
pub(super) mod card;
pub(super) mod code;
mod color;
mod diagram;
mod example;
mod field;
mod frame;
mod inline;
mod internal;
mod package;
mod prompt;
mod props;
mod steps;
mod tabs;
mod tree;
mod type_table;
mod update;
mod values;
mod view;

// What a component says is read here; how it is written as Markdown is in `export`.
pub(crate) use card::repository_of as repository;
pub(crate) use code::{WAITING, element_block};
pub(crate) use diagram::raw_text;
pub(crate) use field::default_text;
pub(crate) use internal::whole_address as address;
pub(crate) use package::{command as package_names, npm_blocks as package_blocks};
pub(crate) use prompt::source as prompt_text;
pub(crate) use type_table::rows as type_rows;

/// A component as it stands in a page.
pub(super) struct Component<'n> {
    pub element: &'n Element,
    pub children: &'n [Node],
    pub span: Span,
}

/// Renders one component.
pub(super) type Entry = fn(&mut Writer, &Component<'_>, &mut Render<'_>);

/// Where a component may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Block,
    Inline,
    /// No element of its own: its children decide.
    Open,
}

/// Sorted by name.
const COMPONENTS: &[(&str, Flow, Entry)] = &[
    ("Accordion", Flow::Block, accordion::accordion),
    ("AccordionGroup", Flow::Block, accordion::group),
    ("ApiEndpoint", Flow::Block, internal::api_endpoint),
    ("Badge", Flow::Inline, inline::badge),
    ("Callout", Flow::Block, callout::custom),
    ("Card", Flow::Block, card::card),
    ("CardGroup", Flow::Block, card::columns),
    ("Check", Flow::Block, callout::check),
    ("CodeBlock", Flow::Block, code::element),
    ("CodeGroup", Flow::Block, code::group),
    ("Color", Flow::Block, color::palette),
    ("Color.Item", Flow::Block, color::item),
    ("Color.Row", Flow::Block, color::row),
    ("Column", Flow::Block, card::column),
    ("Columns", Flow::Block, card::columns),
    ("Danger", Flow::Block, callout::danger),
    ("Example", Flow::Block, frame::frame),
    ("Expandable", Flow::Block, accordion::expandable),
    ("FileTree", Flow::Block, tree::tree),
    ("FileTree.File", Flow::Block, tree::stray),
    ("FileTree.Folder", Flow::Block, tree::stray),
    ("Frame", Flow::Block, frame::frame),
    ("GitHub", Flow::Block, card::repository),
    ("GitHub.Repo", Flow::Block, card::repository),
    (TERM, Flow::Inline, inline::tooltip),
    ("Heading", Flow::Block, internal::heading),
    ("Icon", Flow::Inline, inline::icon),
    ("Info", Flow::Block, callout::info),
    ("Latex", Flow::Block, diagram::latex),
    ("Link", Flow::Inline, inline::link),
    ("MDX", Flow::Open, internal::children),
    ("Markdown", Flow::Block, internal::markdown),
    ("Mermaid", Flow::Block, diagram::mermaid),
    ("Note", Flow::Block, callout::note),
    ("PackageInstall", Flow::Block, package::install),
    ("Panel", Flow::Block, example::panel),
    ("Param", Flow::Block, field::param),
    ("ParamField", Flow::Block, field::param),
    ("Prompt", Flow::Block, prompt::prompt),
    ("RequestExample", Flow::Block, example::request),
    ("ResponseExample", Flow::Block, example::response),
    ("ResponseField", Flow::Block, field::response),
    ("SnippetGroup", Flow::Block, code::group),
    ("Step", Flow::Block, steps::stray),
    ("Steps", Flow::Block, steps::steps),
    ("Tab", Flow::Block, tabs::stray),
    ("Table", Flow::Block, type_table::table),
    ("Tabs", Flow::Block, tabs::tabs),
    ("Tile", Flow::Block, card::tile),
    ("Tip", Flow::Block, callout::tip),
    ("Tooltip", Flow::Inline, inline::tooltip),
    ("Tree", Flow::Block, tree::tree),
    ("Tree.File", Flow::Block, tree::stray),
    ("Tree.Folder", Flow::Block, tree::stray),
    ("TypeTable", Flow::Block, type_table::type_table),
    ("Update", Flow::Block, update::update),
    ("Variation", Flow::Open, internal::children),
    ("View", Flow::Block, view::view),
    ("Visibility", Flow::Open, view::visibility),
    ("Warning", Flow::Block, callout::warning),
    ("ZoomImage", Flow::Open, internal::children),
    (PART_ELEMENT, Flow::Block, accordion::api_part),
];

/// The function of a component.
pub(super) fn find(name: &str) -> Option<Entry> {
    let at = COMPONENTS.binary_search_by_key(&name, |(known, _, _)| known).ok()?;
    COMPONENTS.get(at).map(|(_, _, entry)| *entry)
}

/// True for a component that may not stand inside a `p` element; `None` when its children decide, or when
/// there is no such component.
pub(super) fn is_block(name: &str) -> Option<bool> {
    let at = COMPONENTS.binary_search_by_key(&name, |(known, _, _)| known).ok()?;
    match COMPONENTS.get(at)?.1 {
        Flow::Block => Some(true),
        Flow::Inline => Some(false),
        Flow::Open => None,
    }
}

pub(super) use props::check as check_props;
pub use props::{UNKNOWN_ATTRIBUTE, of as component_props};
pub use update::UPDATE_WITHOUT_LABEL;
pub use values::choices as prop_choices;

/// Names of all built-in components that an author can write.
pub fn component_names() -> impl Iterator<Item = &'static str> {
    COMPONENTS.iter().map(|(name, _, _)| *name).filter(|name| ![PART_ELEMENT, TERM].contains(name))
}

impl<'n> Component<'n> {
    /// The component in a node, when it is one.
    fn of(node: &'n Node) -> Option<Self> {
        node.element().map(|element| Component { element, children: &node.children, span: node.span })
    }

    /// The classes of the component and those that the author adds.
    fn class(&self, own: &str) -> String {
        let added = ["className", "class"].iter().find_map(|name| self.element.text_prop(name));
        match added {
            Some(added) if !added.trim().is_empty() => format!("{own} {}", added.trim()),
            _ => own.to_owned(),
        }
    }

    /// The id that `outline` gave, or the author's.
    fn id(&self) -> Option<String> {
        self.element.id.clone().or_else(|| self.element.text_prop("id")).filter(|id| !id.is_empty())
    }
}

/// Components that are nothing without the one around them: text right beside them makes no paragraph of both.
const PARTS: [&str; 4] = ["Step", "Tab", "Tree.File", "Tree.Folder"];

/// The children that count for a component that looks for parts: expressions and snippets are opened, so
/// are paragraphs that hold only elements or a part, and white space is left out.
pub(crate) fn parts(children: &[Node]) -> Vec<&Node> {
    let mut found = Vec::with_capacity(children.len());
    push_parts(children, &mut found, 0);
    found
}

fn push_parts<'n>(children: &'n [Node], found: &mut Vec<&'n Node>, depth: u32) {
    for child in children {
        let opens = match child.kind {
            NodeKind::Fragment => true,
            NodeKind::Paragraph => {
                let named =
                    |inner: &Node| inner.element().is_some_and(|element| PARTS.contains(&&*element.name));
                child.children.iter().any(named)
                    || child.children.iter().all(|inner| is_blank(inner) || inner.element().is_some())
                        && child.children.iter().any(is_block_node)
            }
            _ => false,
        };
        if opens && depth < 64 {
            push_parts(&child.children, found, depth + 1);
        } else if !is_blank(child) {
            found.push(child);
        }
    }
}

/// A title-like property: inline Markdown, links reduced to their text (behaviour 6.2).
fn title(value: &Value, cx: &mut Render<'_>) -> Html {
    cx.within_link(|cx| inline_markdown(value, cx))
}

/// A property with inline Markdown: a string or JSX. A list or heading mark at its start is text.
fn inline_markdown(value: &Value, cx: &mut Render<'_>) -> Html {
    let mut out = Writer::new();
    match value {
        Value::String(text) if !may_be_markdown(text) => {
            out.text(text);
        }
        Value::String(text) => {
            let nodes = inline_nodes(text, cx.lookups);
            cx.inline(&mut out, &nodes);
        }
        Value::Nodes(nodes) => cx.inline(&mut out, nodes),
        Value::Array(items) => {
            for item in items {
                out.raw(&inline_markdown(item, cx));
            }
        }
        other => {
            out.text(&other.as_text().unwrap_or_default());
        }
    }
    out.finish()
}

/// Only texts that may hold Markdown are parsed.
pub(crate) fn may_be_markdown(text: &str) -> bool {
    text.contains(['*', '_', '`', '[', '~', '$', '<', '\\', '&', '!', '{', '^'])
}

/// The nodes of a text with inline Markdown.
pub(crate) fn inline_nodes(text: &str, lookups: &dyn Lookups) -> Vec<Node> {
    let mut nodes = lookups.markdown(text);
    if !matches!(nodes.as_slice(), [node] if node.kind == NodeKind::Paragraph) {
        // A word joiner in front keeps the parser from reading `1. x` or `# x` as a block.
        nodes = lookups.markdown(&format!("\u{2060}{}", text.trim()));
        strip_joiner(&mut nodes);
    }
    nodes
}

fn strip_joiner(nodes: &mut [Node]) {
    if let Some(node) = nodes.first_mut() {
        match &mut node.kind {
            NodeKind::Text(text) => {
                if let Some(rest) = text.strip_prefix('\u{2060}') {
                    *text = rest.to_owned();
                }
            }
            _ => strip_joiner(&mut node.children),
        }
    }
}

/// Tells the author that block content stands in an inline component (behaviour 6.7).
fn warn_blocks(component: &Component<'_>, cx: &mut Render<'_>) {
    let holds_blocks = component.children.iter().any(|child| match child.kind {
        NodeKind::Paragraph => false,
        _ => is_block_node(child),
    });
    if holds_blocks {
        let name = &component.element.name;
        cx.warn(
            "block-in-inline",
            format!("`<{name}>` is part of a line and holds block content"),
            format!("keep lists, code blocks and other blocks out of `<{name}>`"),
            component.span,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(COMPONENTS.is_sorted_by_key(|(name, _, _)| *name));
    }
}
