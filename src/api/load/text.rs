//! The JSON form of a file that is JSON or YAML.

use std::sync::Arc;

use serde::de::IgnoredAny;

use crate::api::source::Json;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::conflict::conflict_or;
use crate::text::{SourceText, Span};
use crate::yaml::{YamlError, parse_with_repeated};

/// Longest message of a parser that is shown: some repeat what they could not read.
const LONGEST_MESSAGE: usize = 4096;
/// Longer lines of YAML are nothing that somebody wrote, and cost a parser many times their size.
const LONGEST_LINE: usize = 8 << 20;

/// What the parser of JSON says, by the beginning, and what it means.
const PLAIN: [(&str, &str); 9] = [
    ("EOF while parsing an object", "the file ends in the middle of an object"),
    ("EOF while parsing a list", "the file ends in the middle of a list"),
    ("EOF while parsing a string", "the file ends in the middle of a text"),
    ("EOF while parsing a value", "the file ends where a value is expected"),
    ("expected value", "a value is expected here"),
    ("key must be a string", "a name in quotes is expected here"),
    ("trailing comma", "nothing comes after this comma"),
    ("trailing characters", "something stands behind the end of the document"),
    ("control character", "a text has a line break or another control character in it"),
];

/// The text as JSON: itself, unless it is YAML. `Err` says where it is neither.
pub fn read_json(source: &SourceText) -> Result<Json, Diagnostic> {
    let whole = Span::new(0, source.text.len());
    read_either(source).map_err(|problem| conflict_or(source, whole, || problem))
}

fn read_either(source: &SourceText) -> Result<Json, Diagnostic> {
    let text = &*source.text;
    let extension = source.path.extension();
    if text.trim_start().starts_with(['{', '[']) || extension == "json" {
        match Json::of(source.text.clone()) {
            Ok(json) => return Ok(json),
            Err(at) if extension == "json" => return Err(not_json(source, at)),
            Err(_) => {}
        }
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.len() > LONGEST_LINE {
            return Err(syntax(source, "a line begins here that is longer than 8 MiB", start));
        }
        start += line.len();
    }
    match parse_with_repeated(text) {
        Ok((value, repeated)) => {
            let text: Arc<str> = value.to_string().into();
            let mut json = Json::of(text.clone()).map_err(|at| syntax(source, too_much(&text, at), 0))?;
            json.repeated = repeated.and_then(|key| place_of_key(source, &key)).into_iter().collect();
            Ok(json)
        }
        // Whoever wrote it did not mean it to be either.
        Err(_) if !matches!(extension.as_str(), "" | "yaml" | "yml" | "json") => {
            let message = format!("{} is neither JSON nor YAML", source.path);
            Err(Diagnostic::error("api-description-syntax", message)
                .hint("refer to a file that holds a part of a description; texts stand in the description itself")
                .in_file(&source.path))
        }
        Err(error) => {
            let place = offset(text, error.line, error.column);
            Err(syntax(source, &error.message, place.unwrap_or(0)))
        }
    }
}

fn not_json(source: &SourceText, at: usize) -> Diagnostic {
    // The parser of values words it better; it may stop elsewhere for other reasons.
    let worded = serde_json::from_str::<IgnoredAny>(&source.text).err().map(|error| {
        let place = offset(&source.text, error.line() as u32, error.column() as u32);
        (error.to_string(), place.unwrap_or(at))
    });
    match worded.filter(|(message, _)| !message.contains("recursion limit")) {
        Some((message, place)) => {
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(before, _)| before);
            let plain = PLAIN.iter().find(|(begins, _)| message.starts_with(begins));
            syntax(source, plain.map_or(message, |(_, plain)| plain), place)
        }
        None => syntax(source, too_much(&source.text, at), at),
    }
}

/// Why JSON is not read.
fn too_much(json: &str, at: usize) -> &'static str {
    match json.as_bytes().get(at) {
        Some(b'"') => "this has a name longer than 64 KiB or a text longer than 8 MiB",
        Some(b'[' | b'{') => "this is nested too deep to be read",
        _ => "this is not JSON",
    }
}

fn syntax(source: &SourceText, message: &str, at: usize) -> Diagnostic {
    let message: String = message.chars().take(LONGEST_MESSAGE).collect();
    let end = source.text.get(at..).and_then(|rest| rest.chars().next()).map_or(at, |c| at + c.len_utf8());
    Diagnostic::error("api-description-syntax", format!("{}: {message}", source.path))
        .hint("the rest of the site is built without this description")
        .at(source, Span::new(at, end))
}

/// Where the key stands that a parser stopped at.
fn place_of_key(source: &SourceText, found: &YamlError) -> Option<Span> {
    let at = offset(&source.text, found.line, found.column)?;
    let line = source.text[at..].lines().next()?;
    let key = line.split_once(':').map_or(line, |(key, _)| key);
    Some(Span::new(at, at + key.len()))
}

/// The byte offset of a line and column that a parser reported.
fn offset(text: &str, line: u32, column: u32) -> Option<usize> {
    let before = line.checked_sub(1)? as usize;
    let start = if before == 0 { 0 } else { text.match_indices('\n').nth(before - 1)?.0 + 1 };
    let line_text = text[start..].split('\n').next().unwrap_or("");
    let column = (column as usize).saturating_sub(1);
    let within = line_text.char_indices().nth(column).map_or(line_text.len(), |(at, _)| at);
    Some(start + within)
}
