//! What a page says of an API, and the descriptions it says it of (behaviour 10.2, rule 3): the door to loaded
//! descriptions, what `openapi` and `asyncapi` of a front matter lead to, and what a page takes from there.
//!
//! Pages that descriptions add by themselves are in [`super::api_pages`].

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::api::graphql;
use crate::api::model::Model;
use crate::api::reference::{parse_api_front_matter, parse_channel_reference, parse_reference};
use crate::api::words::{ENGLISH, Words};
use crate::api::{ApiCatalog, ApiReference, ApiTarget, Found};
use crate::diagnostic::Diagnostic;
use crate::site::page_index::PageSummary;
use crate::text::SourcePath;

/// Finds loaded API descriptions.
pub trait ApiLookup {
    /// The description that `source` names: a path from the root with or without leading slash, a URL, or a
    /// bare file name without extension.
    fn description(&self, source: &str) -> Result<&ApiCatalog, ApiAbsence>;

    /// All descriptions of the project in the order of their paths, for references without a file.
    fn all(&self) -> Vec<&ApiCatalog>;

    /// What is wrong with a file of the project that is there and cannot be used.
    fn unreadable(&self, _source: &str) -> Option<Diagnostic> {
        None
    }

    /// Whether there are others that could not be loaded.
    fn has_unusable(&self) -> bool {
        false
    }

    /// The GraphQL schema that `source` names: a path from the root, or a URL.
    fn schema(&self, _source: &str) -> Result<&graphql::Catalog, ApiAbsence> {
        Err(ApiAbsence::Unknown)
    }

    /// The schemas of a description that have pages (`api.schemas`).
    fn models(&self, _catalog: &ApiCatalog) -> Arc<[Model]> {
        Arc::default()
    }

    /// The words of a language, for the names of groups.
    fn words(&self, _language: Option<&str>) -> Arc<Words> {
        Arc::new(ENGLISH.clone())
    }
}

/// Why there is no description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiAbsence {
    /// There is no such file. The navigation reports it where it is written.
    Unknown,
    /// It exists but cannot be used, for example because it was not fetched. Whoever loads it has said so.
    Unusable,
}

impl ApiLookup for BTreeMap<SourcePath, Arc<ApiCatalog>> {
    fn description(&self, source: &str) -> Result<&ApiCatalog, ApiAbsence> {
        let path = SourcePath::checked(source).ok_or(ApiAbsence::Unknown)?;
        let stem = |path: &SourcePath| path.file_name().rsplit_once('.').map(|(stem, _)| stem.to_owned());
        let by_name = || {
            self.values()
                .find(|description| stem(&description.path).is_some_and(|stem| stem == path.as_str()))
        };
        self.get(&path).or_else(by_name).map(|description| &**description).ok_or(ApiAbsence::Unknown)
    }

    fn all(&self) -> Vec<&ApiCatalog> {
        self.values().map(|description| &**description).collect()
    }
}

/// The operation or channel that a page shows by its front matter (behaviour 10.2, rule 3). Without a file the
/// first description that has it is taken.
pub fn page_api<'a>(page: &PageSummary, apis: &'a dyn ApiLookup) -> Option<(&'a ApiCatalog, Found<'a>)> {
    referenced_api(page.rare.openapi.as_deref(), page.rare.asyncapi.as_deref(), apis)
}

/// What the `openapi` or the `asyncapi` of a page's front matter refers to.
pub fn referenced_api<'a>(
    openapi: Option<&str>,
    asyncapi: Option<&str>,
    apis: &'a dyn ApiLookup,
) -> Option<(&'a ApiCatalog, Found<'a>)> {
    let reference = written_reference(openapi, asyncapi)?;
    let find = |description: &'a ApiCatalog| {
        description.find(&reference.target).ok().map(|found| (description, found))
    };
    let named = |file: &str| {
        let mut same = apis.all().into_iter().filter(|description| has_name(&description.path, file));
        same.find_map(find)
    };
    match &reference.file {
        Some(file) => apis.description(file).ok().and_then(find).or_else(|| named(file)),
        None => apis.all().into_iter().find_map(find),
    }
}

/// Whether a file that is named without its folder, with or without extension, is the one at `path`. Several may be:
/// versions of a description are often called alike.
fn has_name(path: &SourcePath, file: &str) -> bool {
    let name = path.file_name();
    name == file || name.rsplit_once('.').is_some_and(|(stem, _)| stem == file)
}

fn written_reference(openapi: Option<&str>, asyncapi: Option<&str>) -> Option<ApiReference> {
    match (openapi, asyncapi) {
        (Some(text), _) => parse_reference(text),
        (None, Some(text)) => parse_channel_reference(text),
        (None, None) => None,
    }
}

/// Whether what a page's front matter refers to is in no description. Where one could not be loaded that has been told.
pub fn names_nothing(openapi: Option<&str>, asyncapi: Option<&str>, apis: &dyn ApiLookup) -> bool {
    written_reference(openapi, asyncapi).is_some_and(|reference| {
        !is_unloaded(reference.file.as_deref(), apis) && referenced_api(openapi, asyncapi, apis).is_none()
    })
}

/// Whether a description, or some description where none is named, could not be loaded: what it has is not known.
pub fn is_unloaded(file: Option<&str>, apis: &dyn ApiLookup) -> bool {
    match file {
        Some(file) => {
            matches!(apis.description(file), Err(ApiAbsence::Unusable)) && apis.unreadable(file).is_none()
        }
        None => apis.has_unusable(),
    }
}

/// The title of a page: its own, else that of its operation or schema, else the one its slug makes (PG-04).
pub fn page_title(page: &PageSummary, apis: &dyn ApiLookup) -> String {
    page.title.clone().filter(|title| !title.trim().is_empty()).unwrap_or_else(|| {
        let summary = match page_api(page, apis) {
            Some((_, Found::Operation(operation))) => operation.summary.clone(),
            Some((_, Found::Channel(channel))) => Some(channel.title.clone()),
            // `openapi-schema: FILE Name`
            None => {
                page.rare.schema.as_deref().and_then(|text| text.split_whitespace().last()).map(str::to_owned)
            }
        };
        summary.filter(|title| !title.is_empty()).unwrap_or_else(|| page.slug.title())
    })
}

/// What the operation or channel of a page says of itself.
pub fn page_description(page: &PageSummary, apis: &dyn ApiLookup) -> Option<String> {
    let description = match page_api(page, apis)? {
        (_, Found::Operation(operation)) => operation.description.clone(),
        (_, Found::Channel(channel)) => channel.description.clone(),
    };
    description.filter(|text| !text.trim().is_empty())
}

/// The label of an API page in the sidebar: `GET`, `WEBHOOK`, `WSS`, or what else a channel speaks (NAV-25).
pub fn method_label(page: &PageSummary, apis: &dyn ApiLookup) -> Option<String> {
    if page.hide_api_marker {
        return None;
    }
    let protocol = || match page_api(page, apis)? {
        (_, Found::Channel(channel)) => channel.protocol.clone(),
        (_, Found::Operation(_)) => None,
    };
    if let Some(text) = &page.rare.openapi {
        return match parse_reference(text)?.target {
            ApiTarget::Operation { method, .. } => Some(method.to_ascii_uppercase()),
            ApiTarget::Webhook { .. } => Some("WEBHOOK".to_owned()),
            ApiTarget::Channel { .. } => protocol(),
            ApiTarget::Tag { .. }
            | ApiTarget::Model { .. }
            | ApiTarget::Schema { .. }
            | ApiTarget::Graphql { .. } => Some(String::new()),
        };
    }
    if page.rare.asyncapi.is_some() {
        return protocol();
    }
    let endpoint = parse_api_front_matter(page.rare.api.as_deref()?)?;
    Some(endpoint.method.to_ascii_uppercase())
}
