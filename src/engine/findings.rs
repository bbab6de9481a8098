//! What is wrong with the sources, gathered over builds: only what has problems is kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Engine;
use super::advice::Advice;
use super::link_check::LinkCheck;
use super::write;
use crate::diagnostic::Diagnostic;
use crate::queries::{self, PageKey, PageOrigin};
use crate::site::links::spellings::Spellings;
use crate::text::{Slug, SourcePath};

/// Looking for the nearest name reads all names of the site, so it is done for this many different broken targets. What
/// is only spelled otherwise is found for all of them.
pub(super) const MAX_SUGGESTIONS: usize = 200;

/// What is said where nobody looked any more.
const NOT_LOOKED_FOR: &str =
    "correct the address; so many links lead nowhere that names like this one were not looked for";

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
    pub suggestions: Suggestions,
}

/// What was found for missing paths.
#[derive(Default)]
pub(super) struct Suggestions {
    /// Hints by missing path, of those for which the nearest name was looked for.
    pub near: BTreeMap<String, Option<String>>,
    /// What is only spelled otherwise, once a link led nowhere.
    spellings: Option<Spellings>,
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

    fn suggestion(&self, missing: &str, known: &mut Suggestions) -> Option<String> {
        if let Some(hint) = known.near.get(missing) {
            return hint.clone();
        }
        let targets = || queries::link_targets(&self.db, self.project);
        let spelled = known.spellings.get_or_insert_with(|| Spellings::new(&targets())).hint(missing);
        if spelled.is_some() {
            return spelled;
        }
        if known.near.len() >= MAX_SUGGESTIONS {
            return Some(NOT_LOOKED_FOR.to_owned());
        }
        let hint = targets().suggestion(missing);
        known.near.insert(missing.to_owned(), hint.clone());
        hint
    }
}
