//! The check of all links, remembered by page: after an edit only the edited pages are checked again, and those
//! that link to places in them.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Engine;
use super::findings::Suggestions;
use crate::db::{Database, Db};
use crate::encoding::{decode, encode};
use crate::hash::{ContentHash, KeyHasher};
use crate::queries::{self, LinkReport, PageKey};
use crate::site::links::BrokenLink;
use crate::text::Slug;

/// What the last check found.
#[derive(Default)]
pub(super) struct LinkCheck {
    /// The key of all that it read; `None` since pages were checked by themselves.
    key: Option<ContentHash>,
    found: Found,
    /// Pages that others link to places in, each with one of those: `found.asked` by what was asked.
    asking: BTreeSet<(Slug, Slug)>,
}

/// What is in the store.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Found {
    /// Pages with broken links.
    broken: BTreeMap<Slug, Vec<BrokenLink>>,
    /// Pages with links to places in other pages, with those.
    asked: BTreeMap<Slug, Vec<Slug>>,
}

impl Found {
    fn take_over(&mut self, slug: &Slug, report: &LinkReport) {
        replace(&mut self.broken, slug, report.broken.to_vec());
        replace(&mut self.asked, slug, report.asked.to_vec());
    }
}

fn replace<T>(of_pages: &mut BTreeMap<Slug, Vec<T>>, slug: &Slug, now: Vec<T>) {
    if now.is_empty() {
        of_pages.remove(slug);
    } else {
        of_pages.insert(slug.clone(), now);
    }
}

impl LinkCheck {
    /// Pages with broken links.
    pub fn broken(&self) -> impl Iterator<Item = (&Slug, &Vec<BrokenLink>)> {
        self.found.broken.iter()
    }

    /// Where the store has the whole of it, when it does.
    pub fn key(&self) -> Option<ContentHash> {
        self.key
    }

    /// What the store has under `key`.
    pub fn stored(db: &Database, key: ContentHash) -> Option<Self> {
        Some(Self::whole(key, db.stored(key).and_then(|bytes| decode(&bytes))?))
    }

    /// Puts all of it into the store, after pages were checked by themselves.
    pub fn store(&mut self, db: &Database) -> ContentHash {
        let found = encode(&self.found);
        let key = KeyHasher::new("links of edited pages").part(&found).finish();
        db.store(key, &found);
        self.key = Some(key);
        key
    }

    /// Whether another check found the same.
    pub fn found_the_same(&self, other: &Self) -> bool {
        self.found == other.found
    }

    /// The broken links of a page.
    pub fn broken_of(&self, slug: &Slug) -> &[BrokenLink] {
        self.found.broken.get(slug).map(Vec::as_slice).unwrap_or_default()
    }

    fn whole(key: ContentHash, found: Found) -> Self {
        let pairs = |(slug, asked): (&Slug, &Vec<Slug>)| -> Vec<(Slug, Slug)> {
            asked.iter().map(|other| (other.clone(), slug.clone())).collect()
        };
        let asking = found.asked.iter().flat_map(pairs).collect();
        Self { key: Some(key), found, asking }
    }

    /// Notes what the check of a page says now.
    pub fn take_over(&mut self, slug: &Slug, report: &LinkReport) {
        for other in self.found.asked.get(slug).into_iter().flatten() {
            self.asking.remove(&(other.clone(), slug.clone()));
        }
        self.asking.extend(report.asked.iter().map(|other| (other.clone(), slug.clone())));
        self.found.take_over(slug, report);
    }

    /// Pages that link to places in `slug`.
    pub fn asking(&self, slug: &Slug) -> impl Iterator<Item = &Slug> {
        let from = self.asking.range((slug.clone(), Slug::new(""))..);
        from.take_while(move |(other, _)| other == slug).map(|(_, asking)| asking)
    }
}

impl Engine {
    /// Checks the links of the site, unless they were checked as they are now: then the result is in the store.
    pub(super) fn check_links(&mut self) {
        let key = queries::links_key(&self.db, self.project);
        if self.found.links.key == Some(key) {
            return;
        }
        let stored: Option<Found> = self.db.stored(key).and_then(|bytes| decode(&bytes));
        let found = match stored {
            Some(found) if !self.db.is_verifying() => found,
            stored => {
                let found = self.found_links();
                if stored.is_some_and(|stored| stored != found) {
                    self.db.mismatch("the link check".to_owned());
                }
                self.db.store(key, &encode(&found));
                found
            }
        };
        self.found.links = LinkCheck::whole(key, found);
        self.found.suggestions = Suggestions::default();
    }

    /// Checks the links of the `changed` pages, and of those that link to places in them. The site has the same pages
    /// at the same addresses.
    pub(super) fn check_links_of(&mut self, changed: &BTreeSet<Slug>) {
        let links = &self.found.links;
        let mut affected: BTreeSet<Slug> =
            changed.iter().flat_map(|slug| links.asking(slug)).cloned().collect();
        affected.extend(changed.iter().cloned());
        let affected: Vec<&Slug> = affected.iter().collect();
        let reports = self.link_reports(&affected);
        self.found.links.key = None;
        for (slug, report) in affected.iter().zip(&reports) {
            self.found.links.take_over(slug, report);
        }
        if self.db.is_verifying() && self.found.links.found != self.found_links() {
            self.db.mismatch("the links of edited pages".to_owned());
        }
    }

    /// Puts what was found by pages into the store, for the next process.
    pub(super) fn store_links(&mut self) {
        if self.found.links.key.is_none() && self.built.is_some() {
            let key = queries::links_key(&self.db, self.project);
            self.db.store(key, &encode(&self.found.links.found));
            self.found.links.key = Some(key);
        }
    }

    fn found_links(&self) -> Found {
        let pages = queries::site_pages(&self.db, self.project);
        let slugs: Vec<&Slug> = pages.keys().collect();
        let mut found = Found::default();
        for (slug, report) in slugs.iter().zip(self.link_reports(&slugs)) {
            found.take_over(slug, &report);
        }
        found
    }

    fn link_reports(&self, slugs: &[&Slug]) -> Vec<LinkReport> {
        let check =
            |db: &mut Database, slug: &&Slug| queries::link_report(db, PageKey::new(db, (*slug).clone()));
        slugs.par_iter().with_min_len(32).map_with(self.db.clone(), check).collect()
    }
}
