//! Pages that stand in for translations that are not there yet (I18N-05).
//!
//! A language with `fallback: "default"` keeps its navigation complete: an entry without a page of its own shows the
//! page of the default language at its address. A language that says nothing but this has the navigation of the
//! default one. Whether a page is a stand-in is known by its name alone; nothing is rendered a second time.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::config::navigation::{Division, Group, Level, PageEntry};
use crate::text::Slug;

use super::page_index::PageIndex;

/// Levels that are walked into.
const MAX_DEPTH: usize = 100;

/// The navigation with that of the default language in languages that have none of their own.
pub fn completed(level: &Arc<Level>) -> Arc<Level> {
    let mut level = level.clone();
    if are_asked(&level) {
        complete(Arc::make_mut(&mut level), 0);
    }
    level
}

fn complete(level: &mut Level, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    if let Some(default) = default_of(&level.languages).cloned() {
        for language in level.languages.iter_mut().filter(|language| language.fallback.is_some()) {
            if language.label != default.label && is_bare(&language.level) {
                let overrides = language.level.overrides.take();
                language.level = Level { overrides, ..default.level.clone() };
                let names = Names { default: &default.label, own: &language.label.clone() };
                names.rename(&mut language.level, 0);
            }
        }
    }
    let Level { languages, products, versions, dropdowns, tabs, anchors, menu, .. } = level;
    for division in [languages, products, versions, dropdowns, tabs, anchors, menu].into_iter().flatten() {
        complete(&mut division.level, depth + 1);
    }
}

/// For each page that stands in for another one: its slug, and that of the page that it shows.
pub fn stand_ins(level: &Level, pages: &PageIndex) -> BTreeMap<Slug, Slug> {
    let mut found = BTreeMap::new();
    find(level, pages, &mut found, 0);
    found
}

/// Whether a navigation asks for any.
pub fn are_asked(level: &Level) -> bool {
    fn asks(level: &Level, depth: usize) -> bool {
        depth <= MAX_DEPTH
            && (level.languages.iter().any(|language| language.fallback.is_some())
                || level.divisions().any(|division| asks(&division.level, depth + 1)))
    }
    asks(level, 0)
}

fn find(level: &Level, pages: &PageIndex, found: &mut BTreeMap<Slug, Slug>, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    if let Some(default) = default_of(&level.languages) {
        for language in level.languages.iter().filter(|language| language.fallback.is_some()) {
            if language.label == default.label {
                continue;
            }
            let names = Names { default: &default.label, own: &language.label };
            language.level.each_page(&mut |path| {
                if pages.named(path).is_some() || pages.is_withheld(path) {
                    return;
                }
                let slug = Slug::of_entry(path);
                let mut originals = names.originals(slug.as_str()).into_iter();
                if let Some(original) = originals.find_map(|name| Some(pages.named(&name)?.0)) {
                    found.insert(slug, original.slug.clone());
                }
            });
        }
    }
    level.divisions().for_each(|division| find(&division.level, pages, found, depth + 1));
}

/// The names of a language and of the default one, as segments of paths.
struct Names<'n> {
    default: &'n str,
    own: &'n str,
}

impl Names<'_> {
    /// What a page of the language may be called in the default one.
    fn originals(&self, path: &str) -> Vec<String> {
        let segments: Vec<&str> = path.split('/').collect();
        let Some(at) = segments.iter().position(|segment| segment.eq_ignore_ascii_case(self.own)) else {
            return Vec::new();
        };
        let with = |middle: Option<&str>| {
            let before = segments.iter().take(at).copied();
            before.chain(middle).chain(segments.iter().skip(at + 1).copied()).collect::<Vec<_>>().join("/")
        };
        vec![with(None), with(Some(self.default))]
    }

    /// What a page of the default language is called in this one.
    fn own_name(&self, path: &str) -> String {
        match path.split_once('/') {
            Some((first, rest)) if first.eq_ignore_ascii_case(self.default) => format!("{}/{rest}", self.own),
            _ => format!("{}/{path}", self.own),
        }
    }

    fn rename(&self, level: &mut Level, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        level.groups.iter_mut().for_each(|group| self.rename_group(group, depth + 1));
        level.pages.iter_mut().for_each(|entry| self.rename_entry(entry, depth + 1));
        let Level { languages, products, versions, dropdowns, tabs, anchors, menu, .. } = level;
        for division in [languages, products, versions, dropdowns, tabs, anchors, menu].into_iter().flatten()
        {
            self.rename(&mut division.level, depth + 1);
        }
    }

    fn rename_group(&self, group: &mut Group, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        group.root = group.root.take().map(|root| self.own_name(&root));
        group.pages.iter_mut().for_each(|entry| self.rename_entry(entry, depth + 1));
    }

    fn rename_entry(&self, entry: &mut PageEntry, depth: usize) {
        match entry {
            // Operations of an API have a name and an address, and no translation.
            PageEntry::Page { path, .. } if !path.contains([' ', ':']) => *path = self.own_name(path),
            PageEntry::Page { .. } => {}
            PageEntry::Group(group) => self.rename_group(group, depth + 1),
        }
    }
}

/// The language that others fall back to: the one that says so, else the first.
fn default_of(languages: &[Division]) -> Option<&Division> {
    languages.iter().find(|language| language.default).or(languages.first())
}

fn is_bare(level: &Level) -> bool {
    level.divisions().next().is_none()
        && level.groups.is_empty()
        && level.pages.is_empty()
        && level.openapi.is_empty()
}
