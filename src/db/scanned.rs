//! The bytes that the scan read, for the queries that read the same files a moment later.

use std::collections::HashMap;
use std::sync::Mutex;

use super::lock;
use crate::hash::ContentHash;

/// Most bytes that are kept: what comes later is read from the disk again.
const MOST: usize = 128 << 20;

/// By their hash, so that what is found is what was scanned, whatever the file became since.
#[derive(Default)]
pub struct Scanned(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    bytes: HashMap<ContentHash, Vec<u8>>,
    size: usize,
}

impl Scanned {
    /// Keeps these bytes while there is room. Nothing makes room: files are read again in the order in which they
    /// were scanned, so what was used of late would be what is not needed any more.
    pub fn keep(&self, hash: ContentHash, bytes: Vec<u8>) {
        let mut kept = lock(&self.0);
        let size = bytes.len();
        if kept.size + size <= MOST && kept.bytes.insert(hash, bytes).is_none() {
            kept.size += size;
        }
    }

    /// The bytes, once.
    pub fn take(&self, hash: ContentHash) -> Option<Vec<u8>> {
        lock(&self.0).bytes.remove(&hash)
    }

    /// Gives the memory back.
    pub fn forget(&self) {
        *lock(&self.0) = Kept::default();
    }
}
