//! The addresses in a page or a style sheet, and what a page loads. Reads tags as browsers do, and changes nothing else.

use super::SCRIPT_FILE;
use super::address::Place;
use crate::html::css::urls::map_urls;
use crate::page::jsx::decode_entities;

/// Attributes that hold one address; the last ones are read by scripts of the site.
const ADDRESSES: &[&str] = &[
    "href",
    "src",
    "action",
    "formaction",
    "poster",
    "data",
    "cite",
    "background",
    "longdesc",
    "xlink:href",
    "data-href",
    "data-index",
    "data-page",
    "data-markdown",
    "data-src",
    "data-diagrams",
];
/// Elements whose content is no markup.
const RAW: &[&str] = &["script", "style", "textarea", "title"];
/// Links that make a browser load something that it may not load from a disk, or that nobody looks for there.
const DROPPED_LINKS: &[&str] =
    &["preload", "modulepreload", "manifest", "prefetch", "preconnect", "dns-prefetch"];

/// A page that opens from a disk.
pub(super) fn rewrite(html: &str, place: &Place<'_>) -> String {
    let mut out = String::with_capacity(html.len() + 256);
    let mut rest = html;
    // What draws diagrams would be loaded from elsewhere on a site without a copy: readers see their text then.
    let draws = html.contains(" data-diagrams=\"");
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        if let Some(comment) = tag.strip_prefix("<!--") {
            let end = comment.find("-->").map_or(tag.len(), |end| end + "<!--".len() + "-->".len());
            let (comment, behind) = tag.split_at(end);
            out.push_str(comment);
            rest = behind;
            continue;
        }
        let Some(tag) = Tag::read(tag) else {
            out.push('<');
            rest = tag.get(1..).unwrap_or("");
            continue;
        };
        rest = tag.rest;
        let content = if RAW.contains(&tag.name.as_str()) { raw_content(rest, &tag.name) } else { "" };
        if tag.name == "script" {
            let end = rest.get(content.len()..).unwrap_or("");
            let close = end.find('>').map_or(end.len(), |at| at + 1);
            if draws || !tag.value("src").is_some_and(|source| source.contains("/_docs/diagrams.")) {
                script(&mut out, &tag, content, place);
            }
            rest = end.get(close..).unwrap_or("");
            continue;
        }
        if !is_dropped(&tag) {
            element(&mut out, &tag, place);
        }
        if tag.name == "head" {
            out.push_str(&format!("\n<script src=\"{}{}\"></script>", place.root(), *SCRIPT_FILE));
        }
        out.push_str(&if tag.name == "style" { rewrite_css(content, place) } else { content.to_owned() });
        rest = rest.get(content.len()..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

/// A style sheet with relative addresses.
pub(super) fn rewrite_css(css: &str, place: &Place<'_>) -> String {
    map_urls(css, &|url| place.address(url))
}

/// An opening tag.
struct Tag<'a> {
    name: String,
    /// As written, with the `<` and without the `>`.
    source: &'a str,
    /// What stands behind the last attribute.
    end: &'a str,
    attributes: Vec<Attribute<'a>>,
    rest: &'a str,
}

struct Attribute<'a> {
    name: String,
    /// As written, with what stands before it.
    source: &'a str,
    value: Option<String>,
}

impl<'a> Tag<'a> {
    /// Reads an opening tag at the beginning of a text.
    fn read(text: &'a str) -> Option<Self> {
        let name: String =
            text.get(1..)?.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut at = 1 + name.len();
        let bytes = text.as_bytes();
        let mut attributes = Vec::new();
        let skip = |at: &mut usize, is: &dyn Fn(u8) -> bool| {
            while bytes.get(*at).is_some_and(|byte| is(*byte)) {
                *at += 1;
            }
        };
        let end = loop {
            let start = at;
            skip(&mut at, &|byte| byte.is_ascii_whitespace() || byte == b'/');
            if *bytes.get(at)? == b'>' {
                break text.get(start..at)?;
            }
            let name_at = at;
            at += 1;
            skip(&mut at, &|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'=' | b'>' | b'/'));
            let name = text.get(name_at..at)?.to_ascii_lowercase();
            let behind_name = at;
            skip(&mut at, &|byte| byte.is_ascii_whitespace());
            let mut value = None;
            if bytes.get(at) == Some(&b'=') {
                at += 1;
                skip(&mut at, &|byte| byte.is_ascii_whitespace());
                let written = match bytes.get(at)? {
                    quote @ (b'"' | b'\'') => {
                        let from = at + 1;
                        let length = text.get(from..)?.find(char::from(*quote))?;
                        at = from + length + 1;
                        text.get(from..from + length)?
                    }
                    _ => {
                        let from = at;
                        skip(&mut at, &|byte| !byte.is_ascii_whitespace() && byte != b'>');
                        text.get(from..at)?
                    }
                };
                value = Some(decode_entities(written));
            } else {
                at = behind_name;
            }
            attributes.push(Attribute { name, source: text.get(start..at)?, value });
        };
        Some(Self {
            name: name.to_ascii_lowercase(),
            source: text.get(..at)?,
            end,
            attributes,
            rest: text.get(at + 1..)?,
        })
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|attribute| attribute.name == name)?.value.as_deref()
    }
}

/// What stands before the end of an element whose content is no markup.
fn raw_content<'a>(text: &'a str, name: &str) -> &'a str {
    let end = text.match_indices("</").find(|(at, mark)| {
        let behind = text.get(at + mark.len()..at + mark.len() + name.len());
        behind.is_some_and(|behind| behind.eq_ignore_ascii_case(name))
    });
    text.get(..end.map_or(text.len(), |(at, _)| at)).unwrap_or("")
}

fn is_dropped(tag: &Tag<'_>) -> bool {
    let rel = tag.value("rel").unwrap_or("").to_ascii_lowercase();
    tag.name == "link" && rel.split_ascii_whitespace().any(|rel| DROPPED_LINKS.contains(&rel))
}

fn element(out: &mut String, tag: &Tag<'_>, place: &Place<'_>) {
    let name_end = 1 + tag.name.len();
    out.push_str(tag.source.get(..name_end).unwrap_or(""));
    for attribute in &tag.attributes {
        attribute_of(out, tag, attribute, place);
    }
    out.push_str(tag.end);
    out.push('>');
}

fn attribute_of(out: &mut String, tag: &Tag<'_>, attribute: &Attribute<'_>, place: &Place<'_>) {
    let value = attribute.value.as_deref().unwrap_or("");
    let new = match attribute.name.as_str() {
        // Nothing from a disk is of the same origin.
        "crossorigin" | "integrity" if tag.name == "link" => return,
        name if ADDRESSES.contains(&name) => place.address(value),
        "srcset" | "imagesrcset" => {
            let one = |candidate: &str| {
                let candidate = candidate.trim();
                let (url, size) = candidate.split_once(char::is_whitespace).unwrap_or((candidate, ""));
                format!("{} {size}", place.address(url).as_deref().unwrap_or(url)).trim_end().to_owned()
            };
            Some(value.split(", ").map(one).collect::<Vec<_>>().join(", "))
        }
        "style" if value.contains("url(") => Some(rewrite_css(value, place)),
        // The page of a frame, whose addresses are as those around the frame. Frames in frames would have no end.
        "srcdoc" if !value.to_ascii_lowercase().contains("srcdoc") => Some(rewrite(value, place)),
        // `0; url=/a`
        "content" if tag.value("http-equiv").is_some_and(|kind| kind.eq_ignore_ascii_case("refresh")) => {
            let (wait, url) = value.split_once("url=").unwrap_or((value, ""));
            place.address(url).map(|url| format!("{wait}url={url}"))
        }
        _ => None,
    };
    match new {
        Some(new) => {
            let escaped = new.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            out.push_str(&format!(" {}=\"{escaped}\"", attribute.name));
        }
        None => out.push_str(attribute.source),
    }
}

/// Modules wait for the script of this export; what a browser would fetch ahead is left out.
fn script(out: &mut String, tag: &Tag<'_>, content: &str, place: &Place<'_>) {
    let source = tag.value("src");
    match tag.value("type") {
        Some("speculationrules") => {}
        Some("module") => {
            out.push_str("<script type=\"docs-module\"");
            if let Some(address) =
                source.map(|source| place.address(source).unwrap_or_else(|| source.to_owned()))
            {
                out.push_str(&format!(
                    " data-src=\"{}\"",
                    address.replace('&', "&amp;").replace('"', "&quot;")
                ));
            }
            out.push('>');
            out.push_str(content);
            out.push_str("</script>");
        }
        _ => {
            element(out, tag, place);
            out.push_str(content);
            out.push_str("</script>");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn cli_10_pages_load_what_a_browser_may_load() {
        let files: BTreeSet<String> =
            ["index.html", "a/index.html", "p.png", "_docs/site.1.js", "x.css"].map(str::to_owned).into();
        let place = Place::new("a/index.html", &files);
        let cases = [
            ("<a class=x href=/>T</a>", "<a class=x href=\"../index.html\">T</a>"),
            ("<a href=\"/a?b=1&amp;c=2\" title='/a'>", "<a href=\"index.html?b=1&amp;c=2\" title='/a'>"),
            (
                "<img src=\"/p.png\" srcset=\"/p.png 1x, https://e.x/q.png 2x\"/>",
                "<img src=\"../p.png\" srcset=\"../p.png 1x, https://e.x/q.png 2x\"/>",
            ),
            (
                "<p style=\"background:url('/p.png')\">1 < 2</p>",
                "<p style=\"background:url(&quot;../p.png&quot;)\">1 < 2</p>",
            ),
            (
                "<script type=\"module\" src=\"/_docs/site.1.js\" defer></script>.",
                "<script type=\"docs-module\" data-src=\"../_docs/site.1.js\"></script>.",
            ),
            (
                "<script type=\"module\">a('<a href=\"/\">')</script>",
                "<script type=\"docs-module\">a('<a href=\"/\">')</script>",
            ),
            ("<script>b(\"<a href='/'>\")</script><b>", "<script>b(\"<a href='/'>\")</script><b>"),
            ("<script type=\"speculationrules\">{}</script>.", "."),
            ("<link rel=\"preload\" as=\"font\" href=\"/x.woff2\" crossorigin>.", "."),
            (
                "<link rel=\"stylesheet\" href=\"/x.css\" crossorigin>",
                "<link rel=\"stylesheet\" href=\"../x.css\">",
            ),
            ("<!-- <a href=\"/\"> -->", "<!-- <a href=\"/\"> -->"),
            ("<style>a{b:url(/p.png)}</style>", "<style>a{b:url(\"../p.png\")}</style>"),
            (
                "<meta http-equiv=\"refresh\" content=\"0; url=/a#x\">",
                "<meta http-equiv=\"refresh\" content=\"0; url=index.html#x\">",
            ),
            ("<a href=\"/", "<a href=\"/"),
        ];
        for (html, expected) in cases {
            assert_eq!(rewrite(html, &place), expected);
        }
        let page = rewrite("<html><head>\n</head>", &place);
        assert!(page.contains("<head>\n<script src=\"../_docs/offline."), "{page}");
    }
}
