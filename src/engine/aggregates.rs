//! What people and machines find pages by, put together of all pages: lists and texts for language models, and the
//! search. It is remembered in pieces between builds, so that an edited page costs its own pieces and not a look at
//! all pages.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::listings::Listings;
use super::llms::Texts;
use super::search::Indexes;
use super::write::{Complete, Keys, PageFile, Site, text_file};
use crate::db::{Crossing, Database, Db};
use crate::hash::{ContentHash, KeyHasher};
use crate::queries;
use crate::queries::llms::{
    LinesKey, LlmsFrame, LlmsSpot, llms_editions, llms_frame, llms_lines, llms_list, llms_spots,
};
use crate::text::{OutPath, Slug, SourcePath};

/// The aggregates as the last build left them.
pub(super) struct Aggregates {
    /// One for each edition.
    lists: Vec<List>,
    pub texts: Texts,
    pub search: Indexes,
    pub listings: Listings,
}

/// The list of an edition.
struct List {
    /// For each section, in pieces.
    lines: Vec<Vec<Arc<str>>>,
    /// Where its files lie, without those of the project.
    files: Vec<OutPath>,
}

impl Aggregates {
    /// Puts all of them together. Their files are added to `written`.
    pub fn whole(site: &Site<'_>, pages: &[PageFile], before: &Keys, written: &mut Keys) -> Self {
        let lists = lists(site, before, written);
        let taken = &*written;
        let texts = |site: &Site<'_>| Texts::whole(site, pages, before, taken);
        let search = |site: &Site<'_>| Indexes::whole(site, before, taken);
        // Several editions keep all threads busy by themselves, and both at once take the memory of both.
        let ((texts, files), (search, more)) = match llms_editions(site.db, site.project).len() {
            0 | 1 => site.both(texts, search),
            _ => (texts(site), search(site)),
        };
        written.extend(files);
        written.extend(more);
        let listings = Listings::whole(site, before, written);
        Self { lists, texts, search, listings }
    }

    /// Makes again what the `changed` pages are in, when `crossing` says that it is affected. The site has the same
    /// pages in the same places. The files take the place of the old ones in `others`.
    pub fn update(
        &mut self,
        site: &Site<'_>,
        (pages, changed): (&[PageFile], &BTreeSet<Slug>),
        crossing: Crossing,
        others: &mut Keys,
    ) -> Complete {
        // The first words of a page are described by what its body says to the site.
        if crossing.label || crossing.facts {
            self.update_lists(site, changed, others);
        }
        if crossing.label || crossing.body {
            self.listings.update(site, changed, others);
        }
        let (Self { texts, search, .. }, before) = (&mut *self, &*others);
        let texts = |site: &Site<'_>| match crossing.label || crossing.export {
            true => texts.update(site, pages, changed, before),
            false => Vec::new(),
        };
        let search = |site: &Site<'_>| match crossing.label || crossing.search {
            true => search.update(site, changed, before),
            false => Some(Replacement::default()),
        };
        let (texts, search) = site.both(texts, search);
        let complete = if search.is_some() { Complete::Yes } else { Complete::No };
        for replacement in texts.into_iter().chain(search) {
            replacement.apply(site, others);
        }
        if site.db.is_verifying() && !site.db.cancellation().is_requested() {
            self.verify(site, pages);
        }
        complete
    }

    fn update_lists(&mut self, site: &Site<'_>, changed: &BTreeSet<Slug>, others: &mut Keys) {
        let spots = llms_spots(site.db, site.project);
        let touched: BTreeSet<LlmsSpot> =
            changed.iter().filter_map(|slug| spots.get(slug).copied()).collect();
        let mut editions = BTreeSet::new();
        for spot in touched {
            let list = self.lists.get_mut(spot.edition);
            let section = list.and_then(|list| list.lines.get_mut(spot.section));
            if let Some(known) = section.and_then(|pieces| pieces.get_mut(spot.piece)) {
                let now = llms_lines(site.db, LinesKey::new(site.db, spot));
                if *known != now {
                    *known = now;
                    editions.insert(spot.edition);
                }
            }
        }
        for number in editions {
            let Some(list) = self.lists.get_mut(number) else { continue };
            let mut made = own_files(site, others, "");
            for (name, text) in llms_list(site.db, site.project, number, &list.lines) {
                text_file(site, others, &mut made, &name, &text);
            }
            let replacement = Replacement { old: std::mem::take(&mut list.files), made };
            list.files = replacement.apply(site, others);
        }
    }

    /// The lists, for the next process. Their lines are in the store.
    pub fn noted_lists(&self, site: &Site<'_>) -> Vec<NotedList> {
        let noted = |(number, list): (usize, &List)| {
            let frame = llms_frame(site.db, site.project, number).unwrap_or_default();
            let mut noted = NotedList { frame, lines: Vec::new(), files: list.files.clone() };
            noted.keep(site.db, &list.lines);
            noted
        };
        self.lists.iter().enumerate().map(noted).collect()
    }

    /// Whether everything that is remembered is what would be made now.
    fn verify(&self, site: &Site<'_>, pages: &[PageFile]) {
        let lines = of_editions(site).into_iter();
        if !lines.eq(self.lists.iter().map(|list| list.lines.clone())) {
            site.db.mismatch("a list for language models".to_owned());
        }
        self.texts.verify(site, pages);
        self.search.verify(site);
        self.listings.verify(site);
    }
}

/// The list of an edition, for the next process.
#[derive(Serialize, Deserialize)]
pub(super) struct NotedList {
    frame: LlmsFrame,
    /// Where the store has the lines, for each section in pieces.
    lines: Vec<Vec<ContentHash>>,
    pub files: Vec<OutPath>,
}

/// The lines of a list, for each section in pieces.
pub(super) type Lines = Vec<Vec<Arc<str>>>;

impl NotedList {
    /// Its lines; `None` when the store has lost some.
    pub fn lines(&self, db: &Database) -> Option<Lines> {
        let piece = |key: &ContentHash| -> Option<Arc<str>> {
            db.stored(*key).and_then(|bytes| Some(std::str::from_utf8(&bytes).ok()?.into()))
        };
        self.lines.iter().map(|pieces| pieces.iter().map(piece).collect()).collect()
    }

    fn keep(&mut self, db: &Database, lines: &Lines) {
        let key = |piece: &Arc<str>| {
            let key = KeyHasher::new("lines of a list").part(piece.as_bytes()).finish();
            db.store(key, piece.as_bytes());
            key
        };
        self.lines = lines.iter().map(|pieces| pieces.iter().map(key).collect()).collect();
    }

    /// Puts its files in place with other `lines`; their keys.
    pub fn write(&mut self, site: &Site<'_>, lines: &Lines) -> Keys {
        let published = queries::published_files(site.db, site.project);
        let mut made = Keys::new();
        for (name, text) in self.frame.files(lines) {
            if !published.contains(name.as_str()) {
                text_file(site, &Keys::new(), &mut made, &name, &text);
            }
        }
        self.keep(site.db, lines);
        self.files = made.keys().cloned().collect();
        made
    }
}

/// Files of the project whose paths begin like this: nothing is made in their place.
pub(super) fn own_files(site: &Site<'_>, others: &Keys, start: &str) -> Keys {
    let published = queries::published_files(site.db, site.project);
    let own = published.range(SourcePath::new(start)..).take_while(|path| path.as_str().starts_with(start));
    let own = own.filter_map(|path| others.get_key_value(&OutPath::new(path.as_str())));
    own.map(|(path, key)| (path.clone(), *key)).collect()
}

/// Files that were made, and those in whose place they are: what is no more among them goes.
#[derive(Default)]
pub(super) struct Replacement {
    pub old: Vec<OutPath>,
    pub made: Keys,
}

impl Replacement {
    /// Takes them into `others`. The project's own files stay; the paths of those that were made.
    pub fn apply(self, site: &Site<'_>, others: &mut Keys) -> Vec<OutPath> {
        let published = queries::published_files(site.db, site.project);
        for path in self.old.iter().filter(|path| !self.made.contains_key(*path)) {
            others.remove(path);
            site.output.remove(path);
        }
        let made = self.made.into_iter().filter(|(path, _)| !published.contains(path.as_str()));
        let made: BTreeMap<OutPath, _> = made.collect();
        let paths = made.keys().cloned().collect();
        others.extend(made);
        paths
    }
}

fn lists(site: &Site<'_>, before: &Keys, written: &mut Keys) -> Vec<List> {
    let mut lists = Vec::new();
    for (number, lines) in of_editions(site).into_iter().enumerate() {
        let mut files = Vec::new();
        for (name, text) in llms_list(site.db, site.project, number, &lines) {
            if text_file(site, before, written, &name, &text).is_some() {
                files.push(OutPath::new(&name));
            }
        }
        lists.push(List { lines, files });
    }
    lists
}

/// The lines of all editions, by section.
fn of_editions(site: &Site<'_>) -> Vec<Vec<Vec<Arc<str>>>> {
    let editions = llms_editions(site.db, site.project);
    let spots: Vec<_> = editions.iter().enumerate().map(|(number, edition)| edition.spots(number)).collect();
    let all: Vec<LlmsSpot> = spots.iter().flatten().flatten().copied().collect();
    let lines = |db: &mut Database, spot: &LlmsSpot| llms_lines(db, LinesKey::new(db, *spot));
    let all: Vec<Arc<str>> = all.par_iter().map_with(site.db.clone(), lines).collect();
    let mut all = all.into_iter();
    let mut section = |pieces: &Vec<LlmsSpot>| all.by_ref().take(pieces.len()).collect();
    spots.iter().map(|sections| sections.iter().map(&mut section).collect()).collect()
}
