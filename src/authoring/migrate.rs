//! Pages that show an operation (`openapi` in their front matter) become part of the description: their fields and
//! text go to `x-mint` of the operation, the navigation names the operation, and `x-mint.href` keeps the address
//! (behaviour 15, `migrate-mdx`).
//!
//! Descriptions are changed as texts, so that comments and order stay; every change is read back and has to say what
//! was meant, or the page stays.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::edits::{TextEdit, apply};
use crate::api::reference::{ApiTarget, parse_reference};
use crate::api::slug::href_slug;
use crate::config::json::{self, Json, JsonValue};
use crate::config::navigation::page_path;
use crate::page::frontmatter;
use crate::text::{Slug, SourcePath, SourceText};
use crate::yaml::parse_yaml;

/// Texts that a migration reads and changes.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// Descriptions by path; changed.
    pub descriptions: BTreeMap<String, String>,
    /// `docs.json`; changed.
    pub config: String,
    /// The description of pages that name none.
    pub only: Option<String>,
}

/// Moves one page into its description. `None`: it shows no operation. `Err` says why it stays.
pub fn migrate(path: &SourcePath, text: &str, texts: &mut Texts) -> Option<Result<String, String>> {
    let source = SourceText::new(path.clone(), text);
    let (front, body) = frontmatter::split(&source, &mut Vec::new());
    let reference = parse_reference(&front.text("openapi")?)?;
    let body = text.get(body.start as usize..body.end as usize).unwrap_or_default().trim();
    Some(moved(path, front.fields, body, reference.file.as_deref(), &reference.target, texts))
}

fn moved(
    path: &SourcePath,
    mut fields: Map<String, Value>,
    body: &str,
    file: Option<&str>,
    target: &ApiTarget,
    texts: &mut Texts,
) -> Result<String, String> {
    let ApiTarget::Operation { method, path: operation } = target else {
        return Err("only operations can be moved".to_owned());
    };
    let file = file.map(str::to_owned).or_else(|| texts.only.clone());
    let file = file.ok_or("it names no description, and docs.json names none or several")?;
    let key = page_path(&file);
    let description =
        texts.descriptions.get(&key).ok_or_else(|| format!("`{file}` is no description in this project"))?;
    let slug = Slug::of_page(path);
    if href_slug(slug.route()).as_str() != slug.route() || slug.route().is_empty() {
        return Err("its address has capital letters or a dot, which `x-mint.href` cannot have".to_owned());
    }
    if body.contains("import ") && body.lines().any(|line| line.starts_with("import ")) {
        return Err("it imports snippets, which a description cannot".to_owned());
    }
    fields.shift_remove("openapi");
    let mut addition = Map::from_iter([("href".to_owned(), json!(format!("/{}", slug.route())))]);
    if !fields.is_empty() {
        addition.insert("metadata".to_owned(), Value::Object(fields));
    }
    if !body.is_empty() {
        addition.insert("content".to_owned(), json!(format!("{body}\n")));
    }
    let new = extended(&key, description, operation, method, &addition)?;
    let entry = format!("{file} {} {operation}", method.to_uppercase());
    let config = renamed(&texts.config, slug.as_str(), &entry).ok_or("the navigation does not list it")?;
    texts.descriptions.insert(key, new);
    texts.config = config;
    Ok(entry)
}

/// A description with `x-mint` added to an operation.
fn extended(
    path: &str,
    text: &str,
    operation: &str,
    method: &str,
    addition: &Map<String, Value>,
) -> Result<String, String> {
    let is_json = path.ends_with(".json");
    let read = |text: &str| -> Option<Value> {
        if is_json { serde_json::from_str(text).ok() } else { parse_yaml(text).ok() }
    };
    let mut wanted = read(text).ok_or_else(|| format!("`{path}` cannot be read"))?;
    let place = wanted
        .get_mut("paths")
        .and_then(|paths| paths.get_mut(operation))
        .and_then(|item| item.get_mut(method))
        .and_then(Value::as_object_mut)
        .ok_or_else(|| {
            format!("`{path}` has no operation {} {operation} of its own", method.to_uppercase())
        })?;
    if place.contains_key("x-mint") {
        return Err(format!("{} {operation} has an `x-mint` already", method.to_uppercase()));
    }
    place.insert("x-mint".to_owned(), Value::Object(addition.clone()));
    let new = if is_json {
        let new = in_json(text, operation, method, addition);
        new.ok_or_else(|| format!("{path}: the operation {} {operation} is empty", method.to_uppercase()))
    } else {
        in_yaml(text, operation, method, addition).map_err(|stop| stop.told(path))
    };
    let unsafe_change = || format!("`{path}` is written in a way that cannot be changed safely");
    new.and_then(|new| (read(&new).as_ref() == Some(&wanted)).then_some(new).ok_or_else(unsafe_change))
}

/// Where the way to an operation in YAML ends before it is there.
struct Stop {
    /// From 1.
    line: usize,
    key: String,
    /// What stands behind the key.
    value: String,
}

impl Stop {
    fn told(&self, path: &str) -> String {
        let Self { line, key, value } = self;
        let why = match value.chars().next() {
            Some('{') => format!(
                "`{key}` stands in braces there, which cannot be changed safely: write what is in them on lines of its own, below `{key}:`"
            ),
            Some('*' | '&' | '!') => {
                let mark = value.split_whitespace().next().unwrap_or_default();
                format!("`{key}` has the mark `{mark}` there, so a change may be one of other places, too")
            }
            _ => format!("`{key}` is written there in a way that cannot be changed safely"),
        };
        format!("{path}:{line}: {why}")
    }
}

fn in_json(text: &str, operation: &str, method: &str, addition: &Map<String, Value>) -> Option<String> {
    let source = SourceText::new(SourcePath::new("description.json"), text);
    let (root, _) = json::parse(&source, 0);
    let root = root?;
    let last = root.get("paths")?.get(operation)?.get(method)?.members().last()?;
    let (start, end) = (last.place.span.start as usize, last.value.place.span.end as usize);
    let line = text.get(..start)?.rsplit('\n').next()?;
    let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
    let value = format!("{:#}", Value::Object(addition.clone())).replace('\n', &format!("\n{indent}"));
    Some(apply(text, &[TextEdit::new(end..end, format!(",\n{indent}\"x-mint\": {value}"))]))
}

fn in_yaml(text: &str, operation: &str, method: &str, addition: &Map<String, Value>) -> Result<String, Stop> {
    let indent_of = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    // The way down: `paths`, the path, the method; each deeper than the one before.
    let mut way = ["paths", operation, method].into_iter();
    let mut wanted = way.next().unwrap_or_default();
    let mut depths: Vec<usize> = Vec::new();
    let mut at = 0;
    let mut found: Option<usize> = None;
    let mut last = 1;
    let stop = |line: usize, key: &str, value: &str| {
        Err(Stop { line, key: key.to_owned(), value: value.to_owned() })
    };
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        if is_blank(line) {
            continue;
        }
        let depth = indent_of(line);
        if let Some(place) = found {
            // The first line below the operation tells how deep its fields are.
            if depths.last().is_some_and(|above| depth <= *above) {
                break;
            }
            return Ok(apply(text, &[TextEdit::new(place..place, yaml(addition, depth))]));
        }
        match depths.last() {
            None if depth > 0 => continue,
            Some(above) if depth <= *above => break,
            _ => {}
        }
        let Some(value) = value_of(line, wanted) else { continue };
        last = number + 1;
        let next = way.next();
        match (value, next) {
            ("", Some(next)) => {
                depths.push(depth);
                wanted = next;
            }
            ("", None) => {
                depths.push(depth);
                found = Some(at);
            }
            // What is in braces on one line takes one field more; that it is right is looked at afterwards.
            (flow, None) if flow.starts_with('{') && flow.ends_with('}') => {
                let end = start + line.trim_end().len() - 1;
                let comma = if flow[1..flow.len() - 1].trim().is_empty() { "" } else { ", " };
                let field = format!("{comma}x-mint: {}", Value::Object(addition.clone()));
                let end = end - (text[..end].len() - text[..end].trim_end().len());
                return Ok(apply(text, &[TextEdit::new(end..end, field)]));
            }
            (value, _) => return stop(last, wanted, value),
        }
    }
    stop(last, wanted, "")
}

/// What stands behind a key that a line begins with, without a comment.
fn value_of<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let line = line.trim();
    let quoted = |quote: char| line.strip_prefix(quote)?.strip_prefix(key)?.strip_prefix(quote);
    let rest = quoted('"').or_else(|| quoted('\'')).or_else(|| line.strip_prefix(key))?;
    let value = rest.trim_start().strip_prefix(':')?;
    if !value.is_empty() && !value.starts_with([' ', '\t']) {
        return None;
    }
    let value = value.trim();
    Some(if value.starts_with('#') { "" } else { value })
}

/// `x-mint` in the block form, its values as JSON, which YAML reads too.
fn yaml(addition: &Map<String, Value>, depth: usize) -> String {
    let indent = " ".repeat(depth);
    let mut out = format!("{indent}x-mint:\n");
    for (key, value) in addition {
        match value {
            Value::Object(fields) => {
                out.push_str(&format!("{indent}  {key}:\n"));
                for (name, value) in fields {
                    out.push_str(&format!("{indent}    {}: {value}\n", json!(name)));
                }
            }
            Value::String(text)
                if key == "content" && !text.starts_with([' ', '\n']) && !text.contains(['\t', '\r']) =>
            {
                out.push_str(&format!("{indent}  {key}: |\n"));
                for line in text.lines() {
                    let line = if line.is_empty() { String::new() } else { format!("{indent}    {line}") };
                    out.push_str(&format!("{line}\n"));
                }
            }
            value => out.push_str(&format!("{indent}  {key}: {value}\n")),
        }
    }
    out
}

/// The configuration with another entry in place of a page; `None` when no list of pages has it.
fn renamed(text: &str, slug: &str, entry: &str) -> Option<String> {
    let source = SourceText::new(SourcePath::new("docs.json"), text);
    let (root, _) = json::parse(&source, 0);
    let root = root?;
    let mut edits = Vec::new();
    find(root.get("navigation")?, "", slug, entry, &mut edits);
    (!edits.is_empty()).then(|| apply(text, &edits))
}

fn find(json: &Json, key: &str, slug: &str, entry: &str, edits: &mut Vec<TextEdit>) {
    match &json.value {
        JsonValue::Text(text) if key == "pages" && page_path(text) == slug => {
            let span = json.place.span;
            edits.push(TextEdit::new(span.start as usize..span.end as usize, json!(entry).to_string()));
        }
        JsonValue::Array(elements) => {
            elements.iter().for_each(|element| find(element, key, slug, entry, edits))
        }
        JsonValue::Object(members) => {
            members.iter().for_each(|member| find(&member.value, &member.key, slug, entry, edits));
        }
        _ => {}
    }
}
