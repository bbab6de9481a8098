//! Themes: seven of them, and a project's own templates in place of some.

use std::collections::BTreeSet;
use std::process::Command;

use docs::config::look::Theme;
use serde_json::json;

use crate::site::{Built, Site};

fn footer(built: &Built) -> String {
    let html = built.html("index.html");
    let from = html.find("<footer").map_or(html.len(), |at| at);
    html[from..].split("</footer>").next().unwrap_or_default().to_owned()
}

#[test]
fn theme_each_of_the_seven_is_another_layout() {
    let mut layouts = BTreeSet::new();
    for theme in Theme::ALL {
        let built = Site::new()
            .with_config(json!({ "theme": theme.name() }))
            .file("index.mdx", "---\ntitle: Start\n---\n\n## One\n\n## Two\n")
            .build();
        assert_eq!(built.codes(), [""; 0]);
        let html = built.html("index.html");
        let name = format!("data-layout=\"{}\"", theme.name());
        assert!(html.contains(&name), "{name}");
        for id in ["header", "content-area", "content", "page-title", "table-of-contents", "footer"] {
            assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id} in {}", theme.name());
        }
        layouts.insert(html.replace(&name, ""));
        built.assert_clean();
    }
    assert_eq!(layouts.len(), Theme::ALL.len());
}

/// Tables that authors wrote as tags scroll on a phone, with a class and with a `display` of their own, too.
#[test]
fn ux_12_tables_of_authors_do_not_widen_a_phone() {
    let built = Site::new()
        .file("index.mdx", "<table style=\"display: inline-table\"><tr><td>a</td></tr></table>")
        .build();
    let sheets = built.files().iter().filter(|(path, _)| path.ends_with(".css"));
    let css: String =
        sheets.map(|(_, bytes)| String::from_utf8_lossy(bytes).replace([' ', '\n'], "")).collect();
    let phone =
        css.split("@media(max-width:48rem){#contenttable:not(.table-wrapper>*)").nth(1).unwrap_or_default();
    assert!(
        phone.starts_with("{display:block;overflow-x:auto;max-inline-size:100%"),
        "{}",
        &phone[..phone.len().min(200)]
    );
    assert!(phone.contains("{display:block!important"));
}

/// The style sheets of a site in one theme, without blanks.
fn styles(theme: &str) -> String {
    let built = Site::new().with_config(json!({ "theme": theme })).build();
    let sheets = built.files().iter().filter(|(path, _)| path.ends_with(".css"));
    sheets.map(|(_, bytes)| String::from_utf8_lossy(bytes).replace([' ', '\n'], "")).collect()
}

#[test]
fn theme_the_button_below_links_of_the_sidebar_keeps_away_from_them() {
    assert!(styles("maple").contains(".sidebar-foota+.topbar-cta{margin-block-start:.5rem"));
}

/// PERF-03: what every page of a theme loads, on a site with all that a site may have on every page.
#[test]
fn theme_perf_03_style_sheets_are_small() {
    let config = |theme: Theme, decoration: &str| {
        json!({
            "theme": theme.name(),
            "contextual": { "options": ["copy", "view", "chatgpt"] },
            "feedback": { "thumbs": true, "edits": true, "repository": "https://github.com/a/b" },
            "background": { "decoration": decoration },
            "links": { "externalNewTab": true },
            "interaction": { "filter": true },
        })
    };
    for theme in Theme::ALL {
        for decoration in ["gradient", "grid", "windows"] {
            let built = Site::new()
                .with_config(config(theme, decoration))
                .file("index.mdx", "# Start")
                .file("slots/footer.mdx", "Words.")
                .build();
            assert_eq!(built.codes(), [""; 0]);
            let html = built.html("index.html");
            let sheets: Vec<&str> = html
                .split("<link rel=\"stylesheet\" href=\"/")
                .skip(1)
                .map(|rest| rest.split('"').next().expect("an address"))
                .collect();
            assert_eq!(sheets.len(), 1, "{sheets:?}");
            let packed = |sheet| miniz_oxide::deflate::compress_to_vec(&built.files()[sheet], 9).len() + 18;
            let size: usize = sheets.into_iter().map(packed).sum();
            // A hundred bytes are for colours that say more.
            assert!(size <= (14 << 10) - 100, "{} with {decoration}: {size} bytes", theme.name());
        }
    }
}

#[test]
fn theme_own_template_stands_in_and_is_tracked() {
    let mut site = Site::new().file("index.mdx", "# Start").file("other.mdx", "# Other");
    let usual = footer(&site.build());
    site.edit("theme/footer.html", "<footer id=\"footer\">Made by {{ site.name }}</footer>");
    let built = site.build();
    assert!(
        footer(&built).ends_with("Made by Test") && built.html("other/index.html").contains("Made by Test")
    );
    assert_eq!(built.codes(), [""; 0]);
    built.assert_clean();
    site.edit("theme/footer.html", "<footer id=\"footer\">Again {{ site.name }}</footer>");
    let built = site.build();
    assert!(footer(&built).ends_with("Again Test"));
    built.assert_clean();
    site.remove("theme/footer.html");
    let built = site.build();
    assert_eq!(footer(&built), usual);
    built.assert_clean();
}

#[test]
fn theme_own_template_that_fails_costs_nothing_else() {
    let mut site = Site::new().file("index.mdx", "# Start");
    let usual = footer(&site.build());
    for (text, line, word) in [
        ("<footer>\n{% if %}</footer>", 2, "syntax"),
        ("<footer>\n\n{{ site.name|nothing }}</footer>", 3, "filter"),
        ("{% for a in range(9999) %}{% for b in range(9999) %}{{ a }}{% endfor %}{% endfor %}", 1, "fuel"),
    ] {
        site.edit("theme/footer.html", text);
        let built = site.build();
        assert_eq!(footer(&built), usual, "the theme's own stands in");
        let problem = built.diagnostics().first().expect("a problem");
        let place = problem.location.as_ref().expect("a place");
        assert_eq!(
            (problem.code, place.path.as_str(), place.line),
            ("template-not-usable", "theme/footer.html", line)
        );
        assert!(problem.message.contains(word), "{}", problem.message);
        built.assert_clean();
    }
    site.edit("theme/foter.html", "x");
    site.edit("theme/footer.html", "<footer id=\"footer\"></footer>");
    let built = site.build();
    assert_eq!(built.codes(), ["unknown-template"]);
    assert_eq!(built.diagnostics()[0].hint.as_deref(), Some("did you mean `footer.html`?"));
}

#[test]
fn theme_eject_writes_a_copy_once() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let config = r##"{ "theme": "mint", "name": "T", "colors": { "primary": "#166534" }, "navigation": { "pages": ["index"] } }"##;
    std::fs::write(folder.path().join("docs.json"), config).expect("a file");
    std::fs::write(folder.path().join("index.mdx"), "# Start").expect("a file");
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docs"));
        let output = command.args(words).current_dir(folder.path()).output().expect("the program starts");
        let told = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&told).into_owned())
    };
    let page = || std::fs::read_to_string(folder.path().join("dist/index.html")).expect("a page");
    run(&["build"]);
    let before = page();
    let (code, list) = run(&["theme", "list"]);
    assert_eq!(code, Some(0));
    assert!(list.lines().any(|line| line == "footer.html") && !list.contains("yours"), "{list}");
    assert_eq!(run(&["theme", "eject", "footer"]).0, Some(0));
    assert!(run(&["theme", "list"]).1.contains("footer.html  (yours:"));
    run(&["build"]);
    assert_eq!(page(), before, "a copy changes nothing");
    let (code, told) = run(&["theme", "eject", "footer.html"]);
    assert_eq!(code, Some(1));
    assert!(told.contains("there already"), "{told}");
    let (code, told) = run(&["theme", "eject", "foter"]);
    assert!(code == Some(1) && told.contains("did you mean `footer.html`?"), "{told}");
}

/// PERF-07: however many kinds of components a page has, it waits for few files.
#[test]
fn theme_perf_07_pages_of_many_components_load_few_files() {
    let many = "<Badge>b</Badge>\n\n<ParamField path=\"a\" type=\"b\">c</ParamField>\n\n<Tree><Tree.File name=\"a\" /></Tree>\n\n\
                <Update label=\"a\">b</Update>\n\n<Tooltip tip=\"a\">b</Tooltip>\n\n$$a$$\n\n<Accordion title=\"a\">b</Accordion>\n";
    let mut site = Site::new()
        .file("index.mdx", many)
        .file("few.mdx", "<Badge>b</Badge>\n\n<Tooltip tip=\"a\">b</Tooltip>\n");
    let built = site.build();
    let sheets = |path: &str| built.html(path).matches("<link rel=\"stylesheet\"").count();
    assert_eq!((sheets("index.html"), sheets("few/index.html")), (1, 3));
    let html = built.html("index.html");
    assert!(html.matches("<script type=\"module\" src").count() <= 2);
    for part in [".badge", ".field", ".tree", ".update", ".tooltip"] {
        let inside =
            html.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next()).expect("styles");
        assert!(inside.contains(part), "{part}");
    }
    built.assert_clean();
    site.edit("index.mdx", "<Badge>b</Badge>\n");
    let built = site.build();
    assert!(!built.html("index.html").contains("<style>"));
    built.assert_clean();
}

/// FM-01: who writes an empty title wants no heading; the page keeps its name everywhere else.
#[test]
fn fm_01_links_of_a_description_begin_at_its_page() {
    let lead = "---\ntitle: B\ndescription: See [C](../c/d#e), [F](./f) and [G](/g).\n---\n";
    let mut site = Site::new().file("index.mdx", "# Start\n").file("a/b/page.mdx", lead);
    for page in ["a/c/d", "a/b/f", "g"] {
        site = site.file(&format!("{page}.mdx"), "## E\n");
    }
    let built = site.build();
    let html = built.html("a/b/page/index.html");
    let lead = html.split("class=\"lead\"").nth(1).unwrap().split("</div>").next().unwrap();
    for href in ["/a/c/d#e", "/a/b/f", "/g"] {
        assert!(lead.contains(&format!("href=\"{href}\"")), "{lead}");
    }
}

#[test]
fn fm_01_an_empty_title_is_no_heading_that_is_seen() {
    let unseen = |built: &Built| built.html("a/index.html").contains("id=\"page-title\" class=\"sr-only\"");
    let named = |built: &Built, name: &str| {
        built.html("a/index.html").contains(&format!("<title>{name} - "))
            && built.html("index.html").contains(&format!(">{name}</span>"))
    };
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "a"] } }))
        .file("index.mdx", "# Start")
        .file("a.mdx", "---\ntitle: A\n---\n\nText.\n");
    let built = site.build();
    assert!(!unseen(&built) && named(&built, "A"));
    // The same name, but now nobody wrote it.
    site.edit("a.mdx", "---\ntitle: \"\"\n---\n\nText.\n");
    let built = site.build();
    assert!(unseen(&built) && named(&built, "A"), "{}", built.html("a/index.html"));
    built.assert_clean();
    site.edit("a.mdx", "---\ntitle: \" \"\nsidebarTitle: Welcome\n---\n\nText.\n");
    let built = site.build();
    assert!(unseen(&built) && named(&built, "Welcome"));
    built.assert_clean();
    site.edit("a.mdx", "---\nsidebarTitle: Welcome\n---\n\nText.\n");
    let built = site.build();
    assert!(!unseen(&built) && built.html("a/index.html").contains("<title>A - "));
    built.assert_clean();
}

/// CSS-04: what the header keeps from phones is hidden as a whole, so that a site's own layout of the links does not
/// bring them back.
#[test]
fn css_04_links_of_the_header_have_a_container() {
    for theme in Theme::ALL {
        let built = Site::new()
            .with_config(json!({ "theme": theme.name(), "navbar": { "links": [{ "label": "One", "href": "https://a.b" }], "primary": { "type": "button", "label": "Two", "href": "https://a.b" } } }))
            .file("index.mdx", "# Start")
            .build();
        let html = built.html("index.html");
        // The links are in a row of their own, so the second end is that of the container.
        let (_, rest) =
            html.split_once("<div class=\"navbar-links\">").unwrap_or_else(|| panic!("{}", theme.name()));
        let inside = rest.splitn(3, "</div>").take(2).collect::<String>();
        assert!(inside.contains("class=\"navbar-link\"") && inside.contains("id=\"topbar-cta-button\""));
    }
}

/// A template that a project took over earlier names the banner by another attribute.
#[test]
fn theme_older_templates_still_remember_a_closed_banner() {
    let built = Site::new()
        .with_config(json!({ "banner": { "content": "News", "dismissible": true } }))
        .file("index.mdx", "# Start")
        .build();
    let head = built.html("index.html");
    assert!(head.contains("d.notice||d.banner"));
    let script =
        built.files().iter().find(|(path, _)| path.starts_with("_docs/site.")).expect("the script").1;
    assert!(String::from_utf8_lossy(script).contains("dataset.banner"));
}

/// Style sheets of sites look for the banner by attributes, too: what the whole page carries must not answer.
#[test]
fn css_06_the_page_is_not_mistaken_for_its_banner() {
    let built = Site::new()
        .with_config(json!({ "banner": { "content": "News", "dismissible": true } }))
        .file("index.mdx", "# Start")
        .build();
    let html = built.html("index.html");
    let page = html.split("<html").nth(1).and_then(|rest| rest.split('>').next()).unwrap_or_default();
    assert!(page.contains("data-notice=\"") && !page.contains("data-banner"), "{page}");
    assert_eq!(html.matches("id=\"banner\"").count(), 1);
}

#[test]
fn css_04_what_is_called_as_a_part_of_the_page_is_not_styled_as_that() {
    for theme in Theme::ALL {
        let built = Site::new().with_config(json!({ "theme": theme.name() })).build();
        for (path, bytes) in built.files().iter().filter(|(path, _)| path.ends_with(".css")) {
            let css = String::from_utf8_lossy(bytes);
            for id in ["sidebar", "pagination", "header", "background-color", "table-of-contents"] {
                let name = format!("#{id}");
                let mut pieces = css.split(&name).peekable();
                while let Some(before) = pieces.next() {
                    let Some(after) = pieces.peek() else { break };
                    let is_longer = after.starts_with(|c: char| c == '-' || c.is_alphanumeric());
                    let names_its_element = before.ends_with(|c: char| c.is_ascii_alphanumeric());
                    let end: String =
                        before.chars().rev().take(30).collect::<Vec<_>>().into_iter().rev().collect();
                    assert!(is_longer || names_its_element, "{path}: {end}#{id}");
                }
            }
        }
    }
}
