//! Watching: from notifications of the disk to builds.
//!
//! ```text
//! notifications ─┐
//!                ├─▶ watcher ─ events ─▶ debounce ─ batches ─▶ engine
//! stat scans ────┘
//! ```
//!
//! [`watcher`] listens to the disk, natively or by polling ([`poll`], and where that is needed [`network`]),
//! and says what happened in the closed words of [`Event`]; [`tree`] is what it knows of the project for
//! that, and [`repository`] sees commits. [`debounce`] decides when to build and when to cancel, [`emptied`] which files are about to be written; [`session`] runs the engine. An event is a
//! hint: whatever is not understood is a [`Event::Rescan`], and the scan is the truth.
//!
//! A file that appears in [`SYNC_FOLDER`] is a *cookie*: it is taken away when everything that happened on
//! the disk before it is on disk in the output, too. That is how tests, and programs, wait for a revision.

use crate::text::SourcePath;

pub mod debounce;
pub mod emptied;
pub mod network;
pub mod poll;
pub mod repository;
pub mod session;
pub mod tree;
pub mod watcher;

/// Where cookies appear, below the project's folder. All else below `.docs` is never looked at.
pub const SYNC_FOLDER: &str = ".docs/sync";

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A file may have changed, appeared or gone.
    Changed(SourcePath),
    /// Anything may have changed.
    Rescan(Reason),
    /// The head of the repository moved.
    Committed,
    /// Somebody waits for what happened before.
    Cookie(String),
    /// Watching ends.
    Stop,
}

/// Why single files are not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing is known yet.
    Start,
    /// Notifications were lost or not understood.
    Lost,
    /// A folder or a link came, went or moved.
    Folders,
    /// The project's ignore patterns changed.
    IgnoreRules,
    /// Too many files.
    Many,
    /// Native notifications ended; from now on the disk is polled.
    Fallback,
}
