//! Files with a line for each page, that a site may ask for: records for a search engine elsewhere (SRCH-14), the index
//! for programs (AI-11). Which files there are and whose pages are in them is remembered; of the lines the engine
//! remembers the keys, and the store has the text.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::exports::{export_text, file_key};
use super::page::{Caption, caption};
use super::search::{chunk_entry, search_scopes};
use super::*;
use crate::config::navigation::DivisionKind;
use crate::db::BodyKeys;
use crate::hash::{ContentHash, KeyHasher};
use crate::html::body::Body;
use crate::html::site_view::language_tag;
use crate::search::chunk::{Entry, cut};
use crate::search::passages::reading;
use crate::search::records::{Frame, RECORDS_FOLDER};
use crate::site::docs_index::{INDEX, INDEX_FOLDER, IndexFrame, IndexedPage, index_part};
use crate::text::OutPath;

/// Most pages of an index that is one file.
const MOST_INDEXED: usize = 500;

/// What a file is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Purpose {
    Records(Frame),
    /// The index of all pages.
    Index(IndexFrame),
    /// Some of the pages of an index that is not one file.
    IndexPart,
}

/// A file with its pages in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    pub purpose: Purpose,
    pub path: OutPath,
    pub pages: Arc<[Slug]>,
}

/// What a line says of a page besides what stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineHead {
    Record(Entry),
    Indexed(IndexedPage),
}

impl Purpose {
    /// The key of the line with this head, of a page with this markup and this Markdown file.
    pub fn line_key(&self, head: &LineHead, markup: ContentHash, text: ContentHash) -> ContentHash {
        let mut key = KeyHasher::new("line of a listing");
        key.value(head).part(markup.as_bytes());
        match self {
            Self::Records(frame) => key.value(frame),
            Self::Index(_) | Self::IndexPart => key.part(text.as_bytes()),
        };
        key.finish()
    }

    /// The line, or several.
    pub fn line(
        &self,
        head: &LineHead,
        body: &Body,
        text: impl FnOnce() -> Option<String>,
    ) -> Option<String> {
        let page = reading(body);
        Some(match (self, head) {
            (Self::Records(frame), LineHead::Record(entry)) => frame.records(entry, &page),
            (_, LineHead::Indexed(entry)) => {
                let headings = page.sections.iter().filter(|section| section.is_heading);
                entry.line(
                    headings.map(|part| (part.level, part.id.as_str(), part.heading.as_str())),
                    &text()?,
                )
            }
            _ => String::new(),
        })
    }

    /// The file with these lines.
    pub fn file<'l>(&self, lines: impl Iterator<Item = &'l str>) -> String {
        let lines = lines.flat_map(str::lines);
        match self {
            Self::Records(frame) => frame.file(lines),
            Self::Index(frame) => frame.index(lines, &[]),
            Self::IndexPart => index_part(lines),
        }
    }
}

/// All files of lines. Kept: no title is in it, and a page looks up where it is.
#[salsa::tracked(returns(clone))]
pub fn listings(db: &dyn Db, project: Project) -> Arc<Vec<Listing>> {
    db.ran("listings", &"");
    let mut all = records(db, project);
    all.extend(indexes(db, project));
    Arc::new(all)
}

/// The files that each page is in. Kept: an edit asks for its own page.
#[salsa::tracked(returns(clone))]
pub fn listed_in(db: &dyn Db, project: Project) -> Arc<HashMap<Slug, Vec<usize>>> {
    db.ran("listed_in", &"");
    let mut spots: HashMap<Slug, Vec<usize>> = HashMap::new();
    for (number, listing) in listings(db, project).iter().enumerate() {
        listing.pages.iter().for_each(|slug| spots.entry(slug.clone()).or_default().push(number));
    }
    Arc::new(spots)
}

/// A file of a folder, called after its first page: so that a page that comes or goes leaves the others alone.
fn called_after(pages: &[Slug], folder: &str, ending: &str) -> OutPath {
    let first = pages.first().map_or("", Slug::as_str);
    let name = KeyHasher::new("name of a listing").part(first.as_bytes()).finish().short();
    OutPath::new(&format!("{folder}/{name}.{ending}"))
}

/// The records of what the search finds, in its chunks.
fn records(db: &dyn Db, project: Project) -> Vec<Listing> {
    let Some(engine) = search_settings(db, project).records else { return Vec::new() };
    let site = project.settings(db).site_url.clone().unwrap_or_default();
    let home = &identity(db, project).name;
    let mut all = Vec::new();
    for scope in search_scopes(db, project).iter() {
        let frame = Frame {
            engine,
            site: site.clone(),
            home: home.clone(),
            language: language_tag(scope.edition.language.as_deref().unwrap_or("en")),
            version: scope.edition.version.clone(),
        };
        all.extend(scope.chunks.iter().map(|pages| Listing {
            path: called_after(pages, RECORDS_FOLDER, frame.ending()),
            purpose: Purpose::Records(frame.clone()),
            pages: pages.clone(),
        }));
    }
    all
}

/// The index of all pages that machines are told of.
fn indexes(db: &dyn Db, project: Project) -> Vec<Listing> {
    if !*has_index(db, project) {
        return Vec::new();
    }
    let navigation = navigation(db, project);
    let pages = whole::in_reading_order(db, project, &navigation.0, |visibility| visibility.llms);
    let pages: Vec<Slug> = pages.into_iter().map(|(slug, _)| slug).collect();
    if pages.len() <= MOST_INDEXED {
        let purpose = Purpose::Index(index_frame(db, project));
        return vec![Listing { purpose, path: OutPath::new(INDEX), pages: pages.into() }];
    }
    let part = |pages: &[Slug]| Listing {
        purpose: Purpose::IndexPart,
        path: called_after(pages, INDEX_FOLDER, "json"),
        pages: pages.into(),
    };
    cut(&pages).into_iter().map(part).collect()
}

fn index_frame(db: &dyn Db, project: Project) -> IndexFrame {
    let identity = identity(db, project);
    IndexFrame {
        name: identity.name.clone(),
        description: identity.description.clone(),
        url: project.settings(db).site_url.clone(),
    }
}

/// What leads to these files: paths and texts.
pub fn listing_lists(db: &dyn Db, project: Project) -> Vec<(String, String)> {
    let listings = listings(db, project);
    let mut records = Vec::new();
    let mut engine = None;
    let mut parts = Vec::new();
    for listing in listings.iter() {
        match &listing.purpose {
            Purpose::Records(frame) => {
                engine = Some(frame.engine);
                records.push(serde_json::json!({
                    "file": listing.path.as_str().trim_start_matches(RECORDS_FOLDER).trim_start_matches('/'),
                    "language": frame.language,
                    "version": frame.version,
                    "pages": listing.pages.len(),
                }));
            }
            Purpose::Index(_) => {}
            Purpose::IndexPart => parts.push(addresses(db, project).path_url(listing.path.as_str())),
        }
    }
    let mut lists = Vec::new();
    if let Some(engine) = engine {
        let list = serde_json::json!({ "engine": engine, "files": records });
        lists.push((format!("{RECORDS_FOLDER}/index.json"), format!("{list:#}\n")));
    }
    if !parts.is_empty() {
        lists.push((INDEX.to_owned(), index_frame(db, project).index(std::iter::empty(), &parts)));
    }
    lists
}

/// What a line says of a page besides what stands in it, and the key of the line.
pub fn line_of(db: &dyn Db, purpose: &Purpose, slug: &Slug) -> (LineHead, ContentHash) {
    let project = Project::get(db);
    let page = PageKey::new(db, slug.clone());
    let BodyKeys { markup, .. } = body::body_keys(db, page);
    match purpose {
        Purpose::Records(_) => {
            let entry = Entry { fragment: ContentHash::default(), ..chunk_entry(db, project, page) };
            let head = LineHead::Record(entry);
            let key = purpose.line_key(&head, markup, ContentHash::default());
            (head, key)
        }
        Purpose::Index(_) | Purpose::IndexPart => {
            let head = LineHead::Indexed(indexed_page(db, project, page));
            let key = purpose.line_key(&head, markup, file_key(db, page).unwrap_or_default());
            (head, key)
        }
    }
}

fn indexed_page<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> IndexedPage {
    let slug = page.slug(db);
    let settings = project.settings(db);
    let addresses = addresses(db, project);
    let site = settings.site_url.as_deref().unwrap_or("");
    let navigation = navigation(db, project);
    let trail = navigation.0.places.trail(slug.as_str());
    let caption = caption(db, project, page);
    let has_text = !lost_exports(db, project).contains(slug);
    let day = match page_origin(db, page) {
        Some(PageOrigin::File(file)) => file.day(db).map(|day| day.iso()),
        _ => None,
    };
    IndexedPage {
        url: format!("{site}{}", addresses.page_url(slug)),
        markdown: has_text.then(|| format!("{site}{}", addresses.export_url(slug))),
        title: caption.as_ref().map_or_else(String::new, |caption| caption.name().to_owned()),
        description: caption.as_ref().and_then(Caption::description).map(str::to_owned),
        language: trail.label(DivisionKind::Language).map(language_tag),
        version: trail.label(DivisionKind::Version).map(str::to_owned),
        modified: day,
    }
}

/// The line itself.
pub fn line_text(db: &dyn Db, purpose: &Purpose, slug: &Slug, head: &LineHead) -> Option<String> {
    db.ran("listing_line", slug);
    let page = PageKey::new(db, slug.clone());
    let body = body::markup(db, Project::get(db), page);
    purpose.line(head, &body, || Some(export_text(db, page)))
}

/// The same of a page whose markup is in the store; `None` when it is lost.
pub fn stored_line(
    db: &dyn Db,
    purpose: &Purpose,
    head: &LineHead,
    markup: ContentHash,
    text: impl FnOnce() -> Option<String>,
) -> Option<String> {
    db.ran("listing_line", &"");
    purpose.line(head, &*db.stored_body(markup)?, text)
}
