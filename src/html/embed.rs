//! Frames of other sites that wait for their reader: `<iframe loading="click">` (CMP-29).
//!
//! Until the click, the frame shows a small page that stands in the frame's own tag (`srcdoc`): a link to what the frame
//! is for, which opens inside of it. So nothing is asked of another host before that, the frame has its size and its
//! place from the start, and it works without scripts.

use crate::page::ast::{Element, Node};

use super::element::attributes;
use super::escape::{UrlUse, Writer};
use super::labels::fill;
use super::policy::origin;
use super::render::{Render, ResourceKind};

/// Attributes that mean something else here, or nothing.
const OWN: [&str; 6] = ["src", "srcDoc", "srcdoc", "loading", "poster", "allow"];

/// Films begin at the click that a reader has made already.
const FILMS: [&str; 5] =
    ["player.vimeo.com", "www.loom.com", "www.youtube-nocookie.com", "www.youtube.com", "youtube.com"];

/// Dark on light and dark pages, as players of films are.
const STYLE: &str = "html,body,a{block-size:100%;margin:0}\
    body{background:#18181b;font:500 1rem/1.5 system-ui,sans-serif}\
    a{position:relative;display:flex;flex-direction:column;align-items:center;justify-content:center;\
    box-sizing:border-box;padding:1rem;color:#fafafa;text-align:center;text-decoration:none;overflow:hidden}\
    a:focus-visible{outline:3px solid #fafafa;outline-offset:-6px}\
    img{position:absolute;inset:0;inline-size:100%;block-size:100%;object-fit:cover}\
    svg{position:relative;inline-size:3.5rem;margin-block-end:.75rem;fill:#fafafa;filter:drop-shadow(0 0 4px #0008)}\
    a:hover svg{scale:1.06}b,span{position:relative;padding:.125rem .5rem;border-radius:.375rem;background:#18181bcc}\
    span{font-size:.8125rem;font-weight:400}";

/// What a frame waits to load.
pub(super) struct Waited {
    src: String,
    /// `https://host` of it.
    origin: String,
}

/// What a frame waits to load; `None` for other frames.
pub(super) fn waits_for(element: &Element) -> Option<Waited> {
    let asked = element.text_prop("loading").is_some_and(|loading| loading.eq_ignore_ascii_case("click"));
    let src = element.text_prop("src").filter(|_| asked)?.trim().to_owned();
    Some(Waited { origin: origin(&src)?, src })
}

/// The frame, for what [`waits_for`] found.
pub(super) fn render(
    out: &mut Writer,
    element: &Element,
    Waited { src, origin }: &Waited,
    node: &Node,
    cx: &mut Render<'_>,
) {
    let target = cx.resource(src, ResourceKind::Embedded, None, node.span);
    let host = origin.split_once("://").map_or("", |(_, host)| host);
    let is_film = FILMS.contains(&host);
    let poster =
        element.text_prop("poster").map(|src| cx.resource(&src, ResourceKind::Image, None, node.span));
    let name = ["title", "aria-label"].iter().find_map(|name| element.text_prop(name));
    let shown_host = host.strip_prefix("www.").unwrap_or(host);
    let mut page = Writer::new();
    page.open("html").attr("lang", &cx.labels.language).open("style").text(STYLE).close("style");
    page.open("a").url_attr("href", &begun(&target.url, is_film), UrlUse::Link);
    if let Some(poster) = &poster {
        page.void("img").url_attr("src", &poster.url, UrlUse::Image).attr("alt", "");
    }
    if is_film {
        page.open("svg").attr("viewBox", "0 0 24 24").attr("aria-hidden", "true");
        page.open("path")
            .attr("d", "M8 4.5v15a1 1 0 0 0 1.5.9l12-7.5a1 1 0 0 0 0-1.8l-12-7.5A1 1 0 0 0 8 4.5Z");
        page.close("path").close("svg");
    }
    if let Some(name) = &name {
        page.open("b").text(name).close("b").text(" ");
    }
    page.open("span").text(&fill(&cx.labels.load_from, shown_host)).close("span").close("a").close("html");
    out.open("iframe").attr("srcdoc", &format!("<!doctype html>{}", page.finish().as_str()));
    attributes(out, element, &OWN, node.span, cx);
    let allow = allowed(&element.text_prop("allow").unwrap_or_default(), is_film, origin);
    out.opt_attr("allow", Some(allow.as_str()).filter(|allow| !allow.is_empty()));
    if name.is_none() {
        out.attr("title", &cx.labels.embedded);
    }
    out.close("iframe");
}

/// What the frame allows the other site. An item without an origin means that of `src`, which the frame has not.
fn allowed(written: &str, is_film: bool, origin: &str) -> String {
    let begins = (is_film && !written.contains("autoplay")).then_some("autoplay");
    let items = written.split(';').chain(begins).map(str::trim).filter(|item| !item.is_empty());
    let items = items.map(|item| match item.contains(char::is_whitespace) {
        true => item.replace("'src'", origin),
        false => format!("{item} {origin}"),
    });
    items.collect::<Vec<_>>().join("; ")
}

/// The address of a film that begins by itself.
fn begun(url: &str, is_film: bool) -> String {
    if !is_film || url.contains("autoplay=") {
        return url.to_owned();
    }
    let (path, place) = url.split_at(url.find('#').unwrap_or(url.len()));
    let sign = if path.contains('?') { '&' } else { '?' };
    format!("{path}{sign}autoplay=1{place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cmp_29_what_is_allowed_names_the_other_site() {
        let origin = "https://e.x";
        for (written, is_film, expected) in [
            ("", false, ""),
            ("", true, "autoplay https://e.x"),
            ("camera; 'x'", false, "camera https://e.x; 'x' https://e.x"),
            ("camera *; fullscreen 'src'", true, "camera *; fullscreen https://e.x; autoplay https://e.x"),
            ("autoplay 'none';", true, "autoplay 'none'"),
        ] {
            assert_eq!(allowed(written, is_film, origin), expected);
        }
    }

    #[test]
    fn cmp_29_films_begin_and_nothing_else_does() {
        for (url, is_film, begins) in [
            ("https://www.youtube.com/embed/a", true, "https://www.youtube.com/embed/a?autoplay=1"),
            (
                "https://player.vimeo.com/video/1?h=2#t=3",
                true,
                "https://player.vimeo.com/video/1?h=2&autoplay=1#t=3",
            ),
            (
                "https://www.youtube.com/embed/a?autoplay=0",
                true,
                "https://www.youtube.com/embed/a?autoplay=0",
            ),
            ("https://example.com/a", false, "https://example.com/a"),
        ] {
            assert_eq!(begun(url, is_film), begins);
        }
    }
}
