//! Markup as a row of tags and texts, for those who look at what was rendered.
//!
//! For markup that this program wrote: values stand in double quotes and hold none. Any other text gives some
//! pieces, too, and never an error.

use crate::text::bytes::{find, first_near, first_of_two_near};

/// A piece of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'h> {
    /// Between tags, with its entities.
    Text(&'h str),
    Tag(Tag<'h>),
}

/// A tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'h> {
    /// As written: in lower case, unless an author wrote it otherwise.
    pub name: &'h str,
    /// `</…>`.
    pub is_end: bool,
    attributes: &'h str,
}

impl<'h> Tag<'h> {
    /// The value of an attribute, with its entities.
    pub fn attribute(&self, name: &str) -> Option<&'h str> {
        self.attributes().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Its attributes as they are written.
    pub fn written(&self) -> &'h str {
        self.attributes
    }

    /// Its attributes that have values, in order, with their entities.
    pub fn attributes(&self) -> impl Iterator<Item = (&'h str, &'h str)> {
        let mut rest = self.attributes;
        std::iter::from_fn(move || {
            loop {
                let quote = first_near(b'"', rest.as_bytes())?;
                let (before, after) = (&rest[..quote], &rest[quote + 1..]);
                let end = first_near(b'"', after.as_bytes());
                let value = &after[..end.unwrap_or(after.len())];
                rest = end.map_or("", |end| &after[end + 1..]);
                if let [name @ .., b'='] = before.as_bytes() {
                    let start = name.iter().rposition(|byte| *byte <= b' ');
                    return Some((&before[start.map_or(0, |space| space + 1)..name.len()], value));
                }
            }
        })
    }

    /// Whether it is its own end: `<path/>`.
    pub fn is_empty(&self) -> bool {
        self.attributes.as_bytes().last() == Some(&b'/')
    }

    /// Whether one of its classes is called so.
    pub fn has_class(&self, class: &str) -> bool {
        self.attribute("class")
            .is_some_and(|classes| classes.split_ascii_whitespace().any(|own| own == class))
    }
}

/// What is known of tags by how they are written: a page has the same few again and again, coloured code more than
/// anything.
pub struct Alike<'h, T>([Option<(Tag<'h>, T)>; PLACES]);

/// Tags that are remembered at once.
const PLACES: usize = 64;

impl<T: Copy> Default for Alike<'_, T> {
    fn default() -> Self {
        Self([None; PLACES])
    }
}

impl<'h, T: Copy> Alike<'h, T> {
    /// What was noted of the last such tag, unless another one took its place.
    pub fn get(&self, tag: &Tag<'h>) -> Option<T> {
        self.0[Self::place(tag)].filter(|(known, _)| known == tag).map(|(_, noted)| noted)
    }

    pub fn note(&mut self, tag: &Tag<'h>, what: T) {
        self.0[Self::place(tag)] = Some((*tag, what));
    }

    /// By its length and the last letter of its last value, which stands before a quote.
    fn place(tag: &Tag<'h>) -> usize {
        let written = tag.attributes;
        let letter = written.len().checked_sub(2).and_then(|at| written.as_bytes().get(at));
        (written.len() * 31 + letter.map_or(0, |byte| usize::from(*byte))) % PLACES
    }
}

/// The pieces of `html` in order. What stands in `script` and `style` is left out.
pub fn pieces(html: &str) -> Pieces<'_> {
    Pieces { rest: html, raw: None }
}

/// See [`pieces`].
pub struct Pieces<'h> {
    rest: &'h str,
    /// The element whose content is no markup.
    raw: Option<&'h str>,
}

impl<'h> Iterator for Pieces<'h> {
    type Item = Piece<'h>;

    fn next(&mut self) -> Option<Piece<'h>> {
        self.skip_raw();
        if self.rest.is_empty() {
            return None;
        }
        if let Some(tag) = self.tag() {
            return Some(Piece::Tag(tag));
        }
        // A lone `<` is text.
        let end = first_near(b'<', &self.rest.as_bytes()[1..]).map_or(self.rest.len(), |end| end + 1);
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(Piece::Text(text))
    }
}

impl<'h> Pieces<'h> {
    /// The next tag that begins an element, for those who look at attributes only.
    pub fn next_start(&mut self) -> Option<Tag<'h>> {
        loop {
            self.skip_raw();
            let at = first_near(b'<', self.rest.as_bytes())?;
            self.rest = &self.rest[at..];
            match self.rest.as_bytes().get(1) {
                Some(byte) if byte.is_ascii_alphabetic() => return self.tag(),
                _ => self.rest = &self.rest[1..],
            }
        }
    }

    /// Goes behind tags of a `span`, for those to whom it is a part of its line: of coloured code it is every word.
    pub fn skip_spans(&mut self) {
        if self.raw.is_some() {
            return;
        }
        loop {
            let bytes = self.rest.as_bytes();
            let end = match bytes {
                [b'<', b'/', b's', b'p', b'a', b'n', b'>', ..] => Some(6),
                [b'<', b's', b'p', b'a', b'n', b' ' | b'>', ..] => end_of_tag(bytes, 5),
                _ => None,
            };
            let Some(end) = end else { return };
            self.rest = &self.rest[end + 1..];
        }
    }

    /// Goes to the end of a `pre` that has just begun, unless another one stands in it.
    pub fn skip_code(&mut self) {
        self.skip(b"pre");
    }

    /// Goes to the end of a drawing or a button that has just begun.
    pub fn skip_leaf(&mut self, name: &str) {
        match name {
            "svg" => self.skip(b"svg"),
            "button" => self.skip(b"button"),
            _ => {}
        }
    }

    /// Goes to the end of an element that has just begun, unless another one of its name stands in it. Code is long: it is
    /// read once for both.
    fn skip(&mut self, name: &[u8]) {
        let bytes = self.rest.as_bytes();
        let mut at = 0;
        while let Some(found) = find(&bytes[at..], name) {
            at += found;
            match bytes[..at] {
                [.., b'<', b'/'] => return self.rest = &self.rest[at - 2..],
                [.., b'<'] => return,
                _ => at += name.len(),
            }
        }
    }

    /// Goes to the end of what is no markup.
    fn skip_raw(&mut self) {
        if let Some(raw) = self.raw.take() {
            let end = find(self.rest.as_bytes(), format!("</{raw}").as_bytes());
            self.rest = end.map_or("", |end| &self.rest[end..]);
        }
    }

    fn tag(&mut self) -> Option<Tag<'h>> {
        // By bytes: a page of code is mostly tags.
        let is_end = self.rest.as_bytes().get(1) == Some(&b'/');
        let at = 1 + usize::from(is_end);
        let starts = self.rest.as_bytes().first() == Some(&b'<');
        if !starts || !self.rest.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic) {
            return None;
        }
        let inside = &self.rest[at..];
        let bytes = inside.as_bytes();
        let ends_name = |byte: &u8| *byte <= b' ' || matches!(byte, b'>' | b'/');
        let name = bytes.iter().position(ends_name).unwrap_or(bytes.len());
        let end = end_of_tag(bytes, name).unwrap_or(bytes.len());
        let (name, attributes) = (&inside[..name], &inside[name..end]);
        self.rest = inside.get(end + 1..).unwrap_or_default();
        if !is_end && ["script", "style"].iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
            self.raw = Some(name);
        }
        Some(Tag { name, is_end, attributes })
    }
}

/// Where the `>` of a tag is, looked for from `at`; it may stand in a quoted value. Names are short and values may be
/// long.
fn end_of_tag(inside: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += first_of_two_near(b'"', b'>', inside.get(at..)?)?;
        if inside.get(at) == Some(&b'>') {
            return Some(at);
        }
        at += first_near(b'"', inside.get(at + 1..)?)? + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_begin_with_any_character() {
        let texts: Vec<_> = pieces("<p>你好 <b>é</b>“x”<i>ลูก</i>").collect();
        let text = |at: usize| match texts[at] {
            Piece::Text(text) => text,
            Piece::Tag(tag) => tag.name,
        };
        assert_eq!(
            (0..texts.len()).map(text).collect::<Vec<_>>(),
            ["p", "你好 ", "b", "é", "b", "“x”", "i", "ลูก", "i"]
        );
    }

    #[test]
    fn tags_and_texts_come_in_order() {
        let html = "a<b class=\"x y\" title=\"1 > 0\">c &lt; d</b><br/>2 < 3<script>if (a<b) {}</script>e<";
        let mut seen = Vec::new();
        for piece in pieces(html) {
            seen.push(match piece {
                Piece::Text(text) => text.to_owned(),
                Piece::Tag(tag) => format!("{}{}", if tag.is_end { "/" } else { "" }, tag.name),
            });
        }
        assert_eq!(seen, ["a", "b", "c &lt; d", "/b", "br", "2 ", "< 3", "script", "/script", "e", "<"]);
        let mut starts = pieces(html);
        assert_eq!(
            std::iter::from_fn(|| starts.next_start()).map(|tag| tag.name).collect::<Vec<_>>(),
            ["b", "br", "script"]
        );
        let Some(Piece::Tag(tag)) = pieces(html).nth(1) else { panic!("a tag") };
        assert_eq!(
            (tag.attribute("title"), tag.has_class("y"), tag.attribute("itle")),
            (Some("1 > 0"), true, None)
        );
    }
}
