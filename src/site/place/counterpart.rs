//! The same page in another language or version (behaviour 4.3; I18N-01, VER-02).
//!
//! Tried in this order: the same slug; the slug with the language code or version label put in, taken out or
//! exchanged; the slug with the folder of the one division exchanged for that of the other, as folders need not be named
//! like what lies in them (`pt-br` for `pt-BR`, `v1` for `v1.0`, the root for the default); a slug that differs in
//! exactly one segment, which is not the last, is a page of a description or a file like this one, and has no nearer one
//! on this side; the page's group; the first page of the
//! division. Another product, dropdown or tab that has languages of its own is entered in the reader's.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::config::navigation::DivisionKind;
use crate::site::navigation::{ContainerId, Division, Link, Listed, Navigation};
use crate::text::Slug;

/// Group members that are asked when a page has no counterpart of its own.
const GROUP_PROBES: usize = 16;
/// Segments of a slug that are looked at.
const MAX_SEGMENTS: usize = 12;
/// Candidates of one mask that are looked at.
const MAX_CANDIDATES: usize = 32;
/// Segments of the folder that most pages of a division lie in.
const MAX_FOLDER: usize = 2;

/// Where a language or version leads from a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterpart {
    pub kind: DivisionKind,
    /// Language code, version label or name of the division.
    pub label: String,
    pub link: Option<Link>,
    pub fit: Fit,
}

/// How well a counterpart fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fit {
    /// The page itself, in its own language or version.
    Current,
    /// The same page: good for `hreflang`.
    SamePage,
    /// A page at the address of the same one, in the language that all fall back to.
    StandIn,
    /// The first page of the same group.
    Group,
    /// The first page, or the address, of the division.
    Division,
}

/// Slugs with one segment left out, for finding those that differ in it. Empty without languages and versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CounterpartIndex {
    /// Hash of the masked slug, container, number in `places.all()`; sorted.
    masks: Vec<(u64, ContainerId, usize)>,
    /// The folder that most pages of a division lie in, by the division's place; empty: the root.
    folders: BTreeMap<(ContainerId, usize), String>,
    /// The pages that descriptions make.
    generated: BTreeSet<Slug>,
}

impl CounterpartIndex {
    /// Indexes all listed pages. Needs the navigation's places.
    pub fn of(navigation: &Navigation) -> Self {
        let mut index = Self::default();
        let divided = navigation.containers.iter().any(|c| c.divisions.iter().any(has_counterparts));
        if divided {
            let masks = |(at, listed): (usize, &Listed)| {
                let segments: Vec<&str> = listed.slug.as_str().split('/').collect();
                let mask = |masked| (mask_hash(&segments, masked), listed.container, at);
                maskable(&segments).map(mask).collect::<Vec<_>>()
            };
            index.masks = navigation.places.all().par_iter().enumerate().flat_map_iter(masks).collect();
            index.masks.par_sort_unstable();
            index.masks.shrink_to_fit();
            index.generated = navigation.generated.iter().map(|page| page.slug.clone()).collect();
            index.folders = folders(navigation, &index.generated);
        }
        index
    }
}

/// Where all languages and versions around `listed` lead from the page `slug`, and divisions that hold languages.
pub fn counterparts(navigation: &Navigation, slug: &Slug, listed: &Listed) -> Vec<Counterpart> {
    let mut result = Vec::new();
    let mut members = None;
    let trail = navigation.trail(listed.container);
    for (step, (container, at)) in trail.iter().enumerate() {
        let Some(divisions) = navigation.containers.get(*container).map(|c| &c.divisions) else { continue };
        let Some(current) = divisions.get(*at) else { continue };
        if !has_counterparts(current) {
            let inside = trail.iter().skip(step + 1).filter_map(|step| navigation.division(*step));
            if let Some(language) = inside.into_iter().find(|inside| inside.kind == DivisionKind::Language) {
                let others = divisions.iter().filter(|other| other.kind == current.kind && *other != current);
                result.extend(others.filter_map(|other| in_language(navigation, other, &language.label)));
            }
            continue;
        }
        for (number, division) in divisions.iter().enumerate().filter(|(_, d)| d.kind == current.kind) {
            if number == *at {
                let link = Some(Link::Page(slug.clone()));
                let label = division.label.clone();
                result.push(Counterpart { kind: current.kind, label, link, fit: Fit::Current });
            } else if !division.is_hidden() {
                // The same for all divisions.
                let members = members.get_or_insert_with(|| group_members(navigation, slug, listed));
                let folder =
                    |number| navigation.counterparts.folders.get(&(*container, number)).map_or("", |f| f);
                let current = Side { division: current, folder: folder(*at) };
                let other = Side { division, folder: folder(number) };
                let mut found = counterpart(navigation, slug, members, current, other);
                if found.fit == Fit::Division {
                    let inner = trail.get(step + 1..).unwrap_or_default();
                    found.link = nearest_link(navigation, division, inner).or(found.link);
                }
                result.push(found);
            }
        }
    }
    result
}

fn counterpart(
    navigation: &Navigation,
    slug: &Slug,
    members: &[&Slug],
    current: Side<'_>,
    other: Side<'_>,
) -> Counterpart {
    let Side { division, .. } = other;
    let found = |link, fit| Counterpart { kind: division.kind, label: division.label.clone(), link, fit };
    if let Some(target) = Target::of(navigation, current, other) {
        if let Some(same) = target.same_page(slug) {
            let stands_in = navigation.stand_ins.contains_key(&same.slug);
            let fit = if stands_in { Fit::StandIn } else { Fit::SamePage };
            return found(Some(Link::Page(same.slug.clone())), fit);
        }
        if let Some(first) = target.same_group(members) {
            return found(Some(Link::Page(first)), Fit::Group);
        }
    }
    found(division.link.clone(), Fit::Division)
}

/// Where a division without the page leads a reader who stands in the divisions `inner` of another one: as far into it as
/// it has the same, so that who reads of another version stays in the language and in the tab.
fn nearest_link(
    navigation: &Navigation,
    division: &Division,
    inner: &[(ContainerId, usize)],
) -> Option<Link> {
    let mut nearest = division;
    for (container, number) in inner {
        let siblings = |container: ContainerId| navigation.containers.get(container).map(|c| &c.divisions);
        let (own, other) = (siblings(*container)?, siblings(nearest.container?)?);
        let current = own.get(*number)?;
        let of_kind = |divisions: &'_ [Division]| divisions.iter().filter(|d| d.kind == current.kind).count();
        let named = other.iter().find(|d| d.kind == current.kind && d.label == current.label);
        // Names are translated, and stand in the same order.
        let placed =
            || other.get(*number).filter(|d| d.kind == current.kind && of_kind(own) == of_kind(other));
        match named.or_else(placed).filter(|d| !d.is_hidden() && d.link.is_some()) {
            Some(next) => nearest = next,
            None => break,
        }
    }
    nearest.link.clone()
}

/// Where `other` leads a reader of a language, when that is not where it leads everyone: who goes to another product
/// stays in it.
fn in_language(navigation: &Navigation, other: &Division, code: &str) -> Option<Counterpart> {
    let from = other.container?;
    let inside = navigation.containers.get(from..navigation.containers.get(from)?.end)?;
    let mut languages = inside.iter().flat_map(|container| &container.divisions);
    let same = languages.find(|division| {
        division.kind == DivisionKind::Language && division.label == code && !division.is_hidden()
    })?;
    let link = same.link.clone().filter(|link| other.link.as_ref() != Some(link))?;
    let (kind, label) = (other.kind, other.label.clone());
    Some(Counterpart { kind, label, link: Some(link), fit: Fit::Division })
}

struct Target<'a> {
    navigation: &'a Navigation,
    /// The containers of the other division.
    inside: Range<ContainerId>,
    current: Side<'a>,
    other: Side<'a>,
}

/// A division, and the folder that most of its pages lie in.
#[derive(Clone, Copy)]
struct Side<'a> {
    division: &'a Division,
    folder: &'a str,
}

impl<'a> Side<'a> {
    /// The folder and those above it, up to the root.
    fn folders(self) -> impl Iterator<Item = &'a str> {
        std::iter::successors(Some(self.folder), |folder| {
            (!folder.is_empty()).then(|| folder.rsplit_once('/').map_or("", |(above, _)| above))
        })
    }
}

impl<'a> Target<'a> {
    /// `None` for a division without pages.
    fn of(navigation: &'a Navigation, current: Side<'a>, other: Side<'a>) -> Option<Self> {
        let container = other.division.container?;
        let inside = container..navigation.containers.get(container)?.end;
        Some(Self { navigation, inside, current, other })
    }

    fn same_page(&self, slug: &Slug) -> Option<&'a Listed> {
        // Whatever is exchanged, the last segment stays.
        if !self.navigation.places.may_list_name(slug.as_str(), &self.inside) {
            return None;
        }
        self.placed(slug).or_else(|| self.masked(slug))
    }

    /// The page that is named or placed like this one.
    fn placed(&self, slug: &Slug) -> Option<&'a Listed> {
        let slug = slug.as_str();
        self.listed(slug).or_else(|| self.relabelled(slug)).or_else(|| self.moved(slug))
    }

    /// The occurrence of a page inside the other division.
    fn listed(&self, slug: &str) -> Option<&'a Listed> {
        let occurrences = self.navigation.places.occurrences(slug);
        occurrences.iter().find(|listed| self.inside.contains(&listed.container) && leads_to_page(listed))
    }

    /// The current label exchanged for the other one, taken out, or the other one put in.
    fn relabelled(&self, slug: &str) -> Option<&'a Listed> {
        let segments: Vec<&str> = slug.split('/').collect();
        let (last, folders) = segments.split_last()?;
        let join = |before: &[&str], middle: Option<&str>, after: &[&str]| {
            let all = before.iter().copied().chain(middle).chain(after.iter().copied()).chain([*last]);
            self.listed(&all.collect::<Vec<_>>().join("/"))
        };
        let own =
            folders.iter().position(|segment| segment.eq_ignore_ascii_case(&self.current.division.label));
        match own {
            Some(at) => {
                let (before, after) = (folders.get(..at)?, folders.get(at + 1..)?);
                join(before, Some(&self.other.division.label), after).or_else(|| join(before, None, after))
            }
            None => (0..=folders.len().min(2)).find_map(|at| {
                join(folders.get(..at)?, Some(&self.other.division.label), folders.get(at..)?)
            }),
        }
    }

    /// The page at the same place below the other folder.
    fn moved(&self, slug: &str) -> Option<&'a Listed> {
        let below = |folder| below(slug, folder);
        let rests = self.current.folders().filter_map(below);
        let at = |rest: &str, folder: &str| match folder {
            "" => self.listed(rest),
            _ => self.listed(&format!("{folder}/{rest}")),
        };
        rests
            .flat_map(|rest| self.other.folders().map(move |folder| (rest, folder)))
            .find_map(|(rest, folder)| at(rest, folder))
    }

    /// A page that differs in exactly one segment, and is not the same as another one on this side; one whose differing
    /// segment is the other label is preferred.
    fn masked(&self, slug: &Slug) -> Option<&'a Listed> {
        let segments: &[&str] = &slug.as_str().split('/').collect::<Vec<_>>();
        let back = Self::of(self.navigation, self.other, self.current);
        let same = |listed: &Listed| back.as_ref().and_then(|back| back.placed(&listed.slug));
        let is_taken = |listed: &Listed| same(listed).is_some_and(|same| same.slug != *slug);
        let CounterpartIndex { masks, generated, .. } = &self.navigation.counterparts;
        let is_generated = generated.contains(slug);
        let mut fallback = None;
        for masked in maskable(segments) {
            let key = (mask_hash(segments, masked), self.inside.start, 0);
            let start = masks.partition_point(|mask| *mask < key);
            let same = |mask: &&(u64, ContainerId, usize)| mask.0 == key.0 && mask.1 < self.inside.end;
            for (_, _, at) in masks.iter().skip(start).take_while(same).take(MAX_CANDIDATES) {
                let Some(listed) = self.navigation.places.all().get(*at).filter(|l| leads_to_page(l)) else {
                    continue;
                };
                if !differs_only_at(listed.slug.as_str(), segments, masked)
                    || generated.contains(&listed.slug) != is_generated
                    || is_taken(listed)
                {
                    continue;
                }
                let segment = listed.slug.as_str().split('/').nth(masked);
                if segment.is_some_and(|segment| segment.eq_ignore_ascii_case(&self.other.division.label)) {
                    return Some(listed);
                }
                fallback.get_or_insert(listed);
            }
        }
        fallback
    }

    /// The first page of the group in which another page of this page's group has its counterpart.
    fn same_group(&self, members: &[&Slug]) -> Option<Slug> {
        members.iter().filter_map(|member| self.same_page(member)).find_map(|same| same.group.first.clone())
    }
}

/// Pages of the group of `listed` that may have counterparts: others have a page of their name.
fn group_members<'a>(navigation: &'a Navigation, slug: &Slug, listed: &'a Listed) -> Vec<&'a Slug> {
    let Some(first) = &listed.group.first else { return Vec::new() };
    let places = &navigation.places;
    let around = listed.flat.unwrap_or(0).saturating_sub(GROUP_PROBES / 2);
    let near = places.flat(listed.section).iter().skip(around).map(|neighbour| &neighbour.slug);
    let members = std::iter::once(first).chain(near).filter(|member| *member != slug).take(GROUP_PROBES);
    let in_group = |member: &&Slug| {
        places.may_share_name(member.as_str())
            && places.occurrences(member.as_str()).iter().any(|l| Arc::ptr_eq(&l.group, &listed.group))
    };
    members.filter(in_group).collect()
}

/// Where a page lies below a folder; the root is an empty one.
fn below<'s>(slug: &'s str, folder: &str) -> Option<&'s str> {
    if folder.is_empty() { Some(slug) } else { slug.strip_prefix(folder)?.strip_prefix('/') }
}

/// The folder that more than half of the pages of each language and version lie in. Where descriptions have their pages
/// says something only of one that has no others.
fn folders(navigation: &Navigation, generated: &BTreeSet<Slug>) -> BTreeMap<(ContainerId, usize), String> {
    let is_made = |listed: &&Listed| generated.contains(&listed.slug);
    let mut folders = folders_of(navigation, is_made);
    folders.extend(folders_of(navigation, |listed| !is_made(listed)));
    folders
}

/// The same of those that are counted.
fn folders_of(
    navigation: &Navigation,
    is_counted: impl Fn(&&Listed) -> bool,
) -> BTreeMap<(ContainerId, usize), String> {
    let has_folder = |step: &(ContainerId, usize)| navigation.division(*step).is_some_and(has_counterparts);
    let trails: Vec<Vec<(ContainerId, usize)>> = (0..navigation.containers.len())
        .map(|container| navigation.trail(container).into_iter().filter(has_folder).collect())
        .collect();
    let mut counts: BTreeMap<(ContainerId, usize), BTreeMap<&str, usize>> = BTreeMap::new();
    for listed in navigation.places.all().iter().filter(|l| leads_to_page(l) && is_counted(l)) {
        let slug = listed.slug.as_str();
        let ends = slug.match_indices('/').map(|(end, _)| end).take(MAX_FOLDER);
        for step in trails.get(listed.container).into_iter().flatten() {
            let counted = counts.entry(*step).or_default();
            for folder in std::iter::once("").chain(ends.clone().filter_map(|end| slug.get(..end))) {
                *counted.entry(folder).or_default() += 1;
            }
        }
    }
    let mut folders = BTreeMap::new();
    for (step, counted) in counts {
        let all = counted.get("").copied().unwrap_or_default();
        let most = counted.iter().filter(|(_, count)| **count * 2 > all).map(|(folder, _)| *folder);
        if let Some(folder) = most.max_by_key(|folder| folder.len()) {
            folders.insert(step, folder.to_owned());
        }
    }
    folders
}

fn has_counterparts(division: &Division) -> bool {
    matches!(division.kind, DivisionKind::Language | DivisionKind::Version)
}

/// Entries without a file and hidden pages are no good place to send a reader to.
fn leads_to_page(listed: &Listed) -> bool {
    listed.flat.is_some()
}

/// Numbers of the segments that may differ: all but the last one, which names the page.
fn maskable(segments: &[&str]) -> Range<usize> {
    0..segments.len().saturating_sub(1).min(MAX_SEGMENTS)
}

/// FNV-1a over the segments with one left out.
pub(super) fn mask_hash(segments: &[&str], masked: usize) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for (at, segment) in segments.iter().enumerate() {
        if at == masked {
            add(0);
        } else {
            segment.bytes().for_each(&mut add);
        }
        add(b'/');
    }
    hash
}

fn differs_only_at(slug: &str, segments: &[&str], masked: usize) -> bool {
    let mut count = 0;
    let same = slug.split('/').enumerate().all(|(at, segment)| {
        count += 1;
        segments.get(at).is_some_and(|own| if at == masked { *own != segment } else { *own == segment })
    });
    same && count == segments.len()
}
