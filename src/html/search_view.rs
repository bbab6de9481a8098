//! The search page: a field, and for readers without scripts the parts of the site (SRCH-11, SRCH-13).
//!
//! No title of a page is on it: it is made again when the navigation changes, and not with every page.

use crate::site::navigation::listing::Crumb;
use crate::text::Addresses;

use super::escape::{Html, UrlUse, Writer};
use super::page_view::link_url;
use super::template::UiText;

/// The page, unless the project has one of this name.
pub const SEARCH_PAGE: &str = "search";
/// Where the index lies.
pub const SEARCH_FOLDER: &str = "_docs/search";
/// The program that reads the index, one module in parts: each names what the parts before it define.
pub const SEARCH_PARTS: &[&str] = &[
    include_str!("../../themes/base/search/words.js"),
    include_str!("../../themes/base/search/forms.js"),
    include_str!("../../themes/base/search/related.js"),
    include_str!("../../themes/base/search/files.js"),
    include_str!("../../themes/base/search/engine.js"),
    include_str!("../../themes/base/search/excerpt.js"),
    include_str!("../../themes/base/search/worker.js"),
];
/// Most parts that are listed.
const MOST_PARTS: usize = 400;

/// The body of the page. `ways` are the names on the way to each page, in reading order.
pub fn search_body<'a>(
    ways: impl Iterator<Item = &'a [Crumb]>,
    prompt: &str,
    text: &UiText,
    addresses: &Addresses,
) -> Html {
    let label = if prompt.is_empty() { &text.search } else { prompt };
    let mut out = Writer::new();
    out.open("div").attr("id", "search-page");
    out.open("form").attr("role", "search").open("p").open("input").attr("type", "search").attr("name", "q");
    out.attr("aria-label", label).attr("placeholder", label).close("p").close("form").close("div").newline();
    out.open("noscript").open("ul");
    let mut parts: Vec<&[Crumb]> = Vec::new();
    for way in ways.filter(|way| !way.is_empty()) {
        if parts.last() != Some(&way) && parts.len() < MOST_PARTS && !parts.contains(&way) {
            parts.push(way);
        }
    }
    for way in parts {
        out.open("li");
        for (at, crumb) in way.iter().enumerate() {
            if at > 0 {
                out.text(" › ");
            }
            match &crumb.link {
                Some(link) => {
                    out.open("a").url_attr("href", &link_url(link, addresses), UrlUse::Link);
                    out.text(&crumb.name).close("a");
                }
                None => {
                    out.text(&crumb.name);
                }
            }
        }
        out.close("li");
    }
    out.close("ul").close("noscript");
    out.finish()
}
