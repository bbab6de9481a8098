//! The language of a page by its name alone, from what `docs.json` says (I18N-02).
//!
//! Texts inside a page's body are in its language, and a body must not depend on the resolved navigation: this
//! reads the written one only. What no language lists has the language of its folder, when that has one.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::part::FOLDER;
use crate::config::navigation::{Group, Level, PageEntry};
use crate::text::Slug;

/// Levels that are walked into.
const MAX_DEPTH: usize = 100;
/// Segments at the beginning of a path, of which one is a language's folder.
const MAX_FOLDERS: usize = 3;

/// Languages of pages. Empty for a site in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Languages {
    pages: BTreeMap<String, String>,
    /// First segments whose pages all have one language.
    folders: BTreeMap<String, Option<String>>,
    /// Those of them that more than half of the pages of their language lie in: what lies in the root has folders of its own.
    homes: BTreeSet<String>,
    /// All languages.
    codes: Vec<String>,
    /// Of everything else.
    default: Option<String>,
    /// Languages whose missing pages show those of the default one.
    complete: Vec<String>,
}

impl Languages {
    /// Reads a written navigation.
    pub fn of(navigation: &Level) -> Self {
        let mut languages = Self::default();
        languages.level(navigation, None, 0);
        let (mut of_folder, mut of_code) = (BTreeMap::<_, usize>::new(), BTreeMap::<_, usize>::new());
        for (page, code) in &languages.pages {
            let folder = page.split_once('/').map_or("", |(folder, _)| folder);
            *of_folder.entry(folder).or_default() += 1;
            *of_code.entry(code).or_default() += 1;
            let known = languages.folders.entry(folder.to_owned()).or_insert_with(|| Some(code.clone()));
            if known.as_ref() != Some(code) {
                *known = None;
            }
        }
        let is_home = |folder: &str, code: &String| {
            let (own, all) = (of_folder.get(folder), of_code.get(code));
            !folder.is_empty() && own.zip(all).is_some_and(|(own, all)| own * 2 > *all)
        };
        let homes = languages
            .folders
            .iter()
            .filter(|(folder, code)| code.as_ref().is_some_and(|code| is_home(folder, code)));
        languages.homes = homes.map(|(folder, _)| folder.clone()).collect();
        languages
    }

    /// Whether the site is in one language.
    pub fn is_empty(&self) -> bool {
        self.default.is_none()
    }

    /// The codes of all languages; empty for a site in one language.
    pub fn codes(&self) -> &[String] {
        &self.codes
    }

    /// Whether this is the language of everything that no language lists.
    pub fn is_default(&self, code: &str) -> bool {
        self.default.as_deref() == Some(code)
    }

    /// The folder that most pages of a language lie in; `None` for one without.
    pub fn home_of(&self, code: &str) -> Option<&str> {
        self.homes.iter().map(String::as_str).find(|folder| self.language_at(folder) == Some(code))
    }

    /// The code of a page's language; `None` for a site in one language.
    pub fn of_page(&self, slug: &Slug) -> Option<&str> {
        let slug = slug.as_str();
        let of_folder = || {
            // Schemas with a file of their own have the folder of their language below that of all.
            let own = slug.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/'));
            let folder = own.unwrap_or(slug).split_once('/')?.0;
            // Pages made from descriptions are named nowhere, and have folders in lower case.
            let named = || self.codes.iter().find(|code| code.eq_ignore_ascii_case(folder));
            let known = self.folders.get(folder).filter(|_| own.is_none());
            known.map_or_else(named, Option::as_ref)
        };
        self.pages.get(slug).or_else(of_folder).or(self.default.as_ref()).map(String::as_str)
    }

    /// The folder of a page's language, with what is above it: `es`, or `v2/es`. `None` for a page that lies in none.
    pub fn folder_of<'s>(&self, slug: &'s Slug) -> Option<&'s str> {
        let code = self.of_page(slug)?;
        let slug = slug.as_str();
        // The last segment is the page.
        let ends = slug.match_indices('/').map(|(end, _)| end).take(MAX_FOLDERS);
        ends.filter_map(|end| slug.get(..end)).find(|folder| self.language_at(folder) == Some(code))
    }

    /// The path below `folder`, that of a language, for a path from the root that names no language: `/es/x` for `/x`,
    /// and for `/v2/x` in `v2/es` it is `/v2/es/x`.
    pub fn below(&self, folder: &str, path: &str) -> Option<String> {
        let rest = match folder.rsplit_once('/') {
            Some((above, _)) => path.strip_prefix(above)?.trim_start_matches('/'),
            None => path,
        };
        let named = rest.split('/').next().unwrap_or_default();
        if self.language_at(named).is_some() {
            return None;
        }
        Some(if rest.is_empty() { folder.to_owned() } else { format!("{folder}/{rest}") })
    }

    /// Whether the default language's page is shown at this address, because its own language has none (I18N-05).
    pub fn is_completed(&self, page: &str) -> bool {
        self.pages.get(page).is_some_and(|code| self.complete.contains(code))
    }

    /// The language of a folder, by the name of its last segment.
    fn language_at(&self, folder: &str) -> Option<&str> {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let named = || self.codes.iter().find(|code| code.eq_ignore_ascii_case(name)).map(String::as_str);
        let known = self.folders.get(folder).filter(|_| self.homes.contains(folder));
        named().or_else(|| known.and_then(Option::as_deref))
    }

    fn level(&mut self, level: &Level, code: Option<&str>, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        // A page in several languages belongs to the default one.
        let mut languages: Vec<_> = level.languages.iter().collect();
        languages.sort_by_key(|language| !language.default);
        if let Some(first) = languages.first()
            && self.default.is_none()
        {
            self.default = Some(first.label.clone());
        }
        for language in languages {
            self.codes.push(language.label.clone());
            if language.fallback.is_some() {
                self.complete.push(language.label.clone());
            }
            self.level(&language.level, Some(&language.label), depth + 1);
        }
        for division in level.divisions().skip(level.languages.len()) {
            self.level(&division.level, code, depth + 1);
        }
        if let Some(code) = code {
            level.groups.iter().for_each(|group| self.group(group, code, depth + 1));
            self.entries(&level.pages, code, depth + 1);
        }
    }

    fn group(&mut self, group: &Group, code: &str, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        group.root.iter().for_each(|root| self.page(root, code));
        self.entries(&group.pages, code, depth + 1);
    }

    fn entries(&mut self, entries: &[PageEntry], code: &str, depth: usize) {
        for entry in entries {
            match entry {
                PageEntry::Page { path, .. } => self.page(path, code),
                PageEntry::Group(group) => self.group(group, code, depth + 1),
            }
        }
    }

    fn page(&mut self, path: &str, code: &str) {
        let slug = Slug::of_entry(path);
        self.pages.entry(slug.as_str().to_owned()).or_insert_with(|| code.to_owned());
    }
}
