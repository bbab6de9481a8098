//! Tables of GitBook, which it writes as HTML: cards, and columns that readers do not see.

use super::super::inline::{Cx, convert};
use super::super::tags::attribute;
use super::{Blocks, plain};

/// Most lines that are looked through for the end of a table.
const MOST_LINES: usize = 500;

/// A column, as its head says it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Shown,
    Hidden,
    /// Where a card leads.
    Target,
    /// The picture of a card.
    Cover,
}

impl Blocks<'_, '_> {
    /// Rewrites a table that begins here and that is more than its HTML says; the number of lines that it took.
    pub(super) fn table(&mut self, indent: &str, rest: &[String], number: usize) -> Option<usize> {
        let end = rest.iter().take(MOST_LINES).position(|line| line.contains("</table>"))?;
        let text = rest[..=end].join("\n");
        let (table, after) = text.split_once("</table>")?;
        let opening = table.trim_start().split('>').next().unwrap_or_default();
        let is_cards = opening.contains("data-view=\"cards\"");
        let rows: Vec<&str> = pieces(table, "tr").into_iter().map(|(_, inner)| inner).collect();
        let (head, body) = rows.split_first()?;
        let columns: Vec<Column> = pieces(head, "th").into_iter().map(|(tag, _)| column(tag)).collect();
        if columns.is_empty() || !is_cards && columns.iter().all(|column| *column == Column::Shown) {
            return None;
        }
        self.flush();
        self.cx.line = number;
        let rows: Vec<Vec<&str>> = body
            .iter()
            .map(|row| pieces(row, "td").into_iter().map(|(_, inner)| inner.trim()).collect())
            .collect();
        if is_cards {
            self.block(&format!("{indent}<CardGroup cols={{{}}}>", rows.len().clamp(1, 3)));
            for row in &rows {
                for line in card(&columns, row, self.cx) {
                    self.block(&format!("{indent}{line}"));
                }
            }
            self.block(&format!("{indent}</CardGroup>"));
        } else {
            let shown = |cells: &[&str], name: &str| -> String {
                let cells = columns.iter().zip(cells).filter(|(column, _)| **column == Column::Shown);
                cells.map(|(_, cell)| format!("<{name}>{cell}</{name}>")).collect()
            };
            let heads: Vec<&str> = pieces(head, "th").into_iter().map(|(_, inner)| inner).collect();
            let mut new = format!("<table><thead><tr>{}</tr></thead><tbody>", shown(&heads, "th"));
            for row in &rows {
                new.push_str(&format!("<tr>{}</tr>", shown(row, "td")));
            }
            new.push_str("</tbody></table>");
            let new = convert(&new, self.cx);
            self.block(&format!("{indent}{new}"));
        }
        if !after.trim().is_empty() {
            let after = convert(after.trim(), self.cx);
            self.block(&format!("{indent}{after}"));
        }
        Some(end + 1)
    }
}

/// What a column is for, by the tag of its head.
fn column(tag: &str) -> Column {
    if tag.contains("data-card-target") {
        Column::Target
    } else if tag.contains("data-card-cover-") {
        Column::Hidden
    } else if tag.contains("data-card-cover") {
        Column::Cover
    } else if tag.contains("data-hidden") {
        Column::Hidden
    } else {
        Column::Shown
    }
}

/// A card: its first cell is the title, the others are its text.
fn card(columns: &[Column], row: &[&str], cx: &mut Cx<'_>) -> Vec<String> {
    let of = |wanted: Column| columns.iter().zip(row).filter(move |(column, _)| **column == wanted);
    let address = |column: Column| of(column).find_map(|(_, cell)| value(cell, "href"));
    let href = address(Column::Target).map(|href| attribute("href", &cx.address(&href, false)));
    let cover = address(Column::Cover).map(|cover| attribute("img", &cx.address(&cover, true)));
    let mut icon = None;
    let mut cells = Vec::new();
    for (_, cell) in of(Column::Shown) {
        match value(cell, "class").filter(|class| cell.contains("<i ") && class.contains("fa-")) {
            Some(class) if icon.is_none() => {
                let name = class.split(' ').find_map(|name| name.strip_prefix("fa-")).unwrap_or_default();
                icon = Some(attribute("icon", name));
            }
            _ if !cell.is_empty() => cells.push(*cell),
            _ => {}
        }
    }
    let mut cells = cells.into_iter();
    let title = attribute("title", &plain(cells.next().unwrap_or_default()));
    let attributes = [icon, href, cover].into_iter().flatten().collect::<String>();
    let mut lines = vec![format!("<Card{title}{attributes}>")];
    lines.extend(cells.map(|cell| convert(cell, cx)));
    lines.push("</Card>".to_owned());
    lines
}

/// The value of the first attribute of a name.
fn value(html: &str, name: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!(" {name}=\""))?;
    let (value, _) = rest.split_once('"')?;
    Some(crate::page::jsx::decode_entities(value).to_string())
}

/// All elements of a name, one behind the other: the opening tag without its name, and what is inside.
fn pieces<'t>(html: &'t str, name: &str) -> Vec<(&'t str, &'t str)> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let mut found = Vec::new();
    let mut rest = html;
    while let Some((_, after)) = rest.split_once(open.as_str()) {
        rest = after;
        // `<thead>` is no `<th>`.
        if !after.starts_with(['>', ' ', '\n', '\t']) {
            continue;
        }
        let Some((tag, inner)) = after.split_once('>') else { break };
        let (inner, after) = inner.split_once(close.as_str()).unwrap_or((inner, ""));
        found.push((tag, inner));
        rest = after;
    }
    found
}
