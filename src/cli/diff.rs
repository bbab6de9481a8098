//! `docs diff`: the site as it is, and as it was at a commit, side by side.
//!
//! The earlier state is the disk with the files of the commit over it where they differ, so that nothing is checked out
//! and git is asked for no more than was changed since. Of both states only keys are made, and the words of pages whose
//! keys differ; nothing is written but what is remembered.

use std::sync::Arc;

use super::arguments::{BuildArguments, Detail, DiffArguments, DiffSwitch};
use super::progress::Bar;
use super::{Exit, build, complain, print};
use crate::compare::told::{Names, as_json, as_markdown, plainly};
use crate::compare::view::page;
use crate::compare::{PageChange, State, compare, differing};
use crate::db::QueryLog;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Engine, Options};
use crate::source::earlier;
use crate::system::overlay::Overlay;
use crate::system::{System, SystemError, Utf8Path};
use crate::text::SourcePath;

/// Looks at both states and tells what is different.
pub fn run(system: Arc<dyn System>, arguments: &DiffArguments) -> Exit {
    let color = build::color(&*system);
    let as_built = BuildArguments::at(arguments.dir.as_deref(), arguments.cache_dir.as_deref());
    let refuse = |problem: &Diagnostic| build::refuse(problem, color, &as_built);
    let mut options = match build::options(&*system, &as_built) {
        Ok(options) => options,
        Err(problem) => return refuse(&problem),
    };
    if let Ok(root) = system.canonicalize(&options.root) {
        options.root = root;
    }
    let asked = arguments.since.as_deref().unwrap_or("HEAD");
    let (commit, old) = match earlier_state(&system, &options.root, asked) {
        Ok(found) => found,
        Err(problem) => return refuse(&problem),
    };
    let sides = Side::look(old, &options, arguments.detail)
        .and_then(|before| Ok((before, Side::look(system.clone(), &options, arguments.detail)?)));
    let (mut before, mut after) = match sides {
        Ok(sides) => sides,
        Err(problem) => return refuse(&problem),
    };
    before.read(&after.state);
    after.read(&before.state);
    let is_left = |address: &&String| !after.state.pages.contains_key(*address);
    let left = before.state.pages.keys().filter(is_left);
    after.state.redirects = left.filter(|address| after.engine.leads_on(address)).cloned().collect();
    let comparison = compare(&before.state, &after.state);
    let names = Names { asked, commit: &commit, preview: arguments.preview.as_deref() };
    let files = [
        arguments.html.as_ref().map(|path| (path, page(&comparison, &names).into_string())),
        arguments.markdown.as_ref().map(|path| (path, as_markdown(&comparison, &names))),
    ];
    for (path, text) in files.into_iter().flatten() {
        if let Err(error) = system.write_through(Utf8Path::new(path), text.as_bytes()) {
            complain(&format!("error: {error}\n"));
            return Exit::Problems;
        }
    }
    if arguments.has(DiffSwitch::Json) {
        print(&format!("{:#}\n", as_json(&comparison, &names)));
    } else if arguments.detail != Detail::Quiet {
        print(&plainly(&comparison, &names));
    }
    let is_wrong = comparison.pages.iter().any(PageChange::is_lost) || !comparison.new_problems.is_empty();
    if arguments.has(DiffSwitch::Strict) && is_wrong { Exit::Problems } else { Exit::Built }
}

/// The commit that is compared with, and a system that has its files.
fn earlier_state(
    system: &Arc<dyn System>,
    root: &Utf8Path,
    asked: &str,
) -> Result<(String, Arc<dyn System>), Diagnostic> {
    let git = |arguments: &[&str]| system.git(root, arguments);
    let name = earlier::commit_arguments(asked);
    let name: Vec<&str> = name.iter().map(String::as_str).collect();
    if git(&["rev-parse", "--git-dir"]).is_err() {
        return Err(Diagnostic::error("unknown-commit", format!("`{root}` is in no repository of git"))
            .hint("a site is compared with an earlier commit of it: run it in a clone"));
    }
    let named = git(&name).ok().and_then(|answer| earlier::read_commit(&answer)).ok_or_else(|| {
        Diagnostic::error("unknown-commit", format!("git knows no commit `{asked}` in `{root}`"))
            .hint("name a commit, branch or tag that this clone has (in a CI service, fetch it first); a folder comes second, as in `docs diff HEAD docs`")
    })?;
    // What came to the other branch since is no difference of this one.
    let base = git(&earlier::base_arguments(&named)).ok().and_then(|answer| earlier::read_commit(&answer));
    let commit = base.unwrap_or(named);
    let failed = |error: SystemError| {
        Diagnostic::error("unknown-commit", format!("the files of `{asked}` cannot be read: {error}"))
            .hint("a clone that has commits without their files (`--filter`) needs these, too")
    };
    let changed = earlier::read_changed(&git(&earlier::changed_arguments(&commit)).map_err(failed)?);
    let others = earlier::read_others(&git(earlier::OTHERS_ARGUMENTS).map_err(failed)?);
    let sizes = earlier::read_sizes(&git(&earlier::sizes_arguments(&commit)).map_err(failed)?);
    let overlay = Overlay::new(system.clone());
    others.iter().for_each(|path| overlay.hide(&root.join(path.as_str())));
    let mut known: Vec<(&SourcePath, String, usize)> = Vec::new();
    for (path, blob) in &changed {
        match blob.as_ref().and_then(|blob| Some((blob.clone(), *sizes.get(blob)?))) {
            Some((blob, size)) => known.push((path, blob, size)),
            None => overlay.hide(&root.join(path.as_str())),
        }
    }
    for files in known.chunks(earlier::MOST_BLOBS) {
        let blobs: Vec<String> = files.iter().map(|(_, blob, _)| blob.clone()).collect();
        let sizes: Vec<usize> = files.iter().map(|(.., size)| *size).collect();
        let answer = git(&earlier::blobs_arguments(&blobs)).map_err(failed)?;
        let bytes = earlier::read_blobs(&answer, &sizes).ok_or_else(|| {
            failed(SystemError::new(std::io::ErrorKind::InvalidData, "cut what git printed in", root))
        })?;
        for ((path, ..), bytes) in files.iter().zip(bytes) {
            overlay.put(&root.join(path.as_str()), bytes.to_vec());
        }
    }
    Ok((commit, Arc::new(overlay)))
}

/// A state of the site, and who knows more of it.
struct Side {
    engine: Engine,
    state: State,
}

impl Side {
    fn look(system: Arc<dyn System>, options: &Options, detail: Detail) -> Result<Self, Diagnostic> {
        let mut engine = build::open_to_look(system, options, QueryLog::off())?;
        let bar = Bar::new(detail);
        let mut state = engine.overview(&bar);
        bar.clear();
        state.problems.retain(|problem| problem.severity != Severity::Note);
        Ok(Self { engine, state })
    }

    /// The words of pages that differ from those of the other side.
    fn read(&mut self, other: &State) {
        self.state.texts = self.engine.texts(&differing(&self.state, other));
    }
}
