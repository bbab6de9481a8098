//! Lists and texts of all pages for language models: nothing is left out, and an edit leaves those of a clean build.

use serde_json::json;

use crate::site::{Built, Site};

fn page(title: &str, text: &str) -> String {
    format!("---\ntitle: {title}\n---\n\n{text}\n")
}

fn settings() -> docs::db::Settings {
    docs::db::Settings { site_url: Some("https://e.x".to_owned()), ..docs::db::Settings::default() }
}

#[test]
fn ai_03_the_list_has_all_pages_in_the_order_of_the_navigation() {
    let mut site = Site::new()
        .settings(settings())
        .with_config(json!({
            "description": "What it is",
            "navigation": {
                "global": { "anchors": [{ "anchor": "Blog", "href": "https://blog.e.x" }] },
                "groups": [
                    { "group": "Start", "pages": ["index", "b"] },
                    { "group": "API", "openapi": "api.json" },
                ],
            },
        }))
        .file("index.mdx", "---\ntitle: Home\ndescription: The first one\n---\n\nText.\n")
        .file("b.mdx", &page("Second", "## Part\n\nIts *first* paragraph.\n\nNext."))
        .file("hidden.mdx", &page("Loose", "Not listed."))
        .file(
            "api.json",
            &json!({ "openapi": "3.0.0", "info": { "title": "A", "version": "1" }, "paths": {
            "/users": { "get": { "summary": "List users", "description": "All of them.", "responses": {} } }
        } })
            .to_string(),
        );
    let built = site.build();
    assert_eq!(
        built.html("llms.txt"),
        "# Test\n\n> What it is\n\n## Start\n\n- [Home](https://e.x/index.md): The first one\n\
         - [Second](https://e.x/b.md): Its first paragraph.\n\n## API › API Reference\n\n\
         - [List users](https://e.x/api-reference/list-users.md): All of them.\n\n## OpenAPI Specs\n\n\
         - [api.json](https://e.x/api.json)\n\n## Optional\n\n- [Blog](https://blog.e.x)\n"
    );
    assert_eq!(built.html(".well-known/llms.txt"), built.html("llms.txt"));
    let full = built.html("llms-full.txt");
    assert!(
        full.starts_with("# Test\n\n> What it is\n\n---\n\n# Home\n\nSource: https://e.x/\n\n> The first one\n\nText.\n\n---\n\n# Second\n\nSource: https://e.x/b\n"),
        "{full}"
    );
    assert!(
        full.contains("# List users\n\nSource: https://e.x/api-reference/list-users\n")
            && !full.contains("Loose")
    );
    assert_eq!(built.html("robots.txt"), "User-agent: *\nAllow: /\n\nSitemap: https://e.x/sitemap.xml\n");
    built.assert_clean();
}

#[test]
fn ai_03_files_of_the_project_stand_in_for_those_that_are_made() {
    let mut site = Site::new()
        .file("index.mdx", &page("Home", "One."))
        .file("llms.txt", "mine")
        .file("robots.txt", "User-agent: me\n");
    let built = site.build();
    assert_eq!((built.html("llms.txt"), built.html("robots.txt")), ("mine", "User-agent: me\n"));
    assert_eq!(built.html(".well-known/llms.txt"), "mine");
    assert!(built.html("llms-full.txt").contains("One."));
    site.edit("index.mdx", &page("Other", "Two."));
    let built = site.update(&["index.mdx"]);
    assert_eq!(built.html("llms.txt"), "mine");
    assert!(built.html("llms-full.txt").contains("# Other") && built.html("llms-full.txt").contains("Two."));
    built.assert_clean();
}

#[test]
fn cfg_31_ai_07_what_the_author_asks_of_assistants_stands_below_titles() {
    let asking = |asked: serde_json::Value| json!({ "markdown": { "instructions": asked } });
    let mut site = Site::new()
        .with_config(asking(json!(["Use the v2 API.", "Prefer Python.\n\nNever guess."])))
        .file("index.mdx", "---\ntitle: Home\ndescription: First\n---\n\nText.\n");
    let built = site.build();
    let quote = "> ## Agent Instructions\n>\n> Use the v2 API.\n>\n> Prefer Python.\n>\n> Never guess.\n";
    assert_eq!(built.html("index.md"), format!("# Home\n\n> First\n\n{quote}\nText.\n"));
    for name in ["llms.txt", ".well-known/llms.txt", "llms-full.txt"] {
        assert_eq!(
            built.html(name).matches(quote).count(),
            1 + usize::from(name == "llms-full.txt"),
            "{name}"
        );
    }
    assert!(!built.html("index.html").contains("Agent Instructions"));
    built.assert_clean();
    // Another text reaches all of them; without one nothing is left.
    site.edit_config(|config| config["markdown"]["instructions"] = json!("Be brief."));
    let built = site.build();
    assert!(built.html("index.md").contains("\n>\n> Be brief.\n") && !built.html("llms.txt").contains("v2"));
    built.assert_clean();
    site.edit_config(|config| config["markdown"] = json!({}));
    let built = site.build();
    assert!(!built.html("index.md").contains("Agent") && !built.html("llms-full.txt").contains("Agent"));
    built.assert_clean();
}

#[test]
fn ai_04_a_site_of_many_pages_is_cut_and_complete() {
    let names: Vec<String> = (0..1_200).map(|n| format!("p{n}")).collect();
    let groups: Vec<_> = names
        .chunks(300)
        .enumerate()
        .map(|(n, pages)| json!({ "group": format!("G{n}"), "pages": pages }))
        .collect();
    let mut site = Site::new().with_config(json!({ "navigation": { "groups": groups } }));
    for name in &names {
        site = site.file(
            &format!("{name}.mdx"),
            &page(&format!("Title {name}"), &format!("The words of {name}, and of nothing else here.")),
        );
    }
    let built = site.build();
    let complete = |built: &Built| {
        let of = |end: &str| -> String {
            let files = built.files().keys().filter(|path| path.starts_with("_llms/") && path.contains(end));
            files.map(|path| built.html(path)).collect()
        };
        let (lists, texts) = (of("_llms/"), of("llms-full"));
        for name in &names {
            assert!(lists.contains(&format!("](/{name}.md): ")), "{name}");
            assert_eq!(texts.matches(&format!("\nSource: /{name}\n")).count(), 1, "{name}");
        }
        let list = built.html("llms-full.txt");
        assert!(
            list.contains("](/_llms/llms-full-1.txt): 250 pages, ") && list.contains(" tokens\n"),
            "{list}"
        );
    };
    complete(&built);
    let courses: [fn(&mut Site) -> Built; 3] =
        [Site::build_once, |site| site.update(&["p700.mdx"]), Site::build];
    for (number, course) in courses.into_iter().enumerate() {
        site.build_once();
        site.edit("p700.mdx", &page("Title p700", &format!("Other words {number}.\n\nThe words of p700.")));
        let built = course(&mut site);
        complete(&built);
        built.assert_clean();
    }
}

#[test]
fn ai_05_other_languages_and_versions_have_lists_of_their_own() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "pages": ["index"] },
            { "language": "de", "pages": ["de/index"] },
        ] } }))
        .file("index.mdx", &page("Home", "Words."))
        .file("de/index.mdx", &page("Start", "Worte."));
    let built = site.build();
    let list = built.html("llms.txt");
    assert!(list.contains("(/index.md)") && !list.contains("(/de.md)"), "{list}");
    assert!(list.contains("- [de](/_llms/de/llms.txt)"), "{list}");
    assert!(built.html("_llms/de/llms.txt").contains("(/de.md): Worte."));
    assert!(built.html("_llms/de/llms-full.txt").contains("Worte."));
    built.assert_clean();
}

#[test]
fn ai_04_own_lists_and_texts_stay_whatever_is_edited() {
    let own = ["llms.txt", "llms-full.txt", "guides/llms-full-notes.txt", "robots.txt"];
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "a"] } }))
        .file("index.mdx", &page("Home", "Words."))
        .file("a.mdx", &page("A", "Words."));
    for path in own {
        site = site.file(path, "mine");
    }
    let courses: [fn(&mut Site) -> Built; 4] =
        [Site::build_once, Site::build_once, |site| site.update(&["a.mdx"]), Site::build];
    for (number, course) in courses.into_iter().enumerate() {
        site.edit("a.mdx", &page("A", &format!("Words.\n\nOther words {number}.")));
        let built = course(&mut site);
        for path in own {
            assert_eq!(built.html(path), "mine", "{path} after edit {number}");
        }
        built.assert_clean();
    }
    site.remove("llms-full.txt");
    let built = site.build_once();
    assert!(built.html("llms-full.txt").contains("Other words 3."));
    built.assert_clean();
}

#[test]
fn ai_09_links_and_redirects_lead_to_the_skill() {
    let redirects = json!([{ "source": "/skill", "destination": "/skill.md" }, { "source": "/s", "destination": "/skill" }]);
    let mut site = Site::new()
        .with_config(json!({ "redirects": redirects }))
        .file("index.mdx", "# Start\n\n[Skill](/skill.md)\n")
        .file("skill.md", "---\nname: things\ndescription: What this does.\n---\n\n# Things\n");
    let built = site.build();
    assert!(built.body("index.html").contains("href=\"/skill.md\""), "{}", built.body("index.html"));
    for page in ["skill/index.html", "s/index.html"] {
        assert!(built.html(page).contains("href=\"/skill.md\""), "{}", built.html(page));
    }
}

#[test]
fn ai_09_a_skill_beside_the_configuration_is_published_and_nothing_stands_in_for_one() {
    let skill = "---\nname: things\ndescription: What this does.\n---\n\n# Things\n";
    let mut site = Site::new().file("index.mdx", "# Start\n\n[Skill](/skill.md)\n").file("skill.md", skill);
    let built = site.build();
    built.assert_no_problems();
    assert_eq!(built.html("skill.md"), skill);
    assert!(!built.files().contains_key("skill/index.html"), "it is no page");
    built.assert_clean();
    // One for some readers only is left out, as such a page is.
    site.edit("skill.md", &skill.replace("---\n\n", "groups: [staff]\n---\n\n"));
    let built = site.build();
    assert!(!built.files().contains_key("skill.md"));
    built.assert_clean();
    site.edit("skill.md", &skill.replace("Things", "More"));
    let built = site.build();
    assert!(built.html("skill.md").contains("# More"));
    built.assert_clean();
    site.remove("skill.md");
    site.edit(".mintlify/skills/one/SKILL.md", skill);
    let built = site.build();
    assert!(!built.files().keys().any(|path| path.to_lowercase().ends_with("skill.md")));
    built.assert_clean();
}

#[test]
fn ai_03_descriptions_of_one_name_are_listed_with_their_folders() {
    let description = |title: &str| {
        format!(
            "{{\"openapi\":\"3.1.0\",\"info\":{{\"title\":\"{title}\",\"version\":\"1\"}},\"paths\":{{}}}}"
        )
    };
    let built = Site::new()
        .file("index.mdx", &page("Home", "One."))
        .file("en/openapi.json", &description("A"))
        .file("de/openapi.json", &description("B"))
        .file("other.json", &description("C"))
        .build();
    let list = built.html("llms.txt");
    for link in [
        "[en/openapi.json](/en/openapi.json)",
        "[de/openapi.json](/de/openapi.json)",
        "[other.json](/other.json)",
    ] {
        assert!(list.contains(link), "{link}: {list}");
    }
}

/// What a page begins with is not always what it is about.
#[test]
fn ai_03_a_player_at_the_beginning_does_not_describe_its_page() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "b", "c"] } }))
        .file(
            "index.mdx",
            &page("Home", "<video controls src=\"https://e.com/v.mp4\"></video>\n\nWhat the product is."),
        )
        .file(
            "b.mdx",
            &page("Second", "<iframe src=\"https://www.youtube.com/embed/x\"></iframe>\n\nIt tells *more*."),
        )
        .file("c.mdx", &page("Third", "<iframe src=\"https://e.com/x\" title=\"A talk\"></iframe>"));
    let list = site.build().html("llms.txt").to_owned();
    for line in [
        "- [Home](/index.md): What the product is.\n",
        "- [Second](/b.md): It tells more.\n",
        "- [Third](/c.md)\n",
    ] {
        assert!(list.contains(line), "{list}");
    }
}
