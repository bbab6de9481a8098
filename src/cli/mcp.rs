//! `docs mcp`: messages from standard input to `mcp`, and answers to standard output; or both over HTTP. Everything else
//! is told on the other channel.
//!
//! Of a project a site is built into a folder of the cache, and brought up to date before a question to it.

use std::io::BufRead;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use super::arguments::{BuildArguments, Http, McpArguments};
use super::{Exit, build, complain, print};
use crate::db::QueryLog;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Course, Engine, Silent};
use crate::mcp::{Library, answer};
use crate::output::manifest::MANIFEST_FILE;
use crate::serve::mcp::{PATH, message, reply};
use crate::serve::{Reach, Terms, http};
use crate::system::{Links, System, Utf8Path, Utf8PathBuf};

/// Below the cache: the site that questions are about.
const ANSWERED: &str = "mcp";

/// Serves until standard input ends, or over HTTP until it is ended.
pub fn run(system: Arc<dyn System>, arguments: &McpArguments) -> Exit {
    let mut served = match Served::open(&system, arguments) {
        Ok(served) => served,
        Err(problem) => {
            complain(&crate::diagnostic::render::render(&problem, build::color(&*system)));
            return Exit::Problems;
        }
    };
    if let Some(http) = &arguments.http {
        return listen(&system, &mut served, http);
    }
    for line in std::io::stdin().lock().lines() {
        // Who asks is gone, or speaks no UTF-8.
        let Ok(line) = line else { break };
        if line.trim().is_empty() {
            continue;
        }
        if let Some(answer) = served.answer(&system, &line) {
            print(&format!("{answer}\n"));
        }
    }
    Exit::Built
}

/// Answers over HTTP. The site is asked on this thread: it is one for all, and so are the steps of bringing it up to date.
fn listen(system: &Arc<dyn System>, served: &mut Served, place: &Http) -> Exit {
    let reach = match place.host {
        Some(address) if !address.is_loopback() => Reach::Network,
        _ => Reach::Loopback,
    };
    let terms = Terms { names: place.names.clone(), reach, ..Terms::default() };
    let (asking, asked) = channel::<(String, Sender<Option<String>>)>();
    let service = move |request: crate::serve::Request, body: Vec<u8>| {
        let text = match message(&request, body, &terms) {
            Ok(text) => text,
            Err(answer) => return answer,
        };
        let (telling, told) = channel();
        // Nobody is there any more when the process ends.
        let answer = asking.send((text, telling)).ok().and_then(|()| told.recv().ok()).flatten();
        reply(&request, answer)
    };
    let listening = http::listen(place.host, place.port).and_then(|listening| {
        let port = listening.port;
        http::serve_calls(listening, Arc::new(service)).map(|()| port)
    });
    let port = match listening {
        Ok(port) => port,
        Err(error) => {
            complain(&format!("error: cannot listen at port {}: {error}\n", place.port));
            return Exit::Problems;
        }
    };
    let name = match place.host {
        Some(address) if !address.is_unspecified() && address.is_ipv6() => format!("[{address}]"),
        Some(address) if !address.is_unspecified() => address.to_string(),
        _ => "localhost".to_owned(),
    };
    complain(&format!("Serving at http://{name}:{port}{PATH} (Ctrl-C ends it)\n"));
    for (text, telling) in asked {
        let _ = telling.send(served.answer(system, &text));
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
        let as_built = BuildArguments::at(arguments.dir.as_deref(), arguments.cache_dir.as_deref());
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

    /// What the site, as its files are now, says to a message.
    fn answer(&mut self, system: &Arc<dyn System>, message: &str) -> Option<String> {
        if is_question(message)
            && let Err(problem) = self.refresh(system)
        {
            complain(&format!("error: {problem}\n"));
        }
        answer(&self.library, message)
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
