//! What the cursor stands in, in a page or in `docs.json`. Reads text as it is typed, so nothing needs to be complete.

use std::ops::Range;

/// What is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cursor {
    /// The address of a link or file.
    Address,
    /// The name of a component.
    Component,
    /// The name of an attribute of this component.
    Attribute(String),
    /// The name of an icon.
    Icon,
    /// The name of a field of the front matter.
    Field,
    /// The value of this field.
    FieldValue(String),
    /// The value of an attribute: of which component, and which.
    AttributeValue(String, String),
    /// A key of the configuration, below these.
    Key(Vec<Step>),
    /// A text of the configuration: where it stands.
    Text(Vec<Step>),
}

/// A step down into the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Item,
}

/// What stands at a place, and all of it that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub cursor: Cursor,
    pub range: Range<usize>,
}

/// Attributes whose value is an address.
const ADDRESSES: [&str; 4] = ["href", "src", "img", "from"];

/// What stands at a byte of a page.
pub(super) fn in_page(text: &str, at: usize) -> Option<Found> {
    let before = text.get(..at)?;
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.get(line_start..)?;
    if let Some(front) = text.strip_prefix("---\n") {
        let end = front.find("\n---").map_or(text.len(), |end| end + 4);
        if at <= end {
            return in_front_matter(text, line, line_start, at);
        }
    }
    // Code is not looked at.
    let fences = before.lines().filter(|line| line.trim_start().starts_with("```")).count();
    if fences % 2 == 1 || line.matches('`').count() % 2 == 1 {
        return None;
    }
    if line.trim_start().starts_with("import ") {
        let quote = line.rfind(['"', '\''])?;
        let opened = line.get(..quote).is_some_and(|line| line.matches(['"', '\'']).count() % 2 == 0);
        return opened.then(|| found(Cursor::Address, text, line_start + quote + 1, at, &['"', '\'']));
    }
    if let Some(tag) = open_tag(before) {
        return in_tag(text, tag, at);
    }
    let opened = line.rfind("](")?;
    let address = line.get(opened + 2..)?;
    let is_open = !address.contains([')', ' ']);
    is_open.then(|| found(Cursor::Address, text, line_start + opened + 2, at, &[')', ' ', '"']))
}

/// From a start to the first of some ends behind the cursor, on its line.
fn found(cursor: Cursor, text: &str, start: usize, at: usize, ends: &[char]) -> Found {
    let rest = text.get(at..).unwrap_or("");
    let is_end = |c: char| c == '\n' || ends.contains(&c);
    let end = at + rest.find(is_end).unwrap_or(rest.len());
    Found { cursor, range: start..end }
}

fn in_front_matter(text: &str, line: &str, start: usize, at: usize) -> Option<Found> {
    match line.split_once(':') {
        None => Some(found(Cursor::Field, text, start, at, &[':'])),
        Some((name, value)) => {
            let cursor = match name.trim() {
                "icon" => Cursor::Icon,
                name => Cursor::FieldValue(name.to_owned()),
            };
            let skipped = value.len() - value.trim_start_matches([' ', '"', '\'']).len();
            Some(found(cursor, text, start + name.len() + 1 + skipped, at, &['"', '\'', '#']))
        }
    }
}

/// Where the tag begins that is still open.
fn open_tag(before: &str) -> Option<usize> {
    let start = before.rfind('<')?;
    let tag = before.get(start + 1..)?;
    let is_name = tag.starts_with(|c: char| c.is_ascii_alphabetic()) || tag.is_empty();
    // A bracket in quotes or braces closes nothing.
    let (mut quote, mut depth) = (None, 0);
    for c in tag.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => depth -= 1,
            (None, '>') if depth <= 0 => return None,
            _ => {}
        }
    }
    is_name.then_some(start + 1)
}

fn in_tag(text: &str, start: usize, at: usize) -> Option<Found> {
    let tag = text.get(start..at)?;
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    let name = tag.split(|c: char| !is_of_name(c)).next().unwrap_or("");
    if name.len() == tag.len() {
        let rest = text.get(at..).unwrap_or("");
        let end = at + rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
        return Some(Found { cursor: Cursor::Component, range: start..end });
    }
    let quotes = tag.matches('"').count();
    if quotes % 2 == 1 {
        let opened = tag.rfind('"')?;
        let attribute = tag.get(..opened)?.trim_end().strip_suffix('=')?.trim_end();
        let attribute = attribute.rsplit(|c: char| c.is_whitespace()).next().unwrap_or("");
        let cursor = match attribute {
            "icon" => Cursor::Icon,
            attribute if ADDRESSES.contains(&attribute) => Cursor::Address,
            attribute => Cursor::AttributeValue(name.to_owned(), attribute.to_owned()),
        };
        return Some(found(cursor, text, start + opened + 1, at, &['"']));
    }
    let word = tag.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or("");
    let stands = tag.get(..tag.len() - word.len())?.ends_with(char::is_whitespace);
    stands.then(|| Found { cursor: Cursor::Attribute(name.to_owned()), range: at - word.len()..at })
}

/// What stands at a byte of `docs.json`.
pub(super) fn in_config(text: &str, at: usize) -> Option<Found> {
    let mut open: Vec<Level> = Vec::new();
    let mut chars = text.char_indices();
    while let Some((start, c)) = chars.next() {
        if start >= at {
            return None;
        }
        match c {
            '{' => open.push(Level { key: Some(String::new()), is_key_next: true }),
            '[' => open.push(Level { key: None, is_key_next: false }),
            '}' | ']' => {
                open.pop();
            }
            ',' => {
                if let Some(level) = open.last_mut() {
                    level.is_key_next = level.key.is_some();
                }
            }
            ':' => {
                if let Some(level) = open.last_mut() {
                    level.is_key_next = false;
                }
            }
            '"' => {
                let mut escaped = false;
                let mut end = text.len();
                for (number, c) in chars.by_ref() {
                    match c {
                        // A text that is never closed ends with its line.
                        '"' | '\n' if !escaped => {
                            end = number;
                            break;
                        }
                        '\\' => escaped = !escaped,
                        _ => escaped = false,
                    }
                }
                let is_key = open.last().is_some_and(|level| level.is_key_next);
                if (start + 1..=end).contains(&at) {
                    let is_below = |level: &Level| match (&level.key, is_key) {
                        (Some(key), _) => Step::Key(key.clone()),
                        (None, _) => Step::Item,
                    };
                    let mut way: Vec<Step> = open.iter().map(is_below).collect();
                    if is_key {
                        way.pop();
                    }
                    let cursor = if is_key { Cursor::Key(way) } else { Cursor::Text(way) };
                    return Some(Found { cursor, range: start + 1..end });
                }
                if is_key && let Some(level) = open.last_mut() {
                    level.key = text.get(start + 1..end).map(str::to_owned);
                }
            }
            _ => {}
        }
    }
    None
}

/// An object or array that is open.
struct Level {
    /// The last key of an object; `None` in an array.
    key: Option<String>,
    is_key_next: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands at `|`, and all of it.
    fn page(text: &str) -> Option<(Cursor, String)> {
        let at = text.find('|').expect("a cursor");
        let text = text.replacen('|', "", 1);
        in_page(&text, at).map(|found| (found.cursor, text[found.range].to_owned()))
    }

    fn config(text: &str) -> Option<(Cursor, String)> {
        let at = text.find('|').expect("a cursor");
        let text = text.replacen('|', "", 1);
        in_config(&text, at).map(|found| (found.cursor, text[found.range].to_owned()))
    }

    #[test]
    fn pages() {
        let is = |cursor: Cursor, written: &str| Some((cursor, written.to_owned()));
        assert_eq!(page("a [b](/gu|ides) c"), is(Cursor::Address, "/guides"));
        assert_eq!(page("a [b](|"), is(Cursor::Address, ""));
        assert_eq!(page("a [b](/x) c|"), None);
        assert_eq!(page("<Card title=\"a > b\" href=\"/g|\">"), is(Cursor::Address, "/g"));
        assert_eq!(page("<Ca|rd>"), is(Cursor::Component, "Card"));
        assert_eq!(page("<Card ti|"), is(Cursor::Attribute("Card".to_owned()), "ti"));
        assert_eq!(page("<Card\n  title=\"x\"\n  ic|"), is(Cursor::Attribute("Card".to_owned()), "ic"));
        assert_eq!(page("<Card icon=\"st|ar\""), is(Cursor::Icon, "star"));
        assert_eq!(page("<Card>a|"), None);
        assert_eq!(page("a < b|"), None);
        assert_eq!(page("```mdx\n<Ca|\n```"), None);
        assert_eq!(page("---\nti|tle: x\n---\n"), is(Cursor::Field, "title"));
        assert_eq!(page("---\nicon: \"st|ar\"\n---\n"), is(Cursor::Icon, "star"));
        assert_eq!(page("---\nmode: wi|d\n---\n"), is(Cursor::FieldValue("mode".to_owned()), "wid"));
        assert_eq!(page("---\nmode:|\n---\n"), is(Cursor::FieldValue("mode".to_owned()), ""));
        let size = || Cursor::AttributeValue("Badge".to_owned(), "size".to_owned());
        assert_eq!(page("<Badge size=\"s|m\">"), is(size(), "sm"));
        assert_eq!(page("import A from \"/snip|pets/a.mdx\""), is(Cursor::Address, "/snippets/a.mdx"));
        assert_eq!(page("é|"), None);
    }

    #[test]
    fn configurations() {
        let key = |name: &str| Step::Key(name.to_owned());
        assert_eq!(config("{ \"na|me\": 1 }"), Some((Cursor::Key(vec![]), "name".to_owned())));
        assert_eq!(
            config("{ \"colors\": { \"pri|"),
            Some((Cursor::Key(vec![key("colors")]), "pri".to_owned()))
        );
        let way = vec![key("navigation"), key("pages"), Step::Item];
        assert_eq!(
            config("{ \"x\": \"a\\\"\", \"navigation\": { \"pages\": [\"a\", \"g|/b\"] } }"),
            Some((Cursor::Text(way), "g/b".to_owned()))
        );
        assert_eq!(config("{ \"theme\": |\"mint\" }"), None);
    }
}
