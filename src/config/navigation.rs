//! The `navigation` part of `docs.json` as data (specification, *Navigation*; behaviour 4.1).
//!
//! This is what the author wrote, normalised but not resolved: page strings are still strings. Turning
//! it into links, trails and neighbours is `site::navigation`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::diagnostic::Location;

use super::chrome::Overrides;

/// One level: `navigation` itself, or what stands inside a division. All kinds of children are kept, in
/// the reading order languages, products, versions, dropdowns, tabs, anchors, groups, pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    pub languages: Vec<Division>,
    pub products: Vec<Division>,
    pub versions: Vec<Division>,
    pub dropdowns: Vec<Division>,
    pub tabs: Vec<Division>,
    pub anchors: Vec<Division>,
    pub groups: Vec<Group>,
    pub pages: Vec<PageEntry>,
    /// `menu` of a tab or product.
    pub menu: Vec<Division>,
    /// Elements shown on every page below this level; each entry has an `href`.
    pub global: Option<Box<Level>>,
    /// `openapi` of this level, nearest wins below.
    pub openapi: Vec<ApiSource>,
    /// `asyncapi` of this level.
    pub asyncapi: Vec<ApiSource>,
    /// `graphql` of a tab: at most one.
    pub graphql: Vec<ApiSource>,
    /// `directory` of `navigation` itself; a division has its own.
    pub directory: Option<String>,
    /// `banner`, `footer` and `navbar` of a language entry.
    pub overrides: Option<Box<Overrides>>,
}

impl Level {
    /// All divisions in reading order.
    pub fn divisions(&self) -> impl Iterator<Item = &Division> {
        let Self { languages, products, versions, dropdowns, tabs, anchors, menu, .. } = self;
        [languages, products, versions, dropdowns, tabs, anchors, menu].into_iter().flatten()
    }

    /// The paths of all pages that are named here and below, as they are written. The configuration's own limit of nesting
    /// bounds this.
    pub fn each_page(&self, each: &mut dyn FnMut(&str)) {
        self.groups.iter().for_each(|group| group.each_page(each));
        self.pages.iter().for_each(|entry| entry.each_page(each));
        self.divisions().for_each(|division| division.level.each_page(each));
    }
}

impl Group {
    fn each_page(&self, each: &mut dyn FnMut(&str)) {
        self.root.iter().for_each(|root| each(root));
        self.pages.iter().for_each(|entry| entry.each_page(each));
    }
}

impl PageEntry {
    fn each_page(&self, each: &mut dyn FnMut(&str)) {
        match self {
            Self::Page { path, .. } => each(path),
            Self::Group(group) => group.each_page(each),
        }
    }
}

/// Which array a division stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DivisionKind {
    Language,
    Product,
    Version,
    Dropdown,
    Tab,
    Anchor,
    MenuItem,
}

/// A tab, anchor, dropdown, version, language, product or menu item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    pub kind: DivisionKind,
    /// The value of `tab`, `anchor`, `version`, `language` (the code) and so on.
    pub label: String,
    /// A product's display name.
    pub name: Option<String>,
    pub icon: Option<Icon>,
    pub description: Option<String>,
    /// A version's tag.
    pub tag: Option<String>,
    pub href: Option<String>,
    pub hidden: Option<bool>,
    pub searchable: Option<bool>,
    /// Hundredths by which its pages count in the search.
    pub boost: Option<u32>,
    /// `noindex` of a version: search engines are not to list its pages (SEO-08).
    pub noindex: bool,
    pub default: bool,
    pub color: ColorPair,
    /// `directory` listing style, inherited downwards: `none`, `accordion`, `card`.
    pub directory: Option<String>,
    /// `fallback` of a language: what its entries without a page show. There is `default`.
    pub fallback: Option<String>,
    /// `align` of a tab: `start` or `end`.
    pub align: Option<String>,
    pub level: Level,
    /// Where it is written.
    pub location: Option<Location>,
}

/// A group of pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub group: String,
    pub icon: Option<Icon>,
    pub tag: Option<String>,
    pub expanded: Option<bool>,
    /// The page that the group's title links to.
    pub root: Option<String>,
    pub hidden: Option<bool>,
    pub searchable: Option<bool>,
    /// Hundredths by which its pages count in the search.
    pub boost: Option<u32>,
    pub directory: Option<String>,
    pub pages: Vec<PageEntry>,
    pub openapi: Vec<ApiSource>,
    pub asyncapi: Vec<ApiSource>,
    pub location: Option<Location>,
}

/// An entry of `pages`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageEntry {
    /// A page path, or `METHOD /path`, `file METHOD /path`, `webhook name`. Normalised as behaviour 2.3.
    Page { path: String, location: Option<Location> },
    /// A nested group; there are few.
    Group(Box<Group>),
}

/// An `openapi`, `asyncapi` or `graphql` value: one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ApiSource {
    /// Path or URL as written, normalised.
    pub source: String,
    /// Output folder of the generated pages.
    pub directory: Option<String>,
}

/// An icon: a name of the library, a URL, a project path, or SVG source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Icon {
    pub name: String,
    /// `iconType` or `icon.style`.
    pub style: Option<String>,
    pub library: Option<String>,
}

impl Icon {
    /// The `icon` of an object, as a string or as an object, with `iconType` beside it.
    pub fn read(values: &Map<String, Value>) -> Option<Self> {
        let text = |values: &Map<String, Value>, key: &str| {
            values.get(key).and_then(Value::as_str).map(str::to_owned).filter(|text| !text.is_empty())
        };
        let style = text(values, "iconType");
        match values.get("icon")? {
            Value::Object(icon) => Some(Self {
                name: text(icon, "name")?,
                style: text(icon, "style").or(style),
                library: text(icon, "library"),
            }),
            // A YAML number is a name, too.
            Value::Number(number) => Some(Self { name: number.to_string(), style, library: None }),
            _ => Some(Self { name: text(values, "icon")?, style, library: text(values, "iconLibrary") }),
        }
    }
}

/// Colours for light and dark mode, `#rgb` or `#rrggbb`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ColorPair {
    pub light: Option<String>,
    pub dark: Option<String>,
}

/// The normal form of a page string (behaviour 2.3): resolved against the root, without leading slash,
/// `./` and `../`; one trailing slash and an `.mdx` at the end stay.
pub fn page_path(text: &str) -> String {
    let text = text.trim();
    if text.contains("://") {
        return text.to_owned();
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in text.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(kept.pop()),
            name => kept.push(name),
        }
    }
    let mut path = kept.join("/");
    if text.ends_with('/') && !path.is_empty() {
        path.push('/');
    }
    path
}
