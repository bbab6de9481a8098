//! JSON Feed 1.1.

use serde_json::{Map, Value, json};

use super::{Feed, timestamp};

pub(super) fn write(feed: &Feed<'_>) -> String {
    let items = feed.items.iter().map(|item| {
        let mut out = Map::new();
        out.insert("id".to_owned(), json!(item.url));
        out.insert("url".to_owned(), json!(item.url));
        out.insert("title".to_owned(), json!(item.title));
        out.insert("content_html".to_owned(), json!(item.html));
        if !item.summary.is_empty() {
            out.insert("summary".to_owned(), json!(item.summary));
        }
        if let Some(day) = item.day {
            out.insert("date_published".to_owned(), json!(timestamp(day)));
        }
        if !item.tags.is_empty() {
            out.insert("tags".to_owned(), json!(item.tags));
        }
        Value::Object(out)
    });
    let mut out = Map::new();
    out.insert("version".to_owned(), json!("https://jsonfeed.org/version/1.1"));
    out.insert("title".to_owned(), json!(feed.title()));
    out.insert("home_page_url".to_owned(), json!(feed.page()));
    out.insert("feed_url".to_owned(), json!(feed.own(2)));
    if !feed.input.description.is_empty() {
        out.insert("description".to_owned(), json!(feed.input.description));
    }
    out.insert("language".to_owned(), json!(feed.input.language));
    out.insert("items".to_owned(), items.collect());
    format!("{:#}\n", Value::Object(out))
}
