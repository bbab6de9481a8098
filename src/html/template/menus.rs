//! The lists around a page: versions and languages, products, tabs, dropdowns and anchors, in the header and in the drawer.
//!
//! All pages of a section have the same ones but for addresses: a version's leads to the same page there. So they are
//! rendered once with *holes* in place of addresses, which each page then fills. What has been rendered is found again by
//! the hash of all that the templates see, so whoever asks gets what rendering would give. Templates of a project may do
//! with an address what they like: where there are some, every page is rendered by itself.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::context;
use minijinja::value::{Serde, Value};

use super::view::{NavItem, NavView, PageLink};
use super::{Shell, Templates, write_escaped};
use crate::hash::{ContentHash, KeyHasher};
use crate::html::escape::{UrlUse, is_safe_url};

/// The markup of the lists.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Menus {
    /// Products, versions and languages in the header.
    pub header_switches: String,
    /// The same in the drawer, which has no ids: each stands once in a page.
    pub drawer_switches: String,
    pub tabs: String,
    /// The tabs in the drawer.
    pub drawer_tabs: String,
    /// Dropdowns and anchors above the sidebar.
    pub sections: String,
}

/// What was rendered with holes, shared by the threads that render pages.
#[derive(Clone, Debug, Default)]
pub(super) struct Remembered(Arc<Mutex<HashMap<ContentHash, Arc<Holed>>>>);

/// Pages are rendered in the order of their addresses, so few sections are at work at a time.
const MOST: usize = 64;

/// The lists with holes.
type Holed = [Pieces; 4];

/// Around the number of a hole. Neither means anything in HTML, in an address or to a template.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

impl Templates {
    /// The lists around a page. `page` is what a template of a project may ask for besides.
    pub(super) fn menus(
        &self,
        shell: &Shell,
        nav: &NavView,
        page: &Value,
    ) -> Result<Menus, minijinja::Error> {
        if self.has_own {
            let values = Value::from(Serde(nav));
            let [switches, tabs, drawer_tabs, sections] = self.lists(shell, &values, page)?;
            return Ok(Menus::new(switches, tabs, drawer_tabs, sections));
        }
        let (shape, addresses) = with_holes(nav);
        let key = KeyHasher::new("menus").part(shell.key.as_bytes()).value(&shape).finish();
        let known = self.menus.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let holed = match known {
            Some(known) => known,
            None => {
                let lists = self.lists(shell, &Value::from(Serde(&shape)), &Value::UNDEFINED)?;
                let holed = Arc::new(lists.map(Pieces::new));
                let mut remembered = self.menus.0.lock().unwrap_or_else(PoisonError::into_inner);
                if remembered.len() >= MOST {
                    remembered.clear();
                }
                remembered.insert(key, holed.clone());
                holed
            }
        };
        let [switches, tabs, drawer_tabs, sections] = &*holed;
        let fill = |pieces: &Pieces| pieces.filled(&addresses);
        Ok(Menus::new(fill(switches), fill(tabs), fill(drawer_tabs), fill(sections)))
    }

    fn lists(&self, shell: &Shell, nav: &Value, page: &Value) -> Result<[String; 4], minijinja::Error> {
        let list = |name: &str, ids: bool| {
            let values = context! { site => &shell.values, nav => nav, page => page, ids => ids };
            self.render(name, &values)
        };
        Ok([
            list("switches.html", true)?,
            list("tabs.html", false)?,
            list("drawer-tabs.html", false)?,
            list("sections.html", false)?,
        ])
    }
}

impl Menus {
    fn new(switches: String, tabs: String, drawer_tabs: String, sections: String) -> Self {
        let drawer_switches = without_ids(&switches);
        Self { header_switches: switches, drawer_switches, tabs, drawer_tabs, sections }
    }
}

/// Markup of the menu of languages without its ids. No text can hold what they begin with: its quotes are escaped.
fn without_ids(switches: &str) -> String {
    let mut parts = switches.split(" id=\"localization-select-");
    let mut markup = parts.next().unwrap_or("").to_owned();
    for part in parts {
        markup.push_str(part.split_once('"').map_or("", |(_, rest)| rest));
    }
    markup
}

/// The lists with holes in place of addresses, and the addresses by number of their hole.
fn with_holes(nav: &NavView) -> (NavView, Vec<&str>) {
    let mut holes = Holes::default();
    let shape = NavView {
        languages: holes.items(&nav.languages),
        products: holes.items(&nav.products),
        versions: holes.items(&nav.versions),
        dropdowns: holes.items(&nav.dropdowns),
        tabs: holes.items(&nav.tabs),
        anchors: holes.items(&nav.anchors),
        ..NavView::default()
    };
    (shape, holes.addresses)
}

#[derive(Default)]
struct Holes<'n> {
    numbers: HashMap<&'n str, usize>,
    addresses: Vec<&'n str>,
}

impl<'n> Holes<'n> {
    fn items(&mut self, items: &'n [NavItem]) -> Vec<NavItem> {
        let item = |item: &'n NavItem| NavItem {
            href: self.address(&item.href),
            menu: self.items(&item.menu),
            groups: item.groups.iter().map(|group| self.link(group)).collect(),
            ..item.clone()
        };
        items.iter().map(item).collect()
    }

    fn link(&mut self, link: &'n PageLink) -> PageLink {
        PageLink { title: link.title.clone(), href: self.address(&link.href) }
    }

    /// The hole of an address: the same one has the same, since templates compare them, and none stays none.
    fn address(&mut self, address: &'n str) -> String {
        if address.is_empty() {
            return String::new();
        }
        let number = *self.numbers.entry(address).or_insert_with(|| {
            self.addresses.push(address);
            self.addresses.len() - 1
        });
        format!("{OPEN}{number}{CLOSE}")
    }
}

/// Markup with holes.
#[derive(Debug)]
struct Pieces {
    /// All of it without them.
    text: String,
    /// Where in the text each hole is, and its number.
    holes: Vec<(usize, usize)>,
}

impl Pieces {
    fn new(markup: String) -> Self {
        let mut pieces = Self { text: String::with_capacity(markup.len()), holes: Vec::new() };
        let mut rest = &*markup;
        while let Some((before, after)) = rest.split_once(OPEN) {
            pieces.text.push_str(before);
            let (number, closed) = after.split_at(after.bytes().take_while(u8::is_ascii_digit).count());
            if let (Ok(number), Some(next)) = (number.parse(), closed.strip_prefix(CLOSE)) {
                pieces.holes.push((pieces.text.len(), number));
                rest = next;
            } else {
                // An author's.
                pieces.text.push(OPEN);
                rest = after;
            }
        }
        pieces.text.push_str(rest);
        pieces
    }

    /// The markup with these addresses.
    fn filled(&self, addresses: &[&str]) -> String {
        let mut markup = String::with_capacity(self.text.len() + self.holes.len() * 64);
        let mut from = 0;
        for (at, number) in &self.holes {
            markup.push_str(self.text.get(from..*at).unwrap_or_default());
            from = *at;
            // Writing to a string cannot fail.
            let _ = match addresses.get(*number) {
                Some(address) if is_safe_url(address, UrlUse::Link) => write_escaped(&mut markup, address),
                Some(_) => markup.write_char('#'),
                // An author's.
                None => write!(markup, "{OPEN}{number}{CLOSE}"),
            };
        }
        markup.push_str(self.text.get(from..).unwrap_or_default());
        markup
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::sample;
    use super::*;
    use crate::config::look::Theme;

    /// What the templates make of the lists of one page.
    fn plain(templates: &Templates, shell: &Shell, nav: &NavView) -> Menus {
        let lists = templates.lists(shell, &Value::from(Serde(nav)), &Value::UNDEFINED);
        let [switches, tabs, drawer_tabs, sections] = lists.expect("renders");
        Menus::new(switches, tabs, drawer_tabs, sections)
    }

    #[test]
    fn filled_holes_are_what_rendering_each_page_gives() {
        let item = |name: &str, href: &str| NavItem {
            name: name.to_owned(),
            href: href.to_owned(),
            ..NavItem::default()
        };
        let (templates, _) = Templates::new(Theme::Mint, &BTreeMap::new());
        let shell = templates.shell(&sample::site());
        for page in ["/a", "/b?c=\"d\"&e", "javascript:alert(1)", ""] {
            let tab = NavItem { menu: vec![item("first", page), item("second", "/x")], ..item("menu", page) };
            let nav = NavView {
                versions: vec![
                    NavItem { active: true, ..item("v1", "/v1") },
                    item("v2 \u{e000}7\u{e001} <b>", page),
                ],
                languages: vec![item("de", page), item("en \u{e000}", "/en")],
                tabs: vec![item("one", page), tab],
                anchors: vec![item("away", page)],
                ..NavView::default()
            };
            for _ in 0..2 {
                let menus = templates.menus(&shell, &nav, &Value::UNDEFINED).expect("renders");
                let expected = plain(&templates, &shell, &nav);
                assert_eq!(menus, expected, "{page}");
                assert!(!menus.tabs.contains("javascript"));
            }
        }
        let remembered = templates.menus.0.lock().expect("no panic").len();
        // Pages with an address share one; an empty one is another.
        assert_eq!(remembered, 2);
    }
}
