//! Ids of headings and components (behaviour 6.4, 6.5).
//!
//! Published links depend on these rules, so they follow the reference to the letter, odd survivors
//! such as `a/b-testing` included.

use unicode_normalization::UnicodeNormalization;

use crate::encoding::percent_decoded;
use crate::hash::tables::HashMap;

/// The id of a heading with this text.
pub fn heading_slug(text: &str) -> String {
    let cleaned = clean(&full_slug(text));
    if cleaned.is_empty() { hyphenate(text) } else { cleaned }
}

/// The id with the punctuation and emoji that it is cleaned of, if there are such: ids once were like that, and links
/// that people copied from their browsers still are. Kept as an alias.
pub fn uncleaned_slug(text: &str) -> Option<String> {
    Some(full_slug(text)).filter(|slug| clean(slug) != *slug)
}

fn full_slug(text: &str) -> String {
    let hyphenated = hyphenate(text);
    let encoded = encode(&hyphenated);
    if encoded == hyphenated {
        slugify(&hyphenated, "_")
    } else {
        percent_decoded(&slugify(&encoded, "%_")).into_owned()
    }
}

/// A custom id as written in `{#…}`: letter case kept, blanks to `-`, unsafe characters dropped.
pub fn custom_id(id: &str) -> String {
    let kept: String =
        id.trim().chars().filter(|c| !"<>\"&?,;:!'()[]{}".contains(*c) && !is_emoji(*c)).collect();
    kept.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The id that GitHub gives to a heading; kept as an alias where it differs.
pub fn github_slug(text: &str) -> String {
    text.trim()
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The id of an accordion or view: plain ASCII words.
pub fn plain_slug(text: &str) -> String {
    slugify(&transliterate(text).to_lowercase(), "")
}

/// The id of a field: `param-` and its name, split at capitals.
pub fn field_slug(name: &str) -> String {
    let words = split_capitals(&transliterate(name));
    format!("param-{}", slugify(&words.to_lowercase(), "_"))
}

/// A part of the id of a generated field: `run-id` for `runId` and `run_id`.
pub fn field_part(name: &str) -> String {
    slugify(&split_capitals(&transliterate(name)).to_lowercase(), "")
}

/// Ids that every page has, in every theme (behaviour 8).
pub const FRAME_IDS: [&str; 10] = [
    "navbar",
    "sidebar",
    "sidebar-content",
    "content",
    "content-area",
    "body-content",
    "table-of-contents",
    "page-title",
    "footer",
    "banner",
];

/// Counts ids of one page so that each is given once.
#[derive(Debug, Default)]
pub struct IdCounter {
    /// Ids already given, with how often their base was asked for.
    seen: HashMap<String, u32>,
    /// For a base whose repeats count from one: the last number given.
    last: HashMap<String, u32>,
}

impl IdCounter {
    /// Marks an id as taken.
    pub fn reserve(&mut self, id: &str) {
        self.seen.entry(id.to_owned()).or_insert(1);
    }

    /// `base`, or `base-2`, `base-3` …; a base that is itself such a number gets `-1` (behaviour 6.4).
    pub fn heading(&mut self, base: &str) -> String {
        match self.seen.get(base).copied() {
            None => {
                self.seen.insert(base.to_owned(), 1);
                base.to_owned()
            }
            Some(0) => self.numbered(base),
            Some(count) => {
                let mut next = count + 1;
                while self.seen.contains_key(&format!("{base}-{next}")) {
                    next += 1;
                }
                self.seen.insert(base.to_owned(), next);
                let id = format!("{base}-{next}");
                // Zero marks an id that was made by numbering.
                self.seen.insert(id.clone(), 0);
                id
            }
        }
    }

    /// `base`, or `base-1`, `base-2` … (accordions, views, fields).
    pub fn repeated(&mut self, base: &str) -> String {
        if !self.seen.contains_key(base) {
            self.seen.insert(base.to_owned(), 1);
            return base.to_owned();
        }
        self.numbered(base)
    }

    fn numbered(&mut self, base: &str) -> String {
        let mut number = self.last.get(base).copied().unwrap_or_default() + 1;
        let mut id = format!("{base}-{number}");
        while self.seen.contains_key(&id) {
            number += 1;
            id = format!("{base}-{number}");
        }
        self.last.insert(base.to_owned(), number);
        self.seen.insert(id.clone(), 0);
        id
    }
}

fn hyphenate(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

/// JavaScript's `encodeURIComponent`.
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            out.push(byte as char);
        } else {
            out.push_str(&format!("%{byte:02x}"));
        }
    }
    out
}

/// Every run of other characters becomes one `-`; none at the ends.
fn slugify(text: &str, keep: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || keep.contains(c) {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// An id without punctuation and emoji: the last step of making one (behaviour 6.4, step 4).
pub fn clean(slug: &str) -> String {
    slug.chars().filter(|c| !"?,;:!'\"()[]{}".contains(*c) && !is_emoji(*c)).collect()
}

fn is_emoji(c: char) -> bool {
    // Most are none of these, without a look at each.
    !c.is_ascii()
        && matches!(
            c as u32,
            0x200D | 0x20E3 | 0xFE0F | 0x231A..=0x231B | 0x23E9..=0x23F3 | 0x25AA..=0x25AB | 0x25B6 | 0x25C0
                | 0x25FB..=0x25FE | 0x2600..=0x27BF | 0x2934..=0x2935 | 0x2B05..=0x2B07 | 0x2B1B..=0x2B1C | 0x2B50
                | 0x2B55 | 0x3030 | 0x303D | 0x3297 | 0x3299 | 0x1F000..=0x1FAFF | 0xE0020..=0xE007F
        )
}

/// Latin, Greek and Cyrillic letters in ASCII; other scripts are dropped.
fn transliterate(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let characters: Vec<char> = text.chars().collect();
    for (index, c) in characters.iter().enumerate() {
        let next = characters.get(index + 1).copied();
        let after = characters.get(index + 2).copied();
        let contraction = matches!(c, '\'' | '’')
            && index > 0
            && characters[index - 1].is_alphanumeric()
            && matches!(next, Some('s' | 't'))
            && after.is_none_or(char::is_whitespace);
        if contraction {
            continue;
        }
        match special(*c) {
            Some(ascii) => out.push_str(ascii),
            None if c.is_ascii() => out.push(*c),
            None => out.extend(c.nfd().filter(char::is_ascii)),
        }
    }
    out
}

fn special(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => " and ",
        'ß' => "ss",
        'ẞ' => "Ss",
        'ä' => "ae",
        'Ä' => "Ae",
        'ö' => "oe",
        'Ö' => "Oe",
        'ü' => "ue",
        'Ü' => "Ue",
        'æ' => "ae",
        'Æ' => "AE",
        'ø' => "o",
        'Ø' => "O",
        'œ' => "oe",
        'Œ' => "OE",
        'đ' => "d",
        'Đ' => "D",
        'ł' => "l",
        'Ł' => "L",
        'þ' => "th",
        'Þ' => "TH",
        'ð' => "d",
        'ı' => "i",
        'а' | 'А' => "a",
        'б' | 'Б' => "b",
        'в' | 'В' => "v",
        'г' | 'Г' => "g",
        'д' | 'Д' => "d",
        'е' | 'Е' | 'э' | 'Э' => "e",
        'ё' | 'Ё' => "yo",
        'ж' | 'Ж' => "zh",
        'з' | 'З' => "z",
        'и' | 'И' => "i",
        'й' | 'Й' => "i",
        'к' | 'К' => "k",
        'л' | 'Л' => "l",
        'м' | 'М' => "m",
        'н' | 'Н' => "n",
        'о' | 'О' => "o",
        'п' | 'П' => "p",
        'р' | 'Р' => "r",
        'с' | 'С' => "s",
        'т' | 'Т' => "t",
        'у' | 'У' => "u",
        'ф' | 'Ф' => "f",
        'х' | 'Х' => "h",
        'ц' | 'Ц' => "c",
        'ч' | 'Ч' => "ch",
        'ш' | 'Ш' => "sh",
        'щ' | 'Щ' => "sh",
        'ъ' | 'Ъ' | 'ь' | 'Ь' => "",
        'ы' | 'Ы' => "y",
        'ю' | 'Ю' => "yu",
        'я' | 'Я' => "ya",
        _ => return None,
    })
}

/// `userId` → `user Id`, `HTTPServer` → `HTTP Server`.
fn split_capitals(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len() + 4);
    for (index, c) in characters.iter().enumerate() {
        if index > 0 && c.is_ascii_uppercase() {
            let before = characters[index - 1];
            let next_lower =
                characters.get(index + 1).is_some_and(|next| next.is_ascii_lowercase() && *next != 's');
            if before.is_ascii_lowercase()
                || before.is_ascii_digit()
                || (before.is_ascii_uppercase() && next_lower)
            {
                out.push(' ');
            }
        }
        out.push(*c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_skip_ids_that_are_taken() {
        let mut ids = IdCounter::default();
        ids.reserve("a-2");
        let given: Vec<String> = ["a", "a", "a", "a-1", "a", "a-1"].map(|base| ids.repeated(base)).into();
        assert_eq!(given, ["a", "a-1", "a-3", "a-1-1", "a-4", "a-1-2"]);
    }
}
