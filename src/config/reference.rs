//! A configuration split over several files: `{"$ref": "./navigation.json"}` (behaviour 2.1, CFG-06).
//!
//! A reference is resolved against the file that contains it and may not leave the project. Keys beside
//! `$ref` override those of the file. File access is a function that the caller passes in.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::text::{SourcePath, SourceText};

use super::json::{self, Json, JsonValue, MAXIMUM_DEPTH, Member, Place, too_deep};

/// How many values a configuration may have after its references are followed.
const MAXIMUM_VALUES: usize = 2_000_000;
/// How many references are followed: files that refer to each other can multiply without end.
const MAXIMUM_REFERENCES: usize = 10_000;

/// The whole configuration with every reference replaced.
pub struct Loaded {
    /// The tree; `None` when the first file is not JSON.
    pub root: Option<Json>,
    /// Every file that was read, in the order of [`Place::source`].
    pub sources: Vec<SourceText>,
    /// Every file that a reference asked for, in order, missing ones too.
    pub files: Vec<SourcePath>,
    /// What was wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses `text` and follows its references.
pub fn load(path: &SourcePath, text: &str, read: &dyn Fn(&SourcePath) -> Option<Arc<str>>) -> Loaded {
    let mut loading = Loading {
        read,
        sources: Vec::new(),
        parsed: BTreeMap::new(),
        files: Vec::new(),
        diagnostics: Vec::new(),
        values: 0,
        references: 0,
    };
    let root = loading.parse(path, text);
    let root = root.map(|root| loading.follow(root, &mut vec![path.clone()], 0));
    Loaded { root, sources: loading.sources, files: loading.files, diagnostics: loading.diagnostics }
}

struct Loading<'a> {
    read: &'a dyn Fn(&SourcePath) -> Option<Arc<str>>,
    sources: Vec<SourceText>,
    /// Files by path, each read once.
    parsed: BTreeMap<SourcePath, Result<Json, Unreadable>>,
    files: Vec<SourcePath>,
    diagnostics: Vec<Diagnostic>,
    values: usize,
    references: usize,
}

#[derive(Clone, Copy)]
enum Unreadable {
    Missing,
    NotJson,
}

impl Loading<'_> {
    fn parse(&mut self, path: &SourcePath, text: &str) -> Option<Json> {
        let source = self.sources.len();
        self.sources.push(SourceText::new(path.clone(), text.strip_prefix('\u{feff}').unwrap_or(text)));
        let (root, diagnostics) = json::parse(self.sources.last()?, source);
        self.diagnostics.extend(diagnostics);
        root
    }

    /// Replaces every reference below `json`. `chain` holds the files that are being followed.
    fn follow(&mut self, json: Json, chain: &mut Vec<SourcePath>, depth: usize) -> Json {
        self.values += 1;
        if depth > MAXIMUM_DEPTH || self.values > MAXIMUM_VALUES {
            // One report is enough: everything after it would repeat it.
            if self.values <= MAXIMUM_VALUES + 1
                && let Some(file) = self.sources.get(json.place.source)
            {
                let problem = too_deep(file, json.place.span);
                self.diagnostics.push(problem);
            }
            return Json { value: JsonValue::Broken, place: json.place };
        }
        let place = json.place;
        let value = match json.value {
            JsonValue::Array(elements) => JsonValue::Array(
                elements.into_iter().map(|element| self.follow(element, chain, depth + 1)).collect(),
            ),
            JsonValue::Object(members) => {
                let target = members.iter().find(|m| m.key == "$ref").and_then(|m| match &m.value.value {
                    JsonValue::Text(text) => Some((text.clone(), m.value.place)),
                    _ => None,
                });
                match target {
                    Some((reference, at)) => {
                        return self.replace(&reference, at, members, place, chain, depth);
                    }
                    None => JsonValue::Object(self.follow_members(members, chain, depth)),
                }
            }
            other => other,
        };
        Json { value, place }
    }

    fn follow_members(
        &mut self,
        members: Vec<Member>,
        chain: &mut Vec<SourcePath>,
        depth: usize,
    ) -> Vec<Member> {
        members
            .into_iter()
            .map(|member| Member { value: self.follow(member.value, chain, depth + 1), ..member })
            .collect()
    }

    fn replace(
        &mut self,
        reference: &str,
        at: Place,
        members: Vec<Member>,
        place: Place,
        chain: &mut Vec<SourcePath>,
        depth: usize,
    ) -> Json {
        let siblings: Vec<Member> = members.into_iter().filter(|member| member.key != "$ref").collect();
        self.references += 1;
        let target = match self.references.cmp(&MAXIMUM_REFERENCES) {
            Ordering::Less => self.target(reference, at, chain),
            Ordering::Equal => {
                let message = format!("more than {MAXIMUM_REFERENCES} references are followed");
                self.problem(
                    "config-ref-many",
                    message,
                    at,
                    "the others are left out: refer to fewer, larger files",
                );
                None
            }
            Ordering::Greater => None,
        };
        let target = target.map(|(path, json)| {
            chain.push(path);
            let followed = self.follow(json, chain, depth + 1);
            chain.pop();
            followed
        });
        let siblings = self.follow_members(siblings, chain, depth);
        match target {
            None if siblings.is_empty() => Json { value: JsonValue::Broken, place },
            None => Json { value: JsonValue::Object(siblings), place },
            Some(Json { value: JsonValue::Object(members), place }) => {
                Json { value: JsonValue::Object(overridden(members, siblings)), place }
            }
            Some(target) => target,
        }
    }

    /// The file that `reference` names, or a diagnostic at the reference.
    fn target(&mut self, reference: &str, at: Place, chain: &[SourcePath]) -> Option<(SourcePath, Json)> {
        let from = chain.last()?;
        let Some(path) = from.resolve(reference).filter(|_| !reference.contains("://")) else {
            self.problem(
                "config-ref-outside",
                format!("`$ref` to {reference} leaves the project"),
                at,
                "a reference names a JSON file inside the project, for example ./navigation.json",
            );
            return None;
        };
        if chain.contains(&path) {
            let mut way: Vec<&str> = chain.iter().map(SourcePath::as_str).collect();
            way.push(path.as_str());
            let way = way.join(" → ");
            let hint = "remove one of the references of the circle";
            self.problem("config-ref-circular", format!("`$ref` to {path} is circular: {way}"), at, hint);
            return None;
        }
        if !self.files.contains(&path) {
            self.files.push(path.clone());
        }
        if !self.parsed.contains_key(&path) {
            let json = match (self.read)(&path) {
                None => Err(Unreadable::Missing),
                Some(text) => self.parse(&path, &text).ok_or(Unreadable::NotJson),
            };
            self.parsed.insert(path.clone(), json);
        }
        match self.parsed.get(&path) {
            Some(Ok(json)) => {
                let json = json.clone();
                Some((path, json))
            }
            Some(Err(Unreadable::NotJson)) => {
                let message = format!("`$ref` to {path} cannot be followed: the file is not valid JSON");
                self.problem("config-ref-invalid", message, at, "correct the file that is named here");
                None
            }
            _ => {
                let hint = format!("create {path}, or correct the path: it is relative to {from}");
                self.problem(
                    "config-ref-missing",
                    format!("`$ref` to {path}: there is no such file"),
                    at,
                    &hint,
                );
                None
            }
        }
    }

    fn problem(&mut self, code: &'static str, message: String, at: Place, hint: &str) {
        let mut diagnostic = Diagnostic::error(code, message).hint(hint);
        if let Some(file) = self.sources.get(at.source) {
            diagnostic = diagnostic.at(file, at.span);
        }
        self.diagnostics.push(diagnostic);
    }
}

/// The keys of the file, each replaced by a sibling of the same name, then the other siblings.
fn overridden(mut members: Vec<Member>, siblings: Vec<Member>) -> Vec<Member> {
    for sibling in siblings {
        match members.iter_mut().find(|member| member.key == sibling.key) {
            Some(member) => *member = sibling,
            None => members.push(sibling),
        }
    }
    members
}
