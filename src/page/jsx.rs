//! JSX as it stands in a page: tags, attributes and braces, found without a JavaScript parser.
//!
//! Both the block scanner and the inline mask read tags through this module, so that an element means
//! the same wherever it stands. What is inside braces is only delimited here; `expression` reads it.

use super::ast::{Attribute, AttributeValue, Value};
use crate::text::Span;
use crate::text::bytes::first_near;

pub mod broken;

/// One tag of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// As written; empty for a fragment.
    pub name: String,
    /// Opening, closing or complete.
    pub kind: TagKind,
    /// In source order.
    pub attributes: Vec<Attribute>,
    /// From `<` to `>`.
    pub span: Span,
}

/// The three forms of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagKind {
    Open,
    Close,
    SelfClosing,
}

/// Elements of HTML that never have children: `<br>` is complete without a slash.
pub fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

/// How far may still be looked for the ends of tags and expressions that turn out not to be any.
///
/// A lone `{` or `<` makes a scan to the end of the text; a page full of them would take time that grows
/// with the square of its length. Each scan in vain is paid for here. Once nothing is left, ends are only
/// looked for nearby, which is where they stand in a page that somebody wrote.
#[derive(Clone, Debug)]
pub struct Patience {
    left: usize,
}

/// Longest tag or expression, bytes: pictures stand in pages as `data:` addresses.
const LONGEST_PIECE: usize = 16 * 1024 * 1024;
/// The same after patience has run out.
const SHORT_PIECE: usize = 256;

impl Patience {
    /// For a text of this length.
    pub fn new(length: usize) -> Self {
        Self { left: 24 * length + 64 * 1024 }
    }

    /// The part of `text` in which a piece that starts at `at` must end.
    fn window<'t>(&self, text: &'t str, at: usize) -> &'t str {
        let mut end = self.limit(text.len(), at);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        &text[..end]
    }

    /// One past the last byte to look at for the end of what starts at `at`.
    pub fn limit(&self, length: usize, at: usize) -> usize {
        let reach = if self.left == 0 { SHORT_PIECE } else { LONGEST_PIECE };
        length.min(at + reach)
    }

    /// True once ends are only looked for nearby.
    pub fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    /// Pays for looking at some bytes in vain.
    pub fn spend(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
    }
}

/// Reads the tag that starts at `text[at] == '<'`; `None` when it is not a tag.
pub fn parse_tag(text: &str, at: usize, patience: &mut Patience) -> Option<Tag> {
    let text = patience.window(text, at);
    let mut reached = at;
    let tag = read_tag(text, at, &mut reached);
    if tag.is_none() {
        patience.spend(reached - at);
    }
    tag
}

/// `reached` becomes the end of what was looked at.
fn read_tag(text: &str, at: usize, reached: &mut usize) -> Option<Tag> {
    let bytes = text.as_bytes();
    let mut pos = at + 1;
    let closing = bytes.get(pos) == Some(&b'/');
    if closing {
        pos += 1;
        pos = skip_space(bytes, pos);
    }
    let name_start = pos;
    pos = name_end(text, pos);
    let name = &text[name_start..pos];
    if closing {
        pos = skip_space(bytes, pos);
        return (bytes.get(pos) == Some(&b'>')).then(|| Tag {
            name: name.to_owned(),
            kind: TagKind::Close,
            attributes: Vec::new(),
            span: Span::new(at, pos + 1),
        });
    }
    if name.is_empty() {
        return (bytes.get(pos) == Some(&b'>')).then(|| Tag {
            name: String::new(),
            kind: TagKind::Open,
            attributes: Vec::new(),
            span: Span::new(at, pos + 1),
        });
    }
    let mut attributes = Vec::new();
    loop {
        let after = skip_space(bytes, pos);
        *reached = after;
        match *bytes.get(after)? {
            b'>' => {
                let kind = TagKind::Open;
                return Some(Tag { name: name.to_owned(), kind, attributes, span: Span::new(at, after + 1) });
            }
            b'/' if let end = skip_space(bytes, after + 1)
                && bytes.get(end) == Some(&b'>') =>
            {
                let kind = TagKind::SelfClosing;
                return Some(Tag { name: name.to_owned(), kind, attributes, span: Span::new(at, end + 1) });
            }
            b'/' if let Some(end) = comment_end(text, after) => pos = end,
            // Something glued to the name, as in `<a@b.c>` or `<https://x>`, is not a tag.
            _ if after == pos && attributes.is_empty() && bytes[pos] != b'{' => return None,
            b'{' => {
                *reached = text.len();
                let end = end_of_expression(text, after)?;
                let inner = &text[after + 1..end - 1];
                if inner.trim_start().starts_with("...") {
                    attributes.push(Attribute {
                        name: "".into(),
                        value: AttributeValue::Expression(inner.trim_start()[3..].to_owned()),
                        span: Span::new(after, end),
                    });
                } else if !inner.trim().starts_with("/*") {
                    return None;
                }
                pos = end;
            }
            _ => {
                let (attribute, end) = parse_attribute(text, after, reached)?;
                attributes.push(attribute);
                pos = end;
            }
        }
    }
}

/// One past a comment of JavaScript, which may stand between attributes: `/* … */`, or from `//` to the end of the line.
/// Without a next line the slashes are a slip in `/>`.
fn comment_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let length = if rest.starts_with("/*") {
        rest.find("*/")? + 2
    } else {
        rest.starts_with("//").then(|| rest.find('\n'))??
    };
    (!rest.starts_with("//>")).then_some(at + length)
}

fn parse_attribute(text: &str, at: usize, reached: &mut usize) -> Option<(Attribute, usize)> {
    let bytes = text.as_bytes();
    let mut pos = at;
    while pos < bytes.len()
        && !matches!(bytes[pos], b'=' | b'>' | b'{' | b'}' | b'"' | b'\'' | b'<' | b'`')
        && !bytes[pos].is_ascii_whitespace()
        && (bytes[pos] != b'/' || bytes.get(skip_space(bytes, pos + 1)) != Some(&b'>'))
    {
        pos += 1;
    }
    if pos == at {
        return None;
    }
    let name = text.get(at..pos)?.to_owned();
    let equals = skip_space(bytes, pos);
    if bytes.get(equals) != Some(&b'=') {
        let value = AttributeValue::Value(Value::Bool(true));
        return Some((Attribute { name: name.into(), value, span: Span::new(at, pos) }, pos));
    }
    let start = skip_space(bytes, equals + 1);
    if matches!(bytes.get(start), Some(b'"' | b'\'' | b'{')) {
        *reached = text.len();
    }
    let (value, end) = match *bytes.get(start)? {
        quote @ (b'"' | b'\'') => {
            let end = start + 1 + bytes[start + 1..].iter().position(|byte| *byte == quote)?;
            (AttributeValue::Value(Value::String(decode_entities(&text[start + 1..end]))), end + 1)
        }
        b'{' => {
            let end = end_of_expression(text, start)?;
            (AttributeValue::Expression(text[start + 1..end - 1].to_owned()), end)
        }
        b'<' => return None,
        _ if typographic_end(&text[start..]).is_some() => return None,
        _ => {
            let mut end = start;
            while end < bytes.len() && bytes[end] != b'>' && !bytes[end].is_ascii_whitespace() {
                end += 1;
            }
            if end > start && bytes[end - 1] == b'/' && bytes.get(end) == Some(&b'>') {
                end -= 1;
            }
            if end == start {
                return None;
            }
            (AttributeValue::Value(Value::String(decode_entities(text.get(start..end)?))), end)
        }
    };
    Some((Attribute { name: name.into(), value, span: Span::new(at, end) }, end))
}

/// Quotation marks as people print them, which say nothing around a value, each with all that may close it.
const TYPOGRAPHIC: [(&[char], char); 2] = [(&['“', '”', '„', '‟'], '"'), (&['‘', '’', '‚', '‛'], '\'')];

/// Most letters of a value in them.
const LONGEST_MARKED: usize = 1_000;

/// One past the end of a value in such marks, which ends on its line.
fn typographic_end(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let (marks, plain) = TYPOGRAPHIC.iter().find(|(marks, _)| marks.contains(&first))?;
    let inside = text.char_indices().take(LONGEST_MARKED).take_while(|(_, c)| *c != '\n').skip(1);
    let closing = inside.filter(|(_, c)| marks.contains(c) || c == plain);
    let mut ends = closing.map(|(at, c)| at + c.len_utf8());
    // An apostrophe goes on with letters.
    ends.find(|end| text[*end..].chars().next().is_none_or(|c| c.is_whitespace() || matches!(c, '>' | '/')))
}

fn skip_space(bytes: &[u8], mut pos: usize) -> usize {
    while bytes.get(pos).is_some_and(u8::is_ascii_whitespace) {
        pos += 1;
    }
    pos
}

fn name_end(text: &str, start: usize) -> usize {
    let mut end = start;
    for (offset, c) in text[start..].char_indices() {
        let first = offset == 0;
        let fits = c.is_alphabetic()
            || c == '_'
            || c == '$'
            || (!first && (c.is_alphanumeric() || "-.:".contains(c)));
        if !fits {
            break;
        }
        end = start + offset + c.len_utf8();
    }
    // `<https://x>`: the colon belongs to an address, not to a name.
    while end > start && matches!(text.as_bytes()[end - 1], b':' | b'.') {
        end -= 1;
    }
    end
}

/// One past the `}` that closes the `{` at `at`. Strings, template literals and comments are skipped;
/// when that finds no end, braces are only counted (text inside JSX may hold a lone apostrophe).
pub fn expression_end(text: &str, at: usize, patience: &mut Patience) -> Option<usize> {
    let text = patience.window(text, at);
    let end = end_of_expression(text, at);
    if end.is_none() {
        patience.spend(text.len() - at);
    }
    end
}

fn end_of_expression(text: &str, at: usize) -> Option<usize> {
    lexed_end(text, at).or_else(|| counted_end(text, at))
}

fn counted_end(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (offset, byte) in text.as_bytes()[at..].iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + offset + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn lexed_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    // One entry for each open brace: true when it belongs to `${` of a template literal.
    let mut open: Vec<bool> = Vec::new();
    let mut in_template = false;
    let mut pos = at;
    while pos < bytes.len() {
        if in_template {
            match bytes[pos] {
                b'\\' => pos += 1,
                b'`' => in_template = false,
                b'$' if bytes.get(pos + 1) == Some(&b'{') => {
                    open.push(true);
                    in_template = false;
                    pos += 1;
                }
                _ => {}
            }
            pos += 1;
            continue;
        }
        match bytes[pos] {
            b'{' => open.push(false),
            b'}' => {
                in_template = open.pop()?;
                if open.is_empty() {
                    return Some(pos + 1);
                }
            }
            b'`' => in_template = true,
            quote @ (b'"' | b'\'') => {
                let rest = &bytes[pos + 1..];
                let mut skip = 0;
                // A quote without a partner on its line is an apostrophe in JSX text.
                while skip < rest.len() && rest[skip] != quote && rest[skip] != b'\n' {
                    skip += if rest[skip] == b'\\' { 2 } else { 1 };
                }
                if rest.get(skip) == Some(&quote) {
                    pos += skip + 1;
                }
            }
            b'/' if bytes.get(pos + 1) == Some(&b'*') => {
                let close = text[pos + 2..].find("*/")?;
                pos += close + 3;
            }
            b'/' if bytes.get(pos + 1) == Some(&b'/') && pos > 0 && bytes[pos - 1].is_ascii_whitespace() => {
                pos += bytes[pos..].iter().position(|byte| *byte == b'\n')?;
            }
            _ => {}
        }
        pos += 1;
    }
    None
}

/// Decodes character references of an attribute's text: numeric ones and the names that occur in
/// practice; anything else stays as written.
pub fn decode_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_decoded(&mut out, text);
    out
}

/// Appends a text with its entities decoded.
pub fn push_decoded(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = first_near(b'&', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let reference = rest.bytes().skip(1).take(11).position(|byte| byte == b';').map(|end| &rest[1..=end]);
        match reference.and_then(decode_reference) {
            Some(c) => {
                out.push(c);
                rest = &rest[reference.map_or(0, str::len) + 2..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
}

fn decode_reference(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| *c != '\0');
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "copy" => '©',
        "reg" => '®',
        "trade" => '™',
        "hellip" => '…',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "larr" => '←',
        "rarr" => '→',
        "times" => '×',
        "middot" => '·',
        "bull" => '•',
        "deg" => '°',
        "euro" => '€',
        _ => return None,
    })
}
