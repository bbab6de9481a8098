//! What the templates are filled with: plain data, one struct per region of a page.
//!
//! The views hold finished texts and addresses. Fields that end in `_html` are markup and are printed as
//! they are; everything else is text and is escaped by the template. Nothing here decides what a page shows.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::Markup;
use super::ui_text::UiText;

use crate::html::escape::Html;
use crate::source::script::ScriptKind;

impl Serialize for Html {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Hands the templates markup where it lies.
fn in_place<S: Serializer>(html: &Arc<Html>, serializer: S) -> Result<S::Ok, S::Error> {
    Markup::shared(html.clone()).serialize(serializer)
}

fn in_place_if_any<S: Serializer>(html: &Option<Arc<Html>>, serializer: S) -> Result<S::Ok, S::Error> {
    html.clone().map(Markup::shared).serialize(serializer)
}

/// What all pages of one site and language share. Rendered once into a [`super::Shell`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SiteView {
    /// `name` of the configuration.
    pub name: String,
    /// Address of the home page.
    pub home: String,
    /// Whether the home page leads to the language of the reader's browser.
    pub leads_by_language: bool,
    /// Base path: empty or `/segment`.
    pub base: String,
    /// Language tag for `<html lang>`.
    pub lang: String,
    pub dir: TextDirection,
    pub appearance: AppearanceView,
    pub logo: Option<LogoView>,
    /// Where the logo, or the name in its place, leads; empty: to [`Self::home`].
    pub brand_href: String,
    /// Favicons and other site-wide `<link>` tags.
    pub links: Vec<LinkTag>,
    /// Font files of the project, which browsers would find late by themselves.
    pub fonts: Vec<LinkTag>,
    /// How wide browsers take a page to be: `seo.metatags.viewport`, else as wide as their window.
    pub viewport: String,
    /// Meta tags of every page (`seo.metatags`).
    pub metas: Vec<MetaTag>,
    /// Colour of the browser's own bars, `#rrggbb`.
    pub theme_color: Option<ThemeColor>,
    /// Addresses of style sheets, in order; the user's own come last.
    pub stylesheets: Vec<String>,
    /// Addresses of deferred module scripts, in order.
    pub scripts: Vec<String>,
    pub third_parties: ThirdPartyView,
    /// The project's own, after them.
    pub custom_scripts: Vec<ScriptTag>,
    /// Address of the site's own copy of what draws diagrams.
    pub diagrams: Option<String>,
    /// Further markup at the end of `<head>`.
    pub head_html: Html,
    pub navbar: NavbarView,
    pub footer: FooterView,
    pub banner: Option<BannerView>,
    /// `None`: no search field.
    pub search: Option<SearchView>,
    /// Whether a box above the sidebar filters its entries.
    pub has_filter: bool,
    /// Whether there is a menu for selected words.
    pub has_selection_menu: bool,
    pub background: BackgroundView,
    pub slots: SlotsView,
    pub text: UiText,
}

/// What a project puts on all its pages: above the entries of the sidebar, below the text, and in the footer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SlotsView {
    pub sidebar_top: Option<Html>,
    pub content_bottom: Option<Html>,
    pub footer: Option<Html>,
}

/// A script that runs when the page has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScriptTag {
    pub src: String,
    pub kind: ScriptKind,
}

/// What third parties need in pages, besides the script that loads them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ThirdPartyView {
    /// Consent managers, before all other scripts.
    pub consent: Vec<ConsentScript>,
    /// The tag manager's account, for readers without scripts.
    pub frame: Option<String>,
}

/// The script of a consent manager.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConsentScript {
    pub src: String,
    /// Its `data-domain-script`.
    pub domain: Option<String>,
}

/// Direction of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TextDirection {
    #[default]
    Ltr,
    Rtl,
}

/// `appearance` of the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AppearanceView {
    pub default: Appearance,
    /// Whether the reader may switch.
    pub toggle: bool,
}

impl Default for AppearanceView {
    fn default() -> Self {
        Self { default: Appearance::System, toggle: true }
    }
}

/// Light, dark, or as the reader's system says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Appearance {
    #[default]
    System,
    Light,
    Dark,
}

/// The logo, with a second image for dark mode when there is one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LogoView {
    pub light: ImageView,
    pub dark: Option<ImageView>,
    /// [`SiteView::brand_href`], by the name that templates of projects may know it by.
    pub href: String,
}

/// An image with its size in pixels, when known.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ImageView {
    pub src: String,
    pub width: Option<u32>,
    pub height: Option<u32>,
}

/// A `<link>` tag. Empty attributes are left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LinkTag {
    pub rel: String,
    pub href: String,
    /// MIME type.
    pub kind: String,
    pub media: String,
    pub sizes: String,
    pub hreflang: String,
    pub title: String,
}

/// A `<meta>` tag: `name="…"` or `property="…"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetaTag {
    pub key: MetaKey,
    pub content: String,
}

/// Which attribute names a meta tag.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MetaKey {
    Name(String),
    Property(String),
}

/// `theme-color` for both modes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ThemeColor {
    pub light: String,
    pub dark: String,
}

/// `navbar`: links and the primary button.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NavbarView {
    pub links: Vec<LinkView>,
    pub primary: Option<PrimaryView>,
}

/// A labelled link.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LinkView {
    pub label: String,
    pub href: String,
    pub icon_html: Option<Html>,
    /// Leaves the site.
    pub external: bool,
}

/// `navbar.primary`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrimaryView {
    pub kind: PrimaryKind,
    /// Button text, or `owner/name` of the repository.
    pub label: String,
    pub href: String,
    pub icon_html: Option<Html>,
}

/// What the primary element looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PrimaryKind {
    Button,
    Github,
}

/// `footer`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FooterView {
    pub socials: Vec<SocialView>,
    pub columns: Vec<FooterColumn>,
}

/// One social icon.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SocialView {
    /// Name of the platform; shown when there is no icon.
    pub label: String,
    pub href: String,
    pub icon_html: Option<Html>,
}

/// One column of footer links.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FooterColumn {
    pub header: Option<String>,
    pub items: Vec<LinkView>,
}

/// `banner`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BannerView {
    pub content_html: Html,
    /// Changes with the content, so that a new text shows again.
    pub id: String,
    pub dismissible: bool,
}

/// The search entry.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SearchView {
    /// Placeholder; empty: the interface text.
    pub prompt: String,
    /// Address of the list of indexes, for the script.
    pub index: String,
    /// Address of the search page.
    pub page: String,
}

/// `background`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BackgroundView {
    /// `gradient`, `grid` or `windows`.
    pub decoration: Option<String>,
    pub image_light: Option<String>,
    pub image_dark: Option<String>,
}

/// Where a page sends its readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    pub url: String,
    /// What search engines are told of it.
    pub canonical: String,
}

/// One page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PageView {
    /// The title as text.
    pub title: String,
    /// The title with inline markup; `None`: the text.
    pub title_html: Option<Html>,
    /// Its author wrote an empty title: the heading is there for those who do not see it.
    pub untitled: bool,
    /// Text of `<title>`; empty: title and site name.
    pub head_title: String,
    /// Lead paragraph.
    pub description_html: Option<Html>,
    /// Path of the page without base, for `data-current-path` (`/` for the home page).
    pub path: String,
    pub canonical: Option<String>,
    /// On the home page: where it may lead by the language of a reader's browser, as JSON.
    pub languages: Option<String>,
    /// Where readers are sent: the page is a link elsewhere and has nothing of its own (PG-06).
    #[serde(skip)]
    pub elsewhere: Option<Elsewhere>,
    pub metas: Vec<MetaTag>,
    /// `alternate` and similar links of this page.
    pub links: Vec<LinkTag>,
    /// Structured data, JSON source.
    pub json_ld: Option<String>,
    pub mode: PageMode,
    /// Handed to the templates on its own.
    #[serde(skip)]
    pub nav: NavView,
    /// A style sheet of its own.
    pub style_html: Option<Html>,
    /// The rendered body.
    #[serde(serialize_with = "in_place")]
    pub body_html: Arc<Html>,
    pub toc: Vec<TocEntry>,
    /// Column beside the content: examples or a panel. Replaces the table of contents.
    #[serde(serialize_with = "in_place_if_any")]
    pub aside_html: Option<Arc<Html>>,
    /// The line that names an operation of an API, below the title.
    pub endpoint_html: Option<Html>,
    /// HTTP method shown behind the title when there is no such line.
    pub method: Option<String>,
    /// Pills after the title.
    pub pills: Vec<Pill>,
    /// What the root page of a group lists, below its body.
    pub directory_html: Option<Html>,
    /// The language of the content, when it is not that of the page.
    pub language: Option<ContentLanguage>,
    /// What stands above everything: that the page is of an old version, or not translated.
    pub notice: Option<NoticeView>,
    /// The contextual menu, at the right end of the title row.
    pub actions_html: Option<Html>,
    /// The same below the table of contents.
    pub toc_end_html: Option<Html>,
    /// Markup after the body, before previous/next (feedback, edit links).
    pub after_html: Option<Html>,
    /// Links that the page names as related.
    pub related_html: Option<Html>,
    pub modified: Option<ModifiedView>,
    /// Style sheets and scripts that only pages with certain components load.
    pub stylesheets: Vec<String>,
    pub scripts: Vec<String>,
    /// The script of the page's islands.
    pub islands_html: Option<Html>,
    /// True when the page has tabs or views, which the reader may have chosen before.
    pub choices: bool,
}

impl PageView {
    /// Whether there is a table of contents: one entry is none, and what stands beside the text takes its room.
    pub fn has_toc(&self) -> bool {
        let has_list = self.toc.len() > 1 || self.toc.first().is_some_and(|entry| !entry.children.is_empty());
        self.mode == PageMode::Default && self.aside_html.is_none() && has_list
    }
}

/// The language of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContentLanguage {
    pub lang: String,
    pub dir: TextDirection,
}

/// `mode` of the frontmatter (MODE-01 … MODE-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageMode {
    #[default]
    Default,
    Wide,
    Custom,
    Frame,
    Center,
}

/// A pill behind a title.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pill {
    pub kind: PillKind,
    pub label: String,
}

/// What a pill says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PillKind {
    Tag,
    /// `version` of the front matter.
    Version,
    Deprecated,
}

/// A sentence above the page, with a link.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NoticeView {
    pub text: String,
    pub link: Option<PageLink>,
}

/// When the page was last changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ModifiedView {
    /// `2025-01-31`.
    pub iso: String,
    /// The same for people.
    pub label: String,
}

/// One entry of the table of contents.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TocEntry {
    pub id: String,
    pub title: String,
    pub depth: u8,
    pub children: Vec<TocEntry>,
}

/// The navigation around one page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NavView {
    pub languages: Vec<NavItem>,
    pub products: Vec<NavItem>,
    pub versions: Vec<NavItem>,
    pub dropdowns: Vec<NavItem>,
    pub tabs: Vec<NavItem>,
    pub anchors: Vec<NavItem>,
    /// From [`super::SidebarFragment::for_page`]; empty: no sidebar.
    pub sidebar_html: Html,
    /// Section name above the title.
    pub eyebrow: Option<String>,
    /// The way down to this page, without the page itself.
    pub breadcrumbs: Vec<Breadcrumb>,
    pub trail: TrailStyle,
    pub previous: Option<PageLink>,
    pub next: Option<PageLink>,
}

/// `styling.eyebrows`: what stands above the title.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TrailStyle {
    #[default]
    Section,
    Breadcrumbs,
}

/// A tab, anchor, dropdown, version, language, product, or an item of a tab's menu.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NavItem {
    pub name: String,
    /// Empty: nothing to go to; printed as plain text.
    pub href: String,
    pub active: bool,
    /// The active one of the same list lies in it: of tabs in a tab.
    pub around: bool,
    /// Stands for the others where none is active.
    pub default: bool,
    pub external: bool,
    pub icon_html: Option<Html>,
    pub description: Option<String>,
    pub tag: Option<String>,
    /// Tint of an anchor's tile.
    pub color: Option<ColorView>,
    /// `lang` of the name, for languages.
    pub lang: Option<String>,
    /// Items of a tab's menu.
    pub menu: Vec<NavItem>,
    /// Groups of such an item, which then is a column.
    pub groups: Vec<PageLink>,
}

/// A colour for light and dark mode, `#rgb` or `#rrggbb`; empty: none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ColorView {
    pub light: String,
    pub dark: String,
}

/// One step of the way down to a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Breadcrumb {
    pub name: String,
    pub href: Option<String>,
}

/// A neighbour in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PageLink {
    pub title: String,
    pub href: String,
}

/// The page for addresses that lead nowhere (`errors.404`).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NotFoundView {
    /// Title; empty: the interface text.
    pub title: String,
    /// Text; empty: the interface text.
    pub description_html: Html,
    /// Where the home page of its language is; empty: that of the site.
    pub home: String,
    /// What its scripts read, JSON source.
    pub data: String,
    /// Whether there are redirects that only the script does.
    pub has_routes: bool,
    /// What the text needs, as in a [`PageView`].
    pub style_html: Option<Html>,
    pub stylesheets: Vec<String>,
    pub scripts: Vec<String>,
    pub islands_html: Option<Html>,
    pub choices: bool,
    /// Navigation as on a page outside every section.
    pub nav: NavView,
}
