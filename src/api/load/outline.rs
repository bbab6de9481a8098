//! The keys of a description as it is written, each with how deep it stands and where what is under it ends: JSON, YAML,
//! and JSON within YAML. Values are passed over, so that a text that looks like a key is none.

use std::ops::Range;

use crate::text::Span;

/// Most keys of one text that are kept; a place behind them has no line.
const MAX_KEYS: usize = 2_000_000;
/// Most keys that are looked at for one chain of keys.
const MAX_LOOKED_AT: usize = 4_000_000;

/// How deep a key stands: its column, and how many brackets are open around it. Whichever of two keys under the same
/// one has less is nearer to it.
type Depth = (u32, u32);

#[derive(Debug, PartialEq, Eq)]
struct Key {
    /// Its name, without quotes.
    start: u32,
    end: u32,
    depth: Depth,
    /// The number of the first key that does not stand under it.
    next: u32,
}

/// The keys of one text, in written order.
#[derive(Debug, PartialEq, Eq)]
pub struct Outline {
    keys: Vec<Key>,
}

impl Outline {
    /// Looks through a text once.
    pub fn of(text: &str) -> Self {
        let mut reader =
            Reader { text: text.as_bytes(), at: 0, keys: Vec::new(), open: Vec::new(), brackets: 0 };
        while reader.at < reader.text.len() && reader.keys.len() < MAX_KEYS {
            reader.line();
        }
        reader.close((0, 0));
        Self { keys: reader.keys }
    }

    /// The key that a chain of keys leads to: each is the nearest one of its name under the one before. Those that are not
    /// there are passed over, since they were made of something else or stand behind a reference.
    pub(super) fn find(&self, text: &str, chain: &[&str]) -> Option<Span> {
        let mut left = MAX_LOOKED_AT;
        let mut within = 0..self.keys.len();
        let mut found = None;
        for name in chain {
            let called = |at: &usize| self.keys.get(*at).is_some_and(|key| key.is(text, name));
            let depth = |at: &usize| self.keys.get(*at).map(|key| key.depth);
            // Nearly always it is one of those directly under the key before, of which even a large text has few.
            let direct = self.directly_in(within.clone()).filter(called).min_by_key(depth);
            let nearest = || {
                left = left.checked_sub(within.len())?;
                within.clone().filter(called).min_by_key(depth)
            };
            let Some((at, key)) = direct.or_else(nearest).and_then(|at| Some((at, self.keys.get(at)?)))
            else {
                continue;
            };
            within = at + 1..key.next as usize;
            found = Some(key.span());
        }
        found
    }

    /// The next key of the same name beside a key, as the members of a list have them.
    pub(super) fn next_alike(&self, text: &str, key: Span) -> Option<Span> {
        let at = self.keys.partition_point(|known| known.start < key.start);
        let (known, name) = (self.keys.get(at)?, text.get(key.start as usize..key.end as usize)?);
        let beside = self.directly_in(known.next as usize..self.keys.len());
        let mut beside =
            beside.map_while(|at| self.keys.get(at)).take_while(|other| other.depth >= known.depth);
        beside.find(|other| other.depth == known.depth && other.is(text, name)).map(Key::span)
    }

    /// The numbers of the keys of a range that stand under no other one of it.
    fn directly_in(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let key_after = |at: &usize| self.keys.get(*at).map(|key| key.next as usize);
        let first = Some(range.start);
        std::iter::successors(first, key_after).take_while(move |at| *at < range.end)
    }

    /// Where what stands under a key ends.
    pub(super) fn end_of(&self, text: &str, key: Span) -> usize {
        let at = self.keys.partition_point(|known| known.start < key.start);
        let next = self.keys.get(at).and_then(|known| self.keys.get(known.next as usize));
        next.map_or(text.len(), |next| next.start as usize)
    }
}

impl Key {
    fn span(&self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }

    fn is(&self, text: &str, name: &str) -> bool {
        let written = text.get(self.start as usize..self.end as usize).unwrap_or_default();
        // Some programs write each slash of JSON with a stroke before it.
        written == name || (written.contains('\\') && written.replace("\\/", "/") == name)
    }
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    keys: Vec<Key>,
    /// Numbers of the keys that are still open.
    open: Vec<usize>,
    brackets: u32,
}

impl Reader<'_> {
    fn here(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(b'\n')
    }

    fn skip(&mut self, is_skipped: impl Fn(u8) -> bool) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|byte| !is_skipped(*byte)).unwrap_or(rest.len());
    }

    fn end_line(&mut self) {
        self.skip(|byte| byte != b'\n');
        self.at += 1;
    }

    /// Whether a mark at this place is one, and no part of a word.
    fn is_apart(&self, at: usize) -> bool {
        self.text.get(at + 1).is_none_or(u8::is_ascii_whitespace)
    }

    /// Ends what stands as deep or deeper.
    fn close(&mut self, depth: Depth) {
        while let Some(last) = self.open.last().copied() {
            let next = self.keys.len() as u32;
            match self.keys.get_mut(last) {
                Some(key) if key.depth < depth => break,
                Some(key) => key.next = next,
                None => {}
            }
            self.open.pop();
        }
    }

    fn key(&mut self, name: Range<usize>, depth: Depth) {
        self.close(depth);
        self.open.push(self.keys.len());
        let next = self.keys.len() as u32 + 1;
        self.keys.push(Key { start: name.start as u32, end: name.end as u32, depth, next });
    }

    /// A line outside of brackets, with what goes on in the next ones.
    fn line(&mut self) {
        let start = self.at;
        self.skip(|byte| byte == b' ');
        // Text of several lines is further to the right than the item or key that it belongs to.
        let mut least = 0;
        while self.here() == b'-' && self.is_apart(self.at) {
            self.at += 1;
            least = self.at - start;
            self.skip(|byte| byte == b' ');
        }
        let column = (self.at - start) as u32;
        loop {
            self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
            match self.here() {
                b'\n' | b'#' => return self.end_line(),
                b'&' | b'!' => self.skip(|byte| !byte.is_ascii_whitespace()),
                b'{' | b'[' => {
                    self.flow(column);
                    return self.end_line();
                }
                b'|' | b'>' => {
                    self.end_line();
                    return self.block(least);
                }
                _ => {
                    let Some(name) = self.word(false) else { return self.end_line() };
                    self.key(name, (column, 0));
                    least = column as usize + 1;
                }
            }
        }
    }

    /// Lines of text that have at least so much space before them.
    fn block(&mut self, least: usize) {
        while self.at < self.text.len() {
            let start = self.at;
            self.skip(|byte| byte == b' ');
            let is_empty = matches!(self.here(), b'\n' | b'\r');
            if !is_empty && self.at - start < least {
                self.at = start;
                return;
            }
            self.end_line();
        }
    }

    /// What stands in brackets, up to the last one.
    fn flow(&mut self, column: u32) {
        while self.at < self.text.len() && self.keys.len() < MAX_KEYS {
            match self.here() {
                b'{' | b'[' => self.brackets += 1,
                b'}' | b']' => {
                    self.brackets = self.brackets.saturating_sub(1);
                    if self.brackets == 0 {
                        self.at += 1;
                        return;
                    }
                }
                b'#' => self.skip(|byte| byte != b'\n'),
                byte if byte.is_ascii_whitespace() || matches!(byte, b',' | b':') => {}
                _ => {
                    let depth = (column, self.brackets);
                    if let Some(name) = self.word(true) {
                        self.key(name, depth);
                    }
                    continue;
                }
            }
            self.at += 1;
        }
    }

    /// Reads a text, in quotes or not. What is given is its place when it is a key, after which a colon has been read.
    fn word(&mut self, is_in_brackets: bool) -> Option<Range<usize>> {
        let quote = self.here();
        let start = self.at;
        if !matches!(quote, b'"' | b'\'') {
            loop {
                match self.here() {
                    b'\n' => return None,
                    b':' if self.is_apart(self.at) || (is_in_brackets && self.ends_word(self.at + 1)) => {
                        break;
                    }
                    b'#' if self.at > start && self.text[self.at - 1].is_ascii_whitespace() => return None,
                    _ if is_in_brackets && self.ends_word(self.at) => return None,
                    _ => self.at += 1,
                }
            }
            let name = self.text.get(start..self.at).unwrap_or_default().trim_ascii_end();
            self.at += 1;
            return Some(start..start + name.len());
        }
        self.at += 1;
        while self.at < self.text.len() && self.here() != quote {
            self.at += if quote == b'"' && self.here() == b'\\' { 2 } else { 1 };
        }
        let end = self.at.min(self.text.len());
        self.at = end + 1;
        // A quote within such quotes is written twice: what follows is another such text, and no key.
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\r') || (is_in_brackets && byte == b'\n'));
        if self.here() != b':' || !(is_in_brackets || self.is_apart(self.at)) {
            return None;
        }
        self.at += 1;
        Some(start + 1..end)
    }

    fn ends_word(&self, at: usize) -> bool {
        self.text.get(at).is_some_and(|byte| matches!(byte, b',' | b'{' | b'}' | b'[' | b']'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, chain: &[&str]) -> Option<(usize, usize)> {
        let span = Outline::of(text).find(text, chain)?;
        let before = &text[..span.start as usize];
        let line = before.matches('\n').count() + 1;
        Some((line, before.len() - before.rfind('\n').map_or(0, |at| at + 1)))
    }

    #[test]
    fn the_nearest_key_of_a_name_is_found() {
        let text = "# a: b\ninfo:\n  description: |\n    paths: no\n\n    [{\n  x: 'it''s: {'\npaths:\n  /a/{x}:\n    \
                    get:\n      tags: [a, {post: 1}]\n      callbacks: {a: {post: {b: c}}}\n      deep:\n        \
                    post: 1\n    post: &x\n      list:\n      - name: a\n        in: b\n      - {name: c,\n         in: d}\n  \
                    \"/b\": {get: 1}\n";
        assert_eq!(found(text, &["paths"]), Some((8, 0)));
        assert_eq!(found(text, &["paths", "/a/{x}", "post"]), Some((15, 4)));
        assert_eq!(found(text, &["paths", "/a/{x}", "get", "post"]), Some((11, 17)));
        assert_eq!(found(text, &["paths", "/a/{x}", "post", "in"]), Some((18, 8)));
        assert_eq!(found(text, &["paths", "/a/{x}", "get", "callbacks", "post"]), Some((12, 22)));
        assert_eq!(found(text, &["paths", "/b", "post", "get"]), Some((21, 9)));
        assert_eq!(found(text, &["info", "x", "none"]), Some((7, 2)));
        assert_eq!(found(text, &["none"]), None);
        let json = "{\n \"a\": {\"b\": [{\"c\": \"\\\"d\\\": {\"}],\n \"\\/d\": {\"c\": {\"e\": 1}, \"e\": 2}}, \"e\": 3\n}";
        assert_eq!(found(json, &["a", "/d", "e"]), Some((3, 25)));
        assert_eq!(found(json, &["e"]), Some((3, 35)));
        assert_eq!(found(json, &["a", "c"]), Some((3, 10)));
    }
}
