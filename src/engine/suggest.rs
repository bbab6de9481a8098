//! Names of files that were probably meant, for imports that lead nowhere.
//!
//! What a page is made of knows no other file than those it asks for, so that it stays right when others come
//! and go. Only a finished report may look at all of them.

use super::Engine;
use crate::diagnostic::{Diagnostic, did_you_mean};

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
}
