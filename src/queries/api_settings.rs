//! What the site says about all API pages.

use super::*;
use crate::config::api::Api;

/// What the site says about API pages, without where their descriptions lie: another one changes no page.
#[salsa::tracked(returns(clone))]
pub fn api_settings(db: &dyn Db, project: Project) -> Arc<Api> {
    db.ran("api_settings", &"");
    let api = &config(db, project).config.api;
    Arc::new(Api { openapi: Vec::new(), asyncapi: Vec::new(), ..api.clone() })
}
