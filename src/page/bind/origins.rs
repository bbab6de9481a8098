//! Where the nodes of a page come from, when some of them stand in snippets.
//!
//! A span is two numbers, and a page with its snippets is several texts. So each use of a snippet gets numbers
//! of its own behind those of the page: a span there says both which use it is and where in the snippet.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::Document;
use crate::diagnostic::Location;
use crate::text::{SourcePath, SourceText, Span};

/// The numbers that are given out; beyond them a snippet's nodes have the place of its use.
const LAST: usize = (u32::MAX / 2) as usize;

/// The uses of snippets in a page, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    uses: Vec<Use>,
    next: usize,
}

#[derive(Clone, Debug)]
struct Use {
    base: u32,
    document: Arc<Document>,
    /// Where the page itself asks for it.
    place: Span,
}

/// A place in the text of a page or of a snippet that it uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// `None` for the page itself.
    pub snippet: Option<SourcePath>,
    /// Empty and at the start when it is not known.
    pub span: Span,
}

/// Where a text writes an address as one: in quotes or behind the bracket of a link.
fn address_in(text: &str, address: &str) -> Option<usize> {
    let is_written = |at: &usize| {
        let before = text[..*at].chars().next_back();
        let behind = text[at + address.len()..].chars().next();
        before.is_some_and(|c| matches!(c, '"' | '\'' | '`' | '(' | '<'))
            && behind.is_some_and(|c| matches!(c, '"' | '\'' | '`' | ')' | '>' | ' '))
    };
    if address.is_empty() {
        return None;
    }
    text.match_indices(address).map(|(at, _)| at).find(is_written)
}

impl Origins {
    /// A page without snippets.
    pub fn new(page: &SourceText) -> Self {
        Self { uses: Vec::new(), next: page.text.len() + 1 }
    }

    /// Numbers one more use, at a place of the page or of another use; `None` when there are none left.
    pub fn add(&mut self, document: &Arc<Document>, place: Span) -> Option<u32> {
        let base = u32::try_from(self.next).ok()?;
        let next = self.next.checked_add(document.source.text.len() + 1).filter(|next| *next <= LAST)?;
        self.next = next;
        let place = self.in_page(place);
        self.uses.push(Use { base, document: document.clone(), place });
        Some(base)
    }

    fn find(&self, span: Span) -> Option<&Use> {
        let after = self.uses.partition_point(|one| one.base <= span.start);
        self.uses.get(after.checked_sub(1)?)
    }

    /// The place in the page's own text: for what stands in a snippet, where the page uses it.
    pub fn in_page(&self, span: Span) -> Span {
        self.find(span).map_or(span, |one| one.place)
    }

    /// Where an address stands: in a snippet, or in the page. What covers several lines is narrowed to the address, and
    /// what was read from a text apart, which has no place, is looked for in the page.
    pub fn place(&self, page: &SourceText, span: Span, address: &str) -> Place {
        let (snippet, own) = self.written(span);
        let source = snippet.unwrap_or(page);
        let whole = if own == Span::default() { Span::new(0, source.text.len()) } else { own };
        let text = source.text.get(whole.start as usize..whole.end as usize).unwrap_or("");
        let is_exact = own != Span::default() && !text.trim_end().contains('\n');
        let narrowed = if is_exact { None } else { address_in(text, address) };
        let span = narrowed.map_or(own, |at| {
            let start = whole.start as usize + at;
            Span::new(start, start + address.len())
        });
        Place { snippet: snippet.map(|source| source.path.clone()), span }
    }

    /// The file, line and column.
    pub fn locate(&self, page: &SourceText, span: Span) -> Location {
        let (snippet, own) = self.written(span);
        Location::at(snippet.unwrap_or(page), own)
    }

    /// The snippet that a span stands in, and where in it; `None` and the same for the page itself.
    fn written(&self, span: Span) -> (Option<&SourceText>, Span) {
        let Some(one) = self.find(span) else { return (None, span) };
        let own = |at: u32| at.saturating_sub(one.base);
        (Some(&one.document.source), Span { start: own(span.start), end: own(span.end) })
    }
}
