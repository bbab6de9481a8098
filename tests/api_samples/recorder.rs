//! A server on the loopback that answers everything and writes down what it was asked. `/moved/STATUS?ADDRESS` is
//! answered with a redirect.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    pub method: String,
    pub target: String,
    /// Names in lower case; several of one name are joined.
    pub headers: BTreeMap<String, String>,
    /// The same as bytes.
    pub head: Vec<u8>,
    pub body: Vec<u8>,
}

pub(crate) struct Recorder {
    pub origin: String,
    requests: Arc<Mutex<Vec<Recorded>>>,
}

impl Recorder {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<Recorded>>> = Arc::default();
        let shared = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    let Some(request) = read(&stream) else { return };
                    let answer = answer(&request);
                    // Who has the answer finds the request written down.
                    shared.lock().unwrap().push(request);
                    let _ = (&stream).write_all(&answer);
                });
            }
        });
        Self { origin, requests }
    }

    /// What came since the last call, once there is something; nothing after two seconds.
    pub(crate) fn wait(&self) -> Vec<Recorded> {
        let started = Instant::now();
        loop {
            let requests = self.take();
            if !requests.is_empty() || started.elapsed() > Duration::from_secs(2) {
                return requests;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// What came since the last call.
    pub(crate) fn take(&self) -> Vec<Recorded> {
        std::mem::take(&mut self.requests.lock().unwrap())
    }
}

fn read(mut stream: &TcpStream) -> Option<Recorded> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers: BTreeMap<String, String> = BTreeMap::new();
    let mut head = Vec::new();
    loop {
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line).ok()?;
        head.extend_from_slice(&line);
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        let Some((name, value)) = line.split_once(':') else { break };
        let known = headers.entry(name.to_ascii_lowercase()).or_default();
        if !known.is_empty() {
            known.push_str("; ");
        }
        known.push_str(value.trim());
    }
    if headers.get("expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue")) {
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").ok()?;
    }
    let mut body = Vec::new();
    if headers.get("transfer-encoding").is_some_and(|value| value.contains("chunked")) {
        loop {
            let mut size = String::new();
            reader.read_line(&mut size).ok()?;
            let size = usize::from_str_radix(size.trim(), 16).ok()?;
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk).ok()?;
            if size == 0 {
                break;
            }
            body.extend_from_slice(&chunk[..size]);
        }
    } else if let Some(length) = headers.get("content-length").and_then(|length| length.parse().ok()) {
        body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
    }
    Some(Recorded { method, target, headers, head, body })
}

fn answer(request: &Recorded) -> Vec<u8> {
    let text = if request.method == "HEAD" { "" } else { "ok" };
    let moved = request.target.strip_prefix("/moved/").and_then(|rest| rest.split_once('?'));
    let first = match moved {
        Some((status, location)) => format!("HTTP/1.1 {status} Moved\r\nLocation: {location}"),
        None => "HTTP/1.1 200 OK".to_owned(),
    };
    let said = format!(
        "{first}\r\nContent-Type: text/plain\r\nX-Name: caf\u{e9}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{text}"
    );
    said.chars().map(|c| c as u8).collect()
}
