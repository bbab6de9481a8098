//! The files of the search: what is in them, what an edit costs, and that they are those of a clean build. What
//! readers find with them is tested in a browser.

use std::collections::{BTreeMap, BTreeSet};

use docs::encoding::inflate;
use docs::search::posting::{Posting, take, take_number};
use docs::search::slot_of;
use docs::search::words::{Form, words};
use serde_json::{Value, json};

use crate::site::{Built, Site, ways};

/// An index as a browser reads it.
struct Index {
    language: Option<String>,
    version: Option<String>,
    /// Addresses in the order of page numbers.
    pages: Vec<String>,
    cards: Vec<Value>,
    words: BTreeMap<String, Vec<(String, Posting)>>,
    known: Vec<String>,
    boosts: Vec<u64>,
    /// Words that go together.
    related: String,
    /// Where which product and tab begins.
    parts: Value,
}

fn indexes(built: &Built) -> Vec<Index> {
    let list: Value = serde_json::from_str(built.html("_docs/search/index.json")).expect("a list");
    list["indexes"].as_array().expect("indexes").iter().map(|index| read(built, index)).collect()
}

/// Addresses of all pages that the search finds.
pub fn found_pages(built: &Built) -> BTreeSet<String> {
    indexes(built).into_iter().flat_map(|index| index.pages).collect()
}

fn file(built: &Built, folder: &str, name: &Value) -> Vec<u8> {
    let path = format!("_docs/search/{folder}{}.bin", name.as_str().expect("a name"));
    inflate(built.files().get(&path).unwrap_or_else(|| panic!("no {path}"))).expect("deflated")
}

fn read(built: &Built, index: &Value) -> Index {
    let value = |folder: &str, name: &Value| -> Value {
        serde_json::from_slice(&file(built, folder, name)).expect("JSON")
    };
    let directory = value("", &index["directory"]);
    let name = index["directory"].as_str().expect("a name");
    let folder = &name[..=name.find('/').expect("a folder")];
    let mut cards = Vec::new();
    for chunk in directory["chunks"].as_array().expect("chunks") {
        for name in chunk[1].as_array().expect("cards") {
            cards.extend(value(folder, name).as_array().expect("a list").clone());
        }
    }
    let pages: Vec<String> =
        cards.iter().map(|card| card[0].as_str().expect("an address").to_owned()).collect();
    assert_eq!(index["pages"], json!(pages.len()));
    let mut words = BTreeMap::new();
    let slots = directory["slots"].as_array().expect("slots");
    for (slot, shards) in slots.iter().enumerate() {
        let mut last = String::new();
        for shard in shards.as_array().expect("shards").chunks(2) {
            let mut bytes = file(built, folder, &shard[1]);
            let found = read_shard(&mut bytes, &pages);
            // The name of a shard stands between the words before and its own.
            let named = shard[0].as_str().expect("a beginning");
            assert!(found.first().is_some_and(|(word, _)| word.starts_with(named)), "{named}");
            assert!(*named > *last, "{last} {named}");
            last = found.last().map(|(word, _)| word.clone()).unwrap_or_default();
            assert!(found.iter().all(|(word, _)| slot_of(word, slots.len()) == slot), "slot {slot}");
            words.extend(found);
        }
    }
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let known = String::from_utf8(file(built, folder, &directory["known"])).expect("text");
    let boosts = directory["boosts"].as_array().expect("boosts").iter();
    let related = directory.get("related").map(|name| file(built, folder, name)).unwrap_or_default();
    Index {
        language: text(&index["language"]),
        version: text(&index["version"]),
        pages,
        cards,
        words,
        known: known.lines().map(str::to_owned).collect(),
        boosts: boosts.map(|number| number.as_u64().expect("a number")).collect(),
        related: String::from_utf8(related).expect("text"),
        parts: directory["parts"].clone(),
    }
}

fn read_shard(bytes: &mut [u8], pages: &[String]) -> Vec<(String, Vec<(String, Posting)>)> {
    let mut rest: &[u8] = bytes;
    let mut terms: Vec<(Vec<u8>, usize)> = Vec::new();
    for _ in 0..take_number(&mut rest).expect("a number of words") {
        let mut number = || take_number(&mut rest).expect("a number") as usize;
        let (common, length) = (number(), number());
        let mut word = terms.last().map_or(Vec::new(), |(before, _)| before[..common].to_vec());
        word.extend(&rest[..length]);
        rest = &rest[length..];
        take_number(&mut rest).expect("a number of pages");
        terms.push((word, take_number(&mut rest).expect("a length") as usize));
    }
    let mut found = Vec::new();
    for (word, length) in terms {
        let (mut list, behind) = rest.split_at(length);
        rest = behind;
        let mut page = 0;
        let mut postings = Vec::new();
        while let Some(distance) = take_number(&mut list) {
            page += distance as usize;
            postings.push((pages[page - 1].clone(), take(&mut list).expect("a posting")));
        }
        found.push((String::from_utf8(word).expect("text"), postings));
    }
    found
}

impl Index {
    fn pages_with(&self, word: &str) -> Vec<&str> {
        self.words.get(word).into_iter().flatten().map(|(page, _)| page.as_str()).collect()
    }

    fn posting(&self, word: &str, page: &str) -> &Posting {
        let found = self.words.get(word).into_iter().flatten().find(|(own, _)| own == page);
        &found.unwrap_or_else(|| panic!("`{word}` is not on {page}")).1
    }
}

fn page(title: &str, text: &str) -> String {
    format!("---\ntitle: {title}\n---\n\n{text}\n")
}

fn only(built: &Built) -> Index {
    let mut all = indexes(built);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

#[test]
fn srch_04_sections_fields_and_disclosures_are_units() {
    let text = "Above.\n\n## First part\n\nWords of `createUser` here.\n\n<Accordion title=\"A question\">Its \
                answer.</Accordion>\n\nBehind it.\n\n<ParamField query=\"page_size\" type=\"integer\">How \
                many.</ParamField>\n\n```js\nconst client = connect(\"X-Api-Key\")\n```\n";
    let mut site = Site::new().file("index.mdx", &page("Users & more", text));
    let index = only(&site.build());
    let marks: Vec<&Value> = index.cards[0][6].as_array().expect("sections").iter().collect();
    let sections: Vec<String> = marks
        .chunks(3)
        .map(|mark| format!("{}: {}", mark[0].as_str().unwrap(), mark[1].as_str().unwrap()))
        .collect();
    assert_eq!(
        sections,
        [
            ": ",
            "first-part: First part",
            "a-question: A question",
            "first-part: First part",
            "param-page_size: page_size",
            "first-part: First part",
        ]
    );
    assert_eq!(index.cards[0][2], "Users & more");
    for word in ["createuser", "create", "user", "pagesize", "xapikey", "answer", "connect", "users"] {
        assert_eq!(index.pages_with(word), ["/"], "{word}");
    }
    // What stands near is in one passage.
    let passages = |word: &str| index.posting(word, "/").passages.clone();
    assert_eq!(passages("answer"), passages("its"));
    assert_ne!(passages("answer"), passages("behind"));
    assert!(!index.posting("connect", "/").place.text && index.posting("words", "/").place.text);
    assert_eq!((index.posting("part", "/").heading, index.posting("more", "/").title), (2, 2));
    // Attributes, types and buttons are not what the page says.
    for word in ["integer", "copy", "svg", "class"] {
        assert!(index.pages_with(word).is_empty(), "{word}");
    }
    // Found after a letter or two of its title.
    assert_eq!((index.pages_with("^u"), index.pages_with("^us")), (vec!["/"], vec!["/"]));
    assert!(index.known.contains(&"question".to_owned()));
}

#[test]
fn srch_04_entries_of_a_change_log_and_steps_with_an_id_are_units() {
    let text = "## First part\n\n<Steps><Step title=\"Install it\" id=\"install\">Words.</Step><Step title=\"Run it\">More.</Step></Steps>\n\n\
                Behind them.\n\n<Update label=\"v9.8.7\" tags={[\"Fixes\"]}>A frobnicator.\n\n## What is new\n\nThis.</Update>\n\n\
                <Update label=\"v9.8.6\">Before.</Update>\n";
    let index = only(&Site::new().file("index.mdx", &page("Home", text)).build());
    let marks: Vec<&Value> = index.cards[0][6].as_array().expect("sections").iter().collect();
    let sections: Vec<(&str, &str)> =
        marks.chunks(3).map(|mark| (mark[0].as_str().unwrap(), mark[1].as_str().unwrap())).collect();
    assert_eq!(
        sections,
        [
            ("first-part", "First part"),
            ("install", "Install it"),
            ("first-part", "First part"),
            ("v9-8-7", "v9.8.7"),
            ("what-is-new", "What is new"),
            ("v9-8-6", "v9.8.6"),
        ]
    );
    assert_eq!(index.posting("frobnicator", "/").passages.len(), 1);
}

#[test]
fn srch_16_what_is_not_to_be_found_is_in_no_index() {
    let hidden = |keys: &str, word: &str| format!("---\ntitle: T\n{keys}\n---\n\n{word}\n");
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Shown", "pages": ["index", "a", "b", "c", "d"] },
            { "group": "Hidden", "hidden": true, "pages": ["e"] },
            { "group": "Kept", "hidden": true, "searchable": true, "pages": ["f"] },
            { "group": "Not searched", "searchable": false, "pages": ["g"] },
        ] } }))
        .file("index.mdx", &page("Home", "<Visibility for=\"agents\">wagents</Visibility><Visibility for=\"humans\">wpeople</Visibility>"))
        .file("a.mdx", &hidden("hidden: true", "whidden"))
        .file("b.mdx", &hidden("noindex: true", "wnoindex"))
        .file("c.mdx", &hidden("searchable: false", "wunsearched"))
        .file("d.mdx", &hidden("keywords: [wkeyword]\ndescription: wdescribed", "wshown"))
        .file("e.mdx", &page("E", "wgroup"))
        .file("f.mdx", &page("F", "wkept"))
        .file("g.mdx", &page("G", "wnever"))
        .file("loose.mdx", &page("Loose", "wloose"));
    let index = only(&site.build());
    let found: BTreeSet<&str> =
        index.words.keys().filter(|word| word.starts_with('w')).map(String::as_str).collect();
    assert_eq!(found, BTreeSet::from(["wdescribed", "wkept", "wkeyword", "wpeople", "wshown"]));
    site.edit_config(|config| config["seo"] = json!({ "indexing": "all" }));
    let built = site.build();
    built.assert_clean();
    let index = only(&built);
    assert!(["whidden", "wloose", "wgroup"].iter().all(|word| !index.pages_with(word).is_empty()));
    assert!(index.pages_with("wnoindex").is_empty() && index.pages_with("wunsearched").is_empty());
}

#[test]
fn srch_09_each_language_and_version_has_an_index_of_its_own() {
    let index = only(&Site::new().file("index.mdx", &page("One", "word")).build());
    assert_eq!((index.language, index.version), (None, None));
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "versions": [{ "version": "v2", "pages": ["index"] }, { "version": "v1", "pages": ["old"] }] },
            { "language": "de", "pages": ["de/index"] },
        ] } }))
        .file("index.mdx", &page("New", "shared newest"))
        .file("old.mdx", &page("Old", "shared oldest"))
        .file("de/index.mdx", &page("Neu", "geteilt"));
    let built = site.build();
    let all = indexes(&built);
    let of = |index: &Index| (index.language.clone(), index.version.clone(), index.pages.clone());
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        all.iter().map(of).collect::<Vec<_>>(),
        [
            (some("en"), some("v2"), vec!["/".to_owned()]),
            (some("en"), some("v1"), vec!["/old".to_owned()]),
            (some("de"), None, vec!["/de".to_owned()]),
        ]
    );
    assert_eq!(all[0].pages_with("shared"), ["/"]);
    // Words of documentation in English go with pages in English.
    assert!(all[0].related.contains("\n~ ") && all[0].related == all[1].related && all[2].related.is_empty());
    let list: Value = serde_json::from_str(built.html("_docs/search/index.json")).expect("a list");
    assert_eq!(list["texts"]["de"]["clear"], "Löschen");
    assert!(built.html("old/index.html").contains("data-version=\"v1\""));
}

/// Products may have versions of their own: who reads one of them searches the others as they are shown first.
#[test]
fn srch_09_an_index_tells_in_which_lists_its_version_is() {
    let config = |first: &str| {
        let version =
            |name: &str| json!({ "version": name, "default": name == first, "pages": [format!("{name}/a")] });
        json!({ "navigation": { "dropdowns": [
            { "dropdown": "Home", "pages": ["index"] },
            { "dropdown": "Kit", "versions": [version("v1"), version("v2")] },
            { "dropdown": "Chain", "versions": [version("v9"), { "version": "v1", "pages": ["v1/b"] }] },
        ] } })
    };
    let mut site = Site::new().with_config(config("v2"));
    for name in ["index", "v1/a", "v2/a", "v9/a", "v1/b"] {
        site = site.file(&format!("{name}.mdx"), &page(name, "word"));
    }
    let lists = |built: &Built| -> Vec<[Value; 3]> {
        let list: Value = serde_json::from_str(built.html("_docs/search/index.json")).expect("a list");
        let of = |index: &Value| ["version", "lists", "first"].map(|key| index[key].clone());
        list["indexes"].as_array().expect("indexes").iter().map(of).collect()
    };
    let built = site.build();
    let none = [Value::Null, Value::Null, Value::Null];
    let of = |version: &str, lists: &[u32], first: &[u32]| [json!(version), json!(lists), json!(first)];
    assert_eq!(
        lists(&built),
        [none.clone(), of("v1", &[0, 1], &[]), of("v2", &[0], &[0]), of("v9", &[1], &[1])]
    );
    // Which one is shown first is no part of a page.
    site.edit_config(|all| all["navigation"] = config("v1")["navigation"].clone());
    let built = site.build();
    built.assert_clean();
    assert_eq!(lists(&built), [none, of("v1", &[0, 1], &[0]), of("v2", &[0], &[]), of("v9", &[1], &[1])]);
}

#[test]
fn srch_09_an_index_tells_which_product_and_tab_each_page_is_in() {
    let config = |tab: &str| {
        json!({ "navigation": { "products": [
            { "product": "x", "name": "Product X", "tabs": [{ "tab": tab, "pages": ["a", "b"] }, { "tab": "API", "pages": ["c"] }] },
            { "product": "y", "pages": ["d"] },
        ] } })
    };
    let mut site = Site::new().with_config(config("Guides"));
    for name in ["a", "b", "c", "d"] {
        site = site.file(&format!("{name}.mdx"), &page(name, "word"));
    }
    let built = site.build();
    assert_eq!(only(&built).parts, json!([0, "Product X", "Guides", 2, "Product X", "API", 3, "y", null]));
    // Another name reaches what is remembered of the pages, too.
    site.edit_config(|all| all["navigation"] = config("Handbook")["navigation"].clone());
    let built = site.build();
    built.assert_clean();
    assert_eq!(only(&built).parts[2], "Handbook");
    // Nothing is said where there are neither.
    let plain = Site::new().file("index.mdx", &page("One", "word")).build();
    assert_eq!(only(&plain).parts, Value::Null);
}

#[test]
fn srch_06_on_small_sites_words_of_one_page_are_offered_behind_the_others() {
    let offered = |built: &Built| -> (Vec<String>, Vec<String>) {
        let known = only(built).known;
        let (first, rare) = known.split_at(known.iter().position(String::is_empty).unwrap_or(known.len()));
        (first.to_vec(), rare.iter().filter(|word| !word.is_empty()).cloned().collect())
    };
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "a"] } }))
        .file("index.mdx", &page("Home", "A gadget and a common word."))
        .file("a.mdx", &page("Other", "A common word."));
    let built = site.build();
    let (first, rare) = offered(&built);
    assert_eq!(first, ["common", "home", "other", "word"]);
    assert_eq!(rare, ["gadget"]);
    built.assert_clean();
    // Of a large site they would be too many.
    let names: Vec<String> = (0..700).map(|number| format!("p{number}")).collect();
    for name in &names {
        site.edit(&format!("{name}.mdx"), &page("Part", "A common word and a gadget."));
    }
    site.edit("p699.mdx", &page("Part", "A common word and a gizmo."));
    site.edit_config(|config| config["navigation"]["pages"] = json!(names));
    let (first, rare) = offered(&site.build());
    assert!(
        first.contains(&"gadget".to_owned()) && !rare.contains(&"gizmo".to_owned()),
        "{first:?} {rare:?}"
    );
}

#[test]
fn srch_05_weights_of_pages_and_groups_are_known() {
    let boosted = |keys: &str| format!("---\ntitle: T\n{keys}\n---\n\nword\n");
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "A", "boost": 2, "pages": ["index", "a", "b"] },
            { "group": "B", "pages": ["c", "d"] },
        ] } }))
        .file("index.mdx", &boosted(""))
        .file("a.mdx", &boosted("boost: 0.5"))
        .file("b.mdx", &boosted("deprecated: true"))
        .file("c.mdx", &boosted("deprecated: true"))
        .file("d.mdx", &boosted(""));
    let built = site.build();
    built.assert_no_problems();
    let index = only(&built);
    assert_eq!(index.pages, ["/", "/a", "/b", "/c", "/d"]);
    assert_eq!(index.boosts, [0, 200, 1, 50, 3, 50]);
}

#[test]
fn srch_05_what_happened_to_the_product_counts_less() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": [
            "index", "changelog", "Changelog/2024", "api/releases/create", "release-notes"
        ] } }))
        .file("index.mdx", &page("Home", "word"))
        .file("changelog.mdx", &page("Changes", "word"))
        .file("Changelog/2024.mdx", &page("Changes of 2024", "word"))
        .file("api/releases/create.mdx", &page("Create a release", "word"))
        .file("release-notes.mdx", "---\ntitle: T\nboost: 1.5\n---\n\nword\n");
    let built = site.build();
    assert_eq!(only(&built).boosts, [1, 50, 2, 50, 4, 150]);
}

#[test]
fn srch_05_how_a_page_begins_that_is_not_described_describes_it() {
    let text = "Where lanterns glow.\n\n## Part\n\nThen rivers.\n";
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "told"] } }))
        .file("index.mdx", &page("Home", text))
        .file("told.mdx", &format!("---\ntitle: Told\ndescription: All about tents\n---\n\n{text}"));
    let built = site.build();
    let sums_up = |built: &Built, word: &str, page: &str| only(built).posting(word, page).place.summary;
    assert!(sums_up(&built, "lanterns", "/") && !sums_up(&built, "rivers", "/"));
    assert!(sums_up(&built, "tents", "/told") && !sums_up(&built, "lanterns", "/told"));
    // Told apart from a description by where it stands.
    assert_ne!(only(&built).posting("lanterns", "/").passages, [0]);
    site.edit("index.mdx", &page("Home", "Where rivers run.\n\n## Part\n\nThen lanterns.\n"));
    let built = site.update(&["index.mdx"]);
    built.assert_clean();
    assert!(sums_up(&built, "rivers", "/") && !sums_up(&built, "lanterns", "/"));
}

#[test]
fn srch_05_a_page_is_found_by_what_links_of_other_pages_say_of_it() {
    let config = json!({ "navigation": { "pages": ["index", "told", "other"] } });
    let links = |words: &str| {
        let card = "<Card title=\"Camping\" href=\"/told/\">All about *tents*.</Card>";
        page(
            "Home",
            &format!("Read of [{words}](/told#part) and [elsewhere](https://example.com/told).\n\n{card}"),
        )
    };
    let mut site = Site::new()
        .with_config(config)
        .file("index.mdx", &links("lanterns"))
        .file(
            "told.mdx",
            "---\ntitle: Told\ndescription: Of the night\n---\n\n## Part\n\nThis [rivers](/told) itself.\n",
        )
        .file("other.mdx", &page("Other", "word"));
    let built = site.build();
    built.assert_clean();
    let index = only(&built);
    for word in ["lanterns", "camping", "tents"] {
        assert_eq!(index.pages_with(word), ["/", "/told"], "{word}");
        assert!(index.posting(word, "/told").place.summary, "{word}");
    }
    assert_eq!(index.pages_with("elsewhere"), ["/"]);
    // A page's own links say nothing new.
    assert!(!index.posting("rivers", "/told").place.summary);
    for (number, course) in ways(&["index.mdx"]).into_iter().enumerate() {
        site.build_once();
        let word = format!("zebra{number}");
        site.edit("index.mdx", &links(&word));
        let built = course(&mut site);
        built.assert_clean();
        assert_eq!(only(&built).pages_with(&word), ["/", "/told"], "course {number}");
        assert!(only(&built).pages_with("lanterns").is_empty(), "course {number}");
    }
}

#[test]
fn srch_05_a_short_title_is_read_below_the_name_of_its_group() {
    let groups = |first: &str| {
        json!({ "name": "Site", "navigation": { "groups": [
            { "group": first, "pages": ["index", "a", "b"] }, { "group": "Zebras", "pages": ["c"] }
        ] } })
    };
    let mut site = Site::new()
        .with_config(groups("Short links of the zoo"))
        .file("index.mdx", &page("Create", "word"))
        .file("a.mdx", &page("Short", "word"))
        .file("b.mdx", &page("All that can be done", "word"))
        .file("c.mdx", &page("Zebras", "word"));
    let index = only(&site.build());
    let title = |index: &Index, word: &str| -> Vec<(String, u8)> {
        index.words.get(word).map_or(Vec::new(), |found| {
            found.iter().map(|(page, posting)| (page.clone(), posting.title)).collect()
        })
    };
    let both = |first, second| vec![("/".to_owned(), first), ("/a".to_owned(), second)];
    assert_eq!(title(&index, "links"), both(6, 6));
    // The cards say so, too.
    let below: Vec<bool> = index.cards.iter().map(|card| card[7] == json!(1)).collect();
    assert_eq!(below, [true, true, false, true]);
    // Its own words count as they are, and words that join say nothing.
    assert_eq!(title(&index, "short"), both(6, 1));
    assert_eq!(title(&index, "create"), [("/".to_owned(), 1)]);
    assert_eq!(title(&index, "zebras"), [("/c".to_owned(), 1)]);
    assert!(title(&index, "the").is_empty());
    site.edit_config(|config| config["navigation"] = groups("Lions")["navigation"].clone());
    let built = site.build();
    built.assert_clean();
    let index = only(&built);
    assert!(title(&index, "links").is_empty());
    assert_eq!(title(&index, "lions"), both(2, 2));
}

#[test]
fn srch_10_operations_are_found_by_method_and_path() {
    let api = json!({ "openapi": "3.0.0", "info": { "title": "A", "version": "1" }, "paths": {
        "/users/{userId}": { "get": { "summary": "Fetch someone", "operationId": "getUserById", "parameters": [
            { "name": "userId", "in": "path", "required": true, "schema": { "type": "string" }, "description": "whom" }
        ], "responses": {} } }
    } });
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [{ "group": "G", "pages": ["index"] }, { "group": "API", "openapi": "api.json" }] } }))
        .file("index.mdx", &page("Home", "word"))
        .file("api.json", &api.to_string());
    let index = only(&site.build());
    let operation = index.pages.iter().find(|page| page.contains("fetch-someone")).expect("a page").clone();
    for word in ["get", "users", "userid", "someone", "whom", "getuserbyid"] {
        assert!(index.pages_with(word).contains(&operation.as_str()), "{word}");
    }
    let card = index.cards.iter().find(|card| card[0] == json!(operation)).expect("a card");
    assert_eq!(card[5], "GET");
}

#[test]
fn srch_10_generated_samples_are_found_once_and_those_of_the_description_all() {
    let samples = json!([
        {"lang": "python", "label": "Python", "source": "kettle.switch_on()"},
        {"lang": "go", "label": "Go", "source": "kettle.BoilTwice()"},
    ]);
    let operation =
        |summary: &str, samples: Value| json!({ "get": { "summary": summary, "x-codeSamples": samples } });
    let api = json!({ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://api.example" }],
        "paths": { "/heat": operation("Heat", json!([])), "/boil": operation("Boil", samples) } });
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [{ "group": "G", "pages": ["index"] }, { "group": "API", "openapi": "api.json" }] } }))
        .file("index.mdx", &page("Home", "word"))
        .file("api.json", &api.to_string());
    let index = only(&site.build());
    assert_eq!(
        index.pages_with("request"),
        ["/api-reference/heat"],
        "of `curl --request`, the first of those that say the same"
    );
    for word in ["httpclient", "requests", "setrequestmethod"] {
        assert!(index.pages_with(word).is_empty(), "{word}");
    }
    for word in ["kettleswitchon", "twice"] {
        assert_eq!(index.pages_with(word), ["/api-reference/boil"], "{word}");
    }
}

/// Its pages, and so the words that it is made from, stay the same: where it lies does not.
#[test]
fn srch_15_an_index_that_moves_is_named_where_it_is() {
    let one = json!({ "pages": ["index"] });
    let two = json!({ "languages": [
        { "language": "en", "pages": ["index"] }, { "language": "de", "pages": ["de/index"] }
    ] });
    let text = page("Start", "Words.\n");
    let mut site = Site::new().with_config(json!({ "navigation": one }));
    site = site.file("index.mdx", &text).file("de/index.mdx", &text);
    site.build().assert_clean();
    for (navigation, eyebrows) in
        [(&two, "section"), (&one, "section"), (&one, "breadcrumbs"), (&two, "section")]
    {
        site.edit_config(|config| {
            config["navigation"] = navigation.clone();
            config["styling"] = json!({ "eyebrows": eyebrows });
        });
        site.build().assert_clean();
    }
}

#[test]
fn srch_15_an_edit_makes_one_chunk_again_and_the_index_of_a_clean_build() {
    let mut site = Site::new().with_config(json!({ "navigation": { "groups": (0..20).map(|group| {
        let pages: Vec<String> = (0..20).map(|n| format!("g{group}/p{n}")).collect();
        json!({ "group": format!("Group {group}"), "pages": pages })
    }).collect::<Vec<_>>() } }));
    for number in 0..400 {
        let text = format!("## Part {number}\n\nCommon words and word{number}, installed.\n");
        site = site
            .file(&format!("g{}/p{}.mdx", number / 20, number % 20), &page(&format!("Page {number}"), &text));
    }
    let built = site.build();
    let chunks = built.query("make_chunk");
    assert!((2..=7).contains(&chunks), "{chunks} chunks");
    let slots = built.query("merge_slot");
    built.assert_clean();
    let courses = ways(&["g3/p3.mdx"]);
    for (number, course) in courses.into_iter().enumerate() {
        site.build_once();
        site.edit("g3/p3.mdx", &page("Page 63", &format!("## Part 63\n\nCommon words and zebra{number}.\n")));
        let built = course(&mut site);
        built.assert_clean();
        assert!(built.query("make_chunk") <= 1, "course {number}: {:#?}", built.query_lines());
        assert!(built.query("merge_slot") <= 6.min(slots), "course {number}: {}", built.query("merge_slot"));
        assert_eq!(only(&built).pages_with(&format!("zebra{number}")), ["/g3/p3"]);
        // Nothing of the words before is left.
        assert!(only(&built).pages_with("word63").is_empty());
    }
    // A title, a page that comes, one that goes.
    site.edit("g3/p3.mdx", &page("Renamed", "Common.\n"));
    let built = site.update(&["g3/p3.mdx"]);
    built.assert_clean();
    assert_eq!(only(&built).pages_with("renamed"), ["/g3/p3"]);
    site.edit("g3/p3.mdx", "---\ntitle: Renamed\nhidden: true\n---\n\nCommon.\n");
    let built = site.update(&["g3/p3.mdx"]);
    built.assert_clean();
    assert!(only(&built).pages_with("renamed").is_empty());
    site.remove("g3/p3.mdx");
    let built = site.build();
    built.assert_clean();
    assert_eq!(only(&built).pages.len(), 399);
    // What the store and the output directory have lost is made again.
    site.lose_cache();
    site.forget();
    site.build_once().assert_clean();
    site.lose_output();
    site.forget();
    site.build_once().assert_clean();
}

#[test]
fn srch_13_the_search_page_is_there_unless_the_project_has_one() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [{ "group": "Guides", "pages": ["index"] }] } }));
    site.edit("index.mdx", &page("Home", "word"));
    let built = site.build();
    let html = built.html("search/index.html");
    assert!(html.contains("name=\"q\"") && html.contains("<noscript>") && html.contains(">Guides<"));
    assert!(built.html("index.html").contains("href=\"/search\""));
    site.edit("search.mdx", &page("Mine", "own words"));
    let built = site.build();
    assert!(built.html("search/index.html").contains("own words"));
    built.assert_clean();
}

#[test]
fn srch_01_words_are_cut_as_the_browser_cuts_them() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/search/words.json");
    let text = std::fs::read_to_string(path).expect("the texts");
    let texts: Vec<(String, Vec<(String, String)>)> = serde_json::from_str(&text).expect("texts with words");
    for (text, should) in texts {
        let mut found = Vec::new();
        words(&text, |word| found.push((word.text.to_owned(), word.form == Form::Name)));
        let should: Vec<_> = should.into_iter().map(|(word, kind)| (word, kind == "name")).collect();
        assert_eq!(found, should, "{text}");
    }
}
