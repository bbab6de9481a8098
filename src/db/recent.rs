//! A bounded memory of values: what was used of late stays.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use super::lock;
use crate::hash::ContentHash;

/// What was used of late, in memory: content-addressed, so that a hit is always right and a miss never wrong.
pub(super) struct Recent<T> {
    shards: Vec<Mutex<Shard<T>>>,
    /// Most bytes (as told by `put`) that one shard keeps.
    limit: usize,
}

struct Shard<T> {
    entries: HashMap<ContentHash, (Arc<T>, usize)>,
    /// The generation before: what is asked again moves to the present one.
    older: HashMap<ContentHash, (Arc<T>, usize)>,
    size: usize,
}

const SHARDS: usize = 16;

impl<T> Recent<T> {
    pub fn new(bytes: usize) -> Self {
        let shard = || Mutex::new(Shard { entries: HashMap::new(), older: HashMap::new(), size: 0 });
        Self { shards: (0..SHARDS).map(|_| shard()).collect(), limit: bytes / SHARDS / 2 }
    }

    fn shard(&self, key: ContentHash) -> MutexGuard<'_, Shard<T>> {
        lock(&self.shards[usize::from(key.as_bytes()[0]) % SHARDS])
    }

    pub fn get(&self, key: ContentHash) -> Option<Arc<T>> {
        let mut shard = self.shard(key);
        if let Some((value, _)) = shard.entries.get(&key) {
            return Some(value.clone());
        }
        let (value, size) = shard.older.remove(&key)?;
        shard.size += size;
        shard.entries.insert(key, (value.clone(), size));
        Some(value)
    }

    pub fn put(&self, key: ContentHash, value: Arc<T>, size: usize) {
        let mut shard = self.shard(key);
        let size = size + 128;
        if shard.size + size > self.limit {
            shard.older = std::mem::take(&mut shard.entries);
            shard.size = 0;
        }
        shard.size += size;
        shard.entries.insert(key, (value, size));
    }

    /// Forgets what was not used of late, and all where even that is more than `bytes` in the whole: a program that
    /// watches for days may not grow up to its limits because much was edited.
    pub fn shrink(&self, bytes: usize) {
        for shard in &self.shards {
            let mut shard = lock(shard);
            shard.older = HashMap::new();
            if shard.size > bytes / SHARDS {
                shard.entries = HashMap::new();
                shard.size = 0;
            }
        }
    }
}
