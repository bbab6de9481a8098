//! Search without a server (SRCH-01 to SRCH-16): from rendered pages to the files that a reader's browser asks.
//!
//! The way of a page: [`passages::reading`] reads its markup, [`fragment::fragment`] counts its words, [`told::told`]
//! those that it has for other pages; the result is stored with its body. Pages that lie together make a [`chunk`]: its words fall into slots, by how they begin.
//! [`slot::merge`] puts the pieces of a slot together, from all chunks, into shards, the files that a browser loads
//! when a word is typed. So an edit of one page makes one chunk again and the slots of the words that changed.
//!
//! Everything here is a pure function. What is looked up how is decided in the browser
//! (`themes/base/search/`), which reads the formats of [`posting`], [`slot`] and [`chunk`].

pub mod chunk;
pub mod directory;
pub mod fragment;
mod numbers;
pub mod passages;
pub mod posting;
pub mod reader;
pub mod records;
pub mod related;
pub mod slot;
pub mod told;
pub mod words;

/// The number of slots of an index of so many pages: a power of two, so that it rarely changes.
pub fn slots(pages: usize) -> usize {
    (pages / 128).next_power_of_two().clamp(4, 128)
}

/// The slot of a word: words with the same three first letters lie together, so that the beginning of a word finds
/// its forms and what it may become.
pub fn slot_of(word: &str, slots: usize) -> usize {
    let is_gram = word.chars().next().is_some_and(|c| words::gram_length(c) > 0);
    let length = if is_gram { 1 } else { 3 };
    let end = word.char_indices().nth(length).map_or(word.len(), |(end, _)| end);
    // FNV-1a.
    let hash = word.as_bytes()[..end]
        .iter()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    (hash ^ hash >> 15) as usize & (slots - 1)
}
