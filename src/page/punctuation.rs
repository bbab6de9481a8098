//! Smart punctuation: curly quotes, em dashes and ellipses in the text of a page (behaviour 6.2).
//!
//! Quotes are decided over the joined text of the whole page, so that `"*word*"` gets both of its quotes
//! right. A paragraph begins with a blank there; headings and table cells follow directly on the text before
//! them, so a quote that opens a heading closes when a word ends the block before. That looks odd, but ids
//! of headings, and so published links, depend on it. Code counts as a word and is never changed. Signs that
//! stand for another together are looked for in each text by itself: `-` in two cells that follow each other is no dash.

use super::ast::{Node, NodeKind};
use crate::text::bytes::first_of_two_near;

/// Applies smart punctuation to all text below `nodes`, the nodes of one page.
pub fn smarten(nodes: &mut [Node]) {
    if !nodes.iter().any(needs_work) {
        return;
    }
    let mut joined = Joined::default();
    nodes.iter().for_each(|node| joined.collect(node));
    let mut smart = educate(&joined.characters, &joined.starts).into_iter();
    nodes.iter_mut().for_each(|node| replace(node, &mut smart));
}

/// The text with smart punctuation.
pub fn smart_text(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    educate(&characters, &[]).into_iter().collect()
}

fn needs_work(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Text(text) => {
            let bytes = text.as_bytes();
            let is_run = |pair: &[u8]| matches!(pair, b"--" | b"..");
            first_of_two_near(b'"', b'\'', bytes).is_some() || bytes.windows(2).any(is_run)
        }
        _ => node.children.iter().any(needs_work),
    }
}

/// A prompt is copied as it was written (behaviour 8).
fn is_verbatim(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Element(element) if element.name == "Prompt")
}

/// The text of a page, as quotes are decided.
#[derive(Default)]
struct Joined {
    characters: Vec<char>,
    /// Where texts begin that do not go on with what is before them.
    starts: Vec<usize>,
    is_in_text: bool,
}

impl Joined {
    fn collect(&mut self, node: &Node) {
        if let NodeKind::Text(text) = &node.kind {
            if !std::mem::replace(&mut self.is_in_text, true) {
                self.starts.push(self.characters.len());
            }
            self.characters.extend(text.chars());
            return;
        }
        self.is_in_text = false;
        match &node.kind {
            NodeKind::InlineCode(code) => self.characters.extend(code.chars().map(|_| 'A')),
            kind if is_verbatim(kind) => {}
            kind => {
                self.characters.extend(matches!(kind, NodeKind::Paragraph).then_some(' '));
                node.children.iter().for_each(|child| self.collect(child));
            }
        }
        self.is_in_text = false;
    }
}

fn replace(node: &mut Node, smart: &mut impl Iterator<Item = Smart>) {
    match &mut node.kind {
        NodeKind::Text(text) => {
            *text = smart.by_ref().take(text.chars().count()).collect();
            return;
        }
        NodeKind::InlineCode(code) => {
            let length = code.chars().count();
            smart.by_ref().take(length).for_each(drop);
            return;
        }
        kind if is_verbatim(kind) => return,
        NodeKind::Paragraph => {
            smart.next();
        }
        _ => {}
    }
    node.children.iter_mut().for_each(|child| replace(child, smart));
}

/// One input character's replacement: the same, another, or none.
#[derive(Clone, Copy)]
struct Smart(Option<char>);

impl FromIterator<Smart> for String {
    fn from_iter<I: IntoIterator<Item = Smart>>(iter: I) -> Self {
        iter.into_iter().filter_map(|smart| smart.0).collect()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Edge,
    Space,
    Word,
    Mark,
}

fn class(characters: &[char], at: Option<usize>) -> Class {
    match at.and_then(|at| characters.get(at)) {
        None => Class::Edge,
        Some(c) if c.is_whitespace() => Class::Space,
        Some(c) if c.is_alphanumeric() => Class::Word,
        Some(_) => Class::Mark,
    }
}

/// `starts`: where texts begin, in order. No run of signs goes on from one to the next.
fn educate(characters: &[char], starts: &[usize]) -> Vec<Smart> {
    let mut out = Vec::with_capacity(characters.len());
    let mut starts = starts.iter().copied().peekable();
    let mut at = 0;
    while at < characters.len() {
        let c = characters[at];
        while starts.next_if(|start| *start <= at).is_some() {}
        let end = starts.peek().map_or(characters.len(), |start| *start);
        let run = characters[at..end].iter().take_while(|other| **other == c).count();
        match c {
            '-' if run == 2 => {
                out.extend([Smart(Some('—')), Smart(None)]);
                at += 2;
            }
            '.' if run >= 3 => {
                out.push(Smart(Some('…')));
                out.extend(std::iter::repeat_n(Smart(None), run - 1));
                at += run;
            }
            '\'' if run == 2 => {
                out.extend([Smart(Some('”')), Smart(None)]);
                at += 2;
            }
            '"' | '\'' if run == 1 => {
                out.push(Smart(Some(quote(characters, at))));
                at += 1;
            }
            // A run of quotes is an empty string in prose about code.
            '-' | '.' | '"' | '\'' => {
                out.extend(std::iter::repeat_n(Smart(Some(c)), run));
                at += run;
            }
            _ => {
                out.push(Smart(Some(c)));
                at += 1;
            }
        }
    }
    out
}

fn quote(characters: &[char], at: usize) -> char {
    let value = characters[at];
    let (opening, closing) = if value == '"' { ('“', '”') } else { ('‘', '’') };
    let before = class(characters, at.checked_sub(1));
    let next = class(characters, Some(at + 1));
    let second = class(characters, Some(at + 2));
    let next_is_quote = matches!(characters.get(at + 1), Some('"' | '\''));
    // The end of a sentence keeps its quote, also where the next cell or heading follows at once.
    let ends_sentence =
        matches!(at.checked_sub(1).and_then(|at| characters.get(at)), Some('.' | '?' | '!' | '…'))
            && characters.get(at + 1).is_some_and(|c| c.is_alphanumeric() && !c.is_lowercase());
    let word: String = characters[at + 1..].iter().take_while(|c| c.is_alphanumeric()).collect();
    let decade =
        word.len() == 3 && word.ends_with('s') && word[..2].bytes().all(|byte| byte.is_ascii_digit());
    if next == Class::Mark && second != Class::Word {
        closing
    } else if next_is_quote && second == Class::Word {
        opening
    } else if decade || ends_sentence {
        closing
    } else if next == Class::Word && matches!(before, Class::Space | Class::Mark) {
        opening
    } else if before == Class::Word
        || matches!(next, Class::Edge | Class::Space)
        || (value == '\'' && word == "s")
    {
        closing
    } else {
        opening
    }
}
