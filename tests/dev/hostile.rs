//! Requests of those who mean harm: whatever is asked, nothing is answered that is not in the plan.

use std::collections::BTreeSet;

use super::server::{Dev, encoded};

const CONFIG: &str = r##"{
  "theme": "mint", "name": "Guarded", "colors": { "primary": "#166534" },
  "navigation": { "pages": ["index", "guide/start", "über/straße"] },
  "redirects": [{ "source": "/old/:rest*", "destination": "/guide/:rest*" }]
}"##;

/// In files that are nobody's business.
const SECRET: &str = "TOP-SECRET-WORDS";

fn project() -> Dev {
    let dev = Dev::project(
        &[
            ("docs.json", CONFIG),
            ("index.mdx", "# Home\n"),
            ("guide/start.mdx", "# Start\n"),
            ("über/straße.mdx", "# Straße\n"),
            ("images/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
            (".env", SECRET),
            (".git/config", SECRET),
            ("node_modules/a/index.js", SECRET),
            ("drafts/secret.mdx", SECRET),
            (".mintignore", "drafts\n"),
        ],
        &[],
    );
    std::fs::write(dev.outer().join("outside.txt"), SECRET).expect("a file");
    let mut dev = dev;
    dev.start();
    dev
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).expect("small")
    }
}

const PIECES: &[&str] = &[
    "../",
    "..%2f",
    "%2e%2e/",
    "%2e%2e%2f",
    "..\\",
    "..%5c",
    "%5c..%5c",
    "/",
    "//",
    "./",
    "%2f",
    "%00",
    "%",
    "%zz",
    "%25",
    "%252e%252e%252f",
    ".env",
    ".git/config",
    "docs.json",
    "index.mdx",
    "outside.txt",
    "drafts/secret",
    ".docs/dev/1/lock",
    ".docs/dev/1/site/index.html",
    "node_modules/a/index.js",
    "@fs/etc/passwd",
    "?raw??",
    "?import",
    "::$DATA",
    ":",
    ";",
    "#",
    "?",
    "&",
    "=",
    ".",
    "..",
    "...",
    " ",
    "\t",
    "é",
    "\u{202e}",
    "file:///etc/passwd",
    "etc/passwd",
    "C:\\",
    "\\\\host\\share",
    "%c0%ae%c0%ae/",
    "%u002e",
    "~",
    "*",
    "_docs/dev/live",
    "_docs/dev.js",
    "index.html",
    ".html",
    ".md",
    "404",
    "old/",
];

#[test]
fn e5_whatever_is_asked_only_the_plan_answers() {
    let count: usize = std::env::var("DOCS_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(1_500);
    let mut dev = project();
    let files = dev.built();
    let known: BTreeSet<&[u8]> = files.values().map(Vec::as_slice).collect();
    let script = dev.get("/_docs/dev.js", &[]).body;
    let names: Vec<&String> = files.keys().collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for number in 0..count {
        let mut target = if number % 3 == 0 {
            String::new()
        } else {
            format!("/{}", encoded(names[random.below(names.len())]))
        };
        for _ in 0..=random.below(5) {
            let piece = PIECES[random.below(PIECES.len())];
            let places: Vec<usize> = (0..=target.len()).filter(|at| target.is_char_boundary(*at)).collect();
            target.insert_str(places[random.below(places.len())], piece);
        }
        let method = ["GET", "HEAD", "GET"][number % 3];
        let request = format!(
            "{method} {target} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n",
            dev.port
        );
        let Some(answer) = dev.raw(request.as_bytes()) else { continue };
        let text = answer.text();
        assert!(
            !text.contains(SECRET) && !text.contains("root:x:"),
            "{target:?} got what is nobody's business"
        );
        if answer.status == 200 && method == "GET" {
            let served = answer.built();
            assert!(known.contains(served.as_slice()) || served == script, "{target:?} got {text}");
        }
        assert!(
            matches!(answer.status, 200 | 301 | 307 | 400 | 403 | 404 | 414 | 431),
            "{target:?}: {}",
            answer.status
        );
        assert!(answer.header("access-control-allow-origin").is_none());
    }
    dev.assert_alive();
    assert_eq!(dev.get("/", &[]).status, 200);
}

#[test]
fn e6_hosts_origins_and_tokens_in_all_combinations() {
    let dev = project();
    let token = dev.token();
    let port = dev.port;
    let own = format!("http://localhost:{port}");
    let hosts = [
        (format!("localhost:{port}"), 0),
        ("127.0.0.1:9".to_owned(), 0),
        ("evil.test".to_owned(), 421),
        (format!("localhost.evil.test:{port}"), 421),
        (String::new(), 400),
    ];
    let origins = [None, Some(own.as_str()), Some("null"), Some("http://evil.test")];
    let sites = [None, Some("same-origin"), Some("cross-site")];
    let mut combinations = 0;
    for (host, refused) in &hosts {
        for origin in origins {
            for site in sites {
                let mut headers = vec![("Host", host.as_str())];
                headers.extend(origin.map(|origin| ("Origin", origin)));
                headers.extend(site.map(|site| ("Sec-Fetch-Site", site)));
                let is_own = origin.is_none_or(|origin| host.starts_with("localhost:") && origin == own)
                    && site.is_none_or(|site| site == "same-origin");
                let expected = |allowed: u16| match *refused {
                    0 if is_own => allowed,
                    0 => 403,
                    refused => refused,
                };
                // A page is read by anybody whose browser shows it; nothing is shared with other origins.
                let page = dev.get("/guide/start", &headers);
                assert_eq!(page.status, if *refused == 0 { 200 } else { *refused }, "{headers:?}");
                assert!(
                    page.headers.iter().all(|(name, _)| !name.starts_with("access-control")),
                    "{headers:?}"
                );
                let answer = dev.ask("HEAD", "/_mintlify/api/request", &headers, "");
                assert_eq!(answer.status, expected(204), "{headers:?}");
                let wrong = dev.get("/_docs/dev/live?token=0&page=/&state=x", &headers);
                assert_eq!(wrong.status, expected(403), "{headers:?}");
                // The right token, on the head alone: the channel itself does not end.
                let stray = dev.get(&format!("/_docs/dev/live?token={token}&page=elsewhere"), &headers);
                assert_eq!(stray.status, expected(400), "{headers:?}");
                combinations += 1;
            }
        }
    }
    assert!(combinations >= 40);
    let two = "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n".to_owned();
    assert_eq!(dev.raw(two.as_bytes()).map(|answer| answer.status), Some(400));
    let none = dev.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").map(|answer| answer.status);
    assert_eq!(none, Some(400));
    let absolute =
        format!("GET http://evil.test/ HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(dev.raw(absolute.as_bytes()).map(|answer| answer.status), Some(400));
}
