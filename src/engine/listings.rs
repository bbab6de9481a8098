//! Files with a line for each page, put in place: records for a search engine elsewhere (SRCH-14), the index for programs
//! (AI-11). A page's line lies in the store, so that an edit makes that line, and puts the file together again.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::aggregates::Replacement;
use super::write::{Keys, Site, generated, text_file};
use crate::db::{Database, Db, Project};
use crate::encoding::{decode, encode};
use crate::hash::{ContentHash, KeyHasher};
use crate::output::WriteOutcome;
use crate::queries;
use crate::queries::listings::{
    LineHead, Listing, Purpose, line_of, line_text, listed_in, listing_lists, listings, stored_line,
};
use crate::text::{OutPath, Slug};

/// The files as the last build left them. Most sites have none.
#[derive(Default)]
pub(super) struct Listings(Vec<NotedListing>);

/// A file, for the next process.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct NotedListing {
    purpose: Purpose,
    pub path: OutPath,
    /// Not one in whose place the project has a file of its own.
    is_ours: bool,
    /// Where the store has what its lines say besides what stands in the pages.
    heads: ContentHash,
    /// Its pages, and where the store has the line of each.
    pages: Vec<(Slug, ContentHash)>,
}

/// Makes the line of a page again that the store does not have.
type Lost<'l> = &'l dyn Fn(usize, &Slug) -> Option<String>;

impl Listings {
    /// Puts all of them together. Their files are added to `written`.
    pub fn whole(site: &Site<'_>, before: &Keys, written: &mut Keys) -> Self {
        let listings = listings(site.db, site.project);
        let made = site.for_each(listings.par_iter(), |site, listing| {
            let (noted, heads) = note(site.db, listing);
            let mut made = Keys::new();
            write(site, &noted, &made_now(site, &noted, &heads), before, &mut made);
            (noted, made)
        });
        let mut all = Vec::with_capacity(made.len());
        for (noted, made) in made {
            all.push(noted);
            written.extend(made);
        }
        for (path, text) in listing_lists(site.db, site.project) {
            text_file(site, before, written, &path, &text);
        }
        Self(all)
    }

    /// Makes the files again that have one of the `changed` pages.
    pub fn update(&mut self, site: &Site<'_>, changed: &BTreeSet<Slug>, others: &mut Keys) {
        if self.0.is_empty() {
            return;
        }
        let (listings, spots) = (listings(site.db, site.project), listed_in(site.db, site.project));
        let touched: BTreeSet<usize> =
            changed.iter().filter_map(|slug| spots.get(slug)).flatten().copied().collect();
        for number in touched {
            let (Some(known), Some(listing)) = (self.0.get_mut(number), listings.get(number)) else {
                continue;
            };
            let (now, heads) = note(site.db, listing);
            if *known == now || !now.is_ours {
                *known = now;
                continue;
            }
            let mut made = Keys::new();
            write(site, &now, &made_now(site, &now, &heads), others, &mut made);
            Replacement { old: vec![known.path.clone()], made }.apply(site, others);
            *known = now;
        }
    }

    /// Whether these are the files that would be made now.
    pub fn verify(&self, site: &Site<'_>) {
        let now = listings(site.db, site.project);
        if !now.iter().map(|listing| note(site.db, listing).0).eq(self.0.iter().cloned()) {
            site.db.mismatch("a file with a line for each page".to_owned());
        }
    }

    /// For the next process.
    pub fn noted(&self) -> Vec<NotedListing> {
        self.0.clone()
    }
}

/// What a file is made of.
fn note(db: &Database, listing: &Listing) -> (NotedListing, Vec<LineHead>) {
    let mut heads = Vec::with_capacity(listing.pages.len());
    let mut pages = Vec::with_capacity(listing.pages.len());
    for slug in listing.pages.iter() {
        let (head, key) = line_of(db, &listing.purpose, slug);
        heads.push(head);
        pages.push((slug.clone(), key));
    }
    let bytes = encode(&heads);
    let key = KeyHasher::new("heads of a listing").part(&bytes).finish();
    db.store(key, &bytes);
    let Listing { purpose, path, .. } = listing.clone();
    let is_ours = !queries::published_files(db, Project::get(db)).contains(path.as_str());
    (NotedListing { purpose, path, is_ours, heads: key, pages }, heads)
}

fn made_now<'m>(
    site: &'m Site<'_>,
    noted: &'m NotedListing,
    heads: &'m [LineHead],
) -> impl Fn(usize, &Slug) -> Option<String> + 'm {
    |number, slug| line_text(site.db, &noted.purpose, slug, heads.get(number)?)
}

/// Puts a file in place, unless it is one of the project; `None` when something of it is lost.
fn write(
    site: &Site<'_>,
    noted: &NotedListing,
    lost: Lost<'_>,
    before: &Keys,
    written: &mut Keys,
) -> Option<()> {
    if !noted.is_ours {
        return Some(());
    }
    let mut key = KeyHasher::new("listing");
    key.value(&noted.purpose);
    noted.pages.iter().for_each(|(_, line)| {
        key.part(line.as_bytes());
    });
    let mut is_lost = false;
    let at = (site.output, site.reuse);
    generated(at, before, written, noted.path.as_str(), key.finish(), |wanted| {
        let line = |(number, (slug, key)): (usize, &(Slug, ContentHash))| {
            known_line(site.db, *key, &|| lost(number, slug))
        };
        match noted.pages.iter().enumerate().map(line).collect::<Option<Vec<String>>>() {
            Some(lines) => {
                let text = noted.purpose.file(lines.iter().map(String::as_str));
                site.output.write(wanted, text.as_bytes())
            }
            None => {
                is_lost = true;
                WriteOutcome::Failed
            }
        }
    });
    (!is_lost).then_some(())
}

/// The line under a key, from the store or made now.
fn known_line(db: &Database, key: ContentHash, make: &dyn Fn() -> Option<String>) -> Option<String> {
    let found = db.stored(key).and_then(|bytes| String::from_utf8(bytes).ok());
    match found {
        Some(found) if !db.is_verifying() => {
            db.reused("listing_line");
            Some(found)
        }
        found => {
            let made = make()?;
            if found.is_some_and(|found| found != made) {
                db.mismatch("a line of a file with one for each page".to_owned());
            }
            db.store(key, made.as_bytes());
            Some(made)
        }
    }
}

/// A page with other words.
pub(super) struct OtherWords<'p> {
    pub slug: &'p Slug,
    pub markup: ContentHash,
    /// The key of its Markdown file, and that file; `None` when it has none.
    pub file: Option<ContentHash>,
    pub text: &'p dyn Fn() -> Option<String>,
}

/// Lines of noted files that are other ones now: for each file by its number the pages, and where the store has the line.
#[derive(Default)]
pub(super) struct Changed(Vec<(usize, Vec<(usize, ContentHash)>)>);

impl Changed {
    /// Makes the lines again. `None` when the store has lost something of it, or only who knows the site can tell.
    pub fn of(db: &Database, noted: &[NotedListing], pages: &[OtherWords<'_>]) -> Option<Self> {
        let mut all = Vec::new();
        for (number, file) in noted.iter().enumerate().filter(|(_, file)| file.is_ours) {
            let mut changed = Vec::new();
            let at = |page: &OtherWords<'_>| file.pages.iter().position(|(slug, _)| slug == page.slug);
            let found: Vec<_> = pages.iter().filter_map(|page| Some((at(page)?, page))).collect();
            if found.is_empty() {
                continue;
            }
            let heads: Vec<LineHead> = decode(&db.stored(file.heads)?)?;
            for (at, page) in found {
                let head = heads.get(at)?;
                let text = match file.purpose {
                    Purpose::Records(_) => ContentHash::default(),
                    Purpose::Index(_) | Purpose::IndexPart => page.file?,
                };
                let key = file.purpose.line_key(head, page.markup, text);
                if file.pages.get(at)?.1 != key {
                    let make = || stored_line(db, &file.purpose, head, page.markup, page.text);
                    known_line(db, key, &make)?;
                    changed.push((at, key));
                }
            }
            if !changed.is_empty() {
                all.push((number, changed));
            }
        }
        Some(Self(all))
    }

    /// The numbers of the files.
    pub fn files(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|(number, _)| *number)
    }
}

/// The files of what was noted, with the `changed` lines; `None` when the store has lost one of the others.
pub(super) fn noted_files(site: &Site<'_>, noted: &mut [NotedListing], changed: &Changed) -> Option<Keys> {
    let (before, mut written) = (Keys::new(), Keys::new());
    for (number, changed) in &changed.0 {
        let file = noted.get_mut(*number)?;
        for (at, key) in changed {
            file.pages.get_mut(*at)?.1 = *key;
        }
        write(site, file, &|_, _| None, &before, &mut written)?;
    }
    Some(written)
}
