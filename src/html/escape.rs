//! The border between text and HTML.
//!
//! [`Html`] is text that is already HTML, and only this module can make one from a string: everything a
//! page says reaches the output through [`Writer`], which escapes it. Two named doors let ready markup
//! in: [`Html::trusted`] for constants of this program and [`Html::from_author`] for what an author wrote
//! as HTML on purpose. Nothing here knows Markdown, components or pages.

use std::cell::RefCell;
use std::fmt;

use serde::Deserialize;

use crate::text::bytes::first_of;

/// Most room that a thread keeps for a text, of those that are written at once.
const MOST_ROOM: usize = 1 << 20;

thread_local! {
    static ROOMS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Text that is HTML.
///
/// It can be read back from the store, where only this program writes, and where every value is verified.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub struct Html(String);

impl Html {
    /// Markup that is part of this program.
    pub fn trusted(markup: &'static str) -> Self {
        Self(markup.to_owned())
    }

    /// Markup that an author wrote as such: `dangerouslySetInnerHTML`, script and style elements, and
    /// custom head or template files. It is printed unchanged.
    pub fn from_author(markup: String) -> Self {
        Self(markup)
    }

    /// Plain text, escaped.
    pub fn text(text: &str) -> Self {
        let mut out = String::with_capacity(text.len());
        push_text(&mut out, text);
        Self(out)
    }

    /// The markup.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The markup, moved out.
    pub fn into_string(self) -> String {
        self.0
    }

    /// True when there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Pieces of markup, one behind the other.
    pub fn joined<'h>(pieces: impl Iterator<Item = &'h Html> + Clone) -> Self {
        let mut all = String::with_capacity(pieces.clone().map(Html::len).sum());
        pieces.for_each(|piece| all.push_str(&piece.0));
        Self(all)
    }

    /// Appends other markup.
    pub fn push(&mut self, other: &Html) {
        self.0.push_str(&other.0);
    }
}

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for Html {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Where a URL is going to stand; decides which schemes are let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlUse {
    /// Something a reader follows or that loads a document: no `data:` at all.
    Link,
    /// An image: `data:image/…` is fine.
    Image,
    /// Video, audio and their tracks: `data:` of these kinds is fine.
    Media,
}

/// The name of an element or an attribute. One that stands in this program is right; any other is looked at, and
/// refused when it is none.
#[derive(Clone, Copy, Debug)]
pub struct Name<'n>(Option<&'n str>);

impl<'n> Name<'n> {
    /// The name of an element, from outside.
    pub fn of_element(name: &'n str) -> Self {
        Self(Some(name).filter(|name| is_tag_name(name)))
    }

    /// The name of an attribute, from outside.
    pub fn of_attribute(name: &'n str) -> Self {
        Self(Some(name).filter(|name| is_attribute_name(name)))
    }
}

impl From<&'static str> for Name<'static> {
    fn from(name: &'static str) -> Self {
        Self(Some(name))
    }
}

/// Writes HTML: escapes text and attribute values, drops names that are none.
///
/// `open` and `void` begin a tag; attributes follow until the first content or the next tag.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    out: String,
    state: State,
}

/// What the writer is in the middle of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Content,
    /// After `<tag`, before its `>`.
    Tag,
    /// After a tag whose name was refused: its attributes are refused too.
    Refused,
}

impl Writer {
    /// An empty writer.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty writer with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { out: String::with_capacity(capacity), state: State::Content }
    }

    /// An empty writer for a large text, in the room of one before it, to be finished by [`Writer::take`]: a text that
    /// grows is copied again and again, each time to new memory.
    pub fn in_room() -> Self {
        let out = ROOMS.with_borrow_mut(Vec::pop).unwrap_or_default();
        Self { out, state: State::Content }
    }

    /// What was written, in memory of its own; leaves the room for the next one.
    pub fn take(mut self) -> Html {
        self.end_tag();
        let html = Html(self.out.as_str().to_owned());
        self.out.clear();
        if self.out.capacity() <= MOST_ROOM {
            ROOMS.with_borrow_mut(|rooms| rooms.push(self.out));
        }
        html
    }

    /// Begins an element. A name that is no element name is refused together with its attributes; the
    /// content is kept.
    pub fn open<'n>(&mut self, tag: impl Into<Name<'n>>) -> &mut Self {
        self.end_tag();
        self.state = State::Refused;
        if let Name(Some(tag)) = tag.into() {
            self.out.push('<');
            self.out.push_str(tag);
            self.state = State::Tag;
        }
        self
    }

    /// Begins a void element (`br`, `img` …): like [`Writer::open`], but nothing closes it.
    pub fn void<'n>(&mut self, tag: impl Into<Name<'n>>) -> &mut Self {
        self.open(tag)
    }

    /// Adds an attribute to the tag just opened. A name that is no attribute name is dropped.
    pub fn attr<'n>(&mut self, name: impl Into<Name<'n>>, value: &str) -> &mut Self {
        if let (State::Tag, Name(Some(name))) = (self.state, name.into()) {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            push_attribute(&mut self.out, value);
            self.out.push('"');
        }
        self
    }

    /// Adds an attribute when there is a value.
    pub fn opt_attr<'n>(&mut self, name: impl Into<Name<'n>>, value: Option<&str>) -> &mut Self {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// Adds an attribute without a value (`disabled`, `hidden`).
    pub fn flag<'n>(&mut self, name: impl Into<Name<'n>>) -> &mut Self {
        if let (State::Tag, Name(Some(name))) = (self.state, name.into()) {
            self.out.push(' ');
            self.out.push_str(name);
        }
        self
    }

    /// Adds an attribute without a value when `on` holds.
    pub fn opt_flag<'n>(&mut self, name: impl Into<Name<'n>>, on: bool) -> &mut Self {
        if on { self.flag(name) } else { self }
    }

    /// Adds a URL attribute; one whose scheme could run code is dropped.
    pub fn url_attr<'n>(&mut self, name: impl Into<Name<'n>>, url: &str, used_as: UrlUse) -> &mut Self {
        if is_safe_url(url, used_as) { self.attr(name, url) } else { self }
    }

    /// Writes text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.end_tag();
        push_text(&mut self.out, text);
        self
    }

    /// Writes markup as it is.
    pub fn raw(&mut self, html: &Html) -> &mut Self {
        self.end_tag();
        self.out.push_str(&html.0);
        self
    }

    /// Ends an element.
    pub fn close<'n>(&mut self, tag: impl Into<Name<'n>>) -> &mut Self {
        self.end_tag();
        if let Name(Some(tag)) = tag.into() {
            self.out.push_str("</");
            self.out.push_str(tag);
            self.out.push('>');
        }
        self
    }

    /// A line break in the source, so that a page stays readable in an editor and diffs by line.
    pub fn newline(&mut self) -> &mut Self {
        self.end_tag();
        self.out.push('\n');
        self
    }

    /// Length so far in bytes.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// True before anything was written.
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// What was written.
    pub fn finish(mut self) -> Html {
        self.end_tag();
        // Bodies are kept: no allocator moves anything for less.
        if self.out.capacity() / 2 > self.out.len() {
            self.out.shrink_to_fit();
        }
        Html(self.out)
    }

    fn end_tag(&mut self) {
        if self.state == State::Tag {
            self.out.push('>');
        }
        self.state = State::Content;
    }
}

/// The text of a `script` or `style` element as its author wrote it. Only a sequence that would end the
/// element early, or keep its end from being seen, is taken apart.
pub fn raw_element_text(text: &str, tag: &str) -> Html {
    let needle = format!("</{tag}");
    let comment = if tag == "script" { text.replace("<!--", "<\\!--") } else { String::new() };
    let text = if tag == "script" { &comment } else { text };
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    while let Some(at) = lower[from..].find(&needle) {
        out.push_str(&text[from..from + at]);
        out.push_str("<\\/");
        from += at + 2;
    }
    out.push_str(&text[from..]);
    Html(out)
}

/// True unless the URL's scheme could run code (`javascript:`, `vbscript:`, most of `data:`). Browsers
/// ignore white space and control characters in a scheme, so this does too.
pub fn is_safe_url(url: &str, used_as: UrlUse) -> bool {
    let mut seen = url.chars().filter(|c| !c.is_control() && !c.is_whitespace()).peekable();
    // Most begin with none of the letters that such a scheme does.
    if !matches!(seen.peek(), Some('j' | 'J' | 'v' | 'V' | 'd' | 'D')) {
        return true;
    }
    let head: String = seen.take(32).map(|c| c.to_ascii_lowercase()).collect();
    if head.starts_with("javascript:") || head.starts_with("vbscript:") {
        return false;
    }
    let Some(kind) = head.strip_prefix("data:") else { return true };
    match used_as {
        UrlUse::Link => false,
        UrlUse::Image => kind.starts_with("image/"),
        UrlUse::Media => ["image/", "video/", "audio/", "text/vtt"].iter().any(|ok| kind.starts_with(ok)),
    }
}

fn is_tag_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'_'))
}

fn is_attribute_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | ':' | '@'))
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'_' | b'.' | b'@'))
}

fn push_text(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = first_of(b'&', b'<', b'>', rest.as_bytes()) {
        rest = push_reference(out, rest, at);
    }
    out.push_str(rest);
}

fn push_attribute(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'&' | b'<' | b'>' | b'"')) {
        rest = push_reference(out, rest, at);
    }
    out.push_str(rest);
}

/// Writes what stands before a character that needs a reference, and the reference; gives what follows.
fn push_reference<'t>(out: &mut String, text: &'t str, at: usize) -> &'t str {
    let (before, after) = text.split_at(at);
    out.push_str(before);
    out.push_str(match after.as_bytes()[0] {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        _ => "&quot;",
    });
    &after[1..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_text_and_values() {
        let mut writer = Writer::new();
        writer.open("a").attr("title", "\"<&>").text("<b>&").close("a");
        assert_eq!(writer.finish().as_str(), "<a title=\"&quot;&lt;&amp;&gt;\">&lt;b&gt;&amp;</a>");
    }

    #[test]
    fn refuses_names_that_are_none() {
        let mut writer = Writer::new();
        let name = Name::of_element("a b");
        writer.open(name).attr("x", "1").text("kept").close(name);
        let named = Name::of_attribute;
        writer.void("br").attr(named("on load"), "x").attr(named("\""), "y").flag(named("hidden"));
        assert_eq!(writer.finish().as_str(), "kept<br hidden>");
    }

    #[test]
    fn refuses_urls_that_run_code() {
        assert!(!is_safe_url(" java\nscript:alert(1)", UrlUse::Link));
        assert!(!is_safe_url("\u{1}VBScript:x", UrlUse::Image));
        assert!(!is_safe_url("data:text/html,x", UrlUse::Image));
        assert!(!is_safe_url("data:image/png;base64,x", UrlUse::Link));
        assert!(is_safe_url("data:image/png;base64,x", UrlUse::Image));
        assert!(is_safe_url("/javascript:/x", UrlUse::Link));
    }

    #[test]
    fn scripts_cannot_end_early() {
        assert_eq!(raw_element_text("a</SCRIPT>é", "script").as_str(), "a<\\/SCRIPT>é");
    }
}
