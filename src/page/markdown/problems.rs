//! What an author is told of Markdown that is read, but hardly as it was meant.

use crate::diagnostic::{Diagnostic, push_limited};
use crate::page::ast::Node;
use crate::page::mask;
use crate::text::{SourceText, Span};

/// A block of code goes on to the end of the page, of its list item or of its quote. `opening` is its first
/// line.
pub fn unclosed_code_block(source: &SourceText, opening: Span) -> Diagnostic {
    let line = source.text.get(opening.start as usize..opening.end as usize).unwrap_or("");
    let fence: String = match mask::opening_fence(line) {
        Some((mark, length)) => char::from(mark).to_string().repeat(length.min(20)),
        None => "```".to_owned(),
    };
    let is_empty = source.text.get(opening.end as usize..).is_none_or(|behind| behind.trim().is_empty());
    Diagnostic::warning("unclosed-code-block", "this block of code is never closed").at(source, opening).hint(
        match is_empty {
            true => "nothing stands in it: remove this line".to_owned(),
            false => format!("add a line {fence} after its last line"),
        },
    )
}

/// Tells of a block of code inside a list item or a quote that ends without a fence.
pub(super) fn check_fence(source: &SourceText, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    let Some(written) = source.text.get(span.start as usize..span.end as usize) else { return };
    let first = written.lines().next().unwrap_or("");
    let Some((mark, length)) = mask::opening_fence(first) else { return };
    let last = written.trim_end().lines().next_back().unwrap_or("");
    let last = last.trim_start_matches([' ', '\t', '>']).trim_end();
    let closed = last.len() >= length
        && last.bytes().all(|byte| byte == mark)
        && first.len() < written.trim_end().len();
    if !closed {
        let opening = Span::new(span.start as usize, span.start as usize + first.len());
        push_limited(diagnostics, || unclosed_code_block(source, opening));
    }
}

/// Tells of rows with more cells than the table has columns: readers would never see them. Empty ones are no loss.
pub(super) fn check_rows(
    source: &SourceText,
    columns: usize,
    rows: &[Node],
    diagnostics: &mut Vec<Diagnostic>,
) {
    for row in rows {
        let mut surplus = row.children.iter().skip(columns);
        let Some(cell) = surplus.find(|cell| !cell.children.is_empty()) else { continue };
        let cells = row.children.len();
        push_limited(diagnostics, || {
            Diagnostic::warning(
                "table-cells",
                format!("this row has {cells} cells, but its table has {columns} columns"),
            )
            .at(source, cell.span)
            .hint("write `\\|` for a bar inside a cell, or add a column to the first two rows")
        });
    }
}

/// Tells of a table whose first two rows do not agree, or do not stand together: it is read as a paragraph.
pub(super) fn check_false_table(source: &SourceText, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    let Some(written) = source.text.get(span.start as usize..span.end as usize) else { return };
    let (mut start, mut head, mut above) = (span.start as usize, None, "");
    for line in written.split_inclusive('\n') {
        let row = line.trim_start_matches([' ', '\t', '>']);
        let (at, text) = (start + line.len() - row.len(), row.trim());
        start += line.len();
        if let Some(head) = head.filter(|_| is_delimiter(text)) {
            let (columns, cells) = (bars(head), bars(text));
            let (message, hint) = match above == head {
                true if columns == cells => return,
                true => (
                    format!(
                        "this is no table: its first row has {columns} cells, and the line below it {cells}"
                    ),
                    "write one `---` for each cell of the first row",
                ),
                false => (
                    "this is no table: something stands between its first row and this line".to_owned(),
                    "move it above or below the table",
                ),
            };
            return push_limited(diagnostics, || {
                Diagnostic::warning("table-cells", message)
                    .at(source, Span::new(at, at + text.len()))
                    .hint(hint)
            });
        }
        head = head.or(Some(text).filter(|text| text.starts_with('|')));
        above = text;
    }
}

/// Whether a line is what stands below the first row of a table.
pub(super) fn is_delimiter(line: &str) -> bool {
    line.contains('|')
        && line.contains("--")
        && line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// Most of what looks like a link in one text that is told of.
const MOST_FALSE_LINKS: usize = 50;

/// Whether a text has what looks like the address of a link. Thousands of them are no slips.
pub fn is_false_link(text: &str) -> bool {
    let links = text.match_indices("](").filter(|(at, _)| is_address(&text[at + 2..]));
    (1..=MOST_FALSE_LINKS).contains(&links.take(MOST_FALSE_LINKS + 1).count())
}

fn is_address(text: &str) -> bool {
    ["/", "./", "../", "#", "http://", "https://", "mailto:"].iter().any(|begin| text.starts_with(begin))
}

/// Tells of what looks like links and is text: an address with a space, or without an end.
pub(super) fn check_false_links(source: &SourceText, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    let Some(written) = source.text.get(span.start as usize..span.end as usize) else { return };
    let places = written.match_indices("](").map(|(at, _)| span.start as usize + at);
    let behind = |start: usize| source.text.get(start + 2..).unwrap_or_default();
    for start in places.filter(|start| is_address(behind(*start))).take(MOST_FALSE_LINKS) {
        let before = source.text.get(..start).unwrap_or_default();
        let before = before.rsplit('\n').next().unwrap_or_default();
        if !before.contains('[') || before.ends_with('\\') {
            continue;
        }
        let line = behind(start).lines().next().unwrap_or_default();
        let (message, hint, end) = match (line.find(')'), line.find(char::is_whitespace)) {
            (Some(end), Some(space)) if space < end => (
                "this is no link: there is a space in its address",
                "write `%20` for the space, or the address between `<` and `>`",
                end,
            ),
            (None, space) => (
                "this is no link: its address has no end",
                "write `)` behind it",
                space.unwrap_or(line.len()),
            ),
            _ => continue,
        };
        push_limited(diagnostics, || {
            let place = Span::new(start + 2, start + 2 + end);
            Diagnostic::warning("link-as-text", message).at(source, place).hint(hint)
        });
    }
}

/// Cells of a row.
fn bars(row: &str) -> usize {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').unwrap_or(row);
    row.replace("\\|", "").matches('|').count() + 1
}
