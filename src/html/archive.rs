//! The older entries of a long change log, which have pages of their own (LOG-03).
//!
//! The page keeps the newest entries. Behind it, pages are filled from the oldest entry on, so that a new entry changes the
//! page and the newest of these alone, and the address of an entry that has left the page stays. Whether they are
//! written at all is decided outside: where something else lies at their address the page shows all of its entries.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::page::ast::{Element, Node, NodeKind};
use crate::page::outline::TocEntry;
use crate::text::{Addresses, Slug};

use super::body::Body;
use super::escape::{Html, UrlUse, Writer, raw_element_text};
use super::render::{Render, render_nodes};
use super::template::{PageLink, UiText};
use super::utility;

/// Most entries of a page.
const MOST: usize = 100;

/// What has left a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Archives {
    /// The newest first.
    pub parts: Vec<Archive>,
    /// What the page shows behind its entries.
    pub after: Html,
}

/// Entries with a page of their own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Archive {
    pub html: Html,
    /// What links to its places name, in byte order.
    pub ids: Vec<String>,
    /// The labels of its first and its last entry; their numbers, counted from the newest, where none has a label.
    pub first: String,
    pub last: String,
    /// The tags of its entries, each choice of them with the number of entries that have it.
    pub tags: Vec<(usize, Vec<String>)>,
}

impl Archive {
    /// What its link says.
    fn name(&self) -> String {
        if self.first == self.last { self.first.clone() } else { format!("{} – {}", self.first, self.last) }
    }
}

/// The pages of older entries around a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArchivePages<'a> {
    /// The page that they belong to, and theirs, the newest first.
    pub pages: Option<(&'a Slug, &'a [Slug])>,
    /// Which of them is shown; `None` for the page itself.
    pub shown: Option<usize>,
}

/// Where the nodes of a page are cut.
pub struct Cut {
    /// The beginning of each page of older entries, the newest first.
    starts: Vec<usize>,
    /// The end of the last one.
    end: usize,
}

/// Where a page with more entries than it may have is cut. Only entries that stand by themselves count: what is around
/// others could not be in two places. Footnotes belong to a whole page.
pub fn cut(nodes: &[Node]) -> Option<Cut> {
    let entries: Vec<usize> = (0..nodes.len()).filter(|at| nodes.get(*at).is_some_and(is_entry)).collect();
    let older = entries.len().checked_sub(MOST).filter(|older| *older > 0)?;
    if nodes.iter().any(|node| matches!(node.kind, NodeKind::FootnoteDefinition { .. })) {
        return None;
    }
    let newest = (older - 1) % MOST + 1;
    let begins = (0..older.div_ceil(MOST)).map(|part| match part {
        0 => MOST,
        part => MOST + newest + (part - 1) * MOST,
    });
    // A heading belongs to what follows it.
    let start = |entry: usize| {
        let mut start = *entries.get(entry)?;
        while start.checked_sub(1).and_then(|at| nodes.get(at)).is_some_and(is_heading) {
            start -= 1;
        }
        Some(start)
    };
    Some(Cut { starts: begins.filter_map(start).collect(), end: entries.last()? + 1 })
}

fn is_entry(node: &Node) -> bool {
    node.element().is_some_and(|element| element.name == "Update")
}

fn is_heading(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Heading { .. })
}

/// The markup of what stays on the page in front of the older entries, and these.
pub fn render(nodes: &[Node], cut: &Cut, cx: &mut Render<'_>) -> (Html, Archives) {
    let slice = |from: usize, to: usize| nodes.get(from..to).unwrap_or_default();
    let html = render_nodes(slice(0, cut.starts.first().copied().unwrap_or(0)), cx);
    let ends = cut.starts.iter().skip(1).copied().chain([cut.end]);
    let mut before = MOST;
    let part = |(from, to): (usize, usize)| {
        let nodes = slice(from, to);
        let html = render_nodes(nodes, cx);
        let mut ids = Vec::new();
        utility::classes_in_html(html.as_str(), &mut Default::default(), &mut ids);
        ids.sort();
        ids.dedup();
        let entries: Vec<&Element> =
            nodes.iter().filter(|node| is_entry(node)).filter_map(|node| node.element()).collect();
        let mut labels = entries
            .iter()
            .filter_map(|element| element.plain_prop("label").filter(|label| !label.trim().is_empty()));
        let numbers = [before + 1, before + entries.len()].map(|number| number.to_string());
        before += entries.len();
        let [first, last] = match labels.next() {
            Some(first) => [first.clone(), labels.next_back().unwrap_or(first)],
            None => numbers,
        };
        let mut tags: Vec<(usize, Vec<String>)> = Vec::new();
        for own in entries.iter().map(|element| element.list_prop("tags")).filter(|own| !own.is_empty()) {
            match tags.iter_mut().find(|(_, other)| *other == own) {
                Some((count, _)) => *count += 1,
                None => tags.push((1, own)),
            }
        }
        Archive { html, ids, first, last, tags }
    };
    let parts = cut.starts.iter().copied().zip(ends).map(part).collect();
    (html, Archives { parts, after: render_nodes(slice(cut.end, nodes.len()), cx) })
}

/// The name of the page with this number, the newest first, of a page with so many.
pub fn archive_slug(page: &Slug, number: usize, count: usize) -> Slug {
    let route = page.route();
    let folder = if route.is_empty() { String::new() } else { format!("{route}/") };
    Slug::new(&format!("{folder}archive/{}", count - number.min(count)))
}

/// The markup of a page, whole or without its older entries; that of one of the pages with these.
pub fn shown_html(
    body: &Body,
    pages: ArchivePages<'_>,
    title: &str,
    (addresses, text): (&Addresses, &UiText),
) -> Arc<Html> {
    let Some(archives) = &body.archives else { return body.html.clone() };
    let Some((home, slugs)) = pages.pages else {
        let older = archives.parts.iter().map(|part| &part.html);
        return Html::joined([&*body.html].into_iter().chain(older).chain([&archives.after])).into();
    };
    // The way back alone: with the others, each would be another one with every new entry.
    if let Some(part) = pages.shown.and_then(|number| archives.parts.get(number)) {
        let mut html = part.html.clone();
        html.push(&list(None, &[(title.to_owned(), home, &[])], addresses));
        html.push(&places(&serde_json::Value::Null));
        return html.into();
    }
    let mut html = Html::clone(&body.html);
    let links: Vec<Link<'_>> = archives
        .parts
        .iter()
        .zip(slugs)
        .map(|(part, slug)| (part.name(), slug, part.tags.as_slice()))
        .collect();
    html.push(&list(Some(&text.older_updates), &links, addresses));
    html.push(&places(&archives.parts.iter().map(|part| json!(part.ids)).collect()));
    html.push(&archives.after);
    html.into()
}

/// What a link to a page of the same change log says, where it leads, and the tags of the entries there, by which the
/// filter tells where others are.
type Link<'a> = (String, &'a Slug, &'a [(usize, Vec<String>)]);

/// Links to other pages of the same change log.
fn list(heading: Option<&str>, links: &[Link<'_>], addresses: &Addresses) -> Html {
    let mut out = Writer::new();
    out.open("nav").attr("class", "update-archives");
    match heading {
        Some(heading) => {
            out.attr("aria-labelledby", "update-archives-title");
            out.open("p").attr("id", "update-archives-title").text(heading).close("p");
        }
        None => {
            let names: Vec<&str> = links.iter().map(|(name, ..)| name.as_str()).collect();
            out.attr("aria-label", &names.join(", "));
        }
    }
    out.open("ul");
    for (name, slug, tags) in links {
        out.open("li").open("a").url_attr("href", &addresses.page_url(slug), UrlUse::Link);
        if !tags.is_empty() {
            out.attr("data-tags", &json!(tags).to_string());
        }
        out.text(name).close("a").close("li");
    }
    out.close("ul").close("nav").newline();
    out.finish()
}

/// What the script knows: for each of the links the places that are not on this page.
fn places(value: &serde_json::Value) -> Html {
    let mut html = Html::trusted("<script type=\"application/json\" id=\"update-places\">");
    html.push(&raw_element_text(&value.to_string(), "script"));
    html.push(&Html::trusted("</script>\n"));
    html
}

/// The entries of the table of contents that a page shows.
pub fn shown_toc(body: &Body, pages: ArchivePages<'_>) -> Vec<TocEntry> {
    let Some((archives, _)) = body.archives.as_ref().zip(pages.pages) else { return body.toc.clone() };
    let has = |part: &Archive, id: &String| part.ids.binary_search(id).is_ok();
    let is_shown = |id: &String| match pages.shown.and_then(|number| archives.parts.get(number)) {
        Some(part) => has(part, id),
        None => !archives.parts.iter().any(|part| has(part, id)),
    };
    fn kept(entries: &[TocEntry], is_shown: &dyn Fn(&String) -> bool) -> Vec<TocEntry> {
        let entry = |entry: &TocEntry| {
            let children = kept(&entry.children, is_shown);
            (is_shown(&entry.id) || !children.is_empty()).then(|| TocEntry { children, ..entry.clone() })
        };
        entries.iter().filter_map(entry).collect()
    }
    kept(&body.toc, &is_shown)
}

/// The title of a page of older entries.
pub fn archive_title(body: &Body, number: usize, title: &str) -> Option<String> {
    Some(format!("{title}: {}", body.archives.as_ref()?.parts.get(number)?.name()))
}

/// What is newer and what is older than what a page of older entries shows.
pub fn neighbours(
    body: &Body,
    pages: ArchivePages<'_>,
    title: &str,
    addresses: &Addresses,
) -> Option<[Option<PageLink>; 2]> {
    let ((archives, (home, slugs)), number) = body.archives.as_ref().zip(pages.pages).zip(pages.shown)?;
    let link = |number: usize| {
        let (part, slug) = (archives.parts.get(number)?, slugs.get(number)?);
        Some(PageLink { title: part.name(), href: addresses.page_url(slug) })
    };
    let newer = match number.checked_sub(1) {
        Some(newer) => link(newer),
        None => Some(PageLink { title: title.to_owned(), href: addresses.page_url(home) }),
    };
    Some([newer, link(number + 1)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::parse_fragment;

    fn sizes(entries: usize) -> Option<Vec<usize>> {
        let text: String =
            (0..entries).map(|entry| format!("<Update label=\"{entry}\">\nText.\n</Update>\n\n")).collect();
        let nodes = parse_fragment(&text);
        let cut = cut(&nodes)?;
        let ends = cut.starts.iter().skip(1).copied().chain([cut.end]);
        Some(cut.starts.iter().zip(ends).map(|(from, to)| to - from).collect())
    }

    #[test]
    fn log_03_pages_are_filled_from_the_oldest_entry_on() {
        assert_eq!(sizes(100), None);
        assert_eq!(sizes(101), Some(vec![1]));
        assert_eq!(sizes(200), Some(vec![100]));
        assert_eq!(sizes(350), Some(vec![50, 100, 100]));
    }

    #[test]
    fn log_03_addresses_stay_with_their_entries() {
        let log = Slug::new("changelog");
        assert_eq!(archive_slug(&log, 0, 2).as_str(), "changelog/archive/2");
        assert_eq!(archive_slug(&log, 1, 2).as_str(), "changelog/archive/1");
        assert_eq!(archive_slug(&log, 2, 3).as_str(), "changelog/archive/1");
        assert_eq!(archive_slug(&Slug::new("index"), 0, 1).as_str(), "archive/1");
    }
}
