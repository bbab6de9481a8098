//! Real servers with the files that a build makes for them (RED-03): redirects, the 404 page, headers, the base path,
//! and that a page wins over a pattern. A server that is not installed is skipped, and says so.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use docs::db::Settings;
use docs::site::hosting::{Host, Precompress};
use docs::text::{Addresses, UrlStyle};
use serde_json::json;

use crate::site::Site;

/// A server that serves a folder, killed at the end.
struct Server {
    process: Child,
    port: u16,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        // The first process answers no signal but this one in time; its children end with it.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

struct Answer {
    status: u16,
    headers: BTreeMap<String, String>,
    body: String,
}

impl Server {
    fn get(&self, path: &str) -> Answer {
        self.get_as(path, "text/html,*/*;q=0.8")
    }

    fn get_as(&self, path: &str, accept: &str) -> Answer {
        self.ask(path, "1.0", &format!("Accept: {accept}"))
    }

    fn ask(&self, path: &str, version: &str, header: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a time");
        write!(
            stream,
            "GET {path} HTTP/{version}\r\nHost: localhost\r\n{header}\r\nConnection: close\r\n\r\n"
        )
        .expect("sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
        let header =
            |line: &str| Some((line.split_once(": ")?.0.to_lowercase(), line.split_once(": ")?.1.to_owned()));
        let mut headers = BTreeMap::<String, String>::new();
        for (name, value) in lines.filter_map(header) {
            // One that stands twice is a list.
            headers.entry(name).and_modify(|known| *known = format!("{known}, {value}")).or_insert(value);
        }
        Answer { status, headers, body: body.to_owned() }
    }

    /// Where a path leads, with the status.
    fn leads(&self, path: &str) -> (u16, String) {
        let answer = self.get(path);
        let to = answer.headers.get("location").cloned().unwrap_or_default();
        let own = format!("http://localhost:{}", self.port);
        (
            answer.status,
            to.strip_prefix(&own).or(to.strip_prefix("http://localhost")).unwrap_or(&to).to_owned(),
        )
    }
}

fn is_there(program: &str) -> bool {
    let found =
        Command::new("sh").args(["-c", &format!("command -v {program}")]).stdout(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: {program} is not installed");
    }
    found
}

fn site(host: Host, base: &str, style: UrlStyle) -> Site {
    let addresses = Addresses::new(base, style);
    Site::new()
        .with_config(json!({
            "navigation": { "pages": ["index", "new", "beta/kept", "a b"] },
            "redirects": [
                { "source": "/old", "destination": "/new#part" },
                { "source": "/older", "destination": "/new?own=1", "permanent": false },
                { "source": "/away", "destination": "https://example.com/a?b=c" },
                { "source": "/beta/:slug*", "destination": "/v2/:slug*" },
                { "source": "/articles/concepts-*", "destination": "/new" },
                { "source": "/open/:rest*", "destination": "/:rest*" },
                { "source": "/pass/:one", "destination": "/v3/:one" },
                { "source": "/:one/from/:two", "destination": "/:two/to/:one", "permanent": false },
                { "source": "/:a/:b/:c/:d/:e/:f/:g/:h/:i/many", "destination": "/:i/:h/:g/:f/:e/:d/:c/:b/:a" },
            ],
        }))
        .file("index.mdx", "# Start")
        .file("new.mdx", "# New page\n\n## Part")
        .file("beta/kept.mdx", "# Kept")
        .file("a b.mdx", "# Spaced")
        .file("log.mdx", "<Update label=\"2024-01-02\">Words.</Update>")
        .settings(Settings { host, addresses, precompress: Precompress::On, ..Settings::default() })
}

/// Builds a site into a folder `BASE` below a new one, and starts a server there.
fn serve(
    name: &str,
    host: Host,
    base: &str,
    style: UrlStyle,
    start: impl Fn(&Path, &Path, u16) -> Command,
) -> Server {
    let folder = std::env::temp_dir().join(format!(
        "docs-server-{}-{name}{}",
        std::process::id(),
        base.replace('/', "-")
    ));
    let _ = std::fs::remove_dir_all(&folder);
    let root = folder.join("www");
    let out = root.join(base.trim_start_matches('/'));
    let built = site(host, base, style).build();
    for (path, bytes) in built.files() {
        let path = out.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    open_to_all(&folder);
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let log = std::fs::File::create(folder.join("log")).expect("a log");
    let mut command = start(&root, &out, port);
    command.stdout(log.try_clone().expect("a log")).stderr(log).stdin(Stdio::null());
    let mut server = Server { process: command.spawn().expect("the server starts"), port, folder };
    let from = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        let ended = server.process.try_wait().expect("a process");
        let log = std::fs::read_to_string(server.folder.join("log")).unwrap_or_default();
        assert!(ended.is_none() && from.elapsed() < Duration::from_secs(20), "{name} does not run: {log}");
        std::thread::sleep(Duration::from_millis(20));
    }
    server
}

/// Servers give up their rights before they read.
fn open_to_all(folder: &Path) {
    let _ = Command::new("chmod").args(["-R", "a+rX"]).arg(folder).status();
}

fn nginx(root: &Path, out: &Path, port: u16) -> Command {
    let home = root.parent().expect("a folder");
    let config = home.join("server.conf");
    let text = format!(
        "daemon off; worker_processes 1; pid {home}/pid; error_log stderr;\nevents {{}}\nhttp {{\n types {{ text/html html; text/css css; }}\n \
         access_log off; client_body_temp_path {home}/t1; proxy_temp_path {home}/t2; fastcgi_temp_path {home}/t3; \
         uwsgi_temp_path {home}/t4; scgi_temp_path {home}/t5;\n server {{ listen 127.0.0.1:{port}; root {root}; include {out}/nginx.conf; }}\n}}\n",
        home = home.display(),
        root = root.display(),
        out = out.display(),
    );
    std::fs::write(&config, text).expect("a file");
    let mut command = Command::new("nginx");
    command.arg("-e").arg("stderr").arg("-c").arg(config);
    command
}

fn caddy(root: &Path, out: &Path, port: u16) -> Command {
    let home = root.parent().expect("a folder");
    let config = home.join("server");
    let text = format!(
        "{{\n\tadmin off\n\tauto_https off\n}}\nhttp://localhost:{port} {{\n\tbind 127.0.0.1\n\troot * {}\n\timport {}/Caddyfile\n}}\n",
        root.display(),
        out.display()
    );
    std::fs::write(&config, text).expect("a file");
    let mut command = Command::new("caddy");
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(config);
    command.env("HOME", home).env("XDG_DATA_HOME", home).env("XDG_CONFIG_HOME", home);
    command
}

fn apache(root: &Path, _: &Path, port: u16) -> Command {
    let home = root.parent().expect("a folder");
    let config = home.join("server.conf");
    let modules = "/usr/lib/apache2/modules";
    let mut text = format!(
        "ServerRoot {home}\nServerName localhost\nListen 127.0.0.1:{port}\nPidFile {home}/pid\nErrorLog /dev/stderr\n",
        home = home.display()
    );
    for module in ["mpm_event", "authz_core", "dir", "headers", "rewrite", "mime"] {
        text.push_str(&format!("LoadModule {module}_module {modules}/mod_{module}.so\n"));
    }
    text.push_str(&format!(
        "TypesConfig /etc/mime.types\nDocumentRoot {root}\n<Directory {root}>\n  Require all granted\n  AllowOverride FileInfo\n</Directory>\nDirectoryIndex index.html\n",
        root = root.display()
    ));
    std::fs::write(&config, text).expect("a file");
    let mut command = Command::new("apache2");
    command.arg("-X").arg("-f").arg(config);
    command
}

/// What every server has to do.
fn check(server: &Server, base: &str) {
    let at = |path: &str| format!("{base}{path}");
    // Pages
    for (path, text) in
        [("/new", "New page"), ("/new/", "New page"), ("/beta/kept", "Kept"), ("/a%20b", "Spaced")]
    {
        let mut answer = server.get(&at(path));
        if answer.status == 301 {
            // A slash is put behind a folder, or taken away behind a file.
            answer = server.get(&server.leads(&at(path)).1);
        }
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.contains(text), "{path}: {}", answer.body);
    }
    // Redirects
    let expected = [
        ("/old", 301, at("/new#part")),
        ("/old?a=1", 301, at("/new?a=1#part")),
        ("/older?a=1", 302, at("/new?own=1&a=1")),
        ("/away", 301, "https://example.com/a?b=c".to_owned()),
        ("/beta/x/y?q=1", 301, at("/v2/x/y?q=1")),
        ("/articles/concepts-a", 301, at("/new")),
        ("/x/from/y", 302, at("/y/to/x")),
        ("/1/2/3/4/5/6/7/8/9/many", 301, at("/9/8/7/6/5/4/3/2/1")),
    ];
    for (path, status, to) in expected {
        let (found, mut location) = server.leads(&at(path));
        location.truncate(location.trim_end_matches(['?', '&']).len());
        assert_eq!((found, location), (status, to), "{path}");
    }
    // What a variable part stands for leads to no other host and ends no header.
    for path in [
        "/open//evil.test/x",
        "/open/%2Fevil.test",
        "/open/%5Cevil.test",
        "/open/%5C%5Cevil.test",
        "/pass/a%0D%0AX-Evil:%201",
    ] {
        let answer = server.get(&at(path));
        let to = server.leads(&at(path)).1.replace('\\', "/");
        assert!(to.is_empty() || to.starts_with('/') && !to.starts_with("//"), "{path}: {to}");
        assert!(!answer.headers.contains_key("x-evil"), "{path}: {:?}", answer.headers);
    }
    // What is nowhere
    let missing = server.get(&at("/nowhere/at-all"));
    assert_eq!(missing.status, 404);
    assert!(missing.body.contains("not-found"), "the 404 page: {}", missing.body);
    // Headers
    let page = match server.get(&at("/new/")) {
        moved if moved.status == 301 => server.get(&server.leads(&at("/new/")).1),
        page => page,
    };
    for answer in [&page, &missing] {
        assert!(
            answer.headers["content-security-policy"].starts_with("default-src 'self'"),
            "{:?}",
            answer.headers
        );
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    }
    assert_eq!(page.headers["cache-control"], "public, max-age=0, must-revalidate");
    let style = page.body.split("href=\"").find(|part| part.contains("_docs/style-")).expect("a style sheet");
    let style = server.get(style.split('"').next().expect("an address"));
    assert_eq!((style.status, &*style.headers["cache-control"]), (200, "public, max-age=0, must-revalidate"));
    assert_eq!(style.headers["x-content-type-options"], "nosniff");
    let script = page.body.split("src=\"").find(|part| part.contains("_docs/site.")).expect("a script");
    let script = server.get(script.split('"').next().expect("an address"));
    assert_eq!(
        (script.status, &*script.headers["cache-control"]),
        (200, "public, max-age=31536000, immutable")
    );
    assert!(
        !style.headers.get("vary").is_some_and(|vary| vary.contains("Accept") && !vary.contains("Encoding"))
    );
    // Markdown for who asks for it (AI-02), and kinds of files
    let accept = "text/markdown, text/html;q=0.9, */*;q=0.1";
    for (path, text) in
        [("/new", "# New page"), ("/beta/kept", "# Kept"), ("/a%20b", "# Spaced"), ("/", "# Start")]
    {
        let mut answer = server.get_as(&at(path), accept);
        if answer.status == 301 {
            answer = server.get_as(&format!("{}/", at(path)), accept);
        }
        assert_eq!((answer.status, answer.body.starts_with("# ")), (200, true), "{path}: {}", answer.body);
        assert!(answer.body.contains(text), "{path}: {}", answer.body);
        assert_eq!(answer.headers["content-type"], "text/markdown; charset=utf-8", "{path}");
        assert!(answer.headers["vary"].contains("Accept"), "{path}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    }
    assert!(page.headers["vary"].contains("Accept"), "{:?}", page.headers);
    assert!(page.headers["content-type"].starts_with("text/html"));
    assert_eq!(server.leads(&at("/old")).0, 301);
    for path in ["/nowhere", "/nowhere/at-all"] {
        assert_eq!(server.get_as(&at(path), accept).status, 404, "{path}");
    }
    for (path, kind) in [
        ("/new.md", "text/markdown; charset=utf-8"),
        ("/index.md", "text/markdown; charset=utf-8"),
        ("/llms.txt", "text/plain; charset=utf-8"),
        ("/log/rss.xml", "application/rss+xml; charset=utf-8"),
        ("/log/atom.xml", "application/atom+xml; charset=utf-8"),
        ("/log/feed.json", "application/feed+json; charset=utf-8"),
    ] {
        let answer = server.get_as(&at(path), accept);
        assert_eq!((answer.status, &*answer.headers["content-type"]), (200, kind), "{path}");
        assert_eq!(answer.headers["cache-control"], "public, max-age=0, must-revalidate", "{path}");
    }
}

type Start = fn(&Path, &Path, u16) -> Command;

fn everywhere(program: &str, host: Host, start: Start) {
    if !is_there(program) {
        return;
    }
    for (base, style) in [("", UrlStyle::Directory), ("/docs", UrlStyle::Directory), ("", UrlStyle::File)] {
        let name = format!("{program}-{style:?}");
        check(&serve(&name, host, base, style, start), base);
    }
}

#[test]
fn red_03_out_02_03_nginx_does_what_it_is_told() {
    everywhere("nginx", Host::Nginx, nginx);
}

#[test]
fn red_03_out_02_03_caddy_does_what_it_is_told() {
    everywhere("caddy", Host::Caddy, caddy);
}

#[test]
fn red_03_out_02_03_apache_does_what_it_is_told() {
    everywhere("apache2", Host::Apache, apache);
}

/// OUT-04: who takes gzip gets the copy that lies beside the file, whatever the address looks like.
fn packed(program: &str, host: Host, start: Start) {
    if !is_there(program) {
        return;
    }
    let server = serve(&format!("{program}-packed"), host, "", UrlStyle::Directory, start);
    let page = server.get("/new/");
    assert!(!page.headers.contains_key("content-encoding"), "{:?}", page.headers);
    let style = page.body.split("href=\"").find(|part| part.contains("_docs/style-")).expect("a style sheet");
    let style = style.split('"').next().expect("an address");
    for path in ["/", "/new/", style] {
        let answer = server.ask(path, "1.1", "Accept-Encoding: gzip");
        assert_eq!(answer.headers.get("content-encoding").map(String::as_str), Some("gzip"), "{path}");
        assert!(answer.headers["vary"].contains("Accept-Encoding"), "{path}: {:?}", answer.headers);
        let file = server.folder.join("www").join(path.trim_start_matches('/'));
        let file =
            if path.ends_with('/') { file.join("index.html.gz") } else { file.with_extension("css.gz") };
        let size = std::fs::metadata(file).expect("a copy").len();
        let told = answer.headers.get("content-length");
        assert!(told.is_none_or(|told| *told == size.to_string()), "{path}: {told:?}, {size}");
    }
    assert!(!server.ask("/new/", "1.1", "Accept-Encoding: br").headers.contains_key("content-encoding"));
}

#[test]
fn out_04_nginx_hands_out_compressed_copies() {
    packed("nginx", Host::Nginx, nginx);
}

#[test]
fn out_04_caddy_hands_out_compressed_copies() {
    packed("caddy", Host::Caddy, caddy);
}
