//! Feeds of a change log: RSS 2.0, Atom and JSON Feed 1.1, one item for each `Update` of a page (LOG-02).
//!
//! Pure text work on what the page's author wrote: [`entries`] cuts the entries out of a rendered page, [`write_feeds`]
//! puts the files together. Days come from what is written (`date`, label, description) or from the history of the
//! file, never from a clock. Not here: which pages have feeds (`html/feed_links`), where the entries are kept
//! (`queries/feeds`).

use serde::{Deserialize, Serialize};

use crate::source::history::Day;

mod atom;
mod content;
mod date;
mod entries;
mod json;
mod rss;

pub use entries::entries;

/// A page with more entries than this has the newest [`NEWEST`] in its feeds (LOG-03).
const MOST: usize = 100;
const NEWEST: usize = 50;

/// An `Update` of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What its link on the page names.
    pub id: Option<String>,
    pub title: String,
    /// The day that is written on it.
    pub day: Option<Day>,
    /// What the author says for feeds.
    pub summary: Option<String>,
    pub tags: Vec<String>,
    /// Its text in Markdown.
    pub text: String,
    /// The address that it leads to, when that is another page than the one of the feed.
    pub page: Option<String>,
}

/// What the feeds of a page are made of.
pub struct FeedInput<'a> {
    /// Of the page.
    pub title: &'a str,
    pub description: &'a str,
    pub site_name: &'a str,
    /// As in `lang`.
    pub language: &'a str,
    /// `https://host`; without it addresses begin with a slash.
    pub site: &'a str,
    /// The page's address and those of its feeds, without the site.
    pub page: &'a str,
    pub feeds: &'a [String; 3],
    pub entries: &'a [Entry],
    /// Of the newest commit of the page, for entries that tell no day.
    pub day: Option<Day>,
}

/// The files, in the order of [`crate::html::feed_links::FEEDS`].
pub fn write_feeds(input: &FeedInput<'_>) -> [String; 3] {
    let mut items: Vec<Item<'_>> = input.entries.iter().map(|entry| item(input, entry)).collect();
    if items.len() > MOST {
        // Where all tell a day those are the newest, else the first: change logs begin with what is new.
        if items.iter().all(|item| item.day.is_some()) {
            items.sort_by_key(|item| std::cmp::Reverse(item.day));
        }
        items.truncate(NEWEST);
    }
    let feed = Feed { input, newest: items.iter().filter_map(|item| item.day).max(), items };
    [rss::write(&feed), atom::write(&feed), json::write(&feed)]
}

/// A feed before it has a format.
struct Feed<'a> {
    input: &'a FeedInput<'a>,
    newest: Option<Day>,
    items: Vec<Item<'a>>,
}

impl Feed<'_> {
    fn title(&self) -> String {
        format!("{} - {}", self.input.title, self.input.site_name)
    }

    fn page(&self) -> String {
        format!("{}{}", self.input.site, self.input.page)
    }

    /// The address of a feed of this page.
    fn own(&self, number: usize) -> String {
        let path = self.input.feeds.get(number).map_or("", String::as_str);
        format!("{}{path}", self.input.site)
    }
}

/// An entry with all that its formats need.
struct Item<'a> {
    title: &'a str,
    url: String,
    day: Option<Day>,
    tags: &'a [String],
    /// Without any markup.
    summary: String,
    html: String,
}

fn item<'a>(input: &FeedInput<'a>, entry: &'a Entry) -> Item<'a> {
    let page = format!("{}{}", input.site, input.page);
    let rendered = content::render(&entry.text, input.site, input.page);
    Item {
        title: &entry.title,
        url: match (&entry.page, &entry.id) {
            (Some(own), _) => format!("{}{own}", input.site),
            (None, Some(id)) => format!("{page}#{}", crate::text::encode_part(id, "!$&'()*+,;=:@/?")),
            (None, None) => page,
        },
        day: entry.day.or(input.day),
        tags: &entry.tags,
        summary: entry.summary.clone().unwrap_or(rendered.plain),
        html: rendered.html,
    }
}

/// `2025-01-31T00:00:00Z`
fn timestamp(day: Day) -> String {
    format!("{}T00:00:00Z", day.iso())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: u32) -> Entry {
        Entry {
            id: Some(format!("v{number}")),
            title: format!("v{number}"),
            day: Day::parse(&format!("2024-0{}-1{}", number % 9 + 1, number % 9)),
            text: "Text.".to_owned(),
            ..Entry::default()
        }
    }

    #[test]
    fn log_03_long_change_logs_give_their_newest_entries() {
        let feeds = ["/c/rss.xml", "/c/atom.xml", "/c/feed.json"].map(str::to_owned);
        let count = |number: u32| {
            let entries: Vec<Entry> = (0..number).map(entry).collect();
            let input = FeedInput {
                title: "C",
                description: "",
                site_name: "S",
                language: "en",
                site: "https://e.x",
                page: "/c",
                feeds: &feeds,
                entries: &entries,
                day: None,
            };
            let [rss, atom, json] = write_feeds(&input);
            let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
            let items = json["items"].as_array().expect("items").len();
            assert_eq!((rss.matches("<item>").count(), atom.matches("<entry>").count()), (items, items));
            (items, json["items"][0]["date_published"].clone())
        };
        assert_eq!(count(100).0, 100);
        assert_eq!(count(101), (50, "2024-09-18T00:00:00Z".into()));
    }
}
