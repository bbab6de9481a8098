//! Work in proportion to the change: how many queries an edit runs, and how many files it writes.

use std::collections::BTreeSet;
use std::sync::Arc;

use docs::db::{Echo, QueryLog};
use docs::engine::{Engine, Options, Silent};
use serde_json::json;

use crate::generate::{Shape, generate};
use crate::site::{Built, Site, is_for_finding};

const PAGES: usize = 400;

/// A made-up site of 400 pages, built once.
fn large() -> (Site, Built) {
    let mut site = Site::new();
    generate(&Shape::new(PAGES, 7), &mut |path, bytes| site.place(path, bytes));
    let built = site.build();
    assert!(built.report.pages >= PAGES, "{} pages", built.report.pages);
    (site, built)
}

/// A page in the middle, and its path.
fn some_page(site: &Site) -> String {
    let pages: Vec<String> = site
        .sources()
        .into_keys()
        .filter(|path| path.ends_with(".mdx") && !path.starts_with("snippets/"))
        .collect();
    pages[pages.len() / 2].clone()
}

/// Files that differ, those of the search left out.
fn changed(before: &Built, after: &Built) -> BTreeSet<String> {
    let paths = before.files().keys().chain(after.files().keys());
    let paths = paths.filter(|path| !is_for_finding(path));
    paths.filter(|path| before.files().get(*path) != after.files().get(*path)).cloned().collect()
}

/// Who has no store makes nothing twice either.
#[test]
fn eng_02_without_a_store_large_pages_are_made_once() {
    const LARGE: usize = 40;
    let attribute = "-".repeat(4_000);
    let text = format!("<p title=\"{attribute}\">x</p>\n\n").repeat(100);
    let page =
        |site: Site, number: usize| site.file(&format!("page-{number}.mdx"), &format!("{number}\n\n{text}"));
    let site = (0..LARGE).fold(Site::new(), page);
    let (system, root) = site.system();
    let options = Options { cache: None, ..Options::new(root.as_str(), "/elsewhere") };
    let mut engine = Engine::open(Arc::new(system.clone()), &options, QueryLog::on(Echo::Off)).unwrap();
    let report = engine.build(&Silent);
    let counts = engine.log().counts();
    assert_eq!((report.pages, counts.get("render_body")), (LARGE, Some(&LARGE)), "{counts:?}");
}

/// All edits on one site: building it takes most of the time.
#[test]
fn eng_02_edits_of_a_site_of_many_pages_cost_what_they_change() {
    let (mut site, first) = large();
    let page = some_page(&site);
    let out = page.replace(".mdx", "/index.html");
    let text = page.replace(".mdx", ".md");

    // Nothing changed: nothing runs, nothing is written.
    let same = site.build();
    assert_eq!(same.queries().values().sum::<usize>(), 0, "{:?}", same.query_lines());
    assert_eq!((same.written(), same.report.deleted, same.changes), (0, 0, 0));

    // A body: its own queries and its own two files (and the manifest).
    site.edit(&page, &(site.source(&page) + "\nOne more sentence.\n"));
    let body = site.build();
    assert!(body.page_queries() <= 6, "{:#?}", body.query_lines());
    assert!(body.written() <= 3, "{} written", body.written());
    let files = changed(&first, &body);
    assert!(files.contains(&out) && files.contains(&text) && files.len() <= 4, "{files:?}");
    body.assert_clean();

    // The same by hint.
    site.edit(&page, &(site.source(&page) + "\nAnd another.\n"));
    let update = site.update(&[&page]);
    assert!(update.page_queries() <= 6, "{:#?}", update.query_lines());
    assert!(update.written() <= 3, "{} written", update.written());
    update.assert_clean();
    let settled = site.build();

    // A title: the pages that show it, which are those of its sidebar and the list of its section.
    site.edit(&page, &site.source(&page).replacen("title: ", "title: Other ", 1));
    let title = site.build();
    assert!(title.query("page_body") <= 1, "{:#?}", title.query_lines());
    let section = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (lists, beyond): (Vec<String>, Vec<String>) = changed(&settled, &title)
        .into_iter()
        .filter(|path| path.ends_with(".html") && !path.starts_with(section))
        .partition(|path| path.starts_with("_docs/nav/"));
    assert!(beyond.is_empty(), "pages of other sidebars were written: {beyond:?}");
    let link = format!("href=\"/{}\"", page.trim_end_matches(".mdx"));
    let lists_it = |path: &String| {
        let list = String::from_utf8_lossy(&title.files()[path]);
        list.contains(&link) && list.contains("Other ")
    };
    assert!(
        lists.len() <= 1 && lists.iter().all(lists_it),
        "lists of other sections were written: {lists:?}"
    );
    let markdown: Vec<String> =
        changed(&settled, &title).into_iter().filter(|path| path.ends_with(".md")).collect();
    assert_eq!(markdown, [text], "no other page's Markdown shows a title");
    title.assert_clean();

    // A heading and a link, by hint: the page's own links, and its own piece of each list.
    site.edit(&page, &(site.source(&page) + "\n## One more heading\n\nSee [this](/nowhere/at-all).\n"));
    let heading = site.update(&[&page]);
    assert_eq!(heading.query("link_report"), 1, "{:#?}", heading.query_lines());
    assert_eq!(heading.query("links_key"), 0, "{:#?}", heading.query_lines());
    assert!(heading.problems().iter().any(|problem| problem.contains("nowhere/at-all")));
    heading.assert_clean();
    site.edit(&page, &site.source(&page).replacen("title: ", "title: Another ", 1));
    let title = site.update(&[&page]);
    assert!(title.query("llms_lines") <= 1, "{:#?}", title.query_lines());
    assert!(title.query("search_chunk") <= 1, "{:#?}", title.query_lines());
    title.assert_clean();
    site.edit(&page, &site.source(&page).replace("\nSee [this](/nowhere/at-all).\n", ""));
    site.update(&[&page]).assert_clean();

    // A snippet, by hint: the pages that show it, and nothing that looks at all pages.
    let imported = |path: &str| {
        let mut pages = site.sources().into_values();
        pages.any(|text| String::from_utf8_lossy(&text).contains(&format!("\"/{path}\"")))
    };
    let snippets = site.sources().into_keys().filter(|path| path.starts_with("snippets/"));
    let snippet = snippets.into_iter().find(|path| imported(path)).expect("a snippet that is shown");
    let before = site.build();
    site.edit(&snippet, &(site.source(&snippet) + "\nOne more sentence.\n"));
    let shown = site.update(&[&snippet]);
    let pages = changed(&before, &shown).iter().filter(|path| path.ends_with(".html")).count();
    assert!(pages > 0 && shown.report.pages_written == pages, "{pages} {}", shown.report.pages_written);
    assert_eq!(shown.query("links_key") + shown.query("site_pages"), 0, "{:#?}", shown.query_lines());
    assert!(shown.query("search_chunk") <= pages, "{:#?}", shown.query_lines());
    shown.assert_clean();

    // A colour: the style sheet of the look.
    site.edit_config(|config| config["colors"]["primary"] = json!("#9A3412"));
    let colour = site.build();
    assert_eq!(colour.page_queries(), 0, "{:?}", colour.queries());
    assert_eq!(colour.written(), 1);
    colour.assert_clean();
}

/// Links to places in a page are checked again with it, wherever they stand, and no others; by the note of the store
/// as well.
#[test]
fn diag_03_links_to_places_in_an_edited_page_are_checked_with_it() {
    let names = ["index", "named", "near", "far", "feed"];
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": names } }))
        .file("index.mdx", "---\ntitle: Home\n---\n\n[Far](/far)\n")
        .file("named.mdx", "---\ntitle: Named\n---\n\n## A place\n\nWords.\n")
        .file("near.mdx", "---\ntitle: Near\n---\n\n[There](/named#a-place)\n")
        .file("far.mdx", "---\ntitle: Far\n---\n\n[Only the page](/named)\n")
        .file("feed.mdx", "---\ntitle: Feed\n---\n\n[What is new](/named/rss.xml)\n");
    let broken = |built: &Built| -> Vec<String> {
        let problems = built.diagnostics().iter().filter(|problem| problem.code.starts_with("broken-"));
        problems.filter_map(|problem| Some(problem.location.as_ref()?.path.to_string())).collect()
    };
    let first = site.build();
    assert_eq!(broken(&first), ["feed.mdx"]);
    let edits = [
        (
            "named.mdx",
            "---\ntitle: Named\n---\n\n## Elsewhere\n\nWords.\n",
            ["feed.mdx", "near.mdx"].as_slice(),
            3,
        ),
        ("near.mdx", "---\ntitle: Near\n---\n\n[There](/named#elsewhere)\n", &["feed.mdx"], 1),
        (
            "named.mdx",
            "---\ntitle: Named\n---\n\n<Update label=\"2026-01-01\">\n## Elsewhere\n\nWords.\n</Update>\n",
            &[],
            3,
        ),
        ("near.mdx", "---\ntitle: Near\n---\n\n[Gone](/named#a-place)\n", &["near.mdx"], 1),
        ("near.mdx", "---\ntitle: Near\n---\n\nNo link.\n", &[], 1),
        ("named.mdx", "---\ntitle: Named\n---\n\nNothing.\n", &["feed.mdx"], 2),
    ];
    for (number, (path, text, expected, reports)) in edits.into_iter().enumerate() {
        site.edit(path, text);
        let built = site.update(&[path]);
        assert_eq!(broken(&built), expected, "edit {number}");
        assert!(built.query("link_report") <= reports, "edit {number}: {:#?}", built.query_lines());
        built.assert_clean();
        // Whoever begins again finds the same.
        if number % 2 == 1 {
            site.forget();
            assert_eq!(broken(&site.build()), expected, "edit {number}, again");
        }
    }
}

/// A page of a description shows the snippets that its content imports, and follows them; a link to a feed follows the
/// feed of its page.
#[test]
fn snippets_reach_pages_of_descriptions_and_feeds_reach_links() {
    let operation = json!({
        "summary": "Get a",
        "x-mint": { "content": "import Note from \"/snippets/note.mdx\"\n\n<Note />\n" },
        "responses": { "200": { "description": "Yes" } },
    });
    let description = json!({
        "openapi": "3.1.0",
        "info": { "title": "A", "version": "1" },
        "paths": { "/a": { "get": operation } },
    });
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Guides", "pages": ["index", "log"] },
            { "group": "API", "openapi": "openapi.json" },
        ] } }))
        .file("openapi.json", &description.to_string())
        .file("snippets/note.mdx", "The first words.\n")
        .file("index.mdx", "---\ntitle: Home\n---\n\n[What is new](/log/rss.xml)\n")
        .file("log.mdx", "---\ntitle: Log\n---\n\n<Update label=\"2026-01-01\">\nWords.\n</Update>\n");
    let first = site.build();
    let shows = |built: &Built, words: &str| {
        built.files().values().filter(|bytes| String::from_utf8_lossy(bytes).contains(words)).count()
    };
    assert!(shows(&first, "The first words.") >= 2, "{:?}", first.problems());
    site.edit("snippets/note.mdx", "Other words of a note.\n");
    let built = site.update(&["snippets/note.mdx"]);
    assert_eq!(shows(&built, "The first words."), 0);
    assert!(shows(&built, "Other words of a note.") >= 2);
    built.assert_clean();
    assert!(!built.codes().contains(&"broken-link"), "{:?}", built.problems());
    site.edit(
        "log.mdx",
        "---\ntitle: Log\nrss: false\n---\n\n<Update label=\"2026-01-01\">\nWords.\n</Update>\n",
    );
    let built = site.update(&["log.mdx"]);
    assert!(built.codes().contains(&"broken-link"), "{:?}", built.problems());
    built.assert_clean();
}
