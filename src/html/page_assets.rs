//! Files of the program that only some pages load, and which pages these are.
//!
//! What every page loads is in `site_view`. Each file has a name with its hash, so that it may be kept for ever.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use crate::config::chrome::Interaction;
use crate::config::look::Decoration;
use crate::text::Addresses;

use super::body::Body;
use super::diagrams::{self, MERMAID};
use super::escape::{Html, raw_element_text};
use super::fonts::formulas::formula_faces;
use super::policy;
use super::render::Feature;
use super::search_view::SEARCH_PARTS;
use super::site_view::{ASSET_FOLDER, hashed_name};
use super::template::{
    COMPONENTS_SCRIPT, CREDITS, ISLAND_SCRIPT, KEYS_SCRIPT, MISSING_SCRIPT, NAV_SCRIPT, SITE_SCRIPT,
    ZOOM_SCRIPT, compact_script, page_stylesheet,
};

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

static NAV: LazyLock<Named> = LazyLock::new(|| script("nav", NAV_SCRIPT));
static COMPONENTS: LazyLock<Named> = LazyLock::new(|| script("components", COMPONENTS_SCRIPT));
static ARCHIVE: LazyLock<Named> =
    LazyLock::new(|| script("archive", include_str!("../../themes/base/archive.js")));
static CHANGELOG: LazyLock<Named> =
    LazyLock::new(|| script("changelog", include_str!("../../themes/base/changelog.js")));
/// Both, for pages that have both: one file less.
static COMPONENTS_AND_CHANGELOG: LazyLock<Named> = LazyLock::new(|| {
    // In braces: each has names of its own.
    let parts = [&COMPONENTS, &CHANGELOG].map(|part| format!("{{\n{}}}\n", part.text));
    script("components-changelog", &parts.concat())
});
static API_PARTS: LazyLock<Named> =
    LazyLock::new(|| script("api-parts", include_str!("../../themes/base/api-parts.js")));
static DIAGRAMS: LazyLock<Named> = LazyLock::new(|| script("diagrams", &diagrams::script()));
static PICTURE: LazyLock<Named> =
    LazyLock::new(|| script("picture", include_str!("../../themes/base/picture.js")));
static LINES: LazyLock<Named> = LazyLock::new(|| script("lines", include_str!("../../themes/base/lines.js")));
static TABLE: LazyLock<Named> = LazyLock::new(|| script("table", include_str!("../../themes/base/table.js")));
static TOP: LazyLock<Named> = LazyLock::new(|| script("top", include_str!("../../themes/base/top.js")));
static ZOOM: LazyLock<Named> = LazyLock::new(|| script("zoom", ZOOM_SCRIPT));
static KEYS: LazyLock<Named> = LazyLock::new(|| script("keys", KEYS_SCRIPT));
static MENUS: LazyLock<Named> = LazyLock::new(|| script("menus", include_str!("../../themes/base/menus.js")));
static SELECTION: LazyLock<Named> =
    LazyLock::new(|| script("selection", include_str!("../../themes/base/selection.js")));
static PREVIEWS: LazyLock<Named> =
    LazyLock::new(|| script("previews", include_str!("../../themes/base/previews.js")));
static SELDOM: LazyLock<Named> =
    LazyLock::new(|| script("seldom", include_str!("../../themes/base/seldom.js")));
static PREFETCH: LazyLock<Named> =
    LazyLock::new(|| script("prefetch", include_str!("../../themes/base/prefetch.js")));
static TOOLTIPS: LazyLock<Named> =
    LazyLock::new(|| script("tooltips", include_str!("../../themes/base/tooltips.js")));
static ISLANDS: LazyLock<Named> = LazyLock::new(|| script("island", ISLAND_SCRIPT));
static SEARCH_WORKER: LazyLock<Named> = LazyLock::new(|| script("search-worker", &SEARCH_PARTS.concat()));
static SEARCH: LazyLock<Named> = LazyLock::new(|| {
    let text = include_str!("../../themes/base/search.js");
    script("search", &text.replace("./search-worker.js", &beside(&SEARCH_WORKER.file)))
});
static MISSING: LazyLock<Named> = LazyLock::new(|| script("missing", MISSING_SCRIPT));
static MISSING_STYLE: LazyLock<Named> = LazyLock::new(|| {
    let css = include_str!("../../themes/base/components/missing.css");
    named("missing", "css", page_stylesheet(css))
});
static PLAYGROUND: LazyLock<Named> = LazyLock::new(|| {
    // The style sheet stands in the script: one file less to wait for.
    let styles = page_stylesheet(include_str!("../../themes/base/playground/playground.css"));
    let styles = serde_json::to_string(&styles).unwrap_or_default();
    script("playground", &PLAYGROUND_PARTS.concat().replacen("STYLES", &styles, 1))
});
static OAUTH: LazyLock<Named> =
    LazyLock::new(|| script("oauth", include_str!("../../themes/base/playground/oauth.js")));
/// Authorization servers know the address of this page, so it has no hash.
static OAUTH_PAGE: LazyLock<Named> = LazyLock::new(|| {
    let script = OAUTH.file.rsplit('/').next().unwrap_or_default();
    Named {
        file: format!("{ASSET_FOLDER}/oauth.html"),
        text: format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"robots\" content=\"noindex\">\n\
             <title>OAuth</title>\n<script type=\"module\" src=\"./{script}\"></script>\n</html>\n"
        ),
    }
});

/// One module, in parts: each names what the parts before it define.
const PLAYGROUND_PARTS: &[&str] = &[
    include_str!("../../themes/base/playground/texts.js"),
    include_str!("../../themes/base/playground/numbers.js"),
    include_str!("../../themes/base/playground/form.js"),
    include_str!("../../themes/base/playground/request.js"),
    include_str!("../../themes/base/playground/samples.js"),
    include_str!("../../themes/base/playground/auth.js"),
    include_str!("../../themes/base/playground/compare.js"),
    include_str!("../../themes/base/playground/response.js"),
    include_str!("../../themes/base/playground/socket.js"),
    include_str!("../../themes/base/playground/picker.js"),
    include_str!("../../themes/base/playground/dialog.js"),
];

static PAGE_MENU: LazyLock<Named> = LazyLock::new(|| script("page-menu", Extra::PageMenu.script()));
static PAGE_MENU_STYLE: LazyLock<Named> =
    LazyLock::new(|| named("page-menu", "css", page_stylesheet(Extra::PageMenu.style())));
static STYLES: LazyLock<Vec<(Feature, Named)>> = LazyLock::new(|| {
    let style = |(feature, stem, css): &(Feature, &str, &str)| {
        let has_formulas = matches!(feature, Feature::Math | Feature::MathTable);
        let faces = if has_formulas { formula_faces() } else { String::new() };
        (*feature, named(stem, "css", page_stylesheet(css) + &faces))
    };
    STYLED.iter().map(style).collect()
});

/// Components whose styles are not in the theme's style sheet: few pages have them, and they are long.
const STYLED: &[(Feature, &str, &str)] = &[
    (Feature::Aside, "aside", include_str!("../../themes/base/components/aside.css")),
    (Feature::Badge, "badge", include_str!("../../themes/base/components/badge.css")),
    (Feature::CodeMarks, "code-marks", include_str!("../../themes/base/components/code-marks.css")),
    (Feature::CodeTheme, "code-theme", include_str!("../../themes/base/components/code-theme.css")),
    (Feature::Color, "color", include_str!("../../themes/base/components/color.css")),
    (Feature::Field, "field", include_str!("../../themes/base/components/field.css")),
    (
        // With the fields that such a page lists and the examples beside them: one file, not three.
        Feature::Api,
        "api",
        concat!(
            include_str!("../../themes/base/components/aside.css"),
            include_str!("../../themes/base/components/field.css"),
            include_str!("../../themes/base/components/api.css")
        ),
    ),
    (Feature::Island, "parts", include_str!("../../themes/base/components/parts.css")),
    (Feature::Math, "math", include_str!("../../themes/base/components/math.css")),
    (
        // With what all formulas have, which then is not loaded beside it.
        Feature::MathTable,
        "math-table",
        concat!(
            include_str!("../../themes/base/components/math.css"),
            include_str!("../../themes/base/components/math-table.css")
        ),
    ),
    (Feature::Mermaid, "mermaid", include_str!("../../themes/base/components/mermaid.css")),
    (Feature::Picture, "picture", include_str!("../../themes/base/components/picture.css")),
    (Feature::Prompt, "prompt", include_str!("../../themes/base/components/prompt.css")),
    (Feature::TallTable, "table", include_str!("../../themes/base/components/table.css")),
    (Feature::Tile, "tile", include_str!("../../themes/base/components/tile.css")),
    (Feature::Tooltip, "tooltip", include_str!("../../themes/base/components/tooltip.css")),
    (Feature::Tree, "tree", include_str!("../../themes/base/components/tree.css")),
    (Feature::Update, "update", include_str!("../../themes/base/components/update.css")),
];

/// Components that do more in a browser.
const SCRIPTED: &[Feature] = &[Feature::Accordion, Feature::Tree, Feature::View];

/// Components that show what the reader chose before.
const CHOSEN: &[Feature] = &[Feature::CodeGroup, Feature::Tabs, Feature::View];

/// The script of pages that show a slice of a large sidebar.
pub fn nav_script(addresses: &Addresses) -> PageAsset {
    asset(&NAV, addresses)
}

/// What a site may have on all its pages. It is a part of the files that they load anyway (PERF-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// The menu of a page.
    PageMenu,
    /// What readers can say about a page (CFG-30).
    Feedback,
    /// What is behind the top of a page.
    Background,
    /// The pattern there, if it is one.
    Decoration(Decoration),
    /// Links that leave the site open beside it (TXT-06).
    ExternalLinks,
    /// A box that filters the sidebar (NAV-24).
    SidebarFilter,
    /// What readers can do with words that they select (CHR-09).
    SelectionMenu,
    /// What links lead to, beside them (CMP-32).
    LinkPreviews,
    /// What a project puts on all its pages (CSS-10).
    Slots,
}

impl Extra {
    fn script(self) -> &'static str {
        match self {
            Self::PageMenu => include_str!("../../themes/base/page-menu.js"),
            Self::Feedback => include_str!("../../themes/base/feedback.js"),
            Self::Background | Self::Decoration(_) | Self::Slots => "",
            Self::ExternalLinks => include_str!("../../themes/base/external.js"),
            Self::SidebarFilter => include_str!("../../themes/base/filter.js"),
            Self::SelectionMenu => include_str!("../../themes/base/selection-start.js"),
            Self::LinkPreviews => include_str!("../../themes/base/previews-start.js"),
        }
    }

    pub(super) fn style(self) -> &'static str {
        match self {
            Self::PageMenu => include_str!("../../themes/base/components/page-menu.css"),
            Self::Feedback => include_str!("../../themes/base/components/feedback.css"),
            Self::Background => include_str!("../../themes/base/components/background.css"),
            Self::Decoration(Decoration::Gradient) => {
                include_str!("../../themes/base/components/background-gradient.css")
            }
            Self::Decoration(Decoration::Grid) => {
                include_str!("../../themes/base/components/background-grid.css")
            }
            Self::Decoration(Decoration::Windows) => {
                include_str!("../../themes/base/components/background-windows.css")
            }
            Self::ExternalLinks => include_str!("../../themes/base/components/external.css"),
            Self::SidebarFilter => include_str!("../../themes/base/components/filter.css"),
            Self::SelectionMenu => include_str!("../../themes/base/components/selection.css"),
            Self::LinkPreviews => include_str!("../../themes/base/components/previews.css"),
            Self::Slots => include_str!("../../themes/base/components/slots.css"),
        }
    }
}

/// The script that every page loads, which loads others by their names.
pub(super) fn site_script(extras: &[Extra]) -> String {
    let mut text = compact_script(SITE_SCRIPT);
    let others = [
        ("keys", &KEYS),
        ("menus", &MENUS),
        ("playground", &PLAYGROUND),
        ("prefetch", &PREFETCH),
        ("previews", &PREVIEWS),
        ("seldom", &SELDOM),
        ("selection", &SELECTION),
        ("search", &SEARCH),
        ("tooltips", &TOOLTIPS),
        ("top", &TOP),
        ("zoom", &ZOOM),
    ];
    // In braces: each has names of its own.
    for script in extras.iter().map(|extra| extra.script()).filter(|script| !script.is_empty()) {
        text.push_str(&format!("{{\n{}}}\n", compact_script(script)));
    }
    for (name, script) in others {
        text = text.replace(&format!("./{name}.js"), &beside(&script.file));
    }
    format!("{CREDITS}{text}")
}

/// The address of a file as another one in the same folder names it.
pub(super) fn beside(file: &str) -> String {
    format!("./{}", file.rsplit('/').next().unwrap_or_default())
}

/// The script of a change log with pages of older entries, and of these.
pub fn archive_script(addresses: &Addresses) -> String {
    asset(&ARCHIVE, addresses).url
}

/// What a site has that asks for more on all its pages: its first script loads the rest when it is wanted.
pub fn of_interaction(interaction: &Interaction, addresses: &Addresses) -> Vec<PageAsset> {
    let selection = interaction.selection_menu.then(|| asset(&SELECTION, addresses));
    selection.into_iter().chain(interaction.link_previews.then(|| asset(&PREVIEWS, addresses))).collect()
}

/// The script of the 404 page.
pub fn missing_script(addresses: &Addresses) -> PageAsset {
    asset(&MISSING, addresses)
}

/// The style sheet of the 404 page.
pub fn missing_style(addresses: &Addresses) -> PageAsset {
    asset(&MISSING_STYLE, addresses)
}

/// What is written in every build: which pages need it only they know.
pub fn of_components(addresses: &Addresses) -> Vec<PageAsset> {
    let styles = STYLES.iter().map(|(_, style)| style);
    [
        &*COMPONENTS,
        &*API_PARTS,
        &*ARCHIVE,
        &*CHANGELOG,
        &*COMPONENTS_AND_CHANGELOG,
        &*DIAGRAMS,
        &*ISLANDS,
        &*KEYS,
        &*LINES,
        &*MENUS,
        &*MISSING,
        &*MISSING_STYLE,
        &*PAGE_MENU,
        &*PAGE_MENU_STYLE,
        &*SEARCH,
        &*SEARCH_WORKER,
        &*OAUTH,
        &*OAUTH_PAGE,
        &*PLAYGROUND,
        &*PREFETCH,
        &*SELDOM,
        &*PICTURE,
        &*TABLE,
        &*TOOLTIPS,
        &*TOP,
        &*ZOOM,
    ]
    .into_iter()
    .chain(styles)
    .map(|named| asset(named, addresses))
    .collect()
}

/// Addresses of the scripts of a page with this body.
pub fn scripts(body: &Body, addresses: &Addresses) -> Vec<String> {
    let components = match (uses(&body.features, SCRIPTED), body.features.contains(&Feature::Update)) {
        (true, true) => Some(&COMPONENTS_AND_CHANGELOG),
        (true, false) => Some(&COMPONENTS),
        (false, true) => Some(&CHANGELOG),
        (false, false) => None,
    };
    let diagrams = body.features.contains(&Feature::Mermaid).then_some(&DIAGRAMS);
    let islands = body.script.is_some().then_some(&ISLANDS);
    let parts = body.features.contains(&Feature::ApiPart).then_some(&API_PARTS);
    let tables = body.features.contains(&Feature::TallTable).then_some(&TABLE);
    let lines = body.features.contains(&Feature::CodeLines).then_some(&LINES);
    let pictures = body.features.contains(&Feature::Picture).then_some(&PICTURE);
    components
        .into_iter()
        .chain(parts)
        .chain(diagrams)
        .chain(lines)
        .chain(pictures)
        .chain(tables)
        .chain(islands)
        .map(|named| asset(named, addresses).url)
        .collect()
}

/// The code of the page's islands. It stands in the page, as no other page has the same: one file less to load,
/// and to keep up to date. A module, so that it runs after the files of [`scripts`].
pub fn islands(body: &Body) -> Option<Html> {
    let mut html = Html::trusted("<script type=\"module\">");
    html.push(&raw_element_text(body.script.as_deref()?, "script"));
    html.push(&Html::trusted("</script>\n"));
    Some(html)
}

/// What a content security policy has to allow for the scripts of a body, besides files of the site.
pub fn script_sources(body: &Body) -> Arc<[String]> {
    let mut sources = BTreeSet::new();
    let islands = islands(body);
    body.parts().chain(&islands).for_each(|html| policy::script_sources(html.as_str(), &mut sources));
    if body.features.contains(&Feature::Mermaid) {
        sources.extend(policy::origin(MERMAID.url));
    }
    sources.into_iter().collect()
}

/// The styles of a page's components.
pub enum PageStyles {
    /// Addresses of style sheets: pages that need few share them.
    Files(Vec<String>),
    /// One style sheet that stands in the page: a page that needs many would wait for each of them.
    Inside(String),
}

/// Most style sheets that a page loads besides those of every page (PERF-07).
const MOST_FILES: usize = 2;

/// The style sheets of a page that uses `features`; `latex` decides about that of formulas (CFG-24).
pub fn stylesheets(features: &BTreeSet<Feature>, latex: Option<bool>, addresses: &Addresses) -> PageStyles {
    let used = STYLES.iter().filter(|(feature, _)| match (feature, latex) {
        (Feature::MathTable, Some(false)) => false,
        (Feature::Math, _) if features.contains(&Feature::MathTable) => false,
        (Feature::Math, Some(asked)) => asked,
        (Feature::Field | Feature::Aside, _) if features.contains(&Feature::Api) => false,
        _ => features.contains(feature),
    });
    if used.clone().count() > MOST_FILES {
        let sheet: String = used.map(|(_, style)| style.text.as_str()).collect();
        // What is beside the file of a sheet is not beside the page.
        let folder = format!("url(\"{}/", addresses.path_url(ASSET_FOLDER));
        return PageStyles::Inside(sheet.replace("url(\"./", &folder));
    }
    PageStyles::Files(used.map(|(_, style)| asset(style, addresses).url).collect())
}

impl PageStyles {
    /// Addresses, and what stands in the page.
    pub fn into_parts(self) -> (Vec<String>, String) {
        match self {
            Self::Files(addresses) => (addresses, String::new()),
            Self::Inside(sheet) => (Vec::new(), sheet),
        }
    }
}

/// The style sheet and the script of the menu of a page, on a site that has none on the others.
pub fn page_menu(addresses: &Addresses) -> (String, String) {
    (asset(&PAGE_MENU_STYLE, addresses).url, asset(&PAGE_MENU, addresses).url)
}

/// True when the page shows something that the reader may have chosen before.
pub fn has_choices(features: &BTreeSet<Feature>) -> bool {
    uses(features, CHOSEN)
}

fn uses(features: &BTreeSet<Feature>, some: &[Feature]) -> bool {
    some.iter().any(|feature| features.contains(feature))
}

fn script(stem: &str, text: &str) -> Named {
    named(stem, "js", compact_script(text))
}

fn named(stem: &str, extension: &str, text: String) -> Named {
    Named { file: hashed_name(stem, extension, &text), text }
}

fn asset(named: &'static Named, addresses: &Addresses) -> PageAsset {
    PageAsset { file: &named.file, text: &named.text, url: addresses.path_url(&named.file) }
}
