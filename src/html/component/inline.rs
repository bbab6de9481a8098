//! Badge, Icon, Tooltip and Link: components inside a line (CMP-13, CMP-21, CMP-22).

use crate::page::ast::Value;

use super::super::element::style::safe_color;
use super::super::escape::{UrlUse, Writer};
use super::super::icon;
use super::super::render::{Feature, Render};
use super::values::BADGE_COLORS;
use super::{Component, warn_blocks};

/// A small label.
pub(super) fn badge(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    cx.uses(Feature::Badge);
    warn_blocks(component, cx);
    let element = component.element;
    let word = |name: &str, allowed: &[&'static str], default: &'static str| {
        let written = element.text_prop(name).unwrap_or_default();
        allowed.iter().copied().find(|known| *known == written).unwrap_or(default)
    };
    let color = element.text_prop("color");
    let known = color.as_deref().is_none_or(|color| BADGE_COLORS.contains(&color));
    out.open("span").attr("class", &component.class("badge")).flag("data-badge");
    out.attr("data-color", if known { word("color", BADGE_COLORS, "gray") } else { "custom" });
    out.attr("data-size", word("size", &["xs", "sm", "md", "lg"], "md"));
    out.attr("data-shape", word("shape", &["rounded", "pill"], "rounded"));
    let stroke = element.flag("stroke") || element.text_prop("variant").as_deref() == Some("outline");
    out.opt_flag("data-stroke", stroke).opt_flag("data-disabled", element.flag("disabled"));
    if let Some(color) = color.as_deref().filter(|_| !known).and_then(safe_color) {
        out.attr("style", &format!("--badge-color:{color}"));
    }
    if let Some(own) = icon::of(element, "badge-icon", component.span) {
        icon::render(out, &own, cx);
    }
    cx.inline(out, component.children);
    out.close("span");
}

/// An icon of its own.
pub(super) fn icon(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let Some(value) = element.prop("icon").or_else(|| element.prop("src")).or_else(|| element.prop("name"))
    else {
        return cx.inline(out, component.children);
    };
    let icon = icon::Icon {
        value,
        element,
        color: element.text_prop("color"),
        size: element.text_prop("size"),
        class: ["className", "class"].iter().find_map(|name| element.text_prop(name)),
        part: None,
        span: component.span,
    };
    icon::render(out, &icon, cx);
}

/// A word with an explanation. The bubble is drawn from attributes, so that the sentence around it stays
/// readable for readers, search and copying.
pub(super) fn tooltip(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    warn_blocks(component, cx);
    cx.uses(Feature::Tooltip);
    let element = component.element;
    let text = |name: &str| element.prop(name).map(Value::plain_text).filter(|text| !text.trim().is_empty());
    let (tip, headline) = (text("tip").unwrap_or_default(), text("headline"));
    let name = match &headline {
        Some(headline) if !tip.is_empty() => format!("{headline}: {tip}"),
        Some(headline) => headline.clone(),
        None => tip.clone(),
    };
    let link = text("href").map(|href| cx.link(&href, component.span));
    out.open("span").attr("class", &component.class("tooltip"));
    // Inside a link the explanation must not be a second thing to focus.
    if !cx.state.in_link {
        out.attr("tabindex", "0").attr("role", "button");
    }
    out.attr("aria-description", &name).attr("data-tip", &tip).opt_attr("data-headline", headline.as_deref());
    out.opt_attr("data-cta", text("cta").as_deref());
    if let Some(link) = &link {
        out.url_attr("data-href", &link.url, UrlUse::Link);
    }
    cx.within_link(|cx| cx.inline(out, component.children));
    out.close("span");
}

/// `<Link href>`: the JSX form of a Markdown link.
pub(super) fn link(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let Some(href) = element.prop("href").and_then(Value::as_text) else {
        return cx.inline(out, component.children);
    };
    if cx.state.in_link {
        return cx.inline(out, component.children);
    }
    let link = cx.link(&href, component.span);
    out.open("a").attr("class", &component.class("link")).url_attr("href", &link.url, UrlUse::Link);
    let target = element.text_prop("target");
    out.opt_attr("target", target.as_deref()).opt_attr("rel", target.as_ref().map(|_| "noreferrer"));
    cx.within_link(|cx| cx.inline(out, component.children));
    out.close("a");
}
