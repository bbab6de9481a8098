//! `<Include file="…">`: which files a page shows parts of, and which lines those are (MDX-12).
//!
//! The file is named as a word of the page, so that its head tells which files to read. A part is chosen by numbers of
//! lines, or by marks in the file itself as editors fold them (`// #region name`) or as mdBook wants them
//! (`// ANCHOR: name`).

use crate::source::named::RAW;
use crate::text::SourcePath;

use super::dedent;

/// The name of the element.
pub const INCLUDE: &str = "Include";

/// Files that elements of a text show, as imports of their texts.
pub fn included_files(path: &SourcePath, text: &str) -> Vec<SourcePath> {
    let mut found = Vec::new();
    for (at, tag) in text.match_indices("<Include") {
        let rest = &text[at + tag.len()..];
        if rest.starts_with(char::is_whitespace)
            && let Some(file) = attribute(rest, "file")
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

/// Lines of a text by their numbers: `3`, `3-5`, `3-`, `-5`, and several of these with commas between them. `None` when
/// a number is not one of the text.
pub fn lines(text: &str, wanted: &str) -> Option<String> {
    let all: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for part in wanted.split(',').map(str::trim) {
        let (from, to) = part.split_once(['-', ':']).unwrap_or((part, part));
        let number = |word: &str, other: usize| match word.trim() {
            "" => Some(other),
            word => word.parse().ok(),
        };
        let (from, to) = (number(from, 1)?, number(to, all.len())?);
        if part.is_empty() || from == 0 || from > to {
            return None;
        }
        out.extend_from_slice(all.get(from - 1..to)?);
    }
    Some(dedent(&out.join("\n")))
}

/// What stands between the marks of a part, without the marks of others inside. `None` without such a part.
pub fn region(text: &str, name: &str) -> Option<String> {
    let mut found = false;
    // Names of parts that are open, with whether they end where their own name says so.
    let mut open: Vec<&str> = Vec::new();
    let mut out = Vec::new();
    for line in text.lines() {
        let is_inside = open.contains(&name);
        match mark(line) {
            Some(Mark::Begin(part)) => {
                found |= part == name;
                open.push(part);
            }
            Some(Mark::End(part)) => {
                let at = match part {
                    "" => open.len().checked_sub(1),
                    part => open.iter().rposition(|open| *open == part),
                };
                at.map(|at| open.remove(at));
            }
            None if is_inside => out.push(line),
            None => {}
        }
    }
    found.then(|| dedent(&out.join("\n")))
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
        assert_eq!(lines(text, "2-3").as_deref(), Some("b\n  c"));
        assert_eq!(lines(text, "4").as_deref(), Some("d"));
        assert_eq!(lines(text, "3-").as_deref(), Some("    c\nd"));
        assert_eq!(lines(text, "-1, 4").as_deref(), Some("a\nd"));
        for wrong in ["", "0", "5", "3-2", "1-9", "x"] {
            assert_eq!(lines(text, wrong), None, "{wrong}");
        }
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
}
