//! What a model can ask: its tools, their words, and their answers.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::library::{Filter, Library, Page};
use crate::diagnostic::did_you_mean;

/// Results of a search, unless another number is asked.
const RESULTS: usize = 8;
const MOST_RESULTS: usize = 50;
/// Pages of one list.
const LISTED: usize = 500;

/// What a tool says, for models and for programs.
pub(super) struct Answer {
    pub text: String,
    pub data: Option<Value>,
}

/// All tools.
pub(super) fn list(library: &Library) -> Value {
    let (languages, versions) = library.editions();
    let edition = |name: &str, all: &[&str]| {
        let told = format!("Only this {name}: {}.", all.join(", "));
        json!({ "type": "string", "description": told })
    };
    let mut filters = Map::new();
    if languages.len() > 1 {
        filters.insert("language".to_owned(), edition("language", &languages));
    }
    if versions.len() > 1 {
        filters.insert("version".to_owned(), edition("version", &versions));
    }
    let tool = |name: &str, title: &str, description: String, own: Value, required: &[&str]| {
        let mut properties = own.as_object().cloned().unwrap_or_default();
        if name != "read_page" {
            properties.extend(filters.clone());
        }
        json!({
            "name": name, "title": title, "description": description,
            "inputSchema": { "type": "object", "properties": properties, "required": required, "additionalProperties": false },
            "annotations": { "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false },
        })
    };
    json!([
        tool(
            "search",
            "Search",
            format!(
                "Search the documentation of {}. Finds pages and their sections by words, names and API paths. \
                 Of several languages and versions it asks the first one, unless another is named.",
                library.name()
            ),
            json!({
                "query": { "type": "string", "description": "Words, an identifier, or a method and a path such as `POST /users`." },
                "limit": { "type": "integer", "minimum": 1, "maximum": MOST_RESULTS, "description": format!("Number of pages [default: {RESULTS}].") },
            }),
            &["query"],
        ),
        tool(
            "read_page",
            "Read a page",
            "Read one page as Markdown.".to_owned(),
            json!({ "path": { "type": "string", "description": "Its address or path, as search and list_pages tell it." } }),
            &["path"],
        ),
        tool(
            "list_pages",
            "List pages",
            "List all pages in reading order, with their sections.".to_owned(),
            json!({
                "below": { "type": "string", "description": "Only this page, or the pages of this folder: `/guides` has `/guides/limits`, and not `/guides-of-old`." },
                "offset": { "type": "integer", "minimum": 0, "description": "Pages to leave out at the beginning, for a long list." },
            }),
            &[],
        ),
    ])
}

/// Calls a tool; `None` when there is none of this name. What is wrong with arguments is an answer of the tool, as the
/// protocol has it since 2025-11-25: a model reads that and corrects itself, and errors of the protocol it never sees.
pub(super) fn call(library: &Library, name: &str, arguments: &Value) -> Option<Result<Answer, String>> {
    let list = list(library);
    let tool = list.as_array()?.iter().find(|tool| tool["name"] == name)?;
    let Value::Object(arguments) = arguments else {
        return Some(Err("the arguments of a call are an object".to_owned()));
    };
    if let Err(problem) = known_only(tool, name, arguments) {
        return Some(Err(problem));
    }
    Some(match name {
        "search" => search(library, arguments),
        "read_page" => read_page(library, arguments),
        "list_pages" => list_pages(library, arguments),
        _ => return None,
    })
}

/// Refuses what a tool has no argument for: who gives it expects that it counts.
fn known_only(tool: &Value, name: &str, arguments: &Map<String, Value>) -> Result<(), String> {
    let properties = tool["inputSchema"]["properties"].as_object();
    let known: Vec<&str> = properties.into_iter().flat_map(Map::keys).map(String::as_str).collect();
    let Some(unknown) = arguments.keys().find(|given| !known.contains(&given.as_str())) else {
        return Ok(());
    };
    let near = did_you_mean(unknown, known.iter().copied());
    let near = near.map(|near| format!(" Is it `{near}`?")).unwrap_or_default();
    let all: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
    Err(format!("{name} has no argument `{unknown}`.{near} It has: {}.", all.join(", ")))
}

/// A text among the arguments.
fn text<'a>(arguments: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, String> {
    match arguments.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.trim()).filter(|text| !text.is_empty())),
        Some(_) => Err(format!("`{name}` is not a text")),
    }
}

fn number(arguments: &Map<String, Value>, name: &str) -> Result<Option<usize>, String> {
    match arguments.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
            Some(number) => Ok(Some(number)),
            None => Err(format!("`{name}` is not a whole number from 0 on")),
        },
    }
}

fn filter<'a>(library: &Library, arguments: &'a Map<String, Value>) -> Result<Filter<'a>, String> {
    let filter = Filter { language: text(arguments, "language")?, version: text(arguments, "version")? };
    let (languages, versions) = library.editions();
    for (name, asked, all) in
        [("language", filter.language, languages), ("version", filter.version, versions)]
    {
        if let Some(asked) = asked
            && !all.is_empty()
            && !all.iter().any(|known| known.eq_ignore_ascii_case(asked))
        {
            return Err(format!("there is no {name} `{asked}`; there are: {}", all.join(", ")));
        }
    }
    Ok(filter)
}

fn search(library: &Library, arguments: &Map<String, Value>) -> Result<Answer, String> {
    let query = text(arguments, "query")?.ok_or("`query` is missing: say what to look for")?;
    let limit = number(arguments, "limit")?.unwrap_or(RESULTS).clamp(1, MOST_RESULTS);
    let found = library.search(query, filter(library, arguments)?, limit)?;
    let mut told = match found.total {
        0 => format!("Nothing was found for “{query}”. Try other words, or list_pages.\n"),
        total => format!("{total} pages for “{query}”, the best first:\n"),
    };
    let mut results = Vec::new();
    for hit in &found.pages {
        let crumbs: Vec<&str> =
            hit.crumbs.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let method = hit.method.as_deref().map(|method| format!("{method} ")).unwrap_or_default();
        told.push_str(&format!("\n## {method}{}\n\n{}\n", hit.title, hit.url));
        if !crumbs.is_empty() {
            told.push_str(&format!("In: {}\n", crumbs.join(" › ")));
        }
        let snippet = library.snippet(hit, None, &found, query);
        let snippet = snippet.or_else(|| hit.description.clone().filter(|text| !text.is_empty()));
        if let Some(snippet) = &snippet {
            told.push_str(&format!("\n{snippet}\n"));
        }
        let mut sections = Vec::new();
        for section in &hit.sections {
            let address = format!("{}#{}", hit.url, section.id);
            let around = library.snippet(hit, Some(&section.heading), &found, query).unwrap_or_default();
            told.push_str(&format!("\n- {} ({address}): {around}\n", section.heading));
            sections.push(json!({ "heading": section.heading, "url": address, "text": around }));
        }
        results.push(json!({
            "title": hit.title, "url": hit.url, "crumbs": crumbs, "method": hit.method, "text": snippet, "sections": sections,
        }));
    }
    Ok(Answer { text: told, data: Some(json!({ "total": found.total, "pages": results })) })
}

fn read_page(library: &Library, arguments: &Map<String, Value>) -> Result<Answer, String> {
    let path = text(arguments, "path")?.ok_or("`path` is missing: say which page")?;
    match library.read(path) {
        Some(text) => Ok(Answer { text, data: None }),
        None => {
            let near = did_you_mean(path, library.pages().iter().map(|page| page.url.as_str()));
            let near = near.map(|near| format!(" Is it `{near}`?")).unwrap_or_default();
            Err(format!("There is no page `{path}`.{near} search and list_pages tell the paths of pages."))
        }
    }
}

/// Most folders and pages that are named where there is none of a name.
const MOST_NEAR: usize = 5;

/// Folders and pages that are called like something that is none: those that begin so, else one that may be meant, else
/// the first of each path.
fn near<'l>(name: &str, library: &'l Library) -> Vec<&'l str> {
    let mut known = BTreeSet::new();
    for page in library.pages() {
        let path = page.url.trim_matches('/');
        known.extend(path.match_indices('/').filter_map(|(end, _)| path.get(..end)));
        known.insert(path);
    }
    known.remove("");
    let begins = |path: &&&str| path.strip_prefix(name).is_some_and(|rest| !rest.contains('/'));
    let mut found: Vec<&str> = known.iter().filter(begins).take(MOST_NEAR).copied().collect();
    if found.is_empty() {
        found.extend(did_you_mean(name, known.iter().copied()));
    }
    if found.is_empty() {
        found.extend(known.iter().filter(|path| !path.contains('/')).take(MOST_NEAR).copied());
    }
    found
}

fn list_pages(library: &Library, arguments: &Map<String, Value>) -> Result<Answer, String> {
    let below = text(arguments, "below")?.map(|below| below.trim_matches('/').to_owned());
    let offset = number(arguments, "offset")?.unwrap_or(0);
    let is_below = |page: &&Page| {
        below.as_deref().is_none_or(|below| {
            let rest = page.url.trim_matches('/').strip_prefix(below);
            below.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let filter = filter(library, arguments)?;
    let pages: Vec<&Page> = library.list(filter).filter(is_below).collect();
    if pages.is_empty()
        && let Some(below) = below.as_deref()
    {
        let near: Vec<String> = near(below, library).iter().map(|path| format!("`/{path}`")).collect();
        let near = if near.is_empty() { String::new() } else { format!(" There is: {}.", near.join(", ")) };
        let text = format!("No page is `/{below}` or below it.{near}");
        return Ok(Answer { text, data: Some(json!({ "total": 0, "pages": [] })) });
    }
    let shown: Vec<&Page> = pages.iter().skip(offset).take(LISTED).copied().collect();
    let mut told = if pages.len() == 1 { "1 page".to_owned() } else { format!("{} pages", pages.len()) };
    told.push_str(&match (shown.len() < pages.len(), offset.saturating_add(LISTED) < pages.len()) {
        (true, true) => {
            format!(", of which these are {}; ask again with `offset` {}:\n", shown.len(), offset + LISTED)
        }
        (true, false) => format!(", of which these are the last {}:\n", shown.len()),
        (false, _) => ":\n".to_owned(),
    });
    let mut section: Option<String> = None;
    let (languages, versions) = library.editions();
    for page in &shown {
        // Groups of several languages may have one name.
        let language = page.language.iter().filter(|_| languages.len() > 1);
        let version = page.version.iter().filter(|_| versions.len() > 1);
        let way: Vec<&str> = language.chain(version).chain(&page.crumbs).map(String::as_str).collect();
        let way = way.join(" › ");
        if section.as_ref() != Some(&way) {
            told.push_str(&format!("\n## {}\n\n", if way.is_empty() { "Docs" } else { &way }));
            section = Some(way);
        }
        let description = page.description.as_deref().map(|text| format!(": {text}")).unwrap_or_default();
        told.push_str(&format!("- {} ({}){description}\n", page.title, page.url));
    }
    let data = shown.iter().map(|page| {
        json!({
            "title": page.title, "url": page.url, "crumbs": page.crumbs, "language": page.language, "version": page.version,
        })
    });
    let data = json!({ "total": pages.len(), "pages": data.collect::<Vec<Value>>() });
    Ok(Answer { text: told, data: Some(data) })
}
