//! What front matter, modes and file names make of a page (features 4).

use docs::db::Settings;
use docs::text::{Addresses, UrlStyle};
use serde_json::json;

use crate::site::{Built, Site, ways};

/// Pages in a group, each with this front matter.
fn site(pages: &[(&str, &str)]) -> Site {
    let names: Vec<&str> = pages.iter().map(|(name, _)| *name).collect();
    let mut site =
        Site::new().with_config(json!({ "navigation": { "groups": [{ "group": "All", "pages": names }] } }));
    for (name, front) in pages {
        let title = name.to_uppercase();
        site = site.file(
            &format!("{name}.mdx"),
            &format!("---\ntitle: {title}\n{front}---\n\n## Part\n\nText.\n\n## Other\n\nText.\n"),
        );
    }
    site
}

fn page<'b>(built: &'b Built, name: &str) -> &'b str {
    built.html(&if name == "index" { "index.html".to_owned() } else { format!("{name}/index.html") })
}

/// The row of a page in the sidebar of another.
fn row(built: &Built, of: &str) -> String {
    let start = format!("href=\"/{of}\">");
    let html = page(built, "index");
    let sidebar = html.split("<nav id=\"sidebar-content\"").nth(1).expect("a sidebar");
    let row = sidebar.split(&start).nth(1).unwrap_or_else(|| panic!("no row of {of} in {sidebar}"));
    row.split("</a>").next().unwrap_or_default().to_owned()
}

#[test]
fn fm_02_how_a_page_is_shown_in_the_sidebar() {
    let front = "sidebarTitle: Short\nicon: star\niconType: solid\ntag: BETA\ndeprecated: true\n";
    let built = site(&[("index", ""), ("a", front), ("b", "")]).build();
    built.assert_no_problems();
    let shown = row(&built, "a");
    assert!(
        shown.contains("<span class=\"sidebar-label\">Short</span>") && shown.contains("<svg"),
        "{shown}"
    );
    assert!(shown.contains(">BETA<") && shown.contains("nav-deprecated-pill"), "{shown}");
    assert_eq!(row(&built, "b"), "<span class=\"sidebar-label\">B</span>");
    // The heading keeps the title, with the label beside it.
    let html = page(&built, "a");
    let head = html
        .split("<div class=\"title-row\">")
        .nth(1)
        .and_then(|rest| rest.split("<div id=\"content\"").next());
    let head = head.expect("a title");
    assert!(head.contains("<h1 id=\"page-title\">A</h1>") && head.contains("nav-deprecated-pill"), "{head}");
    assert!(!page(&built, "b").contains("title-pills"));
}

#[test]
fn fm_03_mode_01_to_05_each_mode_has_its_parts() {
    let parts = [
        "id=\"navbar\"",
        "<h1",
        "id=\"content-side-layout\"",
        "id=\"footer\"",
        "id=\"pagination\"",
        "heading-anchor",
    ];
    // Navbar, heading, the column beside the text, footer, neighbours, links of headings.
    let modes = [
        ("index", "", "yes yes yes yes yes yes"),
        ("wide", "mode: wide\n", "yes yes no yes yes yes"),
        ("custom", "mode: custom\n", "yes no no no no no"),
        ("frame", "mode: frame\n", "yes no no yes no no"),
        ("center", "mode: center\n", "yes yes no yes yes yes"),
        ("plain", "mode: default\n", "yes yes yes yes yes yes"),
    ];
    let pages: Vec<(&str, &str)> = modes.iter().map(|(name, front, _)| (*name, *front)).collect();
    for theme in ["mint", "maple", "palm", "willow", "linden", "almond", "aspen"] {
        let built = site(&pages).with_config(json!({ "theme": theme })).build();
        built.assert_no_problems();
        for (name, _, expected) in modes {
            let html = page(&built, name);
            let has = parts.map(|part| if html.contains(part) { "yes" } else { "no" }).join(" ");
            assert_eq!(has, expected, "{name} {theme}");
            let mode = if matches!(name, "index" | "plain") { "default" } else { name };
            assert!(html.contains(&format!("data-page-mode=\"{mode}\"")), "{name} {theme}");
        }
    }
}

#[test]
fn mode_02_a_wide_page_has_no_column_for_panels_and_examples() {
    let text =
        "<Panel>In the panel.</Panel>\n\n<RequestExample>\n```bash\ncurl sample\n```\n</RequestExample>\n";
    let mut site = site(&[("index", "")]);
    site.edit("index.mdx", &format!("---\ntitle: I\n---\n\n{text}"));
    let built = site.build();
    assert!(page(&built, "index").contains("In the panel.") && page(&built, "index").contains("curl"));
    site.edit("index.mdx", &format!("---\ntitle: I\nmode: wide\n---\n\n{text}"));
    let built = site.build();
    assert!(!page(&built, "index").contains("In the panel.") && !page(&built, "index").contains("curl"));
    built.assert_clean();
}

#[test]
fn mode_06_a_mode_that_needs_a_service_is_told_and_shown_as_usual() {
    let built = site(&[("index", "mode: assistant\n")]).build();
    assert_eq!(built.codes(), ["front-matter-value"]);
    assert!(
        page(&built, "index").contains("data-page-mode=\"default\"")
            && built.text("index.html").contains("Text.")
    );
}

#[test]
fn fm_09_a_page_says_when_it_was_changed() {
    let mut site = site(&[
        ("index", "timestamp: true\nlastUpdatedDate: 2024-05-06\n"),
        ("quiet", "timestamp: false\nlastUpdatedDate: 2024-05-06\n"),
        ("usual", "lastUpdatedDate: \"2024-05-07\"\n"),
    ]);
    let built = site.build();
    assert!(page(&built, "index").contains("<time datetime=\"2024-05-06\">May 6, 2024</time>"));
    assert!(!page(&built, "quiet").contains("<time") && !page(&built, "usual").contains("<time"));
    site.edit_config(|config| config["metadata"] = json!({ "timestamp": true }));
    let built = site.build();
    assert!(page(&built, "usual").contains("<time datetime=\"2024-05-07\">"));
    assert!(!page(&built, "quiet").contains("<time"), "the page's own word counts");
    built.assert_clean();
}

#[test]
fn fm_12_neighbours_and_methods_may_be_left_out() {
    let api = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\nservers: [{url: https://a.b}]\npaths:\n  /x:\n    get: {responses: {'200': {description: ok}}}\n";
    let built = site(&[
        ("index", ""),
        ("alone", "hideFooterPagination: true\n"),
        ("shown", "openapi: GET /x\n"),
        ("unmarked", "openapi: GET /x\nhideApiMarker: true\n"),
    ])
    .file("openapi.yaml", api)
    .with_config(json!({ "api": { "openapi": "openapi.yaml" } }))
    .build();
    assert!(
        page(&built, "index").contains("id=\"pagination\"")
            && !page(&built, "alone").contains("id=\"pagination\"")
    );
    let neighbours = page(&built, "shown").split("id=\"pagination\"").nth(1).expect("neighbours");
    assert!(neighbours.contains("rel=\"prev\" href=\"/alone\""), "it is still one of others: {neighbours}");
    assert!(
        row(&built, "shown").contains("method-nav-pill")
            && !row(&built, "unmarked").contains("method-nav-pill")
    );
}

#[test]
fn fm_14_unknown_fields_are_the_authors_and_what_resembles_a_known_one_is_told() {
    let mut site = site(&[("index", "owner: Ada\nreviewed: true\ncrew: { name: Docs }\n")]);
    site.build().assert_no_problems();
    site.edit("index.mdx", "---\ntitle: I\nhiden: true\nsidebartitle: S\n---\n");
    let built = site.build();
    assert_eq!(built.codes(), ["front-matter-key"]);
    assert_eq!(built.problems().len(), 2, "{:?}", built.problems());
}

#[test]
fn pg_02_the_root_is_the_first_page_of_the_navigation_where_there_is_no_index() {
    let navigation =
        json!({ "tabs": [{ "tab": "T", "groups": [{ "group": "G", "pages": ["guide/start", "other"] }] }] });
    let mut site = Site::new()
        .with_config(json!({ "navigation": navigation }))
        .file("guide/start.mdx", "---\ntitle: Start\n---\n\nHere.\n")
        .file("other.mdx", "---\ntitle: Other\n---\n");
    let settings =
        Settings { addresses: Addresses::new("/docs", UrlStyle::Directory), ..Settings::default() };
    site = site.settings(settings);
    let built = site.build();
    assert!(built.html("index.html").contains("url=/docs/guide/start"), "{}", built.html("index.html"));
    site.edit("index.mdx", "---\ntitle: Home\n---\n\nAt home.\n");
    let built = site.build();
    assert!(built.text("index.html").contains("At home."));
    built.assert_clean();
}

#[test]
fn pg_03_the_base_path_stands_before_every_address() {
    let settings = Settings {
        addresses: Addresses::new("/docs", UrlStyle::Directory),
        site_url: Some("https://e.x".to_owned()),
        ..Settings::default()
    };
    let built = site(&[("index", ""), ("a", "icon: /i.svg\n")])
        .with_config(json!({
            "logo": "/i.svg", "favicon": "/i.svg", "redirects": [{ "source": "/old", "destination": "/a" }],
            "background": { "image": "/i.svg" }, "contextual": { "options": ["copy", "view"] },
        }))
        .file("i.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"><path d=\"M0 0h9\"/></svg>")
        .file("own.css", "a { color: red }\nb { background: url(/i.svg) }\n")
        .file("a.mdx", "---\ntitle: A\n---\n\n[Home](/) ![I](/i.svg)\n\n<Card title=\"C\" href=\"/a\" icon=\"/i.svg\">x</Card>\n\n\
            <div style={{ backgroundImage: \"url('/i.svg')\" }} className=\"bg-[url('/i.svg')]\">d</div>\n\n\
            <form action=\"/send\"><button formAction=\"/other\">Go</button></form>\n\n<style>{`b { color: red; cursor: url(/i.svg) }`}</style>\n")
        .file("b.mdx", "---\ntitle: B\ncanonical: /a\n---\nText.\n")
        .settings(settings)
        .build();
    built.assert_no_problems();
    for path in built.files().keys().filter(|path| path.ends_with(".html")) {
        let html = built.html(path);
        for start in [
            "href=\"/",
            "src=\"/",
            "action=\"/",
            "url=/",
            "url(/",
            "url(&quot;/",
            "url(\"/",
            "data-index=\"/",
        ] {
            for (at, _) in html.match_indices(start) {
                let rest = &html[at + start.len() - 1..];
                assert!(
                    rest.starts_with("/docs/") || rest.starts_with("/docs\""),
                    "{path}: {start} {:.60}",
                    rest
                );
            }
        }
    }
    assert!(built.html("a/index.html").contains("data-markdown=\"/docs/a.md\""));
    assert!(built.html("own.css").contains("url(\"/docs/i.svg\")"), "{}", built.html("own.css"));
    assert!(built.html("b/index.html").contains("rel=\"canonical\" href=\"https://e.x/docs/a\""));
    assert!(built.html("old/index.html").contains("/docs/a"));
    assert!(built.html("llms.txt").contains("(https://e.x/docs/a.md)"), "{}", built.html("llms.txt"));
    assert!(built.html("sitemap.xml").contains("<loc>https://e.x/docs/a</loc>"));
    assert!(crate::search::found_pages(&built).iter().all(|page| page.starts_with("/docs")));
}

/// Elements that other builders leave as they are have the base path in their links: it is not put there twice before
/// what the site has, be it written, made or redirected.
#[test]
fn pg_03_the_base_path_that_an_author_writes_is_not_written_twice() {
    let addresses = Addresses::new("/docs", UrlStyle::Directory);
    let description = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /pets: { get: { summary: List pets, responses: {} } }\n";
    let mut site = Site::new()
        .with_config(json!({
            "navigation": { "pages": ["index", "a", { "group": "API", "openapi": "api.yaml", "pages": ["GET /pets"] }] },
            "redirects": [{ "source": "/old", "destination": "/a" }, { "source": "/was/:page*", "destination": "/:page*" }],
            "navbar": { "links": [{ "label": "To A", "href": "/docs/a" }, { "label": "Later", "href": "/docs/later" }] },
        }))
        .file("api.yaml", description)
        .file("a.mdx", "---\ntitle: A\n---\n\n## Part\n")
        .file("index.mdx", "---\ntitle: I\n---\n\n[1](/docs/old) [2](/docs/was/a?b#part) [3](/docs/a#part) [4](/docs/later)\n")
        .settings(Settings { addresses, ..Settings::default() });
    let built = site.build();
    let links = |built: &Built| -> Vec<String> {
        let html = built.html("index.html");
        let body = html.split("id=\"content\"").nth(1).expect("a content").to_owned();
        let links = body.split("<a class=\"link\" href=\"").skip(1);
        links.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    };
    assert_eq!(links(&built), ["/docs/old", "/docs/was/a?b#part", "/docs/a#part", "/docs/docs/later"]);
    // Links around the pages are those of the configuration.
    let around = |built: &Built, label: &str| -> String {
        let html = built.html("a/index.html");
        let (before, _) = html.split_once(&format!(">{label}</a>")).expect(label);
        before
            .rsplit("href=\"")
            .next()
            .and_then(|href| href.split('"').next())
            .expect("an address")
            .to_owned()
    };
    assert_eq!(
        (around(&built, "To A"), around(&built, "Later")),
        ("/docs/a".to_owned(), "/docs/docs/later".to_owned())
    );
    assert!(built.html("index.md").contains("(/docs/old)"), "{}", built.html("index.md"));
    assert_eq!(built.codes(), ["broken-link", "config-doubtful-value"]);
    let made = built
        .files()
        .keys()
        .find_map(|path| path.strip_suffix("pets/index.html"))
        .expect("a page of the API");
    site.edit("index.mdx", &format!("---\ntitle: I\n---\n\n[1](/docs/{made}pets) [4](/docs/later)\n"));
    site.edit("later.mdx", "---\ntitle: Later\n---\n");
    let built = site.build();
    assert_eq!(links(&built), [format!("/docs/{made}pets"), "/docs/later".to_owned()]);
    assert_eq!(around(&built, "Later"), "/docs/later");
    assert_eq!(built.codes(), ["config-doubtful-value"]);
    built.assert_clean();
    // What lies in a folder of that name is meant as it is written.
    site.edit("docs/later.mdx", "---\ntitle: Deep\n---\n");
    let built = site.build();
    assert_eq!(links(&built)[1], "/docs/docs/later");
    built.assert_clean();
}

/// Nor before the links of the navigation and both ends of redirects; unless there is a folder of that name.
#[test]
fn pg_03_the_base_path_in_the_configuration() {
    let mut site = Site::new()
        .with_config(json!({
            "navigation": { "tabs": [
                { "tab": "Home", "pages": ["index", "a"] },
                { "tab": "To A", "href": "/docs/a" },
                { "tab": "To B", "href": "/docs/b" },
            ] },
            "redirects": [
                { "source": "/docs/old", "destination": "/docs/a" },
                { "source": "/was", "destination": "/a" },
                { "source": "/docs/far", "destination": "https://example.com/docs" },
            ],
        }))
        .file("a.mdx", "# A\n")
        .file("index.mdx", "# I\n\n[1](/old) [2](/docs/old) [3](/was)\n")
        .settings(Settings {
            addresses: Addresses::new("/docs", UrlStyle::Directory),
            ..Settings::default()
        });
    let tab = |built: &Built, label: &str| -> String {
        let html = built.html("index.html");
        let (before, _) = html.split_once(&format!("{label}</a>")).expect(label);
        before
            .rsplit_once("href=\"")
            .and_then(|(_, rest)| rest.split('"').next())
            .expect("an address")
            .to_owned()
    };
    let built = site.build();
    // There is no page B.
    assert_eq!(built.codes(), ["broken-link"]);
    assert_eq!([tab(&built, "To A"), tab(&built, "To B")], ["/docs/a", "/docs/docs/b"]);
    for (stub, to) in [("old", "/docs/a"), ("was", "/docs/a"), ("far", "https://example.com/docs")] {
        let html = built.html(&format!("{stub}/index.html"));
        assert!(html.contains(&format!("url={to}\"")), "{stub}: {html}");
    }
    site.edit("docs/a.mdx", "# Deep\n");
    let built = site.build();
    built.assert_clean();
    assert_eq!(tab(&built, "To A"), "/docs/docs/a");
    assert!(built.html("docs/old/index.html").contains("url=/docs/docs/a\""));
}

/// What the site has is known, too, where an edited page is made alone.
#[test]
fn pg_03_the_base_path_in_an_edited_page() {
    for way in ways(&["index.mdx"]) {
        let addresses = Addresses::new("/docs", UrlStyle::Directory);
        let mut site = Site::new()
            .with_config(json!({ "navigation": { "pages": ["index", "a"] } }))
            .file("a.mdx", "# A\n")
            .file("index.mdx", "# I\n\n[a](/docs/a)\n")
            .settings(Settings { addresses, ..Settings::default() });
        site.build_once();
        for words in ["One.", "Two."] {
            site.edit("index.mdx", &format!("# I\n\n[a](/docs/a) {words}\n"));
            let built = way(&mut site);
            let body = built.body("index.html");
            assert!(body.contains("href=\"/docs/a\"") && body.contains(words), "{body}");
            built.assert_clean();
        }
    }
}

#[test]
fn pg_04_a_page_without_a_title_is_called_by_its_file() {
    let built = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "deep/my_page-name"] } }))
        .file("index.mdx", "Text.\n")
        .file("deep/my_page-name.mdx", "Text.\n")
        .build();
    let html = built.html("deep/my_page-name/index.html");
    assert!(
        html.contains("<h1 id=\"page-title\">My page name</h1>")
            && html.contains("<title>My page name - Test")
    );
    assert_eq!(row(&built, "deep/my_page-name"), "<span class=\"sidebar-label\">My page name</span>");
}

#[test]
fn pg_05_what_is_ignored_is_not_built_not_served_and_not_linked() {
    let mut site = site(&[("index", "")])
        .file("index.mdx", "---\ntitle: I\n---\n\n[D](/drafts/one) [K](/drafts/keep)\n");
    for path in [
        ".git/a.mdx",
        ".github/a.mdx",
        ".claude/a.mdx",
        ".agents/a.mdx",
        ".idea/a.mdx",
        ".vscode/a.mdx",
        "x/node_modules/a.mdx",
        ".cache/a.mdx",
        "x/.changeset/a.md",
        "x/._a.mdx",
        "README.md",
        "x/readme.md",
        "LICENSE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "drafts/one.mdx",
        "drafts/keep.mdx",
        // What a folder of a site is called so is its author's matter.
        "build/a.mdx",
    ] {
        site.edit(path, "---\ntitle: P\n---\n");
    }
    site.edit(".mintignore", "# later\n/drafts/*\n!/drafts/keep.mdx\n");
    let built = site.build();
    let pages: Vec<&str> = built.files().keys().filter_map(|path| path.strip_suffix("/index.html")).collect();
    let pages: Vec<&str> =
        pages.into_iter().filter(|path| !path.starts_with('_') && *path != "search").collect();
    assert!(pages.contains(&"drafts/keep") && pages.contains(&"build/a"), "{pages:?}");
    assert!(
        pages.iter().all(|page| matches!(*page, "drafts/keep" | "build/a" | "drafts" | "build")),
        "{pages:?}"
    );
    assert_eq!(built.codes(), ["broken-link"]);
    assert!(built.problems()[0].contains("/drafts/one"), "{:?}", built.problems());
    site.edit(".mintignore", "");
    let built = site.build();
    assert!(built.files().contains_key("drafts/one/index.html"));
    built.assert_no_problems();
    built.assert_clean();
}

#[test]
fn fm_13_readers_see_the_version_of_a_page() {
    let mut site = Site::new()
        .file("index.mdx", "---\ntitle: Home\ntag: NEW\nversion: v2\n---\n\nText.\n")
        .file("a.mdx", "---\ntitle: A\nversion: 1.5\n---\n\nText.\n");
    let built = site.build();
    let pill = |text: &str| {
        format!("<span class=\"nav-tag-pill\"><span class=\"nav-tag-pill-text\">{text}</span></span>")
    };
    let html = built.html("index.html");
    assert!(html.contains(&format!("{}{}", pill("NEW"), pill("v2"))), "{html}");
    assert!(built.html("a/index.html").contains("nav-tag-pill-text\">1.5<"));
    site.edit("index.mdx", "---\ntitle: Home\n---\n\nText.\n");
    let built = site.build();
    assert!(!built.html("index.html").contains("title-pills"));
    built.assert_clean();
}

#[test]
fn fm_05_values_that_pages_of_an_api_cannot_have_are_told() {
    let built = site(&[
        ("index", "api: GET https://a.b/x\nauthMethod: baerer\n"),
        ("a", "api: GET https://a.b/y\nplayground: weird\n"),
        ("b", "api: GET https://a.b/z\nplayground: none\nauthMethod: Basic\n"),
        ("c", "api: GET https://a.b/w\nauthMethod: none\nplayground: auth\n"),
    ])
    .build();
    let told: Vec<String> = built
        .diagnostics()
        .iter()
        .filter(|told| told.code == "front-matter-value")
        .map(|told| format!("{} {}", told.message, told.hint.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
    let has = |part: &str| assert!(told.iter().any(|told| told.contains(part)), "{part}: {told:?}");
    has("`baerer` is no method of authentication, so requests have none did you mean `bearer`?");
    has(
        "`weird` is no kind of playground, so the page has that of the site write one of interactive, simple",
    );
}

#[test]
fn pg_05_what_tools_hide_is_no_page_and_no_script_of_the_site() {
    let built = site(&[("index", "")])
        .file("index.mdx", "---\ntitle: I\n---\n\nimport Part from \"/.parts/part.mdx\";\n\n<Part />\n")
        .file(".parts/part.mdx", "Read from there.\n")
        .file(".eslintrc.js", "module.exports = {};\n")
        .file(".next/static/a.css", "a {}\n")
        .file(".gitbook/assets/a.png", "picture")
        .file(".well-known/note.md", "# Note\n")
        .build();
    built.assert_no_problems();
    let home = built.html("index.html");
    assert!(home.contains("Read from there."), "{home}");
    assert!(!home.contains("eslintrc") && !home.contains(".next"), "{home}");
    for path in [".parts/part/index.html", ".eslintrc.js", ".next/static/a.css"] {
        assert!(!built.files().contains_key(path), "{path}");
    }
    // Pictures lie there since other tools put them there for pages.
    assert!(built.files().contains_key(".gitbook/assets/a.png"));
    assert!(built.files().contains_key(".well-known/note/index.html"));
}

#[test]
fn fm_11_related_pages_stand_below_the_text_with_their_own_titles() {
    let head = "---\ntitle: A\nrelated:\n  - /b\n  - Own words: /deep/c#part\n  - Elsewhere: https://e.x/d\n  - https://e.x/plain/\n  - /gone\n---\n\nText.\n";
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "tabs": [
            { "tab": "One", "groups": [{ "group": "G", "pages": ["index", "a"] }] },
            { "tab": "Two", "groups": [{ "group": "H", "pages": ["b", "deep/c"] }] },
        ] } }))
        .file("index.mdx", "---\ntitle: I\nrelated: false\n---\n\nText.\n")
        .file("a.mdx", head)
        .file("b.mdx", "---\ntitle: The title of B\nicon: book\n---\n\nText.\n")
        .file("deep/c.mdx", "---\ntitle: C\n---\n\n## Part\n");
    let built = site.build();
    built.assert_clean();
    let list = |built: &Built, page: &str| -> Vec<String> {
        let html = built.html(page);
        let Some((_, rest)) = html.split_once("<nav class=\"related") else { return Vec::new() };
        let list = rest.split("</nav>").next().unwrap_or_default();
        let card = |card: &str| {
            let href =
                card.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
            let title =
                card.split("class=\"card-title\"").nth(1).and_then(|rest| rest.split(['>', '<']).nth(1));
            format!("{href} {}", title.unwrap_or_default())
        };
        list.split("<a ").skip(1).map(card).collect()
    };
    assert_eq!(
        list(&built, "a/index.html"),
        [
            "/b The title of B",
            "/deep/c#part Own words",
            "https://e.x/d Elsewhere",
            "https://e.x/plain/ e.x/plain",
            "/gone gone"
        ]
    );
    assert!(list(&built, "index.html").is_empty());
    assert!(
        built.html("a/index.html").contains("href=\"https://e.x/d\" target=\"_blank\" rel=\"noreferrer\"")
    );
    assert_eq!(built.codes(), ["broken-link"], "{:?}", built.problems());
    assert!(built.problems()[0].contains("a.mdx:3"), "{:?}", built.problems());
    // The title of a page in another section is on this page, too.
    site.edit("b.mdx", "---\ntitle: Another title\nicon: book\n---\n\nText.\n");
    let built = site.update(&["b.mdx"]);
    built.assert_clean();
    assert_eq!(list(&built, "a/index.html")[0], "/b Another title");
    site.remove("b.mdx");
    let built = site.build();
    built.assert_clean();
    assert_eq!(list(&built, "a/index.html")[0], "/b b");
    site.edit("a.mdx", "---\ntitle: A\n---\n\nText.\n");
    let built = site.build();
    built.assert_clean();
    assert!(list(&built, "a/index.html").is_empty());
}

/// What is no address by itself would lead to another place from each page.
#[test]
fn pg_06_a_relative_address_is_a_note_of_the_site() {
    let built = Site::new()
        .file("index.mdx", "# Start")
        .with_config(json!({ "navigation": { "pages": ["index", "desktop/install"] } }))
        .file("desktop/install.mdx", "---\ntitle: Install\nurl: desktop/install\n---\n\nText that counts.\n")
        .build();
    assert!(built.text("desktop/install/index.html").contains("Text that counts."));
    assert!(built.html("index.html").contains("href=\"/desktop/install\""));
    assert!(built.html("llms.txt").contains("/desktop/install"));
}

#[test]
fn pg_02_a_site_without_a_way_in_says_so() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["veiled"] } }))
        .file("veiled.mdx", "---\ntitle: Veiled\nhidden: true\n---\nText.\n");
    let built = site.build();
    assert_eq!(built.codes(), ["home-is-missing"]);
    site.edit("veiled.mdx", "---\ntitle: Veiled\n---\nText.\n");
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
}

/// A page without a column beside its text has what stands there above it, as on a phone; a wide one leaves it out (MODE-02).
#[test]
fn mode_05_what_stands_beside_the_text_is_on_pages_of_all_modes_but_wide() {
    let text = "<Panel>In the panel</Panel>\n\n<RequestExample>\n```bash cURL\ncurl x\n```\n</RequestExample>\n\nText.\n";
    for mode in ["default", "center", "frame", "custom"] {
        let built = site(&[("index", "")])
            .file("index.mdx", &format!("---\ntitle: T\nmode: {mode}\n---\n\n{text}"))
            .build();
        let html = built.html("index.html");
        assert_eq!(html.matches("In the panel").count(), 1, "{mode}: {html}");
        assert_eq!(html.contains("page-aside\""), mode == "default", "{mode}: {html}");
    }
}
