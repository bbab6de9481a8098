//! What is wrong with the sources, gathered over builds: only what has problems is kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Engine;
use super::advice::Advice;
use super::link_check::LinkCheck;
use super::write;
use crate::diagnostic::Diagnostic;
use crate::queries::{self, PageKey, PageOrigin};
use crate::text::{Slug, SourcePath};

/// Suggesting names reads all names of the site, so only this many different broken targets get one.
pub(super) const MAX_SUGGESTIONS: usize = 200;

/// The problems of pages.
#[derive(Default)]
pub(super) struct Findings {
    pub heads: BTreeMap<SourcePath, Arc<[Diagnostic]>>,
    pub bodies: BTreeMap<Slug, Arc<[Diagnostic]>>,
    pub links: LinkCheck,
    /// Problems of the site, as they were last told, and of the links of pages.
    pub site: Vec<Diagnostic>,
    pub linked: BTreeMap<Slug, Vec<Diagnostic>>,
    /// What files could do better, once somebody asked.
    pub advice: Option<Advice>,
    /// Hints by missing path.
    pub suggestions: BTreeMap<String, Option<String>>,
}

impl Findings {
    /// Forgets problems of pages that are gone.
    pub fn keep_pages(&mut self, pages: &BTreeMap<Slug, PageOrigin>) {
        self.bodies.retain(|slug, _| pages.contains_key(slug));
    }
}

impl Engine {
    /// Everything that is wrong with the sources.
    pub(super) fn problems(&mut self) -> Vec<Diagnostic> {
        let mut problems = self.scanned.clone();
        let of_pages = self.found.heads.values().chain(self.found.bodies.values());
        problems.extend(of_pages.flat_map(|problems| problems.iter().cloned()));
        let of_pages = problems.len();
        problems.extend(queries::site_problems(&self.db, self.project).iter().cloned());
        problems.extend(queries::address_report(&self.db, self.project).problems.iter().cloned());
        problems.extend(queries::snippet_problems(&self.db, self.project).iter().cloned());
        // Who only looks does not make them.
        if self.built.is_some() {
            problems.extend(queries::part_problems(&self.db, self.project));
        }
        self.found.site = problems[of_pages..].to_vec();
        let mut suggestions = std::mem::take(&mut self.found.suggestions);
        let mut linked = BTreeMap::new();
        for (slug, links) in self.found.links.broken() {
            let places = queries::link_places(&self.db, PageKey::new(&self.db, slug.clone()));
            let page = write::origin(&self.db, slug);
            let told = links.iter().zip(places.iter()).map(|(link, place)| {
                let near = |missing: &String| self.suggestion(missing, &mut suggestions);
                let told = link.told(place.clone(), link.missing.as_ref().and_then(near));
                page.iter().fold(told, Diagnostic::on_page)
            });
            linked.insert(slug.clone(), told.collect::<Vec<_>>());
        }
        self.found.suggestions = suggestions;
        problems.extend(linked.values().flatten().cloned());
        self.found.linked = linked;
        problems.extend(self.db.take_mismatches().into_iter().map(|subject| {
            Diagnostic::error(
                "reuse-mismatch",
                format!("{subject} was reused and is not what is made now: this is a mistake in docs itself"),
            )
            .hint("please report it; `docs cache clear` makes everything again")
        }));
        problems
    }

    fn suggestion(&self, missing: &str, known: &mut BTreeMap<String, Option<String>>) -> Option<String> {
        if let Some(hint) = known.get(missing) {
            return hint.clone();
        }
        if known.len() >= MAX_SUGGESTIONS {
            return None;
        }
        let hint = queries::link_targets(&self.db, self.project).suggestion(missing);
        known.insert(missing.to_owned(), hint.clone());
        hint
    }
}
