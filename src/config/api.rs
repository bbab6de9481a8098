//! `api`: descriptions, playground and samples of the API reference (specification, *API settings*).

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::navigation::ApiSource;
use super::publishing::OneOrMany;
use super::reading::api_sources;

/// Everything about the API reference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Api {
    #[serde(deserialize_with = "sources")]
    pub openapi: Vec<ApiSource>,
    #[serde(deserialize_with = "sources")]
    pub asyncapi: Vec<ApiSource>,
    pub params: ApiParams,
    pub playground: Playground,
    pub examples: ApiExamples,
    /// `full` when the whole address of an operation is shown.
    pub url: Option<String>,
    /// Whether a Postman collection lies beside each description.
    pub postman: bool,
    /// Whether the tags of generated pages have a page each.
    pub overviews: bool,
    /// Whether the schemas that generated pages use have a page each.
    pub schemas: bool,
    pub mdx: ApiMdx,
}

fn sources<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ApiSource>, D::Error> {
    Value::deserialize(deserializer).map(|value| api_sources(&value))
}

/// `api.params`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ApiParams {
    pub expanded: Expanded,
    /// Schema keys shown after the name.
    pub post: Vec<String>,
}

/// Whether nested parameters are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expanded {
    All,
    #[default]
    Closed,
}

/// `api.playground`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Playground {
    pub display: PlaygroundDisplay,
    /// Pass requests through a proxy.
    pub proxy: bool,
    /// Send cookies along.
    pub credentials: bool,
}

impl Default for Playground {
    fn default() -> Self {
        Self { display: PlaygroundDisplay::default(), proxy: true, credentials: false }
    }
}

/// How much of the playground is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaygroundDisplay {
    #[default]
    Interactive,
    Simple,
    None,
    Auth,
}

/// `api.examples`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ApiExamples {
    /// Languages of generated samples; the built-in list when absent.
    pub languages: Option<Vec<String>>,
    pub defaults: ExampleDefaults,
    pub prefill: bool,
    pub autogenerate: bool,
}

impl Default for ApiExamples {
    fn default() -> Self {
        Self { languages: None, defaults: ExampleDefaults::default(), prefill: false, autogenerate: true }
    }
}

/// The languages of samples, each with the name to write first and its other names after it (OAS-55).
pub const SAMPLE_LANGUAGES: &[&[&str]] = &[
    &["bash", "curl", "sh", "shell"],
    &["python", "py"],
    &["javascript", "js"],
    &["node", "nodejs", "node.js"],
    &["php"],
    &["go", "golang"],
    &["java"],
    &["ruby", "rb"],
    &["powershell", "pwsh", "ps1"],
    &["swift"],
    &["csharp", "c#", "cs"],
    &["dotnet", ".net"],
    &["typescript", "ts"],
    &["c"],
    &["c++", "cpp"],
    &["kotlin", "kt"],
    &["rust", "rs"],
    &["dart", "flutter"],
];

/// Whether samples are made in a language of this name.
pub fn is_sample_language(name: &str) -> bool {
    let name = name.trim();
    SAMPLE_LANGUAGES.iter().any(|names| names.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

/// Whether optional parameters appear in samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExampleDefaults {
    Required,
    #[default]
    All,
}

/// `api.mdx`: API pages that are written by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ApiMdx {
    pub auth: ApiAuth,
    /// Base addresses; empty when none is written.
    pub server: OneOrMany,
}

/// `api.mdx.auth`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ApiAuth {
    pub method: Option<AuthMethod>,
    pub name: Option<String>,
}

/// How requests are authenticated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AuthMethod {
    Bearer,
    Basic,
    Key,
    Cobo,
}
