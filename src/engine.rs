//! One project being built: scan the sources, tell the database what changed, write what differs.
//!
//! The scan is the truth: every build begins with one, and a file that changes while a build runs makes
//! the build begin again. Work inside a revision is spread over threads here, outside the queries. After
//! each step what files say to the rest of the site is carried over the firewall ([`carry`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::config::upgrade::unwritten::LEGACY_FILE;
use crate::db::{Cancellation, Database, Project, QueryLog, SourceFile, until_cancelled};
use crate::diagnostic::{Diagnostic, Severity};
use crate::hash::ContentHash;
use crate::output::{ForeignFiles, Output, Scope};
use crate::queries::{self, CONFIG_FILE, PageOrigin};
use crate::source::category::FileCategory;
use crate::source::named::Named;
use crate::store::{Statistics, Store};
use crate::system::{System, Utf8Path, Utf8PathBuf};
use crate::text::{OutPath, Slug, SourcePath};
use crate::trace::Kind;

mod advice;
mod aggregates;
mod api_parts;
mod carry;
mod changes;
pub mod check;
mod clock;
mod explain;
mod fail_fast;
mod feeds;
mod findings;
mod hints;
mod history;
mod last_show;
mod link_check;
mod listings;
mod llms;
mod long_pages;
pub mod look_up;
mod named;
mod options;
pub mod overview;
mod page_loads;
mod preview;
mod previews;
mod report;
mod resume;
mod scan;
mod search;
mod suggest;
mod trust;
mod write;

use aggregates::Aggregates;
use clock::Clock;
pub use explain::Explanation;
use findings::Findings;
use history::History;
use last_show::LastShow;
pub use options::{CACHE_FOLDER, CACHE_SIZE, CacheOptions, Options, Reuse};
pub use page_loads::PageLoads;
pub use preview::{Copy, Preview, SiteMap};
pub use report::{Course, Fate, Phase, Progress, Report, Silent, UnreadableConfig};
use resume::LastBuild;
use trust::LastLook;
pub use trust::Trust;
use write::{Complete, Keys, PageFile};

/// Pages that are rendered before values kept for a while are let go.
const BATCH: usize = 192;
/// Stack of a thread that renders: pages nest as deep as their authors like, up to the limits of each stage.
/// Only what is used of it takes memory.
pub const STACK: usize = 32 << 20;
/// Builds in a row while files keep changing under them.
const ROUNDS: usize = 5;

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
    /// Problems this bad end a build early.
    stop_at: Option<Severity>,
    last_look: LastLook,
    last_build: LastBuild,
    /// Problems of the last scan.
    scanned: Vec<Diagnostic>,
    /// Files that the last scan could not read and an earlier one could: their pages stay as they are.
    unreadable: BTreeSet<SourcePath>,
    /// Files that are read because others name them.
    named: Named,
    /// Whether a change named others than those.
    names_others: bool,
    /// Source files that changed since the last build that was not cancelled.
    changed: BTreeMap<SourcePath, Fate>,
    /// The pages that the last report was about.
    reported: Option<Arc<BTreeMap<Slug, PageOrigin>>>,
    unreadable_config: UnreadableConfig,
    history: History,
    pages_written: AtomicUsize,
    /// Whether the output knows of all files that are there.
    is_recorded: bool,
    /// Problems of opening the store, told once.
    opened: Vec<Diagnostic>,
    found: Findings,
    /// What the last build left in the output directory; `None` before the first, and when only a whole build
    /// can tell, because one was cancelled or could not write everything.
    built: Option<Built>,
    preview: Option<Arc<dyn Preview>>,
    last_show: LastShow,
}

/// The output directory as the last build left it.
struct Built {
    /// The list of pages that `pages` follows.
    list: Arc<BTreeMap<Slug, PageOrigin>>,
    /// Pages with their keys, in the order of their slugs.
    pages: Vec<PageFile>,
    /// All other files.
    others: Keys,
    /// Those of them that follow words and titles of all pages, in pieces.
    aggregates: Aggregates,
}

impl Built {
    /// A file that is not there any more when somebody has cleared the directory: no hidden one, which `rm *` leaves.
    fn witness(&self) -> Option<&OutPath> {
        let shown = self.others.keys().find(|path| !path.as_str().starts_with('.'));
        shown.or_else(|| self.pages.first().map(|page| &page.path))
    }
}

impl Engine {
    /// Opens a project and its output directory; nothing is read or written yet.
    pub fn open(system: Arc<dyn System>, options: &Options, log: QueryLog) -> Result<Self, Diagnostic> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).stack_size(STACK).build().ok();
        let opened = || Output::open(system.clone(), &options.out, &options.root, ForeignFiles::Keep);
        let output = pool.as_ref().map_or_else(opened, |pool| pool.install(opened))?;
        let program = schema();
        let (store, opened) = match (&options.cache, options.reuse) {
            (Some(cache), Reuse::On) => Store::open(system.clone(), &cache.directory, cache.limit, program),
            _ => (Store::memory(), Vec::new()),
        };
        let db = Database::new(system.clone(), options.root.clone(), store, options.checks, log.clone());
        let project = db.project(options.settings.clone());
        Ok(Self {
            system,
            root: options.root.clone(),
            db,
            project,
            log,
            output,
            pool,
            reuse: options.reuse,
            stop_at: options.stop_at,
            last_look: LastLook::new(options),
            last_build: LastBuild::new(options, program),
            scanned: Vec::new(),
            unreadable: BTreeSet::new(),
            named: Named::default(),
            names_others: false,
            changed: BTreeMap::new(),
            reported: None,
            unreadable_config: UnreadableConfig::default(),
            history: History::default(),
            pages_written: AtomicUsize::new(0),
            is_recorded: false,
            opened,
            found: Findings::default(),
            built: None,
            preview: None,
            last_show: LastShow::default(),
        })
    }

    /// Builds the site as the sources are now.
    pub fn build(&mut self, progress: &dyn Progress) -> Report {
        let started = self.system.monotonic();
        let mut report = Report::default();
        let mut doubtful = self.db.take_stale();
        for _ in 0..ROUNDS {
            report = self.round(&doubtful, progress);
            if report.course == Course::Cancelled {
                return report;
            }
            // A file that changed while it was read: the scan tells what it is now.
            doubtful = self.db.take_stale();
            if doubtful.is_empty() {
                self.keep_standing();
                break;
            }
        }
        report.changed = std::mem::take(&mut self.changed);
        report.diagnostics.append(&mut self.opened);
        report.diagnostics.extend(self.db.save_store());
        self.last_look.save(&*self.system);
        report.elapsed = self.system.monotonic().saturating_sub(started);
        report
    }

    fn round(&mut self, doubtful: &BTreeSet<SourcePath>, progress: &dyn Progress) -> Report {
        let mut clock =
            Clock { system: self.system.clone(), phases: Vec::new(), last: self.system.monotonic() };
        self.built = None;
        progress.phase(Phase::Scan, 0);
        let mut report = self.in_pool(|engine| {
            engine.show_last();
            let note = engine.last_build.reading(engine.system.clone());
            let ((), note) = rayon::join(|| engine.scan(doubtful), note);
            if let Some(note) = note.as_ref().filter(|note| !note.named.is_empty())
                && !engine.is_cancelled()
            {
                engine.look_at_named(Arc::new(note.named.clone()));
            }
            engine.last_build.found(note);
            clock.lap(Phase::Scan);
            if engine.is_cancelled() { Report::cancelled() } else { engine.whole_site(progress, &mut clock) }
        });
        report.phases = clock.phases;
        report
    }

    /// Runs `work` with the configured number of threads. It ends early when a query is cancelled.
    fn in_pool(&mut self, work: impl FnOnce(&mut Self) -> Report + Send) -> Report {
        self.with_pool(|engine| until_cancelled(|| work(engine)).unwrap_or_else(Report::cancelled))
    }

    fn with_pool<T: Send>(&mut self, work: impl FnOnce(&mut Self) -> T + Send) -> T {
        match self.pool.take() {
            Some(pool) => {
                let result = pool.install(|| work(self));
                self.pool = Some(pool);
                result
            }
            None => work(self),
        }
    }

    /// Makes what is remembered durable: for quiet moments and the end of the process.
    pub fn save(&mut self) -> Vec<Diagnostic> {
        self.db.rest();
        // Before a whole build came to its end the record would be incomplete; the journal tells what is ours.
        let record = if self.is_recorded { self.output.save() } else { None };
        self.note_show();
        until_cancelled(|| self.store_links());
        record.into_iter().chain(self.db.save_store()).collect()
    }

    /// The request to stop, for another thread. After it the engine is as good as before: the next build does
    /// what is missing.
    pub fn cancellation(&self) -> Cancellation {
        self.db.cancellation().clone()
    }

    /// Says what an unreadable `docs.json` means.
    pub fn on_unreadable_config(&mut self, wanted: UnreadableConfig) {
        self.unreadable_config = wanted;
    }

    fn is_cancelled(&self) -> bool {
        self.db.cancellation().is_requested()
    }

    /// The report of a build that leaves the site as it is, because the configuration cannot be read.
    fn held(&self) -> Option<Report> {
        if self.unreadable_config == UnreadableConfig::Defaults {
            return None;
        }
        let config = queries::config(&self.db, self.project);
        if config.is_readable() {
            return None;
        }
        // One that is there and cannot be read is not missing.
        let is_of_config = |problem: &&Diagnostic| {
            let path = problem.location.as_ref().map(|at| at.path.as_str());
            path.is_some_and(|path| ["", CONFIG_FILE, LEGACY_FILE].contains(&path))
        };
        let mut diagnostics: Vec<_> = self.scanned.iter().filter(is_of_config).cloned().collect();
        if diagnostics.iter().all(|problem| problem.severity != Severity::Error) {
            diagnostics.extend(config.diagnostics.iter().cloned());
        }
        Some(Report { course: Course::Held, diagnostics, ..Report::default() })
    }

    fn whole_site(&mut self, progress: &dyn Progress, clock: &mut Clock) -> Report {
        // Who wants to stop wants to know all that was wrong before.
        if self.stop_at.is_none()
            && let Some(resumed) = self.resume(progress, clock)
        {
            return resumed;
        }
        if let Some(held) = self.held() {
            return held;
        }
        let list = self.read_site(progress);
        self.show_site(&list);
        clock.lap(Phase::Read);
        if let Some(stopped) = self.stopped() {
            return stopped;
        }
        self.begin(Scope::Whole);
        let mut problems = Vec::new();
        let (assets, complete) = write::assets(&self.site(), &Keys::new());
        if complete == Complete::No {
            // Pages that would load what is not there are worse than the old ones.
            return self.finish(problems, clock);
        }
        progress.phase(Phase::Render, list.len());
        let slugs: Vec<&Slug> = list.keys().collect();
        let (mut pages, mut ahead) = (Vec::with_capacity(slugs.len()), Vec::new());
        for batch in slugs.chunks(self.batch()) {
            let batch = self.without_wanted(batch, &list, &mut ahead, &mut problems, progress);
            self.carry_bodies(&batch);
            if let Some(stopped) = self.stopped() {
                return stopped;
            }
            pages.extend(self.write_pages(&batch, &[], &mut problems, progress));
            self.db.evict();
            if self.is_cancelled() {
                return Report::cancelled();
            }
        }
        write::note(&mut pages, ahead);
        self.turn(&[], &[]);
        clock.lap(Phase::Render);
        progress.phase(Phase::Copy, 0);
        let (others, aggregates) = write::rest(&self.site(), &pages, &Keys::new(), assets);
        if self.is_cancelled() {
            return Report::cancelled();
        }
        // Lists of large sections.
        self.db.evict();
        clock.lap(Phase::Copy);
        progress.phase(Phase::Check, 0);
        self.check_links();
        let built = Built { list, pages, others, aggregates };
        self.verify_resumed(&built);
        self.built = Some(built);
        self.finish(problems, clock)
    }

    /// Finds out which pages there are, from the heads of all files and from descriptions.
    fn read_site(&mut self, progress: &dyn Progress) -> Arc<BTreeMap<Slug, PageOrigin>> {
        self.read_history();
        let files = self.files_with_heads();
        progress.phase(Phase::Read, files.len());
        // Told anew by every file that is still there.
        self.found.heads.clear();
        self.carry_heads(&files, progress);
        self.read_named();
        self.db.scanned().forget();
        self.read_descriptions();
        let list = self.site_pages();
        self.found.keep_pages(&list);
        list
    }

    /// Which pages there are, and beside it, as both take one thread a while, the look that all of them share.
    fn site_pages(&self) -> Arc<BTreeMap<Slug, PageOrigin>> {
        let (db, beside, project) = (self.db.clone(), self.db.clone(), self.project);
        let look = move || {
            queries::theme_files(&beside, project);
            queries::favicons::favicon_files(&beside, project);
        };
        rayon::join(move || queries::site_pages(&db, project), look).0
    }

    fn begin(&mut self, scope: Scope) {
        self.output.begin(scope);
        self.is_recorded = self.is_recorded && scope == Scope::Changes;
        self.pages_written.store(0, Ordering::Relaxed);
    }

    fn write_pages(
        &mut self,
        slugs: &[&Slug],
        known: &[Option<PageFile>],
        problems: &mut Vec<Diagnostic>,
        progress: &dyn Progress,
    ) -> Vec<PageFile> {
        let trace = self.log.trace().clone();
        let _span = trace.span(Kind::Batch, &"write pages");
        let mut written = Vec::with_capacity(slugs.len());
        for (slug, outcome) in slugs.iter().zip(write::pages(&self.site(), slugs, known, progress)) {
            match outcome {
                Ok(page) => written.push(page),
                // The last good page stays.
                Err(failed) => {
                    problems.extend(failed.reason.map(|reason| self.internal_error(slug, &reason)));
                    written.extend(write::retained(&self.site(), slug));
                }
            }
        }
        written
    }

    fn finish(&mut self, mut problems: Vec<Diagnostic>, clock: &mut Clock) -> Report {
        problems.extend(self.problems());
        let pages = self.built.as_ref().map_or(0, |built| built.list.len());
        let pages_gone = self.pages_gone();
        Report { pages_gone, ..self.end(problems, pages, clock) }
    }

    fn site(&self) -> write::Site<'_> {
        write::Site {
            db: &self.db,
            project: self.project,
            output: &self.output,
            root: &self.root,
            reuse: self.reuse,
            unreadable: &self.unreadable,
            pages_written: &self.pages_written,
            preview: self.preview.as_deref(),
        }
    }

    /// API descriptions, in parallel; the navigation then finds them ready.
    fn read_descriptions(&self) {
        let files = self.project.files(&self.db).values().copied();
        let descriptions: Vec<SourceFile> =
            files.filter(|file| matches!(file.category(&self.db), FileCategory::ApiCandidate(_))).collect();
        descriptions.par_iter().for_each_with(self.db.clone(), |db, file| {
            queries::api_description(db, *file);
        });
    }

    /// The record of executed queries.
    pub fn log(&self) -> &QueryLog {
        &self.log
    }

    /// The project's folder.
    pub fn root(&self) -> &Utf8Path {
        &self.root
    }

    /// Where the output directory is inside the project, if it is.
    pub fn output_inside(&self) -> Option<&SourcePath> {
        self.output.inside_source()
    }

    /// What this process did with the store.
    pub fn store_statistics(&self) -> Statistics {
        self.db.store_statistics()
    }

    /// The output directory.
    pub fn out(&self) -> &Utf8Path {
        self.output.directory()
    }
}

/// What stored results depend on besides their keys: this very program, known by what it was compiled from (`build.rs`).
pub fn schema() -> ContentHash {
    ContentHash::of(env!("DOCS_IDENTITY").as_bytes())
}
