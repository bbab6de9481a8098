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
    Diagnostic::warning("unclosed-code-block", "this block of code is never closed")
        .at(source, opening)
        .hint(format!("add a line {fence} after its last line"))
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

/// Tells of a table whose first two rows do not agree: it is read as a paragraph.
pub(super) fn check_false_table(source: &SourceText, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    let Some(written) = source.text.get(span.start as usize..span.end as usize) else { return };
    let mut lines = written.lines();
    let (Some(head), Some(row)) = (lines.next(), lines.next()) else { return };
    let row_text = row.trim_start_matches([' ', '\t', '>']).trim();
    let is_delimiter = row_text.contains('|')
        && row_text.contains("--")
        && row_text.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'));
    if !is_delimiter || !head.trim_start().starts_with('|') {
        return;
    }
    let (columns, cells) = (bars(head), bars(row_text));
    if columns == cells {
        return;
    }
    let start =
        span.start as usize + head.len() + 1 + (row.len() - row.trim_start_matches([' ', '\t', '>']).len());
    push_limited(diagnostics, || {
        Diagnostic::warning(
            "table-cells",
            format!("this is no table: its first row has {columns} cells, and the line below it {cells}"),
        )
        .at(source, Span::new(start, start + row_text.len()))
        .hint("write one `---` for each cell of the first row")
    });
}

/// Cells of a row.
fn bars(row: &str) -> usize {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').unwrap_or(row);
    row.replace("\\|", "").matches('|').count() + 1
}
