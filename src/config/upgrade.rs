//! `mint.json`, the older configuration, as a `docs.json` (specification, *Versioning*; behaviour 14; UPG-01 to
//! UPG-11).
//!
//! A function of a value: it always gives the best possible `docs.json`, and tells in [`Note`]s what went where,
//! what was left out and why, and what no upgrade can be sure of. Whether anything is written is up to the caller.
//! `settings` maps fields, `navigation` hands pages out to tabs, anchors and versions, `pages` proves that none
//! was lost, and `unwritten` is for sites that have no `docs.json` yet.

use serde_json::{Map, Value, json};

mod navigation;
pub mod pages;
mod settings;
mod source;
pub mod unwritten;

use source::{Notes, Source};

/// Where the schema of `docs.json` is published.
const SCHEMA: &str = "https://mintlify.com/docs.json";

/// What became of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub outcome: Outcome,
    /// The field of `mint.json`, such as `tabs[2].url`.
    pub field: String,
    /// Where it went, or why it did not.
    pub text: String,
}

/// Kinds of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It is in `docs.json`; the text says where.
    Mapped,
    /// It is there, but means something else or should be looked at.
    Review,
    /// It is not in `docs.json`; the text says why.
    Dropped,
    /// `mint.json` itself is not valid here.
    Invalid,
}

/// The `docs.json` for a `mint.json`, and what there is to say about it.
pub fn upgrade(mint: &Value) -> (Value, Vec<Note>) {
    let mut notes = Notes::default();
    let Some(mut root) = Source::object("", mint, &mut notes) else {
        return (Value::Object(Map::new()), notes.finish());
    };
    let mut docs = Docs::default();
    docs.put("$schema", Some(json!(SCHEMA)));
    root.read("$schema");
    docs.put("theme", Some(settings::theme(&mut root, &mut notes)));
    docs.put("name", required(&mut root, "name", Value::is_string, "a text", &mut notes));
    docs.put("colors", settings::colors(&mut root, &mut notes));
    docs.put("favicon", favicon(&mut root, &mut notes));
    docs.put("navigation", Some(navigation::navigation(&mut root, &mut notes)));
    docs.put("styling", settings::styling(&mut root, &mut notes));
    docs.put("logo", settings::logo(&mut root, &mut notes));
    docs.put("api", settings::api(&mut root, &mut notes));
    docs.put("appearance", settings::appearance(&mut root, &mut notes));
    docs.put("background", settings::background(&mut root, mint, &mut notes));
    docs.put("navbar", settings::navbar(&mut root, &mut notes));
    docs.put("search", settings::search(&mut root, &mut notes));
    docs.put("seo", settings::seo(&mut root, &mut notes));
    docs.put("footer", settings::footer(&mut root, &mut notes));
    docs.put("integrations", settings::integrations(&mut root, &mut notes));
    docs.put("fonts", settings::fonts(&mut root, &mut notes));
    // Of these the older schema knows nothing, but who wrote them means the newer ones.
    for key in ["banner", "contextual"] {
        docs.put(key, root.read(key).filter(|value| value.is_object()).cloned());
    }
    docs.put("redirects", settings::redirects(&mut root, &mut notes));
    settings::feedback(&mut root, &mut notes);
    settings::retired(&mut root, &mut notes);
    root.finish(&mut notes);
    (Value::Object(docs.fields), notes.finish())
}

/// The fields of a `docs.json` in the order they are written.
#[derive(Default)]
struct Docs {
    fields: Map<String, Value>,
}

impl Docs {
    fn put(&mut self, key: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.fields.insert(key.to_owned(), value);
        }
    }
}

/// The icon, which `docs.json` can do without.
fn favicon(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let is_favicon = |value: &Value| value.is_string() || value.is_object();
    match root.read("favicon") {
        None => {
            notes.review(
                "favicon",
                "there is none: tabs of browsers have a plain icon until docs.json names one",
            );
            None
        }
        Some(_) => required(root, "favicon", is_favicon, "a path", notes),
    }
}

/// A field without which a `mint.json` is not valid.
fn required(
    root: &mut Source<'_>,
    key: &str,
    fits: impl Fn(&Value) -> bool,
    what: &str,
    notes: &mut Notes,
) -> Option<Value> {
    match root.read(key) {
        Some(value) if fits(value) && value.as_str() != Some("") => Some(value.clone()),
        Some(_) => {
            notes.invalid(key, format!("expected {what}"));
            None
        }
        None => {
            notes.invalid(key, format!("this field is required: {what}"));
            None
        }
    }
}
