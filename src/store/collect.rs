//! Keeping the folder within its bounds: few packs, and no more bytes than allowed.
//!
//! Done at the end of a process, by one process at a time. Small packs are merged. When the folder is too
//! large, the records that this process used are saved into its own pack, and whole packs go, those of other
//! programs first, then the oldest. A process that still reads a pack that goes keeps it open.

use std::sync::Arc;

use super::pack::{self, Pack};
use super::{Folder, Links, Own, Utf8PathBuf};

/// Packs of this program that may lie side by side.
const MOST_PACKS: usize = 12;
/// Larger packs are not merged.
const SMALL: u64 = 32 << 20;
/// While it is held, one process tidies up.
const LOCK_FILE: &str = "collect.lock";

/// Merges and evicts. `packs` are those that this process reads.
pub(super) fn collect(folder: &Folder, packs: &[Arc<Pack>], own: &mut Own) {
    let sizes = sizes(folder);
    let total: u64 = sizes.iter().map(|(_, size, _)| size).sum();
    let added = own.writer.as_ref().map_or(0, |writer| writer.buffer.len() as u64);
    let too_large = total + added > folder.limit;
    let is_left_over = |pack: &Arc<Pack>| !pack.sealed && folder.system.append(&pack.path).is_ok();
    let left_over: Vec<&Arc<Pack>> = packs.iter().filter(|pack| is_left_over(pack)).collect();
    if !too_large && packs.len() < MOST_PACKS && left_over.is_empty() {
        return;
    }
    let Some(_held) = hold(folder) else { return };
    let mut gone: Vec<Utf8PathBuf> = Vec::new();
    if too_large {
        let mut total = total + added;
        let mut others: Vec<_> = sizes
            .iter()
            .filter(|(path, ..)| own.writer.as_ref().is_none_or(|writer| writer.path != *path))
            .map(|(path, size, modified)| {
                let ours = packs.iter().find(|pack| pack.path == *path);
                (ours.is_some(), *modified, path, *size, ours)
            })
            .collect();
        others.sort_by(|a, b| (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)));
        for (_, _, path, size, pack) in others {
            if total <= folder.limit {
                break;
            }
            // What this run used stays, as long as that leaves the folder smaller.
            let kept = pack.map_or(0, |pack| keep_used(folder, pack, own, folder.limit));
            total = total.saturating_sub(size) + kept;
            gone.push(path.clone());
        }
    }
    let mut merged: Vec<&Arc<Pack>> = packs.iter().filter(|pack| pack.sealed && pack.size < SMALL).collect();
    if merged.len() < MOST_PACKS {
        merged.clear();
    }
    // A killed process left a pack without index, which takes long to open.
    for pack in merged.into_iter().chain(left_over) {
        if !gone.contains(&pack.path) && copy(folder, pack, own, |_| true).is_some() {
            gone.push(pack.path.clone());
        }
    }
    if let Some(writer) = &mut own.writer
        && writer.flush(folder).is_err()
    {
        return;
    }
    for path in gone {
        // A pack that another process has removed is gone, too.
        let _ = folder.system.remove_file(&path);
    }
}

/// Copies the used records of a pack; their bytes, 0 when nothing was kept.
fn keep_used(folder: &Folder, pack: &Pack, own: &mut Own, limit: u64) -> u64 {
    let used: u64 = pack.entries().filter(|(_, used)| *used).map(|(entry, _)| u64::from(entry.length)).sum();
    if used > limit / 2 {
        return 0;
    }
    copy(folder, pack, own, |used| used).unwrap_or(0)
}

/// Copies records into the own pack; `None` when the disk refuses.
fn copy(folder: &Folder, pack: &Pack, own: &mut Own, wanted: impl Fn(bool) -> bool) -> Option<u64> {
    let mut copied = 0;
    for (entry, used) in pack.entries() {
        if !wanted(used) {
            continue;
        }
        let Some(record) = pack.record(entry) else { continue };
        // Damage is not carried on.
        let Some((key, _)) = pack::decode(&record) else { continue };
        if own.writer.as_ref().is_some_and(|writer| writer.index.contains_key(&key)) {
            continue;
        }
        own.write(folder, key, &record).ok()?;
        copied += record.len() as u64;
    }
    Some(copied)
}

/// Every pack of the folder with its size and the time of its last change.
pub(super) fn sizes(folder: &Folder) -> Vec<(Utf8PathBuf, u64, i64)> {
    let files = folder.files("pack").into_iter();
    files
        .filter_map(|path| {
            let found = folder.system.metadata(&path, Links::Keep).ok()?;
            Some((path, found.size, found.modified_ns))
        })
        .collect()
}

/// The right to tidy up; `None` while another process has it.
pub(super) fn hold(folder: &Folder) -> Option<Box<dyn super::Append>> {
    let path = folder.directory.join(LOCK_FILE);
    let there = folder.system.metadata(&path, Links::Keep);
    if there.is_ok_and(|found| found.kind != super::FileKind::File) {
        return None;
    }
    folder.system.append(&path).ok()
}
