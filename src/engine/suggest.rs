//! Names of files that were probably meant, for imports that lead nowhere, and what is there instead of a description.
//!
//! What a page is made of knows no other file than those it asks for, so that it stays right when others come
//! and go. Only a finished report may look at all of them.

use std::collections::BTreeSet;

use super::Engine;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::queries::sources::ignore_rules;
use crate::queries::{self, NO_SUCH_DESCRIPTION};
use crate::source::ignore_rules::{IGNORE_FILE, PathKind};
use crate::system::{FileKind, Links};
use crate::text::SourcePath;

/// Most problems that are looked at: each is compared with all files.
const MOST: usize = 50;

impl Engine {
    /// Completes the hints of imports without a file.
    pub(super) fn suggest_files(&self, problems: &mut [Diagnostic]) {
        let lost = |problem: &&mut Diagnostic| {
            problem.code == "missing-import"
                && !problem.hint.as_ref().is_some_and(|hint| hint.starts_with("did you mean"))
        };
        for problem in problems.iter_mut().filter(lost).take(MOST) {
            let Some(asked) = problem.message.split('`').nth(1) else { continue };
            let ending = asked.rsplit('.').next().unwrap_or("");
            let name = asked.rsplit('/').next().unwrap_or(asked);
            let files = self.project.files(&self.db);
            let paths = files.keys().map(|path| path.as_str());
            let alike = || paths.clone().filter(|path| path.ends_with(ending));
            let moved = || alike().find(|path| path.rsplit('/').next() == Some(name));
            if let Some(path) = did_you_mean(asked, alike()).or_else(moved) {
                problem.hint = Some(format!("did you mean `/{path}`?"));
            }
        }
    }

    /// Of descriptions that are said not to be there: what is there, and why it is no description of the project.
    pub(super) fn tell_what_descriptions_are(&self, problems: &mut [Diagnostic]) {
        let name = |problem: &Diagnostic| {
            let named = problem.message.split('`').nth(1)?;
            let named = match problem.code {
                "api-description-missing" => named,
                _ if problem.message.ends_with(NO_SUCH_DESCRIPTION) => named.split_whitespace().nth(1)?,
                _ => return None,
            };
            SourcePath::checked(named)
        };
        if !problems.iter().any(|problem| name(problem).is_some()) {
            return;
        }
        // What a walk or the reader of files could not read, they have told.
        let unread = |problem: &&Diagnostic| matches!(problem.code, "unreadable-file" | "dangling-link");
        let unread = problems.iter().filter(unread).filter_map(|problem| problem.location.as_ref());
        let unread: BTreeSet<SourcePath> = unread.map(|place| place.path.clone()).collect();
        for problem in problems.iter_mut().filter(|problem| name(problem).is_some()).take(MOST) {
            let Some(path) = name(problem) else { continue };
            let Some((what, hint)) = self.what_is_at(&path, &unread) else { continue };
            problem.message = match problem.code {
                "api-description-missing" => format!("the API description `{path}` {what}"),
                _ => problem.message.replace(NO_SUCH_DESCRIPTION, &format!("names `{path}`, which {what}")),
            };
            problem.hint = Some(hint);
            if problem.code == "api-description-missing" {
                problem.code = queries::UNREADABLE;
            }
        }
    }

    /// What stands where a description was looked for, and what to do; `None` where there is nothing.
    fn what_is_at(&self, path: &SourcePath, unread: &BTreeSet<SourcePath>) -> Option<(&'static str, String)> {
        if unread.contains(path) {
            let hint = "see what is told of the file itself".to_owned();
            return Some(("is there, but cannot be read", hint));
        }
        let found = self.system.metadata(&self.root.join(path.as_str()), Links::Follow).ok()?;
        if found.kind == FileKind::Directory {
            return Some(("is a folder", "name the file in it that is the description".to_owned()));
        }
        if ignore_rules(&self.db, self.project).is_ignored(path, PathKind::File) {
            let hint = format!("look at the lines of `{IGNORE_FILE}`, or name another file");
            return Some(("is there, but left out of the project", hint));
        }
        let hint = "descriptions are files in JSON or YAML, with `.json`, `.yaml` or `.yml` at their end";
        Some(("is there, but no file that descriptions are read from", hint.to_owned()))
    }
}
