//! Card, CardGroup, Columns, Column, Tile and GitHub.Repo (CMP-03, CMP-04, CMP-05, CMP-27).

use crate::page::ast::{Element, Node, NodeKind, Value};

use super::super::element::style::safe_color;
use super::super::escape::{Html, UrlUse, Writer, is_safe_url};
use super::super::icon;
use super::super::link::{Link, Target};
use super::super::render::{Feature, Render, ResourceKind};
use super::{Component, inline_markdown, title};

/// A card; with `href` the whole of it is one link.
pub(super) fn card(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let href = element.text_prop("href").filter(|href| !href.trim().is_empty() && !element.flag("disabled"));
    let link = href.as_deref().map(|href| cx.link(href, component.span));
    let link = link.filter(|link| is_safe_url(&link.url, UrlUse::Link) && !cx.state.in_link);
    // Links may not be nested: a card whose text has links of its own is a box under a link.
    let stretched = link.is_some() && component.children.iter().any(holds_link);
    let tag = if link.is_some() && !stretched { "a" } else { "div" };
    out.open(tag).attr("class", &component.class("card"));
    if let Some(link) = link.as_ref().filter(|_| !stretched) {
        link_attributes(out, link);
        out.opt_attr("aria-label", unnamed(component, &["title", "cta"], link));
    }
    out.opt_flag("data-link", link.is_some()).opt_flag("data-horizontal", element.flag("horizontal"));
    out.opt_flag("data-disabled", element.flag("disabled"));
    out.opt_attr("data-callout-type", element.text_prop("type").as_deref());
    if let Some(link) = link.as_ref().filter(|_| stretched) {
        let name = element.prop("title").map(Value::plain_text).filter(|name| !name.is_empty());
        out.open("a").attr("class", "card-link").attr("aria-label", name.as_deref().unwrap_or(&link.url));
        link_attributes(out, link);
        out.close("a");
    }
    if link.is_some() && !stretched {
        cx.within_link(|cx| card_content(out, component, link.as_ref(), cx));
    } else {
        card_content(out, component, link.as_ref(), cx);
    }
    out.close(tag);
}

/// `CardGroup` and `Columns`: a grid of one to four columns.
pub(super) fn columns(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let own = if component.element.name == "CardGroup" { "card-group columns" } else { "columns" };
    let columns = component.element.text_prop("cols").and_then(|cols| cols.trim().parse::<u8>().ok());
    let columns = columns.unwrap_or(2).clamp(1, 4);
    out.open("div").attr("class", &component.class(own)).attr("data-cols", &columns.to_string());
    cx.nodes(out, component.children);
    out.close("div");
}

/// A cell of `Columns`.
pub(super) fn column(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    out.open("div").attr("class", &component.class("column"));
    cx.nodes(out, component.children);
    out.close("div");
}

/// A link with a preview above its texts.
pub(super) fn tile(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    cx.uses(Feature::Tile);
    let link = element.text_prop("href").map(|href| cx.link(&href, component.span));
    let link = link.filter(|link| is_safe_url(&link.url, UrlUse::Link) && !cx.state.in_link);
    let tag = if link.is_some() { "a" } else { "div" };
    out.open(tag).attr("class", &component.class("tile"));
    if let Some(link) = &link {
        link_attributes(out, link);
        out.opt_attr("aria-label", unnamed(component, &["title", "description"], link));
    }
    cx.within_link(|cx| {
        out.open("div").attr("data-component-part", "tile-preview");
        cx.nodes(out, component.children);
        out.close("div");
        for (name, part) in [("title", "tile-title"), ("description", "tile-description")] {
            if let Some(value) = element.prop(name).filter(|value| value.truthy()) {
                let text = title(value, cx);
                out.open("div").attr("data-component-part", part).raw(&text).close("div");
            }
        }
    });
    out.close(tag);
}

/// A link to a repository.
pub(super) fn repository(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let Some((name, url)) = repository_of(element) else {
        cx.warn(
            "repository-without-name",
            format!("`<{}>` names no repository", element.name),
            "add repo=\"owner/name\"".to_owned(),
            component.span,
        );
        return cx.nodes(out, component.children);
    };
    let link = cx.link(&url, component.span);
    out.open("a").attr("class", &component.class("github-repo"));
    link_attributes(out, &link);
    out.opt_attr("data-variant", element.text_prop("variant").as_deref()).text(&name).close("a");
}

/// Name and address of a repository.
pub(crate) fn repository_of(element: &Element) -> Option<(String, String)> {
    let written = ["repo", "url", "href"].iter().find_map(|name| element.text_prop(name))?;
    let name =
        written.trim().trim_start_matches("https://github.com/").trim_end_matches(".git").trim_matches('/');
    let url = if name.contains("://") { name.to_owned() } else { format!("https://github.com/{name}") };
    (!name.is_empty()).then(|| (name.to_owned(), url))
}

/// What a card says, in cards of pages and of lists alike: its picture, its title, and what is below it.
pub(in crate::html) fn card_text(
    out: &mut Writer,
    picture: &Html,
    title: Option<&Html>,
    below: impl FnOnce(&mut Writer),
) {
    out.open("div").attr("data-component-part", "card-content-container").raw(picture);
    out.open("div").attr("data-component-part", "card-body");
    if let Some(title) = title {
        out.open("div").attr("class", "card-title").attr("data-component-part", "card-title");
        out.raw(title).close("div");
    }
    below(out);
    out.close("div").close("div");
}

/// A part of a card with a name of its own.
pub(in crate::html) fn card_part(out: &mut Writer, name: &str, inside: impl FnOnce(&mut Writer)) {
    out.open("div").attr("data-component-part", name);
    inside(out);
    out.close("div");
}

/// The order of a card's text: title, body, call to action.
fn card_content(out: &mut Writer, component: &Component<'_>, link: Option<&Link>, cx: &mut Render<'_>) {
    let element = component.element;
    if let Some(src) = element.text_prop("img") {
        let image = cx.resource(&src, ResourceKind::Image, Some(""), component.span);
        out.void("img").attr("class", "card-image").attr("data-component-part", "card-image");
        out.url_attr("src", &image.url, UrlUse::Image).attr("alt", "");
        if let Some((width, height)) = image.path.as_ref().and_then(|path| cx.lookups.image_size(path)) {
            out.attr("width", &width.to_string()).attr("height", &height.to_string());
        }
        out.attr("loading", "lazy").attr("decoding", "async");
    }
    let mut picture = Writer::new();
    if let Some(mut own) = icon::of(element, "card-icon", component.span) {
        own.color = element.text_prop("color").filter(|color| safe_color(color).is_some());
        icon::render(&mut picture, &own, cx);
    }
    let title = element.prop("title").filter(|value| value.truthy()).map(|value| title(value, cx));
    card_text(out, &picture.finish(), title.as_ref(), |out| {
        if !component.children.is_empty() {
            card_part(out, "card-content", |out| cx.nodes(out, component.children));
        }
        if let Some(value) = element.prop("cta").filter(|value| value.truthy()) {
            let text = cx.within_link(|cx| inline_markdown(value, cx));
            card_part(out, "card-cta", |out| {
                out.raw(&text).raw(&chevron());
            });
        }
    });
    let outside = link.is_some_and(|link| link.target.is_external());
    if link.is_some() && arrow(element).unwrap_or(outside) {
        out.raw(&external_arrow());
    }
}

/// `arrow` as the author set it; without it the default decides.
fn arrow(element: &Element) -> Option<bool> {
    element.prop("arrow").filter(|value| !matches!(value, Value::Null)).map(|_| element.flag("arrow"))
}

/// The name of a link that shows nothing but a picture: where it leads.
fn unnamed<'l>(component: &Component<'_>, names: &[&str], link: &'l Link) -> Option<&'l str> {
    let element = component.element;
    let named = names.iter().any(|name| element.plain_prop(name).is_some_and(|text| !text.trim().is_empty()));
    (!named && !component.children.iter().any(speaks)).then_some(link.url.as_str())
}

/// True for content that gives a link a name.
fn speaks(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Text(text) | NodeKind::InlineCode(text) => !text.trim().is_empty(),
        NodeKind::Image { alt, .. } => !alt.trim().is_empty(),
        NodeKind::Element(element) => {
            ["alt", "aria-label", "title", "label"].iter().any(|name| element.plain_prop(name).is_some())
                || node.children.iter().any(speaks)
        }
        _ => node.children.iter().any(speaks),
    }
}

fn link_attributes(out: &mut Writer, link: &Link) {
    out.url_attr("href", &link.url, UrlUse::Link);
    if link.target == Target::External {
        out.attr("target", "_blank").attr("rel", "noreferrer");
    }
}

/// True for a link, or anything else to click on, inside the content of a card.
fn holds_link(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Link { .. } | NodeKind::CodeBlock { .. } => true,
        NodeKind::Element(element) => {
            matches!(element.name.as_str(), "a" | "Link" | "button" | "details" | "input" | "select")
                || (matches!(element.name.as_str(), "Card" | "Tile") && element.prop("href").is_some())
                || node.children.iter().any(holds_link)
        }
        _ => node.children.iter().any(holds_link),
    }
}

fn chevron() -> Html {
    Html::trusted(concat!(
        r#"<svg viewBox="0 0 8 8" fill="none" stroke="currentColor" aria-hidden="true">"#,
        r#"<path d="m2.5 1 3 3-3 3"/></svg>"#
    ))
}

fn external_arrow() -> Html {
    Html::trusted(concat!(
        r#"<svg data-component-part="card-arrow" viewBox="0 0 16 16" fill="none" stroke="currentColor" "#,
        r#"stroke-width="1.5" aria-hidden="true"><path d="M5 11 11 5M6 5h5v5"/></svg>"#
    ))
}
