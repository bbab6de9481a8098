//! From a rendered page to what can be found on it: sections, and in them passages (SRCH-04, SRCH-16).
//!
//! The markup is read as readers see it, so whatever a page is made from is found, and what only assistants see is
//! not. A section begins at a heading, or at anything else with an address and a name of its own: a field, a
//! disclosure, an entry of a change log. A passage is about as long as a paragraph; words in one passage are near to each other.

use crate::hash::tables::HashSet;
use crate::html::body::Body;
use crate::html::component::WAITING;
use crate::html::tags::{Alike, Piece, Tag, pieces};
use crate::page::jsx::{decode_entities, push_decoded};

/// A passage ends with the first block that brings it to so many bytes.
const PASSAGE: usize = 240;
/// Most passages of a page: what comes behind belongs to the last one.
const MOST_PASSAGES: usize = 2_000;

/// A page as it is read. The texts of all passages lie in one piece: a page has a hundred of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    pub sections: Vec<Section>,
    text: String,
    code: String,
}

impl Reading {
    /// The text of a passage.
    pub fn text(&self, passage: &Passage) -> &str {
        &self.text[passage.text.0..passage.text.1]
    }

    /// The code of a passage.
    pub fn code(&self, passage: &Passage) -> &str {
        &self.code[passage.code.0..passage.code.1]
    }

    /// The bytes of all passages together.
    pub fn length(&self) -> usize {
        self.text.len() + self.code.len()
    }
}

/// A part of a page that a link leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Empty for what stands before the first one.
    pub id: String,
    pub heading: String,
    /// 1 to 6 for a heading, one more than the heading above for anything else; 0 for what stands before the first one.
    pub level: u8,
    /// Whether it is a heading, and no field or disclosure.
    pub is_heading: bool,
    pub passages: Vec<Passage>,
}

/// Texts that stand together: where each begins and ends in those of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    text: (usize, usize),
    code: (usize, usize),
}

/// Whether the content of an element is no text of the page.
fn is_left_out(name: &str) -> bool {
    matches!(name, "svg" | "button" | "template" | "select" | "nav" | "annotation" | "noscript" | "dialog")
}

/// Whether a class says so.
fn is_left_out_by_class(class: &str) -> bool {
    matches!(
        class,
        "heading-anchor"
            | "field-pill"
            | "code-block-language"
            | "code-repeated"
            | "toc-disclosure"
            | "visually-hidden"
    )
}

/// Whether an element stands in a line of text.
fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "b"
            | "i"
            | "em"
            | "strong"
            | "code"
            | "sup"
            | "sub"
            | "mark"
            | "del"
            | "ins"
            | "abbr"
            | "kbd"
            | "s"
            | "u"
            | "small"
            | "q"
            | "var"
            | "cite"
            | "time"
            | "br"
    )
}

/// The sections of a page in order. The first is what stands above all headings; the last word of an API page's head
/// belongs to it.
pub fn reading(body: &Body) -> Reading {
    let mut reader = Reader::default();
    let Reading { sections, text, code } = &mut reader.page;
    sections.push(Section::default());
    // A quarter of the markup of most pages is their text, and of what code there is even more.
    text.reserve(body.size() / 4);
    code.reserve(body.size() / 16);
    for html in body.parts() {
        reader.read(html.as_str());
    }
    let mut page = reader.page;
    // A section that only went on behind one of its parts, without a word, is none again.
    let mut known = HashSet::new();
    let kept: Vec<bool> = page
        .sections
        .iter()
        .map(|section| {
            let is_new = known.insert(section.id.as_str());
            !section.passages.is_empty() || is_new && !section.id.is_empty()
        })
        .collect();
    drop(known);
    let mut kept = kept.into_iter();
    page.sections.retain(|_| kept.next() == Some(true));
    page
}

#[derive(Default)]
struct Reader<'h> {
    page: Reading,
    /// Where the text and the code of the passage begin that is being read.
    start: (usize, usize),
    passages: usize,
    /// Open elements inside of one that is left out.
    skipped: usize,
    /// Open `pre`.
    code: usize,
    /// The heading that is being read.
    heading: Option<Heading<'h>>,
    /// Open elements that have a section of their own.
    owners: Vec<Owner<'h>>,
    depth: usize,
    /// The level of the last heading.
    level: u8,
    /// What is known of tags.
    plain: Alike<'h, Plain>,
}

/// A tag that always means the same, wherever it stands.
#[derive(Clone, Copy)]
enum Plain {
    /// What is in it is no text of the page.
    LeftOut,
    /// A block that says nothing of sections.
    Block,
}

struct Heading<'h> {
    /// Ends with this element.
    depth: usize,
    id: &'h str,
    level: u8,
    is_own: bool,
    text: String,
}

/// An element whose content is a section: behind it, the section around it goes on.
struct Owner<'h> {
    depth: usize,
    /// Empty until its name is met, when the address is that of the name.
    id: &'h str,
    /// Number of the section around it.
    around: usize,
    is_named: bool,
}

/// Whether an element has no end.
fn is_void(name: &str) -> bool {
    matches!(name, "br" | "img" | "hr" | "input" | "wbr" | "source" | "col" | "track" | "link")
}

impl<'h> Reader<'h> {
    fn read(&mut self, html: &'h str) {
        let mut pieces = pieces(html);
        loop {
            pieces.skip_spans();
            let Some(piece) = pieces.next() else { break };
            match piece {
                Piece::Text(text) => self.text(text),
                Piece::Tag(tag) if tag.is_end => self.close(tag.name),
                Piece::Tag(tag) if tag.is_empty() || is_void(tag.name) => self.text(" "),
                Piece::Tag(tag) => {
                    self.open(&tag);
                    // Coloured code is most of what is left out, then come icons and buttons.
                    if self.skipped > 0 {
                        match tag.name {
                            "pre" => pieces.skip_code(),
                            name => pieces.skip_leaf(name),
                        }
                    }
                }
            }
        }
        self.end_heading();
        self.end_passage();
        (self.depth, self.skipped, self.code) = (0, 0, 0);
        self.owners.clear();
    }

    fn open(&mut self, tag: &Tag<'h>) {
        self.depth += 1;
        if self.skipped > 0 {
            self.skipped += 1;
            return;
        }
        // Most tags are those of coloured code.
        if is_inline(tag.name) {
            return;
        }
        match self.plain.get(tag) {
            Some(Plain::LeftOut) => return self.skipped = 1,
            Some(Plain::Block) => return self.end_block(),
            None => {}
        }
        let (mut classes, mut id, mut part) = ("", None, None);
        for (name, value) in tag.attributes() {
            match name {
                "class" => classes = value,
                "id" => id = Some(value).filter(|id| !id.is_empty()),
                "data-component-part" => part = Some(value),
                _ => {}
            }
        }
        // A sample that waits to be chosen is a text of the page.
        let is_waiting = tag.name == "noscript" && classes == WAITING;
        if is_left_out(tag.name) && !is_waiting || classes.split_ascii_whitespace().any(is_left_out_by_class)
        {
            self.plain.note(tag, Plain::LeftOut);
            self.skipped = 1;
            return;
        }
        self.end_block();
        self.code += usize::from(tag.name == "pre");
        if part == Some("step-title")
            && let (Some(owner), Some(id)) = (self.owners.last_mut(), id)
            && owner.id.is_empty()
        {
            owner.id = id;
        }
        let is_a = |name: &str| classes.split_ascii_whitespace().any(|class| class == name);
        let is_title = matches!(part, Some("accordion-title" | "field-name" | "step-title" | "update-label"));
        let has_meaning = is_title || matches!(tag.name, "pre" | "summary") || is_a("step");
        if id.is_none() && !has_meaning && heading_level(tag.name).is_none() {
            self.plain.note(tag, Plain::Block);
        }
        if let Some(level) = heading_level(tag.name) {
            self.level = level;
            let id = id.unwrap_or("");
            self.heading = Some(Heading { depth: self.depth, id, level, is_own: true, text: String::new() });
        } else if is_a("step") || id.is_some() && (tag.name == "details" || is_a("field") || is_a("update")) {
            if is_a("update") {
                // The headings of the entry before are not above this one.
                self.level = 1;
            }
            let id = id.unwrap_or("");
            let around = self.page.sections.len() - 1;
            self.owners.push(Owner { depth: self.depth, id, around, is_named: false });
        } else if let Some(owner) = self.owners.last()
            && !owner.is_named
            && self.heading.is_none()
            && (is_title || (tag.name == "summary" && owner.depth + 1 == self.depth))
        {
            let level = self.level.max(1) + 1;
            let (id, text) = (owner.id, String::new());
            self.heading = Some(Heading { depth: self.depth, id, level, is_own: false, text });
        }
    }

    fn close(&mut self, name: &str) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if !is_inline(name) {
            if self.heading.as_ref().is_some_and(|heading| heading.depth >= self.depth) {
                self.end_heading();
            }
            self.end_block();
            self.code -= usize::from(name == "pre" && self.code > 0);
            if let Some(owner) = self.owners.pop_if(|owner| owner.depth >= self.depth)
                && owner.is_named
            {
                self.end_passage();
                if let Some(Section { id, heading, level, .. }) = self.page.sections.get(owner.around) {
                    let (id, heading, level) = (id.clone(), heading.clone(), *level);
                    self.page.sections.push(Section { id, heading, level, ..Section::default() });
                }
            }
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn text(&mut self, text: &str) {
        if self.skipped > 0 {
            return;
        }
        let target = match &mut self.heading {
            Some(heading) => &mut heading.text,
            None if self.code > 0 => &mut self.page.code,
            None => &mut self.page.text,
        };
        push_decoded(target, text);
    }

    fn end_heading(&mut self) {
        let Some(heading) = self.heading.take() else { return };
        let mut text = String::with_capacity(heading.text.len());
        for word in heading.text.split_whitespace() {
            text.extend([if text.is_empty() { "" } else { " " }, word]);
        }
        if text.is_empty() {
            return;
        }
        self.end_passage();
        if let Some(owner) = self.owners.last_mut() {
            owner.is_named |= !heading.id.is_empty() && owner.id == heading.id;
        }
        if heading.id.is_empty() {
            // A heading without an address is text of the section.
            self.page.text.push_str(&text);
            return self.end_block();
        }
        let (id, level) = (decode_entities(heading.id), heading.level);
        let is_heading = heading.is_own;
        self.page.sections.push(Section { id, heading: text, level, is_heading, passages: Vec::new() });
    }

    /// Between two blocks is a space, and maybe the end of a passage.
    fn end_block(&mut self) {
        if self.heading.is_some() {
            return self.text(" ");
        }
        let Reading { text, code, .. } = &mut self.page;
        for (part, start) in [(&mut *text, self.start.0), (&mut *code, self.start.1)] {
            if part.len() > start && !part.ends_with(char::is_whitespace) {
                part.push(' ');
            }
        }
        if text.len() + code.len() >= self.start.0 + self.start.1 + PASSAGE {
            self.end_passage();
        }
    }

    fn end_passage(&mut self) {
        let Reading { sections, text, code } = &mut self.page;
        let (from, to) = (self.start, (text.len(), code.len()));
        self.start = to;
        if text[from.0..].trim().is_empty() && code[from.1..].trim().is_empty() {
            return;
        }
        let Some(section) = sections.last_mut() else { return };
        match section.passages.last_mut() {
            Some(last) if self.passages >= MOST_PASSAGES => (last.text.1, last.code.1) = to,
            _ => {
                section.passages.push(Passage { text: (from.0, to.0), code: (from.1, to.1) });
                self.passages += 1;
            }
        }
    }
}

fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}
