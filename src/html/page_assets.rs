//! Files of the program that only some pages load, and which pages these are.
//!
//! What every page loads is in `site_view`. Each file has a name with its hash, so that it may be kept for ever.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::text::Addresses;

use super::render::Feature;
use super::site_view::hashed_name;
use super::template::{COMPONENTS_SCRIPT, NAV_SCRIPT, page_stylesheet};

/// A script or style sheet.
pub struct PageAsset {
    /// Its file in the output directory.
    pub file: &'static str,
    pub text: &'static str,
    pub url: String,
}

/// Name and content, made once.
struct Named {
    file: String,
    text: String,
}

static NAV: LazyLock<Named> = LazyLock::new(|| named("nav", "js", NAV_SCRIPT.to_owned()));
static COMPONENTS: LazyLock<Named> =
    LazyLock::new(|| named("components", "js", COMPONENTS_SCRIPT.to_owned()));
static STYLES: LazyLock<Vec<(Feature, Named)>> = LazyLock::new(|| {
    STYLED.iter().map(|(feature, stem, css)| (*feature, named(stem, "css", page_stylesheet(css)))).collect()
});

/// Components whose styles are not in the theme's style sheet: few pages have them, and they are long.
const STYLED: &[(Feature, &str, &str)] = &[
    (Feature::Color, "color", include_str!("../../themes/base/components/color.css")),
    (Feature::Math, "math", include_str!("../../themes/base/components/math.css")),
    (Feature::Prompt, "prompt", include_str!("../../themes/base/components/prompt.css")),
    (Feature::Tile, "tile", include_str!("../../themes/base/components/tile.css")),
    (Feature::Tree, "tree", include_str!("../../themes/base/components/tree.css")),
    (Feature::Update, "update", include_str!("../../themes/base/components/update.css")),
];

/// Components that do more in a browser.
const SCRIPTED: &[Feature] = &[Feature::Accordion, Feature::Tree, Feature::Update, Feature::View];

/// Components that show what the reader chose before.
const CHOSEN: &[Feature] = &[Feature::CodeGroup, Feature::Tabs, Feature::View];

/// The script of pages that show a slice of a large sidebar.
pub fn nav_script(addresses: &Addresses) -> PageAsset {
    asset(&NAV, addresses)
}

/// What is written in every build: which pages need it only they know.
pub fn of_components(addresses: &Addresses) -> Vec<PageAsset> {
    let styles = STYLES.iter().map(|(_, style)| style);
    std::iter::once(&*COMPONENTS).chain(styles).map(|named| asset(named, addresses)).collect()
}

/// Addresses of the scripts of a page that uses `features`.
pub fn scripts(features: &BTreeSet<Feature>, addresses: &Addresses) -> Vec<String> {
    uses(features, SCRIPTED).then(|| asset(&COMPONENTS, addresses).url).into_iter().collect()
}

/// Addresses of the style sheets of a page that uses `features`.
pub fn stylesheets(features: &BTreeSet<Feature>, addresses: &Addresses) -> Vec<String> {
    let used = STYLES.iter().filter(|(feature, _)| features.contains(feature));
    used.map(|(_, style)| asset(style, addresses).url).collect()
}

/// True when the page shows something that the reader may have chosen before.
pub fn has_choices(features: &BTreeSet<Feature>) -> bool {
    uses(features, CHOSEN)
}

fn uses(features: &BTreeSet<Feature>, some: &[Feature]) -> bool {
    some.iter().any(|feature| features.contains(feature))
}

fn named(stem: &str, extension: &str, text: String) -> Named {
    Named { file: hashed_name(stem, extension, &text), text }
}

fn asset(named: &'static Named, addresses: &Addresses) -> PageAsset {
    PageAsset { file: &named.file, text: &named.text, url: addresses.path_url(&named.file) }
}
