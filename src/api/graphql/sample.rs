//! An example of an operation: the operation with some fields of its result, its variables, and what comes back.
//!
//! What is selected is what fits on a screen and can be sent as it is: fields that need arguments are left out, no type
//! is entered twice on one way, and below the first level objects are followed only where nothing else says anything.

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::{Field, Place, Schema, Type, TypeKind, TypeRef};
use crate::api::example::string_example;

/// Deepest nesting of selections and of variables.
const MAX_DEPTH: usize = 5;
/// Most fields of one operation.
const MAX_FIELDS: usize = 60;
/// Most fields of a type that are looked at.
const MOST_LOOKED_AT: usize = 500;
/// Most plain fields of the result, and of an object inside of it.
const MOST_PLAIN: [usize; 2] = [8, 4];
/// Most objects in the result.
const MOST_OBJECTS: usize = 3;
/// Most members of a union that are asked for.
const MOST_MEMBERS: usize = 3;
/// Longest line with several variables: the column beside the text is narrow.
const LONGEST_LINE: usize = 46;
/// Plain fields that tell most of an object, wherever they stand in it: many schemas are in alphabetical order.
const TELLING: [&str; 12] = [
    "id",
    "name",
    "title",
    "login",
    "slug",
    "email",
    "body",
    "message",
    "status",
    "state",
    "url",
    "createdAt",
];

/// An example.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    pub operation: String,
    /// As JSON; `None` when there are none.
    pub variables: Option<String>,
    /// The answer, as JSON.
    pub response: String,
}

/// A field that is asked for.
struct Selected<'a> {
    name: &'a str,
    of: &'a TypeRef,
    inside: Vec<Selection<'a>>,
}

enum Selection<'a> {
    TypeName(&'a str),
    Field(Selected<'a>),
    On(&'a str, Vec<Selection<'a>>),
}

/// The example of an operation.
pub(super) fn sample(schema: &Schema, place: Place, field: &Field) -> Sample {
    let mut maker = Maker { schema, open: Vec::new(), left: MAX_FIELDS };
    let selected = Selected { name: &field.name, of: &field.of, inside: maker.inside(&field.of.name, 0) };
    maker.left = MAX_FIELDS;
    let given: Vec<&Field> = field.arguments.iter().filter(|argument| is_given(argument)).collect();
    let variables: Map<String, Json> =
        given.iter().map(|argument| (argument.name.clone(), maker.variable(argument, 0))).collect();
    let response = json!({ "data": { field.name.as_str(): value_of(schema, &selected) } });
    Sample {
        operation: operation(place, &selected, &given),
        variables: (!variables.is_empty()).then(|| printed(&Json::Object(variables))),
        response: printed(&response),
    }
}

/// Whether an argument is part of the example: those that must be given, and the size of a page, which some servers ask
/// for.
fn is_given(argument: &Field) -> bool {
    is_needed(argument) || (argument.name == "first" && argument.of.name == "Int")
}

fn is_needed(field: &Field) -> bool {
    field.of.is_required() && field.default.is_none()
}

struct Maker<'a> {
    schema: &'a Schema,
    /// Types that are being entered.
    open: Vec<&'a str>,
    /// How many more fields there is room for.
    left: usize,
}

impl<'a> Maker<'a> {
    /// What is asked of a type; nothing for scalars and enums.
    fn inside(&mut self, name: &str, depth: usize) -> Vec<Selection<'a>> {
        let schema = self.schema;
        let Some(of) = schema.named(name).filter(|of| is_composite(of)) else { return Vec::new() };
        self.open.push(&of.name);
        let mut inside = match of.kind {
            TypeKind::Union => self.members(of, depth),
            _ => self.fields(of, depth),
        };
        self.open.pop();
        if inside.is_empty() {
            inside.push(Selection::TypeName(&of.name));
        }
        inside
    }

    fn members(&mut self, of: &'a Type, depth: usize) -> Vec<Selection<'a>> {
        let schema = self.schema;
        let members = of.members.iter().filter_map(|name| schema.named(name)).take(MOST_MEMBERS);
        let first = of.members.first().map_or("", String::as_str);
        let mut inside = vec![Selection::TypeName(first)];
        for member in members {
            // One that is entered already says its fields there.
            if depth < MAX_DEPTH && !self.open.contains(&member.name.as_str()) {
                inside.push(Selection::On(&member.name, self.inside(&member.name, depth + 1)));
            }
        }
        inside
    }

    fn fields(&mut self, of: &'a Type, depth: usize) -> Vec<Selection<'a>> {
        let schema = self.schema;
        let can_be_asked =
            |field: &&Field| field.deprecated.is_none() && !field.arguments.iter().any(is_needed);
        let fields = of.fields.get(..MOST_LOOKED_AT).unwrap_or(&of.fields);
        let (objects, plain): (Vec<&Field>, Vec<&Field>) = fields
            .iter()
            .filter(can_be_asked)
            .partition(|field| schema.named(&field.of.name).is_some_and(is_composite));
        let mut plain: Vec<&str> = plain.iter().map(|field| field.name.as_str()).collect();
        plain.sort_by_key(|name| TELLING.iter().position(|known| known == name).unwrap_or(TELLING.len()));
        plain.truncate(MOST_PLAIN[depth.min(1)]);
        let has_nodes = objects.iter().any(|field| field.name == "nodes");
        let is_wanted = |field: &&&Field| {
            let is_page = matches!(field.name.as_str(), "node" | "nodes" | "edges");
            let is_repeated = field.name == "edges" && has_nodes;
            let is_open = self.open.contains(&field.of.name.as_str());
            !is_open && !is_repeated && depth + 1 < MAX_DEPTH && (depth == 0 || plain.is_empty() || is_page)
        };
        let objects: Vec<&str> = objects
            .iter()
            .filter(is_wanted)
            .take(if depth == 0 { MOST_OBJECTS } else { 2 })
            .map(|field| field.name.as_str())
            .collect();
        let mut inside = Vec::new();
        for field in fields {
            let name = field.name.as_str();
            if self.left == 0 || !(plain.contains(&name) || objects.contains(&name)) {
                continue;
            }
            self.left -= 1;
            let selected = Selected { name, of: &field.of, inside: self.inside(&field.of.name, depth + 1) };
            inside.push(Selection::Field(selected));
        }
        inside
    }

    /// A value for an argument or a field of an input.
    fn variable(&mut self, field: &'a Field, depth: usize) -> Json {
        if let Some(default) = &field.default {
            return default.value.clone();
        }
        let one = match self.schema.named(&field.of.name).filter(|of| of.kind == TypeKind::Input) {
            Some(of) => self.input(of, depth),
            None if field.name == "first" => json!(10),
            None => plain_value(self.schema, &field.of.name),
        };
        in_lists(&field.of, one)
    }

    fn input(&mut self, of: &'a Type, depth: usize) -> Json {
        if depth >= MAX_DEPTH || self.left == 0 || self.open.contains(&of.name.as_str()) {
            return json!({});
        }
        self.open.push(&of.name);
        let is_plain =
            |field: &&Field| self.schema.named(&field.of.name).is_none_or(|of| of.kind != TypeKind::Input);
        let mut chosen: Vec<&Field> = of.fields.iter().filter(|field| is_needed(field)).collect();
        if chosen.is_empty() {
            let most = if of.is_one_of { 1 } else { MOST_PLAIN[1] };
            let fields = of.fields.iter().filter(|field| field.deprecated.is_none());
            chosen = fields.clone().filter(is_plain).take(most).collect();
            if chosen.is_empty() {
                chosen = fields.take(1).collect();
            }
        }
        let mut values = Map::new();
        for field in chosen {
            self.left = self.left.saturating_sub(1);
            values.insert(field.name.clone(), self.variable(field, depth + 1));
        }
        let value = Json::Object(values);
        self.open.pop();
        value
    }
}

fn is_composite(of: &Type) -> bool {
    matches!(of.kind, TypeKind::Object | TypeKind::Interface | TypeKind::Union)
}

/// The operation as text.
fn operation(place: Place, selected: &Selected<'_>, given: &[&Field]) -> String {
    let mut name = selected.name.to_owned();
    name.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
    let list = |items: Vec<String>, indent: &str, before: usize| {
        let width: usize = items.iter().map(|item| item.len() + 2).sum();
        match items.len() {
            0 => String::new(),
            1 => format!("({})", items.concat()),
            _ if before + width > LONGEST_LINE => {
                format!("(\n{indent}  {}\n{indent})", items.join(&format!("\n{indent}  ")))
            }
            _ => format!("({})", items.join(", ")),
        }
    };
    let declared = given.iter().map(|field| format!("${}: {}", field.name, field.of.text())).collect();
    let passed = given.iter().map(|field| format!("{0}: ${0}", field.name)).collect();
    let mut out =
        format!("{} {name}{} {{\n", place.keyword(), list(declared, "", place.keyword().len() + name.len()));
    out.push_str(&format!("  {}{}", selected.name, list(passed, "  ", name.len())));
    braces(&mut out, &selected.inside, 1);
    out.push_str("\n}");
    out
}

fn braces(out: &mut String, inside: &[Selection<'_>], depth: usize) {
    if inside.is_empty() {
        return;
    }
    let indent = "  ".repeat(depth);
    out.push_str(" {\n");
    for selection in inside {
        out.push_str(&format!("{indent}  "));
        match selection {
            Selection::TypeName(_) => out.push_str("__typename"),
            Selection::Field(field) => {
                out.push_str(field.name);
                braces(out, &field.inside, depth + 1);
            }
            Selection::On(member, inside) => {
                out.push_str(&format!("... on {member}"));
                braces(out, inside, depth + 1);
            }
        }
        out.push('\n');
    }
    out.push_str(&format!("{indent}}}"));
}

/// The answer to a selection.
fn value_of(schema: &Schema, selected: &Selected<'_>) -> Json {
    let one = match selected.inside.is_empty() {
        true => plain_value(schema, &selected.of.name),
        false => Json::Object(object(schema, &selected.inside)),
    };
    in_lists(selected.of, one)
}

fn object(schema: &Schema, inside: &[Selection<'_>]) -> Map<String, Json> {
    let mut values = Map::new();
    let mut is_chosen = false;
    for selection in inside {
        match selection {
            Selection::TypeName(name) => drop(values.insert("__typename".to_owned(), json!(name))),
            Selection::Field(field) => drop(values.insert(field.name.to_owned(), value_of(schema, field))),
            // One of them: the first.
            Selection::On(..) if is_chosen => {}
            Selection::On(member, inside) => {
                is_chosen = true;
                values.extend(object(schema, inside));
                values.insert("__typename".to_owned(), json!(member));
            }
        }
    }
    values
}

/// A value in as many lists as its type has.
fn in_lists(of: &TypeRef, one: Json) -> Json {
    // Nobody nests more, and a broken type may have any number.
    (0..of.before.len().min(MAX_DEPTH)).fold(one, |value, _| json!([value]))
}

/// An example of a scalar or an enum; what a scalar of the schema's own holds is guessed from its name.
fn plain_value(schema: &Schema, name: &str) -> Json {
    if let Some(of) = schema.named(name).filter(|of| of.kind == TypeKind::Enum) {
        let usual = of.fields.iter().find(|value| value.deprecated.is_none()).or(of.fields.first());
        return usual.map_or(Json::Null, |value| json!(value.name));
    }
    match name {
        "Int" => return json!(123),
        "Float" => return json!(123.45),
        "Boolean" => return json!(true),
        "String" => return json!(string_example(None)),
        "ID" => return json!("<id>"),
        _ => {}
    }
    let lower = name.to_lowercase();
    let has = |word: &str| lower.contains(word);
    let ends = |word: &str| lower.ends_with(word);
    match () {
        () if has("datetime") || has("timestamp") => json!(string_example(Some("date-time"))),
        () if ends("date") => json!(string_example(Some("date"))),
        () if ends("time") => json!("05:31:56Z"),
        () if has("uuid") || has("guid") => json!(string_example(Some("uuid"))),
        () if has("email") => json!(string_example(Some("email"))),
        () if ends("url") || ends("uri") => json!("https://example.com"),
        () if has("json") || ends("map") => json!({}),
        () if ends("int") || ends("long") || ends("integer") => json!(123),
        () if has("decimal") || ends("float") || ends("double") => json!(123.45),
        () => json!(format!("<{name}>")),
    }
}

fn printed(value: &Json) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
