//! How postings are written: a few bytes for each page of a word.
//!
//! `[weight and flags] [words of title · 16 + words of heading] [passages …]`. The second byte is there when the word
//! stands in a title or heading. A passage is the distance from the one before, doubled, plus one when another
//! follows.

use serde::{Deserialize, Serialize};

/// Largest weight of a word in a text.
pub const MOST_WEIGHT: u32 = 15;

/// One word of one page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posting {
    /// Up to [`MOST_WEIGHT`]: how often it stands in the text, in proportion to its length.
    pub weight: u8,
    pub place: Place,
    /// Number of words of the title, and of the shortest heading with it; 0 when it stands in none.
    pub title: u8,
    pub heading: u8,
    /// Numbers of the passages with it, ascending.
    pub passages: Vec<u32>,
}

/// Where a word stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// In the description or the keywords.
    pub summary: bool,
    /// In text, and not only in code.
    pub text: bool,
}

impl Posting {
    /// Adds what another part of the same page says.
    pub fn merge(&mut self, other: &Self) {
        self.weight = self.weight.max(other.weight);
        self.place.summary |= other.place.summary;
        self.place.text |= other.place.text;
        self.title = self.title.max(other.title);
        self.heading = self.heading.max(other.heading);
        self.passages.extend(&other.passages);
        self.passages.sort_unstable();
        self.passages.dedup();
    }

    /// How much a word says about a page: of a list that is too long, the pages with the least go.
    pub fn rank(&self) -> u32 {
        let short = |words: u8, most: u32| if words == 0 { 0 } else { most - u32::from(words) * (most / 32) };
        short(self.title, 128)
            + short(self.heading, 32)
            + u32::from(self.weight)
            + if self.place.summary { 8 } else { 0 }
    }
}

const WEIGHT: u8 = 0x0f;
const IN_HEADING: u8 = 0x10;
const IN_SUMMARY: u8 = 0x20;
const ONLY_IN_CODE: u8 = 0x40;
const HAS_PASSAGES: u8 = 0x80;

/// Appends a number, seven bits to a byte, the lowest first.
pub fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the beginning.
pub fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for shift in (0..32).step_by(7) {
        let byte = take_byte(bytes)?;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends bytes with their number before them.
pub fn push_bytes(bytes: &mut Vec<u8>, own: &[u8]) {
    push_number(bytes, own.len() as u32);
    bytes.extend_from_slice(own);
}

/// Takes bytes off the beginning that [`push_bytes`] wrote.
pub fn take_bytes<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = take_number(bytes)? as usize;
    let (own, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(own)
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}

/// Appends a posting.
pub fn push(bytes: &mut Vec<u8>, posting: &Posting) {
    push_parts(bytes, posting, &posting.passages);
}

/// Appends a posting whose passages lie elsewhere.
pub fn push_parts(bytes: &mut Vec<u8>, posting: &Posting, passages: &[u32]) {
    let in_heading = posting.title > 0 || posting.heading > 0;
    let flag = |on: bool, bit: u8| if on { bit } else { 0 };
    bytes.push(
        posting.weight & WEIGHT
            | flag(in_heading, IN_HEADING)
            | flag(posting.place.summary, IN_SUMMARY)
            | flag(!posting.place.text, ONLY_IN_CODE)
            | flag(!passages.is_empty(), HAS_PASSAGES),
    );
    if in_heading {
        bytes.push(posting.title.min(15) << 4 | posting.heading.min(15));
    }
    let mut before = 0;
    for (at, passage) in passages.iter().enumerate() {
        let more = u32::from(at + 1 < passages.len());
        push_number(bytes, (passage - before) << 1 | more);
        before = *passage;
    }
}

/// Whether the word of a posting stands in a title or heading.
pub fn is_in_heading(posting: &[u8]) -> bool {
    posting.first().is_some_and(|flags| flags & IN_HEADING != 0)
}

/// Takes a posting off the beginning.
pub fn take(bytes: &mut &[u8]) -> Option<Posting> {
    let flags = take_byte(bytes)?;
    let headings = if flags & IN_HEADING == 0 { 0 } else { take_byte(bytes)? };
    let mut passages = Vec::new();
    let mut more = flags & HAS_PASSAGES != 0;
    let mut before = 0;
    while more {
        let number = take_number(bytes)?;
        before += number >> 1;
        more = number & 1 == 1;
        passages.push(before);
    }
    Some(Posting {
        weight: flags & WEIGHT,
        place: Place { summary: flags & IN_SUMMARY != 0, text: flags & ONLY_IN_CODE == 0 },
        title: headings >> 4,
        heading: headings & 15,
        passages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let posting = |title, heading, passages: &[u32]| Posting {
            weight: 7,
            place: Place { summary: title > 0, text: heading > 0 },
            title,
            heading,
            passages: passages.to_vec(),
        };
        let all = [posting(0, 0, &[]), posting(15, 2, &[0, 1, 700]), posting(0, 3, &[5])];
        let mut bytes = Vec::new();
        all.iter().for_each(|posting| push(&mut bytes, posting));
        let mut rest = bytes.as_slice();
        assert_eq!(all.map(Some), [take(&mut rest), take(&mut rest), take(&mut rest)]);
        assert!(rest.is_empty() && take(&mut rest).is_none());
    }
}
