//! Every remembered step, in the order of the pipeline.
//!
//! Each query is a few lines that call a pure function of a stage and says why it is kept. Site-wide
//! queries read heads and facts, never bodies; page queries read slices, never the whole: that is what
//! keeps the cost of an edit at the size of the edit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::api::part::SchemaPart;
use crate::api::{ApiDescription, GeneratedPage};
use crate::config::chrome::Contextual;
use crate::config::look::Look;
use crate::config::navigation::{ApiSource, Level};
use crate::config::upgrade::unwritten::{LEGACY_FILE, parse_legacy};
use crate::config::{ParsedConfig, parse_config};
use crate::db::{BodyKeys, Db, Project, Restricted, SourceFile, TextKey};
use crate::diagnostic::{Diagnostic, Location, Severity};
use crate::export::{ExportInput, body_text};
use crate::hash::{ContentHash, KeyHasher};
use crate::html::body::{Body, BodyInput, PageFacts, Rendered, render_body};
use crate::html::code::palette::Palette;
use crate::html::code::tokens::Tokens;
use crate::html::escape::Html;
use crate::html::page_assets::Extra;
use crate::html::page_view::{PageInput, list_view, page_mode, page_view};
use crate::html::render::Lookups;
use crate::html::site_view::{
    SiteInput, ThemeAssets, code_colors, inline_markdown, marked_title, site_view, theme_assets,
};
use crate::html::template::{
    NotFoundView, PageMode, PageView, Shell, SidebarFragment, SiteView, render_sidebar,
};
use crate::page::ast::Node;
use crate::page::bind::Loader;
use crate::page::outline::HeadingIds;
use crate::page::{
    Document, clean_text, imported_files, page_head as read_head, parse_document, parse_fragment,
};
use crate::site::file_head::{FileHead, file_head as cut_head};
use crate::site::folders::{folder_pages, operation_pages};
use crate::site::links::{Bodies, BrokenLink, LinkTargets, PageLinks, check_links};
use crate::site::navigation::api_lookup::{method_label, page_description, page_title};
use crate::site::navigation::{
    ApiAbsence, ApiLookup, Navigation, NavigationInput, RestrictedPages, first_page, resolve_navigation,
};
use crate::site::page_index::{PageIndex, PageSummary, Snippet};
use crate::site::place::page_place as find_place;
use crate::site::redirects::check::{Known, check_redirects};
use crate::site::redirects::{Permanence, Redirect, Redirects};
use crate::site::sitemap::{SitemapEntry, SitemapFile, sitemap as write_sitemap};
use crate::site::stand_ins::{are_asked, stand_ins};
use crate::site::visibility::{Indexing, PageFlags, visibility};
use crate::source::category::{FileCategory, category_when_imported, is_hidden};
use crate::source::collision::folded;
use crate::source::image_size::image_size as read_image_size;
use crate::text::{Slug, SourcePath, SourceText, Span};

mod api;
pub mod archives;
mod asks;
pub mod body;
pub mod changes;
mod code;
mod compared;
pub mod custom;
mod described;
pub mod exports;
pub mod favicons;
pub mod feeds;
mod files;
pub mod fonts;
pub mod glossary;
mod graphql;
pub mod hosting;
pub mod icons;
mod languages;
pub(crate) mod links;
pub mod listings;
pub mod llms;
pub mod making;
pub mod missing;
pub mod overrides;
mod own_pages;
pub mod page;
pub mod parts;
pub mod previews;
pub(crate) mod problems;
mod published;
mod related;
mod schema_parts;
pub mod search;
mod settings;
mod sidebars;
pub mod slots;
pub mod sources;
mod stubs;
pub mod surroundings;
mod texts;
pub mod theme;
pub mod thumbnails;
pub mod vendors;
mod whole;

pub use api::{
    api_catalogs, api_description, api_settings, collection_text, collections, description_addresses,
    description_files, remote_descriptions,
};

use body::Origin;
use code::{code_grammars, code_palette, grammars_key};
use custom::{custom_files, script_problem};
use files::ProjectFiles;
use graphql::NavigationSources;
use languages::{page_language, part_language, written_navigation};
use page::{Descriptions, is_markdown};
use sources::{is_known, lookup, page_document, page_source, text};
use theme::templates;

pub use api::{NO_SUCH_DESCRIPTION, UNREADABLE};
pub use exports::lost_exports;
pub use graphql::schema_names;
pub use published::{is_published_anew, published_text};
pub use related::relating_pages;
pub use schema_parts::{
    PartKey, api_parts, pages_with_parts, pages_with_schemas, part_export_key, part_html, part_key,
    part_problems, part_text, parts_of_page, parts_of_part,
};
pub use settings::{
    addresses, admonitions, api_sources, chrome, code_blocks, contextual, errors, example_defaults, feedback,
    glossary_setting, has_collections, has_index, has_overviews, head_elements, identity, instructions,
    integrations, interaction, link_rules, look, mcp, metadata, search_settings, sections_apart, seo,
    variables,
};
pub use sidebars::{
    SectionKey, large_sections, section_page, section_page_key, section_slices, sidebar, sidebar_key,
    sidebar_slice, slice_key, unlisted_pages,
};
pub use stubs::{redirect_page, redirect_stubs};
pub use whole::link_targets;

/// The configuration file.
pub(crate) const CONFIG_FILE: &str = "docs.json";

// Keys live as long as the process: a build has as many revisions as files that it carries over the firewall,
// and salsa would forget keys, with all that is remembered for them, after a few revisions without use.
#[salsa::interned(debug, revisions = usize::MAX)]
pub struct PathKey<'db> {
    #[returns(ref)]
    pub path: SourcePath,
}

#[salsa::interned(debug, revisions = usize::MAX)]
pub struct PageKey<'db> {
    #[returns(ref)]
    pub slug: Slug,
}

#[salsa::interned(debug, revisions = usize::MAX)]
pub struct LanguageKey<'db> {
    #[returns(ref)]
    pub code: Option<String>,
}

// ---------------------------------------------------------------------------------------------- sources

/// The file at a path, if there is one. Kept so that a new or deleted file reaches only those who asked
/// for that path: absence is an input.
#[salsa::tracked(returns(copy))]
pub fn source_file<'db>(db: &'db dyn Db, path: PathKey<'db>) -> Option<SourceFile> {
    db.ran("source_file", path.path(db));
    let project = Project::get(db);
    project.files(db).get(path.path(db)).copied()
}

/// Width and height of an image. Kept per file: every page that shows it reads two numbers.
#[salsa::tracked(returns(copy))]
pub fn image_size<'db>(db: &'db dyn Db, path: PathKey<'db>) -> Option<(u32, u32)> {
    db.ran("image_size", path.path(db));
    let file = source_file(db, path)?;
    read_image_size(&db.bytes(file).ok()?)
}

// --------------------------------------------------------------------------------------------- configuration

/// `docs.json` with everything it refers to, or what it would be. Kept because every slice below reads it.
#[salsa::tracked(returns(clone))]
pub fn config(db: &dyn Db, _project: Project) -> Arc<ParsedConfig> {
    db.ran("config", &"");
    let path = SourcePath::new(CONFIG_FILE);
    let Some(file) = lookup(db, &path) else {
        if let Some(file) = lookup(db, &SourcePath::new(LEGACY_FILE)) {
            let (source, problem) = text(db, file);
            let mut parsed = parse_legacy(&path, &source);
            parsed.diagnostics.extend(problem);
            return Arc::new(parsed);
        }
        let missing = Diagnostic::error("no-config", "there is no `docs.json`").hint(
            "a minimal one: {\"theme\": \"mint\", \"name\": \"Docs\", \"colors\": {\"primary\": \"#0d9373\"}, \
             \"navigation\": {\"pages\": [\"index\"]}}",
        );
        return Arc::new(ParsedConfig { diagnostics: vec![missing], ..ParsedConfig::default() });
    };
    let (source, problem) = text(db, file);
    let read = |path: &SourcePath| lookup(db, path).map(|file| text(db, file).0.into());
    let mut parsed = parse_config(&path, &source, &read);
    parsed.diagnostics.extend(problem);
    Arc::new(parsed)
}

/// The hash of what all sources are read with: `variables`, and which writing they may have.
#[salsa::tracked(returns(copy))]
pub fn reading_key(db: &dyn Db, project: Project) -> ContentHash {
    db.ran("reading_key", &"");
    KeyHasher::new("reading").value(&*variables(db, project)).value(&*admonitions(db, project)).finish()
}

/// The redirects, ready to be asked.
#[salsa::tracked(returns(clone))]
pub fn redirects(db: &dyn Db, project: Project) -> Arc<Redirects> {
    db.ran("redirects", &"");
    Arc::new(Redirects::new(&whole::redirect_list(db, project)))
}

// --------------------------------------------------------------------------------------------------- pages

/// The head of a Markdown file: its part of the shape of the site, and what other pages show of it. Kept for
/// the engine, which carries it over the firewall into the file's inputs.
#[salsa::tracked(returns(clone))]
pub fn file_head(db: &dyn Db, file: SourceFile) -> FileHead {
    db.ran("file_head", file.path(db));
    let project = Project::get(db);
    body::head(db, project, file)
}

/// Paths that some file imports, in lower case: such a file is a snippet and no page (behaviour 1.2).
#[salsa::tracked(returns(clone))]
pub fn imported_paths(db: &dyn Db, project: Project) -> Arc<BTreeSet<String>> {
    db.ran("imported_paths", &"");
    let imports = sources::imports(db, project);
    Arc::new(imports.iter().map(|path| path.as_str().to_lowercase()).collect())
}

/// Imports of a file that has no head. Kept for `imports`.
#[salsa::tracked(returns(clone))]
pub fn read_imports(db: &dyn Db, file: SourceFile) -> Arc<Vec<SourcePath>> {
    db.ran("read_imports", file.path(db));
    let (path, text) = (file.path(db), text(db, file).0);
    Arc::new(match is_markdown(path) {
        true => read_head(&SourceText::new(path.clone(), text)).imports,
        false => imported_files(path, &text),
    })
}

/// All published pages: page files that nothing imports and that all readers may see.
#[salsa::tracked(returns(clone))]
pub fn page_index(db: &dyn Db, project: Project) -> Arc<PageIndex> {
    db.ran("page_index", &"");
    let imported = imported_paths(db, project);
    let mut pages = Vec::new();
    let (mut withheld, mut snippets, mut redirected) = (Vec::new(), Vec::new(), Vec::new());
    let replaced = whole::replaced_routes(db, project);
    for file in project.files(db).values().filter(|file| file.category(db) == FileCategory::Page) {
        let path = file.path(db);
        let is_imported = imported.contains(&path.as_str().to_lowercase());
        if is_imported && category_when_imported(path) != FileCategory::Page {
            snippets.push(path.clone());
            continue;
        }
        let Some(structure) = file.structure(db) else {
            db.miss_head();
            continue;
        };
        if structure.restricted && project.settings(db).restricted == Restricted::LeftOut {
            withheld.push(Slug::of_page(path));
        } else if let Some(end) = replaced.get(structure.summary.slug.route()) {
            redirected.push((structure.summary.clone(), end.as_deref()));
        } else {
            pages.push(structure.summary.clone());
        }
    }
    let snippets = sources::with_importers(db, project, snippets);
    let index = PageIndex::new(pages, withheld).with_snippets(snippets).with_redirected(&redirected);
    let written = written_navigation(db, project);
    if !are_asked(&written) {
        return Arc::new(index);
    }
    Arc::new(index.with_stand_ins(stand_ins(&written, &index)))
}

/// A Markdown snippet, parsed. Kept because many pages use the same few.
#[salsa::tracked(returns(clone))]
pub fn snippet_document<'db>(db: &'db dyn Db, path: PathKey<'db>) -> Option<Arc<Document>> {
    db.ran("snippet_document", path.path(db));
    let project = Project::get(db);
    let file = source_file(db, path)?;
    let (mut document, problem) = page_document(db, project, file);
    document.diagnostics.extend(problem);
    Some(Arc::new(document))
}

// ---------------------------------------------------------------------------------------------------- site

/// The resolved navigation, without the texts that readers see of pages. Kept because each page takes its
/// slice of it; reads the shape of heads only, so that a new title leaves it alone.
#[salsa::tracked(returns(clone))]
pub fn navigation(db: &dyn Db, project: Project) -> Arc<(Navigation, Vec<Diagnostic>)> {
    db.ran("navigation", &"");
    let level = written_navigation(db, project);
    let pages = page_index(db, project);
    let apis = NavigationSources::new(db, project);
    let api_openapi = api_sources(db, project);
    Arc::new(resolve_navigation(&NavigationInput {
        level: &level,
        pages: &pages,
        apis: &apis,
        api_openapi: &api_openapi,
        has_overviews: *has_overviews(db, project),
        restricted: match project.settings(db).restricted {
            Restricted::LeftOut => RestrictedPages::LeftOut,
            Restricted::Included => RestrictedPages::Included,
        },
        addresses: &project.settings(db).addresses,
    }))
}

/// What a published address is made from.
#[derive(Clone, Debug, PartialEq)]
pub enum PageOrigin {
    /// A page file.
    File(SourceFile),
    /// An operation or channel of an API description.
    Generated(Arc<GeneratedPage>),
    /// Another page, which stands in for a translation.
    StandIn(Slug),
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
    let index = page_index(db, project);
    for page in index.iter() {
        if let Some(original) = index.stand_ins().get(&page.slug) {
            pages.insert(page.slug.clone(), PageOrigin::StandIn(original.clone()));
        } else if let Some(file) = project.files(db).get(&page.path) {
            pages.insert(page.slug.clone(), PageOrigin::File(*file));
        }
    }
    Arc::new(pages)
}

/// The origin of one page. The firewall between the list and the page.
#[salsa::tracked(returns(clone))]
pub fn page_origin<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<PageOrigin> {
    db.ran("page_origin", page.slug(db));
    let project = Project::get(db);
    site_pages(db, project).get(page.slug(db)).cloned()
}

// ---------------------------------------------------------------------------------------------------- HTML

/// What a body is remembered by, and the problems of the page itself.
#[derive(Clone, Debug, PartialEq)]
pub struct PageBody {
    pub keys: BodyKeys,
    pub diagnostics: Arc<[Diagnostic]>,
}

/// Renders a page's body, the most expensive step, unless the store has it: then the page is not even read.
/// Markup and facts lie in the store; only their keys are kept here, and the engine carries them over the
/// firewall.
#[salsa::tracked(returns(clone))]
pub fn page_body<'db>(db: &'db dyn Db, page: PageKey<'db>) -> PageBody {
    db.ran("page_body", page.slug(db));
    let origin = page_origin(db, page);
    if let Some(PageOrigin::StandIn(original)) = &origin {
        // What is wrong with it is told there.
        let keys = page_body(db, PageKey::new(db, original.clone())).keys;
        return PageBody { keys, diagnostics: Arc::default() };
    }
    body::body(db, Project::get(db), &Origin { slug: page.slug(db), origin: origin.as_ref() })
}

/// What lists and files of schemas read of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gist {
    /// Its first paragraph, when it has no description of its own.
    pub summary: Option<String>,
    /// Schemas that it has no room for.
    pub parts: Arc<[SchemaPart]>,
}

/// The gist of a page's facts. Kept: they are large, and whoever looks at all pages would read them from the store.
#[salsa::tracked(returns(ref))]
pub fn page_gist<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Gist {
    db.ran("page_gist", page.slug(db));
    let PageFacts { summary, parts, .. } = body::facts(db, Project::get(db), page);
    Gist { summary, parts }
}

/// Style sheets and script of the theme.
#[salsa::tracked(returns(clone))]
pub fn theme_files(db: &dyn Db, project: Project) -> Arc<ThemeAssets> {
    db.ran("theme_files", &"");
    let look = look(db, project);
    let file = |path: &str| code_palette(db, PathKey::new(db, SourcePath::new(path))).0.clone();
    let feedback = feedback(db, project);
    let extras = [
        contextual(db, project).is_some().then_some(Extra::PageMenu),
        (feedback.thumbs || feedback.has_links()).then_some(Extra::Feedback),
        look.background.is_drawn().then_some(Extra::Background),
        look.background.decoration.map(Extra::Decoration),
        look.links.external_new_tab.then_some(Extra::ExternalLinks),
        interaction(db, project).filter.then_some(Extra::SidebarFilter),
        interaction(db, project).selection_menu.then_some(Extra::SelectionMenu),
        interaction(db, project).link_previews.then_some(Extra::LinkPreviews),
        slots::has_slots(db, project).then_some(Extra::Slots),
    ];
    let extras: Vec<Extra> = extras.into_iter().flatten().collect();
    Arc::new(theme_assets(&look, &code_colors(&look, &file), &fonts::site_fonts(db, project).view, &extras))
}

/// What all pages of a language share, rendered once.
#[salsa::tracked(returns(clone))]
pub fn shell<'db>(db: &'db dyn Db, language: LanguageKey<'db>) -> Arc<Shell> {
    db.ran("shell", &language.code(db).as_deref().unwrap_or(""));
    let project = Project::get(db);
    Arc::new(templates(db, project).0.shell(&page::site(db, project, language.code(db).as_deref())))
}

/// The hash of all that pages of a language take from the site: the shell and some settings.
#[salsa::tracked(returns(copy))]
pub fn frame_key<'db>(db: &'db dyn Db, language: LanguageKey<'db>) -> ContentHash {
    db.ran("frame_key", &language.code(db).as_deref().unwrap_or(""));
    let project = Project::get(db);
    page::hash_frame(db, project, language)
}

/// The hash of all that a page's bytes depend on. Small, kept for every page: where it is the one that the
/// output directory knows, nothing is rendered, and nothing is read but keys. The bytes themselves are made by
/// `making::Making` and not remembered: whoever writes them asks once.
#[salsa::tracked(returns(copy))]
pub fn page_key<'db>(db: &'db dyn Db, page: PageKey<'db>) -> ContentHash {
    db.ran("page_key", page.slug(db));
    let project = Project::get(db);
    making::key(db, project, page)
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

/// What the link check says of one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkReport {
    pub broken: Arc<[BrokenLink]>,
    /// Other pages whose ids or feeds were asked for.
    pub asked: Arc<[Slug]>,
}

/// Broken links and anchors of one page: reads its links, and the ids of pages that it names anchors of.
#[salsa::tracked(returns(clone))]
pub fn link_report<'db>(db: &'db dyn Db, page: PageKey<'db>) -> LinkReport {
    db.ran("link_report", page.slug(db));
    links::report(db, Project::get(db), page)
}

/// The places of a page's broken links. Kept apart: they move with every word, and are asked only for pages
/// that have some.
#[salsa::tracked(returns(clone))]
pub fn link_places<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Arc<[Location]> {
    db.ran("link_places", page.slug(db));
    let project = Project::get(db);
    let broken = link_report(db, page).broken;
    links::link_locations(db, project, page, broken.iter().map(|link| link.link)).into()
}

/// The hash of all that the link check reads: the whole of it is stored under this key.
#[salsa::tracked(returns(copy))]
pub fn links_key(db: &dyn Db, project: Project) -> ContentHash {
    db.ran("links_key", &"");
    let mut key = KeyHasher::new("links");
    key.part(link_targets(db, project).key().as_bytes());
    for slug in site_pages(db, project).keys() {
        key.part(slug.as_str().as_bytes());
        let keys = body::body_keys(db, PageKey::new(db, slug.clone()));
        key.part(keys.facts.as_bytes()).value(&keys.feed.is_some());
    }
    key.finish()
}

/// Files that are published under their own names.
#[salsa::tracked(returns(clone))]
pub fn published_files(db: &dyn Db, project: Project) -> Arc<BTreeSet<SourcePath>> {
    db.ran("published_files", &"");
    let files = project.files(db).iter();
    let files = files.filter(|(path, file)| file.category(db).is_published(path));
    let files = files.filter(|(_, file)| !sources::is_withheld(db, project, **file));
    let mut published: BTreeSet<SourcePath> = files.map(|(path, _)| path.clone()).collect();
    // What is made of descriptions lies beside them.
    published.extend(collections(db, project).keys().cloned());
    published.extend(graphql::published_schemas(db, project));
    // Parts of the configuration are no documents.
    config(db, project).files.iter().for_each(|path| {
        published.remove(path);
    });
    Arc::new(published)
}

/// Problems of the redirect list itself.
#[salsa::tracked(returns(clone))]
pub fn redirect_problems(db: &dyn Db, project: Project) -> Arc<Vec<Diagnostic>> {
    db.ran("redirect_problems", &"");
    let targets = link_targets(db, project);
    let redirects = Redirects::new(&whole::placed_redirects(db, project));
    let index = page_index(db, project);
    // Without a page of its own the root leads to the first page, unless it is redirected.
    let has_root = !redirects.names("/");
    let exists = |path: &str| path == "/" && has_root || targets.has_own(path);
    let known = Known {
        exists: &exists,
        answers: &|path| targets.answers(path),
        replaced: &|path| index.redirected(path.trim_start_matches('/')).map(ToString::to_string),
        in_the_way: &|path| stubs::in_the_way(db, project, path),
        suggestion: &|path| targets.destination_suggestion(path),
    };
    Arc::new(check_redirects(&redirects, known))
}

/// Markdown files that pages import. Kept: an edit of a page does not look for them again.
#[salsa::tracked(returns(clone))]
pub fn snippet_files(db: &dyn Db, project: Project) -> Arc<Vec<SourcePath>> {
    db.ran("snippet_files", &"");
    Arc::new(problems::snippet_files(db, project))
}

/// Problems of snippets; apart from those of the site, which no edit of Markdown touches.
#[salsa::tracked(returns(clone))]
pub fn snippet_problems(db: &dyn Db, project: Project) -> Arc<Vec<Diagnostic>> {
    db.ran("snippet_problems", &"");
    let files = snippet_files(db, project);
    let imported = imported_paths(db, project);
    let of_file = |path: &SourcePath| {
        let document = snippet_document(db, PathKey::new(db, path.clone()))?;
        let mut problems = document.diagnostics.clone();
        // What no page shows keeps no page from being right.
        let is_shown = imported.contains(&path.as_str().to_lowercase())
            || lookup(db, path).is_some_and(|file| file.category(db) == FileCategory::LegacySnippet);
        for problem in problems.iter_mut().filter(|_| !is_shown) {
            problem.severity = problem.severity.max(Severity::Warning);
        }
        Some(problems)
    };
    Arc::new(files.iter().filter_map(of_file).flatten().collect())
}

/// Problems that belong to no single page: configuration, navigation, descriptions, redirects.
#[salsa::tracked(returns(clone))]
pub fn site_problems(db: &dyn Db, project: Project) -> Arc<Vec<Diagnostic>> {
    db.ran("site_problems", &"");
    Arc::new(problems::site_problems(db, project))
}

/// Addresses of the configuration that lead nowhere; apart from the other problems of the site, because they may name
/// anchors of pages.
#[salsa::tracked(returns(clone))]
pub fn address_report(db: &dyn Db, project: Project) -> Arc<problems::AddressReport> {
    db.ran("address_report", &"");
    Arc::new(problems::address_report(db, project))
}

/// `sitemap.xml`, when the site's address is known.
#[salsa::tracked(returns(clone))]
pub fn sitemap(db: &dyn Db, project: Project) -> Arc<Vec<SitemapFile>> {
    db.ran("sitemap", &"");
    Arc::new(whole::sitemap(db, project))
}
