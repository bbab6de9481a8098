//! The words of one slot from all chunks: shards, and what helps against mistyped words.
//!
//! A shard, inflated: the number of words; for each what it has in common with the one before (bytes), the rest of it
//! (length, bytes), the number of pages with it, and the length of its list; then the lists. A list is, for each page,
//! the distance from the page before (from -1 for the first) and the posting.

use serde::{Deserialize, Serialize};

use super::chunk::{PieceWord, piece_words};
use super::posting::{is_in_heading, push, push_number, take, take_number};
use crate::encoding::deflate;

/// A shard ends with the first word that brings it to so many bytes: a question loads little but its own words.
const SHARD: usize = 8 << 10;
/// Of more pages shards are larger, up to four times: the directory names each of them.
const MANY_PAGES: usize = 16 << 10;
/// Most pages in the list of a word: of more, those that it says most about.
const MOST_PAGES: usize = 5_000;
/// The same for beginnings of words.
const MOST_BEGUN: usize = 24;
/// A word that is offered for a mistyped one stands on so many pages, or in a title or heading.
const KNOWN_PAGES: u32 = 2;
/// Of so few pages all words are offered: of more, what stands on a single one is too much to be loaded.
const FEW_PAGES: usize = 512;

/// A slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    pub shards: Vec<Shard>,
    /// Words that are offered for mistyped ones, with the number of their pages, in byte order; 0 for one that is
    /// offered only where no other is near.
    pub known: Vec<(String, u32)>,
}

/// A file of the index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// As much of its first word as tells it from the last one of the shard before.
    pub first: String,
    /// Deflated.
    pub bytes: Vec<u8>,
}

/// What depends on how many pages an index has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The length of shards: one of three, so that it rarely changes.
    pub shard_length: usize,
    /// Whether words of a single page are offered for mistyped ones.
    pub offers_rare: bool,
}

impl Scale {
    pub fn of(pages: usize) -> Self {
        Self {
            shard_length: SHARD * (pages / MANY_PAGES).next_power_of_two().min(4),
            offers_rare: pages <= FEW_PAGES,
        }
    }
}

/// Puts the pieces of a slot together, each with the number of the first page of its chunk.
pub fn merge(pieces: &[(u32, Vec<u8>)], scale: Scale) -> Slot {
    let mut words: Vec<(u32, PieceWord<'_>)> = Vec::new();
    for (base, piece) in pieces {
        words.extend(piece_words(piece).map(|word| (*base, word)));
    }
    // Stable: the chunks of a word stay in order. Each piece is sorted already.
    words.sort_by_key(|(_, word)| word.word);
    let mut slot = Slot::default();
    let mut writer = Writer::default();
    for of_word in words.chunk_by(|a, b| a.1.word == b.1.word) {
        let Some((_, first)) = of_word.first() else { continue };
        let word = first.word;
        let pages: u32 = of_word.iter().map(|(_, piece)| piece.count).sum();
        let most = if word.starts_with('^') { MOST_BEGUN } else { MOST_PAGES };
        let list = if pages as usize > most { best(of_word, most) } else { joined(of_word) };
        writer.word(word, pages, &list);
        if is_offered(word) {
            let is_known = pages >= KNOWN_PAGES || stands_out(&list);
            if is_known || scale.offers_rare {
                slot.known.push((word.to_owned(), if is_known { pages } else { 0 }));
            }
        }
        if writer.length() >= scale.shard_length {
            slot.shards.extend(writer.finish());
        }
    }
    slot.shards.extend(writer.finish());
    slot
}

fn joined(of_word: &[(u32, PieceWord<'_>)]) -> Vec<u8> {
    let mut list = Vec::new();
    let mut next = 0;
    for (base, piece) in of_word {
        push_number(&mut list, base + piece.first + 1 - next);
        list.extend_from_slice(piece.postings);
        next = base + piece.last + 1;
    }
    list
}

/// The pages that a word says most about; of equal ones the first.
fn best(of_word: &[(u32, PieceWord<'_>)], most: usize) -> Vec<u8> {
    let mut all = Vec::new();
    for (base, piece) in of_word {
        let mut rest = piece.postings;
        let mut page = base + piece.first;
        while let Some(posting) = take(&mut rest) {
            all.push((page, posting));
            let Some(distance) = take_number(&mut rest) else { break };
            page += distance;
        }
    }
    all.sort_by_key(|(page, posting)| (std::cmp::Reverse(posting.rank()), *page));
    all.truncate(most);
    all.sort_by_key(|(page, _)| *page);
    let mut list = Vec::new();
    let mut next = 0;
    for (page, posting) in all {
        push_number(&mut list, page + 1 - next);
        push(&mut list, &posting);
        next = page + 1;
    }
    list
}

/// Words as people write them: mistyped numbers and names are not guessed.
fn is_offered(word: &str) -> bool {
    let mut length = 0;
    let is_letter = |c: char| {
        length += 1;
        length <= 20 && c.is_alphabetic() && super::words::gram_length(c) == 0
    };
    word.chars().all(is_letter) && length >= 4
}

/// Whether the first page of a list has the word in its title or in a heading.
fn stands_out(list: &[u8]) -> bool {
    let mut rest = list;
    take_number(&mut rest).is_some() && is_in_heading(rest)
}

/// The shortest beginning of a word that comes behind the word before.
fn word_that_tells<'w>(before: &str, word: &'w str) -> &'w str {
    let common = before.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
    word.char_indices().nth(common + 1).map_or(word, |(end, _)| &word[..end])
}

#[derive(Default)]
struct Writer {
    first: String,
    before: String,
    count: u32,
    words: Vec<u8>,
    lists: Vec<u8>,
}

impl Writer {
    fn word(&mut self, word: &str, pages: u32, list: &[u8]) {
        if self.count == 0 {
            word_that_tells(&self.before, word).clone_into(&mut self.first);
            self.before.clear();
        }
        let common = self.before.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
        let rest = &word.as_bytes()[common..];
        push_number(&mut self.words, common as u32);
        push_number(&mut self.words, rest.len() as u32);
        self.words.extend_from_slice(rest);
        push_number(&mut self.words, pages);
        push_number(&mut self.words, list.len() as u32);
        self.lists.extend_from_slice(list);
        self.count += 1;
        self.before.clear();
        self.before.push_str(word);
    }

    fn length(&self) -> usize {
        self.words.len() + self.lists.len()
    }

    fn finish(&mut self) -> Option<Shard> {
        let Writer { first, before, count, words, lists } = std::mem::take(self);
        self.before = before;
        let mut bytes = Vec::with_capacity(words.len() + lists.len() + 5);
        push_number(&mut bytes, count);
        bytes.extend(words);
        bytes.extend(lists);
        (count > 0).then(|| Shard { first, bytes: deflate(&bytes) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::body::Body;
    use crate::html::escape::Html;
    use crate::search::chunk::{Entry, pieces as pieces_of};
    use crate::search::fragment::{Head, fragment};
    use crate::search::passages::reading;

    fn pieces(texts: &[&str]) -> Vec<Vec<u8>> {
        let entries: Vec<Entry> = texts
            .iter()
            .map(|text| Entry {
                head: Head { title: (*text).to_owned(), ..Head::default() },
                ..Entry::default()
            })
            .collect();
        let body = |text: &str| Body { html: Html::text(text).into(), ..Body::default() };
        let fragments: Vec<_> = texts.iter().map(|text| fragment(&reading(&body(text)), "")).collect();
        pieces_of(&entries, &fragments, 4)
    }

    #[test]
    fn chunks_of_pages_make_the_same_index_as_all_of_them_at_once() {
        let texts: Vec<String> = (0..90).map(|n| format!("page{n} common word{} install", n % 7)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let whole = pieces(&texts);
        let (first, second) = (pieces(&texts[..40]), pieces(&texts[40..]));
        for slot in 0..4 {
            let parts = merge(&[(0, first[slot].clone()), (40, second[slot].clone())], Scale::of(90));
            assert_eq!(parts, merge(&[(0, whole[slot].clone())], Scale::of(90)));
        }
    }

    #[test]
    fn shards_are_named_by_what_tells_them_apart() {
        let names =
            [("", "able", "a"), ("able", "about", "abo"), ("page", "pages", "pages"), ("é", "éa", "éa")];
        for (before, word, name) in names {
            assert_eq!(word_that_tells(before, word), name);
        }
        let texts: Vec<String> = (0..300).map(|n| format!("{n:x}word install")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let scale = Scale { shard_length: 64, ..Scale::of(300) };
        let whole = merge(&[(0, pieces(&texts).swap_remove(1))], scale);
        assert!(whole.shards.len() > 3, "{}", whole.shards.len());
        assert!(whole.shards.iter().all(|shard| shard.first.len() < 7));
        assert!(whole.shards.is_sorted_by(|a, b| a.first < b.first));
        let lengths = [0, 16_000, 40_000, 100_000].map(|pages| Scale::of(pages).shard_length);
        assert_eq!(lengths, [SHARD, SHARD, 2 * SHARD, 4 * SHARD]);
    }

    #[test]
    fn long_lists_keep_what_counts() {
        let texts: Vec<String> =
            (0..60).map(|n| if n % 2 == 0 { format!("xa{n}") } else { format!("xa{n} b c d") }).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let all = pieces(&texts);
        let slot = crate::search::slot_of("^x", 4);
        let merged =
            piece_words(&all[slot]).find(|word| word.word == "^x").map(|word| best(&[(0, word)], 24));
        let mut rest = merged.as_deref().unwrap_or_default();
        let (mut page, mut pages) = (0, Vec::new());
        while let Some(distance) = take_number(&mut rest) {
            page += distance;
            pages.push(page - 1);
            take(&mut rest);
        }
        assert_eq!(pages, (0..24).map(|n| n * 2).collect::<Vec<_>>());
    }
}
