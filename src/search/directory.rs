//! The small files that a browser reads first: which indexes there are, and what lies where in one of them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::chunk::Entry;
use super::numbers::Lead;
use crate::encoding::deflate;

/// Most words that are offered for mistyped ones: those that stand on most pages.
const MOST_KNOWN: usize = 30_000;

/// One index: the pages of a language and a version.
pub struct Directory<'a> {
    /// For each slot its shards in order: first word and name.
    pub slots: &'a [Vec<(String, String)>],
    /// For each chunk its number of pages, and names of files of cards.
    pub chunks: &'a [(u32, Vec<String>)],
    /// The file of words that are offered for mistyped ones.
    pub known: &'a str,
    /// The file of words that go together.
    pub related: Option<&'a str>,
    /// Pages that count more or less than others, in hundredths.
    pub boosts: &'a BTreeMap<u32, u32>,
    /// Where which product and tab begins.
    pub parts: &'a [Part],
}

/// The first of the pages that lie together in a product and a tab, and the names of both.
pub type Part = (u32, [Option<String>; 2]);

/// Adds pages in reading order to the parts before them: `base` is the number of the first of these.
pub fn extend_parts<'e>(
    parts: &mut Vec<Part>,
    base: u32,
    own: impl Iterator<Item = (u32, &'e [Option<String>; 2])>,
) {
    for (page, part) in own {
        if parts.last().is_none_or(|(_, last)| last != part) {
            parts.push((base + page, part.clone()));
        }
    }
}

/// The deflated directory of an index.
pub fn directory(input: &Directory<'_>) -> Vec<u8> {
    let slots: Vec<Value> = input
        .slots
        .iter()
        .map(|shards| {
            Value::Array(shards.iter().flat_map(|(first, name)| [json!(first), json!(name)]).collect())
        })
        .collect();
    let chunks: Vec<Value> = input.chunks.iter().map(|(pages, cards)| json!([pages, cards])).collect();
    let boosts: Vec<u32> = input.boosts.iter().flat_map(|(page, boost)| [*page, *boost]).collect();
    let mut value = json!({ "slots": slots, "chunks": chunks, "known": input.known, "boosts": boosts });
    if input.parts.iter().flat_map(|(_, part)| part).any(Option::is_some) {
        let part = |(first, [product, tab]): &Part| [json!(first), json!(product), json!(tab)];
        value["parts"] = Value::Array(input.parts.iter().flat_map(part).collect());
    }
    if let Some(related) = input.related {
        value["related"] = json!(related);
    }
    deflate(value.to_string().as_bytes())
}

/// Whose pages an index has: those of a language and a version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edition {
    pub language: Option<String>,
    pub version: Option<String>,
    /// The lists of versions that have it, by number, and those of them in which readers get it unless they choose. Products
    /// may have lists of their own: who reads one of them searches the others as they are shown first.
    pub lists: BTreeSet<usize>,
    pub first_in: BTreeSet<usize>,
    /// The language whose pages stand in for those that are missing: they are asked when nothing is found (I18N-05).
    pub fallback: Option<String>,
}

/// An index in the list of all.
pub struct Listed<'a> {
    pub edition: &'a Edition,
    /// The tag of the language that is asked when nothing is found.
    pub fallback: Option<String>,
    pub pages: usize,
    /// Name of its directory.
    pub directory: &'a str,
    pub texts: SearchTexts,
}

/// What the search says in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchTexts {
    /// The language tag of its pages.
    #[serde(skip)]
    pub lang: String,
    pub results: String,
    pub none: String,
    pub everywhere: String,
    pub all: String,
    pub recent: String,
    pub clear: String,
}

/// `index.json`: all indexes, and texts in the language of each.
pub fn list(indexes: &[Listed<'_>]) -> String {
    let texts: BTreeMap<&str, &SearchTexts> =
        indexes.iter().map(|index| (index.texts.lang.as_str(), &index.texts)).collect();
    let index = |index: &Listed<'_>| {
        let Edition { language, version, lists, first_in, .. } = index.edition;
        let lang = language.as_ref().map(|_| &index.texts.lang);
        let mut value = json!({ "language": language, "lang": lang, "version": version, "pages": index.pages, "directory": index.directory });
        if let Some(fallback) = &index.fallback {
            value["fallback"] = json!(fallback);
        }
        if version.is_some() {
            value["lists"] = json!(lists);
            value["first"] = json!(first_in);
        }
        value
    };
    json!({ "indexes": indexes.iter().map(index).collect::<Vec<_>>(), "texts": texts }).to_string()
}

/// The file of words that are offered for mistyped ones: in order, one in a line; behind an empty line those of a
/// single page.
pub fn known(words: impl Iterator<Item = (String, u32)>) -> Vec<u8> {
    let (mut words, mut rare): (Vec<_>, Vec<_>) = words.partition(|(_, pages)| *pages > 0);
    if words.len() > MOST_KNOWN {
        words.sort_by(|a, b| (std::cmp::Reverse(a.1), &a.0).cmp(&(std::cmp::Reverse(b.1), &b.0)));
        words.truncate(MOST_KNOWN);
    }
    let in_order = |words: &mut Vec<(String, u32)>| {
        // Each word is there once.
        words.sort_by_cached_key(|(word, _)| Lead::of(word));
        for alike in words.chunk_by_mut(|a, b| Lead::of(&a.0) == Lead::of(&b.0)) {
            alike.sort_unstable();
        }
    };
    in_order(&mut words);
    in_order(&mut rare);
    rare.truncate(MOST_KNOWN);
    let lines = |words: &[(String, u32)]| -> String {
        words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join("\n")
    };
    let mut text = lines(&words);
    if !rare.is_empty() {
        text.push_str("\n\n");
        text.push_str(&lines(&rare));
    }
    deflate(text.as_bytes())
}

/// Pages that do not count like most others.
pub fn boosts<'e>(entries: impl Iterator<Item = &'e Entry>) -> BTreeMap<u32, u32> {
    (0..)
        .zip(entries)
        .filter(|(_, entry)| entry.boost != 100)
        .map(|(page, entry)| (page, entry.boost))
        .collect()
}
