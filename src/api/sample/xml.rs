//! An example value as an XML document, by the `xml` objects of its schema.

use serde_json::Value;

use crate::api::ApiDescription;
use crate::api::schema::Schema;

/// Deepest nesting that is written.
const MAX_DEPTH: usize = 24;

/// The document; its root is named after the schema.
pub(in crate::api) fn document(
    description: &ApiDescription,
    schema: Option<&Value>,
    value: &Value,
) -> String {
    let parts: Vec<&Value> = schema.into_iter().collect();
    let root = Schema::of(description, &parts);
    let defined =
        root.identity().first().and_then(|reference| reference.rsplit('/').next()).map(str::to_owned);
    let name = named(&root, defined.as_deref().unwrap_or("root"));
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    element(description, &root, &name, value, (0, &mut Vec::new()), &mut out);
    out
}

fn element(
    description: &ApiDescription,
    schema: &Schema<'_>,
    name: &str,
    value: &Value,
    (depth, scope): (usize, &mut Vec<Namespace>),
    out: &mut String,
) {
    let known = scope.len();
    let declared = declaration(schema, scope);
    let indent = "  ".repeat(depth);
    let name = clean(name);
    match value {
        Value::Object(members) if depth < MAX_DEPTH => {
            let mut attributes = declared;
            let mut inner = String::new();
            for (key, member) in members {
                let definitions = schema
                    .properties
                    .iter()
                    .find(|(other, _)| other == key)
                    .map(|(_, definitions)| definitions);
                let below = definitions.map(|parts| Schema::of(description, parts)).unwrap_or_default();
                let name = named(&below, key);
                if flag(&below, "attribute") {
                    attributes.push_str(&declaration(&below, scope));
                    attributes.push_str(&format!(" {}=\"{}\"", clean(&name), escape(&scalar(member))));
                    continue;
                }
                match member {
                    Value::Array(items) => {
                        let item =
                            (!below.items().is_empty()).then(|| Schema::of(description, below.items()));
                        let item = item.unwrap_or_default();
                        let item_name = match item.keyword("xml") {
                            Some(_) => named(&item, key),
                            None => name.clone(),
                        };
                        if flag(&below, "wrapped") {
                            let wrapper = clean(&name);
                            let indent = "  ".repeat(depth + 1);
                            let before = scope.len();
                            let declared = declaration(&below, scope);
                            inner.push_str(&format!("{indent}<{wrapper}{declared}>\n"));
                            items.iter().for_each(|value| {
                                element(
                                    description,
                                    &item,
                                    &item_name,
                                    value,
                                    (depth + 2, scope),
                                    &mut inner,
                                );
                            });
                            scope.truncate(before);
                            inner.push_str(&format!("{indent}</{wrapper}>\n"));
                        } else {
                            items.iter().for_each(|value| {
                                element(
                                    description,
                                    &item,
                                    &item_name,
                                    value,
                                    (depth + 1, scope),
                                    &mut inner,
                                );
                            });
                        }
                    }
                    member => element(description, &below, &name, member, (depth + 1, scope), &mut inner),
                }
            }
            if inner.is_empty() {
                out.push_str(&format!("{indent}<{name}{attributes}/>\n"));
            } else {
                out.push_str(&format!("{indent}<{name}{attributes}>\n{inner}{indent}</{name}>\n"));
            }
        }
        Value::Array(items) if depth < MAX_DEPTH => {
            let item = Schema::of(description, schema.items());
            let item_name = named(&item, "item");
            out.push_str(&format!("{indent}<{name}{declared}>\n"));
            items.iter().for_each(|value| {
                element(description, &item, &item_name, value, (depth + 1, scope), out);
            });
            out.push_str(&format!("{indent}</{name}>\n"));
        }
        value => {
            out.push_str(&format!("{indent}<{name}{declared}>{}</{name}>\n", escape(&scalar(value))));
        }
    }
    scope.truncate(known);
}

/// A prefix, which may be empty, and what it stands for.
type Namespace = (String, String);

/// `xmlns` where a schema says its namespace, unless an element around it has said it; `scope` is what these said.
fn declaration(schema: &Schema<'_>, scope: &mut Vec<Namespace>) -> String {
    let stated = |key: &str| schema.keyword("xml")?.get(key)?.as_str();
    let Some(namespace) = stated("namespace").filter(|namespace| !namespace.is_empty()) else {
        return String::new();
    };
    let prefix = stated("prefix").filter(|prefix| !prefix.is_empty()).map(clean).unwrap_or_default();
    if scope.iter().rev().find(|(known, _)| *known == prefix).is_some_and(|(_, known)| known == namespace) {
        return String::new();
    }
    let colon = if prefix.is_empty() { "" } else { ":" };
    let declared = format!(" xmlns{colon}{prefix}=\"{}\"", escape(namespace));
    scope.push((prefix, namespace.to_owned()));
    declared
}

/// `xml.name`, or what it is called without one, with its prefix.
fn named(schema: &Schema<'_>, other: &str) -> String {
    let stated = |key: &str| schema.keyword("xml")?.get(key)?.as_str().filter(|text| !text.is_empty());
    let name = stated("name").unwrap_or(other);
    stated("prefix").map_or_else(|| name.to_owned(), |prefix| format!("{prefix}:{name}"))
}

fn flag(schema: &Schema<'_>, key: &str) -> bool {
    schema.keyword("xml").and_then(|xml| xml.get(key)).and_then(Value::as_bool) == Some(true)
}

fn scalar(value: &Value) -> String {
    super::style::plain(value)
}

/// A name that XML allows.
fn clean(name: &str) -> String {
    let mut name: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':') { c } else { '_' })
        .collect();
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        name.insert(0, '_');
    }
    name
}

/// Text of a sample document, which is shown and never markup of a page.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
