//! Redirects and trailing slashes against recorded answers, and the checks of a redirect list.

use docs::db::Settings;
use docs::site::hosting::Host;
use docs::site::redirects::check::{Known, check_redirects};
use docs::site::redirects::{Permanence, Redirect, Redirects, pattern::Pattern};
use docs::text::{Leads, with_trailing_slash};
use serde_json::{Value, json};

use crate::site::Site;

const REDIRECTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/vectors/redirect-linkrot.ndjson");
const SLASHES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/vectors/trailing-slash.ndjson");

fn vectors(path: &str) -> Vec<Value> {
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: {path} does not exist");
        return Vec::new();
    };
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
}

fn redirect(source: &str, destination: &str) -> Redirect {
    Redirect {
        source: source.to_owned(),
        destination: destination.to_owned(),
        permanence: Permanence::Permanent,
        location: None,
    }
}

#[test]
fn recorded_redirects() {
    for case in vectors(REDIRECTS) {
        let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
        let redirects = Redirects::new(&[redirect(&text("source"), &text("destination"))]);
        let hit = redirects.find(&text("path"));
        assert_eq!(hit.is_some(), case["matches"] == true, "{case}");
        let to = hit.map_or(text("destination"), |hit| hit.destination);
        assert_eq!(to.trim_start_matches('/'), text("to"), "{case}");
        assert_eq!(Pattern::new(&text("source")).is_wildcard(), case["isWildcard"] == true, "{case}");
    }
}

#[test]
fn recorded_trailing_slashes() {
    for case in vectors(SLASHES) {
        let url = case["in"].as_str().unwrap_or_default();
        assert_eq!(with_trailing_slash(url, Leads::Anywhere), case["out"], "{case}");
        assert_eq!(with_trailing_slash(url, Leads::ToPage), case["page"], "{case}");
    }
}

#[test]
fn exact_sources_come_before_patterns_in_file_order() {
    let redirects = Redirects::new(&[
        redirect("/a/:slug*", "/x/:slug*"),
        redirect("/a/b", "https://e.x/b#c"),
        redirect("/articles/concepts-*", "/new/article-*"),
        redirect("/:one/:two", "/two/:two/:one"),
    ]);
    let to = |path: &str| redirects.find(path).map(|hit| hit.destination);
    assert_eq!(to("/a/b/").as_deref(), Some("https://e.x/b#c"));
    assert_eq!(to("/a/c/d").as_deref(), Some("/x/c/d"));
    assert_eq!(to("/a"), None);
    assert_eq!(to("/articles/concepts-y").as_deref(), Some("/new/article-y"));
    assert_eq!(to("/p/q%20r").as_deref(), Some("/two/q r/p"));
    assert_eq!(redirects.stubs(&|_| false).len(), 1);
    assert_eq!(redirects.patterns(&|_| false).len(), 3);
}

#[test]
fn chains_are_shortened_and_circles_are_left_out() {
    let redirects = Redirects::new(&[
        redirect("/a", "/b#x"),
        redirect("/b", "/c"),
        redirect("/l", "/m"),
        redirect("/m", "/l"),
    ]);
    let stubs: Vec<String> = redirects
        .stubs(&|_| false)
        .into_iter()
        .map(|stub| format!("{} {}", stub.source, stub.destination))
        .collect();
    assert_eq!(stubs, ["/a /c#x", "/b /c"]);
}

#[test]
fn problems_of_a_list_are_told() {
    let redirects = Redirects::new(&[
        redirect("/a", "/b"),
        redirect("/b", "/c"),
        redirect("/l", "/l"),
        redirect("/a", "/c"),
        redirect("/gone", "/nowhere"),
        redirect("/c", "/d"),
        redirect("/old/:slug*", "/c"),
        redirect("/old/x/*", "/c"),
        redirect("/out", "https://e.x"),
        redirect("/gone/", "/nowhere"),
    ]);
    let has = |path: &str| path == "/c";
    let known = Known {
        exists: &has,
        answers: &has,
        replaced: &|_| None,
        in_the_way: &|_| None,
        suggestion: &|_| None,
    };
    let found: Vec<&str> = check_redirects(&redirects, known).iter().map(|d| d.code).collect();
    assert_eq!(
        found,
        [
            "redirect-chain",
            "redirect-loop",
            "redirect-duplicate",
            "redirect-destination-missing",
            "redirect-source-exists",
            "redirect-shadowed",
            // With a slash it is the same path, and no order would help.
            "redirect-duplicate",
        ]
    );
}

#[test]
fn patterns_cost_a_bounded_time() {
    let source = "/".to_owned() + &"*a".repeat(30) + "b";
    let redirects = Redirects::new(&[redirect(&source, "/x")]);
    assert!(redirects.find(&format!("/{}", "a".repeat(400))).is_none());
}

fn page() -> &'static str {
    "---\ntitle: T\ndescription: D\n---\n\nx\n"
}

fn sources(sources: &[&str]) -> Value {
    let rule = |source: &&str| json!({ "source": source, "destination": "/b" });
    json!({ "redirects": sources.iter().map(rule).collect::<Vec<_>>(), "navigation": { "pages": ["index", "a", "b"] } })
}

fn with_pages(config: Value) -> Site {
    let site = Site::new().with_config(config);
    site.file("index.mdx", page()).file("a.mdx", page()).file("b.mdx", page()).file("own.pdf", "x")
}

#[test]
fn red_01_a_file_of_the_site_wins_over_a_redirect() {
    let style = format!("/{}", with_pages(json!({})).build().style_path());
    let taken = [
        "/llms.txt",
        "/LLMS-full.txt",
        "/llms.txt/deep",
        "/robots.txt",
        "/sitemap.xml",
        "/404.html",
        "/index.html",
        "/a/index.html",
        "/a/rss.xml",
        &style,
        "/own.pdf",
        "/own.pdf/deep",
    ];
    let mut site = with_pages(sources(&taken));
    let built = site.build();
    built.assert_clean();
    assert_eq!((built.codes(), built.diagnostics().len()), (vec!["redirect-source-exists"], taken.len()));
    assert!(
        built.diagnostics().iter().all(|problem| problem.location.as_ref().is_some_and(|at| at.line > 0))
    );
    assert_eq!(built.html("own.pdf"), "x");
    assert!(built.html("llms.txt").starts_with("# "));
    // When the file is gone, the redirect is there.
    site.remove("own.pdf");
    let built = site.build();
    built.assert_clean();
    assert!(built.html("own.pdf/index.html").contains("url=/b"));
    assert_eq!(built.diagnostics().len(), taken.len() - 2, "{:#?}", built.problems());
}

/// What the navigation does not name was left behind when its readers were sent on.
#[test]
fn red_01_a_page_that_nobody_names_gives_way_to_a_redirect() {
    let mut site = Site::new()
        .with_config(json!({
            "navigation": { "pages": ["/b", "listed.mdx"] },
            "redirects": [
                { "source": "/", "destination": "/b" },
                { "source": "/old", "destination": "/b" },
                { "source": "/listed", "destination": "/b" },
                { "source": "/circle", "destination": "/circle/" },
                { "source": "/deep/:rest*", "destination": "/b" },
                { "source": "/kept", "destination": "/nowhere" },
                { "source": "/away", "destination": "https://e.x" },
            ],
        }))
        .file("index.mdx", "# Welcome to the starter\n")
        .file("old.mdx", "# Old words\n")
        .file("listed.mdx", "# Listed words\n")
        .file("circle.mdx", "# Round words\n")
        .file("deep/a.mdx", "# Deep words\n")
        .file("kept.mdx", "# Kept words\n")
        .file("away.mdx", "# Away words\n")
        .file("b.mdx", "# B\n\n[To the old one](/old)\n");
    let built = site.build();
    built.assert_clean();
    for left in ["index.html", "old/index.html"] {
        assert!(built.html(left).contains("url=/b"), "{left}");
    }
    assert!(!built.files().contains_key("old.md"));
    // Nobody is sent to where nothing is.
    for (stays, words) in [("listed", "Listed"), ("circle", "Round"), ("deep/a", "Deep"), ("kept", "Kept")] {
        assert!(built.html(&format!("{stays}/index.html")).contains(&format!("{words} words")), "{stays}");
    }
    let told: Vec<String> = built
        .diagnostics()
        .iter()
        .map(|problem| problem.message.clone())
        .filter(|text| text.contains("is not shown"))
        .collect();
    let files = ["`index.mdx`", "`old.mdx`", "`away.mdx`"];
    assert!(told.len() == 3 && told.iter().zip(files).all(|(text, file)| text.contains(file)), "{told:?}");
    assert!(built.html("away/index.html").contains("https://e.x"));
    // Other words of what nobody sees, and a page for those who were sent to nothing.
    site.edit("old.mdx", "# Older words\n\n[nowhere](/none)\n");
    let built = site.build();
    built.assert_clean();
    assert!(!built.codes().contains(&"broken-link"), "{:?}", built.codes());
    site.edit("nowhere.mdx", "# Somewhere\n");
    let built = site.build();
    built.assert_clean();
    assert!(built.html("kept/index.html").contains("url=/nowhere"));
    // Named, it is a page again.
    site.edit_config(|config| config["navigation"]["pages"] = json!(["/b", "listed", "old", "/"]));
    let built = site.build();
    built.assert_clean();
    assert!(built.html("old/index.html").contains("Older words"));
    assert!(built.html("index.html").contains("Welcome to the starter"));
    // And gone, it leaves the redirect.
    site.edit_config(|config| config["navigation"]["pages"] = json!(["/b", "listed"]));
    site.remove("old.mdx");
    let built = site.build();
    built.assert_clean();
    assert!(built.html("old/index.html").contains("url=/b"));
}

#[test]
fn red_01_sources_that_look_like_files_are_redirected() {
    let free =
        ["/feed.xml", "/old.html", "/old.html/deep", "/a.pdf", "/a.html", "/a.md", "/favicon.ico", "/v1.2"];
    let built = with_pages(sources(&free)).build();
    built.assert_clean();
    built.assert_no_problems();
    for source in free {
        let file = format!("{}/index.html", &source[1..]);
        assert!(built.html(&file).contains("url=/b"), "{source}");
    }
}

#[test]
fn red_01_where_pages_are_files_a_redirect_of_one_is_that_file() {
    use docs::db::Settings;
    use docs::text::{Addresses, UrlStyle};
    let settings = Settings { addresses: Addresses::new("", UrlStyle::File), ..Settings::default() };
    let sources = sources(&["/old.html", "/old.html/deep", "/a.html", "/a.html/deep"]);
    let built = with_pages(sources).settings(settings).build();
    built.assert_clean();
    assert!(built.html("old.html").contains("url=/b"));
    assert!(!built.html("a.html").contains("url=/b"));
    assert_eq!((built.codes(), built.diagnostics().len()), (vec!["redirect-source-exists"], 2));
}

#[test]
fn red_01_a_folder_without_a_page_of_its_own_may_be_redirected() {
    let config = |source: &str| {
        let redirects = json!([{ "source": source, "destination": "/g/b" }]);
        json!({ "navigation": { "pages": ["index", "g/a", "g/b"] }, "redirects": redirects })
    };
    for source in ["/g", "/g/index"] {
        let site = with_pages(config(source)).file("g/a.mdx", page()).file("g/b.mdx", page());
        let built = { site }.build();
        assert_eq!(built.codes(), Vec::<&str>::new(), "{source}");
        assert!(built.html("g/index.html").contains("url=/g/b"), "{source}");
    }
}

#[test]
fn eng_10_an_address_whose_redirect_leads_to_no_page_is_lost() {
    let mut site = Site::new()
        .with_config(json!({ "redirects": [
            { "source": "/old", "destination": "/nowhere#part" },
            { "source": "/moved", "destination": "/" },
            { "source": "/file", "destination": "/a.pdf" },
            { "source": "/away", "destination": "https://e.x/b" },
            { "source": "/v1/:slug", "destination": "/v2/:slug" },
        ] }))
        .file("index.mdx", "---\ntitle: Home\n---\n\nText.\n")
        .file("v2/a.mdx", "---\ntitle: A\n---\n\nText.\n")
        .file("a.pdf", "x")
        .file("routes.lock", "/\n/away\n/file\n/moved\n/old\n/v1/a\n/v1/b\n");
    let built = site.build();
    let lost = |built: &crate::site::Built| -> Vec<String> {
        let told = built.diagnostics().iter().filter(|told| told.code == "lost-address");
        told.map(|told| format!("{} {}", told.message, told.hint.as_deref().unwrap_or_default())).collect()
    };
    assert_eq!(
        lost(&built),
        [
            "`/old` was published and leads nowhere now its redirect leads to `/nowhere#part`, which is no page: \
             correct that, or delete the line to give the address up",
            "`/v1/b` was published and leads nowhere now its redirect leads to `/v2/b`, which is no page: \
             correct that, or delete the line to give the address up",
        ]
    );
    site.edit("nowhere.mdx", "---\ntitle: Here\n---\n\nText.\n");
    let built = site.update(&["nowhere.mdx"]);
    assert_eq!(lost(&built).len(), 1);
    built.assert_clean();
}

#[test]
fn red_04_the_place_on_the_page_that_a_redirect_leads_to_is_checked() {
    let mut site = Site::new()
        .file("index.mdx", "# Hello\n")
        .file("new.mdx", "---\ntitle: New\n---\n\n## The part\n")
        .file("elsewhere.mdx", "---\ntitle: There\nurl: https://example.com/there\n---\n")
        .with_config(json!({ "redirects": [
            { "source": "/right", "destination": "/new#the-part" },
            { "source": "/wrong", "destination": "/new#the-prat" },
            { "source": "/bare", "destination": "new#nothing" },
            { "source": "/far", "destination": "https://example.com/#any" },
            { "source": "/sent", "destination": "/elsewhere#any" },
            { "source": "/all/:slug*", "destination": "/new#:slug" },
        ] }));
    let built = site.build();
    let told: Vec<String> = built
        .diagnostics()
        .iter()
        .filter(|told| told.code == "broken-anchor")
        .map(|told| format!("{} ({})", told.message, told.hint.clone().unwrap_or_default()))
        .collect();
    let expected = [
        "`/new` has no anchor `#the-prat` (did you mean `#the-part`?)",
        "`/new` has no anchor `#nothing` (use the id of a heading of that page; below `####` only those have one that say \
         it: `##### Title {#nothing}`)",
    ];
    assert_eq!(told, expected);
    // It follows an edit of the page alone.
    site.edit("new.mdx", "---\ntitle: New\n---\n\n## The prat\n");
    let told = site.build().diagnostics().iter().filter(|told| told.code == "broken-anchor").count();
    assert_eq!(told, 2);
}

/// What a redirect cannot do is told, and nothing is made of it.
#[test]
fn red_04_redirects_that_can_have_no_effect_are_told() {
    let redirects = json!([
        { "source": "/empty", "destination": "" },
        { "source": "https://other.example/t", "destination": "/new" },
        { "source": "/any/(.*)", "destination": "/new" },
        { "source": "/digits/:id(\\d+)", "destination": "/new" },
        { "source": "/brackets-(old)", "destination": "/new" },
    ]);
    let built = Site::new()
        .file("index.mdx", "# Hello\n")
        .file("new.mdx", "# New\n")
        .with_config(json!({ "redirects": redirects }))
        .build();
    assert_eq!(built.codes(), ["redirect-destination-missing", "redirect-source-suffix"]);
    assert_eq!(built.problems().len(), 4, "{:#?}", built.problems());
    let stubs: Vec<&str> = built
        .files()
        .keys()
        .map(|path| path.as_str())
        .filter(|path| path.contains("other") || path.contains("empty") || path.contains('('))
        .collect();
    assert_eq!(stubs, ["brackets-(old)/index.html"]);
}

/// A destination may name what the only `*` of its source stands for: nothing else could be meant. So it is no
/// wrong name, and no link that is redirected is broken.
#[test]
fn red_02_the_only_star_of_a_source_fills_the_only_star_that_the_destination_names() {
    let redirects = Redirects::new(&[
        redirect("/ref/*", "/new/:slug*"),
        redirect("/of/:product/*", "https://e.x/:product/:rest*?from=:rest*"),
        redirect("/two/*/and/*", "/new/:slug*"),
        redirect("/one/*", "/new/:slug"),
    ]);
    let to = |path: &str| redirects.find(path).map(|hit| hit.destination);
    assert_eq!(to("/ref/a/b").as_deref(), Some("/new/a/b"));
    assert_eq!(to("/of/x/a/b").as_deref(), Some("https://e.x/x/a/b?from=a/b"));
    assert!(to("/two/a/and/b").is_some_and(|to| to.starts_with("/new/:slug")));
    assert_eq!(to("/one/a").as_deref(), Some("/new/:slug"));

    let list = json!([
        { "source": "/ref/*", "destination": "/new/:slug*" },
        { "source": "/one/*", "destination": "/new/:slug" },
    ]);
    let mut site = Site::new()
        .file("index.mdx", "# Hello\n\n[A](/ref/a/b)\n")
        .file("new/a/b.mdx", "# B\n")
        .with_config(json!({ "redirects": list }))
        .settings(Settings { host: Host::Netlify, ..Settings::default() });
    let built = site.build();
    let told: Vec<String> =
        built.problems().into_iter().filter(|told| !told.starts_with("no-markdown-negotiation")).collect();
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].starts_with("redirect-parameter-unknown") && told[0].contains("`/one/*`"), "{told:#?}");
    assert!(built.html("_redirects").contains("/ref/* /new/:splat 301"), "{}", built.html("_redirects"));
}

/// With and without a slash in front it is the same source: moving one of them would change nothing.
#[test]
fn red_04_a_source_without_its_first_slash_is_the_same_source() {
    let list = json!([
        { "source": "b", "destination": "/new" },
        { "source": "/b", "destination": "/" },
        { "source": "c/:slug*", "destination": "/new" },
        { "source": "/c/:slug*/", "destination": "/" },
    ]);
    let mut site = Site::new()
        .file("index.mdx", "# Hello\n")
        .file("new.mdx", "# New\n")
        .with_config(json!({ "redirects": list }));
    let built = site.build();
    let told: Vec<&str> = built.report.diagnostics.iter().map(|problem| problem.code).collect();
    assert_eq!(told, ["redirect-duplicate"; 2], "{:#?}", built.problems());
}
