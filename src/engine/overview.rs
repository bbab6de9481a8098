//! What readers find at every address, told by keys: nothing is written, and no page is put together. For `docs diff`,
//! which compares two of these.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{BATCH, Engine, Phase, Progress, ROUNDS, Report};
use crate::db::Database;
use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::panics;
use crate::queries::{self, PageKey, exports};
use crate::text::{Slug, SourcePath};

/// All addresses of a site.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    pub pages: BTreeMap<Slug, PageKeys>,
    /// Files of the project that are published as they are, with the hash of their bytes.
    pub files: BTreeMap<String, ContentHash>,
    /// What a build would tell.
    pub problems: Vec<Diagnostic>,
}

/// What a page depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageKeys {
    /// All of it, with its surroundings.
    pub page: ContentHash,
    /// Its words.
    pub text: ContentHash,
}

impl Engine {
    /// Looks at the sources as they are now. Nothing is written but what is remembered.
    pub fn overview(&mut self, progress: &dyn Progress) -> Overview {
        let mut seen = Overview::default();
        let mut doubtful = self.db.take_stale();
        for _ in 0..ROUNDS {
            self.built = None;
            progress.phase(Phase::Scan, 0);
            self.in_pool(|engine| {
                engine.scan(&doubtful);
                seen = engine.seen(progress);
                Report::default()
            });
            doubtful = self.db.take_stale();
            if doubtful.is_empty() {
                break;
            }
        }
        seen.problems.append(&mut self.opened);
        seen.problems.extend(self.db.save_store());
        seen
    }

    fn seen(&mut self, progress: &dyn Progress) -> Overview {
        let list = self.read_site(progress);
        progress.phase(Phase::Check, list.len());
        let slugs: Vec<&Slug> = list.keys().collect();
        let mut pages = BTreeMap::new();
        for batch in slugs.chunks(BATCH) {
            self.carry_bodies(batch);
            let keys = |db: &mut Database, slug: &&Slug| {
                let key = PageKey::new(db, (*slug).clone());
                // A page that cannot be made is told among the problems.
                let keys = panics::catch(|| {
                    let text = exports::file_key(db, key).unwrap_or_default();
                    PageKeys { page: queries::page_key(db, key), text }
                });
                keys.ok().map(|keys| ((*slug).clone(), keys))
            };
            let of_batch: Vec<_> = batch.par_iter().map_with(self.db.clone(), keys).flatten().collect();
            pages.extend(of_batch);
            self.db.evict();
            batch.iter().for_each(|_| progress.step());
        }
        self.check_links();
        let files = self.project.files(&self.db);
        let published = queries::published_files(&self.db, self.project);
        let file = |path: &SourcePath| Some((path.to_string(), files.get(path)?.hash(&self.db)));
        Overview { pages, files: published.iter().filter_map(file).collect(), problems: self.problems() }
    }

    /// The Markdown of pages, as the sources were when they were looked at.
    pub fn texts(&mut self, slugs: &[Slug]) -> BTreeMap<Slug, String> {
        let text = |db: &mut Database, slug: &Slug| {
            let key = PageKey::new(db, slug.clone());
            (slug.clone(), panics::catch(|| exports::export_text(db, key)).unwrap_or_default())
        };
        slugs.par_iter().map_with(self.db.clone(), text).collect()
    }

    /// Whether who asks for `/address`, which is no page, is led to one.
    pub fn leads_on(&self, address: &str) -> bool {
        queries::redirects(&self.db, self.project).find(&format!("/{address}")).is_some()
    }
}
