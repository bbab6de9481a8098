//! The texts of all pages for language models (AI-05), put together from the files beside the pages: one file for a
//! site of usual size, else parts, and a list of them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::write::{Keys, PageFile, Site, generated, known, made_file};
use crate::db::{Database, Project};
use crate::hash::{ContentHash, KeyHasher};
use crate::output::WriteOutcome;
use crate::queries::body::body_keys;
use crate::queries::llms::{LlmsEdition, llms_editions, site_root};
use crate::queries::{self, PageKey};
use crate::site::llms::{ALL_TEXTS, MOST_TEXTS, head, tokens};
use crate::text::{OutPath, Slug};

/// The texts of an edition, for the next process.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct NotedTexts {
    /// The list of the parts; `None` when there is one part.
    list: Option<OutPath>,
    /// Name and description of the site.
    head: String,
    root: String,
    parts: Vec<NotedPart>,
}

#[derive(Clone, Serialize, Deserialize)]
struct NotedPart {
    path: OutPath,
    title: String,
    pages: Vec<NotedPage>,
}

#[derive(Clone, Serialize, Deserialize)]
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
}

/// Whether a file may hold texts of pages, or list such files; by its name alone.
pub(super) fn is_of_texts(path: &OutPath) -> bool {
    let name = path.as_str().rsplit('/').next().unwrap_or("");
    name.starts_with("llms-full") && name.ends_with(".txt")
}

/// The files of all editions, added to `written`.
pub(super) fn files(site: &Site<'_>, pages: &[PageFile], before: &Keys, written: &mut Keys) {
    let other =
        |slug: &Slug| Some(queries::exports::export_text(site.db, PageKey::new(site.db, slug.clone())));
    for noted in note(site.db, site.project, pages) {
        write(site, &noted, &other, before, written);
    }
}

/// What the texts of all editions are made of. Not those in whose place the project has a file of its own.
pub(super) fn note(db: &Database, project: Project, pages: &[PageFile]) -> Vec<NotedTexts> {
    let text = |slug: &Slug| -> Option<Text> {
        let page = known(pages, slug)?;
        let own = || (body_keys(db, PageKey::new(db, slug.clone())).export, false);
        Some(page.export.map_or_else(own, |export| (export.key, true)))
    };
    let identity = queries::identity(db, project);
    let asked = queries::instructions(db, project);
    let root = site_root(db, project);
    let published = queries::published_files(db, project);
    let is_ours = |path: &OutPath| !published.contains(path.as_str());
    let of_edition = |edition: &LlmsEdition| {
        let mut parts = parts(edition, &text);
        let name = match edition.name.as_str() {
            "" => identity.name.clone(),
            name => format!("{} ({name})", identity.name),
        };
        let list = (parts.len() > 1).then(|| OutPath::new(&edition.file(ALL_TEXTS)));
        parts.retain(|part| is_ours(&part.path));
        NotedTexts {
            list: list.filter(is_ours),
            head: head(&name, identity.description.as_deref().unwrap_or(""), &asked.0),
            root: root.clone(),
            parts,
        }
    };
    llms_editions(db, project).iter().map(of_edition).collect()
}

/// Sections together, up to the number of pages of a file.
fn parts(edition: &LlmsEdition, text: &dyn Fn(&Slug) -> Option<Text>) -> Vec<NotedPart> {
    let mut parts: Vec<NotedPart> = Vec::new();
    let all: usize = edition.sections.iter().map(|(_, pages)| pages.len()).sum();
    // A site of usual size is one file, whatever its sections.
    let most = if all <= MOST_TEXTS { MOST_TEXTS } else { MOST_TEXTS / 2 };
    for (title, pages) in &edition.sections {
        let noted = pages.iter().filter_map(|slug| {
            let (key, is_beside) = text(slug)?;
            Some(NotedPage { slug: slug.clone(), key, is_beside })
        });
        for page in noted {
            if parts.last().is_none_or(|part| part.pages.len() >= most) {
                parts.push(NotedPart { path: OutPath::new(""), title: title.clone(), pages: Vec::new() });
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
    noted: &NotedTexts,
    other: Other<'_>,
    before: &Keys,
    written: &mut Keys,
) -> Option<()> {
    let mut is_lost = false;
    let mut list = format!("{}\n## Texts of all pages\n\n", noted.head);
    for part in &noted.parts {
        let mut key = KeyHasher::new("llms texts");
        key.part(noted.head.as_bytes()).part(noted.root.as_bytes());
        for page in &part.pages {
            key.part(page.slug.as_str().as_bytes()).part(page.key.as_bytes());
        }
        let path = part.path.as_str();
        generated((site.output, site.reuse), before, written, path, key.finish(), |file| {
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
            "- [{}]({}/{path}): {} pages, {size} bytes, about {} tokens\n",
            if part.title.is_empty() { "Docs" } else { &part.title },
            noted.root,
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
    let addresses = &site.project.settings(site.db).addresses;
    let mut out = noted.head.clone();
    let root = noted.root.strip_suffix(addresses.base.as_str()).unwrap_or(&noted.root);
    for page in &part.pages {
        let path = addresses.export_file(&page.slug);
        let is_there = page.is_beside && site.output.is_current(&path, page.key);
        let file = if is_there { site.output.read(&path) } else { None };
        let text = file.and_then(|bytes| String::from_utf8(bytes).ok()).or_else(|| other(&page.slug))?;
        let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
        out.push_str(&format!(
            "\n---\n\n{title}\n\nSource: {root}{}\n{rest}",
            addresses.page_url(&page.slug)
        ));
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
    for noted in noted {
        for page in noted.parts.iter_mut().flat_map(|part| &mut part.pages) {
            if let Some(key) = changed.get(&page.slug) {
                page.key = *key;
            }
        }
        write(site, noted, &|_| None, &before, &mut written)?;
    }
    Some(written)
}
