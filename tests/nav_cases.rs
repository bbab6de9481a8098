//! The resolved navigation against recorded answers of the reference toolchain.
//!
//! The written navigation and the front matter are read by small readers here, so that a failure is a failure
//! of the navigation stage.

use std::collections::BTreeMap;
use std::sync::Arc;

use docs::api::ApiCatalog;
use docs::api::load::load_description;
use docs::config::navigation::{Division, Icon, Level};
use docs::diagnostic::Severity;
use docs::site::navigation::{
    self, Link, Navigation, NavigationInput, SidebarGroup, SidebarItem, SidebarPage, first_page,
    resolve_navigation,
};
use docs::site::page_index::{PageIndex, PageSummary, RareFields};
use docs::site::place::page_place;
use docs::text::{Slug, SourcePath};
use serde_json::{Map, Value, json};

use reading::{names, read_level};

mod places;
mod reading;

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/vectors/nav-cases.ndjson");

/// Cases in which we differ on purpose: name and reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

#[test]
fn recorded_cases() {
    let Ok(text) = std::fs::read_to_string(VECTORS) else {
        eprintln!("skipped: {VECTORS} does not exist");
        return;
    };
    let cases: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
    let files = Files::of(&cases[0]["files"]);
    let mut failures = Vec::new();
    for case in &cases[1..] {
        let name = case["name"].as_str().unwrap_or_default();
        let differences = differences(case, &files);
        match EXCEPTIONS.iter().find(|(exception, _)| *exception == name) {
            Some(_) if differences.is_empty() => {
                failures.push(format!("{name}: listed as exception, but equal"))
            }
            Some(_) => {}
            None => {
                failures.extend(differences.into_iter().map(|difference| format!("{name}: {difference}")))
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn differences(case: &Value, files: &Files) -> Vec<String> {
    let level = read_level(&case["navigation"]);
    let input = NavigationInput {
        level: &level,
        pages: &files.pages,
        apis: &files.apis,
        api_openapi: &[],
        has_overviews: false,
        restricted: docs::site::navigation::RestrictedPages::LeftOut,
        addresses: &docs::text::Addresses::default(),
    };
    let (nav, diagnostics) = resolve_navigation(&input);
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    if case["ok"] == json!(false) {
        return if failed { Vec::new() } else { vec!["an error was expected".to_owned()] };
    }
    let mut differences = Vec::new();
    let mut compare = |what: &str, ours: Value, theirs: &Value| {
        if ours != *theirs {
            differences.push(format!("{what}\n  ours   {ours}\n  theirs {theirs}"));
        }
    };
    compare("errors", json!(failed), &json!(false));
    let missing = diagnostics.iter().filter(|d| d.code == "nav-page-missing").count();
    compare("missing pages", json!(missing), &json!(case["log"].as_array().map_or(0, Vec::len)));
    compare(
        "nav",
        Decorated { nav: &nav, files }.level(&nav.containers[0], &level, Above::Shown),
        &case["nav"],
    );
    let first = first_page(&nav).map(|slug| match slug.route() {
        "" => String::new(),
        route => format!("/{route}"),
    });
    compare("first page", json!(first), &case["firstPage"]);

    let mut hidden = Vec::new();
    let mut hidden_from_search = Vec::new();
    for listed in nav.places.in_reading_order() {
        if listed.state.hidden {
            hidden.push(listed.slug.as_str());
        }
        if listed.state.hidden_from_search {
            hidden_from_search.push(listed.slug.as_str());
        }
    }
    compare("hidden", sorted(hidden), &sorted(strings(&case["hidden"])));
    compare("hidden from search", sorted(hidden_from_search), &sorted(strings(&case["hiddenFromSearch"])));
    for (page, names) in case["breadcrumbs"].as_object().into_iter().flatten() {
        let place = page_place(&nav, &Slug::new(page));
        let ours: Vec<&str> = place.breadcrumbs.iter().map(|crumb| crumb.name.as_str()).collect();
        compare(&format!("breadcrumbs of {page}"), json!(ours), names);
    }
    let generated: Vec<String> = nav.generated.iter().map(|page| format!("{}.mdx", page.slug)).collect();
    let generated = sorted(generated.iter().map(String::as_str).collect());
    compare("generated", generated, &sorted(strings(&case["generated"])));
    differences
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn sorted(mut list: Vec<&str>) -> Value {
    list.sort_unstable();
    list.dedup();
    json!(list)
}

/// Whether something above an entry is hidden.
#[derive(Clone, Copy, PartialEq)]
enum Above {
    Shown,
    Hidden,
}

impl Above {
    fn below(self, hidden: Option<bool>) -> Self {
        match hidden {
            Some(true) => Self::Hidden,
            Some(false) => Self::Shown,
            None => self,
        }
    }
}

/// The resolved navigation in the shape of the recording.
struct Decorated<'a> {
    nav: &'a Navigation,
    files: &'a Files,
}

impl Decorated<'_> {
    fn level(&self, container: &navigation::Container, written: &Level, above: Above) -> Value {
        let mut level = Map::new();
        if written.global.is_some() {
            let mut global = Map::new();
            for division in &container.global {
                self.push_division(&mut global, division, None, above);
            }
            level.insert("global".to_owned(), Value::Object(global));
        }
        for (division, written) in container.divisions.iter().zip(written.divisions()) {
            self.push_division(&mut level, division, Some(written), above);
        }
        if let Some(section) = container.section.map(|at| &self.nav.sections[at]) {
            let (groups, rest) = section.entries.split_at(section.group_count);
            let (pages, generated) = rest.split_at(section.page_count);
            let groups: Vec<Value> =
                groups.iter().chain(generated).map(|item| self.item(item, above)).collect();
            let pages: Vec<Value> = pages.iter().map(|item| self.item(item, above)).collect();
            if !groups.is_empty() {
                level.insert("groups".to_owned(), json!(groups));
            }
            if !pages.is_empty() {
                level.insert("pages".to_owned(), json!(pages));
            }
        }
        if level.is_empty() {
            level.insert("pages".to_owned(), json!([]));
        }
        Value::Object(level)
    }

    fn push_division(
        &self,
        level: &mut Map<String, Value>,
        division: &navigation::Division,
        written: Option<&Division>,
        above: Above,
    ) {
        let above = above.below(division.hidden);
        let (list, key) = names(division.kind);
        let mut inside = match (division.container, written) {
            (Some(id), Some(written)) => self
                .level(&self.nav.containers[id], &written.level, above)
                .as_object()
                .cloned()
                .unwrap_or_default(),
            _ => Map::new(),
        };
        inside.insert(key.to_owned(), json!(division.label));
        let mut put = |key: &str, value: Value| {
            if !value.is_null() && value != json!(false) {
                inside.insert(key.to_owned(), value);
            }
        };
        put("icon", json!(division.icon.as_ref().map(|icon| &icon.name)));
        put("description", json!(division.description));
        put("tag", json!(division.tag));
        put("hidden", json!(division.hidden));
        put("searchable", json!(division.searchable));
        put("default", json!(division.default));
        if division.container.is_none() {
            put(
                "href",
                match &division.link {
                    Some(Link::Url(url)) => json!(url),
                    Some(Link::Page(slug)) => json!(format!("/{slug}")),
                    None => Value::Null,
                },
            );
        }
        let color: Map<String, Value> = [("light", &division.color.light), ("dark", &division.color.dark)]
            .into_iter()
            .filter_map(|(mode, color)| Some((mode.to_owned(), json!(color.as_ref()?))))
            .collect();
        if !color.is_empty() {
            put("color", Value::Object(color));
        }
        let list = level.entry(list).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(Value::Object(inside));
        }
    }

    fn item(&self, item: &SidebarItem, above: Above) -> Value {
        match item {
            SidebarItem::Page(page) => self.page(page, above),
            SidebarItem::Group(group) => self.group(group, above),
        }
    }

    fn group(&self, group: &SidebarGroup, above: Above) -> Value {
        let above = above.below(group.hidden);
        let mut value = json!({ "group": group.title, "pages": Vec::<Value>::new() });
        let items: Vec<Value> = group.items.iter().map(|item| self.item(item, above)).collect();
        value["pages"] = json!(items);
        if let Some(icon) = &group.icon {
            value["icon"] = json!(icon.name);
        }
        if let Some(tag) = &group.tag {
            value["tag"] = json!(tag);
        }
        for (key, flag) in
            [("expanded", group.expanded), ("hidden", group.hidden), ("searchable", group.searchable)]
        {
            if let Some(flag) = flag {
                value[key] = json!(flag);
            }
        }
        if let Some(root) = &group.root {
            value["root"] = self.page(root, above);
        }
        value
    }

    fn page(&self, page: &SidebarPage, above: Above) -> Value {
        let mut value = Map::new();
        if let Some(generated) = self.nav.generated.iter().find(|generated| generated.slug == page.slug) {
            value.insert("title".to_owned(), json!(generated.title));
            if let Some(description) = &generated.description {
                value.insert("description".to_owned(), json!(description));
            }
            if generated.deprecated {
                value.insert("deprecated".to_owned(), json!(true));
            }
            if page.hidden == Some(true) {
                value.insert("hidden".to_owned(), json!(true));
            }
            let key = if generated.reference_text().contains("async") { "asyncapi" } else { "openapi" };
            value.insert(key.to_owned(), json!(generated.reference_text()));
            value.extend(generated.metadata.clone());
        } else {
            value.insert("title".to_owned(), json!(page.title));
        }
        if let Some(front) = self.files.front_matter.get(page.slug.as_str()) {
            value.extend(front.clone());
            // The recording leaves out a page's own `hidden` below something hidden.
            if above == Above::Hidden {
                value.remove("hidden");
            }
        }
        value.insert("href".to_owned(), json!(format!("/{}", page.slug)));
        Value::Object(value)
    }
}

/// The files of the recording.
struct Files {
    pages: PageIndex,
    apis: BTreeMap<SourcePath, Arc<ApiCatalog>>,
    front_matter: BTreeMap<String, Map<String, Value>>,
}

impl Files {
    fn of(files: &Value) -> Self {
        let mut pages = Vec::new();
        let mut apis = BTreeMap::new();
        let mut front_matter = BTreeMap::new();
        for (path, text) in files.as_object().into_iter().flatten() {
            let (path, text) = (SourcePath::new(path), text.as_str().unwrap_or_default());
            if matches!(path.extension().as_str(), "mdx" | "md") {
                let front = front_matter_of(text);
                pages.push(Arc::new(summary(&path, &front)));
                front_matter.insert(Slug::of_page(&path).to_string(), front);
            } else if let (Some(description), _) = load_description(&path, text) {
                apis.insert(path, description.catalog.clone());
            }
        }
        Self { pages: PageIndex::new(pages, Vec::new()), apis, front_matter }
    }
}

fn front_matter_of(text: &str) -> Map<String, Value> {
    let Some((front, _)) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")) else {
        return Map::new();
    };
    let pair = |line: &str| {
        let (key, value) = line.split_once(": ")?;
        let value = match value.trim_matches('"') {
            "true" => json!(true),
            "false" => json!(false),
            text => json!(text),
        };
        Some((key.to_owned(), value))
    };
    front.lines().filter_map(pair).collect()
}

fn summary(path: &SourcePath, front: &Map<String, Value>) -> PageSummary {
    let text = |key: &str| front.get(key).and_then(Value::as_str).map(str::to_owned);
    let flag = |key: &str| front.get(key).and_then(Value::as_bool);
    let rare = RareFields {
        icon: text("icon").map(|name| Icon { name, style: None, library: None }),
        tag: text("tag"),
        url: text("url"),
        openapi: text("openapi"),
        asyncapi: text("asyncapi"),
        api: text("api"),
        ..RareFields::default()
    };
    PageSummary {
        title: text("title"),
        sidebar_title: text("sidebarTitle"),
        description: text("description"),
        deprecated: flag("deprecated").unwrap_or(false),
        hidden: flag("hidden"),
        noindex: flag("noindex").unwrap_or(false),
        searchable: flag("searchable"),
        rare: rare.into(),
        ..PageSummary::new(path.clone())
    }
}
