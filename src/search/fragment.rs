//! What one page gives to the index: its words, each with where it stands and how much it says about the page.
//!
//! A fragment is made with the page's body and stored beside it. It knows nothing of the rest of the site, and its
//! title stands not in it: that comes with the [`Head`] when fragments are put together, so that no page is read for
//! another page's title. Texts and postings lie in one piece each: a site has millions of them.

use serde::{Deserialize, Serialize};

use super::numbers::{Lead, Numbers, grouped};
use super::passages::Reading;
use super::posting::{self, MOST_WEIGHT, Place, Posting};
use super::told::Told;
use super::words::{Form, Word, gram_length, words};
use crate::encoding::Bytes;

/// Words of a page of usual length: a word says more about a shorter one.
const USUAL_LENGTH: u32 = 400;
/// Words of code that count as one of text.
const CODE_WORDS: u32 = 3;

/// A page without its head.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fragment {
    pub sections: Vec<SectionMark>,
    pub words: Words,
    /// What it says of other pages.
    pub told: Vec<Told>,
}

/// Words in the order in which they are met, each with its posting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    text: String,
    /// For each the length of the word, that of its posting, and the posting.
    postings: Bytes,
}

/// Where a section begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionMark {
    pub id: String,
    pub heading: String,
    /// Number of its first passage, which is the heading itself. Passage 0 is the page's head.
    pub first: u32,
}

/// What stands above a page's text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    pub title: String,
    /// What it is called in the sidebar, when that is something else.
    pub short: Option<String>,
    pub description: String,
    /// Words that its author wants it to be found by; also the last part of its address.
    pub keywords: Vec<String>,
}

impl Words {
    /// The bytes of all words together.
    pub fn text_length(&self) -> usize {
        self.text.len()
    }

    /// Each word with its posting, as [`posting::push`] wrote it.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.entries().map(|(start, end, posting)| (&self.text[start..end], posting))
    }

    /// The same with how each word begins.
    pub(super) fn with_leads(&self) -> impl Iterator<Item = (&str, Lead, &[u8])> {
        self.entries().map(|(start, end, posting)| {
            (&self.text[start..end], Lead::within(&self.text, start, end), posting)
        })
    }

    /// Where each word begins and ends, with its posting.
    fn entries(&self) -> impl Iterator<Item = (usize, usize, &[u8])> {
        let (mut start, mut rest) = (0, self.postings.0.as_slice());
        std::iter::from_fn(move || {
            let end = start + posting::take_number(&mut rest)? as usize;
            let posting = posting::take_bytes(&mut rest)?;
            self.text.is_char_boundary(end).then_some((std::mem::replace(&mut start, end), end, posting))
        })
    }
}

/// The fragment of a page. `summary` is the beginning of its text when its author did not describe it: that says as
/// much about the page.
pub fn fragment(page: &Reading, summary: &str) -> Fragment {
    let mut counts = Counts::of(page.length());
    let mut marks = Vec::with_capacity(page.sections.len());
    let (mut number, mut length) = (0, 0);
    for section in &page.sections {
        number += 1;
        marks.push(SectionMark { id: section.id.clone(), heading: section.heading.clone(), first: number });
        let in_heading = number_of_words(&section.heading);
        words(&section.heading, |word| {
            let count = counts.note(word, number);
            count.text += 2;
            count.heading = if count.heading == 0 { in_heading } else { count.heading.min(in_heading) };
        });
        for passage in &section.passages {
            number += 1;
            words(page.text(passage), |word| {
                length += u32::from(word.form == Form::Word);
                if !word.is_stop() {
                    counts.note(word, number).text += 1;
                }
            });
            words(page.code(passage), |word| {
                // Numbers and single letters of code are nothing that is looked for.
                let is_number = || word.text.starts_with(|c: char| c.is_ascii_digit());
                if word.form == Form::Name || word.text.len() > 1 && !is_number() {
                    counts.note(word, number).code += 1;
                }
            });
        }
    }
    words(summary, |word| {
        if word.form != Form::Name && !word.is_stop() {
            counts.sums_up(word);
        }
    });
    Fragment { sections: marks, words: counts.finish(length), told: Vec::new() }
}

/// How often a word stands where.
#[derive(Clone, Copy, Default)]
struct Count {
    text: u32,
    code: u32,
    heading: u8,
    summary: bool,
    last_passage: u32,
}

/// The words of one page.
struct Counts {
    numbers: Numbers,
    counts: Vec<Count>,
    /// Number of a word and of a passage with it, in the order of passages.
    passages: Vec<(u32, u32)>,
}

impl Counts {
    /// For the words of so many bytes.
    fn of(bytes: usize) -> Self {
        let (counts, passages) = (Vec::with_capacity(bytes / 16), Vec::with_capacity(bytes / 8));
        Self { numbers: Numbers::of(bytes), counts, passages }
    }

    #[inline]
    fn note(&mut self, word: Word<'_>, passage: u32) -> &mut Count {
        let number = self.numbers.note(word.text, word.lead);
        if number == self.counts.len() {
            self.counts.push(Count::default());
        }
        let count = &mut self.counts[number];
        if count.last_passage != passage {
            count.last_passage = passage;
            self.passages.push((number as u32, passage));
        }
        count
    }

    /// Notes that a word of the page stands in its summary.
    fn sums_up(&mut self, word: Word<'_>) {
        if let Some(number) = self.numbers.find(word.text, word.lead) {
            self.counts[number].summary = true;
        }
    }

    fn finish(self, length: u32) -> Words {
        let (order, ends) = grouped(self.counts.len(), self.passages.iter().map(|(word, _)| *word));
        let passages: Vec<u32> = order.iter().map(|at| self.passages[*at as usize].1).collect();
        let (text, word_ends) = self.numbers.in_text();
        let mut postings = Vec::with_capacity(6 * self.counts.len() + self.passages.len());
        let (mut own, mut start, mut word_start) = (Vec::new(), 0, 0);
        for ((count, end), word_end) in self.counts.iter().zip(ends).zip(word_ends) {
            let posting = Posting {
                weight: weight(count.text * CODE_WORDS + count.code.min(6), length),
                place: Place { summary: count.summary, text: count.text > 0 },
                title: 0,
                heading: count.heading,
                passages: Vec::new(),
            };
            own.clear();
            posting::push_parts(&mut own, &posting, &passages[start..end]);
            posting::push_number(&mut postings, word_end - word_start);
            posting::push_bytes(&mut postings, &own);
            (start, word_start) = (end, word_end);
        }
        Words { text, postings: Bytes(postings) }
    }
}

/// BM25's saturation: the third word of a kind says less than the first.
fn weight(thirds: u32, length: u32) -> u8 {
    // k = 1.2 · (0.25 + 0.75 · length / usual), in hundredths; the words are thirds.
    let k = 30 + (90 * length.min(20 * USUAL_LENGTH)) / USUAL_LENGTH;
    let words = thirds.min(1_000_000) * 100 / CODE_WORDS;
    let weight = (MOST_WEIGHT * words + (words + k) / 2) / (words + k).max(1);
    u8::try_from(weight.clamp(1, MOST_WEIGHT)).unwrap_or(1)
}

/// At most 15.
fn number_of_words(text: &str) -> u8 {
    let mut number = 0u8;
    words(text, |word| number = number.saturating_add(u8::from(word.form == Form::Word)));
    number.clamp(1, 15)
}

/// Words of a title that says little without the name of its group: `Links`, `Create`.
const SHORT_TITLE: u8 = 2;

/// The nearest name on the way to a page, when its title is short: then it is read below that name.
pub fn read_below<'c>(title: &str, crumbs: &'c [String]) -> Option<&'c str> {
    crumbs.last().map(String::as_str).filter(|_| number_of_words(title) <= SHORT_TITLE)
}

/// The words of a page's head; also the beginnings of its title's words, by which it is found after the first letter.
/// `group` is what [`read_below`] says, `told` what other pages say of it.
pub fn head_words(head: &Head, group: Option<&str>, told: &[&str]) -> Vec<(String, Posting)> {
    let mut found: Vec<(String, Posting)> = Vec::new();
    let title = number_of_words(&head.title);
    let place = Place { text: true, summary: false };
    if let Some(group) = group {
        let mut own = Vec::new();
        words(&head.title, |word| own.push(word.text.to_owned()));
        let title = title.saturating_add(number_of_words(group)).min(15);
        words(group, |word| {
            if word.form == Form::Word && !word.is_stop() && !own.iter().any(|known| known == word.text) {
                found.push((
                    word.text.to_owned(),
                    Posting { title, place, passages: vec![0], ..Posting::default() },
                ));
            }
        });
    }
    for (name, length) in [(&head.title, title)]
        .into_iter()
        .chain(head.short.iter().map(|short| (short, number_of_words(short))))
    {
        words(name, |word| {
            let posting = Posting { title: length, place, ..Posting::default() };
            for length in 1..=2 {
                let beginning = beginning(word.text, length);
                if !beginning.is_empty() && !word.is_stop() {
                    found.push((format!("^{beginning}"), posting.clone()));
                }
            }
            found.push((word.text.to_owned(), Posting { passages: vec![0], ..posting }));
        });
    }
    let own = std::iter::once(&head.description).chain(&head.keywords).map(String::as_str);
    for text in own.chain(told.iter().copied()) {
        words(text, |word| {
            if !word.is_stop() {
                let place = Place { summary: true, text: true };
                found.push((
                    word.text.to_owned(),
                    Posting { weight: 1, place, passages: vec![0], ..Posting::default() },
                ));
            }
        });
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found.dedup_by(|later, first| {
        let is_same = later.0 == first.0;
        if is_same {
            first.1.merge(&later.1);
        }
        is_same
    });
    found
}

/// The first characters of a word that has more of them, or as many.
fn beginning(word: &str, length: usize) -> &str {
    let end = word.char_indices().map(|(at, c)| at + c.len_utf8()).nth(length - 1);
    // Of scripts that are cut in grams, the beginning is looked for among the grams.
    let is_gram = word.chars().next().is_some_and(|c| gram_length(c) > 0);
    end.filter(|_| !is_gram).map_or("", |end| &word[..end])
}
