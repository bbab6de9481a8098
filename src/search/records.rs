//! Records for a search engine elsewhere (SRCH-14): one for each section of a page, in the layout that the engine's own
//! reader of documentation sites gives it, so that its settings and its search bar are those for such sites.
//!
//! | engine | file | levels |
//! |---|---|---|
//! | Algolia | a JSON array | `hierarchy: { lvl0 … lvl6 }` |
//! | Typesense | a document on each line | `hierarchy.lvl0` …, those that are there |
//! | Meilisearch | a document on each line | `hierarchy_lvl0` …, with `null` |
//!
//! `lvl0` is the part of the site, `lvl1` the title of the page, and below that its headings.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::chunk::Entry;
use super::passages::Reading;
use crate::config::chrome::RecordsFor;
use crate::hash::KeyHasher;

/// Where they lie.
pub const RECORDS_FOLDER: &str = "_records";
/// Longest text of a record, in bytes: engines refuse larger ones. What comes behind is another record of the section.
const LONGEST: usize = 6_000;
/// Number of levels.
const LEVELS: usize = 7;

/// What the records of all pages of an index have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    pub engine: RecordsFor,
    /// What stands before addresses: the address of the site, when it is known.
    pub site: String,
    /// What the site is called: the part of pages that are in none.
    pub home: String,
    pub language: String,
    pub version: Option<String>,
}

impl Frame {
    /// How the names of its files end.
    pub fn ending(&self) -> &'static str {
        match self.engine {
            RecordsFor::Algolia => "json",
            RecordsFor::Typesense => "jsonl",
            RecordsFor::Meilisearch => "ndjson",
        }
    }

    /// A file of these lines.
    pub fn file<'r>(&self, lines: impl Iterator<Item = &'r str>) -> String {
        let lines: Vec<&str> = lines.collect();
        match self.engine {
            RecordsFor::Algolia => format!("[\n{}\n]\n", lines.join(",\n")),
            RecordsFor::Typesense | RecordsFor::Meilisearch => lines.join("\n") + "\n",
        }
    }

    /// The records of a page, each on its line.
    pub fn records(&self, entry: &Entry, page: &Reading) -> String {
        let mut lines = String::new();
        let mut position = 0;
        let mut names: [Option<&str>; LEVELS] = [None; LEVELS];
        // The way to a page begins with what is the widest.
        let widest = entry.part.iter().flatten().chain(&entry.crumbs).next();
        names[0] = Some(widest.unwrap_or(&self.home));
        names[1] = Some(&entry.head.title);
        for Place { id, heading, level, texts } in places(entry, page) {
            if level > 1 {
                names[level..].fill(None);
                names[level] = Some(heading);
            }
            for (number, text) in texts.iter().enumerate() {
                let record = Record { entry, id, level, names, text, number, position };
                lines.push_str(&Value::Object(self.record(&record)).to_string());
                lines.push('\n');
                position += 1;
            }
        }
        lines
    }

    fn record(&self, record: &Record<'_>) -> Map<String, Value> {
        let Record { entry, id, level, names, text, number, position } = *record;
        let page = format!("{}{}", self.site, entry.url);
        let anchor = (!id.is_empty()).then_some(id);
        let url = anchor.map_or(page.clone(), |id| format!("{page}#{id}"));
        // The first record of a section is its heading, too.
        let kind = if number == 0 { format!("lvl{level}") } else { "content".to_owned() };
        let weight = if number == 0 { 100 - 10 * level } else { 0 };
        let object = object_id(&entry.url, id, number);
        let mut out = Map::new();
        let mut put = |key: &str, value: Value| {
            // A field that has a type there may be missing, and not be null.
            if self.engine != RecordsFor::Typesense || !value.is_null() {
                out.insert(key.to_owned(), value);
            }
        };
        if self.engine == RecordsFor::Typesense {
            put("id", json!(object));
        }
        put("objectID", json!(object));
        put("url", json!(url));
        put("url_without_anchor", json!(page));
        put("anchor", json!(anchor));
        put("type", json!(kind));
        match self.engine {
            RecordsFor::Algolia => {
                let levels = names.iter().enumerate().map(|(at, name)| (format!("lvl{at}"), json!(name)));
                put("hierarchy", Value::Object(levels.collect()));
            }
            RecordsFor::Typesense => {
                names
                    .iter()
                    .enumerate()
                    .for_each(|(at, name)| put(&format!("hierarchy.lvl{at}"), json!(name)));
            }
            RecordsFor::Meilisearch => {
                names
                    .iter()
                    .enumerate()
                    .for_each(|(at, name)| put(&format!("hierarchy_lvl{at}"), json!(name)));
                for at in 0..LEVELS {
                    let deepest = names.iter().rposition(Option::is_some) == Some(at);
                    put(&format!("hierarchy_radio_lvl{at}"), json!(names[at].filter(|_| deepest)));
                }
            }
        }
        put("content", json!(text));
        put("language", json!(self.language));
        put("version", json!(self.version));
        let [product, tab] = &entry.part;
        let more = [("product", product), ("tab", tab), ("method", &entry.method)];
        more.into_iter().filter(|(_, value)| value.is_some()).for_each(|(key, value)| put(key, json!(value)));
        match self.engine {
            RecordsFor::Algolia => {
                let weight = json!({ "pageRank": entry.boost, "level": weight, "position": position });
                put("weight", weight);
            }
            RecordsFor::Typesense => {
                let behind = 999 - position.min(999);
                put("item_priority", json!(entry.boost as usize * 1_000_000 + weight * 1_000 + behind));
            }
            RecordsFor::Meilisearch => {
                put("page_rank", json!(entry.boost));
                put("level", json!(weight));
                put("position", json!(position));
            }
        }
        out
    }
}

/// What one record says.
#[derive(Clone, Copy)]
struct Record<'r> {
    entry: &'r Entry,
    id: &'r str,
    level: usize,
    names: [Option<&'r str>; LEVELS],
    text: &'r str,
    /// Counted in its section, and on its page.
    number: usize,
    position: usize,
}

/// What a record is known by from build to build: it follows neither its text nor the address of the site. Made of
/// what every engine takes in such a name.
fn object_id(url: &str, id: &str, number: usize) -> String {
    let mut key = KeyHasher::new("search record");
    let hash = key.part(url.as_bytes()).part(id.as_bytes()).value(&number).finish();
    hash.to_hex().chars().take(20).collect()
}

/// A section with its texts.
struct Place<'p> {
    id: &'p str,
    heading: &'p str,
    level: usize,
    texts: Vec<String>,
}

/// The places of a page, the page itself first. A section that goes on behind a field is one.
fn places<'p>(entry: &'p Entry, page: &'p Reading) -> Vec<Place<'p>> {
    let mut places = vec![Place { id: "", heading: "", level: 1, texts: Vec::new() }];
    append(&mut places[0].texts, &entry.head.description);
    for section in &page.sections {
        let known = places.iter().position(|place| place.id == section.id);
        let number = known.unwrap_or_else(|| {
            let level = usize::from(section.level).clamp(2, LEVELS - 1);
            places.push(Place { id: &section.id, heading: &section.heading, level, texts: Vec::new() });
            places.len() - 1
        });
        for passage in &section.passages {
            append(&mut places[number].texts, page.text(passage));
            append(&mut places[number].texts, page.code(passage));
        }
    }
    for place in &mut places {
        // What has no text is found by its name.
        if place.texts.is_empty() {
            place.texts.push(String::new());
        }
    }
    places
}

/// Adds the words of a text, in pieces that a record can hold.
fn append(texts: &mut Vec<String>, text: &str) {
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(rest.floor_char_boundary(LONGEST));
            match texts.last_mut() {
                Some(last) if last.len() + piece.len() < LONGEST => {
                    last.push(' ');
                    last.push_str(piece);
                }
                _ => texts.push(piece.to_owned()),
            }
            rest = behind;
        }
    }
}
