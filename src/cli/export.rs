//! `docs export --offline`: a build into a folder of the cache, and each of its files as one that opens from a disk.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use super::arguments::{BuildArguments, Detail, ExportArguments};
use super::progress::Bar;
use super::{Exit, build, complain};
use crate::db::{QueryLog, ThirdParties};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Engine, Report};
use crate::hash::{ContentHash, KeyHasher};
use crate::offline::{Offline, archive};
use crate::output::journal::JOURNAL_FILE;
use crate::output::manifest::MANIFEST_FILE;
use crate::output::{ForeignFiles, Output, Scope, Summary, WantedFile};
use crate::system::{EntryName, FileKind, System, SystemError, Utf8Path, Utf8PathBuf};
use crate::text::OutPath;

/// Below the cache: the site as it would be served.
const SERVED: &str = "offline";

/// Exports and tells about it.
pub fn run(system: Arc<dyn System>, arguments: &ExportArguments) -> Exit {
    let color = build::color(&*system);
    let as_built = BuildArguments::at(arguments.dir.as_deref(), arguments.cache_dir.as_deref());
    let refuse = |problem: &Diagnostic| build::refuse(problem, color, &as_built);
    let mut options = match build::options(&*system, &as_built) {
        Ok(options) => options,
        Err(problem) => return refuse(&problem),
    };
    let out = Utf8PathBuf::from(arguments.out.as_deref().unwrap_or("offline"));
    // Before anything is built: a folder that holds something else stays as it is.
    let output = match Output::open(system.clone(), &out, &options.root, ForeignFiles::Keep) {
        Ok(output) => output,
        Err(problem) => return refuse(&problem),
    };
    options.settings.third_parties = ThirdParties::LeftOut;
    options.out = match &options.cache {
        Some(cache) => cache.directory.join(SERVED),
        None => options.root.join(".docs").join(SERVED),
    };
    let mut engine = match Engine::open(system.clone(), &options, QueryLog::off()) {
        Ok(engine) => engine,
        Err(problem) => return refuse(&problem),
    };
    let bar = Bar::new(arguments.detail);
    let report = engine.build(&bar);
    bar.clear();
    let mut problems = report.diagnostics.clone();
    let summary = match export(&*system, engine.out(), &output) {
        Ok(summary) => summary,
        Err(problem) => return refuse(&problem),
    };
    problems.extend(summary.diagnostics);
    if let Some(file) = &arguments.zip
        && let Err(error) = pack(&*system, output.directory(), Utf8Path::new(file))
    {
        let message = format!("the ZIP file `{file}` was not written: {error}");
        problems.push(Diagnostic::error("output-write-failed", message).hint("name another file"));
    }
    complain(&build::problems_in(&problems, color, arguments.detail));
    let told = Report {
        pages: report.pages,
        written: summary.written,
        unchanged: summary.unchanged,
        diagnostics: problems,
        elapsed: report.elapsed,
        ..Report::default()
    };
    if arguments.detail != Detail::Quiet {
        complain(&build::summary(&told, &format!("{}/index.html", output.directory())));
    }
    if arguments.detail == Detail::Verbose {
        complain(&build::times(&report));
    }
    std::mem::forget(engine);
    if told.count(Severity::Error) > 0 { Exit::Problems } else { Exit::Built }
}

/// Every file of a built site, as it opens from a disk.
fn export(system: &dyn System, served: &Utf8Path, output: &Output) -> Result<Summary, Diagnostic> {
    let unreadable = |error: SystemError| {
        Diagnostic::error("unreadable-file", format!("the built site cannot be read: {error}"))
    };
    let mut files = BTreeSet::new();
    list(system, served, "", &mut files).map_err(unreadable)?;
    let offline = Offline::new(&files);
    output.begin(Scope::Whole);
    let (name, bytes) = offline.script();
    output
        .write(&WantedFile { path: OutPath::new(&name), key: ContentHash::of(&bytes), origin: None }, &bytes);
    // What pages load is there before them.
    let (pages, others): (Vec<&String>, Vec<&String>) =
        files.iter().partition(|file| file.ends_with(".html"));
    for files in [others, pages] {
        let write = |file: &&String| {
            let bytes = system.read(&served.join(file.as_str()))?;
            let content = ContentHash::of(&bytes);
            let wanted = |name: &str| {
                let mut key = KeyHasher::new("offline file");
                key.part(content.as_bytes()).part(offline.key().as_bytes()).part(name.as_bytes());
                WantedFile { path: OutPath::new(name), key: key.finish(), origin: None }
            };
            let names: Vec<WantedFile> = offline.names(file).iter().map(|name| wanted(name)).collect();
            if names.iter().all(|file| output.is_current(&file.path, file.key)) {
                names.iter().for_each(|file| {
                    output.keep(file);
                });
            } else {
                for (name, bytes) in offline.convert(file, bytes) {
                    output.write(&wanted(&name), &bytes);
                }
            }
            Ok(())
        };
        files.par_iter().try_for_each(write).map_err(unreadable)?;
    }
    Ok(output.finish())
}

/// Puts all files of a folder into one.
fn pack(system: &dyn System, folder: &Utf8Path, file: &Utf8Path) -> Result<(), SystemError> {
    let mut names = BTreeSet::new();
    list(system, folder, "", &mut names)?;
    let files = names.into_iter().map(|name| {
        let bytes = system.read(&folder.join(&name))?;
        Ok((name, bytes))
    });
    let packed = archive(files, |error| SystemError::from_io(&error, "pack", file))?;
    system.write_through(file, &packed)
}

/// The names of all files in a folder.
pub(super) fn list(
    system: &dyn System,
    root: &Utf8Path,
    folder: &str,
    files: &mut BTreeSet<String>,
) -> Result<(), SystemError> {
    for entry in system.read_dir(&root.join(folder))? {
        // A build writes no other names.
        let EntryName::Text(name) = entry.name else { continue };
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        match entry.kind {
            FileKind::Directory => list(system, root, &path, files)?,
            _ if path == MANIFEST_FILE || path == JOURNAL_FILE => {}
            _ => {
                files.insert(path);
            }
        }
    }
    Ok(())
}
