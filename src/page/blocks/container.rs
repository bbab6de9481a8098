//! Which lines belong to one list, quote or run of footnotes, so that a chunk of Markdown ends where its last
//! container does.

use crate::page::mask::{self, is_break, list_marker, opening_fence};

/// What the lines of a chunk may continue.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Container {
    None,
    /// A list item whose content starts at this column.
    List(usize),
    Quote,
    Footnote,
}

impl Container {
    pub(super) fn of(content: &str, indent: usize) -> Self {
        if let Some((_, after)) = list_marker(content) {
            // A thematic break looks like a list: `* * *`.
            if is_break(content) {
                return Self::None;
            }
            let blanks = content[after..].bytes().take_while(|byte| *byte == b' ').count();
            let extra = if blanks >= 4 || content[after..].trim().is_empty() { 0 } else { blanks };
            return Self::List(indent + after + extra);
        }
        if content.starts_with('>') {
            return Self::Quote;
        }
        if content.starts_with("[^") && content.contains("]:") {
            return Self::Footnote;
        }
        Self::None
    }

    pub(super) fn is_some(self) -> bool {
        self != Self::None
    }

    pub(super) fn holds(self, indent: usize, content: &str) -> bool {
        match self {
            Self::None => false,
            Self::List(column) => indent >= column,
            Self::Quote => content.starts_with('>'),
            Self::Footnote => indent >= 4,
        }
    }

    /// Whether a line begins an item, or goes on in a quote with a new block: `before` is the text above it.
    pub(super) fn begins_anew(self, content: &str, indent: usize, before: &str) -> bool {
        match Self::of(content, indent) {
            Self::None => false,
            Self::Quote => {
                before.lines().next_back().is_none_or(|line| line.trim_matches(['>', ' ', '\t']).is_empty())
            }
            Self::List(_) | Self::Footnote => true,
        }
    }

    /// The container of a line that continues a list or a run of footnotes by a new item.
    pub(super) fn sibling(self, content: &str, indent: usize) -> Option<Self> {
        match (self, Self::of(content, indent)) {
            (Self::List(_), next @ Self::List(_)) | (Self::Footnote, next @ Self::Footnote) => Some(next),
            _ => None,
        }
    }
}

/// The fence that a line in a container opens.
pub(super) fn container_fence(content: &str) -> Option<(u8, usize)> {
    opening_fence(mask::strip_containers(content))
}
