//! A build after a change of known files: their pages first, then what else is not as it was.
//!
//! How far a change may reach is told from what the files are ([`Reach`]) and from what they say to the rest of the site
//! ([`Crossing`]). What it cannot reach is not looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::clock::Clock;
use super::hints::Hinted;
use super::previews;
use super::write::{self, Complete, Keys, PageFile};
use super::{BATCH, Built, Course, Engine, Phase, Progress, Report};
use crate::db::{Crossing, SourceFile};
use crate::diagnostic::Diagnostic;
use crate::output::Scope;
use crate::queries::{self, PageOrigin};
use crate::source::category::FileCategory;
use crate::text::{OutPath, Slug, SourcePath};

/// What may be other than before, by the kind of the changed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// The pages of these files, and what they say to the site.
    Pages,
    /// The bodies of pages: some of the files are snippets.
    Bodies,
    /// Anything.
    Site,
}

/// Pages of a site by their slugs.
type PageList = Arc<BTreeMap<Slug, PageOrigin>>;

impl Engine {
    /// Builds after a hint that these files changed: only they are looked at. Any doubt (see [`super::hints`], and no
    /// build yet) means the whole way.
    pub fn update(&mut self, hints: &[SourcePath], progress: &dyn Progress) -> Report {
        let started = self.system.monotonic();
        let mut clock = Clock { system: self.system.clone(), phases: Vec::new(), last: started };
        let Some(built) = self.built.take() else { return self.build(progress) };
        if self.output.was_cleared(built.witness()) {
            return self.build(progress);
        }
        let Some(Hinted { changes, is_other_listing }) = self.hinted(hints) else {
            return self.build(progress);
        };
        if self.has_other_history() {
            return self.build(progress);
        }
        self.apply(changes);
        if is_other_listing {
            hints.iter().for_each(|path| drop(self.found.heads.remove(path)));
            // Git may know a file that came.
            self.read_history();
        }
        clock.lap(Phase::Scan);
        let files = self.project.files(&self.db);
        let edited: Vec<SourceFile> = hints.iter().filter_map(|path| files.get(path).copied()).collect();
        let at_least = if is_other_listing { Reach::Site } else { Reach::Pages };
        let mut report =
            self.in_pool(|engine| engine.changed_site(built, (&edited, at_least), progress, &mut clock));
        self.db.scanned().forget();
        if report.course == Course::Cancelled {
            return report;
        }
        // A name that only changed its letter case is still taken by the file that is to go.
        let collided = report.diagnostics.iter().any(|problem| problem.code == "output-collision");
        if collided || !self.db.take_stale().is_empty() || std::mem::take(&mut self.names_others) {
            return self.build(progress);
        }
        self.db.rest();
        report.changed = std::mem::take(&mut self.changed);
        report.phases = clock.phases;
        report.elapsed = self.system.monotonic().saturating_sub(started);
        report
    }

    /// The pages of the edited files first, then whatever else is not as it was.
    fn changed_site(
        &mut self,
        built: Built,
        (edited, at_least): (&[SourceFile], Reach),
        progress: &dyn Progress,
        clock: &mut Clock,
    ) -> Report {
        if let Some(held) = self.held() {
            return held;
        }
        self.begin(Scope::Changes);
        let mut problems = Vec::new();
        let Built { list: old_list, pages: mut before, mut others, mut aggregates } = built;
        // Texts of `docs.json` are in the heads of all pages.
        let heads = if edited.iter().all(|file| self.has_head(file)) {
            edited.to_vec()
        } else {
            self.files_with_heads()
        };
        let mut crossing = self.carry_heads(&heads, progress);
        if self.has_other_named() {
            // Nobody looked at them yet.
            self.names_others = true;
            return Report::default();
        }
        let list = queries::site_pages(&self.db, self.project);
        let reach = at_least.max(self.reach(edited, &list));
        let is_reshaped = crossing.structure || reach == Reach::Site || !Arc::ptr_eq(&old_list, &list);
        let mut assets = None;
        // No page loads a description: its copy can wait for the pages.
        let is_description =
            |file: &SourceFile| matches!(file.category(&self.db), FileCategory::ApiCandidate(_));
        if reach == Reach::Site && (at_least == Reach::Site || !edited.iter().all(is_description)) {
            let (written, complete) = write::assets(&self.site(), &others);
            if complete == Complete::No {
                // Pages that would load what is not there are worse than the old ones.
                return self.finish(problems, clock);
            }
            assets = Some(written);
        }
        // Each once: a file may be named twice, and two files may want one address.
        let mut slugs: BTreeSet<Slug> = edited
            .iter()
            .filter(|file| file.category(&self.db) == FileCategory::Page)
            .map(|file| Slug::of_page(file.path(&self.db)))
            .collect();
        if reach == Reach::Bodies && !is_reshaped {
            let (crossed, changed) = self.changed_pages(&list, &before);
            crossing |= crossed;
            slugs.extend(changed);
        }
        let slugs = self.with_wanted(self.with_stand_ins(slugs));
        let first: Vec<&Slug> = slugs.iter().filter(|slug| list.contains_key(*slug)).collect();
        for batch in first.chunks(BATCH * 8) {
            crossing |= self.carry_bodies(batch);
            let known: Vec<Option<PageFile>> =
                batch.iter().map(|slug| write::known(&before, slug).cloned()).collect();
            // What is written now is as it should be, and not wanted a second time below.
            write::note(&mut before, self.write_pages(batch, &known, &mut problems, progress));
            if batch.len() < first.len() {
                self.db.evict();
            }
        }
        if self.is_cancelled() {
            return Report::cancelled();
        }
        if is_reshaped {
            self.show_site(&list);
        }
        self.turn(&first, edited);
        clock.lap(Phase::Edited);
        if is_reshaped {
            let old = Built { list: old_list, pages: before, others, aggregates };
            return self.reshaped_site(old, list, (reach, assets), problems, progress, clock);
        }
        if crossing.label {
            self.write_titled(&slugs, &mut before, &mut problems, progress);
            if self.is_cancelled() {
                return Report::cancelled();
            }
        }
        clock.lap(Phase::Render);
        write::after_pages(&self.site(), crossing, &mut others);
        if crossing.facts || crossing.label {
            let known: Vec<PageFile> =
                slugs.iter().filter_map(|slug| write::known(&before, slug).cloned()).collect();
            others.extend(previews::write(&self.site(), &known, &others));
        }
        if crossing.label {
            others.extend(write::section_pages(&self.site(), &before, &others, Some(&slugs)));
            // Only of their own titles.
            let titled: Vec<PageFile> =
                slugs.iter().filter_map(|slug| write::known(&before, slug).cloned()).collect();
            others.extend(write::thumbnails(&self.site(), &titled, &others));
        }
        let complete = aggregates.update(&self.site(), (&before, &slugs), crossing, &mut others);
        if self.is_cancelled() {
            return Report::cancelled();
        }
        clock.lap(Phase::Copy);
        if crossing.facts {
            self.check_links_of(&slugs);
        }
        self.built = (complete == Complete::Yes).then_some(Built { list, pages: before, others, aggregates });
        self.finish(problems, clock)
    }

    /// What the files themselves tell of where their change may be seen.
    fn reach(&self, edited: &[SourceFile], list: &PageList) -> Reach {
        let snippets = queries::snippet_files(&self.db, self.project);
        let in_slots = queries::slots::has_slots(&self.db, self.project);
        let reach = |file: &SourceFile| {
            let path = file.path(&self.db);
            match list.get(&Slug::of_page(path)) {
                Some(PageOrigin::File(origin)) if origin == file => {
                    let is_quoted = queries::sources::is_quoted(&self.db, self.project, path)
                        || queries::glossary::is_glossary(&self.db, self.project, path);
                    if is_quoted { Reach::Bodies } else { Reach::Pages }
                }
                // A snippet in Markdown is in the bodies of pages, and may be in what is on all of them; what is neither
                // may be anywhere.
                _ if self.has_head(file) && snippets.contains(path) && !in_slots => Reach::Bodies,
                _ => Reach::Site,
            }
        };
        edited.iter().map(reach).max().unwrap_or(Reach::Pages)
    }

    /// Every page whose body is other than it was, in a site of the same shape.
    fn changed_pages(&mut self, list: &PageList, before: &[PageFile]) -> (Crossing, BTreeSet<Slug>) {
        let (mut crossing, mut slugs) = (Crossing::default(), BTreeSet::new());
        let all: Vec<&Slug> = list.keys().collect();
        for batch in all.chunks(BATCH * 8) {
            let (crossed, changed) = self.carry_changed(batch);
            crossing |= crossed;
            slugs.extend(changed);
            self.db.evict();
        }
        let (crossed, generated) = self.changed_generated(list, before);
        crossing |= crossed;
        slugs.extend(generated);
        (crossing, slugs)
    }

    /// The rest of a change after which pages may be in other places: every page is asked whether it is as it was.
    fn reshaped_site(
        &mut self,
        old: Built,
        list: PageList,
        (reach, assets): (Reach, Option<Keys>),
        mut problems: Vec<Diagnostic>,
        progress: &dyn Progress,
        clock: &mut Clock,
    ) -> Report {
        let Built { pages: before, others, .. } = old;
        self.found.keep_pages(&list);
        progress.phase(Phase::Render, list.len());
        let slugs: Vec<&Slug> = list.keys().collect();
        let known = write::align(&before, &slugs);
        let mut pages = Vec::with_capacity(slugs.len());
        for (batch, known) in slugs.chunks(BATCH * 8).zip(known.chunks(BATCH * 8)) {
            if reach > Reach::Pages {
                self.carry_bodies(batch);
            }
            pages.extend(self.write_pages(batch, known, &mut problems, progress));
            self.db.evict();
            if self.is_cancelled() {
                return Report::cancelled();
            }
        }
        clock.lap(Phase::Render);
        let assets = assets.unwrap_or_else(|| write::assets(&self.site(), &others).0);
        let (rest, aggregates) = write::rest(&self.site(), &pages, &others, assets);
        if self.is_cancelled() {
            return Report::cancelled();
        }
        for path in gone((&before, &others), (&pages, &rest)) {
            self.output.remove(path);
        }
        clock.lap(Phase::Copy);
        self.check_links();
        self.built = Some(Built { list, pages, others: rest, aggregates });
        self.finish(problems, clock)
    }

    /// Writes the pages that show a title of one of `titled` and are not as they should be.
    fn write_titled(
        &mut self,
        titled: &BTreeSet<Slug>,
        before: &mut Vec<PageFile>,
        problems: &mut Vec<Diagnostic>,
        progress: &dyn Progress,
    ) {
        let navigation = queries::navigation(&self.db, self.project);
        let unlisted = queries::unlisted_pages(&self.db, self.project);
        let relating = queries::relating_pages(&self.db, self.project);
        let relating = self
            .with_stand_ins(titled.iter().filter_map(|slug| relating.get(slug)).flatten().cloned().collect());
        let listed = navigation.0.places.showing(titled, &unlisted);
        let mut showing: BTreeSet<&Slug> = listed.into_iter().chain(&relating).collect();
        let all: Vec<Slug> = if queries::metadata(&self.db, self.project).related {
            // Another title may be near to that of any page.
            before.iter().map(|page| page.slug.clone()).collect()
        } else {
            Vec::new()
        };
        showing.extend(&all);
        let showing: Vec<&Slug> = showing.into_iter().collect();
        write::verify_others(&self.site(), before, &showing);
        let known: Vec<PageFile> =
            showing.iter().filter_map(|slug| write::known(before, slug).cloned()).collect();
        progress.phase(Phase::Render, known.len());
        for batch in known.chunks(BATCH) {
            let slugs: Vec<&Slug> = batch.iter().map(|page| &page.slug).collect();
            let known: Vec<Option<PageFile>> = batch.iter().cloned().map(Some).collect();
            write::note(before, self.write_pages(&slugs, &known, problems, progress));
            self.db.evict();
        }
    }

    /// Pages with those that show them in place of a translation.
    fn with_stand_ins(&self, mut slugs: BTreeSet<Slug>) -> BTreeSet<Slug> {
        let index = queries::page_index(&self.db, self.project);
        let shows = |(_, original): &(&Slug, &Slug)| slugs.contains(*original);
        let more: Vec<Slug> = index.stand_ins().iter().filter(shows).map(|(slug, _)| slug.clone()).collect();
        slugs.extend(more);
        slugs
    }
}

/// The files that were there and are not wanted any more. Pages are sorted by their slugs: of those that are as they
/// were, nothing is looked up.
fn gone<'b>(
    (before, others): (&'b [PageFile], &'b Keys),
    (pages, rest): (&[PageFile], &Keys),
) -> BTreeSet<&'b OutPath> {
    let paths = |page: &'b PageFile| page.outputs().map(|(path, _)| path);
    let mut now = pages.iter().peekable();
    let mut gone = BTreeSet::new();
    for page in before {
        while now.next_if(|now| now.slug < page.slug).is_some() {}
        let same = now.next_if(|now| now.slug == page.slug);
        let is_wanted = |path: &OutPath| same.is_some_and(|now| now.outputs().any(|(now, _)| now == path));
        gone.extend(paths(page).filter(|path| !is_wanted(path)));
    }
    gone.extend(others.keys().filter(|path| !rest.contains_key(*path)));
    // What went from one place may be wanted in another.
    gone.retain(|path| !rest.contains_key(*path));
    if !gone.is_empty() {
        for (path, _) in pages.iter().flat_map(PageFile::outputs) {
            gone.remove(path);
        }
    }
    gone
}
