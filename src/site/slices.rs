//! Large sidebars, cut into slices: which entries of a section a page shows.
//!
//! A section of thousands of pages would otherwise stand whole in the HTML of each of them. A slice is the way
//! of groups down to one list, with the entries of each level on it; a long list is cut into buckets. All pages
//! of a bucket share a slice. Made from the shape of the section alone: a new title leaves it as it is.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::hash::KeyHasher;
use crate::site::navigation::{Section, SidebarItem, SidebarPage};
use crate::text::Slug;

/// Most entries of a sidebar in the HTML of a page.
pub const LIMIT: usize = 200;
/// Entries of a bucket; the last one of a list takes up to half as many more.
pub const BUCKET: usize = 100;
/// Groups deeper than this are left out of sidebars: no real navigation nests so far, and a cyclic one must end.
pub const MAX_DEPTH: usize = 32;

/// A section with more than [`LIMIT`] entries, cut up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slices {
    /// The entries of the section.
    pub top: Level,
    slices: Vec<Slice>,
    pages: BTreeMap<Slug, usize>,
    /// The slice of pages that the section does not list.
    unlisted: usize,
}

/// A list of entries that readers see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Id of the list in the section's own page.
    pub anchor: String,
    pub entries: Vec<Entry>,
}

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number among the items of the navigation, hidden ones included.
    pub item: usize,
    /// For a group.
    pub inside: Option<Box<Level>>,
}

/// A bucket of a list, and the way down to it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Slice {
    /// Positions of the groups in their lists, from the top.
    path: Vec<usize>,
    bucket: Range<usize>,
}

/// What a slice shows of one list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    pub entries: Range<usize>,
    /// The entry that is open; `None` for the last list of the way.
    pub open: Option<usize>,
}

impl Slices {
    /// Cuts up a section; `None` for one that fits into its pages.
    pub fn of(section: &Section) -> Option<Self> {
        let mut count = 0;
        let top = level(&section.entries, anchor("", &section.id, 0), 0, &mut count);
        if count <= LIMIT {
            return None;
        }
        let mut cut = Cut::default();
        cut.list(&section.entries, &top);
        for (slug, slice) in cut.hidden {
            cut.shown.entry(slug).or_insert(slice);
        }
        // Around a group that holds everything there is nothing to see.
        let mut way = Vec::new();
        let mut list = &top;
        while let [Entry { inside: Some(inside), .. }] = list.entries.as_slice() {
            way.push(0);
            list = inside;
        }
        let unlisted = cut.slices.iter().position(|slice| slice.path == way).unwrap_or_default();
        Some(Self { top, slices: cut.slices, pages: cut.shown, unlisted })
    }

    /// The number of the slice that a page shows.
    pub fn of_page(&self, slug: &Slug) -> usize {
        self.pages.get(slug).copied().unwrap_or(self.unlisted)
    }

    /// What a slice shows, list by list from the top.
    pub fn windows(&self, number: usize) -> Vec<Window> {
        let Some(slice) = self.slices.get(number) else { return Vec::new() };
        let mut sizes = Vec::with_capacity(slice.path.len());
        let mut list = Some(&self.top);
        for at in &slice.path {
            sizes.push(list.map_or(0, |list| list.entries.len()));
            list = list.and_then(|list| list.entries.get(*at)?.inside.as_deref());
        }
        let most = share(&sizes, LIMIT.saturating_sub(slice.bucket.len()));
        let mut windows: Vec<Window> = slice
            .path
            .iter()
            .zip(sizes)
            .map(|(&at, size)| {
                let from = if size <= most { 0 } else { at / most * most };
                Window { entries: from..size.min(from + most), open: Some(at) }
            })
            .collect();
        windows.push(Window { entries: slice.bucket.clone(), open: None });
        windows
    }
}

impl Level {
    /// Id of the entry at `position` in the section's own page. A group has one; of the links only the first
    /// of each bucket, so for others it is the one of their bucket.
    pub fn anchor_at(&self, position: usize) -> String {
        let of_group = |at: usize| Some(self.entries.get(at)?.inside.as_ref()?.anchor.clone());
        let first = position / BUCKET * BUCKET;
        of_group(position).or_else(|| of_group(first)).unwrap_or_else(|| match first {
            0 => self.anchor.clone(),
            first => format!("{}-{}", self.anchor, first / BUCKET),
        })
    }

    /// Id of a link at `position`, when it has one.
    pub fn anchor_of_link(&self, position: usize) -> Option<String> {
        (position > 0 && position.is_multiple_of(BUCKET)).then(|| self.anchor_at(position))
    }
}

/// The largest window with which lists of these sizes show no more than `room` entries together; at least one,
/// for the group that is open.
fn share(sizes: &[usize], room: usize) -> usize {
    let fits = |most: usize| sizes.iter().map(|size| size.min(&most)).sum::<usize>() <= room;
    let (mut low, mut high) = (1, sizes.iter().copied().max().unwrap_or(0).max(1));
    while low < high {
        let middle = (low + high).div_ceil(2);
        if fits(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

fn anchor(above: &str, name: &str, same: usize) -> String {
    let hash = KeyHasher::new("anchor").value(&(above, name, same)).finish();
    format!("nav-{}", hash.short())
}

/// The entries that readers see, counted.
fn level(items: &[SidebarItem], name: String, depth: usize, count: &mut usize) -> Level {
    let mut entries = Vec::new();
    let mut same: BTreeMap<&str, usize> = BTreeMap::new();
    for (item, entry) in items.iter().enumerate().filter(|(_, entry)| entry.is_shown()) {
        *count += 1;
        let inside = match entry {
            SidebarItem::Page(_) => None,
            SidebarItem::Group(group) => {
                let number = same.entry(&group.title).or_default();
                let name = anchor(&name, &group.title, *number);
                *number += 1;
                let items = if depth < MAX_DEPTH { group.items.as_slice() } else { &[] };
                Some(Box::new(level(items, name, depth + 1, count)))
            }
        };
        entries.push(Entry { item, inside });
    }
    Level { anchor: name, entries }
}

/// The bucket that a position in a list of `size` entries belongs to.
fn bucket(position: usize, size: usize) -> Range<usize> {
    let last = ((size + BUCKET / 2) / BUCKET).saturating_sub(1);
    let number = (position / BUCKET).min(last);
    number * BUCKET..if number == last { size } else { (number + 1) * BUCKET }
}

#[derive(Default)]
struct Cut {
    slices: Vec<Slice>,
    shown: BTreeMap<Slug, usize>,
    /// Entries that the sidebar does not show: their pages have the slice of where they would stand.
    hidden: BTreeMap<Slug, usize>,
    path: Vec<usize>,
}

impl Cut {
    fn list(&mut self, items: &[SidebarItem], level: &Level) {
        let mut entries = level.entries.iter().enumerate().peekable();
        let mut number = self.slice(bucket(0, level.entries.len()));
        let mut end = bucket(0, level.entries.len()).end;
        let mut position = 0;
        for (at, item) in items.iter().enumerate() {
            if position >= end && position < level.entries.len() {
                let next = bucket(position, level.entries.len());
                end = next.end;
                number = self.slice(next);
            }
            let Some((here, entry)) = entries.next_if(|(_, entry)| entry.item == at) else {
                hidden(item, number, &mut self.hidden);
                continue;
            };
            position = here + 1;
            match (item, &entry.inside) {
                (SidebarItem::Page(page), _) => self.page(page, number),
                (SidebarItem::Group(group), Some(inside)) => {
                    self.path.push(here);
                    if let Some(root) = &group.root {
                        let first = self.slices.len();
                        self.page(root, first);
                    }
                    self.list(&group.items, inside);
                    self.path.pop();
                }
                (SidebarItem::Group(_), None) => {}
            }
        }
    }

    fn slice(&mut self, bucket: Range<usize>) -> usize {
        self.slices.push(Slice { path: self.path.clone(), bucket });
        self.slices.len() - 1
    }

    fn page(&mut self, page: &SidebarPage, slice: usize) {
        if let Some(slug) = page.page() {
            self.shown.entry(slug.clone()).or_insert(slice);
        }
    }
}

fn hidden(item: &SidebarItem, slice: usize, pages: &mut BTreeMap<Slug, usize>) {
    let mut page = |page: &SidebarPage| {
        if let Some(slug) = page.page() {
            pages.entry(slug.clone()).or_insert(slice);
        }
    };
    match item {
        SidebarItem::Page(entry) => page(entry),
        SidebarItem::Group(group) => {
            group.root.iter().for_each(|root| page(root));
            group.items.iter().for_each(|item| hidden(item, slice, pages));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_cover_a_list_and_none_is_small() {
        for size in 0..1000 {
            let mut at = 0;
            while at < size {
                let range = bucket(at, size);
                assert_eq!(range.start, at, "of {size}");
                assert!(range.end > at && range.len() < BUCKET * 3 / 2, "{range:?} of {size}");
                assert!(range.len() >= BUCKET / 2 || range.len() == size, "{range:?} of {size}");
                assert!(range.clone().all(|position| bucket(position, size) == range));
                at = range.end;
            }
        }
    }

    #[test]
    fn windows_share_the_room() {
        assert_eq!(share(&[10, 300], 100), 90);
        assert_eq!(share(&[10, 20], 100), 20);
        assert_eq!(share(&[300; 32], 51), 1);
        assert_eq!(share(&[], 51), 1);
    }
}
