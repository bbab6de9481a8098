//! The sidebar of a section: rendered once, then fitted to each page by splicing.
//!
//! A section of two hundred pages would otherwise be rendered two hundred times. The markup is the same
//! on all its pages except for the active link and the groups that must be open around it, so the places
//! of those are recorded as byte offsets. Which pages a section holds is decided elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::html::escape::{Html, UrlUse, Writer};
use crate::site::slices::MAX_DEPTH;
use crate::text::Slug;

/// Continues the `class` attribute of the active link and adds its state; the attribute's own closing
/// quote ends it.
const ACTIVE: &str = " active\" aria-current=\"page\" data-active=\"true";
const OPEN: &str = " open";
/// State of the entry that holds the active link.
const ACTIVE_ENTRY: &str = " data-active=\"true\"";

/// What one section's sidebar shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SidebarSection {
    pub entries: Vec<SidebarEntry>,
}

/// A group or a page, or what stands for those that a large section leaves out.
#[derive(Clone, Debug, PartialEq)]
pub enum SidebarEntry {
    Group(SidebarGroup),
    Link(SidebarLink),
    Folded(FoldedGroup),
    More(MoreLink),
}

/// A group without what is in it: it leads to its place in the section's own page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoldedGroup {
    pub title: String,
    pub icon_html: Option<Html>,
    pub tag: Option<String>,
    /// As in [`SidebarGroup`].
    pub root: Option<(Slug, String)>,
    /// Id of the group in this sidebar.
    pub anchor: String,
    pub href: String,
}

/// Leads to the entries of a list that stand before or behind those that are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct MoreLink {
    pub side: Side,
    pub label: String,
    pub href: String,
}

/// Where something stands in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Before,
    After,
}

/// A group. At the top it is a heading with a list; further down it can be collapsed (NAV-02).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SidebarGroup {
    pub title: String,
    pub icon_html: Option<Html>,
    pub tag: Option<String>,
    /// The page that the title links to: its slug and address (NAV-04).
    pub root: Option<(Slug, String)>,
    /// Open from the start; only looked at below the top.
    pub expanded: bool,
    /// With `interaction.drilldown`: the address to go to when the reader opens the group.
    pub drilldown: Option<String>,
    /// Id, in large sections.
    pub anchor: Option<String>,
    pub unfolded: Unfolded,
    pub entries: Vec<SidebarEntry>,
}

/// Whether a group is open that would be closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unfolded {
    #[default]
    No,
    /// For readers without scripts, who see the whole tree; those that are open anyway are marked.
    All,
}

/// A page or an external link.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SidebarLink {
    /// `None` for an address outside the site.
    pub slug: Option<Slug>,
    pub title: String,
    /// `None`: there is no such page, plain text is printed.
    pub href: Option<String>,
    pub icon_html: Option<Html>,
    pub tag: Option<String>,
    /// HTTP method in upper case, for pages of an API.
    pub method: Option<String>,
    /// Text of the pill of a deprecated page.
    pub deprecated: Option<String>,
    pub external: bool,
    /// Id, where other pages lead to this entry.
    pub anchor: Option<String>,
}

/// A rendered sidebar with the places where a page makes a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SidebarFragment {
    /// The sidebar with no page active.
    html: Html,
    marks: BTreeMap<Slug, Mark>,
}

/// Where one page's link stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    /// Behind `<li` of the entry; titles at the top have none.
    entry: Option<usize>,
    /// Inside the link's `class` attribute, at its end.
    link: usize,
    /// Behind `<details` of the closed groups that its page opens, outermost first.
    closed: Arc<[usize]>,
}

impl SidebarFragment {
    /// The sidebar with no page active.
    pub fn html(&self) -> &Html {
        &self.html
    }

    /// The sidebar of one page: its link is active and the groups around it are open. A page that is not
    /// in this section gets the sidebar as it is; one that is there twice is active at its first place.
    pub fn for_page(&self, slug: &Slug) -> Html {
        let Some(mark) = self.marks.get(slug) else { return self.html.clone() };
        let html = self.html.as_str();
        let mut out = String::with_capacity(
            html.len() + ACTIVE.len() + ACTIVE_ENTRY.len() + mark.closed.len() * OPEN.len(),
        );
        // Offsets ascend: an enclosing group starts before what it holds, and the one that a title links
        // to follows its title.
        let (around, own) = mark.closed.split_at(mark.closed.partition_point(|&at| at < mark.link));
        let places = around.iter().map(|&at| (at, OPEN));
        let places = places.chain(mark.entry.map(|at| (at, ACTIVE_ENTRY)));
        let places = places.chain([(mark.link, ACTIVE)]).chain(own.iter().map(|&at| (at, OPEN)));
        let mut from = 0;
        for (at, text) in places {
            out.push_str(&html[from..at]);
            out.push_str(text);
            from = at;
        }
        out.push_str(&html[from..]);
        // The pieces are markup that this module wrote, put together at places that it recorded.
        Html::from_author(out)
    }

    /// With markup behind it, the same on all pages.
    pub fn followed_by(mut self, end: &Html) -> Self {
        self.html.push(end);
        self
    }

    /// Whether the section has nothing to show.
    pub fn is_empty(&self) -> bool {
        self.html.is_empty()
    }
}

/// Renders the sidebar of a section.
pub fn render_sidebar(section: &SidebarSection) -> SidebarFragment {
    let mut renderer = Renderer::default();
    let mut loose = Vec::new();
    for entry in &section.entries {
        match entry {
            SidebarEntry::Link(_) | SidebarEntry::Folded(_) | SidebarEntry::More(_) => loose.push(entry),
            SidebarEntry::Group(group) => {
                renderer.loose_links(&mut loose);
                renderer.top_group(group);
            }
        }
    }
    renderer.loose_links(&mut loose);
    SidebarFragment { html: renderer.out.finish(), marks: renderer.marks }
}

#[derive(Default)]
struct Renderer {
    out: Writer,
    marks: BTreeMap<Slug, Mark>,
    /// Offsets of the closed groups around the current place.
    closed: Vec<usize>,
    /// Behind the `<li` that was opened last, until its link follows.
    entry: Option<usize>,
}

impl Renderer {
    /// Pages that stand beside the groups of the top level, as a list of their own.
    fn loose_links(&mut self, entries: &mut Vec<&SidebarEntry>) {
        if entries.is_empty() {
            return;
        }
        self.block(None);
        self.out.open("ul").attr("class", "sidebar-group");
        for entry in entries.drain(..) {
            self.entry(entry, 0);
        }
        self.out.close("ul").close("div").newline();
    }

    /// Begins a block. What stands between two belongs to the later one (CSS-05).
    fn block(&mut self, id: Option<&str>) {
        let is_first = self.out.is_empty();
        self.out.open("div").attr("class", "sidebar-block").opt_attr("id", id);
        if !is_first {
            self.out.open("div").attr("class", "sidebar-nav-group-divider").close("div");
        }
    }

    fn top_group(&mut self, group: &SidebarGroup) {
        self.entry = None;
        self.block(group.anchor.as_deref());
        if !group.title.is_empty() {
            self.out.open("div").attr("class", "sidebar-group-header");
            self.group_title(group);
            self.out.close("div");
        }
        self.entries(&group.entries, 1);
        self.out.close("div").newline();
    }

    fn entries(&mut self, entries: &[SidebarEntry], depth: usize) {
        if depth > MAX_DEPTH || entries.is_empty() {
            return;
        }
        self.out.open("ul").attr("class", "sidebar-group");
        for entry in entries {
            self.entry(entry, depth);
        }
        self.out.close("ul");
    }

    fn entry(&mut self, entry: &SidebarEntry, depth: usize) {
        match entry {
            SidebarEntry::Link(link) => self.link(link),
            // Nothing to click on: what is in it stands where it would.
            SidebarEntry::Group(group)
                if depth <= MAX_DEPTH && group.title.is_empty() && group.root.is_none() =>
            {
                group.entries.iter().for_each(|entry| self.entry(entry, depth + 1));
            }
            SidebarEntry::Group(group) => self.nested_group(group, depth),
            SidebarEntry::Folded(group) => self.folded_group(group),
            SidebarEntry::More(more) => self.more(more),
        }
    }

    fn folded_group(&mut self, group: &FoldedGroup) {
        self.open_entry();
        self.out.attr("id", &group.anchor);
        if let Some((slug, href)) = &group.root {
            self.out.attr("class", "sidebar-split");
            self.marked_link("sidebar-row sidebar-link", Some(slug), href);
            self.group_label(&group.title, group.icon_html.as_ref(), group.tag.as_deref());
            self.out.close("a").open("a").attr("class", "sidebar-toggle sidebar-folded");
            self.out.attr("aria-label", &group.title).url_attr("href", &group.href, UrlUse::Link);
        } else {
            self.out.open("a").attr("class", "sidebar-row sidebar-folded");
            self.out.url_attr("href", &group.href, UrlUse::Link);
            self.group_label(&group.title, group.icon_html.as_ref(), group.tag.as_deref());
        }
        self.chevron();
        self.out.close("a").close("li");
    }

    fn more(&mut self, more: &MoreLink) {
        self.out.open("li").open("a").attr(
            "class",
            match more.side {
                Side::Before => "sidebar-row sidebar-folded sidebar-more sidebar-before",
                Side::After => "sidebar-row sidebar-folded sidebar-more",
            },
        );
        self.out.url_attr("href", &more.href, UrlUse::Link);
        self.out.open("span").attr("class", "sidebar-label").text(&more.label).close("span");
        self.chevron();
        self.out.close("a").close("li");
    }

    fn group_label(&mut self, title: &str, icon: Option<&Html>, tag: Option<&str>) {
        self.icon("sidebar-group-icon", icon);
        self.out.open("span").attr("class", "sidebar-label").text(title).close("span");
        self.pill("nav-tag-pill", tag);
    }

    fn chevron(&mut self) {
        self.out.open("span").attr("class", "sidebar-chevron").attr("aria-hidden", "true").close("span");
    }

    fn nested_group(&mut self, group: &SidebarGroup, depth: usize) {
        self.open_entry();
        self.out.opt_attr("id", group.anchor.as_deref());
        // Nothing to click on may stand inside the summary: a title that is a link stands before it.
        let title = group.root.as_ref().map(|(slug, href)| {
            self.out.attr("class", "sidebar-split");
            let link = self.marked_link("sidebar-row sidebar-link", Some(slug), href);
            self.group_label(&group.title, group.icon_html.as_ref(), group.tag.as_deref());
            self.out.close("a");
            (slug, link)
        });
        self.out.open("details");
        let open = group.expanded || group.unfolded == Unfolded::All;
        if open {
            self.out
                .flag("open")
                .opt_flag("data-expanded", group.expanded && group.unfolded == Unfolded::All);
        } else {
            self.closed.push(self.out.len());
            if let Some((slug, link)) = title
                && let Some(mark) = self.marks.get_mut(slug).filter(|mark| mark.link == link)
            {
                mark.closed = self.closed.as_slice().into();
            }
        }
        if title.is_some() {
            self.out.open("summary").attr("class", "sidebar-toggle").attr("aria-label", &group.title);
        } else {
            self.out.open("summary").attr("class", "sidebar-row sidebar-group-summary");
            self.out.opt_attr("data-href", group.drilldown.as_deref());
            self.group_title(group);
        }
        self.chevron();
        self.out.close("summary");
        self.entries(&group.entries, depth + 1);
        self.out.close("details").close("li");
        if !open {
            self.closed.pop();
        }
    }

    fn group_title(&mut self, group: &SidebarGroup) {
        self.icon("sidebar-group-icon", group.icon_html.as_ref());
        self.out.open("span").attr("class", "sidebar-title");
        match &group.root {
            Some((slug, href)) => {
                self.marked_link("sidebar-root", Some(slug), href);
                self.out.text(&group.title).close("a");
            }
            None => {
                self.out.text(&group.title);
            }
        }
        self.out.close("span");
        self.pill("nav-tag-pill", group.tag.as_deref());
    }

    fn link(&mut self, link: &SidebarLink) {
        self.open_entry();
        self.out.opt_attr("id", link.anchor.as_deref());
        match &link.href {
            Some(href) => {
                self.marked_link("sidebar-row sidebar-link", link.slug.as_ref(), href);
                if link.external {
                    self.out.attr("rel", "noreferrer");
                }
                self.link_content(link);
                if link.external {
                    let mark = self.out.open("span").attr("class", "external-mark");
                    mark.attr("aria-hidden", "true").close("span");
                }
                self.out.close("a");
            }
            None => {
                self.out.open("span").attr("class", "sidebar-row sidebar-missing");
                self.link_content(link);
                self.out.close("span");
            }
        }
        self.out.close("li");
    }

    fn open_entry(&mut self) {
        self.out.open("li");
        self.entry = Some(self.out.len());
    }

    /// Opens a link and remembers where its class attribute ends, which it returns.
    fn marked_link(&mut self, class: &str, slug: Option<&Slug>, href: &str) -> usize {
        self.out.open("a").attr("class", class);
        let link = self.out.len() - 1;
        if let Some(slug) = slug {
            let mark = Mark { entry: self.entry.take(), link, closed: self.closed.as_slice().into() };
            self.marks.entry(slug.clone()).or_insert(mark);
        }
        self.out.url_attr("href", href, UrlUse::Link);
        link
    }

    fn link_content(&mut self, link: &SidebarLink) {
        self.icon("sidebar-icon", link.icon_html.as_ref());
        if let Some(method) = &link.method {
            self.out.open("span").attr("class", "method-nav-pill");
            self.out
                .attr("data-method", &method.to_ascii_lowercase())
                .text(short_method(method))
                .close("span");
        }
        self.out.open("span").attr("class", "sidebar-label").text(&link.title).close("span");
        self.pill("nav-tag-pill", link.tag.as_deref());
        self.pill("nav-tag-pill nav-deprecated-pill", link.deprecated.as_deref());
    }

    fn icon(&mut self, class: &str, icon: Option<&Html>) {
        if let Some(icon) = icon {
            self.out.open("span").attr("class", class).attr("aria-hidden", "true").raw(icon).close("span");
        }
    }

    fn pill(&mut self, class: &str, label: Option<&str>) {
        if let Some(label) = label.filter(|label| !label.is_empty()) {
            self.out.open("span").attr("class", class).open("span").attr("class", "nav-tag-pill-text");
            self.out.text(label).close("span").close("span");
        }
    }
}

/// `DELETE` is shown as `DEL`, so that the pills of a list line up.
fn short_method(method: &str) -> &str {
    match method {
        "DELETE" => "DEL",
        "OPTIONS" => "OPT",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(slug: &str) -> SidebarEntry {
        SidebarEntry::Link(SidebarLink {
            slug: Some(Slug::new(slug)),
            title: slug.to_owned(),
            href: Some(format!("/{slug}")),
            ..SidebarLink::default()
        })
    }

    fn group(title: &str, entries: Vec<SidebarEntry>) -> SidebarEntry {
        SidebarEntry::Group(SidebarGroup { title: title.to_owned(), entries, ..SidebarGroup::default() })
    }

    #[test]
    fn marks_the_active_page_and_opens_only_its_groups() {
        let deep = group("B", vec![group("C", vec![page("x")]), group("D", vec![page("y")])]);
        let fragment = render_sidebar(&SidebarSection { entries: vec![group("A", vec![deep, page("x")])] });
        let html = fragment.for_page(&Slug::new("x"));
        assert_eq!(html.as_str().matches("<details open>").count(), 2);
        assert_eq!(html.as_str().matches("<details>").count(), 1);
        let active =
            r#"<a class="sidebar-row sidebar-link active" aria-current="page" data-active="true" href="/x">"#;
        assert_eq!(html.as_str().matches(active).count(), 1);
        assert_eq!(fragment.for_page(&Slug::new("z")), *fragment.html());
    }

    #[test]
    fn a_title_that_is_a_link_opens_its_own_group() {
        let entries = vec![page("inner")];
        let root = Some((Slug::new("root"), "/root".to_owned()));
        let inner = SidebarGroup { title: "R".to_owned(), root, entries, ..SidebarGroup::default() };
        let fragment = render_sidebar(&SidebarSection {
            entries: vec![group("A", vec![SidebarEntry::Group(inner), group("B", vec![page("x")])])],
        });
        let html = fragment.for_page(&Slug::new("root"));
        assert_eq!(html.as_str().matches("<details open>").count(), 1, "{html:?}");
        assert!(html.as_str().contains(r#"active" aria-current="page" data-active="true" href="/root">"#));
        assert!(html.as_str().find("href=\"/root\"") < html.as_str().find("<summary"));
    }

    #[test]
    fn a_group_without_a_name_leaves_no_room_for_it() {
        let inner = group("", vec![page("x"), page("y")]);
        let entries = vec![group("", vec![page("a")]), group("B", vec![inner])];
        let html = render_sidebar(&SidebarSection { entries }).for_page(&Slug::new("y"));
        assert_eq!(html.as_str().matches("sidebar-group-header").count(), 1, "{html:?}");
        assert!(!html.as_str().contains("<details"), "{html:?}");
        assert_eq!(html.as_str().matches("<li").count(), 3, "{html:?}");
        assert!(html.as_str().contains("aria-current=\"page\" data-active=\"true\" href=\"/y\""));
    }

    #[test]
    fn a_page_that_is_missing_is_text() {
        let link = SidebarLink { title: "<Gone>".to_owned(), ..SidebarLink::default() };
        let fragment = render_sidebar(&SidebarSection { entries: vec![SidebarEntry::Link(link)] });
        assert!(!fragment.html().as_str().contains("<a"));
        assert!(fragment.html().as_str().contains("&lt;Gone&gt;"));
    }
}
