//! JSX elements: HTML goes out as HTML, components go to `component` (behaviour 6.2, MDX-02).

use crate::diagnostic::did_you_mean;
use crate::page::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use crate::page::expression::holds_inline_only;
use crate::page::mask::code_span_end;
use crate::page::tree::is_blank;
use crate::text::Span;

use super::component::{self, Component};
use super::css::elements::elements_below;
use super::css::urls::below_base;
use super::embed;
use super::escape::{Html, Name, UrlUse, Writer, is_safe_url, raw_element_text};
use super::heading::{self, Anchor};
use super::image;
use super::node::{is_block, unsafe_link};
use super::render::{Render, ResourceKind};

pub mod names;
pub mod style;

use names::{ElementKind, attribute_name, element_kind, is_boolean_attribute};

/// Renders an element or a component.
pub(super) fn render(out: &mut Writer, element: &Element, node: &Node, cx: &mut Render<'_>) {
    let name = element.name.as_str();
    if let Some(entry) = component::find(name) {
        component::check_props(element, node, cx);
        let component = Component { element, children: &node.children, span: node.span };
        return entry(out, &component, cx);
    }
    match element_kind(name) {
        Some(kind) => html(out, element, kind, node, cx),
        None => unknown(out, element, node, cx),
    }
}

/// Whether a line of Markdown has what looks like a tag and names nothing: `Array<T>`, `<id>`.
pub fn has_unknown_tag(line: &str) -> bool {
    let bytes = line.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'`' => code_span_end(bytes, at),
            b'\\' => at + 2,
            b'<' => {
                let rest = line[at + 1..].trim_start_matches('/');
                let length = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '-' | ':' | '_'));
                let name = &rest[..length.unwrap_or(rest.len())];
                let is_name = name.starts_with(char::is_alphabetic);
                if is_name && component::find(name).is_none() && element_kind(name).is_none() {
                    return true;
                }
                at + 1
            }
            _ => at + 1,
        };
    }
    false
}

/// Writes an element's attributes under their HTML names; `skip` lists those that the caller writes.
pub(super) fn attributes(
    out: &mut Writer,
    element: &Element,
    skip: &[&str],
    span: Span,
    cx: &mut Render<'_>,
) {
    let mut names: Vec<(String, &Value)> = Vec::with_capacity(element.attributes.len());
    for attribute in &element.attributes {
        let AttributeValue::Value(value) = &attribute.value else { continue };
        if skip.contains(&attribute.name.as_str()) || is_react_only(&attribute.name) {
            continue;
        }
        let name = attribute_name(&attribute.name);
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some(slot) => slot.1 = value,
            None => names.push((name, value)),
        }
    }
    for (name, value) in names {
        attribute(out, &element.name, &name, value, span, cx);
    }
}

/// An element of HTML, SVG or MathML.
fn html(out: &mut Writer, element: &Element, kind: ElementKind, node: &Node, cx: &mut Render<'_>) {
    let name = element.name.as_str();
    let named = Name::of_element(name);
    match (name, kind) {
        ("img", _) => image::jsx(out, element, node, cx),
        ("a", _) => anchor(out, element, node, cx),
        ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", _) => jsx_heading(out, name, element, node, cx),
        // A browser ends a `p` at the first block inside.
        ("p", _) if node.children.iter().any(holds_block) => {
            out.open("div");
            attributes(out, element, &[], node.span, cx);
            cx.nodes(out, &node.children);
            out.close("div");
        }
        ("textarea", _) => textarea(out, element, node, cx),
        ("select", _) => select(out, element, node, cx),
        (_, ElementKind::Void) => {
            out.void(named);
            attributes(out, element, &[], node.span, cx);
        }
        (_, ElementKind::RawText) => {
            out.open(named);
            attributes(out, element, &[], node.span, cx);
            let text = raw_markup(element).unwrap_or_else(|| node.plain_text());
            let sheet = (name == "style").then(|| below_base(&text, cx.addresses));
            let text = sheet.as_deref().map_or(text.as_str().into(), elements_below);
            out.raw(&raw_element_text(&text, name)).close(named);
        }
        ("iframe", _) if let Some(waited) = embed::waits_for(element) => {
            embed::render(out, element, &waited, node, cx);
        }
        _ => {
            let around = (cx.state.in_table_head, cx.state.th_scope);
            match name {
                "table" | "tbody" | "tfoot" => cx.state.in_table_head = false,
                "thead" => cx.state.in_table_head = true,
                "tr" => cx.state.th_scope = th_scope(node, cx),
                _ => {}
            }
            out.open(named);
            attributes(out, element, &[], node.span, cx);
            media_defaults(out, element, cx);
            content(out, element, node, cx);
            out.close(named);
            (cx.state.in_table_head, cx.state.th_scope) = around;
        }
    }
}

fn holds_block(child: &Node) -> bool {
    match child.kind {
        NodeKind::Paragraph => child.children.iter().any(is_block),
        _ => is_block(child),
    }
}

/// Children, or the markup of `dangerouslySetInnerHTML`.
fn content(out: &mut Writer, element: &Element, node: &Node, cx: &mut Render<'_>) {
    if let Some(markup) = raw_markup(element) {
        out.raw(&Html::from_author(markup));
    } else if holds_inline_only(&element.name) {
        cx.inline(out, &node.children);
    } else {
        cx.nodes(out, &node.children);
    }
}

fn raw_markup(element: &Element) -> Option<String> {
    element.prop("dangerouslySetInnerHTML")?.member("__html")?.as_text()
}

fn anchor(out: &mut Writer, element: &Element, node: &Node, cx: &mut Render<'_>) {
    if cx.state.in_link {
        if let Some(href) = element.text_prop("href") {
            cx.link(&href, node.span);
        }
        return cx.nodes(out, &node.children);
    }
    out.open("a");
    match element.text_prop("href") {
        Some(href) => {
            if !is_safe_url(&href, UrlUse::Link) {
                unsafe_link(&href, node, cx);
            }
            let link = cx.link(&href, node.span);
            out.url_attr("href", &link.url, UrlUse::Link);
            let new_tab = element.text_prop("target").is_some_and(|target| target == "_blank");
            if new_tab && element.prop("rel").is_none() {
                out.attr("rel", "noreferrer");
            }
            attributes(out, element, &["href"], node.span, cx);
            cx.within_link(|cx| content(out, element, node, cx));
        }
        None => {
            attributes(out, element, &["href"], node.span, cx);
            content(out, element, node, cx);
        }
    }
    out.close("a");
}

fn jsx_heading(out: &mut Writer, name: &str, element: &Element, node: &Node, cx: &mut Render<'_>) {
    let id = element.id.clone().or_else(|| element.text_prop("id"));
    let tag = Name::of_element(name);
    out.open(tag).opt_attr("id", id.as_deref());
    attributes(out, element, &["id", "noAnchor"], node.span, cx);
    let anchor = if element.flag("noAnchor") { Anchor::Hidden } else { Anchor::Shown };
    heading::marks(out, id.as_deref(), &node.plain_text(), anchor, cx);
    content(out, element, node, cx);
    out.close(tag);
}

fn textarea(out: &mut Writer, element: &Element, node: &Node, cx: &mut Render<'_>) {
    out.open("textarea");
    attributes(out, element, &["value", "defaultValue"], node.span, cx);
    let text = element.text_prop("value").or_else(|| element.text_prop("defaultValue"));
    out.text(&text.unwrap_or_else(|| node.plain_text())).close("textarea");
}

/// A list of options; the chosen ones are written at the list in JSX and at the options in HTML.
fn select(out: &mut Writer, element: &Element, node: &Node, cx: &mut Render<'_>) {
    out.open("select");
    attributes(out, element, &["value", "defaultValue"], node.span, cx);
    let chosen = match element.prop("value").or_else(|| element.prop("defaultValue")) {
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_text).collect(),
        Some(value) => value.as_text().into_iter().collect(),
        None => Vec::new(),
    };
    let mut options = node.children.clone();
    if !chosen.is_empty() {
        options.iter_mut().for_each(|option| mark_chosen(option, &chosen));
    }
    cx.inline(out, &options);
    out.close("select");
}

fn mark_chosen(node: &mut Node, chosen: &[String]) {
    let text = node.plain_text();
    if let NodeKind::Element(element) = &mut node.kind
        && element.name == "option"
        && chosen.contains(&element.text_prop("value").unwrap_or(text))
    {
        let value = AttributeValue::Value(Value::Bool(true));
        element.attributes.push(Attribute { name: "selected".into(), value, span: node.span });
    }
    node.children.iter_mut().for_each(|child| mark_chosen(child, chosen));
}

/// What the heads in a row of a table are heads of (TXT-13): of their columns in a row of heads, else of the row. One head
/// alone may be of anything.
fn th_scope(row: &Node, cx: &Render<'_>) -> Option<&'static str> {
    let cells = row.children.iter().filter_map(Node::element).map(|cell| cell.name.as_str());
    let (heads, others): (Vec<&str>, Vec<&str>) =
        cells.filter(|name| matches!(*name, "th" | "td")).partition(|name| *name == "th");
    match (heads.len(), others.len()) {
        _ if cx.state.in_table_head => Some("col"),
        (0 | 1, 0) => None,
        (_, 0) => Some("col"),
        _ => Some("row"),
    }
}

/// What media needs and authors forget: a video that starts by itself must be silent, an embedded page
/// needs a name and may wait until it is near.
fn media_defaults(out: &mut Writer, element: &Element, cx: &Render<'_>) {
    let has = |names: &[&str]| names.iter().any(|name| element.prop(name).is_some());
    match element.name.as_str() {
        "video" if element.flag("autoPlay") || element.flag("autoplay") => {
            for (html, jsx) in [("playsinline", "playsInline"), ("loop", "loop"), ("muted", "muted")] {
                out.opt_flag(html, !has(&[html, jsx]));
            }
        }
        "video" | "audio" if !has(&["preload"]) => {
            out.attr("preload", "metadata");
        }
        "th" if !has(&["scope"]) => {
            out.opt_attr("scope", cx.state.th_scope);
        }
        "iframe" => {
            if !has(&["loading"]) {
                out.attr("loading", "lazy");
            }
            if !has(&["title", "aria-label"]) {
                out.attr("title", &cx.labels.embedded);
            }
        }
        _ => {}
    }
}

/// Names that mean something to React only, and event handlers: a static page runs none.
fn is_react_only(name: &str) -> bool {
    let handler = name.len() > 2 && name.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on"));
    handler
        || matches!(
            name,
            "key"
                | "ref"
                | "children"
                | "dangerouslySetInnerHTML"
                | "suppressHydrationWarning"
                | "suppressContentEditableWarning"
        )
}

fn attribute(out: &mut Writer, element: &str, name: &str, value: &Value, span: Span, cx: &mut Render<'_>) {
    let named = Name::of_attribute(name);
    if name == "style" {
        let text = style::style_text(value);
        let is_picture = matches!(element, "img" | "video" | "iframe");
        let text = if is_picture { text.map(|text| style::picture_style(&text)) } else { text };
        out.opt_attr(named, text.as_deref().map(|text| below_base(text, cx.addresses)).as_deref());
        return;
    }
    if is_boolean_attribute(name) {
        match value {
            Value::Bool(true) => out.flag(named),
            Value::Number(number) => out.opt_flag(named, *number != 0.0),
            Value::String(text) if name == "hidden" && text == "until-found" => out.attr(named, text),
            Value::String(text) => out.opt_flag(named, text != "false"),
            _ => out,
        };
        return;
    }
    match value {
        Value::Bool(on) => {
            let as_text = name.starts_with("aria-")
                || name.starts_with("data-")
                || matches!(name, "draggable" | "contenteditable" | "spellcheck" | "focusable");
            if as_text {
                out.attr(named, if *on { "true" } else { "false" });
            } else {
                out.opt_flag(named, *on);
            }
        }
        Value::String(text) => text_attribute(out, element, name, text, span, cx),
        Value::Number(_) => {
            out.opt_attr(named, value.as_text().as_deref());
        }
        Value::Array(items) => {
            let words: Vec<String> = items.iter().filter_map(Value::as_text).collect();
            out.attr(named, &words.join(if name == "class" { " " } else { "," }));
        }
        _ => {}
    }
}

fn text_attribute(out: &mut Writer, element: &str, name: &str, text: &str, span: Span, cx: &mut Render<'_>) {
    let named = Name::of_attribute(name);
    match (name, element) {
        (
            "href" | "xlink:href",
            "use" | "image" | "link" | "linearGradient" | "radialGradient" | "pattern",
        ) => {
            let resource = cx.resource(text, ResourceKind::Embedded, None, span);
            out.url_attr(named, &resource.url, UrlUse::Image);
        }
        ("href" | "xlink:href", _) => {
            let link = cx.link(text, span);
            out.url_attr(named, &link.url, UrlUse::Link);
        }
        ("src", "video" | "audio" | "source" | "track") => {
            let resource = cx.resource(text, ResourceKind::Media, None, span);
            out.url_attr(named, &resource.url, UrlUse::Media);
        }
        ("poster", _) => {
            let resource = cx.resource(text, ResourceKind::Image, None, span);
            out.url_attr(named, &resource.url, UrlUse::Image);
        }
        ("src", _) | ("data", "object") => {
            let resource = cx.resource(text, ResourceKind::Embedded, None, span);
            out.url_attr(named, &resource.url, UrlUse::Link);
        }
        ("srcset", _) => {
            let candidates: Vec<String> =
                text.split(',').filter_map(|part| srcset_part(part, span, cx)).collect();
            out.attr(named, &candidates.join(", "));
        }
        // Not followed as links are: what answers there need not be a page.
        ("action" | "formaction" | "cite" | "ping", _) => {
            out.url_attr(named, cx.addresses.with_base(text).as_deref().unwrap_or(text), UrlUse::Link);
        }
        _ => {
            out.attr(named, text);
        }
    }
}

/// `url 2x` with the URL resolved. A `data:` URL holds commas and cannot stand in a list.
fn srcset_part(part: &str, span: Span, cx: &mut Render<'_>) -> Option<String> {
    let mut words = part.split_whitespace();
    let url = words.next()?;
    let resolved = cx.resource(url, ResourceKind::Image, None, span).url;
    if !is_safe_url(&resolved, UrlUse::Link) {
        return None;
    }
    Some(std::iter::once(resolved.as_str()).chain(words).collect::<Vec<_>>().join(" "))
}

/// Children are kept, the author is told (decisions: unknown component).
fn unknown(out: &mut Writer, element: &Element, node: &Node, cx: &mut Render<'_>) {
    let name = element.name.as_str();
    let is_component = name.contains('.') || name.starts_with(|c: char| c.is_uppercase());
    // A component is no misspelt element; `<Folder>` may be meant as `<Tree.Folder>`.
    let is_like = |known: &&str| {
        !is_component || known.starts_with(|c: char| c.is_uppercase()) || known.eq_ignore_ascii_case(name)
    };
    let names = component::component_names().chain(names::element_names()).filter(is_like);
    let part = component::component_names()
        .filter(|known| known.rsplit_once('.').is_some_and(|(_, part)| part == name))
        .min_by_key(|known| known.len());
    let (code, what) =
        if is_component { ("unknown-component", "component") } else { ("unknown-element", "HTML element") };
    let shown = match node.children.is_empty() {
        true => "nothing is shown in its place",
        false => "its content is shown without it",
    };
    let hint = match part.or_else(|| did_you_mean(name, names)) {
        Some(known) => format!("did you mean `<{known}>`? As it is, {shown}"),
        None if is_component => format!("import it, or export it in this page; {shown}"),
        None => format!("use an element of HTML, or a built-in component; {shown}"),
    };
    cx.warn(code, format!("`<{name}>` is not a known {what}"), hint, node.span);
    // Words of two that stand on lines of their own do not run together.
    if element.flow && node.children.iter().any(|child| !is_block(child) && !is_blank(child)) {
        out.open("div");
        cx.nodes(out, &node.children);
        out.close("div");
    } else {
        cx.nodes(out, &node.children);
    }
}
