//! Groups whose root page lists what is in them (`directory`, NAV-06).

use std::collections::BTreeMap;

use crate::site::navigation::{Navigation, SectionIndex, SidebarGroup, SidebarItem};
use crate::text::Slug;

/// Groups nested deeper than this are not looked at.
const MAX_DEPTH: usize = 100;

/// How a page lists the entries of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectoryStyle {
    Accordion,
    Card,
}

/// The groups that are listed, by the page that does it: the first one in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directories {
    groups: BTreeMap<Slug, (SectionIndex, Vec<usize>)>,
}

impl Directories {
    /// Finds the groups of a navigation.
    pub fn of(navigation: &Navigation) -> Self {
        let mut found = Self::default();
        for (number, section) in navigation.sections.iter().enumerate() {
            found.items(&section.entries, number, &mut Vec::new());
        }
        found
    }

    fn items(&mut self, items: &[SidebarItem], section: SectionIndex, path: &mut Vec<usize>) {
        if path.len() > MAX_DEPTH {
            return;
        }
        for (at, item) in items.iter().enumerate() {
            let SidebarItem::Group(group) = item else { continue };
            path.push(at);
            let root = group.root.as_ref().and_then(|root| root.page());
            if let Some(root) = root.filter(|_| style(group).is_some()) {
                self.groups.entry(root.clone()).or_insert_with(|| (section, path.clone()));
            }
            self.items(&group.items, section, path);
            path.pop();
        }
    }

    /// The group that a page lists, and how.
    pub fn of_page<'n>(
        &self,
        navigation: &'n Navigation,
        slug: &Slug,
    ) -> Option<(&'n SidebarGroup, DirectoryStyle)> {
        let (section, path) = self.groups.get(slug)?;
        let (first, below) = path.split_first()?;
        let mut item = navigation.sections.get(*section)?.entries.get(*first)?;
        for at in below {
            let SidebarItem::Group(group) = item else { return None };
            item = group.items.get(*at)?;
        }
        match item {
            SidebarItem::Group(group) => Some((group, style(group)?)),
            SidebarItem::Page(_) => None,
        }
    }
}

fn style(group: &SidebarGroup) -> Option<DirectoryStyle> {
    match group.directory.as_deref()? {
        "accordion" => Some(DirectoryStyle::Accordion),
        "card" => Some(DirectoryStyle::Card),
        _ => None,
    }
}
