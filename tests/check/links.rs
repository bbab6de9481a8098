//! Planted links: redirects that lead nowhere, ids that no page has, and the place of each.

use docs::db::Settings;
use docs::diagnostic::render::{Color, render};
use docs::engine::check::External;
use docs::text::{Addresses, UrlStyle};
use serde_json::json;

use super::{OF_LINKS, Project, page, told};
use crate::site::{Built, Site, ways};

/// `file:line:column message` of the broken links of a site.
fn placed(site: &mut Site) -> Vec<String> {
    let report = site.check(External::Trusted);
    let broken = report.diagnostics.iter().filter(|problem| OF_LINKS.contains(&problem.code));
    let line = |problem: &docs::diagnostic::Diagnostic| {
        let at = problem.location.as_ref().expect("a place");
        format!("{}:{}:{} {}", at.path, at.line, at.column, problem.message)
    };
    broken.map(line).collect()
}

#[test]
fn diag_01_a_redirect_counts_when_it_leads_to_something() {
    let mut site = Site::new()
        .with_config(json!({
            "redirects": [
                { "source": "/gone", "destination": "/nowhere" },
                { "source": "/wild/:slug*", "destination": "/guides/:slug*" },
                { "source": "/loop", "destination": "/loop2" },
                { "source": "/loop2", "destination": "/loop" },
                { "source": "/far", "destination": "https://example.com" },
                { "source": "/list", "destination": "/llms.txt" },
                { "source": "/text", "destination": "/guides/a.md" },
            ],
            "navigation": { "pages": ["index", "guides/a"] },
        }))
        .file("guides/a.mdx", &page("", "## Sec"))
        .file(
            "index.mdx",
            &page("", "[x](/gone)\n[x](/wild/a)\n[x](/wild/b)\n[x](/loop)\n[x](/far)\n[x](/list)\n[x](/text)\n[x](/wild/a#no)"),
        );
    let report = site.check(External::Trusted);
    let places: Vec<String> = told(&report, &OF_LINKS)
        .into_iter()
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "broken-link index.mdx:6",
        "broken-link index.mdx:8",
        "broken-link index.mdx:9",
        "broken-anchor index.mdx:13",
    ];
    assert_eq!(places, expected);
    let of_redirects: Vec<String> = report
        .diagnostics
        .iter()
        .filter(|problem| problem.code.starts_with("redirect-"))
        .map(|problem| {
            let at = problem.location.as_ref().expect("a place");
            format!("{} {}", problem.code, at.excerpt.trim().trim_end_matches(','))
        })
        .collect();
    // Each is told at its own source, though others have it as their destination.
    let expected = [
        "redirect-destination-missing \"source\": \"/gone\"",
        "redirect-loop \"source\": \"/loop\"",
        "redirect-loop \"source\": \"/loop2\"",
    ];
    assert_eq!(of_redirects, expected);
}

#[test]
fn diag_01_an_id_is_one_that_the_page_has() {
    let ids = "<Note id=\"dropped\">x</Note>\n\n<div id=\"kept\">x</div>\n\n<Accordion title=\"Outer\"><Accordion title=\"Inner\">x</Accordion></Accordion>";
    let links = "[x](#dropped)\n[x](#kept)\n[x](#outer:inner)\n[x](#sidebar)";
    let mut site = Site::new().file("index.mdx", &page("", &format!("{links}\n\n{ids}")));
    assert_eq!(placed(&mut site), ["index.mdx:6:1 this page has no anchor `#dropped`"]);
}

#[test]
fn diag_01_an_id_behind_a_redirect_is_told_with_the_page_that_lacks_it() {
    let mut site = Site::new()
        .with_config(json!({
            "navigation": { "pages": ["index", "new"] },
            "redirects": [{ "source": "/old", "destination": "/new" }],
        }))
        .file("index.mdx", &page("", "[x](/old#part)\n[y](/old#gone)"))
        .file("new.mdx", &page("", "## Part"));
    let told = placed(&mut site);
    assert_eq!(told, ["index.mdx:7:1 `/new`, where `/old` is redirected to, has no anchor `#gone`"]);
}

#[test]
fn diag_01_a_bare_link_is_what_lies_beside_the_page() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "start", "guides/start", "guides/cases"] } }))
        .file("index.mdx", &page("", "x"))
        .file("start.mdx", &page("", "## Root"))
        .file("guides/start.mdx", &page("", "## Guide"))
        .file("guides/cases.mdx", &page("", "[x](start#guide)\n[y](start#root)"));
    assert_eq!(placed(&mut site), ["guides/cases.mdx:7:1 `start` has no anchor `#root`"]);
    assert!(site.build().html("guides/cases/index.html").contains("href=\"/guides/start#guide\""));
}

#[test]
fn diag_01_a_link_is_told_where_it_is_written() {
    let tag = "<Card\n  title=\"x\"\n  href=\"/nope-card\"\n>\n  text\n</Card>";
    let list = "{[\"/nope-one\", \"/a\"].map((url) => (\n  <a href={url}>x</a>\n))}";
    let text = format!(
        "import Part from \"/snippets/part.mdx\"\n\n<Part/>\n\n{tag}\n\n<Frame caption=\"See [g](/nope-caption)\">x</Frame>\n\n{list}"
    );
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "a", "b"] } }))
        .file("snippets/part.mdx", "One.\n\nTwo [x](/nope-part).\n")
        .file("a.mdx", &page("", &text))
        .file("b.mdx", &page("", "import Part from \"/snippets/part.mdx\"\n\n<Part/>"))
        .file(
            "index.mdx",
            "---\ntitle: T\ndescription: \"See [d](/nope-description)\"\nurl: /nope-url\n---\n\nx\n",
        );
    let mut told = placed(&mut site);
    told.sort();
    let expected = [
        "a.mdx:12:9 the link `/nope-card` leads nowhere",
        "a.mdx:17:25 the link `/nope-caption` leads nowhere",
        "a.mdx:19:4 the link `/nope-one` leads nowhere",
        "index.mdx:3:1 the link `/nope-description` leads nowhere",
        "index.mdx:4:1 the link `/nope-url` leads nowhere",
        "snippets/part.mdx:3:5 the link `/nope-part` leads nowhere; it is shown on `a.mdx` and `b.mdx`",
    ];
    assert_eq!(told, expected);
}

#[test]
fn diag_01_what_an_author_writes_about_an_operation_is_told_in_its_description() {
    let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get:\n      summary: A\n      parameters:\n        - {name: q, in: query, description: \"[z](/nope)\", schema: {type: string}}\n      responses: {}\n";
    let mut site = Site::new()
        .with_config(
            json!({ "api": { "openapi": "specs/api.yaml" }, "navigation": { "pages": ["index", "man"] } }),
        )
        .file("specs/api.yaml", text)
        .file("index.mdx", &page("", "x"))
        .file("man.mdx", &page("openapi: GET /a\n", "Words."));
    let told = placed(&mut site);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].starts_with("specs/api.yaml:8:"), "{told:#?}");
}

/// A description in JSON with this text about its only operation.
fn described_in_json(text: &str) -> Site {
    let operation = json!({ "summary": "A", "description": text, "responses": {} });
    let whole = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
        "paths": { "/a": { "get": operation } } });
    Site::new()
        .with_config(
            json!({ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }], "pages": ["index"] } }),
        )
        .file("api.json", &serde_json::to_string_pretty(&whole).expect("JSON"))
        .file("index.mdx", &page("", "x"))
}

#[test]
fn diag_01_a_link_of_a_description_is_told_from_longer_ones() {
    let text = "[s](https://example.com/docs/connect/more) <a href=\"/docs/connect\">c</a>";
    let problem = described_in_json(text).check(External::Trusted).diagnostics;
    let place = problem[0].location.as_ref().expect("a place");
    let piece: String = place.excerpt.chars().skip(place.column as usize - 2).take(17).collect();
    assert_eq!(piece, "\"/docs/connect\\\">", "{problem:#?}");
}

#[test]
fn diag_01_what_is_far_in_a_long_line_is_shown() {
    for length in [1_000, 40_000] {
        let text = format!("{} [s](/nope) {}", "Wörter ".repeat(length / 7), "mehr ".repeat(100));
        let problem = described_in_json(&text).check(External::Trusted).diagnostics;
        let told = render(&problem[0], Color::Never);
        let lines: Vec<&str> = told.lines().collect();
        let (line, mark) = (lines[2], lines[3]);
        let from = mark.chars().position(|c| c == '^').expect("a mark");
        let marked: String = line.chars().skip(from).take(mark.matches('^').count()).collect();
        assert_eq!(marked, "/nope", "{told}");
    }
}

#[test]
fn diag_01_texts_and_anchors_of_the_configuration_are_looked_at() {
    let mut site = Site::new()
        .with_config(json!({
            "banner": { "content": "New: [look](/nope-banner)" },
            "errors": { "404": { "description": "Go [home](/nope-home) or [there](/index)" } },
            "navbar": { "links": [{ "label": "A", "href": "/index#nope" }, { "label": "B", "href": "/index#sec" }] },
        }))
        .file("index.mdx", &page("", "## Sec"));
    let mut told: Vec<String> = told(&site.check(External::Trusted), &OF_LINKS)
        .into_iter()
        .map(|line| line.split_once(' ').map_or(String::new(), |line| line.1.to_owned()))
        .collect();
    told.iter_mut().for_each(|line| *line = line.split_once(' ').map_or("", |line| line.1).to_owned());
    told.sort();
    let expected = [
        "`/index` has no anchor `#nope`",
        "the link `/nope-banner` leads nowhere",
        "the link `/nope-home` leads nowhere",
    ];
    assert_eq!(told, expected);
    // An edit of the page that has the anchor is noticed.
    site.edit("index.mdx", &page("", "## Nope"));
    let again = told_again(&mut site);
    assert!(
        again.iter().any(|line| line.contains("`#sec`"))
            && !again.iter().any(|line| line.contains("`#nope`")),
        "{again:#?}"
    );
}

fn told_again(site: &mut Site) -> Vec<String> {
    told(&site.check(External::Trusted), &OF_LINKS)
}

#[test]
fn diag_01_redirects_may_lead_to_files_of_pages() {
    let mut site = Site::new()
        .with_config(json!({
            "redirects": [
                { "source": "/source", "destination": "/a.mdx" },
                { "source": "/output", "destination": "/a/index.html" },
            ],
            "navigation": { "pages": ["index", "a"] },
        }))
        .file("a.mdx", &page("", "x"))
        .file("index.mdx", &page("", "[x](/source) [x](/output)"));
    let codes = ["broken-link", "redirect-destination-missing"];
    assert_eq!(told(&site.check(External::Trusted), &codes), Vec::<String>::new());
}

#[test]
fn diag_01_a_link_that_moves_out_of_a_snippet_is_told_where_it_is_now() {
    let mut site = Site::new()
        .file("snippets/s.mdx", "Words, [x](/nowhere).\n")
        .file("index.mdx", &page("", "import S from \"/snippets/s.mdx\"\n\n<S/>"));
    let built = site.build_once();
    assert!(
        built.problems().iter().any(|problem| problem.contains("snippets/s.mdx:1")),
        "{:#?}",
        built.problems()
    );
    site.edit("index.mdx", &page("", "import S from \"/snippets/s.mdx\"\n\nWords, [x](/nowhere)."));
    let again = site.build_once();
    assert!(
        again.problems().iter().any(|problem| problem.contains("index.mdx:8")),
        "{:#?}",
        again.problems()
    );
}

#[test]
fn cli_07_a_link_in_a_snippet_is_not_corrected_for_one_page() {
    let project = Project::new(&[
        ("snippets/s.mdx", "[x](./a)\n"),
        ("a.mdx", &page("", "x")),
        ("g/a.mdx", &page("", "import S from \"/snippets/s.mdx\"\n\n<S/>")),
        (
            "index.mdx",
            &page(
                "",
                "import S from \"/snippets/s.mdx\"\n\n<S/>\n\n<Card\n  href=\"./a\"\n  title=\"A\">x</Card>",
            ),
        ),
    ]);
    project.run(&["check", "--fix"]);
    assert_eq!(project.read("snippets/s.mdx"), "[x](./a)\n");
    assert!(project.read("index.mdx").contains("href=\"/a\""), "{}", project.read("index.mdx"));
}

#[test]
fn cli_07_a_page_of_the_same_name_is_a_suggestion_and_nothing_that_is_written() {
    let links = "[moved](/old/moved) [beside](./sub/moved) [far](../../x/moved.mdx#t)";
    let project = Project::new(&[("dev/moved.mdx", &page("", "x")), ("index.mdx", &page("", links))]);
    let output = project.run(&["check", "--fix"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(told.matches("did you mean `/dev/moved`?").count(), 3, "{told}");
    assert!(told.contains("0 places in 0 files corrected\n"), "{told}");
    assert!(project.read("index.mdx").contains(links), "{}", project.read("index.mdx"));
}

#[test]
fn cli_07_a_redirect_corrects_what_has_moved_for_good() {
    let project = Project::new(&[
        ("g/a.mdx", &page("", "x")),
        (
            "index.mdx",
            &page("", "[one](./old/a) [two](./now) [three](./part#x) [four](./twice) [five](/old/a)"),
        ),
    ]);
    let config = project.read("docs.json").trim_end().trim_end_matches('}').to_owned();
    let redirects = json!([
        { "source": "/old/:page", "destination": "/g/:page" },
        { "source": "/now", "destination": "/g/a", "permanent": false },
        { "source": "/part", "destination": "/g/a?tab=1" },
        { "source": "/twice", "destination": "/now" },
    ]);
    let config = format!("{config}, \"redirects\": {redirects} }}\n");
    std::fs::write(project.0.path().join("docs.json"), config).expect("a file");
    let output = project.run(&["check", "--fix"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("1 place in 1 file corrected: 1 redirected address\n"), "{told}");
    let text = project.read("index.mdx");
    assert!(
        text.contains("[one](/g/a) [two](./now) [three](./part#x) [four](./twice) [five](/old/a)"),
        "{text}"
    );
}

#[test]
fn cli_07_a_page_that_git_saw_renamed_is_found_under_its_new_name() {
    let long = |name: &str| page("", &format!("All about {name}.\n\n{}", "A line of words.\n".repeat(40)));
    let project = Project::new(&[
        ("docs/a.mdx", &long("kites")),
        ("docs/b.mdx", &long("strings")),
        ("docs/index.mdx", &page("", "[a](./a#t) [b](b.mdx) [c](/c)")),
    ]);
    let root = project.0.path();
    let config = project.read("docs.json");
    std::fs::write(root.join("docs/docs.json"), config).expect("a file");
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        let who = ["-c", "user.name=T", "-c", "user.email=t@e.x", "-c", "commit.gpgsign=false"];
        command
            .arg("-C")
            .arg(root)
            .args(who)
            .args(arguments)
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "-q"]) {
        eprintln!("skipped: git is not installed");
        return;
    }
    let commit = || assert!(git(&["add", "-A"]) && git(&["commit", "-q", "-m", "x"]));
    let rename = |old: &str, new: &str| {
        std::fs::create_dir_all(root.join(new).parent().expect("a folder")).expect("a folder");
        std::fs::rename(root.join(old), root.join(new)).expect("a file");
        commit();
    };
    commit();
    rename("docs/a.mdx", "docs/g/a.mdx");
    rename("docs/g/a.mdx", "docs/guides/kites.mdx");
    // Another page in place of one that was deleted is no renamed one.
    std::fs::remove_file(root.join("docs/b.mdx")).expect("a file");
    std::fs::write(root.join("docs/guides/b.mdx"), page("", "Something else.\n")).expect("a file");
    commit();
    let output = project.run(&["check", "--fix", "docs"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("@@ index.mdx:6 @@\n-[a](./a#t)"), "{told}");
    assert!(told.contains("1 place in 1 file corrected: 1 address of a renamed page\n"), "{told}");
    let text = project.read("docs/index.mdx");
    assert!(text.contains("[a](/guides/kites#t) [b](b.mdx) [c](/c)"), "{text}");
}

#[test]
fn diag_01_the_check_is_that_of_the_addresses_of_the_build() {
    let project = Project::new(&[("g/a.mdx", &page("", "x")), ("index.mdx", &page("", "[x](/g/a.html)"))]);
    let problems = |arguments: &[&str]| {
        let output = project.run(arguments);
        String::from_utf8_lossy(&output.stderr).contains("broken-link")
    };
    assert!(!problems(&["build", "--url-style", "file"]));
    assert!(problems(&["build"]));
}

#[test]
fn diag_01_what_a_browser_does_not_find_is_told() {
    let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {summary: List pets, responses: {}}\n";
    let links = [
        "[x](/images/p.svg/)",
        "[x](/favicon.ico)",
        "[x](api-reference/list-pets)",
        "[x](/api-reference/list-pets)",
        "![x](/guides/b)",
        "<iframe src=\"/guides/b\" title=\"B\" />",
        "[x](/guides/b/rss.xml)",
        "[x](/guides/log/rss.xml)",
        "<a href=\"\\guides\\b\">x</a>",
        "[x](#for-agents)",
        "[x](#for-humans)",
        "[x](/llms.tx)",
    ];
    let ids = "<Visibility for=\"agents\">\n\n## For agents\n\n</Visibility>\n\n<Visibility for=\"humans\">\n\n## For humans\n\n</Visibility>";
    let mut site = Site::new()
        .with_config(json!({
            "api": { "openapi": "api.yaml" },
            "navigation": { "groups": [
                { "group": "G", "pages": ["guides/a", "guides/b", "guides/log"] },
                { "group": "API", "openapi": "api.yaml" },
            ] },
        }))
        .file("api.yaml", text)
        .file("images/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .file("guides/b.mdx", &page("", "x"))
        .file("guides/log.mdx", &page("", "<Update label=\"v1\">x</Update>"))
        .file("guides/a.mdx", &page("", &format!("{}\n\n{ids}", links.join("\n\n"))));
    let report = site.check(External::Trusted);
    let broken = report.diagnostics.iter().filter(|problem| OF_LINKS.contains(&problem.code));
    let line = |problem: &docs::diagnostic::Diagnostic| problem.location.as_ref().map_or(0, |at| at.line);
    let told: Vec<&str> = broken.map(|problem| links[(line(problem) as usize - 6) / 2]).collect();
    let expected = [0, 1, 2, 4, 6, 8, 9, 11].map(|number| links[number]);
    assert_eq!(told, expected, "{:#?}", report.diagnostics);
    // A page gets its first entry: then it has feeds.
    site.edit("guides/b.mdx", &page("", "<Update label=\"v1\">x</Update>"));
    assert_eq!(told_again(&mut site).len(), expected.len() - 1);
    site.build().assert_clean();
}

#[test]
fn diag_01_places_are_those_of_the_text_as_it_is_written() {
    let mut site = Site::new()
        .with_config(json!({ "variables": { "name": "a-very-long-name", "nl": "one\ntwo" } }))
        .file(
            "index.mdx",
            &page("", "{{name}}{{nl}} and {{name}}: [x](/nope) {{name}}\n\n[y](/nope-{{name}})"),
        );
    assert_eq!(
        placed(&mut site),
        [
            "index.mdx:6:30 the link `/nope` leads nowhere",
            "index.mdx:8:1 the link `/nope-a-very-long-name` leads nowhere"
        ]
    );
}

#[test]
fn diag_05_destinations_of_redirects_and_icons_have_a_place_and_a_suggestion() {
    let mut site = Site::new()
        .with_config(json!({
            "redirects": [
                { "source": "/old", "destination": "/guides/strat" },
                { "source": "/source/path", "destination": "/destination/path" },
            ],
            "navigation": { "groups": [
                { "group": "rokcet", "icon": "star", "pages": ["index"] },
                { "group": "G", "icon": "rokcet", "pages": ["guides/start"] },
            ] },
        }))
        .file("index.mdx", &page("", "x"))
        .file("guides/start.mdx", &page("", "x"));
    let report = site.check(External::Trusted);
    let problems = report.diagnostics.iter();
    let lost = problems.filter(|problem| problem.code == "redirect-destination-missing");
    let hints: Vec<Option<&str>> = lost.map(|problem| problem.hint.as_deref()).collect();
    // What is redirected itself is no destination to suggest.
    assert_eq!(hints, [Some("did you mean `/guides/start`?"), Some("change the destination to a page")]);
    let icon = report.diagnostics.iter().find(|problem| problem.code == "unknown-icon").expect("the icon");
    let excerpt = icon.location.as_ref().map(|at| at.excerpt.trim().to_owned());
    assert_eq!(excerpt.as_deref(), Some("\"icon\": \"rokcet\","), "{icon:#?}");
}

#[test]
fn diag_08_what_is_wrong_in_a_snippet_that_no_page_shows_is_no_error() {
    let broken = "<Card title=\"x\">\n\nnever closed\n";
    let mut site = Site::new().file("snippets/s.mdx", broken).file("index.mdx", &page("", "x"));
    let severity = |report: &docs::engine::Report| {
        let problem = report.diagnostics.iter().find(|problem| problem.code == "unclosed-element");
        problem.map(|problem| problem.severity)
    };
    assert_eq!(severity(&site.check(External::Trusted)), Some(docs::diagnostic::Severity::Warning));
    site.edit("index.mdx", &page("", "import S from \"/snippets/s.mdx\"\n\n<S/>"));
    assert_eq!(severity(&site.check(External::Trusted)), Some(docs::diagnostic::Severity::Error));
}

#[test]
fn txt_10_files_of_tools_are_not_published() {
    let spec = "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"T\",\"version\":\"1\"},\"paths\":{\"/a\":{\"get\":{\"summary\":\"List\",\"responses\":{}}}}}";
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "G", "pages": ["index"] },
            { "group": "API", "openapi": ".api/openapi.json" },
        ] } }))
        .file("index.mdx", &page("", "[x](/package-lock.json) [y](/data/pets.json)"))
        .file(".api/openapi.json", spec)
        .file(".gitlab-ci.yml", "stages: []")
        .file(".circleci/config.yml", "version: 2")
        .file("sub/package-lock.json", "{}")
        .file("package-lock.json", "{}")
        .file("package.json", "{}")
        .file("pnpm-lock.yaml", "lockfileVersion: 9")
        .file("data/pets.json", "[]")
        // An example for readers.
        .file("examples/package.json", "{}")
        .file(".well-known/security.json", "{}");
    let built = site.build();
    built.assert_clean();
    let published: Vec<&str> = built
        .files()
        .keys()
        .map(String::as_str)
        .filter(|path| (path.ends_with(".json") || path.ends_with("ml")) && !path.ends_with(".html"))
        .filter(|path| !path.starts_with("_docs/") && *path != ".docs-manifest.json")
        .collect();
    assert_eq!(published, [".well-known/security.json", "data/pets.json", "examples/package.json"]);
    assert!(built.html("api-reference/list/index.html").contains("List"));
    let broken: Vec<String> =
        built.problems().into_iter().filter(|line| line.contains("broken-link")).collect();
    assert!(broken.len() == 1 && broken[0].contains("/package-lock.json"), "{broken:?}");
}

#[test]
fn diag_01_where_pages_are_files_nothing_lies_in_folders_of_their_names() {
    for (style, wrong) in [(UrlStyle::File, "/a/index.html"), (UrlStyle::Directory, "/a.html")] {
        let settings = Settings { addresses: Addresses::new("", style), ..Settings::default() };
        let mut site = Site::new()
            .settings(settings)
            .file("index.mdx", "[1](/a/index.html) [2](/a.html) [3](/index.html) [4](/a/index) [5](/a)\n")
            .file("a/index.mdx", "# A\n");
        let built = site.build();
        let told: Vec<&str> = built.diagnostics().iter().map(|told| told.message.as_str()).collect();
        assert_eq!(told, [format!("the link `{wrong}` leads nowhere")]);
    }
}

#[test]
fn diag_01_a_problem_in_a_snippet_names_the_pages_that_have_it() {
    let with_name = "import S from '/snippets/s.mdx'\n\n<S name=\"x\"/>\n";
    let without = "import S from '/snippets/s.mdx'\n\n<S/>\n";
    let files = ["b.mdx"];
    for change in ways(&files) {
        let mut site = Site::new()
            .with_config(json!({ "navigation": { "pages": ["index", "a", "b", "c", "d", "e"] } }))
            .file("snippets/s.mdx", "Hello {name}, see [there](/nowhere).\n")
            .file("index.mdx", with_name)
            .file("b.mdx", without);
        let told = |built: &Built| -> Vec<String> {
            built.diagnostics().iter().map(|problem| problem.message.clone()).collect()
        };
        let lost = "the link `/nowhere` leads nowhere";
        let unbound = "this snippet is not given `name`, so `{name}` shows nothing";
        let wanted = |built: &Built, pages: [&str; 2]| {
            let all = told(built);
            for message in [format!("{unbound}; {}", pages[0]), format!("{lost}; {}", pages[1])] {
                assert!(all.contains(&message), "{message} is not in {all:#?}");
            }
        };
        let built = site.build();
        wanted(&built, ["it is shown on `b.mdx`", "it is shown on `b.mdx` and `index.mdx`"]);
        // A link of the page itself says no page.
        site.edit("b.mdx", &format!("{without}\n[There](/nowhere).\n"));
        let built = change(&mut site);
        wanted(&built, ["it is shown on `b.mdx`", "it is shown on `b.mdx` and `index.mdx`"]);
        assert!(told(&built).contains(&lost.to_owned()), "{:#?}", told(&built));
        built.assert_clean();
        for name in ["a", "c", "d", "e"] {
            site.edit(&format!("{name}.mdx"), without);
        }
        let pages = "it is shown on `a.mdx`, `b.mdx`, `c.mdx` and";
        wanted(&site.build(), [&format!("{pages} 2 more"), &format!("{pages} 3 more")]);
    }
}

#[test]
fn diag_01_an_id_that_the_wanted_one_begins_with_is_named() {
    let text = "# Home\n\n<Accordion title=\"Comfy Desktop の起動ログ\">\nText\n</Accordion>\n\n[a](#comfy-desktop-の起動ログ) [b](#far-away)\n";
    let built = Site::new().file("index.mdx", text).build();
    let hints: Vec<&str> =
        built.report.diagnostics.iter().filter_map(|problem| problem.hint.as_deref()).collect();
    assert_eq!(hints.len(), 2, "{hints:?}");
    assert_eq!(hints[0], "did you mean `#comfy-desktop`?");
    assert!(hints[1].starts_with("use the id of a heading"), "{hints:?}");
}

/// Names are looked for until there are too many; what is only spelled otherwise is found whatever there is.
#[test]
fn diag_01_what_is_spelled_otherwise_is_found_among_any_number_of_broken_links() {
    let lost: String = (0..250).map(|at| format!("[a](/qwertz-{at}-uiop)\n")).collect();
    let last = "[b](/zz/Get_Started_With_All) [c](/zz/getstarted-with-all.md) ![d](/zz/My_Logo.jpg)\n";
    let mut site = Site::new()
        .file("index.mdx", &format!("# Home\n\n{lost}\n{last}"))
        .file("zz/get-started-with-all.mdx", "# Start\n")
        .file("zz/my-logo.png", "x");
    let hints = |built: &Built| -> Vec<String> {
        let told = built.report.diagnostics.iter().filter(|problem| problem.code == "broken-link");
        told.map(|problem| problem.hint.clone().unwrap_or_default()).collect()
    };
    let whole = hints(&site.build());
    assert_eq!(whole.len(), 253);
    let wanted = ["`/zz/get-started-with-all`", "`/zz/get-started-with-all`", "`/zz/my-logo.png`"];
    assert_eq!(whole[250..], wanted.map(|name| format!("did you mean {name}?")));
    assert_eq!(whole[0], "there is no page, file or redirect of that name");
    assert!(whole[249].contains("names like this one were not looked for"), "{}", whole[249]);
    // And so do those that another process finds after an edit.
    site.edit("index.mdx", &format!("# Home\n\nMore.\n\n{lost}\n{last}"));
    assert_eq!(hints(&site.build()), whole);
}

/// A page of front matter has no text that a heading could be written into: what links is the description's text.
#[test]
fn diag_01_a_lost_place_that_a_description_links_to_is_told_in_its_words() {
    let description = json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
        "paths": { "/x": { "get": { "summary": "X", "description": "See [it](#tag/Far-away).", "responses": {} } } },
    });
    let built = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "x"] } }))
        .file("index.mdx", "# Home\n\n[a](#zzz-far)\n")
        .file("x.mdx", "---\ntitle: X\nopenapi: openapi.json GET /x\n---\n")
        .file("openapi.json", &description.to_string())
        .build();
    let told = built.report.diagnostics.iter().filter(|problem| problem.code == "broken-anchor");
    let hints: Vec<&str> = told.filter_map(|problem| problem.hint.as_deref()).collect();
    assert_eq!(hints.len(), 2, "{:#?}", built.problems());
    let is_of = |begin: &str| hints.iter().filter(|hint| hint.starts_with(begin)).count();
    assert_eq!((is_of("use the id of a heading"), is_of("a text of a description")), (1, 1), "{hints:?}");
}

/// The letters of an address stand in many texts of a description; the place is that of the link, on the page that has it.
#[test]
fn diag_01_a_link_of_a_description_is_found_where_it_stands() {
    let text = "openapi: 3.1.0\ninfo: { title: 'T <b>x</b>', version: '1' }\npaths:\n  /a:\n    get:\n      summary: One\n      \
                description: '[a](/gone) and x'\n      responses: {}\n  /b:\n    get:\n      summary: Two\n      \
                description: 'Here <img src=x> it is, see [b](/gone).'\n      responses: {}\n";
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "S", "pages": ["index"] }, { "group": "A", "openapi": "openapi.yaml" }] } }))
        .file("index.mdx", "# Home\n")
        .file("openapi.yaml", text);
    assert_eq!(
        placed(&mut site),
        [
            "openapi.yaml:7:25 the link `/gone` leads nowhere",
            "openapi.yaml:12:35 the file `x` leads nowhere",
            "openapi.yaml:12:53 the link `/gone` leads nowhere",
        ]
    );
}
