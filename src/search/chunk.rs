//! Pages that lie together in the navigation: their words by slot, and their cards.
//!
//! A *card* is what a result shows of a page: title, way, sections. A file of cards holds those of a few pages.

use serde::{Deserialize, Serialize};

use super::fragment::{Fragment, Head, head_words, read_below};
use super::numbers::Numbers;
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
    let mut table = Table { numbers: Numbers::of(bytes), rows: Vec::new() };
    let heads: Vec<Vec<(String, Posting)>> = entries
        .iter()
        .zip(said(entries, fragments))
        .map(|(entry, told)| head_words(&entry.head, read_below(&entry.head.title, &entry.crumbs), &told))
        .collect();
    for (page, (head, fragment)) in (0..).zip(heads.iter().zip(fragments)) {
        let mut head = head.iter().peekable();
        let mut bytes = Vec::new();
        for (word, posting) in fragment.words.iter() {
            while let Some((before, posting)) = head.next_if(|(own, _)| own.as_str() < word) {
                table.add(before, page, Written::Now(posting));
            }
            match head.next_if(|(own, _)| own == word) {
                Some((_, own)) => {
                    let mut both = posting::take(&mut &*posting).unwrap_or_default();
                    both.merge(own);
                    bytes.clear();
                    posting::push(&mut bytes, &both);
                    table.add(word, page, Written::Before(&bytes));
                }
                None => table.add(word, page, Written::Before(posting)),
            }
        }
        head.for_each(|(word, posting)| table.add(word, page, Written::Now(posting)));
    }
    table.pieces(slots)
}

/// The words of a chunk while it is made.
struct Table {
    numbers: Numbers,
    rows: Vec<Row>,
}

#[derive(Default)]
struct Row {
    count: u32,
    first: u32,
    last: u32,
    postings: Vec<u8>,
}

enum Written<'p> {
    Before(&'p [u8]),
    Now(&'p Posting),
}

impl Table {
    fn add(&mut self, word: &str, page: u32, written: Written<'_>) {
        let number = self.numbers.note(word);
        if number == self.rows.len() {
            self.rows.push(Row { first: page, ..Row::default() });
        }
        let row = &mut self.rows[number];
        if row.count > 0 {
            posting::push_number(&mut row.postings, page - row.last);
        }
        row.count += 1;
        row.last = page;
        match written {
            Written::Before(bytes) => row.postings.extend_from_slice(bytes),
            Written::Now(posting) => posting::push(&mut row.postings, posting),
        }
    }

    fn pieces(self, slots: usize) -> Vec<Vec<u8>> {
        let mut pieces = vec![Vec::new(); slots];
        for (number, word) in self.numbers.in_order() {
            let row = &self.rows[number];
            let piece = &mut pieces[slot_of(word, slots)];
            push_bytes(piece, word.as_bytes());
            for number in [row.count, row.first, row.last] {
                posting::push_number(piece, number);
            }
            push_bytes(piece, &row.postings);
        }
        pieces
    }
}

fn push_bytes(piece: &mut Vec<u8>, bytes: &[u8]) {
    posting::push_number(piece, bytes.len() as u32);
    piece.extend_from_slice(bytes);
}

/// The words of a piece, in byte order.
pub fn piece_words(piece: &[u8]) -> impl Iterator<Item = PieceWord<'_>> {
    let mut rest = piece;
    std::iter::from_fn(move || {
        let word = std::str::from_utf8(take_bytes(&mut rest)?).ok()?;
        let mut number = || posting::take_number(&mut rest);
        let (count, first, last) = (number()?, number()?, number()?);
        Some(PieceWord { word, count, first, last, postings: take_bytes(&mut rest)? })
    })
}

fn take_bytes<'p>(rest: &mut &'p [u8]) -> Option<&'p [u8]> {
    let length = posting::take_number(rest)? as usize;
    let (bytes, behind) = rest.split_at_checked(length)?;
    *rest = behind;
    Some(bytes)
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
