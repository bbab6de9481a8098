//! Samples that are run. A language whose tools are not installed is named, and nothing is said about it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use docs::api::sample::Language;
use serde_json::Value;

use super::recorder::{Recorded, Recorder};
use super::zoo::{self, Body, Expected, FILE};
use super::{code, load};

/// A folder for the programs of one language, with the reader's file.
fn folder(name: &str) -> PathBuf {
    let target = option_env!("CARGO_TARGET_TMPDIR").unwrap_or("target/tmp");
    let folder = Path::new(target).join("samples").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("example-file"), FILE).unwrap();
    folder
}

/// Whether a program is there; says so when it is not.
fn has(program: &str, arguments: &[&str]) -> bool {
    let found = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        println!("skipped: `{program} {}` does not work here", arguments.join(" "));
    }
    found
}

/// Whether samples are run that take a compiler; says so when they are not.
fn slow(language: &str) -> bool {
    let asked = std::env::var_os("DOCS_SAMPLES").is_some();
    if !asked {
        println!("skipped: {language} samples are compiled and run when DOCS_SAMPLES is set");
    }
    asked
}

/// Runs the sample of each operation in turn and compares what arrives.
fn check(language: Language, mut start: impl FnMut(usize, &str) -> Command) {
    let recorder = Recorder::start();
    let description = load(&zoo::description(&recorder.origin));
    for (at, expected) in zoo::expected().iter().enumerate() {
        let code = code(&description, expected.path, language);
        if code.starts_with("// fetch sends no ") {
            continue;
        }
        let output = start(at, &code).output().unwrap();
        let requests = recorder.wait();
        let told = format!(
            "{} {}\n{code}\n{}{}",
            language.label(),
            expected.path,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(requests.len(), 1, "{told}");
        compare(expected, &requests[0], &told);
        assert!(output.status.success(), "{told}");
    }
}

fn compare(expected: &Expected, sent: &Recorded, told: &str) {
    assert_eq!(sent.method, expected.method, "{told}");
    let (path, query) = sent.target.split_once('?').unwrap_or((&sent.target, ""));
    let (own_path, own_query) = expected.address.split_once('?').unwrap_or((expected.address, ""));
    assert_eq!(path, own_path, "{told}");
    let pairs: Vec<String> = query.split('&').filter(|pair| !pair.is_empty()).map(decoded).collect();
    let own: Vec<String> =
        own_query.split('|').filter(|pair| !pair.is_empty()).map(|pair| pair.replace('¦', "|")).collect();
    assert_eq!(pairs, own, "{told}");
    for (name, value) in expected.headers {
        let sent = sent.headers.get(*name).map(|sent| match value.ends_with(';') {
            true => &sent[..value.len().min(sent.len())],
            false => sent,
        });
        assert_eq!(sent, Some(*value), "`{name}` of {told}");
    }
    match &expected.body {
        Body::None => assert!(sent.body.is_empty(), "{told}"),
        Body::Json(value) => {
            let body: Value = serde_json::from_slice(&sent.body)
                .unwrap_or_else(|error| panic!("{error}: {} of {told}", String::from_utf8_lossy(&sent.body)));
            assert_eq!(&body, value, "{told}");
        }
        Body::Form(pairs) => {
            let body = String::from_utf8_lossy(&sent.body);
            let mut sent: Vec<String> =
                body.split('&').map(|pair| decoded(&pair.replace('+', " "))).collect();
            let mut own = pairs.to_vec();
            // Some libraries sort names.
            sent.sort();
            own.sort_unstable();
            assert_eq!(sent, own, "{told}");
        }
        Body::Text(text) => assert_eq!(String::from_utf8_lossy(&sent.body), *text, "{told}"),
        Body::Bytes(bytes) => assert_eq!(sent.body, *bytes, "{told}"),
        Body::Parts(parts) => {
            let kind = sent.headers.get("content-type").map_or("", String::as_str);
            let own = expected.headers.first().map_or("multipart/form-data;", |(_, kind)| kind);
            assert!(kind.starts_with(own), "{kind} of {told}");
            let sent = sent_parts(sent);
            assert_eq!(sent.len(), parts.len(), "{sent:?} of {told}");
            for ((name, file, kind, content), part) in parts.iter().zip(sent) {
                assert_eq!((part.name.as_str(), part.content.as_slice()), (*name, *content), "{told}");
                // What is no file has no name of one: servers would take it for one.
                assert_eq!(part.file, *file, "{part:?} of {told}");
                assert!(kind.is_empty() || part.kind.starts_with(kind), "{part:?} of {told}");
            }
        }
    }
}

/// A pair of a query with its escapes resolved; what a library escapes beyond need does not matter.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let hex = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[derive(Debug)]
struct SentPart {
    name: String,
    file: String,
    kind: String,
    content: Vec<u8>,
}

fn sent_parts(sent: &Recorded) -> Vec<SentPart> {
    let kind = sent.headers.get("content-type").cloned().unwrap_or_default();
    assert!(kind.starts_with("multipart/"), "{kind}");
    let boundary = kind.split("boundary=").nth(1).unwrap_or_default().trim_matches('"').to_owned();
    let mark = format!("--{boundary}").into_bytes();
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(found) = sent.body[at..].windows(mark.len()).position(|window| window == mark) {
        starts.push(at + found);
        at += found + mark.len();
    }
    starts
        .windows(2)
        .map(|pair| {
            let part = &sent.body[pair[0] + mark.len() + 2..pair[1] - 2];
            let end = part.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
            let head = String::from_utf8_lossy(&part[..end]).into_owned();
            let attribute = |name: &str| {
                let after = head.split(&format!(" {name}=\"")).nth(1)?;
                Some(after.split('"').next()?.to_owned())
            };
            let kind = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-type").then(|| value.trim().to_owned())
            });
            SentPart {
                name: attribute("name").unwrap_or_default(),
                file: attribute("filename").unwrap_or_default(),
                kind: kind.unwrap_or_default(),
                content: part[end + 4..].to_vec(),
            }
        })
        .collect()
}

/// A command that runs the code as a file of the folder.
fn script(folder: &Path, file: &str, program: &str, code: &str) -> Command {
    fs::write(folder.join(file), code).unwrap();
    let mut command = Command::new(program);
    command.arg(file).current_dir(folder);
    command
}

#[test]
fn oas_58_curl_samples_send_what_is_described() {
    if has("curl", &["--version"]) && has("bash", &["--version"]) {
        let folder = folder("curl");
        check(Language::Curl, |_, code| script(&folder, "sample.sh", "bash", code));
    }
}

#[test]
fn oas_58_python_samples_send_what_is_described() {
    if has("python3", &["-c", "import requests"]) {
        let folder = folder("python");
        check(Language::Python, |_, code| script(&folder, "sample.py", "python3", code));
    }
}

#[test]
fn oas_58_node_samples_send_what_is_described() {
    if has("node", &["-e", "fetch"]) {
        let folder = folder("node");
        check(Language::Node, |_, code| script(&folder, "sample.mjs", "node", code));
    }
}

/// What a page has and Node.js has not: a file that the reader has chosen, of the type that is asked for, and cookies that
/// go with requests that ask for them.
const PAGE: &str = "import fs from 'node:fs'
const cookies = []
const file = new File([fs.readFileSync('example-file')], 'example-file', { type: process.env.FILE_TYPE })
globalThis.document = { querySelector: () => ({ files: [file] }), set cookie(cookie) { cookies.push(cookie) } }
const send = fetch
globalThis.fetch = (url, options) => {
  if (new Headers(options.headers).has('cookie')) throw Error('browsers leave this header out')
  const sent = options.credentials == 'include' && cookies.length ? { Cookie: cookies.join('; ') } : {}
  return send(url, { ...options, headers: { ...options.headers, ...sent } })
}
";

/// Samples for pages, with a page around them.
fn check_in_page(language: Language) {
    if !has("node", &["-e", "new File([fetch], '')"]) {
        return;
    }
    let folder = folder(&format!("{language:?}"));
    fs::write(folder.join("page.mjs"), PAGE).unwrap();
    check(language, |at, code| {
        let kind = match &zoo::expected()[at].body {
            Body::Parts(parts) => parts.iter().find(|(_, file, ..)| !file.is_empty()).map(|part| part.2),
            _ => None,
        };
        // As a compiler takes types out.
        let types = [
            (": RequestInit", ""),
            (": string", ""),
            ("<HTMLInputElement>", ""),
            (")!;", ");"),
            ("files!", "files"),
        ];
        let code = types.iter().fold(code.to_owned(), |code, (with, without)| code.replace(with, without));
        fs::write(folder.join("sample.mjs"), code).unwrap();
        let mut command = Command::new("node");
        command.args(["--import", "./page.mjs", "sample.mjs"]).current_dir(&folder);
        command.env("FILE_TYPE", kind.unwrap_or_default());
        command
    });
}

#[test]
fn oas_58_javascript_samples_send_what_is_described() {
    check_in_page(Language::JavaScript);
}

#[test]
fn oas_58_typescript_samples_send_what_is_described() {
    check_in_page(Language::TypeScript);
}

#[test]
fn oas_58_php_samples_send_what_is_described() {
    if has("php", &["-r", "exit(extension_loaded('curl') ? 0 : 1);"]) {
        let folder = folder("php");
        check(Language::Php, |_, code| script(&folder, "sample.php", "php", code));
    }
}

#[test]
fn oas_58_ruby_samples_send_what_is_described() {
    if has("ruby", &["-e", "require 'net/http'"]) {
        let folder = folder("ruby");
        check(Language::Ruby, |_, code| script(&folder, "sample.rb", "ruby", code));
    }
}

#[test]
fn oas_58_java_samples_send_what_is_described() {
    if !slow("Java") || !has("javac", &["--version"]) {
        return;
    }
    let folder = folder("java");
    check(Language::Java, |_, code| script(&folder, "Main.java", "java", code));
}

#[test]
fn oas_58_c_samples_send_what_is_described() {
    if !slow("C") || !has("sh", &["-c", "echo '#include <curl/curl.h>' | cc -E -"]) {
        return;
    }
    let folder = folder("c");
    check(Language::C, |_, code| {
        fs::write(folder.join("sample.c"), code).unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "cc -Wall -Werror -o sample sample.c -lcurl && ./sample"]).current_dir(&folder);
        command
    });
}

#[test]
fn oas_58_go_samples_send_what_is_described() {
    if !has("go", &["version"]) {
        return;
    }
    let folder = folder("go");
    fs::write(folder.join("go.mod"), "module samples\n\ngo 1.18\n").unwrap();
    check(Language::Go, |_, code| {
        fs::write(folder.join("main.go"), code).unwrap();
        let mut command = Command::new("go");
        command.args(["run", "main.go"]).current_dir(&folder);
        command
    });
}

/// One crate with a program for each request, compiled once; the origin is the only thing that differs between runs.
#[test]
fn oas_58_rust_samples_send_what_is_described() {
    if !slow("Rust") {
        return;
    }
    let folder = folder("rust");
    let manifest = "[package]\nname = \"samples\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
                    [dependencies]\nreqwest = { version = \"0.12\", default-features = false, features = [\"blocking\", \"multipart\"] }\n";
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::create_dir_all(folder.join("src/bin")).unwrap();
    let description = load(&zoo::description("http://origin.invalid"));
    for (at, expected) in zoo::expected().iter().enumerate() {
        let code = code(&description, expected.path, Language::Rust);
        // The address comes from outside, so that the programs are the same in every run.
        let code = code.replacen("\"http://origin.invalid", "std::env::var(\"ORIGIN\")? + \"", 1);
        let file = folder.join(format!("src/bin/s{at}.rs"));
        if fs::read_to_string(&file).ok().as_deref() != Some(&code) {
            fs::write(file, code).unwrap();
        }
    }
    let built = Command::new("cargo")
        .args(["build", "--quiet", "--bins"])
        .current_dir(&folder)
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    check(Language::Rust, |at, code| {
        let origin = code.split("\"http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
        let mut command = Command::new(folder.join(format!("target/debug/s{at}")));
        command.env("ORIGIN", format!("http://{origin}")).current_dir(&folder);
        command
    });
}
