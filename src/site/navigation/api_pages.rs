//! Pages that API descriptions add to the navigation (behaviour 10.2; NAV-15, NAV-16).
//!
//! A level with an `openapi` supplies it to what lies below. Entries `METHOD /path` below use the nearest
//! supplier; when none does, the supplier's level gets all its operations. All slugs meet in one register, so
//! that the same operation listed twice is one page and two operations never share an address.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::api::graphql;
use crate::api::model::Model;
use crate::api::reference::parse_channel_reference;
use crate::api::words::{ENGLISH, Words};
use crate::api::{
    ApiCatalog, ApiKind, ApiReference, ApiTarget, Found, GeneratedPage, Visibility, generated_pages, page_of,
    reference::parse_api_front_matter, reference::parse_reference,
};
use crate::config::navigation::{ApiSource, Icon};
use crate::diagnostic::{Diagnostic, Location};
use crate::page::description::{has_marks, plain_title};
use crate::site::navigation::{
    Link, NavigationInput, RestrictedPages, SidebarGroup, SidebarItem, SidebarPage,
};
use crate::site::page_index::{PageIndex, PageSummary};
use crate::text::{Slug, SourcePath};

/// Finds loaded API descriptions.
pub trait ApiLookup {
    /// The description that `source` names: a path from the root with or without leading slash, a URL, or a
    /// bare file name without extension.
    fn description(&self, source: &str) -> Result<&ApiCatalog, ApiAbsence>;

    /// All descriptions of the project in the order of their paths, for references without a file.
    fn all(&self) -> Vec<&ApiCatalog>;

    /// What is wrong with a file of the project that is there and cannot be used.
    fn unreadable(&self, _source: &str) -> Option<Diagnostic> {
        None
    }

    /// Whether there are others that could not be loaded.
    fn has_unusable(&self) -> bool {
        false
    }

    /// The GraphQL schema that `source` names: a path from the root, or a URL.
    fn schema(&self, _source: &str) -> Result<&graphql::Catalog, ApiAbsence> {
        Err(ApiAbsence::Unknown)
    }

    /// The schemas of a description that have pages (`api.schemas`).
    fn models(&self, _catalog: &ApiCatalog) -> Arc<[Model]> {
        Arc::default()
    }

    /// The words of a language, for the names of groups.
    fn words(&self, _language: Option<&str>) -> Arc<Words> {
        Arc::new(ENGLISH.clone())
    }
}

/// Why there is no description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiAbsence {
    /// There is no such file. The navigation reports it where it is written.
    Unknown,
    /// It exists but cannot be used, for example because it was not fetched. Whoever loads it has said so.
    Unusable,
}

impl ApiLookup for BTreeMap<SourcePath, Arc<ApiCatalog>> {
    fn description(&self, source: &str) -> Result<&ApiCatalog, ApiAbsence> {
        let path = SourcePath::checked(source).ok_or(ApiAbsence::Unknown)?;
        let stem = |path: &SourcePath| path.file_name().rsplit_once('.').map(|(stem, _)| stem.to_owned());
        let by_name = || {
            self.values()
                .find(|description| stem(&description.path).is_some_and(|stem| stem == path.as_str()))
        };
        self.get(&path).or_else(by_name).map(|description| &**description).ok_or(ApiAbsence::Unknown)
    }

    fn all(&self) -> Vec<&ApiCatalog> {
        self.values().map(|description| &**description).collect()
    }
}

/// The operation or channel that a page shows by its front matter (behaviour 10.2, rule 3). Without a file the
/// first description that has it is taken.
pub fn page_api<'a>(page: &PageSummary, apis: &'a dyn ApiLookup) -> Option<(&'a ApiCatalog, Found<'a>)> {
    referenced_api(page.rare.openapi.as_deref(), page.rare.asyncapi.as_deref(), apis)
}

/// What the `openapi` or the `asyncapi` of a page's front matter refers to.
pub fn referenced_api<'a>(
    openapi: Option<&str>,
    asyncapi: Option<&str>,
    apis: &'a dyn ApiLookup,
) -> Option<(&'a ApiCatalog, Found<'a>)> {
    let reference = written_reference(openapi, asyncapi)?;
    let find = |description: &'a ApiCatalog| {
        description.find(&reference.target).ok().map(|found| (description, found))
    };
    let named = |file: &str| {
        let mut same = apis.all().into_iter().filter(|description| has_name(&description.path, file));
        same.find_map(find)
    };
    match &reference.file {
        Some(file) => apis.description(file).ok().and_then(find).or_else(|| named(file)),
        None => apis.all().into_iter().find_map(find),
    }
}

/// Whether a file that is named without its folder, with or without extension, is the one at `path`. Several may be:
/// versions of a description are often called alike.
fn has_name(path: &SourcePath, file: &str) -> bool {
    let name = path.file_name();
    name == file || name.rsplit_once('.').is_some_and(|(stem, _)| stem == file)
}

fn written_reference(openapi: Option<&str>, asyncapi: Option<&str>) -> Option<ApiReference> {
    match (openapi, asyncapi) {
        (Some(text), _) => parse_reference(text),
        (None, Some(text)) => parse_channel_reference(text),
        (None, None) => None,
    }
}

/// Whether what a page's front matter refers to is in no description. Where one could not be loaded that has been told.
pub fn names_nothing(openapi: Option<&str>, asyncapi: Option<&str>, apis: &dyn ApiLookup) -> bool {
    written_reference(openapi, asyncapi).is_some_and(|reference| {
        !is_unloaded(reference.file.as_deref(), apis) && referenced_api(openapi, asyncapi, apis).is_none()
    })
}

/// Whether a description, or some description where none is named, could not be loaded: what it has is not known.
pub fn is_unloaded(file: Option<&str>, apis: &dyn ApiLookup) -> bool {
    match file {
        Some(file) => {
            matches!(apis.description(file), Err(ApiAbsence::Unusable)) && apis.unreadable(file).is_none()
        }
        None => apis.has_unusable(),
    }
}

/// The title of a page: its own, else that of its operation or schema, else the one its slug makes (PG-04).
pub fn page_title(page: &PageSummary, apis: &dyn ApiLookup) -> String {
    page.title.clone().filter(|title| !title.trim().is_empty()).unwrap_or_else(|| {
        let summary = match page_api(page, apis) {
            Some((_, Found::Operation(operation))) => operation.summary.clone(),
            Some((_, Found::Channel(channel))) => Some(channel.title.clone()),
            // `openapi-schema: FILE Name`
            None => {
                page.rare.schema.as_deref().and_then(|text| text.split_whitespace().last()).map(str::to_owned)
            }
        };
        summary.filter(|title| !title.is_empty()).unwrap_or_else(|| page.slug.title())
    })
}

/// What the operation or channel of a page says of itself.
pub fn page_description(page: &PageSummary, apis: &dyn ApiLookup) -> Option<String> {
    let description = match page_api(page, apis)? {
        (_, Found::Operation(operation)) => operation.description.clone(),
        (_, Found::Channel(channel)) => channel.description.clone(),
    };
    description.filter(|text| !text.trim().is_empty())
}

/// The label of an API page in the sidebar: `GET`, `WEBHOOK`, `WSS`, or what else a channel speaks (NAV-25).
pub fn method_label(page: &PageSummary, apis: &dyn ApiLookup) -> Option<String> {
    if page.hide_api_marker {
        return None;
    }
    let protocol = || match page_api(page, apis)? {
        (_, Found::Channel(channel)) => channel.protocol.clone(),
        (_, Found::Operation(_)) => None,
    };
    if let Some(text) = &page.rare.openapi {
        return match parse_reference(text)?.target {
            ApiTarget::Operation { method, .. } => Some(method.to_ascii_uppercase()),
            ApiTarget::Webhook { .. } => Some("WEBHOOK".to_owned()),
            ApiTarget::Channel { .. } => protocol(),
            ApiTarget::Tag { .. }
            | ApiTarget::Model { .. }
            | ApiTarget::Schema { .. }
            | ApiTarget::Graphql { .. } => Some(String::new()),
        };
    }
    if page.rare.asyncapi.is_some() {
        return protocol();
    }
    let endpoint = parse_api_front_matter(page.rare.api.as_deref()?)?;
    Some(endpoint.method.to_ascii_uppercase())
}

/// Number of a supplier.
pub(super) type SupplierId = usize;

/// A level of the navigation, as far as operations stand in it: what supplies them, and the number of its section.
pub(super) type ApiLevel = (Option<SupplierId>, usize);

/// Who lists an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lister {
    Entry,
    Page,
}

struct Supplier<'a> {
    openapi: &'a [ApiSource],
    parent: Option<SupplierId>,
    referenced: bool,
}

/// What a `METHOD /path` entry turned out to be.
pub(super) enum Entry {
    /// A generated page.
    Page(SidebarPage),
    /// A page that is in no navigation, or that only some readers may see.
    Unlisted,
    /// It is such an entry, but leads nowhere. When `None`, the reason has been told elsewhere.
    Broken(Option<Diagnostic>),
}

/// The register of generated pages while a navigation is resolved.
pub(super) struct ApiPages<'a> {
    pub(super) apis: &'a dyn ApiLookup,
    pages: &'a PageIndex,
    fallback: &'a [ApiSource],
    has_overviews: bool,
    restricted: RestrictedPages,
    suppliers: Vec<Supplier<'a>>,
    slugs: BTreeMap<Slug, usize>,
    missing: BTreeSet<String>,
    /// Operations that entries and pages of a level name.
    listed: BTreeMap<(ApiLevel, SourcePath, ApiTarget), Lister>,
    withheld: BTreeSet<(SourcePath, ApiTarget)>,
    pub generated: Vec<GeneratedPage>,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> ApiPages<'a> {
    pub fn new(input: &NavigationInput<'a>) -> Self {
        Self {
            apis: input.apis,
            pages: input.pages,
            fallback: input.api_openapi,
            has_overviews: input.has_overviews,
            restricted: input.restricted,
            suppliers: Vec::new(),
            slugs: BTreeMap::new(),
            missing: BTreeSet::new(),
            listed: BTreeMap::new(),
            withheld: BTreeSet::new(),
            generated: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// The supplier for what lies below a level: a new one when the level has an `openapi`.
    pub fn supplier(&mut self, openapi: &'a [ApiSource], parent: Option<SupplierId>) -> Option<SupplierId> {
        if openapi.is_empty() {
            return parent;
        }
        self.suppliers.push(Supplier { openapi, parent, referenced: false });
        Some(self.suppliers.len() - 1)
    }

    /// All groups that a level's own sources add. Call it after everything below the level is resolved.
    pub fn generate(
        &mut self,
        supplier: Option<SupplierId>,
        openapi: &'a [ApiSource],
        asyncapi: &'a [ApiSource],
        (language, location): (Option<&str>, Option<&Location>),
    ) -> Vec<SidebarItem> {
        let referenced = supplier.and_then(|id| self.suppliers.get(id)).is_some_and(|s| s.referenced);
        let openapi = if referenced { &[][..] } else { openapi };
        let mut items = Vec::new();
        let openapi = openapi.iter().map(|source| (source, ApiKind::OpenApi));
        for (source, kind) in openapi.chain(asyncapi.iter().map(|source| (source, ApiKind::AsyncApi))) {
            let Some(description) = self.load(&source.source, location) else { continue };
            if let Some(problem) = other_kind(kind, &source.source, description) {
                self.tell_once(&source.source, problem, location);
            }
            let directory = source.directory.as_deref();
            let pages = generated_pages(description, directory);
            if pages.groups.is_empty() && pages.unlisted.is_empty() {
                self.tell_once(&source.source, empty_description(&source.source), location);
            }
            let mut overviews = Vec::new();
            for group in pages.groups {
                let overview = self.has_overviews.then(|| description.overview(&group, directory)).flatten();
                let pages = group.pages.into_iter().filter_map(|page| self.register(page, location));
                let entries: Vec<SidebarItem> = pages.map(SidebarItem::Page).collect();
                // Nobody is told of a group that only some readers may see.
                if !entries.is_empty() {
                    overviews.extend(overview.map(|page| (group.name.clone(), page)));
                    let made = SidebarGroup { title: group.name, items: entries, ..SidebarGroup::default() };
                    add_group(&mut items, group.above, made);
                }
            }
            for page in pages.unlisted {
                self.register(page, location);
            }
            // Last: the pages of operations keep their addresses.
            for (name, page) in overviews {
                let root = self.register(page, location).map(Box::new);
                if let Some(group) = group_named(&mut items, &name) {
                    group.root = root;
                }
            }
            items.extend(self.of_models(description, directory, language, location));
        }
        items
    }

    /// Reads `text` as a reference to an operation; `None` when it is not one, or when nothing supplies a
    /// description for it.
    pub fn entry(&mut self, text: &str, level: ApiLevel, location: Option<&Location>) -> Option<Entry> {
        let nearest = level.0;
        let reference = parse_reference(text)?;
        let sources: Vec<ApiSource> = match &reference.file {
            Some(file) => {
                self.mark_supplier_of(file, nearest);
                vec![ApiSource { source: file.clone(), directory: None }]
            }
            None => match nearest.and_then(|id| self.suppliers.get_mut(id)) {
                Some(supplier) => {
                    supplier.referenced = true;
                    supplier.openapi.to_vec()
                }
                None => self.fallback.to_vec(),
            },
        };
        if sources.is_empty() {
            return None;
        }
        Some(self.find(&reference, &sources, level, location))
    }

    /// Notes the operation of a page that its author wrote, which stands in the navigation.
    pub fn written(
        &mut self,
        page: &PageSummary,
        level: ApiLevel,
        location: Option<&Location>,
    ) -> Option<Diagnostic> {
        let (description, found) = page_api(page, self.apis)?;
        self.list((level, description.path.clone(), found.target()), Lister::Page, location)
    }

    /// Notes who lists an operation; tells when a page and an entry of one level do (OAS-09).
    fn list(
        &mut self,
        listed: (ApiLevel, SourcePath, ApiTarget),
        by: Lister,
        location: Option<&Location>,
    ) -> Option<Diagnostic> {
        let shown = shown_target(&listed.2);
        let message = format!("`{shown}` is listed here both by itself and as a page of the author's");
        let other = self.listed.insert(listed, by)?;
        (other != by).then(|| {
            let hint = "remove one of them: the page has `openapi` in its front matter, the entry names the operation";
            placed(Diagnostic::error("api-operation-twice", message), location).hint(hint)
        })
    }

    fn find(
        &mut self,
        reference: &ApiReference,
        sources: &[ApiSource],
        level: ApiLevel,
        location: Option<&Location>,
    ) -> Entry {
        let mut problem = None;
        for source in sources {
            match self.apis.description(&source.source) {
                Ok(description) => match description.find(&reference.target) {
                    Ok(found) => {
                        let listed = (level, description.path.clone(), found.target());
                        let twice = self.list(listed, Lister::Entry, location);
                        self.diagnostics.extend(twice);
                        let page = page_of(description, found, source.directory.as_deref());
                        return match self.register(page, location) {
                            Some(page) => Entry::Page(page),
                            None => Entry::Unlisted,
                        };
                    }
                    Err(error) => {
                        problem.get_or_insert_with(|| error.diagnostic());
                    }
                },
                Err(ApiAbsence::Unknown) => self.tell_missing(&source.source, location),
                Err(ApiAbsence::Unusable) => self.tell_unreadable(&source.source),
            }
        }
        Entry::Broken(problem)
    }

    /// An explicitly named file that a level above supplies counts as a use of that level's `openapi` (OAS-09).
    fn mark_supplier_of(&mut self, file: &str, nearest: Option<SupplierId>) {
        let same = |source: &ApiSource| {
            source.source.trim_start_matches("./").trim_start_matches('/') == file.trim_start_matches('/')
        };
        let mut at = nearest;
        while let Some(supplier) = at.and_then(|id| self.suppliers.get_mut(id)) {
            if supplier.openapi.iter().any(same) {
                supplier.referenced = true;
                return;
            }
            at = supplier.parent;
        }
    }

    fn load(&mut self, source: &'a str, location: Option<&Location>) -> Option<&'a ApiCatalog> {
        match self.apis.description(source) {
            Ok(description) => Some(description),
            Err(ApiAbsence::Unusable) => {
                self.tell_unreadable(source);
                None
            }
            Err(ApiAbsence::Unknown) => {
                self.tell_missing(source, location);
                None
            }
        }
    }

    /// Tells once, where it is wrong, of a description that is there and cannot be read.
    fn tell_unreadable(&mut self, source: &str) {
        if let Some(problem) = self.apis.unreadable(source)
            && !self.diagnostics.contains(&problem)
        {
            self.diagnostics.push(problem);
        }
    }

    /// Tells of operations that only some readers may see, which nothing in a folder of files can ensure (CFG-32).
    pub fn withheld(&self) -> Option<Diagnostic> {
        let (source, target) = self.withheld.first()?;
        let target = shown_target(target);
        let message = match self.withheld.len() {
            1 => format!("`{target}` of {source} has `groups`, so it is left out of the site"),
            2 => format!(
                "`{target}` of {source} and one other operation have `groups`, so they are left out of the site"
            ),
            count => format!(
                "`{target}` of {source} and {} other operations have `groups`, so they are left out of the site",
                count - 1
            ),
        };
        let hint = "who may read a page is a matter of the host; `--include-restricted` publishes them for everybody";
        Some(Diagnostic::warning("page-withheld", message).hint(hint).in_file(source))
    }

    /// Tells once that a description does not exist.
    fn tell_missing(&mut self, source: &str, location: Option<&Location>) {
        self.tell_once(source, missing_description(source), location);
    }

    /// Tells once of a source that is not there.
    pub(super) fn tell_once(&mut self, source: &str, problem: Diagnostic, location: Option<&Location>) {
        if self.missing.insert(source.to_owned()) {
            self.diagnostics.push(placed(problem, location));
        }
    }

    /// Adds a generated page and gives its sidebar entry; `None` for a page that is in no navigation.
    pub(super) fn register(
        &mut self,
        mut page: GeneratedPage,
        location: Option<&Location>,
    ) -> Option<SidebarPage> {
        if self.restricted == RestrictedPages::LeftOut && page.is_restricted() {
            self.withheld.insert((page.source.clone(), page.target.clone()));
            return None;
        }
        let wanted = page.slug.clone();
        let mut number = 0u32;
        loop {
            match self.slugs.get(&page.slug).and_then(|at| self.generated.get(*at)) {
                Some(same) if same.source == page.source && same.target == page.target => break,
                Some(_) => {
                    number += 1;
                    page.slug = Slug::new(&format!("{wanted}-{number}"));
                }
                None => {
                    self.add(page.clone(), location);
                    break;
                }
            }
        }
        (page.visibility != Visibility::Unlisted).then(|| sidebar_page(&page))
    }

    fn add(&mut self, page: GeneratedPage, location: Option<&Location>) {
        if let Some(existing) = self.pages.page(page.slug.as_str()) {
            // The author's page of this very operation is what the address is for.
            let is_same = |(description, found): (&ApiCatalog, Found<'_>)| {
                description.path == page.source && found.target() == page.target
            };
            if page_api(existing, self.apis).is_some_and(is_same) {
                return;
            }
            let message =
                format!("`{}` and the API operation `{}` have the same address", existing.path, page.target);
            let hint = "the file is published; rename it, or set `directory` beside `openapi`";
            self.diagnostics
                .push(placed(Diagnostic::warning("api-page-replaced", message), location).hint(hint));
            return;
        }
        self.slugs.insert(page.slug.clone(), self.generated.len());
        self.generated.push(page);
    }
}

/// Adds a group, inside of the one that it stands in.
fn add_group(items: &mut Vec<SidebarItem>, above: Option<String>, group: SidebarGroup) {
    let group = SidebarItem::Group(Box::new(group));
    let Some(above) = above else { return items.push(group) };
    if let Some(SidebarItem::Group(last)) = items.last_mut()
        && last.title == above
    {
        return last.items.push(group);
    }
    let outer = SidebarGroup { title: above, items: vec![group], ..SidebarGroup::default() };
    items.push(SidebarItem::Group(Box::new(outer)));
}

/// The last group of a name that has entries of its own.
fn group_named<'i>(items: &'i mut [SidebarItem], name: &str) -> Option<&'i mut SidebarGroup> {
    let is_page = |item: &SidebarItem| matches!(item, SidebarItem::Page(_));
    items.iter_mut().rev().find_map(|item| {
        let SidebarItem::Group(group) = item else { return None };
        match group.title == name && group.items.iter().any(is_page) {
            true => Some(&mut **group),
            false => group_named(&mut group.items, name),
        }
    })
}

fn sidebar_page(page: &GeneratedPage) -> SidebarPage {
    let text = |key: &str| page.metadata.get(key).and_then(|value| value.as_str()).map(str::to_owned);
    let title = page.sidebar_title.as_ref().unwrap_or(&page.title);
    // A tag in a title is none: `Array<T>`.
    let plain = Some(title)
        .filter(|title| has_marks(title) && !title.contains('<'))
        .and_then(|title| plain_title(title));
    SidebarPage {
        slug: page.slug.clone(),
        link: Some(Link::Page(page.slug.clone())),
        title: plain.unwrap_or_else(|| title.clone()),
        icon: Icon::read(&page.metadata).map(Box::new),
        tag: text("tag"),
        deprecated: page.deprecated,
        method: page.shown_method(),
        hidden: (page.visibility == Visibility::Hidden).then_some(true),
    }
}

/// An operation as authors write it.
fn shown_target(target: &ApiTarget) -> String {
    match target {
        ApiTarget::Operation { method, path } => format!("{} {path}", method.to_ascii_uppercase()),
        target => target.to_string(),
    }
}

/// Tells that there is no description of this name.
pub fn missing_description(source: &str) -> Diagnostic {
    Diagnostic::error("api-description-missing", format!("the API description `{source}` does not exist"))
        .hint("write its path from the folder of docs.json, or a URL")
}

/// Tells of a description of another kind than the field that names it is for. Its pages are made all the same.
pub fn other_kind(field: ApiKind, source: &str, description: &ApiCatalog) -> Option<Diagnostic> {
    let name = |kind| match kind {
        ApiKind::OpenApi => ("openapi", "OpenAPI"),
        ApiKind::AsyncApi => ("asyncapi", "AsyncAPI"),
    };
    let ((key, _), (other, kind)) = (name(field), name(description.kind));
    (key != other).then(|| {
        let message = format!("`{key}` names `{source}`, which is a description of {kind}");
        Diagnostic::warning("api-description-kind", message)
            .hint(format!("write `{other}` in place of `{key}`"))
    })
}

/// Tells that a description adds no pages.
fn empty_description(source: &str) -> Diagnostic {
    let message = format!("the API description `{source}` has no operation, so it adds no pages");
    Diagnostic::warning("api-description-empty", message)
        .hint("write operations under `paths`, or take it out of the navigation")
}

fn placed(diagnostic: Diagnostic, location: Option<&Location>) -> Diagnostic {
    match location {
        Some(location) => diagnostic.located(location.clone()),
        None => diagnostic,
    }
}
