//! What a whole build leaves for the next process: the note beside the store.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::db::{Db, SourceFile};
use crate::diagnostic::Diagnostic;
use crate::encoding::{Sequence, encode};
use crate::engine::Engine;
use crate::engine::aggregates::NotedList;
use crate::engine::listings::NotedListing;
use crate::engine::llms::NotedTexts;
use crate::engine::search::Noted;
use crate::engine::write::{self, PageFile};
use crate::hash::{ContentHash, KeyHasher};
use crate::html::feed_links::feed_files;
use crate::queries::search::{Spot, search_spots};
use crate::queries::{self, PageOrigin};
use crate::site::file_head::Structure;
use crate::site::page_index::PageSummary;
use crate::text::{OutPath, Slug, SourcePath};

/// Changes with the format.
pub(super) const MAGIC: &[u8; 8] = b"docsst13";

/// What a whole build left. True for ever: it says what comes out of these files under these terms.
#[derive(Default, Serialize, Deserialize)]
pub(in crate::engine) struct Standing<Files = Vec<File>> {
    /// The program, and what it was told.
    pub(super) terms: ContentHash,
    /// All source files in the order of their paths.
    pub(super) files: Files,
    /// Files that others name, whether they are there or not: a next process looks for all of them.
    pub(in crate::engine) named: BTreeSet<SourcePath>,
    /// The state of the repository, for a site that shows when pages were changed.
    pub(super) history: Option<ContentHash>,
    /// All other outputs: pages that are made from more than one file, assets, the site as a whole.
    pub(super) others: Vec<(OutPath, ContentHash)>,
    /// Number of all pages.
    pub(super) pages: usize,
    /// Problems of pages, by source.
    pub(super) heads: BTreeMap<SourcePath, Vec<Diagnostic>>,
    pub(super) bodies: BTreeMap<Slug, Vec<Diagnostic>>,
    /// Problems of the site, and of the links of pages.
    pub(super) site: Vec<Diagnostic>,
    pub(super) linked: BTreeMap<Slug, Vec<Diagnostic>>,
    /// Where the store has the check of all links, and what links can lead to.
    pub(super) checked: Option<ContentHash>,
    pub(super) targets: ContentHash,
    /// Missing paths for which names were suggested.
    pub(super) suggested: usize,
    /// Pages with places that the configuration names.
    pub(super) addressed: BTreeSet<Slug>,
    /// The indexes of the search, and texts and lists for language models.
    pub(super) search: Vec<Noted>,
    pub(super) texts: Vec<NotedTexts>,
    pub(super) lists: Vec<NotedList>,
    /// Files with a line for each page.
    pub(super) listings: Vec<NotedListing>,
}

#[derive(Serialize, Deserialize)]
pub(in crate::engine) struct File {
    pub(super) path: SourcePath,
    pub(super) hash: ContentHash,
    /// For a file that nothing but its own page is made from.
    pub(super) page: Option<Page>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Page {
    /// What it says to the rest of the site: its head, and its links and ids.
    pub(super) head: ContentHash,
    pub(super) facts: ContentHash,
    /// The key of the output, and that of its Markdown.
    pub(super) key: ContentHash,
    pub(super) export: Option<ContentHash>,
    /// That of its feeds.
    pub(super) feed: Option<ContentHash>,
    /// What the search knows of it, and where that is part of an index.
    pub(super) fragment: ContentHash,
    pub(super) spot: Option<Spot>,
}

/// What a head says to the rest of the site.
pub(super) fn head_key(structure: &Structure, label: &PageSummary) -> ContentHash {
    KeyHasher::new("what a head says").value(structure).value(label).finish()
}

impl Engine {
    /// Notes what a whole build left, for the next process.
    pub(in crate::engine) fn keep_standing(&self) {
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
                    && !queries::sources::is_quoted(db, project, path)
                    && !queries::glossary::is_glossary(db, project, path)
                    && !shown.contains(&page.slug)
                    && has_all_feeds(page)
                    && page.slices.is_empty()
                    && page.archives.is_empty()
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
                named: (*self.named.get()).clone(),
                history: self.history.key(),
                others,
                pages: built.list.len(),
                heads: self.found.heads.iter().map(|(path, found)| (path.clone(), listed(found))).collect(),
                bodies: self.found.bodies.iter().map(|(slug, found)| (slug.clone(), listed(found))).collect(),
                site: self.found.site.clone(),
                linked: self.found.linked.clone(),
                checked: self.found.links.key(),
                targets: self.store_targets(),
                suggested: self.found.suggestions.near.len(),
                addressed: queries::address_report(db, project).asked.clone(),
                search: built.aggregates.search.noted(),
                texts: built.aggregates.texts.noted(),
                lists: built.aggregates.noted_lists(&self.site()),
                listings: built.aggregates.listings.noted(),
            },
        );
    }

    /// Puts what links can lead to into the store.
    fn store_targets(&self) -> ContentHash {
        let targets = queries::link_targets(&self.db, self.project);
        let key = KeyHasher::new("what links lead to").part(targets.key().as_bytes()).finish();
        if !self.db.is_stored(key) {
            self.db.store(key, &encode(&*targets));
        }
        key
    }
}

/// Whether no feed of a page is a file of the project instead.
fn has_all_feeds(page: &PageFile) -> bool {
    page.feeds.as_ref().is_none_or(|feeds| feeds.paths.len() == feed_files(&page.slug).len())
}
