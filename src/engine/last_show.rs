//! What the last server showed, for the first moments of the next one.
//!
//! When a server rests, it notes which sources its site was made from, what they looked like from outside, and which
//! addresses the site has. A server that finds all of them as they were shows that site at once, before anything is
//! parsed. What looks as it did is trusted here as with `--trust-mtime`, and for no longer than the first build takes:
//! that one reads every file and tells all anew. One file that differs, and nothing is shown ahead of the build.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::scan::Listed;
use super::{Copy, Engine, SiteMap};
use crate::encoding::{seal_pieces, unseal};
use crate::hash::ContentHash;
use crate::output::WantedFile;
use crate::queries;
use crate::site::proxy::Origins;
use crate::site::redirects::{Permanence, Redirect, Redirects};
use crate::source::stamp::Stamps;
use crate::system::walk::{Hashing, ScannedFile, hash_files};
use crate::system::{System, Utf8PathBuf};
use crate::text::{OutPath, Slug, SourcePath};

/// Changes with the format.
const MAGIC: &[u8; 8] = b"docsshw4";

/// A site as a server showed it. What was made for it, and with which bytes, the output knows.
#[derive(Serialize, Deserialize)]
struct Note {
    /// The program, and what it was told.
    terms: ContentHash,
    /// The state of the repository, for a site that shows when pages were changed.
    history: Option<ContentHash>,
    /// All source files in the order of their paths.
    files: Vec<(SourcePath, ContentHash)>,
    /// Files that others name, whether they are there or not.
    named: BTreeSet<SourcePath>,
    stamps: Stamps,
    pages: BTreeSet<Slug>,
    /// Source, destination, and whether it is for ever.
    redirects: Vec<(String, String, bool)>,
    stubs: Vec<(Slug, String)>,
    origins: Vec<String>,
    copies: Vec<SourcePath>,
}

/// Where the note is, and what goes into the next one.
#[derive(Default)]
pub(super) struct LastShow {
    /// `None` for who shows nothing.
    path: Option<Utf8PathBuf>,
    /// Whether it was read.
    is_read: bool,
    /// The files as they were listed to compare them, for the scan that follows.
    listed: Option<Listed>,
    stamps: Option<Stamps>,
}

impl LastShow {
    /// Keeps a note at `path`.
    pub fn at(path: Utf8PathBuf) -> Self {
        Self { path: Some(path), ..Self::default() }
    }

    /// The files, when they were listed a moment ago.
    pub fn take_listed(&mut self) -> Option<Listed> {
        self.listed.take()
    }

    pub fn wants_stamps(&self) -> bool {
        self.path.is_some()
    }

    pub fn keep_stamps(&mut self, stamps: Stamps) {
        self.stamps = Some(stamps);
    }

    /// The note, the first time that somebody asks.
    fn read(&mut self, system: &dyn System) -> Option<Note> {
        if std::mem::replace(&mut self.is_read, true) {
            return None;
        }
        unseal(MAGIC, &system.read(self.path.as_ref()?).ok()?)
    }
}

/// What looks as it did has the hash that it had.
struct LookedAlike<'a> {
    stamps: &'a Stamps,
    now: i64,
}

impl Hashing for LookedAlike<'_> {
    fn known(&self, file: &ScannedFile) -> Option<ContentHash> {
        self.stamps.trusted(&file.path, &file.metadata, self.now)
    }
}

impl Engine {
    /// Shows the site of the last server, if this is still the one that comes out of the sources.
    pub(super) fn show_last(&mut self) {
        let Some(preview) = self.preview.clone() else { return };
        let Some(note) = self.last_show.read(&*self.system) else { return };
        let Some(made) = self.output.listed() else { return };
        if note.terms != self.last_build.terms() {
            return;
        }
        let history = note.history.map(|_| self.look_at_history().key());
        if history.is_some_and(|now| now != note.history) {
            return;
        }
        self.named.set(Arc::new(note.named.clone()));
        let listed = self.list_files();
        let is_same = self.is_same(&note, &listed);
        self.last_show.listed = Some(listed);
        if !is_same || self.is_cancelled() {
            return;
        }
        let hashes: BTreeMap<&SourcePath, ContentHash> =
            note.files.iter().map(|(path, hash)| (path, *hash)).collect();
        let copy = |source: SourcePath| {
            let hash = *hashes.get(&source)?;
            Some(Copy { path: OutPath::new(source.as_str()), source, hash })
        };
        let copies = note.copies.into_iter().filter_map(copy).collect();
        let redirect = |(source, destination, is_permanent): (String, String, bool)| Redirect {
            source,
            destination,
            permanence: if is_permanent { Permanence::Permanent } else { Permanence::Temporary },
            location: None,
        };
        let redirects: Vec<Redirect> = note.redirects.into_iter().map(redirect).collect();
        let pages = note.pages;
        preview.site(SiteMap {
            addresses: self.project.settings(&self.db).addresses.clone(),
            is_page: Arc::new(move |slug| pages.contains(slug)),
            redirects: Arc::new(Redirects::new(&redirects)),
            stubs: Arc::new(note.stubs.into_iter().collect()),
            origins: Origins::of(note.origins.iter().map(String::as_str)),
            shows: Arc::new(|_, _| false),
        });
        preview.copies(copies);
        for (path, content) in made {
            preview.stands(&WantedFile { path, key: ContentHash::default(), origin: None }, content);
        }
        preview.turn(&BTreeSet::new(), Vec::new());
    }

    /// Whether the sources are those of a note. A file that looks like another one is read.
    fn is_same(&self, note: &Note, listed: &Listed) -> bool {
        if listed.files.len() != note.files.len() {
            return false;
        }
        let mut files: Vec<ScannedFile> = listed.files.clone();
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        if files.iter().zip(&note.files).any(|(file, (path, _))| file.path != *path) {
            return false;
        }
        let hashing = LookedAlike { stamps: &note.stamps, now: listed.now };
        let hashes = hash_files(&*self.system, &self.root, &files, &hashing);
        hashes.iter().zip(&note.files).all(|(now, (_, hash))| now.as_ref().is_ok_and(|now| now == hash))
    }

    /// Notes the site as it is shown, for the next server.
    pub(super) fn note_show(&self) {
        let LastShow { path: Some(path), stamps: Some(stamps), .. } = &self.last_show else { return };
        let Some(built) = &self.built else { return };
        if !self.unreadable.is_empty() || built.pages.len() != built.list.len() {
            return;
        }
        let (db, project) = (&self.db, self.project);
        let redirects = queries::redirects(db, project);
        let redirect = |redirect: &Redirect| {
            let is_permanent = redirect.permanence == Permanence::Permanent;
            (redirect.source.clone(), redirect.destination.clone(), is_permanent)
        };
        let files = project.files(db);
        let is_whole = |path: &&SourcePath| {
            files.get(*path).is_some_and(|file| !queries::is_published_anew(db, project, *file))
        };
        let note = Note {
            terms: self.last_build.terms(),
            history: self.history.key(),
            files: files.iter().map(|(path, file)| (path.clone(), file.hash(db))).collect(),
            named: (*self.named.get()).clone(),
            stamps: stamps.clone(),
            pages: built.list.keys().cloned().collect(),
            redirects: redirects.iter().map(redirect).collect(),
            stubs: queries::redirect_stubs(db, project).to_vec(),
            origins: self.origins().iter().map(str::to_owned).collect(),
            copies: queries::published_files(db, project).iter().filter(is_whole).cloned().collect(),
        };
        // Without it the next server begins a little later.
        let _ = self.system.write_pieces(path, &mut |each| seal_pieces(MAGIC, &note, each));
    }
}
