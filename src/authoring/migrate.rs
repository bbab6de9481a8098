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
        in_json(text, operation, method, addition)
    } else {
        in_yaml(text, operation, method, addition)
    };
    new.filter(|new| read(new).as_ref() == Some(&wanted))
        .ok_or_else(|| format!("`{path}` is written in a way that cannot be changed safely"))
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

fn in_yaml(text: &str, operation: &str, method: &str, addition: &Map<String, Value>) -> Option<String> {
    let indent_of = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let key_of = |line: &str| -> Option<String> {
        let key = line.trim().strip_suffix(':')?.trim_end();
        Some(key.trim_matches(['"', '\'']).to_owned())
    };
    // The way down: `paths`, the path, the method; each deeper than the one before.
    let mut way = ["paths", operation, method].into_iter();
    let mut wanted = way.next()?;
    let mut depths: Vec<usize> = Vec::new();
    let mut at = 0;
    let mut found: Option<(usize, usize)> = None;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if is_blank(line) {
            continue;
        }
        let depth = indent_of(line);
        if let Some((place, _)) = found {
            // The first line below the operation tells how deep its fields are.
            let deeper = depth > *depths.last()?;
            return deeper.then(|| apply(text, &[TextEdit::new(place..place, yaml(addition, depth))]));
        }
        match depths.last() {
            None if depth > 0 => continue,
            Some(above) if depth <= *above => return None,
            _ => {}
        }
        if key_of(line).as_deref() == Some(wanted) {
            depths.push(depth);
            match way.next() {
                Some(next) => wanted = next,
                None => found = Some((at, depth)),
            }
        }
    }
    None
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
