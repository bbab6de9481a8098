//! What the site tells the outside: redirects, search engines, third parties, error pages, exports.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One entry of `redirects`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirect {
    /// The old path as written.
    pub source: String,
    /// The new path or address as written.
    pub destination: String,
    /// 301 when true, 302 when false.
    #[serde(default = "permanent_when_not_written")]
    pub permanent: bool,
}

fn permanent_when_not_written() -> bool {
    true
}

/// `seo`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seo {
    /// Meta tags of every page.
    pub metatags: BTreeMap<String, String>,
    pub indexing: Indexing,
    /// Meta tags by folder; the longest match wins.
    pub paths: Vec<SeoPath>,
    /// The publisher, for structured data.
    pub organization: BTreeMap<String, OneOrMany>,
    #[serde(rename = "trailingSlash")]
    pub trailing_slash: bool,
}

/// Which pages search engines may list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Indexing {
    /// Pages of the navigation.
    #[default]
    Navigable,
    /// Every page.
    All,
}

/// Meta tags of the pages below a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeoPath {
    pub path: String,
    pub metatags: BTreeMap<String, String>,
}

/// `integrations`: settings by the key of the third party, all of them checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, BTreeMap<String, Value>>")]
pub struct Integrations {
    /// For example `ga4` → `measurementId` → `G-1`. A boolean is the text `true` or `false`.
    pub vendors: BTreeMap<String, BTreeMap<String, String>>,
    /// `telemetry.enabled`; `Some(false)` also switches the feedback widgets off.
    pub telemetry: Option<bool>,
}

impl Integrations {
    /// One setting of one third party.
    pub fn setting(&self, vendor: &str, key: &str) -> Option<&str> {
        self.vendors.get(vendor)?.get(key).map(String::as_str)
    }
}

impl From<BTreeMap<String, BTreeMap<String, Value>>> for Integrations {
    fn from(mut written: BTreeMap<String, BTreeMap<String, Value>>) -> Self {
        let telemetry = written.remove("telemetry").and_then(|values| values.get("enabled")?.as_bool());
        let text = |value: Value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        let settings =
            |values: BTreeMap<String, Value>| values.into_iter().map(|(k, v)| (k, text(v))).collect();
        let vendors = written.into_iter().map(|(vendor, values)| (vendor, settings(values))).collect();
        Self { vendors, telemetry }
    }
}

/// `errors`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Errors {
    #[serde(rename = "404")]
    pub not_found: NotFound,
}

/// `errors.404`. Without `redirect` the page is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NotFound {
    pub redirect: bool,
    pub title: Option<String>,
    pub description: Option<String>,
}

/// `metadata` (CFG-27).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Metadata {
    /// Show when a page was last modified.
    pub timestamp: bool,
    /// Tell that the original of a translation was changed after it (I18N-06).
    #[serde(rename = "outdatedTranslations")]
    pub outdated_translations: bool,
    /// List below pages those that are about the same (FM-11).
    pub related: bool,
    /// Tell in a feed which pages came and were changed (LOG-04).
    pub changes: bool,
}

/// `glossary`: terms with what they mean, or the page that explains them (MDX-14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Glossary {
    Page(String),
    Terms(BTreeMap<String, String>),
}

/// `feedback` (CFG-30, CHR-07, CHR-08).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Feedback {
    /// Ask whether a page was helpful.
    pub thumbs: bool,
    pub edits: FeedbackLink,
    pub issues: FeedbackLink,
    /// `https://…` of the repository with the sources.
    pub repository: Option<String>,
    pub branch: Option<String>,
    /// Folder of `docs.json` in the repository.
    pub directory: String,
    /// Where answers are sent.
    pub endpoint: Option<String>,
}

impl Feedback {
    /// Whether pages link to their source or to a new issue.
    pub fn has_links(&self) -> bool {
        [&self.edits, &self.issues].iter().any(|link| **link != FeedbackLink::Off)
    }

    /// Whether a link asks for a repository that nothing names.
    pub fn lacks_repository(&self) -> bool {
        self.repository.is_none() && [&self.edits, &self.issues].contains(&&FeedbackLink::Repository)
    }
}

/// Where a link of `feedback` leads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "FeedbackLinkForm")]
pub enum FeedbackLink {
    #[default]
    Off,
    /// Where the repository's host has such pages.
    Repository,
    /// An address with `{path}`, `{branch}` and `{title}`.
    Template(String),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum FeedbackLinkForm {
    Switch(bool),
    Template(String),
}

impl From<FeedbackLinkForm> for FeedbackLink {
    fn from(form: FeedbackLinkForm) -> Self {
        match form {
            FeedbackLinkForm::Switch(false) => Self::Off,
            FeedbackLinkForm::Switch(true) => Self::Repository,
            FeedbackLinkForm::Template(address) => Self::Template(address),
        }
    }
}

/// `markdown`: how it is read (MDX-11), and the Markdown copy of pages (CFG-31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MarkdownSettings {
    /// Whether callouts in the writing of other tools are read as such.
    pub admonitions: bool,
    /// Accepted, without effect: the fields of an API page are always there as tables (AI-06).
    pub schema: bool,
    /// Text for assistants.
    pub instructions: OneOrMany,
    /// Whether there is a list of all pages for programs (AI-11).
    pub index: bool,
    /// Whether the sections of long pages have files of their own, too (AI-12).
    pub sections: bool,
}

impl Default for MarkdownSettings {
    fn default() -> Self {
        Self {
            admonitions: false,
            schema: true,
            instructions: OneOrMany::default(),
            index: false,
            sections: false,
        }
    }
}

/// A text or several, as a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "OneOrManyForm", into = "Vec<String>")]
pub struct OneOrMany(pub Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrManyForm {
    One(String),
    Many(Vec<String>),
}

impl From<OneOrManyForm> for OneOrMany {
    fn from(form: OneOrManyForm) -> Self {
        match form {
            OneOrManyForm::One(text) => Self(vec![text]),
            OneOrManyForm::Many(texts) => Self(texts),
        }
    }
}

impl From<OneOrMany> for Vec<String> {
    fn from(list: OneOrMany) -> Self {
        list.0
    }
}
