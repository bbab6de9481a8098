//! `<details>` and `<summary>` on lines of their own: several on one line would be inside of a paragraph here, and what
//! they hold is in others.

use super::blocks::{Fence, is_entry};

const MARKS: [&str; 4] = ["<details", "</details", "<summary", "</summary"];

/// Lines in which no element of these begins or ends among others.
pub(crate) fn apart(lines: Vec<String>) -> Vec<String> {
    let mut out = Vec::with_capacity(lines.len());
    let mut fence: Option<Fence> = None;
    for line in lines {
        let is_code = fence.is_some();
        match &fence {
            Some(open) if open.is_end(&line) => fence = None,
            Some(_) => {}
            None => fence = Fence::open(&line),
        }
        match is_code || fence.is_some() || !line.contains("details") {
            true => out.push(line),
            false => split(line, &mut out),
        }
    }
    out
}

fn split(line: String, out: &mut Vec<String>) {
    let trimmed = line.trim_start();
    let pieces = pieces(trimmed);
    let count = |mark: &str| pieces.iter().filter(|piece| piece.starts_with(mark)).count();
    // What begins and ends on one line is part of a paragraph, and well there.
    if count("<details") == count("</details") || trimmed.starts_with('>') {
        out.push(line);
        return;
    }
    let indent = line.len() - trimmed.len();
    let mut pieces = pieces.into_iter().peekable();
    let mut margin = line[..indent].to_owned();
    // The mark of a list stays with what follows it.
    if is_entry(trimmed)
        && let Some(mark) = pieces.next_if(|piece| !piece.contains(' ') && !piece.starts_with('<'))
    {
        out.push(format!("{margin}{mark} {}", pieces.next().unwrap_or_default()));
        margin.push_str(&" ".repeat(mark.len() + 1));
        out.push(String::new());
    }
    for piece in pieces {
        if out.last().is_some_and(|last| !last.is_empty()) && piece.starts_with('<') {
            out.push(String::new());
        }
        out.push(format!("{margin}{piece}"));
        if piece.starts_with('<') {
            out.push(String::new());
        }
    }
}

/// A line cut at its tags; a summary is one piece with its text. What stands in code is text.
fn pieces(line: &str) -> Vec<&str> {
    let (mut out, mut from, mut at) = (Vec::new(), 0, 0);
    let mut is_code = false;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        if c == '`' {
            is_code = !is_code;
        }
        let is_tag = !is_code
            && !line[..at].ends_with('\\')
            && MARKS
                .iter()
                .any(|mark| rest.strip_prefix(mark).is_some_and(|rest| rest.starts_with(['>', ' ', '\t'])));
        let length = match is_tag {
            true if rest.starts_with("<summary") => {
                rest.find("</summary>").map(|end| end + "</summary>".len())
            }
            true => rest.find('>').map(|end| end + 1),
            false => None,
        };
        match length {
            Some(length) => {
                out.extend([&line[from..at], &rest[..length]]);
                at += length;
                from = at;
            }
            None => at += c.len_utf8(),
        }
    }
    out.push(&line[from..]);
    out.into_iter().map(str::trim).filter(|piece| !piece.is_empty()).collect()
}
