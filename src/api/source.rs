//! A JSON document that is cut into parts and read part by part.
//!
//! The text is scanned once ([`scan`]): where each operation and each component stands, and what it refers to. A
//! part becomes a value when somebody asks for it, and its hash is that of its text, so that an edit of one operation
//! costs little more than the scan. YAML and OpenAPI 2.0 are JSON before they come here.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::pointer;
use crate::hash::ContentHash;
use crate::text::{SourcePath, Span};

mod anchors;
mod resources;
mod scan;

pub(super) use resources::with_plain_references;
pub(super) use scan::{Key, key_of};

use scan::{Scanned, scan, unescaped};

/// A text that is JSON, with its index.
pub struct Json {
    text: Arc<str>,
    index: Scanned,
    /// Keys that another one of their object has, too, in the file that it was read from.
    pub(super) repeated: Vec<Span>,
}

impl Json {
    /// Looks through a text once. `Err` is the place of what is not JSON.
    pub fn of(text: Arc<str>) -> Result<Self, usize> {
        if text.len() >= u32::MAX as usize {
            return Err(0);
        }
        let mut index = scan(&text)?;
        let repeated = std::mem::take(&mut index.repeated);
        Ok(Self { text, index, repeated })
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }
}

/// A document and its index.
#[derive(Debug)]
pub struct Document {
    /// What references to this document begin with; empty for the description itself.
    base: String,
    /// Where it lies; references to other files start from there.
    path: SourcePath,
    /// References to this file mean the description itself.
    main: SourcePath,
    /// Where the description was fetched from; references to other files start from there.
    address: Option<String>,
    text: Arc<str>,
    parts: Vec<Part>,
    references: Vec<(u32, u32)>,
    /// What looks like a reference in examples and defaults.
    in_data: Vec<(u32, u32)>,
    /// Whether a map or a list is written as a reference to all that it holds.
    pub(super) has_held: bool,
    /// Whether there were more parts than are kept.
    pub is_cut: bool,
    has_files: bool,
    /// What references to files begin with that examples name, and that are not there.
    nowhere: OnceLock<Arc<BTreeSet<String>>>,
    too_deep: Vec<u32>,
    long: Vec<(u32, u32)>,
    /// Where schemas with a name of their own (`$anchor`) stand, as pointers.
    anchors: OnceLock<BTreeMap<String, String>>,
}

/// A part: an object whose entries are parts, or a value.
#[derive(Debug)]
struct Part {
    start: u32,
    end: u32,
    /// Where its name stands, with the quotes.
    name: Span,
    /// Entries in written order; of two with one name the last counts, in the place of the first.
    entries: Vec<(Box<str>, u32)>,
    /// Numbers of entries in the order of their names.
    sorted: Vec<u32>,
    value: OnceLock<Option<Box<Value>>>,
    /// Of a path: what it says for all its operations.
    shared: OnceLock<Box<Value>>,
}

/// How many parts down a value is read with all that it holds: an operation and a component are, so that what stands
/// in them is not in memory a second time.
const READ_WHOLE: usize = 3;

/// Number of a part.
pub(super) type PartId = u32;

impl Part {
    fn new(start: u32, end: u32, name: Span) -> Self {
        Self {
            start,
            end,
            name,
            entries: Vec::new(),
            sorted: Vec::new(),
            value: OnceLock::new(),
            shared: OnceLock::new(),
        }
    }

    /// Puts the entries in order. What it gives are those that another one of the same name stands before.
    fn sort(&mut self) -> Vec<PartId> {
        let mut sorted: Vec<u32> = (0..self.entries.len() as u32).collect();
        let name = |at: &u32| self.entries.get(*at as usize).map(|(name, _)| name);
        sorted.sort_by(|a, b| name(a).cmp(&name(b)));
        let repeats = sorted.windows(2).any(|pair| matches!(pair, [a, b] if name(a) == name(b)));
        if repeats {
            let mut repeated = Vec::new();
            let mut places: HashMap<Box<str>, usize> = HashMap::new();
            for (name, part) in std::mem::take(&mut self.entries) {
                let place = *places.entry(name.clone()).or_insert(self.entries.len());
                match self.entries.get_mut(place) {
                    Some((_, known)) => {
                        *known = part;
                        repeated.push(part);
                    }
                    None => self.entries.push((name, part)),
                }
            }
            self.sort();
            return repeated;
        }
        self.sorted = sorted;
        Vec::new()
    }

    fn entry(&self, name: &str) -> Option<PartId> {
        let named = |at: &u32| self.entries.get(*at as usize);
        let found =
            self.sorted.binary_search_by(|at| named(at).map(|(known, _)| &**known).cmp(&Some(name))).ok()?;
        named(self.sorted.get(found)?).map(|(_, part)| *part)
    }
}

impl Document {
    /// The parts of a text. `base` is what references to it begin with, `main` the description that it belongs to.
    pub fn new(base: &str, path: &SourcePath, main: &SourcePath, json: Json) -> Self {
        let Json { text, index, .. } = json;
        let Scanned { parts, references, in_data, has_held, is_cut, too_deep, long, repeated: _ } = index;
        let mut document = Self {
            base: base.to_owned(),
            path: path.clone(),
            main: main.clone(),
            address: None,
            text,
            parts,
            references,
            in_data,
            has_held,
            is_cut,
            has_files: false,
            nowhere: OnceLock::new(),
            too_deep,
            long,
            anchors: OnceLock::new(),
        };
        document.has_files = !base.is_empty()
            || document.written_references().any(|(_, reference)| !reference.starts_with('#'))
            || document.written_data().any(|(_, reference)| names_data(&reference));
        document
    }

    /// The same for a description that was fetched from an address.
    pub(super) fn fetched_from(self, address: Option<&str>) -> Self {
        Self { address: address.map(str::to_owned), ..self }
    }

    /// The address that it was fetched from.
    pub(super) fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// A document of nothing.
    pub(super) fn empty() -> Self {
        let path = SourcePath::new("");
        Self {
            base: String::new(),
            path: path.clone(),
            main: path,
            address: None,
            text: Arc::default(),
            parts: Vec::new(),
            references: Vec::new(),
            in_data: Vec::new(),
            has_held: false,
            is_cut: false,
            has_files: false,
            nowhere: OnceLock::new(),
            too_deep: Vec::new(),
            long: Vec::new(),
            anchors: OnceLock::new(),
        }
    }

    /// All of it.
    pub(super) fn json(&self) -> &Arc<str> {
        &self.text
    }

    /// What references to it begin with.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// The names at a pointer, for suggestions.
    pub(super) fn names(&self, pointer: &str) -> Vec<String> {
        let (part, rest) = self.locate(pointer);
        if rest.is_empty() && !self.entries(part).is_empty() {
            return self.entries(part).iter().map(|(name, _)| name.to_string()).collect();
        }
        let value = self.value(part).and_then(|value| value.pointer(rest)?.as_object());
        value.into_iter().flat_map(|map| map.keys().cloned()).collect()
    }

    /// Where it lies.
    pub fn path(&self) -> &SourcePath {
        &self.path
    }

    /// The entries of an object whose entries are parts.
    pub(super) fn entries(&self, part: PartId) -> &[(Box<str>, PartId)] {
        self.parts.get(part as usize).map_or(&[], |part| &part.entries)
    }

    /// An entry of a part.
    pub(super) fn entry(&self, part: PartId, name: &str) -> Option<PartId> {
        self.parts.get(part as usize)?.entry(name)
    }

    /// The span of a part.
    pub(super) fn span(&self, part: PartId) -> (usize, usize) {
        self.parts.get(part as usize).map_or((0, 0), |part| (part.start as usize, part.end as usize))
    }

    /// The text of a part.
    pub(super) fn slice(&self, part: PartId) -> &str {
        let (start, end) = self.span(part);
        self.text.get(start..end).unwrap_or_default()
    }

    /// The value of a part; `None` when it cannot be read.
    pub(super) fn value(&self, part: PartId) -> Option<&Value> {
        let known = self.parts.get(part as usize)?;
        known.value.get_or_init(|| self.read(part).map(Box::new)).as_deref()
    }

    /// Some entries of a part as one value.
    pub(super) fn pick(&self, part: PartId, wanted: &[&str]) -> Value {
        let found = wanted
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), self.read_entry(name, self.entry(part, name)?)?)));
        Value::Object(found.collect())
    }

    /// What a path says for all its operations: everything but `methods`.
    pub(super) fn shared(&self, part: PartId, methods: &[&str]) -> Option<&Value> {
        let known = self.parts.get(part as usize)?;
        Some(known.shared.get_or_init(|| Box::new(self.without(part, methods))))
    }

    /// The entries of a part but those named, as one value.
    pub(super) fn without(&self, part: PartId, left_out: &[&str]) -> Value {
        let entries = self.entries(part).iter().filter(|(name, _)| !left_out.contains(&&**name));
        let read = entries.filter_map(|(name, part)| Some((name.to_string(), self.read_entry(name, *part)?)));
        Value::Object(read.collect())
    }

    /// The value of an entry by itself: only its name tells a reference from other text.
    fn read_entry(&self, name: &str, part: PartId) -> Option<Value> {
        let value = self.read(part)?;
        match &value {
            Value::String(text) if name == "$ref" && self.has_files => {
                Some(self.whole_reference(text).map_or(value, Value::String))
            }
            _ => Some(value),
        }
    }

    /// The value of a part, which is not kept.
    pub(super) fn read(&self, part: PartId) -> Option<Value> {
        let mut value = serde_json::from_str(self.slice(part)).ok()?;
        plain_numbers(&mut value);
        if self.has_files {
            self.absolute(&mut value, Around::Other);
        }
        Some(value)
    }

    /// Makes references say which document they mean.
    fn absolute(&self, value: &mut Value, around: Around) {
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    match value {
                        Value::String(text) if key == "$ref" || around == Around::Mapping => {
                            let is_target = around == Around::Mapping;
                            let named = if is_target { self.named_schema(text) } else { None };
                            let whole = named.or_else(|| self.whole_reference(text));
                            if let Some(whole) = whole.filter(|whole| !self.leads_nowhere(whole)) {
                                *text = whole;
                            }
                        }
                        value => {
                            let around = match key.as_str() {
                                "discriminator" => Around::Discriminator,
                                "mapping" if around == Around::Discriminator => Around::Mapping,
                                _ => Around::Other,
                            };
                            self.absolute(value, around);
                        }
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.absolute(item, Around::Other)),
            _ => {}
        }
    }

    /// Says which files are not there that examples name: those texts are values like any others.
    pub(super) fn without_files(&self, nowhere: Arc<BTreeSet<String>>) {
        // It is said once, before anything is read.
        let _ = self.nowhere.set(nowhere);
    }

    fn leads_nowhere(&self, whole: &str) -> bool {
        let base = whole.split('#').next().unwrap_or_default();
        self.nowhere.get().is_some_and(|nowhere| nowhere.contains(base))
    }

    /// The reference that the bare name of a schema in a mapping stands for.
    fn named_schema(&self, name: &str) -> Option<String> {
        let schemas = self.entry(self.entry(0, "components")?, "schemas")?;
        self.entry(schemas, name)?;
        let name = pointer::escaped(name);
        Some(format!("{}#/components/schemas/{name}", self.base))
    }

    /// A reference with the document that it means; `None` when it is not one.
    pub(super) fn whole_reference(&self, reference: &str) -> Option<String> {
        let (file, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        if file.is_empty() {
            return Some(format!("{}#{pointer}", self.base));
        }
        // No file is called so.
        if !file.contains(['/', '.']) {
            return None;
        }
        if file.contains("://") {
            return Some(format!("{file}#{pointer}"));
        }
        let address = self.address.as_deref().or(self.base.contains("://").then_some(&*self.base));
        if let Some(address) = address {
            return Some(format!("{}#{pointer}", joined_address(address, file)));
        }
        let path = relative_path(&self.path, file);
        let base = if path == self.main { String::new() } else { format!("/{path}") };
        Some(format!("{base}#{pointer}"))
    }

    /// All references with the places of their texts, as written.
    pub(super) fn written_references(&self) -> impl Iterator<Item = ((usize, usize), String)> + '_ {
        self.texts_in(&self.references, (0, self.text.len()))
    }

    /// The same for what looks like a reference in examples and defaults.
    fn written_data(&self) -> impl Iterator<Item = ((usize, usize), String)> + '_ {
        self.texts_in(&self.in_data, (0, self.text.len()))
    }

    /// Those of the spans that lie in another one, with their texts.
    fn texts_in<'s>(
        &'s self,
        spans: &'s [(u32, u32)],
        (start, end): (usize, usize),
    ) -> impl Iterator<Item = ((usize, usize), String)> + 's {
        let from = spans.partition_point(|(at, _)| (*at as usize) < start);
        let rest = spans.get(from..).unwrap_or_default().iter();
        rest.map(|(start, end)| (*start as usize, *end as usize))
            .take_while(move |(at, _)| *at < end)
            .map(|(start, end)| ((start, end), unescaped(self.text.get(start..end).unwrap_or_default())))
    }

    /// The references within a part, and what looks like one in its data, each with the document that it means.
    pub(super) fn references_of(&self, part: PartId) -> impl Iterator<Item = String> + '_ {
        let within = self.span(part);
        let all = self.texts_in(&self.references, within).chain(self.texts_in(&self.in_data, within));
        all.filter_map(|(_, reference)| match self.has_files {
            true => self.named_schema(&reference).or_else(|| self.whole_reference(&reference)),
            false => Some(reference),
        })
    }

    /// All references, each with the document that it means and the place of its text.
    pub(super) fn references(&self) -> impl Iterator<Item = ((usize, usize), String)> + '_ {
        self.written_references().filter_map(|(place, reference)| {
            if !self.has_files {
                return Some((place, reference));
            }
            let named = self.named_schema(&reference);
            Some((place, named.or_else(|| self.whole_reference(&reference))?))
        })
    }

    /// Examples and defaults that stand in other files, with the places of their texts.
    pub(super) fn data_elsewhere(&self) -> impl Iterator<Item = ((usize, usize), String)> + '_ {
        let elsewhere = self.written_data().filter(|(_, reference)| names_data(reference));
        elsewhere.filter_map(|(place, reference)| Some((place, self.whole_reference(&reference)?)))
    }

    /// The text at a place, as an author wrote it.
    pub(super) fn written(&self, (start, end): (usize, usize)) -> String {
        unescaped(self.text.get(start..end).unwrap_or_default())
    }

    /// The part that a pointer leads into, and the rest of the pointer within it.
    pub(super) fn locate<'p>(&self, pointer: &'p str) -> (PartId, &'p str) {
        self.descend(pointer, usize::MAX)
    }

    /// The same, at most so many parts down.
    fn descend<'p>(&self, pointer: &'p str, most: usize) -> (PartId, &'p str) {
        let mut part = 0;
        let mut rest = pointer;
        for _ in 0..most {
            let Some(after) = rest.strip_prefix('/') else { break };
            let (name, tail) = match after.find('/') {
                Some(at) => after.split_at(at),
                None => (after, ""),
            };
            let plain = name.contains('~').then(|| pointer::unescaped(name));
            let Some(entry) = self.entry(part, plain.as_deref().unwrap_or(name)) else { break };
            part = entry;
            rest = tail;
        }
        (part, rest)
    }

    /// The value at a pointer: `/a/b`, with `~0`, `~1` and percent escapes.
    pub(super) fn target(&self, pointer: &str) -> Option<&Value> {
        let at = |pointer: &str| {
            let (part, rest) = self.locate(pointer);
            // What is not there is no reason to read everything.
            let is_missing = rest.starts_with('/') && !self.entries(part).is_empty();
            if is_missing {
                return None;
            }
            let (part, rest) = self.descend(pointer, READ_WHOLE);
            self.value(part)?.pointer(rest)
        };
        at(pointer).or_else(|| at(&percent_decoded(pointer)?)).or_else(|| at(self.anchored(pointer)?))
    }

    /// The reference that the value at a pointer is. What says by its entries that it is none is not read.
    pub(super) fn reference_at(&self, pointer: &str) -> Option<&str> {
        let (part, rest) = self.locate(pointer);
        if rest.is_empty() && !self.entries(part).is_empty() {
            self.entry(part, "$ref")?;
        }
        self.target(pointer)?.get("$ref")?.as_str()
    }

    /// The part that a reference into this document depends on.
    pub(super) fn part_of(&self, pointer: &str) -> PartId {
        let pointer = self.anchored(pointer).unwrap_or(pointer);
        let found = self.locate(pointer);
        match percent_decoded(pointer) {
            Some(decoded) if found.0 == 0 && !pointer.is_empty() => self.locate(&decoded).0,
            _ => found.0,
        }
    }

    /// The hash of a part's text.
    pub(super) fn hash(&self, part: PartId) -> ContentHash {
        ContentHash::of(self.slice(part).as_bytes())
    }

    /// Places of what is nested too deep to be read.
    pub(super) fn too_deep(&self) -> &[u32] {
        &self.too_deep
    }

    /// The longest texts for readers, with their places.
    pub(super) fn long_texts(&self) -> impl Iterator<Item = ((usize, usize), String)> + '_ {
        self.long.iter().filter_map(|(start, end)| {
            let place = (*start as usize, *end as usize);
            Some((place, unescaped(self.text.get(place.0..place.1)?)))
        })
    }
}

impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        (&self.base, &self.path, &self.main, &self.text)
            == (&other.base, &other.path, &other.main, &other.text)
    }
}

/// What a value stands in: the texts of a discriminator's mapping are references.
#[derive(Clone, Copy, PartialEq)]
enum Around {
    Other,
    Discriminator,
    Mapping,
}

/// Whether what stands in an example is a reference to a file with values, and not just called like one.
fn names_data(reference: &str) -> bool {
    let file = reference.split('#').next().unwrap_or_default().to_ascii_lowercase();
    [".json", ".yaml", ".yml"].iter().any(|extension| file.ends_with(extension))
}

/// A file that another one names.
pub(super) fn relative_path(from: &SourcePath, file: &str) -> SourcePath {
    match file.strip_prefix('/') {
        Some(rooted) => SourcePath::new(rooted),
        None => {
            let decoded = percent_decoded(file);
            let folder = from.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
            SourcePath::new(&format!("{folder}/{}", decoded.as_deref().unwrap_or(file)))
        }
    }
}

/// An address that one at another address names.
fn joined_address(base: &str, file: &str) -> String {
    let (scheme, rest) = base.split_once("://").unwrap_or(("https", base));
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = match file.strip_prefix('/') {
        Some(rooted) => SourcePath::new(rooted),
        None => relative_path(&SourcePath::new(path), file),
    };
    format!("{scheme}://{host}/{path}")
}

fn percent_decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

/// Whole numbers lose their fraction, as when JavaScript writes them: `100.0` is shown as `100`.
fn plain_numbers(value: &mut Value) {
    /// Beyond this not every whole number is one of JavaScript.
    const SAFE: f64 = 9_007_199_254_740_991.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= SAFE);
            if let Some(whole) = whole {
                *value = Value::from(whole as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(plain_numbers),
        Value::Object(entries) => entries.values_mut().for_each(plain_numbers),
        _ => {}
    }
}
