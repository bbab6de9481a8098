//! The built-in components as Markdown: a table from name to form, with one line for each that `html` has.

use crate::api::part::{PART_ELEMENT, SchemaPart};
use crate::html::component::{element_block, package_names, parts, prompt_text, raw_text, repository};
use crate::html::node::is_blank;
use crate::page::ast::{Element, Node, NodeKind, Value};
use crate::page::glossary::TERM;
use crate::text::Span;

use super::block::stands_alone;
use super::writer::{Place, Start, Writer};
use super::{Export, table};

mod card;
mod field;
mod section;

pub(super) use field::{fields, is_field};

/// What a component becomes.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// Blocks of its own.
    Block(fn(&mut Export<'_>, &Element, &[Node])),
    /// Part of a line; with the character that follows.
    Inline(fn(&mut Export<'_>, &Element, &[Node], Option<char>)),
    /// What is in it, when the condition holds.
    Content(fn(&Element) -> bool),
}

/// Sorted by name.
const COMPONENTS: &[(&str, Form)] = &[
    ("Accordion", Form::Block(section::accordion)),
    ("AccordionGroup", Form::Content(always)),
    ("ApiEndpoint", Form::Block(api_endpoint)),
    ("Badge", Form::Inline(text)),
    ("Callout", Form::Block(custom_callout)),
    ("Card", Form::Block(card::card)),
    ("CardGroup", Form::Block(card::group)),
    ("Check", Form::Block(callout)),
    ("CodeBlock", Form::Block(code)),
    ("CodeGroup", Form::Content(always)),
    ("Color", Form::Content(always)),
    ("Color.Item", Form::Block(color_item)),
    ("Color.Row", Form::Block(color_row)),
    ("Column", Form::Content(always)),
    ("Columns", Form::Block(card::group)),
    ("Danger", Form::Block(callout)),
    ("Example", Form::Block(frame)),
    ("Expandable", Form::Block(section::expandable)),
    ("FileTree", Form::Block(tree)),
    ("FileTree.File", Form::Block(tree_item)),
    ("FileTree.Folder", Form::Block(tree_item)),
    ("Frame", Form::Block(frame)),
    ("GitHub", Form::Block(card::repository_card)),
    ("GitHub.Repo", Form::Block(card::repository_card)),
    (TERM, Form::Content(always)),
    ("Heading", Form::Block(heading)),
    ("Icon", Form::Inline(icon)),
    ("Info", Form::Block(callout)),
    ("Latex", Form::Block(latex)),
    ("Link", Form::Inline(link)),
    ("MDX", Form::Content(always)),
    ("Markdown", Form::Block(markdown)),
    ("Mermaid", Form::Block(mermaid)),
    ("Note", Form::Block(callout)),
    ("PackageInstall", Form::Block(package)),
    ("Panel", Form::Content(always)),
    ("Param", Form::Block(field::one)),
    ("ParamField", Form::Block(field::one)),
    ("Prompt", Form::Block(prompt)),
    ("RequestExample", Form::Block(section::request)),
    ("ResponseExample", Form::Block(section::response)),
    ("ResponseField", Form::Block(field::one)),
    ("SnippetGroup", Form::Content(always)),
    ("Step", Form::Block(section::step)),
    ("Steps", Form::Block(section::steps)),
    ("Tab", Form::Content(always)),
    ("Table", Form::Block(html_table)),
    ("Tabs", Form::Block(section::tabs)),
    ("Tile", Form::Block(card::card)),
    ("Tip", Form::Block(callout)),
    ("Tooltip", Form::Inline(tooltip)),
    ("Tree", Form::Block(tree)),
    ("Tree.File", Form::Block(tree_item)),
    ("Tree.Folder", Form::Block(tree_item)),
    ("TypeTable", Form::Block(field::type_table)),
    ("Update", Form::Block(section::update)),
    ("Variation", Form::Content(always)),
    ("View", Form::Block(section::view)),
    ("Visibility", Form::Content(is_for_agents)),
    ("Warning", Form::Block(callout)),
    ("ZoomImage", Form::Content(always)),
    (PART_ELEMENT, Form::Inline(api_part)),
];

/// The form of a component.
pub(super) fn find(name: &str) -> Option<Form> {
    // No element of HTML begins so.
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) && name != PART_ELEMENT {
        return None;
    }
    let at = COMPONENTS.binary_search_by_key(&name, |(known, _)| known).ok()?;
    COMPONENTS.get(at).map(|(_, form)| *form)
}

impl Export<'_> {
    /// A component where blocks may stand.
    pub(super) fn component_block(&mut self, form: Form, element: &Element, node: &Node) {
        match form {
            Form::Block(write) => write(self, element, &node.children),
            Form::Inline(_) => self.paragraph(std::slice::from_ref(node)),
            Form::Content(shows) if shows(element) => self.blocks(&node.children),
            Form::Content(_) => {}
        }
    }

    /// A component in a line: one that is a block there is its title and its text.
    pub(super) fn component_inline(
        &mut self,
        form: Form,
        element: &Element,
        node: &Node,
        after: Option<char>,
    ) {
        match form {
            Form::Inline(write) => write(self, element, &node.children, after),
            Form::Content(shows) if shows(element) => self.inlines(&node.children, after),
            Form::Content(_) => {}
            Form::Block(_) => {
                self.out.space();
                if let Some(value) = element.prop("title").filter(|value| value.truthy()) {
                    self.title(value);
                    self.out.space();
                }
                self.spaced(&node.children);
            }
        }
    }
}

fn always(_: &Element) -> bool {
    true
}

/// `<Visibility for="agents">` is for this text, `for="humans"` for the page (CMP-20).
fn is_for_agents(element: &Element) -> bool {
    element.text_prop("for").as_deref() == Some("agents")
}

fn text(cx: &mut Export<'_>, _: &Element, children: &[Node], after: Option<char>) {
    cx.inlines(children, after);
}

/// A picture beside words says nothing; in a cell of its own it does (`table`).
fn icon(cx: &mut Export<'_>, element: &Element, children: &[Node], after: Option<char>) {
    match icon_label(element) {
        Some(label) => cx.out.text(&label, after),
        None => cx.inlines(children, after),
    }
}

/// What an author calls an icon.
pub(super) fn icon_label(element: &Element) -> Option<String> {
    ["aria-label", "title", "alt"].iter().find_map(|name| element.plain_prop(name))
}

/// A word with its explanation in brackets.
fn tooltip(cx: &mut Export<'_>, element: &Element, children: &[Node], after: Option<char>) {
    let tip = element.plain_prop("tip").filter(|tip| !tip.trim().is_empty());
    let Some(tip) = tip else { return cx.inlines(children, after) };
    cx.inlines(children, Some(' '));
    let tip = match element.plain_prop("headline") {
        Some(headline) => format!("{headline}: {tip}"),
        None => tip,
    };
    cx.out.space();
    cx.out.raw("(");
    cx.one_line(|cx| cx.out.text(tip.trim(), Some(')')));
    cx.out.raw(")");
}

fn link(cx: &mut Export<'_>, element: &Element, children: &[Node], after: Option<char>) {
    match element.prop("href").and_then(Value::as_text) {
        Some(href) => cx.link(&href, None, children),
        None => cx.inlines(children, after),
    }
}

fn callout(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    labelled_quote(cx, &element.name, element, children);
}

/// One of the kinds by its `type`, else a quote with its title.
fn custom_callout(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let label = match element.text_prop("type").unwrap_or_default().to_ascii_lowercase().as_str() {
        "note" => "Note",
        "info" => "Info",
        "tip" => "Tip",
        "warning" => "Warning",
        "check" | "success" => "Check",
        "danger" | "error" => "Danger",
        _ => "",
    };
    labelled_quote(cx, label, element, children);
}

/// A quote that begins with its label: in the line of its first words, or above the rest.
fn labelled_quote(cx: &mut Export<'_>, label: &str, element: &Element, children: &[Node]) {
    let title = element.prop("title").filter(|value| value.truthy());
    cx.quote(|cx| {
        let Some(first) = children.iter().position(|child| !is_blank(child)) else {
            return label_line(cx, label, title);
        };
        let mut rest = children.get(first..).unwrap_or_default();
        if title.is_some() || label.is_empty() {
            label_line(cx, label, title);
            return cx.blocks(rest);
        }
        let line = match rest {
            [Node { kind: NodeKind::Paragraph, children, .. }, ..] if !children.iter().any(stands_alone) => {
                rest = rest.get(1..).unwrap_or_default();
                children.as_slice()
            }
            _ => {
                let length = rest.iter().position(stands_alone).unwrap_or(rest.len());
                let (line, others) = rest.split_at(length);
                rest = others;
                line
            }
        };
        let block = cx.out.block(Start::Apart);
        let has_line = !line.iter().all(is_blank);
        cx.out.raw(&if has_line { format!("**{label}:** ") } else { format!("**{label}**") });
        let place = std::mem::replace(&mut cx.out.place, Place::Paragraph);
        cx.inlines(line, Some(' '));
        cx.out.place = place;
        cx.out.end(&block);
        cx.blocks(rest);
    });
}

fn label_line(cx: &mut Export<'_>, label: &str, title: Option<&Value>) {
    cx.line(|cx| {
        cx.bold(|cx| {
            cx.out.text(label, Some(':'));
            if let Some(title) = title {
                if !label.is_empty() {
                    cx.out.raw(": ");
                }
                cx.title(title);
            }
        });
    });
}

fn code(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    match element_block(element, children) {
        Some(block) => cx.code_block(&block),
        None => cx.blocks(children),
    }
}

fn heading(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let level = element.text_prop("level").and_then(|level| level.trim_start_matches('h').parse().ok());
    cx.heading(level.unwrap_or(2), |cx| cx.inlines(children, Some(' ')));
}

fn latex(cx: &mut Export<'_>, _: &Element, children: &[Node]) {
    cx.display_math(&raw_text(children));
}

fn mermaid(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let chart = element.text_prop("chart").unwrap_or_else(|| raw_text(children));
    cx.out.fence("mermaid", chart.trim_matches('\n'));
}

/// Markdown that comes from data, such as the descriptions of an API.
fn markdown(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    match element.prop("source") {
        Some(Value::String(source)) => {
            let nodes = cx.lookups.markdown(source);
            cx.blocks(&nodes);
        }
        Some(Value::Nodes(nodes)) => cx.blocks(nodes),
        _ => cx.blocks(children),
    }
}

/// `<ApiEndpoint method path server>`: the line of an HTTP request.
fn api_endpoint(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let of = |name: &str| element.text_prop(name).unwrap_or_default();
    let is_apart = element.flag("apart");
    let base = if is_apart { String::new() } else { of("server") };
    let url = crate::html::component::address(&base, &of("path"));
    let line = format!("{} {url}", of("method").to_ascii_uppercase());
    cx.line(|cx| {
        cx.out.code(line.trim());
        if element.flag("deprecated") {
            cx.out.raw(" (deprecated)");
        }
        if let Some(Value::Array(badges)) = element.prop("badges") {
            badges.iter().for_each(|badge| cx.out.text(&format!(" ({})", badge.plain_text()), None));
        }
    });
    if let Some(Value::Array(servers)) = element.prop("servers") {
        let is_told = servers.len() > 1 || servers.iter().any(says_more_than_a_name);
        let servers: Vec<Node> = servers.iter().map(server).collect();
        cx.list(None, false, if is_apart || is_told { &servers } else { &[] });
    }
    cx.blocks(children);
}

/// Most words of what a server is called: `Production API server`.
const MOST_NAME_WORDS: usize = 3;

/// What a single server is called helps nobody who has its address; variables and sentences do.
fn says_more_than_a_name(server: &Value) -> bool {
    let has_variables = matches!(server.member("variables"), Some(Value::Array(all)) if !all.is_empty());
    let described = server.member("description").map(Value::plain_text).unwrap_or_default();
    has_variables || described.split_whitespace().nth(MOST_NAME_WORDS).is_some()
}

/// A server with what is said of it, and below it its variables.
fn server(server: &Value) -> Node {
    let node = |kind, children| Node::new(kind, Span::default(), children);
    let item = |children| node(NodeKind::ListItem { checked: None }, children);
    let text = |text: &str| Node::text(text, Span::default());
    let said = |name: &str| server.member(name).map(Value::plain_text).filter(|text| !text.is_empty());
    let mut line = vec![Node::leaf(NodeKind::InlineCode(said("url").unwrap_or_default()), Span::default())];
    let described = server.member("description").map_or(&[][..], Value::line);
    line.extend((!described.is_empty()).then(|| text(": ")));
    line.extend(described.iter().cloned());
    let mut children = vec![node(NodeKind::Paragraph, line)];
    if let Some(Value::Array(variables)) = server.member("variables") {
        let lines = variables.iter().map(|line| item(vec![node(NodeKind::Paragraph, line.line().to_vec())]));
        let list = NodeKind::List { start: None, loose: false };
        children.extend((!variables.is_empty()).then(|| node(list, lines.collect())));
    }
    item(children)
}

/// `<ApiPart name source reference side>`: where the fields of a schema are that has a file of its own.
fn api_part(cx: &mut Export<'_>, element: &Element, _: &[Node], _: Option<char>) {
    let Some(part) = SchemaPart::of(element) else { return };
    let name = element.text_prop("name").unwrap_or_default();
    let url = cx.addresses.export_url(&part.slug());
    cx.out.raw("Fields: ");
    cx.link_to(&url, None, |cx| cx.out.code(&name));
}

fn html_table(cx: &mut Export<'_>, _: &Element, children: &[Node]) {
    let holds_rows = |child: &Node| child.element().is_some_and(|element| table::is_part(&element.name));
    if children.iter().any(holds_rows) { table::element(cx, children) } else { cx.blocks(children) }
}

/// What is shown, with its caption below.
fn frame(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    if let Some(hint) = element.prop("hint").filter(|value| value.truthy()) {
        cx.line(|cx| cx.inline_value(hint));
    }
    cx.blocks(children);
    if let Some(caption) = element.prop("caption").filter(|value| value.truthy()) {
        let start = cx.out.mark();
        cx.one_line(|cx| cx.inline_value(caption));
        let text = cx.out.take(&start);
        cx.line(|cx| match text.contains('*') {
            // Marks of its own would pair with these.
            true => cx.out.raw(&text),
            false => cx.out.wrap(&text, "*", "*"),
        });
    }
}

fn package(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    if let Some(command) = package_names(element, children) {
        cx.code(Some("bash"), "npm2yarn", &command);
    }
}

/// A text to copy is shown as its source.
fn prompt(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    cx.line(|cx| {
        cx.bold(|cx| match element.prop("description").filter(|value| value.truthy()) {
            Some(description) => {
                cx.out.raw("Prompt: ");
                cx.inline_value(description);
            }
            None => cx.out.raw("Prompt"),
        });
    });
    cx.out.fence("text", prompt_text(children).trim_matches('\n'));
}

/// Folders and files as a list of names.
fn tree(cx: &mut Export<'_>, _: &Element, children: &[Node]) {
    for part in parts(children) {
        match (&part.kind, part.element()) {
            (NodeKind::List { .. }, _) => part.children.iter().for_each(|item| tree_list_item(cx, item)),
            (_, Some(element)) if element.name.contains("Tree.") => tree_item(cx, element, &part.children),
            _ => cx.blocks(std::slice::from_ref(part)),
        }
    }
}

fn tree_item(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let name = element.text_prop("name").unwrap_or_default();
    let is_file = element.name.ends_with(".File");
    let name = if is_file { name } else { format!("{}/", name.trim_end_matches('/')) };
    tree_entry(cx, &name, |cx| tree(cx, element, if is_file { &[] } else { children }));
}

/// An item of a Markdown list: a folder when its name ends with a slash or a list follows.
fn tree_list_item(cx: &mut Export<'_>, item: &Node) {
    let is_list = |node: &&Node| matches!(node.kind, NodeKind::List { .. });
    let name: String = item.children.iter().filter(|child| !is_list(child)).map(Node::plain_text).collect();
    let lists: Vec<&Node> = item.children.iter().filter(is_list).collect();
    let name = name.trim().trim_end_matches(if lists.is_empty() { "" } else { "/" });
    let name = if lists.is_empty() { name.to_owned() } else { format!("{name}/") };
    tree_entry(cx, &name, |cx| {
        lists.into_iter().flat_map(|list| &list.children).for_each(|item| tree_list_item(cx, item));
    });
}

fn tree_entry(cx: &mut Export<'_>, name: &str, inner: impl FnOnce(&mut Export<'_>)) {
    if cx.depth > 60 {
        return;
    }
    cx.depth += 1;
    cx.entry(|cx| {
        cx.out.begin(Start::Joined);
        cx.out.code(name);
        cx.out.tight = true;
        inner(cx);
    });
    cx.depth -= 1;
}

fn color_row(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    if let Some(title) = element.prop("title").filter(|value| value.truthy()) {
        cx.line(|cx| cx.bold(|cx| cx.title(title)));
    }
    cx.blocks(children);
}

fn color_item(cx: &mut Export<'_>, element: &Element, _: &[Node]) {
    let values: Vec<String> = match element.prop("value") {
        Some(Value::Object(entries)) => {
            let of = |(mode, value): &(String, Value)| Some((mode.clone(), value.as_text()?));
            entries.iter().filter_map(of).map(|(mode, value)| format!("`{value}` ({mode})")).collect()
        }
        Some(value) => value.as_text().map(|value| format!("`{value}`")).into_iter().collect(),
        None => Vec::new(),
    };
    let name = element.text_prop("name").unwrap_or_default();
    cx.entry(|cx| {
        cx.line(|cx| {
            cx.out.text(&name, Some(':'));
            if !name.is_empty() && !values.is_empty() {
                cx.out.raw(": ");
            }
            cx.out.raw(&values.join(", ").replace('\n', " "));
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ai_01_every_component_has_a_markdown_form() {
        let names: Vec<&str> = COMPONENTS
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| ![PART_ELEMENT, TERM].contains(name))
            .collect();
        let expected: Vec<&str> = crate::html::component::component_names().collect();
        assert_eq!(names, expected);
    }
}
