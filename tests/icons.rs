//! Icons of libraries, files and SVG source, in pages and around them.

use serde_json::json;

use crate::site::Site;

const PAGE: &str = "---\ntitle: Home\n---\n\n";

fn site(config: serde_json::Value, page: &str) -> Site {
    Site::new().with_config(config).file("index.mdx", &format!("{PAGE}{page}\n"))
}

/// The icons of some markup: what stands in each `svg` or `img` with the class.
fn icons(html: &str) -> Vec<&str> {
    let starts = ["<svg class=\"icon", "<img "].into_iter().flat_map(|start| html.match_indices(start));
    let mut found: Vec<(usize, &str)> = starts
        .map(|(at, _)| {
            let end = html[at..].find("</svg>").map_or(html.len(), |end| at + end);
            let end = if html[at..].starts_with("<img") { at + html[at..].find('>').unwrap() } else { end };
            (at, &html[at..end])
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, icon)| icon).collect()
}

#[test]
fn cfg_20_names_of_each_library_are_drawn() {
    for (library, name) in [("fontawesome", "house"), ("lucide", "house"), ("tabler", "home")] {
        let page =
            format!("<Card title=\"A\" icon=\"{name}\">b</Card>\n\n<Icon icon=\"{name}\" size={{32}} />");
        let mut site = site(json!({"icons": {"library": library}}), &page);
        let built = site.build();
        built.assert_no_problems();
        let body = built.body("index.html");
        let icons = icons(body);
        assert_eq!(icons.len(), 2, "{library}: {body}");
        assert!(icons[0].contains("data-component-part=\"card-icon\"") && icons[0].contains("<path "));
        assert!(icons[1].contains("--icon-size:32px"), "{icons:?}");
        assert_eq!(icons[0].contains("icon-line"), library != "fontawesome");
    }
}

#[test]
fn cfg_20_styles_and_other_libraries_beside_a_name() {
    let page = "<Icon icon=\"bell\" />\n<Icon icon=\"bell\" iconType=\"regular\" />\n<Icon icon=\"bell\" style=\"regular\" />\n\
                <Icon icon={{name: \"bell\", library: \"lucide\"}} />\n<Icon icon=\"bell\" iconLibrary=\"tabler\" />\n\
                <Icon icon=\"bell-filled\" iconLibrary=\"tabler\" />\n<Icon icon=\"home\" />\n<Icon icon=\"House\" />\n\
                <Icon icon=\"github\" />\n<Icon icon=\"typescript\" className=\"h-4 w-4\" />";
    let mut site = site(json!({}), page);
    let built = site.build();
    built.assert_no_problems();
    let icons: Vec<String> = icons(built.body("index.html")).into_iter().map(str::to_owned).collect();
    assert_eq!(icons.len(), 10, "{icons:#?}");
    assert!(icons[0] != icons[1] && icons[1] == icons[2]);
    assert!(
        icons[3].contains("icon-line") && icons[4].contains("icon-line") && !icons[5].contains("icon-line")
    );
    assert_eq!(icons[6], icons[7]);
    assert!(icons[9].contains("class=\"icon icon-line h-4 w-4\""), "{}", icons[9]);
}

#[test]
fn cfg_20_what_is_not_free_is_told_once() {
    let page = "<Icon icon=\"sparkles\" />\n<Icon icon=\"house\" iconType=\"duotone\" />\n\
                <Icon icon=\"bell\" iconType=\"light\" />\n<Icon icon=\"github\" iconType=\"solid\" />";
    let mut site = site(json!({}), page).file("other.mdx", &format!("{PAGE}<Icon icon=\"megaphone\" />\n"));
    let built = site.build();
    assert_eq!(built.codes(), ["pro-icon"], "{:?}", built.problems());
    assert!(built.problems()[0].contains("3 more"), "{:?}", built.problems());
    assert_eq!(icons(built.body("index.html")).len(), 4);
    assert_eq!(icons(built.body("other/index.html")).len(), 1);
}

#[test]
fn cfg_21_unknown_names_show_nothing_and_are_told_with_a_guess() {
    let page = "<Card title=\"A\" icon=\"hous\">b</Card>\n\n<Card title=\"A\" icon=\"hous\">b</Card>\n\n\
                <Icon icon=\"open-book\" />\n<Icon icon=\"qqqqqqqqqq\" />";
    let mut site =
        site(json!({"navigation": {"groups": [{"group": "G", "icon": "flga", "pages": ["index"]}]}}), page);
    let built = site.build();
    let problems = built.problems();
    assert_eq!(problems.len(), 4, "{problems:#?}");
    let hints: Vec<_> = built.diagnostics().iter().map(|problem| problem.hint.clone().unwrap()).collect();
    for guess in ["`house`", "`book-open`", "`flag`"] {
        assert!(hints.iter().any(|hint| hint.contains(guess)), "{guess}: {hints:?}");
    }
    // There are thousands of names that only those who pay have: nobody is told that theirs does not exist.
    assert!(
        problems.iter().all(|problem| problem.contains("among the free ones of Font Awesome")),
        "{problems:#?}"
    );
    assert!(icons(built.body("index.html")).is_empty());
    assert!(!built.html("index.html").contains("sidebar-group-icon"));
}

#[test]
fn cfg_21_a_name_of_another_library_or_a_longer_one_is_drawn_and_told() {
    let drawn = |icon: &str, library: &str| {
        let page = format!("<Icon icon=\"{icon}\" iconLibrary=\"{library}\" />");
        let built = site(json!({}), &page).build();
        (icons(built.body("index.html")).concat(), built.codes().join(" "))
    };
    for (asked, given, library) in [
        ("badge-alert", "badge-alert", "lucide"),
        ("circle-x-mark-5", "", ""),
        ("cloud-slash", "cloud", "fontawesome"),
        ("file-on-fire", "file", "fontawesome"),
        ("circle-dollar", "dollar", "fontawesome"),
    ] {
        let (icon, codes) = drawn(asked, "fontawesome");
        assert_eq!(codes, "unknown-icon", "{asked}");
        assert_eq!(icon, if given.is_empty() { String::new() } else { drawn(given, library).0 }, "{asked}");
    }
    // What is shown is nearer to what is meant than a name with the same end.
    let hint = |icon: &str| {
        let built = site(json!({}), &format!("<Icon icon=\"{icon}\" />")).build();
        built.diagnostics()[0].hint.clone().unwrap_or_default()
    };
    for icon in ["wifi-slash", "pen-circle"] {
        assert!(!hint(icon).contains("did you mean"), "{icon}: {}", hint(icon));
    }
    assert!(hint("comment-doots").contains("`comment-dots`"), "{}", hint("comment-doots"));
    // An address in the middle of something makes no address of it.
    let hidden = "---\ntitle: A\nicon: \"); mask-image: url('https://e.org/A.svg');/*\"\n---\n";
    let built = site(json!({}), "").file("index.mdx", hidden).build();
    assert_eq!(built.codes(), ["unknown-icon"]);
    assert!(!built.html("index.html").contains("e.org"));
    // A letter or number in a frame is one of Pro.
    assert_eq!(
        drawn("square-2", "fontawesome"),
        (drawn("square-number-2", "tabler").0, "pro-icon".to_owned())
    );
    for (asked, given) in
        [("file-magnifying-glass", "file-lines"), ("user-crown", "user"), ("box-open-full", "box-open")]
    {
        let expected = (drawn(given, "fontawesome").0, "pro-icon".to_owned());
        assert_eq!(drawn(asked, "fontawesome"), expected, "{asked}");
    }
    // The classes that Font Awesome is used with elsewhere.
    for (asked, given) in [("fa-solid fa-code", "code"), ("fab fa-github", "github"), ("fa-bell", "bell")] {
        assert_eq!(drawn(asked, "fontawesome"), drawn(given, "fontawesome"), "{asked}");
    }
    assert!(drawn("fa-regular fa-bell", "fontawesome") != drawn("bell", "fontawesome"));
}

#[test]
fn cfg_21_files_addresses_and_svg_source() {
    let page = "<Icon icon=\"/dark.svg\" />\n<Icon icon=\"/logo.svg\" color=\"#ff0000\" />\n<Icon icon=\"/a.png\" />\n\
                <Icon icon=\"https://example.com/x.svg\" />\n\n\
                <Card title=\"A\" icon={<svg viewBox=\"0 0 4 4\" strokeWidth=\"2\"><path d=\"M1 1\"/></svg>}>b</Card>\n\n\
                <Card title=\"B\" icon=\"<svg viewBox='0 0 5 5'><path d='M2 2'/></svg>\">b</Card>";
    let mut site = site(json!({}), page)
        .file("dark.svg", "<svg><path fill=\"#000\" d=\"M0 0\"/></svg>")
        .file("logo.svg", "<svg><path fill=\"#f60\" d=\"M0 0\"/></svg>")
        .file("a.png", "");
    let built = site.build();
    let body = built.body("index.html").to_owned();
    assert!(body.contains("<svg class=\"icon icon-mask\" style=\"mask-image:url(/dark.svg)\""), "{body}");
    for image in ["/logo.svg", "/a.png", "https://example.com/x.svg"] {
        assert!(body.contains(&format!("<img src=\"{image}\" alt=\"\" class=\"icon\"")), "{image}: {body}");
    }
    assert!(
        body.contains("<svg viewBox=\"0 0 4 4\" stroke-width=\"2\"><path d=\"M1 1\"></path></svg>"),
        "{body}"
    );
    assert!(body.contains("viewBox=\"0 0 5 5\""), "{body}");
    // A word mark above a title is as large as it says; without a size a drawing is as large as an icon.
    let sized = "<Card title=\"A\" icon={<svg width=\"120\" height=\"20\" viewBox=\"0 0 120 20\"><path d=\"M1 1\"/></svg>}>b</Card>";
    let marked = self::site(json!({}), sized).build();
    assert!(
        marked.body("index.html").contains("style=\"--icon-size:auto\""),
        "{}",
        marked.body("index.html")
    );
    assert!(!body.contains("--icon-size"), "{body}");
    // The file's colours are part of what the page depends on.
    site.edit("dark.svg", "<svg><path fill=\"#0a0\" d=\"M0 0\"/></svg>");
    let built = site.build();
    assert!(built.body("index.html").contains("<img src=\"/dark.svg\""));
    built.assert_clean();
}

#[test]
fn cfg_20_icons_stand_everywhere_around_a_page() {
    let config = json!({
        "navbar": {"links": [{"label": "L", "href": "https://e.org", "icon": "star"}, {"type": "github", "href": "https://github.com/a/b"}]},
        "footer": {"socials": {"discord": "https://d.org", "website": "https://e.org"}},
        "navigation": {
            "global": {"anchors": [{"anchor": "Blog", "href": "https://e.org", "icon": "newspaper"}]},
            "tabs": [
                {"tab": "One", "icon": "rocket", "groups": [
                    {"group": "G", "icon": "flag", "pages": ["index", "a", "b", {"group": "H", "icon": "flag", "pages": ["c"]}]}
                ]},
                {"tab": "Two", "icon": "<svg viewBox=\"0 0 7 7\"></svg>", "pages": ["d"], "menu": []}
            ]
        }
    });
    let mut site = site(config, "x");
    for (page, icon) in
        [("a", "star"), ("b", "star"), ("c", "{name: star, library: lucide}"), ("d", "/i.svg")]
    {
        let front = format!("---\ntitle: {page}\nicon: {icon}\n---\n\nx\n");
        site = site.file(&format!("{page}.mdx"), &front);
    }
    let mut site = site.file("i.svg", "<svg/>");
    let built = site.build();
    built.assert_no_problems();
    let html = built.html("index.html");
    let count = |text: &str| html.matches(text).count();
    assert_eq!(count("class=\"navbar-icon\""), 2, "{html}");
    assert_eq!(count("class=\"nav-anchor-tile\""), 1);
    assert_eq!(count("class=\"tab-icon\"") % 2, 0);
    assert!(html.contains("viewBox=\"0 0 7 7\""));
    assert_eq!(count("class=\"sidebar-group-icon\""), 2);
    // Three entries, and the two links of the bar in the drawer.
    assert_eq!(count("class=\"sidebar-icon\""), 5, "{html}");
    // What repeats in a sidebar is drawn once.
    assert_eq!(count("<use href=\"#_i"), 2, "{html}");
    assert!(built.html("d/index.html").contains("mask-image:url(/i.svg)"));
    built.assert_clean();
}

#[test]
fn eng_library_and_front_matter_reach_what_shows_them() {
    let mut site = site(json!({"navigation": {"groups": [{"group": "G", "pages": ["index", "a"]}]}}), "x")
        .file("a.mdx", &format!("{PAGE}<Icon icon=\"bell\" />"));
    site.build();
    site.edit_config(|config| config["icons"] = json!({"library": "lucide"}));
    let built = site.build();
    assert!(built.body("a/index.html").contains("icon-line"));
    built.assert_clean();
    site.edit("a.mdx", "---\ntitle: A\nicon: bell\n---\n\nx");
    let built = site.build();
    assert!(built.html("index.html").contains("class=\"sidebar-icon\""));
    built.assert_clean();
}

#[test]
fn code_03_code_titles_tabs_badges_and_steps_have_icons() {
    let page = "```js T icon=\"square-js\"\nx\n```\n\n<CodeGroup>\n```js A icon=\"python\"\nx\n```\n```js B\ny\n```\n</CodeGroup>\n\n\
                <Tabs><Tab title=\"A\" icon=\"leaf\">a</Tab></Tabs>\n\n<Steps><Step title=\"S\" icon=\"key\">a</Step></Steps>\n\n\
                <AccordionGroup><Accordion title=\"Q\" icon=\"bug\">a</Accordion></AccordionGroup>\n\n\
                <Callout icon=\"gem\" color=\"#f0f\">a</Callout>\n\n<Note icon=\"gem\">a</Note>\n\n<Badge icon=\"tag\">b</Badge>";
    let mut site = site(json!({}), page);
    let built = site.build();
    built.assert_no_problems();
    assert_eq!(icons(built.body("index.html")).len(), 8, "{}", built.body("index.html"));
}

#[test]
fn cfg_21_an_icon_of_another_library_is_told_once_for_all_its_places() {
    let card = |icon: &str| format!("<Card title=\"T\" icon=\"{icon}\" />\n\n");
    let both = format!("{}{}", card("badge-alert"), card("flask-conical"));
    let site = site(json!({}), &both).file("b.mdx", &card("badge-alert")).file("c.mdx", &card("badge-alert"));
    let built = site.file("d.mdx", &card("flask-conical")).build();
    let told: Vec<&str> = built.diagnostics().iter().map(|problem| problem.message.as_str()).collect();
    let message = |icon: &str, places: &str| {
        format!(
            "there is no icon `{icon}` among the free ones of Font Awesome, so the one of `lucide` is shown; so it is in {places}"
        )
    };
    let mut expected = [message("badge-alert", "2 more places"), message("flask-conical", "one more place")];
    expected.sort();
    let mut told = told;
    told.sort_unstable();
    assert_eq!(told, expected, "{:?}", built.problems());
}
