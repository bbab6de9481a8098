//! What is carried over the firewall between a page and the site: the keys of a body, and what of it is new.

use serde::{Deserialize, Serialize};

use crate::hash::ContentHash;

/// What a page's body is remembered by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BodyKeys {
    pub markup: ContentHash,
    pub facts: ContentHash,
    pub export: ContentHash,
    /// Whether that is so long that there are files of its sections, too (AI-12).
    pub is_long: bool,
    /// How many pages its older entries have, when it is a long change log (LOG-03).
    pub archives: u32,
    pub search: ContentHash,
    /// `None` for a page without feeds.
    pub feed: Option<ContentHash>,
}

impl BodyKeys {
    /// What is carried of its Markdown.
    pub fn text_key(&self) -> TextKey {
        TextKey { key: self.export, is_long: self.is_long, archives: self.archives }
    }
}

/// The key of a page's Markdown. One field, for what reads one reads all, and there are as many as pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextKey {
    pub key: ContentHash,
    /// As in [`BodyKeys`].
    pub is_long: bool,
    pub archives: u32,
}

/// What of the things that were carried over the firewall is new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crossing {
    /// Links or ids of a page: the link check has something to do.
    pub facts: bool,
    /// What other pages show of a page.
    pub label: bool,
    /// The shape of the site.
    pub structure: bool,
    /// What the search knows of a page.
    pub search: bool,
    /// The Markdown of a page.
    pub export: bool,
    /// Anything of the body of a page.
    pub body: bool,
}

impl std::ops::BitOrAssign for Crossing {
    fn bitor_assign(&mut self, other: Self) {
        self.facts |= other.facts;
        self.label |= other.label;
        self.structure |= other.structure;
        self.search |= other.search;
        self.export |= other.export;
        self.body |= other.body;
    }
}
