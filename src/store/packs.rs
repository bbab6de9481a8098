//! The packs that a process reads, and where in them a key is.
//!
//! A process that asks for little looks through the indexes of the packs, one after the other, and has nothing to
//! prepare. The first build of a large site asks a million times, mostly for what is not there, and has thirty packs in
//! the end: one table over all of them is made when that many questions have come that it costs less than they did.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::pack::{Pack, prefix};
use crate::hash::ContentHash;
use crate::hash::tables::HashTable;

/// So many records cost as much to enter as it costs to ask for one without the table.
const ENTERED_FOR_A_QUESTION: usize = 32;

/// Packs in the order in which they are asked.
#[derive(Default)]
pub struct Packs {
    list: Vec<Arc<Pack>>,
    /// How many records the packs before each of `list` have.
    starts: Vec<u32>,
    records: u32,
    questions: AtomicUsize,
    /// The numbers of all records, counted through all packs, once there was reason to make it.
    table: Option<HashTable<u32>>,
}

impl Packs {
    pub fn new(list: Vec<Arc<Pack>>) -> Self {
        let mut packs = Self::default();
        list.into_iter().for_each(|pack| packs.push(pack));
        packs
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Arc<Pack>> {
        self.list.iter()
    }

    /// Adds a pack, which is asked last.
    pub fn push(&mut self, pack: Arc<Pack>) {
        let from = self.records;
        self.records = from.saturating_add(u32::try_from(pack.entries().len()).unwrap_or(u32::MAX));
        self.starts.push(from);
        self.list.push(pack);
        if let Some(table) = &mut self.table {
            enter(table, &self.list, &self.starts, from..self.records);
        }
    }

    /// Lets go of a pack.
    pub fn remove(&mut self, name: &str) {
        let list = std::mem::take(&mut self.list);
        *self = Self::new(list.into_iter().filter(|pack| pack.name != name).collect());
    }

    /// What `of` makes of the first record that may be that of `key`, and of which it makes something.
    pub fn find<T>(&self, key: ContentHash, mut of: impl FnMut(&Pack, usize) -> Option<T>) -> Option<T> {
        let Some(table) = &self.table else {
            self.questions.fetch_add(1, Ordering::Relaxed);
            return self.list.iter().find_map(|pack| pack.find(key).and_then(|at| of(pack, at)));
        };
        let prefix = prefix(key);
        table.iter_hash(prefix).find_map(|number| {
            let (pack, at) = place(&self.list, &self.starts, *number)?;
            if pack.is_at(prefix, at) { of(pack, at) } else { None }
        })
    }

    /// Whether the table is worth its while.
    pub fn needs_table(&self) -> bool {
        let asked = self.questions.load(Ordering::Relaxed);
        self.table.is_none() && self.list.len() > 1 && asked > self.records as usize / ENTERED_FOR_A_QUESTION
    }

    /// Makes the table.
    pub fn make_table(&mut self) {
        let mut table = HashTable::with_capacity(self.records as usize);
        enter(&mut table, &self.list, &self.starts, 0..self.records);
        self.table = Some(table);
    }
}

/// The pack of a record, and its place there.
fn place<'p>(list: &'p [Arc<Pack>], starts: &[u32], number: u32) -> Option<(&'p Pack, usize)> {
    let pack = starts.partition_point(|start| *start <= number).checked_sub(1)?;
    Some((list.get(pack)?, (number - starts.get(pack)?) as usize))
}

/// Enters records. Keys are hashes: their beginning is the hash of the table.
fn enter(table: &mut HashTable<u32>, list: &[Arc<Pack>], starts: &[u32], numbers: std::ops::Range<u32>) {
    let prefix = |number: u32| {
        let (pack, at) = place(list, starts, number)?;
        Some(pack.entries().get(at)?.prefix)
    };
    for number in numbers {
        if let Some(hash) = prefix(number) {
            table.insert_unique(hash, number, |number| prefix(*number).unwrap_or_default());
        }
    }
}
