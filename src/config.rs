//! `docs.json`: from text to a typed configuration that always exists (specification, *Root object*).
//!
//! The way: `reference` loads the text and the files it refers to as one tree (`json`); `check` compares
//! the tree with the description of all fields (`schema`, `fields`, `containers`, `vendors`, `form`) and
//! drops what is not usable; the rest is read into the types of `look`, `chrome`, `navigation`, `api` and
//! `publishing`. Nothing here knows pages or touches a disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::diagnostic::{Diagnostic, Location};
use crate::text::{SourcePath, SourceText};

pub mod api;
mod check;
pub mod chrome;
pub mod code_themes;
pub(crate) mod containers;
mod fields;
mod form;
pub mod format;
pub mod json;
mod json_schema;
pub mod look;
pub mod navigation;
pub mod publishing;
pub(crate) mod reading;
mod reference;
mod schema;
pub mod upgrade;
mod vendors;

pub use fields::chrome::{ICON_STYLES, SOCIAL_KEYS};
pub use json_schema::json_schema;

use api::Api;
use check::Checker;
use chrome::Chrome;
use json::{Json, Member};
use look::Look;
use navigation::Level;
use publishing::{Errors, Feedback, Glossary, Integrations, MarkdownSettings, Metadata, Redirect, Seo};

/// The configuration, cut into parts that change independently of each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub identity: Identity,
    pub look: Look,
    pub chrome: Chrome,
    pub navigation: Arc<Level>,
    pub redirects: Vec<Redirect>,
    pub api: Api,
    pub seo: Seo,
    pub integrations: Integrations,
    pub variables: BTreeMap<String, String>,
    pub glossary: Option<Glossary>,
    pub errors: Errors,
    pub metadata: Metadata,
    pub feedback: Feedback,
    pub markdown: MarkdownSettings,
}

/// What the site is called and what it is about.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, Deserialize)]
#[serde(default)]
pub struct Identity {
    pub name: String,
    pub description: Option<String>,
    /// `public`: whether pages are public when nothing else is said. A static site cannot protect them.
    pub public: Option<bool>,
}

impl Default for Identity {
    fn default() -> Self {
        Self { name: "Documentation".to_owned(), description: None, public: None }
    }
}

/// A configuration with everything that was wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedConfig {
    /// The best possible configuration: defaults stand in for what is not usable.
    pub config: Config,
    /// All problems of all files.
    pub diagnostics: Vec<Diagnostic>,
    /// Every file that a `$ref` asked for, each once, in order, missing ones too.
    pub files: Vec<SourcePath>,
    pub places: Places,
}

/// Where the configuration says what is looked up elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// All addresses under a key `href`.
    pub hrefs: Vec<(String, Location)>,
    /// Texts in Markdown, which may hold links: of banners and of the 404 page.
    pub texts: Vec<(String, Location)>,
    /// Sources of redirects, in their order.
    pub redirects: Vec<(String, Location)>,
}

/// Problems that hide a whole file, so that what stands in for it is not what the author means.
const UNREADABLE: &[&str] = &[
    "no-config",
    "config-syntax",
    "config-ref-invalid",
    "config-ref-missing",
    "not-utf8",
    "unreadable-file",
];

impl ParsedConfig {
    /// Whether every file of the configuration was there and could be read as JSON: false while somebody
    /// types in it.
    pub fn is_readable(&self) -> bool {
        !self.diagnostics.iter().any(|diagnostic| UNREADABLE.contains(&diagnostic.code))
    }
}

/// Reads `text`, the content of `path`; `read` gives the text of the files that it refers to.
pub fn parse_config(
    path: &SourcePath,
    text: &str,
    read: &dyn Fn(&SourcePath) -> Option<Arc<str>>,
) -> ParsedConfig {
    let loaded = reference::load(path, text, read);
    let mut diagnostics = loaded.diagnostics;
    let Some(root) = loaded.root else {
        return ParsedConfig {
            config: Config::default(),
            diagnostics,
            files: loaded.files,
            places: Places::default(),
        };
    };
    let mut checker = Checker::new(&loaded.sources);
    let values = checker.root(&root, &fields::ROOT, &["navigation"]);
    let mut config = Config::default();
    match root.get("navigation") {
        Some(json) => {
            let level = checker.within("navigation", |checker| reading::read_navigation(checker, json));
            config.navigation = Arc::new(level);
        }
        None => checker.missing_key(&root, &fields::ROOT, "navigation"),
    }
    diagnostics.append(&mut checker.finish());
    let mut values = Value::Object(values);
    for key in ["navbar", "contextual"] {
        if let Some(value) = values.get_mut(key) {
            reading::join_icons(value);
        }
    }
    read_parts(&mut config, &values, path, &mut diagnostics);
    complete_feedback(&mut config, path, &mut diagnostics);
    diagnostics.sort_by_key(|diagnostic| {
        // In the order of the text, the main file first.
        let place =
            diagnostic.location.as_ref().map(|at| (at.path != *path, at.path.clone(), at.line, at.column));
        place.unwrap_or((false, path.clone(), 0, 0))
    });
    let mut places = Places::default();
    places.read(&root, &loaded.sources);
    let redirects = root.get("redirects").map(Json::elements).unwrap_or_default();
    let sources = redirects.iter().filter_map(|redirect| placed(redirect.get("source")?, &loaded.sources));
    places.redirects = sources.collect();
    ParsedConfig { config, diagnostics, files: loaded.files, places }
}

impl Places {
    /// Adds the addresses and texts of a value and of all below it; parsing has bounded how deep they lie.
    fn read(&mut self, json: &Json, sources: &[SourceText]) {
        for Member { key, value, .. } in json.members() {
            match key.as_str() {
                "href" => self.hrefs.extend(placed(value, sources)),
                "banner" => self.texts.extend(value.get("content").and_then(|text| placed(text, sources))),
                "404" => self.texts.extend(value.get("description").and_then(|text| placed(text, sources))),
                _ => {}
            }
            self.read(value, sources);
        }
        json.elements().iter().for_each(|element| self.read(element, sources));
    }
}

/// A text with its place.
fn placed(json: &Json, sources: &[SourceText]) -> Option<(String, Location)> {
    Some((json.text()?.to_owned(), Location::at(sources.get(json.place.source)?, json.place.span)))
}

fn read_parts(config: &mut Config, values: &Value, path: &SourcePath, diagnostics: &mut Vec<Diagnostic>) {
    let mut part = Part { path, diagnostics };
    part.read("the root", values, &mut config.identity);
    part.read("the look", values, &mut config.look);
    part.read("the chrome", values, &mut config.chrome);
    let mut key = |key: &str, read: &mut dyn FnMut(&mut Part, &Value)| {
        if let Some(value) = values.get(key) {
            read(&mut part, value);
        }
    };
    key("redirects", &mut |part, value| part.read("redirects", value, &mut config.redirects));
    key("api", &mut |part, value| part.read("api", value, &mut config.api));
    key("seo", &mut |part, value| part.read("seo", value, &mut config.seo));
    key("integrations", &mut |part, value| part.read("integrations", value, &mut config.integrations));
    key("variables", &mut |part, value| part.read("variables", value, &mut config.variables));
    key("glossary", &mut |part, value| part.read("glossary", value, &mut config.glossary));
    key("errors", &mut |part, value| part.read("errors", value, &mut config.errors));
    key("metadata", &mut |part, value| part.read("metadata", value, &mut config.metadata));
    key("feedback", &mut |part, value| part.read("feedback", value, &mut config.feedback));
    key("markdown", &mut |part, value| part.read("markdown", value, &mut config.markdown));
}

/// What `feedback` leaves open and other settings answer.
fn complete_feedback(config: &mut Config, path: &SourcePath, diagnostics: &mut Vec<Diagnostic>) {
    let feedback = &mut config.feedback;
    if config.integrations.telemetry == Some(false) {
        feedback.thumbs = false;
    }
    if feedback.lacks_repository() {
        feedback.repository = config.chrome.repository().map(str::to_owned);
    }
    if feedback.lacks_repository() {
        let message = "`feedback` links to a repository that nothing names".to_owned();
        diagnostics.push(
            Diagnostic::warning("no-repository", message)
                .in_file(path)
                .hint("add `feedback.repository`, such as \"https://github.com/owner/name\""),
        );
    }
}

/// Reads checked values into their types.
struct Part<'a> {
    path: &'a SourcePath,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Part<'_> {
    /// Checked values always fit their type; should one not, it is reported rather than lost in silence.
    fn read<T: DeserializeOwned>(&mut self, name: &str, value: &Value, target: &mut T) {
        match T::deserialize(value) {
            Ok(read) => *target = read,
            Err(error) => self.diagnostics.push(
                Diagnostic::error("config-not-read", format!("{name} could not be read: {error}"))
                    .in_file(self.path)
                    .hint("this is a mistake in docs itself: please report it with the file"),
            ),
        }
    }
}
