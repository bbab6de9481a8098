//! Tables, in a box that scrolls by itself; cells that hold figures are marked (behaviour 6.2).

use crate::page::ast::{Align, Node, NodeKind};

use super::escape::Writer;
use super::render::{Feature, Render};

/// Rows from which the head of a table stays in sight (TXT-13): fewer are seen with it.
const TALL: usize = 16;

/// A Markdown table.
pub(super) fn render(out: &mut Writer, align: &[Align], rows: &[Node], cx: &mut Render<'_>) {
    out.open("div").attr("class", "table-wrapper").attr("tabindex", "0").attr("role", "group");
    let is_header = |row: &&Node| matches!(row.kind, NodeKind::TableRow { header: true });
    let heads = rows.iter().take_while(is_header).count();
    let (head, body) = rows.split_at(heads);
    // A head without names is nothing to keep in sight.
    let is_tall = body.len() >= TALL && head.iter().any(|row| !row.plain_text().trim().is_empty());
    if is_tall {
        cx.uses(Feature::TallTable);
    }
    out.opt_flag("data-tall", is_tall).attr("aria-label", &cx.labels.table).open("table");
    for (section, cell, rows) in [("thead", "th", head), ("tbody", "td", body)] {
        if rows.is_empty() {
            continue;
        }
        out.open(section);
        for row in rows {
            table_row(out, cell, align, row, cx);
        }
        out.close(section);
    }
    out.close("table").close("div");
}

fn table_row(out: &mut Writer, tag: &'static str, align: &[Align], row: &Node, cx: &mut Render<'_>) {
    out.open("tr");
    // A row may be longer than the head; what is too much is not part of the table.
    let columns = if align.is_empty() { row.children.len() } else { align.len() };
    for (column, cell) in row.children.iter().take(columns).enumerate() {
        out.open(tag);
        if tag == "th" {
            out.attr("scope", "col");
        }
        out.opt_attr("class", align.get(column).copied().and_then(align_class));
        out.opt_flag("data-numeric", is_numeric(&cell.plain_text()));
        cx.inline(out, &cell.children);
        out.close(tag);
    }
    out.close("tr");
}

fn align_class(align: Align) -> Option<&'static str> {
    match align {
        Align::None => None,
        Align::Left => Some("align-left"),
        Align::Center => Some("align-center"),
        Align::Right => Some("align-right"),
    }
}

/// True for a cell that reads as a figure: mostly digits and their punctuation, a quantity with a unit, a
/// version, an ordinal or a hexadecimal colour.
pub fn is_numeric(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.len() > 60 {
        return false;
    }
    if let Some(hex) = text.strip_prefix('#') {
        return matches!(hex.len(), 3 | 4 | 6 | 8) && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let shown = text.chars().filter(|c| !c.is_whitespace()).count();
    let figures = text.chars().filter(|c| is_figure(*c)).count();
    figures * 5 >= shown * 4 || is_quantity(text)
}

fn is_figure(c: char) -> bool {
    c.is_ascii_digit()
        || matches!(
            c,
            '.' | ','
                | ':'
                | '/'
                | '-'
                | '–'
                | '—'
                | '−'
                | '+'
                | '±'
                | '%'
                | '‰'
                | '~'
                | '≈'
                | '<'
                | '>'
                | '≤'
        )
        || matches!(c, '≥' | '(' | ')' | '$' | '€' | '£' | '¥' | '×' | '*' | '°' | '\'' | '’' | '_')
}

/// A number followed by one short unit (`10 ms`, `5th`, `2.4GHz`), or a version (`v1.2`).
fn is_quantity(text: &str) -> bool {
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let start = text.trim_start_matches(|c: char| !c.is_ascii_digit() && is_figure(c));
    if !start.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let unit = start.trim_start_matches(|c: char| is_figure(c)).trim_start();
    let unit = unit.strip_suffix(['+', '.']).unwrap_or(unit);
    unit.chars().count() <= 7
        && unit.chars().all(|c| c.is_alphabetic() || matches!(c, '/' | 'µ' | '°' | '²' | '³' | '%'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_figures() {
        for text in
            ["10 ms", "1,234.50", "$5", "v1.2.3", "5th", "#ff0044", "99.9%", "2.4GHz", "2024-01-01", "3/4"]
        {
            assert!(is_numeric(text), "{text}");
        }
        for text in ["", "x", "—", "step 1", "#issue", "3 little piglets went home", "utf8"] {
            assert!(!is_numeric(text), "{text}");
        }
    }
}
