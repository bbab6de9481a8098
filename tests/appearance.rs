//! What readers see of `docs.json`: fonts, icons of the site, dates.

use serde_json::json;

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

#[test]
fn cfg_19_own_fonts_are_loaded_early_and_once() {
    let font = json!({ "family": "Own", "source": "/fonts/own.woff2", "format": "woff2" });
    let mut site = Site::new()
        .with_config(json!({ "fonts": font }))
        .file("index.mdx", "# Start")
        .file("fonts/own.woff2", "");
    let built = site.build();
    let html = built.html("index.html");
    let preload =
        "<link rel=\"preload\" as=\"font\" href=\"/fonts/own.woff2\" type=\"font/woff2\" crossorigin>";
    assert_eq!(head(html).matches(preload).count(), 1);
    let look = built.html("_docs/look.css");
    assert_eq!(look.matches("@font-face").count(), 1);
    assert!(look.contains("url(\"/fonts/own.woff2\")"));
    built.assert_clean();
}

#[test]
fn cfg_27_last_modified_by_the_front_matter() {
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
