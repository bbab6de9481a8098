//! API descriptions: from an OpenAPI or AsyncAPI document to operations, channels and the pages they make; schemas of
//! GraphQL are their neighbours ([`graphql`]).
//!
//! The way of a description: [`load::load_description`] cuts the text into parts ([`source`]) and lists its
//! operations in an [`ApiCatalog`], [`generated_pages`] says which pages
//! it makes and where they stand in the navigation, [`ApiCatalog::find`] answers a reference such as
//! `GET /pets`, and [`document`] turns one operation or channel into a page body. Everything here is a pure
//! function of the text; nothing reads files or renders HTML.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use self::children::Children;
use self::model::Models;
use self::slices::Slices;
use self::source::Document;
use crate::page::frontmatter::FrontMatter;
use crate::text::{Slug, SourcePath};

pub mod changes;
pub mod check;
pub mod collection;
pub mod document;
pub mod example;
pub mod graphql;
pub mod handwritten;
pub mod load;
pub mod malformed;
pub mod model;
pub mod part;
pub mod playground;
pub mod reference;
pub mod restricted;
pub mod sample;
pub mod schema;
pub mod served;
pub mod slug;
pub mod source;
pub mod tag;
pub mod words;

mod asyncapi;
mod children;
mod conflicts;
mod operation;
mod pointer;
mod request;
mod resolve;
mod slices;
mod swagger;

pub use reference::{ApiReference, ApiTarget, Found, LookupError, rooted_reference};

/// Output folder of generated pages when a source names none (OAS-02).
pub const DEFAULT_DIRECTORY: &str = "api-reference";

/// Which family a description belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ApiKind {
    /// OpenAPI 3.x, or 2.0 after its conversion.
    OpenApi,
    /// AsyncAPI 2.x or 3.x.
    AsyncApi,
}

/// What the site knows of a description: its pages, without what they show. Operations and channels are in the order
/// of the document (behaviour 10.2).
#[derive(Clone, Debug, PartialEq)]
pub struct ApiCatalog {
    /// The file it was read from.
    pub path: SourcePath,
    pub kind: ApiKind,
    /// The value of `openapi`, `swagger` or `asyncapi`.
    pub version: String,
    /// `info.title`.
    pub title: String,
    /// Operations of `paths`, then webhooks. Those with `x-excluded` are kept, and marked.
    pub operations: Vec<Operation>,
    /// Channels; empty for OpenAPI.
    pub channels: Vec<Channel>,
    /// `x-tagGroups`: names of groups, each with its tags (OAS-31).
    pub tag_groups: Vec<(String, Vec<String>)>,
    /// The groups that those of a tag stand in because it has a `parent` (version 3.2), the outermost first.
    pub tag_parents: BTreeMap<String, Vec<String>>,
    /// What the description says of its tags.
    pub tag_descriptions: BTreeMap<String, String>,
    /// Whether parts of it were taken out, because not everybody may read them.
    pub is_restricted: bool,
    by_path: ByPath,
}

/// Numbers of operations in the order of their paths without a slash at the end, made when one is looked for.
#[derive(Clone, Debug, Default)]
struct ByPath(OnceLock<Vec<u32>>);

/// It follows from the operations.
impl PartialEq for ByPath {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// One loaded description: its catalog, and the documents that its pages are read from.
#[derive(Debug)]
pub struct ApiDescription {
    pub catalog: Arc<ApiCatalog>,
    /// What the description says for all operations: `info`, `servers`, `security`, `tags`, security schemes.
    pub root: Value,
    /// The description itself, then the files that it refers to.
    documents: Vec<Arc<Document>>,
    slices: OnceLock<Slices>,
    children: OnceLock<Children>,
    models: OnceLock<Models>,
}

impl Deref for ApiDescription {
    type Target = ApiCatalog;

    fn deref(&self) -> &ApiCatalog {
        &self.catalog
    }
}

impl PartialEq for ApiDescription {
    fn eq(&self, other: &Self) -> bool {
        self.documents == other.documents && self.catalog == other.catalog
    }
}

/// One operation of `paths` or `webhooks`.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Whether it is called by the reader or by the service.
    pub kind: OperationKind,
    /// In lower case.
    pub method: String,
    /// The path as written in the description, or the name of the webhook.
    pub path: String,
    pub summary: Option<String>,
    pub description: Option<String>,
    pub operation_id: Option<String>,
    pub tags: Vec<String>,
    pub deprecated: bool,
    /// `x-hidden`: a page, but no navigation entry (OAS-26).
    pub x_hidden: bool,
    /// `x-excluded`: no page at all (OAS-27).
    pub x_excluded: bool,
    pub x_mint: MintExtension,
    /// Last segment of the slug, before duplicates are numbered (behaviour 10.3).
    pub file_name: String,
    /// Second last segment of the slug: the first tag, cleaned; empty without tags.
    pub folder: String,
    /// Title of the page when `x-mint.metadata` has none.
    pub title: String,
    /// Name of the navigation group.
    pub group: String,
}

/// Where an operation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OperationKind {
    /// In `paths`.
    Path,
    /// In `webhooks`.
    Webhook,
}

/// The `x-mint` object of an operation; `groups` has those of its path first (OAS-20 to OAS-23).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MintExtension {
    /// Replaces the whole slug.
    pub href: Option<String>,
    /// Front matter of the page.
    pub metadata: Map<String, Value>,
    /// MDX that stands before the generated part. The caller parses it like a page.
    pub content: Option<String>,
    pub groups: Vec<String>,
}

/// One channel of an AsyncAPI description (behaviour 10.5).
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// Its key in `channels`.
    pub id: String,
    /// Where messages go: `address`, or the id in version 2.
    pub address: String,
    pub description: Option<String>,
    pub deprecated: bool,
    pub x_hidden: bool,
    pub x_excluded: bool,
    pub x_mint: MintExtension,
    pub file_name: String,
    pub folder: String,
    pub title: String,
    pub group: String,
    /// What its servers speak, in upper case: `WSS` for all that browsers connect to, else `KAFKA`, `MQTT` …; `None` when
    /// neither they nor its bindings say it.
    pub protocol: Option<String>,
}

/// A page that an operation or a channel makes.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedPage {
    pub slug: Slug,
    /// The address made of the `operationId`, which leads to the page where nothing else has it (OAS-07).
    pub alias: Option<Slug>,
    pub title: String,
    /// The label in the sidebar, when it is not the title.
    pub sidebar_title: Option<String>,
    /// The description of the operation; `Some("")` for a channel that has none, as the reference prints it.
    pub description: Option<String>,
    /// The description's file.
    pub source: SourcePath,
    /// What of that file the page shows.
    pub target: ApiTarget,
    /// The method in upper case for the pill in the sidebar; `WEBHOOK`; the protocol of a channel.
    pub method_label: Option<String>,
    pub deprecated: bool,
    pub visibility: Visibility,
    /// `x-mint.metadata`: front matter of the page, in written order. `title`, `description`, `sidebarTitle`,
    /// `hidden` and `deprecated` are already applied to the fields above.
    pub metadata: Map<String, Value>,
    /// `x-mint.groups`.
    pub groups: Vec<String>,
}

impl GeneratedPage {
    /// `x-mint.metadata` as what it is (OAS-20).
    pub fn front_matter(&self) -> FrontMatter {
        FrontMatter { fields: self.metadata.clone() }
    }

    /// The description that stands in place of the operation's.
    pub fn own_description(&self) -> Option<String> {
        self.front_matter().text("description")
    }

    /// Whether only some readers may see it (OAS-23).
    pub fn is_restricted(&self) -> bool {
        restricts(&self.groups, &self.metadata)
    }

    /// The method, unless the page hides it.
    pub fn shown_method(&self) -> Option<String> {
        let is_hidden = self.front_matter().flag("hideApiMarker") == Some(true);
        self.method_label.clone().filter(|_| !is_hidden)
    }
}

/// Whether `x-mint` is for some readers only, in one of the two places where it says so (OAS-23).
fn restricts(groups: &[String], metadata: &Map<String, Value>) -> bool {
    !groups.is_empty() || !FrontMatter { fields: metadata.clone() }.list("groups").is_empty()
}

/// Whether a generated page is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    #[default]
    Listed,
    /// In the navigation with `hidden: true` (`x-mint.metadata.hidden`).
    Hidden,
    /// Not in the navigation at all (`x-hidden`).
    Unlisted,
}

/// What [`generated_pages`] returns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GeneratedPages {
    /// Groups in order of first use; never empty ones. `Listed` and `Hidden` pages.
    pub groups: Vec<GeneratedGroup>,
    /// Pages that are written but stand in no navigation (`Visibility::Unlisted`).
    pub unlisted: Vec<GeneratedPage>,
}

/// A navigation group of generated pages.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedGroup {
    /// Display name of the tag.
    pub name: String,
    /// The groups that it stands in, the outermost first: a group of tags, whose own follow each other, and those of the
    /// parents of its tag.
    pub above: Vec<String>,
    pub pages: Vec<GeneratedPage>,
    /// The tag of its operations; `None` for those without one, and for channels.
    pub tag: Option<String>,
}

impl GeneratedPage {
    /// The reference as front matter writes it: `/openapi.yaml get /pets`, `/async.yaml chat`.
    pub fn reference_text(&self) -> String {
        format!("/{} {}", self.source, self.target)
    }
}

/// The pages of all operations or channels that are not excluded, in navigation order (behaviour 10.2, 10.3,
/// 10.5). `directory` is the output folder; `None` is [`DEFAULT_DIRECTORY`]. Slugs are unique within the
/// result.
pub fn generated_pages(description: &ApiCatalog, directory: Option<&str>) -> GeneratedPages {
    let operations =
        description.operations.iter().filter(|o| !o.x_excluded).map(|o| (&o.group, Found::Operation(o)));
    let channels =
        description.channels.iter().filter(|c| !c.x_excluded).map(|c| (&c.group, Found::Channel(c)));
    let mut taken = BTreeSet::new();
    let mut result = GeneratedPages::default();
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut index = BTreeMap::new();
    for (group, found) in operations.chain(channels) {
        let mut page = page_of(description, found, directory);
        page.slug = slug::unique(&page.slug, &taken);
        taken.insert(page.slug.clone());
        if page.visibility == Visibility::Unlisted {
            result.unlisted.push(page);
            continue;
        }
        let at = *index.entry(group.as_str()).or_insert_with(|| {
            let tag = match found {
                Found::Operation(operation) => operation.tags.first(),
                Found::Channel(_) => None,
            };
            places.push(tag.and_then(|tag| place_in_groups(description, tag)).unwrap_or((usize::MAX, 0)));
            let above = places.last().and_then(|(at, _)| description.tag_groups.get(*at));
            let parents = tag.and_then(|tag| description.tag_parents.get(tag)).into_iter().flatten();
            let above = above.map(|(name, _)| name).into_iter().chain(parents).cloned().collect();
            let tag = tag.cloned();
            result.groups.push(GeneratedGroup { name: group.clone(), above, pages: Vec::new(), tag });
            result.groups.len() - 1
        });
        result.groups[at].pages.push(page);
    }
    // Those that are in no group of tags stay in their order, behind the others.
    let mut placed: Vec<((usize, usize), GeneratedGroup)> = places.into_iter().zip(result.groups).collect();
    placed.sort_by_key(|(place, _)| *place);
    result.groups = placed.into_iter().map(|(_, group)| group).collect();
    result
}

/// Where a tag stands in `x-tagGroups`.
fn place_in_groups(description: &ApiCatalog, tag: &str) -> Option<(usize, usize)> {
    let mut groups = description.tag_groups.iter().enumerate();
    groups.find_map(|(at, (_, tags))| Some((at, tags.iter().position(|known| known == tag)?)))
}

/// The page of one operation or channel, as a navigation entry `METHOD /path` asks for it. When several
/// entries of one group have the same slug, number them with [`slug::unique`].
pub fn page_of(description: &ApiCatalog, found: Found<'_>, directory: Option<&str>) -> GeneratedPage {
    match found {
        Found::Operation(operation) => operation::page(description, operation, directory),
        Found::Channel(channel) => asyncapi::page(description, channel, directory),
    }
}
