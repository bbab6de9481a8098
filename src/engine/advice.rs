//! What pages could do better by the conventions of authoring, told while their authors write: nothing of it holds a
//! page back. At first only how much there is; of a file that is edited all of it, and from then on what is new.

use std::collections::{BTreeMap, BTreeSet};

use super::{Course, Engine, Report};
use crate::db::{SourceFile, until_cancelled};
use crate::diagnostic::Diagnostic;
use crate::page::conventions::Part;
use crate::queries::{self, PageOrigin};
use crate::source::category::FileCategory;
use crate::text::{Slug, SourcePath};

/// What was found so far.
#[derive(Default)]
pub(super) struct Advice {
    of_files: BTreeMap<SourcePath, Vec<Diagnostic>>,
    /// Files whose advice was told.
    told: BTreeSet<SourcePath>,
}

impl Engine {
    /// Adds to the report of a build what files could do better, for somebody who writes.
    pub fn advise(&mut self, report: &mut Report) {
        if self.preview.is_none() || report.course != Course::Finished {
            return;
        }
        // Variables are in all pages.
        let is_partial = |path: &SourcePath| {
            let file = self.project.files(&self.db).get(path);
            file.is_none_or(|file| file.category(&self.db) != FileCategory::Config)
        };
        let known = self.found.advice.take().filter(|_| report.changed.keys().all(is_partial));
        let changed: BTreeSet<SourcePath> = report.changed.keys().cloned().collect();
        let is_first = known.is_none();
        let found = self.with_pool(|engine| {
            until_cancelled(|| {
                let files = if is_first { engine.advised_files() } else { engine.advised_of(&changed) };
                engine.conventions(&files, &engine.terms())
            })
        });
        // What was not looked at is looked at next time.
        let Some(found) = found.filter(|_| !self.is_cancelled()) else { return };
        let mut advice = known.unwrap_or_default();
        let mut of_files: BTreeMap<SourcePath, Vec<Diagnostic>> = BTreeMap::new();
        for problem in found {
            if let Some(path) = problem.location.as_ref().map(|location| location.path.clone()) {
                of_files.entry(path).or_default().push(problem);
            }
        }
        if is_first {
            advice.of_files = of_files;
        } else {
            for path in changed {
                let now = of_files.remove(&path).unwrap_or_default();
                let before = advice.of_files.remove(&path).filter(|_| !advice.told.insert(path.clone()));
                let is_old = |problem: &Diagnostic| {
                    let mut before = before.iter().flatten();
                    before.any(|old| (old.code, &old.message) == (problem.code, &problem.message))
                };
                report.advice.extend(now.iter().filter(|problem| !is_old(problem)).cloned());
                if !now.is_empty() {
                    advice.of_files.insert(path, now);
                }
            }
        }
        report.advised = advice.of_files.values().map(Vec::len).sum();
        self.found.advice = Some(advice);
    }

    /// All pages and snippets.
    pub(super) fn advised_files(&self) -> Vec<(SourceFile, Part)> {
        let (db, project) = (&self.db, self.project);
        let list = queries::site_pages(db, project);
        let pages = list.values().filter_map(|origin| match origin {
            PageOrigin::File(file) => Some((*file, Part::Page)),
            PageOrigin::Generated(_) | PageOrigin::StandIn(_) => None,
        });
        let files = project.files(db);
        let snippets = queries::snippet_files(db, project);
        let snippets = snippets.iter().filter_map(|path| Some((*files.get(path)?, Part::Snippet)));
        pages.chain(snippets).collect()
    }

    /// Those of some files.
    fn advised_of(&self, paths: &BTreeSet<SourcePath>) -> Vec<(SourceFile, Part)> {
        let (db, project) = (&self.db, self.project);
        let list = queries::site_pages(db, project);
        let snippets = queries::snippet_files(db, project);
        let part = |path: &SourcePath| {
            let file = *project.files(db).get(path)?;
            let is_page =
                matches!(list.get(&Slug::of_page(path)), Some(PageOrigin::File(page)) if *page == file);
            let part =
                if is_page { Some(Part::Page) } else { snippets.contains(path).then_some(Part::Snippet) };
            Some((file, part?))
        };
        paths.iter().filter_map(part).collect()
    }
}
