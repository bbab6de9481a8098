//! Code blocks, groups of them, and formulas: the bridge from the page to `html::code` and `html::math`.

use crate::page::ast::{Element, Node, NodeKind, Value};
use std::sync::Arc;

use crate::config::code_themes::is_theme_file;
use crate::diagnostic::did_you_mean;
use crate::page::heading::plain_slug;
use crate::text::bytes::count;
use crate::text::{SourcePath, Span};

use super::super::code::language::PLAIN;
use super::super::code::palette::{self, Palette};
use super::super::code::tokens::Tokens;
use super::super::code::{CodeBlock, CodeOptions, Header, has_marks, has_numbers, language, render_block};
use super::super::escape::{Html, Writer};
use super::super::icon;
use super::super::math::{Display, math_html};
use super::super::render::{Feature, Render};
use super::{Component, diagram, package, parts};

/// A fenced block of Markdown.
pub(in super::super) fn fence(
    out: &mut Writer,
    lang: Option<&str>,
    meta: &str,
    code: &str,
    span: Span,
    cx: &mut Render<'_>,
) {
    if meta.split_whitespace().any(|word| word == "npm2yarn") {
        let blocks = package::blocks(code, span);
        let element =
            Element { name: "CodeGroup".into(), attributes: Vec::new(), flow: true, id: None, drawn: false };
        return group(out, &Component { element: &element, children: &blocks, span }, cx);
    }
    let block = CodeBlock::read(lang, meta, code);
    match block.language {
        "mermaid" => {
            let controls = diagram::Controls::new(block.meta.placement.as_deref(), block.meta.actions);
            return diagram::source(out, code, &controls, cx);
        }
        // A formula written as a fence (CODE-14).
        PLAIN if block.meta.language.as_deref().is_some_and(|name| name.eq_ignore_ascii_case("math")) => {
            return math(out, code.trim(), Display::Block, span, cx);
        }
        _ => {}
    }
    let html = html(&block, Header::Own, span, cx);
    out.raw(&html);
}

/// A formula; one that cannot be read is shown as its source.
pub(in super::super) fn math(out: &mut Writer, tex: &str, display: Display, span: Span, cx: &mut Render<'_>) {
    cx.uses(Feature::Math);
    let (tag, class) = match display {
        Display::Inline => ("span", "math math-inline"),
        Display::Block => ("div", "math math-display"),
    };
    match math_html(tex, display) {
        Ok(markup) => {
            if markup.as_str().contains("<mtable") {
                cx.uses(Feature::MathTable);
            }
            // Only what may be wider than a phone scrolls: it stands a little off the line of the text.
            let is_long = display == Display::Inline && letters(&markup) > LETTERS_OF_A_PHONE;
            out.open(tag).attr("class", &format!("{class}{}", if is_long { " math-long" } else { "" }));
            out.raw(&markup);
        }
        Err(error) => {
            out.open(tag).attr("class", class).open("code").text(tex).close("code");
            cx.warn(
                "math-not-readable",
                format!("this formula is shown as its source: {error}"),
                "correct the TeX between the dollar signs, or write \\$ for a plain dollar sign".to_owned(),
                span,
            );
        }
    }
    out.close(tag);
}

/// Letters of a formula that a line of a phone has room for.
const LETTERS_OF_A_PHONE: usize = 24;

/// How many letters some markup shows.
fn letters(markup: &Html) -> usize {
    let texts = markup.as_str().split('<').filter_map(|piece| piece.split_once('>'));
    texts.map(|(_, text)| text.chars().count()).sum()
}

/// `<CodeBlock language filename …>`: the JSX form of a fence.
pub(super) fn element(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    match element_block(component.element, component.children) {
        Some(block) => {
            let html = html(&block, Header::Own, component.span, cx);
            out.raw(&html);
        }
        None => cx.nodes(out, component.children),
    }
}

/// `CodeGroup` and `SnippetGroup`: one tab for each block.
pub(super) fn group(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let name = &cx.labels.code;
    tabbed(out, component, &component.class("code-group"), name, usize::MAX, cx);
}

/// A group of blocks under tabs; blocks without title are called `unnamed`, `unnamed 2` and so on in an
/// example, and after their language in a group. Blocks from `repeats` on say what those before them say.
pub(super) fn tabbed(
    out: &mut Writer,
    component: &Component<'_>,
    class: &str,
    unnamed: &str,
    repeats: usize,
    cx: &mut Render<'_>,
) {
    let nodes = parts(component.children);
    let blocks: Vec<(CodeBlock, Span)> =
        nodes.iter().filter_map(|node| Some((block(node)?, node.span))).collect();
    if blocks.is_empty() {
        return cx.nodes(out, component.children);
    }
    cx.uses(Feature::CodeGroup);
    let names = names(&blocks, unnamed, &cx.labels.code);
    let panels: Vec<String> = blocks.iter().map(|_| cx.fresh_id("panel-code")).collect();
    out.open("div").attr("class", class);
    if component.element.flag("dropdown") {
        out.flag("data-dropdown");
        menu(out, names.iter().map(String::as_str));
    }
    out.open("ul").attr("role", "tablist").attr("data-component-part", "code-group-tab-bar");
    for (index, (((block, span), name), panel)) in blocks.iter().zip(&names).zip(&panels).enumerate() {
        open_tab(out, index, panel);
        if let Some(icon) = block_icon(block, *span, cx) {
            out.raw(&icon);
        }
        out.text(name).close("li");
    }
    out.close("ul");
    for (index, (((block, span), name), panel)) in blocks.iter().zip(&names).zip(&panels).enumerate() {
        open_panel(out, index, name, panel);
        // The search looks for what is said once.
        out.opt_attr("class", (index >= repeats).then_some("code-repeated"));
        let is_made = component.span == Span::default();
        let mut html = html(block, Header::Outside, *span, cx);
        let mut size = if is_made { elements(&html) } else { 0 };
        if size > MOST_COLOURED {
            html = render_block(
                block,
                &Tokens::default(),
                &CodeOptions {
                    header: Header::Outside,
                    labels: cx.code_labels.clone(),
                    ..CodeOptions::default()
                },
            );
            size = elements(&html);
        }
        // An author's samples are there for whoever looks for a word on the page.
        if index > 0 && is_made && !has_room(size, cx) {
            out.open("noscript").attr("class", WAITING).raw(&html).close("noscript").close("div");
        } else {
            out.raw(&html).close("div");
        }
    }
    out.close("div");
    for node in nodes.iter().filter(|node| !is_block(node)) {
        cx.node(out, node);
    }
}

/// The class of what holds a sample that has no elements yet.
pub(crate) const WAITING: &str = "code-waiting";
/// Most elements of all the made samples of a page that are not seen at first.
const MOST_UNSEEN: usize = 300;
/// Most elements of a made sample: one that is larger has no colours, so that the page is shown at once.
const MOST_COLOURED: usize = 1_000;

/// How many elements some markup has, nearly.
fn elements(html: &Html) -> usize {
    count(html.as_str().as_bytes(), b"</")
}

/// Whether a browser is to make the elements of a sample of so many before a reader chooses it. Behind that number it
/// makes none of what stands in `noscript`, which is the sample where no scripts run.
fn has_room(elements: usize, cx: &mut Render<'_>) -> bool {
    cx.state.unseen += elements;
    cx.state.unseen <= MOST_UNSEEN
}

/// The menu that stands in place of the tabs where scripts run: it chooses among them.
pub(super) fn menu<'n>(out: &mut Writer, names: impl Iterator<Item = &'n str> + Clone) {
    let label = names.clone().collect::<Vec<_>>().join(", ");
    // Without `autocomplete` a page that is loaded again has the menu of before and the first tab.
    out.open("div").attr("class", "code-group-select");
    out.open("select").attr("aria-label", &label).attr("autocomplete", "off");
    for name in names {
        // As a label: the text of a page says each name once.
        out.open("option").attr("label", name).close("option");
    }
    out.close("select").close("div");
}

/// Begins the tab of a panel; the first one is selected.
pub(super) fn open_tab(out: &mut Writer, index: usize, panel: &str) {
    let (selected, focus) = if index == 0 { ("true", "0") } else { ("false", "-1") };
    out.open("li").attr("role", "tab").attr("class", "tab").attr("aria-selected", selected);
    out.attr("aria-controls", panel).attr("tabindex", focus);
}

/// Begins a panel; the first one is shown.
pub(super) fn open_panel(out: &mut Writer, index: usize, name: &str, panel: &str) {
    out.open("div").attr("role", "tabpanel").attr("id", panel).attr("aria-label", name);
    out.attr("data-title", name).opt_flag("data-hidden", index > 0);
}

fn names(blocks: &[(CodeBlock, Span)], unnamed: &str, group: &str) -> Vec<String> {
    let mut count = 0;
    let mut name = |block: &CodeBlock| {
        if !block.meta.title.is_empty() {
            return block.meta.title.clone();
        }
        if unnamed == group && block.language != PLAIN {
            return language::display_name(block.language).to_owned();
        }
        count += 1;
        if count == 1 { unnamed.to_owned() } else { format!("{unnamed} {count}") }
    };
    blocks.iter().map(|(block, _)| name(block)).collect()
}

fn html(block: &CodeBlock, header: Header, span: Span, cx: &mut Render<'_>) -> Html {
    cx.uses(Feature::Code);
    if has_marks(block) {
        cx.uses(Feature::CodeMarks);
    }
    let unknown = block.unknown.as_deref();
    let custom = unknown.and_then(|name| Some((name, cx.lookups.custom_tokens(name, block.text())?)));
    let (custom, tokens) = match custom {
        Some((name, tokens)) => (Some(name.to_owned()), Arc::new(tokens)),
        None => (None, cx.lookups.tokens(block.language, block.text())),
    };
    let icon = if header == Header::Own { block_icon(block, span, cx) } else { None };
    let palette = block.meta.theme.as_deref().and_then(|theme| block_palette(theme, span, cx));
    if palette.is_some() {
        cx.uses(Feature::CodeTheme);
    }
    let id = has_numbers(block).then(|| block_id(&block.meta.title, cx));
    render_block(
        block,
        &tokens,
        &CodeOptions { icon, header, labels: cx.code_labels.clone(), custom, palette, id },
    )
}

/// What links to the lines of a block name it by: the heading that it stands below and its title, so that a link
/// survives an edit of the code and of what stands elsewhere on the page (CODE-15).
fn block_id(title: &str, cx: &mut Render<'_>) -> String {
    cx.uses(Feature::CodeLines);
    let mut base = "code".to_owned();
    for part in [cx.state.section.as_str(), &plain_slug(title)] {
        if !part.is_empty() {
            base.push('-');
            base.push_str(part);
        }
    }
    cx.numbered_id(base)
}

/// The colours that a block asks for: a theme by name, or a file of the project.
fn block_palette(theme: &str, span: Span, cx: &mut Render<'_>) -> Option<Palette> {
    // What the site has chosen, in the words of `styling.codeblocks`; copied pages say it of each block.
    if theme == "system" {
        return None;
    }
    let found = match is_theme_file(theme) {
        true => cx.lookups.code_theme(&SourcePath::new(theme)),
        // Another of these words.
        false if theme == "dark" => Palette::find(palette::DEFAULT_DARK),
        false => Palette::find(theme),
    };
    if found.is_none() {
        let hint = match did_you_mean(theme, palette::theme_names().iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "write the name of a theme such as github-dark, or the path of a theme file".to_owned(),
        };
        cx.warn("unknown-code-theme", format!("there is no code theme `{theme}`"), hint, span);
    }
    found
}

fn block_icon(block: &CodeBlock, span: Span, cx: &mut Render<'_>) -> Option<Html> {
    let value = Value::String(block.meta.icon.clone().filter(|name| !name.is_empty())?);
    let element = Element { name: "".into(), attributes: Vec::new(), flow: false, id: None, drawn: false };
    let icon = icon::Icon {
        value: &value,
        element: &element,
        color: None,
        size: None,
        class: None,
        part: None,
        span,
    };
    let mut out = Writer::new();
    icon::render(&mut out, &icon, cx);
    Some(out.finish())
}

/// The block in a node: a fence, or its JSX form.
fn block(node: &Node) -> Option<CodeBlock> {
    match &node.kind {
        NodeKind::CodeBlock { lang, meta, code } => Some(CodeBlock::read(lang.as_deref(), meta, code)),
        NodeKind::Element(element) if element.name == "CodeBlock" => element_block(element, &node.children),
        _ => None,
    }
}

/// Whether [`block`] finds one.
fn is_block(node: &Node) -> bool {
    match &node.kind {
        NodeKind::CodeBlock { .. } => true,
        NodeKind::Element(element) => element.name == "CodeBlock" && !has_fence(&node.children),
        _ => false,
    }
}

fn has_fence(children: &[Node]) -> bool {
    children.iter().any(|child| matches!(child.kind, NodeKind::CodeBlock { .. }))
}

/// The JSX form: options are properties, the code is the text of the children.
pub(crate) fn element_block(element: &Element, children: &[Node]) -> Option<CodeBlock> {
    if has_fence(children) {
        return None;
    }
    let lang = element.text_prop("language").or_else(|| element.text_prop("lang"));
    let code: String = children.iter().map(Node::plain_text).collect();
    let mut block = CodeBlock::read(lang.as_deref(), "", code.trim_matches('\n'));
    let title = element.text_prop("filename").or_else(|| element.text_prop("title"));
    block.meta.title = title.unwrap_or_default();
    block.meta.icon = element.text_prop("icon");
    block.meta.lines = element.prop("lines").map(|_| element.flag("lines"));
    block.meta.wrap = element.prop("wrap").map(|_| element.flag("wrap"));
    block.meta.expandable = element.prop("expandable").map(|_| element.flag("expandable"));
    Some(block)
}
