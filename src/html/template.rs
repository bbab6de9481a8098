//! From views to whole documents: the theme's templates, compiled once.
//!
//! The only module that names minijinja. Templates are part of the program, and a project may have its own in place of
//! some; they decide where things stand, never what a page shows. What is the same on every page of a site is rendered once into a
//! [`Shell`], the sidebar once per section into a [`SidebarFragment`]; a page then only fills the rest.

pub(super) mod color;
mod icons;
mod late_fonts;
mod menus;
mod missing;
mod sample;
mod sidebar;
mod stylesheet;
pub mod theme;
pub mod tokens;
mod ui_text;
mod view;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Object, ObjectRepr, Serde, Value};
use minijinja::{AutoEscape, Environment, context};
use serde::Serialize;

use crate::config::look::Theme;
use crate::hash::{ContentHash, KeyHasher};
use crate::html::escape::{Html, UrlUse, is_safe_url};
use crate::html::heading;
use crate::html::policy;

pub use missing::render_redirect_stub;
pub use sidebar::{
    FoldedGroup, MoreLink, Side, SidebarEntry, SidebarFragment, SidebarGroup, SidebarLink, SidebarSection,
    Unfolded, render_sidebar,
};
pub use stylesheet::{
    COMPONENTS_SCRIPT, CREDITS, ISLAND_SCRIPT, KEYS_SCRIPT, MISSING_SCRIPT, NAV_SCRIPT, SITE_SCRIPT,
    ZOOM_SCRIPT, compact_script, page_stylesheet, stylesheet, theme_rules,
};
pub use tokens::{FaceView, FallbackView, FontRole, ThemeColors, ThemeFonts, font_face, theme_tokens_css};
pub use ui_text::UiText;
pub use view::*;

/// Runs before the first paint: colour mode, a dismissed banner, and the class that says there are
/// scripts. The same bytes on every page, so that one hash allows it in a content security policy.
const HEAD_SCRIPT: &str = include_str!("../../themes/base/head.js");

/// Restores the sidebar's scroll position before it is painted (NAV-19).
const SIDEBAR_SCRIPT: &str = include_str!("../../themes/base/sidebar.js");

/// Shows the tabs and the view that the reader chose before, ahead of the first paint.
const CHOICES_SCRIPT: &str = include_str!("../../themes/base/choices.js");

/// On the home page of a site that asks for it: leads who comes from elsewhere to the language of the browser, or to the
/// one that was chosen (I18N-08). What it is told stands in an attribute, so that one hash allows it.
pub const LANGUAGE_SCRIPT: &str = include_str!("../../themes/base/language.js");

/// The scripts that stand in pages, for content security policies.
pub fn inline_scripts() -> [&'static str; 5] {
    let scripts = [HEAD_SCRIPT, SIDEBAR_SCRIPT, CHOICES_SCRIPT, missing::STUB_SCRIPT, missing::ROUTER_SCRIPT];
    scripts.map(str::trim)
}

/// The navigation with links that say which language a reader chose, where the home page would lead to another one.
fn with_choice<'n>(nav: &'n NavView, shell: &Shell) -> Cow<'n, NavView> {
    if !shell.values.get_attr("leads_by_language").is_ok_and(|leads| leads.is_true()) {
        return Cow::Borrowed(nav);
    }
    let home = shell.values.get_attr("home").unwrap_or_default();
    let mut nav = nav.clone();
    for item in nav.languages.iter_mut().filter(|item| home.as_str() == Some(&item.href)) {
        item.href.extend(item.lang.iter().flat_map(|lang| ["?lang=", lang]));
    }
    Cow::Owned(nav)
}

/// How much a template of a project may do for one document; ours need a thousandth of it.
const FUEL: u64 = 20_000_000;

/// The compiled templates of a theme.
#[derive(Clone)]
pub struct Templates {
    environment: Environment<'static>,
    /// The hash of all their texts.
    key: ContentHash,
    theme: Theme,
    /// Whether a project has some in place of ours.
    has_own: bool,
    menus: menus::Remembered,
}

/// By the hash of all their texts.
impl PartialEq for Templates {
    fn eq(&self, other: &Self) -> bool {
        (self.theme, self.key) == (other.theme, other.key)
    }
}

impl Eq for Templates {}

/// A template that cannot be used: the theme's own stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateProblem {
    /// Its name.
    pub template: String,
    /// What is wrong with it, in plain words.
    pub message: String,
    /// The line, from 1; `None` when the problem is in another template that includes this one.
    pub line: Option<usize>,
}

/// The regions of a document that all pages of a site and language share. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shell {
    /// The hash of all that it gives to pages.
    pub key: ContentHash,
    not_found_title: String,
    /// [`Regions`], converted once.
    values: Value,
}

#[derive(Serialize)]
struct Regions<'a> {
    theme: &'a str,
    name: &'a str,
    home: &'a str,
    leads_by_language: bool,
    lang: &'a str,
    viewport: &'a str,
    dir: TextDirection,
    appearance: Appearance,
    toggle: bool,
    has_filter: bool,
    banner_id: Option<&'a str>,
    head_html: String,
    brand_html: String,
    search_html: String,
    navbar_html: String,
    drawer_foot_html: String,
    banner_html: String,
    background_html: String,
    footer_html: String,
    sidebar_top_html: &'a str,
    content_bottom_html: &'a str,
    live_html: String,
    text: &'a UiText,
}

impl Templates {
    /// What the scripts that stand in them need of a content security policy.
    pub fn script_sources(&self, sources: &mut BTreeSet<String>) {
        for (_, template) in self.environment.templates() {
            policy::template_sources(template.source(), sources);
        }
    }

    /// Compiles the templates of a theme, with those of a project in place of some. One that does not compile, or
    /// does not render a page that has everything, is a problem and left out.
    pub fn new(theme: Theme, own: &BTreeMap<String, String>) -> (Self, Vec<TemplateProblem>) {
        let mut templates = Self {
            environment: environment(),
            key: ContentHash::default(),
            theme,
            has_own: false,
            menus: menus::Remembered::default(),
        };
        let mut key = KeyHasher::new("templates");
        for (name, source) in theme::templates(theme) {
            key.part(name.as_bytes()).part(source.as_bytes());
            // Part of the program: a test renders every one of them.
            templates
                .environment
                .add_template(name, source)
                .expect("a template of this program does not compile");
        }
        let mut problems = Vec::new();
        if !own.is_empty() {
            templates.environment.set_fuel(Some(FUEL));
        }
        for (name, source) in own {
            match templates.with(name, source) {
                Ok(with) => {
                    key.part(name.as_bytes()).part(source.as_bytes());
                    templates = with;
                }
                Err(problem) => problems.push(problem),
            }
        }
        templates.key = key.finish();
        (templates, problems)
    }

    /// These templates with another one in place of one.
    fn with(&self, name: &str, source: &str) -> Result<Self, TemplateProblem> {
        let problem = |error: minijinja::Error| {
            let mut message = error.kind().to_string();
            if let Some(detail) = error.detail() {
                message = format!("{message}: {detail}");
            }
            let line = error.line().filter(|_| error.name() == Some(name));
            TemplateProblem { template: name.to_owned(), message, line }
        };
        let mut with = Self { has_own: true, ..self.clone() };
        with.environment.add_template_owned(name.to_owned(), source.to_owned()).map_err(problem)?;
        with.try_everything().map_err(problem)?;
        Ok(with)
    }

    /// Renders a site that has everything, in every mode.
    fn try_everything(&self) -> Result<(), minijinja::Error> {
        let shell = self.shell_of(&sample::site())?;
        for page in sample::pages() {
            self.document(&shell, &page, PageHeader::Shown)?;
        }
        self.not_found(&shell, &NotFoundView::default()).map(|_| ())
    }

    /// Renders what all pages share.
    pub fn shell(&self, site: &SiteView) -> Shell {
        self.or_shared(|templates| templates.shell_of(site))
    }

    /// Renders a page; one that is a link elsewhere sends its readers there.
    pub fn render_page(&self, shell: &Shell, page: &PageView) -> String {
        if let Some(Elsewhere { url, canonical }) = &page.elsewhere {
            return render_redirect_stub(url, canonical, None);
        }
        self.or_shared(|templates| templates.document(shell, page, PageHeader::Shown))
    }

    /// Renders the page for addresses that lead nowhere.
    pub fn render_not_found(&self, shell: &Shell, view: &NotFoundView) -> String {
        self.or_shared(|templates| templates.not_found(shell, view))
    }

    /// What the templates make. Those of a project were tried when they were compiled; should one fail for this page
    /// all the same, those of the program do not: views have a fixed shape, undefined values print nothing, and a
    /// test renders all of them.
    fn or_shared<T>(&self, make: impl Fn(&Self) -> Result<T, minijinja::Error>) -> T {
        make(self).unwrap_or_else(|_| {
            let (templates, _) = Self::new(self.theme, &BTreeMap::new());
            make(&templates).expect("a template of this program does not render")
        })
    }

    fn shell_of(&self, site: &SiteView) -> Result<Shell, minijinja::Error> {
        let values = context! {
            site => Value::from(Serde(site)),
            head_script => HEAD_SCRIPT.trim(),
        };
        let region = |name: &str| self.render(name, &values);
        let only_if = |there: bool, name: &str| if there { region(name) } else { Ok(String::new()) };
        let regions = Regions {
            theme: self.theme.name(),
            name: &site.name,
            home: &site.home,
            leads_by_language: site.leads_by_language,
            lang: &site.lang,
            viewport: &site.viewport,
            dir: site.dir,
            appearance: site.appearance.default,
            toggle: site.appearance.toggle,
            has_filter: site.has_filter,
            banner_id: site
                .banner
                .as_ref()
                .filter(|banner| banner.dismissible)
                .map(|banner| banner.id.as_str()),
            head_html: region("head.html")?,
            brand_html: region("brand.html")?,
            search_html: only_if(site.search.is_some(), "search.html")?,
            navbar_html: region("navbar.html")?,
            drawer_foot_html: region("drawer-foot.html")?,
            banner_html: only_if(site.banner.is_some(), "banner.html")?,
            background_html: region("background.html")?,
            footer_html: region("footer.html")?,
            sidebar_top_html: site.slots.sidebar_top.as_ref().map_or("", Html::as_str),
            content_bottom_html: site.slots.content_bottom.as_ref().map_or("", Html::as_str),
            live_html: region("live.html")?,
            text: &site.text,
        };
        Ok(Shell {
            key: KeyHasher::new("shell").part(self.key.as_bytes()).value(&regions).finish(),
            not_found_title: site.text.not_found_title.clone(),
            values: Value::from(Serde(regions)),
        })
    }

    fn document(
        &self,
        shell: &Shell,
        page: &PageView,
        header: PageHeader,
    ) -> Result<String, minijinja::Error> {
        let json_ld = page.json_ld.as_ref().map(|json| json.replace("</", "<\\/"));
        let nav = &*with_choice(&page.nav, shell);
        let in_default = page.mode == PageMode::Default;
        let has_sidebar = !nav.sidebar_html.is_empty() || !nav.anchors.is_empty() || nav.dropdowns.len() > 1;
        let has_foot = shell.values.get_attr("drawer_foot_html").is_ok_and(|html| html.is_true());
        let has_drawer = has_sidebar
            || has_foot
            || !nav.tabs.is_empty()
            || [&nav.versions, &nav.languages, &nav.products].iter().any(|items| items.len() > 1);
        let own = Value::from(Serde(page));
        let menus = self.menus(shell, nav, &own)?;
        let (site, nav) = (shell.values.clone(), Value::from(Serde(nav)));
        // It stands beside the page and, on small screens, above it.
        let toc = if page.has_toc() {
            let values = context! { site => site.clone(), nav => nav.clone(), page => own.clone() };
            Some(self.render("toc.html", &values)?)
        } else {
            None
        };
        self.render(
            "page.html",
            &context! {
                site,
                page => own,
                nav,
                header_switches_html => menus.header_switches,
                switches_html => menus.drawer_switches,
                tabs_html => menus.tabs,
                drawer_tabs_html => menus.drawer_tabs,
                sections_html => menus.sections,
                mode => Value::from(Serde(&page.mode)),
                has_sidebar => has_sidebar,
                has_drawer => has_drawer,
                has_toc => toc.is_some(),
                toc_html => toc,
                has_aside => in_default && page.aside_html.is_some(),
                json_ld => json_ld,
                header => header == PageHeader::Shown,
                sidebar_script => SIDEBAR_SCRIPT.trim(),
                choices_script => page.choices.then(|| CHOICES_SCRIPT.trim()),
                language_script => page.languages.as_ref().map(|_| LANGUAGE_SCRIPT.trim()),
            },
        )
    }

    fn render(&self, name: &str, values: &Value) -> Result<String, minijinja::Error> {
        self.environment.get_template(name)?.render(values)
    }
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    // Tags that stand on a line of their own leave no blank line behind.
    if let Ok(syntax) = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        environment.set_syntax(syntax);
    }
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(|out, _, value| {
        if let Some(text) = value.as_str() {
            if value.is_safe() { out.write_str(text)? } else { write_escaped(out, text)? }
        } else if let Some(markup) = value.downcast_object_ref::<Markup>() {
            out.write_str(markup.as_str())?;
        } else if !value.is_undefined() && !value.is_none() {
            write!(out, "{value}")?;
        }
        Ok(())
    });
    environment.add_filter("safe", Markup::of);
    environment.add_filter("url", safe_url);
    environment.add_filter("fragment", fragment);
    environment.add_global("ui", icons::all());
    environment
}

/// Whether the document has the usual title block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageHeader {
    Shown,
    Hidden,
}

/// A text that is printed as it is. The engine's own `safe` copies it twice, and most of a document is such texts.
#[derive(Debug)]
enum Markup {
    /// A text of a view.
    Value(Value),
    /// The body of a page, which is not copied into a value either.
    Body(Arc<Html>),
}

impl Markup {
    fn of(value: Value) -> Value {
        if value.as_str().is_some() && !value.is_safe() {
            Value::from_object(Self::Value(value))
        } else {
            value
        }
    }

    fn shared(html: Arc<Html>) -> Value {
        Value::from_object(Self::Body(html))
    }

    fn as_str(&self) -> &str {
        match self {
            Self::Value(value) => value.as_str().unwrap_or_default(),
            Self::Body(html) => html.as_str(),
        }
    }
}

impl Object for Markup {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn is_true(self: &Arc<Self>) -> bool {
        !self.as_str().is_empty()
    }

    fn render(self: &Arc<Self>, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.as_str())
    }
}

/// `href` of a link from the configuration; one whose scheme could run code becomes `#`.
fn safe_url(url: Value) -> Value {
    if url.as_str().is_none_or(|url| is_safe_url(url, UrlUse::Link)) { url } else { Value::from("#") }
}

/// An id as it is written after `#` in an address.
fn fragment(id: Value) -> Value {
    match id.as_str().map(heading::fragment) {
        Some(address) => Value::from(address.strip_prefix('#').unwrap_or_default()),
        None => id,
    }
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

    #[test]
    fn every_theme_renders_and_escapes() {
        for theme in Theme::ALL {
            let (templates, problems) = Templates::new(theme, &BTreeMap::new());
            assert!(problems.is_empty());
            let shell = templates.shell(&sample::site());
            for page in sample::pages() {
                let html = templates.render_page(&shell, &page);
                assert_eq!(html, templates.document(&shell, &page, PageHeader::Shown).expect("renders"));
                assert!(html.starts_with("<!doctype html>"), "{html}");
                assert!(html.contains("data-current-path=\"/a&quot;b\""));
                assert!(html.contains("<\\/script>\"}</script>") && !html.contains("javascript:"));
                assert!(html.contains("href=\"/a/b\"") && html.contains("&lt;m&gt;"));
                let titled = !matches!(page.mode, PageMode::Custom | PageMode::Frame);
                let title = "<h1 id=\"page-title\">&lt;T&gt; &amp; &quot;q&quot;</h1>";
                assert_eq!(html.contains(title), titled, "{theme:?} {:?}", page.mode);
                assert_eq!(html.contains("<nav id=\"pagination\""), titled);
                assert_eq!(html.contains("href=\"#a%23b\""), page.mode == PageMode::Default);
                assert_eq!(html.contains("id=\"table-of-contents\""), page.mode == PageMode::Default);
            }
            let missing = templates.render_not_found(&shell, &NotFoundView::default());
            assert!(missing.contains("Page not found") && missing.contains("noindex"));
        }
    }

    #[test]
    fn what_is_safe_is_printed_as_it_is_and_nothing_else() {
        let printed = |template: &str| {
            let values =
                context! { html => "<b>", none => "", number => 1, url => "javascript:x", id => "a b" };
            environment().render_str(template, values).expect("renders")
        };
        assert_eq!(printed("{{ html }} {{ html|safe }} {{ html|safe|safe }}"), "&lt;b&gt; <b> <b>");
        assert_eq!(printed("{{ html|safe|upper }} {{ number|safe }}{{ nothing|safe }}"), "&lt;B&gt; 1");
        assert_eq!(printed("{{ 1 if none|safe else 2 }} {{ url|url }} {{ id|fragment }}"), "2 # a%20b");
        assert_eq!(printed("{% set own %}{{ html }}{% endset %}{{ own|safe }}"), "&lt;b&gt;");
    }

    #[test]
    fn every_theme_says_what_it_chooses() {
        assert!(Theme::ALL.iter().any(|theme| theme::choices(*theme).drilldown));
    }

    #[test]
    fn the_script_in_the_head_is_small() {
        assert!(HEAD_SCRIPT.len() + SIDEBAR_SCRIPT.len() <= 700);
    }
}
