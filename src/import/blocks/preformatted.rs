//! Code that is written in HTML: `<pre><code>`, as GitBook saves code in which words are marked.

use super::super::fence::{Around, Info};
use super::{Blocks, fence_marks};
use crate::page::jsx::decode_entities;

/// Elements that may stand in code, and mean only how words look.
const MARKS: &[&str] =
    &["strong", "b", "em", "i", "mark", "u", "s", "del", "ins", "span", "a", "font", "code"];

impl Blocks<'_, '_> {
    /// Writes `<pre><code>…</code></pre>` as a fence; the number of lines that it took. `None` when it is something
    /// else, or holds what is no code.
    pub(super) fn preformatted(&mut self, indent: &str, rest: &[String]) -> Option<usize> {
        let end = rest.iter().position(|line| line.contains("</pre>"))?;
        let text = rest[..=end].join("\n");
        let (attributes, inner) = text.trim_start().strip_prefix("<pre")?.split_once('>')?;
        let (inner, after) = inner.split_once("</pre>")?;
        let (class, inner) = inner.trim_start().strip_prefix("<code")?.split_once('>')?;
        if !after.trim().is_empty() || !(attributes.is_empty() || attributes.starts_with(char::is_whitespace))
        {
            return None;
        }
        let inner = inner.trim_end().strip_suffix("</code>")?;
        let (words, is_marked) = without_marks(inner)?;
        let mut info =
            Info::read(language(class).or(language(attributes)).unwrap_or_default(), self.cx.style());
        info.within(Around {
            title: value(attributes, "data-title").map(decode_entities),
            has_numbers: attributes.contains("data-line-numbers"),
        });
        if let Some(around) = self.around.take() {
            info.within(around);
        }
        let words = decode_entities(&words);
        let words = words.trim_matches('\n').trim_end();
        self.flush();
        if is_marked {
            self.cx.dropped("marks of words in code: the words are there");
        }
        let code: Vec<&str> = words.split('\n').collect();
        // In an entry of a list all lines stand below its text.
        let is_moved = code.iter().skip(1).all(|line| line.trim().is_empty() || line.starts_with(indent));
        let moved = |line: &str| match line {
            "" => String::new(),
            line if is_moved => format!("{indent}{}", line.strip_prefix(indent).unwrap_or(line)),
            line => format!("{indent}{line}"),
        };
        let marks = fence_marks(code.iter().copied());
        if self.out.last().is_some_and(|last| !last.is_empty()) {
            self.out.push(String::new());
        }
        self.out.push(format!("{indent}{marks}{}", info.write()));
        self.out.extend(code.into_iter().map(moved));
        self.out.extend([format!("{indent}{marks}"), String::new()]);
        Some(end + 1)
    }
}

/// The text without the elements that mark words, and whether there were any; `None` when there are others.
fn without_marks(text: &str) -> Option<(String, bool)> {
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split('<');
    out.push_str(pieces.next().unwrap_or_default());
    let mut is_marked = false;
    for piece in pieces {
        let (tag, after) = piece.split_once('>')?;
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        match name {
            "br" => out.push('\n'),
            name if MARKS.contains(&name) => is_marked = true,
            _ => return None,
        }
        out.push_str(after);
    }
    Some((out, is_marked))
}

/// The language that a class names.
fn language(attributes: &str) -> Option<&str> {
    let classes = value(attributes, "class")?;
    classes
        .split_whitespace()
        .find_map(|class| class.strip_prefix("lang-").or(class.strip_prefix("language-")))
}

/// The value of an attribute in quotes.
fn value<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    attributes.split_once(&format!("{name}=\""))?.1.split('"').next()
}
