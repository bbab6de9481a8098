//! The texts of all pages for language models (AI-05), put together from the files beside the pages: one file for a
//! site of usual size, else parts, and a list of them.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::aggregates::Replacement;
use super::write::{Keys, PageFile, Site, generated, known, made_file};
use crate::api::part::{FOLDER, SchemaPart};
use crate::db::{Database, Db, Project};
use crate::hash::{ContentHash, KeyHasher};
use crate::output::WriteOutcome;
use crate::queries::body::body_keys;
use crate::queries::llms::{LlmsEdition, llms_editions, llms_spots};
use crate::queries::{self, PageKey, PartKey};
use crate::site::llms::{ALL_TEXTS, MOST_TEXTS, head, tokens};
use crate::text::{Addresses, OutPath, Slug};

/// The texts of an edition, for the next process.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct NotedTexts {
    /// The list of the parts; `None` when there is one part.
    list: Option<OutPath>,
    /// Name and description of the site.
    head: String,
    /// `https://host`, if it is known.
    site: String,
    addresses: Addresses,
    parts: Vec<NotedPart>,
}

#[derive(Clone, Serialize, Deserialize)]
struct NotedPart {
    path: OutPath,
    title: String,
    pages: Vec<NotedPage>,
    /// The key of its file, once that is known.
    #[serde(skip)]
    key: Option<ContentHash>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct NotedPage {
    slug: Slug,
    /// The key of its Markdown.
    key: ContentHash,
    /// Whether that lies beside it, and not something else.
    is_beside: bool,
}

/// The text of a page that does not lie beside it; `None` for who does not know the site.
type Other<'o> = &'o dyn Fn(&Slug) -> Option<String>;

/// The Markdown of a page: its key, and whether it lies beside the page.
type Text = (ContentHash, bool);

impl NotedTexts {
    /// Where its files lie.
    pub fn paths(&self) -> impl Iterator<Item = &OutPath> {
        self.list.iter().chain(self.parts.iter().map(|part| &part.path))
    }

    /// Whether one of these pages is among them.
    pub fn has_one_of(&self, pages: &HashMap<Slug, ContentHash>) -> bool {
        let mut all = self.parts.iter().flat_map(|part| &part.pages);
        !pages.is_empty() && all.any(|page| pages.contains_key(&page.slug))
    }

    /// The key of the file of a part.
    fn key(&mut self, part: usize) -> ContentHash {
        let Some(part) = self.parts.get_mut(part) else { return ContentHash::default() };
        *part.key.get_or_insert_with(|| {
            let mut key = KeyHasher::new("llms texts");
            key.part(self.head.as_bytes()).part(self.site.as_bytes()).value(&self.addresses);
            for page in &part.pages {
                key.part(page.slug.as_str().as_bytes()).part(page.key.as_bytes());
            }
            key.finish()
        })
    }

    /// A page, and the key of the file that it is in.
    fn page(&mut self, slug: &Slug) -> Option<(&mut Option<ContentHash>, &mut NotedPage)> {
        let mut parts = self.parts.iter_mut();
        parts.find_map(|part| {
            let page = part.pages.iter_mut().find(|page| page.slug == *slug)?;
            Some((&mut part.key, page))
        })
    }
}

/// The texts of all editions as the last build left them.
#[derive(Default)]
pub(super) struct Texts {
    editions: Vec<NotedTexts>,
    /// The schemas in files of their own that are among them.
    schemas: Schemas,
}

/// Schemas in files of their own, with the pages that readers come from.
type Schemas = Arc<BTreeMap<SchemaPart, Slug>>;

impl Texts {
    /// Puts all of them together, and gives their files; what is `taken` is not theirs.
    pub fn whole(site: &Site<'_>, pages: &[PageFile], before: &Keys, taken: &Keys) -> (Self, Keys) {
        let mut noted = note(site.db, site.project, pages);
        let made = site.for_each(noted.par_iter_mut(), |site, noted| {
            let known = noted.paths().filter_map(|path| taken.get_key_value(path));
            let mut made: Keys = known.map(|(path, key)| (path.clone(), *key)).collect();
            write(site, noted, &other_texts(site), before, &mut made);
            made
        });
        let texts = Self { editions: noted, schemas: queries::api_parts(site.db, site.project) };
        (texts, made.into_iter().flatten().collect())
    }

    /// Puts those together again that have one of the `changed` pages, each a replacement.
    pub fn update(
        &mut self,
        site: &Site<'_>,
        pages: &[PageFile],
        changed: &BTreeSet<Slug>,
        before: &Keys,
    ) -> Vec<Replacement> {
        let spots = llms_spots(site.db, site.project);
        let schemas = queries::api_parts(site.db, site.project);
        if !Arc::ptr_eq(&schemas, &self.schemas) && schemas != self.schemas {
            return vec![self.renewed(site, pages, before)];
        }
        let mut editions = BTreeSet::new();
        for slug in changed {
            let Some(spot) = spots.get(slug) else { continue };
            let text = text_of(site.db, pages, slug);
            let noted = self.editions.get_mut(spot.edition).and_then(|noted| noted.page(slug));
            match (noted, text) {
                (Some((part, page)), Some(text)) => {
                    if (page.key, page.is_beside) != text {
                        (page.key, page.is_beside) = text;
                        *part = None;
                        editions.insert(spot.edition);
                    }
                }
                (None, None) => {}
                // A page that could not be made before is there, or the other way round.
                _ => return vec![self.renewed(site, pages, before)],
            }
        }
        let mut replacements = Vec::with_capacity(editions.len());
        for number in editions {
            let Some(noted) = self.editions.get_mut(number) else { continue };
            let old = noted.paths().cloned().collect();
            let mut made = Keys::new();
            write(site, noted, &other_texts(site), before, &mut made);
            replacements.push(Replacement { old, made });
        }
        replacements
    }

    /// Puts all of them together again.
    fn renewed(&mut self, site: &Site<'_>, pages: &[PageFile], before: &Keys) -> Replacement {
        let old = self.editions.iter().flat_map(NotedTexts::paths).cloned().collect();
        let (texts, made) = Self::whole(site, pages, before, &Keys::new());
        *self = texts;
        Replacement { old, made }
    }

    /// Whether this is what would be noted now.
    pub fn verify(&self, site: &Site<'_>, pages: &[PageFile]) {
        let now = note(site.db, site.project, pages);
        let pages = |texts: &NotedTexts| -> Vec<NotedPage> {
            texts.parts.iter().flat_map(|part| part.pages.iter().cloned()).collect()
        };
        if !now.iter().map(pages).eq(self.editions.iter().map(pages)) {
            site.db.mismatch("the texts for language models".to_owned());
        }
    }

    /// For the next process.
    pub fn noted(&self) -> Vec<NotedTexts> {
        self.editions.clone()
    }
}

/// Makes the texts that do not lie beside their pages.
fn other_texts(site: &Site<'_>) -> impl Fn(&Slug) -> Option<String> {
    let db = site.db;
    let schemas = LazyCell::new(move || -> BTreeMap<Slug, SchemaPart> {
        let parts = queries::api_parts(db, Project::get(db));
        parts.keys().map(|part| (part.slug(), part.clone())).collect()
    });
    move |slug| {
        let schema = slug.as_str().starts_with(FOLDER).then(|| schemas.get(slug)).flatten();
        Some(match schema {
            Some(part) => queries::part_text(db, PartKey::new(db, part.clone())),
            None => queries::exports::export_text(db, PageKey::new(db, slug.clone())),
        })
    }
}

/// The schemas in files of their own that pages of an edition lead to: nothing of them stands in the pages.
fn schemas_of(db: &Database, project: Project, edition: &LlmsEdition) -> Vec<NotedPage> {
    let first = queries::pages_with_parts(db, project);
    if first.is_empty() {
        return Vec::new();
    }
    let pages: BTreeSet<&Slug> = edition.sections.iter().flat_map(|(_, pages)| pages).collect();
    let own = first.iter().filter(|(slug, _)| pages.contains(slug));
    let mut left: Vec<SchemaPart> = own.flat_map(|(_, parts)| parts.iter().cloned()).collect();
    let mut all: BTreeSet<SchemaPart> = BTreeSet::new();
    while let Some(part) = left.pop() {
        if !all.contains(&part) {
            left.extend(queries::parts_of_part(db, PartKey::new(db, part.clone())).iter().cloned());
            all.insert(part);
        }
    }
    let published = queries::published_files(db, project);
    let addresses = queries::addresses(db, project);
    let noted = |part: SchemaPart| {
        let slug = part.slug();
        let is_beside = !published.contains(addresses.export_file(&slug).as_str());
        NotedPage { slug, key: queries::part_export_key(db, PartKey::new(db, part)), is_beside }
    };
    all.into_iter().map(noted).collect()
}

fn text_of(db: &Database, pages: &[PageFile], slug: &Slug) -> Option<Text> {
    let page = known(pages, slug)?;
    let own = || (body_keys(db, PageKey::new(db, slug.clone())).export, false);
    Some(page.export.as_ref().map_or_else(own, |export| (export.key, true)))
}

/// What the texts of all editions are made of. Not those in whose place the project has a file of its own.
fn note(db: &Database, project: Project, pages: &[PageFile]) -> Vec<NotedTexts> {
    let text = |slug: &Slug| text_of(db, pages, slug);
    let identity = queries::identity(db, project);
    let asked = queries::instructions(db, project);
    let published = queries::published_files(db, project);
    let is_ours = |path: &OutPath| !published.contains(path.as_str());
    let of_edition = |edition: &LlmsEdition| {
        let mut parts = parts(edition, schemas_of(db, project, edition), &text);
        let name = match edition.name.as_str() {
            "" => identity.name.clone(),
            name => format!("{} ({name})", identity.name),
        };
        let list = (parts.len() > 1).then(|| OutPath::new(&edition.file(ALL_TEXTS)));
        parts.retain(|part| is_ours(&part.path));
        NotedTexts {
            list: list.filter(is_ours),
            head: head(&name, identity.description.as_deref().unwrap_or(""), &asked.0),
            site: project.settings(db).site_url.clone().unwrap_or_default(),
            addresses: queries::addresses(db, project).clone(),
            parts,
        }
    };
    llms_editions(db, project).iter().map(of_edition).collect()
}

/// Sections together, up to the number of pages of a file.
fn parts(
    edition: &LlmsEdition,
    schemas: Vec<NotedPage>,
    text: &dyn Fn(&Slug) -> Option<Text>,
) -> Vec<NotedPart> {
    let mut parts: Vec<NotedPart> = Vec::new();
    let all = schemas.len() + edition.sections.iter().map(|(_, pages)| pages.len()).sum::<usize>();
    // A site of usual size is one file, whatever its sections.
    let most = if all <= MOST_TEXTS { MOST_TEXTS } else { MOST_TEXTS / 2 };
    let of_section = |(title, pages): &(String, Vec<Slug>)| {
        let noted = pages.iter().filter_map(|slug| {
            let (key, is_beside) = text(slug)?;
            Some(NotedPage { slug: slug.clone(), key, is_beside })
        });
        (title.clone(), noted.collect::<Vec<_>>())
    };
    let sections = edition.sections.iter().map(of_section);
    for (title, pages) in sections.chain([("Schemas".to_owned(), schemas)]) {
        for page in pages {
            if parts.last().is_none_or(|part| part.pages.len() >= most) {
                let path = OutPath::new("");
                parts.push(NotedPart { path, title: title.clone(), pages: Vec::new(), key: None });
            }
            if let Some(part) = parts.last_mut() {
                part.pages.push(page);
            }
        }
    }
    let is_one = parts.len() <= 1;
    for (number, part) in (1..).zip(&mut parts) {
        let name = if is_one { ALL_TEXTS.to_owned() } else { format!("llms-full-{number}.txt") };
        let is_first = edition.folder.is_empty() && !is_one;
        part.path = OutPath::new(&if is_first { format!("_llms/{name}") } else { edition.file(&name) });
    }
    parts
}

fn write(
    site: &Site<'_>,
    noted: &mut NotedTexts,
    other: Other<'_>,
    before: &Keys,
    written: &mut Keys,
) -> Option<()> {
    let mut is_lost = false;
    let mut list = format!("{}\n## Texts of all pages\n\n", noted.head);
    for number in 0..noted.parts.len() {
        let key = noted.key(number);
        let Some(part) = noted.parts.get(number) else { continue };
        let path = part.path.as_str();
        generated((site.output, site.reuse), before, written, path, key, |file| {
            match text(site, noted, part, other) {
                Some(text) => site.output.write(file, text.as_bytes()),
                None => {
                    is_lost = true;
                    WriteOutcome::Failed
                }
            }
        });
        let size = site.output.size(&part.path).unwrap_or(0);
        list.push_str(&format!(
            "- [{}]({}{}): {} pages, {size} bytes, about {} tokens\n",
            if part.title.is_empty() { "Docs" } else { &part.title },
            noted.site,
            noted.addresses.path_url(path),
            part.pages.len(),
            tokens(size)
        ));
    }
    if let Some(path) = &noted.list {
        made_file(site, before, written, path.as_str(), list.as_bytes());
    }
    (!is_lost).then_some(())
}

/// The texts of a part. A page's text is the file beside it, where that is as it should be, with its address below its
/// title; `None` when another one cannot be made either.
fn text(site: &Site<'_>, noted: &NotedTexts, part: &NotedPart, other: Other<'_>) -> Option<String> {
    let NotedTexts { site: host, addresses, .. } = noted;
    let mut out = noted.head.clone();
    for page in &part.pages {
        let path = addresses.export_file(&page.slug);
        let file = if page.is_beside { site.output.made(&path, page.key) } else { None };
        let text = file.and_then(|bytes| String::from_utf8(bytes).ok()).or_else(|| other(&page.slug))?;
        let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let url = addresses.page_url(&page.slug);
        out.extend(["\n---\n\n", title, "\n\nSource: ", host, &url, "\n", rest]);
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    Some(out)
}

/// The files of what was noted, with the new keys of some pages' Markdown; `None` when that takes to know the site.
pub(super) fn noted_files(
    site: &Site<'_>,
    noted: &mut [NotedTexts],
    changed: &HashMap<Slug, ContentHash>,
) -> Option<Keys> {
    let (before, mut written) = (Keys::new(), Keys::new());
    for noted in noted.iter_mut().filter(|noted| noted.has_one_of(changed)) {
        for page in noted.parts.iter_mut().flat_map(|part| &mut part.pages) {
            if let Some(key) = changed.get(&page.slug) {
                page.key = *key;
            }
        }
        noted.parts.iter_mut().for_each(|part| part.key = None);
        write(site, noted, &|_| None, &before, &mut written)?;
    }
    Some(written)
}
