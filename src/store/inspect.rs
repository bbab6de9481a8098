//! What `docs cache` asks of a store as a whole: how much is in it, whether it is sound, and to make it
//! smaller. Nothing here makes a directory.

use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use super::folder::Folder;
use super::pack::{Head, Pack, Shape};
use super::upkeep::{self, Keeper};
use super::{Disk, State, record};
use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::source::stamp::STAMPS_FILE;
use crate::system::{FileKind, Links, System, SystemError, Utf8Path};

/// A store in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Inventory {
    /// What this program can use.
    pub ours: Share,
    /// What other versions of it wrote.
    pub others: Share,
    /// Files that are called like packs but cannot be read as such.
    pub unreadable: Share,
}

/// A part of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    pub packs: usize,
    pub records: usize,
    pub bytes: u64,
}

/// What reading everything showed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Records that are as they were written.
    pub sound: usize,
    /// Packs with something wrong, sorted.
    pub damaged: Vec<Damage>,
}

/// What is wrong with a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Damage {
    pub pack: String,
    /// Records that are not as they were written.
    pub records: usize,
    /// Whether its end or its head is not there; further records may be lost with it.
    pub torn: bool,
}

/// What went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Collected {
    pub bytes_before: u64,
    pub bytes_after: u64,
    /// Damaged records that were dropped.
    pub damaged: usize,
}

/// Counts what is in the store in `directory`.
pub fn inventory(
    system: Arc<dyn System>,
    directory: &Utf8Path,
    schema: ContentHash,
) -> Result<Inventory, Diagnostic> {
    let folder = Folder::new(system, directory.to_owned());
    let mut inventory = Inventory::default();
    for (name, size) in names(&folder)? {
        let (share, records) = match folder.open(name) {
            Some(pack) if pack.head.schema == schema => (&mut inventory.ours, pack.entries().len()),
            Some(pack) => (&mut inventory.others, pack.entries().len()),
            None => (&mut inventory.unreadable, 0),
        };
        share.packs += 1;
        share.records += records;
        share.bytes += size;
    }
    Ok(inventory)
}

/// Reads every record of all programs.
pub fn verify(system: Arc<dyn System>, directory: &Utf8Path) -> Result<Verified, Diagnostic> {
    let folder = Folder::new(system, directory.to_owned());
    let looked_at: Vec<(usize, Damage)> = names(&folder)?
        .into_par_iter()
        .filter_map(|(name, _)| match folder.open(name.clone()) {
            Some(pack) => {
                // A pack that is being written has no end yet.
                let torn = pack.shape == Shape::Torn && !folder.is_held(&name);
                let sound = (0..pack.entries().len()).filter(|at| is_sound(&pack, *at)).count();
                Some((sound, Damage { pack: name, records: pack.entries().len() - sound, torn }))
            }
            None if folder.is_held(&name) || !folder.is_ours(&name) => None,
            None => Some((0, Damage { pack: name, records: 0, torn: true })),
        })
        .collect();
    let sound = looked_at.iter().map(|(sound, _)| sound).sum();
    let damaged = looked_at.into_iter().map(|(_, damage)| damage);
    Ok(Verified { sound, damaged: damaged.filter(|damage| damage.torn || damage.records > 0).collect() })
}

/// Drops what is damaged, and what is over `limit`, least recently used first.
pub fn collect_garbage(
    system: Arc<dyn System>,
    directory: &Utf8Path,
    limit: u64,
    schema: ContentHash,
) -> Result<Collected, Diagnostic> {
    let folder = Folder::new(system, directory.to_owned());
    let before = names(&folder)?;
    let mut collected =
        Collected { bytes_before: before.iter().map(|(_, size)| size).sum(), ..Collected::default() };
    if before.is_empty() {
        return Ok(collected);
    }
    let _lock = folder.lock().map_err(|error| failed(directory, &error))?;
    let generation = folder.packs().map_err(|error| failed(directory, &error))?;
    let generation = generation.iter().map(|pack| pack.head.generation).max().unwrap_or_default();
    let disk = Disk { folder, limit, head: Head { schema, generation } };
    collected.damaged = mend(&disk, &before).map_err(|error| failed(directory, &error))?;
    let names = names(&disk.folder)?;
    let total = names.iter().map(|(_, size)| size).sum();
    if total > limit {
        let mut state = State::default();
        let packs = upkeep::all_packs(&disk, &state, &names);
        upkeep::shrink(&disk, &mut state, packs, &names, total).map_err(|error| failed(directory, &error))?;
    }
    sweep(&disk.folder);
    collected.bytes_after = self::names(&disk.folder)?.iter().map(|(_, size)| size).sum();
    Ok(collected)
}

/// What else lies in the folder of a store and is ours.
const NOTES: [&str; 2] = [STAMPS_FILE, super::STANDING_FILE];

/// Removes everything that is ours, and nothing else. Gives the number of bytes.
pub fn clear(system: Arc<dyn System>, directory: &Utf8Path) -> Result<u64, Diagnostic> {
    let folder = Folder::new(system, directory.to_owned());
    let mut bytes = 0;
    for (name, size) in names(&folder)? {
        if folder.is_ours(&name) {
            folder.remove(&name).map_err(|error| failed(directory, &error))?;
            bytes += size;
        }
    }
    for name in NOTES {
        if let Ok(found) = folder.system.metadata(&folder.path.join(name), Links::Keep)
            && found.kind == FileKind::File
        {
            folder.remove(name).map_err(|error| failed(directory, &error))?;
            bytes += found.size;
        }
    }
    sweep(&folder);
    Ok(bytes)
}

/// Rewrites packs with damage without it; the number of records that were dropped.
fn mend(disk: &Disk, names: &[(String, u64)]) -> Result<usize, SystemError> {
    let mut dropped = 0;
    for (name, _) in names {
        if disk.folder.is_held(name) {
            continue;
        }
        let Some(pack) = disk.folder.open(name.clone()) else {
            if disk.folder.is_ours(name) {
                disk.folder.remove(name)?;
            }
            continue;
        };
        let sound: Vec<usize> = (0..pack.entries().len()).filter(|at| is_sound(&pack, *at)).collect();
        if sound.len() == pack.entries().len() && pack.shape == Shape::Whole {
            continue;
        }
        dropped += pack.entries().len() - sound.len();
        let mut kept = Keeper::new(disk, pack.head);
        sound.into_iter().try_for_each(|at| kept.keep(&pack, at))?;
        kept.finish(&mut State::default())?;
        disk.folder.remove(name)?;
    }
    Ok(dropped)
}

fn is_sound(pack: &Pack, at: usize) -> bool {
    pack.record(at).is_some_and(|record| record::verified(&pack.head.schema, &record).is_some())
}

/// Removes what killed processes left.
fn sweep(folder: &Folder) {
    for name in folder.leftovers() {
        // It is in nobody's way if it stays.
        let _ = folder.remove(&name);
    }
}

/// The packs of a directory; none when there is no directory.
fn names(folder: &Folder) -> Result<Vec<(String, u64)>, Diagnostic> {
    if folder.system.metadata(&folder.path, Links::Follow).is_err_and(|error| error.is_missing()) {
        return Ok(Vec::new());
    }
    folder.names().map_err(|error| failed(&folder.path, &error))
}

fn failed(directory: &Utf8Path, error: &SystemError) -> Diagnostic {
    let busy = error.kind == std::io::ErrorKind::ResourceBusy;
    let why = if busy { "another process is tidying it up" } else { &error.reason };
    Diagnostic::error("cache-unusable", format!("the cache `{directory}` cannot be changed: {why}"))
        .hint(if busy { "try again in a moment" } else { "check that it is a folder that you may change" })
}
