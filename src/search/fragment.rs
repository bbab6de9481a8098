//! What one page gives to the index: its words, each with where it stands and how much it says about the page.
//!
//! A fragment is made with the page's body and stored beside it. It knows nothing of the rest of the site, and its
//! title stands not in it: that comes with the [`Head`] when fragments are put together, so that no page is read for
//! another page's title. Texts and postings lie in one piece each: a site has millions of them.

use serde::{Deserialize, Serialize};

use super::numbers::Numbers;
use super::passages::Section;
use super::posting::{self, MOST_WEIGHT, Place, Posting};
use super::told::Told;
use super::words::{Form, gram_length, is_stop_word, words};

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

/// Words in byte order, each with its posting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    text: String,
    postings: Vec<u8>,
    /// Where the word and the posting of each ends.
    ends: Vec<(u32, u32)>,
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
    fn push(&mut self, word: &str, posting: &Posting, passages: &[u32]) {
        self.text.push_str(word);
        posting::push_parts(&mut self.postings, posting, passages);
        self.ends.push((self.text.len() as u32, self.postings.len() as u32));
    }

    /// The bytes of all words together.
    pub fn text_length(&self) -> usize {
        self.text.len()
    }

    /// Each word with its posting, as [`posting::push`] wrote it.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let mut from = (0, 0);
        self.ends.iter().filter_map(move |(word, posting)| {
            let (word, posting) = (*word as usize, *posting as usize);
            let found = (self.text.get(from.0..word)?, self.postings.get(from.1..posting)?);
            from = (word, posting);
            Some(found)
        })
    }
}

/// The fragment of a page. `summary` is the beginning of its text when its author did not describe it: that says as
/// much about the page.
pub fn fragment(sections: &[Section], summary: &str) -> Fragment {
    let passages = sections.iter().flat_map(|section| &section.passages);
    let mut counts = Counts::of(passages.map(|passage| passage.text.len() + passage.code.len()).sum());
    let mut marks = Vec::with_capacity(sections.len());
    let (mut number, mut length) = (0, 0);
    for section in sections {
        number += 1;
        marks.push(SectionMark { id: section.id.clone(), heading: section.heading.clone(), first: number });
        let in_heading = number_of_words(&section.heading);
        words(&section.heading, |word, _| {
            let count = counts.note(word, number);
            count.text += 2;
            count.heading = if count.heading == 0 { in_heading } else { count.heading.min(in_heading) };
        });
        for passage in &section.passages {
            number += 1;
            words(&passage.text, |word, form| {
                length += u32::from(form == Form::Word);
                if !is_stop_word(word) {
                    counts.note(word, number).text += 1;
                }
            });
            words(&passage.code, |word, form| {
                // Numbers and single letters of code are nothing that is looked for.
                if form == Form::Name || word.len() > 1 && !word.starts_with(|c: char| c.is_ascii_digit()) {
                    counts.note(word, number).code += 1;
                }
            });
        }
    }
    words(summary, |word, form| {
        if form != Form::Name && !is_stop_word(word) {
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
        Self { numbers: Numbers::of(bytes), counts: Vec::new(), passages: Vec::new() }
    }

    fn note(&mut self, word: &str, passage: u32) -> &mut Count {
        let number = self.numbers.note(word);
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
    fn sums_up(&mut self, word: &str) {
        if let Some(number) = self.numbers.find(word) {
            self.counts[number].summary = true;
        }
    }

    /// The passages of all words, word by word, each word's in order; and where those of each end.
    fn passages_by_word(&self) -> (Vec<u32>, Vec<usize>) {
        let mut ends = vec![0; self.counts.len()];
        for (word, _) in &self.passages {
            ends[*word as usize] += 1;
        }
        let mut end = 0;
        for count in &mut ends {
            // Where its passages start; each that is put there moves it on.
            (end, *count) = (end + *count, end);
        }
        let mut passages = vec![0; self.passages.len()];
        for (word, passage) in &self.passages {
            passages[ends[*word as usize]] = *passage;
            ends[*word as usize] += 1;
        }
        (passages, ends)
    }

    fn finish(self, length: u32) -> Words {
        let (passages, ends) = self.passages_by_word();
        let mut words = Words::default();
        words.text.reserve(self.numbers.text_length());
        words.ends.reserve(self.counts.len());
        for (number, word) in self.numbers.in_order() {
            let count = &self.counts[number];
            let start = number.checked_sub(1).map_or(0, |before| ends[before]);
            let posting = Posting {
                weight: weight(count.text * CODE_WORDS + count.code.min(6), length),
                place: Place { summary: count.summary, text: count.text > 0 },
                title: 0,
                heading: count.heading,
                passages: Vec::new(),
            };
            words.push(word, &posting, &passages[start..ends[number]]);
        }
        words
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
    words(text, |_, form| number = number.saturating_add(u8::from(form == Form::Word)));
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
        words(&head.title, |word, _| own.push(word.to_owned()));
        let title = title.saturating_add(number_of_words(group)).min(15);
        words(group, |word, form| {
            if form == Form::Word && !is_stop_word(word) && !own.iter().any(|known| known == word) {
                found.push((
                    word.to_owned(),
                    Posting { title, place, passages: vec![0], ..Posting::default() },
                ));
            }
        });
    }
    for (name, length) in [(&head.title, title)]
        .into_iter()
        .chain(head.short.iter().map(|short| (short, number_of_words(short))))
    {
        words(name, |word, _| {
            let posting = Posting { title: length, place, ..Posting::default() };
            for length in 1..=2 {
                let beginning = beginning(word, length);
                if !beginning.is_empty() && !is_stop_word(word) {
                    found.push((format!("^{beginning}"), posting.clone()));
                }
            }
            found.push((word.to_owned(), Posting { passages: vec![0], ..posting }));
        });
    }
    let own = std::iter::once(&head.description).chain(&head.keywords).map(String::as_str);
    for text in own.chain(told.iter().copied()) {
        words(text, |word, _| {
            if !is_stop_word(word) {
                let place = Place { summary: true, text: true };
                found.push((
                    word.to_owned(),
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
