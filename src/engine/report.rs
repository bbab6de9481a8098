//! What is told of a build: its course while it runs, and what it did at the end.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::diagnostic::{Diagnostic, Severity};
use crate::text::SourcePath;

/// Told about the course of a build.
pub trait Progress: Sync {
    /// A phase begins; `total` is the number of steps, 0 when unknown.
    fn phase(&self, phase: Phase, total: usize);
    /// One step is done.
    fn step(&self);
}

/// The phases of a build in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Scan,
    Read,
    /// The pages that were edited, ahead of all others.
    Edited,
    Render,
    Copy,
    Check,
}

/// Tells nobody.
pub struct Silent;

impl Progress for Silent {
    fn phase(&self, _: Phase, _: usize) {}
    fn step(&self) {}
}

/// How a build went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Course {
    #[default]
    Finished,
    /// It was cancelled. What was written is right; the next build does the rest.
    Cancelled,
    /// The configuration cannot be read, and the site that is there was left as it is.
    Held,
}

/// What an unreadable `docs.json` means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnreadableConfig {
    /// A site by the defaults.
    #[default]
    Defaults,
    /// The site that is there stays until the file can be read: somebody is typing.
    LastSite,
}

/// What a build did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Whether the build came to its end.
    pub course: Course,
    /// Source files that changed since the last build that was not cancelled.
    pub changed: BTreeSet<SourcePath>,
    /// Pages of the site, without redirects.
    pub pages: usize,
    /// Pages among the written files.
    pub pages_written: usize,
    pub written: usize,
    pub unchanged: usize,
    pub deleted: usize,
    /// Bytes of the files that were written.
    pub bytes: u64,
    /// All problems, sorted by place, each once.
    pub diagnostics: Vec<Diagnostic>,
    /// What changed files could do better, as far as it is new; for who asked with [`Engine::advise`](super::Engine::advise).
    pub advice: Vec<Diagnostic>,
    /// How much of that there is in all files.
    pub advised: usize,
    /// Wall time of the whole build.
    pub elapsed: Duration,
    /// Wall time by phase.
    pub phases: Vec<(Phase, Duration)>,
}

impl Report {
    pub(super) fn cancelled() -> Self {
        Self { course: Course::Cancelled, ..Self::default() }
    }

    /// Number of problems of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }
}
