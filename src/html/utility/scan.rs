//! Where classes stand: in the tags of markup, and in the strings of scripts.

use std::collections::BTreeSet;

use super::super::tags::{Alike, pieces};
use super::is_utility;
use crate::hash::tables::HashSet;
use crate::page::jsx::decode_entities;

/// How the tag around the `pre` of a block of code ends; nothing else is written so.
const CODE_BLOCK: &str = "data-component-part=\"code-block-root\"";

/// The utilities among the classes of some markup that this program wrote, and all its ids.
pub fn classes_in_html(html: &str, found: &mut BTreeSet<String>, ids: &mut Vec<String>) {
    // A page says the same few classes again and again: coloured code is made of them.
    let mut seen = HashSet::new();
    let mut without_id = Alike::default();
    // Every tag is looked at, no text: a page may show the source of a page.
    let mut pieces = pieces(html);
    // What a block of code holds is this program's alone, and most tags of many pages.
    let mut is_in_block = false;
    while let Some(tag) = pieces.next_start() {
        if is_in_block && tag.name == "pre" {
            pieces.skip_code();
        }
        is_in_block = tag.name == "div" && tag.written().ends_with(CODE_BLOCK);
        if without_id.get(&tag).is_some() {
            continue;
        }
        let (mut classes, mut id) = (None, None);
        for (name, value) in tag.attributes() {
            match name {
                "class" => classes = classes.or(Some(value)),
                "id" => id = id.or(Some(value)),
                _ => {}
            }
        }
        if id.is_none() {
            without_id.note(&tag, ());
        }
        if let Some(classes) = classes
            && seen.insert(classes)
        {
            add(&decode_entities(classes), found);
        }
        ids.extend(id.map(decode_entities));
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
