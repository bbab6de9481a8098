//! What readers see of `docs.json`: fonts, icons of the site, dates.

use serde_json::{Value, json};

use crate::site::Site;

fn head(html: &str) -> &str {
    html.split("</head>").next().unwrap_or_default()
}

#[test]
fn cfg_15_favicons_for_both_modes_and_for_home_screens() {
    let mut site = Site::new()
        .with_config(json!({ "favicon": { "light": "/a.png", "dark": "/b.png" } }))
        .file("index.mdx", "# Start")
        .file("a.png", "")
        .file("b.png", "");
    let built = site.build();
    let html = built.html("index.html");
    assert!(head(html).contains(
        "<link rel=\"icon\" href=\"/a.png\" type=\"image/png\" media=\"(prefers-color-scheme: light)\">"
    ));
    assert!(head(html).contains(
        "<link rel=\"icon\" href=\"/b.png\" type=\"image/png\" media=\"(prefers-color-scheme: dark)\">"
    ));
    assert!(head(html).contains("<link rel=\"apple-touch-icon\" href=\"/a.png\" type=\"image/png\">"));
}

const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path fill=\"#f00\" d=\"M0 0h8v8H0z\"/></svg>";

fn icon(built: &crate::site::Built, side: u32) -> Vec<&String> {
    let begin = format!("_docs/icon-{side}.");
    built.files().keys().filter(|path| path.starts_with(&begin)).collect()
}

#[test]
fn cfg_14_a_logo_without_its_picture_still_leads_where_it_should() {
    let logo = json!({ "light": "/light.svg", "dark": "/dark.svg", "href": "https://acme.example" });
    let mut site = Site::new()
        .with_config(json!({ "logo": logo }))
        .file("index.mdx", "# Start")
        .file("light.svg", DRAWING);
    for with_picture in [true, false] {
        if !with_picture {
            site.remove("light.svg");
        }
        let built = site.build();
        let brand = built.html("index.html").split("class=\"nav-brand\"").nth(1).expect("a brand");
        assert!(brand.starts_with(" href=\"https://acme.example\""), "{}", &brand[..80]);
        assert_eq!(brand.split("</a>").next().expect("its end").contains("<img"), with_picture);
    }
}

#[test]
fn cfg_14_the_logo_leads_home_in_the_language_of_the_page() {
    let pages = |folder: &str| json!([format!("{folder}start"), format!("{folder}more")]);
    let languages = json!([
        { "language": "en", "default": true, "pages": pages("") },
        { "language": "de", "pages": pages("de/") },
    ]);
    let mut site = Site::new().config(json!({
        "theme": "mint", "name": "Acme", "colors": { "primary": "#166534" },
        "navigation": { "languages": languages },
    }));
    for page in ["start", "more", "de/start", "de/more"] {
        site = site.file(&format!("{page}.mdx"), "# Words");
    }
    let leads = |built: &crate::site::Built, page: &str| {
        let brand = built.html(page).split("class=\"nav-brand\" href=\"").nth(1).expect("a brand");
        brand.split('"').next().unwrap_or_default().to_owned()
    };
    let built = site.build();
    assert_eq!([leads(&built, "more/index.html"), leads(&built, "de/more/index.html")], ["/", "/de"],);
    assert!(built.html("de/index.html").contains("/de/start"));
    // Another process, which finds one other page, knows it too.
    site.edit("de/more.mdx", "# Other words");
    let built = site.build();
    assert_eq!(leads(&built, "de/more/index.html"), "/de");
    built.assert_clean();
}

/// A picture that is not there would be a grey box behind every page.
#[test]
fn a_missing_background_is_told_and_not_drawn() {
    let image = json!({ "light": "/light.svg", "dark": "/dark.svg" });
    let mut site = Site::new()
        .with_config(json!({ "background": { "image": image } }))
        .file("index.mdx", "# Start")
        .file("light.svg", DRAWING)
        .file("dark.svg", DRAWING);
    let shown = |html: &str| ["/light.svg", "/dark.svg"].map(|file| html.contains(file));
    let built = site.build();
    assert_eq!((shown(built.html("index.html")), built.codes()), ([true, true], vec![]));
    site.remove("dark.svg");
    let built = site.build();
    assert_eq!((shown(built.html("index.html")), built.codes()), ([true, false], vec!["missing-image"]));
    built.assert_clean();
    site.remove("light.svg");
    let built = site.build();
    assert!(!built.html("index.html").contains("class=\"background\""));
    assert_eq!(built.codes(), ["missing-image"]);
    built.assert_clean();
}

/// Templates come with fields that nobody has filled in.
#[test]
fn cfg_14_a_picture_without_a_path_is_none() {
    let none = json!({ "light": "", "dark": "" });
    let mut site = Site::new()
        .with_config(json!({ "logo": none, "favicon": none, "background": { "image": none } }))
        .file("index.mdx", "# Start")
        .file("dark.svg", DRAWING);
    let built = site.build();
    built.assert_no_problems();
    assert!(head(built.html("index.html")).contains("href=\"/_docs/icon.svg\""));
    // One that has only the other is shown with it.
    let one = json!({ "light": "", "dark": "/dark.svg" });
    site.edit_config(|config| {
        config["logo"] = one.clone();
        config["favicon"] = one.clone();
        config["background"]["image"] = one;
    });
    let built = site.build();
    built.assert_no_problems();
    let html = built.html("index.html");
    assert!(head(html).contains("<link rel=\"icon\" href=\"/dark.svg\" type=\"image/svg+xml\">"), "{html}");
    assert!(html.matches("/dark.svg").count() >= 3 && !html.contains("href=\"/\" type"), "{html}");
}

#[test]
fn cfg_15_a_site_without_an_icon_has_a_plain_one() {
    let mut site = Site::new().file("index.mdx", "# Start");
    let built = site.build();
    let link = "<link rel=\"icon\" href=\"/_docs/icon.svg\" type=\"image/svg+xml\">";
    assert!(built.html("index.html").contains(link));
    assert!(built.html("_docs/icon.svg").contains("fill=\"#166534\""), "{}", built.html("_docs/icon.svg"));
    // What lies where browsers look needs no configuration.
    site.edit("favicon.svg", DRAWING);
    let built = site.build();
    assert!(
        !built.html("index.html").contains("_docs/icon.svg") && built.files().contains_key("favicon.ico")
    );
    assert!(
        built.html("index.html").contains("<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">")
    );
    built.assert_clean();
    site.remove("favicon.svg");
    let built = site.build();
    assert!(built.html("index.html").contains(link));
    built.assert_clean();
}

#[test]
fn cfg_15_a_favicon_is_drawn_in_all_sizes_once() {
    let mut site = Site::new()
        .with_config(json!({ "favicon": "/logo.svg" }))
        .file("index.mdx", "# Start")
        .file("logo.svg", DRAWING);
    let built = site.build();
    assert_eq!((built.codes(), built.query("icons_of")), (vec![], 1));
    let html = head(built.html("index.html")).to_owned();
    assert!(html.contains("<link rel=\"icon\" href=\"/favicon.ico\" sizes=\"32x32\">"));
    assert!(html.contains("<link rel=\"icon\" href=\"/logo.svg\" type=\"image/svg+xml\">"));
    assert!(html.contains("<link rel=\"manifest\" href=\"/_docs/manifest.webmanifest\">"));
    assert!(
        html.contains("rel=\"apple-touch-icon\" href=\"/_docs/icon-180.")
            && html.contains("sizes=\"180x180\"")
    );
    assert_eq!(built.files()["favicon.ico"][..6], [0, 0, 1, 0, 3, 0]);
    let manifest: serde_json::Value =
        serde_json::from_str(built.html("_docs/manifest.webmanifest")).expect("JSON");
    for (number, side) in [192, 512].into_iter().enumerate() {
        let path = icon(&built, side)[0];
        assert_eq!(docs::source::image_size::image_size(&built.files()[path]), Some((side, side)));
        assert_eq!(format!("_docs/{}", manifest["icons"][number]["src"].as_str().expect("a path")), *path);
    }
    built.assert_clean();
    // A small raster image stands in for the original, which may be large.
    let png = built.files()[icon(&built, 512)[0]].clone();
    site.edit_config(|config| config["favicon"] = json!("/logo.png"));
    site.place("logo.png", &png);
    let built = site.build();
    let html = head(built.html("index.html"));
    assert!(
        html.contains("<link rel=\"icon\" href=\"/_docs/icon-32.") && !html.contains("href=\"/logo.png\"")
    );
    assert_eq!(icon(&built, 32).len(), 1);
    built.assert_clean();
    // A favicon.ico of the project wins.
    site.edit("favicon.ico", "own");
    let built = site.build();
    assert_eq!(built.html("favicon.ico"), "own");
    built.assert_clean();
    site.remove("favicon.ico");
    // Another process does not draw again.
    let built = site.build_once();
    assert_eq!(built.codes(), [""; 0]);
    site.edit_config(|config| config["name"] = json!("Other"));
    let built = site.build_once();
    built.assert_clean();
    site.edit("logo.png", "no picture");
    let built = site.build();
    assert!(
        head(built.html("index.html")).contains("<link rel=\"icon\" href=\"/logo.png\" type=\"image/png\">")
    );
    assert!(icon(&built, 192).is_empty() && !built.files().contains_key("favicon.ico"));
    built.assert_clean();
}

/// `a.svg` as pixels.
fn drawn(site: &mut Site) -> Vec<u8> {
    site.edit_config(|config| config["favicon"] = json!("/a.svg"));
    let built = site.build();
    built.files()[icon(&built, 192)[0]].clone()
}

#[test]
fn cfg_15_light_and_dark_icons_of_pixels() {
    let mut site = Site::new().file("index.mdx", "# Start").file("a.svg", DRAWING);
    let red = drawn(&mut site);
    site.place("light.png", &red);
    site.edit("a.svg", &DRAWING.replace("#f00", "#0f0"));
    let green = drawn(&mut site);
    site.place("dark.png", &green);
    site.edit_config(|config| config["favicon"] = json!({ "light": "/light.png", "dark": "/dark.png" }));
    let built = site.build();
    let html = head(built.html("index.html"));
    for scheme in ["light", "dark"] {
        assert!(html.contains(&format!(
            "type=\"image/png\" media=\"(prefers-color-scheme: {scheme})\" sizes=\"32x32\">"
        )));
    }
    assert_eq!((icon(&built, 32).len(), icon(&built, 192).len()), (2, 1));
    built.assert_clean();
}

#[test]
fn cfg_19_own_fonts_are_loaded_early_and_once() {
    let font = json!({ "family": "Own", "source": "/fonts/own.woff2", "format": "woff2" });
    let mut site = Site::new()
        .with_config(json!({ "fonts": font }))
        .file("index.mdx", "# Start")
        .file("fonts/own.woff2", "");
    let built = site.build();
    let html = built.html("index.html");
    let preload = "<link rel=\"preload\" as=\"font\" media=\"(min-width:64em)\" href=\"/fonts/own.woff2\" type=\"font/woff2\" crossorigin>";
    assert_eq!(head(html).matches(preload).count(), 1);
    let look = built.style();
    assert_eq!(look.matches("@font-face").count(), 1);
    assert!(look.contains("url(\"/fonts/own.woff2\")"));
    built.assert_clean();
}

#[test]
fn cfg_27_chr_06_last_modified_by_the_front_matter() {
    let page = |more: &str| format!("---\ntitle: T\nlastUpdatedDate: 2025-01-31\n{more}---\n\nText.\n");
    let mut site = Site::new()
        .with_config(json!({ "metadata": { "timestamp": true } }))
        .file("index.mdx", &page(""))
        .file("off.mdx", &page("timestamp: false\n"))
        .file("none.mdx", "# None");
    let built = site.build();
    assert_eq!(built.codes(), [""; 0]);
    assert!(
        built
            .html("index.html")
            .contains("Last modified on <time datetime=\"2025-01-31\">January 31, 2025</time>")
    );
    for page in ["off/index.html", "none/index.html"] {
        assert!(!built.html(page).contains("Last modified"), "{page}");
    }
    site.edit("index.mdx", &page("").replace("01-31", "02-01"));
    let built = site.build();
    assert!(built.html("index.html").contains("February 1, 2025"));
    built.assert_clean();
    site.edit_config(|config| config["metadata"] = json!({ "timestamp": false }));
    let built = site.build();
    assert!(!built.html("index.html").contains("Last modified"));
    built.assert_clean();
}

/// What git prints for a commit that changed `files`, then for an older one with `old`.
pub fn history(site: &Site, commit: char, depth: &str, files: &[&str], old: &[&str]) {
    let (system, _) = site.system();
    let id = commit.to_string().repeat(40);
    system.set_history("rev-parse", format!("{depth}\n\n{id}\n").as_bytes());
    let names = |files: &[&str]| files.iter().map(|file| format!("{file}\0")).collect::<String>();
    let log = format!("\u{1}2026-05-06\u{2}{id}\0\n{}\0\u{1}2020-01-02\u{2}\0\n{}", names(files), names(old));
    system.set_history("log", log.as_bytes());
}

fn day<'b>(built: &'b crate::site::Built, page: &str) -> Option<&'b str> {
    let html = built.html(page);
    html.split("Last modified on <time datetime=\"").nth(1)?.split('"').next()
}

fn dated() -> Site {
    Site::new()
        .with_config(json!({ "metadata": { "timestamp": true } }))
        .file("index.mdx", "# Start")
        .file("old.mdx", "# Old")
        .file("own.mdx", "---\nlastUpdatedDate: 2024-02-03\n---\n\nText.\n")
        .file("off.mdx", "---\ntimestamp: false\n---\n\nText.\n")
        .file("new.mdx", "# New")
}

#[test]
fn cfg_27_chr_06_last_modified_by_the_newest_commit_of_the_file() {
    let mut site = dated();
    history(&site, 'a', "false", &["index.mdx"], &["index.mdx", "old.mdx", "own.mdx", "off.mdx"]);
    let built = site.build();
    assert_eq!(built.codes(), [""; 0]);
    let days = ["index", "old/index", "own/index", "off/index", "new/index"]
        .map(|page| day(&built, &format!("{page}.html")).map(str::to_owned));
    assert_eq!(
        days.each_ref().map(Option::as_deref),
        [Some("2026-05-06"), Some("2020-01-02"), Some("2024-02-03"), None, None]
    );
    // Another commit changes the pages whose day is another one, and nothing else.
    history(&site, 'b', "false", &["old.mdx", "index.mdx"], &["own.mdx", "off.mdx"]);
    let built = site.update(&["new.mdx"]);
    assert_eq!((day(&built, "old/index.html"), built.query("page_html")), (Some("2026-05-06"), 1));
    site.edit_config(|config| config["metadata"] = json!({}));
    assert_eq!(day(&site.build(), "old/index.html"), None);
}

#[test]
fn cfg_27_git_walks_its_history_once_for_a_commit() {
    let mut site = dated();
    let runs = |site: &Site| site.system().0.git_runs("log");
    history(&site, 'a', "false", &["index.mdx"], &["old.mdx"]);
    site.build_once();
    assert_eq!((site.build_once().written(), runs(&site)), (0, 1));
    site.edit("old.mdx", "# Old and edited");
    let built = site.build_once();
    assert_eq!(
        (day(&built, "old/index.html"), built.written() > 0, runs(&site)),
        (Some("2020-01-02"), true, 1)
    );
    site.edit("old.mdx", "---\ntitle: Another\n---\n\nText.\n");
    assert_eq!((day(&site.build_once(), "old/index.html"), runs(&site)), (Some("2020-01-02"), 1));
    history(&site, 'b', "false", &["old.mdx"], &["index.mdx"]);
    assert_eq!((day(&site.build_once(), "old/index.html"), runs(&site)), (Some("2026-05-06"), 2));
}

#[test]
fn cfg_27_without_git_or_history_there_are_no_days() {
    let mut site = dated();
    let built = site.build();
    assert_eq!((built.codes(), day(&built, "index.html")), (vec![], None));
    built.assert_clean();
    history(&site, 'a', "true", &["index.mdx"], &["old.mdx"]);
    let built = site.build();
    assert_eq!(built.codes(), ["shallow-history"]);
    assert_eq!((day(&built, "index.html"), day(&built, "old/index.html")), (Some("2026-05-06"), None));
    assert_eq!(site.build_once().codes(), ["shallow-history"]);
    // Who does not ask for days runs no program.
    let mut site = Site::new().file("index.mdx", "# Start");
    history(&site, 'a', "false", &["index.mdx"], &[]);
    site.build();
    site.build_once();
    assert_eq!(site.system().0.git_runs("rev-parse"), 0);
}

#[test]
fn cfg_27_days_of_a_real_repository_in_whose_folder_the_docs_are() {
    use crate::process::Workplace;
    let git = |place: &Workplace, arguments: &[&str], date: &str| {
        let mut command = std::process::Command::new("git");
        command
            .current_dir(place.path(""))
            .args(["-c", "user.name=A", "-c", "user.email=a@b.c"])
            .args(arguments);
        command.env("GIT_COMMITTER_DATE", date).env("GIT_CONFIG_GLOBAL", "/dev/null");
        command.output().is_ok_and(|output| output.status.success())
    };
    let config = json!({
        "theme": "mint", "name": "T", "colors": { "primary": "#166534" },
        "navigation": { "pages": ["index"] }, "metadata": { "timestamp": true },
    });
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let config = config.to_string();
    let place = Workplace::new(
        &[file("docs.json", &config), file("index.mdx", "# A"), file("b ü.mdx", "# B")].into_iter().collect(),
    );
    if !git(&place, &["init", "-q", "."], "") {
        eprintln!("skipped: there is no git on this machine");
        return;
    }
    place.write("other.txt", "not of the docs");
    assert!(
        git(&place, &["add", "."], "") && git(&place, &["commit", "-qm", "1"], "2021-03-04T23:59:59 +0900")
    );
    place.write("site/index.mdx", "# A again");
    assert!(git(&place, &["commit", "-qam", "2"], "2022-05-06T00:00:01 -0800"));
    place.write("site/index.mdx", "# A, not committed");
    place.build().succeeded();
    let shown = |path: &str| String::from_utf8_lossy(&place.out()[path]).into_owned();
    assert!(
        shown("index.html").contains("datetime=\"2022-05-06\"")
            && shown("index.html").contains("not committed")
    );
    assert!(shown("b ü/index.html").contains("datetime=\"2021-03-04\""));
}

#[test]
fn cfg_25_seo_07_pictures_for_social_networks_follow_titles_and_colours() {
    let settings =
        docs::db::Settings { site_url: Some("https://a.b".to_owned()), ..docs::db::Settings::default() };
    let mut site = Site::new()
        .settings(settings)
        .with_config(json!({ "thumbnails": {}, "logo": "/logo.svg" }))
        .file("logo.svg", DRAWING)
        .file("index.mdx", "---\ntitle: Start\n---\n")
        .file("own.mdx", "---\ntitle: Own\n\"og:image\": https://x.y/z.png\n---\n")
        .file("a/b.mdx", "---\ntitle: Deep\n---\n\nText.\n");
    let built = site.build();
    assert_eq!(built.codes(), [""; 0]);
    let png = built.files()["_docs/og/a/b.png"].clone();
    assert_eq!(docs::source::image_size::image_size(&png), Some((1200, 630)));
    assert!(
        head(built.html("a/b/index.html"))
            .contains("<meta property=\"og:image\" content=\"https://a.b/_docs/og/a/b.png?v=")
    );
    assert!(
        head(built.html("own/index.html")).contains("content=\"https://x.y/z.png\"")
            && built.html("own/index.html").matches("og:image").count() == 1
    );
    built.assert_clean();
    site.edit("a/b.mdx", "---\ntitle: Deeper\n---\n\nText.\n");
    let built = site.update(&["a/b.mdx"]);
    assert_ne!(built.files()["_docs/og/a/b.png"], png);
    assert_eq!(built.query("thumbnail"), 1);
    built.assert_clean();
    site.build();
    site.edit("a/b.mdx", "---\ntitle: Deeper\n---\n\nOther text.\n");
    let built = site.build_once();
    assert_eq!(built.query("thumbnail"), 0);
    built.assert_clean();
    // What was drawn once is in the store.
    site.lose_output();
    let built = site.build_once();
    assert_eq!((built.query("thumbnail"), built.query("drawn_ground")), (0, 0));
    built.assert_clean();
    site.edit_config(|config| config["colors"] = json!({ "primary": "#00f" }));
    let built = site.build();
    assert_eq!((built.query("thumbnail"), built.query("drawn_ground")), (3, 1));
    built.assert_clean();
    site.remove("a/b.mdx");
    let built = site.build();
    assert!(!built.files().contains_key("_docs/og/a/b.png"));
    built.assert_clean();
    site.edit_config(|config| drop(config.as_object_mut().and_then(|config| config.remove("thumbnails"))));
    let built = site.build();
    assert!(!built.files().keys().any(|path| path.starts_with("_docs/og/")));
    built.assert_clean();
}

/// The entry that stands out at the top: words with an address, or a repository.
#[test]
fn chr_02_the_primary_entry_is_a_button_or_a_repository() {
    let entry = |primary: serde_json::Value| {
        let built = Site::new()
            .with_config(json!({ "navbar": { "primary": primary } }))
            .file("index.mdx", "# Start")
            .build();
        built.assert_no_problems();
        let html = built.html("index.html");
        let (_, entry) = html.split_once("<span id=\"topbar-cta-button\">").expect("the entry");
        entry.split("</a>").next().unwrap_or_default().to_owned()
    };
    let button = entry(json!({ "type": "button", "label": "Sign up", "href": "https://example.com/a" }));
    assert!(button.contains("class=\"topbar-cta\" href=\"https://example.com/a\""), "{button}");
    assert!(button.contains("<span>Sign up</span>"), "{button}");
    let repository = entry(json!({ "type": "github", "href": "https://github.com/acme/docs" }));
    assert!(
        repository.contains("class=\"topbar-github\" href=\"https://github.com/acme/docs\""),
        "{repository}"
    );
    assert!(repository.contains("<svg") && repository.ends_with("acme/docs"), "{repository}");
}

/// Every platform has a picture and a name; columns have titles or none. Nothing of ours stands there unasked.
#[test]
fn chr_04_the_footer_has_platforms_with_names_and_columns() {
    let platforms = [
        ("x", "X"),
        ("twitter", "X"),
        ("x-twitter", "X"),
        ("website", "Website"),
        ("facebook", "Facebook"),
        ("youtube", "YouTube"),
        ("discord", "Discord"),
        ("slack", "Slack"),
        ("github", "GitHub"),
        ("linkedin", "LinkedIn"),
        ("instagram", "Instagram"),
        ("hacker-news", "Hacker News"),
        ("medium", "Medium"),
        ("telegram", "Telegram"),
        ("bluesky", "Bluesky"),
        ("threads", "Threads"),
        ("reddit", "Reddit"),
        ("podcast", "Podcast"),
        ("earth-americas", "Website"),
    ];
    let socials: serde_json::Map<String, serde_json::Value> = platforms
        .iter()
        .map(|(key, _)| ((*key).to_owned(), json!(format!("https://example.com/{key}"))))
        .collect();
    let built = Site::new()
        .with_config(json!({ "footer": { "socials": socials, "links": [
            { "header": "Company", "items": [{ "label": "Blog", "href": "https://example.com/blog" }] },
            { "items": [{ "label": "Start", "href": "/" }] },
        ] } }))
        .file("index.mdx", "# Start")
        .build();
    built.assert_no_problems();
    let footer = built.html("index.html").split_once("<footer id=\"footer\"").expect("a footer").1;
    let footer = footer.split("</footer>").next().unwrap_or_default();
    for (key, name) in platforms {
        let (_, link) = footer.split_once(&format!("href=\"https://example.com/{key}\"")).expect(key);
        let link = link.split("</a>").next().unwrap_or_default();
        assert!(link.contains(&format!("aria-label=\"{name}\"")) && link.contains("<svg"), "{key}: {link}");
    }
    assert_eq!(footer.matches("class=\"footer-column\"").count(), 2);
    assert!(footer.contains("<p class=\"footer-header\">Company</p>") && footer.contains(">Start</a>"));
    assert!(!footer.to_lowercase().contains("powered"), "{footer}");
}

/// The rules for the banner in the head of a page.
fn banner_rules(banner: Value) -> String {
    let built = Site::new().with_config(json!({ "banner": banner })).file("index.mdx", "# Home\n").build();
    built.assert_no_problems();
    let html = built.html("index.html");
    let rules = html.split("<style>@layer theme{").nth(1).and_then(|rest| rest.split("}}").next());
    rules.filter(|rules| rules.contains("#banner")).unwrap_or_default().to_owned()
}

#[test]
fn chr_03_an_urgent_banner_looks_urgent() {
    assert_eq!(banner_rules(json!({ "content": "News" })), "");
    assert_eq!(banner_rules(json!({ "content": "News", "type": "info" })), "");
    let warning = banner_rules(json!({ "content": "Slow", "type": "warning" }));
    assert_eq!(warning, "#banner{background:#fbbf24;color:#0a0a0a");
    let critical = banner_rules(json!({ "content": "Down", "type": "critical" }));
    assert_eq!(critical, "#banner{background:#b91c1c;color:#ffffff");
}

/// Style sheets of authors say `#banner p`.
#[test]
fn chr_03_a_banner_is_a_paragraph() {
    let built = Site::new()
        .with_config(json!({ "banner": { "content": "News: [read](/other)" } }))
        .file("index.mdx", "# Home\n")
        .file("other.mdx", "# Other\n")
        .build();
    built.assert_no_problems();
    let html = built.html("index.html");
    assert!(
        html.contains("<div dir=\"auto\"><p>News: <a class=\"link\" href=\"/other\">read</a></p>"),
        "{html}"
    );
}

#[test]
fn chr_03_a_banner_has_its_own_colours_and_can_be_read() {
    let rules = banner_rules(json!({ "content": "News", "color": { "light": "#FFFF00", "dark": "#123" } }));
    assert_eq!(
        rules,
        "html:not(.dark) #banner{background:#ffff00;color:#0a0a0a}html.dark #banner{background:#112233;color:#ffffff"
    );
    // A mode without a colour has that of the type.
    let rules = banner_rules(json!({ "content": "News", "color": { "dark": "#000" } }));
    assert_eq!(rules, "html.dark #banner{background:#000000;color:#ffffff");
    let rules = banner_rules(json!({ "content": "News", "type": "critical", "color": { "light": "#0f0" } }));
    assert_eq!(
        rules,
        "html:not(.dark) #banner{background:#00ff00;color:#0a0a0a}html.dark #banner{background:#b91c1c;color:#ffffff"
    );
}

#[test]
fn chr_03_a_language_has_a_banner_of_another_colour() {
    let built = Site::new()
        .with_config(json!({ "banner": { "content": "All" }, "navigation": { "languages": [
            { "language": "en", "pages": ["index"] },
            { "language": "de", "pages": ["de/index"], "banner": { "content": "Achtung", "type": "warning" } },
        ] } }))
        .file("index.mdx", "# Home\n")
        .file("de/index.mdx", "# Start\n")
        .build();
    assert!(!built.html("index.html").contains("#banner{"));
    assert!(built.html("de/index.html").contains("#banner{background:#fbbf24"));
}
