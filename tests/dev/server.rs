//! A project on disk, the program that serves it, and a small client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use docs::output::journal::JOURNAL_FILE;
use docs::output::manifest::MANIFEST_FILE;
use serde_json::Value;
use tempfile::TempDir;

use crate::site::folder;

/// Long enough for any machine: only a program that hangs is waited for as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A project, and the server while it runs.
pub struct Dev {
    folder: TempDir,
    child: Option<Child>,
    pub port: u16,
    cookies: usize,
    more: Vec<String>,
}

/// An answer, its header names in lower case.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body without the script of the live update.
    pub fn built(&self) -> Vec<u8> {
        without_script(&self.body)
    }
}

/// A page without the script of the live update.
pub fn without_script(page: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(page);
    let Some(at) =
        text.rfind("<script src=\"").filter(|at| text[*at..].contains("/_docs/dev.js\" data-dev="))
    else {
        return page.to_vec();
    };
    let end = at + text[at..].find("</script>").expect("an end") + "</script>".len();
    [&page[..at], &page[end..]].concat()
}

impl Dev {
    /// A project of these files, served.
    pub fn serve(files: &[(&str, &str)], more: &[&str]) -> Self {
        let mut dev = Self::project(files, more);
        dev.start();
        dev
    }

    /// A project that nobody serves yet.
    pub fn project(files: &[(&str, &str)], more: &[&str]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let more = more.iter().map(|word| (*word).to_owned()).collect();
        let dev = Self { folder, child: None, port: 0, cookies: 0, more };
        files.iter().for_each(|(path, text)| dev.write(path, text));
        dev
    }

    /// Starts the program, waits for its address, and for the first build.
    pub fn start(&mut self) {
        let problems = std::fs::File::create(self.folder.path().join("problems")).expect("a file");
        // A file, not a pipe: what was told before a cookie is gone can be read when it is.
        let told = self.folder.path().join("told");
        let told = std::fs::OpenOptions::new().create(true).append(true).open(told).expect("a file");
        let before = self.told().len();
        let child = self
            .command("dev", &["--no-open", "--port", "0", "--json"])
            .args(&self.more)
            .stdin(Stdio::null())
            .stdout(told)
            .stderr(problems)
            .spawn()
            .expect("the program starts");
        self.child = Some(child);
        let started = Instant::now();
        let first = loop {
            if let Some(first) = self.told().into_iter().nth(before) {
                break first;
            }
            self.assert_alive();
            assert!(started.elapsed() < PATIENCE, "no address: {}", self.problems());
            std::thread::sleep(Duration::from_millis(2));
        };
        self.port = first["port"].as_u64().and_then(|port| u16::try_from(port).ok()).expect("a port");
        self.sync();
    }

    /// `docs` in the project's outer folder.
    pub fn command(&self, name: &str, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docs"));
        command.args([name, "project"]).args(more);
        command.current_dir(self.folder.path()).env_remove("DOCS_LOG");
        command
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join("project").join(path)
    }

    pub fn outer(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, path: &str, text: &str) {
        self.place(path, text.as_bytes());
    }

    pub fn place(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).expect("a file")
    }

    /// What was told of every revision so far.
    pub fn revisions(&self) -> Vec<Value> {
        let mut told = self.told();
        told.retain(|line| line.get("port").is_none());
        told
    }

    /// All whole lines so far.
    fn told(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.folder.path().join("told")).unwrap_or_default();
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Waits until everything that happened so far is served.
    #[track_caller]
    pub fn sync(&mut self) {
        self.cookies += 1;
        let cookie = self.path(&format!(".docs/sync/{}", self.cookies));
        std::fs::create_dir_all(cookie.parent().expect("a folder")).expect("a folder");
        std::fs::write(&cookie, "").expect("a cookie");
        let started = Instant::now();
        while cookie.exists() {
            self.assert_alive();
            assert!(started.elapsed() < PATIENCE, "no answer: {}", self.problems());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[track_caller]
    pub fn assert_alive(&mut self) {
        if let Some(status) = self.child.as_mut().and_then(|child| child.try_wait().expect("a child")) {
            panic!("the program ended with {status}: {}", self.problems());
        }
    }

    pub fn problems(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("problems")).unwrap_or_default()
    }

    /// `GET` with headers.
    pub fn get(&self, target: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask("GET", target, headers, "")
    }

    pub fn ask(&self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut text = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            text.push_str(&format!("Host: localhost:{}\r\n", self.port));
        }
        headers.iter().for_each(|(name, value)| text.push_str(&format!("{name}: {value}\r\n")));
        text.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        self.raw(text.as_bytes()).unwrap_or_else(|| panic!("{method} {target}: no answer"))
    }

    /// Sends bytes and reads to the end; `None` when that is no answer.
    pub fn raw(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = self.connect();
        stream.write_all(bytes).ok()?;
        let mut answer = Vec::new();
        // A server may end the connection hard after it has refused something.
        let _ = stream.read_to_end(&mut answer);
        parse(&answer)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// The token that pages have.
    pub fn token(&self) -> String {
        let page = self.get("/", &[("Accept", "text/html")]).text();
        let at = page.find("token&quot;:&quot;").expect("a token") + "token&quot;:&quot;".len();
        page[at..].split('&').next().expect("a token").to_owned()
    }

    /// Listens to what a page is told.
    pub fn listen(&self, page: &str, state: &str) -> Messages {
        let mut stream = self.connect();
        let target = format!("/_docs/dev/live?token={}&page={page}&state={state}", self.token());
        write!(stream, "GET {target} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port).expect("sent");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        assert!(line.starts_with("HTTP/1.1 200"), "{line}");
        Messages { reader }
    }

    /// What `docs build` makes of the project, by path.
    pub fn built(&self) -> std::collections::BTreeMap<String, Vec<u8>> {
        let output = self.command("build", &["--out", "clean"]).output().expect("the program starts");
        assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
        let mut files = folder(&self.folder.path().join("clean"));
        files.remove(MANIFEST_FILE);
        files.remove(JOURNAL_FILE);
        files
    }

    /// Every file of a build is served as it is there.
    #[track_caller]
    pub fn assert_equal(&self) {
        for (path, bytes) in self.built() {
            let answer = self.get(&format!("/{}", encoded(&path)), &[]);
            assert_eq!(answer.status, 200, "{path}");
            let served = answer.built();
            if served != bytes {
                let texts = [&served, &bytes].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                let [ours, theirs] = texts.each_ref().map(|text| text.lines().collect::<Vec<_>>());
                let first = ours.iter().zip(&theirs).find(|(one, other)| one != other);
                panic!("{path}: {} bytes, {} in a build; {first:?}", served.len(), bytes.len());
            }
        }
    }

    /// Sends a signal and waits for the end; gives the exit code.
    pub fn signal(&mut self, name: &str) -> Option<i32> {
        let mut child = self.child.take().expect("a running program");
        let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
        assert!(sent.expect("kill starts").success());
        child.wait().expect("an end").code()
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The messages that a page gets.
pub struct Messages {
    reader: BufReader<TcpStream>,
}

impl Messages {
    /// The next message.
    pub fn next(&mut self) -> Value {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.reader.read_line(&mut line).expect("a line") > 0, "the channel ended");
            if let Some(message) = line.trim_end().strip_prefix("data: ") {
                return serde_json::from_str(message).expect("JSON");
            }
        }
    }

    /// The next message with this key.
    pub fn with(&mut self, key: &str) -> Value {
        loop {
            let message = self.next();
            if !message[key].is_null() {
                return message;
            }
        }
    }
}

/// A path as a request has it.
pub fn encoded(path: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    path.bytes()
        .map(|byte| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

fn parse(answer: &[u8]) -> Option<Answer> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next()?.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let pair =
        |line: &str| line.split_once(": ").map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
    let headers: Vec<(String, String)> = lines.filter_map(pair).collect();
    let is_chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = &answer[end + 4..];
    let body = if is_chunked { unchunked(body) } else { body.to_vec() };
    Some(Answer { status, headers, body })
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = body.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&body[..end]), 16).unwrap_or(0);
        let Some(piece) = body.get(end + 2..end + 2 + size).filter(|_| size > 0) else { break };
        out.extend_from_slice(piece);
        body = body.get(end + 4 + size..).unwrap_or_default();
    }
    out
}
