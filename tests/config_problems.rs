//! `docs.json`: how problems are told, how files are split, and what is read in spite of problems.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use docs::config::chrome::{ContextualOption, NavbarKind};
use docs::config::look::{CodeMode, ColorScheme, Theme};
use docs::config::navigation::{Icon, PageEntry};
use docs::config::{Config, ParsedConfig, parse_config};
use docs::diagnostic::{Diagnostic, Severity};
use docs::text::SourcePath;

/// Parses `text` as `docs.json` of a project with these other files.
fn parse_with(text: &str, files: &[(&str, &str)]) -> ParsedConfig {
    let files: BTreeMap<&str, &str> = files.iter().copied().collect();
    parse_config(&SourcePath::new("docs.json"), text, &|path| {
        files.get(path.as_str()).map(|text| Arc::from(*text))
    })
}

fn parse(text: &str) -> ParsedConfig {
    parse_with(text, &[])
}

/// A valid configuration with more root keys.
fn with(keys: &str) -> String {
    format!(
        "{{\"theme\": \"mint\", \"name\": \"Acme\", \"colors\": {{\"primary\": \"#123456\"}},\n\
         \"navigation\": {{\"pages\": [\"index\"]}},\n{keys}\n}}"
    )
}

/// A valid configuration with this navigation.
fn with_navigation(navigation: &str) -> String {
    format!(
        "{{\"theme\": \"mint\", \"name\": \"Acme\", \"colors\": {{\"primary\": \"#123456\"}},\n\
         \"navigation\":\n{navigation}}}"
    )
}

fn place(diagnostic: &Diagnostic) -> String {
    diagnostic
        .location
        .as_ref()
        .map_or_else(String::new, |at| format!("{}:{}:{}", at.path, at.line, at.column))
}

fn summary(parsed: &ParsedConfig) -> Vec<String> {
    parsed.diagnostics.iter().map(|problem| format!("{} {}", place(problem), problem.code)).collect()
}

fn only<'a>(parsed: &'a ParsedConfig, code: &str) -> &'a Diagnostic {
    let found: Vec<_> = parsed.diagnostics.iter().filter(|problem| problem.code == code).collect();
    assert_eq!(found.len(), 1, "{code}: {:#?}", parsed.diagnostics);
    found[0]
}

#[test]
fn cfg_04_all_problems_in_one_run_in_the_order_of_the_text() {
    let text = r##"{
  "theme": "mitn",
  "name": 3,
  "colors": {
    "primary": "red",
    "accent": "#000"
  },
  "navbar": {
    "links": [{ "label": "A", "href": "x" }]
  },
  "colour": 1,
  "navigation": { "pages": ["index", ""] }
}"##;
    let parsed = parse(text);
    assert_eq!(
        summary(&parsed),
        [
            "docs.json:2:12 unknown-theme",
            "docs.json:3:11 config-wrong-type",
            "docs.json:5:16 config-bad-value",
            "docs.json:6:5 config-unknown-key",
            "docs.json:9:39 config-bad-value",
            "docs.json:11:3 config-unknown-key",
            "docs.json:12:38 config-bad-value",
        ]
    );
    let theme = only(&parsed, "unknown-theme");
    for name in ["mint", "maple", "palm", "willow", "linden", "almond", "aspen"] {
        assert!(theme.message.contains(name), "{}", theme.message);
    }
    assert!(theme.hint.as_ref().unwrap().contains("did you mean mint?"));
    let color = &parsed.diagnostics[2];
    assert_eq!(color.message, "`colors.primary` is \"red\", expected a hex colour such as #16A34A or #fff");
    // The rest is read.
    assert_eq!(parsed.config.look.theme, Theme::Mint);
    assert_eq!(parsed.config.look.colors.primary, "#16A34A");
    assert_eq!(parsed.config.navigation.pages.len(), 1);
}

#[test]
fn cfg_01_missing_keys_are_named_with_an_example() {
    let parsed = parse("{}");
    let messages: Vec<&str> = parsed.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages.len(), 4);
    for key in ["theme", "name", "colors", "navigation"] {
        assert!(messages.contains(&format!("`{key}` is missing").as_str()), "{messages:?}");
    }
    assert!(parsed.diagnostics[0].hint.as_ref().unwrap().contains("\"theme\": \"mint\""));
}

#[test]
fn cfg_03_unknown_keys_warn_and_suggest() {
    let parsed = parse(&with("\"colour\": {}, \"navbar\": {\"link\": []}"));
    let hints: Vec<_> = parsed.diagnostics.iter().map(|problem| problem.hint.as_deref().unwrap()).collect();
    assert_eq!(hints, ["did you mean `colors`?", "did you mean `links`?"]);
    assert!(parsed.diagnostics.iter().all(|problem| problem.severity == Severity::Warning));
}

#[test]
fn a_repeated_unknown_key_is_one_warning_with_all_places() {
    let parsed = parse(&with_navigation(
        "{\"groups\": [\n{\"group\": \"A\", \"collapsed\": true},\n{\"group\": \"B\", \"collapsed\": true}]}",
    ));
    let warning = only(&parsed, "config-legacy-key");
    assert_eq!(place(warning), "docs.json:4:16");
    assert!(warning.hint.as_ref().unwrap().ends_with("also at docs.json:5"), "{warning:?}");
}

#[test]
fn older_keys_name_the_new_one() {
    let parsed =
        parse(&with("\"topbarLinks\": [], \"api\": {\"baseUrl\": \"https://a.b\"}, \"feedback\": {}"));
    let hints: Vec<_> = parsed.diagnostics.iter().map(|problem| problem.hint.as_deref().unwrap()).collect();
    assert!(hints[0].contains("navbar.links"));
    assert!(hints[1].contains("api.mdx.server"));
    assert!(parsed.diagnostics.iter().all(|problem| problem.code == "config-legacy-key"));
}

#[test]
fn cfg_05_comments_and_trailing_commas_warn_once() {
    let parsed = parse(
        "\u{feff}// one\n{\"theme\": \"mint\", /* two */ \"name\": \"A\", \"colors\": {\"primary\": \"#123\",},\n\"navigation\": {\"pages\": [\"a\",],},}",
    );
    assert_eq!(summary(&parsed), ["docs.json:1:1 config-comment", "docs.json:2:70 config-trailing-comma"]);
    assert!(parsed.diagnostics.iter().all(|problem| problem.severity == Severity::Warning));
}

#[test]
fn a_syntax_error_is_one_problem_with_a_place() {
    let cases = [
        ("{\n  \"a\": 1\n  \"b\": 2\n}", "docs.json:2:9", "a comma is missing here"),
        ("{\n  \"a\": [1, 2\n", "docs.json:2:8", "this `[` is never closed"),
        ("{\"a\": 1", "docs.json:1:1", "this `{` is never closed"),
        ("{\"a\": 1}}", "docs.json:1:9", "docs.json is not valid JSON"),
        ("{'a': 1}", "docs.json:1:2", "docs.json is not valid JSON"),
        ("", "docs.json:0:0", "is empty"),
    ];
    for (text, at, message) in cases {
        let parsed = parse(text);
        let problem = only(&parsed, "config-syntax");
        assert_eq!((place(problem).as_str(), parsed.diagnostics.len()), (at, 1), "{text}: {problem:?}");
        assert!(problem.message.contains(message), "{text}: {}", problem.message);
        assert_eq!(parsed.config, Config::default());
    }
}

#[test]
fn hostile_text_never_panics() {
    let deep = "[".repeat(100_000);
    let nested = format!("{}{}", "{\"navigation\":".repeat(200), "}".repeat(200));
    let groups = format!("{{\"navigation\": {}1{}}}", "{\"pages\": [".repeat(90), "]}".repeat(90));
    for text in [
        &deep,
        &nested,
        &groups,
        "[]",
        "null",
        "3",
        "\"x\"",
        "{\"\u{1F600}\": \"\\ud800\"}",
        "\u{0}",
        "{\"a\"",
        "//",
    ] {
        assert!(
            parse(text).diagnostics.iter().any(|problem| problem.severity == Severity::Error),
            "{text:.40}"
        );
    }
    let valid = with("\"seo\": {\"metatags\": {\"é\": \"ü\"}}");
    for cut in (0..valid.len()).filter(|cut| valid.is_char_boundary(*cut)) {
        parse(&valid[..cut]);
    }
}

#[test]
fn the_last_of_two_equal_keys_counts() {
    let parsed = parse(&with("\"description\": \"one\", \"description\": \"two\""));
    assert_eq!(parsed.config.identity.description.as_deref(), Some("two"));
    assert_eq!(place(only(&parsed, "config-duplicate-key")), "docs.json:3:23");
}

#[test]
fn cfg_06_files_are_joined() {
    let text = with_navigation(
        "{\"$ref\": \"./nav/main.json\", \"pages\": [\"own\"]},\n\"redirects\": {\"$ref\": \"redirects.json\"}",
    );
    let parsed = parse_with(
        &text,
        &[
            ("nav/main.json", "{\"pages\": [\"theirs\"], \"groups\": [{\"$ref\": \"./group.json\"}]}"),
            ("nav/group.json", "{\"group\": \"G\",\n \"icon\": 3, \"pages\": [\"a\"]}"),
            ("redirects.json", "[{\"source\": \"/a\", \"destination\": \"/b\"}]"),
        ],
    );
    let files: Vec<&str> = parsed.files.iter().map(SourcePath::as_str).collect();
    assert_eq!(files, ["nav/main.json", "nav/group.json", "redirects.json"]);
    let pages = &parsed.config.navigation.pages;
    assert!(matches!(&pages[..], [PageEntry::Page { path, .. }] if path == "own"));
    let group = &parsed.config.navigation.groups[0];
    assert_eq!(group.group, "G");
    assert_eq!(group.location.as_ref().unwrap().path.as_str(), "nav/group.json");
    assert_eq!(parsed.config.redirects[0].destination, "/b");
    assert!(parsed.config.redirects[0].permanent);
    assert_eq!(summary(&parsed), ["nav/group.json:2:10 config-wrong-type"]);
}

#[test]
fn cfg_06_bad_references_are_errors_at_the_reference() {
    let reference = |target: &str| with(&format!("\"redirects\": {{\"$ref\": \"{target}\"}}"));
    let cases = [
        ("./missing.json", "config-ref-missing", vec!["missing.json"]),
        ("../outside.json", "config-ref-outside", vec![]),
        ("https://a.b/c.json", "config-ref-outside", vec![]),
        ("broken.json", "config-ref-invalid", vec!["broken.json"]),
        ("docs.json", "config-ref-circular", vec![]),
        ("one.json", "config-ref-circular", vec!["one.json", "two.json"]),
    ];
    let files = [
        ("broken.json", "[1,"),
        ("one.json", "{\"$ref\": \"two.json\"}"),
        ("two.json", "{\"$ref\": \"one.json\"}"),
    ];
    for (target, code, asked) in cases {
        let parsed = parse_with(&reference(target), &files);
        let problem = only(&parsed, code);
        assert_eq!(problem.severity, Severity::Error);
        let expected = if target == "one.json" { "two.json:1:10" } else { "docs.json:3:23" };
        assert_eq!(place(problem), expected);
        assert_eq!(parsed.files.iter().map(SourcePath::as_str).collect::<Vec<_>>(), asked);
        // The reference alone is told: no second problem about the missing value.
        assert_eq!(parsed.diagnostics.iter().filter(|d| d.code != "config-syntax").count(), 1, "{target}");
        assert_eq!(parsed.config.identity.name, "Acme");
    }
}

#[test]
fn a_file_is_read_once_and_its_growth_is_bounded() {
    let asked = RefCell::new(Vec::new());
    let read = |path: &SourcePath| {
        asked.borrow_mut().push(path.clone());
        let level: u32 = path.as_str().trim_end_matches(".json").parse().ok()?;
        let next = format!("{{\"$ref\": \"{}.json\"}}", level + 1);
        Some(Arc::from(format!("[{}]", [next.as_str(); 10].join(","))))
    };
    let parsed = parse_config(&SourcePath::new("docs.json"), &with("\"x\": {\"$ref\": \"1.json\"}"), &read);
    assert!(parsed.diagnostics.iter().any(|problem| problem.code == "config-ref-many"));
    let count = asked.borrow().len();
    assert_eq!(count, parsed.files.len());
}

#[test]
fn themes_outside_the_seven_are_mapped() {
    for (name, theme) in [("luma", Theme::Almond), ("sequoia", Theme::Aspen)] {
        let parsed = parse(&with("\"description\": \"\"").replace("mint", name));
        assert_eq!(parsed.config.look.theme, theme);
        assert_eq!(only(&parsed, "config-doubtful-value").severity, Severity::Warning);
    }
}

#[test]
fn a_description_above_the_folder_is_told_and_looked_for_inside() {
    let of = |path: &str| parse(&with(&format!("\"api\": {{\"openapi\": \"{path}\"}}")));
    let parsed = of("../api/x.yaml");
    assert!(only(&parsed, "config-doubtful-value").message.contains("../api/x.yaml"));
    assert_eq!(parsed.config.api.openapi.first().map(|source| &*source.source), Some("api/x.yaml"));
    for inside in ["api/../x.yaml", "./x.yaml", "/x.yaml", "https://e.x/../x.yaml"] {
        assert!(of(inside).diagnostics.is_empty(), "{inside}");
    }
}

#[test]
fn a_link_of_the_bar_to_a_mailbox_leads_outside() {
    let bar = |href: &str| {
        parse(&with(&format!("\"navbar\": {{\"links\": [{{\"label\": \"A\", \"href\": \"{href}\"}}]}}")))
    };
    for href in ["mailto:help@acme.com", "tel:+1555", "https://acme.com"] {
        assert!(bar(href).diagnostics.is_empty(), "{href}");
    }
    // A path works, too, and nothing fails because of it.
    let parsed = bar("/guides/a");
    assert_eq!(only(&parsed, "config-doubtful-value").severity, Severity::Note);
    // In the bar of a language it is the same.
    let parsed = parse(
        r##"{"theme": "mint", "name": "S", "colors": {"primary": "#000000"}, "navigation": {"languages": [
        {"language": "en", "pages": ["a"], "navbar": {"links": [{"label": "A", "href": "/guides/a"}]}}]}}"##,
    );
    assert_eq!(only(&parsed, "config-doubtful-value").severity, Severity::Note);
}

#[test]
fn nav_03_an_empty_title_of_a_group_is_the_same_everywhere() {
    let group = r#"{"group": "", "pages": ["a"]}"#;
    let of = |navigation: &str| {
        let text = format!(
            r##"{{"theme": "mint", "name": "S", "colors": {{"primary": "#000000"}}, "navigation": {navigation}}}"##
        );
        let parsed = parse(&text);
        let told = only(&parsed, "config-doubtful-value");
        assert_eq!(parsed.diagnostics.len(), 1, "{:?}", parsed.diagnostics);
        (told.severity, told.hint.clone())
    };
    let root = of(&format!(r#"{{"groups": [{group}]}}"#));
    assert_eq!(root.0, Severity::Warning);
    assert_eq!(root, of(&format!(r#"{{"anchors": [{{"anchor": "A", "groups": [{group}]}}]}}"#)));
}

#[test]
fn appearance_without_strict_hides_the_switch() {
    assert!(!parse(&with("\"description\": \"\"")).config.look.appearance.strict);
    let appearance = parse(&with("\"appearance\": {\"default\": \"dark\"}")).config.look.appearance;
    assert_eq!((appearance.default, appearance.strict), (ColorScheme::Dark, true));
    assert!(!parse(&with("\"appearance\": {\"strict\": false}")).config.look.appearance.strict);
}

#[test]
fn short_and_long_forms_are_one() {
    let config = parse(&with(
        r##""logo": "/l.svg", "favicon": {"light": "/a", "dark": "/b"},
        "styling": {"codeblocks": {"themes": {"light": "min-light", "dark": "nord"}}},
        "fonts": {"family": "X", "weight": 550, "heading": {"family": "Y"}},
        "api": {"openapi": ["a.json", {"source": "/b.json", "directory": "/ref/"}], "mdx": {"server": "https://a.b"}},
        "contextual": {"options": ["copy", {"title": "T", "description": "D", "icon": "star", "href": "https://x?q=$page"}]},
        "navbar": {"links": [{"type": "github", "href": "https://github.com/a/b"},
                             {"label": "L", "href": "https://l", "icon": "x", "iconType": "solid"}]},
        "integrations": {"ga4": {"measurementId": "G-1"}, "telemetry": {"enabled": false}},
        "variables": {"icon": "plain"},
        "errors": {"404": {"title": "Lost"}}"##,
    ));
    assert_eq!(config.diagnostics, []);
    let config = config.config;
    let logo = config.look.logo.unwrap();
    assert_eq!((logo.light.as_str(), logo.dark.as_str()), ("/l.svg", "/l.svg"));
    assert_eq!(config.look.styling.codeblocks.mode, CodeMode::System);
    assert_eq!(config.look.styling.codeblocks.themes.unwrap().dark, "nord");
    assert_eq!(config.look.fonts.body().unwrap().weight.as_ref().unwrap().to_string(), "550");
    assert_eq!(config.look.fonts.heading().unwrap().family, "Y");
    assert_eq!(config.api.openapi[1].source, "b.json");
    assert_eq!(config.api.openapi[1].directory.as_deref(), Some("ref"));
    assert_eq!(config.api.mdx.server.0, ["https://a.b"]);
    let options = config.chrome.contextual.unwrap().options;
    assert!(matches!(&options[0], ContextualOption::Known(name) if name == "copy"));
    assert!(matches!(&options[1], ContextualOption::Custom(entry) if entry.icon.is_some()));
    let links = config.chrome.navbar.links;
    assert_eq!((links[0].kind, links[0].label.as_str()), (NavbarKind::Github, "GitHub"));
    let icon = Icon { name: "x".into(), style: Some("solid".into()), library: None };
    assert_eq!(links[1].icon, Some(icon));
    assert_eq!(config.integrations.setting("ga4", "measurementId"), Some("G-1"));
    assert_eq!(config.integrations.telemetry, Some(false));
    assert_eq!(config.variables["icon"], "plain");
    assert_eq!(config.errors.not_found.title.as_deref(), Some("Lost"));
}

#[test]
fn a_change_in_one_part_leaves_the_others_equal() {
    let one = parse(&with("\"search\": {\"prompt\": \"a\"}")).config;
    let two = parse(&with("\"search\": {\"prompt\": \"b\"}")).config;
    assert_ne!(one.chrome, two.chrome);
    assert_eq!(Config { chrome: two.chrome.clone(), ..one }, two);
}

#[test]
fn a_script_is_never_a_link() {
    let parsed =
        parse(&with("\"navbar\": {\"links\": [{\"label\": \"A\", \"href\": \"java\\nscript:alert(1)\"}]}"));
    assert_eq!(parsed.config.chrome.navbar.links, []);
    let parsed =
        parse(&with("\"navbar\": {\"links\": [{\"label\": \"A\", \"href\": \"JavaScript:alert(1)\"}]}"));
    assert_eq!(only(&parsed, "config-unsafe-link").severity, Severity::Warning);
    assert_eq!(parsed.config.chrome.navbar.links, []);
}

#[test]
fn inside_a_division_problems_are_warnings() {
    let parsed = parse(&with_navigation(
        "{\"tabs\": [{\"tab\": \"T\", \"href\": \"x\", \"groups\": [{\"pages\": [\"a\", 1]}]}]}",
    ));
    assert_eq!(parsed.diagnostics.len(), 3);
    assert!(
        parsed.diagnostics.iter().all(|problem| problem.severity == Severity::Warning),
        "{:#?}",
        parsed.diagnostics
    );
    assert_eq!(parsed.config.navigation.tabs[0].level.groups[0].pages.len(), 1);
}

#[test]
fn one_good_kind_of_children_is_enough() {
    let parsed = parse(&with_navigation("{\"tabs\": [{\"tab\": \"T\"}], \"groups\": [{\"pages\": []}]}"));
    assert_eq!(only(&parsed, "config-missing-key").severity, Severity::Warning);
    let parsed = parse(&with_navigation("{\"tabs\": [{}], \"groups\": [{\"pages\": []}]}"));
    assert!(parsed.diagnostics.iter().all(|problem| problem.severity == Severity::Error));
}

#[test]
fn navigation_is_normalised_and_placed() {
    let navigation = r#"{"openapi": "/o.json", "directory": "card", "global": {"anchors": [{"anchor": "A", "href": "/x"}, {"anchor": "B", "href": "x"}]},
"languages": [{"language": "fr", "default": true, "icon": {"name": "flag", "library": "lucide"}, "iconType": "thin",
  "banner": {"content": "Salut"}, "navbar": {"links": [{"label": "L", "href": "https://l", "icon": "x", "iconType": "solid"}]},
  "pages": ["/a", "./b", "c/", "d/../e", "f.mdx", "../g", "GET /users/{id}", "https://a.b/o.json GET /x"]}]}"#;
    let parsed = parse(&with_navigation(navigation));
    assert_eq!(
        only(&parsed, "config-bad-value").message.split(" is ").next(),
        Some("`navigation.global.anchors[1].href`")
    );
    let root = parsed.config.navigation;
    assert_eq!(root.openapi[0].source, "o.json");
    assert_eq!(root.directory.as_deref(), Some("card"));
    assert_eq!(root.global.as_ref().unwrap().anchors.len(), 1);
    let french = &root.languages[0];
    assert!(french.default);
    assert_eq!(french.icon.as_ref().unwrap().style.as_deref(), Some("thin"));
    let overrides = french.level.overrides.as_ref().unwrap();
    assert_eq!(overrides.banner.as_ref().unwrap().content, "Salut");
    assert!(overrides.navbar.as_ref().unwrap().links[0].icon.is_some());
    let paths: Vec<&str> = french.level.pages.iter().map(path).collect();
    assert_eq!(paths, ["a", "b", "c/", "e", "f.mdx", "g", "GET /users/{id}", "https://a.b/o.json GET /x"]);
    let PageEntry::Page { location: Some(location), .. } = &french.level.pages[1] else { panic!("a page") };
    assert_eq!((location.line, location.column, location.length), (6, 19, 5));
}

fn path(entry: &PageEntry) -> &str {
    match entry {
        PageEntry::Page { path, .. } => path,
        PageEntry::Group(group) => &group.group,
    }
}
