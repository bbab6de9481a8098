//! Files of the project that are published otherwise than they are: descriptions without what they keep to themselves
//! (OAS-52), and style sheets of a site below a base path (PG-03).

use std::borrow::Cow;

use super::api::{is_served_in_part, served_description};
use super::*;
use crate::html::style_urls::below_base;

/// Whether a file is published with another text than its own.
pub fn is_published_anew(db: &dyn Db, project: Project, file: SourceFile) -> bool {
    is_served_in_part(db, file) || has_addresses(db, project, file)
}

/// The text of such a file.
pub fn published_text(db: &dyn Db, project: Project, file: SourceFile) -> Option<String> {
    if has_addresses(db, project, file) {
        return Some(below_base(&text(db, file).0, addresses(db, project)).into_owned());
    }
    served_description(db, file)
}

/// Whether the file is a style sheet that needs the base path. Without one, none is read for the answer.
fn has_addresses(db: &dyn Db, project: Project, file: SourceFile) -> bool {
    let addresses = addresses(db, project);
    !addresses.base.is_empty()
        && file.path(db).as_str().ends_with(".css")
        && matches!(below_base(&text(db, file).0, addresses), Cow::Owned(_))
}
