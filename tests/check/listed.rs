//! What the navigation lists: entries that stand twice or have nothing in them, and descriptions that it names.

use docs::diagnostic::Diagnostic;
use docs::engine::check::External;
use serde_json::{Value, json};

use super::page;
use crate::site::Site;

const OPENAPI: &str = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /a:\n    get: { summary: List, responses: {} }\n";
const ASYNCAPI: &str = "asyncapi: 3.0.0\ninfo: { title: A, version: '1' }\nchannels:\n  trades: { address: trades, messages: { t: { payload: { type: string } } } }\noperations:\n  send: { action: send, channel: { $ref: '#/channels/trades' } }\n";

fn site(navigation: Value) -> Site {
    let site = Site::new().with_config(json!({ "navigation": navigation }));
    ["index", "a", "b"].into_iter().fold(site, |site, name| site.file(&format!("{name}.mdx"), &page("", "x")))
}

/// `code: message (hint)` of all that is told at a place, apart from advice.
fn told(mut site: Site) -> Vec<String> {
    let line = |problem: &Diagnostic| {
        let hint = problem.hint.as_deref().unwrap_or_default();
        format!("{}: {} ({hint})", problem.code, problem.message)
    };
    site.check(External::Trusted).diagnostics.iter().map(line).collect()
}

#[test]
fn nav_02_a_page_that_stands_twice_in_one_list_is_told() {
    let twice = "nav-page-twice: `a` stands twice in one list of pages (remove one of the entries)";
    assert_eq!(told(site(json!({ "pages": ["index", "a", "b", "/a"] }))), [twice]);
    let nested = json!([{ "group": "G", "pages": ["index", { "group": "H", "pages": ["a", "a"] }] }]);
    assert_eq!(told(site(json!({ "groups": nested }))), [twice]);
    // In two groups, tabs or versions it is there on purpose, and what is hidden nobody sees twice.
    for navigation in [
        json!({ "groups": [{ "group": "G", "pages": ["index", "a"] }, { "group": "H", "pages": ["a", "b"] }] }),
        json!({ "tabs": [{ "tab": "G", "pages": ["index", "a"] }, { "tab": "H", "pages": ["a", "b"] }] }),
        json!({ "groups": [{ "group": "G", "root": "a", "pages": ["a", "b", "index"] }] }),
        json!({ "groups": [{ "group": "G", "pages": ["index", "a"] }, { "group": "H", "hidden": true, "pages": ["b", "b"] }] }),
    ] {
        assert_eq!(told(site(navigation.clone())), Vec::<String>::new(), "{navigation}");
    }
}

#[test]
fn nav_07_entries_of_one_row_with_one_name_are_told() {
    let rows = json!({ "tabs": [
        { "tab": "A", "pages": ["index"] },
        { "tab": "A ", "pages": ["a"] },
        { "tab": "B", "anchors": [{ "anchor": "A", "pages": ["b"] }] },
        { "tab": "B", "hidden": true, "pages": ["b"] },
    ] });
    let told = told(site(rows));
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].starts_with("nav-name-twice: two tabs beside each other are called `A` ("), "{told:#?}");
}

#[test]
fn nav_07_a_tab_without_a_page_is_told() {
    let with =
        |tab: Value| told(site(json!({ "tabs": [{ "tab": "A", "pages": ["index", "a", "b"] }, tab] })));
    for empty in [
        json!({ "tab": "E", "pages": [] }),
        json!({ "tab": "E", "groups": [{ "group": "G", "pages": [] }] }),
        json!({ "tab": "E", "pages": [{ "group": "G", "pages": [] }] }),
    ] {
        let told = with(empty.clone());
        assert_eq!(told.len(), 1, "{empty}: {told:#?}");
        let message = "config-doubtful-value: `navigation.tabs[1]` has no page, so it is left out (";
        assert!(told[0].starts_with(message), "{empty}: {told:#?}");
    }
    // One sentence for each.
    for empty in [json!({ "tab": "E", "groups": [] }), json!({ "tab": "E" })] {
        assert_eq!(with(empty.clone()).len(), 1, "{empty}");
    }
    for full in [
        json!({ "tab": "E", "groups": [{ "group": "G", "root": "a", "pages": [] }] }),
        json!({ "tab": "E", "pages": [], "href": "https://e.x" }),
        json!({ "tab": "E", "hidden": true, "pages": [] }),
    ] {
        assert_eq!(with(full.clone()), Vec::<String>::new(), "{full}");
    }
}

#[test]
fn nav_10_an_entry_that_is_wrong_in_each_version_is_told_once_with_all_places() {
    let version = |name: &str, pages: Value| json!({ "version": name, "pages": pages });
    let mut site = site(json!({ "versions": [
        version("2", json!(["index", "gone", "a.mdx", "b"])),
        version("1", json!(["index", "gone", "a.mdx", "b"])),
        version("0", json!(["index", "gone", "b"])),
    ] }));
    let report = site.check(External::Trusted);
    let config: Vec<String> = site.source("docs.json").lines().map(str::to_owned).collect();
    for (code, entry) in [("nav-page-missing", "\"gone\""), ("nav-page-name", "\"a.mdx\"")] {
        let all: Vec<_> = report.diagnostics.iter().filter(|problem| problem.code == code).collect();
        let [problem] = all.as_slice() else { panic!("{all:#?}") };
        let lines: Vec<String> = config
            .iter()
            .enumerate()
            .flat_map(|(at, line)| line.match_indices(entry).map(move |(column, _)| (at + 1, column + 1)))
            .map(|(line, column)| format!("{line}:{column}"))
            .collect();
        let (first, others) = lines.split_first().expect("the entry");
        let place = problem.location.as_ref().expect("a place");
        assert_eq!(&format!("{}:{}", place.line, place.column), first);
        let hint = problem.hint.as_deref().unwrap_or_default();
        let (_, also) = hint.split_once("; also at ").expect("other places");
        assert_eq!(also.split(", ").count(), others.len(), "{hint}");
        for (told, place) in also.split(", ").zip(others) {
            let line = place.split(':').next().unwrap_or_default();
            let is_on_own_line = told == format!("docs.json:{line}");
            assert!(is_on_own_line || told == format!("docs.json:{place}"), "{told} is not {place}");
        }
    }
}

#[test]
fn oas_01_a_description_of_the_other_kind_is_told_and_shown() {
    let navigation = json!({ "groups": [
        { "group": "G", "pages": ["index", "a", "b"] },
        { "group": "One", "asyncapi": "open.yaml" },
        { "group": "Two", "openapi": "async.yaml" },
    ] });
    let site = || site(navigation.clone()).file("open.yaml", OPENAPI).file("async.yaml", ASYNCAPI);
    let told = told(site());
    let kinds: Vec<&String> = told.iter().filter(|line| line.starts_with("api-description-kind")).collect();
    assert_eq!(
        kinds,
        [
            "api-description-kind: `asyncapi` names `open.yaml`, which is a description of OpenAPI (write `openapi` in place of `asyncapi`)",
            "api-description-kind: `openapi` names `async.yaml`, which is a description of AsyncAPI (write `asyncapi` in place of `openapi`)",
        ]
    );
    let built = site().build();
    assert!(
        built.files().keys().any(|path| path.starts_with("api-reference/list")),
        "{:?}",
        built.files().keys()
    );
    // The settings of the API, too.
    let mut settings = Site::new()
        .with_config(json!({ "api": { "asyncapi": "open.yaml" } }))
        .file("index.mdx", &page("", "x"))
        .file("open.yaml", OPENAPI);
    let report = settings.check(External::Trusted);
    let codes: Vec<&str> = report.diagnostics.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["api-description-kind"], "{:#?}", report.diagnostics);
}

#[test]
fn oas_01_a_description_that_is_there_is_not_said_to_be_absent() {
    let group = |path: &str| json!({ "group": path, "openapi": path });
    let front = |path: &str| page(&format!("openapi: \"{path} GET /else\"\n"), "x");
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "G", "pages": ["index", "one", "two"] },
            group("locked.yaml"), group("folder.json"), group("spec.txt"), group("drafts/a.yaml"), group("gone.yaml"),
        ] } }))
        .file("index.mdx", &page("", "x"))
        .file("one.mdx", &front("locked.yaml"))
        .file("two.mdx", &front("gone.yaml"))
        .file("locked.yaml", OPENAPI)
        .file("folder.json/a.yaml", OPENAPI)
        .file("spec.txt", OPENAPI)
        .file("drafts/a.yaml", OPENAPI)
        .file(".mintignore", "drafts\n");
    site.make_unreadable("locked.yaml");
    let told = told(site);
    for (code, message) in [
        ("api-description-unreadable", "the API description `locked.yaml` is there, but cannot be read"),
        ("api-description-unreadable", "the API description `folder.json` is a folder"),
        (
            "api-description-unreadable",
            "the API description `spec.txt` is there, but no file that descriptions are read from",
        ),
        (
            "api-description-unreadable",
            "the API description `drafts/a.yaml` is there, but left out of the project",
        ),
        ("api-description-missing", "the API description `gone.yaml` does not exist"),
        (
            "api-operation-not-found",
            "`openapi: locked.yaml GET /else` names `locked.yaml`, which is there, but cannot be read",
        ),
        (
            "api-operation-not-found",
            "`openapi: gone.yaml GET /else` names an API description that this project does not have",
        ),
    ] {
        let start = format!("{code}: {message} (");
        assert!(told.iter().any(|line| line.starts_with(&start)), "{start}: {told:#?}");
    }
    assert!(told.iter().any(|line| line.starts_with("unreadable-file")), "{told:#?}");
}
