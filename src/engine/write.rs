//! The site's files, one by one, handed to the output: what pages load, then pages in parallel, then the rest.
//!
//! A file whose key is the one of the build before is not made again.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::aggregates::Aggregates;
use super::api_parts;
use super::feeds::{feeds, own_feeds};
use super::long_pages;
use super::previews;
use super::{Copy, Preview, Progress, Reuse};
use crate::db::{Crossing, Database, Db, Project, until_cancelled_or_panic};
use crate::hash::ContentHash;
use crate::html::fonts::FontOrigin;
use crate::html::page_assets::{nav_script, of_components, of_interaction};
use crate::html::search_view::SEARCH_PAGE;
use crate::html::section_view::section_file;
use crate::output::{Output, WantedFile, WriteOutcome};
use crate::panics;
use crate::queries::glossary::GLOSSARY_PAGE;
use crate::queries::{self, PageKey, PageOrigin, SectionKey};
use crate::remote::copy_path;
use crate::site::sitemap;
use crate::system::Utf8Path;
use crate::text::{OutPath, Slug, SourcePath};
use crate::trace::Kind;

/// What writing needs of the engine.
pub(super) struct Site<'e> {
    pub db: &'e Database,
    pub project: Project,
    pub output: &'e Output,
    pub root: &'e Utf8Path,
    pub reuse: Reuse,
    /// Sources whose pages stay as they are.
    pub unreadable: &'e BTreeSet<SourcePath>,
    pub pages_written: &'e AtomicUsize,
    /// Who shows copied files from where they are.
    pub preview: Option<&'e dyn Preview>,
}

impl Site<'_> {
    /// Does `work` for each of the items on all threads, each with a handle of its own; what came of them, in their order.
    pub fn for_each<T: Send, R: Send>(
        &self,
        items: impl IndexedParallelIterator<Item = T>,
        work: impl Fn(&Site<'_>, T) -> R + Sync,
    ) -> Vec<R> {
        let Site { db, project, output, root, reuse, unreadable, pages_written, preview } = *self;
        let work = |db: &mut Database, item| {
            work(&Site { db, project, output, root, reuse, unreadable, pages_written, preview }, item)
        };
        items.map_with(db.clone(), work).collect()
    }

    /// Does two things at once, each with a handle of its own.
    pub fn both<A: Send, B: Send>(
        &self,
        first: impl FnOnce(&Site<'_>) -> A + Send,
        second: impl FnOnce(&Site<'_>) -> B + Send,
    ) -> (A, B) {
        let Site { project, output, root, reuse, unreadable, pages_written, preview, .. } = *self;
        let (one, other) = (self.db.clone(), self.db.clone());
        rayon::join(
            move || {
                first(&Site { db: &one, project, output, root, reuse, unreadable, pages_written, preview })
            },
            move || {
                second(&Site { db: &other, project, output, root, reuse, unreadable, pages_written, preview })
            },
        )
    }
}

/// Pages that a thread takes at once. What it has taken no other thread can help with, and all wait for the last one.
pub(super) const SHARE: usize = 4;

/// Keys of files that are known to be on disk.
pub(super) type Keys = BTreeMap<OutPath, ContentHash>;

/// A page on disk.
#[derive(Clone, Debug)]
pub(super) struct PageFile {
    pub slug: Slug,
    pub path: OutPath,
    pub key: ContentHash,
    /// Its Markdown, unless something else lies there.
    pub export: Option<ExportFile>,
    /// The feeds of its change log.
    pub feeds: Option<Box<FeedFiles>>,
    /// The sections of its Markdown in files of their own, when it is long.
    pub slices: Box<[ExportFile]>,
    /// The pages of its older entries, when it is a long change log.
    pub archives: Box<[ExportFile]>,
}

/// The feeds of a page on disk.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FeedFiles {
    /// Without those that the project has itself.
    pub paths: Vec<OutPath>,
    pub key: ContentHash,
}

/// The Markdown of a page on disk.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ExportFile {
    pub path: OutPath,
    pub key: ContentHash,
}

impl PageFile {
    /// Its files with their keys.
    pub fn outputs(&self) -> impl Iterator<Item = (&OutPath, ContentHash)> {
        let export = self.export.iter().map(|export| (&export.path, export.key));
        let feeds = self.feeds.iter().flat_map(|feeds| feeds.paths.iter().map(|path| (path, feeds.key)));
        let others = self.slices.iter().chain(&*self.archives).map(|file| (&file.path, file.key));
        std::iter::once((&self.path, self.key)).chain(export).chain(feeds).chain(others)
    }

    /// Whether all of it was made, and nothing retained.
    pub fn is_made(&self) -> bool {
        self.outputs().all(|(_, key)| key != ContentHash::default())
    }
}

/// A page that is on disk; `pages` are sorted by slug.
pub(super) fn known<'p>(pages: &'p [PageFile], slug: &Slug) -> Option<&'p PageFile> {
    let at = pages.binary_search_by(|page| page.slug.cmp(slug)).ok()?;
    pages.get(at)
}

/// Takes `written` over into `pages`.
pub(super) fn note(pages: &mut Vec<PageFile>, written: Vec<PageFile>) {
    for page in written {
        match pages.binary_search_by(|known| known.slug.cmp(&page.slug)) {
            Ok(at) => pages[at] = page,
            Err(at) => pages.insert(at, page),
        }
    }
}

/// When what is reused is verified: whether all pages but these are as they are known. `but` is sorted.
pub(super) fn verify_others(site: &Site<'_>, pages: &[PageFile], but: &[&Slug]) {
    if !site.db.is_verifying() {
        return;
    }
    for page in pages {
        if but.binary_search(&&page.slug).is_ok() || !page.is_made() {
            continue;
        }
        let now = PageKey::new(site.db, page.slug.clone());
        if queries::page_key(site.db, now) != page.key {
            site.db.mismatch(format!("the page `{}`", page.slug));
        }
        if queries::exports::export_key(site.db, now) != page.export.as_ref().map(|export| export.key) {
            site.db.mismatch(format!("the Markdown of the page `{}`", page.slug));
        }
        if page.feeds.as_ref().is_some_and(|feeds| queries::feeds::feed_key(site.db, now) != Some(feeds.key))
        {
            site.db.mismatch(format!("the feeds of the page `{}`", page.slug));
        }
    }
}

/// The known file of each of `slugs`; both are sorted.
pub(super) fn align(pages: &[PageFile], slugs: &[&Slug]) -> Vec<Option<PageFile>> {
    let mut pages = pages.iter().peekable();
    let known = |slug: &&Slug| {
        while pages.next_if(|page| page.slug < **slug).is_some() {}
        pages.next_if(|page| page.slug == **slug).cloned()
    };
    slugs.iter().map(known).collect()
}

/// A page that was not made.
pub(super) struct NotMade {
    /// The message of a panic; `None` when the page was not reached, or its source cannot be read.
    pub reason: Option<String>,
}

/// The page as an earlier build left it, under no key, so that it is tried again.
pub(super) fn retained(site: &Site<'_>, slug: &Slug) -> Option<PageFile> {
    let addresses = queries::addresses(site.db, site.project);
    let key = ContentHash::default();
    let origin = origin(site.db, slug);
    let retain = |path: OutPath| {
        let file = WantedFile { path: path.clone(), key, origin: origin.clone() };
        site.output.retain(&file).then_some(path)
    };
    let path = retain(addresses.page_file(slug))?;
    let is_lost = queries::lost_exports(site.db, site.project).contains(slug);
    let export = if is_lost { None } else { retain(addresses.export_file(slug)) };
    let export = export.map(|path| ExportFile { path, key });
    let paths: Vec<OutPath> = own_feeds(site.db, slug).into_iter().filter_map(retain).collect();
    let feeds = (!paths.is_empty()).then(|| Box::new(FeedFiles { paths, key }));
    // Which sections and entries it had in files of their own is not known any more.
    Some(PageFile {
        slug: slug.clone(),
        path,
        key,
        export,
        feeds,
        slices: Box::default(),
        archives: Box::default(),
    })
}

/// Renders and writes pages whose key is not the known one. One page's failure costs one page. When the build
/// is cancelled the rest is not made.
pub(super) fn pages(
    site: &Site<'_>,
    slugs: &[&Slug],
    known: &[Option<PageFile>],
    progress: &dyn Progress,
) -> Vec<Result<PageFile, NotMade>> {
    let Site { project, output, reuse, unreadable, pages_written, .. } = *site;
    let addresses = queries::addresses(site.db, project);
    let write = |db: &mut Database, (number, slug): (usize, &&Slug)| {
        progress.step();
        if db.cancellation().is_requested() || is_in(unreadable, db, slug) {
            return Err(NotMade { reason: None });
        }
        let mut span = db.trace().span(Kind::Page, slug);
        let made = until_cancelled_or_panic(|| {
            panics::catch(|| {
                let page = PageKey::new(db, (*slug).clone());
                let key = queries::page_key(db, page);
                let export = queries::exports::export_key(db, page);
                let export = export.map(|key| ExportFile { path: addresses.export_file(slug), key });
                let known = known.get(number).and_then(Option::as_ref);
                let path = addresses.page_file(slug);
                let origin = || origin(db, slug);
                if known.is_none_or(|known| known.key != key) {
                    let file = WantedFile { path: path.clone(), key, origin: origin() };
                    let making = queries::making::Making::new(db, project, page, key);
                    let made = put((output, reuse), db, &file, || making.html());
                    if let Some((length, outcome)) = made {
                        span.made(length);
                        if outcome == WriteOutcome::Written {
                            pages_written.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    // Of a page that is there, but not from this store, the next process wants to know as well.
                    if made.is_some() || !queries::parts::is_recorded(db, key) {
                        making.record();
                    }
                }
                if let Some(export) = &export
                    && known.and_then(|known| known.export.as_ref()) != Some(export)
                {
                    let file = WantedFile { path: export.path.clone(), key: export.key, origin: origin() };
                    put((output, reuse), db, &file, || queries::exports::export_text(db, page));
                }
                let slices =
                    long_pages::slices((output, reuse), db, page, known.map_or(&[], |known| &known.slices));
                let archives = long_pages::archives(
                    (output, reuse),
                    db,
                    (page, key),
                    known.map_or(&[], |known| &known.archives),
                );
                let known = known.and_then(|known| known.feeds.as_deref());
                let feeds = feeds((output, reuse), db, page, known);
                PageFile { slug: (*slug).clone(), path, key, export, feeds, slices, archives }
            })
        });
        match made {
            Some(made) => made.map_err(|reason| NotMade { reason: Some(reason) }),
            None => Err(NotMade { reason: None }),
        }
    };
    slugs.par_iter().enumerate().with_max_len(SHARE).map_with(site.db.clone(), write).collect()
}

/// Keeps a file of a page when it is as it should be, and writes it otherwise: then its length and what came of it.
pub(super) fn put<T: AsRef<str>>(
    (output, reuse): (&Output, Reuse),
    db: &Database,
    file: &WantedFile,
    make: impl Fn() -> T,
) -> Option<(usize, WriteOutcome)> {
    if reuse == Reuse::On && output.is_current(&file.path, file.key) {
        if db.is_verifying() {
            let now = ContentHash::of(make().as_ref().as_bytes());
            if output.content(&file.path) != Some(now) {
                db.mismatch(format!("the file `{}`", file.path.as_str()));
            }
        }
        output.keep(file);
        return None;
    }
    let text = make();
    let text = text.as_ref();
    Some((text.len(), output.write(file, text.as_bytes())))
}

fn is_in(sources: &BTreeSet<SourcePath>, db: &Database, slug: &Slug) -> bool {
    !sources.is_empty() && origin(db, slug).is_some_and(|source| sources.contains(&source))
}

pub(super) fn origin(db: &Database, slug: &Slug) -> Option<SourcePath> {
    match queries::page_origin(db, PageKey::new(db, slug.clone()))? {
        PageOrigin::File(file) => Some(file.path(db).clone()),
        PageOrigin::Generated(page) => Some(page.source.clone()),
        PageOrigin::StandIn(original) => origin(db, &original),
    }
}

/// What pages load: copied files and the theme's. They are in place before any page that loads them. The keys
/// of what is wanted, and whether all of it could be written.
pub(super) fn assets(site: &Site<'_>, before: &Keys) -> (Keys, Complete) {
    let Site { db, project, output, root, reuse, preview, .. } = *site;
    let cancellation = db.cancellation();
    let files = project.files(db);
    let published = queries::published_files(db, project);
    // Those whose text is not the file's are written, not copied.
    let is_in_part = |path: &&SourcePath| {
        files.get(*path).is_some_and(|file| queries::is_published_anew(db, project, *file))
    };
    let (in_part, whole): (Vec<&SourcePath>, Vec<&SourcePath>) = published.iter().partition(is_in_part);
    let copied: Vec<(WantedFile, &SourcePath)> = whole
        .into_iter()
        .filter_map(|path| {
            let key = files.get(path)?.hash(db);
            Some((WantedFile { path: OutPath::new(path.as_str()), key, origin: Some(path.clone()) }, path))
        })
        .collect();
    let put = |(file, path): &(WantedFile, &SourcePath)| {
        let is_left = preview.is_some() || before.get(&file.path) == Some(&file.key);
        if is_left || cancellation.is_requested() {
            WriteOutcome::Unchanged
        } else if reuse == Reuse::On && output.is_current(&file.path, file.key) {
            output.keep(file)
        } else {
            output.copy(file, &root.join(path.as_str()), file.key)
        }
    };
    if let Some(preview) = preview {
        let copy = |(file, source): &(WantedFile, &SourcePath)| Copy {
            path: file.path.clone(),
            source: (*source).clone(),
            hash: file.key,
        };
        preview.copies(copied.iter().map(copy).collect());
    }
    let failed = copied.par_iter().with_min_len(8).map(put).filter(is_failure).count();
    let mut written: Keys = copied.into_iter().map(|(file, _)| (file.path, file.key)).collect();
    let in_part = in_part.into_iter().filter_map(|path| {
        let text = queries::published_text(db, project, *files.get(path)?)?;
        text_file(site, before, &mut written, path.as_str(), &text)
    });
    let failed = failed + in_part.filter(is_failure).count();
    let collections = queries::collections(db, project);
    let collections = collections.iter().filter_map(|(path, file)| {
        let text = queries::collection_text(db, *file)?;
        text_file(site, before, &mut written, path.as_str(), &text)
    });
    let failed = failed + collections.filter(is_failure).count();
    let theme = queries::theme_files(db, project);
    let nav = nav_script(queries::addresses(db, project));
    let nav = (!queries::large_sections(db, project).is_empty()).then_some((nav.file, nav.text));
    let mut components = of_components(queries::addresses(db, project));
    components.extend(of_interaction(&queries::interaction(db, project), queries::addresses(db, project)));
    let components = components.iter().map(|asset| (asset.file, asset.text));
    let theme = [&theme.style, &theme.script].map(|(path, text)| (path.as_str(), text.as_str()));
    let third_parties = queries::vendors::third_parties(db, project);
    let loader = third_parties.script.as_ref().map(|(path, text)| (path.as_str(), text.as_str()));
    let theme = theme.into_iter().chain(nav).chain(components).chain(loader);
    let theme = theme.filter_map(|(path, text)| text_file(site, before, &mut written, path, text));
    let failed = failed + theme.filter(is_failure).count();
    let failed = failed + fonts(site, before, &mut written);
    let icons = queries::favicons::favicon_files(db, project);
    let icons = icons.iter().filter_map(|(path, bytes)| made_file(site, before, &mut written, path, bytes));
    let failed = failed + icons.filter(is_failure).count();
    (written, if failed == 0 { Complete::Yes } else { Complete::No })
}

/// Puts the font files in place that are not files of the project; the number of those that could not be written.
fn fonts(site: &Site<'_>, before: &Keys, written: &mut Keys) -> usize {
    let site_fonts = queries::fonts::site_fonts(site.db, site.project);
    let outcomes = site_fonts.files.iter().filter_map(|font| match font.origin {
        FontOrigin::Program(bytes) => made_file(site, before, written, &font.out, bytes),
        FontOrigin::Copy(hash) => {
            generated((site.output, site.reuse), before, written, &font.out, hash, |file| {
                site.output.copy(file, &site.root.join(copy_path(hash).as_str()), hash)
            })
        }
    });
    outcomes.filter(is_failure).count()
}

/// Whether all files of a kind could be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Complete {
    Yes,
    No,
}

fn is_failure(outcome: &WriteOutcome) -> bool {
    *outcome == WriteOutcome::Failed
}

/// Writes a generated file that is not among `written`, and adds it there.
pub(super) fn text_file(
    site: &Site<'_>,
    before: &Keys,
    written: &mut Keys,
    path: &str,
    text: &str,
) -> Option<WriteOutcome> {
    made_file(site, before, written, path, text.as_bytes())
}

/// The same with bytes.
pub(super) fn made_file(
    site: &Site<'_>,
    before: &Keys,
    written: &mut Keys,
    path: &str,
    bytes: &[u8],
) -> Option<WriteOutcome> {
    let key = ContentHash::of(bytes);
    generated((site.output, site.reuse), before, written, path, key, |file| site.output.write(file, bytes))
}

/// Puts a generated file in place that is not among `written`, and adds it there. `put` is asked when it is not there.
pub(super) fn generated(
    (output, reuse): (&Output, Reuse),
    before: &Keys,
    written: &mut Keys,
    path: &str,
    key: ContentHash,
    put: impl FnOnce(&WantedFile) -> WriteOutcome,
) -> Option<WriteOutcome> {
    let path = OutPath::new(path);
    // A file of the author's own wins over what would be generated.
    if written.contains_key(&path) {
        return None;
    }
    let file = WantedFile { path: path.clone(), key, origin: None };
    let outcome = if before.get(&path) == Some(&key) {
        WriteOutcome::Unchanged
    } else if reuse == Reuse::On && output.is_current(&path, key) {
        output.keep(&file)
    } else {
        put(&file)
    };
    written.insert(path, key);
    Some(outcome)
}

/// Everything that is neither a page nor loaded by one: redirects, the 404 page, the sitemap. Added to the
/// keys of the `assets`.
pub(super) fn rest(
    site: &Site<'_>,
    pages: &[PageFile],
    before: &Keys,
    mut assets: Keys,
) -> (Keys, Aggregates) {
    let Site { db, project, .. } = *site;
    // A page wins over what would be generated.
    let paths: HashSet<&OutPath> = pages.iter().flat_map(PageFile::outputs).map(|(path, _)| path).collect();
    // The parts of a sitemap are of no use without their index.
    let has_own_sitemap = assets.contains_key(&OutPath::new(sitemap::FILE));
    let mut write = |path: &str, text: &str| {
        if !paths.contains(&OutPath::new(path)) {
            text_file(site, before, &mut assets, path, text);
        }
    };
    let addresses = queries::addresses(db, project);
    for (slug, target) in queries::redirect_stubs(db, project).iter() {
        write(addresses.page_file(slug).as_str(), &queries::redirect_page(db, project, slug, target));
    }
    for (_, name, text) in queries::missing::path_files(db, project).iter() {
        write(name, text);
    }
    for (name, html) in queries::missing::missing_pages(db, project).iter() {
        write(name, html);
    }
    for (name, text) in &queries::hosting::host_files(db, project).files {
        write(name, text);
    }
    for file in queries::sitemap(db, project).iter().filter(|_| !has_own_sitemap) {
        write(&file.name, &file.text);
    }
    if let Some(html) = queries::search::search_page(db, project) {
        write(addresses.page_file(&Slug::new(SEARCH_PAGE)).as_str(), &html);
    }
    for (name, text) in queries::changes::changes_feeds(db, project).iter() {
        write(name, text);
    }
    if let Some(html) = queries::glossary::glossary_page(db, project) {
        write(addresses.page_file(&Slug::new(GLOSSARY_PAGE)).as_str(), &html);
    }
    assets.extend(section_pages(site, pages, before, None));
    assets.extend(api_parts::write(site, before));
    assets.extend(thumbnails(site, pages, before));
    assets.extend(previews::write(site, pages, before));
    let aggregates = Aggregates::whole(site, pages, before, &mut assets);
    (assets, aggregates)
}

/// The pictures of pages for social networks; they follow titles and descriptions.
pub(super) fn thumbnails(site: &Site<'_>, pages: &[PageFile], before: &Keys) -> Keys {
    let Site { db, project, output, reuse, .. } = *site;
    if queries::thumbnails::thumbnail_ground(db, project).is_none() {
        return Keys::new();
    }
    let draw = |db: &mut Database, page: &PageFile| {
        if db.cancellation().is_requested() {
            return None;
        }
        let path = queries::thumbnails::thumbnail_file(&page.slug);
        let page = PageKey::new(db, page.slug.clone());
        let key = queries::thumbnails::key_of_thumbnail(db, page)?;
        if before.get(&path) != Some(&key) {
            let file = WantedFile { path: path.clone(), key, origin: None };
            if reuse == Reuse::On && output.is_current(&path, key) {
                output.keep(&file);
            } else {
                output.write(&file, &queries::thumbnails::thumbnail_png(db, page)?);
            }
        }
        Some((path, key))
    };
    pages.par_iter().map_with(db.clone(), draw).flatten().collect()
}

/// What follows the pages when the site has the same ones in the same places.
pub(super) fn after_pages(site: &Site<'_>, crossing: Crossing, others: &mut Keys) {
    if crossing.facts {
        others.extend(host_files(site, others));
    }
    if crossing.label {
        let feeds = queries::changes::changes_feeds(site.db, site.project);
        let mut written = Keys::new();
        for (name, text) in feeds.iter().filter(|(name, _)| others.contains_key(&OutPath::new(name))) {
            text_file(site, others, &mut written, name, text);
        }
        others.extend(written);
    }
    // They show the title of a page, too.
    if crossing.facts || crossing.label {
        api_parts::write_others(site, others);
    }
}

/// The files of the host, which know the scripts of all pages.
pub(super) fn host_files(site: &Site<'_>, before: &Keys) -> Keys {
    let mut written = Keys::new();
    for (name, text) in &queries::hosting::host_files(site.db, site.project).files {
        text_file(site, before, &mut written, name, text);
    }
    written
}

/// The pages of large sections, which show the title of each of their pages; with `titled` those that show one of these.
pub(super) fn section_pages(
    site: &Site<'_>,
    pages: &[PageFile],
    before: &Keys,
    titled: Option<&BTreeSet<Slug>>,
) -> Keys {
    let Site { db, project, output, reuse, .. } = *site;
    let sections = queries::large_sections(db, project);
    let published = queries::published_files(db, project);
    let navigation = queries::navigation(db, project);
    let showing = titled.map(|titled| navigation.0.sections_of(titled));
    let mut written = Keys::new();
    for id in
        sections.iter().filter(|id| showing.as_ref().is_none_or(|showing| showing.contains(id.as_str())))
    {
        let path = section_file(id);
        let section = SectionKey::new(db, id.clone());
        // A page or a file of the author's wins.
        let folder = path.as_str().trim_end_matches("/index.html");
        let own = [folder.to_owned(), format!("{folder}/index")];
        let own = own.iter().filter_map(|slug| known(pages, &Slug::new(slug)));
        if published.contains(path.as_str()) || own.into_iter().any(|page| page.path == path) {
            continue;
        }
        let Some(key) = queries::section_page_key(db, section) else { continue };
        if before.get(&path) != Some(&key) {
            let file = WantedFile { path: path.clone(), key, origin: None };
            if reuse == Reuse::On && output.is_current(&path, key) {
                output.keep(&file);
            } else if let Some(text) = queries::section_page(db, section) {
                output.write(&file, text.as_bytes());
            }
        }
        written.insert(path, key);
    }
    written
}
