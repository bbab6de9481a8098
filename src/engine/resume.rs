//! Where the last process stopped: so that the next one that builds once does only what has changed.
//!
//! After a whole build everything that came out of it is noted beside the store: for each file its hash and the
//! key of its page, and all problems. The next process looks at all files like any other. When all that differs
//! is the words of some pages (no other file, title, link or id), these pages are made with what was around them,
//! and neither heads nor the navigation are read. Any doubt means the whole way, and every output that is left
//! alone is looked at. Not for a process that goes on watching: it needs to know the site.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::llms::{self, NotedTexts};
use super::search::{self, Changed, Noted};
use super::write::{self, PageFile};
use super::{Built, Clock, Engine, Options, Phase, Progress, Report, Reuse};
use crate::db::{BodyKeys, Database, Db, Project, Settings, SourceFile, until_cancelled_or_panic};
use crate::diagnostic::Diagnostic;
use crate::encoding::{Sequence, seal_pieces, unseal};
use crate::hash::{ContentHash, KeyHasher};
use crate::html::feed_links::feed_files;
use crate::output::{Output, Scope, WantedFile, WriteOutcome};
use crate::panics;
use crate::queries::body::{Origin, body};
use crate::queries::search::{Spot, search_spots};
use crate::queries::surroundings::Surroundings;
use crate::queries::{self, PageOrigin};
use crate::site::file_head::Structure;
use crate::site::page_index::PageSummary;
use crate::store::STANDING_FILE;
use crate::system::{Links, System, Utf8PathBuf};
use crate::text::{Addresses, OutPath, Slug, SourcePath};

/// Changes with the format.
const MAGIC: &[u8; 8] = b"docsstd8";

/// What a whole build left. True for ever: it says what comes out of these files under these terms.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Standing<Files = Vec<File>> {
    /// The program, and what it was told.
    terms: ContentHash,
    /// All source files in the order of their paths.
    files: Files,
    /// The state of the repository, for a site that shows when pages were changed.
    history: Option<ContentHash>,
    /// All other outputs: pages that are made from more than one file, assets, the site as a whole.
    others: Vec<(OutPath, ContentHash)>,
    /// Number of all pages.
    pages: usize,
    /// Problems of pages, by source.
    heads: BTreeMap<SourcePath, Vec<Diagnostic>>,
    bodies: BTreeMap<Slug, Vec<Diagnostic>>,
    /// Problems of the site and of its links.
    site: Vec<Diagnostic>,
    /// The indexes of the search, and the texts for language models.
    search: Vec<Noted>,
    texts: Vec<NotedTexts>,
}

impl Standing {
    /// Whether a broken link is told in a snippet or a description: it is one of some pages, and nothing says of which.
    fn tells_of_some_page(&self) -> bool {
        let is_page = |path: &SourcePath| {
            let found = self.files.binary_search_by(|file| file.path.cmp(path));
            found.ok().and_then(|at| self.files.get(at)).is_some_and(|file| file.page.is_some())
        };
        let is_link = |problem: &&Diagnostic| matches!(problem.code, "broken-link" | "broken-anchor");
        let mut places = self.site.iter().filter(is_link).filter_map(|problem| problem.location.as_ref());
        places.any(|place| place.path.as_str() != queries::CONFIG_FILE && !is_page(&place.path))
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct File {
    path: SourcePath,
    hash: ContentHash,
    /// For a file that nothing but its own page is made from.
    page: Option<Page>,
}

#[derive(Serialize, Deserialize)]
struct Page {
    /// What it says to the rest of the site: its head, and its links and ids.
    head: ContentHash,
    facts: ContentHash,
    /// The key of the output, and that of its Markdown.
    key: ContentHash,
    export: Option<ContentHash>,
    /// That of its feeds.
    feed: Option<ContentHash>,
    /// What the search knows of it, and where that is part of an index.
    fragment: ContentHash,
    spot: Option<Spot>,
}

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
    around: Surroundings,
    heads: Vec<Diagnostic>,
    bodies: Vec<Diagnostic>,
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

/// What a head says to the rest of the site.
fn head_key(structure: &Structure, label: &PageSummary) -> ContentHash {
    KeyHasher::new("what a head says").value(structure).value(label).finish()
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
            let found = Found::new(&standing, self.changed_search(&standing, &remade), &remade);
            self.last_build.anew = Some(found);
            return None;
        }
        self.begin(Scope::Whole);
        // What the pages are made from is read by one thread, while the others look at what is there.
        let (db, present) = (self.db.clone(), self.present());
        let is_in_vain = AtomicBool::new(false);
        let remake = || {
            let remade = remake(db);
            is_in_vain.store(remade.is_none(), Ordering::Relaxed);
            remade
        };
        let has_pages = || present.has_pages(&standing, &changed, &is_in_vain);
        let (remade, is_there) = rayon::join(remake, has_pages);
        let remade = remade.filter(|_| is_there)?;
        clock.lap(Phase::Read);
        let found = Found::new(&standing, self.changed_search(&standing, &remade), &remade);
        if !self.present().has_others(&standing, &found) {
            return None;
        }
        for page in &remade {
            self.write_remade(page)?;
        }
        if !found.search.is_empty() {
            let files = search::noted_files(&self.site(), &mut standing.search, &found.search)?;
            standing.others.retain(|(path, _)| !search::is_of_search(path));
            standing.others.extend(files);
        }
        if !found.texts.is_empty() {
            let files = llms::noted_files(&self.site(), &mut standing.texts, &found.texts)?;
            standing.others.retain(|(path, _)| !found.files.contains(path));
            standing.others.extend(files);
        }
        clock.lap(Phase::Render);
        for page in &remade {
            let file = &mut standing.files[page.number];
            file.hash = page.file.hash(&self.db);
            for known in file.page.iter_mut() {
                (known.key, known.export, known.fragment) = (page.key, page.export, page.body.search);
                known.feed = page.feed;
            }
            note(&mut standing.heads, &file.path, &page.heads);
            note(&mut standing.bodies, &page.slug, &page.bodies);
        }
        self.note_history();
        let mut problems = self.scanned.clone();
        let of_pages = standing.heads.values().chain(standing.bodies.values()).flatten();
        problems.extend(of_pages.chain(&standing.site).cloned());
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
                // The places of broken links move with every word.
                let is_told = |problem: &Diagnostic| {
                    problem.location.as_ref().is_some_and(|location| location.path == *path)
                };
                if known.page.is_none() || standing.site.iter().any(is_told) {
                    return None;
                }
                changed.push(number);
            }
        }
        (changed.is_empty() || !standing.tells_of_some_page()).then_some(changed)
    }

    fn present(&self) -> Present<'_> {
        Present { output: &self.output, addresses: &self.project.settings(&self.db).addresses }
    }

    /// What the search is to know anew.
    fn changed_search(&self, standing: &Standing, remade: &[Remade]) -> Changed {
        let addresses = &self.project.settings(&self.db).addresses;
        let mut changed = Changed::new();
        for page in remade {
            let known = standing.files.get(page.number).and_then(|file| file.page.as_ref());
            if let Some(Page { fragment, spot: Some(spot), .. }) = known
                && *fragment != page.body.search
            {
                let changed = changed.entry(*spot).or_default();
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
        let anew = self.last_build.anew.take();
        let is_anew = |path: &OutPath| anew.as_ref().is_some_and(|found| found.is_new(path));
        let paths = paths.into_iter().filter(|path| !is_anew(path));
        for path in paths.filter(|path| made.get(*path) != expected.get(*path)) {
            self.db.mismatch(format!("the output `{}`, as the last build left it,", path.as_str()));
        }
    }

    /// Notes what a whole build left, for the next process.
    pub(super) fn keep_standing(&self) {
        let Some(built) = self.built.as_ref().filter(|_| self.last_build.once) else { return };
        if built.pages.len() != built.list.len() || !built.pages.iter().all(PageFile::is_made) {
            return;
        }
        let (db, project) = (&self.db, self.project);
        let imported = queries::imported_paths(db, project);
        let lost = queries::lost_exports(db, project);
        // What several pages show is not one page's alone.
        let index = queries::page_index(db, project);
        let shown: BTreeSet<&Slug> = index.stand_ins().values().collect();
        let spots = search_spots(db, project);
        // The file that nothing but this page is made from.
        let own_file = |page: &PageFile| match built.list.get(&page.slug)? {
            PageOrigin::File(file) => {
                let path = file.path(db);
                let is_own = Slug::of_page(path) == page.slug
                    && !imported.contains(&path.as_str().to_lowercase())
                    && !shown.contains(&page.slug)
                    && has_all_feeds(page)
                    && file.structure(db).is_some()
                    && file.label(db).is_some();
                is_own.then_some(*file)
            }
            _ => None,
        };
        // What is noted with the file of a page: all that it is made into, unless its Markdown is lost.
        let is_noted = |page: &PageFile| page.export.is_none() || !lost.contains(&page.slug);
        let mut others: Vec<(OutPath, ContentHash)> =
            built.others.iter().map(|(path, key)| (path.clone(), *key)).collect();
        for page in built.pages.iter().filter(|page| !is_noted(page) || own_file(page).is_none()) {
            others.extend(page.outputs().map(|(path, key)| (path.clone(), key)));
        }
        let page = |slug: &Slug, file: &SourceFile| {
            let page = write::known(&built.pages, slug).filter(|page| is_noted(page))?;
            let file = own_file(page).filter(|own| own == file)?;
            Some(Page {
                head: head_key(file.structure(db).as_ref()?, file.label(db).as_ref()?),
                facts: file.facts(db),
                key: page.key,
                export: page.export.as_ref().map(|export| export.key),
                feed: page.feeds.as_ref().map(|feeds| feeds.key),
                fragment: file.search(db),
                spot: spots.get(slug).copied(),
            })
        };
        let files = project.files(db);
        let file = |(path, file): (&SourcePath, &SourceFile)| File {
            path: path.clone(),
            hash: file.hash(db),
            page: page(&Slug::of_page(path), file),
        };
        let listed = |problems: &Arc<[Diagnostic]>| problems.to_vec();
        self.last_build.save(
            &*self.system,
            &Standing {
                terms: self.last_build.terms,
                // Made while they are written: all at once they would be the largest thing of a build.
                files: Sequence(|| files.iter().map(file)),
                history: self.history.key(),
                others,
                pages: built.list.len(),
                heads: self.found.heads.iter().map(|(path, found)| (path.clone(), listed(found))).collect(),
                bodies: self.found.bodies.iter().map(|(slug, found)| (slug.clone(), listed(found))).collect(),
                site: self.found.site.clone(),
                search: built.aggregates.search.noted(),
                texts: built.aggregates.texts.noted(),
            },
        );
    }
}

/// Whether no feed of a page is a file of the project instead.
fn has_all_feeds(page: &PageFile) -> bool {
    page.feeds.as_ref().is_none_or(|feeds| feeds.paths.len() == feed_files(&page.slug).len())
}

/// The outputs that the last build left.
struct Present<'e> {
    output: &'e Output,
    addresses: &'e Addresses,
}

impl Present<'_> {
    /// Wants all pages but the changed ones as they are, and tells whether they are there. Ends early when that
    /// `is_in_vain`.
    fn has_pages(&self, standing: &Standing, changed: &[usize], is_in_vain: &AtomicBool) -> bool {
        let page = |(number, file): (usize, &File)| match &file.page {
            _ if is_in_vain.load(Ordering::Relaxed) => false,
            Some(page) if changed.binary_search(&number).is_err() => self.has_page(file, page),
            _ => true,
        };
        standing.files.par_iter().with_min_len(64).enumerate().all(page)
    }

    fn has_page(&self, file: &File, page: &Page) -> bool {
        let slug = Slug::of_page(&file.path);
        let keep = |path: OutPath, key: ContentHash| self.keep(path, key, Some(&file.path));
        keep(self.addresses.page_file(&slug), page.key)
            && page.export.is_none_or(|key| keep(self.addresses.export_file(&slug), key))
            && page.feed.is_none_or(|key| feed_files(&slug).into_iter().all(|path| keep(path, key)))
    }

    /// The same for all other outputs. Leaves those where something was `found` to who makes them anew.
    fn has_others(&self, standing: &Standing, found: &Found) -> bool {
        let others = standing.others.par_iter().with_min_len(64);
        others.all(|(path, key)| found.is_new(path) || self.keep(path.clone(), *key, None))
    }

    fn keep(&self, path: OutPath, key: ContentHash, origin: Option<&SourcePath>) -> bool {
        let file = WantedFile { path, key, origin: origin.cloned() };
        self.output.is_current(&file.path, key) && self.output.keep(&file) == WriteOutcome::Unchanged
    }
}

/// What is to be found anew: in the search, and in the texts for language models.
struct Found {
    search: Changed,
    texts: HashMap<Slug, ContentHash>,
    /// Where these texts lie.
    files: BTreeSet<OutPath>,
}

impl Found {
    fn new(standing: &Standing, search: Changed, remade: &[Remade]) -> Self {
        let texts = changed_texts(standing, remade);
        let noted = standing.texts.iter().filter(|_| !texts.is_empty());
        Self { files: noted.flat_map(NotedTexts::paths).cloned().collect(), search, texts }
    }

    /// Whether a file is made anew.
    fn is_new(&self, path: &OutPath) -> bool {
        (!self.search.is_empty() && search::is_of_search(path)) || self.files.contains(path)
    }
}

/// Pages with another text.
fn changed_texts(standing: &Standing, remade: &[Remade]) -> HashMap<Slug, ContentHash> {
    let known = |page: &Remade| standing.files.get(page.number)?.page.as_ref()?.export;
    let changed = remade.iter().filter(|page| page.export != known(page));
    changed.filter_map(|page| Some((page.slug.clone(), page.export?))).collect()
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
    let body = body(db, project, &Origin { slug: &slug, origin: Some(&origin) });
    if body.keys.facts != page.facts {
        return None;
    }
    let around = Surroundings::recorded(db, page.key)?;
    Some(Remade {
        number,
        file,
        body: body.keys,
        feed: around.feed_key(db, &slug, body.keys),
        key: around.key(body.keys.markup),
        export: around.export_key(body.keys.export),
        around,
        heads: head.diagnostics.to_vec(),
        bodies: body.diagnostics.to_vec(),
        slug,
    })
}

fn note<K: Ord + Clone>(problems: &mut BTreeMap<K, Vec<Diagnostic>>, key: &K, found: &[Diagnostic]) {
    if found.is_empty() {
        problems.remove(key);
    } else {
        problems.insert(key.clone(), found.to_vec());
    }
}
