//! The site's files, one by one, handed to the output: pages in parallel, then everything else.
//!
//! A file whose key is the one of the build before is not made again.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{Progress, Reuse};
use crate::db::{Database, Project};
use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::html::template::render_redirect_stub;
use crate::output::{Output, WantedFile};
use crate::panics;
use crate::queries::{self, PageKey, PageOrigin};
use crate::system::Utf8Path;
use crate::text::{OutPath, Slug, SourcePath};

/// What writing needs of the engine.
pub(super) struct Site<'e> {
    pub db: &'e Database,
    pub project: Project,
    pub output: &'e Output,
    pub root: &'e Utf8Path,
    pub reuse: Reuse,
}

/// Keys of files that are known to be on disk.
type Keys = BTreeMap<OutPath, ContentHash>;

/// What became of one page.
pub(super) struct Page {
    path: OutPath,
    outcome: Result<ContentHash, Diagnostic>,
}

impl Page {
    /// Whether it had to be made.
    pub fn is_new(&self, before: &Keys) -> bool {
        self.outcome.as_ref().is_ok_and(|key| before.get(&self.path) != Some(key))
    }

    /// Adds the page to the files of the build, or its problem to the problems.
    pub fn settle(self, written: &mut Keys, problems: &mut Vec<Diagnostic>) {
        match self.outcome {
            Ok(key) => {
                written.insert(self.path, key);
            }
            Err(problem) => problems.push(problem),
        }
    }
}

/// Renders and writes pages whose key is not the one in `before`.
pub(super) fn pages(site: &Site<'_>, slugs: &[&Slug], before: &Keys, progress: &dyn Progress) -> Vec<Page> {
    let (project, output, reuse) = (site.project, site.output, site.reuse);
    let addresses = &project.settings(site.db).addresses;
    let write = |db: &mut Database, slug: &&Slug| {
        let path = addresses.page_file(slug);
        let rendered = panics::catch(|| {
            let page = PageKey::new(db, (*slug).clone());
            let key = queries::page_key(db, project, page);
            if before.get(&path) != Some(&key) {
                let file = WantedFile { path: path.clone(), key, origin: origin(db, project, slug) };
                if reuse == Reuse::On && output.is_current(&file.path, key) {
                    output.keep(&file);
                } else {
                    output.write(&file, queries::page_html(db, project, page).text.as_bytes());
                }
            }
            key
        });
        progress.step();
        // One page's failure costs one page.
        let outcome = rendered.map_err(|reason| {
            let problem = Diagnostic::error(
                "internal-error",
                format!("`{slug}` could not be rendered: this is a mistake in docs itself ({reason})"),
            )
            .hint("please report it with this page");
            match origin(db, project, slug) {
                Some(source) => problem.in_file(&source),
                None => problem,
            }
        });
        Page { path, outcome }
    };
    slugs.par_iter().with_min_len(4).map_with(site.db.clone(), write).collect()
}

fn origin(db: &Database, project: Project, slug: &Slug) -> Option<SourcePath> {
    match queries::page_origin(db, project, PageKey::new(db, slug.clone()))? {
        PageOrigin::File(file) => Some(file.path(db).clone()),
        PageOrigin::Generated(page) => Some(page.source.clone()),
    }
}

/// Everything that is not a page: copied files, theme, redirects, the 404 page, the sitemap.
pub(super) fn rest(site: &Site<'_>, before: &Keys, written: &mut Keys) {
    let Site { db, project, output, root, reuse } = *site;
    let files = project.files(db);
    let published = queries::published_files(db, project);
    let copied: Vec<(WantedFile, &SourcePath)> = published
        .iter()
        .filter_map(|path| {
            let key = files.get(path)?.hash(db);
            Some((WantedFile { path: OutPath::new(path.as_str()), key, origin: Some(path.clone()) }, path))
        })
        .collect();
    copied.par_iter().with_min_len(8).filter(|(file, _)| before.get(&file.path) != Some(&file.key)).for_each(
        |(file, path)| {
            if reuse == Reuse::On && output.is_current(&file.path, file.key) {
                output.keep(file);
            } else {
                output.copy(file, &root.join(path.as_str()), file.key);
            }
        },
    );
    written.extend(copied.into_iter().map(|(file, _)| (file.path, file.key)));
    // A page or a file of the author's own wins over what would be generated.
    let taken: BTreeSet<OutPath> = written.keys().cloned().collect();
    let mut write = |path: &str, text: &str| {
        let path = OutPath::new(path);
        if taken.contains(&path) {
            return;
        }
        let key = ContentHash::of(text.as_bytes());
        if before.get(&path) != Some(&key) {
            let file = WantedFile { path: path.clone(), key, origin: None };
            if reuse == Reuse::On && output.is_current(&path, key) {
                output.keep(&file);
            } else {
                output.write(&file, text.as_bytes());
            }
        }
        written.insert(path, key);
    };
    let theme = queries::theme_files(db, project);
    write(&theme.style.0, &theme.style.1);
    write(&theme.script.0, &theme.script.1);
    let addresses = &project.settings(db).addresses;
    for (slug, target) in queries::redirect_stubs(db, project).iter() {
        write(addresses.page_file(slug).as_str(), &render_redirect_stub(target));
    }
    write("404.html", &queries::not_found(db, project));
    for file in queries::sitemap(db, project).iter() {
        write(&file.name, &file.text);
    }
}
