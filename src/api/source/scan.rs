//! One pass over a JSON text: where its operations and components stand, and what it refers to. Nothing is built but
//! the index, so that a description of any size is cut before it is read.

use super::Part;
use crate::page::description::MOST_MARKS;
use crate::text::Span;

/// Deeper nesting is no description.
const MAX_NESTING: usize = 100_000;
/// What is deeper cannot be read: the parser of values stops there.
const READABLE_NESTING: usize = 120;
/// Most places of it that are noted.
const MAX_TOO_DEEP: usize = 20;
/// Longer keys are no names.
const LONGEST_KEY: usize = 64 << 10;
/// Longer texts are no part of a description.
const LONGEST_TEXT: usize = 8 << 20;
/// Most long texts that are noted.
const MAX_LONG: usize = 100;
/// Most parts of one index.
const MAX_PARTS: usize = 300_000;
/// Most references that are noted.
const MAX_REFERENCES: usize = 2_000_000;

/// Root keys whose entries are parts, with the depth to which they are cut.
const CUT: [(&str, u8); 13] = [
    ("paths", 3),
    ("webhooks", 3),
    ("x-webhooks", 3),
    ("components", 2),
    ("channels", 1),
    ("operations", 1),
    ("definitions", 1),
    ("parameters", 1),
    ("responses", 1),
    ("securityDefinitions", 1),
    ("$defs", 1),
    ("schemas", 1),
    ("messages", 1),
];

/// What a scan finds.
#[derive(Default)]
pub(super) struct Scanned {
    pub(super) parts: Vec<Part>,
    /// Spans of texts that refer to something, without their quotes, in order.
    pub(super) references: Vec<(u32, u32)>,
    /// The same for what looks like a reference in examples and defaults, and may be one.
    pub(super) in_data: Vec<(u32, u32)>,
    /// Whether a map or a list is written as a reference to all that it holds.
    pub(super) has_held: bool,
    /// Whether there were more parts than are kept.
    pub(super) is_cut: bool,
    /// Places of what is nested too deep to be read.
    pub(super) too_deep: Vec<u32>,
    /// Spans of the longest texts for readers, without their quotes.
    pub(super) long: Vec<(u32, u32)>,
    /// Names of parts that another one before it has, too.
    pub(super) repeated: Vec<Span>,
}

/// An object or list that is open.
struct Frame {
    is_object: bool,
    /// The part that this object is, when its entries are parts.
    part: Option<u32>,
    /// The part that the current entry is.
    entry: Option<u32>,
    /// How far entries below are still cut.
    cut: u8,
    /// Its keys are names that somebody chose, not keywords.
    has_names: bool,
    /// It holds things by name, or is written where a list of them stands: a text at `$ref` says where they are.
    is_holder: bool,
    /// It is an example or a default: what looks like a reference in it may be none.
    is_data: bool,
    /// It is a list of code samples, or one of them: its code is text, or a file that is no description.
    is_sample: bool,
    key: Key,
}

/// What a key says about its value.
#[derive(Clone, Copy, Default, PartialEq)]
pub(in crate::api) enum Key {
    #[default]
    Other,
    Reference,
    /// A reference to all that a map or a list holds.
    Held,
    Names,
    /// A list, or a map whose keys are known.
    List,
    Mapping,
    Data,
    /// Data when it is a list, names otherwise.
    Examples,
    /// Code samples, whose members may stand elsewhere.
    Samples,
    /// Text for readers.
    Words,
}

impl Key {
    /// Whether its value holds things that may stand elsewhere all together.
    pub(in crate::api) fn holds(self) -> bool {
        matches!(self, Self::Names | Self::List | Self::Examples)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Expect {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Separator,
    Nothing,
}

/// Scans a text. `Err` is the place of what is not JSON, or more than is read: a quote or a bracket.
pub(super) fn scan(text: &str) -> Result<Scanned, usize> {
    let mut scanner =
        Scanner { text, bytes: text.as_bytes(), at: 0, frames: Vec::new(), found: Scanned::default() };
    scanner.found.parts.push(Part::new(0, text.len() as u32, Span::default()));
    scanner.run()?;
    let mut repeated = Vec::new();
    for part in &mut scanner.found.parts {
        repeated.extend(part.sort());
    }
    let mut found = scanner.found;
    let name = |part: u32| found.parts.get(part as usize).map(|part| part.name);
    found.repeated = repeated.into_iter().filter_map(name).collect();
    Ok(found)
}

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    frames: Vec<Frame>,
    found: Scanned,
}

impl Scanner<'_> {
    fn run(&mut self) -> Result<(), usize> {
        let mut expect = Expect::Value;
        loop {
            while matches!(self.bytes.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
                self.at += 1;
            }
            let Some(byte) = self.bytes.get(self.at).copied() else {
                return if expect == Expect::Nothing { Ok(()) } else { Err(self.at) };
            };
            expect = match (expect, byte) {
                (Expect::Value | Expect::ValueOrEnd, b'{') => {
                    self.open(true)?;
                    Expect::KeyOrEnd
                }
                (Expect::Value | Expect::ValueOrEnd, b'[') => {
                    self.open(false)?;
                    Expect::ValueOrEnd
                }
                (Expect::ValueOrEnd, b']') | (Expect::KeyOrEnd, b'}') => self.close(),
                (Expect::Value | Expect::ValueOrEnd, b'"') => {
                    let start = self.at + 1;
                    self.string(LONGEST_TEXT)?;
                    self.note_reference(start, self.at - 1);
                    self.note_long(start, self.at - 1);
                    self.end_value()
                }
                (Expect::Value | Expect::ValueOrEnd, b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                    self.literal()?;
                    self.end_value()
                }
                (Expect::Key | Expect::KeyOrEnd, b'"') => {
                    self.key()?;
                    Expect::Value
                }
                (Expect::Separator, b',') => {
                    self.at += 1;
                    if self.frames.last().is_some_and(|frame| frame.is_object) {
                        Expect::Key
                    } else {
                        Expect::Value
                    }
                }
                (Expect::Separator, b'}' | b']') => {
                    let closes = self.frames.last().is_some_and(|frame| frame.is_object == (byte == b'}'));
                    if !closes {
                        return Err(self.at);
                    }
                    self.close()
                }
                _ => return Err(self.at),
            };
        }
    }

    fn open(&mut self, is_object: bool) -> Result<(), usize> {
        if self.frames.len() >= MAX_NESTING {
            return Err(self.at);
        }
        if self.frames.len() == READABLE_NESTING && self.found.too_deep.len() < MAX_TOO_DEEP {
            self.found.too_deep.push(self.at as u32);
        }
        let frame = match self.frames.last() {
            None => Frame {
                is_object,
                part: is_object.then_some(0),
                entry: None,
                cut: 0,
                has_names: false,
                is_holder: false,
                is_data: false,
                is_sample: false,
                key: Key::Other,
            },
            Some(around) => {
                let cut = around.cut.saturating_sub(1);
                let is_data =
                    around.is_data || around.key == Key::Data || (around.key == Key::Examples && !is_object);
                Frame {
                    is_object,
                    part: around.entry.filter(|_| is_object && around.cut > 0),
                    entry: None,
                    cut,
                    has_names: is_object && matches!(around.key, Key::Names | Key::Mapping | Key::Examples),
                    is_holder: is_object && !is_data && around.key.holds(),
                    is_data,
                    is_sample: around.key == Key::Samples || (around.is_sample && !around.is_object),
                    key: if around.key == Key::Mapping { Key::Mapping } else { Key::Other },
                }
            }
        };
        self.frames.push(frame);
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) -> Expect {
        self.at += 1;
        self.frames.pop();
        self.end_value()
    }

    /// After a value: the part that it is, if it is one, ends here.
    fn end_value(&mut self) -> Expect {
        let Some(frame) = self.frames.last_mut() else { return Expect::Nothing };
        if let Some(part) = frame.entry.take()
            && let Some(part) = self.found.parts.get_mut(part as usize)
        {
            part.end = self.at as u32;
        }
        Expect::Separator
    }

    /// Reads a key and the colon behind it.
    fn key(&mut self) -> Result<(), usize> {
        let start = self.at + 1;
        self.string(LONGEST_KEY)?;
        let end = self.at - 1;
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
        if self.bytes.get(self.at) != Some(&b':') {
            return Err(self.at);
        }
        self.at += 1;
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
        let key = self.text.get(start..end).unwrap_or_default();
        let is_root = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return Err(start) };
        if let Some(part) = frame.part {
            if is_root {
                frame.cut = CUT.iter().find(|(name, _)| *name == key).map_or(0, |(_, cut)| *cut);
            }
            if self.found.parts.len() >= MAX_PARTS {
                self.found.is_cut = true;
            } else {
                let entry = self.found.parts.len() as u32;
                let name = Span::new(start - 1, end + 1);
                self.found.parts.push(Part::new(self.at as u32, self.at as u32, name));
                frame.entry = Some(entry);
                if let Some(part) = self.found.parts.get_mut(part as usize) {
                    part.entries.push((unescaped(key).into(), entry));
                }
            }
        }
        if frame.key != Key::Mapping || !frame.has_names {
            frame.key = match key {
                "$ref" if frame.is_holder => Key::Held,
                _ if frame.has_names => Key::Other,
                "source" if frame.is_sample => Key::Data,
                key => key_of(key),
            };
        }
        Ok(())
    }

    fn note_long(&mut self, start: usize, end: usize) {
        let is_long = end - start > MOST_MARKS && self.found.long.len() < MAX_LONG;
        let is_read = |frame: &Frame| frame.is_object && !frame.is_data && frame.key == Key::Words;
        if is_long && self.frames.last().is_some_and(is_read) {
            self.found.long.push((start as u32, end as u32));
        }
    }

    fn note_reference(&mut self, start: usize, end: usize) {
        let Some(frame) = self.frames.last() else { return };
        let found = &mut self.found;
        let known = match (frame.is_data, frame.key) {
            _ if !frame.is_object => return,
            (false, Key::Reference | Key::Mapping | Key::Held) => &mut found.references,
            (true, Key::Reference) => &mut found.in_data,
            _ => return,
        };
        if known.len() < MAX_REFERENCES {
            known.push((start as u32, end as u32));
        }
        found.has_held |= frame.key == Key::Held;
    }

    /// Moves behind a text that is not longer than `longest`.
    fn string(&mut self, longest: usize) -> Result<(), usize> {
        let start = self.at;
        self.at += 1;
        loop {
            self.at += plain_length(self.bytes.get(self.at..).unwrap_or_default());
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return if self.at - start > longest { Err(start) } else { Ok(()) };
                }
                Some(b'\\') => self.at += 2,
                Some(_) => return Err(self.at),
                None => return Err(start),
            }
        }
    }

    fn literal(&mut self) -> Result<(), usize> {
        let start = self.at;
        while matches!(self.bytes.get(self.at), Some(b'+' | b'-' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'E')) {
            self.at += 1;
        }
        let word = self.text.get(start..self.at).unwrap_or_default();
        let is_number = word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if is_number || matches!(word, "true" | "false" | "null") { Ok(()) } else { Err(start) }
    }
}

/// How many bytes come before a quote, a backslash or a control character: most of a description are such, so eight are
/// looked at at once.
fn plain_length(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    // The high bit of each byte that is smaller than a limit, up to the first such byte; those behind it may be wrong.
    let below = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit)) & !word & HIGH;
    let (words, rest) = bytes.as_chunks::<8>();
    for (number, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let is = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
        let found = below(word, 0x20) | is(b'"') | is(b'\\');
        if found != 0 {
            return number * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let is_plain = |byte: &&u8| !matches!(byte, ..0x20 | b'"' | b'\\');
    words.len() * 8 + rest.iter().take_while(is_plain).count()
}

/// What a keyword says about its value.
pub(in crate::api) fn key_of(key: &str) -> Key {
    match key {
        "$ref" => Key::Reference,
        "mapping" => Key::Mapping,
        "examples" => Key::Examples,
        "example" | "default" | "const" | "enum" | "value" => Key::Data,
        "properties"
        | "patternProperties"
        | "$defs"
        | "definitions"
        | "schemas"
        | "dependentSchemas"
        | "parameters"
        | "responses"
        | "headers"
        | "requestBodies"
        | "callbacks"
        | "links"
        | "paths"
        | "pathItems"
        | "webhooks"
        | "x-webhooks"
        | "messages"
        | "channels"
        | "operations"
        | "servers"
        | "operationTraits"
        | "messageTraits"
        | "content"
        | "encoding"
        | "securitySchemes"
        | "securityDefinitions" => Key::Names,
        "allOf" | "oneOf" | "anyOf" | "prefixItems" | "required" | "tags" | "security" | "components" => {
            Key::List
        }
        "description" | "summary" => Key::Words,
        "x-codeSamples" | "x-code-samples" => Key::Samples,
        key if key.starts_with("x-") => Key::Data,
        _ => Key::Other,
    }
}

/// A text without its escapes.
pub(super) fn unescaped(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    serde_json::from_str(&format!("\"{text}\"")).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_json_has_a_place() {
        for (text, place) in
            [("{\"a\": }", 6), ("[1,]", 3), ("{\"a\" 1}", 5), ("{} x", 3), ("[1}", 2), ("\"a", 0), ("", 0)]
        {
            assert_eq!(scan(text).err(), Some(place), "{text}");
        }
        assert!(scan(&"[".repeat(200_000)).is_err());
        let long = "k".repeat(LONGEST_KEY);
        assert_eq!(scan(&format!("{{\"{long}\": 1}}")).err(), Some(1));
        assert!(scan(&format!("{{\"k\": \"{long}\"}}")).is_ok());
    }

    #[test]
    fn texts_end_at_the_first_byte_that_is_not_plain() {
        for length in 0..40 {
            for end in ['"', '\\', '\n', '\u{1f}', '\0'] {
                for before in ["a", "é", "\u{7f}", " ", "!", "[", "#"] {
                    let text = format!("{}{end}\"\\\n rest", before.repeat(length));
                    assert_eq!(plain_length(text.as_bytes()), before.len() * length, "{text:?}");
                }
            }
        }
        assert_eq!(plain_length("é".repeat(9).as_bytes()), 18);
    }

    #[test]
    fn what_somebody_called_is_no_keyword() {
        let text = r##"{"webhooks": {"default": {"$ref": "#/1"}}, "operations": {"value": {"channel": {"$ref": "#/2"}}},
            "x-codeSamples": [{"$ref": "#/3"}, {"source": {"$ref": "x.php"}}], "x-other": {"$ref": "#/4"}}"##;
        let found = scan(text).map(|scanned| scanned.references.len());
        assert_eq!(found.ok(), Some(3));
    }

    #[test]
    fn references_in_examples_are_apart() {
        let text = concat!(
            r##"{"components": {"schemas": {"A": {"$ref": "#/1", "example": {"$ref": "#/2"}, "properties": "##,
            r##"{"example": {"$ref": "#/3"}, "$ref": {"$ref": "#/4"}}, "examples": [{"$ref": "#/5"}], "##,
            r##""discriminator": {"mapping": {"a": "#/6"}}}}}, "paths": {"/a": {"get": {"requestBody": "##,
            r##"{"content": {"x": {"examples": {"one": {"$ref": "#/7"}, "two": {"value": {"$ref": "#/8"}}}}}}}}}}"##,
        );
        let found = scan(text).ok().map(|scanned| {
            let slice = |(start, end): &(u32, u32)| text[*start as usize..*end as usize].to_owned();
            [scanned.references, scanned.in_data].map(|spans| spans.iter().map(slice).collect::<Vec<_>>())
        });
        let [references, in_data] = found.unwrap_or_default();
        assert_eq!(references, ["#/1", "#/3", "#/4", "#/6", "#/7"]);
        assert_eq!(in_data, ["#/2", "#/5", "#/8"]);
    }
}
