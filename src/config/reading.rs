//! Reads `navigation` into [`Level`], with the places of its entries.
//!
//! What stands inside a division is never worse than a warning: the reference falls back to a permissive
//! form there and only loses the bad part (behaviour 2.3). At the root it is enough that one kind of
//! children is in order; the problems of the others are warnings then.

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, Severity};

use super::check::{Checker, shown};
use super::chrome::Overrides;
use super::containers::{
    CHILD_KEYS, CONTAINERS, Container, GLOBAL, GLOBAL_CONTAINERS, GROUP, GROUP_LIST, PAGE_LIST, ROOT_LEVEL,
};
use super::json::{Json, JsonValue};
use super::navigation::{
    ApiSource, ColorPair, Division, DivisionKind, Group, Icon, Level, PageEntry, page_path,
};
use super::schema::{List, Object};

/// Reads the value of `navigation`.
pub fn read_navigation(checker: &mut Checker, json: &Json) -> Level {
    if !matches!(json.value, JsonValue::Object(_)) {
        if !matches!(json.value, JsonValue::Broken) {
            checker.wrong_type(json, "an object with pages, groups, tabs or other divisions");
        }
        return Level::default();
    }
    let (values, _) = checker.fields(json, &ROOT_LEVEL, CHILD_KEYS);
    let mut level = Level { directory: text(&values, "directory"), ..Level::default() };
    let mut problems: Vec<Vec<Diagnostic>> = Vec::new();
    for container in CONTAINERS.iter().filter(|container| container.kind != DivisionKind::MenuItem) {
        if let Some(array) = json.get(container.array) {
            let (found, reports) = checker.apart(|checker| divisions(checker, array, container));
            *slot(&mut level, container.kind) = found;
            problems.push(reports);
        }
    }
    if let Some(array) = json.get("groups") {
        let (found, reports) = checker.apart(|checker| groups(checker, array));
        level.groups = found;
        problems.push(reports);
    }
    if let Some(array) = json.get("pages") {
        let (found, reports) = checker.apart(|checker| pages(checker, array));
        level.pages = found;
        problems.push(reports);
    }
    read_sources(checker, json, &ROOT_LEVEL, &mut level);
    level.global = json.get("global").and_then(|global| read_global(checker, global));
    if problems.is_empty() && level.openapi.is_empty() && level.asyncapi.is_empty() {
        let message = "`navigation` names no pages".to_owned();
        let hint =
            "add at least one of pages, groups, tabs, anchors, dropdowns, products, versions, languages";
        checker.report("config-missing-key", json.place, message, hint);
    }
    let is_bad = |reports: &Vec<Diagnostic>| reports.iter().any(|report| report.severity == Severity::Error);
    let all_bad = problems.iter().all(is_bad);
    for mut report in problems.into_iter().flatten() {
        if !all_bad {
            report.severity = report.severity.max(Severity::Warning);
        }
        checker.diagnostics.push(report);
    }
    level
}

/// The list of a level that holds the divisions of a kind.
fn slot(level: &mut Level, kind: DivisionKind) -> &mut Vec<Division> {
    match kind {
        DivisionKind::Language => &mut level.languages,
        DivisionKind::Product => &mut level.products,
        DivisionKind::Version => &mut level.versions,
        DivisionKind::Dropdown => &mut level.dropdowns,
        DivisionKind::Tab => &mut level.tabs,
        DivisionKind::Anchor => &mut level.anchors,
        DivisionKind::MenuItem => &mut level.menu,
    }
}

/// What stands inside a division.
fn read_level(checker: &mut Checker, json: &Json, entry: &Object) -> Level {
    let mut level = Level::default();
    for container in CONTAINERS {
        if let Some(array) = json.get(container.array) {
            *slot(&mut level, container.kind) = divisions(checker, array, container);
        }
    }
    level.groups = json.get("groups").map(|array| groups(checker, array)).unwrap_or_default();
    level.pages = json.get("pages").map(|array| pages(checker, array)).unwrap_or_default();
    level.global = json.get("global").and_then(|global| read_global(checker, global));
    read_sources(checker, json, entry, &mut level);
    level.overrides = overrides(checker, json, entry);
    level
}

fn read_global(checker: &mut Checker, json: &Json) -> Option<Box<Level>> {
    checker.within("global", |checker| {
        if !matches!(json.value, JsonValue::Object(_)) {
            if !matches!(json.value, JsonValue::Broken) {
                checker.wrong_type(json, "an object");
            }
            return None;
        }
        checker.unknown_keys(json, &GLOBAL);
        let mut level = Level::default();
        for container in GLOBAL_CONTAINERS {
            if let Some(array) = json.get(container.array) {
                let mut found = divisions(checker, array, container);
                // An entry without an address leads nowhere.
                found.retain(|division| division.href.is_some());
                *slot(&mut level, container.kind) = found;
            }
        }
        Some(Box::new(level))
    })
}

/// The elements of an array, each with its index in the path.
fn elements<T>(
    checker: &mut Checker,
    json: &Json,
    key: &str,
    list: &List,
    mut read: impl FnMut(&mut Checker, &Json) -> Option<T>,
) -> Vec<T> {
    checker.within(key, |checker| {
        match json.value {
            JsonValue::Array(_) => checker.list_length(json, list),
            JsonValue::Broken => {}
            _ => checker.wrong_type(json, "an array"),
        }
        let elements = json.elements().iter().enumerate();
        let mut read: Vec<T> = elements
            .filter_map(|(at, item)| checker.within(&format!("[{at}]"), |checker| read(checker, item)))
            .collect();
        read.shrink_to_fit();
        read
    })
}

fn divisions(checker: &mut Checker, json: &Json, container: &Container) -> Vec<Division> {
    let mut default_seen = false;
    elements(checker, json, container.array, container.list, |checker, item| {
        let division = read_division(checker, item, container)?;
        if division.default && std::mem::replace(&mut default_seen, true) {
            let message = format!("{} is a second default entry", checker.name());
            checker.warn("config-duplicate-default", item.place, message, "only the first default counts");
        }
        Some(division)
    })
}

fn read_division(checker: &mut Checker, json: &Json, container: &Container) -> Option<Division> {
    if !matches!(json.value, JsonValue::Object(_)) {
        if !matches!(json.value, JsonValue::Broken) {
            checker.wrong_type(json, &format!("an object with `{}`", container.label));
        }
        return None;
    }
    let (values, _) = checker.fields(json, container.entry, CHILD_KEYS);
    let label = json.get(container.label);
    let place = label.map_or(json.place, |label| label.place);
    // A name that is not usable was reported; the pages below are still shown.
    let name = label.and_then(Json::text).filter(|text| !text.is_empty()).unwrap_or("Untitled");
    Some(Division {
        kind: container.kind,
        label: name.to_owned(),
        name: text(&values, "name"),
        icon: Icon::read(&values),
        description: text(&values, "description"),
        tag: text(&values, "tag"),
        href: text(&values, "href"),
        hidden: flag(&values, "hidden"),
        searchable: flag(&values, "searchable"),
        boost: values.get("boost").and_then(boost),
        noindex: flag(&values, "noindex") == Some(true),
        default: flag(&values, "default").unwrap_or(false),
        color: values.get("color").map_or_else(ColorPair::default, |color| ColorPair {
            light: color.get("light").and_then(Value::as_str).map(str::to_owned),
            dark: color.get("dark").and_then(Value::as_str).map(str::to_owned),
        }),
        directory: text(&values, "directory"),
        fallback: text(&values, "fallback"),
        align: text(&values, "align"),
        level: checker.softly(|checker| read_level(checker, json, container.entry)),
        location: checker.location(place),
    })
}

fn groups(checker: &mut Checker, json: &Json) -> Vec<Group> {
    elements(checker, json, "groups", GROUP_LIST, |checker, item| match item.value {
        JsonValue::Object(_) => Some(read_group(checker, item)),
        JsonValue::Broken => None,
        _ => {
            checker.wrong_type(item, "an object with `group` and `pages`");
            None
        }
    })
}

fn read_group(checker: &mut Checker, json: &Json) -> Group {
    let (values, _) = checker.fields(json, &GROUP, CHILD_KEYS);
    let place = json.get("group").map_or(json.place, |group| group.place);
    let mut sources = Level::default();
    read_sources(checker, json, &GROUP, &mut sources);
    Group {
        // A blank name is one: nothing stands above the pages.
        group: match json.get("group").and_then(Json::text) {
            Some(written) if written.trim().is_empty() => String::new(),
            _ => text(&values, "group").unwrap_or_else(|| "Untitled".to_owned()),
        },
        icon: Icon::read(&values),
        tag: text(&values, "tag"),
        expanded: flag(&values, "expanded"),
        root: text(&values, "root").map(|root| entry_path(&root)),
        hidden: flag(&values, "hidden"),
        searchable: flag(&values, "searchable"),
        boost: values.get("boost").and_then(boost),
        directory: text(&values, "directory"),
        pages: json.get("pages").map(|array| pages(checker, array)).unwrap_or_default(),
        openapi: sources.openapi,
        asyncapi: sources.asyncapi,
        location: checker.location(place),
    }
}

/// [`page_path`] of an entry: `/` is the home page.
fn entry_path(text: &str) -> String {
    let path = page_path(text);
    if path.is_empty() && text.contains('/') { "index".to_owned() } else { path }
}

fn pages(checker: &mut Checker, json: &Json) -> Vec<PageEntry> {
    elements(checker, json, "pages", PAGE_LIST, |checker, item| match &item.value {
        JsonValue::Text(path) if path.is_empty() => {
            let message = format!("{} is {}, expected the path of a page", checker.name(), shown(path));
            checker.report("config-bad-value", item.place, message, "remove the entry, or name a page");
            None
        }
        JsonValue::Text(path) => {
            Some(PageEntry::Page { path: entry_path(path), location: checker.location(item.place) })
        }
        JsonValue::Object(_) => Some(PageEntry::Group(Box::new(read_group(checker, item)))),
        JsonValue::Broken => None,
        _ => {
            checker.wrong_type(item, "the path of a page or a group");
            None
        }
    })
}

/// `openapi`, `asyncapi` and `graphql` of a level or group.
fn read_sources(checker: &mut Checker, json: &Json, object: &Object, level: &mut Level) {
    let mut read = |key: &str| {
        let value = json.get(key)?;
        let field = object.fields.iter().find(|field| field.key == key)?;
        checker.within(key, |checker| checker.field(value, field))
    };
    level.openapi = read("openapi").map(|value| api_sources(&value)).unwrap_or_default();
    level.asyncapi = read("asyncapi").map(|value| api_sources(&value)).unwrap_or_default();
    level.graphql = read("graphql").map(|value| api_sources(&value)).unwrap_or_default();
    if let Some(written) = json.get("graphql").filter(|_| !level.graphql.is_empty()) {
        graphql_alone(checker, json, written);
    }
}

/// Tells of what stands beside a schema and has no place there: its pages are the sidebar of the tab.
fn graphql_alone(checker: &mut Checker, json: &Json, written: &Json) {
    let divisions = CONTAINERS.iter().map(|container| container.array);
    let others = divisions.chain(["pages", "openapi", "asyncapi"]).filter(|key| json.get(key).is_some());
    let others: Vec<String> = others.map(|key| format!("`{key}`")).collect();
    if !others.is_empty() {
        let message = format!("{} has `graphql` and {}", checker.name(), others.join(", "));
        let hint = "beside `graphql` there is a place for `groups` alone: make another tab of the rest";
        checker.warn("config-graphql-beside", written.place, message, hint);
    }
}

/// The API descriptions that a checked `openapi` or `asyncapi` value names.
pub fn api_sources(value: &Value) -> Vec<ApiSource> {
    match value {
        Value::String(source) => vec![ApiSource { source: source.clone(), directory: None }],
        Value::Array(items) => items.iter().flat_map(api_sources).collect(),
        Value::Object(values) => text(values, "source")
            .map(|source| ApiSource {
                source,
                directory: text(values, "directory").map(|path| folder(&path)),
            })
            .into_iter()
            .collect(),
        _ => Vec::new(),
    }
}

/// A folder without slashes at its ends.
fn folder(path: &str) -> String {
    page_path(path).trim_end_matches('/').to_owned()
}

/// `banner`, `footer` and `navbar` of a language.
fn overrides(checker: &mut Checker, json: &Json, entry: &Object) -> Option<Box<Overrides>> {
    let mut values = Map::new();
    for field in entry.fields.iter().filter(|field| matches!(field.key, "banner" | "footer" | "navbar")) {
        let value =
            json.get(field.key).map(|value| checker.within(field.key, |this| this.field(value, field)));
        if let Some(mut value) = value.flatten() {
            join_icons(&mut value);
            values.insert(field.key.to_owned(), value);
        }
    }
    if values.is_empty() {
        return None;
    }
    serde_json::from_value(Value::Object(values)).ok().map(Box::new)
}

fn text(values: &Map<String, Value>, key: &str) -> Option<String> {
    values.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn flag(values: &Map<String, Value>, key: &str) -> Option<bool> {
    values.get(key).and_then(Value::as_bool)
}

/// Moves `iconType` into `icon`, in every object of a checked value.
pub fn join_icons(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(join_icons),
        Value::Object(values) => {
            values.values_mut().for_each(join_icons);
            if let Some(icon) = Icon::read(values) {
                values.insert("icon".to_owned(), serde_json::to_value(icon).unwrap_or_default());
            }
        }
        _ => {}
    }
}

/// `boost` in hundredths, within reason (SRCH-05).
pub fn boost(value: &Value) -> Option<u32> {
    let written = value.as_f64()?;
    (written > 0.0).then(|| (written.min(10.0) * 100.0).round() as u32)
}
