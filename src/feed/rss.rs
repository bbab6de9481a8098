//! RSS 2.0, with whole texts by the content module and the address of the feed itself by Atom's.

use super::Feed;
use crate::site::xml::XmlWriter;
use crate::source::history::Day;

pub(super) fn write(feed: &Feed<'_>) -> String {
    let mut xml = XmlWriter::new();
    xml.open(
        "rss",
        &[
            ("version", "2.0"),
            ("xmlns:atom", "http://www.w3.org/2005/Atom"),
            ("xmlns:content", "http://purl.org/rss/1.0/modules/content/"),
        ],
    );
    xml.open("channel", &[]);
    xml.leaf("title", &[], &feed.title());
    xml.leaf("link", &[], &feed.page());
    let own = feed.own(0);
    xml.empty("atom:link", &[("href", &own), ("rel", "self"), ("type", "application/rss+xml")]);
    let description =
        if feed.input.description.is_empty() { feed.input.title } else { feed.input.description };
    xml.leaf("description", &[], description);
    xml.leaf("language", &[], feed.input.language);
    xml.leaf("generator", &[], "docs");
    if let Some(day) = feed.newest {
        xml.leaf("lastBuildDate", &[], &rfc_822(day));
    }
    for item in &feed.items {
        xml.open("item", &[]);
        xml.leaf("title", &[], item.title);
        xml.leaf("link", &[], &item.url);
        // Without the site's address it is no link by itself.
        let is_link = if feed.input.site.is_empty() { "false" } else { "true" };
        xml.leaf("guid", &[("isPermaLink", is_link)], &item.url);
        if let Some(day) = item.day {
            xml.leaf("pubDate", &[], &rfc_822(day));
        }
        for tag in item.tags {
            xml.leaf("category", &[], tag);
        }
        xml.leaf("description", &[], &item.summary);
        xml.leaf("content:encoded", &[], &item.html);
        xml.close("item");
    }
    xml.close("channel");
    xml.close("rss");
    xml.finish()
}

/// `Sat, 12 Oct 2024 00:00:00 GMT`
fn rfc_822(day: Day) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    let (year, month, number) = day.parts();
    let name = MONTHS.get(month as usize - 1).unwrap_or(&"Jan");
    // Sakamoto's method.
    let offset = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4].get(month as usize - 1).copied().unwrap_or(0);
    let y = if month < 3 { year - 1 } else { year };
    let weekday =
        WEEKDAYS.get(((y + y / 4 - y / 100 + y / 400 + offset + number) % 7) as usize).unwrap_or(&"Sun");
    format!("{weekday}, {number:02} {name} {year:04} 00:00:00 GMT")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_weekday() {
        for (day, expected) in [
            ("2024-10-12", "Sat, 12 Oct 2024 00:00:00 GMT"),
            ("2024-02-29", "Thu, 29 Feb 2024 00:00:00 GMT"),
            ("1970-01-01", "Thu, 01 Jan 1970 00:00:00 GMT"),
            ("2026-11-21", "Sat, 21 Nov 2026 00:00:00 GMT"),
        ] {
            assert_eq!(Day::parse(day).map(rfc_822).as_deref(), Some(expected));
        }
    }
}
