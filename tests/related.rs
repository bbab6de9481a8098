//! Pages that are about the same, found by the words of their heads.

use serde_json::json;

use crate::site::{Built, Site, ways};

fn page(title: &str, more: &str) -> String {
    format!("---\ntitle: {title}\n{more}---\n\nWords.\n")
}

fn site() -> Site {
    Site::new()
        .with_config(json!({
            "metadata": { "related": true },
            "navigation": { "pages": ["index", "send", "retry", "sign", "billing", "own", "none"] }
        }))
        .file("index.mdx", &page("Start", ""))
        .file("send.mdx", &page("Send webhooks", "description: How they are delivered.\n"))
        .file("retry.mdx", &page("Retries of webhooks", ""))
        .file("sign.mdx", &page("Signatures", "keywords: [webhooks]\n"))
        .file("billing.mdx", &page("Invoices", ""))
        .file("own.mdx", &page("Own webhooks", "related: [/billing]\n"))
        .file("none.mdx", &page("No webhooks", "related: false\n"))
        .file("hidden.mdx", &page("Hidden webhooks", "hidden: true\n"))
}

/// The addresses that stand below a page.
fn related(built: &Built, page: &str) -> Vec<String> {
    let html = built.html(&format!("{page}/index.html"));
    let Some((_, list)) = html.split_once("class=\"related prose\"") else { return Vec::new() };
    let list = list.split("</nav>").next().unwrap_or_default();
    list.split("href=\"").skip(1).filter_map(|link| Some(link.split('"').next()?.to_owned())).collect()
}

#[test]
fn fm_11_pages_about_the_same_stand_below_each_other() {
    let built = site().build();
    built.assert_no_problems();
    let mut found = related(&built, "send");
    found.sort();
    assert_eq!(found, ["/none", "/own", "/retry", "/sign"]);
    assert_eq!(related(&built, "own"), ["/billing"]);
    assert!(related(&built, "none").is_empty() && related(&built, "billing").is_empty());
    built.assert_clean();
    let built = site().with_config(json!({ "metadata": {} })).build();
    assert!(related(&built, "send").is_empty());
    assert_eq!(built.query("similar_pages"), 0);
}

#[test]
fn fm_11_lists_follow_titles_and_no_words() {
    for way in ways(&["billing.mdx"]) {
        let mut site = site();
        way(&mut site).assert_clean();
        site.edit("billing.mdx", "---\ntitle: Invoices\n---\n\nOther words about webhooks.\n");
        way(&mut site).assert_clean();
        site.edit("billing.mdx", &page("Invoices by webhooks", ""));
        let built = way(&mut site);
        assert!(related(&built, "send").contains(&"/billing".to_owned()));
        built.assert_clean();
        site.edit("billing.mdx", &page("Invoices", "related: false\n"));
        let built = way(&mut site);
        assert!(!related(&built, "send").contains(&"/billing".to_owned()));
        built.assert_clean();
    }
    let mut site = site();
    site.build();
    site.edit("billing.mdx", "---\ntitle: Invoices\n---\n\nOther words about webhooks.\n");
    let built = site.update(&["billing.mdx"]);
    assert_eq!(
        (built.query("similar_pages"), built.query("similar_to"), built.query("page_html")),
        (0, 0, 1)
    );
}
