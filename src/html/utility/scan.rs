//! Where classes stand: in the tags of markup, and in the strings of scripts.

use std::collections::BTreeSet;

use super::is_utility;
use crate::page::jsx::decode_entities;

/// The utilities among the classes of some markup that this program wrote.
pub fn classes_in_html(html: &str, found: &mut BTreeSet<String>) {
    let mut rest = html;
    // Every tag is looked at, no text: a page may show the source of a page.
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let name_end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        let name = &rest[..name_end];
        let tag = &rest[..tag_end(rest)];
        if let Some(value) = tag.split(" class=\"").nth(1).and_then(|value| value.split('"').next()) {
            add(&decode_entities(value), found);
        }
        rest = &rest[tag.len()..];
        if name.eq_ignore_ascii_case("script") || name.eq_ignore_ascii_case("style") {
            rest = rest.find(&format!("</{name}")).map_or("", |end| &rest[end..]);
        }
    }
}

/// The utilities among the words of the strings of a script that sets classes when the page is read.
pub fn classes_in_script(source: &str, found: &mut BTreeSet<String>) {
    const CHANGES: [&str; 4] = ["useState", "useReducer", "useEffect", "classList"];
    if !CHANGES.iter().any(|name| source.contains(name)) {
        return;
    }
    for quote in ['"', '\'', '`'] {
        for string in source.split(quote).filter(|string| string.len() < 2_000) {
            add(string, found);
        }
    }
}

fn add(classes: &str, found: &mut BTreeSet<String>) {
    let new = classes.split_ascii_whitespace().filter(|class| !found.contains(*class) && is_utility(class));
    let new: Vec<String> = new.map(str::to_owned).collect();
    found.extend(new);
}

/// The length of a tag up to its `>`, which may stand in a quoted value.
fn tag_end(tag: &str) -> usize {
    let mut quoted = false;
    let end = tag.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'>' && !quoted
    });
    end.unwrap_or(tag.len())
}
