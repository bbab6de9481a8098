//! What the output directory holds and what the current build wants, in memory.
//!
//! Files are filed under their folded path (letter case and Unicode form removed), so that two files that
//! are one on some disks are seen. Pure bookkeeping: nothing here touches the disk.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;

use super::manifest::Entry;
use super::{Scope, WantedFile};
use crate::hash::tables::HashMap;
use crate::source::collision::folded;
use crate::text::{OutPath, SourcePath};

/// The records of all files that are or may be in the output directory and are ours.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Where the record of a name is. A name that folds to itself is kept once.
    places: HashMap<Arc<str>, u32>,
    /// In the order of the manifest at first: a table of whole records would be twice as large, and half of it empty.
    records: Vec<Option<Record>>,
    /// Places of records that are gone.
    free: Vec<u32>,
    build: u64,
}

#[derive(Debug)]
struct Record {
    path: OutPath,
    /// `None`: the bytes on disk are not known to be ours.
    entry: Option<Entry>,
    /// The last build that wanted the file.
    build: u64,
    origin: Option<SourcePath>,
}

/// Where a record is, as long as none is removed.
#[derive(Clone, Copy, Debug)]
pub struct Place(u32);

/// What was known of a file that a build now wants.
#[derive(Debug)]
pub enum Prior {
    /// Nothing: what is at its path is not ours.
    Unlisted,
    /// An unfinished build may have written it.
    Unfinished,
    /// The manifest lists it.
    Listed(Entry),
}

/// A granted claim.
#[derive(Debug)]
pub struct Claim {
    /// What was known.
    pub prior: Prior,
    /// A file of an earlier build whose path differs only in case, to be deleted first.
    pub variant: Option<OutPath>,
}

/// Another file of this build has the path.
#[derive(Debug)]
pub struct Taken {
    /// The path of the other file.
    pub path: OutPath,
    /// The source of the other file.
    pub origin: Option<SourcePath>,
}

impl Ledger {
    /// Starts from a manifest and the paths of an unfinished build. Also gives those paths of the unfinished
    /// build that shadow another one, because a rename of letter case did not end.
    pub fn new(listed: Vec<(OutPath, Entry)>, unfinished: Vec<OutPath>) -> (Self, Vec<OutPath>) {
        let mut shadows = Vec::new();
        let count = listed.len() + unfinished.len();
        let (places, records) = (HashMap::with_capacity(count), Vec::with_capacity(count));
        let mut ledger = Self { places, records, free: Vec::new(), build: 0 };
        let listed = listed.into_par_iter().with_min_len(1000);
        let listed = listed.map(|(path, entry)| (filed(&path), path, Some(entry)));
        let mut filed_under: Vec<_> = listed.collect();
        filed_under.extend(unfinished.into_iter().map(|path| (filed(&path), path, None)));
        for (filed, path, entry) in filed_under {
            match ledger.get(&filed) {
                None => ledger.insert(filed, Record { path, entry, build: 0, origin: None }),
                Some(record) if record.path != path => shadows.push(path),
                Some(_) => {}
            }
        }
        (ledger, shadows)
    }

    /// Begins a build.
    pub fn begin(&mut self) {
        self.build += 1;
    }

    /// Gives `file` its path for this build, unless another file has it.
    pub fn claim(&mut self, file: &WantedFile, scope: Scope) -> Result<Claim, Taken> {
        let build = self.build;
        let fresh = || Record { path: file.path.clone(), entry: None, build, origin: file.origin.clone() };
        let Some(record) = self.get_mut(&folded(file.path.as_str())) else {
            self.insert(filed(&file.path), fresh());
            return Ok(Claim { prior: Prior::Unlisted, variant: None });
        };
        let same = record.path == file.path;
        if record.build == build || (!same && scope == Scope::Changes) {
            return Err(Taken { path: record.path.clone(), origin: record.origin.clone() });
        }
        if !same {
            let variant = std::mem::replace(record, fresh()).path;
            return Ok(Claim { prior: Prior::Unlisted, variant: Some(variant) });
        }
        record.build = build;
        record.origin.clone_from(&file.origin);
        let prior = record.entry.map_or(Prior::Unfinished, Prior::Listed);
        Ok(Claim { prior, variant: None })
    }

    /// What is known of the bytes at `path`.
    pub fn entry(&self, path: &OutPath) -> Option<Entry> {
        self.get(&folded(path.as_str())).filter(|record| record.path == *path)?.entry
    }

    /// Notes what is at `path` now.
    pub fn set(&mut self, path: &OutPath, entry: Entry) {
        let record = self.get_mut(&folded(path.as_str()));
        if let Some(record) = record.filter(|record| record.path == *path) {
            record.entry = Some(entry);
        }
    }

    /// Forgets `path`: nothing of ours is there.
    pub fn forget(&mut self, path: &OutPath) {
        let filed = folded(path.as_str());
        if self.get(&filed).is_some_and(|record| record.path == *path) {
            self.remove(&filed);
        }
    }

    /// Whether the manifest, or an unfinished build, knows `path`.
    pub fn knows(&self, path: &str) -> bool {
        self.get(&folded(path)).is_some_and(|record| record.path.as_str() == path)
    }

    /// Whether a file of ours lies below the directory `folder`.
    pub fn knows_below(&self, folder: &str) -> bool {
        self.all_records().any(|record| is_below(&record.path, folder))
    }

    /// Files that this build has not wanted so far, sorted.
    pub fn unwanted(&self) -> Vec<OutPath> {
        self.paths(|record| record.build != self.build)
    }

    /// Those of [`Ledger::unwanted`] that are at `path` or below it.
    pub fn unwanted_at(&self, path: &str) -> Vec<OutPath> {
        self.paths(|record| {
            record.build != self.build && (record.path.as_str() == path || is_below(&record.path, path))
        })
    }

    /// Every known path, sorted.
    pub fn all(&self) -> Vec<OutPath> {
        self.paths(|_| true)
    }

    /// Where the records of all known paths are, sorted by path.
    pub fn places(&self) -> Vec<Place> {
        let path = |place: &Place| Some(&self.at(*place)?.path);
        let mut places: Vec<Place> = (0..self.records.len() as u32).map(Place).collect();
        places.retain(|place| self.at(*place).is_some());
        places.sort_by(|one, other| path(one).cmp(&path(other)));
        places
    }

    /// The path of a record, and what is known of its bytes.
    pub fn known_at(&self, place: Place) -> Option<(&OutPath, Entry)> {
        let record = self.at(place)?;
        Some((&record.path, record.entry?))
    }

    fn at(&self, place: Place) -> Option<&Record> {
        self.records.get(place.0 as usize)?.as_ref()
    }

    /// Whether this build wants a file at `path`.
    pub fn is_wanted(&self, path: &OutPath) -> bool {
        self.get(&folded(path.as_str())).is_some_and(|record| record.build == self.build)
    }

    /// The files that this build wants and that are there.
    pub fn standing(&self) -> Vec<(OutPath, Entry)> {
        let wanted = self.all_records().filter(|record| record.build == self.build);
        wanted.filter_map(|record| Some((record.path.clone(), record.entry?))).collect()
    }

    /// What the manifest should say.
    pub fn listed(&self) -> Vec<(OutPath, Entry)> {
        self.all_records().filter_map(|record| Some((record.path.clone(), record.entry?))).collect()
    }

    /// Drops records of files that turned out not to be there or not to be ours.
    pub fn drop_unknown(&mut self) {
        let unknown = self.all_records().filter(|record| record.entry.is_none());
        let unknown: Vec<OutPath> = unknown.map(|record| record.path.clone()).collect();
        unknown.iter().for_each(|path| self.remove(&folded(path.as_str())));
    }

    /// Whether an unfinished build may have left files that no later one has looked at.
    pub fn has_unknown(&self) -> bool {
        self.all_records().any(|record| record.entry.is_none())
    }

    fn all_records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().flatten()
    }

    fn get(&self, filed: &str) -> Option<&Record> {
        self.records.get(*self.places.get(filed)? as usize)?.as_ref()
    }

    fn get_mut(&mut self, filed: &str) -> Option<&mut Record> {
        self.records.get_mut(*self.places.get(filed)? as usize)?.as_mut()
    }

    /// Files a record under a name that has none.
    fn insert(&mut self, filed: Arc<str>, record: Record) {
        // Four thousand million files are more than a directory tree holds.
        let place = self.free.pop().unwrap_or(self.records.len() as u32);
        match self.records.get_mut(place as usize) {
            Some(slot) => *slot = Some(record),
            None => self.records.push(Some(record)),
        }
        self.places.insert(filed, place);
    }

    fn remove(&mut self, filed: &str) {
        let Some(place) = self.places.remove(filed) else { return };
        if let Some(slot) = self.records.get_mut(place as usize) {
            *slot = None;
            self.free.push(place);
        }
    }

    fn paths(&self, wanted: impl Fn(&Record) -> bool) -> Vec<OutPath> {
        let records = self.all_records().filter(|record| wanted(record));
        let mut paths: Vec<OutPath> = records.map(|record| record.path.clone()).collect();
        paths.sort();
        paths
    }
}

/// What a path is filed under.
fn filed(path: &OutPath) -> Arc<str> {
    match folded(path.as_str()) {
        Cow::Borrowed(_) => path.shared(),
        Cow::Owned(folded) => folded.into(),
    }
}

fn is_below(path: &OutPath, folder: &str) -> bool {
    path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}
