//! Over the firewall: what files say to the rest of the site, from the queries that find it out into the
//! inputs that the rest of the site reads.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::write::{PageFile, SHARE, known};
use super::{Engine, Progress};
use crate::db::{BodyKeys, Crossing, Database, SourceFile};
use crate::diagnostic::Diagnostic;
use crate::panics;
use crate::queries::{self, PageKey, PageOrigin};
use crate::source::category::FileCategory;
use crate::text::Slug;
use crate::trace::Kind;

impl Engine {
    /// Every file that has a head.
    pub(super) fn files_with_heads(&self) -> Vec<SourceFile> {
        let files = self.project.files(&self.db).values().copied();
        files.filter(|file| self.has_head(file)).collect()
    }

    /// Markdown has a head; it may be a page or be imported by one.
    pub(super) fn has_head(&self, file: &SourceFile) -> bool {
        let may_have = matches!(
            file.category(&self.db),
            FileCategory::Page | FileCategory::Snippet | FileCategory::LegacySnippet
        );
        may_have && queries::page::is_markdown(file.path(&self.db))
    }

    /// Carries the heads of files, and notes their problems.
    pub(super) fn carry_heads(&mut self, files: &[SourceFile], progress: &dyn Progress) -> Crossing {
        let read = |db: &mut Database, file: &SourceFile| {
            progress.step();
            (*file, queries::file_head(db, *file))
        };
        let heads: Vec<_> = files.par_iter().with_min_len(16).map_with(self.db.clone(), read).collect();
        let crossing = self.db.carry_heads(&heads);
        for (file, head) in heads {
            let path = file.path(&self.db);
            // The problems of a snippet are told with the rest of it.
            if head.diagnostics.is_empty() || file.category(&self.db) != FileCategory::Page {
                self.found.heads.remove(path);
            } else {
                self.found.heads.insert(path.clone(), head.diagnostics);
            }
        }
        crossing
    }

    /// Carries the bodies of pages, and notes their problems.
    pub(super) fn carry_bodies(&mut self, slugs: &[&Slug]) -> Crossing {
        self.carry_changed(slugs).0
    }

    /// The same, with those of the pages whose bodies are other than they were.
    pub(super) fn carry_changed(&mut self, slugs: &[&Slug]) -> (Crossing, Vec<Slug>) {
        let trace = self.log.trace().clone();
        let _span = trace.span(Kind::Batch, &"render bodies");
        let make = |db: &mut Database, slug: &&Slug| {
            panics::catch(|| {
                let page = PageKey::new(db, (*slug).clone());
                (queries::page_origin(db, page), queries::page_body(db, page))
            })
        };
        let bodies: Vec<_> = slugs.par_iter().with_max_len(SHARE).map_with(self.db.clone(), make).collect();
        let mut carried: Vec<(&Slug, SourceFile, BodyKeys)> = Vec::new();
        for (slug, body) in slugs.iter().zip(bodies) {
            let (origin, body) = match body {
                Ok(made) => made,
                // One page's failure costs one page.
                Err(reason) => {
                    let problem = self.internal_error(slug, &reason);
                    self.found.bodies.insert((*slug).clone(), [problem].into());
                    continue;
                }
            };
            if let Some(PageOrigin::File(file)) = origin {
                carried.push((slug, file, body.keys));
            }
            if body.diagnostics.is_empty() {
                self.found.bodies.remove(*slug);
            } else {
                self.found.bodies.insert((*slug).clone(), body.diagnostics);
            }
        }
        let mut crossing = Crossing::default();
        let mut changed = Vec::new();
        for (slug, crossed) in self.db.carry_bodies(carried) {
            crossing |= crossed;
            if crossed.body {
                changed.push(slug.clone());
            }
        }
        (crossing, changed)
    }

    /// Pages of descriptions that are other than `before`. Nothing of them is carried: what they show of a snippet is in
    /// the keys of their files.
    pub(super) fn changed_generated(
        &self,
        list: &BTreeMap<Slug, PageOrigin>,
        before: &[PageFile],
    ) -> (Crossing, Vec<Slug>) {
        let keys = |slug: &Slug| {
            let page = PageKey::new(&self.db, slug.clone());
            (queries::page_key(&self.db, page), queries::exports::export_key(&self.db, page))
        };
        let is_changed = |slug: &&Slug| {
            let known = known(before, slug).map(|page| (page.key, page.export.as_ref().map(|text| text.key)));
            panics::catch(|| keys(slug)).is_ok_and(|now| known != Some(now))
        };
        let generated = list.iter().filter(|(_, origin)| matches!(origin, PageOrigin::Generated(_)));
        let changed: Vec<Slug> = generated.map(|(slug, _)| slug).filter(is_changed).cloned().collect();
        let crossed = !changed.is_empty();
        let crossing = Crossing {
            facts: crossed,
            search: crossed,
            export: crossed,
            body: crossed,
            ..Crossing::default()
        };
        (crossing, changed)
    }

    /// A mistake of this program, told about the page that it met.
    pub(super) fn internal_error(&self, slug: &Slug, reason: &str) -> Diagnostic {
        let problem = Diagnostic::error(
            "internal-error",
            format!("`{slug}` could not be rendered: this is a mistake in docs itself ({reason})"),
        )
        .hint("please report it with this page");
        match super::write::origin(&self.db, slug) {
            Some(source) => problem.in_file(&source),
            None => problem,
        }
    }
}
