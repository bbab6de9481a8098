//! The site that `docs new` writes: small, valid in every theme, and about how to go on.

use serde_json::json;

use super::rules::{FOLDER, rules};
use crate::config::format::format_config;
use crate::config::look::Theme;
use crate::text::SourcePath;

/// How much there is to begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Template {
    /// Guides, an API reference and a changelog.
    #[default]
    Full,
    /// One page.
    Minimal,
}

impl Template {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Full, Self::Minimal];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Minimal => "minimal",
        }
    }

    /// Files that are as they are, with their paths in the project.
    fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Full => FULL,
            Self::Minimal => MINIMAL,
        }
    }
}

const FULL: &[(&str, &str)] = &[
    ("index.mdx", include_str!("../../fixtures/starter/index.mdx")),
    ("quickstart.mdx", include_str!("../../fixtures/starter/quickstart.mdx")),
    ("guides/write.mdx", include_str!("../../fixtures/starter/guides/write.mdx")),
    ("guides/arrange.mdx", include_str!("../../fixtures/starter/guides/arrange.mdx")),
    ("guides/publish.mdx", include_str!("../../fixtures/starter/guides/publish.mdx")),
    ("api/introduction.mdx", include_str!("../../fixtures/starter/api/introduction.mdx")),
    ("api/openapi.yaml", include_str!("../../fixtures/starter/api/openapi.yaml")),
    ("changelog.mdx", include_str!("../../fixtures/starter/changelog.mdx")),
    FAVICON,
];

const MINIMAL: &[(&str, &str)] =
    &[("index.mdx", include_str!("../../fixtures/starter-minimal/index.mdx")), FAVICON];

const FAVICON: (&str, &str) = ("favicon.svg", include_str!("../../fixtures/starter/favicon.svg"));

/// What a build makes belongs into no repository.
const IGNORED: &str = "# What `docs build` makes\n/dist/\n/.docs/*\n!/.docs/remote/\n";

/// All files of a new site, sorted by path.
pub fn starter(name: &str, theme: Theme, template: Template) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> =
        template.files().iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let written = format!("{:#}\n", config(name, theme, template));
    // As `docs format` writes it, so that a check for that passes from the first day.
    let formatted = format_config(&SourcePath::new("docs.json"), &written).unwrap_or(written);
    files.push(("docs.json".to_owned(), formatted));
    files.push((".gitignore".to_owned(), IGNORED.to_owned()));
    files.extend(rules().into_iter().map(|(file, text)| (format!("{FOLDER}/{file}"), text)));
    files.sort();
    files
}

fn config(name: &str, theme: Theme, template: Template) -> serde_json::Value {
    let mut config = json!({
        "$schema": "https://mintlify.com/docs.json",
        "theme": theme.name(),
        "name": name,
        "description": format!("Guides and API reference of {name}."),
        "colors": { "primary": "#4F46E5", "light": "#A5B4FC", "dark": "#4338CA" },
        "favicon": "/favicon.svg",
        "icons": { "library": "lucide" },
        "appearance": { "default": "system", "strict": false },
        "variables": { "product": name },
        "navigation": navigation(template),
        "contextual": { "options": ["copy", "view"] },
    });
    if template == Template::Full {
        config["navbar"] = navbar();
    }
    config
}

fn navbar() -> serde_json::Value {
    json!({
        "links": [{ "label": "Support", "href": "https://example.com/support" }],
        "primary": { "type": "button", "label": "Sign in", "href": "https://app.example.com" },
    })
}

fn navigation(template: Template) -> serde_json::Value {
    if template == Template::Minimal {
        return json!({ "groups": [{ "group": "Get started", "pages": ["index"] }] });
    }
    json!({
        "tabs": [
            {
                "tab": "Guides",
                "icon": "book-open",
                "groups": [
                    { "group": "Get started", "pages": ["index", "quickstart"] },
                    { "group": "Make it yours", "pages": ["guides/write", "guides/arrange", "guides/publish"] },
                    { "group": "News", "pages": ["changelog"] },
                ],
            },
            {
                "tab": "API reference",
                "icon": "code",
                "groups": [
                    { "group": "API", "pages": ["api/introduction"] },
                    { "group": "Messages", "openapi": { "source": "api/openapi.yaml", "directory": "api/messages" } },
                ],
            },
        ],
    })
}
