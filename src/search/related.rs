//! Words that go together, so that a question finds pages that say it in other words.
//!
//! The same for all sites: what is in the file is told in it. It lies in each index of its language under the name of
//! its content, as everything there does, and only `themes/base/search/related.js` reads it.

use std::sync::LazyLock;

use crate::encoding::deflate;

const ENGLISH: &str = include_str!("../../themes/base/search/related.en.txt");

static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| deflate(without_remarks(ENGLISH).as_bytes()));

/// The deflated file of an index in this language, if there is one. Pages without a language may be English.
pub fn related(language: Option<&str>) -> Option<&'static [u8]> {
    let is_english = language.is_none_or(|code| code == "en" || code.starts_with("en-"));
    is_english.then(|| FILE.as_slice())
}

fn without_remarks(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_line_is_of_a_known_kind_and_has_plain_words() {
        let text = without_remarks(ENGLISH);
        assert!(!text.is_empty());
        for line in text.lines() {
            let (kind, rest) = line.split_at(2);
            assert!(["= ", "~ ", "- ", "> "].contains(&kind), "{line}");
            let (left, right) = match kind {
                "> " => rest.split_once(" > ").unwrap_or_else(|| panic!("{line}: nothing is found")),
                _ => (rest, ""),
            };
            let is_word = |word: &str| {
                !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "#+".contains(c))
            };
            // Two words at most stand together.
            let is_asked = |word: &str| word.split('_').count() <= 2 && word.split('_').all(is_word);
            assert!(left.split(' ').all(is_asked), "{line}");
            assert!(right.is_empty() || right.split(' ').all(is_word), "{line}");
            assert!(kind == "> " || left.split(' ').count() > 1, "{line}: goes with nothing");
        }
    }

    #[test]
    fn no_line_names_a_word_twice() {
        for line in without_remarks(ENGLISH).lines() {
            for side in line[2..].split(" > ") {
                let words: BTreeSet<&str> = side.split(' ').collect();
                assert_eq!(words.len(), side.split(' ').count(), "{line}");
            }
        }
    }

    #[test]
    fn only_english_pages_have_it() {
        assert!(related(None).is_some() && related(Some("en")).is_some() && related(Some("en-GB")).is_some());
        assert!(related(Some("de")).is_none());
    }
}
