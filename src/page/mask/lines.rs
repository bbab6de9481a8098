//! What a line of Markdown begins with: fences of code, markers of quotes and lists, definitions of links; and where code
//! in a line ends.

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

/// One past a code span that starts at `pos`, or past its opening run when it never closes.
pub fn code_span_end(bytes: &[u8], pos: usize) -> usize {
    let opening = bytes[pos..].iter().take_while(|byte| **byte == b'`').count();
    let mut at = pos + opening;
    while at < bytes.len() {
        if bytes[at] == b'\n' && is_blank_line(&bytes[at + 1..]) {
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

/// Is there nothing but blanks and quote markers before the next line break?
pub(super) fn is_blank_line(bytes: &[u8]) -> bool {
    bytes.iter().take_while(|byte| **byte != b'\n').all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'>'))
}
