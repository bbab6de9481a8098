//! Pages that stand in for translations that are not there yet (I18N-05).

use docs::db::Settings;
use serde_json::json;

use crate::site::Site;

fn site() -> Site {
    Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "pages": ["index", "guide", "about"] },
            { "language": "de", "fallback": "default", "pages": ["de/index", "de/guide", "de/about"] },
            { "language": "ar", "fallback": "default" },
        ] } }))
        .file("index.mdx", "# Start\n\n[Guide](./guide)\n")
        .file("guide.mdx", "---\ntitle: Guide\n---\n<Note>Read me</Note>\n\n## Part\n")
        .file("about.mdx", "---\ntitle: About\n---\nWords\n")
        .file("de/index.mdx", "---\ntitle: Anfang\n---\n[Weiter](/de/guide)\n")
        .settings(Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() })
}

#[test]
fn i18n_05_the_default_language_stands_in_with_a_notice() {
    let built = site().build();
    assert!(built.codes().is_empty(), "{:?}", built.problems());
    let german = built.html("de/guide/index.html");
    assert!(german.contains("<html lang=\"de\""), "{german}");
    assert!(german.contains("Diese Seite ist noch nicht übersetzt."));
    assert!(german.contains("<a href=\"/guide\">English</a></div>"), "the notice leads to the original");
    assert!(german.contains("<div id=\"content\" class=\"mdx-content prose\" lang=\"en\" dir=\"ltr\">"));
    assert!(german.contains("<h1 id=\"page-title\" lang=\"en\" dir=\"ltr\">Guide</h1>"));
    assert!(german.contains("<link rel=\"canonical\" href=\"https://e.x/guide\">"));
    assert!(!german.contains("hreflang=\"de\" href") && !german.contains("rel=\"alternate\""));
    // Menus keep the page, and the sidebar is the language's own.
    assert!(german.contains("href=\"/ar/guide\"") && german.contains("href=\"/de/about\""));
    let english = built.html("guide/index.html");
    assert!(english.contains("href=\"/de/guide\"") && !english.contains("lang=\"en\" dir"));
    assert!(!english.contains("https://e.x/de/guide"), "search engines hear of translations only");
    assert!(built.html("index.html").contains("hreflang=\"de\""));
    // A language of nothing but fallbacks has the whole navigation.
    let arabic = built.html("ar/about/index.html");
    assert!(arabic.contains("<html lang=\"ar\" dir=\"rtl\"") && arabic.contains("lang=\"en\" dir=\"ltr\""));
    assert!(built.files().contains_key("ar/index.html"));
    let sitemap = built.html("sitemap.xml");
    assert_eq!(sitemap.matches("<loc>").count(), 4, "{sitemap}");
    assert!(!sitemap.contains("de/guide") && !sitemap.contains("/ar"));
    assert!(!built.files().contains_key("de/guide.md") && built.files().contains_key("guide.md"));
    built.assert_clean();
}

#[test]
fn i18n_05_the_search_knows_whom_to_ask_when_it_finds_nothing() {
    let list = |site: &mut Site| -> serde_json::Value {
        let built = site.build();
        built.assert_clean();
        serde_json::from_str(built.html("_docs/search/index.json")).expect("a list")
    };
    let mut site = site();
    let all = list(&mut site);
    let told = |at: usize| (all["indexes"][at]["lang"].as_str(), all["indexes"][at]["fallback"].as_str());
    // Stand-ins are in no index of their own language: there is none of the one that has nothing else.
    assert_eq!([told(0), told(1), told(2)], [(Some("en"), None), (Some("de"), Some("en")), (None, None)]);
    site.edit("de/guide.mdx", "# Handbuch\n");
    assert_eq!(list(&mut site)["indexes"][1]["fallback"], "en");
    site.edit("de/about.mdx", "# Wer\n");
    assert_eq!(list(&mut site)["indexes"][1]["fallback"], serde_json::Value::Null);
}

#[test]
fn i18n_05_edits_of_the_original_reach_all_who_show_it() {
    let mut site = site();
    site.build();
    site.edit("about.mdx", "---\ntitle: About\n---\nOther words\n");
    let built = site.update(&["about.mdx"]);
    assert!(built.html("de/about/index.html").contains("Other words"));
    assert!(built.html("ar/about/index.html").contains("Other words"));
    built.assert_clean();
    site.edit("about.mdx", "---\ntitle: Who we are\n---\nOther words\n");
    let built = site.update(&["about.mdx"]);
    assert!(built.html("de/guide/index.html").contains("Who we are"), "the sidebar says the title");
    built.assert_clean();
    // The translation comes, and goes again.
    site.edit("de/about.mdx", "---\ntitle: Wir\n---\nWorte\n");
    let built = site.build();
    let german = built.html("de/about/index.html");
    assert!(german.contains("Worte") && !german.contains("noch nicht übersetzt"));
    assert!(built.html("sitemap.xml").contains("de/about"));
    built.assert_clean();
    site.remove("de/about.mdx");
    let built = site.build();
    assert!(built.html("de/about/index.html").contains("noch nicht übersetzt"));
    built.assert_clean();
    site.remove("about.mdx");
    let built = site.build();
    assert!(!built.files().contains_key("de/about/index.html"));
    built.assert_clean();
}

#[test]
fn i18n_05_a_new_process_knows_them() {
    let mut site = site();
    site.build_once();
    site.edit("guide.mdx", "---\ntitle: Guide\n---\nNew\n");
    site.forget();
    let built = site.build_once();
    assert!(built.html("de/guide/index.html").contains("New"));
    built.assert_clean();
}

#[test]
fn i18n_05_nothing_stands_in_unless_asked() {
    let built = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "pages": ["index", "guide"] },
            { "language": "de", "pages": ["de/index", "de/guide"] },
        ] } }))
        .file("index.mdx", "# a")
        .file("guide.mdx", "# b")
        .file("de/index.mdx", "# c")
        .build();
    assert!(!built.files().contains_key("de/guide/index.html"));
    assert_eq!(built.codes(), ["nav-page-missing"]);
}

#[test]
fn i18n_05_10_a_page_is_rendered_once_for_all_languages() {
    let built = site().build();
    assert_eq!(built.query("render_body"), 4);
}
