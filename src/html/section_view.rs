//! What a sidebar shows, from the navigation: a whole section, or one slice of a large one with its own page.
//!
//! Labels come from outside and are asked only for the pages that are shown. Which entries a slice has is
//! decided in [`crate::site::slices`].

use crate::config::navigation::{DivisionKind, Icon};
use crate::site::navigation::{Link, Section, SidebarGroup as Group, SidebarItem, SidebarPage};
use crate::site::place::PagePlace;
use crate::site::slices::{BUCKET, Level, Slices, Window};
use crate::text::{Addresses, OutPath, Slug};

use super::escape::{Html, UrlUse, Writer};
use super::page_view::{link_url, list_view, style};
use super::site_view::{ASSET_FOLDER, meta};
use super::template::{
    FoldedGroup, MoreLink, PageMode, PageView, Side, SidebarEntry, SidebarFragment, SidebarGroup,
    SidebarLink, SidebarSection, UiText, Unfolded, page_stylesheet,
};

/// Whether opening a group leads to its first page (`interaction.drilldown`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drilldown {
    On,
    Off,
}

/// What entries are made with.
#[derive(Clone, Copy)]
pub struct SectionInput<'a> {
    pub section: &'a Section,
    /// The entry of a page; `None` leaves it as the navigation has it.
    pub label: &'a dyn Fn(&Slug) -> Option<SidebarPage>,
    /// The picture of an icon.
    pub icon: &'a dyn Fn(&Icon) -> Option<Html>,
    pub addresses: &'a Addresses,
    pub drilldown: Drilldown,
    pub text: &'a UiText,
}

/// Where the page of a section lies that holds all its entries.
pub fn section_file(id: &str) -> OutPath {
    OutPath::new(&format!("{ASSET_FOLDER}/nav/{id}/index.html"))
}

fn section_url(input: &SectionInput<'_>) -> String {
    input.addresses.path_url(&format!("{ASSET_FOLDER}/nav/{}/", input.section.id))
}

/// A section as its sidebar shows it.
pub fn sidebar_section(input: &SectionInput<'_>) -> SidebarSection {
    SidebarSection { entries: input.entries(&input.section.entries) }
}

/// One slice of a large section; `script` is the address of the script that puts the whole in its place.
pub fn sidebar_slice(input: &SectionInput<'_>, slices: &Slices, number: usize) -> SidebarSection {
    let url = section_url(input);
    let windows = slices.windows(number);
    SidebarSection { entries: input.windows(&input.section.entries, &slices.top, &windows, &url) }
}

/// What follows the entries of a slice: the link to all of them, and the script that needs it.
pub fn slice_end(input: &SectionInput<'_>, script: &str) -> Html {
    let mut out = Writer::new();
    out.open("div").attr("class", "sidebar-block").open("a").attr("class", "sidebar-row sidebar-all");
    out.url_attr("href", &section_url(input), UrlUse::Link)
        .text(&input.text.all_pages)
        .close("a")
        .close("div")
        .newline();
    out.open("script").attr("type", "module").attr("src", script).close("script").newline();
    out.finish()
}

/// All entries of a large section: its groups are open and have the ids that slices lead to.
pub fn whole_section(input: &SectionInput<'_>, slices: &Slices) -> SidebarSection {
    SidebarSection { entries: input.tree(&input.section.entries, &slices.top) }
}

/// What only these pages look like.
const SECTION_STYLE: &str = include_str!("../../themes/base/components/section.css");

/// The page of a large section.
pub fn section_page(
    input: &SectionInput<'_>,
    slices: &Slices,
    place: &PagePlace,
    sidebar: &SidebarFragment,
) -> PageView {
    let mut body = Writer::with_capacity(sidebar.html().len() + 100);
    body.open("nav").attr("class", "section-nav").attr("id", &slices.top.anchor);
    body.attr("aria-label", &input.text.all_pages).raw(sidebar.html()).close("nav");
    let division = place
        .trail
        .steps
        .iter()
        .rev()
        .find(|step| !matches!(step.kind, DivisionKind::Language | DivisionKind::Version));
    PageView {
        title: division.map_or_else(|| input.text.all_pages.clone(), |step| step.name.clone()),
        path: format!("/{ASSET_FOLDER}/nav/{}", input.section.id),
        metas: vec![meta("robots", "noindex")],
        mode: PageMode::Default,
        nav: list_view(place, input.addresses, input.text, input.icon),
        style_html: style(&page_stylesheet(SECTION_STYLE)),
        body_html: body.finish().into(),
        ..PageView::default()
    }
}

impl SectionInput<'_> {
    fn entries(&self, items: &[SidebarItem]) -> Vec<SidebarEntry> {
        let shown = items.iter().filter(|item| item.is_shown());
        let entries = shown.map(|item| match item {
            SidebarItem::Page(page) => SidebarEntry::Link(self.link(page)),
            SidebarItem::Group(group) => {
                SidebarEntry::Group(SidebarGroup { entries: self.entries(&group.items), ..self.group(group) })
            }
        });
        entries.collect()
    }

    fn tree(&self, items: &[SidebarItem], level: &Level) -> Vec<SidebarEntry> {
        let mut entries = Vec::with_capacity(level.entries.len());
        for (position, entry) in level.entries.iter().enumerate() {
            entries.push(match (items.get(entry.item), &entry.inside) {
                (Some(SidebarItem::Page(page)), _) => SidebarEntry::Link(SidebarLink {
                    anchor: level.anchor_of_link(position),
                    ..self.link(page)
                }),
                (Some(SidebarItem::Group(group)), Some(inside)) => SidebarEntry::Group(SidebarGroup {
                    anchor: Some(inside.anchor.clone()),
                    unfolded: Unfolded::All,
                    entries: self.tree(&group.items, inside),
                    ..self.group(group)
                }),
                _ => continue,
            });
        }
        entries
    }

    fn windows(
        &self,
        items: &[SidebarItem],
        level: &Level,
        windows: &[Window],
        url: &str,
    ) -> Vec<SidebarEntry> {
        let Some((window, below)) = windows.split_first() else { return Vec::new() };
        let to = |anchor: &str| format!("{url}#{anchor}");
        let more = |side: Side, position: usize| {
            let (label, href) = (self.text.more.clone(), to(&level.anchor_at(position)));
            SidebarEntry::More(MoreLink { side, label, href })
        };
        let mut entries = Vec::with_capacity(window.entries.len() + 2);
        if window.entries.start > 0 {
            entries.push(more(Side::Before, window.entries.start.saturating_sub(BUCKET)));
        }
        for position in window.entries.clone() {
            let Some(entry) = level.entries.get(position) else { break };
            entries.push(match (items.get(entry.item), &entry.inside) {
                (Some(SidebarItem::Page(page)), _) => SidebarEntry::Link(self.link(page)),
                (Some(SidebarItem::Group(group)), Some(inside)) if window.open == Some(position) => {
                    SidebarEntry::Group(SidebarGroup {
                        anchor: Some(inside.anchor.clone()),
                        expanded: true,
                        entries: self.windows(&group.items, inside, below, url),
                        ..self.group(group)
                    })
                }
                (Some(SidebarItem::Group(group)), Some(inside)) => SidebarEntry::Folded(FoldedGroup {
                    title: group.title.clone(),
                    icon_html: group.icon.as_ref().and_then(self.icon),
                    tag: group.tag.clone(),
                    root: self.root(group),
                    anchor: inside.anchor.clone(),
                    href: to(&inside.anchor),
                }),
                _ => continue,
            });
        }
        if window.entries.end < level.entries.len() {
            entries.push(more(Side::After, window.entries.end));
        }
        entries
    }

    fn link(&self, page: &SidebarPage) -> SidebarLink {
        // An entry without a page keeps its name.
        let label = page.link.as_ref().and_then(|_| (self.label)(&page.slug));
        let page = label.as_ref().unwrap_or(page);
        SidebarLink {
            slug: page.page().cloned(),
            title: page.title.clone(),
            href: page.link.as_ref().map(|link| link_url(link, self.addresses)),
            icon_html: page.icon.as_deref().and_then(self.icon),
            tag: page.tag.clone(),
            method: page.method.clone(),
            deprecated: page.deprecated.then(|| self.text.deprecated.clone()),
            external: matches!(&page.link, Some(Link::Url(_))),
            anchor: None,
        }
    }

    /// A group without its entries.
    fn group(&self, group: &Group) -> SidebarGroup {
        SidebarGroup {
            title: group.title.clone(),
            icon_html: group.icon.as_ref().and_then(self.icon),
            tag: group.tag.clone(),
            root: self.root(group),
            expanded: group.expanded == Some(true),
            drilldown: match (self.drilldown, &group.first) {
                (Drilldown::On, Some(first)) => Some(self.addresses.page_url(first)),
                _ => None,
            },
            ..SidebarGroup::default()
        }
    }

    fn root(&self, group: &Group) -> Option<(Slug, String)> {
        let slug = group.root.as_ref()?.page()?.clone();
        let href = self.addresses.page_url(&slug);
        Some((slug, href))
    }
}
