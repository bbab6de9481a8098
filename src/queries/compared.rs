//! Pages that tell what differs between two descriptions of an API (OAS-54): `openapi-changes: OLD NEW` in their front
//! matter.

use super::api::description;
use super::*;
use crate::api::ApiKind;
use crate::api::changes::changes;
use crate::api::document::changes_document;
use crate::api::words::Words;
use crate::site::navigation::api_lookup::is_unloaded;

/// What such a page shows.
pub(super) struct Shown {
    /// The new description: links lead to its pages.
    pub(super) new: SourcePath,
    pub(super) nodes: Vec<Node>,
}

/// What the page shows; `None` when one of the two is not there.
pub(super) fn shown(db: &dyn Db, project: Project, reference: &str, words: &Words) -> Option<Shown> {
    let [old, new] = both(db, project, reference)?;
    let nodes = changes_document(&changes(&old, &new), words);
    Some(Shown { new: new.catalog.path.clone(), nodes })
}

/// The hash of both, or whether they are not known.
pub(super) fn key(db: &dyn Db, project: Project, reference: &str) -> Result<[ContentHash; 2], bool> {
    match both(db, project, reference) {
        Some(both) => Ok(both.map(|description| description.whole_key())),
        None => Err(may_be_there(db, project, reference)),
    }
}

/// Whether one of them may be a description that could not be loaded.
pub(super) fn may_be_there(db: &dyn Db, project: Project, reference: &str) -> bool {
    let apis = page::Descriptions(api_catalogs(db, project));
    reference.split_whitespace().any(|file| is_unloaded(Some(file), &apis))
}

fn both(db: &dyn Db, project: Project, reference: &str) -> Option<[Arc<ApiDescription>; 2]> {
    let apis = page::Descriptions(api_catalogs(db, project));
    let mut files = reference.split_whitespace().map(|file| {
        let catalog = apis.description(file).ok().filter(|catalog| catalog.kind == ApiKind::OpenApi)?;
        description(db, &catalog.path)
    });
    let found = [files.next()??, files.next()??];
    files.next().is_none().then_some(found)
}
