//! The first accessible page of a group or level (behaviour 4.2). Hidden entries are passed over.

use crate::config::navigation::DivisionKind;
use crate::site::navigation::{Container, Link, Section, SidebarItem, SidebarPage};
use crate::text::Slug;

/// Kinds in the order in which a first page is looked for, which is not the reading order.
const SEARCH_ORDER: [DivisionKind; 7] = [
    DivisionKind::Anchor,
    DivisionKind::Dropdown,
    DivisionKind::Language,
    DivisionKind::Tab,
    DivisionKind::Version,
    DivisionKind::MenuItem,
    DivisionKind::Product,
];

/// First page of a group: its root, then its entries in order.
pub fn of_group(root: Option<&SidebarPage>, items: &[SidebarItem]) -> Option<Slug> {
    root.and_then(of_page).or_else(|| items.iter().find_map(of_item))
}

/// Tells each of these groups its first page, those inside of it before itself.
pub fn find(items: &mut [SidebarItem]) {
    for item in items {
        if let SidebarItem::Group(group) = item {
            find(&mut group.items);
            group.first = of_group(group.root.as_deref(), &group.items);
        }
    }
}

/// First page of a level: pages, then groups, then divisions; of languages and versions the default first.
pub fn of_container(container: &Container, section: Option<&Section>) -> Option<Slug> {
    let entries = section.map_or(&[][..], |section| &section.entries);
    let (groups, rest) =
        entries.split_at(section.map_or(0, |section| section.group_count.min(entries.len())));
    let (pages, generated) = rest.split_at(section.map_or(0, |section| section.page_count.min(rest.len())));
    pages.iter().chain(groups).chain(generated).find_map(of_item).or_else(|| {
        SEARCH_ORDER.iter().find_map(|kind| {
            let visible = || container.divisions.iter().filter(|d| d.kind == *kind && !d.is_hidden());
            let first = |default: bool| {
                visible().filter(|d| d.default == default).find_map(|d| match (&d.link, d.container) {
                    (Some(Link::Page(slug)), Some(_)) => Some(slug.clone()),
                    _ => None,
                })
            };
            match kind {
                DivisionKind::Language | DivisionKind::Version => first(true).or_else(|| first(false)),
                _ => visible().find_map(|d| match (&d.link, d.container) {
                    (Some(Link::Page(slug)), Some(_)) => Some(slug.clone()),
                    _ => None,
                }),
            }
        })
    })
}

fn of_item(item: &SidebarItem) -> Option<Slug> {
    match item {
        SidebarItem::Page(page) => of_page(page),
        SidebarItem::Group(group) if group.hidden == Some(true) => None,
        SidebarItem::Group(group) => group.first.clone(),
    }
}

fn of_page(page: &SidebarPage) -> Option<Slug> {
    page.page().filter(|_| page.is_shown()).cloned()
}
