//! The list of a group's entries on its root page (NAV-06, CHR-11): cards, or a list in which groups open.
//!
//! The markup is that of the components of the same look, so that no style is made for it.

use crate::config::navigation::Icon;
use crate::site::directory::DirectoryStyle;
use crate::site::navigation::{Link, SidebarGroup, SidebarItem, SidebarPage};
use crate::text::{Addresses, Slug};

use super::component::card::{card_part, card_text};
use super::escape::{Html, UrlUse, Writer};
use super::page_view::link_url;

/// Groups nested deeper than this are left out.
const MAX_DEPTH: usize = 20;

/// The entry of a page in a sidebar, and its description.
pub type Described = (SidebarPage, Option<String>);

/// What entries are made with.
pub struct DirectoryInput<'a> {
    /// The entry of a page and its description; `None` leaves it as the navigation has it.
    pub label: &'a dyn Fn(&Slug) -> Option<Described>,
    /// The picture of an icon.
    pub icon: &'a dyn Fn(&Icon) -> Option<Html>,
    pub addresses: &'a Addresses,
}

/// One entry.
pub(super) struct Entry {
    pub title: String,
    pub description: Option<String>,
    pub icon: Option<Html>,
    pub href: Option<String>,
}

/// The list of a group's entries.
pub fn directory(group: &SidebarGroup, style: DirectoryStyle, input: &DirectoryInput<'_>) -> Html {
    let mut out = Writer::new();
    match style {
        DirectoryStyle::Card => {
            out.open("div").attr("class", "directory columns").attr("data-cols", "2");
            for item in group.items.iter().filter(|item| item.is_shown()) {
                card(&mut out, &input.entry(item), "card directory-card");
            }
            out.close("div").newline();
        }
        DirectoryStyle::Accordion => {
            out.open("div").attr("class", "directory");
            list(&mut out, &group.items, input, 0);
            out.close("div").newline();
        }
    }
    out.finish()
}

/// An entry as a card with these classes.
pub(super) fn card(out: &mut Writer, entry: &Entry, classes: &str) {
    let tag = if entry.href.is_some() { "a" } else { "div" };
    out.open(tag).attr("class", classes).opt_flag("data-link", entry.href.is_some());
    if let Some(href) = &entry.href {
        out.url_attr("href", href, UrlUse::Link);
        if href.contains("://") {
            out.attr("target", "_blank").attr("rel", "noreferrer");
        }
    }
    let mut picture = Writer::new();
    if let Some(icon) = &entry.icon {
        card_part(&mut picture, "card-icon", |out| {
            out.raw(icon);
        });
    }
    card_text(out, &picture.finish(), Some(&Html::text(&entry.title)), |out| {
        if let Some(description) = &entry.description {
            card_part(out, "card-content", |out| {
                out.text(description);
            });
        }
    });
    out.close(tag);
}

fn list(out: &mut Writer, items: &[SidebarItem], input: &DirectoryInput<'_>, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    out.open("ul");
    for item in items.iter().filter(|item| item.is_shown()) {
        let entry = input.entry(item);
        let class = if matches!(item, SidebarItem::Page(_)) { "directory-page" } else { "directory-group" };
        out.open("li").attr("class", class);
        match item {
            SidebarItem::Page(_) => link(out, &entry),
            SidebarItem::Group(group) => {
                out.open("details").opt_flag("open", group.expanded == Some(true)).open("summary");
                link(out, &Entry { href: entry.href.filter(|_| group.root.is_some()), ..entry });
                out.close("summary");
                list(out, &group.items, input, depth + 1);
                out.close("details");
            }
        }
        out.close("li");
    }
    out.close("ul");
}

fn link(out: &mut Writer, entry: &Entry) {
    if let Some(href) = &entry.href {
        out.open("a").url_attr("href", href, UrlUse::Link).text(&entry.title).close("a");
    } else {
        out.text(&entry.title);
    }
    if let Some(description) = &entry.description {
        out.text(" — ").text(description);
    }
}

impl DirectoryInput<'_> {
    fn entry(&self, item: &SidebarItem) -> Entry {
        match item {
            SidebarItem::Page(page) => {
                let label = page.link.as_ref().and_then(|_| (self.label)(&page.slug));
                let (page, description) = label.unwrap_or_else(|| (page.clone(), None));
                Entry {
                    title: page.title.clone(),
                    description,
                    icon: page.icon.as_deref().and_then(self.icon),
                    href: page.link.as_ref().map(|link| link_url(link, self.addresses)),
                }
            }
            SidebarItem::Group(group) => {
                let root = group.root.as_ref().and_then(|root| root.page());
                let description = root.and_then(|root| (self.label)(root)?.1);
                let first = root.or(group.first.as_ref()).cloned().map(Link::Page);
                Entry {
                    title: group.title.clone(),
                    description,
                    icon: group.icon.as_ref().and_then(self.icon),
                    href: first.map(|link| link_url(&link, self.addresses)),
                }
            }
        }
    }
}
