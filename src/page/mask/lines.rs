//! What a line of Markdown begins with: fences of code, markers of quotes and lists, definitions of links; and where code
//! in a line ends.

use std::cell::LazyCell;

use crate::page::markdown::parse_definition;

/// When a fenced code block (perhaps inside a list item or a quote) starts on the line at `pos`: the
/// offset of the line after it.
pub fn fence_end(chunk: &str, pos: usize) -> Option<usize> {
    let (mark, length) = opening_fence(strip_containers(chunk[pos..].lines().next()?))?;
    let mut at = pos;
    let mut first = true;
    for line in chunk[pos..].split_inclusive('\n') {
        at += line.len();
        let body = line.trim_end().trim_start_matches([' ', '\t', '>']);
        let closes = body.bytes().all(|byte| byte == mark) && body.len() >= length;
        if !first && closes {
            break;
        }
        first = false;
    }
    Some(at)
}

/// The fence that a line opens: its character and length.
pub fn opening_fence(line: &str) -> Option<(u8, usize)> {
    let mark = *line.as_bytes().first()?;
    if !matches!(mark, b'`' | b'~') {
        return None;
    }
    let length = line.bytes().take_while(|byte| *byte == mark).count();
    (length >= 3 && !(mark == b'`' && line[length..].contains('`'))).then_some((mark, length))
}

/// When the line at `pos` defines a link whose address stands between `<` and `>`, which is no tag then: the offset
/// behind the address. A definition cannot stand below a line of text.
pub fn angle_definition_end(chunk: &str, pos: usize) -> Option<usize> {
    let line = chunk[pos..].lines().next()?.trim_end();
    let content = strip_containers(line);
    let label = content.strip_prefix('[').filter(|label| !label.starts_with('^'))?.split("]:").next()?;
    let behind = content.get(label.len() + 3..)?;
    let address = behind.trim_start().strip_prefix('<')?;
    let after = address.len() - address.find('>')? - 1;
    let begins = content.len() < line.trim_start().len();
    let above = chunk[..pos].lines().next_back().map_or("", strip_containers);
    let is_apart = begins || above.is_empty() || above.starts_with(['[', '#']);
    (is_apart && parse_definition(content).is_some()).then_some(pos + line.len() - after)
}

/// A line without the quote and list markers in front of its content.
pub fn strip_containers(line: &str) -> &str {
    let mut rest = line.trim_start();
    loop {
        let stripped = if let Some(after) = rest.strip_prefix('>') {
            after
        } else if let Some((_, after)) = list_marker(rest) {
            &rest[after..]
        } else {
            return rest;
        };
        rest = stripped.trim_start();
    }
}

/// A list marker at the start of `line` (no indentation): its width, and the offset after one blank.
pub fn list_marker(line: &str) -> Option<(usize, usize)> {
    let bytes = line.as_bytes();
    let width = match *bytes.first()? {
        b'-' | b'*' | b'+' => 1,
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits > 9 || !matches!(bytes.get(digits), Some(b'.' | b')')) {
                return None;
            }
            digits + 1
        }
        _ => return None,
    };
    match bytes.get(width) {
        None => Some((width, width)),
        Some(b' ' | b'\t') => Some((width, width + 1)),
        Some(b'\n' | b'\r') => Some((width, width)),
        _ => None,
    }
}

/// One past a code span that starts at `pos`, or past its opening run when it never closes in its paragraph, item or cell.
pub fn code_span_end(bytes: &[u8], pos: usize) -> usize {
    let opening = bytes[pos..].iter().take_while(|byte| **byte == b'`').count();
    // Asked by few: looking for it from each span of a long line would read the line as often as it has spans.
    let own = LazyCell::new(|| line_before(bytes, pos));
    // Rows are cut into cells before anything else is read.
    let is_row = LazyCell::new(|| without_quotes(&own).starts_with(b"|"));
    let mut at = pos + opening;
    while at < bytes.len() {
        let ends = match bytes[at] {
            b'\n' => *is_row || ends_paragraph(&own, &bytes[at + 1..]),
            b'|' => bytes[at - 1] != b'\\' && *is_row,
            _ => false,
        };
        if ends {
            break;
        }
        if bytes[at] != b'`' {
            at += 1;
            continue;
        }
        let run = bytes[at..].iter().take_while(|byte| **byte == b'`').count();
        at += run;
        if run == opening {
            return at;
        }
    }
    pos + opening
}

/// The part of a line that stands before `pos`.
pub(super) fn line_before(bytes: &[u8], pos: usize) -> &[u8] {
    let begin = bytes[..pos].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    &bytes[begin..pos]
}

/// Whether the text of a line that begins with `own` cannot go on in the next line.
pub(super) fn ends_paragraph(own: &[u8], next: &[u8]) -> bool {
    let next = next.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if is_blank_line(next) {
        return true;
    }
    let is_quote = |line: &[u8]| line.trim_ascii_start().starts_with(b">");
    if is_quote(next) && !is_quote(own) {
        return true;
    }
    let content = |line| std::str::from_utf8(without_quotes(line));
    let (Ok(own), Ok(next)) = (content(own), content(next)) else { return false };
    let next = next.trim_end();
    let is_item = list_marker(next).is_some_and(|(_, after)| {
        // Any number goes on with a list; only the first interrupts a paragraph.
        let is_first = !next.starts_with(|c: char| c.is_ascii_digit()) || next.starts_with("1.");
        after < next.len() && (is_first || list_marker(own).is_some())
    });
    let is_underline = next.len() > 2 && next.bytes().all(|byte| byte == b'=');
    // A heading is one line.
    is_heading(own)
        || is_heading(next)
        || is_item
        || is_underline
        || is_break(next)
        || opening_fence(next).is_some()
}

/// Whether a line without its indentation is a heading with words.
pub fn is_heading(content: &str) -> bool {
    let words = content.trim_start_matches('#');
    (1..=6).contains(&(content.len() - words.len())) && words.starts_with([' ', '\t'])
}

/// Whether a line is a rule across the page.
pub fn is_break(content: &str) -> bool {
    let mut marks = content.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let Some(first @ (b'*' | b'-' | b'_')) = marks.next() else { return false };
    // How many are as the first one; a line of text has one that is not soon.
    marks.try_fold(1, |number, mark| (mark == first).then_some(number + 1)).is_some_and(|number| number >= 3)
}

/// A line without blanks and the markers of quotes in front of it.
fn without_quotes(line: &[u8]) -> &[u8] {
    let begin = line.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'>')).unwrap_or(line.len());
    &line[begin..]
}

/// Is there nothing but blanks and quote markers before the next line break?
pub(super) fn is_blank_line(bytes: &[u8]) -> bool {
    bytes.iter().take_while(|byte| **byte != b'\n').all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'>'))
}
