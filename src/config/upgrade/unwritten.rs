//! A site with nothing but a `mint.json`: read as the `docs.json` that an upgrade would write, without writing one.
//!
//! Its problems have places in a text that nobody sees. [`place_in_mint`] finds what they are about in the file that
//! is there, and [`FieldNames`] what its author calls the field.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::{Note, Outcome, upgrade};
use crate::config::json::Json;
use crate::config::{ParsedConfig, json, parse_config};
use crate::diagnostic::{Diagnostic, Location, Severity};
use crate::text::{SourcePath, SourceText, Span};

/// The older configuration.
pub const LEGACY_FILE: &str = "mint.json";

/// Reads the text of a `mint.json`; `path` is what a `docs.json` of it is called.
pub fn parse_legacy(path: &SourcePath, text: &str) -> ParsedConfig {
    let legacy = SourcePath::new(LEGACY_FILE);
    let source = SourceText::new(legacy.clone(), text);
    let (parsed, mut diagnostics) = json::parse(&source, 0);
    let Some(mint) = parsed else {
        return ParsedConfig { diagnostics, ..ParsedConfig::default() };
    };
    let (docs, notes) = upgrade(&mint.to_value());
    let mut parsed = parse_config(path, &format!("{docs:#}\n"), &|_| None);
    let message = "there is no `docs.json`, so the site is made of `mint.json`, the older configuration";
    let hint = "`docs upgrade` writes a docs.json and tells what becomes of every field";
    diagnostics.push(Diagnostic::note("config-legacy-file", message).in_file(&legacy).hint(hint));
    let invalid = notes.iter().filter(|note| note.outcome == Outcome::Invalid);
    let told = diagnostics.len();
    diagnostics.extend(invalid.map(|note| {
        let message = format!("`{}` in `mint.json`: {}", note.field, note.text);
        Diagnostic::error("config-legacy-file", message).located(place_of_field(&mint, &note.field, &source))
    }));
    if diagnostics.len() > told {
        // What is not in this file follows from what is not valid in it.
        let is_own = |place: &Location| place_in_mint(place, &source).line > 0;
        parsed.diagnostics.retain(|problem| {
            problem.severity != Severity::Error || problem.location.as_ref().is_some_and(is_own)
        });
    }
    FieldNames::new(&mint, &notes).rename_all(&mut parsed.diagnostics, &source);
    parsed.diagnostics.splice(0..0, diagnostics);
    parsed
}

/// Keys of `docs.json` under the names that `mint.json` had for them, wherever they stand.
const OLDER_KEYS: &[(&str, &str)] =
    &[("label", "name"), ("href", "url"), ("header", "title"), ("items", "links")];

/// What fields of `docs.json` are called in a `mint.json`.
struct FieldNames<'m> {
    mint: &'m Json,
    /// Where fields of `docs.json` came from: new and old name, the longer new names first.
    moved: Vec<(&'m str, &'m str)>,
    /// Fields that the upgrade wants somebody to look at.
    reviewed: Vec<&'m str>,
}

impl<'m> FieldNames<'m> {
    fn new(mint: &'m Json, notes: &'m [Note]) -> Self {
        let mut moved = vec![("navigation.groups", "navigation"), ("", "")];
        for note in notes.iter().filter(|note| note.outcome == Outcome::Mapped) {
            // What follows are words about it.
            let new = note.text.split([',', ' ']).next().unwrap_or_default();
            if new.contains('.') && !new.contains('`') {
                moved.push((new, note.field.as_str()));
            }
        }
        moved.sort_by_key(|(new, _)| std::cmp::Reverse(new.len()));
        let reviewed = notes.iter().filter(|note| note.outcome == Outcome::Review);
        Self { mint, moved, reviewed: reviewed.map(|note| note.field.as_str()).collect() }
    }

    /// Says what problems of `docs.json` are about by the names and at the places that their author gave them. What has
    /// become another structure keeps its new name.
    fn rename_all(&self, problems: &mut Vec<Diagnostic>, source: &SourceText) {
        let mut empty = self.empty();
        problems.retain_mut(|problem| {
            let Some((new, rest)) = problem.message.strip_prefix('`').and_then(|text| text.split_once('`'))
            else {
                return true;
            };
            let found = self.older(new).or_else(|| self.by_place(new, problem, source));
            let alike = last_key(new).and_then(|key| empty.get_mut(key)).filter(|_| is_empty(problem));
            let (old, span) = match (found, alike) {
                (Some(found), _) => found,
                (None, None) => return true,
                // One group may have become several, which are empty for one reason.
                (None, Some(fields)) => match fields.pop_front() {
                    Some((old, span)) => (old.to_owned(), span),
                    None => return false,
                },
            };
            problem.message = format!("`{old}`{rest}");
            problem.location = Some(Location::at(source, span));
            true
        });
    }

    /// The fields without a word that the upgrade found, by their last key: their text does not tell them apart.
    fn empty(&self) -> BTreeMap<&'m str, VecDeque<(&'m str, Span)>> {
        let mut all: BTreeMap<_, VecDeque<_>> = BTreeMap::new();
        for field in &self.reviewed {
            let value = keys(field).try_fold(self.mint, step).filter(|value| value.text() == Some(""));
            if let (Some(key), Some(value)) = (last_key(field), value) {
                all.entry(key).or_default().push_back((*field, value.place.span));
            }
        }
        all
    }

    /// The old name of a field that kept its place among others, and where that is.
    fn older(&self, new: &str) -> Option<(String, Span)> {
        self.moved.iter().find_map(|(start, old)| {
            let rest = new.strip_prefix(start)?;
            if !start.is_empty() && !rest.is_empty() && !rest.starts_with(['.', '[']) {
                return None;
            }
            let mut name = String::new();
            let mut json = self.mint;
            for key in keys(old).chain(keys(rest)) {
                let older = OLDER_KEYS.iter().find(|(new, _)| *new == key).map(|(_, old)| *old);
                let found =
                    [Some(key), older].into_iter().flatten().find_map(|key| Some((key, step(json, key)?)));
                let (key, inner) = found?;
                json = inner;
                push(&mut name, key);
            }
            (!name.is_empty()).then_some((name, json.place.span))
        })
    }

    /// The name of the value whose text is that of the problem, when it is called like the field.
    fn by_place(&self, new: &str, problem: &Diagnostic, source: &SourceText) -> Option<(String, Span)> {
        let span = span_in_mint(problem.location.as_ref()?, source)?;
        let holds = |json: &Json| (json.place.span.start..json.place.span.end).contains(&span.start);
        let mut name = String::new();
        let mut json = self.mint;
        while json.place.span != span {
            let members = json.members().iter().map(|member| (member.key.clone(), &member.value));
            let elements = json.elements().iter().enumerate().map(|(at, value)| (at.to_string(), value));
            let (key, inner) = members.chain(elements).find(|(_, inner)| holds(inner))?;
            push(&mut name, &key);
            json = inner;
        }
        let (wanted, found) = (last_key(new)?, last_key(&name)?);
        let is_same = wanted == found || OLDER_KEYS.contains(&(wanted, found));
        is_same.then_some((name, json.place.span))
    }
}

/// The keys and numbers of a field such as `navigation[2].pages`.
fn keys(field: &str) -> impl Iterator<Item = &str> {
    field.split(['.', '[', ']']).filter(|name| !name.is_empty())
}

fn last_key(field: &str) -> Option<&str> {
    keys(field).filter(|key| key.parse::<usize>().is_err()).last()
}

/// Whether the place of a problem is a text without a word.
fn is_empty(problem: &Diagnostic) -> bool {
    problem.location.as_ref().is_some_and(|place| {
        place.length == 2 && place.excerpt.chars().skip(place.start_in_excerpt()).take(2).eq(['"', '"'])
    })
}

fn step<'j>(json: &'j Json, key: &str) -> Option<&'j Json> {
    json.get(key).or_else(|| json.elements().get(key.parse::<usize>().ok()?))
}

fn push(name: &mut String, key: &str) {
    match key.parse::<usize>() {
        Ok(_) => name.push_str(&format!("[{key}]")),
        Err(_) if name.is_empty() => name.push_str(key),
        Err(_) => name.push_str(&format!(".{key}")),
    }
}

/// Where a field such as `navigation[2].pages` is written, else what it belongs in, else the file.
fn place_of_field(mint: &Json, field: &str, source: &SourceText) -> Location {
    let steps = keys(field).scan(mint, |json, key| {
        *json = step(json, key)?;
        Some(json.place.span)
    });
    steps.last().map_or_else(|| Location::file(&source.path), |span| Location::at(source, span))
}

/// The place in `mint.json` of what has a place in its `docs.json`: where the same text first stands as a value. Of
/// keys, numbers and objects nobody can say where they came from.
pub fn place_in_mint(place: &Location, mint: &SourceText) -> Location {
    let found = span_in_mint(place, mint);
    found.map_or_else(|| Location::file(&mint.path), |span| Location::at(mint, span))
}

fn span_in_mint(place: &Location, mint: &SourceText) -> Option<Span> {
    let piece: String =
        place.excerpt.chars().skip(place.start_in_excerpt()).take(place.length as usize).collect();
    serde_json::from_str::<Value>(&piece).ok()?.as_str().filter(|text| !text.is_empty())?;
    let is_value = |at: &usize| !mint.text[at + piece.len()..].trim_start().starts_with(':');
    let found = mint.text.match_indices(&piece).map(|(at, _)| at).find(is_value)?;
    Some(Span::new(found, found + piece.len()))
}
