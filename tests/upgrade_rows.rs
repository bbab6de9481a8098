//! `mint.json` to `docs.json`, sentence by sentence of the rows UPG-01 to UPG-10.

use docs::config::upgrade::{Outcome, upgrade};
use serde_json::{Value, json};

use crate::upgrade::{dropped, mint, upgraded};

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

#[test]
fn upg_01_colours_logos_and_looks_have_their_new_names() {
    let docs = upgraded(json!({
        "logo": { "light": "/l.svg", "dark": "/d.svg" },
        "colors": { "primary": "#123456", "light": "#234567", "dark": "#345678", "background": { "light": "#fff", "dark": "#000" }, "anchors": "#111111" },
        "redirects": [{ "source": "/a", "destination": "/b" }], "banner": { "content": "New" },
        "backgroundImage": "/b.png", "background": { "style": "gradient" },
        "modeToggle": { "default": "dark", "isHidden": true }, "eyebrow": { "display": "breadcrumbs" }, "codeBlock": { "mode": "auto" },
    }));
    assert_eq!(
        (docs["name"].as_str(), docs["favicon"].as_str(), &docs["logo"]),
        (Some("Acme"), Some("/f.svg"), &json!({ "light": "/l.svg", "dark": "/d.svg" }))
    );
    assert_eq!(docs["colors"], json!({ "primary": "#123456", "light": "#234567", "dark": "#345678" }));
    assert_eq!(docs["redirects"], json!([{ "source": "/a", "destination": "/b" }]));
    assert_eq!(docs["banner"], json!({ "content": "New" }));
    assert_eq!(
        docs["background"],
        json!({ "image": "/b.png", "decoration": "gradient", "color": { "light": "#fff", "dark": "#000" } })
    );
    assert_eq!(docs["appearance"], json!({ "default": "dark", "strict": true }));
    assert_eq!(docs["styling"], json!({ "eyebrows": "breadcrumbs", "codeblocks": "system" }));
    let dark = upgraded(json!({ "codeBlock": { "mode": "dark" } }));
    assert_eq!(dark["styling"], json!({ "codeblocks": "dark" }));
    // Who has no colours has green.
    let mut bare = mint(json!({}));
    bare.as_object_mut().expect("an object").remove("colors");
    assert_eq!(upgrade(&bare).0["colors"], json!({ "primary": "#16A34A" }));
}

#[test]
fn upg_02_themes_and_layouts_become_themes() {
    for (theme, layout, becomes) in [
        (None, None, "mint"),
        (Some("prism"), None, "mint"),
        (Some("venus"), None, "palm"),
        (Some("quill"), None, "willow"),
        (Some("venus"), Some("topnav"), "palm"),
        (Some("venus"), Some("sidenav"), "maple"),
        (None, Some("sidenav"), "maple"),
        (Some("prism"), Some("solidSidenav"), "willow"),
    ] {
        let mut more = json!({});
        for (key, value) in [("theme", theme), ("layout", layout)] {
            if let Some(value) = value {
                more[key] = json!(value);
            }
        }
        assert_eq!(upgraded(more)["theme"], becomes, "{theme:?} {layout:?}");
    }
}

#[test]
fn upg_03_fonts_have_sources() {
    let url = "https://a.b/i.woff2";
    let two =
        json!({ "font": { "headings": { "family": "Inter", "url": url }, "body": { "family": "Lora" } } });
    let inter = json!({ "family": "Inter", "format": "woff2", "source": url });
    assert_eq!(upgraded(two)["fonts"], json!({ "heading": inter, "body": { "family": "Lora" } }));
    assert_eq!(upgraded(json!({ "font": { "family": "Inter", "url": url } }))["fonts"], inter);
}

#[test]
fn upg_04_links_and_the_button_on_top() {
    let docs = upgraded(json!({
        "topbarLinks": [{ "type": "github", "url": "https://github.com/a/b" }, { "name": "Help", "url": "https://a.b" }],
        "topbarCtaButton": { "name": "Start", "url": "https://a.b" },
    }));
    let links = json!([{ "label": "Github", "href": "https://github.com/a/b" }, { "label": "Help", "href": "https://a.b" }]);
    let button = json!({ "type": "button", "label": "Start", "href": "https://a.b" });
    assert_eq!(docs["navbar"], json!({ "links": links, "primary": button }));
    for (cta, primary) in [
        (json!({ "type": "link", "name": "Start", "url": "https://a.b" }), button),
        (
            json!({ "type": "github", "url": "https://github.com/a/b" }),
            json!({ "type": "github", "href": "https://github.com/a/b" }),
        ),
    ] {
        assert_eq!(upgraded(json!({ "topbarCtaButton": cta }))["navbar"]["primary"], primary);
    }
    let arrow = json!({ "topbarCtaButton": { "name": "Start", "url": "https://a.b", "arrow": true } });
    assert_eq!(dropped(&mint(arrow)), ["topbarCtaButton.arrow"]);
}

#[test]
fn upg_05_socials_and_columns_of_the_footer() {
    let socials = json!({ "x": "https://x.com/a", "github": "https://github.com/a" });
    let list = json!([{ "type": "x", "url": "https://x.com/a" }, { "type": "github", "url": "https://github.com/a" }]);
    for more in [
        json!({ "footerSocials": list }),
        json!({ "footerSocials": socials }),
        json!({ "footer": { "socials": socials } }),
    ] {
        assert_eq!(upgraded(more.clone())["footer"], json!({ "socials": socials }), "{more}");
    }
    let old = json!([{ "title": "More", "links": [{ "label": "Blog", "url": "https://b.c" }] }]);
    let new = json!([{ "header": "More", "items": [{ "label": "Blog", "href": "https://b.c" }] }]);
    assert_eq!(upgraded(json!({ "footer": { "links": old } }))["footer"]["links"], new);
}

#[test]
fn upg_06_what_is_told_to_others() {
    let more = json!({
        "metadata": { "og:image": "/x.png" }, "seo": { "indexHiddenPages": true }, "search": { "prompt": "Ask" },
        "analytics": { "ga4": { "measurementId": "G-1" } },
        "integrations": { "intercom": "abcdefg", "frontchat": "hijklmn", "osano": "https://cmp.osano.com/a/b/osano.js", "nobody": {} },
    });
    let docs = upgraded(more.clone());
    assert_eq!(docs["seo"], json!({ "metatags": { "og:image": "/x.png" }, "indexing": "all" }));
    assert_eq!(docs["search"], json!({ "prompt": "Ask" }));
    assert_eq!(
        docs["integrations"],
        json!({
            "ga4": { "measurementId": "G-1" }, "intercom": { "appId": "abcdefg" }, "frontchat": { "snippetId": "hijklmn" },
            "osano": { "scriptSource": "https://cmp.osano.com/a/b/osano.js" },
        })
    );
    assert_eq!(dropped(&mint(more)), ["integrations.nobody"]);
    assert_eq!(upgraded(json!({ "seo": { "indexHiddenPages": false } }))["seo"]["indexing"], "navigable");
}

#[test]
fn upg_07_settings_of_the_reference() {
    let api = |more: Value| upgraded(json!({ "api": more }))["api"].clone();
    let docs = upgraded(json!({
        "openapi": "/o.json",
        "api": { "baseUrl": ["https://a.b"], "auth": { "method": "key", "name": "X" }, "playground": { "mode": "hide", "disableProxy": true },
                 "request": { "example": { "languages": ["curl"] } } },
    }));
    assert_eq!(
        docs["api"],
        json!({
            "openapi": "o.json", "playground": { "display": "none", "proxy": false }, "examples": { "languages": ["curl"] },
            "mdx": { "server": ["https://a.b"], "auth": { "method": "key", "name": "X" } },
        })
    );
    for (mode, display) in [("show", "interactive"), ("simple", "simple")] {
        assert_eq!(
            api(json!({ "playground": { "mode": mode } }))["playground"],
            json!({ "display": display })
        );
    }
    let shown =
        json!({ "api": { "request": { "example": { "languages": ["curl"], "showOptionalParams": true } } } });
    assert_eq!(dropped(&mint(shown)), ["api.request.example.showOptionalParams"]);
}

#[test]
fn upg_10_what_is_gone_is_told() {
    let more = json!({
        "rounded": "sharp", "topbar": { "style": "gradient" }, "sidebar": { "items": "card" }, "isWhiteLabeled": true,
        "api": { "maintainOrder": true, "paramFields": { "expanded": "all" } }, "colors": { "primary": "#123456", "anchors": "#111111" },
        "feedback": { "thumbsRating": true, "suggestEdit": false },
    });
    let docs = upgraded(more.clone());
    let dropped = dropped(&mint(more));
    for field in [
        "rounded",
        "topbar",
        "sidebar",
        "isWhiteLabeled",
        "feedback.thumbsRating",
        "feedback.suggestEdit",
        "api.maintainOrder",
        "api.paramFields",
        "colors.anchors",
    ] {
        assert!(dropped.iter().any(|one| one == field) && docs.get(field).is_none(), "{field}: {dropped:?}");
    }
    assert!(docs.get("feedback").is_none());
}

/// The recorded upgrades have no `feedback`, so nothing is written for it; each field is told with what it would be here.
#[test]
fn upg_10_fields_of_feedback_are_told_with_what_would_be_written_for_them() {
    let more = json!({ "feedback": { "thumbsRating": false, "suggestEdit": true, "raiseIssue": "yes", "edits": true } });
    let notes = upgrade(&mint(more)).1;
    let told: Vec<(&str, &str)> = notes
        .iter()
        .filter(|note| note.outcome == Outcome::Dropped)
        .map(|note| (note.field.as_str(), note.text.as_str()))
        .collect();
    let [thumbs, edits, issues, newer] = told.as_slice() else { panic!("{told:#?}") };
    assert_eq!(*thumbs, ("feedback.thumbsRating", "nothing is shown without it"));
    assert_eq!(edits.0, "feedback.suggestEdit");
    assert!(edits.1.contains("write `\"feedback\": { \"edits\": true }` to have it"), "{edits:?}");
    assert_eq!(*issues, ("feedback.raiseIssue", "expected `true` or `false`"));
    assert!(newer.0 == "feedback.edits" && newer.1.starts_with("docs.json has this field"), "{newer:?}");
}

#[test]
fn upg_10_what_docs_json_has_under_the_same_name_is_not_told_to_be_unknown_to_it() {
    let why = |more: Value, field: &str| {
        let note = upgrade(&mint(more)).1.into_iter().find(|note| note.field == field);
        note.map(|note| note.text).unwrap_or_default()
    };
    for (more, field) in [
        (json!({ "seo": { "indexing": "all" } }), "seo.indexing"),
        (json!({ "seo": { "metatags": {} } }), "seo.metatags"),
        (json!({ "background": { "color": { "light": "#fff" } } }), "background.color"),
        (json!({ "api": { "playground": { "display": "none" } } }), "api.playground.display"),
        (json!({ "styling": {} }), "styling"),
    ] {
        assert!(why(more, field).starts_with("docs.json has this field"), "{field}");
    }
    for (more, field) in [
        (json!({ "seo": { "zzz": 1 } }), "seo.zzz"),
        (json!({ "api": { "auth": { "inputPrefix": "x" } } }), "api.auth.inputPrefix"),
        (
            json!({ "topbarLinks": [{ "name": "A", "url": "https://a.b", "href": "x" }] }),
            "topbarLinks[0].href",
        ),
    ] {
        assert_eq!(why(more, field), "docs.json has no such field", "{field}");
    }
}

#[test]
fn upg_08_a_navigation_of_docs_json_and_a_version_without_groups_are_told() {
    let (_, notes) = upgrade(&mint(json!({ "navigation": { "groups": [] } })));
    let of_navigation: Vec<_> = notes.iter().filter(|note| note.field == "navigation").collect();
    assert_eq!(of_navigation.len(), 1, "{of_navigation:?}");
    assert!(of_navigation[0].text.contains("call it docs.json"), "{of_navigation:?}");
    let (_, notes) = upgrade(&mint(json!({
        "navigation": [{ "group": "A", "pages": ["a"], "version": "v1" }], "versions": ["v1", "v0"],
    })));
    let told = |field: &str| notes.iter().any(|note| note.field == field && note.outcome == Outcome::Review);
    assert!(told("versions[1]") && !told("versions[0]"), "{notes:?}");
}

#[test]
fn upg_10_what_groups_in_groups_lose_is_told() {
    let nested = json!([{ "group": "A", "pages": ["a", { "group": "B", "version": "v1", "zzz": 1, "pages": ["b"] }] }]);
    let dropped = |more: Value| {
        let (docs, notes) = upgrade(&mint(more));
        let notes = notes.into_iter().filter(|note| note.outcome == Outcome::Dropped);
        (docs["navigation"].to_string(), notes.map(|note| note.field).collect::<Vec<_>>())
    };
    // Where nothing is taken apart they stay as they are.
    let (navigation, fields) = dropped(json!({ "navigation": nested.clone() }));
    assert!(navigation.contains("zzz") && fields.is_empty(), "{navigation} {fields:?}");
    let (navigation, fields) =
        dropped(json!({ "navigation": nested, "tabs": [{ "name": "B", "url": "b" }] }));
    assert!(!navigation.contains("zzz"), "{navigation}");
    assert_eq!(fields, ["navigation[0].pages[1].version", "navigation[0].pages[1].zzz"]);
}
