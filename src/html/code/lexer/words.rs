//! Lists of words with a class, for looking up every word of a block.

use crate::html::code::tokens::TokenClass;

/// Words and their classes.
pub(super) struct Words {
    slots: Vec<Vec<(&'static str, TokenClass)>>,
}

impl Words {
    /// A table of lists that are separated by blanks; the first list with a word wins.
    pub(super) fn new(lists: &[(TokenClass, &'static str)]) -> Self {
        let mut slots = vec![Vec::new(); 256];
        for (class, list) in lists {
            for word in list.split_ascii_whitespace() {
                if let Some(slot) = slots.get_mut(slot_of(word)) {
                    slot.push((word, *class));
                }
            }
        }
        Self { slots }
    }

    pub(super) fn class(&self, word: &str) -> Option<TokenClass> {
        let slot = self.slots.get(slot_of(word))?;
        slot.iter().find(|(known, _)| *known == word).map(|(_, class)| *class)
    }
}

/// Length and some letters: enough to keep the slots short.
fn slot_of(word: &str) -> usize {
    let bytes = word.as_bytes();
    let byte = |at: usize| bytes.get(at).map_or(0, |byte| usize::from(*byte));
    (bytes.len() * 31 + byte(0) * 7 + byte(1) * 13 + byte(bytes.len().wrapping_sub(1)) * 3) & 255
}

/// True for `MAX_SIZE`: a name of a constant by its letters.
pub(super) fn is_constant_name(word: &str) -> bool {
    word.len() > 1
        && word.as_bytes().first().is_some_and(u8::is_ascii_uppercase)
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// True for `Map`.
pub(super) fn is_capitalised(word: &str) -> bool {
    word.as_bytes().first().is_some_and(u8::is_ascii_uppercase)
}
