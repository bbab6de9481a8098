//! The last stage: wanted files to an output directory, writing only what differs.
//!
//! [`manifest`] is the record of what an earlier build left there, [`journal`] the record of what a build in
//! progress may have added, [`ledger`] both in memory, [`place`] the checks before the first write,
//! [`folder`] the directories inside, and [`commit`] the builds themselves. The promises: nothing that we
//! did not write is ever changed or deleted, nothing is written outside the directory, a file whose bytes
//! stay the same is not touched, a reader never sees half a file, and after a crash no file is believed
//! without having been read.

pub mod commit;
pub mod folder;
pub mod journal;
pub mod ledger;
pub mod manifest;
pub mod place;
mod report;

use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::text::{OutPath, SourcePath};

pub use commit::{Copies, Output};

/// A file that the site shall have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedFile {
    /// Where.
    pub path: OutPath,
    /// The hash of everything that its bytes depend on; equal keys mean equal bytes.
    pub key: ContentHash,
    /// The source file that it is made for, named when something goes wrong.
    pub origin: Option<SourcePath>,
}

/// What a build covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole site: what it does not mention is deleted.
    Whole,
    /// Some files: what it does not mention stays.
    Changes,
}

/// Told what becomes of the files of the output, while that happens.
pub trait Onlooker: Send + Sync {
    /// A wanted file is as it should be, with bytes of this hash.
    fn stands(&self, file: &WantedFile, content: ContentHash);
    /// There is no such file any more.
    fn gone(&self, path: &OutPath);
}

/// What became of a wanted file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// It was written.
    Written,
    /// It was there with these very bytes.
    Unchanged,
    /// It could not be written; the summary tells why.
    Failed,
}

/// Files that are in the output directory without being ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignFiles {
    /// Refuse a directory that has some but no manifest, and never replace one.
    Keep,
    /// Accept any directory, and replace a foreign file where a wanted file must go. None is deleted.
    Replace,
}

/// What a build did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files written.
    pub written: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Files that were wanted and already right.
    pub unchanged: usize,
    /// Files deleted because no longer wanted.
    pub deleted: usize,
    /// What went wrong, sorted.
    pub diagnostics: Vec<Diagnostic>,
}
