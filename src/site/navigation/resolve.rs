//! The walk over the written navigation: containers, sections and their entries.
//!
//! First pages are found on the way up, because a division's link is the first page below it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::api::GeneratedPage;
use crate::config::navigation::{self as written, DivisionKind, Level, PageEntry};
use crate::diagnostic::{Diagnostic, Location};
use crate::site::navigation::api_lookup::{ApiLookup, method_label, page_title};
use crate::site::navigation::api_pages::{ApiPages, Entry, SupplierId};
use crate::site::navigation::{
    Container, ContainerId, Division, Link, NavigationInput, Section, SidebarGroup, SidebarItem, SidebarPage,
    first_page, section_id::section_id,
};
use crate::site::page_index::{Match, PageSummary, Snippet};
use crate::text::Slug;

/// Levels and groups nested deeper than this are left out.
const MAX_DEPTH: usize = 100;
/// Suggesting names reads all slugs; a navigation written for another site would do it thousands of times.
const MAX_SUGGESTIONS: usize = 50;

/// The parts of a navigation, before places are known.
pub struct Resolved {
    pub containers: Vec<Container>,
    pub sections: Vec<Section>,
    pub generated: Vec<GeneratedPage>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Walks the written navigation.
pub fn resolve(input: &NavigationInput<'_>) -> Resolved {
    let mut resolver = Resolver {
        input: *input,
        api: ApiPages::new(input),
        containers: Vec::new(),
        sections: Vec::new(),
        section_ids: BTreeSet::new(),
        suggestions: 0,
        diagnostics: Vec::new(),
    };
    let above =
        Above { labels: &[], supplier: None, directory: None, location: None, language: None, depth: 0 };
    resolver.level(input.level, None, above);
    resolver.diagnostics.extend(resolver.api.withheld());
    Resolved {
        containers: resolver.containers,
        sections: resolver.sections,
        generated: resolver.api.generated,
        diagnostics: resolver.diagnostics,
    }
}

struct Resolver<'a> {
    input: NavigationInput<'a>,
    api: ApiPages<'a>,
    containers: Vec<Container>,
    sections: Vec<Section>,
    section_ids: BTreeSet<String>,
    suggestions: usize,
    diagnostics: Vec<Diagnostic>,
}

/// What a level or group takes from above.
#[derive(Clone, Copy)]
struct Above<'w> {
    labels: &'w [&'w str],
    supplier: Option<SupplierId>,
    directory: Option<&'w str>,
    location: Option<&'w Location>,
    /// The code of the language that this is below.
    language: Option<&'w str>,
    depth: usize,
}

impl<'a> Resolver<'a> {
    fn level(
        &mut self,
        level: &'a Level,
        parent: Option<(ContainerId, usize)>,
        above: Above<'_>,
    ) -> ContainerId {
        let id = self.containers.len();
        self.containers.push(Container { parent, end: id + 1, ..Container::default() });
        if above.depth > MAX_DEPTH {
            return id;
        }
        let above = Above {
            supplier: self.api.supplier(&level.openapi, above.supplier),
            directory: level.directory.as_deref().or(above.directory),
            ..above
        };
        let overrides = level.overrides.as_deref().cloned().map(Arc::new);
        let mut container = Container { parent, overrides, ..Container::default() };
        for division in level.divisions() {
            let place = (id, container.divisions.len());
            container.divisions.push(self.division(division, Some(place), above));
        }
        for division in level.global.iter().flat_map(|global| global.divisions()) {
            container.global.push(self.division(division, None, above));
        }

        let mut entries: Vec<SidebarItem> =
            level.groups.iter().map(|group| SidebarItem::Group(Box::new(self.group(group, above)))).collect();
        let group_count = entries.len();
        entries.extend(level.pages.iter().filter_map(|entry| self.entry(entry, above)));
        let page_count = entries.len() - group_count;
        let location = above.location;
        let own = if level.openapi.is_empty() { None } else { above.supplier };
        entries.extend(self.generated(own, &level.openapi, &level.asyncapi, (above.language, location)));
        entries.extend(self.schemas(&level.graphql, above));
        if !entries.is_empty() {
            let section = section_id(above.labels, &mut self.section_ids);
            container.section = Some(self.sections.len());
            self.sections.push(Section { id: section, container: id, entries, group_count, page_count });
        }
        container.end = self.containers.len();
        let section = container.section.and_then(|section| self.sections.get(section));
        container.first = first_page::of_container(&container, section);
        if let Some(slot) = self.containers.get_mut(id) {
            *slot = container;
        }
        id
    }

    /// A division; one without a `place` is a global entry, which has no inside.
    fn division(
        &mut self,
        division: &'a written::Division,
        place: Option<(ContainerId, usize)>,
        above: Above<'_>,
    ) -> Division {
        let directory = division.directory.as_deref().or(above.directory);
        let location = division.location.as_ref().or(above.location);
        let mut labels = above.labels.to_vec();
        labels.push(&division.label);
        let container = place.filter(|_| division.level != Level::default()).map(|place| {
            let language = match division.kind {
                DivisionKind::Language => Some(division.label.as_str()),
                _ => above.language,
            };
            let above =
                Above { labels: &labels, directory, location, language, depth: above.depth + 1, ..above };
            self.level(&division.level, Some(place), above)
        });
        let first = container.and_then(|id| self.containers.get(id)?.first.clone());
        Division {
            kind: division.kind,
            label: division.label.clone(),
            name: match (&division.name, division.kind) {
                (Some(name), DivisionKind::Product) => name.clone(),
                _ => division.label.clone(),
            },
            link: division.href.as_deref().map(|href| self.own_link(href)).or(first.map(Link::Page)),
            icon: division.icon.clone(),
            description: division.description.clone(),
            tag: division.tag.clone(),
            color: division.color.clone(),
            align: division.align.clone(),
            hidden: division.hidden,
            searchable: division.searchable,
            boost: division.boost,
            noindex: division.noindex,
            default: division.default,
            directory: directory.map(str::to_owned),
            container,
        }
    }

    /// `href` of a division: a root-relative one that names a page is a link to that page, with or without the base path
    /// in it.
    fn own_link(&self, href: &str) -> Link {
        let page = |path: &str| match self.input.pages.named(path)? {
            (page, Match::Exact | Match::FolderIndex) => Some(page),
            _ => None,
        };
        let path = href.strip_prefix('/').filter(|path| !path.contains(['?', '#']));
        let inner =
            path.and_then(|path| self.input.addresses.without_base(path, &|path| page(path).is_some()));
        match inner.or(path).and_then(page) {
            Some(page) => Link::Page(page.slug.clone()),
            None => Link::Url(href.to_owned()),
        }
    }

    fn group(&mut self, group: &'a written::Group, above: Above<'_>) -> SidebarGroup {
        let above = Above {
            supplier: self.api.supplier(&group.openapi, above.supplier),
            directory: group.directory.as_deref().or(above.directory),
            location: group.location.as_ref().or(above.location),
            depth: above.depth + 1,
            ..above
        };
        let location = group.location.as_ref();
        let root = group.root.as_ref().and_then(|root| self.page(root, location, above)).map(Box::new);
        let mut items: Vec<SidebarItem> = Vec::new();
        if above.depth <= MAX_DEPTH {
            items.extend(group.pages.iter().filter_map(|entry| self.entry(entry, above)));
            let own = if group.openapi.is_empty() { None } else { above.supplier };
            items.extend(self.generated(own, &group.openapi, &group.asyncapi, (above.language, location)));
        }
        items.shrink_to_fit();
        let first = first_page::of_group(root.as_deref(), &items);
        SidebarGroup {
            title: group.group.clone(),
            icon: group.icon.clone(),
            tag: group.tag.clone(),
            expanded: group.expanded,
            root,
            hidden: group.hidden,
            searchable: group.searchable,
            boost: group.boost,
            directory: above.directory.map(str::to_owned),
            items,
            first,
        }
    }

    fn generated(
        &mut self,
        supplier: Option<SupplierId>,
        openapi: &'a [written::ApiSource],
        asyncapi: &'a [written::ApiSource],
        named: (Option<&str>, Option<&Location>),
    ) -> Vec<SidebarItem> {
        let items = self.api.generate(supplier, openapi, asyncapi, named);
        self.with_first_pages(items)
    }

    /// The groups that schemas add.
    fn schemas(&mut self, sources: &'a [written::ApiSource], above: Above<'_>) -> Vec<SidebarItem> {
        let items = self.api.of_schemas(sources, above.language, above.location);
        self.with_first_pages(items)
    }

    fn with_first_pages(&mut self, mut items: Vec<SidebarItem>) -> Vec<SidebarItem> {
        self.diagnostics.append(&mut self.api.diagnostics);
        first_page::find(&mut items);
        items
    }

    fn entry(&mut self, entry: &'a PageEntry, above: Above<'_>) -> Option<SidebarItem> {
        match entry {
            PageEntry::Page { path, location } => {
                self.page(path, location.as_ref(), above).map(SidebarItem::Page)
            }
            PageEntry::Group(group) => Some(SidebarItem::Group(Box::new(self.group(group, above)))),
        }
    }

    /// A page string: an existing page, else an API operation, else plain text.
    fn page(&mut self, name: &str, location: Option<&Location>, above: Above<'_>) -> Option<SidebarPage> {
        let location = location.or(above.location);
        if let Some((page, found)) = self.input.pages.named(name) {
            if found != Match::Exact {
                self.tell_inexact(name, page, found, location);
            }
            let level = (above.supplier, self.sections.len());
            self.diagnostics.extend(self.api.written(page, level, location));
            return Some(sidebar_page(page, self.input.apis));
        }
        if self.input.pages.is_withheld(name) {
            return None;
        }
        let entry = self.api.entry(name, (above.supplier, self.sections.len()), location);
        self.diagnostics.append(&mut self.api.diagnostics);
        match entry {
            Some(Entry::Page(page)) => return Some(page),
            Some(Entry::Unlisted) => return None,
            Some(Entry::Broken(problem)) => {
                self.diagnostics.extend(problem.map(|problem| placed(problem, location)));
            }
            None => self.tell_missing(name, location),
        }
        let slug = Slug::new(name);
        Some(SidebarPage {
            title: slug.title(),
            slug,
            link: None,
            icon: None,
            tag: None,
            deprecated: false,
            method: None,
            hidden: None,
        })
    }

    fn tell_inexact(&mut self, name: &str, page: &PageSummary, found: Match, location: Option<&Location>) {
        let message = match found {
            Match::WithExtension => format!("the navigation names the page `{name}` with its extension"),
            _ => format!("the navigation names the folder `{name}` instead of its page"),
        };
        let problem = Diagnostic::warning("nav-page-name", message).hint(format!("write `{}`", page.slug));
        self.diagnostics.push(placed(problem, location));
    }

    fn tell_missing(&mut self, name: &str, location: Option<&Location>) {
        if let Some(Snippet { path, importer }) = self.input.pages.snippet(name) {
            let importer =
                importer.as_ref().map_or_else(|| "another file".to_owned(), |path| format!("`{path}`"));
            let message = format!(
                "`{name}` is in the navigation, but {importer} imports `{path}`: what is imported is a snippet, and no page"
            );
            let hint = "move what both show to a file in `snippets/` and import that in both";
            let problem = Diagnostic::warning("nav-page-missing", message).hint(hint);
            return self.diagnostics.push(placed(problem, location));
        }
        let message = format!("`{name}` is in the navigation, but there is no such page");
        let mut hint =
            "create the file, or remove the entry; until then it is shown as plain text".to_owned();
        if crate::api::reference::parse_reference(name).is_some() {
            hint = "no `openapi` applies here: set it on this level, on one above, or as `api.openapi`"
                .to_owned();
        } else if self.suggestions < MAX_SUGGESTIONS {
            self.suggestions += 1;
            let nearest = self.input.pages.nearest(name);
            if !nearest.is_empty() {
                let names: Vec<String> = nearest.iter().map(|slug| format!("`{slug}`")).collect();
                hint = format!("did you mean {}?", names.join(" or "));
            }
        }
        self.diagnostics.push(placed(Diagnostic::warning("nav-page-missing", message).hint(hint), location));
    }
}

/// The entry of a page file.
pub fn sidebar_page(page: &PageSummary, apis: &dyn ApiLookup) -> SidebarPage {
    let label = page.sidebar_title.clone().filter(|title| !title.trim().is_empty());
    SidebarPage {
        slug: page.slug.clone(),
        link: Some(match &page.rare.url {
            Some(url) => Link::Url(url.clone()),
            None => Link::Page(page.slug.clone()),
        }),
        title: label.unwrap_or_else(|| page_title(page, apis)),
        icon: page.rare.icon.clone().map(Box::new),
        tag: page.rare.tag.clone(),
        deprecated: page.deprecated,
        method: method_label(page, apis),
        hidden: page.hidden,
    }
}

fn placed(diagnostic: Diagnostic, location: Option<&Location>) -> Diagnostic {
    match location {
        Some(location) => diagnostic.located(location.clone()),
        None => diagnostic,
    }
}
