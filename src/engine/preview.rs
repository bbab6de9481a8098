//! What a server learns of a site while the engine builds it, and what it may ask for: pages that somebody waits for
//! are made before all others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::write::{self, PageFile};
use super::{BATCH, Engine, LastShow, Progress};
use crate::api::playground::server_addresses;
use crate::db::SourceFile;
use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::html::diagrams::NOT_FETCHED;
use crate::output::Onlooker;
use crate::queries::{self, PageOrigin, PathKey};
use crate::site::proxy::Origins;
use crate::site::redirects::Redirects;
use crate::source::named::without_query;
use crate::system::Utf8PathBuf;
use crate::text::{Addresses, OutPath, Slug, SourcePath};

/// Pages that are made at once while somebody may wait for another one.
const SMALL_BATCH: usize = 24;

/// Somebody who shows the site while it is built.
pub trait Preview: Onlooker {
    /// The addresses of the site are these from now on.
    fn site(&self, site: SiteMap);
    /// The files of the project that are published as they are. They are not copied into the output.
    fn copies(&self, copies: Vec<Copy>);
    /// Pages that are to be made before others.
    fn wanted(&self) -> Vec<Slug>;
    /// What was told so far belongs together. `problems` are all those in the text of `sources`.
    fn turn(&self, sources: &BTreeSet<SourcePath>, problems: Vec<Diagnostic>);
}

/// A published file of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    pub path: OutPath,
    pub source: SourcePath,
    pub hash: ContentHash,
}

/// Whether a page, made from the file of the first path, shows a snippet of the second.
pub type Shows = Arc<dyn Fn(&SourcePath, &SourcePath) -> bool + Send + Sync>;

/// Which addresses a site has.
#[derive(Clone)]
pub struct SiteMap {
    pub addresses: Addresses,
    /// Whether this is the slug of a page.
    pub is_page: Arc<dyn Fn(&str) -> bool + Send + Sync>,
    pub redirects: Arc<Redirects>,
    /// Addresses of folders, and of exact redirects, with their targets.
    pub stubs: Arc<BTreeMap<Slug, String>>,
    /// Servers that the playground may ask.
    pub origins: Origins,
    /// Whether a page of the first path shows a snippet of the second.
    pub shows: Shows,
}

impl Engine {
    /// Shows the site to `preview` from the next build on. At `note` is kept what the next process shows first.
    pub fn show_to(&mut self, preview: Arc<dyn Preview>, note: Utf8PathBuf) {
        self.last_show = LastShow::at(note);
        self.output.show_to(preview.clone());
        self.preview = Some(preview);
    }

    pub(super) fn show_site(&self, list: &Arc<BTreeMap<Slug, PageOrigin>>) {
        let Some(preview) = &self.preview else { return };
        let (db, project) = (&self.db, self.project);
        let pages = list.clone();
        preview.site(SiteMap {
            addresses: queries::addresses(db, project).clone(),
            is_page: Arc::new(move |slug| pages.contains_key(slug)),
            redirects: queries::redirects(db, project),
            stubs: Arc::new(queries::redirect_stubs(db, project).iter().cloned().collect()),
            origins: self.origins(),
            shows: self.shown_snippets(),
        });
    }

    /// Which page shows which snippets, itself or through others.
    fn shown_snippets(&self) -> Shows {
        let files = self.project.files(&self.db).iter();
        let imports = |(path, file): (&SourcePath, &SourceFile)| {
            let imports = &file.structure(&self.db).as_ref()?.imports;
            (!imports.is_empty()).then(|| (path.clone(), imports.iter().map(without_query).collect()))
        };
        let imports: BTreeMap<SourcePath, Vec<SourcePath>> = files.filter_map(imports).collect();
        Arc::new(move |page, snippet| {
            let (mut seen, mut left) = (BTreeSet::new(), vec![page]);
            while let Some(path) = left.pop() {
                if path.as_str().eq_ignore_ascii_case(snippet.as_str()) {
                    return true;
                }
                let next = imports.get(path).into_iter().flatten();
                left.extend(next.filter(|import| seen.insert(*import)));
            }
            false
        })
    }

    pub(super) fn origins(&self) -> Origins {
        let config = &queries::config(&self.db, self.project).config;
        let mut addresses: Vec<String> = config.api.mdx.server.0.clone();
        let files = self.project.files(&self.db);
        for path in queries::description_files(&config.navigation, &config.api) {
            let description = files.get(&path).map(|file| queries::api_description(&self.db, *file));
            if let Some(description) = description.as_ref().and_then(|read| read.0.as_deref()) {
                addresses.extend(server_addresses(description));
            }
        }
        Origins::of(addresses.iter().map(String::as_str))
    }

    /// How many pages are made at once.
    pub(super) fn batch(&self) -> usize {
        if self.preview.is_some() { SMALL_BATCH } else { BATCH }
    }

    /// Makes pages that somebody waits for, ahead of `batch` and all behind it. What is left of the batch.
    pub(super) fn without_wanted<'s>(
        &mut self,
        batch: &[&'s Slug],
        list: &BTreeMap<Slug, PageOrigin>,
        ahead: &mut Vec<PageFile>,
        problems: &mut Vec<Diagnostic>,
        progress: &dyn Progress,
    ) -> Vec<&'s Slug> {
        if let (Some(preview), Some(first)) = (self.preview.clone(), batch.first()) {
            let is_left = |ahead: &[PageFile], slug: &Slug| write::known(ahead, slug).is_none();
            let mut wanted: Vec<Slug> = preview.wanted();
            wanted.retain(|slug| slug >= *first && list.contains_key(slug) && is_left(ahead, slug));
            let wanted: Vec<&Slug> = wanted.iter().collect();
            if !wanted.is_empty() {
                self.carry_bodies(&wanted);
                write::note(ahead, self.write_pages(&wanted, &[], problems, progress));
            }
            self.turn(&wanted, &[]);
        }
        batch.iter().copied().filter(|slug| write::known(ahead, slug).is_none()).collect()
    }

    /// Edited pages with those that somebody looks at.
    pub(super) fn with_wanted(&self, mut slugs: BTreeSet<Slug>) -> BTreeSet<Slug> {
        slugs.extend(self.preview.iter().flat_map(|preview| preview.wanted()));
        slugs
    }

    /// Tells that these pages are as they should be, and what is wrong in them and in edited snippets.
    pub(super) fn turn(&self, slugs: &[&Slug], edited: &[SourceFile]) {
        let Some(preview) = &self.preview else { return };
        let mut sources = BTreeSet::new();
        let mut problems = Vec::new();
        for slug in slugs {
            let Some(source) = write::origin(&self.db, slug) else { continue };
            problems
                .extend(self.found.heads.get(&source).into_iter().flat_map(|found| found.iter().cloned()));
            problems.extend(self.found.bodies.get(*slug).into_iter().flat_map(|found| found.iter().cloned()));
            sources.insert(source);
        }
        for file in edited.iter().filter(|file| self.has_head(file)) {
            let path = file.path(&self.db).clone();
            if queries::snippet_files(&self.db, self.project).contains(&path) {
                let snippet = queries::snippet_document(&self.db, PathKey::new(&self.db, path.clone()));
                problems.extend(snippet.iter().flat_map(|snippet| snippet.diagnostics.iter().cloned()));
                sources.insert(path);
            }
        }
        // Who writes sees the diagrams, and is told when the site is built.
        problems.retain(|problem| problem.code != NOT_FETCHED);
        let placed = problems.into_iter().map(|problem| queries::links::placed(&self.db, problem));
        preview.turn(&sources, placed.collect());
    }
}
