//! The door of the tests: a made-up project in memory, built by the real engine.
//!
//! ```text
//! let mut site = Site::new().file("index.mdx", "# Hello");
//! let built = site.build();
//! assert!(built.text("index.html").contains("Hello"));
//! ```
//!
//! [`Site::build`] again after an edit is an incremental build of the same engine;
//! [`Built::assert_clean`] compares what it left with a build from nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use docs::db::{Cancellation, Echo, QueryLog, Settings};
use docs::diagnostic::Diagnostic;
use docs::engine::check::External;
use docs::engine::{CACHE_FOLDER, CacheOptions, Engine, Options, Phase, Progress, Report, Silent};
use docs::output::journal::JOURNAL_FILE;
use docs::output::manifest::MANIFEST_FILE;
use docs::system::memory::MemorySystem;
use docs::system::{Links, System, Utf8Path};
use docs::text::SourcePath;
use serde_json::{Value, json};

use crate::html;

/// Where the sources lie in memory.
const ROOT: &str = "/site";
/// Where the output goes.
const OUT: &str = "/out";

/// A project in memory with the engine that builds it.
pub struct Site {
    system: MemorySystem,
    settings: Settings,
    jobs: usize,
    engine: Option<Engine>,
}

impl Site {
    /// A project with nothing but a minimal `docs.json` that lists `index`.
    pub fn new() -> Self {
        let site = Self { system: MemorySystem::new(), settings: Settings::default(), jobs: 2, engine: None };
        site.config(json!({
            "theme": "mint",
            "name": "Test",
            "colors": { "primary": "#166534" },
            "navigation": { "pages": ["index"] },
        }))
    }

    /// A copy of the example site.
    pub fn example() -> Self {
        let mut site = Self { system: MemorySystem::new(), ..Self::new() };
        for (path, bytes) in folder(&fixtures().join("example")) {
            site.place(&path, &bytes);
        }
        site
    }

    /// A project of these files.
    pub fn of(files: &BTreeMap<String, Vec<u8>>) -> Self {
        let mut site = Self { system: MemorySystem::new(), ..Self::new() };
        for (path, bytes) in files {
            site.place(path, bytes);
        }
        site
    }

    /// A copy of any folder on disk.
    pub fn copy_of(directory: &Path) -> Self {
        let mut site = Self { system: MemorySystem::new(), ..Self::new() };
        for (path, bytes) in folder(directory) {
            site.place(&path, &bytes);
        }
        site
    }

    /// Adds a file.
    pub fn file(mut self, path: &str, text: &str) -> Self {
        self.place(path, text.as_bytes());
        self
    }

    /// Replaces `docs.json`.
    pub fn config(self, config: Value) -> Self {
        let text = config.to_string();
        self.file("docs.json", &text)
    }

    /// Changes some keys of `docs.json`.
    pub fn with_config(mut self, keys: Value) -> Self {
        self.edit_config(|config| {
            for (key, value) in keys.as_object().expect("an object") {
                config[key] = value.clone();
            }
        });
        self
    }

    /// What the command line would say.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Number of threads.
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs;
        self
    }

    /// Directories are listed from Z to A.
    pub fn reversed(self) -> Self {
        self.system.reverse_listings();
        self
    }

    /// Writes a file, new or not.
    pub fn edit(&mut self, path: &str, text: &str) {
        self.place(path, text.as_bytes());
    }

    /// Writes a file of any bytes.
    pub fn place(&mut self, path: &str, bytes: &[u8]) {
        self.system.place_file(&format!("{ROOT}/{path}"), bytes);
    }

    /// Changes `docs.json`.
    pub fn edit_config(&mut self, change: impl FnOnce(&mut Value)) {
        let mut config: Value = serde_json::from_str(&self.source("docs.json")).expect("docs.json is JSON");
        change(&mut config);
        self.edit("docs.json", &format!("{config:#}"));
    }

    /// Deletes a file.
    pub fn remove(&mut self, path: &str) {
        self.system.remove_file(&Utf8Path::new(ROOT).join(path)).expect("a file to remove");
    }

    /// Moves a file.
    pub fn rename(&mut self, from: &str, to: &str) {
        let bytes = self.sources().remove(from).expect("a file to rename");
        self.remove(from);
        self.place(to, &bytes);
    }

    /// Deletes a file, should it exist.
    pub fn remove_if_there(&mut self, path: &str) {
        let _ = self.system.remove_file(&Utf8Path::new(ROOT).join(path));
    }

    /// Changes a file whose time of the last change stays what it was.
    pub fn swap(&mut self, path: &str, bytes: &[u8]) {
        self.system.swap_file(&format!("{ROOT}/{path}"), bytes);
    }

    /// Damages a file of the output, should it exist.
    pub fn spoil(&mut self, path: &str, bytes: &[u8]) {
        let path = format!("{OUT}/{path}");
        if self.system.metadata(Utf8Path::new(&path), Links::Keep).is_ok() {
            self.system.place_file(&path, bytes);
        }
    }

    /// Deletes a file of the output, should it exist.
    pub fn lose(&mut self, path: &str) {
        let _ = self.system.remove_file(&Utf8Path::new(OUT).join(path));
    }

    /// Deletes the output directory.
    pub fn lose_output(&mut self) {
        self.system.remove_all(OUT);
    }

    /// Deletes what is kept between processes.
    pub fn lose_cache(&mut self) {
        self.system.remove_all(&format!("{ROOT}/{CACHE_FOLDER}"));
    }

    /// The text of a source file.
    pub fn source(&self, path: &str) -> String {
        let bytes = self.sources().remove(path).unwrap_or_else(|| panic!("no source `{path}`"));
        String::from_utf8(bytes).expect("UTF-8")
    }

    /// All source files.
    pub fn sources(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.system.files_below(ROOT);
        files.retain(|path, _| !path.starts_with(".docs/") || path.starts_with(".docs/remote/"));
        files
    }

    /// Builds; after the first time, with all that the engine remembers.
    pub fn build(&mut self) -> Built {
        self.built(Course::Whole)
    }

    /// The file system that the project lies in, and its folder there.
    pub fn system(&self) -> (&MemorySystem, &'static Utf8Path) {
        (&self.system, Utf8Path::new(ROOT))
    }

    /// Builds in another process that does nothing else, as `docs build` does.
    pub fn build_once(&mut self) -> Built {
        self.forget();
        self.built(Course::Once)
    }

    /// Looks for everything that is wrong, in a process of its own, and writes no site.
    pub fn check(&mut self, external: External) -> Report {
        self.forget();
        let engine = self
            .engine
            .get_or_insert_with(|| open(&self.system, &self.settings, self.jobs, QueryLog::on(Echo::Off)));
        let report = engine.check(external, &Silent);
        assert_eq!(self.system.files_below(OUT).len(), 0, "a check writes no site");
        report
    }

    /// How often a query ran since the process began.
    pub fn ran(&self, query: &str) -> usize {
        let counts = self.engine.as_ref().map(|engine| engine.log().counts()).unwrap_or_default();
        counts.get(query).copied().unwrap_or_default()
    }

    /// Builds after a hint that these files changed, as a watcher would.
    pub fn update(&mut self, hints: &[&str]) -> Built {
        let hints: Vec<SourcePath> = hints.iter().map(|path| SourcePath::new(path)).collect();
        self.built(Course::Hints(&hints))
    }

    /// Like [`Site::update`], cancelled at a step of its progress; gives how long it went on after that.
    pub fn cancelled_update(&mut self, hints: &[&str], step: usize) -> Option<Duration> {
        let hints: Vec<SourcePath> = hints.iter().map(|path| SourcePath::new(path)).collect();
        self.cancelled(&Course::Hints(&hints), step)
    }

    /// Like [`Site::build`], cancelled at a step of its progress.
    pub fn cancelled_build(&mut self, step: usize) -> Option<Duration> {
        self.cancelled(&Course::Whole, step)
    }

    fn cancelled(&mut self, course: &Course<'_>, step: usize) -> Option<Duration> {
        let engine = self
            .engine
            .get_or_insert_with(|| open(&self.system, &self.settings, self.jobs, QueryLog::on(Echo::Off)));
        let progress = CancelAt {
            left: AtomicUsize::new(step),
            cancellation: engine.cancellation(),
            requested: OnceLock::new(),
        };
        match course {
            Course::Whole => engine.build(&progress),
            Course::Once => engine.build_once(&progress),
            Course::Hints(hints) => engine.update(hints, &progress),
        };
        engine.cancellation().withdraw();
        progress.requested.get().map(Instant::elapsed)
    }

    /// What another site answers.
    pub fn answer(&mut self, url: &str, bytes: &[u8]) {
        self.system.set_answer(url, bytes);
    }

    /// A file that may not be read any more.
    pub fn make_unreadable(&mut self, path: &str) {
        self.system.place_unreadable(&format!("{ROOT}/{path}"));
    }

    fn built(&mut self, course: Course<'_>) -> Built {
        let engine = self
            .engine
            .get_or_insert_with(|| open(&self.system, &self.settings, self.jobs, QueryLog::on(Echo::Off)));
        let changes = self.system.changes();
        let before = self.system.files_below(OUT);
        let report = match &course {
            Course::Whole => engine.build(&Silent),
            Course::Once => engine.build_once(&Silent),
            Course::Hints(hints) => engine.update(hints, &Silent),
        };
        let files = self.system.files_below(OUT);
        let for_finding =
            files.iter().filter(|(path, bytes)| is_for_finding(path) && before.get(*path) != Some(bytes));
        Built {
            for_finding: for_finding.count(),
            report,
            queries: engine.log().counts(),
            lines: engine.log().lines(),
            changes: self.system.changes() - changes,
            whole: !matches!(course, Course::Hints(_)),
            files,
            sources: self.sources(),
            history: self.system.histories(),
            settings: self.settings.clone(),
        }
    }

    /// Ends the process, so to speak: the next build knows only what is on disk.
    pub fn forget(&mut self) {
        self.engine = None;
    }
}

/// A way in which an edit is built.
pub type Way<'h> = Box<dyn Fn(&mut Site) -> Built + 'h>;

/// The ways in which an edit is built: after a hint that `files` changed, by a look at all of them, in another process.
pub fn ways<'h>(files: &'h [&'h str]) -> [Way<'h>; 3] {
    [Box::new(|site| site.update(files)), Box::new(Site::build), Box::new(Site::build_once)]
}

/// Whether a file is one by which pages are found, and follows their words: the search, lists for machines.
pub fn is_for_finding(path: &str) -> bool {
    ["_docs/search/", "_records/", "_index/", "docs-index.json", "_llms/", "llms", ".well-known/llms"]
        .iter()
        .any(|start| path.starts_with(start))
}

/// Cancels a build after so many steps.
struct CancelAt {
    left: AtomicUsize,
    cancellation: Cancellation,
    requested: OnceLock<Instant>,
}

impl CancelAt {
    fn count(&self) {
        if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err() {
            self.cancellation.request();
            self.requested.get_or_init(Instant::now);
        }
    }
}

impl Progress for CancelAt {
    fn phase(&self, _: Phase, _: usize) {
        self.count();
    }

    fn step(&self) {
        self.count();
    }
}

/// How a build learns what changed.
enum Course<'a> {
    Whole,
    Once,
    Hints(&'a [SourcePath]),
}

fn open(system: &MemorySystem, settings: &Settings, jobs: usize, log: QueryLog) -> Engine {
    let options = Options {
        settings: settings.clone(),
        jobs,
        cache: Some(CacheOptions { directory: format!("{ROOT}/{CACHE_FOLDER}").into(), limit: 1 << 30 }),
        ..Options::new(ROOT, OUT)
    };
    Engine::open(Arc::new(system.clone()), &options, log).expect("a usable output directory")
}

/// What a build left.
pub struct Built {
    pub report: Report,
    queries: BTreeMap<&'static str, usize>,
    lines: Vec<String>,
    /// Changes of the file system that the build made.
    pub changes: usize,
    files: BTreeMap<String, Vec<u8>>,
    /// Files of the search and lists of pages that are new.
    for_finding: usize,
    /// Whether the manifest may be behind, as it is between updates.
    whole: bool,
    sources: BTreeMap<String, Vec<u8>>,
    /// What git prints, by command.
    history: BTreeMap<String, Vec<u8>>,
    settings: Settings,
}

impl Built {
    /// Files that were written, those by which pages are found left out.
    pub fn written(&self) -> usize {
        self.report.written - self.for_finding
    }

    /// All files of the output directory.
    pub fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    /// A file of the output as text.
    pub fn html(&self, path: &str) -> &str {
        let bytes = self.files.get(path).unwrap_or_else(|| {
            panic!("no `{path}` in the output: {:?}", self.files.keys().collect::<Vec<_>>())
        });
        std::str::from_utf8(bytes).expect("UTF-8")
    }

    /// The path of the style sheet that all pages load: colours, fonts and the theme.
    pub fn style_path(&self) -> &str {
        let is_style = |path: &&String| path.starts_with("_docs/style-") && path.ends_with(".css");
        self.files.keys().find(is_style).expect("a style sheet")
    }

    /// That style sheet.
    pub fn style(&self) -> &str {
        self.html(self.style_path())
    }

    /// The markup of a page's body.
    pub fn body(&self, path: &str) -> &str {
        let html = self.html(path);
        let start = html.find("<div id=\"content\"").unwrap_or_else(|| panic!("no content in {html}"));
        let inner = &html[start..];
        let start = inner.find('>').map_or(0, |at| at + 1);
        let end =
            inner.find("<div class=\"page-foot\">").or_else(|| inner.find("</main>")).unwrap_or(inner.len());
        inner[start..end].trim().strip_suffix("</div>").unwrap_or(&inner[start..end]).trim()
    }

    /// The readable text of a page's body, a line per block.
    pub fn text(&self, path: &str) -> String {
        html::parse(self.body(path)).blocks().join("\n")
    }

    /// All problems.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.report.diagnostics
    }

    /// All problems as `code file:line message`.
    pub fn problems(&self) -> Vec<String> {
        let line = |diagnostic: &Diagnostic| {
            let place = diagnostic
                .location
                .as_ref()
                .map(|at| format!(" {}:{}", at.path, at.line))
                .unwrap_or_default();
            format!("{}{place} {}", diagnostic.code, diagnostic.message)
        };
        self.report.diagnostics.iter().map(line).collect()
    }

    /// Codes of all problems, each once.
    pub fn codes(&self) -> Vec<&'static str> {
        let mut codes: Vec<_> = self.report.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    /// How often each query ran.
    pub fn queries(&self) -> &BTreeMap<&'static str, usize> {
        &self.queries
    }

    /// Which queries ran, one line each.
    pub fn query_lines(&self) -> &[String] {
        &self.lines
    }

    /// Executions of queries that belong to one page.
    pub fn page_queries(&self) -> usize {
        self.queries
            .iter()
            .filter(|(name, _)| name.starts_with("page_") && **name != "page_index")
            .map(|(_, count)| count)
            .sum()
    }

    /// Executions of one query.
    pub fn query(&self, name: &str) -> usize {
        self.queries.get(name).copied().unwrap_or(0)
    }

    /// How the output and the problems differ from those of a build from nothing; `None` when they do not.
    pub fn difference_from_clean(&self) -> Option<String> {
        self.difference_from_clean_of(&self.sources)
    }

    /// The same, for sources that the engine should have seen.
    pub fn difference_from_clean_of(&self, sources: &BTreeMap<String, Vec<u8>>) -> Option<String> {
        let system = MemorySystem::new();
        for (path, bytes) in sources {
            system.place_file(&format!("{ROOT}/{path}"), bytes);
        }
        for (command, answer) in &self.history {
            system.set_history(command, answer);
        }
        let report = open(&system, &self.settings, 2, QueryLog::off()).build(&Silent);
        let mut clean = system.files_below(OUT);
        let mut ours = self.files.clone();
        if !self.whole {
            // An update is one of many: its manifest and journal are settled by the next whole build.
            for files in [&mut clean, &mut ours] {
                files.remove(MANIFEST_FILE);
                files.remove(JOURNAL_FILE);
            }
        }
        let mut differences = compare(&ours, &clean);
        if report.pages != self.report.pages {
            differences.push(format!("{} pages, clean {}", self.report.pages, report.pages));
        }
        // What is wrong with the cache is not about the sources.
        let of_sources = |problems: &[Diagnostic]| -> Vec<Diagnostic> {
            problems.iter().filter(|problem| !problem.code.starts_with("cache-")).cloned().collect()
        };
        let (ours, theirs) = (of_sources(&self.report.diagnostics), of_sources(&report.diagnostics));
        if ours != theirs {
            for one in ours.iter().filter(|one| !theirs.contains(one)) {
                differences.push(format!("problem only in the incremental build: {one:?}"));
            }
            for one in theirs.iter().filter(|one| !ours.contains(one)) {
                differences.push(format!("problem only in the clean build: {one:?}"));
            }
            if differences.is_empty() {
                differences.push("the same problems in another order".to_owned());
            }
        }
        (!differences.is_empty()).then(|| differences.join("\n"))
    }

    /// The output directory and the problems equal those of a build in a fresh engine and a fresh
    /// directory: every byte of every file, the manifest's too.
    #[track_caller]
    pub fn assert_clean(&self) {
        if let Some(difference) = self.difference_from_clean() {
            panic!("the incremental build is not the clean build:\n{difference}");
        }
    }

    /// No problem of any kind.
    #[track_caller]
    pub fn assert_no_problems(&self) {
        assert!(self.diagnostics().is_empty(), "{:#?}", self.problems());
    }
}

/// The differences of two directories in words.
pub fn compare(ours: &BTreeMap<String, Vec<u8>>, theirs: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let mut differences = Vec::new();
    for path in ours.keys().filter(|path| !theirs.contains_key(*path)) {
        differences.push(format!("`{path}` should not be there"));
    }
    for (path, bytes) in theirs {
        match ours.get(path) {
            None => differences.push(format!("`{path}` is missing")),
            Some(other) if other != bytes => {
                let at = other.iter().zip(bytes).take_while(|(a, b)| a == b).count();
                let around = |bytes: &[u8]| {
                    let part = &bytes[at.saturating_sub(60).min(bytes.len())..(at + 100).min(bytes.len())];
                    String::from_utf8_lossy(part).into_owned()
                };
                differences.push(format!(
                    "`{path}` differs at byte {at}:\n  is    {:?}\n  clean {:?}",
                    around(other),
                    around(bytes)
                ));
            }
            Some(_) => {}
        }
    }
    differences
}

/// The folder of fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// Every file below a folder of the disk, by path with `/`.
pub fn folder(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        let entries =
            std::fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
        for entry in entries {
            let path = entry.expect("a directory entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name =
                    path.strip_prefix(root).expect("below the root").to_str().expect("UTF-8").to_owned();
                files.insert(name, std::fs::read(&path).expect("a readable file"));
            }
        }
    }
    files
}

/// Compares with a golden file; `DOCS_UPDATE=1 cargo test` writes it instead.
#[track_caller]
pub fn assert_golden(path: &Path, actual: &str) {
    let actual = format!("{}\n", actual.trim_end());
    if std::env::var("DOCS_UPDATE").is_ok_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the golden file");
        std::fs::write(path, &actual).expect("the golden file is written");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(
        actual,
        expected,
        "{} is not as expected; if it should be, `DOCS_UPDATE=1 cargo test`",
        path.display()
    );
}
