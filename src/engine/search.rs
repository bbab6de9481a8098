//! The files of the search, put in place: what a directory names before it, and the list of all directories last.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use serde::{Deserialize, Serialize};

use super::Reuse;
use super::aggregates::{Replacement, own_files};
use super::write::{Keys, Site, generated, made_file};
use crate::db::{Database, Db};
use crate::encoding::{decode, encode};
use crate::hash::{ContentHash, KeyHasher};
use crate::html::search_view::SEARCH_FOLDER as FOLDER;
use crate::html::site_view::language_tag;
use crate::output::{Output, WantedFile, WriteOutcome};
use crate::queries::search::{
    ChunkKey, ChunkRecord, SlotRecord, Spot, chunk_again, record_with, recorded, search_chunk, search_scopes,
    search_spots, search_texts, slot,
};
use crate::search::chunk::Chunk;
use crate::search::directory::{Directory, Edition, Listed, directory, extend_parts, known, list};
use crate::search::related::related;
use crate::search::slot::{Scale, Slot, merge};
use crate::text::{OutPath, Slug};

/// An index with its chunks.
struct Index {
    edition: Edition,
    slots: usize,
    chunks: Vec<Arc<ChunkRecord>>,
}

/// Gives back chunks that the store has lost; `None` when that is only possible for somebody who knows the site.
type Lost<'l> = &'l (dyn Fn(&Database, usize) -> Option<Chunk> + Sync);

/// The indexes as the last build left them, each with the name of its directory.
pub(super) struct Indexes(Vec<(Index, String)>);

impl Indexes {
    /// Puts all of them together, and gives their files. Those of the project that lie there are among the `taken`. When
    /// something is lost, the list of all is not written.
    pub fn whole(site: &Site<'_>, before: &Keys, taken: &Keys) -> (Self, Keys) {
        let scopes = search_scopes(site.db, site.project);
        let own = own_files(site, taken, FOLDER);
        let made = site.for_each(scopes.par_iter().enumerate(), |site, (number, scope)| {
            let of_chunk = |db: &mut Database, at: usize| search_chunk(db, ChunkKey::new(db, number, at));
            let chunks =
                (0..scope.chunks.len()).into_par_iter().map_with(site.db.clone(), of_chunk).collect();
            if site.db.cancellation().is_requested() {
                return None;
            }
            let index = Index { edition: scope.edition.clone(), slots: scope.slots, chunks };
            let mut files = own.clone();
            let directory = index_files(site, &index, &lost(number), before, &mut files)?;
            Some((index, directory, files))
        });
        let is_whole = made.iter().all(Option::is_some);
        let mut listed = Vec::with_capacity(made.len());
        let mut written = own.clone();
        let mut made = made.into_iter();
        for (index, directory, files) in made.by_ref().map_while(|made| made) {
            written.extend(files);
            listed.push((index, directory));
        }
        // They are known by their number: behind one that could not be made there is none.
        written.extend(made.flatten().flat_map(|(_, _, files)| files));
        let all = Self(listed);
        if is_whole {
            all.list(site, before, &mut written);
        }
        (all, written)
    }

    fn list(&self, site: &Site<'_>, before: &Keys, written: &mut Keys) {
        let listed = self.0.iter().map(|(index, directory)| Listed {
            edition: &index.edition,
            fallback: tag(&index.edition.fallback),
            pages: index.pages(),
            directory,
            texts: search_texts(site.db, index.edition.language.as_deref()),
        });
        list_file(site, listed, before, written);
    }

    /// Makes the chunks of the `changed` pages again, and the indexes that have them; `None` when something is lost.
    pub fn update(
        &mut self,
        site: &Site<'_>,
        changed: &BTreeSet<Slug>,
        before: &Keys,
    ) -> Option<Replacement> {
        let spots = search_spots(site.db, site.project);
        let touched: BTreeSet<Spot> = changed.iter().filter_map(|slug| spots.get(slug).copied()).collect();
        let mut indexes = BTreeSet::new();
        for (number, at) in touched {
            // One that is not there could not be made.
            let known = self.0.get_mut(number)?.0.chunks.get_mut(at)?;
            let now = search_chunk(site.db, ChunkKey::new(site.db, number, at));
            if *known != now {
                *known = now;
                indexes.insert(number);
            }
        }
        if indexes.is_empty() {
            return Some(Replacement::default());
        }
        let (mut made, mut old) = (own_files(site, before, FOLDER), Vec::new());
        for number in indexes {
            let (index, directory) = self.0.get_mut(number)?;
            *directory = index_files(site, index, &lost(number), before, &mut made)?;
            let folder = format!("{FOLDER}/{}/", index.folder());
            let known = before.range(OutPath::new(&folder)..).map(|(path, _)| path);
            old.extend(known.take_while(|path| path.as_str().starts_with(&folder)).cloned());
        }
        // Nothing goes before the list names what stands in its place.
        self.list(site, before, &mut made);
        Some(Replacement { old, made })
    }

    /// Whether these are the chunks that would be made now.
    pub fn verify(&self, site: &Site<'_>) {
        for (number, (index, _)) in self.0.iter().enumerate() {
            for (at, known) in index.chunks.iter().enumerate() {
                if *known != search_chunk(site.db, ChunkKey::new(site.db, number, at)) {
                    site.db.mismatch("a remembered chunk of the search".to_owned());
                }
            }
        }
    }

    /// For the next process.
    pub fn noted(&self) -> Vec<Noted> {
        let noted = |(index, directory): &(Index, String)| Noted {
            edition: index.edition.clone(),
            slots: index.slots,
            chunks: index.chunks.iter().map(|chunk| chunk.entries).collect(),
            pages: index.pages(),
            directory: directory.clone(),
        };
        self.0.iter().map(noted).collect()
    }
}

/// Gives back a chunk of an index that the store has lost.
fn lost(index: usize) -> impl Fn(&Database, usize) -> Option<Chunk> + Sync {
    move |db, at| Some(chunk_again(db, ChunkKey::new(db, index, at)))
}

/// The list of all indexes.
fn list_file<'i>(
    site: &Site<'_>,
    indexes: impl Iterator<Item = Listed<'i>>,
    before: &Keys,
    written: &mut Keys,
) {
    let listed: Vec<Listed<'_>> = indexes.collect();
    made_file(site, before, written, &list_path(), list(&listed).as_bytes());
}

fn tag(language: &Option<String>) -> Option<String> {
    language.as_deref().map(language_tag)
}

fn list_path() -> String {
    format!("{FOLDER}/index.json")
}

/// The files of one index, and the name of its directory; `None` when something of it is lost.
fn index_files(
    site: &Site<'_>,
    index: &Index,
    lost: Lost<'_>,
    before: &Keys,
    written: &mut Keys,
) -> Option<String> {
    let mut key = KeyHasher::new("search index");
    // The folder, too: a site that gets its first language has the same pages elsewhere.
    key.value(&index.folder()).value(&index.slots).value(&related(index.edition.language.as_deref()));
    index.chunks.iter().for_each(|chunk| {
        key.part(chunk.entries.as_bytes());
    });
    let key = key.finish();
    if let Some(directory) = known_index(site, index, key, before, written) {
        return Some(directory);
    }
    let mut made = Keys::new();
    let directory = make_index(site, index, lost, before, &mut made)?;
    let files = made.values().copied().collect();
    site.db.store(key, &encode(&IndexRecord { directory: directory.clone(), files }));
    written.extend(made);
    Some(directory)
}

/// An index in the store.
#[derive(Serialize, Deserialize)]
struct IndexRecord {
    directory: String,
    files: Vec<ContentHash>,
}

/// The index of these chunks, when all of its files are in place; the name of its directory.
fn known_index(
    site: &Site<'_>,
    index: &Index,
    key: ContentHash,
    before: &Keys,
    written: &mut Keys,
) -> Option<String> {
    if site.reuse == Reuse::Off || site.db.is_verifying() {
        return None;
    }
    let IndexRecord { directory, files }: IndexRecord = decode(&site.db.stored(key)?)?;
    let files: Keys = files.into_iter().map(|key| (OutPath::new(&index.path(key)), key)).collect();
    let is_there = |(path, key): (&OutPath, &ContentHash)| {
        before.get(path) == Some(key) || site.output.is_current(path, *key)
    };
    if !files.iter().all(is_there) {
        return None;
    }
    for (path, key) in files.iter().filter(|(path, key)| before.get(*path) != Some(*key)) {
        site.output.keep(&WantedFile { path: path.clone(), key: *key, origin: None });
    }
    written.extend(files);
    Some(directory)
}

fn make_index(
    site: &Site<'_>,
    index: &Index,
    lost: Lost<'_>,
    before: &Keys,
    written: &mut Keys,
) -> Option<String> {
    let again = Again { lost, chunks: Mutex::default() };
    let output = (site.output, site.reuse);
    let slots = (0..index.slots).into_par_iter().map_with(site.db.clone(), |db, number| {
        let pieces = || pieces(db, index, number, &again);
        let (record, made) = slot(db, &index.chunks, number, &pieces)?;
        let files = shard_files(output, db, index, &record, made, &pieces, before)?;
        Some((record, files.keys, files.known))
    });
    let slots: Option<Vec<(SlotRecord, Keys, Known)>> = slots.collect();
    let mut shards = Vec::new();
    let mut words = Vec::new();
    for (record, keys, known) in slots? {
        shards
            .push(record.shards.iter().map(|(first, key)| (first.clone(), key.short())).collect::<Vec<_>>());
        written.extend(keys);
        words.extend(known);
    }
    let cards = card_files(site, index, &again, before)?;
    written.extend(cards);
    let known = binary(site, index, &known(words.into_iter()), before, written);
    let mut boosts = BTreeMap::new();
    let mut chunks = Vec::new();
    let mut parts = Vec::new();
    let mut base = 0;
    for chunk in &index.chunks {
        extend_parts(&mut parts, base, chunk.parts.iter().map(|(page, part)| (*page, part)));
        boosts.extend(chunk.boosts.iter().map(|(page, boost)| (base + page, *boost)));
        chunks.push((chunk.pages, chunk.cards.iter().map(|key| key.short()).collect::<Vec<_>>()));
        base += chunk.pages;
    }
    let related =
        related(index.edition.language.as_deref()).map(|file| binary(site, index, file, before, written));
    let related = related.as_deref();
    let directory = directory(&Directory {
        slots: &shards,
        chunks: &chunks,
        known: &known,
        related,
        boosts: &boosts,
        parts: &parts,
    });
    let directory = binary(site, index, &directory, before, written);
    Some(format!("{}/{directory}", index.folder()))
}

/// An index in the note of the last build.
#[derive(Serialize, Deserialize)]
pub(super) struct Noted {
    edition: Edition,
    slots: usize,
    /// The keys of the entries of each chunk.
    chunks: Vec<ContentHash>,
    pages: usize,
    directory: String,
}

/// Pages with other words in a chunk: their addresses, and the keys of their fragments.
pub(super) type Changed = BTreeMap<Spot, Vec<(String, ContentHash)>>;

/// The files of those of the noted indexes that have other words in some pages, and the list of all, without a look at
/// the rest of the site; `None` when the store has lost something of them.
pub(super) fn noted_files(site: &Site<'_>, noted: &mut [Noted], changed: &Changed) -> Option<Keys> {
    let (before, mut written) = (Keys::new(), Keys::new());
    for number in touched(changed) {
        let noted = noted.get_mut(number)?;
        let mut chunks = Vec::with_capacity(noted.chunks.len());
        for (at, entries) in noted.chunks.iter_mut().enumerate() {
            let record = match changed.get(&(number, at)) {
                Some(changed) => record_with(site.db, *entries, noted.slots, changed)?,
                None => recorded(site.db, *entries, noted.slots)?,
            };
            *entries = record.entries;
            chunks.push(Arc::new(record));
        }
        let index = Index { edition: noted.edition.clone(), slots: noted.slots, chunks };
        noted.directory = index_files(site, &index, &|_, _| None, &before, &mut written)?;
    }
    let listed = noted.iter().map(|noted| Listed {
        edition: &noted.edition,
        fallback: tag(&noted.edition.fallback),
        pages: noted.pages,
        directory: &noted.directory,
        texts: search_texts(site.db, noted.edition.language.as_deref()),
    });
    list_file(site, listed, &before, &mut written);
    Some(written)
}

/// The numbers of the indexes with these pages.
fn touched(changed: &Changed) -> BTreeSet<usize> {
    changed.keys().map(|(number, _)| *number).collect()
}

/// Files that [`noted_files`] makes, or leaves out.
#[derive(Default)]
pub(super) struct Anew {
    folders: Vec<String>,
}

impl Anew {
    pub fn of(noted: &[Noted], changed: &Changed) -> Self {
        let noted = touched(changed).into_iter().filter_map(|number| noted.get(number));
        let folder = |noted: &Noted| format!("{FOLDER}/{}/", folder(&noted.edition));
        Self { folders: noted.map(folder).collect() }
    }

    pub fn has(&self, path: &OutPath) -> bool {
        let is_below = |folder: &String| path.as_str().starts_with(folder.as_str());
        !self.folders.is_empty() && (path.as_str() == list_path() || self.folders.iter().any(is_below))
    }
}

/// Chunks that were made again, each once.
struct Again<'l> {
    lost: Lost<'l>,
    chunks: Mutex<HashMap<usize, Arc<Chunk>>>,
}

impl Again<'_> {
    fn chunk(&self, db: &Database, number: usize) -> Option<Arc<Chunk>> {
        let known = || self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&number).cloned();
        found.or_else(|| {
            let made = Arc::new((self.lost)(db, number)?);
            known().insert(number, made.clone());
            Some(made)
        })
    }
}

/// The pieces of a slot, each with the number of the first page of its chunk.
fn pieces(db: &Database, index: &Index, slot: usize, again: &Again<'_>) -> Option<Vec<(u32, Vec<u8>)>> {
    let mut base = 0;
    let mut pieces = Vec::new();
    for (number, chunk) in index.chunks.iter().enumerate() {
        if let Some(key) = chunk.pieces.get(slot).copied().flatten() {
            let piece = match db.stored(key) {
                Some(piece) => piece,
                None => again.chunk(db, number)?.pieces.get(slot)?.clone(),
            };
            pieces.push((base, piece));
        }
        base += chunk.pages;
    }
    Some(pieces)
}

/// Words that are offered for mistyped ones, with the number of their pages; 0 for those of a single one.
type Known = Vec<(String, u32)>;

/// What came of a slot.
struct ShardFiles {
    keys: Keys,
    known: Known,
}

fn shard_files(
    (output, reuse): (&Output, Reuse),
    db: &Database,
    index: &Index,
    record: &SlotRecord,
    made: Option<Slot>,
    pieces: &dyn Fn() -> Option<Vec<(u32, Vec<u8>)>>,
    before: &Keys,
) -> Option<ShardFiles> {
    let scale = Scale::of(index.pages());
    let mut keys = Keys::new();
    let mut made = made;
    let stored = || db.stored(record.known).and_then(|bytes| decode(&bytes));
    let known: Option<Known> = if made.is_some() { None } else { stored() };
    // What the store lists may be damaged: only what was read is there.
    if known.is_none() && made.is_none() {
        made = Some(merge(&pieces()?, scale));
    }
    for (number, (_, key)) in record.shards.iter().enumerate() {
        generated((output, reuse), before, &mut keys, &index.path(*key), *key, |file| {
            let stored = if made.is_some() { None } else { db.stored(*key) };
            if let Some(bytes) = &stored {
                return output.write(file, bytes);
            }
            let slot = match made.take() {
                Some(slot) => slot,
                None => merge(&pieces().unwrap_or_default(), scale),
            };
            let outcome = match slot.shards.get(number) {
                Some(shard) => output.write(file, &shard.bytes),
                None => WriteOutcome::Failed,
            };
            made = Some(slot);
            outcome
        });
    }
    let known = made.map(|slot| slot.known).or(known).unwrap_or_default();
    Some(ShardFiles { keys, known })
}

fn card_files(site: &Site<'_>, index: &Index, again: &Again<'_>, before: &Keys) -> Option<Keys> {
    let (output, reuse) = (site.output, site.reuse);
    let of_chunk = |db: &mut Database, (number, chunk): (usize, &Arc<ChunkRecord>)| {
        let (mut keys, mut is_lost) = (Keys::new(), false);
        for (at, key) in chunk.cards.iter().enumerate() {
            generated((output, reuse), before, &mut keys, &index.path(*key), *key, |file| {
                let made = || Some(again.chunk(db, number)?.cards.get(at)?.clone());
                match db.stored(*key).or_else(made) {
                    Some(bytes) => output.write(file, &bytes),
                    None => {
                        is_lost = true;
                        WriteOutcome::Failed
                    }
                }
            });
        }
        (!is_lost).then_some(keys)
    };
    let keys = index.chunks.par_iter().enumerate().map_with(site.db.clone(), of_chunk);
    let keys: Option<Vec<Keys>> = keys.collect();
    Some(keys?.into_iter().flatten().collect())
}

/// The folder of the files of an index. Those of different ones never meet, though they may be equal.
fn folder(edition: &Edition) -> String {
    KeyHasher::new("search folder").value(&(&edition.language, &edition.version)).finish().short()
}

impl Index {
    fn pages(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.pages as usize).sum()
    }

    fn folder(&self) -> String {
        folder(&self.edition)
    }

    fn path(&self, key: ContentHash) -> String {
        format!("{FOLDER}/{}/{}.bin", self.folder(), key.short())
    }
}

/// Puts a file that is named by its content in place; its name.
fn binary(site: &Site<'_>, index: &Index, bytes: &[u8], before: &Keys, written: &mut Keys) -> String {
    let key = ContentHash::of(bytes);
    made_file(site, before, written, &index.path(key), bytes);
    key.short()
}
