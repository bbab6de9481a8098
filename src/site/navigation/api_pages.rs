//! Pages that API descriptions add to the navigation (behaviour 10.2; NAV-15, NAV-16).
//!
//! A level with an `openapi` supplies it to what lies below. Entries `METHOD /path` below use the nearest
//! supplier; when none does, the supplier's level gets all its operations. All slugs meet in one register, so
//! that the same operation listed twice is one page and two operations never share an address.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::reference::parse_reference;
use crate::api::{
    ApiCatalog, ApiKind, ApiReference, ApiTarget, Found, GeneratedPage, Visibility, generated_pages, page_of,
};
use crate::config::navigation::{ApiSource, Icon};
use crate::diagnostic::{Diagnostic, Location};
use crate::page::description::{has_marks, plain_title};
use crate::site::navigation::api_lookup::{ApiAbsence, ApiLookup, page_api};
use crate::site::navigation::{
    Link, NavigationInput, RestrictedPages, SidebarGroup, SidebarItem, SidebarPage,
};
use crate::site::page_index::{PageIndex, PageSummary};
use crate::text::{Slug, SourcePath};

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
            let by_parents = !description.tag_parents.is_empty();
            let mut added = Vec::new();
            for group in pages.groups {
                let overview = self.has_overviews.then(|| description.overview(&group, directory)).flatten();
                let pages = group.pages.into_iter().filter_map(|page| self.register(page, location));
                let entries: Vec<SidebarItem> = pages.map(SidebarItem::Page).collect();
                // Nobody is told of a group that only some readers may see.
                if !entries.is_empty() {
                    overviews.extend(overview.map(|page| (group.name.clone(), page)));
                    let made = SidebarGroup { title: group.name, items: entries, ..SidebarGroup::default() };
                    let among = if by_parents { &mut added } else { &mut items };
                    add_group(among, &group.above, made, by_parents);
                }
            }
            items.append(&mut added);
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

/// Adds a group below those that it stands in. `by_parents`: a tag that others have for their parent is a group of its own,
/// which may come before them or behind; else those of one group follow each other.
fn add_group(items: &mut Vec<SidebarItem>, above: &[String], group: SidebarGroup, by_parents: bool) {
    let is_named = |item: &SidebarItem, name: &str| match item {
        SidebarItem::Group(known) => known.title == name,
        _ => false,
    };
    let Some((outer, above)) = above.split_first() else {
        let known = items.iter_mut().find(|item| by_parents && is_named(item, &group.title));
        return match known {
            // It was made for those below, whose entries stand behind its own.
            Some(SidebarItem::Group(known)) => drop(known.items.splice(0..0, group.items)),
            _ => items.push(SidebarItem::Group(Box::new(group))),
        };
    };
    let at = match by_parents {
        true => items.iter().position(|item| is_named(item, outer)),
        false => items
            .len()
            .checked_sub(1)
            .filter(|last| items.get(*last).is_some_and(|item| is_named(item, outer))),
    };
    if let Some(SidebarItem::Group(known)) = at.and_then(|at| items.get_mut(at)) {
        return add_group(&mut known.items, above, group, by_parents);
    }
    let mut made = SidebarGroup { title: outer.clone(), ..SidebarGroup::default() };
    add_group(&mut made.items, above, group, by_parents);
    items.push(SidebarItem::Group(Box::new(made)));
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
    let plain = Some(title).filter(|title| has_marks(title)).and_then(|title| plain_title(title));
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
