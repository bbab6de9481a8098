//! Markup as a row of tags and texts, for those who look at what was rendered.
//!
//! For markup that this program wrote: values stand in double quotes and hold none. Any other text gives some
//! pieces, too, and never an error.

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
        let mut rest = self.attributes;
        while let Some((before, after)) = rest.split_once('"') {
            let (value, behind) = after.split_once('"').unwrap_or((after, ""));
            if let Some(space) = before.strip_suffix('=').and_then(|before| before.strip_suffix(name))
                && space.ends_with(|c: char| c.is_ascii_whitespace())
            {
                return Some(value);
            }
            rest = behind;
        }
        None
    }

    /// Whether it is its own end: `<path/>`.
    pub fn is_empty(&self) -> bool {
        self.attributes.ends_with('/')
    }

    /// Whether one of its classes is called so.
    pub fn has_class(&self, class: &str) -> bool {
        self.attribute("class")
            .is_some_and(|classes| classes.split_ascii_whitespace().any(|own| own == class))
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
        if let Some(raw) = self.raw.take() {
            self.rest = self.rest.find(&format!("</{raw}")).map_or("", |end| &self.rest[end..]);
        }
        if self.rest.is_empty() {
            return None;
        }
        if let Some(tag) = self.tag() {
            return Some(Piece::Tag(tag));
        }
        // A lone `<` is text.
        let end = self.rest.bytes().skip(1).position(|byte| byte == b'<');
        let end = end.map_or(self.rest.len(), |end| end + 1);
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(Piece::Text(text))
    }
}

impl<'h> Pieces<'h> {
    fn tag(&mut self) -> Option<Tag<'h>> {
        let inside = self.rest.strip_prefix('<')?;
        let (is_end, inside) = inside.strip_prefix('/').map_or((false, inside), |inside| (true, inside));
        if !inside.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut quoted = false;
        let end = inside.bytes().position(|byte| {
            quoted ^= byte == b'"';
            byte == b'>' && !quoted
        });
        let (tag, rest) = inside.split_at(end.unwrap_or(inside.len()));
        self.rest = rest.strip_prefix('>').unwrap_or(rest);
        let ends_name = |byte: u8| byte.is_ascii_whitespace() || byte == b'/';
        let name = tag.bytes().position(ends_name).unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(name);
        if !is_end && ["script", "style"].iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
            self.raw = Some(name);
        }
        Some(Tag { name, is_end, attributes })
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
        let Some(Piece::Tag(tag)) = pieces(html).nth(1) else { panic!("a tag") };
        assert_eq!(
            (tag.attribute("title"), tag.has_class("y"), tag.attribute("itle")),
            (Some("1 > 0"), true, None)
        );
    }
}
