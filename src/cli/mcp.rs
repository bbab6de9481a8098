//! `docs mcp`: messages from standard input to `mcp`, and answers to standard output. Everything else is told on the
//! other channel.
//!
//! Of a project a site is built into a folder of the cache, and brought up to date before a question to it.

use std::io::BufRead;
use std::rc::Rc;
use std::sync::Arc;

use super::arguments::{BuildArguments, CachePlace, McpArguments};
use super::{Exit, build, complain, print};
use crate::db::QueryLog;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Course, Engine, Silent};
use crate::mcp::{Library, answer};
use crate::output::manifest::MANIFEST_FILE;
use crate::system::{Links, System, Utf8Path, Utf8PathBuf};

/// Below the cache: the site that questions are about.
const ANSWERED: &str = "mcp";

/// Serves until standard input ends.
pub fn run(system: Arc<dyn System>, arguments: &McpArguments) -> Exit {
    let mut served = match Served::open(&system, arguments) {
        Ok(served) => served,
        Err(problem) => {
            complain(&crate::diagnostic::render::render(&problem, build::color(&*system)));
            return Exit::Problems;
        }
    };
    for line in std::io::stdin().lock().lines() {
        // Who asks is gone, or speaks no UTF-8.
        let Ok(line) = line else { break };
        if line.trim().is_empty() {
            continue;
        }
        if is_question(&line)
            && let Err(problem) = served.refresh(&system)
        {
            complain(&format!("error: {problem}\n"));
        }
        if let Some(answer) = answer(&served.library, &line) {
            print(&format!("{answer}\n"));
        }
    }
    Exit::Built
}

/// Whether a message is about the site.
fn is_question(line: &str) -> bool {
    ["\"tools/call\"", "\"resources/"].iter().any(|method| line.contains(method))
}

/// A site, and the project that it is built from.
struct Served {
    engine: Option<Engine>,
    folder: Utf8PathBuf,
    library: Library,
}

impl Served {
    fn open(system: &Arc<dyn System>, arguments: &McpArguments) -> Result<Self, Diagnostic> {
        let unusable = |problem: String| Diagnostic::error("no-search-index", problem);
        if let Some(dir) = arguments.dir.as_ref().map(Utf8PathBuf::from)
            && system.metadata(&dir.join(MANIFEST_FILE), Links::Follow).is_ok()
        {
            let library = library(system, &dir).map_err(unusable)?;
            return Ok(Self { engine: None, folder: dir, library });
        }
        let cache = CachePlace { dir: arguments.cache_dir.clone(), ..CachePlace::default() };
        let as_built = BuildArguments { dir: arguments.dir.clone(), cache, ..BuildArguments::default() };
        let mut options = build::options(&**system, &as_built)?;
        options.out = match &options.cache {
            Some(cache) => cache.directory.join(ANSWERED),
            None => options.root.join(".docs").join(ANSWERED),
        };
        let mut engine = Engine::open(system.clone(), &options, QueryLog::off())?;
        let report = engine.build(&Silent);
        let (pages, errors) = (report.pages, report.count(Severity::Error));
        complain(&format!("docs mcp: {pages} pages, {}\n", build::count(errors, "error")));
        let folder = engine.out().to_owned();
        let library = library(system, &folder).map_err(unusable)?;
        Ok(Self { engine: Some(engine), folder, library })
    }

    /// Brings the site up to date.
    fn refresh(&mut self, system: &Arc<dyn System>) -> Result<(), String> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        let report = engine.build(&Silent);
        if report.course != Course::Finished || report.written + report.deleted == 0 {
            return Ok(());
        }
        self.library = library(system, &self.folder)?;
        Ok(())
    }
}

fn library(system: &Arc<dyn System>, folder: &Utf8Path) -> Result<Library, String> {
    let (system, folder) = (system.clone(), folder.to_owned());
    Library::open(Rc::new(move |path| system.read(&folder.join(path)).ok()))
}
