//! What became of files that somebody named, without a look at all others.
//!
//! A file that came or went is known as well when nothing else can follow from it: it lies beside files of the project,
//! no rule leaves it out, and no name is wanted twice. Any doubt is `None`: the scan tells.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::ops::Bound;

use super::Engine;
use crate::db::Change;
use crate::hash::ContentHash;
use crate::source::category::{FileCategory, category};
use crate::source::collision::collisions;
use crate::source::ignore_rules::{IGNORE_FILE, IgnoreRules, PathKind};
use crate::system::walk::{MAX_FILE_SIZE, OUTPUT_MARK, is_never};
use crate::system::{FileKind, Links};
use crate::text::SourcePath;

/// The changes behind hints.
pub(super) struct Hinted {
    pub changes: Vec<Change>,
    /// Whether files came or went.
    pub is_other_listing: bool,
}

impl Engine {
    /// What the named files are now; `None` when looking at them alone is not enough.
    pub(super) fn hinted(&self, hints: &[SourcePath]) -> Option<Hinted> {
        if !self.unreadable.is_empty() {
            return None;
        }
        let known = self.project.files(&self.db);
        let rules = LazyCell::new(|| {
            let text = self.system.read_text(&self.root.join(IGNORE_FILE)).ok()?;
            Some(IgnoreRules::new(text.as_deref().unwrap_or("")))
        });
        let is_ignored = |path: &SourcePath| Some(rules.as_ref()?.matches(path, PathKind::File));
        let mut hinted = Hinted { changes: Vec::new(), is_other_listing: false };
        for path in hints.iter().collect::<BTreeSet<_>>() {
            let before = known.get(path).map(|file| (file.category(&self.db), file.hash(&self.db)));
            let category = before.map_or_else(|| category(path), |(category, _)| category);
            // Beside a lock lie copies, which nobody told of.
            if matches!(category, FileCategory::IgnoreFile | FileCategory::Lock | FileCategory::Remote) {
                return None;
            }
            // What is told of the listing may be about this very file.
            if before.is_none() && !self.scanned.is_empty() {
                return None;
            }
            let hash = match self.kind(path)? {
                Some(kind)
                    if before.is_some()
                        || self.may_be_listed(path, category, kind)? && !is_ignored(path)? =>
                {
                    let bytes = self.system.read(&self.root.join(path.as_str())).ok()?;
                    let hash = ContentHash::of(&bytes);
                    // Read a moment later.
                    if before.is_none_or(|(_, before)| before != hash) {
                        self.db.scanned().keep(hash, bytes);
                    }
                    Some(hash)
                }
                // What then describes the site is for a whole build.
                None if matches!(category, FileCategory::Config | FileCategory::LegacyConfig) => return None,
                _ => None,
            };
            hinted.is_other_listing |= before.is_some() != hash.is_some();
            match hash {
                Some(hash) if before.is_none_or(|(_, before)| before != hash) => {
                    hinted.changes.push(Change::Present { path: path.clone(), category, hash });
                }
                None if before.is_some() => hinted.changes.push(Change::Absent(path.clone())),
                _ => {}
            }
        }
        (!hinted.is_other_listing || self.is_plain_listing(&hinted.changes)).then_some(hinted)
    }

    /// What lies at a path now, `Some(None)` when nothing does. What is neither a file nor a link is for a scan.
    fn kind(&self, path: &SourcePath) -> Option<Option<FileKind>> {
        match self.system.metadata(&self.root.join(path.as_str()), Links::Keep) {
            Ok(found) if found.size > MAX_FILE_SIZE => None,
            Ok(found) => matches!(found.kind, FileKind::File | FileKind::Link).then_some(Some(found.kind)),
            Err(error) => error.is_missing().then_some(None),
        }
    }

    /// Whether a scan would list this new file if no rule leaves it out; `None` when only a scan can tell.
    fn may_be_listed(&self, path: &SourcePath, category: FileCategory, kind: FileKind) -> Option<bool> {
        let is_alone = matches!(category, FileCategory::Config | FileCategory::LegacyConfig);
        let (folder, name) = folder_and_name(path);
        if kind != FileKind::File || is_alone || name == OUTPUT_MARK || is_never(name) {
            return None;
        }
        // A folder with files of the project was walked: neither it nor one above it is left out.
        let below = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let from = (Bound::Included(below.as_str()), Bound::Unbounded);
        let inside = self.project.files(&self.db).range::<str, _>(from).map(|(path, _)| path);
        let mut inside = inside.take_while(|path| path.as_str().starts_with(&below));
        let is_walked = inside.any(|other| folder_and_name(other).0 == folder);
        is_walked.then(|| self.named.is_source(path))
    }

    /// Whether the listing after `changes` has nothing to tell, as the one before: a file that goes may give its name
    /// to another, and one that comes may take it.
    fn is_plain_listing(&self, changes: &[Change]) -> bool {
        let gone: BTreeSet<&SourcePath> = changes
            .iter()
            .filter_map(|change| match change {
                Change::Absent(path) => Some(path),
                Change::Present { .. } => None,
            })
            .collect();
        let known = self.project.files(&self.db).iter();
        let known = known.map(|(path, file)| (path, file.category(&self.db)));
        let files = self.project.files(&self.db);
        let new = changes.iter().filter_map(|change| match change {
            Change::Present { path, category, .. } => {
                (!files.contains_key(path)).then_some((path, *category))
            }
            Change::Absent(_) => None,
        });
        let listed = known.filter(|(path, _)| !gone.contains(path)).chain(new);
        self.scanned.is_empty() && collisions(listed).0.is_empty()
    }
}

fn folder_and_name(path: &SourcePath) -> (&str, &str) {
    path.as_str().rsplit_once('/').unwrap_or(("", path.as_str()))
}
