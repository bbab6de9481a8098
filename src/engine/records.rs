//! Records for a search engine elsewhere, put in place (SRCH-14): a file for each chunk of the site's own index, called
//! after its first page, and a list of the files. A page's records lie in the store, so that an edit makes those of its
//! page, and puts its chunk together again.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::aggregates::{own_files, replace};
use super::search;
use super::write::{Keys, Site, generated, made_file};
use crate::db::{Database, Db};
use crate::hash::{ContentHash, KeyHasher};
use crate::output::WriteOutcome;
use crate::queries::records::{page_records, record_frames, record_pages, stored_records};
use crate::queries::search::{ChunkKey, Spot, search_scopes, search_spots};
use crate::search::chunk::Entry;
use crate::search::records::Frame;
use crate::text::{OutPath, Slug};

/// Where they lie.
pub(super) const FOLDER: &str = "_records";

/// The files as the last build left them. Empty for a site without.
#[derive(Default)]
pub(super) struct Records(Vec<NotedRecords>);

/// A file, for the next process.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct NotedRecords {
    spot: Spot,
    frame: Frame,
    pub path: OutPath,
    /// Its pages, and where the store has the records of each.
    pages: Vec<(Slug, ContentHash)>,
}

/// Makes the records of a page again that the store does not have.
type Lost<'l> = &'l dyn Fn(&Slug) -> Option<String>;

impl Records {
    /// Puts all of them together. Their files are added to `written`.
    pub fn whole(site: &Site<'_>, before: &Keys, written: &mut Keys) -> Self {
        let frames = record_frames(site.db, site.project);
        if frames.is_empty() {
            return Self::default();
        }
        let own = own_files(site, written, FOLDER);
        let scopes = search_scopes(site.db, site.project);
        let spots: Vec<(Spot, &Frame)> = scopes
            .iter()
            .zip(&frames)
            .enumerate()
            .flat_map(|(number, (scope, frame))| {
                (0..scope.chunks.len()).map(move |chunk| ((number, chunk), frame))
            })
            .collect();
        let made = site.for_each(spots.par_iter(), |site, (spot, frame)| {
            let (file, entries) = note(site.db, *spot, frame);
            let mut made = own.clone();
            write(site, &file, &made_now(site, frame, &entries), before, &mut made);
            (file, made)
        });
        let mut files = Vec::with_capacity(made.len());
        for (file, made) in made {
            files.push(file);
            written.extend(made);
        }
        let listed = files.iter().map(|file| {
            json!({
                "file": file.path.as_str().trim_start_matches(FOLDER).trim_start_matches('/'),
                "language": file.frame.language,
                "version": file.frame.version,
                "pages": file.pages.len(),
            })
        });
        let list = json!({ "engine": frames.first().map(|frame| frame.engine), "files": listed.collect::<Vec<_>>() });
        made_file(site, before, written, &format!("{FOLDER}/index.json"), format!("{list:#}\n").as_bytes());
        Self(files)
    }

    /// Makes the files again that have one of the `changed` pages.
    pub fn update(&mut self, site: &Site<'_>, changed: &BTreeSet<Slug>, others: &mut Keys) {
        if self.0.is_empty() {
            return;
        }
        let spots = search_spots(site.db, site.project);
        let touched: BTreeSet<Spot> = changed.iter().filter_map(|slug| spots.get(slug).copied()).collect();
        for known in self.0.iter_mut().filter(|known| touched.contains(&known.spot)) {
            let (now, entries) = note(site.db, known.spot, &known.frame);
            if *known == now {
                continue;
            }
            let mut made = own_files(site, others, FOLDER);
            write(site, &now, &made_now(site, &now.frame, &entries), others, &mut made);
            replace(site, vec![known.path.clone()], made, others);
            *known = now;
        }
    }

    /// Whether these are the files that would be made now.
    pub fn verify(&self, site: &Site<'_>) {
        if self.0.iter().any(|known| *known != note(site.db, known.spot, &known.frame).0) {
            site.db.mismatch("the records for a search engine".to_owned());
        }
    }

    /// For the next process.
    pub fn noted(&self) -> Vec<NotedRecords> {
        self.0.clone()
    }
}

/// What the file of a chunk is made of.
fn note(db: &Database, spot: Spot, frame: &Frame) -> (NotedRecords, Vec<(Slug, Entry)>) {
    let pages = record_pages(db, ChunkKey::new(db, spot.0, spot.1));
    let mut name = KeyHasher::new("file of records");
    name.part(pages.first().map_or("", |(slug, ..)| slug.as_str()).as_bytes());
    let path = OutPath::new(&format!("{FOLDER}/{}.{}", name.finish().short(), frame.ending()));
    let keys = pages.iter().map(|(slug, entry, markup)| (slug.clone(), frame.key(entry, *markup))).collect();
    let entries = pages.into_iter().map(|(slug, entry, _)| (slug, entry)).collect();
    (NotedRecords { spot, frame: frame.clone(), path, pages: keys }, entries)
}

fn made_now<'m>(
    site: &'m Site<'_>,
    frame: &'m Frame,
    entries: &'m [(Slug, Entry)],
) -> impl Fn(&Slug) -> Option<String> + 'm {
    |slug| {
        let (_, entry) = entries.iter().find(|(own, _)| own == slug)?;
        Some(page_records(site.db, frame, slug, entry))
    }
}

/// Puts a file in place; `None` when something of it is lost.
fn write(
    site: &Site<'_>,
    file: &NotedRecords,
    lost: Lost<'_>,
    before: &Keys,
    written: &mut Keys,
) -> Option<()> {
    let mut key = KeyHasher::new("records of a chunk");
    file.pages.iter().for_each(|(_, records)| {
        key.part(records.as_bytes());
    });
    let mut is_lost = false;
    let at = (site.output, site.reuse);
    generated(at, before, written, file.path.as_str(), key.finish(), |wanted| {
        let text = file.pages.iter().map(|(slug, key)| records_of(site.db, slug, *key, lost));
        match text.collect::<Option<Vec<String>>>() {
            Some(pages) => {
                let text = file.frame.file(pages.iter().map(String::as_str));
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

fn records_of(db: &Database, slug: &Slug, key: ContentHash, lost: Lost<'_>) -> Option<String> {
    let found = db.stored(key).and_then(|bytes| String::from_utf8(bytes).ok());
    match found {
        Some(found) if !db.is_verifying() => {
            db.reused("page_records");
            Some(found)
        }
        found => {
            let made = lost(slug)?;
            if found.is_some_and(|found| found != made) {
                db.mismatch(format!("the records of `{slug}`"));
            }
            db.store(key, made.as_bytes());
            Some(made)
        }
    }
}

/// Pages with other words in noted files: for each file by its number the pages, what is said of them, and their markup.
#[derive(Default)]
pub(super) struct Changed(Vec<(usize, Vec<ChangedPage>)>);

struct ChangedPage {
    slug: Slug,
    key: ContentHash,
    records: String,
}

impl Changed {
    /// What is to be made again of pages that stand at these places and have this markup now. `None` when the store has
    /// lost something of it.
    pub fn of(
        db: &Database,
        noted: &[NotedRecords],
        search: &[search::Noted],
        remade: impl Iterator<Item = (Spot, Slug, String, ContentHash)> + Clone,
    ) -> Option<Self> {
        let mut all = Vec::new();
        for (number, file) in noted.iter().enumerate() {
            let mut changed = Vec::new();
            for (_, slug, url, markup) in remade.clone().filter(|(spot, ..)| *spot == file.spot) {
                let entry = search.get(file.spot.0)?.entry(db, file.spot.1, &url)?;
                let key = file.frame.key(&entry, markup);
                if !file.pages.contains(&(slug.clone(), key)) {
                    let records = stored_records(db, &file.frame, &entry, markup)?;
                    changed.push(ChangedPage { slug, key, records });
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

/// The files of what was noted, with the new records of the `changed` pages; `None` when that takes to know the site.
pub(super) fn noted_files(site: &Site<'_>, noted: &mut [NotedRecords], changed: &Changed) -> Option<Keys> {
    let (before, mut written) = (Keys::new(), Keys::new());
    for (number, changed) in &changed.0 {
        let file = noted.get_mut(*number)?;
        for page in changed {
            file.pages.iter_mut().find(|(slug, _)| *slug == page.slug)?.1 = page.key;
            site.db.store(page.key, page.records.as_bytes());
        }
        write(site, file, &|_| None, &before, &mut written)?;
    }
    Some(written)
}
