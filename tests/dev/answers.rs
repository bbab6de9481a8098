//! What is answered: status codes, headers, forms of a page.

use std::net::TcpListener;

use super::server::Dev;
use crate::api_samples::recorder::Recorder;

const CONFIG: &str = r##"{
  "theme": "mint", "name": "Served", "colors": { "primary": "#166534" },
  "navigation": { "pages": ["index", "guide/start", "guide/more"] },
  "redirects": [
    { "source": "/old", "destination": "/guide/start" },
    { "source": "/moved", "destination": "/guide/more#there", "permanent": false },
    { "source": "/legacy/:rest*", "destination": "/guide/:rest*" },
    { "source": "/away/*", "destination": "https://example.com/*" },
    { "source": "/any/*", "destination": "/*" },
    { "source": "/guide/start", "destination": "/never" }
  ]
}"##;

fn files() -> Vec<(&'static str, &'static str)> {
    vec![
        ("docs.json", CONFIG),
        ("index.mdx", "# Home\n\n[Start](/guide/start)\n"),
        ("guide/start.mdx", "---\ntitle: Start\n---\n\nText.\n"),
        ("guide/more.mdx", "---\ntitle: More\n---\n\nMore text.\n"),
        ("images/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"2\"/>"),
        ("data/notes.json", "{\"a\": 1}\n"),
    ]
}

#[test]
fn cli_03_red_05_pages_redirects_and_what_is_missing() {
    let dev = Dev::serve(&files(), &[]);
    for (target, part) in [
        ("/", "Home"),
        ("/index", "Home"),
        ("/guide/start", "Text."),
        ("/guide/start/", "Text."),
        ("/guide/start?a=b", "Text."),
        ("/guide/start/index.html", "Text."),
        ("/%67uide/start", "Text."),
    ] {
        let page = dev.get(target, &[]);
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8")),
            "{target}"
        );
        assert!(page.text().contains(part) && page.text().contains("/_docs/dev.js"), "{target}");
        assert_eq!(page.header("access-control-allow-origin"), None);
    }
    for (target, status, to) in [
        ("/old", 301, "/guide/start"),
        ("/old/?a=b", 301, "/guide/start?a=b"),
        ("/moved", 302, "/guide/more#there"),
        ("/moved?x=1", 302, "/guide/more?x=1#there"),
        ("/legacy/start", 301, "/guide/start"),
        ("/away/a/b", 301, "https://example.com/a/b"),
        ("/any//evil.test", 301, "/evil.test"),
        ("/any/%5C%5Cevil.test", 301, "/%5C%5Cevil.test"),
        ("/guide", 307, "/guide/start"),
    ] {
        let answer = dev.get(target, &[]);
        assert_eq!((answer.status, answer.header("location")), (status, Some(to)), "{target}");
    }
    let missing = dev.get("/nowhere", &[]);
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("<html") && missing.text().contains("/_docs/dev.js"));
    for secret in
        ["/docs.json", "/.docs/dev/1/lock", "/index.mdx", "/../project/docs.json", "/.docs-manifest"]
    {
        assert_eq!(dev.get(secret, &[]).status, 404, "{secret}");
    }
    for file in ["/llms.txt", "/sitemap.xml", "/robots.txt", "/_docs/search/index.json", "/404.html"] {
        assert!([200, 404].contains(&dev.get(file, &[]).status), "{file}");
    }
    assert_eq!(dev.get("/_docs/search/index.json", &[]).status, 200);
    assert_eq!(dev.get("/llms.txt", &[]).status, 200);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let answer = dev.ask(method, "/guide/start", &[], "");
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

#[test]
fn ai_02_the_same_address_as_markdown() {
    let dev = Dev::serve(&files(), &[]);
    let exported = dev.get("/guide/start.md", &[]);
    assert_eq!(exported.header("content-type"), Some("text/markdown; charset=utf-8"));
    assert!(exported.text().contains("# Start") && !exported.text().contains("<script"));
    for (target, accept) in
        [("/guide/start", "text/markdown"), ("/guide/start/", "text/markdown, text/html;q=0.5")]
    {
        let page = dev.get(target, &[("Accept", accept)]);
        assert_eq!((page.status, page.header("vary")), (200, Some("Accept")));
        assert_eq!(page.body, exported.body, "{accept}");
    }
    let home = dev.get("/", &[("Accept", "text/markdown")]);
    assert_eq!(home.body, dev.get("/index.md", &[]).body);
    let html = dev.get("/guide/start", &[("Accept", "text/html, */*")]);
    assert_eq!(
        (html.header("content-type"), html.header("vary")),
        (Some("text/html; charset=utf-8"), Some("Accept"))
    );
}

#[test]
fn cli_03_heads_tags_and_parts() {
    let dev = Dev::project(&files(), &[]);
    let film: Vec<u8> = (0..3_000_000_u32).map(|number| number as u8).collect();
    dev.place("images/film.mp4", &film);
    let mut dev = dev;
    dev.start();
    for target in ["/guide/start", "/images/p.svg", "/guide/start.md", "/images/film.mp4"] {
        let whole = dev.get(target, &[]);
        let head = dev.ask("HEAD", target, &[], "");
        assert_eq!((head.status, head.body.len()), (200, 0), "{target}");
        assert_eq!(head.header("content-length"), Some(whole.body.len().to_string().as_str()), "{target}");
        let tag = whole.header("etag").expect("a tag").to_owned();
        let again = dev.get(target, &[("If-None-Match", &tag)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{target}");
        assert_eq!(dev.get(target, &[("If-None-Match", "\"other\"")]).status, 200, "{target}");
    }
    assert_eq!(dev.get("/images/film.mp4", &[]).body, film);
    for (range, part) in [
        ("bytes=10-19", &film[10..20]),
        ("bytes=2999990-", &film[2_999_990..]),
        ("bytes=-5", &film[2_999_995..]),
    ] {
        let answer = dev.get("/images/film.mp4", &[("Range", range)]);
        assert_eq!((answer.status, answer.body.as_slice()), (206, part), "{range}");
    }
    assert_eq!(dev.get("/images/film.mp4", &[("Range", "bytes=3000000-")]).status, 416);
    assert_eq!(dev.get("/data/notes.json", &[("Range", "bytes=1-3")]).text(), "\"a\"");
    let before = dev.get("/images/p.svg", &[]).header("etag").map(str::to_owned);
    dev.write("images/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"2\"/>");
    dev.sync();
    assert_ne!(dev.get("/images/p.svg", &[]).header("etag").map(str::to_owned), before);
}

#[test]
fn cli_03_a_base_path() {
    let dev = Dev::serve(&files(), &["--base", "docs/"]);
    assert_eq!(dev.get("/", &[]).header("location"), Some("/docs/"));
    assert_eq!(dev.get("/docs?a=1", &[]).header("location"), Some("/docs/?a=1"));
    assert_eq!(dev.get("/docs/guide/start", &[]).status, 200);
    assert_eq!(dev.get("/docs/old", &[]).header("location"), Some("/docs/guide/start"));
    assert_eq!(dev.get("/docs/_docs/dev.js", &[]).status, 200);
    assert_eq!(dev.get("/guide/start", &[]).status, 404);
    assert_eq!(dev.get("/docsguide/start", &[]).status, 404);
}

#[test]
fn cli_03_the_next_free_port_and_the_end() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let mut dev = Dev::project(&files(), &["--port", &port.to_string()]);
    dev.start();
    assert!(dev.port > port && dev.get("/", &[]).status == 200, "{port} {}", dev.port);
    // A second server of the same project has a folder of its own, and nothing lies where a build would put it.
    let mut more = dev.command("dev", &["--no-open", "--port", "0"]);
    more.stderr(std::process::Stdio::piped());
    let mut second = more.spawn().expect("the program starts");
    while !dev.path(".docs/dev/2/site/index.html").exists() {
        assert!(second.try_wait().expect("a child").is_none());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    second.kill().and_then(|()| second.wait()).expect("an end");
    assert!(dev.path(".docs/dev/1/site/index.html").exists() && !dev.path("dist").exists());
    assert!(!dev.outer().join("dist").exists());
    assert_eq!(dev.signal("INT"), Some(130));
    // What the last server left is used again.
    dev.start();
    assert_eq!(dev.get("/guide/start", &[]).status, 200);
}

/// A site whose API is at these origins.
fn with_api(origins: &[&str]) -> Dev {
    let servers: Vec<String> = origins.iter().map(|origin| format!(r#"{{"url":"{origin}/v1"}}"#)).collect();
    let description = format!(
        r#"{{"openapi":"3.1.0","info":{{"title":"T","version":"1"}},"servers":[{}],"paths":{{"/a":{{"get":{{"summary":"Ask","responses":{{"200":{{"description":"ok"}}}}}}}}}}}}"#,
        servers.join(",")
    );
    let config = r##"{ "theme": "mint", "name": "S", "colors": { "primary": "#166534" }, "navigation": { "pages": ["index", "GET /a"] }, "api": { "openapi": "openapi.json" } }"##;
    Dev::serve(&[("docs.json", config), ("index.mdx", "# Home\n"), ("openapi.json", &description)], &[])
}

#[test]
fn play_08_the_proxy_asks_servers_of_the_api_and_no_others() {
    let recorder = Recorder::start();
    let dev = with_api(&[&recorder.origin]);
    let path = "/_mintlify/api/request";
    let hello = dev.ask("HEAD", path, &[], "");
    assert_eq!((hello.status, hello.header("x-docs-proxy")), (204, Some("1")));
    let target = format!("{}/a/b?c=d%20e", recorder.origin);
    let answer = dev.ask(
        "PUT",
        path,
        &[
            ("X-Docs-Target", &target),
            ("Cookie", "site=1"),
            ("X-Docs-Cookie", "api=2"),
            ("Authorization", "Bearer t"),
        ],
        "{}",
    );
    assert_eq!((answer.status, answer.header("x-docs-proxy")), (200, Some("1")), "{}", answer.text());
    assert_eq!(answer.header("access-control-allow-origin"), None);
    let sent = recorder.wait().remove(0);
    assert_eq!(
        (sent.method.as_str(), sent.target.as_str(), sent.body.as_slice()),
        ("PUT", "/a/b?c=d%20e", &b"{}"[..])
    );
    let of = |name: &str| sent.headers.get(name).map(String::as_str);
    assert_eq!(
        (of("cookie"), of("authorization"), of("x-docs-target")),
        (Some("api=2"), Some("Bearer t"), None)
    );
    let cross = [("X-Docs-Target", target.as_str()), ("Sec-Fetch-Site", "cross-site")];
    let other = [("X-Docs-Target", target.as_str()), ("Origin", "http://evil.test")];
    let elsewhere = [("X-Docs-Target", "http://example.com/")];
    for (headers, status) in [(&cross[..], 403), (&other[..], 403), (&elsewhere[..], 403), (&[][..], 400)] {
        assert_eq!(dev.ask("GET", path, headers, "").status, status, "{headers:?}");
    }
    assert!(recorder.take().is_empty());
}

#[test]
fn play_08_the_proxy_follows_redirects_to_servers_of_the_api() {
    let (recorder, other) = (Recorder::start(), Recorder::start());
    let dev = with_api(&[&recorder.origin, &other.origin]);
    let send = |method: &str, address: &str| {
        let target = format!("{}{address}", recorder.origin);
        let headers = [
            ("X-Docs-Target", target.as_str()),
            ("X-Docs-Cookie", "api=2"),
            ("Authorization", "Bearer t"),
            ("X-Key", "k"),
            ("Content-Type", "application/json"),
        ];
        dev.ask(method, "/_mintlify/api/request", &headers, "{}")
    };
    let answer = send("POST", "/moved/302?/r/json");
    assert_eq!((answer.status, answer.text().as_str()), (200, "ok"), "{}", answer.text());
    assert_eq!(answer.header("x-docs-source"), Some(format!("{}/r/json", recorder.origin).as_str()));
    let sent = recorder.wait().pop().unwrap();
    assert_eq!(
        (sent.method.as_str(), sent.target.as_str(), sent.body.as_slice()),
        ("GET", "/r/json", &b""[..])
    );
    let has = |name: &str| sent.headers.contains_key(name);
    assert!(
        has("authorization") && has("cookie") && has("x-key") && !has("content-type"),
        "{:?}",
        sent.headers
    );
    // Another server of the API is asked the same, but not told who asks.
    assert_eq!(send("POST", &format!("/moved/307?{}/b", other.origin)).status, 200);
    let sent = other.wait().pop().unwrap();
    assert_eq!(
        (sent.method.as_str(), sent.target.as_str(), sent.body.as_slice()),
        ("POST", "/b", &b"{}"[..])
    );
    let has = |name: &str| sent.headers.contains_key(name);
    assert!(
        has("content-type") && !has("authorization") && !has("cookie") && !has("x-key"),
        "{:?}",
        sent.headers
    );
    recorder.take();
    for (address, words) in [
        ("/moved/302?http://example.com/x", "leads to `http://example.com/x`"),
        (&*"/moved/302?".repeat(8), "more than 5"),
    ] {
        let answer = send("GET", address);
        assert!(answer.status == 502 && answer.text().contains(words), "{address}: {}", answer.text());
        assert_eq!((answer.header("x-docs-proxy"), answer.header("location")), (Some("1"), None));
    }
}

#[test]
fn play_08_the_proxy_sends_what_a_browser_would_send() {
    let recorder = Recorder::start();
    let dev = with_api(&[&recorder.origin]);
    let text = format!(
        "POST /_mintlify/api/request HTTP/1.1\r\nConnection: close\r\nHost: localhost:{}\r\nX-Docs-Target: {}/a\r\nX-Name: caf\u{e9}\r\nContent-Length: 0\r\n\r\n",
        dev.port, recorder.origin
    );
    let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let answer = dev.raw(&bytes).expect("an answer");
    let sent = recorder.wait().pop().unwrap();
    assert!(
        sent.head.windows(5).any(|bytes| bytes == b"caf\xe9\r"),
        "{}",
        String::from_utf8_lossy(&sent.head)
    );
    let of = |name: &str| sent.headers.get(name).map(String::as_str);
    assert_eq!((of("content-length"), of("transfer-encoding")), (Some("0"), None));
    assert_eq!(answer.status, 200);
}

#[test]
fn cli_03_words_of_the_other_tool_are_understood() {
    for more in [
        &["--disable-openapi", "--disable-prefetch", "--local-schema", "--client-version", "0.0.1"][..],
        &["--no-search", "--no-openapi", "--groups", "a", "b"],
        &["--host", "127.0.0.1", "--preview", "--with-analytics", "--poll=20"],
    ] {
        let dev = Dev::serve(&files(), more);
        assert_eq!(dev.get("/", &[]).status, 200, "{more:?}");
    }
    let dev = Dev::project(&files(), &[]);
    for wrong in [&["--port", "x"][..], &["--host=nowhere"], &["--what"]] {
        let output = dev.command("dev", wrong).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn cli_03_a_site_that_cannot_be_read_says_why() {
    let mut dev = Dev::serve(&[("docs.json", "{ \"name\": "), ("index.mdx", "# Home\n")], &[]);
    let page = dev.get("/", &[]);
    assert_eq!(page.status, 503);
    assert!(page.text().contains("docs.json:1:") && page.text().contains("/_docs/dev.js"), "{}", page.text());
    dev.write("docs.json", CONFIG);
    dev.sync();
    assert_eq!(dev.get("/", &[]).status, 200);
}
