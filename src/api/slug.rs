//! Names of generated pages: how a summary or a tag becomes part of an address (behaviour 10.3).
//!
//! Published links depend on every odd detail here, so the order of the steps matters.

use std::collections::BTreeSet;

use crate::hash::ContentHash;
use crate::text::Slug;

/// The file name of a summary, path or tag; `None` for empty text.
///
/// Steps, in this order: spaces and `{…}` become `-`; one leading and one trailing `-` go; `{}(),.'/` and
/// line feeds go; each `--` becomes `-` once; lower case. All other characters stay.
pub fn clean_file_name(text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let dashed = braces_to_dashes(&text.replace(' ', "-"));
    let trimmed = dashed.strip_prefix('-').unwrap_or(&dashed);
    let trimmed = trimmed.strip_suffix('-').unwrap_or(trimmed);
    let kept: String = trimmed
        .chars()
        .filter(|c| !matches!(c, '{' | '}' | '(' | ')' | ',' | '.' | '\'' | '/' | '\n'))
        .collect();
    Some(kept.replace("--", "-").to_lowercase())
}

/// Replaces each `{…}` within one line by `-`.
fn braces_to_dashes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let inside = &rest[open..];
        match inside.find(['}', '\n']) {
            Some(close) if inside[close..].starts_with('}') => {
                out.push_str(&rest[..open]);
                out.push('-');
                rest = &inside[close + 1..];
            }
            _ => {
                out.push_str(&rest[..=open]);
                rest = &inside[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Longest name of a page, bytes: file systems take 255, of which `.html` and the number of a repeated name need some.
const LONGEST_SEGMENT: usize = 240;
/// What is kept of a longer one, before a hash of it all; published addresses have this much.
const KEPT: usize = 200;

/// The slug `directory/folder/file` in lower case; empty parts are left out.
pub fn page_slug(directory: Option<&str>, folder: &str, file_name: &str) -> Slug {
    let directory = directory.unwrap_or(super::DEFAULT_DIRECTORY).to_lowercase();
    let names = [folder, file_name].map(|name| short(servable(name.to_lowercase())));
    let segments: Vec<&str> = directory
        .split('/')
        .chain(names.iter().map(String::as_str))
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    Slug::new(&segments.join("/"))
}

/// A name that is one of a file: `\` is a `/` to browsers and a separator of folders to Windows, also where an address
/// has it as `%5C`, so it cannot stay; nothing serves a name with control characters. All other punctuation stays, as in the addresses that are published (behaviour 10.3); links encode it.
fn servable(name: String) -> String {
    let is_gap = |c: char| c == '\\' || c.is_control();
    if !name.contains(is_gap) {
        return name;
    }
    let words: Vec<&str> = name.split(|c| c == '-' || is_gap(c)).filter(|word| !word.is_empty()).collect();
    match words.is_empty() {
        true => ContentHash::of(name.as_bytes()).short(),
        false => words.join("-"),
    }
}

/// A name that can be one of a file: of a summary as long as a paragraph, the beginning and a hash of it all.
fn short(name: String) -> String {
    if name.len() <= LONGEST_SEGMENT {
        return name;
    }
    let end = name.floor_char_boundary(KEPT);
    format!("{}-{}", name[..end].trim_end_matches('-'), ContentHash::of(name.as_bytes()).short())
}

/// The address `directory/operationId`; `None` for an id that is no path, or that looks like a file of the output.
pub fn alias_slug(directory: Option<&str>, id: &str) -> Option<Slug> {
    let is_name = |segment: &str| {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '~' | ':' | '@' | '+');
        !segment.is_empty()
            && segment.len() <= LONGEST_SEGMENT
            && !segment.starts_with('.')
            && segment.chars().all(is_plain)
    };
    let lower = id.to_lowercase();
    let last = lower.rsplit('/').next().unwrap_or(&lower);
    let is_file = last == "index" || [".html", ".md"].iter().any(|end| last.ends_with(end));
    if is_file || !id.split('/').all(is_name) {
        return None;
    }
    let directory = directory.unwrap_or(super::DEFAULT_DIRECTORY).to_lowercase();
    let above = directory.split('/').filter(|part| !part.is_empty() && *part != ".");
    let segments: Vec<&str> = above.chain([id]).collect();
    Some(Slug::new(&segments.join("/")))
}

/// The slug that `x-mint.href` asks for: lower case, without what looks like an extension.
pub fn href_slug(href: &str) -> Slug {
    let path = href.trim().trim_matches('/');
    let file_start = path.rfind('/').map_or(0, |at| at + 1);
    let stem = match path[file_start..].rfind('.') {
        Some(dot) => &path[..file_start + dot],
        None => path,
    };
    Slug::new(&stem.to_lowercase())
}

/// `slug`, or the first of `slug-1`, `slug-2` … that is not `taken`.
pub fn unique(slug: &Slug, taken: &BTreeSet<Slug>) -> Slug {
    if !taken.contains(slug) {
        return slug.clone();
    }
    (1u32..)
        .map(|number| Slug::new(&format!("{slug}-{number}")))
        .find(|candidate| !taken.contains(candidate))
        .unwrap_or_else(|| slug.clone())
}

/// An identifier as a title: words split at capitals, only the first one capitalised
/// (`userSignedUp` is `User signed up`).
pub fn identifier_title(identifier: &str) -> String {
    let mut words = String::with_capacity(identifier.len() + 4);
    let mut previous: Option<char> = None;
    let mut characters = identifier.chars().peekable();
    while let Some(c) = characters.next() {
        // A name that something else stands in for stays as it is written.
        if c == '{' {
            words.push(c);
            words.extend(std::iter::from_fn(|| characters.next_if(|next| *next != '}')));
            previous = None;
            continue;
        }
        let next_is_lower = characters.peek().is_some_and(|next| next.is_lowercase());
        let starts_word = c.is_uppercase()
            && previous
                .is_some_and(|p| p.is_lowercase() || p.is_numeric() || (p.is_uppercase() && next_is_lower));
        if starts_word && !words.ends_with(' ') {
            words.push(' ');
        }
        match c {
            '-' | '_' | ' ' => {
                if !words.is_empty() && !words.ends_with(' ') {
                    words.push(' ');
                }
            }
            _ => words.extend(c.to_lowercase()),
        }
        previous = Some(c);
    }
    let mut characters = words.trim_end().chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_become_sentences() {
        assert_eq!(identifier_title("userSignedUp"), "User signed up");
        assert_eq!(identifier_title("HTTPServer_error"), "Http server error");
        assert_eq!(identifier_title(""), "");
    }

    #[test]
    fn a_href_loses_its_extension_and_case() {
        assert_eq!(href_slug("/custom/Path.Here").as_str(), "custom/path");
        assert_eq!(href_slug("v1.2/x").as_str(), "v1.2/x");
    }

    #[test]
    fn out_01_names_are_those_of_files() {
        let slug = |name: &str| page_slug(None, "", &clean_file_name(name).unwrap_or_default()).to_string();
        for (summary, name) in [
            ("back\\slash", "back-slash"),
            ("a\tb", "a-b"),
            // These addresses are published.
            ("Is it up?", "is-it-up?"),
            ("C# and F#", "c#-and-f#"),
            ("Create a pet (v2.0), please!", "create-a-pet-v20-please!"),
            ("\"q\"", "\"q\""),
            ("Admin: a---b", "admin:-a--b"),
        ] {
            assert_eq!(slug(summary), format!("api-reference/{name}"));
        }
        assert_ne!(slug("\t"), slug("\\"));
    }

    #[test]
    fn oas_07_an_id_is_an_address_when_it_is_a_path() {
        let alias = |id: &str| alias_slug(Some("/API/v1"), id).map(|slug| slug.to_string());
        assert_eq!(alias("getPet").as_deref(), Some("api/v1/getPet"));
        assert_eq!(alias("repos/list.all").as_deref(), Some("api/v1/repos/list.all"));
        assert_eq!(
            alias_slug(None, "größe").map(|slug| slug.to_string()).as_deref(),
            Some("api-reference/größe")
        );
        assert_eq!(alias_slug(Some(""), "getPet").map(|slug| slug.to_string()).as_deref(), Some("getPet"));
        for id in [
            "", "/", "a//b", "../up", ".hidden", "a b", "a?b", "a#b", "a\\b", "{a}", "get.html", "x.md",
            "Index",
        ] {
            assert_eq!(alias(id), None, "{id}");
        }
    }

    #[test]
    fn repeats_are_numbered() {
        let taken = BTreeSet::from([Slug::new("a"), Slug::new("a-1")]);
        assert_eq!(unique(&Slug::new("a"), &taken).as_str(), "a-2");
        assert_eq!(unique(&Slug::new("b"), &taken).as_str(), "b");
    }
}
