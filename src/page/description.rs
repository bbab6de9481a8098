//! Markdown of an API description. Its authors write for many readers, most of which know no formulas: a dollar is a
//! price or a variable, and what stands in braces is an example or a template.

use std::borrow::Cow;

use super::ast::{Element, Node, NodeKind};
use super::parse_fragment;
use crate::text::Span;

/// Most characters of a text that may be markup: what they make takes many times their memory, and the Markdown
/// parser's time grows with the square of some. Long descriptions of real interfaces have a few hundred.
pub const MOST_MARKS: usize = 10_000;
/// Longest text that is read as Markdown, bytes.
pub const LONGEST_TEXT: usize = 512 << 10;
/// Most paragraphs of a text that is not.
const MOST_PARAGRAPHS: usize = 2_000;

/// Whether a text is read as Markdown; one that is not is shown as it is written.
pub fn is_read_as_markdown(text: &str) -> bool {
    let is_mark = |byte: &u8| b"*_~[]<`{$!\\&@|\n".contains(byte);
    text.len() <= MOST_MARKS
        || (text.len() <= LONGEST_TEXT && text.bytes().filter(is_mark).count() <= MOST_MARKS)
}

/// Whether a text has signs that may be markup.
pub fn has_marks(text: &str) -> bool {
    text.contains(['`', '*', '_', '[', '<', '~'])
}

/// Tags that only say how words look. Any other one in a title may be none: `Array<T>`.
const OF_WORDS: [&str; 17] = [
    "b", "br", "code", "del", "em", "i", "ins", "kbd", "mark", "s", "small", "span", "strong", "sub", "sup",
    "u", "wbr",
];

/// What readers see of a title with markup (FM-01); `None` where that is the title, or a tag stands in it that may be a
/// word.
pub fn plain_title(title: &str) -> Option<String> {
    fn has_tag(node: &Node) -> bool {
        let is_other = |element: &Element| !OF_WORDS.contains(&element.name.as_str());
        node.element().is_some_and(is_other) || node.children.iter().any(has_tag)
    }
    if parse_fragment(title).iter().any(has_tag) {
        return None;
    }
    let plain = plain_text(title);
    (!plain.is_empty() && plain != title).then_some(plain)
}

/// What readers see of Markdown, on one line.
pub fn plain_text(markdown: &str) -> String {
    if !is_read_as_markdown(markdown) {
        return markdown.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    // Where a line ends, a word does.
    let spaced = match markdown.contains("<br") {
        true => Cow::Owned(markdown.replace("<br>", " ").replace("<br/>", " ").replace("<br />", " ")),
        false => Cow::Borrowed(markdown),
    };
    let blocks: Vec<String> = parse_fragment(&spaced).iter().map(Node::plain_text).collect();
    blocks.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The paragraphs of a text, as they are written.
pub fn plain_paragraphs(text: &str) -> Vec<Node> {
    let paragraph = |text: &str| {
        let span = Span::default();
        Node::new(NodeKind::Paragraph, span, vec![Node::text(text, span)])
    };
    let paragraphs = || text.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
    if paragraphs().nth(MOST_PARAGRAPHS).is_some() {
        return vec![paragraph(text)];
    }
    paragraphs().map(paragraph).collect()
}

/// Parses a text of a description; formulas stand in two dollars on each side.
pub fn parse_description(text: &str) -> Vec<Node> {
    if !is_read_as_markdown(text) {
        return plain_paragraphs(text);
    }
    let mut nodes = parse_fragment(&with_plain_dollars(text));
    // What the source does not hold was made by smart punctuation.
    let made: Vec<(char, &str)> = SMART.iter().filter(|(smart, _)| !text.contains(*smart)).copied().collect();
    if text.contains('{') {
        nodes.iter_mut().for_each(|node| undo_in_braces(node, &made));
    }
    nodes
}

/// What smart punctuation makes, and of what.
const SMART: [(char, &str); 6] =
    [('“', "\""), ('”', "\""), ('‘', "'"), ('’', "'"), ('—', "--"), ('…', "...")];

/// The text with its single dollars escaped, except in code, in tags and in addresses.
fn with_plain_dollars(text: &str) -> Cow<'_, str> {
    if text.matches('$').count() < 2 {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut fence: Option<(char, usize)> = None;
    let mut rest = text;
    while !rest.is_empty() {
        let line_end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let (line, _) = rest.split_at(line_end);
        let trimmed = line.trim_start();
        let mark = trimmed.chars().next().filter(|mark| matches!(mark, '`' | '~'));
        let run = mark.map_or(0, |mark| trimmed.chars().take_while(|other| *other == mark).count());
        let is_code = line.starts_with("    ") || line.starts_with('\t');
        let is_verbatim = match (fence, mark) {
            (Some((open, length)), Some(mark)) if mark == open && run >= length => {
                fence = None;
                true
            }
            (Some(_), _) => true,
            (None, Some(mark)) if run >= 3 => {
                fence = Some((mark, run));
                true
            }
            (None, _) => is_code,
        };
        let taken = if is_verbatim { line } else { paragraph(rest) };
        if is_verbatim {
            out.push_str(taken)
        } else {
            escape_dollars(taken, &mut out)
        }
        rest = rest.get(taken.len()..).unwrap_or_default();
    }
    Cow::Owned(out)
}

/// The lines up to a blank one, or one that begins a block of code: what a span of code may reach over.
fn paragraph(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        if end > 0 && (trimmed.is_empty() || trimmed.starts_with("```") || trimmed.starts_with("~~~")) {
            break;
        }
        end += line.len();
    }
    text.get(..end).unwrap_or(text)
}

fn escape_dollars(text: &str, out: &mut String) {
    let mut at = 0;
    // Looked for once where there is none.
    let mut may_close = true;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or_default();
        let run = match first {
            '`' | '$' => rest.chars().take_while(|other| *other == first).count(),
            _ => 1,
        };
        let length = match first {
            '\\' => 1 + rest.get(1..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8),
            '`' => code_span(rest, run),
            '<' if may_close
                && rest
                    .get(1..)
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')) =>
            {
                let end = rest.find('>');
                may_close = end.is_some();
                end.map_or(1, |end| end + 1)
            }
            'h' if rest.starts_with("http://") || rest.starts_with("https://") => {
                rest.find(char::is_whitespace).unwrap_or(rest.len())
            }
            '$' => {
                if run == 1 {
                    out.push('\\');
                }
                run
            }
            first => first.len_utf8(),
        };
        out.push_str(rest.get(..length).unwrap_or(rest));
        at += length;
    }
}

/// The length of the span of code that a run of backticks opens; of the run alone when nothing closes it.
fn code_span(text: &str, run: usize) -> usize {
    let mut at = run;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('`')) {
        let start = at + found;
        let closing = text.bytes().skip(start).take_while(|byte| *byte == b'`').count();
        at = start + closing;
        if closing == run {
            return at;
        }
    }
    run
}

/// Gives text in balanced braces its own punctuation back.
fn undo_in_braces(node: &mut Node, made: &[(char, &str)]) {
    if let NodeKind::Text(text) = &mut node.kind
        && text.contains('{')
    {
        let mut open = Vec::new();
        let mut inside = Vec::new();
        for (at, character) in text.char_indices() {
            match character {
                '{' => open.push(at),
                '}' => inside.extend(open.pop().map(|start| (start, at))),
                _ => {}
            }
        }
        inside.sort_unstable();
        let mut out = String::with_capacity(text.len());
        let mut pairs = inside.into_iter().peekable();
        let mut end = 0;
        for (at, character) in text.char_indices() {
            while let Some((_, last)) = pairs.next_if(|(start, _)| *start <= at) {
                end = end.max(last);
            }
            match made.iter().find(|(smart, _)| at < end && *smart == character) {
                Some((_, plain)) => out.push_str(plain),
                None => out.push(character),
            }
        }
        *text = out;
    }
    node.children.iter_mut().for_each(|child| undo_in_braces(child, made));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_prices() {
        let cases = [
            ("from $5 to $x$", r"from \$5 to \$x\$"),
            ("`$a$` and $$x^2$$, `` `$b$ ``", "`$a$` and $$x^2$$, `` `$b$ ``"),
            ("```\n$a $b\n```\n$c $d", "```\n$a $b\n```\n\\$c \\$d"),
            (
                "see https://a.test/$meta?$top=1 or <a href=\"$x\">$y$</a>",
                "see https://a.test/$meta?$top=1 or <a href=\"$x\">\\$y\\$</a>",
            ),
            ("one `$ and $two", "one `\\$ and \\$two"),
            ("only $one", "only $one"),
        ];
        for (text, expected) in cases {
            assert_eq!(with_plain_dollars(text), expected);
        }
    }

    #[test]
    fn braces_keep_their_quotes() {
        let shown = |text: &str| parse_description(text).iter().map(Node::plain_text).collect::<String>();
        assert_eq!(
            shown("Say \"so\": {\"a\": [\"b\", {\"c\": 'd'}]} or {\"x\"--1}"),
            "Say “so”: {\"a\": [\"b\", {\"c\": 'd'}]} or {\"x\"--1}"
        );
        assert_eq!(shown("open { \"a\" then \"b\""), "open { “a” then “b”");
    }
}
