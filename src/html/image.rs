//! Images: sizes from the file so that nothing jumps, lazy loading, the mark for click-to-zoom, and
//! buttons that copy and download (TXT-08).

use crate::page::ast::{Element, Node, Value};
use crate::text::{SourcePath, Span};

use super::element;
use super::escape::{UrlUse, Writer};
use super::labels::fill;
use super::link::Resource;
use super::render::{Feature, Render, ResourceKind};

/// Attributes of `img` that this module writes itself.
const OWN: &[&str] =
    &["src", "width", "height", "loading", "noZoom", "nozoom", "zoom", "actions", "actionsPlacement"];

/// Where the buttons of a picture may be.
const CORNERS: &[&str] = &["top-left", "top-right", "bottom-left", "bottom-right"];

/// `![alt](url "title")`.
pub(super) fn markdown(
    out: &mut Writer,
    url: &str,
    title: Option<&str>,
    alt: &str,
    span: Span,
    cx: &mut Render<'_>,
) {
    let resource = cx.resource(url, ResourceKind::Image, Some(alt), span);
    out.void("img").url_attr("src", &resource.url, UrlUse::Image).attr("alt", alt).opt_attr("title", title);
    out.opt_attr("class", mode_class(url));
    size(out, &resource, None, None, cx);
    loading(out, None, mode_class(url).is_some(), cx);
    zoom(out, cx);
}

/// `<img …/>`.
pub(super) fn jsx(out: &mut Writer, element: &Element, node: &Node, cx: &mut Render<'_>) {
    let src = element.text_prop("src").unwrap_or_default();
    let alt = element.text_prop("alt");
    let resource = cx.resource(&src, ResourceKind::Image, alt.as_deref(), node.span);
    let actions = actions(element, cx);
    let mode = mode_class(&src);
    if !actions.is_empty() {
        let placement = element.text_prop("actionsPlacement");
        let placement = placement.filter(|corner| CORNERS.contains(&corner.as_str()));
        let class = [&["picture".to_owned()][..], &shown_where(element, mode)].concat().join(" ");
        out.open("span").attr("class", &class).opt_attr("data-placement", placement.as_deref());
    }
    out.void("img").url_attr("src", &resource.url, UrlUse::Image);
    if alt.is_none() {
        out.attr("alt", "");
    }
    if let Some(mode) = mode {
        out.attr("class", format!("{} {mode}", classes(element)).trim());
    }
    let own = if mode.is_some() { &[OWN, &["class", "className"]].concat() } else { OWN };
    element::attributes(out, element, own, node.span, cx);
    let (width, height) = (element.text_prop("width"), element.text_prop("height"));
    size(out, &resource, width.as_deref(), height.as_deref(), cx);
    if width.is_none() && is_as_tall_as_its_style_says(element) {
        out.flag("data-auto-width");
    }
    match element.text_prop("loading") {
        Some(loading) => {
            cx.state.image_count += 1;
            out.attr("loading", &loading);
        }
        None => loading(out, Some(element), is_of_one_mode(element) || mode.is_some(), cx),
    }
    if !element.flag("noZoom") && !element.flag("nozoom") {
        zoom(out, cx);
    }
    if !actions.is_empty() {
        buttons(out, &actions, &resource, alt.as_deref().unwrap_or_default(), cx);
        out.close("span");
    }
}

/// What a reader can do with a picture, as its author wants it: `actions`, or `actions={["copy", "download"]}`. Inside a
/// link there is nothing else to press.
fn actions(element: &Element, cx: &Render<'_>) -> Vec<&'static str> {
    const KNOWN: [&str; 2] = ["copy", "download"];
    if cx.state.in_link || !element.flag("actions") {
        return Vec::new();
    }
    let all = matches!(element.prop("actions"), Some(Value::Bool(true)));
    let asked = element.list_prop("actions");
    let asked: Vec<&str> = asked.iter().flat_map(|text| text.split([',', ' '])).collect();
    KNOWN.into_iter().filter(|name| all || asked.contains(name)).collect()
}

/// The buttons of a picture. To download it needs no script.
fn buttons(out: &mut Writer, actions: &[&str], image: &Resource, alt: &str, cx: &mut Render<'_>) {
    cx.uses(Feature::Picture);
    let name = if alt.trim().is_empty() { image.url.rsplit('/').next().unwrap_or_default() } else { alt };
    out.open("span").attr("class", "picture-actions");
    for action in actions {
        if *action == "copy" {
            out.open("button").attr("type", "button").attr("class", "icon-button picture-copy");
            out.attr("aria-label", &fill(&cx.labels.copy, name)).close("button");
        } else {
            out.open("a").attr("class", "icon-button picture-download");
            out.url_attr("href", &image.url, UrlUse::Image).flag("download");
            out.attr("aria-label", &format!("{}: {name}", cx.labels.download)).close("a");
        }
    }
    out.close("span");
}

/// What an image's classes say about where it is shown, for the box around it and its buttons: what hides it hides them,
/// and what shows it again does so without making the box wider than the image.
fn shown_where(element: &Element, mode: Option<&str>) -> Vec<String> {
    const SHOWN: [&str; 8] =
        ["block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "contents"];
    let classes = classes(element);
    let of_class = |class: &str| match class.rsplit_once(':') {
        Some((when, shown)) if SHOWN.contains(&shown) => Some(format!("{when}:inline-block")),
        Some((_, "hidden")) => Some(class.to_owned()),
        None if class == "hidden" => Some(class.to_owned()),
        _ => None,
    };
    classes.split_whitespace().filter_map(of_class).chain(mode.map(str::to_owned)).collect()
}

/// GitHub's way to say that an image is for one colour mode only.
fn mode_class(url: &str) -> Option<&'static str> {
    match url.rsplit_once('#')?.1 {
        "gh-dark-mode-only" => Some("dark-only"),
        "gh-light-mode-only" => Some("light-only"),
        _ => None,
    }
}

/// Whether classes hide it in the light or in the dark: `block dark:hidden`, `hidden dark:block`.
fn is_of_one_mode(element: &Element) -> bool {
    classes(element).split_whitespace().any(|class| matches!(class, "dark:hidden" | "hidden"))
}

fn classes(element: &Element) -> String {
    element.text_prop("className").or_else(|| element.text_prop("class")).unwrap_or_default()
}

/// Whether its style or classes give it a height and no width: then the width of the file, which is written so that
/// nothing jumps, may not stretch it.
fn is_as_tall_as_its_style_says(element: &Element) -> bool {
    let style = element.prop("style").and_then(element::style::style_text).unwrap_or_default();
    let declares = |name: &str| {
        style
            .split(';')
            .filter_map(|one| one.split_once(':'))
            .any(|(own, _)| own.trim().eq_ignore_ascii_case(name))
    };
    let classes = classes(element);
    let has = |starts: &[&str]| {
        let names = classes.split_whitespace().map(|class| class.rsplit(':').next().unwrap_or_default());
        names
            .map(|name| name.trim_start_matches('!'))
            .any(|name| starts.iter().any(|start| name.starts_with(start)))
    };
    (declares("height") || declares("max-height") || has(&["h-", "max-h-"]))
        && !(declares("width") || has(&["w-", "size-"]))
}

/// Width and height: the author's, completed or replaced by the file's proportions.
fn size(out: &mut Writer, image: &Resource, width: Option<&str>, height: Option<&str>, cx: &Render<'_>) {
    let real = || image.path.as_ref().and_then(|path: &SourcePath| cx.lookups.image_size(path));
    match (width, height) {
        (Some(width), Some(height)) => {
            out.attr("width", width).attr("height", height);
        }
        // Style sheets make a picture as tall as its width wants, so a height alone has no effect anywhere: screenshots
        // that are said to be 200 pixels high are read in full.
        (None, given) => match real() {
            Some((width, height)) => {
                out.attr("width", &width.to_string()).attr("height", &height.to_string());
            }
            None => {
                out.opt_attr("height", given);
            }
        },
        (Some(given), None) => {
            out.attr("width", given);
            if let (Some(given), Some((width, height))) = (pixels(given), real()) {
                out.opt_attr("height", scaled(given, height, width).as_deref());
            }
        }
    }
}

fn pixels(text: &str) -> Option<u32> {
    text.strip_suffix("px").unwrap_or(text).parse().ok()
}

fn scaled(given: u32, other: u32, own: u32) -> Option<String> {
    (own > 0).then(|| (f64::from(given) * f64::from(other) / f64::from(own)).round().to_string())
}

/// The first image of a page is probably in view; the others wait until they are near it. One for a single colour
/// mode always waits: what is hidden then is never loaded.
fn loading(out: &mut Writer, element: Option<&Element>, of_one_mode: bool, cx: &mut Render<'_>) {
    let says = |name: &str| element.is_some_and(|element| element.prop(name).is_some());
    if cx.state.image_count > 0 || of_one_mode {
        out.attr("loading", "lazy");
    } else if !says("fetchPriority") && !says("fetchpriority") {
        out.attr("fetchpriority", "high");
    }
    out.attr("decoding", "async");
    cx.state.image_count += 1;
}

fn zoom(out: &mut Writer, cx: &mut Render<'_>) {
    if !cx.state.in_link {
        out.flag("data-zoom");
    }
}
