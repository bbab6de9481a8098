//! Atom (RFC 4287).

use super::{Feed, timestamp};
use crate::hash::KeyHasher;
use crate::site::xml::XmlWriter;
use crate::source::history::Day;

pub(super) fn write(feed: &Feed<'_>) -> String {
    let mut xml = XmlWriter::new();
    xml.open("feed", &[("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", feed.input.language)]);
    let (page, own) = (feed.page(), feed.own(1));
    xml.leaf("id", &[], &id(feed, &page));
    xml.leaf("title", &[], &feed.title());
    if !feed.input.description.is_empty() {
        xml.leaf("subtitle", &[], feed.input.description);
    }
    xml.leaf("updated", &[], &updated(feed.newest));
    xml.open("author", &[]);
    xml.leaf("name", &[], feed.input.site_name);
    xml.close("author");
    xml.empty("link", &[("rel", "self"), ("type", "application/atom+xml"), ("href", &own)]);
    xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &page)]);
    xml.leaf("generator", &[], "docs");
    for (number, item) in feed.items.iter().enumerate() {
        xml.open("entry", &[]);
        xml.leaf("id", &[], &id(feed, &item.url));
        xml.leaf("title", &[], item.title);
        xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &item.url)]);
        // An entry has to have a day: one that tells none has that of its neighbour.
        let (above, below) = feed.items.split_at(number);
        let day =
            below.iter().find_map(|item| item.day).or_else(|| above.iter().rev().find_map(|item| item.day));
        xml.leaf("updated", &[], &updated(day));
        if let Some(day) = item.day {
            xml.leaf("published", &[], &timestamp(day));
        }
        for tag in item.tags {
            xml.empty("category", &[("term", tag)]);
        }
        xml.leaf("summary", &[], &item.summary);
        xml.leaf("content", &[("type", "html")], &item.html);
        xml.close("entry");
    }
    xml.close("feed");
    xml.finish()
}

/// The address; without that of the site a name that is as stable.
fn id(feed: &Feed<'_>, url: &str) -> String {
    if !feed.input.site.is_empty() {
        return url.to_owned();
    }
    let hash = KeyHasher::new("atom id").part(url.as_bytes()).finish();
    let hex: String = hash.as_bytes().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or("").to_owned();
    format!("urn:uuid:{}-{}-8{}-8{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}

/// Atom has no way to say that a day is not known.
fn updated(day: Option<Day>) -> String {
    day.map_or_else(|| "1970-01-01T00:00:00Z".to_owned(), timestamp)
}
