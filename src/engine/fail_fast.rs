//! Ending a build at its first error, for who only wants to know whether there is one (ENG-05).
//!
//! What is known then is told; the output keeps what was there, but for what was written until then. As after a build
//! that was cancelled, the next one does what is missing.

use super::{Course, Engine, Report};
use crate::diagnostic::{Diagnostic, Severity};
use crate::queries;

impl Engine {
    /// The report of a build that ends here; `None` when it goes on.
    pub(super) fn stopped(&self) -> Option<Report> {
        let least = self.stop_at?;
        // Errors are the smallest.
        let ends_it = |problem: &Diagnostic| problem.severity <= least && problem.severity != Severity::Note;
        let config = queries::config(&self.db, self.project);
        let navigation = queries::navigation(&self.db, self.project);
        let of_pages = self.found.heads.values().chain(self.found.bodies.values());
        let of_pages = of_pages.flat_map(|problems| problems.iter());
        let known = self.scanned.iter().chain(&config.diagnostics).chain(&navigation.1).chain(of_pages);
        if !known.clone().any(ends_it) {
            return None;
        }
        Some(Report { course: Course::Stopped, ..self.report(known.cloned().collect(), 0) })
    }
}
