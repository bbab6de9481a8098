//! What is answered about a place: what could be written there, what it means, where it leads.

use serde_json::{Value, json};

use super::cursor::{Cursor, Found, Step, in_config, in_page};
use super::place::{range, uri};
use crate::authoring::moves::relative;
use crate::authoring::rules::about_component;
use crate::config::json_schema;
use crate::encoding::percent_decoded;
use crate::engine::Engine;
use crate::engine::look_up::KnownPage;
use crate::html::component::{component_names, component_props, prop_choices};
use crate::html::icon::library::names as icon_names;
use crate::page::frontmatter::problems::{field_choices, known_fields};
use crate::text::SourcePath;

/// Most names that are offered at once.
const MOST: usize = 200;

/// A file of the project as it is typed.
#[derive(Clone, Copy)]
pub(super) struct Document<'a> {
    pub path: &'a SourcePath,
    pub text: &'a str,
}

/// Kinds of the protocol's completions.
#[derive(Clone, Copy)]
enum Kind {
    Field = 5,
    Class = 7,
    Property = 10,
    Value = 12,
    Color = 16,
    File = 17,
    Reference = 18,
}

/// Something that could be written.
struct Offer {
    label: String,
    detail: String,
    kind: Kind,
}

impl Document<'_> {
    /// What stands at a byte.
    pub fn found(&self, at: usize) -> Option<Found> {
        if is_config(self.path) { in_config(self.text, at) } else { in_page(self.text, at) }
    }

    fn written(&self, found: &Found) -> &str {
        self.text.get(found.range.clone()).unwrap_or("")
    }
}

fn is_config(path: &SourcePath) -> bool {
    path.extension() == "json"
}

/// What could be written at a byte.
pub(super) fn completion(engine: &Engine, document: Document<'_>, at: usize) -> Value {
    let Some(found) = document.found(at) else { return json!([]) };
    let before = document.text.get(found.range.start..at).unwrap_or("");
    let offers: Vec<Offer> = match &found.cursor {
        Cursor::Address => addresses(engine, document.path, before),
        Cursor::Component => {
            let offer = |name: &str| Offer {
                label: name.to_owned(),
                detail: about_component(name).map_or("", |(about, _)| about).to_owned(),
                kind: Kind::Class,
            };
            component_names().map(offer).collect()
        }
        Cursor::Attribute(component) => component_props(component)
            .iter()
            .filter(|name| **name != "children")
            .map(|name| Offer { label: (*name).to_owned(), detail: component.clone(), kind: Kind::Property })
            .collect(),
        Cursor::Icon => icons(engine, before),
        Cursor::Field => known_fields()
            .map(|name| Offer { label: name.to_owned(), detail: String::new(), kind: Kind::Field })
            .collect(),
        Cursor::FieldValue(name) => values(field_choices(name)),
        Cursor::AttributeValue(component, name) => values(prop_choices(component, name)),
        Cursor::Key(way) => keys(way),
        Cursor::Text(way) => texts(engine, document.path, way, before),
    };
    let whole = range(document.text, found.range.start, found.range.end);
    let items: Vec<Value> = offers
        .into_iter()
        .filter(|offer| offer.label.to_lowercase().contains(&before.to_lowercase()))
        .take(MOST)
        .map(|offer| {
            json!({
                "label": offer.label,
                "kind": offer.kind as u8,
                "detail": offer.detail,
                "filterText": offer.label,
                "textEdit": { "range": whole, "newText": offer.label },
            })
        })
        .collect();
    json!({ "isIncomplete": items.len() == MOST, "items": items })
}

fn addresses(engine: &Engine, file: &SourcePath, before: &str) -> Vec<Offer> {
    if let Some((page, _)) = before.split_once('#') {
        let ids = engine.ids_at(file, page);
        let offer = |id: String| Offer {
            label: format!("{page}#{id}"),
            detail: String::new(),
            kind: Kind::Reference,
        };
        return ids.into_iter().map(offer).collect();
    }
    // Who begins with a dot goes on from the folder of the file.
    let folder = before.starts_with('.').then(|| file.parent());
    let written = |path: &str| match &folder {
        Some(folder) => relative(folder.as_str(), if path.is_empty() { "index" } else { path }),
        None => format!("/{path}"),
    };
    let pages = engine.known_pages().into_iter().map(|page| Offer {
        label: written(&page.route),
        detail: page.title,
        kind: Kind::Reference,
    });
    let is_offered = |path: &SourcePath| {
        !path.as_str().starts_with('.') && !matches!(path.extension().as_str(), "md" | "json")
            || path.as_str().starts_with("snippets/")
    };
    let is_page = |path: &SourcePath| path.extension() == "mdx" && !path.as_str().starts_with("snippets/");
    let files = engine.known_files().into_iter().filter(|path| is_offered(path) && !is_page(path));
    let files =
        files.map(|path| Offer { label: written(path.as_str()), detail: String::new(), kind: Kind::File });
    pages.chain(files).collect()
}

fn icons(engine: &Engine, before: &str) -> Vec<Offer> {
    let names = icon_names(engine.icon_library()).into_iter();
    // Thousands of them: those that begin like it come first.
    let (first, rest): (Vec<&str>, Vec<&str>) = names.partition(|name| name.starts_with(before));
    let all = first.into_iter().chain(rest);
    all.map(|name| Offer { label: name.to_owned(), detail: String::new(), kind: Kind::Color }).collect()
}

fn keys(way: &[Step]) -> Vec<Offer> {
    let schema = json_schema();
    let mut offers: Vec<Offer> = Vec::new();
    for object in at(&schema, way) {
        let Some(properties) = object.get("properties").and_then(Value::as_object) else { continue };
        for (name, field) in properties {
            if !offers.iter().any(|offer| offer.label == *name) {
                offers.push(Offer {
                    label: name.clone(),
                    detail: described(&schema, field).unwrap_or_default(),
                    kind: Kind::Property,
                });
            }
        }
    }
    offers
}

fn texts(engine: &Engine, file: &SourcePath, way: &[Step], before: &str) -> Vec<Offer> {
    let key = way.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Item => None,
    });
    match key {
        Some("pages" | "root") => engine
            .known_pages()
            .into_iter()
            .filter(|page| page.source.extension() != "json")
            .map(|page| {
                let slug = crate::text::Slug::of_page(&page.source);
                Offer { label: slug.as_str().to_owned(), detail: page.title, kind: Kind::Reference }
            })
            .collect(),
        Some("icon") => icons(engine, before),
        Some("href") => addresses(engine, file, before),
        _ => {
            let schema = json_schema();
            let choices = at(&schema, way).into_iter().filter_map(|shape| shape.get("enum")?.as_array());
            let names = choices.flatten().filter_map(Value::as_str);
            names.map(value).collect()
        }
    }
}

fn value(name: &str) -> Offer {
    Offer { label: name.to_owned(), detail: String::new(), kind: Kind::Value }
}

fn values(names: &[&str]) -> Vec<Offer> {
    names.iter().copied().map(value).collect()
}

/// The shapes that the schema has for a place, alternatives one by one.
fn at<'s>(schema: &'s Value, way: &[Step]) -> Vec<&'s Value> {
    let mut shapes = alternatives(schema, schema, 0);
    for step in way {
        let below = |shape: &'s Value| match step {
            Step::Key(key) => shape
                .get("properties")
                .and_then(|all| all.get(key))
                .or_else(|| shape.get("additionalProperties").filter(|shape| shape.is_object())),
            Step::Item => shape.get("items"),
        };
        let found: Vec<&Value> = shapes.into_iter().filter_map(below).collect();
        shapes = found.into_iter().flat_map(|shape| alternatives(schema, shape, 0)).collect();
    }
    shapes
}

/// A shape, or what it refers to, or its alternatives.
fn alternatives<'s>(schema: &'s Value, shape: &'s Value, depth: u32) -> Vec<&'s Value> {
    if depth > 8 {
        return Vec::new();
    }
    if let Some(reference) = shape.get("$ref").and_then(Value::as_str) {
        let target = reference.strip_prefix('#').and_then(|pointer| schema.pointer(pointer));
        return target.map(|target| alternatives(schema, target, depth + 1)).unwrap_or_default();
    }
    let several = ["anyOf", "oneOf", "allOf"].iter().filter_map(|name| shape.get(name)?.as_array()).flatten();
    let conditional =
        ["then", "else"].iter().filter_map(|name| shape.get(name)).filter(|shape| shape.is_object());
    let several = several.chain(conditional);
    let mut all = vec![shape];
    all.extend(several.flat_map(|shape| alternatives(schema, shape, depth + 1)));
    all
}

fn described(schema: &Value, field: &Value) -> Option<String> {
    let shapes = alternatives(schema, field, 0);
    shapes.iter().find_map(|shape| shape.get("description")?.as_str().map(str::to_owned))
}

/// What the thing at a byte is.
pub(super) fn hover(engine: &Engine, document: Document<'_>, at_byte: usize) -> Value {
    let Some(found) = document.found(at_byte) else { return Value::Null };
    let written = document.written(&found);
    let text = match &found.cursor {
        Cursor::Address => engine.page_at(document.path, written).map(|page| told(&page)),
        Cursor::Text(_) => named(engine, document.path, written).map(|page| told(&page)),
        Cursor::Component => about_component(written).map(|(about, example)| {
            let props = component_props(written).join("`, `");
            let props = if props.is_empty() { String::new() } else { format!("\n\n`{props}`") };
            let example =
                if example.is_empty() { String::new() } else { format!("\n\n```mdx\n{example}\n```") };
            format!("**{written}**: {about}{props}{example}")
        }),
        Cursor::Key(way) => {
            let schema = json_schema();
            let mut way = way.clone();
            way.push(Step::Key(written.to_owned()));
            let shapes = at(&schema, &way);
            let description = shapes.iter().find_map(|shape| shape.get("description")?.as_str());
            let choices = shapes.iter().find_map(|shape| shape.get("enum")?.as_array());
            let choices = choices.map(|all| all.iter().map(Value::to_string).collect::<Vec<_>>().join(", "));
            let parts = [description.map(str::to_owned), choices.map(|choices| format!("`{choices}`"))];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            (!parts.is_empty()).then(|| format!("**{written}**\n\n{}", parts.join("\n\n")))
        }
        Cursor::Attribute(_)
        | Cursor::AttributeValue(..)
        | Cursor::Icon
        | Cursor::Field
        | Cursor::FieldValue(_) => None,
    };
    text.map_or(Value::Null, |text| {
        json!({
            "contents": { "kind": "markdown", "value": text },
            "range": range(document.text, found.range.start, found.range.end),
        })
    })
}

fn told(page: &KnownPage) -> String {
    let description = page.description.as_ref().map(|text| format!("\n\n{text}")).unwrap_or_default();
    format!("**{}**{description}\n\n`{}`", page.title, page.source)
}

/// The page that an entry of the navigation names.
fn named(engine: &Engine, config: &SourcePath, entry: &str) -> Option<KnownPage> {
    engine.page_at(config, &format!("/{}", entry.trim_start_matches('/')))
}

/// Where the thing at a byte is written.
pub(super) fn definition(engine: &Engine, document: Document<'_>, at: usize) -> Value {
    let Some(found) = document.found(at) else { return Value::Null };
    let written = document.written(&found);
    let mut line = None;
    let file = match &found.cursor {
        Cursor::Address => {
            let file = match written.starts_with('#') {
                true => Some(document.path.clone()),
                false => engine.file_at(document.path, written),
            };
            let id = written.split_once('#').map(|(_, id)| percent_decoded(id));
            line = file.as_ref().zip(id).and_then(|(file, id)| engine.line_of(file, &id));
            file
        }
        Cursor::Text(_) => named(engine, document.path, written)
            .map(|page| page.source)
            .or_else(|| engine.file_at(document.path, written)),
        // A component of the page's own: the file that it is imported from.
        Cursor::Component => imported_from(document.text, written)
            .and_then(|specifier| engine.file_at(document.path, &specifier)),
        _ => None,
    };
    let place = json!({ "line": line.unwrap_or(0), "character": 0 });
    file.map_or(
        Value::Null,
        |file| json!({ "uri": uri(&engine.root().join(file.as_str())), "range": { "start": place, "end": place } }),
    )
}

/// The path of the import that brings a name.
fn imported_from(text: &str, name: &str) -> Option<String> {
    let imports = text.lines().filter(|line| line.starts_with("import "));
    let line = imports.into_iter().find(|line| {
        let names = line.split(" from ").next().unwrap_or("");
        names.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
    })?;
    line.split(['"', '\'']).nth(1).map(str::to_owned)
}
