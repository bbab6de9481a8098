//! Keeping the directory small: few files, few bytes.
//!
//! Whoever holds the lock may do this while others read and write. A file is removed after its records that
//! matter are in another one, so a crash leaves a record twice at worst; who has the removed file open still
//! reads it, and who has not misses.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::pack::{Head, Pack, Shape};
use super::record::Header;
use super::writer::Writer;
use super::{Disk, State};
use crate::hash::ContentHash;
use crate::system::SystemError;

/// Packs of about the same size; more are merged.
const MAX_ALIKE: usize = 8;
/// The size of the smallest class of packs; each next one is four times as large.
const SMALLEST: u64 = 64 << 10;

/// After a save: removes what is over the limit, or merges packs that became many. What fails here is
/// tried again after a later save.
pub(super) fn tidy(disk: &Disk, state: &mut State) {
    let Ok(names) = disk.folder.names() else { return };
    let total: u64 = names.iter().map(|(_, size)| size).sum();
    let mut classes: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, size) in names.iter().filter(|(_, size)| disk.is_small(*size)) {
        *classes.entry(class(*size)).or_default() += 1;
    }
    let many = classes.values().any(|count| *count > MAX_ALIKE);
    let torn = state.packs.iter().any(|pack| pack.shape == Shape::Torn);
    if total <= disk.limit && !many && !torn {
        return;
    }
    let Ok(_lock) = disk.folder.lock() else { return };
    let packs = all_packs(disk, state, &names);
    let _ = if total > disk.limit {
        shrink(disk, state, packs, &names, total)
    } else {
        merge(disk, state, packs)
    };
}

/// Removes packs from the least recently used on, until the limit is kept with some room. Records that this
/// run needs stay.
pub(super) fn shrink(
    disk: &Disk,
    state: &mut State,
    packs: Vec<Arc<Pack>>,
    names: &[(String, u64)],
    mut total: u64,
) -> Result<(), SystemError> {
    let target = disk.limit - disk.limit / 8;
    let known: HashSet<&str> = packs.iter().map(|pack| pack.name.as_str()).collect();
    for (name, size) in names {
        let ours = !known.contains(name.as_str()) && disk.folder.is_ours(name);
        if total > target && ours && !disk.is_in_use(state, name) {
            // Called like a pack, but none.
            disk.folder.remove(name)?;
            total -= size;
        }
    }
    let ages = ages(&packs);
    let mut oldest_first: Vec<(u64, Arc<Pack>)> = ages.into_iter().zip(packs).collect();
    oldest_first.sort_by(|(a, left), (b, right)| (a, &left.name).cmp(&(b, &right.name)));
    let mut kept = Keeper::new(disk, disk.head);
    let mut step = |pack: &Pack| {
        let used = || (0..pack.entries().len()).filter(|at| pack.is_used(*at));
        let lengths = used().filter_map(|at| pack.entries().get(at)).map(|entry| u64::from(entry.length));
        let needed: u64 = lengths.sum();
        if total <= target || needed > pack.size / 10 * 9 || disk.is_in_use(state, &pack.name) {
            return Ok(());
        }
        used().try_for_each(|at| kept.keep(pack, at))?;
        kept.flush()?;
        disk.folder.remove(&pack.name)?;
        state.packs.remove(&pack.name);
        total = total.saturating_sub(pack.size) + needed;
        Ok(())
    };
    let done = oldest_first.iter().try_for_each(|(_, pack)| step(pack));
    // Also when the disk is full: what was kept so far is only there.
    let kept = kept.finish(state);
    done.and(kept)
}

/// Merges packs of one program and about one size into larger ones.
fn merge(disk: &Disk, state: &mut State, packs: Vec<Arc<Pack>>) -> Result<(), SystemError> {
    let mut groups: BTreeMap<_, Vec<(u64, Arc<Pack>)>> = BTreeMap::new();
    for (age, pack) in ages(&packs).into_iter().zip(packs) {
        if disk.is_small(pack.size) || pack.shape == Shape::Torn {
            groups.entry((pack.head.schema, class(pack.size))).or_default().push((age, pack));
        }
    }
    for ((schema, _), packs) in groups {
        let many = packs.len() > MAX_ALIKE;
        let chosen = packs.into_iter().filter(|(_, pack)| many || pack.shape == Shape::Torn);
        let chosen: Vec<(u64, Arc<Pack>)> =
            chosen.filter(|(_, pack)| !disk.is_in_use(state, &pack.name)).collect();
        let Some(newest) = chosen.iter().map(|(age, _)| *age).max() else { continue };
        let mut used = Keeper::new(disk, Head { schema, ..disk.head });
        let mut others = Keeper::new(disk, Head { schema, generation: newest });
        for (_, pack) in chosen.iter().rev() {
            for at in 0..pack.entries().len() {
                if pack.is_used(at) { used.keep(pack, at)? } else { others.keep(pack, at)? }
            }
        }
        used.finish(state)?;
        others.finish(state)?;
        for (_, pack) in chosen {
            disk.folder.remove(&pack.name)?;
            state.packs.remove(&pack.name);
        }
    }
    Ok(())
}

/// The packs of the directory, those of `state` with what this run used of them.
pub(super) fn all_packs(disk: &Disk, state: &State, names: &[(String, u64)]) -> Vec<Arc<Pack>> {
    let own = state.own.as_ref().map(Writer::name);
    let mut packs = Vec::new();
    for (name, _) in names.iter().filter(|(name, _)| Some(name.as_str()) != own) {
        match state.packs.iter().find(|pack| pack.name == *name) {
            Some(pack) => packs.push(pack.clone()),
            None => packs.extend(disk.folder.open(name.clone()).map(Arc::new)),
        }
    }
    packs.sort_by(|a, b| (a.head.generation, &a.name).cmp(&(b.head.generation, &b.name)));
    packs
}

/// When packs were last used: their own number, or that of a later run which noted that it used them.
fn ages(packs: &[Arc<Pack>]) -> Vec<u64> {
    let mut noted: BTreeMap<String, u64> = BTreeMap::new();
    for pack in packs {
        for name in pack.uses() {
            let age = noted.entry(name).or_default();
            *age = (*age).max(pack.head.generation);
        }
    }
    packs
        .iter()
        .map(|pack| pack.head.generation.max(noted.get(&pack.name).copied().unwrap_or_default()))
        .collect()
}

/// Sizes that differ by less than four times are of one class.
fn class(size: u64) -> u32 {
    (size / SMALLEST).checked_ilog2().map_or(0, |log| log / 2 + 1)
}

impl Disk {
    /// Whether merging makes fewer packs of those of this size.
    fn is_small(&self, size: u64) -> bool {
        size <= self.pack_size() / 2
    }

    fn is_in_use(&self, state: &State, name: &str) -> bool {
        state.own.as_ref().is_some_and(|own| own.name() == name) || self.folder.is_held(name)
    }
}

/// Writes records that stay into new packs.
pub(super) struct Keeper<'a> {
    disk: &'a Disk,
    head: Head,
    writer: Option<Writer>,
    full: Vec<Pack>,
    keys: HashSet<ContentHash>,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(disk: &'a Disk, head: Head) -> Self {
        Self { disk, head, writer: None, full: Vec::new(), keys: HashSet::new() }
    }

    /// Copies one record, unless it is damaged or there already.
    pub(super) fn keep(&mut self, pack: &Pack, at: usize) -> Result<(), SystemError> {
        let Some(record) = pack.record(at) else { return Ok(()) };
        let Some(header) = Header::decode(&record, &self.head.schema) else { return Ok(()) };
        if header.record_length() as usize != record.len() || !self.keys.insert(header.key) {
            return Ok(());
        }
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(self.disk.folder.create(self.head)?),
        };
        writer.put(header.key, &record)?;
        if writer.size() >= self.disk.pack_size()
            && let Some(writer) = self.writer.take()
        {
            let (pack, saved) = writer.finish();
            self.full.push(pack);
            saved?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), SystemError> {
        self.writer.as_mut().map_or(Ok(()), Writer::flush)
    }

    /// Ends the packs; those of this program are read from now on.
    pub(super) fn finish(mut self, state: &mut State) -> Result<(), SystemError> {
        let mut done = Ok(());
        if let Some(writer) = self.writer.take() {
            let (pack, saved) = writer.finish();
            self.full.push(pack);
            done = saved;
        }
        if self.head.schema == self.disk.head.schema {
            for pack in self.full {
                if self.head.generation == self.disk.head.generation {
                    pack.mark_all_used();
                }
                state.packs.push(Arc::new(pack));
            }
        }
        done
    }
}
