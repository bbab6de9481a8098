//! What stands around a page: navigation bar, footer, banner, search bar, page menu.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fields::chrome::CONTEXTUAL_VALUES;
use super::navigation::{ColorPair, Icon};

/// Everything around a page. A change here leaves every other part of the configuration equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Chrome {
    pub navbar: Navbar,
    pub footer: Footer,
    pub banner: Option<Banner>,
    pub search: Search,
    pub contextual: Option<Contextual>,
    pub mcp: Mcp,
    pub interaction: Interaction,
    pub variations: Variations,
    pub head: Vec<HeadTag>,
}

impl Chrome {
    /// The repository that the header links to: an address on GitHub with owner and name.
    pub fn repository(&self) -> Option<&str> {
        let primary = self.navbar.primary.iter().map(|primary| (primary.kind, primary.href.as_str()));
        let links = self.navbar.links.iter().map(|link| (link.kind, link.href.as_str()));
        let mut repositories = primary.chain(links).filter(|(kind, href)| {
            let path = href.trim_end_matches('/').strip_prefix("https://github.com/").unwrap_or_default();
            *kind == NavbarKind::Github && path.split('/').filter(|part| !part.is_empty()).count() == 2
        });
        repositories.next().map(|(_, href)| href)
    }
}

/// An element of `head` (CSS-10): one of few names, which its shape allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HeadTag {
    pub tag: String,
    pub attrs: BTreeMap<String, HeadValue>,
    pub content: String,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum HeadValue {
    /// Whether it is there, without a value.
    Flag(bool),
    Text(String),
}

/// What a language entry of the navigation replaces (behaviour 4.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overrides {
    pub navbar: Option<Navbar>,
    pub footer: Option<Footer>,
    pub banner: Option<Banner>,
}

/// `navbar` (specification, *Navbar*).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Navbar {
    pub links: Vec<NavbarLink>,
    pub primary: Option<NavbarPrimary>,
}

/// A link at the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "NavbarLinkForm")]
pub struct NavbarLink {
    pub kind: NavbarKind,
    /// Never empty: `GitHub` and `Discord` are filled in for their kinds.
    pub label: String,
    pub href: String,
    pub icon: Option<Icon>,
}

/// What a link or button at the top is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NavbarKind {
    /// A plain link, or a button with a text.
    #[default]
    Button,
    Github,
    Discord,
}

impl NavbarKind {
    fn of(name: Option<&str>) -> Self {
        match name {
            Some("github") => Self::Github,
            Some("discord") => Self::Discord,
            _ => Self::Button,
        }
    }

    fn label(self, written: Option<String>, href: &str) -> String {
        written.unwrap_or_else(|| match self {
            Self::Github => "GitHub".to_owned(),
            Self::Discord => "Discord".to_owned(),
            Self::Button => href.to_owned(),
        })
    }
}

#[derive(Deserialize)]
struct NavbarLinkForm {
    r#type: Option<String>,
    label: Option<String>,
    href: String,
    icon: Option<Icon>,
}

impl From<NavbarLinkForm> for NavbarLink {
    fn from(form: NavbarLinkForm) -> Self {
        let kind = NavbarKind::of(form.r#type.as_deref());
        Self { kind, label: kind.label(form.label, &form.href), href: form.href, icon: form.icon }
    }
}

/// The button at the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "NavbarLinkForm")]
pub struct NavbarPrimary {
    pub kind: NavbarKind,
    /// Never empty: `GitHub` and `Discord` are filled in for their kinds.
    pub label: String,
    pub href: String,
}

impl From<NavbarLinkForm> for NavbarPrimary {
    fn from(form: NavbarLinkForm) -> Self {
        let NavbarLink { kind, label, href, .. } = form.into();
        Self { kind, label, href }
    }
}

/// `footer` (specification, *Footer*).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "FooterForm")]
pub struct Footer {
    /// Profiles in the order in which they are written.
    pub socials: Vec<Social>,
    pub links: Vec<FooterColumn>,
}

/// A profile on a platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Social {
    pub platform: String,
    pub href: String,
}

/// A column of links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FooterColumn {
    pub header: Option<String>,
    pub items: Vec<FooterLink>,
}

/// A link of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FooterLink {
    pub label: String,
    pub href: String,
}

#[derive(Deserialize)]
struct FooterForm {
    #[serde(default)]
    socials: Map<String, Value>,
    #[serde(default)]
    links: Vec<FooterColumn>,
}

impl From<FooterForm> for Footer {
    fn from(form: FooterForm) -> Self {
        let social = |(platform, href): (String, Value)| {
            href.as_str().map(|href| Social { platform, href: href.to_owned() })
        };
        Self { socials: form.socials.into_iter().filter_map(social).collect(), links: form.links }
    }
}

/// `banner` (specification, *Banner*).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Banner {
    /// Plain text or Markdown.
    pub content: String,
    #[serde(default)]
    pub dismissible: bool,
    #[serde(default, rename = "type")]
    pub urgency: Urgency,
    #[serde(default)]
    pub color: ColorPair,
}

/// How urgent a banner is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Urgency {
    #[default]
    Info,
    Warning,
    Critical,
}

/// `search`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Search {
    pub prompt: Option<String>,
    /// The search engine elsewhere that records are written for (SRCH-14).
    pub records: Option<RecordsFor>,
}

/// A search engine that takes records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordsFor {
    Algolia,
    Typesense,
    Meilisearch,
}

/// `interaction`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Interaction {
    /// The theme decides when absent.
    pub drilldown: Option<bool>,
    /// Whether a box above the sidebar filters its entries (NAV-24).
    pub filter: bool,
    /// Whether the home page leads to the language of the reader's browser (I18N-08).
    #[serde(rename = "browserLanguage")]
    pub browser_language: bool,
    /// Whether selected words have a menu (CHR-09).
    #[serde(rename = "selectionMenu")]
    pub selection_menu: bool,
    /// Whether links show what they lead to (CMP-32).
    #[serde(rename = "linkPreviews")]
    pub link_previews: bool,
}

/// `mcp`: the server that assistants ask (CTX-04).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mcp {
    pub url: Option<String>,
}

/// `contextual`: the page menu.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Contextual {
    /// In order; the first is the default.
    pub options: Vec<ContextualOption>,
    pub display: ContextualDisplay,
}

impl Contextual {
    /// The menu that a page has in place of the site's; `None` for what is none (FM-10).
    pub fn of_page(value: &Value) -> Option<Self> {
        let menu = Self::deserialize(value).ok().filter(|_| value.get("options").is_some())?;
        let is_known = |option: &ContextualOption| match option {
            ContextualOption::Known(name) => CONTEXTUAL_VALUES.contains(&name.as_str()),
            ContextualOption::Custom(_) => true,
        };
        menu.options.iter().all(is_known).then_some(menu)
    }
}

/// Where the page menu stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContextualDisplay {
    #[default]
    Header,
    Toc,
}

/// An entry of the page menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ContextualOption {
    /// A known action such as `copy` or `claude`.
    Known(String),
    /// An entry of the site's own.
    Custom(ContextualEntry),
}

/// An entry of the site's own; `$page`, `$path` and `$mcp` in its address are replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextualEntry {
    pub title: String,
    pub description: String,
    pub icon: Option<Icon>,
    pub href: ContextualAddress,
}

/// An address and the parameters of its query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ContextualAddressForm")]
pub struct ContextualAddress {
    pub base: String,
    pub query: Vec<QueryParameter>,
}

/// One parameter of a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryParameter {
    pub key: String,
    pub value: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ContextualAddressForm {
    Short(String),
    Full {
        base: String,
        #[serde(default)]
        query: Vec<QueryParameter>,
    },
}

impl From<ContextualAddressForm> for ContextualAddress {
    fn from(form: ContextualAddressForm) -> Self {
        match form {
            ContextualAddressForm::Short(base) => Self { base, query: Vec::new() },
            ContextualAddressForm::Full { base, query } => Self { base, query },
        }
    }
}

/// `variations`: named variations of the site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Variations {
    pub options: Vec<Variation>,
}

/// One variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variation {
    pub id: String,
    pub label: String,
}
