//! API descriptions: what is remembered of them.
//!
//! A file becomes a description (cut, not read), the description a *catalog*: what navigation and labels know of its
//! pages. The catalog is a firewall: an edit that no list of pages shows leaves it equal. What a page shows is known by
//! the hash of its slice ([`api_slice_key`]), so that an edited operation is one page's matter.

use serde::{Deserialize, Serialize};

use super::fonts::lock;
use super::*;
use crate::api::collection::{collection, collection_path};
use crate::api::document::{Manner, schema_document};
use crate::api::load::{FileName, Files, load_with_files, read_json, readable, sniff};
use crate::api::model::Model;
use crate::api::reference::{
    ApiReference, parse_channel_reference, parse_reference, reference_without_file, with_other_methods,
};
use crate::api::restricted::Readers;
use crate::api::served::without_excluded;
use crate::api::{ApiCatalog, ApiKind, ApiTarget, DEFAULT_DIRECTORY};
use crate::config::api::Api;
use crate::config::navigation::{Group, PageEntry};
use crate::diagnostic::did_you_mean;
use crate::page::frontmatter::field_span;
use crate::remote::{copy_path, hash_in_name, is_remote};
use crate::site::navigation::api_lookup::is_unloaded;

/// What the site says about API pages, without where their descriptions lie: another one changes no page.
#[salsa::tracked(returns(clone))]
pub fn api_settings(db: &dyn Db, project: Project) -> Arc<Api> {
    db.ran("api_settings", &"");
    let api = &config(db, project).config.api;
    Arc::new(Api { openapi: Vec::new(), asyncapi: Vec::new(), ..api.clone() })
}

/// The JSON form of a file that a description refers to. Kept: several may refer to it.
#[salsa::tracked(returns(clone))]
pub fn api_json(db: &dyn Db, file: SourceFile) -> Arc<Result<Arc<str>, Diagnostic>> {
    db.ran("api_json", file.path(db));
    let source = SourceText::new(file.path(db).clone(), text(db, file).0);
    Arc::new(read_json(&source).map(|json| readable(&json, readers(db))).map_err(warning))
}

/// One API description, with the files that it refers to. Kept because all its pages read it.
#[salsa::tracked(returns(clone))]
pub fn api_description(db: &dyn Db, file: SourceFile) -> Arc<(Option<Arc<ApiDescription>>, Vec<Diagnostic>)> {
    db.ran("api_description", file.path(db));
    let (source, problem) = text(db, file);
    let path = file.path(db);
    if sniff(path, &source).is_none() {
        return Arc::default();
    }
    let address = address_of(db, file);
    let source = SourceText::new(path.clone(), source);
    let (description, mut diagnostics) =
        load_with_files(&source, &ReferredFiles(db), address.as_deref(), readers(db));
    diagnostics.extend(problem);
    let diagnostics = diagnostics.into_iter().map(warning).collect();
    Arc::new((description.map(Arc::new), diagnostics))
}

/// Where a copy was fetched from.
fn address_of(db: &dyn Db, file: SourceFile) -> Option<String> {
    if file.category(db) != FileCategory::Remote {
        return None;
    }
    let hash = file.path(db).as_str().rsplit('/').next().and_then(hash_in_name)?;
    let pins = &lock(db, Project::get(db)).0.files;
    pins.iter().find(|(_, pin)| pin.hash == hash).map(|(url, _)| url.clone())
}

/// A file that only looks like a description is no reason to fail the build (behaviour 10.1).
fn warning(diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..diagnostic }
}

/// The files of the project and fetched copies, as descriptions refer to them; each look-up is tracked.
struct ReferredFiles<'db>(&'db dyn Db);

impl Files for ReferredFiles<'_> {
    fn json(&self, file: &FileName) -> Result<Arc<str>, Option<Diagnostic>> {
        let found = match file {
            FileName::Path(path) => lookup(self.0, path),
            FileName::Address(url) => fetched_copy(self.0, Project::get(self.0), url),
        };
        let file = found.ok_or(None)?;
        Result::clone(&api_json(self.0, file)).map_err(Some)
    }

    fn text(&self, file: &SourcePath) -> Option<Arc<str>> {
        lookup(self.0, file).map(|file| Arc::from(&*text(self.0, file).0))
    }
}

/// The copy of a file at an address that `docs fetch` brought; one that is not what its name says is none.
pub(super) fn fetched_copy(db: &dyn Db, project: Project, url: &str) -> Option<SourceFile> {
    let pin = lock(db, project).0.files.get(url).copied()?;
    let path = copy_path(pin.hash);
    let file = lookup(db, &path)?;
    (path.as_str().rsplit('/').next().and_then(hash_in_name) == Some(file.hash(db))).then_some(file)
}

/// What the site knows of a description. The firewall between its text and the navigation.
#[salsa::tracked(returns(clone))]
pub fn api_catalog(db: &dyn Db, file: SourceFile) -> Option<Arc<ApiCatalog>> {
    db.ran("api_catalog", file.path(db));
    api_description(db, file).0.as_ref().map(|description| description.catalog.clone())
}

/// The schemas of a description that have pages (`api.schemas`). The firewall between its references and the navigation.
#[salsa::tracked(returns(clone))]
pub fn api_models(db: &dyn Db, file: SourceFile) -> Arc<[Model]> {
    db.ran("api_models", file.path(db));
    let description = api_description(db, file);
    description.0.iter().flat_map(|description| description.models()).cloned().collect()
}

/// Whether a description is published without a part of it.
pub fn is_served_in_part(db: &dyn Db, file: SourceFile) -> bool {
    matches!(file.category(db), FileCategory::ApiCandidate(_))
        && api_catalog(db, file).is_some_and(|catalog| catalog.has_excluded(readers(db)))
}

/// A description as it is published, when that is not the file.
pub fn served_description(db: &dyn Db, file: SourceFile) -> Option<String> {
    let kind = api_catalog(db, file)?.kind;
    without_excluded(&SourceText::new(file.path(db).clone(), text(db, file).0), kind, readers(db))
}

/// Whom the site is published for.
fn readers(db: &dyn Db) -> Readers {
    match Project::get(db).settings(db).restricted {
        Restricted::LeftOut => Readers::All,
        Restricted::Included => Readers::Known,
    }
}

/// The Postman collections of this site: where each lies, and the description that it is made from (`api.postman`). A
/// file of the project at that path is what its author wants there.
#[salsa::tracked(returns(clone))]
pub fn collections(db: &dyn Db, project: Project) -> Arc<BTreeMap<SourcePath, SourceFile>> {
    db.ran("collections", &"");
    if !*has_collections(db, project) {
        return Arc::default();
    }
    let files = project.files(db);
    let is_described = |file: SourceFile| {
        matches!(file.category(db), FileCategory::ApiCandidate(_))
            && api_catalog(db, file).is_some_and(|catalog| catalog.kind == ApiKind::OpenApi)
    };
    let described = files.iter().filter(|(_, file)| is_described(**file));
    let placed = described.map(|(path, file)| (collection_path(path), *file));
    Arc::new(placed.filter(|(path, _)| !files.contains_key(path)).collect())
}

/// The collection of a description. Kept: it takes as long as the samples of all its pages.
#[salsa::tracked(returns(clone))]
pub fn collection_text(db: &dyn Db, file: SourceFile) -> Option<Arc<str>> {
    db.ran("collection_text", file.path(db));
    let defaults = *example_defaults(db, Project::get(db));
    let description = api_description(db, file).0.clone()?;
    collection(&description, defaults).map(Arc::from)
}

/// All descriptions of the project by path, and those at addresses that the configuration names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ApiCatalogs {
    pub files: BTreeMap<SourcePath, Arc<ApiCatalog>>,
    /// `None`: there is no copy, or it is none.
    pub addresses: BTreeMap<String, Option<Arc<ApiCatalog>>>,
    /// Files that could be descriptions and are none, with what is wrong with those that want to be.
    pub unreadable: BTreeMap<SourcePath, Option<Diagnostic>>,
}

impl ApiCatalogs {
    /// What is told when somebody names a file that is there and is no description.
    pub fn unreadable(&self, source: &str) -> Option<Diagnostic> {
        let path = SourcePath::checked(source)?;
        let problem = self.unreadable.get(&path)?;
        let (reason, location) = match problem {
            Some(problem) => {
                let prefix = format!("{path}: ");
                let reason = problem.message.strip_prefix(&prefix).unwrap_or(&problem.message);
                (reason.to_owned(), problem.location.clone())
            }
            None => ("it does not say which kind of description it is".to_owned(), None),
        };
        let location = location.filter(|location| location.line > 0).unwrap_or_else(|| Location {
            line: 1,
            column: 1,
            length: 1,
            ..Location::file(&path)
        });
        let message = format!("the API description `{path}` cannot be read: {reason}");
        let hint = match problem {
            Some(_) => format!("correct this place; `docs openapi-check {path}` looks at this file alone"),
            None => "a description begins with `openapi: 3.1.0` or `asyncapi: 3.0.0`".to_owned(),
        };
        Some(Diagnostic::error(UNREADABLE, message).located(location).hint(hint))
    }
}

/// The code of a description that is there and cannot be read.
pub const UNREADABLE: &str = "api-description-unreadable";

/// The catalogs of all descriptions.
#[salsa::tracked(returns(clone))]
pub fn api_catalogs(db: &dyn Db, project: Project) -> Arc<ApiCatalogs> {
    db.ran("api_catalogs", &"");
    let mut all = ApiCatalogs::default();
    for (path, file) in project.files(db).iter() {
        if !matches!(file.category(db), FileCategory::ApiCandidate(_)) {
            continue;
        }
        match api_catalog(db, *file) {
            Some(catalog) => drop(all.files.insert(path.clone(), catalog)),
            None => {
                let problem = api_description(db, *file).1.first().cloned();
                all.unreadable.insert(path.clone(), problem);
            }
        }
    }
    for url in remote_descriptions(db, project).iter() {
        let catalog = fetched_copy(db, project, url).and_then(|file| api_catalog(db, file));
        all.addresses.insert(url.clone(), catalog);
    }
    Arc::new(all)
}

/// The addresses of descriptions that the configuration names.
#[salsa::tracked(returns(clone))]
pub fn remote_descriptions(db: &dyn Db, project: Project) -> Arc<BTreeSet<String>> {
    db.ran("remote_descriptions", &"");
    let api = &config(db, project).config.api;
    Arc::new(description_addresses(&written_navigation(db, project), api))
}

/// The addresses of descriptions that a navigation and the settings of the API name.
pub fn description_addresses(level: &Level, api: &Api) -> BTreeSet<String> {
    let names = all_sources(level, api).into_iter().map(|source| source.source.clone());
    names.filter(|source| is_remote(source)).collect()
}

/// The files of descriptions that a navigation and the settings of the API name.
pub fn description_files(level: &Level, api: &Api) -> BTreeSet<SourcePath> {
    let names = all_sources(level, api).into_iter().map(|source| &source.source);
    names.filter(|source| !is_remote(source)).map(|source| SourcePath::new(source)).collect()
}

/// Folders below which descriptions that were not fetched have their pages.
pub(super) fn unknown_folders(db: &dyn Db, project: Project) -> BTreeSet<String> {
    let level = written_navigation(db, project);
    let config = config(db, project);
    let is_unknown = |source: &&ApiSource| {
        is_remote(&source.source) && fetched_copy(db, project, &source.source).is_none()
    };
    let folder = |source: &ApiSource| {
        source.directory.as_deref().unwrap_or(DEFAULT_DIRECTORY).trim_matches('/').to_owned()
    };
    all_sources(&level, &config.config.api).into_iter().filter(is_unknown).map(folder).collect()
}

fn all_sources<'a>(level: &'a Level, api: &'a Api) -> Vec<&'a ApiSource> {
    let mut sources: Vec<&ApiSource> = api.openapi.iter().chain(&api.asyncapi).collect();
    collect_sources(level, &mut sources);
    sources
}

fn collect_sources<'a>(level: &'a Level, sources: &mut Vec<&'a ApiSource>) {
    fn group<'a>(entry: &'a Group, sources: &mut Vec<&'a ApiSource>) {
        sources.extend(entry.openapi.iter().chain(&entry.asyncapi));
        for page in &entry.pages {
            if let PageEntry::Group(inner) = page {
                group(inner, sources);
            }
        }
    }
    sources.extend(level.openapi.iter().chain(&level.asyncapi));
    level.groups.iter().for_each(|entry| group(entry, sources));
    for page in &level.pages {
        if let PageEntry::Group(inner) = page {
            group(inner, sources);
        }
    }
    level.divisions().for_each(|division| collect_sources(&division.level, sources));
}

#[salsa::interned(debug, revisions = usize::MAX)]
pub struct ApiSlice<'db> {
    #[returns(ref)]
    pub source: SourcePath,
    #[returns(ref)]
    pub target: ApiTarget,
}

/// The hash of all that a page shows of a description. Kept: it is equal after most edits of the description, and
/// what is made from it stays.
#[salsa::tracked(returns(copy))]
pub fn api_slice_key<'db>(db: &'db dyn Db, slice: ApiSlice<'db>) -> ContentHash {
    db.ran("api_slice_key", slice.target(db));
    if let ApiTarget::Graphql { place, name } = slice.target(db) {
        return super::graphql::schema_slice_key(db, slice.source(db), (*place, name));
    }
    match description(db, slice.source(db)) {
        Some(description) => description.slice_key(slice.target(db)),
        None => ContentHash::default(),
    }
}

/// The description at a path.
pub(super) fn description(db: &dyn Db, path: &SourcePath) -> Option<Arc<ApiDescription>> {
    api_description(db, lookup(db, path)?).0.clone()
}

/// The description and the name that `openapi-schema: FILE Name` means; without a file the first that has it (OAS-50).
fn schema_of(db: &dyn Db, project: Project, reference: &str) -> Option<(Arc<ApiDescription>, String)> {
    let (file, name) = schema_reference(reference);
    let apis = page::Descriptions(api_catalogs(db, project));
    let paths: Vec<SourcePath> = match file {
        Some(file) => apis.description(file).ok().map(|catalog| catalog.path.clone()).into_iter().collect(),
        None => apis.all().into_iter().map(|catalog| catalog.path.clone()).collect(),
    };
    let mut found = paths.iter().filter_map(|path| description(db, path));
    let found = found.find(|description| description.schema_pointer(name).is_some())?;
    Some((found, name.to_owned()))
}

/// The file and the name in `openapi-schema: FILE Name`.
fn schema_reference(reference: &str) -> (Option<&str>, &str) {
    match reference.trim().split_once(char::is_whitespace) {
        Some((file, name)) => (Some(file), name.trim()),
        None => (None, reference.trim()),
    }
}

/// The hash of all that the page of a schema shows, or whether that is not known.
pub(super) fn schema_key(db: &dyn Db, project: Project, reference: &str) -> Result<ContentHash, bool> {
    match schema_of(db, project, reference) {
        Some((description, name)) => Ok(description.schema_key(&name)),
        None => Err(may_have_schema(db, project, reference)),
    }
}

/// Whether a schema may be in a description that could not be loaded.
pub(super) fn may_have_schema(db: &dyn Db, project: Project, reference: &str) -> bool {
    is_unloaded(schema_reference(reference).0, &page::Descriptions(api_catalogs(db, project)))
}

/// The page of a schema.
pub(super) fn schema_nodes(db: &dyn Db, project: Project, reference: &str, manner: Manner<'_>) -> Vec<Node> {
    let found = schema_of(db, project, reference);
    found.map(|(description, name)| schema_document(&description, &name, manner)).unwrap_or_default()
}

/// What helps who names an operation that is not where a page's front matter says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Elsewhere {
    /// This description alone has it; the reference that finds it there.
    Sole(SourcePath, String),
    /// This description has it with another method; the reference that finds it.
    OtherMethod(SourcePath, String),
    /// This description has one with a path that is nearly the same; the reference that finds it.
    Near(SourcePath, String),
    /// There is no description of this name; the one whose name is nearest.
    NoFile(Option<SourcePath>),
    /// This description has other channels; the one whose name is nearest, or the first.
    OtherChannel(SourcePath, String),
    Nowhere,
}

/// Looks for what a reference means and does not find.
pub(super) fn elsewhere(db: &dyn Db, project: Project, reference: &str) -> Elsewhere {
    let Some(ApiReference { file, target }) = parse_reference(reference) else {
        return other_channel(db, project, reference).unwrap_or(Elsewhere::Nowhere);
    };
    let apis = page::Descriptions(api_catalogs(db, project));
    let all = apis.all();
    let mut having = all.iter().filter(|catalog| catalog.find(&target).is_ok());
    // Of several nobody knows which one is meant.
    if let (Some(bare), Some(sole), None) = (reference_without_file(reference), having.next(), having.next())
    {
        return Elsewhere::Sole(sole.path.clone(), bare.to_owned());
    }
    let shown = |other: &String| Some(body::shown_operation(db, project, Some(other), None)?.0);
    let other = with_other_methods(reference).into_iter().find_map(|other| Some((shown(&other)?, other)));
    if let Some((path, other)) = other {
        return Elsewhere::OtherMethod(path, other);
    }
    match file.filter(|file| apis.description(file).is_err()) {
        Some(file) => no_file(&apis, &file),
        None => near(&all, &target).unwrap_or(Elsewhere::Nowhere),
    }
}

/// The operation with the same method whose path has the same last name and is nearest to that of a reference.
fn near(all: &[&ApiCatalog], target: &ApiTarget) -> Option<Elsewhere> {
    /// So that what many pages name wrongly costs no more than they do.
    const LOOKED_AT: usize = 5_000;
    const MOST: usize = 50;
    const LONGEST: usize = 200;
    fn last(path: &str) -> Option<&str> {
        path.rsplit('/').find(|name| !name.is_empty() && !name.starts_with('{'))
    }
    let ApiTarget::Operation { method, path } = target else { return None };
    let wanted = last(path).filter(|_| path.len() <= LONGEST)?;
    let all =
        all.iter().flat_map(|catalog| catalog.operations.iter().map(move |operation| (catalog, operation)));
    let alike: Vec<_> = all
        .take(LOOKED_AT)
        .filter(|(_, operation)| operation.method == *method && last(&operation.path) == Some(wanted))
        .filter(|(_, operation)| operation.path.len() <= LONGEST)
        .take(MOST)
        .collect();
    let found = did_you_mean(path, alike.iter().map(|(_, operation)| operation.path.as_str()))?;
    let (catalog, _) = alike.iter().find(|(_, operation)| operation.path == found)?;
    Some(Elsewhere::Near(catalog.path.clone(), format!("{} {found}", method.to_uppercase())))
}

/// The description that the name of one that is not there was probably meant for.
fn no_file(apis: &page::Descriptions, file: &str) -> Elsewhere {
    let all = apis.all();
    let paths = all.iter().map(|catalog| catalog.path.as_str());
    Elsewhere::NoFile(did_you_mean(file.trim_start_matches('/'), paths).map(SourcePath::new))
}

/// The channels of the description that a reference names, with or without one behind it.
fn other_channel(db: &dyn Db, project: Project, reference: &str) -> Option<Elsewhere> {
    let ApiReference { file, target: ApiTarget::Channel { id } } = parse_channel_reference(reference)? else {
        return None;
    };
    let apis = page::Descriptions(api_catalogs(db, project));
    let named = file.as_deref().unwrap_or(&id);
    let Ok(catalog) = apis.description(named) else {
        // A channel alone stands for one of any description.
        return file.map(|file| no_file(&apis, &file));
    };
    let ids = || catalog.channels.iter().map(|channel| channel.id.as_str());
    let near = did_you_mean(&id, ids()).or_else(|| ids().next())?;
    Some(Elsewhere::OtherChannel(catalog.path.clone(), near.to_owned()))
}

/// What is said of a page whose front matter names a description that is not there.
pub const NO_SUCH_DESCRIPTION: &str = "names an API description that this project does not have";

/// Tells of a page whose front matter names something that is not there.
pub(super) fn dangling_reference(
    source: &SourceText,
    key: &str,
    reference: &str,
    elsewhere: Elsewhere,
) -> Diagnostic {
    let (message, hint) = match elsewhere {
        Elsewhere::Sole(path, other) => (
            format!("`{key}: {reference}` is in another API description than it says"),
            format!("`{path}` has it: write `{key}: /{path} {other}`"),
        ),
        Elsewhere::OtherMethod(path, other) => (
            format!("`{key}: {reference}` is in no API description of this project with this method"),
            format!("`{path}` has another one: write `{key}: {other}`"),
        ),
        Elsewhere::Near(path, other) => (
            format!("`{key}: {reference}` is in no API description of this project"),
            format!("did you mean `{key}: {other}`, which `{path}` has?"),
        ),
        Elsewhere::NoFile(nearest) => (
            format!("`{key}: {reference}` {NO_SUCH_DESCRIPTION}"),
            match nearest {
                Some(path) => format!("did you mean `/{path}`?"),
                None => "write the path of the file from the root of the project".to_owned(),
            },
        ),
        Elsewhere::OtherChannel(path, channel) => (
            format!("`{key}: {reference}` names no channel of the description `{path}`"),
            format!("write one as it stands there, such as `{key}: /{path} {channel}`"),
        ),
        // Several others may have it.
        Elsewhere::Nowhere if reference_without_file(reference).is_some() => (
            format!("`{key}: {reference}` is not in the API description that it names"),
            "write method and path as they stand there".to_owned(),
        ),
        Elsewhere::Nowhere if key == "openapi-changes" => (
            format!("`{key}: {reference}` does not name two OpenAPI descriptions of this project"),
            "write the old file and the new one, as in `/openapi-v1.yaml /openapi.yaml`".to_owned(),
        ),
        Elsewhere::Nowhere => (
            format!("`{key}: {reference}` is in no API description of this project"),
            match key {
                "asyncapi" => "write the file and the channel, as in `/asyncapi.yaml trades`".to_owned(),
                _ => "write it as in the description: file, method and path, or the name of a schema"
                    .to_owned(),
            },
        ),
    };
    let problem = Diagnostic::warning("api-operation-not-found", message).hint(hint);
    match field_span(source, key) {
        Some(span) => problem.at(source, span),
        None => problem.in_file(&source.path),
    }
}
