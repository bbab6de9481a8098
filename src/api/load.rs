//! From the text of a description to an [`ApiDescription`]: JSON or YAML, any supported version.
//!
//! A broken part costs one operation, never the description. Nothing is fetched: a `$ref` to another file is
//! told about and left alone.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{ApiDescription, ApiKind, asyncapi, operation, swagger};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::text::{SourcePath, SourceText, Span};
use crate::yaml::parse_yaml;

/// Most unresolved references that are told about one by one.
const MAX_REPORTED_REFERENCES: usize = 20;

/// Whether a file is an API description: a top-level `openapi`, `swagger` or `asyncapi` key with a version.
/// Reads the text once, without building anything.
pub fn sniff(path: &SourcePath, text: &str) -> Option<ApiKind> {
    let text = text.trim_start_matches('\u{feff}');
    match path.extension().as_str() {
        "json" => sniff_json(text),
        "yaml" | "yml" if text.trim_start().starts_with('{') => sniff_json(text),
        "yaml" | "yml" => sniff_yaml(text),
        _ => None,
    }
}

/// Loads a description. Errors are errors of the file; for a file that nothing refers to, the caller may make
/// them warnings (behaviour 10.1).
pub fn load_description(path: &SourcePath, text: &str) -> (Option<ApiDescription>, Vec<Diagnostic>) {
    let source = SourceText::new(path.clone(), text.trim_start_matches('\u{feff}'));
    let mut report = Report { source: &source, diagnostics: Vec::new() };
    let Some(root) = parse(&mut report) else { return (None, report.diagnostics) };
    let description = read(path, root, &mut report);
    (description, report.diagnostics)
}

/// The description of a document that the program made itself.
pub(super) fn description_of(path: &SourcePath, root: Value) -> Option<ApiDescription> {
    let source = SourceText::new(path.clone(), "");
    read(path, root, &mut Report { source: &source, diagnostics: Vec::new() })
}

fn read(path: &SourcePath, root: Value, report: &mut Report<'_>) -> Option<ApiDescription> {
    let Some((kind, version)) = family(&root) else {
        report.diagnostics.push(
            Diagnostic::error("api-not-a-description", format!("{path} is not an API description"))
                .in_file(path)
                .hint("a description begins with `openapi: 3.1.0` or `asyncapi: 3.0.0`"),
        );
        return None;
    };
    let root =
        if version.starts_with("2.") && kind == ApiKind::OpenApi { swagger::convert(root) } else { root };
    report.version(kind, &version);
    report.references(&root);
    let title = root.pointer("/info/title").and_then(Value::as_str).unwrap_or("API").to_owned();
    let mut description = ApiDescription {
        path: path.clone(),
        kind,
        version,
        title,
        root,
        operations: vec![],
        channels: vec![],
    };
    match kind {
        ApiKind::OpenApi => description.operations = operation::operations(&description, report),
        ApiKind::AsyncApi => description.channels = asyncapi::channels(&description, report),
    }
    Some(description)
}

/// Collects problems of one file and finds their lines.
pub(super) struct Report<'a> {
    source: &'a SourceText,
    diagnostics: Vec<Diagnostic>,
}

impl Report<'_> {
    /// Adds a problem at the place that the keys lead to.
    pub(super) fn add(&mut self, diagnostic: Diagnostic, keys: &[&str]) {
        let span = locate(&self.source.text, keys);
        self.diagnostics.push(match span {
            Some(span) => diagnostic.at(self.source, span),
            None => diagnostic.in_file(&self.source.path),
        });
    }

    fn syntax(&mut self, message: &str, line: u32, column: u32) {
        let diagnostic =
            Diagnostic::error("api-description-syntax", format!("{}: {message}", self.source.path))
                .hint("the rest of the site is built without this description");
        self.diagnostics.push(match offset(&self.source.text, line, column) {
            Some(at) => diagnostic.at(self.source, Span::new(at, at + 1)),
            None => diagnostic.in_file(&self.source.path),
        });
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

    /// Tells about `$ref`s that lead nowhere or into other files.
    fn references(&mut self, root: &Value) {
        let mut found = BTreeSet::new();
        collect_references(root, &mut found);
        let broken: Vec<&str> =
            found.into_iter().filter(|reference| lookup(root, reference).is_none()).collect();
        for reference in broken.iter().take(MAX_REPORTED_REFERENCES) {
            let diagnostic = if let Some(pointer) = reference.strip_prefix('#') {
                let (parent, name) = pointer.rsplit_once('/').unwrap_or(("", pointer));
                let siblings = root.pointer(parent).and_then(Value::as_object);
                let names = siblings.into_iter().flat_map(|map| map.keys()).map(String::as_str);
                let hint = match did_you_mean(name, names) {
                    Some(near) => format!("did you mean `#{parent}/{near}`?"),
                    None => "define it, or remove the reference; the part is shown without it".to_owned(),
                };
                Diagnostic::warning("api-reference-broken", format!("`{reference}` does not exist"))
                    .hint(hint)
            } else {
                Diagnostic::warning("api-reference-external", format!("`{reference}` refers to another file"))
                    .hint("bundle the description into one file")
            };
            let at = self.source.text.find(reference).map(|at| Span::new(at, at + reference.len()));
            self.diagnostics.push(match at {
                Some(span) => diagnostic.at(self.source, span),
                None => diagnostic.in_file(&self.source.path),
            });
        }
        if broken.len() > MAX_REPORTED_REFERENCES {
            let message = format!("{} more references lead nowhere", broken.len() - MAX_REPORTED_REFERENCES);
            let diagnostic = Diagnostic::warning("api-reference-broken", message);
            self.diagnostics.push(diagnostic.in_file(&self.source.path));
        }
    }
}

impl ApiDescription {
    /// Follows `$ref`s inside the document, at most 32 in a row. A value whose reference leads nowhere is
    /// returned as it is.
    pub fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        let mut current = value;
        for _ in 0..32 {
            let Some(reference) = current.get("$ref").and_then(Value::as_str) else { break };
            match lookup(&self.root, reference) {
                Some(target) => current = target,
                None => break,
            }
        }
        current
    }

    /// What a reference names.
    pub fn target(&self, reference: &str) -> Option<&Value> {
        lookup(&self.root, reference)
    }

    /// What the `$ref` of `value` names; `None` without one, or when it leads nowhere.
    pub fn resolve_once<'a>(&'a self, value: &'a Value) -> Option<&'a Value> {
        lookup(&self.root, value.get("$ref")?.as_str()?)
    }
}

/// The value that an internal reference names: `#/a/b`, with `~0`, `~1` and percent escapes.
fn lookup<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let pointer = reference.strip_prefix('#')?;
    root.pointer(pointer).or_else(|| root.pointer(&percent_decoded(pointer)?))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

/// All `$ref` texts. The depth is bounded by the parsers.
fn collect_references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match value {
                    Value::String(reference) if key == "$ref" => {
                        found.insert(reference);
                    }
                    // An example is data: what looks like a reference in it is none.
                    _ if key == "example" => {}
                    _ => collect_references(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, found)),
        _ => {}
    }
}

fn parse(report: &mut Report<'_>) -> Option<Value> {
    let text = report.source.text.clone();
    let looks_like_json = text.trim_start().starts_with(['{', '[']);
    let extension = report.source.path.extension();
    if looks_like_json || extension == "json" {
        match serde_json::from_str(&text) {
            Ok(value) => return Some(value),
            Err(error) if extension == "json" => {
                let message = error.to_string();
                let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(before, _)| before);
                report.syntax(message, error.line() as u32, error.column() as u32);
                return None;
            }
            Err(_) => {}
        }
    }
    match parse_yaml(&text) {
        Ok(value) => Some(value),
        Err(error) => {
            report.syntax(&error.message, error.line, error.column);
            None
        }
    }
}

/// The family and the version; YAML may have read `3.1` as a number.
fn family(root: &Value) -> Option<(ApiKind, String)> {
    let keys =
        [("openapi", ApiKind::OpenApi), ("swagger", ApiKind::OpenApi), ("asyncapi", ApiKind::AsyncApi)];
    keys.into_iter().find_map(|(key, kind)| match root.get(key)? {
        Value::String(version) => Some((kind, version.trim().to_owned())),
        Value::Number(version) => {
            let version = version.to_string();
            Some((kind, if version.contains('.') { version } else { format!("{version}.0") }))
        }
        _ => None,
    })
}

/// The byte offset of a line and column that a parser reported.
fn offset(text: &str, line: u32, column: u32) -> Option<usize> {
    let before = line.checked_sub(1)? as usize;
    let start = if before == 0 { 0 } else { text.match_indices('\n').nth(before - 1)?.0 + 1 };
    let line_text = text[start..].split('\n').next().unwrap_or("");
    let column = (column as usize).saturating_sub(1);
    let within = line_text.char_indices().nth(column).map_or(line_text.len(), |(at, _)| at);
    Some(start + within)
}

/// Where a chain of keys probably stands: each key is searched after the one before.
fn locate(text: &str, keys: &[&str]) -> Option<Span> {
    let mut from = 0;
    let mut span = None;
    for key in keys {
        let rest = text.get(from..)?;
        let found = rest.match_indices(key).find(|(at, _)| {
            let before = rest[..*at].chars().next_back();
            let after =
                rest[at + key.len()..].trim_start_matches(['"', '\'']).trim_start_matches([' ', '\t']);
            after.starts_with(':')
                && before.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '{' | ','))
        });
        let (at, _) = found?;
        span = Some(Span::new(from + at, from + at + key.len()));
        from += at + key.len();
    }
    span
}

fn sniff_yaml(text: &str) -> Option<ApiKind> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        let kind = kind_of_key(key.trim_end().trim_matches(['"', '\'']))?;
        value.trim().trim_start_matches(['"', '\'']).starts_with(|c: char| c.is_ascii_digit()).then_some(kind)
    })
}

/// Scans the keys of the outermost object.
fn sniff_json(text: &str) -> Option<ApiKind> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let start = at + 1;
                at = start;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let end = at.min(bytes.len());
                if depth == 1 && end - start <= 8 {
                    let rest = text.get(end + 1..).unwrap_or("").trim_start();
                    let value = rest.strip_prefix(':').map(|rest| rest.trim_start().trim_start_matches('"'));
                    let is_version =
                        value.is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()));
                    if let Some(kind) = text.get(start..end).and_then(kind_of_key).filter(|_| is_version) {
                        return Some(kind);
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn kind_of_key(key: &str) -> Option<ApiKind> {
    match key {
        "openapi" | "swagger" => Some(ApiKind::OpenApi),
        "asyncapi" => Some(ApiKind::AsyncApi),
        _ => None,
    }
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
        let root = description.map(|description| description.root).unwrap_or_default();
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
