//! What readers find at every address, told by keys: nothing is written, and no page is put together. For `docs diff`,
//! which compares two states of a site.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{BATCH, Engine, Phase, Progress, Report};
use crate::compare::{Page, State};
use crate::db::Database;
use crate::panics;
use crate::queries::{self, PageKey, exports};
use crate::text::{Slug, SourcePath};

impl Engine {
    /// The site as the sources are now, without texts. Nothing is written but what is remembered.
    pub fn overview(&mut self, progress: &dyn Progress) -> State {
        let mut seen = State::default();
        self.until_still(&mut |engine, doubtful| {
            progress.phase(Phase::Scan, 0);
            let report = engine.in_pool(|engine| {
                engine.scan(doubtful);
                seen = engine.seen(progress);
                Report::default()
            });
            report.course
        });
        seen.problems.append(&mut self.opened);
        seen.problems.extend(self.db.save_store());
        seen
    }

    fn seen(&mut self, progress: &dyn Progress) -> State {
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
                    Page { whole: queries::page_key(db, key), text }
                });
                keys.ok().map(|page| (slug.route().to_owned(), page))
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
        let files = published.iter().filter_map(file).collect();
        State { pages, files, problems: self.problems(), ..State::default() }
    }

    /// The Markdown of pages by their addresses, as the sources were when they were looked at.
    pub fn texts(&mut self, addresses: &BTreeSet<&str>) -> BTreeMap<String, String> {
        let list = queries::site_pages(&self.db, self.project);
        let wanted: Vec<&Slug> = list.keys().filter(|slug| addresses.contains(slug.route())).collect();
        let text = |db: &mut Database, slug: &&Slug| {
            let key = PageKey::new(db, (*slug).clone());
            let text = panics::catch(|| exports::export_text(db, key)).unwrap_or_default();
            (slug.route().to_owned(), text)
        };
        wanted.par_iter().map_with(self.db.clone(), text).collect()
    }

    /// Whether who asks for `/address`, which is no page, is led to one.
    pub fn leads_on(&self, address: &str) -> bool {
        queries::redirects(&self.db, self.project).find(&format!("/{address}")).is_some()
    }
}
