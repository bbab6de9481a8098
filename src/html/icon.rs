//! Icons of components: names of the icon library, files and URLs, inline SVG (CFG-21), and the few
//! pictures that components draw themselves.

use crate::page::ast::{Element, Value};
use crate::text::Span;

use super::element::style::safe_color;
use super::escape::{Html, UrlUse, Writer};
use super::render::{Render, ResourceKind};

/// An icon as an author writes it.
pub(super) struct Icon<'n> {
    pub value: &'n Value,
    /// Style and library, from the properties beside it.
    pub element: &'n Element,
    /// Colour, when the component passes it on.
    pub color: Option<String>,
    /// Size in pixels, when it is not the component's own.
    pub size: Option<String>,
    /// Name of the part for style sheets.
    pub part: Option<&'static str>,
    pub span: Span,
}

/// The icon property of an element; `None` when it has none.
pub(super) fn of<'n>(element: &'n Element, part: &'static str, span: Span) -> Option<Icon<'n>> {
    let value = element.prop("icon").filter(|value| value.truthy())?;
    Some(Icon { value, element, color: None, size: None, part: Some(part), span })
}

/// Writes an icon. Library names leave an empty mark that the icon library fills.
pub(super) fn render(out: &mut Writer, icon: &Icon<'_>, cx: &mut Render<'_>) {
    let mut style = Vec::new();
    style.extend(icon.color.as_deref().and_then(safe_color).map(|color| format!("color:{color}")));
    style.extend(icon.size.as_deref().and_then(length).map(|size| format!("--icon-size:{size}")));
    let style = (!style.is_empty()).then(|| style.join(";"));
    let class = ["icon".to_owned()]
        .into_iter()
        .chain(icon.element.text_prop("iconClass"))
        .collect::<Vec<_>>()
        .join(" ");
    match icon.value {
        Value::String(name) if is_svg(name) => {
            frame(out, &class, icon, style.as_deref()).raw(&Html::from_author(name.clone())).close("span");
        }
        Value::String(name) if is_file(name) => {
            let resource = cx.resource(name, ResourceKind::Image, Some(""), icon.span);
            out.void("img").attr("class", &class).opt_attr("data-component-part", icon.part);
            out.url_attr("src", &resource.url, UrlUse::Image).attr("alt", "").attr("aria-hidden", "true");
            out.opt_attr("style", style.as_deref());
        }
        Value::String(name) if !name.trim().is_empty() => {
            out.open("span").attr("class", &class).opt_attr("data-component-part", icon.part);
            out.attr("data-icon", name.trim());
            out.opt_attr("data-icon-type", icon.element.text_prop("iconType").as_deref());
            out.opt_attr("data-icon-library", icon.element.text_prop("iconLibrary").as_deref());
            out.opt_attr("style", style.as_deref()).attr("aria-hidden", "true").close("span");
        }
        Value::Nodes(nodes) => {
            frame(out, &class, icon, style.as_deref());
            cx.within_link(|cx| cx.inline(out, nodes));
            out.close("span");
        }
        // `icon={{ name, style, library }}`: the form of the configuration.
        Value::Object(entries) => {
            let text = |key: &str| {
                entries.iter().find(|(name, _)| name == key).and_then(|(_, value)| value.as_text())
            };
            let Some(name) = text("name") else { return };
            out.open("span").attr("class", &class).opt_attr("data-component-part", icon.part);
            out.attr("data-icon", &name).opt_attr("data-icon-type", text("style").as_deref());
            out.opt_attr("data-icon-library", text("library").as_deref());
            out.opt_attr("style", style.as_deref()).attr("aria-hidden", "true").close("span");
        }
        _ => {}
    }
}

/// The picture of a callout kind, 16 × 16.
pub(super) fn callout(kind: &str) -> Html {
    Html::trusted(match kind {
        "note" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<path d="M3 2.75h7L13.25 6v7.25H3zM5.5 8h5M5.5 10.5h3"/></svg>"#
        ),
        "tip" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<path d="M6 10.5c0-1.5-2-2-2-4.5a4 4 0 0 1 8 0c0 2.5-2 3-2 4.5zM6.25 13.25h3.5"/></svg>"#
        ),
        "warning" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<path stroke-linejoin="round" d="M8 2 14.5 13.5h-13zM8 6.5v3M8 11v.8"/></svg>"#
        ),
        "check" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true">"#,
            r#"<path stroke-linecap="round" d="m3 8.5 3.5 3.5L13 4.5"/></svg>"#
        ),
        "danger" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<path stroke-linejoin="round" d="M5.4 2h5.2L14 5.4v5.2L10.6 14H5.4L2 10.6V5.4zM8 5v3.5M8 10.3v.8"/></svg>"#
        ),
        _ => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<circle cx="8" cy="8" r="6.25"/><path d="M8 7.25v4M8 4.7v.8"/></svg>"#
        ),
    })
}

fn frame<'w>(out: &'w mut Writer, class: &str, icon: &Icon<'_>, style: Option<&str>) -> &'w mut Writer {
    out.open("span").attr("class", class).opt_attr("data-component-part", icon.part);
    out.opt_attr("style", style).attr("aria-hidden", "true")
}

fn is_svg(name: &str) -> bool {
    name.trim_start().starts_with("<svg")
}

/// A path or URL, as opposed to a name of the library.
fn is_file(name: &str) -> bool {
    const EXTENSIONS: &[&str] = &["svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico"];
    let path = name.split(['?', '#']).next().unwrap_or(name);
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    name.contains("://")
        || name.starts_with(['/', '.'])
        || name.starts_with("data:")
        || EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// A size as CSS: a bare number means pixels.
fn length(text: &str) -> Option<String> {
    let text = text.trim();
    if text.parse::<f64>().is_ok_and(|number| number.is_finite() && number >= 0.0) {
        return Some(format!("{text}px"));
    }
    (text.len() <= 20 && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '%')))
        .then(|| text.to_owned())
        .filter(|text| text.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
}
