//! Groups of pages, and what is left of them when only some pages count.

use serde_json::{Map, Value, json};

use super::super::source::{Notes, Source};
use super::division::icon_of;
use crate::config::containers::GROUP;
use crate::config::json::MAXIMUM_DEPTH;
use crate::config::navigation::page_path;

/// A group of `mint.json`.
#[derive(Clone, Debug)]
pub struct Group {
    /// Where it stands.
    pub path: String,
    /// The version that it belongs to; `None`: all.
    pub version: Option<String>,
    name: Value,
    icon: Option<Value>,
    pages: Vec<Entry>,
    /// All its fields, for groups in groups that nobody takes apart.
    raw: Map<String, Value>,
}

#[derive(Clone, Debug)]
enum Entry {
    Page(String),
    Group(Box<Group>),
}

/// The groups of `navigation`. What groups in groups lose when they are taken apart goes to `inner`.
pub fn groups(root: &mut Source<'_>, notes: &mut Notes, inner: &mut Notes) -> Vec<Group> {
    if root.read("navigation").is_some_and(Value::is_object) {
        let text = "an object, as in docs.json: when the whole file is written like one, call it docs.json";
        notes.invalid("navigation", text);
        return Vec::new();
    }
    let Some(list) = root.list("navigation", notes) else {
        notes.invalid("navigation", "this field is required: a list of groups");
        return Vec::new();
    };
    if list.is_empty() {
        notes.invalid("navigation", "it needs one group at least");
    }
    let each = |(index, value)| group(&format!("navigation[{index}]"), value, 0, notes, inner);
    list.iter().enumerate().filter_map(each).collect()
}

fn group(path: &str, value: &Value, depth: usize, notes: &mut Notes, inner: &mut Notes) -> Option<Group> {
    let Some(fields) = value.as_object() else {
        notes.invalid(path, "expected a group, an object with `group` and `pages`");
        return None;
    };
    let mut source = Source::object(path, value, notes)?;
    let name = match source.read("group") {
        Some(name) if name.is_string() => {
            if name.as_str() == Some("") {
                notes.review(format!("{path}.group"), "a group needs a title: write one");
            }
            name.clone()
        }
        _ => {
            notes.invalid(format!("{path}.group"), "this field is required: the title of the group");
            json!("")
        }
    };
    let icon = source.read("icon").and_then(|icon| icon_of(icon, source.read("iconType")));
    let style_alone = icon.is_none() && source.read("iconType").is_some();
    if style_alone {
        notes.dropped(format!("{path}.iconType"), "there is no icon");
    }
    let version = source.text("version", notes).map(str::to_owned);
    let list = source.list("pages", notes).unwrap_or_default();
    if list.is_empty() {
        notes.invalid(format!("{path}.pages"), "a group needs one page at least");
    }
    let mut pages = Vec::new();
    for (index, entry) in list.iter().enumerate() {
        let place = format!("{path}.pages[{index}]");
        match entry {
            Value::String(page) if !page_path(page).is_empty() => pages.push(Entry::Page(page_path(page))),
            Value::Object(_) if depth < MAXIMUM_DEPTH => {
                pages.extend(
                    group(&place, entry, depth + 1, notes, inner).map(|group| Entry::Group(Box::new(group))),
                );
            }
            _ => notes.dropped(place, "expected the path of a page, or a group"),
        }
    }
    let left = if depth == 0 { notes } else { inner };
    if depth > 0 && version.is_some() {
        left.dropped(format!("{path}.version"), "a group in a group is of the version of the one around it");
    }
    source.leave("public", "a static site cannot protect pages", left);
    source.finish_as(&GROUP, left);
    Some(Group { path: path.to_owned(), version, name, icon, pages, raw: fields.clone() })
}

impl Group {
    /// As an entry of `navigation.groups`: groups in groups stay as they are.
    pub fn flat(&self) -> Value {
        let mut out = Map::from_iter([("group".to_owned(), self.name.clone())]);
        let pages = self.pages.iter().map(Entry::raw).collect();
        out.insert("pages".to_owned(), Value::Array(pages));
        if let Some(icon) = &self.icon {
            out.insert("icon".to_owned(), icon.clone());
        }
        Value::Object(out)
    }

    /// As an entry of a division.
    pub fn inside(&self) -> Value {
        let mut out = Map::from_iter([("group".to_owned(), self.name.clone())]);
        if let Some(icon) = &self.icon {
            out.insert("icon".to_owned(), icon.clone());
        }
        let page = |entry: &Entry| match entry {
            Entry::Page(path) => json!(path),
            Entry::Group(group) => group.inside(),
        };
        out.insert("pages".to_owned(), Value::Array(self.pages.iter().map(page).collect()));
        Value::Object(out)
    }

    /// The groups with those pages that `wanted` says; groups without one are left out.
    pub fn only(groups: &[Group], wanted: &dyn Fn(&str) -> bool) -> Vec<Group> {
        groups.iter().filter_map(|group| group.reduced(wanted)).collect()
    }

    fn reduced(&self, wanted: &dyn Fn(&str) -> bool) -> Option<Group> {
        let keep = |entry: &Entry| match entry {
            Entry::Page(path) => wanted(path).then(|| entry.clone()),
            Entry::Group(group) => group.reduced(wanted).map(|group| Entry::Group(Box::new(group))),
        };
        let pages: Vec<Entry> = self.pages.iter().filter_map(keep).collect();
        let Self { path, version, name, icon, raw, .. } = self.clone();
        (!pages.is_empty()).then_some(Group { path, version, name, icon, pages, raw })
    }
}

impl Entry {
    fn raw(&self) -> Value {
        match self {
            Self::Page(path) => json!(path),
            Self::Group(group) => {
                let mut out = group.raw.clone();
                out.insert("pages".to_owned(), Value::Array(group.pages.iter().map(Self::raw).collect()));
                Value::Object(out)
            }
        }
    }
}
