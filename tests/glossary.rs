//! Glossaries: terms that are explained where a page first has them, the page of all terms, and what an edit costs.

use serde_json::json;

use crate::site::{Site, ways};

const TERMS: &str = "*[API]: A programming interface.\n*[Access token]: What lets you in.\n";

fn site() -> Site {
    Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "tokens", "plain"] } }))
        .file("index.mdx", "The API takes an access token. The API is `API`.\n\n## API\n\n[API](/plain)\n")
        .file("tokens.mdx", "---\ntitle: Tokens\n---\n\nEach access token is short.\n")
        .file("plain.mdx", "---\ntitle: Plain\n---\n\nNothing of it.\n")
}

fn explained(html: &str) -> usize {
    html.matches("class=\"tooltip\"").count()
}

#[test]
fn mdx_14_terms_of_the_configuration_are_explained_and_listed() {
    let built = site()
        .with_config(json!({ "glossary": { "access token": "What lets *you* in.", "API": "An interface." } }))
        .build();
    built.assert_no_problems();
    let html = built.html("index.html");
    assert_eq!(explained(html), 2);
    assert!(
        html.contains(
            "data-tip=\"What lets you in.\" data-cta=\"Glossary\" data-href=\"/glossary#access-token\""
        ),
        "{html}"
    );
    assert!(html.contains(">API</span> takes an"), "{html}");
    assert_eq!(explained(built.html("plain/index.html")), 0);
    let page = built.html("glossary/index.html");
    let places: Vec<_> = ["id=\"access-token\"", "What lets <em>you</em> in.", "id=\"api\""]
        .iter()
        .map(|part| page.find(part))
        .collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{page}");
    assert!(page.contains("<title>Glossary"));
    // What is for programs is what the author wrote.
    assert!(built.html("index.md").contains("The API takes an access token."));
    built.assert_clean();
}

#[test]
fn mdx_14_lines_of_abbreviations_make_a_glossary() {
    let mut site = site().file("glossary.md", &format!("---\ntitle: Words\n---\n\nWhat is what.\n\n{TERMS}"));
    let built = site.build();
    built.assert_no_problems();
    assert!(built.html("tokens/index.html").contains("data-href=\"/glossary#access-token\""));
    let page = built.html("glossary/index.html");
    assert!(
        page.contains("id=\"access-token\"") && page.contains("What is what.") && explained(page) == 0,
        "{page}"
    );
    assert!(built.html("glossary.md").contains("## API\n\nA programming interface."));
    built.assert_clean();
    // Any other page of that name is a page.
    site.edit("glossary.md", "---\ntitle: Words\n---\n\n## API\n\nAn interface.\n");
    let built = site.build();
    assert_eq!(explained(built.html("index.html")), 0);
    built.assert_clean();
    // Unless it is named.
    site.edit_config(|config| config["glossary"] = json!("/glossary.md"));
    let built = site.build();
    assert!(built.html("index.html").contains("data-tip=\"An interface.\""));
    built.assert_clean();
    site.edit_config(|config| config["glossary"] = json!("words/none"));
    assert_eq!(site.build().codes(), ["missing-glossary"]);
}

#[test]
fn mdx_14_pages_follow_the_glossary() {
    for way in ways(&["glossary.md"]) {
        let mut site = site().file("glossary.md", TERMS);
        way(&mut site).assert_clean();
        site.edit("glossary.md", &TERMS.replace("lets you in", "opens doors"));
        let built = way(&mut site);
        assert!(built.html("tokens/index.html").contains("opens doors"));
        built.assert_clean();
        site.edit("glossary.md", &format!("{TERMS}*[nothing]: No thing.\n"));
        let built = way(&mut site);
        assert_eq!(explained(built.html("plain/index.html")), 1);
        built.assert_clean();
        site.edit("glossary.md", "Nothing.\n");
        let built = way(&mut site);
        assert_eq!(explained(built.html("index.html")), 0);
        built.assert_clean();
        site.edit("glossary.md", TERMS);
        way(&mut site).assert_clean();
    }
}

/// A process that makes an edited page alone does not know where the glossary is.
#[test]
fn mdx_14_an_edited_page_leads_to_the_glossary() {
    for way in ways(&["tokens.mdx"]) {
        let mut site = site().file("glossary.md", TERMS);
        site.build_once();
        for words in ["One.", "Two."] {
            let text = format!("---\ntitle: Tokens\n---\n\nEach access token is short. {words}\n");
            site.edit("tokens.mdx", &text);
            let built = way(&mut site);
            let html = built.html("tokens/index.html");
            assert!(html.contains("data-href=\"/glossary#access-token\"") && html.contains(words), "{html}");
            built.assert_clean();
        }
    }
}

#[test]
fn mdx_14_another_wording_costs_the_pages_that_show_it() {
    let mut site = site().file("glossary.md", TERMS);
    site.build();
    site.edit("glossary.md", &TERMS.replace("A programming", "An application's"));
    let built = site.update(&["glossary.md"]);
    // The glossary itself and the page with the term.
    assert_eq!((built.query("render_body"), built.query("navigation")), (2, 0));
    built.assert_clean();
}

#[test]
fn mdx_14_a_page_may_do_without() {
    let built = site()
        .file("glossary.md", TERMS)
        .file("tokens.mdx", "---\ntitle: Tokens\nglossary: false\n---\n\nEach access token is short.\n")
        .build();
    built.assert_no_problems();
    assert_eq!((explained(built.html("tokens/index.html")), explained(built.html("index.html"))), (0, 2));
}
