//! The operations of an OpenAPI document and the pages they make (behaviour 10.2, 10.3).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::load::Report;
use super::reference::METHODS;
use super::request::scheme_named;
use super::source::{Document, PartId};
use super::{
    ApiCatalog, ApiDescription, ApiTarget, GeneratedPage, MintExtension, Operation, OperationKind,
    Visibility, slug,
};
use crate::diagnostic::Diagnostic;
use crate::text::Slug;

/// Name of the group of operations without tags.
const UNTAGGED_GROUP: &str = "API Reference";

/// Where versions from 3.1 on have requests that the service sends.
const WEBHOOKS: &str = "webhooks";

/// Where version 3.2 has operations of other methods.
const MORE: &str = "additionalOperations";

/// What the list of operations needs to know of one; the rest is read when its page is made.
const HEAD: [&str; 14] = [
    "$ref",
    MORE,
    "summary",
    "description",
    "operationId",
    "tags",
    "deprecated",
    "security",
    "x-hidden",
    "x-excluded",
    "x-internal",
    "x-mint",
    "x-mcp",
    "x-group",
];

/// Reads `paths` in file order, methods in the fixed order, then `webhooks` (`x-webhooks` where there are none).
pub(super) fn operations(description: &ApiDescription, report: &mut Report<'_>) -> Vec<Operation> {
    let document = description.main();
    let tag_groups = tag_groups(&description.root);
    let mut operations = Vec::new();
    let mut schemes = Schemes::of(&description.root);
    schemes.check(&description.root, report, &["security"]);
    let info = description.root.get("info").map(|info| extension(&[info])).unwrap_or_default();
    let mut sections = 0;
    for kind in [OperationKind::Path, OperationKind::Webhook] {
        let section = section_of(document, kind);
        let Some(section_part) = document.entry(0, section) else { continue };
        sections += 1;
        if !document.slice(section_part).starts_with('{') {
            report.add(shape_error(format!("`{section}` must be an object")), &[section]);
            continue;
        }
        let shared = extension(&[&document.pick(section_part, &["x-mint"])]);
        for (name, item_part) in document.entries(section_part) {
            // A reference to all of them that leads nowhere is told as one.
            if name.starts_with("x-") || &**name == "$ref" {
                continue;
            }
            let head = match document.entry(*item_part, "$ref") {
                Some(_) => document.value(*item_part).map(|item| description.resolve(item).clone()),
                None => Some(document.pick(*item_part, &HEAD)),
            };
            let item = head.filter(|item| item.is_object() && document.slice(*item_part).starts_with('{'));
            let Some(item) = item else {
                let message = format!("`{name}` in `{section}` must be an object");
                report.add(shape_error(message), &[section, name]);
                continue;
            };
            let more = item.get(MORE).and_then(Value::as_object).into_iter().flatten();
            let more: Vec<String> = more.map(|(method, _)| method.to_lowercase()).collect();
            for method in METHODS.into_iter().chain(more.iter().map(String::as_str)) {
                let own = document.entry(*item_part, method);
                let value = match own {
                    Some(part) if document.slice(part).starts_with('{') => {
                        let head = document.pick(part, &HEAD);
                        if head.get("$ref").is_some() { description.resolve(&head).clone() } else { head }
                    }
                    Some(_) => Value::Null,
                    None => match of_method(&item, method) {
                        Some(value) => description.resolve(value).clone(),
                        None => continue,
                    },
                };
                if !value.is_object() {
                    let message = format!("`{method}` of `{name}` must be an object");
                    report.add(shape_error(message), &[section, name, method]);
                    continue;
                }
                schemes.check(&value, report, &[section, name, method, "security"]);
                let mut operation = operation(kind, method, name, &item, &value, &tag_groups);
                operation.x_mint = operation.x_mint.within(&shared).within(&info);
                operations.push(operation);
                if kind == OperationKind::Webhook {
                    // A webhook is named without its method, so it makes one page.
                    let more = METHODS.into_iter().filter(|other| *other != method);
                    if let Some(other) = more.into_iter().find(|other| {
                        of_method(&item, other).is_some() || document.entry(*item_part, other).is_some()
                    }) {
                        let message = format!(
                            "webhook `{name}` is sent in several ways, and only `{method}` has a page"
                        );
                        let problem = Diagnostic::warning("api-part-invalid", message);
                        report.add(
                            problem.hint(format!("give `{other}` a webhook of its own")),
                            &[section, name, other],
                        );
                    }
                    break;
                }
            }
        }
    }
    if sections == 0 {
        let diagnostic =
            Diagnostic::error("api-empty", format!("{} has neither paths nor webhooks", description.path))
                .hint("add `paths`, or remove the reference to this file");
        report.add(diagnostic, &["openapi"]);
    }
    operations
}

/// The security schemes of a description, and those that were asked for in vain.
struct Schemes<'a> {
    root: &'a Value,
    known: Option<&'a serde_json::Map<String, Value>>,
    told: BTreeSet<String>,
}

impl<'a> Schemes<'a> {
    fn of(root: &'a Value) -> Self {
        let known = root.pointer("/components/securitySchemes").and_then(Value::as_object);
        Self { root, known, told: BTreeSet::new() }
    }

    /// Tells of schemes that there are not: pages would look as if everybody may call.
    fn check(&mut self, owner: &Value, report: &mut Report<'_>, keys: &[&str]) {
        let needed = owner.get("security").and_then(Value::as_array).into_iter().flatten();
        for scheme in needed.filter_map(Value::as_object).flat_map(|needed| needed.keys()) {
            let is_known =
                self.known.is_some_and(|known| known.contains_key(scheme_named(self.root, scheme)));
            if !is_known && self.told.insert(scheme.clone()) {
                let message =
                    format!("the security scheme `{scheme}` is not defined, so no page says how to use it");
                let problem = Diagnostic::warning("api-part-invalid", message);
                report.add(problem.hint("define it in `components.securitySchemes`"), keys);
            }
        }
    }
}

/// The page of one operation.
pub(super) fn page(
    description: &ApiCatalog,
    operation: &Operation,
    directory: Option<&str>,
) -> GeneratedPage {
    let (target, label) = match operation.kind {
        OperationKind::Path => (
            ApiTarget::Operation { method: operation.method.clone(), path: operation.path.clone() },
            operation.method.to_uppercase(),
        ),
        OperationKind::Webhook => (ApiTarget::Webhook { name: operation.path.clone() }, "WEBHOOK".to_owned()),
    };
    let page = GeneratedPage {
        slug: slug::page_slug(directory, &operation.folder, &operation.file_name),
        alias: operation.operation_id.as_deref().and_then(|id| slug::alias_slug(directory, id)),
        title: operation.title.clone(),
        sidebar_title: None,
        description: operation.description.clone(),
        source: description.path.clone(),
        target,
        method_label: Some(label),
        deprecated: operation.deprecated,
        visibility: if operation.x_hidden { Visibility::Unlisted } else { Visibility::Listed },
        metadata: Default::default(),
        groups: Vec::new(),
    };
    with_extension(page, &operation.x_mint)
}

/// Applies `x-mint` to a page.
pub(super) fn with_extension(mut page: GeneratedPage, extension: &MintExtension) -> GeneratedPage {
    let metadata = &extension.metadata;
    let text_of = |key: &str| metadata.get(key).and_then(scalar_text);
    page.sidebar_title = text_of("sidebarTitle");
    if let Some(href) = &extension.href {
        page.slug = slug::href_slug(href);
        if page.sidebar_title.is_none() && text_of("title").is_none() {
            page.sidebar_title = Some(page.slug.title());
        }
    }
    if let Some(title) = text_of("title") {
        page.title = title;
    }
    if let Some(text) = text_of("description") {
        page.description = Some(text);
    }
    if let Some(deprecated) = metadata.get("deprecated").and_then(Value::as_bool) {
        page.deprecated = deprecated;
    }
    if page.visibility == Visibility::Listed && is_true(metadata.get("hidden")) {
        page.visibility = Visibility::Hidden;
    }
    page.metadata = metadata.clone();
    page.groups = extension.groups.clone();
    page
}

fn operation(
    kind: OperationKind,
    method: &str,
    path: &str,
    item: &Value,
    value: &Value,
    tag_groups: &BTreeMap<&str, &str>,
) -> Operation {
    let summary = text(value, "summary").filter(|summary| !summary.trim().is_empty());
    let tags = value.get("tags").and_then(Value::as_array).into_iter().flatten().filter_map(scalar_text);
    // A group has to be called something.
    let tags: Vec<String> = tags.filter(|tag| !tag.trim().is_empty()).collect();
    // Of some summaries nothing is left that could be a name.
    let named = summary.as_deref().and_then(slug::clean_file_name).filter(|name| !name.is_empty());
    let of_path = || slug::clean_file_name(path).unwrap_or_default();
    let file_name = named.unwrap_or_else(|| match kind {
        OperationKind::Path => format!("{method}-{}", of_path()),
        OperationKind::Webhook => of_path(),
    });
    let title = match (&summary, kind) {
        (Some(summary), OperationKind::Path) => summary.clone(),
        _ => Slug::new(&file_name).title(),
    };
    let group =
        tags.first().map_or(UNTAGGED_GROUP, |tag| tag_groups.get(tag.as_str()).unwrap_or(&tag.as_str()));
    Operation {
        kind,
        method: method.to_owned(),
        path: path.to_owned(),
        // What is said of all methods of a path is said of each that says nothing itself.
        description: text(value, "description")
            .or_else(|| text(item, "description"))
            .or_else(|| text(item, "summary").filter(|_| summary.is_none())),
        operation_id: text(value, "operationId"),
        deprecated: is_true(value.get("deprecated")),
        x_hidden: is_true(value.get("x-hidden")) || is_true(item.get("x-hidden")),
        x_excluded: is_excluded(value) || is_excluded(item),
        x_mint: extension(&[item, value]),
        folder: tags.first().and_then(|tag| slug::clean_file_name(tag)).unwrap_or_default(),
        group: group.to_owned(),
        summary,
        tags,
        file_name,
        title,
    }
}

/// `x-excluded`, or `x-internal` as others call it (OAS-27).
pub(super) fn is_excluded(value: &Value) -> bool {
    is_true(value.get("x-excluded")) || is_true(value.get("x-internal"))
}

/// The `x-mint` objects of a path and of an operation, joined: those of the last win, groups add up.
pub(super) fn extension(owners: &[&Value]) -> MintExtension {
    let mut extension = MintExtension::default();
    for object in owners.iter().filter_map(|value| value.get("x-mint")) {
        extension.href = text(object, "href").or(extension.href);
        extension.content = text(object, "content").or(extension.content);
        if let Some(metadata) = object.get("metadata").and_then(Value::as_object) {
            extension.metadata.extend(metadata.iter().map(|(key, value)| (key.clone(), value.clone())));
        }
    }
    extension.groups = owners.iter().copied().flat_map(groups_of).collect();
    extension
}

impl MintExtension {
    /// With what is said of all paths, or of the whole description (OAS-20): what says where one page lies and what it
    /// holds can only be meant for one.
    fn within(mut self, around: &MintExtension) -> Self {
        let own = std::mem::take(&mut self.metadata);
        self.metadata = around.metadata.clone();
        self.metadata.extend(own);
        self.groups.splice(0..0, around.groups.iter().cloned());
        self
    }
}

/// `x-mint.groups`: who may read it.
pub(super) fn groups_of(value: &Value) -> impl Iterator<Item = String> + '_ {
    let groups = value.get("x-mint").and_then(|extension| extension.get("groups")?.as_array());
    groups.into_iter().flatten().filter_map(scalar_text)
}

/// Display names of tags: `x-group`, or `x-displayName` as others call it (OAS-30, OAS-31), or what version 3.2 has for
/// it.
fn tag_groups(root: &Value) -> BTreeMap<&str, &str> {
    let keys: &[&str] = if has_tags_in_tags(root) {
        &["x-group", "x-displayName", "summary"]
    } else {
        &["x-group", "x-displayName"]
    };
    let tags = root.get("tags").and_then(Value::as_array).into_iter().flatten();
    tags.filter_map(|tag| {
        let named = keys.iter().find_map(|key| tag.get(*key)?.as_str());
        Some((tag.get("name")?.as_str()?, named.filter(|group| !group.trim().is_empty())?))
    })
    .collect()
}

/// Whether a description is of a version that knows the summary and the parent of a tag.
fn has_tags_in_tags(root: &Value) -> bool {
    let is_newer = |version: String| !["2.", "3.0", "3.1"].iter().any(|older| version.starts_with(older));
    text(root, "openapi").is_some_and(is_newer)
}

/// Most tags within each other.
const MAX_PARENTS: usize = 8;

/// The groups of the parents of each tag that has one, the outermost first. A tag that is within itself has none.
pub(super) fn parents_of_tags(root: &Value) -> BTreeMap<String, Vec<String>> {
    let written = root.get("tags").and_then(Value::as_array).into_iter().flatten();
    let written = written.filter(|_| has_tags_in_tags(root));
    let parents: BTreeMap<&str, &str> =
        written.filter_map(|tag| Some((tag.get("name")?.as_str()?, tag.get("parent")?.as_str()?))).collect();
    let groups = tag_groups(root);
    let above = |tag: &str| {
        let mut chain = Vec::new();
        let mut at = tag;
        while let Some(parent) = parents.get(at).copied() {
            if chain.len() == MAX_PARENTS || parent == tag {
                return None;
            }
            chain.push(groups.get(parent).copied().unwrap_or(parent).to_owned());
            at = parent;
        }
        chain.reverse();
        Some((tag.to_owned(), chain))
    };
    parents.keys().filter_map(|tag| above(tag)).collect()
}

/// What is said of each tag.
pub(super) fn descriptions_of_tags(root: &Value) -> BTreeMap<String, String> {
    let tags = root.get("tags").and_then(Value::as_array).into_iter().flatten();
    tags.filter_map(|tag| Some((text(tag, "name")?, text(tag, "description")?))).collect()
}

/// `x-tagGroups`, as others write it (OAS-31): names of groups with their tags.
pub(super) fn groups_of_tags(root: &Value) -> Vec<(String, Vec<String>)> {
    let written = root.get("x-tagGroups").and_then(Value::as_array).into_iter().flatten();
    let groups = written.filter_map(|group| {
        let tags = group.get("tags")?.as_array()?.iter().filter_map(scalar_text);
        Some((text(group, "name")?, tags.collect()))
    });
    groups.collect()
}

/// The operation of a path for a method in lower case.
fn of_method<'a>(item: &'a Value, method: &str) -> Option<&'a Value> {
    let more = || item.get(MORE)?.as_object()?.iter().find(|(name, _)| name.to_lowercase() == method);
    item.get(method).or_else(|| more().map(|(_, value)| value))
}

fn shape_error(message: String) -> Diagnostic {
    Diagnostic::error("api-part-invalid", message).hint("this part is left out; the rest is read")
}

/// A non-empty text at `key`; numbers and booleans, which YAML makes of bare words, count as text.
pub(super) fn text(value: &Value, key: &str) -> Option<String> {
    stated_text(value, key).filter(|text| !text.is_empty())
}

/// A text at `key`, which may be empty.
pub(super) fn stated_text(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(scalar_text)
}

/// A text as it is, any other value as JSON.
pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A scalar as text.
pub(super) fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Whether a flag is on.
pub(super) fn is_true(value: Option<&Value>) -> bool {
    value.is_some_and(|value| value.as_bool() == Some(true) || value.as_str() == Some("true"))
}

/// The part of a description that operations of this kind stand in. Version 3.0 knows no webhooks, and those who have
/// some write them as an extension.
fn section_of(document: &Document, kind: OperationKind) -> &'static str {
    match kind {
        OperationKind::Path => "paths",
        OperationKind::Webhook if document.entry(0, WEBHOOKS).is_none() => "x-webhooks",
        OperationKind::Webhook => WEBHOOKS,
    }
}

impl ApiDescription {
    /// The part of it that an operation stands in.
    pub(super) fn section_of(&self, operation: &Operation) -> &'static str {
        section_of(self.main(), operation.kind)
    }

    /// The path item and the operation as written; `None` when they are not in this description, or cannot be read.
    /// A path item that is no reference holds everything but the operations.
    pub(super) fn written<'a>(&'a self, operation: &Operation) -> Option<(&'a Value, &'a Value)> {
        let document = self.main();
        let (item_part, own) = self.parts_of(operation)?;
        if let Some(own) = own {
            let item = document.shared(item_part, &METHODS)?;
            return Some((self.resolve(item), self.resolve(document.value(own)?)));
        }
        let item = self.resolve(document.value(item_part)?);
        Some((item, self.resolve(of_method(item, &operation.method)?)))
    }

    /// The parts of the path item and of the operation in it.
    fn parts_of(&self, operation: &Operation) -> Option<(PartId, Option<PartId>)> {
        let document = self.main();
        let item = document.entry(document.entry(0, self.section_of(operation))?, &operation.path)?;
        Some((item, document.entry(item, &operation.method)))
    }

    /// The parts that the page of an operation shows.
    pub(super) fn shown_parts(&self, operation: &Operation) -> Vec<PartId> {
        let Some((item, own)) = self.parts_of(operation) else { return Vec::new() };
        let shared = self.main().entries(item).iter();
        let shared = shared.filter(|(name, _)| own.is_none() || !METHODS.contains(&&**name));
        shared.map(|(_, part)| *part).chain(own).collect()
    }
}
