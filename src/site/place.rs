//! Where one page stands: its sidebar, the active divisions, breadcrumbs, neighbours and counterparts in other
//! languages and versions (behaviour 4.3).
//!
//! [`page_place`] is asked once a page and answers in microseconds: what all pages of a section have in common
//! is made once, with the navigation, and shared.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::config::navigation::DivisionKind;
use crate::site::navigation::listing::{Crumb, Listed, ListedState, Neighbour, list_pages};
use crate::site::navigation::{ContainerId, Navigation, SectionIndex};
use crate::text::Slug;

pub mod counterpart;
pub mod editions;
pub mod trail;

pub use counterpart::{Counterpart, Fit};
pub use editions::OldVersion;
pub use trail::{Switch, Switcher, Trail, TrailStep};

/// All that a page shows of the navigation around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PagePlace {
    /// Its sidebar; `None` when the navigation has no page at all.
    pub section: Option<SectionIndex>,
    /// The same as a name that stays when other sections come and go.
    pub section_id: Option<String>,
    /// `None` for a page that the navigation does not list.
    pub listed: Option<ListedState>,
    /// Active divisions and the lists of tabs, anchors, dropdowns and so on. Many pages share one: it is not
    /// written with each of them.
    #[serde(skip)]
    pub trail: Arc<Trail>,
    /// Names of divisions and groups down to the page, without versions and languages.
    pub breadcrumbs: Arc<[Crumb]>,
    pub previous: Option<Neighbour>,
    pub next: Option<Neighbour>,
    /// Where the languages and versions of the trail lead from this page.
    pub counterparts: Vec<Counterpart>,
}

impl PagePlace {
    /// The section name above the title: the nearest group, or division when there is none.
    pub fn eyebrow(&self) -> Option<&str> {
        self.breadcrumbs.last().map(|crumb| crumb.name.as_str())
    }

    /// Code of the nearest language.
    pub fn language(&self) -> Option<&str> {
        self.trail.label(DivisionKind::Language)
    }

    /// Label of the nearest version.
    pub fn version(&self) -> Option<&str> {
        self.trail.label(DivisionKind::Version)
    }
}

/// Answers where a page stands. Made with the navigation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceIndex {
    /// Sorted by slug; the occurrence that a page belongs to comes first.
    listed: Vec<Listed>,
    /// For each section the numbers of its occurrences in `listed`.
    members: Vec<Vec<u32>>,
    /// Hashes of last segments with the containers that list a page with such a name, sorted: most names occur in few.
    names: Vec<(u64, u32)>,
    /// The flattened sidebar of each section.
    flats: Vec<Vec<Neighbour>>,
    /// The trail of each section.
    trails: Vec<Arc<Trail>>,
    /// What a page shows when there is no section.
    root_trail: Arc<Trail>,
    empty: Arc<[Crumb]>,
}

impl PlaceIndex {
    /// Lists all pages of `navigation`.
    pub fn of(navigation: &Navigation) -> Self {
        let (mut listed, flats) = list_pages(navigation);
        listed.sort_by(|a, b| a.preference().cmp(&b.preference()));
        let (trails, root_trail) = trail::trails(navigation);
        let mut names: Vec<(u64, u32)> =
            listed.iter().map(|listed| (name_hash(listed.slug.as_str()), listed.container as u32)).collect();
        names.sort_unstable();
        names.dedup();
        names.shrink_to_fit();
        listed.shrink_to_fit();
        let mut members = vec![Vec::new(); flats.len()];
        for (number, listed) in (0..).zip(&listed) {
            if let Some(members) = members.get_mut(listed.section) {
                members.push(number);
            }
        }
        Self { listed, members, names, flats, trails, root_trail, empty: Arc::default() }
    }

    /// Every occurrence of a page, the one it belongs to first.
    pub fn occurrences(&self, slug: &str) -> &[Listed] {
        let start = self.listed.partition_point(|listed| listed.slug.as_str() < slug);
        let rest = self.listed.get(start..).unwrap_or_default();
        let count = rest.iter().take_while(|listed| listed.slug.as_str() == slug).count();
        rest.get(..count).unwrap_or_default()
    }

    /// False only when no second container lists a page whose slug has the same last segment.
    fn may_share_name(&self, slug: &str) -> bool {
        let hash = name_hash(slug);
        let start = self.names.partition_point(|(other, _)| *other < hash);
        self.names.get(start + 1).is_some_and(|(other, _)| *other == hash)
    }

    /// False only when none of these containers lists a page whose slug has the same last segment.
    fn may_list_name(&self, slug: &str, containers: &Range<ContainerId>) -> bool {
        let hash = name_hash(slug);
        let next = self.names.partition_point(|name| *name < (hash, containers.start as u32));
        self.names
            .get(next)
            .is_some_and(|(other, container)| *other == hash && (*container as usize) < containers.end)
    }

    /// The divisions that a page stands in.
    pub fn trail(&self, slug: &str) -> &Trail {
        let section = self.occurrences(slug).first().or_else(|| self.longest_prefix(slug));
        section.and_then(|listed| self.trails.get(listed.section)).unwrap_or(&self.root_trail)
    }

    /// All occurrences, sorted by slug.
    pub fn all(&self) -> &[Listed] {
        &self.listed
    }

    /// Each listed page once, in reading order.
    pub fn in_reading_order(&self) -> Vec<&Listed> {
        let mut first: Vec<&Listed> = Vec::with_capacity(self.listed.len());
        for listed in &self.listed {
            if first.last().is_none_or(|last| last.slug != listed.slug) {
                first.push(listed);
            }
        }
        first.sort_by_key(|listed| listed.order);
        first
    }

    /// The shown pages of a section in the order of its sidebar.
    pub fn flat(&self, section: SectionIndex) -> &[Neighbour] {
        self.flats.get(section).map_or(&[], Vec::as_slice)
    }

    /// Those of `pages` that no section lists; `pages` are sorted.
    pub fn unlisted<'a>(&self, pages: impl Iterator<Item = &'a Slug>) -> Vec<Slug> {
        let mut listed = self.listed.iter().peekable();
        let is_unlisted = |slug: &&Slug| {
            while listed.next_if(|listed| listed.slug < **slug).is_some() {}
            listed.peek().is_none_or(|listed| listed.slug != **slug)
        };
        pages.filter(is_unlisted).cloned().collect()
    }

    /// Those pages that may show the title of one of `titled`: the pages of every section that lists it, in their
    /// sidebar and as neighbours, and pages that no section lists ([`PlaceIndex::unlisted`]), which show the sidebar
    /// nearest to them. All other pages are as they are when only these titles change. In order; some may be no
    /// pages of the site.
    pub fn showing<'a>(&'a self, titled: &'a BTreeSet<Slug>, unlisted: &'a [Slug]) -> Vec<&'a Slug> {
        let occurrences = titled.iter().flat_map(|slug| self.occurrences(slug.as_str()));
        let sections: BTreeSet<SectionIndex> = occurrences.map(|listed| listed.section).collect();
        let members = sections.iter().filter_map(|section| self.members.get(*section)).flatten();
        let members = members.filter_map(|number| self.listed.get(*number as usize));
        let unlisted = if sections.is_empty() { &[] } else { unlisted };
        let showing: BTreeSet<&Slug> =
            members.map(|listed| &listed.slug).chain(titled).chain(unlisted).collect();
        showing.into_iter().collect()
    }

    /// The place of a page that has none.
    fn nowhere(&self) -> PagePlace {
        PagePlace {
            section: None,
            section_id: None,
            listed: None,
            trail: self.root_trail.clone(),
            breadcrumbs: self.empty.clone(),
            previous: None,
            next: None,
            counterparts: Vec::new(),
        }
    }

    /// The occurrence whose slug has the longest common beginning with `slug` ([`whole_folders`]); of several the first
    /// in reading order (NAV-18), in the language and version that readers get first.
    fn longest_prefix(&self, slug: &str) -> Option<&Listed> {
        // Addresses are compared, and that of an index page has no name at its end.
        let folder = slug.strip_suffix("index").filter(|folder| folder.is_empty() || folder.ends_with('/'));
        let slug = folder.unwrap_or(slug);
        let at = self.listed.partition_point(|listed| listed.slug.as_str() < slug);
        let near = [at.checked_sub(1), Some(at)].into_iter().flatten();
        let common =
            near.filter_map(|at| self.listed.get(at)).map(|l| common_prefix(l.slug.as_str(), slug)).max()?;
        let prefix = slug.get(..whole_folders(slug, common))?;
        // Slugs with the same beginning are neighbours in the sorted list.
        let start = self.listed.partition_point(|listed| listed.slug.as_str() < prefix);
        let rest = self.listed.get(start..)?;
        let end = rest.partition_point(|listed| listed.slug.as_str().starts_with(prefix));
        rest.get(..end)?.iter().min_by_key(|listed| (!listed.is_of_default_edition(), listed.order))
    }
}

/// A hash of the last segment.
fn name_hash(slug: &str) -> u64 {
    counterpart::mask_hash(&[slug.rsplit_once('/').map_or(slug, |(_, last)| last)], usize::MAX)
}

impl Navigation {
    /// The sections that list one of `slugs`.
    pub fn sections_of(&self, slugs: &BTreeSet<Slug>) -> BTreeSet<&str> {
        let listed = slugs.iter().flat_map(|slug| self.places.occurrences(slug.as_str()));
        listed.filter_map(|listed| Some(self.sections.get(listed.section)?.id.as_str())).collect()
    }

    /// The place of a section as a whole: its divisions, and no page.
    pub fn section_place(&self, id: &str) -> Option<PagePlace> {
        let section = self.sections.iter().position(|section| section.id == id)?;
        Some(PagePlace {
            section: Some(section),
            section_id: Some(id.to_owned()),
            trail: self.places.trails.get(section).unwrap_or(&self.places.root_trail).clone(),
            ..self.places.nowhere()
        })
    }
}

/// As much of a common beginning as says something: the names of folders count when they are whole (`fa/` is no
/// nearer to `fr/` than to `en/`), that of the page from its first letter.
fn whole_folders(slug: &str, common: usize) -> usize {
    let (shared, other) = slug.split_at_checked(common).unwrap_or((slug, ""));
    match other.find('/') {
        None | Some(0) => common,
        Some(_) => shared.rfind('/').map_or(0, |at| at + 1),
    }
}

/// Length of the common beginning in bytes, at a character boundary.
fn common_prefix(a: &str, b: &str) -> usize {
    a.char_indices()
        .zip(b.chars())
        .take_while(|((_, x), y)| x == y)
        .map(|((at, x), _)| at + x.len_utf8())
        .last()
        .unwrap_or(0)
}

/// The place of a page, listed or not.
pub fn page_place(navigation: &Navigation, slug: &Slug) -> PagePlace {
    let places = &navigation.places;
    let occurrence = places.occurrences(slug.as_str()).first();
    let Some(listed) = occurrence.or_else(|| places.longest_prefix(slug.as_str())) else {
        return places.nowhere();
    };
    let flat = places.flat(listed.section);
    let at = occurrence.and_then(|listed| listed.flat);
    let previous =
        at.and_then(|at| flat.get(..at)).and_then(|before| before.iter().rev().find(|n| n.slug != *slug));
    let next = at.and_then(|at| flat.get(at + 1..)).and_then(|after| after.iter().find(|n| n.slug != *slug));
    PagePlace {
        section: Some(listed.section),
        section_id: navigation.sections.get(listed.section).map(|section| section.id.clone()),
        listed: occurrence.map(|listed| listed.state),
        trail: places.trails.get(listed.section).unwrap_or(&places.root_trail).clone(),
        breadcrumbs: occurrence.map_or(&places.empty, |listed| &listed.group.crumbs).clone(),
        previous: previous.cloned(),
        next: next.cloned(),
        counterparts: counterpart::counterparts(navigation, slug, listed),
    }
}
