//! The resolved navigation against recorded answers of the reference toolchain.
//!
//! The written navigation and the front matter are read by small readers here, so that a failure is a failure
//! of the navigation stage.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use docs::api::ApiDescription;
use docs::api::load::load_description;
use docs::config::navigation::{ApiSource, ColorPair, Division, DivisionKind, Group, Icon, Level, PageEntry};
use docs::diagnostic::Severity;
use docs::site::folders::folder_pages;
use docs::site::navigation::{
    self, Link, Navigation, NavigationInput, SidebarGroup, SidebarItem, SidebarPage, first_page,
    resolve_navigation,
};
use docs::site::page_index::{PageIndex, PageSummary};
use docs::site::place::{Fit, page_place};
use docs::site::redirects::{Permanence, Redirect, Redirects};
use docs::text::{Slug, SourcePath};
use serde_json::{Map, Value, json};

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
    let input = NavigationInput { level: &level, pages: &files.pages, apis: &files.apis, api_openapi: &[] };
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
        for (division, written) in container.divisions.iter().zip(divisions_of(written)) {
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
    apis: BTreeMap<SourcePath, Arc<ApiDescription>>,
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
                apis.insert(path, Arc::new(description));
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
    PageSummary {
        title: text("title"),
        sidebar_title: text("sidebarTitle"),
        description: text("description"),
        icon: text("icon").map(|name| Icon { name, style: None, library: None }),
        tag: text("tag"),
        deprecated: flag("deprecated").unwrap_or(false),
        hidden: flag("hidden"),
        noindex: flag("noindex").unwrap_or(false),
        searchable: flag("searchable"),
        url: text("url"),
        openapi: text("openapi"),
        asyncapi: text("asyncapi"),
        api: text("api"),
        ..PageSummary::new(path.clone())
    }
}

fn names(kind: DivisionKind) -> (&'static str, &'static str) {
    match kind {
        DivisionKind::Language => ("languages", "language"),
        DivisionKind::Product => ("products", "product"),
        DivisionKind::Version => ("versions", "version"),
        DivisionKind::Dropdown => ("dropdowns", "dropdown"),
        DivisionKind::Tab => ("tabs", "tab"),
        DivisionKind::Anchor => ("anchors", "anchor"),
        DivisionKind::MenuItem => ("menu", "item"),
    }
}

fn divisions_of(level: &Level) -> impl Iterator<Item = &Division> {
    [
        &level.languages,
        &level.products,
        &level.versions,
        &level.dropdowns,
        &level.tabs,
        &level.anchors,
        &level.menu,
    ]
    .into_iter()
    .flatten()
}

fn read_level(value: &Value) -> Level {
    let divisions = |kind: DivisionKind| -> Vec<Division> {
        let (list, key) = names(kind);
        value[list].as_array().into_iter().flatten().map(|entry| read_division(kind, key, entry)).collect()
    };
    Level {
        languages: divisions(DivisionKind::Language),
        products: divisions(DivisionKind::Product),
        versions: divisions(DivisionKind::Version),
        dropdowns: divisions(DivisionKind::Dropdown),
        tabs: divisions(DivisionKind::Tab),
        anchors: divisions(DivisionKind::Anchor),
        menu: divisions(DivisionKind::MenuItem),
        groups: value["groups"].as_array().into_iter().flatten().map(read_group).collect(),
        pages: read_pages(&value["pages"]),
        global: value.get("global").map(|global| Box::new(read_level(global))),
        openapi: read_sources(&value["openapi"]),
        asyncapi: read_sources(&value["asyncapi"]),
        ..Level::default()
    }
}

fn read_division(kind: DivisionKind, key: &str, value: &Value) -> Division {
    Division {
        kind,
        label: text(value, key).unwrap_or_default(),
        name: text(value, "name"),
        icon: text(value, "icon").map(|name| Icon { name, style: None, library: None }),
        description: text(value, "description"),
        tag: text(value, "tag"),
        href: text(value, "href"),
        hidden: value["hidden"].as_bool(),
        searchable: value["searchable"].as_bool(),
        default: value["default"].as_bool().unwrap_or(false),
        color: ColorPair { light: text(&value["color"], "light"), dark: text(&value["color"], "dark") },
        directory: text(value, "directory"),
        align: text(value, "align"),
        level: read_level(value),
        location: None,
    }
}

fn read_group(value: &Value) -> Group {
    Group {
        group: text(value, "group").unwrap_or_default(),
        icon: text(value, "icon").map(|name| Icon { name, style: None, library: None }),
        tag: text(value, "tag"),
        expanded: value["expanded"].as_bool(),
        root: text(value, "root"),
        hidden: value["hidden"].as_bool(),
        searchable: value["searchable"].as_bool(),
        directory: text(value, "directory"),
        pages: read_pages(&value["pages"]),
        openapi: read_sources(&value["openapi"]),
        asyncapi: read_sources(&value["asyncapi"]),
        location: None,
    }
}

fn read_pages(value: &Value) -> Vec<PageEntry> {
    let entry = |value: &Value| match value.as_str() {
        Some(path) => PageEntry::Page { path: path.trim_start_matches('/').to_owned(), location: None },
        None => PageEntry::Group(read_group(value)),
    };
    value.as_array().into_iter().flatten().map(entry).collect()
}

fn read_sources(value: &Value) -> Vec<ApiSource> {
    match value {
        Value::String(source) => vec![ApiSource { source: source.clone(), directory: None }],
        Value::Array(sources) => sources.iter().flat_map(read_sources).collect(),
        Value::Object(object) => {
            let source = object.get("source").and_then(Value::as_str).unwrap_or_default().to_owned();
            vec![ApiSource { source, directory: text(value, "directory") }]
        }
        _ => Vec::new(),
    }
}

fn text(value: &Value, key: &str) -> Option<String> {
    value[key].as_str().map(str::to_owned)
}

fn site(navigation: Value, pages: &[&str]) -> Navigation {
    let summaries =
        pages.iter().map(|page| Arc::new(PageSummary::new(SourcePath::new(&format!("{page}.mdx")))));
    let pages = PageIndex::new(summaries.collect(), Vec::new());
    let apis: BTreeMap<SourcePath, Arc<ApiDescription>> = BTreeMap::new();
    let level = read_level(&navigation);
    resolve_navigation(&NavigationInput { level: &level, pages: &pages, apis: &apis, api_openapi: &[] }).0
}

#[test]
fn neighbours_skip_hidden_pages_and_stay_in_the_sidebar() {
    let nav = site(
        json!({"tabs": [
            {"tab": "A", "groups": [
                {"group": "G", "root": "a/index", "pages": ["a/index", "a/one", "nope"]},
                {"group": "H", "hidden": true, "pages": ["a/two"]},
                {"group": "I", "pages": ["a/three"]}]},
            {"tab": "B", "pages": ["b/one"]}]}),
        &["a/index", "a/one", "a/two", "a/three", "b/one"],
    );
    let place = |slug: &str| page_place(&nav, &Slug::new(slug));
    let names = |slug: &str| {
        let place = place(slug);
        (place.previous.map(|n| n.slug.to_string()), place.next.map(|n| n.slug.to_string()))
    };
    assert_eq!(names("a/index"), (None, Some("a/one".to_owned())));
    assert_eq!(names("a/one"), (Some("a/index".to_owned()), Some("a/three".to_owned())));
    assert_eq!(names("a/two"), (None, None));
    assert_eq!(names("b/one"), (None, None));
    assert_eq!(place("a/one").section_id.as_deref(), Some("a"));
    assert_eq!(place("a/one").eyebrow(), Some("G"));
    let tabs = place("b/one").trail.switcher(DivisionKind::Tab).cloned().expect("tabs");
    assert_eq!(tabs.active, Some(1));
    assert!(Arc::ptr_eq(&tabs.items, &place("a/one").trail.switcher(DivisionKind::Tab).expect("tabs").items));
}

#[test]
fn an_unlisted_page_gets_the_section_with_the_longest_prefix() {
    let nav = site(
        json!({"tabs": [{"tab": "A", "pages": ["a/one"]}, {"tab": "B", "pages": ["b/x/one", "b/one"]}]}),
        &["a/one", "b/one", "b/x/one", "b/x/two", "zzz"],
    );
    let place = page_place(&nav, &Slug::new("b/x/two"));
    assert_eq!((place.section_id.as_deref(), place.listed), (Some("b"), None));
    assert!(place.breadcrumbs.is_empty() && place.next.is_none());
    assert_eq!(page_place(&nav, &Slug::new("zzz")).section_id.as_deref(), Some("a"));
}

#[test]
fn counterparts_in_other_languages_and_versions() {
    let nav = site(
        json!({"languages": [
            {"language": "en", "versions": [
                {"version": "v2", "default": true, "groups": [{"group": "Start", "pages": ["v2/intro", "v2/new"]}]},
                {"version": "v1", "groups": [{"group": "Start", "pages": ["v1/first", "v1/intro"]}]}]},
            {"language": "es", "pages": ["es/v2/intro"]},
            {"language": "fr", "hidden": true, "pages": ["fr/v2/intro"]},
            {"language": "de", "href": "https://de.example.com"}]}),
        &["v2/intro", "v2/new", "v1/first", "v1/intro", "es/v2/intro", "fr/v2/intro"],
    );
    let seen = |slug: &str| -> Vec<(String, String, Fit)> {
        let place = page_place(&nav, &Slug::new(slug));
        let link = |link: Option<Link>| match link {
            Some(Link::Page(slug)) => slug.to_string(),
            Some(Link::Url(url)) => url,
            None => String::new(),
        };
        place.counterparts.into_iter().map(|c| (c.label, link(c.link), c.fit)).collect()
    };
    let row = |label: &str, link: &str, fit| (label.to_owned(), link.to_owned(), fit);
    assert_eq!(
        seen("v2/intro"),
        [
            row("en", "v2/intro", Fit::Current),
            row("es", "es/v2/intro", Fit::SamePage),
            row("de", "https://de.example.com", Fit::Division),
            row("v2", "v2/intro", Fit::Current),
            row("v1", "v1/intro", Fit::SamePage),
        ]
    );
    let new = seen("v2/new");
    assert_eq!(new[1], row("es", "es/v2/intro", Fit::Division));
    assert_eq!(new[4], row("v1", "v1/first", Fit::Group));
    assert_eq!(seen("es/v2/intro")[0], row("en", "v2/intro", Fit::SamePage));
}

#[test]
fn mixed_children_are_all_kept() {
    let nav = site(
        json!({"pages": ["p"], "groups": [{"group": "G", "pages": ["g"]}], "tabs": [{"tab": "T", "pages": ["t"]}],
               "global": {"tabs": [{"tab": "X", "href": "https://e.x"}, {"tab": "Y", "hidden": true, "href": "/y"}]}}),
        &["p", "g", "t"],
    );
    let all: BTreeSet<String> = nav.places.all().iter().map(|listed| listed.slug.to_string()).collect();
    assert_eq!(all.into_iter().collect::<Vec<_>>(), ["g", "p", "t"]);
    let place = page_place(&nav, &Slug::new("p"));
    let tabs = place.trail.switcher(DivisionKind::Tab).cloned().expect("tabs");
    let names: Vec<(&str, bool)> = tabs.iter().map(|(tab, active)| (tab.name.as_str(), active)).collect();
    assert_eq!(names, [("T", false), ("X", false)]);
    assert_eq!(place.next, None);
    assert_eq!(place.previous.map(|n| n.slug.to_string()), Some("g".to_owned()));
}

#[test]
fn folders_without_a_page_lead_to_their_first_page() {
    let nav = site(
        json!({"pages": ["a/b/two", "a/one", "c/index", "d/x", "e/f", {"group": "H", "hidden": true, "pages": ["h/x"]}]}),
        &["a/b/two", "a/one", "c/index", "d/x", "d", "e/f", "h/x"],
    );
    let redirects = Redirects::new(&[Redirect {
        source: "/e".to_owned(),
        destination: "/d".to_owned(),
        permanence: Permanence::Permanent,
        location: None,
    }]);
    let folders = folder_pages(&nav, &redirects, ["a/b/two", "a/one", "c", "d/x", "d", "e/f", "h/x"]);
    let found: Vec<(&str, &str)> =
        folders.iter().map(|(folder, page)| (folder.as_str(), page.as_str())).collect();
    assert_eq!(found, [("a", "a/b/two"), ("a/b", "a/b/two")]);
}

fn api_site(navigation: Value, api_openapi: &[&str]) -> (Navigation, Vec<String>) {
    let document = |title: &str, paths: Value| {
        json!({"openapi": "3.1.0", "info": {"title": title, "version": "1"}, "paths": paths}).to_string()
    };
    let operation = |summary: &str, tag: &str| json!({"summary": summary, "tags": [tag], "responses": {}});
    let files = [
        (
            "one.json",
            document(
                "One",
                json!({"/a": {"get": operation("Read a", "t"), "post": operation("Make a", "t")}}),
            ),
        ),
        (
            "two.json",
            document(
                "Two",
                json!({"/b": {"get": operation("Read b", "u")}, "/a2": {"get": operation("Read a", "t")}}),
            ),
        ),
    ];
    let mut apis = BTreeMap::new();
    for (path, text) in files {
        let path = SourcePath::new(path);
        let description = load_description(&path, &text).0.expect("a description");
        apis.insert(path, Arc::new(description));
    }
    let pages = PageIndex::new(vec![Arc::new(PageSummary::new(SourcePath::new("intro.mdx")))], Vec::new());
    let sources: Vec<ApiSource> = api_openapi
        .iter()
        .map(|source| ApiSource { source: (*source).to_owned(), directory: None })
        .collect();
    let level = read_level(&navigation);
    let input = NavigationInput { level: &level, pages: &pages, apis: &apis, api_openapi: &sources };
    let (nav, diagnostics) = resolve_navigation(&input);
    (nav, diagnostics.into_iter().map(|diagnostic| diagnostic.code.to_owned()).collect())
}

fn generated(nav: &Navigation) -> Vec<&str> {
    nav.generated.iter().map(|page| page.slug.as_str()).collect()
}

#[test]
fn openapi_on_the_root_with_several_files() {
    let (nav, codes) = api_site(json!({"openapi": ["one.json", "/two.json"], "pages": ["intro"]}), &[]);
    assert_eq!(codes, Vec::<String>::new());
    // Two operations never share an address, even across files.
    let expected = [
        "api-reference/t/read-a",
        "api-reference/t/make-a",
        "api-reference/u/read-b",
        "api-reference/t/read-a-1",
    ];
    assert_eq!(generated(&nav), expected);
    assert_eq!(first_page(&nav).map(Slug::as_str), Some("intro"));
    let place = page_place(&nav, &Slug::new("intro"));
    assert_eq!(place.next.map(|next| next.title), Some("Read a".to_owned()));
}

#[test]
fn listed_operations_replace_the_full_list_of_their_level() {
    let navigation = json!({"tabs": [{"tab": "API", "openapi": "one.json", "groups": [
        {"group": "G", "pages": ["get /a/", "GET /a", "GET /b"]}]}]});
    let (nav, codes) = api_site(navigation, &[]);
    assert_eq!(generated(&nav), ["api-reference/t/read-a"]);
    assert_eq!(codes, ["api-operation-not-found"]);
    let SidebarItem::Group(group) = &nav.sections[0].entries[0] else { panic!("a group") };
    assert_eq!(group.items.len(), 3);
    let SidebarItem::Page(broken) = &group.items[2] else { panic!("a page") };
    assert_eq!((broken.link.clone(), broken.title.as_str()), (None, "B"));
}

#[test]
fn operations_of_the_api_section_can_be_listed() {
    let navigation = json!({"pages": ["GET /b", "GET /nope", "three.json GET /x", "missing/page"]});
    let (nav, codes) = api_site(navigation.clone(), &["one.json", "two.json"]);
    assert_eq!(generated(&nav), ["api-reference/u/read-b"]);
    assert_eq!(codes, ["api-operation-not-found", "api-description-missing", "nav-page-missing"]);
    let (_, codes) = api_site(navigation, &[]);
    assert_eq!(
        codes,
        ["nav-page-missing", "nav-page-missing", "api-description-missing", "nav-page-missing"]
    );
}

#[test]
fn inexact_names_are_understood() {
    let pages =
        ["a/one", "a/index"].map(|page| Arc::new(PageSummary::new(SourcePath::new(&format!("{page}.mdx")))));
    let pages = PageIndex::new(pages.to_vec(), vec![Slug::new("secret")]);
    let apis: BTreeMap<SourcePath, Arc<ApiDescription>> = BTreeMap::new();
    let level = read_level(&json!({"pages": ["/a/one/", "a/one.mdx", "a", "A/One", "secret"]}));
    let input = NavigationInput { level: &level, pages: &pages, apis: &apis, api_openapi: &[] };
    let (nav, diagnostics) = resolve_navigation(&input);
    let seen: Vec<(&str, String)> =
        diagnostics.iter().map(|d| (d.code, d.hint.clone().unwrap_or_default())).collect();
    assert_eq!(
        seen,
        [
            ("nav-page-name", "write `a/one`".to_owned()),
            ("nav-page-name", "write `a/index`".to_owned()),
            ("nav-page-missing", "did you mean `a/one`?".to_owned()),
        ]
    );
    assert_eq!(nav.sections[0].entries.len(), 4);
}

#[test]
fn hidden_divisions_are_listed_only_when_active() {
    let nav = site(
        json!({"tabs": [
            {"tab": "A", "pages": ["a"]},
            {"tab": "H", "hidden": true, "pages": ["h"]},
            {"tab": "M", "menu": [{"item": "I", "pages": ["i"]}, {"item": "J", "pages": ["j"]}]}]}),
        &["a", "h", "i", "j"],
    );
    let tabs = |slug: &str| -> Vec<(String, bool)> {
        let place = page_place(&nav, &Slug::new(slug));
        let tabs = place.trail.switcher(DivisionKind::Tab).cloned().expect("tabs");
        tabs.iter().map(|(tab, active)| (tab.name.clone(), active)).collect()
    };
    let row = |name: &str, active| (name.to_owned(), active);
    assert_eq!(tabs("a"), [row("A", true), row("M", false)]);
    assert_eq!(tabs("h"), [row("A", false), row("H", true), row("M", false)]);
    let place = page_place(&nav, &Slug::new("j"));
    assert_eq!(place.trail.active_menu_item, Some(1));
    assert_eq!(place.breadcrumbs.iter().map(|crumb| crumb.name.as_str()).collect::<Vec<_>>(), ["M", "J"]);
    let tabs = place.trail.switcher(DivisionKind::Tab).cloned().expect("tabs");
    assert_eq!((tabs.active, tabs.items[1].menu.len()), (Some(1), 2));
    assert_eq!(tabs.items[1].link, Some(Link::Page(Slug::new("i"))));
}
