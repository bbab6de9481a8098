//! What one page shows, from its parts to the templates' view.
//!
//! The parts are small slices: the page's place in the navigation, its section's sidebar, its front
//! matter. A page never sees the whole navigation or another page.

use serde::{Deserialize, Serialize};

use crate::config::chrome::{Contextual, ContextualDisplay};
use crate::config::look::Eyebrows;
use crate::config::navigation::{DivisionKind, Icon};
use crate::config::publishing::{Feedback, Seo};
use crate::page::frontmatter::FrontMatter;
use crate::page::outline;
use crate::site::navigation::Link;
use crate::site::navigation::listing::shown;
use crate::site::place::{Fit, PagePlace, Switch};
use crate::site::visibility::Visibility;
use crate::source::history::Day;
use crate::text::{Addresses, Slug, SourcePath};

use super::archive::{ArchivePages, archive_title, neighbours, shown_html, shown_toc};
use super::body::Body;
use super::css::urls::below_base;
use super::escape::{Html, raw_element_text};
use super::feed_links::{self, has_feeds};
use super::feedback::feedback;
use super::labels::fill;
use super::page_assets;
use super::page_menu::{MenuInput, page_menu};
use super::page_meta;
use super::site_view::{config_url, is_right_to_left, language_name, language_tag};
use super::template::color::{Rgb, WHITE};
use super::template::{
    Breadcrumb, ColorView, ContentLanguage, Elsewhere, LinkTag, ModifiedView, NavItem, NavView, NoticeView,
    PageLink, PageMode, PageView, Pill, PillKind, TextDirection, TocEntry, TrailStyle, UiText,
};

/// The contrast at which an icon can be made out. It stands beside its name, so that less than what WCAG 1.4.11 asks of
/// icons alone will do, and most brands keep their exact colour.
const SEEN: f64 = 2.0;
/// About what icons stand on in dark mode, whatever the theme.
const DARK_GROUND: Rgb = Rgb([24, 24, 27]);

/// What a page's view is made of.
#[derive(Clone)]
pub struct PageInput<'a> {
    pub slug: &'a Slug,
    pub title: &'a str,
    pub title_html: Option<Html>,
    pub description: Option<&'a str>,
    pub description_html: Option<Html>,
    pub front_matter: &'a FrontMatter,
    pub place: &'a PagePlace,
    /// With this page's marks.
    pub sidebar: Html,
    pub body: &'a Body,
    /// The picture of an icon of the navigation.
    pub icon: &'a dyn Fn(&Icon) -> Option<Html>,
    pub addresses: &'a Addresses,
    pub site_url: Option<&'a str>,
    pub site_name: &'a str,
    /// What is said of pages that say nothing of themselves.
    pub site_description: Option<&'a str>,
    pub eyebrows: Eyebrows,
    /// `styling.latex`: the style of formulas always or never; otherwise where there are formulas.
    pub latex: Option<bool>,
    /// `metadata.timestamp`: whether pages say when they were last changed.
    pub timestamp: bool,
    /// When the file was last changed.
    pub day: Option<Day>,
    pub visibility: Visibility,
    pub feedback: &'a Feedback,
    /// Its source, where pages link to that.
    pub source: Option<&'a SourcePath>,
    /// Address of the picture that social networks show.
    pub thumbnail: Option<String>,
    pub seo: &'a Seo,
    pub contextual: Option<&'a Contextual>,
    /// Address of the MCP server.
    pub mcp: Option<&'a str>,
    /// Address of the API description that the page is made from.
    pub description_file: Option<String>,
    /// In the page's language.
    pub text: &'a UiText,
    /// `GET`, `WEBHOOK` …
    pub method: Option<&'a str>,
    pub deprecated: bool,
    /// The list of its group's entries.
    pub directory_html: Option<&'a Html>,
    /// The links that the page names as related.
    pub related_html: Option<&'a Html>,
    /// What it shows in place of a translation.
    pub stands_for: Option<&'a Original>,
    /// What it translates, when that was changed after it.
    pub outdated_by: Option<&'a Original>,
    /// The title of the whole page, of which this may be one with older entries.
    pub name: &'a str,
    /// Where its older entries are, when it is a long change log.
    pub archives: ArchivePages<'a>,
    /// Whether the page lies beside as Markdown.
    pub has_export: bool,
    /// Where the home page may lead, as JSON.
    pub languages: Option<&'a str>,
}

/// A page that another one translates, or shows in place of a translation (I18N-05, I18N-06).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Original {
    pub slug: Slug,
    /// The code of its language.
    pub language: Option<String>,
}

/// Builds the view.
pub fn page_view(input: &PageInput<'_>) -> PageView {
    let archive = input.archives.shown.and_then(|number| archive_title(input.body, number, input.title));
    match archive {
        Some(title) => {
            let mut view = view_of(&PageInput { title: &title, title_html: None, ..input.clone() });
            let [newer, older] =
                neighbours(input.body, input.archives, input.title, input.addresses).unwrap_or_default();
            (view.nav.previous, view.nav.next) = (newer, older);
            view
        }
        None => view_of(input),
    }
}

fn view_of(input: &PageInput<'_>) -> PageView {
    let mode = page_mode(input.front_matter);
    let canonical = page_meta::canonical(input);
    let styles = page_assets::stylesheets(&input.body.features, input.latex, input.addresses);
    let (stylesheets, inside) = styles.into_parts();
    let pills = [
        input.front_matter.text("tag").map(|label| Pill { kind: PillKind::Tag, label }),
        input.front_matter.text("version").map(|label| Pill { kind: PillKind::Version, label }),
        input.deprecated.then(|| Pill { kind: PillKind::Deprecated, label: input.text.deprecated.clone() }),
    ];
    let mut view = PageView {
        title: input.title.to_owned(),
        title_html: input.title_html.clone(),
        untitled: input.front_matter.is_empty_text("title"),
        head_title: String::new(),
        description_html: input.description_html.clone(),
        path: format!("/{}", input.slug.route()),
        metas: page_meta::metas(input, canonical.as_deref()),
        links: alternates(input).into_iter().chain(export(input)).chain(feeds(input)).collect(),
        canonical,
        languages: input.languages.map(str::to_owned),
        elsewhere: elsewhere(input),
        json_ld: page_meta::json_ld(input),
        mode,
        nav: nav_view(input),
        style_html: style(&(inside + &below_base(&input.body.utilities, input.addresses))),
        body_html: shown_html(input.body, input.archives, input.name, (input.addresses, input.text)),
        toc: if mode == PageMode::Default { toc(&shown_toc(input.body, input.archives)) } else { Vec::new() },
        aside_html: input.body.aside.clone().filter(|_| mode != PageMode::Wide),
        endpoint_html: input.body.endpoint.clone(),
        method: input.method.map(str::to_owned),
        pills: pills.into_iter().flatten().collect(),
        notice: notice(input),
        language: input.stands_for.map(|original| {
            let lang = language_tag(original.language.as_deref().unwrap_or("en"));
            let dir = if is_right_to_left(&lang) { TextDirection::Rtl } else { TextDirection::Ltr };
            ContentLanguage { lang, dir }
        }),
        directory_html: input.directory_html.cloned(),
        actions_html: None,
        toc_end_html: None,
        related_html: input.related_html.cloned(),
        after_html: feedback(input.feedback, input.source, input.title, input.text),
        modified: modified(input),
        stylesheets,
        scripts: page_assets::scripts(input.body, input.addresses),
        islands_html: page_assets::islands(input.body),
        choices: page_assets::has_choices(&input.body.features),
    };
    if input.front_matter.flag("rss") == Some(true) && has_feeds(&input.body.features, input.front_matter) {
        view.actions_html = Some(feed_links::button(own_slug(input), input.addresses));
    }
    if input.archives.pages.is_some() {
        view.scripts.push(page_assets::archive_script(input.addresses));
    }
    add_menu(&mut view, input);
    view
}

/// The page whose words are shown.
fn own_slug<'a>(input: &PageInput<'a>) -> &'a Slug {
    input.stands_for.map_or(whole_slug(input), |original| &original.slug)
}

/// The page with all of its entries: other forms of it have them in one place.
fn whole_slug<'a>(input: &PageInput<'a>) -> &'a Slug {
    input.archives.pages.map_or(input.slug, |(page, _)| page)
}

/// The feeds of its change log.
fn feeds(input: &PageInput<'_>) -> impl Iterator<Item = LinkTag> {
    let has = has_feeds(&input.body.features, input.front_matter);
    let links = has.then(|| feed_links::links(own_slug(input), input.title, input.addresses));
    links.into_iter().flatten()
}

/// Adds the menu for work with assistants: the page's own, else the site's (FM-10).
fn add_menu(view: &mut PageView, input: &PageInput<'_>) {
    let own = input.front_matter.fields.get("contextual");
    let own = own.and_then(Contextual::of_page);
    let Some(menu) = own.as_ref().or(input.contextual).filter(|_| view.mode != PageMode::Custom) else {
        return;
    };
    let display = if view.has_toc() { menu.display } else { ContextualDisplay::Header };
    let markdown = input.has_export.then(|| input.addresses.export_url(whole_slug(input)));
    let html = page_menu(&MenuInput {
        menu,
        page: &input.addresses.page_url(input.slug),
        markdown: markdown.as_deref(),
        site: input.site_url,
        site_name: input.site_name,
        mcp: input.mcp,
        description: input.description_file.as_deref(),
        display,
        icon: input.icon,
        text: input.text,
    });
    if html.is_none() {
        return;
    }
    match display {
        ContextualDisplay::Header => {
            let mut actions = view.actions_html.take().unwrap_or_default();
            html.iter().for_each(|html| actions.push(html));
            view.actions_html = Some(actions);
        }
        ContextualDisplay::Toc => view.toc_end_html = html,
    }
    // A site that has menus brings what they need with the files of every page.
    if input.contextual.is_none() {
        let (style, script) = page_assets::page_menu(input.addresses);
        view.stylesheets.push(style);
        view.scripts.push(script);
    }
}

/// A style sheet in the page.
pub fn style(sheet: &str) -> Option<Html> {
    let mut html = Html::trusted("<style>");
    html.push(&raw_element_text(sheet, "style"));
    html.push(&Html::trusted("</style>\n"));
    (!sheet.is_empty()).then_some(html)
}

/// Where `url` of the front matter sends readers; `None` for one that leads back to the page.
fn elsewhere(input: &PageInput<'_>) -> Option<Elsewhere> {
    let url = config_url(&input.front_matter.elsewhere()?, input.addresses);
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    if path == input.addresses.page_url(input.slug).trim_end_matches('/') {
        return None;
    }
    let canonical = page_meta::redirect_canonical(&url, input.seo, input.site_url, input.addresses);
    Some(Elsewhere { url, canonical })
}

/// `mode` of the front matter; unknown ones are the default.
pub fn page_mode(front_matter: &FrontMatter) -> PageMode {
    match front_matter.text("mode").as_deref() {
        Some("wide") => PageMode::Wide,
        Some("custom") => PageMode::Custom,
        Some("frame") => PageMode::Frame,
        Some("center") => PageMode::Center,
        _ => PageMode::Default,
    }
}

/// The same page in other languages, for search engines (I18N-04); only with a site address.
fn alternates(input: &PageInput<'_>) -> Vec<LinkTag> {
    // What is older in one language may not be in another one, and a page that no list has is named by none of the others.
    let has_same = input.stands_for.is_none() && input.archives.shown.is_none() && input.visibility.sitemap;
    let Some(site) = input.site_url.filter(|_| has_same) else { return Vec::new() };
    let tag = |(code, slug): (Option<&str>, &Slug)| LinkTag {
        rel: "alternate".to_owned(),
        href: format!("{site}{}", input.addresses.page_url(slug)),
        hreflang: code.map_or_else(|| "x-default".to_owned(), language_tag),
        ..LinkTag::default()
    };
    input.place.translations().into_iter().map(tag).collect()
}

/// What a reader of an old version is told, or of a page in another language (VER-03, I18N-05, I18N-06).
fn notice(input: &PageInput<'_>) -> Option<NoticeView> {
    let with_original = |text: &str, original: &Original| {
        let title = language_name(original.language.as_deref().unwrap_or("en")).to_owned();
        let link = PageLink { title, href: input.addresses.page_url(&original.slug) };
        Some(NoticeView { text: text.to_owned(), link: Some(link) })
    };
    if let Some(original) = input.stands_for {
        return with_original(&input.text.not_translated, original);
    }
    let Some(old) = input.place.old_version() else {
        return with_original(&input.text.outdated_translation, input.outdated_by?);
    };
    let text = input.text.old_version.replace("{version}", old.version).replace("{latest}", old.latest);
    let link = old.link.map(|link| PageLink {
        title: input.text.old_version_link.clone(),
        href: link_url(link, input.addresses),
    });
    Some(NoticeView { text, link })
}

/// When the page was last changed: by its front matter, or else by the history of its file (CFG-27, FM-09).
fn modified(input: &PageInput<'_>) -> Option<ModifiedView> {
    if !input.front_matter.flag("timestamp").unwrap_or(input.timestamp) {
        return None;
    }
    let written = input.front_matter.text("lastUpdatedDate").as_deref().and_then(Day::parse);
    let day = written.or(input.day)?;
    let (year, month, number) = day.parts();
    let month = MONTHS.get((month as usize).checked_sub(1)?)?;
    let english = input.place.language().is_none_or(|code| code.starts_with("en"));
    // In other languages the reader's browser knows how a day is written.
    let label = if english { format!("{month} {number}, {year}") } else { day.iso() };
    Some(ModifiedView { iso: day.iso(), label })
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The same page as Markdown (AI-02).
fn export(input: &PageInput<'_>) -> Option<LinkTag> {
    input.has_export.then(|| LinkTag {
        rel: "alternate".to_owned(),
        kind: "text/markdown".to_owned(),
        href: input.addresses.export_url(whole_slug(input)),
        ..LinkTag::default()
    })
}

/// A table of contents as templates have it.
pub fn toc(entries: &[outline::TocEntry]) -> Vec<TocEntry> {
    entries
        .iter()
        .map(|entry| TocEntry {
            id: entry.id.clone(),
            title: entry.title.clone(),
            depth: entry.depth,
            children: toc(&entry.children),
        })
        .collect()
}

fn nav_view(input: &PageInput<'_>) -> NavView {
    let place = input.place;
    let pager = input.front_matter.flag("hideFooterPagination") != Some(true);
    let neighbour = |neighbour: &Option<crate::site::navigation::listing::Neighbour>| {
        neighbour.as_ref().filter(|_| pager).map(|neighbour| PageLink {
            title: neighbour.title.clone(),
            href: input.addresses.page_url(&neighbour.slug),
        })
    };
    let mut view = list_view(place, input.addresses, input.text, input.icon);
    view.sidebar_html = input.sidebar.clone();
    view.eyebrow = place.eyebrow().map(str::to_owned);
    view.breadcrumbs = shown(&place.breadcrumbs)
        .map(|crumb| Breadcrumb {
            name: crumb.name.clone(),
            href: crumb.link.as_ref().map(|link| link_url(link, input.addresses)),
        })
        .collect();
    view.trail = match input.eyebrows {
        Eyebrows::Breadcrumbs => TrailStyle::Breadcrumbs,
        Eyebrows::Section => TrailStyle::Section,
    };
    view.previous = neighbour(&place.previous);
    view.next = neighbour(&place.next);
    view
}

/// Tabs, anchors, dropdowns, versions, languages and products around a place.
pub fn list_view(
    place: &PagePlace,
    addresses: &Addresses,
    text: &UiText,
    icon: &dyn Fn(&Icon) -> Option<Html>,
) -> NavView {
    let mut view = NavView::default();
    for switcher in &place.trail.switchers {
        let items = switcher.iter().enumerate().map(|(at, (switch, active))| {
            let counterpart = place
                .counterparts
                .iter()
                .find(|counterpart| counterpart.kind == switcher.kind && counterpart.label == switch.label);
            let there = counterpart.and_then(|counterpart| counterpart.link.as_ref());
            let mut item = nav_item(switch, there.or(switch.link.as_ref()), addresses, icon);
            (item.active, item.around) = (active, switcher.around.contains(&at));
            // Of another site nobody knows what is there.
            if switcher.kind == DivisionKind::Version
                && !item.external
                && counterpart.is_some_and(|counterpart| counterpart.fit > Fit::SamePage)
            {
                item.description = item.description.or_else(|| Some(fill(&text.not_in_version, &item.name)));
            }
            if switcher.kind == DivisionKind::Language {
                item.name = language_name(&switch.label).to_owned();
                item.lang = Some(language_tag(&switch.label));
            }
            if active
                && let Some(current) = place.trail.active_menu_item
                && let Some(entry) = item.menu.get_mut(current)
            {
                entry.active = true;
            }
            item
        });
        let list = match switcher.kind {
            DivisionKind::Language => &mut view.languages,
            DivisionKind::Product => &mut view.products,
            DivisionKind::Version => &mut view.versions,
            DivisionKind::Dropdown => &mut view.dropdowns,
            DivisionKind::Tab => &mut view.tabs,
            DivisionKind::Anchor => &mut view.anchors,
            DivisionKind::MenuItem => continue,
        };
        list.extend(items);
    }
    view
}

/// An entry that leads to `link`.
fn nav_item(
    switch: &Switch,
    link: Option<&Link>,
    addresses: &Addresses,
    icon: &dyn Fn(&Icon) -> Option<Html>,
) -> NavItem {
    let color = &switch.color;
    NavItem {
        name: switch.name.clone(),
        external: matches!(&switch.link, Some(Link::Url(url)) if url.contains("://")),
        href: link.map(|link| link_url(link, addresses)).unwrap_or_default(),
        active: false,
        around: false,
        default: switch.default,
        icon_html: switch.icon.as_ref().and_then(icon),
        description: switch.description.clone(),
        tag: switch.tag.clone(),
        color: color_view(color.light.as_deref(), color.dark.as_deref()),
        lang: None,
        menu: switch.menu.iter().map(|item| nav_item(item, item.link.as_ref(), addresses, icon)).collect(),
        groups: switch
            .groups
            .iter()
            .map(|(name, link)| PageLink { title: name.clone(), href: link_url(link, addresses) })
            .collect(),
    }
}

/// The colour of an icon in both modes. One that is written once is shown where it can be seen, and elsewhere a shade of
/// it that can: a mark of another product is often nearly black.
fn color_view(light: Option<&str>, dark: Option<&str>) -> Option<ColorView> {
    let shade = |color: &str, ground: Rgb| match Rgb::parse(color) {
        Some(written) => written.readable_on(&[ground], SEEN).to_string(),
        None => color.to_owned(),
    };
    match (light, dark) {
        (Some(light), Some(dark)) if light != dark => {
            Some(ColorView { light: light.to_owned(), dark: dark.to_owned() })
        }
        (Some(color), _) | (None, Some(color)) => {
            Some(ColorView { light: shade(color, WHITE), dark: shade(color, DARK_GROUND) })
        }
        (None, None) => None,
    }
}

/// The address of a link of the navigation.
pub fn link_url(link: &Link, addresses: &Addresses) -> String {
    match link {
        Link::Page(slug) => addresses.page_url(slug),
        Link::Url(url) => config_url(url, addresses),
    }
}
