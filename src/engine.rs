//! One project being built: scan the sources, tell the database what changed, write what differs.
//!
//! The scan is the truth: every build begins with one, and a file that changes while a build runs makes
//! the build begin again. Work inside a revision is spread over threads here, outside the queries.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use crate::db::{Change, Database, Project, QueryLog, Settings};
use crate::diagnostic::{Diagnostic, Severity};
use crate::hash::ContentHash;
use crate::html::template::render_redirect_stub;
use crate::output::{ForeignFiles, Output, Scope, WantedFile};
use crate::queries::{self, PageKey, PageOrigin};
use crate::source::category::{FileCategory, category};
use crate::source::collision::collisions;
use crate::source::ignore_rules::{IGNORE_FILE, IgnoreRules, PathKind};
use crate::system::walk::{WalkOptions, hash_files, walk};
use crate::system::{FileKind, System, Utf8Path, Utf8PathBuf};
use crate::text::{OutPath, Slug, SourcePath, SourceText};

/// Pages that are rendered before values kept for a while are let go.
const BATCH: usize = 512;
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
}

impl Engine {
    /// Opens a project and its output directory; nothing is read or written yet.
    pub fn open(system: Arc<dyn System>, options: &Options, log: QueryLog) -> Result<Self, Diagnostic> {
        let output = Output::open(system.clone(), &options.out, &options.root, ForeignFiles::Keep)?;
        let db = Database::new(system.clone(), options.root.clone(), log.clone());
        let project = db.project(options.settings.clone());
        let pool = match options.jobs {
            0 => None,
            jobs => rayon::ThreadPoolBuilder::new().num_threads(jobs).build().ok(),
        };
        Ok(Self { system, root: options.root.clone(), db, project, log, output, pool, reuse: options.reuse, scanned: Vec::new() })
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
        let mut clock = Clock { system: self.system.clone(), phases: Vec::new(), last: self.system.monotonic() };
        progress.phase(Phase::Scan, 0);
        self.scan();
        clock.lap(Phase::Scan);
        let mut report = match self.pool.take() {
            Some(pool) => {
                let report = pool.install(|| self.render_all(progress, &mut clock));
                self.pool = Some(pool);
                report
            }
            None => self.render_all(progress, &mut clock),
        };
        report.phases = clock.phases;
        report
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
        let wanted: Vec<_> =
            walked.files.into_iter().filter(|file| category(&file.path) != FileCategory::Unpublished).collect();
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
            let same = known.get(&path).is_some_and(|file| file.hash(&self.db) == hash && file.category(&self.db) == category);
            if !same {
                changes.push(Change::Present { path, category, hash });
            }
        }
        self.log.begin(&describe(&changes));
        if !changes.is_empty() {
            self.db.apply(self.project, changes);
        }
    }

    fn render_all(&mut self, progress: &dyn Progress, clock: &mut Clock) -> Report {
        self.read_heads(progress);
        let pages = queries::site_pages(&self.db, self.project);
        clock.lap(Phase::Read);
        self.output.begin(Scope::Whole);
        let mut problems = std::mem::take(&mut self.scanned);
        self.scanned = problems.clone();
        progress.phase(Phase::Render, pages.len());
        let list: Vec<(&Slug, &PageOrigin)> = pages.iter().collect();
        for batch in list.chunks(BATCH) {
            problems.extend(self.render_batch(batch, progress));
            self.db.evict();
        }
        clock.lap(Phase::Render);
        progress.phase(Phase::Copy, 0);
        self.write_rest(&pages);
        clock.lap(Phase::Copy);
        progress.phase(Phase::Check, 0);
        for (slug, _) in &list {
            let page = PageKey::new(&self.db, (*slug).clone());
            problems.extend(queries::page_body(&self.db, self.project, page).facts.diagnostics.iter().cloned());
        }
        problems.extend(queries::site_problems(&self.db, self.project));
        clock.lap(Phase::Check);
        let summary = self.output.finish();
        problems.extend(summary.diagnostics);
        problems.sort_by(|a, b| (&a.location, a.code, &a.message).cmp(&(&b.location, b.code, &b.message)));
        problems.dedup();
        Report {
            pages: pages.len(),
            written: summary.written,
            unchanged: summary.unchanged,
            deleted: summary.deleted,
            diagnostics: problems,
            ..Report::default()
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

    fn render_batch(&self, batch: &[(&Slug, &PageOrigin)], progress: &dyn Progress) -> Vec<Diagnostic> {
        let addresses = &self.project.settings(&self.db).addresses;
        let (project, output, reuse) = (self.project, &self.output, self.reuse);
        let render = |db: &mut Database, (slug, origin): &(&Slug, &PageOrigin)| {
            let path = match origin {
                PageOrigin::File(file) => file.path(db).clone(),
                PageOrigin::Generated(page) => page.source.clone(),
            };
            let rendered = catch_unwind(AssertUnwindSafe(|| {
                let page = PageKey::new(db, (*slug).clone());
                let key = queries::page_key(db, project, page);
                let file = WantedFile { path: addresses.page_file(slug), key, origin: Some(path.clone()) };
                if reuse == Reuse::On && output.is_current(&file.path, key) {
                    output.keep(&file);
                } else {
                    let html = queries::page_html(db, project, page);
                    output.write(&file, html.text.as_bytes());
                }
            }));
            progress.step();
            // One page's failure costs one page.
            rendered.err().map(|_| {
                Diagnostic::error("internal-error", format!("`{path}` could not be rendered: this is a mistake in docs itself"))
                    .in_file(&path)
                    .hint("please report it with this page")
            })
        };
        batch.par_iter().with_min_len(4).map_with(self.db.clone(), render).flatten().collect()
    }

    /// Everything that is not a page: copied files, theme, redirects, the 404 page, the sitemap.
    fn write_rest(&self, pages: &BTreeMap<Slug, PageOrigin>) {
        let db = &self.db;
        let files = self.project.files(db);
        let addresses = &self.project.settings(db).addresses;
        let copied: Vec<(SourcePath, ContentHash)> = queries::published_files(db, self.project)
            .iter()
            .filter_map(|path| Some((path.clone(), files.get(path)?.hash(db))))
            .collect();
        let (output, root, reuse) = (&self.output, &self.root, self.reuse);
        copied.par_iter().with_min_len(8).for_each(|(path, hash)| {
            let file = WantedFile { path: OutPath::new(path.as_str()), key: *hash, origin: Some(path.clone()) };
            if reuse == Reuse::On && output.is_current(&file.path, *hash) {
                output.keep(&file);
            } else {
                output.copy(&file, &root.join(path.as_str()), *hash);
            }
        });
        let own = |name: &str| files.contains_key(name) && queries::published_files(db, self.project).contains(name);
        let write = |path: &str, text: &str| {
            let key = ContentHash::of(text.as_bytes());
            let file = WantedFile { path: OutPath::new(path), key, origin: None };
            if reuse == Reuse::On && self.output.is_current(&file.path, key) {
                self.output.keep(&file);
            } else {
                self.output.write(&file, text.as_bytes());
            }
        };
        let theme = queries::theme_files(db, self.project);
        write(&theme.style.0, &theme.style.1);
        write(&theme.script.0, &theme.script.1);
        let taken: std::collections::BTreeSet<OutPath> = pages.keys().map(|slug| addresses.page_file(slug)).collect();
        for (slug, target) in queries::redirect_stubs(db, self.project).iter() {
            let path = addresses.page_file(slug);
            if !taken.contains(&path) && !own(path.as_str()) {
                write(path.as_str(), &render_redirect_stub(target));
            }
        }
        if !own("404.html") {
            write("404.html", &queries::not_found(db, self.project));
        }
        for file in queries::sitemap(db, self.project).iter() {
            if !own(&file.name) {
                write(&file.name, &file.text);
            }
        }
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
