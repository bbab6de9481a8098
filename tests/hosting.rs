//! Redirects, 404 pages and headers as hosts get them, and what is left to pages and scripts.

use std::collections::BTreeSet;

use docs::config::look::Theme;
use docs::db::Settings;
use docs::html::policy::script_sources;
use docs::site::hosting::Host;
use docs::text::{Addresses, UrlStyle};
use serde_json::{Value, json};

use crate::site::{Built, Site};

const HOSTS: [(Host, &str); 8] = [
    (Host::Netlify, "_redirects"),
    (Host::Cloudflare, "_redirects"),
    (Host::Vercel, "vercel.json"),
    (Host::Azure, "staticwebapp.config.json"),
    (Host::Nginx, "nginx.conf"),
    (Host::Caddy, "Caddyfile"),
    (Host::Apache, ".htaccess"),
    (Host::CloudFront, "cloudfront-function.js"),
];

fn site(host: Host) -> Site {
    Site::new()
        .with_config(json!({ "redirects": [
            { "source": "/old", "destination": "/new#part" },
            { "source": "/older", "destination": "/old", "permanent": false },
            { "source": "/away", "destination": "https://example.com/a?b=c" },
            { "source": "/beta/:slug*", "destination": "/v2/:slug*" },
            { "source": "/articles/concepts-*", "destination": "/new" },
            { "source": "/:one/from/:two", "destination": "/:two/to/:one", "permanent": false },
        ] }))
        .file("index.mdx", "# Start")
        .file("new.mdx", "# New\n\n## Part")
        .settings(Settings { host, ..Settings::default() })
}

fn not_found_data(built: &Built, path: &str) -> Value {
    let html = built.html(path);
    let data = html.split("id=\"not-found-data\">").nth(1).expect("data").split("</script>").next();
    serde_json::from_str(data.expect("data")).expect("JSON")
}

#[test]
fn red_03_redirect_pages_tell_search_engines_the_whole_address_where_it_is_known() {
    let canonical = |built: &Built, page: &str| {
        let html = built.html(&format!("{page}/index.html"));
        html.split("rel=\"canonical\" href=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned)
    };
    let known = Settings { site_url: Some("https://e.x".to_owned()), ..Settings::default() };
    let mut site = site(Host::Plain).settings(known);
    let built = site.build();
    assert_eq!(canonical(&built, "old").as_deref(), Some("https://e.x/new"));
    assert!(built.html("old/index.html").contains("url=/new#part\""), "the reader stays on this host");
    assert_eq!(canonical(&built, "away").as_deref(), Some("https://example.com/a?b=c"));
    // The same address as in the head of the page that it leads to.
    for seo in [json!({ "metatags": { "canonical": "https://main.e.x/" } }), json!({ "trailingSlash": true })]
    {
        site.edit_config(|config| config["seo"] = seo);
        let built = site.build();
        assert_eq!(canonical(&built, "old"), canonical(&built, "new"));
        built.assert_clean();
    }
}

#[test]
fn red_01_02_03_plain_hosts_get_pages_and_a_router() {
    let built = site(Host::Plain).build();
    assert_eq!(built.codes(), ["redirect-chain"]);
    for (path, to) in [("old", "/new#part"), ("older", "/new#part"), ("away", "https://example.com/a?b=c")] {
        let html = built.html(&format!("{path}/index.html"));
        assert!(
            html.contains(&format!("<noscript><meta http-equiv=\"refresh\" content=\"0; url={to}\">")),
            "{html}"
        );
        assert!(html.contains(&format!("<link rel=\"canonical\" href=\"{to}\">")));
        assert!(html.contains("location.search") && html.contains("location.hash"));
    }
    let rules = &not_found_data(&built, "404.html")["rules"];
    let expected = json!([
        ["^/beta/(.*)$", "/v2/$1"],
        ["^/articles/concepts-(.*)$", "/new"],
        ["^/([^/]+)/from/([^/]+)/?$", "/$2/to/$1"],
    ]);
    assert_eq!(*rules, expected);
    assert!(!built.files().contains_key("_redirects") && !built.files().contains_key("_headers"));
    built.assert_clean();
}

/// GitHub Pages publishes a branch through a program that leaves out folders such as `_docs`, unless this file is there.
#[test]
fn out_01_a_plain_host_publishes_folders_that_begin_with_a_line() {
    let built = site(Host::Plain).build();
    assert_eq!(built.html(".nojekyll"), "");
    assert!(!site(Host::Netlify).build().files().contains_key(".nojekyll"));
}

/// A browser asks for the bytes that an address stands for, and a server of files for the file of that name.
#[test]
fn out_01_names_with_a_percent_sign_have_addresses_of_their_own() {
    let built = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "100%-done", "ab%cd", "50%25"] } }))
        .file("index.mdx", "# Start")
        .file("100%-done.mdx", "# One")
        .file("ab%cd.mdx", "# Two")
        .file("50%25.mdx", "# Three")
        .build();
    built.assert_no_problems();
    let page = built.html("index.html");
    for (address, file) in [("100%25-done", "100%-done"), ("ab%25cd", "ab%cd"), ("50%2525", "50%25")] {
        assert!(page.contains(&format!("href=\"/{address}\"")), "{address}: {page}");
        assert!(built.files().contains_key(&format!("{file}/index.html")));
        assert!(built.html("llms.txt").contains(&format!("(/{address}.md)")), "{address}");
    }
}

#[test]
fn red_03_out_02_every_host_gets_its_own_file() {
    for (host, file) in HOSTS {
        let mut site = site(host);
        let built = site.build();
        let text = built.html(file);
        assert!(
            text.contains("/new#part") || text.contains("args#part") || text.contains("}#part"),
            "{host:?}\n{text}"
        );
        assert!(text.contains("301") && text.contains("302"), "{host:?}\n{text}");
        assert!(!built.files().contains_key("old/index.html"), "{host:?}: a page would shadow the rule");
        built.assert_clean();
        site.edit_config(|config| config["redirects"][0]["destination"] = json!("/"));
        let built = site.build();
        assert!(!built.html(file).contains("#part"), "{host:?}");
        built.assert_clean();
    }
}

#[test]
fn ai_08_every_host_tells_where_the_lists_for_language_models_are() {
    for (host, file) in HOSTS {
        let addresses = Addresses::new("/docs", UrlStyle::Directory);
        let built = site(host).settings(Settings { host, addresses, ..Settings::default() }).build();
        let text = built.html(file.replace("_redirects", "_headers").as_str()).replace('\\', "");
        let link = "</docs/llms.txt>; rel=\"llms-txt\", </docs/llms-full.txt>; rel=\"llms-full-txt\"";
        assert!(text.contains(link), "{host:?}\n{text}");
        assert!(text.to_lowercase().contains("x-llms-txt"), "{host:?}\n{text}");
        assert!(built.files().contains_key("llms.txt") && built.files().contains_key("llms-full.txt"));
    }
}

#[test]
fn red_03_lines_of_redirect_files() {
    let built = site(Host::Netlify).build();
    let expected = "/away https://example.com/a?b=c 301\n/old /new#part 301\n/older /new#part 302\n\
                    /beta/* /v2/:splat 301\n/:part1/from/:part2 /:part2/to/:part1 302\n";
    assert_eq!(built.html("_redirects"), expected);
    // A `*` in a segment is not known there.
    assert_eq!(not_found_data(&built, "404.html")["rules"], json!([["^/articles/concepts-(.*)$", "/new"]]));
    let built = site(Host::Cloudflare).build();
    assert!(built.html("_redirects").contains("/articles/concepts-* /new 301\n"));
    assert!(!built.html("404.html").contains("<script>!function(){var d=JSON"));
}

#[test]
fn red_03_formats_keep_query_and_base() {
    let with_base = |host| {
        let addresses = Addresses::new("/docs", UrlStyle::Directory);
        site(host).settings(Settings { host, addresses, ..Settings::default() }).build()
    };
    let nginx = with_base(Host::Nginx);
    let text = nginx.html("nginx.conf");
    assert!(
        text.contains("if ($uri ~ \"^/docs/old/?$\") { return 301 \"/docs/new$is_args$args#part\"; }"),
        "{text}"
    );
    assert!(text.contains("\"https://example.com/a?b=c&$args\""));
    assert!(text.contains("if ($uri ~ \"^/docs/beta/(.*)$\") { return 301 \"/docs/v2/$1$is_args$args\"; }"));
    let caddy = with_base(Host::Caddy);
    assert!(caddy.html("Caddyfile").contains("\"/docs/v2/{re.docs_3.1}{docs_query}\" 301"));
    let apache = with_base(Host::Apache);
    assert!(apache.html(".htaccess").contains("RewriteRule \"^beta/(.*)$\" \"/docs/v2/$1\" [R=301,NE,L]"));
    let vercel: Value = serde_json::from_str(with_base(Host::Vercel).html("vercel.json")).expect("JSON");
    assert_eq!(
        vercel["redirects"][3],
        json!({ "source": "/docs/beta/:part1(.*)", "destination": "/docs/v2/:part1", "statusCode": 301 })
    );
    let azure = with_base(Host::Azure);
    let azure: Value = serde_json::from_str(azure.html("staticwebapp.config.json")).expect("JSON");
    assert_eq!(azure["responseOverrides"]["404"]["rewrite"], "/docs/404.html");
}

#[test]
fn red_03_the_policy_names_every_script_of_every_page() {
    let hosts = [(Host::Netlify, "_headers"), (Host::Apache, ".htaccess")];
    for (number, theme) in Theme::ALL.into_iter().enumerate() {
        let (host, file) = hosts[number % hosts.len()];
        let mut site = Site::example().settings(Settings { host, ..Settings::default() });
        site.edit_config(|config| config["theme"] = theme.name().into());
        let built = site.build();
        assert!(built.html("index.html").contains(&format!("data-layout=\"{}\"", theme.name())));
        let policy = built.html(file).to_owned();
        let mut sources = BTreeSet::new();
        let pages = built.files().keys().filter(|path| path.ends_with(".html")).cloned().collect::<Vec<_>>();
        pages.iter().for_each(|path| script_sources(built.html(path), &mut sources));
        assert!(sources.len() >= 4, "{sources:?}");
        for source in &sources {
            assert!(policy.contains(source.as_str()), "{source} is not in {policy}");
        }
        assert!(
            policy.contains("nosniff") && policy.contains("Referrer-Policy") && policy.contains("immutable")
        );
    }
}

#[test]
fn red_03_an_edit_of_a_script_reaches_the_policy() {
    let mut site = site(Host::Netlify).file("page.mdx", "# Page\n\n<script>{`one()`}</script>");
    let before = site.build().html("_headers").to_owned();
    site.edit("page.mdx", "# Page\n\n<script>{`two()`}</script>");
    let built = site.update(&["page.mdx"]);
    assert_ne!(built.html("_headers"), before);
    built.assert_clean();
    site.edit("page.mdx", "# Page\n\n<script>{`three()`}</script>");
    site.build_once().assert_clean();
}

#[test]
fn red_03_the_home_page_may_be_redirected() {
    let site = |host| {
        Site::new()
            .with_config(json!({
                "navigation": { "pages": ["new"] },
                "redirects": [{ "source": "/", "destination": "/other" }],
            }))
            .file("new.mdx", "# New")
            .file("other.mdx", "# Other")
            .settings(Settings { host, ..Settings::default() })
            .build()
    };
    assert!(site(Host::Plain).html("index.html").contains("url=/other\""));
    let built = site(Host::Netlify);
    assert_eq!(built.html("_redirects"), "/ /other 301\n");
    assert!(!built.files().contains_key("index.html"));
    assert!(
        site(Host::Nginx)
            .html("nginx.conf")
            .contains("if ($uri ~ \"^/$\") { return 301 \"/other$is_args$args\"; }")
    );
}

#[test]
fn red_03_a_file_of_the_project_wins() {
    let built = site(Host::Netlify).file("_headers", "/*\n  X-Own: 1\n").build();
    assert_eq!(built.html("_headers"), "/*\n  X-Own: 1\n");
    assert!(built.codes().contains(&"host-file-exists"));
    built.assert_clean();
}

#[test]
fn red_04_checks_of_patterns_and_sources() {
    let built = Site::new()
        .with_config(json!({ "redirects": [
            { "source": "/a?x=1", "destination": "/" },
            { "source": "/b#c", "destination": "/" },
            { "source": "/gone/*", "destination": "/nowhere" },
            { "source": "/round/*", "destination": "/round/trip" },
            { "source": "/long/*", "destination": "/short" },
            { "source": "/short", "destination": "/" },
            { "source": "/more/:rest*", "destination": "/more/again/:rest*" },
            { "source": "/here/:rest*", "destination": "/there/:rest*" },
            { "source": "/there/:rest*", "destination": "/here/:rest*" },
            { "source": "/moved/:rest*", "destination": "/other/:rest*" },
        ] }))
        .file("index.mdx", "# Start")
        .build();
    let mut codes = built.codes();
    codes.sort_unstable();
    assert_eq!(
        codes,
        ["redirect-chain", "redirect-destination-missing", "redirect-loop", "redirect-source-suffix"]
    );
    let circles = built.problems().into_iter().filter(|problem| problem.starts_with("redirect-loop")).count();
    assert_eq!(circles, 4, "{:?}", built.problems());
    // What never matches is no file either.
    assert!(built.html("short/index.html").contains("http-equiv=\"refresh\""));
    assert!(!built.files().keys().any(|path| path.contains(['?', '#'])), "{:?}", built.files().keys());
}

#[test]
fn cfg_29_err_01_the_404_page_has_components_and_lists_of_paths() {
    let mut site = Site::new()
        .with_config(json!({
            "navigation": { "pages": ["index", "guides/webhooks"] },
            "errors": { "404": { "title": "Lost", "description": "Go **on**.\n\n<Card title=\"Home\" href=\"/\">x</Card>" } },
        }))
        .file("index.mdx", "# Start")
        .file("guides/webhooks.mdx", "# Webhooks")
        .file("hidden.mdx", "---\nhidden: true\n---\n# Hidden");
    let built = site.build();
    let html = built.html("404.html").to_owned();
    assert!(html.contains("<h1 class=\"not-found-title\" id=\"page-title\">Lost</h1>"));
    assert!(html.contains("<strong>on</strong>") && html.contains("class=\"card"), "{html}");
    assert!(html.contains("noindex"));
    let lists = not_found_data(&built, "404.html")["lists"].clone();
    let file = lists[0][1].as_str().expect("a list").trim_start_matches('/').to_owned();
    assert_eq!(built.html(&file), "guides/webhooks\n", "hidden pages are not offered");
    built.assert_clean();
    // Titles and texts are not in the lists; another page is, and no page of the site changes with it.
    site.edit("guides/webhooks.mdx", "# Other title");
    let built = site.build();
    assert_eq!(built.html("404.html"), html);
    site.edit("guides/more.mdx", "# More");
    site.edit_config(|config| {
        config["navigation"]["pages"] = json!(["index", "guides/webhooks", "guides/more"])
    });
    site.build().assert_clean();
}

#[test]
fn cfg_29_err_02_the_404_page_leads_home_only_when_asked() {
    let site = |redirect: Option<bool>| {
        let mut site = Site::new().file("index.mdx", "# Start");
        if let Some(redirect) = redirect {
            site = site.with_config(json!({ "errors": { "404": { "redirect": redirect } } }));
        }
        site.build()
    };
    assert_eq!(not_found_data(&site(Some(true)), "404.html")["home"], "/");
    for built in [site(None), site(Some(false))] {
        assert_eq!(not_found_data(&built, "404.html")["home"], Value::Null);
    }
}

/// Hosts that do not look for 404.html by themselves are told, and nobody answers for a missing page with another.
#[test]
fn seo_09_missing_pages_have_their_status_on_every_host() {
    for (host, file) in HOSTS {
        let built = site(host).build();
        assert!(built.html("404.html").contains("not-found-title"), "{host:?}");
        let text = built.html(file);
        let told = match host {
            Host::Azure => "\"404\": {\n      \"rewrite\": \"/404.html\"\n    }",
            Host::Nginx => "error_page 404 \"/404.html\";",
            Host::Caddy => "rewrite * \"/404.html\"",
            Host::Apache => "ErrorDocument 404 /404.html",
            Host::CloudFront => "404.html and status 404",
            _ => "",
        };
        assert!(text.contains(told), "{host:?}\n{text}");
        let is_catching = |line: &str| line.starts_with("/* ") || line.contains("navigationFallback");
        assert!(!text.lines().any(|line| is_catching(line.trim())), "{host:?}\n{text}");
    }
}

#[test]
fn err_01_languages_have_their_own_404_page() {
    let page = |title: &str| format!("# {title}");
    let built = Site::new()
        .with_config(json!({ "navigation": { "languages": [
            { "language": "en", "default": true, "pages": ["en/index", "en/a"] },
            { "language": "de", "pages": ["de/index", "de/a"] },
            { "language": "ar", "pages": ["ar/index"] },
        ] } }))
        .file("en/index.mdx", &page("A"))
        .file("en/a.mdx", &page("B"))
        .file("de/index.mdx", &page("C"))
        .file("de/a.mdx", &page("D"))
        .file("ar/index.mdx", &page("E"))
        .build();
    assert!(built.html("404.html").contains("<html lang=\"en\""));
    assert!(built.html("de/404.html").contains("Seite nicht gefunden"));
    assert!(built.html("ar/404.html").contains("<html lang=\"ar\" dir=\"rtl\""));
    let data = not_found_data(&built, "404.html");
    assert_eq!(data["folders"].as_array().map(Vec::len), Some(3));
    // A host with one page for all sends its readers on to that of their language.
    assert_eq!(
        (&data["languages"][1]["folder"], &data["languages"][1]["lang"]),
        (&json!("de"), &json!("de"))
    );
    assert!(built.html("404.html").contains("/404.html\",l)"), "the script that does");
    built.assert_clean();
}

/// Who asks for Markdown, and which hosts are told what to do then.
#[test]
fn ai_02_hosts_that_can_answer_with_markdown_do() {
    for (host, file) in HOSTS {
        let built = site(host).build();
        let text = built.html(file).to_owned();
        let is_left = built.codes().contains(&"no-markdown-negotiation");
        let can = [Host::Vercel, Host::Nginx, Host::Caddy, Host::Apache, Host::CloudFront].contains(&host);
        assert_eq!(
            (text.contains("text/markdown") && text.contains("Accept"), is_left),
            (can, !can),
            "{host:?}\n{text}"
        );
    }
    // Pages without Markdown of their own: who cannot look does not guess.
    for (host, can) in [(Host::Vercel, false), (Host::CloudFront, false), (Host::Nginx, true)] {
        let built = site(host)
            .with_config(json!({ "navigation": { "languages": [
                { "language": "en", "pages": ["index", "new"] }, { "language": "de", "fallback": "default" },
            ] } }))
            .build();
        assert_eq!(built.codes().contains(&"no-markdown-negotiation"), !can, "{host:?}");
    }
}

/// What a script prints as JSON; `None` where there is no node to run it.
fn answer_of(script: &str) -> Option<Value> {
    let Ok(node) = std::process::Command::new("node").args(["-e", script]).output() else {
        eprintln!("skipped: node is not installed");
        return None;
    };
    let answer = serde_json::from_slice(&node.stdout);
    Some(answer.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&node.stderr))))
}

/// What a variable part stands for never leads to another host, and a number behind a dot is no kind of file.
#[test]
fn red_03_out_02_cloudfront_keeps_to_its_host_and_finds_versions() {
    let mut site = site(Host::CloudFront);
    site.edit_config(|config| {
        config["redirects"] = json!([{ "source": "/open/:p*", "destination": "/:p*" }]);
    });
    let function = site.build().html("cloudfront-function.js").to_owned();
    let asks = "const ask = uri => handler({ request: { uri, querystring: {}, headers: {} } });\n\
        const to = uri => ask(uri).headers.location.value;\n\
        console.log(JSON.stringify([to('/open//evil.test/x'), to('/open/%5Cevil.test'), to('/open/a%2Fb%20c'), \
        ask('/guides/v1.2').uri, ask('/a/b.7z').uri, ask('/a.css').uri]))";
    let Some(answer) = answer_of(&format!("{function}\n{asks}")) else { return };
    let expected = json!([
        "/evil.test/x",
        "/%5Cevil.test",
        "/a%2Fb%20c",
        "/guides/v1.2/index.html",
        "/a/b.7z",
        "/a.css"
    ]);
    assert_eq!(answer, expected);
}

/// What the function of CloudFront does with requests.
#[test]
fn ai_02_cloudfront_finds_the_markdown() {
    let built = site(Host::CloudFront).settings(Settings {
        host: Host::CloudFront,
        addresses: Addresses::new("/docs", UrlStyle::Directory),
        ..Settings::default()
    });
    let function = { built }.build().html("cloudfront-function.js").to_owned();
    let asks = "const ask = (uri, accept) => handler({ request: { uri, querystring: {}, headers: accept ? { accept: { value: accept } } : {} } });\n\
        const md = 'text/html;q=0.8, text/markdown';\n\
        console.log(JSON.stringify([ask('/docs/new', md).uri, ask('/docs/new/', md).uri, ask('/docs/', md).uri, ask('/docs/new', '*/*').uri, \
        ask('/docs/a.css', md).uri, ask('/docs/old', md).statusCode, ask('/docs/new').uri, \
        handler({ request: { uri: '/docs/new.md' }, response: { headers: {} } }).headers['content-type'].value, \
        handler({ request: { uri: '/docs/new/index.html' }, response: { headers: {} } }).headers['x-frame-options'].value]))";
    let Some(answer) = answer_of(&format!("{function}\n{asks}")) else { return };
    assert_eq!(
        answer,
        json!([
            "/docs/new.md",
            "/docs/new.md",
            "/docs/index.md",
            "/docs/new/index.html",
            "/docs/a.css",
            301,
            "/docs/new/index.html",
            "text/markdown; charset=utf-8",
            "SAMEORIGIN"
        ])
    );
}

/// What is kept for good has a hash in its name; files of the project keep their names and are asked for again.
#[test]
fn txt_11_only_names_with_a_hash_are_kept_for_good() {
    let built = site(Host::Netlify).file("images/a.png", "x").file("own.pdf", "x").build();
    let lines: Vec<&str> = built.html("_headers").lines().collect();
    let kept: Vec<&str> = lines
        .windows(2)
        .filter(|pair| pair[1].contains("immutable") && !pair[0].starts_with([' ', '#']))
        .map(|pair| pair[0].trim_start_matches('/'))
        .collect();
    for path in &kept {
        let name = path.rsplit('/').next().expect("a name");
        let hash = name.split('.').rev().nth(1).unwrap_or_default();
        let is_hash = hash.len() == 10 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(path.starts_with("_docs/") && is_hash, "{path}");
    }
    assert!(kept.iter().any(|path| path.starts_with("_docs/site.")), "{kept:?}");
    assert!(built.files().contains_key("images/a.png") && built.files().contains_key("own.pdf"));
}

/// A drawing is published as it is, and the policy lets no script of it run.
#[test]
fn txt_12_drawings_are_published_whole_below_the_policy() {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script><foreignObject width=\"9\" height=\"9\">\
                   <p xmlns=\"http://www.w3.org/1999/xhtml\">Text</p></foreignObject></svg>";
    let built =
        site(Host::Netlify).file("a.svg", drawing).file("index.mdx", "# Start\n\n![A](/a.svg)").build();
    assert_eq!(built.html("a.svg"), drawing);
    assert!(built.body("index.html").contains("<img src=\"/a.svg\" alt=\"A\""));
    let rule = built.html("_headers").split("\n/*\n").nth(1).expect("a rule for all files");
    let policy = rule.lines().find(|line| line.contains("Content-Security-Policy")).expect("a policy");
    let scripts = policy.split(';').find(|part| part.contains("script-src")).expect("scripts");
    assert!(scripts.contains("'sha256-") && !scripts.contains("unsafe-inline"), "{scripts}");
}
