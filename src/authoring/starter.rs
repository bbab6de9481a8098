//! The site that `docs new` writes: small, valid in every theme, and about how to go on.

use serde_json::json;

use super::rules::{FOLDER, rules};
use crate::config::format::format_config;
use crate::config::look::Theme;
use crate::text::SourcePath;

/// Files that are as they are, with their paths in the project.
const FILES: &[(&str, &str)] = &[
    ("index.mdx", include_str!("../../fixtures/starter/index.mdx")),
    ("quickstart.mdx", include_str!("../../fixtures/starter/quickstart.mdx")),
    ("guides/write.mdx", include_str!("../../fixtures/starter/guides/write.mdx")),
    ("guides/arrange.mdx", include_str!("../../fixtures/starter/guides/arrange.mdx")),
    ("guides/publish.mdx", include_str!("../../fixtures/starter/guides/publish.mdx")),
    ("api/introduction.mdx", include_str!("../../fixtures/starter/api/introduction.mdx")),
    ("api/openapi.yaml", include_str!("../../fixtures/starter/api/openapi.yaml")),
    ("changelog.mdx", include_str!("../../fixtures/starter/changelog.mdx")),
    ("favicon.svg", include_str!("../../fixtures/starter/favicon.svg")),
];

/// What a build makes belongs into no repository.
const IGNORED: &str = "# What `docs build` makes\n/dist/\n/.docs/*\n!/.docs/remote/\n";

/// All files of a new site, sorted by path.
pub fn starter(name: &str, theme: Theme) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> =
        FILES.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let written = format!("{:#}\n", config(name, theme));
    // As `docs format` writes it, so that a check for that passes from the first day.
    let formatted = format_config(&SourcePath::new("docs.json"), &written).unwrap_or(written);
    files.push(("docs.json".to_owned(), formatted));
    files.push((".gitignore".to_owned(), IGNORED.to_owned()));
    files.extend(rules().into_iter().map(|(file, text)| (format!("{FOLDER}/{file}"), text)));
    files.sort();
    files
}

fn config(name: &str, theme: Theme) -> serde_json::Value {
    json!({
        "$schema": "https://mintlify.com/docs.json",
        "theme": theme.name(),
        "name": name,
        "description": format!("Guides and API reference of {name}."),
        "colors": { "primary": "#4F46E5", "light": "#A5B4FC", "dark": "#4338CA" },
        "favicon": "/favicon.svg",
        "icons": { "library": "lucide" },
        "appearance": { "default": "system", "strict": false },
        "variables": { "product": name },
        "navbar": {
            "links": [{ "label": "Support", "href": "https://example.com/support" }],
            "primary": { "type": "button", "label": "Sign in", "href": "https://app.example.com" },
        },
        "navigation": {
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
        },
        "contextual": { "options": ["copy", "view"] },
    })
}
