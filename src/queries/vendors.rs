//! Third parties of the site: what its pages load from elsewhere.

use super::*;
use crate::html::integrations::third_parties as needs_of;

/// What they need of pages, files and headers. Kept: the shell, the assets and the host's files each read a part.
#[salsa::tracked(returns(clone))]
pub fn third_parties(db: &dyn Db, project: Project) -> Arc<crate::html::integrations::ThirdParties> {
    db.ran("third_parties", &"");
    match project.settings(db).third_parties {
        crate::db::ThirdParties::Included => Arc::new(needs_of(&integrations(db, project))),
        crate::db::ThirdParties::LeftOut => Arc::default(),
    }
}
