//! A built site as one that opens from a disk, without a server (CLI-10): every file of it, rewritten by itself.
//!
//! Addresses become relative and name files. Browsers let a page from a disk load style sheets, pictures and plain
//! scripts and nothing else: what scripts of the site ask for (modules, the index of the search, Markdown) gets a
//! *carrier* beside it, a plain script that holds it as text, and `themes/base/offline.js` stands in front of `fetch`,
//! `Worker` and modules. Pure: files in, files out. Writing them is `cli/export`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::encoding::base64;
use crate::hash::{ContentHash, KeyHasher};

mod address;
mod archive;
mod html;

use address::Place;
pub use archive::archive;

/// What stands in front of the browser's own ways to load things.
const SCRIPT: &str = include_str!("../themes/base/offline.js");
/// What the name of a carrier adds to that of its file.
const CARRIER: &str = ".data.js";
/// Longer files are not carried: nothing of the site asks for them.
const MOST_BYTES: usize = 8 << 20;

/// Name of the script; the part in the middle changes with its content.
static SCRIPT_FILE: LazyLock<String> =
    LazyLock::new(|| format!("_docs/offline.{}.js", ContentHash::of(SCRIPT.as_bytes()).short()));

/// All files of a site.
pub struct Offline<'a> {
    files: &'a BTreeSet<String>,
    key: ContentHash,
}

/// A file with its name.
pub type File = (String, Vec<u8>);

impl<'a> Offline<'a> {
    /// `files` are the names of all files of the site.
    pub fn new(files: &'a BTreeSet<String>) -> Self {
        let mut key = KeyHasher::new("offline site");
        for file in files {
            key.part(file.as_bytes());
        }
        Self { files, key: key.part(SCRIPT.as_bytes()).finish() }
    }

    /// What a file that is made of another one depends on besides the bytes of that.
    pub fn key(&self) -> ContentHash {
        self.key
    }

    /// The file that belongs to none of the site.
    pub fn script(&self) -> File {
        // Pages whose names look like those of files.
        let pages = self.files.iter().filter_map(|file| file.strip_suffix("/index.html"));
        let odd: Vec<&str> = pages.filter(|page| has_extension(page)).collect();
        let odd = serde_json::Value::from(odd).to_string();
        (SCRIPT_FILE.clone(), SCRIPT.replace("__ODD_PAGES__", &odd).into_bytes())
    }

    /// The names of the files that one of the site becomes.
    pub fn names(&self, path: &str) -> Vec<String> {
        let own = (!is_replaced(path)).then(|| path.to_owned());
        own.into_iter().chain(is_carried(path).then(|| carrier(path))).collect()
    }

    /// The files that one of the site becomes: itself, unless it is only asked for by scripts, and its carrier.
    pub fn convert(&self, path: &str, bytes: Vec<u8>) -> Vec<File> {
        let carried = is_carried(path).then(|| (carrier(path), carry(path, &bytes)));
        let place = Place::new(path, self.files);
        let own = if path.ends_with(".html") {
            html::rewrite(&String::from_utf8_lossy(&bytes), &place).into_bytes()
        } else if path.ends_with(".css") {
            html::rewrite_css(&String::from_utf8_lossy(&bytes), &place).into_bytes()
        } else {
            bytes
        };
        let own = (!is_replaced(path)).then(|| (path.to_owned(), own));
        own.into_iter().chain(carried).collect()
    }
}

fn carrier(path: &str) -> String {
    format!("{path}{CARRIER}")
}

/// Whether scripts may ask for a file.
fn is_carried(path: &str) -> bool {
    let is_ours = path.starts_with("_docs/");
    [".js", ".mjs", ".md", ".json"].iter().any(|end| path.ends_with(end))
        || is_ours && [".bin", ".txt", ".html"].iter().any(|end| path.ends_with(end))
}

/// Whether the carrier is all that is needed of a file.
fn is_replaced(path: &str) -> bool {
    path.starts_with("_docs/") && [".bin", ".webmanifest"].iter().any(|end| path.ends_with(end))
}

fn carry(path: &str, bytes: &[u8]) -> Vec<u8> {
    let (kind, text) = match std::str::from_utf8(bytes) {
        _ if bytes.len() > MOST_BYTES => return b"".to_vec(),
        Ok(text) if !path.ends_with(".bin") => ("text", text.to_owned()),
        _ => ("base64", base64(bytes)),
    };
    let [path, kind, text] = [path, kind, &text].map(|text| serde_json::Value::from(text).to_string());
    format!("docsOffline.put({path},{kind},{text})\n").into_bytes()
}

/// Whether the last part of a path ends like the name of a file.
fn has_extension(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.')
        .is_some_and(|(_, end)| !end.is_empty() && end.chars().all(|c| c.is_ascii_alphanumeric()))
}
