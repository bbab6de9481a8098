//! The common form of `docs.json`: two spaces of indentation, keys in the order of the description of all fields,
//! short lists on one line (CLI-15).
//!
//! Strings and numbers stay as they are written, so nothing changes but white space and the order of keys that have
//! a meaning of their own. Keys whose order is the author's (social links, variables, redirects) keep it.

use super::fields::ROOT;
use super::json::{self, Json, JsonValue, Member};
use super::schema::{Object, Shape};
use crate::diagnostic::Diagnostic;
use crate::text::{SourcePath, SourceText};

/// Longest line that a list or an object that stood on one line may have.
const WIDTH: usize = 100;

/// Keys that hold pages or what holds pages.
const HELD: &[&str] = &[
    "languages",
    "products",
    "versions",
    "dropdowns",
    "tabs",
    "anchors",
    "menu",
    "groups",
    "pages",
    "global",
];

/// Why a text stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unformatted {
    /// It is not JSON, or has keys that stand twice.
    Wrong(Vec<Diagnostic>),
    /// Nobody could say where its comments belong.
    Comments,
}

/// The text in the common form.
pub fn format_config(path: &SourcePath, text: &str) -> Result<String, Unformatted> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = SourceText::new(path.clone(), bare);
    let (root, diagnostics) = json::parse(&source, 0);
    let Some(root) = root else { return Err(Unformatted::Wrong(diagnostics)) };
    if diagnostics.iter().any(|problem| problem.code == "config-comment") {
        return Err(Unformatted::Comments);
    }
    let is_whole = |problem: &Diagnostic| problem.code == "config-trailing-comma";
    if !diagnostics.iter().all(is_whole) {
        return Err(Unformatted::Wrong(diagnostics));
    }
    let mut out = String::with_capacity(bare.len());
    Writer { text: bare }.value(&root, Kind::Known(&ROOT), 0, &mut out);
    out.push('\n');
    Ok(out)
}

/// What is known of the keys of an object.
#[derive(Clone, Copy)]
enum Kind {
    Known(&'static Object),
    /// The author's order.
    Free,
}

struct Writer<'a> {
    text: &'a str,
}

impl Writer<'_> {
    fn value(&self, json: &Json, kind: Kind, depth: usize, out: &mut String) {
        match &json.value {
            JsonValue::Array(elements) if elements.is_empty() => out.push_str("[]"),
            JsonValue::Object(members) if members.is_empty() => out.push_str("{}"),
            JsonValue::Array(_) | JsonValue::Object(_) => {
                // The key in front of it is not known here; it is part of the line all the same.
                let start = out.rfind('\n').map_or(0, |at| at + 1);
                let used = out.get(start..).map_or(0, |line| line.chars().count());
                let room = WIDTH.saturating_sub(used + 1);
                match self.on_one_line(json, kind).filter(|line| line.chars().count() <= room) {
                    Some(line) => out.push_str(&line),
                    None => self.block(json, kind, depth, out),
                }
            }
            _ => out.push_str(self.raw(json)),
        }
    }

    fn block(&self, json: &Json, kind: Kind, depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth + 1);
        match &json.value {
            JsonValue::Array(elements) => {
                out.push('[');
                for (index, element) in elements.iter().enumerate() {
                    out.push_str(if index == 0 { "\n" } else { ",\n" });
                    out.push_str(&indent);
                    self.value(element, kind, depth + 1, out);
                }
                out.push_str(&format!("\n{}]", "  ".repeat(depth)));
            }
            JsonValue::Object(members) => {
                out.push('{');
                for (index, member) in ordered(members, kind).into_iter().enumerate() {
                    out.push_str(if index == 0 { "\n" } else { ",\n" });
                    out.push_str(&indent);
                    out.push_str(self.key(member));
                    out.push_str(": ");
                    self.value(&member.value, below(kind, &member.key), depth + 1, out);
                }
                out.push_str(&format!("\n{}}}", "  ".repeat(depth)));
            }
            _ => {}
        }
    }

    /// A list of plain values, or what stood on one line already.
    fn on_one_line(&self, json: &Json, kind: Kind) -> Option<String> {
        let stood_so = !self.raw(json).contains('\n');
        match &json.value {
            JsonValue::Array(elements) => {
                let is_plain =
                    |element: &Json| !matches!(element.value, JsonValue::Array(_) | JsonValue::Object(_));
                if !stood_so && !elements.iter().all(is_plain) {
                    return None;
                }
                let all: Option<Vec<String>> =
                    elements.iter().map(|element| self.on_one_line(element, kind)).collect();
                Some(format!("[{}]", all?.join(", ")))
            }
            JsonValue::Object(members) if members.is_empty() => Some("{}".to_owned()),
            JsonValue::Object(members) if stood_so => {
                let entry = |member: &Member| {
                    let value = self.on_one_line(&member.value, below(kind, &member.key))?;
                    Some(format!("{}: {value}", self.key(member)))
                };
                let all: Option<Vec<String>> = ordered(members, kind).into_iter().map(entry).collect();
                Some(format!("{{ {} }}", all?.join(", ")))
            }
            JsonValue::Object(_) => None,
            _ => Some(self.raw(json).to_owned()),
        }
    }

    fn raw(&self, json: &Json) -> &str {
        let span = json.place.span;
        self.text.get(span.start as usize..span.end as usize).unwrap_or("null")
    }

    fn key(&self, member: &Member) -> &str {
        let span = member.place.span;
        self.text.get(span.start as usize..span.end as usize).unwrap_or("\"\"")
    }
}

/// The member of the configuration behind which the common form has a key that is not there yet.
pub fn before<'a>(members: &'a [Member], key: &str) -> Option<&'a Member> {
    let place = |key: &str| ROOT.fields.iter().position(|field| field.key == key).unwrap_or(usize::MAX);
    members.iter().rev().find(|member| place(&member.key) < place(key))
}

/// Members in the order of the description; those that it does not know follow in the author's order.
fn ordered(members: &[Member], kind: Kind) -> Vec<&Member> {
    let mut all: Vec<&Member> = members.iter().collect();
    if let Kind::Known(object) = kind {
        let known = |key: &str| object.fields.iter().position(|field| field.key == key);
        // What a division is called comes before what it holds.
        let held = |key: &str| HELD.iter().position(|held| *held == key);
        all.sort_by_key(|member| (held(&member.key), known(&member.key).unwrap_or(usize::MAX)));
    }
    all
}

/// What is known of a value below a key.
fn below(kind: Kind, key: &str) -> Kind {
    let Kind::Known(object) = kind else { return Kind::Free };
    let field = object.fields.iter().find(|field| field.key == key);
    field.and_then(|field| object_of(field.shape, 0)).map_or(Kind::Free, Kind::Known)
}

/// The object that a shape can be, or that the items of a list can be.
fn object_of(shape: Shape, depth: usize) -> Option<&'static Object> {
    match shape {
        Shape::Object(object) => Some(object),
        Shape::List(list) if depth < 4 => object_of(list.item, depth + 1),
        Shape::Either(shapes) if depth < 4 => shapes.iter().find_map(|shape| object_of(*shape, depth + 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> String {
        format_config(&SourcePath::new("docs.json"), text).expect("formatted")
    }

    #[test]
    fn keys_are_ordered_and_lists_are_short() {
        let text = r##"{"navigation":{"tabs":[{"groups":[{"pages":["a","b"],"icon":"x","group":"G"}],
            "tab":"T"}]},"name":"A","theme":"mint","colors":{"dark":"#000","primary":"#111"},
            "variables":{"z":"1","a":"2"},"x":1e5}"##;
        let expected = r##"{
  "theme": "mint",
  "name": "A",
  "colors": { "primary": "#111", "dark": "#000" },
  "navigation": {
    "tabs": [
      {
        "tab": "T",
        "groups": [{ "group": "G", "icon": "x", "pages": ["a", "b"] }]
      }
    ]
  },
  "variables": { "z": "1", "a": "2" },
  "x": 1e5
}
"##;
        assert_eq!(formatted(text), expected);
        assert_eq!(formatted(expected), expected);
    }

    #[test]
    fn what_cannot_be_formatted_stays() {
        let path = SourcePath::new("docs.json");
        assert_eq!(format_config(&path, "{ // why\n }"), Err(Unformatted::Comments));
        assert!(matches!(format_config(&path, "{"), Err(Unformatted::Wrong(_))));
        assert!(matches!(format_config(&path, "{\"a\":1,\"a\":2}"), Err(Unformatted::Wrong(_))));
        assert_eq!(formatted("{\"name\":\"\\u0041\",}"), "{ \"name\": \"\\u0041\" }\n");
    }
}
