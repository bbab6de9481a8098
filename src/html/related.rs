//! What a page names as `related` (FM-11): a list of links below its text.
//!
//! The markup is that of cards, so that no style is made for it.

use super::directory::{Entry, card};
use super::escape::{Html, Writer};

/// A page, or an address elsewhere.
pub struct RelatedLink {
    pub title: String,
    pub icon: Option<Html>,
    pub href: String,
}

/// The list with its heading; `None` without links.
pub fn related(heading: &str, links: Vec<RelatedLink>) -> Option<Html> {
    if links.is_empty() {
        return None;
    }
    let mut out = Writer::new();
    // No id: the page may have a heading of these words.
    out.open("nav").attr("class", "related prose").attr("aria-label", heading);
    out.open("h2").text(heading).close("h2");
    out.open("div").attr("class", "directory columns").attr("data-cols", "2");
    for RelatedLink { title, icon, href } in links {
        card(&mut out, &Entry { title, description: None, icon, href: Some(href) }, "card");
    }
    out.close("div").close("nav").newline();
    Some(out.finish())
}
