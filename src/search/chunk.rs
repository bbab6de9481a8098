//! Pages that lie together in the navigation: their words by slot, and their cards.
//!
//! A *card* is what a result shows of a page: title, way, sections. A file of cards holds those of a few pages.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::fragment::{Fragment, Head, head_words, read_below};
use super::numbers::{Lead, Numbers, grouped};
use super::posting::{self, Posting};
use super::slot_of;
use super::told::said;
use crate::encoding::deflate;
use crate::hash::{ContentHash, KeyHasher};
use crate::text::Slug;

/// Pages of one file of cards.
pub const CARDS: usize = 16;
/// Bounds of the number of pages of a chunk, besides the last one.
const FEWEST: usize = 64;
const MOST: usize = 512;

/// A page as a chunk has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The key of its fragment.
    pub fragment: ContentHash,
    pub url: String,
    /// Its Markdown, for snippets; `None` when it has none.
    pub markdown: Option<String>,
    pub head: Head,
    /// Names on the way to it.
    pub crumbs: Vec<String>,
    /// The product and the tab that it is in.
    pub part: [Option<String>; 2],
    /// `GET`, `WEBHOOK` … for API pages.
    pub method: Option<String>,
    /// What an operation is called at, without its server.
    pub path: Option<String>,
    /// Hundredths by which its results count: 100 for most.
    pub boost: u32,
}

/// A word of a piece: of one chunk and one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWord<'p> {
    pub word: &'p str,
    /// Number of pages.
    pub count: u32,
    /// The first and the last page, counted in the chunk.
    pub first: u32,
    pub last: u32,
    /// The posting of the first page; then for each the distance from the page before, and its posting.
    pub postings: &'p [u8],
}

/// A chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// For each slot the encoded words.
    pub pieces: Vec<Vec<u8>>,
    /// Files of cards, [`CARDS`] pages each.
    pub cards: Vec<Vec<u8>>,
}

/// Cuts a list of pages into chunks, so that a page that comes or goes leaves most of them as they are.
pub fn cut(pages: &[Slug]) -> Vec<&[Slug]> {
    let mut chunks = Vec::new();
    let mut rest = pages;
    while !rest.is_empty() {
        let ends =
            |slug: &Slug| KeyHasher::new("chunk").part(slug.as_str().as_bytes()).finish().as_bytes()[0] == 0;
        let end = (FEWEST..rest.len().min(MOST)).find(|at| rest.get(*at).is_some_and(ends));
        let (chunk, behind) = rest.split_at(end.unwrap_or(MOST).min(rest.len()));
        chunks.push(chunk);
        rest = behind;
    }
    chunks
}

/// Puts pages together. `fragments` are those of `entries`, in the same order.
pub fn chunk(entries: &[Entry], fragments: &[Fragment], slots: usize) -> Chunk {
    let cards = entries.chunks(CARDS).zip(fragments.chunks(CARDS));
    Chunk {
        pieces: pieces(entries, fragments, slots),
        cards: cards.map(|(entries, fragments)| cards_file(entries, fragments)).collect(),
    }
}

/// The words of pages, for each slot those that belong there.
pub fn pieces(entries: &[Entry], fragments: &[Fragment], slots: usize) -> Vec<Vec<u8>> {
    let bytes = fragments.iter().map(|fragment| fragment.words.text_length()).sum();
    let mut table = Table { numbers: Numbers::of(bytes), last: Vec::new(), postings: Vec::new() };
    let pages = entries.iter().zip(fragments).zip(said(entries, fragments));
    for (page, ((entry, fragment), told)) in (0..).zip(pages) {
        for (word, lead, posting) in fragment.words.with_leads() {
            table.add(word, lead, page, posting.into());
        }
        for (word, posting) in head_words(&entry.head, read_below(&entry.head.title, &entry.crumbs), &told) {
            table.merge(&word, page, &posting);
        }
    }
    table.pieces(slots)
}

/// The words of a chunk while it is made.
struct Table<'f> {
    numbers: Numbers,
    /// The last posting of each word.
    last: Vec<u32>,
    /// Page after page: which word, on which page, and its posting.
    postings: Vec<(u32, u32, Cow<'f, [u8]>)>,
}

impl<'f> Table<'f> {
    /// Adds a word that this page does not have yet.
    fn add(&mut self, word: &str, lead: Lead, page: u32, posting: Cow<'f, [u8]>) {
        let number = self.numbers.note(word, lead);
        let at = self.postings.len() as u32;
        match self.last.get_mut(number) {
            Some(last) => *last = at,
            None => self.last.push(at),
        }
        self.postings.push((number as u32, page, posting));
    }

    /// Adds to what the page has of a word, if it has it.
    fn merge(&mut self, word: &str, page: u32, own: &Posting) {
        let lead = Lead::of(word);
        let last = self.numbers.find(word, lead).and_then(|number| self.last.get(number).copied());
        let known = last.and_then(|last| self.postings.get_mut(last as usize));
        let mut bytes = Vec::new();
        match known.filter(|(_, on, _)| *on == page) {
            Some((_, _, known)) => {
                let mut both = posting::take(&mut &**known).unwrap_or_default();
                both.merge(own);
                posting::push(&mut bytes, &both);
                *known = bytes.into();
            }
            None => {
                posting::push(&mut bytes, own);
                self.add(word, lead, page, bytes.into());
            }
        }
    }

    fn pieces(self, slots: usize) -> Vec<Vec<u8>> {
        let (order, ends) = grouped(self.last.len(), self.postings.iter().map(|(word, ..)| *word));
        let mut pieces = vec![Vec::new(); slots];
        let mut list = Vec::new();
        for (number, word) in self.numbers.in_order() {
            let start = number.checked_sub(1).map_or(0, |before| ends[before]);
            let own = &order[start..ends[number]];
            let of_page = |at: &u32| &self.postings[*at as usize];
            let (Some((_, first, _)), Some((_, last, _))) =
                (own.first().map(of_page), own.last().map(of_page))
            else {
                continue;
            };
            list.clear();
            let mut before = None;
            for (_, page, posting) in own.iter().map(of_page) {
                if let Some(before) = before.replace(*page) {
                    posting::push_number(&mut list, page - before);
                }
                list.extend_from_slice(posting);
            }
            let piece = &mut pieces[slot_of(word, slots)];
            posting::push_bytes(piece, word.as_bytes());
            for number in [own.len() as u32, *first, *last] {
                posting::push_number(piece, number);
            }
            posting::push_bytes(piece, &list);
        }
        pieces
    }
}

/// The words of a piece, in byte order.
pub fn piece_words(piece: &[u8]) -> impl Iterator<Item = PieceWord<'_>> {
    let mut rest = piece;
    std::iter::from_fn(move || {
        let word = std::str::from_utf8(posting::take_bytes(&mut rest)?).ok()?;
        let mut number = || posting::take_number(&mut rest);
        let (count, first, last) = (number()?, number()?, number()?);
        Some(PieceWord { word, count, first, last, postings: posting::take_bytes(&mut rest)? })
    })
}

/// A file of cards: `[address, Markdown, title, description, way, method, [id, heading, first passage …]]` for each,
/// a 1 when the title is read below the last name on the way, the name in the sidebar when it is another, and the path of
/// an operation.
pub fn cards_file(entries: &[Entry], fragments: &[Fragment]) -> Vec<u8> {
    let cards = entries.iter().zip(fragments).map(|(entry, fragment)| card(entry, fragment));
    let cards: Vec<Vec<Cell<'_>>> = cards.collect();
    // Texts and numbers always are JSON.
    deflate(&serde_json::to_vec(&cards).unwrap_or_default())
}

fn card<'c>(entry: &'c Entry, fragment: &'c Fragment) -> Vec<Cell<'c>> {
    let Entry { url, markdown, head, crumbs, method, path, .. } = entry;
    let marks = fragment
        .sections
        .iter()
        .flat_map(|mark| [Cell::Text(&mark.id), Cell::Text(&mark.heading), Cell::Number(mark.first)]);
    let mut card = vec![
        Cell::Text(url),
        Cell::maybe(markdown),
        Cell::Text(&head.title),
        Cell::Text(&head.description),
        Cell::Texts(crumbs),
        Cell::maybe(method),
        Cell::Marks(marks.collect()),
        read_below(&head.title, crumbs).map_or(Cell::Nothing, |_| Cell::Number(1)),
        Cell::maybe(&head.short),
        Cell::maybe(path),
    ];
    // What few pages have is left out where it would end a card.
    while card.pop_if(|last| matches!(last, Cell::Nothing)).is_some() {}
    card
}

/// A part of a card.
#[derive(Serialize)]
#[serde(untagged)]
enum Cell<'c> {
    Nothing,
    Number(u32),
    Text(&'c str),
    Texts(&'c [String]),
    Marks(Vec<Cell<'c>>),
}

impl<'c> Cell<'c> {
    fn maybe(text: &'c Option<String>) -> Self {
        text.as_deref().map_or(Self::Nothing, Self::Text)
    }
}
