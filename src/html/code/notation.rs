//! Markers in comments of a code block: `[!code ++]`, `--`, `highlight`, `focus`, `error`, `warning`,
//! `word:x`, each with an optional `:n` for the number of lines (CODE-08).
//!
//! A marker is taken out of the text together with a comment that holds nothing else. This is plain text
//! work: it runs before highlighting and knows comment signs, not languages.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// What the markers say about one line of the text without markers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LineMarks {
    /// Line was added (`++`).
    pub added: bool,
    /// Line was removed (`--`).
    pub removed: bool,
    /// Line is highlighted.
    pub highlighted: bool,
    /// Line stays sharp, the others are dimmed.
    pub focused: bool,
    /// Line is shown as an error.
    pub error: bool,
    /// Line is shown as a warning.
    pub warning: bool,
}

/// A code block's text as it is shown, and what its markers said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marked {
    /// The text without markers and without empty lines at its end; no line break at the end.
    pub text: String,
    /// Marks by line number from 1.
    pub marks: BTreeMap<u32, LineMarks>,
    /// Words to highlight: first line, number of lines, word.
    pub words: Vec<(u32, u32, String)>,
}

/// A count is cut here, so that `:4000000000` costs nothing.
const MAX_COUNT: u32 = 20_000;

/// Longer lines are data, not code with comments; they are left as they are.
const MAX_LINE: usize = 4_000;

/// Takes the markers out of `code` and drops empty lines at its end (behaviour 7).
pub fn read_notation(code: &str) -> Marked {
    let code = if code.contains('\r') { Cow::Owned(code.replace("\r\n", "\n")) } else { Cow::Borrowed(code) };
    let mut out = Marked::default();
    // As most blocks are.
    if !code.contains(OPEN) {
        out.text = without_empty_end(&code).to_owned();
        return out;
    }
    let mut lines: Vec<String> = Vec::new();
    for line in code.split('\n') {
        let number = lines.len() as u32 + 1;
        if line.len() > MAX_LINE || !line.contains(OPEN) {
            lines.push(line.to_owned());
            continue;
        }
        let (line, found) = strip_markers(line);
        // A comment on a line of its own goes away, and its marker is about what follows.
        if !found.is_empty() && line.trim().is_empty() {
            apply(&mut out, number, found);
            continue;
        }
        apply(&mut out, number, found);
        lines.push(line);
    }
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let count = lines.len() as u32;
    out.marks.retain(|line, _| *line <= count);
    out.words.retain(|(first, _, _)| *first <= count);
    out.text = lines.join("\n");
    out
}

/// The text up to its last line that shows something.
fn without_empty_end(text: &str) -> &str {
    let mut rest = text;
    loop {
        let (before, last) = rest.rsplit_once('\n').unwrap_or(("", rest));
        if !last.trim().is_empty() {
            return rest;
        }
        if before.is_empty() {
            return "";
        }
        rest = before;
    }
}

const OPEN: &str = "[!code ";

#[derive(Debug, PartialEq)]
enum Marker {
    Line(LineMarks, u32),
    Word(String, u32),
}

fn apply(out: &mut Marked, first: u32, markers: Vec<Marker>) {
    for marker in markers {
        match marker {
            Marker::Word(word, count) => out.words.push((first, count, word)),
            Marker::Line(marks, count) => {
                for line in first..first.saturating_add(count) {
                    let entry = out.marks.entry(line).or_default();
                    entry.added |= marks.added;
                    entry.removed |= marks.removed;
                    entry.highlighted |= marks.highlighted;
                    entry.focused |= marks.focused;
                    entry.error |= marks.error;
                    entry.warning |= marks.warning;
                }
            }
        }
    }
}

/// The line without its markers, and the markers.
fn strip_markers(line: &str) -> (String, Vec<Marker>) {
    let mut line = line.to_owned();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = line.get(from..).and_then(|rest| rest.find(OPEN)).map(|at| at + from) {
        let body_start = at + OPEN.len();
        let parsed = line[body_start..]
            .find(']')
            .and_then(|len| Some((body_start + len + 1, parse_marker(&line[body_start..body_start + len])?)))
            .filter(|_| in_comment(&line[..at]));
        let Some((end, marker)) = parsed else {
            from = body_start;
            continue;
        };
        found.push(marker);
        let left = &line[..at];
        let right = line[end..].trim_start();
        let (kept_left, kept_right) = match empty_comment(left, right) {
            Some((left, right)) => (left, right),
            None => (left, right),
        };
        from = kept_left.len();
        let joined = format!("{kept_left}{kept_right}");
        line = joined.trim_end().to_owned();
        from = from.min(line.len());
    }
    (line, found)
}

/// The inside of `[!code …]`.
fn parse_marker(body: &str) -> Option<Marker> {
    let body = body.trim();
    if let Some(word) = body.strip_prefix("word:") {
        let (word, count) = split_count(word);
        return (!word.is_empty())
            .then(|| Marker::Word(word.replace("\\:", ":"), count.unwrap_or(MAX_COUNT)));
    }
    let (kind, count) = split_count(body);
    let none = LineMarks::default();
    let marks = match kind {
        "++" => LineMarks { added: true, ..none },
        "--" => LineMarks { removed: true, ..none },
        "highlight" | "hl" => LineMarks { highlighted: true, ..none },
        "focus" => LineMarks { focused: true, ..none },
        "error" => LineMarks { error: true, ..none },
        "warning" => LineMarks { warning: true, ..none },
        _ => return None,
    };
    Some(Marker::Line(marks, count.unwrap_or(1)))
}

/// Splits `:n` off the end.
fn split_count(text: &str) -> (&str, Option<u32>) {
    match text.rsplit_once(':') {
        Some((head, digits)) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            (head, Some(digits.parse().unwrap_or(MAX_COUNT).min(MAX_COUNT)))
        }
        _ => (text, None),
    }
}

/// Signs that open a comment, with what closes it. Longer ones stand before those they contain.
const COMMENTS: [(&str, &str); 20] = [
    ("{/*", "*/}"),
    ("/**", "*/"),
    ("/*", "*/"),
    ("<!--", "-->"),
    ("{{!--", "--}}"),
    ("{{--", "--}}"),
    ("--[[", "]]"),
    ("{-", "-}"),
    ("(*", "*)"),
    ("<%#", "%>"),
    ("{#", "#}"),
    ("<#", "#>"),
    ("///", ""),
    ("//", ""),
    ("--", ""),
    (";;", ""),
    ("##", ""),
    ("%%", ""),
    ("REM", ""),
    ("rem", ""),
];

/// Signs of one character that open a comment up to the end of the line.
const COMMENT_CHARACTERS: [char; 6] = ['#', ';', '%', '*', '"', '\''];

/// True when a comment may be open at the end of `left`.
fn in_comment(left: &str) -> bool {
    let near = left.trim_end();
    near.ends_with(COMMENT_CHARACTERS)
        || COMMENTS.iter().any(|(open, close)| {
            let Some(at) = left.rfind(open) else { return false };
            close.is_empty() || !left[at + open.len()..].contains(close)
        })
        || left.contains(['#', ';', '%'])
}

/// When nothing is left of the comment that ends `left` and continues in `right`: both sides without it.
fn empty_comment<'a>(left: &'a str, right: &'a str) -> Option<(&'a str, &'a str)> {
    let near = left.trim_end();
    for (open, close) in COMMENTS {
        let Some(before) = near.strip_suffix(open) else { continue };
        let rest = if close.is_empty() { right.is_empty().then_some("") } else { right.strip_prefix(close) };
        if let Some(rest) = rest {
            return Some((before, rest));
        }
    }
    let before = near.strip_suffix(COMMENT_CHARACTERS)?;
    right.is_empty().then_some((before, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(code: &str) -> String {
        read_notation(code).text
    }

    #[test]
    fn markers_leave_with_their_comment() {
        assert_eq!(text("a // [!code ++]\n"), "a");
        assert_eq!(text("  a  # [!code --:2]\nb"), "  a\nb");
        assert_eq!(text("<p> <!-- [!code highlight] -->"), "<p>");
        assert_eq!(text("<A /> {/* [!code focus] */}"), "<A />");
        assert_eq!(text("x /* [!code error] */ y"), "x  y");
        assert_eq!(text("a // note [!code ++]"), "a // note");
        assert_eq!(text("a // [!code ++] note"), "a // note");
        assert_eq!(text("a // [!code ++] [!code focus]"), "a");
        assert_eq!(text("select 1 -- [!code ++]"), "select 1");
    }

    #[test]
    fn what_is_no_marker_stays() {
        assert_eq!(text("a [!code ++]"), "a [!code ++]");
        assert_eq!(text("a // [!code what]"), "a // [!code what]");
        assert_eq!(text("// [!code ++"), "// [!code ++");
        assert_eq!(text("é // [!code ++ é"), "é // [!code ++ é");
    }

    #[test]
    fn a_marker_alone_on_its_line_is_about_the_next_lines() {
        let marked = read_notation("a\n// [!code highlight:2]\nb\nc\nd\n\n");
        assert_eq!(marked.text, "a\nb\nc\nd");
        assert_eq!(marked.marks.keys().copied().collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn words_are_collected() {
        let marked = read_notation("// [!code word:hello:1]\nhello hello");
        assert_eq!(marked.words, [(1, 1, "hello".to_owned())]);
    }
}
