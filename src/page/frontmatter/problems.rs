//! What an author is told of front matter: where it breaks, and fields that do not say what they seem to.
//!
//! A YAML parser tells where it gave up, which is often a line below the slip. The slips that people make are
//! looked for here: their places and remedies are certain.

use serde_json::Value;

use super::FrontMatter;
use crate::config::chrome::Contextual;
use crate::diagnostic::{Diagnostic, did_you_mean, push_limited};
use crate::source::history::Day;
use crate::text::{SourceText, Span};
use crate::yaml::YamlError;

/// Fields that are texts.
const TEXTS: &[&str] = &[
    "title",
    "sidebarTitle",
    "description",
    "icon",
    "iconType",
    "tag",
    "url",
    "mode",
    "openapi",
    "asyncapi",
    "api",
    "version",
    "canonical",
];
/// Fields that are on or off.
const SWITCHES: &[&str] = &[
    "hidden",
    "noindex",
    "deprecated",
    "searchable",
    "hideFooterPagination",
    "hideApiMarker",
    "rss",
    "glossary",
    "public",
];
/// Other fields with a meaning.
const OTHERS: &[&str] = &[
    "keywords",
    "groups",
    "playground",
    "authMethod",
    "timestamp",
    "lastUpdatedDate",
    "contentType",
    "contextual",
    "boost",
    "related",
];
/// All fields with a meaning.
pub fn known_fields() -> impl Iterator<Item = &'static str> {
    [TEXTS, SWITCHES, OTHERS].into_iter().flatten().copied()
}

/// Values of `mode`.
const MODES: &[&str] = &["default", "wide", "custom", "center", "frame"];
/// Values of `playground`.
const PLAYGROUNDS: &[&str] = &["interactive", "simple", "none", "auth"];
/// Values of `authMethod`, in small letters.
const AUTH_METHODS: &[&str] = &["bearer", "basic", "key", "none", "cobo"];

/// All that a field can say, in the order of how usual it is; nothing for a field that says other things, too.
pub fn field_choices(name: &str) -> &'static [&'static str] {
    match name {
        "mode" => MODES,
        "playground" => PLAYGROUNDS,
        "authMethod" => AUTH_METHODS,
        _ if SWITCHES.contains(&name) => &["true", "false"],
        _ => &[],
    }
}

/// Does a line of the text begin like a field?
pub(super) fn has_field(text: &str) -> bool {
    text.lines().any(|line| key_of(line).is_some())
}

/// The key that a line at the left margin begins with.
fn key_of(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let named = !key.is_empty()
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\''));
    (named && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(key)
}

/// Fields below dashes that begin no front matter: others than hyphens, which programs for letters make of them, or more.
pub(super) fn other_dashes(source: &SourceText) -> Option<Diagnostic> {
    let (first, rest) = source.text.split_once('\n')?;
    let dashes = first.trim();
    let is_dash = |c: char| matches!(c, '-' | '–' | '—' | '―');
    let closes = |line: &str| !line.trim().is_empty() && line.trim().chars().all(is_dash);
    let mut lines = rest.lines();
    let is_meant =
        closes(dashes) && lines.next().is_some_and(|line| key_of(line).is_some()) && lines.any(closes);
    is_meant.then(|| {
        Diagnostic::warning(
            "front-matter-dashes",
            format!("`{dashes}` begins no front matter, so its fields are text"),
        )
        .at(source, Span::new(0, first.trim_end().len()))
        .hint("write three hyphens, `---`, above the fields and below them")
    })
}

/// Front matter below something else that is to be removed.
pub(super) fn not_at_top(source: &SourceText, at: usize, hint: &str) -> Diagnostic {
    Diagnostic::warning("front-matter-not-at-top", "the front matter does not begin in the first line")
        .at(source, Span::new(at, at + 3))
        .hint(hint)
}

/// Why the YAML of `span` cannot be read.
pub(super) fn unreadable(source: &SourceText, span: Span, error: &YamlError) -> Diagnostic {
    let yaml = &source.text[span.start as usize..span.end as usize];
    let start = span.start as usize;
    if let Some((at, length, message, hint)) = slip(yaml, error.line as usize) {
        return Diagnostic::error("invalid-front-matter", message)
            .at(source, Span::new(start + at, start + at + length))
            .hint(hint);
    }
    let line_start: usize =
        yaml.split_inclusive('\n').take((error.line as usize).saturating_sub(1)).map(str::len).sum();
    // The parser counts characters.
    let line = yaml.get(line_start..).unwrap_or("").lines().next().unwrap_or("");
    let column = (error.column as usize).saturating_sub(1);
    let offset = line.char_indices().nth(column).map_or(line.len(), |(offset, _)| offset);
    let at = start + (line_start + offset).min(yaml.len());
    Diagnostic::error(
        "invalid-front-matter",
        format!("the front matter is not valid YAML: {}", error.message),
    )
    .at(source, Span::new(at, at + 1))
    .hint("write one field a line, as `name: value`; put a value with signs of YAML (`: # [ {`) in quotes")
}

/// A slip: its offset, its length, a sentence, a hint.
type Slip = (usize, usize, String, String);

/// The slip that explains a problem in a line.
fn slip(yaml: &str, problem_line: usize) -> Option<Slip> {
    let mut offset = 0;
    let mut previous: Option<&str> = None;
    // A line that is indented with a tab goes on the value before it, which is what a parser finds fault with.
    let last = problem_line.max(1);
    for (number, line) in yaml.split_inclusive('\n').enumerate().take(last + 1) {
        let start = offset;
        offset += line.len();
        let text = line.trim_end();
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        if line[..blanks].contains('\t') && !text.is_empty() {
            let message = "this line of the front matter is indented with a tab".to_owned();
            return Some((start, blanks, message, "YAML allows only blanks in front of a key".to_owned()));
        }
        if number >= last {
            break;
        }
        if let Some((key, value)) = text.split_once(':') {
            let value_at = start + key.len() + 1 + (value.len() - value.trim_start().len());
            let value = value.trim();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            if let Some(quote) = quote
                && value.len() > 1
                && !value[1..].contains(quote)
                && key_of(text).is_some()
                && yaml[offset..].lines().next().is_none_or(|next| next.is_empty() || key_of(next).is_some())
            {
                let message = format!("the value of `{}` is never closed", key.trim());
                return Some((value_at, value.len(), message, format!("add the closing `{quote}`")));
            }
            // A parser may go on to the next line before it finds fault.
            if number + 2 >= problem_line
                && blanks == 0
                && let Some(slip) = glued(start, text)
                    .or_else(|| open_bracket(value_at, (key, value), yaml[offset..].lines().next()))
                    .or_else(|| quoted_further(value_at, (key, value)))
            {
                return Some(slip);
            }
            let first = value.chars().next().unwrap_or(' ');
            if number + 1 == problem_line && matches!(first, '@' | '`' | '%' | '*' | '&' | '!') {
                let message = format!(
                    "the value of `{}` begins with `{first}`, which means something in YAML",
                    key.trim()
                );
                return Some((value_at, 1, message, "put the value in quotes".to_owned()));
            }
            if number + 1 == problem_line
                && blanks > 0
                && key_of(text.trim_start()).is_some()
                && previous.is_some_and(|before| {
                    key_of(before).is_some()
                        && before.split_once(':').is_some_and(|(_, value)| !value.trim().is_empty())
                })
            {
                let message = format!("`{}` stands further right than the field above it", key.trim());
                return Some((start, blanks, message, "remove the blanks in front of it".to_owned()));
            }
            if number + 1 == problem_line && quote.is_none() && value.contains(": ") {
                let message =
                    format!("the value of `{}` holds `: `, which begins a value in YAML", key.trim());
                let at = value_at + value.find(": ").unwrap_or_default();
                return Some((at, 1, message, "put the whole value in quotes".to_owned()));
            }
        }
        previous = Some(text);
    }
    None
}

/// `title:Start`, which is no field.
fn glued(start: usize, line: &str) -> Option<Slip> {
    let (key, value) = line.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if key.is_empty() || !key.chars().all(is_name) || value.starts_with(['/', ' ', '\t']) || value.is_empty()
    {
        return None;
    }
    let message = format!("a blank is missing behind `{key}:`");
    Some((start, key.len() + 1, message, format!("write `{key}: {value}`")))
}

/// `tags: [a, b`, and no next line that goes on with it.
fn open_bracket(at: usize, (key, value): (&str, &str), next: Option<&str>) -> Option<Slip> {
    let (open, close) = match value.chars().next()? {
        '[' => ('[', ']'),
        '{' => ('{', '}'),
        _ => return None,
    };
    if value.contains(close) || next.is_some_and(|next| !next.is_empty() && key_of(next).is_none()) {
        return None;
    }
    let message = format!("the `{open}` of `{key}` is never closed");
    Some((at, 1, message, format!("add the closing `{close}`")))
}

/// `'it's'`, or `"say "yes""`: the value ends before its author meant it to.
fn quoted_further(at: usize, (key, value): (&str, &str)) -> Option<Slip> {
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut inside = value.char_indices().skip(1).peekable();
    let end = loop {
        match inside.next()? {
            (_, '\\') if quote == '"' => drop(inside.next()),
            (_, c) if c == quote && quote == '\'' && inside.next_if(|(_, next)| *next == quote).is_some() => {
            }
            (end, c) if c == quote => break end,
            _ => {}
        }
    };
    let rest = value[end + 1..].trim_start();
    if rest.is_empty() || rest.starts_with('#') {
        return None;
    }
    let hint = match quote {
        '"' => "write `\\\"` for a quotation mark in the value, or put the value in `'…'`",
        _ => "write `''` for an apostrophe in the value, or put the value in `\"…\"`",
    };
    Some((
        at + end,
        1,
        format!("the value of `{key}` ends at this `{quote}`, and more follows"),
        hint.to_owned(),
    ))
}

/// Tells of fields that are read, but hardly as they were meant.
pub(super) fn check(
    source: &SourceText,
    span: Span,
    front_matter: &FrontMatter,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let yaml = &source.text[span.start as usize..span.end as usize];
    let mut seen: Vec<&str> = Vec::new();
    let mut offset = span.start as usize;
    let mut block: Option<usize> = None;
    for line in yaml.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let blanks = line.len() - line.trim_start().len();
        // What stands below `|` or `>` is text, whatever it looks like.
        if block.is_some_and(|indent| blanks > indent || line.trim().is_empty()) {
            continue;
        }
        block = None;
        let Some(key) = key_of(line.trim_end()) else { continue };
        let value = line[key.len() + 1..].trim();
        if value.starts_with(['|', '>']) {
            block = Some(blanks);
        }
        let place = Span::new(start, start + key.len());
        let name = key.trim_matches(['"', '\'']);
        if seen.len() < 200 && seen.contains(&name) {
            push_limited(diagnostics, || {
                Diagnostic::warning(
                    "duplicate-front-matter-key",
                    format!("`{name}` stands twice in the front matter; the last one counts"),
                )
                .at(source, place)
                .hint("remove one of them")
            });
            continue;
        }
        seen.push(name);
        if let Some((message, hint)) = front_matter.fields.get(name).and_then(|value| doubt(name, value)) {
            push_limited(diagnostics, || {
                Diagnostic::warning("front-matter-value", message).at(source, place).hint(hint)
            });
        } else if let Some(meant) = misspelt(name, front_matter) {
            push_limited(diagnostics, || {
                Diagnostic::warning(
                    "front-matter-key",
                    format!("`{name}` has no meaning in the front matter"),
                )
                .at(source, place)
                .hint(format!("did you mean `{meant}`?"))
            });
        }
    }
}

/// What is doubtful about the value of a field, and what to do.
fn doubt(name: &str, value: &Value) -> Option<(String, String)> {
    let is_text = matches!(value, Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null);
    if TEXTS.contains(&name) && !is_text && name != "icon" {
        let message = format!("`{name}` is not a text, so it is left out");
        return Some((message, "put the value in quotes".to_owned()));
    }
    if SWITCHES.contains(&name)
        && !matches!(value, Value::Bool(_) | Value::Null)
        && !matches!(value, Value::String(text) if matches!(text.trim(), "true" | "false" | ""))
    {
        let message = format!("`{name}` is neither true nor false, so it has no effect");
        return Some((message, format!("write `{name}: true` or `{name}: false`")));
    }
    let choices = match name {
        "mode" => Some((MODES, "is not a mode of pages, so the page is shown as usual")),
        "playground" => Some((PLAYGROUNDS, "is no kind of playground, so the page has that of the site")),
        "authMethod" => Some((AUTH_METHODS, "is no method of authentication, so requests have none")),
        _ => None,
    };
    if let Some((choices, effect)) = choices
        && let Some(written) = scalar(value)
    {
        // Letter case of the method does not matter.
        let meant = if name == "authMethod" { written.to_lowercase() } else { written.clone() };
        if !meant.is_empty() && !choices.contains(&meant.as_str()) {
            let hint = match did_you_mean(&meant, choices.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("write one of {}", choices.join(", ")),
            };
            return Some((format!("`{written}` {effect}"), hint));
        }
    }
    if name == "contextual" && !value.is_null() && Contextual::of_page(value).is_none() {
        let message = "`contextual` is no menu, so the page has that of the site".to_owned();
        return Some((message, "write `options: [copy, view]`, or `options: []` for no menu".to_owned()));
    }
    if name == "related" && !matches!(value, Value::Array(_) | Value::Bool(false) | Value::Null) {
        let message = "`related` is no list of links, so the page has none".to_owned();
        return Some((message, "write one below the other: `- /path`, or `- Title: /path`".to_owned()));
    }
    if matches!(
        name,
        "date" | "lastUpdated" | "lastUpdatedDate" | "lastModified" | "createdAt" | "publishedAt"
    ) && let Value::String(date) = value
        && Day::is_impossible(date.trim())
    {
        return Some((format!("`{date}` is not a day of the calendar"), "write it as YYYY-MM-DD".to_owned()));
    }
    None
}

/// A value that is read as a text.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// The field that a misspelt one was meant to be. Any other field is the author's own business, and so is one
/// beside the field that it resembles.
/// Fields that sites have for their own use, near to others of ours.
const OWN_WORDS: &[&str] =
    &["created", "dated", "icons", "label", "labels", "models", "series", "tags", "titles"];

fn misspelt(name: &str, front_matter: &FrontMatter) -> Option<&'static str> {
    let known = || TEXTS.iter().chain(SWITCHES).chain(OTHERS).copied();
    if name.len() < 4 || OWN_WORDS.contains(&name) || known().any(|field| field == name) {
        return None;
    }
    // `tags: [a, b]` is a field of somebody else, and no `tag` that was misspelt.
    let is_group = matches!(front_matter.fields.get(name), Some(Value::Array(_) | Value::Object(_)));
    did_you_mean(name, known()).filter(|meant| {
        let near = meant.len().abs_diff(name.len()) <= 1;
        near && !front_matter.fields.contains_key(*meant) && !(is_group && TEXTS.contains(meant))
    })
}
