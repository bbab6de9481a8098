//! The names of highlighting themes that `styling.codeblocks` may use (behaviour 3.3).

use super::form::Form;
use super::schema::Shape;

/// A name of a highlighting theme, or a file of the project that is one (CODE-17).
pub const CODE_THEME: Shape = Shape::Text(Form::CodeTheme);

/// Whether a text is one of the names, or the path of a theme file.
pub fn is_code_theme(text: &str) -> bool {
    NAMES.contains(&text) || is_theme_file(text)
}

/// Whether a theme is a file of the project rather than a name.
pub fn is_theme_file(theme: &str) -> bool {
    theme.ends_with(".json") && !theme.contains("://")
}

/// The names.
pub const NAMES: &[&str] = &[
    "andromeeda",
    "aurora-x",
    "ayu-dark",
    "catppuccin-frappe",
    "catppuccin-latte",
    "catppuccin-macchiato",
    "catppuccin-mocha",
    "dark-plus",
    "dracula",
    "dracula-soft",
    "everforest-dark",
    "everforest-light",
    "github-dark",
    "github-dark-default",
    "github-dark-dimmed",
    "github-dark-high-contrast",
    "github-light",
    "github-light-default",
    "github-light-high-contrast",
    "gruvbox-dark-hard",
    "gruvbox-dark-medium",
    "gruvbox-dark-soft",
    "gruvbox-light-hard",
    "gruvbox-light-medium",
    "gruvbox-light-soft",
    "houston",
    "kanagawa-dragon",
    "kanagawa-lotus",
    "kanagawa-wave",
    "laserwave",
    "light-plus",
    "material-theme",
    "material-theme-darker",
    "material-theme-lighter",
    "material-theme-ocean",
    "material-theme-palenight",
    "min-dark",
    "min-light",
    "monokai",
    "night-owl",
    "nord",
    "one-dark-pro",
    "one-light",
    "plastic",
    "poimandres",
    "red",
    "rose-pine",
    "rose-pine-dawn",
    "rose-pine-moon",
    "slack-dark",
    "slack-ochin",
    "snazzy-light",
    "solarized-dark",
    "solarized-light",
    "synthwave-84",
    "tokyo-night",
    "vesper",
    "vitesse-black",
    "vitesse-dark",
    "vitesse-light",
    "css-variables",
];
