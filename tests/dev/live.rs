//! What pages are told while their sources are edited.

use super::server::Dev;

const CONFIG: &str = r##"{
  "theme": "mint", "name": "Live", "colors": { "primary": "#166534" },
  "navigation": { "pages": ["index", "guide/start"] }
}"##;

fn project() -> Dev {
    Dev::serve(
        &[
            ("docs.json", CONFIG),
            ("index.mdx", "# Home\n\nText.\n"),
            (
                "guide/start.mdx",
                "---\ntitle: Start\n---\n\nimport Part from \"/snippets/part.mdx\"\n\nText.\n\n<Part />\n",
            ),
            ("snippets/part.mdx", "Shared.\n"),
            ("style.css", "body { color: red }\n"),
        ],
        &[],
    )
}

/// What a page is when it is sent.
fn state(dev: &Dev, target: &str) -> String {
    let page = dev.get(target, &[]).text();
    let at = page.find("state&quot;:&quot;").expect("a state") + "state&quot;:&quot;".len();
    page[at..].split('&').next().expect("a state").to_owned()
}

#[test]
fn cli_04_pages_hear_of_what_concerns_them() {
    let dev = project();
    let mut home = dev.listen("/", &state(&dev, "/"));
    let mut start = dev.listen("/guide/start", &state(&dev, "/guide/start"));
    assert_eq!(home.next()["problems"], serde_json::json!([]));
    assert_eq!(start.next()["problems"], serde_json::json!([]));
    dev.write("snippets/part.mdx", "Shared by all.\n");
    assert_eq!(start.with("page")["page"], serde_json::json!(state(&dev, "/guide/start")));
    assert!(dev.get("/guide/start", &[]).text().contains("Shared by all."));
    dev.write("index.mdx", "# Home\n\n<Card title=\"open\">\n");
    let message = home.with("problems");
    let problem = message["problems"][0]["text"].as_str().expect("a problem");
    assert!(problem.contains("index.mdx:3:") && problem.contains('^'), "{problem}");
    assert_eq!(message["problems"][0]["own"], true);
    dev.write("index.mdx", "# Home\n\nText again.\n");
    assert_eq!(home.with("problems")["problems"], serde_json::json!([]));
    // What is wrong in a snippet is wrong in the pages that show it, and comes before they are others.
    dev.write("snippets/part.mdx", "Shared <Card title=\"open\">\n");
    let message = start.with("problems");
    assert!(message["problems"][0]["text"].to_string().contains("snippets/part.mdx:1:"), "{message}");
    assert_eq!(message["problems"][0]["own"], true);
    assert_eq!(home.with("problems")["problems"][0]["own"], false);
    dev.write("snippets/part.mdx", "Shared again.\n");
    assert_eq!(start.with("problems")["problems"], serde_json::json!([]));
    dev.write("style.css", "body { color: green }\n");
    let files = start.with("files")["files"].to_string();
    assert!(files.contains("/style.css"), "{files}");
}

#[test]
fn diag_03_07_an_edited_page_is_told_what_could_be_better_and_nothing_holds_it_back() {
    let mut dev = project();
    let mut home = dev.listen("/", &state(&dev, "/"));
    home.next();
    let before = dev.revisions();
    // Of pages that nobody edits only the number is told.
    assert!(before[0]["advised"].as_u64().is_some_and(|number| number > 0), "{before:?}");
    assert_eq!(before[0]["advice"], serde_json::json!([]));
    dev.write("index.mdx", "---\ntitle: Home\ndescription: The first\n---\n\n![](https://x.y/z.png)\n");
    dev.sync();
    let last = dev.revisions().pop().expect("a revision");
    assert_eq!(last["advice"][0]["code"], "missing-alt", "{last}");
    // The same once more, a line below, and one that is new.
    let more = "\n\n- 1. one\n- 2. two\n";
    let text = format!(
        "---\ntitle: Home\ndescription: The first\n---\n\nText.\n\n![](https://x.y/z.png){more}# Top\n"
    );
    dev.write("index.mdx", &text);
    dev.sync();
    let last = dev.revisions().pop().expect("a revision");
    let codes: Vec<&str> =
        last["advice"].as_array().into_iter().flatten().filter_map(|one| one["code"].as_str()).collect();
    assert!(codes.contains(&"heading-level-1") && !codes.contains(&"missing-alt"), "{last}");
    assert_eq!(last["errors"], 0);
    assert!(dev.get("/", &[]).text().contains("Top"));
}

#[test]
fn cli_04_a_broken_configuration_leaves_the_site_and_is_told_everywhere() {
    let mut dev = project();
    let mut home = dev.listen("/", &state(&dev, "/"));
    home.next();
    dev.write("docs.json", "{ \"name\": ");
    let problem = home.with("problems")["problems"][0]["text"].to_string();
    assert!(problem.contains("docs.json:1:"), "{problem}");
    dev.sync();
    assert_eq!(dev.get("/guide/start", &[]).status, 200);
    dev.write("docs.json", &CONFIG.replace("Live", "Alive"));
    assert_eq!(home.with("problems")["problems"], serde_json::json!([]));
    dev.sync();
    assert!(dev.get("/guide/start", &[]).text().contains("Alive"));
}

#[test]
fn cli_04_a_page_that_moves_takes_its_readers_along() {
    let mut dev = project();
    let mut start = dev.listen("/guide/start", &state(&dev, "/guide/start"));
    start.next();
    std::fs::rename(dev.path("guide/start.mdx"), dev.path("guide/begin.mdx")).expect("a file");
    dev.sync();
    let message = start.with("page");
    assert_eq!((&message["page"], &message["to"]), (&"missing".into(), &"/guide/begin".into()));
    assert_eq!(dev.get("/guide/start", &[]).status, 404);
    // The halves of a rename seen apart: whoever was told that the page went is told where it is.
    let text = std::fs::read(dev.path("guide/begin.mdx")).expect("a file");
    let mut begin = dev.listen("/guide/begin", &state(&dev, "/guide/begin"));
    begin.next();
    std::fs::remove_file(dev.path("guide/begin.mdx")).expect("a file");
    dev.sync();
    let message = begin.with("page");
    assert_eq!((&message["page"], &message["to"]), (&"missing".into(), &serde_json::Value::Null));
    let mut late = dev.listen("/guide/begin", "missing");
    late.next();
    dev.write("guide/start.mdx", &String::from_utf8(text).expect("text"));
    assert_eq!(begin.with("page")["to"], "/guide/start");
    assert_eq!(late.with("page")["to"], "/guide/start");
    // Who looks at what is missing is told when it is there.
    let mut fresh = dev.listen("/guide/fresh", "missing");
    fresh.next();
    dev.write("guide/fresh.mdx", "# Fresh\n");
    assert_ne!(fresh.with("page")["page"], "missing");
}

/// Saves of somebody who types: every beginning of a text, while it is looked at. `DOCS_HALF` of them.
#[test]
fn cli_04_half_typed_pages_end_nothing() {
    let count: usize = std::env::var("DOCS_HALF").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let text = "---\ntitle: Typed\nicon: star\n---\n\nimport Part from \"/snippets/part.mdx\"\nexport const a = [1, 2].map(x => x * 2)\n\n\
        # One\n\n<Tabs>\n  <Tab title=\"A\">\n  ```js {1} title=\"x.js\"\n  let a = `${b}`\n  ```\n  </Tab>\n  <Tab title={`B`}>{a.length} <Part /></Tab>\n</Tabs>\n\n\
        | a | b |\n| - | - |\n| `1` | [x](/guide/start#y \"t\") |\n\n<Accordion title=\"T\" defaultOpen>$x^2$ and {/* note */}</Accordion>\n\n![i](/p.svg)\n";
    let config =
        CONFIG.replace("\"index\"", "{ \"group\": \"G\", \"icon\": \"star\", \"pages\": [\"index\"] }");
    let mut dev = project();
    let mut home = dev.listen("/", &state(&dev, "/"));
    home.next();
    for number in 0..count {
        let (path, whole) =
            if number % 4 == 3 { ("docs.json", config.as_str()) } else { ("index.mdx", text) };
        // Another order than that of typing reaches all kinds of beginnings with few of them.
        let at = (number * 7919 + 13) % whole.len();
        dev.write(path, &whole[..whole.floor_char_boundary(at)]);
        if number % 8 == 0 {
            dev.sync();
            assert!(dev.get("/", &[]).status == 200 || number < 8, "{number}");
        }
    }
    dev.write("index.mdx", text);
    dev.write("docs.json", &config);
    dev.sync();
    dev.assert_equal();
}
