//! GraphQL schemas: what is remembered of them.
//!
//! A file becomes a schema, the schema a *catalog*: what the navigation knows of its pages, which most edits leave equal.
//! What a page shows is known by a hash of that alone (`api_slice_key`), so that an edited type is the matter of the
//! pages that show it.

use super::api::api_models;
use super::api::fetched_copy;
use super::page::Descriptions;
use super::settings::has_models;
use super::*;
use crate::api::graphql::{Catalog, DEFAULT_DIRECTORY, Place, Schema, load};
use crate::api::model::Model;
use crate::api::words::Words;
use crate::api::{ApiCatalog, document};
use crate::remote::is_remote;
use crate::site::navigation::{ApiAbsence, ApiLookup};
use crate::source::category::is_of_tools;

/// The schemas that the navigation names, as it names them. The firewall between the configuration and their files.
#[salsa::tracked(returns(clone))]
pub fn schema_sources(db: &dyn Db, project: Project) -> Arc<BTreeSet<String>> {
    db.ran("schema_sources", &"");
    Arc::new(schema_names(&written_navigation(db, project)))
}

/// The schemas that a navigation names.
pub fn schema_names(level: &Level) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    each_schema(level, &mut |source| {
        names.insert(source.source.clone());
    });
    names
}

fn each_schema<'a>(level: &'a Level, seen: &mut dyn FnMut(&'a ApiSource)) {
    level.graphql.iter().for_each(&mut *seen);
    level.divisions().for_each(|division| each_schema(&division.level, seen));
}

/// The files of the project that are schemas.
pub(super) fn schema_files(db: &dyn Db, project: Project) -> Vec<SourcePath> {
    let sources = schema_sources(db, project);
    sources
        .iter()
        .filter(|source| !is_remote(source))
        .filter_map(|source| SourcePath::checked(source))
        .collect()
}

/// The schemas that are published under their own names, as descriptions are.
pub(super) fn published_schemas(db: &dyn Db, project: Project) -> Vec<SourcePath> {
    let mut files = schema_files(db, project);
    files.retain(|path| lookup(db, path).is_some() && !is_of_tools(path));
    files
}

/// Folders below which schemas that were not fetched have their pages.
pub(super) fn unknown_schema_folders(db: &dyn Db, project: Project) -> BTreeSet<String> {
    let level = written_navigation(db, project);
    let mut folders = BTreeSet::new();
    each_schema(&level, &mut |source| {
        if is_remote(&source.source) && fetched_copy(db, project, &source.source).is_none() {
            let folder = source.directory.as_deref().unwrap_or(DEFAULT_DIRECTORY);
            folders.insert(folder.trim_matches('/').to_owned());
        }
    });
    folders
}

/// One schema. Kept because all its pages read it.
#[salsa::tracked(returns(clone))]
pub fn graphql_schema(db: &dyn Db, file: SourceFile) -> Arc<(Option<Arc<Schema>>, Vec<Diagnostic>)> {
    db.ran("graphql_schema", file.path(db));
    let (source, problem) = text(db, file);
    let (schema, mut diagnostics) = load(&SourceText::new(file.path(db).clone(), source));
    diagnostics.extend(problem);
    Arc::new((schema.map(Arc::new), diagnostics))
}

/// What the site knows of a schema. The firewall between its text and the navigation.
#[salsa::tracked(returns(clone))]
pub fn graphql_catalog(db: &dyn Db, file: SourceFile) -> Option<Arc<Catalog>> {
    db.ran("graphql_catalog", file.path(db));
    graphql_schema(db, file).0.as_ref().map(|schema| schema.catalog.clone())
}

/// The file that a source names.
pub(super) fn schema_file(db: &dyn Db, project: Project, source: &str) -> Option<SourceFile> {
    match is_remote(source) {
        true => fetched_copy(db, project, source),
        false => lookup(db, &SourcePath::checked(source)?),
    }
}

/// What the navigation reads: descriptions, schemas, and the words for groups.
pub(super) struct NavigationSources<'db> {
    db: &'db dyn Db,
    descriptions: Descriptions,
    schemas: BTreeMap<String, Result<Arc<Catalog>, ApiAbsence>>,
}

impl<'db> NavigationSources<'db> {
    pub(super) fn new(db: &'db dyn Db, project: Project) -> Self {
        let catalog = |source: &String| match schema_file(db, project, source) {
            Some(file) => graphql_catalog(db, file).ok_or(ApiAbsence::Unusable),
            None if is_remote(source) => Err(ApiAbsence::Unusable),
            None => Err(ApiAbsence::Unknown),
        };
        let sources = schema_sources(db, project);
        Self {
            db,
            descriptions: Descriptions(api_catalogs(db, project)),
            schemas: sources.iter().map(|source| (source.clone(), catalog(source))).collect(),
        }
    }
}

impl ApiLookup for NavigationSources<'_> {
    fn description(&self, source: &str) -> Result<&ApiCatalog, ApiAbsence> {
        self.descriptions.description(source)
    }

    fn all(&self) -> Vec<&ApiCatalog> {
        self.descriptions.all()
    }

    fn unreadable(&self, source: &str) -> Option<Diagnostic> {
        self.descriptions.unreadable(source)
    }

    fn has_unusable(&self) -> bool {
        self.descriptions.has_unusable()
    }

    fn schema(&self, source: &str) -> Result<&Catalog, ApiAbsence> {
        let known = self.schemas.get(source).ok_or(ApiAbsence::Unknown)?;
        known.as_deref().map_err(|absence| *absence)
    }

    fn models(&self, catalog: &ApiCatalog) -> Arc<[Model]> {
        match lookup(self.db, &catalog.path) {
            Some(file) if *has_models(self.db, Project::get(self.db)) => api_models(self.db, file),
            _ => Arc::default(),
        }
    }

    fn words(&self, language: Option<&str>) -> Arc<Words> {
        Arc::new(texts::texts_of(self.db, language).labels.api.clone())
    }
}

/// The hash of all that a page shows of a schema.
pub(super) fn schema_slice_key(
    db: &dyn Db,
    source: &SourcePath,
    (place, name): (Place, &str),
) -> ContentHash {
    schema_at(db, source).map(|schema| schema.shown_key(place, name)).unwrap_or_default()
}

/// The body of a page of a schema.
pub(super) fn graphql_nodes(
    db: &dyn Db,
    source: &SourcePath,
    (place, name): (Place, &str),
    (slug, manner): (&Slug, document::Manner<'_>),
) -> Vec<Node> {
    let shown = schema_at(db, source).and_then(|schema| schema.shown(place, name));
    shown.map(|shown| document::graphql_document(&shown, slug, manner)).unwrap_or_default()
}

fn schema_at(db: &dyn Db, source: &SourcePath) -> Option<Arc<Schema>> {
    graphql_schema(db, lookup(db, source)?).0.clone()
}

/// What is wrong with schemas, and those at addresses that were not fetched.
pub(super) fn schema_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for source in schema_sources(db, project).iter() {
        match schema_file(db, project, source) {
            Some(file) => problems.extend(graphql_schema(db, file).1.iter().cloned()),
            None if is_remote(source) => problems.push(problems::not_fetched(db, "graphql", source)),
            // The navigation tells of it.
            None => {}
        }
    }
    problems
}
