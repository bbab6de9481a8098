//! A table of words: each gets a number when it is first seen. What a page or a chunk knows of its words lies in lists
//! by these numbers.
//!
//! A page has a thousand words and knows most of them already, so a look at one must cost little: the first eight bytes
//! are a number, which tells most words apart and puts them in order without a look at the text. Nobody gains from words
//! that fall together in such a table, so its hash is a quick one.

/// Words by their numbers.
#[derive(Debug)]
pub(super) struct Numbers {
    text: String,
    known: Vec<Known>,
    /// Numbers plus one, by the hash of the word; 0 where none is.
    table: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    lead: Lead,
    start: u32,
    end: u32,
}

/// The places of a list whose things have numbers below `count`: those of each number together, in the order of the
/// list; and where those of each end.
pub(super) fn grouped(count: usize, numbers: impl Iterator<Item = u32> + Clone) -> (Vec<u32>, Vec<usize>) {
    let mut ends = vec![0; count];
    numbers.clone().for_each(|number| ends[number as usize] += 1);
    let mut end = 0;
    for own in &mut ends {
        // Where its places start; each that is put there moves it on.
        (end, *own) = (end + *own, end);
    }
    let mut places = vec![0; end];
    for (place, number) in (0..).zip(numbers) {
        let at = &mut ends[number as usize];
        places[*at] = place;
        *at += 1;
    }
    (places, ends)
}

/// The first eight bytes of a word as a number that grows with them. No word has a byte that is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lead(u64);

/// An odd number without a pattern: what is multiplied by it falls apart in its upper half.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Numbers {
    /// For a text of so many bytes: with room enough that few words meet another one's place.
    pub fn of(bytes: usize) -> Self {
        let places = (bytes / 4).next_power_of_two().clamp(512, 32 << 10);
        let (text, known) = (String::with_capacity(2 * places), Vec::with_capacity(places / 4));
        Self { text, known, table: vec![0; places] }
    }

    /// The number of a word, which gets the next one if it has none.
    #[inline]
    pub fn note(&mut self, word: &str, lead: Lead) -> usize {
        if self.known.len() * 2 >= self.table.len() {
            self.grow();
        }
        self.look(word, lead).unwrap_or_else(|place| {
            let start = self.text.len() as u32;
            self.text.push_str(word);
            self.known.push(Known { lead, start, end: self.text.len() as u32 });
            self.table[place] = self.known.len() as u32;
            self.known.len() - 1
        })
    }

    /// The number of a word that has one.
    pub fn find(&self, word: &str, lead: Lead) -> Option<usize> {
        self.look(word, lead).ok()
    }

    /// All words with their numbers, in byte order.
    pub fn in_order(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut order: Vec<(Lead, u32)> =
            (0..).zip(&self.known).map(|(number, own)| (own.lead, number)).collect();
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| self.word(a.1).cmp(self.word(b.1))));
        order.into_iter().map(|(_, number)| (number as usize, self.word(number)))
    }

    /// All words in the order of their numbers: the text of all together, and where each ends.
    pub fn in_text(self) -> (String, impl Iterator<Item = u32>) {
        (self.text, self.known.into_iter().map(|known| known.end))
    }

    /// The number of a word, or the place in the table where it belongs.
    #[inline]
    fn look(&self, word: &str, lead: Lead) -> Result<usize, usize> {
        let mut place = self.place(word, lead);
        while let Some(number) = self.table[place].checked_sub(1) {
            let Known { lead: own, start, end } = self.known[number as usize];
            let is_alike = own == lead && (end - start) as usize == word.len();
            if is_alike && (word.len() <= 8 || self.word(number) == word) {
                return Ok(number as usize);
            }
            place = (place + 1) & (self.table.len() - 1);
        }
        Err(place)
    }

    #[inline]
    fn word(&self, number: u32) -> &str {
        let Known { start, end, .. } = self.known[number as usize];
        &self.text[start as usize..end as usize]
    }

    #[inline]
    fn place(&self, word: &str, Lead(first): Lead) -> usize {
        let mut hash = first.wrapping_mul(SPREAD);
        if let Some(last) = word.as_bytes().last_chunk().filter(|_| word.len() > 8) {
            let (between, _) = word.as_bytes()[8..].as_chunks::<8>();
            for eight in between.iter().chain([last]) {
                hash = (hash.rotate_left(23) ^ u64::from_le_bytes(*eight)).wrapping_mul(SPREAD);
            }
        }
        (hash >> 32) as usize & (self.table.len() - 1)
    }

    fn grow(&mut self) {
        self.table = vec![0; self.table.len() * 2];
        for number in 0..self.known.len() as u32 {
            let mut place = self.place(self.word(number), self.known[number as usize].lead);
            while self.table[place] != 0 {
                place = (place + 1) & (self.table.len() - 1);
            }
            self.table[place] = number + 1;
        }
    }
}

impl Lead {
    /// Of a word by itself.
    #[inline]
    pub fn of(word: &str) -> Self {
        let bytes = word.as_bytes();
        if let Some(eight) = bytes.first_chunk() {
            return Self(u64::from_be_bytes(*eight));
        }
        // In two or three pieces, which may have bytes in common.
        let missing = 8 * (8 - bytes.len());
        Self(if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            u64::from(u32::from_be_bytes(*first)) << 32 | u64::from(u32::from_be_bytes(*last)) << missing
        } else if let [first, .., last] = bytes {
            let middle = bytes.len() / 2;
            u64::from(*first) << 56
                | u64::from(bytes[middle]) << (56 - 8 * middle)
                | u64::from(*last) << missing
        } else {
            bytes.first().map_or(0, |only| u64::from(*only) << 56)
        })
    }

    /// Of a word in a text: eight bytes at once, whatever its length, where the text goes on for as long.
    #[inline]
    pub fn within(text: &str, start: usize, end: usize) -> Self {
        match text.as_bytes()[start..].first_chunk() {
            Some(eight) => {
                let behind = u64::MAX.checked_shr(8 * (end - start) as u32).unwrap_or(0);
                Self(u64::from_be_bytes(*eight) & !behind)
            }
            None => Self::of(&text[start..end]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_one_number_and_stand_in_the_order_of_their_bytes() {
        let stems = ["a", "ab", "abc", "abcd", "abcdefg", "abcdefgh", "abcdefghi", "é", "日本語", "^a"];
        let mut words: Vec<String> =
            (0..400).flat_map(|number| stems.map(|stem| format!("{stem}{number:x}"))).collect();
        words.extend(stems.map(str::to_owned));
        let mut numbers = Numbers::of(0);
        let given: Vec<usize> = words.iter().map(|word| numbers.note(word, Lead::of(word))).collect();
        words.iter().zip(&given).for_each(|(word, number)| {
            let lead = Lead::of(word);
            assert_eq!(
                (numbers.note(word, lead), numbers.find(word, lead)),
                (*number, Some(*number)),
                "{word}"
            );
        });
        assert_eq!(numbers.find("abcdefghij", Lead::of("abcdefghij")), None);
        let found: Vec<&str> = numbers.in_order().map(|(_, word)| word).collect();
        words.sort();
        words.dedup();
        assert_eq!(found, words);
    }

    #[test]
    fn first_bytes_are_those_of_the_word() {
        for word in ["", "a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh", "abcdefghi"] {
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(word.bytes()).for_each(|(byte, own)| *byte = own);
            let lead = Lead(u64::from_be_bytes(bytes));
            assert_eq!(Lead::of(word), lead, "{word}");
            for text in [format!("ab{word}"), format!("ab{word}é, and more")] {
                assert_eq!(Lead::within(&text, 2, 2 + word.len()), lead, "{word}");
            }
        }
    }
}
