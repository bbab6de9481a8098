//! Compressed copies beside files, `a.html.gz`, for servers that hand them out as they are (OUT-04).
//!
//! They are made at the end of a build, when all files are there: each from its file as it lies on the disk, under a key
//! that is the hash of that file, so that a file that stays is not compressed again. Copies of files that are no longer
//! wanted go the way of all such files.

use std::collections::HashSet;

use rayon::prelude::*;

use super::{Entry, Output, WantedFile, WriteOutcome};
use crate::encoding::gzip;
use crate::hash::{ContentHash, KeyHasher};
use crate::text::OutPath;

/// Smaller files fit into the first packets of an answer as they are.
const WORTH: u64 = 1 << 10;
/// What text is called. Pictures, fonts and the index of the search are compressed already.
const TEXTS: &[&str] = &[
    "atom",
    "css",
    "csv",
    "html",
    "js",
    "json",
    "map",
    "md",
    "mdx",
    "mjs",
    "rss",
    "svg",
    "txt",
    "webmanifest",
    "xml",
    "yaml",
    "yml",
];

/// Whether copies that an earlier build made are believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    Believed,
    MadeAgain,
}

/// What is known of compressed copies between builds.
#[derive(Default)]
pub(super) struct Packed {
    /// Those that this process made or found right.
    made: HashSet<OutPath>,
    /// Files beside which one went that had the name of a copy.
    freed: Vec<OutPath>,
}

/// The name of the compressed copy of a file.
fn packed_name(path: &OutPath) -> OutPath {
    OutPath::new(&format!("{}.gz", path.as_str()))
}

impl Output {
    /// Puts compressed copies beside the files that this build wanted.
    pub fn pack(&self, copies: Copies) {
        let mut state = self.lock();
        let mut standing = state.ledger.standing();
        // Where a file of the author's was, there is room for a copy again.
        let freed = std::mem::take(&mut state.packed.freed);
        standing.extend(
            freed
                .into_iter()
                .filter(|path| !state.ledger.is_wanted(path))
                .filter_map(|path| Some((path.clone(), state.ledger.entry(&path)?))),
        );
        drop(state);
        standing.par_iter().with_min_len(8).for_each(|(path, entry)| match is_worth_it(path, entry) {
            true => self.pack_one(path, entry, copies),
            false => self.unpack(path),
        });
    }

    fn pack_one(&self, path: &OutPath, entry: &Entry, copies: Copies) {
        let beside = packed_name(path);
        let mut state = self.lock();
        // A file of the author's wins; it was wanted before.
        if state.ledger.is_wanted(&beside) {
            state.packed.made.remove(&beside);
            return;
        }
        drop(state);
        let key = key_of(entry.content);
        let file = WantedFile { path: beside.clone(), key, origin: None };
        let outcome = if copies == Copies::Believed && self.is_current(&beside, key) {
            self.keep(&file)
        } else if let Some(bytes) = self.packed_bytes(path, entry) {
            self.write(&file, &bytes)
        } else {
            // An old copy would say what the file said before.
            return self.unpack(path);
        };
        if outcome != WriteOutcome::Failed {
            self.lock().packed.made.insert(beside);
        }
    }

    /// What the compressed copy of a file is; `None` when it would not be smaller, or the file is not as it was written.
    fn packed_bytes(&self, path: &OutPath, entry: &Entry) -> Option<Vec<u8>> {
        let bytes = self.system.read(&self.directory.join(path.as_str())).ok()?;
        let packed = gzip(&bytes);
        (ContentHash::of(&bytes) == entry.content && packed.len() < bytes.len()).then_some(packed)
    }

    /// Deletes the compressed copy of a file that is not there any more, or is not to have one. A build of the whole site
    /// finds those of earlier processes unwanted.
    pub(super) fn unpack(&self, path: &OutPath) {
        let mut state = self.lock();
        if let Some(base) = path.as_str().strip_suffix(".gz") {
            state.packed.freed.push(OutPath::new(base));
        }
        // Nothing is compressed, as a rule: no name is looked for.
        let has_copy = !state.packed.made.is_empty() && state.packed.made.remove(&packed_name(path));
        drop(state);
        if has_copy {
            self.remove(&packed_name(path));
        }
    }
}

fn key_of(content: ContentHash) -> ContentHash {
    KeyHasher::new("gzip").part(content.as_bytes()).finish()
}

fn is_worth_it(path: &OutPath, entry: &Entry) -> bool {
    let name = path.as_str();
    let kind = name.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, kind)| kind);
    entry.size >= WORTH && TEXTS.iter().any(|text| kind.eq_ignore_ascii_case(text))
}
