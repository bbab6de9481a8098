//! Records for a search engine elsewhere: their layout, what is in them, and what an edit costs.

use docs::db::Settings;
use serde_json::{Value, json};

use crate::site::{Built, Site, ways};

fn page(title: &str, text: &str) -> String {
    format!("---\ntitle: {title}\n---\n\n{text}\n")
}

fn site(engine: &str) -> Site {
    let settings = Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() };
    Site::new().settings(settings).with_config(json!({
        "search": { "records": engine },
        "navigation": { "tabs": [{ "tab": "Guides", "groups": [{ "group": "Start", "pages": ["index", "b"] }] }] },
    }))
}

/// The texts of all files of records, with their names.
fn files(built: &Built) -> Vec<(String, String)> {
    let own = built
        .files()
        .iter()
        .filter(|(path, _)| path.starts_with("_records/") && !path.ends_with("index.json"));
    own.map(|(path, bytes)| (path.clone(), String::from_utf8(bytes.clone()).expect("text"))).collect()
}

fn records(built: &Built) -> Vec<Value> {
    let all = files(built).into_iter().flat_map(|(path, text)| -> Vec<Value> {
        if path.ends_with(".json") {
            return serde_json::from_str(&text).expect("a list");
        }
        text.lines().map(|line| serde_json::from_str(line).expect("a document")).collect()
    });
    all.collect()
}

fn texts<'r>(records: &'r [Value], key: &str) -> Vec<&'r str> {
    records.iter().map(|record| record[key].as_str().unwrap_or("–")).collect()
}

#[test]
fn srch_14_each_section_is_a_record_in_the_layout_of_the_engine() {
    let text = "Above all.\n\n## First part\n\nIts text.\n\n### Below `it`\n\nDeep.\n\n```js\nconst answer = 42\n```\n\n\
                ## Second\n\n<ParamField path=\"user_id\" type=\"string\">Who it is.</ParamField>\n\nBehind it.";
    let with = |engine: &str| {
        let index = "---\ntitle: Home\ndescription: What it is\nboost: 1.5\n---\n\n".to_owned() + text;
        let built = site(engine).file("index.mdx", &index).file("b.mdx", &page("Other", "Words.")).build();
        built.assert_clean();
        built
    };
    let algolia = with("algolia");
    algolia.assert_no_problems();
    let all = records(&algolia);
    assert_eq!(
        texts(&all, "url"),
        [
            "https://e.x/",
            "https://e.x/#first-part",
            "https://e.x/#below-it",
            "https://e.x/#second",
            "https://e.x/#param-user_id",
            "https://e.x/b",
        ]
    );
    assert_eq!(texts(&all, "type"), ["lvl1", "lvl2", "lvl3", "lvl2", "lvl3", "lvl1"]);
    assert_eq!(all[0]["content"], "What it is Above all.");
    assert_eq!(all[3]["content"], "Behind it.");
    let below = all[2].as_object().expect("an object");
    assert_eq!(
        Value::Object(below.clone()),
        json!({
            "objectID": below["objectID"],
            "url": "https://e.x/#below-it",
            "url_without_anchor": "https://e.x/",
            "anchor": "below-it",
            "type": "lvl3",
            "hierarchy": {
                "lvl0": "Guides", "lvl1": "Home", "lvl2": "First part", "lvl3": "Below it",
                "lvl4": null, "lvl5": null, "lvl6": null,
            },
            "content": "Deep. const answer = 42",
            "language": "en",
            "version": null,
            "tab": "Guides",
            "weight": { "pageRank": 150, "level": 70, "position": 2 },
        })
    );
    let [(name, text)] = &files(&algolia)[..] else { panic!("one file") };
    assert!(
        name.ends_with(".json") && text.starts_with("[\n{\"objectID\":") && text.ends_with("}\n]\n"),
        "{text}"
    );
    let list: Value = serde_json::from_str(algolia.html("_records/index.json")).expect("a list");
    assert_eq!(
        list,
        json!({ "engine": "algolia", "files": [{
            "file": name.trim_start_matches("_records/"), "language": "en", "version": null, "pages": 2,
        }] })
    );

    let typesense = with("typesense");
    assert!(files(&typesense)[0].0.ends_with(".jsonl"));
    let documents = records(&typesense);
    assert_eq!(texts(&documents, "id"), texts(&all, "objectID"), "the same names everywhere");
    assert_eq!(documents[2]["hierarchy.lvl3"], "Below it");
    assert!(
        documents
            .iter()
            .flat_map(|one| one.as_object().expect("an object"))
            .all(|(_, value)| !value.is_null())
    );
    assert_eq!(documents[2]["item_priority"], 150_000_000 + 70_000 + 997);

    let meilisearch = with("meilisearch");
    assert!(files(&meilisearch)[0].0.ends_with(".ndjson"));
    let documents = records(&meilisearch);
    assert_eq!(documents[2]["hierarchy_lvl2"], "First part");
    assert_eq!(
        (&documents[2]["hierarchy_radio_lvl2"], &documents[2]["hierarchy_lvl6"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(documents[2]["hierarchy_radio_lvl3"], "Below it");
    let is_name = |name: &&str| name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    assert!(texts(&documents, "objectID").iter().all(is_name));
    // Who does not ask for them has none, and the search of the site is the same.
    let without = site("algolia").with_config(json!({ "search": {} })).file("b.mdx", "x").build();
    assert!(without.files().keys().all(|path| !path.starts_with("_records")));
}

#[test]
fn srch_14_what_is_not_to_be_found_is_in_no_record() {
    let built = site("typesense")
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index", "b", "c", "d"] },
            { "group": "Quiet", "searchable": false, "pages": ["e"] },
        ] } }))
        .file("index.mdx", &page("Home", "Seen.\n\n<Visibility for=\"agents\">Whispered.</Visibility>"))
        .file("b.mdx", "---\ntitle: B\nhidden: true\n---\n\nWords.\n")
        .file("c.mdx", "---\ntitle: C\nnoindex: true\n---\n\nWords.\n")
        .file("d.mdx", "---\ntitle: D\nsearchable: false\n---\n\nWords.\n")
        .file("e.mdx", &page("E", "Words."))
        .file("f.mdx", &page("F", "In no menu."))
        .build();
    let all = records(&built);
    assert_eq!(texts(&all, "url"), ["https://e.x/"]);
    assert_eq!(all[0]["content"], "Seen.");
    assert_eq!(all[0]["hierarchy.lvl0"], "Start");
}

#[test]
fn srch_14_each_language_and_version_has_files_of_its_own() {
    let pages = |start: &str| json!([{ "group": "Docs", "pages": [format!("{start}/a")] }]);
    let built = site("algolia")
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "versions": [{ "version": "v1", "groups": pages("v1") }, { "version": "v2", "groups": pages("v2") }] },
            { "language": "fr", "groups": pages("fr") },
        ] } }))
        .file("v1/a.mdx", &page("One", "Words."))
        .file("v2/a.mdx", &page("Two", "Words."))
        .file("fr/a.mdx", &page("Trois", "Mots."))
        .build();
    let all = records(&built);
    let mut told: Vec<_> = all
        .iter()
        .map(|record| (record["language"].as_str(), record["version"].as_str(), record["url"].as_str()))
        .collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            (Some("en"), Some("v1"), Some("https://e.x/v1/a")),
            (Some("en"), Some("v2"), Some("https://e.x/v2/a")),
            (Some("fr"), None, Some("https://e.x/fr/a")),
        ]
    );
    assert_eq!(files(&built).len(), 3);
    built.assert_clean();
}

#[test]
fn srch_14_a_long_section_is_several_records() {
    let words: Vec<String> = (0..2_000).map(|number| format!("word{number}")).collect();
    let text = format!("## Long\n\n{}\n\n```\n{}\n```", words.join(" "), "x".repeat(20_000));
    let built = site("algolia").file("index.mdx", &page("Home", &text)).file("b.mdx", "b").build();
    let all = records(&built);
    let long: Vec<&Value> = all.iter().filter(|record| record["anchor"] == "long").collect();
    assert!((6..10).contains(&long.len()), "{}", long.len());
    assert!(long.iter().all(|record| record["content"].as_str().is_some_and(|text| text.len() <= 6_000)));
    assert_eq!((&long[0]["type"], &long[1]["type"]), (&json!("lvl2"), &json!("content")));
    let said: String =
        long.iter().map(|record| record["content"].as_str().unwrap_or("").to_owned() + " ").collect();
    assert!(words.iter().all(|word| said.contains(&format!("{word} "))), "no word is lost");
    let mut names = texts(&all, "objectID");
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all.len(), "each has a name of its own");
}

#[test]
fn srch_14_an_edit_makes_the_records_of_its_page_again() {
    let pages: Vec<String> = (0..320).map(|number| format!("g{}/p{}", number / 20, number % 20)).collect();
    let mut site = site("meilisearch").with_config(json!({ "navigation": { "pages": pages } }));
    for number in 0..320 {
        site = site.file(
            &format!("g{}/p{}.mdx", number / 20, number % 20),
            &page(&format!("Page {number}"), "## Part\n\nCommon words."),
        );
    }
    let built = site.build();
    built.assert_clean();
    assert_eq!(built.query("listing_line"), 320);
    let before = files(&built);
    assert!(before.len() > 1, "several chunks");
    let courses = ways(&["g0/p7.mdx"]);
    for (number, course) in courses.into_iter().enumerate() {
        site.build_once();
        site.edit("g0/p7.mdx", &page("Page 7", &format!("## Part\n\nWords, common: {number}.")));
        let built = course(&mut site);
        built.assert_clean();
        assert_eq!(built.query("listing_line"), 1, "course {number}");
        let said = records(&built);
        let said = said.iter().find(|record| record["url"] == "https://e.x/g0/p7#part").expect("its record");
        assert_eq!(said["content"], format!("Words, common: {number}."));
        let others = files(&built);
        assert_eq!(others.iter().filter(|file| before.contains(file)).count(), before.len() - 1);
        // The same words with other signs between them are nothing new to the site's own search.
        site.edit("g0/p7.mdx", &page("Page 7", &format!("## Part\n\nWords (common), {number}!")));
        let built = course(&mut site);
        built.assert_clean();
        assert_eq!(built.query("make_chunk"), 0);
        let said = format!("Words (common), {number}!");
        assert!(records(&built).iter().any(|record| record["content"] == said), "course {number}");
    }
    // A title, a page that goes, another engine, none.
    site.edit("g0/p7.mdx", &page("Renamed", "Words."));
    let built = site.update(&["g0/p7.mdx"]);
    built.assert_clean();
    assert!(records(&built).iter().any(|record| record["hierarchy_lvl1"] == "Renamed"));
    site.edit("g0/p7.mdx", "---\ntitle: Renamed\nsearchable: false\n---\n\nWords.\n");
    let built = site.update(&["g0/p7.mdx"]);
    built.assert_clean();
    assert!(records(&built).iter().all(|record| record["hierarchy_lvl1"] != "Renamed"));
    site.lose_cache();
    site.build_once().assert_clean();
    site.lose_output();
    site.build_once().assert_clean();
    for search in [json!({ "records": "typesense" }), json!({})] {
        site.edit_config(|config| config["search"] = search.clone());
        let built = site.build();
        built.assert_clean();
        assert!(files(&built).iter().all(|(path, _)| path.ends_with(".jsonl")));
        assert_eq!(files(&built).is_empty(), search == json!({}));
    }
}

#[test]
fn srch_14_files_of_the_project_stay() {
    let mut site = site("algolia")
        .file("index.mdx", &page("Home", "One."))
        .file("b.mdx", &page("B", "Two."))
        .file("_records/index.json", "{\"mine\":1}");
    assert_eq!(site.build().html("_records/index.json"), "{\"mine\":1}");
    site.edit("index.mdx", &page("Home", "Three."));
    let built = site.update(&["index.mdx"]);
    built.assert_clean();
    assert_eq!(built.html("_records/index.json"), "{\"mine\":1}");
    assert!(records(&built).iter().any(|record| record["content"] == "Three."));
    site.edit_config(|config| config["search"] = json!({ "records": "algolai" }));
    let built = site.build();
    assert!(built.problems().iter().any(|problem| problem.contains("algolai")), "{:?}", built.problems());
}
