//! What a page says of other pages: the texts of its links to them, a card's with its description. Another author's
//! words for a page, or the same author's on another day, are often those of who asks.
//!
//! They lie in the fragment of the page that says them, and are given to those pages that lie in the same chunk
//! ([`super::chunk`]): so an edit still makes one chunk again, and no page is read for another one's words.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chunk::Entry;
use super::fragment::Fragment;
use crate::hash::tables::HashMap;
use crate::html::body::Body;
use crate::html::tags::{Piece, pieces};
use crate::page::jsx::{decode_entities, push_decoded};
use crate::text::bytes::find;

/// Most links of a page that are looked at.
const MOST_LINKS: usize = 400;
/// Bytes of a link's text: what is longer says everything.
const MOST_TEXT: usize = 240;
/// Texts that a page is found by, those first that are said most.
const MOST_TEXTS: usize = 8;

/// A link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The address of the page that it leads to, without a place in it.
    pub of: String,
    pub text: String,
}

/// The links of a page to other pages of its site.
pub fn told(body: &Body) -> Vec<Told> {
    let mut found = Vec::new();
    for html in body.parts() {
        let mut rest = html.as_str();
        // Most of a page is no link, and most links are to places on it: only what leads elsewhere in the site is read.
        while let Some(at) = find(rest.as_bytes(), b" href=\"/").filter(|_| found.len() < MOST_LINKS) {
            let start = rest[..at].rfind('<').unwrap_or(at);
            let link = &rest[start..];
            let end = find(link.as_bytes(), b"</a>").unwrap_or(link.len());
            if !link.starts_with("<a ") {
                // A text that shows one, or an element of another kind.
                rest = &rest[at + 1..];
                continue;
            }
            found.extend(link_told(&link[..end]));
            rest = &link[end..];
        }
    }
    found
}

/// What a link tells, from its tag to before its end.
fn link_told(link: &str) -> Option<Told> {
    let mut pieces = pieces(link);
    let Some(Piece::Tag(tag)) = pieces.next() else { return None };
    let href = tag.attribute("href").filter(|href| href.starts_with('/'))?;
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Tag(_) => text.push(' '),
            Piece::Text(part) if text.len() + part.len() <= MOST_TEXT => push_decoded(&mut text, part),
            Piece::Text(_) => {}
        }
    }
    let of = page_of(&decode_entities(href)).to_owned();
    (!text.trim().is_empty()).then_some(Told { of, text })
}

/// An address without what names a place in the page.
fn page_of(url: &str) -> &str {
    let end = url.find(['#', '?']).unwrap_or(url.len());
    let page = url.get(..end).unwrap_or(url);
    page.strip_suffix('/').filter(|page| !page.is_empty()).unwrap_or(page)
}

/// What is told of each page of a chunk by the others.
pub fn said<'f>(entries: &[Entry], fragments: &'f [Fragment]) -> Vec<Vec<&'f str>> {
    let numbers: HashMap<&str, usize> =
        entries.iter().enumerate().map(|(number, entry)| (page_of(&entry.url), number)).collect();
    let mut counts: Vec<BTreeMap<&str, usize>> = vec![BTreeMap::new(); entries.len()];
    for (own, fragment) in fragments.iter().enumerate() {
        for Told { of, text } in &fragment.told {
            if let Some(number) = numbers.get(of.as_str()).filter(|number| **number != own)
                && let Some(counts) = counts.get_mut(*number)
            {
                *counts.entry(text.trim()).or_default() += 1;
            }
        }
    }
    let most = |counts: BTreeMap<&'f str, usize>| {
        let mut texts: Vec<_> = counts.into_iter().collect();
        // Those said as often stay in the order of their letters.
        texts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        texts.into_iter().take(MOST_TEXTS).map(|(text, _)| text).collect()
    };
    counts.into_iter().map(most).collect()
}
