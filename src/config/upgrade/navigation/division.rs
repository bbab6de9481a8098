//! Tabs and anchors.

use serde_json::{Map, Value, json};

use super::super::settings::{is_external, normalised};
use super::super::source::{Notes, Source};
use super::group::Group;
use crate::config::containers::CONTAINERS;

/// Tabs stand on top, anchors in the sidebar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Tab,
    Anchor,
}

impl Kind {
    /// The key of the list.
    pub fn list(self) -> &'static str {
        match self {
            Self::Tab => "tabs",
            Self::Anchor => "anchors",
        }
    }

    /// The key of the name.
    fn label(self) -> &'static str {
        match self {
            Self::Tab => "tab",
            Self::Anchor => "anchor",
        }
    }
}

/// One tab or anchor of `mint.json`.
#[derive(Clone, Debug)]
pub struct Division {
    pub kind: Kind,
    /// Where it stands.
    pub path: String,
    /// The version that it belongs to; `None`: all.
    pub version: Option<String>,
    name: String,
    url: String,
    /// It has an address of its own, below which its pages are.
    is_placed: bool,
    icon: Option<Value>,
    color: Option<Color>,
    hidden: Option<bool>,
    openapi: Option<Value>,
}

#[derive(Clone, Debug)]
enum Color {
    One(String),
    /// The colour that a gradient begins with.
    Gradient(String),
}

/// All tabs, or all anchors.
pub fn divisions(kind: Kind, root: &mut Source<'_>, notes: &mut Notes) -> Vec<Division> {
    let list = root.list(kind.list(), notes).unwrap_or_default();
    let mut out = Vec::new();
    for (index, value) in list.iter().enumerate() {
        let path = format!("{}[{index}]", kind.list());
        let Some(mut source) = Source::object(&path, value, notes) else { continue };
        let name = source.text("name", notes).map(str::to_owned);
        let url = source.text("url", notes).map(str::to_owned);
        // Tabs had no icons.
        let icon = (kind == Kind::Anchor).then(|| icon(&mut source)).flatten();
        let color = color(&mut source, notes);
        let hidden = source.flag("isDefaultHidden", notes);
        let openapi = source.read("openapi").filter(|openapi| normalised(openapi).is_some()).cloned();
        let version = source.text("version", notes).map(str::to_owned);
        match CONTAINERS.iter().find(|container| container.array == kind.list()) {
            Some(container) => source.finish_as(container.entry, notes),
            None => source.finish(notes),
        }
        let Some(name) = name else {
            notes.dropped(path, "it has no `name`");
            continue;
        };
        // Without an address, what a description makes is all that can stand in it.
        let is_placed = url.is_some();
        if !is_placed && openapi.is_none() {
            notes.dropped(path, format!("`{name}` has no `url`, so no page belongs to it"));
            continue;
        }
        let url = url.unwrap_or_default();
        out.push(Division { kind, path, version, name, url, is_placed, icon, color, hidden, openapi });
    }
    if !out.is_empty() && out.iter().any(|division| !division.is_link()) {
        notes.mapped(kind.list(), format!("navigation, {} with their groups", kind.list()));
    }
    out
}

impl Division {
    /// Whether it is a link and no place for pages. `mailto:` and the like are links, too.
    pub fn is_link(&self) -> bool {
        self.leads_away() || (self.openapi.is_none() && self.has_scheme())
    }

    /// Whether it leads to another site.
    pub fn leads_away(&self) -> bool {
        self.openapi.is_none() && is_external(&self.url)
    }

    fn has_scheme(&self) -> bool {
        self.url.starts_with("mailto:") || self.url.starts_with("tel:")
    }

    /// The path that its pages begin with, without slashes around it.
    pub fn prefix(&self) -> String {
        self.url.trim_start_matches("./").trim_matches('/').to_owned()
    }

    /// How many segments of a page's path this division is named by; `None`: it is not below it.
    pub fn reach(&self, page: &str) -> Option<usize> {
        if !self.is_placed || is_external(&self.url) || self.has_scheme() {
            return None;
        }
        let prefix = self.prefix();
        let rest = page.trim_start_matches('/').strip_prefix(prefix.as_str())?;
        let is_below = prefix.is_empty() || rest.is_empty() || rest.starts_with('/');
        is_below.then(|| prefix.split('/').filter(|segment| !segment.is_empty()).count())
    }

    /// As an entry of `navigation.global`.
    pub fn global(&self) -> Value {
        let mut out = self.labelled();
        out.insert("href".to_owned(), json!(self.url));
        if let Some(icon) = &self.icon {
            out.insert("icon".to_owned(), icon.clone());
        }
        if let Some(Color::One(color)) = &self.color {
            out.insert("color".to_owned(), json!({ "light": color, "dark": color }));
        }
        if let Some(hidden) = self.hidden {
            out.insert("hidden".to_owned(), json!(hidden));
        }
        Value::Object(out)
    }

    /// As an entry of `navigation`, with its pages; `None` when nothing is in it.
    pub fn entry(&self, groups: &[Group]) -> Option<Value> {
        let mut out = self.labelled();
        let is_elsewhere = is_external(&self.url);
        if self.is_link() {
            out.insert("href".to_owned(), json!(self.url));
        } else if groups.is_empty() && self.openapi.is_none() {
            return None;
        }
        if let Some(icon) = &self.icon {
            out.insert("icon".to_owned(), icon.clone());
        }
        if let Some(Color::One(color) | Color::Gradient(color)) = &self.color {
            out.insert("color".to_owned(), json!({ "light": color, "dark": color }));
        }
        if let Some(hidden) = self.hidden {
            out.insert("hidden".to_owned(), json!(hidden));
        }
        match &self.openapi {
            Some(Value::String(source)) if self.is_placed && !is_elsewhere => {
                out.insert("openapi".to_owned(), json!({ "source": source, "directory": self.url }));
            }
            Some(openapi) => drop(out.insert("openapi".to_owned(), openapi.clone())),
            None => {}
        }
        if !groups.is_empty() {
            let groups = groups.iter().map(|group| group.inside()).collect();
            out.insert("groups".to_owned(), Value::Array(groups));
        }
        Some(Value::Object(out))
    }

    fn labelled(&self) -> Map<String, Value> {
        Map::from_iter([(self.kind.label().to_owned(), json!(self.name))])
    }
}

/// `icon` and `iconType`.
pub fn icon(source: &mut Source<'_>) -> Option<Value> {
    let style = source.read("iconType");
    icon_of(source.read("icon")?, style)
}

/// An icon with its style.
pub fn icon_of(icon: &Value, style: Option<&Value>) -> Option<Value> {
    match (icon, style) {
        (Value::String(name), _) if name.is_empty() => None,
        (Value::String(name), Some(Value::String(style))) => Some(json!({ "name": name, "style": style })),
        (Value::String(_) | Value::Object(_), _) => Some(icon.clone()),
        _ => None,
    }
}

/// `color`: one, or a gradient.
fn color(source: &mut Source<'_>, notes: &mut Notes) -> Option<Color> {
    let value = source.read("color")?;
    let from = value.get("from").and_then(Value::as_str);
    match (value, from) {
        (Value::String(color), _) => Some(Color::One(color.clone())),
        (_, Some(from)) => {
            notes.review(source.name("color"), format!("there are no gradients: `{from}` stands for it"));
            Some(Color::Gradient(from.to_owned()))
        }
        _ => {
            notes.dropped(source.name("color"), "expected a colour or a gradient");
            None
        }
    }
}
