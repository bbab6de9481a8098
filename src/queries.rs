//! Every remembered step, in the order of the pipeline.
//!
//! Each query is a few lines that call a pure function of a stage and says why it is kept. Site-wide
//! queries read heads and facts, never bodies; page queries read slices, never the whole: that is what
//! keeps the cost of an edit at the size of the edit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::api::load::{load_description, sniff};
use crate::api::{ApiDescription, Found, GeneratedPage};
use crate::config::chrome::Chrome;
use crate::config::look::Look;
use crate::config::navigation::{ApiSource, Icon, Level};
use crate::config::publishing::{Errors, Seo};
use crate::config::{Identity, ParsedConfig, parse_config};
use crate::db::{Db, Project, Restricted, SourceFile};
use crate::diagnostic::{Diagnostic, Location, Severity};
use crate::hash::{ContentHash, KeyHasher};
use crate::html::body::{Body, BodyInput, PageFacts, render_body};
use crate::html::code::tokens::Tokens;
use crate::html::escape::Html;
use crate::html::page_view::{Drilldown, PageInput, list_view, page_mode, page_view, sidebar_section};
use crate::html::render::Lookups;
use crate::html::site_view::{SiteInput, ThemeAssets, inline_markdown, site_view, theme_assets};
use crate::html::template::{
    NotFoundView, PageMode, PageView, Shell, SidebarFragment, SiteView, render_sidebar,
};
use crate::page::ast::Node;
use crate::page::bind::Loader;
use crate::page::outline::HeadingIds;
use crate::page::variables::substitute;
use crate::page::{
    Document, PageHead, clean_text, imported_files, page_head as read_head, parse_document, parse_fragment,
};
use crate::site::folders::folder_pages;
use crate::site::links::{LinkTargets, PageLinks, check_links};
use crate::site::navigation::api_pages::{method_label, page_api, page_title};
use crate::site::navigation::{
    ApiAbsence, ApiLookup, Navigation, NavigationInput, first_page, resolve_navigation,
};
use crate::site::page_index::{PageIndex, PageSummary};
use crate::site::place::{PagePlace, page_place as find_place};
use crate::site::redirects::{Permanence, Redirect, Redirects, check_redirects};
use crate::site::sitemap::{SitemapEntry, SitemapFile, sitemap as write_sitemap};
use crate::site::visibility::{Indexing, PageFlags, visibility};
use crate::source::category::{FileCategory, category_when_imported};
use crate::source::collision::folded;
use crate::source::image_size::image_size as read_image_size;
use crate::text::{Slug, SourcePath, SourceText, Span};

mod page;
mod problems;
mod whole;

use page::{Descriptions, ProjectFiles, is_markdown};
pub use problems::site_problems;

/// The configuration file, in the order of preference.
const CONFIG_FILE: &str = "docs.json";

#[salsa::interned(debug)]
pub struct PathKey<'db> {
    #[returns(ref)]
    pub path: SourcePath,
}

#[salsa::interned(debug)]
pub struct PageKey<'db> {
    #[returns(ref)]
    pub slug: Slug,
}

#[salsa::interned(debug)]
pub struct SectionKey<'db> {
    #[returns(ref)]
    pub id: String,
}

#[salsa::interned(debug)]
pub struct LanguageKey<'db> {
    #[returns(ref)]
    pub code: Option<String>,
}

// ---------------------------------------------------------------------------------------------- sources

/// The file at a path, if there is one. Kept so that a new or deleted file reaches only those who asked
/// for that path: absence is an input.
#[salsa::tracked(returns(copy))]
pub fn source_file<'db>(db: &'db dyn Db, project: Project, path: PathKey<'db>) -> Option<SourceFile> {
    db.ran("source_file", path.path(db));
    project.files(db).get(path.path(db)).copied()
}

fn lookup(db: &dyn Db, project: Project, path: &SourcePath) -> Option<SourceFile> {
    source_file(db, project, PathKey::new(db, path.clone()))
}

/// Text of a file, cleaned, with what was wrong with its bytes. Not kept: it is read again when needed.
fn text(db: &dyn Db, file: SourceFile) -> (String, Option<Diagnostic>) {
    match db.bytes(file) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => (clean_text(&text), None),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
                let problem = Diagnostic::error("not-utf8", format!("this file is not UTF-8 (line {line})"))
                    .in_file(file.path(db))
                    .hint("save it as UTF-8");
                (clean_text(&String::from_utf8_lossy(&bytes)), Some(problem))
            }
        },
        Err(problem) => (String::new(), Some(problem)),
    }
}

/// Width and height of an image. Kept per file: every page that shows it reads two numbers.
#[salsa::tracked(returns(copy))]
pub fn image_size<'db>(db: &'db dyn Db, project: Project, path: PathKey<'db>) -> Option<(u32, u32)> {
    db.ran("image_size", path.path(db));
    let file = source_file(db, project, path)?;
    read_image_size(&db.bytes(file).ok()?)
}

// --------------------------------------------------------------------------------------------- configuration

/// `docs.json` with everything it refers to. Kept because every slice below reads it.
#[salsa::tracked(returns(clone))]
pub fn config(db: &dyn Db, project: Project) -> Arc<ParsedConfig> {
    db.ran("config", &"");
    let path = SourcePath::new(CONFIG_FILE);
    let Some(file) = lookup(db, project, &path) else {
        let missing = Diagnostic::error("no-config", "there is no `docs.json`").hint(
            "a minimal one: {\"theme\": \"mint\", \"name\": \"Docs\", \"colors\": {\"primary\": \"#0d9373\"}, \
             \"navigation\": {\"pages\": [\"index\"]}}",
        );
        return Arc::new(ParsedConfig { diagnostics: vec![missing], ..ParsedConfig::default() });
    };
    let (source, problem) = text(db, file);
    let read = |path: &SourcePath| lookup(db, project, path).map(|file| text(db, file).0.into());
    let mut parsed = parse_config(&path, &source, &read);
    parsed.diagnostics.extend(problem);
    Arc::new(parsed)
}

/// Firewall: colours, fonts, logo and the rest of the look.
#[salsa::tracked(returns(clone))]
pub fn look(db: &dyn Db, project: Project) -> Arc<Look> {
    db.ran("look", &"");
    Arc::new(config(db, project).config.look.clone())
}

/// Firewall: navbar, footer, banner.
#[salsa::tracked(returns(clone))]
pub fn chrome(db: &dyn Db, project: Project) -> Arc<Chrome> {
    db.ran("chrome", &"");
    Arc::new(config(db, project).config.chrome.clone())
}

/// Firewall: name and description.
#[salsa::tracked(returns(clone))]
pub fn identity(db: &dyn Db, project: Project) -> Arc<Identity> {
    db.ran("identity", &"");
    Arc::new(config(db, project).config.identity.clone())
}

/// Firewall: the navigation as written.
#[salsa::tracked(returns(clone))]
pub fn written_navigation(db: &dyn Db, project: Project) -> Arc<Level> {
    db.ran("written_navigation", &"");
    Arc::new(config(db, project).config.navigation.clone())
}

/// Firewall: `variables`, which every page's source reads.
#[salsa::tracked(returns(clone))]
pub fn variables(db: &dyn Db, project: Project) -> Arc<BTreeMap<String, String>> {
    db.ran("variables", &"");
    Arc::new(config(db, project).config.variables.clone())
}

/// Firewall: `seo`.
#[salsa::tracked(returns(clone))]
pub fn seo(db: &dyn Db, project: Project) -> Arc<Seo> {
    db.ran("seo", &"");
    Arc::new(config(db, project).config.seo.clone())
}

/// Firewall: `errors`.
#[salsa::tracked(returns(clone))]
pub fn errors(db: &dyn Db, project: Project) -> Arc<Errors> {
    db.ran("errors", &"");
    Arc::new(config(db, project).config.errors.clone())
}

/// Firewall: `api.openapi`.
#[salsa::tracked(returns(clone))]
pub fn api_sources(db: &dyn Db, project: Project) -> Arc<Vec<ApiSource>> {
    db.ran("api_sources", &"");
    Arc::new(config(db, project).config.api.openapi.clone())
}

/// The redirects, ready to be asked.
#[salsa::tracked(returns(clone))]
pub fn redirects(db: &dyn Db, project: Project) -> Arc<Redirects> {
    db.ran("redirects", &"");
    Arc::new(Redirects::new(&whole::redirect_list(db, project)))
}

// --------------------------------------------------------------------------------------------------- pages

/// The source of a page or snippet as it is parsed: variables filled in.
fn page_source(db: &dyn Db, project: Project, file: SourceFile) -> (SourceText, Option<Diagnostic>) {
    let (raw, problem) = text(db, file);
    let variables = variables(db, project);
    (SourceText::new(file.path(db).clone(), substitute(&raw, &variables).into_owned()), problem)
}

/// Front matter and imports of a page, without parsing its body. Kept: the navigation needs all of them,
/// and a body edit leaves it equal.
#[salsa::tracked(returns(clone))]
pub fn page_head(db: &dyn Db, project: Project, file: SourceFile) -> Arc<PageHead> {
    db.ran("page_head", file.path(db));
    let (source, problem) = page_source(db, project, file);
    let mut head = read_head(&source);
    head.diagnostics.extend(problem);
    Arc::new(head)
}

/// The small part of a page that the whole site may look at. Kept as the firewall behind the front matter.
#[salsa::tracked(returns(clone))]
pub fn page_summary(db: &dyn Db, project: Project, file: SourceFile) -> Arc<PageSummary> {
    db.ran("page_summary", file.path(db));
    let head = page_head(db, project, file);
    Arc::new(page::summarize(file.path(db), &head))
}

/// Paths that some file imports, in lower case: such a file is a snippet and no page (behaviour 1.2).
#[salsa::tracked(returns(clone))]
pub fn imported_paths(db: &dyn Db, project: Project) -> Arc<BTreeSet<String>> {
    db.ran("imported_paths", &"");
    let mut imported = BTreeSet::new();
    for file in project.files(db).values() {
        match file.category(db) {
            FileCategory::Page | FileCategory::Snippet | FileCategory::LegacySnippet
                if is_markdown(file.path(db)) =>
            {
                let head = page_head(db, project, *file);
                imported.extend(head.imports.iter().map(|path| path.as_str().to_lowercase()));
            }
            FileCategory::Snippet => {
                imported.extend(script_imports(db, *file).iter().map(|path| path.as_str().to_lowercase()));
            }
            _ => {}
        }
    }
    Arc::new(imported)
}

/// Imports of a JavaScript file. Kept for `imported_paths`.
#[salsa::tracked(returns(clone))]
pub fn script_imports(db: &dyn Db, file: SourceFile) -> Arc<Vec<SourcePath>> {
    db.ran("script_imports", file.path(db));
    Arc::new(imported_files(file.path(db), &text(db, file).0))
}

/// All published pages: page files that nothing imports and that all readers may see.
#[salsa::tracked(returns(clone))]
pub fn page_index(db: &dyn Db, project: Project) -> Arc<PageIndex> {
    db.ran("page_index", &"");
    let imported = imported_paths(db, project);
    let mut pages = Vec::new();
    let mut withheld = Vec::new();
    for file in project.files(db).values() {
        let path = file.path(db);
        let is_page = file.category(db) == FileCategory::Page
            && !(imported.contains(&path.as_str().to_lowercase())
                && category_when_imported(path) != FileCategory::Page);
        if !is_page {
            continue;
        }
        let restricted = !page_head(db, project, *file).front_matter.list("groups").is_empty();
        if restricted && project.settings(db).restricted == Restricted::LeftOut {
            withheld.push(Slug::of_page(path));
        } else {
            pages.push(page_summary(db, project, *file));
        }
    }
    Arc::new(PageIndex::new(pages, withheld))
}

/// A Markdown snippet, parsed. Kept because many pages use the same few.
#[salsa::tracked(returns(clone))]
pub fn snippet_document<'db>(db: &'db dyn Db, project: Project, path: PathKey<'db>) -> Option<Arc<Document>> {
    db.ran("snippet_document", path.path(db));
    let file = source_file(db, project, path)?;
    let (source, problem) = page_source(db, project, file);
    let mut document = parse_document(source);
    document.diagnostics.extend(problem);
    Some(Arc::new(document))
}

// ----------------------------------------------------------------------------------------------------- API

/// One API description. Kept because all its pages read it.
#[salsa::tracked(returns(clone))]
pub fn api_description(db: &dyn Db, file: SourceFile) -> Arc<(Option<Arc<ApiDescription>>, Vec<Diagnostic>)> {
    db.ran("api_description", file.path(db));
    let (source, problem) = text(db, file);
    let path = file.path(db);
    if sniff(path, &source).is_none() {
        return Arc::default();
    }
    let (description, mut diagnostics) = load_description(path, &source);
    diagnostics.extend(problem);
    // A file that only looks like a description is no reason to fail the build (behaviour 10.1).
    for diagnostic in &mut diagnostics {
        diagnostic.severity = Severity::Warning;
    }
    Arc::new((description.map(Arc::new), diagnostics))
}

/// All descriptions of the project by path.
#[salsa::tracked(returns(clone))]
pub fn api_descriptions(db: &dyn Db, project: Project) -> Arc<BTreeMap<SourcePath, Arc<ApiDescription>>> {
    db.ran("api_descriptions", &"");
    let mut all = BTreeMap::new();
    for (path, file) in project.files(db).iter() {
        if matches!(file.category(db), FileCategory::ApiCandidate(_))
            && let Some(description) = &api_description(db, *file).0
        {
            all.insert(path.clone(), description.clone());
        }
    }
    Arc::new(all)
}

// ---------------------------------------------------------------------------------------------------- site

/// The resolved navigation. Kept because each page takes its slice of it; reads summaries only.
#[salsa::tracked(returns(clone))]
pub fn navigation(db: &dyn Db, project: Project) -> Arc<(Navigation, Vec<Diagnostic>)> {
    db.ran("navigation", &"");
    let level = written_navigation(db, project);
    let pages = page_index(db, project);
    let apis = Descriptions(api_descriptions(db, project));
    let api_openapi = api_sources(db, project);
    Arc::new(resolve_navigation(&NavigationInput {
        level: &level,
        pages: &pages,
        apis: &apis,
        api_openapi: &api_openapi,
    }))
}

/// Where one page stands. The firewall between the navigation and the page.
#[salsa::tracked(returns(clone))]
pub fn page_place<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Arc<PagePlace> {
    db.ran("page_place", page.slug(db));
    Arc::new(find_place(&navigation(db, project).0, page.slug(db)))
}

/// A section's sidebar, rendered once for all its pages.
#[salsa::tracked(returns(clone))]
pub fn sidebar<'db>(db: &'db dyn Db, project: Project, section: SectionKey<'db>) -> Arc<SidebarFragment> {
    db.ran("sidebar", section.id(db));
    let navigation = navigation(db, project);
    let drilldown = match chrome(db, project).interaction.drilldown {
        Some(false) => Drilldown::Off,
        Some(true) | None => Drilldown::On,
    };
    let addresses = &project.settings(db).addresses;
    let found = navigation.0.sections.iter().find(|candidate| candidate.id == *section.id(db));
    Arc::new(
        found
            .map(|section| render_sidebar(&sidebar_section(section, addresses, drilldown)))
            .unwrap_or_default(),
    )
}

/// What a published address is made from.
#[derive(Clone, Debug, PartialEq)]
pub enum PageOrigin {
    /// A page file.
    File(SourceFile),
    /// An operation or channel of an API description.
    Generated(Arc<GeneratedPage>),
}

/// Every page of the site by slug, in byte order. Kept as the list that the build works through.
#[salsa::tracked(returns(clone))]
pub fn site_pages(db: &dyn Db, project: Project) -> Arc<BTreeMap<Slug, PageOrigin>> {
    db.ran("site_pages", &"");
    let navigation = navigation(db, project);
    let mut pages: BTreeMap<Slug, PageOrigin> = navigation
        .0
        .generated
        .iter()
        .map(|page| (page.slug.clone(), PageOrigin::Generated(Arc::new(page.clone()))))
        .collect();
    for page in page_index(db, project).iter() {
        if let Some(file) = project.files(db).get(&page.path) {
            pages.insert(page.slug.clone(), PageOrigin::File(*file));
        }
    }
    Arc::new(pages)
}

/// The origin of one page. The firewall between the list and the page.
#[salsa::tracked(returns(clone))]
pub fn page_origin<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Option<PageOrigin> {
    db.ran("page_origin", page.slug(db));
    site_pages(db, project).get(page.slug(db)).cloned()
}

// ---------------------------------------------------------------------------------------------------- HTML

/// A rendered page body without its markup, which lies in the store under `key`.
#[derive(Clone, Debug, PartialEq)]
pub struct PageBody {
    pub key: ContentHash,
    pub facts: Arc<PageFacts>,
}

/// Facts and key of a page's body: the most expensive step. The markup itself is not kept for the whole
/// site; `page_html` takes it from the store, or makes it again.
#[salsa::tracked(returns(clone))]
pub fn page_body<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> PageBody {
    db.ran("page_body", page.slug(db));
    let (body, facts) = page::make_body(db, project, page);
    let key = body.key();
    db.store_body(key, Arc::new(body));
    PageBody { key, facts: Arc::new(facts) }
}

/// The facts of a page. The firewall between its body and the site: most edits of words leave them equal.
#[salsa::tracked(returns(clone))]
pub fn page_facts<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Arc<PageFacts> {
    db.ran("page_facts", page.slug(db));
    page_body(db, project, page).facts
}

/// Style sheet and script of the theme under content-hashed names.
#[salsa::tracked(returns(clone))]
pub fn theme_files(db: &dyn Db, project: Project) -> Arc<ThemeAssets> {
    db.ran("theme_files", &"");
    Arc::new(theme_assets(&look(db, project), &project.settings(db).addresses))
}

/// Style sheets and scripts of the project, in path order (CSS-01, CSS-02).
#[salsa::tracked(returns(clone))]
pub fn custom_files(db: &dyn Db, project: Project) -> Arc<(Vec<SourcePath>, Vec<SourcePath>)> {
    db.ran("custom_files", &"");
    let of = |category: FileCategory| {
        let files = project.files(db).iter().filter(|(_, file)| file.category(db) == category);
        files.map(|(path, _)| path.clone()).collect()
    };
    Arc::new((of(FileCategory::StyleSheet), of(FileCategory::Script)))
}

/// What all pages of a language share, rendered once.
#[salsa::tracked(returns(clone))]
pub fn shell<'db>(db: &'db dyn Db, project: Project, language: LanguageKey<'db>) -> Arc<Shell> {
    db.ran("shell", &language.code(db).as_deref().unwrap_or(""));
    Arc::new(db.templates().shell(&page::site(db, project, language.code(db).as_deref())))
}

/// A page as it is written to disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageHtml {
    pub text: Arc<str>,
    pub key: ContentHash,
}

/// The bytes of a page. Kept only until the end of a batch: `page_key` remembers enough.
#[salsa::tracked(returns(clone), lru = 64)]
pub fn page_html<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> PageHtml {
    db.ran("page_html", page.slug(db));
    let Some((view, language)) = page::view(db, project, page) else {
        return PageHtml { text: "".into(), key: ContentHash::default() };
    };
    let html = db.templates().render_page(&shell(db, project, language), &view);
    let key = KeyHasher::new("page").part(html.as_bytes()).finish();
    PageHtml { text: html.into(), key }
}

/// The hash of a page's bytes: small, kept for every page, compared with what the last build wrote.
#[salsa::tracked(returns(copy))]
pub fn page_key<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> ContentHash {
    db.ran("page_key", page.slug(db));
    page_html(db, project, page).key
}

// ----------------------------------------------------------------------------------------- the site as a whole

/// Folders without a page of their own and the page that they lead to.
#[salsa::tracked(returns(clone))]
pub fn folders(db: &dyn Db, project: Project) -> Arc<BTreeMap<String, Slug>> {
    db.ran("folders", &"");
    let navigation = navigation(db, project);
    let pages = site_pages(db, project);
    let redirects = redirects(db, project);
    Arc::new(folder_pages(&navigation.0, &redirects, pages.keys().map(Slug::route)))
}

/// Broken links and anchors of the whole site: looks at facts, never at bodies.
#[salsa::tracked(returns(clone))]
pub fn broken_links(db: &dyn Db, project: Project) -> Arc<Vec<Diagnostic>> {
    db.ran("broken_links", &"");
    let pages = site_pages(db, project);
    let facts = whole::page_links(db, project, &pages);
    let files = published_files(db, project);
    let folders = folders(db, project);
    let redirects = redirects(db, project);
    let targets = LinkTargets {
        other_pages: &[],
        files: &files,
        folders: &folders,
        redirects: &redirects,
        base: &project.settings(db).addresses.base,
    };
    Arc::new(check_links(&facts, &targets))
}

/// Files that are published under their own names.
#[salsa::tracked(returns(clone))]
pub fn published_files(db: &dyn Db, project: Project) -> Arc<BTreeSet<SourcePath>> {
    db.ran("published_files", &"");
    let files = project.files(db).iter().filter(|(_, file)| file.category(db).is_copied());
    let mut published: BTreeSet<SourcePath> = files.map(|(path, _)| path.clone()).collect();
    // Parts of the configuration are no documents.
    config(db, project).files.iter().for_each(|path| {
        published.remove(path);
    });
    Arc::new(published)
}

/// Redirect pages: where each lies and where it leads, for exact redirects and for folders.
#[salsa::tracked(returns(clone))]
pub fn redirect_stubs(db: &dyn Db, project: Project) -> Arc<Vec<(Slug, String)>> {
    db.ran("redirect_stubs", &"");
    let pages = site_pages(db, project);
    let exists = |path: &str| {
        let slug = Slug::new(path);
        pages.contains_key(&slug) || pages.contains_key(&Slug::new(&format!("{path}/index")))
    };
    let addresses = &project.settings(db).addresses;
    let to = |destination: &str| crate::html::site_view::config_url(destination, addresses);
    let written = redirects(db, project).stubs(&exists);
    let mut stubs: Vec<(Slug, String)> =
        written.into_iter().map(|stub| (Slug::new(&stub.source), to(&stub.destination))).collect();
    stubs.extend(
        folders(db, project).iter().map(|(folder, page)| (Slug::new(folder), addresses.page_url(page))),
    );
    if let Some(first) = first_page(&navigation(db, project).0) {
        stubs.push((Slug::new("index"), addresses.page_url(first)));
    }
    // An address that differs from another only in letter case is one file on many disks: the page, or the
    // first of the redirects, has it.
    let mut taken: BTreeSet<String> = pages.keys().map(|slug| folded(slug.route())).collect();
    stubs.retain(|(slug, _)| taken.insert(folded(slug.route())));
    Arc::new(stubs)
}

/// The redirects with their places in `docs.json`. Not kept: only problems need the places, and each edit of
/// the file moves them.
/// Problems of the redirect list itself.
#[salsa::tracked(returns(clone))]
pub fn redirect_problems(db: &dyn Db, project: Project) -> Arc<Vec<Diagnostic>> {
    db.ran("redirect_problems", &"");
    let pages = site_pages(db, project);
    let folders = folders(db, project);
    let files = published_files(db, project);
    let exists = |path: &str| {
        let path = path.trim_matches('/');
        path.is_empty()
            || pages.contains_key(&Slug::new(path))
            || pages.contains_key(&Slug::new(&format!("{path}/index")))
            || folders.contains_key(path)
            || files.contains(&SourcePath::new(path))
    };
    Arc::new(check_redirects(&Redirects::new(&whole::placed_redirects(db, project)), &exists))
}

/// The page for addresses that lead nowhere.
#[salsa::tracked(returns(clone))]
pub fn not_found(db: &dyn Db, project: Project) -> Arc<str> {
    db.ran("not_found", &"");
    whole::not_found(db, project)
}

/// `sitemap.xml`, when the site's address is known.
#[salsa::tracked(returns(clone))]
pub fn sitemap(db: &dyn Db, project: Project) -> Arc<Vec<SitemapFile>> {
    db.ran("sitemap", &"");
    Arc::new(whole::sitemap(db, project))
}
