//! `<Include file="…">`: which files a page shows parts of, and which lines those are (MDX-12).
//!
//! The file is named as a word of the page, so that its head tells which files to read. A part is chosen by numbers of
//! lines, or by marks in the file itself as editors fold them (`// #region name`) or as mdBook wants them
//! (`// ANCHOR: name`).

use std::collections::BTreeMap;

use crate::source::named::RAW;
use crate::text::SourcePath;
use crate::text::bytes::find;

use super::dedent;

/// The name of the element.
pub const INCLUDE: &str = "Include";

/// Files that elements of a text show, as imports of their texts.
pub fn included_files(path: &SourcePath, text: &str) -> Vec<SourcePath> {
    const TAG: &str = "<Include";
    // Every page is asked, hardly one has it, and this is ten times as fast as to look for all of them.
    if find(text.as_bytes(), TAG.as_bytes()).is_none() {
        return Vec::new();
    }
    let is_tag = |at: &usize| text[at + TAG.len()..].starts_with(char::is_whitespace);
    let mut tags = text.match_indices(TAG).map(|(at, _)| at).filter(is_tag).peekable();
    let mut found = Vec::new();
    while let Some(at) = tags.next() {
        // As far as the next one: a tag that never ends is not looked for in the rest of the page again and again.
        let attributes = &text[at + TAG.len()..tags.peek().copied().unwrap_or(text.len())];
        if let Some(file) = attribute(attributes, "file")
            && let Some(target) = resolve(path, file)
        {
            found.push(SourcePath::new(&format!("{target}{RAW}")));
        }
    }
    found
}

/// The file that an element of a file means, without the name of a part.
pub fn resolve(path: &SourcePath, file: &str) -> Option<SourcePath> {
    let file = file.split('#').next().unwrap_or_default();
    path.resolve(file).filter(|target| !target.as_str().is_empty())
}

/// The value of an attribute that is written as a string, from what follows the name of an element.
fn attribute<'t>(mut rest: &'t str, wanted: &str) -> Option<&'t str> {
    loop {
        rest = rest.trim_start();
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/' | '{'))?;
        let (name, after) = rest.split_at(end);
        let Some(value) = after.trim_start().strip_prefix('=') else {
            // An attribute without a value, or what is none.
            if name.is_empty() {
                return None;
            }
            rest = after;
            continue;
        };
        let value = value.trim_start();
        let quote = value.chars().next()?;
        let close = match quote {
            '"' | '\'' => quote,
            '{' => '}',
            _ => return None,
        };
        let (value, after) = value.get(1..)?.split_once(close)?;
        if name == wanted {
            return (quote != '{').then_some(value);
        }
        rest = after;
    }
}

/// Why lines are not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLines {
    /// A number is not one of the text.
    Missing,
    /// They are more than may be shown.
    TooMany,
}

/// Lines of a text by their numbers: `3`, `3-5`, `3-`, `-5`, and several of these with commas between them; `most` bytes
/// of them, however often they are named.
pub fn lines(text: &str, wanted: &str, most: usize) -> Result<String, NoLines> {
    let all: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    let mut left = most;
    for part in wanted.split(',').map(str::trim) {
        let (from, to) = part.split_once(['-', ':']).unwrap_or((part, part));
        let number = |word: &str, other: usize| match word.trim() {
            "" => Some(other),
            word => word.parse().ok(),
        };
        let range = number(from, 1).zip(number(to, all.len()));
        let range = range.filter(|(from, to)| !part.is_empty() && *from > 0 && from <= to);
        let found = range.and_then(|(from, to)| all.get(from - 1..to)).ok_or(NoLines::Missing)?;
        let size: usize = found.iter().map(|line| line.len() + 1).sum();
        left = left.checked_sub(size).ok_or(NoLines::TooMany)?;
        out.extend_from_slice(found);
    }
    Ok(dedent(&out.join("\n")))
}

/// What stands between the marks of a part, without the marks of others inside. `None` without such a part.
pub fn region(text: &str, name: &str) -> Option<String> {
    let mut found = false;
    let mut open = Open::default();
    let mut out = Vec::new();
    for line in text.lines() {
        match mark(line) {
            Some(Mark::Begin(part)) => {
                found |= part == name;
                open.begin(part);
            }
            Some(Mark::End(part)) => open.end(part),
            None if open.has(name) => out.push(line),
            None => {}
        }
    }
    found.then(|| dedent(&out.join("\n")))
}

/// The parts that are open at a line. A file may open as many as it has lines, so none is looked for among all.
#[derive(Default)]
struct Open<'l> {
    /// Names in the order in which they were opened; `None` for one that ended before those that were opened later.
    parts: Vec<Option<&'l str>>,
    /// Where in it each name is open, the last one at the end.
    places: BTreeMap<&'l str, Vec<usize>>,
}

impl<'l> Open<'l> {
    fn begin(&mut self, part: &'l str) {
        self.places.entry(part).or_default().push(self.parts.len());
        self.parts.push(Some(part));
    }

    /// Ends the part of this name that was opened last; without a name, the part that was.
    fn end(&mut self, part: &str) {
        let part = match part {
            "" => self.parts.last().copied().flatten(),
            part => Some(part),
        };
        let Some(at) = part.and_then(|part| self.places.get_mut(part)?.pop()) else { return };
        self.parts[at] = None;
        // So that the last one is always open.
        while self.parts.last() == Some(&None) {
            self.parts.pop();
        }
    }

    fn has(&self, part: &str) -> bool {
        self.places.get(part).is_some_and(|places| !places.is_empty())
    }
}

enum Mark<'l> {
    Begin(&'l str),
    /// Of the part of that name, or of the one that was opened last.
    End(&'l str),
}

/// The mark that a line is: a remark of some language with nothing else in it.
fn mark(line: &str) -> Option<Mark<'_>> {
    let sign = |c: char| matches!(c, '/' | '*' | '#' | '<' | '!' | '-' | ';' | ':' | '%' | '\'' | '(' | '{');
    let word = line.trim_start_matches(|c: char| sign(c) || c.is_whitespace());
    let is_remark = line.trim_start().starts_with(sign);
    let word = word.strip_prefix("pragma").map_or(word, str::trim_start);
    let (first, rest) = word.split_once(char::is_whitespace).unwrap_or((word, ""));
    let name = rest.split_whitespace().next().unwrap_or_default().trim_matches('"');
    let is_name = name.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let name = if is_name { name } else { "" };
    match first {
        _ if !is_remark => None,
        "ANCHOR:" => (!name.is_empty()).then_some(Mark::Begin(name)),
        "ANCHOR_END:" => (!name.is_empty()).then_some(Mark::End(name)),
        _ if first.eq_ignore_ascii_case("region") => Some(Mark::Begin(name)),
        _ if first.eq_ignore_ascii_case("endregion") => Some(Mark::End(name)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(text: &str) -> Vec<String> {
        let found = included_files(&SourcePath::new("guides/a.mdx"), text);
        found.iter().map(|path| path.as_str().to_owned()).collect()
    }

    #[test]
    fn files_that_are_shown() {
        assert_eq!(files("<Include file=\"../src/a.rs\" lines=\"1-2\" />"), ["src/a.rs?raw"]);
        assert_eq!(
            files("<Include\n  wrap\n  title='a > b' lines={3}\n  file='/b.py#main' />"),
            ["b.py?raw"]
        );
        assert_eq!(files("<Include lines=\"1\"/> file=\"a\"<Includes file=\"b\"/>"), [""; 0]);
        assert_eq!(files("<Include file={name} /><Include file=\"../../a\" /><Include file"), [""; 0]);
    }

    #[test]
    fn lines_by_number() {
        let text = "a\n  b\n    c\nd\n";
        let lines = |wanted: &str| lines(text, wanted, 12);
        assert_eq!(lines("2-3").as_deref(), Ok("b\n  c"));
        assert_eq!(lines("4").as_deref(), Ok("d"));
        assert_eq!(lines("3-").as_deref(), Ok("    c\nd"));
        assert_eq!(lines("-1, 4").as_deref(), Ok("a\nd"));
        for wrong in ["", "0", "5", "3-2", "1-9", "x"] {
            assert_eq!(lines(wrong), Err(NoLines::Missing), "{wrong}");
        }
        assert_eq!(lines("1,1,1,1,1,1").as_deref(), Ok("a\na\na\na\na\na"));
        assert_eq!(lines("1,1,1,1,1,1,1"), Err(NoLines::TooMany));
    }

    #[test]
    fn parts_by_name() {
        let text = "#region all\nfn a() {\n    // #region inner\n    one();\n    // #endregion\n}\n#endregion all\n\
                    <!-- region: x -->\n<!-- #region html -->\n<p/>\n<!-- #endregion html -->\n\
                    // ANCHOR: rust\nlet a = 1;\n// ANCHOR_END: rust\nregion plain\n";
        assert_eq!(region(text, "all").as_deref(), Some("fn a() {\n    one();\n}"));
        assert_eq!(region(text, "inner").as_deref(), Some("one();"));
        assert_eq!(region(text, "html").as_deref(), Some("<p/>"));
        assert_eq!(region(text, "rust").as_deref(), Some("let a = 1;"));
        assert_eq!(region(text, "plain"), None);
    }

    /// Inputs whose time would grow with the square of their size: minutes at this one.
    #[test]
    fn what_is_long_is_read_once() {
        let open = "<Include a ".repeat(200_000);
        assert_eq!(files(&format!("{open} file=\"/b.rs\" />")), ["b.rs?raw"]);
        let strings = "<Include a='".repeat(200_000);
        assert_eq!(files(&strings), [""; 0]);

        let mut text = String::new();
        (0..200_000).for_each(|at| text.push_str(&format!("#region a{at}\n")));
        text.push_str("#region x\nhere\n#endregion x\n");
        text.push_str(&"there\n#endregion gone\n".repeat(200_000));
        assert_eq!(region(&text, "x").as_deref(), Some("here"));
    }

    #[test]
    fn ends_of_parts() {
        let text = "#region a\n1\n#region b\n2\n#endregion a\n3\n#endregion\n4\n#region a\n5\n#region a\n6\n#endregion\n7\n#endregion\n8\n";
        assert_eq!(region(text, "a").as_deref(), Some("1\n2\n5\n6\n7"));
        assert_eq!(region(text, "b").as_deref(), Some("2\n3"));
    }
}
