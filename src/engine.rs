//! One project being built: scan the sources, tell the database what changed, write what differs.
//!
//! The scan is the truth: every build begins with one, and a file that changes while a build runs makes
//! the build begin again. Work inside a revision is spread over threads here, outside the queries.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use crate::db::{Change, Database, Project, QueryLog, Settings};
use crate::diagnostic::{Diagnostic, Severity};
use crate::hash::ContentHash;
use crate::output::{ForeignFiles, Output, Scope};
use crate::queries::{self, PageKey};
use crate::source::category::{FileCategory, category};
use crate::source::collision::collisions;
use crate::source::ignore_rules::{IGNORE_FILE, IgnoreRules, PathKind};
use crate::system::walk::{WalkOptions, hash_files, walk};
use crate::system::{FileKind, System, Utf8Path, Utf8PathBuf};
use crate::text::{OutPath, Slug, SourcePath, SourceText};

mod write;

/// Pages that are rendered before values kept for a while are let go.
const BATCH: usize = 192;
/// Stack of a thread that renders: pages nest as deep as their authors like, up to the limits of each stage.
/// Only what is used of it takes memory.
pub const STACK: usize = 32 << 20;
/// Builds in a row while files keep changing under them.
const ROUNDS: usize = 5;

/// What to build, and where to.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of `docs.json`.
    pub root: Utf8PathBuf,
    /// The output directory.
    pub out: Utf8PathBuf,
    pub settings: Settings,
    /// Threads; 0: as many as there are processors.
    pub jobs: usize,
    pub reuse: Reuse,
}

/// Whether files that an earlier build wrote are believed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    #[default]
    On,
    /// Everything is made again and compared byte by byte.
    Off,
}

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

/// What a build did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Pages of the site, without redirects.
    pub pages: usize,
    pub written: usize,
    pub unchanged: usize,
    pub deleted: usize,
    /// All problems, sorted by place, each once.
    pub diagnostics: Vec<Diagnostic>,
    /// Wall time of the whole build.
    pub elapsed: Duration,
    /// Wall time by phase.
    pub phases: Vec<(Phase, Duration)>,
}

impl Report {
    /// Number of problems of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }
}

/// A project with all that is remembered of it.
pub struct Engine {
    system: Arc<dyn System>,
    root: Utf8PathBuf,
    db: Database,
    project: Project,
    log: QueryLog,
    output: Output,
    pool: Option<rayon::ThreadPool>,
    reuse: Reuse,
    /// Problems of the last scan.
    scanned: Vec<Diagnostic>,
    /// Every file of the last build with its key; empty before the first.
    written: BTreeMap<OutPath, ContentHash>,
}

impl Engine {
    /// Opens a project and its output directory; nothing is read or written yet.
    pub fn open(system: Arc<dyn System>, options: &Options, log: QueryLog) -> Result<Self, Diagnostic> {
        let output = Output::open(system.clone(), &options.out, &options.root, ForeignFiles::Keep)?;
        let db = Database::new(system.clone(), options.root.clone(), log.clone());
        let project = db.project(options.settings.clone());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).stack_size(STACK).build().ok();
        Ok(Self {
            system,
            root: options.root.clone(),
            db,
            project,
            log,
            output,
            pool,
            reuse: options.reuse,
            scanned: Vec::new(),
            written: BTreeMap::new(),
        })
    }

    /// Builds the site as the sources are now.
    pub fn build(&mut self, progress: &dyn Progress) -> Report {
        let started = self.system.monotonic();
        let mut report = Report::default();
        for _ in 0..ROUNDS {
            report = self.round(progress);
            // A file that changed while it was read: the scan tells what it is now.
            if self.db.take_stale().is_empty() {
                break;
            }
        }
        report.elapsed = self.system.monotonic().saturating_sub(started);
        report
    }

    fn round(&mut self, progress: &dyn Progress) -> Report {
        let mut clock =
            Clock { system: self.system.clone(), phases: Vec::new(), last: self.system.monotonic() };
        progress.phase(Phase::Scan, 0);
        self.scan();
        clock.lap(Phase::Scan);
        let mut report = self.in_pool(|engine| engine.whole_site(progress, &mut clock));
        report.phases = clock.phases;
        report
    }

    /// Runs `work` with the configured number of threads.
    fn in_pool<T: Send>(&mut self, work: impl FnOnce(&mut Self) -> T + Send) -> T {
        match self.pool.take() {
            Some(pool) => {
                let result = pool.install(|| work(self));
                self.pool = Some(pool);
                result
            }
            None => work(self),
        }
    }

    /// Builds after a hint that these files changed: only they are looked at. Any doubt (a file that
    /// appeared or went, another `.mintignore`, no build yet) means the whole way.
    pub fn update(&mut self, hints: &[SourcePath], progress: &dyn Progress) -> Report {
        let started = self.system.monotonic();
        let mut clock = Clock { system: self.system.clone(), phases: Vec::new(), last: started };
        let Some(changes) = self.known_changes(hints) else { return self.build(progress) };
        self.log.begin(&describe(&changes));
        if !changes.is_empty() {
            self.db.apply(self.project, changes);
        }
        clock.lap(Phase::Scan);
        let mut report = self.in_pool(|engine| engine.changed_site(hints, progress, &mut clock));
        if !self.db.take_stale().is_empty() {
            return self.build(progress);
        }
        report.phases = clock.phases;
        report.elapsed = self.system.monotonic().saturating_sub(started);
        report
    }

    /// The changes behind hints; `None` when looking at these files alone is not enough.
    fn known_changes(&self, hints: &[SourcePath]) -> Option<Vec<Change>> {
        if self.written.is_empty() {
            return None;
        }
        let mut changes = Vec::new();
        for path in hints {
            let file = self.project.files(&self.db).get(path)?;
            let bytes = self.system.read(&self.root.join(path.as_str())).ok()?;
            let hash = ContentHash::of(&bytes);
            if file.category(&self.db) == FileCategory::IgnoreFile {
                return None;
            }
            if file.hash(&self.db) != hash {
                changes.push(Change::Present { path: path.clone(), category: file.category(&self.db), hash });
            }
        }
        Some(changes)
    }

    /// Walks and hashes the sources and tells the database what is new.
    fn scan(&mut self) {
        let ignore_path = self.root.join(IGNORE_FILE);
        let (rules, mut problems) = match self.system.read_text(&ignore_path) {
            Ok(Some(text)) => IgnoreRules::parse(&SourceText::new(SourcePath::new(IGNORE_FILE), text)),
            _ => (IgnoreRules::new(""), Vec::new()),
        };
        let ignored = |path: &SourcePath, kind: FileKind| {
            let kind = if kind == FileKind::Directory { PathKind::Folder } else { PathKind::File };
            rules.matches(path, kind)
        };
        let excluded: Vec<SourcePath> = self.output.inside_source().cloned().into_iter().collect();
        let walked = walk(&*self.system, &self.root, &WalkOptions { ignored: &ignored, excluded: &excluded });
        problems.extend(walked.diagnostics);
        let wanted: Vec<_> = walked
            .files
            .into_iter()
            .filter(|file| category(&file.path) != FileCategory::Unpublished)
            .collect();
        let hashes = hash_files(&*self.system, &self.root, &wanted);
        let mut present: BTreeMap<SourcePath, (FileCategory, ContentHash)> = BTreeMap::new();
        for (file, hash) in wanted.into_iter().zip(hashes) {
            match hash {
                Ok(hash) => {
                    let category = category(&file.path);
                    present.insert(file.path, (category, hash));
                }
                Err(problem) => problems.push(problem),
            }
        }
        let (lost, more) = collisions(present.iter().map(|(path, (category, _))| (path, *category)));
        problems.extend(more);
        for collision in lost {
            present.remove(&collision.loser);
        }
        self.scanned = problems;
        let known = self.project.files(&self.db).clone();
        let mut changes = Vec::new();
        for path in known.keys().filter(|path| !present.contains_key(*path)) {
            changes.push(Change::Absent(path.clone()));
        }
        for (path, (category, hash)) in present {
            let same = known
                .get(&path)
                .is_some_and(|file| file.hash(&self.db) == hash && file.category(&self.db) == category);
            if !same {
                changes.push(Change::Present { path, category, hash });
            }
        }
        self.log.begin(&describe(&changes));
        if !changes.is_empty() {
            self.db.apply(self.project, changes);
        }
    }

    fn finish(&mut self, mut problems: Vec<Diagnostic>, pages: usize, clock: &mut Clock) -> Report {
        problems.extend(self.problems());
        clock.lap(Phase::Check);
        let summary = self.output.finish();
        problems.extend(summary.diagnostics);
        problems.sort_by(|a, b| (&a.location, a.code, &a.message).cmp(&(&b.location, b.code, &b.message)));
        problems.dedup();
        Report {
            pages,
            written: summary.written,
            unchanged: summary.unchanged,
            deleted: summary.deleted,
            diagnostics: problems,
            ..Report::default()
        }
    }

    /// Everything that is wrong with the sources.
    fn problems(&self) -> Vec<Diagnostic> {
        let mut problems = self.scanned.clone();
        for slug in queries::site_pages(&self.db, self.project).keys() {
            let page = PageKey::new(&self.db, slug.clone());
            problems.extend(queries::page_facts(&self.db, self.project, page).diagnostics.iter().cloned());
        }
        problems.extend(queries::site_problems(&self.db, self.project));
        problems
    }

    fn whole_site(&mut self, progress: &dyn Progress, clock: &mut Clock) -> Report {
        self.read_heads(progress);
        let pages = queries::site_pages(&self.db, self.project);
        clock.lap(Phase::Read);
        self.output.begin(Scope::Whole);
        let mut problems = Vec::new();
        progress.phase(Phase::Render, pages.len());
        let slugs: Vec<&Slug> = pages.keys().collect();
        let mut written = BTreeMap::new();
        for batch in slugs.chunks(BATCH) {
            let before = BTreeMap::new();
            let done = write::pages(&self.site(), batch, &before, progress);
            done.into_iter().for_each(|page| page.settle(&mut written, &mut problems));
            self.db.evict();
        }
        clock.lap(Phase::Render);
        progress.phase(Phase::Copy, 0);
        write::rest(&self.site(), &BTreeMap::new(), &mut written);
        clock.lap(Phase::Copy);
        progress.phase(Phase::Check, 0);
        self.written = written;
        self.finish(problems, pages.len(), clock)
    }

    /// After a change of known files: the pages of those files first, then whatever else is not as it was.
    fn changed_site(&mut self, edited: &[SourcePath], progress: &dyn Progress, clock: &mut Clock) -> Report {
        self.output.begin(Scope::Changes);
        let mut problems = Vec::new();
        let mut before = std::mem::take(&mut self.written);
        // Each once: a file may be named twice, and two files may want one address.
        let first: BTreeSet<Slug> = edited.iter().map(Slug::of_page).collect();
        let pages = queries::site_pages(&self.db, self.project);
        let first: Vec<&Slug> = first.iter().filter(|slug| pages.contains_key(*slug)).collect();
        // What is written now is as it should be, and not wanted a second time below.
        let done = write::pages(&self.site(), &first, &before, progress);
        done.into_iter().for_each(|page| page.settle(&mut before, &mut problems));
        clock.lap(Phase::Edited);
        progress.phase(Phase::Render, pages.len());
        let slugs: Vec<&Slug> = pages.keys().collect();
        let mut written = BTreeMap::new();
        for batch in slugs.chunks(BATCH * 8) {
            let done = write::pages(&self.site(), batch, &before, progress);
            let rendered = done.iter().filter(|page| page.is_new(&before)).count();
            done.into_iter().for_each(|page| page.settle(&mut written, &mut problems));
            if rendered > BATCH / 8 {
                self.db.evict();
            }
        }
        clock.lap(Phase::Render);
        write::rest(&self.site(), &before, &mut written);
        before.keys().filter(|path| !written.contains_key(*path)).for_each(|path| self.output.remove(path));
        clock.lap(Phase::Copy);
        self.written = written;
        self.finish(problems, pages.len(), clock)
    }

    fn site(&self) -> write::Site<'_> {
        write::Site {
            db: &self.db,
            project: self.project,
            output: &self.output,
            root: &self.root,
            reuse: self.reuse,
        }
    }

    /// Front matter and API descriptions, in parallel; the navigation then finds them ready.
    fn read_heads(&self, progress: &dyn Progress) {
        let files: Vec<_> = self.project.files(&self.db).values().copied().collect();
        progress.phase(Phase::Read, files.len());
        let project = self.project;
        files.par_iter().with_min_len(16).for_each_with(self.db.clone(), |db, file| {
            match file.category(db) {
                FileCategory::Page => {
                    queries::page_summary(db, project, *file);
                }
                FileCategory::ApiCandidate(_) => {
                    queries::api_description(db, *file);
                }
                _ => {}
            }
            progress.step();
        });
    }

    /// The record of executed queries.
    pub fn log(&self) -> &QueryLog {
        &self.log
    }

    /// The output directory.
    pub fn out(&self) -> &Utf8Path {
        self.output.directory()
    }
}

/// Measures phases.
struct Clock {
    system: Arc<dyn System>,
    phases: Vec<(Phase, Duration)>,
    last: Duration,
}

impl Clock {
    fn lap(&mut self, phase: Phase) {
        let now = self.system.monotonic();
        self.phases.push((phase, now.saturating_sub(self.last)));
        self.last = now;
    }
}

/// The changed files in a few words, for the query log.
fn describe(changes: &[Change]) -> String {
    let name = |change: &Change| match change {
        Change::Present { path, .. } => path.to_string(),
        Change::Absent(path) => format!("{path} (gone)"),
    };
    let shown: Vec<String> = changes.iter().take(5).map(name).collect();
    match changes.len() {
        0 => "nothing".to_owned(),
        count if count > shown.len() => format!("{} and {} more", shown.join(", "), count - shown.len()),
        _ => shown.join(", "),
    }
}
