//! Long change logs: pages of older entries, what leads to them, and that edits leave those of a clean build.

use docs::db::Settings;
use docs::text::{Addresses, UrlStyle};
use serde_json::{Value, json};

use crate::site::{Built, Site, ways};

/// A change log with entries down to `v1`, the newest first.
fn log(entries: usize) -> String {
    let entry = |number: usize| {
        format!(
            "<Update label=\"v{number}\" tags={{[\"T{}\"]}}>\n## Part {number}\n\nWords of entry {number}.\n</Update>\n\n",
            number % 3
        )
    };
    let entries: String = (1..=entries).rev().map(entry).collect();
    format!("---\ntitle: Changes\n---\n\nWhat is new.\n\n{entries}[Even older](/guide) ones.\n")
}

fn site(entries: usize) -> Site {
    Site::new()
        .settings(Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() })
        .with_config(json!({ "navigation": { "pages": ["index", "guide", "log/changes"] } }))
        .file("index.mdx", "See [the first](/log/changes#v1) and [a part](/log/changes#part-7).\n")
        .file("guide.mdx", "## Part\n")
        .file("log/changes.mdx", &log(entries))
}

fn places(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"update-places\">").expect("places");
    serde_json::from_str(rest.split_once("</script>").expect("an end").0).expect("JSON")
}

fn count(built: &Built, path: &str) -> usize {
    built.html(path).matches("data-component-part=\"update-header\"").count()
}

#[test]
fn log_03_older_entries_of_a_long_change_log_have_pages() {
    let built = site(250).build();
    built.assert_no_problems();
    let [page, second, first] =
        ["", "archive/2/", "archive/1/"].map(|path| format!("log/changes/{path}index.html"));
    assert_eq!((count(&built, &page), count(&built, &second), count(&built, &first)), (100, 50, 100));
    let html = built.html(&page);
    assert!(html.contains("What is new.") && html.contains("Even older") && html.contains("id=\"v151\""));
    assert!(!html.contains("id=\"v150\"") && html.contains("archive.") && html.contains("Older updates"));
    for link in [
        ("<a href=\"/log/changes/archive/2\" data-tags=\"[[", "\">v150 – v101</a>"),
        ("<a href=\"/log/changes/archive/1\" data-tags=\"[[", "\">v100 – v1</a>"),
    ] {
        assert!(html.contains(link.0) && html.contains(link.1), "{link:?}");
    }
    // In the order of the links.
    let places = places(html);
    let has = |page: usize, id: &str| places[page].as_array().is_some_and(|ids| ids.contains(&json!(id)));
    assert!(has(1, "v1") && has(0, "part-120") && !has(0, "v100"), "{places}");
    // The table of contents names what is there.
    assert!(html.contains("href=\"#v151\"") && !html.contains("href=\"#v150\""));
    let older = built.html(&second);
    assert!(
        older.contains("href=\"#v150\"")
            && !older.contains("href=\"#v151\"")
            && !older.contains("What is new.")
    );
    assert!(older.contains("<title>Changes: v150 – v101"), "{older}");
    assert!(older.contains("<link rel=\"canonical\" href=\"https://e.x/log/changes/archive/2\""));
    assert!(
        older.contains("rel=\"prev\" href=\"/log/changes\"")
            && older.contains("rel=\"next\" href=\"/log/changes/archive/1\"")
    );
    let oldest = built.html(&first);
    assert!(
        oldest.contains("rel=\"prev\" href=\"/log/changes/archive/2\"") && !oldest.contains("rel=\"next\"")
    );
    assert!(oldest.contains("href=\"/log/changes.md\""));
    // Other forms have all of them, and feeds the latest.
    assert_eq!(built.html("log/changes.md").matches("Words of entry").count(), 250);
    assert_eq!(built.html("llms-full.txt").matches("Words of entry").count(), 250);
    assert_eq!(built.html("log/changes/rss.xml").matches("<item>").count(), 50);
    assert!(!built.html("sitemap.xml").contains("archive"));
    built.assert_clean();
}

#[test]
fn log_03_a_hundred_entries_stay_on_one_page() {
    let built = site(100).build();
    let html = built.html("log/changes/index.html");
    assert_eq!(count(&built, "log/changes/index.html"), 100);
    assert!(!html.contains("update-places") && !html.contains("archive."));
    assert!(!built.files().keys().any(|path| path.contains("/archive/")));
}

#[test]
fn log_03_a_new_entry_leaves_old_addresses_alone() {
    for way in ways(&["log/changes.mdx", "index.mdx"]) {
        let mut site = site(99);
        way(&mut site).assert_clean();
        for entries in [101, 201, 202, 150, 100, 301] {
            site.edit("log/changes.mdx", &log(entries));
            let built = way(&mut site);
            built.assert_clean();
            let pages = built.files().keys().filter(|path| path.contains("/archive/")).count();
            assert_eq!(pages, (entries.max(100) - 100_usize).div_ceil(100), "{entries}");
            if entries > 200 {
                assert!(built.html("log/changes/archive/1/index.html").contains("id=\"v100\""));
            }
        }
        // Words of an old entry, and of another page.
        site.edit("log/changes.mdx", &log(301).replace("entry 7.", "entry seven."));
        let built = way(&mut site);
        assert!(built.html("log/changes/archive/1/index.html").contains("entry seven."));
        built.assert_clean();
        site.edit("log/changes.mdx", &log(301));
        site.edit("index.mdx", "Words.\n");
        way(&mut site).assert_clean();
    }
}

#[test]
fn log_03_older_entries_without_labels_are_named_by_their_numbers() {
    let entry = |at: usize| {
        format!("<Update tags={{[\"{}\"]}}>\nText {at}.\n</Update>\n\n", if at < 100 { "New" } else { "Old" })
    };
    let text: String = (0..230).map(entry).collect();
    let mut site = site(1);
    site.edit(
        "log/changes.mdx",
        &format!("---\ntitle: Changes\n---\n\n{text}<Update label=\" \">\nLast.\n</Update>\n"),
    );
    let built = site.build();
    let html = built.html("log/changes/index.html");
    for link in [
        "<a href=\"/log/changes/archive/2\" data-tags=\"[[31,[&quot;Old&quot;]]]\">101 – 131</a>",
        "<a href=\"/log/changes/archive/1\" data-tags=\"[[99,[&quot;Old&quot;]]]\">132 – 231</a>",
    ] {
        assert!(html.contains(link), "{link}");
    }
    assert!(built.html("log/changes/archive/2/index.html").contains("<title>Changes: 101 – 131"));
    // One problem of the page, which says how many there are.
    let problems = &built.report.diagnostics;
    assert_eq!(
        built.codes().iter().filter(|code| **code == "update-without-label").count(),
        1,
        "{problems:#?}"
    );
    let told = problems.iter().find(|problem| problem.code == "update-without-label").expect("a problem");
    assert!(told.message.ends_with("so it is in 230 more places"), "{}", told.message);
    built.assert_clean();
}

#[test]
fn log_03_what_lies_at_the_address_wins() {
    let mut site = site(150);
    site.edit("log/changes/archive/1.mdx", "---\ntitle: Mine\n---\n\nMy own page.\n");
    let built = site.build();
    assert!(built.html("log/changes/archive/1/index.html").contains("My own page."));
    assert_eq!(count(&built, "log/changes/index.html"), 150);
    built.assert_clean();
    site.remove("log/changes/archive/1.mdx");
    let built = site.build();
    assert_eq!(count(&built, "log/changes/index.html"), 100);
    assert_eq!(count(&built, "log/changes/archive/1/index.html"), 50);
    built.assert_clean();
    site.edit_config(|config| {
        config["redirects"] = json!([{ "source": "/log/changes/archive/1", "destination": "/guide" }])
    });
    let built = site.build();
    assert_eq!(count(&built, "log/changes/index.html"), 150);
    built.assert_clean();
}

#[test]
fn log_03_older_entries_below_a_base_and_as_files() {
    let addresses = Addresses::new("/docs", UrlStyle::File);
    let built = site(120).settings(Settings { addresses, ..Settings::default() }).build();
    assert!(built.html("log/changes.html").contains("href=\"/docs/log/changes/archive/1\""));
    assert_eq!(count(&built, "log/changes/archive/1.html"), 20);
    built.assert_clean();
}
