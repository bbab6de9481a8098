//! The proxy of the playground as nginx does it.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use docs::site::proxy::hosts::{ProxyHost, file};
use docs::site::proxy::{Origins, PATH};

use crate::api_samples::recorder::Recorder;

/// Ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The status line and headers, and the body, of a request with these headers.
fn ask(port: u16, method: &str, headers: &str, body: &str) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    let text = format!(
        "{method} {PATH} HTTP/1.1\r\nHost: docs.test\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    // Headers may hold any byte.
    Some(String::from_utf8_lossy(&answer).into_owned())
}

#[test]
fn play_08_nginx_passes_on_what_is_allowed() {
    if Command::new("nginx").arg("-v").output().is_err() {
        println!("skipped: there is no nginx here");
        return;
    }
    let recorder = Recorder::start();
    let home = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("proxy");
    std::fs::create_dir_all(&home).unwrap();
    let origins = Origins::of([recorder.origin.as_str()]);
    std::fs::write(home.join("playground.conf"), file(ProxyHost::Nginx, &origins)).unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let at = home.display();
    let config = format!(
        "daemon off; master_process off; pid {at}/pid; error_log stderr;\nevents {{}}\nhttp {{\n access_log off; \
         client_body_temp_path {at}/t1; proxy_temp_path {at}/t2; fastcgi_temp_path {at}/t3; uwsgi_temp_path {at}/t4; \
         scgi_temp_path {at}/t5;\n server {{ listen 127.0.0.1:{port}; include {at}/playground.conf; }}\n}}\n"
    );
    std::fs::write(home.join("server.conf"), config).unwrap();
    let command = Command::new("nginx")
        .args(["-e", "stderr", "-c"])
        .arg(home.join("server.conf"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let _running = Running(command.unwrap());
    let started = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(started.elapsed() < Duration::from_secs(20), "nginx does not begin");
        sleep(Duration::from_millis(20));
    }
    let hello = ask(port, "HEAD", "", "").unwrap();
    assert!(hello.starts_with("HTTP/1.1 204") && hello.contains("x-docs-proxy: 1"), "{hello}");
    let target = format!("X-Docs-Target: {}/a/b?c=d%20e\r\n", recorder.origin);
    let more =
        "Cookie: site=1\r\nX-Docs-Cookie: api=2\r\nOrigin: https://docs.test\r\nAuthorization: Bearer t\r\n";
    let answer = ask(port, "PUT", &format!("{target}{more}"), "{}").unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("x-docs-proxy: 1"), "{answer}");
    let sent = recorder.wait().remove(0);
    assert_eq!(
        (sent.method.as_str(), sent.target.as_str(), sent.body.as_slice()),
        ("PUT", "/a/b?c=d%20e", &b"{}"[..])
    );
    let of = |name: &str| sent.headers.get(name).map(String::as_str);
    assert_eq!((of("cookie"), of("origin"), of("authorization")), (Some("api=2"), None, Some("Bearer t")));
    assert_eq!(of("x-docs-target"), None);
    let moved = format!("X-Docs-Target: {}/moved/302?/r/json\r\n", recorder.origin);
    let answer = ask(port, "GET", &moved, "").unwrap();
    assert!(answer.starts_with("HTTP/1.1 502") && answer.contains("leads to /r/json"), "{answer}");
    recorder.wait();
    for headers in [
        "X-Docs-Target: http://example.com/\r\n".to_owned(),
        format!("X-Docs-Target: {}.example.com/\r\n", recorder.origin),
        format!("X-Docs-Target: {}@example.com/\r\n", recorder.origin),
        format!("{target}Sec-Fetch-Site: cross-site\r\n"),
        String::new(),
    ] {
        let answer = ask(port, "GET", &headers, "").unwrap();
        assert!(answer.starts_with("HTTP/1.1 403"), "{headers}: {answer}");
    }
    assert!(recorder.take().is_empty());
}
