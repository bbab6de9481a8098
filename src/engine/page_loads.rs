//! What the pages of the output load, for who weighs them: read from the pages, as a browser does, and of each content
//! once. The store says it to the next process, so that after an edit only the edited pages are read.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::Engine;
use crate::db::{Database, Db, until_cancelled};
use crate::encoding::{decode, encode};
use crate::hash::{ContentHash, KeyHasher};
use crate::system::{System, Utf8Path};
use crate::text::OutPath;

/// How much of a page is read, in bytes.
const HEAD: u64 = 32 << 10;
/// Pages whose lists are in memory at once: most load the same few files.
const BATCH: usize = 1024;

/// Pages that load the same.
pub struct PageLoads {
    /// The addresses.
    pub addresses: Vec<String>,
    /// How many pages there are.
    pub pages: usize,
    /// The first of them by path.
    pub first: OutPath,
}

impl Engine {
    /// All files of the output, with their bytes and the hashes of their contents.
    pub fn output_files(&self) -> Vec<(OutPath, u64, ContentHash)> {
        self.output.files()
    }

    /// What these pages of the output load; `read` finds the addresses in the beginning of a page. A page that cannot be
    /// read is left out.
    pub fn page_loads(
        &mut self,
        pages: &[&(OutPath, u64, ContentHash)],
        read: &(dyn Fn(&str) -> Vec<String> + Sync),
    ) -> Vec<PageLoads> {
        let mut alike: BTreeMap<Vec<String>, (usize, OutPath)> = BTreeMap::new();
        for batch in pages.chunks(BATCH) {
            let found: Vec<Option<Vec<String>>> = self.with_pool(|engine| {
                let (system, out) = (&*engine.system, engine.output.directory());
                let loads = |db: &mut Database, (path, size, content): &&(OutPath, u64, ContentHash)| {
                    let head = || beginning(system, &out.join(path.as_str()), *size);
                    let read = || Some(read(&head()?));
                    until_cancelled(|| loads(db, (path, *content), &read)).flatten()
                };
                batch.par_iter().map_with(engine.db.clone(), loads).collect()
            });
            for ((path, ..), addresses) in batch.iter().zip(found) {
                let Some(addresses) = addresses else { continue };
                let (pages, first) = alike.entry(addresses).or_insert_with(|| (0, path.clone()));
                *pages += 1;
                if *path < *first {
                    first.clone_from(path);
                }
            }
        }
        // What cannot be kept is read again by the next process.
        let _ = self.db.save_store();
        alike.into_iter().map(|(addresses, (pages, first))| PageLoads { addresses, pages, first }).collect()
    }
}

/// What a page of this content loads, from the store or read now.
fn loads(
    db: &Database,
    (path, content): (&OutPath, ContentHash),
    read: &dyn Fn() -> Option<Vec<String>>,
) -> Option<Vec<String>> {
    let key = KeyHasher::new("page loads").part(content.as_bytes()).finish();
    let known = db.stored(key).filter(|_| !db.is_verifying()).and_then(|bytes| decode(&bytes));
    if known.is_some() {
        db.reused("page_loads");
        return known;
    }
    db.ran("page_loads", &path.as_str());
    let found = read()?;
    if db.keeps() {
        db.store(key, &encode(&found));
    }
    Some(found)
}

/// The first part of a page.
fn beginning(system: &dyn System, path: &Utf8Path, size: u64) -> Option<String> {
    let mut bytes = vec![0; size.min(HEAD) as usize];
    system.open_read(path).and_then(|file| file.read_at(0, &mut bytes)).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
