//! Fields of a request or a response, and tables of types (AI-06): a compact table where every description is a
//! line, with nested fields under their path; otherwise a list that nests as the fields do.

use crate::html::component::{default_text, type_rows};

use super::super::table::fits;
use super::*;

/// Descriptions that are longer make a list.
const LONGEST_LINE: usize = 320;
/// Deepest path of a field in a table.
const DEEPEST_PATH: usize = 12;

/// Whether a node is a field.
pub(in super::super) fn is_field(node: &Node) -> bool {
    node.element()
        .is_some_and(|element| matches!(element.name.as_str(), "ParamField" | "Param" | "ResponseField"))
}

/// Fields that follow each other; what is between them is white space. What is sent and what comes back are two lists.
pub(in super::super) fn fields(cx: &mut Export<'_>, nodes: &[Node]) {
    let is_answer = |node: &Node| node.element().map(|element| element.name == "ResponseField");
    let mut rest = nodes;
    while let Some(first) = rest.iter().find_map(is_answer) {
        let is_other = |node: &Node| is_answer(node).is_some_and(|own| own != first);
        let (own, others) = rest.split_at(rest.iter().position(is_other).unwrap_or(rest.len()));
        of_a_kind(cx, own);
        rest = others;
    }
}

fn of_a_kind(cx: &mut Export<'_>, nodes: &[Node]) {
    if !cx.out.is_nested() {
        let mut rows = Vec::new();
        if collect(cx, nodes, "", &mut rows, 0) {
            return table(cx, &rows);
        }
    }
    let is_line = |node: &Node| {
        let (_, rest) = first_line(&node.children);
        rest.iter().all(|child| is_blank(child) || is_nest(child, rest))
    };
    let distance = if nodes.iter().all(is_line) { Start::Joined } else { Start::Apart };
    for node in nodes {
        if let Some(element) = node.element() {
            entry(cx, element, &node.children, distance);
        }
    }
}

/// A field by itself.
pub(super) fn one(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    entry(cx, element, children, Start::Joined);
}

/// A field as an entry of a list.
fn entry(cx: &mut Export<'_>, element: &Element, children: &[Node], distance: Start) {
    let field = Field::of(element);
    cx.entry_after(distance, |cx| {
        cx.out.begin(Start::Joined);
        cx.out.code(&field.name);
        let mut separator = " (";
        let mut next = |cx: &mut Export<'_>| cx.out.raw(std::mem::replace(&mut separator, ", "));
        if field.kind().is_some() || !field.labels.is_empty() {
            next(cx);
            field.write_type(cx);
        }
        for (is_so, word) in [(field.location.is_some(), field.location.unwrap_or_default())]
            .into_iter()
            .chain([(field.required, "required"), (field.deprecated, "deprecated")])
        {
            if is_so {
                next(cx);
                cx.out.raw(word);
            }
        }
        if let Some(default) = &field.default {
            next(cx);
            cx.out.raw("default: ");
            cx.out.code(default);
        }
        if separator != " (" {
            cx.out.raw(")");
        }
        let (line, rest) = first_line(children);
        if !line.iter().all(is_blank) {
            cx.out.raw(": ");
            cx.one_line(|cx| cx.inlines(line, Some(' ')));
        }
        cx.out.trim_line();
        cx.out.tight = rest.iter().all(|child| is_blank(child) || is_nest(child, rest));
        // A disclosure around all nested fields has no label here: the list nests as they do.
        let mut start = 0;
        for (at, child) in rest.iter().enumerate() {
            if is_nest(child, rest) && !is_field(child) {
                cx.blocks(rest.get(start..at).unwrap_or_default());
                cx.blocks(&child.children);
                start = at + 1;
            }
        }
        cx.blocks(rest.get(start..).unwrap_or_default());
    });
}

/// The words that may stand in the line of the name, and what follows.
fn first_line(children: &[Node]) -> (&[Node], &[Node]) {
    let start = children.iter().position(|child| !is_blank(child)).unwrap_or(children.len());
    let (_, children) = children.split_at(start);
    match children {
        [Node { kind: NodeKind::Paragraph, children: words, .. }, rest @ ..]
            if !words.iter().any(stands_alone) =>
        {
            (words, rest)
        }
        _ => children.split_at(children.iter().position(stands_alone).unwrap_or(children.len())),
    }
}

/// The fields of a field: nested as they are, or in a disclosure that says nothing else. Where there are several
/// disclosures, each has something to say.
fn is_nest(node: &Node, siblings: &[Node]) -> bool {
    let is_disclosure = |node: &&Node| node.element().is_some_and(|element| element.name == "Expandable");
    is_field(node)
        || (is_disclosure(&node)
            && siblings.iter().filter(is_disclosure).count() == 1
            && node.children.iter().all(|child| is_blank(child) || is_nest(child, &node.children)))
}

/// What a field says about itself.
struct Field<'n> {
    name: String,
    /// Where it travels.
    location: Option<&'static str>,
    element: &'n Element,
    labels: Vec<String>,
    required: bool,
    deprecated: bool,
    default: Option<String>,
}

impl<'n> Field<'n> {
    fn of(element: &'n Element) -> Self {
        let named = element.parameter_name().filter(|_| element.name != "ResponseField");
        let (location, name) = match named {
            Some((location, name)) => (Some(location), name),
            None => (None, element.name_prop("name").unwrap_or_default()),
        };
        let labels =
            ["pre", "post"].iter().filter_map(|name| element.prop(name)).flat_map(|value| match value {
                Value::Array(items) => items.iter().map(Value::plain_text).collect::<Vec<_>>(),
                value => vec![value.plain_text()],
            });
        Self {
            name,
            location,
            element,
            labels: labels.filter(|label| !label.trim().is_empty()).collect(),
            required: element.flag("required"),
            deprecated: element.flag("deprecated"),
            default: element.prop("default").and_then(default_text),
        }
    }

    fn kind(&self) -> Option<&'n Value> {
        self.element.prop("type").filter(|value| value.truthy())
    }

    /// The type and the other labels.
    fn write_type(&self, cx: &mut Export<'_>) {
        let mut separator = "";
        match self.kind() {
            Some(Value::Nodes(nodes)) => cx.inlines(nodes, Some(' ')),
            Some(kind) => cx.out.code(&kind.plain_text()),
            None => {}
        }
        if self.kind().is_some() {
            separator = ", ";
        }
        for label in &self.labels {
            cx.out.raw(separator);
            cx.out.text(label, Some(' '));
            separator = ", ";
        }
    }
}

/// A field with the path of those around it.
struct Row<'n> {
    path: String,
    field: Field<'n>,
    /// Its description, without the fields in it.
    content: Vec<Piece<'n>>,
}

enum Piece<'n> {
    Written(&'n [Node]),
    /// Markdown that stood in a string.
    Read(Vec<Node>),
}

impl Piece<'_> {
    fn nodes(&self) -> &[Node] {
        match self {
            Piece::Written(nodes) => nodes,
            Piece::Read(nodes) => nodes,
        }
    }
}

/// Whether the fields fit into a table, whose rows these are.
fn collect<'n>(
    cx: &Export<'_>,
    nodes: &'n [Node],
    above: &str,
    rows: &mut Vec<Row<'n>>,
    depth: usize,
) -> bool {
    if depth > DEEPEST_PATH {
        return false;
    }
    for node in nodes {
        let Some(element) = node.element() else { continue };
        let field = Field::of(element);
        // A list that may be `null` has items all the same.
        let is_list =
            field.kind().is_some_and(|kind| kind.plain_text().trim_end_matches(" | null").ends_with("[]"));
        let path = match above {
            "" => field.name.clone(),
            // A place of a tuple.
            above if field.name.starts_with('[') => {
                format!("{}{}", above.strip_suffix("[]").unwrap_or(above), field.name)
            }
            above => format!("{above}.{}", field.name),
        };
        let below = if is_list { format!("{path}[]") } else { path.clone() };
        let at = rows.len();
        rows.push(Row { path, field, content: Vec::new() });
        let mut content = Vec::new();
        let mut rest = node.children.as_slice();
        while let Some(first) = rest.first() {
            let source = match first.element().filter(|element| element.name == "Markdown") {
                Some(element) => element.prop("source"),
                None => None,
            };
            let is_other = |child: &Node| {
                is_nest(child, &node.children)
                    || child.element().is_some_and(|element| element.name == "Markdown")
            };
            let mut taken = 1;
            if let Some(Value::String(source)) = source {
                content.push(Piece::Read(cx.lookups.markdown(source)));
            } else if let Some(Value::Nodes(nodes)) = source {
                content.push(Piece::Written(nodes));
            } else if is_field(first) {
                if !collect(cx, std::slice::from_ref(first), &below, rows, depth + 1) {
                    return false;
                }
            } else if is_nest(first, &node.children) {
                if !collect(cx, &first.children, &below, rows, depth + 1) {
                    return false;
                }
            } else {
                taken = rest.iter().position(is_other).unwrap_or(rest.len()).max(1);
                content.push(Piece::Written(rest.get(..taken).unwrap_or_default()));
            }
            rest = rest.get(taken..).unwrap_or_default();
        }
        let length =
            |piece: &Piece<'_>| piece.nodes().iter().map(|node| node.plain_text().len()).sum::<usize>();
        if !content.iter().all(|piece| fits(piece.nodes()))
            || content.iter().map(length).sum::<usize>() > LONGEST_LINE
        {
            return false;
        }
        if let Some(row) = rows.get_mut(at) {
            row.content = content;
        }
    }
    true
}

/// A column: its head, whether a row has something to say in it, and what.
type Column<'r> = (&'static str, fn(&Row<'_>) -> bool, fn(&mut Export<'_>, &Row<'_>));

fn table(cx: &mut Export<'_>, rows: &[Row<'_>]) {
    let columns: [Column<'_>; 6] = [
        ("Name", |_| true, |cx, row| cx.out.code(&row.path)),
        (
            "Type",
            |row| row.field.kind().is_some() || !row.field.labels.is_empty(),
            |cx, row| row.field.write_type(cx),
        ),
        (
            "In",
            |row| row.field.location.is_some(),
            |cx, row| cx.out.raw(row.field.location.unwrap_or_default()),
        ),
        (
            "Required",
            |row| row.field.required,
            |cx, row| cx.out.raw(if row.field.required { "yes" } else { "no" }),
        ),
        (
            "Default",
            |row| row.field.default.is_some(),
            |cx, row| cx.out.code(row.field.default.as_deref().unwrap_or_default()),
        ),
        ("Description", |row| row.field.deprecated || !row.content.is_empty(), description),
    ];
    let shown: Vec<_> = columns.iter().filter(|(_, says, _)| rows.iter().any(says)).collect();
    cx.bars(shown.len(), &[], |cx, at| {
        if let Some((head, _, _)) = shown.get(at) {
            cx.out.raw(head);
        }
    });
    for row in rows {
        cx.row(shown.len(), |cx, at| {
            if let Some((_, _, write)) = shown.get(at) {
                write(cx, row);
            }
        });
    }
}

fn description(cx: &mut Export<'_>, row: &Row<'_>) {
    if row.field.deprecated {
        cx.out.raw("Deprecated. ");
    }
    let mut first = true;
    for piece in &row.content {
        if piece.nodes().iter().all(is_blank) {
            continue;
        }
        if !std::mem::take(&mut first) {
            cx.out.hard_break();
        }
        cx.cell(piece.nodes());
    }
}

/// `<TypeTable>`.
pub(super) fn type_table(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let written = element.prop("rows").or_else(|| element.prop("type"));
    let rows = written.map(type_rows).unwrap_or_default();
    if rows.is_empty() {
        return cx.blocks(children);
    }
    let is_so = |key: &str| rows.iter().any(|row| row.fact(key).is_some_and(Value::truthy));
    let mut columns = vec![("Name", "name")];
    columns.extend(
        [("Type", "type"), ("Required", "required"), ("Default", "default"), ("Description", "description")]
            .into_iter()
            .filter(|(_, key)| match *key {
                "required" => is_so(key),
                "description" => is_so("deprecated") || rows.iter().any(|row| row.fact(key).is_some()),
                _ => rows.iter().any(|row| row.fact(key).is_some()),
            }),
    );
    cx.bars(columns.len(), &[], |cx, at| {
        if let Some((head, _)) = columns.get(at) {
            cx.out.raw(head);
        }
    });
    for row in &rows {
        cx.row(columns.len(), |cx, at| {
            let key = columns.get(at).map_or("", |(_, key)| key);
            if key == "description" && row.fact("deprecated").is_some_and(Value::truthy) {
                cx.out.raw("Deprecated. ");
            }
            match (key, row.fact(key)) {
                ("name", _) => cx.out.code(&row.name),
                ("required", value) => {
                    cx.out.raw(if value.is_some_and(Value::truthy) { "yes" } else { "no" });
                }
                ("description", Some(value)) | (_, Some(value @ Value::Nodes(_))) => cx.inline_value(value),
                ("default", Some(value)) => cx.out.code(&default_text(value).unwrap_or_default()),
                (_, Some(value)) => cx.out.code(&value.plain_text()),
                (_, None) => {}
            }
        });
    }
}
