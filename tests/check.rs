//! `docs check`: what it finds, what it lets pass, how it tells, and what it corrects (CLI-06, CLI-07, CLI-12, DIAG-01).

use std::path::Path;
use std::process::{Command, Output};

use docs::diagnostic::{Diagnostic, Severity};
use docs::engine::Report;
use docs::engine::check::External;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::site::Site;

mod browser;
mod conventions;
mod links;
mod listed;

/// `code file:line message` of the problems with one of these codes.
fn told(report: &Report, codes: &[&str]) -> Vec<String> {
    let is_asked = |problem: &&Diagnostic| codes.contains(&problem.code);
    let line = |problem: &Diagnostic| {
        let place =
            problem.location.as_ref().map(|at| format!("{}:{}", at.path, at.line)).unwrap_or_default();
        format!("{} {place} {}", problem.code, problem.message)
    };
    report.diagnostics.iter().filter(is_asked).map(line).collect()
}

fn page(front: &str, body: &str) -> String {
    format!("---\ntitle: T\ndescription: D\n{front}---\n\n{body}\n")
}

const OF_LINKS: [&str; 2] = ["broken-link", "broken-anchor"];

fn linked() -> Site {
    Site::new()
        .with_config(json!({
            "redirects": [
                { "source": "/old/:slug*", "destination": "/guides/:slug*" },
                { "source": "/short", "destination": "/guides/a#sec-one" },
            ],
            "navigation": { "pages": ["index", "guides/a", "guides/b", "guides/sub/index"] },
        }))
        .file("guides/a.mdx", &page("", "## Sec one\n\n### X {#own}\n\n<Accordion title=\"Acc\">x</Accordion>\n\n<Tabs><Tab title=\"Tab one\">x</Tab></Tabs>\n\n<ParamField path=\"userId\" type=\"string\">x</ParamField>"))
        .file("guides/b.mdx", &page("", "<Update label=\"v1.2\">x</Update>"))
        .file("guides/sub/index.mdx", &page("", "x"))
        .file("images/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
}

#[test]
fn diag_01_what_leads_somewhere_passes() {
    let good = [
        "/guides/a",
        "guides/a",
        "./guides/a.mdx",
        "./guides/a",
        "/guides/a.md",
        "/guides/a/",
        "/guides/a?x=1#sec-one",
        "/guides/a#sec-one",
        "/guides/a#own",
        "/guides/a#acc",
        "/guides/a#tab-one",
        "/guides/a#param-user-id",
        "/guides/a#:~:text=hello",
        "/guides/%61",
        "/guides/b#v1-2",
        "/guides/sub",
        "/guides/sub/",
        "/guides/sub/index",
        "/old/a",
        "/old/a#sec-one",
        "/short",
        "/short#anything",
        "/guides/a/index.html",
        "/guides/a#outer:acc",
        "/guides/a#content",
        "#page-title",
        "/images/p.svg",
        "#here",
        "#",
        "#top",
        "/",
        "/index",
        "https://example.com/x",
        "//cdn.example/x",
        "mailto:a@b.c",
        "tel:1",
        "vscode://x/y",
        "data:text/plain,x",
        "/llms.txt",
        "/llms-full.txt",
        "/robots.txt",
        "/sitemap.xml",
        "/search",
        "/guides/b/rss.xml",
        // A browser stays at the root.
        "../guides/a",
        "/../guides/a",
        "/guides/../../guides/a",
    ];
    let links: Vec<String> = good.iter().map(|url| format!("[x](<{url}>) <a href=\"{url}\">x</a>")).collect();
    let mut site = linked().file("index.mdx", &page("", &format!("{}\n\n## Here", links.join("\n\n"))));
    assert_eq!(told(&site.check(External::Trusted), &OF_LINKS), Vec::<String>::new());
}

#[test]
fn diag_01_what_is_no_link_on_the_page_is_not_one() {
    let text = "<Accordion title=\"[x](/zzz)\">a</Accordion>\n\n<Card title=\"[y](/zzz)\" href=\"/guides/a\">b</Card>";
    let mut site = linked().file("index.mdx", &page("", text));
    assert_eq!(told(&site.check(External::Trusted), &OF_LINKS), Vec::<String>::new());
}

#[test]
fn diag_01_links_of_other_forms_of_a_page_are_links_too() {
    let front = "canonical: /gone\n\"og:image\": /images/gone.png\n";
    let text = "<Visibility for=\"agents\">\n\n## Only there\n\n[x](/zzz) [y](/guides/a#only-there) [z](#only-there)\n\n</Visibility>";
    let mut site = linked().file("index.mdx", &page(front, text));
    let told = told(&site.check(External::Trusted), &["broken-link", "missing-image", "missing-file"]);
    assert_eq!(told.len(), 3, "{told:#?}");
    let built = site.build();
    assert!(
        !built.html("index.html").contains("Only there") && built.html("index.md").contains("Only there")
    );
    built.assert_clean();
}

#[test]
fn diag_01_links_of_a_description_are_seen_from_the_page_and_told_in_the_description() {
    let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get:\n      summary: A\n      description: \"[b](./b) [g](../guides/a) [z](/zzz)\"\n      responses: {}\n  /b: {get: {summary: B, responses: {}}}\n";
    let mut site = linked().file("index.mdx", &page("", "x")).file("specs/api.yaml", text);
    site.edit_config(|config| {
        config["navigation"] = json!({ "groups": [
            { "group": "G", "pages": ["index", "guides/a", "guides/b", "guides/sub/index"] },
            { "group": "API", "openapi": "specs/api.yaml" },
        ] });
    });
    let told = told(&site.check(External::Trusted), &OF_LINKS);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("specs/api.yaml:7") && told[0].contains("/zzz"), "{told:#?}");
}

#[test]
fn red_04_the_root_is_redirected_where_no_page_has_it() {
    let config = |pages: serde_json::Value| {
        json!({
            "redirects": [{ "source": "/", "destination": "/guides/b" }, { "source": "/bare", "destination": "guides/a" }],
            "navigation": { "pages": pages },
        })
    };
    let codes = ["redirect-source-exists", "redirect-destination-missing"];
    let mut site = linked().with_config(config(json!(["guides/a", "guides/b", "guides/sub/index"])));
    site.remove_if_there("index.mdx");
    assert_eq!(told(&site.check(External::Trusted), &codes), Vec::<String>::new());
    let built = site.build();
    assert!(built.html("index.html").contains("/guides/b"), "{}", built.html("index.html"));
    assert!(
        built.html("bare/index.html").contains("href=\"/guides/a\""),
        "{}",
        built.html("bare/index.html")
    );
    let mut site = linked().with_config(config(json!(["index", "guides/a", "guides/b", "guides/sub/index"])));
    site.edit("index.mdx", &page("", "x"));
    assert_eq!(told(&site.check(External::Trusted), &codes).len(), 1);
}

#[test]
fn diag_01_what_leads_nowhere_is_told_with_its_place() {
    let bad = [
        "/zzz",
        "./zzz.mdx",
        "/guides/a#nope",
        "#nope",
        "/images/no.png",
        "/guides/sub/zzz",
        "zzz",
        "/GUIDES/A",
        "/guides/a.html",
        "/old/x/y",
        "/old/a#nope",
    ];
    let links: Vec<String> = bad.iter().map(|url| format!("[x]({url})")).collect();
    let mut site = linked().file("index.mdx", &page("", &links.join("\n")));
    let report = site.check(External::Trusted);
    let lines: Vec<Option<u32>> = report
        .diagnostics
        .iter()
        .filter(|problem| OF_LINKS.contains(&problem.code))
        .map(|problem| problem.location.as_ref().map(|at| at.line))
        .collect();
    let expected: Vec<Option<u32>> = (6..6 + bad.len() as u32).map(Some).collect();
    assert_eq!(lines, expected, "{:#?}", told(&report, &OF_LINKS));
}

#[test]
fn diag_01_addresses_of_the_configuration_are_links_too() {
    let mut site = Site::new()
        .with_config(json!({
            "navbar": { "links": [{ "label": "A", "href": "/nope-navbar" }, { "label": "B", "href": "/index" }] },
            "footer": { "links": [{ "header": "H", "items": [{ "label": "x", "href": "/nope-footer" }] }] },
            "navigation": {
                "tabs": [{ "tab": "T", "pages": ["index"] }, { "tab": "X", "href": "/nope-tab" }],
                "global": { "anchors": [{ "anchor": "Q", "href": "/nope-anchor" }, { "anchor": "W", "href": "https://x.example" }] },
            },
        }))
        .file("index.mdx", &page("", "x"));
    let report = site.check(External::Trusted);
    let told = told(&report, &OF_LINKS);
    assert_eq!(told.len(), 4, "{told:#?}");
    for name in ["navbar", "footer", "tab", "anchor"] {
        assert!(told.iter().any(|line| line.contains(&format!("`/nope-{name}`"))), "{name}: {told:#?}");
    }
    assert!(report.diagnostics.iter().filter(|problem| OF_LINKS.contains(&problem.code)).all(|problem| {
        problem.location.as_ref().is_some_and(|at| at.path.as_str() == "docs.json" && at.line > 0)
    }));
}

/// What a page's text is told, besides links.
fn rules(text: &str) -> Vec<String> {
    let mut site = Site::new().file("index.mdx", text);
    let report = site.check(External::Trusted);
    let codes: Vec<&str> = report.diagnostics.iter().map(|problem| problem.code).collect();
    codes.into_iter().filter(|code| *code != "broken-link").map(str::to_owned).collect()
}

#[test]
fn diag_07_each_rule_tells_what_breaks_it_and_lets_the_rest_pass() {
    let key = "a8Kd02Lq9zXv7Rb5Tn3Wm1Ys6Uh4Ej0Pc2Fi";
    for (code, bad, good) in [
        ("heading-level-1", "# One", "## One"),
        ("heading-level-1", "# ## One", "## One"),
        ("heading-level-skipped", "### Three", "## Two\n\n### Three\n\n## Two"),
        // What may hold headings that nobody sees from here says nothing about those behind it.
        ("heading-level-skipped", "<Note>a</Note>\n\n### A", "<h2>A</h2>\n\n### B"),
        (
            "heading-level-skipped",
            "<Steps>\n<Step title=\"A\">\n### B\n</Step>\n</Steps>",
            "<Steps titleSize=\"h2\">\n<Step title=\"A\">\n### B\n</Step>\n</Steps>",
        ),
        ("heading-level-skipped", "#### A", "import A from '/snippets/a.mdx'\n\n<A />\n\n#### B"),
        ("missing-alt", "![](/a.png)", "![A cat](/a.png) <img src=\"/b.png\" alt=\"\" />"),
        ("missing-alt", "<img src=\"/a.png\" />", "<img src=\"/a.png\" alt={x} />"),
        (
            "link-without-text",
            "<a href=\"/index\"><Icon icon=\"star\" /></a>",
            "<a href=\"/index\" aria-label=\"Home\"><Icon icon=\"star\" /></a>",
        ),
        ("link-without-text", "[](/index)", "[![Home](/a.png)](/index)"),
        ("link-without-address", "[a]()", "[a](#) and `[a]()`"),
        ("link-without-address", "[a](<mailto:>)", "[a](mailto:b@c.example)"),
        (
            "undefined-reference",
            "[The guide][guide] says more.",
            "[The guide][guide] says more.\n\n[guide]: /index",
        ),
        // Where the page has such lines, one is missing; elsewhere, two words in brackets may be anything.
        (
            "undefined-reference",
            "[a][gide] and [b][guide]\n\n[guide]: /index",
            "[int][string] arr[i][j] [main][init]: done, [^1][^2] `[a b][c]` [an option][0] \\[a b][c] [a b][c](d)",
        ),
        (
            "frame-without-title",
            "<iframe src=\"https://x.example\" />",
            "<iframe src=\"https://x.example\" title=\"A film\" />",
        ),
        ("table-without-header", "| | |\n|-|-|\n| a | b |", "| A | |\n|-|-|\n| a | b |"),
        ("steps-not-numbered", "- Step 1: open it\n- Step 2: close it", "1. Open it\n2. Close it"),
        (
            "steps-not-numbered",
            "- First, open it\n- Then, close it",
            "- First item\n- Then some\n\n- First, the data never changes\n- Second, each part is small\n\n* 10.000 a\n* 20.000 b\n\n+ 6.0-a\n+ 7.0-b",
        ),
        ("term", "We use Github a lot.", "We use GitHub, github.com/Github/x and `Github`."),
        (
            "secret-in-code",
            &format!("```sh\nexport T=ghp_{key}\n```"),
            "```sh\nexport T=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx U=sk-YOUR_KEY V=AKIAIOSFODNN7EXAMPLE\n```",
        ),
    ] {
        let found = rules(&page("", bad));
        assert!(found.contains(&code.to_owned()), "{code} is not told of {bad}: {found:?}");
        let found = rules(&page("", good));
        assert!(!found.contains(&code.to_owned()), "{code} is told of {good}: {found:?}");
    }
    assert_eq!(rules("words"), ["page-without-description", "page-without-title"]);
    let told = |name: &str| {
        let mut site = Site::new().file("index.mdx", &page("", "x")).file(name, "Always test.\n");
        let report = site.check(External::Trusted);
        report.diagnostics.iter().map(|problem| problem.code).collect::<Vec<_>>()
    };
    assert_eq!(told("AGENTS.md"), ["instructions-as-page"]);
    assert_eq!(told("deep/claude.md"), ["instructions-as-page"]);
    assert!(!told("agents-of-change.md").contains(&"instructions-as-page"));
    assert_eq!(rules(&page("", "words")), Vec::<String>::new());
}

#[test]
fn diag_07_rules_are_notes_and_secrets_are_not() {
    let mut site = Site::new()
        .file("index.mdx", "# A\n\n![](/a.svg)\n\n`sk_live_9aB2cD4eF6gH8jK0mN1pQ3rS`")
        .file("a.svg", "<svg/>");
    let report = site.check(External::Trusted);
    let of = |severity| {
        report
            .diagnostics
            .iter()
            .filter(|problem| problem.severity == severity)
            .map(|problem| problem.code)
            .collect::<Vec<_>>()
    };
    assert_eq!(of(Severity::Warning), ["secret-in-code"]);
    assert_eq!(of(Severity::Error), Vec::<&str>::new());
    assert!(of(Severity::Note).contains(&"missing-alt"));
}

#[test]
fn cli_12_configured_colours_are_measured() {
    let colors = |primary: &str| {
        let config = json!({ "colors": { "primary": primary } });
        let mut site = Site::new().with_config(config).file("index.mdx", &page("", "x"));
        told(&site.check(External::Trusted), &["low-contrast"])
    };
    assert_eq!(colors("#166534"), Vec::<String>::new());
    // The colour of a site that names none is nobody's mistake.
    let config = json!({ "theme": "mint", "name": "T", "navigation": { "pages": ["index"] } });
    let mut site = Site::new().config(config).file("index.mdx", &page("", "x"));
    assert_eq!(told(&site.check(External::Trusted), &["low-contrast"]), Vec::<String>::new());
    // Nor is one that is only shown in a mode that no reader sees.
    for (mode, strict, count) in [("dark", true, 0), ("dark", false, 1), ("light", true, 1)] {
        let config = json!({ "colors": { "primary": "#ffee88" }, "appearance": { "default": mode, "strict": strict } });
        let mut site = Site::new().with_config(config).file("index.mdx", &page("", "x"));
        assert_eq!(told(&site.check(External::Trusted), &["low-contrast"]).len(), count, "{mode} {strict}");
    }
    let found = colors("#ffee88");
    assert!(
        found.len() == 1 && found[0].contains("`colors.primary`, #ffee88, has a contrast of 1.18 : 1"),
        "{found:?}"
    );
}

#[test]
fn words_of_the_project_are_looked_for() {
    let mut site = Site::new()
        .file(".docs/terms.txt", "# ours\nsign-in: signin, log-in\nGithub:\n")
        .file("index.mdx", &page("", "Use the signin page of Github, then log-in: not sign-in."));
    let found = told(&site.check(External::Trusted), &["term"]);
    assert_eq!(
        found,
        ["term index.mdx:6 `signin` is written `sign-in`", "term index.mdx:6 `log-in` is written `sign-in`"]
    );
}

#[test]
fn a_second_check_looks_at_what_changed() {
    let mut site = linked().file("index.mdx", &page("", "[x](/zzz)\n\n![](/images/p.svg)"));
    let first = site.check(External::Trusted);
    assert_eq!((site.ran("check_conventions"), site.ran("render_body")), (4, 4));
    let again = site.check(External::Trusted);
    assert_eq!(again.diagnostics, first.diagnostics);
    assert_eq!((site.ran("check_conventions"), site.ran("render_body")), (0, 0));
    site.edit("guides/b.mdx", &page("", "![](/images/p.svg)"));
    assert_eq!(told(&site.check(External::Trusted), &["missing-alt"]).len(), 2);
    assert_eq!((site.ran("check_conventions"), site.ran("render_body")), (1, 1));
}

#[test]
fn diag_04_other_sites_are_asked_only_on_request() {
    let mut site = Site::new().file("index.mdx", &page("", "[x](https://there.dev/a#b) [y](https://gone.dev/b) [z](https://example.com/c) [l](http://localhost:3000)"));
    site.answer("https://there.dev/a", b"x");
    let codes = ["lost-external-link"];
    assert_eq!(told(&site.check(External::Trusted), &codes), Vec::<String>::new());
    let found = told(&site.check(External::Asked), &codes);
    assert_eq!(
        found,
        ["lost-external-link index.mdx:6 `https://gone.dev/b` cannot be reached: the server answers 404"]
    );
    site.answer("https://gone.dev/b", b"x");
    assert_eq!(told(&site.check(External::Asked), &codes), Vec::<String>::new());
}

#[test]
fn diag_04_addresses_of_the_configuration_are_asked_for_too() {
    let mut site = Site::new().file("index.mdx", &page("", "Text.")).with_config(json!({
        "navbar": { "links": [{ "label": "L", "href": "https://gone.dev/bar" }] },
        "navigation": { "global": { "anchors": [{ "anchor": "A", "href": "https://there.dev/a" }] }, "pages": ["index"] },
    }));
    site.answer("https://there.dev/a", b"x");
    let found = told(&site.check(External::Asked), &["lost-external-link"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("docs.json:24 `https://gone.dev/bar` cannot be reached"), "{found:?}");
}

/// A project on disk.
struct Project(TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let config = r##"{ "theme": "mint", "name": "T", "colors": { "primary": "#166534" }, "navigation": { "pages": ["index", "g/a"] } }"##;
        let project = Self(folder);
        for (path, text) in [("docs.json", config)].iter().chain(files) {
            let path = project.0.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        project
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docs"));
        command.args(arguments).current_dir(self.0.path()).output().expect("the program starts")
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.0.path().join(path)).expect("a file")
    }
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

const GOOD: &str = "---\ntitle: A\ndescription: D\n---\n\n[Home](/)\n";

#[test]
fn cli_06_exit_codes_names_and_forms() {
    let clean = Project::new(&[("index.mdx", GOOD), ("g/a.mdx", GOOD)]);
    for name in ["check", "validate", "broken-links", "a11y", "accessibility"] {
        let output = clean.run(&[name]);
        assert_eq!(code(&output), Some(0), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(!clean.0.path().join("dist").exists());

    let broken = Project::new(&[
        ("index.mdx", "---\ntitle: A\n---\n\n[x](/no, where)[y](/gone)\n\n![](/a.svg)\n"),
        ("g/a.mdx", GOOD),
        ("a.svg", "<svg/>"),
    ]);
    assert_eq!(code(&broken.run(&["check"])), Some(1));
    assert_eq!(code(&broken.run(&["broken-links", "--check-anchors", "--check-external"])), Some(1));
    assert_eq!(code(&broken.run(&["a11y"])), Some(1));
    assert_eq!(code(&broken.run(&["a11y", "--skip-alt-text"])), Some(0));
    assert_eq!(code(&broken.run(&["check", "--files", "g/**"])), Some(0));
    // A pattern with a slip in it would pass for ever.
    assert_eq!(code(&broken.run(&["check", "--files", "guides/**"])), Some(2));
    assert_eq!(code(&broken.run(&["check", "--wrong"])), Some(2));

    let output = broken.run(&["check", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["ok"], &report["pages"]), (&json!(false), &json!(2)));
    assert!(
        report["diagnostics"]
            .as_array()
            .is_some_and(|all| all.iter().any(|problem| problem["code"] == "broken-link"))
    );

    let output = broken.run(&["check", "--sarif"]);
    let sarif: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let run = &sarif["runs"][0];
    assert_eq!((&sarif["version"], &run["tool"]["driver"]["name"]), (&json!("2.1.0"), &json!("docs")));
    let results = run["results"].as_array().expect("results");
    let link = results.iter().find(|result| result["ruleId"] == "broken-link").expect("the link");
    assert_eq!(link["level"], "warning");
    let place = &link["locations"][0]["physicalLocation"];
    assert_eq!(
        (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
        (&json!("index.mdx"), &json!(5))
    );
    let rule = link["ruleIndex"].as_u64().expect("a number") as usize;
    let rule = &run["tool"]["driver"]["rules"][rule];
    assert_eq!(rule["id"], "broken-link");
    for text in ["shortDescription", "fullDescription", "help"] {
        assert!(rule[text]["text"].as_str().is_some_and(|text| !text.is_empty()), "{rule}");
    }

    let output = Project::run(&broken, &["check", "--github"]);
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let gone = lines.lines().find(|line| line.contains("`/gone`")).expect("the link");
    assert!(gone.starts_with("::warning file=index.mdx,line=5,col="), "{gone}");
    assert!(gone.contains(",title=broken-link::the link `/gone` leads nowhere%0A"), "{gone}");
}

/// Forges see paths from the root of the repository, wherever the command runs.
#[test]
fn cli_06_forges_are_told_paths_from_the_root_of_the_repository() {
    let project = Project::new(&[("docs/index.mdx", "[y](/gone)\n"), ("docs/g/a.mdx", GOOD)]);
    let config = project.read("docs.json");
    std::fs::write(project.0.path().join("docs/docs.json"), config).expect("a file");
    let run = |program: &mut std::process::Command| program.output().expect("it starts");
    if !run(std::process::Command::new("git").arg("init").arg("-q").arg(project.0.path())).status.success() {
        eprintln!("skipped: git is not installed");
        return;
    }
    let inside = project.0.path().join("docs");
    let told = |form: &str| {
        let output = run(crate::process::program().args(["check", form]).current_dir(&inside));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(told("--github").contains("::warning file=docs/index.mdx,line=1"), "{}", told("--github"));
    assert!(told("--sarif").contains("\"uri\": \"docs/index.mdx\""), "{}", told("--sarif"));
}

#[test]
fn cli_06_a_check_that_cannot_begin_is_told_in_the_form_that_was_asked_for() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let told = |form: &str| {
        let output = crate::process::program().args(["check", form]).current_dir(folder.path()).output();
        let output = output.expect("it starts");
        assert_eq!(code(&output), Some(1), "{form}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let json = |form: &str| serde_json::from_str::<Value>(&told(form)).expect("JSON");
    assert_eq!(json("--json")["diagnostics"][0]["code"], "no-config");
    assert_eq!(json("--sarif")["runs"][0]["results"][0]["ruleId"], "no-config");
    assert!(told("--github").starts_with("::error title=no-config::"), "{}", told("--github"));
}

#[test]
fn cli_07_what_is_safe_is_corrected_and_shown() {
    let page = "---\ntitle: A\ndescription: D\n---\n\n[x](./g/a.mdx#t) [y](g/a) [z](/old/a) [w](/gone)\n\n<!-- a -->\n\n`[x](./g/a.mdx)`\n";
    let project = Project::new(&[("index.mdx", page), ("g/a.mdx", GOOD)]);
    let shown = project.run(&["check", "--fix", "--dry-run"]);
    assert_eq!(project.read("index.mdx"), page);
    let text = String::from_utf8_lossy(&shown.stderr).into_owned();
    assert!(
        text.contains("--- index.mdx\n+++ index.mdx\n@@ index.mdx:6 @@\n-[x](./g/a.mdx#t)")
            && text.contains("+[x](/g/a#t) [y](/g/a) [z](/old/a) [w](/gone)\n"),
        "{text}"
    );
    assert!(
        text.contains("3 places in 1 file would be corrected: 2 addresses from the root, 1 comment\n"),
        "{text}"
    );
    // That the only page with this name is meant is a guess.
    assert!(
        text.contains("the link `/old/a` leads nowhere") && text.contains("did you mean `/g/a`?"),
        "{text}"
    );
    let fixed = project.run(&["check", "--fix"]);
    assert_eq!(code(&fixed), Some(1), "what is left is told");
    let after = page
        .replacen("./g/a.mdx#t", "/g/a#t", 1)
        .replacen("(g/a)", "(/g/a)", 1)
        .replace("<!-- a -->", "{/* a */}");
    assert_eq!(project.read("index.mdx"), after);
    let again = project.run(&["check", "--fix"]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("0 places in 0 files corrected"));
    assert_eq!(project.read("index.mdx"), after);
}

#[test]
fn diag_10_what_makes_pages_heavy_is_told_and_fails_nothing() {
    let codes = ["large-image", "heavy-page", "heavy-scripts"];
    // What cannot be compressed.
    let noise = |length: usize| {
        let mut state = 1_u64;
        let mut letter = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            char::from(b"abcdefghijklmnopqrstuvwxyz012345"[(state >> 59) as usize])
        };
        (0..length).map(|at| if at % 9 == 8 { ' ' } else { letter() }).collect::<String>()
    };
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "guides/a", "long"] } }))
        .file("index.mdx", &page("", "![A](/images/big.png)\n\n![B](/images/big.png) ![C](/images/small.png)\n\n[D](/images/big.png)"))
        .file("guides/a.mdx", &page("", "<img src=\"../images/big.png\" alt=\"A\" />\n\n![B](https://e.x/far.png)"))
        .file("long.mdx", &page("", &noise(300_000)));
    site.place("images/big.png", &vec![0; 700_000]);
    site.place("images/small.png", &vec![0; 400_000]);
    let report = site.check(External::Trusted);
    let expected = [
        "large-image guides/a.mdx:6 the picture `/images/big.png` is 700 KB",
        "large-image index.mdx:6 the picture `/images/big.png` is 700 KB",
    ];
    let told_of = told(&report, &codes);
    assert_eq!(told_of.len(), 3, "{told_of:#?}");
    assert!(expected.iter().all(|line| told_of.iter().any(|told| told == line)), "{told_of:#?}");
    assert!(told_of.iter().any(|told| told.starts_with("heavy-page long.mdx:0 the text of `/long`")));
    let is_note = |problem: &&Diagnostic| codes.contains(&problem.code) && problem.severity == Severity::Note;
    assert_eq!(report.diagnostics.iter().filter(is_note).count(), 3);

    site.edit("images/big.png", "small now");
    site.edit("long.mdx", &page("", "Short."));
    site.edit("charts.js", &format!("window.charts = '{}'", noise(200_000)));
    let report = site.check(External::Trusted);
    let told_of = told(&report, &codes);
    assert_eq!(told_of.len(), 1, "{told_of:#?}");
    assert!(told_of[0].starts_with("heavy-scripts charts.js:0 every page loads"), "{told_of:#?}");
    // A build does not weigh pages.
    assert!(site.build().codes().iter().all(|code| !codes.contains(code)));
}

#[test]
fn diag_10_what_is_to_be_done_about_a_large_picture_follows_its_kind() {
    for (name, hint) in [
        ("a.png", "scale it down or save it as WebP, to less than 500 KB"),
        ("a.webp", "scale it down or save it with a lower quality, to less than 500 KB"),
        ("a.AVIF", "scale it down or save it with a lower quality, to less than 500 KB"),
        ("a.svg", "leave out details that nobody sees, or save it as WebP, to less than 500 KB"),
        ("a.gif", "scale it down, or show a video or an animated WebP, to less than 500 KB"),
    ] {
        let mut site = Site::new()
            .with_config(json!({ "navigation": { "pages": ["index"] } }))
            .file("index.mdx", &page("", &format!("![A](/images/{name})")));
        site.place(&format!("images/{name}"), &vec![b' '; 700_000]);
        let report = site.check(External::Trusted);
        let told = report.diagnostics.iter().find(|told| told.code == "large-image").expect("told");
        let told = told.hint.as_deref().unwrap_or_default();
        assert_eq!(told, format!("readers on phones wait for it; {hint}"), "{name}");
    }
}

#[test]
fn txt_10_a_large_file_is_published_with_a_warning() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index"] } }))
        .file("index.mdx", &page("", "[A](/films/a.mp4)"));
    site.place("films/a.mp4", &vec![0; (20 << 20) + 1]);
    site.place("films/b.mp4", &vec![0; 1 << 20]);
    let built = site.build();
    assert!(built.files().contains_key("films/a.mp4"));
    assert_eq!(built.codes(), ["large-file"]);
    assert!(built.problems()[0].contains("films/a.mp4"), "{:?}", built.problems());
    site.place("films/a.mp4", &vec![0; 1 << 20]);
    assert_eq!(site.build().codes(), Vec::<&str>::new());
}

#[test]
fn cli_06_a_check_tells_every_problem_and_a_build_the_first_of_a_kind() {
    let links: String = (0..60).map(|number| format!("[x](/gone-{number})\n\n")).collect();
    let text = format!("---\ntitle: A\ndescription: D\n---\n\n{links}{}", "![](/a.svg)\n\n".repeat(60));
    let project = Project::new(&[("index.mdx", &text), ("g/a.mdx", GOOD), ("a.svg", "<svg/>")]);
    let told = |arguments: &[&str]| String::from_utf8_lossy(&project.run(arguments).stderr).into_owned();
    for name in ["check", "validate"] {
        let all = told(&[name]);
        let count = |code: &str| all.matches(&format!("[{code}]")).count();
        assert_eq!((count("broken-link"), count("missing-alt")), (60, 60), "{name}");
        assert!(!all.contains(" more: "), "{name}: {all}");
    }
    assert_eq!(told(&["broken-links"]).matches("[broken-link]").count(), 60);
    assert_eq!(told(&["a11y"]).matches("[missing-alt]").count(), 60);
    let built = told(&["build"]);
    assert_eq!(built.matches("[broken-link]").count(), 50);
    assert!(built.contains("… and 10 warnings more: 10 broken-link; `--verbose` shows all"), "{built}");
}

#[test]
fn red_02_a_destination_has_the_parts_of_its_source() {
    let told_of = |source: &str, destination: &str| {
        let config = json!({ "redirects": [{ "source": source, "destination": destination }] });
        told(&linked().with_config(config).check(External::Trusted), &["redirect-parameter-unknown"])
    };
    let wrong = told_of("/w/:x*", "/v/:y*");
    assert!(wrong.len() == 1 && wrong[0].contains("its source has no `:y`"), "{wrong:?}");
    assert_eq!(told_of("/w/:id", "https://example.com:8080/v/:nope").len(), 1);
    for (source, destination) in [
        ("/w/:x*", "/v/:x*"),
        ("/w/:id/:part", "https://example.com:8080/:part/:id?a=b"),
        ("/w/*", "/v/*"),
        ("/w", "/v/a:b"),
    ] {
        assert_eq!(told_of(source, destination), Vec::<String>::new(), "{destination}");
    }
}
