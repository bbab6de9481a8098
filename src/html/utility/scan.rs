//! Where classes stand: in the tags of markup, and in the strings of scripts.

use std::collections::{BTreeSet, HashSet};

use super::is_utility;
use crate::page::jsx::decode_entities;

/// The utilities among the classes of some markup that this program wrote, and all its ids.
pub fn classes_in_html(html: &str, found: &mut BTreeSet<String>, ids: &mut Vec<String>) {
    // A page says the same few classes again and again: coloured code is made of them.
    let mut seen = HashSet::new();
    let mut last = [""; 16];
    let mut rest = html;
    // Every tag is looked at, no text: a page may show the source of a page.
    while let Some((_, inside)) = rest.split_once('<') {
        rest = inside;
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let tag = Tag::read(rest);
        if let Some(classes) = tag.classes {
            let known =
                &mut last[(classes.len() + usize::from(*classes.as_bytes().last().unwrap_or(&0))) % 16];
            if *known != classes {
                *known = classes;
                if seen.insert(classes) {
                    add(&decode_entities(classes), found);
                }
            }
        }
        ids.extend(tag.id.map(decode_entities));
        rest = rest.get(tag.length..).unwrap_or_default();
        if tag.name.eq_ignore_ascii_case("script") || tag.name.eq_ignore_ascii_case("style") {
            rest = rest.find(&format!("</{}", tag.name)).map_or("", |end| &rest[end..]);
        }
    }
}

/// The utilities among the words of the strings of a script that runs when the page is read.
pub fn classes_in_script(source: &str, found: &mut BTreeSet<String>) {
    // Templates that are open, each with the braces that are open in its current `${`.
    let mut templates: Vec<usize> = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '\'', '`', '{', '}', '/']) {
        let (mark, after) = (rest.as_bytes().get(at), rest.get(at + 1..).unwrap_or_default());
        rest = after;
        match mark {
            Some(b'{') => templates.last_mut().into_iter().for_each(|open| *open += 1),
            Some(b'}') => match templates.last_mut() {
                Some(0) => {
                    templates.pop();
                    rest = template_text(after, &mut templates, found);
                }
                Some(open) => *open -= 1,
                None => {}
            },
            Some(b'/') if after.starts_with('/') => rest = &after[after.find('\n').unwrap_or(after.len())..],
            Some(b'/') if after.starts_with('*') => {
                rest = after.find("*/").map_or("", |end| &after[end + 2..]);
            }
            Some(b'`') => rest = template_text(after, &mut templates, found),
            Some(quote @ (b'"' | b'\'')) => {
                let (text, end) = until(after, |byte, _| byte == *quote || byte == b'\n');
                // An apostrophe in text between tags ends with its line.
                if after.as_bytes().get(end) == Some(quote) {
                    add(text, found);
                    rest = after.get(end + 1..).unwrap_or_default();
                }
            }
            _ => {}
        }
    }
}

/// The text of a template up to its end or its next `${`; what follows.
fn template_text<'t>(text: &'t str, templates: &mut Vec<usize>, found: &mut BTreeSet<String>) -> &'t str {
    let (words, end) = until(text, |byte, next| byte == b'`' || byte == b'$' && next == Some(&b'{'));
    add(words, found);
    if text.as_bytes().get(end) == Some(&b'$') {
        templates.push(0);
        return text.get(end + 2..).unwrap_or_default();
    }
    text.get(end + 1..).unwrap_or_default()
}

/// Text up to a byte that ends it, escapes left out of account.
fn until(text: &str, ends: impl Fn(u8, Option<&u8>) -> bool) -> (&str, usize) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if ends(byte, bytes.get(at + 1)) {
            break;
        }
        at += if byte == b'\\' { 2 } else { 1 };
    }
    let at = at.min(text.len());
    (text.get(..at).unwrap_or_default(), at)
}

fn add(classes: &str, found: &mut BTreeSet<String>) {
    let new = classes.split_ascii_whitespace().filter(|class| !found.contains(*class) && is_utility(class));
    let new: Vec<String> = new.map(str::to_owned).collect();
    found.extend(new);
}

/// A tag without its `<`.
struct Tag<'t> {
    name: &'t str,
    /// The value of its first `class`.
    classes: Option<&'t str>,
    /// The value of its first `id`.
    id: Option<&'t str>,
    /// Up to its `>`, which may stand in a quoted value.
    length: usize,
}

impl<'t> Tag<'t> {
    fn read(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let name_end = bytes.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
        let name = &text[..name_end.unwrap_or(text.len())];
        let mut tag = Self { name, classes: None, id: None, length: text.len() };
        let mut at = name.len();
        while let Some(next) = bytes[at..].iter().position(|byte| matches!(byte, b'>' | b'"')) {
            let from = at + next;
            if bytes[from] == b'>' {
                tag.length = from;
                break;
            }
            let Some(length) = bytes[from + 1..].iter().position(|byte| *byte == b'"') else { break };
            at = from + 1 + length + 1;
            let value = || text.get(from + 1..at - 1);
            if tag.classes.is_none() && bytes[..from].ends_with(b" class=") {
                tag.classes = value();
            } else if tag.id.is_none() && bytes[..from].ends_with(b" id=") {
                tag.id = value();
            }
        }
        tag
    }
}
