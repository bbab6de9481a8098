//! Addresses that differ from a missing one only in how they are spelled.
//!
//! Looking for the nearest name compares with all names of a site, which is too much for every broken link of one that
//! has thousands. What differs in case, hyphens or the ending alone is found in a table, so it is found for all of them.

use std::collections::BTreeMap;

use super::LinkTargets;
use crate::source::ignore_rules::IgnoreRules;
use crate::text::{Slug, SourcePath};

/// What a site has, by names that say nothing of case, hyphens and endings.
#[derive(Debug)]
pub struct Spellings {
    pages: BTreeMap<String, String>,
    /// Files by their names with ending, and behind those by their names without.
    files: BTreeMap<String, String>,
    left_out: IgnoreRules,
}

impl Spellings {
    /// Those of all that links can lead to. Of two names that are spelled alike the first counts, pages before what
    /// leads to them.
    pub fn new(targets: &LinkTargets) -> Self {
        let (mut pages, mut files) = (BTreeMap::new(), BTreeMap::new());
        let redirected = targets.redirects.sources().map(|source| source.trim_start_matches('/'));
        let made = || targets.made.iter().map(String::as_str);
        let leading = targets.folders.keys().map(String::as_str).chain(redirected);
        let names = targets.pages.iter().map(Slug::route).chain(leading);
        for name in names.chain(made().filter(|name| !name.contains('.'))) {
            pages.entry(folded(name)).or_insert_with(|| name.to_owned());
        }
        let names =
            || targets.files.iter().map(SourcePath::as_str).chain(made().filter(|name| name.contains('.')));
        for name in names() {
            files.entry(folded(name)).or_insert_with(|| name.to_owned());
        }
        for name in names() {
            files.entry(folded(stem(name))).or_insert_with(|| name.to_owned());
        }
        Self { pages, files, left_out: IgnoreRules::new(&targets.ignore) }
    }

    /// Why a link to a missing path leads nowhere, or what is spelled like it.
    pub fn hint(&self, missing: &str) -> Option<String> {
        let left_out = self.left_out.hint_of_page(missing);
        left_out.or_else(|| Some(format!("did you mean `/{}`?", self.alike(missing)?)))
    }

    fn alike(&self, missing: &str) -> Option<&str> {
        let (whole, stem) = (folded(missing), folded(stem(missing)));
        // What has an ending is a file first; a page may have been named with one.
        let tables = match whole == stem {
            true => [(&self.pages, &whole), (&self.files, &whole), (&self.files, &whole)],
            false => [(&self.files, &whole), (&self.pages, &stem), (&self.files, &stem)],
        };
        let mut found = tables.into_iter().filter_map(|(table, name)| table.get(name));
        found.find(|name| !name.is_empty() && *name != missing).map(String::as_str)
    }
}

/// A path without the ending of its last name.
fn stem(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    match path.rfind('.') {
        Some(dot) if dot > name => path.get(..dot).unwrap_or(path),
        _ => path,
    }
}

fn folded(name: &str) -> String {
    let letters = name.trim_matches('/').chars().filter(|c| !matches!(c, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).collect()
}
