//! API descriptions: what is remembered of them.

use super::*;
use crate::api::load::{load_description, sniff};
use crate::config::api::Api;

/// What the site says about API pages, without where their descriptions lie: another one changes no page.
#[salsa::tracked(returns(clone))]
pub fn api_settings(db: &dyn Db, project: Project) -> Arc<Api> {
    db.ran("api_settings", &"");
    let api = &config(db, project).config.api;
    Arc::new(Api { openapi: Vec::new(), asyncapi: Vec::new(), ..api.clone() })
}

/// One API description. Kept because all its pages read it.
#[salsa::tracked(returns(clone))]
pub fn api_description(db: &dyn Db, file: SourceFile) -> Arc<(Option<Arc<ApiDescription>>, Vec<Diagnostic>)> {
    db.ran("api_description", file.path(db));
    let (source, problem) = text(db, file);
    let path = file.path(db);
    if sniff(path, &source).is_none() {
        return Arc::default();
    }
    let (description, mut diagnostics) = load_description(path, &source);
    diagnostics.extend(problem);
    // A file that only looks like a description is no reason to fail the build (behaviour 10.1).
    for diagnostic in &mut diagnostics {
        diagnostic.severity = Severity::Warning;
    }
    Arc::new((description.map(Arc::new), diagnostics))
}

/// The hash of all files that may be descriptions.
#[salsa::tracked(returns(copy))]
pub fn descriptions_key(db: &dyn Db, project: Project) -> ContentHash {
    db.ran("descriptions_key", &"");
    let mut key = KeyHasher::new("descriptions");
    for (path, file) in project.files(db).iter() {
        if matches!(file.category(db), FileCategory::ApiCandidate(_)) {
            key.part(path.as_str().as_bytes()).part(file.hash(db).as_bytes());
        }
    }
    key.finish()
}

/// All descriptions of the project by path.
#[salsa::tracked(returns(clone))]
pub fn api_descriptions(db: &dyn Db, project: Project) -> Arc<BTreeMap<SourcePath, Arc<ApiDescription>>> {
    db.ran("api_descriptions", &"");
    let mut all = BTreeMap::new();
    for (path, file) in project.files(db).iter() {
        if matches!(file.category(db), FileCategory::ApiCandidate(_))
            && let Some(description) = &api_description(db, *file).0
        {
            all.insert(path.clone(), description.clone());
        }
    }
    Arc::new(all)
}
