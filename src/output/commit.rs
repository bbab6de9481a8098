//! Builds: from wanted files to the output directory.
//!
//! A build is `begin`, any number of `write`, `copy` and `keep` from any number of threads, `finish`. A
//! file that the manifest knows is believed when its size is right and it is older than the manifest; a
//! younger one is read and hashed first. Deletions come last, the manifest after them, and the journal goes
//! when the manifest is there.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::folder::Folders;
use super::journal::{self, JOURNAL_FILE, Journal};
use super::ledger::{Claim, Ledger, Place, Prior};
use super::manifest::{self, Entry, MANIFEST_FILE, Stamp};
use super::report::{self, Problem, Problems};
use super::{ForeignFiles, Onlooker, Scope, Summary, WantedFile, WriteOutcome, place};
use crate::diagnostic::Diagnostic;
use crate::hash::{ContentHash, ContentHasher};
use crate::system::{FileKind, Links, System, SystemError, Utf8Path, Utf8PathBuf};
use crate::text::{OutPath, SourcePath};

mod disk;
mod packed;
mod tidy;

pub use packed::Copies;
use packed::Packed;

/// An output directory over any number of builds of one process.
pub struct Output {
    system: Arc<dyn System>,
    directory: Utf8PathBuf,
    inside_source: Option<SourcePath>,
    foreign: ForeignFiles,
    folders: Folders,
    onlooker: Option<Arc<dyn Onlooker>>,
    state: Mutex<State>,
}

struct State {
    ledger: Ledger,
    scope: Scope,
    /// Open while the manifest on disk may not be true.
    journal: Option<Journal>,
    /// Files older than this are believed by their size; `None`: none are.
    saved_ns: Option<i64>,
    /// The manifest as this process read or saved it.
    manifest: Option<Stamp>,
    /// A build of another process saved a manifest while this build ran.
    overtaken: bool,
    /// An earlier build did not end; what it left is tidied up when the next one begins.
    unfinished: Option<Vec<OutPath>>,
    /// A file younger than the manifest was found right, so a new manifest would save reading it again.
    refresh: bool,
    packed: Packed,
    summary: Summary,
    problems: Problems,
}

impl State {
    /// Gives `file` its path for this build; `None` when something speaks against that, which is noted.
    fn claim(&mut self, file: &WantedFile) -> Option<Claim> {
        if let Some(problem) = report::unusable_path(file) {
            self.problems.add(problem);
            return None;
        }
        if self.problems.stops() {
            self.problems.count_failure();
            return None;
        }
        let scope = self.scope;
        match self.ledger.claim(file, scope) {
            Ok(claim) => Some(claim),
            Err(taken) => {
                self.problems.add(report::collision(file, &taken));
                None
            }
        }
    }
}

/// Puts bytes at a path and tells their hash and length.
type Write<'a> = dyn Fn(&Utf8Path) -> Result<(ContentHash, u64), SystemError> + 'a;

impl Output {
    /// Checks the directory and reads what the last build left. Nothing is written before the first
    /// file of a build.
    pub fn open(
        system: Arc<dyn System>,
        out: &Utf8Path,
        source_root: &Utf8Path,
        foreign: ForeignFiles,
    ) -> Result<Self, Diagnostic> {
        let place = place::inspect(&*system, out, source_root, foreign)?;
        place::refuse_occupied(&*system, &place.directory)?;
        let unfinished = journal::unfinished(&*system, &place.directory)
            .map_err(|error| report::unusable(JOURNAL_FILE, &error))?;
        let saved_ns = if unfinished.is_some() { None } else { place.saved_ns };
        let is_unfinished = unfinished.is_some();
        let (ledger, shadows) = Ledger::new(place.files, unfinished.unwrap_or_default());
        let state = State {
            ledger,
            scope: Scope::Whole,
            journal: None,
            saved_ns,
            manifest: place.manifest,
            overtaken: false,
            unfinished: is_unfinished.then_some(shadows),
            refresh: false,
            packed: Packed::default(),
            summary: Summary::default(),
            problems: Problems::default(),
        };
        let folders = Folders::new(place.directory.clone());
        Ok(Self {
            system,
            directory: place.directory,
            inside_source: place.inside_source,
            foreign,
            folders,
            onlooker: None,
            state: Mutex::new(state),
        })
    }

    /// Tells `onlooker` about every file from now on.
    pub fn show_to(&mut self, onlooker: Arc<dyn Onlooker>) {
        self.onlooker = Some(onlooker);
    }

    fn stands(&self, file: &WantedFile, content: ContentHash) {
        if let Some(onlooker) = &self.onlooker {
            onlooker.stands(file, content);
        }
    }

    /// The directory, absolute, links resolved.
    pub fn directory(&self) -> &Utf8Path {
        &self.directory
    }

    /// Where the directory is inside the source folder, if it is: to be left out of walks and watches.
    pub fn inside_source(&self) -> Option<&SourcePath> {
        self.inside_source.as_ref()
    }

    /// Begins a build.
    pub fn begin(&self, scope: Scope) {
        self.folders.forget();
        let mut state = self.lock();
        state.ledger.begin();
        state.scope = scope;
        state.overtaken = false;
        state.summary = Summary::default();
        state.problems = Problems::default();
        if state.unfinished.is_none() {
            return;
        }
        drop(state);
        // The journal that is there may belong to a build of another process that still runs.
        if self.try_mark() {
            let mut state = self.lock();
            let shadows = state.unfinished.take().unwrap_or_default();
            let ours = state.ledger.all();
            drop(state);
            self.tidy_up(&ours, &shadows);
        }
    }

    /// Whether the file was made under this very key and is still there.
    pub fn is_current(&self, path: &OutPath, key: ContentHash) -> bool {
        let state = self.lock();
        let (entry, saved_ns) = (state.ledger.entry(path), state.saved_ns);
        drop(state);
        entry.is_some_and(|entry| entry.key == key && self.is_on_disk(path, &entry, saved_ns))
    }

    /// The key that the file at `path` was made under.
    pub fn key(&self, path: &OutPath) -> Option<ContentHash> {
        self.lock().ledger.entry(path).map(|entry| entry.key)
    }

    /// The hash of the bytes that were written at `path`.
    pub fn content(&self, path: &OutPath) -> Option<ContentHash> {
        self.lock().ledger.entry(path).map(|entry| entry.content)
    }

    /// All files as the last build left them, with the hashes of their bytes; `None` when it did not come to its end.
    pub fn listed(&self) -> Option<Vec<(OutPath, ContentHash)>> {
        let state = self.lock();
        let is_known = state.saved_ns.is_some() && state.journal.is_none() && !state.ledger.has_unknown();
        let content = |(path, entry): (OutPath, Entry)| (path, entry.content);
        is_known.then(|| state.ledger.listed().into_iter().map(content).collect())
    }

    /// All files as they were written: how many bytes, and the hashes of these.
    pub fn files(&self) -> Vec<(OutPath, u64, ContentHash)> {
        let listed = self.lock().ledger.listed();
        listed.into_iter().map(|(path, entry)| (path, entry.size, entry.content)).collect()
    }

    /// The bytes of a file that was made under this very key and that nobody has changed since.
    pub fn made(&self, path: &OutPath, key: ContentHash) -> Option<Vec<u8>> {
        let entry = self.lock().ledger.entry(path).filter(|entry| entry.key == key)?;
        self.regular_file(path).filter(|(size, _)| *size == entry.size)?;
        let bytes = self.system.read(&self.directory.join(path.as_str())).ok()?;
        (ContentHash::of(&bytes) == entry.content).then_some(bytes)
    }

    /// Its size in bytes, as it was written.
    pub fn size(&self, path: &OutPath) -> Option<usize> {
        self.lock().ledger.entry(path).map(|entry| entry.size as usize)
    }

    /// Wants a file as it is; for files that [`Output::is_current`] said yes to.
    pub fn keep(&self, file: &WantedFile) -> WriteOutcome {
        let mut state = self.lock();
        let Some(claim) = state.claim(file) else { return WriteOutcome::Failed };
        match claim.prior {
            Prior::Listed(entry) => {
                // Only the manifest's key is brought up to date; equal bytes were made under both.
                if entry.key != file.key {
                    state.ledger.set(&file.path, Entry { key: file.key, ..entry });
                    state.refresh = true;
                }
                state.summary.unchanged += 1;
                drop(state);
                self.stands(file, entry.content);
                WriteOutcome::Unchanged
            }
            Prior::Unlisted | Prior::Unfinished => {
                state.problems.add(report::not_there(file));
                WriteOutcome::Failed
            }
        }
    }

    /// Wants what is there to stay, if it is ours: nobody can tell what it should be now. Tells whether there
    /// is something.
    pub fn retain(&self, file: &WantedFile) -> bool {
        let mut state = self.lock();
        if !state.ledger.knows(file.path.as_str()) {
            return false;
        }
        let scope = state.scope;
        // Wanting it twice is no collision: nothing is written.
        if let Ok(Claim { prior: Prior::Listed(entry), .. }) = state.ledger.claim(file, scope) {
            state.ledger.set(&file.path, Entry { key: ContentHash::default(), ..entry });
            state.refresh = true;
            self.stands(file, entry.content);
        }
        true
    }

    /// Wants a file with these bytes.
    pub fn write(&self, file: &WantedFile, bytes: &[u8]) -> WriteOutcome {
        let content = ContentHash::of(bytes);
        self.put(file, content, Some(bytes.len() as u64), &|path| {
            self.system.write(path, bytes)?;
            Ok((content, bytes.len() as u64))
        })
    }

    /// Wants a copy of a source file whose content was hashed before.
    pub fn copy(&self, file: &WantedFile, from: &Utf8Path, content: ContentHash) -> WriteOutcome {
        self.put(file, content, None, &|path| {
            let mut hasher = ContentHasher::default();
            let mut size = 0;
            self.system.copy(from, path, &mut |piece| {
                hasher.update(piece);
                size += piece.len() as u64;
            })?;
            Ok((hasher.finish(), size))
        })
    }

    /// In a build of [`Scope::Changes`]: deletes a file that is no longer wanted.
    pub fn remove(&self, path: &OutPath) {
        let known = self.lock().ledger.knows(path.as_str());
        if known && self.try_mark() {
            self.delete(path);
            self.unpack(path);
        }
    }

    /// Ends the build: deletes what the last manifest lists and this build did not want, and saves the
    /// manifest. When something failed nothing is deleted. A build of [`Scope::Changes`] leaves the
    /// manifest for [`Output::save`].
    pub fn finish(&self) -> Summary {
        let mut state = self.lock();
        let (scope, failed) = (state.scope, state.problems.any_failed());
        if scope == Scope::Whole {
            if !failed {
                let unwanted = state.ledger.unwanted();
                drop(state);
                if !unwanted.is_empty() && self.try_mark() {
                    let is_page = |path: &&OutPath| path.as_str().trim_end_matches(".gz").ends_with(".html");
                    let (pages, loaded): (Vec<_>, Vec<_>) = unwanted.iter().partition(is_page);
                    pages.into_iter().for_each(|path| self.delete(path));
                    // A page that could not be deleted keeps what it loads.
                    if !self.lock().problems.any_failed() {
                        loaded.into_iter().for_each(|path| self.delete(path));
                    }
                }
                state = self.lock();
            }
            drop(state);
            let unsaved = self.save();
            state = self.lock();
            unsaved.into_iter().for_each(|error| state.problems.add(error.into()));
        }
        let mut summary = std::mem::take(&mut state.summary);
        summary.diagnostics = std::mem::take(&mut state.problems).into_diagnostics();
        summary
    }

    /// Saves the manifest if the directory changed since it was saved last: for the end of the process, and
    /// for quiet moments after builds of [`Scope::Changes`].
    pub fn save(&self) -> Option<Diagnostic> {
        let mut state = self.lock();
        if state.journal.is_none() && (!state.refresh || self.hold(&mut state).is_err()) {
            // New keys of files that stay are no reason to wait for another process.
            return None;
        }
        if state.scope == Scope::Whole && !state.problems.any_failed() {
            state.ledger.drop_unknown();
        }
        let places = state.ledger.places();
        // Several threads write the text: none of them may come upon work that waits for the lock.
        drop(state);
        let path = self.directory.join(MANIFEST_FILE);
        let known =
            |place: &Place| self.lock().ledger.known_at(*place).map(|(path, entry)| (path.clone(), entry));
        let written = self.system.write_pieces(&path, &mut |each| manifest::write(&places, &known, each));
        let mut state = self.lock();
        let saved = written.and_then(|()| {
            // What the ledger cannot vouch for stays in the journal.
            if state.ledger.has_unknown() { Ok(()) } else { journal::remove(&*self.system, &self.directory) }
        });
        match saved {
            Ok(()) => {
                state.journal = None;
                state.refresh = false;
                let found = self.system.metadata(&path, Links::Keep).ok();
                state.saved_ns = found.as_ref().map(|found| found.modified_ns);
                state.manifest = found.as_ref().map(Stamp::from);
                None
            }
            Err(error) => Some(report::unusable(MANIFEST_FILE, &error)),
        }
    }

    /// The way of every file: claim the path, leave equal bytes alone, mark, write.
    fn put(&self, file: &WantedFile, content: ContentHash, size: Option<u64>, write: &Write) -> WriteOutcome {
        let Some(claim) = self.lock().claim(file) else { return WriteOutcome::Failed };
        let outcome = match self.settle(file, &claim, content, size) {
            Ok(None) => self.replace(file, content, write),
            settled => {
                let mut state = self.lock();
                // Nothing was written: what is at an unlisted path is still not ours.
                if matches!(claim.prior, Prior::Unlisted) && !state.overtaken {
                    state.ledger.forget(&file.path);
                }
                drop(state);
                settled.map(|_| WriteOutcome::Unchanged)
            }
        };
        let mut state = self.lock();
        let outcome = outcome.unwrap_or_else(|problem| {
            state.problems.add(problem);
            WriteOutcome::Failed
        });
        match outcome {
            WriteOutcome::Written => state.summary.written += 1,
            WriteOutcome::Unchanged => state.summary.unchanged += 1,
            WriteOutcome::Failed => return outcome,
        }
        drop(state);
        self.stands(file, content);
        outcome
    }

    /// Whether nothing is to be written because the bytes are there (`Some`); else marks the directory.
    fn settle(
        &self,
        file: &WantedFile,
        claim: &Claim,
        content: ContentHash,
        size: Option<u64>,
    ) -> Result<Option<()>, Problem> {
        if let Some(variant) = &claim.variant {
            self.mark(None)?;
            self.delete(variant);
        }
        let (known, found) = match &claim.prior {
            Prior::Listed(entry) => {
                let saved_ns = self.lock().saved_ns;
                let is_there = entry.content == content && self.is_on_disk(&file.path, entry, saved_ns);
                (is_there.then_some(*entry), None)
            }
            Prior::Unlisted | Prior::Unfinished => {
                let found = self.at(&file.path);
                let equal =
                    found.as_ref().and_then(|found| self.size_of_equal((&file.path, found), content, size));
                (equal.map(|size| Entry { size, content, key: ContentHash::default() }), found)
            }
        };
        if let Some(entry) = known {
            // Equal bytes that are not ours are left alone and not listed, so never deleted.
            if !matches!(claim.prior, Prior::Unlisted) && entry.key != file.key {
                let mut state = self.lock();
                state.ledger.set(&file.path, Entry { key: file.key, ..entry });
                state.refresh = true;
            }
            return Ok(Some(()));
        }
        let unlisted = matches!(claim.prior, Prior::Unlisted);
        if let Some(found) = found.filter(|_| unlisted && self.foreign == ForeignFiles::Keep) {
            self.refuse_foreign(file, &found)?;
        }
        self.mark(unlisted.then_some(&file.path))?;
        Ok(None)
    }

    /// Makes the folder and writes the file.
    fn replace(
        &self,
        file: &WantedFile,
        content: ContentHash,
        write: &Write,
    ) -> Result<WriteOutcome, Problem> {
        self.make_folder(file)?;
        let disk = self.directory.join(file.path.as_str());
        let mut written = write(&disk);
        if let Err(error) = &written {
            let is_missing = error.is_missing();
            let is_directory = self.is_directory(&disk);
            if is_directory {
                self.clear_directory(file.path.as_str());
                if self.is_directory(&disk) {
                    return Err(report::blocked(file, file.path.as_str(), FileKind::Directory));
                }
            }
            if is_directory || is_missing {
                // The folder was empty for a moment and went with the last file in it.
                self.folders.forget();
                self.make_folder(file)?;
                written = write(&disk);
            }
        }
        let (found, size) = written.map_err(|error| report::write_failed(file, &error))?;
        // A source that changed since it was hashed: the key would promise other bytes.
        let key = if found == content { file.key } else { ContentHash::default() };
        let mut state = self.lock();
        state.ledger.set(&file.path, Entry { size, content: found, key });
        state.summary.bytes += size;
        Ok(WriteOutcome::Written)
    }

    /// Opens the journal before the first change of a build, and notes a path that is new.
    fn mark(&self, added: Option<&OutPath>) -> Result<(), Problem> {
        let mut state = self.lock();
        let added = self.hold(&mut state)?.zip(added).map(|(journal, path)| journal.add(path));
        added.unwrap_or(Ok(())).map_err(|error| report::unmarked(&self.directory, &error))
    }

    /// Has the journal open, which only one process can.
    fn hold<'s>(&self, state: &'s mut State) -> Result<Option<&'s mut Journal>, Problem> {
        if state.journal.is_none() {
            // Before, to leave no journal behind; after, because nobody can save a manifest from then on.
            self.keep_up(state)?;
            let opened = self.system.create_dir_all(&self.directory);
            let opened = opened.and_then(|()| Journal::open(&*self.system, &self.directory));
            let journal = opened.map_err(|error| report::unmarked(&self.directory, &error))?;
            self.keep_up(state)?;
            state.journal = Some(journal);
        }
        Ok(state.journal.as_mut())
    }

    /// What another process did meanwhile is in a manifest that this build does not know: it goes no further, and the
    /// next one begins with that manifest.
    fn keep_up(&self, state: &mut State) -> Result<(), Problem> {
        let path = self.directory.join(MANIFEST_FILE);
        let now = self.system.metadata(&path, Links::Keep).ok();
        if let Some(now) = now.filter(|now| state.manifest != Some(Stamp::from(now))) {
            let files = self.system.read(&path).ok().and_then(|bytes| manifest::decode(&bytes));
            (state.ledger, _) = Ledger::new(files.unwrap_or_default(), Vec::new());
            state.ledger.begin();
            (state.manifest, state.saved_ns) = (Some(Stamp::from(&now)), Some(now.modified_ns));
            (state.overtaken, state.refresh, state.unfinished) = (true, false, None);
        }
        if state.overtaken { Err(report::overtaken(&self.directory)) } else { Ok(()) }
    }

    fn try_mark(&self) -> bool {
        let marked = self.mark(None);
        marked.map_err(|problem| self.lock().problems.add(problem)).is_ok()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
