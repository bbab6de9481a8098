//! What a body asks about the rest of the project while it is made, each answered by itself: the answers are a part of
//! the body's key. Not here: when they are asked (`files`), and how the store follows them (`body`).

use serde::{Deserialize, Serialize};

use super::api::elsewhere;
use super::body::{shown_operation, slice_of};
use super::described::described_pages;
use super::glossary::term_key;
use super::icons::{icon_library, svg_ink};
use super::languages::localized_page;
use super::links::{dangles, leads};
use super::sources::ignored_part;
use super::*;
use crate::api::ApiTarget;
use crate::explain::Part;

/// One question that a body asked about other files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Ask {
    /// What is in this file?
    Content(SourcePath),
    /// Is there such a file?
    Exists(SourcePath),
    /// Is such a file ignored?
    Ignored(SourcePath),
    /// How large is this picture?
    Size(SourcePath),
    /// Is this drawing in the colour of the text?
    Ink(SourcePath),
    /// Where are names of icons looked up?
    IconLibrary,
    /// What does this reference of a page's front matter find, and what does that show?
    Shown { openapi: Option<String>, asyncapi: Option<String> },
    /// Where is what this reference means and does not find?
    Elsewhere(String),
    /// What does this part of a description show?
    Slice(SourcePath, ApiTarget),
    /// What does this schema show?
    SchemaShown(String),
    /// What differs between these two descriptions?
    Differences(String),
    /// Which grammars does the project bring, and what is in them?
    Grammars,
    /// What does the site say about its API pages?
    ApiSettings,
    /// Which page does a path from the root mean on this page, in its language?
    Localized(Slug, String),
    /// What does this term of the glossary mean?
    Term(String),
    /// Which pages does a link of this description mean?
    Described(SourcePath, String),
    /// Does the site have something at this path?
    Leads(SourcePath),
}

impl Ask {
    /// The answer as it is now; asking makes the query that asks depend on it.
    pub(super) fn answer(&self, db: &dyn Db, project: Project, key: &mut KeyHasher) {
        match self {
            Self::Content(path) => key.value(&lookup(db, path).map(|file| file.hash(db))),
            Self::Exists(path) => key.value(&is_known(db, path)),
            Self::Ignored(path) => key.value(&ignored_part(db, project, path)),
            Self::Size(path) => key.value(&image_size(db, PathKey::new(db, path.clone()))),
            Self::Ink(path) => key.value(&svg_ink(db, PathKey::new(db, path.clone()))),
            Self::IconLibrary => key.value(&icon_library(db, project)),
            Self::Shown { openapi, asyncapi } => {
                let found = shown_operation(db, project, openapi.as_deref(), asyncapi.as_deref());
                let slice = found.as_ref().map(|(source, target)| slice_of(db, source, target));
                key.value(&found).value(&slice);
                key.value(&dangles(db, project, openapi.as_deref(), asyncapi.as_deref()))
            }
            Self::Elsewhere(reference) => key.value(&elsewhere(db, project, reference)),
            Self::Slice(source, target) => key.value(&slice_of(db, source, target)),
            Self::SchemaShown(reference) => key.value(&super::api::schema_key(db, project, reference)),
            Self::Differences(reference) => key.value(&super::compared::key(db, project, reference)),
            Self::Grammars => key.part(grammars_key(db, project).as_bytes()),
            Self::ApiSettings => key.value(&api_settings(db, project)),
            Self::Localized(own, path) => key.value(&localized_page(db, own, path)),
            Self::Term(name) => key.value(&term_key(db, LanguageKey::new(db, Some(name.clone())))),
            Self::Described(source, link) => key.value(&described_pages(db, source, link)),
            Self::Leads(path) => key.value(&leads(db, PathKey::new(db, path.clone()))),
        };
    }

    /// What is told of when the answer is another.
    pub(super) fn part(self) -> Part {
        match self {
            Self::Content(path) | Self::Ink(path) => Part::Content(path),
            Self::Exists(path) | Self::Ignored(path) | Self::Leads(path) => Part::Exists(path),
            Self::Size(path) => Part::Size(path),
            Self::IconLibrary => Part::IconLibrary,
            Self::Localized(_, path) => Part::Exists(SourcePath::new(&path)),
            Self::Shown { .. }
            | Self::Elsewhere(_)
            | Self::Slice(..)
            | Self::SchemaShown(_)
            | Self::Differences(_)
            | Self::Described(..) => Part::Descriptions,
            Self::Term(_) => Part::Glossary,
            Self::Grammars => Part::Grammars,
            Self::ApiSettings => Part::ApiSettings,
        }
    }
}
