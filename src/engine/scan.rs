//! From the disk to changes: walks and hashes the sources, and compares with what the database knows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::{Engine, Fate};
use crate::db::{Change, Scanned};
use crate::diagnostic::{Diagnostic, Location};
use crate::hash::ContentHash;
use crate::queries::page::is_markdown;
use crate::remote::{REMOTE_FOLDER, copy_path, hash_in_name};
use crate::source::category::{FileCategory, category};
use crate::source::collision::collisions;
use crate::source::ignore_rules::{IGNORE_FILE, IgnoreRules, PathKind};
use crate::source::stamp::Stamps;
use crate::system::walk::{Files, Hashing, ScannedFile, WalkOptions, hash_files, walk};
use crate::system::{DirEntry, EntryName, FileKind, Links, Metadata};
use crate::text::{SourcePath, SourceText};

/// Files that are hashed between two looks at whether the build is still wanted.
const HASHED_AT_ONCE: usize = 512;

/// Larger files are hashed piece by piece, in bytes.
const MOST_KEPT: u64 = 1 << 20;

/// Larger files are published, and their authors are told (TXT-10).
const MOST_PUBLISHED: u64 = 20 << 20;

/// The files of a project as they are listed.
pub(super) struct Listed {
    pub files: Vec<ScannedFile>,
    pub problems: Vec<Diagnostic>,
    /// When the look began, in nanoseconds since 1970.
    pub now: i64,
}

/// One look at all files.
struct Look<'a> {
    /// What is trusted.
    stamps: Option<&'a Stamps>,
    /// What is not, whatever it looks like.
    doubtful: &'a BTreeSet<SourcePath>,
    now: i64,
    /// Where to keep what is read again soon.
    kept: Option<Arc<Scanned>>,
}

impl Hashing for Look<'_> {
    fn known(&self, file: &ScannedFile) -> Option<ContentHash> {
        let stamps = self.stamps.filter(|_| !self.doubtful.contains(&file.path))?;
        stamps.trusted(&file.path, &file.metadata, self.now)
    }

    fn is_wanted(&self, file: &ScannedFile) -> bool {
        self.kept.is_some() && file.size <= MOST_KEPT && is_markdown(&file.path)
    }

    fn keep(&self, hash: ContentHash, bytes: Vec<u8>) {
        if let Some(kept) = &self.kept {
            kept.keep(hash, bytes);
        }
    }
}

impl Engine {
    /// Walks and hashes the sources and tells the database what is new. Files of `doubtful` count as changed:
    /// they changed while they were read. Nothing is told when the build is cancelled meanwhile.
    pub(super) fn scan(&mut self, doubtful: &BTreeSet<SourcePath>) {
        let cancellation = self.cancellation();
        let listed = self.last_show.take_listed();
        let Listed { files: wanted, mut problems, now } = listed.unwrap_or_else(|| self.list_files());
        let stamps = self.last_look.stamps(&*self.system);
        // Where much is to be made, the heads of all files are read next.
        let is_new = self.project.files(&self.db).is_empty() && !self.last_build.is_noted(&*self.system);
        let kept = is_new.then(|| self.db.scanned());
        let hashing = Look { stamps: stamps.as_ref(), doubtful, now, kept };
        let mut hashes = Vec::with_capacity(wanted.len());
        for part in wanted.chunks(HASHED_AT_ONCE) {
            if cancellation.is_requested() {
                return;
            }
            hashes.append(&mut hash_files(&*self.system, &self.root, part, &hashing));
        }
        if self.last_look.is_trusted() || self.last_show.wants_stamps() {
            let read = wanted.iter().zip(&hashes);
            let read =
                read.filter_map(|(file, hash)| Some((&file.path, &file.metadata, *hash.as_ref().ok()?)));
            let taken = Stamps::new(now, read);
            if self.last_look.is_trusted() {
                self.last_look.keep(taken);
            } else {
                self.last_show.keep_stamps(taken);
            }
        }
        let known = self.project.files(&self.db).clone();
        let mut unreadable = BTreeSet::new();
        let mut present: Vec<(SourcePath, (FileCategory, ContentHash))> = Vec::with_capacity(wanted.len());
        let categories: Vec<FileCategory> =
            wanted.par_iter().with_min_len(1000).map(|file| category(&file.path)).collect();
        for ((file, hash), category) in wanted.into_iter().zip(hashes).zip(categories) {
            match hash {
                Ok(hash) => {
                    present.push((file.path, (category, hash)));
                }
                Err(problem) => {
                    problems.push(problem);
                    // Of a file that was read before the last page stays.
                    if let Some(before) = known.get(&file.path) {
                        let as_before = (before.category(&self.db), before.hash(&self.db));
                        present.push((file.path.clone(), as_before));
                        unreadable.insert(file.path);
                    }
                }
            }
        }
        if cancellation.is_requested() {
            return;
        }
        // In order of their paths: the map is made in one go.
        let mut present: BTreeMap<_, _> = present.into_iter().collect();
        let (lost, more) = collisions(present.iter().map(|(path, (category, _))| (path, *category)));
        problems.extend(more);
        for collision in lost {
            present.remove(&collision.loser);
        }
        self.scanned = problems;
        self.unreadable = unreadable;
        let mut changes = Vec::new();
        for path in known.keys().filter(|path| !present.contains_key(*path)) {
            changes.push(Change::Absent(path.clone()));
        }
        for (path, (category, hash)) in present {
            let same = known
                .get(&path)
                .is_some_and(|file| file.hash(&self.db) == hash && file.category(&self.db) == category);
            if !same || doubtful.contains(&path) {
                changes.push(Change::Present { path, category, hash });
            }
        }
        self.apply(changes);
    }

    /// The files of the project, without looking into them, and what is left out of them.
    pub(super) fn list_files(&self) -> Listed {
        let mut listed = self.list_tree();
        listed.files.retain(|file| self.named.is_source(&file.path));
        listed.problems.extend(listed.files.iter().filter_map(heavy_file));
        listed.files.extend(self.fetched_copies());
        listed
    }

    /// All files that no rule leaves out, those among them that count only when others name them.
    pub(super) fn list_tree(&self) -> Listed {
        let cancellation = self.db.cancellation();
        // Before anything is looked at: what changes from here on counts as changing now.
        let now = i64::try_from(self.system.unix_time().as_nanos()).unwrap_or(i64::MAX);
        let ignore_path = self.root.join(IGNORE_FILE);
        let (rules, mut problems) = match self.system.read_text(&ignore_path) {
            Ok(Some(text)) => IgnoreRules::parse(&SourceText::new(SourcePath::new(IGNORE_FILE), text)),
            _ => (IgnoreRules::new(""), Vec::new()),
        };
        let ignored = |path: &SourcePath, kind: FileKind| {
            let kind = if kind == FileKind::Directory { PathKind::Folder } else { PathKind::File };
            // A walk that nobody waits for any more ends at once.
            rules.matches(path, kind) || cancellation.is_requested()
        };
        let excluded: Vec<SourcePath> = self.output.inside_source().cloned().into_iter().collect();
        let walked = walk(
            &*self.system,
            &self.root,
            &WalkOptions { ignored: &ignored, excluded: &excluded, files: Files::Listed },
        );
        problems.extend(walked.diagnostics);
        Listed { files: walked.files, problems, now }
    }

    /// The copies of fetched files. They lie in a folder of ours, which is not walked.
    fn fetched_copies(&self) -> Vec<ScannedFile> {
        let Ok(entries) = self.system.read_dir(&self.root.join(REMOTE_FOLDER)) else { return Vec::new() };
        let copy = |entry: DirEntry| {
            let EntryName::Text(name) = entry.name else { return None };
            let path = copy_path(hash_in_name(&name)?);
            let metadata = self.system.metadata(&self.root.join(path.as_str()), Links::Keep).ok()?;
            let Metadata { kind, size, modified_ns, .. } = metadata;
            (kind == FileKind::File).then_some(ScannedFile { path, size, modified_ns, metadata })
        };
        let mut copies: Vec<ScannedFile> = entries.into_iter().filter_map(copy).collect();
        copies.sort_by(|one, other| one.path.cmp(&other.path));
        copies
    }

    /// Tells the database what changed.
    pub(super) fn apply(&mut self, changes: Vec<Change>) {
        self.log.begin(&describe(&changes));
        let fate = |change: &Change| {
            let (path, is_there) = match change {
                Change::Present { path, .. } => (path, true),
                Change::Absent(path) => (path, false),
            };
            // As it was at the last report.
            let was_there = match self.changed.get(path) {
                Some(fate) => *fate != Fate::New,
                None => self.project.files(&self.db).contains_key(path),
            };
            let fate = match (was_there, is_there) {
                (_, false) => Fate::Gone,
                (false, true) => Fate::New,
                (true, true) => Fate::Edited,
            };
            (path.clone(), fate)
        };
        // In order of their paths: at first, when all files are new, the map is made in one go.
        let mut fates: BTreeMap<_, _> = changes.iter().map(fate).collect();
        self.changed.append(&mut fates);
        if !changes.is_empty() {
            self.db.apply(self.project, changes);
        }
    }
}

/// What is said of a file that readers wait long for, and that many hosts refuse.
fn heavy_file(file: &ScannedFile) -> Option<Diagnostic> {
    let is_heavy = file.size > MOST_PUBLISHED && category(&file.path).is_copied();
    is_heavy.then(|| {
        let message = format!("`{}` is {} MB", file.path, file.size / 1_000_000);
        Diagnostic::warning("large-file", message)
            .located(Location::file(&file.path))
            .hint("hosts refuse large files, some from 25 MB on; make it smaller, or serve it from elsewhere")
    })
}

/// The changed files in a few words, for the query log.
pub(super) fn describe(changes: &[Change]) -> String {
    let name = |change: &Change| match change {
        Change::Present { path, .. } => path.to_string(),
        Change::Absent(path) => format!("{path} (gone)"),
    };
    let shown: Vec<String> = changes.iter().take(5).map(name).collect();
    match changes.len() {
        0 => "nothing".to_owned(),
        count if count > shown.len() => format!("{} and {} more", shown.join(", "), count - shown.len()),
        _ => shown.join(", "),
    }
}
