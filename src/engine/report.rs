//! What is told of a build: its course while it runs, and what it did at the end.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::clock::Clock;
use super::{Engine, Reuse};
use crate::diagnostic::{
    Diagnostic, PagesOfProblems, Severity, tell_each_once, tell_once, tell_once_a_file, tell_with_places,
};
use crate::html::component::{UNKNOWN_ATTRIBUTE, UPDATE_WITHOUT_LABEL};
use crate::html::diagrams::NOT_FETCHED;
use crate::html::icon::{PRO_ICON, UNKNOWN_ICON};
use crate::output::Copies;
use crate::page::bind::FIXED_VALUE;
use crate::queries::{self, CONFIG_FILE};
use crate::site::hosting::Precompress;
use crate::text::SourcePath;

/// What is wrong with entries of a navigation.
const LISTED: &[&str] = &["api-operation-not-found", "nav-page-missing", "nav-page-name", "nav-page-twice"];

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
    /// A problem ended it, as was asked. The next build does the rest.
    Stopped,
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

/// What became of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    New,
    Edited,
    Gone,
}

/// What a build did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Whether the build came to its end.
    pub course: Course,
    /// Source files that changed since the last build that was not cancelled, and how.
    pub changed: BTreeMap<SourcePath, Fate>,
    /// Pages of the site, without redirects.
    pub pages: usize,
    /// Pages among the written files.
    pub pages_written: usize,
    /// Pages of the last build that are no more.
    pub pages_gone: usize,
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

impl Engine {
    /// The end of every build that was not cancelled.
    pub(super) fn end(&mut self, mut problems: Vec<Diagnostic>, pages: usize, clock: &mut Clock) -> Report {
        clock.lap(Phase::Check);
        if self.project.settings(&self.db).precompress == Precompress::On {
            let is_believed = self.reuse == Reuse::On;
            self.output.pack(if is_believed { Copies::Believed } else { Copies::MadeAgain });
        }
        let summary = self.output.finish();
        self.is_recorded = true;
        if !summary.diagnostics.is_empty() {
            // What could not be written is tried again.
            self.built = None;
        }
        problems.extend(summary.diagnostics);
        Report {
            pages_written: self.pages_written.load(Ordering::Relaxed),
            written: summary.written,
            unchanged: summary.unchanged,
            deleted: summary.deleted,
            bytes: summary.bytes,
            ..self.report(problems, pages)
        }
    }

    /// Problems in the order of their places, each once; what others follow from comes first.
    pub(super) fn report(&self, problems: Vec<Diagnostic>, pages: usize) -> Report {
        let mut problems: Vec<Diagnostic> =
            problems.into_iter().map(|problem| queries::links::placed(&self.db, problem)).collect();
        let of_snippets = PagesOfProblems::of(&mut problems);
        tell_once(&mut problems, PRO_ICON);
        // An icon is chosen once and written on many pages, a component is written once and used on many.
        tell_each_once(&mut problems, UNKNOWN_ICON);
        tell_each_once(&mut problems, FIXED_VALUE);
        // Whoever writes no labels writes none at all.
        tell_once_a_file(&mut problems, UPDATE_WITHOUT_LABEL);
        // An entry that is wrong is wrong in the navigation of each version and language.
        for code in LISTED {
            tell_with_places(&mut problems, code);
        }
        tell_with_places(&mut problems, UNKNOWN_ATTRIBUTE);
        tell_once(&mut problems, NOT_FETCHED);
        if problems.iter().any(|problem| problem.code == NOT_FETCHED)
            && queries::fonts::draws_itself(&self.db, self.project)
        {
            problems.retain(|problem| problem.code != NOT_FETCHED);
        }
        self.suggest_files(&mut problems);
        self.tell_what_descriptions_are(&mut problems);
        problems.sort_by(|a, b| {
            (rank(a), &a.location, a.code, &a.message).cmp(&(rank(b), &b.location, b.code, &b.message))
        });
        problems.dedup();
        of_snippets.tell(&mut problems);
        Report { pages, diagnostics: problems, ..Report::default() }
    }

    /// How many pages went since the last report.
    pub(super) fn pages_gone(&mut self) -> usize {
        let Some(list) = self.built.as_ref().map(|built| built.list.clone()) else { return 0 };
        match self.reported.replace(list.clone()) {
            Some(before) if !Arc::ptr_eq(&before, &list) => {
                before.keys().filter(|slug| !list.contains_key(*slug)).count()
            }
            _ => 0,
        }
    }
}

/// A disk that takes nothing and a configuration that cannot be read have consequences everywhere.
fn rank(problem: &Diagnostic) -> u8 {
    let is_of_config = || problem.location.as_ref().is_some_and(|at| at.path.as_str() == CONFIG_FILE);
    match problem.severity {
        Severity::Error if problem.code.starts_with("output-") && problem.location.is_none() => 0,
        Severity::Error if problem.code.starts_with("output-write") => 0,
        Severity::Error if is_of_config() => 1,
        _ => 2,
    }
}
