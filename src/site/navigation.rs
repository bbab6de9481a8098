//! The navigation, resolved: what the author wrote in `docs.json` joined with what pages and API descriptions
//! say (specification, *Navigation*; behaviour 4.2).
//!
//! [`resolve_navigation`] gives a [`Navigation`]: containers (levels) that hold divisions, and sections that
//! hold the entries of one sidebar. Where a page stands in it is answered by [`crate::site::place`].

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::api::GeneratedPage;
use crate::config::chrome::Overrides;
use crate::config::navigation::{ApiSource, ColorPair, DivisionKind, Icon, Level};
use crate::diagnostic::Diagnostic;
use crate::site::directory::Directories;
use crate::site::page_index::PageIndex;
use crate::site::place::{PlaceIndex, counterpart::CounterpartIndex};
use crate::text::{Addresses, Slug};

pub mod api_lookup;
pub mod api_pages;
mod first_page;
pub mod listing;
mod model_pages;
pub mod repeated;
mod resolve;
mod schema_pages;
mod section_id;

pub use api_lookup::{ApiAbsence, ApiLookup};
pub use listing::{Listed, ListedState};
pub use resolve::sidebar_page;

/// Everything that [`resolve_navigation`] reads.
#[derive(Clone, Copy)]
pub struct NavigationInput<'a> {
    /// `navigation` of `docs.json`.
    pub level: &'a Level,
    pub pages: &'a PageIndex,
    pub apis: &'a dyn ApiLookup,
    /// `api.openapi`: where `METHOD /path` is looked up when no level has an `openapi`.
    pub api_openapi: &'a [ApiSource],
    /// Whether tags get a page of their own (`api.overviews`).
    pub has_overviews: bool,
    pub restricted: RestrictedPages,
    /// Of these the base path alone: an author may have written it before a link.
    pub addresses: &'a Addresses,
}

/// What happens to operations that only some readers may see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RestrictedPages {
    #[default]
    LeftOut,
    Included,
}

/// A resolved navigation. Containers are numbered in reading order, so that the containers below one are the
/// numbers up to its `end`.
#[derive(Clone, Debug, PartialEq)]
pub struct Navigation {
    /// The first is `navigation` itself.
    pub containers: Vec<Container>,
    /// The sidebars.
    pub sections: Vec<Arc<Section>>,
    /// Pages made from API descriptions, in order of first use, each slug once.
    pub generated: Vec<GeneratedPage>,
    /// Where each listed page stands.
    pub places: PlaceIndex,
    /// The same page in other languages and versions.
    pub counterparts: CounterpartIndex,
    /// Pages that list what is in their group.
    pub directories: Directories,
    /// Pages that stand in for others.
    pub stand_ins: BTreeMap<Slug, Slug>,
}

// A generated page holds JSON values, which have no numbers unequal to themselves.
impl Eq for Navigation {}

/// Number of a container in [`Navigation::containers`].
pub type ContainerId = usize;
/// Number of a section in [`Navigation::sections`].
pub type SectionIndex = usize;

/// A level with its divisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Container {
    /// The container and the number of the division in it that this container is the inside of.
    pub parent: Option<(ContainerId, usize)>,
    /// One past the last container below this one.
    pub end: ContainerId,
    /// In reading order: languages, products, versions, dropdowns, tabs, anchors, menu items.
    pub divisions: Vec<Division>,
    /// Entries shown on every page below; none of them has an inside.
    pub global: Vec<Division>,
    /// The sidebar of this level, when it has groups or pages of its own.
    pub section: Option<SectionIndex>,
    /// The first accessible page at or below this level (behaviour 4.2).
    pub first: Option<Slug>,
    /// Navbar, footer and banner of a language (I18N-07).
    pub overrides: Option<Arc<Overrides>>,
}

/// A tab, anchor, dropdown, version, language, product or menu item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    pub kind: DivisionKind,
    /// The value of `tab`, `version`, `language` (the code) and so on.
    pub label: String,
    /// What readers see: a product's `name`, otherwise the label.
    pub name: String,
    /// Its own `href`, else the first accessible page below it.
    pub link: Option<Link>,
    pub icon: Option<Icon>,
    pub description: Option<String>,
    pub tag: Option<String>,
    pub color: ColorPair,
    pub align: Option<String>,
    /// As written on this division; what lies above it is not included.
    pub hidden: Option<bool>,
    pub searchable: Option<bool>,
    pub boost: Option<u32>,
    /// A version whose pages search engines are not to list.
    pub noindex: bool,
    pub default: bool,
    /// Listing style for groups with a root page below it: own or inherited (NAV-06).
    pub directory: Option<String>,
    /// Its inside.
    pub container: Option<ContainerId>,
}

/// Where a navigation element leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Link {
    /// A page of the site.
    Page(Slug),
    /// An address as written: external, or root-relative without the base path.
    Url(String),
}

/// One sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Stable while the labels above it stay; letters, digits, `-` and `.` only, so it can name a file.
    pub id: String,
    pub container: ContainerId,
    /// Groups, then pages, then generated groups.
    pub entries: Vec<SidebarItem>,
    /// How many of the entries come from `groups` and how many from `pages`; the others are generated.
    pub group_count: usize,
    pub page_count: usize,
}

/// An entry of a sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum SidebarItem {
    Page(SidebarPage),
    // Ten pages for one group, which is twice as large.
    Group(Box<SidebarGroup>),
}

/// A page in a sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SidebarPage {
    /// The page; for an entry without a file, the name as written.
    pub slug: Slug,
    /// `None` when there is no such page: the entry is plain text.
    pub link: Option<Link>,
    /// `sidebarTitle`, else the title.
    pub title: String,
    pub icon: Option<Box<Icon>>,
    pub tag: Option<String>,
    pub deprecated: bool,
    /// `GET`, `WEBHOOK`, `WSS` … for API pages (NAV-25).
    pub method: Option<String>,
    /// `hidden` of the page itself.
    pub hidden: Option<bool>,
}

/// A group in a sidebar.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SidebarGroup {
    pub title: String,
    pub icon: Option<Icon>,
    pub tag: Option<String>,
    pub expanded: Option<bool>,
    /// The page that the title links to (NAV-04).
    pub root: Option<Box<SidebarPage>>,
    pub hidden: Option<bool>,
    pub searchable: Option<bool>,
    pub boost: Option<u32>,
    /// Own or inherited (NAV-06).
    pub directory: Option<String>,
    pub items: Vec<SidebarItem>,
    /// The first accessible page in it.
    pub first: Option<Slug>,
}

/// Joins the written navigation with pages and API descriptions. Never fails: entries that lead nowhere stay
/// as plain text and are told about.
pub fn resolve_navigation(input: &NavigationInput<'_>) -> (Navigation, Vec<Diagnostic>) {
    let resolved = resolve::resolve(input);
    let mut navigation = Navigation {
        containers: resolved.containers,
        sections: resolved.sections.into_iter().map(Arc::new).collect(),
        generated: resolved.generated,
        places: PlaceIndex::default(),
        counterparts: CounterpartIndex::default(),
        directories: Directories::default(),
        stand_ins: input.pages.stand_ins().clone(),
    };
    navigation.places = PlaceIndex::of(&navigation);
    navigation.counterparts = CounterpartIndex::of(&navigation);
    navigation.directories = Directories::of(&navigation);
    (navigation, resolved.diagnostics)
}

/// The page that `/` resolves to when there is no `index` page (behaviour 4.2, PG-02).
pub fn first_page(navigation: &Navigation) -> Option<&Slug> {
    navigation.containers.first()?.first.as_ref()
}

impl SidebarItem {
    /// Whether a reader sees the entry: `hidden: true` on it hides it with all that is in it, and a group that holds
    /// nothing to see is no more than a name.
    pub fn is_shown(&self) -> bool {
        match self {
            Self::Page(page) => page.is_shown(),
            Self::Group(group) => {
                let has_root = group.root.as_deref().is_some_and(SidebarPage::is_shown);
                group.hidden != Some(true) && (has_root || group.items.iter().any(Self::is_shown))
            }
        }
    }
}

impl SidebarPage {
    /// Whether a reader sees the entry.
    pub fn is_shown(&self) -> bool {
        self.hidden != Some(true)
    }

    /// The page, when the entry leads to one of this site.
    pub fn page(&self) -> Option<&Slug> {
        match &self.link {
            Some(Link::Page(slug)) => Some(slug),
            _ => None,
        }
    }
}

impl Division {
    /// Whether the division is left out of menus.
    pub fn is_hidden(&self) -> bool {
        self.hidden == Some(true)
    }
}

impl Navigation {
    /// The divisions from the outermost down to `container`: each with the container it is listed in and its
    /// number there.
    pub fn trail(&self, container: ContainerId) -> Vec<(ContainerId, usize)> {
        let mut steps = Vec::new();
        let mut at = container;
        while let Some((parent, division)) = self.containers.get(at).and_then(|container| container.parent) {
            steps.push((parent, division));
            at = parent;
        }
        steps.reverse();
        steps
    }

    /// A division by its place.
    pub fn division(&self, (container, division): (ContainerId, usize)) -> Option<&Division> {
        self.containers.get(container)?.divisions.get(division)
    }
}
