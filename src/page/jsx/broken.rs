//! Tags that are meant as tags and are none: what is wrong with them, and what can be kept.
//!
//! A browser would make something of `<Card title="a>`, and so do readers expect it of a page: the tag stays,
//! without the attribute that cannot be read. What is not certainly meant as a tag is left alone: it is text.

use super::{
    Patience, Tag, TagKind, decode_entities, end_of_expression, name_end, skip_space, typographic_end,
};
use crate::page::ast::{Attribute, AttributeValue, Value};
use crate::text::Span;

/// How far a broken tag is looked for, bytes.
const LONGEST: usize = 4 * 1024;

/// A tag that could be saved, and what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokenTag {
    /// The tag without what cannot be read.
    pub tag: Tag,
    /// Where the problem is.
    pub place: Span,
    /// A sentence without a place.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

/// Reads the broken tag at `text[at] == '<'`; `None` when nobody meant a tag. To be asked when
/// [`super::parse_tag`] found none.
pub fn read_broken(text: &str, at: usize, patience: &mut Patience) -> Option<BrokenTag> {
    if patience.is_exhausted() {
        return None;
    }
    let window = window(text, at);
    let found =
        if window.as_bytes().get(at + 1) == Some(&b'/') { closing(window, at) } else { opening(window, at) };
    // Ends of braces are looked for twice in each.
    patience.spend(4 * found.as_ref().map_or(window.len() - at, |found| found.tag.span.end as usize - at));
    found
}

/// The text up to the next blank line.
fn window(text: &str, at: usize) -> &str {
    let mut end = text.len().min(at + LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut from = at;
    while let Some(line) = text[from..end].find('\n').map(|offset| from + offset) {
        let next = &text[line + 1..end];
        if next.trim_start_matches([' ', '\t', '\r']).starts_with('\n') {
            return &text[..line];
        }
        from = line + 1;
    }
    &text[..end]
}

/// `</Card title="a">`.
fn closing(text: &str, at: usize) -> Option<BrokenTag> {
    let name_start = at + 2;
    let end = name_end(text, name_start);
    let name = text[name_start..end].to_owned();
    let rest = text[end..].split('\n').next().unwrap_or("");
    let close = rest.find('>')?;
    if name.is_empty() || !rest.starts_with([' ', '\t']) || rest[..close].contains(['<', '{']) {
        return None;
    }
    let span = Span::new(at, end + close + 1);
    Some(BrokenTag {
        message: format!("the closing tag `</{name}>` has attributes"),
        hint: "write attributes into the opening tag".to_owned(),
        place: span,
        tag: Tag { name, kind: TagKind::Close, attributes: Vec::new(), span },
    })
}

/// What has been read of an opening tag.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    name: &'t str,
    attributes: Vec<Attribute>,
    /// The first problem.
    problem: Option<(Span, String, String)>,
    /// A `>` in a string, where the tag ends if nothing better is found, and how many attributes there were.
    inside: Option<(usize, usize)>,
    /// An `=` or a brace: somebody writes attributes.
    certain: bool,
}

fn opening(text: &str, at: usize) -> Option<BrokenTag> {
    let end = name_end(text, at + 1);
    let name = &text[at + 1..end];
    let after = *text.as_bytes().get(end)?;
    if name.is_empty() || !(after.is_ascii_whitespace() || after == b'{') {
        return None;
    }
    let reader =
        Reader { text, at, name, attributes: Vec::new(), problem: None, inside: None, certain: false };
    reader.read(end)
}

impl Reader<'_> {
    fn read(mut self, from: usize) -> Option<BrokenTag> {
        let bytes = self.text.as_bytes();
        let mut pos = from;
        loop {
            pos = skip_space(bytes, pos);
            pos = match bytes.get(pos) {
                None | Some(b'<') => return self.cut(),
                Some(b'>') => return self.finish(pos + 1, TagKind::Open),
                Some(b'/') if bytes.get(pos + 1) == Some(&b'>') => {
                    return self.finish(pos + 2, TagKind::SelfClosing);
                }
                Some(b'{') => self.braces(pos),
                Some(b'"' | b'\'' | b'`' | b'=' | b'}') => {
                    let quote = &self.text[pos..=pos];
                    self.report(
                        Span::new(pos, pos + 1),
                        format!("`{quote}` stands alone in the tag `<{}>`", self.name),
                        "check the quotation marks and braces in front of it".to_owned(),
                    );
                    pos + 1
                }
                Some(_) => self.attribute(pos),
            };
        }
    }

    fn report(&mut self, place: Span, message: String, hint: String) {
        if self.problem.is_none() {
            self.problem = Some((place, message, hint));
        }
    }

    /// `{props}`, which is neither `{...props}` nor the value of an attribute.
    fn braces(&mut self, pos: usize) -> usize {
        self.certain = true;
        let Some(end) = end_of_expression(self.text, pos) else {
            self.report(
                Span::new(pos, pos + 1),
                format!("`{{` in the tag `<{}>` is never closed", self.name),
                "add the closing `}`".to_owned(),
            );
            return self.tag_end(pos);
        };
        let inner = self.text[pos + 1..end - 1].trim();
        if let Some(spread) = inner.strip_prefix("...") {
            let value = AttributeValue::Expression(spread.to_owned());
            self.attributes.push(Attribute { name: "".into(), value, span: Span::new(pos, end) });
        } else if !inner.starts_with("/*") {
            let shown = crate::page::mask::shorten(inner);
            self.report(
                Span::new(pos, end),
                format!("`{shown}` in the tag `<{}>` is no attribute", self.name),
                "give it a name, as in `title={…}`, or write `{...props}` for all entries of an object"
                    .to_owned(),
            );
        }
        end
    }

    fn attribute(&mut self, pos: usize) -> usize {
        let bytes = self.text.as_bytes();
        let is_name = |byte: u8| {
            !matches!(byte, b'=' | b'>' | b'{' | b'}' | b'"' | b'\'' | b'<' | b'`')
                && !byte.is_ascii_whitespace()
        };
        let mut end = pos + 1;
        while bytes.get(end).is_some_and(|byte| is_name(*byte))
            && !(bytes[end] == b'/' && bytes.get(end + 1) == Some(&b'>'))
        {
            end += 1;
        }
        let Some(name) = self.text.get(pos..end).map(str::to_owned) else { return end };
        if bytes.get(end) != Some(&b'=') {
            self.push(name, Value::Bool(true), Span::new(pos, end));
            return end;
        }
        self.certain = true;
        let start = end + 1;
        match bytes.get(start) {
            Some(quote @ (b'"' | b'\'')) => self.string(name, pos, start, *quote),
            Some(b'{') => match end_of_expression(self.text, start) {
                Some(close) => {
                    let value = AttributeValue::Expression(self.text[start + 1..close - 1].to_owned());
                    self.attributes.push(Attribute { name: name.into(), value, span: Span::new(pos, close) });
                    close
                }
                None => {
                    self.report(
                        Span::new(start, start + 1),
                        format!("the `{{` of the attribute `{name}` is never closed"),
                        "add the closing `}`".to_owned(),
                    );
                    self.tag_end(start)
                }
            },
            Some(_) if let Some(length) = typographic_end(&self.text[start..]) => {
                let close = start + length;
                let mut inside = self.text[start..close].chars();
                let marks = [inside.next(), inside.next_back()]
                    .map(|mark| mark.map(String::from).unwrap_or_default());
                let value = inside.as_str();
                self.report(
                    Span::new(start, close),
                    format!("`{}` and `{}` are no quotation marks of an attribute", marks[0], marks[1]),
                    format!("write `{name}=\"{value}\"`"),
                );
                self.push(name, Value::String(decode_entities(value)), Span::new(pos, close));
                close
            }
            Some(byte) if is_name(*byte) => {
                let mut close = start + 1;
                while bytes.get(close).is_some_and(|byte| *byte != b'>' && !byte.is_ascii_whitespace()) {
                    close += 1;
                }
                if bytes[close - 1] == b'/' && bytes.get(close) == Some(&b'>') {
                    close -= 1;
                }
                let value = self.text.get(start..close).unwrap_or("");
                self.push(name, Value::String(decode_entities(value)), Span::new(pos, close));
                close
            }
            _ => {
                self.report(
                    Span::new(pos, start),
                    format!("the attribute `{name}` of `<{}>` has no value", self.name),
                    format!("write `{name}=\"…\"`, or `{name}` alone for a switch"),
                );
                start
            }
        }
    }

    /// A string ends on its line.
    fn string(&mut self, name: String, pos: usize, start: usize, quote: u8) -> usize {
        let line = self.text[start + 1..].split('\n').next().unwrap_or("");
        let inside = line.find('>');
        match line.bytes().position(|byte| byte == quote) {
            Some(length) => {
                if self.inside.is_none()
                    && let Some(at) = inside.filter(|at| *at < length)
                {
                    self.inside = Some((start + 1 + at, self.attributes.len()));
                    let shown = char::from(quote);
                    self.report(
                        Span::new(start, start + 1),
                        format!("the value of the attribute `{name}` is never closed"),
                        format!("add the closing `{shown}`"),
                    );
                }
                let value = decode_entities(&line[..length]);
                self.push(name, Value::String(value), Span::new(pos, start + 2 + length));
                start + 2 + length
            }
            None => {
                let shown = char::from(quote);
                self.report(
                    Span::new(start, start + 1),
                    format!("the value of the attribute `{name}` is never closed"),
                    format!("add the closing `{shown}`"),
                );
                let end = self.tag_end(start);
                // What stands at its end is the other kind of quotation mark, or the slash of the tag.
                let value =
                    self.text.get(start + 1..end).unwrap_or("").trim_end_matches(['"', '\'', '/']).trim();
                self.push(name, Value::String(decode_entities(value)), Span::new(pos, end));
                end
            }
        }
    }

    fn push(&mut self, name: String, value: Value, span: Span) {
        self.attributes.push(Attribute { name: name.into(), value: AttributeValue::Value(value), span });
    }

    /// The end of the tag or of the line, whichever comes first.
    fn tag_end(&self, from: usize) -> usize {
        let line = self.text[from..].split('\n').next().unwrap_or("");
        match line.find('>') {
            Some(at) if line[..at].ends_with('/') => from + at - 1,
            Some(at) => from + at,
            None => from + line.len(),
        }
    }

    /// No end was found: the tag ends at a `>` that seemed to be part of a string, if there is one.
    fn cut(mut self) -> Option<BrokenTag> {
        let (end, count) = self.inside?;
        let attribute = self.attributes.get_mut(count)?;
        let start = attribute.span.start as usize + attribute.name.len() + 2;
        let value = self.text.get(start..end)?.trim_end_matches('/').trim();
        attribute.value = AttributeValue::Value(Value::String(decode_entities(value)));
        attribute.span = Span::new(attribute.span.start as usize, end);
        self.attributes.truncate(count + 1);
        let kind = if self.text[..end].ends_with('/') { TagKind::SelfClosing } else { TagKind::Open };
        self.finish(end + 1, kind)
    }

    fn finish(self, end: usize, kind: TagKind) -> Option<BrokenTag> {
        let (place, message, hint) = self.problem?;
        self.certain.then(|| BrokenTag {
            tag: Tag {
                name: self.name.to_owned(),
                kind,
                attributes: self.attributes,
                span: Span::new(self.at, end),
            },
            place,
            message,
            hint,
        })
    }
}
