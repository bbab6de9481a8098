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
