//! `docs-index.json`: all pages with their headings, sizes and hashes, for programs that look at a site or compare it with
//! what it was (AI-11).
//!
//! ```text
//! { "schema": 1, "name", "description", "url",
//!   "pages": [{ "url", "markdown", "title", "description", "language", "version", "modified",
//!               "hash", "tokens", "headings": [{ "level", "id", "title" }] }],
//!   "more": ["/_index/….json"] }
//! ```
//!
//! The keys stay; new ones may come. What is not known is `null`. A site with many pages has them in the files of `more`,
//! which have a `pages` of the same form.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::hash::sha256::hex_digest;
use crate::site::llms::tokens;

/// The file.
pub const INDEX: &str = "docs-index.json";
/// Folder of its parts.
pub const INDEX_FOLDER: &str = "_index";
/// Changes when what a key says becomes something else.
const SCHEMA: u32 = 1;

/// What is said of a page besides what stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IndexedPage {
    pub url: String,
    /// The address of its Markdown; `None` when something else lies there.
    pub markdown: Option<String>,
    pub title: String,
    pub description: Option<String>,
    pub language: Option<String>,
    pub version: Option<String>,
    /// The day of its last commit.
    pub modified: Option<String>,
}

/// A heading of a page: level, id and text.
pub type Heading<'h> = (u8, &'h str, &'h str);

impl IndexedPage {
    /// Its line. `text` is the Markdown, as it lies beside the page.
    pub fn line<'h>(&self, headings: impl Iterator<Item = Heading<'h>>, text: &str) -> String {
        let headings = headings.map(|(level, id, title)| json!({ "level": level, "id": id, "title": title }));
        let Self { url, markdown, title, description, language, version, modified } = self;
        json!({
            "url": url,
            "markdown": markdown,
            "title": title,
            "description": description,
            "language": language,
            "version": version,
            "modified": modified,
            "hash": format!("sha256-{}", hex_digest(text.as_bytes())),
            "tokens": tokens(text.len()),
            "headings": headings.collect::<Vec<_>>(),
        })
        .to_string()
            + "\n"
    }
}

/// What the index says of the site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IndexFrame {
    pub name: String,
    pub description: Option<String>,
    pub url: Option<String>,
}

impl IndexFrame {
    /// The index with these lines of pages, and the addresses of further files.
    pub fn index<'l>(&self, lines: impl Iterator<Item = &'l str>, more: &[String]) -> String {
        let Self { name, description, url } = self;
        format!(
            "{{\n\"schema\": {SCHEMA},\n\"name\": {},\n\"description\": {},\n\"url\": {},\n\"pages\": {},\n\"more\": {}\n}}\n",
            json!(name),
            json!(description),
            json!(url),
            list(lines),
            json!(more)
        )
    }
}

/// A further file.
pub fn index_part<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    format!("{{\n\"schema\": {SCHEMA},\n\"pages\": {}\n}}\n", list(lines))
}

fn list<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    let lines: Vec<&str> = lines.collect();
    if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n]", lines.join(",\n")) }
}
