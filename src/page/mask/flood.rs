//! Makes text of characters that only look like syntax, where there are very many of them.
//!
//! The Markdown parser's time grows with the square of the number of brackets and emphasis marks in one
//! paragraph, and it reads to the end for each run of backticks that opens no code. What can be told to be no
//! link and no code is hidden from it, and marks beyond any count that somebody would write are text.

use super::{
    BACKTICK, BRACKET_DEPTH, CLOSE_BRACKET, MANY_BRACKETS, MANY_LINKS, MANY_MARKS, MANY_OPEN_RUNS,
    OPEN_BRACKET, STAR, TILDE, UNDERSCORE, code_span_end, destination_end, fence_end, list_marker,
};
use crate::page::markdown::Definitions;

/// Does a chunk hold more brackets or marks of emphasis than a parser can be given?
pub fn is_flooded(chunk: &str) -> bool {
    if chunk.len() <= MANY_BRACKETS.min(MANY_MARKS) {
        return false;
    }
    let (mut brackets, mut marks) = (0, 0);
    // Short parts are counted in bytes, many at a time.
    for part in chunk.as_bytes().chunks(255) {
        let (mut of_part, mut marks_of_part) = (0u8, 0u8);
        for byte in part {
            of_part += u8::from((*byte == b'[') | (*byte == b']'));
            marks_of_part += u8::from((*byte == b'*') | (*byte == b'_') | (*byte == b'~'));
        }
        brackets += usize::from(of_part);
        marks += usize::from(marks_of_part);
    }
    brackets > MANY_BRACKETS || marks > MANY_MARKS && most_marks(chunk) > MANY_MARKS
}

/// How many marks of emphasis the paragraph has that has the most.
fn most_marks(chunk: &str) -> usize {
    let (mut most, mut marks) = (0, 0);
    for line in chunk.split('\n') {
        if begins_anew(line) {
            marks = 0;
        }
        marks += line.bytes().filter(|byte| matches!(byte, b'*' | b'_' | b'~')).count();
        most = most.max(marks);
    }
    most
}

/// Whether no emphasis reaches from above into a line: it is blank, a heading, an item, or a row of a table.
fn begins_anew(line: &str) -> bool {
    let content = line.trim_start_matches([' ', '\t', '\r', '>']);
    content.is_empty() || content.starts_with(['|', '#']) || list_marker(content).is_some()
}

/// Whether every bracket of a chunk belongs to a link with its own destination, or to an image in one, and marks of
/// emphasis are few: then nothing would be hidden, however long the list of links is.
pub fn floods_with_links(chunk: &str) -> bool {
    let bytes = chunk.as_bytes();
    let (mut at, mut depth, mut marks) = (0, 0usize, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'[' if depth == 2 => return false,
            b'[' => depth += 1,
            b']' if depth == 0 || bytes.get(at + 1) != Some(&b'(') => return false,
            b']' => depth -= 1,
            b'*' | b'_' | b'~' => marks += 1,
            _ => {}
        }
        at += if *byte == b'\\' { 2 } else { 1 };
    }
    depth == 0 && marks <= MANY_MARKS
}

/// Has a chunk the backticks for more than [`MANY_OPEN_RUNS`] in one paragraph? Runs of one length close each other.
pub(super) fn may_have_open_runs(chunk: &str) -> bool {
    let many = MANY_OPEN_RUNS * MANY_OPEN_RUNS / 2;
    chunk.len() > many && chunk.bytes().filter(|byte| *byte == b'`').count() > many
}

/// Hides brackets that cannot belong to a link, an image, a footnote or a definition, and those beyond the first
/// [`MANY_LINKS`] that can.
pub(super) fn hide_brackets(out: &mut [u8], definitions: &Definitions) {
    let mut open: Vec<usize> = Vec::new();
    let mut hidden: Vec<usize> = Vec::new();
    let mut links = 0;
    visit(out, |bytes, at| match bytes[at] {
        b'\n' => {
            let rest = &bytes[at + 1..];
            let blank = rest.iter().take_while(|byte| **byte != b'\n').all(u8::is_ascii_whitespace);
            if blank {
                hidden.append(&mut open);
            }
            at + 1
        }
        b'[' => {
            open.push(at);
            at + 1
        }
        b']' => {
            let Some(start) = open.pop() else {
                hidden.push(at);
                return at + 1;
            };
            let inside = &bytes[start + 1..at];
            let next = bytes.get(at + 1);
            let known = |label: &[u8]| {
                label.len() < 1_000
                    && !definitions.has_no_links()
                    && definitions.knows(&String::from_utf8_lossy(label))
            };
            let is_link = match next {
                Some(b'(' | b':') => true,
                // `[text][label]`
                Some(b'[') => {
                    known(bytes[at + 2..].split(|byte| *byte == b']').next().unwrap_or_default())
                        || known(inside)
                }
                _ => inside.first() == Some(&b'^') || matches!(inside, b" " | b"x" | b"X") || known(inside),
            };
            links += usize::from(is_link);
            if !is_link || open.len() >= BRACKET_DEPTH || links > MANY_LINKS {
                hidden.extend([start, at]);
            }
            if next == Some(&b'(') {
                destination_end(&bytes[..bytes.len().min(at + 2_000)], at + 1)
            } else {
                at + 1
            }
        }
        _ => at + 1,
    });
    hidden.append(&mut open);
    for at in hidden {
        out[at] = if out[at] == b'[' { OPEN_BRACKET as u8 } else { CLOSE_BRACKET as u8 };
    }
}

/// Hides marks of emphasis of a paragraph beyond the first [`MANY_MARKS`]; says where the first of them stands.
pub(super) fn hide_marks(out: &mut [u8]) -> Option<usize> {
    let mut count = 0;
    let mut hidden = Vec::new();
    visit(out, |bytes, at| {
        match bytes[at] {
            b'\n' => {
                let line = bytes[at + 1..].split(|byte| *byte == b'\n').next().unwrap_or_default();
                if begins_anew(&String::from_utf8_lossy(line)) {
                    count = 0;
                }
            }
            b'*' | b'_' | b'~' => {
                count += 1;
                if count > MANY_MARKS {
                    hidden.push(at);
                }
            }
            _ => {}
        }
        at + 1
    });
    for at in &hidden {
        out[*at] = match out[*at] {
            b'*' => STAR as u8,
            b'_' => UNDERSCORE as u8,
            _ => TILDE as u8,
        };
    }
    hidden.first().copied()
}

/// Hides runs of backticks that open no code, when there are more than [`MANY_OPEN_RUNS`].
pub(super) fn hide_open_runs(out: &mut [u8]) {
    let mut open = Vec::new();
    visit(out, |bytes, at| {
        if bytes[at] == b'`' {
            open.push(at);
        }
        at + 1
    });
    if open.len() <= MANY_OPEN_RUNS {
        return;
    }
    for at in open {
        out[at..].iter_mut().take_while(|byte| **byte == b'`').for_each(|byte| *byte = BACKTICK as u8);
    }
}

/// Calls `each` for every byte that is neither escaped nor code, of a run of backticks that opens no code for the
/// first; it says where to go on.
fn visit(bytes: &[u8], mut each: impl FnMut(&[u8], usize) -> usize) {
    let text = std::str::from_utf8(bytes).unwrap_or("");
    let mut at = 0;
    let mut line_start = true;
    while at < bytes.len() {
        if line_start && let Some(after) = text.is_char_boundary(at).then(|| fence_end(text, at)).flatten() {
            at = after;
            continue;
        }
        line_start = bytes[at] == b'\n';
        at = match bytes[at] {
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at + 2,
            b'`' => {
                let end = code_span_end(bytes, at);
                if bytes[at..end].iter().all(|byte| *byte == b'`') {
                    each(bytes, at);
                }
                end
            }
            _ => each(bytes, at),
        };
    }
}
