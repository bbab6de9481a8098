//! Feeds of change logs: what is in them, and that an edit leaves those of a clean build.

use docs::db::Settings;
use docs::text::Addresses;
use serde_json::{Value, json};

use crate::appearance::history;
use crate::site::{Built, Site};

const LOG: &str = "---\ntitle: Changes & more\ndescription: What is new\nrss: true\n---\n\n\
    <Update label=\"October 12, 2024\" description=\"v2.0\" tags={[\"API\", \"SDK\"]}>\n## Added\n\nSee \
    [the guide](/guide#part) and ![it](/it.png).\n\n```js\nconst a = 1 < 2\n```\n\n<Note>Mind **this**.</Note>\n</Update>\n\n\
    <Update label=\"v1.1\" rss={{ title: \"Feeds\", description: \"For feeds only\" }}>\nText of it.\n</Update>\n\n\
    <Update label=\"v1.0\" description=\"2024-01-02\" id=\"first\">\nThe first.\n</Update>\n";

fn site() -> Site {
    Site::new()
        .settings(Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() })
        .with_config(json!({ "navigation": { "pages": ["index", "guide", "log/changes"] } }))
        .file("index.mdx", "# Start\n\nFirst.\n")
        .file("guide.mdx", "## Part\n")
        .file("it.png", "no picture")
        .file("log/changes.mdx", LOG)
}

fn feed(built: &Built) -> Value {
    serde_json::from_str(built.html("log/changes/feed.json")).expect("JSON")
}

#[test]
fn log_02_each_update_is_an_item_of_three_feeds() {
    let built = site().build();
    let rss = built.html("log/changes/rss.xml");
    for part in [
        "<title>Changes &amp; more - Test</title>",
        "<link>https://e.x/log/changes</link>",
        "<atom:link href=\"https://e.x/log/changes/rss.xml\" rel=\"self\" type=\"application/rss+xml\"/>",
        "<description>What is new</description>",
        "<lastBuildDate>Sat, 12 Oct 2024 00:00:00 GMT</lastBuildDate>",
        "<guid isPermaLink=\"true\">https://e.x/log/changes#october-12-2024</guid>",
        "<pubDate>Sat, 12 Oct 2024 00:00:00 GMT</pubDate>",
        "<category>API</category>",
        "<title>Feeds</title>",
        "<description>For feeds only</description>",
        "&lt;a href=&quot;https://e.x/guide#part&quot;&gt;the guide&lt;/a&gt;",
        "const a = 1 &amp;lt; 2",
        "https://e.x/log/changes#first",
    ] {
        assert!(rss.contains(part), "{part} in {rss}");
    }
    // The day of the third is in its description; the second tells none.
    assert_eq!((rss.matches("<item>").count(), rss.matches("<pubDate>").count()), (3, 2));
    let atom = built.html("log/changes/atom.xml");
    assert_eq!(atom.matches("<updated>2024-01-02T00:00:00Z</updated>").count(), 2, "{atom}");
    assert_eq!((atom.matches("<published>").count(), atom.matches("<entry>").count()), (2, 3));
    let json = feed(&built);
    assert_eq!(json["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(json["items"][0]["tags"], json!(["API", "SDK"]));
    assert_eq!(json["items"][1]["url"], "https://e.x/log/changes#v1-1");
    let html = json["items"][0]["content_html"].as_str().expect("HTML");
    assert!(
        html.contains("<img src=\"https://e.x/it.png\" alt=\"it\">")
            && html.contains("<strong>this</strong>"),
        "{html}"
    );
    assert!(!json["items"][0]["summary"].as_str().expect("text").contains("const"));
    built.assert_clean();
}

#[test]
fn fm_08_pages_name_their_feeds_and_show_them_when_asked() {
    let mut site = site();
    let built = site.build();
    let html = built.html("log/changes/index.html");
    for (name, kind) in [("rss.xml", "rss+xml"), ("atom.xml", "atom+xml"), ("feed.json", "feed+json")] {
        let link =
            format!("href=\"/log/changes/{name}\" type=\"application/{kind}\" title=\"Changes &amp; more\"");
        assert!(html.contains(&link), "{link}");
    }
    assert!(html.contains("<a class=\"feed-link\" href=\"/log/changes/rss.xml\""));
    assert!(!built.html("index.html").contains("rss.xml") && !built.files().contains_key("rss.xml"));
    site.edit("log/changes.mdx", &LOG.replace("rss: true\n", ""));
    let built = site.build();
    let html = built.html("log/changes/index.html");
    assert!(html.contains("rss.xml") && !html.contains("feed-link"));
    site.edit("log/changes.mdx", &LOG.replace("rss: true", "rss: false"));
    let built = site.update(&["log/changes.mdx"]);
    assert!(!built.html("log/changes/index.html").contains("rss.xml"));
    assert!(!built.files().contains_key("log/changes/rss.xml"));
    built.assert_clean();
}

#[test]
fn log_02_feeds_follow_words_titles_names_and_commits() {
    let mut site = site();
    history(&site, 'a', "false", &["index.mdx"], &["log/changes.mdx"]);
    let built = site.build();
    assert_eq!(feed(&built)["items"][1]["date_published"], "2020-01-02T00:00:00Z");
    site.edit("log/changes.mdx", &LOG.replace("Text of it", "Other words"));
    let built = site.update(&["log/changes.mdx"]);
    assert!(built.html("log/changes/atom.xml").contains("Other words"));
    assert_eq!(built.query("sitemap"), 0);
    built.assert_clean();
    // In a process that begins where that one stopped.
    site.build_once();
    site.edit("log/changes.mdx", &LOG.replace("Text of it", "More words"));
    let built = site.build_once();
    assert!(built.html("log/changes/rss.xml").contains("More words") && built.query("navigation") == 0);
    built.assert_clean();
    site.edit("index.mdx", "# Start\n\nFirst.\n\nWords of another page.\n");
    let built = site.build_once();
    assert_eq!((built.query("navigation"), built.query("render_body")), (0, 1));
    built.assert_clean();
    // A commit without another word, and words after it.
    history(&site, 'b', "false", &["log/changes.mdx"], &["index.mdx"]);
    let built = site.build_once();
    assert_eq!(feed(&built)["items"][1]["date_published"], "2026-05-06T00:00:00Z");
    built.assert_clean();
    site.edit("log/changes.mdx", &LOG.replace("Text of it", "Even more words"));
    let built = site.build_once();
    assert_eq!(feed(&built)["items"][1]["date_published"], "2026-05-06T00:00:00Z");
    built.assert_clean();
    // Without entries there is nothing to follow.
    site.edit("log/changes.mdx", "---\ntitle: Changes\n---\n\n## Nothing\n");
    let built = site.build_once();
    assert!(!built.files().contains_key("log/changes/rss.xml"));
    built.assert_clean();
    site.edit("log/changes.mdx", LOG);
    site.edit_config(|config| config["name"] = json!("Other"));
    let built = site.build_once();
    assert!(built.html("log/changes/rss.xml").contains("<title>Changes &amp; more - Other</title>"));
    built.assert_clean();
}

#[test]
fn log_02_feeds_of_the_project_and_without_an_address() {
    let mut site = site()
        .settings(Settings { addresses: Addresses::new("/docs", Default::default()), ..Settings::default() });
    let built = site.build();
    let atom = built.html("log/changes/atom.xml");
    assert!(atom.contains("<id>urn:uuid:") && atom.contains("href=\"/docs/log/changes#first\""), "{atom}");
    let guid = "<guid isPermaLink=\"false\">/docs/log/changes#first</guid>";
    assert!(built.html("log/changes/rss.xml").contains(guid));
    let mut site = site.file("log/changes/rss.xml", "<mine/>");
    for words in ["One.", "Two."] {
        site.edit("log/changes.mdx", &LOG.replace("Text of it.", words));
        let built = site.build_once();
        assert_eq!(built.html("log/changes/rss.xml"), "<mine/>");
        assert!(built.html("log/changes/feed.json").contains(words));
        built.assert_clean();
    }
}

fn changing() -> Site {
    Site::new()
        .with_config(json!({
            "metadata": { "changes": true },
            "navigation": { "pages": ["index", "old", "new"] }
        }))
        .file("index.mdx", "# Start\n\nFirst.\n")
        .file("old.mdx", "---\ntitle: Old page\ndescription: What was there.\n---\n\nWords.\n")
        .file("new.mdx", "---\ntitle: New page\n---\n\nWords.\n")
        .file("hidden.mdx", "---\ntitle: Hidden\nhidden: true\n---\n\nWords.\n")
}

#[test]
fn log_04_a_feed_tells_which_pages_came_and_were_changed() {
    let site_url = Some("https://e.x".to_owned());
    let mut site = changing().settings(Settings { site_url, ..Settings::default() });
    history(&site, 'a', "false", &["new.mdx", "old.mdx", "hidden.mdx"], &["old.mdx", "index.mdx"]);
    let built = site.build();
    built.assert_no_problems();
    let feed: Value = serde_json::from_str(built.html("changes.json")).expect("JSON");
    let told: Vec<_> = feed["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| {
            let text = |key: &str| item[key].as_str().unwrap_or_default().to_owned();
            (text("title"), text("url"), item["tags"][0].clone(), text("date_published")[..10].to_owned())
        })
        .collect();
    let expected = [
        ("New page", "/new", "added", "2026-05-06"),
        ("Old page", "/old", "changed", "2026-05-06"),
        ("Index", "/", "added", "2020-01-02"),
    ];
    let expected = expected.map(|(title, path, kind, day)| {
        (title.to_owned(), format!("https://e.x{path}"), json!(kind), day.to_owned())
    });
    assert_eq!(told, expected);
    assert!(
        built.html("changes.xml").contains("What was there.")
            && built.html("changes.atom.xml").contains("<entry>")
    );
    let link = "href=\"/changes.xml\" type=\"application/rss+xml\" title=\"Changes - Test\"";
    assert!(built.html("old/index.html").contains(link), "{}", built.html("old/index.html"));
    built.assert_clean();
    // Without commits, and without the wish.
    let built = changing().build();
    assert!(
        built.html("changes.json").contains("\"items\":[]")
            || built.html("changes.json").contains("\"items\": []")
    );
    let built = changing().with_config(json!({ "metadata": {} })).build();
    assert!(!built.files().contains_key("changes.xml") && !built.html("index.html").contains("changes.xml"));
}

#[test]
fn log_04_the_feed_follows_titles_and_commits_and_no_words() {
    let hints = ["new.mdx"];
    for way in crate::site::ways(&hints) {
        let mut site = changing();
        history(&site, 'a', "false", &["new.mdx"], &["old.mdx", "index.mdx"]);
        way(&mut site).assert_clean();
        site.edit("new.mdx", "---\ntitle: New page\n---\n\nOther words.\n");
        let built = way(&mut site);
        // Another process that goes the whole way looks at all heads anyway.
        assert!(built.query("changes_feeds") == 0 || built.query("navigation") > 0);
        built.assert_clean();
        site.edit("new.mdx", "---\ntitle: Named anew\n---\n\nOther words.\n");
        let built = way(&mut site);
        assert!(built.html("changes.xml").contains("Named anew"));
        built.assert_clean();
        history(&site, 'b', "false", &["old.mdx"], &["old.mdx", "index.mdx", "new.mdx"]);
        let built = site.build_once();
        assert!(built.html("changes.xml").find("Old page") < built.html("changes.xml").find("Named anew"));
        built.assert_clean();
    }
    let mut site = changing().file("changes.xml", "<mine/>");
    site.build();
    site.edit("new.mdx", "---\ntitle: Named\n---\n\nWords.\n");
    let built = site.update(&["new.mdx"]);
    assert_eq!(built.html("changes.xml"), "<mine/>");
    built.assert_clean();
}
