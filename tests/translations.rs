//! Translations and their originals: which ones may be out of date (I18N-06).

use docs::diagnostic::Severity;
use docs::engine::check::External;
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
        html.contains("Das Original wurde seitdem geändert. <a href=\"/guide\">English</a></aside>"),
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
