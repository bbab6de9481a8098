//! What can go wrong with the output directory, in words.
//!
//! A full disk fails every file that follows: after such a failure the rest is counted, not told one by one.

use std::io::ErrorKind;

use super::WantedFile;
use super::journal::JOURNAL_FILE;
use super::ledger::Taken;
use super::manifest::MANIFEST_FILE;
use crate::diagnostic::Diagnostic;
use crate::system::{FileKind, SystemError, Utf8Path, is_temporary};
use crate::text::OutPath;

/// So many failures are told one by one.
const TOLD: usize = 20;

/// One thing that went wrong.
#[derive(Debug)]
pub struct Problem {
    diagnostic: Diagnostic,
    effect: Effect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// The file is not wanted as it is; the rest of the build is sound.
    Refused,
    /// The disk refused.
    Failed(Reach),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// This file; others may succeed.
    ThisFile,
    /// Trying further files is in vain.
    Everything,
}

impl Effect {
    fn of(error: &SystemError) -> Self {
        Self::Failed(match error.kind {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::ReadOnlyFilesystem => {
                Reach::Everything
            }
            _ => Reach::ThisFile,
        })
    }
}

impl From<Diagnostic> for Problem {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, effect: Effect::Failed(Reach::ThisFile) }
    }
}

/// What went wrong in one build.
#[derive(Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    untold: usize,
    stopped: bool,
}

impl Problems {
    /// Notes a problem. Once the disk refuses everything, further refusals are only counted.
    pub fn add(&mut self, problem: Problem) {
        let Effect::Failed(effect) = problem.effect else {
            self.list.push(problem);
            return;
        };
        if self.stopped {
            self.untold += 1;
            return;
        }
        self.stopped = effect == Reach::Everything;
        self.list.push(problem);
    }

    /// Notes a file that was not tried.
    pub fn count_failure(&mut self) {
        self.untold += 1;
    }

    /// Whether trying further files is in vain.
    pub fn stops(&self) -> bool {
        self.stopped
    }

    /// Whether any wanted file could not be written.
    pub fn any_failed(&self) -> bool {
        self.untold > 0 || self.list.iter().any(|problem| problem.effect != Effect::Refused)
    }

    /// The diagnostics, sorted: what the disk refused, then the rest.
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.list.sort_by(|a, b| a.diagnostic.message.cmp(&b.diagnostic.message));
        let is_by_disk = |problem: &Problem| problem.effect != Effect::Refused;
        let (mut told, refused): (Vec<Problem>, Vec<Problem>) = self.list.into_iter().partition(is_by_disk);
        let untold = self.untold + told.len().saturating_sub(TOLD);
        told.truncate(TOLD);
        // One sentence with its cause: by itself it would stand anywhere among the problems of pages.
        if let (Some(last), 1..) = (told.last_mut(), untold) {
            let files = if untold == 1 { "file" } else { "files" };
            let more =
                format!("; {untold} more {files} of the output could not be written for the same reason");
            last.diagnostic.message.push_str(&more);
        }
        told.into_iter().chain(refused).map(|problem| problem.diagnostic).collect()
    }
}

/// The disk refused a file.
pub fn write_failed(file: &WantedFile, error: &SystemError) -> Problem {
    let message = format!("`{}` could not be written: {error}", file.path.as_str());
    let hint = match error.kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room on the disk and build again",
        _ => "check that the output directory may be written to, and build again",
    };
    Problem {
        diagnostic: located(Diagnostic::error("output-write-failed", message), file).hint(hint),
        effect: Effect::of(error),
    }
}

/// The disk refused a deletion.
pub fn delete_failed(path: &OutPath, error: &SystemError) -> Problem {
    let message = format!("`{}` is no longer wanted but could not be deleted: {error}", path.as_str());
    let diagnostic =
        Diagnostic::error("output-delete-failed", message).hint("delete it by hand and build again");
    Problem { diagnostic, effect: Effect::of(error) }
}

/// The directory cannot be marked as being changed, so nothing in it is.
pub fn unmarked(directory: &Utf8Path, error: &SystemError) -> Problem {
    let message = format!("the output directory `{directory}` cannot be written to: {error}");
    let hint = match error.kind {
        ErrorKind::ResourceBusy => "wait until the other build ends, or name another folder with `--out`",
        _ => "make room on the disk, or check that you may write there, and build again",
    };
    let diagnostic = Diagnostic::error("output-write-failed", message).hint(hint);
    Problem { diagnostic, effect: Effect::Failed(Reach::Everything) }
}

/// Another process is building here, so this one does not begin (reliability B6).
pub fn occupied(directory: &Utf8Path, process: u32) -> Diagnostic {
    let who =
        if process == 0 { "another process".to_owned() } else { format!("another process ({process})") };
    let message = format!("{who} is building in the output directory `{directory}`");
    Diagnostic::error("output-in-use", message)
        .hint("wait until the other build ends, or name another folder with `--out`")
}

/// Another process built here while this build ran.
pub fn overtaken(directory: &Utf8Path) -> Problem {
    let message = format!("another process built the output directory `{directory}` while this build ran");
    let diagnostic = Diagnostic::error("output-write-failed", message).hint("build again");
    Problem { diagnostic, effect: Effect::Failed(Reach::Everything) }
}

/// The manifest or the journal cannot be read.
pub fn unusable(name: &str, error: &SystemError) -> Diagnostic {
    Diagnostic::error("output-unusable", format!("`{name}` of the output directory cannot be used: {error}"))
        .hint("check that the output directory may be read and written")
}

/// Something that is not ours stands in the way.
pub fn blocked(file: &WantedFile, at: &str, kind: FileKind) -> Problem {
    let what = match kind {
        FileKind::File => "a file",
        FileKind::Directory => "a directory",
        FileKind::Link => "a symbolic link",
        FileKind::Special => "something else",
    };
    let message = format!(
        "`{}` was not written: {what} that no build of this program made, or that this build also wants, is at `{at}`",
        file.path.as_str()
    );
    let diagnostic = located(Diagnostic::error("output-blocked", message), file)
        .hint("move it out of the output directory, or rename the page");
    Problem { diagnostic, effect: Effect::Refused }
}

/// Two files want one path.
pub fn collision(file: &WantedFile, taken: &Taken) -> Problem {
    let path = file.path.as_str();
    let origin = |origin: &Option<_>| match origin {
        Some(source) => format!("`{source}`"),
        None => "the build itself".to_owned(),
    };
    let (first, second) = (origin(&taken.origin), origin(&file.origin));
    let message = if taken.path == file.path {
        format!("{first} and {second} both want to be written to `{path}`; the first one was")
    } else {
        let other = taken.path.as_str();
        format!(
            "`{path}` (from {second}) and `{other}` (from {first}) are one file on many disks; `{other}` was written"
        )
    };
    let diagnostic = located(Diagnostic::error("output-collision", message), file)
        .hint("rename or remove one of the sources");
    Problem { diagnostic, effect: Effect::Refused }
}

/// A caller kept a file that is not there.
pub fn not_there(file: &WantedFile) -> Problem {
    let message = format!("`{}` should be in the output directory but is not", file.path.as_str());
    let diagnostic = located(Diagnostic::error("output-missing", message), file).hint("build again");
    Problem { diagnostic, effect: Effect::Refused }
}

/// A path that cannot be a file of the output.
pub fn unusable_path(file: &WantedFile) -> Option<Problem> {
    let path = file.path.as_str();
    let name = path.rsplit('/').next().unwrap_or("");
    let why = if path.is_empty() {
        "it is empty"
    } else if path.chars().any(char::is_control) {
        "it has a control character"
    } else if cfg!(windows) && path.contains(['<', '>', ':', '"', '|', '?', '*']) {
        // A `:` would even make a file that nobody sees.
        "it has a character that Windows does not allow"
    } else if path == MANIFEST_FILE || path == JOURNAL_FILE || is_temporary(name) {
        "the name is reserved"
    } else {
        return None;
    };
    let message = format!("`{}` cannot be a file of the output: {why}", path.escape_debug());
    let diagnostic =
        located(Diagnostic::error("output-path-unusable", message), file).hint("rename the page");
    Some(Problem { diagnostic, effect: Effect::Refused })
}

fn located(diagnostic: Diagnostic, file: &WantedFile) -> Diagnostic {
    match &file.origin {
        Some(origin) => diagnostic.in_file(origin),
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::ContentHash;

    #[test]
    fn the_cause_is_told_once_with_how_many_files_it_keeps() {
        let file =
            |path: &str| WantedFile { path: OutPath::new(path), key: ContentHash::default(), origin: None };
        let refused = || collision(&file("b"), &Taken { path: OutPath::new("b"), origin: None });
        let full = SystemError::new(ErrorKind::StorageFull, "write", Utf8Path::new("dist/a"));
        let mut problems = Problems::default();
        problems.add(refused());
        problems.add(write_failed(&file("a"), &full));
        problems.count_failure();
        problems.add(write_failed(&file("c"), &full));
        let told = problems.into_diagnostics();
        assert_eq!(told.len(), 2, "{told:#?}");
        assert_eq!(told[0].code, "output-write-failed");
        assert!(
            told[0]
                .message
                .ends_with("; 2 more files of the output could not be written for the same reason")
        );
        assert_eq!(told[1].code, "output-collision");
    }
}
