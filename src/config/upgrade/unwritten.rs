//! A site with nothing but a `mint.json`: read as the `docs.json` that an upgrade would write, without writing one.
//!
//! Its problems have places in a text that nobody sees. [`place_in_mint`] finds what they are about in the file that
//! is there.

use serde_json::Value;

use super::{Outcome, upgrade};
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
    parsed.diagnostics.splice(0..0, diagnostics);
    parsed
}

/// Where a field such as `navigation[2].pages` is written, else what it belongs in, else the file.
fn place_of_field(mint: &Json, field: &str, source: &SourceText) -> Location {
    let names = field.split(['.', '[', ']']).filter(|name| !name.is_empty());
    let steps = names.scan(mint, |json, name| {
        *json = json.get(name).or_else(|| json.elements().get(name.parse::<usize>().ok()?))?;
        Some(json.place.span)
    });
    steps.last().map_or_else(|| Location::file(&source.path), |span| Location::at(source, span))
}

/// The place in `mint.json` of what has a place in its `docs.json`: where the same text first stands as a value. Of
/// keys, numbers and objects nobody can say where they came from.
pub fn place_in_mint(place: &Location, mint: &SourceText) -> Location {
    let piece: String =
        place.excerpt.chars().skip(place.start_in_excerpt()).take(place.length as usize).collect();
    let whole = Location::file(&mint.path);
    if !serde_json::from_str::<Value>(&piece)
        .is_ok_and(|value| value.as_str().is_some_and(|text| !text.is_empty()))
    {
        return whole;
    }
    let is_value = |at: &usize| !mint.text[at + piece.len()..].trim_start().starts_with(':');
    let found = mint.text.match_indices(&piece).map(|(at, _)| at).find(is_value);
    found.map_or(whole, |at| Location::at(mint, Span::new(at, at + piece.len())))
}
