//! What the pages of the output load, for who weighs them: read from the pages, as a browser does, and each content
//! once. A note beside the store says it to the next process, so that after an edit only the edited pages are read.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Engine;
use crate::encoding::{seal_pieces, unseal};
use crate::hash::ContentHash;
use crate::store::LOADS_FILE;
use crate::system::{System, Utf8Path};
use crate::text::OutPath;

/// Changes with the format.
const MAGIC: &[u8; 8] = b"docsldp1";
/// How much of a page is read.
const HEAD: u64 = 32 << 10;

/// Addresses of what pages load. Most pages load the same few files, so each list is there once.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct Note {
    /// The program, which reads pages in its way, and what it was told.
    terms: ContentHash,
    lists: Vec<Vec<String>>,
    /// Content of a page → number of its list.
    pages: BTreeMap<ContentHash, u32>,
}

/// What the pages of the output load.
pub struct PageLoads {
    /// Lists of addresses, each once.
    pub lists: Vec<Vec<String>>,
    /// Pages in the order of their paths, with the numbers of their lists.
    pub pages: Vec<(OutPath, usize)>,
}

impl Engine {
    /// What the pages of the output load; `read` finds the addresses in the beginning of a page.
    pub fn page_loads(&mut self, read: &(dyn Fn(&str) -> Vec<String> + Sync)) -> PageLoads {
        let files = self.output.contents();
        let pages: Vec<_> = files.into_iter().filter(|(path, ..)| path.as_str().ends_with(".html")).collect();
        let known = self.noted_loads();
        let new: Vec<_> = pages.iter().filter(|(.., content)| !known.pages.contains_key(content)).collect();
        for _ in new.len()..pages.len() {
            self.log.reused("page_loads");
        }
        let found: Vec<Option<Vec<String>>> = self.with_pool(|engine| {
            let loads = |(path, size, _): &&(OutPath, u64, ContentHash)| {
                engine.log.ran("page_loads", &path.as_str());
                let page = engine.output.directory().join(path.as_str());
                beginning(&*engine.system, &page, *size).map(|head| read(&head))
            };
            new.par_iter().map(loads).collect()
        });
        // A page that cannot be read now may be read by the next process.
        let new = new.iter().map(|(.., content)| *content).zip(found);
        let new: BTreeMap<ContentHash, Vec<String>> =
            new.filter_map(|(content, found)| Some((content, found?))).collect();
        // Only of pages that are there, and in an order that follows from them alone.
        let mut now = Note { terms: known.terms, ..Note::default() };
        let mut numbers: BTreeMap<&[String], u32> = BTreeMap::new();
        let mut numbered = Vec::with_capacity(pages.len());
        for (path, _, content) in pages {
            let noted = known.pages.get(&content).and_then(|number| known.lists.get(*number as usize));
            let Some(list) = noted.or_else(|| new.get(&content)) else { continue };
            let next = numbers.len() as u32;
            let number = *numbers.entry(list).or_insert(next);
            if number == next {
                now.lists.push(list.clone());
            }
            now.pages.insert(content, number);
            numbered.push((path, number as usize));
        }
        if now != known {
            self.note_loads(&now);
        }
        PageLoads { lists: now.lists, pages: numbered }
    }

    /// What the last process noted.
    fn noted_loads(&self) -> Note {
        let terms = self.last_build.terms();
        let noted = self.last_build.beside(LOADS_FILE).and_then(|path| self.system.read(&path).ok());
        let noted: Option<Note> = noted.and_then(|bytes| unseal(MAGIC, &bytes));
        noted.filter(|noted| noted.terms == terms).unwrap_or(Note { terms, ..Note::default() })
    }

    fn note_loads(&self, note: &Note) {
        if let Some(path) = self.last_build.beside(LOADS_FILE) {
            // Without it the next process reads all pages.
            let _ = self.system.write_pieces(&path, &mut |each| seal_pieces(MAGIC, note, each));
        }
    }
}

/// The first part of a page.
fn beginning(system: &dyn System, path: &Utf8Path, size: u64) -> Option<String> {
    let mut bytes = vec![0; size.min(HEAD) as usize];
    system.open_read(path).and_then(|file| file.read_at(0, &mut bytes)).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
