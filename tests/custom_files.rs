//! The project's own style sheets and scripts, and the names in our markup that they may count on
//! (features 9). What browsers make of them is tested in `tests/browser/custom.mjs`.

use docs::db::Settings;
use docs::site::hosting::Host;
use docs::text::{Addresses, UrlStyle};
use serde_json::json;

use crate::site::Site;

/// Addresses in the order of the page.
fn addresses<'h>(html: &'h str, before: &str) -> Vec<&'h str> {
    html.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn css_01_style_sheets_come_last_in_path_order_and_outside_of_all_layers() {
    let mut site = Site::new()
        .file(
            "index.mdx",
            "# A\n\n<Color variant=\"compact\"><Color.Item name=\"a\" value=\"#fff\" /></Color>\n",
        )
        .file("z.css", ".card { color: red }\n")
        .file("css/b.css", "@import url(\"x.css\");\n")
        .file("css/a.css", "b {}\n");
    let built = site.build();
    let html = built.html("index.html");
    let sheets = addresses(html, "<link rel=\"stylesheet\" href=\"");
    let own: Vec<&str> = sheets.iter().copied().filter(|href| !href.contains("_docs")).collect();
    assert_eq!(own, ["/css/a.css", "/css/b.css", "/z.css"]);
    // As the author wrote them: what is in no layer wins over all that is in one, and `@import` stays first.
    assert_eq!(built.html("z.css"), ".card { color: red }\n");
    // Whatever comes first says the order of the layers.
    let order = "@layer base,reset,theme,components,utilities,user;";
    assert!(built.html(sheets[0].trim_start_matches('/')).contains(order), "{sheets:?}");
    for href in sheets.iter().filter(|href| href.contains("_docs")) {
        let text = built.html(href.trim_start_matches('/'));
        let css = text;
        let css =
            css.strip_prefix("/*!").and_then(|rest| rest.split_once("*/")).map_or(css, |(_, rest)| rest);
        assert!(css.trim_start().starts_with("@layer "), "{href}");
        let mut depth = 0;
        for (at, c) in css.char_indices() {
            match c {
                '{' => {
                    let start = css[..at].rfind(['}', ';']).map_or(0, |at| at + 1);
                    let rule = css[start..at].trim();
                    let open = ["@layer", "@keyframes", "@font-face", "@property", "@view-transition"];
                    assert!(depth > 0 || open.iter().any(|name| rule.starts_with(name)), "{href}: {rule}");
                    depth += 1;
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
    }
}

#[test]
fn css_01_rules_for_elements_stand_below_those_of_the_theme() {
    let page = "# A\n\n<style>{`p { color: red } .b { color: blue }`}</style>\n";
    let mut site =
        Site::new().file("index.mdx", page).file("a.css", "a { color: green }\n.b { c: url(/d.png) }\n");
    let built = site.build();
    let below = "@layer reset{a { color: green }}\n.b { c: url(/d.png) }\n";
    assert_eq!(built.html("a.css"), below);
    assert!(
        built.html("index.html").contains("<style>@layer reset{p { color: red }} .b { color: blue }</style>")
    );
    built.assert_clean();
    site.edit("a.css", "a:hover { color: green }\n");
    let built = site.build();
    assert_eq!(built.html("a.css"), "a:hover { color: green }\n");
    built.assert_clean();
}

#[test]
fn css_02_scripts_come_after_ours_in_path_order() {
    let mut site = Site::new()
        .file("index.mdx", "import { x } from '/lib/used.js'\n\n# A {x}\n")
        .file("b.js", "function f() {}\n")
        .file("a.js", "import './lib/other.js'\n")
        .file("lib/used.js", "export const x = 1\n")
        .file("scripts/make.js", "const fs = require('fs')\n")
        .file(
            "scripts/token.js",
            "const sdk = require('sdk')\n// For the documentation.\nexport default sdk\n",
        )
        .file("scripts/list.js", "import { glob } from 'glob'\n")
        .file(
            "scripts/map.js",
            "const fs = require('fs')\nfor (const page of []) if (typeof page === 'string') fs.open(page)\n",
        )
        .file("umd.js", "const f = typeof module === 'object' && require('f')\n");
    let built = site.build();
    let html = built.html("index.html");
    let tags: Vec<&str> = html.match_indices("<script ").map(|(at, _)| &html[at..]).collect();
    let tags: Vec<&str> = tags.iter().map(|tag| &tag[..tag.find("</script>").unwrap()]).collect();
    assert!(tags[0].starts_with("<script type=\"module\" src=\"/_docs/site."), "{tags:?}");
    assert_eq!(tags[1], "<script type=\"module\" src=\"/a.js\">");
    assert_eq!(tags[2], "<script defer src=\"/b.js\">");
    // What pages import is read when they are built.
    assert!(!tags.iter().any(|tag| tag.contains("used.js")), "{tags:?}");
    // Programs for Node say only that they fail.
    assert!(!tags.iter().any(|tag| tag.contains("/scripts/")), "{tags:?}");
    assert!(tags.iter().any(|tag| tag.contains("/umd.js")), "{tags:?}");
    // Another kind of script changes the pages, other words in it do not.
    site.edit("b.js", "function g() {}\n");
    let built = site.build();
    assert_eq!(built.report.pages_written, 0);
    built.assert_clean();
    site.edit("b.js", "export {}\n");
    let built = site.build();
    assert!(built.html("index.html").contains("<script type=\"module\" src=\"/b.js\">"));
    built.assert_clean();
}

/// A page with what most names stand on.
fn everything() -> Site {
    let page = "---\ntitle: First\ndescription: Words\n---\n\n[a](/second)\n\n## One\n\n### Two\n\n\
                <AccordionGroup><Accordion title=\"A\">x</Accordion></AccordionGroup>\n\n<Note>n</Note>\n\n\
                <CardGroup><Card title=\"C\" icon=\"key\">x</Card></CardGroup>\n\n<Columns><Card title=\"D\">x</Card></Columns>\n\n\
                <CodeGroup>\n```js a.js icon=\"js\"\nx\n```\n```js b.js\ny\n```\n</CodeGroup>\n\n```js title icon=\"js\"\nx\n```\n\n\
                <Expandable title=\"e\">x</Expandable>\n\n<Frame>x</Frame>\n\n<Icon icon=\"key\" />\n\n```mermaid\ngraph LR\n  A-->B\n```\n\n\
                <Steps><Step title=\"S\">x</Step></Steps>\n\n<Tabs><Tab title=\"T\" icon=\"key\">x</Tab></Tabs>\n\n\
                <Tile href=\"/second\" title=\"t\">x</Tile>\n\n<Tooltip tip=\"x\">y</Tooltip>\n\n<Update label=\"v1\">x</Update>\n\n\
                <ParamField path=\"p\" type=\"string\">x</ParamField>\n\n<Prompt description=\"d\">x</Prompt>\n\n\
                <Color variant=\"table\"><Color.Row title=\"r\"><Color.Item name=\"a\" value=\"#fff\" /></Color.Row></Color>\n\n\
                <Tree><Tree.Folder name=\"f\"><Tree.File name=\"g\" /></Tree.Folder></Tree>\n\n<Badge color=\"blue\">b</Badge>\n\n\
                <View title=\"V1\">x</View>\n<View title=\"V2\">y</View>\n";
    let group = json!([{"group": "G", "icon": "key", "tag": "new", "pages": ["index", "second", "api"]}]);
    Site::new()
        .with_config(json!({
            "logo": {"light": "/l.svg", "dark": "/d.svg"},
            "banner": {"content": "b", "dismissible": true},
            "background": {"decoration": "grid"},
            "styling": {"eyebrows": "breadcrumbs"},
            "navbar": {"links": [{"label": "l", "href": "https://example.com"}],
                       "primary": {"type": "button", "label": "p", "href": "https://example.com"}},
            "footer": {"socials": {"github": "https://github.com/a"},
                       "links": [{"header": "h", "items": [{"label": "i", "href": "https://example.com"}]}]},
            "navigation": {"products": [
                {"product": "P", "icon": "key", "description": "d", "tabs": [
                    {"tab": "T", "icon": "key", "groups": group},
                    {"tab": "U", "href": "https://example.com"}],
                 "anchors": [{"anchor": "A", "icon": "key", "href": "https://example.com"}]},
                {"product": "Q", "pages": ["other"]}]},
        }))
        .file("index.mdx", page)
        .file("second.mdx", "# Second\n\n<RequestExample>\n```js\nx\n```\n</RequestExample>\n\n<ResponseExample>\n```js\nx\n```\n</ResponseExample>\n")
        .file("api.mdx", "---\ntitle: Api\napi: GET /a\n---\n\n<Panel>x</Panel>\n")
        .file("other.mdx", "# Other\n")
        .file("l.svg", "<svg/>")
        .file("d.svg", "<svg/>")
}

#[test]
fn css_04_ids_that_style_sheets_use_are_there_once() {
    let mut site = everything();
    let built = site.build();
    let first = built.html("index.html");
    let ids = "banner body-content content-area content header footer page-title pagination background-color navbar \
               topbar-cta-button mobile-nav sidebar sidebar-content table-of-contents table-of-contents-layout \
               table-of-contents-content content-container content-side-layout navigation-items navbar-transition \
               search-bar-entry search-bar-entry-mobile";
    for id in ids.split_ascii_whitespace() {
        assert_eq!(first.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
    let second = built.html("second/index.html");
    for id in ["request-example", "response-example"] {
        assert_eq!(second.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
    assert_eq!(built.html("api/index.html").matches(" id=\"panel\"").count(), 1);
    // The plane that colours the page has another name in this theme.
    let built = Site::new().with_config(json!({ "theme": "almond" })).file("index.mdx", "# Start").build();
    for id in ["background-color", "almond-background-color"] {
        assert_eq!(built.html("index.html").matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn css_05_classes_that_style_sheets_use_are_there() {
    let mut site = everything();
    let built = site.build();
    let pages =
        ["index.html", "second/index.html", "api/index.html", "404.html"].map(|path| built.html(path));
    let used: std::collections::BTreeSet<&str> = pages
        .iter()
        .flat_map(|html| addresses(html, "class=\""))
        .flat_map(str::split_ascii_whitespace)
        .collect();
    let names = "accordion accordion-group callout card card-group columns code-block code-block-icon \
                 code-block-copy-button code-group expandable frame icon mermaid step steps tab-icon tabs tile tooltip \
                 update mdx-content update-container code-block-background code-block-header link breadcrumb-list breadcrumb-item nav-logo navbar-link nav-anchors nav-anchor \
                 nav-tabs nav-tabs-item mobile-nav-tabs-item topbar-right-container nav-tag-pill nav-tag-pill-text \
                 nav-dropdown-trigger nav-dropdown-content nav-dropdown-item nav-dropdown-item-text-container \
                 nav-dropdown-item-title nav-dropdown-item-icon nav-dropdown-item-description \
                 nav-dropdown-products-selector-trigger nav-dropdown-products-selector-content \
                 nav-dropdown-products-selector-item nav-dropdown-products-selector-item-title \
                 nav-dropdown-products-selector-item-description nav-dropdown-products-selector-item-icon \
                 sidebar-group sidebar-group-icon sidebar-group-header sidebar-title toc toc-item footer advanced-footer \
                 pagination-next pagination-title field method-pill method-nav-pill prompt color color-row color-item \
                 tree tree-folder tree-file not-found-container not-found-status-code not-found-title \
                 not-found-description panel multi-view-item";
    let missing: Vec<&str> = names.split_ascii_whitespace().filter(|name| !used.contains(name)).collect();
    assert_eq!(missing, [""; 0]);
    // What sites write for it is not meant for the bar of phones, which says where the reader is, too.
    assert_eq!(pages[0].matches("breadcrumb-list").count(), 1);
}

#[test]
fn css_06_data_attributes_say_where_and_what() {
    let mut site = everything();
    let built = site.build();
    let first = built.html("index.html");
    for mark in [
        "data-current-path=\"/\"",
        "data-page-mode=\"default\"",
        "<li data-active=\"true\"><a class=\"sidebar-row sidebar-link active\"",
        "class=\"toc-item\" data-depth=\"0\"",
        "class=\"toc-item\" data-depth=\"1\"",
        "data-callout-type=\"note\"",
        "data-component-part=\"card-title\"",
        "data-component-part=\"tab-button\"",
        "data-component-part=\"step-line\"",
        "data-component-part=\"code-block-root\"",
        "data-badge data-color=\"blue\" data-size=\"md\"",
    ] {
        assert!(first.contains(mark), "{mark}");
    }
    assert!(built.html("second/index.html").contains("data-current-path=\"/second\""));
}

#[test]
fn css_07_dark_mode_is_a_class_and_an_attribute() {
    let mut site =
        Site::new().with_config(json!({"appearance": {"default": "dark"}})).file("index.mdx", "# A\n");
    let built = site.build();
    assert!(built.html("index.html").contains(" class=\"dark\" data-theme=\"dark\""));
}

#[test]
fn css_08_colours_are_triplets() {
    let mut site = Site::new().file("index.mdx", "# A\n");
    let built = site.build();
    let look = built.style();
    for name in [
        "primary",
        "primary-light",
        "primary-dark",
        "background-light",
        "background-dark",
        "gray-50",
        "gray-950",
    ] {
        let value = look.split(&format!("--{name}:")).nth(1).and_then(|rest| rest.split([';', '}']).next());
        let value = value.unwrap_or_else(|| panic!("{name}: {look}"));
        let channels = value.split([' ', ',']).filter(|part| !part.is_empty());
        assert!(
            channels.clone().count() == 3 && channels.clone().all(|part| part.parse::<u8>().is_ok()),
            "{name}: {value}"
        );
    }
}

#[test]
fn out_01_the_domain_and_what_proves_whose_it_is_are_published() {
    let files = [
        "CNAME",
        "google0123456789abcdef.html",
        "yandex_0a1b2c3d4e5f6a7b.html",
        ".well-known/apple-app-site-association",
        ".well-known/security.txt",
    ];
    // What a tool left behind is not, and neither is a name elsewhere.
    let others = [
        "index.old.html",
        "google.html",
        "googlemaps.html",
        "guides/google0123456789abcdef.html",
        "guides/CNAME",
        "LICENSE",
    ];
    let mut site = files
        .iter()
        .chain(&others)
        .fold(Site::new().file("index.mdx", "# Home\n"), |site, path| site.file(path, "x\n"));
    let built = site.build();
    built.assert_no_problems();
    for path in files {
        assert_eq!(built.html(path), "x\n", "{path}");
    }
    for path in others {
        assert!(!built.files().contains_key(path), "{path}");
    }
}

#[test]
fn css_10_head_adds_elements_to_every_page() {
    let mut site = Site::new()
        .with_config(json!({
            "head": [
                { "tag": "meta", "attrs": { "name": "verify", "content": "a\"b<c>" } },
                { "tag": "link", "attrs": { "rel": "icon", "href": "/extra.png", "sizes": "any" } },
                { "tag": "script", "attrs": { "src": "https://s.example/x.js", "async": true, "defer": false, "x y": "z" } },
                { "tag": "script", "content": "let a = '</script>'" },
                { "tag": "noscript", "content": "<img src=\"https://s.example/p.gif\" alt=\"\">" },
                { "tag": "link", "attrs": { "rel": "icon", "href": "javascript:alert(1)" } },
            ],
            "navigation": { "pages": ["index", "more"] },
        }))
        .file("index.mdx", "# A")
        .file("more.mdx", "# B")
        .file("extra.png", "x")
        .settings(Settings {
            addresses: Addresses::new("/base", UrlStyle::Directory),
            host: Host::Netlify,
            ..Settings::default()
        });
    let built = site.build();
    built.assert_clean();
    let wanted = [
        "<meta content=\"a&quot;b&lt;c&gt;\" name=\"verify\">",
        "<link href=\"/base/extra.png\" rel=\"icon\" sizes=\"any\">",
        "<script async src=\"https://s.example/x.js\"></script>",
        "<script>let a = '<\\/script>'</script>",
        "<noscript><img src=\"https://s.example/p.gif\" alt=\"\"></noscript>",
        "<link rel=\"icon\">",
    ];
    for page in ["index.html", "more/index.html", "404.html"] {
        let head = built.html(page).split("</head>").next().unwrap_or_default().to_owned();
        let places: Vec<Option<usize>> = wanted.iter().map(|tag| head.find(tag)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{page}: {places:?}\n{head}");
    }
    let headers = built.html("_headers");
    assert!(headers.contains(" https://s.example"), "the policy lets it run: {headers}");
    site.edit_config(|config| config["head"] = json!([{ "tag": "meta", "attrs": { "name": "verify" } }]));
    let built = site.build();
    built.assert_clean();
    assert!(!built.html("index.html").contains("s.example") && !built.html("_headers").contains("s.example"));
}

#[test]
fn css_10_what_head_cannot_hold_is_told() {
    let built = Site::new()
        .with_config(json!({
            "head": [{ "tag": "title", "content": "no" }, { "attrs": {} }],
            "navigation": { "pages": ["index"] },
        }))
        .file("index.mdx", "# A")
        .build();
    assert!(!built.html("index.html").contains(">no<"));
    assert_eq!(built.codes().len(), 2, "{:?}", built.problems());
}

#[test]
fn css_01_files_that_a_style_sheet_names_are_looked_for() {
    let css = "@import \"/other.css\";\n@font-face { src: url('/fonts/A.woff2') }\n\
               .a { background: url(../images/here.png), url(\"no.png?v=1\"), url(data:image/png;base64,AA) }\n\
               /* url(/gone.png) */ .b { mask: url(#m); background: url(https://a.example/x.png) }\n";
    let mut site = Site::new()
        .file("index.mdx", "# Home")
        .file("css/own.css", css)
        .file("images/here.png", "x")
        .file("public/fonts/A.woff2", "x");
    let built = site.build();
    let told = built.problems();
    let expected = [
        "broken-link css/own.css:1 the file `/other.css` leads nowhere",
        "broken-link css/own.css:2 the file `/fonts/A.woff2` leads nowhere",
        "broken-link css/own.css:3 the file `no.png?v=1` leads nowhere",
    ];
    assert_eq!(told, expected);
    site.edit("css/own.css", ".a { color: red }");
    let corrected = site.build();
    corrected.assert_no_problems();
    corrected.assert_clean();
    site.edit("css/own.css", ".a { background: url(/images/here.png) }");
    site.remove("images/here.png");
    let lost = site.build();
    assert_eq!(lost.codes(), ["broken-link"]);
    lost.assert_clean();
}

/// A browser says so to nobody but who looks for it.
#[test]
fn css_02_a_script_that_no_browser_runs_is_told() {
    let mut site = Site::new()
        .file("index.mdx", "import { x } from '/lib/used.js'\n\n# A {x}\n")
        .file("lib/used.js", "export const x = <b>elements are for pages</b>\n")
        .file("classic.js", "var let = 1; with (window) { name }\nif (a) { <!-- old\n}\n")
        .file("module.js", "import './classic.js'\nawait 1\n")
        .file("tracking.js", "\n<>\n<script src=\"https://x.example/y.js\"></script>\n</>\n");
    let problems = site.build().problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].starts_with("unreadable-script tracking.js:2 "), "{problems:?}");
    site.edit("tracking.js", "let good = 1\n");
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
}
