//! The names of generated pages as those who read, serve and search a site meet them.

use serde_json::json;

use super::{description, get, site};

#[test]
fn out_01_pages_of_any_summary_have_an_address_that_hosts_serve() {
    let paths = json!({
        "/a": get("Is it up?", json!({})),
        "/b": get("C# and F#", json!({})),
        "/c": get("back\\slash", json!({})),
        "/d": get("tab\tin it", json!({})),
    });
    let built = site(&description(paths, json!({}))).build();
    built.assert_no_problems();
    let home = built.html("index.html").to_owned();
    for (name, link) in [
        ("is-it-up?", "is-it-up%3F"),
        ("c#-and-f#", "c%23-and-f%23"),
        ("back-slash", "back-slash"),
        ("tab-in-it", "tab-in-it"),
    ] {
        let route = format!("api-reference/{name}");
        assert!(
            built.files().contains_key(&format!("{route}/index.html")),
            "{route}: {:?}",
            built.files().keys()
        );
        assert!(built.files().contains_key(&format!("{route}.md")), "{route}");
        assert!(home.contains(&format!("href=\"/api-reference/{link}\"")), "{route}: {home}");
        assert!(built.html("llms.txt").contains(&format!("/api-reference/{link}.md")), "{route}");
    }
}

/// Nothing of such a summary can be a name, and the address of the folder is not that of a page in it.
#[test]
fn oas_07_a_summary_of_signs_is_no_name() {
    let tagged = |summary: &str| {
        let mut operation = get(summary, json!({}));
        operation["get"]["tags"] = json!(["t"]);
        operation
    };
    let paths =
        json!({ "/a": tagged(".."), "/b": tagged("index"), "/c": tagged("()"), "/d": tagged("get a") });
    let built = site(&description(paths, json!({}))).build();
    built.assert_no_problems();
    for name in ["t/get-a", "t", "t/get-c", "t/get-a-1"] {
        assert!(
            built.files().contains_key(&format!("api-reference/{name}.md")),
            "{name}: {:?}",
            built.files().keys()
        );
    }
    assert!(built.html("api-reference/t/get-a.md").contains("# .."), "the title is the summary");
}

/// What readers see of a summary in lists and tabs has no signs, and neither have words that a tag is about.
#[test]
fn fm_01_markup_of_a_summary_is_shown_above_the_text_and_nowhere_else() {
    let paths = json!({ "/a": get("List `Array<T>` now", json!({})), "/b": get("Use <b>`w`</b> **too**", json!({})),
        "/c": get("Of Array<T>", json!({})) });
    let built = site(&description(paths, json!({}))).build();
    let home = built.html("index.html");
    for label in ["List Array&lt;T&gt; now", "Use w too", "Of Array&lt;T&gt;"] {
        assert!(home.contains(&format!("<span class=\"sidebar-label\">{label}</span>")), "{label}: {home}");
        let titled = |path: &String| built.html(path).contains(&format!("<title>{label} - "));
        let mut pages = built.files().keys().filter(|path| path.ends_with(".html"));
        assert!(pages.any(titled), "{label}");
    }
}
