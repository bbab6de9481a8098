//! One list of groups, with tabs, anchors and versions beside it, as a tree (UPG-08, UPG-09).
//!
//! In `mint.json` a tab has a path, and the pages below that path are its pages. In `docs.json` a tab holds its
//! groups. So every page goes to the tab or anchor with the longest path that it begins with, a group whose pages
//! go to several is in each with its part, and what is left goes to a first division of its own.

mod division;
mod group;

use std::cell::RefCell;

use serde_json::{Map, Value, json};

use self::division::{Division, Kind, divisions};
use self::group::{Group, groups};
use super::settings::is_external;
use super::source::{Notes, Source};

/// The `navigation` of a `mint.json`.
pub fn navigation(root: &mut Source<'_>, notes: &mut Notes) -> Value {
    let mut inner = Notes::default();
    let all = groups(root, notes, &mut inner);
    let first = First::read(root, notes);
    let mut tabs = divisions(Kind::Tab, root, notes);
    let mut anchors = divisions(Kind::Anchor, root, notes);
    let versions = versions(root, &all, notes);

    let mut global = Map::new();
    let has_both = !tabs.is_empty() && !anchors.is_empty();
    // Tabs that all lead elsewhere are shown with every page; the pages still want a tab to stand in.
    let mut only_external = Vec::new();
    for (kind, list) in [(Kind::Tab, &mut tabs), (Kind::Anchor, &mut anchors)] {
        let is_everywhere = |entry: &Division| entry.leads_away() && entry.version.is_none();
        if !list.is_empty() && list.iter().all(is_everywhere) {
            let entries = std::mem::take(list).iter().map(Division::global).collect();
            global.insert(kind.list().to_owned(), Value::Array(entries));
            notes.mapped(
                kind.list(),
                format!("navigation.global.{}: all of them lead to other sites", kind.list()),
            );
            only_external.push(kind);
        }
    }
    let wrapper = match only_external.as_slice() {
        [kind] if !has_both => Some(*kind),
        // With both, anchors stand beside the tabs that hold the pages.
        [Kind::Tab, Kind::Anchor] => Some(Kind::Tab),
        _ => None,
    };
    let layout = Layout { first, tabs, anchors, wrapper };
    if versions.is_some() || !layout.is_flat() {
        notes.append(inner);
    }
    let mut out = match versions {
        None if layout.is_flat() => {
            Map::from_iter([("groups".to_owned(), Value::Array(all.iter().map(Group::flat).collect()))])
        }
        None => layout.level(&all, notes),
        Some(versions) => versions.level(&layout, &all, notes),
    };
    layout.first.tell(notes);
    if !global.is_empty() {
        out.insert("global".to_owned(), Value::Object(global));
    }
    Value::Object(out)
}

/// What the division is called that holds the pages of no other: `primaryTab` and `topAnchor`.
struct First {
    tab: Map<String, Value>,
    anchor: Map<String, Value>,
    /// Those that `mint.json` names.
    named: Vec<Kind>,
    /// Those that stand somewhere.
    used: RefCell<Vec<Kind>>,
}

impl First {
    fn read(root: &mut Source<'_>, notes: &mut Notes) -> Self {
        let mut named = Vec::new();
        let mut tab = Map::from_iter([("tab".to_owned(), json!("Documentation"))]);
        if let Some(mut primary) = root.child("primaryTab", notes) {
            if let Some(name) = primary.text("name", notes) {
                tab.insert("tab".to_owned(), json!(name));
            }
            named.push(Kind::Tab);
            if let Some(hidden) = primary.flag("isDefaultHidden", notes) {
                tab.insert("hidden".to_owned(), json!(hidden));
            }
            primary.finish(notes);
        }
        let mut anchor = Map::from_iter([("anchor".to_owned(), json!("Documentation"))]);
        anchor.insert("icon".to_owned(), json!("book-open"));
        if let Some(mut top) = root.child("topAnchor", notes) {
            anchor.remove("icon");
            if let Some(name) = top.text("name", notes) {
                anchor.insert("anchor".to_owned(), json!(name));
            }
            named.push(Kind::Anchor);
            if let Some(icon) = division::icon(&mut top) {
                anchor.insert("icon".to_owned(), icon);
            }
            top.finish(notes);
        }
        Self { tab, anchor, named, used: RefCell::default() }
    }

    /// Tells what became of the names, when all divisions are there.
    fn tell(&self, notes: &mut Notes) {
        for kind in &self.named {
            let (field, list) = match kind {
                Kind::Tab => ("primaryTab", "tabs"),
                Kind::Anchor => ("topAnchor", "anchors"),
            };
            if self.used.borrow().contains(kind) {
                notes.mapped(field, format!("the first of navigation.{list}"));
            } else {
                let why = format!("no pages are left for a first one of the {list}, which it would name");
                notes.dropped(field, why);
            }
        }
    }

    fn entry(&self, kind: Kind) -> Map<String, Value> {
        self.used.borrow_mut().push(kind);
        match kind {
            Kind::Tab => self.tab.clone(),
            Kind::Anchor => self.anchor.clone(),
        }
    }
}

/// The divisions of a site, or of one version of it.
struct Layout {
    first: First,
    tabs: Vec<Division>,
    anchors: Vec<Division>,
    /// Pages stand in one division of this kind, because all others of it lead elsewhere.
    wrapper: Option<Kind>,
}

impl Layout {
    fn is_flat(&self) -> bool {
        self.tabs.is_empty() && self.anchors.is_empty() && self.wrapper.is_none()
    }

    fn level(&self, groups: &[Group], notes: &mut Notes) -> Map<String, Value> {
        let all: Vec<&Division> = self.tabs.iter().chain(&self.anchors).collect();
        self.level_of(&all, groups, notes)
    }

    /// Hands the pages out to some of the divisions.
    fn level_of(&self, divisions: &[&Division], groups: &[Group], notes: &mut Notes) -> Map<String, Value> {
        let of = |kind: Kind| -> Vec<&Division> {
            divisions.iter().copied().filter(|division| division.kind == kind).collect()
        };
        let (tabs, anchors) = (of(Kind::Tab), of(Kind::Anchor));
        match (tabs.is_empty(), anchors.is_empty()) {
            (true, true) => match self.wrapper {
                None => leaf(groups),
                Some(kind) => {
                    let mut entry = self.first.entry(kind);
                    entry.append(&mut leaf(groups));
                    Map::from_iter([(kind.list().to_owned(), json!([entry]))])
                }
            },
            (false, true) => self.spread(Kind::Tab, &tabs, groups, &|rest, _| leaf(rest), notes),
            (true, false) => self.spread(Kind::Anchor, &anchors, groups, &|rest, _| leaf(rest), notes),
            (false, false) => {
                let outer = if contained(&anchors, &tabs) > contained(&tabs, &anchors) {
                    (Kind::Tab, &tabs, Kind::Anchor, &anchors)
                } else {
                    (Kind::Anchor, &anchors, Kind::Tab, &tabs)
                };
                let (kind, list, inner, inner_list) = outer;
                let inside = |rest: &[Group], notes: &mut Notes| {
                    self.spread(inner, inner_list, rest, &|rest, _| leaf(rest), notes)
                };
                self.spread(kind, list, groups, &inside, notes)
            }
        }
    }

    /// Hands the pages out to the divisions of one kind; `rest` makes what stands in the first one.
    fn spread(
        &self,
        kind: Kind,
        divisions: &[&Division],
        groups: &[Group],
        rest: &Inside<'_>,
        notes: &mut Notes,
    ) -> Map<String, Value> {
        let owner = |page: &str| {
            let reach = divisions
                .iter()
                .enumerate()
                .filter_map(|(index, division)| Some((division.reach(page)?, index)));
            // The longest path; of equal ones the first.
            reach.max_by_key(|(length, index)| (*length, std::cmp::Reverse(*index))).map(|(_, index)| index)
        };
        let mut entries = Vec::new();
        let unclaimed = Group::only(groups, &|page| owner(page).is_none());
        let mut first = rest(&unclaimed, notes);
        let has_content = first.values().any(|value| value.as_array().is_some_and(|list| !list.is_empty()));
        if has_content {
            let mut entry = self.first.entry(kind);
            entry.append(&mut first);
            entries.push(Value::Object(entry));
        }
        for (index, division) in divisions.iter().enumerate() {
            let own = Group::only(groups, &|page| owner(page) == Some(index));
            match division.entry(&own) {
                Some(entry) => entries.push(entry),
                None => {
                    let why = format!("no page of the navigation begins with `{}`", division.prefix());
                    notes.dropped(division.path.clone(), why);
                }
            }
        }
        Map::from_iter([(kind.list().to_owned(), Value::Array(entries))])
    }
}

/// Makes what stands in a division from its groups.
type Inside<'a> = dyn Fn(&[Group], &mut Notes) -> Map<String, Value> + 'a;

fn leaf(groups: &[Group]) -> Map<String, Value> {
    let groups = groups.iter().map(|group| group.inside()).collect();
    Map::from_iter([("groups".to_owned(), Value::Array(groups))])
}

/// How many of `inner` lie below a path of `outer`.
fn contained(outer: &[&Division], inner: &[&Division]) -> usize {
    let below = |inner: &&&Division| {
        !inner.is_link() && outer.iter().any(|outer| outer.reach(&inner.prefix()).is_some())
    };
    inner.iter().filter(below).count()
}

/// `versions`: their entries and whether they are languages.
struct Versions {
    entries: Vec<Version>,
    are_languages: bool,
}

struct Version {
    name: String,
    url: Option<String>,
    default: Option<bool>,
    locale: Option<String>,
    path: String,
}

/// The versions that have pages here.
fn versions(root: &mut Source<'_>, groups: &[Group], notes: &mut Notes) -> Option<Versions> {
    let list = root.list("versions", notes).unwrap_or_default();
    let mut entries = Vec::new();
    for (index, value) in list.iter().enumerate() {
        let path = format!("versions[{index}]");
        if let Some(name) = value.as_str() {
            entries.push(Version { name: name.to_owned(), url: None, default: None, locale: None, path });
            continue;
        }
        let Some(mut version) = Source::object(&path, value, notes) else { continue };
        let text = |version: &mut Source<'_>, key: &str, notes: &mut Notes| {
            version.text(key, notes).map(str::to_owned)
        };
        let locale = text(&mut version, "locale", notes);
        let url = text(&mut version, "url", notes);
        let default = version.flag("default", notes);
        match text(&mut version, "name", notes).or_else(|| locale.clone()) {
            Some(name) => entries.push(Version { name, url, default, locale, path: path.clone() }),
            None => notes.dropped(path.clone(), "a version needs a `name`"),
        }
        version.finish(notes);
    }
    for group in groups {
        let Some(version) = &group.version else { continue };
        if !entries.iter().any(|entry| entry.name == *version) {
            let text = format!("the version `{version}` is used here, but `versions` does not list it");
            notes.invalid(format!("{}.version", group.path), text);
        }
    }
    if entries.iter().filter(|entry| entry.default == Some(true)).count() > 1 {
        notes.invalid("versions", "only one version can be the default");
    }
    let leads_away = |entry: &Version| entry.url.as_deref().is_some_and(is_external);
    if entries.is_empty() {
        return None;
    }
    if entries.iter().all(leads_away) {
        let text = "all of them lead to other sites; list them in `navigation.global.versions` if you want them shown";
        notes.dropped("versions", text);
        return None;
    }
    let are_languages = entries.iter().all(|entry| entry.locale.is_some());
    notes.mapped("versions", if are_languages { "navigation.languages" } else { "navigation.versions" });
    if !are_languages {
        for entry in entries.iter().filter(|entry| entry.locale.is_some()) {
            notes.dropped(
                format!("{}.locale", entry.path),
                "only when all versions have one they are languages",
            );
        }
    }
    Some(Versions { entries, are_languages })
}

impl Versions {
    fn level(&self, layout: &Layout, groups: &[Group], notes: &mut Notes) -> Map<String, Value> {
        let mut out = Vec::new();
        for entry in &self.entries {
            let mut fields = Map::new();
            match (&entry.locale, self.are_languages) {
                (Some(locale), true) => fields.insert("language".to_owned(), json!(locale)),
                _ => fields.insert("version".to_owned(), json!(entry.name)),
            };
            if let Some(default) = entry.default {
                fields.insert("default".to_owned(), json!(default));
            }
            let is_mine =
                |version: &Option<String>| version.as_ref().is_none_or(|version| *version == entry.name);
            let own: Vec<Group> = groups.iter().filter(|group| is_mine(&group.version)).cloned().collect();
            let has_own = own.iter().any(|group| group.version.is_some());
            match &entry.url {
                Some(url) if is_external(url) || !has_own => {
                    drop(fields.insert("href".to_owned(), json!(url)))
                }
                url => {
                    if own.is_empty() {
                        notes.review(entry.path.clone(), "no group is of this version, so it has no pages");
                    }
                    if url.is_some() {
                        notes.dropped(format!("{}.url", entry.path), "its pages are in docs.json itself");
                    }
                    let all = layout.tabs.iter().chain(&layout.anchors);
                    let divisions: Vec<&Division> =
                        all.filter(|division| is_mine(&division.version)).collect();
                    fields.append(&mut layout.level_of(&divisions, &own, notes));
                }
            }
            out.push(Value::Object(fields));
        }
        let key = if self.are_languages { "languages" } else { "versions" };
        Map::from_iter([(key.to_owned(), Value::Array(out))])
    }
}
