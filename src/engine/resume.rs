//! Where the last process stopped: so that the next one that builds once does only what has changed.
//!
//! After a whole build everything that came out of it is noted beside the store: for each file its hash and the
//! key of its page, and all problems. The next process looks at all files like any other. When all that differs
//! is the bodies of some pages (no other file, no title), these pages are made with what was around them, their links
//! are checked against what was noted ([`relink`]), and neither heads nor the navigation are read. Any doubt means the whole way, and every output that is left
//! alone is looked at. Not for a process that goes on watching: it needs to know the site.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::Serialize;

mod present;
mod relink;
mod relist;
mod standing;

use present::{Found, Present};
use relink::{Relinked, relink};
pub(super) use standing::Standing;
use standing::{MAGIC, Page, head_key};

use super::listings;
use super::llms;
use super::search::{self, Changed};
use super::write::PageFile;
use super::{Built, Clock, Engine, Options, Phase, Progress, Report, Reuse};
use crate::db::{BodyKeys, Database, Db, Project, Settings, SourceFile, until_cancelled_or_panic};
use crate::diagnostic::Diagnostic;
use crate::encoding::{seal_pieces, unseal};
use crate::hash::{ContentHash, KeyHasher};
use crate::html::body::PageFacts;
use crate::html::feed_links::feed_files;
use crate::output::{Scope, WantedFile, WriteOutcome};
use crate::panics;
use crate::queries::body::{Origin, body, facts_of, stored_facts};
use crate::queries::surroundings::Surroundings;
use crate::queries::{self, PageOrigin};
use crate::store::STANDING_FILE;
use crate::system::{Links, System, Utf8PathBuf};
use crate::text::{OutPath, Slug};

/// A page with other words.
struct Remade {
    /// Number of its file.
    number: usize,
    slug: Slug,
    file: SourceFile,
    body: BodyKeys,
    key: ContentHash,
    export: Option<ContentHash>,
    feed: Option<ContentHash>,
    /// When these are other than before.
    facts: Option<Facts>,
    around: Surroundings,
    heads: Vec<Diagnostic>,
    bodies: Vec<Diagnostic>,
}

/// Other links, ids or first words of a page.
struct Facts {
    has_other_ids: bool,
    /// The first words before.
    summary: Option<String>,
    now: PageFacts,
}

/// Where the note is, and what it said.
#[derive(Default)]
pub(super) struct LastBuild {
    /// `None` when nothing is kept between processes.
    path: Option<Utf8PathBuf>,
    terms: ContentHash,
    /// Whether this process builds once.
    once: bool,
    /// Whether the note is still to be read.
    is_unread: bool,
    /// Kept when it was used: giving back its memory takes as long as reading it.
    found: Option<Standing>,
    /// The outputs as they should be by the note, when it is not believed but verified.
    expected: BTreeMap<OutPath, ContentHash>,
    /// What would be made anew then: of these files the note says nothing.
    anew: Option<Found>,
    /// What the check of links would have said then.
    relinked: Option<Relinked>,
}

impl LastBuild {
    pub fn new(options: &Options, program: ContentHash) -> Self {
        let cache = options.cache.as_ref().filter(|_| options.reuse == Reuse::On);
        let path = cache.map(|cache| cache.directory.join(STANDING_FILE));
        Self { path, terms: terms(&options.settings, program), ..Self::default() }
    }

    /// Whether an earlier process left a note, of whatever worth.
    pub fn is_noted(&self, system: &dyn System) -> bool {
        self.path.as_ref().is_some_and(|path| system.metadata(path, Links::Follow).is_ok())
    }

    /// What a build depends on besides the files.
    pub fn terms(&self) -> ContentHash {
        self.terms
    }

    /// Tells that this process builds once: then the note is of use.
    fn begin(&mut self) {
        (self.once, self.is_unread) = (true, true);
    }

    /// Reads the note, when that is still to be done: beside something that takes long.
    pub fn reading(&mut self, system: Arc<dyn System>) -> impl FnOnce() -> Option<Standing> + Send + use<> {
        let path = self.path.clone().filter(|_| std::mem::take(&mut self.is_unread));
        let terms = self.terms;
        move || {
            let found: Standing = unseal(MAGIC, &system.read(&path?).ok()?)?;
            (found.terms == terms).then_some(found)
        }
    }

    /// What [`LastBuild::reading`] found.
    pub fn found(&mut self, found: Option<Standing>) {
        self.found = found;
    }

    fn save(&self, system: &dyn System, standing: &Standing<impl Serialize>) {
        if let Some(path) = &self.path {
            // A cache that cannot be written is told by the store; without the note all is made the whole way.
            let _ = system.write_pieces(path, &mut |each| seal_pieces(MAGIC, standing, each));
        }
    }
}

/// What a build depends on besides the files.
fn terms(settings: &Settings, program: ContentHash) -> ContentHash {
    let mut key = KeyHasher::new("terms");
    key.part(program.as_bytes()).part(format!("{settings:?}").as_bytes()).finish()
}

impl Engine {
    /// Builds the site as the sources are now, for a process that does so once. Begins where the last one stopped.
    pub fn build_once(&mut self, progress: &dyn Progress) -> Report {
        self.last_build.begin();
        self.build(progress)
    }

    /// The rest of a build after its scan, when only the words of some pages changed since the last one.
    pub(super) fn resume(&mut self, progress: &dyn Progress, clock: &mut Clock) -> Option<Report> {
        let mut standing = self.last_build.found.take()?;
        if standing.history.is_some() {
            self.history = self.look_at_history();
            if self.history.key() != standing.history {
                return None;
            }
        }
        let changed = self.other_words(&standing)?;
        let project = self.project;
        let remake = |db: &mut Database, number: &usize| {
            progress.step();
            let made = until_cancelled_or_panic(|| panics::catch(|| remake(db, project, &standing, *number)));
            made.and_then(Result::ok)?
        };
        let remake = |db: Database| changed.par_iter().map_with(db, remake).collect::<Option<Vec<Remade>>>();
        if self.db.is_verifying() {
            let remade = remake(self.db.clone())?;
            self.last_build.expected = self.expected(&standing, &remade);
            // These are put together later: only when no page has other words they are known here.
            let search = self.changed_search(&standing, &remade);
            let relinked = relink(&self.db, project, &standing, &remade);
            let found = Found::new(&self.db, &standing, search, &remade);
            let is_whole = !self.db.take_missed_heads();
            match found.zip(relinked).filter(|_| is_whole) {
                Some((found, relinked)) => {
                    self.last_build.anew = Some(found);
                    self.last_build.relinked = Some(relinked);
                }
                // It would have been the whole way.
                None => self.last_build.expected.clear(),
            }
            return None;
        }
        self.begin(Scope::Whole);
        // The configuration, and what the pages are made from, is read by one thread, while the others look at what is there.
        let (db, present) = (self.db.clone(), self.present());
        let is_in_vain = AtomicBool::new(false);
        let (standing_then, in_vain) = (&standing, &is_in_vain);
        let remake = move || {
            let is_readable = queries::config(&db, project).is_readable();
            let made = is_readable.then(|| remake(db.clone())).flatten();
            let made = made.and_then(|made| Some((relink(&db, project, standing_then, &made)?, made)));
            in_vain.store(made.is_none(), Ordering::Relaxed);
            made
        };
        let has_pages = || present.has_pages(&standing, &changed, &is_in_vain);
        let (made, is_there) = rayon::join(remake, has_pages);
        // A page may show what only the whole site knows: whether there is a page at an address, where the glossary is.
        let is_whole = !self.db.take_missed_heads();
        let (relinked, remade) = made.filter(|_| is_there && is_whole)?;
        clock.lap(Phase::Read);
        let found = Found::new(&self.db, &standing, self.changed_search(&standing, &remade), &remade)?;
        if !self.present().has_others(&standing, &found) {
            return None;
        }
        for page in &remade {
            self.write_remade(page)?;
        }
        standing.others.retain(|(path, _)| !found.is_new(path));
        if !found.search.is_empty() {
            let files = search::noted_files(&self.site(), &mut standing.search, &found.search)?;
            standing.others.extend(files);
        }
        if !found.texts.is_empty() {
            let files = llms::noted_files(&self.site(), &mut standing.texts, &found.texts)?;
            standing.others.extend(files);
        }
        standing.others.extend(listings::noted_files(&self.site(), &mut standing.listings, &found.listings)?);
        for (number, lines) in &found.lists {
            let list = standing.lists.get_mut(*number)?;
            standing.others.extend(list.write(&self.site(), lines));
        }
        clock.lap(Phase::Render);
        for page in &remade {
            let file = &mut standing.files[page.number];
            file.hash = page.file.hash(&self.db);
            for known in file.page.iter_mut() {
                (known.key, known.export, known.fragment) = (page.key, page.export, page.body.search);
                (known.feed, known.facts) = (page.feed, page.body.facts);
            }
            note(&mut standing.heads, &file.path, &page.heads);
            note(&mut standing.bodies, &page.slug, &page.bodies);
        }
        relinked.settle(&self.db, &mut standing);
        self.note_history();
        let mut problems = self.scanned.clone();
        let of_pages = standing.heads.values().chain(standing.bodies.values()).flatten();
        let of_links = standing.linked.values().flatten();
        problems.extend(of_pages.chain(&standing.site).chain(of_links).cloned());
        // What was made from a file that changed meanwhile is not what comes out of the file that was scanned.
        let is_noted = !remade.is_empty() && !self.db.has_stale();
        let last_build = std::mem::take(&mut self.last_build);
        let system = self.system.clone();
        let save = || is_noted.then(|| last_build.save(&*system, &standing));
        let (report, _) = rayon::join(|| self.end(problems, standing.pages, clock), save);
        self.last_build = LastBuild { found: Some(standing), ..last_build };
        Some(report)
    }

    /// The numbers of the files with another content; `None` when more is different than that of pages.
    fn other_words(&self, standing: &Standing) -> Option<Vec<usize>> {
        let files = self.project.files(&self.db);
        if !self.unreadable.is_empty() || files.len() != standing.files.len() {
            return None;
        }
        let mut changed = Vec::new();
        for (number, ((path, file), known)) in files.iter().zip(&standing.files).enumerate() {
            if *path != known.path {
                return None;
            }
            if file.hash(&self.db) != known.hash {
                // What the site tells of a page moves with every word.
                let is_told = |problem: &Diagnostic| {
                    problem.location.as_ref().is_some_and(|location| location.path == *path)
                };
                if known.page.is_none() || standing.site.iter().any(is_told) {
                    return None;
                }
                changed.push(number);
            }
        }
        Some(changed)
    }

    fn present(&self) -> Present<'_> {
        Present { output: &self.output, addresses: &self.project.settings(&self.db).addresses }
    }

    /// What the search is to know anew.
    fn changed_search(&self, standing: &Standing, remade: &[Remade]) -> Changed {
        let mut changed = Changed::new();
        for page in remade {
            let known = standing.files.get(page.number).and_then(|file| file.page.as_ref());
            if let Some(Page { fragment, spot: Some(spot), .. }) = known
                && *fragment != page.body.search
            {
                let changed = changed.entry(*spot).or_default();
                // Asked only now: it reads the configuration, which nothing else does when nothing changed.
                let addresses = queries::addresses(&self.db, self.project);
                changed.push((addresses.page_url(&page.slug), page.body.search));
            }
        }
        changed
    }

    fn write_remade(&self, page: &Remade) -> Option<()> {
        let origin = PageOrigin::File(page.file);
        let origin = Origin { slug: &page.slug, origin: Some(&origin) };
        let html = || page.around.page(&self.db, &origin, page.body);
        if self.write_one(page, self.page_file(&page.slug), page.key, &html)? == WriteOutcome::Written {
            self.pages_written.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(key) = page.export {
            let text = || page.around.export(&self.db, page.body);
            self.write_one(page, self.export_file(&page.slug), key, &text)?;
        }
        if let Some(key) = page.feed {
            for (number, path) in feed_files(&page.slug).into_iter().enumerate() {
                let text = || page.around.feeds(&self.db, &page.slug, page.body)?.get(number).cloned();
                self.write_one(page, path, key, &text)?;
            }
        }
        Some(())
    }

    fn write_one(
        &self,
        page: &Remade,
        path: OutPath,
        key: ContentHash,
        text: &dyn Fn() -> Option<String>,
    ) -> Option<WriteOutcome> {
        let file = WantedFile { path, key, origin: Some(page.file.path(&self.db).clone()) };
        if self.output.is_current(&file.path, key) {
            self.output.keep(&file);
            return Some(WriteOutcome::Unchanged);
        }
        Some(self.output.write(&file, text()?.as_bytes()))
    }

    fn export_file(&self, slug: &Slug) -> OutPath {
        self.project.settings(&self.db).addresses.export_file(slug)
    }

    fn page_file(&self, slug: &Slug) -> OutPath {
        self.project.settings(&self.db).addresses.page_file(slug)
    }

    fn expected(&self, standing: &Standing, remade: &[Remade]) -> BTreeMap<OutPath, ContentHash> {
        let mut expected: BTreeMap<OutPath, ContentHash> = standing.others.iter().cloned().collect();
        let mut expect =
            |slug: &Slug, key: ContentHash, export: Option<ContentHash>, feed: Option<ContentHash>| {
                expected.insert(self.page_file(slug), key);
                expected.extend(export.map(|key| (self.export_file(slug), key)));
                let feeds = feed.map(|key| feed_files(slug).map(|path| (path, key)));
                expected.extend(feeds.into_iter().flatten());
            };
        for file in &standing.files {
            if let Some(page) = &file.page {
                expect(&Slug::of_page(&file.path), page.key, page.export, page.feed);
            }
        }
        remade.iter().for_each(|page| expect(&page.slug, page.key, page.export, page.feed));
        expected
    }

    /// When the note is verified: whether the whole way came to the same.
    pub(super) fn verify_resumed(&mut self, built: &Built) {
        let expected = std::mem::take(&mut self.last_build.expected);
        if expected.is_empty() {
            return;
        }
        let pages = built.pages.iter().flat_map(PageFile::outputs).map(|(path, key)| (path.clone(), key));
        let made: BTreeMap<_, _> =
            pages.chain(built.others.iter().map(|(path, key)| (path.clone(), *key))).collect();
        let paths: BTreeSet<_> = made.keys().chain(expected.keys()).collect();
        let relinked = self.last_build.relinked.take().and_then(|relinked| relinked.check);
        if relinked.is_some_and(|check| !check.found_the_same(&self.found.links)) {
            self.db.mismatch("the links of edited pages, as the last build noted the others,".to_owned());
        }
        let anew = self.last_build.anew.take();
        let is_anew = |path: &OutPath| anew.as_ref().is_some_and(|found| found.is_new(path));
        let paths = paths.into_iter().filter(|path| !is_anew(path));
        for path in paths.filter(|path| made.get(*path) != expected.get(*path)) {
            self.db.mismatch(format!("the output `{}`, as the last build left it,", path.as_str()));
        }
    }
}

/// A page with other words; `None` when it says other things to the rest of the site.
fn remake(db: &Database, project: Project, standing: &Standing, number: usize) -> Option<Remade> {
    let known = standing.files.get(number)?;
    let page = known.page.as_ref()?;
    let file = *project.files(db).get(&known.path)?;
    let head = queries::file_head(db, file);
    if head_key(&head.structure, &head.label) != page.head {
        return None;
    }
    let slug = Slug::of_page(&known.path);
    let origin = PageOrigin::File(file);
    let of_page = Origin { slug: &slug, origin: Some(&origin) };
    let body = body(db, project, &of_page);
    let facts = match body.keys.facts == page.facts {
        true => None,
        false => Some(other_facts(db, project, &of_page, (page, body.keys))?),
    };
    let around = Surroundings::recorded(db, page.key)?;
    let feed = around.feed_key(db, &slug, body.keys);
    // The first entry of a change log, or the last one is gone; or the page has sections or entries in files of their own.
    let has_pieces = body.keys.is_long && *queries::sections_apart(db, project);
    if feed.is_some() != page.feed.is_some() || has_pieces || body.keys.archives > 0 {
        return None;
    }
    Some(Remade {
        number,
        file,
        body: body.keys,
        feed,
        key: around.key(body.keys.markup),
        export: around.export_key(body.keys.export),
        facts,
        around,
        heads: head.diagnostics.to_vec(),
        bodies: body.diagnostics.to_vec(),
        slug,
    })
}

/// The new links, ids and first words of a page; `None` when it says more that others show.
fn other_facts(
    db: &Database,
    project: Project,
    of_page: &Origin<'_>,
    (known, now): (&Page, BodyKeys),
) -> Option<Facts> {
    let before = stored_facts(db, known.facts)?;
    let now = facts_of(db, project, of_page, now);
    let facts =
        Facts { has_other_ids: before.known_ids() != now.known_ids(), summary: before.summary.clone(), now };
    // What links show of it lies elsewhere.
    let is_shown = facts.summary != facts.now.summary && queries::previews::has_previews(db, project);
    (!is_shown && before.is_alike_but_for_words(&facts.now)).then_some(facts)
}

fn note<K: Ord + Clone>(problems: &mut BTreeMap<K, Vec<Diagnostic>>, key: &K, found: &[Diagnostic]) {
    if found.is_empty() {
        problems.remove(key);
    } else {
        problems.insert(key.clone(), found.to_vec());
    }
}
