//! What readers see of the keys of `docs.json` (features 2).

use docs::db::Settings;
use serde_json::{Value, json};

use crate::site::{Built, Site};

fn site(keys: Value) -> Site {
    Site::new()
        .settings(Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() })
        .with_config(json!({ "navigation": { "groups": [{ "group": "Start", "pages": ["index", "a",
            { "group": "Deeper", "pages": ["b", { "group": "Deepest", "pages": ["c"] }] }] }] } }))
        .with_config(keys)
        .file("index.mdx", "---\ntitle: Home\n---\n\nText.\n")
        .file("a.mdx", "---\ntitle: A\ndescription: About A.\n---\n\nText.\n")
        .file("b.mdx", "---\ntitle: B\n---\n\nText.\n")
        .file("c.mdx", "---\ntitle: C\n---\n\nText.\n")
}

/// The value of a variable of the style sheet, in light or dark mode.
fn color(built: &Built, name: &str, dark: bool) -> String {
    let sheet = built.style();
    let (light, after) = sheet.split_once("html.dark{").expect("two modes");
    let part = if dark { after } else { light };
    let value = part.split(&format!("--{name}:")).nth(1).unwrap_or_else(|| panic!("no --{name} in {part}"));
    value.split([';', '}']).next().unwrap_or_default().to_owned()
}

/// How much two colours differ, by the rule for readable text.
fn contrast(one: &str, other: &str) -> f64 {
    let light = |hex: &str| {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("a colour")) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (one, other) = (light(one) + 0.05, light(other) + 0.05);
    (one / other).max(other / one)
}

#[test]
fn cfg_02_the_address_of_a_schema_changes_nothing() {
    let plain = site(json!({})).build();
    let named = site(json!({ "$schema": "https://mintlify.com/docs.json" })).build();
    named.assert_no_problems();
    assert_eq!(named.html("a/index.html"), plain.html("a/index.html"));
}

#[test]
fn cfg_07_values_stand_in_text_attributes_code_and_front_matter() {
    let text = "---\ntitle: \"{{product}} guide\"\ndescription: Get {{ product }}.\n---\n\nUse {{product}} {{a.b-c}}, {{evil}}.\n\n\
                <Card title=\"{{product}} card\" href=\"/{{page}}\">x</Card>\n\n```bash\ninstall {{product}} {{other}}\n```\n";
    let mut site = site(json!({ "variables": { "product": "Acme & Co", "a.b-c": "1.2", "page": "a", "evil": "<script>alert(1)</script><b>safe" } }))
        .file("index.mdx", text);
    let built = site.build();
    built.assert_no_problems();
    let html = built.html("index.html");
    assert!(html.contains("<title>Acme &amp; Co guide - Test</title>"), "{html}");
    assert!(html.contains("<meta name=\"description\" content=\"Get Acme &amp; Co.\">"), "{html}");
    assert!(built.text("index.html").contains("Use Acme & Co 1.2, safe."), "{}", built.text("index.html"));
    assert!(
        !html.contains("alert(1)") && html.contains("Acme &amp; Co card") && html.contains("href=\"/a\"")
    );
    assert!(
        built.text("index.html").contains("install Acme & Co {{other}}"),
        "what code says of others stays"
    );
    site.edit_config(|config| config["variables"]["product"] = json!("Bolt"));
    let built = site.build();
    assert!(built.html("index.html").contains("<title>Bolt guide - Test</title>"));
    built.assert_clean();
    // A name that nothing gives a value is told where it stands.
    site.edit("index.mdx", "---\ntitle: Home\n---\n\nUse {{prodct}}.\n");
    let built = site.build();
    assert!(
        built.problems()[0].contains("index.mdx:5 ") && built.problems()[0].contains("prodct"),
        "{:?}",
        built.problems()
    );
}

#[test]
fn cfg_07_a_name_that_no_variable_has_is_told_wherever_it_stands() {
    let text = "---\ntitle: \"About {{prodct}}\"\n---\n\nSee [more](/a?x={{nope}}).\n\n<Card title=\"The {{none}}\" href=\"/a\">x</Card>\n\n\
                Write `{{ product }}`, `{{ produkt }}` or `{{ item }}`.\n\n```yaml\nkey: ${{ secrets.KEY }}\nname: {{prduct}}\n```\n";
    let mut site = site(json!({ "variables": { "product": "Acme" } }))
        .file("index.mdx", text)
        .file("a.mdx", "---\ntitle: A\n---\n\nimport Part from '/snippets/part.mdx'\n\n<Part />\n")
        .file("snippets/part.mdx", "<Card title=\"{{nix}}\">x</Card>\n");
    let built = site.build();
    let found: Vec<String> =
        built.problems().into_iter().filter(|problem| problem.contains("no variable is called")).collect();
    for (place, name) in [
        ("index.mdx:2 ", "prodct"),
        ("index.mdx:5 ", "nope"),
        ("index.mdx:7 ", "none"),
        ("index.mdx:9 ", "produkt"),
        ("index.mdx:13 ", "prduct"),
        ("snippets/part.mdx:1 ", "nix"),
    ] {
        let is_told = |problem: &String| problem.contains(place) && problem.contains(&format!("`{name}`"));
        assert!(found.iter().any(is_told), "{name}: {found:?}");
    }
    assert_eq!(found.len(), 6, "{found:?}");
    // Without variables, double braces are the author's own business.
    site.edit_config(|config| drop(config.as_object_mut().expect("an object").remove("variables")));
    assert!(!site.build().codes().contains(&"unknown-variable"));
}

#[test]
fn cfg_07_a_name_is_told_once_where_a_link_has_it_in_its_text() {
    let text = "---\ntitle: Home\n---\n\n[The {{one}}](/a?x={{two}} \"On {{three}}\")\n\n[**{{four}}**](/a?x={{five}})\n\n\
                [![{{six}}](/a.png?{{seven}})](/a?x={{eight}})\n";
    let built =
        site(json!({ "variables": { "product": "Acme" } })).file("index.mdx", text).file("a.png", "").build();
    let problems = built.problems();
    for name in ["one", "two", "three", "four", "five", "six", "seven", "eight"] {
        let told: Vec<&String> = problems.iter().filter(|told| told.contains(name)).collect();
        assert_eq!(told.len(), 1, "{name}: {problems:#?}");
    }
}

#[test]
fn cfg_07_a_value_with_braces_is_text() {
    let text = "---\ntitle: \"Path {{path}}\"\ndescription: {{path}} it is\n---\n\nexport const own = '{{path}}'\n\n\
                Text {{path}} and **{{path}}** and {own}, `{{path}}`.\n\n<Card title=\"At {{path}}\" href=\"/a\">{{open}}</Card>\n\n```bash\nget {{path}}\n```\n";
    let built = site(json!({ "variables": { "path": "/users/{id}", "open": "a { b" } }))
        .file("index.mdx", text)
        .build();
    built.assert_no_problems();
    let (html, shown) = (built.html("index.html"), built.text("index.html"));
    assert!(html.contains("<title>Path /users/{id} - Test</title>"), "{html}");
    assert!(html.contains("content=\"/users/{id} it is\""), "{html}");
    assert!(shown.contains("Text /users/{id} and /users/{id} and /users/{id}, /users/{id}."), "{shown}");
    assert!(shown.contains("At /users/{id}") && shown.contains("a { b"), "{shown}");
    assert!(shown.contains("get /users/{id}"), "{shown}");
    assert!(!html.contains(['\u{fdd0}', '\u{fdd1}']) && !built.html("index.md").contains('\u{fdd0}'));
    built.assert_clean();
}

#[test]
fn cfg_08_there_are_seven_themes() {
    let themes = ["mint", "maple", "palm", "willow", "linden", "almond", "aspen"];
    for theme in themes {
        let built = site(json!({ "theme": theme })).build();
        built.assert_no_problems();
        assert!(built.html("index.html").contains(&format!("data-layout=\"{theme}\"")), "{theme}");
    }
    let built = site(json!({ "theme": "mnit" })).build();
    assert_eq!(built.codes(), ["unknown-theme"]);
    assert!(themes.iter().all(|theme| built.problems()[0].contains(theme)), "{:?}", built.problems());
    for (older, shown) in [("luma", "almond"), ("sequoia", "aspen")] {
        let built = site(json!({ "theme": older })).build();
        assert_eq!(built.codes(), ["config-doubtful-value"]);
        assert!(built.html("index.html").contains(&format!("data-layout=\"{shown}\"")), "{older}");
    }
}

#[test]
fn cfg_10_the_name_stands_in_titles_networks_and_lists() {
    let built = site(json!({ "name": "Kites & Co" })).build();
    let html = built.html("a/index.html");
    assert!(html.contains("<title>A - Kites &amp; Co</title>"), "{html}");
    assert!(html.contains("<meta property=\"og:site_name\" content=\"Kites &amp; Co\">"), "{html}");
    assert!(html.contains("\"@type\":\"WebSite\"") && html.contains("\"name\":\"Kites & Co\""), "{html}");
    assert!(
        html.contains("<span class=\"nav-logo-text\" dir=\"auto\">Kites &amp; Co</span>"),
        "no logo, so its name"
    );
    assert!(built.html("llms.txt").starts_with("# Kites & Co\n"), "{}", built.html("llms.txt"));
}

#[test]
fn cfg_11_the_description_of_the_site_stands_where_a_page_has_none() {
    let mut site = site(json!({ "description": "All about \"kites\"." }));
    let built = site.build();
    for name in ["name=\"description\"", "property=\"og:description\"", "name=\"twitter:description\""] {
        let of = |text: &str| format!("<meta {name} content=\"{text}\">");
        assert!(built.html("index.html").contains(&of("All about &quot;kites&quot;.")), "{name}");
        assert!(built.html("a/index.html").contains(&of("About A.")), "{name}");
    }
    assert!(built.html("llms.txt").contains("\n> All about \"kites\".\n"), "{}", built.html("llms.txt"));
    site.edit_config(|config| config["description"] = json!("Other words."));
    let built = site.build();
    assert!(built.html("index.html").contains("<meta name=\"description\" content=\"Other words.\">"));
    built.assert_clean();
}

#[test]
fn cfg_12_colours_of_both_modes_and_of_buttons() {
    let colors = json!({ "primary": "#0A5C36", "light": "#7CE0A8", "dark": "#123" });
    let built = site(json!({ "colors": colors })).build();
    assert_eq!(color(&built, "accent", false), "#0a5c36");
    assert_eq!(color(&built, "accent", true), "#7ce0a8");
    assert_eq!(color(&built, "button", false), "#112233");
    let built = site(json!({ "colors": { "primary": "#0A5C36" } })).build();
    let all = [color(&built, "accent", false), color(&built, "accent", true), color(&built, "button", false)];
    assert_eq!(all, ["#0a5c36", "#0a5c36", "#0a5c36"]);
    let built = site(json!({ "colors": { "primary": "green" } })).build();
    assert_eq!(built.codes(), ["config-bad-value"]);
}

#[test]
fn cfg_13_text_in_a_brand_colour_is_readable_and_the_colour_stays() {
    for primary in ["#16a34a", "#ff5522", "#d69000", "#ffff00", "#fafafa", "#000000", "#3b82f6"] {
        for theme in ["mint", "linden"] {
            let built = site(json!({ "theme": theme, "colors": { "primary": primary } })).build();
            for dark in [false, true] {
                assert_eq!(color(&built, "accent", dark), primary, "{theme}");
                let (text, ground) = (color(&built, "accent-text", dark), color(&built, "bg", dark));
                assert!(
                    contrast(&text, &ground) >= 4.5,
                    "{theme} {primary}: {text} on {ground}, dark {dark}"
                );
            }
            assert_eq!(color(&built, "button", false), primary);
        }
    }
}

#[test]
fn cfg_13_who_wants_the_exact_colour_for_text_has_it() {
    let mut site =
        site(json!({ "colors": { "primary": "#ffff00" }, "accessibility": { "autoContrast": false } }));
    let built = site.build();
    built.assert_no_problems();
    assert_eq!(color(&built, "accent-text", false), "#ffff00");
    assert!(
        contrast(&color(&built, "text", false), &color(&built, "bg", false)) >= 4.5,
        "other texts stay readable"
    );
    site.edit_config(|config| config["accessibility"]["autoContrast"] = json!(true));
    let built = site.build();
    assert_ne!(color(&built, "accent-text", false), "#ffff00");
    built.assert_clean();
}

#[test]
fn cfg_16_17_the_mode_at_first_and_the_switch() {
    let root = |keys: Value| {
        let built = site(keys).build();
        built.assert_no_problems();
        let html = built.html("index.html");
        let root =
            html.split("<html").nth(1).and_then(|rest| rest.split('>').next()).expect("a root").to_owned();
        (root, html.contains("theme-toggle"))
    };
    let (usual, has_switch) = root(json!({}));
    assert!(
        usual.contains("data-appearance=\"system\"") && !usual.contains("data-strict") && has_switch,
        "{usual}"
    );
    let (dark, has_switch) = root(json!({ "appearance": { "default": "dark", "strict": false } }));
    assert!(
        dark.contains("class=\"dark\"") && dark.contains("data-appearance=\"dark\"") && has_switch,
        "{dark}"
    );
    // Without a word about it, a site that chooses a mode means it.
    for appearance in [json!({ "default": "dark" }), json!({ "default": "light", "strict": true }), json!({})]
    {
        let (strict, has_switch) = root(json!({ "appearance": appearance }));
        assert!(strict.contains(" data-strict") && !has_switch, "{strict}");
    }
    // The choice is made before anything is painted, by a short script in the head.
    let built = site(json!({})).build();
    let head = built.html("index.html").split("<link rel=\"stylesheet\"").next().expect("a head");
    let script =
        head.split("<script>").nth(1).and_then(|rest| rest.split("</script>").next()).expect("a script");
    assert!(script.contains("prefers-color-scheme:dark") && script.contains("localStorage"), "{script}");
    assert!(script.len() <= 400, "{} bytes", script.len());
    let sheet = built.style();
    assert!(sheet.contains("color-scheme:light") && sheet.contains("html.dark{color-scheme:dark"), "{sheet}");
}

#[test]
fn cfg_18_a_picture_a_pattern_and_colours_behind_the_page() {
    let background = json!({ "image": { "light": "/l.svg", "dark": "/d.svg" }, "decoration": "grid",
        "color": { "light": "#fafafa", "dark": "#010203" } });
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>";
    let built =
        site(json!({ "background": background })).file("l.svg", picture).file("d.svg", picture).build();
    built.assert_no_problems();
    let html = built.html("index.html");
    let behind = html.split("<div class=\"background\"").nth(1).and_then(|rest| rest.split("</div>").next());
    let behind = behind.expect("a background");
    assert!(behind.starts_with(" aria-hidden=\"true\" data-decoration=\"grid\""), "{behind}");
    assert!(
        behind.contains("class=\"light-only\" src=\"/l.svg\"")
            && behind.contains("class=\"dark-only\" src=\"/d.svg\""),
        "{behind}"
    );
    assert!(html.contains("id=\"background-color\""));
    assert_eq!(
        (color(&built, "bg", false).as_str(), color(&built, "bg", true).as_str()),
        ("#fafafa", "#010203")
    );
    // Whatever lies over it, a picture fades out where it ends.
    let style = built.style().replace(' ', "");
    let rule = style.split(".backgroundimg{").nth(1).and_then(|rest| rest.split('}').next());
    assert!(rule.is_some_and(|rule| rule.contains("mask:linear-gradient(")), "{rule:?}");
    for decoration in ["gradient", "windows"] {
        let built = site(json!({ "background": { "decoration": decoration } })).build();
        assert!(built.html("index.html").contains(&format!("data-decoration=\"{decoration}\"")));
    }
    assert!(!site(json!({})).build().html("index.html").contains("<div class=\"background\""));
}

#[test]
fn cfg_22_the_way_above_a_title() {
    let above = |keys: Value| {
        let built = site(keys).build();
        let html = built.html("c/index.html");
        let header = html
            .split("<header id=\"header\"")
            .nth(1)
            .and_then(|rest| rest.split("<div class=\"title-row\">").next());
        header.expect("a header").to_owned()
    };
    let section = above(json!({ "styling": { "eyebrows": "section" } }));
    assert!(section.contains("class=\"eyebrow\">Deepest<") && !section.contains("breadcrumb"), "{section}");
    let whole = above(json!({ "styling": { "eyebrows": "breadcrumbs" } }));
    for (name, address) in [("Start", "/"), ("Deeper", "/b"), ("Deepest", "/c")] {
        assert!(whole.contains(&format!("<a href=\"{address}\">{name}</a>")), "{whole}");
    }
    // The theme decides where nothing is said.
    assert!(above(json!({})).contains("class=\"eyebrow\""));
    assert!(
        above(json!({ "theme": "palm" })).contains("breadcrumb")
            != above(json!({ "theme": "mint" })).contains("breadcrumb")
    );
}

#[test]
fn nav_24_a_box_above_the_sidebar_is_there_where_a_site_asks_for_it() {
    let has = |keys: Value| {
        site(keys).build().html("a/index.html").contains("class=\"sidebar-filter needs-script\"")
    };
    assert!(has(json!({ "interaction": { "filter": true } })));
    assert!(!has(json!({})), "only there");
}

#[test]
fn cfg_26_a_group_that_opens_may_lead_to_its_first_page() {
    let leads = |keys: Value| {
        site(keys)
            .build()
            .html("a/index.html")
            .contains("<summary class=\"sidebar-row sidebar-group-summary\" data-href=\"/b\"")
    };
    assert!(leads(json!({ "interaction": { "drilldown": true }, "theme": "linden" })));
    assert!(!leads(json!({ "interaction": { "drilldown": false } })));
    assert!(leads(json!({})), "mint leads there by itself");
    assert!(!leads(json!({ "theme": "linden" })), "linden does not");
}

#[test]
fn cfg_28_the_words_in_the_empty_search() {
    let built = site(json!({ "search": { "prompt": "Ask \"anything\"…" } })).build();
    let html = built.html("index.html");
    assert!(
        html.contains("<span class=\"search-prompt\" dir=\"auto\">Ask &quot;anything&quot;…</span>"),
        "{html}"
    );
    assert!(html.contains("aria-label=\"Ask &quot;anything&quot;…\""), "{html}");
}
