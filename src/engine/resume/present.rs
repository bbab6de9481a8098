//! The outputs that the last build left, and which of them are to be made anew.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::Remade;
use super::relist::relist;
use super::standing::{File, Page, Standing};
use crate::db::Database;
use crate::engine::aggregates::Lines;
use crate::engine::listings::{self, OtherWords};
use crate::engine::llms::NotedTexts;
use crate::engine::search::{self, Changed};
use crate::hash::ContentHash;
use crate::html::feed_links::feed_files;
use crate::output::{Output, WantedFile, WriteOutcome};
use crate::text::{Addresses, OutPath, Slug, SourcePath};

/// The outputs that the last build left.
pub(super) struct Present<'e> {
    pub output: &'e Output,
    pub addresses: &'e Addresses,
}

impl Present<'_> {
    /// Wants all pages but the changed ones as they are, and tells whether they are there. Ends early when that
    /// `is_in_vain`.
    pub fn has_pages(&self, standing: &Standing, changed: &[usize], is_in_vain: &AtomicBool) -> bool {
        let page = |(number, file): (usize, &File)| match &file.page {
            _ if is_in_vain.load(Ordering::Relaxed) => false,
            Some(page) if changed.binary_search(&number).is_err() => self.has_page(file, page),
            _ => true,
        };
        standing.files.par_iter().with_min_len(64).enumerate().all(page)
    }

    fn has_page(&self, file: &File, page: &Page) -> bool {
        let slug = Slug::of_page(&file.path);
        let keep = |path: OutPath, key: ContentHash| self.keep(path, key, Some(&file.path));
        keep(self.addresses.page_file(&slug), page.key)
            && page.export.is_none_or(|key| keep(self.addresses.export_file(&slug), key))
            && page.feed.is_none_or(|key| feed_files(&slug).into_iter().all(|path| keep(path, key)))
    }

    /// The same for all other outputs. Leaves those where something was `found` to who makes them anew.
    pub fn has_others(&self, standing: &Standing, found: &Found) -> bool {
        let others = standing.others.par_iter().with_min_len(64);
        others.all(|(path, key)| found.is_new(path) || self.keep(path.clone(), *key, None))
    }

    fn keep(&self, path: OutPath, key: ContentHash, origin: Option<&SourcePath>) -> bool {
        let file = WantedFile { path, key, origin: origin.cloned() };
        self.output.is_current(&file.path, key) && self.output.keep(&file) == WriteOutcome::Unchanged
    }
}

/// What is to be found anew: in the search, and in the texts for language models.
pub(super) struct Found {
    pub search: Changed,
    pub texts: HashMap<Slug, ContentHash>,
    /// Where the files of the search lie that are made anew.
    pub search_files: search::Anew,
    /// The lists for language models with other lines.
    pub lists: BTreeMap<usize, Lines>,
    /// Where texts and lists lie that are made anew.
    pub files: BTreeSet<OutPath>,
    /// Other lines of files with one for each page.
    pub listings: listings::Changed,
}

impl Found {
    /// `None` when that takes to know the site.
    pub fn new(db: &Database, standing: &Standing, search: Changed, remade: &[Remade]) -> Option<Self> {
        let texts = changed_texts(standing, remade);
        let noted = standing.texts.iter().filter(|noted| noted.has_one_of(&texts));
        let search_files = search::Anew::of(&standing.search, &search);
        let mut files: BTreeSet<OutPath> = noted.flat_map(NotedTexts::paths).cloned().collect();
        let lists = relist(db, standing, remade)?;
        let touched = lists.keys().filter_map(|number| standing.lists.get(*number));
        files.extend(touched.flat_map(|list| list.files.iter().cloned()));
        let listings = changed_lines(db, standing, remade)?;
        files.extend(listings.files().filter_map(|number| Some(standing.listings.get(number)?.path.clone())));
        Some(Self { search, search_files, texts, lists, files, listings })
    }

    /// Whether a file is made anew.
    pub fn is_new(&self, path: &OutPath) -> bool {
        self.search_files.has(path) || self.files.contains(path)
    }
}

/// Files with a line for each page that have other ones.
fn changed_lines(db: &Database, standing: &Standing, remade: &[Remade]) -> Option<listings::Changed> {
    if standing.listings.is_empty() {
        return Some(listings::Changed::default());
    }
    let texts: Vec<_> = remade.iter().map(|page| || page.around.export(db, page.body)).collect();
    let pages = remade.iter().zip(&texts).map(|(page, text)| OtherWords {
        slug: &page.slug,
        markup: page.body.markup,
        file: page.export,
        text,
    });
    listings::Changed::of(db, &standing.listings, &pages.collect::<Vec<_>>())
}

/// Pages with another text.
fn changed_texts(standing: &Standing, remade: &[Remade]) -> HashMap<Slug, ContentHash> {
    let known = |page: &Remade| standing.files.get(page.number)?.page.as_ref()?.export;
    let changed = remade.iter().filter(|page| page.export != known(page));
    changed.filter_map(|page| Some((page.slug.clone(), page.export?))).collect()
}
