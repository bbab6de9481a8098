//! From views to whole documents: the theme's templates, compiled once.
//!
//! The only module that names minijinja. Templates are part of the program; they decide where things
//! stand, never what a page shows. What is the same on every page of a site is rendered once into a
//! [`Shell`], the sidebar once per section into a [`SidebarFragment`]; a page then only fills the rest.

pub(super) mod color;
mod icons;
mod sidebar;
mod stylesheet;
mod tokens;
mod view;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, context};
use serde::Serialize;

use crate::hash::{ContentHash, KeyHasher};
use crate::html::escape::{Html, UrlUse, is_safe_url};

pub use sidebar::{
    FoldedGroup, MoreLink, Side, SidebarEntry, SidebarFragment, SidebarGroup, SidebarLink, SidebarSection,
    Unfolded, render_sidebar,
};
pub use stylesheet::{
    COMPONENTS_SCRIPT, NAV_SCRIPT, SITE_SCRIPT, island_runtime, look_stylesheet, page_stylesheet, stylesheet,
};
pub use tokens::{FontView, ThemeColors, ThemeFonts, theme_tokens_css};
pub use view::*;

/// Every template with the name that other templates know it by.
const TEMPLATES: &[(&str, &str)] = &[
    ("mint/page.html", include_str!("../../themes/mint/page.html")),
    ("mint/404.html", include_str!("../../themes/mint/404.html")),
    ("head.html", include_str!("../../themes/base/partials/head.html")),
    ("brand.html", include_str!("../../themes/base/partials/brand.html")),
    ("navbar.html", include_str!("../../themes/base/partials/navbar.html")),
    ("drawer-foot.html", include_str!("../../themes/base/partials/drawer-foot.html")),
    ("banner.html", include_str!("../../themes/base/partials/banner.html")),
    ("search.html", include_str!("../../themes/base/partials/search.html")),
    ("footer.html", include_str!("../../themes/base/partials/footer.html")),
    ("background.html", include_str!("../../themes/base/partials/background.html")),
    ("tabs.html", include_str!("../../themes/base/partials/tabs.html")),
    ("anchors.html", include_str!("../../themes/base/partials/anchors.html")),
    ("switcher.html", include_str!("../../themes/base/partials/switcher.html")),
    ("title.html", include_str!("../../themes/base/partials/title.html")),
    ("toc.html", include_str!("../../themes/base/partials/toc.html")),
    ("pager.html", include_str!("../../themes/base/partials/pager.html")),
];

/// Runs before the first paint: colour mode, a dismissed banner, and the class that says there are
/// scripts. The same bytes on every page, so that one hash allows it in a content security policy.
const HEAD_SCRIPT: &str = include_str!("../../themes/base/head.js");

/// Restores the sidebar's scroll position before it is painted (NAV-19).
const SIDEBAR_SCRIPT: &str = include_str!("../../themes/base/sidebar.js");

/// Shows the tabs and the view that the reader chose before, ahead of the first paint.
const CHOICES_SCRIPT: &str = include_str!("../../themes/base/choices.js");

/// The compiled templates.
pub struct Templates {
    environment: Environment<'static>,
}

/// The regions of a document that all pages of a site and language share. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shell {
    /// The hash of all that it gives to pages.
    pub key: ContentHash,
    theme: String,
    not_found_title: String,
    /// [`Regions`], converted once.
    values: Value,
}

#[derive(Serialize)]
struct Regions<'a> {
    name: &'a str,
    home: &'a str,
    lang: &'a str,
    dir: TextDirection,
    appearance: Appearance,
    toggle: bool,
    banner_id: Option<&'a str>,
    head_html: String,
    brand_html: String,
    search_html: String,
    navbar_html: String,
    drawer_foot_html: String,
    banner_html: String,
    background_html: String,
    footer_html: String,
    text: &'a UiText,
}

impl Default for Templates {
    fn default() -> Self {
        Self::new()
    }
}

impl Templates {
    /// Compiles all templates.
    pub fn new() -> Self {
        let mut environment = Environment::new();
        // Tags that stand on a line of their own leave no blank line behind.
        if let Ok(syntax) = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
            environment.set_syntax(syntax);
        }
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_formatter(|out, _, value| {
            if let Some(text) = value.as_str() {
                if value.is_safe() { out.write_str(text)? } else { write_escaped(out, text)? }
            } else if !value.is_undefined() && !value.is_none() {
                write!(out, "{value}")?;
            }
            Ok(())
        });
        environment.add_filter("url", safe_url);
        environment.add_filter("fragment", fragment);
        environment.add_global("ui", icons::all());
        for (name, source) in TEMPLATES {
            // Part of the program: a test renders every one of them.
            environment.add_template(name, source).expect("a template of this program does not compile");
        }
        Self { environment }
    }

    /// Renders what all pages share.
    pub fn shell(&self, site: &SiteView) -> Shell {
        let values = context! {
            site => Value::from(Serde(site)),
            head_script => HEAD_SCRIPT.trim(),
        };
        let region = |name: &str| self.render(name, &values);
        let regions = Regions {
            name: &site.name,
            home: &site.home,
            lang: &site.lang,
            dir: site.dir,
            appearance: site.appearance.default,
            toggle: site.appearance.toggle,
            banner_id: site
                .banner
                .as_ref()
                .filter(|banner| banner.dismissible)
                .map(|banner| banner.id.as_str()),
            head_html: region("head.html"),
            brand_html: region("brand.html"),
            search_html: site.search.as_ref().map(|_| region("search.html")).unwrap_or_default(),
            navbar_html: region("navbar.html"),
            drawer_foot_html: region("drawer-foot.html"),
            banner_html: site.banner.as_ref().map(|_| region("banner.html")).unwrap_or_default(),
            background_html: region("background.html"),
            footer_html: region("footer.html"),
            text: &site.text,
        };
        Shell {
            key: KeyHasher::new("shell").part(site.theme.as_bytes()).value(&regions).finish(),
            theme: site.theme.clone(),
            not_found_title: site.text.not_found_title.clone(),
            values: Value::from(Serde(regions)),
        }
    }

    /// Renders a page.
    pub fn render_page(&self, shell: &Shell, page: &PageView) -> String {
        self.document(shell, page, PageHeader::Shown)
    }

    /// Renders the page for addresses that lead nowhere.
    pub fn render_not_found(&self, shell: &Shell, view: &NotFoundView) -> String {
        let title = if view.title.is_empty() { &shell.not_found_title } else { &view.title };
        let body = self.render(
            self.template_of(shell, "404.html"),
            &context! {
                site => shell.values.clone(),
                title => title,
                description => Value::from(Serde(&view.description_html)),
                recommended => Value::from(Serde(&view.recommended)),
            },
        );
        let page = PageView {
            title: title.clone(),
            path: "/404".to_owned(),
            metas: vec![MetaTag { key: MetaKey::Name("robots".to_owned()), content: "noindex".to_owned() }],
            nav: unplaced(&view.nav),
            // The output of a template of this program.
            body_html: Html::from_author(body),
            ..PageView::default()
        };
        self.document(shell, &page, PageHeader::Hidden)
    }

    fn document(&self, shell: &Shell, page: &PageView, header: PageHeader) -> String {
        let json_ld = page.json_ld.as_ref().map(|json| json.replace("</", "<\\/"));
        self.render(
            self.template_of(shell, "page.html"),
            &context! {
                site => shell.values.clone(),
                page => Value::from(Serde(page)),
                nav => Value::from(Serde(&page.nav)),
                json_ld => json_ld,
                header => header == PageHeader::Shown,
                sidebar_script => SIDEBAR_SCRIPT.trim(),
                choices_script => page.choices.then(|| CHOICES_SCRIPT.trim()),
            },
        )
    }

    /// The theme's template for a kind of page; `mint` for a theme without one.
    fn template_of(&self, shell: &Shell, file: &str) -> &'static str {
        let find = |theme: &str| {
            TEMPLATES.iter().map(|(name, _)| *name).find(|name| {
                name.strip_prefix(theme)
                    .and_then(|rest| rest.strip_prefix('/'))
                    .is_some_and(|rest| rest == file)
            })
        };
        find(&shell.theme).or_else(|| find("mint")).unwrap_or("mint/page.html")
    }

    fn render(&self, name: &str, values: &Value) -> String {
        // Views have a fixed shape and undefined values print nothing, so that only a mistake in a
        // template can fail, which the tests of this module would meet.
        let template = self.environment.get_template(name).expect("a template of this program is missing");
        template.render(values).expect("a template of this program does not render")
    }
}

/// Whether the document has the usual title block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageHeader {
    Shown,
    Hidden,
}

/// A document that sends its reader to `target` (for hosts without redirect rules).
pub fn render_redirect_stub(target: &str) -> String {
    let mut url = String::with_capacity(target.len());
    // Writing to a string cannot fail.
    let _ = write_escaped(&mut url, if is_safe_url(target, UrlUse::Link) { target } else { "/" });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Redirecting…</title>\n\
         <meta name=\"robots\" content=\"noindex\">\n<link rel=\"canonical\" href=\"{url}\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n\
         <p><a href=\"{url}\">{url}</a></p>\n\
         <script>location.replace(document.links[0].href+(location.hash||\"\"))</script>\n</html>\n"
    )
}

/// The navigation of a page that is nowhere: no tab, anchor or dropdown is the current one.
fn unplaced(nav: &NavView) -> NavView {
    let mut nav = nav.clone();
    for item in nav.tabs.iter_mut().chain(&mut nav.anchors).chain(&mut nav.dropdowns) {
        item.active = false;
        item.menu.iter_mut().for_each(|entry| entry.active = false);
    }
    nav
}

/// `href` of a link from the configuration; one whose scheme could run code becomes `#`.
fn safe_url(url: &str) -> String {
    if is_safe_url(url, UrlUse::Link) { url.to_owned() } else { "#".to_owned() }
}

/// An id as it is written after `#` in an address.
fn fragment(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    for c in id.chars() {
        match c {
            ' ' => out.push_str("%20"),
            '"' => out.push_str("%22"),
            '#' => out.push_str("%23"),
            '%' => out.push_str("%25"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '`' => out.push_str("%60"),
            c => out.push(c),
        }
    }
    out
}

/// Escapes text for content and for attributes in double quotes.
fn write_escaped(out: &mut impl std::fmt::Write, text: &str) -> std::fmt::Result {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let reference = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => continue,
        };
        out.write_str(&text[from..at])?;
        out.write_str(reference)?;
        from = at + 1;
    }
    out.write_str(&text[from..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> SiteView {
        let link =
            LinkView { label: "L".to_owned(), href: "javascript:alert(1)".to_owned(), ..LinkView::default() };
        SiteView {
            name: "A & \"B\"".to_owned(),
            home: "/".to_owned(),
            lang: "en".to_owned(),
            logo: Some(LogoView { dark: Some(ImageView::default()), ..LogoView::default() }),
            links: vec![LinkTag { rel: "icon".to_owned(), ..LinkTag::default() }],
            theme_color: Some(ThemeColor::default()),
            navbar: NavbarView {
                links: vec![link.clone()],
                primary: Some(PrimaryView {
                    kind: PrimaryKind::Github,
                    label: "o/r".to_owned(),
                    href: "https://example.com/o/r".to_owned(),
                    icon_html: None,
                }),
            },
            footer: FooterView {
                socials: vec![SocialView::default()],
                columns: vec![FooterColumn { header: Some("H".to_owned()), items: vec![link] }],
            },
            banner: Some(BannerView { id: "x".to_owned(), dismissible: true, ..BannerView::default() }),
            search: Some(SearchView::default()),
            ..SiteView::default()
        }
    }

    #[test]
    fn every_region_renders_and_escapes() {
        let templates = Templates::new();
        let shell = templates.shell(&site());
        let item =
            |name: &str| NavItem { name: name.to_owned(), href: "/a/b".to_owned(), ..NavItem::default() };
        let menu = NavItem { menu: vec![item("<m>")], ..item("t") };
        let page = PageView {
            title: "<T> & \"q\"".to_owned(),
            path: "/a\"b".to_owned(),
            metas: vec![MetaTag { key: MetaKey::Property("og:title".to_owned()), content: "\"".to_owned() }],
            json_ld: Some("{\"a\":\"</script>\"}".to_owned()),
            toc: vec![
                TocEntry { id: "a#b".to_owned(), title: "x".to_owned(), depth: 2, children: Vec::new() };
                2
            ],
            nav: NavView {
                tabs: vec![item("t"), menu],
                anchors: vec![NavItem { color: Some(ColorView::default()), ..item("a") }],
                versions: vec![item("v1"), item("v2")],
                next: Some(PageLink { title: "n".to_owned(), href: "/n".to_owned() }),
                ..NavView::default()
            },
            ..PageView::default()
        };
        let html = templates.render_page(&shell, &page);
        assert!(html.starts_with("<!doctype html>"), "{html}");
        assert!(html.contains("<h1 id=\"page-title\">&lt;T&gt; &amp; &quot;q&quot;</h1>"));
        assert!(html.contains("data-current-path=\"/a&quot;b\""));
        assert!(html.contains("href=\"/a/b\"") && html.contains("href=\"#a%23b\""));
        assert!(html.contains("<\\/script>\"}</script>"));
        assert!(html.contains("&lt;m&gt;") && html.contains("<nav id=\"pagination\""));
        assert!(!html.contains("javascript:"));
        assert_eq!(html, templates.render_page(&shell, &page));
        for mode in [PageMode::Wide, PageMode::Custom, PageMode::Frame, PageMode::Center] {
            let html = templates.render_page(&shell, &PageView { mode, ..page.clone() });
            let titled = matches!(mode, PageMode::Wide | PageMode::Center);
            assert_eq!(html.contains("<h1"), titled);
            assert!(!html.contains("table-of-contents"));
        }
        let missing = templates.render_not_found(&shell, &NotFoundView::default());
        assert!(missing.contains("Page not found") && missing.contains("noindex"));
    }

    #[test]
    fn the_script_in_the_head_is_small() {
        assert!(HEAD_SCRIPT.len() + SIDEBAR_SCRIPT.len() <= 700);
    }

    #[test]
    fn a_redirect_cannot_run_code() {
        assert!(render_redirect_stub("/a?b=\"c\"&d").contains("url=/a?b=&quot;c&quot;&amp;d\""));
        assert!(!render_redirect_stub("javascript:alert(1)").contains("javascript"));
    }
}
