//! Rules of descriptions that pages do without, for authors who ask: what validators of other tools refuse.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::load::Places;
use super::operation::text;
use super::reference::{METHODS, names_in, without_names};
use super::{ApiDescription, ApiKind, OperationKind};
use crate::diagnostic::{Diagnostic, Severity};
use crate::text::SourceText;

mod channels;

/// Most problems that are told about.
const MAX_PROBLEMS: usize = 200;

/// What is wrong with a description that could be read.
pub fn check(description: &ApiDescription, source: &SourceText) -> Vec<Diagnostic> {
    let places = Places::written(source);
    found(Check { description, source, places, problems: Vec::new(), is_wanted: |_| true })
}

fn found(mut check: Check<'_>) -> Vec<Diagnostic> {
    let description = check.description;
    for key in ["title", "version"] {
        let written = description.root.get("info").and_then(|info| text(info, key));
        if written.is_none() {
            check.tell(format!("`info.{key}` is missing"), "every description has one", &["info"]);
        }
    }
    // Pages do without; what else reads a description refuses it.
    check.problems.iter_mut().for_each(|problem| problem.severity = Severity::Error);
    if description.kind == ApiKind::OpenApi {
        check.paths();
        check.methods();
        check.operations();
        check.tags();
        check.schemes();
    } else {
        channels::rules(&mut check);
    }
    check.problems
}

/// What of a description is not shown because it is not what it has to be: whoever writes a site wants to know it, too.
pub fn lost_parts(description: &ApiDescription, source: &SourceText) -> Vec<Diagnostic> {
    let is_wanted = |problem: &Diagnostic| problem.code == LOST;
    let places = Places::written(source);
    let mut problems = found(Check { description, source, places, problems: Vec::new(), is_wanted });
    problems.iter_mut().for_each(|problem| problem.severity = Severity::Warning);
    problems
}

/// The code of a part that is left out.
const LOST: &str = "api-part-invalid";

struct Check<'a> {
    description: &'a ApiDescription,
    source: &'a SourceText,
    places: Places<'a>,
    problems: Vec<Diagnostic>,
    is_wanted: fn(&Diagnostic) -> bool,
}

impl<'a> Check<'a> {
    fn tell(&mut self, message: String, hint: &str, keys: &[&str]) {
        self.push(Diagnostic::warning("api-rule", message).hint(hint), keys);
    }

    /// Tells of a part that is not shown.
    fn refuse(&mut self, message: String, hint: &str, keys: &[&str]) {
        self.push(Diagnostic::error(LOST, message).hint(hint), keys);
    }

    fn push(&mut self, diagnostic: Diagnostic, keys: &[&str]) {
        if self.problems.len() >= MAX_PROBLEMS || !(self.is_wanted)(&diagnostic) {
            return;
        }
        self.problems.push(match self.places.of_keys(keys) {
            Some(span) => diagnostic.at(self.source, span),
            None => diagnostic.in_file(&self.source.path),
        });
    }

    /// Paths that differ in the names of their parameters alone are one path.
    fn paths(&mut self) {
        let main = self.description.main();
        let Some(paths) = main.entry(0, "paths") else { return };
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        for (path, _) in main.entries(paths) {
            match known.entry(without_names(path)) {
                Entry::Vacant(place) => drop(place.insert(path)),
                Entry::Occupied(other) => {
                    let message = format!("`{path}` is the same path as `{}`", other.get());
                    let problem = Diagnostic::error("api-rule", message);
                    let hint = "put their operations together, or make the paths differ in more than the names of parameters";
                    self.push(problem.hint(hint), &["paths", path]);
                }
            }
        }
    }

    /// Methods in capital letters are none.
    fn methods(&mut self) {
        let main = self.description.main();
        let Some(paths) = main.entry(0, "paths") else { return };
        for (path, item) in main.entries(paths) {
            for (name, _) in main.entries(*item) {
                let method = name.to_lowercase();
                if !METHODS.contains(&&**name) && METHODS.contains(&method.as_str()) {
                    let message = format!("`{name}` of `{path}` is no method, so there is no page of it");
                    self.refuse(message, &format!("write `{method}`"), &["paths", path, name]);
                }
            }
        }
    }

    /// Parts of an operation that are not what they have to be, and so are left out.
    fn shapes(&mut self, named: &str, keys: [&str; 3], item: &Value, value: &Value) {
        let [section, path, method] = keys;
        for (owner, around) in [(item, &[section, path][..]), (value, &keys[..])] {
            for key in ["parameters", "servers", "security", "tags"] {
                if owner.get(key).is_some_and(|part| !part.is_array()) {
                    let place = [around, &[key]].concat();
                    self.refuse(format!("`{key}` of {named} must be a list"), "it is left out", &place);
                }
            }
        }
        let body = value.get("requestBody").map(|body| self.description.resolve(body));
        let content = body.and_then(|body| body.get("content"));
        let responses = value.get("responses");
        for (key, part) in [("requestBody", body), ("content", content), ("responses", responses)] {
            if part.is_some_and(|part| !part.is_object()) {
                let place = [section, path, method, key];
                self.refuse(format!("`{key}` of {named} must be an object"), "it is left out", &place);
            }
        }
    }

    /// A parameter without what makes it one; one whose reference leads nowhere has been told of.
    fn parameter(&mut self, named: &str, keys: &[&str], parameter: &Value) {
        if parameter.get("$ref").is_some() {
            return;
        }
        let called = match parameter.get("name") {
            Some(Value::String(name)) => format!("`{name}`"),
            _ => {
                let message =
                    format!("a parameter of {named} has no `name` that is a text, so it is not shown");
                self.refuse(message, "name it", keys);
                "without a name".to_owned()
            }
        };
        let hint = "write `in: path`, `query`, `header` or `cookie`";
        match parameter.get("in").and_then(Value::as_str) {
            Some("path" | "query" | "header" | "cookie" | "querystring") => {}
            Some(place) => {
                let message = format!(
                    "the parameter {called} of {named} is in `{place}`, which is no place, so it is not shown"
                );
                self.refuse(message, hint, keys);
            }
            None => {
                let message = format!("the parameter {called} of {named} does not say where it is: `in`");
                self.refuse(message, hint, keys);
            }
        }
    }

    /// What describes the value of a parameter: one of two, and not both.
    fn value_of(&mut self, named: &str, keys: &[&str], parameter: &Value) {
        let name = text(parameter, "name").unwrap_or_default();
        let has = |key: &str| parameter.get(key).is_some();
        // Version 2.0 has the type beside the name.
        let message = match (has("schema"), has("content")) {
            (true, true) => format!("the parameter `{name}` of {named} has both `schema` and `content`"),
            (false, false) if !has("$ref") => {
                format!("the parameter `{name}` of {named} has neither `schema` nor `content`")
            }
            _ => return,
        };
        self.tell(message, "say what its value is by one of them", keys);
    }

    /// Links to operations that there are not.
    fn links(&mut self, named: &str, keys: [&str; 3], value: &'a Value, ids: &BTreeSet<&str>) {
        let description = self.description;
        let responses = value.get("responses").and_then(Value::as_object).into_iter().flatten();
        for (status, response) in responses {
            let links = description.resolve(response).get("links").and_then(Value::as_object);
            for (name, link) in links.into_iter().flatten() {
                let Some(id) = description.resolve(link).get("operationId").and_then(Value::as_str) else {
                    continue;
                };
                if !ids.contains(id) {
                    let message =
                        format!("the link `{name}` of {named} names an operation `{id}`, which there is not");
                    let hint = "write the `operationId` of an operation";
                    let [section, path, method] = keys;
                    self.tell(message, hint, &[section, path, method, "responses", status, "links", name]);
                }
            }
        }
    }

    /// Tags that are written twice, or have a parent that is none.
    fn tags(&mut self) {
        let tags = self.description.root.get("tags").and_then(Value::as_array).into_iter().flatten();
        let names: BTreeSet<String> = tags.clone().filter_map(|tag| text(tag, "name")).collect();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for tag in tags {
            let Some(name) = text(tag, "name") else { continue };
            if let Some(parent) = text(tag, "parent").filter(|parent| !names.contains(parent)) {
                let message = format!("the parent of the tag `{name}` is `{parent}`, which is no tag");
                self.tell(message, "add it to `tags`", &["tags"]);
            }
            if !seen.insert(name.clone()) {
                self.tell(format!("the tag `{name}` is described twice"), "remove one of them", &["tags"]);
            }
        }
    }

    /// Security schemes without what makes them usable.
    fn schemes(&mut self) {
        let schemes = self.description.root.pointer("/components/securitySchemes").and_then(Value::as_object);
        for (name, written) in schemes.into_iter().flatten() {
            let scheme = self.description.resolve(written);
            let keys = ["components", "securitySchemes", name.as_str()];
            match text(scheme, "type").as_deref() {
                Some("apiKey") => {
                    let place = text(scheme, "in").unwrap_or_default();
                    if !matches!(place.as_str(), "query" | "header" | "cookie") {
                        let message = format!(
                            "the key of the security scheme `{name}` is in `{place}`, which is no place"
                        );
                        self.tell(message, "write `in: header`, `query` or `cookie`", &keys);
                    }
                    if text(scheme, "name").is_none() {
                        let message = format!("the key of the security scheme `{name}` has no `name`");
                        self.tell(message, "name the header, parameter or cookie", &keys);
                    }
                }
                Some("http") if text(scheme, "scheme").is_none() => {
                    let message = format!("the security scheme `{name}` has no `scheme`");
                    self.tell(message, "write `scheme: bearer` or `scheme: basic`", &keys);
                }
                Some("oauth2") => self.flows(name, scheme),
                _ => {}
            }
        }
    }

    /// The addresses that the flows of a scheme need.
    fn flows(&mut self, name: &str, scheme: &Value) {
        for (flow, written) in scheme.get("flows").and_then(Value::as_object).into_iter().flatten() {
            let needed: &[&str] = match flow.as_str() {
                "implicit" => &["authorizationUrl"],
                "authorizationCode" => &["authorizationUrl", "tokenUrl"],
                "password" | "clientCredentials" => &["tokenUrl"],
                "deviceAuthorization" => &["deviceAuthorizationUrl", "tokenUrl"],
                _ => &[],
            };
            for key in needed.iter().filter(|key| text(written, key).is_none()) {
                let message = format!("the flow `{flow}` of the security scheme `{name}` has no `{key}`");
                let keys = ["components", "securitySchemes", name, "flows", flow];
                self.tell(message, "say where it is", &keys);
            }
        }
    }

    fn operations(&mut self) {
        let mut ids: BTreeSet<&str> = BTreeSet::new();
        let all_ids = self.description.operations.iter().filter_map(|one| one.operation_id.as_deref());
        let all_ids: BTreeSet<&str> = all_ids.collect();
        for operation in &self.description.operations {
            let keys =
                [self.description.section_of(operation), operation.path.as_str(), operation.method.as_str()];
            let named = format!("{} {}", operation.method.to_uppercase(), operation.path);
            if let Some(id) = operation.operation_id.as_deref()
                && !ids.insert(id)
            {
                let message = format!("another operation is called `{id}`, too");
                self.tell(message, "give each operation its own `operationId`", &keys);
            }
            if operation.kind == OperationKind::Path && !operation.path.starts_with('/') {
                self.tell(
                    format!("the path `{}` does not begin with `/`", operation.path),
                    "add it",
                    &keys[..2],
                );
            }
            let Some((item, value)) = self.description.written(operation) else { continue };
            self.shapes(&named, keys, item, value);
            self.links(&named, keys, value, &all_ids);
            let listed =
                |owner: &'a Value| owner.get("parameters").and_then(Value::as_array).into_iter().flatten();
            let (shared, own) = ([keys[0], keys[1], "parameters"], [keys[0], keys[1], keys[2], "parameters"]);
            let all =
                listed(item).map(|one| (&shared[..], one)).chain(listed(value).map(|one| (&own[..], one)));
            let mut in_path: BTreeSet<String> = BTreeSet::new();
            let mut seen: BTreeSet<(usize, &str, &str)> = BTreeSet::new();
            for (place, parameter) in all {
                let parameter = self.description.resolve(parameter);
                self.parameter(&named, place, parameter);
                self.value_of(&named, place, parameter);
                let of = |key: &str| parameter.get(key).and_then(Value::as_str);
                // One of the operation stands for one of its path; in one list there can be only one.
                if let (Some(name), Some(at)) = (of("name"), of("in"))
                    && !seen.insert((place.len(), name, at))
                {
                    let message =
                        format!("{named} has two parameters `{name}` in `{at}`, of which the last is shown");
                    self.refuse(message, "remove one of them", place);
                }
                let name = text(parameter, "name").unwrap_or_default();
                if let Some("path") = parameter.get("in").and_then(Value::as_str) {
                    if parameter.get("required") != Some(&Value::Bool(true)) {
                        let message =
                            format!("the path parameter `{name}` of {named} is not `required: true`");
                        self.tell(message, "a path is not complete without it", &keys);
                    }
                    if !operation.path.contains(&format!("{{{name}}}")) {
                        let message = format!("the path of {named} has no `{{{name}}}`");
                        self.tell(message, "remove the parameter, or add it to the path", &keys);
                    }
                    in_path.insert(name);
                }
            }
            if operation.kind == OperationKind::Path {
                for name in names_in(&operation.path) {
                    if !in_path.contains(name) {
                        let message = format!("`{{{name}}}` in the path of {named} is no parameter of it");
                        self.tell(message, "add a parameter with `in: path` and this name", &keys);
                    }
                }
                if value.get("responses").is_none() {
                    self.tell(format!("{named} has no `responses`"), "say what comes back", &keys);
                }
            }
        }
    }
}
