//! Divisions of `mint.json`, sentence by sentence of the rows UPG-08 and UPG-09.

use docs::config::upgrade::upgrade;
use serde_json::{Value, json};

fn navigation(more: Value) -> Value {
    let mut mint = json!({ "name": "Acme", "favicon": "/f.svg", "colors": { "primary": "#123456" } });
    let (Some(fields), Value::Object(more)) = (mint.as_object_mut(), more) else { panic!("an object") };
    fields.extend(more);
    upgrade(&mint).0["navigation"].clone()
}

/// Each division with its pages, from the outside in.
fn divisions(level: &Value) -> Vec<(String, Vec<String>)> {
    fn pages(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(page) => found.push(page.clone()),
            Value::Array(all) => all.iter().for_each(|one| pages(one, found)),
            Value::Object(group) => {
                for key in ["groups", "pages"] {
                    group.get(key).iter().for_each(|inner| pages(inner, found));
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for kind in ["anchor", "tab"] {
        for division in level[format!("{kind}s")].as_array().into_iter().flatten() {
            let mut own = Vec::new();
            pages(division, &mut own);
            let name = division[kind].as_str().expect("a name");
            found.push((name.to_owned(), own));
            for (inner, pages) in divisions(division) {
                found.push((format!("{name} > {inner}"), pages));
            }
        }
    }
    found
}

fn shown(level: &Value) -> Vec<String> {
    divisions(level).iter().map(|(name, pages)| format!("{name}: {}", pages.join(" "))).collect()
}

#[test]
fn upg_08_pages_go_to_the_longest_address_and_groups_are_split() {
    let navigation = navigation(json!({
        "primaryTab": { "name": "Main" },
        "tabs": [{ "name": "API", "url": "api" }, { "name": "Deep", "url": "api/deep" }, { "name": "Nobody", "url": "nobody" }],
        "anchors": [
            { "name": "SDK", "url": "sdk", "icon": "code", "color": { "from": "#ff0000", "to": "#00ff00" } },
            { "name": "One", "url": "api/one" },
            { "name": "Quiet", "url": "blog", "isDefaultHidden": true },
            { "name": "Community", "url": "https://c.x" },
        ],
        "navigation": [
            { "group": "G", "icon": "star", "pages": ["intro", { "group": "Mixed", "pages": ["api/one", "api/two", "api/deep/x", "other"] }] },
            { "group": "S", "pages": ["sdk/a", "blog/p"] },
        ],
    }));
    assert_eq!(
        shown(&navigation),
        [
            "Documentation: ",
            "Documentation > Main: intro other",
            "Documentation > API: api/two",
            "Documentation > Deep: api/deep/x",
            "SDK: sdk/a",
            "One: api/one",
            "Quiet: blog/p",
            "Community: ",
        ]
    );
    let anchors = &navigation["anchors"];
    assert_eq!(anchors[0]["icon"], "book-open");
    let main = &anchors[0]["tabs"][0]["groups"][0];
    assert_eq!(
        (&main["icon"], &main["pages"][1]),
        (&json!("star"), &json!({ "group": "Mixed", "pages": ["other"] }))
    );
    assert_eq!(anchors[1]["color"], json!({ "light": "#ff0000", "dark": "#ff0000" }));
    assert_eq!((&anchors[3]["hidden"], &anchors[4]["href"]), (&json!(true), &json!("https://c.x")));
}

#[test]
fn upg_09_versions_that_all_have_a_language_are_languages() {
    let groups = json!([
        { "group": "A", "version": "English", "pages": ["a"] },
        { "group": "B", "version": "Deutsch", "pages": ["de/a"] },
        { "group": "C", "pages": ["both"] },
    ]);
    let german = json!({ "name": "Deutsch", "locale": "de", "default": true });
    let navigation = |first: Value| navigation(json!({ "versions": [first, german], "navigation": groups }));
    assert_eq!(
        navigation(json!({ "name": "English", "locale": "en" })),
        json!({ "languages": [
            { "language": "en", "groups": [{ "group": "A", "pages": ["a"] }, { "group": "C", "pages": ["both"] }] },
            { "language": "de", "default": true, "groups": [{ "group": "B", "pages": ["de/a"] }, { "group": "C", "pages": ["both"] }] },
        ] })
    );
    // One without is a version, and so are all.
    let versions = navigation(json!("English"));
    let names =
        versions["versions"].as_array().expect("versions").iter().map(|version| version["version"].clone());
    assert_eq!(names.collect::<Vec<_>>(), ["English", "Deutsch"]);
}
