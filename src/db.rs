//! The database: what is remembered between builds of one process, and its inputs.
//!
//! Inputs are handles that are set, never swapped. A source file's input is its content's hash, not its
//! text: text is read on demand and hashed again, so an edit in the middle of a build is noticed rather
//! than mixed in. What the first scan and a hint hashed is kept until heads are read (`scanned`). Only this module and
//! `queries` name salsa.
//!
//! The firewall between pages and the site is made of inputs, too: what a file says to the rest of the site (its
//! head, and the keys of its [`BodyKeys`]) is computed by a query and then *carried* into fields of its [`SourceFile`]
//! (`carried`), each with the durability of how often it changes. Site-wide queries read only these fields. So after an
//! edit of words they are known to be up to date without looking at a single page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use salsa::{Durability, Setter};

use crate::diagnostic::Diagnostic;
use crate::encoding::{decode, encoded};
use crate::hash::{ContentHash, KeyHasher};
use crate::html::body::Body;
use crate::html::code::highlight::{is_slow, tokenize_while};
use crate::html::code::tokens::Tokens;
use crate::site::file_head::Structure;
use crate::site::hosting::{Host, Precompress};
use crate::site::page_index::PageSummary;
use crate::source::category::FileCategory;
use crate::source::history::Day;
use crate::store::{Statistics, Store};
use crate::system::{System, Utf8PathBuf};
use crate::text::{Addresses, SourcePath};
use crate::trace::Trace;

mod cancellation;
mod carried;
mod crossing;
mod log;
mod recent;
mod scanned;

pub use cancellation::{Cancellation, until_cancelled, until_cancelled_or_panic};
pub use crossing::{BodyKeys, Crossing, TextKey};
pub use log::{Echo, QueryLog};
use recent::Recent;
pub use scanned::Scanned;

/// One file of the project.
#[salsa::input(debug)]
pub struct SourceFile {
    #[returns(ref)]
    pub path: SourcePath,
    #[returns(copy)]
    pub category: FileCategory,
    #[returns(copy)]
    pub hash: ContentHash,
    /// Carried from `file_head`: what shapes the site. `None` for what is not Markdown.
    #[returns(ref)]
    pub structure: Option<Arc<Structure>>,
    /// Carried from `file_head`: what other pages show of this one.
    #[returns(ref)]
    pub label: Option<Arc<PageSummary>>,
    /// Carried from `page_body`: the key of the markup, which only the page itself reads.
    #[returns(copy)]
    pub markup: ContentHash,
    /// Carried from `page_body`: the key of the links and ids, which the link check reads.
    #[returns(copy)]
    pub facts: ContentHash,
    /// Carried from `page_body`: the key of the Markdown, which only the files beside the page read.
    #[returns(copy)]
    pub export: TextKey,
    /// Carried from `page_body`: the key of what the search knows of it.
    #[returns(copy)]
    pub search: ContentHash,
    /// Carried from `page_body`: the key of the entries of its feeds; `None` for a page without feeds.
    #[returns(copy)]
    pub feed: Option<ContentHash>,
    /// When it was last changed; `None` when that is not known, and for sites that do not tell it.
    #[returns(copy)]
    pub day: Option<Day>,
    /// When it came; only for sites that tell which pages are new.
    #[returns(copy)]
    pub came: Option<Day>,
}

/// The project: which files there are, and how it is built. A path that is not in `files` is absent, and
/// that is tracked like content.
#[salsa::input(singleton, debug)]
pub struct Project {
    #[returns(ref)]
    pub files: Arc<BTreeMap<SourcePath, SourceFile>>,
    #[returns(ref)]
    pub settings: Arc<Settings>,
}

/// What the command line says about the site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Base path and URL style.
    pub addresses: Addresses,
    /// `https://host` without trailing slash: for canonical addresses and the sitemap.
    pub site_url: Option<String>,
    /// Publish pages that `groups` restrict.
    pub restricted: Restricted,
    /// Who serves the site.
    pub host: Host,
    /// Whether files have a compressed copy beside them.
    pub precompress: Precompress,
    /// Whether pages load what `integrations` names.
    pub third_parties: ThirdParties,
}

/// What happens to analytics, chats and the like: readers have them, authors who look at their pages do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThirdParties {
    #[default]
    Included,
    LeftOut,
}

/// What happens to pages that only some readers may see (a static site cannot protect them).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restricted {
    #[default]
    LeftOut,
    Included,
}

/// A change of one source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The file exists with this content.
    Present { path: SourcePath, category: FileCategory, hash: ContentHash },
    /// The file is gone.
    Absent(SourcePath),
}

/// A block that a grammar reads for longer is shown without colours. It is some thousand times what a block takes,
/// so that no real block depends on the machine.
const MOST_READING: Duration = Duration::from_secs(10);

/// What queries may ask beyond other queries.
#[salsa::db]
pub trait Db: salsa::Database {
    /// The bytes of a file, as they were when it was scanned. A file that changed since is remembered as
    /// stale, and its new bytes are given: the next round of the build puts everything right.
    fn bytes(&self, file: SourceFile) -> Result<Vec<u8>, Diagnostic>;
    /// Notes that a result was taken from the store instead of made.
    fn reused(&self, query: &'static str);
    /// Where times are recorded.
    fn trace(&self) -> &Trace;
    /// Called first by every query that runs: the query's name and what it is about.
    fn ran(&self, query: &'static str, subject: &dyn Display);
    /// Coloured tokens of some code, from the store or made now.
    fn tokens(&self, language: &str, code: &str) -> Arc<Tokens>;
    /// Asked while a grammar reads a block: whether there is time for one more line.
    fn patience(&self) -> Box<dyn FnMut() -> bool>;
    /// A rendered body from the store.
    fn stored_body(&self, key: ContentHash) -> Option<Arc<Body>>;
    /// Puts a rendered body into the store.
    fn store_body(&self, key: ContentHash, body: Arc<Body>);
    /// The Markdown of a page from the store.
    fn stored_export(&self, key: ContentHash) -> Option<Arc<String>>;
    /// Puts the Markdown of a page into the store.
    fn store_export(&self, key: ContentHash, text: Arc<String>);
    /// The bytes of another value in the store.
    fn stored(&self, key: ContentHash) -> Option<Vec<u8>>;
    /// Puts a value into the store.
    fn store(&self, key: ContentHash, value: &[u8]);
    /// Puts a value into the store that is small for what it holds.
    fn store_dense(&self, key: ContentHash, value: &[u8]);
    /// Whether there is a value in the store.
    fn is_stored(&self, key: ContentHash) -> bool;
    /// Whether the store outlives the process.
    fn keeps(&self) -> bool;
    /// Whether values from the store are made again all the same, and compared.
    fn is_verifying(&self) -> bool;
    /// Notes that a value from the store was not what is made now.
    fn mismatch(&self, subject: String);
    /// Notes that a query wanted the head of a file that was not carried yet: what it says of the site is no answer.
    fn miss_head(&self);
}

/// Bytes of each kind that stay in memory between edits.
const AT_REST: usize = 1 << 20;
/// Room for the bodies of a batch of pages until the pages are written, also of large operations, and for their texts.
/// What is not found there is read from the store, or made again where there is none.
const BATCH_BODIES: usize = 64 << 20;
const BATCH_EXPORTS: usize = 24 << 20;
/// Bytes of each of them that may stay from one batch to the next.
const BETWEEN_BATCHES: usize = 4 << 20;

/// All state of one project in one process. Clones share it; each worker thread has one.
#[salsa::db]
#[derive(Clone)]
pub struct Database {
    storage: salsa::Storage<Self>,
    shared: Arc<Shared>,
}

struct Shared {
    log: QueryLog,
    cancellation: Cancellation,
    system: Arc<dyn System>,
    root: Utf8PathBuf,
    tokens: Recent<Tokens>,
    bodies: Recent<Body>,
    exports: Recent<String>,
    scanned: Arc<Scanned>,
    store: Store,
    checks: Checks,
    stale: Mutex<BTreeSet<SourcePath>>,
    mismatches: Mutex<BTreeSet<String>>,
    misses_heads: AtomicBool,
}

/// Whether what the store gives is believed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    #[default]
    Off,
    /// Every reused value is made again and compared (`DOCS_VERIFY=1`).
    On,
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {
    fn bytes(&self, file: SourceFile) -> Result<Vec<u8>, Diagnostic> {
        let path = file.path(self);
        let expected = file.hash(self);
        if let Some(bytes) = self.shared.scanned.take(expected) {
            return Ok(bytes);
        }
        let read = self.shared.system.read(&self.shared.root.join(path.as_str()));
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) => {
                lock(&self.shared.stale).insert(path.clone());
                return Err(Diagnostic::error(
                    "unreadable-file",
                    format!("`{path}` cannot be read: {}", error.reason),
                )
                .in_file(path));
            }
        };
        if ContentHash::of(&bytes) != expected {
            lock(&self.shared.stale).insert(path.clone());
        }
        Ok(bytes)
    }

    fn ran(&self, query: &'static str, subject: &dyn Display) {
        if self.shared.cancellation.is_requested() {
            // The token is one use of one clone: salsa resets it when the outermost query is left.
            salsa::Database::cancellation_token(self).cancel();
            salsa::Database::unwind_if_revision_cancelled(self);
        }
        self.shared.log.ran(query, subject);
    }

    fn reused(&self, query: &'static str) {
        self.shared.log.reused(query);
    }

    fn trace(&self) -> &Trace {
        self.shared.log.trace()
    }

    fn tokens(&self, language: &str, code: &str) -> Arc<Tokens> {
        // Our own lexers are nearly as fast as a key is made; the grammars of the rest are a hundred times slower.
        if !is_slow(language) {
            return Arc::new(tokenize_while(language, code, &mut self.patience()));
        }
        let key = KeyHasher::new("tokens").part(language.as_bytes()).part(code.as_bytes()).finish();
        if let Some(tokens) = self.shared.tokens.get(key) {
            return tokens;
        }
        let found = self.stored(key).and_then(|bytes| Tokens::from_bytes(&bytes));
        let tokens = Arc::new(match found {
            Some(found) if !self.is_verifying() => {
                self.reused("tokens");
                found
            }
            found => {
                let tokens = tokenize_while(language, code, &mut self.patience());
                if found.as_ref().is_some_and(|found| *found != tokens) {
                    self.mismatch(format!("a block of {language} code"));
                }
                self.store(key, &tokens.to_bytes());
                tokens
            }
        });
        self.shared.tokens.put(key, tokens.clone(), code.len());
        tokens
    }

    fn patience(&self) -> Box<dyn FnMut() -> bool> {
        let system = self.shared.system.clone();
        let started = system.monotonic();
        Box::new(move || system.monotonic().saturating_sub(started) < MOST_READING)
    }

    fn stored_body(&self, key: ContentHash) -> Option<Arc<Body>> {
        if let Some(body) = self.shared.bodies.get(key) {
            return Some(body);
        }
        let body: Arc<Body> = Arc::new(decode(&self.stored(key)?)?);
        self.shared.bodies.put(key, body.clone(), body.size());
        Some(body)
    }

    fn store_body(&self, key: ContentHash, body: Arc<Body>) {
        // Without a disk the store would keep the markup of the whole site in memory.
        if self.shared.store.is_persistent() && !self.shared.store.contains(key) {
            encoded(&*body, |bytes| self.store(key, bytes));
        }
        let size = body.size();
        self.shared.bodies.put(key, body, size);
    }

    fn stored_export(&self, key: ContentHash) -> Option<Arc<String>> {
        if let Some(text) = self.shared.exports.get(key) {
            return Some(text);
        }
        String::from_utf8(self.stored(key)?).ok().map(Arc::new)
    }

    fn store_export(&self, key: ContentHash, text: Arc<String>) {
        // As for bodies.
        if self.shared.store.is_persistent() && !self.shared.store.contains(key) {
            self.store(key, text.as_bytes());
        }
        let size = text.len();
        self.shared.exports.put(key, text, size);
    }

    fn stored(&self, key: ContentHash) -> Option<Vec<u8>> {
        self.shared.store.get(key)
    }

    fn store(&self, key: ContentHash, value: &[u8]) {
        // What was made from a file that changed meanwhile is filed under the hash of its old content.
        if lock(&self.shared.stale).is_empty() {
            self.shared.store.put(key, value);
        }
    }

    fn store_dense(&self, key: ContentHash, value: &[u8]) {
        if lock(&self.shared.stale).is_empty() {
            self.shared.store.put_dense(key, value);
        }
    }

    fn is_stored(&self, key: ContentHash) -> bool {
        self.shared.store.contains(key)
    }

    fn keeps(&self) -> bool {
        self.shared.store.is_persistent()
    }

    fn is_verifying(&self) -> bool {
        self.shared.checks == Checks::On
    }

    fn mismatch(&self, subject: String) {
        lock(&self.shared.mismatches).insert(subject);
    }

    fn miss_head(&self) {
        self.shared.misses_heads.store(true, Ordering::Relaxed);
    }
}

impl Database {
    /// An empty database for the project at `root`.
    pub fn new(
        system: Arc<dyn System>,
        root: Utf8PathBuf,
        store: Store,
        checks: Checks,
        log: QueryLog,
    ) -> Self {
        Self {
            storage: salsa::Storage::new(None),
            shared: Arc::new(Shared {
                log,
                cancellation: Cancellation::default(),
                system,
                root,
                tokens: Recent::new(8 << 20),
                bodies: Recent::new(BATCH_BODIES),
                exports: Recent::new(BATCH_EXPORTS),
                scanned: Arc::default(),
                store,
                checks,
                stale: Mutex::default(),
                mismatches: Mutex::default(),
                misses_heads: AtomicBool::new(false),
            }),
        }
    }

    /// What a scan read, for [`Db::bytes`].
    pub fn scanned(&self) -> Arc<Scanned> {
        self.shared.scanned.clone()
    }

    /// Creates the project's input.
    pub fn project(&self, settings: Settings) -> Project {
        Project::builder(Arc::default(), Arc::new(settings)).durability(Durability::HIGH).new(self)
    }

    /// Applies changes of source files, of which each is changed in one way.
    pub fn apply(&mut self, project: Project, changes: Vec<Change>) {
        let known = project.files(self).clone();
        let (mut new, mut gone) = (Vec::new(), Vec::new());
        for change in changes {
            match change {
                Change::Present { path, category, hash } => match known.get(&path) {
                    Some(file) => {
                        // Also when the hash is the one it had: it may have been read in between.
                        file.set_hash(self).with_durability(durability(category)).to(hash);
                        if file.category(self) != category {
                            file.set_category(self).to(category);
                        }
                    }
                    None => new.push((path.clone(), self.new_file(path, category, hash))),
                },
                Change::Absent(path) => gone.push(path),
            }
        }
        if new.is_empty() && gone.is_empty() {
            return;
        }
        let mut files = BTreeMap::clone(&known);
        // In order of their paths: at first, when all files are new, the map is made in one go.
        files.append(&mut new.into_iter().collect());
        for path in &gone {
            files.remove(path);
        }
        project.set_files(self).with_durability(Durability::HIGH).to(Arc::new(files));
    }

    /// The input of a file. It keeps its durability for ever: results of a file that became less durable would count as
    /// changed although they are equal, and its first edit would render the whole site again.
    fn new_file(&self, path: SourcePath, category: FileCategory, hash: ContentHash) -> SourceFile {
        let none = ContentHash::default();
        let text = TextKey::default();
        SourceFile::builder(path, category, hash, None, None, none, none, text, none, None, None, None)
            .durability(Durability::HIGH)
            .hash_durability(durability(category))
            .label_durability(Durability::MEDIUM)
            .facts_durability(Durability::MEDIUM)
            .markup_durability(Durability::LOW)
            .export_durability(Durability::LOW)
            .search_durability(Durability::LOW)
            .feed_durability(Durability::LOW)
            .day_durability(Durability::MEDIUM)
            .came_durability(Durability::MEDIUM)
            .new(self)
    }

    /// Whether a query wanted heads that were not carried, since this was last asked.
    pub fn take_missed_heads(&self) -> bool {
        self.shared.misses_heads.swap(false, Ordering::Relaxed)
    }

    /// What the store gave and was not what is made now, since this was last asked.
    pub fn take_mismatches(&self) -> BTreeSet<String> {
        std::mem::take(&mut *lock(&self.shared.mismatches))
    }

    /// What this process did with the store.
    pub fn store_statistics(&self) -> Statistics {
        self.shared.store.statistics()
    }

    /// Makes what was stored durable.
    pub fn save_store(&self) -> Option<Diagnostic> {
        self.shared.store.save()
    }

    /// Files that changed under a running build since this was last asked.
    pub fn take_stale(&self) -> BTreeSet<SourcePath> {
        std::mem::take(&mut *lock(&self.shared.stale))
    }

    /// Whether files changed under a running build.
    pub fn has_stale(&self) -> bool {
        !lock(&self.shared.stale).is_empty()
    }

    /// The request to stop, shared by all clones.
    pub fn cancellation(&self) -> &Cancellation {
        &self.shared.cancellation
    }

    /// Lets go of values that are kept only for a while. No clone may exist.
    pub fn evict(&mut self) {
        // A handle keeps the memory that its largest query took to note what it asked: of a large site's, 100 bytes a page.
        *self = self.clone();
        salsa::Database::trigger_lru_eviction(self);
        self.shared.bodies.shrink(BETWEEN_BATCHES);
        self.shared.exports.shrink(BETWEEN_BATCHES);
    }

    /// Forgets most of what could be read from the store again: a build asks for it twice, an edit hardly ever.
    pub fn rest(&self) {
        self.shared.tokens.shrink(AT_REST);
        self.shared.bodies.shrink(AT_REST);
        self.shared.exports.shrink(AT_REST);
    }
}

/// How rarely files of a category change while the program runs: an edit of a page looks at nothing that
/// only configuration, descriptions and pictures went into.
fn durability(category: FileCategory) -> Durability {
    match category {
        FileCategory::Page | FileCategory::Snippet | FileCategory::LegacySnippet => Durability::LOW,
        _ => Durability::HIGH,
    }
}

/// A poisoned lock only means that a panic was caught elsewhere; what it guards is complete at all times.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
