//! What a file looked like from outside when it was last read: for builds that trust it (`--trust-mtime`).
//!
//! A file whose size, times and inode are what they were is taken for unchanged, unless it changed within
//! three seconds of the look: clocks of file systems tick that coarsely, and an edit in the same tick leaves
//! no trace. The time of the last change of the inode cannot be set back by programs, so that a file is not
//! taken for unchanged because somebody copied an old date to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::encoding::{seal, unseal};
use crate::hash::ContentHash;
use crate::system::{FileKind, Metadata};
use crate::text::SourcePath;

/// Its name in the folder of the store.
pub const STAMPS_FILE: &str = "stamps";
/// Changes with the format.
const MAGIC: &[u8; 8] = b"docsstm3";
/// Files that changed later than this before a look are not trusted.
const SETTLED_NS: i64 = 3_000_000_000;

/// What all files looked like at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamps {
    /// Before the first of them was looked at, in nanoseconds since 1970.
    taken_ns: i64,
    files: BTreeMap<SourcePath, Stamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    size: u64,
    modified_ns: i64,
    changed_ns: i64,
    inode: u64,
    hash: ContentHash,
}

impl Stamps {
    /// Files that were looked at and then read, by a look that began at this time.
    pub fn new<'f>(
        now_ns: i64,
        files: impl Iterator<Item = (&'f SourcePath, &'f Metadata, ContentHash)>,
    ) -> Self {
        let stamp = |(path, found, hash): (&SourcePath, &Metadata, ContentHash)| {
            let Metadata { size, modified_ns, changed_ns, inode, .. } = *found;
            (path.clone(), Stamp { size, modified_ns, changed_ns, inode, hash })
        };
        Self { taken_ns: now_ns, files: files.map(stamp).collect() }
    }

    /// The hash of a file's content, when it is certain enough that it was not changed.
    pub fn trusted(&self, path: &SourcePath, found: &Metadata, now_ns: i64) -> Option<ContentHash> {
        let stamp = self.files.get(path)?;
        let same = found.kind == FileKind::File
            && found.size == stamp.size
            && found.modified_ns == stamp.modified_ns
            && found.changed_ns == stamp.changed_ns
            && found.inode == stamp.inode;
        // Where the system does not tell when an inode changed, dates alone prove nothing.
        let told = stamp.changed_ns != 0 && stamp.inode != 0;
        let last = stamp.modified_ns.max(stamp.changed_ns);
        let settled = last < self.taken_ns.min(now_ns).saturating_sub(SETTLED_NS);
        (same && told && settled).then_some(stamp.hash)
    }

    /// The bytes of a file for [`Stamps::decode`].
    pub fn encode(&self) -> Vec<u8> {
        seal(MAGIC, self)
    }

    /// Reads what [`Stamps::encode`] gave; anything else knows no files.
    pub fn decode(bytes: &[u8]) -> Self {
        unseal(MAGIC, bytes).unwrap_or_default()
    }
}
