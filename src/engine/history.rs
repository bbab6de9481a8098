//! The days of last changes, from git to inputs (CFG-27, SEO-04). Only for sites that tell them, on their pages or with
//! their address in sitemap and feeds: others run no program.
//!
//! Git is asked for its commit first. The walk over all commits is made once for a commit and stored under it, so that
//! a build that finds nothing new runs nothing else.

use std::collections::BTreeMap;

use super::Engine;
use crate::db::{Database, Db};
use crate::diagnostic::Diagnostic;
use crate::encoding::{decode, encode};
use crate::hash::{ContentHash, KeyHasher};
use crate::queries;
use crate::source::history::{
    Days, Depth, HEAD_ARGUMENTS, Head, LOG_ARGUMENTS, read_first, read_head, read_log,
};

/// What is known of the repository.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum History {
    /// Nobody asked.
    #[default]
    Unasked,
    /// There is none that git can read.
    Absent,
    At(Head),
}

impl History {
    /// What the days depend on; `None` when nobody asked.
    pub(super) fn key(&self) -> Option<ContentHash> {
        match self {
            Self::Unasked => None,
            Self::Absent => Some(ContentHash::default()),
            Self::At(head) => Some(KeyHasher::new("history").value(head).finish()),
        }
    }
}

impl Engine {
    /// The state of the repository now.
    pub(super) fn look_at_history(&self) -> History {
        match self.system.git(&self.root, HEAD_ARGUMENTS).ok().and_then(|answer| read_head(&answer)) {
            Some(head) => History::At(head),
            None => History::Absent,
        }
    }

    /// Whether somebody committed since the days were read.
    pub fn has_other_history(&self) -> bool {
        self.history != History::Unasked && self.look_at_history() != self.history
    }

    /// Tells the database when files were last changed, if the site shows it.
    pub(super) fn read_history(&mut self) {
        let tells = self.shows_days()
            || self.compares_days()
            || self.tells_changes()
            || self.project.settings(&self.db).site_url.is_some();
        let history = if tells { self.look_at_history() } else { History::Unasked };
        let days = match &history {
            // Also when nobody committed: files may have come that git knows.
            History::At(head) => Some(self.days(head)),
            _ if self.history != history => Some(Days::default()),
            _ => None,
        };
        if let Some(days) = days {
            self.db.set_days(self.project, &days);
        }
        self.history = history;
        self.note_history();
    }

    /// Whether readers see on pages when these were changed.
    fn shows_days(&self) -> bool {
        queries::metadata(&self.db, self.project).timestamp
    }

    /// Whether readers see on translations that their originals were changed later (I18N-06).
    fn compares_days(&self) -> bool {
        queries::metadata(&self.db, self.project).outdated_translations
    }

    /// Whether a feed tells which pages came and were changed (LOG-04).
    fn tells_changes(&self) -> bool {
        queries::metadata(&self.db, self.project).changes
    }

    /// Tells about a history that lacks something that readers would see; once, as the note belongs to no page.
    pub(super) fn note_history(&mut self) {
        if let History::At(Head { depth: Depth::Shallow, .. }) = &self.history
            && (self.shows_days() || self.compares_days())
        {
            let message = match self.shows_days() {
                true => "this clone has only the newest commits, so pages that are older show no date",
                false => {
                    "this clone has only the newest commits, so older translations are not told to be out of date"
                }
            };
            let hint = "fetch all of them: `git fetch --unshallow`, or `fetch-depth: 0` in CI";
            self.scanned.push(Diagnostic::note("shallow-history", message).hint(hint));
        }
    }

    fn days(&self, head: &Head) -> Days {
        let db: &Database = &self.db;
        let tells_changes = self.tells_changes();
        let key = KeyHasher::new("days").value(&(head, tells_changes)).finish();
        if let Some(days) = db.stored(key).and_then(|bytes| decode(&bytes)) {
            return days;
        }
        let answer = self.system.git(&self.root, LOG_ARGUMENTS).unwrap_or_default();
        let first = if tells_changes { read_first(&answer, head.depth) } else { BTreeMap::new() };
        let days = Days { last: read_log(&answer, head.depth), first };
        db.store(key, &encode(&days));
        days
    }
}
