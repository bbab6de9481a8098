//! The active divisions of a section and the lists they stand in.
//!
//! Lists are shared between sections: tabs of the same bar differ only in which one is active. Hidden divisions, and
//! those that lead nowhere, are left out unless active; `global` entries are appended and never active (behaviour 4.3).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::config::chrome::Overrides;
use crate::config::navigation::{ColorPair, DivisionKind, Icon};
use crate::hash::{ContentHash, KeyHasher};
use crate::site::navigation::{Division, Link, Navigation, SidebarItem};

/// The order of lists in a trail: the reading order of containers.
const LISTS: [DivisionKind; 6] = [
    DivisionKind::Language,
    DivisionKind::Product,
    DivisionKind::Version,
    DivisionKind::Dropdown,
    DivisionKind::Tab,
    DivisionKind::Anchor,
];

/// What all pages of a section show above and beside the sidebar.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trail {
    /// The active divisions from the outside in.
    pub steps: Vec<TrailStep>,
    /// The lists that are not empty: languages, products, versions, dropdowns, tabs, anchors.
    pub switchers: Vec<Switcher>,
    /// Number of the active item in the menu of the active tab or product.
    pub active_menu_item: Option<usize>,
    /// Navbar, footer and banner of the nearest language that has its own (I18N-07).
    pub overrides: Option<Arc<Overrides>>,
    /// The hash of all this, which is part of the keys of all pages of the section.
    #[serde(skip)]
    pub key: ContentHash,
}

/// An active division.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrailStep {
    pub kind: DivisionKind,
    pub label: String,
    pub name: String,
    pub link: Option<Link>,
}

/// One list of divisions of the same kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switcher {
    pub kind: DivisionKind,
    pub items: Arc<[Switch]>,
    /// `global` entries, to be shown after the items.
    pub global: Arc<[Switch]>,
    /// Number of the active item: the innermost, when such items lie in each other.
    pub active: Option<usize>,
    /// Those in which it lies.
    pub around: Vec<usize>,
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switch {
    pub label: String,
    pub name: String,
    /// Its own address, else its first page; `None` when it has no page that can be shown.
    pub link: Option<Link>,
    pub icon: Option<Icon>,
    pub description: Option<String>,
    pub tag: Option<String>,
    pub color: ColorPair,
    pub align: Option<String>,
    pub default: bool,
    /// The items of its `menu`.
    pub menu: Vec<Switch>,
    /// Of an item of a menu: the names of its groups, and where they begin (NAV-08).
    pub groups: Vec<(String, Link)>,
}

impl Trail {
    /// Label of the nearest active division of a kind.
    pub fn label(&self, kind: DivisionKind) -> Option<&str> {
        self.steps.iter().rev().find(|step| step.kind == kind).map(|step| step.label.as_str())
    }

    /// The name that readers see of the nearest active division of a kind.
    pub fn name(&self, kind: DivisionKind) -> Option<&str> {
        self.steps.iter().rev().find(|step| step.kind == kind).map(|step| step.name.as_str())
    }

    /// The list of a kind, when there is one.
    pub fn switcher(&self, kind: DivisionKind) -> Option<&Switcher> {
        self.switchers.iter().find(|switcher| switcher.kind == kind)
    }
}

impl Switcher {
    /// Items, then global entries, each with whether it is active.
    pub fn iter(&self) -> impl Iterator<Item = (&Switch, bool)> {
        let items = self.items.iter().enumerate().map(|(at, item)| (item, self.active == Some(at)));
        items.chain(self.global.iter().map(|item| (item, false)))
    }

    /// The item that is shown first: the one that says so, else the first.
    pub fn first(&self) -> Option<&Switch> {
        self.items.iter().find(|item| item.default).or(self.items.first())
    }

    /// Number of items and global entries.
    pub fn len(&self) -> usize {
        self.items.len() + self.global.len()
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The trail of each section, and the one outside all divisions.
pub fn trails(navigation: &Navigation) -> (Vec<Arc<Trail>>, Arc<Trail>) {
    let mut states: Vec<State> = Vec::with_capacity(navigation.containers.len());
    let mut trails = vec![Arc::default(); navigation.sections.len()];
    for container in &navigation.containers {
        let mut state = match container.parent {
            Some((parent, at)) => {
                let mut state = states.get(parent).cloned().unwrap_or_default();
                if let Some(parent) = navigation.containers.get(parent) {
                    state.enter(navigation, &parent.divisions, at);
                }
                state
            }
            None => State::default(),
        };
        state.list(navigation, &container.divisions, &container.global);
        state.overrides = container.overrides.clone().or(state.overrides);
        if let Some(slot) = container.section.and_then(|section| trails.get_mut(section)) {
            *slot = Arc::new(state.trail());
        }
        states.push(state);
    }
    let root = states.first().map(State::trail).unwrap_or_default();
    (trails, Arc::new(root))
}

/// The lists as seen inside one container.
#[derive(Clone, Default)]
struct State {
    lists: [List; LISTS.len()],
    steps: Vec<TrailStep>,
    active_menu_item: Option<usize>,
    overrides: Option<Arc<Overrides>>,
}

#[derive(Clone, Default)]
struct List {
    items: Arc<[Switch]>,
    global: Arc<[Switch]>,
    /// Where the items of the innermost container begin.
    base: usize,
    active: Option<usize>,
    around: Vec<usize>,
}

impl State {
    /// Goes into the division number `at` of the innermost container.
    fn enter(&mut self, navigation: &Navigation, divisions: &[Division], at: usize) {
        let Some(division) = divisions.get(at) else { return };
        self.steps.push(TrailStep {
            kind: division.kind,
            label: division.label.clone(),
            name: division.name.clone(),
            link: division.link.clone(),
        });
        let before = divisions.iter().take(at).filter(|d| d.kind == division.kind && is_shown(d)).count();
        if division.kind == DivisionKind::MenuItem {
            self.active_menu_item = is_shown(division).then_some(before);
            return;
        }
        self.active_menu_item = None;
        let Some(list) = self.list_of(division.kind) else { return };
        let position = list.base + before;
        if !is_shown(division) {
            let mut items = list.items.to_vec();
            items.insert(position.min(items.len()), switch(navigation, division));
            list.items = items.into();
        }
        list.around.extend(list.active.replace(position));
    }

    /// Adds the lists that a container brings.
    fn list(&mut self, navigation: &Navigation, divisions: &[Division], global: &[Division]) {
        for (kind, list) in LISTS.iter().zip(&mut self.lists) {
            let of = |divisions: &[Division]| -> Vec<Switch> {
                let visible = divisions.iter().filter(|d| d.kind == *kind && is_shown(d));
                visible.map(|division| switch(navigation, division)).collect()
            };
            let own = of(divisions);
            // Items that stand beside the way down here give way to those on it: a level with versions and tabs,
            // and a version with tabs of its own.
            if list.active.is_none() && !own.is_empty() {
                list.items = Arc::default();
            }
            list.base = list.items.len();
            append(&mut list.items, own);
            append(&mut list.global, of(global));
        }
    }

    fn list_of(&mut self, kind: DivisionKind) -> Option<&mut List> {
        let at = LISTS.iter().position(|listed| *listed == kind)?;
        self.lists.get_mut(at)
    }

    fn trail(&self) -> Trail {
        let switchers = LISTS.iter().zip(&self.lists).map(|(kind, list)| Switcher {
            kind: *kind,
            items: list.items.clone(),
            global: list.global.clone(),
            active: list.active,
            around: list.around.clone(),
        });
        let mut trail = Trail {
            steps: self.steps.clone(),
            switchers: switchers.filter(|switcher| !switcher.is_empty()).collect(),
            active_menu_item: self.active_menu_item,
            overrides: self.overrides.clone(),
            key: ContentHash::default(),
        };
        trail.key = KeyHasher::new("trail").value(&trail).finish();
        trail
    }
}

/// Whether readers find it in its list: what leads nowhere, as all below it is hidden, is no choice. A language or a version
/// without pages is one that others have.
fn is_shown(division: &Division) -> bool {
    let is_edition = matches!(division.kind, DivisionKind::Language | DivisionKind::Version);
    !division.is_hidden() && (is_edition || division.link.is_some())
}

fn append(items: &mut Arc<[Switch]>, more: Vec<Switch>) {
    if !more.is_empty() {
        *items = items.iter().cloned().chain(more).collect();
    }
}

fn switch(navigation: &Navigation, division: &Division) -> Switch {
    let inside = division.container.and_then(|id| navigation.containers.get(id));
    let menu = inside.into_iter().flat_map(|inside| &inside.divisions).filter(|item| {
        // Items of a menu are listed, what lies in them is not: this goes one step down only.
        item.kind == DivisionKind::MenuItem && division.kind != DivisionKind::MenuItem && is_shown(item)
    });
    Switch {
        label: division.label.clone(),
        name: division.name.clone(),
        link: division.link.clone(),
        icon: division.icon.clone(),
        description: division.description.clone(),
        tag: division.tag.clone(),
        color: division.color.clone(),
        align: division.align.clone(),
        default: division.default,
        menu: menu.map(|item| switch(navigation, item)).collect(),
        groups: if division.kind == DivisionKind::MenuItem {
            groups(navigation, division)
        } else {
            Vec::new()
        },
    }
}

/// The groups that are shown first inside a division.
fn groups(navigation: &Navigation, division: &Division) -> Vec<(String, Link)> {
    let inside = division.container.and_then(|id| navigation.containers.get(id));
    let section = inside.and_then(|inside| navigation.sections.get(inside.section?));
    let shown = section.into_iter().flat_map(|section| &section.entries).filter(|item| item.is_shown());
    let named = shown.filter_map(|item| match item {
        SidebarItem::Group(group) if !group.title.is_empty() => {
            Some((group.title.clone(), Link::Page(group.first.clone()?)))
        }
        _ => None,
    });
    named.collect()
}
