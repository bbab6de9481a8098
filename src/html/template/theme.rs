//! What each folder of `themes/` holds: templates, a style sheet, and what the theme chooses where a site says
//! nothing. Compiling templates is the work of the module above.
//!
//! All themes share the templates of `themes/base/partials`; a theme has a template of the same name where it
//! differs. So has a project, in a folder `theme/`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::config::look::{Eyebrows, Theme};

/// One theme.
struct Folder {
    theme: Theme,
    /// Its templates; the rest it shares.
    templates: &'static [(&'static str, &'static str)],
    style: &'static str,
    /// `theme.json`.
    choices: &'static str,
}

/// What a theme does when `docs.json` does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThemeChoices {
    /// What stands above a title.
    pub eyebrows: Eyebrows,
    /// Whether opening a group leads to its first page.
    pub drilldown: bool,
    /// The font of all text.
    pub font: ThemeFont,
    /// How much of the site's colour is in the background, in percent.
    pub tint: u32,
    /// The ground of what lies beside the text, when it has another one.
    pub panel: Option<PanelShade>,
}

/// How much darker or lighter than the background a second ground is, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PanelShade {
    pub light: u32,
    pub dark: u32,
}

/// A kind of font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeFont {
    Sans,
    Mono,
}

macro_rules! files {
    ($folder:literal, $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../themes/", $folder, "/", $name)))),*]
    };
}

macro_rules! theme {
    ($theme:ident, $name:literal: $($template:literal)*) => {
        Folder {
            theme: Theme::$theme,
            templates: files!($name, $($template)*),
            style: include_str!(concat!("../../../themes/", $name, "/theme.css")),
            choices: include_str!(concat!("../../../themes/", $name, "/theme.json")),
        }
    };
}

/// The templates that all themes share.
const SHARED: &[(&str, &str)] = files!(
    "base/partials",
    "404.html" "anchors.html" "background.html" "banner.html" "brand.html" "content.html"
    "drawer-foot.html" "drawer-tabs.html" "end.html" "footer.html" "head.html" "live.html" "mobile-bar.html" "navbar.html" "pager.html" "search.html" "sections.html"
    "sidebar-foot.html" "sidebar-head.html" "sidebar.html" "start.html" "switcher.html" "switches.html" "tabs.html" "title.html" "toc-column.html" "toc.html"
);

const FOLDERS: &[Folder] = &[
    theme!(Mint, "mint": "page.html"),
    theme!(Maple, "maple": "page.html" "sidebar-foot.html"),
    theme!(Palm, "palm": "page.html" "sidebar-foot.html" "sidebar-head.html"),
    theme!(Willow, "willow": "page.html"),
    theme!(Linden, "linden": "page.html"),
    theme!(Almond, "almond": "page.html" "sidebar-foot.html"),
    theme!(Aspen, "aspen": "page.html"),
];

static CHOICES: LazyLock<Vec<ThemeChoices>> = LazyLock::new(|| {
    let read = |folder: &Folder| serde_json::from_str(folder.choices).expect("a theme.json of this program");
    FOLDERS.iter().map(read).collect()
});

/// Names and texts of a theme's templates.
pub fn templates(theme: Theme) -> BTreeMap<&'static str, &'static str> {
    SHARED.iter().chain(folder(theme).1.templates).copied().collect()
}

/// The theme's own style sheet.
pub(super) fn style(theme: Theme) -> &'static str {
    folder(theme).1.style
}

/// What the theme does when `docs.json` does not say.
pub fn choices(theme: Theme) -> ThemeChoices {
    CHOICES[folder(theme).0]
}

/// The folder of a theme and its place in the list.
fn folder(theme: Theme) -> (usize, &'static Folder) {
    let found = FOLDERS.iter().enumerate().find(|(_, folder)| folder.theme == theme);
    found.unwrap_or((0, &FOLDERS[0]))
}
