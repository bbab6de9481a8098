//! TypeTable: properties or fields in a table of their own, outside an API (CMP-30), and `<Table>`.

use crate::page::ast::{NodeKind, Value};

use super::super::escape::{Html, Writer};
use super::super::node::is_blank;
use super::super::render::{Feature, Render};
use super::{Component, field, inline_markdown};

/// A row as an author writes it: its name, and an object with the rest.
pub(crate) struct Row<'v> {
    pub name: String,
    facts: &'v [(String, Value)],
}

/// `<TypeTable rows={[{ name, type, default, description, required }]} />`, or `type={{ name: { … } }}`.
pub(super) fn type_table(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let written = component.element.prop("rows").or_else(|| component.element.prop("type"));
    let rows = written.map(rows).unwrap_or_default();
    if rows.is_empty() {
        cx.warn(
            "type-table-without-rows",
            "`<TypeTable>` has no rows".to_owned(),
            "add rows={[{ name: \"…\", type: \"…\", description: \"…\" }]}".to_owned(),
            component.span,
        );
        return cx.nodes(out, component.children);
    }
    cx.uses(Feature::Field);
    let labels = cx.labels;
    let columns: Vec<(&str, &String)> = [
        ("type", &labels.column_type),
        ("default", &labels.column_default),
        ("description", &labels.column_description),
    ]
    .into_iter()
    .filter(|(key, _)| rows.iter().any(|row| row.fact(key).is_some()))
    .collect();
    out.open("div").attr("class", "table-wrapper").attr("tabindex", "0").attr("role", "group");
    out.attr("aria-label", &labels.table).open("table").attr("class", &component.class("type-table"));
    out.open("thead").open("tr").open("th").attr("scope", "col").text(&labels.column_name).close("th");
    for (_, label) in &columns {
        out.open("th").attr("scope", "col").text(label).close("th");
    }
    out.close("tr").close("thead").open("tbody");
    for row in &rows {
        out.open("tr").open("th").attr("scope", "row").open("code").text(&row.name).close("code");
        for (key, class, label) in [
            ("required", "field-pill field-required", &labels.required),
            ("deprecated", "field-pill field-deprecated", &labels.deprecated),
        ] {
            if row.fact(key).is_some_and(Value::truthy) {
                out.text(" ").open("span").attr("class", class).text(label).close("span");
            }
        }
        out.close("th");
        for (key, _) in &columns {
            let text = row.fact(key).map(|value| cell(key, value, cx)).unwrap_or_default();
            out.open("td").raw(&text).close("td");
        }
        out.close("tr");
    }
    out.close("tbody").close("table").close("div");
}

/// `<Table>`: the rows of a table, or a Markdown table.
pub(super) fn table(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let is_row = |name: &str| matches!(name, "thead" | "tbody" | "tfoot" | "tr" | "colgroup" | "caption");
    let holds_rows = component.children.iter().any(|child| match &child.kind {
        NodeKind::Element(element) => is_row(&element.name),
        _ => false,
    });
    if component.children.iter().all(is_blank) {
        cx.warn(
            "table-without-rows",
            "nothing is in `<Table>`, so nothing is shown".to_owned(),
            "write a Markdown table between `<Table>` and `</Table>`: its rows are no attributes".to_owned(),
            component.span,
        );
    }
    if !holds_rows {
        return cx.nodes(out, component.children);
    }
    out.open("div").attr("class", "table-wrapper").attr("tabindex", "0").attr("role", "group");
    out.attr("aria-label", &cx.labels.table).open("table");
    cx.nodes(out, component.children);
    out.close("table").close("div");
}

/// The rows that an author wrote.
pub(crate) fn rows(value: &Value) -> Vec<Row<'_>> {
    match value {
        Value::Object(entries) => {
            entries.iter().map(|(name, facts)| Row { name: name.clone(), facts: object(facts) }).collect()
        }
        Value::Array(items) => items
            .iter()
            .map(|item| Row { name: String::new(), facts: object(item) })
            .map(|row| Row { name: row.fact("name").map(Value::plain_text).unwrap_or_default(), ..row })
            .filter(|row| !row.name.is_empty())
            .collect(),
        _ => Vec::new(),
    }
}

fn object(value: &Value) -> &[(String, Value)] {
    match value {
        Value::Object(entries) => entries,
        _ => &[],
    }
}

impl<'v> Row<'v> {
    /// What it says under a key.
    pub fn fact(&self, key: &str) -> Option<&'v Value> {
        let (_, value) = self.facts.iter().rev().find(|(name, _)| name == key)?;
        // `null` is a default like any other.
        let absent = matches!(value, Value::Undefined) || (key != "default" && *value == Value::Null);
        (!absent).then_some(value)
    }
}

/// Types and defaults are code, unless they are written as JSX.
fn cell(key: &str, value: &Value, cx: &mut Render<'_>) -> Html {
    let code = match (key, value) {
        ("description", _) | (_, Value::Nodes(_)) => return inline_markdown(value, cx),
        ("default", value) => field::default_text(value),
        (_, value) => Some(value.plain_text()),
    };
    let mut out = Writer::new();
    if let Some(code) = code.filter(|code| !code.is_empty()) {
        out.open("code").text(&code).close("code");
    }
    out.finish()
}
