//! Files of the project that are published otherwise than they are: descriptions without what they keep to themselves
//! (OAS-52), and style sheets, whose rules for elements stand in a layer (CSS-01) and whose addresses get the base path
//! of the site (PG-03).

use std::borrow::Cow;

use super::api::{is_served_in_part, served_description};
use super::*;
use crate::html::css::elements::elements_below;
use crate::html::css::urls::below_base;

/// Whether a file is published with another text than its own.
pub fn is_published_anew(db: &dyn Db, project: Project, file: SourceFile) -> bool {
    is_served_in_part(db, file) || published_sheet(db, project, file).is_some()
}

/// The text of such a file.
pub fn published_text(db: &dyn Db, project: Project, file: SourceFile) -> Option<String> {
    published_sheet(db, project, file).map(|sheet| sheet.to_string()).or_else(|| served_description(db, file))
}

/// A style sheet that is not published as it is. Kept: each build asks whether there is one, and then for it.
#[salsa::tracked(returns(clone))]
fn published_sheet(db: &dyn Db, project: Project, file: SourceFile) -> Option<Arc<str>> {
    if !file.path(db).as_str().ends_with(".css") {
        return None;
    }
    db.ran("published_sheet", file.path(db));
    let written = text(db, file).0;
    let sheet = below_base(&written, addresses(db, project));
    match elements_below(&sheet) {
        Cow::Owned(layered) => Some(layered.into()),
        Cow::Borrowed(_) if matches!(sheet, Cow::Owned(_)) => Some(sheet.into()),
        Cow::Borrowed(_) => None,
    }
}
