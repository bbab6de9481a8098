//! Fonts: of the project, of the program, fetched ones, and what stands in for them (CFG-19).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use docs::diagnostic::Severity;
use docs::hash::ContentHash;
use docs::html::diagrams::MERMAID;
use docs::remote::fetch::{Fetch, Fetched, Known};
use docs::remote::google::sheet_urls;
use docs::remote::lock::{Lock, Pin};
use docs::remote::{KnownScript, RemoteSource, copy_path, remote_fonts};
use docs::text::{SourcePath, SourceText};
use serde_json::json;

use crate::process::{Ended, Workplace, program};
use crate::site::{Built, Site};

const LATIN: &[u8] = include_bytes!("../themes/fonts/inter-latin-wght-normal.woff2");
const CYRILLIC: &[u8] = include_bytes!("../themes/fonts/inter-cyrillic-wght-normal.woff2");
const SERVICE: &str = "https://fonts.test";

fn look(built: &Built) -> &str {
    built.style()
}

fn head(built: &Built) -> &str {
    built.html("index.html").split("</head>").next().unwrap_or_default()
}

fn published(built: &Built, stem: &str) -> Vec<String> {
    let begin = format!("_docs/{stem}");
    built.files().keys().filter(|path| path.starts_with(&begin)).cloned().collect()
}

/// A style sheet as the font service writes it.
fn sheet(files: &str) -> String {
    let face = |file: &str, range: &str| {
        format!(
            "@font-face {{\n  font-family: 'Own';\n  font-style: normal;\n  font-weight: 100 900;\n  font-display: swap;\n  src: url({files}/{file}) format('woff2');\n  unicode-range: {range};\n}}\n"
        )
    };
    face("cyrillic.woff2", "U+0400-045F") + &face("latin.woff2", "U+0000-00FF, U+0131")
}

fn fetch(site: &Site, wanted: &[RemoteSource], known: Known) -> Fetched {
    let (system, root) = site.system();
    Fetch { system, root, font_service: SERVICE, scripts: &[], known }.run(wanted)
}

fn family() -> [RemoteSource; 1] {
    [RemoteSource::FontFamily("Own".to_owned())]
}

fn site_of_family() -> Site {
    let site = Site::new()
        .with_config(json!({ "fonts": { "family": "Own" } }))
        .file("index.mdx", "# Start")
        .file("other.mdx", "# Other");
    let (system, _) = site.system();
    system.set_answer(&sheet_urls(SERVICE, "Own")[1], sheet("https://files.test").as_bytes());
    system.set_answer("https://files.test/latin.woff2", LATIN);
    system.set_answer("https://files.test/cyrillic.woff2", CYRILLIC);
    site
}

#[test]
fn cfg_19_without_a_setting_the_font_is_inter_and_comes_with_the_site() {
    let mut site = Site::new().file("index.mdx", "# Start");
    let built = site.build();
    assert_eq!(built.codes(), [""; 0]);
    let files = published(&built, "inter-");
    assert_eq!(files.len(), 2);
    let latin = files.iter().find(|path| path.starts_with("_docs/inter-latin.")).expect("a file");
    assert_eq!(built.files()[latin], LATIN);
    assert!(look(&built).contains("--font-body:\"Inter\",\"Inter Fallback\","));
    let preload = format!(
        "<link rel=\"preload\" as=\"font\" media=\"(min-width:64em)\" href=\"/{latin}\" type=\"font/woff2\" crossorigin>"
    );
    assert!(head(&built).contains(&preload) && head(&built).matches("rel=\"preload\"").count() == 1);
    assert!(!built.html("index.html").contains("://fonts."));
    let narrow = "@media(width<64em){.js:not([data-fonts]){--fonts-later:[[\"";
    assert!(look(&built).contains(narrow), "{}", look(&built));
    built.assert_clean();
}

#[test]
fn cfg_19_the_languages_of_a_site_decide_which_letters_come_with_it() {
    let languages = json!({ "languages": [
        { "language": "en", "pages": ["index"] },
        { "language": "ru", "pages": ["ru/index"] },
    ] });
    let mut site = Site::new()
        .with_config(json!({ "navigation": languages }))
        .file("index.mdx", "# Start")
        .file("ru/index.mdx", "# Начало");
    let built = site.build();
    let cyrillic = published(&built, "inter-cyrillic.");
    assert_eq!((published(&built, "inter-").len(), cyrillic.len()), (3, 1));
    let preloads = |path: &str| {
        built.html(path).contains(&format!("media=\"(min-width:64em)\" href=\"/{}\"", cyrillic[0]))
    };
    assert!(preloads("ru/index.html") && !preloads("index.html"));
    built.assert_clean();
}

#[test]
fn cfg_19_the_fallback_takes_the_room_of_the_font() {
    let mut site = Site::new().file("index.mdx", "# Start");
    let built = site.build();
    let css = look(&built);
    let at = css.find("\"Inter Fallback\";src:").expect("a fallback");
    let rule = &css[at..at + css[at..].find('}').expect("an end")];
    for part in [
        "local(\"Arial\")",
        "size-adjust:10",
        "ascent-override:",
        "descent-override:",
        "line-gap-override:0%",
    ] {
        assert!(rule.contains(part), "{part} in {rule}");
    }
}

#[test]
fn cfg_19_the_monospaced_theme_has_its_own_font() {
    let mut site = Site::new().with_config(json!({ "theme": "linden" })).file("index.mdx", "# Start");
    let built = site.build();
    assert!(
        look(&built).contains("--font-body:\"JetBrains Mono\",\"JetBrains Mono Fallback\",var(--font-mono)")
    );
    // One of these is there on every system, and all are as wide.
    assert!(look(&built).contains("local(\"Menlo\")") && look(&built).contains("local(\"Droid Sans Mono\")"));
    assert_eq!((published(&built, "inter").len(), published(&built, "jetbrains-mono").len()), (0, 2));
    site.edit_config(|config| config["theme"] = json!("mint"));
    let built = site.build();
    assert_eq!((published(&built, "inter").len(), published(&built, "jetbrains-mono").len()), (2, 0));
    built.assert_clean();
}

#[test]
fn cfg_19_own_files_have_fallbacks_and_edits_of_them_reach_the_style_sheet() {
    let fonts = json!({
        "body": { "family": "Text", "source": "/fonts/text.woff2", "format": "woff2", "weight": 450 },
        "heading": { "family": "Head", "source": "fonts/head.woff2", "format": "woff2" },
    });
    let mut site = Site::new().with_config(json!({ "fonts": fonts })).file("index.mdx", "# Start");
    site.place("fonts/text.woff2", LATIN);
    site.place("fonts/head.woff2", CYRILLIC);
    let built = site.build();
    assert_eq!(built.codes(), [""; 0]);
    assert!(look(&built).contains("--font-body:\"Text\",\"Text Fallback\","));
    // A font without Latin letters cannot be measured.
    assert!(look(&built).contains("--font-heading:\"Head\",ui-sans-serif"));
    assert!(look(&built).contains("--weight-body:450"));
    assert_eq!(head(&built).matches("rel=\"preload\" as=\"font\"").count(), 2);
    assert_eq!(published(&built, "inter").len(), 0);
    site.place("fonts/head.woff2", LATIN);
    let built = site.build();
    assert!(look(&built).contains("--font-heading:\"Head\",\"Head Fallback\","));
    assert_eq!(built.query("page_html"), 0);
    built.assert_clean();
    site.remove("fonts/head.woff2");
    let built = site.build();
    assert_eq!(built.codes(), ["missing-font"]);
    built.assert_clean();
}

#[test]
fn eng_07_cfg_19_a_build_fetches_nothing_and_says_what_would() {
    let mut site = site_of_family();
    let built = site.build();
    assert_eq!(built.codes(), ["not-fetched"]);
    // That of the theme stands in.
    assert!(look(&built).contains("--font-body:\"Own\",\"Inter\",\"Inter Fallback\",ui-sans-serif"));
    assert!(!look(&built).contains("@font-face{font-family:\"Own\""));
    assert!(head(&built).contains("rel=\"preload\" as=\"font\""));
    site.edit_config(|config| {
        config["fonts"] =
            json!({ "family": "Own", "source": "https://files.test/latin.woff2", "format": "woff2" });
    });
    let built = site.build();
    assert_eq!(built.codes(), ["not-fetched"]);
    built.assert_clean();
    // What readers have, and what the project's styles bring, is not asked for.
    site.edit_config(|config| {
        config["fonts"] = json!({ "body": { "family": "Georgia" }, "heading": { "family": "Mine" } })
    });
    site.edit("style.css", "@font-face{font-family:'Mine';src:url(mine.woff2)}");
    site.edit("mine.woff2", "x");
    assert_eq!(site.build().codes(), [""; 0]);
    site.remove("style.css");
    let built = site.build();
    assert_eq!(built.codes(), ["not-fetched"]);
    built.assert_clean();
}

#[test]
fn cfg_19_a_fetched_family_is_served_by_the_site_itself() {
    let mut site = site_of_family();
    site.build();
    let fetched = fetch(&site, &family(), Known::Kept);
    assert_eq!((fetched.downloaded.len(), fetched.problems), (3, vec![]));
    let built = site.build();
    assert_eq!(built.codes(), [""; 0]);
    let files = published(&built, "own.");
    assert_eq!(files.len(), 2);
    let css = look(&built);
    assert_eq!(css.matches("font-family:\"Own\";src:url(\"/_docs/own.").count(), 2);
    assert!(css.contains("unicode-range:U+0000-00FF,U+0131}") && css.contains("\"Own\",\"Own Fallback\""));
    assert!(!css.contains("files.test") && head(&built).matches("href=\"/_docs/own.").count() == 1);
    built.assert_clean();
    // Nothing is left to do, neither for the command nor for a build.
    assert_eq!(fetch(&site, &family(), Known::Kept), Fetched { kept: 2, ..Fetched::default() });
    assert_eq!(site.build_once().written(), 0);
    assert_eq!(site.build_once().written(), 0);
    // Without a copy, the site says so and goes on.
    let copy = site.sources().keys().find(|path| path.starts_with(".docs/remote/")).expect("a copy").clone();
    site.swap(&copy, b"damaged");
    let built = site.build();
    assert_eq!(built.codes(), ["not-fetched"]);
    built.assert_clean();
    assert_eq!(fetch(&site, &family(), Known::Kept).downloaded.len(), 1);
    let built = site.build_once();
    assert_eq!(built.codes(), [""; 0]);
    built.assert_clean();
    site.remove("docs.lock");
    let built = site.build();
    assert_eq!((built.codes(), published(&built, "own.").len()), (vec!["not-fetched"], 0));
    built.assert_clean();
}

#[test]
fn cfg_19_a_lock_that_a_watcher_sees_brings_its_copies() {
    let mut site = site_of_family();
    site.edit("docs.lock", "{");
    assert_eq!(site.build().codes(), ["broken-lock", "not-fetched"]);
    fetch(&site, &family(), Known::Kept);
    let built = site.update(&["docs.lock"]);
    assert_eq!((built.codes(), published(&built, "own.").len()), (vec![], 2));
    built.assert_clean();
}

#[test]
fn eng_07_cfg_19_what_is_pinned_stays_until_it_is_refreshed() {
    let site = site_of_family();
    let url = "https://files.test/latin.woff2".to_owned();
    let wanted = [RemoteSource::FontFile(url.clone())];
    assert_eq!(fetch(&site, &wanted, Known::Kept).problems, []);
    let (system, root) = site.system();
    let lock =
        |site: &Site| Lock::parse(&SourceText::new(SourcePath::new("docs.lock"), site.source("docs.lock"))).0;
    let before = site.source("docs.lock");
    system.set_answer(&url, CYRILLIC);
    system.remove_all(root.join(".docs/remote").as_str());
    let codes = |fetched: Fetched| fetched.problems.iter().map(|problem| problem.code).collect::<Vec<_>>();
    assert_eq!(codes(fetch(&site, &wanted, Known::Kept)), ["fetched-differs"]);
    assert_eq!(site.source("docs.lock"), before);
    assert_eq!(codes(fetch(&site, &wanted, Known::Renewed)), [""; 0]);
    assert_eq!(lock(&site).files[&url].size, CYRILLIC.len() as u64);
    // An answer that is no font, and none at all.
    system.set_answer(&url, b"<!doctype html>");
    assert_eq!(codes(fetch(&site, &wanted, Known::Renewed)), ["fetch-failed"]);
    assert_eq!(lock(&site).files.len(), 1);
    let unknown = [RemoteSource::FontFamily("None".to_owned())];
    assert_eq!(codes(fetch(&site, &unknown, Known::Kept)), ["fetch-failed"]);
    // What nothing names is let go.
    assert_eq!(codes(fetch(&site, &[], Known::Kept)), [""; 0]);
    assert!(!site.sources().contains_key("docs.lock"));
    assert!(!site.sources().keys().any(|path| path.starts_with(".docs/remote/")));
}

#[test]
fn cfg_19_what_is_fetched_is_what_the_configuration_names() {
    let fonts = |value: serde_json::Value| -> docs::config::look::Fonts {
        serde_json::from_value(value).expect("fonts")
    };
    let has = |family: &str| family == "Inter";
    let all = fonts(json!({
        "family": "Base",
        "heading": { "family": "Head", "source": "https://a/b.woff2", "format": "woff2" },
    }));
    assert_eq!(
        remote_fonts(&all, &has),
        [RemoteSource::FontFamily("Base".into()), RemoteSource::FontFile("https://a/b.woff2".into())]
    );
    assert_eq!(remote_fonts(&fonts(json!({ "family": "Inter" })), &has), []);
    let own = json!({ "body": { "family": "A", "source": "/a.woff2", "format": "woff2" }, "heading": { "family": "A" } });
    assert_eq!(remote_fonts(&fonts(own), &has), [RemoteSource::FontFamily("A".into())]);
}

/// A server on this machine that answers these paths; gives its address and what it is asked.
fn serve(answers: impl Fn(&str) -> BTreeMap<String, Vec<u8>>) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let answers = answers(&address);
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = asked.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut lines =
                BufReader::new(&stream).lines().map_while(Result::ok).take_while(|line| !line.is_empty());
            let path =
                lines.next().and_then(|line| line.split(' ').nth(1).map(str::to_owned)).unwrap_or_default();
            let agent = lines.any(|line| line.to_lowercase().starts_with("user-agent: mozilla/5.0"));
            let (status, body) = match answers.get(&path).filter(|_| agent) {
                Some(body) => ("200 OK", body.as_slice()),
                None => ("400 Bad Request", &b"no"[..]),
            };
            log.lock().expect("a lock").push(path);
            let head =
                format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = (&stream).write_all(&[head.as_bytes(), body].concat());
        }
    });
    (address, asked)
}

#[test]
fn cfg_19_docs_fetch_downloads_from_a_real_server_once() {
    let (address, asked) = serve(|address| {
        let sheet_path = sheet_urls("", "Own").swap_remove(2);
        BTreeMap::from([
            (sheet_path, sheet(address).into_bytes()),
            ("/latin.woff2".to_owned(), LATIN.to_vec()),
            ("/cyrillic.woff2".to_owned(), CYRILLIC.to_vec()),
        ])
    });
    let config = json!({
        "theme": "mint", "name": "T", "colors": { "primary": "#166534" },
        "navigation": { "pages": ["index"] }, "fonts": { "family": "Own" },
    });
    let place = Workplace::new(&BTreeMap::from([
        ("docs.json".to_owned(), config.to_string().into_bytes()),
        ("index.mdx".to_owned(), b"# Start".to_vec()),
    ]));
    let fetch = |more: &[&str]| {
        let mut command = program();
        command.args(["fetch", "--font-service", &address]).arg(place.path("site")).args(more);
        command
            .env_remove("HTTP_PROXY")
            .env_remove("http_proxy")
            .env_remove("ALL_PROXY")
            .env_remove("all_proxy");
        Ended::from(command.output().expect("the program starts"))
    };
    let before = place.build_with(&["--strict"], &[]);
    assert_eq!(before.code, Some(1));
    assert!(before.stderr.contains("docs fetch"));
    let ended = fetch(&[]).succeeded();
    assert!(ended.stdout.contains("3 downloads, 0 files kept"), "{}", ended.stdout);
    place.build_with(&["--strict"], &[]).succeeded();
    assert_eq!(place.out().keys().filter(|path| path.starts_with("_docs/own.")).count(), 2);
    let requests = asked.lock().expect("a lock").len();
    assert_eq!(requests, 5);
    let lock = place.files("site").remove("docs.lock").expect("a lock");
    fetch(&[]).succeeded();
    assert_eq!(asked.lock().expect("a lock").len(), requests);
    fetch(&["--refresh"]).succeeded();
    assert_eq!(place.files("site").remove("docs.lock"), Some(lock));
}

/// A script that pages load, as this program knows it.
const SCRIPT: KnownScript = KnownScript {
    url: "https://scripts.test/draws.js",
    integrity: "sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn",
};

#[test]
fn cmp_25_docs_fetch_pins_what_draws_diagrams_and_nothing_else_under_its_address() {
    let site = Site::new().file("index.mdx", "# Start");
    let (system, root) = site.system();
    let fetch = |scripts: &[KnownScript]| {
        let fetch = Fetch { system, root, font_service: SERVICE, scripts, known: Known::Kept };
        let fetched = fetch.run(&[]);
        let codes: Vec<&str> = fetched.problems.iter().map(|problem| problem.code).collect();
        (fetched.downloaded.len(), fetched.kept, codes)
    };
    assert_eq!(fetch(&[SCRIPT]), (0, 0, vec!["fetch-failed"]));
    system.set_answer(SCRIPT.url, b"something else");
    assert_eq!(fetch(&[SCRIPT]), (0, 0, vec!["fetched-differs"]));
    assert!(!site.sources().contains_key("docs.lock"));
    system.set_answer(SCRIPT.url, b"abc");
    assert_eq!(fetch(&[SCRIPT]), (1, 0, vec![]));
    assert_eq!(fetch(&[SCRIPT]), (0, 1, vec![]));
    assert!(site.sources().contains_key(copy_path(ContentHash::of(b"abc")).as_str()));
    // Who has no diagram any more needs none of it.
    assert_eq!(fetch(&[]), (0, 0, vec![]));
    assert!(!site.sources().keys().any(|path| path.contains("remote") || path == "docs.lock"));
}

#[test]
fn cmp_25_a_copy_of_what_draws_diagrams_is_served_by_the_site_itself() {
    let page = "---\ntitle: Start\n---\n\n```mermaid\ngraph LR\n```\n";
    let mut site = Site::new().file("index.mdx", page);
    site.edit("other.mdx", page);
    let before = site.build();
    // One word for the whole site, and none that `--strict` fails by.
    let [told] = before.diagnostics() else { panic!("{:#?}", before.problems()) };
    assert_eq!((told.code, told.severity), ("diagrams-not-fetched", Severity::Note));
    let place = told.location.as_ref().map(|place| (place.line, place.column));
    assert_eq!(place, Some((5, 1)));
    assert!(told.hint.as_deref().is_some_and(|hint| hint.contains("docs fetch")));
    assert!(published(&before, "mermaid.").iter().all(|path| path.ends_with(".css")));
    assert!(!before.html("index.html").contains("data-diagrams"));
    let hash = ContentHash::of(b"abc");
    let mut lock = Lock::default();
    lock.files.insert(MERMAID.url.to_owned(), Pin { hash, size: 3 });
    site.edit("docs.lock", &lock.text());
    site.swap(copy_path(hash).as_str(), b"abc");
    let built = site.build();
    built.assert_no_problems();
    let own = format!("_docs/mermaid.{}.js", hash.short());
    assert_eq!(built.files()[&own], b"abc");
    assert!(built.html("index.html").contains(&format!(" data-diagrams=\"/{own}\"")));
    built.assert_clean();
    // A copy that is not what is pinned is none.
    site.swap(copy_path(hash).as_str(), b"abd");
    let built = site.build();
    assert!(!built.files().contains_key(&own) && !built.html("index.html").contains("data-diagrams"));
    built.assert_clean();
}

#[test]
fn chr_01_stars_are_pinned_and_shown_without_asking_anybody() {
    let link = json!({ "type": "github", "href": "https://github.com/Own/Name" });
    let mut site =
        Site::new().with_config(json!({ "navbar": { "links": [link] } })).file("index.mdx", "# Start");
    let built = site.build();
    assert!(!built.html("index.html").contains('★'));
    let wanted = [RemoteSource::Stars("own/name".to_owned())];
    let (system, _) = site.system();
    system.set_answer("https://api.github.com/repos/own/name", br#"{"stargazers_count": 12345}"#);
    assert_eq!(fetch(&site, &wanted, Known::Kept).problems, []);
    let built = site.update(&["docs.lock"]);
    assert!(built.html("index.html").contains("GitHub ★ 12.3k"));
    built.assert_clean();
    // What is pinned stays until it is refreshed; what cannot be had stays, too.
    let (system, _) = site.system();
    let system = system.clone();
    system.set_answer("https://api.github.com/repos/own/name", br#"{"stargazers_count": 20000}"#);
    let before = site.source("docs.lock");
    assert_eq!(fetch(&site, &wanted, Known::Kept).problems, []);
    assert_eq!(site.source("docs.lock"), before);
    assert_eq!(fetch(&site, &wanted, Known::Renewed).problems, []);
    assert!(site.build().html("index.html").contains("GitHub ★ 20k"));
    system.set_answer("https://api.github.com/repos/own/name", b"<!doctype html>");
    let problems = fetch(&site, &wanted, Known::Renewed).problems;
    assert_eq!(problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["fetch-failed"]);
    assert!(site.source("docs.lock").contains("20000"));
}
