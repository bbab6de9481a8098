//! Where pages are listed: every occurrence of a page in the navigation, and the reading order of each sidebar.
//!
//! A page that stands in several places belongs to the first one that is visible, in the default language and
//! version (behaviour 4.3; NAV-17).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::config::navigation::DivisionKind;
use crate::site::navigation::{
    ContainerId, Division, Link, Navigation, SectionIndex, SidebarGroup, SidebarItem, SidebarPage,
};
use crate::text::Slug;

/// One occurrence of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub slug: Slug,
    pub section: SectionIndex,
    pub container: ContainerId,
    /// Position in the reading order of the whole navigation.
    pub order: usize,
    /// Position in the flattened sidebar; `None` for an entry that is not shown.
    pub flat: Option<usize>,
    pub group: Arc<GroupTrail>,
    pub state: ListedState,
    /// Hundredths by which it counts in the search, as the nearest level says.
    pub boost: Option<u32>,
    rank: (u8, usize),
}

/// What the navigation says about the visibility of one occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ListedState {
    /// Hidden by itself or from above; a nearer `hidden: false` undoes what is above it.
    pub hidden: bool,
    /// Hidden, and no hidden level above has `searchable: true` (behaviour 4.2).
    pub hidden_from_search: bool,
    /// `searchable: false` is set on no level above.
    pub searchable: bool,
    /// The entry can be seen in a sidebar.
    pub shown: bool,
    /// It is in a version that search engines are not to list (SEO-08).
    pub noindex: bool,
}

/// The way from the top to a group: shared by all its pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupTrail {
    /// Divisions without versions and languages, then groups.
    pub crumbs: Arc<[Crumb]>,
    /// The first page of the group, when it is in one.
    pub first: Option<Slug>,
}

/// One name of a breadcrumb trail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crumb {
    pub name: String,
    pub link: Option<Link>,
}

/// The names of a trail that are worth showing: a group may have none, and a tab and its only group often have one.
pub fn shown(crumbs: &[Crumb]) -> impl Iterator<Item = &Crumb> {
    let mut before = "";
    crumbs.iter().filter(move |crumb| {
        let is_new = !crumb.name.is_empty() && crumb.name != before;
        if is_new {
            before = &crumb.name;
        }
        is_new
    })
}

/// A page of a flattened sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Neighbour {
    pub slug: Slug,
    pub title: String,
}

/// All occurrences in reading order, and the flattened sidebar of each section.
pub fn list_pages(navigation: &Navigation) -> (Vec<Listed>, Vec<Vec<Neighbour>>) {
    let mut flows: Vec<(Flow, Vec<Crumb>)> = Vec::with_capacity(navigation.containers.len());
    let mut walk = Walk {
        listed: Vec::new(),
        flat: Vec::new(),
        flats: vec![Vec::new(); navigation.sections.len()],
        section: 0,
        container: 0,
    };
    for (id, container) in navigation.containers.iter().enumerate() {
        let (flow, crumbs) = match container.parent {
            Some((parent, at)) => {
                let (mut flow, mut crumbs) = flows.get(parent).cloned().unwrap_or_default();
                if let Some(division) = navigation.division((parent, at)) {
                    flow.enter(division.hidden, division.searchable);
                    flow.boost = division.boost.or(flow.boost);
                    flow.noindex |= division.noindex;
                    let siblings = navigation.containers.get(parent).map_or(&[][..], |c| &c.divisions);
                    flow.others += usize::from(!is_default(division, siblings));
                    if !matches!(division.kind, DivisionKind::Language | DivisionKind::Version) {
                        crumbs.push(Crumb { name: division.name.clone(), link: division.link.clone() });
                    }
                }
                (flow, crumbs)
            }
            None => Default::default(),
        };
        flows.push((flow, crumbs.clone()));
        let Some((index, section)) =
            container.section.and_then(|at| Some((at, navigation.sections.get(at)?)))
        else {
            continue;
        };
        (walk.section, walk.container) = (index, id);
        let trail = Arc::new(GroupTrail { crumbs: crumbs.into(), first: None });
        let flow = Flow { in_sidebar: true, ..flow };
        section.entries.iter().for_each(|item| walk.item(item, &trail, flow));
        if let Some(flat) = walk.flats.get_mut(index) {
            *flat = std::mem::take(&mut walk.flat);
            flat.shrink_to_fit();
        }
    }
    (walk.listed, walk.flats)
}

/// Whether this is the language or version that readers get first; other divisions always are.
fn is_default(division: &Division, siblings: &[Division]) -> bool {
    if !matches!(division.kind, DivisionKind::Language | DivisionKind::Version) {
        return true;
    }
    let mut same = siblings.iter().filter(|sibling| sibling.kind == division.kind);
    let first = same.clone().next();
    same.find(|sibling| sibling.default).or(first).is_some_and(|default| std::ptr::eq(default, division))
}

impl Listed {
    /// Whether it stands in the language and version that readers get first.
    pub fn is_of_default_edition(&self) -> bool {
        self.rank.1 == 0
    }

    /// Sorts the best occurrence of each page first.
    pub(crate) fn preference(&self) -> (&Slug, (u8, usize), usize) {
        (&self.slug, self.rank, self.order)
    }
}

/// What is inherited on the way down.
#[derive(Clone, Copy, Debug)]
struct Flow {
    hidden: bool,
    hidden_from_search: bool,
    searchable: bool,
    /// No `hidden: true` above, whatever stands below it.
    shown: bool,
    /// The same, counted from the section only.
    in_sidebar: bool,
    boost: Option<u32>,
    noindex: bool,
    /// How many languages and versions above are not the default one.
    others: usize,
}

impl Default for Flow {
    fn default() -> Self {
        Self {
            hidden: false,
            hidden_from_search: false,
            searchable: true,
            shown: true,
            in_sidebar: true,
            boost: None,
            noindex: false,
            others: 0,
        }
    }
}

impl Flow {
    fn enter(&mut self, hidden: Option<bool>, searchable: Option<bool>) {
        match hidden {
            Some(true) => {
                self.hidden = true;
                self.hidden_from_search = searchable != Some(true);
                self.shown = false;
                self.in_sidebar = false;
            }
            Some(false) => {
                self.hidden = false;
                self.hidden_from_search = false;
            }
            None if searchable == Some(true) => self.hidden_from_search = false,
            None => {}
        }
        self.searchable = searchable.unwrap_or(self.searchable);
    }
}

struct Walk {
    listed: Vec<Listed>,
    flat: Vec<Neighbour>,
    flats: Vec<Vec<Neighbour>>,
    section: SectionIndex,
    container: ContainerId,
}

impl Walk {
    fn item(&mut self, item: &SidebarItem, trail: &Arc<GroupTrail>, flow: Flow) {
        match item {
            SidebarItem::Page(page) => self.page(page, trail, flow),
            SidebarItem::Group(group) => self.group(group, trail, flow),
        }
    }

    fn group(&mut self, group: &SidebarGroup, above: &Arc<GroupTrail>, mut flow: Flow) {
        flow.enter(group.hidden, group.searchable);
        flow.boost = group.boost.or(flow.boost);
        let root = group.root.as_ref().and_then(|root| root.link.clone());
        let link = root.or_else(|| group.first.clone().map(Link::Page));
        let crumb = Crumb { name: group.title.clone(), link };
        let crumbs: Arc<[Crumb]> = above.crumbs.iter().cloned().chain([crumb]).collect();
        let trail = Arc::new(GroupTrail { crumbs, first: group.first.clone() });
        if let Some(root) = &group.root {
            self.page(root, &trail, flow);
        }
        group.items.iter().for_each(|item| self.item(item, &trail, flow));
    }

    fn page(&mut self, page: &SidebarPage, trail: &Arc<GroupTrail>, flow: Flow) {
        let level = match (flow.hidden, flow.hidden_from_search) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        let mut own = flow;
        match page.hidden {
            Some(true) => own.enter(Some(true), None),
            Some(false) => own.enter(Some(false), None),
            None => {}
        }
        let is_page = page.page().is_some();
        let flat = (own.in_sidebar && is_page).then(|| {
            // A group whose root is also its first entry has that page once.
            let repeated = self.flat.last().is_some_and(|last| last.slug == page.slug);
            if !repeated {
                self.flat.push(Neighbour { slug: page.slug.clone(), title: page.title.clone() });
            }
            self.flat.len() - 1
        });
        // An entry without a file has no page that could ask for its place, but its external
        // address or missing file must not be mistaken for an unlisted page.
        self.listed.push(Listed {
            slug: page.slug.clone(),
            section: self.section,
            container: self.container,
            order: self.listed.len(),
            flat,
            group: trail.clone(),
            state: ListedState {
                hidden: own.hidden,
                hidden_from_search: own.hidden_from_search,
                searchable: own.searchable,
                shown: own.shown,
                noindex: own.noindex,
            },
            boost: flow.boost,
            rank: (level, flow.others),
        });
    }
}
