//! What all pages of a site and language share, from the configuration to the templates' view.
//!
//! Pure: addresses are computed, nothing is looked up but the size of images.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::Identity;
use crate::config::chrome::{Banner, Chrome, Footer, Navbar, NavbarKind, NavbarLink, Overrides, Urgency};
use crate::config::code_themes::is_theme_file;
use crate::config::look::{CodeMode, ColorScheme, Decoration, Look};
use crate::config::publishing::Seo;
use crate::hash::ContentHash;
use crate::page::ast::Node;
use crate::remote::{repository, star_count};
use crate::source::script::ScriptKind;
use crate::text::{Addresses, Slug, SourcePath, SourceText};

use super::code::palette::{self, Palette};
use super::element::has_unknown_tag;
use super::escape::Html;
use super::favicon::{self, SiteIcons};
use super::fonts;
use super::head_tags::head_tags;
use super::icon;
use super::integrations::ThirdParties;
use super::link::{resolve_link, resolve_resource, without_base};
use super::page_assets::{self, Extra};
use super::page_meta::{GENERATOR, is_of_pages};
use super::page_view::style;
use super::render::{Lookups, Render, render_nodes};
use super::search_view::{SEARCH_FOLDER, SEARCH_PAGE};
use super::template::color::Rgb;
use super::template::{
    Appearance, AppearanceView, BackgroundView, BannerView, FooterColumn, FooterView, ImageView, LinkView,
    LogoView, MetaKey, MetaTag, NavbarView, PrimaryKind, PrimaryView, ScriptTag, SearchView, SiteView,
    SlotsView, SocialView, TextDirection, ThemeColors, ThemeFonts, UiText, stylesheet, theme_rules,
    theme_tokens_css,
};
use super::utility;

/// Folder of the theme's own files in the output; the underscore keeps it apart from pages.
pub const ASSET_FOLDER: &str = "_docs";

/// What the site's view is made of.
pub struct SiteInput<'a> {
    pub identity: &'a Identity,
    pub look: &'a Look,
    pub chrome: &'a Chrome,
    /// What the page's language says differently.
    pub overrides: Option<&'a Overrides>,
    pub seo: &'a Seo,
    pub addresses: &'a Addresses,
    /// Language code of the navigation; `None`: English.
    pub language: Option<&'a str>,
    /// In that language.
    pub text: &'a UiText,
    pub assets: &'a ThemeAssets,
    pub fonts: &'a ThemeFonts,
    /// Address of the site's own copy of what draws diagrams.
    pub diagrams: Option<&'a str>,
    pub icons: SiteIcons<'a>,
    pub third_parties: &'a ThirdParties,
    /// The project's own style sheets and scripts, in path order.
    pub styles: &'a [SourcePath],
    pub scripts: &'a [CustomScript],
    /// Stars of repositories by `owner/name`, as `docs fetch` found them.
    pub stars: &'a BTreeMap<String, u64>,
}

/// A script of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomScript {
    pub path: SourcePath,
    pub kind: ScriptKind,
}

/// The theme's files. The names are in every page: they change with the content of what the program brings, and stay
/// for what a configuration chooses, so that another colour leaves the pages as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThemeAssets {
    /// Output path and content of the style sheet: colours, fonts and the theme.
    pub style: (String, String),
    /// Output path and content of the script.
    pub script: (String, String),
}

/// The colours of code in light and in dark mode (CFG-23).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeColors {
    pub light: Palette,
    pub dark: Palette,
}

/// The colours that a look asks for. `file` reads a theme of the project.
pub fn code_colors(look: &Look, file: &dyn Fn(&str) -> Option<Palette>) -> CodeColors {
    let codeblocks = &look.styling.codeblocks;
    let (light, dark) = match codeblocks.mode {
        CodeMode::Dark => (palette::DEFAULT_DARK, palette::DEFAULT_DARK),
        CodeMode::System => (palette::DEFAULT_LIGHT, palette::DEFAULT_DARK),
    };
    let palette = |asked: Option<&String>, default: &str| {
        let own = asked.filter(|name| is_theme_file(name)).and_then(|path| file(path));
        own.unwrap_or_else(|| Palette::named(asked.map_or(default, String::as_str), default))
    };
    let asked = codeblocks.themes.as_ref();
    CodeColors {
        light: palette(asked.map(|themes| &themes.light), light),
        dark: palette(asked.map(|themes| &themes.dark), dark),
    }
}

/// What a look says about colours.
pub fn theme_colors(look: &Look) -> ThemeColors {
    ThemeColors {
        primary: look.colors.primary.clone(),
        light: look.colors.light.clone(),
        dark: look.colors.dark.clone(),
        background_light: look.background.color.light.clone(),
        background_dark: look.background.color.dark.clone(),
        exact_text: !look.accessibility.auto_contrast,
    }
}

/// Makes the theme's files for a look, with what all pages have besides.
pub fn theme_assets(look: &Look, code: &CodeColors, fonts: &ThemeFonts, extras: &[Extra]) -> ThemeAssets {
    let mut tokens = theme_tokens_css(look.theme, &theme_colors(look), fonts);
    // Token colours yield to what the style sheet says about whole lines.
    tokens.push_str(&format!("@layer theme{{{}}}\n", palette::theme_css(&code.light, &code.dark)));
    let rules = theme_rules(look.theme, extras.iter().map(|extra| extra.style()));
    let script = page_assets::site_script(extras);
    // Hosts keep for ever what has a hash between dots; this is asked for again, as its colours may be others.
    let style = format!("{ASSET_FOLDER}/style-{}.css", ContentHash::of(rules.as_bytes()).short());
    ThemeAssets {
        style: (style, stylesheet(&tokens, &rules)),
        script: (hashed_name("site", "js", &script), script),
    }
}

/// A name that changes with the content.
pub(super) fn hashed_name(stem: &str, extension: &str, text: &str) -> String {
    format!("{ASSET_FOLDER}/{stem}.{}.{extension}", ContentHash::of(text.as_bytes()).short())
}

/// Builds the view.
pub fn site_view(input: &SiteInput<'_>, lookups: &dyn Lookups) -> SiteView {
    let addresses = input.addresses;
    let navbar =
        input.overrides.and_then(|overrides| overrides.navbar.as_ref()).unwrap_or(&input.chrome.navbar);
    let footer =
        input.overrides.and_then(|overrides| overrides.footer.as_ref()).unwrap_or(&input.chrome.footer);
    let banner =
        input.overrides.and_then(|overrides| overrides.banner.as_ref()).or(input.chrome.banner.as_ref());
    let lang = language_tag(input.language.unwrap_or("en"));
    let theme = input.assets.style.0.as_str();
    let styles = std::iter::once(theme).chain(input.styles.iter().map(SourcePath::as_str));
    let stylesheets = styles.map(|path| addresses.path_url(path)).collect();
    let custom = |script: &CustomScript| ScriptTag {
        src: addresses.path_url(script.path.as_str()),
        kind: script.kind,
    };
    let banner_sheet = banner.map(banner_sheet).unwrap_or_default();
    let banner = banner.map(|banner| banner_view(banner, addresses, lookups));
    let mut classes = BTreeSet::new();
    banner.iter().for_each(|banner| {
        utility::classes_in_html(banner.content_html.as_str(), &mut classes, &mut Vec::new())
    });
    let mut head_html = style(&(banner_sheet + &utility::sheet(&classes))).unwrap_or_default();
    head_html.push(&head_tags(&input.chrome.head, addresses));
    SiteView {
        name: input.identity.name.clone(),
        home: addresses.path_url(""),
        leads_by_language: input.chrome.interaction.browser_language,
        base: addresses.base.clone(),
        dir: if is_right_to_left(&lang) { TextDirection::Rtl } else { TextDirection::Ltr },
        appearance: AppearanceView {
            default: match input.look.appearance.default {
                ColorScheme::System => Appearance::System,
                ColorScheme::Light => Appearance::Light,
                ColorScheme::Dark => Appearance::Dark,
            },
            toggle: !input.look.appearance.strict,
        },
        logo: logo(input.look, addresses, lookups),
        brand_href: brand_href(input.look, addresses, lookups),
        links: favicon::links(input.icons, addresses),
        fonts: fonts::preloads(input.fonts, &lang),
        viewport: input
            .seo
            .metatags
            .get(VIEWPORT)
            .map_or("width=device-width, initial-scale=1", String::as_str)
            .to_owned(),
        metas: metas(input.identity, input.seo),
        theme_color: None,
        stylesheets,
        scripts: [Some(&input.assets.script), input.third_parties.script.as_ref()]
            .into_iter()
            .flatten()
            .map(|(path, _)| addresses.path_url(path))
            .collect(),
        third_parties: input.third_parties.view.clone(),
        diagrams: input.diagrams.map(str::to_owned),
        custom_scripts: input.scripts.iter().map(custom).collect(),
        head_html,
        navbar: navbar_view(navbar, input, lookups),
        footer: footer_view(footer, addresses, lookups),
        banner,
        search: Some(SearchView {
            prompt: input.chrome.search.prompt.clone().unwrap_or_default(),
            index: addresses.path_url(&format!("{SEARCH_FOLDER}/index.json")),
            page: addresses.page_url(&Slug::new(SEARCH_PAGE)),
        }),
        has_filter: input.chrome.interaction.filter,
        has_selection_menu: input.chrome.interaction.selection_menu,
        background: background(input.look, addresses, lookups),
        slots: SlotsView::default(),
        text: input.text.clone(),
        lang,
    }
}

/// The meta tag that every page has, in its own place.
const VIEWPORT: &str = "viewport";

/// The meta tags of every page that no page says differently: what the configuration names, and what is made
/// (SEO-01).
fn metas(identity: &Identity, seo: &Seo) -> Vec<MetaTag> {
    let made = [("application-name", identity.name.as_str()), ("generator", GENERATOR)];
    let made = made.into_iter().filter(|(key, value)| !value.is_empty() && !seo.metatags.contains_key(*key));
    let written = seo.metatags.iter().map(|(key, content)| (key.as_str(), content.as_str()));
    let all = written.chain(made).filter(|(key, _)| *key != VIEWPORT && !is_of_pages(key, seo));
    all.map(|(key, content)| meta(key, content)).collect()
}

/// A meta tag: `og:` names are properties.
pub fn meta(key: &str, content: &str) -> MetaTag {
    let property = ["og:", "article:", "profile:", "music:", "video:", "book:", "fb:"];
    let key = if property.iter().any(|start| key.starts_with(start)) {
        MetaKey::Property(key.to_owned())
    } else {
        MetaKey::Name(key.to_owned())
    };
    MetaTag { key, content: content.to_owned() }
}

/// The address of a file that the configuration names.
pub fn asset_url(reference: &str, addresses: &Addresses) -> String {
    let rooted =
        if reference.starts_with(['/', '.']) || reference.contains("://") || reference.starts_with("data:") {
            reference.to_owned()
        } else {
            format!("/{reference}")
        };
    resolve_resource(&rooted, &Slug::new("index"), addresses, &|_| false).url
}

/// The address of a link that the configuration names.
pub fn config_url(href: &str, addresses: &Addresses) -> String {
    resolve_link(href, &Slug::new("index"), addresses, &|_| false).url
}

fn is_external(href: &str) -> bool {
    href.contains("://") || href.starts_with("//") || href.starts_with("mailto:")
}

/// The address of a link around all pages, without the base path that its author wrote before it.
fn chrome_url(href: &str, addresses: &Addresses, lookups: &dyn Lookups) -> String {
    config_url(&without_base(href, addresses, &|path| lookups.leads(path)), addresses)
}

fn link_view(label: &str, href: &str, addresses: &Addresses, lookups: &dyn Lookups) -> LinkView {
    LinkView {
        label: label.to_owned(),
        href: chrome_url(href, addresses, lookups),
        icon_html: None,
        external: is_external(href),
    }
}

fn navbar_view(navbar: &Navbar, input: &SiteInput<'_>, lookups: &dyn Lookups) -> NavbarView {
    let addresses = input.addresses;
    let starred = |kind: NavbarKind, label: &str, href: &str| {
        let count = repository(href).filter(|_| kind == NavbarKind::Github);
        match count.and_then(|name| input.stars.get(&name)) {
            Some(count) => format!("{label} ★ {}", star_count(*count)),
            None => label.to_owned(),
        }
    };
    let file = SourcePath::new("docs.json");
    let icon = |link: &NavbarLink| match &link.icon {
        Some(own) => icon::configured(own, &file, addresses, lookups).0,
        None => platform_of(link.kind),
    };
    NavbarView {
        links: navbar
            .links
            .iter()
            .map(|link| {
                let label = starred(link.kind, &link.label, &link.href);
                LinkView { icon_html: icon(link), ..link_view(&label, &link.href, addresses, lookups) }
            })
            .collect(),
        primary: navbar.primary.as_ref().map(|primary| {
            let kind = match primary.kind {
                NavbarKind::Github => PrimaryKind::Github,
                _ => PrimaryKind::Button,
            };
            let owner_and_name = || {
                let path = primary.href.trim_end_matches('/');
                let mut parts = path.rsplit('/');
                match (parts.next(), parts.next()) {
                    (Some(name), Some(owner)) if path.contains("://") => format!("{owner}/{name}"),
                    _ => "GitHub".to_owned(),
                }
            };
            let label = match kind {
                PrimaryKind::Github if matches!(primary.label.as_str(), "" | "Github" | "GitHub") => {
                    owner_and_name()
                }
                _ => primary.label.clone(),
            };
            PrimaryView {
                kind,
                label: starred(primary.kind, &label, &primary.href),
                href: chrome_url(&primary.href, addresses, lookups),
                icon_html: platform_of(primary.kind),
            }
        }),
    }
}

/// The logo of a link's kind.
fn platform_of(kind: NavbarKind) -> Option<Html> {
    match kind {
        NavbarKind::Github => icon::logo("github"),
        NavbarKind::Discord => icon::logo("discord"),
        NavbarKind::Button => None,
    }
}

fn footer_view(footer: &Footer, addresses: &Addresses, lookups: &dyn Lookups) -> FooterView {
    FooterView {
        socials: footer
            .socials
            .iter()
            .map(|social| SocialView {
                href: chrome_url(&social.href, addresses, lookups),
                icon_html: icon::social(&social.platform),
                label: platform_name(&social.platform),
            })
            .collect(),
        columns: footer
            .links
            .iter()
            .map(|column| FooterColumn {
                header: column.header.clone(),
                items: column
                    .items
                    .iter()
                    .map(|item| link_view(&item.label, &item.href, addresses, lookups))
                    .collect(),
            })
            .collect(),
    }
}

fn platform_name(platform: &str) -> String {
    match platform {
        "x" | "x-twitter" | "twitter" => "X".to_owned(),
        "github" => "GitHub".to_owned(),
        "linkedin" => "LinkedIn".to_owned(),
        "youtube" => "YouTube".to_owned(),
        "earth-americas" | "website" => "Website".to_owned(),
        "hacker-news" => "Hacker News".to_owned(),
        other => {
            let mut characters = other.chars();
            characters
                .next()
                .map(|first| first.to_uppercase().chain(characters).collect())
                .unwrap_or_default()
        }
    }
}

fn banner_view(banner: &Banner, addresses: &Addresses, lookups: &dyn Lookups) -> BannerView {
    BannerView {
        // A paragraph, as style sheets of authors know it.
        content_html: of_config(
            &lookups.markdown(&banner.content),
            (&banner.content, &Slug::new("index")),
            addresses,
            lookups,
        ),
        id: ContentHash::of(banner.content.as_bytes()).short(),
        dismissible: banner.dismissible,
    }
}

/// What an urgent banner is filled with.
const WARNING: Rgb = Rgb([0xfb, 0xbf, 0x24]);
const CRITICAL: Rgb = Rgb([0xb9, 0x1c, 0x1c]);

/// The colours of a banner that does not look like a button: those of its type, or its own in the modes that have
/// one (CHR-03). They stand in the page, as each language may have a banner of its own.
fn banner_sheet(banner: &Banner) -> String {
    let of_type = match banner.urgency {
        Urgency::Info => None,
        Urgency::Warning => Some(WARNING),
        Urgency::Critical => Some(CRITICAL),
    };
    let fill = |own: &Option<String>| own.as_deref().and_then(Rgb::parse).or(of_type);
    let rule = |mode: &str, fill: Rgb| format!("{mode}#banner{{background:{fill};color:{}}}", fill.label());
    let rules = match (fill(&banner.color.light), fill(&banner.color.dark)) {
        (None, None) => return String::new(),
        (Some(light), Some(dark)) if light == dark => rule("", light),
        (light, dark) => {
            let light = light.map(|fill| rule("html:not(.dark) ", fill));
            let dark = dark.map(|fill| rule("html.dark ", fill));
            [light, dark].into_iter().flatten().collect()
        }
    };
    format!("@layer theme{{{rules}}}")
}

/// Markdown of a line as inline markup: a single paragraph loses its element. Relative links begin at a page; those of
/// the configuration, at the first one.
pub fn inline_markdown(text: &str, page: &Slug, addresses: &Addresses, lookups: &dyn Lookups) -> Html {
    let nodes = match <[Node; 1]>::try_from(lookups.markdown(text)) {
        Ok([only]) if only.kind == crate::page::ast::NodeKind::Paragraph => only.children,
        Ok([only]) => vec![only],
        Err(nodes) => nodes,
    };
    of_config(&nodes, (text, page), addresses, lookups)
}

/// Nodes of a text of the configuration.
fn of_config(
    nodes: &[Node],
    (text, page): (&str, &Slug),
    addresses: &Addresses,
    lookups: &dyn Lookups,
) -> Html {
    let source = SourceText::new(SourcePath::new("docs.json"), text);
    let mut cx = Render::new(addresses, page, &source, lookups);
    render_nodes(nodes, &mut cx)
}

/// The title of a page with its markup; `None` where it is a text, though signs of it may look like a tag: `Array<T>` (FM-01).
pub fn marked_title(title: &str, page: &Slug, addresses: &Addresses, lookups: &dyn Lookups) -> Option<Html> {
    (!has_unknown_tag(title)).then(|| inline_markdown(title, page, addresses, lookups))
}

/// Where the logo leads, also when its picture is missing and the name of the site stands in for it.
fn brand_href(look: &Look, addresses: &Addresses, lookups: &dyn Lookups) -> String {
    let href = look.logo.as_ref().and_then(|logo| logo.href.as_ref());
    href.map(|href| chrome_url(href, addresses, lookups)).unwrap_or_default()
}

fn logo(look: &Look, addresses: &Addresses, lookups: &dyn Lookups) -> Option<LogoView> {
    let logo = look.logo.as_ref()?;
    // A picture that is not there would be a hole in the header: the name of the site stands in for it.
    let (light, dark) = match (is_there(&logo.light, lookups), is_there(&logo.dark, lookups)) {
        (false, false) => return None,
        (true, false) => (&logo.light, &logo.light),
        (false, true) => (&logo.dark, &logo.dark),
        (true, true) => (&logo.light, &logo.dark),
    };
    let image = |reference: &str| {
        let size = lookups.image_size(&SourcePath::new(reference));
        ImageView {
            src: asset_url(reference, addresses),
            width: size.map(|(width, _)| width),
            height: size.map(|(_, height)| height),
        }
    };
    Some(LogoView {
        light: image(light),
        dark: (dark != light).then(|| image(dark)),
        href: brand_href(look, addresses, lookups),
    })
}

/// Whether a picture of the configuration can be shown.
fn is_there(file: &str, lookups: &dyn Lookups) -> bool {
    file.contains("//") || file.starts_with("data:") || lookups.file_exists(&SourcePath::new(file))
}

fn background(look: &Look, addresses: &Addresses, lookups: &dyn Lookups) -> BackgroundView {
    // One that is not there would be a grey box behind every page.
    let image = |file: &String| is_there(file, lookups).then(|| asset_url(file, addresses));
    BackgroundView {
        decoration: look.background.decoration.map(|decoration| {
            match decoration {
                Decoration::Gradient => "gradient",
                Decoration::Grid => "grid",
                Decoration::Windows => "windows",
            }
            .to_owned()
        }),
        image_light: look.background.image.as_ref().and_then(|pair| image(&pair.light)),
        image_dark: look.background.image.as_ref().and_then(|pair| image(&pair.dark)),
    }
}

/// The BCP 47 tag of a language code that `docs.json` accepts.
pub fn language_tag(code: &str) -> String {
    match code {
        "cn" | "zh" => "zh-Hans".to_owned(),
        "jp" => "ja".to_owned(),
        "ja-jp" => "ja-JP".to_owned(),
        "fr-ca" => "fr-CA".to_owned(),
        "ua" => "uk".to_owned(),
        code => code.to_owned(),
    }
}

/// Whether a language is written from right to left.
pub fn is_right_to_left(tag: &str) -> bool {
    matches!(tag.split('-').next().unwrap_or(""), "ar" | "he" | "fa" | "ur")
}

/// The name of a language as its readers write it.
pub fn language_name(code: &str) -> &str {
    match code {
        "en" => "English",
        "cn" | "zh" | "zh-Hans" | "zh-CN" => "简体中文",
        "zh-Hant" | "zh-TW" => "繁體中文",
        "es" => "Español",
        "fr" => "Français",
        "fr-CA" | "fr-ca" => "Français (Canada)",
        "ja" | "jp" | "ja-jp" | "ja-JP" => "日本語",
        "pt" => "Português",
        "pt-BR" => "Português (Brasil)",
        "de" => "Deutsch",
        "ko" => "한국어",
        "it" => "Italiano",
        "ru" => "Русский",
        "id" => "Bahasa Indonesia",
        "ar" => "العربية",
        "tr" => "Türkçe",
        "ro" => "Română",
        "cs" => "Čeština",
        "hi" => "हिन्दी",
        "sv" => "Svenska",
        "no" => "Norsk",
        "da" => "Dansk",
        "lv" => "Latviešu",
        "nl" => "Nederlands",
        "uk" => "Українська",
        "vi" => "Tiếng Việt",
        "pl" => "Polski",
        "uz" => "Oʻzbekcha",
        "he" => "עברית",
        "ca" => "Català",
        "fi" => "Suomi",
        "hu" => "Magyar",
        other => other,
    }
}
