//! What each code of a diagnostic means, with an example and the way out: the texts of `docs explain CODE`.
//!
//! Messages say what is wrong at a place; this is for who wants to know more. A new code gets a line in the part that
//! it belongs to: a test compares the table with what the sources use.

use super::did_you_mean;

mod api;
mod component;
mod config;
mod files;
mod page;
mod site;

/// A code and what there is to say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    pub code: &'static str,
    /// What it means.
    pub means: &'static str,
    /// What brings it about.
    pub example: &'static str,
    /// What to do.
    pub fix: &'static str,
}

/// Code, meaning, example, way out.
type Entry = (&'static str, &'static str, &'static str, &'static str);

const PARTS: &[&[Entry]] =
    &[api::CODES, component::CODES, config::CODES, files::CODES, page::CODES, site::CODES];

/// All codes, part by part.
pub fn all() -> impl Iterator<Item = Code> {
    PARTS.iter().flat_map(|part| part.iter()).map(|(code, means, example, fix)| Code {
        code,
        means,
        example,
        fix,
    })
}

/// What there is to say about a code.
pub fn find(name: &str) -> Option<Code> {
    all().find(|code| code.code == name)
}

/// The code that a word was probably meant to be.
pub fn nearest(name: &str) -> Option<&'static str> {
    did_you_mean(name, all().map(|code| code.code))
}
