//! References to operations and channels, as pages and navigation write them, and looking them up.
//!
//! `METHOD /path`, `FILE METHOD /path`, `webhook NAME`, `FILE webhook NAME` (behaviour 10.2), `FILE channel`
//! for AsyncAPI (10.5), and the `api: METHOD URL` front matter of handwritten API pages (11).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::graphql::Place;
use super::schema::Direction;
use super::{ApiCatalog, ApiDescription, Channel, Operation, OperationKind};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::text::SourcePath;

/// Methods in the order in which a path's operations are listed (behaviour 10.2); `query` came with version 3.2.
pub const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// A reference with the file it may name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ApiReference {
    /// As written: `spec.yaml`, `/spec.yaml`, a URL, or a bare name without extension.
    pub file: Option<String>,
    pub target: ApiTarget,
}

/// Which part of a description.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ApiTarget {
    /// `method` in lower case.
    Operation {
        method: String,
        path: String,
    },
    Webhook {
        name: String,
    },
    Channel {
        id: String,
    },
    /// The overview of a tag (OAS-53).
    Tag {
        name: String,
    },
    /// A schema that has a page (OAS-50).
    Model {
        name: String,
    },
    /// An operation or a type of a GraphQL schema.
    Graphql {
        place: Place,
        name: String,
    },
    /// A schema by itself: a part of pages, which has none of its own.
    Schema {
        reference: String,
        direction: Direction,
    },
}

/// What a lookup found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found<'a> {
    Operation(&'a Operation),
    Channel(&'a Channel),
}

impl Found<'_> {
    /// The reference that finds it.
    pub fn target(&self) -> ApiTarget {
        match self {
            Self::Operation(operation) if operation.kind == OperationKind::Webhook => {
                ApiTarget::Webhook { name: operation.path.clone() }
            }
            Self::Operation(operation) => {
                ApiTarget::Operation { method: operation.method.clone(), path: operation.path.clone() }
            }
            Self::Channel(channel) => ApiTarget::Channel { id: channel.id.clone() },
        }
    }
}

/// Why a lookup found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupError {
    /// No such path; `available` lists all paths (or webhooks, or channels) in file order.
    Unknown { target: ApiTarget, file: String, available: Vec<String>, nearest: Option<String> },
    /// The path exists, with other methods.
    OtherMethod { target: ApiTarget, file: String, available: Vec<String> },
    /// The operation is marked `x-excluded`.
    Excluded { target: ApiTarget, file: String },
}

/// The `api` front matter of a handwritten API page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiEndpoint {
    /// In lower case.
    pub method: String,
    pub path: String,
    /// The origin, when the front matter has a full URL.
    pub server: Option<String>,
}

/// Reads an `openapi` front matter value or a navigation entry; `None` when it is no reference. A navigation
/// entry that names an existing page is that page: ask for the page first.
pub fn parse_reference(text: &str) -> Option<ApiReference> {
    let (first, rest) = split_word(text.trim())?;
    if let Some(target) = operation_target(first, rest) {
        return Some(ApiReference { file: None, target });
    }
    let (second, rest) = split_word(rest)?;
    let target = operation_target(second, rest)?;
    Some(ApiReference { file: Some(first.to_owned()), target })
}

/// A reference of the page at `page`: a file that it names from its own folder (`../spec.json`) is named from the root.
pub fn rooted_reference(page: &SourcePath, text: String) -> String {
    let rooted = |text: &str| {
        let (file, rest) =
            split_word(text.trim()).filter(|(file, _)| file.starts_with("./") || file.starts_with("../"))?;
        Some(format!("/{} {rest}", page.resolve(file)?))
    };
    rooted(&text).unwrap_or(text)
}

/// What a reference says behind the name of a file; `None` for one without such a name.
pub fn reference_without_file(text: &str) -> Option<&str> {
    parse_reference(text)?.file?;
    Some(split_word(text.trim())?.1)
}

/// The same reference with each of the other methods; none for one that is not to an operation.
pub fn with_other_methods(text: &str) -> Vec<String> {
    let Some(ApiReference { file, target: ApiTarget::Operation { method, path } }) = parse_reference(text)
    else {
        return Vec::new();
    };
    let file = file.map_or_else(String::new, |file| file + " ");
    let others = METHODS.into_iter().filter(|other| *other != method);
    others.map(|other| format!("{file}{} {path}", other.to_ascii_uppercase())).collect()
}

/// A path without the names of its parameters.
pub(super) fn without_names(path: &str) -> String {
    let mut pieces = path.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |known, piece| match piece.split_once('}') {
        Some((_, rest)) => known + "{}" + rest,
        None => known + "{" + piece,
    })
}

/// The names of the parameters of a path, in order.
pub(super) fn names_in(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.trim()))
}

/// Reads an `asyncapi` front matter value: `FILE channel`, or `channel` alone.
pub fn parse_channel_reference(text: &str) -> Option<ApiReference> {
    let text = text.trim();
    let (file, id) = match split_word(text) {
        Some((first, rest)) => (Some(first.to_owned()), rest),
        None => (None, text),
    };
    (!id.is_empty()).then(|| ApiReference { file, target: ApiTarget::Channel { id: id.to_owned() } })
}

/// Reads an `api` front matter value: a method and a path or a full URL (behaviour 11).
pub fn parse_api_front_matter(text: &str) -> Option<ApiEndpoint> {
    let (method, address) = split_word(text.trim())?;
    let method = method.to_ascii_lowercase();
    if !METHODS.contains(&method.as_str()) || address.contains(char::is_whitespace) {
        return None;
    }
    let Some((scheme, rest)) = address.split_once("://") else {
        return Some(ApiEndpoint { method, path: address.to_owned(), server: None });
    };
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_end);
    let path = &path[..path.find('#').unwrap_or(path.len())];
    let slash = if path.starts_with('/') { "" } else { "/" };
    Some(ApiEndpoint { method, path: format!("{slash}{path}"), server: Some(format!("{scheme}://{host}")) })
}

/// The first word and the rest after white space; `None` when either is missing.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    (!rest.is_empty()).then_some((word, rest))
}

fn operation_target(method: &str, rest: &str) -> Option<ApiTarget> {
    let method = method.to_ascii_lowercase();
    if method == "webhook" {
        return Some(ApiTarget::Webhook { name: rest.to_owned() });
    }
    METHODS.contains(&method.as_str()).then(|| ApiTarget::Operation { method, path: rest.to_owned() })
}

impl ApiCatalog {
    /// Finds what `target` names. Letter case of the method and a trailing slash of the path do not matter;
    /// an exact match wins.
    pub fn find(&self, target: &ApiTarget) -> Result<Found<'_>, LookupError> {
        let file = || self.path.as_str().to_owned();
        let (kind, method, name) = match target {
            ApiTarget::Channel { id } => {
                let channel = self.channels.iter().find(|channel| channel.id == *id);
                let available = || self.channels.iter().map(|channel| channel.id.clone()).collect();
                return match channel {
                    Some(channel) if channel.x_excluded => {
                        Err(LookupError::Excluded { target: target.clone(), file: file() })
                    }
                    Some(channel) => Ok(Found::Channel(channel)),
                    None => Err(unknown(target, id, file(), available())),
                };
            }
            ApiTarget::Schema { reference: name, .. }
            | ApiTarget::Tag { name }
            | ApiTarget::Model { name }
            | ApiTarget::Graphql { name, .. } => {
                return Err(unknown(target, name, file(), Vec::new()));
            }
            ApiTarget::Operation { method, path } => (OperationKind::Path, Some(method.as_str()), path),
            ApiTarget::Webhook { name } => (OperationKind::Webhook, None, name),
        };
        let of_kind = |operation: &&Operation| operation.kind == kind;
        let same_path = || self.with_path(name).filter(of_kind);
        let same_method = |operation: &&Operation| {
            method.is_none_or(|method| operation.method.eq_ignore_ascii_case(method))
        };
        // The path first: it says most.
        let exact = same_path().filter(|operation| operation.path == *name).find(same_method);
        match exact.or_else(|| same_path().find(same_method)) {
            Some(operation) if operation.x_excluded => {
                Err(LookupError::Excluded { target: target.clone(), file: file() })
            }
            Some(operation) => Ok(Found::Operation(operation)),
            None => {
                let methods: Vec<String> =
                    same_path().map(|operation| operation.method.to_uppercase()).collect();
                if !methods.is_empty() {
                    return Err(LookupError::OtherMethod {
                        target: target.clone(),
                        file: file(),
                        available: methods,
                    });
                }
                let paths = self.operations.iter().filter(of_kind).map(|operation| operation.path.clone());
                let mut available: Vec<String> = paths.collect();
                available.dedup();
                Err(unknown(target, name, file(), available))
            }
        }
    }

    /// The operations of a path, with and without a slash at its end, in the order of the document.
    fn with_path(&self, path: &str) -> impl Iterator<Item = &Operation> {
        let path_of = |number: &u32| {
            self.operations.get(*number as usize).map_or("", |operation| operation.path.trim_end_matches('/'))
        };
        let by_path = self.by_path.0.get_or_init(|| {
            let mut numbers: Vec<u32> = (0..self.operations.len() as u32).collect();
            numbers.sort_by_key(path_of);
            numbers
        });
        let path = path.trim_end_matches('/');
        let from = by_path.partition_point(|number| path_of(number) < path);
        let length = by_path[from..].partition_point(|number| path_of(number) == path);
        by_path[from..from + length].iter().filter_map(|number| self.operations.get(*number as usize))
    }
}

/// Finds a front matter reference among all descriptions (behaviour 10.2). Without a file, the first
/// description that has the target answers; `Err(None)` means that no description has that file name. A file
/// is a path from the root, a file name, or a file name without extension; an exact path wins.
pub fn find_among<'a>(
    reference: &ApiReference,
    descriptions: impl IntoIterator<Item = &'a ApiDescription>,
) -> Result<(&'a ApiDescription, Found<'a>), Option<LookupError>> {
    let mut candidates: Vec<&ApiDescription> = descriptions.into_iter().collect();
    if let Some(file) = &reference.file {
        let file = file.trim_start_matches("./").trim_start_matches('/');
        candidates.retain(|description| names_file(description, file));
        candidates.sort_by_key(|description| description.path.as_str() != file);
    }
    let mut error = None;
    for description in candidates {
        match description.find(&reference.target) {
            Ok(found) => return Ok((description, found)),
            // The first description that knows the path, or at all, tells most.
            Err(found) if error.is_none() || !matches!(found, LookupError::Unknown { .. }) => {
                error = Some(found)
            }
            Err(_) => {}
        }
    }
    Err(error)
}

fn names_file(description: &ApiDescription, file: &str) -> bool {
    let name = description.path.file_name();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    description.path.as_str() == file || name == file || stem == file
}

fn unknown(target: &ApiTarget, name: &str, file: String, available: Vec<String>) -> LookupError {
    let nearest = did_you_mean(name, available.iter().map(String::as_str)).map(str::to_owned);
    LookupError::Unknown { target: target.clone(), file, available, nearest }
}

impl LookupError {
    /// The error as a diagnostic without a place; add the place of the reference with `.located`.
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Unknown { available, nearest, .. } => {
                let shown = available.iter().take(30).map(String::as_str).collect::<Vec<_>>().join(", ");
                let more = match available.len() {
                    0 => "the description has none".to_owned(),
                    count if count > 30 => format!("available: {shown} and {} more", count - 30),
                    _ => format!("available: {shown}"),
                };
                let hint = match nearest {
                    Some(nearest) => format!("did you mean `{nearest}`? {more}"),
                    None => more,
                };
                Diagnostic::error("api-operation-not-found", self.to_string()).hint(hint)
            }
            Self::OtherMethod { available, .. } => {
                Diagnostic::error("api-operation-not-found", self.to_string())
                    .hint(format!("the path has {}", available.join(", ")))
            }
            Self::Excluded { .. } => Diagnostic::error("api-operation-excluded", self.to_string())
                .hint("remove the reference, or remove `x-excluded` from the operation"),
        }
    }
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { target, file, .. } => write!(f, "`{target}` is not in {file}"),
            Self::OtherMethod { target: ApiTarget::Operation { method, path }, file, .. } => {
                write!(f, "`{path}` in {file} has no {} operation", method.to_uppercase())
            }
            Self::OtherMethod { target, file, .. } => write!(f, "`{target}` is not in {file}"),
            Self::Excluded { target, file } => write!(f, "`{target}` in {file} is marked `x-excluded`"),
        }
    }
}

impl std::error::Error for LookupError {}

impl fmt::Display for ApiTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operation { method, path } => write!(f, "{method} {path}"),
            Self::Webhook { name } => write!(f, "webhook {name}"),
            Self::Channel { id } => f.write_str(id),
            Self::Tag { name } => write!(f, "tag {name}"),
            Self::Model { name } => write!(f, "schema {name}"),
            Self::Graphql { place, name } => write!(f, "{} {name}", place.keyword()),
            Self::Schema { reference, direction } => write!(f, "{reference} {direction:?}"),
        }
    }
}
