//! Translations and their originals: which ones may be out of date (I18N-06), and who is led to which (I18N-08).

use docs::db::Settings;
use docs::diagnostic::Severity;
use docs::engine::check::External;
use docs::html::policy::script_sources;
use docs::site::hosting::Host;
use serde_json::json;

use crate::appearance::history;
use crate::site::{Built, Site};

fn site() -> Site {
    Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "pages": ["index", "guide", "about"] },
            { "language": "de", "fallback": "default", "pages": ["de/index", "de/guide", "de/about"] },
            { "language": "ar", "pages": ["ar/guide"] },
        ] } }))
        .file("index.mdx", "---\ntitle: Start\n---\nWords\n")
        .file("guide.mdx", "---\ntitle: Guide\n---\nWords\n")
        .file("about.mdx", "---\ntitle: About\n---\nWords\n")
        .file("de/index.mdx", "---\ntitle: Anfang\n---\nWorte\n")
        .file("de/guide.mdx", "---\ntitle: Anleitung\n---\nWorte\n")
        .file("ar/guide.mdx", "---\ntitle: دليل\n---\nكلمات\n")
}

fn telling() -> Site {
    site().with_config(json!({ "metadata": { "outdatedTranslations": true } }))
}

const GERMAN: &str = "möglicherweise veraltet";

/// Pages that say that their original is newer.
fn told(built: &Built) -> Vec<&str> {
    let pages = built.files().keys().filter(|path| path.ends_with("index.html"));
    let is_told = |path: &&String| {
        let html = built.html(path);
        [GERMAN, "قد تكون هذه الترجمة قديمة", "out of date"].iter().any(|words| html.contains(words))
    };
    pages.filter(is_told).map(String::as_str).collect()
}

#[test]
fn i18n_06_a_translation_says_that_its_original_was_changed_later() {
    let mut site = telling();
    history(
        &site,
        'a',
        "false",
        &["guide.mdx", "de/index.mdx"],
        &["index.mdx", "de/guide.mdx", "ar/guide.mdx"],
    );
    let built = site.build();
    assert_eq!(told(&built), ["ar/guide/index.html", "de/guide/index.html"]);
    let html = built.html("de/guide/index.html");
    assert!(
        html.contains("Das Original wurde seitdem geändert. <a href=\"/guide\">English</a></div>"),
        "{html}"
    );
    assert!(!html.contains("Last modified") && built.codes().is_empty(), "{:?}", built.problems());
    // In place of a translation stands the original itself.
    assert!(built.html("de/about/index.html").contains("noch nicht übersetzt"));
    built.assert_clean();
    // A commit of the translation, and then one of another original.
    history(
        &site,
        'b',
        "false",
        &["guide.mdx", "de/guide.mdx"],
        &["index.mdx", "ar/guide.mdx", "de/index.mdx"],
    );
    let built = site.update(&[]);
    assert_eq!(told(&built), ["ar/guide/index.html"]);
    built.assert_clean();
    history(
        &site,
        'c',
        "false",
        &["index.mdx"],
        &["de/index.mdx", "guide.mdx", "de/guide.mdx", "ar/guide.mdx"],
    );
    let built = site.build_once();
    assert_eq!(told(&built), ["de/index.html"]);
    built.assert_clean();
}

#[test]
fn i18n_06_nobody_is_told_who_did_not_ask_or_of_what_git_does_not_know() {
    let ask = |site: &mut Site, depth| {
        history(site, 'a', depth, &["guide.mdx", "index.mdx"], &["de/index.mdx", "de/guide.mdx"]);
        site.build()
    };
    assert!(told(&ask(&mut site(), "false")).is_empty());
    assert_eq!(told(&ask(&mut telling(), "false")).len(), 2);
    // A clone that was cut off knows when the originals were changed, and of the rest nothing.
    let built = ask(&mut telling(), "true");
    assert!(told(&built).is_empty());
    assert!(built.problems()[0].contains("older translations are not told"), "{:?}", built.problems());
    let mut without_git = telling();
    assert!(told(&without_git.build()).is_empty());
}

#[test]
fn i18n_06_a_check_names_outdated_translations_where_readers_see_them() {
    let check = |mut site: Site| {
        history(
            &site,
            'a',
            "false",
            &["guide.mdx"],
            &["de/guide.mdx", "ar/guide.mdx", "de/index.mdx", "index.mdx"],
        );
        let mut found = site.check(External::Trusted).diagnostics;
        found.retain(|problem| problem.code == "outdated-translation");
        found
    };
    assert!(check(site()).is_empty());
    let found = check(telling());
    let places: Vec<&str> =
        found.iter().filter_map(|problem| Some(problem.location.as_ref()?.path.as_str())).collect();
    assert_eq!(places, ["ar/guide.mdx", "de/guide.mdx"]);
    assert_eq!(found[0].severity, Severity::Note);
    assert!(found[1].message.contains("on 2020-01-02, and its original, `guide.mdx`, on 2026-05-06"));
}

/// A site in three languages that leads by the language of the browser.
fn leading(config: serde_json::Value) -> Site {
    let mut site = site().with_config(json!({ "interaction": { "browserLanguage": true } }));
    site.edit_config(|all| {
        for (key, value) in config.as_object().expect("an object") {
            all[key] = value.clone();
        }
    });
    site
}

/// What the script of a page is told.
fn languages(built: &Built, path: &str) -> Option<serde_json::Value> {
    let html = built.html(path);
    let data = html.split("<script data-languages=\"").nth(1)?.split('"').next()?;
    serde_json::from_str(&data.replace("&quot;", "\"").replace("&#x2f;", "/")).ok()
}

#[test]
fn i18n_08_the_home_page_alone_leads_by_the_language_of_the_browser() {
    let mut site = leading(json!({}));
    let built = site.build();
    let told = json!([["en", "en", "/", ""], ["de", "de", "/de", "/de"], ["ar", "ar", "/ar/guide", "/ar"]]);
    assert_eq!(languages(&built, "index.html"), Some(told));
    let pages = built.files().keys().filter(|path| path.ends_with(".html") && *path != "index.html");
    for path in pages {
        assert!(!built.html(path).contains("data-languages"), "{path}");
    }
    // Who chooses the language of the home page is not led away from it again, on whatever page that is.
    for path in ["index.html", "de/index.html", "404.html"] {
        let leads = built.html(path).contains("href=\"/?lang=en\"");
        assert!(leads || path == "404.html", "{path}");
        assert!(!built.html(path).contains("/de?lang"), "{path}");
    }
    assert!(built.html("guide/index.html").contains("href=\"/guide\""));
    assert!(built.codes().is_empty(), "{:?}", built.problems());
    built.assert_clean();
    // A switch of the setting reaches the pages, and without it nothing is there.
    site.edit_config(|config| config["interaction"] = json!({}));
    let built = site.update(&["docs.json"]);
    let is_marked =
        |path: &&String| built.html(path).contains("data-languages") || built.html(path).contains("?lang=");
    assert_eq!(built.files().keys().filter(|path| path.ends_with(".html")).find(is_marked), None);
    built.assert_clean();
}

#[test]
fn i18n_08_where_the_home_page_leads_on_it_leads_to_the_readers_language() {
    let mut site = Site::new()
        .with_config(json!({
            "interaction": { "browserLanguage": true },
            "navigation": { "languages": [
                { "language": "cn", "pages": ["zh/start"] },
                { "language": "en", "default": true, "pages": ["en/start"] },
            ] },
        }))
        .file("zh/start.mdx", "# 开始")
        .file("en/start.mdx", "# Start");
    let built = site.build();
    let told = json!([["en", "en", "/en/start", "/en"], ["zh-Hans", "cn", "/zh/start", "/zh"]]);
    assert_eq!(languages(&built, "index.html"), Some(told));
    let html = built.html("index.html");
    assert!(html.contains("<noscript><meta http-equiv=\"refresh\" content=\"0; url=/en/start\"></noscript>"));
    assert!(!built.html("en/start/index.html").contains("?lang="), "the home page is no page of a language");
    built.assert_clean();
}

#[test]
fn i18n_08_a_policy_allows_the_script_where_there_is_one() {
    let policy = |site: Site| {
        let settings = Settings { host: Host::Netlify, ..Settings::default() };
        let built = site.settings(settings).build();
        let mut needed = std::collections::BTreeSet::new();
        script_sources(built.html("index.html"), &mut needed);
        let headers = built.html("_headers").to_owned();
        assert!(needed.iter().all(|source| headers.contains(source.as_str())), "{needed:?} {headers}");
        headers
    };
    assert_ne!(policy(leading(json!({}))), policy(site()));
    // A site in one language has nothing to lead to.
    let one = json!({ "navigation": { "pages": ["index"] } });
    assert_eq!(policy(leading(one.clone())), policy(site().with_config(one)));
}

#[test]
fn i18n_08_a_redirect_of_the_home_page_is_told() {
    let rule = json!([{ "source": "/", "destination": "/de" }]);
    let mut site = leading(json!({ "redirects": rule.clone() }));
    // A page at the address wins.
    assert!(!site.build().codes().contains(&"home-is-redirected"));
    site.remove("index.mdx");
    site.edit_config(|config| config["navigation"]["languages"][0]["pages"] = json!(["guide"]));
    let built = site.build();
    assert!(built.codes().contains(&"home-is-redirected"), "{:?}", built.problems());
    assert!(!built.html("index.html").contains("data-languages"));
    site.edit_config(|config| config["redirects"] = json!([]));
    let built = site.build();
    assert!(!built.codes().contains(&"home-is-redirected"), "{:?}", built.problems());
    assert!(built.html("index.html").contains("data-languages"));
    built.assert_clean();
}

/// A name of the other direction does not turn what its item is made of: the arrow stays between the names.
#[test]
fn i18n_03_names_in_the_trail_have_a_direction_of_their_own() {
    let built = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "pages": ["index"] },
            { "language": "ar", "groups": [{ "group": "البداية", "pages": ["ar/index"] }] },
        ] } }))
        .file("index.mdx", "---\ntitle: Start\n---\nWords\n")
        .file("ar/index.mdx", "---\ntitle: Failproof AI\n---\nكلمات\n")
        .build();
    let html = built.html("ar/index.html");
    let trail = html
        .split_once("class=\"mobile-trail\"")
        .and_then(|(_, rest)| rest.split_once("</ol>"))
        .map(|it| it.0);
    let trail = trail.unwrap_or_default();
    assert!(trail.contains("<li><bdi>البداية</bdi></li>"), "{trail}");
    assert!(trail.contains("<li aria-current=\"page\"><bdi>Failproof AI</bdi></li>"), "{trail}");
}
