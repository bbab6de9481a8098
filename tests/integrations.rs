//! Third parties: what a site's pages load from elsewhere, and that without a key it is nothing.

use docs::db::{Settings, ThirdParties};
use docs::html::diagrams::MERMAID;
use docs::site::hosting::Host;
use serde_json::{Value, json};

use crate::site::{Built, Site};

fn site(integrations: Value) -> Site {
    Site::new().with_config(json!({ "integrations": integrations })).file("index.mdx", "# Start")
}

/// The script that loads third parties.
fn loader(built: &Built) -> Option<String> {
    let name = built.files().keys().find(|name| name.starts_with("_docs/integrations."))?.clone();
    assert!(
        built
            .html("index.html")
            .contains(&format!("<script type=\"module\" src=\"/{name}\" fetchpriority=\"low\"></script>"))
    );
    assert!(built.html("404.html").contains(&name));
    Some(built.html(&name).to_owned())
}

/// What the configuration says to a loader: JSON in its first line.
fn settings_of(loader: &str) -> Value {
    let line = loader.lines().next().and_then(|line| line.strip_prefix("const settings=")).expect("settings");
    serde_json::from_str(line).expect("JSON on one line")
}

/// Every vendor with its settings and what its scripts' origins are.
fn vendors() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("adobe", json!({ "launchUrl": "https://assets.example.com/l.js" }), "https://assets.example.com"),
        ("amplitude", json!({ "apiKey": "key" }), "https://cdn.amplitude.com"),
        ("clarity", json!({ "projectId": "key" }), "https://www.clarity.ms"),
        ("clearbit", json!({ "publicApiKey": "pk_key" }), "https://tag.clearbitscripts.com"),
        ("fathom", json!({ "siteId": "KEY" }), "https://cdn.usefathom.com"),
        ("frontchat", json!({ "snippetId": "123456" }), "https://chat-assets.frontapp.com"),
        ("ga4", json!({ "measurementId": "G-1" }), "https://www.googletagmanager.com"),
        ("gtm", json!({ "tagId": "GTM-1" }), "https://www.googletagmanager.com"),
        ("heap", json!({ "appId": "1" }), "https://cdn.heapanalytics.com"),
        ("hightouch", json!({ "writeKey": "key" }), "https://cdn.hightouch-events.com"),
        ("hotjar", json!({ "hjid": "1", "hjsv": "6" }), "https://static.hotjar.com"),
        ("intercom", json!({ "appId": "123456" }), "https://widget.intercom.io"),
        ("koala", json!({ "publicApiKey": "pk" }), "https://cdn.getkoala.com"),
        ("logrocket", json!({ "appId": "a/b" }), "https://cdn.logr-in.com"),
        ("mixpanel", json!({ "projectToken": "key" }), "https://cdn.mxpnl.com"),
        ("pirsch", json!({ "id": "key" }), "https://api.pirsch.io"),
        ("plausible", json!({ "domain": "a.com", "server": "p.example.com" }), "https://p.example.com"),
        ("posthog", json!({ "apiKey": "phc_1" }), "https://us-assets.i.posthog.com"),
        ("segment", json!({ "key": "key", "cdnUrl": "https://cdn.example.com" }), "https://cdn.example.com"),
    ]
}

#[test]
fn int_01_to_16_every_vendor_is_loaded_by_one_script() {
    for (key, settings, _) in vendors() {
        let mut site = site(json!({ key: settings }));
        let built = site.build();
        assert!(built.codes().is_empty(), "{key}: {:?}", built.codes());
        let text = loader(&built).expect(key);
        assert_eq!(settings_of(&text), json!({ key: settings }));
        assert!(text.contains(&format!("\n{key}({{ ")), "{key} is not known to the script");
        site.edit_config(|config| config["integrations"] = json!({}));
        let built = site.build();
        assert_eq!(loader(&built), None, "{key}");
        built.assert_clean();
    }
}

#[test]
fn int_17_int_20_consent_managers_come_first() {
    let managers = [
        (
            json!({ "osano": { "scriptSource": "https://cmp.osano.com/a/b/osano.js" } }),
            "<script src=\"https://cmp.osano.com/a/b/osano.js\"></script>",
        ),
        // An own copy, or one behind a host of the site's own.
        (
            json!({ "osano": { "scriptSource": "https://consent.e.x/cmp/v2.js?id=7" } }),
            "<script src=\"https://consent.e.x/cmp/v2.js?id=7\"></script>",
        ),
        (
            json!({ "onetrust": { "domainScript": "0-1-test" } }),
            "<script src=\"https://cdn.cookielaw.org/scripttemplates/otSDKStub.js\" charset=\"utf-8\" data-domain-script=\"0-1-test\"></script>",
        ),
        (
            json!({ "transcend": { "bundleId": "a-b" } }),
            "<script src=\"https://transcend-cdn.com/cm/a-b/airgap.js\"></script>",
        ),
    ];
    for (integrations, script) in managers {
        let mut site = site(integrations);
        let built = site.build();
        let html = built.html("index.html");
        let first = html.find("<script").expect("a script");
        assert!(html[first..].starts_with(script), "{html}");
        assert!(loader(&built).is_none(), "there is nobody to load");
        site.edit_config(|config| config["integrations"]["ga4"] = json!({ "measurementId": "G-1" }));
        let built = site.build();
        assert!(loader(&built).is_some_and(|text| text.contains("\"ga4\"")));
        built.assert_clean();
    }
}

#[test]
fn int_17_what_is_no_https_address_is_no_consent_manager_and_nobody_is_loaded() {
    for address in ["http://cmp.osano.com/a/b/osano.js", "//cmp.osano.com/osano.js", "osano.js", "https://"] {
        let built =
            site(json!({ "osano": { "scriptSource": address }, "ga4": { "measurementId": "G-1" } })).build();
        assert!(!built.codes().is_empty(), "{address}");
        assert!(!built.html("index.html").contains("osano"), "{address}");
        assert_eq!(loader(&built), None, "{address}");
    }
}

#[test]
fn int_18_32_without_a_vendor_pages_are_the_same_bytes() {
    let plain = Site::new().file("index.mdx", "# Start").build();
    for integrations in [
        json!({}),
        json!({ "telemetry": { "enabled": true } }),
        json!({ "cookies": { "key": "a", "value": "b" } }),
    ] {
        let built = site(integrations).build();
        assert_eq!(built.html("index.html"), plain.html("index.html"));
        assert_eq!(loader(&built), None);
    }
    for (path, bytes) in plain.files() {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("googletagmanager"), "{path}");
        assert!(!path.ends_with(".html") || !text.contains("docs:event"), "{path}");
    }
}

#[test]
fn int_30_frames_of_the_tag_manager_wait_for_consent() {
    let frame = "<noscript><iframe src=\"https://www.googletagmanager.com/ns.html?id=GTM-1\"";
    let gtm = json!({ "tagId": "GTM-1" });
    assert!(site(json!({ "gtm": gtm })).build().html("index.html").contains(frame));
    let gated = json!({ "gtm": gtm, "cookies": { "key": "a", "value": "b" } });
    assert!(!site(gated).build().html("index.html").contains("<noscript><iframe"));
}

#[test]
fn int_values_never_become_code() {
    let evil = "\"</script><script>alert(1)</script>'+`${1}`";
    for (key, settings, _) in vendors() {
        for setting in settings.as_object().expect("an object").keys() {
            let mut settings = settings.clone();
            let start = settings[setting].as_str().expect("a text").to_owned();
            settings[setting] = json!(format!("{start}{evil}"));
            let built = site(json!({ key: settings })).build();
            let codes = built.codes();
            assert!(matches!(codes[..], ["integration-bad-value" | "config-bad-value"]), "{key}.{setting}");
            assert_eq!(loader(&built), None, "{key}.{setting}: nothing goes anywhere else");
            assert!(!built.html("index.html").contains("alert"), "{key}.{setting}");
        }
    }
    // A name in the reader's storage may be any text.
    let cookies = json!({ "cookies": { "key": evil, "value": "\u{2028}" }, "heap": { "appId": "1" } });
    let text = loader(&site(cookies).build()).expect("a loader");
    assert_eq!(settings_of(&text)["cookies"]["key"], evil);
}

#[test]
fn int_17_a_manager_that_cannot_be_asked_has_not_agreed() {
    let integrations = json!({ "transcend": { "bundleId": "a b" }, "heap": { "appId": "1" } });
    let built = site(integrations).build();
    assert_eq!(built.codes(), ["integration-bad-value"]);
    assert_eq!(loader(&built), None);
}

#[test]
fn int_out_05_policies_allow_what_is_asked_and_nothing_else() {
    let policy = |integrations: Value| {
        let settings = Settings { host: Host::Netlify, ..Settings::default() };
        let mut site = site(integrations).settings(settings);
        let built = site.build();
        built.assert_clean();
        let headers = built.html("_headers");
        let line = headers.lines().find(|line| line.contains("Content-Security-Policy")).expect("a policy");
        let loader = built.files().keys().find(|name| name.starts_with("_docs/integrations.")).cloned();
        assert!(loader.is_none_or(|name| headers.contains(&name)), "kept for ever");
        line.to_owned()
    };
    let strict = policy(json!({}));
    assert!(!strict.contains("blob:; ") || !strict.contains("worker-src"));
    for (key, settings, origin) in vendors() {
        let with = policy(json!({ key: settings }));
        let scripts =
            with.split("script-src").nth(1).and_then(|rest| rest.split(';').next()).expect("scripts");
        assert!(scripts.split(' ').any(|source| source == origin), "{key}: {scripts}");
        assert!(!scripts.contains("unsafe") && !scripts.contains(" https: "), "{key}: {scripts}");
    }
    let own = policy(json!({ "plausible": { "domain": "a.com", "server": "p.example.com" } }));
    assert!(!own.contains("plausible.io"), "{own}");
    assert!(policy(json!({ "logrocket": { "appId": "a/b" } })).contains("worker-src 'self' blob:;"));
}

#[test]
fn int_previews_load_nothing() {
    let settings = Settings { third_parties: ThirdParties::LeftOut, ..Settings::default() };
    let built = site(json!({ "gtm": { "tagId": "GTM-1" } })).settings(settings).build();
    assert_eq!(built.html("index.html"), Site::new().file("index.mdx", "# Start").build().html("index.html"));
}

/// What a script's text asks of other hosts, up to the end of each address.
fn addresses_in(script: &str) -> Vec<&str> {
    let starts = script.match_indices("https://").map(|(at, _)| &script[at..]);
    starts.filter_map(|rest| rest.split(['\'', '`', '"']).next()).collect()
}

/// Whether an address names one version, whose bytes stay: `@11.17.2`.
fn is_of_one_version(address: &str) -> bool {
    let mut versions = address.split('@').skip(1).filter_map(|rest| rest.split('/').next());
    versions.any(|version| version.split('.').filter(|part| part.parse::<u32>().is_ok()).count() == 3)
}

/// OUT-06: what is loaded from elsewhere in one version is loaded with its hash, which `diagrams.rs` says how to make.
/// Vendors change what is behind their addresses whenever they like: with a hash nothing would load from then on.
#[test]
fn out_06_what_has_one_version_has_a_hash_and_nothing_else() {
    let all: Value = vendors().into_iter().map(|(key, settings, _)| (key.to_owned(), settings)).collect();
    let built = site(all).build();
    let mut hashed = Vec::new();
    for (path, bytes) in built.files() {
        let Ok(text) = std::str::from_utf8(bytes) else { continue };
        if !path.starts_with("_docs/") || !path.ends_with(".js") {
            continue;
        }
        let pinned: Vec<&str> =
            addresses_in(text).into_iter().filter(|address| is_of_one_version(address)).collect();
        let has_hash = text.contains("integrity: 'sha384-") || text.contains("integrity:'sha384-");
        assert_eq!(has_hash, !pinned.is_empty(), "{path}: {pinned:?}");
        hashed.extend(pinned.into_iter().map(str::to_owned));
    }
    assert_eq!(hashed, [MERMAID.url]);
    let hash = MERMAID.integrity.strip_prefix("sha384-").expect("SHA-384");
    assert_eq!((hash.len(), hash.trim_end_matches('=').len()), (64, 64), "48 bytes in Base64");
}
