//! Builds after builds: what one change reaches, and what it leaves alone.

use docs::db::{Restricted, Settings};
use docs::engine::CACHE_FOLDER;
use docs::text::{Addresses, UrlStyle};
use serde_json::json;

use crate::site::{Site, compare};

fn three_pages() -> Site {
    Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "a", "b"] } }))
        .file("index.mdx", "---\ntitle: Home\n---\n\nSee [A](/a).\n")
        .file("a.mdx", "import Part from \"/snippets/part.mdx\"\n\n# A\n\n<Part />\n")
        .file("b.mdx", "# B\n\n![A picture](/p.svg)\n")
        .file("snippets/part.mdx", "Shared.\n")
        .file("p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\"/>")
}

#[test]
fn eng_02_a_snippet_reaches_the_pages_that_show_it() {
    let mut site = three_pages();
    site.build().assert_no_problems();
    site.edit("snippets/part.mdx", "Shared anew.\n");
    let built = site.build();
    assert_eq!(built.text("a/index.html"), "A\nShared anew.");
    assert_eq!((built.query("page_body"), built.written()), (1, 2), "{:#?}", built.query_lines());
    built.assert_clean();
    // A file that was missing is looked for again when it appears.
    site.remove("snippets/part.mdx");
    let built = site.build();
    assert!(!built.diagnostics().is_empty());
    built.assert_clean();
    site.edit("snippets/part.mdx", "Back.\n");
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
}

#[test]
fn a_picture_reaches_the_pages_that_show_it_by_its_size() {
    let mut site = three_pages();
    assert!(site.build().body("b/index.html").contains("width=\"10\" height=\"20\""));
    site.edit("p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\"><g/></svg>");
    let built = site.build();
    assert_eq!((built.query("page_body"), built.written()), (0, 1), "{:#?}", built.query_lines());
    site.edit("p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"20\"/>");
    let built = site.build();
    assert!(built.body("b/index.html").contains("width=\"30\" height=\"20\""));
    assert_eq!((built.query("page_body"), built.written()), (1, 2), "{:#?}", built.query_lines());
    built.assert_clean();
}

#[test]
fn a_deleted_page_leaves_its_links_broken_and_nothing_else() {
    let mut site = three_pages();
    site.build().assert_no_problems();
    site.remove("a.mdx");
    let built = site.build();
    assert!(!built.files().contains_key("a/index.html"));
    // The page, its Markdown, and the list of paths, which gets another name.
    assert!(built.report.deleted >= 3 && !built.files().contains_key("a.md"));
    assert!(
        built.problems().iter().any(|problem| problem.contains("index.mdx:5")),
        "{:#?}",
        built.problems()
    );
    built.assert_clean();
    let codes = built.codes();
    site.forget();
    let again = site.build();
    assert_eq!(again.codes(), codes);
    assert_eq!((again.written(), again.report.deleted), (0, 0));
}

#[test]
fn names_that_differ_in_case_alone_are_one_page() {
    let mut site = three_pages();
    site.build();
    site.rename("b.mdx", "B.mdx");
    site.build().assert_clean();
    site.edit("b.mdx", "# Another\n");
    let built = site.build();
    assert!(built.diagnostics().iter().any(|problem| problem.location.is_some()), "{:#?}", built.problems());
    built.assert_clean();
}

#[test]
fn cfg_32_restricted_pages_are_left_out_and_told_once_unless_asked_for() {
    let page = "---\ntitle: B\ngroups: [staff]\n---\n\nInside.\n";
    let mut site = three_pages().file("b.mdx", page).file("c.mdx", page);
    site.edit_config(|config| config["public"] = json!(false));
    let built = site.build();
    assert!(!built.files().contains_key("b/index.html") && !built.html("llms.txt").contains("/b"));
    let of =
        |code: &str| built.problems().into_iter().filter(|told| told.starts_with(code)).collect::<Vec<_>>();
    assert_eq!(
        of("page-withheld"),
        ["page-withheld b.mdx:3 `b` and one other page have `groups`, so they are left out of the site"]
    );
    // The place is where the line is now.
    site.edit(
        "b.mdx",
        "---\ntitle: B\ndescription: The groups of staff\n\ngroups:\n  - staff\n---\n\nInside.\n",
    );
    let moved = site.update(&["b.mdx"]);
    let place = moved.diagnostics().iter().find(|told| told.code == "page-withheld").expect("told");
    let place = place.location.clone().expect("a place");
    assert_eq!((place.path.as_str(), place.line, place.column, &*place.excerpt), ("b.mdx", 5, 1, "groups:"));
    moved.assert_clean();
    site.build_once().assert_clean();
    site.edit("a.mdx", "# A, in other words\n\nText.\n");
    site.build_once().assert_clean();
    assert_eq!(of("config-doubtful-value").len(), 1, "{:?}", built.problems());
    site.edit("b.mdx", "---\ntitle: B\n---\n\nOpen.\n");
    site.edit("c.mdx", "---\ntitle: C\n---\n\nOpen.\n");
    let built = site.build();
    assert!(built.html("b/index.html").contains("Open.") && !built.codes().contains(&"page-withheld"));
    built.assert_clean();
    let settings = Settings {
        addresses: Addresses::new("/handbook", UrlStyle::File),
        site_url: Some("https://docs.example.com".to_owned()),
        restricted: Restricted::Included,
        ..Settings::default()
    };
    let mut site = three_pages().file("b.mdx", page).settings(settings);
    let built = site.build();
    assert_eq!(built.text("b.html"), "Inside.");
    assert!(!built.codes().contains(&"page-withheld"), "{:?}", built.problems());
    assert!(built.body("index.html").contains("href=\"/handbook/a"), "{}", built.body("index.html"));
    site.edit("b.mdx", "# Open\n");
    site.build().assert_clean();
}

#[test]
fn a_file_that_is_hinted_twice_is_written_once() {
    let mut site = three_pages();
    site.build();
    site.edit("b.mdx", "# B again\n");
    let built = site.update(&["b.mdx", "b.mdx"]);
    built.assert_no_problems();
    assert_eq!(built.written(), 2);
    built.assert_clean();
}

#[test]
fn problems_of_a_page_go_with_it() {
    let mut site = three_pages().file("bad.mdx", "---\ntitle: [\n---\n\n<Card>\n\n[gone](/nowhere)\n");
    assert!(!site.build().diagnostics().is_empty());
    site.remove("bad.mdx");
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
}

/// A hint about `docs.json` alone: what it says is in titles and descriptions, too.
#[test]
fn eng_02_cfg_07_variables_reach_the_heads_of_pages_in_an_update() {
    let mut site = three_pages().file("b.mdx", "---\ntitle: B {{version}}\n---\n\nText.\n");
    site.edit_config(|config| config["variables"] = json!({ "version": "1.0" }));
    site.build().assert_no_problems();
    site.edit_config(|config| config["variables"]["version"] = json!("2.0"));
    let built = site.update(&["docs.json"]);
    assert!(built.html("b/index.html").contains("B 2.0"), "{:#?}", built.query_lines());
    built.assert_clean();
}

/// A name that changes its letter case alone, in an update.
#[test]
fn folders_that_change_their_letter_case_collide_with_nothing_that_goes() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "guide/a"] } }))
        .file("index.mdx", "# Home\n")
        .file("guide/a.mdx", "# A\n")
        .file("GUIDE/a.mdx", "# A\n");
    site.build();
    site.edit_config(|config| config["navigation"]["pages"] = json!(["index", "GUIDE/a"]));
    site.update(&["docs.json"]).assert_clean();
    site.edit_config(|config| config["navigation"]["pages"] = json!(["index", "guide/a"]));
    site.update(&["docs.json"]).assert_clean();
}

/// What a page asks may grow: its snippet imports another one since. Later processes still find its body.
#[test]
fn a_body_is_found_again_when_its_questions_have_grown() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["a"] } }))
        .file("a.mdx", "---\ntitle: A\n---\nimport S from '/snippets/s.mdx'\n\n<S/>\n")
        .file("snippets/s.mdx", "One.\n")
        .file("snippets/t.mdx", "Two.\n");
    site.build();
    for (path, text) in [
        ("snippets/s.mdx", "import T from '/snippets/t.mdx'\n\n<T/>\n"),
        ("snippets/t.mdx", "Three.\n"),
        ("snippets/s.mdx", "One.\n"),
    ] {
        site.edit(path, text);
        site.forget();
        site.build().assert_clean();
        site.forget();
        let again = site.build();
        assert_eq!(again.query("render_body"), 0, "{path}: {:#?}", again.query_lines());
        again.assert_clean();
    }
}

/// A process that builds once begins where the last one stopped: only pages with other words are made.
#[test]
fn another_process_makes_only_what_has_changed() {
    let mut site = three_pages();
    site.edit("c.mdx", "# C\n\n[Nowhere](/nowhere) {unbound}\n");
    let first = site.build_once();
    let same = site.build_once();
    assert_eq!((same.written(), same.report.pages), (0, 4));
    assert_eq!((same.query("navigation"), same.query("file_head")), (0, 0), "{:#?}", same.query_lines());
    assert_eq!(same.codes(), first.codes());
    assert_eq!(same.codes().len(), 2, "{:?}", same.codes());
    same.assert_clean();
    // Other words, with a problem of their own.
    site.edit("b.mdx", "# B\n\n![A picture](/p.svg) {another}\n");
    let words = site.build_once();
    assert_eq!((words.query("navigation"), words.query("render_body")), (0, 1), "{:#?}", words.query_lines());
    assert_eq!((words.written(), words.report.pages_written, words.diagnostics().len()), (2, 1, 3));
    words.assert_clean();
    // The same again and back, over processes.
    for text in ["# B\n\n![A picture](/p.svg) more\n", "# B\n\n![A picture](/p.svg)\n"] {
        site.edit("b.mdx", text);
        let built = site.build_once();
        assert_eq!((built.query("navigation"), built.written()), (0, 2));
        built.assert_clean();
    }
    // A title, a snippet, a file more or less, a lost output: the whole way.
    type Change = fn(&mut Site);
    let changes: [Change; 5] = [
        |site| site.edit("b.mdx", "---\ntitle: Bee\n---\n\n![A picture](/p.svg)\n"),
        |site| site.edit("snippets/part.mdx", "Other.\n"),
        |site| site.remove("c.mdx"),
        |site| site.edit("d.mdx", "# D\n"),
        |site| site.lose("a/index.html"),
    ];
    for change in changes {
        change(&mut site);
        let built = site.build_once();
        assert_eq!(built.query("navigation"), 1);
        built.assert_clean();
        let again = site.build_once();
        assert_eq!((again.query("navigation"), again.written()), (0, 0));
    }
}

/// A process that builds once checks the links of edited pages, and of those that lead to places in them, without
/// knowing the rest of the site.
#[test]
fn another_process_checks_the_links_of_edited_pages() {
    let page = |text: &str| format!("---\ntitle: Page\ndescription: A page.\n---\n\n{text}\n");
    let mut site = Site::new()
        .with_config(json!({
            "navigation": { "pages": ["index", "guides/a", "guides/b", "c"] },
            "footer": { "links": [{ "items": [{ "label": "Part", "href": "/c#part" }] }] },
            "redirects": [{ "source": "/old", "destination": "/guides/b" }],
        }))
        .file("index.mdx", &page("[To a part](/guides/a#part) and [to another](/guides/b#part)"))
        .file("guides/a.mdx", &page("## Part\n\nText."))
        .file("guides/b.mdx", &page("import S from '/snippets/s.mdx'\n\nText.\n\n<S />"))
        .file("c.mdx", &page("## Part\n\n[Nowhere](/guides/aa)"))
        .file("snippets/s.mdx", "[Lost](/lost)\n");
    let first = site.build_once();
    let codes: Vec<&str> = first.diagnostics().iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["broken-link", "broken-anchor", "broken-link"], "{:#?}", first.problems());
    // What is written, whether the links are told as a clean build tells them, and by which way.
    let steps: &[(&str, &str, usize)] = &[
        ("c.mdx", "Moved.\n\n## Part\n\n[Nowhere](/guides/aa)", 0),
        (
            "c.mdx",
            "## Part\n\n[Nowhere](/guides/bb), [right](/guides/a#part), [old](/old) and [near](./guides/b)",
            0,
        ),
        ("guides/a.mdx", "## Other part\n\nThe place that another page leads to is gone.", 0),
        ("guides/a.mdx", "## Part\n\nThere it is again.", 0),
        (
            "guides/b.mdx",
            "import S from '/snippets/s.mdx'\n\n## Part\n\nWhat was told of another page is true no more.\n\n<S />",
            0,
        ),
        (
            "guides/b.mdx",
            "import S from '/snippets/s.mdx'\n\n## Part\n\n[Here](#part), [not here](#parts)\n\n<S />",
            0,
        ),
        // The configuration names a place there.
        ("c.mdx", "## Another part\n\n[Right](/guides/a#part)", 1),
    ];
    for (path, text, whole) in steps {
        site.edit(path, &page(text));
        let built = site.build_once();
        assert_eq!(built.query("navigation"), *whole, "{path} {text}");
        built.assert_clean();
        let again = site.build_once();
        assert_eq!((again.query("navigation"), again.written()), (0, 0), "{path} {text}");
        again.assert_clean();
    }
    // Two pages at once, each with a place that the other one names.
    site.edit("guides/a.mdx", &page("## One\n\n[Two](/guides/b#two)"));
    site.edit(
        "guides/b.mdx",
        &page("import S from '/snippets/s.mdx'\n\n## Two\n\n[One](/guides/a#one)\n\n<S />"),
    );
    let built = site.build_once();
    assert_eq!(built.query("navigation"), 0);
    built.assert_clean();
}

/// The list for language models says how the text of a page begins that has no description.
#[test]
fn another_process_tells_how_a_page_begins() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "One", "pages": ["index", "a"] },
            { "group": "Two", "pages": ["b", "described"] },
        ] } }))
        .file("index.mdx", "# Home\n\nWelcome.\n")
        .file("a.mdx", "# A\n\nHow *A* begins.\n\nMore.\n")
        .file("b.mdx", "# B\n")
        .file("described.mdx", "---\ntitle: D\ndescription: Said before.\n---\n\nText.\n");
    site.build_once().assert_no_problems();
    let steps = [
        ("a.mdx", "# A\n\nHow it begins now, [of course](/b).\n\nMore.\n", "How it begins now, of course."),
        ("b.mdx", "# B\n\nThere was nothing here.\n", "There was nothing here."),
        ("described.mdx", "---\ntitle: D\ndescription: Said before.\n---\n\nOther text.\n", "Said before."),
        ("a.mdx", "# A\n", "[A](/a.md)\n"),
        ("a.mdx", "# A\n\n## Part\n\nA heading and words.\n", "A heading and words."),
    ];
    for (path, text, told) in steps {
        site.edit(path, text);
        let built = site.build_once();
        assert_eq!(built.query("navigation"), 0, "{path} {text}");
        let list = String::from_utf8_lossy(&built.files()["llms.txt"]).into_owned();
        assert!(list.contains(told), "{path} {text}: {list}");
        built.assert_clean();
        let again = site.build_once();
        assert_eq!((again.query("navigation"), again.report.written), (0, 0), "{path} {text}");
    }
    // Two pages of different sections at once.
    site.edit("a.mdx", "# A\n\nOne.\n");
    site.edit("b.mdx", "# B\n\nTwo.\n");
    let built = site.build_once();
    assert_eq!(built.query("navigation"), 0);
    built.assert_clean();
}

/// Another program, or a machine that was given the output alone: the store has to learn of pages that stay.
#[test]
fn a_new_store_learns_of_pages_that_are_there() {
    let mut site = three_pages();
    site.build_once().assert_clean();
    site.lose_cache();
    assert_eq!(site.build_once().written(), 0);
    let edits = [
        ("b.mdx", "# B\n\n![A picture](/p.svg) more\n"),
        ("index.mdx", "---\ntitle: Home\n---\n\nSee [A](/a).\n\nMore.\n"),
    ];
    for (path, text) in edits {
        site.edit(path, text);
        let built = site.build_once();
        assert_eq!((built.query("navigation"), built.report.pages_written), (0, 1), "{path}");
        built.assert_clean();
    }
}

/// The store may list what it cannot read: each value is damaged once, and made again.
#[test]
fn each_value_of_the_store_may_be_damaged() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "b"] } }))
        .file("index.mdx", "---\ntitle: Home\n---\n\nSee [B](/b).\n")
        .file("b.mdx", "# B\n\n```js\nconst b = 1\n```\n");
    let whole = site.build_once();
    whole.assert_clean();
    let cache = format!("{}/{CACHE_FOLDER}", site.system().1);
    let kept = site.system().0.files_below(&cache);
    let packs: Vec<&String> = kept.keys().filter(|path| path.ends_with(".pack")).collect();
    assert!(!packs.is_empty(), "{:?}", kept.keys());
    for path in packs {
        // No value is shorter than this with what the store says about it.
        for at in (0..kept[path].len()).step_by(61) {
            site.lose_output();
            site.lose_cache();
            for (name, bytes) in &kept {
                let mut bytes = bytes.clone();
                if name == path {
                    bytes[at] ^= 1;
                }
                site.system().0.place_file(&format!("{cache}/{name}"), &bytes);
            }
            let built = site.build_once();
            assert_eq!(compare(built.files(), whole.files()), Vec::<String>::new(), "a bit at {at}");
        }
    }
}

/// A title is shown by its page, by sidebars, by neighbours, and by pages that no sidebar lists.
#[test]
fn a_title_reaches_every_page_that_shows_it() {
    let page = |title: &str| format!("---\ntitle: {title}\n---\n\nText.\n");
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "tabs": [
            { "tab": "One", "pages": ["one/a", "one/b", { "group": "Inner", "pages": ["one/c", "both"] }] },
            { "tab": "Two", "pages": ["two/a", "both", "two/b"] },
            { "tab": "Three", "pages": ["three/a", "three/b"] },
        ] } }))
        .file("both.mdx", &page("Both"));
    for path in
        ["one/a", "one/b", "one/c", "two/a", "two/b", "three/a", "three/b", "two/unlisted", "three/more"]
    {
        site = site.file(&format!("{path}.mdx"), &page(path));
    }
    site.build().assert_no_problems();
    for path in ["both.mdx", "one/b.mdx", "two/unlisted.mdx", "three/a.mdx"] {
        site.edit(path, &page("Another"));
        let built = site.update(&[path]);
        assert!(built.written() > 0 && built.written() < 10, "{path}: {}", built.written());
        built.assert_clean();
    }
}

/// No page holds a colour: only the style sheet of the look does.
#[test]
fn another_colour_rewrites_no_page() {
    let mut site = three_pages();
    site.build();
    for again in 0..2 {
        site.edit_config(|config| {
            config["colors"] =
                json!({ "primary": format!("#12345{again}"), "light": "#abcdef", "dark": "#101010" });
        });
        let built = if again == 0 { site.update(&["docs.json"]) } else { site.build() };
        // The style sheet with the colours, and the icon.
        assert_eq!((built.written(), built.report.pages_written), (2, 0));
        assert!(built.style().contains("#abcdef"));
        built.assert_clean();
    }
}

/// What was not named is not looked at, so a file that nobody named shows which way was taken.
#[test]
fn a_page_that_comes_or_goes_is_built_from_its_name_alone() {
    let mut site = three_pages();
    site.edit_config(|config| config["navigation"]["pages"] = json!(["index", "a", "b", "new"]));
    site.build();
    site.edit("a.mdx", "# Nobody told\n");
    site.edit("new.mdx", "# New\n\nSee [A](/a).\n");
    let built = site.update(&["new.mdx"]);
    assert_eq!(built.text("new/index.html"), "New\nSee A.");
    assert!(built.html("index.html").contains("href=\"/new\""), "{}", built.html("index.html"));
    assert_eq!(built.text("a/index.html"), "A\nShared.");
    site.build().assert_clean();
    site.edit("a.mdx", "# Nobody told again\n");
    site.remove("new.mdx");
    let built = site.update(&["new.mdx"]);
    assert!(!built.files().contains_key("new/index.html"));
    assert!(!built.html("index.html").contains("href=\"/new\""));
    assert_eq!(built.text("a/index.html"), "Nobody told");
    let built = site.build();
    assert_eq!(built.text("a/index.html"), "Nobody told again");
    built.assert_clean();
}

#[test]
fn files_that_come_and_go_by_name_leave_what_a_clean_build_does() {
    let mut site = three_pages().file(".mintignore", "drafts.mdx\n");
    site.build().assert_no_problems();
    let text = "---\ntitle: T\n---\n\nText.\n";
    let steps: &[(&[&str], &[&str])] = &[
        // Ignored, never published, and of an editor.
        (&["drafts.mdx", "notes.txt.bak", ".#a.mdx", "README.md"], &[]),
        // A folder that was not there, and one more file in it.
        (&["guide/one.mdx"], &[]),
        (&["guide/two.mdx"], &["guide/one.mdx"]),
        // Two files for one address, and one of them again.
        (&["guide/two.md"], &[]),
        (&[], &["guide/two.mdx"]),
        (&["guide/two/index.mdx"], &["guide/two.md"]),
        // A picture that a page shows, a snippet that a page imports.
        (&[], &["p.svg", "snippets/part.mdx"]),
        (&["snippets/part.mdx"], &[]),
        // What would be generated otherwise, and a page in the place of a redirect.
        (&["robots.txt", "llms.txt"], &[]),
        (&[], &["robots.txt", "llms.txt"]),
        // A folder that a build wrote.
        (&["guide/.docs-manifest.json"], &[]),
        (&["a.MDX"], &["a.mdx"]),
        (&[], &["guide/two/index.mdx", "b.mdx"]),
    ];
    for (comes, goes) in steps {
        comes.iter().for_each(|path| site.edit(path, text));
        goes.iter().for_each(|path| site.remove(path));
        let named: Vec<&str> = comes.iter().chain(*goes).copied().collect();
        let built = site.update(&named);
        if let Some(difference) = built.difference_from_clean() {
            panic!("after {comes:?} came and {goes:?} went: {difference}");
        }
    }
}
