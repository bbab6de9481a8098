//! From the text of a description to an [`ApiDescription`]: JSON or YAML, any supported version.
//!
//! A broken part costs one operation, never the description. Nothing is fetched here: what a `$ref` to another file
//! means is asked of a [`Files`].

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::restricted::{Readers, without_restricted};
use super::source::{Document, Json, with_plain_references};
use super::{
    ApiCatalog, ApiDescription, ApiKind, ByPath, asyncapi, conflicts, malformed, operation, swagger,
};
use crate::diagnostic::Diagnostic;
use crate::page::description::is_read_as_markdown;
use crate::text::{SourcePath, SourceText, Span};

mod files;
mod held;
mod outline;
mod place;
mod references;
mod sniff;
mod text;

use files::{Others, plain, with_files};
pub use outline::Outline;
pub use place::{Places, is_word, place_of};
pub use sniff::sniff;
pub use text::read_json;

/// Most unresolved references that are told about one by one.
const MAX_REPORTED_REFERENCES: usize = 20;
/// Most problems of one description.
const MAX_PROBLEMS: usize = 200;
/// Root keys that are read part by part.
const LARGE: [&str; 10] = [
    "paths",
    "webhooks",
    "x-webhooks",
    "components",
    "channels",
    "operations",
    "definitions",
    "parameters",
    "responses",
    "$defs",
];

/// Finds the files that a description refers to.
pub trait Files {
    /// The JSON form of a file of the project, or of a fetched copy when `file` is an address. `Err` says why there is
    /// none: `None` when there is no such file.
    fn json(&self, file: &FileName) -> Result<Arc<str>, Option<Diagnostic>>;

    /// A file of the project as it is written, for places in it.
    fn text(&self, _file: &SourcePath) -> Option<Arc<str>> {
        None
    }
}

/// A file that a description refers to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileName {
    Path(SourcePath),
    Address(String),
}

impl FileName {
    /// The file that references with this beginning lead into.
    fn of(base: &str) -> Self {
        match base.strip_prefix('/') {
            Some(file) => Self::Path(SourcePath::new(file)),
            None => Self::Address(base.to_owned()),
        }
    }

    /// Where it lies; what was fetched lies nowhere of its own.
    fn path<'a>(&'a self, main: &'a SourcePath) -> &'a SourcePath {
        match self {
            Self::Path(path) => path,
            Self::Address(_) => main,
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Path(path) => path.to_string(),
            Self::Address(url) => url.clone(),
        }
    }
}

/// No files at all.
struct NoFiles;

impl Files for NoFiles {
    fn json(&self, _: &FileName) -> Result<Arc<str>, Option<Diagnostic>> {
        Err(None)
    }
}

/// Loads a description that stands alone. Errors are errors of the file; for a file that nothing refers to, the caller
/// may make them warnings (behaviour 10.1).
pub fn load_description(path: &SourcePath, text: &str) -> (Option<ApiDescription>, Vec<Diagnostic>) {
    let source = SourceText::new(path.clone(), text.trim_start_matches('\u{feff}'));
    load_with_files(&source, &NoFiles, None, Readers::Known)
}

/// Loads a description with the files that it refers to. `address` is where it was fetched from, if it was; what is not
/// for all `readers` is left out.
pub fn load_with_files(
    source: &SourceText,
    files: &dyn Files,
    address: Option<&str>,
    readers: Readers,
) -> (Option<ApiDescription>, Vec<Diagnostic>) {
    match read_json(source) {
        Ok(json) => {
            let places = Places::of(source, json.text());
            let mut report = Report { places, files, diagnostics: Vec::new() };
            report.repeated(&json);
            let description = read(&source.path, json, (files, address, readers), &mut report);
            (description, report.diagnostics)
        }
        Err(problem) => (None, vec![problem]),
    }
}

/// The JSON of a file that a description refers to, as far as it is for all readers.
pub fn readable(json: &Json, readers: Readers) -> Arc<str> {
    without_restricted(json.text(), readers).map_or_else(|| json.text().clone(), |(text, _)| text.into())
}

/// The description of a document that the program made itself.
pub(super) fn description_of(path: &SourcePath, root: &Value) -> Option<ApiDescription> {
    let source = SourceText::new(path.clone(), "");
    let json = Json::of(root.to_string().into()).ok()?;
    let places = Places::of(&source, json.text());
    let mut report = Report { places, files: &NoFiles, diagnostics: Vec::new() };
    read(path, json, (&NoFiles, None, Readers::Known), &mut report)
}

fn read(
    path: &SourcePath,
    json: Json,
    (files, address, readers): (&dyn Files, Option<&str>, Readers),
    report: &mut Report<'_>,
) -> Option<ApiDescription> {
    let main = Document::new("", path, path, json).fetched_from(address);
    let Some((kind, version)) = family(&main) else {
        report.diagnostics.push(
            Diagnostic::error("api-not-a-description", format!("{path} is not an API description"))
                .in_file(path)
                .hint("a description begins with `openapi: 3.1.0` or `asyncapi: 3.0.0`"),
        );
        return None;
    };
    report.version(kind, &version);
    let main = match held::entry_by_entry(&main, kind, &Others::of(&main, files)) {
        Some(text) => {
            let json = Json::of(text.into()).ok()?;
            report.places = Places::of(report.places.source, json.text());
            Document::new("", path, path, json).fetched_from(address)
        }
        None => main,
    };
    let main = if version.starts_with("2.") && kind == ApiKind::OpenApi {
        let whole = main.value(0).cloned()?;
        let others = Others::of(&main, files);
        let converted = swagger::convert(whole, &|reference| others.named(reference));
        let json = Json::of(converted.to_string().into()).ok()?;
        // Places in what was made of it are none in the file.
        report.places = Places::of(report.places.source, json.text());
        Document::new("", path, path, json).fetched_from(address)
    } else {
        main
    };
    let withheld = without_restricted(main.json(), readers);
    let is_restricted = withheld.is_some();
    let main = match withheld {
        Some((text, count)) => {
            report.withheld(count);
            let json = Json::of(text.into()).ok()?;
            report.places = Places::of(report.places.source, json.text());
            Document::new("", path, path, json).fetched_from(address)
        }
        None => main,
    };
    let main = match with_plain_references(main.json(), address.unwrap_or(path.as_str())) {
        Some(text) => {
            let json = Json::of(text.into()).ok()?;
            report.places = Places::of(report.places.source, json.text());
            Document::new("", path, path, json).fetched_from(address)
        }
        None => main,
    };
    report.limits(&main);
    let mut root = main.without(0, &LARGE);
    let schemes = main.entry(0, "components").and_then(|part| main.entry(part, "securitySchemes"));
    if let (Some(schemes), Some(root)) = (schemes.and_then(|part| main.value(part)), root.as_object_mut()) {
        root.insert("components".to_owned(), serde_json::json!({ "securitySchemes": schemes }));
    }
    let title = root.pointer("/info/title").and_then(Value::as_str).unwrap_or("API").to_owned();
    let documents = with_files(main, kind, files, report);
    let tag_groups = operation::groups_of_tags(&root);
    let tag_parents = operation::parents_of_tags(&root);
    let tag_descriptions = operation::descriptions_of_tags(&root);
    let (operations, channels) = (Vec::new(), Vec::new());
    let mut catalog = ApiCatalog {
        path: path.clone(),
        kind,
        version,
        title,
        operations,
        channels,
        tag_groups,
        tag_parents,
        tag_descriptions,
        is_restricted,
        by_path: ByPath::default(),
    };
    let description = ApiDescription {
        catalog: Arc::new(catalog.clone()),
        root,
        documents,
        slices: OnceLock::new(),
        children: OnceLock::new(),
        models: OnceLock::new(),
    };
    report.references(&description);
    conflicts::report(&description, report);
    malformed::report(&description, report);
    match kind {
        ApiKind::OpenApi => catalog.operations = operation::operations(&description, report),
        ApiKind::AsyncApi => catalog.channels = asyncapi::channels(&description, report),
    }
    Some(ApiDescription { catalog: Arc::new(catalog), ..description })
}

/// Collects problems of one file and finds their lines.
pub(super) struct Report<'a> {
    places: Places<'a>,
    files: &'a dyn Files,
    diagnostics: Vec<Diagnostic>,
}

/// A reference: the document that it stands in, and where.
type ReferenceAt<'d> = (&'d Document, (usize, usize));

impl Report<'_> {
    /// Adds a problem at the place that the keys lead to.
    pub(super) fn add(&mut self, diagnostic: Diagnostic, keys: &[&str]) {
        if self.diagnostics.len() > MAX_PROBLEMS {
            return;
        }
        let span = self.places.of_keys(keys);
        self.push(diagnostic, span);
    }

    /// Adds a problem at the value of a key of what the keys lead to.
    pub(super) fn add_value(&mut self, diagnostic: Diagnostic, keys: &[&str], key: &str, value: &Value) {
        let span = self.places.of_value(keys, (key, value));
        self.push(diagnostic, span);
    }

    fn push(&mut self, diagnostic: Diagnostic, span: Option<Span>) {
        if self.diagnostics.len() > MAX_PROBLEMS {
            return;
        }
        let source = self.places.source;
        self.diagnostics.push(match span {
            Some(span) => diagnostic.at(source, span),
            None => diagnostic.in_file(&source.path),
        });
    }

    /// Adds a problem of a reference, in whichever file it stands.
    fn push_at(&mut self, diagnostic: Diagnostic, (document, place): ReferenceAt<'_>) {
        let written = document.written(place);
        if document.base().is_empty() {
            let span = self.places.of_reference(place, &written);
            return self.push(diagnostic, span);
        }
        let path = document.path();
        // What was fetched lies nowhere of its own.
        let text = match FileName::of(document.base()) {
            FileName::Path(file) => self.files.text(&file),
            FileName::Address(_) => None,
        };
        let source = text.map(|text| SourceText::new(path.clone(), text.trim_start_matches('\u{feff}')));
        let span = source
            .as_ref()
            .and_then(|source| Places::of(source, document.json()).of_reference(place, &written));
        if self.diagnostics.len() <= MAX_PROBLEMS {
            self.diagnostics.push(match (&source, span) {
                (Some(source), Some(span)) => diagnostic.at(source, span),
                _ => diagnostic.in_file(path),
            });
        }
    }

    /// Tells of keys that stand twice: nothing under the first of them is read.
    fn repeated(&mut self, json: &Json) {
        for span in &json.repeated {
            let text = self.places.source.text.get(span.start as usize..span.end as usize);
            let key = text.unwrap_or_default().trim_matches(['"', '\'']).to_owned();
            let message =
                format!("the key `{key}` is written twice, and what stands under the first is left out");
            let diagnostic = Diagnostic::error("api-key-twice", message)
                .hint("put what stands under both of them under one");
            self.push(diagnostic, Some(*span));
        }
    }

    fn version(&mut self, kind: ApiKind, version: &str) {
        let (name, key, known) = match kind {
            ApiKind::OpenApi => ("OpenAPI", "openapi", ["2.", "3.0", "3.1", "3.2"].as_slice()),
            ApiKind::AsyncApi => ("AsyncAPI", "asyncapi", ["2.", "3."].as_slice()),
        };
        if !known.iter().any(|prefix| version.starts_with(prefix))
            && !known.contains(&format!("{version}.").as_str())
        {
            let message =
                format!("{name} version `{version}` is not known; it is read like the newest known one");
            self.add(Diagnostic::warning("api-version", message), &[key]);
        }
    }

    /// Tells that parts are left out because they are not for everybody.
    fn withheld(&mut self, count: usize) {
        let message = match count {
            1 => "a part of this description has `groups`, so it is left out of the site".to_owned(),
            _ => format!("{count} parts of this description have `groups`, so they are left out of the site"),
        };
        let hint = "who may read a page is a matter of the host; `--include-restricted` publishes them for everybody";
        self.add(Diagnostic::warning("api-part-withheld", message).hint(hint), &["x-mint", "groups"]);
    }

    /// Tells about parts that are more than is read.
    fn limits(&mut self, main: &Document) {
        for at in main.too_deep() {
            let diagnostic = Diagnostic::error("api-part-invalid", "this is nested too deep to be read")
                .hint("the operation or schema around it is left out; the rest is read");
            let span = self.places.of_json((*at as usize, *at as usize + 1));
            self.push(diagnostic, span);
        }
        for (place, text) in main.long_texts().filter(|(_, text)| !is_read_as_markdown(text)) {
            let message = "this text has more markup than is read; it is shown as it is written";
            let diagnostic = Diagnostic::warning("api-text-flooded", message)
                .hint("make it shorter, or write it as a page");
            // In YAML its beginning leads to it.
            let beginning: String = text.chars().take_while(|c| *c != '\n').take(40).collect();
            let span = self.places.of_reference((place.0, place.0 + 1), &beginning);
            self.push(diagnostic, span);
        }
        if main.is_cut {
            let message = "this description has more parts than are read";
            let diagnostic =
                Diagnostic::warning("api-too-large", message).hint("split it into several files");
            self.push(diagnostic, None);
        }
    }

    /// Tells once that what is referred to is more than is read.
    fn too_many_files(&mut self, name: &FileName, at: ReferenceAt<'_>, limit: &str) {
        let (shown, from) = (name.shown(), at.0.path());
        let message = format!(
            "this description refers to more than {limit}: from `{shown}`, which {from} refers to, they are left out"
        );
        let diagnostic = Diagnostic::error("api-too-large", message)
            .hint("what is in them is shown without its fields; put schemas together into fewer files");
        self.push_at(diagnostic, at);
    }

    fn file_problem(
        &mut self,
        problem: Option<Diagnostic>,
        name: &FileName,
        at: ReferenceAt<'_>,
        reason: &str,
    ) {
        let from = at.0.path();
        let written = at.0.written(at.1);
        let leaves = leaves_project(from, &written);
        let (shown, hint) = match name {
            FileName::Path(_) if leaves => (
                written.split('#').next().unwrap_or_default().to_owned(),
                "a build reads nothing outside of the folder of docs.json: put a copy of the file into it",
            ),
            FileName::Path(path) => (path.to_string(), "write the path of a file in the project"),
            FileName::Address(url) => (url.clone(), "run `docs fetch`: a build uses only fetched copies"),
        };
        let reason = match name {
            FileName::Path(_) if leaves => "it lies outside of the project",
            FileName::Path(_) => reason,
            FileName::Address(_) => "there is no fetched copy of it",
        };
        let diagnostic = problem.unwrap_or_else(|| {
            let message = format!("`{shown}`, which {from} refers to, cannot be used: {reason}");
            Diagnostic::error("api-reference-external", message).hint(hint)
        });
        if diagnostic.location.is_some() {
            self.diagnostics.push(diagnostic);
            return;
        }
        self.push_at(diagnostic, at);
    }
}

/// Whether a reference leads out of the project.
fn leaves_project(from: &SourcePath, written: &str) -> bool {
    let file = written.split('#').next().unwrap_or_default();
    let folder = from.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
    !file.contains("://")
        && !file.starts_with('/')
        && SourcePath::checked(&format!("{folder}/{file}")).is_none()
}

/// The family and the version; YAML may have read `3.1` as a number.
fn family(document: &Document) -> Option<(ApiKind, String)> {
    let keys =
        [("openapi", ApiKind::OpenApi), ("swagger", ApiKind::OpenApi), ("asyncapi", ApiKind::AsyncApi)];
    keys.into_iter().find_map(|(key, kind)| match document.value(document.entry(0, key)?)? {
        Value::String(version) => Some((kind, version.trim().to_owned())),
        Value::Number(version) => {
            let version = version.to_string();
            Some((kind, if version.contains('.') { version } else { format!("{version}.0") }))
        }
        _ => None,
    })
}

/// The addresses that a description refers to. `base` is its own, when it lies at one.
pub fn referenced_addresses(base: &str, path: &SourcePath, text: &str) -> Vec<String> {
    let source = SourceText::new(path.clone(), text.trim_start_matches('\u{feff}'));
    let Ok(json) = read_json(&source) else { return Vec::new() };
    let at = if base.is_empty() { path.as_str() } else { base };
    let Ok(json) = Json::of(plain(json.text().clone(), at)) else { return Vec::new() };
    let document = Document::new(base, path, path, json);
    let whole = document.references().map(|(_, reference)| reference);
    let bases = whole.filter_map(|reference| Some(reference.split_once('#')?.0.to_owned()));
    let found: BTreeSet<String> = bases.filter(|file| file.contains("://") && file != base).collect();
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sniffed(path: &str, text: &str) -> Option<ApiKind> {
        sniff(&SourcePath::new(path), text)
    }

    #[test]
    fn only_a_version_at_the_top_makes_a_description() {
        assert_eq!(sniffed("a.json", r#"{"info": {"x": "}"}, "openapi": "3.1.0"}"#), Some(ApiKind::OpenApi));
        assert_eq!(sniffed("a.json", r#"{"openapi": "/openapi.json"}"#), None);
        assert_eq!(sniffed("docs.json", r#"{"api": {"openapi": "3.1.0"}}"#), None);
        assert_eq!(sniffed("a.yml", "# x\nasyncapi: '3.0.0'\n"), Some(ApiKind::AsyncApi));
        assert_eq!(sniffed("a.yaml", "api:\n  openapi: 3.1.0\n"), None);
        let moved = "---\n  # x\n  swagger: \"2.0\"\n  info:\n    asyncapi: 3.0.0\n";
        assert_eq!(sniffed("a.yaml", moved), Some(ApiKind::OpenApi));
        assert_eq!(sniffed("a.yaml", "---\n  api:\n    openapi: 3.1.0\n"), None);
        assert_eq!(sniffed("a.txt", "openapi: 3.1.0"), None);
    }

    #[test]
    fn problems_have_a_line() {
        let text = "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      summary: A\n  /b: 3\n  /c:\n    get: []\n";
        let (description, diagnostics) = load_description(&SourcePath::new("a.yaml"), text);
        assert_eq!(description.map(|description| description.operations.len()), Some(1));
        let lines: Vec<u32> =
            diagnostics.iter().filter_map(|d| d.location.as_ref()).map(|at| at.line).collect();
        assert_eq!(lines, [6, 8]);
        let (description, diagnostics) = load_description(&SourcePath::new("a.json"), "{\n  \"openapi\": }");
        assert!(description.is_none());
        assert_eq!(diagnostics.first().and_then(|d| d.location.as_ref()).map(|at| at.line), Some(2));
    }

    #[test]
    fn version_two_is_read_as_version_three() {
        let text = r##"{"swagger": "2.0", "host": "a.b", "basePath": "/v1", "paths": {"/x": {"post": {
            "parameters": [{"name": "q", "in": "query", "type": "integer"}, {"name": "b", "in": "body", "schema": {"$ref": "#/definitions/B"}}],
            "responses": {"200": {"description": "ok", "schema": {"$ref": "#/definitions/B"}}}}}},
            "definitions": {"B": {"type": "object"}}}"##;
        let (description, diagnostics) = load_description(&SourcePath::new("a.json"), text);
        assert_eq!(diagnostics, []);
        let root = description.and_then(|description| description.target("#").cloned()).unwrap_or_default();
        assert_eq!(root["servers"][0]["url"], "https://a.b/v1");
        let operation = &root["paths"]["/x"]["post"];
        assert_eq!(operation["parameters"][0]["schema"]["type"], "integer");
        assert_eq!(
            operation["requestBody"]["content"]["application/json"]["schema"]["$ref"],
            "#/definitions/B"
        );
        assert!(operation["responses"]["200"]["content"]["application/json"].is_object());
    }
}
