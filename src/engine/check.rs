//! Everything that is wrong with a project, found without writing a site: what a build tells, the conventions of
//! authoring, and on request whether other sites still have what pages link to.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{BATCH, Clock, Course, Engine, Phase, Progress, ROUNDS, Report};
use crate::authoring::fixes::{Fix, problem_fixes};
use crate::db::{Database, Db, SourceFile};
use crate::diagnostic::{Diagnostic, Location};
use crate::encoding::encode;
use crate::hash::KeyHasher;
use crate::html::diagrams::NOT_FETCHED;
use crate::page::conventions::Part;
use crate::page::conventions::terms::Terms;
use crate::queries::problems::budgets::{self, SharedScripts};
use crate::queries::{self, problems};
use crate::source::renames::{RENAMES_ARGUMENTS, Renames};
use crate::system::{Links, Request, System};
use crate::text::{Slug, SourcePath};

/// A project's own list of words, beside the configuration.
pub const TERMS_FILE: &str = ".docs/terms.txt";

/// Questions to other sites at the same time; one site is asked one by one.
const ASKED_AT_ONCE: usize = 8;
/// How long an answer is believed, in seconds.
const BELIEVED: u64 = 7 * 24 * 60 * 60;

/// Whether other sites are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum External {
    #[default]
    Trusted,
    Asked,
}

impl Engine {
    /// Looks at the sources as they are now. Nothing is written but what is remembered.
    pub fn check(&mut self, external: External, progress: &dyn Progress) -> Report {
        let started = self.system.monotonic();
        let terms = self.terms();
        let mut report = Report::default();
        self.until_still(&mut |engine, doubtful| {
            let mut clock = Clock { system: engine.system.clone(), phases: Vec::new(), last: started };
            progress.phase(Phase::Scan, 0);
            report = engine.in_pool(|engine| {
                engine.scan(doubtful);
                clock.lap(Phase::Scan);
                engine.checked_site(&terms, external, progress, &mut clock)
            });
            report.phases = clock.phases;
            report.course
        });
        report.diagnostics.append(&mut self.opened);
        report.diagnostics.extend(self.db.save_store());
        report.elapsed = self.system.monotonic().saturating_sub(started);
        report
    }

    /// Looks again as long as files change while they are looked at, some times at most.
    pub(super) fn until_still(&mut self, look: &mut dyn FnMut(&mut Self, &BTreeSet<SourcePath>) -> Course) {
        let mut doubtful = self.db.take_stale();
        for _ in 0..ROUNDS {
            self.built = None;
            let course = look(self, &doubtful);
            doubtful = self.db.take_stale();
            if course == Course::Cancelled || doubtful.is_empty() {
                break;
            }
        }
    }

    /// Whether the project has a file that is wanted.
    pub fn has_source(&self, is_wanted: &dyn Fn(&SourcePath) -> bool) -> bool {
        self.project.files(&self.db).keys().any(is_wanted)
    }

    /// What is safe to correct in the sources as they were last checked, in the order of the files.
    pub fn fixes(&mut self, problems: &[Diagnostic]) -> Vec<Fix> {
        let (db, project) = (&self.db, self.project);
        let list = queries::site_pages(db, project);
        let slugs: Vec<&Slug> = list.keys().collect();
        // The history is long: it is asked where a page is missed.
        let is_missed = problems.iter().any(|problem| problem.code == "broken-link");
        let history = is_missed.then(|| self.system.git(&self.root, RENAMES_ARGUMENTS).ok()).flatten();
        let renames = history.map(|answer| Renames::read(&answer)).unwrap_or_default();
        let of_page = |db: &mut Database, slug: &&Slug| problems::link_fixes(db, project, slug, &renames);
        let mut fixes: Vec<Fix> = slugs.par_iter().map_with(db.clone(), of_page).flatten().collect();
        fixes.extend(problem_fixes(problems));
        // What stands in a file of another kind is left to who knows that.
        fixes.retain(|fix| matches!(fix.place.path.extension().as_str(), "mdx" | "md"));
        fixes.sort_by(|a, b| a.place.cmp(&b.place));
        fixes
    }

    pub(super) fn terms(&self) -> Terms {
        let list = self.system.read_text(&self.root.join(TERMS_FILE)).ok().flatten();
        list.map_or_else(Terms::default, |list| Terms::with_list(&list))
    }

    fn checked_site(
        &mut self,
        terms: &Terms,
        external: External,
        progress: &dyn Progress,
        clock: &mut Clock,
    ) -> Report {
        let list = self.read_site(progress);
        clock.lap(Phase::Read);
        progress.phase(Phase::Check, list.len());
        let slugs: Vec<&Slug> = list.keys().collect();
        let scripts = budgets::shared_scripts(&self.db, self.project);
        let mut heavy: Vec<Diagnostic> = budgets::scripts_of_all_pages(&scripts).into_iter().collect();
        for batch in slugs.chunks(BATCH) {
            self.carry_bodies(batch);
            if !self.is_cancelled() {
                heavy.append(&mut self.heavy_pages(batch, &scripts));
            }
            self.db.evict();
            batch.iter().for_each(|_| progress.step());
            if self.is_cancelled() {
                return Report::cancelled();
            }
        }
        self.check_links();
        let mut found = self.problems();
        // That is about what a build writes, and not about the sources.
        found.retain(|problem| problem.code != NOT_FETCHED);
        found.append(&mut heavy);
        found.extend(self.conventions(&self.advised_files(), terms));
        found.extend(self.links_out_of_language(&slugs));
        found.extend(self.outdated_translations(&slugs));
        found.extend(problems::lost_api_parts(&self.db, self.project));
        found.extend(problems::contrast_problems(&self.db, self.project));
        if external == External::Asked {
            found.extend(self.lost_links(&slugs));
        }
        clock.lap(Phase::Check);
        self.report(found, list.len())
    }

    /// Pages that make readers load much (DIAG-10).
    fn heavy_pages(&self, slugs: &[&Slug], scripts: &SharedScripts) -> Vec<Diagnostic> {
        let (db, project, system, root) = (&self.db, self.project, &*self.system, &self.root);
        let size = |path: &SourcePath| {
            let found = system.metadata(&root.join(path.as_str()), Links::Follow).ok()?;
            Some(found.size)
        };
        let weigh =
            |db: &mut Database, slug: &&Slug| budgets::page_budgets(db, project, slug, scripts, &size);
        slugs.par_iter().with_min_len(16).map_with(db.clone(), weigh).flatten().collect()
    }

    /// Links of pages in one language to pages in another, though there are such in their own.
    fn links_out_of_language(&self, slugs: &[&Slug]) -> Vec<Diagnostic> {
        let (db, project) = (&self.db, self.project);
        let links = |db: &mut Database, slug: &&Slug| problems::links_out_of_language(db, project, slug);
        slugs.par_iter().with_min_len(16).map_with(db.clone(), links).flatten().collect()
    }

    /// Translations whose originals were changed after them, of a site that tells its readers so.
    fn outdated_translations(&self, slugs: &[&Slug]) -> Vec<Diagnostic> {
        let (db, project) = (&self.db, self.project);
        let told = |db: &mut Database, slug: &&Slug| problems::outdated_translation(db, project, slug);
        slugs.par_iter().with_min_len(16).map_with(db.clone(), told).flatten().collect()
    }

    /// What pages and snippets could do better.
    pub(super) fn conventions(&self, files: &[(SourceFile, Part)], terms: &Terms) -> Vec<Diagnostic> {
        let (db, project) = (&self.db, self.project);
        let check =
            |db: &mut Database, (file, part): &(SourceFile, Part)| match db.cancellation().is_requested() {
                true => Vec::new(),
                false => problems::convention_problems(db, project, *file, *part, terms),
            };
        files.par_iter().with_min_len(16).map_with(db.clone(), check).flatten().collect()
    }

    /// Links to other sites that have nothing there. An answer is believed for some days.
    fn lost_links(&self, slugs: &[&Slug]) -> Vec<Diagnostic> {
        let (db, project) = (&self.db, self.project);
        let links = |db: &mut Database, slug: &&Slug| problems::external_links(db, project, slug);
        let mut links: Vec<(String, Location)> =
            slugs.par_iter().map_with(db.clone(), links).flatten().collect();
        links.extend(problems::external_addresses(db, project));
        let mut places: BTreeMap<String, Vec<Location>> = BTreeMap::new();
        for (url, place) in links {
            let page = url.split('#').next().unwrap_or("").to_owned();
            places.entry(page).or_default().push(place);
        }
        let turn = self.system.unix_time().as_secs() / BELIEVED;
        let answer = |url: &str| KeyHasher::new("external link").value(&turn).part(url.as_bytes()).finish();
        let mut sites: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for url in places.keys() {
            let site = url.split('/').nth(2).unwrap_or("");
            if !is_made_up(site) && !db.is_stored(answer(url)) {
                sites.entry(site).or_default().push(url);
            }
        }
        let sites: Vec<Vec<&str>> = sites.into_values().collect();
        let system = &*self.system;
        let ask = |urls: &Vec<&str>| -> Vec<(String, Option<String>)> {
            urls.iter().map(|url| ((*url).to_owned(), lost(system, url))).collect()
        };
        // A pool of its own: what waits for others takes no processor.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(ASKED_AT_ONCE).build();
        let answers: Vec<(String, Option<String>)> = match pool {
            Ok(pool) => pool.install(|| sites.par_iter().map(ask).flatten().collect()),
            Err(_) => sites.iter().flat_map(ask).collect(),
        };
        let mut lost = Vec::new();
        for (url, reason) in answers {
            match reason {
                Some(reason) => lost.push((url, reason)),
                None => db.store(answer(&url), &encode(&())),
            }
        }
        let told = lost.into_iter().flat_map(|(url, reason)| {
            let places = places.remove(&url).unwrap_or_default().into_iter();
            places.map(move |place| {
                Diagnostic::warning("lost-external-link", format!("`{url}` cannot be reached: {reason}"))
                    .located(place)
                    .hint("look whether it moved; an answer of success is remembered for a week")
            })
        });
        told.collect()
    }
}

/// Why an address cannot be reached; `None` when it can.
fn lost(system: &dyn System, url: &str) -> Option<String> {
    let agent = concat!("docs/", env!("CARGO_PKG_VERSION"), " (link check)");
    match system.status(&Request { url, user_agent: agent, most_bytes: 0 }) {
        // Only these say that nothing is there: others ask for a login, or do not like to be asked.
        Ok(status @ (404 | 410)) => Some(format!("the server answers {status}")),
        Ok(_) => None,
        Err(error) => Some(error.reason),
    }
}

/// Whether a site is one of those that examples name, or only there where the author sits.
fn is_made_up(site: &str) -> bool {
    let host = site.rsplit('@').next().unwrap_or(site);
    let host = if host.starts_with('[') { host } else { host.split(':').next().unwrap_or(host) };
    let reserved =
        ["example.com", "example.org", "example.net", "localhost", "example", "test", "invalid", "local"];
    let is_below =
        |name: &&str| host.strip_suffix(*name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let is_own = host.starts_with("127.")
        || host.starts_with("10.")
        || host.starts_with("192.168.")
        || host.starts_with('[');
    let is_pattern = host.contains(['{', '}', '<', '>', '$', '*']) || !host.contains('.');
    reserved.iter().any(is_below) || is_own || is_pattern
}
