//! `mint.json` to `docs.json`: recorded cases, real files, odd shapes, and the command.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use docs::config::parse_config;
use docs::config::upgrade::pages::difference;
use docs::config::upgrade::{Outcome, upgrade};
use docs::diagnostic::Severity;
use docs::text::SourcePath;
use serde_json::{Value, json};
use tempfile::TempDir;

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared");

fn errors(docs: &Value) -> Vec<String> {
    let parsed = parse_config(&SourcePath::new("docs.json"), &docs.to_string(), &|_| None::<Arc<str>>);
    let errors = parsed.diagnostics.iter().filter(|problem| problem.severity == Severity::Error);
    errors.map(|problem| problem.message.clone()).collect()
}

fn is_valid(mint: &Value) -> bool {
    !upgrade(mint).1.iter().any(|note| note.outcome == Outcome::Invalid)
}

/// The smallest `mint.json` with more fields.
pub(crate) fn mint(more: Value) -> Value {
    let mut mint = json!({
        "name": "Acme", "favicon": "/f.svg", "colors": { "primary": "#123456" },
        "navigation": [{ "group": "Start", "pages": ["intro", "quick"] }, { "group": "API", "pages": ["api/one", "api/two"] }],
    });
    let (Some(fields), Value::Object(more)) = (mint.as_object_mut(), more) else { panic!("an object") };
    fields.extend(more);
    mint
}

#[test]
fn upg_recorded_cases() {
    let Ok(cases) = std::fs::read_to_string(PathBuf::from(SHARED).join("vectors/upgrade-cases.ndjson"))
    else {
        eprintln!("skipped: no recorded cases beside the repository");
        return;
    };
    let mut failed = Vec::new();
    for line in cases.lines().filter(|line| !line.is_empty()) {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let (docs, _) = upgrade(&case["mint"]);
        let name = case["name"].as_str().unwrap_or_default();
        if case.get("error").is_some() {
            assert!(!is_valid(&case["mint"]), "{name}");
            continue;
        }
        assert!(is_valid(&case["mint"]), "{name}");
        // The order of keys is part of the answer.
        let texts = [docs.to_string(), case["docs"].to_string()];
        if texts[0] != texts[1] {
            failed.push(format!("{name}\n  expected {}\n  got      {docs}", case["docs"]));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn upg_11_real_files_are_valid_and_keep_their_pages() {
    let Ok(folders) = std::fs::read_dir(PathBuf::from(SHARED).join("legacy")) else {
        eprintln!("skipped: no older configurations beside the repository");
        return;
    };
    for folder in folders.flatten() {
        let text = std::fs::read_to_string(folder.path().join("mint.json")).expect("a mint.json");
        let mint: Value = serde_json::from_str(&text).expect("JSON");
        let (docs, notes) = upgrade(&mint);
        let name = folder.file_name();
        assert!(notes.iter().all(|note| note.outcome != Outcome::Invalid), "{name:?}: {notes:?}");
        assert_eq!(errors(&docs), Vec::<String>::new(), "{name:?}");
        let parsed = parse_config(&SourcePath::new("docs.json"), &docs.to_string(), &|_| None::<Arc<str>>);
        let difference = difference(&mint, &parsed.config.navigation);
        assert!(difference.lost.is_empty() && difference.new.is_empty(), "{name:?}: {difference:?}");
        // Every address in the file, too.
        for key in ["topbarCtaButton", "footerSocials", "anchors", "redirects"] {
            for address in addresses(&mint[key]) {
                assert!(docs.to_string().contains(&address), "{name:?}: {key} {address}");
            }
        }
    }
}

fn addresses(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) if text.starts_with("https://") => vec![text.clone()],
        Value::Array(list) => list.iter().flat_map(addresses).collect(),
        Value::Object(fields) => fields.values().flat_map(addresses).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn upg_08_anchors_that_all_lead_elsewhere_are_global() {
    let anchors = json!([{ "name": "Blog", "url": "https://b.c", "icon": "newspaper", "color": "#ff0000" },
                         { "name": "Chat", "url": "https://c.d", "color": { "from": "#111111", "to": "#222222" } }]);
    let (docs, _) = upgrade(&mint(json!({ "anchors": anchors.clone() })));
    let global = json!({ "anchors": [
        { "anchor": "Blog", "href": "https://b.c", "icon": "newspaper", "color": { "light": "#ff0000", "dark": "#ff0000" } },
        { "anchor": "Chat", "href": "https://c.d" },
    ] });
    assert_eq!(docs["navigation"]["global"], global);
    assert_eq!(docs["navigation"]["anchors"][0]["anchor"], "Documentation");
    assert_eq!(docs["navigation"]["anchors"][0]["groups"][1]["pages"], json!(["api/one", "api/two"]));
    // Beside tabs the pages stand in the tabs, and nowhere else.
    let (docs, _) = upgrade(&mint(json!({ "anchors": anchors, "tabs": [{ "name": "API", "url": "api" }] })));
    assert_eq!(docs["navigation"]["global"], global);
    assert!(docs["navigation"].get("anchors").is_none());
    assert_eq!(
        docs["navigation"]["tabs"][1],
        json!({ "tab": "API", "groups": [{ "group": "API", "pages": ["api/one", "api/two"] }] })
    );
}

#[test]
fn upg_08_tabs_that_all_lead_elsewhere_are_global() {
    let (docs, _) = upgrade(&mint(json!({ "tabs": [{ "name": "Blog", "url": "https://b.c" }] })));
    assert_eq!(docs["navigation"]["global"], json!({ "tabs": [{ "tab": "Blog", "href": "https://b.c" }] }));
    assert_eq!(docs["navigation"]["tabs"][0]["tab"], "Documentation");
    assert_eq!(docs["navigation"]["tabs"].as_array().map(Vec::len), Some(1));
}

#[test]
fn upg_08_some_that_lead_elsewhere_stay_in_place() {
    let anchors = json!([{ "name": "Blog", "url": "https://b.c" }, { "name": "API", "url": "api" }, { "name": "Mail", "url": "mailto:a@b.c" }]);
    let (docs, _) = upgrade(&mint(json!({ "anchors": anchors })));
    let names: Vec<&Value> = docs["navigation"]["anchors"]
        .as_array()
        .expect("anchors")
        .iter()
        .map(|entry| &entry["anchor"])
        .collect();
    assert_eq!(names, ["Documentation", "Blog", "API", "Mail"]);
    assert_eq!(docs["navigation"]["anchors"][3]["href"], "mailto:a@b.c");
}

#[test]
fn upg_07_what_a_first_division_and_a_tab_look_like() {
    let (docs, _) = upgrade(&mint(json!({
        "topAnchor": { "name": "Home" }, "anchors": [{ "name": "API", "url": "api", "icon": "code" }],
        "colors": { "primary": "#123456", "background": { "dark": "#000000" } },
    })));
    assert_eq!(docs["navigation"]["anchors"][0]["anchor"], "Home");
    assert_eq!(docs["navigation"]["anchors"][0].get("icon"), None);
    assert_eq!(docs["navigation"]["anchors"][1]["icon"], "code");
    assert_eq!(docs["background"], json!({ "color": { "dark": "#000000" } }));
    let (docs, _) = upgrade(&mint(json!({ "tabs": [{ "name": "API", "url": "api", "icon": "code" }] })));
    assert_eq!(docs["navigation"]["tabs"][1].get("icon"), None);
}

#[test]
fn upg_08_descriptions_keep_their_folder() {
    let tabs = json!([{ "name": "API", "url": "api", "openapi": "/o.json" }, { "name": "Other", "url": "https://b.c", "openapi": "https://b.c/o.json" }]);
    let (docs, _) = upgrade(&mint(json!({ "tabs": tabs })));
    assert_eq!(docs["navigation"]["tabs"][1]["openapi"], json!({ "source": "/o.json", "directory": "api" }));
    assert_eq!(docs["navigation"]["tabs"][2], json!({ "tab": "Other", "openapi": "https://b.c/o.json" }));
}

#[test]
fn upg_08_a_description_without_an_address_keeps_its_tab() {
    let tabs = json!([{ "name": "API", "openapi": "/o.json" }, { "name": "Empty" }]);
    let (docs, notes) = upgrade(&mint(json!({ "tabs": tabs })));
    assert_eq!(docs["navigation"]["tabs"][1], json!({ "tab": "API", "openapi": "/o.json" }));
    assert_eq!(docs["navigation"]["tabs"][0]["groups"].as_array().map(Vec::len), Some(2), "{docs}");
    assert_eq!(docs["navigation"]["tabs"].as_array().map(Vec::len), Some(2));
    assert!(notes.iter().any(|note| format!("{note:?}").contains("`Empty` has no `url`")), "{notes:?}");
}

#[test]
fn upg_09_tabs_inside_versions() {
    let mint = json!({
        "name": "Acme", "favicon": "/f.svg", "colors": { "primary": "#123456" },
        "versions": ["v2", { "name": "v1", "default": true }],
        "tabs": [{ "name": "API", "url": "api" }, { "name": "Old", "url": "old", "version": "v1" }],
        "anchors": [{ "name": "Blog", "url": "https://b.c" }],
        "navigation": [
            { "group": "A", "pages": ["a", "api/a"] },
            { "group": "B", "version": "v1", "pages": ["old/b", "b"] },
        ],
    });
    let (docs, _) = upgrade(&mint);
    let expected = json!({
        "versions": [
            { "version": "v2", "tabs": [
                { "tab": "Documentation", "groups": [{ "group": "A", "pages": ["a"] }] },
                { "tab": "API", "groups": [{ "group": "A", "pages": ["api/a"] }] },
            ] },
            { "version": "v1", "default": true, "tabs": [
                { "tab": "Documentation", "groups": [{ "group": "A", "pages": ["a"] }, { "group": "B", "pages": ["b"] }] },
                { "tab": "API", "groups": [{ "group": "A", "pages": ["api/a"] }] },
                { "tab": "Old", "groups": [{ "group": "B", "pages": ["old/b"] }] },
            ] },
        ],
        "global": { "anchors": [{ "anchor": "Blog", "href": "https://b.c" }] },
    });
    assert_eq!(docs["navigation"], expected);
}

pub(crate) fn dropped(mint: &Value) -> Vec<String> {
    let notes = upgrade(mint).1.into_iter();
    notes.filter(|note| note.outcome == Outcome::Dropped).map(|note| note.field).collect()
}

/// The `docs.json` of the smallest `mint.json` with more fields, which is valid.
pub(crate) fn upgraded(more: Value) -> Value {
    let (docs, _) = upgrade(&mint(more));
    assert_eq!(errors(&docs), Vec::<String>::new());
    docs
}

#[test]
fn upg_every_field_is_accounted_for() {
    // Whatever stands there, of whatever kind: no panic, and each odd field is told.
    let odd = [
        json!(null),
        json!(3),
        json!("x"),
        json!([]),
        json!({}),
        json!([3, null, {}, []]),
        json!({ "x": [1] }),
        json!(true),
    ];
    let keys = [
        "name",
        "favicon",
        "colors",
        "navigation",
        "tabs",
        "anchors",
        "versions",
        "topbarLinks",
        "topbarCtaButton",
        "footer",
        "footerSocials",
        "api",
        "openapi",
        "modeToggle",
        "background",
        "backgroundImage",
        "font",
        "search",
        "seo",
        "metadata",
        "analytics",
        "integrations",
        "redirects",
        "eyebrow",
        "codeBlock",
        "logo",
        "primaryTab",
        "topAnchor",
        "theme",
        "layout",
        "zzz",
    ];
    for value in &odd {
        assert!(upgrade(value).0.is_object());
        for key in keys {
            let (docs, notes) = upgrade(&mint(json!({ key: value })));
            assert!(docs.is_object());
            let is_odd = matches!(value, Value::Number(_));
            assert!(
                !is_odd
                    || key == "metadata"
                    || notes.iter().any(|note| note.field.starts_with(key))
                    || docs.get(key).is_some(),
                "{key} {value}"
            );
        }
    }
}

/// Runs the command in a folder with these files.
pub(crate) fn run(files: &[(&str, &str)], arguments: &[&str]) -> (TempDir, i32, String, String) {
    let folder = TempDir::new().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_docs"))
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("the program");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (folder, output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[test]
fn cli_05_upg_11_the_command_writes_once() {
    let text = mint(json!({ "tabs": [{ "name": "API", "url": "api" }], "zzz": 1 })).to_string();
    let (folder, code, out, err) = run(&[("mint.json", &text)], &["upgrade"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("dropped  zzz: docs.json has no such field"), "{out}");
    assert!(out.contains("the same 4 pages before and after"), "{out}");
    assert!(folder.path().join("mint.json").exists() && folder.path().join("docs.json").exists());
    // What is there stays.
    let (folder, code, _, err) = run(&[("mint.json", &text), ("docs.json", "{}")], &["upgrade"]);
    assert_eq!(code, 1);
    assert!(err.contains("`--force` replaces it"), "{err}");
    assert_eq!(std::fs::read_to_string(folder.path().join("docs.json")).expect("docs.json"), "{}");
    let (folder, code, ..) = run(&[("mint.json", &text), ("docs.json", "{}")], &["upgrade", "--force"]);
    assert_eq!(code, 0);
    assert!(std::fs::read_to_string(folder.path().join("docs.json")).expect("docs.json").contains("Acme"));
}

#[test]
fn upg_11_the_addresses_of_the_whole_site_are_compared() {
    let description = json!({
        "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
        "paths": { "/things": { "get": { "summary": "List things", "responses": {} } } },
    })
    .to_string();
    let mint = mint(json!({ "tabs": [
        { "name": "API", "url": "api" }, { "name": "Reference", "url": "reference", "openapi": "/openapi.json" },
    ] }));
    let text = mint.to_string();
    let files = [
        ("mint.json", text.as_str()),
        ("openapi.json", &description),
        ("intro.mdx", "# Intro\n"),
        ("quick.md", "# Quick\n"),
        ("unlisted.mdx", "# Unlisted\n"),
    ];
    let (folder, code, out, err) = run(&files, &["upgrade"]);
    assert!(
        out.contains(
            "The site has the same 4 addresses before and after: 3 of files, 1 of API descriptions."
        ),
        "{out}{err}"
    );
    assert_eq!(code, 0, "{out}{err}");
    let built = Command::new(env!("CARGO_BIN_EXE_docs"))
        .args(["build", "--json"])
        .current_dir(folder.path())
        .output();
    let built: Value = serde_json::from_slice(&built.expect("the program").stdout).expect("a report");
    assert_eq!(built["pages"], 4);
    assert!(!folder.path().join(".docs/upgrade").exists());
    // A tab that says nothing of where its pages are has them where descriptions have them anyway.
    let without = text.replace("\"url\":\"reference\",", "").replace(",\"url\":\"reference\"", "");
    assert_ne!(without, text);
    let files_without = [("mint.json", without.as_str()), files[1], files[2], files[3], files[4]];
    let (_, code, out, err) = run(&files_without, &["upgrade"]);
    assert!(out.contains("The site has the same 4 addresses"), "{out}{err}");
    assert_eq!(code, 0, "{out}{err}");
    // A tab without a name cannot be taken over, and its pages with it.
    let text = text.replace("\"name\":\"Reference\",", "");
    let files = [("mint.json", text.as_str()), files[1], files[2], files[3], files[4]];
    let (_, code, out, err) = run(&files, &["upgrade", "--force"]);
    assert!(
        out.contains("The addresses of the site change; 4 before, 3 after:\n  - /reference/"),
        "{out}{err}"
    );
    assert_eq!(code, 1);
}

#[test]
fn cli_05_upg_11_a_dry_run_writes_nothing() {
    let text = mint(json!({})).to_string();
    let (folder, code, out, _) = run(&[("mint.json", &text)], &["upgrade", "--dry-run"]);
    assert_eq!(code, 0);
    assert!(serde_json::from_str::<Value>(&out).is_ok(), "{out}");
    assert!(!folder.path().join("docs.json").exists());
}

#[test]
fn upg_a_file_that_is_not_valid_is_not_upgraded() {
    let text = json!({ "favicon": 3, "colors": { "primary": "green" }, "navigation": [] }).to_string();
    let (folder, code, _, err) = run(&[("mint.json", &text)], &["upgrade"]);
    assert_eq!(code, 1);
    for field in ["name", "favicon", "colors.primary", "navigation"] {
        assert!(err.contains(&format!("invalid  {field}:")), "{err}");
    }
    assert!(!folder.path().join("docs.json").exists());
    let (_, code, _, err) = run(&[("mint.json", "{")], &["upgrade"]);
    assert_eq!(code, 1);
    assert!(err.contains("mint.json is not valid JSON"), "{err}");
    let (_, code, _, err) = run(&[], &["upgrade"]);
    assert_eq!(code, 1);
    assert!(err.contains("nothing to upgrade"), "{err}");
}

#[test]
fn cli_05_upg_01_an_icon_or_a_colour_that_is_missing_is_told_and_in_nobodys_way() {
    let mut mint = mint(json!({}));
    let fields = mint.as_object_mut().expect("an object");
    fields.remove("favicon");
    fields.insert("colors".to_owned(), json!({ "dark": "#123456" }));
    let (folder, code, out, err) = run(&[("mint.json", &mint.to_string())], &["upgrade"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("look at  favicon: there is none"), "{out}");
    assert!(out.contains("look at  colors.primary: there is none: `#16A34A` stands in for it"), "{out}");
    let docs = std::fs::read_to_string(folder.path().join("docs.json")).expect("docs.json");
    let docs: Value = serde_json::from_str(&docs).expect("JSON");
    assert_eq!(docs["colors"], json!({ "primary": "#16A34A", "dark": "#123456" }));
    assert_eq!((docs.get("favicon"), errors(&docs)), (None, Vec::new()));
    mint.as_object_mut().expect("an object").remove("colors");
    assert_eq!(upgrade(&mint).0["colors"], json!({ "primary": "#16A34A" }));
    assert!(is_valid(&mint));
}

#[test]
fn upg_what_is_lost_in_reading_the_file_is_told() {
    let text = mint(json!({})).to_string().replacen('{', "{ // ours\n\"name\": \"Old\",", 1);
    let (_, code, _, err) = run(&[("mint.json", &text)], &["upgrade"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("config-comment") && err.contains("config-duplicate-key"), "{err}");
}

#[test]
fn golden_report() {
    let text = mint(json!({
        "tabs": [{ "name": "API", "url": "api" }, { "name": "Old", "url": "old" }],
        "topbarLinks": [{ "name": "Help", "url": "https://a.b" }], "modeToggle": { "default": "dark" },
        "colors": { "primary": "#123456", "background": { "dark": "#000" } }, "rounded": "sharp",
    }));
    let (_, code, out, err) = run(&[("mint.json", &text.to_string())], &["upgrade"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let expected = "\
mint.json → docs.json

  mapped  tabs → navigation, tabs with their groups
  mapped  modeToggle → appearance
  mapped  colors.background → background.color
  mapped  topbarLinks → navbar.links
  dropped  tabs[1]: no page of the navigation begins with `old`
  dropped  rounded: the theme decides about corners
  look at  modeToggle: without `appearance.strict` readers have no switch between light and dark: add `\"strict\": false` to keep it

The navigation lists the same 4 pages before and after.
The site has the same 0 addresses before and after: 0 of files, 0 of API descriptions.
docs.json is valid.

./docs.json is written, mint.json is as it was.
Next: look at docs.json, see the site with `docs build`, then delete mint.json.
";
    assert_eq!(out, expected);
}

#[test]
fn upg_10_reasons_are_true() {
    let notes_of = |more: Value| {
        let (_, notes) = upgrade(&mint(more));
        let told = |outcome: Outcome| {
            let of = notes.iter().filter(|note| note.outcome == outcome);
            of.map(|note| format!("{}: {}", note.field, note.text)).collect::<Vec<_>>()
        };
        (told(Outcome::Mapped), told(Outcome::Dropped))
    };
    let (_, dropped) = notes_of(json!({
        "thumbnails": { "background": "/x" }, "errors": { "404": { "redirect": false } }, "styling": { "codeblocks": "dark" },
        "github": "https://github.com/x",
        "navigation": [{ "group": "Start", "pages": ["intro"], "openapi": "/x.json", "nonsense": 1 }],
    }));
    for field in ["thumbnails", "errors", "styling", "navigation[0].openapi"] {
        let of = dropped.iter().find(|line| line.starts_with(&format!("{field}: "))).expect(field);
        assert!(of.contains("docs.json has this field"), "{of}");
    }
    for field in ["github", "navigation[0].nonsense"] {
        assert!(dropped.contains(&format!("{field}: docs.json has no such field")), "{field}: {dropped:?}");
    }
    // Names of divisions that there are none of.
    let names = json!({ "primaryTab": { "name": "Home" }, "topAnchor": { "name": "Top", "icon": "star" } });
    let (mapped, dropped) = notes_of(names.clone());
    assert_eq!(mapped, Vec::<String>::new());
    assert_eq!(
        dropped,
        [
            "primaryTab: no pages are left for a first one of the tabs, which it would name",
            "topAnchor: no pages are left for a first one of the anchors, which it would name"
        ]
    );
    let mut with_tabs = names;
    with_tabs["tabs"] = json!([{ "name": "API", "url": "api" }]);
    let (mapped, dropped) = notes_of(with_tabs);
    assert!(mapped.contains(&"primaryTab: the first of navigation.tabs".to_owned()), "{mapped:?}");
    assert!(dropped.iter().any(|line| line.starts_with("topAnchor: ")), "{dropped:?}");
}
