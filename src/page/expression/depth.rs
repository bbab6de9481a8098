//! How deep a parser would have to go to read some JavaScript: an estimate from its characters.
//!
//! The parser descends by recursion, so that `((((…` or `!!!!…` a hundred thousand times would exhaust
//! the stack, which nothing can catch; and what walks over the tree of `1+1+1…` descends from the last sign to the
//! first. This scan is linear, needs no stack, and errs towards "deep".

/// Levels that are handed to the parser; hand-written code stays below thirty.
const MAX_LEVELS: usize = 240;
/// Signs between values, one after another, that a tree may be deep.
const MAX_LINKS: usize = 10_000;

/// Would reading `source` need more levels than the parser is given?
pub fn is_too_deep(source: &str) -> bool {
    // Each level takes a character.
    source.len() > MAX_LEVELS
        && (deepest(source.as_bytes()) > MAX_LEVELS
            || source.len() > MAX_LINKS && longest(source.as_bytes()) > MAX_LINKS)
}

/// Signs that may link values without a comma, a semicolon or a new statement between them, at most. What stands in
/// brackets counts as well: `a()()()`.
fn longest(bytes: &[u8]) -> usize {
    let (mut longest, mut links, mut at) = (0, 0, 0);
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => at = string_end(bytes, at, quote),
            // The inside of a template: its text, and values that are no part of the chain.
            b'`' => {
                links += 1;
                at = bytes[at + 1..].iter().position(|byte| *byte == b'`').map_or(at, |more| at + 1 + more);
            }
            b';' | b',' => links = 0,
            b'\n' if begins_statement(&bytes[at + 1..]) => links = 0,
            b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>' | b'=' | b'?' | b'.'
            | b'(' | b'[' => links += 1,
            _ => {}
        }
        longest = longest.max(links);
        at += 1;
    }
    longest
}

/// Brackets, tags and chains of operators that are open at the same time, at most.
fn deepest(bytes: &[u8]) -> usize {
    // For each open bracket: the chained operators before it, which stay open inside it.
    let mut open: Vec<usize> = Vec::new();
    let mut chain = 0usize;
    let mut outer = 0usize;
    let mut tags = 0usize;
    let mut deepest = 0;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => at = string_end(bytes, at, quote),
            b'(' | b'[' | b'{' => {
                open.push(chain);
                outer += chain + 1;
                chain = 0;
            }
            b')' | b']' | b'}' => {
                if let Some(before) = open.pop() {
                    chain = before;
                    outer -= before + 1;
                }
            }
            b';' | b',' => chain = 0,
            b'\n' if begins_statement(&bytes[at + 1..]) => chain = 0,
            b'<' => match bytes.get(at + 1) {
                Some(b'/') => tags = tags.saturating_sub(1),
                Some(b'>') => tags += 1,
                Some(next) if next.is_ascii_alphabetic() || matches!(next, b'_' | b'$') => tags += 1,
                _ => chain += 1,
            },
            b'/' if bytes.get(at + 1) == Some(&b'>') => tags = tags.saturating_sub(1),
            b'!' | b'~' => chain += 1,
            // A sign before a value; between values the parser goes on without descending.
            b'+' | b'-' if !bytes[..at].trim_ascii_end().last().is_some_and(ends_value) => chain += 1,
            b'?' if bytes.get(at + 1) != Some(&b'.') => chain += 1,
            b'=' if !matches!(bytes.get(at + 1), Some(b'"' | b'\'' | b'{')) => chain += 1,
            b'*' if bytes.get(at + 1) == Some(&b'*') => chain += 1,
            // A label, a branch of a conditional.
            b':' => chain += 1,
            // `typeof typeof …`, `if (a) if (b) …`
            byte if byte.is_ascii_lowercase() && begins_word(bytes, at) => {
                chain += usize::from(keyword(&bytes[at..]))
            }
            _ => {}
        }
        deepest = deepest.max(outer + chain + tags);
        at += 1;
    }
    deepest
}

/// The closing quote, when it stands on the same line; otherwise the opening one (an apostrophe).
fn string_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 1,
            byte if byte == quote => return at,
            _ => {}
        }
        at += 1;
    }
    start
}

/// Can a value end with this byte?
fn ends_value(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'$' | b')' | b']' | b'}' | b'"' | b'\'' | b'`')
        || *byte >= 0x80
}

/// Is there no letter, digit or dot before this byte?
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    !before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-'))
}

/// Words that the parser descends for.
fn keyword(rest: &[u8]) -> bool {
    ["typeof", "new", "void", "delete", "await", "yield", "else", "if", "for", "while", "do", "try", "async"]
        .iter()
        .any(|word| {
            rest.strip_prefix(word.as_bytes()).is_some_and(|rest| {
                !rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            })
        })
}

/// Does a line begin like a statement, after which no chain goes on?
fn begins_statement(line: &[u8]) -> bool {
    let rest = line.trim_ascii_start();
    [
        "const ",
        "let ",
        "var ",
        "export ",
        "import ",
        "function ",
        "return ",
        "class ",
        "<",
        "//",
        "}",
        "/*",
        "*",
    ]
    .iter()
    .any(|word| rest.starts_with(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floods_are_deep_and_code_is_not() {
        for unit in [
            "(", "[", "{", "!", "-", "a?b:", "a=>", "a=", "`${", "<a>", "- ", "typeof ", "new ", "if(a)",
            "a:", "(a)?b:", "<a>;", "f(", "a**",
        ] {
            assert!(is_too_deep(&unit.repeat(2_000)), "{unit}");
        }
        for unit in ["1+", "a.a.", "1-1*", "a&&b||", "a()()", "a[0][1]", "1 in 2<", "a``"] {
            assert!(is_too_deep(&unit.repeat(20_000)), "{unit}");
        }
        assert!(!is_too_deep(&"'a' +\n".repeat(5_000)));
        let code = "export const Card = ({ title }) => {\n  const a = title ? <b>{title}</b> : null;\n  return <div>{a}</div>;\n};\n";
        assert!(!is_too_deep(&code.repeat(500)));
        assert!(!is_too_deep(&format!("[{}]", "{ name: 'a', price: 1 + 2, on: x => x.y },\n".repeat(1_000))));
    }
}
